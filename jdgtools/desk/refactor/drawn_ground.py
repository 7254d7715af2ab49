"""Ground that comes from lines and pictures, carried over to another grid.

Points of drawn lines turn with the map, to the hundredth of a hex. The features of GIS files and the pixels
of pictures stay where they are: the hexes that anchor them move.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.desk.documents import Document
from jdgtools.desk.hex_words import OFFSET, HexWord, hex_words
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.refactor.grid_change import GridChange
from jdgtools.desk.structured_text import replace_scalar, set_key
from jdgtools.desk.text_edit import TextEdit
from jdgtools.hexgrid.layout import Layout, Point
from jdgtools.model.definition import SeriesDef
from jdgtools.source.node import Node
from jdgtools.source.span import Span

MAX_OFFSET = 999
"""Hundredths of a hex's width by which a point may lie beside the middle of its hex."""
_HANDS = {"left": "right", "right": "left"}


def refuse_fixed_ground(root: Node, change: GridChange) -> None:
    """Refuse a change that surveyed data or a picture under the map cannot follow.

    Raises:
        EditRefused: the map is mirrored, or nothing ties the data to a hex.
    """
    art = root.get("art")
    if change.is_mirrored and art is not None and art.get("base") is not None:
        raise EditRefused("a picture lies under the map (`art: base`), and a picture is not mirrored")
    geometry = root.get("geometry")
    if geometry is None or not any(node.get("file") is not None for node in _with_files(geometry)):
        return
    if change.is_mirrored:
        raise EditRefused("the ground comes from geometry in a file, and what was surveyed is not mirrored")
    anchor = geometry.get("anchor")
    if anchor is None or anchor.get("hex") is None:
        raise EditRefused(
            "the ground comes from geometry in a file that is tied to the corner of the map; tie it to a hex "
            "(`anchor: {at: …, hex: …}`), which the change can follow"
        )


def line_edits(document: Document, span: Span, change: GridChange) -> Iterator[TextEdit]:
    """Yield the replacements in the points of a drawn line; a point whose hex is cut off is named by another.

    Raises:
        EditRefused: a point lies so far beyond the new map that no hex of it can name it.
    """
    start, _ = document.range(span)
    text = document.written_at(span)
    words = hex_words(text, change.old, with_offsets=True)
    for word, following in zip(words, [*words[1:], None], strict=True):
        if word.kind != "hex":
            continue
        side = following if following is not None and following.kind == "direction" else None
        offset = OFFSET.match(text, word.end)
        index = change.hexes[word.hex]
        if index is None:
            end = side.end if side is not None else offset.end() if offset else word.end
            shift = _pair(offset.group()) if offset else (0, 0)
            new = _beyond(document, start, word, side, shift, change)
            yield TextEdit(document.path, start + word.start, start + end, new)
            continue
        yield TextEdit(document.path, start + word.start, start + word.end, change.new.id(index))
        if offset:
            x, y = change.vector(*_pair(offset.group()))
            yield TextEdit(document.path, start + word.end, start + offset.end(), f"{x:+d}{y:+d}")


def hand_edits(document: Document, change: GridChange, series: SeriesDef | None) -> Iterator[TextEdit]:
    """Yield what changes left and right of lines on a mirrored map: banks and the inner sides of hexsides."""
    assert document.node is not None
    geometry = document.node.get("geometry")
    if geometry is None or not change.is_mirrored:
        return
    directed_kinds = {t.id for t in series.terrains if t.directed} if series is not None else set()
    layers, overrides = geometry.get("layers"), geometry.get("overrides")
    for layer in layers.elements() if layers is not None else ():
        inside, kind = layer.get("inside"), layer.get("hexside")
        if inside is not None and inside.text in _HANDS:
            yield replace_scalar(document, inside, _HANDS[inside.text])
        elif inside is None and kind is not None and kind.text in directed_kinds:
            yield set_key(document, layer, "inside", "right")
    banks = overrides.get("banks") if overrides is not None else None
    for _, bank in banks.items() if banks is not None else ():
        if bank.text in _HANDS:
            yield replace_scalar(document, bank, _HANDS[bank.text])


def rotation_edits(document: Document, change: GridChange) -> Iterator[TextEdit]:
    """Yield the new direction of the north of surveyed data, where it is not that of the compass rose."""
    assert document.node is not None
    geometry = document.node.get("geometry")
    rotation = geometry.get("rotation") if geometry is not None else None
    angle = rotation.as_float() if rotation is not None else None
    if geometry is not None and angle is not None and change.degrees:
        north = change.north(angle)
        yield set_key(document, geometry, "rotation", int(north) if north.is_integer() else north)


def _with_files(geometry: Node) -> Iterator[Node]:
    """Yield the nodes of a geometry that may name a file."""
    yield geometry
    layers, heights = geometry.get("layers"), geometry.get("heights")
    if layers is not None:
        yield from layers.elements()
    if heights is not None:
        yield heights


def _beyond(
    document: Document,
    start: int,
    word: HexWord,
    side: HexWord | None,
    shift: tuple[int, int],
    change: GridChange,
) -> str:
    """Return a point whose hex is cut off, as a distance from the nearest hex that stays."""
    layout = Layout(change.old, 1.0)
    if side is not None:
        (ax, ay), (bx, by) = (layout.corner(word.hex, side.value - 1), layout.corner(word.hex, side.value))
        x, y = (ax + bx) / 2, (ay + by) / 2
    else:
        x, y = layout.centre(word.hex)
        x, y = x + shift[0] / 100, y + shift[1] / 100

    def distance(i: int) -> tuple[float, int]:
        cx, cy = layout.centre(i)
        return ((cx - x) ** 2 + (cy - y) ** 2, i)

    nearest = min((i for i in change.old.hexes if change.hexes[i] is not None), key=distance)
    dx, dy = _hundredths(layout.centre(nearest), (x, y))
    index = change.hexes[nearest]
    if index is None or max(abs(dx), abs(dy)) > MAX_OFFSET:
        line = document.lines.line_and_column(start)[0]
        raise EditRefused(
            f"a line in {document.path}, line {line}, goes too far beyond the map that is left; cut it first"
        )
    return f"{change.new.id(index)}{dx:+d}{dy:+d}"


def _hundredths(origin: Point, point: Point) -> tuple[int, int]:
    return round((point[0] - origin[0]) * 100), round((point[1] - origin[1]) * 100)


def _pair(offset: str) -> tuple[int, int]:
    """Return the two numbers of `-30+20`."""
    at = max(offset.rfind("+"), offset.rfind("-"))
    return int(offset[:at]), int(offset[at:])
