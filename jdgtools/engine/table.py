"""A game at a table: persons and the engine's players take turns, all is written down, decisions go back.

The terminal and the page of the desk play with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.drive import hearers_of
from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode, EndNode, Event
from jdgtools.engine.core.outside import OutsidePlayer
from jdgtools.engine.core.player import Adviser, Player
from jdgtools.engine.core.record import Recorder, header_of, kind_of, replay
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.rollout import RolloutPlayer
from jdgtools.engine.core.state import GameState
from jdgtools.engine.players import PERSON, PlayerSpec, make_player


class Table:
    """A game that is played step by step.

    Args:
        game: to be played.
        specs: player of each side; a person decides by `decide`.
        seed: of the dice.
        package: SHA-256 of the package.
        ignored: rules that are left out.
        look_up: called before every step and trial of a player; what it raises breaks off his thinking, and
            the position stays as it was.

    Raises:
        EngineRefused: a plan is not understood.
    """

    def __init__(
        self,
        game: Game,
        specs: Sequence[PlayerSpec],
        seed: int,
        package: str,
        ignored_rules: Sequence[str] = (),
        look_up: Callable[[], None] = lambda: None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.look_up = look_up
        self.dice = Dice(seed)
        self.specs: list[PlayerSpec] = list(specs)
        self.players: list[Player | None] = [None, None]
        self._header = {"package": package, "ignored": list(ignored_rules)}
        for side, spec in enumerate(specs):
            self.seat(side, spec)
        self.recorder = self._new_recorder()
        self.state: GameState = game.start()
        self.events: list[Event] = []
        """What happened last."""
        self._past: list[tuple[GameState, int, int]] = []

    def seat(self, side: int, spec: PlayerSpec) -> None:
        """Let somebody else play a side from now on.

        Raises:
            EngineRefused: a plan is not understood.
        """
        player = None if spec.kind == PERSON else make_player(self.game, spec, side, self.seed + side + 1)
        if isinstance(player, RolloutPlayer):
            player.adviser = _Interruptible(player.adviser, self.look_up)
        former = self.players[side]
        if isinstance(former, OutsidePlayer):
            former.close()
        self.players[side] = player
        self.specs[side] = spec

    def _new_recorder(self) -> Recorder:
        players = [spec.text for spec in self.specs]
        return Recorder(self.game, {**self._header, "players": players, "seed": self.seed})

    @property
    def persons(self) -> list[int]:
        """Sides that persons play."""
        return [side for side, player in enumerate(self.players) if player is None]

    @property
    def open_decision(self) -> DecisionNode | None:
        """The decision that a person has to make; None where nobody asks a person."""
        node = self.state.node
        return node if isinstance(node, DecisionNode) and self.players[node.side] is None else None

    @property
    def end(self) -> EndNode | None:
        """How the game has ended; None while it goes on."""
        return self.game.winner(self.state)

    @property
    def can_undo(self) -> bool:
        """Whether a person has decided anything that can be taken back."""
        return bool(self._past)

    def step(self) -> list[Event]:
        """Let chance, or the player whose turn it is, do one thing, and return what happened.

        Raises:
            EngineRefused: a program that plays does not answer.
            RuleNotPlayed: the game has come to a rule that is not played.
            ValueError: a person has to decide, or the game has ended.
        """
        self.look_up()
        state, node = self.state, self.state.node
        if isinstance(node, ChanceNode):
            index = self.dice.pick_weighted(node.weights)
            self.recorder.chance(state, index)
            return self._after(self.game.outcome(state, index))
        player = self.players[node.side] if isinstance(node, DecisionNode) else None
        if player is None:
            raise ValueError("a person decides, or the game has ended")
        index = player.choose(self.game, state)
        self.recorder.decision(state, index)
        return self._after(self.game.apply(state, index))

    def decide(self, place: int) -> list[Event]:
        """Carry out what a person has decided, by its place among the legal actions.

        Raises:
            RuleNotPlayed: the game has come to a rule that is not played.
            ValueError: no person has to decide, or there is no such action.
        """
        node = self.open_decision
        if node is None or not 0 <= place < len(node.actions):
            raise ValueError("there is no such action now")
        self._past.append((self.state.clone(), len(self.recorder.lines), self.dice.counter))
        self.recorder.decision(self.state, place)
        return self._after(self.game.apply(self.state, place))

    def _after(self, events: list[Event]) -> list[Event]:
        self.events = events
        hearers = hearers_of(self.players)
        for hearer in hearers:
            hearer.hear(self.game, events)
        end = self.end
        if end is not None:
            self.recorder.end(end)
            for hearer in hearers:
                hearer.end(self.game, end)
        return events

    def undo(self) -> bool:
        """Take the last decision of a person back, with all that came of it; return whether there was one.

        The dice go back as well: the same decision gives the same rolls.
        """
        if not self._past:
            return False
        self.state, lines, self.dice.counter = self._past.pop()
        self.recorder.go_on(self.recorder.lines[1:lines], self.state)
        self.events = []
        return True

    def load(self, lines: list[str]) -> None:
        """Go on with the game of a log, whose dice go on where they were; its decisions can be taken back.

        Raises:
            EngineRefused: it is of another package or has other rules left out, or a line does not hold.
        """
        header = header_of(lines)
        for name, value in self._header.items():
            if header.get(name) != value:
                raise EngineRefused(
                    f"line 1: the log is of another package, or has other rules left out (`{name}`)"
                )
        seed = header.get("seed")
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise EngineRefused("line 1: the log has no seed")
        state = self.game.start()
        past: list[tuple[GameState, int, int]] = []
        lines_so_far: list[str] = []
        dice, before, former_kind = Dice(seed), state.clone(), ""
        for number, after, _ in replay(self.game, lines[1:]):
            state, line, node = after, lines[number - 1], before.node
            kind = kind_of(line)
            if kind == "d" and isinstance(node, DecisionNode) and self.players[node.side] is None:
                line_count = len(lines_so_far) + (former_kind != "t")
                past.append((before, line_count, dice.counter))
            dice.skip(kind == "c")
            lines_so_far.append(line)
            former_kind = kind
            before = state.clone()
        lines = lines_so_far
        has_end = former_kind == "e"
        self.seed, self.state = seed, state
        self.recorder = self._new_recorder()
        self.recorder.go_on(lines, state)
        if self.end is not None and not has_end:
            self.recorder.end(self.end)
        self.dice, self._past, self.events = dice, past, []

    def public_event(self, event: Event) -> Event:
        """Return an event without what is hidden from any of the persons, who read the same page."""
        for side in self.persons:
            event = self.game.event_for(event, side)
        return event

    def close(self) -> None:
        """Let the programs of players go."""
        for player in self.players:
            if isinstance(player, OutsidePlayer):
                player.close()


class _Interruptible:
    """An adviser who looks up before he answers."""

    def __init__(self, adviser: Adviser, look_up: Callable[[], None]) -> None:
        self._adviser = adviser
        self._look_up = look_up

    def choose(self, game: Game, state: GameState) -> int:
        """Return the place of an action in `game.legal(state)`."""
        self._look_up()
        return self._adviser.choose(game, state)

    def scores(self, game: Game, state: GameState) -> Sequence[float]:
        """Return how good every legal action is."""
        return self._adviser.scores(game, state)

    def hangs_on_dice(self, node: DecisionNode) -> bool:
        """Return whether dice say at once what comes of a decision."""
        return self._adviser.hangs_on_dice(node)

    def estimate(self, game: Game, state: GameState, side: int) -> float:
        """Return how well a side stands."""
        return self._adviser.estimate(game, state, side)
