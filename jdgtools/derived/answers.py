"""Answers to questions about a map, as JSON types with hexes by their printed numbers.

`jdg query`, the page of `jdg serve` and editors ask the same functions: whether a hex is seen, the cheapest
path, the reach of a piece, what lies about a hex. Each takes a `DerivedBattle` and gives reasons with
statement ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from jdgtools.derived.derive import DerivedBattle
from jdgtools.derived.movers import AttackingMover, Mover, MovingPiece, Place, Pose
from jdgtools.derived.reach import Leg, ReachedHex, Search, path_to
from jdgtools.hexgrid import compass_name, direction_name
from jdgtools.rules import StepCost

Plain = dict[str, Any]


def sight_answer(
    derived: DerivedBattle, origin: int, target: int, units: bool = False, viewer: str | None = None
) -> Plain:
    """Return whether a hex is seen from another, and every hex, hexside and level that was looked at.

    Args:
        derived: the battle.
        origin: hex index.
        target: hex index.
        units: whether the units of the setup may block.
        viewer: unit that looks.
    """
    grid = derived.map_rules.map.grid
    sight = derived.sight_among(origin, target, viewer) if units else derived.sight(origin, target)
    return {
        "question": "los",
        **_where(derived),
        "units": units,
        "unit": viewer,
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


def path_answer(derived: DerivedBattle, mover: Mover, target: int, who: Plain) -> Plain:
    """Return the cheapest path, leg by leg; `cost` is null if there is none.

    A path within the allowance is preferred; one that takes several moves says so (`within_allowance`).

    Args:
        derived: the battle.
        mover: who moves.
        target: the hex where the move ends.
        who: see `mover_answer`.
    """
    grid, budget = derived.map_rules.map.grid, mover.budget.points
    path = None if budget is None else path_to(mover, target, budget)
    within = path is not None
    if path is None:
        path = path_to(mover, target)
    return {
        "question": "path",
        **_where(derived),
        "from": grid.id(mover.start[0]),
        "to": grid.id(target),
        **who,
        "denominator": derived.series.movement.denominator,
        "cost": None if path is None else path.cost,
        "within_allowance": within if budget is not None else None,
        "why_not": _why_not(mover, target) if path is None else None,
        "legs": [] if path is None else [_leg(derived, leg) for leg in path.path],
    }


def reach_answer(derived: DerivedBattle, mover: Mover, budget: int, who: Plain, why: bool = False) -> Plain:
    """Return the hexes where a move can end with their least cost, cheapest first.

    Hexes that may only be passed stand in `passing`, with the reason; of a charge those alone from which an
    enemy could be attacked. With `why` every hex has the legs of
    its cheapest path, and hexes beside them that are closed stand in `closed`, with the reason.
    """
    search = Search(mover)
    search.run(budget)
    answers_by_cost = sorted(search.reached_hexes(), key=lambda answer: (answer.cost, answer.place))
    return {
        "question": "reach",
        **_where(derived),
        "from": derived.map_rules.map.grid.id(mover.start[0]),
        **who,
        "denominator": derived.series.movement.denominator,
        "budget": budget,
        "hexes": [_reached_hex(derived, answer, why) for answer in answers_by_cost if not answer.end],
        "passing": [
            {**_hexes(derived, answer), "cost": answer.cost, "why": answer.end}
            for answer in answers_by_cost
            if answer.end
            and (not isinstance(mover, AttackingMover) or _targets(derived, mover, answer.places))
        ],
        **({"closed": _closed_hexes(derived, mover, answers_by_cost)} if why else {}),
    }


def _closed_hexes(derived: DerivedBattle, mover: Mover, answers: list[ReachedHex]) -> list[Plain]:
    """Return the hexes next to those reached that are never entered, with the reason."""
    grid = derived.map_rules.map.grid
    hexes_reached = {h for answer in answers for h in mover.pose(answer.place).hexes}
    border = sorted({n for h in hexes_reached for n in grid.neighbours(h)} - hexes_reached)
    return [{"hex": grid.id(h), "why": reason} for h in border if (reason := mover.why_closed(h))]


def mover_answer(derived: DerivedBattle, mover: Mover, piece: MovingPiece | None) -> Plain:
    """Return who moves: class, unit, facing, state, kind of move, allowance with its reasons, notes."""
    if piece is None:
        return {"class": mover.movement_class, "unit": None}
    pose = mover.pose(mover.start)
    return {
        "class": mover.movement_class,
        "unit": piece.id,
        "facing": facing_name(derived, pose.facing if pose.facing is not None else piece.facing),
        "state": dict(piece.state),
        "turn": piece.turn,
        "turn_flags": sorted(piece.flags),
        "move": piece.kind or None,
        "allowance": {
            "points": mover.budget.points,
            "measure": mover.budget.measure,
            "reasons": list(mover.budget.reasons),
        },
        "notes": [*mover.notes, *_unknown_options(piece)],
    }


def _unknown_options(piece: MovingPiece) -> Iterator[str]:
    """Yield the options of the scenario that decide moves, and that the answer does not know."""
    for option in piece.battle.series.options if piece.scenario is not None else ():
        if option.ignored_by_queries:
            value = piece.battle.option(option.id, piece.scenario)
            if value != option.default:
                yield (
                    f"`{option.id}: {str(value).lower()}` is not counted: the answer is that of "
                    f"`{str(option.default).lower()}` ({', '.join((*option.rules, option.entry))})"
                )


def facing_name(derived: DerivedBattle, facing: int | None) -> str | None:
    """Return the name of a corner or hexside that a unit faces, as setups write it."""
    if facing is None:
        return None
    return compass_name(derived.battle.series.facing, derived.map_rules.map.grid.orientation, facing)


def adjacent_answer(derived: DerivedBattle, index: int) -> Plain:
    """Return a hex and its neighbours with what lies between, and what a step there costs every class."""
    battle_map = derived.map_rules.map
    grid, rules = battle_map.grid, derived.series.movement
    neighbours = []
    for direction in range(6):
        other = grid.neighbour(index, direction)
        shut = {name: derived.map_rules.why_closed(index, direction, name) for name in rules.classes}
        steps = {
            name: StepCost(None, reasons=(shut[name],))
            if shut[name]
            else rules.step(derived.map_rules, index, direction, name)
            for name in rules.classes
        }
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
                "closed": next(filter(None, shut.values()), None),
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


def _where(derived: DerivedBattle) -> Plain:
    scenario = derived.scenario
    return {"battle": derived.battle.id, "scenario": None if scenario is None else scenario.id}


def _terrain(derived: DerivedBattle, index: int) -> Plain:
    battle_map = derived.map_rules.map
    places = [p.name.get(derived.battle.language) for p in battle_map.places if p.hex == index]
    return {
        "terrain": battle_map.terrain[index],
        "level": battle_map.levels[index],
        "in_play": battle_map.playable[index],
        "places": places,
    }


def _joins(hexes: tuple[int, ...], a: int, b: int | None) -> bool:
    return any({a, b} == {x, y} for x, y in pairwise(hexes))


def _why_not(mover: Mover, target: int) -> str:
    """Return why a mover cannot end in a hex at all."""
    return mover.why_closed(target) or mover.end((target, *mover.start[1:])) or "there is no way there"


def _leg(derived: DerivedBattle, leg: Leg) -> Plain:
    grid = derived.map_rules.map.grid
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
        **_pose(derived, leg.pose),
    }


def _pose(derived: DerivedBattle, pose: Pose) -> Plain:
    """Return what of a pose is more than its one hex."""
    ids = [derived.map_rules.map.grid.id(index) for index in pose.hexes]
    return {
        **({"hexes": ids} if len(ids) > 1 else {}),
        **({} if pose.facing is None else {"facing": facing_name(derived, pose.facing)}),
        **({"state": dict(pose.state)} if pose.state else {}),
    }


def _hexes(derived: DerivedBattle, answer: ReachedHex) -> Plain:
    grid = derived.map_rules.map.grid
    hexes = answer.search.mover.pose(answer.place).hexes
    return {"hex": grid.id(hexes[0]), **({"hexes": [grid.id(h) for h in hexes]} if len(hexes) > 1 else {})}


def _targets(derived: DerivedBattle, mover: Mover, ends: Iterable[Place]) -> list[str]:
    """Return the hexes that may be attacked from where a move ends."""
    if not isinstance(mover, AttackingMover):
        return []
    hexes = {h for place in ends for h in mover.targets(place)}
    return [derived.map_rules.map.grid.id(h) for h in sorted(hexes)]


def _reached_hex(derived: DerivedBattle, answer: ReachedHex, why: bool) -> Plain:
    """Return a hex where a move can end, with every facing that it can end in and its least cost."""
    search, mover = answer.search, answer.search.mover
    ends = [place for place in answer.places if not mover.end(place)]
    facings: dict[int, int] = {}
    for place in ends:
        pose, free = mover.pose(place), mover.facings(place)
        for facing in free if free is not None else () if pose.facing is None else (pose.facing,):
            facings.setdefault(facing, search.best[place])
    return {
        **_hexes(derived, answer),
        "cost": answer.cost,
        "stops": answer.stops,
        "disorders": any(leg.disorders for leg in answer.path),
        **({"legs": [_leg(derived, leg) for leg in answer.path]} if why else {}),
        **({"targets": targets} if (targets := _targets(derived, mover, ends)) else {}),
        **(
            {"facings": {facing_name(derived, facing): facings[facing] for facing in sorted(facings)}}
            if facings
            else {}
        ),
    }
