"""Measures how much of each hex the areas, lines and points of each layer take up.

Shapes on the sheet and the grid go in; out come shares of the area, lengths and counts by hex and layer
(`Measures`). `terrain` decides by them which terrain a hex has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from msgspec import Struct, field

from jdgtools.gis.frame import SurveyFrame
from jdgtools.gis.runs import Runs
from jdgtools.gis.settings import SurveyLayer
from jdgtools.gis.shapes import FeatureShape

_MANY = 256
"""Areas with more corners are cut into pieces first: a cut costs as many steps as the area has corners."""
_AT_ONCE = 5_000
"""Areas that are made ready for questions at a time."""
_FULL = 1 - 1e-9
"""Share from which a hex counts as covered."""
DIGITS = 4
"""Shares are compared to a hundredth of a percent: finer differences are errors of rounding."""


class Measures(Struct):
    """What lies in one hex."""

    shares: dict[int, float] = field(default_factory=dict)
    """Layer -> share of the hex that its areas cover."""
    visible: dict[int, float] = field(default_factory=dict)
    """Layer without a threshold of its own -> share that no layer above it covers."""
    counts: dict[int, int] = field(default_factory=dict)
    """Layer -> number of features whose middle lies in the hex."""
    lengths: dict[int, float] = field(default_factory=dict)
    """Layer -> length of its lines in the hex, hex widths."""


def measure(
    layers: Sequence[SurveyLayer],
    shapes: Mapping[int, Sequence[FeatureShape]],
    frame: SurveyFrame,
    runs: Runs,
) -> dict[int, Measures]:
    """Return the measures of all hexes that a terrain layer touches.

    Args:
        layers: terrain layers.
        shapes: layer number -> its shapes.
        frame: the sheet.
        runs: finds the hexes along lines.
    """
    measures: dict[int, Measures] = defaultdict(Measures)
    plain: list[tuple[SurveyLayer, Cuts]] = []
    for layer in layers:
        members = shapes.get(layer.number, ())
        if not layer.claims:
            plain.append((layer, cut(frame, [a for s in members for a in s.areas])))
        elif layer.share is not None or layer.area is not None:
            cuts = cut(frame, [a for s in members for a in s.areas])
            for hex_index, area in zip(
                cuts.hexes.tolist(), shapely.area(cuts.joined_areas()).tolist(), strict=True
            ):
                measures[hex_index].shares[layer.number] = share_of(area, frame.hex_area)
        if layer.count is not None or any(s.points for s in members):
            hexes = frame.hexes_at(_middles(members, layer.count is not None))
            for at, count in zip(*np.unique(hexes[hexes >= 0], return_counts=True), strict=True):
                measures[int(at)].counts[layer.number] = int(count)
        for line in (line for s in members for line in s.lines):
            for run in runs.along(line):
                lengths = measures[run.hex].lengths
                lengths[layer.number] = lengths.get(layer.number, 0.0) + run.length / frame.size
    # Later layers are painted over earlier ones, except that a higher priority lies above.
    plain.sort(key=lambda entry: (entry[0].priority, entry[0].number), reverse=True)
    _see(measures, plain, frame)
    return dict(measures)


def _see(
    measures: dict[int, Measures], plain: Sequence[tuple[SurveyLayer, Cuts]], frame: SurveyFrame
) -> None:
    """Fill in what is visible of the layers, given from the top: what each adds to those above it."""
    above = np.full(len(frame.hexes), None, dtype=object)
    cover_area = np.zeros(len(frame.hexes))
    for layer, cuts in plain:
        is_hidden = cover_area[cuts.hexes] >= frame.hex_area * _FULL
        joined_area = cuts.joined_areas(above, ~is_hidden)
        areas = np.where(is_hidden, cover_area[cuts.hexes], shapely.area(joined_area))
        more = areas - cover_area[cuts.hexes]
        for hex_index, share in zip(cuts.hexes.tolist(), more.tolist(), strict=True):
            measures[hex_index].visible[layer.number] = share_of(share, frame.hex_area)
        above[cuts.hexes], cover_area[cuts.hexes] = joined_area, areas


class Cuts(Struct, frozen=True):
    """The parts of areas in each hex; a hex wholly covered gives its own polygon."""

    hexes: np.ndarray
    """Hex indices, each once, in order."""
    counts: np.ndarray
    """Number of parts in each."""
    parts: np.ndarray
    """All parts, by hex."""

    def joined_areas(
        self, above: np.ndarray | None = None, selection: np.ndarray | None = None
    ) -> np.ndarray:
        """Return the parts of each hex as one area.

        Args:
            above: hex index -> what belongs to it as well, or None.
            selection: for each of `hexes` whether to join; the others give what they have `above`, or None.
        """
        more = np.full(len(self.hexes), None, dtype=object) if above is None else above[self.hexes]
        areas = more.copy()
        todo = np.ones(len(self.hexes), dtype=bool) if selection is None else selection
        starts = np.cumsum(self.counts) - self.counts
        for count in np.unique(self.counts[todo]).tolist():
            rows = np.nonzero(todo & (self.counts == count))[0]
            table = np.empty((len(rows), count + 1), dtype=object)
            table[:, 0] = more[rows]
            for n in range(count):
                table[:, n + 1] = self.parts[starts[rows] + n]
            alone = (table[:, 0] == None) & (count == 1)  # noqa: E711 (an array)
            areas[rows[alone]] = table[alone, 1]
            areas[rows[~alone]] = shapely.union_all(table[~alone], axis=1)
        return areas


def cut(frame: SurveyFrame, areas: Sequence[Any]) -> Cuts:
    """Return the parts of the areas within each hex; where one covers the hex, nothing else counts."""
    small = [p for area in areas for p in _pieces(area)]
    if not small:
        none = np.empty(0, dtype=int)
        return Cuts(none, none, np.empty(0, dtype=object))
    array = np.array(small, dtype=object)
    hexes = frame.hexes
    which, where, inside = _meetings(frame, array)
    # What else lies in a hex that one area covers changes nothing.
    full = np.zeros(len(hexes), dtype=bool)
    full[where[inside]] = True
    first = np.zeros(len(which), dtype=bool)
    first[np.nonzero(inside)[0][np.unique(where[inside], return_index=True)[1]]] = True
    keep = first | ~full[where]
    which, where, edge = which[keep], where[keep], ~inside[keep]
    parts = hexes[where].copy()
    parts[edge] = shapely.intersection(array[which[edge]], hexes[where[edge]])
    order = np.lexsort((which, where))
    order = order[shapely.area(parts[order]) > 1e-9]
    return Cuts(*np.unique(where[order], return_counts=True), parts[order])


def _meetings(frame: SurveyFrame, array: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return which area meets which hex, and whether it covers it.

    What makes that quick is as large as the areas themselves, so it is kept for some of them at a time.
    """
    meetings = []
    for start in range(0, len(array), _AT_ONCE):
        some = array[start : start + _AT_ONCE]
        shapely.prepare(some)
        which, where = frame.tree.query(some, predicate="intersects")
        meetings.append((which + start, where, shapely.covers(some[which], frame.hexes[where])))
        shapely.destroy_prepared(some)
    which, where, inside = (np.concatenate(column) for column in zip(*meetings, strict=True))
    return which, where, inside


def _pieces(area: Any) -> list[Any]:
    """Return the area, in pieces of few corners."""
    if shapely.get_num_coordinates(area) <= _MANY:
        return [area]
    x0, y0, x1, y1 = area.bounds
    if x1 - x0 >= y1 - y0:
        middle = (x0 + x1) / 2
        boxes = (shapely.box(x0, y0, middle, y1), shapely.box(middle, y0, x1, y1))
    else:
        middle = (y0 + y1) / 2
        boxes = (shapely.box(x0, y0, x1, middle), shapely.box(x0, middle, x1, y1))
    pieces = []
    for box in boxes:
        for part in shapely.get_parts(shapely.intersection(area, box)):
            if part.geom_type == "Polygon":
                halves = shapely.get_num_coordinates(part) < shapely.get_num_coordinates(area)
                pieces.extend(_pieces(part) if halves else [part])
    return pieces


def _middles(shapes: Sequence[FeatureShape], with_areas: bool) -> np.ndarray:
    """Return where each part counts, shape (n, 2): points, and a point inside each area."""
    points = [(x, y) for s in shapes for x, y, _ in s.points]
    areas = [a for s in shapes for a in s.areas] if with_areas else []
    if areas:
        inner = shapely.get_coordinates(shapely.point_on_surface(np.array(areas, dtype=object)))
        points.extend(map(tuple, inner.tolist()))
    return np.array(points).reshape(-1, 2)


def share_of(area: float, whole: float) -> float:
    """Return the share of a hex that an area takes, rounded to `DIGITS`."""
    return round(min(1.0, max(0.0, area) / whole), DIGITS)
