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
BOOK = load_charts("jdgtools.series.mpbs.charts")
ORDERS = ("charge", "make_ready", "receive_charge", "rally")
LINE = [(), ("FH",), ("1",), ("1", "FH"), ("1", "FH", "MC"), ("2", "FH", "MC")]
SIDE = [("FH",), ("FH", "MC"), ("1", "FH", "MC")]
DICE = [str(die) for die in range(10)]


def rows(name):
    return json.loads((HERE / name).read_text(encoding="utf-8"))["rows"]


def rising(values):
    return all(first <= second for first, second in pairwise(values))


def by_place(row):
    return f"{row['part']}:{row['chart']}:{'.'.join(row['at'])}"


@pytest.mark.parametrize("row", rows("given.json"), ids=by_place)
def test_value_given_by_the_rules(row, is_given):
    is_given(BOOK, row)


@pytest.mark.parametrize("row", rows("player_aid.json"), ids=by_place)
def test_value_given_by_the_player_aid(row, is_given):
    is_given(BOOK, row)


def test_the_lists_of_given_values_are_whole():
    listed = {(row["chart"], *row["at"]) for name in ("given.json", "player_aid.json") for row in rows(name)}
    assert len(listed) == len(rows("given.json")) + len(rows("player_aid.json"))
    claimed = {(chart.id, *at) for chart in BOOK for at, cell in chart.cells.items() if not cell.is_house}
    # Lines of modifiers that only send the reader elsewhere hold no value of the text.
    computed = {
        (chart.id, *at)
        for chart in BOOK
        for at, cell in chart.cells.items()
        if isinstance(cell.value, dict) and cell.value["rule"] in ("chart", "terrain", "rating", "difference")
    }
    assert claimed - computed == listed


@pytest.mark.parametrize("row", rows("examples.json"), ids=lambda r: f"{r['id']}-{r['kind']}")
def test_worked_example(row, evaluate):
    wanted = row["is"]
    assert evaluate(BOOK, row) == (wanted if isinstance(wanted, dict) else value_from_plain(wanted))


@pytest.mark.parametrize(("roll", "line"), [(-2, 0), (11, 9)], ids=["EX-2.2-1", "EX-2.2-2"])
def test_modified_rolls_beyond_the_die_use_the_end_rows(roll, line):
    tables = [chart for chart in BOOK if chart.axes[-1].id in ("die", "total") and len(chart.axes) == 1]
    assert len(tables) == 5
    for chart in tables:
        assert chart.lookup(roll) == chart.lookup(line), chart.id
    for guns in ("without", "with"):
        for column in ("flank", "front", "salvo"):
            chart = BOOK.get("T-FIRE-HI")
            assert chart.lookup(guns, roll, column) == chart.lookup(guns, line, column)
    for chart_id, columns in (("T-FIRE-LIGHT", ("muskets", "pistols")), ("T-ART-FIRE", ("I", "IV"))):
        for column in columns:
            assert BOOK.get(chart_id).lookup(roll, column) == BOOK.get(chart_id).lookup(line, column)


def fire(chart_id, column, drm=0):
    """Mean losses in tenths of an SP and chances in percent of each effect over the ten rolls."""
    chart = BOOK.get(chart_id)
    *outer, last = column
    results = [chart.lookup(*outer, die + drm, last).value for die in range(10)]
    return {
        "tenths_sp": sum(int(code) for result in results for code in result if code.isdigit()),
        "FH": 10 * sum("FH" in result for result in results),
        "MC": 10 * sum("MC" in result for result in results),
        "any": 10 * sum(result != () for result in results),
    }


@pytest.mark.parametrize(
    "row", rows("calibration_fire.json"), ids=lambda r: f"{'.'.join(r['column'])}{r['drm']}"
)
def test_fire_calibration(row):
    found = fire(row["chart"], row["column"], row["drm"])
    assert {name: found[name] for name in row["is"]} == row["is"]


@pytest.mark.parametrize(
    "row", rows("calibration_artillery.json"), ids=lambda r: f"{r['class']}-{r['size']}-{r['range']}"
)
def test_artillery_calibration(row):
    column = BOOK.get("T-ART-COLUMN").value(row["class"], row["size"])
    found = fire("T-ART-FIRE", [column], BOOK.get("T-ART-RANGE").lookup(row["class"], row["range"]).value)
    assert {name: found[name] for name in row["is"]} == row["is"]


def combat(modifier):
    results = [BOOK.get("T-CC").lookup(die + modifier).value for die in range(10)]
    broken = {"MB", "MB*"}
    return {
        "wins": 10 * sum("D" in result for result in results),
        "breaks": 10 * sum("D" in result and bool(broken & set(result)) for result in results),
        "locked": 10 * sum("NE" in result for result in results),
        "loses": 10 * sum("A" in result for result in results),
        "attacker_breaks": 10 * sum("A" in result and bool(broken & set(result)) for result in results),
        "test": 10 * sum("D" in result and "P" in result for result in results),
    }


@pytest.mark.parametrize("row", rows("calibration_combat.json"), ids=lambda r: r["case"])
def test_combat_calibration(row, modifier_of):
    odds = combat(modifier_of(BOOK, row))
    assert {name: odds[name] for name in row["is"]} == row["is"]


@pytest.mark.parametrize("row", rows("calibration_pursuit.json"), ids=lambda r: r["case"])
def test_pursuit_calibration(row):
    test = combat(row["combat"])["test"]
    fates = [BOOK.get("T-PURSUIT").lookup(die + row["pursuit"]).value for die in range(10)]
    odds = {fate: test * Fraction(fates.count(fate), 10) for fate in ("BO", "PE", "PO")}
    assert {"test": test, **odds} == row["is"]


def milder(first, second):
    """Whether the first result of fire is at most as severe as the second."""
    if first == second or first == ():
        return True
    for order in (LINE, SIDE):
        if first in order and second in order:
            return order.index(first) <= order.index(second)
    # FH+MC stands beside the losses without MC: below whatever contains MC and a loss.
    return first in SIDE and second[-1] == "MC"


def columns_of_fire():
    hi = BOOK.get("T-FIRE-HI")
    for guns in ("without", "with"):
        for column in ("flank", "front", "salvo"):
            yield (guns, column), [hi.value(guns, die, column) for die in DICE]
    for chart_id, names in (
        ("T-FIRE-LIGHT", ("muskets", "pistols")),
        ("T-ART-FIRE", ("I", "II", "III", "IV")),
    ):
        for name in names:
            yield (chart_id, name), [BOOK.get(chart_id).value(die, name) for die in DICE]


def test_fire_is_never_milder_with_a_higher_roll():
    for name, results in columns_of_fire():
        assert all(milder(first, second) for first, second in pairwise(results)), name
        assert rising(["MC" in result for result in results]), name
        assert rising([sum(int(c) for c in result if c.isdigit()) for result in results]), name


def test_fire_is_never_milder_in_a_better_column():
    results = dict(columns_of_fire())
    better = [
        *(((guns, "flank"), (guns, "front")) for guns in ("without", "with")),
        *(((guns, "front"), (guns, "salvo")) for guns in ("without", "with")),
        *((("without", column), ("with", column)) for column in ("flank", "front", "salvo")),
        *((("T-ART-FIRE", a), ("T-ART-FIRE", b)) for a, b in pairwise(("I", "II", "III", "IV"))),
    ]
    for worse, best in better:
        pairs = zip(results[worse], results[best], strict=True)
        assert all(milder(first, second) for first, second in pairs), (worse, best)


def test_a_plain_loss_comes_from_the_lightest_guns_only():
    assert {name for name, results in columns_of_fire() if name[0] == "T-ART-FIRE" and ("1",) in results} == {
        ("T-ART-FIRE", "I")
    }


def test_artillery_range_modifiers_never_rise_with_range_nor_to_a_lighter_class():
    chart = BOOK.get("T-ART-RANGE")
    for distance in range(1, 21):
        values = [chart.lookup(name, distance).value for name in ("3", "4-8", "12-24")]
        assert rising([-99 if value is None else value for value in values]), distance
    for name in chart.axis("class").ids:
        values = [chart.lookup(name, distance).value for distance in range(1, 21)]
        assert rising([99 if value is None else -value for value in values]), name
        suggested = BOOK.get("T-ART-COUNTER")
        assert values[suggested.value(name, "maximum") - 1] is not None
        assert suggested.value(name, "grazing") <= suggested.value(name, "maximum")
    assert chart.lookup("12-24", 21) is None


def test_close_combat_never_turns_worse_for_the_attacker():
    order = [("A", "MB*", "P"), ("A", "MB"), ("A", "MS"), ("NE",), ("D", "MS"), ("D", "MB"), ("D", "MB", "P")]
    order.append(("D", "MB*", "P"))
    assert rising([order.index(BOOK.get("T-CC").value(die)) for die in DICE])


def test_thresholds_follow_the_rule_of_the_house_and_never_fall():
    chart = BOOK.get("T-THRESHOLD")
    share = {4: Fraction(1, 4), 5: Fraction(1, 3), 6: Fraction(2, 5), 7: Fraction(1, 2), 8: Fraction(3, 5)}
    for strength in range(1, 21):
        for morale, part in share.items():
            cell = chart.lookup(strength, morale)
            if morale == 8 and strength <= 4:
                assert cell.value is None
            else:
                assert cell.value == max(1, int(strength * part + Fraction(1, 2))), (strength, morale)
                assert cell.value <= strength
        assert rising([chart.lookup(strength, morale).value or 99 for morale in range(4, 9)])
    for morale in range(4, 9):
        known = [chart.lookup(strength, morale).value for strength in range(1, 21)]
        assert rising([value for value in known if value is not None])


def test_eagerness_never_grows_from_charge_to_rally():
    spans = [
        [BOOK.get("T-CONTINUATION").value(order, use) for order in ORDERS]
        for use in ("continuation", "preemption")
    ]
    spans.append([BOOK.get("T-INTERCEPTION").value(order) for order in ORDERS])
    for line in spans:
        assert all(span is None or span[0] == 0 for span in line)
        assert rising([-1 if span is None else span[1] for span in reversed(line)])
        assert line[-1] is None


def test_better_morale_never_hurts():
    for chart_id in ("T-UNABLE-DRM", "T-INTERCEPTION-DRM"):
        assert rising([BOOK.get(chart_id).value(f"morale_{morale}") for morale in range(8, 3, -1)])


@pytest.mark.parametrize(
    ("order", "wing", "desired", "rolls"),
    [
        ("make_ready", {"wc_rating": -2, "cavalry_to_charge": 1}, "charge", 9),
        ("charge", {"enemy_adjacent": 1}, "rally", 5),
    ],
)
def test_a_good_leader_and_eager_horse_change_orders_more_often(order, wing, desired, rolls, evaluate):
    row = {"kind": "rolls", "cell": ["T-ORDERS-CHANGE", order, desired], "modifiers": "T-ORDERS-CHANGE-DRM"}
    assert evaluate(BOOK, {**row, "active": wing}) == tuple(range(rolls))


def test_terrain_costs_and_cover_have_a_direction():
    kinds = ("light_infantry", "heavy_infantry", "guns")
    for chart in (BOOK.get("T-TEC-HEX"), BOOK.get("T-TEC-HEXSIDE")):
        for place in sorted({at[:-1] for at in chart.cells}):
            costs = [chart.value(*place, kind) for kind in kinds]
            assert rising([99 if cost == "NM" else cost for cost in costs]), place
            for drm in ("fire_drm", "artillery_drm"):
                assert chart.value(*place, drm) <= 0, place
            foot, horse = chart.value(*place, "cc_infantry"), chart.value(*place, "cc_cavalry")
            assert (horse == "NM") or (foot != "NM" and horse <= foot <= 0), place
            assert (chart.value(*place, "cavalry") == "NM") == (horse == "NM"), place
            assert (chart.value(*place, "heavy_infantry") == "NM") == (foot == "NM"), place
            hits = [
                chart.value(*place, f"fh_{kind}") for kind in ("heavy_infantry", "light_infantry", "cavalry")
            ]
            assert (hits == [None] * 3) == (foot == "NM"), place


def test_what_ends_grazing_fire_blocks_sight():
    chart = BOOK.get("T-TEC-HEXSIDE")
    for side in chart.axis("hexside").ids:
        wanted = {"blocked": "one_hex_beyond", "dead_hex": "stops"}.get(
            chart.value(side, "in", "los"), "free"
        )
        assert chart.value(side, "in", "grazing") == ("stops" if side == "slope_gentle" else wanted), side


def test_terrain_of_a_combat_never_helps_the_attacker(evaluate):
    row = {"kind": "modifiers", "modifiers": "T-CC-DRM"}
    assert evaluate(BOOK, {**row, "active": {"terrain": 2}}) == 0
    assert evaluate(BOOK, {**row, "active": {"terrain": -2}}) == -2


def test_a_broken_formation_counts_instead_of_a_shaken_one(evaluate):
    for chart_id, lines, worth in (
        ("T-FIRE-DRM", ("firer_fs", "firer_fb"), -2),
        ("T-CC-DRM", ("defender_fs", "defender_fb"), 2),
        ("T-CC-DRM", ("attacker_fs", "attacker_fb"), -2),
        ("T-PURSUIT-DRM", ("fs_before", "fb_before"), -2),
    ):
        row = {"kind": "modifiers", "modifiers": chart_id, "active": dict.fromkeys(lines, 1)}
        assert evaluate(BOOK, row) == worth
