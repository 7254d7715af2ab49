"""More positions of movement, squares, stacks, zones and fire; what is legal was worked out by hand."""

from __future__ import annotations

import pytest

from jdgtools.engine.jdg.words import (
    DEMORALISED,
    DISORDERED,
    FIRED,
    LEFT_SQUARE,
    MOVED,
    ROUTED,
    SQUARE,
    TURNED,
)
from tests.unit.engine.field import Field, at, by_night, command, said

HERE = "1515"


@pytest.fixture
def field() -> Field:
    return Field()


def straight(field: Field, count: int, start: str = HERE, direction: int = 0) -> str:
    """Return the hex so many steps away in a direction."""
    return field.beside(start, *[direction] * count)


def farthest(field: Field, *verbs: str, start: str = HERE) -> int:
    """Return the distance of the farthest hex that is offered."""
    hexes = [field.hex(text.split()[1]) for text in said(field, *verbs)]
    return max((field.t.distance(field.hex(start), h) for h in hexes), default=0)


# Squares by choice (JDG-4.2)


def test_who_has_turned_may_still_form_square(field: Field) -> None:
    """JDG-4.2-d, -EX5, JDG-4.3-c: turning is not moving; then it may do nothing else."""
    unit = field.put("br-5", HERE, 0)
    field.move("br-5")
    field.play("face 3")
    assert set(field.actions()) == {"stop", "square"}
    field.play("square")
    assert field.s.flags[unit] & SQUARE and field.s.facing[unit] == 3


@pytest.mark.parametrize("case", ["moved", "wood", "disordered", "stack", "cavalry", "artillery"])
def test_who_has_turned_and_may_form_none_has_finished(field: Field, case: str) -> None:
    """JDG-4.2-a, -d, -f, -g: not after a move, in a wood, in disorder, beside who has moved, nor other arms."""
    name = {"cavalry": "br-20ld", "artillery": "br-6pdr-a"}.get(case, "br-5")
    field.put(name, HERE, 0, level=DISORDERED * (case == "disordered"))
    if case == "wood":
        field.t.clear[field.hex(HERE)] = False
    if case == "stack":
        field.put("br-38", HERE, 0, flags=MOVED)
    field.move(name)
    if case == "moved":
        field.play(f"go {field.beside(HERE, 3)}")
    field.play("face 3")
    assert not said(field, "square")


def test_three_small_units_and_guns_form_one_square(field: Field) -> None:
    """AMB-23, AMB-30, JDG-4.2-f, -g: all that were there when they were activated."""
    units = [field.put(n, HERE, 0, strength=2) for n in ("br-5", "br-9-1", "br-38")]
    units.append(field.put("br-6pdr-a", HERE, 0))
    field.move("br-5")
    field.play("square")
    assert all(field.s.flags[unit] & SQUARE for unit in units)


def test_guns_of_another_formation_bar_a_square(field: Field) -> None:
    """JDG-4.2-g, JDG-5.1.1-k: they are not activated, and nobody beside a square stands outside it."""
    field.put("br-5", HERE, 0)
    gun = field.put("br-9pdr-a", HERE, 0)
    field.s.flags[gun] = 0
    field.move("br-5")
    assert not said(field, "square")


def test_nobody_joins_or_passes_a_square(field: Field) -> None:
    """JDG-4.2-h, JDG-4.4.3-d, JDG-5.1.1-k: along a lane of one hex's breadth, infantry and guns."""
    square = straight(field, 2)
    field.put("br-38", square, 0, flags=SQUARE, formation=0)
    for name in ("br-5", "br-6pdr-a"):
        field.put(name, HERE, 0)
        field.move(name)
        assert f"go {square}" not in field.actions()
        # past it on either side are two steps more: five points still reach the hex behind it
        assert f"go {straight(field, 3)}" in field.actions()
        field.s.take(field.unit(name))


def test_all_leave_a_square_together_and_go_on_each_for_itself(field: Field) -> None:
    """AMB-21, JDG-4.2-j, JDG-4.2-p, JDG-6.1.2-b: the guns with them; of five points three are left."""
    for name in ("br-5", "br-38", "br-6pdr-a"):
        field.put(name, HERE, 0, flags=SQUARE)
    field.move("br-5")
    assert set(field.actions()) == {"leave-square", "stop"}
    field.play("leave-square")
    assert not any(field.s.flags[field.unit(n)] & SQUARE for n in ("br-5", "br-38", "br-6pdr-a"))
    assert farthest(field, "go") == 3
    field.play(f"go {straight(field, 3)}", "face 0")
    field.play("unit br-6pdr-a")
    assert farthest(field, "go") == 3


@pytest.mark.parametrize(("flags", "attacks"), [(SQUARE, False), (LEFT_SQUARE, True)])
def test_a_square_attacks_nobody_and_who_has_left_it_may(field: Field, flags: int, attacks: bool) -> None:
    """JDG-4.2-k, AMB-26."""
    field.put("br-5", HERE, 0, flags=flags)
    field.put("fr-32", straight(field, 1), 3)
    field.begin(("declare", 0))
    assert bool(said(field, "attack")) is attacks


# Moving (JDG-4.4) and stacks (JDG-5.1)


def test_a_stack_that_goes_on_does_not_pass_itself(field: Field) -> None:
    """JDG-4.4.1-c, JDG-4.4.3-a: two hexes, and of five points three are left."""
    for name in ("br-5", "br-38"):
        field.put(name, HERE, 0)
    field.begin(("segment", 0))
    field.play("move-stack br-5", f"go {straight(field, 2)}")
    assert f"go {straight(field, 5)}" in field.actions()
    assert f"go {straight(field, 6)}" not in field.actions()


def test_a_unit_that_goes_on_from_friends_has_passed_them(field: Field) -> None:
    """JDG-4.4.3-a, -b, -EX2: it might have stopped there for nothing; one point more to go on."""
    field.put("br-5", HERE, 0)
    field.put("br-38", straight(field, 2), 0)
    field.move("br-5")
    field.play(f"go {straight(field, 2)}")
    assert f"go {straight(field, 4)}" in field.actions()
    assert f"go {straight(field, 5)}" not in field.actions()


def test_leaving_friends_behind_at_the_start_is_no_passing(field: Field) -> None:
    """JDG-4.4.3-a: it enters no hex with friends."""
    field.put("br-5", HERE, 0)
    field.put("br-38", HERE, 0)
    field.move("br-5")
    assert f"go {straight(field, 5)}" in field.actions()


@pytest.mark.parametrize("level", [0, DISORDERED, ROUTED])
def test_friends_of_any_state_and_arm_are_passed_for_one_point(field: Field, level: int) -> None:
    """JDG-4.4.3-a, JDG-5.1.2-i, JDG-5.1.1-l: infantry through cavalry, in order or not; nobody stops there."""
    field.put("br-5", HERE, 0)
    lane = straight(field, 1)
    field.put("br-20ld", lane, 0, level=level)
    for side in (5, 1):
        field.put("fr-32" if side == 5 else "fr-82", field.beside(HERE, side), 3, level=ROUTED)
    field.move("br-5")
    assert f"go {lane}" not in field.actions()
    assert f"go {straight(field, 4)}" in field.actions()  # 1 + 1 + 1 + 1 and one for the friends
    assert f"go {straight(field, 5)}" not in field.actions()


@pytest.mark.parametrize(
    ("moves", "there", "fits"),
    [
        ("br-20ld", ("pt-cav",), True),
        ("br-20ld", ("br-6pdr-c",), True),
        ("br-20ld", ("br-9pdr-a",), True),  # AMB-30: of any formation
        ("br-20ld", ("pt-cav", "br-6pdr-c"), False),  # AMB-30
        ("br-6pdr-c", ("br-20ld", "pt-cav"), False),
        ("br-6pdr-c", ("br-9pdr-a",), True),
        ("br-6pdr-c", ("br-9pdr-a", "br-6pdr-a"), False),
        ("br-6pdr-c", ("br-5", "br-38"), True),
        ("br-6pdr-c", ("br-5", "br-9pdr-a"), False),
        ("br-5", ("br-38", "br-6pdr-a"), True),
        ("br-5", ("br-82",), False),
        ("br-5", ("br-9pdr-a", "br-6pdr-a"), False),
        ("pt-line-a", ("pt-line-b", "pt-line-c"), True),
        ("pt-cac", ("pt-line-a", "pt-line-b", "pt-line-c"), False),
        ("pt-line-a", ("pt-line-b", "pt-line-c", "br-9pdr-a"), True),  # AMB-30, AMB-31
    ],
)
def test_who_may_stop_where(field: Field, moves: str, there: tuple[str, ...], fits: bool) -> None:
    """JDG-5.1.1-b to -f, -h, -l, -n, JDG-5.1.2-e."""
    target = straight(field, 1)
    for name in there:
        field.put(name, target, 0)
    field.put(moves, HERE, 0)
    field.move(moves)
    assert (f"go {target}" in field.actions()) is fits
    assert f"go {straight(field, 2)}" in field.actions()


def test_a_unit_becomes_the_third_with_the_points_of_its_back(field: Field) -> None:
    """JDG-5.1.1-h, -m: 2 + 2 + 2 with one of three points in disorder; in order it would be seven."""
    target = straight(field, 1)
    for level, fits in ((DISORDERED, True), (0, False)):
        field = Field()
        for name in ("pt-line-a", "pt-line-b"):
            field.put(name, target, 0)
        unit = field.put("pt-line-c", HERE, 0, level=level)
        field.t.strength[unit] = (3, 2)
        field.move("pt-line-c")
        assert (f"go {target}" in field.actions()) is fits


def test_a_mixed_stack_pays_for_its_guns(field: Field) -> None:
    """JDG-4.4.1-d, AMB-29: the guns have four points only, and so has the stack."""
    field.put("br-6pdr-a", HERE, 0, movement=4)
    field.put("br-5", HERE, 0, movement=6)
    field.begin(("segment", 0))
    field.play("move-stack br-6pdr-a")
    assert farthest(field, "go") == 4
    assert not at(field, (0, 0, 0, 0, 0), verb="march") <= said(field, "go")


def test_a_stack_of_which_one_has_no_orders_has_reduced_movement(field: Field) -> None:
    """JDG-4.1.2-a, JDG-4.4.1-c, AMB-29: the lowest allowance; and no forced march for it."""
    field.put("br-5", HERE, 0)
    field.put("br-38", HERE, 0, orders=False)
    field.begin(("segment", 0))
    field.play("move-stack br-5")
    assert farthest(field, "go") == 3 and not said(field, "march")


def test_half_of_a_stack_marches_away_and_nobody_marches_to_it(field: Field) -> None:
    """JDG-4.1.3-f, -g: it may leave the stack; into a hex with friends it does not march."""
    field.put("br-5", HERE, 0)
    field.put("br-38", HERE, 0)
    field.move("br-5")
    assert f"march {straight(field, 10)}" in field.actions()
    field.play("stop")
    field.put("br-9-1", straight(field, 8), 0)
    field.move("br-9-1")
    assert f"march {HERE}" not in field.actions()
    assert f"go {HERE}" not in field.actions()  # five points are not enough


@pytest.mark.parametrize(
    ("movement", "orders", "points"),
    [(7, False, 4), (6, False, 3), (5, False, 3), (1, False, 1), (1, True, 1)],
)
def test_reduced_movement(field: Field, movement: int, orders: bool, points: int) -> None:
    """JDG-4.1.2-a, -EX1, -EX2, JDG-4.4.1-h."""
    field.put("br-5", HERE, 0, movement=movement, orders=orders)
    field.move("br-5")
    assert farthest(field, "go") == points


def test_nobody_goes_off_the_map(field: Field) -> None:
    """JDG-4.4.1-j, -k: no exit without a rule of the scenario."""
    field.put("br-5", "0115", 4)
    field.move("br-5")
    assert not said(field, "leave-map")


def test_the_order_of_a_stack_is_changed_before_everything(field: Field) -> None:
    """JDG-5.1.2-d, -c: the lower infantry may be put above the other, below the guns; not after its move."""
    for name in ("br-5", "br-38", "br-6pdr-a"):
        field.put(name, HERE, 0)
    gun = field.unit("br-6pdr-a")
    field.begin(("stack-order", 0, ()))
    assert set(field.actions()) == {"done", "top br-38"}
    field.play("top br-38", "top br-5", "done") if "top br-5" in field.actions() else field.play("top br-38")
    assert field.s.stacks[field.hex(HERE)][0] == gun


# Zones of control (JDG-6.2)


@pytest.mark.parametrize(
    ("kind", "stops"),
    [
        ("infantry", True),
        ("disordered", True),
        ("routed", False),
        ("square", False),
        ("guns", False),
        ("guns-with-infantry", True),
    ],
)
def test_beside_whom_a_move_ends(field: Field, kind: str, stops: bool) -> None:
    """JDG-6.2.1-b, -c, -g, JDG-6.2.2-a: he stands east of the second hex of the way."""
    field.put("br-5", HERE, 0)
    enemy = field.beside(HERE, 0, 0, 1)
    if "guns" in kind:
        field.put("fr-guns-a", enemy, 3)
    if kind != "guns":
        level = {"disordered": DISORDERED, "routed": ROUTED}.get(kind, 0)
        field.put("fr-32", enemy, 3, level=level, flags=SQUARE if kind == "square" else 0)
    field.move("br-5")
    field.play(f"go {straight(field, 2)}")
    assert bool(said(field, "go")) is not stops


def test_disordered_units_keep_off_at_night_alone(field: Field) -> None:
    """JDG-12.1-c, AMB-109, JDG-12.2-b: beside guns too; in fog it costs, and is allowed."""
    for option, near in (("night", False), ("fog", True)):
        field = Field()
        by_night(field, option)
        field.put("br-5", HERE, 0, level=DISORDERED)
        field.put("fr-guns-a", straight(field, 3), 3)
        field.move("br-5")
        assert (f"go {straight(field, 2)}" in field.actions()) is near


def test_disordered_units_leave_zones_at_night(field: Field) -> None:
    """JDG-12.1-c, JDG-6.2.2-j."""
    by_night(field)
    field.put("br-5", HERE, 0, level=DISORDERED)
    field.put("fr-32", straight(field, 1), 3)
    field.move("br-5")
    assert at(field, (3,), (2, 3), (4, 3)) & said(field, "go")


def test_guns_of_a_demoralised_formation_enter_no_zone_though_friends_are_there(field: Field) -> None:
    """JDG-11.2-c, JDG-6.2.2-g: others' infantry stands in the hex; they stay out."""
    gun = field.put("br-6pdr-a", HERE, 0)
    field.put("br-82", straight(field, 2), 0)
    field.put("fr-32", straight(field, 3), 3)
    field.move("br-6pdr-a")
    assert f"go {straight(field, 2)}" in field.actions()
    field.s.memory[DEMORALISED] = (field.t.command[gun],)
    field.move("br-6pdr-a")
    assert f"go {straight(field, 2)}" not in field.actions()


def test_cavalry_of_a_demoralised_formation_withdraws_into_no_zone(field: Field) -> None:
    """JDG-11.2-c, JDG-8.8.1-l, -n: of the hexes behind it those beside another enemy are closed."""
    there = straight(field, 1)
    field.put("br-5", HERE, 0)
    unit = field.put("fr-1ch", there, 3, cohesion=9)
    field.put(
        "br-38", field.beside(there, 1, 1), 1
    )  # looks away; its zone holds the hex north-east of `there`
    for demoralised in (False, True):
        field.s.memory[DEMORALISED] = (field.t.command[unit],) if demoralised else ()
        field.s.take(unit)
        field.put("fr-1ch", there, 3, cohesion=9)
        field.begin(("declare", 0), ("combats", 0))
        field.play(f"attack {HERE} {there}")
        while "withdraw fr-1ch 1" not in field.actions():
            field.play("done")
        field.play("withdraw fr-1ch 1", 0)
        assert (f"retreat {field.beside(there, 1)}" in field.actions()) is not demoralised
        assert f"retreat {field.beside(there, 5)}" in field.actions()
        field = Field()
        field.put("br-5", HERE, 0)
        unit = field.put("fr-1ch", there, 3, cohesion=9)
        field.put("br-38", field.beside(there, 1, 1), 1)


# Artillery (JDG-7)


def shot(field: Field, gun: str, target: str, roll: int) -> None:
    field.begin(("fires", 0))
    field.play(f"fire {gun} {target}", roll)


@pytest.mark.parametrize(("level", "after"), [(0, ROUTED), (DISORDERED, None), (ROUTED, None)])
def test_a_direct_rout_by_fire_on_guns(field: Field, level: int, after: int | None) -> None:
    """JDG-10.1-d, AMB-80, JDG-10.2-e, -h: total 17; who was in order retreats two hexes, others are lost."""
    target = straight(field, 1)
    field.put("br-6pdr-a", HERE, 0, strength=9)
    field.put("fr-guns-a", target, 0, level=level)
    shot(field, "br-6pdr-a", target, 9)
    while not field.rests:
        field.play(0 if field.chance else field.actions()[0])
    if after is None:
        assert field.at("fr-guns-a") == "-"
    else:
        assert field.level("fr-guns-a") == after
        assert field.t.distance(field.hex(field.at("fr-guns-a")), field.hex(target)) == 2


def test_a_disorder_by_fire_routs_infantry_and_eliminates_the_routed(field: Field) -> None:
    """JDG-10.1-b, JDG-10.2-r, -EX3, JDG-10.1-EX1: total 14 on each of them."""
    for level, expected in ((0, DISORDERED), (DISORDERED, ROUTED), (ROUTED, None)):
        field = Field()
        target = straight(field, 1)
        field.put("br-6pdr-a", HERE, 0, strength=6)
        field.put("fr-32", target, 0, level=level)
        shot(field, "br-6pdr-a", target, 6)  # 6 + 6 + 2
        while not field.rests:
            field.play(0 if field.chance else field.actions()[0])
        assert (field.level("fr-32") if field.at("fr-32") != "-" else None) == expected


def test_a_check_by_fire_makes_the_routed_run(field: Field) -> None:
    """JDG-10.2-t, -EX2, JDG-7.5-b: total 9 to 11; the routed unit rolls nothing and runs its four points."""
    target = straight(field, 1)
    field.put("br-6pdr-a", HERE, 0, strength=3)
    field.put("fr-32", target, level=ROUTED, movement=4)
    shot(field, "br-6pdr-a", target, 4)
    while not field.rests:
        assert not field.chance
        field.play(field.actions()[0])
    assert field.level("fr-32") == ROUTED and field.at("fr-32") not in ("-", target)


def test_two_batteries_reply_together(field: Field) -> None:
    """AMB-50, JDG-7.1-d, -k: of one formation in one hex; then neither has a reply left."""
    target = straight(field, 2)
    field.put("br-6pdr-a", HERE, 0, strength=1)
    for name in ("fr-guns-e", "fr-guns-f"):
        field.put(name, target, 3)
    shot(field, "br-6pdr-a", target, 0)
    assert said(field, "reply", "together", "stay") == {
        "reply fr-guns-e",
        "reply fr-guns-f",
        f"together fr-guns-e fr-guns-f {HERE}",
        "stay",
    }
    field.play(f"together fr-guns-e fr-guns-f {HERE}")
    assert field.chance == "fire"
    field.play(0)
    assert not said(field, "reply", "together")


def test_two_batteries_of_two_formations_reply_each_for_itself(field: Field) -> None:
    """JDG-7.3-c, AMB-50: first one, then the other."""
    target = straight(field, 2)
    field.put("br-6pdr-a", HERE, 0, strength=1)
    for name in ("fr-guns-e", "fr-guns-a"):
        field.put(name, target, 3)
    shot(field, "br-6pdr-a", target, 0)
    assert not said(field, "together")
    field.play("reply fr-guns-e", 0)
    assert said(field, "reply") == {"reply fr-guns-a"}


def test_guns_that_were_disordered_by_the_fire_do_not_reply(field: Field) -> None:
    """JDG-7.1-e, -f, -EX1: a failed check of the battery; the other of the hex passes and replies."""
    target = straight(field, 2)
    field.put("br-6pdr-a", HERE, 0, strength=6)
    field.put("fr-guns-e", target, 3, cohesion=3)
    field.put("fr-guns-f", target, 3, cohesion=9)
    field.begin(("fires", 0))
    field.play(f"fire br-6pdr-a {target}", 5, 4, 4)  # 6 + 5 - 1: each checks, a roll of 4
    assert (field.level("fr-guns-e"), field.level("fr-guns-f")) == (DISORDERED, 0)
    assert said(field, "reply") == {"reply fr-guns-f"}


def test_fire_by_night_reaches_the_next_hex_from_a_square_in_all_directions(field: Field) -> None:
    """JDG-12.1-d, AMB-24, JDG-6.1.1-g: an enemy behind, one two hexes ahead."""
    by_night(field)
    field.put("br-5", HERE, 0, flags=SQUARE)
    field.put("br-6pdr-a", HERE, 0, flags=SQUARE)
    field.put("fr-32", field.beside(HERE, 3), 0)
    field.put("fr-82", straight(field, 2), 3)
    field.begin(("fires", 0))
    assert said(field, "fire") == {f"fire br-6pdr-a {field.beside(HERE, 3)}"}


@pytest.mark.parametrize(
    ("orders", "flags", "moves"),
    [(True, FIRED, 3), (True, 0, 5), (False, 0, 3), (False, FIRED, 0), (True, FIRED | TURNED, 3)],
)
def test_how_far_guns_go(field: Field, orders: bool, flags: int, moves: int) -> None:
    """JDG-4.4.2-a, -d, -EX1, -EX2, JDG-7.2-d: turning for the fire costs nothing; nobody marches after it."""
    field.put("br-6pdr-a", HERE, 0, orders=orders, flags=flags, movement=5)
    field.begin(("segment", 0))
    if not moves:
        assert "unit br-6pdr-a" not in field.actions()
        return
    field.play("unit br-6pdr-a")
    assert farthest(field, "go") == moves
    assert bool(said(field, "march")) is (orders and not flags & FIRED)


def test_a_commander_hides_nobody_and_joins_no_fight(field: Field) -> None:
    """JDG-7.4.1-b, JDG-CONV-i: he stands alone between the guns and their target, which they fire at."""
    command(field, straight(field, 1), "wellesley")
    field.put("br-6pdr-a", HERE, 0)
    field.put("fr-32", straight(field, 2), 3)
    field.begin(("fires", 0))
    assert said(field, "fire") == {f"fire br-6pdr-a {straight(field, 2)}"}
