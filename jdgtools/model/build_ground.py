"""Joins the survey of the ground with what map.yaml says itself, which comes first hex by hex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.hexgrid import HexGrid, Side
from jdgtools.model.context import Context
from jdgtools.model.map import HexsideFeature, Place, Region, Way
from jdgtools.model.survey import Survey
from jdgtools.source.node import Node

T = TypeVar("T")
Named = TypeVar("Named", bound=Place | Region)
UNSAID = "?"
"""In a picture: this hex is as the geometry says."""


def fill(said: Sequence[T | None], surveyed: Sequence[T | None] | None) -> list[T | None]:
    """What map.yaml says of each hex, else what the survey says."""
    if surveyed is None:
        return list(said)
    return [b if a is None else a for a, b in zip(said, surveyed, strict=True)]


def unsettled(survey: Survey, terrain: Sequence[str | None], levels: Sequence[int | None]) -> Survey:
    """The survey without the close calls about what map.yaml says itself."""
    said = {"terrain": terrain, "level": levels}
    open_calls = [c for c in survey.calls if c.kind not in said or said[c.kind][c.hex] is None]
    return replace(survey, calls=tuple(open_calls))


def join_features(
    ctx: Context,
    grid: HexGrid,
    said: tuple[HexsideFeature, ...],
    survey: Survey,
    levels: Sequence[int | None],
) -> tuple[HexsideFeature, ...]:
    """The hexside features of map.yaml, then those of the survey, then slopes from the final levels.

    A feature written out replaces the surveyed one of its kind on its hexside, and any slope written out
    (or an impassable hexside) the slope from levels there. `overrides: hexsides` replaces all surveyed ones.
    """
    defined = {t.id: t for t in ctx.series.terrains if t.kind in ("hexside", "crossing")}
    written = {(f.side, f.kind) for f in said}
    found = list(said)
    for feature in survey.features:
        if feature.side not in survey.sides and (feature.side, feature.kind) not in written:
            found.append(feature)
    settled = []
    for side, (kind, inner) in sorted(survey.sides.items()):
        if kind != "none" and (side, kind) not in written:
            settled.append(
                HexsideFeature(kind, side, inner if defined[kind].directed else None, None, "overrides")
            )
    found += settled
    taken = set(survey.sides)
    for feature in found:
        terrain = defined[feature.kind]
        if feature.kind in survey.rises or (terrain.impassable and not terrain.water):
            taken.add(feature.side)
    return (*found, *_slopes(grid, survey, levels, taken, {t.id for t in defined.values() if t.directed}))


def _slopes(
    grid: HexGrid, survey: Survey, levels: Sequence[int | None], taken: set[Side], directed: set[str]
) -> list[HexsideFeature]:
    """Slopes on the hexsides where the levels differ enough; the steepest kind that fits."""
    steps = sorted(survey.rises.items(), key=lambda item: (-item[1], item[0]))
    found = []
    for side in grid.sides() if steps else ():
        beyond = grid.neighbour(side.a, side.d)
        if beyond is None or side in taken:
            continue
        one, other = levels[side.a], levels[beyond]
        if one is None or other is None or one == other:
            continue
        kind = next((kind for kind, rise in steps if abs(one - other) >= rise), None)
        if kind is not None:
            high = side.a if one > other else beyond
            found.append(HexsideFeature(kind, side, high if kind in directed else None, None, "slopes"))
    return found


def join_ways(said: tuple[Way, ...], surveyed: tuple[Way, ...]) -> tuple[Way, ...]:
    """The ways of map.yaml, then the surveyed ones of which they have not every step."""
    if not said:
        return surveyed
    steps = {(w.kind, frozenset(pair)) for w in said for pair in zip(w.hexes, w.hexes[1:], strict=False)}
    new = [
        w
        for w in surveyed
        if len(w.hexes) < 2
        or not all((w.kind, frozenset(p)) in steps for p in zip(w.hexes, w.hexes[1:], strict=False))
    ]
    return (*said, *new)


def join_named(said: tuple[Named, ...], surveyed: tuple[Named, ...]) -> tuple[Named, ...]:
    """The entries of map.yaml, then the surveyed ones with other ids."""
    known = {entry.id for entry in said}
    return (*said, *(entry for entry in surveyed if entry.id not in known))


def note_calls(ctx: Context, node: Node, survey: Survey) -> None:
    """One note with the number of close calls (MAP070)."""
    if not survey.calls:
        return
    counts: dict[str, int] = {}
    for call in survey.calls:
        counts[call.kind] = counts.get(call.kind, 0) + 1
    words = {
        "terrain": "terrain",
        "level": "levels",
        "way": "roads",
        "bank": "banks of rivers and other lines",
    }
    listed = ", ".join(f"{count} of {words[kind]}" for kind, count in counts.items())
    calls = "1 close call" if len(survey.calls) == 1 else f"{len(survey.calls)} close calls"
    ctx.problem(
        "MAP070",
        node,
        f"the geometry has {calls} ({listed})",
        hint="`jdg info --close-calls` lists them with `overrides:` to paste; `close: 0` asks for none",
        severity=Severity.INFO,
    )
