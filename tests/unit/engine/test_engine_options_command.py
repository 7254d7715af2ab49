"""Options of cup, orders, leaders, arrivals, night, fog, rally and victory, each with all its values."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from jdgtools.engine.core.nodes import DecisionNode
from jdgtools.engine.core.state import ELIMINATED, FLED
from jdgtools.engine.jdg.arrivals import enter_stack, enter_unit, entry_actions, entry_points
from jdgtools.engine.jdg.losses import check_sum, eliminate
from jdgtools.engine.jdg.morale import may_rally
from jdgtools.engine.jdg.movement import may_march
from jdgtools.engine.jdg.phases import fill_cup, groups_of, markers_in_play, markers_to_choose, turn
from jdgtools.engine.jdg.reach import NORMAL
from jdgtools.engine.jdg.retreats import retreat_steps, zone_reaches
from jdgtools.engine.jdg.victory import condition, end_of_game
from jdgtools.engine.jdg.words import (
    ACTED,
    ACTIVE,
    ARRIVALS,
    CHARGE,
    CHARGED,
    CHOSEN,
    COMBINED,
    COMMANDER_MOVED,
    CUP,
    DEMORALISED,
    DISORDERED,
    DONE_VERB,
    FOUGHT,
    GROUP,
    INITIATIVE,
    MARKER,
    MISSED,
    MOVED,
    ORDERED,
    ORDERS,
    POINTS,
    RALLY_ONLY,
    RENFORT,
    ROUTED,
)
from jdgtools.engine.jdg.zones import threats_to
from jdgtools.package.model_play import Eliminated
from tests.unit.engine.field import Field
from tests.unit.package.bundled import packages

HERE = "1515"
HILL = ("br-5", "br-9-1", "br-38")


def field_with(battle: str = "vimeiro-1808", **values: object) -> Field:
    """Return an open field on which options have these values."""
    package = packages(battle)[0][1]
    assert set(values) <= {option.id for option in package.option_list}
    changed = replace(
        package,
        option_list=tuple(replace(o, value=values.get(o.id, o.value)) for o in package.option_list),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.unit.engine.field.packages", lambda battle: [(None, changed)])
        return Field(battle)


def hill(field: Field, *hexes: str, orders: bool = False) -> tuple[int, ...]:
    """Put units of Hill's brigade into hexes, and number their groups."""
    units = tuple(field.put(name, at, orders=orders) for name, at in zip(HILL, hexes, strict=False))
    numbers = [0] * len(field.t.units)
    for group in groups_of(field.game, field.s, 0):
        for unit in group:
            numbers[unit] = group[0]
    field.s.memory[GROUP] = tuple(numbers)
    return units


def activate(field: Field, marker: str) -> None:
    """Let a marker be drawn."""
    for unit in field.t.units:
        field.s.flags[unit] &= ~(ACTIVE | INITIATIVE | RALLY_ONLY)
    field.begin(("activate", 0, field.t.marker_of[marker]))


# Markers


@pytest.mark.parametrize("value", [True, False])
def test_a_marker_activates_all_groups_or_one(value: bool) -> None:
    """AMB-01, JDG-2.3.1-g: all tactical groups of the formation, or the one that the player chooses."""
    field = field_with(am_activates_all_groups=value)
    units = hill(field, "1510", "1520", orders=True)
    activate(field, "hill-1")
    if not value:
        assert field.actions() == ["group br-5", "group br-9-1"]
        field.play("group br-9-1")
    assert [bool(field.s.flags[u] & ACTIVE) for u in units] == [value, True]


def test_who_was_a_reinforcement_in_phase_a_is_a_group_with_a_name() -> None:
    """AMB-01, JDG-5.2.1-g: groups were formed without it; the choice names it, not whoever comes last."""
    field = field_with(am_activates_all_groups=False)
    units = hill(field, "1510", "1520", orders=True)
    field.s.memory[GROUP] = tuple(
        -1 if u == units[1] else number for u, number in enumerate(field.s.memory[GROUP])
    )
    activate(field, "hill-1")
    assert field.actions() == ["group br-5", "group br-9-1"]
    field.play("group br-9-1")
    assert [bool(field.s.flags[u] & ACTIVE) for u in units] == [False, True]


def test_a_group_that_is_not_activated_tries_nothing() -> None:
    """AMB-01: only the chosen group has to try the initiative of its leader."""
    field = field_with(am_activates_all_groups=False)
    units = hill(field, "1510", "1520")
    activate(field, "hill-1")
    field.play("group br-5", "try", 0)
    assert [bool(field.s.flags[u] & INITIATIVE) for u in units] == [True, False]
    assert field.s.node.kind == "movement"


@pytest.mark.parametrize(
    ("value", "count", "draws"), [(False, 1, 0), (True, 1, 1), (False, 2, 1), (True, 2, 1)]
)
def test_a_marker_alone_in_the_cup_is_set_aside_or_drawn(value: bool, count: int, draws: int) -> None:
    """AMB-06, JDG-2.2-d: alone when the phase begins; the one that is left after draws is never drawn."""
    field = field_with(draw_when_single=value)
    used = []

    def note(s, f):
        used.append(f[2])
        s.pop()

    field.game.procedures = {
        **field.game.procedures,
        "activate": note,
        "routs": lambda s, f: DecisionNode(0, "rest", ((DONE_VERB,),)),
    }
    hill(field, HERE, orders=True)
    marks = [field.t.marker_of[m] for m in ("hill-1", "hill-2")]
    field.s.memory[CHOSEN] = marks[0] if count == 1 else -1
    field.begin(("turn", 2))
    while field.chance == "draw":
        field.play(0)
    assert len(used) - (count == 1) == draws


@pytest.mark.parametrize("value", [True, False])
def test_a_combined_marker_may_be_chosen(value: bool) -> None:
    """AMB-16: with strategic initiative; it does not go into the cup as well."""
    field = field_with(choice_allows_cam=value)
    hill(field, HERE)
    combined = next(m for m, marker in enumerate(field.t.markers) if marker.code == "C")
    side = field.t.marker_side[combined]
    field.s.memory[COMBINED] = (combined,)
    assert (combined in markers_to_choose(field.game, field.s, side)) is value
    field.s.memory[CHOSEN] = combined
    assert combined not in fill_cup(field.game, field.s)


@pytest.mark.parametrize("value", [True, False])
def test_the_marker_of_who_is_not_there_yet_may_be_chosen(value: bool) -> None:
    """AMB-16."""
    field = field_with(choice_allows_reinforcement=value)
    field.put("fr-32", "2505")
    place = next(k for k, a in enumerate(field.game.arrivals) if a.command == "brenier")
    states = list(field.s.memory[ARRIVALS])
    states[place] = 1
    field.s.memory[ARRIVALS] = tuple(states)
    names = {field.t.markers[m].id for m in markers_to_choose(field.game, field.s, 1)}
    assert any(name.startswith("brenier") for name in names) is value
    assert any(name.startswith("charlot") for name in names)


@pytest.mark.parametrize("value", [True, False])
def test_combined_markers_are_announced_before_or_after_orders(value: bool) -> None:
    """AMB-04, JDG-2.1.2-b."""
    field = field_with(cam_public=value)
    asked = []

    def named(name):
        def note(s, f):
            asked.append(name)
            s.pop()

        return note

    names = ("combined", "orders", "story", "arrivals", "renfort", "initiative")
    field.game.procedures = {**field.game.procedures, **{name: named(name) for name in names}}
    field.begin(("turn", 0))
    assert (asked.index("combined") < asked.index("orders")) is value


# Leaders


@pytest.mark.parametrize("value", [True, False])
def test_a_group_may_try_its_leader_later(value: bool) -> None:
    """AMB-07, JDG-2.4.3-d: before any action alone, or before movement and combat as well."""
    field = field_with(leader_check_before_actions=value)
    units = hill(field, HERE)
    activate(field, "hill-1")
    field.play("limited")
    assert (field.actions() == ["try", "limited"]) is not value
    if not value:
        field.play("limited")
        assert field.s.node.kind == "movement"
        field.play("done")
        assert field.actions() == ["try", "limited"]
        activate(field, "hill-1")
        field.play("limited", "try", 0)
        assert field.s.node.kind == "movement"
        assert field.s.flags[units[0]] & INITIATIVE


@pytest.mark.parametrize("value", [True, False])
def test_each_group_rolls_or_one_roll_counts_for_all(value: bool) -> None:
    """AMB-08, JDG-2.4.2-a."""
    field = field_with(leader_check_per_group=value)
    units = hill(field, "1510", "1520")
    activate(field, "hill-1")
    field.play("try", 0)
    assert [bool(field.s.flags[u] & INITIATIVE) for u in units] == [True, not value]
    assert ("try" in field.actions()) is value


# Commanders


@pytest.mark.parametrize("value", [True, False])
def test_a_commander_without_a_hex_is_lost_or_stays(value: bool) -> None:
    """AMB-12, JDG-2.5.2-g."""
    field = field_with(cinc_eliminated_if_no_hex=value)
    leader = field.unit("wellesley")
    field.s.place[leader] = field.hex(HERE)
    enemy = field.put("fr-32", field.beside(HERE, 0))
    field.t.cost = [[tuple(-1 for _ in row) for row in rows] for rows in field.t.cost]
    field.begin(("displace", leader, enemy))
    assert field.rests
    assert field.s.place[leader] == (ELIMINATED if value else field.hex(HERE))


@pytest.mark.parametrize("value", [True, False])
def test_a_commander_survives_his_unit(value: bool) -> None:
    """AMB-13, JDG-2.5.2-d: the last unit of his hex."""
    field = field_with(cinc_survives_unit_elimination=value)
    leader = field.unit("wellesley")
    field.s.place[leader] = field.hex(HERE)
    units = [field.put(name, HERE) for name in HILL[:2]]
    eliminate(field.game, field.s, units[0], ELIMINATED)
    assert field.s.place[leader] == field.hex(HERE)
    eliminate(field.game, field.s, units[1], ELIMINATED)
    assert (field.s.place[leader] == field.hex(HERE)) is value


@pytest.mark.parametrize("value", ["army", "assigned"])
def test_a_commander_orders_his_army_or_what_is_his(value: str) -> None:
    """AMB-15, JDG-2.5.2-i: the battle says to whom a formation belongs."""
    field = field_with(cinc_scope=value)
    unit = hill(field, HERE)[0]
    leader = field.unit("wellesley")
    field.s.place[leader] = field.hex(HERE)
    package = field.t.package
    for owner, allowed in ((field.t.ids[leader], True), (None, True), ("other", value == "army")):
        field.t.package = replace(
            package,
            commands=tuple(replace(c, leader=owner) if c.id == "hill" else c for c in package.commands),
        )
        field.s.flags[unit] = 0
        field.begin(("orders", 0, ()))
        assert ("order wellesley br-5" in field.actions()) is allowed


@pytest.mark.parametrize("value", [False, True])
def test_orders_may_end_with_the_markers(value: bool) -> None:
    """AMB-99, JDG-2.3.2-d: both sides share those that the battle has."""
    field = field_with(order_markers_limited=value)
    field.t.package = replace(field.t.package, markers={**field.t.package.markers, "orders_received": 2})
    hill(field, "1510", "1520")
    enemy = field.put("fr-32", "2505", orders=False)
    field.s.place[field.unit("wellesley")] = field.hex(HERE)
    for enemies, orders in ((0, 2), (1, 1 if value else 2)):
        for unit in field.t.units:
            field.s.flags[unit] = ORDERS if enemies and unit == enemy else 0
        field.begin(("orders", 0, ()))
        given = 0
        while not field.rests:
            order = next((a for a in field.actions() if a.startswith("order ")), "done")
            given += order != "done"
            field.play(order)
        assert given == orders


@pytest.mark.parametrize("value", ["movement", "any"])
def test_a_commander_rides_with_the_movement_or_at_any_time(value: str) -> None:
    """AMB-106, JDG-2.5.1-g: once in a turn all the same."""
    field = field_with(cinc_move_segment=value)
    hill(field, HERE, orders=True)
    field.put("br-6pdr-a", field.beside(HERE, 2), facing=0)
    field.put("fr-32", field.beside(HERE, 2, 0, 0), facing=3)
    leader = field.unit("wellesley")
    field.s.place[leader] = field.hex("0510")
    activate(field, "hill-1")
    assert (
        field.actions() == ["unit wellesley", "done"] or field.actions() == ["done", "unit wellesley"]
    ) is (value == "any")
    if value == "any":
        field.play("unit wellesley", f"go {field.beside('0510', 3)}")
        while "stop" in field.actions():
            field.play("stop")
        kinds = []
        while field.s.node.kind != "rest":
            kinds.append(field.s.node.kind)
            assert "unit wellesley" not in field.actions()
            field.play("done")
        assert "movement" in kinds


@pytest.mark.parametrize("value", ["F", "A"])
def test_when_commanders_are_turned_back(value: str) -> None:
    """AMB-11, JDG-2.5.1-j: at the end of a turn, or at the beginning of the next, before anybody decides."""
    field = field_with(cinc_reset_phase=value)
    s = field.s
    leader = field.unit("wellesley")
    s.flags[leader] |= COMMANDER_MOVED
    s.frames = [("turn", 4)]
    turn(field.game, s, ("turn", 4))
    assert s.frames == [("turn", 0)]
    assert bool(s.flags[leader] & COMMANDER_MOVED) is (value == "A")
    turn(field.game, s, ("turn", 0))
    assert not s.flags[leader] & COMMANDER_MOVED


@pytest.mark.parametrize("value", ["cavalry", "infantry"])
def test_the_column_of_a_commander_is_worked_into_the_package(value: str) -> None:
    """AMB-10, JDG-2.5.1-h: the compiler gives commanders the costs of the column."""
    from jdgtools.engine.jdg.match import Match
    from jdgtools.exporters.package import package_bytes, package_of
    from jdgtools.package import loads
    from tests.unit.package.bundled import battle

    loaded = battle("teaching-jdg")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    scenario, _ = packages("teaching-jdg")[0]
    changed = replace(scenario, options={**scenario.options, "cinc_terrain_column": value})
    t = Match(loads(package_bytes(package_of(loaded.battle, loaded.series, loaded.charts, changed)))).t
    column = t.cost[t.cls[t.leaders[0]]]
    other = {"cavalry": "infantry", "infantry": "cavalry"}[value]
    assert column == t.cost[t.classes.index(value)] != t.cost[t.classes.index(other)]


# Markers of formations


@pytest.mark.parametrize(
    ("value", "kept"), [("owner_choice", "hill-2"), ("lower", "hill-2"), ("higher", "hill-1")]
)
def test_the_marker_that_a_demoralised_formation_keeps(value: str, kept: str) -> None:
    """AMB-92, JDG-11.2-d, -e: the lower one as printed; of equal ones the owner's choice changes nothing."""
    field = field_with(demoralised_am=value)
    unit = hill(field, HERE)[0]
    field.s.memory[DEMORALISED] = (field.t.command[unit],)
    assert [field.t.markers[m].id for m in markers_in_play(field.game, field.s)] == [kept]


def due(field: Field, command: str) -> None:
    """Let the reinforcements of a formation be due, and its first marker be in use."""
    states = [int(arrival.command == command) for arrival in field.game.arrivals]
    assert any(states)
    field.s.memory[ARRIVALS] = tuple(states)
    field.s.memory[MARKER] = field.t.marker_of[f"{command}-1"]


@pytest.mark.parametrize("value", [True, False])
def test_the_only_marker_of_an_arriving_formation_is_tried_again(value: bool) -> None:
    """AMB-38, JDG-5.2.1-c: each turn, or once."""
    field = field_with(single_am_retry=value)
    t = field.t
    due(field, "brenier")
    t.markers = tuple(
        SimpleNamespace(id=m.id, code="-" if m.id == "brenier-2" else m.code, rating=m.rating)
        for m in t.markers
    )
    single = t.marker_of["brenier-1"]
    assert markers_in_play(field.game, field.s) == [single]
    field.s.memory[CUP] = (single,)
    field.begin(("cup",))
    assert field.s.memory[MISSED] == t.marker_commands[single]
    assert (single in markers_in_play(field.game, field.s)) is value
    field.begin(("cup",))
    assert (field.s.memory[MISSED] == ()) is value


# Reinforcements


@pytest.mark.parametrize("value", [True, False])
def test_reinforcements_may_belong_to_groups(value: bool) -> None:
    """AMB-09, JDG-5.2.1-e: they link others then, and act by their own status all the same."""
    field = field_with(renfort_outside_groups=value)
    row = [field.beside("1505", *(3,) * k) for k in (0, 2, 4)]
    units = hill(field, *row)
    field.s.flags[units[1]] = RENFORT
    groups = groups_of(field.game, field.s, 0)
    assert len(groups) == (2 if value else 1)
    field.begin(("orders", 0, ()))
    activate(field, "hill-1")
    field.play("try", 0)
    if value:
        field.play("try", 0)
    assert [bool(field.s.flags[u] & INITIATIVE) for u in units] == [True, False, True]


@pytest.mark.parametrize("value", [True, False])
def test_the_march_of_reinforcements_ends_near_the_enemy(value: bool) -> None:
    """AMB-36, JDG-5.2.1-f: within five hexes of an enemy unit."""
    field = field_with(renfort_stops_at_five=value)
    field.put("br-5", "1520", flags=RENFORT, movement=5)
    enemy = field.beside("1520", *(0,) * 9)
    field.put("fr-32", enemy, facing=0)
    field.move("br-5")
    marches = [a.split()[1] for a in field.actions() if a.startswith("march")]
    least = min(field.t.distance(field.hex(h), field.hex(enemy)) for h in marches)
    assert least == (5 if value else 1)


def test_a_march_that_goes_on_near_the_enemy_ends_the_status() -> None:
    """AMB-36, JDG-5.2.1-f, -h: it passes within five hexes of him and goes on out of reach, as a march."""
    field = field_with(renfort_stops_at_five=False)
    unit = field.put("br-5", "1520", flags=RENFORT, movement=5)
    field.put("fr-32", field.beside("1520", 1, 1, 0, 0, 0, 0, 0), facing=0)
    field.move("br-5")
    field.play(f"march {field.beside('1520', 0, 0)}")  # five hexes off
    assert not field.s.flags[unit] & RENFORT and field.game.needs_check(field.s, unit)
    onward = {text.split()[1] for text in field.actions() if text.startswith("march")}
    there = field.beside("1520", *(0,) * 8)
    assert {field.beside("1520", 0, 0, 0), there} <= onward  # eight of its ten points are left
    far = field.beside("1520", 0, 0, 5, 5, 5, 5)
    assert field.t.distance(field.hex(far), field.s.place[field.unit("fr-32")]) > 5
    field.play(f"march {far}", "face 0")
    assert not field.s.flags[unit] & RENFORT and field.game.needs_check(field.s, unit)


@pytest.mark.parametrize("value", [True, False])
def test_who_loses_the_marker_is_without_orders(value: bool) -> None:
    """AMB-37, JDG-5.2.1-h: at once, or when the activation is over."""
    field = field_with(renfort_loss_immediate=value)
    unit = field.put("br-5", HERE, flags=RENFORT, orders=False)
    field.put("fr-32", field.beside(HERE, *(0,) * 4))
    field.game.end_reinforcements(field.s)
    assert not field.s.flags[unit] & RENFORT
    assert field.game.needs_check(field.s, unit) is value
    field.begin(("activate", 6, field.t.marker_of["hill-1"]))
    assert field.game.needs_check(field.s, unit)


@pytest.mark.parametrize("value", ["delay", "other_hex"])
def test_reinforcements_whose_hex_is_held_wait_or_come_in_beside_it(value: str) -> None:
    """AMB-39, JDG-5.2.2-c: at the nearest free hexes of the edge."""
    field = field_with(entry_blocked=value)
    t = field.t
    due(field, "brenier")
    (held,) = next(a for a in field.game.arrivals if a.command == "brenier").hexes
    free = {a[2] for a in entry_actions(field.game, field.s, 1)}
    assert free == {held}
    field.put("br-5", t.hex_ids[held])
    hexes = {a[2] for a in entry_actions(field.game, field.s, 1)}
    assert bool(hexes) is (value == "other_hex")
    assert all(t.distance(h, held) == 1 and min(t.neighbours[6 * h : 6 * h + 6]) < 0 for h in hexes)


@pytest.mark.parametrize("value", [True, False])
def test_single_units_count_for_the_cost_of_entry(value: bool) -> None:
    """AMB-40, JDG-5.2.2-b: each unit or stack that has entered, or the stacks alone."""
    field = field_with(entry_multiplier_counts_units=value)
    game, s = field.game, field.s
    due(field, "brenier")
    place = next(k for k, a in enumerate(game.arrivals) if a.command == "brenier")
    (at,) = game.arrivals[place].hexes
    pieces = game.arrival_pieces[place]
    s.frames = []
    enter_unit(game, s, pieces[0], at)
    assert entry_points(game, s, place, pieces[2], at)[1] == (2 if value else 1)
    s.take(pieces[0])
    enter_stack(game, s, pieces[0], at)
    assert entry_points(game, s, place, pieces[2], at)[1] == (3 if value else 2)


@pytest.mark.parametrize("value", ["hex", "side"])
def test_how_long_entry_hexes_stay_free(value: str) -> None:
    """AMB-41, JDG-5.2.3-a: until those due there have come, or all of the side."""
    field = field_with(entry_exclusion_scope=value)
    one, two = field.hex("1510"), field.hex("1515")
    rest = len(field.game.arrivals) - 2
    field.game.entry_hexes = [frozenset([one]), frozenset([two]), *[frozenset()] * rest]
    field.s.memory[ARRIVALS] = (2, 1, *(2,) * rest)
    assert field.game.entry_zone(field.s, 0) == ({two} if value == "hex" else {one, two})
    assert field.game.entry_zone(field.s, 1) == set()
    field.s.memory[ARRIVALS] = (2,) * (rest + 2)
    assert field.game.entry_zone(field.s, 0) == set()


@pytest.mark.parametrize("value", [True, False])
def test_zones_may_end_before_entry_hexes(value: bool) -> None:
    """AMB-42, JDG-5.2.3-a: as long as they are kept free."""
    field = field_with(entry_exclusion_zoc=value)
    t, s = field.t, field.s
    here = field.hex(HERE)
    rest = len(field.game.arrivals) - 1
    field.game.entry_hexes = [frozenset([here]), *[frozenset()] * rest]
    enemy = field.put("br-5", field.beside(HERE, 0), facing=3)
    for state, free in ((1, value), (2, False)):
        s.memory[ARRIVALS] = (state, *(2,) * rest)
        assert (here not in threats_to(t, s, 1).zone) is free
        assert (here not in threats_to(t, s, 1).front) is free
        assert zone_reaches(field.game, s, enemy, here) is not free


# Moves


@pytest.mark.parametrize("value", [True, False])
def test_enemy_commanders_may_count_for_forced_marches(value: bool) -> None:
    """AMB-19, JDG-4.1.3-c."""
    field = field_with(forced_march_counts_cinc=value)
    t, s = field.t, field.s
    unit = field.put("br-5", "1520", movement=5)
    leader = next(who for who in t.leaders if t.side[who] == 1)
    s.place[leader] = field.hex(field.beside("1520", *(0,) * 5))
    assert may_march(field.game, s, unit) is not value
    s.place[leader] = field.hex(field.beside("1520", *(0,) * 9))
    assert may_march(field.game, s, unit)
    field.move("br-5")
    marches = [a.split()[1] for a in field.actions() if a.startswith("march")]
    least = min(t.distance(field.hex(h), s.place[leader]) for h in marches)
    assert least == (6 if value else 0)


@pytest.mark.parametrize("value", ["not_adjacent_to_attacker", "farther"])
def test_the_first_hex_of_a_retreat(value: str) -> None:
    """AMB-82, JDG-10.3.1-b, -e: beside an attacker without zone, or farther from every attacker."""
    field = field_with(first_hex_rule=value)
    unit = field.put("br-5", HERE)
    enemy = field.put("fr-32", field.beside(HERE, 0), level=ROUTED)
    steps = retreat_steps(
        field.game, field.s, ("retreat", unit, field.hex(HERE), 1, (enemy,), (), 0), field.hex(HERE)
    )
    directions = (2, 3, 4) if value == "farther" else (1, 2, 3, 4, 5)
    assert set(steps) == {field.hex(field.beside(HERE, d)) for d in directions}


@pytest.mark.parametrize("value", ["once", "each"])
def test_checks_at_the_end_of_a_charge(value: str) -> None:
    """AMB-79, JDG-9.2-e, JDG-9.5.2-t: once after the last pursuit, or after the charge and each pursuit."""
    field = field_with(end_check=value)
    ahead = field.beside(HERE, 0)
    unit = field.put("br-20ld", HERE, facing=0, cohesion=6, flags=CHARGE | CHARGED)
    enemy = field.unit("fr-32")
    field.s.place[enemy] = ELIMINATED
    field.begin(("pursue", 0, (unit,), ((enemy, field.hex(ahead)),), 0))
    checks = []
    while not field.rests:
        if field.chance:
            assert field.chance == "cohesion check"
            checks.append(field.at("br-20ld"))
            field.play(0)
        else:
            field.play(field.actions()[0])
    assert checks == ([ahead] if value == "once" else [HERE, ahead])
    assert not field.s.flags[unit] & (CHARGE | CHARGED)


def test_who_fails_the_check_of_each_charge_does_not_pursue() -> None:
    """AMB-79, JDG-9.5.1-a."""
    field = field_with(end_check="each")
    unit = field.put("br-20ld", HERE, facing=0, cohesion=6, flags=CHARGE | CHARGED)
    enemy = field.unit("fr-32")
    field.s.place[enemy] = ELIMINATED
    field.begin(("pursue", 0, (unit,), ((enemy, field.hex(field.beside(HERE, 0))),), 0))
    field.play(9)
    assert field.rests and field.at("br-20ld") == HERE


# Night, fog and rally


def dark(field: Field, *kinds: str) -> None:
    """Make it night, or fog, on the turn that is played."""
    field.t.turn_flags = {field.s.turn: frozenset(kinds)}


@pytest.mark.parametrize("value", ["adjacent", "zoc"])
def test_contact_that_the_disordered_avoid_at_night(value: str) -> None:
    """AMB-109, JDG-12.1-c: hexes next to any enemy unit, or in a zone."""
    for name in ("fr-guns-a", "fr-32"):
        field = field_with(night_contact=value)
        field.put("br-5", HERE, level=DISORDERED, movement=9)
        enemy = field.beside(HERE, 0, 0, 0)
        field.put(name, enemy, facing=0)
        dark(field, "night")
        field.move("br-5")
        near = {f"go {field.beside(enemy, d)}" for d in range(6)}
        assert bool(near & set(field.actions())) is (value == "zoc" and name == "fr-guns-a")


@pytest.mark.parametrize(("value", "enter", "check"), [("night", 2, 2), ("fog", 1, 2), ("added", 3, 4)])
def test_a_turn_with_night_and_fog(value: str, enter: int, check: int) -> None:
    """AMB-95, JDG-12.1-b, JDG-12.2-b: the rules of one of them, or of both."""
    field = field_with(night_fog=value)
    unit = field.put("br-5", HERE)
    dark(field, "night", "fog")
    assert field.t.night(field.s.turn) is (value != "fog")
    assert field.t.fog(field.s.turn) is (value != "night")
    assert field.game.walk(field.s, unit, NORMAL, ()).enter == enter
    assert check_sum(field.game, field.s, unit) == check


@pytest.mark.parametrize(
    ("values", "passes"),
    [
        ({}, 8),
        ({"night_plus_two_on_rally": True}, 6),
        ({"night_rally_routed": 1}, 4),
        ({"night_rally_routed": -2, "night_plus_two_on_rally": True}, 5),
    ],
)
def test_the_routed_rally_at_night(values: dict[str, object], passes: int) -> None:
    """AMB-89, AMB-93, JDG-12.1-h: with what is printed, another number, or that of cohesion checks as well."""
    for roll, level in ((passes, DISORDERED), (passes + 1, ROUTED)):
        field = field_with(**values)
        unit = field.put("br-5", HERE, level=ROUTED)
        field.t.cohesion[unit] = (9, 5)
        dark(field, "night")
        field.begin(("rally", 0, -1))
        field.play("rally br-5", roll)
        assert field.level("br-5") == level


@pytest.mark.parametrize("value", ["own_activation", "end_of_turn"])
def test_the_rally_of_the_idle_at_night(value: str) -> None:
    """AMB-94: in their own activation, or of both sides after phase E."""
    field = field_with(night_auto_rally=value)
    late = value == "end_of_turn"
    idle = field.put("br-5", HERE, level=DISORDERED)
    moved = field.put("br-9-1", "1520", level=DISORDERED, flags=MOVED)
    field.put("fr-32", "2505", level=DISORDERED)
    field.put("br-38", "2520", level=DISORDERED)
    field.put("fr-82", field.beside("2520", 0))  # who has an enemy beside him is not rallied
    assert may_rally(field.game, field.s, idle)
    dark(field, "night")
    assert may_rally(field.game, field.s, idle) is not late
    field.begin(("activate", 6, field.t.marker_of["hill-1"]))
    field.s.frames = [("turn", 3)]
    turn(field.game, field.s, ("turn", 3))
    assert (("night-rally", 0) in field.s.frames) is late
    if late:
        field.begin(("night-rally", 0))
        while not field.rests:
            field.play("face 4")
        levels = [field.level(name) for name in ("br-5", "br-9-1", "fr-32", "br-38")]
        assert levels == [ORDERED, DISORDERED, ORDERED, DISORDERED]
        assert field.s.facing[idle] == 4
        field.begin(("turn", 4))
        assert not field.s.flags[moved] & ACTED


@pytest.mark.parametrize("value", [True, False])
def test_rally_after_a_forced_rout_move(value: bool) -> None:
    """AMB-88, JDG-10.2-t: in the same activation."""
    field = field_with(rally_after_forced_rout=value)
    unit = field.put("br-5", HERE, level=ROUTED, movement=2)
    assert may_rally(field.game, field.s, unit)
    field.begin(("check", (unit,), 0, 0, 0, ()))
    while not field.rests:
        field.play(field.actions()[0])
    assert field.at("br-5") not in (HERE, "-")
    assert may_rally(field.game, field.s, unit) is value


@pytest.mark.parametrize("value", ["all_units", "not_routed"])
def test_enemies_that_prevent_rally(value: str) -> None:
    """AMB-110, JDG-11.1-c: all of them, or those that are not routed."""
    for level in (ORDERED, DISORDERED, ROUTED):
        field = field_with(rally_blockers=value)
        unit = field.put("br-5", HERE, level=DISORDERED)
        field.put("fr-32", field.beside(HERE, 3), level=level)
        assert may_rally(field.game, field.s, unit) is (value == "not_routed" and level == ROUTED)


# Combat


@pytest.mark.parametrize("value", [True, False])
def test_attackers_go_on_when_one_of_them_fails_its_check(value: bool) -> None:
    """AMB-60, JDG-8.4.1-c."""
    field = field_with(combined_continue=value)
    target = field.beside(HERE, 0)
    one = field.put("br-5", HERE, facing=0, orders=False, shock=0)
    other_hex = field.beside(target, 2)
    two = field.put("br-82", other_hex, facing=5)
    field.put("fr-32", target, facing=3)
    pairs = tuple(sorted((field.hex(h), field.hex(target)) for h in (HERE, other_hex)))
    field.begin(("shock", pairs, (), 0, 1, 0, 0))
    assert field.chance == "shock check"
    field.play(9)
    assert (field.chance == "shock") is value
    assert field.s.flags[one] & FOUGHT
    assert not field.s.flags[two] & FOUGHT


# Victory


@pytest.mark.parametrize(("value", "winner"), [("draw", -1), ("first_side", 0), ("second_side", 1)])
def test_equal_points(value: str, winner: int) -> None:
    """AMB-96, JDG-13.2-a."""
    field = field_with(tie=value)
    package = field.t.package
    victory = replace(package.victory, awards=(), levels=(), automatic=())
    field.t.package = replace(package, victory=victory)
    field.s.memory[POINTS] = (3, 3)
    assert end_of_game(field.game, field.s).winner == winner
    field.s.memory[POINTS] = (3, 4)
    assert end_of_game(field.game, field.s).winner == 1


@pytest.mark.parametrize("value", [True, False])
def test_who_routs_off_the_map_counts_as_eliminated(value: bool) -> None:
    """AMB-108, JDG-10.4-p."""
    field = field_with(rout_exit_counts_as_eliminated=value)
    unit = field.put("br-5", HERE)
    when = Eliminated(units=("br-5",), count=None)
    assert not condition(field.game, field.s, when)
    field.s.take(unit, FLED)
    assert condition(field.game, field.s, when) is value
    field.s.place[unit] = ELIMINATED
    assert condition(field.game, field.s, when)
