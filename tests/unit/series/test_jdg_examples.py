"""Worked examples of the digest of Jours de Gloire that vocabulary, geometry, charts and checks can prove.

`jdg_examples.yaml` beside this file lists all of them: the files that prove each, or what it waits for.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.charts.sums import add_modifiers
from jdgtools.hexgrid import HexGrid
from jdgtools.series.jdg.checks.common import setup_of
from jdgtools.series.jdg.sight import RULES as SIGHT
from jdgtools.series.registry import find_series
from tests.small_maps import map_rules
from tests.unit.series.jdg_field import CLEAR, codes, context

SERIES = find_series("jdg")
assert SERIES is not None
CHARTS, DEFINITION = SERIES.charts, SERIES.definition
GRID = HexGrid(20, 20, orientation="flat", parity="odd")


# --- distances and fronts ---------------------------------------------------------------------------------


def test_the_front_cone() -> None:
    """JDG-CONV-EX1: two hexes at distance 1, three at 2, four at 3."""
    centre = GRID.index("1010")
    assert centre is not None
    for facing in range(6):
        away = [GRID.distance(centre, index) for index in GRID.cone(centre, facing, 3)]
        assert [away.count(n) for n in (1, 2, 3)] == [2, 3, 4] and len(away) == 9


def test_distances() -> None:
    """JDG-CONV-EX2: one hex is distance 0. JDG-CONV-EX3: one hex between is distance 2. JDG-7.3-EX4: adjacent is 1."""
    one, two, three = (GRID.index(name) for name in ("1010", "1011", "1012"))
    assert one is not None and two is not None and three is not None
    assert (GRID.distance(one, one), GRID.distance(one, two), GRID.distance(one, three)) == (0, 1, 2)
    chain = CHARTS.get("TBL-DISTANCE").value("group_chain")
    assert isinstance(chain, int) and GRID.distance(one, three) <= chain
    close = next(key for key in CHARTS.get("TBL-FIRE-DRM").axes[0].keys if key.id == "close_range")
    assert close.when is not None and close.when.high == GRID.distance(one, two)


def test_a_target_outside_the_cone() -> None:
    """JDG-7.2-EX3: at distance 4 a hex behind or beside the gun is outside its cone for every facing but two."""
    centre, target = GRID.index("1010"), GRID.index("1006")
    assert centre is not None and target is not None and GRID.distance(centre, target) == 4
    seen = [facing for facing in range(6) if target in GRID.cone(centre, facing, 4)]
    assert len(seen) == 2 and (seen[1] - seen[0]) % 6 in (1, 5)


@pytest.mark.parametrize(("facing", "front"), [("E", True), ("W", False)])
def test_the_rear_is_no_front(tmp_path: Path, facing: str, front: bool) -> None:
    """JDG-6.1.2-EX2, JDG-9.1-EX5, JDG-9.4-EX3: an enemy in a rear hex is neither shocked nor charged from there."""
    setup = setup_of(context(tmp_path, f"red-cav-1 0303 facing:{facing}\nblue-cav-1 0402"))
    unit = next(p for p in setup.units if p.id == "red-cav-1")
    enemy = next(p for p in setup.units if p.id == "blue-cav-1")
    assert (enemy.hex in setup.front(unit)) is front


def test_a_village_faces_everywhere(tmp_path: Path) -> None:
    """JDG-6.1.2-EX1: out of a village a unit attacks whatever its facing, at -1."""
    picture = CLEAR.splitlines()
    picture[2] = "  . . v . . ."
    setup = setup_of(
        context(tmp_path, "red-inf-1 0303 facing:W\nblue-inf-1 0402", picture="\n".join(picture))
    )
    unit = next(p for p in setup.units if p.id == "red-inf-1")
    assert len(setup.front(unit)) == 6
    assert CHARTS.get("TBL-SHOCK-DRM").value("out_of_six_front", "shock") == -1


# --- checks of the die ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("use", "rating", "passes"),
    [
        ("cohesion", 0, range(1)),  # JDG-0.4.1-EX3
        ("cohesion", 9, range(10)),  # JDG-0.4.1-EX4
        ("shock", 4, range(5)),  # JDG-0.4.2-EX1
    ],
)
def test_checks_without_a_modifier(use: str, rating: int, passes: range) -> None:
    """JDG-0.4.1-EX3, JDG-0.4.1-EX4, JDG-0.4.2-EX1: a roll up to the rating passes."""
    total = add_modifiers(CHARTS.get("TBL-CHECK-DRM"), {}, use).total
    assert [die for die in range(10) if die + total <= rating] == list(passes)


@pytest.mark.parametrize(
    ("rating", "drm", "die", "passes"),
    [
        (5, 1, 6, True),  # JDG-2.4.3-EX1
        (5, 0, 6, False),  # JDG-2.4.3-EX2: nobody in range, no modifier
        (4, 0, 5, False),  # JDG-2.4.3-EX3: the first marker
        (6, 0, 5, True),  # JDG-2.4.3-EX3: the second one
    ],
)
def test_leader_initiative(rating: int, drm: int, die: int, passes: bool) -> None:
    """JDG-2.4.3-EX2, JDG-2.4.3-EX3: the modifier of a commander in range is subtracted; the marker drawn counts."""
    rule = CHARTS.get("TBL-CHECK-DRM").value("leader_initiative")
    assert isinstance(rule, dict)
    assert (die + rule["sign"] * drm <= rating) is passes


# --- sequence, victory, sight -----------------------------------------------------------------------------


def test_fire_comes_before_movement() -> None:
    """JDG-1-EX4: no artillery fire after a unit of the formation has moved."""
    steps = [step.get("en") for phase in DEFINITION.phases for step in phase.steps]
    order = [
        next(i for i, s in enumerate(steps) if word in s)
        for word in ("artillery fire", "then movement", "shock and")
    ]
    assert order == sorted(order)


def test_a_tie_has_no_winner() -> None:
    """JDG-13.2-EX1 (AMB-96): more points win, and equal points do not, unless a battle rules otherwise."""
    option = DEFINITION.option("tie")
    assert option is not None and option.default == "draw" and set(option.values) > {"draw"}


def test_infantry_between_blocks() -> None:
    """JDG-7.4.1-EX2: a unit of either side is an obstacle at the level of its hex."""
    blocking = SIGHT.blocking_units(map_rules())
    assert "infantry" in blocking.arms and blocking.along == "both"
    assert "JDG-7.4.1-b" in blocking.rules


# --- command ----------------------------------------------------------------------------------------------


def test_five_groups_and_three_orders(tmp_path: Path) -> None:
    """JDG-2.3.2-EX3: capacity 3 serves three of five groups."""
    hexes = ("0101", "0401", "0203", "0603", "0405")
    lines = [f"red-inf-{n} {index}" for n, index in enumerate(hexes, 1)]
    setup = "\n".join(["chief 0303", *lines])
    for capacity, numbers in ((3, [39]), (5, [])):
        (tmp_path / str(capacity)).mkdir()
        ctx = context(tmp_path / str(capacity), setup, chief=f"drm: 0, capacity: {capacity}, range: 5")
        assert len(setup_of(ctx).groups("r")) == 5
        assert codes(ctx, 39) == numbers


def test_two_clusters_need_two_orders(tmp_path: Path) -> None:
    """JDG-2.3.2-EX2: five units in clusters of three and two are two groups; together they are one."""
    apart = "chief 0101\nred-inf-1 0101\nred-inf-2 0102\nred-inf-3 0201\nred-inf-4 0504\nred-inf-5 0505"
    assert codes(context(tmp_path, apart, chief="drm: 0, capacity: 1, range: 9"), 39) == [39]
    groups = setup_of(context(tmp_path, apart)).groups("r")
    assert [len(group) for group in groups] == [3, 2]
    together = apart.replace("0504", "0202").replace("0505", "0103")
    assert [len(group) for group in setup_of(context(tmp_path, together)).groups("r")] == [5]


@pytest.mark.parametrize(
    ("units", "numbers"),
    [
        ("red-inf-1 0604", [41]),  # JDG-2.3.2-EX4: distance 6
        ("red-inf-1 0504\nred-inf-2 0604\nred-inf-3 0605\nred-inf-4 0505", []),  # JDG-2.3.2-EX5: distance 5
    ],
)
def test_command_range(tmp_path: Path, units: str, numbers: list[int]) -> None:
    """JDG-2.3.2-EX4, JDG-2.3.2-EX5: one unit of the group within the range is enough, one hex beyond is too far."""
    ctx = context(tmp_path, f"chief 0101\n{units}", chief="drm: 0, capacity: 3, range: 5")
    assert codes(ctx, 41) == numbers


@pytest.mark.parametrize(
    ("last", "numbers"),
    [("red-inf-4 out", [30]), ("red-inf-4 0505", [])],
)
def test_demoralisation(tmp_path: Path, last: str, numbers: list[int]) -> None:
    """JDG-11.2-EX1, JDG-11.2-EX2: no infantry in order and one gun is demoralised, one in order is not."""
    rest = (
        "red-inf-1 0101 disordered\nred-inf-2 0202 disordered\nred-inf-3 0303 routed facing:\nred-art-1 0404"
    )
    assert codes(context(tmp_path, f"{rest}\n{last}"), 30) == numbers


# --- stacking and facing ----------------------------------------------------------------------------------

STACKS = {
    "JDG-5.1.1-EX1": ("inf-1 sp:4, inf-2 sp:5", []),
    "JDG-5.1.1-EX2": ("inf-1, inf-x", [64]),
    "JDG-5.1.1-EX3": ("inf-1 sp:2, inf-2 sp:2, inf-3 sp:2", []),
    "JDG-5.1.1-EX3, 7 SP": ("inf-1 sp:2, inf-2 sp:2, inf-3 sp:3", [63]),
    "JDG-5.1.1-EX4": ("art-x, inf-1, inf-2", []),
    "JDG-5.1.1-EX5": ("inf-1, cav-1", [61]),
    "JDG-5.1.1-EX6": ("horse-1, cav-1", []),
    "JDG-5.1.1-EX6, two cavalry": ("horse-1, cav-1, cav-2", [67]),
    "JDG-5.1.1-EX7": ("inf-1 routed facing:, inf-x routed facing:", [70]),
    "JDG-5.1.1-EX8": ("inf-1 routed facing:, inf-2 disordered", [69]),
    "JDG-5.1.1-EX9": ("inf-1 sp:2, inf-2 sp:2, inf-3 sp:3 back:2 disordered", [74]),
    "JDG-5.1.1-EX10": ("art-1, inf-1, inf-2, chief", []),
    "JDG-5.1.1-EX11": ("art-1, art-2, inf-1, inf-2", [66]),
    "JDG-5.1.2-EX2": ("art-1, inf-1, inf-2", []),
    "JDG-5.1.2-EX2, artillery below": ("inf-1, art-1, inf-2", [72]),
    "JDG-6.1.1-EX1": ("inf-1 facing:E, inf-2 facing:SE", [77]),
    "JDG-6.1.1-EX2": ("art-1 facing:W, inf-1 facing:E", []),
    "JDG-4.2-EX4": ("art-1 in_square", [84]),
    "JDG-4.2-EX4, with infantry": ("art-1 in_square, inf-1 in_square", []),
}
"""Example -> the pieces of a hex, top first, and which of CHK-60 to -84 find something."""


@pytest.mark.parametrize("example", STACKS)
def test_stacks(example: str, tmp_path: Path) -> None:
    """JDG-5.1.1, JDG-5.1.2-c, JDG-6.1.1, JDG-4.2: what may share a hex, in which order and facing.

    Routed units of two formations may share a hex (EX7); the warning of CHK-70 that they cannot rally there
    says nothing else.
    """
    pieces, numbers = STACKS[example]
    lines = []
    for piece in pieces.split(", "):
        name, *words = piece.split()
        lines.append(" ".join([name if name == "chief" else f"red-{name}", "0303", *words]))
    ctx = context(tmp_path, "\n".join(lines))
    assert codes(ctx, *range(60, 71), 72, *range(74, 80), *range(82, 85)) == numbers
