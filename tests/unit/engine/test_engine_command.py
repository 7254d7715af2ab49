"""Markers, tactical groups, orders, the initiative of leaders, and commanders (JDG-2), on an open field."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from jdgtools.engine.jdg.activation import leader_frames
from jdgtools.engine.jdg.phases import fill_cup, groups_of
from jdgtools.engine.jdg.staff import make_game
from jdgtools.engine.jdg.words import (
    ACTIVE,
    COMBINED,
    COMMANDER_MOVED,
    CUP,
    GROUP,
    HIDDEN,
    INITIATIVE,
    MISSED,
    NO_ATTACK,
    NO_FIRE,
    RALLY_ONLY,
    RENFORT,
    WITHOUT,
)
from jdgtools.engine.jdg.zones import has_orders
from tests.unit.engine.field import Field
from tests.unit.package.bundled import packages

HERE = "1515"
HILL = ("br-5", "br-9-1", "br-38")


@pytest.fixture
def field() -> Field:
    return Field()


def hill(field: Field, *hexes: str, orders: bool = False) -> tuple[int, ...]:
    """Put units of Hill's brigade into hexes, and number their groups."""
    units = tuple(field.put(name, at, orders=orders) for name, at in zip(HILL, hexes, strict=False))
    numbers = [0] * len(field.t.units)
    for group in groups_of(field.game, field.s, 0):
        for unit in group:
            numbers[unit] = group[0]
            field.s.flags[unit] |= HIDDEN
    field.s.memory[GROUP] = tuple(numbers)
    return units


def activate(field: Field, marker: str) -> None:
    for unit in field.t.units:
        field.s.flags[unit] &= ~(ACTIVE | INITIATIVE | RALLY_ONLY)
    field.begin(("activate", 0, field.t.marker_of[marker]))


# Markers (JDG-2.1, JDG-2.2)


def test_the_marker_names_who_acts(field: Field) -> None:
    """JDG-2.1.1-b, JDG-2.2-b, JDG-2.3.1-g, JDG-2.4-a: all groups of its formation, in the open, and nobody else."""
    units = hill(field, "1515", "1520", "0515", orders=True)
    other = field.put("br-82", "2010")
    enemy = field.put("fr-32", "2505")
    activate(field, "hill-1")
    assert [bool(field.s.flags[u] & ACTIVE) for u in (*units, other, enemy)] == [True] * 3 + [False] * 2
    assert not any(field.s.flags[u] & HIDDEN for u in units)


def test_every_turn_the_markers_in_play_go_into_the_cup(field: Field) -> None:
    """JDG-2.1.1-d, -f: both of every formation that has a unit on the map, and the combined ones in play."""
    hill(field, HERE)
    field.put("fr-32", "2505")
    names = {field.t.markers[m].id for m in fill_cup(field.game, field.s)}
    assert names == {"hill-1", "hill-2", "charlot-1", "charlot-2"}
    combined = next(m for m, marker in enumerate(field.t.markers) if marker.code == "C")
    field.s.memory[COMBINED] = (combined,)
    assert combined in fill_cup(field.game, field.s)


def draws(field: Field, cup: tuple[int, ...]) -> list[int]:
    """Draw the first marker again and again, and return those that were used."""
    used: list[int] = []

    def note(s, f):
        used.append(f[2])
        s.pop()

    field.game.procedures = {**field.game.procedures, "activate": note}
    field.s.memory[CUP] = cup
    field.begin(("cup",))
    while field.chance:
        assert field.chance == "draw"
        field.play(0)
    return used


def test_markers_are_drawn_one_after_the_other_until_one_is_left(field: Field) -> None:
    """JDG-2.2-a, -c, -d: set aside when it is drawn; each marker of the cup is as likely as the others."""
    cup = tuple(field.t.marker_of[m] for m in ("hill-1", "hill-2", "charlot-1"))
    field.s.memory[CUP] = cup
    field.begin(("cup",))
    assert field.s.node.weights == (1, 1, 1)
    assert draws(Field(), cup) == list(cup[:2])


def test_a_combined_marker_may_be_the_last(field: Field) -> None:
    """JDG-2.2-e: nobody is activated by it; and no formation has missed its activation."""
    combined = next(m for m, marker in enumerate(field.t.markers) if marker.code == "C")
    assert draws(field, (field.t.marker_of["hill-1"], combined)) == [field.t.marker_of["hill-1"]]
    assert field.s.memory[MISSED] == ()


@pytest.mark.parametrize(("with_orders", "fire", "attack"), [(True, True, True), (False, False, False)])
def test_what_a_combined_marker_does_is_data_of_the_battle(
    field: Field, with_orders: bool, fire: bool, attack: bool
) -> None:
    """JDG-2.1.2-c, -e: the engine carries out what the battle says of it."""
    units = hill(field, HERE)
    field.s.flags[units[0]] &= ~ACTIVE
    marker = next(m for m, row in enumerate(field.t.markers) if row.code == "C")
    spec = field.game.special.combined_markers[marker]
    choices = ((field.t.command_ids[field.t.command[units[0]]],),)
    field.game.special.combined_markers = {
        **field.game.special.combined_markers,
        marker: spec._replace(
            choices=choices, formations=0, with_orders=with_orders, fire=fire, attack=attack
        ),
    }
    field.begin(("choose-groups", marker, (), ()))
    field.play("group br-5")
    flags = field.s.flags[units[0]]
    assert bool(flags & ACTIVE)
    assert (bool(flags & INITIATIVE), not flags & NO_FIRE, not flags & NO_ATTACK) == (
        with_orders,
        fire,
        attack,
    )


# Groups and orders (JDG-2.3)


@pytest.mark.parametrize(
    ("columns", "groups"),
    [((0, 2, 4), 1), ((0, 2, 5), 2), ((0, 3, 6), 3), ((0, 0, 2), 1), ((0, 1, 4), 2)],
)
def test_groups_are_chains_of_units_two_hexes_apart(
    field: Field, columns: tuple[int, ...], groups: int
) -> None:
    """JDG-2.3.1-c to -f, -h: the chain counts, and neither enemies nor ground between them."""
    row = [field.beside("1505", *(3,) * k) for k in columns]
    hill(field, *row)
    t = field.t
    between = field.beside(row[1], 3)
    if between not in row:
        field.put("fr-32", between)
    t.cost = [[tuple(-1 for _ in row) for row in rows] for rows in t.cost]
    assert len(groups_of(field.game, field.s, 0)) == groups


def test_units_of_another_formation_link_nothing(field: Field) -> None:
    """JDG-2.3.1-h, JDG-2.3.1-EX4; reinforcements under their marker belong to no group (AMB-09)."""
    units = hill(field, "1505", field.beside("1505", 3, 3, 3, 3))
    field.put("br-82", field.beside("1505", 3, 3))
    assert [g for g in groups_of(field.game, field.s, 0) if g[0] in units] == [(u,) for u in units]
    field.s.flags[units[1]] |= RENFORT
    assert [g for g in groups_of(field.game, field.s, 0) if g[0] in units] == [(units[0],)]


# The initiative of leaders (JDG-2.4)


def rate(field: Field, **ratings: int) -> None:
    """Give markers a rating."""
    field.t.markers = tuple(
        SimpleNamespace(id=m.id, code=m.code, rating=ratings.get(m.id.replace("-", "_"), m.rating))
        for m in field.t.markers
    )


@pytest.mark.parametrize(("way", "flags"), [("try", INITIATIVE), ("limited", 0)])
def test_a_group_without_orders_has_two_ways(field: Field, way: str, flags: int) -> None:
    """JDG-2.4.2-a, JDG-2.4.3-d, -i: to try the leader's initiative, by one roll, or to act in a limited way."""
    units = hill(field, HERE)
    activate(field, "hill-1")
    assert set(field.actions()) == {"try", "limited"}
    field.play(way)
    assert bool(field.chance) is (way == "try")
    if way == "try":
        field.play(0)
    assert field.s.flags[units[0]] & (INITIATIVE | RALLY_ONLY) == flags
    assert has_orders(field.s, units[0]) is (way == "try")


def test_with_orders_nobody_is_asked(field: Field) -> None:
    """JDG-2.4.1-a: the units act with full scope at once: fire, movement, shock, rally, in this order."""
    units = hill(field, HERE, field.beside(HERE, 3, 3), orders=True)
    field.s.level[units[1]] = 1
    gun = field.put("br-6pdr-a", field.beside(HERE, 2), facing=0)
    field.put("fr-32", field.beside(HERE, 0), facing=3)
    field.put("fr-82", field.beside(HERE, 2, 1, 0), facing=3)
    asked = []
    activate(field, "hill-1")
    while field.s.node.kind != "rest":
        asked.append(field.s.node.kind)
        field.play("done")
    assert has_orders(field.s, units[0]) and has_orders(field.s, gun)
    assert asked == ["fire", "movement", "shock", "rally"]


@pytest.mark.parametrize(("roll", "passes"), [(5, True), (6, False)])
def test_the_roll_is_held_against_the_rating_of_the_marker(field: Field, roll: int, passes: bool) -> None:
    """JDG-2.4.3-a, -f, -h: up to the rating all units act as with orders, else they may only rally."""
    units = hill(field, HERE, field.beside(HERE, 3))
    rate(field, hill_1=5)
    activate(field, "hill-1")
    field.play("try", roll)
    for unit in units:
        assert bool(field.s.flags[unit] & INITIATIVE) is passes
        assert bool(field.s.flags[unit] & RALLY_ONLY) is not passes
    assert ("unit br-5" in field.actions()) is passes


def test_the_rating_of_the_marker_in_use_counts(field: Field) -> None:
    """JDG-2.4.3-b, -c, -g, JDG-2.4.3-EX3: the check is made anew with the other marker."""
    for marker, passes in (("hill-1", False), ("hill-2", True)):
        field = Field()
        units = hill(field, HERE)
        rate(field, hill_1=4, hill_2=6)
        activate(field, marker)
        field.play("try", 5)
        assert bool(field.s.flags[units[0]] & INITIATIVE) is passes
    field = Field()
    units = hill(field, HERE)
    rate(field, hill_1=4, hill_2=6)
    activate(field, "hill-1")
    field.play("try", 4)
    while field.s.node.kind != "rest":
        field.play("done")
    assert not field.s.flags[units[0]] & INITIATIVE
    activate(field, "hill-2")
    assert set(field.actions()) == {"try", "limited"}


def test_every_group_rolls_for_itself(field: Field) -> None:
    """JDG-2.4.3-c, -d: the rating may be used by every group that is without orders."""
    hill(field, "1505", field.beside("1505", 3, 3, 3, 3))
    activate(field, "hill-1")
    field.play("try", 0)
    assert set(field.actions()) == {"try", "limited"}


@pytest.mark.parametrize(("distance", "passes"), [(7, True), (8, False)])
def test_a_commander_in_range_helps(field: Field, distance: int, passes: bool) -> None:
    """JDG-2.4.3-e, -EX1, -EX2: his modifier is subtracted if one unit of the group is in his range."""
    units = hill(field, "1510", field.beside("1510", 3))
    leader = field.unit("wellesley")
    drm, _, reach, _ = field.t.commander[leader]
    assert (drm, reach) == (2, 7)
    place = field.beside("1510", *(0,) * distance)
    field.s.place[leader] = field.hex(place)
    rate(field, hill_1=4)
    activate(field, "hill-1")
    field.play("try", 6)
    assert bool(field.s.flags[units[0]] & INITIATIVE) is passes


# Commanders (JDG-2.5)


def ride(field: Field, at: str) -> int:
    """Let the commander begin to move, in the activation of Hill."""
    hill(field, HERE, orders=True)
    leader = field.unit("wellesley")
    field.s.place[leader] = field.hex(at)
    field.begin(("segment", 0))
    field.play("unit wellesley")
    return leader


def test_a_commander_moves_seven_points_once_a_turn(field: Field) -> None:
    """JDG-2.5.1-g, -h, -i, JDG-2.5.1-EX1: in one activation, without forced march; what is left is lost."""
    leader = ride(field, "0510")
    reach = {
        field.t.distance(field.hex("0510"), field.hex(a.split()[1]))
        for a in field.actions()
        if a.startswith("go")
    }
    assert max(reach) == 7
    assert not any(a.startswith("march") for a in field.actions())
    field.play(f"go {field.beside('0510', 3, 3)}")
    while field.actions() and "stop" in field.actions():
        field.play("stop")
    assert field.s.flags[leader] & COMMANDER_MOVED
    assert "unit wellesley" not in field.actions()


def test_a_commander_enters_no_zone_alone(field: Field) -> None:
    """JDG-2.5.1-k: only where a unit of his stands."""
    field.put("fr-32", "1010", facing=0)
    zone = [field.beside("1010", d) for d in range(6)]
    field.put("br-9-2", zone[3], facing=0)
    ride(field, field.beside("1010", 3, 3, 3))
    goes = {a.split()[1] for a in field.actions() if a.startswith("go")}
    assert goes & set(zone) == {zone[3]}


def test_reinforcements_that_lose_their_status_are_each_on_their_own() -> None:
    """AMB-09, JDG-5.2.1-f, -h, JDG-2.4.3-d: without orders, a roll for each of them until the next phase A."""
    game = make_game(packages("vimeiro-1808")[0][1])
    state, t = game.start(), game.t
    units = [t.piece_of[name] for name in ("fr-2l", "fr-70-1")]
    enemy = next(unit for unit in t.of_side[1 - t.side[units[0]]] if state.place[unit] >= 0)
    for unit in units:
        free = next(h for h in t.disc(state.place[enemy], 3) if not state.stacks[h])
        state.put(unit, free)
        state.flags[unit] |= RENFORT
    game.end_reinforcements(state)
    assert all(state.flags[unit] & WITHOUT for unit in units)
    marker = next(m for m, one in enumerate(t.markers) if one.id == "brenier-1")
    assert len(leader_frames(game, state, marker, units)) == 2
