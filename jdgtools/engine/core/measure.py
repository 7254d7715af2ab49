"""What is counted in the games of a run; the engine of a series counts more.

A measure sees every event of a game and keeps counters that can be added, so that games may be played in any
number of processes; `balance/figures.py` makes figures of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from jdgtools.engine.core.nodes import EndNode, Event
from jdgtools.engine.core.state import GameState


class Measure:
    """Counts one game after the other into one counter, whose keys are words with spaces between.

    Keys of every series: `games`, `won 0`, `won 1`, `drawn`, `end CAUSE`, `ended in turn N`, `points 0`,
    `points 1`, `decisions`, `rolls`, `turns`, `rule ID`, `line CHART LINE`.
    """

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self.counter: Counter[str] = Counter()

    def begin(self, state: GameState) -> None:
        """Begin a game."""
        self.counter["games"] += 1

    def listen(self, state: GameState, kind: str, index: int, events: Sequence[Event]) -> None:
        """Count a node that was gone through; `kind` is `decision` or `chance`."""
        counter = self.counter
        counter["decisions" if kind == "decision" else "rolls"] += 1
        for event in events:
            for rule in event.rules:
                counter[f"rule {rule}"] += 1
            for chart, line in event.lines:
                counter[f"line {chart} {line}"] += 1

    def end(self, state: GameState, end: EndNode) -> None:
        """Count the end of a game."""
        counter = self.counter
        counter["drawn" if end.winner < 0 else f"won {end.winner}"] += 1
        counter[f"end {end.cause}"] += 1
        counter[f"ended in turn {state.turn}"] += 1
        counter["turns"] += state.turn
        for side in (0, 1):
            counter[f"points {side}"] += end.points[side]
