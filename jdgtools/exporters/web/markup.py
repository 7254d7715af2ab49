"""HTML from the words of the booklet: whatever a battle says is text, never markup."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from itertools import groupby

from msgspec import Struct

from jdgtools.exporters.booklet.flowables import Block, Content, PlainParagraph, PlainTable, content_of
from jdgtools.exporters.booklet.inlines import (
    TICK_BOX,
    TICKED_BOX,
    WRITE_BOX,
    Blank,
    Break,
    InlinePicture,
    Inlines,
    LineFill,
    Run,
)

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]|[\ud800-\udfff]")
"""Signs that HTML cannot hold."""
_TAGS = {"text": "p", "heading": "h3", "subheading": "h4", "item": "li", "side": "h3", "command": "h4"}
_SIGNS = {TICK_BOX[0]: "☐", TICKED_BOX[0]: "☒", WRITE_BOX[0]: "<u class=write></u>"}


class Sprite(Struct, frozen=True):
    """Where a face lies on the sheet of counters, in pixels."""

    x: int
    y: int
    width: int
    height: int


class SpriteSheet(Struct):
    """The sheet of counters of one language."""

    file: str
    width: int = 0
    height: int = 0
    sprites: dict[str, Sprite] = {}
    """By the id of the face."""

    def picture(self, face: str, x: float, y: float, height: float, title: str = "") -> str:
        """Return a face as a part of an SVG drawing, `height` high with its upper left corner at (x, y)."""
        sprite = self.sprites[face]
        width = height * sprite.width / sprite.height
        title_element = f"<title>{text(title)}</title>" if title else ""
        box = f"{sprite.x} {sprite.y} {sprite.width} {sprite.height}"
        size = f'width="{width:.1f}" height="{height:.1f}"'
        return (
            f'<svg class=counter x="{x:.1f}" y="{y:.1f}" {size} viewBox="{box}">'
            f'{title_element}<image href="{self.file}" width="{self.width}" height="{self.height}"/></svg>'
        )

    def small(self, face: str) -> str:
        """Return a face among words."""
        sprite = self.sprites.get(face)
        if sprite is None:
            return ""
        kind = "face wide" if sprite.width > sprite.height else "face"
        box = f"{sprite.x} {sprite.y} {sprite.width} {sprite.height}"
        return (
            f'<svg class="{kind}" viewBox="{box}" aria-hidden=true>'
            f'<image href="{self.file}" width="{self.width}" height="{self.height}"/></svg>'
        )


def text(plain: str) -> str:
    """Return words as HTML, in elements and in attributes."""
    return escape(_CONTROLS.sub("\ufffd", plain), quote=True)


def markup(inlines: Inlines, sheet: SpriteSheet) -> str:
    """Return formatted words as HTML."""
    out = []
    for inline in inlines:
        if isinstance(inline, Run):
            words = text(inline.text)
            if inline.weight in ("bold", "semibold"):
                words = f"<b>{words}</b>"
            if inline.italic:
                words = f"<i>{words}</i>"
            if inline.is_raised:
                words = f"<sup>{words}</sup>"
            elif inline.size is not None:
                words = f"<small>{words}</small>"
            out.append(words)
        elif isinstance(inline, InlinePicture):
            sign = _SIGNS.get(inline, "")
            out.append(sheet.small(inline.face) if inline.face else sign or _plate(inline.words))
        elif isinstance(inline, Break):
            out.append("<br>")
        elif isinstance(inline, LineFill | Blank):
            out.append(" ")
    return "".join(out)


def _plate(words: str) -> str:
    if len(words) < 2:
        return text(words)
    return f"<span class=plate>{text(words)}</span>"


def blocks(parts: Iterable[Block], sheet: SpriteSheet) -> str:
    """Return blocks of the booklet as HTML; drawings that say nothing are left out."""
    content = [each for part in parts for element in part.elements for each in content_of(element)]
    out = []
    for role, group in groupby(
        content, key=lambda each: each.role if isinstance(each, PlainParagraph) else ""
    ):
        entries = "".join(_entry(each, sheet) for each in group)
        out.append(f"<ul>{entries}</ul>" if role == "item" else entries)
    return "\n".join(out)


def _entry(content: Content, sheet: SpriteSheet) -> str:
    if isinstance(content, PlainTable):
        return _table(content, sheet)
    if content.role == "remark":
        return f"<p class=remark>{markup(content.inlines, sheet)}</p>\n"
    tag = _TAGS[content.role]
    return f"<{tag}>{markup(content.inlines, sheet)}</{tag}>\n"


def _table(grid: PlainTable, sheet: SpriteSheet) -> str:
    head = "".join(f"<th scope=col>{markup(cell, sheet)}</th>" for cell in grid.head)
    rows = "".join(
        "<tr>" + "".join(f"<td>{markup(cell, sheet)}</td>" for cell in row) + "</tr>\n" for row in grid.rows
    )
    top = f"<thead><tr>{head}</tr></thead>" if head else ""
    return f"<div class=scroll><table>{top}<tbody>\n{rows}</tbody></table></div>\n"
