"""Laws that hold after every action of a game of Jours de Gloire, whoever plays: `python -m tests.laws BATTLE`.

A piece is in one place; enemies, and a commander and his enemies, are apart; a unit gets better by rally alone
and comes back from nowhere; the cup loses one marker by a draw; legal lists are sorted and never empty; a
position goes on like its clone and like the same position read back from its text; a game replays from its log.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from time import perf_counter

from jdgtools.engine.core.chance import Dice, game_seed
from jdgtools.engine.core.drive import play
from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode, EndNode, Event
from jdgtools.engine.core.player import Player
from jdgtools.engine.core.record import Recorder, replay
from jdgtools.engine.core.state import ELIMINATED, EXITED, FLED, OFF_MAP, GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.staff import make_game
from jdgtools.engine.jdg.words import ARTILLERY, COMBINED, CUP, INFANTRY, ROUTED, SQUARE
from jdgtools.engine.jdg.zones import stack_fits
from jdgtools.engine.players import make_player
from tests.unit.package.bundled import packages

CLONES = 97
"""A clone and a position read back are tried at every so-manieth node: a number prime to the cycles of a game."""
AT_REST = frozenset(["orders", "combined marker", "strategic initiative", "rally", "order of routs"])
"""Decisions at which nothing is going on: stacks are legal then (JDG-5.1.2-e, -g, -h)."""


class LawBroken(AssertionError):
    """A law does not hold; the message says which, and where."""


def need(holds: object, law: str, *what: object) -> None:
    """Raise LawBroken unless a law holds."""
    if not holds:
        raise LawBroken(f"{law}: {', '.join(str(part) for part in what)}")


class Laws:
    """What must be true of a game from one node to the next."""

    def __init__(self, game: Match, state: GameState) -> None:
        """Begin with the first position of a game."""
        self.game = game
        self.nodes = 0
        self.clones = 0
        self._remember(state)

    def _remember(self, state: GameState) -> None:
        self.level, self.place = state.level[:], state.place[:]
        self.cup, self.turn = state.memory[CUP], state.turn

    def check(self, state: GameState, events: list[Event]) -> None:
        """Check the laws after an action or a fall of the die.

        Raises:
            LawBroken: one of them does not hold.
        """
        self.nodes += 1
        self._places(state)
        self._units(state, events)
        self._cup(state, events)
        self._node(state)
        if self.nodes % CLONES == 0:
            self._clone(state)
        self._remember(state)

    def _places(self, state: GameState) -> None:
        t = self.game.t
        places: dict[int, int] = {}
        for hex_index, stack in enumerate(state.stacks):
            for unit in stack:
                need(unit not in places, "a piece is in one place", t.ids[unit])
                places[unit] = hex_index
            need(len({t.side[unit] for unit in stack}) <= 1, "JDG-5.1.2-a", t.text(hex_index))
            guns = [t.arm[unit] == ARTILLERY for unit in stack]
            need(guns == sorted(guns, reverse=True), "JDG-5.1.2-c", t.text(hex_index))
        for unit in t.units:
            known = places.get(unit)
            place = state.place[unit]
            need(
                place == known if known is not None else place < 0,
                "a piece is where its stack is",
                t.ids[unit],
            )
        evading = {frame[1] for frame in state.frames if frame[0] == "displace"}
        for leader in set(t.leaders) - evading:
            place = state.place[leader]
            enemies = place >= 0 and [u for u in state.stacks[place] if t.side[u] != t.side[leader]]
            need(not enemies, "a commander is apart from his enemies", t.ids[leader])

    def _units(self, state: GameState, events: list[Event]) -> None:
        t = self.game.t
        rallied = {event.pieces[0] for event in events if event.kind == "rally"}
        for unit in t.units:
            level, place = state.level[unit], state.place[unit]
            better = level < self.level[unit]
            need(not better or unit in rallied, "strength rises by rally alone", t.ids[unit])
            need(0 <= level <= ROUTED, "a unit has a level of cohesion", t.ids[unit])
            if self.place[unit] in (ELIMINATED, EXITED, FLED):
                need(place == self.place[unit], "who has left does not come back", t.ids[unit])
            need(
                place != OFF_MAP or self.place[unit] == OFF_MAP,
                "nobody leaves to be a reinforcement",
                t.ids[unit],
            )
            if place < 0:
                continue
            faces = state.facing[unit] >= 0
            need(not faces or level < ROUTED, "a routed unit has no facing", t.ids[unit])
            square = state.flags[unit] & SQUARE
            need(not square or level == 0 or t.arm[unit] != INFANTRY, "JDG-4.2-m", t.ids[unit])

    def _cup(self, state: GameState, events: list[Event]) -> None:
        t = self.game.t
        cup = state.memory[CUP]
        need(len(set(cup)) == len(cup), "a marker is in the cup once", cup)
        filled = [event for event in events if event.kind == "cup"]
        draws = [event for event in events if event.kind == "draw"]
        need(set(state.memory[COMBINED]) <= set(range(len(t.markers))), "markers are known", cup)
        if filled:
            need(set(cup) <= set(filled[-1].numbers), "the cup has what was put into it", cup)
        elif draws:
            gone = set(self.cup) - set(cup)
            need(gone >= {draws[0].numbers[0]}, "a draw takes the marker", cup)
            need(not cup or len(self.cup) - len(cup) == len(draws), "a draw takes one marker", cup)
        else:
            need(cup in (self.cup, ()), "the cup changes by draws alone", self.cup, cup)

    def _node(self, state: GameState) -> None:
        t, node = self.game.t, state.node
        if isinstance(node, DecisionNode):
            actions = node.actions
            need(actions, "there is a legal action", node.kind)
            need(list(actions) == sorted(set(actions)), "legal actions are sorted, each once", node.kind)
            if node.kind in AT_REST:
                for hex_index, stack in enumerate(state.stacks):
                    need(
                        len(stack) < 2 or stack_fits(t, state, stack), "JDG-5.1.2-e to -h", t.text(hex_index)
                    )
        elif isinstance(node, ChanceNode):
            need(node.weights and min(node.weights) > 0, "chance has outcomes", node.kind)
        else:
            need(isinstance(node, EndNode) and state.turn <= t.last, "a game ends in time", state.turn)

    def _clone(self, state: GameState) -> None:
        """Go on from a clone and from the position read back: both come to the same, and leave the game alone."""
        game, before = self.game, state.digest()
        if isinstance(state.node, EndNode):
            return
        self.clones += 1
        digests = []
        for copy in (state.clone(), game.from_position(game.position(state))):
            need(copy.node == state.node, "a position has one node", state.node, copy.node)
            last = len(game.legal(copy)) or len(copy.node.weights)  # type: ignore[union-attr]
            step = game.apply if isinstance(copy.node, DecisionNode) else game.outcome
            step(copy, self.nodes % last)
            digests.append(copy.digest())
        need(digests[0] == digests[1], "a position read back goes on like its clone", state.frames[-1])
        need(state.digest() == before, "a clone leaves the game alone", state.frames[-1])


def lawful_game(game: Match, number: int, names: tuple[str, str], seed: int = 1) -> tuple[EndNode, Laws]:
    """Play a game of a run under the laws, and replay it from its log.

    Raises:
        LawBroken: a law does not hold.
    """
    seed = game_seed(seed, number)
    dice = Dice(seed)
    state = game.start()
    laws = Laws(game, state)
    recorder = Recorder(game, {"seed": seed})
    players: list[Player] = [
        _Writes(make_player(game, name, side, seed + side + 1), recorder) for side, name in enumerate(names)
    ]
    end = play(game, state, players, _WritingDice(dice, recorder, state), lambda s, k, i, e: laws.check(s, e))
    recorder.end(end)
    again = [after for _, after, _ in replay(game, recorder.lines[1:])][-1]
    need(again.digest() == state.digest(), "a game replays from its log", number)
    return end, laws


class _Writes:
    """A player whose decisions are written down."""

    def __init__(self, player: Player, recorder: Recorder) -> None:
        self.player, self.recorder = player, recorder

    def choose(self, game: Game, state: GameState) -> int:
        index = self.player.choose(game, state)
        self.recorder.decision(state, index)
        return index


class _WritingDice(Dice):
    """Dice whose rolls are written down."""

    __slots__ = ("recorder", "state")

    def __init__(self, dice: Dice, recorder: Recorder, state: GameState) -> None:
        super().__init__(dice.counter)
        self.recorder, self.state = recorder, state

    def pick_weighted(self, weights: Sequence[int]) -> int:
        index = super().pick_weighted(weights)
        self.recorder.chance(self.state, index)
        return index


def main(arguments: list[str]) -> int:
    """Play games under the laws and print what came of them; 1 when a law was broken."""
    parser = ArgumentParser(prog="python -m tests.laws", description=__doc__.splitlines()[0])
    parser.add_argument("battle")
    parser.add_argument("--scenario", help="id; the first of the battle where it is left out")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--players", default="random,random")
    asked = parser.parse_args(arguments)
    pairs = packages(asked.battle)
    package = next(p for known, p in pairs if asked.scenario in (None, known.id))
    game = make_game(package)
    names = tuple(asked.players.split(","))
    ends: Counter[str] = Counter()
    nodes = clones = broken = 0
    begin = perf_counter()
    for number in range(asked.first, asked.first + asked.games):
        try:
            end, laws = lawful_game(game, number, (names[0], names[1]), asked.seed)
        except Exception as problem:  # whatever stops a game is what is looked for
            broken += 1
            print(f"game {number}: {type(problem).__name__}: {problem}")
            continue
        ends[f"{end.winner} {end.cause}"] += 1
        nodes, clones = nodes + laws.nodes, clones + laws.clones
    print(
        f"{asked.games} games, {nodes} nodes, {clones} clones, {broken} broken, {perf_counter() - begin:.0f} s"
    )
    for cause, count in sorted(ends.items()):
        print(f"  {cause}  {count}")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
