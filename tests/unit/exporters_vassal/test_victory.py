"""Victory counts, flags, exits, and the marker that a demoralised formation loses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.derived.schedules import schedule_lines
from jdgtools.exporters.module.globals import Globals
from jdgtools.exporters.module.objectives import (
    LOOK,
    MAX_FLAGS,
    conditions,
    hex_sets,
    objective_hexes,
    objective_key,
)
from jdgtools.exporters.module.scenario_number import SCENARIO
from jdgtools.exporters.module.victory import COUNTED_TURN, amount, tells_flight, unit_sets, victory_tools
from jdgtools.exporters.module.victory import test as condition_test
from jdgtools.exporters.vassal import make_module
from jdgtools.model.victory import Condition
from jdgtools.vassal.encoding import Key, decode_array
from jdgtools.vassal.savegame import SetPropertyValue, parse_command
from jdgtools.vassal.traits import DynamicProperty, GlobalKey, SendTo, Trigger, expand
from tests.unit.exporters_vassal.conftest import BATTLES, built_once, context, module_context_of
from tests.unit.exporters_vassal.test_checks import actions, switches
from tests.unit.exporters_vassal.test_module import prop, prototypes, saved, slots


@pytest.mark.parametrize("name", BATTLES)
def test_pieces_carry_the_sets_that_conditions_name(name: str) -> None:
    module_context = module_context_of(name)
    pieces = {prop(p, "Id"): p for p in slots(built_once(name)) if prop(p, "Kind") in ("unit", "leader")}
    sets = unit_sets(module_context)
    assert sets
    for mark, units in sets.items():
        assert {i for i, p in pieces.items() if prop(p, mark) == "1"} == units & set(pieces)
    flags = {prop(p, "Id"): p for p in slots(built_once(name)) if prop(p, "Obj") == "1"}
    assert len(flags) == len(objective_hexes(module_context)) > 0
    for mark, hexes in hex_sets(module_context).items():
        named = {objective_key(module_context, h).partition(":")[2] for h in hexes}
        assert {i for i, p in flags.items() if prop(p, mark) == "1"} == named


@pytest.mark.parametrize("name", BATTLES)
def test_every_award_is_counted_and_said(name: str) -> None:
    said = next(
        b.get("reportFormat")
        for b in built_once(name).module.root.find("DoActionButton")
        if b.get("reportFormat").startswith("{ScenarioNo==1")
    )
    pressed = [Key.parse(k).name for k in decode_array(actions(name)["count victory"].get("hotkeys"))]
    for scenario in context(name).battle.scenarios:
        for n, award in enumerate(scenario.awards, 1):
            assert award.name.get(context(name).language) in said
            assert f"award {n}" in pressed
            assert str(award.points) in switches(name)[f"award {n}"]
        for level in scenario.levels:
            assert level.name.get(context(name).language) in said


def test_losses_count_by_the_schedule_of_the_series() -> None:
    """T-VP with the points of the scenario; the other scenario leaves the schedule out."""
    name = "teaching-mpbs"
    units = {prop(p, "Id"): p for p in slots(built_once(name)) if prop(p, "Kind") in ("unit", "leader")}
    made = context(name)
    lines = schedule_lines(made.battle, made.battle.scenarios[0], made.series, made.charts)
    numbers = {line.entry.key: n for n, line in enumerate(lines, 1)}

    def marked(key: str) -> set[str]:
        return {i for i, p in units.items() if prop(p, f"L{numbers[key]}") == "1"}

    assert marked("hi_two_hex_eliminated") == {"un-yellow", "em-red", "em-grey"}
    assert marked("captured_4-8_double") == {"em-gun"}
    assert marked("wc_eliminated") == {"horn", "torsten", "leslie", "rohan", "falk"}
    assert marked("king_charles") == {"archduke"} and marked("ac_eliminated") == {
        "baner",
        "sinclair",
        "melchior",
    }
    assert marked("replacement_wc_eliminated") == {"union-spare", "empire-spare"}
    assert {prop(units[i], f"LR{numbers['wc_eliminated']}") for i in ("horn", "torsten")} == {"1", "2"}
    points = switches(name)["schedule 1"]
    horse, chiefs, foot = (numbers[k] for k in ("cavalry_eliminated", "wc_eliminated", "hi_sp"))
    assert f'8*CountMap("Losses","{{L{horse}==1&&SideNo!=1&&CurrentZone==LostBox}}")' in points
    assert f'4*SumMap("LR{chiefs}","Losses","{{L{chiefs}==1&&SideNo!=1&&CurrentZone==LostBox}}' in points
    assert f'1*SumMap("casualties","Map","{{L{foot}==1&&SideNo!=1}}")' in points
    gun = numbers["captured_4-8_double"]
    assert f'20*CountMap("Map","{{L{gun}==1&&SideNo!=1&&gun_status==3}}")' in points
    assert "SideNo!=2" in switches(name)["schedule 2"]
    assert points.endswith(":ScenarioNo==2?(0):0}")
    assert "+S1" in switches(name)["points 1"]
    said = next(
        b.get("reportFormat")
        for b in built_once(name).module.root.find("DoActionButton")
        if b.get("reportFormat").startswith("{ScenarioNo==1")
    )
    assert said.count('(S1==0?"":", for losses "+S1)') == 1
    pressed = [Key.parse(k).name for k in decode_array(actions(name)["count victory"].get("hotkeys"))]
    assert pressed.index("schedule 1") < pressed.index("points 1")


@pytest.mark.parametrize("name", BATTLES)
def test_points_of_a_turn_are_added_before_the_next_turn(name: str) -> None:
    """Both by the button and after a step of the tracker over the end."""
    buttons = built_once(name).module.root.find("DoActionButton")
    pressed = [[Key.parse(k).name for k in decode_array(b.get("hotkeys"))] for b in buttons]
    ends = [keys for keys in pressed if "points of the turn" in keys]
    nexts = [key for keys in ends for key in keys if key in ("next turn", "the next turn begins")]
    assert sorted(nexts) == ["next turn", "the next turn begins"]
    for keys in ends:
        [begins] = [key for key in keys if key in nexts]
        assert keys.index("points of the turn") < keys.index(begins)
    assert switches(name)["turn points 1"].startswith("{ScenarioNo==1?(TurnNo<CountedTurn?PT1:PB1+(")


@pytest.mark.parametrize("name", BATTLES)
def test_a_setup_says_which_scenario_it_is_and_who_holds_what(name: str) -> None:
    module_context = module_context_of(name)
    built = built_once(name)
    numbers = {s.id: str(n) for n, s in enumerate(module_context.battle.sides, 1)}
    for n, scenario in enumerate(context(name).battle.scenarios, 1):
        commands = [parse_command(text) for text in built.setups[f"setup-{scenario.id}.vsav"].root.walk()]
        [number] = [c.value for c in commands if isinstance(c, SetPropertyValue) and c.name == "ScenarioNo"]
        assert number == str(n)
        flags = [p for p in saved(built, f"setup-{scenario.id}.vsav") if prop(p, "Obj") == "1"]
        owner = {
            prop(p, "Id"): next(d.value for d in p.all(DynamicProperty) if d.name == "Owner") for p in flags
        }
        for h in objective_hexes(module_context):
            wanted = numbers.get(scenario.held.get(h, ""), "0")
            assert owner[objective_key(module_context, h).partition(":")[2]] == wanted


def test_too_many_flags_are_none() -> None:
    module_context = module_context_of("teaching-jdg")
    assert 0 < len(objective_hexes(module_context)) <= MAX_FLAGS
    flag = next(p for p in slots(built_once("teaching-jdg")) if prop(p, "Obj") == "1")
    commands = [
        c
        for d in expand(flag, prototypes(built_once("teaching-jdg"))).all(DynamicProperty)
        for c in d.commands
    ]
    assert [c.key.name for c in commands if c.key and not c.menu] == [LOOK.name]
    assert len([c for c in commands if c.menu]) == len(module_context.battle.sides) + 1


def test_conditions_become_expressions() -> None:
    module_context = module_context_of("teaching-jdg")
    side = module_context.battle.sides[0].id
    turn = Condition("turn", low=2, high=4)
    assert condition_test(module_context, turn) == "(TurnNo>=2&&TurnNo<=4)"
    assert condition_test(module_context, Condition("not", parts=(turn,))) == "!((TurnNo>=2&&TurnNo<=4))"
    assert condition_test(module_context, Condition("difference", side=side, low=3)) == "((P1-P2)>=3&&true)"
    assert condition_test(module_context, Condition("any", parts=(turn, Condition("always")))).endswith(
        "||true)"
    )
    held = next(c for c in conditions(module_context) if c.kind == "holds")
    both = Condition("all", parts=(turn, held))
    assert amount(module_context, both) == f"((TurnNo>=2&&TurnNo<=4)?{amount(module_context, held)}:0)"
    assert f">={len(held.hexes) if held.count is None else held.count}" in condition_test(
        module_context, held
    )


def test_the_module_tells_the_fallen_the_fled_and_the_captured() -> None:
    module_context = module_context_of("teaching-afe")
    by_kind = {c.kind: amount(module_context, c) for c in conditions(module_context) if c.units}
    battle = module_context.battle
    for award in ("foot-ran", "knights-fell", "hill"):  # one of the two first is enough
        awards = tuple(a for a in battle.scenarios[0].awards if a.id == award)
        scenario = replace(battle.scenarios[0], awards=awards, automatic=())
        alone = replace(module_context, battle=replace(battle, scenarios=(scenario,)))
        assert tells_flight(alone) == (award != "hill")
    assert by_kind["fled"].endswith('==1&&CurrentZone==LostBox&&Fled==1}")')
    assert by_kind["destroyed"].endswith('==1&&CurrentZone==LostBox&&Fled==0}")')
    assert "Fled" not in by_kind["eliminated"]
    # The captive stays with his captor, who may leave the map (AFE-7.5-k); the third value of `health`.
    assert by_kind["captured"].count("health==3") == 2 and "LostBox" not in by_kind["captured"]
    unit = next(p for p in slots(built_once("teaching-afe")) if prop(p, "Kind") == "unit")
    traits = expand(unit, prototypes(built_once("teaching-afe")))
    (flee,) = [t for t in traits.all(Trigger) if t.name == "flee"]
    (fled,) = [t for t in traits.all(DynamicProperty) if t.name == "Fled"]
    values = {c.key: c.change.value for c in fled.commands}
    # Whoever is eliminated or brought back has not fled.
    ways = {t.name: [values[key] for key in t.actions if key in values] for t in traits.all(Trigger)}
    assert (ways["flee"], ways["eliminate"], ways["bring back"]) == (["1"], ["0"], ["0"]) and flee.menu
    jdg = next(p for p in slots(built_once("teaching-jdg")) if prop(p, "Kind") == "unit")
    assert not [
        t for t in expand(jdg, prototypes(built_once("teaching-jdg"))).all(Trigger) if t.name == "flee"
    ]


def test_points_of_a_special_rule_go_to_the_side_of_who_left() -> None:
    # The French may ride off by the south gate and get a point for each unit that has (JDG-4.4.1-k).
    end = {n: switches("teaching-jdg")[f"points {n}"] for n in (1, 2)}
    battle = context("teaching-jdg").battle
    riders = frozenset(unit.id for unit in battle.units_of("jacquinot"))
    mark = next(m for m, units in unit_sets(module_context_of("teaching-jdg")).items() if units == riders)
    for n, text in end.items():
        assert '(1)*CountMap("' in text and f"{mark}==1&&SideNo=={n}&&CurrentZone==ExitBox" in text
    assert battle.sides[0].id == battle.units_of("jacquinot")[0].side == "france"


@pytest.mark.parametrize("name", BATTLES)
def test_pieces_can_leave_the_map_where_that_counts(name: str) -> None:
    for slot in slots(built_once(name)):
        if prop(slot, "Kind") == "unit":
            spots = {(t.x, t.y) for t in expand(slot, prototypes(built_once(name))).all(SendTo)}
            assert spots == {("$LostX$", "$LostY$"), ("$ExitX$", "$ExitY$")}
            assert prop(slot, "ExitBox") != prop(slot, "LostBox") != ""


def test_the_card_of_a_formation_moves_its_higher_marker() -> None:
    battle = context("teaching-jdg").battle
    pieces = slots(built_once("teaching-jdg"))
    spare = {prop(p, "Id") for p in pieces if prop(p, "Spare") == "1"}
    for command in battle.commands:
        own = [a for a in battle.activation if a.commands == (command.id,)]
        lost = [a for a in own if a.id in spare]
        assert len(lost) == (len(own) > 1)
        assert all((a.rating or 0) >= max(b.rating or 0 for b in own) for a in lost)
        [card] = [p for p in pieces if prop(p, "Kind") == "command" and prop(p, "Id") == command.id]
        sent = {t.sent.name for t in card.all(GlobalKey) if t.sent is not None}
        assert sent == ({"to removed", "to pool"} if lost else set())
        assert len(card.all(Trigger)) == 2 * len(lost)


@pytest.mark.parametrize("name", BATTLES)
def test_markers_of_the_track_go_to_the_points_of_their_side(name: str) -> None:
    built = built_once(name)
    sides = context(name).battle.sides
    for scenario in context(name).battle.scenarios:
        markers = [p for p in saved(built, f"setup-{scenario.id}.vsav") if prop(p, "Track") == "1"]
        shown = [d.value for p in markers for d in p.all(DynamicProperty) if d.name == "VPSide"]
        assert shown == [str(n) for n in range(1, len(sides) + 1)]
    pressed = [Key.parse(k).name for k in decode_array(actions(name)["count victory"].get("hotkeys"))]
    assert pressed[-1] == "markers to points"
    [send] = [s for s in markers[0].all(SendTo) if s.key and s.key.name == "go to points"]
    assert send.x_index.startswith("{Math.abs(VPSide==1?P1:")
    assert int(send.x_offset) > 0


@pytest.mark.parametrize("left", ["awards", "automatic", "marker_turns", "turns", "nothing"])
def test_setups_name_their_scenario_where_something_counts(left: str) -> None:
    made = context("teaching-jdg")
    empty: dict[str, object] = {"awards": (), "automatic": (), "marker_turns": {}}
    if left != "turns":  # else they end in different turns
        empty |= {"turns": made.battle.scenarios[0].turns, "first_turn": None, "last_turn": None}
    kept = {name: value for name, value in empty.items() if name != left}
    scenarios = tuple(replace(one, levels=(), special_rules=(), **kept) for one in made.battle.scenarios)
    assert left == "nothing" or any(getattr(one, left) for one in scenarios)
    built = make_module(replace(made, battle=replace(made.battle, scenarios=scenarios)))
    for setup in built.setups.values():
        commands = [parse_command(text) for text in setup.root.walk()]
        named = [c for c in commands if isinstance(c, SetPropertyValue) and c.name == SCENARIO]
        assert len(named) == (0 if left == "nothing" else 1)
    properties = [c.get("name") for c in built.module.root.find("GlobalProperty")]
    assert (SCENARIO in properties) == (left != "nothing")


def test_points_are_counted_from_the_first_turn_of_the_earliest_scenario() -> None:
    """Else turns before the last scenario to begin would count as counted already."""
    made = module_context_of("teaching-jdg")
    early, *others = made.battle.scenarios
    late = [replace(scenario, first_turn=3) for scenario in others]
    for scenarios in ([early, *late], [*late, early]):
        table = Globals()
        victory_tools(replace(made, battle=replace(made.battle, scenarios=tuple(scenarios))), table)
        assert table._initial[COUNTED_TURN] == "0"
