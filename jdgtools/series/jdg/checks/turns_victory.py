"""Checks of turns and rout (G.10 of the rules digest): CHK-103 to CHK-108, and with `victory` to CHK-112."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from jdgtools.checks.base import GROUND, CheckContext, Finding, check
from jdgtools.checks.general import hex_names, is_written
from jdgtools.checks.track import ends_off_track, missing_turns
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.series.jdg.checks import victory
from jdgtools.series.jdg.checks.common import setup_of
from jdgtools.series.jdg.checks.stacking import is_closed
from jdgtools.series.jdg.rout_paths import RoutMap

FLAGS = ("night", "fog")
"""Turn flags that the rules ask for."""
EDGES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def edge_name(edge: str) -> str:
    """Return a map edge in words: "the north edge", "the north or east edge"."""
    return f"the {' or '.join(EDGES[letter] for letter in edge)} edge"


@check(
    "JDG103",
    entry="CHK-103",
    name="turn-list-with-gaps",
    severity=Severity.ERROR,
    rules=("JDG-1-u",),
    rationale="The turn marker advances one box in phase F, so the track has every turn from the first to "
    "the last, each once and in order.",
    bad="turns:\n  - {number: 1}\n  - {number: 3}",
    good="turns:\n  - {number: 1}\n  - {number: 2}\n  - {number: 3}",
)
def turn_list_with_gaps(ctx: CheckContext) -> Iterator[Finding]:
    """Yield turns that are missing, repeated or out of order; first and last turns off the track."""
    scenario = ctx.scenario
    if scenario is None or not is_written(ctx, "scenario", scenario.id, "turns"):
        return
    if not scenario.turns:
        yield Finding(
            ("scenario", scenario.id, "turns"),
            f"scenario `{scenario.id}` has no turns",
            expected="at least one turn",
            hint="write `turns: {count: 10}`, or list the turns",
            depends=(("turns", scenario.id, "count"),),
        )
        return
    yield from missing_turns(scenario)
    yield from ends_off_track(scenario, [turn.number for turn in scenario.turns])


@check(
    "JDG104",
    entry="CHK-104",
    name="night-or-fog-not-given-for-a-turn",
    severity=Severity.ERROR,
    rules=("JDG-12.1-a", "JDG-12.2-a"),
    rationale="Night and fog change movement, fire, charges and every cohesion check, so each turn says "
    "whether it has them; nothing said means neither. A flag for a turn that does not exist was meant for "
    "another one. A turn between 22:00 and 4:00 without the night flag is a warning.",
    bad='turns: {count: 8, start: "18:00", minutes: 60, flags: {night: [9]}}',
    good='turns: {count: 8, start: "18:00", minutes: 60, flags: {night: [5, 6, 7, 8]}}',
    may_warn=True,
)
def night_or_fog_not_given_for_a_turn(ctx: CheckContext) -> Iterator[Finding]:
    """Yield flags that belong to no turn, and turns that the clock calls night but no flag does."""
    scenario = ctx.scenario
    if scenario is None:
        return
    flags = [flag for flag, _ in ctx.battle.series.turn_flags]
    for flag in FLAGS:
        if flag not in flags:
            yield Finding(
                ("scenario", scenario.id, "turns"),
                f"the series gives its turns no flag `{flag}`",
                expected="the turn flags `night` and `fog` in the definition of the series",
                hint=f"add `{flag}` to `turn_flags` of the definition",
            )
    numbers = {turn.number for turn in scenario.turns}
    flag_subjects = [
        s
        for s in ctx.battle.spans
        if s[0] == "turn" and len(s) == 4 and s[1] == scenario.id and s[3] in flags
    ]
    for subject in flag_subjects if numbers else ():
        if int(subject[2]) not in numbers:
            yield Finding(
                subject,
                f"`{subject[3]}` is given for turn {subject[2]}, which the track does not have",
                expected=f"a turn of the track, {min(numbers)} to {max(numbers)}",
                hint=f"change the turn in `flags`, or take it out of `{subject[3]}`",
            )
    for turn in scenario.turns:
        if "night" not in turn.flags and _is_night(turn.time):
            turn_place = ("turn", scenario.id, str(turn.number))
            yield Finding(
                turn_place if is_written(ctx, *turn_place)
                else ("scenario", scenario.id, "turns"),
                f"turn {turn.number} begins at {turn.time}, but is no night turn",
                expected="the flag `night` between 22:00 and 4:00",
                hint="add the flag `night`, or correct the clock",
                severity=Severity.WARNING,
                rules=("JDG-12.1-a",),
            )  # fmt: skip


def _is_night(clock: str) -> bool:
    hours = clock.partition(":")[0]
    return hours.isascii() and hours.isdigit() and not 4 <= int(hours) < 22


@check(
    "JDG105",
    entry="CHK-105",
    name="night-and-fog-in-one-turn",
    severity=Severity.WARNING,
    rules=("JDG-12.1-b", "JDG-12.2-b"),
    options=("night_fog",),
    rationale="Night and fog give different values for the same things, and the rules do not say what holds "
    "when a turn has both. The option `night_fog` decides: night alone (recommended), fog alone, or both "
    "added.",
    bad="turns:\n  - {number: 1, flags: [night, fog]}",
    good="turns:\n  - {number: 1, flags: [night]}",
)
def night_and_fog_in_one_turn(ctx: CheckContext) -> Iterator[Finding]:
    """Yield turns with both flags."""
    scenario = ctx.scenario
    ruling = {"night": "night counts alone", "fog": "fog counts alone", "added": "both are added"}
    for turn in scenario.turns if scenario else ():
        if scenario and turn.flags.issuperset(FLAGS):
            number = str(turn.number)
            name_list = ("turn", scenario.id, number, "flags")
            yield Finding(
                name_list if is_written(ctx, *name_list) else ("turn", scenario.id, number, "fog"),
                f"turn {number} is both night and fog; by the option `night_fog` "
                f"{ruling.get(str(ctx.option('night_fog')), 'one of them counts')}",
                expected="night or fog",
                hint="leave one of the flags out, unless the scenario relies on that ruling",
            )


@check(
    "JDG106",
    entry="CHK-106",
    name="side-without-rout-edge",
    severity=Severity.ERROR,
    rules=("JDG-10.4-d",),
    rationale="Routed units move towards the edge of the map that the scenario gives for their side. Without "
    "one a rout cannot be played.",
    bad="sides:\n  - {side: british}\n  - {side: french, rout_edge: S}",
    good="sides:\n  - {side: british, rout_edge: N}\n  - {side: french, rout_edge: S}",
)
def side_without_rout_edge(ctx: CheckContext) -> Iterator[Finding]:
    """Yield sides for which the scenario names no map edge."""
    scenario = ctx.scenario
    if scenario is None:
        return
    edges = {side.side: side.rout_edge for side in scenario.sides}
    for side in ctx.battle.sides:
        if edges.get(side.id) is None:
            subject = ("scenario-side", scenario.id, side.id, "rout_edge")
            yield Finding(
                subject if side.id in edges else ("scenario", scenario.id, "sides"),
                f"`{side.id}` has no rout edge in scenario `{scenario.id}`",
                expected="the map edge towards which its routed units move: N, NE, E, SE, S, SW, W or NW",
                hint=f"write `- {{side: {side.id}, rout_edge: {_other_edge(edges)}}}` under `sides`, or the "
                "edge in its rear",
            )


def _other_edge(edges: dict[str, str | None]) -> str:
    """Return the edge opposite to that of the other side; N when there is none."""
    opposite = str.maketrans("NESW", "SWNE")
    return next((edge.translate(opposite) for edge in edges.values() if edge), "N")


@check(
    "JDG107",
    entry="CHK-107",
    name="hexes-without-a-way-to-the-rout-edge",
    severity=Severity.WARNING,
    rules=("JDG-10.4-e", "JDG-10.4-f"),
    options=("z_means",),
    rationale="A routed unit that cannot move a hex towards its edge is eliminated. Where terrain alone "
    "shuts the way for disordered units of some kind (each step must be affordable, and none may lead away "
    "from the edge), every rout there is the end of the unit: perhaps meant, perhaps a slip of the map.",
    bad="sides:\n  - {side: british, rout_edge: N}     # an uncrossable river runs along row 2, no bridge",
    good="sides:\n  - {side: british, rout_edge: N}\ncrossings:\n  - {kind: bridge, side: 0502/N}",
)
def hexes_without_a_way_to_the_rout_edge(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes from which disordered units find no way to the edge of their side."""
    scenario, ground = ctx.scenario, setup_of(ctx).ground
    if scenario is None or ground is None or ctx.map_rules is None:
        return
    maps: dict[str, RoutMap] = {}
    for side in scenario.sides:
        if side.rout_edge is None or not set(side.rout_edge) <= set(EDGES):
            continue
        movers = _movers(ctx, side.side)
        routs = maps.setdefault(side.rout_edge, RoutMap(ground, ctx.map_rules, side.rout_edge))
        if not movers or not routs.exits:
            continue
        # Most maps let everybody through: one search for all kinds, then one for each where it fails.
        open_to_all = routs.reached_hexes(tuple(movers.items()))
        rest = [i for i in ground.map.grid.hexes if ground.map.playable[i] and i not in open_to_all]
        shut: dict[tuple[int, ...], list[str]] = {}
        for column, points in movers.items() if rest else ():
            free = routs.reached_hexes(((column, points),), open_to_all)
            hexes = tuple(i for i in rest if i not in free and not is_closed(ctx, i, column))
            if hexes:
                shut.setdefault(hexes, []).append(column.replace("_", " "))
        for hexes, columns in shut.items():
            yield Finding(
                ("scenario-side", scenario.id, side.side, "rout_edge"),
                f"routed {_plain_list(columns)} of `{side.side}` {'has' if len(columns) == 1 else 'have'} "
                f"no way to {edge_name(side.rout_edge)} from {hex_names(ctx, hexes)}",
                expected="a way for disordered units from every hex that they may stand in",
                hint="open the way on the map (a bridge, a ford, a road), choose another edge, or accept "
                "that a rout there is the end of the unit",
                depends=GROUND,
            )


def _plain_list(words: list[str]) -> str:
    """Return words without backticks: "infantry, cavalry and artillery"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _movers(ctx: CheckContext, side: str) -> dict[str, int]:
    """Return columns of the terrain chart of a side's units in play -> movement points of the slowest one."""
    setup = setup_of(ctx)
    slowest: dict[str, int] = {}
    for unit in ctx.battle.units:
        if unit.side != side or unit.id not in setup.in_play:
            continue
        column, points = setup.movement_class(unit), unit.number("movement", back=True)
        if column and points is not None:
            slowest[column] = min(points, slowest.get(column, points))
    return slowest


@check(
    "JDG108",
    entry="CHK-108",
    name="both-sides-rout-to-one-edge",
    severity=Severity.WARNING,
    rules=("JDG-10.4-d",),
    rationale="Armies flee to their own rear. Two sides with one rout edge would flee side by side, and one "
    "of them through the enemy: usually a line copied and not changed.",
    bad="sides:\n  - {side: british, rout_edge: N}\n  - {side: french, rout_edge: N}",
    good="sides:\n  - {side: british, rout_edge: N}\n  - {side: french, rout_edge: S}",
)
def both_sides_rout_to_one_edge(ctx: CheckContext) -> Iterator[Finding]:
    """Yield two sides with the same rout edge."""
    scenario = ctx.scenario
    for first, second in pairwise(scenario.sides) if scenario else ():
        if scenario and first.rout_edge is not None and first.rout_edge == second.rout_edge:
            yield Finding(
                ("scenario-side", scenario.id, second.side, "rout_edge"),
                f"`{first.side}` and `{second.side}` both rout to {edge_name(first.rout_edge)}",
                expected="a rout edge of its own for each side",
                hint="change the `rout_edge` of one of them to the edge in its rear",
                related=(
                    (("scenario-side", scenario.id, first.side, "rout_edge"), f"edge of `{first.side}`"),
                ),
            )


CHECKS = (
    turn_list_with_gaps,
    night_or_fog_not_given_for_a_turn,
    night_and_fog_in_one_turn,
    side_without_rout_edge,
    hexes_without_a_way_to_the_rout_edge,
    both_sides_rout_to_one_edge,
    *victory.CHECKS,
)
