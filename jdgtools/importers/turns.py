"""Turn trackers: their entries and where a saved game stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from jdgtools.importers.draft import Values
from jdgtools.importers.phrases import count_of
from jdgtools.vassal.codecs import read_int
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import decode

if TYPE_CHECKING:
    from jdgtools.importers.words import SeriesWords

_ENTRY = re.compile(r"(?P<n>\d{1,4})(?: (?P<time>\d{1,2}:\d\d))?(?: \((?P<remark>.*)\))?", re.DOTALL)
_TIME = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d")
_NAMED_TURN = re.compile(
    r"\b(?:game ?turn|turn|gt|tour|tura|turno|runde|zug|forduló|kör)[ _#:.-]*0*([1-9]\d{0,2})\b", re.I
)
_ARRIVING = "(?:reinforcements?|arrivals?|renforts?)"
_ARRIVAL = re.compile(
    rf"@?{_ARRIVING}? ?(?:game ?turn|turn|gt|t|tour|tura|turno|runde|zug|forduló|kör)[ _#:.-]*0*"
    rf"([1-9]\d{{0,2}})(?: ?{_ARRIVING})?",
    re.I,
)
"""The whole name of a box of a turn track."""
MAX_LABEL = 80
"""Most characters of the name of a turn that are read."""
MAX_TURNS = 200
"""Most entries of a turn tracker that are read, as many as a scenario may have."""


def level_values(component: Component) -> list[str]:
    """Return the entries of a list level; those without a text are left out."""
    return [t for t in decode(component.get("list"), ",") if t][:MAX_TURNS]


def turn_problems(root: Component) -> list[str]:
    """Return what of the module's first turn tracker is not read; nothing where there is no tracker."""
    level, component = top_level(root), tracker(root)
    if component is None:
        return []
    if level is None:
        return ["the turn tracker has no level; every scenario has one turn"]
    if level.kind != "ListTurnLevel":
        keys = ("start", "loopLimit") if level.get("loop") == "true" else ("start",)
        odd = [key for key in keys if read_int(level.get(key, "0"), None) is None]
        return [f"its {key} {level.get(key)[:30]!r} is no number" for key in odd]
    entries = decode(level.get("list"), ",")
    names = [text for text in entries if text]
    if not names:
        return ["its list of turns is empty; every scenario has one turn"]
    long = sum(len(text) > MAX_LABEL for text in names)
    counts = (
        (len(entries) - len(names), "without a name; they are left out"),
        (len(names) - MAX_TURNS, f"beyond the {MAX_TURNS} that are read; they are left out"),
        (long, f"with a name of more than {MAX_LABEL} characters; it is cut off"),
    )
    return [f"{count_of(n, 'turn')} {what}" for n, what in counts if n > 0]


def tracker(root: Component) -> Component | None:
    """Return the module's first turn tracker."""
    return next(root.find("TurnTracker"), None)


def top_level(root: Component) -> Component | None:
    """Return the first level of the first turn tracker."""
    counter = tracker(root)
    levels = [c for c in counter.children if c.kind.endswith("TurnLevel")] if counter is not None else []
    return levels[0] if levels else None


def state_problem(root: Component, states: Mapping[str, str]) -> str:
    """Return why the turn of a saved game is none of the module's first tracker; '' where it is one.

    A state without numbers in it is told where the saved game is read.
    """
    level = top_level(root)
    tokens = decode(states.get("TurnTracker0", ""), "|")
    now = read_int(decode(tokens[1], ";")[0], None) if len(tokens) > 1 else None
    if level is None or now is None:
        return ""
    if level.kind == "ListTurnLevel":
        size = len(decode(level.get("list"), ","))
        if list_state(states) is None:
            return "the state of the turn tracker is cut off"
        return "" if 0 <= now < size else f"it is turn {now + 1} of {size}"
    start, last = counter_start(level), MAX_TURNS + counter_offset(level)
    return "" if start <= now <= last else f"it is turn {now}, and turns {start} to {last} are read"


def list_state(states: Mapping[str, str]) -> tuple[int, int, list[bool]] | None:
    """Return (current entry, first entry, active entries) of the first tracker's top list level."""
    text = states.get("TurnTracker0")
    if text is None:
        return None
    levels = decode(text, "|")
    if len(levels) < 2:
        return None
    tokens = decode(levels[1], ";")
    if len(tokens) < 4:
        return None
    active = [t == "true" for t in decode(tokens[3], ",")]
    return read_int(tokens[0], 0), read_int(tokens[2], 0), active


def turn_list(
    root: Component, states: Mapping[str, str], words: SeriesWords
) -> tuple[list[Values], int | None]:
    """Return the turns of a scenario of our own module, and the number of the turn where it stands."""
    level = top_level(root)
    entries = level_values(level) if level is not None and level.kind == "ListTurnLevel" else []
    state = list_state(states)
    current, active = (state[0], state[2]) if state else (0, [])
    turns: list[Values] = []
    first: int | None = None
    numbers: set[int] = set()
    for i, text in enumerate(entries):
        if i < len(active) and not active[i]:
            continue
        entry = _ENTRY.fullmatch(text)
        if entry is None or int(entry["n"]) in numbers or int(entry["n"]) < 1:
            continue
        turn: Values = {"number": int(entry["n"])}
        numbers.add(turn["number"])
        if entry["time"] and _TIME.fullmatch(entry["time"]):
            turn["time"] = entry["time"]
        flags, label = words.flags(entry["remark"] or "")
        if flags:
            turn["flags"] = flags
        if label:
            turn["label"] = label
        turns.append(turn)
        if i == current:
            first = turn["number"]
    return turns, first


def turn_of_name(name: str) -> int | None:
    """Return the turn that the name of a setup says, such as `Turn 5` or `Tour 3`; None for none."""
    match = _NAMED_TURN.search(name)
    return int(match[1]) if match is not None else None


def arrival_turn(turns: Sequence[Values], first: int | None, place: str) -> int | None:
    """Return the turn in which pieces in a box of that name arrive; None for none, or one that has begun."""
    match = _ARRIVAL.fullmatch(place.strip())
    turn = named_turn(turns, f"turn {match[1]}") if match is not None and turns else None
    return turn if turn is not None and turn > (first or 1) else None


def named_turn(turns: Sequence[Values], name: str) -> int | None:
    """Return the turn that the name of a setup says; None where the scenario has no such turn."""
    turn_in_name = turn_of_name(name)
    if turn_in_name is None:
        return None
    if not turns:
        return turn_in_name
    labels = {turn.get("label"): turn["number"] for turn in turns}
    return labels.get(
        str(turn_in_name), turn_in_name if any(turn["number"] == turn_in_name for turn in turns) else None
    )


def counter_start(level: Component) -> int:
    """Return the first count of a level that counts."""
    start: int = read_int(level.get("start", "1"), 1)
    return start


def counter_offset(level: Component) -> int:
    """Return by how much the counts of a level are more than the numbers of the battle's turns.

    It is 0 but for counters that begin before 1 or with a number far beyond those of turns: years (1941,
    1942 ...). Their turns are numbered from 1 and labelled with the counts.
    """
    start = counter_start(level)
    return 0 if 1 <= start <= MAX_TURNS // 2 else start - 1


def plain_turns(root: Component, states: Mapping[str, str]) -> tuple[list[Values], int | None, str]:
    """Return turns of any module's first tracker, the current one, and a word on how they were read."""
    level = top_level(root)
    if level is None:
        return [], None, "the module has no turn tracker"
    if level.kind == "ListTurnLevel":
        entries = level_values(level)
        state = list_state(states)
        # The state counts all entries, those without a name as well.
        every = decode(level.get("list"), ",")
        current = sum(map(bool, every[: state[0]])) + 1 if state and 0 <= state[0] < len(every) else 1
        turns: list[Values] = []
        for n, text in enumerate(entries, 1):
            turn: Values = {"number": n}
            time = _TIME.search(text)
            if time:
                turn["time"] = time[0]
            if text != str(n):
                turn["label"] = text[:MAX_LABEL]
            turns.append(turn)
        first = min(current, len(turns)) if turns else None
        return turns, first, f"{len(turns)} entries of the tracker's list"
    start, offset = counter_start(level), counter_offset(level)
    limit = read_int(level.get("loopLimit", "0"), 0) if level.get("loop") == "true" else 0
    ends = start <= limit <= MAX_TURNS + offset
    source = "its limit" if ends else "ten turns; the module's counter has no end"
    last = limit if ends else start + 9
    current = start
    now_text = states.get("TurnTracker0")
    levels = decode(now_text, "|") if now_text else []
    if len(levels) > 1:
        now = read_int(decode(levels[1], ";")[0], start)
        current = now if start <= now <= MAX_TURNS + offset else start
    counts = range(start, max(last, current) + 1)
    labels = {count: {"label": str(count)} if offset else {} for count in counts}
    turns = [{"number": count - offset, **labels[count]} for count in counts]
    return turns, current - offset, f"a counter: {source}"
