from __future__ import annotations

import pytest

from jdgtools.charts import ChartLookupError, book_from_plain
from jdgtools.charts.docs import charts_markdown
from jdgtools.charts.sums import add_modifiers
from jdgtools.charts.words import cell_text, value_text
from tests.unit.charts.chart_samples import book_plain


@pytest.fixture
def book():
    return book_from_plain(book_plain())


def test_cells_in_words(book):
    chart = book.get("T-HIT")
    assert cell_text(chart, ("low", "front"), "en") == "—"
    assert cell_text(chart, ("top", "front"), "en") == "away, B"
    assert cell_text(chart, ("mid", "shift"), "en") == "+1"
    assert cell_text(book.get("T-RATIO"), ("1:2",), "fr") == "−2"
    type_ = chart.types["number"]
    assert [value_text(value, type_, "pl") for value in (True, False, 0)] == ["tak", "nie", "0"]


def test_page_marks_house_values_and_bolds_the_rules(book):
    page = charts_markdown(book, "en")
    assert "| mid: 4 to 8 | away° | **+1** | S-1 X-2-b |" in page
    assert "| top: 9 | away, Bᵖ | P° | P-1 S-1 |" in page
    assert "Total: Beyond the ends the end lines apply (X-1-a)" in page
    assert "- `S-1` Made up" in page
    assert "1 values from the rules, 1 from player aids, 16 house values" in page


def test_page_marks_what_a_battle_has_set(book):
    from jdgtools.charts import Override

    changed, _ = book.with_overrides([Override("T-RATIO", ("1:1",), 3)])
    assert "| 1:1 | +3* |" in charts_markdown(changed)


@pytest.mark.parametrize("language", ["fr", "pl", "hu", "de"])
def test_page_exists_in_every_language(book, language):
    page = charts_markdown(book, language)
    assert page.startswith("# ")
    assert page.endswith("\n")
    assert ("Coups" in page) == (language == "fr")


@pytest.mark.parametrize(
    ("use", "active", "total", "lines"),
    [
        ("charge", {"bonus": True}, 2, ["bonus"]),
        ("charge", {"bonus": True, "square": True}, -2, ["square"]),
        ("charge", {"bonus": True, "square": False}, 2, ["bonus"]),
        ("fire", {"bonus": True, "square": True}, 1, ["square"]),
        ("charge", {"again": 1}, 0, ["again"]),
        ("charge", {"again": 4}, -3, ["again"]),
        ("fire", {"ground": -6}, -4, ["ground"]),
        ("charge", {"ground": -6}, -6, ["ground"]),
        ("fire", {}, 0, []),
    ],
)
def test_sums_follow_uses_replacement_occasions_and_floor(book, use, active, total, lines):
    result = add_modifiers(book.get("T-DRM"), active, use)
    assert result.total == total
    assert [line.id for line, _ in result.lines] == lines


def test_a_sum_with_an_unknown_line_raises(book):
    with pytest.raises(ChartLookupError, match="bonsu"):
        add_modifiers(book.get("T-DRM"), {"bonsu": True}, "fire")
