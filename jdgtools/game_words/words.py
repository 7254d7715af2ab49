"""The sentences of a game: what can be done, what is decided, what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.game_words.phrases import (
    ACTIONS,
    ANSWERS,
    DECISIONS,
    ENEMIES,
    EVENTS,
    LABELS,
    NUMBERS,
    TARGETED,
    WITH_OUTCOME,
)
from jdgtools.model.phrases import colon

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jdgtools.engine.core.board import ActionPart, Subject
    from jdgtools.engine.core.game import Game
    from jdgtools.engine.core.nodes import Action, Event
    from jdgtools.game_words.names import GameNames


class GameWords:
    """Makes sentences of the actions, decisions and events of a game.

    Args:
        game: that is played.
        names: of the things of its battle.
        language: of the names; English for sentences in one that the program does not know.
    """

    def __init__(self, game: Game, names: GameNames, language: str) -> None:
        self.names = names
        self._game, self._language = game, language

    def question(self, kind: str, subject: Subject, describe: Callable[[str], str] | None = None) -> str:
        """Return what a decision asks: who acts, the question, and the enemies that it is about.

        Args:
            kind: of the decision.
            subject: of the question.
            describe: makes the words for a piece from its id; else they are its name.
        """

        def listed(parts: Sequence[ActionPart]) -> str:
            words = [
                describe(part.text) if describe and part.kind == "piece" else self._part(part)
                for part in parts
            ]
            return "; ".join(words) if describe else ", ".join(words)

        decision_text = DECISIONS(kind, self._language) if kind in DECISIONS.keys else kind
        actors = f"{listed(subject.actors)}{colon(self._language)}" if subject.actors else ""
        enemies = ENEMIES("enemies", self._language, listed(subject.enemies)) if subject.enemies else ""
        return f"{actors}{decision_text} ({enemies})" if enemies else f"{actors}{decision_text}"

    def action(self, action: Action, kind: str, enemies: Mapping[str, str] | None = None) -> str:
        """Return an action as a sentence, or as the engine writes it where it has none.

        Args:
            action: what may be done.
            kind: of its decision.
            enemies: hex -> the enemies in it, to be named beside the hex.
        """
        text = self._game.action_text(action)
        verb = text.partition(" ")[0]
        if verb not in ACTIONS.keys:
            return text
        parts = self._game.staff.action_parts(self._game, action)
        words = []
        for part in parts:
            there = (enemies or {}).get(part.text) if part.kind == "hex" else None
            words.append(f"{self._part(part)} [{there}]" if there else self._part(part))
        if (answer := f"{kind} {verb}") in ANSWERS.keys:
            return ANSWERS(answer, self._language, *words)
        return ACTIONS(verb, self._language, *words)

    def event(self, event: Event) -> str:
        """Return an event as a sentence: the pieces, what happens to them, where, and the numbers."""
        parts = self._game.staff.event_parts(self._game, event)
        pieces = ", ".join(self._part(part) for part in parts if part.kind == "piece")
        words = EVENTS(event.kind, self._language) if event.kind in EVENTS.keys else event.kind
        way = ", " if event.kind in TARGETED else " → "
        places = way.join(self._part(part) for part in parts if part.kind == "hex")
        numbers = self._numbers(event, [part for part in parts if part.kind not in ("piece", "hex")])
        if event.kind == "initiative":
            return f"{words} {numbers}"
        if words.endswith(":"):
            last = f"({numbers})" if pieces and numbers else numbers
            return " ".join(text for text in (words, pieces, places, last) if text)
        sentence = " ".join(text for text in (pieces, words, places) if text)
        if numbers and (event.kind in LABELS or event.kind == "level"):
            return f"{sentence}: {numbers}"
        return f"{sentence} {numbers}" if numbers else sentence

    def _part(self, part: ActionPart) -> str:
        names = self.names
        if part.kind == "piece":
            return names.pieces.get(part.text, part.text)
        if part.kind == "marker":
            return names.markers.get(part.text, part.text)
        if part.kind == "hex" and (name := names.places.get(part.text)):
            return f"{part.text} ({name})"
        if part.kind == "facing":
            return names.facings[int(part.text)]
        if part.kind == "side":
            side = int(part.text)
            return names.sides[side] if side >= 0 else NUMBERS("nobody", self._language)
        return part.text

    def _numbers(self, event: Event, parts: Sequence[ActionPart]) -> str:
        if event.kind == "level":
            return " → ".join(self._level(int(part.text)) for part in parts)
        if event.kind == "initiative":
            return self._initiative(parts)
        labels = [NUMBERS(one, self._language) for one in LABELS.get(event.kind, ())]
        if len(labels) == len(parts):
            numbers = ", ".join(f"{label} {part.text}" for label, part in zip(labels, parts, strict=True))
            return f"{numbers}{self._outcome(event.kind, parts)}"
        return ", ".join(self._part(part) for part in parts)

    def _outcome(self, kind: str, parts: Sequence[ActionPart]) -> str:
        """Return what came of a roll against a rating; nothing where the numbers do not tell it."""
        if kind not in WITH_OUTCOME:
            return ""
        has_passed = int(parts[-2].text) <= int(parts[-1].text)
        if kind == "rally" and not has_passed and parts[0].text == "0":
            return ""  # A unit that rallies without a roll has 0 for it, too.
        return f" – {NUMBERS('passed' if has_passed else 'failed', self._language)}"

    def _initiative(self, parts: Sequence[ActionPart]) -> str:
        """Return the holder of the strategic initiative, and the rolls of both sides."""
        holder, *rolls = (self._part(part) for part in parts)
        sides = (f"{side} {roll}" for side, roll in zip(self.names.sides, rolls, strict=False))
        return f"{holder} ({NUMBERS('rolls', self._language)}{colon(self._language)}{', '.join(sides)})"

    def _level(self, level: int) -> str:
        levels = self.names.levels
        return levels[level] if level < len(levels) else NUMBERS("eliminated", self._language)
