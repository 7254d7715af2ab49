"""A large drawing over several sheets of paper: where it is cut, and what every sheet says.

`exporters/tiles.py` prints the map with it: `plan_tiles` gives the windows, `tile_marks` marks and words,
`assembly` the diagram of how the sheets join.
"""

from __future__ import annotations

from math import ceil
from typing import Literal

from msgspec import Struct

from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Circle, DrawingLayer, Item, Polyline, Rect, Scene, Stroke, TextItem
from jdgtools.render.sheets.spec import PAGE_SIZES
from jdgtools.render.text import text_width, typographic, wrap

_INK = "#000000"
_QUIET = "#555555"
BAND = 6.0
"""Strip above and below the picture for labels and crop marks, mm."""
SIDE = 4.0
"""Strip beside the picture for crop marks, mm."""
_LINE = Stroke(_INK, 0.1)


class Tile(Struct, frozen=True):
    """One sheet."""

    label: str
    """Row as a letter, column as a number: A1, A2, B1."""
    x: float
    """Left edge of its part of the drawing, mm."""
    y: float
    width: float
    height: float


class Tiling(Struct, frozen=True):
    """How a drawing is spread over sheets of one paper."""

    width: float
    """Of the paper, mm."""
    height: float
    left: float
    """Where the parts of the drawing lie on the paper."""
    top: float
    overlap: float
    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    """Row by row."""
    bleed: float = 0.0
    """How far the drawing goes on around every part, mm."""


def plan_tiles(
    drawing: tuple[float, float],
    paper: str,
    *,
    overlap: float = 8.0,
    edge: tuple[float, float] = (4.0, 4.0),
    orientation: Literal["upright", "across", "best"] = "best",
    bleed: float = 0.0,
) -> Tiling:
    """Return the fewest sheets that show a drawing; all parts have the same size.

    Args:
        drawing: its width and height, mm.
        paper: key of ``PAGE_SIZES``.
        overlap: how far neighbours show the same, mm.
        edge: what the printer leaves white along upright and level edges, mm.
        orientation: how the paper lies; "best" takes what needs fewer sheets, upright in doubt.
        bleed: how far the drawing goes on around every part, mm; overlaps are counted without it.

    Raises:
        ValueError: the overlap leaves nothing of the paper.
    """
    short, long = PAGE_SIZES[paper]
    papers = {"upright": (short, long), "across": (long, short)}
    positions = ("upright", "across") if orientation == "best" else (orientation,)
    tilings = [_tiling(drawing, papers[name], overlap, edge, bleed) for name in positions]
    return min(tilings, key=lambda tiling: len(tiling.tiles))


def _tiling(
    drawing: tuple[float, float],
    paper: tuple[float, float],
    overlap: float,
    edge: tuple[float, float],
    bleed: float,
) -> Tiling:
    left, top = edge[0] + SIDE + bleed, edge[1] + BAND + bleed
    room = (paper[0] - 2 * left, paper[1] - 2 * top)
    if min(room) <= overlap:
        raise ValueError(f"an overlap of {overlap:g} mm leaves nothing of the paper")
    counts = [1 if size <= space else ceil((size - overlap) / (space - overlap) - 1e-9)
              for size, space in zip(drawing, room, strict=True)]  # fmt: skip
    # What is left over is shared out, so that no sheet shows a mere strip.
    sizes = [(size + (n - 1) * overlap) / n for size, n in zip(drawing, counts, strict=True)]
    tiles = tuple(
        Tile(
            f"{_letter(row)}{column + 1}",
            column * (sizes[0] - overlap),
            row * (sizes[1] - overlap),
            sizes[0],
            sizes[1],
        )
        for row in range(counts[1])
        for column in range(counts[0])
    )
    x, y = (paper[0] - sizes[0]) / 2, (paper[1] - sizes[1]) / 2
    return Tiling(*paper, x, y, overlap, counts[0], counts[1], tiles, bleed)


def _letter(row: int) -> str:
    return _letter(row // 26 - 1) + chr(65 + row % 26) if row > 25 else chr(65 + row)


def tile_marks(tiling: Tiling, tile: Tile, edge: tuple[float, float], title: str, hint: str) -> Scene:
    """Return what a sheet shows around its part of the drawing.

    It is cut on the left and above, in the middle of the overlap, and laid on its neighbours there. Crosses
    stand on the line of the cut: the half that stays meets the other half on the neighbour.

    Args:
        tiling: all sheets.
        tile: this one.
        edge: what the printer leaves white.
        title: of the drawing.
        hint: what to do with the dashed lines, in the reader's language.
    """
    row, column = divmod(tiling.tiles.index(tile), tiling.columns)
    x0, y0 = tiling.left, tiling.top
    x1, y1 = x0 + tile.width, y0 + tile.height
    o, out = tiling.overlap, tiling.bleed + 1
    path = PathBuilder()
    items: list[Item] = []
    # The edge of the drawing, or the line along which this sheet is cut to lie on its neighbour.
    cut_left = x0 + (o / 2 if column else 0.0)
    cut_top = y0 + (o / 2 if row else 0.0)
    for x in dict.fromkeys((x0, cut_left, x1)):
        path.polyline(((x, y0 - out), (x, y0 - out - 3))).polyline(((x, y1 + out), (x, y1 + out + 3)))
    for y in dict.fromkeys((y0, cut_top, y1)):
        path.polyline(((x0 - out, y), (x0 - out - 3, y))).polyline(((x1 + out, y), (x1 + out + 3, y)))
    for x, here in ((x0 + o / 2, column > 0), (x1 - o / 2, column < tiling.columns - 1)):
        if here and o >= 3:
            for share in (0.25, 0.75):
                items += _cross(x, y0 + share * tile.height)
    for y, here in ((y0 + o / 2, row > 0), (y1 - o / 2, row < tiling.rows - 1)):
        if here and o >= 3:
            for share in (0.25, 0.75):
                items += _cross(x0 + share * tile.width, y)
    dashes = Stroke("#d02090", 0.15, dash=(2.0, 2.0))
    if column:
        items.append(Polyline(((cut_left, y0), (cut_left, y1)), dashes))
    if row:
        items.append(Polyline(((x0, cut_top), (x1, cut_top)), dashes))
    items.append(path.build(stroke=_LINE))
    low = tiling.height - edge[1] - 1.4
    left, right = x0 + 2, x1 - 2
    name = f"{typographic(title)} · {tile.label}"
    size = min(3.0, 3.0 * 0.6 * (right - left) / text_width(name, "sans-bold", 3.0))
    lettering: list[Item] = [TextItem(left, low, name, size, "sans-bold", fill=_INK)]
    if (row or column) and hint:
        small = min(2.3, 2.3 * 0.36 * (right - left) / text_width(hint, "sans", 2.3))
        lettering.append(TextItem(right, low, hint, small, "sans", "end", fill=_QUIET))
    middle = (x0 + x1) / 2
    if row:
        lettering.append(
            TextItem(middle, edge[1] + 2.6, f"↑ {_letter(row - 1)}{column + 1}", 2.6, "sans", "middle")
        )
    if row < tiling.rows - 1:
        lettering.append(TextItem(middle, low, f"↓ {_letter(row + 1)}{column + 1}", 2.6, "sans", "middle"))
    return Scene(
        tiling.width,
        tiling.height,
        name,
        (DrawingLayer("marks", tuple(items)), DrawingLayer("labels", tuple(lettering))),
    )


def _cross(x: float, y: float) -> list[Item]:
    r = 1.2
    path = PathBuilder().polyline(((x - r, y), (x + r, y))).polyline(((x, y - r), (x, y + r)))
    return [
        Circle(x, y, r * 0.6, stroke=Stroke("#ffffff", 0.35)),
        path.build(stroke=Stroke("#ffffff", 0.35)),
        Circle(x, y, r * 0.6, stroke=_LINE),
        path.build(stroke=_LINE),
    ]


class DiagramWords(Struct, frozen=True):
    """Texts of the assembly diagram."""

    heading: str
    steps: tuple[str, ...]
    """Paragraphs; ``{overlap}`` is the overlap in mm, ``{sheets}`` the number of sheets."""
    check: str = ""
    """What a line of ``{mm}`` mm is for."""


class Diagram(Struct, frozen=True):
    """The first page, and where the small picture of the drawing lies on it."""

    marks: Scene
    x: float
    y: float
    scale: float


_DISTANCE = 12.0
"""Between words and picture of the diagram, mm."""


def _instructions(
    tiling: Tiling, title: str, words: DiagramWords, x: float, y: float, width: float
) -> tuple[list[Item], float]:
    """Return the title and numbered steps in a width, and where they end."""
    title = typographic(title)
    size = min(7.0, 7.0 * width / text_width(title, "sans-bold", 7.0))
    small = min(4.6, 4.6 * width / text_width(words.heading, "sans-bold", 4.6))
    items: list[Item] = [
        TextItem(x, y, title, size, "sans-bold"),
        TextItem(x, y + 8.0, words.heading, small, "sans-bold", fill=_QUIET),
    ]
    y += 17.0
    for number, step in enumerate(words.steps, 1):
        text = step.format(overlap=f"{tiling.overlap:g}", sheets=len(tiling.tiles))
        items.append(TextItem(x, y, f"{number}", 3.8, "sans-bold", fill=_QUIET))
        for line in wrap(text, "sans", 3.8, width - 5.0):
            items.append(TextItem(x + 5.0, y, line, 3.8, "sans"))
            y += 5.2
        y += 1.8
    if not words.check:
        return items, y - 5.2
    length = 100.0 if width > 101.0 else 50.0
    ruler = PathBuilder().polyline(((x, y + 2.0), (x + length, y + 2.0)))
    for n in range(11):
        tick = 2.4 if n % 5 == 0 else 1.2
        at = x + n * length / 10
        ruler.polyline(((at, y + 2.0 - tick), (at, y + 2.0)))
    items.append(ruler.build(stroke=Stroke(_INK, 0.2)))
    for line in wrap(words.check.format(mm=f"{length:g}"), "sans", 3.2, width):
        items.append(TextItem(x, y + 6.4, line, 3.2, "sans", fill=_QUIET))
        y += 4.4
    return items, y + 2.0


def assembly(
    tiling: Tiling, drawing: tuple[float, float], edge: tuple[float, float], title: str, words: DiagramWords
) -> Diagram:
    """Return the page that shows how the sheets are put together, its words above or beside the picture."""
    left, right = edge[0] + 8.0, tiling.width - edge[0] - 8.0
    top, bottom = edge[1] + 10.0, tiling.height - edge[1] - 8.0
    half = 0.4 * (right - left)
    best: tuple[float, list[Item], float, float] | None = None
    for width in (right - left, half):
        items, foot = _instructions(tiling, title, words, left, top, width)
        x0, y0 = (left, foot + 4.0) if width > half else (left + half + _DISTANCE, top - 5.0)
        scale = min((right - x0) / drawing[0], (bottom - y0) / drawing[1])
        if best is None or scale > best[0]:
            best = scale, items, x0 + (right - x0 - scale * drawing[0]) / 2, y0
    assert best is not None
    scale, items, x, y = best
    colours = ("#0060c0", "#d02090")
    for index, tile in enumerate(tiling.tiles):
        row, column = divmod(index, tiling.columns)
        ink = colours[(row + column) % 2]
        tx, ty = x + scale * tile.x, y + scale * tile.y
        box = (tx, ty, scale * tile.width, scale * tile.height)
        items.append(Rect(*box, fill=ink, opacity=0.10))
        items.append(Rect(*box, stroke=Stroke(ink, 0.35)))
        cx, cy = tx + scale * tile.width / 2, ty + scale * tile.height / 2
        letter = min(9.0, 0.28 * scale * min(tile.width, tile.height))
        items.append(Circle(cx, cy, 0.95 * letter, fill="#ffffff", opacity=0.85))
        items.append(TextItem(cx, cy, tile.label, letter, "sans-bold", "middle", "middle"))
    scene = Scene(tiling.width, tiling.height, title, (DrawingLayer("diagram", tuple(items)),))
    return Diagram(scene, x, y, scale)
