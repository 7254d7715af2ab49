"""More positions of orders, leaders, markers, commanders and entries; what is legal was worked out by hand."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.state import ELIMINATED
from jdgtools.engine.jdg.phases import fill_cup
from jdgtools.engine.jdg.words import (
    ARRIVALS,
    CHOSEN,
    CUP,
    DEMORALISED,
    DISORDERED,
    DUE,
    FULL_ALLOWANCE,
    GROUP,
    HIDDEN,
    INITIATIVE,
    MARKER,
    MISSED,
    ORDERS,
    RALLY_ONLY,
    RENFORT,
    ROUTED,
    WITHOUT,
)
from tests.unit.engine.field import Field, at, by_night, command, said, where

HERE = "1515"


@pytest.fixture
def field() -> Field:
    return Field()


def activation(field: Field, marker: str) -> None:
    """Begin the activation by a marker."""
    number = field.t.marker_of[marker]
    field.s.memory[MARKER] = number
    field.begin(("activate", 0, number))


def to_the_end(field: Field) -> list[str]:
    """End an activation without doing anything; return the kinds of its decisions."""
    kinds = []
    while not field.rests:
        kinds.append(field.s.node.kind)
        field.play(next(a for a in ("done", "limited", "stay") if a in field.actions()))
    return kinds


def groups(field: Field, *units: str) -> None:
    """Let each unit be a tactical group of its own."""
    numbers = list(field.s.memory[GROUP])
    for name in units:
        numbers[field.unit(name)] = field.unit(name)
    field.s.memory[GROUP] = tuple(numbers)


# Leaders (JDG-2.4)


@pytest.mark.parametrize(
    ("marker", "reach", "roll", "passed"),
    [
        ("hill-1", True, 8, True),  # 8 - 2 = 6, rating 6
        ("hill-1", True, 9, False),
        ("hill-1", False, 6, True),
        ("hill-1", False, 7, False),
        ("hill-2", True, 7, True),  # rating 5
        ("hill-2", True, 8, False),
        ("hill-2", False, 6, False),
    ],
)
def test_the_rating_of_the_marker_in_use(
    field: Field, marker: str, reach: bool, roll: int, passed: bool
) -> None:
    """JDG-2.4.3-b to -f, -h, JDG-2.4.3-EX1 to -EX3: Wellesley takes two off, of who has a unit within seven."""
    command(field, field.beside(HERE, *[0] * (7 if reach else 8)), "wellesley")
    units = [field.put("br-5", HERE, orders=False), field.put("br-38", field.beside(HERE, 3), orders=False)]
    activation(field, marker)
    assert set(field.actions()) == {"try", "limited"}
    field.play("try", roll)
    for unit in units:
        assert bool(field.s.flags[unit] & INITIATIVE) is passed
        assert bool(field.s.flags[unit] & RALLY_ONLY) is not passed


def test_each_group_tries_for_itself(field: Field) -> None:
    """JDG-2.4.2-a, -b, AMB-08, JDG-2.4.3-i: one passes, one fails, one does not try, one has orders."""
    names = ("br-5", "br-9-1", "br-38", "br-6pdr-a")
    for name, column in zip(names, (0, 4, 8, 12), strict=True):
        field.put(name, field.beside("0515", *[1, 2] * (column // 2)), orders=name == "br-6pdr-a")
    groups(field, *names)
    activation(field, "hill-1")
    field.play("try", 6, "try", 7, "limited")
    flags = [field.s.flags[field.unit(name)] & (INITIATIVE | RALLY_ONLY) for name in names]
    assert flags == [INITIATIVE, RALLY_ONLY, 0, 0]


def test_the_second_marker_asks_again(field: Field) -> None:
    """JDG-2.4.3-f, -g: what a check gave is gone with the activation."""
    unit = field.put("br-5", HERE, orders=False)
    activation(field, "hill-1")
    field.play("try", 0)
    to_the_end(field)
    assert not field.s.flags[unit] & INITIATIVE
    activation(field, "hill-2")
    assert "try" in field.actions()


def test_with_orders_nobody_is_asked(field: Field) -> None:
    """JDG-2.4.1-a, JDG-2.4.2-a, JDG-2.4-b: orders hold for both activations."""
    field.put("br-5", HERE)
    for marker in ("hill-1", "hill-2"):
        activation(field, marker)
        assert "initiative of the leader" not in to_the_end(field)


def test_who_joins_another_group_keeps_its_own_status(field: Field) -> None:
    """JDG-2.3.2-f, -EX2, JDG-2.3.1-b: side by side now, one with orders, one without."""
    field.put("br-5", HERE)
    field.put("br-9-1", field.beside(HERE, 1), orders=False)
    groups(field, "br-5", "br-9-1")
    activation(field, "hill-1")
    field.play("try", 9)
    flags = [field.s.flags[field.unit(n)] for n in ("br-5", "br-9-1")]
    assert not flags[0] & RALLY_ONLY and flags[1] & RALLY_ONLY


def test_who_failed_may_rally_and_nothing_else(field: Field) -> None:
    """JDG-2.4.3-h, JDG-11.1-d, -EX4: neither fire, nor a move, nor a shock; the disordered unit rallies."""
    enemy = field.beside(HERE, 0)
    field.put("fr-32", enemy, 3)
    field.put("br-5", HERE, orders=False)
    field.put("br-6pdr-a", field.beside(HERE, 5), orders=False)
    field.put("br-38", field.beside(HERE, 3), orders=False, level=DISORDERED)
    activation(field, "hill-1")
    field.play("try", 9)
    assert set(field.actions()) == {"done"}  # movement, with nobody to move
    field.play("done")
    assert set(field.actions()) == {"done", "rally br-38"}


def test_all_orders_of_a_formation_are_revealed_at_its_first_marker(field: Field) -> None:
    """JDG-2.4-a, JDG-1-k: those of all its groups, and of no other formation."""
    units = [field.put("br-5", HERE, flags=HIDDEN), field.put("br-38", "0505", flags=HIDDEN)]
    other = field.put("br-82", "0510", flags=HIDDEN)
    activation(field, "hill-1")
    assert not any(field.s.flags[unit] & HIDDEN for unit in units)
    assert field.s.flags[other] & HIDDEN


@pytest.mark.parametrize(
    ("rolls", "lost", "side"),
    [((4, 6), False, None), ((5, 6), False, 0), ((3, 6), False, 1), ((5, 6), True, 1), ((6, 6), True, None)],
)
def test_the_modifier_of_a_commander_counts_for_the_initiative(
    field: Field, rolls: tuple[int, int], lost: bool, side: int | None
) -> None:
    """JDG-3-a to -d, -EX1, -EX2, AMB-15: Wellesley adds two, Junot nothing; who is lost adds nothing."""
    leader = command(field, "0505", "wellesley")
    command(field, "2520", "junot")
    if lost:
        field.s.place[leader] = ELIMINATED
    field.put("br-5", HERE)
    field.put("fr-32", "1510")
    field.begin(("initiative", ()))
    field.play(*rolls)
    own = {None: set(), 0: {"hill-1", "hill-2"}, 1: {"charlot-1", "charlot-2"}}[side]
    chosen = {a.split()[1] for a in said(field, "choose")}
    assert own <= chosen and not chosen & ({"hill-1", "charlot-1"} - own)


def test_who_declines_has_all_his_markers_in_the_cup(field: Field) -> None:
    """JDG-3-f, -h, JDG-1-g."""
    field.put("br-5", HERE)
    field.put("fr-32", "1510")
    field.begin(("initiative", ()))
    field.play(9, 0, "decline")
    names = {field.t.markers[m].id for m in fill_cup(field.game, field.s)}
    assert field.s.memory[CHOSEN] == -1
    assert names == {"hill-1", "hill-2", "charlot-1", "charlot-2"}


def test_of_two_markers_the_chosen_one_is_not_in_the_cup(field: Field) -> None:
    """JDG-3-EX3, JDG-1-h."""
    field.put("br-5", HERE)
    field.put("fr-32", "1510")
    field.begin(("initiative", ()))
    field.play(9, 0, "choose hill-2")
    names = {field.t.markers[m].id for m in fill_cup(field.game, field.s)}
    assert names == {"hill-1", "charlot-1", "charlot-2"}


@pytest.mark.parametrize("place", ["lost", "later"])
def test_formations_with_nobody_on_the_map_have_no_marker(field: Field, place: str) -> None:
    """JDG-1-g: neither one that is lost nor one that is not due yet."""
    field.put("br-5", HERE)
    if place == "lost":
        for name in ("fr-32", "fr-82", "fr-guns-a"):
            field.s.take(field.unit(name), ELIMINATED)
    field.s.memory[ARRIVALS] = (0, 0, 0)
    names = {field.t.markers[m].id for m in fill_cup(field.game, field.s)}
    assert names == {"hill-1", "hill-2"}


def test_a_combined_marker_that_is_the_last_is_set_aside(field: Field) -> None:
    """JDG-2.2-e: nobody acts by it, and no formation has missed its arrival for it."""
    field.put("br-5", HERE)
    field.s.memory[CUP] = (field.t.marker_of["two-columns"],)
    field.begin(("cup",))
    assert field.rests and field.s.memory[MISSED] == () and field.s.memory[CUP] == ()


# Commanders (JDG-2.5)


def test_a_commander_who_has_stayed_may_move_in_a_later_activation(field: Field) -> None:
    """JDG-2.5.1-g, -j: he may move once in a turn, and he has not moved."""
    command(field, HERE, "wellesley")
    field.put("br-5", "0505")
    activation(field, "hill-1")
    field.play("unit wellesley", "stop")
    assert "unit wellesley" not in field.actions()
    to_the_end(field)
    activation(field, "hill-2")
    assert "unit wellesley" in field.actions()


def test_a_commander_does_not_save_his_points(field: Field) -> None:
    """JDG-2.5.1-EX1, -h: five of seven are spent; no more in this turn."""
    command(field, HERE, "wellesley")
    field.put("br-5", "0505")
    activation(field, "hill-1")
    field.play("unit wellesley", f"go {field.beside(HERE, *[0] * 5)}")
    assert f"go {field.beside(HERE, *[0] * 7)}" in field.actions()
    assert f"go {field.beside(HERE, *[0] * 8)}" not in field.actions()
    field.play("stop")
    to_the_end(field)
    activation(field, "hill-2")
    assert "unit wellesley" not in field.actions()


def test_a_commander_joins_a_friend_in_a_zone_and_goes_no_further(field: Field) -> None:
    """AMB-10, JDG-2.5.1-k: of two hexes in the zone that with a friend is open to him."""
    command(field, field.beside(HERE, 3, 3), "wellesley")
    field.put("br-5", HERE, 0)
    field.put("fr-32", field.beside(HERE, 0), 3)
    field.begin(("segment", 0))
    field.play("unit wellesley")
    goes = {a.split()[1] for a in said(field, "go")}
    assert HERE in goes and not goes & {field.beside(HERE, d) for d in (1, 5)}
    field.play(f"go {HERE}")
    assert set(field.actions()) == {"stop"}


@pytest.mark.parametrize("action", ["march", "leave-map", "square", "charge", "face"])
def test_what_no_commander_does(field: Field, action: str) -> None:
    """JDG-2.5.1-i, -l, JDG-4.4.1-j: no forced march, and he does not leave the map."""
    command(field, "0115", "wellesley")
    field.put("br-5", "0505")
    field.begin(("segment", 0))
    field.play("unit wellesley")
    assert not said(field, action)


def test_a_commander_hinders_nobody(field: Field) -> None:
    """JDG-2.5.1-l, JDG-5.1.1-a: he counts for no stack, stops no enemy, and is no target."""
    command(field, field.beside(HERE, 0, 0), "junot")
    field.put("br-5", HERE, 0)
    field.put("br-6pdr-a", HERE, 0)
    field.begin(("fires", 0))
    assert not said(field, "fire")
    field.move("br-5")
    assert at(field, (0,), (1, 0), (0, 1), (5, 0), (0, 5)) <= said(field, "go")


def test_a_commander_with_a_routed_unit_leaves_the_map_with_it(field: Field) -> None:
    """JDG-2.5.2-f: he is eliminated; one who has gone before stays."""
    for together in (True, False):
        field = Field()
        leader = command(field, "1522" if together else "1520")
        field.put("fr-32", "1522", level=ROUTED, movement=3)
        field.begin(field.game.rout_frame(field.s, field.unit("fr-32")))
        assert field.rests and field.at("fr-32") == "-"
        assert (field.s.place[leader] == ELIMINATED) is together


def test_a_commander_stays_where_his_cavalry_withdraws(field: Field) -> None:
    """JDG-2.5.2-b, -d: a withdrawal is neither a fall-back nor a retreat; who comes in drives him away."""
    there = field.beside(HERE, 0)
    leader = command(field, there)
    field.put("br-5", HERE, 0)
    field.put("fr-1ch", there, 3, cohesion=9)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {there}")
    while "withdraw fr-1ch 1" not in field.actions():
        field.play("done")
    field.play("withdraw fr-1ch 1", 0, f"retreat {field.beside(there, 0)}")
    while not said(field, "step"):
        field.play(field.actions()[0])
    assert where(field, leader) == there
    field.play(f"step br-5 {there}")
    assert said(field, "displace") and "stay" not in field.actions()


def test_a_commander_goes_wherever_his_unit_retreats(field: Field) -> None:
    """JDG-2.5.2-d, JDG-10.2-h: two hexes with the routed unit."""
    leader = command(field, HERE)
    unit = field.put("fr-32", HERE, 0, level=ROUTED)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    field.begin(("retreat", unit, field.hex(HERE), 2, (attacker,), (), 1))
    field.play(f"retreat {field.beside(HERE, 3)}", f"retreat {field.beside(HERE, 3, 3)}")
    assert where(field, leader) == field.beside(HERE, 3, 3)


def test_guns_that_come_beside_a_commander_drive_him_too(field: Field) -> None:
    """JDG-2.5.2-b, JDG-CONV-i: artillery is an enemy unit, zone or none."""
    command(field, HERE)
    field.put("br-6pdr-a", field.beside(HERE, 0, 0), 3)
    field.move("br-6pdr-a")
    field.play(f"go {field.beside(HERE, 0)}")
    if said(field, "face"):
        field.play("face 3")
    assert said(field, "displace")


# Reinforcements (JDG-5.2)


def due(field: Field, marker: str = "brenier-1", place: int = 0) -> str:
    """Let reinforcements of the French be due, and begin their movement segment; return the entry hex."""
    states = [0, 0, 0]
    states[place] = 1
    field.s.memory[ARRIVALS] = tuple(states)
    field.s.memory[MARKER] = field.t.marker_of[marker]
    for piece in field.game.arrival_pieces[place]:
        field.s.flags[piece] |= DUE
    field.game.entry_cost = {
        hex_index: dict.fromkeys(cost, 1) for hex_index, cost in field.game.entry_cost.items()
    }
    field.begin(("segment", 1))
    return field.t.hex_ids[field.game.arrivals[place].hexes[0]]


def entries(field: Field) -> set[str]:
    return said(field, "enter", "enter-stack", "enter-normally", "enter-stack-normally")


def test_a_stack_enters_together_by_either_movement(field: Field) -> None:
    """JDG-5.2.1-e, -j, JDG-5.2.2-b, JDG-4.4.1-c: alone or together, on the march or normally."""
    entry = due(field)
    assert entries(field) == {
        f"enter fr-2l {entry}",
        f"enter-stack fr-2l {entry}",
        f"enter-normally fr-2l {entry}",
        f"enter-stack-normally fr-2l {entry}",
    }


def test_a_stack_that_enters_normally_has_its_allowance_and_no_orders(field: Field) -> None:
    """JDG-5.2.1-j, -k, JDG-5.2.2-b, AMB-37: six points less one for the entry, together; then twice the cost."""
    entry = due(field)
    field.play(f"enter-stack-normally fr-2l {entry}")
    for name in ("fr-2l", "fr-4l"):
        assert field.at(name) == entry
        flags = field.s.flags[field.unit(name)]
        assert flags & WITHOUT and flags & FULL_ALLOWANCE and not flags & (RENFORT | ORDERS)
    distances = {field.t.distance(field.hex(entry), field.hex(a.split()[1])) for a in said(field, "go")}
    assert max(distances) == 5 and not said(field, "march")
    inland = max(said(field, "go"), key=lambda a: field.t.distance(field.hex(entry), field.hex(a.split()[1])))
    field.play(inland)
    field.play("face 0")
    assert field.at("fr-2l") == field.at("fr-4l") == inland.split()[1]
    assert f"enter-stack-normally fr-70-1 {entry}" in field.actions()
    field.play(f"enter-stack-normally fr-70-1 {entry}")  # five points, two for the entry
    distances = {field.t.distance(field.hex(entry), field.hex(a.split()[1])) for a in said(field, "go")}
    assert max(distances) == 3


def test_one_stack_enters_after_the_other(field: Field) -> None:
    """JDG-5.2.2-a: as if lined up behind one another; nobody of the second stack before the first."""
    entry = due(field)
    assert {a.split()[1] for a in entries(field)} == {"fr-2l"}
    field.play(f"enter fr-2l {entry}")
    field.play(sorted(said(field, "march"))[0])
    field.play(sorted(said(field, "face"))[0])
    assert {a.split()[1] for a in entries(field)} == {"fr-4l"}


def test_with_an_enemy_near_a_stack_enters_with_orders(field: Field) -> None:
    """JDG-5.2.1-l, -m, JDG-5.2.2-b: no march, no marker, and no entry without orders."""
    entry = due(field)
    field.put("br-5", next_inland(field, entry, 5), 0)
    field.begin(("segment", 1))
    assert entries(field) == {f"enter fr-2l {entry}", f"enter-stack fr-2l {entry}"}
    field.play(f"enter-stack fr-2l {entry}")
    for name in ("fr-2l", "fr-4l"):
        flags = field.s.flags[field.unit(name)]
        assert flags & ORDERS and not flags & RENFORT
    assert said(field, "go") and not said(field, "march")


def next_inland(field: Field, entry: str, distance: int) -> str:
    """Return a hex so far from the entry hex."""
    here = field.hex(entry)
    return next(
        field.t.hex_ids[h]
        for h in sorted(field.t.disc(here, distance))
        if field.t.distance(here, h) == distance
    )


@pytest.mark.parametrize(("friend", "enters"), [("", False), ("fr-2l", True), ("fr-guns-d", False)])
def test_guns_enter_no_zone_alone(field: Field, friend: str, enters: bool) -> None:
    """JDG-6.2.2-g, JDG-5.2.2-c: an enemy has come beside the entry hex; infantry must stand there."""
    entry = due(field)
    for name in ("fr-2l", "fr-4l", "fr-70-1", "fr-70-2"):
        field.put(name, "2520")
    field.put("br-5", next_inland(field, entry, 1), 0)
    if friend:
        field.put(friend, entry, 0)
    field.begin(("segment", 1))
    assert (f"enter fr-guns-c {entry}" in field.actions()) is enters


@pytest.mark.parametrize("demoralised", [False, True])
def test_a_demoralised_formation_enters_no_zone_from_outside_either(field: Field, demoralised: bool) -> None:
    """JDG-11.2-c: its last units are due, and an enemy stands beside their entry hex."""
    entry = due(field)
    unit = field.put("fr-2l", "2520", level=DISORDERED)
    if demoralised:
        field.s.memory[DEMORALISED] = (field.t.command[unit],)
    field.put("br-5", next_inland(field, entry, 1), 0)
    field.begin(("segment", 1))
    assert (f"enter fr-4l {entry}" in field.actions()) is not demoralised


@pytest.mark.parametrize(
    ("points", "flag", "enters"),
    [(2, "night", False), (3, "night", True), (2, "fog", True), (1, "fog", False), (1, "", True)],
)
def test_a_zone_in_the_entry_hex_is_paid(field: Field, points: int, flag: str, enters: bool) -> None:
    """JDG-12.1-b, JDG-12.2-b, JDG-5.2.2-c: one for the hex, two more at night, one more in fog."""
    entry = due(field)
    field.put("fr-2l", entry, movement=points)
    field.s.take(field.unit("fr-2l"))
    by_night(field, flag)
    field.put("br-5", next_inland(field, entry, 1), 0)
    field.begin(("segment", 1))
    assert (f"enter fr-2l {entry}" in field.actions()) is enters


def test_a_combined_marker_brings_nobody_on_unless_it_says_so(field: Field) -> None:
    """JDG-2.1.2-d: two columns of Thomieres and Charlot, while Brenier is due."""
    due(field, "two-columns")
    assert not entries(field)


def test_the_marker_of_another_formation_brings_nobody_on(field: Field) -> None:
    """JDG-5.2-a."""
    due(field, "solignac-1")
    assert not entries(field)


@pytest.mark.parametrize("flag", ["night", "fog"])
def test_reinforcements_march_in_the_dark(field: Field, flag: str) -> None:
    """JDG-12.1-a, JDG-12.2-a, JDG-5.2.1-i: under their marker, in later turns too; others do not."""
    by_night(field, flag)
    field.put("fr-2l", HERE, flags=RENFORT)
    field.put("fr-4l", "1510")
    for name, marches in (("fr-2l", True), ("fr-4l", False)):
        field.move(name)
        assert bool(said(field, "march")) is marches


def test_a_reinforcement_that_comes_beside_an_enemy_checks_for_its_shock(field: Field) -> None:
    """JDG-5.2.1-f, -h, AMB-37, JDG-8.3.1-c: normally it comes to him from six hexes, and has no orders then."""
    field.put("fr-2l", HERE, flags=RENFORT, orders=False, movement=6)
    field.s.flags[field.unit("fr-2l")] &= ~WITHOUT
    enemy = field.beside(HERE, *[0] * 6)
    field.put("br-5", enemy, 3)
    field.move("fr-2l")
    field.play(f"go {field.beside(HERE, *[0] * 5)}", "face 0")
    assert field.s.flags[field.unit("fr-2l")] & WITHOUT
    field.begin(("declare", 1), ("combats", 1))
    field.play(f"attack {field.beside(HERE, *[0] * 5)} {enemy}")
    while field.actions():
        field.play(field.actions()[0])
    assert field.chance == "shock check"


def test_a_reinforcement_far_from_enemies_acts_with_orders(field: Field) -> None:
    """JDG-5.2.1-e, JDG-4.1.1-b: without an order from the commander it has its whole allowance, or twice that."""
    field.put("fr-2l", HERE, flags=RENFORT, orders=False, movement=4)
    field.s.flags[field.unit("fr-2l")] &= ~WITHOUT
    field.move("fr-2l")
    assert at(field, (0,) * 4) <= said(field, "go") and not at(field, (0,) * 5) & said(field, "go")
    assert at(field, (0,) * 8, verb="march") <= said(field, "march")


@pytest.mark.parametrize("here", ["entry", "beside", "behind"])
def test_nobody_moves_into_the_entry_of_enemies(field: Field, here: str) -> None:
    """JDG-5.2.3-a, AMB-41: neither the hex nor one adjacent to it, as long as somebody is due there."""
    entry = field.hex("1510")
    field.game.entry_hexes = [frozenset(field.t.disc(entry, 1)), frozenset(), frozenset()]
    target = {"entry": "1510", "beside": "1511", "behind": "1512"}[here]
    field.put("br-5", "1515", movement=9)
    for states, closed in (((0, 0, 0), True), ((1, 0, 0), True), ((2, 0, 0), False)):
        field.s.memory[ARRIVALS] = states
        field.move("br-5")
        assert (f"go {target}" in field.actions()) is (not closed or here == "behind")


def test_nobody_commands_what_stands_under_a_marker_of_reinforcements(field: Field) -> None:
    """JDG-5.2.1-e, -g, AMB-09: no order for it; a part of its formation that is none takes one."""
    command(field, HERE)
    field.put("fr-2l", field.beside(HERE, 0), flags=RENFORT)
    field.put("fr-70-1", field.beside(HERE, 3))
    field.begin(("orders", 1, ()))
    assert said(field, "order") == {"order junot fr-70-1"}


def test_two_who_have_lost_their_marker_are_each_on_their_own(field: Field) -> None:
    """AMB-09, JDG-5.2.1-h: for the rest of the turn each of them tries the initiative for itself."""
    for name, there in (("fr-2l", HERE), ("fr-4l", field.beside(HERE, 1))):
        unit = field.put(name, there, flags=RENFORT, orders=False)
        field.s.flags[unit] &= ~WITHOUT
    groups(field, "fr-2l", "fr-4l")  # as in the turn in which they came
    field.begin(("renfort", 1), ("orders", 1, ()))
    while not field.rests:
        field.play("done")
    field.put("br-5", field.beside(HERE, *[0] * 4), 0)
    field.game.end_reinforcements(field.s)
    activation(field, "brenier-2")
    field.play("try", 0, "try", 9)
    flags = {bool(field.s.flags[field.unit(n)] & INITIATIVE) for n in ("fr-2l", "fr-4l")}
    assert flags == {True, False}
