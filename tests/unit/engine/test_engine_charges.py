"""Charges on an open field, from their declaration to the check at their end (JDG-9)."""

from __future__ import annotations

import pytest

from jdgtools.engine.jdg.charges import charge_facings, charge_legs
from jdgtools.engine.jdg.shocks import shock_sum
from jdgtools.engine.jdg.words import CHARGE, SQUARE
from tests.unit.engine.field import Field

HERE, THERE = "1515", "1511"


@pytest.fixture
def field() -> Field:
    return Field()


def charge(
    field: Field, *, orders: bool = True, movement: int = 8, heavy: bool = False, shock: int = 5
) -> None:
    """Put French cavalry four hexes south of the place that it charges, and let it move."""
    field.put("fr-1ch", HERE, 0, orders=orders, movement=movement, heavy=heavy, shock=shock, cohesion=6,
              strength=4)  # fmt: skip


def ride(field: Field, to: str = "1512", facing: int = 0) -> None:
    """Declare the charge, and ride."""
    field.move("fr-1ch")
    field.play(f"charge {THERE}")
    field.play(f"go {to}", f"face {facing}")


def finish(field: Field) -> None:
    """End the movement segment, and declare no shock."""
    field.play("done")


@pytest.mark.parametrize(("movement", "reach"), [(9, 5), (8, 4)])
def test_a_charge_goes_no_farther_than_reduced_movement(field: Field, movement: int, reach: int) -> None:
    """JDG-9.1-EX2, JDG-9.1-e, -f."""
    charge(field, movement=movement)
    legs = charge_legs(field.game, field.s, (field.unit("fr-1ch"),), ())
    distances = {field.t.distance(field.hex(HERE), h) for h in legs}
    assert distances == set(range(1, reach + 1))


def test_a_target_behind_cannot_be_charged(field: Field) -> None:
    """JDG-9.1-EX5, JDG-9.1-a."""
    charge(field)
    field.put("br-5", field.beside(HERE, 3, 3, 3))
    field.put("br-38", THERE)
    field.move("fr-1ch")
    assert [a for a in field.actions() if a.startswith("charge")] == [f"charge {THERE}"]


@pytest.mark.parametrize(
    ("level", "flag", "allowed"), [(0, "", True), (1, "", False), (0, "night", False), (0, "fog", False)]
)
def test_who_may_charge(field: Field, level: int, flag: str, allowed: bool) -> None:
    """JDG-9.1-b, JDG-10.1-g, JDG-12.1-e, JDG-12.2-d."""
    charge(field)
    field.s.level[field.unit("fr-1ch")] = level
    field.put("br-5", THERE)
    field.t.turn_flags[2] = frozenset([flag])
    field.move("fr-1ch")
    assert (f"charge {THERE}" in field.actions()) is allowed


def test_from_a_zone_a_charge_leaves_first_and_keeps_its_facing(field: Field) -> None:
    """JDG-9.1-EX3, JDG-9.1-EX4, JDG-9.1-g: the first hex costs 2, so two more; what is adjacent is out of reach."""
    charge(field)
    field.put("br-38", field.beside(HERE, 2), 2)
    unit = field.unit("fr-1ch")
    legs = charge_legs(field.game, field.s, (unit,), (field.unit("br-38"),))
    assert max(field.t.distance(field.hex(HERE), h) for h in legs) == 3
    field.put("br-5", THERE)
    field.move("fr-1ch")
    field.play(f"charge {THERE}")
    assert (field.at("fr-1ch"), field.s.facing[unit]) == ("1512", 0)


def test_without_orders_a_check_comes_before_the_move(field: Field) -> None:
    """JDG-9.1-d, JDG-2.4.2-f: who fails stays, and fights nobody."""
    charge(field, orders=False)
    field.put("br-5", THERE)
    field.move("fr-1ch")
    field.play(f"charge {THERE}")
    assert field.chance == "shock check"
    field.play(6)
    assert field.at("fr-1ch") == HERE
    assert "unit fr-1ch" not in field.actions()


def test_no_charge_through_friendly_artillery(field: Field) -> None:
    """JDG-9.1-h."""
    charge(field, movement=2)
    field.put("fr-guns-a", field.beside(HERE, 0))
    legs = charge_legs(field.game, field.s, (field.unit("fr-1ch"),), ())
    assert field.hex(field.beside(HERE, 0)) not in legs


@pytest.mark.parametrize(("roll", "square"), [(4, True), (5, False)])
def test_one_roll_for_the_square_of_a_stack(field: Field, roll: int, square: bool) -> None:
    """JDG-9.3.1-EX1, JDG-9.3.1-e to -h: cohesion 6 and 4."""
    charge(field)
    for name, cohesion in (("br-5", 6), ("br-38", 4)):
        field.put(name, THERE, 3, cohesion=cohesion, formation=0)
    field.put("br-6pdr-a", THERE, 3)
    ride(field)
    field.play(f"form {THERE}", roll)
    for name in ("br-5", "br-38"):
        assert bool(field.s.flags[field.unit(name)] & SQUARE) is square
        assert field.level(name) == (0 if square else 1)
    assert bool(field.s.flags[field.unit("br-6pdr-a")] & SQUARE) is square


@pytest.mark.parametrize("ground", ["village", "disordered", "in square"])
def test_who_forms_no_square(field: Field, ground: str) -> None:
    """JDG-9.3.1-a, -i, JDG-9.3.1-EX2, JDG-10.1-h."""
    charge(field)
    field.put("br-5", THERE, level=int(ground == "disordered"), flags=SQUARE if ground == "in square" else 0)
    field.t.clear[field.hex(THERE)] = ground != "village"
    ride(field)
    assert f"form {THERE}" not in field.actions()


@pytest.mark.parametrize(("roll", "recalled"), [(5, True), (6, False)])
def test_a_charge_may_be_recalled_from_a_square(field: Field, roll: int, recalled: bool) -> None:
    """JDG-9.3.3-EX1, JDG-9.3.3-a to -f: recalled cavalry falls back, and has no check at the end."""
    charge(field, shock=5)
    field.put("br-5", THERE, 3, cohesion=9)
    ride(field)
    field.play(f"form {THERE}", 0, "recall", roll)
    unit = field.unit("fr-1ch")
    assert bool(field.s.flags[unit] & CHARGE) is not recalled
    if recalled:
        field.play("retreat 1513", "face 3", "done")
        assert (field.at("fr-1ch"), field.s.facing[unit]) == ("1513", 3)
        assert field.chance == ""
    else:
        finish(field)
        assert field.chance == "shock"
        assert "charge_square" in lines(field)


def test_recalled_cavalry_stays_where_enemies_look(field: Field) -> None:
    """JDG-9.3.3-c."""
    charge(field)
    field.put("br-5", THERE, 3, cohesion=9)
    ride(field)
    for name, at, facing in (("br-38", "1615", 5), ("br-82", "1415", 0), ("br-2", "1514", 0)):
        field.put(name, at, facing)
    field.play(f"form {THERE}", 0, "recall", 0)
    assert field.at("fr-1ch") == "1512"
    assert not field.s.flags[field.unit("fr-1ch")] & CHARGE


def lines(field: Field, met: bool = False, number: int = 0) -> set[str]:
    """Return the lines of modifiers that count in the charge that stands."""
    unit = field.unit("fr-1ch")
    pair = (field.s.place[unit], field.hex(THERE))
    return set(shock_sum(field.game, field.s, (unit,), (pair,), (), met, number)[1])


def test_a_square_takes_the_bonus(field: Field) -> None:
    """JDG-9.2-d, JDG-9.3.2-a: the line of the square stands in the place of those of the charge."""
    charge(field, heavy=True)
    foot = field.put("br-5", THERE, 3)
    ride(field)
    assert {"charge_bonus", "heavy_charge"} <= lines(field)
    field.s.flags[foot] |= SQUARE
    assert {"charge_bonus", "heavy_charge", "charge_square"} & lines(field) == {"charge_square"}


@pytest.mark.parametrize(("heavy", "roll", "met"), [(True, 4, True), (True, 5, False), (False, 6, True)])
def test_counter_charge(field: Field, heavy: bool, roll: int, met: bool) -> None:
    """JDG-9-i, JDG-9.4-EX1, JDG-9.4-EX2, JDG-9.4-b to -e: before all else; rating 6, two more against heavy cavalry."""
    charge(field, heavy=heavy)
    field.put("br-20ld", THERE, 3, shock=6)
    ride(field)
    finish(field)
    field.play("counter-charge br-20ld", roll)
    assert field.chance == "shock"
    frame = field.s.frames[-1]
    assert frame[0] == "roll"
    assert frame[-1] == ((field.hex(THERE),) if met else ())
    assert "charge_bonus" in lines(field)
    assert "charge_bonus" not in lines(field, met=True)


def test_cavalry_charged_from_behind_does_not_counter_charge(field: Field) -> None:
    """JDG-9.4-EX3, JDG-9.4-a."""
    charge(field)
    field.put("br-20ld", THERE, 0)
    ride(field)
    finish(field)
    assert field.chance == "shock"


def test_nobody_withdraws_before_a_charge(field: Field) -> None:
    """JDG-8.8.2-b, JDG-9-b."""
    charge(field, heavy=True)
    field.put("br-20ld", THERE, 0)
    ride(field)
    finish(field)
    assert not any(action.startswith("withdraw") for action in field.actions())


def test_artillery_reacts_to_a_charge_and_the_disordered_charge_no_more(field: Field) -> None:
    """JDG-9-j, JDG-8.3.3-f, JDG-9.2-e: no combat, but the check at the end of the charge."""
    charge(field)
    field.put("br-6pdr-a", THERE, 3, strength=9)
    field.put("br-5", THERE, 3)
    ride(field)
    field.play("stay", "done", "react br-6pdr-a fr-1ch", 5)
    assert field.level("fr-1ch") == 1
    assert field.chance == "cohesion check"
    field.play(9)
    assert field.level("fr-1ch") == 2


def test_the_check_at_the_end_comes_in_addition(field: Field) -> None:
    """JDG-9.2-EX1, JDG-9.2-e, -f: disordered by the combat, and routed by the check."""
    charge(field)
    field.put("br-5", THERE, 3, strength=4, cohesion=6)
    ride(field)
    field.play("stay", "done", 0)
    while not field.chance:
        field.play(field.actions()[0])
    field.play(9)
    assert field.level("fr-1ch") == 1
    while not field.chance:
        field.play("stay" if "stay" in field.actions() else field.actions()[0])
    assert field.s.frames[-2][0] == "charge-end"
    field.play(9)
    assert field.level("fr-1ch") == 2


def test_two_units_that_charge_have_two_checks(field: Field) -> None:
    """JDG-9.2-EX2, JDG-4.4.1-c: a stack charges together."""
    charge(field)
    field.put("fr-3dr", HERE, 0, movement=8, cohesion=6)
    field.put("br-5", THERE, 3, cohesion=9, strength=9)
    field.begin(("segment", 1), ("declare", 1))
    field.play("move-stack fr-1ch", f"charge {THERE}", "go 1512", "face 0", "stay", "done")
    assert (field.at("fr-1ch"), field.at("fr-3dr")) == ("1512", "1512")
    rolls = 0
    while not field.rests:
        if field.chance:
            rolls += [f[0] for f in field.s.frames[-2:]] == ["charge-end", "check"]
            field.play(5)
        else:
            field.play(field.actions()[0])
    assert rolls == 2


def test_a_charge_strikes_all_enemies_on_its_front(field: Field) -> None:
    """JDG-9.2-a, AMB-72."""
    charge(field)
    field.put("br-5", THERE, 3)
    field.put("br-38", "1611", 3)
    ride(field)
    field.play("stay", "stay", "done")
    assert field.chance == "shock"
    assert {h for _, h in field.s.frames[-1][1]} == {field.hex(THERE), field.hex("1611")}


def flee(field: Field, roll: int = 9) -> None:
    """Charge, and see the defender off; the square is not tried."""
    ride(field)
    if f"form {THERE}" in field.actions():
        field.play("stay")
    finish(field)
    if "stay" in field.actions():
        field.play("stay")
    field.play(roll)


def until(field: Field, *words: str) -> None:
    """Go on with the first action, and dice of 0, until an action begins with one of the words, or to the end."""
    for _ in range(60):
        if field.rests or any(a.startswith(words) for a in field.actions()):
            return
        field.play(0 if field.chance else field.actions()[0])
    raise AssertionError(words)


def test_pursuit_follows_the_way_and_charges_again(field: Field) -> None:
    """JDG-9.5.1-a, JDG-9.5.2-i, -j, -p: compulsory; the first charge in pursuit has no modifier for it."""
    charge(field, heavy=True)
    field.put("br-5", THERE, 3, cohesion=6, strength=4)
    flee(field, 6)  # 6 + 3: the row 8, 9
    until(field, "retreat")
    field.play("retreat 1510")
    until(field, "face 0")
    assert field.at("fr-1ch") == THERE
    field.play("face 0")
    numbers = [frame[-1] for frame in field.s.frames if frame[0] == "charge-on"]
    assert numbers == [1]


@pytest.mark.parametrize(("number", "counts"), [(0, False), (1, False), (2, True)])
def test_charges_in_pursuit_become_weaker(field: Field, number: int, counts: bool) -> None:
    """JDG-9.5.2-EX1, JDG-9.5.2-q, -u."""
    charge(field)
    field.put("br-5", THERE, 3)
    ride(field)
    assert ("pursuit" in lines(field, number=number)) is counts


def test_disordered_cavalry_only_enters_the_hex(field: Field) -> None:
    """JDG-9.1-b, JDG-8.7.1-a: row R8 disorders the charge, and it pursues nobody."""
    charge(field)
    field.put("br-5", THERE, 3, cohesion=6, strength=4)
    flee(field, 4)
    assert field.chance == "cohesion check"
    field.play(9)
    until(field, "retreat")
    field.play("retreat 1510", 0)
    field.play("face 0")
    assert field.at("fr-1ch") == THERE
    assert field.rests or field.s.frames[-1][0] != "chase"


def test_after_an_elimination_the_cavalry_may_stop(field: Field) -> None:
    """JDG-9.5.2-k, -s: it enters the hex, turns by a corner, and charges on if it likes."""
    charge(field, heavy=True)
    field.put("br-5", THERE, 3, cohesion=1, strength=1, level=1)
    field.put("br-38", "1509", 3)
    flee(field)
    assert field.at("br-5") == "-"
    assert field.at("fr-1ch") == THERE
    assert {"face 5", "face 0", "face 1"} == set(field.actions())
    field.play("face 0")
    assert field.chance == "cohesion check"  # nobody on the front: the end of the charge


def test_lone_artillery_is_lost_without_pursuit(field: Field) -> None:
    """JDG-8.9-h, -i, JDG-9.5.2-l."""
    charge(field)
    field.put("br-6pdr-a", THERE, 0)
    field.put("br-38", "1510", 3)
    flee_to = field.at("br-6pdr-a")
    ride(field)
    finish(field)
    assert field.at("br-6pdr-a") == "-"
    assert field.at("fr-1ch") == flee_to
    assert not any(frame[0] in ("chase", "quarry") for frame in field.s.frames)


def test_ground_that_bars_charges_stops_the_pursuit(field: Field) -> None:
    """JDG-9.5.2-n: even with a road through it."""
    charge(field, heavy=True)
    field.put("br-5", THERE, 3, cohesion=6, strength=4, level=1)
    field.t.hex_blocks_charge[field.hex("1510")] = True
    flee(field, 7)
    until(field, "retreat 1510")
    field.play("retreat 1510", "retreat 1509")
    until(field, "face 0")
    field.play("face 0")
    assert field.at("fr-1ch") == THERE
    assert not any(frame[0] == "chase" for frame in field.s.frames)


def test_attacked_cavalry_pursues_when_its_counter_charge_succeeded(field: Field) -> None:
    """JDG-9.4-h, JDG-9.5.1-c: also on a row without `PU`."""
    charge(field)
    field.put("br-20ld", THERE, 2, shock=9, cohesion=7, strength=4)
    field.s.facing[field.unit("br-20ld")] = 2
    ride(field)
    finish(field)
    field.play("counter-charge br-20ld", 0, 4)
    until(field, "retreat")
    field.play(field.actions()[0], 0)
    until(field, "pursue br-20ld")
    assert "pursue br-20ld" in field.actions()
    field.play("pursue br-20ld")
    assert field.at("br-20ld") == "1512"


def test_the_heavy_unit_pursues_first(field: Field) -> None:
    """JDG-9.5.2-c, -f, JDG-8.7.3-d: alone or with its stack, even with less cohesion."""
    charge(field)
    field.put("fr-3dr", HERE, 0, movement=8, cohesion=4, heavy=True)
    field.put("br-5", THERE, 3, cohesion=1, strength=1, level=1)
    field.begin(("segment", 1), ("declare", 1))
    field.play("move-stack fr-1ch", f"charge {THERE}", "go 1512", "face 0", "done", 9)
    assert set(field.actions()) == {"pursue fr-3dr", "stack fr-3dr"}


def test_one_check_at_the_end_of_all_pursuits(field: Field) -> None:
    """JDG-9.5.2-EX2, JDG-9.5.2-t, AMB-79."""
    charge(field, heavy=True)
    field.put("br-5", THERE, 3, cohesion=5, strength=4)
    flee(field, 6)
    checks = 0
    for _ in range(60):
        if field.rests:
            break
        checks += [f[0] for f in field.s.frames[-2:]] == ["charge-end", "check"]
        if field.chance:
            field.play(9 if field.chance == "shock" else 0)
        else:
            field.play(field.actions()[0])
    assert field.rests
    assert checks == 1


def test_who_joins_a_charge_does_not_turn_it(field: Field) -> None:
    """JDG-9.2-a, JDG-6.1.1-b: cavalry that comes into the hex of a charge looks where the charge looks."""
    charge(field)
    field.put("fr-3dr", field.beside(HERE, 3), 0)
    field.put("br-5", THERE, 3)
    ride(field)
    field.play("stay", "unit fr-3dr", "go 1512")
    assert [a for a in field.actions() if a.startswith("face")] == ["face 0"]


def test_a_charge_is_not_asked_for_what_it_strikes_anyway(field: Field) -> None:
    """JDG-9.2-a: an enemy who stands on its front and was not named holds up nobody's declarations."""
    charge(field)
    field.put("br-5", THERE, 3)
    ride(field)
    field.play("stay")
    field.put("br-38", "1611", 3)
    field.play("done")
    assert field.s.frames[-1][0] != "declare"
    assert {h for _, h in field.s.frames[-1][1]} == {field.hex(THERE), field.hex("1611")}


@pytest.mark.parametrize(("aside", "facings"), [(0, (0,)), (1, (0,)), (2, ()), (5, ())])
def test_a_second_charge_into_a_hex_does_not_turn_the_first(
    field: Field, aside: int, facings: tuple[int, ...]
) -> None:
    """JDG-9.2-a, JDG-6.1.1-b: the hex is open to it only where both look at their targets in one facing."""
    charge(field)
    field.put("br-5", THERE, 3)
    ride(field)
    field.play("stay")
    second = field.put("fr-3dr", field.beside(HERE, 3), 0)
    target = field.hex(field.beside("1512", aside))
    assert charge_facings(field.game, field.s, (second,), field.hex("1512"), target, ()) == facings
