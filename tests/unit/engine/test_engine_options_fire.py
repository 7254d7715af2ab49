"""Options of fire, facing, movement, zones and squares: what every value of them plays (J.9 of the rules)."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from msgspec.structs import replace

from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.arrivals import entry_actions
from jdgtools.engine.jdg.charges import answer_frames
from jdgtools.engine.jdg.combat import owed_attacks
from jdgtools.engine.jdg.fire import fire_total, reaches
from jdgtools.engine.jdg.losses import set_level
from jdgtools.engine.jdg.morale import demoralised_formations
from jdgtools.engine.jdg.reach import NORMAL
from jdgtools.engine.jdg.rulings import FIRE_AND_MOVES
from jdgtools.engine.jdg.shocks import shock_sum
from jdgtools.engine.jdg.words import (
    CHARGE,
    DECLARATIONS,
    ENTER,
    ENTER_STACK,
    FIRED,
    GROUP,
    LEFT_SQUARE,
    SHOCK,
    SQUARE,
)
from tests.unit.engine.field import Field
from tests.unit.engine.test_engine_stacks import arriving
from tests.unit.package.bundled import packages

HERE = "1515"


def field_with(**options: object) -> Field:
    """Return an open field on which options have other values."""
    assert set(options) <= FIRE_AND_MOVES
    known, package = packages("vimeiro-1808")[0]
    listed = tuple(replace(o, value=options.get(o.id, o.value)) for o in package.option_list)
    changed = replace(package, option_list=listed)
    with patch("tests.unit.engine.field.packages", return_value=[(known, changed)]):
        return Field()


def starting(field: Field, word: str) -> set[str]:
    """Return what follows a word in the legal actions."""
    return {text.removeprefix(f"{word} ") for text in field.actions() if text.split()[0] == word}


# --- fire -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "holds"), [("target_choice", True), ("compulsory", False)])
def test_guns_with_an_enemy_before_them_may_have_to_fire(value: str, holds: bool) -> None:
    """AMB-52, JDG-7.2-f: they are bound in their target, or bound to fire; who fired is bound no more."""
    field = field_with(adjacent_fire=value)
    field.put("br-9pdr-a", HERE, 0)
    ahead = field.beside(HERE, 0)
    field.put("fr-32", ahead, 3, cohesion=9)
    field.begin(("fires", 0))
    assert starting(field, "fire") == {f"br-9pdr-a {ahead}"}
    assert ("done" in field.actions()) is holds
    field.play(f"fire br-9pdr-a {ahead}", 0)
    assert "done" in field.actions() or field.rests


@pytest.mark.parametrize(("value", "replies"), [(False, True), (True, False)])
def test_an_enemy_before_guns_may_bind_their_reply(value: bool, replies: bool) -> None:
    """AMB-104, JDG-7.2-i: the reply at another hex than that of the enemy before them."""
    field = field_with(adjacent_obligation_on_counter_battery=value)
    field.put("br-9pdr-a", HERE, 0)
    field.put("fr-32", field.beside(HERE, 0), 3)
    gun = field.put("fr-guns-a", field.beside(HERE, 1, 1, 1), 4)
    field.begin(("replies", (gun,), field.hex(HERE), field.s.place[gun]))
    assert ("reply br-9pdr-a" in field.actions()) is replies
    assert field.rests is not replies


@pytest.mark.parametrize(
    ("fire", "bound", "stays"),
    [("target_choice", True, True), ("compulsory", False, True), ("compulsory", True, False)],
)
def test_a_reply_is_compulsory_where_fire_is_and_binds_replies(fire: str, bound: bool, stays: bool) -> None:
    """AMB-52, AMB-104."""
    field = field_with(adjacent_fire=fire, adjacent_obligation_on_counter_battery=bound)
    field.put("br-9pdr-a", HERE, 0)
    gun = field.put("fr-guns-a", field.beside(HERE, 0), 3)
    field.begin(("replies", (gun,), field.hex(HERE), field.s.place[gun]))
    assert "reply br-9pdr-a" in field.actions()
    assert ("stay" in field.actions()) is stays


@pytest.mark.parametrize(
    ("corners", "facings"), [(0, set()), (1, {1, 5}), (2, {1, 2, 4, 5}), (3, {1, 2, 3, 4, 5}), (9, {1, 2, 3, 4, 5})]
)  # fmt: skip
def test_guns_turn_by_so_many_corners_before_their_fire(corners: int, facings: set[int]) -> None:
    """AMB-53, JDG-7.2-d."""
    field = field_with(artillery_turn_limit=corners)
    field.put("br-9pdr-a", HERE, 0)
    field.begin(("fires", 0))
    assert starting(field, "turn") == {f"br-9pdr-a {facing}" for facing in facings}


@pytest.mark.parametrize("value", [True, False])
def test_two_batteries_may_reply_together(value: bool) -> None:
    """AMB-50."""
    field = field_with(cb_combined=value)
    for name in ("br-9pdr-a", "br-9pdr-b"):
        field.put(name, HERE, 0, formation=0)
    there = field.beside(HERE, 0, 0, 0)
    gun = field.put("fr-guns-a", there, 3)
    field.begin(("replies", (gun,), field.hex(HERE), field.s.place[gun]))
    assert starting(field, "reply") == {"br-9pdr-a", "br-9pdr-b"}
    assert (f"together br-9pdr-a br-9pdr-b {there}" in field.actions()) is value


@pytest.mark.parametrize("value", [False, True])
def test_a_reply_may_be_answered(value: bool) -> None:
    """AMB-50: by the artillery at which it was aimed, once; then it is over."""
    field = field_with(cb_of_cb=value)
    field.put("br-9pdr-a", HERE, 0, strength=1, cohesion=9)
    there = field.beside(HERE, 0, 0, 0)
    gun, _ = [field.put(name, there, 3, cohesion=9, formation=9) for name in ("fr-guns-a", "fr-guns-b")]
    field.begin(("replies", (gun,), field.hex(HERE), field.s.place[gun]))
    field.play("reply br-9pdr-a", 0)
    assert starting(field, "reply") == ({"fr-guns-a"} if value else set())
    if value:
        field.play("reply fr-guns-a", 0)
    assert field.rests


@pytest.mark.parametrize(
    ("value", "dense"),
    [
        ("data", {"eight points", "two", "three"}),
        ("stack_two", {"two", "three"}),
        ("stack_three", {"three"}),
    ],
)
def test_what_is_a_dense_target(value: str, dense: set[str]) -> None:
    """AMB-51."""
    found = set()
    names = ("fr-32", "fr-82", "fr-58")
    for case, count, strength in (
        ("one", 1, 2), ("eight points", 1, 8), ("two", 2, 2), ("three", 3, 2)
    ):  # fmt: skip
        field = field_with(dense_target=value)
        gun = field.put("br-9pdr-a", HERE, 0)
        there = field.beside(HERE, 0, 0)
        for name in names[:count]:
            unit = field.put(name, there, 3)
            front, back = field.t.values[unit]
            field.t.values[unit] = ({**front, "strength": strength}, back)
        if "dense_target" in fire_total(field.game, field.s, (gun,), field.hex(there), "normal", -1)[1]:
            found.add(case)
    assert found == dense


@pytest.mark.parametrize(
    ("value", "reached"),
    [("adjacent_only", {"near", "ahead"}), ("all_round", {"near", "ahead", "far"}), ("cone", {"ahead"})],
)
def test_where_guns_with_six_fronts_fire(value: str, reached: set[str]) -> None:
    """AMB-24: at a neighbour behind them, at a distance in their cone, at a distance behind them."""
    field = field_with(six_front_fire=value)
    field.t.six_front[field.hex(HERE)] = True
    gun = field.put("br-9pdr-a", HERE, 0)
    hexes = {"near": (2,), "ahead": (0, 1), "far": (3, 3, 3)}
    for name, directions in zip(("fr-32", "fr-82", "fr-58"), hexes.values(), strict=True):
        field.put(name, field.beside(HERE, *directions), 3)
    assert reached == {
        case
        for case, directions in hexes.items()
        if reaches(field.game, field.s, gun, field.hex(field.beside(HERE, *directions)))
    }


@pytest.mark.parametrize("value", [False, True])
def test_fire_may_be_the_one_attack_on_a_unit(value: bool) -> None:
    """AMB-58, JDG-8.2-h: neither other artillery fires at it then, nor does infantry attack it."""
    field = field_with(attacked_once_counts_fire=value)
    there = field.beside(HERE, 0)
    field.put("fr-32", there, 3, cohesion=9)
    field.put("br-9pdr-a", HERE, 0)
    field.put("br-9pdr-b", field.beside(there, 2), 5)
    field.put("br-5", field.beside(there, 4), 1)
    field.begin(("fires", 0), ("declare", 0))
    assert starting(field, "fire") == {f"br-9pdr-a {there}", f"br-9pdr-b {there}"}
    field.play(f"fire br-9pdr-a {there}", 0)
    assert starting(field, "fire") == (set() if value else {f"br-9pdr-b {there}"})
    field.play("done")
    assert bool(starting(field, "attack")) is not value


# --- shock ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "counts"), [("outside_front_only", False), ("always", True)])
def test_an_attack_out_of_six_fronts(value: str, counts: bool) -> None:
    """AMB-43: over the ordinary front; out of other ground it never counts."""
    field = field_with(six_front_drm=value)
    unit = field.put("br-5", HERE, 0)
    ahead = field.beside(HERE, 0)
    field.put("fr-32", ahead, 3)
    pairs = ((field.hex(HERE), field.hex(ahead)),)
    for six in (False, True):
        field.t.six_front[field.hex(HERE)] = six
        lines = shock_sum(field.game, field.s, (unit,), pairs, (), False, 0)[1]
        assert ("out_of_six_front" in lines) is (counts and six)


@pytest.mark.parametrize(("value", "owed"), [("after_turn", 2), ("before_turn", 0)])
def test_whom_units_with_six_fronts_owe_an_attack(value: str, owed: int) -> None:
    """AMB-44, JDG-6.1.2-g: those on the front to which the counter has turned, or from which it turned."""
    field = field_with(six_front_obligation=value)
    field.t.six_front[field.hex(HERE)] = True
    field.put("br-5", HERE, 0)
    for name, direction in (("fr-32", 0), ("fr-82", 2), ("fr-58", 3)):
        field.put(name, field.beside(HERE, direction), (direction + 3) % 6)
    field.begin(("declare", 0))
    field.play(f"attack {HERE} {field.beside(HERE, 3)}")
    left = owed_attacks(field.game, field.s, field.s.memory[DECLARATIONS], 0)
    assert left == [(field.hex(HERE), field.hex(field.beside(HERE, owed)))]
    assert "done" not in field.actions()


@pytest.mark.parametrize("value", [True, False])
def test_obligations_may_be_tested_anew_when_a_combat_is_resolved(value: bool) -> None:
    """AMB-57, JDG-8.3.2-e: a neighbour that was to attack the other enemy in front failed its check."""
    field = field_with(shock_obligation_at_resolution=value)
    field.put("br-5", HERE, 0, flags=SHOCK)
    here, one, two = (field.hex(h) for h in (HERE, field.beside(HERE, 0), field.beside(HERE, 1)))
    field.put("fr-32", field.beside(HERE, 0), 3)
    field.put("fr-82", field.beside(HERE, 1), 4)
    field.begin(("shock", ((here, one),), (), 0, 0, 0, 0))
    assert field.chance == "shock"
    assert set(field.s.frames[-1][1]) == ({(here, one), (here, two)} if value else {(here, one)})


@pytest.mark.parametrize(
    ("value", "chosen"), [("active_player", ""), ("shock_first", "shock"), ("charge_first", "charge")]
)
def test_which_combat_comes_first(value: str, chosen: str) -> None:
    """AMB-97: the active player chooses, or all shocks or all charges go first."""
    field = field_with(combat_order=value)
    places = {"shock": HERE, "charge": field.beside(HERE, 2, 2, 2, 2)}
    field.put("br-5", places["shock"], 0, flags=SHOCK)
    field.put("br-20ld", places["charge"], 0, flags=CHARGE)
    pairs = {}
    for (kind, at), name in zip(places.items(), ("fr-32", "fr-82"), strict=True):
        ahead = field.beside(at, 0)
        field.put(name, ahead, 3)
        pairs[kind] = (field.hex(at), field.hex(ahead))
    field.s.memory[DECLARATIONS] = tuple(pairs.values())
    field.begin(("combats", 0))
    assert bool(starting(field, "resolve")) is not bool(chosen)
    if chosen:
        assert field.s.memory[DECLARATIONS] == tuple(pair for kind, pair in pairs.items() if kind != chosen)


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("goes_on", [True, False])
def test_the_rest_of_a_stack_may_give_up_its_attack(value: bool, goes_on: bool) -> None:
    """AMB-59, JDG-8.3.3-g: after reaction fire has disordered the unit on top."""
    field = field_with(reaction_rest_must_attack=value)
    ahead = field.beside(HERE, 0)
    top, rest = [field.put(name, HERE, 0, formation=0, cohesion=1) for name in ("br-5", "br-9-1")]
    gun = field.put("fr-guns-a", ahead, 3, strength=4)
    field.put("fr-32", ahead, 3)
    field.begin(("declare", 0))
    field.play(f"attack {HERE} {ahead}")
    while "done" in field.actions():
        field.play("done")
    field.play("react fr-guns-a br-5")
    total, _ = fire_total(field.game, field.s, (gun,), field.hex(HERE), "reaction", top)
    field.play(10 - total, 9)
    assert (field.s.level[top], field.s.level[rest]) == (1, 0)
    assert (f"attack {HERE} {ahead}" in field.actions()) is not value
    if not value:
        field.play(f"attack {HERE} {ahead}" if goes_on else "stay")
    assert (field.chance == "shock") is (value or goes_on)
    assert field.rests is not (value or goes_on)


@pytest.mark.parametrize("value", [True, False])
def test_the_table_may_be_for_artillery_too(value: bool) -> None:
    """AMB-71, JDG-8.9-g, JDG-8.5-b: by its own rule the artillery checks, and here it passes."""
    levels = set()
    for roll in range(10):
        field = field_with(artillery_loss_own_rule=value)
        ahead = field.beside(HERE, 0)
        field.put("br-5", HERE, 0, strength=9, cohesion=9)
        field.put("fr-guns-a", ahead, 3, cohesion=9)
        field.put("fr-32", ahead, 3, strength=2, cohesion=9)
        field.begin(("roll", ((field.hex(HERE), field.hex(ahead)),), (), 0, 0, 0, ()))
        field.play(roll)
        while not field.rests:
            field.play(0 if field.chance else field.actions()[0])
        levels.add(field.level("fr-guns-a"))
    assert (max(levels) == 0) is value


# --- squares ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [False, True])
def test_disorder_of_artillery_may_break_a_square(value: bool) -> None:
    """AMB-22, JDG-4.2-m, -o."""
    field = field_with(artillery_disorder_breaks_square=value)
    gun = field.put("br-9pdr-a", HERE, 0, flags=SQUARE)
    foot = field.put("br-5", HERE, 0, flags=SQUARE)
    set_level(field.game, field.s, gun, 1)
    assert not field.s.flags[gun] & SQUARE
    assert bool(field.s.flags[foot] & SQUARE) is not value


@pytest.mark.parametrize(("value", "both"), [(True, True), (False, False)])
def test_which_hexes_before_a_charge_form_square(value: bool, both: bool) -> None:
    """AMB-102: each of them, or that of the declared target alone."""
    field = field_with(square_attempt_per_hex=value)
    unit = field.put("fr-1ch", HERE, 0, flags=CHARGE)
    target, other = field.beside(HERE, 1), field.beside(HERE, 0)
    field.put("br-5", target, 4)
    field.put("br-38", other, 3)
    asked = answer_frames(field.game, field.s, (unit,), field.hex(target), 0)[0][1]
    assert set(asked) == {field.hex(target), field.hex(other)} - (set() if both else {field.hex(other)})


@pytest.mark.parametrize(
    ("value", "rolls", "square"),
    [
        ("one_per_hex", (4,), True),
        ("one_per_hex", (5,), False),
        ("one_per_unit", (6, 4), True),
        ("one_per_unit", (6, 5), False),
        ("one_per_unit", (7, 4), False),
    ],
)
def test_who_rolls_for_a_square(value: str, rolls: tuple[int, ...], square: bool) -> None:
    """AMB-101, JDG-9.3.1-e to -g: cohesion 6 and 4; one failure disorders both."""
    field = field_with(square_roll=value)
    units = [field.put(n, HERE, 0, cohesion=c, formation=0) for n, c in (("br-5", 6), ("br-38", 4))]
    field.begin(("squares", (field.hex(HERE),), 0))
    field.play(f"form {HERE}", *rolls)
    assert field.rests
    assert [bool(field.s.flags[unit] & SQUARE) for unit in units] == [square] * 2
    assert [field.s.level[unit] for unit in units] == [int(not square)] * 2


@pytest.mark.parametrize("value", [True, False])
def test_a_unit_may_leave_a_square_alone(value: bool) -> None:
    """AMB-21, JDG-4.2-j, -p: it leaves the hex then, since the others stay in square."""
    field = field_with(square_leave_together=value)
    units = [field.put(n, HERE, 0, flags=SQUARE, formation=0, movement=4) for n in ("br-5", "br-38")]
    field.move("br-5")
    field.play("leave-square")
    assert [bool(field.s.flags[unit] & LEFT_SQUARE) for unit in units] == [True, value]
    assert ({text.split()[0] for text in field.actions()} == {"go"}) is not value
    if not value:
        field.play(sorted(field.actions())[0])
        assert field.at("br-5") != field.at("br-38") == HERE


@pytest.mark.parametrize("value", [True, False])
def test_who_leaves_a_square_alone_needs_a_way(value: bool) -> None:
    """AMB-21: after the 2 points for the square one more for the next hex; artillery goes with the last."""
    field = field_with(square_leave_together=value)
    for name in ("br-5", "br-38"):
        field.put(name, HERE, 0, flags=SQUARE, formation=0, movement=2)
    field.move("br-5")
    assert ("leave-square" in field.actions()) is value
    field = field_with(square_leave_together=value)
    for name in ("br-9pdr-a", "br-5"):
        field.put(name, HERE, 0, flags=SQUARE, movement=2)
    field.move("br-5")
    field.play("leave-square")
    assert not any(field.s.flags[field.unit(name)] & SQUARE for name in ("br-9pdr-a", "br-5"))


@pytest.mark.parametrize("value", ["stack", "two"])
@pytest.mark.parametrize("count", [2, 3])
def test_how_many_form_square_together(value: str, count: int) -> None:
    """AMB-23, JDG-4.2-f."""
    field = field_with(square_max_units=value)
    for name in ("br-5", "br-9-1", "br-38")[:count]:
        field.put(name, HERE, 0, formation=0, strength=2)
    field.move("br-5")
    assert ("square" in field.actions()) is (value == "stack" or count == 2)


@pytest.mark.parametrize(
    ("value", "with_orders", "without"),
    [("orders_only", True, False), ("always", True, True), ("never", False, False)],
)
def test_artillery_that_has_fired_may_form_square(value: str, with_orders: bool, without: bool) -> None:
    """AMB-25, JDG-4.2-d: together with infantry that has not moved."""
    for orders, forms in ((True, with_orders), (False, without)):
        field = field_with(fired_artillery_may_form_square=value)
        field.put("br-9pdr-a", HERE, 0, flags=FIRED, orders=orders)
        field.put("br-5", HERE, 0, orders=orders)
        field.move("br-5")
        assert ("square" in field.actions()) is forms


@pytest.mark.parametrize("value", [True, False])
def test_who_has_left_a_square_may_attack(value: bool) -> None:
    """AMB-26."""
    field = field_with(attack_after_leaving_square=value)
    field.put("br-5", HERE, 0, flags=LEFT_SQUARE)
    field.put("fr-32", field.beside(HERE, 0), 3)
    field.begin(("declare", 0))
    assert bool(starting(field, "attack")) is value


# --- movement and facing ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "facings"), [(True, {0, 1, 2, 3, 4, 5}), (False, {5, 0, 1})])
def test_the_facing_of_who_has_left_a_zone(value: bool, facings: set[int]) -> None:
    """AMB-48, JDG-6.1.2-a, JDG-6.2.2-i."""
    field = field_with(facing_free_after_leaving_zoc=value)
    field.put("br-5", HERE, 0)
    field.put("fr-32", field.beside(HERE, 0), 3)
    field.move("br-5")
    assert starting(field, "face") == {"5", "1"}
    field.play(f"go {field.beside(HERE, 3)}")
    assert starting(field, "face") == {str(facing) for facing in facings}


@pytest.mark.parametrize(
    ("value", "facings"),
    [("owner_choice", {2, 3, 4}), ("of_hex", {3}), ("of_mover", {0, 1, 2, 3, 4, 5})],
)
@pytest.mark.parametrize("together", [False, True])
def test_the_facing_of_who_joins_others(value: str, facings: set[int], together: bool) -> None:
    """AMB-112: they stand in a zone of the enemy and may turn by a corner. Who moves along binds nobody."""
    field = field_with(stack_facing_on_entry=value)
    field.put("br-38", HERE, 3, formation=0, strength=2)
    field.put("fr-32", field.beside(HERE, 0), 3)
    start = field.beside(HERE, 3, 3)
    for name in ("br-5", "br-9-1")[: 1 + together]:
        field.put(name, start, 0, formation=0, strength=2)
    field.begin(("segment", 0))
    field.play("move-stack br-5" if together else "unit br-5", f"go {HERE}")
    assert starting(field, "face") == {str(facing) for facing in facings}
    field.play(f"face {min(facings)}")
    assert field.s.facing[field.unit("br-38")] == field.s.facing[field.unit("br-5")] == min(facings)


@pytest.mark.parametrize("value", [True, False])
def test_a_mixed_stack_moves_together(value: bool) -> None:
    """AMB-29: or a stack of one arm alone."""
    field = field_with(mixed_stack_moves=value)
    for name, at in (("br-9pdr-a", HERE), ("br-5", HERE), ("br-38", "1010"), ("br-82", "1010")):
        field.put(name, at, 0, formation=0, strength=2)
    field.begin(("segment", 0))
    assert starting(field, "move-stack") == {"br-38"} | ({"br-9pdr-a"} if value else set())


@pytest.mark.parametrize("value", [True, False])
def test_a_stack_makes_a_forced_march(value: bool) -> None:
    """AMB-20: together; each of its units may in any case."""
    field = field_with(forced_march_stack=value)
    for name in ("br-5", "br-38"):
        field.put(name, HERE, 0, formation=0)
    field.begin(("segment", 0))
    field.play("move-stack br-5")
    assert bool(starting(field, "march")) is value
    field.begin(("segment", 0))
    field.play("unit br-5")
    assert starting(field, "march")


@pytest.mark.parametrize(
    ("value", "hexes"),
    [("first_hex_any_enemy", {"second"}), ("same_unit", {"first", "second"}), ("whole_move", set())],
)
def test_fronts_closed_to_who_leaves_a_zone(value: str, hexes: set[str]) -> None:
    """AMB-46, JDG-6.2.2-k: front hexes of another enemy, entered with the first or with the second step."""
    field = field_with(zoc_to_front_zoc=value)
    unit = field.put("br-5", HERE, 0)
    left = field.put("fr-32", field.beside(HERE, 0), 3)
    field.put("fr-82", field.beside(HERE, 3, 3), 0)
    walk = field.game.walk(field.s, unit, NORMAL, (left,))
    prices = {
        "first": walk.step(field.hex(HERE), 3, True, 0),
        "second": walk.step(field.hex(field.beside(HERE, 2)), 3, False, 0),
    }
    assert hexes == {case for case, price in prices.items() if price >= 0}


@pytest.mark.parametrize("value", [False, True])
def test_artillery_enters_a_zone_with_its_stack(value: bool) -> None:
    """AMB-49, JDG-6.2.2-g: never alone."""
    field = field_with(artillery_enters_zoc_with_stack=value)
    for name in ("br-9pdr-a", "br-5"):
        field.put(name, HERE, 0)
    field.put("fr-32", field.beside(HERE, 0, 0), 3)
    ahead = field.beside(HERE, 0)
    field.begin(("segment", 0))
    field.play("move-stack br-9pdr-a")
    assert (f"go {ahead}" in field.actions()) is value
    field.begin(("segment", 0))
    field.play("unit br-9pdr-a")
    assert f"go {ahead}" not in field.actions()


@pytest.mark.parametrize("value", ["first", "owner_choice"])
def test_which_artillery_is_on_top(value: str) -> None:
    """AMB-34, JDG-5.1.2-c: that which came first, or which the owner chooses."""
    field = field_with(artillery_top=value)
    old = field.put("br-9pdr-a", HERE, 0, formation=0)
    new = field.put("br-9pdr-b", field.beside(HERE, 3), 0, formation=0)
    field.move("br-9pdr-b")
    field.play(f"go {HERE}")
    assert starting(field, "top") == (set() if value == "first" else {"br-9pdr-a", "br-9pdr-b"})
    if value == "owner_choice":
        field.play("top br-9pdr-b")
    assert field.s.stacks[field.hex(HERE)] == ((old, new) if value == "first" else (new, old))


@pytest.mark.parametrize("value", [False, True])
def test_a_formation_of_artillery_may_be_demoralised(value: bool) -> None:
    """AMB-91, JDG-11.2-b: one that has nothing else; with infantry in order it is not."""
    field = field_with(artillery_only_demoralised=value)
    gun = field.put("br-9pdr-a", HERE, 0, level=1)
    foot = field.put("br-5", HERE, 0)
    field.t.of_command = ((gun,), (gun, foot))
    assert demoralised_formations(field.game, field.s) == ((0,) if value else ())


@pytest.mark.parametrize("option", ["forced_march_stack", "mixed_stack_moves"])
@pytest.mark.parametrize("value", [True, False])
def test_a_stack_of_reinforcements_enters_together(option: str, value: bool) -> None:
    """AMB-20, AMB-29: on a forced march, and of two arms."""
    game, state, _, units = arriving()
    game.t.options[option] = value
    if option == "mixed_stack_moves":
        game.t.arm[units[0]] = 1 - game.t.arm[units[0]]
    assert isinstance(state, GameState)
    with patch("jdgtools.engine.jdg.arrivals.near_enemy", return_value=False):
        verbs = {action[0] for action in entry_actions(game, state, game.t.side[units[0]])}
    assert ENTER in verbs
    assert (ENTER_STACK in verbs) is value


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("near_in_phase_a", [True, False])
def test_when_the_range_of_a_commander_is_measured(value: bool, near_in_phase_a: bool) -> None:
    """AMB-14, JDG-2.4.3-e: at the roll for the leader's initiative, or in phase A for the whole turn."""
    field = field_with(range_measured_at_event=value)
    t, s = field.t, field.s
    unit = field.put("br-5", HERE, orders=False)
    commander = next(who for who, (drm, *_) in t.commander.items() if t.side[who] == 0 and drm > 0)
    marker = next(m for m, units in enumerate(t.marker_units) if unit in units and t.markers[m].code == "O")
    near, far = field.hex(HERE), field.hex("0101")
    s.place[commander] = near if near_in_phase_a else far
    field.begin(("orders", 0, ()))
    if not field.rests:
        field.play("done")
    s.place[commander] = far if near_in_phase_a else near
    field.begin(("leader", marker, s.memory[GROUP][unit]))
    field.play("try")
    drm, rating = t.commander[commander][0], t.markers[marker].rating or 0
    counts = near_in_phase_a is not value
    events = field.game.outcome(s, rating)
    numbers = next(event.numbers for event in events if event.kind == "leader")
    assert numbers == (rating, rating - (drm if counts else 0), rating)
