"""Positions of shock from all sides and against several hexes; worked out by hand from the rules (JDG-8)."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.state import ELIMINATED
from jdgtools.engine.jdg.shocks import shock_sum
from jdgtools.engine.jdg.words import DECLARATIONS, DISORDERED, FOUGHT, ORDERED, ROUTED, SHOCK, SQUARE, TARGET
from tests.unit.engine.field import Field, answered, said, until

HERE = "1515"
"""Where the defender stands, looking to the north, so that its front hexes lie north and north-east."""


@pytest.fixture
def field() -> Field:
    return Field()


def foot(field: Field, name: str, here: str = HERE, facing: int = 0, **more: int | bool) -> int:
    return field.put(name, here, facing, **{"strength": 4, "cohesion": 6, "shock": 6, "movement": 5, **more})


def around(field: Field, name: str, direction: int, facing: int | None = None, **more: int | bool) -> int:
    """Put an attacker beside HERE, looking at it."""
    here = field.beside(HERE, direction)
    return foot(field, name, here, (direction + 3) % 6 if facing is None else facing, **more)


def summed(field: Field, *names: str, target: str = HERE) -> int:
    """Return the modifiers of a shock at one hex."""
    units = tuple(field.unit(name) for name in names)
    pairs = tuple({(field.s.place[u], field.hex(target)) for u in units})
    return shock_sum(field.game, field.s, units, pairs, (), False, 0)[0]


def attack(field: Field, side: int, *pairs: tuple[str, str]) -> None:
    """Declare attacks, and go on to their resolution."""
    field.begin(("declare", side))
    for origin, target in pairs:
        field.play(f"attack {origin} {target}")
    field.play(*said(field, "done"))


def blow(field: Field, roll: int, *answers: str, checks: int = 0, stop: tuple[str, ...] = ()) -> None:
    answered(field, roll, *answers, checks=checks, stop=stop)


# Flank and rear (JDG-6.1.2-d, S4)


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("direction", range(6))
def test_an_attack_over_one_of_four_sides_is_from_the_rear(field: Field, facing: int, direction: int) -> None:
    """JDG-6.1.1-d, -e, JDG-6.1.2-d: equal strength and cohesion, 0 from the front, +2 from the rear."""
    foot(field, "fr-32", facing=facing)
    around(field, "br-5", direction)
    front = direction in (facing, (facing + 1) % 6)
    assert summed(field, "br-5") == (0 if front else 2)


@pytest.mark.parametrize(
    ("case", "expected"),
    [("village", 0), ("square", 2), ("routed", 2), ("disordered", 3), ("guns look away", 0)],
)
def test_who_has_no_rear_is_not_attacked_from_it(field: Field, case: str, expected: int) -> None:
    """JDG-6.1.2-i, JDG-6.1.1-f to -h: squares +2 by infantry (S12), routed units +2 (S6), both without S4."""
    level = {"routed": ROUTED, "disordered": DISORDERED}.get(case, ORDERED)
    looks = 3 if case == "guns look away" else 0
    foot(field, "fr-32", facing=looks, level=level, flags=SQUARE if case == "square" else 0)
    if case == "guns look away":
        field.put("fr-guns-a", HERE, 0)
    field.t.six_front[field.hex(HERE)] = case == "village"
    around(field, "br-5", 3)
    assert summed(field, "br-5") == expected


def test_one_attacker_behind_is_enough(field: Field) -> None:
    """S4, JDG-8.4.1-a: 8 points against 4 are +2, and +2 for the rear, once."""
    foot(field, "fr-32")
    around(field, "br-5", 0)
    around(field, "br-38", 3)
    assert summed(field, "br-5", "br-38") == 4
    assert summed(field, "br-5") == 0


def test_three_stacks_from_three_sides(field: Field) -> None:
    """JDG-8.4.1-a, JDG-5.1.3-e, -g, JDG-8.6.1-e: 4 + 4 + 3, a disordered unit and guns count nothing: 11 to 4."""
    foot(field, "fr-32", cohesion=5)
    around(field, "br-5", 0)
    around(field, "br-38", 0, level=DISORDERED, strength=9)
    field.put("br-9pdr-a", field.beside(HERE, 0), 3)
    around(field, "br-40", 1)
    around(field, "br-45", 5, strength=3)
    # 2:1 is +2, cohesion +1, from behind +2
    assert summed(field, "br-5", "br-40", "br-45") == 5


@pytest.mark.parametrize(
    ("levels", "expected"),
    [((ORDERED, DISORDERED), 0), ((DISORDERED, DISORDERED), 1), ((ROUTED, ROUTED), 2)],
)
def test_disorder_counts_where_nobody_is_in_order(
    field: Field, levels: tuple[int, int], expected: int
) -> None:
    """S5, S6, JDG-10.2-s, AMB-62: eight points on both sides."""
    foot(field, "fr-32", level=levels[0])
    foot(field, "fr-82", level=levels[1])
    around(field, "br-5", 0, strength=8)
    assert summed(field, "br-5") == expected


def test_the_hex_that_helps_the_defender_counts(field: Field) -> None:
    """JDG-8.4.3-a: one of the two is disordered and attacked from behind, the other neither; 4 against 8."""
    one, two = field.beside(HERE, 0), field.beside(HERE, 1)
    foot(field, "br-5", HERE, 0)
    foot(field, "fr-32", one, 0, level=DISORDERED)
    foot(field, "fr-82", two, 3)
    unit = field.unit("br-5")
    pairs = tuple((field.hex(HERE), field.hex(h)) for h in (one, two))
    assert shock_sum(field.game, field.s, (unit,), pairs, (), False, 0)[0] == -2


@pytest.mark.parametrize(
    ("names", "expected"), [(("br-20ld",), -2), (("br-20ld", "br-5"), 2), (("br-20ld", "pt-cav"), 0)]
)
def test_cavalry_alone_that_does_not_charge_at_infantry(
    field: Field, names: tuple[str, ...], expected: int
) -> None:
    """S8: -2, not where infantry attacks too; two of cavalry have 2:1 for it."""
    foot(field, "fr-32")
    for direction, name in enumerate(names):
        around(field, name, direction)
    assert summed(field, *names) == expected


# Who attacks whom (JDG-8.2)


def test_an_attack_needs_a_way_into_the_hex(field: Field) -> None:
    """JDG-8.2-c, -EX3: the left of two is closed to it; it attacks the right, and owes the left nothing."""
    left, right = field.beside(HERE, 0), field.beside(HERE, 1)
    unit = foot(field, "br-5")
    foot(field, "fr-32", left, 3)
    foot(field, "fr-82", right, 4)
    step = 6 * field.hex(HERE)
    for near in (0, 1):
        costs = list(field.t.cost[field.t.cls[unit]][near])
        costs[step] = -1
        field.t.cost[field.t.cls[unit]][near] = tuple(costs)
    field.begin(("declare", 0))
    assert said(field, "attack") == {f"attack {HERE} {right}"}
    field.play(f"attack {HERE} {right}")
    assert field.chance == "shock"


def test_only_what_lies_before_them_is_attacked(field: Field) -> None:
    """JDG-8.2-a, JDG-6.1.2-c, -EX2: enemies on all six sides."""
    foot(field, "br-5")
    for direction, name in enumerate(("fr-32", "fr-82", "fr-58", "fr-12l", "fr-15l", "fr-2l")):
        foot(field, name, field.beside(HERE, direction))
    field.begin(("declare", 0))
    assert said(field, "attack") == {f"attack {HERE} {field.beside(HERE, d)}" for d in (0, 1)}


@pytest.mark.parametrize("change", ["disordered", "routed", "square", "guns"])
def test_who_may_not_attack(field: Field, change: str) -> None:
    """JDG-8.2-b, JDG-4.2-k, JDG-8.9-a."""
    level = {"disordered": DISORDERED, "routed": ROUTED}.get(change, ORDERED)
    if change == "guns":
        field.put("br-9pdr-a", HERE)
    else:
        foot(field, "br-5", level=level, flags=SQUARE if change == "square" else 0)
    foot(field, "fr-32", field.beside(HERE, 0), 3)
    field.begin(("declare", 0))
    assert field.rests


def test_a_friend_who_can_no_longer_attack_leaves_his_enemy_to_the_other(field: Field) -> None:
    """JDG-8.2-e, -f, AMB-57: what is owed is looked at when a combat is resolved.

    The friend is disordered before his own combat, by a friend who routs through him, say.
    """
    one, two = field.beside(HERE, 0), field.beside(HERE, 1)
    foot(field, "br-5", HERE, 0)
    friend = foot(field, "br-38", field.beside(two, 1), 4)
    foot(field, "fr-32", one, 2)
    foot(field, "fr-82", two, 4)
    field.begin(("declare", 0))
    field.play(f"attack {HERE} {one}", f"attack {field.beside(two, 1)} {two}")
    field.s.level[friend] = DISORDERED
    field.play(*said(field, "done"))
    if said(field, "resolve"):
        field.play(f"resolve {one}")
    assert field.chance == "shock"
    roll = next(f for f in field.s.frames if f[0] == "roll")
    assert {pair[1] for pair in roll[1]} == {field.hex(one), field.hex(two)}


def test_stacked_units_attack_together(field: Field) -> None:
    """JDG-5.1.3-c: one of them may not attack in this activation, so none does; disordered he would not matter."""
    for level in (ORDERED, DISORDERED):
        field = Field()
        foot(field, "br-5")
        foot(field, "br-38", level=level, flags=FOUGHT)
        foot(field, "fr-32", field.beside(HERE, 0), 3)
        field.begin(("declare", 0))
        assert bool(said(field, "attack")) is (level == DISORDERED)


@pytest.mark.parametrize(("roll", "goes"), [(3, True), (4, False)])
def test_under_guns_the_infantry_checks(field: Field, roll: int, goes: bool) -> None:
    """JDG-5.1.3-h, -i, JDG-8.3.2-b to -d, AMB-35: guns on top, disordered infantry, then who attacks; rating 3."""
    field.put("br-9pdr-a", HERE)
    foot(field, "br-38", level=DISORDERED, shock=9)
    foot(field, "br-5", orders=False, shock=3)
    foot(field, "br-9-1", orders=False, shock=9)
    foot(field, "fr-32", field.beside(HERE, 0), 3)
    attack(field, 0, (HERE, field.beside(HERE, 0)))
    assert field.chance == "shock check"
    field.play(roll)
    assert (field.chance == "shock") is goes
    assert goes or field.rests


def test_each_stack_without_orders_checks_and_those_with_orders_do_not(field: Field) -> None:
    """JDG-8.4.1-b, JDG-8.3.1-c, -e, AMB-60: two of three hexes check; who failed is out, the rest goes on."""
    foot(field, "fr-32")
    around(field, "br-5", 0, orders=False, shock=4)
    around(field, "br-38", 1, orders=False, shock=4)
    around(field, "br-40", 2)
    attack(field, 0, *((field.beside(HERE, d), HERE) for d in (0, 1, 2)))
    field.play(9)
    assert field.chance == "shock check"
    field.play(0)
    assert field.chance == "shock"
    roll = next(f for f in field.s.frames if f[0] == "roll")
    assert len({pair[0] for pair in roll[1]}) == 2


def test_who_was_attacked_is_not_attacked_again_but_in_a_breakthrough(field: Field) -> None:
    """JDG-8.2-h, -i."""
    foot(field, "br-5")
    foot(field, "fr-32", field.beside(HERE, 0), 3, flags=TARGET)
    field.begin(("declare", 0))
    assert field.rests
    field = Field()
    beyond = field.beside(HERE, 0, 0)
    foot(field, "br-5", strength=9, cohesion=9)
    foot(field, "fr-82", field.beside(HERE, 0), 3, cohesion=0)
    foot(field, "fr-32", beyond, 3, flags=TARGET)
    attack(field, 0, (HERE, field.beside(HERE, 0)))
    blow(field, 9, stop=("resolve",))
    assert said(field, "resolve") == {f"resolve {beyond}"}


# Out of villages, into villages (JDG-6.1.2-e to -g)


def test_a_counter_attack_out_of_a_village_over_its_back(field: Field) -> None:
    """JDG-6.1.2-e, -f, JDG-8.7.2-g, AMB-43: the defender turns towards whom he strikes, for -1."""
    field.t.six_front[field.hex(HERE)] = True
    foot(field, "fr-32")
    around(field, "br-5", 3)
    field.begin(("counter", (field.unit("fr-32"),), (), 1, 1, (), ()))
    behind = field.beside(HERE, 3)
    field.play(f"counter-attack {HERE} {behind}")
    assert field.s.facing[field.unit("fr-32")] in (2, 3)
    assert field.chance == "shock"
    field.play(5)
    shock = next(e for e in field.s.events if e.kind == "shock")
    assert shock.numbers[2] == 4  # 5 - 1


def test_a_counter_attack_out_of_a_village_over_its_front(field: Field) -> None:
    """JDG-6.1.2-e, AMB-43: nothing for an ordinary front hex."""
    field.t.six_front[field.hex(HERE)] = True
    foot(field, "fr-32")
    around(field, "br-5", 0)
    field.begin(("counter", (field.unit("fr-32"),), (), 1, 1, (), ()))
    field.play(f"counter-attack {HERE} {field.beside(HERE, 0)}", 5)
    shock = next(e for e in field.s.events if e.kind == "shock")
    assert shock.numbers[2] == 5
    assert field.s.facing[field.unit("fr-32")] == 0


def test_a_breakthrough_in_a_village_strikes_ahead(field: Field) -> None:
    """JDG-8.7.2-c, -f, JDG-6.1.2-g: without turning, at those on the two ordinary front hexes, nobody else."""
    village = field.beside(HERE, 0)
    field.t.six_front[field.hex(village)] = True
    foot(field, "br-5", strength=9, cohesion=9)
    foot(field, "fr-82", village, 3, cohesion=0)
    ahead, behind = field.beside(village, 0), field.beside(village, 5)
    foot(field, "fr-32", ahead, 3)
    foot(field, "fr-58", behind, 2)
    attack(field, 0, (HERE, village))
    blow(field, 9, stop=("resolve", "face"))
    assert field.at("br-5") == village
    field.play(f"resolve {ahead}")
    roll = next(f for f in field.s.frames if f[0] == "roll")
    assert {pair[1] for pair in roll[1]} == {field.hex(ahead)}


def test_a_breakthrough_into_a_village_with_nobody_ahead_is_none(field: Field) -> None:
    """JDG-8.7.2-c, -f: enemies stand behind its flank alone, and it may not turn."""
    village = field.beside(HERE, 0)
    field.t.six_front[field.hex(village)] = True
    foot(field, "br-5", strength=9, cohesion=9)
    foot(field, "fr-82", village, 3, cohesion=0)
    foot(field, "fr-58", field.beside(village, 5), 2)
    attack(field, 0, (HERE, village))
    blow(field, 9, stop=("resolve", "face"))
    assert not said(field, "resolve") and said(field, "face")


# Artillery of those who fight (JDG-8.9)


def test_guns_of_a_beaten_attacker_go_with_him(field: Field) -> None:
    """JDG-8.9-e: row R4, the infantry falls back; its guns are disordered and fall back too."""
    field.put("br-9pdr-a", HERE)
    foot(field, "br-5", strength=1)
    foot(field, "fr-32", field.beside(HERE, 0), 3, strength=4)
    attack(field, 0, (HERE, field.beside(HERE, 0)))
    blow(field, 4, "stay")  # 4 - 4 = 0
    assert field.level("br-9pdr-a") == DISORDERED
    assert field.at("br-9pdr-a") != HERE and field.at("br-5") != HERE


def test_guns_stay_with_who_stays(field: Field) -> None:
    """JDG-8.9-e: a disordered unit of the stack took no part and stays; the guns are disordered, and stay too."""
    field.put("br-9pdr-a", HERE)
    foot(field, "br-5", strength=1)
    foot(field, "br-38", level=DISORDERED)
    foot(field, "fr-32", field.beside(HERE, 0), 3, strength=4)
    attack(field, 0, (HERE, field.beside(HERE, 0)))
    blow(field, 4, "stay")
    assert field.at("br-5") != HERE and field.at("br-38") == HERE
    assert (field.at("br-9pdr-a"), field.level("br-9pdr-a")) == (HERE, DISORDERED)


def test_disordered_guns_of_a_beaten_attacker_are_routed(field: Field) -> None:
    """JDG-8.9-e, JDG-10.1-b, -c: disordered once more, by no fire."""
    field.put("br-9pdr-a", HERE, level=DISORDERED)
    foot(field, "br-5", strength=1)
    foot(field, "fr-32", field.beside(HERE, 0), 3, strength=4)
    attack(field, 0, (HERE, field.beside(HERE, 0)))
    blow(field, 4, "stay")
    assert field.level("br-9pdr-a") == ROUTED
    assert field.t.distance(field.s.place[field.unit("br-9pdr-a")], field.hex(HERE)) >= 2


@pytest.mark.parametrize(("roll", "level"), [(6, ORDERED), (7, DISORDERED)])
def test_guns_of_a_beaten_defender_fall_back_and_check(field: Field, roll: int, level: int) -> None:
    """JDG-8.9-g, AMB-71: row R8 and a cohesion of 6; one hex first, then the check of their own."""
    field.put("fr-guns-a", HERE, 0, cohesion=6, flags=0)
    foot(field, "fr-32", cohesion=6)
    around(field, "br-5", 0)
    attack(field, 0, (field.beside(HERE, 0), HERE))
    until(field, "stay", "done") if not field.chance else None
    while said(field, "stay"):
        field.play("stay")
    field.play(6)
    for _ in range(20):
        if field.rests:
            break
        field.play(roll if field.chance else field.actions()[0])
    assert field.level("fr-guns-a") == level
    assert field.at("fr-guns-a") != HERE


def test_guns_with_infantry_that_stands_stay_too(field: Field) -> None:
    """JDG-8.9-g, AMB-103: row R6, only the attacker checks."""
    field.put("fr-guns-a", HERE, 0)
    foot(field, "fr-32")
    around(field, "br-5", 0)
    attack(field, 0, (field.beside(HERE, 0), HERE))
    blow(field, 4, "stay")
    assert field.at("fr-guns-a") == HERE and field.level("fr-guns-a") == ORDERED


def test_two_hexes_of_guns_alone_are_lost_together(field: Field) -> None:
    """JDG-8.9-h, -i, JDG-8.5-f: no roll; who attacked enters one of them, without a breakthrough."""
    one, two = field.beside(HERE, 0), field.beside(HERE, 1)
    foot(field, "br-5")
    field.put("fr-guns-a", one, 0)
    field.put("fr-guns-b", two, 0)
    foot(field, "fr-32", field.beside(one, 0), 3)
    attack(field, 0, (HERE, one), (HERE, two))
    assert [field.s.place[field.unit(n)] for n in ("fr-guns-a", "fr-guns-b")] == [ELIMINATED] * 2
    assert said(field, "step") == {f"step br-5 {one}", f"step br-5 {two}"}
    field.play(f"step br-5 {one}")
    assert not said(field, "resolve") and said(field, "face")


def test_after_a_draw_nobody_moves(field: Field) -> None:
    """TBL-SHOCK, R7: both check and pass."""
    foot(field, "fr-32")
    around(field, "br-5", 0)
    attack(field, 0, (field.beside(HERE, 0), HERE))
    blow(field, 5)
    assert (field.at("fr-32"), field.at("br-5")) == (HERE, field.beside(HERE, 0))


def test_who_fell_back_is_not_owed_and_the_next_combat_is_another(field: Field) -> None:
    """JDG-8.7.1-b, -e, JDG-8.3.1-d: two combats, resolved one by one; in each one unit enters."""
    one, two = field.beside(HERE, 0), field.beside(HERE, 3)
    a, b = field.beside(HERE, 1), field.beside(HERE, 2)
    foot(field, "fr-32", one, 2, cohesion=0)
    foot(field, "fr-82", two, 0, cohesion=0)
    foot(field, "br-5", a, 5, strength=9, cohesion=9)
    foot(field, "br-38", b, 3, strength=9, cohesion=9)
    field.begin(("declare", 0))
    assert said(field, "attack") == {f"attack {a} {one}", f"attack {b} {two}"}
    field.play(f"attack {a} {one}", f"attack {b} {two}")
    field.play(*said(field, "done"))
    assert said(field, "resolve") == {f"resolve {one}", f"resolve {two}"}


def test_marks_of_a_shock_are_gone_when_it_is_over(field: Field) -> None:
    """JDG-8.3.1-e, JDG-8.2-h: the marker goes; attacker and defender have fought."""
    foot(field, "fr-32")
    around(field, "br-5", 0)
    attack(field, 0, (field.beside(HERE, 0), HERE))
    blow(field, 5)
    flags = field.s.flags
    assert not flags[field.unit("br-5")] & SHOCK and flags[field.unit("br-5")] & FOUGHT
    assert flags[field.unit("fr-32")] & TARGET
    assert not [p for p in field.s.memory[DECLARATIONS] if p[0] >= 0]


def test_a_unit_that_was_routed_in_its_own_attack_does_not_rally_at_once(field: Field) -> None:
    """JDG-1-p, JDG-1-EX3, AMB-88: rally is for who took none of the actions; a forced rout move is none."""
    foot(field, "br-5", strength=1, cohesion=3)
    foot(field, "fr-32", field.beside(HERE, 0), 3, strength=9)
    attack(field, 0, (HERE, field.beside(HERE, 0)))
    blow(field, 0, "stay")  # -4 and -3: row R1
    assert field.level("br-5") == ROUTED
    field.begin(("rally", 0, -1))
    assert "rally br-5" not in field.actions()
    field = Field()
    foot(field, "br-5", level=ROUTED)
    field.begin(("rally", 0, -1))
    assert "rally br-5" in field.actions()
