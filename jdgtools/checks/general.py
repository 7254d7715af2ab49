"""What the checks for every series share: who takes part, who stands where, words; and who is exempt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps

from jdgtools.checks.base import Check, CheckContext, CheckFunction, Finding, Scope, check
from jdgtools.checks.setup import setup_view
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import word_list
from jdgtools.model.context import Subject
from jdgtools.model.map import BattleMap
from jdgtools.model.pieces import Command
from jdgtools.model.victory import Condition


def general_check(
    code: str,
    *,
    name: str,
    severity: Severity,
    rationale: str,
    bad: str,
    good: str,
    scope: Scope = "scenario",
    may_warn: bool = False,
) -> Callable[[CheckFunction], Check]:
    """Return a decorator that makes a check for every series but those that are exempt.

    A series is exempt where a check of its own, with its own code and statement, judges the matter, or
    where its rules know no such thing (`SeriesDef.exempt_from`).
    """

    def wrap(function: CheckFunction) -> Check:
        @wraps(function)
        def run(ctx: CheckContext) -> Iterator[Finding]:
            # An imported module stands as its saved games have it: no rule forbids that.
            if code not in ctx.battle.series.exempt_from and ctx.battle.module != "imported":
                yield from function(ctx)

        return check(
            code,
            name=name,
            severity=severity,
            rules=(),
            rationale=rationale,
            bad=bad,
            good=good,
            scope=scope,
            may_warn=may_warn,
        )(run)

    return wrap


def hex_names(ctx: CheckContext, hexes: Iterable[int]) -> str:
    """Return hexes in words: "hex 0305", "hexes 0305 and 0405"; of many the first ones and a number."""
    numbers = [ctx.hex_id(i) for i in sorted(set(hexes))]
    return f"hex{'es' if len(numbers) > 1 else ''} {word_list(numbers)}"


def is_are(subjects: Iterable[object]) -> str:
    """Return the verb for so many things."""
    return "is" if len(list(subjects)) == 1 else "are"


def is_written(ctx: CheckContext, *subject: str) -> bool:
    """Return whether the source has an entry of its own for exactly this subject; else its default holds."""
    return subject in ctx.battle.spans


def outside(battle_map: BattleMap, hexes: Iterable[int]) -> list[int]:
    """Return those of the hexes that are out of play."""
    return [i for i in hexes if not battle_map.playable[i]]


def arrival_turns(ctx: CheckContext) -> Mapping[str, int | None]:
    """Return piece -> turn in which it arrives at the earliest; pieces of the setup are absent."""
    turns: dict[str, int | None] = {}
    for arrival in setup_view(ctx).arrivals:
        for piece in arrival.pieces:
            turns.setdefault(piece, arrival.turn)
    return turns


def on_map(ctx: CheckContext) -> frozenset[str]:
    """Return ids of the pieces that start in a hex or in an area of the map."""
    placements = ctx.scenario.placements if ctx.scenario else ()
    return frozenset(p.piece for p in placements if p.possible_hexes)


def movement_classes(ctx: CheckContext, pieces: Iterable[str]) -> tuple[str, ...]:
    """Return columns of the terrain chart that the units among the pieces use, sorted."""
    units = (ctx.units[p] for p in pieces if p in ctx.units)
    return tuple(sorted({ctx.series.movement_class(ctx.battle.series, unit) for unit in units} - {""}))


def is_open(ctx: CheckContext, index: int, movement_class: str) -> bool:
    """Return whether a unit of the class can enter the hex from some hex next to it.

    Other units do not count, special rules that hold for everybody do.

    Ground that the source leaves open is open: what is missing has been reported.
    """
    map_rules, movement = ctx.map_rules, ctx.series.movement
    if map_rules is None or movement_class not in movement.classes or map_rules.map.terrain[index] is None:
        return True
    around = map_rules.map.grid.neighbour_table[index]
    return any(
        there is not None
        and map_rules.map.playable[there]
        and not map_rules.why_closed(there, (direction + 3) % 6, movement_class)
        and (
            map_rules.map.terrain[there] is None
            or movement.step(map_rules, there, (direction + 3) % 6, movement_class).cost is not None
        )
        for direction, there in enumerate(around)
    )


def commands_of(ctx: CheckContext, leader_id: str) -> list[Command]:
    """Return the commands that a leader leads: those that name him and the one that he names."""
    leader = ctx.leaders.get(leader_id)
    command_id = leader.command if leader else None
    return [
        c for c in ctx.battle.commands if c.leader == leader_id or (c.leader is None and c.id == command_id)
    ]


def parts(condition: Condition) -> Iterator[Condition]:
    """Yield a condition and all conditions in it."""
    yield condition
    for part in condition.parts:
        yield from parts(part)


def conditions(ctx: CheckContext) -> Iterator[tuple[str, Subject, Condition]]:
    """Yield ("award", "automatic victory", "reinforcement" with its id, subject, condition)."""
    scenario = ctx.scenario
    if scenario is None:
        return
    for award in scenario.awards:
        yield f"award `{award.id}`", ("award", scenario.id, award.id, "when"), award.when
    for end in scenario.automatic:
        yield f"automatic victory `{end.id}`", ("automatic", scenario.id, end.id, "when"), end.when
    for arrival in scenario.arrivals:
        if arrival.required is not None:
            subject = ("arrival", scenario.id, arrival.id, "condition")
            yield f"reinforcement `{arrival.id}`", subject, arrival.required
