"""The charts of the series against what the rules text says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jdgtools.charts import load_charts
from jdgtools.charts.plain import value_from_plain
from jdgtools.charts.sums import add_modifiers

HERE = Path(__file__).parent
BOOK = load_charts("jdgtools.series.jdg.charts")


def rows(name):
    return json.loads((HERE / name).read_text(encoding="utf-8"))["rows"]


@pytest.mark.parametrize(
    "row", rows("part_h.json"), ids=lambda row: f"{row['part']}:{row['chart']}:{'.'.join(row['at'])}"
)
def test_value_given_by_the_rules(row):
    cell = BOOK.get(row["chart"]).cell(*row["at"])
    assert cell.value == value_from_plain(row["value"])
    assert cell.kind == "rules"
    assert set(row["refs"]) <= set(cell.refs)


def value(cell):
    return BOOK.get(cell[0]).value(*cell[1:])


def allowance(start, by):
    """Movement points left after the rules and costs of the chart of movement, in that order."""
    for name in by:
        rule = value(["TBL-MOVE", name])
        if isinstance(rule, int):
            start -= rule
        elif rule["rule"] == "multiply":
            start *= rule["by"]
        else:
            assert (rule["rule"], rule["round"]) == ("divide", "up")
            start = -(-start // rule["by"])
    return start


def outcome(row):
    """What the charts say in the situation of the example."""
    match row["kind"]:
        case "cell":
            return value(row["cell"])
        case "sum":
            return sum(value(cell) for cell in row["cells"])
        case "lookup":
            values = [tuple(item) if isinstance(item, list) else item for item in row["values"]]
            return BOOK.get(row["chart"]).lookup(*values).value
        case "line":
            return BOOK.get(row["chart"]).axes[0].find(tuple(row["values"])).id
        case "modifiers":
            return add_modifiers(BOOK.get(row["chart"]), row["active"], row["use"]).total
        case "commander":
            return row["roll"] + value(["TBL-CHECK-DRM", row["line"]])["sign"] * row["drm"]
        case "allowance":
            return allowance(row["start"], row["by"])
        case "entry":
            assert value(["TBL-MOVE", "entry_stack"])["rule"] == "nth_times_entry_cost"
            return tuple(n * value(row["cell"]) for n in range(1, len(row["is"]) + 1))
    raise AssertionError(row["kind"])


@pytest.mark.parametrize("row", rows("examples.json"), ids=lambda row: f"{row['id']}-{row['kind']}")
def test_worked_example(row):
    if row["kind"] == "check":
        modifier = add_modifiers(BOOK.get("TBL-CHECK-DRM"), row["active"], row["use"]).total
        passed = [roll for roll in range(10) if roll + modifier <= row["rating"]]
        assert set(row["passes"]) <= set(passed)
        assert not set(row["fails"]) & set(passed)
    else:
        assert outcome(row) == value_from_plain(row["is"])
