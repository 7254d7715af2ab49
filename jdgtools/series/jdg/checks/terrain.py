"""Checks of the map (G.4: CHK-42, -44, -52 to -56, -59)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.general import hex_names, is_written
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.hexgrid import Hexside, hexside_name
from jdgtools.model.definition import SeriesDef
from jdgtools.model.map import BattleMap, HexsideFeature
from jdgtools.series.jdg.checks.common import number

_ALTERNATIVES = (
    ("slope", "steep_slope", "cliff"),
    ("stream", "river", "river_uncrossable"),
    ("redoubt", "fortification", "wall"),
    ("bridge", "ford"),
)
"""Features of which a hexside has one at most: two of them are two opinions about one thing."""


def _side_name(battle_map: BattleMap, side: Hexside, seen_from: int | None = None) -> str:
    """Return a hexside as the map file writes it, e.g. `0305/NE`, from its inner hex if it has one."""
    grid = battle_map.grid
    if seen_from is None or seen_from == side.a:
        return hexside_name(grid, *side)
    return hexside_name(grid, seen_from, side.d + 3)


def _holes(battle_map: BattleMap, values: tuple[object, ...]) -> list[int]:
    """Return hexes in play without a value."""
    return [i for i in battle_map.grid.hexes if battle_map.playable[i] and values[i] is None]


@check(
    "JDG042",
    entry="CHK-42",
    name="hex-without-terrain",
    severity=Severity.ERROR,
    rules=("JDG-0.2-a", "JDG-4.3-b"),
    rationale=(
        "What a unit pays, sees and risks in a hex depends on its terrain, and the terrain effects chart "
        "lists what each terrain does. A hex without a terrain of the chart cannot be entered by any rule."
    ),
    bad="grid: {columns: 2, rows: 1, orientation: flat}\nlevels: |\n  0 0",
    good='grid: {columns: 2, rows: 1, orientation: flat}\nlegend: {".": clear, w: wood}\nterrain: |\n  . w\n'
    "levels: |\n  0 0",
    scope="battle",
)
def hex_without_terrain(ctx: CheckContext) -> Iterator[Finding]:
    """Yield maps without a terrain picture; terrain that the chart does not know."""
    if ctx.map is None:
        return
    # With a picture, the builder has named every wrong line and character.
    holes = [] if is_written(ctx, "map", "terrain") else _holes(ctx.map, ctx.map.terrain)
    if holes:
        yield Finding(
            ("map", "terrain"),
            f"the map has no terrain picture: {hex_names(ctx, holes)} "
            f"{'has' if len(holes) == 1 else 'have'} no terrain",
            expected="`terrain: |` with one line for every row of hexes",
        )
    terrain_ids = ctx.charts.get("TBL-TEC-HEX").axis("terrain").ids
    strange = sorted({t for t in ctx.map.terrain if t is not None and t not in terrain_ids})
    for terrain in strange:
        hexes = [i for i in ctx.map.grid.hexes if ctx.map.terrain[i] == terrain]
        yield Finding(
            ("map", "terrain"),
            f"terrain `{terrain}` of {hex_names(ctx, hexes)} has no line in the terrain effects chart",
            expected="a terrain of TBL-TEC",
        )


@check(
    "JDG044",
    entry="CHK-44",
    name="hex-without-level",
    severity=Severity.ERROR,
    rules=("JDG-7.4.1-a",),
    rationale=(
        "A line of sight compares the levels of both ends with everything between. Without levels no battery "
        "knows what it sees, and flat ground must be said to be flat."
    ),
    bad="terrain: |\n  . w",
    good="terrain: |\n  . w\nlevels: |\n  0 1",
    scope="battle",
)
def hex_without_level(ctx: CheckContext) -> Iterator[Finding]:
    """Yield maps without a picture of levels."""
    if ctx.map is None or is_written(ctx, "map", "levels"):
        return
    holes = _holes(ctx.map, ctx.map.levels)
    if holes:
        yield Finding(
            ("map", "levels"),
            f"the map has no picture of levels: {number(len(holes), 'hex', 'hexes')} "
            f"{'has' if len(holes) == 1 else 'have'} no level",
            expected="`levels: |` with one digit for every hex",
            hint="on flat ground every hex has level 0",
        )


@check(
    "JDG052",
    entry="CHK-52",
    name="contradictory-hexside",
    severity=Severity.ERROR,
    rules=("JDG-6.2.1-f",),
    rationale=(
        "A hexside is the same thing from both its hexes. Slopes and works have an upper or inner side, so "
        "one that is written from both hexes points both ways; and a hexside that is a slope in one line and "
        "a steep slope in another leaves the reader to guess which holds."
    ),
    bad="hexsides:\n  - {kind: slope, sides: [0401/SW]}\n  - {kind: slope, sides: [0302/NE]}",
    good="hexsides:\n  - {kind: slope, sides: [0401/SW]}",
    scope="battle",
)
def contradictory_hexside(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexsides with a directed feature that points both ways, or with two that exclude each other."""
    battle_map = ctx.map
    if battle_map is None:
        return
    for side in sorted(battle_map.by_side):
        features = battle_map.by_side[side]
        if len(features) < 2:
            continue
        for earlier, later in _contradictions(features, ctx.battle.series):
            name = _side_name(battle_map, side, later.inside)
            if earlier.kind == later.kind:
                slope = ctx.battle.series.acts_as(later.kind) in ("slope", "steep_slope")
                what = "higher" if slope else "inner"
                inner = [battle_map.grid.id(f.inside) for f in (earlier, later) if f.inside is not None]
                message = (
                    f"hexside {name} is a {_words(later)} in both directions: "
                    f"{' and '.join(inner)} are both its {what} hex"
                )
                expected = f"one entry, written from the {what} hex"
            else:
                message = f"hexside {name} is both a {_words(earlier)} and a {_words(later)}"
                expected = "one of the two"
            related = (
                ((("hexside", earlier.key, "sides"), f"the {_words(earlier)}"),)
                if earlier.key != later.key
                else ()
            )
            yield Finding(("hexside", later.key, "sides"), message, expected=expected, related=related)


def _words(feature: HexsideFeature) -> str:
    return feature.kind.replace("_", " ")


def _contradictions(
    features: tuple[HexsideFeature, ...], series: SeriesDef
) -> Iterator[tuple[HexsideFeature, HexsideFeature]]:
    """Yield pairs of features of one hexside that cannot both hold."""
    for n, later in enumerate(features):
        for earlier in features[:n]:
            same = earlier.kind == later.kind
            if (same and earlier.inside != later.inside) or (
                not same
                and any(
                    series.acts_as(earlier.kind) in group and series.acts_as(later.kind) in group
                    for group in _ALTERNATIVES
                )
            ):
                yield earlier, later
                break


@check(
    "JDG053",
    entry="CHK-53",
    name="slope-between-equal-levels",
    severity=Severity.WARNING,
    rules=("JDG-7.4.1-a", "JDG-7.4.3-a"),
    rationale=(
        "A slope leads from a lower level to a higher one. When both hexes have the same level, or the hex "
        "that the slope is written from is the lower one, the picture of levels and the hexside contradict "
        "each other, and movement and sight disagree about the ground."
    ),
    bad="levels: |\n  1 1\nhexsides:\n  - {kind: slope, sides: [0201/NW]}",
    good="levels: |\n  0 1\nhexsides:\n  - {kind: slope, sides: [0201/NW]}",
    scope="battle",
)
def slope_between_equal_levels(ctx: CheckContext) -> Iterator[Finding]:
    """Yield slopes whose levels are equal or the wrong way round."""
    battle_map = ctx.map
    if battle_map is None:
        return
    for feature in battle_map.features:
        slope = ctx.battle.series.acts_as(feature.kind) in ("slope", "steep_slope")
        if not slope or feature.inside is None:
            continue
        outer = [i for i in battle_map.grid.side_hexes(feature.side) if i != feature.inside]
        high = battle_map.levels[feature.inside]
        low = battle_map.levels[outer[0]] if outer else None
        if high is None or low is None or high > low:
            continue
        inner_name, outer_name = battle_map.grid.id(feature.inside), battle_map.grid.id(outer[0])
        name = f"{_words(feature)} {_side_name(battle_map, feature.side, feature.inside)}"
        fault = (
            f"{name} lies between two hexes of level {high}"
            if high == low
            else f"{name} is written from hex {inner_name} of level {high}, and {outer_name} has level {low}"
        )
        yield Finding(
            ("hexside", feature.key, "sides"),
            fault,
            expected=f"a higher level in {inner_name} than in {outer_name}",
            hint=f"write it from {outer_name} if that is the upper hex" if high < low else None,
            related=((("map", "levels"), "the levels"),),
            depends=(("map", "levels"),),
        )


@check(
    "JDG054",
    entry="CHK-54",
    name="broken-road",
    severity=Severity.ERROR,
    rules=("JDG-4.3.1-a",),
    rationale=(
        "The road cost counts for a step from a road hex to the next hex of the same road. A road of one hex "
        "helps nobody, and one that runs through hexes out of play is cut in two."
    ),
    bad="ways:\n  - {id: lane, kind: trail, hexes: 0305}",
    good="ways:\n  - {id: lane, kind: trail, hexes: 0305-0306-0406}",
    scope="battle",
)
def broken_road(ctx: CheckContext) -> Iterator[Finding]:
    """Yield roads and trails that connect nothing."""
    battle_map = ctx.map
    if battle_map is None:
        return
    for way in battle_map.ways:
        subject, grid = ("way", way.key, "hexes"), battle_map.grid
        for here, there in zip(way.hexes, way.hexes[1:], strict=False):
            if grid.direction(here, there) is None:
                yield Finding(
                    subject,
                    f"{way.kind} `{way.key}` leaves hex {grid.id(here)} and goes on in {grid.id(there)}, "
                    "which is not next to it",
                    expected="a chain of adjacent hexes",
                )
        if len(set(way.hexes)) < 2 and None in way.exits:
            extent = f"only hex {grid.id(way.hexes[0])}" if way.hexes else "no hexes"
            yield Finding(
                subject,
                f"{way.kind} `{way.key}` has {extent} and leads nowhere",
                expected="at least two hexes, or the two map edges where it enters and leaves",
            )
        in_play = [n for n, index in enumerate(way.hexes) if battle_map.playable[index]]
        gap = (
            [i for i in way.hexes[in_play[0] : in_play[-1]] if not battle_map.playable[i]] if in_play else []
        )
        if gap:
            yield Finding(
                subject,
                f"{way.kind} `{way.key}` runs through {hex_names(ctx, gap)}, out of play",
                expected="hexes in play between its two ends",
                related=((("map", "playable"), "the playable area"),),
            )


@check(
    "JDG055",
    entry="CHK-55",
    name="crossing-without-river",
    severity=Severity.ERROR,
    rules=("JDG-6.2.1-e", "JDG-10.3.4-a"),
    rationale=(
        "A bridge or ford replaces the river of its hexside in every rule: movement, zones of control, "
        "retreats and charges. On a dry hexside it would forbid charges across open ground; mostly the "
        "hexside is the next one."
    ),
    bad="rivers:\n  - {kind: river, sides: [0104/N]}\ncrossings:\n  - {kind: bridge, side: 0104/S}",
    good="rivers:\n  - {kind: river, sides: [0104/N]}\ncrossings:\n  - {kind: bridge, side: 0104/N}",
    scope="battle",
)
def crossing_without_river(ctx: CheckContext) -> Iterator[Finding]:
    """Yield bridges and fords on hexsides without water."""
    battle_map, series = ctx.map, ctx.battle.series
    if battle_map is None:
        return
    water = {t.id for t in series.terrains if t.kind == "hexside" and t.water}
    for feature in battle_map.features:
        if series.terrain(feature.kind, "crossing") is None:
            continue
        if feature.side in battle_map.unknown_sides:
            continue  # it may be the river
        if not any(other.kind in water for other in battle_map.by_side[feature.side]):
            yield Finding(
                ("hexside", feature.key, "side"),
                f"{feature.kind} `{feature.key}` lies on hexside {_side_name(battle_map, feature.side)}, "
                "which is no river",
                expected=f"a hexside with {name_list(sorted(water), 'or')}",
            )


@check(
    "JDG056",
    entry="CHK-56",
    name="road-over-river-without-crossing",
    severity=Severity.ERROR,
    rules=("JDG-4.3.2-b",),
    rationale=(
        "Impassable hexsides are crossed by road, trail or bridge only, and a river needs to say by which: a "
        "bridge stops charges and costs a retreating unit a level, a ford disorders infantry. A road that "
        "runs into an uncrossable river without either has lost its bridge. On a river that can be forded "
        "everywhere the same is a warning, for retreats may cross it at a bridge or ford only."
    ),
    bad="rivers:\n  - {kind: river_uncrossable, sides: [0104/N]}\nways:\n  - {kind: road, hexes: 0103-0104}",
    good=(
        "rivers:\n  - {kind: river_uncrossable, sides: [0104/N]}\n"
        "crossings:\n  - {kind: bridge, side: 0104/N}\nways:\n  - {kind: road, hexes: 0103-0104}"
    ),
    scope="battle",
    may_warn=True,
)
def road_over_river_without_crossing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield roads and trails over a river hexside that has neither bridge nor ford."""
    battle_map, series = ctx.map, ctx.battle.series
    if battle_map is None:
        return
    chart = ctx.charts.get("TBL-TEC-HEXSIDE")
    for way in battle_map.ways:
        for here, there in zip(way.hexes, way.hexes[1:], strict=False):
            side = battle_map.grid.side_between(here, there)
            features = battle_map.by_side.get(side, ()) if side is not None else ()
            if side is None or side in battle_map.unknown_sides:
                continue
            if any(series.terrain(f.kind, "crossing") for f in features):
                continue
            for feature in features:
                terrain = series.terrain(feature.kind, "hexside")
                # Streams have small bridges of their own: retreats cross them anywhere.
                if terrain is None or not terrain.water:
                    continue
                if not terrain.impassable and chart.value(feature.kind, "in", "retreat") != "forbidden":
                    continue
                yield Finding(
                    ("way", way.key, "hexes"),
                    f"{way.kind} `{way.key}` crosses the {terrain.name.get()} between hexes "
                    f"{battle_map.grid.id(here)} and {battle_map.grid.id(there)} without bridge or ford",
                    expected=(
                        f"an entry under `crossings`: {{kind: bridge, side: {_side_name(battle_map, side)}}}"
                    ),
                    related=((("hexside", feature.key), "the river"),),
                    severity=None if terrain.impassable else Severity.WARNING,
                    rules=() if terrain.impassable else ("JDG-10.3.4-a",),
                )


@check(
    "JDG059",
    entry="CHK-59",
    name="map-without-orientation",
    severity=Severity.ERROR,
    rules=("JDG-6.1.1-a", "JDG-10.4-o"),
    rationale=(
        "Units face corners, and routed units shift by columns. Both mean something else on hexes with flat "
        "tops and on hexes with pointed tops, so a map states which it has and does not rely on a default."
    ),
    bad="grid: {columns: 20, rows: 15}",
    good="grid: {columns: 20, rows: 15, orientation: flat}",
    scope="battle",
)
def map_without_orientation(ctx: CheckContext) -> Iterator[Finding]:
    """Yield maps whose grid does not state its orientation."""
    if ctx.map is not None and not is_written(ctx, "map", "grid", "orientation"):
        yield Finding(
            ("map", "grid", "orientation"),
            "the grid does not state its orientation",
            expected="`orientation: flat` (columns of hexes) or `orientation: pointy` (rows of hexes)",
        )


CHECKS: tuple[Check, ...] = (
    hex_without_terrain,
    hex_without_level,
    contradictory_hexside,
    slope_between_equal_levels,
    broken_road,
    crossing_without_river,
    road_over_river_without_crossing,
    map_without_orientation,
)
"""CHK-42, -44, -52 to -56, -59."""
