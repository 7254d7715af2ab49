"""Positions of facing, zones, stacks, squares and entries in movement; worked out by hand from the rules."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.state import OFF_MAP
from jdgtools.engine.jdg.words import (
    ACTIVE,
    ARRIVALS,
    DISORDERED,
    DONE,
    ENTRIES,
    FIRED,
    FORMED,
    FULL_ALLOWANCE,
    LEFT_SQUARE,
    MARKER,
    MOVED,
    ORDERED,
    RALLY_ONLY,
    RENFORT,
    ROUTED,
    SQUARE,
    TURNED,
    WITHOUT,
)
from tests.unit.engine.field import Field, at, said

HERE = "1515"


@pytest.fixture
def field() -> Field:
    return Field()


def foot(field: Field, name: str, here: str = HERE, facing: int = 0, **more: int | bool) -> int:
    return field.put(name, here, facing, **{"movement": 5, "strength": 4, "cohesion": 6, **more})


def own(field: Field, name: str = "br-5") -> int:
    """Return the formation of a unit."""
    return field.t.command[field.unit(name)]


def reached(field: Field, verb: str = "go", start: str = HERE) -> int:
    """Return how far the farthest hex is that is offered."""
    hexes = [text.split()[1] for text in said(field, verb)]
    return max((field.t.distance(field.hex(start), field.hex(h)) for h in hexes), default=0)


# Facing (JDG-6.1, JDG-6.2.2-i)


@pytest.mark.parametrize(
    ("flags", "facings"),
    [
        (0, {1, 5}),  # JDG-6.2.2-EX5
        (TURNED, set()),
        (LEFT_SQUARE, {1, 2, 3, 4, 5}),  # JDG-6.1.2-b, JDG-4.2-j
    ],
)
def test_what_a_unit_that_stays_in_a_zone_may_face(field: Field, flags: int, facings: set[int]) -> None:
    """JDG-6.2.2-i, JDG-6.1.2-b; whoever keeps its facing stops."""
    foot(field, "br-5", flags=flags)
    foot(field, "fr-32", field.beside(HERE, 3), 3)
    field.move("br-5")
    assert {int(text.split()[1]) for text in said(field, "face")} == facings
    assert "stop" in field.actions()


def test_who_leaves_a_square_in_a_zone_turns_as_it_likes(field: Field) -> None:
    """JDG-4.2-c, -j, JDG-6.1.2-b: both units of the hex with it."""
    foot(field, "br-5", flags=SQUARE)
    foot(field, "br-38", flags=SQUARE)
    foot(field, "fr-32", field.beside(HERE, 3), 0)
    field.move("br-5")
    field.play("leave-square")
    assert said(field, "face") == {f"face {k}" for k in range(1, 6)}
    field.play("face 3")
    assert [field.s.facing[field.unit(n)] for n in ("br-5", "br-38")] == [3, 3]


@pytest.mark.parametrize(("zone", "facings"), [(False, 5), (True, 2)])
def test_the_facing_that_a_unit_has_is_no_answer_of_its_own(field: Field, zone: bool, facings: int) -> None:
    """JDG-6.1.2-a, JDG-6.2.2-i: it stops."""
    foot(field, "br-5", facing=4)
    if zone:
        foot(field, "fr-32", field.beside(HERE, 0), 3)
    field.move("br-5")
    assert "face 4" not in field.actions() and len(said(field, "face")) == facings
    field.play("stop")
    assert field.s.facing[field.unit("br-5")] == 4
    assert not field.s.flags[field.unit("br-5")] & TURNED


@pytest.mark.parametrize(
    ("zone", "flags", "facings"),
    [(False, 0, range(6)), (True, 0, (0, 1, 5)), (True, TURNED, (0,)), (True, MOVED, range(6))],
)
def test_who_joins_another_faces_as_that_one_may(
    field: Field, zone: bool, flags: int, facings: tuple[int, ...]
) -> None:
    """AMB-112, JDG-6.1.1-b, JDG-6.2.2-i: one that began in the zone turns by a corner, once."""
    there = field.beside(HERE, 0)
    foot(field, "br-5", facing=3)
    foot(field, "br-38", there, 0, flags=flags)
    if zone:
        foot(field, "fr-32", field.beside(there, 0), 3)
    field.move("br-5")
    field.play(f"go {there}")
    assert said(field, "face") == {f"face {k}" for k in facings}
    field.play(f"face {facings[-1]}")
    assert field.s.facing[field.unit("br-38")] == facings[-1]


def test_guns_face_for_themselves_in_a_hex_with_infantry(field: Field) -> None:
    """JDG-6.1.1-c, -EX2: guns that join infantry leave it as it faces."""
    there = field.beside(HERE, 0)
    field.put("br-9pdr-a", HERE, 0, movement=5)
    foot(field, "br-38", there, 0)
    field.move("br-9pdr-a")
    field.play(f"go {there}", "face 3")
    assert (field.s.facing[field.unit("br-38")], field.s.facing[field.unit("br-9pdr-a")]) == (0, 3)


def test_a_unit_that_enters_a_zone_faces_freely_and_stops(field: Field) -> None:
    """JDG-6.2.2-a, JDG-6.1.2-a: no further leg."""
    foot(field, "br-5")
    foot(field, "fr-32", field.beside(HERE, 0, 0), 3)
    field.move("br-5")
    field.play(f"go {field.beside(HERE, 0)}")
    assert set(field.actions()) == {f"face {k}" for k in range(6)}


# Zones (JDG-6.2.2)


@pytest.mark.parametrize(
    ("name", "level", "square", "points"),
    [
        ("fr-32", ORDERED, 0, 4),
        ("fr-32", DISORDERED, 0, 4),  # JDG-6.2.1-g
        ("fr-32", ROUTED, 0, 5),  # JDG-6.2.1-c
        ("fr-32", ORDERED, SQUARE, 5),
        ("fr-guns-a", ORDERED, 0, 5),
        ("fr-1ch", ORDERED, 0, 4),
    ],
)
def test_leaving_costs_a_point_where_there_is_a_zone(
    field: Field, name: str, level: int, square: int, points: int
) -> None:
    """JDG-6.2.2-j, JDG-6.2.1-b, -c: five points, away to the south."""
    foot(field, "br-5")
    foot(field, name, field.beside(HERE, 0), 3, level=level, flags=square)
    field.move("br-5")
    assert reached(field) == points


def test_around_an_enemy_no_hex_of_his_is_entered_though_others_stand_between(field: Field) -> None:
    """JDG-6.2.2-l, -EX2, AMB-47, JDG-6.2.1-i: friends cancel no zone."""
    foot(field, "br-5", movement=9)
    enemy = field.beside(HERE, 0)
    foot(field, "fr-32", enemy, 3)
    foot(field, "br-38", field.beside(HERE, 1), 5, formation=own(field))
    field.move("br-5")
    zone = {f"go {field.beside(enemy, d)}" for d in range(6)}
    assert not zone & set(field.actions())


@pytest.mark.parametrize(
    ("facing", "open_"), [(0, True), (1, True), (2, True), (3, False), (4, False), (5, True)]
)
def test_out_of_one_zone_into_that_of_another(field: Field, facing: int, open_: bool) -> None:
    """JDG-6.2.2-k, -EX3, -EX4, AMB-46: his front is closed to the first step, his rear open.

    The other enemy stands two hexes north-east; the hex between lies to his south-west, on the front of the
    facings 3 and 4. Two points are enough for one step out of a zone.
    """
    foot(field, "br-5", movement=2)
    foot(field, "fr-32", field.beside(HERE, 4), 1)
    foot(field, "fr-58", field.beside(HERE, 1, 1), facing)
    field.move("br-5")
    assert (f"go {field.beside(HERE, 1)}" in field.actions()) is open_


def test_from_the_second_step_on_a_front_is_like_any_zone(field: Field) -> None:
    """AMB-46, JDG-6.2.2-a: it enters the front of another and stops there."""
    foot(field, "br-5")
    foot(field, "fr-32", field.beside(HERE, 4), 1)
    foot(field, "fr-58", field.beside(HERE, 1, 1, 1), 4)
    field.move("br-5")
    assert f"go {field.beside(HERE, 1, 1)}" in field.actions()
    field.play(f"go {field.beside(HERE, 1, 1)}")
    assert not said(field, "go")


@pytest.mark.parametrize(
    ("turn_flag", "level", "points"),
    [("", DISORDERED, 2), ("fog", ORDERED, 2), ("fog", DISORDERED, 3), ("night", ORDERED, 3)],
)
def test_a_zone_is_entered_with_the_last_points(
    field: Field, turn_flag: str, level: int, points: int
) -> None:
    """JDG-4.4.1-f, -g, JDG-6.2.2-e, -f, JDG-12.2-EX1, JDG-12.1-EX3: one point less is not enough."""
    for movement in (points - 1, points):
        field = Field()
        field.t.turn_flags[2] = frozenset({turn_flag} - {""})
        foot(field, "br-5", movement=movement, level=level)
        foot(field, "fr-32", field.beside(HERE, 0, 0), 3)
        field.move("br-5")
        assert (f"go {field.beside(HERE, 0)}" in field.actions()) is (movement == points)


# Stacks (JDG-5.1)


@pytest.mark.parametrize(
    ("mover", "others", "fits"),
    [
        ("foot", ("foot",), True),
        ("foot", ("foot of another",), False),
        ("foot", ("horse",), False),
        ("horse", ("foot",), False),
        ("horse", ("horse",), True),
        ("horse", ("gun",), True),
        ("horse", ("horse", "gun"), False),
        ("gun", ("foot",), True),
        ("gun", ("foot", "foot"), True),
        ("gun", ("gun of another",), True),
        ("gun", ("gun of another", "foot"), False),
        ("gun", ("horse",), True),
        ("gun", ("horse", "horse"), False),
        ("foot", ("gun of another",), True),
        ("foot", ("foot", "gun of another"), True),
        ("foot", ("foot", "foot"), False),  # twelve points
        ("foot", ("square",), False),
        ("foot", ("routed",), False),
        ("foot", ("disordered",), True),
    ],
)
def test_who_may_end_his_move_with_whom(
    field: Field, mover: str, others: tuple[str, ...], fits: bool
) -> None:
    """JDG-5.1.1-b to -n, -EX1 to -EX11, JDG-5.1.2-e, AMB-30."""
    names = {
        "foot": ["br-5", "br-38", "br-9-1"],
        "horse": ["br-20ld", "pt-cav"],
        "gun": ["br-6pdr-a", "br-9pdr-b"],
    }
    there, mine = field.beside(HERE, 0), own(field)
    first = names[mover].pop(0)
    foot(field, first, formation=mine)
    for other in others:
        kind = other.split()[0]
        name = names[kind if kind in names else "foot"].pop(0)
        level = {"routed": ROUTED, "disordered": DISORDERED}.get(kind, ORDERED)
        formation = mine + 1 if other.endswith("of another") else mine
        foot(field, name, there, level=level, formation=formation, flags=SQUARE if kind == "square" else 0)
    field.move(first)
    assert (f"go {there}" in field.actions()) is fits


@pytest.mark.parametrize(
    ("kind", "points"), [("full", 4), ("square", 3), ("routed", 4), ("free", 5), ("two hexes", 3)]
)
def test_passing_friends_costs_a_point_and_a_square_is_passed_by_nobody(
    field: Field, kind: str, points: int
) -> None:
    """JDG-4.4.3-a, -d, -EX1, JDG-5.1.2-i: five points along a lane of one hex's breadth."""
    unit = foot(field, "br-5")
    lane = [field.beside(HERE, *[0] * k) for k in range(7)]
    open_hexes = {field.hex(h) for h in lane}
    for near in (0, 1):
        costs = field.t.cost[field.t.cls[unit]][near]
        field.t.cost[field.t.cls[unit]][near] = tuple(
            c if field.t.neighbours[k] in open_hexes else -1 for k, c in enumerate(costs)
        )
    field.t.steps = [field.t._open_steps(*costs, frozenset()) for costs in field.t.cost]
    level, flags = (ROUTED if kind == "routed" else ORDERED), (SQUARE if kind == "square" else 0)
    if kind != "free":
        where = lane[4] if kind == "square" else lane[1]
        foot(field, "br-36", where, level=level, flags=flags)
        if kind == "full":
            foot(field, "br-40", where)
        if kind == "two hexes":
            foot(field, "br-40", lane[2])
    field.move("br-5")
    assert reached(field) == points


def test_who_comes_in_lies_below_and_guns_on_top(field: Field) -> None:
    """JDG-5.1.2-b, -c, -EX2."""
    there = field.beside(HERE, 0)
    foot(field, "br-38", there)
    foot(field, "br-5")
    field.put("br-6pdr-a", field.beside(HERE, 1), movement=5)
    field.begin(("segment", 0))
    field.play("unit br-5", f"go {there}", "face 0", "unit br-6pdr-a", f"go {there}", "face 0")
    assert [field.t.ids[u] for u in field.s.stacks[field.hex(there)]] == ["br-6pdr-a", "br-38", "br-5"]


def test_a_stack_may_be_left_by_one_and_entered_by_another(field: Field) -> None:
    """JDG-4.4.1-b, JDG-5.1.2-e: limits hold at the end of each move, one after the other."""
    there = field.beside(HERE, 0)
    foot(field, "br-5")
    foot(field, "br-38", there)
    foot(field, "br-9-1", there)
    field.begin(("segment", 0))
    field.play("unit br-5")
    assert f"go {there}" not in field.actions()
    field.play("stop", "unit br-38", f"go {field.beside(there, 0)}", "face 0")
    assert "unit br-5" not in field.actions()  # it has finished its move
    foot(field, "br-36", field.beside(there, 1), formation=own(field))
    field.begin(("segment", 0))
    field.play("unit br-36")
    assert f"go {there}" in field.actions()


def test_a_stack_moves_together_with_the_points_of_the_slowest(field: Field) -> None:
    """JDG-4.4.1-c, -d, AMB-29: guns that have fired halve the points of the infantry with them."""
    field.put("br-6pdr-a", HERE, movement=5, flags=FIRED)
    foot(field, "br-5")
    field.begin(("segment", 0))
    assert {"unit br-6pdr-a", "unit br-5", "move-stack br-6pdr-a"} <= set(field.actions())
    field.play("move-stack br-6pdr-a")
    assert reached(field) == 3
    assert not said(field, "march")
    field.play(f"go {field.beside(HERE, 0, 0, 0)}", "face 0", "face 3")
    assert [field.at(n) for n in ("br-6pdr-a", "br-5")] == [field.beside(HERE, 0, 0, 0)] * 2
    assert sorted(field.s.facing[field.unit(n)] for n in ("br-6pdr-a", "br-5")) == [0, 3]


def test_a_mixed_stack_does_not_enter_a_zone(field: Field) -> None:
    """AMB-29, AMB-49, JDG-6.2.2-g: the strictest ban; the infantry alone may."""
    field.put("br-6pdr-a", HERE, movement=5)
    foot(field, "br-5")
    foot(field, "fr-32", field.beside(HERE, 0, 0), 3)
    field.begin(("segment", 0))
    field.play("move-stack br-6pdr-a")
    assert f"go {field.beside(HERE, 0)}" not in field.actions()
    field = Field()
    foot(field, "br-5")
    foot(field, "fr-32", field.beside(HERE, 0, 0), 3)
    field.move("br-5")
    assert f"go {field.beside(HERE, 0)}" in field.actions()


# Forced marches (JDG-4.1.3)


@pytest.mark.parametrize(
    ("level", "orders", "flags", "distance", "marches"),
    [
        (ORDERED, True, 0, 6, True),
        (ORDERED, True, 0, 5, False),  # JDG-4.1.3-EX3
        (DISORDERED, True, 0, 9, False),  # JDG-10.1-e
        (ORDERED, False, 0, 9, False),  # JDG-2.4.2-i
        (ORDERED, True, FIRED, 9, False),
        (ORDERED, False, RENFORT, 9, True),  # JDG-5.2.1-e
    ],
)
def test_who_marches_by_force(
    field: Field, level: int, orders: bool, flags: int, distance: int, marches: bool
) -> None:
    """JDG-4.1.3-b, -c, JDG-4.4.2-a."""
    foot(field, "br-5", level=level, orders=orders, flags=flags)
    foot(field, "fr-32", field.beside(HERE, *[0] * distance), 3)
    field.move("br-5")
    assert bool(said(field, "march")) is marches


def test_a_march_keeps_its_distance_on_every_step(field: Field) -> None:
    """JDG-4.1.3-c, -EX2: at six hexes it goes along or away, never nearer."""
    foot(field, "br-5")
    enemy = field.beside(HERE, *[0] * 6)
    foot(field, "fr-32", enemy, 3)
    field.move("br-5")
    hexes = [field.hex(text.split()[1]) for text in said(field, "march")]
    assert hexes and min(field.t.distance(h, field.hex(enemy)) for h in hexes) == 6
    assert f"go {field.beside(HERE, 0)}" in field.actions()


def test_a_move_is_of_one_kind(field: Field) -> None:
    """JDG-4.1.3-e, -EX4: after a leg of a march no leg of a normal move, nor the reverse."""
    for verb, other in (("march", "go"), ("go", "march")):
        field = Field()
        foot(field, "br-5")
        field.move("br-5")
        field.play(f"{verb} {field.beside(HERE, 3)}")
        assert said(field, verb) and not said(field, other)


# Squares (JDG-4.2)


@pytest.mark.parametrize(
    ("case", "allowed"),
    [
        ("plain", True),
        ("disordered", False),
        ("moved", False),
        ("wood", False),
        ("guns with it", True),
        ("guns of others", False),
        ("friend who has moved", False),
        ("friend in disorder", False),
        ("in a zone", True),
        ("without orders", True),
        ("rally only", False),
    ],
)
def test_who_may_form_square(field: Field, case: str, allowed: bool) -> None:
    """JDG-4.2-a to -g, -p, -EX3, AMB-23, JDG-2.4.3-h."""
    level = DISORDERED if case == "disordered" else ORDERED
    flags = {"moved": MOVED, "rally only": RALLY_ONLY}.get(case, 0)
    foot(field, "br-5", level=level, flags=flags, orders=case != "without orders")
    field.t.clear[field.hex(HERE)] = case != "wood"
    if case.startswith("guns"):
        gun = field.put("br-6pdr-a", HERE)
        if case.endswith("others"):
            field.s.flags[gun] &= ~ACTIVE
    if case.startswith("friend"):
        moved = case.endswith("moved")
        foot(field, "br-38", flags=MOVED | DONE if moved else 0, level=ORDERED if moved else DISORDERED)
    if case == "in a zone":
        foot(field, "fr-32", field.beside(HERE, 0), 3)
    field.begin(("segment", 0))
    if "unit br-5" in field.actions():
        field.play("unit br-5")
    assert ("square" in field.actions()) is allowed


def test_guns_alone_and_cavalry_form_no_square(field: Field) -> None:
    """JDG-4.2-a, -g, -EX4."""
    for name in ("br-6pdr-a", "br-20ld"):
        field = Field()
        field.put(name, HERE)
        field.move(name)
        assert "square" not in field.actions()


def test_who_forms_square_has_finished_and_does_not_attack(field: Field) -> None:
    """JDG-4.2-e, -f, -k, AMB-26: all of the hex at once."""
    foot(field, "br-5")
    foot(field, "br-38")
    foot(field, "fr-32", field.beside(HERE, 0), 3)
    field.move("br-5")
    field.play("square")
    for name in ("br-5", "br-38"):
        assert field.s.flags[field.unit(name)] & SQUARE and field.s.flags[field.unit(name)] & FORMED
    assert "unit br-38" not in field.actions()
    field.begin(("declare", 0))
    assert not said(field, "attack")


@pytest.mark.parametrize(
    ("movement", "orders", "left"), [(5, True, 3), (5, False, 1), (2, True, 0), (2, False, None)]
)
def test_the_points_that_are_left_after_a_square(
    field: Field, movement: int, orders: bool, left: int | None
) -> None:
    """JDG-4.2-j, -EX1, -EX2, JDG-4.4.1-g: two points; who has not so many stays in it."""
    foot(field, "br-5", movement=movement, orders=orders, flags=SQUARE)
    field.move("br-5")
    if left is None:
        assert "leave-square" not in field.actions()
        return
    field.play("leave-square")
    assert reached(field) == left


# Reinforcements (JDG-5.2)


def due(field: Field, count: int) -> tuple[int, str, tuple[int, ...]]:
    """Let a group of reinforcements with so many stacks be due; return its place, entry hex and units."""
    g = field.game
    for place, arrival in enumerate(g.arrivals):
        units = tuple(u for u in g.arrival_pieces[place] if u in field.t.units)
        if len(units) >= count and arrival.hexes:
            states = [2] * len(g.arrivals)
            states[place] = 1
            field.s.memory[ARRIVALS] = tuple(states)
            command = field.t.command[units[0]]
            field.s.memory[MARKER] = next(
                m
                for m, c in enumerate(field.t.marker_commands)
                if command in c and field.t.markers[m].code == "O"
            )
            for unit in units:
                field.s.place[unit] = OFF_MAP
            return place, field.t.hex_ids[arrival.hexes[0]], units
    raise AssertionError(count)


def test_the_third_to_enter_pays_three_times(field: Field) -> None:
    """JDG-5.2.2-b, -e, -EX1, AMB-40, JDG-5.2.1-e: a march of ten points, less one, two, three for the entry."""
    _, entry, units = due(field, 3)
    side = field.t.side[units[0]]
    name = field.t.classes[field.t.cls[units[0]]]
    field.game.entry_cost = {field.hex(entry): dict.fromkeys(field.t.classes, field.t.denominator)}
    field.game.special.by_kind, field.game.special.effects, field.game.special.names = {}, [], set()
    field.t.movement[units[0]] = field.t.movement[units[1]] = field.t.movement[units[2]] = (5, 5)
    assert name
    for number in range(3):
        field.begin(("segment", side))
        entries = [text for text in said(field, "enter") if text.endswith(entry)]
        assert entries
        field.play(entries[0])
        far = reached(field, "march", entry)
        assert far == 10 - (number + 1)
        end = next(
            t
            for t in sorted(said(field, "march"))
            if field.t.distance(field.hex(t.split()[1]), field.hex(entry)) == far
        )
        field.play(end)
        field.play(sorted(said(field, "face"))[0])
    assert len(field.s.memory[ENTRIES]) == 3


def test_who_has_not_the_points_for_his_place_waits(field: Field) -> None:
    """JDG-5.2.2-c, -EX2: cost 2, ten points: the fifth enters, a sixth does not."""
    _, entry, units = due(field, 2)
    side = field.t.side[units[0]]
    field.game.entry_cost = {field.hex(entry): dict.fromkeys(field.t.classes, 2 * field.t.denominator)}
    field.game.special.by_kind, field.game.special.effects, field.game.special.names = {}, [], set()
    for unit in units:
        field.t.movement[unit] = (5, 5)
    for entered, allowed in ((4, True), (5, False)):
        field.s.memory[ENTRIES] = (field.t.command[units[0]],) * entered
        field.begin(("segment", side))
        assert any(t.endswith(entry) for t in said(field, "enter")) is allowed


def test_who_enters_into_a_zone_faces_as_it_likes(field: Field) -> None:
    """JDG-6.2.2-a, JDG-5.2.1-l: an enemy came beside the entry hex; it stops there, with orders."""
    _, entry, units = due(field, 1)
    side = field.t.side[units[0]]
    enemy = "br-5" if side else "fr-32"
    there = next(
        field.t.hex_ids[h]
        for h in field.t.neighbours[6 * field.hex(entry) : 6 * field.hex(entry) + 6]
        if h >= 0
    )
    foot(field, enemy, there)
    field.begin(("segment", side))
    field.play(next(t for t in sorted(said(field, "enter")) if t.endswith(entry)))
    assert set(field.actions()) == {f"face {k}" for k in range(6)}


def test_who_enters_normally_has_its_whole_allowance_and_no_orders(field: Field) -> None:
    """JDG-5.2.1-j, -k, AMB-37: five points less the entry, and for a shock it would check."""
    _, entry, units = due(field, 1)
    side = field.t.side[units[0]]
    field.game.entry_cost = {field.hex(entry): dict.fromkeys(field.t.classes, field.t.denominator)}
    field.game.special.by_kind, field.game.special.effects, field.game.special.names = {}, [], set()
    field.t.movement[units[0]] = (5, 5)
    field.begin(("segment", side))
    field.play(next(t for t in sorted(said(field, "enter-normally")) if t.endswith(entry)))
    assert reached(field, "go", entry) == 4 and not said(field, "march")
    flags = field.s.flags[units[0]]
    assert flags & WITHOUT and flags & FULL_ALLOWANCE and not flags & RENFORT


def test_a_march_of_reinforcements_goes_round_friends(field: Field) -> None:
    """JDG-5.2.1-e, JDG-4.1.3-f, -g: under its marker too, no hex of a friend."""
    foot(field, "br-5", flags=RENFORT, orders=False)
    foot(field, "br-38", field.beside(HERE, 0), formation=own(field))
    field.move("br-5")
    assert not at(field, (0,), verb="march") & set(field.actions())
    assert at(field, (0, 0), verb="march") <= set(field.actions())
    assert at(field, (0,)) <= set(field.actions())
