"""Joins what map.yaml says of the ground with the survey of the block `geometry:`.

The file comes first: its picture hex by hex, its ways step by step, its places and regions by their ids. The
survey says the rest (`fill`, `join_ways`, `join_named`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.context import Context
from jdgtools.model.map import NamedPlace, Region, Way
from jdgtools.model.survey import Survey
from jdgtools.source.node import Node

T = TypeVar("T")
Named = TypeVar("Named", bound=NamedPlace | Region)
AS_SURVEYED = "?"
"""Character of a picture: this hex is as the survey says."""


def fill(from_file: Sequence[T | None], from_survey: Sequence[T | None] | None) -> list[T | None]:
    """Return what map.yaml says of each hex, else what the survey says."""
    if from_survey is None:
        return list(from_file)
    return [b if a is None else a for a, b in zip(from_file, from_survey, strict=True)]


def with_open_calls(survey: Survey, terrain: Sequence[str | None], levels: Sequence[int | None]) -> Survey:
    """Return the survey without the close calls about what map.yaml says itself."""
    values_there = {"terrain": terrain, "level": levels}
    open_calls = [
        c for c in survey.calls if c.kind not in values_there or values_there[c.kind][c.hex] is None
    ]
    return replace(survey, calls=tuple(open_calls))


def join_ways(from_file: tuple[Way, ...], from_survey: tuple[Way, ...]) -> tuple[Way, ...]:
    """Return the ways of map.yaml, then the surveyed ones of which they have not every step."""
    if not from_file:
        return from_survey
    steps = {(w.kind, frozenset(pair)) for w in from_file for pair in zip(w.hexes, w.hexes[1:], strict=False)}
    new = [
        w
        for w in from_survey
        if len(w.hexes) < 2
        or not all((w.kind, frozenset(p)) in steps for p in zip(w.hexes, w.hexes[1:], strict=False))
    ]
    return (*from_file, *new)


def join_named(from_file: tuple[Named, ...], from_survey: tuple[Named, ...]) -> tuple[Named, ...]:
    """Return the entries of map.yaml, then the surveyed ones with other ids."""
    own_ids = {entry.id for entry in from_file}
    return (*from_file, *(entry for entry in from_survey if entry.id not in own_ids))


def report_close_calls(ctx: Context, node: Node, survey: Survey) -> None:
    """Report the number of close calls (MAP070)."""
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
    parts = ", ".join(f"{count} of {words[kind]}" for kind, count in counts.items())
    calls = "1 close call" if len(survey.calls) == 1 else f"{len(survey.calls)} close calls"
    ctx.problem(
        "MAP070",
        node,
        f"the geometry has {calls} ({parts})",
        hint="`jdg info --close-calls` lists them with `overrides:` to paste; `close: 0` asks for none",
        severity=Severity.INFO,
    )
