"""The turns of an imported module as its battle has them now: a list of its turn tracker, or a counter.

All setups of a module have one tracker, so what the scenarios say of their turns must agree.
"""

from __future__ import annotations

import re
from typing import Any

from jdgtools.model.module_fields import COUNTER, TRACKER, Fields

MAX_TURNS = 200
"""Most turns that an import reads from a tracker."""
MAX_LABEL = 80
"""Characters of a turn's label that an import reads."""
_HOUR = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d")


def tracker_entries(before: Fields, now: Fields) -> list[str] | None:
    """Return the entries of the module's turn tracker as the battle's turns have them now.

    A scenario's label of a turn is the entry, its hour the one that the label names. Where the scenarios
    disagree on a label, or on how many turns there are, or a turn says something else, there is no such list.

    Args:
        before: what the import wrote down.
        now: what the battle says.
    """
    if TRACKER not in before:
        return None
    entries = [str(text) for text in before[TRACKER]["entries"]]
    size = len(entries)
    if _numbers_changed(before, now):
        numbers = _numbers(now)
        if numbers is None or numbers[0] != 1:
            return None
        size = numbers[-1]
    labels: dict[str, str] = {}
    for subject, turn in now.items():
        if subject[0] != "turn" or turn == before.get(subject):
            continue
        label = str(turn.get("label") or subject[2])
        hour = _HOUR.search(label)
        if turn.get("flags") or turn.get("time", "") != (hour[0] if hour else ""):
            return None
        if not subject[2].isdecimal() or not 0 < int(subject[2]) <= size or len(label) > MAX_LABEL:
            return None
        labels[subject[2]] = label
    for subject, turn in now.items():
        if subject[0] == "turn" and str(turn.get("label") or subject[2]) != labels.get(
            subject[2], str(turn.get("label") or subject[2])
        ):
            return None
    entries = [*entries[:size], *("" for _ in range(size - len(entries)))]
    for number, label in labels.items():
        entries[int(number) - 1] = label
    return entries if all(entries) else None


def counter_end(before: Fields, now: Fields) -> int | None:
    """Return the last turn of a module whose tracker counts, where the battle has other turns now.

    Every scenario has all turns from the counter's first to its last, without hours, labels or flags: the
    counter has none, but where its counts are no numbers of turns (years) the labels may say them. None where
    it is as it was, or the scenarios do not agree.
    """
    if COUNTER not in before or not _numbers_changed(before, now):
        return None
    numbers = _numbers(now)
    offset = count_offset(before)
    plain = all(
        not turn or (offset and turn == {"label": str(int(subject[2]) + offset)})
        for subject, turn in now.items()
        if subject[0] == "turn" and subject not in before and numbers is not None
    )
    if numbers is None or not plain or numbers[0] != before[COUNTER]["start"]:
        return None
    return numbers[-1]


def count_offset(before: Fields) -> int:
    """Return by how much the counts of the module's tracker are more than the numbers of turns."""
    return int(before.get(COUNTER, {}).get("offset", 0))


def last_turn(before: Fields, now: Fields) -> int | None:
    """Return the last turn that a build writes into the module's tracker; None where it stays as it was."""
    if not _numbers_changed(before, now):
        return None
    entries = tracker_entries(before, now)
    return len(entries) if entries is not None else counter_end(before, now)


def _turns(fields: Fields) -> dict[str, set[str]]:
    """Return scenario -> the numbers of its turns."""
    turns: dict[str, set[str]] = {}
    for subject in fields:
        if subject[0] == "scenario":
            turns.setdefault(subject[1], set())
        elif subject[0] == "turn":
            turns.setdefault(subject[1], set()).add(subject[2])
    return turns


def _numbers_changed(before: Fields, now: Fields) -> bool:
    """Return whether a scenario that the import knew has other turns."""
    former: Any = _turns(before)
    return any(former[scenario] != numbers for scenario, numbers in _turns(now).items() if scenario in former)


def _numbers(now: Fields) -> list[int] | None:
    """Return the numbers of the turns, where all scenarios have the same and none is left out."""
    turns = list(_turns(now).values())
    if not turns or any(numbers != turns[0] for numbers in turns) or not turns[0]:
        return None
    if not all(number.isdecimal() for number in turns[0]):
        return None
    numbers = sorted(map(int, turns[0]))
    whole = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return numbers if whole and len(numbers) <= MAX_TURNS else None
