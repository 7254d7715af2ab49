"""How much of each hex the areas, lines and points of each layer take up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely

from jdgtools.gis.frame import Frame
from jdgtools.gis.runs import Runs
from jdgtools.gis.settings import Layer
from jdgtools.gis.shapes import Shape

_MANY = 256
"""Areas with more corners are cut into pieces first: a cut costs as many steps as the area has corners."""
DIGITS = 4
"""Shares are compared to a hundredth of a percent: finer differences are errors of rounding."""


@dataclass(slots=True)
class Measures:
    """What lies in one hex."""

    shares: dict[int, float] = field(default_factory=dict)
    """Layer -> share of the hex that its areas cover."""
    seen: dict[int, float] = field(default_factory=dict)
    """Layer without a threshold of its own -> share that no layer above it covers."""
    counts: dict[int, int] = field(default_factory=dict)
    """Layer -> number of features whose middle lies in the hex."""
    lengths: dict[int, float] = field(default_factory=dict)
    """Layer -> length of its lines in the hex, hex widths."""


def measure(
    layers: Sequence[Layer], shapes: Mapping[int, Sequence[Shape]], frame: Frame, runs: Runs
) -> dict[int, Measures]:
    """The measures of all hexes that a terrain layer touches.

    Args:
        layers: terrain layers.
        shapes: layer number -> its shapes.
        frame: the sheet.
        runs: finds the hexes along lines.
    """
    found: dict[int, Measures] = defaultdict(Measures)
    pieces: dict[int, dict[int, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for layer in layers:
        own = shapes.get(layer.number, ())
        if not layer.claims or layer.share is not None or layer.area is not None:
            for hex_index, piece in cut(frame, [a for s in own for a in s.areas]):
                pieces[hex_index][layer.number].append(piece)
        if layer.count is not None or any(s.points for s in own):
            hexes = frame.hexes_at(_middles(own, layer.count is not None))
            for at, count in zip(*np.unique(hexes[hexes >= 0], return_counts=True), strict=True):
                found[int(at)].counts[layer.number] = int(count)
        for line in (line for s in own for line in s.lines):
            for run in runs.along(line):
                lengths = found[run.hex].lengths
                lengths[layer.number] = lengths.get(layer.number, 0.0) + run.length / frame.size
    table = {layer.number: layer for layer in layers}
    for hex_index, by_layer in pieces.items():
        _shares(found[hex_index], by_layer, table, frame.hex_area)
    return dict(found)


def cut(frame: Frame, areas: Sequence[Any]) -> list[tuple[int, Any]]:
    """(hex, part of an area within it) for all areas; a hex wholly covered gives its own polygon."""
    found: list[tuple[int, Any]] = []
    small = [p for area in areas for p in _pieces(area)]
    if not small:
        return found
    array = np.array(small, dtype=object)
    shapely.prepare(array)
    hexes = frame.hexes
    which, where = frame.tree.query(array, predicate="intersects")
    inside = shapely.covers(array[which], hexes[where])
    parts = hexes[where].copy()
    edge = ~inside
    parts[edge] = shapely.intersection(array[which[edge]], hexes[where[edge]])
    sizes = shapely.area(parts)
    order = np.lexsort((which, where))
    found.extend((int(where[n]), parts[n]) for n in order if sizes[n] > 1e-9)
    return found


def _pieces(area: Any) -> list[Any]:
    """The area, in pieces of few corners."""
    if shapely.get_num_coordinates(area) <= _MANY:
        return [area]
    x0, y0, x1, y1 = area.bounds
    if x1 - x0 >= y1 - y0:
        middle = (x0 + x1) / 2
        boxes = (shapely.box(x0, y0, middle, y1), shapely.box(middle, y0, x1, y1))
    else:
        middle = (y0 + y1) / 2
        boxes = (shapely.box(x0, y0, x1, middle), shapely.box(x0, middle, x1, y1))
    found = []
    for box in boxes:
        for part in shapely.get_parts(shapely.intersection(area, box)):
            if part.geom_type == "Polygon":
                halved = shapely.get_num_coordinates(part) < shapely.get_num_coordinates(area)
                found.extend(_pieces(part) if halved else [part])
    return found


def _middles(shapes: Sequence[Shape], with_areas: bool) -> np.ndarray:
    """Where each part counts, shape (n, 2): points, and a point inside each area."""
    found = [(x, y) for s in shapes for x, y, _ in s.points]
    areas = [a for s in shapes for a in s.areas] if with_areas else []
    if areas:
        inner = shapely.get_coordinates(shapely.point_on_surface(np.array(areas, dtype=object)))
        found.extend(map(tuple, inner.tolist()))
    return np.array(found).reshape(-1, 2)


def _shares(
    measures: Measures, by_layer: dict[int, list[Any]], table: Mapping[int, Layer], whole: float
) -> None:
    """Fills the shares of one hex; what lies under a layer above it is not seen."""
    joined = {n: parts[0] if len(parts) == 1 else shapely.union_all(parts) for n, parts in by_layer.items()}
    for number, area in joined.items():
        measures.shares[number] = share_of(area, whole)
    plain = [n for n in joined if not table[n].claims]
    # Later layers are painted over earlier ones, except that a higher priority lies above.
    plain.sort(key=lambda n: (table[n].priority, n), reverse=True)
    above = None
    for number in plain:
        area = joined[number]
        seen = area if above is None else shapely.difference(area, above)
        measures.seen[number] = share_of(seen, whole)
        if number != plain[-1]:
            above = area if above is None else shapely.union(above, area)


def share_of(area: Any, whole: float) -> float:
    """The share of a hex, rounded to `DIGITS`."""
    return round(min(1.0, float(shapely.area(area)) / whole), DIGITS)
