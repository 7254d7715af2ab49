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
from collections.abc import Collection, Mapping

from msgspec import Struct, field

from jdgtools.importers.pictures import faces
from jdgtools.importers.svg_texts import MAX_CHARACTERS, MAX_TEXTS, svg_texts
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import decode
from jdgtools.vassal.package import Module
from jdgtools.vassal.traits import BasicPiece, Label, Layer, Piece

MAX_SVG = 400_000
"""Bytes of an SVG whose texts are read."""
MAX_SVG_BYTES = 200_000_000
"""The same of all pictures together."""
_SHOWN = re.compile(r"([^\W\d_][^\W\d_]*(?:[ ][^\W\d_]+){0,2})\s*[:=]?\s*\$([A-Za-z_][\w .-]{0,60})\$")
_ADDED = re.compile(r'"\s*([^\W\d_][^\W\d_]*(?:[ ][^\W\d_]+){0,2})\s*[:=]?\s*"\s*\+\s*([A-Za-z_]\w{0,60})')
_FORMATS = ("summaryReportFormat", "counterReportFormat")


class Evidence(Struct):
    """Reads the texts of the pieces of one module, each picture once."""

    module: Module
    digits: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Picture -> the numbers in it."""
    steps: Collection[str] = ()
    """Layers that show the counter itself."""
    _items: dict[str, dict[str, str]] | None = None
    _drawings: dict[str, dict[str, str]] = field(default_factory=dict)
    _bytes_left: int = MAX_SVG_BYTES

    def texts(self, piece: Piece) -> dict[str, str]:
        """Return name of a text -> text, of what a piece shows."""
        values: dict[str, str] = {}
        images = [piece.basic.image] if isinstance(piece.basic, BasicPiece) else []
        for trait in piece.traits:
            if isinstance(trait, Layer) and 0 < trait.level() <= len(trait.names):
                name = trait.names[trait.level() - 1]
                if name and trait.name:
                    values.setdefault(f"layer:{trait.name}", name[:MAX_CHARACTERS])
            if isinstance(trait, Layer) and trait.always_active and 0 < trait.level() <= len(trait.images):
                images.append(trait.images[trait.level() - 1])
            elif isinstance(trait, Label) and trait.text and "$" not in trait.text and "{" not in trait.text:
                values.setdefault(f"label:{trait.property or 'TextLabel'}", trait.text[:MAX_CHARACTERS])
        front = faces(piece, self.steps)[0]
        if front and front not in images[:1]:
            values["image"] = front
        for name, text in self.digits.get(front, {}).items():
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
            self._bytes_left -= len(data)
            readable = len(data) <= MAX_SVG and self._bytes_left >= 0
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


def meanings(root: Component) -> dict[str, str]:
    """Return property -> what the windows under the mouse call it: `Strength: $SP$` names SP `Strength`."""
    names: dict[str, str] = {}
    for viewer in root.find("CounterDetailViewer"):
        for key in _FORMATS:
            contents_shown = viewer.get(key)[:2000]
            for word, name in [*_SHOWN.findall(contents_shown), *_ADDED.findall(contents_shown)]:
                names.setdefault(name, word)
    return names
