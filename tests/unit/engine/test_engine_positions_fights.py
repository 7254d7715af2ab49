"""More positions of shocks, charges and pursuits; what is legal was worked out by hand."""

from __future__ import annotations

import pytest

from jdgtools.engine.jdg.words import (
    CHARGE,
    CHARGED,
    DISORDERED,
    FOUGHT,
    ROUTED,
    SQUARE,
    STAYS,
)
from tests.unit.engine.field import Field, answered, by_night, command, said, where

HERE = "1515"
AHEAD = "1514"
BESIDE = "1614"
"""The front hexes of who stands in HERE and looks to the north."""


@pytest.fixture
def field() -> Field:
    return Field()


def foot(field: Field, name: str, here: str, facing: int = 0, **more: int) -> int:
    return field.put(name, here, facing, **{"strength": 4, "cohesion": 6, "shock": 9, **more})


def horse(field: Field, name: str, here: str, facing: int = 0, **more: int) -> int:
    ratings = {"strength": 4, "cohesion": 6, "shock": 5, "movement": 8}
    return field.put(name, here, facing, **{**ratings, **more})


def strike(field: Field, name: str, here: str, facing: int = 0, **more: int) -> int:
    """Put cavalry that has made its charge move beside its target."""
    return horse(field, name, here, facing, **{"flags": CHARGE, **more})


def shock(field: Field, *pairs: tuple[str, str], side: int = 0) -> None:
    """Declare attacks, and go on to their combats."""
    field.begin(("declare", side), ("combats", side))
    for origin, target in pairs:
        field.play(f"attack {origin} {target}")
    if "done" in field.actions() and not field.rests:
        field.play("done")


def resolve(field: Field, *names: str, side: int = 1) -> None:
    """Go on to the combats of cavalry that has made its charge move."""
    field.begin(*(("charge-stands", (field.unit(name),)) for name in names), ("combats", side))


# Who attacks (JDG-8.2, JDG-8.3)


@pytest.mark.parametrize(
    ("facing", "attacks"),
    [(0, {AHEAD}), (5, {AHEAD}), (1, set()), (2, set()), (3, set()), (4, set())],
)
def test_one_enemy_and_six_facings(field: Field, facing: int, attacks: set[str]) -> None:
    """JDG-8.2-a, JDG-6.1.2-c, JDG-6.1.1-d: north is a front hex of two of six facings."""
    foot(field, "br-5", HERE, facing)
    foot(field, "fr-32", AHEAD, 3)
    field.begin(("declare", 0))
    assert said(field, "attack") == {f"attack {HERE} {h}" for h in attacks}


@pytest.mark.parametrize("kind", ["disordered", "routed", "square", "guns"])
def test_all_kinds_of_enemies_are_attacked(field: Field, kind: str) -> None:
    """JDG-8.2-a: any enemy unit on a front hex."""
    foot(field, "br-5", HERE)
    level = {"disordered": DISORDERED, "routed": ROUTED}.get(kind, 0)
    name = "fr-guns-a" if kind == "guns" else "fr-32"
    foot(field, name, AHEAD, 3, level=level, flags=SQUARE if kind == "square" else 0)
    field.begin(("declare", 0))
    assert said(field, "attack") == {f"attack {HERE} {AHEAD}"}


def test_a_shock_is_free_to_declare_and_then_bound(field: Field) -> None:
    """JDG-8.3.1-a, -b, -d, JDG-8.2-e, -EX1: nothing, or both hexes."""
    foot(field, "br-5", HERE)
    foot(field, "fr-32", AHEAD, 3)
    foot(field, "fr-82", BESIDE, 4)
    field.begin(("declare", 0))
    assert "done" in field.actions()
    field.play(f"attack {HERE} {AHEAD}")
    assert field.actions() == [f"attack {HERE} {BESIDE}"]


def test_a_disordered_unit_stays_out_and_its_stack_attacks(field: Field) -> None:
    """JDG-5.1.3-d, -g, JDG-8.2-b, JDG-5.1.3-EX2: four points against four are 1:1, the disordered counts nothing."""
    foot(field, "br-9-1", HERE, level=DISORDERED)
    foot(field, "br-5", HERE)
    foot(field, "fr-32", AHEAD, 3)
    shock(field, (HERE, AHEAD))
    field.play(5)
    event = next(e for e in field.s.events if e.kind == "shock")
    assert field.unit("br-9-1") not in event.pieces and event.numbers[1:] == (5, 5)


def test_routed_and_disordered_defenders_count_their_points(field: Field) -> None:
    """JDG-5.1.3-e, -EX1: 4 + 3, one of them disordered; guns count nothing: 4 against 7 is 1 to 2."""
    foot(field, "br-5", HERE)
    field.put("fr-guns-a", AHEAD, 0, level=DISORDERED)
    foot(field, "fr-32", AHEAD, 3)
    foot(field, "fr-82", AHEAD, 3, strength=3, level=DISORDERED)
    shock(field, (HERE, AHEAD))
    field.play(5)
    event = next(e for e in field.s.events if e.kind == "shock")
    assert event.numbers[1:] == (5, 3)


def test_the_guns_of_the_winner_stay(field: Field) -> None:
    """JDG-8.9-f, JDG-8.7.1-f: the infantry enters the hex, its guns do not."""
    field.put("br-6pdr-a", HERE, 0)
    foot(field, "br-5", HERE)
    foot(field, "fr-32", AHEAD, 3)
    shock(field, (HERE, AHEAD))
    answered(field, 9, stop=("face",))
    assert (field.at("br-5"), field.at("br-6pdr-a")) == (AHEAD, HERE)


@pytest.mark.parametrize(
    ("first", "second", "heavy", "goes"),
    [
        ("br-5", "br-20ld", False, "br-20ld"),
        ("br-20ld", "pt-cav", True, "pt-cav"),
        ("br-20ld", "pt-cav", False, "br-20ld"),
    ],
)
def test_who_goes_first_of_several_arms(
    field: Field, first: str, second: str, heavy: bool, goes: str
) -> None:
    """JDG-8.7.3-c, -d, -EX1, -EX2: cavalry before infantry, heavy before light, then the cohesion: 8 and 5."""
    for name, here, facing, cohesion in ((first, HERE, 0, 8), (second, field.beside(AHEAD, 2), 5, 5)):
        unit = (foot if name == "br-5" else horse)(field, name, here, facing, cohesion=cohesion)
        field.t.heavy[unit] = heavy and name == second
    foot(field, "fr-32", AHEAD, 1, level=DISORDERED)
    shock(field, (HERE, AHEAD), (field.beside(AHEAD, 2), AHEAD))
    answered(field, 9, "stay", stop=("face",))
    assert field.at(goes) == AHEAD


def test_each_unit_of_a_hex_withdraws_or_stays(field: Field) -> None:
    """AMB-105, JDG-8.8.1-a, -j: one goes, the other is attacked."""
    foot(field, "br-5", HERE)
    for name in ("fr-1ch", "fr-3dr"):
        horse(field, name, AHEAD, 3, cohesion=9)
    shock(field, (HERE, AHEAD))
    assert said(field, "withdraw") == {f"withdraw {n} {k}" for n in ("fr-1ch", "fr-3dr") for k in (1, 2)}
    field.play("withdraw fr-3dr 1", 0, f"retreat {field.beside(AHEAD, 0)}")
    answered(field, 5, stop=("withdraw",))
    assert said(field, "withdraw") == {f"withdraw fr-1ch {k}" for k in (1, 2)}
    field.play("stay")
    assert field.chance == "shock" and field.at("fr-1ch") == AHEAD


def test_nobody_withdraws_from_light_cavalry_nor_heavy_from_heavy(field: Field) -> None:
    """JDG-8.8.2-a, -d, -e, -EX1: heavy cavalry withdraws before infantry alone."""
    for attacker, defender, expected in (
        (False, False, False),
        (True, True, False),
        (True, False, True),
        (False, True, False),
    ):
        field = Field()
        horse(field, "br-20ld", HERE, heavy=attacker)
        horse(field, "fr-1ch", AHEAD, 3, heavy=defender)
        shock(field, (HERE, AHEAD))
        assert bool(said(field, "withdraw")) is expected, (attacker, defender)


def test_infantry_and_guns_never_withdraw(field: Field) -> None:
    """JDG-8.8.1-a, JDG-8.8.2-EX1, AMB-70."""
    foot(field, "br-5", HERE)
    field.put("fr-guns-a", AHEAD, 0)
    foot(field, "fr-32", AHEAD, 3)
    shock(field, (HERE, AHEAD))
    assert not said(field, "withdraw")


@pytest.mark.parametrize(
    ("hexes", "roll", "level"), [(1, 5, 0), (1, 6, DISORDERED), (2, 8, 0), (2, 9, DISORDERED)]
)
def test_the_check_of_a_withdrawal(field: Field, hexes: int, roll: int, level: int) -> None:
    """JDG-8.8.1-d to -g, -i, -EX1, -EX2: cohesion 6; whatever the roll, it withdraws."""
    foot(field, "br-5", HERE)
    horse(field, "fr-1ch", AHEAD, 3)
    shock(field, (HERE, AHEAD))
    field.play(f"withdraw fr-1ch {hexes}", roll)
    for _ in range(hexes):
        field.play(sorted(said(field, "retreat"))[0])
    assert field.level("fr-1ch") == level
    assert field.t.distance(field.hex(field.at("fr-1ch")), field.hex(HERE)) == 1 + hexes


def test_who_has_withdrawn_once_stands_the_next_time(field: Field) -> None:
    """JDG-8.8.1-a: once before units of one marker; a second shock in the same activation finds it."""
    foot(field, "br-5", HERE)
    horse(field, "fr-1ch", AHEAD, 3, cohesion=9)
    north = field.beside(AHEAD, 0)
    foot(field, "br-38", field.beside(north, 1), 4)
    shock(field, (HERE, AHEAD))
    field.play("withdraw fr-1ch 1", 0)
    if said(field, "retreat"):
        field.play(
            f"retreat {north}" if f"retreat {north}" in field.actions() else sorted(said(field, "retreat"))[0]
        )
    answered(field, 5)
    here = field.at("fr-1ch")
    field.begin(("withdrawals", ((field.hex(HERE), field.hex(here)),), 0))
    assert not said(field, "withdraw")


def test_a_check_fails_and_nobody_fights(field: Field) -> None:
    """JDG-8.3.2-d, JDG-8.3.3-d: without orders, the rating is 4 and the roll 5."""
    foot(field, "br-5", HERE, orders=False, shock=4)
    foot(field, "br-38", HERE, orders=False, shock=9)
    foot(field, "fr-32", AHEAD, 3)
    shock(field, (HERE, AHEAD))
    field.play(5)
    assert field.rests and not field.s.flags[field.unit("fr-32")] & FOUGHT


def test_a_neighbour_fails_and_the_other_owes_both(field: Field) -> None:
    """JDG-8.3.2-e, -EX1: A against X, B against Y alone; A fails its check, so B strikes both in one combat."""
    right = "1615"  # B stands south-east of X, and has X and Y on its front hexes
    foot(field, "br-5", HERE, orders=False, shock=0)
    foot(field, "br-38", right, 5, orders=False, shock=9)
    x, y = BESIDE, field.beside(right, 5)
    assert x == field.beside(right, 0) or y in (HERE, x)
    foot(field, "fr-32", field.beside(right, 0), 3)
    field.begin(("declare", 0))
    assert f"attack {right} {field.beside(right, 0)}" in field.actions()


def test_two_combats_in_the_order_of_the_player(field: Field) -> None:
    """AMB-97, JDG-8.3.1-d: both are declared first, then he says which is next."""
    far, enemy = field.beside(HERE, 2, 2, 2), field.beside(HERE, 2, 2, 2, 0)
    foot(field, "br-5", HERE)
    foot(field, "br-38", far)
    foot(field, "fr-32", AHEAD, 3)
    foot(field, "fr-82", enemy, 3)
    shock(field, (HERE, AHEAD), (far, enemy))
    assert set(field.actions()) == {f"resolve {AHEAD}", f"resolve {enemy}"}


def test_only_ordered_units_of_a_stack_counter_attack(field: Field) -> None:
    """JDG-8.7.2-g, -l, JDG-5.1.3-g: row R4; the disordered one stays."""
    foot(field, "br-5", HERE, strength=1, cohesion=4)
    foot(field, "fr-32", AHEAD, 3, strength=4)
    foot(field, "fr-82", AHEAD, 3, strength=4, level=DISORDERED)
    shock(field, (HERE, AHEAD))
    back = field.beside(HERE, 3)
    answered(field, 6, f"retreat {back}", stop=("advance",))
    field.play(f"advance fr-32 {HERE}")
    assert (field.at("fr-32"), field.at("fr-82")) == (HERE, AHEAD)
    assert said(field, "counter-attack") == {f"counter-attack {HERE} {back}"}


# Charges (JDG-9)


def test_a_charge_on_two_hexes_that_are_both_lost_enters_either(field: Field) -> None:
    """JDG-9.5.2-k, -m, JDG-9.2-a: row R12, all are eliminated; the player chooses the hex."""
    strike(field, "fr-1ch", HERE, strength=9, cohesion=9)
    for name, there in (("br-5", AHEAD), ("br-38", BESIDE)):
        foot(field, name, there, 3, strength=1, cohesion=1, level=ROUTED)
    resolve(field, "fr-1ch")
    field.play(9)
    while not said(field, "step", "face"):
        field.play(0 if field.chance else field.actions()[0])
    assert said(field, "step") == {f"step fr-1ch {h}" for h in (AHEAD, BESIDE)}
    field.play(f"step fr-1ch {BESIDE}")
    assert field.at("fr-1ch") == BESIDE
    assert said(field, "face") == {"face 5", "face 0", "face 1"}


def test_a_square_lost_in_a_shock_may_be_formed_against_another_charge(field: Field) -> None:
    """JDG-9.3.1-b: only against the pursuit of the charge in which it was lost."""
    unit = foot(field, "br-5", AHEAD, 3, flags=SQUARE)
    foot(field, "fr-32", HERE, 0)
    far, target = field.beside(HERE, *[2] * 4), field.beside(HERE, *[2] * 4, 0)
    strike(field, "fr-1ch", far)
    foot(field, "br-38", target, 3)
    field.begin(("charge-stands", (field.unit("fr-1ch"),)), ("declare", 1))
    field.play(f"attack {HERE} {AHEAD}")
    if "done" in field.actions():
        field.play("done")
    field.play(f"resolve {AHEAD}")
    answered(field, 5, stop=("face",))  # +2 for the square: row R8
    assert field.at("br-5") != AHEAD and not field.s.flags[unit] & SQUARE
    field.play(sorted(said(field, "face"))[0])
    while not field.rests and field.s.frames[-1][0] != "countercharge" and not field.chance:
        field.play(field.actions()[0])
    from jdgtools.engine.jdg.charges import may_answer_with_square

    assert may_answer_with_square(field.game, field.s, field.s.place[unit])


def test_a_charge_without_orders_that_fails_its_check(field: Field) -> None:
    """JDG-9.1-d, JDG-2.4.2-f: it stays where it is, neither moves nor fights, nor declares again."""
    unit = horse(field, "fr-1ch", HERE, orders=False, shock=4)
    target = field.beside(HERE, 0, 0, 0)
    foot(field, "br-5", target, 3)
    field.move("fr-1ch")
    field.play(f"charge {target}", 5)
    assert field.s.flags[unit] & STAYS and field.at("fr-1ch") == HERE
    assert "unit fr-1ch" not in field.actions()


@pytest.mark.parametrize(
    ("movement", "orders", "reaches"),
    [(9, True, 5), (8, True, 4), (9, False, 5), (8, False, 4), (1, True, 1)],
)
def test_how_far_a_charge_goes(field: Field, movement: int, orders: bool, reaches: int) -> None:
    """JDG-9.1-f, -EX2, AMB-18: the reduced movement, once; the target stands beside its last hex."""
    horse(field, "fr-1ch", HERE, movement=movement, orders=orders)
    for distance, legal in ((reaches + 1, True), (reaches + 2, False)):
        field.put("br-5", field.beside(HERE, *[0] * distance), 3)
        field.move("fr-1ch")
        assert bool(said(field, "charge")) is legal
        field.s.take(field.unit("br-5"))


@pytest.mark.parametrize("option", ["night", "fog"])
def test_no_charge_in_the_dark_and_a_shock_all_the_same(field: Field, option: str) -> None:
    """JDG-12.1-e, JDG-12.2-d, JDG-9.1-m."""
    by_night(field, option)
    horse(field, "fr-1ch", HERE)
    foot(field, "br-5", field.beside(AHEAD, 0), 3)
    field.move("fr-1ch")
    assert not said(field, "charge")
    foot(field, "br-38", AHEAD, 3)
    field.begin(("declare", 1))
    assert f"attack {HERE} {AHEAD}" in field.actions()


def test_a_stack_charges_on_without_the_unit_that_the_fire_disordered(field: Field) -> None:
    """JDG-8.3.3-f, -g, AMB-59, JDG-9-j: the top one is struck; the other takes the guns."""
    for name in ("fr-1ch", "fr-3dr"):
        strike(field, name, HERE, cohesion=1)
    field.put("br-6pdr-a", AHEAD, 3, strength=6)
    field.begin(("charge-stands", (field.unit("fr-1ch"), field.unit("fr-3dr"))), ("combats", 1))
    field.play("react br-6pdr-a fr-1ch", 6)  # 6 + 6, close +2, reaction -1, dense +1
    answered(field, 5, stop=("face",))
    assert field.level("fr-1ch") == DISORDERED and field.at("br-6pdr-a") == "-"
    assert field.at("fr-3dr") == AHEAD


def test_guns_alone_are_lost_to_a_charge_without_pursuit(field: Field) -> None:
    """JDG-8.9-h, -i, JDG-9.5.2-l, JDG-9.2-e: an enemy stands behind them; it is not charged on, and one check."""
    strike(field, "fr-1ch", HERE, flags=CHARGE | CHARGED)
    field.put("br-6pdr-a", AHEAD, 0)
    foot(field, "br-5", field.beside(AHEAD, 0), 3)
    resolve(field, "fr-1ch")
    answered(field, 9, stop=("face",))
    assert field.at("fr-1ch") == AHEAD and not said(field, "resolve")
    field.play("face 0")
    assert field.chance == "cohesion check"
    field.play(0)
    assert field.rests


@pytest.mark.parametrize(("roll", "recalled"), [(5, True), (6, False)])
def test_a_recall_is_a_shock_check(field: Field, roll: int, recalled: bool) -> None:
    """JDG-9.3.3-a, -b, -d, -f, -EX1: rating 5; recalled it goes a hex away and has no check at its end."""
    unit = strike(field, "fr-1ch", HERE)
    foot(field, "br-5", AHEAD, 3)
    target = field.hex(AHEAD)
    field.s.flags[unit] |= CHARGED
    field.begin(("squares", (target,), 0), ("recall", (unit,), target, 0, 0, 0))
    field.play(f"form {AHEAD}", 0, "recall", roll)
    if recalled:
        assert said(field, "retreat") == {f"retreat {field.beside(HERE, d)}" for d in (2, 3, 4)}
        field.play(f"retreat {field.beside(HERE, 3)}")
        assert len(said(field, "face")) == 6
    assert bool(field.s.flags[unit] & (CHARGE | CHARGED)) is not recalled


@pytest.mark.parametrize(
    ("roll", "levels", "square"), [(4, (0, 0), True), (5, (1, 1), False), (7, (1, 1), False)]
)
def test_one_roll_for_the_square_of_a_stack(
    field: Field, roll: int, levels: tuple[int, int], square: bool
) -> None:
    """JDG-9.3.1-e to -h, -EX1, AMB-101: cohesion 6 and 4."""
    units = [foot(field, "br-5", AHEAD, 3, cohesion=6), foot(field, "br-38", AHEAD, 3, cohesion=4)]
    field.begin(("squares", (field.hex(AHEAD),), 0))
    field.play(f"form {AHEAD}", roll)
    assert tuple(field.s.level[u] for u in units) == levels
    assert all(bool(field.s.flags[u] & SQUARE) is square for u in units)


@pytest.mark.parametrize(
    ("heavy", "roll", "met"), [(False, 6, True), (False, 7, False), (True, 4, True), (True, 5, False)]
)
def test_a_counter_charge_is_a_shock_check(field: Field, heavy: bool, roll: int, met: bool) -> None:
    """JDG-9.4-b to -e, -EX1, -EX2: rating 6, two more for light against heavy cavalry."""
    strike(field, "fr-1ch", HERE, heavy=heavy)
    unit = horse(field, "br-20ld", AHEAD, 3, shock=6)
    resolve(field, "fr-1ch")
    field.play("counter-charge br-20ld", roll)
    assert bool(field.s.flags[unit] & CHARGED) is met


def test_cavalry_that_looks_away_meets_no_charge(field: Field) -> None:
    """JDG-9.4-a, -EX3: the charge comes from the south, it looks to the north."""
    strike(field, "fr-1ch", HERE)
    horse(field, "br-20ld", AHEAD, 0)
    resolve(field, "fr-1ch")
    assert not said(field, "counter-charge") and field.chance == "shock"


def test_a_commander_in_the_way_of_a_pursuit_gives_way(field: Field) -> None:
    """JDG-2.5.2-b, -c, AMB-12, JDG-6.2.2-c: any kind of move drives him."""
    leader = command(field, field.beside(AHEAD, 5), "wellesley")
    strike(field, "fr-1ch", HERE, strength=9, cohesion=9)
    foot(field, "br-5", AHEAD, 3, strength=1, cohesion=1, level=ROUTED)
    resolve(field, "fr-1ch")
    answered(field, 9, stop=("displace",))
    assert said(field, "displace") and where(field, leader) != "-"
