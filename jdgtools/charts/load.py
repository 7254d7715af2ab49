"""Reading the charts that a series ships.

A package of charts holds `index.json`:

    {"languages": ["en", "fr", "pl"], "charts": ["tec-hex.json", "fire.json"],
     "sources": {"HC-2.1": {"en": "Artillery fire: …"}}}

and one file per chart (format: `jdgtools.charts.plain`), listed in printed order. `together` may hold sets of
ids of charts that players use together. `sheet.json` may say what the map sheet shows of the terrain charts,

    {"title": {"en": "Terrain"}, "notes": [{"en": "P: prohibited"}],
     "columns": [{"head": {"en": "Foot"}, "over": {"en": "MP"}, "keys": ["infantry"], "words": {"P": "×"}}]}

and `words.json` what the words in cells mean.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import DecodeError, json

from jdgtools.charts.book import ChartBook, SheetChart, SheetColumn
from jdgtools.charts.model import Chart
from jdgtools.charts.plain import ChartDataError, Plain, chart_from_plain, chart_to_plain, text_from_plain

INDEX = "index.json"
SHEET = "sheet.json"
"""Optional: the terrain chart on the map sheet."""
WORDS = "words.json"
"""Optional: what the words in cells mean, `{"cost.P": "Prohibited …"}`."""


@cache
def load_charts(package: str) -> ChartBook:
    """Return the charts in the data files of an importable package, e.g. `jdgtools.series.xyz.charts`.

    The book is immutable and read once per process.

    Raises:
        ChartDataError: the shipped data is malformed, or a file that the index lists is missing; the text
            names the file or the chart.
    """
    folder = Path(str(import_module(package).__file__)).parent

    def read(name: str) -> Any:
        try:
            return json.decode((folder / name).read_bytes())
        except FileNotFoundError:
            raise ChartDataError(f"{name}: there is no such file") from None
        except (DecodeError, UnicodeDecodeError) as error:
            raise ChartDataError(f"{name}: {error}") from error

    index = read(INDEX)
    words = read(WORDS) if (folder / WORDS).is_file() else {}
    sheet = read(SHEET) if (folder / SHEET).is_file() else {}
    charts = {name: read(name) for name in index["charts"]}
    files: dict[object, str] = {}
    for name, plain in charts.items():
        if (other := files.setdefault(plain.get("id"), name)) != name:
            raise ChartDataError(f"{name}: the id {plain.get('id')} is that of {other}")
    return book_from_plain({**index, "charts": list(charts.values()), "words": words, "sheet": sheet})


def book_from_plain(plain: Plain) -> ChartBook:
    """Return the book described by plain data. Inverse of `book_to_plain`.

    Raises:
        ChartDataError: a chart is malformed or two have one id.
    """
    charts = {}
    for entry in plain["charts"]:
        chart = chart_from_plain(entry)
        if chart.id in charts:
            raise ChartDataError(f"two charts have the id {chart.id}")
        charts[chart.id] = chart
    sources = {name: text_from_plain(text) for name, text in plain.get("sources", {}).items()}
    together = tuple(map(tuple, plain.get("together", ())))
    for name in (name for names in together for name in names):
        if name not in charts:
            raise ChartDataError(f"there is no chart {name} to stand together with others")
    return ChartBook(
        charts,
        tuple(plain.get("languages", ())),
        sources,
        dict(plain.get("words", {})),
        together=together,
        sheet=_sheet_from_plain(plain.get("sheet", {}), charts.values()),
    )


def _sheet_from_plain(plain: Plain, charts: Iterable[Chart]) -> SheetChart:
    keys = {key for chart in charts if chart.kind == "terrain" for key in chart.axes[-1].ids}
    try:
        columns = tuple(
            SheetColumn(
                text_from_plain(entry["head"]),
                tuple(entry["keys"]),
                text_from_plain(entry.get("over")),
                {value: text_from_plain(text) for value, text in entry.get("words", {}).items()},
            )
            for entry in plain.get("columns", ())
        )
        notes = tuple(map(text_from_plain, plain.get("notes", ())))
        sheet = SheetChart(text_from_plain(plain.get("title")), columns, notes)
    except (KeyError, TypeError, AttributeError) as error:
        raise ChartDataError(f"terrain chart of the map sheet: malformed data ({error!r})") from error
    for key in (key for column in sheet.columns for key in column.keys):
        if key not in keys:
            raise ChartDataError(f"no terrain chart has a column {key} for the map sheet")
    return sheet


def _sheet_to_plain(sheet: SheetChart) -> Plain:
    return {
        "title": dict(sheet.title.values),
        "columns": [
            {
                "head": dict(column.head.values),
                "keys": list(column.keys),
                "over": dict(column.over.values),
                "words": {value: dict(text.values) for value, text in column.words.items()},
            }
            for column in sheet.columns
        ],
        "notes": [dict(note.values) for note in sheet.notes],
    }


def book_to_plain(book: ChartBook, texts: bool = False) -> Plain:
    """Return the book as JSON types, for the engine package; language neutral unless `texts` is true."""
    plain: Plain = {"charts": [chart_to_plain(chart, texts) for chart in book]}
    if texts:
        plain["languages"] = list(book.languages)
        plain["together"] = list(map(list, book.together))
        plain["words"] = dict(book.words)
        plain["sources"] = {name: dict(text.values) for name, text in book.sources.items()}
        plain["sheet"] = _sheet_to_plain(book.sheet)
    return plain
