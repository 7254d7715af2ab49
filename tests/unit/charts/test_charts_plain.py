from __future__ import annotations

import json

import pytest

from jdgtools.charts import ChartDataError, book_from_plain, book_to_plain
from jdgtools.charts.plain import chart_from_plain, chart_to_plain
from tests.charts.chart_json import chart_json
from tests.unit.charts.chart_samples import book_plain


def test_book_survives_the_way_through_json_with_texts():
    book = book_from_plain(book_plain())
    assert book_from_plain(json.loads(json.dumps(book_to_plain(book, texts=True)))) == book


def test_language_neutral_form_holds_every_value_and_no_text():
    book = book_from_plain(book_plain())
    plain = json.loads(json.dumps(book_to_plain(book)))
    again = book_from_plain(plain)
    for chart in book:
        assert {at: cell.value for at, cell in chart.cells.items()} == {
            at: cell.value for at, cell in again.get(chart.id).cells.items()
        }
        assert [axis.ids for axis in chart.axes] == [axis.ids for axis in again.get(chart.id).axes]
    text = json.dumps(plain)
    assert "Hits" not in text
    assert "Seen" not in text
    assert "away" not in text
    assert again.get("T-RATIO").lookup((8, 3)).value == 2


def test_json_text_has_one_cell_a_line_and_reads_back():
    chart = book_from_plain(book_plain()).get("T-HIT")
    text = chart_json(chart_to_plain(chart))
    assert chart_from_plain(json.loads(text)) == chart
    assert sum(line.startswith('  {"at"') for line in text.splitlines()) == 6


def change(path, value):
    """A function that sets one member of the first sample chart."""

    def apply(chart):
        for step in path[:-1]:
            chart = chart[step]
        chart[path[-1]] = value

    return apply


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda chart: chart["cells"].pop(2), r"mid.*front.*missing"),
        (lambda chart: chart["cells"].append(chart["cells"][0]), "occurs twice"),
        (lambda chart: chart["cells"].append({"at": ["end", "front"], "value": []}), "has no row"),
        (change(["cells", 2, "value"], ["C"]), "is not a list of the codes A, B"),
        (change(["cells", 3, "value"], 4), "is not a whole number"),
        (change(["cells", 3, "refs"], []), "without a reference"),
        (change(["default"], {}), "no provenance"),
        (change(["cells", 0, "kind"], "guess"), "no provenance"),
        (change(["cells", 0, "value"], 0.5), "cannot hold|is not"),
        (change(["axes", 0, "keys", 1, "low"], 5), "do not meet"),
        (change(["axes", 0, "keys", 1, "high"], None), "do not meet"),
        (change(["axes", 0, "match"], "near"), "unknown match"),
        (change(["axes", 1, "keys", 1, "id"], "front"), "occurs twice"),
        (change(["axes", 1, "keys", 1, "type"], "other"), "unknown type"),
        (change(["kind"], "picture"), "unknown kind"),
        (change(["types", 0, "kind"], "float"), "unknown kind"),
        (lambda chart: chart.pop("axes"), "malformed"),
        (change(["cells", 0], "x"), "malformed"),
    ],
)
def test_malformed_data_is_refused_by_name(damage, message):
    plain = book_plain()
    damage(plain["charts"][0])
    with pytest.raises(ChartDataError, match=message) as caught:
        book_from_plain(plain)
    assert "T-HIT" in str(caught.value)


def test_ratios_out_of_order_are_refused():
    plain = book_plain()
    plain["charts"][1]["axes"][0]["keys"].reverse()
    with pytest.raises(ChartDataError, match="rising order"):
        book_from_plain(plain)


def test_two_charts_with_one_id_are_refused():
    plain = book_plain()
    plain["charts"].append(plain["charts"][0])
    with pytest.raises(ChartDataError, match="T-HIT"):
        book_from_plain(plain)
