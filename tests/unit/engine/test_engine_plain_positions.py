"""Positions by hand: pieces on the map as a person writes them, and what is legal there."""

from __future__ import annotations

from typing import Any

import pytest

from jdgtools.engine.core.nodes import ChanceNode
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.plain_positions import plain_position
from tests.conformance.cases import acts_cases
from tests.unit.engine.matches import match
from tests.unit.package.bundled import packages

# Level clear ground of Roliça: 1005 lies south-east of 0905, 0906 south of it.
BATTALION = {"id": "br-9", "hex": "0905", "facing": 2}


@pytest.fixture(scope="module")
def game() -> Match:
    """Roliça without its special rules."""
    package = packages("rolica-1808")[0][1]
    return Match(package, [rule.id for rule in package.special_rules])


def legal(game: Match, state: GameState) -> list[str]:
    """Return the legal actions as texts."""
    return [game.action_text(action) for action in game.legal(state)]


def position(game: Match, segment: str, *units: dict[str, Any], **more: Any) -> GameState:
    """Return a position in which the Allies act."""
    return plain_position(game, {"side": "allied", "segment": segment, "units": [*units], **more})


def test_whoever_attacks_attacks_all_before_him(game: Match) -> None:
    """JDG-8.2-e, JDG-8.2-b."""
    before = ({"id": "fr-70-1", "hex": "0906"}, {"id": "fr-volt", "hex": "1005", "level": "routed"})
    state = position(game, "combat", BATTALION, *before)
    assert legal(game, state) == ["done", "attack 0905 1005", "attack 0905 0906"]
    game.apply(state, 1)
    assert legal(game, state) == ["attack 0905 0906"]
    for other in ({"level": "disordered"}, {"facing": 5}, {"square": True}):
        assert isinstance(position(game, "combat", BATTALION | other, *before).node, ChanceNode), other


def test_guns_with_an_enemy_before_them_neither_turn_nor_look_away(game: Match) -> None:
    """JDG-7.2-f, JDG-7.2-h; the enemy on the other front hex of a facing may stay out of it."""
    guns = {"id": "br-9pdr-a", "hex": "0905", "facing": 2}
    far = {"id": "fr-70-2", "hex": "1007"}
    assert "fire br-9pdr-a 1007" in legal(game, position(game, "fire", guns, far))
    near = position(game, "fire", guns, far, {"id": "fr-70-1", "hex": "0906"})
    assert legal(game, near) == ["done", "fire br-9pdr-a 0906", "turn br-9pdr-a 3"]


def test_orders_of_the_side_and_of_one_unit(game: Match) -> None:
    """JDG-4.1.2-a: five points, three without orders; JDG-4.1.3-c keeps the march away."""
    enemy = {"id": "fr-70-1", "hex": "0910"}
    for own, whole, hexes in (({}, True, 5), ({}, False, 3), ({"orders": True}, False, 5)):
        state = position(game, "movement", BATTALION | own, enemy, orders=whole)
        game.apply(state, legal(game, state).index("unit br-9"))
        there = [game.t.hex_of[text[3:]] for text in legal(game, state) if text.startswith("go ")]
        assert max(game.t.distance(game.t.hex_of["0905"], each) for each in there) == hexes


def test_the_first_of_a_hex_is_on_top_and_commanders_stand_anywhere(game: Match) -> None:
    state = position(
        game, "rally", BATTALION, {"id": "br-5", "hex": "0905", "level": "disordered", "facing": 2},
        {"id": "wellesley", "hex": "0905"},
    )  # fmt: skip
    t = game.t
    assert [t.ids[unit] for unit in state.stacks[t.hex_of["0905"]]] == ["br-9", "br-5"]
    assert state.place[t.piece_of["wellesley"]] == t.hex_of["0905"]
    assert legal(game, state) == ["done", "rally br-5"]
    assert game.position(game.from_position(game.position(state))) == game.position(state)


def test_positions_of_the_kit_are_positions_by_hand(game: Match) -> None:
    """The lists of the kit are made from frames; those of a segment that asks something are the same."""
    segments = {"fires": "fire", "movers": "movement", "attacks": "combat"}
    compared = 0
    for case in acts_cases(game, 12, 4):
        answer = case.pop("answer")
        for name, segment in segments.items():
            if answer[name]:
                state = plain_position(game, {**case, "segment": segment})
                assert sorted(legal(game, state)) == answer[name], (case, name)
                compared += 1
    assert compared > 12


def test_the_game_goes_on_to_its_end() -> None:
    """After the segment the others follow, then phase E and the next turn, with the rules of the scenario."""
    game = match("rolica-1808", "historical")
    state = position(game, "rally", BATTALION, {"id": "fr-70-1", "hex": "0912"}, turn=12)
    for _ in range(200):
        if isinstance(state.node, ChanceNode):
            game.outcome(state, 0)
        elif game.legal(state):
            game.apply(state, 0)
    end = game.winner(state)
    assert end is not None and state.turn == 12


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"side": "prussia"}, "`side` is 'prussia'; expected one of allied, france"),
        ({"segment": None}, "`segment` is None; expected one of fire, movement"),
        ({"turn": 13}, "`turn` is 13; expected a number from 1 to 12"),
        ({"turn": True}, "`turn` is True"),
        ({"orders": 1}, "`orders` is 1; expected true or false"),
        ({"unit": []}, "`unit` of the position is not known; there are orders"),
        ({"units": {}}, "`units` of the position is no list"),
        ({"units": ["br-9"]}, "unit 1 of the position is no object"),
        ({"units": [{"id": "br-99", "hex": "0905"}]}, "`id` of unit 1 is 'br-99'"),
        ({"units": [{"id": "br-9", "hex": "9999"}]}, "`hex` of `br-9` is '9999'"),
        ({"units": [{"id": "br-9", "hex": 905}]}, "`hex` of `br-9` is 905"),
        ({"units": [BATTALION | {"level": "shaken"}]}, "`level` of `br-9` is 'shaken'; expected one of ordered"),
        ({"units": [BATTALION | {"facing": 6}]}, "`facing` of `br-9` is 6"),
        ({"units": [BATTALION | {"order": -1}]}, "`order` of `br-9` is -1"),
        ({"units": [BATTALION | {"state": "x"}]}, "`state` of unit 1 is not known"),
        ({"units": [BATTALION, BATTALION]}, "`br-9` stands in two hexes"),
        ({"units": [BATTALION, {"id": "fr-2l", "hex": "0905"}]}, "`fr-2l` stands in one hex with the enemy, 0905"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_named(game: Match, change: dict[str, Any], words: str) -> None:
    content = {"side": "allied", "segment": "combat", "units": [BATTALION], **change}
    with pytest.raises(EngineRefused) as refusal:
        plain_position(game, content)
    assert str(refusal.value).startswith(words)
