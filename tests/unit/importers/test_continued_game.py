"""A saved game of a battle whose source is inside the module."""

from __future__ import annotations

import pytest
import yaml
from msgspec.structs import replace

from jdgtools.importers.continued_game import (
    _still,
    continue_scenario,
    copy_translations,
    scenario_of_save,
    waiting_pieces,
)
from jdgtools.importers.draft import DraftScenario
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Placement
from tests.unit.package.bundled import battle as bundled_battle


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


def _two_scenarios(same: int) -> Battle:
    """A battle whose first scenario has `same` pieces in their hexes, and the second all of them elsewhere."""
    battle = bundled_battle("teaching-jdg").battle
    assert battle is not None
    pieces = [f"u{n}" for n in range(same)]
    first = tuple(Placement(piece, "unit", hexes=(0,)) for piece in pieces)
    second = tuple(Placement(piece, "unit", hexes=(1,)) for piece in (*pieces, "guest"))
    scenarios = (
        replace(battle.scenarios[0], id="first", placements=first, arrivals=()),
        replace(battle.scenarios[1], id="second", placements=second, arrivals=()),
    )
    return replace(battle, scenarios=scenarios)


def _table(battle: Battle, same: int, *guests: str) -> DraftScenario:
    assert battle.map is not None
    setup = [{"unit": f"u{n}", "hex": battle.map.grid.id(0)} for n in range(same)]
    setup += [{"unit": name, "hex": battle.map.grid.id(2)} for name in guests]
    return DraftScenario("now", "Now", setup=setup)


@pytest.mark.parametrize(("same", "expected"), [(9, "second"), (10, "first"), (11, "first")])
def test_a_piece_that_a_scenario_does_not_use_weighs_as_much_as_ten_in_their_hexes(same, expected) -> None:
    battle = _two_scenarios(same)
    found = scenario_of_save(battle, _table(battle, same, "guest"))
    assert found is not None and found.id == expected


def test_the_number_of_the_saved_game_counts_where_the_scenario_uses_all_pieces() -> None:
    battle = _two_scenarios(3)
    plain, with_guest = _table(battle, 3), _table(battle, 3, "guest")
    found = [scenario_of_save(battle, draft, number) for draft, number in (
        (plain, ""), (plain, "1"), (plain, "2"), (plain, "3"), (with_guest, "1"), (with_guest, "2"),
    )]  # fmt: skip
    assert [one and one.id for one in found] == ["first", "first", "second", "first", "second", "second"]
    assert scenario_of_save(battle, DraftScenario("now", "Now"), "1") is None
    # Of two that fit alike the first one counts.
    alike = replace(battle, scenarios=(battle.scenarios[0], replace(battle.scenarios[0], id="again")))
    assert scenario_of_save(alike, plain).id == "first"


def test_who_waits_speaks_for_the_scenario_that_brings_him_on() -> None:
    battle = _two_scenarios(3)
    arrival = bundled_battle("teaching-jdg").battle.scenarios[0].arrivals[0]
    here, late = battle.scenarios
    here = replace(here, placements=(*here.placements, Placement("late", "unit", hexes=(5,))))
    late = replace(late, placements=here.placements[:-1], arrivals=(replace(arrival, stacks=(("late",),)),))
    draft = _table(battle, 3)
    draft.reinforcements = [{"units": ["late"]}]
    found = scenario_of_save(replace(battle, scenarios=(here, late)), draft)
    assert found is not None and found.id == "second"


PLAYED = b"""format: 1
id: dawn
title: {en: Dawn, fr: Aube}
turns: {count: 4, start: "05:00", minutes: 60}
sides: [{side: red, rout_edge: N}, {side: blue, rout_edge: S}]
setup: [{unit: a, hex: 0101}]
orders: {first: charge}
victory: {held: {red: [0101], blue: [0202]}}
"""


def test_a_game_goes_on_with_what_the_saved_game_says() -> None:
    scenario = replace(bundled_battle("teaching-jdg").battle.scenarios[0], id="dawn")
    draft = DraftScenario("now", "now.vsav", setup=[{"unit": "a", "hex": "0303"}])
    draft.first_turn, draft.held = 3, {"0202": "red"}
    draft.orders = {"first": "rally", "second": "rally"}
    files = {"battle.yaml": b"scenarios: [dawn.yaml]\n", "dawn.yaml": PLAYED}
    text = continue_scenario(files, scenario, draft, {"0101": "red", "0202": "blue"})
    assert text is not None
    now = yaml.load(text, Loader=yaml.BaseLoader)
    assert now["title"] == {"en": "Dawn \u2026", "fr": "Aube \u2026"}
    assert (now["id"], now["first_turn"], now["setup"]) == ("now", "3", [{"unit": "a", "hex": "0303"}])
    assert now["victory"]["held"] == {"red": ["0101", "0202"]}, "flags on the map say what has changed"
    assert now["orders"] == {"first": "rally"}, "the module shows an order for every command"
