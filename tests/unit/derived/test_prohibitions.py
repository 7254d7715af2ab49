"""Special rules that close hexsides and hexes: movement, checks, zones, sight and the package know them alike."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.checks.base import CheckContext
from jdgtools.checks.winning import objective_out_of_reach
from jdgtools.derived import MoveRefused, derive
from jdgtools.derived.derive import battle_on_turn
from jdgtools.derived.reach import Search
from jdgtools.exporters.jdgpkg.entries import entry_hexes_of
from jdgtools.hexgrid import Hexside
from jdgtools.model.effects import RuleEffect
from jdgtools.model.prohibitions import prohibitions
from jdgtools.model.scenario import SpecialRule, Turn
from jdgtools.model.text import NO_TEXT
from tests.small_battles import ends, field, mover, teaching


def alone(series, effects=(), turns=3, **settings):
    """A unit of one hex in the middle of open ground."""
    unit = next(
        u for u in teaching(series).battle.units
        if u.arm in ("infantry", "foot", "cavalry") and u.footprint == 1
    )  # fmt: skip
    return unit.id, field(f"{unit.id} 0404 0", series=series, effects=effects, turns=turns, **settings)


def closed(derived_map, *sides):
    grid = derived_map.map_rules.map.grid
    return RuleEffect(
        kind="hexsides", sides=tuple(Hexside(grid.index(h), d) for h, d in sides), words=("closed",)
    )


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
def test_nobody_crosses_a_closed_hexside(series):
    """In every series, in both directions, with the rule as the reason."""
    unit, free = alone(series)
    grid = free.map_rules.map.grid
    start = grid.index("0404")
    ring = [n for n in grid.neighbours(start) if grid.id(n) in ends(free, unit)]
    goal = ring[0]
    direction = grid.direction(start, goal)
    _, shut = alone(series, (closed(free, ("0404", direction)),))
    back = 6 * goal + (direction + 3) % 6
    for name in free.series.movement.classes:
        assert shut.steps(name)[start, direction] == shut.steps(name).cost[back] == -1
        open_steps = [
            c for i, c in enumerate(free.steps(name).cost) if i not in (6 * start + direction, back)
        ]
        others = [c for i, c in enumerate(shut.steps(name).cost) if i not in (6 * start + direction, back)]
        assert open_steps == others
    for legs in (reached.path for reached in ends(shut, unit).values()):
        assert not any({leg.origin, leg.target} == {start, goal} for leg in legs)
    who = mover(shut, unit)
    assert "special rule `own`" in who.why_closed(goal)
    by_class = who.movement_class
    way = shut.path(start, goal, by_class)
    assert way.cost > free.path(start, goal, by_class).cost


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
def test_hexes_that_are_not_entered(series):
    """By all units, by some, on some turns; leaders are no units."""
    unit, free = alone(series)
    grid = free.map_rules.map.grid
    goal = next(n for n in grid.neighbours(grid.index("0404")) if grid.id(n) in ends(free, unit))
    name = grid.id(goal)

    def with_rule(**words):
        return alone(series, (RuleEffect(kind="no_entry", hexes=(goal,), **words),))[1]

    always, others, mine = with_rule(), with_rule(units=("nobody",)), with_rule(units=(unit,))
    second = with_rule(low=2, high=2)
    column = mover(free, unit).movement_class
    entering = [6 * n + grid.direction(n, goal) for n in grid.neighbours(goal)]
    assert name not in ends(always, unit) and "special rule `own`" in mover(always, unit).why_closed(goal)
    assert {always.steps(column).cost[i] for i in entering} == {-1}
    assert name in ends(others, unit) and others.steps(column) == free.steps(column)
    assert name not in ends(mine, unit) and mine.steps(column) == free.steps(column)
    assert [name in ends(second, unit, turn=turn) for turn in (1, 2, 3)] == [True, False, True]
    assert second.steps(column) == free.steps(column), "arrays hold for every turn"
    start = grid.index("0404")
    searches = [Search(second.class_mover(start, column, turn=turn)) for turn in (None, 2)]
    for search in searches:
        search.run(6)
    assert [goal in {place[0] for place in search.best} for search in searches] == [True, False]
    leads = [c for c in free.series.movement.classes if c in ("commander", "leader")]
    assert all(always.steps(c) == free.steps(c) for c in leads)


def test_a_two_hex_unit_crosses_with_neither_half():
    """MP-7.1.2-a: each half takes its own step."""
    unit = next(u for u in teaching("mpbs").battle.units if u.footprint == 2).id
    words = f"{unit} 0404+0504 0"
    grid = field("", series="mpbs").map_rules.map.grid
    left = grid.index("0404")
    halves = next(
        (grid.id(left), grid.id(right), facing)
        for facing in range(6)
        if (right := grid.neighbour(left, (facing + 2) % 6)) is not None
    )
    words = f"{unit} {halves[0]}+{halves[1]} {halves[2]}"
    free = field(words, series="mpbs", orders={})
    ahead = {leg.pose.hexes for r in ends(free, unit).values() for leg in r.path[:1]}
    for half in halves[:2]:
        sides = tuple((half, d) for d in range(6))
        shut = field(words, series="mpbs", effects=(closed(free, *sides),))
        start = tuple(grid.index(h) for h in halves[:2])
        after = {leg.pose.hexes for r in ends(shut, unit).values() for leg in r.path[:1]}
        moved = {
            hexes for hexes in after
            if set(hexes) != set(start) and hexes[halves.index(half)] != grid.index(half)
        }  # fmt: skip
        assert ahead and not moved


def test_no_zone_of_control_over_a_closed_hexside():
    """JDG-6.2.1-d: a hexside that is impassable to the unit."""
    free = field("fr-17 0404 0, au-33 0406 0")
    grid = free.map_rules.map.grid
    enemy, side = grid.index("0406"), grid.index("0405")
    direction = grid.direction(enemy, side)
    shut = field("fr-17 0404 0, au-33 0406 0", effects=(closed(free, ("0406", direction)),))
    assert "0405" in ends(free, "fr-17") and ends(free, "fr-17")["0405"].stops
    assert not ends(shut, "fr-17")["0405"].stops
    masks = [d.zoc_masks("infantry")[enemy] for d in (free, shut)]
    assert masks[0] & ~masks[1] == 1 << direction


def test_forced_march_that_a_rule_forbids():
    rule = (RuleEffect(kind="no_forced_march", units=("fr-17",), low=2, high=2),)
    derived = field("fr-17 0404 0, fr-30 0101 0", effects=rule, turns=3)
    for unit, turn in (("fr-17", 1), ("fr-17", 3), ("fr-30", 2)):
        assert mover(derived, unit, kind="forced_march", turn=turn).budget.points
    with pytest.raises(MoveRefused, match="special rule `own`"):
        mover(derived, "fr-17", kind="forced_march", turn=2)


def test_a_command_that_changes_sides():
    """The units of a turncoat stand in the way of their old friends from that turn on."""
    command = teaching().battle.unit("fr-30").command
    units = tuple(unit.id for unit in teaching().battle.units_of(command))
    rule = (RuleEffect(kind="change_side", command=command, units=units, side="austria", low=2),)
    derived = field("fr-17 0404 0, fr-30 0405 0", effects=rule, turns=3)
    same = teaching().battle.unit("fr-17").command == command
    index = derived.map_rules.map.grid.index("0405")
    before, after = (mover(derived, "fr-17", turn=turn).why_closed(index) for turn in (1, 2))
    assert before == "" and ("enemy" in after) is not same
    assert derived.piece("fr-30", turn=2).side == "austria"


def test_who_goes_over_without_his_command():
    """A command goes with all its units; who joins another belongs to it; a lost leader leads nobody."""
    battle, scenario = teaching("mpbs").battle, teaching("mpbs").battle.scenarios[0]
    by_turn = {turn: battle_on_turn(battle, scenario, turn) for turn in (2, 3, 4)}
    horse = {turn: by_turn[turn].unit("em-arq") for turn in by_turn}
    assert [(u.side, u.command) for u in horse.values()] == [("empire", "rohan"), *[("union", "horn")] * 2]
    sinclair = {turn: by_turn[turn].leader("sinclair") for turn in by_turn}
    assert [x.side for x in sinclair.values()] == ["union", "empire", "empire"]
    assert by_turn[3].command("rohan").side == "empire"
    assert [by_turn[turn].command("leslie").side for turn in by_turn] == ["union", "union", "empire"]
    wing = tuple(unit.id for unit in battle.units_of("rohan"))
    over = with_rule(teaching("mpbs"), RuleEffect(kind="change_side", units=wing, side="union", low=2))
    assert battle_on_turn(battle, over, 2).command("rohan").side == "union"
    most = with_rule(teaching("mpbs"), RuleEffect(kind="change_side", units=wing[1:], side="union", low=2))
    assert battle_on_turn(battle, most, 2).command("rohan").side == "empire"
    alone = with_rule(teaching("mpbs"), RuleEffect(kind="change_side", units=("rohan",), side="union", low=2))
    assert battle_on_turn(battle, alone, 2).command("rohan").leader is None


@pytest.mark.parametrize("word", ["reciprocal", "not_reciprocal"])
def test_a_hexside_exempt_from_its_chart(word):
    """SC-92, MP-14.4-b, MP-14.4-e: reciprocal hexsides are seen over from the hex beside them."""
    chart = {"overrides": [("T-TEC-HEXSIDE", ("hedge", "in", "reciprocal"), word == "not_reciprocal")]}
    ground: dict = {"series": "mpbs", "features": [("hedge", "0404", "N")], **chart}
    plain = field("", **ground)
    grid = plain.map_rules.map.grid
    a = grid.index("0404")
    b = grid.neighbour(a, 0)
    rule = RuleEffect(kind="hexsides", sides=(Hexside(a, 0),), words=(word,))
    ruled = field("", **ground, effects=(rule,))
    beyond = grid.neighbour(b, 0)
    for origin, target in ((a, beyond), (beyond, a)):
        before, after = plain.sight(origin, target).clear, ruled.sight(origin, target).clear
        assert (before, after) == ((True, False) if word == "not_reciprocal" else (False, True))
        assert bool(ruled.los[origin, target]) is after and bool(plain.los[origin, target]) is before


def with_rule(loaded, effect):
    """The first scenario of a battle with one special rule more."""
    scenario = loaded.battle.scenarios[0]
    rule = SpecialRule("own", NO_TEXT, NO_TEXT, (), effects=(effect,))
    return replace(scenario, special_rules=(*scenario.special_rules, rule))


def test_an_objective_where_no_unit_may_enter():
    """GEN072 asks special rules as well: hexes closed to everybody, and to every unit of the side."""
    loaded = teaching()
    battle = loaded.battle
    award = next(a for a in battle.scenarios[0].awards if a.when.kind == "holds" and a.when.side == "france")
    units = tuple(u.id for u in battle.units if u.side == "france")
    for closed_to, reported in ((None, False), ((), True), (units, True), (units[:1], False)):
        scenario = battle.scenarios[0]
        if closed_to is not None:
            effect = RuleEffect(kind="no_entry", units=closed_to, hexes=tuple(award.when.hexes))
            scenario = with_rule(loaded, effect)
        ctx = CheckContext(battle, scenario, loaded.series, loaded.charts)
        assert bool(list(objective_out_of_reach.run(ctx))) is reported, closed_to


def test_no_entry_from_off_the_map_either():
    """Costs of entry hexes in the package; leaders are no units."""
    loaded = teaching()
    entry = next(e for e in loaded.battle.map.entries if not e.exit)
    scenario = with_rule(loaded, RuleEffect(kind="no_entry", hexes=tuple(entry.hexes[:1])))
    derived = derive(loaded.battle, loaded.series, loaded.charts, scenario)
    costs = {e.hex: e.cost for e in entry_hexes_of(derived, scenario)}[entry.hexes[0]]
    assert {name: cost == -1 for name, cost in costs.items()} == {
        name: name != "commander" for name in derived.series.movement.classes
    }


def test_a_rule_of_a_turn_flag_holds_in_its_turns_alone():
    """No entry in fog: neither in the arrays nor on turns without it."""
    _, free = alone("jdg")
    grid = free.map_rules.map.grid
    goal = grid.index("0505")
    effect = RuleEffect(kind="no_entry", hexes=(goal,), flags=("fog",))
    scenario = replace(
        free.scenario,
        turns=tuple(
            Turn(number, "", frozenset({"fog"}) if number == 2 else frozenset()) for number in (1, 2, 3)
        ),
        special_rules=(SpecialRule("own", NO_TEXT, NO_TEXT, (), effects=(effect,)),),
    )
    found = [goal in prohibitions(scenario, grid, turn=turn).hexes for turn in (None, 1, 2, 3)]
    assert found == [False, False, True, False]


def test_who_stays_within_hexes():
    """`outside`: a unit that stands within the hexes goes through no others, in the turns that are named."""
    within = (RuleEffect(kind="no_entry", units=("fr-17",), hexes=(27, 28, 35, 36), outside=True, high=1),)
    derived = field("fr-17 0404 0", effects=within, turns=2)
    grid = derived.map_rules.map.grid
    named = {grid.id(index) for index in within[0].hexes}
    assert "0404" in named and set(ends(derived, "fr-17")) <= named
    assert not set(ends(derived, "fr-17", turn=2)) <= named
