"""A game of Jours de Gloire from a package: the procedures of all chapters, and the words of actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import Action, Event
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import ELIMINATED, GameState
from jdgtools.engine.jdg import (
    activation,
    aftermath,
    charges,
    combat,
    combined_markers,
    fire,
    hidden_orders,
    losses,
    morale,
    movement,
    phases,
    predicates,
    pursuits,
    retreats,
    routs,
    scenario,
    victory,
    withdrawals,
)
from jdgtools.engine.jdg.position_check import check_position
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.words import (
    ARGUMENTS,
    ARRIVALS,
    CHOSEN,
    COMBINED,
    CUP,
    DECLARATIONS,
    DEMORALISED,
    ENTRIES,
    EXITS,
    GROUP,
    INITIATIVE_SIDE,
    MARKER,
    MEMORY,
    MISSED,
    POINTS,
    RENFORT,
    ROUTED,
    SQUARE,
    STORY,
    TO_DISPLACE,
    TRAILS,
    VERBS,
)
from jdgtools.package import Package

_UNPLAYED_AXES = frozenset({"fired", "combat", "orders", "commander_move", "morale"})
"""States of the series that no unit has at the start; a battle's own say nothing but in its special rules."""
_LEVELS = {"ordered": 0, "disordered": 1, "routed": 2}
_CHAPTERS = (
    activation,
    aftermath,
    withdrawals,
    charges,
    pursuits,
    combined_markers,
    combat,
    fire,
    losses,
    morale,
    movement,
    phases,
    retreats,
    routs,
    scenario,
)


class Match(ScenarioInPlay, Game):
    """A scenario that can be played."""

    def __init__(self, package: Package, ignore: Sequence[str] = ()) -> None:
        """Make the game of a package; `ignore` names special rules that a person leaves out.

        Raises:
            EngineRefused: the package has something that the engine does not play.
        """
        Game.__init__(self)
        ScenarioInPlay.__init__(self, package, ignore)
        victory.check_conditions(self)
        self.victory_hexes = victory.victory_hexes(self)
        self.goal_distances: dict[tuple[int, ...], dict[int, int]] = {}
        """Hexes to go to -> hex -> distance to the nearest of them, as far as players have asked."""
        self._check_states()
        self.words = VERBS
        for name in ("TBL-FIRE-DRM", "TBL-SHOCK-DRM", "TBL-CHECK-DRM"):
            for key in self.t.charts[name].keys:
                if key.when is not None:
                    predicates.check_predicate(key.when, name)
        self.procedures = {
            name: partial(procedure, self)
            for chapter in _CHAPTERS
            for name, procedure in chapter.PROCEDURES.items()
        }

    def start(self) -> GameState:
        """Return the position before the first decision."""
        t = self.t
        s = GameState(len(t.ids), t.size, MEMORY)
        for place in (
            CUP, DEMORALISED, MISSED, EXITS, ENTRIES, DECLARATIONS, TO_DISPLACE, TRAILS, COMBINED, STORY
        ):  # fmt: skip
            s.memory[place] = ()
        s.memory[GROUP] = tuple(t.units)  # who comes later is on its own until phase A (AMB-09)
        s.memory[ARRIVALS] = (0,) * len(self.arrivals)
        s.memory[POINTS] = (0, 0)
        s.memory[INITIATIVE_SIDE] = s.memory[CHOSEN] = s.memory[MARKER] = -1
        s.turn = t.first
        for holding in t.package.victory.held:
            s.holder[holding.hex] = t.side_ids.index(holding.side)
        boxes = t.package.vocabulary.boxes if t.package.vocabulary is not None else ()
        elimination_boxes = {box.id for box in boxes if box.lost == "eliminated"}
        entries = sorted(t.package.setup, key=lambda entry: entry.stack)
        for entry in entries:
            if entry.piece not in t.piece_of:
                continue
            piece = t.piece_of[entry.piece]
            if entry.box in elimination_boxes:
                s.take(piece, ELIMINATED)
            elif entry.hexes:
                self.set_up(s, piece, entry.hexes[0])
        for entry in entries:
            piece = t.piece_of.get(entry.piece, -1)
            if piece in t.units:
                s.facing[piece] = -1 if entry.facing is None else entry.facing
                self._states(s, piece, entry.state)
        s.frames = [("setup", 0)]
        self.advance(s)
        return s

    def _states(self, s: GameState, piece: int, states: Mapping[str, str]) -> None:
        for axis, value in states.items():
            if axis == "level":
                s.level[piece] = _LEVELS[value]
                if s.level[piece] == ROUTED:
                    s.facing[piece] = -1
            elif axis == "square":
                s.flags[piece] |= SQUARE if value == "in_square" else 0
            elif axis == "renfort":
                s.flags[piece] |= RENFORT if value == "renfort" else 0

    def _check_states(self) -> None:
        """Refuse states at the start that the engine does not play."""
        package = self.t.package
        starts = [(entry.piece, entry.state) for entry in package.setup]
        starts += [(arrival.id, arrival.state) for arrival in package.arrivals]
        for name, states in starts:
            for axis in states:
                if axis in _UNPLAYED_AXES:
                    raise EngineRefused(f"the state `{axis}` of `{name}` at the start is not played")

    def interrupt(self, state: GameState) -> None:
        """Displace commanders before anything else goes on (JDG-2.5.2-a, -b: at once)."""
        waiting = state.memory[TO_DISPLACE]
        if waiting:
            state.memory[TO_DISPLACE] = ()
            state.push(*(("displace", leader, cause) for leader, cause in waiting))

    def view(self, state: GameState, side: int) -> GameState:
        """Return the state as a side may know it: without the orders of the enemy that lie face down."""
        return hidden_orders.view(self, state, side)

    def redetermine(self, state: GameState, side: int, dice: Dice) -> GameState:
        """Return a state that may be, for all that a side knows."""
        return hidden_orders.redetermine(self, state, side, dice)

    def event_for(self, event: Event, side: int) -> Event:
        """Return an event as a side may know it."""
        return hidden_orders.event_for(event, side)

    def action_text(self, action: Action) -> str:
        """Return an action in the ids of the battle, e.g. `go 0710`."""
        t = self.t
        words = [VERBS[action[0]]]
        for kind, value in zip(ARGUMENTS.get(action[0], ""), action[1:], strict=True):
            if kind == "p":
                words.append(t.ids[value])
            elif kind == "h":
                words.append(t.hex_ids[value])
            elif kind == "m":
                words.append(t.markers[value].id)
            else:
                words.append(str(value))
        return " ".join(words)

    def side_names(self) -> tuple[str, str]:
        """Return the names of the two sides."""
        sides = self.t.package.sides
        return sides[0].name.get("en", sides[0].id), sides[1].name.get("en", sides[1].id)

    def reasons(self, event: Event) -> list[str]:
        """Return a line for every statement that made an event: its id and what it says."""
        references = self.t.package.references
        return [f"{rule}: {references.get(rule, {}).get('en', '')}" for rule in event.rules]

    def event_text(self, event: Event) -> str:
        """Return an event with its pieces, numbers and statements."""
        t = self.t
        pieces = ", ".join(t.ids[piece] for piece in event.pieces)
        numbers = " ".join(self._number(event, number) for number in event.numbers)
        return " ".join(part for part in (event.kind, pieces, numbers, "; ".join(event.rules)) if part)

    def _number(self, event: Event, number: int) -> str:
        if event.kind in (
            "move",
            "retreat",
            "rout",
            "enter",
            "displace",
            "eliminated",
            "fled",
            "leave-map",
            "advance",
            "charge",
            "pursue",
            "pursuit-stops",
        ):
            return self.t.hex_ids[number] if 0 <= number < self.t.size else str(number)
        if event.kind in ("draw", "activate", "cup", "combined"):
            return self.t.markers[number].id
        return str(number)

    def check_position(self, state: GameState) -> None:
        """Raise ValueError when a position is not of this scenario."""
        check_position(self, state, self.procedures)
