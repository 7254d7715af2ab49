"""The scenario in a package: options, turns, setup, arrivals, victory.

Every function returns one part of it, as the type that `jdgtools/package/model_play.py` declares.
"""

from __future__ import annotations

from msgspec import convert

from jdgtools.charts import ChartBook
from jdgtools.exporters.jdgpkg.ground import words
from jdgtools.exporters.jdgpkg.schedules import schedules_of
from jdgtools.model import scenario as model
from jdgtools.model import victory
from jdgtools.model.battle import Battle
from jdgtools.model.definition import SeriesDef
from jdgtools.model.scenario import Scenario
from jdgtools.package.meaning import Value
from jdgtools.package.model_play import (
    AllOf,
    Always,
    AnyOf,
    Arrival,
    Automatic,
    Award,
    Captured,
    Chance,
    Condition,
    Destroyed,
    Difference,
    Eliminated,
    Exited,
    Fled,
    HeldHex,
    Holds,
    Level,
    Losses,
    MarkersOnMap,
    NoneOf,
    Setup,
    StateIs,
    Turn,
    TurnIs,
    Turns,
    Victory,
)
from jdgtools.rules import Series


def options_of(battle: Battle, scenario: Scenario) -> dict[str, Value | tuple[Value, ...]]:
    """Return every option of the series with the value in force."""
    values = battle.options_in(scenario)
    return convert(values, dict[str, Value | tuple[Value, ...]])


def turns_of(scenario: Scenario) -> Turns:
    """Return the turn track."""
    track = tuple(Turn(t.number, t.time, tuple(sorted(t.flags))) for t in scenario.turns)
    return Turns(scenario.first_turn, scenario.last_turn, track)


def setup_of(scenario: Scenario) -> tuple[Setup, ...]:
    """Return where every piece starts, in source order."""
    return tuple(map(_placement, scenario.placements))


def _placement(p: model.Placement) -> Setup:
    return Setup(
        piece=p.piece,
        kind=p.kind,
        hexes=tuple(p.hexes),
        area=() if p.hexes else tuple(p.area),
        box="" if p.possible_hexes else p.box,
        facing=p.facing,
        state=dict(p.state),
        stack=p.order,
    )


def markers_on_map_of(scenario: Scenario) -> tuple[MarkersOnMap, ...]:
    """Return the markers that lie on the map at the start, in source order."""
    return tuple(MarkersOnMap(entry.marker, entry.hexes) for entry in scenario.markers_on_map)


def arrivals_of(battle: Battle, scenario: Scenario) -> tuple[Arrival, ...]:
    """Return the groups of reinforcements, in source order."""
    return tuple(_arrival(battle, arrival) for arrival in scenario.arrivals)


def _chance(definition: SeriesDef, at_most: int, of: int) -> Chance:
    """Return the chance by a single die of the series that has so many faces, if there is one."""
    die = definition.die_with(of)
    low = 1 if die is None else die.low
    return Chance(
        at_most, of, "" if die is None else die.id, tuple(range(low, min(at_most, low + of - 1) + 1))
    )


def _arrival(battle: Battle, a: model.Arrival) -> Arrival:
    units = {unit.id for unit in battle.units}
    return Arrival(
        id=a.id,
        pieces=tuple(a.pieces),
        stacks=tuple(tuple(stack) for stack in a.stacks),
        turn=a.turn,
        until=a.until,
        command=a.command,
        side=a.side,
        hexes=tuple(a.hexes),
        entry=a.entry or None,
        optional=a.optional,
        chance=None if a.chance is None else _chance(battle.series, *a.chance),
        condition=words(a.condition),
        required=None if a.required is None else condition(a.required),
        state=dict(a.state),
        kinds=tuple("unit" if piece in units else "leader" for piece in a.pieces),
    )


def victory_of(battle: Battle, scenario: Scenario, series: Series, charts: ChartBook) -> Victory:
    """Return points, automatic victory and levels; conditions as trees that a program can evaluate."""
    return Victory(
        awards=tuple(
            Award(a.id, words(a.name), a.side, a.points, a.each, a.at, condition(a.when))
            for a in scenario.awards
        ),
        automatic=tuple(
            Automatic(a.id, words(a.name), a.side, a.evaluated, condition(a.when)) for a in scenario.automatic
        ),
        levels=tuple(Level(words(x.name), x.side, x.low, x.high) for x in scenario.levels),
        held=tuple(HeldHex(index, scenario.held[index]) for index in sorted(scenario.held)),
        schedules=schedules_of(battle, scenario, series, charts),
    )


def condition(when: victory.Condition) -> Condition:
    """Return a condition with those members that its kind uses."""
    match when.kind:
        case "all":
            return AllOf(tuple(map(condition, when.parts)))
        case "any":
            return AnyOf(tuple(map(condition, when.parts)))
        case "not":
            return NoneOf(tuple(map(condition, when.parts)))
        case "holds":
            return Holds(when.side, tuple(when.hexes), when.count)
        case "eliminated":
            return Eliminated(tuple(when.units), when.count)
        case "destroyed":
            return Destroyed(tuple(when.units), when.count)
        case "fled":
            return Fled(tuple(when.units), when.count)
        case "captured":
            return Captured(tuple(when.units), when.count)
        case "losses":
            return Losses(tuple(when.units), when.percent)
        case "exited":
            return Exited(tuple(when.units), when.count, when.edge, tuple(when.hexes))
        case "turn":
            return TurnIs(when.low, when.high)
        case "state":
            return StateIs(tuple(when.units), when.value, when.count)
        case "difference":
            return Difference(when.side, when.low, when.high)
        case "always":
            return Always()
