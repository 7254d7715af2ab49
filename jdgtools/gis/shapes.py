"""From the geometry of GeoJSON features to areas, lines and points on the map sheet, in metres.

`sources` gives the features of a layer and the frame of the sheet. Each geometry is judged (numbers, size,
crossings), mended where that is sure (`mend`), cut to the sheet, and becomes a `FeatureShape`, of which
`terrain`, `courses` and `ways` make hexes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import shapely
from msgspec import Struct, field

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.gis.features import Feature, unusable
from jdgtools.gis.frame import SurveyFrame
from jdgtools.gis.mend import MAX_CROSSINGS, mend_area
from jdgtools.source.problem import problem

MAX_POINTS = 2_000_000
"""Most coordinates of one file."""
MAX_LINE_POINTS = 200_000
"""Most points of one line or ring: it is followed from hex to hex as a whole."""
MAX_HOLES = 5_000
"""Most holes of one area: all of them are held against each other."""
MAX_FILE_HOLES = 50_000
"""Most holes of all areas of one file."""
MAX_LOOKS = 300_000
"""How often hexes are looked at for the lines of one file: each for every stretch that may touch it."""
MAX_AREA_LOOKS = 100_000
"""Hexes that areas may meet all together, and `MAX_COVERS` times as many as the map has."""
MAX_COVERS = 50
MAX_DEPTH = 20
MAX_DISTANCE = 1e8
"""No place on earth lies further from the origin of a projected system, metres."""
_SHOWN = 8
_PARTS = {
    "Point": ("point", 0),
    "MultiPoint": ("point", 1),
    "LineString": ("line", 0),
    "MultiLineString": ("line", 1),
    "Polygon": ("area", 0),
    "MultiPolygon": ("area", 1),
}


class FeatureShape(Struct):
    """What one feature looks like on the sheet; a feature may have parts of several kinds."""

    feature: Feature
    areas: list[Any] = field(default_factory=list)
    """Shapely polygons, valid."""
    lines: list[np.ndarray] = field(default_factory=list)
    """Arrays (n, 2), at least two different points."""
    points: list[tuple[float, float, float | None]] = field(default_factory=list)
    """x, y and the third coordinate as written."""


class _Bad(Exception):
    """The geometry cannot be used; the text says why."""


class _Raw(Struct, frozen=True):
    """Parts of a feature, still in the metres of the data."""

    points: list[np.ndarray]
    lines: list[np.ndarray]
    areas: list[list[np.ndarray]]
    is_mended: bool
    """Whether a ring had to be closed."""


def read_shapes(
    features: Sequence[Feature], frame: SurveyFrame
) -> tuple[list[FeatureShape], list[Diagnostic], tuple[float, float, float, float] | None]:
    """Return the shapes of features, what was wrong with them, and the bounds of all in the data's metres.

    Features that cannot be used are absent; features without any geometry too, silently.
    """
    problems: list[Diagnostic] = []
    raws: list[tuple[Feature, _Raw]] = []
    total = holes = 0
    for feature in features:
        if not feature.geometry:
            continue
        try:
            raw = _read(feature.geometry)
        except _Bad as bad:
            problems.append(unusable(feature.number, feature.span, str(bad)))
            continue
        total += sum(map(len, [*raw.points, *raw.lines, *(ring for rings in raw.areas for ring in rings)]))
        holes += sum(len(rings) - 1 for rings in raw.areas)
        if total > MAX_POINTS or holes > MAX_FILE_HOLES:
            most = f"{MAX_POINTS:,} points" if total > MAX_POINTS else f"{MAX_FILE_HOLES:,} holes in areas"
            problems.append(unusable(feature.number, feature.span, f"the file has more than {most}"))
            break
        raws.append((feature, raw))
    arrays = [
        a for _, raw in raws for a in (*raw.points, *raw.lines, *(r for rings in raw.areas for r in rings))
    ]
    bounds = None
    if arrays:
        every = np.concatenate([a[:, :2] for a in arrays])
        (x0, y0), (x1, y1) = every.min(axis=0), every.max(axis=0)
        bounds = (float(x0), float(y0), float(x1), float(y1))
    mended_features = [feature for feature, raw in raws if raw.is_mended]
    shapes, invalid, hopeless = _on_sheet(raws, frame)
    problems += [unusable(feature.number, feature.span, why) for feature, why in hopeless]
    for is_touched, one, many in (
        (mended_features, "has an open ring, which was closed", "have open rings, which were closed"),
        (invalid, "crosses itself and was mended", "cross themselves and were mended"),
    ):
        if is_touched:
            names = ", ".join(str(f.number) for f in is_touched[:_SHOWN]) + (
                " …" if len(is_touched) > _SHOWN else ""
            )
            message = (
                f"feature {names} {one}"
                if len(is_touched) == 1
                else f"{len(is_touched)} features {many}: {names}"
            )
            hint = "look at it in your GIS: the mended area may not be the one that was meant"
            problems.append(problem("MAP064", is_touched[0].span, message, hint=hint, severity=Severity.INFO))
    return shapes, problems, bounds


def _read(geometry: Any) -> _Raw:
    """Return the parts of a geometry object, collections within collections included."""
    raw = _Raw([], [], [], False)
    is_closed = False
    for kind, coordinates in _simple(geometry, 0):
        array = _points(coordinates if kind != "point" else [coordinates], 1 if kind == "area" else 0)
        if kind == "point":
            raw.points.extend(array)
        elif kind == "line":
            line = array[0]
            if len(line) < 2:
                raise _Bad("a line needs two points")
            if (line[:, :2] != line[0, :2]).any():
                raw.lines.append(line)
        else:
            if len(array) - 1 > MAX_HOLES:
                raise _Bad(f"an area of it has {len(array) - 1:,} holes, and {MAX_HOLES:,} is the most")
            rings = []
            for n, ring in enumerate(array):
                if len(ring) and (ring[0, :2] != ring[-1, :2]).any():
                    ring, is_closed = np.vstack((ring, ring[:1])), True
                if len(ring) < 4:
                    if n == 0:
                        raise _Bad("the ring of an area needs at least three points")
                    continue
                rings.append(ring)
            if rings:
                raw.areas.append(rings)
    if not (raw.points or raw.lines or raw.areas):
        raise _Bad("its geometry is empty")
    return _Raw(raw.points, raw.lines, raw.areas, is_closed)


def _simple(geometry: Any, depth: int) -> Iterator[tuple[str, Any]]:
    """Yield (kind, coordinates) of every simple part."""
    kind = geometry.get("type") if isinstance(geometry, dict) else None
    if depth > MAX_DEPTH:
        raise _Bad("its collections are nested too deep")
    if kind == "GeometryCollection":
        members = geometry.get("geometries")
        if not isinstance(members, list):
            raise _Bad("its collection has no geometries")
        for member in members:
            yield from _simple(member, depth + 1)
        return
    if not isinstance(kind, str) or kind not in _PARTS:
        kind_shown = f"`{kind[:30]}`" if isinstance(kind, str) else "nothing"
        raise _Bad(f"its geometry is {kind_shown}, not a point, line or polygon")
    coordinates = geometry.get("coordinates")
    if not isinstance(coordinates, list):
        raise _Bad("it has no coordinates")
    name, many = _PARTS[kind]
    for part in coordinates if many else [coordinates]:
        if not isinstance(part, list):
            raise _Bad("its coordinates are not lists of numbers")
        if part:
            yield name, part


def _points(coordinates: list[Any], nesting: int) -> list[np.ndarray]:
    """Return lists of positions as arrays (n, 2 or 3)."""
    return [_array(ring) for ring in coordinates] if nesting else [_array(coordinates)]


def _array(positions: Any) -> np.ndarray:
    if not isinstance(positions, list) or not positions:
        raise _Bad("its coordinates are not lists of positions")
    try:
        array = np.array(positions)
    except ValueError:
        # Two and three coordinates mixed: the third ones are dropped.
        pairs = [p[:2] for p in positions if isinstance(p, list) and len(p) > 1]
        if len(pairs) < len(positions) or any(isinstance(x, list) for p in pairs for x in p):
            raise _Bad("its coordinates are not pairs of numbers") from None
        array = np.array(pairs)
    if array.ndim != 2 or array.shape[1] < 2 or array.dtype.kind not in "iuf":
        raise _Bad("its coordinates are not pairs of numbers")
    if len(array) > MAX_LINE_POINTS:
        raise _Bad(
            f"a line of it has {len(array):,} points, and {MAX_LINE_POINTS:,} is the most: simplify it"
        )
    array = array[:, :3].astype(float)
    farthest = np.abs(array[:, :2]).max()
    if not farthest <= MAX_DISTANCE:
        if not np.isfinite(farthest):
            raise _Bad("a coordinate is not a finite number")
        raise _Bad("a coordinate lies beyond the earth")
    return array


def _on_sheet(
    raws: list[tuple[Feature, _Raw]], frame: SurveyFrame
) -> tuple[list[FeatureShape], list[Feature], list[tuple[Feature, str]]]:
    """Return the shapes, the features whose areas were mended, and what is left out, with the reason."""
    shapes = [FeatureShape(feature) for feature, _ in raws]
    hopeless: dict[int, tuple[Feature, str]] = {}
    _put_lines(raws, frame, shapes, hopeless)
    _put_points(raws, frame, shapes)
    mended_features = _put_areas(raws, frame, shapes, hopeless)
    return _usable_shapes(shapes), mended_features, list(hopeless.values())


def _put_lines(
    raws: list[tuple[Feature, _Raw]],
    frame: SurveyFrame,
    shapes: list[FeatureShape],
    hopeless: dict[int, tuple[Feature, str]],
) -> None:
    """Put the lines of features on the sheet; those that are too much work go to `hopeless`."""
    lines = [(n, line[:, :2]) for n, (_, raw) in enumerate(raws) for line in raw.lines]
    on_sheet = frame.to_sheet(np.concatenate([line for _, line in lines])) if lines else np.empty((0, 2))
    ends = np.cumsum([len(line) for _, line in lines])
    looks = 0.0
    for (n, _), course in zip(lines, np.split(on_sheet, ends[:-1]) if lines else [], strict=True):
        distinct = _without_repeats(course)
        more = _looks(distinct, frame)
        if looks + more > MAX_LOOKS:
            why = "it goes to and fro across the map too often, or the lines before it do: simplify them"
            hopeless[raws[n][0].number] = (raws[n][0], why)
            continue
        looks += more
        if len(distinct) > 1:
            shapes[n].lines.append(distinct)


def _put_points(raws: list[tuple[Feature, _Raw]], frame: SurveyFrame, shapes: list[FeatureShape]) -> None:
    """Put the points of features on the sheet, with their heights."""
    points = [(n, point) for n, (_, raw) in enumerate(raws) for point in raw.points]
    spots = frame.to_sheet(np.concatenate([p[:, :2] for _, p in points])).tolist() if points else []
    for (n, point), (x, y) in zip(points, spots, strict=True):
        shapes[n].points.append((x, y, float(point[0, 2]) if point.shape[1] > 2 else None))


def _put_areas(
    raws: list[tuple[Feature, _Raw]],
    frame: SurveyFrame,
    shapes: list[FeatureShape],
    hopeless: dict[int, tuple[Feature, str]],
) -> list[Feature]:
    """Put the areas of features on the sheet, and return the features whose areas were mended."""
    owners = [n for n, (_, raw) in enumerate(raws) for _ in raw.areas]
    areas = [rings for _, raw in raws for rings in raw.areas]
    if not areas:
        return []
    plain = _polygons(areas, frame)
    sound = shapely.is_valid(plain)
    bounds = shapely.bounds(plain)
    looks_of = _box_looks(bounds[:, :2], bounds[:, 2:], frame)
    most = MAX_AREA_LOOKS + MAX_COVERS * len(frame.hexes)
    invalid: dict[int, Feature] = {}
    # One message for the first that is too much, since all others follow from it.
    count = int(np.searchsorted(np.cumsum(looks_of), most, side="right"))
    if count < len(owners):
        feature = raws[owners[count]][0]
        hopeless[feature.number] = (feature, _too_often(len(owners) - count))
    for n, area, valid in zip(owners[:count], plain[:count], sound[:count], strict=True):
        feature = raws[n][0]
        parts = [area] if valid else mend_area(area)
        if parts is None:
            why = f"its outline crosses itself more than {MAX_CROSSINGS} times"
            hopeless[feature.number] = (feature, why)
        elif not valid:
            invalid[feature.number] = feature
        shapes[n].areas.extend(p for p in parts or () if not p.is_empty)
    return list(invalid.values())


def _polygons(areas: list[list[np.ndarray]], frame: SurveyFrame) -> np.ndarray:
    """Return the polygons of areas on the sheet, not judged yet; each area is its outer ring, then holes.

    Of a hundred thousand areas each array is as large as all of them, so none outlives this function.
    """
    rings = [ring for area in areas for ring in area]
    flat = frame.to_sheet(np.concatenate([ring[:, :2] for ring in rings]))
    outlines = shapely.linearrings(flat, indices=np.repeat(np.arange(len(rings)), [len(r) for r in rings]))
    polygons, at = [], 0
    for area in areas:
        holes = outlines[at + 1 : at + len(area)]
        polygons.append(shapely.polygons(outlines[at], holes) if len(area) > 1 else outlines[at])
        at += len(area)
    return np.array(
        [shapely.polygons(p) if p.geom_type == "LinearRing" else p for p in polygons], dtype=object
    )


def _too_often(count: int) -> str:
    """Return why some areas are not used."""
    after = "is the area" if count == 2 else f"are {count - 1:,} areas"
    others = f", and so {after} after it" if count > 1 else ""
    return f"with those before it it covers the hexes of the map too often{others}: join or simplify them"


def _looks(course: np.ndarray, frame: SurveyFrame) -> float:
    """Return about how many hexes lie in the boxes around the stretches of a line, added up."""
    begin, end = np.minimum(course[:-1], course[1:]), np.maximum(course[:-1], course[1:])
    return float(_box_looks(begin, end, frame).sum())


def _box_looks(begin: np.ndarray, end: np.ndarray, frame: SurveyFrame) -> np.ndarray:
    """Return about how many hexes lie in each of some boxes; 0 beside the map, and of what has no box."""
    corners = frame.corners.reshape(-1, 2)
    low, high = corners.min(axis=0), corners.max(axis=0)
    on_map = ((end >= low) & (begin <= high)).all(axis=1)
    spans = (np.minimum(end, high) - np.maximum(begin, low)) / frame.layout.step + 1
    return np.where(on_map, spans[:, 0] * spans[:, 1], 0.0)


def _usable_shapes(shapes: list[FeatureShape]) -> list[FeatureShape]:
    return [s for s in shapes if s.areas or s.lines or s.points]


def _without_repeats(line: np.ndarray) -> np.ndarray:
    keep = np.ones(len(line), dtype=bool)
    keep[1:] = (line[1:] != line[:-1]).any(axis=1)
    return line[keep]
