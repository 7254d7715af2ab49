"""The charts of the series against the rules text, its examples and the properties they must have."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from jdgtools.charts import load_charts
from jdgtools.charts.plain import value_from_plain

HERE = Path(__file__).parent
BOOK = load_charts("jdgtools.series.afe.charts")
SEVERITY = [
    (),
    ("F",),
    ("R",),
    ("F", "R"),
    ("D", "R"),
    ("D", "F", "R"),
    ("Dr",),
    ("Dr", "R"),
    ("Dr", "F", "R"),
]
FIRE_SEVERITY = [(), ("F",), ("D",), ("D", "F"), ("Dr",), ("Dr", "F")]
TYPES = BOOK.get("TBL-TYPE")
HANDS = ("foot", "mounted")


def rows(name):
    return json.loads((HERE / name).read_text(encoding="utf-8"))["rows"]


def rising(values):
    return all(first <= second for first, second in pairwise(values))


@pytest.mark.parametrize(
    "row", rows("given.json"), ids=lambda r: f"{r['part']}:{r['chart']}:{'.'.join(r['at'])}"
)
def test_value_given_by_the_rules(row, is_given):
    is_given(BOOK, row)


def test_the_list_of_given_values_is_whole():
    # Every cell that claims the rules, apart from what follows from the definition of a class or a rule.
    listed = {(row["chart"], *row["at"]) for row in rows("given.json")}
    claimed = {
        (chart.id, *at)
        for chart in BOOK
        for at, cell in chart.cells.items()
        if cell.kind == "rules" and not isinstance(cell.value, dict) and chart.id != "TBL-CLASS"
    }
    assert claimed - listed == {("TBL-FIRE-DRM", "fatigue"), ("TBL-MELEE-DRM", "fatigue")}


@pytest.mark.parametrize("row", rows("examples.json"), ids=lambda r: f"{r['id']}-{r['kind']}")
def test_worked_example(row, evaluate):
    assert evaluate(BOOK, row) == value_from_plain(row["is"])


def melee_odds(modifier):
    """Chances in percent over the ten rolls: win, repulse, rout."""
    table = BOOK.get("TBL-MELEE")
    results = [
        (table.lookup(die + modifier, "attacker").value, table.lookup(die + modifier, "defender").value)
        for die in range(10)
    ]
    moved = {"R", "Dr"}
    return {
        "win": 10 * sum(bool(moved & set(defender)) for _, defender in results),
        "repulse": 10 * sum(bool(moved & set(attacker)) for attacker, _ in results),
        "rout": 10 * sum("Dr" in defender for _, defender in results),
    }


@pytest.mark.parametrize("row", rows("calibration_melee.json"), ids=lambda r: r["case"])
def test_melee_calibration(row, modifier_of):
    odds = melee_odds(modifier_of(BOOK, row))
    if "countercharge_quality" in row:
        success = Fraction(row["countercharge_quality"] + 1, 10)
        met = melee_odds(modifier_of(BOOK, {**row, "active": {**row["active"], "countercharged": 1}}))
        odds = {name: success * met[name] + (1 - success) * odds[name] for name in odds}
    assert {name: odds[name] for name in row["is"]} == row["is"]


@pytest.mark.parametrize("row", rows("calibration_fire.json"), ids=lambda r: r["case"])
def test_fire_calibration(row, modifier_of):
    modifier = modifier_of(BOOK, row)
    results = [BOOK.get("TBL-FIRE").lookup(die + modifier).value for die in range(10)]
    spared = {
        "any": Fraction(sum(result == () for result in results), 10),
        "discouraged": Fraction(sum(not {"D", "Dr"} & set(result) for result in results), 10),
    }
    assert {name: 100 * (1 - chance ** row["shots"]) for name, chance in spared.items()} == row["is"]


def test_every_total_of_melee_and_fire_has_a_row():
    limit = BOOK.get("TBL-MELEE-LIMIT")
    for total in range(limit.value("least"), limit.value("most") + 10):
        assert BOOK.get("TBL-MELEE").lookup(total, "attacker") is not None
    for total in range(-30, 40):
        assert BOOK.get("TBL-FIRE").lookup(total) is not None
    for total in range(13):
        assert BOOK.get("TBL-LEADER-LOSS").lookup(total, "melee") is not None


def test_types_face_each_other_and_artillery_never_attacks():
    defenders = TYPES.axis("defender").ids
    assert set(TYPES.axis("attacker").ids) == set(defenders) - {"At"}
    assert len(defenders) == 15
    assert set(defenders) == set(BOOK.get("TBL-FIRE-TARGET").axes[0].ids)
    assert {*defenders, "leader"} == set(BOOK.get("TBL-CLASS").axes[0].ids)


def test_a_higher_melee_total_is_never_worse_for_the_attacker():
    table = BOOK.get("TBL-MELEE")
    totals = table.axis("total").ids
    attacker = [SEVERITY.index(table.value(total, "attacker")) for total in totals]
    defender = [SEVERITY.index(table.value(total, "defender")) for total in totals]
    assert rising(list(reversed(attacker)))
    assert rising(defender)


def test_an_advance_follows_who_retreats():
    table = BOOK.get("TBL-MELEE")
    for total in table.axis("total").ids:
        lost = [side for side in ("attacker", "defender") if {"R", "Dr"} & set(table.value(total, side))]
        wanted = {(): None, ("attacker",): "defender_may", ("defender",): "attacker_must"}[tuple(lost)]
        assert table.value(total, "advance") == wanted, total


def test_fire_is_never_milder_with_a_higher_total():
    assert rising([FIRE_SEVERITY.index(cell.value) for cell in BOOK.get("TBL-FIRE").cells.values()])


def test_range_modifiers_never_rise_with_range_and_end_at_the_maximum():
    chart, weapons = BOOK.get("TBL-FIRE-RANGE"), BOOK.get("TBL-FIRE-WEAPON")
    for weapon in chart.axis("weapon").ids:
        values = [chart.lookup(weapon, distance).value for distance in range(1, 7)]
        inside = [value for value in values if value is not None]
        assert rising(list(reversed(inside))), weapon
        assert values[len(inside) :] == [None] * (6 - len(inside))
        assert weapons.value(weapon, "maximum") == len(inside)
        assert chart.lookup(weapon, 7) is None


def test_a_better_ratio_or_quality_never_helps_less():
    ratio, quality = BOOK.get("TBL-MELEE-RATIO"), BOOK.get("TBL-MELEE-QUALITY")
    assert rising([ratio.lookup((attacker, 12)).value for attacker in range(1, 80)])
    assert rising([quality.lookup(difference).value for difference in range(-12, 13)])


@pytest.mark.parametrize(
    "order",
    [
        ("Ch-m", "Ha-m", "Cl", "Ar-m"),
        ("Ch-f", "Ha-f", "Mi"),
        ("Ch-f", "Ha-f", "Li"),
        ("Su", "Pi"),
        ("Li", "Ar-f", "Aq"),
    ],
    ids=" ≥ ".join,
)
def test_attackers_rank_in_every_column(order):
    for defender in TYPES.axis("defender").ids:
        assert rising([TYPES.value(attacker, defender) for attacker in reversed(order)]), defender


@pytest.mark.parametrize(
    "order",
    [("Ch-m", "Ha-m", "Cl"), ("Ch-f", "Ha-f"), ("Su", "Pi", "Mi", "Li", "Ar-f", "At")],
    ids=" ≤ ".join,
)
def test_defenders_rank_for_every_attacker(order):
    for attacker in TYPES.axis("attacker").ids:
        assert rising([TYPES.value(attacker, defender) for defender in order]), attacker


def test_what_cannot_be_entered_cannot_be_attacked():
    hexes, sides = BOOK.get("TBL-TERRAIN-HEX"), BOOK.get("TBL-TERRAIN-HEXSIDE")
    for terrain in hexes.axis("terrain").ids:
        for how in ("foot", "mounted"):
            barred = hexes.value(terrain, f"melee_{how}") == "barred"
            if barred:
                # Castles take no horsemen in melee although they may ride in.
                assert hexes.value(terrain, how) == "NM" or terrain == "castle"
            assert barred or hexes.value(terrain, how) != "NM"
    for side in sides.axis("hexside").ids:
        for how in ("foot", "mounted"):
            closed = sides.value(side, "in", how) in ("NM", "own")
            assert (sides.value(side, "in", f"melee_{how}") == "barred") == closed, side


def test_cover_never_helps_the_attacker_and_horse_gains_least_by_it():
    for chart in (BOOK.get("TBL-TERRAIN-HEX"), BOOK.get("TBL-TERRAIN-HEXSIDE")):
        names = chart.axis("property").ids
        for at, cell in chart.cells.items():
            if at[-1] in ("fire_drm", "melee_foot", "melee_mounted") and isinstance(cell.value, int):
                assert cell.value <= 0, at
        places = {at[:-1] for at in chart.cells}
        assert {"foot", "mounted", "artillery", "los"} <= set(names)
        for place in sorted(places):
            foot, mounted = (chart.value(*place, f"melee_{how}") for how in ("foot", "mounted"))
            if foot == "barred":
                assert mounted == "barred", place
            elif mounted != "barred":
                assert mounted <= foot, place


def test_a_wounded_or_reserve_leader_reaches_less_far():
    values = BOOK.get("TBL-LEADER-VALUES")
    for item in ("reserve_range", "replacement_range"):
        rule = values.value(item)
        for original in range(1, 9):
            assert max(original - rule["by"], rule["least"]) < original, item
            assert original // 2 < original
    assert values.value("wounded_range")["rule"] == values.value("wounded_mp")["rule"] == "half_down"


def test_what_departs_from_the_text_says_so():
    """AFE-10.5-g, AFE-9.1-k: attacks out of a bridge and through an open gate are house exceptions."""
    hexes, sides = BOOK.get("TBL-TERRAIN-HEX"), BOOK.get("TBL-TERRAIN-HEXSIDE")
    cells = [(hexes.cell("bridge", "melee_out"), "AFE-10.5-g")]
    cells += [(sides.cell("gate_open", d, f"melee_{w}"), "AFE-9.1-k") for d in ("in", "out") for w in HANDS]
    for cell, statement in cells:
        assert cell.kind == "house" and statement in cell.refs and cell.note


def test_rain_only_takes_away():
    rain = BOOK.get("TBL-FIRE-RAIN")
    assert set(rain.axes[0].ids) == set(BOOK.get("TBL-FIRE-RANGE").axis("weapon").ids)
    assert all(cell.value == "no_fire" or cell.value <= 0 for cell in rain.cells.values())


def test_combined_fire_gains_at_most_three(evaluate):
    for firers, gain in ((1, 0), (2, 1), (4, 3), (9, 3)):
        row = {"kind": "modifiers", "modifiers": "TBL-FIRE-DRM", "active": {"more_firers": firers}}
        assert evaluate(BOOK, row) == gain
