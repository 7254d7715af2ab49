"""No text of a battle escapes the check for missing translations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from jdgtools.checks.translations import missing_translation
from jdgtools.loading import load
from jdgtools.model.battle import Battle
from jdgtools.model.text import Text, normalize_text
from jdgtools.model.texts import player_texts

SCENARIOS = Path(__file__).parents[3] / "scenarios"
BATTLES = [
    "rolica-1808",
    "vimeiro-1808",
    "bremule-1119",
    "bouvines-1214",
    "edgehill-1642",
    "teaching-jdg",
    "teaching-afe",
    "teaching-mpbs",
]


def _battle(name: str) -> Battle:
    battle = load(SCENARIOS / name).battle
    assert battle is not None
    return battle


def _texts(value: Any, path: str, seen: set[int]) -> Iterator[tuple[str, Text]]:
    """Every Text inside a value; those of the series are tested with the series."""
    if isinstance(value, Text):
        yield path, value
        return
    if id(value) in seen:
        return
    if isinstance(value, msgspec.Struct):
        seen.add(id(value))
        for name in value.__struct_fields__:
            if not (isinstance(value, Battle) and name == "series"):
                yield from _texts(getattr(value, name), f"{path}.{name}", seen)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _texts(each, f"{path}.{key}", seen)
    elif isinstance(value, tuple | list | frozenset):
        for number, each in enumerate(value):
            yield from _texts(each, f"{path}.{number}", seen)


@pytest.mark.parametrize("name", BATTLES)
def test_quotation_marks_in_bundled_battles_are_those_of_the_language(name: str) -> None:
    texts = dict(_texts(_battle(name), "", set()))
    assert [path for path, text in texts.items() if any('"' in words for _, words in text.values)] == []


@pytest.mark.parametrize("name", BATTLES)
def test_every_text_of_a_battle_is_looked_at(name: str) -> None:
    battle = _battle(name)
    listed = {item.text for item in player_texts(battle)}
    # Normal activation markers bear the names of their commands.
    listed |= {command.name for command in battle.commands}
    found = [(path, text) for path, text in _texts(battle, "battle", set()) if text]
    assert len(found) > 50
    assert [path for path, text in found if text not in listed] == []


class _Context:
    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.texts = player_texts(battle)


@pytest.mark.parametrize("name", BATTLES)
def test_each_text_that_loses_a_language_is_reported(name: str) -> None:
    battle = _battle(name)
    assert list(missing_translation.run(_Context(battle))) == []  # type: ignore[arg-type]
    sources = tuple(
        Text(tuple(x for x in text.values if x[0] != "pl")) if len(text.values) > 1 else text
        for text in battle.sources
    )
    lost = replace(
        battle,
        notes=Text(battle.notes.values[:1]),
        sources=sources,
        commands=tuple(replace(c, parent=Text(c.parent.values[:2])) for c in battle.commands),
    )
    messages = [x.message for x in missing_translation.run(_Context(lost))]  # type: ignore[arg-type]
    assert sum("`source." in x for x in messages) == len(battle.sources)
    assert sum(".parent`" in x for x in messages) == sum(bool(c.parent) for c in battle.commands)
    assert sum("`notes`" in x for x in messages) == 1


def test_an_accent_of_its_own_becomes_one_letter_with_it() -> None:
    assert normalize_text("  Hongroi\u0301s ") == "Hongroís"
    assert normalize_text("Plain ") == "Plain"


def test_hungarian_texts_have_one_word_for_a_hex_and_one_for_a_formation() -> None:
    others = re.compile(r"\bhex(?:en|re|be|et|ben|én|oldal\w*)\b|\bseregtest\w*")
    root = SCENARIOS.parent
    files = [*(root / "jdgtools").rglob("*.py"), *SCENARIOS.rglob("*.yaml")]
    found = {path.name: others.findall(path.read_text(encoding="utf-8")) for path in files}
    assert not {name: words for name, words in found.items() if words}
