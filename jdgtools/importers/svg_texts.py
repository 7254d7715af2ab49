"""Texts of a picture that is drawn as SVG, by their places."""

from __future__ import annotations

import re
from xml.parsers import expat

from msgspec import Struct, field

MAX_TEXTS = 40
"""Most texts of one picture."""
MAX_CHARACTERS = 80
"""Characters of one text."""
MAX_NUMBERS = 12
"""Numbers of a `transform` or of a list of coordinates."""
MAX_DEPTH = 200
"""Most elements inside each other."""
_WIDTH = 0.55
"""Mean width of a character, parts of the size of its font."""
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TRANSFORM = re.compile(r"(translate|scale|matrix)\s*\(([^()]{0,200})\)")

Matrix = tuple[float, ...]


class _DrawingIsOver(Exception):
    """Nothing more is read of a drawing."""


class _OpenElement(Struct, frozen=True):
    """An element that is open: what its texts inherit."""

    tag: str
    matrix: Matrix
    is_shown: bool = True
    anchor: str = "start"
    size: float = 0.0
    """Size of its font, user units."""


class _SvgTextReader(Struct):
    """Reads the texts of one drawing."""

    texts: list[tuple[float, float, str]] = field(default_factory=list)
    """Place in the drawing, parts of its width and height, and text."""
    open: list[_OpenElement] = field(default_factory=list)
    box: list[float] = field(default_factory=list)
    x: float = 0.0
    """Where the text that is open is written from, user units."""
    y: float = 0.0
    words: list[str] = field(default_factory=list)
    style: _OpenElement | None = None
    """What holds for it."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Open an element; a `tspan` that says its place begins another text."""
        name = tag.rpartition(":")[2]
        if not self.open:
            self.box.extend(_size(attributes))
        above = (
            self.open[-1] if self.open else _OpenElement("", (1.0, 0.0, 0.0, 1.0, -self.box[0], -self.box[1]))
        )
        if len(self.open) >= MAX_DEPTH:
            raise _DrawingIsOver
        style = _declarations(attributes)
        is_hidden = style.get("display") == "none" or name in ("defs", "symbol")
        size = _first(style["font-size"]) if "font-size" in style else above.size
        element = _OpenElement(
            name, _transform(above.matrix, attributes.get("transform", "")), above.is_shown and not is_hidden,
            style.get("text-anchor", above.anchor), size,
        )  # fmt: skip
        inside = any(e.tag == "text" for e in self.open)
        self.open.append(element)
        if name == "text" and not inside:
            self._place(_first(attributes.get("x", "0")), _first(attributes.get("y", "0")), element)
        elif name == "tspan" and inside and not attributes.keys().isdisjoint(("x", "y", "dy")):
            x = _first(attributes["x"]) if "x" in attributes else self.x
            y = _first(attributes["y"]) if "y" in attributes else self.y
            down = attributes.get("dy", "")
            y += _first(down) * (size if "em" in down else 1)
            if not self._goes_on(x, y):
                self._place(x, y, element)

    def characters(self, text: str) -> None:
        """Add to the text that is open, where it is shown."""
        if self.open and self.open[-1].is_shown and any(e.tag == "text" for e in self.open):
            self.words.append(text[:MAX_CHARACTERS])

    def end(self, _: str) -> None:
        """Close an element."""
        if self.open.pop().tag == "text":
            self._flush()

    def _goes_on(self, x: float, y: float) -> bool:
        """Return whether a place is that of the next letter of the text that is open."""
        style, text = self.style, "".join(self.words)
        if style is None or not text.strip() or y != self.y or style.anchor != "start":
            return False
        return abs(x - self.x - len(text) * _WIDTH * style.size) < style.size / 2

    def _place(self, x: float, y: float, style: _OpenElement) -> None:
        self._flush()
        self.x, self.y, self.style = x, y, style

    def _flush(self) -> None:
        text = " ".join("".join(self.words).split())[:MAX_CHARACTERS]
        self.words.clear()
        if not text or self.style is None:
            return
        # The middle of the letter next to the anchor: `5` that ends at a column's right edge and `11` in its
        # middle are in one column.
        half = _WIDTH * self.style.size / 2
        x = self.x + {"middle": 0.0, "end": -half}.get(self.style.anchor, half)
        a, b, c, d, e, f = self.style.matrix
        across, down = a * x + c * self.y + e, b * x + d * self.y + f
        self.texts.append((across / self.box[2], down / self.box[3], text))
        if len(self.texts) >= MAX_TEXTS:
            raise _DrawingIsOver


def svg_texts(data: bytes) -> dict[str, str]:
    """Return `svg:COLUMN,ROW` -> text of an SVG, in eighths of its size; {} where nothing can be read.

    Places follow `translate`, `scale`, `matrix` and the side that a text is written from; hidden texts and
    definitions do not count.
    """
    reader = _SvgTextReader()

    def entity(*_: object) -> None:
        raise _DrawingIsOver

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler, parser.EntityDeclHandler = reader.characters, entity
    try:
        parser.Parse(data, True)
    except (_DrawingIsOver, expat.ExpatError, ValueError, OverflowError):
        if not reader.box:
            return {}
    text_by_id: dict[str, str] = {}
    for x, y, text in reader.texts:
        if -1 < x < 2 and -1 < y < 2:
            text_by_id.setdefault(f"svg:{int(x * 8)},{int(y * 8)}", text)
    return text_by_id


def _declarations(attributes: dict[str, str]) -> dict[str, str]:
    """Return what attributes and the style of an element say; the style goes before."""
    values = dict(attributes)
    for part in attributes.get("style", "")[:2000].split(";"):
        key, _, value = part.partition(":")
        if value:
            values[key.strip()] = value.strip()
    return values


def _size(attributes: dict[str, str]) -> list[float]:
    """Return left, top, width and height of a drawing in its own units."""
    box = [float(n) for n in _NUMBER.findall(attributes.get("viewBox", "")[:200])]
    if len(box) != 4:
        box = [0.0, 0.0, _first(attributes.get("width", "")), _first(attributes.get("height", ""))]
    if not (0 < box[2] < 1e6 and 0 < box[3] < 1e6):
        raise _DrawingIsOver
    return box


def _first(text: str) -> float:
    match = _NUMBER.search(text[:200])
    return float(match[0]) if match else 0.0


def _transform(matrix: tuple[float, ...], text: str) -> tuple[float, ...]:
    for kind, inner in _TRANSFORM.findall(text[:1000]):
        n = [float(v) for v in _NUMBER.findall(inner)[:MAX_NUMBERS]]
        if kind == "matrix" and len(n) == 6:
            p = n
        elif kind == "translate" and n:
            p = [1.0, 0.0, 0.0, 1.0, n[0], n[1] if len(n) > 1 else 0.0]
        elif kind == "scale" and n:
            p = [n[0], 0.0, 0.0, n[1] if len(n) > 1 else n[0], 0.0, 0.0]
        else:
            continue
        a, b, c, d, e, f = matrix
        matrix = (a * p[0] + c * p[1], b * p[0] + d * p[1], a * p[2] + c * p[3], b * p[2] + d * p[3],
                  a * p[4] + c * p[5] + e, b * p[4] + d * p[5] + f)  # fmt: skip
    return matrix
