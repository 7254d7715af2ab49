"""A log that is looked at step by step: any step is a few steps away from a position that is kept."""

from __future__ import annotations

import json
from threading import Lock
from typing import TYPE_CHECKING

from jdgtools.desk_page.play_facts import Plain
from jdgtools.desk_page.play_game import LoadedGame, known_to
from jdgtools.engine.core.record import carry_out, header_of, replay
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.errors import InputRefused

if TYPE_CHECKING:
    from jdgtools.engine.core.state import GameState

_INTERVAL = 32
"""Steps between two positions that are kept."""
_SHOWN = 16
"""Steps whose events are shown, the last ones."""


class Replay:
    """The game of a log, which holds to its last line.

    Args:
        loaded: the scenario that was played.
        lines: of the log.

    Raises:
        InputRefused: the log is of another package, or a line does not hold; its number is named.
    """

    def __init__(self, loaded: LoadedGame, lines: list[str]) -> None:
        self.loaded = loaded
        self._lock = Lock()
        game = loaded.game
        self._steps: list[str] = []
        """Lines of decisions and rolls."""
        self._snapshots: list[GameState] = [game.start()]
        turns: list[list[int]] = [[self._snapshots[0].turn, 0]]
        state = self._snapshots[0]
        try:
            header = header_of(lines)
            if header.get("package") != loaded.digest:
                raise EngineRefused("line 1: the log is of another package")
            for number, state, _ in replay(game, lines[1:]):
                if json.loads(lines[number - 1])[0] not in ("d", "c"):
                    continue
                self._steps.append(lines[number - 1])
                if len(self._steps) % _INTERVAL == 0:
                    self._snapshots.append(state.clone())
                if state.turn != turns[-1][0]:
                    turns.append([state.turn, len(self._steps)])
        except EngineRefused as refusal:
            raise InputRefused(str(refusal)) from None
        end = game.winner(state)
        self.plain: Plain = {
            "steps": len(self._steps),
            "turns": turns,
            "players": [str(name)[:80] for name in header.get("players", ())][:2],
            "seed": header.get("seed") if isinstance(header.get("seed"), int) else None,
            "end": loaded.shown_table.end(end) if end is not None else None,
        }

    def step(self, number: int, reader: int) -> Plain:
        """Return the position after so many steps, and what the last of them were and brought.

        Args:
            number: of steps, from 0.
            reader: side whose view is shown; -1 = everything.

        Raises:
            InputRefused: there is no such step.
        """
        if not 0 <= number <= len(self._steps) or reader not in (-1, 0, 1):
            raise InputRefused("there is no such step")
        with self._lock:
            return self._step(number, reader)

    def _step(self, number: int, reader: int) -> Plain:
        game, shown_table = self.loaded.game, self.loaded.shown_table
        first = max(0, number - _SHOWN)
        place = first // _INTERVAL
        state = self._snapshots[place].clone()
        for line in self._steps[place * _INTERVAL : first]:
            carry_out(game, state, line)
        history = []
        for line in self._steps[first:number]:
            node, turn = state.node, state.turn
            events = carry_out(game, state, line)
            if reader >= 0:
                events = [game.event_for(event, reader) for event in events]
            entry = shown_table.entry(node, turn, str(json.loads(line)[1]), events)
            if reader not in (-1, entry["side"]) and entry["side"] >= 0:
                entry["text"] = entry["words"] = ""
            history.append(entry)
        end = game.winner(state)
        return {
            "step": number,
            "history": history,
            "position": shown_table.position(known_to(game, state, reader)),
            "end": shown_table.end(end) if end is not None else None,
        }
