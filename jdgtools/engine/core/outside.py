"""A player in another program: JSON lines on its standard input and output (docs/engine.md)."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Any

from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import DecisionNode, EndNode, Event
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import GameState

SECONDS = 60.0
"""How long a program may think about one decision."""
MAX_ANSWER = 10_000
"""Characters of an answer."""


class OutsidePlayer:
    """Asks a program, which a person named on the command line, and which runs with his rights.

    The program is started at its first decision and ends with the game.
    """

    def __init__(self, command: str, side: int, seed: int, seconds: float = SECONDS) -> None:
        """Begin with a command, which is split as a shell would, the side, and a seed for the program."""
        self.command, self.side, self.seed, self.seconds = command, side, seed, seconds
        self._process: subprocess.Popen[str] | None = None
        self._reader: Thread | None = None
        self._answers: Queue[str] = Queue()
        self._events: list[Event] = []
        self._number = 0

    def choose(self, game: Game, state: GameState) -> int:
        """Return the place of an action in `game.legal(state)`.

        Raises:
            EngineRefused: the program does not start, ends, is silent, or answers nonsense.
        """
        node = state.node
        if not isinstance(node, DecisionNode):
            raise ValueError("nobody decides here")
        texts = [game.action_text(action) for action in node.actions]
        self._number += 1
        self._send(
            game,
            {
                "ask": self._number,
                "turn": state.turn,
                "kind": node.kind,
                "actions": texts,
                "position": game.view(state, self.side).plain(),
                "events": [game.event_text(game.event_for(event, self.side)) for event in self._events],
            },
        )
        self._events = []
        line = self._receive()
        try:
            answer = json.loads(line)["answer"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self._refusal(f'answers `{line[:80].strip()}`: not `{{"answer": …}}`') from None
        if isinstance(answer, str) and answer in texts:
            return texts.index(answer)
        if isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < len(texts):
            return answer
        raise self._refusal(f"answers `{str(answer)[:80]}`, which is none of the {len(texts)} actions")

    def hear(self, game: Game, events: Sequence[Event]) -> None:
        """Keep events for the next question."""
        self._events += events

    def end(self, game: Game, end: EndNode) -> None:
        """Tell the program how the game has ended, and let it go."""
        if self._process is not None:
            with suppress(EngineRefused):
                self._write({"end": end.cause, "winner": end.winner, "points": end.points})
        self.close()

    def close(self) -> None:
        """Let the program go; one that stays is ended."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            if process.stdin:
                process.stdin.close()
        try:
            process.wait(1.0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if self._reader is not None:
            self._reader.join(1.0)  # it reads to the end of what the program wrote
        if process.stdout:
            process.stdout.close()

    def _send(self, game: Game, message: dict[str, Any]) -> None:
        if self._process is None:
            self._start()
            sides = game.side_names()
            self._write(
                {"game": "jdgplay", "version": 1, "side": self.side, "sides": sides, "seed": self.seed}
            )
        self._write(message)

    def _start(self) -> None:
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise self._refusal(f"is no command: {str(error)[:1].lower()}{str(error)[1:]}") from None
        if not words:
            raise EngineRefused("`program:` needs a command")
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise self._refusal(f"does not start: {error.strerror or error}") from None
        self._reader = Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        if process.stdout is not None:
            while line := process.stdout.readline(MAX_ANSWER):
                self._answers.put(line)
        self._answers.put("")

    def _write(self, message: dict[str, Any]) -> None:
        if self._process is None or self._process.stdin is None:
            raise self._refusal("has ended")
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise self._refusal("has ended") from None

    def _receive(self) -> str:
        try:
            line = self._answers.get(timeout=self.seconds)
        except Empty:
            raise self._refusal(f"has said nothing for {self.seconds:g} seconds") from None
        if not line:
            raise self._refusal("has ended")
        return line

    def _refusal(self, what: str) -> EngineRefused:
        self.close()
        return EngineRefused(f"the player `{self.command}` {what}")
