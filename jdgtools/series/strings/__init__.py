"""Texts that the series share: one way to write a name in every language."""

from __future__ import annotations

from jdgtools.model.text import Text


def say(en: str, fr: str, pl: str, hu: str = "") -> Text:
    """Return the text in English, French and Polish, and in Hungarian when the series speaks it."""
    values = (("en", en), ("fr", fr), ("pl", pl))
    return Text((*values, ("hu", hu)) if hu else values)
