"""`jdg play`: a game on the terminal, by persons or by the engine's players."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jdgtools.cli._game import (
    battle_argument,
    check_players,
    game_of_content,
    ignore_option,
    package_content,
    scenario_option,
)
from jdgtools.cli.output import echo

if TYPE_CHECKING:
    from jdgtools.engine.core.game import Game
    from jdgtools.engine.core.nodes import Decision, Event
    from jdgtools.engine.core.record import Recorder
    from jdgtools.engine.core.state import State

_HELP = "a number or the words of an action; why, undo, position, quit"


@click.command("play")
@battle_argument
@scenario_option
@ignore_option
@click.option("--players", default="person,greedy", show_default=True, help="Player of each side.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the dice.")
@click.option("--log", type=click.Path(path_type=Path), help="Write the log of the game to this file.")
def command(
    battle: Path, scenario_id: str | None, ignore: tuple[str, ...], players: str, seed: int, log: Path | None
) -> None:
    """Play BATTLE, a folder or a .jdgpkg file, on the terminal.

    A person sees the legal actions with numbers and answers with a number or the words; `why` names the
    statements of the rules behind what just happened, `undo` takes the last own decision back, `position`
    prints the position.
    """
    from jdgtools.engine.core.refusal import Unplayed
    from jdgtools.errors import InputRefused

    names = check_players(players)
    content = package_content(battle, scenario_id)
    game = game_of_content(content, battle.name, ignore)
    header = {
        "package": hashlib.sha256(content).hexdigest(),
        "ignored": list(ignore),
        "players": list(names),
        "seed": seed,
    }
    table = _Table(game, names, seed, header)
    try:
        table.play()
    except Unplayed as stop:
        raise InputRefused(str(stop)) from None
    finally:
        if log is not None:
            _write(log, table.recorder.text())


def _write(path: Path, text: str) -> None:
    """Write a log, whole or not at all."""
    from jdgtools.errors import OutputFailed
    from jdgtools.scratch import whole_file

    try:
        with whole_file(path, 0o644) as stream:
            stream.write(text.encode())
    except OSError as error:
        raise OutputFailed(f"{path.as_posix()}: {error.strerror or error}") from None


class _Table:
    """A game on the terminal."""

    def __init__(self, game: Game, names: tuple[str, str], seed: int, header: dict[str, object]) -> None:
        from jdgtools.engine.core.chance import Dice
        from jdgtools.engine.core.record import Recorder
        from jdgtools.engine.players import make_player

        self.game = game
        self.names = names
        self.dice = Dice(seed)
        self.players = [
            None if name == "person" else make_player(name, seed + place + 1)
            for place, name in enumerate(names)
        ]
        self.recorder: Recorder = Recorder(game, header)
        self.state: State = game.start()
        self.past: list[tuple[State, int, int]] = []
        self.events: list[Event] = []

    def play(self) -> None:
        """Play to the end, or until the person quits."""
        from jdgtools.engine.core.nodes import Chance, Decision, End

        while True:
            state, node = self.state, self.state.node
            if isinstance(node, End):
                self.recorder.end(node)
                sides = self.game.side_names()
                winner = "nobody" if node.winner < 0 else sides[node.winner]
                points = f"{node.points[0]} to {node.points[1]} points"
                echo(f"The game ends ({node.cause}): {winner} wins, {points}.")
                return
            if isinstance(node, Chance):
                index = self.dice.weighted(node.weights)
                self.recorder.chance(state, index)
                self._show(self.game.outcome(state, index))
            elif isinstance(node, Decision):
                player = self.players[node.side]
                chosen = self._ask(node) if player is None else player.choose(self.game, state)
                if chosen is None:
                    return
                if chosen >= 0:
                    self.recorder.decision(state, chosen)
                    self._show(self.game.apply(state, chosen))

    def _show(self, events: list[Event]) -> None:
        self.events = events
        for event in events:
            echo(self.game.event_text(event._replace(rules=())))

    def _ask(self, node: Decision) -> int | None:
        """Return the place of an action; -1 when something else was asked for, None to end."""
        texts = [self.game.action_text(action) for action in node.actions]
        echo(f"{self.game.side_names()[node.side]}: {node.kind}")
        for place, text in enumerate(texts):
            echo(f"{place:4} {text}")
        answer = str(click.prompt("?", prompt_suffix=" ")).strip()
        if answer == "quit":
            return None
        if answer == "why":
            for event in self.events:
                for line in self.game.reasons(event):
                    echo(line)
            return -1
        if answer == "undo":
            self._undo()
            return -1
        if answer == "position":
            echo(self.game.position(self.state))
            return -1
        if answer in texts or (answer.isdecimal() and int(answer) < len(texts)):
            self.past.append((self.state.clone(), len(self.recorder.lines), self.dice.counter))
            return texts.index(answer) if answer in texts else int(answer)
        echo(_HELP)
        return -1

    def _undo(self) -> None:
        if not self.past:
            echo("there is nothing to undo")
            return
        self.state, lines, self.dice.counter = self.past.pop()
        del self.recorder.lines[lines:]
