"""Texts of a piece beside its properties: text items and SVG texts of its picture, layers, labels.

`Evidence.texts` gives them under names of their own, so that rules may ask for them as for any property:

- `text:ITEM`: a text item of the picture, when the engine draws it from a layout;
- `svg:COLUMN,ROW`: a text in a picture drawn as SVG, by its place: eighths of the width and of the height;
- `layer:LAYER`: the name of the level that a layer shows;
- `label:PROPERTY`: a label that is no expression;
- `digits:ROW,NUMBER`: a number in its picture, once the designer has named the shapes (`digits`).

`meanings` reads what the windows under the mouse call the properties that they show.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.parsers import expat

from msgspec import Struct, field

from jdgtools.importers.pictures import faces
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import decode
from jdgtools.vassal.package import Module
from jdgtools.vassal.traits import BasicPiece, Label, Layer, Piece

MAX_SVG = 400_000
"""Bytes of an SVG whose texts are read."""
MAX_SVG_BYTES = 200_000_000
"""The same of all pictures together."""
MAX_TEXTS = 40
"""Most texts of one picture."""
MAX_CHARACTERS = 80
"""Characters of one text."""
MAX_NUMBERS = 12
"""Numbers of a `transform` or of a list of coordinates."""
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TRANSFORM = re.compile(r"(translate|scale|matrix)\s*\(([^()]{0,200})\)")
_SHOWN = re.compile(r"([^\W\d_][^\W\d_]*(?:[ ][^\W\d_]+){0,2})\s*[:=]?\s*\$([A-Za-z_][\w .-]{0,60})\$")
_ADDED = re.compile(r'"\s*([^\W\d_][^\W\d_]*(?:[ ][^\W\d_]+){0,2})\s*[:=]?\s*"\s*\+\s*([A-Za-z_]\w{0,60})')
_FORMATS = ("summaryReportFormat", "counterReportFormat")


class Evidence(Struct):
    """Reads the texts of the pieces of one module, each picture once."""

    module: Module
    digits: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Picture -> the numbers in it."""
    _items: dict[str, dict[str, str]] | None = None
    _drawings: dict[str, dict[str, str]] = field(default_factory=dict)
    _left: int = MAX_SVG_BYTES

    def texts(self, piece: Piece) -> dict[str, str]:
        """Return name of a text -> text, of what a piece shows."""
        values: dict[str, str] = {}
        images = [piece.basic.image] if isinstance(piece.basic, BasicPiece) else []
        for trait in piece.traits:
            if isinstance(trait, Layer) and trait.names and 0 < trait.value <= len(trait.names):
                name = trait.names[trait.value - 1]
                if name and trait.name:
                    values.setdefault(f"layer:{trait.name}", name[:MAX_CHARACTERS])
            if isinstance(trait, Layer) and trait.always_active and 0 < trait.value <= len(trait.images):
                images.append(trait.images[trait.value - 1])
            elif isinstance(trait, Label) and trait.text and "$" not in trait.text and "{" not in trait.text:
                values.setdefault(f"label:{trait.property or 'TextLabel'}", trait.text[:MAX_CHARACTERS])
        for name, text in self.digits.get(faces(piece)[0], {}).items():
            values[name] = text
        for image in images:
            for name, text in self._picture(image).items():
                values.setdefault(name, text)
        return values

    def _picture(self, image: str) -> dict[str, str]:
        if self._items is None:
            self._items = _items(self.module.root)
        if image in self._items:
            return self._items[image]
        if not image.lower().endswith(".svg"):
            return {}
        if image not in self._drawings:
            data = self.module.image(image) or b""
            self._left -= len(data)
            readable = len(data) <= MAX_SVG and self._left >= 0
            self._drawings[image] = svg_texts(data) if readable else {}
        return self._drawings[image]


def _items(root: Component) -> dict[str, dict[str, str]]:
    """Return name of a picture drawn from a layout -> its text items."""
    pictures: dict[str, dict[str, str]] = {}
    for component in root.find("GamePieceImage"):
        items = {}
        for instance in decode(component.get("props"), ",")[:MAX_TEXTS]:
            tokens = decode(instance, ";")
            if len(tokens) > 5 and tokens[0] in ("Text", "TextBox") and tokens[5].strip():
                items[f"text:{tokens[1]}"] = tokens[5].strip()[:MAX_CHARACTERS]
        if items:
            pictures[component.get("name")] = items
    return pictures


class _Stop(Exception):
    """Nothing more is read of a drawing."""


def svg_texts(data: bytes) -> dict[str, str]:
    """Return `svg:COLUMN,ROW` -> text of an SVG; {} where it is damaged or says no size.

    Places follow `translate`, `scale` and `matrix`; hidden texts and definitions do not count.
    """
    texts: list[tuple[float, float, str]] = []
    open_tags: list[tuple[str, tuple[float, ...], bool]] = []
    size: list[float] = []
    place: list[float] = [0.0, 0.0]
    words: list[str] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        _, matrix, shown = open_tags[-1] if open_tags else ("", (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), True)
        if not open_tags:
            size.extend(_size(attributes))
            matrix = (1.0, 0.0, 0.0, 1.0, -size[0], -size[1])
        matrix = _transformed(matrix, attributes.get("transform", ""))
        style = attributes.get("style", "").replace(" ", "")
        hidden = "display:none" in style or attributes.get("display") == "none" or name in ("defs", "symbol")
        open_tags.append((name, matrix, shown and not hidden))
        if len(open_tags) > 200:
            raise _Stop
        if name in ("text", "tspan"):
            inside = any(tag == "text" for tag, _, _ in open_tags[:-1])
            if not inside:
                words.clear()
            if not inside or (not words and "x" in attributes):
                x, y = _first(attributes.get("x", "0")), _first(attributes.get("y", "0"))
                a, b, c, d, e, f = matrix
                place[:] = [a * x + c * y + e, b * x + d * y + f]

    def characters(text: str) -> None:
        if open_tags and open_tags[-1][2] and any(tag == "text" for tag, _, _ in open_tags):
            words.append(text[:MAX_CHARACTERS])

    def end(tag: str) -> None:
        name, _, _ = open_tags.pop()
        if name == "text":
            text = " ".join("".join(words).split())[:MAX_CHARACTERS]
            if text:
                texts.append((place[0] / size[2], place[1] / size[3], text))
            words.clear()
            if len(texts) >= MAX_TEXTS:
                raise _Stop

    def entity(*_: object) -> None:
        raise _Stop

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = characters, entity
    try:
        parser.Parse(data, True)
    except (_Stop, expat.ExpatError, ValueError, OverflowError):
        if not size:
            return {}
    named: dict[str, str] = {}
    for x, y, text in texts:
        if -1 < x < 2 and -1 < y < 2:
            named.setdefault(f"svg:{int(x * 8)},{int(y * 8)}", text)
    return named


def _size(attributes: dict[str, str]) -> list[float]:
    """Return left, top, width and height of a drawing in its own units."""
    box = [float(n) for n in _NUMBER.findall(attributes.get("viewBox", "")[:200])]
    if len(box) != 4:
        box = [0.0, 0.0, _first(attributes.get("width", "")), _first(attributes.get("height", ""))]
    if not (0 < box[2] < 1e6 and 0 < box[3] < 1e6):
        raise _Stop
    return box


def _first(text: str) -> float:
    match = _NUMBER.search(text[:200])
    return float(match[0]) if match else 0.0


def _transformed(matrix: tuple[float, ...], text: str) -> tuple[float, ...]:
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


def meanings(root: Component) -> dict[str, str]:
    """Return property -> what the windows under the mouse call it: `Strength: $SP$` names SP `Strength`."""
    names: dict[str, str] = {}
    for viewer in root.find("CounterDetailViewer"):
        for key in _FORMATS:
            shown = viewer.get(key)[:2000]
            for word, name in [*_SHOWN.findall(shown), *_ADDED.findall(shown)]:
                names.setdefault(name, word)
    return names
