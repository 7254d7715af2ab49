"""Answers to questions about a map as JSON types, hexes by their printed ids."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from jdgtools.derived.derive import Derived
from jdgtools.derived.reach import Leg, Reached
from jdgtools.hexgrid import direction_name

Plain = dict[str, Any]


def sight_answer(derived: Derived, origin: int, target: int) -> Plain:
    """Return whether a hex is seen from another, and every hex, hexside and level that was looked at."""
    grid = derived.terrain.map.grid
    sight = derived.sight(origin, target)
    return {
        "question": "los",
        **_where(derived),
        "from": grid.id(origin),
        "to": grid.id(target),
        "distance": sight.distance,
        "clear": sight.clear,
        "factors": [
            {
                "hexes": [grid.id(h) for h in factor.hexes],
                "what": factor.what,
                "blocks": factor.blocks,
                "text": factor.text,
                "rules": list(factor.rules),
            }
            for factor in sight.factors
        ],
    }


def path_answer(
    derived: Derived, origin: int, target: int, movement_class: str, unit: str | None, facing: int | None
) -> Plain:
    """Return the cheapest path, leg by leg; `cost` is null if there is none."""
    grid = derived.terrain.map.grid
    path = derived.path(origin, target, movement_class, unit, facing)
    return {
        "question": "path",
        **_where(derived),
        "from": grid.id(origin),
        "to": grid.id(target),
        "class": movement_class,
        "unit": unit,
        "denominator": derived.series.movement.denominator,
        "cost": None if path is None else path.cost,
        "legs": [] if path is None else [_leg(derived, leg) for leg in path.path],
    }


def reach_answer(
    derived: Derived, origin: int, budget: int, movement_class: str, unit: str | None, facing: int | None
) -> Plain:
    """Return the hexes that can be reached with their least cost, cheapest first."""
    grid = derived.terrain.map.grid
    answers = derived.reach(origin, budget, movement_class, unit, facing)
    ordered = sorted(answers.values(), key=lambda answer: (answer.cost, answer.hex))
    return {
        "question": "reach",
        **_where(derived),
        "from": grid.id(origin),
        "class": movement_class,
        "unit": unit,
        "denominator": derived.series.movement.denominator,
        "budget": budget,
        "hexes": [_reached(derived, answer) for answer in ordered],
    }


def adjacent_answer(derived: Derived, index: int) -> Plain:
    """Return a hex and its neighbours with what lies between, and what a step there costs every class."""
    battle_map = derived.terrain.map
    grid, rules = battle_map.grid, derived.series.movement
    neighbours = []
    for direction in range(6):
        other = grid.neighbour(index, direction)
        steps = {name: rules.step(derived.terrain, index, direction, name) for name in rules.classes}
        neighbours.append(
            {
                "direction": direction_name(grid.orientation, direction),
                "hex": None if other is None else grid.id(other),
                **({} if other is None else _terrain(derived, other)),
                "sides": [
                    {"kind": f.kind, "inside": None if f.inside is None else grid.id(f.inside)}
                    for f in battle_map.features_at(index, direction)
                ],
                "ways": sorted({w.kind for w in battle_map.ways if _joins(w.hexes, index, other)}),
                "cost": {name: step.cost for name, step in steps.items()},
                "disorders": [name for name, step in steps.items() if step.disorders],
                "reasons": {name: list(step.reasons) for name, step in steps.items()},
            }
        )
    return {
        "question": "adjacent",
        **_where(derived),
        "hex": grid.id(index),
        **_terrain(derived, index),
        "denominator": rules.denominator,
        "neighbours": neighbours,
    }


def _where(derived: Derived) -> Plain:
    scenario = derived.scenario
    return {"battle": derived.battle.id, "scenario": None if scenario is None else scenario.id}


def _terrain(derived: Derived, index: int) -> Plain:
    battle_map = derived.terrain.map
    places = [p.name.get(derived.battle.language) for p in battle_map.places if p.hex == index]
    return {
        "terrain": battle_map.terrain[index],
        "level": battle_map.levels[index],
        "in_play": battle_map.playable[index],
        "places": places,
    }


def _joins(hexes: tuple[int, ...], a: int, b: int | None) -> bool:
    return any({a, b} == {x, y} for x, y in pairwise(hexes))


def _leg(derived: Derived, leg: Leg) -> Plain:
    grid = derived.terrain.map.grid
    direction = None if leg.origin == leg.target else grid.direction(leg.origin, leg.target)
    return {
        "from": grid.id(leg.origin),
        "to": grid.id(leg.target),
        "direction": None if direction is None else direction_name(grid.orientation, direction),
        "cost": leg.cost,
        "total": leg.total,
        "way": leg.way or None,
        "disorders": leg.disorders,
        "reasons": list(leg.reasons),
    }


def _reached(derived: Derived, answer: Reached) -> Plain:
    return {
        "hex": derived.terrain.map.grid.id(answer.hex),
        "cost": answer.cost,
        "stops": answer.stops,
        "disorders": any(leg.disorders for leg in answer.path),
    }
