"""Builds the features of hexsides: those that map.yaml lists, those of the survey, and slopes.

A slope may follow from two levels instead of being written: `slopes:` or the survey gives a `SlopeRule`.
`MapBuilder` calls `join_features` at the end, when all levels are known; what the file writes out comes
first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.hexgrid import HexGrid, Hexside
from jdgtools.hexgrid.chain import parse_sides
from jdgtools.model.build_entries import children
from jdgtools.model.context import Context, Subject
from jdgtools.model.definition import TerrainDef
from jdgtools.model.hex_reader import HexReader
from jdgtools.model.map import HexsideFeature
from jdgtools.model.survey import Survey
from jdgtools.source.node import Node

KEY = "slopes"
"""Key in map.yaml, and id of the features that follow from it."""
_EXCEPT = "except"


class SlopeRule(Struct, frozen=True):
    """Where slopes stand because two levels differ."""

    rises: Mapping[str, int]
    """Hexside terrain -> smallest difference of levels at which it stands."""
    level_sides: Mapping[Hexside, Node]
    """Hexsides without a slope, whatever the levels are, and where that is said."""
    node: Node | None = None
    """The key `slopes` of map.yaml; None = the rule is that of the geometry."""


def slope_rule(hexes: HexReader, survey: Survey | None) -> SlopeRule | None:
    """Return the rule of the key `slopes`, else that of the survey; None = levels make no slopes."""
    ctx, node = hexes.ctx, hexes.root.get(KEY)
    if node is None:
        return None if survey is None else SlopeRule(survey.rises, {})
    kinds = {t.id: t for t in ctx.series.terrains if t.kind == "hexside"}
    ctx.mark(("hexside", KEY), node)
    steps = {name: child for name, child in node.items() if name != _EXCEPT} if node.is_map else {}
    rises = read_rises(ctx, steps, kinds, ("hexside", KEY)) if steps else usual_rises(kinds)
    level_sides: dict[Hexside, Node] = {}
    for child in children(node, _EXCEPT) if node.is_map else ():
        for side in hexes.parse(child, ("hexside", KEY, _EXCEPT), "MAP004", parse_sides) or ():
            level_sides[side] = child
    return SlopeRule(rises, level_sides, node)


def read_rises(
    ctx: Context, steps: Mapping[str, Node], kinds: Mapping[str, TerrainDef], subject: Subject | None = None
) -> dict[str, int]:
    """Return hexside terrain -> smallest difference of levels, as a designer says; others are reported.

    Args:
        ctx: diagnostics.
        steps: name of a terrain -> the node of its number.
        kinds: the terrains that may be named.
        subject: what the diagnostics are about.
    """
    rises: dict[str, int] = {}
    for name, child in steps.items():
        if name not in kinds:
            ctx.unknown("REF008", child, "hexside terrain", name, kinds, subject)
        elif (rise := child.as_int()) is not None and rise > 0:
            rises[name] = rise
    return rises


def usual_rises(kinds: Mapping[str, TerrainDef]) -> dict[str, int]:
    """Return hexside terrain -> smallest difference of levels, as the series has it."""
    return {terrain.id: terrain.rise for terrain in kinds.values() if terrain.rise}


def join_features(
    hexes: HexReader,
    from_file: tuple[HexsideFeature, ...],
    survey: Survey | None,
    levels: Sequence[int | None],
) -> tuple[HexsideFeature, ...]:
    """Return the hexside features of map.yaml, then those of the survey, then slopes from the final levels.

    A feature written out replaces the surveyed one of its kind on its hexside, and any slope written out
    (or an impassable hexside) the slope from levels there. `overrides: hexsides` replaces all surveyed ones.
    """
    assert hexes.grid is not None
    rule = slope_rule(hexes, survey)
    terrains_by_id = {t.id: t for t in hexes.ctx.series.terrains if t.kind in ("hexside", "crossing")}
    directed_kinds = {t.id for t in terrains_by_id.values() if t.directed}
    features = list(from_file)
    overridden: set[Hexside] = set()
    if survey is not None:
        features += _surveyed_slopes(from_file, survey, directed_kinds)
        overridden = set(survey.sides)
    if rule is None:
        return tuple(features)
    closed_sides = overridden | set(rule.level_sides)
    for feature in features:
        terrain = terrains_by_id[feature.kind]
        if feature.kind in rule.rises or (terrain.impassable and not terrain.water):
            closed_sides.add(feature.side)
    slopes = _slopes(hexes.grid, rule.rises, levels, closed_sides, directed_kinds)
    if rule.node is not None and not hexes.ctx.faulty & {("map", "levels"), ("hexside", KEY)}:
        _note_idle(hexes, rule, levels, bool(slopes))
    return (*features, *slopes)


def _surveyed_slopes(
    from_file: tuple[HexsideFeature, ...], survey: Survey, directed_kinds: set[str]
) -> list[HexsideFeature]:
    """Return the features of a survey that map.yaml does not write out itself."""
    written_kinds = {(f.side, f.kind) for f in from_file}
    features = [
        feature
        for feature in survey.features
        if feature.side not in survey.sides and (feature.side, feature.kind) not in written_kinds
    ]
    for side, (kind, inner) in sorted(survey.sides.items()):
        if kind != "none" and (side, kind) not in written_kinds:
            features.append(
                HexsideFeature(kind, side, inner if kind in directed_kinds else None, None, "overrides")
            )
    return features


def _slopes(
    grid: HexGrid,
    rises: Mapping[str, int],
    levels: Sequence[int | None],
    closed_sides: set[Hexside],
    directed_kinds: set[str],
) -> list[HexsideFeature]:
    """Return slopes on the hexsides where the levels differ enough; the steepest kind that fits."""
    steps = sorted(rises.items(), key=lambda item: (-item[1], item[0]))
    slopes = []
    for side in grid.sides() if steps else ():
        if side in closed_sides or (ends := _levels_beside(grid, side, levels)) is None:
            continue
        (one, a), (other, b) = ends
        kind = next((kind for kind, rise in steps if abs(a - b) >= rise), None)
        if kind is not None:
            high = one if a > b else other
            slopes.append(HexsideFeature(kind, side, high if kind in directed_kinds else None, None, KEY))
    return slopes


def _levels_beside(
    grid: HexGrid, side: Hexside, levels: Sequence[int | None]
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the hexes on both sides of a hexside with their levels; None if these are equal or unknown."""
    beyond = grid.neighbour(side.a, side.d)
    if beyond is None:
        return None
    one, other = levels[side.a], levels[beyond]
    return None if one is None or other is None or one == other else ((side.a, one), (beyond, other))


def _note_idle(hexes: HexReader, rule: SlopeRule, levels: Sequence[int | None], any_slopes: bool) -> None:
    """Report a key that makes no slope, and an exception where there would be none (MAP080)."""
    ctx, grid = hexes.ctx, hexes.grid
    assert grid is not None and rule.node is not None
    least = min(rule.rises.values(), default=0)
    if not any_slopes and not rule.level_sides:
        ctx.problem(
            "MAP080",
            rule.node,
            "no slope follows from the levels",
            expected=f"neighbouring hexes whose levels differ by {least} or more" if least else "steps",
            hint="write the picture `levels:`, or take the key away",
            subject=("hexside", KEY),
            severity=Severity.WARNING,
        )
    for side, node in rule.level_sides.items():
        ends = _levels_beside(grid, side, levels)
        if ends is None or abs(ends[0][1] - ends[1][1]) < least:
            name = " and ".join(grid.id(i) for i in sorted(grid.side_hexes(side)))
            ctx.problem(
                "MAP080",
                node,
                f"the levels make no slope between {name}, so nothing is excepted there",
                expected="a hexside between levels that differ",
                subject=("hexside", KEY, _EXCEPT),
                severity=Severity.WARNING,
            )
