"""A game that was played elsewhere, explained by legal actions.

Which formation is active is said by the markers that are drawn; without them it is taken to be the one whose
units move, fire or fight. Where the counters of a side carry no orders in a turn, all of its units are taken
to have them. Moves are explained leg by leg (JDG-4, JDG-6.1, JDG-6.2); what fire, combat, routs and rallies
change is explained by choices and rolls that lead to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from jdgtools.engine.core.explain import Explanation, LoggedGame, PieceChange
from jdgtools.engine.jdg.log_changes import (
    FIGHTS,
    marked_as,
    marks,
    square_verb,
    visible,
)
from jdgtools.engine.jdg.log_moves import NEVER, WINDOW, MoveStory
from jdgtools.engine.jdg.log_story import UnexplainedChange
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.retrace import Goal, retrace
from jdgtools.engine.jdg.words import (
    CHARGE,
    ROUTED,
    SHOCK,
)

LOOK_AHEAD = 12
"""Changes within which a mark says that a move is a charge."""


def explain(game: Match, played: LoggedGame) -> Explanation:
    """Return the actions that explain the changes of a game, up to the first that none explains."""
    story = _WholeGame(game, played)
    try:
        story.run()
    except UnexplainedChange as problem:
        return Explanation(tuple(story.actions), str(problem))
    return Explanation(tuple(story.actions), "")


class _WholeGame(MoveStory):
    """A game of which moves, fire, combat, routs and rallies are explained."""

    def _draw(self, step: int) -> None:
        """Begin the activations whose markers came into their box up to a step of the log (JDG-2.2-a)."""
        while self.draws and self.draws[0].step <= step:
            marker = self.t.marker_of.get(self.draws.pop(0).marker, -1)
            if marker >= 0:
                self._begin(marker, step)

    def run(self) -> None:
        """Explain all changes.

        Raises:
            UnexplainedChange: one of them is not.
        """
        self._begin_turn()
        while self.explained_count < len(self.changes):
            if self.explained_count in self.explained_places:
                self.explained_count += 1
                continue
            change = self.changes[self.explained_count]
            if change.turn and change.turn != self.state.turn:
                self.state.turn = change.turn
                self._begin_turn()
            self._draw(change.step)
            if change.piece not in self.t.piece_of:
                raise UnexplainedChange(f"step {change.step}: {change.piece} is no piece of the scenario")
            if visible(change) or marks(change):
                self._explain_next()
            else:
                self._orders(change)
                self.explained_count += 1

    def _explain_next(self) -> None:
        """Explain the next changes in the first way that does."""
        problem = ""
        for attempt in self._attempts():
            position_before = self.state, self.active, self.used, self.explained_places, len(self.actions)
            self.state = self.state.clone()
            try:
                attempt()
                return
            except UnexplainedChange as error:
                problem = problem or str(error)
                self.state, self.active, self.used, self.explained_places = position_before[:4]
                del self.actions[position_before[4] :]
        change = self.changes[self.explained_count]
        raise UnexplainedChange(problem or self._differs(change))

    def _attempts(self) -> Iterator[Callable[[], None]]:
        """Yield what may explain the next changes: moves, what is going on, other activations, routs."""
        change = self.changes[self.explained_count]
        piece = self.t.piece_of[change.piece]
        if self._place(piece, change.after, self._now(piece)) == self._now(piece) and not marks(change):
            yield self._pass_over
        runs = [(piece, run) for run in self._runs(self.explained_count)]
        for other, number in self._of_step(piece):
            runs += [(other, run) for run in self._runs(number)]
        if square_verb(change):  # the unit of the stack that goes on leaves the square for all
            runs.sort(key=lambda each: -len(each[1]))
        moves: list[Callable[[], None]] = [partial(self._movement, *each) for each in runs]
        goes_on: list[Callable[[], None]] = [self._deeds] if self.active else []
        fights = any(flags & (SHOCK | CHARGE) for flags in self.state.flags)
        if self._charges(change) or (fights and self.t.command[piece] not in self.active):
            yield from [*goes_on, *moves]
        else:
            yield from [*moves, *goes_on]
        if self.guesses:
            if self.t.command[piece] in self.active:
                yield from [partial(self._movement, *each, True) for each in runs]
            yield from [partial(self._deeds, command) for command in self._others(piece)]
        if any(self.state.level[unit] == ROUTED and self.state.place[unit] >= 0 for unit in self.t.units):
            yield self._routs

    def _pass_over(self) -> None:
        """Explain a change that an action before has made already, as with units of a stack."""
        self.explained_count += 1

    def _others(self, piece: int) -> list[int]:
        """Return the formations that may have been active in the place of the one that is.

        First that of the piece, then those whose units are marked for fire or combat.
        """
        t = self.t
        window = self.changes[self.explained_count : self.explained_count + WINDOW]
        marked_formations = {
            t.command[t.piece_of[c.piece]] for c in window if c.piece in t.piece_of and marks(c)
        }
        commands = {c for m in self._markers() if m not in self.used for c in t.marker_commands[m]}
        return sorted(commands, key=lambda c: (c != t.command[piece], c not in marked_formations, c))

    def _charges(self, change: PieceChange) -> bool:
        """Return whether a unit is marked for a charge near a change of it."""
        near = self.changes[max(0, self.explained_count - LOOK_AHEAD) : self.explained_count + LOOK_AHEAD]
        return any(
            other.piece == change.piece
            and other.turn == change.turn
            and other.after.states.get("combat") == "charge"
            for other in near
        )

    def _deeds(self, command: int = -1) -> None:
        """Explain the next changes by what is done in an activation beside moves."""
        if command >= 0:
            self._activate(command)
        goals = self._goals()
        way = retrace(self.game, self.state, goals) if goals else None
        if way is None:
            raise UnexplainedChange("")
        step = self.changes[self.explained_count].step
        self.state = way.state
        self.actions += [(step, text) for text in way.actions]
        self.explained_count = way.goal.number
        if len(self.state.frames) == 1:
            self.active = frozenset()

    def _routs(self) -> None:
        """Explain the next changes by the routs at the end of the turn (JDG-1-r)."""
        self._rest()
        self.state.frames = [("segment", 0), ("routs", -1)]
        self.game.advance(self.state)
        self._deeds()

    def _goals(self) -> list[Goal]:
        """Return the positions of the game after each of the next changes."""
        goals = []
        places = [self._now(piece) for piece in range(len(self.t.ids))]
        firing_units: set[int] = set()
        fighting_units: set[int] = set()
        turn = self.changes[self.explained_count].turn
        end = self.draws[0].step if self.draws else NEVER
        for index, change in enumerate(
            self.changes[self.explained_count : self.explained_count + WINDOW], self.explained_count + 1
        ):
            if change.step >= end:
                break  # by another activation
            if index - 1 in self.explained_places:
                continue
            piece = self.t.piece_of.get(change.piece, -1)
            if piece < 0 or change.turn != turn:
                break
            if visible(change):
                places[piece] = self._place(piece, change.after, places[piece])
            if marked_as(change, "fired", {"fired"}):
                firing_units.add(piece)
            if marked_as(change, "combat", FIGHTS):
                fighting_units.add(piece)
            goals.append(Goal(index, tuple(places), frozenset(firing_units), frozenset(fighting_units)))
        return goals
