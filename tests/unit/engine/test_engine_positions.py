"""Positions in which several statements of the rules meet; what is legal was worked out by hand from them."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.nodes import ChanceNode, DecisionNode
from jdgtools.engine.jdg.words import DISORDERED, MOVED, REPLIED, ROUTED, SQUARE
from tests.unit.engine.field import Field

HERE = "1516"
"""A hex with open ground all around."""


@pytest.fixture
def field() -> Field:
    return Field()


def ways(field: Field, name: str, verb: str = "go") -> set[str]:
    """Return the hexes to which a unit may go."""
    field.move(name)
    return {text.split()[1] for text in field.actions() if text.startswith(f"{verb} ")}


def at(field: Field, *ends: tuple[int, ...]) -> set[str]:
    """Return the hexes that are reached by steps from HERE."""
    return {field.beside(HERE, *end) for end in ends}


def test_out_of_a_zone_without_orders(field: Field) -> None:
    """JDG-4.1.2-a, JDG-6.2.2-j, -l: of 5 points 3, the first hex costs 2, none may touch the same enemy."""
    field.put("br-5", HERE, 3, orders=False, movement=5)
    field.put("fr-32", field.beside(HERE, 0), 3)
    one = [(2,), (3,), (4,)]
    two = [(2, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5)]
    assert ways(field, "br-5") == at(field, *one, *two)


def test_a_unit_in_a_zone_may_enter_the_rear_of_another(field: Field) -> None:
    """JDG-6.2.2-k, -EX3, -a: not the front of the second enemy, and in his zone it stops."""
    field.put("br-5", HERE, 3, movement=6)
    field.put("fr-32", field.beside(HERE, 0), 3)
    field.put("fr-82", field.beside(HERE, 3, 3), 3)  # looks away from the unit
    reached = ways(field, "br-5")
    assert field.beside(HERE, 3) in reached
    field.play(f"go {field.beside(HERE, 3)}")
    assert not [text for text in field.actions() if text.startswith("go ")]


def test_the_front_of_another_is_closed_to_who_leaves_a_zone(field: Field) -> None:
    """JDG-6.2.2-k: the same position, the second enemy looks at the hex."""
    field.put("br-5", HERE, 3, movement=2)
    field.put("fr-32", field.beside(HERE, 0), 3)
    field.put("fr-82", field.beside(HERE, 3, 3), 0)
    assert ways(field, "br-5") == at(field, (2,), (4,))  # (3,) lies in both of his front hexes' zone


@pytest.mark.parametrize(("level", "flags"), [(ROUTED, 0), (0, SQUARE)])
def test_who_has_no_zone_stops_nobody(field: Field, level: int, flags: int) -> None:
    """JDG-6.2.1-c: past a routed enemy or a square a unit goes on, out of its reach costs nothing more."""
    field.put("br-5", HERE, 0, movement=2)
    field.put("fr-32", field.beside(HERE, 1, 0), 3, level=level, flags=flags)
    reached = ways(field, "br-5")
    enemy = field.beside(HERE, 1, 0)
    assert len(reached) == 17 and enemy not in reached  # 18 hexes within 2, less that of the enemy


def test_guns_enter_a_zone_only_to_friends(field: Field) -> None:
    """JDG-6.2.2-g, JDG-5.1.1-c: both hexes are in the zone, infantry stands in one of them."""
    field.put("br-9pdr-a", HERE, 0, movement=1)
    field.put("fr-32", field.beside(HERE, 0, 1), 4)
    field.put("br-5", field.beside(HERE, 1), 0)
    reached = ways(field, "br-9pdr-a")
    assert reached == at(field, (1,), (2,), (3,), (4,), (5,))


def test_guns_enter_no_zone_though_the_enemy_is_disordered(field: Field) -> None:
    """JDG-6.2.1-g, JDG-6.2.2-g: disordered cavalry has its zone; guns have none."""
    field.put("br-9pdr-a", HERE, 0, movement=1)
    field.put("fr-1ch", field.beside(HERE, 0, 1), 4, level=DISORDERED)
    field.put("fr-guns-a", field.beside(HERE, 3, 3), 0)
    assert ways(field, "br-9pdr-a") == at(field, (2,), (3,), (4,), (5,))


@pytest.mark.parametrize(("level", "cost"), [(0, 1), (DISORDERED, 2)])
@pytest.mark.parametrize(("option", "more"), [("", 0), ("fog", 1), ("night", 2)])
def test_what_a_zone_costs(field: Field, level: int, cost: int, option: str, more: int) -> None:
    """JDG-6.2.2-d, -e, JDG-12.1-b, JDG-12.2-b: they add up; at night who is disordered has no contact."""
    if option:
        field.t.turn_flags = {**field.t.turn_flags, field.s.turn: frozenset({option})}
    field.put("fr-32", field.beside(HERE, 0, 0), 3)
    contact = not (option == "night" and level)  # JDG-12.1-c
    for points in (cost + more - 1, cost + more):
        field.put("br-5", HERE, 0, level=level, movement=points)
        if points:
            assert (field.beside(HERE, 0) in ways(field, "br-5")) == (contact and points == cost + more)
        field.s.take(field.unit("br-5"), -1)


def test_a_forced_march_keeps_five_hexes_from_routed_enemies_too(field: Field) -> None:
    """JDG-4.1.3-c, -d: the enemy is one of any level; who is not near may go by double points."""
    field.put("br-5", HERE, 0, movement=1)
    field.put("fr-32", field.beside(HERE, *(0,) * 6), 3, level=ROUTED)
    assert ways(field, "br-5", "march") == at(
        field,
        *((k,) for k in (1, 2, 3, 4, 5)),
        (1, 1),
        (1, 2),
        (2, 2),
        (2, 3),
        (3, 3),
        (3, 4),
        (4, 4),
        (4, 5),
        (5, 5),
    )


def test_no_forced_march_for_half_a_stack_through_friends(field: Field) -> None:
    """JDG-4.1.3-f, JDG-4.4.3-c: normal movement passes for one point more, the march goes round."""
    field.put("br-5", HERE, 0, movement=2)
    field.put("br-38", field.beside(HERE, 0), 0)
    assert field.beside(HERE, 0, 0) not in ways(field, "br-5")  # 1 + 1 + 1
    marches = {text.split()[1] for text in field.actions() if text.startswith("march ")}
    assert field.beside(HERE, 0) not in marches and field.beside(HERE, 0, 0) in marches


@pytest.mark.parametrize(("front", "level", "fits"), [(2, 0, True), (3, 0, False), (3, DISORDERED, True)])
def test_three_units_of_six_points_become_a_stack_and_seven_not(
    field: Field, front: int, level: int, fits: bool
) -> None:
    """JDG-5.1.1-h, -m: the side that is up counts."""
    for name in ("br-5", "br-9-1"):
        field.put(name, field.beside(HERE, 0), 0, strength=2)
    third = field.put("br-38", HERE, 0, movement=1, level=level)
    field.t.strength[third] = (front, 2)
    assert (field.beside(HERE, 0) in ways(field, "br-38")) == fits


def test_a_fall_back_between_two_attackers(field: Field) -> None:
    """JDG-10.3.1-b, -e, AMB-82, JDG-10.3.5-b: out of the zones of both; the front of a third costs a level."""
    unit = field.put("fr-32", HERE, 3)
    one, two = field.put("br-5", field.beside(HERE, 0), 3), field.put("br-9-1", field.beside(HERE, 2), 5)
    field.put("br-38", field.beside(HERE, 4, 4), 1)
    field.begin(("retreat", unit, field.hex(HERE), 1, (one, two), (), 0))
    assert field.rests  # the only hex that touches neither is (4,)
    assert field.at("fr-32") == field.beside(HERE, 4)
    assert field.level("fr-32") == DISORDERED


def test_routed_cavalry_retreats_three_and_a_front_on_its_way_is_its_end(field: Field) -> None:
    """JDG-10.2-h, JDG-10.3.1-c, JDG-10.3.5-c: every way of three hexes leads past the front."""
    unit = field.put("fr-1ch", HERE, level=ROUTED)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    field.begin(("retreat", unit, field.hex(HERE), 3, (attacker,), (), 1))
    assert set(field.actions()) == {f"retreat {h}" for h in at(field, (2,), (3,), (4,))}
    field.play(f"retreat {field.beside(HERE, 3)}")
    assert set(field.actions()) == {f"retreat {h}" for h in at(field, (3, 2), (3, 3), (3, 4))}


def test_guns_with_an_enemy_before_them_have_no_other_target(field: Field) -> None:
    """JDG-7.2-f, -h, AMB-52: they may hold their fire; turning away does not free them for another."""
    field.put("br-9pdr-a", HERE, 0, strength=4)
    field.put("fr-32", field.beside(HERE, 0), 3)
    field.put("fr-82", field.beside(HERE, 1, 1, 1), 4)
    field.begin(("fires", 0))
    fires = [text for text in field.actions() if text.startswith("fire")]
    assert fires == [f"fire br-9pdr-a {field.beside(HERE, 0)}"]
    turns = {text for text in field.actions() if text.startswith("turn")}
    assert turns == {"turn br-9pdr-a 5"}  # the other corner would turn the enemy out of the front


def test_a_square_neither_moves_nor_attacks(field: Field) -> None:
    """JDG-4.2-i, -k, JDG-6.1.1-g: nothing but staying and leaving the square, and no attack."""
    field.put("br-5", HERE, 0, flags=SQUARE, movement=5)
    field.put("fr-32", field.beside(HERE, 0), 3)
    field.move("br-5")
    assert set(field.actions()) == {"stop", "leave-square"}
    field.begin(("declare", 0))
    assert not [text for text in field.actions() if text.startswith("attack")]


def test_leaving_a_square_in_a_zone_without_orders(field: Field) -> None:
    """JDG-4.2-c, -j, JDG-4.1.2-a, JDG-6.2.2-j: of 7 points 4; 2 for the square, 2 for the first hex."""
    field.put("br-5", HERE, 0, flags=SQUARE, movement=7, orders=False)
    field.put("fr-32", field.beside(HERE, 0), 3)
    field.move("br-5")
    field.play("leave-square")
    assert {t.split()[1] for t in field.actions() if t.startswith("go ")} == at(field, (2,), (3,), (4,))


def test_who_declares_attacks_both_fronts_unless_a_friend_does(field: Field) -> None:
    """JDG-8.2-e, -f, JDG-8.3.1-a: after one attack the other is due; a friend may take it."""
    field.put("br-5", HERE, 0)
    left, right = field.beside(HERE, 0), field.beside(HERE, 1)
    field.put("fr-32", left, 3)
    field.put("fr-82", right, 3)
    friend = field.beside(HERE, 1, 2)  # both of its front hexes but this are empty
    field.put("br-9-1", friend, 4)
    field.begin(("declare", 0))
    field.play(f"attack {HERE} {left}")
    assert "done" not in field.actions() and f"attack {HERE} {right}" in field.actions()
    field.play(f"attack {friend} {right}")
    assert "done" in field.actions()


@pytest.mark.parametrize(
    ("moved", "near", "rallies"), [(0, False, True), (1, False, False), (0, True, False)]
)
def test_who_rallies(field: Field, moved: int, near: bool, rallies: bool) -> None:
    """JDG-11.1-a, -c, -EX5: not who moved, nor beside an enemy, guns included."""
    field.put("br-5", HERE, 0, level=DISORDERED, flags=MOVED if moved else 0)
    if near:
        field.put("fr-guns-a", field.beside(HERE, 3), 3)
    field.begin(("rally", 0, -1))
    assert ("rally br-5" in field.actions()) == rallies


def test_a_charge_from_afar_stops_at_reduced_movement_and_needs_its_front(field: Field) -> None:
    """JDG-9.1-a, -e, -f: 9 points give 5; the target is 7 hexes away, or behind."""
    field.put("br-20ld", HERE, 0, movement=9)
    field.put("fr-32", field.beside(HERE, 0, 1, 0, 1, 0, 1, 0), 4)
    field.move("br-20ld")
    assert not [text for text in field.actions() if text.startswith("charge")]
    field.s.take(field.unit("fr-32"), -1)
    field.put("fr-32", field.beside(HERE, 0, 1, 0, 1), 4)
    field.move("br-20ld")
    assert [text for text in field.actions() if text.startswith("charge")] == [f"charge {field.at('fr-32')}"]


def test_nobody_on_the_map_marches_by_force_at_night(field: Field) -> None:
    """JDG-4.1.3-i, JDG-12.1-a: on the map nobody marches by force at night."""
    field.t.turn_flags = {**field.t.turn_flags, field.s.turn: frozenset({"night"})}
    field.put("br-5", HERE, 0, movement=3)
    assert ways(field, "br-5") and not ways(field, "br-5", "march")


def fight(field: Field, roll: int, *answers: str) -> list[str]:
    """Play to rest: the given answers where they are legal, else the first action; the die shows `roll`."""
    asked = []
    while not field.rests:
        node = field.s.node
        if isinstance(node, ChanceNode):
            field.play(roll)
            continue
        assert isinstance(node, DecisionNode)
        asked.append(node.kind)
        field.play(next((text for text in answers if text in field.actions()), field.actions()[0]))
    return asked


@pytest.mark.parametrize(("roll", "lost"), [(0, False), (9, True)])
def test_guns_beside_another_attacked_hex_are_lost_with_it_alone(field: Field, roll: int, lost: bool) -> None:
    """JDG-8.9-j: attacked in one combat with infantry, guns are lost where the combat succeeds."""
    field.put("br-5", HERE, 0, strength=6, cohesion=7, shock=9)
    left, right = field.beside(HERE, 0), field.beside(HERE, 1)
    field.put("fr-32", left, 3, strength=3, cohesion=7)
    field.put("fr-guns-a", right, 0)  # looks away: no fire in reaction
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {left}", f"attack {HERE} {right}")
    assert "reaction fire" not in fight(field, roll, "done", "stay")
    assert (field.at("fr-guns-a") == "-") == lost


def test_cavalry_withdraws_and_leaves_its_guns_to_the_attacker(field: Field) -> None:
    """JDG-8.8.1-a, AMB-70, JDG-8.9-h: the guns stay, are alone, and are lost without a combat roll."""
    field.put("br-5", HERE, 0, strength=6, cohesion=7)
    there = field.beside(HERE, 0)
    field.put("fr-1ch", there, 3, cohesion=9, level=DISORDERED)
    field.put("fr-guns-a", there, 0)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {there}")
    asked = fight(field, 1, "done", "withdraw fr-1ch 1")
    assert asked.count("withdrawal") >= 1
    assert field.at("fr-1ch") not in ("-", there) and field.at("fr-guns-a") == "-"
    assert field.at("br-5") == there  # JDG-8.7.1-a


def test_guns_that_have_replied_do_not_react(field: Field) -> None:
    """JDG-7.1-k: one of the two in an activation of the enemy."""
    field.put("br-5", HERE, 0, strength=6, cohesion=7)
    there = field.beside(HERE, 0)
    field.put("fr-guns-a", there, 3, flags=REPLIED)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {there}")
    assert "reaction fire" not in fight(field, 5, "done")
    assert field.at("fr-guns-a") == "-"


def test_disordered_guns_before_infantry_are_lost_without_a_shot(field: Field) -> None:
    """JDG-7.2-a, JDG-8.9-h: nor do guns whose front is elsewhere fire."""
    field.put("br-5", HERE, 0, strength=6)
    there = field.beside(HERE, 0)
    field.put("fr-guns-a", there, 3, level=DISORDERED)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {there}")
    assert "reaction fire" not in fight(field, 5, "done")
    assert field.at("fr-guns-a") == "-"


def test_a_fall_back_through_a_full_stack_goes_on_and_shakes_it(field: Field) -> None:
    """JDG-10.5-a, -b, JDG-10.3.3-b: the only way leads through two units, each of them checks."""
    unit = field.put("fr-32", HERE, 3)
    behind = field.beside(HERE, 3)
    for name in ("fr-82", "fr-86-1"):
        field.put(name, behind, 3, cohesion=5, formation=field.t.command[field.unit("fr-82")])
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    field.t.cost = [
        [
            tuple(
                -1 if k in {6 * field.hex(HERE) + d for d in (1, 2, 4, 5)} else c for k, c in enumerate(row)
            )
            for row in rows
        ]
        for rows in field.t.cost
    ]
    field.begin(("retreat", unit, field.hex(HERE), 1, (attacker,), (), 0))
    fight(field, 6)
    assert field.at("fr-32") in at(field, (3, 2), (3, 3), (3, 4))
    assert [field.level(name) for name in ("fr-82", "fr-86-1")] == [DISORDERED, DISORDERED]


@pytest.mark.parametrize(("roll", "level"), [(4, DISORDERED), (5, ROUTED)])
def test_a_routed_unit_rallies_to_disorder_by_one_more(field: Field, roll: int, level: int) -> None:
    """JDG-11.1-b, -e, -h, JDG-11.1-d: without orders, reduced cohesion 5, +1 for the rout."""
    field.put("br-5", HERE, 0, level=ROUTED, orders=False, cohesion=5)
    field.begin(("rally", 0, -1))
    field.play("rally br-5", roll)
    assert field.level("br-5") == level


def test_light_cavalry_withdraws_from_heavy_without_a_check_but_not_with_infantry_beside(
    field: Field,
) -> None:
    """JDG-8.8.2-a, -c, -d: with infantry in the attack its check comes back."""
    there = field.beside(HERE, 0)
    field.put("br-20ld", HERE, 0, heavy=True, cohesion=6)
    field.put("fr-1ch", there, 3, cohesion=1)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {there}")
    fight(field, 9, "done", "withdraw fr-1ch 1")
    assert field.level("fr-1ch") == 0 and field.at("fr-1ch") != there
    other = Field()
    other.put("br-20ld", HERE, 0, heavy=True, cohesion=6)
    other.put("br-5", other.beside(HERE, 1), 5)
    other.put("fr-1ch", there, 3, cohesion=1)
    other.begin(("declare", 0), ("combats", 0))
    other.play(f"attack {HERE} {there}", f"attack {other.beside(HERE, 1)} {there}")
    fight(other, 9, "done", "withdraw fr-1ch 1")
    assert other.level("fr-1ch") == DISORDERED
