"""Positions of charges and pursuits; what is legal was worked out by hand from the rules (JDG-9)."""

from __future__ import annotations

import pytest

from jdgtools.engine.jdg.shocks import shock_sum
from jdgtools.engine.jdg.words import CHARGE, CHARGED, DISORDERED, LOST_SQUARE, ROUTED, SQUARE
from tests.unit.engine.field import Field, answered, at, said, until

HERE = "1515"
"""Where the cavalry stands; it looks to the north, so that its front hexes lie north and north-east."""


@pytest.fixture
def field() -> Field:
    return Field()


def cavalry(field: Field, name: str = "fr-1ch", here: str = HERE, facing: int = 0, **more: int) -> int:
    return field.put(name, here, facing, **{"movement": 8, "cohesion": 6, "shock": 5, "strength": 4, **more})


def strike(field: Field, name: str, here: str, facing: int = 0, **more: int) -> int:
    """Put cavalry that has made its charge move beside its target."""
    return cavalry(field, name, here, facing, **{"flags": CHARGE, **more})


def resolve(field: Field, *names: str) -> None:
    """Go on to the combats of cavalry that has made its charge move."""
    field.begin(*(("charge-stands", (field.unit(name),)) for name in names), ("combats", 1))


# Who may charge whom (JDG-9.1)


def test_only_what_lies_before_its_front_is_charged(field: Field) -> None:
    """JDG-9.1-a, JDG-9.1-EX5: one straight ahead, one between the front hexes; none on the other four sides."""
    cavalry(field)
    for name, end in (
        ("br-5", (0, 0, 0)),
        ("br-38", (0, 1, 1)),
        ("br-40", (2, 2, 2)),
        ("br-71", (3, 3, 3)),
        ("br-45", (4, 4, 4)),
        ("br-91", (5, 5, 5)),
    ):
        field.put(name, field.beside(HERE, *end), 3)
    field.move("fr-1ch")
    assert said(field, "charge") == at(field, (0, 0, 0), (0, 1, 1), verb="charge")


def test_who_is_not_seen_is_not_charged(field: Field) -> None:
    """JDG-9.1-a, JDG-7.4-a: of two on its front, the one that is seen."""
    cavalry(field)
    hidden = field.hex(field.beside(HERE, 0, 0, 0))
    field.put("br-5", field.beside(HERE, 0, 0, 0), 3)
    field.put("br-38", field.beside(HERE, 1, 1, 1), 3)
    field.t.sight.sees = lambda origin, target: target != hidden
    field.move("fr-1ch")
    assert said(field, "charge") == at(field, (1, 1, 1), verb="charge")


@pytest.mark.parametrize(
    ("where", "open_"), [("start", False), ("way", True), ("end", False), ("target", False)]
)
def test_ground_that_bars_charges(field: Field, where: str, open_: bool) -> None:
    """JDG-9.1-j, -k: it begins in none, passes none (but goes round), and strikes none; 4 points reach three ends."""
    cavalry(field)
    target = field.beside(HERE, 0, 0, 0, 0)
    field.put("br-5", target, 3)
    bad = {
        "start": [HERE],
        "way": [field.beside(HERE, 0)],
        "end": [field.beside(target, d) for d in (2, 3, 4)],
        "target": [target],
    }[where]
    for name in bad:
        field.t.hex_blocks_charge[field.hex(name)] = True
    field.move("fr-1ch")
    assert bool(said(field, "charge")) is open_
    if open_:
        # Round the bad hex all three neighbours of the target lie four steps away.
        field.play(f"charge {target}")
        assert said(field, "go") == at(field, (2,), (3,), (4,), start=target)


def test_no_charge_across_a_closed_side(field: Field) -> None:
    """JDG-9.1-l: the slope lies on two sides of the target; from the third it is charged."""
    cavalry(field)
    target = field.beside(HERE, 0, 0, 0, 0)
    field.put("br-5", target, 3)
    for d in (2, 3):
        side = field.beside(target, d)
        field.t.no_charge[6 * field.hex(side) + (d + 3) % 6] = True
        field.t.no_charge[6 * field.hex(target) + d] = True
    field.move("fr-1ch")
    field.play(f"charge {target}")
    if not field.chance and said(field, "go"):
        assert said(field, "go") == at(field, (4,), start=target)
    else:
        assert field.at("fr-1ch") == field.beside(target, 4)


def test_an_enemy_in_front_is_charged_from_another_hex(field: Field) -> None:
    """JDG-9.1-g, -EX4, JDG-6.2.2-k, -m: it leaves the zone for two points, comes back in its old facing.

    With its facing kept the only other hex that has the enemy on its front lies north-west; it is a front hex of
    the enemy, so it is not entered at once.
    """
    cavalry(field)
    target = field.beside(HERE, 0)
    field.put("br-5", target, 3)
    field.move("fr-1ch")
    assert said(field, "charge") == {f"charge {target}"}
    field.play(f"charge {target}")
    assert (field.at("fr-1ch"), field.s.facing[field.unit("fr-1ch")]) == (field.beside(HERE, 5), 0)


@pytest.mark.parametrize("looks", [3, 0])
@pytest.mark.parametrize(("movement", "allowed"), [(6, True), (4, False)])
def test_leaving_the_zone_and_coming_back_costs_three(
    field: Field, movement: int, allowed: bool, looks: int
) -> None:
    """JDG-9.1-f, -g, JDG-6.2.2-j, -m: half of 6 is enough, half of 4 is not, wherever the enemy looks."""
    cavalry(field, movement=movement)
    target = field.beside(HERE, 0)
    field.put("br-5", target, looks)
    field.move("fr-1ch")
    assert bool(said(field, "charge")) is allowed


def test_guns_in_front_are_charged_from_any_side(field: Field) -> None:
    """JDG-9.1-e, -g, JDG-6.2.1-c: they have no zone, so it moves one hex or more, turns freely, and pays no more."""
    cavalry(field)
    target = field.beside(HERE, 0)
    field.put("br-6pdr-a", target, 3)
    field.move("fr-1ch")
    field.play(f"charge {target}")
    assert said(field, "go") - {f"go {HERE}"} == at(field, (0,), (1,), (2,), (4,), (5,), start=target)


@pytest.mark.parametrize(
    ("level", "flags", "kept"), [(DISORDERED, 0, True), (ROUTED, 0, False), (0, SQUARE, False)]
)
def test_whose_zone_binds_the_facing_of_a_charge(field: Field, level: int, flags: int, kept: bool) -> None:
    """JDG-9.1-g, JDG-6.2.1-c, -g: who stands beside it binds it only where he has a zone."""
    cavalry(field)
    field.put("br-38", field.beside(HERE, 3), 3, level=level, flags=flags)
    target = field.beside(HERE, 0, 0, 0)
    field.put("br-5", target, 3)
    field.move("fr-1ch")
    field.play(f"charge {target}")
    # A facing of 0 has the target north or north-east of it: the hexes south and south-west of the target.
    ends = at(field, (3,), (4,), start=target) if kept else at(field, (2,), (3,), (4,), start=target)
    assert said(field, "go") == ends


@pytest.mark.parametrize(("orders", "level"), [(True, DISORDERED), (True, ROUTED)])
def test_who_is_shaken_does_not_charge(field: Field, orders: bool, level: int) -> None:
    """JDG-9.1-b, JDG-10.1-g, JDG-10.2-k."""
    cavalry(field, level=level, orders=orders)
    field.put("br-5", field.beside(HERE, 0, 0, 0), 3)
    field.begin(("segment", 1))
    if "unit fr-1ch" in field.actions():
        field.play("unit fr-1ch")
    assert not said(field, "charge")


NEAR = (0, 1, 0)
"""A target three hexes off, seen through the hexes north and north-north-east."""


@pytest.mark.parametrize(
    ("movement", "infantry", "guns", "far"),
    [
        (6, (), (), [(1, 1, 0)]),
        (6, ((1,),), (), []),  # a point more for the infantry on its way: four, and it has three
        (6, (), ((1,),), []),
        (8, ((1,), (2,)), (), [(1, 1, 0), (0, 0, 0)]),
        (8, (), ((1,),), [(1, 1, 0), (0, 0, 0)]),  # round the guns
        (8, (), ((1,), (2,)), [(0, 0, 0)]),
    ],
)
def test_a_charge_goes_through_friends_but_not_through_guns(
    field: Field,
    movement: int,
    infantry: tuple[tuple[int, ...], ...],
    guns: tuple[tuple[int, ...], ...],
    far: list[tuple[int, ...]],
) -> None:
    """JDG-9.1-h, JDG-4.4.3-a, JDG-6.2.2-a: two hexes before the target are always near enough."""
    cavalry(field, movement=movement)
    target = field.beside(HERE, *NEAR)
    field.put("br-5", target, 3)
    for names, ends in ((("fr-32", "fr-12l"), infantry), (("fr-guns-a", "fr-guns-b"), guns)):
        for name, end in zip(names, ends, strict=False):
            field.put(name, field.beside(HERE, *end), 0)
    field.move("fr-1ch")
    field.play(f"charge {target}")
    assert said(field, "go") == at(field, (0, 1), (0, 0), *far)


def test_a_charge_may_not_stop_with_infantry(field: Field) -> None:
    """JDG-5.1.1-l, JDG-9.1-h: of three hexes before the target one holds infantry, one guns."""
    cavalry(field, movement=6)
    target = field.beside(HERE, *NEAR)
    field.put("br-5", target, 3)
    field.put("fr-32", field.beside(HERE, 0, 0), 0)
    field.put("fr-guns-a", field.beside(HERE, 1, 1, 0), 0)
    field.move("fr-1ch")
    field.play(f"charge {target}")
    assert field.at("fr-1ch") == field.beside(HERE, 0, 1)


def test_a_demoralised_formation_charges_who_has_no_zone(field: Field) -> None:
    """JDG-11.2-c, JDG-6.2.1-c: the guns, not the infantry."""
    from jdgtools.engine.jdg.words import DEMORALISED

    unit = cavalry(field)
    field.s.memory[DEMORALISED] = (field.t.command[unit],)
    field.put("br-5", field.beside(HERE, 0, 0, 0), 3)
    field.put("br-6pdr-a", field.beside(HERE, 1, 1, 1), 3)
    field.move("fr-1ch")
    assert said(field, "charge") == at(field, (1, 1, 1), verb="charge")


# What a charge meets (JDG-9.2, JDG-9.3, JDG-9.4)


def sums(field: Field, units: tuple[int, ...], target: str, met: bool = False, number: int = 0) -> int:
    pairs = tuple((field.s.place[u], field.hex(target)) for u in units)
    return shock_sum(field.game, field.s, units, pairs, (), met, number)[0]


@pytest.mark.parametrize(
    ("heavy", "square", "foot", "total"),
    [
        (False, False, False, 2),  # S9
        (True, False, False, 3),  # S9, S10
        (True, True, False, -2),  # S11 instead of both
        (False, False, True, 4),  # S9, and 2 to 1
        (True, True, True, 4),  # S11, S13, and 2 to 1
    ],
)
def test_the_sum_of_a_charge(field: Field, heavy: bool, square: bool, foot: bool, total: int) -> None:
    """JDG-9.2-b, -c, -d, JDG-8.4.1-a: four points of cohesion 6 against the same."""
    target = field.beside(HERE, 0)
    units = [strike(field, "fr-1ch", HERE, heavy=heavy)]
    if foot:
        units.append(field.put("fr-32", field.beside(target, 2), 5, strength=4, cohesion=6))
    field.put("br-5", target, 2, strength=4, cohesion=6, flags=SQUARE if square else 0)
    assert sums(field, tuple(units), target) == total


def test_a_counter_charge_takes_the_bonus_of_those_who_charge(field: Field) -> None:
    """JDG-9.4-d: four points against four, cohesion 6; heavy cavalry."""
    target = field.beside(HERE, 0)
    unit = strike(field, "fr-1ch", HERE, heavy=True)
    field.put("br-20ld", target, 3, strength=4, cohesion=6)
    assert (sums(field, (unit,), target), sums(field, (unit,), target, met=True)) == (3, 0)


@pytest.mark.parametrize("roll", [0, 9])
def test_who_counter_charged_checks_at_the_end_of_the_charge(field: Field, roll: int) -> None:
    """JDG-9.2-e, -f, AMB-79: whoever charged, on either side, once; who failed to meet it did not charge."""
    strike(field, "fr-1ch", HERE, flags=CHARGE | CHARGED)
    cavalry(field, "br-20ld", field.beside(HERE, 0), 3)
    resolve(field, "fr-1ch")
    until(field, "counter-charge")
    field.play("counter-charge br-20ld", roll)
    assert field.chance == "shock"
    ends: list[int] = []
    for _ in range(20):
        if field.rests:
            break
        # 4 + 0 or 2 + 2: row R6 or R7, both stay and pass their checks
        field.play((4 if not roll else 3) if field.chance == "shock" else 0)
        ends += [e.pieces[0] for e in field.s.events if e.kind == "charge-ends"]
    assert sorted(ends) == sorted(field.unit(n) for n in ("fr-1ch", *(() if roll else ("br-20ld",))))


def test_each_hex_of_cavalry_counter_charges_for_itself(field: Field) -> None:
    """JDG-9.4-a, -b: both front hexes hold cavalry; one looks at the charge, one away."""
    strike(field, "fr-1ch", HERE)
    field.put("br-20ld", field.beside(HERE, 0), 3)  # looks south and south-west
    field.put("pt-cav", field.beside(HERE, 1), 0)  # charged through a rear hex
    resolve(field, "fr-1ch")
    assert said(field, "counter-charge") == {"counter-charge br-20ld"}


@pytest.mark.parametrize("level", [DISORDERED, ROUTED])
def test_shaken_cavalry_does_not_counter_charge(field: Field, level: int) -> None:
    """JDG-9.4-a, JDG-10.1-h, JDG-10.2-p."""
    strike(field, "fr-1ch", HERE)
    field.put("br-20ld", field.beside(HERE, 0), 3, level=level)
    resolve(field, "fr-1ch")
    assert not said(field, "counter-charge")


def test_the_top_unit_checks_for_a_counter_charge(field: Field) -> None:
    """JDG-9.4-g, JDG-5.1.2-b: rating 3 on top, 9 below; a roll of 4 fails for both."""
    strike(field, "fr-1ch", HERE)
    there = field.beside(HERE, 0)
    top = field.put("br-20ld", there, 3, shock=3)
    field.put("pt-cav", there, 3, shock=9)
    assert field.s.stacks[field.hex(there)][0] == top
    resolve(field, "fr-1ch")
    assert said(field, "counter-charge") == {"counter-charge br-20ld"}
    field.play("counter-charge br-20ld", 4)
    assert field.chance == "shock" and field.s.frames[-1][-1] == ()


def test_guns_with_charged_cavalry_fire_after_its_counter_charge(field: Field) -> None:
    """JDG-9-i, -j, JDG-8.3.3-a: first the counter-charge, then the fire at those who charge, then the roll."""
    strike(field, "fr-1ch", HERE, cohesion=9)
    there = field.beside(HERE, 0)
    field.put("br-20ld", there, 3)
    field.put("br-6pdr-c", there, 3)
    resolve(field, "fr-1ch")
    assert said(field, "counter-charge", "stay") == {"counter-charge br-20ld", "stay"}
    field.play("stay")
    assert said(field, "react") == {"react br-6pdr-c fr-1ch"}


def test_a_square_that_gave_way_forms_no_other_against_the_pursuit(field: Field) -> None:
    """JDG-9.3.1-b, JDG-4.2-n, JDG-9.5.1-a: row R9, it falls back, is pursued, and not asked again."""
    there = field.beside(HERE, 0)
    strike(field, "fr-1ch", HERE, heavy=True, cohesion=9, strength=9)
    field.put("br-5", there, 3, flags=SQUARE, cohesion=6, strength=9)
    resolve(field, "fr-1ch")
    # 9 + 3 - 2 = 10 would rout nobody but disorders; 8 + 3 - 2 = 9 is R9.
    answered(field, 8, f"retreat {field.beside(there, 0)}", "face 0", stop=("face",))
    assert field.level("br-5") == 0 and field.s.flags[field.unit("br-5")] & LOST_SQUARE
    field.play("face 0")
    assert not said(field, "form")
    assert field.chance == "shock" and field.at("fr-1ch") == there


def test_a_second_hex_may_form_square_though_the_first_did_not(field: Field) -> None:
    """JDG-9.3.1-a, AMB-102: each hex on the front for itself, and a recall only for that of the named target."""
    cavalry(field)
    target = field.beside(HERE, 0, 0)
    field.put("br-5", target, 3)
    field.put("br-40", field.beside(HERE, 0, 1), 3)
    field.move("fr-1ch")
    field.play(f"charge {target}", f"go {field.beside(HERE, 0)}", "face 0")
    assert said(field, "form", "stay") == {
        f"form {target}",
        f"form {field.beside(HERE, 0, 1)}",
        "stay",
    } or said(field, "form", "stay") == {f"form {target}", "stay"}
    field.play("stay")
    assert said(field, "form", "stay") == {f"form {field.beside(HERE, 0, 1)}", "stay"}
    field.play(f"form {field.beside(HERE, 0, 1)}", 0)
    assert not said(field, "recall")


# Pursuit (JDG-9.5)


@pytest.mark.parametrize(("flight", "facings"), [(0, {"face 5", "face 0"}), (1, {"face 0", "face 1"})])
def test_a_pursuit_turns_so_that_it_sees_whom_it_pursues(
    field: Field, flight: int, facings: set[str]
) -> None:
    """JDG-9.5.2-h, -i, -j, -r: by a corner at most, and the hex of the pursued is on its front."""
    there = field.beside(HERE, 0)
    strike(field, "fr-1ch", HERE, heavy=True, cohesion=9)
    field.put("br-5", there, 3, cohesion=9, strength=4)
    resolve(field, "fr-1ch")
    answered(field, 8, "stay", f"retreat {field.beside(there, flight)}", stop=("face",))
    assert (field.at("fr-1ch"), field.at("br-5")) == (there, field.beside(there, flight))
    assert said(field, "face") == facings


def test_a_pursuit_follows_a_rout_of_three_hexes_past_zones(field: Field) -> None:
    """JDG-9.5.2-i, -j, JDG-6.2.2-c: the enemy beside its way looks elsewhere, and stops it not."""
    there = field.beside(HERE, 0)
    strike(field, "fr-1ch", HERE, cohesion=9, strength=9)
    field.put("br-20ld", there, 0, cohesion=1, strength=1, level=DISORDERED)
    field.put("br-5", field.beside(there, 2, 1), 1)  # its zone holds the hex north-east of `there`
    resolve(field, "fr-1ch")
    way = [field.beside(there, *([0] * n)) for n in (1, 2, 3)]
    answered(field, 0, *(f"retreat {h}" for h in way), "face 0", stop=("charge",))
    assert field.at("br-20ld") != there


@pytest.mark.parametrize("goes_on", [False, True])
def test_another_enemy_on_the_front_ends_a_pursuit_or_is_charged(field: Field, goes_on: bool) -> None:
    """JDG-9.5.2-j, -r, -s, AMB-77: in the vacated hex it sees another; it may stop, or charges both."""
    there = field.beside(HERE, 0)
    strike(field, "fr-1ch", HERE, heavy=True, cohesion=9)
    field.put("br-5", there, 3, cohesion=9, strength=4)
    field.put("br-40", field.beside(there, 1), 3, cohesion=9)
    resolve(field, "fr-1ch")
    answered(field, 6, "stay", f"retreat {field.beside(there, 0)}", stop=("face",))
    field.play("face 0")
    go_on = f"resolve {field.beside(there, 0)}"
    assert set(field.actions()) == {go_on, "stop"}
    field.play(go_on if goes_on else "stop")
    if not goes_on:
        assert field.chance == "cohesion check"  # JDG-9.5.2-t
        return
    for _ in range(2):
        assert said(field, "form", "stay")  # JDG-9.5.2-a, JDG-9.3.1-a
        field.play("stay")
    assert field.chance == "shock"
    assert {h for _, h in field.s.frames[-1][1]} == {field.hex(field.beside(there, d)) for d in (0, 1)}


def test_of_two_who_flee_the_player_chooses_whom_he_pursues(field: Field) -> None:
    """JDG-9.5.2-m, JDG-9.2-a: both front hexes were charged, and both are left."""
    left, right = field.beside(HERE, 0), field.beside(HERE, 1)
    strike(field, "fr-1ch", HERE, heavy=True, cohesion=9, strength=9)
    field.put("br-5", left, 3, cohesion=9, strength=4)
    field.put("br-40", right, 3, cohesion=9, strength=4)
    resolve(field, "fr-1ch")
    # The unit on the left goes north-west, that on the right north-east: out of each other's way.
    ways = (f"retreat {field.beside(left, 5)}", f"retreat {field.beside(right, 1)}")
    answered(field, 6, "stay", *ways, stop=("unit",))
    assert (field.at("br-5"), field.at("br-40")) == (field.beside(left, 5), field.beside(right, 1))
    assert set(field.actions()) == {"unit br-5", "unit br-40"}
    field.play("unit br-40")
    assert field.at("fr-1ch") == right


def test_guns_that_fled_with_their_infantry_are_pursued_too(field: Field) -> None:
    """JDG-8.9-g, JDG-9.5.2-m: both were charged; the player chooses."""
    there = field.beside(HERE, 0)
    strike(field, "fr-1ch", HERE, heavy=True, cohesion=9)
    field.put("br-5", there, 3, cohesion=9, strength=4)
    field.put("br-6pdr-a", there, 3, cohesion=9, level=DISORDERED)
    resolve(field, "fr-1ch")
    field.play(6)
    field.play(f"retreat {field.beside(there, 5)}", 0, f"retreat {field.beside(there, 1)}", 0)
    assert field.level("br-6pdr-a") == DISORDERED
    assert set(field.actions()) == {"unit br-5", "unit br-6pdr-a"}
    field.play("unit br-6pdr-a")
    assert field.at("fr-1ch") == there and set(field.actions()) == {"face 0", "face 1"}


def test_the_better_stack_of_two_pursues(field: Field) -> None:
    """JDG-9.5.2-d, -e, -f: the one with the higher cohesion; with equal ones the player chooses; heavy first."""
    for first, second, heavy, expected in (
        (7, 6, False, {"fr-1ch"}),
        (6, 6, False, {"fr-1ch", "fr-3dr"}),
        (9, 6, True, {"fr-3dr"}),
    ):
        field = Field()
        there = field.beside(HERE, 0)
        strike(field, "fr-1ch", HERE, cohesion=first, shock=9)
        strike(field, "fr-3dr", field.beside(there, 2), 5, cohesion=second, heavy=heavy)
        field.put("br-5", there, 3, cohesion=1, strength=1, level=DISORDERED)
        resolve(field, "fr-1ch", "fr-3dr")
        answered(field, 9, "stay", stop=("pursue", "face"))
        who = {text.split()[1] for text in said(field, "pursue")}
        if not who:
            who = {name for name in ("fr-1ch", "fr-3dr") if field.at(name) == there}
        assert who == expected, (first, second, heavy)


def test_equals_of_one_stack_pursue_alone_or_together(field: Field) -> None:
    """JDG-9.5.2-c: either of them, or the stack, which is named once."""
    there = field.beside(HERE, 0)
    units = tuple(strike(field, name, HERE, flags=CHARGE | CHARGED) for name in ("fr-1ch", "fr-3dr"))
    field.put("br-5", there, 3, cohesion=1, strength=1, level=DISORDERED)
    field.begin(("charge-stands", units), ("combats", 1))
    answered(field, 9, stop=("pursue",))
    assert field.actions() == ["stack fr-1ch", "pursue fr-1ch", "pursue fr-3dr"]
    field.play("pursue fr-1ch")  # who stays behind has its check first (JDG-9.5.2-e, AMB-79)
    assert (field.chance, field.at("fr-1ch")) == ("cohesion check", HERE)
    field.play(9)
    assert (field.level("fr-3dr"), field.level("fr-1ch"), field.at("fr-1ch")) == (DISORDERED, 0, there)


def test_whoever_is_eliminated_at_the_edge_is_followed_into_his_hex_only(field: Field) -> None:
    """JDG-10.2-v, JDG-9.5.2-k: routed off the map; the cavalry enters, turns by a corner, and finds nobody."""
    there = "1501"
    start = field.beside(there, 3)
    strike(field, "fr-1ch", start, cohesion=9, strength=9)
    field.put("br-5", there, 3, level=DISORDERED, cohesion=1, strength=1)
    resolve(field, "fr-1ch")
    answered(field, 0, stop=("face",))
    assert field.at("br-5") == "-" and field.at("fr-1ch") == there
    assert said(field, "face") == {"face 5", "face 0", "face 1"}


def test_no_pursuit_at_night_or_in_fog_by_the_attacked(field: Field) -> None:
    """JDG-12.1-e, JDG-9.5.2-a: attacked cavalry does not pursue on row R1, it may counter-attack."""
    field.t.turn_flags = {**field.t.turn_flags, field.s.turn: frozenset({"night"})}
    there = field.beside(HERE, 0)
    field.put("br-5", HERE, 0, strength=1, cohesion=1)
    field.put("fr-1ch", there, 3, strength=9, cohesion=9)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {there}")
    answered(field, 0, "stay", checks=0, stop=("pursue", "counter-attack"))
    assert not said(field, "pursue")


# Charges with others (JDG-8.2, JDG-8.4, JDG-9.2)


def joined(field: Field, *, orders: bool = True) -> str:
    """Put a charge and infantry before cavalry that both can attack, and return its hex."""
    there = field.beside(HERE, 0)
    strike(field, "fr-1ch", HERE, cohesion=9)
    field.put("fr-32", field.beside(there, 2), 5, strength=4, shock=4, orders=orders)
    field.put("br-20ld", there, 0, strength=4, cohesion=6)
    field.begin(("charge-stands", (field.unit("fr-1ch"),)), ("declare", 1))
    return there


def test_a_charge_and_a_shock_at_one_enemy_are_one_combat_without_withdrawal(field: Field) -> None:
    """AMB-97, JDG-8.4.1-a, JDG-8.8.2-b, JDG-8.2-h: no cavalry withdraws, though infantry attacks too."""
    there = joined(field)
    assert said(field, "attack") == {f"attack {field.beside(there, 2)} {there}"}
    field.play(f"attack {field.beside(there, 2)} {there}")
    answered(field, 5, "done", stop=("withdraw", "retreat"))
    assert not said(field, "withdraw")
    told = [event for event in field.s.events if event.kind == "shock"]
    assert len(told) == 1
    assert {field.t.ids[u] for u in told[0].pieces} == {"fr-1ch", "fr-32", "br-20ld"}


def test_a_charge_goes_in_alone_where_the_infantry_fails(field: Field) -> None:
    """JDG-8.4.1-b, -c, AMB-60: the check of the infantry fails, the charge has its own way."""
    there = joined(field, orders=False)
    field.play(f"attack {field.beside(there, 2)} {there}")
    for _ in range(6):
        if field.chance == "shock check":
            break
        field.play("done" if "done" in field.actions() else field.actions()[0])
    field.play(5)
    answered(field, 5, stop=("retreat", "face"))
    told = [event for event in field.s.events if event.kind == "shock"]
    assert {field.t.ids[u] for u in told[0].pieces} == {"fr-1ch", "br-20ld"}


def test_who_stands_with_a_charge_takes_no_part_in_it(field: Field) -> None:
    """JDG-9.2-a: cavalry that came to its hex by a normal move did not charge; it attacks not by itself either."""
    there = field.beside(HERE, 0)
    strike(field, "fr-1ch", HERE, cohesion=9)
    cavalry(field, "fr-3dr")
    field.put("br-5", there, 0, strength=4, cohesion=6)
    resolve(field, "fr-1ch")
    answered(field, 5, stop=("retreat", "face"))
    told = [event for event in field.s.events if event.kind == "shock"]
    assert {field.t.ids[u] for u in told[0].pieces} == {"fr-1ch", "br-5"}


@pytest.mark.parametrize(
    ("own", "charging", "roll", "passes"),
    [(False, False, 6, True), (False, True, 4, True), (False, True, 5, False), (True, True, 6, True)],
)
def test_only_light_cavalry_finds_heavy_cavalry_harder(
    field: Field, own: bool, charging: bool, roll: int, passes: bool
) -> None:
    """JDG-9.4-c: two more for light against heavy; heavy against heavy has none. Rating 6."""
    strike(field, "fr-1ch", HERE, heavy=charging)
    field.put("br-20ld", field.beside(HERE, 0), 3, shock=6, heavy=own)
    resolve(field, "fr-1ch")
    field.play("counter-charge br-20ld", roll)
    assert bool(field.s.frames[-1][-1]) is passes


def test_one_square_of_two_hexes_takes_the_bonus_of_the_whole_charge(field: Field) -> None:
    """JDG-8.4.3-a, JDG-9.2-d: of the modifiers of each hex those count that help the defender most."""
    left, right = field.beside(HERE, 0), field.beside(HERE, 1)
    unit = strike(field, "fr-1ch", HERE, strength=8)
    field.put("br-5", left, 3, strength=4, cohesion=6, flags=SQUARE)
    field.put("br-40", right, 3, strength=4, cohesion=6)
    pairs = tuple((field.hex(HERE), field.hex(h)) for h in (left, right))
    assert shock_sum(field.game, field.s, (unit,), pairs, (), False, 0)[0] == -2


@pytest.mark.parametrize("level", [DISORDERED, ROUTED])
def test_shaken_infantry_awaits_a_charge(field: Field, level: int) -> None:
    """JDG-9.3.1-a, JDG-10.1-h, JDG-10.2-p: no square; S5 or S6 and the charge bonus."""
    cavalry(field)
    target = field.beside(HERE, 0, 0)
    field.put("br-5", target, 3, level=level, strength=4, cohesion=6)
    field.move("fr-1ch")
    field.play(f"charge {target}")
    while not said(field, "done"):
        assert not said(field, "form")
        field.play(f"go {field.beside(HERE, 0)}" if said(field, "go") else "face 0")
    assert sums(field, (field.unit("fr-1ch"),), target) == 2 + (1 if level == DISORDERED else 2)


def test_guns_choose_among_those_who_charge_them(field: Field) -> None:
    """JDG-8.3.3-a, -b, JDG-7.1-i: one in each of their front hexes; each battery for itself."""
    there = field.beside(HERE, 0)
    for name in ("br-6pdr-a", "br-9pdr-a"):
        field.put(name, there, 3)
    field.put("br-5", there, 3, level=DISORDERED)
    strike(field, "fr-1ch", HERE)
    strike(field, "fr-3dr", field.beside(there, 4), 0)
    field.s.facing[field.unit("fr-3dr")] = 1  # north-east of it stand the guns
    resolve(field, "fr-1ch", "fr-3dr")
    for gun in ("br-6pdr-a", "br-9pdr-a"):
        assert set(field.actions()) == {"stay", f"react {gun} fr-1ch", f"react {gun} fr-3dr"}
        field.play(f"react {gun} fr-3dr", 0)
    assert not said(field, "react")


@pytest.mark.parametrize("free", [True, False])
def test_a_recalled_stack_falls_back_in_front_of_nobody(field: Field, free: bool) -> None:
    """JDG-9.3.3-a, -b, -c, -e: the top unit checks; both go, away from the square, or both stay."""
    cavalry(field, shock=3)
    cavalry(field, "fr-3dr", shock=9)
    target = field.beside(HERE, 0, 0, 0)
    field.put("br-5", target, 3, cohesion=9)
    field.begin(("segment", 1))
    field.play("move-stack fr-1ch", f"charge {target}", f"go {field.beside(HERE, 0, 0)}", "face 0")
    if not free:
        for name, d in (("br-38", 3), ("br-40", 2), ("br-71", 4)):
            field.put(name, field.beside(HERE, d), 0)  # the hexes north of them are before them
        field.put("br-45", field.beside(HERE, 0, 3), 0)
    field.play(f"form {target}", 0, "recall", 3)
    if free:
        assert said(field, "retreat") == {f"retreat {field.beside(HERE, 0, 0, d)}" for d in (2, 3, 4)}
        field.play(f"retreat {field.beside(HERE, 0)}", "face 3")
    here = field.beside(HERE, 0) if free else field.beside(HERE, 0, 0)
    assert (field.at("fr-1ch"), field.at("fr-3dr")) == (here, here) or not free
    assert not any(field.s.flags[field.unit(name)] & CHARGE for name in ("fr-1ch", "fr-3dr"))
