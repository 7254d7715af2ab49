"""Traits with secrets and forms: mask, invisibility, table, property sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from jdgtools.vassal.codecs import ACCESS, BOOL, COLOR, FLOAT32, INT, KEY, NULLABLE, TEXT, Access
from jdgtools.vassal.encoding import Color, Key, decode, encode
from jdgtools.vassal.traits.base import Trait, field_, register, state_


@register()
class Mask(Trait):
    """Trait that hides the face of the piece from others."""

    ID: ClassVar[str] = "obs;"

    key: Key | None = field_(KEY, None)
    image: str = field_(TEXT)
    menu: str = field_(TEXT, "", "Mask")
    style: str = field_(TEXT, "B", "I")
    """`B` background, `I` inset, `P` (and a peek key) peek, `G` and an image name for own image."""
    mask_name: str = field_(TEXT, "?")
    access: Access = field_(ACCESS, Access())
    peek_menu: str = field_(TEXT, "Peek")
    description: str = field_(TEXT)
    auto_peek: bool = field_(BOOL, True, False)
    deal_key: Key | None = field_(KEY, None)
    deal_expression: str = field_(TEXT)
    owner: str | None = state_(NULLABLE, None)
    """Player id or side that masked it; None while it is open."""
    options: str = state_(TEXT)


@register()
class Invisible(Trait):
    """Trait that makes the piece unseen by others."""

    ID: ClassVar[str] = "hide;"
    STATE_DELIM: ClassVar[str] = ""

    key: Key | None = field_(KEY, Key.ctrl("I"))
    menu: str = field_(TEXT, "Invisible")
    background: Color | None = field_(COLOR, None)
    access: Access = field_(ACCESS, Access())
    opacity: float = field_(FLOAT32, 0.3)
    description: str = field_(TEXT)
    no_move_report: bool = field_(BOOL, False)
    owner: str | None = state_(NULLABLE, None)


@register()
class TableInfo(Trait):
    """A small table the players fill in; the cells are the state, row by row."""

    ID: ClassVar[str] = "table;"
    STATE_DELIM: ClassVar[str] = ""

    rows: int = field_(INT, 2)
    columns: int = field_(INT, 2)
    menu: str = field_(TEXT, "Show Data")
    key: Key | None = field_(KEY, None)
    description: str = field_(TEXT)
    cells: str = state_(TEXT)


@register()
class PropertySheet(Trait):
    """A form the players fill in; `definition` and the state join with `~`."""

    ID: ClassVar[str] = "propertysheet;"
    STATE_DELIM: ClassVar[str] = ""

    definition: str = field_(TEXT)
    menu: str = field_(TEXT)
    letter: str = field_(TEXT)
    commit: int = field_(INT, 0)
    red: str = field_(TEXT)
    green: str = field_(TEXT)
    blue: str = field_(TEXT)
    key: Key | None = field_(KEY, None)
    description: str = field_(TEXT)
    values: str = state_(TEXT)

    def pairs(self) -> list[tuple[str, str]]:
        """Return name and value of every entry, as the engine gives them to whoever asks for a property."""
        values = decode(self.values, "~")
        entries = [name for name in decode(self.definition, "~") if name]
        return [
            (name[1:], _count(name, values[n]) if n < len(values) else "") for n, name in enumerate(entries)
        ]

    def with_pairs(self, values: Mapping[str, str]) -> PropertySheet:
        """Return the sheet with other values of entries; the number of boxes of a row of ticks stays."""
        entries = [name for name in decode(self.definition, "~") if name]
        texts = decode(self.values, "~")
        texts += [""] * (len(entries) - len(texts))
        for n, name in enumerate(entries):
            if name[1:] in values:
                boxes = texts[n].partition("/")[1:] if name[0] in _TICKS else ("", "")
                texts[n] = values[name[1:]] + "".join(boxes)
        return self.with_fields(values=encode(texts, "~"))


_TICKS = "3456"
"""Kinds of entries that are rows of ticks: their value is `ticks/boxes`."""


def _count(name: str, value: str) -> str:
    return value.partition("/")[0] if name[0] in _TICKS and value.find("/") > 0 else value
