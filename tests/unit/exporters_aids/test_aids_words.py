"""Every interface string exists in every language, is used, and has the same places to fill."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from jdgtools.exporters.booklet import words
from jdgtools.model import phrases
from jdgtools.series.registry import find_series, series_ids

FOLDER = Path(words.__file__).parent


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", words.word.keys)
def test_a_word_is_whole(key: str) -> None:
    texts = [words.word(key, language) for language in phrases.LANGUAGES]
    assert all(text.strip() for text in texts)
    assert len({frozenset(places(text)) for text in texts}) == 1


def test_every_language_of_a_series_is_spoken() -> None:
    for series_id in series_ids():
        series = find_series(series_id)
        assert series is not None
        assert set(series.definition.languages) <= set(phrases.LANGUAGES)


def test_words_that_are_used_exist_and_those_that_exist_are_used() -> None:
    source = "".join(
        p.read_text(encoding="utf-8") for p in FOLDER.glob("*.py") if not p.name.startswith("words")
    )
    quoted = set(re.findall(r"""["']([a-z_]+)["']""", source))
    used = set(re.findall(r"""\bword\(\s*["']([a-z_]+)["']\s*[,)]""", source))
    assert used <= set(words.word.keys)
    # Some keys are put together: conditions, and where a value of a chart comes from.
    left = [key for key in sorted(set(words.word.keys) - quoted) if not key.startswith(("c_", "from_"))]
    assert left == []


def test_an_unknown_language_falls_back_to_english() -> None:
    assert words.word("turn", "xx") == "Turn"


def test_an_unknown_word_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        words.word("tern", "en")


@pytest.mark.parametrize(
    ("name", "language", "shown"), [("W", "fr", "O"), ("NW", "hu", "ÉNy"), ("SE", "pl", "SE")]
)
def test_compass(name: str, language: str, shown: str) -> None:
    assert phrases.compass(name, language) == shown
