"""`jdg play`: a game on the terminal, by persons or by the engine's players."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from jdgtools.cli._game import (
    battle_argument,
    game_package,
    ignore_option,
    playable_game,
    read_log,
    read_players,
    scenario_option,
    words_of_game,
)
from jdgtools.cli.output import echo, spare, write_text
from jdgtools.errors import InputRefused, OutputFailed
from jdgtools.model.closest import closest
from jdgtools.source.node import excerpt, number_in_digits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jdgtools import Package
    from jdgtools.engine.core.board import Board, BoardPiece
    from jdgtools.engine.core.nodes import DecisionNode, Event
    from jdgtools.engine.table import Table
    from jdgtools.game_words import GameWords

_HELP = "a number or the words of an action; pieces, why, undo, position, save FILE, load FILE, help, quit"
_WORDS = ("pieces", "why", "undo", "position", "save", "load", "help", "quit")
COLUMNS = 100
"""Width of the lines of a question."""
_EXPLAINED = """  a number, or the words beside it: that action
  pieces     where everything stands
  why        the rules behind what has just happened
  undo       takes the last own decision back
  position   the position, in one line for programs
  save FILE  writes the log of the game so far; load FILE goes on from one
  help       this, and the answers once more
  quit       ends; Ctrl-D and Ctrl-C do so, too"""


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
    statements of the rules behind what just happened, `pieces` tells where everything stands, `undo` takes
    the last own decision back, `position` prints the position in one line, `save FILE` writes the log of the
    game so far, `load FILE` goes on from one, and `help` explains the words.
    Players: person, random, greedy, rollout:N, plan:FILE, program:COMMAND; docs/engine.md describes them.
    """
    from jdgtools.engine.core.chance import game_seed
    from jdgtools.engine.core.refusal import EngineRefused, RuleNotPlayed
    from jdgtools.engine.table import Table

    specs = read_players(players)
    content, package = game_package(battle, scenario_id)
    game = playable_game(package, battle.name, ignore)
    if number is not None:
        seed = game_seed(seed, number)
    digest = hashlib.sha256(content).hexdigest()
    try:
        terminal = _Terminal(
            Table(game, specs, seed, digest, ignore), words_of_game(game, package), _due(package), log
        )
    except EngineRefused as refusal:
        raise InputRefused(str(refusal)) from None
    if start is not None:
        terminal.load(start)
    if log is not None:
        terminal.spare(log)
    terminal.keep()  # a file that cannot be written is told of before the game, not after it
    try:
        terminal.play()
    except (EngineRefused, RuleNotPlayed) as stop:
        raise InputRefused(str(stop)) from None
    finally:
        terminal.table.close()
        terminal.keep()


def _due(package: Package) -> dict[str, str]:
    """Return of each piece of the reinforcements when it enters, in words."""
    due = {}
    for group in package.arrivals:
        words = "waiting to enter" if group.turn is None else f"due in turn {group.turn}"
        if group.turn is not None and group.until not in (None, group.turn):
            words = f"due in turns {group.turn} to {group.until}"
        due.update(dict.fromkeys(group.pieces, words))
    return due


class _Terminal:
    """A game on the terminal."""

    def __init__(self, table: Table, words: GameWords, due: Mapping[str, str], log: Path | None) -> None:
        self.table = table
        self.game = table.game
        self.words = words
        self.has_told_help = False
        self.turn = 0
        self.due = due
        """Piece -> when it enters, in words."""
        self.log = log
        """File for the log of the game."""
        self._has_told_unkept = False
        self._own_files: set[Path] = set()
        """Files that this game has read or written, so it may write them anew."""

    def play(self) -> None:
        """Play to the end, or until the person quits."""
        while (end := self.table.end) is None:
            node = self.table.open_decision
            if node is None:
                self._show(self.table.step())
                continue
            place = self._ask(node)
            if place is None:
                return
            if place >= 0:
                self._show(self.table.decide(place))
            self._keep_so_far()  # whoever closes the window ends the program without a word
        names = self.words.names.sides
        outcome = "drawn" if end.winner < 0 else f"won by {names[end.winner]}"
        points = ", ".join(f"{name} {number}" for name, number in zip(names, end.points, strict=True))
        echo(f"The game ends ({end.cause}): {outcome}. Points: {points}.")

    def keep(self) -> None:
        """Write the game so far to the file for its log.

        Raises:
            OutputFailed: it cannot be written.
        """
        if self.log is not None:
            write_text(self.log, self.table.recorder.text())

    def _keep_so_far(self) -> None:
        """Write the log in the middle of the game; warn once if it cannot be written, and go on.

        A full disk ends nobody's game: each decision tries again, and the end of the game says what remains.
        """
        try:
            self.keep()
        except OutputFailed as failure:
            if not self._has_told_unkept:
                self._has_told_unkept = True
                hint = "the game goes on; each decision tries again, and `save FILE` writes the log elsewhere"
                echo(f"warning: {failure}; {hint}", err=True)

    def spare(self, path: Path) -> None:
        """Take a file for the log of this game, unless something else stands there.

        Raises:
            InputRefused: it is no log, or that of another game.
        """
        if path.resolve() not in self._own_files:
            spare(path, partial(self._objection, path))
            self._own_files.add(path.resolve())

    def _objection(self, path: Path, head: bytes) -> str | None:
        """Say why a file is kept that the log of this game would replace.

        The same players without a person, with the same dice, play the same game once more.
        """
        from jdgtools.engine.core.record import header_of
        from jdgtools.engine.core.refusal import EngineRefused

        first, *others = head.decode("utf-8-sig", "replace").splitlines()
        try:
            header = header_of([first])
        except EngineRefused:
            return "it is no log of a game; name another file"
        is_same_game = not self.table.persons and header == header_of(self.table.recorder.lines)
        if not others or is_same_game:
            return None
        name = path.as_posix()
        return f"it is the log of a game; `--from {name}` goes on with it, or name another file"

    def load(self, path: Path) -> None:
        """Go on with the game of a log.

        Raises:
            InputRefused: it cannot be read, is of another package, or does not hold.
        """
        from jdgtools.engine.core.refusal import EngineRefused

        lines = read_log(path)
        try:
            self.table.load(lines)
        except EngineRefused as refusal:
            raise InputRefused(f"{path.as_posix()}: {refusal}") from None
        self._own_files.add(path.resolve())

    def _show(self, events: list[Event]) -> None:
        for event in events:
            self._say(f"  {self.words.event(self.table.public_event(event))}", 6)

    def _ask(self, node: DecisionNode) -> int | None:
        """Return the place of an action; -1 when something else was asked for, None to end."""
        texts = [self.game.action_text(action) for action in node.actions]
        if not self.has_told_help:
            self.has_told_help = True
            echo(f"Answer with {_HELP}.")
        board = self.game.staff.board(self.game, self.game.view(self.table.state, node.side))
        if board.turn != self.turn:
            self.turn = board.turn
            echo(f"--- Turn {board.turn} ---")
        pieces = {one.piece: one for one in board.pieces}
        subject = self.game.staff.question_subject(self.game, self.table.state)
        question = self.words.question(node.kind, subject, lambda id_: self._piece_in_words(pieces[id_]))
        self._say(f"{self.words.names.sides[node.side]}: {question}")
        enemies = self._enemies(board, node.side)
        width = max(map(len, texts))
        for place, (text, action) in enumerate(zip(texts, node.actions, strict=True)):
            words = self.words.action(action, node.kind, enemies)
            self._say(f"{place:4} {text:{width}}  {words}", width + 7)
        return self._answer(texts, node.side)

    def _say(self, text: str, indent: int = 2) -> None:
        """Print a line, in several where it is longer than `COLUMNS`."""
        blanks = " " * min(indent, COLUMNS // 2)
        lines = wrap(
            text, COLUMNS, subsequent_indent=blanks, drop_whitespace=False,
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip
        for line in lines:
            echo(line.rstrip())

    def _answer(self, texts: list[str], side: int) -> int | None:
        """Return what `_ask` returns, once the person has answered with something that there is."""
        lower = [text.casefold() for text in texts]
        while True:
            answer = str(click.prompt("?", prompt_suffix=" ")).strip()
            words = " ".join(answer.casefold().split())
            if words == "quit":
                return None
            if words in lower:
                return lower.index(words)
            number = number_in_digits(answer)
            if number is not None and number < len(texts):
                return number
            if self._do(answer, side):
                return -1
            # The list is not shown anew: it would carry the refusal off the screen.
            near = closest(words, [*texts, *_WORDS])
            hint = f"; did you mean {' or '.join(f'`{word}`' for word in near)}?" if near else f": {_HELP}"
            echo(f"`{excerpt(answer)}` is no answer here{hint}")

    def _do(self, answer: str, side: int) -> bool:
        """Do what is no action of the game; return whether there is such a thing."""
        word, _, name = answer.partition(" ")
        if not name:
            word = answer = word.casefold()
        if answer in ("help", "?"):
            echo(_EXPLAINED)
        elif answer in ("save", "load"):
            echo(f"`{answer}` takes the name of a file: {answer} game.jdglog")
        elif answer == "why":
            events = [self.table.public_event(event) for event in self.table.events]
            lines = [line for event in events for line in self.game.reasons(event)]
            for line in lines or ["nothing has happened yet by a rule"]:
                self._say(line)
        elif answer == "undo":
            echo("taken back" if self.table.undo() else "there is nothing to undo")
        elif answer == "pieces":
            self._list(side)
        elif answer == "position":
            echo(self.game.position(self.game.view(self.table.state, side)))
        elif word in ("save", "load") and name.strip():
            path = Path(name.strip())
            try:
                if word == "save":
                    self.spare(path)
                    write_text(path, self.table.recorder.text())
                else:
                    self.load(path)
            except (InputRefused, OutputFailed) as refusal:
                echo(str(refusal))
            else:
                echo("saved" if word == "save" else "loaded")
        else:
            return False
        return True

    def _list(self, side: int) -> None:
        """Print where everything stands, as a side may know it: its own pieces first."""
        board = self.game.staff.board(self.game, self.game.view(self.table.state, side))
        for one in sorted(board.pieces, key=lambda one: (one.side != side, one.side, not one.hex)):
            echo(f"  {self.words.names.sides[one.side]}: {self._piece_in_words(one)}")

    def _enemies(self, board: Board, side: int) -> dict[str, str]:
        """Return the enemies of a side by hex, the top of each stack first."""
        names = self.words.names.pieces
        stacks: dict[str, list[str]] = {}
        for one in sorted(board.pieces, key=lambda one: one.order):
            if one.side != side and one.hex:
                stacks.setdefault(one.hex, []).append(names.get(one.piece, one.piece))
        return {number: ", ".join(stack) for number, stack in stacks.items()}

    def _piece_in_words(self, one: BoardPiece) -> str:
        """Return a piece with its place, its facing and its states."""
        names = self.words.names
        facts = [f"in {one.hex}" if one.hex else self._place_off_map(one)]
        if one.hex and one.facing >= 0:
            facts.append(f"facing {names.facings[one.facing]}")
        facts += [value.replace("_", " ") for value in one.states.values() if one.hex]
        label = f"{names.pieces.get(one.piece, one.piece)} ({one.piece})"
        return f"{label} {', '.join(facts)}" if facts[0] else label

    def _place_off_map(self, one: BoardPiece) -> str:
        """Return where a piece is that is in no hex: of reinforcements when they enter."""
        if one.where != "waiting":
            return one.where
        return self.due.get(one.piece, "")
