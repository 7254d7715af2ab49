"""Lines of sight that units block, in the three series, with the examples of the digests."""

from __future__ import annotations

import pytest

from tests.small_battles import field


def sees(derived, origin, target, viewer=None):
    """Whether a hex is seen past the units, and the reasons of what blocks."""
    grid = derived.map_rules.map.grid
    sight = derived.sight_among(grid.index(origin), grid.index(target), viewer)
    return sight.clear, [f for f in sight.factors if f.what == "unit"]


@pytest.mark.parametrize(
    ("series", "unit", "rule"),
    [("jdg", "fr-17 0404 0", "JDG-7.4.1-b"), ("afe", "ot-swi 0404 0", "AFE-9.2-c"), ("mpbs", "un-old 0404 0", "MP-10.9.1-a")],
)  # fmt: skip
def test_a_unit_on_the_line_blocks(series, unit, rule):
    """JDG-7.4.1-b, AFE-9.2-c, MP-10.9.1-a: friend or enemy; the ends do not."""
    derived = field(unit, series=series)
    clear, factors = sees(derived, "0402", "0406")
    assert not clear and [f.rules[0] for f in factors] == [rule] and factors[0].blocks
    assert sees(derived, "0404", "0407")[0] and sees(derived, "0402", "0404")[0]
    assert sees(derived, "0402", "0406", viewer=unit.split()[0])[0], "it does not hide anything from itself"
    assert derived.sight(0, 1).clear and sees(field("", series=series), "0402", "0406")[0]


def test_units_at_other_levels():
    """JDG-7.4.3-a, JDG-7.4.3-b, AFE-9.2-f: an obstacle below both ends is ignored."""
    high = {"levels": "0402 2, 0406 2"}
    assert sees(field("fr-17 0404 0", **high), "0402", "0406")[0]
    assert sees(field("ot-swi 0404 0", series="afe", **high), "0402", "0406")[0]
    assert not sees(field("un-old 0404 0", series="mpbs", **high), "0402", "0406")[0], "whatever the levels"
    one = {"levels": "0402 2"}
    assert sees(field("fr-17 0403 0", **one), "0402", "0406")[0], "near the higher firer"
    assert not sees(field("fr-17 0405 0", **one), "0402", "0406")[0]


def ends_of_the_line(derived):
    """The two ends of a line along the hexside of 0403 and 0504."""
    grid = derived.map_rules.map.grid
    start = grid.index("0404")
    shared = {grid.index("0403"), grid.index("0504")}
    around = set(grid.neighbours(start))
    return start, next(h for h in grid.ring(start, 2) if shared == set(grid.neighbours(h)) & around)


def along(series, first, second):
    """Sight along a hexside, with units on its two sides."""
    units = ", ".join(f"{unit} {h} 0" for unit, h in ((first, "0403"), (second, "0504")) if unit)
    derived = field(units, series=series)
    return derived.sight_among(*ends_of_the_line(derived)).clear


def test_along_a_hexside():
    """JDG-7.4.2-a, -b, MP-10.9.5-b: both hexes must block; AFE-9.2-d: it is free."""
    assert along("jdg", "fr-17", "") and not along("jdg", "fr-17", "fr-30")
    assert along("mpbs", "un-old", "") and not along("mpbs", "un-old", "un-green")
    assert along("afe", "ot-swi", "ot-pik")


def test_a_unit_on_one_side_and_wood_on_the_other():
    """JDG-7.4.2-b: obstacles of two kinds block together."""
    derived = field("fr-17 0403 0", terrain="0504 wood")
    ends = ends_of_the_line(derived)
    assert derived.sight(*ends).clear and not derived.sight_among(*ends).clear


def test_archers_see_over_units():
    """AFE-9.2-i; DV-29: archers over friends and enemies, crossbows not."""
    derived = field("cr-arc 0402 0, be-xbow 0302 0, cr-maf 0404 0", series="afe")
    assert sees(derived, "0402", "0406", viewer="cr-arc")[0]
    assert not sees(derived, "0402", "0406", viewer="be-xbow")[0]


@pytest.mark.parametrize("unit", ["un-cmd 0404 0", "un-heavy 0404 0", "horn 0404"])
def test_light_infantry_guns_and_leaders_hide_nothing(unit):
    """MP-10.9.1-a: only heavy infantry, cavalry and baggage block."""
    assert sees(field(unit, series="mpbs"), "0402", "0406")[0]


def test_units_in_a_dead_hex_are_ignored():
    """MP-10.9.3B-d: below a steep slope that the line comes down."""
    slope = {"levels": "0402 1", "features": [("slope_steep", "0402", "S")]}
    derived = field("un-old 0403 0", series="mpbs", **slope)
    assert sees(derived, "0402", "0406")[0]
    grid = derived.map_rules.map.grid
    factors = derived.sight_among(grid.index("0402"), grid.index("0406")).factors
    assert any("MP-10.9.3B-d" in f.rules and "un-old" in f.text for f in factors)
    assert not sees(field("un-old 0404 0", series="mpbs", **slope), "0402", "0406")[0]
