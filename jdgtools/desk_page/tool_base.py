"""What all tools of the page have in common."""

from __future__ import annotations

from msgspec import Struct


class Tool(Struct, frozen=True, forbid_unknown_fields=True, tag_field="tool"):
    """Anything that a designer does."""
