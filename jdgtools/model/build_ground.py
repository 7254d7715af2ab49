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


def fill(written: Sequence[T | None], surveyed: Sequence[T | None] | None) -> list[T | None]:
    """Return what map.yaml says of each hex, else what the survey says."""
    if surveyed is None:
        return list(written)
    return [b if a is None else a for a, b in zip(written, surveyed, strict=True)]


def with_open_calls(survey: Survey, terrain: Sequence[str | None], levels: Sequence[int | None]) -> Survey:
    """Return the survey without the close calls about what map.yaml says itself."""
    written = {"terrain": terrain, "level": levels}
    open_calls = [c for c in survey.calls if c.kind not in written or written[c.kind][c.hex] is None]
    return replace(survey, calls=tuple(open_calls))


def join_ways(written: tuple[Way, ...], surveyed: tuple[Way, ...]) -> tuple[Way, ...]:
    """Return the ways of map.yaml, then the surveyed ones of which they have not every step."""
    if not written:
        return surveyed
    steps = {(w.kind, frozenset(pair)) for w in written for pair in zip(w.hexes, w.hexes[1:], strict=False)}
    new = [
        w
        for w in surveyed
        if len(w.hexes) < 2
        or not all((w.kind, frozenset(p)) in steps for p in zip(w.hexes, w.hexes[1:], strict=False))
    ]
    return (*written, *new)


def join_named(written: tuple[Named, ...], surveyed: tuple[Named, ...]) -> tuple[Named, ...]:
    """Return the entries of map.yaml, then the surveyed ones with other ids."""
    known = {entry.id for entry in written}
    return (*written, *(entry for entry in surveyed if entry.id not in known))


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
