"""The pages read as a player of each language expects: nothing of the program, printers' signs, no leftovers."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from jdgtools.exporters.booklet import inlines
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.model.definition import FieldDef
from jdgtools.render.bounds import placed_texts
from jdgtools.render.scene import TextItem as Letters
from jdgtools.series.registry import find_series, series_ids
from tests.unit.exporters_aids.conftest import context, flat, scenes
from tests.unit.exporters_aids.test_aids_booklet import BATTLES, BOOKS

each_book = pytest.mark.parametrize(("battle", "language"), BOOKS)

_OF_PROGRAMS = re.compile(r"\b(TBL|AMB|HC|T)-[A-Z0-9]|\b[a-z]+_[a-z_]+\b|\bmp\.|\bjdg\.[a-z]|[{}]")
_STRAIGHT = re.compile(r"(?<=[^\W\d_])'|\"|(?<!\S)-\d|(?<!\S)x\d")


def lettering(battle: str, language: str) -> list[str]:
    """The texts of the pages without those on counters."""
    found = []
    for page in scenes(battle, language):
        found += [
            item.string for layer in page.layers for item in flat(layer.items) if isinstance(item, Letters)
        ]
    assert len(found) > 500
    return found


@each_book
def test_nothing_of_the_program_is_printed(battle: str, language: str) -> None:
    version = f"{battle} "
    shown = [text for text in lettering(battle, language) if not text.startswith(version)]
    assert [text for text in shown if _OF_PROGRAMS.search(text)] == []


@pytest.mark.parametrize("series_id", sorted(series_ids()))
def test_charts_name_their_rows_as_they_are_printed(series_id: str) -> None:
    """A player finds no `row R8` in a table whose rows are called `6 to 7`, nor an entry of our own lists."""
    series = find_series(series_id)
    assert series is not None
    for chart in series.charts:
        keys = [key for axis in chart.axes for key in axis.keys]
        ids = {key.id for key in keys if re.search(r"[A-Z]\d", key.id)}
        noted = [*(note.text for note in chart.notes), *(cell.note for cell in chart.cells.values())]
        noted += [key.note for key in keys]
        for text in filter(None, noted):
            for language in series.definition.languages:
                words = set(re.findall(r"[\w-]+", text.get(language)))
                assert not words & ids and not _OF_PROGRAMS.search(text.get(language)), (chart.id, text)


@pytest.mark.parametrize("series_id", sorted(series_ids()))
def test_notes_of_charts_are_sentences(series_id: str) -> None:
    series = find_series(series_id)
    assert series is not None
    for chart in series.charts:
        keys = [key for axis in chart.axes for key in axis.keys]
        for note in filter(None, [*(note.text for note in chart.notes), *(key.note for key in keys)]):
            for _, words in note.values:
                begins = [x[0] for x in re.split(r"(?<!zob)[.] ", words)]
                assert words.endswith(".") and not any(map(str.islower, begins)), (chart.id, words)


@pytest.mark.parametrize("series_id", sorted(series_ids()))
def test_notes_of_charts_name_values_as_they_are_printed(series_id: str) -> None:
    """A table says `wounded`; so do its notes, not `W`."""
    series = find_series(series_id)
    assert series is not None
    for chart in series.charts:
        labels = {
            code: text
            for kind in chart.types.values()
            for code, text in kind.labels.items()
            if code.isupper()
        }
        for note in chart.notes:
            for language, words in note.text.values:
                codes = {code for code, text in labels.items() if code not in text.get(language)}
                assert not codes & set(re.findall(r"\w+", words)), (chart.id, words)


@each_book
def test_apostrophes_and_minus_signs_are_those_of_printers(battle: str, language: str) -> None:
    assert [text for text in lettering(battle, language) if _STRAIGHT.search(text)] == []


@pytest.mark.parametrize("battle", BATTLES)
def test_french_signs_stand_apart(battle: str) -> None:
    close = re.compile(r"(?<=[^\W\d_])[:!?»](?=\s|$)|(?<=\S);(?=\s|$)|«(?=\S)")
    assert [text for text in lettering(battle, "fr") if close.search(text)] == []


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_other_languages_set_no_sign_apart(battle: str, language: str) -> None:
    assert [text for text in lettering(battle, language) if re.search(r"\S [:;!?](\s|$)", text)] == []


@pytest.mark.parametrize("series_id", sorted(series_ids()))
def test_values_of_choices_and_options_have_names_in_every_language(series_id: str) -> None:
    series = find_series(series_id)
    assert series is not None
    definition = series.definition
    fields: list[FieldDef] = [
        *definition.unit_fields,
        *definition.command_fields,
        *definition.side_fields,
        *definition.scenario_fields,
        *(field for role in definition.roles for field in role.fields),
    ]
    values = {value for field in fields for value in field.choices}
    values |= {v for o in definition.options for v in (*o.values, o.default) if isinstance(v, str) and v}
    names = dict(definition.value_names)
    assert len(names) == len(definition.value_names)
    assert sorted(values - set(names)) == []
    assert sorted(set(names) - values) == []
    for value, name in names.items():
        assert [x for x in definition.languages if not name.has(x)] == [], value


@pytest.mark.parametrize("series_id", sorted(series_ids()))
def test_abbreviations_are_told_apart_in_every_language(series_id: str) -> None:
    series = find_series(series_id)
    assert series is not None
    definition = series.definition
    for fields in (definition.unit_fields, *(role.fields for role in definition.roles)):
        for language in definition.languages:
            short = [f.short(language) for f in fields if f.abbreviation]
            assert len(set(short)) == len(short), (language, short)
            assert all(short)


def test_ratings_are_named_in_the_language_of_the_booklet() -> None:
    shown = lettering("rolica-1808", "fr")
    assert {"PF", "Choc", "PM"} <= set(shown)
    assert not {"SP", "Sh", "MA"} & set(shown)
    assert {"PS", "Zw", "PR"} <= set(lettering("rolica-1808", "pl"))


def test_dates_are_written_out() -> None:
    for language, shown in (("en", "17 August 1808"), ("fr", "17 août 1808"), ("pl", "17 sierpnia 1808")):
        cover = scenes("rolica-1808", language)[0]
        assert any(shown in text.string for text, _, _ in placed_texts(cover)), language


@pytest.mark.parametrize(
    ("plain", "shown"),
    [
        ("l'hex", "l’hex"),
        ("players' aids", "players’ aids"),
        ("DRM -1 (-2) 3/-4", "DRM −1 (−2) 3/−4"),
        ("3-5, 6-pdr, MP-2.1, 12' gun", "3-5, 6-pdr, MP-2.1, 12' gun"),
        ("by  the\nhex", "by the hex"),
        ("znacznik w kubku i (z nim) a b", "znacznik w\u00a0kubku i (z\u00a0nim) a\u00a0b"),
        (
            "Linha A, 24 lb, 2nd Foot, 3 to 8 hexes",
            "Linha\u00a0A, 24\u00a0lb, 2nd\u00a0Foot, 3\u00a0to\u00a08\u00a0hexes",
        ),
        ("Brigade C. Craufurd, battery A.", "Brigade C. Craufurd, battery\u00a0A."),
        ("Dbl 8 lb x2 (x3) 0x2", "Dbl 8\u00a0lb ×2 (×3) 0x2"),
        ("terrain, at least -4", "terrain, at least\u00a0−4"),
        ("own side 0, enemy NM", "own side\u00a00, enemy\u00a0NM"),
        ("Dbl 8 lb x2, dragoons", "Dbl 8\u00a0lb\u00a0×2, dragoons"),
    ],
)
def test_fine(plain: str, shown: str) -> None:
    assert inlines.fine(plain) == shown


def test_words_on_plates_have_the_signs_of_printers_too() -> None:
    assert inlines.words(inlines.pill("sun in the allies' eyes")) == "sun in the allies’ eyes"


def test_lists_of_ids_are_read_as_names() -> None:
    names = BookletNames(context("teaching-afe", "en"))
    assert names.setting("cr-li, gu-cl") == "Javelin men, Border riders"
    assert names.setting("Mi") == "Mi (militia, popular levy)"
    assert names.setting("attacker") == "attacker"
    assert BookletNames(context("teaching-afe", "hu")).setting("attacker") == "támadó"


def _texts_of_charts(series_id: str, language: str) -> list[str]:
    """All that the charts of a series say in a language, as their files have it."""
    folder = Path(str(files(f"jdgtools.series.{series_id}"))) / "charts"
    found: list[str] = []

    def gather(node: object) -> None:
        if isinstance(node, dict):
            if isinstance(node.get(language), str):
                found.append(node[language])
            for each in node.values():
                gather(each)
        elif isinstance(node, list):
            for each in node:
                gather(each)

    for path in sorted(folder.glob("*.json")):
        gather(json.loads(path.read_text("utf-8")))
    assert found or language == "hu"
    return found


@pytest.mark.parametrize("series_id", ["jdg", "afe", "mpbs"])
def test_more_than_one_hex_is_a_plural_in_french(series_id: str) -> None:
    singular = re.compile(r"\b([2-9]|deux|trois|six|des|les|aux|\{hexes\}) hex\b(?!es)")
    assert [text for text in _texts_of_charts(series_id, "fr") if singular.search(text)] == []


def test_polish_charts_say_disordered_and_reduced_as_counters_and_markers_do() -> None:
    other = re.compile("dezorgan|zreduk", re.IGNORECASE)
    assert [text for text in _texts_of_charts("jdg", "pl") if other.search(text)] == []
    shown = " ".join(lettering("teaching-jdg", "pl"))
    assert "Zmieszana" in shown and "Ruch ograniczony" in shown


def test_settings_of_stacks_are_said_where_something_may_stack() -> None:
    first, second = context("teaching-afe", "en").battle.scenarios
    assert first.settings["stack_types"] and not second.settings.get("stack_types")
    shown = lettering("teaching-afe", "en")
    assert shown.count("units in such a stack: 2") == 1
    assert "units in such a stack: 1" not in shown
