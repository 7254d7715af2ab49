"""Laws that hold after every action of a game of Jours de Gloire."""

from __future__ import annotations

from jdgtools.engine.core.nodes import Decision, End
from jdgtools.engine.core.state import State
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.words import CUP, ROUTED, SQUARE


def check_laws(game: Match, state: State) -> None:
    """Assert that every piece is in one place, enemies are apart, and the cup holds no marker twice."""
    t = game.t
    places: dict[int, int] = {}
    for hex_index, stack in enumerate(state.stacks):
        for unit in stack:
            assert unit not in places
            places[unit] = hex_index
        assert len({t.side[unit] for unit in stack}) <= 1
    for unit in t.units:
        assert state.place[unit] == places.get(unit, state.place[unit])
        assert (state.place[unit] >= 0) == (unit in places)
        assert 0 <= state.level[unit] <= ROUTED
        if unit in places:
            assert (state.facing[unit] == -1) == (state.level[unit] == ROUTED) or isinstance(
                state.node, Decision
            )
            assert not (state.flags[unit] & SQUARE and state.level[unit] > 0 and t.arm[unit] == 0)
    markers = state.memory[CUP]
    assert len(set(markers)) == len(markers)
    if isinstance(state.node, End):
        assert state.turn <= t.last
