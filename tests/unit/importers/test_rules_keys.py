"""Every key of a rules file of an import does something: without it the project is another."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from jdgtools.importers.vassal import ImportOptions, import_module
from tests.tools.source_keys import Key, optional_keys, without_key
from tests.unit.importers.modules import foreign, save_of_both_sides

RULES = r"""
format: 1
ratings:
  strength: SP
  cohesion: {from: Values, match: '(\d)-(\d)-(\d)', group: 2}
  movement: [Nothing, {from: Values, match: '(\d)-(\d)-(\d)', group: 3}]
types:
- {when: {name: '\d+\. Brigade'}, type: militia}
- {when: {}, type: line_infantry}
kinds:
- {when: {name: Marcognet}, kind: leader}
sides:
- {when: {}, side: Rebels}
commands:
- {when: {}, command: Everybody}
nationalities:
- {when: {}, nationality: Ruritanian}
states:
- {when: {Step_Level: '2'}, state: disordered}
"""
ANSWERS = """
format: 1
ratings: {strength: SP}
kinds:
- {when: {name: Marcognet}, kind: leader}
sides:
- {when: {}, side: Rebels}
commands:
- {when: {}, command: Everybody}
answers:
  type: line_infantry
  types: {line_infantry: {cohesion: 6}}
  sides: {rebels: {rout_edge: N}}
  commands: {markers: [{id: $id$-1, code: O, rating: 5}]}
  leaders: {role: none}
  level: 2
  battle: {scale: regiment, leaders: [{id: ney, name: Ney, side: rebels, role: commander_in_chief}]}
  roles: {commander_in_chief: {values: {drm: 1}}}
  map: {grid: {hex_metres: 300}}
  scenarios: {settings: {fog: true}}
"""
"""Answers stand for what no text of the module and no other rule says."""
ELSEWHERE = {
    ("format",): "the version: required of files by the schema",
    ("digits",): "test_digits.py",
    ("ignored",): "test_answers.py: it says what is not asked",
    **{("ignored", "[]", key): "test_answers.py: the same" for key in ("match", "group", "type", "places")},
    ("answers", "terrain"): "test_answers.py: here the picture of the board says it",
    ("answers", "order"): "test_answers.py: another series has orders",
}
KEYS = [key for key in optional_keys("rules", 9) if key not in ELSEWHERE]


@cache
def module() -> bytes:
    """A module with a saved game in which a unit lies on its second side."""
    return foreign(saves={"Noon": save_of_both_sides()}).data()


def project(folder: Path, rules: str) -> Mapping[str, object]:
    path = folder / "rules.yaml"
    path.write_text(rules, encoding="utf-8")
    files = import_module(module(), ImportOptions(series="jdg", rules=path)).files
    # What was said to the import stands in its log, whether it did something or not.
    return {name: content for name, content in files.items() if name.endswith((".csv", ".yaml"))}


@pytest.mark.parametrize("key", KEYS, ids=".".join)
def test_without_the_key_the_project_is_another(key: Key, tmp_path: Path) -> None:
    rules = ANSWERS if key[0] == "answers" else RULES
    other = without_key(rules, key)
    assert other != rules, f"the rules of this test have no `{'.'.join(key)}`"
    assert project(tmp_path, other) != project(tmp_path, rules)


def test_the_keys_are_those_of_the_schema() -> None:
    assert set(ELSEWHERE) < set(optional_keys("rules", 9))
