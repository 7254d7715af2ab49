"""The data files of the series: complete, sourced, in every language, and the page made from them."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path

from jdgtools.charts import Override, book_from_plain, book_to_plain, load_charts
from jdgtools.charts.docs import charts_markdown
from jdgtools.charts.words import cell_text

PACKAGE = "jdgtools.series.jdg.charts"
BOOK = load_charts(PACKAGE)
STATEMENT = re.compile(r"JDG-[0-9A-Z.]+-(?:[a-z]|EX\d+)|JDG-CONV-[a-z]|AMB-\d+")
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "charts-jdg.md"


def all_texts():
    for chart in BOOK:
        yield chart.id, chart.title
        for axis in chart.axes:
            yield f"{chart.id}.{axis.id}", axis.title
            for key in axis.keys:
                yield f"{chart.id}.{key.id}", key.label
                if key.note:
                    yield f"{chart.id}.{key.id}.note", key.note
        for note in chart.notes:
            yield f"{chart.id}.{note.id}", note.text
        for at, cell in chart.cells.items():
            if cell.note:
                yield f"{chart.id}.{at}", cell.note
        for type_ in chart.types.values():
            for name, text in type_.labels.items():
                yield f"{chart.id}.{type_.id}.{name}", text
    yield from BOOK.sources.items()


def all_refs():
    for chart in BOOK:
        yield from chart.rules
        for axis in chart.axes:
            yield from axis.refs
            for key in axis.keys:
                yield from key.refs
        for note in chart.notes:
            yield from note.refs
        for cell in chart.cells.values():
            yield from cell.refs


def test_the_index_names_every_file():
    folder = resources.files(PACKAGE)
    files = {entry.name for entry in folder.iterdir() if entry.name.endswith(".json")}
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    assert files == {*index["charts"], "index.json", "sheet.json", "words.json"}
    assert len(index["charts"]) == len(BOOK)


def test_every_text_exists_in_every_language():
    assert BOOK.languages == ("en", "fr", "pl")
    assert [
        (where, language)
        for where, text in all_texts()
        for language in BOOK.languages
        if not text.has(language) or not text.get(language).strip()
    ] == []


def test_every_choice_that_a_cell_shows_has_a_wording():
    shown = [
        (chart.id, at, text)
        for chart in BOOK
        for at in chart.cells
        if "_" in (text := cell_text(chart, at, "en")) or "{" in text
    ]
    assert shown == []


def test_every_reference_is_a_statement_or_a_source_and_every_source_is_used():
    refs = set(all_refs())
    assert [ref for ref in sorted(refs) if ref not in BOOK.sources and not STATEMENT.fullmatch(ref)] == []
    assert set(BOOK.sources) <= refs


def test_house_cells_name_their_source_and_cells_of_the_rules_only_statements():
    for chart in BOOK:
        for at, cell in chart.cells.items():
            ours = [ref for ref in cell.refs if ref in BOOK.sources]
            assert bool(ours) == cell.is_house, (chart.id, at)


def test_house_cells_are_listed_for_strict_use():
    listed = {(chart.id, at) for chart in BOOK for at, cell in chart.cells.items() if cell.is_house}
    assert ("TBL-FIRE", ("F4",)) in listed
    assert ("TBL-SHOCK-DRM", ("routed_defender", "shock")) not in listed
    assert {kind for chart in BOOK for kind in (cell.kind for cell in chart.cells.values())} == {
        "rules",
        "house",
    }


def test_book_goes_through_json_with_and_without_texts():
    assert book_from_plain(json.loads(json.dumps(book_to_plain(BOOK, texts=True)))) == BOOK
    neutral = json.dumps(book_to_plain(BOOK))
    assert "Artillery fire" not in neutral
    again = book_from_plain(json.loads(neutral))
    for chart in BOOK:
        assert [cell.value for cell in chart.cells.values()] == [
            cell.value for cell in again.get(chart.id).cells.values()
        ]


def test_a_battle_may_enter_a_table_of_its_own():
    own = {"..5": [], "6..10": ["CC"], "11..13": ["DIS"], "14..": ["ROUT"]}
    book, problems = BOOK.with_overrides(
        [Override("TBL-FIRE", (span,), codes) for span, codes in own.items()]
    )
    assert problems == ()
    found = [book.get("TBL-FIRE").lookup(total).value for total in (-3, 5, 6, 10, 11, 13, 14, 40)]
    assert found == [(), (), ("CC",), ("CC",), ("DIS",), ("DIS",), ("ROUT",), ("ROUT",)]
    assert not any(cell.is_house for cell in book.get("TBL-FIRE").cells.values())


def test_the_group_name_reaches_hexes_hexsides_and_roads():
    book, problems = BOOK.with_overrides(
        [
            Override("TBL-TEC", ("wood", "infantry"), 3),
            Override("TBL-TEC", ("hedge", "in", "cavalry"), "Z"),
            Override("TBL-TEC", ("trail", "cavalry"), 2),
            Override("TBL-TEC", ("woods", "infantry"), 3),
        ]
    )
    assert book.get("TBL-TEC-HEX").value("wood", "infantry") == 3
    assert book.get("TBL-TEC-HEXSIDE").value("hedge", "in", "cavalry") == "Z"
    assert book.get("TBL-TEC-ROAD").value("trail", "cavalry") == 2
    assert [(problem.kind, problem.candidates[0]) for problem in problems] == [("unknown-key", "wood")]


def test_the_reference_page_is_current():
    # Renew it: python -m jdgtools.docs
    assert PAGE.read_text(encoding="utf-8") == charts_markdown(BOOK, "en")


def test_every_statement_cited_exists():
    listed = (resources.files("jdgtools.series.jdg") / "statements.txt").read_text("utf-8")
    known = {line.split()[0] for line in listed.splitlines()}
    assert {ref for ref in all_refs() if ref not in BOOK.sources} - known == set()


def test_charts_and_definition_name_the_same_terrain():
    from jdgtools.series.jdg import terrain

    hexes, sides = BOOK.get("TBL-TEC-HEX"), BOOK.get("TBL-TEC-HEXSIDE")
    assert {entry.id for entry in terrain.HEXES} == set(hexes.axes[0].ids)
    assert {entry.id for entry in terrain.HEXSIDES} <= set(sides.axes[0].ids)
    directed = {side for side in sides.axes[0].ids if sides.value(side, "in", "directed")}
    assert {entry.id for entry in terrain.HEXSIDES if entry.directed} == directed
