"""A position for each of some statements that only examples of their neighbours had named."""

from __future__ import annotations

import pytest

from jdgtools.engine.jdg.losses import lose_level
from jdgtools.engine.jdg.pursuits import counter_pursuits
from jdgtools.engine.jdg.words import (
    CHARGE,
    CHARGED,
    DISORDERED,
    FIRED,
    ORDERED,
    ORDERS,
    RENFORT,
    ROUTED,
    SQUARE,
    WITHOUT,
)
from jdgtools.engine.jdg.zones import allowance, fronts, threats_to
from tests.unit.engine.field import Field, answered, by_night, command, said, where

HERE = "1515"
AHEAD = "1514"
BESIDE = "1614"
"""The front hexes of who stands in HERE and looks to the north."""


@pytest.fixture
def field() -> Field:
    return Field()


def north(field: Field, count: int) -> str:
    return field.beside(HERE, *[0] * count)


def foot(field: Field, name: str, here: str, facing: int = 0, **more: int) -> int:
    return field.put(name, here, facing, **{"strength": 4, "cohesion": 5, "shock": 9, **more})


def attack(field: Field, *pairs: tuple[str, str]) -> None:
    field.begin(("declare", 0), ("combats", 0))
    for origin, target in pairs:
        field.play(f"attack {origin} {target}")
    if "done" in field.actions() and not field.rests:
        field.play("done")


def modifier(field: Field, roll: int | None = None) -> int:
    """Return what was added to the roll of the last shock; first let it be rolled, with no answers before it."""
    if roll is not None:
        for _ in range(9):
            if field.chance:
                break
            field.play("stay")
        field.play(roll)
    event = next(e for e in reversed(field.s.events) if e.kind == "shock")
    return event.numbers[2] - event.numbers[1]


# The turn and command


def test_the_phases_of_a_turn_in_their_order(field: Field) -> None:
    """JDG-1-a, -c, -d, -e, -f, -i: markers of reinforcements, orders, both rolls, the choice, the draw."""
    field.put("br-5", HERE, flags=RENFORT)
    field.put("br-38", north(field, 3))
    field.put("fr-32", north(field, 15))
    command(field, HERE, "wellesley")
    field.begin(("turn", 0))
    kinds = []
    for _ in range(60):
        kinds.append(field.s.node.kind)
        if kinds[-1] == "draw":
            break
        field.play(field.actions()[0] if field.actions() else 9 * ("strategic initiative" in kinds[:-1]))
    order = [kind for k, kind in enumerate(kinds) if kind not in kinds[:k]]
    wanted = ["renfort", "orders", "strategic initiative", "draw"]
    assert [kind for kind in order if kind in wanted] == wanted
    assert kinds.count("strategic initiative") == 3  # two rolls and the choice


def test_scattered_units_need_an_order_for_each_group(field: Field) -> None:
    """JDG-2.3.1-a, JDG-2.3.2-b, -c, -g: two groups of one formation; one order leaves the other without, and may."""
    one, two = field.put("br-5", HERE, orders=False), field.put("br-38", north(field, 5), orders=False)
    for unit in (one, two):
        field.s.flags[unit] = 0
    command(field, HERE, "wellesley")
    field.begin(("orders", 0, ()))
    assert said(field, "order") == {"order wellesley br-5", "order wellesley br-38"}
    field.play("order wellesley br-5")
    assert "done" in field.actions() and said(field, "order") == {"order wellesley br-38"}
    field.play("done")
    assert field.s.flags[one] & ORDERS and field.s.flags[two] & WITHOUT


@pytest.mark.parametrize("between", ["nothing", "enemies", "walls"])
def test_nothing_limits_the_range_of_a_commander(field: Field, between: str) -> None:
    """JDG-2.5.1-f, JDG-2.3.2-e: seven hexes, through enemies, their zones and ground that nobody enters."""
    unit = field.put("br-5", north(field, 7), orders=False)
    field.s.flags[unit] = 0
    if between == "enemies":
        for d, name in enumerate(("fr-32", "fr-82", "fr-58", "fr-12l", "fr-15l", "fr-2l")):
            field.put(name, field.beside(HERE, d), 0)
    if between == "walls":
        field.t.cost = [[tuple(-1 for _ in costs) for costs in pair] for pair in field.t.cost]
    command(field, HERE, "wellesley")
    field.begin(("orders", 0, ()))
    assert said(field, "order") == {"order wellesley br-5"}


def test_a_commander_who_went_along_leaves_as_he_likes(field: Field) -> None:
    """JDG-2.5.2-d, -e: he falls back with the unit, and rides away in a later activation."""
    unit = field.put("fr-32", HERE, 0)
    leader = command(field, HERE, "junot")
    attacker = field.put("br-5", AHEAD, 3)
    field.begin(("retreat", unit, field.hex(HERE), 1, (attacker,), (), 0))
    field.play(f"retreat {field.beside(HERE, 3)}")
    assert where(field, leader) == field.at("fr-32")
    field.begin(("segment", 1))
    field.play("unit junot", f"go {field.beside(HERE, 3, 3, 3)}", "stop")
    assert where(field, leader) != field.at("fr-32")


def test_a_mark_of_fire_is_gone_with_the_activation(field: Field) -> None:
    """JDG-4.4.2-c, -EX3: then it has its whole allowance again."""
    gun = field.put("br-9pdr-a", HERE, flags=FIRED)
    assert allowance(field.t, field.s, gun) == 3 * field.t.denominator
    field.begin(("activate", 6, field.t.marker_of["hill-1"]))
    assert not field.s.flags[gun] & FIRED
    assert allowance(field.t, field.s, gun) == 5 * field.t.denominator


# Movement and squares


@pytest.mark.parametrize("points", [1, 2, 3, 5, 6])
def test_a_forced_march_doubles_the_allowance(field: Field, points: int) -> None:
    """JDG-4.1.3-a, -EX1."""
    field.put("br-5", HERE, movement=points)
    field.move("br-5")
    hexes = [field.hex(text.split()[1]) for text in said(field, "march")]
    assert max(field.t.distance(field.hex(HERE), h) for h in hexes) == 2 * points


def test_friends_all_round_let_nobody_march_out(field: Field) -> None:
    """JDG-4.1.3-f, -h: stacking limits hold at every step of a march, and no friend is passed; by normal movement he is."""
    for d, name in enumerate(("br-36", "br-40", "br-71", "br-29", "br-82", "br-6")):
        field.put(name, field.beside(HERE, d))
    field.put("br-5", HERE)
    field.move("br-5")
    assert said(field, "go") and not said(field, "march")


def test_a_square_has_six_fronts_and_no_zone(field: Field) -> None:
    """JDG-4.2-q, JDG-6.1.1-g, JDG-6.2.1-c, -EX2: as soon as it is formed."""
    unit = field.put("br-5", HERE, 0)
    assert len(threats_to(field.t, field.s, 1).zone) == 6 and len(fronts(field.t, field.s, unit)) == 2
    field.move("br-5")
    field.play("square")
    assert not threats_to(field.t, field.s, 1).zone and len(fronts(field.t, field.s, unit)) == 6


@pytest.mark.parametrize(
    ("arm", "charges", "added"), [("foot", False, 2), ("horse", True, -2), ("horse", False, -2)]
)
def test_a_square_is_attacked_with_a_modifier_of_its_own(
    field: Field, arm: str, charges: bool, added: int
) -> None:
    """JDG-4.2-l, JDG-9.2-d, JDG-9.3.2-a: infantry +2 (S12), a charge -2 (S11), cavalry alone -2 (S8); all else equal."""
    foot(field, "br-5" if arm == "foot" else "br-20ld", HERE, flags=(CHARGE | CHARGED) * charges)
    foot(field, "fr-32", AHEAD, 3, flags=SQUARE)
    if charges:
        field.begin(("charge-stands", (field.unit("br-20ld"),)), ("combats", 0))
    else:
        attack(field, (HERE, AHEAD))
    assert modifier(field, 4) == added


def test_who_begins_in_a_zone_leaves_or_stays(field: Field) -> None:
    """JDG-6.2.2-h, -i, -j."""
    field.put("br-5", HERE)
    field.put("fr-32", AHEAD, 0)
    field.move("br-5")
    assert "stop" in field.actions() and f"go {field.beside(HERE, 3)}" in field.actions()


def test_who_retreats_goes_on_through_a_zone(field: Field) -> None:
    """JDG-6.2.2-b, -n, JDG-10.3.5-a, -EX2: two hexes, the first of them at the back of an enemy."""
    unit = field.put("br-5", HERE, level=ROUTED)
    field.put("fr-32", field.beside(HERE, 3, 3), 3)
    field.begin(("retreat", unit, field.hex(HERE), 2, (), (), 1))
    first = field.beside(HERE, 3)
    field.play(f"retreat {first}")
    answered(field, 0)
    assert field.t.distance(field.hex(HERE), field.hex(field.at("br-5"))) == 2


# Fire and stacks


@pytest.mark.parametrize("name", ["br-5", "br-20ld"])
def test_guns_among_others_fire(field: Field, name: str) -> None:
    """JDG-5.1.3-a, -b: with infantry and with cavalry in their hex."""
    field.put("br-9pdr-a", HERE, 0)
    field.put(name, HERE, 0)
    field.put("fr-32", north(field, 3), 3)
    field.begin(("fires", 0))
    assert said(field, "fire") == {f"fire br-9pdr-a {north(field, 3)}"}


def test_two_batteries_of_a_hex_are_both_bound(field: Field) -> None:
    """JDG-7.2-g, -f: to the enemy before them."""
    for name in ("br-9pdr-a", "br-9pdr-b"):
        field.put(name, HERE, 0)
    field.put("fr-32", AHEAD, 3)
    field.put("fr-82", field.beside(HERE, 1, 1, 1), 4)
    field.begin(("fires", 0))
    assert said(field, "fire") == {f"fire br-9pdr-a {AHEAD}", f"fire br-9pdr-b {AHEAD}"}


@pytest.mark.parametrize("strength", [1, 3, 6])
def test_fire_adds_its_strength(field: Field, strength: int) -> None:
    """JDG-7.3-a, JDG-7.5-a, -EX1: at effective range nothing else."""
    field.put("br-9pdr-a", HERE, 0, strength=strength)
    foot(field, "fr-32", north(field, 3), 3)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {north(field, 3)}", 2)
    event = next(e for e in field.s.events if e.kind == "fire")
    assert event.numbers[2] - event.numbers[1] == strength


# Shock


def test_two_hexes_attack_together(field: Field) -> None:
    """JDG-8.2-d, JDG-8.4.1-a, JDG-8.6.1-a: 4 + 4 against 4 is two to one."""
    foot(field, "br-5", HERE, 0)
    foot(field, "br-38", BESIDE, 5)
    foot(field, "fr-32", AHEAD, 2)
    attack(field, (HERE, AHEAD), (BESIDE, AHEAD))
    field.play(4)
    assert modifier(field) == 2


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_guns_count_neither_points_nor_cohesion(field: Field, side: str) -> None:
    """JDG-5.1.3-f, JDG-8.6.2-a, -b, -EX2, JDG-8.9-a to -d: 7 - 5 is two, whatever guns stand with either."""
    foot(field, "br-5", HERE, 0, cohesion=7)
    foot(field, "fr-32", AHEAD, 3, cohesion=5)
    if side == "attacker":
        field.put("br-9pdr-a", HERE, 0, strength=9, cohesion=9)
    else:
        field.put("fr-guns-a", AHEAD, 0, strength=9, cohesion=9)
    attack(field, (HERE, AHEAD))
    assert modifier(field, 4) == 2


def test_best_units_are_compared(field: Field) -> None:
    """JDG-8.6.2-a, -EX1: 6 and 4 against 5 and 7 is minus one; strengths are equal."""
    foot(field, "br-5", HERE, 0, cohesion=6)
    foot(field, "br-38", HERE, 0, cohesion=4)
    foot(field, "fr-32", AHEAD, 3, cohesion=5)
    foot(field, "fr-82", AHEAD, 3, cohesion=7)
    attack(field, (HERE, AHEAD))
    field.play(5)
    assert modifier(field) == -1


@pytest.mark.parametrize(("roll", "passes"), [(4, True), (5, False)])
@pytest.mark.parametrize("dark", ["", "night", "fog"])
def test_a_shock_check_is_made_against_the_shock_rating(
    field: Field, dark: str, roll: int, passes: bool
) -> None:
    """JDG-0.4.2-a, -EX1, JDG-12.1-f, JDG-12.2-e: the modifiers of the dark are for checks of cohesion."""
    if dark:
        by_night(field, dark)
    foot(field, "br-5", HERE, orders=False, shock=4, cohesion=9)
    foot(field, "fr-32", AHEAD, 3)
    attack(field, (HERE, AHEAD))
    assert field.chance == "shock check"
    field.play(roll)
    assert (field.chance == "shock") is passes


def test_a_counter_attack_asks_no_check(field: Field) -> None:
    """JDG-8.7.2-i, -g: the defender is without orders."""
    foot(field, "br-5", HERE, 0)
    foot(field, "br-38", BESIDE, 0)
    foot(field, "fr-32", AHEAD, 2, orders=False)
    attack(field, (HERE, AHEAD))
    field.play(0)
    answered(field, 0, stop=("counter-attack",))
    field.play(f"counter-attack {AHEAD} {BESIDE}")
    assert field.chance == "shock"


# Charges


def test_cavalry_that_does_not_charge_attacks_a_village(field: Field) -> None:
    """JDG-9.1-i, -k, -m, -n, -EX1: no charge at it; a shock, by two points harder."""
    field.t.hex_blocks_charge[field.hex(AHEAD)] = True
    foot(field, "br-20ld", HERE, 0, movement=8)
    foot(field, "fr-32", AHEAD, 3)
    field.move("br-20ld")
    assert not said(field, "charge")
    field.play("stop")
    attack(field, (HERE, AHEAD))
    field.play(5)
    assert modifier(field) == -2


@pytest.mark.parametrize("with_foot", [True, False])
def test_guns_form_square_with_infantry_alone(field: Field, with_foot: bool) -> None:
    """JDG-9.3.1-c, -d, JDG-4.2-g: by the one roll of the infantry, before the charge is resolved."""
    gun = field.put("fr-guns-a", AHEAD, 3)
    if with_foot:
        foot(field, "fr-32", AHEAD, 3)
    charger = foot(field, "br-20ld", HERE, 0, flags=CHARGE | CHARGED)
    field.begin(("squares", (field.hex(AHEAD),), 0), ("charge-stands", (charger,)), ("combats", 0))
    assert (f"form {AHEAD}" in field.actions()) is with_foot
    if with_foot:
        field.play(f"form {AHEAD}")
        assert field.chance == "square"
        field.play(5)
        assert field.s.flags[gun] & SQUARE


@pytest.mark.parametrize("number", [0, 1, 4])
def test_cavalry_meets_every_charge_of_a_pursuit(field: Field, number: int) -> None:
    """JDG-9.4-f, JDG-9.5.2-b, -o, -p, -u: as long as it is in order; without orders nobody checks; no charge is the last."""
    charger = foot(field, "br-20ld", HERE, 0, orders=False, flags=CHARGE | CHARGED)
    foot(field, "fr-3dr", AHEAD, 3, shock=4)
    field.begin(("charge-on", (charger,), number))
    assert said(field, "counter-charge") == {"counter-charge fr-3dr"}
    field.play("stay")
    assert field.chance == "shock"
    field.play(3)
    assert modifier(field) == 2 - max(0, number - 1)


@pytest.mark.parametrize("barred", [False, True])
def test_who_pursues_after_a_counter_charge_is_bound_as_who_charges(field: Field, barred: bool) -> None:
    """JDG-9.4-h, -i, JDG-9.5.2-n, AMB-75: not into ground that bars charges."""
    attacker = foot(field, "br-20ld", field.beside(HERE, 3, 3), 0)
    defender = foot(field, "fr-3dr", HERE, 3)
    vacated = field.hex(field.beside(HERE, 3))
    field.t.hex_blocks_charge[vacated] = barred
    actions = counter_pursuits(field.game, field.s, (defender,), ((attacker, vacated),), 1)
    assert bool(actions) is not barred


def test_a_stack_pursues_to_the_end_together(field: Field) -> None:
    """JDG-9.5.2-g, -i, -j: both ride three hexes, and stand together."""
    units = tuple(foot(field, name, HERE, 0) for name in ("br-20ld", "pt-cav"))
    for unit in units:
        field.s.flags[unit] |= CHARGE | CHARGED
    quarry = foot(field, "fr-3dr", north(field, 4), 0, level=ROUTED)
    way = tuple(field.hex(north(field, k)) for k in (1, 2, 3, 4))
    field.begin(("chase", units, quarry, way, 0, 0, 0))
    for _ in range(9):
        if field.chance == "shock":
            break
        field.play("face 0")
    assert {field.at("br-20ld"), field.at("pt-cav")} == {north(field, 3)}


# Disorder, rout and retreat


def test_a_routed_unit_moves_in_phase_e(field: Field) -> None:
    """JDG-10.2-k, -l, JDG-10.4-b: not in its activation; in phase E without anybody's wish."""
    field.put("br-5", HERE, level=ROUTED)
    field.begin(("segment", 0))
    assert "unit br-5" not in field.actions()
    field.begin(("routs", -1))
    answered(field, 0)
    assert field.at("br-5") != HERE


@pytest.mark.parametrize(("points", "enters"), [(2, False), (3, True)])
def test_a_castle_needs_the_points_for_it(field: Field, points: int, enters: bool) -> None:
    """JDG-10.3.4-c: its hex costs three; where all three ways lead into it the unit is lost without them."""
    unit = field.put("fr-32", HERE, 0, movement=points)
    attacker = field.put("br-5", AHEAD, 3)
    cls = field.t.cls[unit]
    steps = [6 * field.hex(HERE) + d for d in (2, 3, 4)]
    for step in steps:
        field.t.retreat[step] = 2
    price = 3 * field.t.denominator
    field.t.cost[cls] = [
        tuple(price if k in steps else c for k, c in enumerate(costs)) for costs in field.t.cost[cls]
    ]
    field.begin(("retreat", unit, field.hex(HERE), 1, (attacker,), (), 0))
    assert bool(said(field, "retreat")) is enters
    assert (field.at("fr-32") == "-") is not enters


def test_a_unit_that_leaves_its_stack_passes_nobody_in_it(field: Field) -> None:
    """JDG-10.5-g, JDG-10.3.3-a: routed by its check it goes; who stood with it makes none."""
    unit = field.put("br-5", HERE, level=DISORDERED, cohesion=2)
    field.put("br-38", HERE, cohesion=2)
    field.begin(("check", (unit,), 0, 0, 0, ()))
    field.play(9)
    answered(field, 0, checks=9)
    assert field.level("br-5") == ROUTED and field.level("br-38") == ORDERED


def test_levels_are_lost_one_by_one(field: Field) -> None:
    """JDG-CONV-m, JDG-10.1-a, -b, JDG-10.2-e, -f: ordered, disordered, routed, out of the game."""
    unit = field.put("br-5", HERE)
    seen = []
    for _ in range(3):
        lose_level(field.game, field.s, unit)
        seen.append(field.level("br-5") if field.at("br-5") != "-" else -1)
    assert seen == [DISORDERED, ROUTED, -1]


def test_distances_are_the_least_numbers_of_steps(field: Field) -> None:
    """JDG-CONV-a to -c, -EX2, -EX3: counted step by step from one hex to all others."""
    t, start = field.t, field.hex(HERE)
    reached, edge = {start: 0}, [start]
    while edge:
        ahead = []
        for here in edge:
            for target in t.neighbours[6 * here : 6 * here + 6]:
                if target >= 0 and target not in reached:
                    reached[target] = reached[here] + 1
                    ahead.append(target)
        edge = ahead
    assert {h: t.distance(start, h) for h in reached} == reached
    assert t.disc(start, 5) == {h for h, distance in reached.items() if distance <= 5}
