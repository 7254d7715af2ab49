"""The number of lines from stored positions, to a depth, is what it was."""

from __future__ import annotations

import json

import pytest

from jdgtools.engine.core.perft import perft
from tests.unit.engine.matches import match
from tests.unit.engine.perft_positions import DEPTHS, FILE

ENTRIES = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", ENTRIES, ids=[f"node-{entry['node']}" for entry in ENTRIES])
def test_counts_of_lines(entry: dict[str, object]) -> None:
    game = match("teaching-jdg", "battle")
    state = game.from_position(str(entry["position"]))
    assert [perft(game, state, depth) for depth in DEPTHS] == entry["counts"]
