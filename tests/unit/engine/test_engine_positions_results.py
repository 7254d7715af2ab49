"""What every row of the tables does to every kind of unit: both borders of a row, checks passed and failed.

The expectations are the tables of the rules, line by line; the positions put the dice on their borders.
"""

from __future__ import annotations

import pytest

from jdgtools.engine.jdg.words import DISORDERED, FOUGHT, ORDERED, ROUTED
from tests.unit.engine.field import Field, by_night

HERE = "1505"
AHEAD = "1506"
BEHIND = "1507"
"""The Allies attack from HERE to the south, where the French flee to."""
LOST = 3
PASS, FAIL = 0, 9
"""What all checks show."""


@pytest.fixture
def field() -> Field:
    return Field()


def to_the_end(field: Field, roll: int, check: int) -> set[str]:
    """Go on to the end, the shock with a roll, checks with another; nobody answers. Return who was asked what."""
    asked: set[str] = set()
    for _ in range(80):
        if field.rests:
            break
        if field.chance:
            field.play(roll if field.chance in ("shock", "fire") else check)
        else:
            asked.add(field.s.node.kind)
            legal = field.actions()
            # Straight back, where a retreat has a choice.
            wanted = (
                "stay",
                "done",
                f"retreat {BEHIND}",
                "retreat 1508",
                "retreat 1509",
                f"retreat {field.beside(HERE, 0)}",
            )
            field.play(next((a for a in wanted if a in legal), legal[0]))
    return asked


def state(field: Field, name: str) -> int:
    return LOST if field.at(name) == "-" else field.level(name)


# The table of shocks (TBL-SHOCK): total, whether checks fail, levels and hexes of both


ROWS = [
    # lowest and highest total, attacker and defender with passed and with failed checks: level, stays or leaves
    (-6, -6, (ROUTED, "leaves"), (ROUTED, "leaves"), (ORDERED, "stays"), (ORDERED, "stays"), True),
    (-5, -3, (DISORDERED, "leaves"), (DISORDERED, "leaves"), (ORDERED, "stays"), (ORDERED, "stays"), True),
    (-2, -1, (ORDERED, "leaves"), (DISORDERED, "leaves"), (ORDERED, "stays"), (ORDERED, "stays"), True),
    (0, 1, (ORDERED, "leaves"), (DISORDERED, "leaves"), (ORDERED, "stays"), (ORDERED, "stays"), True),
    (2, 3, (ORDERED, "leaves"), (DISORDERED, "leaves"), (ORDERED, "stays"), (ORDERED, "stays"), False),
    (4, 4, (ORDERED, "stays"), (DISORDERED, "stays"), (ORDERED, "stays"), (ORDERED, "stays"), False),
    (5, 5, (ORDERED, "stays"), (DISORDERED, "stays"), (ORDERED, "stays"), (DISORDERED, "stays"), False),
    (
        6,
        7,
        (ORDERED, "advances"),
        (DISORDERED, "advances"),
        (ORDERED, "leaves"),
        (DISORDERED, "leaves"),
        False,
    ),
    (8, 9, (ORDERED, "advances"), (ORDERED, "advances"), (ORDERED, "leaves"), (DISORDERED, "leaves"), False),
    (
        10,
        12,
        (ORDERED, "advances"),
        (ORDERED, "advances"),
        (DISORDERED, "leaves"),
        (DISORDERED, "leaves"),
        False,
    ),
    (13, 15, (ORDERED, "advances"), (ORDERED, "advances"), (ROUTED, "leaves"), (ROUTED, "leaves"), False),
    (16, 16, (ORDERED, "advances"), (ORDERED, "advances"), (LOST, "lost"), (LOST, "lost"), False),
]
TOTALS = sorted({total for low, high, *_ in ROWS for total in (low, high)})


def row_of(total: int) -> tuple:
    return next(row for row in ROWS if row[0] <= total <= row[1])


def clash(field: Field, total: int, check: int, **more: int) -> set[str]:
    """Let infantry attack infantry of the same strength so that the total comes out by their cohesion."""
    mine, theirs, roll = (
        (2, 8, total + 6) if total < 4 else (5, 5, total) if total < 10 else (9, 2, total - 7)
    )
    field.put("br-5", HERE, 3, strength=4, cohesion=mine, shock=9)
    field.put("fr-32", AHEAD, 0, strength=4, cohesion=theirs, shock=9, **more)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {AHEAD}")
    return to_the_end(field, roll, check)


@pytest.mark.parametrize("check", [PASS, FAIL])
@pytest.mark.parametrize("total", TOTALS)
def test_a_row_of_the_table_of_shocks(field: Field, total: int, check: int) -> None:
    """TBL-SHOCK, JDG-8.5-a, -b, -d, JDG-8.7.1-a, JDG-8.7.2-g: rows R1 to R12 at their borders."""
    asked = clash(field, total, check)
    _, _, *sides, counter = row_of(total)
    mine, theirs = sides[check == FAIL], sides[2 + (check == FAIL)]
    assert state(field, "br-5") == mine[0] and state(field, "fr-32") == theirs[0]
    if mine[1] == "advances":
        assert field.at("br-5") == AHEAD
    else:
        assert (field.at("br-5") == HERE) is (mine[1] == "stays")
    assert (field.at("fr-32") == AHEAD) is (theirs[1] == "stays")
    assert ("counter-attack" in asked) is counter
    far = {ROUTED: 2, DISORDERED: 1, ORDERED: 1}
    for name, start, (level, what) in (("br-5", HERE, mine), ("fr-32", AHEAD, theirs)):
        if what == "leaves":
            assert field.t.distance(field.hex(field.at(name)), field.hex(start)) == far[level]


@pytest.mark.parametrize(
    ("total", "check", "level", "distance"),
    [
        (6, PASS, DISORDERED, 0),  # R7, +1 for disorder: 5 becomes 6: row R8
        (3, FAIL, DISORDERED, 0),  # R6: the defender makes no check
        (4, FAIL, ROUTED, 2),  # R7: one more level, and the retreat
        (5, FAIL, ROUTED, None),  # R8: a hex back, then one more level
        (9, PASS, ROUTED, 2),  # R10: routed in place of the fall-back
        (12, PASS, ROUTED, 2),  # R11
        (15, PASS, LOST, None),  # R12
    ],
)
def test_the_disordered_defender(
    field: Field, total: int, check: int, level: int, distance: int | None
) -> None:
    """JDG-10.1-b, JDG-10.2-b, -h, AMB-83: in disorder from the start; the total is one higher for it (S5)."""
    clash(field, total, check, level=DISORDERED)
    if total == 6:
        assert field.at("fr-32") != AHEAD
        return
    assert state(field, "fr-32") == level
    if distance is not None:
        assert field.t.distance(field.hex(field.at("fr-32")), field.hex(AHEAD)) == distance


@pytest.mark.parametrize(
    ("total", "level", "stays"),
    [
        (2, ROUTED, True),  # R6, two higher: no check
        (3, ROUTED, False),  # R7: a rout move in place of the check
        (4, ROUTED, False),  # R8: a retreat in place of the fall-back
        (5, ROUTED, False),
        (7, ROUTED, False),  # R9
        (8, LOST, False),  # R10: disorder eliminates
        (11, LOST, False),  # R11: so does a rout
        (14, LOST, False),
    ],
)
def test_the_routed_defender(field: Field, total: int, level: int, stays: bool) -> None:
    """JDG-8.5-e, JDG-10.2-e, -r, -s, -t, AMB-83: the total is two higher for it (S6)."""
    clash(field, total, PASS, level=ROUTED)
    assert state(field, "fr-32") == level
    assert (field.at("fr-32") == AHEAD) is stays
    assert (field.at("br-5") == AHEAD) is not stays


# Strengths as a ratio (TBL-RATIO)


@pytest.mark.parametrize(
    ("mine", "theirs", "modifier"),
    [
        (1, 9, -4), (1, 5, -4), (1, 4, -4), (2, 7, -4), (1, 3, -3), (3, 8, -3), (2, 5, -3), (1, 2, -2),
        (3, 5, -2), (5, 8, -2), (2, 3, -1), (3, 4, -1), (5, 6, -1), (9, 9, 0), (6, 6, 0), (4, 3, 0), (7, 5, 0),
        (3, 2, 1), (9, 5, 1), (7, 4, 1), (2, 1, 2), (8, 3, 2), (5, 2, 2), (3, 1, 3), (7, 2, 3), (4, 1, 4),
        (9, 2, 4), (5, 1, 5), (9, 1, 5),
    ],
)  # fmt: skip
def test_a_ratio(field: Field, mine: int, theirs: int, modifier: int) -> None:
    """JDG-8.6.1-c, -d, -e, -EX1 to -EX3, AMB-61: the largest line that the true ratio reaches."""
    field.put("br-5", HERE, 3, strength=mine, cohesion=5)
    field.put("fr-32", AHEAD, 0, strength=theirs, cohesion=5)
    field.begin(("declare", 0), ("combats", 0))
    field.play(f"attack {HERE} {AHEAD}", 4)
    event = next(e for e in field.s.events if e.kind == "shock")
    assert event.numbers[2] - event.numbers[1] == modifier


# The table of fire (TBL-FIRE)


@pytest.mark.parametrize(
    ("total", "check", "level"),
    [
        (8, FAIL, ORDERED), (9, PASS, ORDERED), (9, FAIL, DISORDERED), (11, FAIL, DISORDERED),
        (12, 5, ORDERED), (12, 6, DISORDERED), (13, 5, ORDERED), (13, 6, DISORDERED), (11, 6, ORDERED),
        (14, PASS, DISORDERED), (16, PASS, DISORDERED), (17, PASS, ROUTED), (20, PASS, ROUTED),
    ],
)  # fmt: skip
def test_a_row_of_the_table_of_fire(field: Field, total: int, check: int, level: int) -> None:
    """TBL-FIRE, JDG-7.5-a, -b, JDG-10.2-a: a cohesion of seven, at effective range."""
    strength = max(1, total - 8)
    field.put("br-9pdr-a", HERE, 3, strength=strength)
    field.put("fr-32", field.beside(HERE, 3, 3, 3), 3, strength=4, cohesion=7)
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {field.beside(HERE, 3, 3, 3)}")
    to_the_end(field, total - strength, check)
    assert field.level("fr-32") == level


# What a result does to a unit (E.12)


UNITS = {"infantry": "fr-32", "cavalry": "fr-3dr", "guns": "fr-guns-a"}
BY_FIRE, BY_SHOCK = True, False
CASES = [
    (code, fire, arm, level, after)
    for code, fire, arms, results in [
        ("DIS", BY_SHOCK, UNITS, (DISORDERED, ROUTED, LOST)),
        ("DIS", BY_FIRE, ("infantry", "cavalry"), (DISORDERED, ROUTED, LOST)),
        ("DIS", BY_FIRE, ("guns",), (DISORDERED, LOST, LOST)),
        ("ROUT", BY_SHOCK, UNITS, (ROUTED, ROUTED, LOST)),
        ("ROUT", BY_FIRE, ("infantry", "cavalry"), (ROUTED, ROUTED, LOST)),
        ("ROUT", BY_FIRE, ("guns",), (ROUTED, LOST, LOST)),
        ("CC", BY_SHOCK, UNITS, (DISORDERED, ROUTED, ROUTED)),
        ("CC", BY_FIRE, ("infantry", "cavalry"), (DISORDERED, ROUTED, ROUTED)),
        ("CC", BY_FIRE, ("guns",), (DISORDERED, LOST, ROUTED)),
    ]
    for arm in arms
    for level, after in enumerate(results)
]


@pytest.mark.parametrize(("code", "fire", "arm", "level", "after"), CASES)
def test_a_result_by_arm_and_state(
    field: Field, code: str, fire: bool, arm: str, level: int, after: int
) -> None:
    """JDG-10.1-a to -d, JDG-10.2-a, -b, -e, -h, -r, -t, AMB-80, -81, JDG-10.1-EX1 to -EX4: E.12, all checks failed."""
    name = UNITS[arm]
    unit = field.put(name, HERE, 0, level=level, cohesion=5)
    field.begin(("apply-results", (code,), 0, (unit,), 0, (), fire, ()))
    to_the_end(field, 0, FAIL)
    assert state(field, name) == after
    if after == ROUTED and level < ROUTED:
        length = 3 if arm == "cavalry" else 2
        assert field.t.distance(field.hex(field.at(name)), field.hex(HERE)) == length
    if after == ROUTED and level == ROUTED:
        assert field.at(name) != HERE


@pytest.mark.parametrize("arm", UNITS)
@pytest.mark.parametrize(("level", "hexes"), [(ORDERED, 1), (DISORDERED, 1), (ROUTED, None)])
def test_a_fall_back_by_arm_and_state(field: Field, arm: str, level: int, hexes: int | None) -> None:
    """JDG-10-b, -c, JDG-10.2-h, AMB-83: one hex; who is routed retreats by the length of his arm."""
    unit = field.put(UNITS[arm], HERE, 0, level=level)
    field.begin(("apply-results", ("FB",), 0, (unit,), 0, (), False, ()))
    to_the_end(field, 0, PASS)
    length = hexes or (3 if arm == "cavalry" else 2)
    assert field.t.distance(field.hex(field.at(UNITS[arm])), field.hex(HERE)) == length
    assert field.level(UNITS[arm]) == level


# Checks at the border of a rating


@pytest.mark.parametrize(
    ("dark", "rating", "roll", "passes"),
    [
        ("", 0, 0, True), ("", 0, 1, False), ("", 6, 6, True), ("", 6, 7, False), ("", 9, 9, True),
        ("night", 6, 4, True), ("night", 6, 5, False), ("fog", 6, 4, True), ("fog", 6, 5, False),
        ("night", 1, 0, False), ("fog", 2, 0, True), ("both", 6, 4, True), ("both", 6, 5, False),
        ("night", 9, 7, True), ("night", 9, 8, False),
    ],
)  # fmt: skip
def test_a_check_at_its_border(field: Field, dark: str, rating: int, roll: int, passes: bool) -> None:
    """JDG-0.4.1-a, -b, -EX1 to -EX4, JDG-12.1-f, JDG-12.2-e, AMB-95: night and fog do not add up."""
    if dark == "both":
        field.t.turn_flags = {**field.t.turn_flags, field.s.turn: frozenset({"night", "fog"})}
    elif dark:
        by_night(field, dark)
    unit = field.put("fr-32", HERE, 0, cohesion=rating)
    field.begin(("check", (unit,), 0, 0, 0, ()))
    field.play(roll)
    assert (field.level("fr-32") == ORDERED) is passes


@pytest.mark.parametrize(
    ("dark", "level", "rating", "roll", "rallies"),
    [
        ("", DISORDERED, 5, 5, True), ("", DISORDERED, 5, 6, False), ("", ROUTED, 5, 4, True), ("", ROUTED, 5, 5, False),
        ("fog", DISORDERED, 5, 5, True), ("fog", DISORDERED, 5, 6, False), ("fog", ROUTED, 5, 4, True),
        ("fog", ROUTED, 5, 5, False), ("night", ROUTED, 4, 7, True), ("night", ROUTED, 4, 8, False),
        ("both", ROUTED, 4, 7, True), ("both", ROUTED, 4, 8, False), ("", ROUTED, 0, 0, False), ("night", ROUTED, 0, 3, True),
        ("night", ROUTED, 6, 9, True),
    ],
)  # fmt: skip
def test_a_rally_at_its_border(
    field: Field, dark: str, level: int, rating: int, roll: int, rallies: bool
) -> None:
    """JDG-11.1-e to -i, -EX1, -EX2, JDG-12.1-h, -EX2, JDG-12.2-f, -EX2, JDG-10.2-u, AMB-95."""
    if dark == "both":
        field.t.turn_flags = {**field.t.turn_flags, field.s.turn: frozenset({"night", "fog"})}
    elif dark:
        by_night(field, dark)
    field.put("br-5", HERE, 0, level=level, cohesion=rating)
    field.begin(("rally", 0, -1))
    field.play("rally br-5", roll)
    assert (field.level("br-5") == level - 1) is rallies


@pytest.mark.parametrize("flag", ["free", "fought"])
def test_who_was_struck_without_acting_may_rally(field: Field, flag: str) -> None:
    """JDG-1-p, JDG-11.1-a, -d: a unit that fire has disordered has done nothing; who has fought has."""
    field.put("br-5", HERE, 0, level=DISORDERED, flags=FOUGHT * (flag == "fought"))
    field.begin(("rally", 0, -1))
    assert bool(said(field)) is (flag == "free")


def said(field: Field) -> list[str]:
    return [text for text in field.actions() if text.startswith("rally")]
