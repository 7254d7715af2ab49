from __future__ import annotations

import re

import pytest

from jdgtools.exporters.module.words import _PHRASES, ModuleWords
from tests.unit.exporters_vassal.conftest import built_once

LANGUAGES = ("en", "fr", "pl", "hu")


@pytest.mark.parametrize("key", _PHRASES.keys)
def test_every_phrase_exists_in_every_language_with_the_same_fields(key: str) -> None:
    texts = [ModuleWords(language)(key) for language in LANGUAGES]
    assert all(texts)
    fields = [sorted(re.findall(r"\{(\w+)\}", t)) for t in texts]
    assert all(f == fields[0] for f in fields)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("first", [0, 30])
def test_the_six_directions_of_a_counter_have_six_names(language: str, first: int) -> None:
    words = ModuleWords(language)
    assert len({words.direction(first + 60 * k) for k in range(6)}) == 6


def test_an_unknown_language_is_english() -> None:
    assert ModuleWords("xx")("map") == "Map"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_windows_have_different_names(language: str) -> None:
    words = ModuleWords(language)
    assert len({words(k) for k in ("map", "command", "reserves", "losses")}) == 4


def test_a_postposition_stands_behind_what_it_belongs_to() -> None:
    """Hungarian says `1/5th Foot ellen`, and no `ellen` before a number."""
    built = built_once("teaching-afe", "hu")
    texts = [str(v) for c in built.module.root.walk() for v in c.attributes.values()]
    assert any('+Target+" ellen' in text for text in texts)
    assert not any('ellen "+Target' in text or 'ellen "+Rating' in text for text in texts)
