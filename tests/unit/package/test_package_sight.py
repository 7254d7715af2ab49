"""Units on lines of sight by the package alone, held against the rules of the series."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.exporters.jdgpkg.sight import reach_of
from jdgtools.hexgrid import line
from jdgtools.package import Package
from jdgtools.package.consistency import check_consistency
from jdgtools.package.model_sight import Overlook
from jdgtools.rules import MapRules
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


def ground_blocks(package: Package, hex_: int, firer: int, target: int) -> bool:
    """Return whether the ground of a hex beside a line blocks, as `docs/package.md` tells it (JDG-7.4)."""
    levels, lines = package.terrain.levels, package.lines
    assert lines is not None and lines.units is not None

    def gap(a: int, b: int) -> int:
        q, r = (lines.axial[2 * a + k] - lines.axial[2 * b + k] for k in (0, 1))
        return max(abs(q), abs(r), abs(q + r))

    if levels[hex_] > max(levels[firer], levels[target]):
        return True
    kind = package.terrain.kinds[package.terrain.hexes[hex_]].id
    cells = package.book.get("TBL-TEC-HEX").cells
    los, height = (cells[kind, column].value for column in ("los", "height"))
    if los == "blocked_unless_adjacent" and 1 in (gap(hex_, firer), gap(hex_, target)):
        return False
    if los not in ("blocked", "blocked_unless_adjacent"):
        return False
    top = levels[hex_] + (height if isinstance(height, int) else 0)
    return not any(
        overlooks(rule, levels[firer], levels[target], top, 2 * gap(hex_, firer), gap(firer, target))
        for rule in lines.units.overlooked
    )


@pytest.mark.parametrize("name", ["teaching-jdg", "rolica-1808"])
def test_ground_on_one_side_and_a_unit_on_the_other_block_together(name: str) -> None:
    """JDG-7.4.2-b: a program that has the package alone finds every such line."""
    loaded = battle(name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    scenario, package = packages(name)[0]
    rules, terrain = loaded.series.sight, MapRules.of(loaded.battle, loaded.charts, scenario)
    lines = package.lines
    assert lines is not None
    place = {tuple(lines.axial[2 * i : 2 * i + 2]): i for i, name in enumerate(package.grid.ids) if name}
    tied = [(entry.to, [s for s in entry.through if len(s) == 4]) for entry in lines.lines]
    together, judged = 0, set()
    for (q, r), firer in list(place.items())[:: max(1, len(place) // 60)]:
        for to, steps in tied:
            target = place.get((q + to[0], r + to[1]))
            if target is None or not steps or not package.sight.sees(firer, target):
                continue
            for step in steps:
                sides = [place.get((q + step[k], r + step[k + 1])) for k in (0, 2)]
                for unit, other in (sides, sides[::-1]):
                    if unit is None or other is None:
                        continue
                    alone = rules.sight_among(terrain, firer, target, {unit: "u"}).clear
                    level = package.terrain.levels
                    distance = max(abs(to[0]), abs(to[1]), abs(to[0] + to[1]))
                    near = max(abs(step[0]), abs(step[1]), abs(step[0] + step[1]))
                    disregarded = any(
                        overlooks(rule, level[firer], level[target], level[unit], 2 * near, distance)
                        for rule in lines.units.overlooked
                    )
                    hides = ground_blocks(package, other, firer, target) and not disregarded
                    together += not alone
                    judged.add(alone)
                    assert alone == (not hides), (package.grid.ids[firer], package.grid.ids[target])
    assert judged == {True, False} and together


@pytest.mark.parametrize("name", ["teaching-jdg", "teaching-mpbs", "teaching-afe", "rolica-1808"])
def test_lines_with_ground_on_one_side_are_listed(name: str) -> None:
    """JDG-7.4.2-b, MP-10.9.5-b: a unit on the other side hides the target; in AFE no line along a hexside is.

    Roliça has ground that is an obstacle by its level alone; of its hexes some are asked.
    """
    loaded = battle(name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    for scenario, package in packages(name):
        rules, terrain = loaded.series.sight, MapRules.of(loaded.battle, loaded.charts, scenario)
        lines = package.lines
        assert lines is not None
        place = {tuple(lines.axial[2 * i : 2 * i + 2]): i for i, id_ in enumerate(package.grid.ids) if id_}
        expected, firers = set(), list(place.items())[:: 20 if name == "rolica-1808" else 1]
        for (q, r), firer in firers:
            for entry in lines.lines:
                target = place.get((q + entry.to[0], r + entry.to[1]))
                for step in (s for s in entry.through if len(s) == 4):
                    sides = [place.get((q + step[k], r + step[k + 1])) for k in (0, 2)]
                    if target is None or None in sides or not package.sight.sees(firer, target):
                        continue
                    for unit in sides:
                        assert unit is not None
                        if not rules.sight_among(terrain, firer, target, {unit: "u"}).clear:
                            expected.add((firer, target, unit))
        origins = {firer for _, firer in firers}
        listed = [row for row in lines.one_sided if row[0] in origins]
        assert {*listed} == expected
        assert len(listed) == len(expected)
        assert bool(expected) == (name != "teaching-afe")


def test_ground_on_one_side_names_hexes_of_the_map() -> None:
    _, package = packages("teaching-mpbs")[0]
    assert package.lines is not None
    lines = replace(package.lines, one_sided=((0, package.grid.size, 1),))
    with pytest.raises(InputRefused, match=r"x\.lines\.one_sided\[0\]: expected whole numbers up to"):
        check_consistency(replace(package, lines=lines), "x")


def test_lines_are_listed_as_far_as_the_farthest_weapon_reaches_and_charges_ask() -> None:
    """Six hexes in any case, and no more than 24."""
    made = battle("teaching-jdg").battle
    assert made is not None
    field = next(f.id for f in made.series.unit_fields if f.unit == "hexes")
    reached = []
    for far in (2, 9, 40):
        units = tuple(replace(u, front={**u.front, field: far}) for u in made.units[:1])
        reached.append(reach_of(replace(made, units=units)))
    assert reached == [6, 9, 24]
