"""Positions of artillery fire of all kinds; what is legal was worked out by hand from the rules (JDG-7)."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.state import ELIMINATED
from jdgtools.engine.jdg.fire import fire_total
from jdgtools.engine.jdg.words import DISORDERED, FIRED, ORDERED, RALLY_ONLY, ROUTED, SQUARE
from tests.unit.engine.field import Field, answered, at, said, until

HERE = "1515"
"""Where the battery stands; it looks to the north, so that its front hexes lie north and north-east."""
RING = ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5), (5, 0))
"""The hexes at distance two, clockwise."""


@pytest.fixture
def field() -> Field:
    return Field()


def battery(field: Field, name: str = "br-9pdr-a", here: str = HERE, facing: int = 0, **more: int) -> int:
    return field.put(name, here, facing, **more)


def ranges(field: Field, name: str, effective: int, maximum: int) -> None:
    unit = field.unit(name)
    front, back = field.t.values[unit]
    new = {"effective_range": effective, "maximum_range": maximum}
    field.t.values[unit] = ({**front, **new}, {**back, **new})


def level_of(field: Field, **levels: int) -> None:
    field.t.levels = tuple(levels.get(f"h{name}", 0) for name in field.t.hex_ids)


def total(field: Field, target: str, *names: str, kind: str = "normal", aim: str = "") -> int:
    """Return strength and modifiers of a fire."""
    firers = tuple(field.unit(name) for name in names or ("br-9pdr-a",))
    return fire_total(field.game, field.s, firers, field.hex(target), kind, field.unit(aim) if aim else -1)[0]


# Where it fires (JDG-7.2, JDG-7.3)


@pytest.mark.parametrize("facing", range(6))
def test_the_cone_at_two_hexes_holds_three(field: Field, facing: int) -> None:
    """JDG-7.2-c, JDG-CONV-f, -EX1: of twelve hexes two away the three between the two front directions."""
    battery(field, facing=facing)
    seen = set()
    for end in RING:
        enemy = field.put("fr-32", field.beside(HERE, *end))
        field.begin(("fires", 0))
        seen |= said(field, "fire")
        field.s.take(enemy, -1)
    first = 2 * facing
    expected = [RING[(first + k) % 12] for k in range(3)]
    assert seen == {f"fire br-9pdr-a {field.beside(HERE, *end)}" for end in expected}


@pytest.mark.parametrize(
    ("name", "distance", "allowed"),
    [("br-9pdr-a", 7, True), ("br-9pdr-a", 8, False), ("br-6pdr-a", 6, True), ("br-6pdr-a", 7, False)],
)
def test_no_fire_beyond_the_maximum_range(field: Field, name: str, distance: int, allowed: bool) -> None:
    """JDG-7.3-f, -g: the hex of the target counts, that of the battery does not."""
    battery(field, name)
    field.put("fr-32", field.beside(HERE, *[0] * distance))
    field.begin(("fires", 0))
    assert bool(said(field, "fire")) is allowed


@pytest.mark.parametrize(
    ("between", "seen"),
    [((), True), (((0,),), True), (((1,),), True), (((0,), (1,)), False), (((2,),), True)],
)
def test_units_on_both_sides_of_a_line_along_hexsides_hide(
    field: Field, between: tuple[tuple[int, ...], ...], seen: bool
) -> None:
    """JDG-7.4.1-b, JDG-7.4.2-a, -b: the target lies in the direction of a corner; friends hide as enemies do."""
    battery(field)
    field.put("fr-32", field.beside(HERE, 0, 1))
    for name, end in zip(("br-5", "br-38"), between, strict=False):
        field.put(name, field.beside(HERE, *end))
    field.begin(("fires", 0))
    assert bool(said(field, "fire")) is seen


@pytest.mark.parametrize("between", ["br-5", "fr-82", "br-6pdr-a"])
@pytest.mark.parametrize("place", [2, 3])
def test_whoever_stands_on_the_line_hides(field: Field, between: str, place: int) -> None:
    """JDG-7.4.1-b: friend or enemy, of whatever arm; the enemy between is a target himself."""
    battery(field)
    field.put("fr-32", field.beside(HERE, *[0] * 4))
    field.put(between, field.beside(HERE, *[0] * place))
    field.begin(("fires", 0))
    near = {f"fire br-9pdr-a {field.beside(HERE, *[0] * place)}"} if between == "fr-82" else set()
    assert {a for a in said(field, "fire") if "9pdr" in a} == near


@pytest.mark.parametrize(
    ("firer", "target", "obstacle", "place", "seen"),
    [
        (1, 0, 0, 2, True),  # JDG-7.4.3-b, halfway
        (1, 0, 0, 3, False),
        (1, 0, 0, 1, True),
        (0, 1, 0, 3, True),  # JDG-7.4.3-c
        (0, 1, 0, 2, True),
        (0, 1, 0, 1, False),
        (1, 1, 0, 2, True),  # JDG-7.4.3-a
        (1, 1, 1, 2, False),
        (2, 1, 1, 2, True),  # the firer is higher than both
        (2, 1, 1, 3, False),
        (1, 2, 1, 1, False),
        (0, 0, 0, 2, False),
    ],
)
def test_levels_and_units_between(
    field: Field, firer: int, target: int, obstacle: int, place: int, seen: bool
) -> None:
    """JDG-7.4.3-a to -c, JDG-7.4.3-EX1, -EX2, AMB-55: the target is four hexes away."""
    battery(field)
    goal, middle = field.beside(HERE, *[0] * 4), field.beside(HERE, *[0] * place)
    level_of(field, **{f"h{HERE}": firer, f"h{goal}": target, f"h{middle}": obstacle})
    field.put("fr-32", goal)
    field.put("br-5", middle)
    field.begin(("fires", 0))
    assert bool(said(field, "fire")) is seen


def test_a_battery_fires_at_one_of_the_two_before_it_or_holds_its_fire(field: Field) -> None:
    """JDG-7.2-f, AMB-52: the third, two hexes off and in its cone, is no target."""
    battery(field)
    for name, end in (("fr-32", (0,)), ("fr-82", (1,)), ("fr-58", (0, 0))):
        field.put(name, field.beside(HERE, *end))
    field.begin(("fires", 0))
    assert said(field, "fire") == {f"fire br-9pdr-a {field.beside(HERE, d)}" for d in (0, 1)}
    assert "done" in field.actions()
    # It may turn by a corner as long as one of them stays before it (JDG-7.2-h).
    assert said(field, "turn") == {"turn br-9pdr-a 1", "turn br-9pdr-a 5"}


def test_after_turning_the_obligation_is_that_of_the_new_front(field: Field) -> None:
    """JDG-7.2-h: nobody before it, it may turn so that somebody is, and then has him alone."""
    battery(field)
    field.put("fr-32", field.beside(HERE, 5))
    field.put("fr-58", field.beside(HERE, 0, 0))
    field.begin(("fires", 0))
    assert said(field, "fire") == {f"fire br-9pdr-a {field.beside(HERE, 0, 0)}"}
    field.play("turn br-9pdr-a 5")
    assert said(field, "fire") == {f"fire br-9pdr-a {field.beside(HERE, 5)}"}


@pytest.mark.parametrize("orders", [True, False])
def test_a_battery_turns_before_or_after_its_fire_and_once(field: Field, orders: bool) -> None:
    """JDG-7.2-d, AMB-53: by one corner, with orders or without."""
    battery(field, orders=orders)
    field.put("fr-32", field.beside(HERE, 0, 1))
    field.begin(("fires", 0))
    both = {"turn br-9pdr-a 1", "turn br-9pdr-a 5"}
    assert said(field, "turn") == both
    field.play(f"fire br-9pdr-a {field.beside(HERE, 0, 1)}", 0)
    assert said(field, "turn", "fire") == both
    field.play("turn br-9pdr-a 5")
    assert field.rests and field.s.facing[field.unit("br-9pdr-a")] == 5


def test_who_has_turned_before_his_fire_does_not_after(field: Field) -> None:
    """AMB-53: one change."""
    battery(field)
    field.put("fr-32", field.beside(HERE, 1, 1))
    field.begin(("fires", 0))
    field.play("turn br-9pdr-a 1")
    assert not said(field, "turn")
    field.play(f"fire br-9pdr-a {field.beside(HERE, 1, 1)}", 0)
    assert field.rests


def test_two_batteries_of_a_hex_turn_together_and_are_asked_once(field: Field) -> None:
    """JDG-6.1.1-c: all artillery of a hex has one facing, whatever its formations."""
    battery(field)
    battery(field, "br-9pdr-b")
    field.put("fr-32", field.beside(HERE, 0, 0))
    field.begin(("fires", 0))
    assert len(said(field, "turn")) == 2
    turned = next(a for a in field.actions() if a.startswith("turn") and a.endswith(" 1"))
    field.play(turned)
    assert [field.s.facing[field.unit(n)] for n in ("br-9pdr-a", "br-9pdr-b")] == [1, 1]
    assert not said(field, "turn")


def test_batteries_of_two_formations_fire_each_for_itself(field: Field) -> None:
    """JDG-7.3-b, -c, -EX2: at one target or at two; together only those of one formation."""
    battery(field)
    battery(field, "br-9pdr-b")
    one, two = field.beside(HERE, 0, 0), field.beside(HERE, 1, 1)
    field.put("fr-32", one)
    field.put("fr-82", two)
    field.begin(("fires", 0))
    assert said(field, "fire") == {f"fire {n} {h}" for n in ("br-9pdr-a", "br-9pdr-b") for h in (one, two)}
    assert not said(field, "together")
    field.play(f"fire br-9pdr-a {one}", 0)
    assert said(field, "fire") == {f"fire br-9pdr-b {h}" for h in (one, two)}


def test_batteries_of_one_formation_fire_together_once(field: Field) -> None:
    """JDG-7.3-c, -d: then neither fires again."""
    formation = field.t.command[field.unit("br-9pdr-a")]
    battery(field)
    battery(field, "br-6pdr-a", formation=formation)
    one = field.beside(HERE, 0, 0)
    field.put("fr-32", one)
    field.begin(("fires", 0))
    assert said(field, "together") == {f"together br-9pdr-a br-6pdr-a {one}"}
    field.play(f"together br-9pdr-a br-6pdr-a {one}", 0)
    assert not said(field, "fire", "together")


@pytest.mark.parametrize(
    ("level", "flags", "allowed"),
    [
        (ORDERED, 0, True),
        (DISORDERED, 0, False),
        (ROUTED, 0, False),
        (ORDERED, RALLY_ONLY, False),
        (ORDERED, FIRED, False),
    ],
)
def test_who_fires(field: Field, level: int, flags: int, allowed: bool) -> None:
    """JDG-7.2-a, JDG-10.2-n, JDG-2.4.3-h, JDG-7.1-b."""
    battery(field, level=level, flags=flags, orders=False)
    field.put("fr-32", field.beside(HERE, 0, 0))
    field.begin(("fires", 0))
    assert bool(said(field, "fire")) is allowed


@pytest.mark.parametrize("flag", ["night", "fog"])
def test_in_the_dark_no_reply_from_afar_and_one_from_beside(field: Field, flag: str) -> None:
    """JDG-12.1-d, JDG-12.2-c, JDG-7.1-d: what fires at two hexes by day does not now."""
    field.t.turn_flags[2] = frozenset({flag})
    battery(field)
    field.put("fr-guns-a", field.beside(HERE, 0, 0), 3)
    field.begin(("fires", 0))
    assert not said(field, "fire")
    field.s.take(field.unit("fr-guns-a"), -1)
    field.put("fr-guns-a", field.beside(HERE, 0), 3)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {field.beside(HERE, 0)}", 0)
    assert "reply fr-guns-a" in field.actions()


@pytest.mark.parametrize(("end", "allowed"), [((3,), True), ((3, 3), False), ((0, 0), True)])
def test_guns_in_square_and_in_a_village_fire_behind_them_at_what_is_adjacent(
    field: Field, end: tuple[int, ...], allowed: bool
) -> None:
    """AMB-24, JDG-6.1.1-f, -g: at a distance only in the cone of their facing."""
    for village in (True, False):
        field = Field()
        battery(field, flags=0 if village else SQUARE)
        field.put("br-5", HERE, flags=0 if village else SQUARE)
        field.t.six_front[field.hex(HERE)] = village
        field.put("fr-32", field.beside(HERE, *end))
        field.begin(("fires", 0))
        assert bool(said(field, "fire")) is allowed


# What counts (JDG-7.3, JDG-7.5; TBL-FIRE-DRM)


@pytest.mark.parametrize(
    ("distance", "units", "square", "guns", "expected"),
    [
        (3, ("fr-32",), 0, (), 2),
        (1, ("fr-32",), 0, (), 4),  # close range +2
        (5, ("fr-32",), 0, (), 0),  # long range -2
        (4, ("fr-32",), 0, (), 2),  # effective
        (3, ("fr-32", "fr-82"), 0, (), 3),  # dense
        (3, ("fr-32",), SQUARE, (), 3),
        (3, ("fr-32", "fr-82"), SQUARE, (), 4),
        (3, (), 0, ("fr-guns-a",), 1),  # artillery alone -1
        (3, (), 0, ("fr-guns-a", "fr-guns-b"), 1),  # two guns are no dense target
        (3, ("fr-32",), 0, ("fr-guns-a",), 2),
    ],
)
def test_the_sum_of_a_fire(
    field: Field, distance: int, units: tuple[str, ...], square: int, guns: tuple[str, ...], expected: int
) -> None:
    """JDG-7.5-a, JDG-7.3-f, -h: strength 2, and the lines of the chart."""
    battery(field)
    goal = field.beside(HERE, *[0] * distance)
    for name in (*guns, *units):
        field.put(name, goal, 3, flags=square)
    assert total(field, goal) == expected


def test_eight_points_in_one_unit_are_dense_and_seven_are_not(field: Field) -> None:
    """AMB-51; not in counter-battery fire (JDG-7.1-h), but in reaction fire (JDG-8.3.3-e)."""
    battery(field)
    goal = field.beside(HERE, 0)
    field.put("fr-32", goal, 3, strength=7)
    assert total(field, goal) == 4
    field.s.take(field.unit("fr-32"), -1)
    field.put("fr-32", goal, 3, strength=8)
    assert total(field, goal) == 5
    assert total(field, goal, kind="reaction", aim="fr-32") == 2 + 2 - 1 + 1
    field.put("fr-guns-a", goal, 3)
    assert total(field, goal, kind="counter_battery", aim="fr-guns-a") == 2 + 2 - 1


def test_of_two_ranges_the_worse_counts_and_of_two_strengths_the_better(field: Field) -> None:
    """JDG-7.3-d, -e, -i, -EX1, -EX3: strength 3 and 1, +2; one of them beyond its effective range: -2."""
    battery(field, strength=3)
    battery(field, "br-6pdr-a", strength=1)
    goal = field.beside(HERE, *[0] * 4)
    field.put("fr-32", goal)
    assert total(field, goal, "br-9pdr-a", "br-6pdr-a") == 5
    ranges(field, "br-6pdr-a", 3, 6)
    assert total(field, goal, "br-9pdr-a", "br-6pdr-a") == 3
    assert total(field, goal, "br-9pdr-a") == 3
    assert total(field, goal, "br-6pdr-a") == -1


@pytest.mark.parametrize(("square", "expected"), [(0, 3), (SQUARE, 2)])
def test_the_sum_of_reaction_fire(field: Field, square: int, expected: int) -> None:
    """JDG-8.3.3-h, JDG-9.3.2-b, -c, -EX1, -EX2: strength 2, close range +2, reaction -1, out of a square -1 more."""
    battery(field, flags=square)
    field.put("br-5", HERE, flags=square)
    goal = field.beside(HERE, 0)
    field.put("fr-32", goal, 3)
    assert total(field, goal, kind="reaction", aim="fr-32") == expected


# What happens (JDG-7.1, JDG-5.1.3)


def test_fire_strikes_everybody_in_the_hex_each_with_his_own_check(field: Field) -> None:
    """JDG-7.1-c, JDG-5.1.3-j, -k, -EX3, JDG-7.5-b: three units, three checks; total 9 to 11 is a check."""
    battery(field)
    goal = field.beside(HERE, 0, 0)
    for name in ("fr-guns-a", "fr-32", "fr-82"):
        field.put(name, goal, 3, cohesion=5)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {goal}", 7)  # 7 + 2 + 1
    checks = 0
    while field.chance == "cohesion check":
        field.play(5 if checks != 1 else 6)
        checks += 1
    assert checks == 3
    assert [field.level(n) for n in ("fr-guns-a", "fr-32", "fr-82")] == [ORDERED, DISORDERED, ORDERED]


def test_guns_in_disorder_that_fail_a_check_by_fire_are_eliminated(field: Field) -> None:
    """JDG-10.1-d: a failed check is a disorder by fire; infantry beside them would be routed."""
    battery(field)
    goal = field.beside(HERE, 0, 0)
    field.put("fr-guns-a", goal, 3, level=DISORDERED, cohesion=5)
    field.put("fr-32", goal, 3, level=DISORDERED, cohesion=5)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {goal}", 7, 9, 9)
    assert field.s.place[field.unit("fr-guns-a")] == ELIMINATED
    until(field, "done", "turn")
    assert field.level("fr-32") == ROUTED and field.at("fr-32") != "-"


def test_who_is_still_in_order_replies_at_once_and_once(field: Field) -> None:
    """JDG-7.1-d to -f, -k: after the results; to the second battery it does not reply again."""
    battery(field)
    battery(field, "br-9pdr-b", field.beside(HERE, 4))
    goal = field.beside(HERE, 0, 0)
    field.put("fr-guns-a", goal, 3)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {goal}", 9, 0)  # 9 + 2 - 1: a check, passed
    assert said(field, "reply", "stay") == {"reply fr-guns-a", "stay"}
    field.play("reply fr-guns-a", 0)
    field.play(f"fire br-9pdr-b {goal}", 0)
    assert not said(field, "reply")


def test_who_held_its_reply_may_reply_to_the_next(field: Field) -> None:
    """JDG-7.1-k: once in an activation; who has not replied yet still may."""
    battery(field)
    battery(field, "br-9pdr-b", field.beside(HERE, 4))
    goal = field.beside(HERE, 0, 0)
    field.put("fr-guns-a", goal, 3)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-b {goal}", 0, "stay")
    field.play(f"fire br-9pdr-a {goal}", 0)
    assert "reply fr-guns-a" in field.actions()


@pytest.mark.parametrize(
    ("facing", "replies"), [(3, True), (2, True), (1, False), (0, False), (4, False), (5, False)]
)
def test_a_reply_needs_the_cone_and_no_turn_helps(field: Field, facing: int, replies: bool) -> None:
    """JDG-7.2-e, -c: who fires stands two hexes south, which the facings 2 and 3 have in their cone."""
    battery(field)
    goal = field.beside(HERE, 0, 0)
    field.put("fr-guns-a", goal, facing)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {goal}", 0)
    assert bool(said(field, "reply")) is replies
    assert not {a for a in said(field, "turn") if "fr-guns" in a}


def test_a_reply_reaches_no_farther_than_the_battery(field: Field) -> None:
    """JDG-7.3-f, JDG-7.1-h: twelve-pounders fire from seven hexes, six-pounders do not answer."""
    battery(field)
    goal = field.beside(HERE, *[0] * 7)
    field.put("fr-guns-h", goal, 3)
    field.put("fr-guns-a", goal, 3)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {goal}", 0)
    assert said(field, "reply") == {"reply fr-guns-a"}


def test_a_reply_strikes_the_guns_on_top_and_nobody_else(field: Field) -> None:
    """JDG-7.1-g, JDG-5.1.3-n: the infantry in their hex is safe; guns in disorder already are eliminated."""
    battery(field)
    field.put("br-5", HERE, cohesion=0)
    goal = field.beside(HERE, 0, 0)
    field.put("fr-guns-a", goal, 3, strength=9)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {goal}", 0, "reply fr-guns-a", 6)  # 6 + 9 - 1: disorder
    assert field.level("br-9pdr-a") == DISORDERED and field.level("br-5") == ORDERED
    assert not field.chance


def test_infantry_replies_to_nobody_and_an_answer_is_not_answered(field: Field) -> None:
    """JDG-7.1-d, AMB-50: only artillery that was the target of normal fire."""
    battery(field)
    battery(field, "br-9pdr-b")
    goal = field.beside(HERE, 0, 0)
    field.put("fr-guns-a", goal, 3)
    field.put("fr-32", goal, 3)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {goal}", 0, "reply fr-guns-a", 0)
    assert not said(field, "reply")


@pytest.mark.parametrize(
    ("orders", "fired", "points"), [(True, False, 5), (True, True, 3), (False, False, 3), (False, True, 0)]
)
def test_how_far_guns_move_after_their_fire(field: Field, orders: bool, fired: bool, points: int) -> None:
    """JDG-4.4.2-a, -d, -EX1, -EX2, JDG-2.4.2-e: five points, clear ground."""
    battery(field, orders=orders, flags=FIRED if fired else 0)
    field.put("fr-32", field.beside(HERE, *[1] * 7))
    field.begin(("segment", 0))
    if not points:
        assert not said(field, "unit")
        return
    field.play("unit br-9pdr-a")
    reached = {a.split()[1] for a in said(field, "go")}
    far = max(field.t.distance(field.hex(HERE), field.hex(h)) for h in reached)
    assert far == points
    assert not said(field, "march") or not fired


def test_guns_in_a_zone_that_turned_for_their_fire_turn_no_more(field: Field) -> None:
    """JDG-6.2.2-i, JDG-7.2-d: by one corner at the most in the zone in which the activation began."""
    battery(field)
    field.put("fr-32", field.beside(HERE, 0))
    field.begin(("fires", 0), ("segment", 0))
    field.play("turn br-9pdr-a 5", "done", "unit br-9pdr-a")
    assert not said(field, "face")
    assert "stop" in field.actions()


# Reaction fire (JDG-8.3.3)


def shock(field: Field, *pairs: tuple[str, str]) -> None:
    """Begin the combats of side 1 with attacks that have been declared."""
    field.begin(("declare", 1))
    for origin, target in pairs:
        field.play(f"attack {origin} {target}")
    field.play(*said(field, "done"))


def test_a_battery_reacts_at_those_who_attack_through_its_front(field: Field) -> None:
    """JDG-7.1-i, JDG-8.3.3-a: three attack, one of them from behind."""
    battery(field)
    field.put("br-5", HERE)
    hexes = [field.beside(HERE, d) for d in (0, 1, 3)]
    for name, h, facing in zip(("fr-32", "fr-82", "fr-58"), hexes, (3, 3, 0), strict=True):
        field.put(name, h, facing)
    shock(field, *((h, HERE) for h in hexes))
    assert said(field, "react", "stay") == {"react br-9pdr-a fr-32", "react br-9pdr-a fr-82", "stay"}


def test_who_stands_before_guns_and_does_not_attack_is_no_aim(field: Field) -> None:
    """JDG-8.3.3-a: one of the attacking units; the other is without orders and fails its check."""
    battery(field)
    field.put("br-5", HERE)
    one, two = field.beside(HERE, 0), field.beside(HERE, 1)
    field.put("fr-32", one, 3)
    field.put("fr-82", two, 3, orders=False, shock=0)
    shock(field, (one, HERE), (two, HERE))
    field.play(9)
    assert said(field, "react") == {"react br-9pdr-a fr-32"}


def test_a_failed_check_of_all_leaves_the_guns_alone(field: Field) -> None:
    """JDG-8.3.3-c, -d: the check comes first; no attack, no fire, and the guns stand."""
    battery(field)
    one = field.beside(HERE, 0)
    field.put("fr-32", one, 3, orders=False, shock=4)
    shock(field, (one, HERE))
    assert field.chance == "shock check"
    field.play(5)
    assert field.rests and field.at("br-9pdr-a") == HERE


def test_reaction_fire_that_disorders_the_only_attacker_saves_the_guns(field: Field) -> None:
    """JDG-8.3.3-f, -EX2, JDG-8.9-EX2."""
    battery(field, strength=9)
    one = field.beside(HERE, 0)
    field.put("fr-32", one, 3)
    shock(field, (one, HERE))
    field.play("react br-9pdr-a fr-32", 4)  # 4 + 9 + 2 - 1: disorder
    assert field.rests and field.at("br-9pdr-a") == HERE and field.level("fr-32") == DISORDERED


def test_under_a_disordered_unit_the_rest_attacks_alone(field: Field) -> None:
    """JDG-8.3.3-g, -EX1, JDG-5.1.3-l, AMB-59: only the top one is struck; the other goes on and takes the guns."""
    battery(field, strength=9)
    one = field.beside(HERE, 0)
    field.put("fr-32", one, 3, strength=5)
    field.put("fr-82", one, 3, strength=4)
    shock(field, (one, HERE))
    field.play("react br-9pdr-a fr-32", 4)
    assert field.level("fr-82") == ORDERED and field.at("br-9pdr-a") == "-"
    until(field, "face")
    field.play(said(field, "face").pop())
    assert field.at("fr-82") == HERE and field.at("fr-32") == one


def test_at_guns_with_infantry_the_gunner_chooses_whom_he_strikes(field: Field) -> None:
    """JDG-5.1.3-m, JDG-7.1-j: the artillery on top, or the infantry directly beneath it; not the one below."""
    battery(field)
    one = field.beside(HERE, 0)
    for name in ("fr-guns-a", "fr-32", "fr-82"):
        field.put(name, one, 3)
    shock(field, (one, HERE))
    assert said(field, "react") == {"react br-9pdr-a fr-guns-a", "react br-9pdr-a fr-32"}


def test_two_batteries_of_a_hex_react_each_for_itself(field: Field) -> None:
    """JDG-8.3.3-b: at different targets if they like, never together."""
    battery(field)
    battery(field, "br-9pdr-b", formation=field.t.command[field.unit("br-9pdr-a")])
    one, two = field.beside(HERE, 0), field.beside(HERE, 1)
    field.put("fr-32", one, 3)
    field.put("fr-82", two, 3)
    shock(field, (one, HERE), (two, HERE))
    first = said(field, "react").pop().split()[1]
    other = ({"br-9pdr-a", "br-9pdr-b"} - {first}).pop()
    assert not said(field, "together")
    field.play(f"react {first} fr-32", 0)
    assert said(field, "react") == {f"react {other} fr-32", f"react {other} fr-82"}


def test_guns_whose_front_is_elsewhere_are_lost_without_a_shot(field: Field) -> None:
    """JDG-7.2-e, JDG-6.1.2-c, JDG-8.5-f: attacked from behind; in a village they fire all the same (AMB-24)."""
    for village in (False, True):
        field = Field()
        battery(field, facing=3)
        field.t.six_front[field.hex(HERE)] = village
        one = field.beside(HERE, 0)
        field.put("fr-32", one, 3)
        shock(field, (one, HERE))
        assert bool(said(field, "react")) is village
        assert (field.at("br-9pdr-a") == "-") is not village


def test_a_counter_attack_meets_the_fire_of_guns_that_attacked(field: Field) -> None:
    """AMB-65, JDG-8.3.3-a: guns stacked with the attacker, who fell back, are attacked in their turn."""
    one = field.beside(HERE, 0)
    battery(field, facing=0, flags=FIRED)
    field.put("fr-32", one, 3)
    field.s.stacks[field.hex(HERE)] = (field.unit("br-9pdr-a"),)
    field.begin(("counter", (field.unit("fr-32"),), (), 1, 1, (), ()))
    field.play(f"counter-attack {one} {HERE}")
    assert "react br-9pdr-a fr-32" in field.actions()


def test_fire_in_the_activation_of_its_side_leaves_a_reaction(field: Field) -> None:
    """JDG-7.1-k: the bound is on replies and reactions in an enemy activation; normal fire is neither."""
    battery(field)
    goal = field.beside(HERE, 0, 0)
    field.put("fr-32", goal, 3)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {goal}", 0)
    answered(field, 0)
    one = field.beside(HERE, 0)
    field.s.take(field.unit("fr-32"), -1)
    field.put("fr-32", one, 3)
    shock(field, (one, HERE))
    assert "react br-9pdr-a fr-32" in field.actions()


def test_a_friend_in_the_cone_is_no_target(field: Field) -> None:
    """JDG-7.1-a, JDG-7.2-c: only hexes with enemies, and none that is empty."""
    battery(field)
    field.put("br-5", field.beside(HERE, 0, 0))
    field.begin(("fires", 0))
    assert not said(field, "fire")
    assert not at(field, (0, 1), verb="fire br-9pdr-a") & set(field.actions())


@pytest.mark.parametrize("flags", [("night",), ("fog",), ("night", "fog")])
@pytest.mark.parametrize(
    ("kind", "expected"), [("normal", 3), ("reaction", 2), ("counter_battery", 2), ("together", 5)]
)
def test_the_dark_takes_one_from_every_fire(
    field: Field, flags: tuple[str, ...], kind: str, expected: int
) -> None:
    """TBL-FIRE-DRM H-11, AMB-95: once; strength 2, close range +2, and what each kind has of its own."""
    field.t.turn_flags[2] = frozenset(flags)
    battery(field)
    goal = field.beside(HERE, 0)
    names = ["br-9pdr-a"]
    if kind == "together":
        battery(field, "br-6pdr-a")
        names.append("br-6pdr-a")
    field.put("fr-guns-a" if kind == "counter_battery" else "fr-32", goal, 3)
    aim = {"reaction": "fr-32", "counter_battery": "fr-guns-a"}.get(kind, "")
    assert total(field, goal, *names, kind="normal" if kind == "together" else kind, aim=aim) == expected


@pytest.mark.parametrize(("first", "second"), [("br-9pdr-a", "br-9pdr-b"), ("br-9pdr-b", "br-9pdr-a")])
def test_the_second_battery_of_a_hex_is_bound_by_the_turn_of_the_first(
    field: Field, first: str, second: str
) -> None:
    """JDG-6.1.1-c, JDG-7.2-h: one has fired; the other has an enemy before it, so they turn no further from him."""
    battery(field)
    battery(field, "br-9pdr-b")
    near = field.beside(HERE, 1)
    field.put("fr-32", near, 4)
    field.begin(("fires", 0))
    field.play(f"fire {first} {near}", 0)
    assert {text.split()[2] for text in said(field, "turn")} == {"1"}  # 5 would leave the enemy aside
    field.play(f"fire {second} {near}", 0)
    assert {text.split()[2] for text in said(field, "turn")} == {"1", "5"}


def test_guns_that_a_reply_has_routed_turn_no_more(field: Field) -> None:
    """JDG-10.2-q: who is routed has no facing."""
    battery(field)
    goal = field.beside(HERE, 0, 0)
    field.put("fr-guns-a", goal, 3, strength=9)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {goal}", 0, "reply fr-guns-a", 9)  # 9 + 9 - 1: rout
    for _ in range(6):
        if field.rests:
            break
        assert not said(field, "turn")
        field.play(field.actions()[0])
    assert field.level("br-9pdr-a") == ROUTED


def test_guns_that_face_two_enemies_may_turn_so_that_one_is_left(field: Field) -> None:
    """JDG-7.2-f, -h: after turning towards the right the left one is no target any more."""
    battery(field)
    left, right = field.beside(HERE, 0), field.beside(HERE, 1)
    field.put("fr-32", left, 3)
    field.put("fr-82", right, 4)
    field.begin(("fires", 0))
    field.play("turn br-9pdr-a 1")
    assert said(field, "fire") == {f"fire br-9pdr-a {right}"}


@pytest.mark.parametrize(("hexes", "expected"), [((1,), 4), ((2,), 2), ((1, 1), 4)])
def test_a_stack_of_guns_alone_is_no_aim_with_a_bonus(
    field: Field, hexes: tuple[int, ...], expected: int
) -> None:
    """TBL-FIRE-DRM H-7, H-9: -1 where artillery is alone, however much of it; nothing where infantry is with it."""
    battery(field)
    goal = field.beside(HERE, *[0] * hexes[0])
    for name in ("fr-guns-a", "fr-guns-b")[: len(hexes)]:
        field.put(name, goal, 3)
    assert total(field, goal) == expected - 1
    field.put("fr-32", goal, 3)
    assert total(field, goal) == expected
