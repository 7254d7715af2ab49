"""Positions with the number of lines from them: `python -m tests.unit.engine.perft_positions` writes them anew.

A change of these numbers is a change of the rules as they are played: the commit says which.
"""

from __future__ import annotations

import json
from pathlib import Path

from jdgtools.engine.core.perft import perft
from tests.unit.engine.matches import match

FILE = Path(__file__).with_name("perft.json")
PLACES = (0, 20, 40, 80, 120, 160, 200)
"""Nodes of a random game whose positions are kept."""
DEPTHS = (1, 2, 3)


def write() -> None:
    """Write positions of a random game and their counts."""
    from tests.unit.engine.test_engine_games import random_game

    game = match("teaching-jdg", "battle")
    record, _ = random_game(game, 5)
    state = game.start()
    entries = []
    for place, (kind, index) in enumerate(record):
        if place in PLACES:
            counts = [perft(game, state, depth) for depth in DEPTHS]
            entries.append({"node": place, "counts": counts, "position": game.position(state)})
        (game.apply if kind == "decision" else game.outcome)(state, index)
    FILE.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
