"""House values of the series: complete, monotone, as calibrated."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from jdgtools.charts import ChartBook, load_charts
from jdgtools.charts.plain import value_from_plain
from jdgtools.charts.sums import add_modifiers
from tests.charts.jdg.jdg_outcomes import LEVELS, chance, unit_fates

HERE = Path(__file__).parent
BOOK = load_charts("jdgtools.series.jdg.charts")
FIRE, SHOCK, EFFECT = BOOK.get("TBL-FIRE"), BOOK.get("TBL-SHOCK"), BOOK.get("TBL-EFFECT")
RATIO, SHOCK_DRM, FIRE_DRM = BOOK.get("TBL-RATIO"), BOOK.get("TBL-SHOCK-DRM"), BOOK.get("TBL-FIRE-DRM")
HEX, SIDE = BOOK.get("TBL-TEC-HEX"), BOOK.get("TBL-TEC-HEXSIDE")
CLASSES = ("infantry", "cavalry", "foot_artillery", "horse_artillery", "commander")
STATES = ("ordered", "disordered", "routed")


def rows(name):
    return json.loads((HERE / name).read_text(encoding="utf-8"))["rows"]


# ---- what a complete set of charts must contain


def test_every_chart_of_the_rules_exists():
    named = {"TBL-TEC", "TBL-FIRE", "TBL-FIRE-DRM", "TBL-SHOCK", "TBL-SHOCK-DRM", "TBL-RATIO"}
    assert all(BOOK.group(name) for name in named)
    assert len(BOOK.group("TBL-TEC")) == 5


def test_every_terrain_of_the_rules_has_its_line():
    hexes = {"clear", "town", "village", "castle", "wood", "garden", "palm_grove", "impassable"}
    water = {"river", "river_uncrossable", "bridge", "ford"}
    works = {"redoubt", "wall", "fortification", "impassable"}
    assert hexes <= set(HEX.axes[0].ids)
    assert {"slope", "steep_slope", "ridge"} | water | works <= set(SIDE.axes[0].ids)
    assert set(BOOK.get("TBL-TEC-ROAD").axes[0].ids) == {"road", "trail"}


def test_fire_and_shock_cover_every_total():
    for chart, column in ((FIRE, ()), (SHOCK, ("attacker",)), (SHOCK, ("defender",)), (SHOCK, ("then",))):
        assert all(chart.lookup(total, *column) is not None for total in range(-60, 61))


def test_extreme_fire_totals():
    worst = {"long_range": 1, "target_artillery": 1, "terrain": -9}
    best = {"combined_battery": 1, "close_range": 1, "dense_target": 1, "target_in_square": 1}
    assert 0 + 1 + add_modifiers(FIRE_DRM, worst, "normal").total == -6
    assert 9 + 9 + add_modifiers(FIRE_DRM, best, "normal").total == 24


def test_results_named_by_the_rules_occur():
    fire = {code for cell in FIRE.cells.values() for code in cell.value}
    shock = {code for cell in SHOCK.cells.values() for code in cell.value}
    assert {"CC", "DIS", "ROUT"} <= fire
    assert () in {cell.value for cell in FIRE.cells.values()}
    assert {"CC", "DIS", "FB", "ROUT", "ELIM", "BT", "CA", "PU"} <= shock


def test_lines_that_the_rules_demand_exist():
    assert {
        "combined_battery",
        "reaction_fire",
        "reaction_from_square",
        "dense_target",
        "effective_range",
        "long_range",
        "terrain",
    } <= set(FIRE_DRM.axes[0].ids)
    assert {
        "cavalry_shock",
        "out_of_six_front",
        "routed_defender",
        "charge_square",
        "pursuit",
        "rear_attack",
        "charge_bonus",
        "heavy_charge",
        "infantry_square",
        "disordered_defender",
    } <= set(SHOCK_DRM.axes[0].ids)


def test_only_ground_named_clear_is_clear_and_only_towns_villages_castles_shelter():
    def where(column):
        return {terrain for terrain in HEX.axes[0].ids if HEX.value(terrain, column)}

    assert where("is_clear") == {"clear", "clear_ploughed"}
    assert where("six_front") == where("rout_shelter") == {"town", "village", "castle"}


def test_undirected_hexsides_have_one_effect_in_both_directions():
    for side in SIDE.axes[0].ids:
        columns = SIDE.axes[2].ids
        inward, outward = ([SIDE.value(side, way, column) for column in columns] for way in ("in", "out"))
        assert (inward == outward) is not SIDE.value(side, "in", "directed"), side


def test_obstacles_have_the_level_of_their_hex_and_few_hexes_hinder_a_retreat():
    hexes = HEX.axes[0].ids
    assert {HEX.value(terrain, "height") for terrain in hexes} == {0}
    hindering = {terrain: HEX.value(terrain, "retreat") for terrain in hexes}
    assert {terrain: how for terrain, how in hindering.items() if how != "free"} == {
        "castle": "needs_mp",
        "impassable": "forbidden",
        "water": "forbidden",
    }
    for side in SIDE.axes[0].ids:
        assert SIDE.value(side, "in", "directed") == SIDE.value(side, "out", "directed")


def test_disordered_classes_can_enter_at_all():
    for terrain in HEX.axes[0].ids:
        for name in HEX.value(terrain, "disorders"):
            assert HEX.value(terrain, name) != "P"
    for side, way in product(SIDE.axes[0].ids, ("in", "out")):
        for name in SIDE.value(side, way, "disorders"):
            assert SIDE.value(side, way, name) != "P"


def test_artillery_never_moves_more_easily_than_infantry():
    def weight(cost):
        return {"Z": 98, "P": 99}.get(cost, cost)

    cells = [(HEX, (terrain,)) for terrain in HEX.axes[0].ids]
    cells += [(SIDE, at) for at in product(SIDE.axes[0].ids, ("in", "out"))]
    for chart, at in cells:
        cost = {name: weight(chart.value(*at, name)) for name in CLASSES}
        assert cost["infantry"] <= cost["cavalry"] <= cost["commander"] == cost["cavalry"], at
        assert cost["infantry"] <= cost["horse_artillery"] <= cost["foot_artillery"], at


def test_trail_is_never_better_than_road_and_road_never_worse_than_any_ground():
    road = BOOK.get("TBL-TEC-ROAD")
    for name in CLASSES:
        assert road.value("road", name) <= road.value("trail", name)
        ground = [HEX.value(terrain, name) for terrain in HEX.axes[0].ids]
        assert road.value("road", name) <= min(cost for cost in ground if isinstance(cost, int))


def default_ranges(book: ChartBook, artillery: str, hex_metres: int) -> tuple[int, int]:
    """Return the (effective, maximum) range in hexes by house rule HC-2.3, for any size of hex.

    `artillery` is a row of TBL-RANGE. For a size of hex without a column the metres are divided by it and
    rounded to the nearest hex; effective is at least 2, maximum at least one more (house rule HC-2.3).
    """
    chart = book.get("TBL-RANGE")
    column = str(hex_metres)
    value = chart.value(artillery, column if column in chart.axis("scale").ids else "metres")
    assert isinstance(value, tuple)
    near, far = (metres for metres in value if isinstance(metres, int))
    if column in chart.axis("scale").ids:
        return near, far
    near, far = ((2 * metres + hex_metres) // (2 * hex_metres) for metres in (near, far))
    near = max(near, 2)
    return near, max(far, near + 1)


def test_ranges_of_printed_scales_follow_from_metres():
    chart = BOOK.get("TBL-RANGE")
    without = replace(
        chart,
        axes=(chart.axes[0], replace(chart.axes[1], keys=chart.axes[1].keys[:1])),
        cells={at: cell for at, cell in chart.cells.items() if at[1] == "metres"},
    )
    book = replace(BOOK, charts={**BOOK.charts, chart.id: without})
    for gun, scale in product(chart.axes[0].ids, (150, 200, 250, 300, 400)):
        assert default_ranges(book, gun, scale) == default_ranges(BOOK, gun, scale), (gun, scale)
        assert default_ranges(BOOK, gun, scale) == chart.value(gun, str(scale))


def test_ranges_of_other_scales():
    assert default_ranges(BOOK, "foot_heavy", 100) == (9, 16)
    assert default_ranges(BOOK, "mountain", 1000) == (2, 3)


@pytest.mark.parametrize(
    "row", rows("house.json"), ids=lambda row: f"{row['section']}:{row['chart']}:{'.'.join(row['at'])}"
)
def test_value_as_designed(row):
    assert BOOK.get(row["chart"]).value(*row["at"]) == value_from_plain(row["value"])


# ---- monotony


def test_ratios_rise_with_the_modifier():
    values = [RATIO.value(name) for name in RATIO.axes[0].ids]
    assert values == sorted(values)
    for defender in range(1, 31):
        found = [RATIO.lookup((attacker, defender)).value for attacker in range(1, 181)]
        assert found == sorted(found)
        against = [RATIO.lookup((defender, other)).value for other in range(1, 181)]
        assert against == sorted(against, reverse=True)


def test_no_ratio_line_where_the_printed_examples_forbid_one():
    ratios = [Fraction(*key.ratio) for key in RATIO.axes[0].keys]
    assert not [r for r in ratios if Fraction(2) < r <= Fraction(8, 3)]
    assert not [r for r in ratios if Fraction(2, 3) < r <= Fraction(5, 6)]


def assert_monotone(tables, state, cohesion, by_fire, rising):
    """Chances of each level and of leaving the hex over totals, in one direction."""
    fates = [unit_fates(EFFECT, codes, state, cohesion, by_fire) for codes in tables]
    measures = [lambda level, left, k=k: level >= k for k in (1, 2, 3)] + [lambda level, left: left]
    for measure in measures:
        chances = [chance(fate, measure) for fate in fates]
        assert chances == sorted(chances, reverse=not rising)


@pytest.mark.parametrize("cohesion", range(10))
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("artillery", [False, True])
def test_more_fire_is_never_better_for_the_target(cohesion, state, artillery):
    table = [FIRE.lookup(total).value for total in range(-8, 30)]
    assert_monotone(table, state, cohesion, artillery, rising=True)


@pytest.mark.parametrize("cohesion", range(10))
@pytest.mark.parametrize("state", STATES)
def test_a_higher_shock_total_is_never_worse_for_the_attacker(cohesion, state):
    totals = range(-12, 25)
    defender = [SHOCK.lookup(total, "defender").value for total in totals]
    attacker = [SHOCK.lookup(total, "attacker").value for total in totals]
    assert_monotone(defender, state, cohesion, False, rising=True)
    assert_monotone(attacker, state, cohesion, False, rising=False)
    square = [
        tuple(code for code in codes if code != "FB") if total in (6, 7) else codes
        for total, codes in zip(totals, defender, strict=True)
    ]
    assert square != defender
    assert_monotone(square, state, cohesion, False, rising=True)


def test_follow_up_is_one_sided():
    rows_then = [set(SHOCK.value(key, "then")) for key in SHOCK.axes[0].ids]
    for code, keep in (("CA", "low"), ("PU", "low"), ("BT", "high"), ("advance", "high")):
        has = [code in row for row in rows_then]
        assert any(has)
        assert has == sorted(has, reverse=keep == "low"), code
    for key in SHOCK.axes[0].ids:
        gives_way = bool(set(SHOCK.value(key, "defender")) & {"FB", "ROUT", "ELIM"})
        assert ("advance" in SHOCK.value(key, "then")) == gives_way


def test_protection_grows_from_village_to_castle():
    for column in ("shock_drm_defender", "fire_drm"):
        values = [HEX.value(terrain, column) for terrain in ("clear", "village", "town", "castle")]
        assert values == sorted(values, reverse=True)
        assert len(set(values)) == 4


# ---- calibration, where it is arithmetic


def shock_drm(row):
    active = dict(row["lines"])
    (attacker, ca), (defender, cd) = row["attacker"], row["defender"]
    active["ratio"] = RATIO.lookup((attacker, defender)).value
    active["cohesion_difference"] = ca - cd
    active["terrain"] = HEX.value(row.get("hex", "clear"), "shock_drm_defender")
    if "hexside" in row:
        active["terrain"] += SIDE.value(*row["hexside"], "shock_drm")
    return add_modifiers(SHOCK_DRM, active, "shock").total


def fire_loss(total_of_roll_0, cohesion, state="ordered", by_fire=False):
    """For each roll, the chance that a unit loses a level."""
    for roll in range(10):
        codes = FIRE.lookup(total_of_roll_0 + roll).value
        fates = unit_fates(EFFECT, codes, state, cohesion, by_fire)
        yield chance(fates, lambda level, left: level > LEVELS[state])


@pytest.mark.parametrize("row", rows("calibration_shock.json"), ids=lambda row: row["case"])
def test_calibrated_shock(row):
    drm, stopped = shock_drm(row), Fraction(0)
    if row.get("battery"):
        lines = {"close_range": 1, "reaction_fire": 1}
        start = row["battery"] + add_modifiers(FIRE_DRM, lines, "reaction").total
        stopped = sum(fire_loss(start, row["attacker"][1])) / 10
    result = [Fraction(0)] * 6
    for roll in range(10):
        total = roll + drm
        ours = unit_fates(EFFECT, SHOCK.lookup(total, "attacker").value, "ordered", row["attacker"][1])
        theirs = unit_fates(EFFECT, SHOCK.lookup(total, "defender").value, row["state"], row["defender"][1])
        repulsed = chance(ours, lambda level, left: left)
        shares = [
            repulsed,
            (1 - repulsed) * chance(theirs, lambda level, left: not left and level < 2),
            chance(theirs, lambda level, left: left and level < 2),
            chance(theirs, lambda level, left: level == 2),
            chance(theirs, lambda level, left: level == 3),
            chance(ours, lambda level, left: level >= 1),
        ]
        result = [a + b / 10 for a, b in zip(result, shares, strict=True)]
    result = [share * (1 - stopped) for share in result]
    result[0] += stopped
    result[5] += stopped
    assert all(abs(100 * share - wanted) <= 1 for share, wanted in zip(result, row["expect"], strict=True)), [
        float(100 * share) for share in result
    ]


@pytest.mark.parametrize(
    "row", rows("calibration_fire.json"), ids=lambda row: f"{row['strength']}-{row.get('case', row['lines'])}"
)
def test_calibrated_fire(row):
    active = dict(row["lines"])
    active["terrain"] = HEX.value(row.get("hex", "clear"), "fire_drm")
    state = row.get("state", "ordered")
    start = row["strength"] + add_modifiers(FIRE_DRM, active, row.get("use", "normal")).total
    by_fire = row.get("use") == "counter_battery"
    alone = list(fire_loss(start, row["cohesion"], state, by_fire))
    if "expect" in row:
        expected, found = [row["expect"]], [sum(alone)]
    else:
        dense = list(fire_loss(start + FIRE_DRM.value("dense_target", "normal"), row["cohesion"]))
        expected = row["alone_dense_any"]
        found = [sum(alone), sum(dense), sum(1 - (1 - p) ** 3 for p in dense)]
    assert all(abs(10 * share - wanted) <= 1 for share, wanted in zip(found, expected, strict=True)), [
        float(10 * share) for share in found
    ]
