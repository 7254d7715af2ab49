"""The data files of the medieval and of the pike and shot series: complete, sourced, in every language."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from jdgtools.charts import book_from_plain, book_to_plain, load_charts
from jdgtools.charts.docs import charts_markdown
from jdgtools.charts.plain import chart_to_plain
from jdgtools.charts.words import cell_text
from tests.charts.chart_json import chart_json

LANGUAGES = {"afe": ("en", "fr", "pl", "hu"), "mpbs": ("en", "fr", "pl")}
PROVENANCES = {"afe": {"rules", "house"}, "mpbs": {"rules", "player-aid", "house"}}
PAGES = Path(__file__).parents[2] / "docs" / "reference"


@pytest.fixture(params=sorted(LANGUAGES))
def series(request):
    return request.param


@pytest.fixture
def book(series):
    return load_charts(f"jdgtools.series.{series}.charts")


def texts(book):
    for chart in book:
        yield chart.id, chart.title
        for axis in chart.axes:
            yield f"{chart.id}.{axis.id}", axis.title
            yield from ((f"{chart.id}.{key.id}", key.label) for key in axis.keys)
            yield from ((f"{chart.id}.{key.id}.note", key.note) for key in axis.keys if key.note)
        yield from ((f"{chart.id}.{note.id}", note.text) for note in chart.notes)
        yield from ((f"{chart.id}.{at}", cell.note) for at, cell in chart.cells.items() if cell.note)
        for type_ in chart.types.values():
            yield from ((f"{chart.id}.{type_.id}.{name}", text) for name, text in type_.labels.items())
    yield from book.sources.items()


def refs(book):
    for chart in book:
        yield from chart.rules
        for axis in chart.axes:
            yield from axis.refs
            for key in axis.keys:
                yield from key.refs
        for part in (*chart.notes, *chart.cells.values()):
            yield from part.refs


def test_the_index_names_every_file(series, book):
    folder = resources.files(f"jdgtools.series.{series}.charts")
    files = {entry.name for entry in folder.iterdir() if entry.name.endswith(".json")}
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    assert files == {*index["charts"], "index.json", "sheet.json", "words.json"}
    assert len(index["charts"]) == len(book)


def test_files_are_written_as_the_format_writes_them(series, book):
    folder = resources.files(f"jdgtools.series.{series}.charts")
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    for name, chart in zip(index["charts"], book, strict=True):
        plain = {member: value for member, value in chart_to_plain(chart).items() if value != []}
        assert (folder / name).read_text(encoding="utf-8") == chart_json(plain), name


def test_every_text_exists_in_every_language(series, book):
    assert book.languages == LANGUAGES[series]
    assert [
        (where, language)
        for where, text in texts(book)
        for language in book.languages
        if not text.has(language) or not text.get(language).strip()
    ] == []


def test_every_choice_that_a_cell_shows_has_a_wording(book):
    shown = [
        (chart.id, at, language, text)
        for chart in book
        for at in chart.cells
        for language in book.languages
        if "_" in (text := cell_text(chart, at, language)) or "{" in text
    ]
    assert shown == []


def test_every_reference_is_a_statement_or_a_source_and_every_source_is_used(series, book):
    statements = (resources.files(f"jdgtools.series.{series}") / "statements.txt").read_text(encoding="utf-8")
    known = {*(line.split()[0] for line in statements.splitlines()), *book.sources}
    found = set(refs(book))
    assert sorted(found - known) == []
    assert set(book.sources) <= found


def test_a_cell_names_a_source_of_its_own_kind(series, book):
    for chart in book:
        for at, cell in chart.cells.items():
            ours = any(ref.startswith("HC-") for ref in cell.refs)
            aid = any(ref.startswith("PA-") for ref in cell.refs)
            assert ours == cell.is_house, (chart.id, at)
            assert aid or cell.kind != "player-aid", (chart.id, at)
            if cell.kind == "rules":
                assert any(not ref.startswith("PA-") for ref in cell.refs), (chart.id, at)
    assert {cell.kind for chart in book for cell in chart.cells.values()} == PROVENANCES[series]


def test_lines_replace_and_consult_what_exists(book):
    for chart in book:
        for key in chart.axes[0].keys:
            assert set(key.replaces) <= set(chart.axes[0].ids) - {key.id}, (chart.id, key.id)
        for at, cell in chart.cells.items():
            if isinstance(cell.value, dict) and cell.value["rule"] == "chart":
                assert cell.value["chart"] in book, (chart.id, at)
            if isinstance(cell.value, dict) and cell.value["rule"] == "terrain":
                columns = cell.value.get("columns", [cell.value.get("column")])
                for terrain in (c for c in book if c.kind == "terrain" and not c.id.endswith("-ROAD")):
                    assert set(columns) <= set(terrain.axis("property").ids), (chart.id, at)


def test_the_two_directions_of_a_hexside_differ_only_where_the_chart_says_so(book):
    for chart in (c for c in book if c.id.endswith("-HEXSIDE")):
        properties = chart.axis("property").ids
        for side in chart.axis("hexside").ids:
            inward = [chart.value(side, "in", name) for name in properties]
            outward = [chart.value(side, "out", name) for name in properties]
            assert (inward != outward) == chart.value(side, "in", "directed"), side


def test_book_goes_through_json_with_and_without_texts(book):
    assert book_from_plain(json.loads(json.dumps(book_to_plain(book, texts=True)))) == book
    again = book_from_plain(json.loads(json.dumps(book_to_plain(book))))
    for chart in book:
        assert {at: cell.value for at, cell in chart.cells.items()} == {
            at: cell.value for at, cell in again.get(chart.id).cells.items()
        }


def test_the_reference_page_is_current(series, book):
    # Renew it: python -m jdgtools.docs
    page = (PAGES / f"charts-{series}.md").read_text(encoding="utf-8")
    assert page == charts_markdown(book, "en")
