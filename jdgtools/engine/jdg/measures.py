"""What is counted in games of Jours de Gloire, beyond what every game has."""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.engine.core.measure import Measure
from jdgtools.engine.core.nodes import EndNode, Event
from jdgtools.engine.core.state import ELIMINATED, FLED, GameState
from jdgtools.engine.jdg.arrivals import COMPLETE, DUE_NOW
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.victory import final_points
from jdgtools.engine.jdg.words import ARRIVALS

MOVES = frozenset({"move", "advance", "pursue"})
DEEDS = MOVES | {"enter", "fire", "shock", "charge", "rally", "face", "square", "leave-map"}
"""Events that show that the units of a marker did something."""


class BattleMeasure(Measure):
    """Counts what a designer asks of a scenario.

    Keys beside those of `Measure`: `event KIND`; `hex HEX to SIDE in turn N`; `lost units FORMATION`,
    `lost strength FORMATION`; `marker ID drawn`, `marker ID idle`; `arrival ID in turn N`,
    `arrival ID never`; `margin after turn N` and `games in turn N`; `lead changes`; `heat moves HEX`,
    `heat fights HEX`, `heat losses HEX`.
    """

    def __init__(self, game: Match) -> None:
        """Begin with nothing counted."""
        super().__init__()
        self.match = game
        self.goals = game.victory_hexes

    def begin(self, state: GameState) -> None:
        """Begin a game."""
        super().begin(state)
        self._marker, self._idle = -1, True
        self._leader = 0
        self._turn = state.turn
        self._holders = [state.holder[h] for h in self.goals]
        self._arrivals: list[int] = list(state.memory[ARRIVALS])

    def listen(self, state: GameState, kind: str, index: int, events: Sequence[Event]) -> None:
        """Count a node that was gone through."""
        super().listen(state, kind, index, events)
        t, counter = self.match.t, self.counter
        for event in events:
            name = event.kind
            counter[f"event {name}"] += 1
            if name in DEEDS:
                self._idle = False
            if name in MOVES:
                counter[f"heat moves {t.text(event.numbers[1])}"] += len(event.pieces)
            elif name in ("fire", "shock"):
                counter[f"heat fights {t.text(event.numbers[0])}"] += 1
            elif name in ("eliminated", "fled"):
                counter[f"heat losses {t.text(event.numbers[0])}"] += 1
            elif name == "activate":
                self._end_activation()
                self._marker, self._idle = event.numbers[0], True
                counter[f"marker {t.markers[self._marker].id} drawn"] += 1
            elif name == "turn":
                self._end_activation()
                if state.turn != self._turn:
                    self._end_turn(state, self._turn)
                    self._turn = state.turn

    def end(self, state: GameState, end: EndNode) -> None:
        """Count the end of a game."""
        super().end(state, end)
        t, counter = self.match.t, self.counter
        self._end_activation()
        self._end_turn(state, state.turn)
        for unit in t.units:
            if state.place[unit] in (ELIMINATED, FLED):
                command = t.command_ids[t.command[unit]]
                counter[f"lost units {command}"] += 1
                counter[f"lost strength {command}"] += t.strength[unit][0]
        for arrival, status in zip(self.match.arrivals, state.memory[ARRIVALS], strict=True):
            if status not in (DUE_NOW, COMPLETE):
                counter[f"arrival {arrival.id} never"] += 1

    def _end_activation(self) -> None:
        if self._marker >= 0 and self._idle:
            self.counter[f"marker {self.match.t.markers[self._marker].id} idle"] += 1
        self._marker = -1

    def _end_turn(self, state: GameState, turn: int) -> None:
        counter, t = self.counter, self.match.t
        points = final_points(self.match, state)
        margin = points[0] - points[1]
        counter[f"games in turn {turn}"] += 1
        counter[f"margin after turn {turn}"] += margin
        leader = (margin > 0) - (margin < 0)
        if leader and self._leader and leader != self._leader:
            counter["lead changes"] += 1
        self._leader = leader or self._leader
        for place, hex_index in enumerate(self.goals):
            holder = state.holder[hex_index]
            if holder != self._holders[place]:
                counter[f"hex {t.text(hex_index)} to {holder} in turn {turn}"] += 1
                self._holders[place] = holder
        for place, status in enumerate(state.memory[ARRIVALS]):
            if status != self._arrivals[place] and status in (DUE_NOW, COMPLETE):
                if self._arrivals[place] != DUE_NOW:
                    counter[f"arrival {self.match.arrivals[place].id} in turn {turn}"] += 1
                self._arrivals[place] = status
