"""What the page of a game is told, as JSON: the table that never changes, and a position with its actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jdgtools.desk_page import facts
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode
from jdgtools.exporters.map import map_digest
from jdgtools.game_words import GameNames, GameWords, facing_names
from jdgtools.render.map.draw import screen_pixels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jdgtools.desk_page.counter_pictures import PageCounters
    from jdgtools.engine.core.board import BoardPiece
    from jdgtools.engine.core.game import Game
    from jdgtools.engine.core.nodes import Action, EndNode, Event, Node
    from jdgtools.engine.core.state import GameState
    from jdgtools.exporters.context import BuildContext
    from jdgtools.model.battle import Battle
    from jdgtools.model.pieces import Leader, Unit
    from jdgtools.model.scenario import Scenario

Plain = dict[str, Any]
_NO_DICE = ("draw", "order of routs")
"""Kinds of chance that show no number: a marker is drawn, a side is."""


class ShownTable:
    """A scenario as it is shown: names, pictures and places of everything that lies on the table.

    Args:
        context: the battle, in the scenario.
        scenario: that is played.
        pictures: of the counters.
        game: of the package.
    """

    def __init__(self, context: BuildContext, scenario: Scenario, pictures: PageCounters, game: Game) -> None:
        battle, self._language, self._game = context.battle, context.language, game
        assert battle.map is not None
        layout = screen_pixels(context)
        grid = battle.map.grid
        self.sides = [side.name.get(context.language) for side in battle.sides]
        pieces: list[Unit | Leader] = [*battle.units, *battle.leaders]
        names = {one.id: one.name.get(context.language) or one.id for one in pieces}
        facings = facing_names(battle.series.facing, grid.orientation, context.language)
        markers = _marker_names(battle, context.language)
        places = {grid.id(place.hex): place.name.get(context.language) for place in battle.map.places}
        levels = next((axis.values for axis in battle.series.state_axes if axis.id == "level"), ())
        self.words = GameWords(
            game,
            GameNames(
                self.sides,
                names,
                markers,
                places,
                facings,
                [level.name.get(context.language) for level in levels],
            ),
            context.language,
        )
        self._turns = {turn.number: turn for turn in scenario.turns}
        self._backs = {
            (axis.id, value.id)
            for axis in battle.series.state_axes
            for value in axis.values
            if value.face == "back"
        }
        self.plain: Plain = {
            "title": battle.title.get(context.language),
            "scenario": scenario.title.get(context.language),
            "sides": self.sides,
            "turns": [turn.number for turn in scenario.turns],
            "map": {**facts.map_facts(context, layout), "picture": map_digest(context)},
            "angles": [facts.facing_angle(battle, layout, k) for k in range(6)],
            "facings": facings,
            "pieces": {
                one.id: {"name": names[one.id], **_faces(pictures, one.id, scenario.id)} for one in pieces
            },
            "markers": {
                subject: _faces(pictures, subject, "")["front"]
                for subject in pictures.by_subject
                if subject not in names and "@" not in subject
            },
            "markerNames": markers,
            "rules": {
                one["id"]: one["name"] for one in rules_to_leave_out(battle, scenario, context.language)
            },
            "states": {
                axis.id: {
                    value.id: {"name": value.name.get(context.language), "marker": value.marker}
                    for value in axis.values
                }
                for axis in battle.series.state_axes
            },
        }

    def position(self, state: GameState) -> Plain:
        """Return a position as those who look at it may know it."""
        board = self._game.staff.board(self._game, state)
        turn = self._turns.get(board.turn)
        label = " ".join(part for part in (turn.time, turn.label.get(self._language)) if part) if turn else ""
        return {
            "turn": board.turn,
            "turnLabel": label,
            "phase": board.phase,
            "points": list(board.points),
            "pieces": [self._piece_facts(one) for one in board.pieces],
            "holders": dict(board.holders),
            "cup": list(board.cup),
            "active": board.active,
            "turning": board.turning,
        }

    def _piece_facts(self, one: BoardPiece) -> Plain:
        return {
            "piece": one.piece,
            "side": one.side,
            "hex": one.hex,
            "where": one.where,
            "facing": one.facing,
            "order": one.order,
            "states": dict(one.states),
            "marks": list(one.marks),
            "back": any(state in self._backs for state in one.states.items()),
        }

    def question(self, state: GameState, kind: str) -> str:
        """Return what the open decision of a state asks, of its kind."""
        return self.words.question(kind, self._game.staff.question_subject(self._game, state))

    def actions(self, state: GameState, actions: Sequence[Action], kind: str) -> list[Plain]:
        """Return legal actions: text, sentence, the hexes that it leads through, in order, and the facing."""
        board = self._game.staff.board(self._game, state)
        hexes = {one.piece: one.hex for one in board.pieces}
        plain = []
        for action in actions:
            text = self._game.action_text(action)
            parts = self._game.staff.action_parts(self._game, action)
            at = [part.text if part.kind == "hex" else hexes.get(part.text, "") for part in parts]
            facing = next((int(part.text) for part in parts if part.kind == "facing"), None)
            plain.append(
                {
                    "text": text,
                    "words": self.words.action(action, kind),
                    "at": [number for number in at if number],
                    "pieces": [part.text for part in parts if part.kind == "piece"],
                    "facing": facing,
                }
            )
        return plain

    def event(self, event: Event) -> Plain:
        """Return an event: its sentence, its hexes, and the statements of the rules that made it."""
        game = self._game
        parts = game.staff.event_parts(game, event)
        reasons = [line.partition(": ") for line in game.reasons(event)]
        return {
            "text": game.event_text(event._replace(rules=())),
            "words": self.words.event(event),
            "hexes": [part.text for part in parts if part.kind == "hex"],
            "rules": [{"id": rule, "says": says} for rule, _, says in reasons],
        }

    def entry(self, node: Node | None, turn: int, text: str, events: Sequence[Event]) -> Plain:
        """Return a decision or a roll and what came of it.

        Args:
            node: at which it was.
            turn: in which it was.
            text: the action, or the number on the die, as a log has it.
            events: as those who look at it may know them.
        """
        line: Plain = {"side": -1, "kind": "c", "turn": turn, "text": text, "words": ""}
        if isinstance(node, DecisionNode):
            action = next(one for one in node.actions if self._game.action_text(one) == text)
            line.update(side=node.side, kind="d", words=self.words.action(action, node.kind))
        elif isinstance(node, ChanceNode) and node.kind in _NO_DICE:
            line["text"] = ""
        return {**line, "events": [self.event(event) for event in events]}

    def end(self, end: EndNode) -> Plain:
        """Return how the game has ended."""
        return {"winner": end.winner, "cause": end.cause, "points": list(end.points)}


def rules_to_leave_out(battle: Battle, scenario: Scenario, language: str) -> list[Plain]:
    """Return the special rules of a scenario, and conditions of reinforcements that are in words, by name."""
    rules = [(one.id, one.title) for one in (*battle.special_rules, *scenario.special_rules)]
    rules += [(one.id, one.condition) for one in scenario.arrivals if one.condition and one.required is None]
    return [{"id": id_, "name": name.get(language) or id_} for id_, name in rules]


def _marker_names(battle: Battle, language: str) -> dict[str, str]:
    """Return activation markers by name: its own or that of its formations, with its initiative."""
    names = {}
    for marker in battle.activation:
        commands = (battle.command(id_) for id_ in marker.commands)
        name = marker.name.get(language) or " + ".join(
            c.name.get(language) for c in commands if c is not None
        )
        rating = f" ({marker.rating})" if marker.rating is not None else ""
        names[marker.id] = f"{name or marker.id}{rating}"
    return names


def _faces(pictures: PageCounters, subject: str, scenario: str) -> Plain:
    """Return the names of the pictures of both sides of a counter; '' where it has none."""
    by_subject = pictures.by_subject
    counter = by_subject.get(f"{subject}@{scenario}") or by_subject.get(subject)
    if counter is None:
        return {"front": "", "back": ""}
    return {"front": counter.front_name, "back": counter.back_name or counter.front_name}
