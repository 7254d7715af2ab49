"""Conditions of victory as sentences in the language of the booklet.

A condition is a tree (`model/victory`): all of, any of, not, and leaves such as "holds hexes" or "units
destroyed".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.model.victory import Condition

_FATES = frozenset(("eliminated", "destroyed", "fled", "captured"))
"""Kinds of conditions that say how units were lost."""


def condition_text(condition: Condition, names: BookletNames, side: str | None, each: bool = False) -> str:
    """Return a condition of victory in words.

    Args:
        condition: what to say.
        names: in which language.
        side: who gains by it; other sides are named.
        each: whether every single hex or unit counts.
    """
    return _ConditionWords(names, side, each).say(condition)


class _ConditionWords:
    """Puts conditions of victory into words, as those of one side."""

    def __init__(self, names: BookletNames, side: str | None, each: bool) -> None:
        self.names = names
        self.word = names.word
        self.side = side
        self.each = each

    def say(self, condition: Condition, inner: bool = False) -> str:
        match condition.kind:
            case "all" | "any":
                return self._join(condition, inner)
            case "not":
                return self._not(condition.parts[0])
            case "always":
                return self.word("c_always")
            case "turn":
                return self._turn(condition)
            case "difference":
                return self._of(condition, self.word("c_lead", span=self.span(condition.low, condition.high)))
            case "holds":
                return self._of(condition, self._holds(condition))
            case _:
                return self._units(condition)

    def _not(self, condition: Condition) -> str:
        whole = condition.count is None or condition.count >= len(condition.hexes)
        if condition.kind == "holds" and whole:
            return self._of(condition, self.word("c_not_holds", what=self.names.hexes(condition.hexes)))
        if condition.kind == "holds" and condition.count == 1:
            return self._of(condition, self.word("c_holds_none", what=self.names.hexes(condition.hexes)))
        return self.word("c_not", text=self.say(condition))

    def _join(self, condition: Condition, inner: bool) -> str:
        if condition.kind == "any":
            parts = [self._fates(group) for group in _by_units(condition.parts)]
        else:
            parts = [self.say(part, inner=True) for part in condition.parts]
        if not parts:
            return self.word("c_always") if condition.kind == "all" else "–"
        text = parts[0]
        for part in parts[1:]:
            text = self.word(f"c_{condition.kind}", a=text, b=part)
        return f"({text})" if inner and len(parts) > 1 else text

    def _fates(self, group: Sequence[Condition]) -> str:
        """Say what else may happen to the same units, with their names once."""
        *others, last = group
        text = self.say(last, inner=True)
        for condition in reversed(others):
            key = self._units_key(condition)
            fate = self.word(key, n=condition.count or 0, who="").rstrip(" :\u00a0\u202f")
            text = self.word("c_any", a=fate, b=text)
        return text

    def _units_key(self, condition: Condition) -> str:
        is_some = condition.count is not None and condition.count < len(condition.units)
        return f"c_{condition.kind}_some" if is_some else f"c_{condition.kind}"

    def _of(self, condition: Condition, text: str) -> str:
        if condition.side in (None, self.side):
            return text
        return self.word("c_of", side=self.names.side(condition.side), text=text)

    def _holds(self, condition: Condition) -> str:
        what = self.names.hexes(condition.hexes)
        count = condition.count
        if self.each and len(condition.hexes) > 1:
            return self.word("c_holds_each", what=what)
        if count is not None and count < len(condition.hexes):
            return self.word("c_holds_some", n=count, what=what)
        return self.word("c_holds", what=what)

    def _turn(self, condition: Condition) -> str:
        low, high = condition.low, condition.high
        if low is not None and low == high:
            return self.word("c_turn", low=low)
        if low is not None and high is not None:
            return self.word("c_turn_span", low=low, high=high)
        if low is not None:
            return self.word("c_turn_from", low=low)
        return self.word("c_turn_to", high=high) if high is not None else self.word("c_always")

    def _units(self, condition: Condition) -> str:
        who = self.names.units(condition.units, self.each or condition.count is not None)
        values: dict[str, object] = {"who": who}
        key = f"c_{condition.kind}"
        if condition.kind == "losses":
            return self.word(key, n=condition.percent or 0, **values)
        if condition.kind == "exited":
            where = self.names.exit(condition.hexes) if condition.hexes else ""
            values["where"] = where or (
                self.names.edge(condition.edge) if condition.edge else self.word("everywhere")
            )
        if condition.kind == "state":
            values["state"] = self._state(condition.value)
        return self.word(self._units_key(condition), n=condition.count or 0, **values)

    def _state(self, value_id: str) -> str:
        for axis in self.names.battle.series.state_axes:
            for value in axis.values:
                if value.id == value_id:
                    return value.name.get(self.names.language)
        return value_id

    def span(self, low: int | None, high: int | None) -> str:
        """Return a range of points."""
        return span_text(low, high, self.names)


def _by_units(conditions: Iterable[Condition]) -> list[list[Condition]]:
    """Put conditions together of which each says that the same units are lost, in one way or another."""
    groups: list[list[Condition]] = []
    for condition in conditions:
        same = next((group for group in groups if _same_units(group[0], condition)), None)
        if same is None:
            groups.append([condition])
        else:
            same.append(condition)
    return groups


def _same_units(one: Condition, other: Condition) -> bool:
    is_fate = one.kind in _FATES and other.kind in _FATES
    return is_fate and (one.units, one.count) == (other.units, other.count)


def span_text(low: int | None, high: int | None, names: BookletNames) -> str:
    """Return a range of numbers, open or closed."""
    if low is not None and high is not None:
        if low == high:
            return names.value(low)
        return names.word("up_to", low=names.value(low), high=names.value(high))
    if low is not None:
        return names.word("or_more", n=names.value(low))
    return names.word("or_less", n=names.value(high)) if high is not None else "–"
