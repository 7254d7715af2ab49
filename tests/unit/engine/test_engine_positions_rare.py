"""Rare meetings of three rules and more; what is legal was worked out from the digest before the engine was asked."""

from __future__ import annotations

import pytest

from jdgtools.engine.jdg.words import CHARGE, DISORDERED, ORDERED, ROUTED, SHELTERED, SQUARE
from tests.unit.engine.field import Field, answered, by_night, said, until

HERE = "1515"
AHEAD = "1514"
BESIDE = "1614"
"""The front hexes of who stands in HERE and looks to the north."""


@pytest.fixture
def field() -> Field:
    return Field()


def wall(field: Field, here: str, *directions: int) -> None:
    """Close hexsides of a hex to everybody."""
    t = field.t
    for direction in directions:
        step = 6 * field.hex(here) + direction
        for cls, pair in enumerate(t.cost):
            t.cost[cls] = [tuple(-1 if k == step else c for k, c in enumerate(costs)) for costs in pair]


def attack(field: Field, name: str = "br-5", at: str = HERE, facing: int = 0, **more: int) -> int:
    return field.put(name, at, facing, **{"strength": 4, "cohesion": 6, "shock": 9, **more})


def defend(field: Field, name: str = "fr-32", at: str = AHEAD, facing: int = 3, **more: int) -> int:
    return field.put(name, at, facing, **{"strength": 4, "cohesion": 6, **more})


def begin_shock(field: Field, *pairs: tuple[str, str]) -> None:
    """Declare attacks of side 0, and go on to what the defender may do."""
    field.begin(("declare", 0), ("combats", 0))
    for origin, target in pairs:
        field.play(f"attack {origin} {target}")


@pytest.mark.parametrize(("roll", "stands"), [(5, True), (6, False)])
def test_a_retreat_passes_a_square_and_goes_on(field: Field, roll: int, stands: bool) -> None:
    """JDG-10.3.3-b, JDG-10.5-a, -b, JDG-4.2-h, -m, AMB-22.

    The only way leads over the hex of a square, and so does the second; nobody joins one. Infantry and guns in
    it check: the guns fail with 9 and stay in the square, which stands as long as the infantry passes.
    """
    unit = field.put("fr-32", HERE, level=ROUTED)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    south = field.beside(HERE, 3)
    wall(field, HERE, 2, 4)
    field.put("fr-82", south, 0, flags=SQUARE, cohesion=5)
    field.put("fr-guns-a", south, 0, flags=SQUARE, cohesion=9)
    field.begin(("retreat", unit, field.hex(HERE), 1, (attacker,), (), 1))
    places = [field.hex(text.split()[1]) for text in said(field, "retreat")]
    assert field.at("fr-32") == south and {field.t.distance(field.hex(HERE), h) for h in places} == {2}
    field.play(f"retreat {field.beside(south, 3)}")
    assert field.at("fr-32") == field.beside(south, 3)
    answered(field, 0, checks=roll)
    assert field.level("fr-82") == (ORDERED if stands else DISORDERED)
    assert bool(field.s.flags[field.unit("fr-82")] & SQUARE) is stands


@pytest.mark.parametrize("company", ["infantry", "heavy", "both", "light"])
@pytest.mark.parametrize("heavy", [False, True])
def test_from_whom_cavalry_withdraws_and_whether_it_checks(field: Field, company: str, heavy: bool) -> None:
    """JDG-8.8.1-a, JDG-8.8.2-a, -c to -e: before infantry with heavy cavalry as before infantry alone."""
    if company in ("infantry", "both"):
        attack(field)
    if company in ("heavy", "both", "light"):
        other = BESIDE if company != "both" else field.beside(AHEAD, 2)
        attack(field, "br-20ld", other, 4, heavy=company != "light")
    defend(field, "fr-1ch", heavy=heavy, cohesion=9)
    origins = {
        field.t.hex_ids[field.s.place[field.unit(n)]] for n in ("br-5", "br-20ld") if field.at(n) != "-"
    }
    field.begin(("declare", 0), ("combats", 0))
    for origin in sorted(origins):
        if f"attack {origin} {AHEAD}" in field.actions():
            field.play(f"attack {origin} {AHEAD}")
    if "done" in field.actions():
        field.play("done")
    may = company in ("infantry", "both") or (company == "heavy" and not heavy)
    assert bool(said(field, "withdraw")) is may
    if may:
        field.play("withdraw fr-1ch 1")
        assert (field.chance == "cohesion check") is (company != "heavy")


def slope(field: Field, here: str, direction: int) -> None:
    """Make a step disorder whoever takes it."""
    step = 6 * field.hex(here) + direction
    field.t.disorders = [[frozenset({step})] * 2 for _ in field.t.classes]


def test_an_advance_up_a_slope_routs_whom_its_own_row_has_disordered(field: Field) -> None:
    """JDG-8.5-d, JDG-8.7.1-a, -i, JDG-10.1-b, JDG-10.2-h: row R8, its check fails; it must enter, and goes on.

    Two hexes from where it was routed, not from where it attacked, in any direction that leads farther from there.
    """
    attack(field)
    defend(field)
    slope(field, HERE, 0)
    begin_shock(field, (HERE, AHEAD))
    answered(field, 6, "done", checks=9, stop=("retreat",))
    until(field, "retreat")
    while field.at("br-5") == HERE:
        field.play(sorted(said(field, "retreat"))[0])  # the defender goes first
        answered(field, 6, checks=9, stop=("retreat",))
    assert (field.level("br-5"), field.at("br-5")) == (ROUTED, AHEAD)
    ways = {field.hex(text.split()[1]) for text in said(field, "retreat")}
    assert field.hex(HERE) in ways and {field.t.distance(field.hex(AHEAD), h) for h in ways} == {1}
    field.play(f"retreat {HERE}")
    assert {field.t.distance(field.hex(AHEAD), field.hex(t.split()[1])) for t in said(field, "retreat")} == {
        2
    }


def test_of_two_shaken_in_a_small_stack_one_is_rallied_at_night(field: Field) -> None:
    """JDG-12.1-g, JDG-5.1.1-h, -i, JDG-11.1-j, AMB-94: 2 + 2 + 1; either makes 6, both would make 7.

    The night rallies without a roll and nobody declines; the owner says whom, and the other stays as he is.
    """
    by_night(field)
    field.put("pt-line-a", HERE, strength=2)
    for name, front, back in (("pt-line-b", 3, 2), ("pt-line-c", 2, 1)):
        unit = field.put(name, HERE, level=DISORDERED)
        field.t.strength[unit] = (front, back)
    field.begin(("rally", 0, -1))
    assert set(field.actions()) == {"rally pt-line-b", "rally pt-line-c"}
    field.play("rally pt-line-c")
    answered(field, 0)
    assert (field.level("pt-line-c"), field.level("pt-line-b")) == (ORDERED, DISORDERED)


def test_guns_whose_cavalry_withdraws_are_lost_after_their_fire(field: Field) -> None:
    """AMB-70, JDG-8.8.1-b, JDG-8.3.3-a, JDG-8.9-h, -i, JDG-8.7.1-a, JDG-8.7.2-k.

    They stay, fire at the attacker, are eliminated without a roll of the combat, and he enters without a breakthrough.
    """
    attack(field, cohesion=9)
    defend(field, "fr-1ch", cohesion=9)
    field.put("fr-guns-a", AHEAD, 3)
    defend(field, "fr-82", field.beside(AHEAD, 0))
    begin_shock(field, (HERE, AHEAD))
    until(field, "withdraw")
    field.play("withdraw fr-1ch 1", 0)
    field.play(sorted(said(field, "retreat"))[0])
    until(field, "react")
    kinds = [event.kind for event in field.s.events]
    field.play("react fr-guns-a br-5", 0)
    answered(field, 0, stop=("face",))
    kinds += [event.kind for event in field.s.events]
    assert "shock" not in kinds and field.at("fr-guns-a") == "-"
    assert field.at("br-5") == AHEAD and not said(field, "resolve")


def test_who_withdraws_before_another_attacker_is_attacked_by_him_and_stands(field: Field) -> None:
    """JDG-8.8.1-a, -m, JDG-8.2-e, JDG-8.4.3-a, AMB-57: he owes all on his front when his combat is resolved.

    The cavalry comes into his front for a level and has withdrawn in this activation: it is not asked again. Of the
    two hexes the shaken one gives him +1, the other nothing: the defender takes that.
    """
    attack(field)
    attack(field, "br-38", "1713", 4, strength=8)
    defend(field, "fr-82", "1612", 1, strength=4, cohesion=9)
    defend(field, "fr-1ch", cohesion=9)
    begin_shock(field, (HERE, AHEAD), ("1713", "1612"))
    until(field, "resolve")
    field.play(f"resolve {AHEAD}")
    until(field, "withdraw")
    field.play("withdraw fr-1ch 1", 0, "retreat 1613")
    assert field.level("fr-1ch") == DISORDERED
    for _ in range(30):
        assert not said(field, "withdraw")
        if field.chance == "shock" or field.rests:
            break
        field.play(0 if field.chance else "stay" if "stay" in field.actions() else field.actions()[0])
    field.play(5)
    shock = next(event for event in field.s.events if event.kind == "shock")
    assert {field.t.ids[u] for u in shock.pieces} == {"br-38", "fr-82", "fr-1ch"}
    # 8 against 4 and 4 is 1:1, cohesion 6 less 9; nothing for the shaken cavalry in the other hex.
    assert shock.numbers[1:] == (5, 5 - 3)


def charge(field: Field, name: str = "fr-1ch", **more: int) -> int:
    return field.put(
        name, HERE, 0, **{"movement": 8, "cohesion": 9, "shock": 5, "strength": 4, "flags": CHARGE, **more}
    )


def _charge_total(form: bool, meet: bool) -> int:
    """Return what is added to the roll of a charge on infantry ahead and cavalry beside it."""
    field = Field()
    charge(field)
    field.put("br-5", AHEAD, 3, strength=4, cohesion=9)
    field.put("br-20ld", BESIDE, 3, strength=4, cohesion=9, shock=9)
    units = (field.unit("fr-1ch"),)
    field.begin(("squares", (field.hex(AHEAD),), 0), ("charge-stands", units), ("combats", 1))
    field.play(*([f"form {AHEAD}", 0] if form else ["stay"]))
    for _ in range(20):
        if field.chance == "shock":
            break
        wanted = "counter-charge br-20ld" if meet else "stay"
        field.play(0 if field.chance else wanted if wanted in field.actions() else field.actions()[0])
    field.play(5)
    return next(event.numbers[2] for event in field.s.events if event.kind == "shock") - 5


def test_a_square_and_a_counter_charge_on_one_front() -> None:
    """JDG-9.2-a, -d, JDG-9.3.2-a, JDG-9.4-d, JDG-8.4.3-a: infantry ahead, cavalry beside it.

    The defender takes the hex that is better for him: -2 with a square whatever the cavalry does, nothing where it
    meets the charge, else the bonus of the charge, which holds in both.
    """
    met = _charge_total(False, True)
    assert _charge_total(True, True) == _charge_total(True, False) == met - 2
    assert _charge_total(False, False) == met + 2


def test_of_two_routed_who_pass_each_other_the_first_stays(field: Field) -> None:
    """JDG-10.2-t, JDG-10.5-d to -f, -b, JDG-5.1.2-h: the French flee to the south with three points.

    The first ends three hexes off; whom it has passed follows, passes it and a friend in order, at whom it may not
    stop: without points it goes a hex farther, and he checks. Who was passed back does not move again.
    """
    south = [field.beside(HERE, *[3] * count) for count in range(7)]
    field.put("fr-32", HERE, level=ROUTED, movement=3)
    field.put("fr-82", south[1], level=ROUTED, movement=3)
    field.put("fr-12l", south[4], 0, cohesion=4)
    field.begin(("check", (field.unit("fr-32"),), 0, 0, 0, ()))
    answered(field, 0, checks=5)
    assert (field.at("fr-32"), field.at("fr-82")) == (south[3], south[5])
    assert field.level("fr-12l") == DISORDERED


def test_guns_that_are_counter_attacked_fire_and_are_lost(field: Field) -> None:
    """JDG-8.7.2-g, -i, -j, AMB-65, JDG-8.3.3-a, JDG-8.9-h, -i, JDG-8.7.3-a: row R2 lets the defender answer.

    Of a beaten attacker's neighbours he chooses guns alone: they fire, are eliminated without a roll, and he enters.
    """
    attack(field, strength=2, cohesion=4)
    defend(field, strength=8, cohesion=9)
    guns = field.beside(AHEAD, 4)
    field.put("br-9pdr-a", guns, 1)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {AHEAD}")
    answered(field, 0, "done", checks=0, stop=("counter-attack",))
    assert f"counter-attack {AHEAD} {guns}" in field.actions()
    field.play(f"counter-attack {AHEAD} {guns}")
    assert said(field, "react") == {"react br-9pdr-a fr-32"}
    field.play("react br-9pdr-a fr-32", 0)
    for _ in range(10):
        assert field.chance != "shock"
        if said(field, "face"):
            break
        field.play(0 if field.chance else field.actions()[0])
    assert (field.at("br-9pdr-a"), field.at("fr-32")) == ("-", guns)


@pytest.mark.parametrize("friend", ["", "fr-32", "fr-3dr"])
def test_recalled_cavalry_stays_where_friends_leave_no_room(field: Field, friend: str) -> None:
    """JDG-9.3.3-b, JDG-10.3, JDG-5.1.2-f: a recall is no fall-back after combat, and passes nobody."""
    unit = charge(field, shock=9)
    field.put("br-5", AHEAD, 3, cohesion=9)
    south = field.beside(HERE, 3)
    wall(field, HERE, 2, 4)
    if friend:
        field.put(friend, south, 0, cohesion=4, formation=field.t.command[unit])
    field.begin(("squares", (field.hex(AHEAD),), 0), ("recall", (unit,), field.hex(AHEAD), 0, 0, 0))
    field.play(f"form {AHEAD}", 0, "recall", 0)
    answered(field, 0, checks=5)
    assert field.at("fr-1ch") == (HERE if friend == "fr-32" else south)
    assert not field.s.flags[unit] & CHARGE


def test_who_stays_in_order_on_bad_ground_breaks_through_alone(field: Field) -> None:
    """JDG-8.7.1-i, JDG-8.7.2-c, -d, JDG-5.1.3-c, -d: the slope disorders one unit of the stack, the other may strike."""
    for name, strength in (("br-5", 9), ("br-95-1", 9)):
        attack(field, name, strength=strength, cohesion=9, formation=0)
    attack(field, "br-38", field.beside(AHEAD, 2), 5, strength=9, cohesion=4)
    defend(field, strength=2, cohesion=2)
    defend(field, "fr-82", field.beside(AHEAD, 0), 3)
    t = field.t
    step = 6 * field.hex(HERE)
    cls = t.cls[field.unit("br-5")]
    t.cls = tuple(cls + (unit == field.unit("br-95-1")) if c == cls else c for unit, c in enumerate(t.cls))
    t.disorders = [[frozenset({step} if k == cls else ())] * 2 for k, _ in enumerate(t.classes)]
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {AHEAD}", f"attack {field.beside(AHEAD, 2)} {AHEAD}")
    answered(field, 9, "done", checks=0, stop=("face", "resolve"))
    assert field.level("br-5") == DISORDERED and field.at("br-95-1") == AHEAD
    assert said(field, "resolve")
    field.play(f"resolve {field.beside(AHEAD, 0)}", 0)
    assert next(e for e in field.s.events if e.kind == "shock").pieces[0] == field.unit("br-95-1")


def test_a_unit_whose_retreat_has_passed_another_is_not_driven_on_by_it(field: Field) -> None:
    """JDG-10.5-d, -f, JDG-10.2-h: it retreats two hexes over a routed unit, which then routs over it."""
    south = [field.beside(HERE, *[3] * count) for count in range(5)]
    unit = field.put("fr-32", HERE, level=ROUTED, movement=3)
    wall(field, HERE, 2, 4)
    wall(field, south[1], 2, 4)
    field.put("fr-82", south[1], level=ROUTED, movement=3)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    field.begin(("retreat", unit, field.hex(HERE), 2, (attacker,), (), 1))
    answered(field, 0)
    assert (field.at("fr-32"), field.at("fr-82")) == (south[2], south[4])


@pytest.mark.parametrize("flags", [0, SHELTERED])
def test_who_has_found_shelter_is_not_lost_where_all_ways_are_closed(field: Field, flags: int) -> None:
    """JDG-10.4-f, -l: a routed unit that cannot move a hex is eliminated, but not one that need not rout on."""
    unit = field.put("fr-32", HERE, level=ROUTED, movement=3, flags=flags)
    field.t.shelter[field.hex(HERE)] = True
    wall(field, HERE, *range(6))
    field.begin(field.game.rout_frame(field.s, unit))
    answered(field, 0)
    assert field.at("fr-32") == (HERE if flags else "-")


@pytest.mark.parametrize("points", [1, 2])
def test_who_parts_from_another_pays_no_more_for_the_other_column(field: Field, points: int) -> None:
    """JDG-10.4-d, -q: a hex less is always free; of the columns beside it those that the last point buys."""
    south = [field.beside(HERE, *[3] * count) for count in range(4)]
    unit = field.put("fr-32", HERE, level=ROUTED, movement=3)
    field.put("fr-82", south[3], level=ROUTED)
    east = 6 * field.hex(south[2]) + 2
    t = field.t
    t.cost = [
        [tuple(points * t.denominator if k == east else c for k, c in enumerate(costs)) for costs in pair]
        for pair in t.cost
    ]
    field.begin(field.game.rout_frame(field.s, unit))
    ways = {(2,), (4,), ()} if points == 1 else {(4,), ()}
    assert said(field, "retreat") == {f"retreat {field.beside(south[2], *way)}" for way in ways}
