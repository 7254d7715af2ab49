from __future__ import annotations

import pytest

from jdgtools.charts import Override, book_from_plain
from jdgtools.charts.row_split import add_ratios, parse_ratio, parse_span
from jdgtools.model.text import Text
from tests.unit.charts.chart_samples import book_plain


@pytest.fixture
def book():
    return book_from_plain(book_plain())


def totals(chart, column="front", low=-2, high=12):
    """Value for every total."""
    return {n: (cell.value if (cell := chart.lookup(n, column)) else None) for n in range(low, high + 1)}


def test_a_battle_replaces_one_cell_and_only_that(book):
    changed, problems = book.with_overrides([Override("T-HIT", ("mid", "shift"), 2, Text.of("ours"))])
    assert problems == ()
    cell = changed.get("T-HIT").cell("mid", "shift")
    assert (cell.value, cell.kind, str(cell.note)) == (2, "battle", "ours")
    assert book.get("T-HIT").cell("mid", "shift").value == 1
    others = [at for at in book.get("T-HIT").cells if at != ("mid", "shift")]
    assert all(book.get("T-HIT").cell(*at) == changed.get("T-HIT").cell(*at) for at in others)
    assert list(changed.charts) == list(book.charts)
    assert changed.get("T-RATIO") is book.get("T-RATIO")


def test_lists_become_code_tuples_and_a_group_stands_for_its_chart(book):
    changed, problems = book.with_overrides(
        [Override("T-HIT", ("low", "front"), ["B"]), Override("T", ("1:1",), 1)]
    )
    assert problems == ()
    assert changed.get("T-HIT").value("low", "front") == ("B",)
    assert changed.get("T-RATIO").value("1:1") == 1


def test_one_total_cuts_a_row_and_changes_nothing_else(book):
    before = book.get("T-HIT")
    changed, problems = book.with_overrides([Override("T-HIT", ("6", "front"), ["B"])])
    after = changed.get("T-HIT")
    assert problems == ()
    assert totals(after) == totals(before) | {6: ("B",)}
    assert totals(after, "shift") == totals(before, "shift")
    assert [(key.id, key.low, key.high) for key in after.axes[0].keys] == [
        ("low", 0, 3),
        ("mid", 4, 5),
        ("6..6", 6, 6),
        ("7..8", 7, 8),
        ("top", 9, 9),
    ]
    assert str(after.axes[0].keys[3].label) == "7–8"


def test_a_span_over_several_rows_changes_each_of_its_totals(book):
    changed, problems = book.with_overrides([Override("T-HIT", ("2..5", "front"), ["B"])])
    assert problems == ()
    expected = totals(book.get("T-HIT")) | dict.fromkeys(range(2, 6), ("B",))
    assert totals(changed.get("T-HIT")) == expected


def test_a_row_named_by_id_keeps_its_meaning_when_another_override_cuts_it(book):
    overrides = [Override("T-HIT", ("mid", "shift"), 3), Override("T-HIT", ("6", "front"), [])]
    for order in (overrides, overrides[::-1]):
        changed, problems = book.with_overrides(order)
        assert problems == ()
        shift = totals(changed.get("T-HIT"), "shift")
        assert [shift[n] for n in range(4, 9)] == [3] * 5


def test_a_new_ratio_line_applies_from_its_ratio_up(book):
    changed, problems = book.with_overrides(
        [Override("T-RATIO", ("1.5:1",), 1), Override("T-RATIO", ("4:1",), 5)]
    )
    assert problems == ()
    chart = changed.get("T-RATIO")
    assert [chart.lookup(pair).value for pair in ((7, 5), (3, 2), (2, 1), (7, 2), (4, 1), (9, 1))] == [
        0,
        1,
        2,
        2,
        5,
        5,
    ]
    assert chart.axes[0].ids == ("1:2", "1:1.5", "1:1", "1.5:1", "2:1", "4:1")


def test_a_new_ratio_line_starts_with_the_cells_of_the_line_that_has_applied_to_it(book):
    chart, pieces = add_ratios(book.get("T-RATIO"), 0, [("3:2", (3, 2))])
    assert chart.axes[0].ids == ("1:2", "1:1.5", "1:1", "3:2", "2:1")
    assert chart.cell("3:2") == chart.cell("1:1") != chart.cell("1:2")
    assert pieces["1:1"] == ("1:1", "3:2")


def test_a_ratio_written_otherwise_means_the_line_that_exists(book):
    changed, problems = book.with_overrides([Override("T-RATIO", ("2:3",), -3)])
    assert problems == ()
    assert changed.get("T-RATIO").value("1:1.5") == -3


@pytest.mark.parametrize(
    ("chart", "keys", "value", "kind", "axis", "candidates"),
    [
        ("T-HITS", ("mid", "front"), [], "unknown-chart", -1, ("T-HIT",)),
        ("tratio", ("1:1",), 0, "unknown-chart", -1, ("T-RATIO",)),
        ("T-HIT", ("mid",), [], "key-count", -1, ()),
        ("T-HIT", ("mid", "fornt"), [], "unknown-key", 1, ("front",)),
        ("T-HIT", ("10", "front"), [], "unknown-key", 0, ()),
        ("T-HIT", ("..3", "front"), [], "unknown-key", 0, ()),
        ("T-HIT", ("5..4", "front"), [], "unknown-key", 0, ()),
        ("T-RATIO", ("0:1",), 1, "unknown-key", 0, ()),
        ("T-HIT", ("mid", "front"), "A", "wrong-value", -1, ("A",)),
        ("T-HIT", ("mid", "front"), ["C"], "wrong-value", -1, ()),
        ("T-HIT", ("mid", "shift"), 4, "wrong-value", -1, ()),
        ("T-HIT", ("6", "shift"), True, "wrong-value", -1, ()),
        ("T-HIT", ("mid", "shift"), 1.5, "wrong-value", -1, ()),
    ],
)
def test_faulty_overrides_are_problems_with_candidates(book, chart, keys, value, kind, axis, candidates):
    override = Override(chart, keys, value, span="battle.yaml:7:3")
    changed, (problem,) = book.with_overrides([override])
    assert changed == book
    assert (problem.kind, problem.axis, problem.span) == (kind, axis, "battle.yaml:7:3")
    assert problem.candidates[: len(candidates)] == candidates
    assert problem.found
    assert problem.expected


def test_all_problems_are_reported_in_order_and_the_good_ones_apply(book):
    changed, problems = book.with_overrides(
        [
            Override("T-HIT", ("mid", "shift"), 2, span=1),
            Override("T-HIT", ("mid", "shift"), 3, span=2),
            Override("T-HIT", ("5", "shift"), 3, span=3),
            Override("T-NO", ("a",), 3, span=4),
            Override("T-RATIO", ("1:1",), "x", span=5),
            Override("T-RATIO", ("2:1",), 4, span=6),
        ]
    )
    assert [(problem.span, problem.kind) for problem in problems] == [
        (2, "doubled"),
        (3, "doubled"),
        (4, "unknown-chart"),
        (5, "wrong-value"),
    ]
    assert changed.get("T-HIT").lookup(7, "shift").value == 2
    assert changed.get("T-RATIO").value("2:1") == 4


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("10", (10, 10)),
        ("-3", (-3, -3)),
        ("9..11", (9, 11)),
        ("-5..-3", (-5, -3)),
        ("..8", (None, 8)),
        ("17..", (17, None)),
        ("..", None),
        ("", None),
        ("11..9", None),
        ("a", None),
        ("1-2", None),
    ],
)
def test_spans(text, span):
    assert parse_span(text) == span


@pytest.mark.parametrize(
    ("text", "ratio"),
    [("3:1", (3, 1)), ("1:1.5", (2, 3)), ("2.5:1", (5, 2)), ("4:2", (2, 1)), ("1:0", None), ("3", None)],
)
def test_ratios(text, ratio):
    assert parse_ratio(text) == ratio
