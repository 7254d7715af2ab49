"""Units on lines of sight by the package alone, held against the rules of the series."""

from __future__ import annotations

from itertools import product

import pytest

from jdgtools.hexgrid import line
from jdgtools.package import Package
from jdgtools.package.model_sight import Overlook
from tests.unit.package.bundled import BATTLES, battle, packages


def overlooks(rule: Overlook, firer: int, target: int, unit: int, twice: int, distance: int) -> bool:
    """Return whether a unit is overlooked, as `docs/package.md` tells it."""
    higher = {
        "both": firer > unit and target > unit,
        "firer": firer > max(unit, target),
        "target": target > max(unit, firer),
    }[rule.higher]
    gap = {"": -1, "firer": twice - distance, "target": distance - twice}[rule.nearer]
    return higher and (gap < 0 or (gap == 0 and rule.halfway))


@pytest.mark.parametrize("name", BATTLES)
def test_lines_are_those_of_the_grid_from_every_hex(name: str) -> None:
    loaded = battle(name).battle
    assert loaded is not None and loaded.map is not None
    grid = loaded.map.grid
    for _, package in packages(name):
        lines = package.lines
        assert lines is not None and lines.units is not None
        place = {tuple(lines.axial[2 * i : 2 * i + 2]): i for i in grid.hexes}
        assert len(place) == len(grid.hexes)
        known = {line_.to: line_.through for line_ in lines.lines}
        assert len(known) == 3 * lines.reach * (lines.reach + 1) - 6
        hexes = list(grid.hexes)
        for a, b in product(hexes[:: max(1, len(hexes) // 7)], hexes[:: max(1, len(hexes) // 40)]):
            q, r = (lines.axial[2 * b + k] - lines.axial[2 * a + k] for k in (0, 1))
            assert max(abs(q), abs(r), abs(q + r)) == grid.distance(a, b)
            if not 1 < grid.distance(a, b) <= lines.reach:
                continue
            steps = line(grid.cube(a), grid.cube(b))[1:-1]
            between = [
                [
                    (lines.axial[2 * a] + step[k], lines.axial[2 * a + 1] + step[k + 1])
                    for k in range(0, len(step), 2)
                ]
                for step in known[q, r]
            ]
            assert between == [[tuple(cube) for cube in step.hexes] for step in steps]


def test_levels_overlook_units_as_they_do_other_obstacles() -> None:
    """JDG-7.4.3 and AFE-9.2-f to -h: the rule of the package gives what the rules of the series give."""
    from jdgtools.series.afe.sight import _Ends as AfeEnds
    from jdgtools.series.jdg.sight import _Ends as JdgEnds

    for name in ("teaching-jdg", "teaching-afe"):
        package: Package = packages(name)[0][1]
        assert package.lines is not None and package.lines.units is not None
        for firer, target, unit, distance in product(range(3), range(3), range(3), range(2, 7)):
            for twice in range(2, 2 * distance, 2):
                if name == "teaching-jdg":
                    expected = JdgEnds(firer, target, distance, str(package.options["los_half"])).ignores(
                        unit, twice
                    )
                else:
                    literal = package.options["los_height"] == "literal"
                    expected = AfeEnds(firer, target, distance, literal).ignores(unit, twice)
                rules = package.lines.units.overlooked
                got = any(overlooks(rule, firer, target, unit, twice, distance) for rule in rules)
                assert got == (expected is not None), (name, firer, target, unit, twice, distance)


def test_arms_that_block_are_those_of_the_chart() -> None:
    """MP-10.9.1-a: chart T-LOS-UNITS says the same."""
    _, package = packages("teaching-mpbs")[0]
    assert package.lines is not None and package.lines.units is not None
    chart = package.book.get("T-LOS-UNITS")
    arms = {arm for arm in chart.axes[0].ids if chart.value(arm, "los") == "blocks"}
    assert {*package.lines.units.arms} - {"dismounted_cavalry"} == arms
