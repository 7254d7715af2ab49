"""A saved game of a battle whose source is inside the module."""

from __future__ import annotations

import yaml

from jdgtools.importers.continued_game import _still, copy_translations, waiting_pieces
from jdgtools.importers.draft import DraftScenario


def waiting(pieces: str, **state: str) -> dict[str, dict[str, str]]:
    return dict.fromkeys(pieces, state)


def test_of_a_group_only_those_who_wait_stay() -> None:
    group = {"id": "g", "turn": 2, "units": ["a", ["b", "c"], ["d", "e"]], "hexes": ["0101"]}
    assert _still(group, waiting("abcde"), 1) == group
    assert _still(group, waiting("ace"), 1) == {**group, "units": ["a", "c", "e"]}
    assert _still(group, waiting("de"), 4) == {**group, "units": [["d", "e"]], "turn": 4}
    assert _still(group, waiting("x"), 1) is None


def test_a_group_waits_in_the_state_that_it_has_in_the_saved_game() -> None:
    group = {"id": "g", "turn": 2, "units": [["a", "b"]], "state": {"level": "disordered"}}
    assert _still(group, waiting("ab", level="routed"), 1) == {**group, "state": {"level": "routed"}}
    assert _still(group, waiting("b"), 1) == {"id": "g", "turn": 2, "units": ["b"]}, "as it usually is"
    draft = DraftScenario("now", "Now")
    draft.reinforcements = [{"units": [["a", "b"]], "state": {"level": "routed"}}, {"units": ["c"]}]
    assert waiting_pieces(draft) == {**waiting("ab", level="routed"), "c": {}}


BATTLE = b"strings: {fr: lang/fr.yaml, pl: lang/pl.json, en: lang/en.yaml}\n"
FRENCH = """format: 1
strings:
  notes: |
    Deux
    lignes
  scenario.dawn.title: "L'aube"
  scenario.dawn.turn.1.label: Brume
  scenario.dusk.title: Soir
# fin
"""


def test_texts_of_the_scenario_are_said_again_in_every_language() -> None:
    files = {
        "battle.yaml": BATTLE,
        "lang/fr.yaml": FRENCH.encode(),
        "lang/pl.json": '{"strings": {"scenario.dawn.title": "\u015awit"}}'.encode(),
        "lang/en.yaml": b"strings:\n  notes: none",
    }
    found = copy_translations(files, "dawn", "continued")
    assert set(found) == {"lang/fr.yaml", "lang/pl.json"}
    french = yaml.safe_load(found["lang/fr.yaml"])["strings"]
    assert french["scenario.continued.title"] == "L'aube \u2026"
    assert french["scenario.continued.turn.1.label"] == "Brume"
    assert {k: french[k] for k in yaml.safe_load(FRENCH)["strings"]} == yaml.safe_load(FRENCH)["strings"]
    polish = yaml.safe_load(found["lang/pl.json"])["strings"]
    assert polish == {"scenario.dawn.title": "\u015awit", "scenario.continued.title": "\u015awit \u2026"}
