"""What all tools of the page have in common: a tool is a change of the battle that the page asks for by name.

The page sends JSON; its member `tool` chooses the record in `desk_page/tools.py`, and the record returns the
edit of the project's texts, made by `desk/operations`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

if TYPE_CHECKING:
    from jdgtools.desk.text_edit import Edit
    from jdgtools.desk_page.desk import Desk


class Tool(Struct, frozen=True, forbid_unknown_fields=True, tag_field="tool"):
    """Anything that a designer does."""

    is_typed: ClassVar[bool] = False
    """Whether the designer types the text of a file himself, which may be half done."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        raise NotImplementedError

    def remarks(self, desk: Desk) -> list[str]:
        """Return places of the files, as they are before the edit, that it leaves to the designer."""
        return []
