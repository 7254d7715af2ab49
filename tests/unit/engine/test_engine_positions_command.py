"""Positions of commanders, orders, markers, entries, night and demoralisation; worked out by hand from the rules."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.state import ELIMINATED
from jdgtools.engine.jdg.morale import demoralised_formations
from jdgtools.engine.jdg.words import (
    ACTIVE,
    ARRIVALS,
    CHOSEN,
    COMMANDER_MOVED,
    CUP,
    DEMORALISED,
    DISORDERED,
    MISSED,
    ORDERS,
    RENFORT,
    ROUTED,
    SQUARE,
    WITHOUT,
)
from tests.unit.engine.field import Field, at, by_night, command, said, where

HERE = "1515"


@pytest.fixture
def field() -> Field:
    return Field()


# Commanders (JDG-2.5)

NOT_BESIDE = ((3,), (2,), (4,), (3, 3), (3, 2), (3, 4), (2, 2), (4, 4), (2, 1), (4, 5))
"""Hexes within two of HERE that are not adjacent to the hex north of it."""


def approach(field: Field) -> None:
    """Let an enemy come from two hexes north into the hex north of HERE."""
    field.put("br-5", field.beside(HERE, 0, 0), 3)
    field.move("br-5")
    field.play(f"go {field.beside(HERE, 0)}")
    if said(field, "face"):
        field.play("face 3")


def test_a_lone_commander_must_give_way(field: Field) -> None:
    """JDG-2.5.2-b, -c, JDG-2.5.2-EX1, AMB-12: to hexes not adjacent to who came, where there are such."""
    command(field, HERE)
    approach(field)
    beside = {field.beside(field.beside(HERE, 0), d) for d in range(6)} | {field.beside(HERE, 0)}
    expected = {
        f"displace {field.t.hex_ids[h]}"
        for h in field.t.disc(field.hex(HERE), 2)
        if field.t.hex_ids[h] not in beside and field.t.hex_ids[h] != HERE
    }
    assert set(field.actions()) == expected
    assert at(field, *NOT_BESIDE, verb="displace") <= expected


def test_a_commander_with_a_unit_may_stay(field: Field) -> None:
    """JDG-2.5.2-a, JDG-2.5.2-EX2."""
    command(field, HERE)
    field.put("fr-32", HERE, 0)
    approach(field)
    assert "stay" in field.actions() and at(field, *NOT_BESIDE, verb="displace") <= set(field.actions())
    field.play("stay")
    assert where(field, field.unit("junot")) == HERE


def test_a_displaced_commander_enters_a_zone(field: Field) -> None:
    """JDG-2.5.2-c: the hexes of another enemy's zone are open to him, those of enemies are not."""
    command(field, HERE)
    field.put("br-38", field.beside(HERE, 3, 3), 0)
    approach(field)
    assert at(field, (3,), verb="displace") <= set(field.actions())
    assert not at(field, (3, 3), verb="displace") & set(field.actions())


def test_a_commander_who_has_nowhere_to_go_is_lost(field: Field) -> None:
    """JDG-2.5.2-g, AMB-12: enemies hold all the hexes around him, and the last of them comes."""
    leader = command(field, HERE)
    names = ("br-9-1", "br-38", "br-36", "br-40", "br-71")
    for name, d in zip(names, range(1, 6), strict=True):
        field.put(name, field.beside(HERE, d), 0)
    approach(field)
    assert field.s.place[leader] == ELIMINATED


@pytest.mark.parametrize("kind", ["retreat", "rout"])
def test_any_move_of_an_enemy_drives_a_commander(field: Field, kind: str) -> None:
    """AMB-12: he gives way each time an enemy unit comes beside him, by any kind of move."""
    leader = command(field, HERE)
    unit = field.put("br-5", field.beside(HERE, 0, 0), 3, level=ROUTED if kind == "rout" else 0, movement=1)
    if kind == "retreat":
        attacker = field.put("fr-32", field.beside(HERE, 0, 0, 0), 3)
        field.begin(("retreat", unit, field.s.place[unit], 1, (attacker,), (), 0))
        field.play(f"retreat {field.beside(HERE, 0)}")
    else:
        field.t.rout_edge = (field.t.rout_edge[1],) * 2
        field.t.edge_hexes = (field.t.edge_hexes[1],) * 2
        field.begin(field.game.rout_frame(field.s, unit))
    assert said(field, "displace") and "stay" not in field.actions()
    assert where(field, leader) == HERE


def test_a_commander_whose_unit_is_lost_is_alone(field: Field) -> None:
    """AMB-13, JDG-2.5.2-b: an enemy stands beside him, so he gives way at once; nobody near, he stays."""
    for near in (True, False):
        field = Field()
        leader = command(field, HERE)
        unit = field.put("fr-32", HERE, 0, level=ROUTED)
        if near:
            field.put("br-5", field.beside(HERE, 0), 3)
        field.begin(("apply-results", ("DIS",), 0, (unit,), 0, (), True, ()))
        assert field.at("fr-32") == "-"
        assert bool(said(field, "displace")) is near
        assert "stay" not in field.actions()
        assert where(field, leader) == HERE


def test_a_commander_in_a_zone_pays_for_leaving_it(field: Field) -> None:
    """AMB-10, JDG-2.5.1-h, JDG-6.2.2-j: of seven points two for the first hex, so six hexes at the most."""
    command(field, HERE, "wellesley")
    field.put("br-5", HERE, 0)
    field.put("fr-32", field.beside(HERE, 0), 3)
    field.begin(("segment", 0))
    field.play("unit wellesley")
    reached = [text.split()[1] for text in said(field, "go")]
    assert max(field.t.distance(field.hex(HERE), field.hex(h)) for h in reached) == 6
    assert not at(field, (1,), (5,)) & set(field.actions())  # zone, and nobody of his own there


def test_a_commander_moves_in_any_activation_of_his_side_but_once(field: Field) -> None:
    """JDG-2.5.1-g, AMB-106: whoever is activated; who has moved does not move again, nor does the enemy's."""
    for flags, moves in ((0, True), (COMMANDER_MOVED, False)):
        field = Field()
        command(field, "0505", "wellesley", flags)
        command(field, "2520", "junot")
        field.put("br-5", HERE, 0)
        field.begin(("segment", 0))
        assert ("unit wellesley" in field.actions()) is moves
        assert "unit junot" not in field.actions()


def test_a_commander_goes_along_with_one_of_two_who_fall_back(field: Field) -> None:
    """JDG-2.5.2-d: both units of his hex give way; he ends with one of them."""
    leader = command(field, HERE)
    units = [field.put(name, HERE, 0) for name in ("fr-32", "fr-82")]
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    field.begin(*(("retreat", u, field.hex(HERE), 1, (attacker,), (), 0) for u in units))
    field.play(f"retreat {field.beside(HERE, 3)}", f"retreat {field.beside(HERE, 4)}")
    while not field.rests:
        field.play(field.actions()[0])
    assert where(field, leader) in (field.beside(HERE, 3), field.beside(HERE, 4))


# Orders (JDG-2.3)


def orders_of(field: Field, side: int) -> set[str]:
    field.begin(("orders", side, ()))
    return said(field, "order")


def test_orders_reach_as_far_as_the_commander_and_no_further(field: Field) -> None:
    """JDG-2.3.1-c, JDG-2.3.2-e, -EX4, -EX5: one unit of a chain in his range is enough, one hex more is too far."""
    leader = command(field, "1505", "wellesley")
    reach = field.t.commander[leader][2]
    far = field.beside("1505", *[3] * reach)
    field.put("br-5", far, 0)
    field.put("br-9-1", field.beside(far, 3, 3), 0)  # linked, out of his own range
    field.put("br-82", field.beside(far, 3), 0)  # of another formation, one hex too far, linked with nobody
    for unit in field.t.units:
        field.s.flags[unit] &= ~(ORDERS | WITHOUT)
    assert orders_of(field, 0) == {"order wellesley br-5"}
    field.play("order wellesley br-5")
    if said(field, "done"):
        field.play("done")
    flags = [field.s.flags[field.unit(n)] for n in ("br-5", "br-9-1", "br-82")]
    assert [bool(f & ORDERS) for f in flags] == [True, True, False]
    assert flags[2] & WITHOUT


def test_a_reinforcement_links_nobody_and_takes_no_order(field: Field) -> None:
    """AMB-09, JDG-5.2.1-e, -i: it stands between two of its formation, and they are two groups without it."""
    command(field, HERE)
    field.put("fr-2l", field.beside(HERE, 0), 0)
    field.put("fr-4l", field.beside(HERE, 0, 0, 0), 0, flags=RENFORT)
    field.put("fr-70-1", field.beside(HERE, *[0] * 5), 0)
    assert orders_of(field, 1) == {"order junot fr-2l", "order junot fr-70-1"}


def test_no_orders_when_the_commander_is_lost(field: Field) -> None:
    """JDG-2.5.2-h, JDG-2.5.2-EX3, JDG-2.4.3-e: all groups are without orders, and no modifier helps their leaders."""
    leader = command(field, HERE)
    field.s.place[leader] = ELIMINATED
    unit = field.put("fr-32", HERE, 0)
    field.s.flags[unit] &= ~(ORDERS | ACTIVE)
    assert orders_of(field, 1) == set()
    assert field.s.flags[unit] & WITHOUT


def test_a_side_gives_no_more_orders_than_its_commander_can(field: Field) -> None:
    """JDG-2.3.2-b, -c, -EX3, -g: one order a group, as many as his capacity; he may stop before."""
    leader = command(field, HERE)
    capacity = field.t.commander[leader][1]
    names = ("fr-32", "fr-2l", "fr-86-1", "fr-12l", "fr-gren-11", "fr-1ch")
    for name, d in zip(names, range(6), strict=True):
        field.put(name, field.beside(HERE, d), 0)
    asked = orders_of(field, 1)
    assert asked == {f"order junot {name}" for name in names}
    given = 0
    while said(field, "order"):
        assert "done" in field.actions()
        field.play(sorted(said(field, "order"))[0])
        given += 1
    assert given == min(capacity, len(names))


# Initiative and the cup (JDG-1, JDG-3)


@pytest.mark.parametrize(("rolls", "side"), [((4, 4), None), ((5, 4), 0), ((4, 5), 1)])
def test_the_strategic_initiative(field: Field, rolls: tuple[int, int], side: int | None) -> None:
    """JDG-3-a, -c to -h, AMB-16: the drm of both are equal here; the winner chooses an O marker in play, or none."""
    for k, name in ((0, "wellesley"), (1, "junot")):
        leader = command(field, ("0505", "2520")[k], name)
        field.t.commander[leader] = (0, *field.t.commander[leader][1:])
    field.put("br-5", HERE, 0)
    field.put("fr-32", "1510", 0)
    field.begin(("initiative", ()))
    field.play(*rolls)
    if side is None:
        assert field.rests and field.s.memory[CHOSEN] == -1
        return
    own = ("hill", "charlot")[side]
    chosen = said(field, "choose")
    assert chosen - {f"choose {own}-{n}" for n in (1, 2)} <= {
        f"choose {name}" for name in ("brenier-1", "brenier-2", "solignac-1", "solignac-2")
    }
    assert {f"choose {own}-{n}" for n in (1, 2)} <= chosen
    assert "decline" in field.actions()


def test_a_reinforcement_marker_may_be_chosen_and_one_alone_is_in_the_cup(field: Field) -> None:
    """JDG-5.2.1-a, -b, AMB-16, JDG-1-h: the due formation has one marker; chosen, it is not in the cup."""
    from jdgtools.engine.jdg.phases import fill_cup

    field.put("fr-32", "1510", 0)
    field.s.memory[ARRIVALS] = (1, 0, 0)
    names = {field.t.markers[m].id for m in fill_cup(field.game, field.s)}
    assert len(names & {"brenier-1", "brenier-2"}) == 1
    assert names - {"brenier-1", "brenier-2"} == {"charlot-1", "charlot-2"}
    field.s.memory[MISSED] = (field.t.command_ids.index("brenier"),)
    names = {field.t.markers[m].id for m in fill_cup(field.game, field.s)}
    assert {"brenier-1", "brenier-2"} <= names  # JDG-5.2.1-c
    field.s.memory[MISSED] = ()
    field.put("fr-2l", "1812", 0)
    names = {field.t.markers[m].id for m in fill_cup(field.game, field.s)}
    assert {"brenier-1", "brenier-2"} <= names  # JDG-5.2.1-d


def test_one_marker_alone_is_set_aside_but_the_chosen_one_is_used(field: Field) -> None:
    """JDG-2.2-EX3, AMB-06, JDG-1-j."""
    used = []

    def note(s, f):
        used.append(field.t.markers[f[2]].id)
        s.pop()

    for chosen in (-1, field.t.marker_of["hill-1"]):
        used.clear()
        field = Field()
        field.game.procedures = {**field.game.procedures, "activate": note}
        field.s.memory[CUP] = (field.t.marker_of["charlot-1"],)
        field.s.memory[CHOSEN] = chosen
        field.begin(("cup",))
        assert used == ([] if chosen < 0 else ["hill-1"])


# Demoralisation (JDG-11.2)


@pytest.mark.parametrize(
    ("levels", "lost", "expected"),
    [
        ((DISORDERED, ROUTED), True, True),
        ((DISORDERED, 0), True, False),
        ((), True, True),  # AMB-91: nobody left, somebody lost
        ((), False, False),  # nobody has come yet
        ((DISORDERED,), False, True),
    ],
)
def test_who_is_demoralised(field: Field, levels: tuple[int, ...], lost: bool, expected: bool) -> None:
    """JDG-11.2-b, -h, -EX1, -EX2, AMB-91: guns in order help nobody, units that have not come do not count."""
    names = ("br-5", "br-9-1", "br-38")
    field.put("br-6pdr-a", HERE, 0)
    for name, level, d in zip(names, levels, range(6), strict=False):
        field.put(name, field.beside(HERE, d), 0, level=level)
    if lost:
        field.s.take(field.unit("br-38"), ELIMINATED)
    hill = field.t.command_ids.index("hill")
    assert (hill in demoralised_formations(field.game, field.s)) is expected


def test_a_demoralised_formation_moves_past_no_zone_but_fights_where_it_is(field: Field) -> None:
    """JDG-11.2-c, JDG-8.2-a: no zone is entered, leaving one is allowed; a shock from where it stands is."""
    unit = field.put("br-5", HERE, 0, movement=3)
    field.s.memory[DEMORALISED] = (field.t.command[unit],)
    enemy = field.beside(HERE, 0)
    field.put("fr-32", enemy, 3)
    field.put("fr-2l", field.beside(HERE, 3, 3, 3), 3)  # looks away
    field.move("br-5")
    zones = {field.beside(h, d) for h in (enemy, field.beside(HERE, 3, 3, 3)) for d in range(6)}
    goes = {text.split()[1] for text in said(field, "go")}
    assert goes and not goes & zones
    field.begin(("declare", 0))
    assert f"attack {HERE} {enemy}" in field.actions()


def test_one_marker_of_a_demoralised_formation_is_in_play(field: Field) -> None:
    """JDG-11.2-d, -f, -g: one is taken out, once; both are back when it has recovered."""
    from jdgtools.engine.jdg.phases import fill_cup

    unit = field.put("br-5", HERE, 0, level=DISORDERED)
    hill = field.t.command[unit]
    for demoralised, count in (((hill,), 1), ((), 2)):
        field.s.memory[DEMORALISED] = demoralised
        names = [field.t.markers[m].id for m in fill_cup(field.game, field.s)]
        assert len(names) == count


def test_a_formation_that_is_wiped_out_has_no_marker_in_the_cup(field: Field) -> None:
    """JDG-1-g, JDG-11.2-f: nobody of it is on the map or due, so not even the lower marker goes in."""
    from jdgtools.engine.jdg.phases import fill_cup

    unit = field.put("br-5", HERE, 0, level=DISORDERED)
    field.s.memory[DEMORALISED] = (field.t.command[unit],)
    field.s.take(unit, ELIMINATED)
    assert not fill_cup(field.game, field.s)


# Night and fog (JDG-12)


@pytest.mark.parametrize(
    ("option", "roll", "level"), [("night", 4, 0), ("night", 5, 1), ("fog", 5, 1), ("", 5, 0)]
)
def test_checks_in_the_dark(field: Field, option: str, roll: int, level: int) -> None:
    """JDG-12.1-f, -EX1, JDG-12.2-e: cohesion 6, two more."""
    by_night(field, option)
    unit = field.put("br-5", HERE, 0, cohesion=6)
    field.begin(("check", (unit,), 0, 0, 0, ()))
    field.play(roll)
    assert field.s.level[unit] == level


@pytest.mark.parametrize(
    ("option", "level", "near", "moved", "roll", "after"),
    [
        ("night", DISORDERED, False, False, None, 0),  # JDG-12.1-g
        ("night", DISORDERED, True, False, None, DISORDERED),
        ("night", ROUTED, False, False, 7, DISORDERED),  # JDG-12.1-h, -EX2: cohesion 4
        ("night", ROUTED, False, False, 8, ROUTED),
        ("fog", ROUTED, False, False, 3, DISORDERED),  # JDG-12.2-f, -EX2
        ("fog", ROUTED, False, False, 4, ROUTED),
        ("fog", DISORDERED, False, False, 4, 0),
    ],
)
def test_rally_in_the_dark(
    field: Field, option: str, level: int, near: bool, moved: bool, roll: int | None, after: int
) -> None:
    """JDG-12.1-g, -h, JDG-12.2-f, JDG-11.1-c, AMB-94: idle and far from enemies at night, without a roll."""
    by_night(field, option)
    unit = field.put("br-5", HERE, 0, level=level, cohesion=4)
    if near:
        field.put("fr-guns-a", field.beside(HERE, 3), 3)
    field.begin(("rally", 0, -1))
    if roll is not None:
        field.play("rally br-5", roll)
    elif "rally br-5" in field.actions():
        field.play("rally br-5")
        assert not field.chance
    while not field.rests:
        field.play(field.actions()[0])
    assert field.s.level[unit] == after


@pytest.mark.parametrize(("points", "goes"), [(1, False), (2, False), (3, True)])
def test_a_zone_at_night_in_a_rout_is_dear(field: Field, points: int, goes: bool) -> None:
    """AMB-86, JDG-12.1-b, JDG-6.2.2-e: 1 + 2 + 1 for who is routed and lies on his disordered side: four."""
    by_night(field)
    field.put("fr-32", HERE, level=ROUTED, movement=points + 1)
    field.put("br-5", field.beside(HERE, 3, 2), 1)  # its zone holds the hex south of HERE; it looks away
    field.begin(field.game.rout_frame(field.s, field.unit("fr-32")))
    while not field.rests:
        field.play(field.actions()[0])
    assert (field.at("fr-32") == field.beside(HERE, 3)) is goes


def test_guns_react_at_night(field: Field) -> None:
    """JDG-12.1-d, JDG-8.3.3-a: who attacks them is adjacent."""
    by_night(field)
    there = field.beside(HERE, 0)
    field.put("br-5", HERE, 0)
    field.put("fr-guns-a", there, 3)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {there}")
    for _ in range(3):
        if said(field, "react"):
            break
        field.play("done" if "done" in field.actions() else field.actions()[0])
    assert said(field, "react") == {"react fr-guns-a br-5"}


def test_a_withdrawal_at_night_adds_its_modifier(field: Field) -> None:
    """JDG-12.1-f, JDG-8.8.1-d: +2 and +1; cohesion 6: a roll of 3 passes, 4 does not."""
    for roll, level in ((3, 0), (4, DISORDERED)):
        field = Field()
        by_night(field)
        there = field.beside(HERE, 0)
        field.put("br-5", HERE, 0)
        field.put("fr-1ch", there, 3, cohesion=6)
        field.begin(("declare", 0), ("combats", 0))
        field.play(f"attack {HERE} {there}")
        while "withdraw fr-1ch 1" not in field.actions():
            field.play("done" if "done" in field.actions() else field.actions()[0])
        field.play("withdraw fr-1ch 1", roll)
        assert field.level("fr-1ch") == level


# Reinforcements (JDG-5.2)


@pytest.mark.parametrize("keeps", [True, False])
def test_a_reinforcement_ends_its_status_as_it_likes(field: Field, keeps: bool) -> None:
    """JDG-5.2.1-g, -h, AMB-09: then it belongs to a group, and without an order it is without orders."""
    command(field, HERE)
    unit = field.put("fr-2l", field.beside(HERE, 0), 0, flags=RENFORT)
    field.s.flags[unit] &= ~(ORDERS | WITHOUT)
    field.begin(("renfort", 1), ("orders", 1, ()))
    assert set(field.actions()) == {"done", "end-renfort fr-2l"}
    field.play("done" if keeps else "end-renfort fr-2l")
    assert bool(said(field, "order")) is not keeps
    if not keeps:
        field.play("done")
    assert bool(field.s.flags[unit] & WITHOUT) is not keeps


@pytest.mark.parametrize(("distance", "marches"), [(6, True), (5, False)])
def test_an_enemy_near_the_entry_forbids_the_march(field: Field, distance: int, marches: bool) -> None:
    """JDG-5.2.1-e, -l, -EX4: six hexes off they enter under the marker, five hexes off with orders and without it."""
    place, entry = entering(field)
    field.put("br-5", field.beside(entry, *[0] * distance), 0)
    first = field.game.arrivals[place].pieces[0]
    verbs = {text.split()[0] for text in field.actions()}
    assert "enter" in verbs
    field.begin(("segment", 1))
    field.play(f"enter {first} {entry}")
    unit = field.unit(first)
    assert bool(field.s.flags[unit] & RENFORT) is marches
    assert not field.s.flags[unit] & WITHOUT


def entering(field: Field) -> tuple[int, str]:
    """Let the first reinforcements of the French be due, and begin their movement segment."""
    from jdgtools.engine.jdg.arrivals import entry_actions
    from jdgtools.engine.jdg.words import DUE, MARKER

    place = 0
    field.s.memory[ARRIVALS] = (1, 0, 0)
    field.s.memory[MARKER] = field.t.marker_of["brenier-1"]
    for piece in field.game.arrival_pieces[place]:
        field.s.flags[piece] |= DUE | ACTIVE
    assert entry_actions(field.game, field.s, 1) is not None
    field.begin(("segment", 1))
    return place, field.t.hex_ids[field.game.arrivals[place].hexes[0]]


def test_an_enemy_in_the_entry_hex_delays_them(field: Field) -> None:
    """AMB-39, JDG-5.2.2-c: nobody enters; when he has gone they do."""
    _, entry = entering(field)
    assert said(field, "enter", "enter-stack", "enter-normally")
    field.put("br-5", entry, 0)
    field.begin(("segment", 1))
    assert not said(field, "enter", "enter-stack", "enter-normally")


@pytest.mark.parametrize(("formation", "enters"), [("brenier", True), ("charlot", False)])
def test_who_stands_in_the_entry_hex_leaves_room_or_none(field: Field, formation: str, enters: bool) -> None:
    """JDG-5.2.2-d, JDG-4.1.3-g, JDG-5.1.1-b: a forced march joins nobody; with normal movement one of its own."""
    _, entry = entering(field)
    field.put({"brenier": "fr-4l", "charlot": "fr-32"}[formation], entry, 0)
    field.begin(("segment", 1))
    assert bool(said(field, "enter-normally")) is enters


@pytest.mark.parametrize(("level", "flags"), [(ROUTED, 0), (0, SQUARE), (0, 0)])
def test_any_enemy_within_five_ends_a_status(field: Field, level: int, flags: int) -> None:
    """JDG-5.2.1-f, AMB-19, AMB-36: whatever his state; without orders at once (AMB-37)."""
    unit = field.put("fr-2l", HERE, 0, flags=RENFORT)
    field.put("br-5", field.beside(HERE, *[0] * 5), 0, level=level, flags=flags)
    field.game.end_reinforcements(field.s)
    assert not field.s.flags[unit] & RENFORT and field.s.flags[unit] & WITHOUT
    other = Field()
    unit = other.put("fr-2l", HERE, 0, flags=RENFORT)
    other.put("br-5", other.beside(HERE, *[0] * 6), 0, level=level, flags=flags)
    other.game.end_reinforcements(other.s)
    assert other.s.flags[unit] & RENFORT


@pytest.mark.parametrize("way", ["rout", "retreat", "charge"])
def test_however_an_enemy_comes_near_the_status_ends(field: Field, way: str) -> None:
    """JDG-5.2.1-f, -h: a rout, a retreat and a charge of the enemy end it as a march does."""
    unit = field.put("fr-2l", "1510", 0, flags=RENFORT)
    if way == "charge":
        field.put("br-20ld", field.beside("1510", *[3] * 6), 0, movement=4)
        field.put("fr-32", field.beside("1510", *[3] * 4), 3)
        field.move("br-20ld")
        field.play(f"charge {field.beside('1510', *[3] * 4)}", f"go {field.beside('1510', *[3] * 5)}")
    elif way == "retreat":
        other = field.put("br-5", field.beside("1510", *[3] * 6), 0)
        attacker = field.put("fr-32", field.beside("1510", *[3] * 7), 0)
        field.begin(("retreat", other, field.s.place[other], 1, (attacker,), (), 0))
        field.play(f"retreat {field.beside('1510', *[3] * 5)}")
    else:
        east = field.beside("1510", 1, 2, 1, 2, 1, 2)
        other = field.put("br-5", east, 0, level=ROUTED, movement=1)  # flees west
        field.begin(field.game.rout_frame(field.s, other))
        assert field.t.distance(field.s.place[other], field.s.place[unit]) == 5
    assert not field.s.flags[unit] & RENFORT and field.s.flags[unit] & WITHOUT


def test_a_reinforcement_on_the_march_stops_at_five(field: Field) -> None:
    """AMB-36, JDG-5.2.1-f: eight hexes off it goes three hexes and no more, and is then without orders."""
    unit = field.put("fr-2l", HERE, 0, flags=RENFORT, movement=6)
    field.put("br-5", field.beside(HERE, *[0] * 8), 0)
    field.move("fr-2l")
    marches = {text.split()[1] for text in said(field, "march")}
    assert field.beside(HERE, 0, 0, 0) in marches and field.beside(HERE, 0, 0, 0, 0) not in marches
    field.play(f"march {field.beside(HERE, 0, 0, 0)}")
    field.play("face 0")
    assert not field.s.flags[unit] & RENFORT and field.s.flags[unit] & WITHOUT


# The order of stacks (JDG-5.1.2)


@pytest.mark.parametrize("other_formation", [False, True])
def test_the_owner_exchanges_two_batteries(field: Field, other_formation: bool) -> None:
    """JDG-5.1.2-c, -d, AMB-34: the first to come is on top, and the other may be when both act; infantry below."""
    field.put("fr-guns-e", HERE, 0)
    second = "fr-guns-a" if other_formation else "fr-guns-f"
    field.put(second, HERE, 0, flags=0)
    if other_formation:
        field.s.flags[field.unit(second)] &= ~ACTIVE
    field.begin(("stack-order", 1, ()))
    if other_formation:
        assert field.rests  # it is not its activation
        return
    assert set(field.actions()) == {"done", "top fr-guns-f"}
    field.play("top fr-guns-f")
    assert field.s.stacks[field.hex(HERE)] == (field.unit("fr-guns-f"), field.unit("fr-guns-e"))
