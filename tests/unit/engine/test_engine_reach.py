"""Where a unit may go: the engine, which has the package alone, and `jdg query reach`, which has the battle."""

from __future__ import annotations

import pytest

from jdgtools.derived import derive
from jdgtools.derived.movers import MoveRefused
from jdgtools.derived.reach import Search
from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.movement import may_march
from jdgtools.engine.jdg.reach import CHARGING, FORCED, NORMAL, Walk
from jdgtools.engine.jdg.words import ACTIVE, COMMANDER, ORDERS, RENFORT, ROUTED, SQUARE
from jdgtools.engine.jdg.zones import Threats, allowance, stack_fits, threats_to
from tests.unit.engine.field import Field
from tests.unit.package.bundled import battle, packages

POSITIONS = 200


def test_the_engine_and_the_query_agree() -> None:
    """Rules in words, which only the engine plays, are left out: what is asked is the package."""
    loaded = battle("rolica-1808")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    derived = derive(loaded.battle, loaded.series, loaded.charts, loaded.battle.scenario("historical"))
    package = next(p for known, p in packages("rolica-1808") if known.id == "historical")
    game = Match(package, [rule.id for rule in package.special_rules])
    t, start, dice = game.t, game.start(), Dice(1808)
    positions = answers = 0
    while positions < POSITIONS:
        unit, here = dice.below(len(t.units)), dice.below(t.size)
        state = start.clone()
        state.turn = 2
        others = [other for other in state.stacks[here] if other != unit]
        if (
            state.place[unit] < 0
            or not package.grid.in_play[here]
            or (others and (t.side[others[0]] != t.side[unit] or not stack_fits(t, state, [*others, unit])))
        ):
            continue
        positions += 1
        state.take(unit)
        state.put(unit, here)
        state.level[unit], state.facing[unit] = dice.pick_weighted((2, 1)), dice.below(6)
        state.flags[unit] = ORDERS | ACTIVE
        forced = bool(dice.pick_weighted((2, 1)))
        started = Threats(t, state, t.side[unit]).zone.get(here, ())
        legs = None
        if not forced or may_march(game, state, unit):
            walk = game.walk(state, unit, FORCED if forced else NORMAL, started)
            ways = walk.legs(allowance(t, state, unit, is_forced=forced), 0, True)
            legs = {target: leg.cost for target, leg in ways.items()}
            answers += len(legs)
        states = {"level": ("ordered", "disordered")[state.level[unit]], "orders": "orders_received"}
        try:
            piece = derived.piece(
                t.ids[unit], here, state.facing[unit], states, 2, "forced_march" if forced else ""
            )
            mover = derived.mover(piece)
            search = Search(mover)
            search.run(mover.budget.points)
            answer = {r.hex: r.cost for r in search.reached_hexes() if not r.end and r.hex != here}
        except MoveRefused:
            answer = None
        assert legs == answer, (t.ids[unit], t.hex_ids[here], states, forced)
    assert answers > 1000


def test_what_is_remembered_holds_for_the_same_position_alone() -> None:
    """The legs of a decision are asked for again when one is chosen; an enemy nearby makes them others."""
    field = Field()
    unit = field.put("br-5", "1515")
    question = ((unit,), NORMAL, (), 5 * field.t.denominator, 0, True)
    legs = field.game.legs(field.s, *question)
    assert field.game.legs(field.s.clone(), *question) is legs
    field.put("fr-32", "1513", 3)
    others = field.game.legs(field.s, *question)
    assert others != legs
    assert others == field.game.walk(field.s, unit, NORMAL, ()).legs(5 * field.t.denominator, 0, True)


@pytest.mark.parametrize("name", ["rolica-1808", "vimeiro-1808"])
def test_steps_of_the_table_cost_what_the_rules_ask(name: str) -> None:
    """Where no unit is near, the search takes a step from a table; asked for one by one, they cost the same."""
    game = Match(packages(name)[0][1])
    t, state, dice = game.t, game.start(), Dice(9)
    compared = 0
    for number in range(1200):
        if isinstance(state.node, DecisionNode):
            game.apply(state, dice.below(len(state.node.actions)))
        elif isinstance(state.node, ChanceNode):
            game.outcome(state, dice.pick_weighted(state.node.weights))
        else:
            break
        unit = dice.below(len(t.ids))
        if number % 5 or state.place[unit] < 0 or state.level[unit] == ROUTED:  # who is routed goes nowhere
            continue
        if unit in t.units:
            state.flags[unit] |= (0, RENFORT)[dice.below(2)]
        started = threats_to(t, state, t.side[unit]).zone.get(state.place[unit], ())
        for kind in (NORMAL, FORCED, CHARGING) if unit in t.units else (NORMAL,):
            walk = game.walk(state, unit, kind, started)
            quick = walk.legs(8 * t.denominator, 0, True)
            walk.asks_always = True
            assert walk.legs(8 * t.denominator, 0, True) == quick, (t.ids[unit], kind)
            compared += len(quick)
    assert compared > 5000


def _slow_legs(walk: Walk, points: int, first: bool) -> dict[int, tuple[int, int]]:
    """Return hex -> cost and level on arrival, by asking for every step again until nothing gets cheaper."""
    t, s, unit = walk.t, walk.s, walk.unit
    origin, start = s.place[unit], s.level[unit]
    best: dict[tuple[int, int], int] = {}

    def go(here: int, level: int, cost: int, initial: bool) -> bool:
        friends = [other for other in s.stacks[here] if other != unit]
        if (level != start and walk.kind == FORCED) or (
            not initial and any(s.flags[o] & SQUARE for o in friends)
        ):
            return False
        cheaper = False
        for direction in range(6):
            step = 6 * here + direction
            target = t.neighbours[step]
            price = walk.step(here, direction, initial, level) if target >= 0 else -1
            total = cost + price + (walk.pass_friends if friends and not initial else 0)
            if price < 0 or total > walk.budget(points, level):
                continue
            near = target in walk.threats.near
            after = level + (t.arm[unit] != COMMANDER and step in t.disorders[t.cls[unit]][near])
            if total < best.get((target, after), 1 << 30):
                best[target, after] = total
                cheaper = True
        return cheaper

    changed = go(origin, start, 0, first)
    while changed:
        changed = False
        for (here, level), cost in sorted(best.items()):
            if level < ROUTED and not walk.ends(here):
                changed |= go(here, level, cost, False)
    legs: dict[int, tuple[int, int]] = {}
    for (here, level), cost in sorted(best.items(), key=lambda item: (item[1], item[0][1])):
        beaten = any(best.get((here, lower), 1 << 30) <= cost for lower in range(level))
        if here != origin and not beaten and (level == ROUTED or walk.stops(here, level)):
            legs.setdefault(here, (cost, level))
    return legs


@pytest.mark.parametrize("free", [False, True])
def test_a_slow_search_finds_the_same_legs(free: bool) -> None:
    """Also where some steps cost nothing, which no bundled map has."""
    game = Match(packages("rolica-1808")[0][1])
    t = game.t
    if free:
        for number, tables in enumerate(t.cost):
            t.cost[number] = [
                [0 if step % 7 == 3 and c > 0 else c for step, c in enumerate(x)] for x in tables
            ]
            t.steps[number] = t._open_steps(*t.cost[number], t.disorders[number][0])
        t.least_cost = 0
    state, dice = game.start(), Dice(31)
    compared = 0
    for number in range(700):
        if isinstance(state.node, DecisionNode):
            game.apply(state, dice.below(len(state.node.actions)))
        elif isinstance(state.node, ChanceNode):
            game.outcome(state, dice.pick_weighted(state.node.weights))
        else:
            break
        unit = dice.below(len(t.ids))
        if number % 5 or state.place[unit] < 0:
            continue
        if unit in t.units:
            state.level[unit] = min(state.level[unit], dice.below(2))
        started = threats_to(t, state, t.side[unit]).zone.get(state.place[unit], ())
        for kind in (NORMAL, FORCED, CHARGING) if unit in t.units else (NORMAL,):
            walk = game.walk(state, unit, kind, started)
            legs = walk.legs(6 * t.denominator, 0, True)
            quick = {target: (leg.cost, leg.level) for target, leg in legs.items()}
            assert quick == _slow_legs(walk, 6 * t.denominator, True), (number, t.ids[unit], kind)
            compared += len(quick)
    assert compared > 2000


def test_zones_are_worked_out_anew_when_an_enemy_changes() -> None:
    """What is remembered of the enemy is for the very same enemy: place, facing, level and square."""
    field = Field()
    field.put("br-5", "1515")
    enemy = field.put("fr-32", "1513", 3)
    t, s = field.t, field.s

    def both() -> tuple[Threats, Threats]:
        return threats_to(t, s, 0), Threats(t, s, 0)

    seen = set()
    for change in ("", "turn", "square", "disorder", "rout", "go", "leave"):
        if change == "turn":
            s.facing[enemy] = 1
        elif change == "square":
            s.flags[enemy] |= SQUARE
        elif change == "disorder":
            s.flags[enemy] &= ~SQUARE
            s.level[enemy] = 1
        elif change == "rout":
            s.level[enemy] = 2
        elif change == "go":
            s.take(enemy)
            s.put(enemy, field.hex("1312"))
        elif change == "leave":
            s.take(enemy)
        known, fresh = both()
        assert threats_to(t, s.clone(), 0) is known
        for part in Threats.__slots__:
            assert getattr(known, part) == getattr(fresh, part), (change, part)
        seen.add((frozenset(known.zone), frozenset(known.front), known.near))
    assert len(seen) == 5
