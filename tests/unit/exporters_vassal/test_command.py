"""Orders, groups, initiative and the steps of the turn tracker."""

from __future__ import annotations

import pytest

from jdgtools.exporters.module.module_context import side_number
from jdgtools.exporters.module.terms import leader_range
from jdgtools.exporters.module.turn import TurnTrack
from jdgtools.model.text import Text
from jdgtools.vassal.encoding import Key, decode_array
from jdgtools.vassal.traits import (
    AreaOfEffect,
    CalculatedProperty,
    DynamicProperty,
    GlobalHotKey,
    Marker,
    Piece,
    PlaceMarker,
    ReportAction,
    Trigger,
    expand,
)
from tests.tools.tabletop import Tabletop
from tests.tools.tabletop_counters import key_id
from tests.unit.exporters_vassal.conftest import BATTLES, built_once, context, module_context_of
from tests.unit.exporters_vassal.test_checks import actions
from tests.unit.exporters_vassal.test_module import prop, prototypes, slots


def pieces(name: str, kind: str) -> list[Piece]:
    return [
        expand(p, prototypes(built_once(name))) for p in slots(built_once(name)) if prop(p, "Kind") == kind
    ]


def calculated(piece: Piece, name: str) -> str:
    return next((c.expression for c in piece.all(CalculatedProperty) if c.name == name), "") or prop(
        piece, name
    )


def test_orders_end_with_the_capacity_of_the_commanders() -> None:
    [unit, *_] = pieces("teaching-jdg", "unit")
    [limited] = [t for t in unit.all(Trigger) if t.name == "given" and "Capacity" in t.filter]
    [refused] = [t for t in unit.all(Trigger) if t.name == "refused"]
    assert limited.filter.endswith("<Capacity}")
    assert refused.filter.endswith(">=Capacity}")
    # The engine lets inner traits act first, and these come last.
    order = [t.name for t in unit.all(Trigger)]
    assert order.index("given") < order.index("refused")
    assert "r_capacity_now" in calculated(unit, "Capacity")
    capacities = [prop(p, "r_capacity_now") for p in pieces("teaching-jdg", "leader")]
    leaders = context("teaching-jdg").battle.leaders
    wanted = [str(x.front["capacity"]) for x in leaders if x.role != "sovereign"]
    # Who is only present gives no orders.
    wanted += ["" for x in leaders if x.role == "sovereign"]
    assert sorted(capacities) == sorted(wanted)


def test_only_units_on_the_map_receive_orders() -> None:
    """An order given to a unit that waits off the map lies nowhere: the chat says so, and no marker is placed."""
    table = Tabletop(built_once("teaching-jdg"), "setup-battle.vsav")
    units = [p for p in table.pieces if p.look("Unit") == "1"]
    waiting = next(p for p in units if p.map == "Reinforcements")
    fighting = next(p for p in units if p.map == table.main_map)
    menus = {key_id(t.key): t.menu for t in waiting.traits if isinstance(t, Trigger)}
    commands = [key for key, menu in menus.items() if key.startswith("try give ") and menu]
    assert len(commands) == 2
    for command in commands:
        table.lines()
        waiting.command(command)
        assert table.lines() == [
            f"{waiting.name} [{waiting.look('Formation')}]: not on the map, no order is given"
        ]
        fighting.command(command)
        [line] = table.lines()
        assert "order marker placed" in line


def test_only_orders_that_capacity_limits_count() -> None:
    [unit, *_] = pieces("teaching-jdg", "unit")
    counted = {}
    for place in unit.all(PlaceMarker):
        inner = Piece.parse(place.spec or "") if isinstance(place.spec, str) else None
        assert inner is not None
        assert dict(place.parameters) == {"GivenBy": "$SideNo$"}
        marks = {k: v for m in inner.all(Marker) for k, v in m.properties.items()}
        counted[marks["Id"]] = marks.get("Order", "")
    assert counted == {"orders_received": "1", "without_orders": ""}


@pytest.mark.parametrize("name", BATTLES)
def test_leaders_show_their_range_in_every_state(name: str) -> None:
    module_context = module_context_of(name)
    found = {prop(p, "Id"): p for p in pieces(name, "leader")}
    seen = 0
    for leader in context(name).battle.leaders:
        reach = leader_range(module_context, leader)
        if reach is None or leader.id not in found:
            continue
        seen += 1
        piece = found[leader.id]
        [area] = piece.all(AreaOfEffect)
        now = calculated(piece, area.radius_property)
        assert now == str(reach) or now.endswith(f":{reach}}}")
        wounded = leader.extra.get("wounded", {}).get("range")
        assert wounded is None or f"?{wounded}:" in now
    assert seen


def test_a_wounded_leader_without_values_has_half_his_range() -> None:
    found = {prop(p, "Id"): p for p in pieces("teaching-afe", "leader")}
    for leader in context("teaching-afe").battle.leaders:
        wounded = leader.extra.get("wounded", {})
        if "range" in leader.front and "range" not in wounded and leader.id in found:
            assert f"health==2?{int(leader.front['range']) // 2}:" in calculated(
                found[leader.id], "r_range_now"
            )


@pytest.mark.parametrize("name", BATTLES)
def test_groups_are_called_by_those_whom_the_series_names(name: str) -> None:
    rule = context(name).series.module.group
    assert rule is not None
    for piece in pieces(name, "unit"):
        called = {t.sent.name for t in piece.all(GlobalHotKey) if t.sent is not None}
        assert ("group spread" in called) == rule.units
        assert side_number(module_context_of(name), None) == ""
        assert prop(piece, "SideNo") in ("1", "2")
    way = {"range": "group reach", "chain": "group spread"}[rule.leaders]
    assert any(
        way in {t.sent.name for t in p.all(GlobalHotKey) if t.sent is not None}
        for p in pieces(name, "leader")
    )
    keys = {
        Key.parse(c.get("buttonHotkey")).name for c in built_once(name).module.root.find("GlobalKeyCommand")
    }
    assert {"group off", way} <= keys | set(actions(name))


@pytest.mark.parametrize("name", ["teaching-jdg", "teaching-afe"])
def test_the_initiative_names_both_sides_and_a_tie(name: str) -> None:
    said = actions(name)
    [button] = [
        b
        for b in built_once(name).module.root.find("DoActionButton")
        if "I1+B1>I2+B2" in b.get("reportFormat")
    ]
    for side in context(name).battle.sides:
        assert side.name.get(context(name).language) in button.get("reportFormat")
    pressed = [Key.parse(k).name for k in decode_array(said["initiative"].get("hotkeys"))]
    assert pressed[-1] == "initiative say"


@pytest.mark.parametrize("name", BATTLES)
def test_steps_have_a_name_each_and_say_what_is_to_do(name: str) -> None:
    module_context = module_context_of(name)
    series = context(name).battle.series
    short: dict[str, tuple[Text, ...]] = dict(module_context.rules.steps)
    assert module_context.rules.activation_phase in short
    for phase in series.phases:
        assert len(short.get(phase.id, phase.steps)) == len(phase.steps)
    steps = TurnTrack(module_context).steps
    assert len({s.name for s in steps}) == len(steps)
    assert [p.id for p in series.phases] == list(dict.fromkeys(s.phase for s in steps))
    assert len([s for s in steps if s.reminder]) > len(series.phases)


def test_the_help_page_lists_the_keys_of_the_table() -> None:
    module = built_once("teaching-jdg").module
    text = module.entries["help/keys.html"].decode()
    for key in ("Ctrl+0", "Ctrl+Shift+D", "Ctrl+L", "Ctrl+Shift+G", "Ctrl+Shift+T"):
        assert f"<b>{key}</b>" in text


@pytest.mark.parametrize("name", BATTLES)
def test_moves_are_told_by_the_pieces_and_hide_what_is_hidden(name: str) -> None:
    for slot in slots(built_once(name)):
        piece = expand(slot, prototypes(built_once(name)))
        told = [r.format for r in piece.all(ReportAction) if "after move" in {k.name for k in r.keys}]
        kind = prop(slot, "Kind")
        assert len(told) == (
            kind in ("unit", "leader", "order") or (kind == "marker" and not prop(slot, "Obj"))
        )
        if kind == "order":
            assert "PieceName" not in told[0]
        elif kind == "unit":
            assert "Formation" in told[0]


def test_out_of_command_is_judged_by_the_range_of_the_own_leader() -> None:
    rule = context("teaching-afe").series.module.command_check
    assert rule is not None
    leaders = {prop(p, "LeadNo") for p in pieces("teaching-afe", "leader")} - {"", "0"}
    commands = context("teaching-afe").battle.commands
    assert leaders == {str(n) for n, c in enumerate(commands, 1) if c.leader}
    for unit in pieces("teaching-afe", "unit"):
        own = next(u for u in context("teaching-afe").battle.units if u.id == prop(unit, "Id"))
        assert prop(unit, "CmdNo") == str([c.id for c in commands].index(own.command or "") + 1)
        [axis] = [d for d in unit.all(DynamicProperty) if d.name == rule.axis]
        [check] = [c for c in axis.commands if c.key is not None and c.key.name == "check command"]
        assert check.menu == ""
        assert "<=r_range_now" in check.change.value


def test_demoralisation_turns_the_card_of_a_formation_once() -> None:
    rule = context("teaching-jdg").series.module.morale_check
    assert rule is not None
    for card in pieces("teaching-jdg", "command"):
        falls, rises = (next(t for t in card.all(Trigger) if t.name == n) for n in ("falls", "rises"))
        assert falls.key == rises.key
        assert {k.name for k in (*falls.actions, *rises.actions)} == {f"{rule.axis} toggle"}
        assert falls.filter.endswith("&&!(morale==2)}")
        assert rises.filter.endswith("&&morale==2}")
        assert prop(card, "CmdNo").isdigit()
