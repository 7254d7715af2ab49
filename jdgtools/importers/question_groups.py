"""What is asked about a battle at once: the same thing of both sides, all ratings of a type of unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.importers.answers import ANSWERS
from jdgtools.importers.battle_questions import BattleQuestion, battle_questions, problem_of, with_own_id
from jdgtools.importers.draft import Draft, Values, merge
from jdgtools.importers.exclusions import Exclusion
from jdgtools.importers.suggested_rules import NOTHING, OPEN
from jdgtools.importers.yamltext import document
from jdgtools.model.definition import SeriesDef

BACK = ("battle", "defaults", "back")
"""Where what is added on the reverse of units stands."""
MAX_PARTS = 8
"""Most answers that one question asks for."""


class QuestionGroup(Struct, frozen=True):
    """One question of a designer, with one answer or several."""

    parts: tuple[BattleQuestion, ...]
    left: int = 0
    """How many more questions are open."""

    @property
    def places(self) -> int:
        """How many pieces, hexes or scenarios it helps."""
        return max(part.places for part in self.parts)

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be answered, of each part alike; none = a number or a text."""
        return self.parts[0].choices if len({part.choices for part in self.parts}) == 1 else ()

    @property
    def text(self) -> str:
        """The question in words."""
        first = self.parts[0]
        if len(self.parts) == 1:
            return first.text
        separator = "commas" if self._has_commas else "blanks"
        shorts = ", ".join(part.short for part in self.parts)
        return f"{first.heading}: {shorts}? {len(self.parts)} answers in this order, with {separator} between"

    @property
    def separator(self) -> str:
        """What stands between the answers."""
        return ", " if self._has_commas else " "

    @property
    def _has_commas(self) -> bool:
        return any(part.has_blanks for part in self.parts)

    def where(self) -> str:
        """Return the keys of the rules file that the answer becomes."""
        keys = list(dict.fromkeys(part.where() for part in self.parts))
        blocks = {key.rpartition(".")[0] for key in keys}
        if len(keys) > 1 and len(blocks) == 1:
            return f"{blocks.pop()}.{{{', '.join(key.rpartition('.')[2] for key in keys)}}}"
        return ", ".join(keys)

    def words(self, reply: str) -> list[str]:
        """Return the answer to each part, as far as a reply goes: `-` for nothing, `?` for an open one."""
        reply = reply.strip()
        if reply in ("", OPEN, NOTHING):
            return [reply or OPEN] * len(self.parts)
        if len(self.parts) == 1:
            return [reply]
        return (
            [w.strip() or OPEN for w in reply.split(",")]
            if self._has_commas
            else reply.replace(",", " ").split()
        )

    def problem_of(self, reply: str) -> str:
        """Return what is wrong with a reply; '' when it is one."""
        words = self.words(reply)
        if len(words) != len(self.parts):
            return f"{len(self.parts)} answers in this order; {OPEN} leaves one open, {NOTHING} for good"
        for part, word in zip(self.parts, words, strict=True):
            problem = "" if word in (OPEN, NOTHING) else problem_of(part, word)
            if problem:
                return f"{part.short}: {problem}" if len(self.parts) > 1 else problem
        return ""


def question_exclusion(question: BattleQuestion) -> Exclusion:
    """Return the entry of `ignored` that closes a question."""
    return Exclusion(answer=f"{ANSWERS}.{'.'.join(question.path)}", places=question.places)


def group_questions(
    draft: Draft,
    series: SeriesDef,
    exclusions: Sequence[Exclusion] = (),
    known_paths: Iterable[tuple[str, ...]] = (),
) -> list[QuestionGroup]:
    """Return what is open in a battle of a series with rules, most useful first.

    Args:
        draft: the battle as module and rules make it.
        series: whose rules it follows.
        exclusions: what the designer does not want to be asked.
        known_paths: those of questions that have been asked already.
    """
    paths = set(known_paths)
    waiting = [
        q for q in battle_questions(draft, series)
        if q.path not in paths and not any(one.covers(question_exclusion(q)) for one in exclusions)
    ]  # fmt: skip
    fronts = {q.path[2] for q in waiting if q.path[0] == "types"}
    values_known = {key for unit in draft.units for key, value in unit.items() if value}
    groups: dict[str, list[BattleQuestion]] = {}
    for question in waiting:
        if question.path[:3] == BACK and question.path[3] not in fronts | values_known:
            # Its front was left open: nothing to add to.
            continue
        key = question.heading or ".".join(question.path)
        while len(groups.get(key, ())) == MAX_PARTS:
            key += "+"
        groups.setdefault(key, []).append(question)
    questions = [QuestionGroup(tuple(parts)) for parts in groups.values()]
    # The type of a unit says which ratings it has: it comes before them.
    return sorted(questions, key=lambda q: (q.parts[0].path != ("type",), -q.places))


def ask_battle(
    draft: Draft,
    series: SeriesDef,
    answers: Values,
    answer: Callable[[QuestionGroup], str],
    again: Callable[[Values], Draft],
    exclusions: Sequence[Exclusion] = (),
) -> tuple[Values, list[Exclusion]]:
    """Return the `answers` that a designer gives on the terminal, and what is not to be asked again.

    Args:
        draft: the battle as the module and the rules so far make it.
        series: whose rules it follows.
        answers: answers that the rules have already.
        answer: asks one question; '' leaves it open. When it is interrupted (`KeyboardInterrupt`), the
            answers so far count.
        again: makes the battle with answers, for answers open and close other questions.
        exclusions: what is not asked.
    """
    answers, all_exclusions = dict(answers), list(exclusions)
    asked_paths: set[tuple[str, ...]] = set()
    while True:
        waiting = group_questions(draft, series, all_exclusions, asked_paths)
        if not waiting:
            return answers, all_exclusions
        question = replace(waiting[0], left=len(waiting) - 1)
        asked_paths.update(part.path for part in question.parts)
        try:
            reply = answer(question)
        except KeyboardInterrupt:
            return answers, all_exclusions
        has_answer = False
        for part, word in zip(question.parts, question.words(reply), strict=True):
            if word == NOTHING:
                all_exclusions.append(question_exclusion(part))
            elif word != OPEN:
                merge(answers, with_own_id(part.value(word), draft, answers))
                has_answer = True
        if has_answer:
            draft = again(answers)


def answers_yaml(answers: Values, questions: Sequence[QuestionGroup]) -> list[str]:
    """Return the lines of a rules file: what was answered, and in comments what is open."""
    lines = []
    if answers:
        lines += document({ANSWERS: answers}).decode().splitlines()
    if questions:
        lines.append(f"# Of the battle no text says; the answers stand under `{ANSWERS}`:")
        lines += [f"# - {q.where()}: {q.text}" for q in questions]
    return lines
