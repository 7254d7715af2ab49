from __future__ import annotations

import pickle

import pytest

from jdgtools.charts import ChartLookupError, ValueType, book_from_plain
from tests.unit.charts.chart_samples import book_plain


@pytest.fixture
def book():
    return book_from_plain(book_plain())


def test_range_axis_finds_rows_and_applies_the_rule_of_each_end(book):
    chart = book.get("T-HIT")
    found = {total: chart.lookup(total, "front") for total in (-5, 0, 3, 4, 8, 9, 10)}
    assert [cell and cell.value for cell in found.values()] == [(), (), (), ("A",), ("A",), ("A", "B"), None]


def test_ratio_axis_rounds_in_favour_of_the_defender_in_whole_numbers(book):
    chart = book.get("T-RATIO")
    cases = {(1, 9): -2, (1, 2): -2, (2, 3): -1, (5, 6): -1, (333, 500): -2, (6, 6): 0, (8, 3): 2, (50, 1): 2}
    assert {pair: chart.lookup(pair).value for pair in cases} == cases


def test_ratio_axis_without_clamp_finds_nothing_beyond_its_ends():
    plain = book_plain()
    plain["charts"][1]["axes"][0] |= {"below": "none", "above": "none"}
    chart = book_from_plain(plain).get("T-RATIO")
    assert [chart.lookup(pair) is None for pair in ((1, 3), (1, 2), (2, 1), (4, 2), (5, 2))] == [
        True,
        False,
        False,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("chart", "values"),
    [
        ("T-HIT", (4,)),
        ("T-HIT", (4, "back")),
        ("T-HIT", ("none", "front")),
        ("T-HIT", ((1, 2), "front")),
        ("T-RATIO", (3,)),
    ],
)
def test_misuse_of_lookup_raises(book, chart, values):
    with pytest.raises(ChartLookupError):
        book.get(chart).lookup(*values)


def test_unknown_chart_cell_and_axis_raise(book):
    with pytest.raises(ChartLookupError, match="T-NONE"):
        book.get("T-NONE")
    with pytest.raises(ChartLookupError, match="mid, back"):
        book.get("T-HIT").cell("mid", "back")
    with pytest.raises(ChartLookupError, match="depth"):
        book.get("T-HIT").axis("depth")


def test_cells_are_in_printed_order_and_carry_provenance(book):
    chart = book.get("T-HIT")
    assert list(chart.cells)[:3] == [("low", "front"), ("low", "shift"), ("mid", "front")]
    assert [cell.kind for cell in chart.cells.values()].count("house") == 4
    cell = chart.cell("mid", "shift")
    assert (cell.kind, cell.refs, str(cell.note)) == ("rules", ("X-2-b",), "Seen")


def test_house_cells_are_those_that_nothing_else_gives(book):
    found = {(chart.id, *keys) for chart in book for keys, cell in chart.cells.items() if cell.is_house}
    assert ("T-HIT", "mid", "shift") not in found
    assert ("T-HIT", "top", "front") not in found
    assert len(found) == 4 + 4 + 8


def test_groups_and_membership(book):
    assert [chart.id for chart in book.group("T")] == ["T-RATIO"]
    assert "T-HIT" in book
    assert "T" not in book
    assert len(book) == 3


def test_book_survives_pickling(book):
    assert pickle.loads(pickle.dumps(book)) == book


@pytest.mark.parametrize(
    ("type_", "good", "bad"),
    [
        (ValueType("t", "int", 0, 3, also=("P",)), [0, 3, "P"], [-1, 4, True, "Q", None, (1,)]),
        (ValueType("t", "int", also=(1,)), [1, 99], [True]),
        (ValueType("t", "bool", also=(None,)), [True, False, None], [0, 1, "yes"]),
        (ValueType("t", "choice", choices=("a",)), ["a"], ["b", ("a",), None]),
        (ValueType("t", "codes", choices=("a", "b")), [(), ("a",), ("b", "a")], ["a", ("c",), None]),
        (ValueType("t", "span", 0, 9), [(0, 3), (9, 9)], [(0,), (0, 10), 3, ("0", "3")]),
        (ValueType("t", "text"), ["x"], [1, None]),
        (
            ValueType("t", "rule", choices=("each",)),
            [{"rule": "each", "value": 1}],
            [{"rule": "each"}, {"rule": "x"}, {}, "each"],
        ),
    ],
)
def test_value_types_accept_what_they_describe(type_, good, bad):
    assert [value for value in good if not type_.accepts(value)] == []
    assert [value for value in bad if type_.accepts(value)] == []
    assert type_.expectation()


def test_modifiers_of_a_use_leave_out_lines_without_a_value(book):
    chart = book.get("T-DRM")
    assert [line.id for line in chart.modifiers("fire")] == ["square", "ground"]
    assert [line.applies for line in chart.modifiers("charge")][:2] == ["attacker", "defender"]
    with pytest.raises(ChartLookupError):
        list(chart.modifiers("melee"))


def test_modifiers_of_one_axis_are_selected_by_their_uses():
    plain = book_plain()
    ratio = plain["charts"][1]
    ratio["axes"][0]["keys"][0]["uses"] = ["rally"]
    chart = book_from_plain(plain).get("T-RATIO")
    assert "1:2" in [line.id for line in chart.modifiers("rally")]
    assert "1:2" not in [line.id for line in chart.modifiers("march")]
    assert len(list(chart.modifiers())) == 4
