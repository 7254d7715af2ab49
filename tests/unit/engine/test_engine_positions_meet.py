"""Positions in which two statements meet: what is legal was worked out from both."""

from __future__ import annotations

import pytest

from jdgtools.engine.jdg.fire import front_enemies
from jdgtools.engine.jdg.phases import fill_cup, groups_of
from jdgtools.engine.jdg.words import (
    CHARGE,
    CHARGED,
    DEMORALISED,
    DISORDERED,
    FIRED,
    LEFT_SQUARE,
    MOVED,
    ORDERED,
    RALLY_ONLY,
    RENFORT,
    ROUTED,
    SQUARE,
    STAYS,
    TURNED,
    WITHOUT,
)
from jdgtools.engine.jdg.zones import stack_fits
from tests.unit.engine.field import Field, answered, at, by_night, command, said

HERE = "1515"
AHEAD = "1514"
BESIDE = "1614"
"""The front hexes of who stands in HERE and looks to the north."""


@pytest.fixture
def field() -> Field:
    return Field()


def north(field: Field, count: int) -> str:
    return field.beside(HERE, *[0] * count)


def price(field: Field, name: str, here: str, direction: int, points: int) -> None:
    """Give a step of a unit another cost than one point."""
    t = field.t
    step = 6 * field.hex(here) + direction
    cls = t.cls[field.unit(name)]
    t.cost[cls] = [
        tuple(points * t.denominator if k == step else c for k, c in enumerate(costs))
        for costs in t.cost[cls]
    ]
    t.steps = [t._open_steps(*costs, frozenset()) for costs in t.cost]


# The cup


@pytest.mark.parametrize("taken", [True, False])
def test_a_combined_marker_goes_into_the_cup_where_its_side_likes(field: Field, taken: bool) -> None:
    """JDG-1-b, JDG-2.1.2-a, -b, JDG-1-g: in phase A; of a formation that is on the map."""
    t = field.t
    marker = next(
        m for m, record in enumerate(t.markers) if record.code == "C" and record.entry != "compulsory"
    )
    side = t.marker_side[marker]
    field.begin(("combined", side))
    assert field.rests
    unit = next(u for command in t.marker_commands[marker] for u in t.of_command[command])
    field.put(t.ids[unit], HERE)
    field.s.turn = t.markers[marker].turns[0] if t.markers[marker].turns else field.s.turn
    field.begin(("combined", side))
    field.play(f"take {t.markers[marker].id}" if taken else "done")
    assert (marker in fill_cup(field.game, field.s)) is taken


# Fire and replies


def test_each_battery_replies_to_the_hex_that_fired(field: Field) -> None:
    """JDG-7.1-d, -g, JDG-5.1.3-n: the first reply drives one of two guns away, the second strikes the other."""
    for name in ("br-9pdr-a", "br-9pdr-b"):
        field.put(name, HERE, 0, formation=0, strength=1)
    target = north(field, 3)
    for name in ("fr-guns-a", "fr-guns-b"):
        field.put(name, target, 3, strength=9, cohesion=9)
    field.begin(("fires", 0))
    field.play(f"together br-9pdr-a br-9pdr-b {target}", 0, "reply fr-guns-a", 9)
    answered(field, 0, stop=("reply",))
    assert [field.level(n) for n in ("br-9pdr-a", "br-9pdr-b")] == [ROUTED, ORDERED]
    field.play("reply fr-guns-b", 9)
    answered(field, 0)
    assert field.level("br-9pdr-b") == ROUTED and field.at("br-9pdr-a") != "-"


def test_nobody_replies_to_a_hex_that_all_have_left(field: Field) -> None:
    """JDG-7.1-d, -g: the battery that fired has been driven away by the first reply."""
    field.put("br-9pdr-a", HERE, 0, strength=1)
    target = north(field, 3)
    for name in ("fr-guns-a", "fr-guns-b"):
        field.put(name, target, 3, strength=9, cohesion=9)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {target}", 0, "reply fr-guns-a", 9)
    answered(field, 0, stop=("reply",))
    assert field.rests


@pytest.mark.parametrize("seen", [True, False])
def test_whom_a_battery_cannot_fire_at_does_not_bind_it(field: Field, seen: bool) -> None:
    """JDG-7.2-f, -h, JDG-7.4.4-b, JDG-8.2-EX3: behind a ridge beside it, an enemy is no aim, and others are."""
    field.put("fr-32", AHEAD, 3)
    far = field.beside(HERE, 1, 1, 1)
    field.put("fr-82", far, 4)
    gun = field.put("br-9pdr-a", HERE, 0)
    hidden = {field.hex(HERE), field.hex(AHEAD)}
    field.t.sight.sees = lambda one, two: seen or {one, two} != hidden
    field.begin(("fires", 0))
    assert said(field, "fire") == {f"fire br-9pdr-a {AHEAD if seen else far}"}
    assert said(field, "turn") == {f"turn br-9pdr-a {k}" for k in ((5,) if seen else (1, 5))}
    assert bool(front_enemies(field.game, field.s, gun)) is seen


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("fire", ["target_choice", "compulsory"])
def test_who_must_fire_must_see(field: Field, fire: str, seen: bool) -> None:
    """AMB-52, JDG-7.2-f, JDG-7.4.4-b: nobody is made to fire at whom he cannot fire at."""
    field.t.options["adjacent_fire"] = fire
    field.put("fr-32", AHEAD, 3)
    field.put("br-9pdr-a", HERE, 0)
    field.t.sight.sees = lambda one, two: seen
    field.begin(("fires", 0))
    assert ("done" in field.actions()) is (fire == "target_choice" or not seen)


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("bound", [True, False])
def test_an_enemy_behind_a_ridge_binds_no_reply(field: Field, bound: bool, seen: bool) -> None:
    """AMB-104, JDG-7.2-i, JDG-7.4.4-b: by option one beside the guns keeps them from replying to another."""
    field.t.options["adjacent_obligation_on_counter_battery"] = bound
    far = field.beside(HERE, 1, 1, 1)
    gun = field.put("br-9pdr-a", far, 4)
    field.put("br-5", AHEAD, 3)
    field.put("fr-guns-a", HERE, 0)
    hidden = {field.hex(HERE), field.hex(AHEAD)}
    field.t.sight.sees = lambda one, two: seen or {one, two} != hidden
    field.begin(("replies", (gun,), field.hex(HERE), field.hex(far)))
    assert ("reply fr-guns-a" in field.actions()) is not (bound and seen)


@pytest.mark.parametrize("state", ["moved", "failed", "disordered", "routed", "fired"])
def test_who_fires_no_more(field: Field, state: str) -> None:
    """JDG-7.2-a, -b, JDG-10.2-n, JDG-2.4.3-h: after its fire, in disorder, or where its leader has failed."""
    flags = {"failed": RALLY_ONLY, "fired": FIRED}.get(state, 0)
    level = {"disordered": DISORDERED, "routed": ROUTED}.get(state, 0)
    field.put("br-9pdr-a", HERE, 0, level=level, flags=flags)
    field.put("fr-32", north(field, 3), 3)
    field.begin(("segment", 0) if state == "moved" else ("fires", 0))
    if state == "moved":
        field.play("unit br-9pdr-a", f"go {field.beside(HERE, 3)}", "face 0", "done")
    assert not said(field, "fire")


# Shock


def test_who_was_counter_attacked_still_checks_for_its_own_shock(field: Field) -> None:
    """JDG-8.3.1-c, JDG-8.3.2-a, JDG-8.7.2-b: the counter-attack is no check."""
    field.put("br-5", HERE, 0, strength=4, cohesion=5)
    field.put("br-38", BESIDE, 0, orders=False, strength=4, cohesion=5, shock=4)
    field.put("fr-32", AHEAD, 2, strength=4, cohesion=5)
    second = field.beside(BESIDE, 0)
    field.put("fr-82", second, 3, strength=4, cohesion=5)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {AHEAD}", f"attack {BESIDE} {second}", f"resolve {AHEAD}", 0)
    answered(field, 0, checks=0, stop=("counter-attack",))
    field.play(f"counter-attack {AHEAD} {BESIDE}", 2)  # from the rear: a draw
    for _ in range(9):
        if field.chance == "shock check" or field.rests:
            break
        field.play(0 if field.chance else field.actions()[-1])
    assert field.chance == "shock check"
    field.play(5)
    assert field.rests and field.at("fr-82") == second


@pytest.mark.parametrize("roll", [4, 5])
def test_the_check_is_that_of_each_stack_once(field: Field, roll: int) -> None:
    """JDG-8.3.2-a to -d: two hexes attacked by one stack ask for one check."""
    field.put("br-5", HERE, 0, orders=False, shock=4)
    field.put("fr-32", AHEAD, 3)
    field.put("fr-82", BESIDE, 4)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {AHEAD}", f"attack {HERE} {BESIDE}")
    assert field.chance == "shock check"
    field.play(roll)
    assert field.chance == ("shock" if roll == 4 else "")


@pytest.mark.parametrize("who", ["attacker", "defender"])
def test_a_demoralised_formation_fights_on(field: Field, who: str) -> None:
    """JDG-11.2-c, JDG-8.2-a, JDG-8.7.2-g: it attacks and counter-attacks from where it is."""
    unit = field.put("br-5", HERE, 0, strength=4, cohesion=5, shock=9)
    enemy = field.put("fr-32", AHEAD, 3, strength=4, cohesion=5, shock=9)
    field.put("br-38", field.beside(HERE, 1), 5, strength=4)
    field.s.memory[DEMORALISED] = (field.t.command[unit if who == "attacker" else enemy],)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {AHEAD}", "done", 0)
    answered(field, 0, checks=0, stop=("counter-attack", "advance"))
    assert said(field, "counter-attack", "advance")


@pytest.mark.parametrize("zone", [False, True])
@pytest.mark.parametrize("how", ["advance", "go"])
def test_a_demoralised_formation_advances_into_a_zone_and_moves_into_none(
    field: Field, zone: bool, how: str
) -> None:
    """JDG-11.2-c, JDG-8.7.1-a: entering the vacated hex is no choice; a move of its own into the zone is barred."""
    unit = field.put("br-5", HERE, 0, strength=9, cohesion=9, shock=9)
    field.s.memory[DEMORALISED] = (field.t.command[unit],)
    if zone:
        field.put("fr-82", field.beside(AHEAD, 0, 1), 0)
        field.put("fr-70-1", field.beside(AHEAD, 1), 1)
    if how == "go":
        field.move("br-5")
        assert (f"go {AHEAD}" in field.actions()) is not zone
        return
    field.put("fr-32", AHEAD, 3, strength=1, cohesion=1)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {AHEAD}")
    answered(field, 5, checks=0, stop=("face",))
    assert field.at("br-5") == AHEAD


def test_who_was_attacked_in_its_own_activation_may_rally(field: Field) -> None:
    """JDG-11.1-a, JDG-1-p, AMB-88: a disordered unit whom a counter-attack struck in vain has done nothing itself."""
    field.put("br-5", HERE, 0, strength=4, cohesion=5)
    field.put("fr-32", AHEAD, 2, strength=4, cohesion=5)
    field.put("br-38", BESIDE, 5, level=DISORDERED, strength=4, cohesion=7)
    field.begin(("declare", 0), ("combats", 0), ("rally", 0, -1))
    field.play(f"attack {HERE} {AHEAD}", 0)
    answered(field, 0, checks=0, stop=("counter-attack",))
    assert f"counter-attack {AHEAD} {BESIDE}" in field.actions()
    field.play(f"counter-attack {AHEAD} {BESIDE}", 0)
    answered(field, 0, "stay", checks=0, stop=("rally",))
    assert field.at("fr-32") != AHEAD
    assert said(field, "rally") == {"rally br-38"}


# Withdrawal


def withdrawal(field: Field, hexes: int, roll: int = 0, **more: int) -> None:
    field.put("br-5", HERE, 0)
    field.put("fr-3dr", AHEAD, 3, **more)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {AHEAD}")
    if f"withdraw fr-3dr {hexes}" in field.actions():
        field.play(f"withdraw fr-3dr {hexes}", roll)


def test_nobody_withdraws_through_a_square(field: Field) -> None:
    """JDG-8.8.1-l, JDG-4.4.3-d: of the three ways back the one through friends in square is closed."""
    field.put("fr-32", field.beside(AHEAD, 0), 0, flags=SQUARE)
    withdrawal(field, 2)
    assert said(field, "retreat") == {f"retreat {field.beside(AHEAD, d)}" for d in (1, 5)}


def test_who_withdraws_passes_friends(field: Field) -> None:
    """JDG-8.8.1-l, JDG-4.4.3-a: infantry in column, with points enough."""
    field.put("fr-32", field.beside(AHEAD, 0), 0)
    withdrawal(field, 2)
    assert f"retreat {field.beside(AHEAD, 0)}" in field.actions()


@pytest.mark.parametrize(
    ("points", "friends", "offered"),
    [(1, False, set()), (2, False, {1}), (3, False, {1, 2}), (3, True, set()), (4, True, {2})],
)
def test_who_withdraws_pays_as_he_moves(field: Field, points: int, friends: bool, offered: set[int]) -> None:
    """JDG-8.8.1-l, JDG-6.2.2-j, JDG-4.4.1-g, JDG-4.4.3-a: a point for the zone, one for each hex, one for friends."""
    if friends:  # on every way
        for d, name in ((0, "fr-32"), (1, "fr-82"), (5, "fr-58")):
            field.put(name, field.beside(AHEAD, d), 0)
    withdrawal(field, 0, movement=points)
    hexes = {int(text.split()[2]) for text in said(field, "withdraw")}
    assert hexes == offered


@pytest.mark.parametrize(("contact", "open_"), [("adjacent", False), ("zoc", True)])
def test_shaken_cavalry_withdraws_beside_guns_at_night_by_option(
    contact: str, open_: bool, field: Field
) -> None:
    """AMB-109, JDG-12.1-c, JDG-8.8.1-l: contact is to be adjacent, or by option to be in a zone."""
    field.t.options["night_contact"] = contact
    field.put("br-6pdr-a", field.beside(AHEAD, 0, 0), 3)
    by_night(field)
    withdrawal(field, 1, roll=0, level=DISORDERED, cohesion=9)
    assert (f"retreat {field.beside(AHEAD, 0)}" in field.actions()) is open_


@pytest.mark.parametrize("facing", range(6))
def test_guns_that_follow_a_withdrawal_turn_by_a_corner(field: Field, facing: int) -> None:
    """JDG-8.8.1-o, -p, JDG-8.7.1-d, -g: they enter as in an advance."""
    field.put("br-9pdr-a", HERE, facing)
    withdrawal(field, 1)
    for name in ("br-5", "br-9pdr-a"):
        answered(field, 0, "face 0", stop=("step",))
        field.play(f"step {name} {AHEAD}")
    assert field.at("br-9pdr-a") == AHEAD
    assert said(field, "face") == {f"face {(facing + k) % 6}" for k in (-1, 0, 1)}


@pytest.mark.parametrize("name", ["br-5", "br-9pdr-a"])
def test_ground_disorders_who_follows_a_withdrawal(field: Field, name: str) -> None:
    """JDG-8.8.1-o, -p, JDG-8.7.1-i: infantry and guns, as in an advance; the guns go with the infantry alone."""
    step = 6 * field.hex(HERE)
    field.t.disorders[field.t.cls[field.unit(name)]] = [frozenset(), frozenset({step})]
    field.put("br-9pdr-a", HERE, 0)
    withdrawal(field, 1)
    for mover in ("br-5", "br-9pdr-a"):
        answered(field, 0, "face 0", stop=("step",))
        field.play(f"step {mover} {AHEAD}")
    assert {n for n in ("br-5", "br-9pdr-a") if field.level(n) == DISORDERED} == {name}
    assert field.s.flags[field.unit(name)] & MOVED  # JDG-11.1-a: it does not rally


# Charges


def recalled(field: Field) -> set[str]:
    unit = field.put("br-20ld", HERE, 0, shock=9, flags=CHARGE | CHARGED)
    field.put("fr-32", AHEAD, 3, flags=SQUARE)
    field.begin(("recall", (unit,), field.hex(AHEAD), 0, 0, 0))
    field.play("recall", 0)
    return said(field, "retreat")


@pytest.mark.parametrize(
    ("name", "flags", "level", "closed"),
    [
        ("fr-82", 0, ORDERED, True),
        ("fr-guns-a", 0, ORDERED, True),
        ("fr-82", SQUARE, ORDERED, True),
        ("fr-82", 0, DISORDERED, True),
        ("fr-82", 0, ROUTED, False),
    ],
)
def test_the_recalled_fall_back_before_no_front(
    field: Field, name: str, flags: int, level: int, closed: bool
) -> None:
    """JDG-9.3.3-c, JDG-6.1.1-d, -g, -h: a front hex of any enemy unit, with a zone or without; the routed have none."""
    field.put(name, field.beside(HERE, 3, 3), 0, flags=flags, level=level)
    assert (f"retreat {field.beside(HERE, 3)}" in recalled(field)) is not closed


def test_who_is_recalled_over_a_ford_is_disordered(field: Field) -> None:
    """JDG-9.3.3-b, JDG-10.3.4-b: a fall-back like any other."""
    field.t.retreat[6 * field.hex(HERE) + 3] = 1
    assert f"retreat {field.beside(HERE, 3)}" in recalled(field)
    field.play(f"retreat {field.beside(HERE, 3)}")
    assert field.level("br-20ld") == DISORDERED


def test_who_is_recalled_crosses_no_river(field: Field) -> None:
    """JDG-9.3.3-b, JDG-10.3.4-a."""
    field.t.retreat[6 * field.hex(HERE) + 3] = 3
    assert f"retreat {field.beside(HERE, 3)}" not in recalled(field)


@pytest.mark.parametrize(
    ("levels", "who"),
    [((0, 0), "br-20ld"), ((1, 0), "pt-cav"), ((0, 1), "br-20ld"), ((1, 1), None)],
)
def test_the_topmost_in_order_meets_a_charge(field: Field, levels: tuple[int, int], who: str | None) -> None:
    """JDG-9.4-a, -g, AMB-35: a shaken unit on top does not keep the one below it from its counter-charge."""
    for name, level in zip(("br-20ld", "pt-cav"), levels, strict=True):
        field.put(name, AHEAD, 3, level=level)
    charger = field.put("fr-1ch", HERE, 0, flags=CHARGE | CHARGED)
    field.begin(("charge-stands", (charger,)), ("combats", 1))
    assert said(field, "counter-charge") == ({f"counter-charge {who}"} if who else set())


@pytest.mark.parametrize("flags", [0, STAYS])
def test_who_failed_the_check_of_its_charge_does_nothing_more(field: Field, flags: int) -> None:
    """JDG-9.1-d, JDG-2.4.2-f: it stays, and starts no shock either."""
    field.put("br-20ld", HERE, 0, flags=flags)
    field.put("fr-32", AHEAD, 3)
    field.begin(("segment", 0), ("declare", 0))
    assert ("unit br-20ld" in field.actions()) is not flags
    field.play("done")
    assert bool(said(field, "attack")) is not flags


@pytest.mark.parametrize(
    ("case", "charges"),
    [
        ("free", True), ("night", False), ("fog", False), ("disordered", False), ("behind", False), ("turned", True),
        ("far", False), ("without", True), ("failed", False), ("moved", False), ("guns beside", True),
    ],
)  # fmt: skip
def test_when_cavalry_may_charge(field: Field, case: str, charges: bool) -> None:
    """JDG-9.1-a to -f, JDG-12.1-e, JDG-12.2-d, JDG-2.4.3-h: five points of nine, the target at four hexes."""
    if case in ("night", "fog"):
        by_night(field, case)
    flags = {"failed": RALLY_ONLY, "moved": MOVED, "turned": TURNED}.get(case, 0)
    level = DISORDERED if case == "disordered" else ORDERED
    field.put(
        "br-20ld", HERE, 3 if case == "behind" else 0, orders=case != "without", level=level, flags=flags
    )
    field.put("fr-32", north(field, 7 if case == "far" else 4), 3)
    if case == "guns beside":
        field.put("fr-guns-a", field.beside(HERE, 3), 3)
    field.begin(("segment", 0))
    if "unit br-20ld" in field.actions():
        field.play("unit br-20ld")
    assert bool(said(field, "charge")) is charges


@pytest.mark.parametrize(
    ("enemy", "flags", "charges"),
    [("guns", 0, True), ("infantry", 0, False), ("infantry", MOVED, True), ("guns", CHARGE, False)],
)
def test_whom_a_charge_joins_turns_with_it(field: Field, enemy: str, flags: int, charges: bool) -> None:
    """JDG-6.1.1-b, JDG-6.2.2-i, AMB-112: cavalry that looks the other way is bound where it stays in a zone alone."""
    target = north(field, 3)
    field.put("fr-guns-a" if enemy == "guns" else "fr-32", target, 3)
    for d in (3, 4):  # the other ways to the target are closed
        field.t.hex_blocks_charge[field.hex(field.beside(target, d))] = True
    field.put("pt-cav", field.beside(target, 2), 2, flags=flags)
    field.put("br-20ld", HERE, 0, movement=6)
    field.move("br-20ld")
    assert (f"charge {target}" in field.actions()) is charges


# Movement


@pytest.mark.parametrize(
    ("allowance", "orders", "left"),
    [(5, True, 3), (5, False, 1), (3, True, 1), (3, False, 0), (2, True, 0), (2, False, None), (1, True, None), (9, False, 3)],
)  # fmt: skip
def test_points_that_leaving_a_square_leaves(
    field: Field, allowance: int, orders: bool, left: int | None
) -> None:
    """JDG-4.2-j, -EX1, -EX2, JDG-4.1.2-a, JDG-4.4.1-g: who has not two points does not leave it."""
    field.put("br-5", HERE, 0, flags=SQUARE, orders=orders, movement=allowance)
    field.move("br-5")
    assert ("leave-square" in field.actions()) is (left is not None)
    if left is not None:
        field.play("leave-square")
        hexes = [field.t.distance(field.hex(HERE), field.hex(a.split()[1])) for a in said(field, "go")]
        assert max(hexes, default=0) == left and len(said(field, "face")) >= 5


@pytest.mark.parametrize("first", ["square", "march"])
def test_no_forced_march_out_of_a_square(field: Field, first: str) -> None:
    """JDG-4.2-j, JDG-4.1.3-e: what is left of the points is normal movement: three hexes and not eight."""
    field.put("br-5", HERE, 0, flags=SQUARE if first == "square" else 0)
    field.move("br-5")
    if first == "square":
        field.play("leave-square")
    assert bool(said(field, "march")) is (first == "march")


@pytest.mark.parametrize(
    ("level", "dark", "points", "enters"),
    [
        (0, "", 1, True), (1, "", 1, False), (1, "", 2, True), (0, "fog", 1, False), (0, "fog", 2, True),
        (1, "fog", 2, False), (1, "fog", 3, True), (0, "night", 2, False), (0, "night", 3, True),
        (1, "night", 9, False), (0, "both", 2, False), (0, "both", 3, True),
    ],
)  # fmt: skip
def test_what_the_last_step_into_a_zone_costs(
    field: Field, level: int, dark: str, points: int, enters: bool
) -> None:
    """JDG-6.2.2-d to -f, JDG-12.1-b, -c, -EX3, JDG-12.2-b, -EX1, AMB-95."""
    if dark == "both":
        field.t.turn_flags = {**field.t.turn_flags, field.s.turn: frozenset({"night", "fog"})}
    elif dark:
        by_night(field, dark)
    field.put("fr-32", north(field, 2), 0)
    field.put("br-5", HERE, 0, level=level, movement=points)
    field.move("br-5")
    assert (f"go {AHEAD}" in field.actions()) is enters


@pytest.mark.parametrize(
    ("dark", "points", "enters"),
    [
        ("", 1, False),
        ("", 2, True),
        ("fog", 2, False),
        ("fog", 3, True),
        ("night", 3, False),
        ("night", 4, True),
    ],
)
def test_out_of_a_zone_into_the_back_of_another_enemy(
    field: Field, dark: str, points: int, enters: bool
) -> None:
    """JDG-6.2.2-EX3, -j, -f, JDG-12.1-b, JDG-12.2-b: both surcharges."""
    if dark:
        by_night(field, dark)
    field.put("fr-32", field.beside(HERE, 3), 3)
    field.put("fr-82", north(field, 2), 0)
    field.put("br-5", HERE, 0, movement=points)
    field.move("br-5")
    assert (f"go {AHEAD}" in field.actions()) is enters


def test_a_village_has_a_front_all_round(field: Field) -> None:
    """JDG-6.1.1-f, JDG-6.2.2-k, -EX4: nobody comes out of a zone to it at once, wherever its counter looks."""
    for six in (False, True):
        field = Field()
        field.put("fr-32", field.beside(HERE, 3), 3)
        field.put("fr-82", north(field, 2), 0)
        field.t.six_front[field.hex(north(field, 2))] = six
        field.put("br-5", HERE, 0, movement=2)
        field.move("br-5")
        assert (f"go {AHEAD}" in field.actions()) is not six


@pytest.mark.parametrize("zone", [False, True])
def test_who_has_entered_a_zone_leaves_the_map_no_more(field: Field, zone: bool) -> None:
    """JDG-6.2.2-a, JDG-4.4.1-k: he must stop there, though a scenario lets him leave from the hex."""
    unit = field.put("br-5", HERE, 0)
    field.game.special.exits = [(frozenset({unit}), frozenset({field.hex(AHEAD)}), 1, 9, 1)]
    if zone:
        field.put("fr-32", north(field, 2), 0)
    field.move("br-5")
    field.play(f"go {AHEAD}")
    assert ("leave-map" in field.actions()) is not zone


@pytest.mark.parametrize(("points", "zone", "leaves"), [(1, False, True), (1, True, False), (2, True, True)])
def test_leaving_the_map_out_of_a_zone_costs_a_point_more(
    field: Field, points: int, zone: bool, leaves: bool
) -> None:
    """JDG-6.2.2-j, JDG-4.4.1-k, -f."""
    unit = field.put("br-5", HERE, 0, movement=points)
    field.game.special.exits = [(frozenset({unit}), frozenset({field.hex(HERE)}), 1, 9, 1)]
    if zone:
        field.put("fr-32", AHEAD, 0)
    field.move("br-5")
    assert ("leave-map" in field.actions()) is leaves


def test_a_commander_passes_friends_in_square(field: Field) -> None:
    """JDG-4.4.3-d, JDG-CONV-i: no unit does; he is none."""
    for d, name in enumerate(("br-5", "br-9-1", "br-38", "br-36", "br-40", "br-71")):
        field.put(name, field.beside(HERE, d), 0, flags=SQUARE)
    command(field, HERE, "wellesley")
    field.put("br-50", HERE, 0)
    for name, passes in (("wellesley", True), ("br-50", False)):
        field.begin(("segment", 0))
        field.play(f"unit {name}")
        far = [a for a in said(field, "go") if field.t.distance(field.hex(HERE), field.hex(a.split()[1])) > 1]
        assert bool(far) is passes


@pytest.mark.parametrize(("there", "keeps"), [(2, False), (1, True)])
def test_a_reinforcement_that_passes_near_an_enemy_is_none_any_more(
    field: Field, there: int, keeps: bool
) -> None:
    """JDG-5.2.1-f, -h, AMB-37: it moves to five hexes and away again: the status has ended, its points are those of its move."""
    unit = field.put("br-5", HERE, 0, orders=False, flags=RENFORT)
    field.s.flags[unit] &= ~WITHOUT
    field.put("fr-32", north(field, 7), 0)
    field.move("br-5")
    field.play(
        f"go {north(field, there)}", f"go {north(field, there - 1)}", "face 0"
    ) if there == 2 else field.play(f"go {north(field, 1)}", "face 0")
    assert bool(field.s.flags[unit] & RENFORT) is keeps
    assert bool(field.s.flags[unit] & WITHOUT) is not keeps


@pytest.mark.parametrize(("at_once", "checks"), [(True, True), (False, False)])
def test_whether_it_still_acts_with_orders_in_that_activation(
    field: Field, at_once: bool, checks: bool
) -> None:
    """AMB-37, JDG-5.2.1-h, JDG-8.3.1-c: the shock check of who has come near the enemy on its way."""
    field.t.options["renfort_loss_immediate"] = at_once
    unit = field.put("br-5", HERE, 0, orders=False, flags=RENFORT, movement=6)
    field.s.flags[unit] &= ~WITHOUT
    field.put("fr-32", north(field, 7), 3)
    field.begin(("segment", 0), ("declare", 0), ("combats", 0))
    field.play(
        "unit br-5", f"go {north(field, 6)}", "face 0", "done", f"attack {north(field, 6)} {north(field, 7)}"
    )
    assert (field.chance == "shock check") is checks


def test_its_move_goes_on_with_the_points_with_which_it_began(field: Field) -> None:
    """JDG-5.2.1-f, JDG-4.1.1-b, AMB-37: five points; near the enemy after two, three are left."""
    unit = field.put("br-5", HERE, 0, orders=False, flags=RENFORT)
    field.s.flags[unit] &= ~WITHOUT
    field.put("fr-32", north(field, 7), 0)
    field.move("br-5")
    field.play(f"go {north(field, 2)}")
    assert f"go {north(field, 5)}" in field.actions()


def disorder_ahead(field: Field, unit: int) -> None:
    """Let the step from HERE straight ahead disorder the unit."""
    step = 6 * field.hex(HERE)
    field.t.disorders[field.t.cls[unit]] = [frozenset({step}), frozenset({step})]
    field.t.steps = [
        field.t._open_steps(*costs, field.t.disorders[k][0]) for k, costs in enumerate(field.t.cost)
    ]


@pytest.mark.parametrize("way", ["whole", "legs"])
def test_points_of_who_is_disordered_on_its_way(field: Field, way: str) -> None:
    """AMB-17, JDG-4.1.2-a: without orders, the side that is up is halved from there on: of two points one is left."""
    unit = field.put("br-5", HERE, 0, orders=False, movement=6)
    field.t.movement[unit] = (6, 3)
    disorder_ahead(field, unit)
    field.move("br-5")
    if way == "legs":
        field.play(f"go {AHEAD}")
        assert field.level("br-5") == DISORDERED
    assert f"go {north(field, 2)}" in field.actions()
    assert f"go {north(field, 3)}" not in field.actions()


def test_who_is_disordered_on_a_forced_march_stops_there(field: Field) -> None:
    """JDG-4.1.3-b, JDG-10.1-e: no leg of a march goes on from the hex of the disorder, nor does another move."""
    unit = field.put("br-5", HERE, 0, movement=6)
    disorder_ahead(field, unit)
    field.move("br-5")
    field.play(f"march {AHEAD}")
    assert field.level("br-5") == DISORDERED
    assert {text.split()[0] for text in field.actions()} <= {"face", "stop"}


# Rout


@pytest.mark.parametrize(("points", "where"), [(1, "shift"), (3, "straight")])
def test_a_hex_ahead_that_is_too_dear_is_an_obstacle(field: Field, points: int, where: str) -> None:
    """JDG-10.4-EX1, -f, -n: the unit shifts as its first step; only where all hexes are too dear it is lost."""
    field.put("fr-32", HERE, level=ROUTED, movement=points)
    price(field, "fr-32", HERE, 3, 3)
    field.begin(field.game.rout_frame(field.s, field.unit("fr-32")))
    answered(field, 0)
    ends = {field.beside(HERE, 3)} if where == "straight" else {field.beside(HERE, 2), field.beside(HERE, 4)}
    assert field.at("fr-32") in ends


def test_where_all_hexes_are_too_dear_the_routed_are_lost(field: Field) -> None:
    """JDG-10.4-f, -EX1."""
    field.put("fr-32", HERE, level=ROUTED, movement=1)
    for d in range(6):
        price(field, "fr-32", HERE, d, 3)
    field.begin(field.game.rout_frame(field.s, field.unit("fr-32")))
    assert field.at("fr-32") == "-"


# Groups and stacks


@pytest.mark.parametrize(
    ("name", "more", "joined"),
    [
        ("br-9-1", {}, True), ("br-6pdr-a", {}, True), ("br-9-1", {"level": ROUTED}, True),
        ("br-9-1", {"level": DISORDERED}, True), ("br-9-1", {"flags": SQUARE}, True), ("br-9-1", {"flags": RENFORT}, False),
        ("br-36", {}, False), ("fr-32", {}, False),
    ],
)  # fmt: skip
def test_who_links_a_group(field: Field, name: str, more: dict[str, int], joined: bool) -> None:
    """JDG-2.3.1-c, -h, -EX1, -EX4, AMB-09: units of the formation of any arm and state, reinforcements alone not."""
    one, two = field.put("br-5", HERE), field.put("br-38", north(field, 4))
    field.put(name, north(field, 2), **more)
    groups = [set(group) for group in groups_of(field.game, field.s, 0)]
    assert any({one, two} <= group for group in groups) is joined


STACKS = [
    # units with strength, formation, level; whether they may share a hex
    ("i5 i5", True), ("i5a i5b", False), ("i2 i2 i2", True), ("i2 i2 i3", False), ("i1 i2 i3", True), ("i1 i1 i1 i1", False),
    ("i2a i2a i2b", False), ("c5 c5", True), ("c2 c2 c2", True), ("c2 c2 c3", False), ("c5a c5b", False),
    ("i5 c5", False), ("i2r c2r", False), ("i5 g2b", True), ("i5 i5 g2b", True), ("i2 i2 i2 g9b", True),
    ("i2 i2 i3 g2", False), ("i5 g2 g2", False), ("c5 g2b", True), ("c5 c5 g2", False), ("c2 c2 c2 g1", False),
    ("g2 g2", True), ("g2a g2b", True), ("g2 g2 g2", False), ("i5ar i5br", True), ("i5r i5", False), ("i5r i5d", False),
    ("i5d i5", True), ("g2r g2", False), ("g2r i5r", True), ("i5 i5 g2 g2b", False), ("c5ar c5br", True), ("i2ar i2br i2ar", True),
    ("i3r i3r i3r", False), ("c5 g2 g2", False), ("i5d g2", True), ("i5 g2d", True),
]  # fmt: skip


@pytest.mark.parametrize(("units", "fits"), STACKS)
def test_who_may_share_a_hex(field: Field, units: str, fits: bool) -> None:
    """JDG-5.1.1-b to -n, -EX1 to -EX11, AMB-30, -31, -32: letters say arm, formation (a, b), disorder and rout (d, r)."""
    names = {
        "i": ["br-5", "br-9-1", "br-38", "br-36"],
        "c": ["br-20ld", "pt-cav", "br-40"],
        "g": ["br-9pdr-a", "br-9pdr-b", "br-6pdr-a"],
    }
    put = []
    for k, word in enumerate(units.split()):
        name = names[word[0]].pop(0)
        if word[0] == "c" and name == "br-40":  # a third unit of cavalry
            for table in (field.t.arm, field.t.cls, field.t.records):
                table[field.unit(name)] = table[field.unit("br-20ld")]
        level = ROUTED if "r" in word else DISORDERED if "d" in word else ORDERED
        formation = 1 if "b" in word else 0
        put.append(
            field.put(
                name, field.beside("0505", *[3] * k), level=level, formation=formation, strength=int(word[1])
            )
        )
    assert stack_fits(field.t, field.s, put) is fits


@pytest.mark.parametrize(
    ("name", "flags", "again"),
    [("br-5", LEFT_SQUARE, False), ("br-5", 0, True), ("br-6pdr-a", FIRED, False)],
)
def test_who_may_make_a_march_at_all(field: Field, name: str, flags: int, again: bool) -> None:
    """JDG-4.1.3-b, JDG-4.2-j, JDG-4.4.2-a."""
    field.put(name, HERE, 0, flags=flags)
    field.move(name)
    assert bool(said(field, "march")) is again
    assert at(field, (3,)) <= said(field, "go")
