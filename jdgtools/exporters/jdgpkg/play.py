"""The scenario part of a package: options, turns, setup, arrivals, victory, special rules."""

from __future__ import annotations

from jdgtools.exporters.jdgpkg.ground import Plain, text
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Arrival, Placement, Scenario
from jdgtools.model.victory import Condition


def options_part(battle: Battle, scenario: Scenario) -> Plain:
    """Every option of the series with the value in force."""
    return {o.id: battle.option(o.id, scenario) for o in battle.series.options}


def turns_part(scenario: Scenario) -> Plain:
    """The turn track."""
    return {
        "first": scenario.first_turn,
        "last": scenario.last_turn,
        "track": [
            {"number": t.number, "time": t.time, "flags": sorted(t.flags)} for t in scenario.turns
        ],
    }  # fmt: skip


def setup_part(battle: Battle, scenario: Scenario) -> list[Plain]:
    """Where every piece starts, in source order."""
    return [_placement(p) for p in scenario.placements]


def _placement(p: Placement) -> Plain:
    plain: Plain = {"piece": p.piece, "kind": p.kind}
    if p.hexes:
        plain["hexes"] = list(p.hexes)
    elif p.area:
        plain["area"] = list(p.area)
    else:
        plain["box"] = p.box
    return plain | {"facing": p.facing, "state": dict(p.state), "stack": p.order}


def arrivals_part(scenario: Scenario) -> list[Plain]:
    """Groups of reinforcements, in source order."""
    return [_arrival(a) for a in scenario.arrivals]


def _arrival(a: Arrival) -> Plain:
    return {
        "id": a.id,
        "pieces": list(a.pieces),
        "stacks": [list(stack) for stack in a.stacks],
        "turn": a.turn,
        "until": a.until,
        "command": a.command,
        "side": a.side,
        "hexes": list(a.hexes),
        "entry": a.entry or None,
        "optional": a.optional,
        "chance": None if a.chance is None else {"at_most": a.chance[0], "of": a.chance[1]},
        "condition": text(a.condition),
        "state": dict(a.state),
    }


def victory_part(scenario: Scenario) -> Plain:
    """Points, automatic victory and levels; conditions as trees that a program can evaluate."""
    return {
        "awards": [
            {
                "id": a.id,
                "name": text(a.name),
                "side": a.side,
                "points": a.points,
                "each": a.each,
                "at": a.at,
                "when": condition(a.when),
            }
            for a in scenario.awards
        ],
        "automatic": [
            {
                "id": a.id,
                "name": text(a.name),
                "side": a.side,
                "evaluated": a.evaluated,
                "when": condition(a.when),
            }
            for a in scenario.automatic
        ],
        "levels": [
            {"name": text(x.name), "side": x.side, "low": x.low, "high": x.high} for x in scenario.levels
        ],
        "held": [{"hex": index, "side": scenario.held[index]} for index in sorted(scenario.held)],
    }


def condition(when: Condition) -> Plain:
    """A condition with those members that its kind uses."""
    plain: Plain = {"kind": when.kind}
    match when.kind:
        case "all" | "any" | "not":
            plain["parts"] = [condition(part) for part in when.parts]
        case "holds":
            plain |= {"side": when.side, "hexes": list(when.hexes), "count": when.count}
        case "eliminated":
            plain |= {"units": list(when.units), "count": when.count}
        case "losses":
            plain |= {"units": list(when.units), "percent": when.percent}
        case "exited":
            plain |= {"units": list(when.units), "count": when.count, "edge": when.edge}
            plain["hexes"] = list(when.hexes)
        case "turn":
            plain |= {"low": when.low, "high": when.high}
        case "state":
            plain |= {"units": list(when.units), "value": when.value, "count": when.count}
        case "difference":
            plain |= {"side": when.side, "low": when.low, "high": when.high}
        case "always":
            pass
    return plain


def special_rules_part(scenario: Scenario) -> list[Plain]:
    """Rules of the scenario and the statements that they overrule."""
    return [
        {"id": r.id, "title": text(r.title), "text": text(r.text), "overrules": list(r.overrules)}
        for r in scenario.special_rules
    ]
