"""The survey of a map: from the block `geometry:` and its files to hexes, hexsides, ways and levels.

`settings` has read what the block says; a `SurveyBuilder` asks each of its layers what lies where on the grid
and gives a `Survey`, which `model.build_ground` joins with what map.yaml draws by hand. What a survey doubts
is a diagnostic at the feature that gave rise to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from msgspec.structs import replace

from jdgtools.collector import collector_paused
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.gis.courses import CourseRule
from jdgtools.gis.cover import Measures, measure
from jdgtools.gis.frame import SurveyFrame
from jdgtools.gis.gaps import report_gaps
from jdgtools.gis.grid_file import HeightGrid, read_grid
from jdgtools.gis.heights import Heights, hex_heights, level_of
from jdgtools.gis.lines import FeatureCourse, join, with_junctions
from jdgtools.gis.named_features import SHARE, covered_hexes, middle, name_of, places, regions
from jdgtools.gis.outlines import ground_shapes, ring_courses
from jdgtools.gis.runs import Runs
from jdgtools.gis.settings import ReadText, Settings, SurveyLayer, Use
from jdgtools.gis.shapes import FeatureShape
from jdgtools.gis.sources import read_survey_shapes
from jdgtools.gis.terrain import SurveyRule
from jdgtools.gis.ways import WayRule, without_repeats
from jdgtools.hexgrid import Hexside
from jdgtools.model.hex_reader import HexReader
from jdgtools.model.map import HexsideFeature, NamedPlace, Region, Way
from jdgtools.model.survey import CloseCall, Survey

WIDE = 0.5
"""Lines at least so many hex widths wide fill hexes."""
_REACH = 1.0
"""Hex widths from which a bridge finds its water."""
_KINDS = ("terrain", "level", "way", "bank")
_PARTS: Mapping[Use, tuple[str, ...]] = {
    "terrain": ("areas", "lines", "points"),
    "way": ("lines",),
    "hexside": ("lines", "areas"),
    "contours": ("lines", "areas"),
    "heights": ("points",),
    "playable": ("areas",),
}
"""What a layer can use of a feature; absent = everything."""


class SurveyBuilder:
    """Makes one survey: cuts the shapes of every layer by hexes, and lets the rules of the map decide."""

    def __init__(
        self,
        hexes: HexReader,
        features_of_file: tuple[HexsideFeature, ...],
        settings: Settings,
        read: ReadText,
    ) -> None:
        assert hexes.grid is not None
        self.ctx = hexes.ctx
        self.settings = settings
        self.read = read
        self.grid = hexes.grid
        self.features_of_file = features_of_file
        self.frame = SurveyFrame.of(settings, hexes.grid)
        self.runs = Runs(self.frame)
        self.calls: list[CloseCall] = []
        """Hexes and hexsides that could as well have been decided otherwise, for the report."""
        self.shapes: dict[int, list[FeatureShape]] = {}
        """Number of a layer -> its features as shapes in the frame of the map."""

    def survey(self) -> Survey | None:
        """Return everything, or None when a file cannot be used (reported)."""
        with collector_paused():
            return self._survey()

    def _survey(self) -> Survey | None:
        settings = self.settings
        shapes = read_survey_shapes(self.ctx, settings, self.frame, self.read)
        grid = self._height_grid()
        if not shapes.usable or isinstance(grid, Diagnostic):
            return None
        for layer in settings.layers:
            self.shapes[layer.number] = self._fitting_shapes(layer, shapes.by_layer[layer.number])
        wide = self._wide_lines()
        terrain = self._terrain(wide)
        features, ways = self._hexsides(), self._ways()
        features += self._crossings(features, ways)
        rises = settings.rises if self._has_heights(grid) else {}
        levels = self._levels(grid)
        self.calls.sort(key=lambda c: (_KINDS.index(c.kind), c.hex, c.margin))
        once = {(c.kind, c.hex): c for c in reversed(self.calls)}
        return Survey(
            terrain=terrain,
            levels=levels,
            playable=self._playable(),
            features=tuple(features),
            ways=tuple(way for _, way in ways),
            places=self._places(),
            regions=self._regions(),
            rises=rises,
            sides=settings.overrides.sides,
            calls=tuple(c for c in self.calls if once[c.kind, c.hex] is c),
            shapes=ground_shapes(self._of("terrain"), self.shapes, self.frame) if settings.shapes else (),
        )

    # --- layers --------------------------------------------------------------------------------

    def _of(self, use: Use) -> list[SurveyLayer]:
        return [layer for layer in self.settings.layers if layer.use == use]

    def _fitting_shapes(self, layer: SurveyLayer, shapes: Sequence[FeatureShape]) -> list[FeatureShape]:
        """Return the shapes that a layer can use; others are reported once a layer."""
        parts = _PARTS.get(layer.use, ("areas", "lines", "points"))
        fitting = [s for s in shapes if any(getattr(s, part) for part in parts)]
        wrong = [s for s in shapes if not any(getattr(s, part) for part in parts)]
        if wrong:
            numbers = ", ".join(str(s.feature.number) for s in wrong[:6]) + (" …" if len(wrong) > 6 else "")
            self._doubt(layer, wrong[0], f"layer {layer.number + 1} can do nothing with feature {numbers}",
                        f"{' or '.join(parts)} for `{layer.use}`")  # fmt: skip
        return fitting

    def _doubt(self, layer: SurveyLayer, shape: FeatureShape, message: str, expected: str) -> None:
        hint = f"layer {layer.number + 1} stands in line {layer.span.line} of the map"
        self.ctx.problem(
            "MAP068", shape.feature.span, message, expected=expected, severity=Severity.WARNING, hint=hint
        )

    def _wide_lines(self) -> dict[int, list[FeatureShape]]:
        """Return hexside layer -> its lines wide enough to fill hexes, as areas; those leave it."""
        areas_by_layer: dict[int, list[FeatureShape]] = {}
        for layer in self._of("hexside"):
            if not (layer.width and layer.wide):
                continue
            narrow = []
            for shape in self.shapes[layer.number]:
                width = shape.feature.number_of(layer.width)
                if width is None or width < WIDE * self.frame.size or not shape.lines:
                    narrow.append(shape)
                    continue
                broad = shapely.buffer(shapely.multilinestrings(shape.lines), width / 2, cap_style="flat")
                areas = [p for p in shapely.get_parts(broad) if p.geom_type == "Polygon"]
                areas_by_layer.setdefault(layer.number, []).append(FeatureShape(shape.feature, areas=areas))
            self.shapes[layer.number] = narrow
        return areas_by_layer

    # --- hexes ---------------------------------------------------------------------------------

    def _terrain(self, wide: Mapping[int, list[FeatureShape]]) -> tuple[str | None, ...]:
        settings = self.settings
        layers = self._of("terrain")
        shapes = {layer.number: self.shapes[layer.number] for layer in layers}
        for layer in self._of("hexside"):
            if layer.number in wide:
                layers.append(replace(layer, use="terrain", value=layer.wide, share=None))
                shapes[layer.number] = wide[layer.number]
        layers.sort(key=lambda layer: layer.number)
        rule = SurveyRule(
            layers, settings.otherwise, settings.least_share, settings.close, self.frame.hex_area
        )
        measures = measure(layers, shapes, self.frame, self.runs)
        bare_ground = rule.decide(Measures()).terrain
        terrains: list[str | None] = [bare_ground] * self.grid.size
        for index in sorted(measures):
            decision = rule.decide(measures[index])
            terrains[index] = decision.terrain
            if decision.other and decision.terrain and index not in settings.overrides.terrain:
                self.calls.append(
                    CloseCall(
                        "terrain", index, decision.terrain, decision.other, decision.margin, decision.why
                    )
                )
        for index, terrain in settings.overrides.terrain.items():
            terrains[index] = terrain
        return tuple(terrains)

    def _playable(self) -> tuple[bool, ...] | None:
        layers = self._of("playable")
        if not layers:
            return None
        inside: set[int] = set()
        for layer in layers:
            inside |= covered_hexes(self.shapes[layer.number], self.frame, layer.share or SHARE)
        return tuple(i in inside for i in range(self.grid.size))

    # --- lines ---------------------------------------------------------------------------------

    def _courses(self, use: Use) -> list[tuple[SurveyLayer, FeatureCourse]]:
        """Return the lines of all layers of a use, put together by name."""
        language = self.ctx.language
        courses: list[tuple[SurveyLayer, FeatureCourse]] = []
        for layer in self._of(use):
            lines = [
                (shape.feature, line, name_of(shape.feature, layer, language).get(language))
                for shape in self.shapes[layer.number]
                for line in shape.lines
            ]
            courses.extend((layer, course) for course in join(lines))
        whole = with_junctions([course for _, course in courses])
        return [(layer, course) for (layer, _), course in zip(courses, whole, strict=True)]

    def _ways(self) -> list[tuple[SurveyLayer, Way]]:
        settings, language = self.settings, self.ctx.language
        rule = WayRule(self.frame, self.runs, settings.close, settings.overrides.ways)
        ways = []
        links: set[tuple[int, int]] = (
            set()
        )  # whatever their kind: where a trail runs beside a road, the road is it
        for layer, course in self._courses("way"):
            chains, calls = rule.chains(course, settings.cut if layer.cut is None else layer.cut)
            self.calls.extend(calls)
            name = name_of(course.feature, layer, language) or None
            for whole in chains:
                for chain in without_repeats(whole, links):
                    ways.append((layer, Way(layer.value, chain.hexes, name, layer.key, chain.exits)))
        self._idle("ways", rule.hexes)
        return ways

    def _hexsides(self) -> list[HexsideFeature]:
        settings, language = self.settings, self.ctx.language
        kinds = {t.id: t for t in self.ctx.series.terrains if t.kind == "hexside"}
        courses = [(layer, course, layer.inside) for layer, course in self._courses("hexside")]
        # The longest first, so that the others can flow into them.
        courses.sort(key=lambda c: (-round(c[1].length, 3), c[0].number, c[1].feature.number))
        for layer in self._of("hexside"):
            courses += [(layer, course, "left") for course in ring_courses(self.shapes[layer.number])]
        rules = {
            wet: CourseRule(self.frame, self.runs, settings.close, settings.overrides.banks)
            for wet in (True, False)
        }
        features: list[HexsideFeature] = []
        sides_written: set[tuple[str, Hexside]] = set()
        waters: dict[Hexside, tuple[int, str]] = {}  # hexside -> the first layer of water on it, its kind
        for layer, course, inner in courses:
            terrain = kinds[layer.value]
            reaches, calls = rules[terrain.water].reaches(course)
            self.calls.extend(calls)
            name = name_of(course.feature, layer, language) or None
            for reach in reaches:
                if terrain.water:
                    mine = (layer.number, layer.value)
                    waters[reach.side] = min(waters.get(reach.side, mine), mine)
                if (layer.value, reach.side) not in sides_written:
                    sides_written.add((layer.value, reach.side))
                    inside = (reach.left if inner == "left" else reach.right) if terrain.directed else None
                    features.append(HexsideFeature(layer.value, reach.side, inside, name, layer.key))
        self._idle("banks", rules[True].hexes | rules[False].hexes)
        # Where a stream runs beside the river before it flows into it, the hexside is the river's.
        return [f for f in features if not kinds[f.kind].water or f.kind == waters[f.side][1]]

    def _idle(self, block: str, touched_hexes: set[int]) -> None:
        """Report the overrides of hexes through which no line runs."""
        table = self.settings.node.at("overrides", block)
        for name, _ in table.items() if table is not None else ():
            index = self.grid.index(name)
            if index is not None and index not in touched_hexes:
                assert table is not None
                self.ctx.problem(
                    "MAP071",
                    table.key_span(name),
                    f"no line for `overrides: {block}` runs through hex `{name}`",
                    hint="delete the entry, or look whether another hex is meant",
                    severity=Severity.WARNING,
                )

    def _crossings(
        self, features: Sequence[HexsideFeature], ways: Sequence[tuple[SurveyLayer, Way]]
    ) -> list[HexsideFeature]:
        """Return bridges and fords: those of the data, then those of ways that cross water."""
        layout, grid = self.frame.layout, self.grid
        water = {t.id for t in self.ctx.series.terrains if t.kind == "hexside" and t.water}
        wet = sorted({f.side for f in (*features, *self.features_of_file) if f.kind in water})
        roads = {grid.side_between(a, b) for _, w in ways for a, b in zip(w.hexes, w.hexes[1:], strict=False)}
        new: list[HexsideFeature] = []
        crossings = {t.id for t in self.ctx.series.terrains if t.kind == "crossing"}
        crossing_sides = {f.side for f in self.features_of_file if f.kind in crossings}
        for layer in self._of("crossing"):
            for shape in self.shapes[layer.number]:
                point = middle(shape)
                if point is None:
                    continue

                def away(side: Hexside, x: float = point[0], y: float = point[1]) -> tuple[bool, float]:
                    u, v = layout.side_middle(side)
                    return side not in roads, round(((x - u) ** 2 + (y - v) ** 2) ** 0.5, 3)

                near = [s for s in wet if away(s)[1] <= _REACH * self.frame.size]
                if not near:
                    message = f"no water lies near feature {shape.feature.number}, a {layer.value}"
                    self._doubt(layer, shape, message, "a river or stream within a hex")
                    continue
                # Of the water in reach first that which a road crosses: a bridge carries a road.
                side = min(near, key=lambda s: (away(s), s))
                if side not in crossing_sides:
                    crossing_sides.add(side)
                    name = name_of(shape.feature, layer, self.ctx.language) or None
                    new.append(HexsideFeature(layer.value, side, None, name, layer.key))
        wet_hexsides = set(wet)
        for layer, way in ways:
            for a, b in zip(way.hexes, way.hexes[1:], strict=False):
                side_between = grid.side_between(a, b)
                if layer.bridge and side_between in wet_hexsides and side_between not in crossing_sides:
                    assert side_between is not None
                    crossing_sides.add(side_between)
                    new.append(HexsideFeature(layer.bridge, side_between, None, None, layer.key))
        return new

    # --- heights -------------------------------------------------------------------------------

    def _height_grid(self) -> HeightGrid | Diagnostic | None:
        """Return the height grid; a diagnostic (reported) when its file cannot be used."""
        if self.settings.height_file is None:
            return None
        name, span = self.settings.height_file
        text, file_shown = self.read(name, span)
        if text is None:
            return (
                self.ctx.diagnostics[-1] if self.ctx.diagnostics else Diagnostic("MAP069", Severity.ERROR, "")
            )
        grid = read_grid(text, file_shown)
        if isinstance(grid, Diagnostic):
            self.ctx.diagnostics.append(grid)
        return grid

    def _has_heights(self, grid: HeightGrid | None) -> bool:
        layers = [*self._of("contours"), *self._of("heights")]
        return grid is not None or any(self.shapes[layer.number] for layer in layers)

    def _levels(self, grid: HeightGrid | None) -> tuple[int, ...] | None:
        settings = self.settings
        contours: list[tuple[float, np.ndarray]] = []
        spots: list[tuple[float, float, float]] = []
        for layer in [*self._of("contours"), *self._of("heights")]:
            for shape in self.shapes[layer.number]:
                height = shape.feature.number_of(layer.value)
                if layer.use == "heights":
                    for x, y, z in shape.points:
                        level_values = z if layer.value == "z" else height
                        if level_values is not None:
                            spots.append((x, y, level_values))
                elif height is not None:
                    contours.extend((height, line) for line in shape.lines)
                    rings = [r for a in shape.areas for r in (a.exterior, *a.interiors)]
                    contours.extend((height, np.array(r.coords)) for r in rings)
                if height is None and not (layer.value == "z" and layer.use == "heights"):
                    value = f"`{layer.value}` is `{shape.feature.text(layer.value)[:30]}`"
                    message = f"feature {shape.feature.number} has no height: {value}"
                    self._doubt(layer, shape, message, "a number of metres")
        if grid is None and not contours and not spots:
            return None
        levels = []
        heights = hex_heights(Heights(contours, spots, grid), self.frame)
        if grid is not None:
            report_gaps(self.ctx, settings, self.grid, grid, heights)
        for index, height in enumerate(heights.tolist()):
            if index in settings.overrides.levels:
                levels.append(settings.overrides.levels[index])
                continue
            level, margin, other = (
                (0, 1.0, 0) if height != height else level_of(height, settings.base, settings.interval)
            )
            levels.append(min(35, max(-1, level)))
            if margin < settings.close and -1 <= other <= 35:
                limit = settings.base + max(level, other) * settings.interval
                why = f"{height:.1f} m, level {max(level, other)} begins at {limit:g} m"
                self.calls.append(CloseCall("level", index, str(level), str(other), margin, why))
        return tuple(levels)

    # --- names ---------------------------------------------------------------------------------

    def _places(self) -> tuple[NamedPlace, ...]:
        used_ids: set[str] = set()
        return tuple(
            place
            for layer in self._of("place")
            for place in places(layer, self.shapes[layer.number], self.frame, self.ctx.language, used_ids)
        )

    def _regions(self) -> tuple[Region, ...]:
        entries: dict[str, Region] = {}
        for layer in self._of("region"):
            of_layer = regions(layer, self.shapes[layer.number], self.frame, self.runs, self.ctx.language)
            for entry, (name, hexes) in of_layer.items():
                region_entry = entries.get(entry)
                entries[entry] = Region(
                    entry, name, hexes | (region_entry.hexes if region_entry else frozenset())
                )
        return tuple(entries.values())
