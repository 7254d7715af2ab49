"""`jdg play`: a game on the terminal, by persons or by the engine's players."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jdgtools.cli._game import (
    MAX_LOG_BYTES,
    PERSON,
    battle_argument,
    game_of_content,
    ignore_option,
    package_content,
    read_lines,
    read_players,
    scenario_option,
    write_text,
)
from jdgtools.cli.output import echo
from jdgtools.errors import InputRefused, OutputFailed

if TYPE_CHECKING:
    from jdgtools.engine.core.game import Game
    from jdgtools.engine.core.nodes import Decision, Event
    from jdgtools.engine.core.record import Recorder
    from jdgtools.engine.core.state import State
    from jdgtools.engine.players import PlayerSpec

_HELP = "a number or the words of an action; why, undo, position, save FILE, load FILE, quit"


@click.command("play")
@battle_argument
@scenario_option
@ignore_option
@click.option("--players", default="person,greedy", show_default=True, help="Player of each side.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the dice.")
@click.option(
    "--game", "number", type=click.IntRange(0), help="Play this game of `jdg simulate` with the seed."
)
@click.option("--log", type=click.Path(path_type=Path), help="Write the log of the game to this file.")
@click.option("--from", "start", type=click.Path(path_type=Path), help="Go on with the game of this log.")
def command(
    battle: Path,
    scenario_id: str | None,
    ignore: tuple[str, ...],
    players: str,
    seed: int,
    number: int | None,
    log: Path | None,
    start: Path | None,
) -> None:
    """Play BATTLE, a folder or a .jdgpkg file, on the terminal.

    A person sees the legal actions with numbers and answers with a number or the words; `why` names the
    statements of the rules behind what just happened, `undo` takes the last own decision back, `position`
    prints the position, `save FILE` writes the log of the game so far, and `load FILE` goes on from one.
    Players: person, random, greedy, rollout:N, plan:FILE, program:COMMAND; docs/engine.md describes them.
    """
    from jdgtools.engine.core.chance import game_seed
    from jdgtools.engine.core.refusal import EngineRefused, Unplayed

    specs = read_players(players)
    content = package_content(battle, scenario_id)
    game = game_of_content(content, battle.name, ignore)
    if number is not None:
        seed = game_seed(seed, number)
    header = {
        "package": hashlib.sha256(content).hexdigest(),
        "ignored": list(ignore),
        "players": [spec.text for spec in specs],
        "seed": seed,
    }
    try:
        table = _Table(game, specs, seed, header)
    except EngineRefused as refused:
        raise InputRefused(str(refused)) from None
    if start is not None:
        table.load(start)
    try:
        table.play()
    except (EngineRefused, Unplayed) as stop:
        raise InputRefused(str(stop)) from None
    finally:
        table.close()
        if log is not None:
            write_text(log, table.recorder.text())


class _Table:
    """A game on the terminal."""

    def __init__(
        self, game: Game, specs: tuple[PlayerSpec, PlayerSpec], seed: int, header: dict[str, object]
    ) -> None:
        from jdgtools.engine.core.chance import Dice
        from jdgtools.engine.core.drive import hearers_of
        from jdgtools.engine.core.record import Recorder
        from jdgtools.engine.players import make_player

        self.game = game
        self.seed = seed
        self.dice = Dice(seed)
        self.players = [
            None if spec.kind == PERSON else make_player(game, spec, side, seed + side + 1)
            for side, spec in enumerate(specs)
        ]
        self.hearers = hearers_of(self.players)
        self.readers = [side for side, player in enumerate(self.players) if player is None]
        """Sides whose players read the terminal, and must not read what is hidden from them."""
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
                for hearer in self.hearers:
                    hearer.end(self.game, node)
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

    def close(self) -> None:
        """Let the programs of players go."""
        from jdgtools.engine.core.outside import OutsidePlayer

        for player in self.players:
            if isinstance(player, OutsidePlayer):
                player.close()

    def load(self, path: Path) -> None:
        """Go on with the game of a log.

        Raises:
            InputRefused: it cannot be read, is of another package, or does not hold.
        """
        from jdgtools.engine.core.record import header_of, replay
        from jdgtools.engine.core.refusal import EngineRefused

        lines = read_lines(path, MAX_LOG_BYTES)
        expected = header_of(self.recorder.lines[:1])
        try:
            header = header_of(lines)
            for name in ("package", "ignored"):
                if header.get(name) != expected[name]:
                    raise EngineRefused(
                        f"the log is of another package, or has other rules left out (`{name}`)"
                    )
            lines = [line for line in lines[1:] if line.strip() and not line.startswith('["e"')]
            state = self.game.start()
            for _, after, _ in replay(self.game, lines):
                state = after
        except EngineRefused as refused:
            raise InputRefused(f"{path.as_posix()}: {refused}") from None
        self.state = state
        self.recorder.go_on(lines, state)
        self.dice.counter = self.seed
        self.dice.skip(sum(line.startswith('["c"') for line in lines))
        self.past, self.events = [], []

    def _show(self, events: list[Event]) -> None:
        self.events = events
        for hearer in self.hearers:
            hearer.hear(self.game, events)
        for event in events:
            echo(self.game.event_text(self._known(event)._replace(rules=())))

    def _known(self, event: Event) -> Event:
        """Return an event without what is hidden from those who read the terminal."""
        for side in self.readers:
            event = self.game.event_for(event, side)
        return event

    def _ask(self, node: Decision) -> int | None:
        """Return the place of an action; -1 when something else was asked for, None to end."""
        texts = [self.game.action_text(action) for action in node.actions]
        echo(f"{self.game.side_names()[node.side]}: {node.kind}")
        for place, text in enumerate(texts):
            echo(f"{place:4} {text}")
        answer = str(click.prompt("?", prompt_suffix=" ")).strip()
        if answer == "quit":
            return None
        if answer in texts or (answer.isdecimal() and int(answer) < len(texts)):
            self.past.append((self.state.clone(), len(self.recorder.lines), self.dice.counter))
            return texts.index(answer) if answer in texts else int(answer)
        self._do(answer, node.side)
        return -1

    def _do(self, answer: str, side: int) -> None:
        """Do what is no action of the game."""
        word, _, name = answer.partition(" ")
        if answer == "why":
            for event in self.events:
                for line in self.game.reasons(self._known(event)):
                    echo(line)
        elif answer == "undo":
            self._undo()
        elif answer == "position":
            echo(self.game.position(self.game.view(self.state, side)))
        elif word in ("save", "load") and name.strip():
            path = Path(name.strip())
            try:
                if word == "save":
                    write_text(path, self.recorder.text())
                else:
                    self.load(path)
            except (InputRefused, OutputFailed) as refused:
                echo(str(refused))
            else:
                echo("saved" if word == "save" else "loaded")
        else:
            echo(_HELP)

    def _undo(self) -> None:
        if not self.past:
            echo("there is nothing to undo")
            return
        self.state, lines, self.dice.counter = self.past.pop()
        self.recorder.go_on(self.recorder.lines[1:lines], self.state)
