"""The charts of a series as pages in Markdown: one with the source of every cell, one for players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from jdgtools.charts.book import ChartBook
from jdgtools.charts.model import AxisKey, Cell, Chart
from jdgtools.charts.predicate_words import count_words, predicate_words
from jdgtools.charts.words import cell_text
from jdgtools.model.phrases import colon

MARKS = {"rules": "", "player-aid": "ᵖ", "house": "°", "battle": "*"}
_STATEMENT = re.compile(r" ?\((?:[A-Z]+-[A-Za-z0-9.-]+[ ,]*)+\)")
"""Ids of statements and rulings in brackets."""
MAX_COLUMNS = 9
"""Wider charts are printed as several tables."""

_WORDS = {
    "en": {
        "title": "Charts",
        "intro": "Every value says where it comes from. **Bold**: the rules give it. `°`: house value, ours."
        " `ᵖ`: from a public player aid. `*`: set by the battle."
        " A battle may override any cell, a bold one only"
        " together with a special rule that overrules its statement.",
        "players": "**Bold**: the rules give it. `°`: house value, ours."
        " `ᵖ`: from a public player aid. `*`: set by the battle.",
        "source": "Source",
        "value": "Value",
        "any": "any",
        "beyond": "Beyond the ends the end lines apply",
        "sources": "House values: where they stand and why",
        "counts": "{rules} values from the rules, {aid} from player aids, {house} house values",
    },
    "fr": {
        "title": "Tableaux",
        "intro": "Chaque valeur dit d'où elle vient. **Gras** : donnée par les règles. `°` : valeur maison."
        " `ᵖ` : aide de jeu publique. `*` : fixée par la bataille."
        " Une bataille peut remplacer toute case.",
        "players": "**Gras** : donné par les règles. `°` : valeur maison."
        " `ᵖ` : aide de jeu publique. `*` : fixé par la bataille.",
        "source": "Source",
        "value": "Valeur",
        "any": "tous",
        "beyond": "Au-delà des extrémités, les lignes extrêmes s'appliquent",
        "sources": "Valeurs maison : où elles figurent et pourquoi",
        "counts": "{rules} valeurs des règles, {aid} d'aides de jeu, {house} valeurs maison",
    },
    "pl": {
        "title": "Tabele",
        "intro": "Każda wartość ma źródło. **Pogrubienie**: podają ją zasady. `°`: wartość własna projektu."
        " `ᵖ`: z publicznej pomocy gracza. `*`: ustalona przez bitwę. Bitwa może zmienić każde pole.",
        "players": "**Pogrubienie**: podają to zasady. `°`: wartość własna projektu."
        " `ᵖ`: z publicznej pomocy gracza. `*`: ustalone przez bitwę.",
        "source": "Źródło",
        "value": "Wartość",
        "any": "każdy",
        "beyond": "Poza końcami obowiązują wiersze skrajne",
        "sources": "Wartości własne: gdzie są i dlaczego",
        "counts": "{rules} wartości z zasad, {aid} z pomocy gracza, {house} własnych",
    },
    "hu": {
        "title": "Táblázatok",
        "intro": "Minden érték mellett ott a forrása. **Félkövér**: a szabályok adják. `°`: saját érték."
        " `ᵖ`: nyilvános játékossegédletből. `*`: a csata adja meg. A csata bármely mezőt felülírhatja.",
        "players": "**Félkövér**: a szabályok adják. `°`: saját érték."
        " `ᵖ`: nyilvános játékossegédletből. `*`: a csata adja meg.",
        "source": "Forrás",
        "value": "Érték",
        "any": "bármely",
        "beyond": "A széleken túl a szélső sorok érvényesek",
        "sources": "Saját értékek: hol vannak és miért",
        "counts": "{rules} érték a szabályokból, {aid} játékossegédletből, {house} saját érték",
    },
}


def charts_markdown(book: ChartBook, language: str = "en") -> str:
    """Return the whole book as one Markdown page in `language` (English words where it is not known)."""
    words = _WORDS.get(language, _WORDS["en"])
    lines = [f"# {words['title']}", "", words["intro"], "", _counts(book, words), ""]
    for chart in book:
        lines += [f"## {chart.id}: {chart.title.get(language)}", ""]
        if chart.rules:
            lines += [", ".join(chart.rules), ""]
        for table in _tables(chart, language, words):
            lines += [*table, ""]
        lines += _remarks(chart, language, words)
        lines += _conditions(chart, language)
        lines += [_keys(chart), ""]
    if book.words and language == "en":
        lines += ["## Words in cells", ""]
        lines += [f"- `{name.partition('.')[2]}` (type `{name.partition('.')[0]}`): {sentence}"
                  for name, sentence in book.words.items()]  # fmt: skip
        lines += [""]
    lines += [f"## {words['sources']}", ""]
    lines += [f"- `{name}` {text.get(language)}" for name, text in book.sources.items()]
    return "\n".join(lines).rstrip() + "\n"


def players_markdown(book: ChartBook, language: str = "en") -> str:
    """Return the book for players: values, marks of house values and remarks, without ids and sources."""
    words = _WORDS.get(language, _WORDS["en"])
    lines = [words["players"], ""]
    for chart in book:
        lines += [f"## {chart.title.get(language)}", ""]
        for table in _tables(chart, language, words, sources=False):
            lines += [*table, ""]
        lines += _remarks(chart, language, words, sources=False)
    text = _STATEMENT.sub("", "\n".join(lines).rstrip() + "\n")
    # A cell may send the reader to another chart.
    titles = {chart.id: chart.title.get(language) for chart in book}
    title_pattern = re.compile("|".join(re.escape(name) for name in sorted(titles, key=len, reverse=True)))
    return title_pattern.sub(lambda match: f"→ {titles[match[0]]}", text) if titles else text


def _conditions(chart: Chart, language: str) -> list[str]:
    """Return when each line of a chart of modifiers applies, the printed sentence and the data side by side.

    They are for those who write programs, so they are in English alone.
    """
    lines = [key for axis in chart.axes for key in axis.keys if key.when is not None]
    if not lines or language != "en":
        return []
    rows = ["As data:", "", "| line | printed | when | counts |", "| --- | --- | --- | --- |"]
    for key in lines:
        assert key.when is not None
        counts = "" if key.count is None else count_words(key.count)
        rows.append(f"| `{key.id}` | {key.label.get('en')} | {predicate_words(key.when)} | {counts} |")
    return [*rows, ""]


def _keys(chart: Chart) -> str:
    """Return how a battle names the cells of the chart under `charts:`."""
    axes = "; ".join(f"{axis.id}: " + ", ".join(f"`{key}`" for key in axis.ids) for axis in chart.axes)
    return f"`chart: {chart.id}`, `key:` one of each: {axes}"


def _counts(book: ChartBook, words: dict[str, str]) -> str:
    kinds = [cell.kind for chart in book for cell in chart.cells.values()]
    return words["counts"].format(
        rules=kinds.count("rules"), aid=kinds.count("player-aid"), house=kinds.count("house")
    )


def _tables(
    chart: Chart, language: str, words: dict[str, str], *, sources: bool = True
) -> Iterator[list[str]]:
    """Yield tables whose rows are all axes but the last and whose columns are keys of the last axis."""
    heads = [axis.title.get(language) for axis in chart.axes[:-1]]
    columns: Sequence[AxisKey] = chart.axes[-1].keys
    last = [words["source"]] if sources else []
    if len(chart.axes) == 1:
        head = [chart.axes[0].title.get(language), words["value"], *last]
        rows = [
            [
                _label(chart, key, language, sources),
                _cell(chart, (key.id,), language),
                *([_sources([chart.cell(key.id)])] if sources else []),
            ]
            for key in columns
        ]
        yield _table(head, rows)
        return
    for start in range(0, len(columns), MAX_COLUMNS):
        part = columns[start : start + MAX_COLUMNS]
        head = [*heads, *(key.label.get(language) for key in part), *last]
        yield _table(head, list(_rows(chart, part, language, words["any"], sources)))


def _rows(
    chart: Chart, columns: Sequence[AxisKey], language: str, anything: str, sources: bool
) -> Iterator[list[str]]:
    for first in chart.axes[0].keys:
        rows = []
        for rest in product(*(axis.keys for axis in chart.axes[1:-1])):
            at = (first.id, *(key.id for key in rest))
            values = [_cell(chart, (*at, column.id), language) for column in columns]
            if sources:
                values.append(_sources(chart.cell(*at, column.id) for column in columns))
            rows.append(([key.label.get(language) for key in rest], values))
        if len(rows) > 1 and all(values == rows[0][1] for _, values in rows):
            # Directions that make no difference are printed once.
            rows = [([anything] * len(rows[0][0]), rows[0][1])]
        yield from ([_label(chart, first, language, sources), *labels, *values] for labels, values in rows)


def _label(chart: Chart, key: AxisKey, language: str, sources: bool) -> str:
    """Return what stands before a row; for players a range of numbers (`7..8`) is its label alone."""
    label = key.label.get(language)
    # Remarks speak of a row of totals by its id.
    is_named = chart.axes[0].match == "range" and key.id != label and (sources or key.id[0].isalpha())
    return f"{key.id}{colon(language)}{label}" if is_named else label


def _cell(chart: Chart, keys: tuple[str, ...], language: str) -> str:
    cell = chart.cell(*keys)
    text = cell_text(chart, keys, language)
    return f"**{text}**" if cell.kind == "rules" else text + MARKS[cell.kind]


def _sources(cells: Iterable[Cell]) -> str:
    return " ".join(dict.fromkeys(ref for cell in cells for ref in cell.refs))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(text.replace("|", "/") for text in row) + " |" for row in rows]


def _remarks(chart: Chart, language: str, words: dict[str, str], *, sources: bool = True) -> list[str]:
    """Return the notes of the ends, keys and cells of a chart and its own, as a list in Markdown."""

    def line(text: str, refs: Iterable[str]) -> str:
        return f"{text} ({' '.join(refs)})" if sources else text

    lines = []
    for axis in chart.axes:
        if "clamp" in (axis.below, axis.above):
            mark = MARKS[axis.kind]
            lines.append(
                line(f"- {axis.title.get(language)}{colon(language)}{words['beyond']}{mark}", axis.refs)
            )
        notes = [(key.label.get(language), key.note.get(language)) for key in axis.keys if key.note]
        lines += [f"- {label}{colon(language)}{note}" for label, note in notes]
    notes_before: set[str] = set()
    for keys, cell in chart.cells.items():
        text = cell.note.get(language)
        if text and (keys[0] + text) not in notes_before:
            notes_before.add(keys[0] + text)
            lines.append(f"- {chart.axes[0].key(keys[0]).label.get(language)}{colon(language)}{text}")
    lines += [line(f"- {note.text.get(language)}{MARKS[note.kind]}", note.refs) for note in chart.notes]
    return [*lines, ""] if lines else []
