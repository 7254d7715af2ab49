"""Diagnostics in bulk: what says the same stands together, and of one code no more than can be read.

All output formats share these decisions, so that a program and a person count the same mistakes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity

MAX_TOLD = 200
"""Messages of one code that are put into words; the rest is counted."""
MAX_EQUAL = 4
"""So many that say the same stand each for itself; more become one group."""


class MessageGroup(NamedTuple):
    """One message and all the places where it holds, in their order."""

    occurrences: tuple[Diagnostic, ...]
    """Never empty; all have the same code, severity and words."""

    @property
    def first(self) -> Diagnostic:
        """The diagnostic whose words stand for all of them."""
        return self.occurrences[0]


class Rest(Struct, frozen=True):
    """Diagnostics of one code that are counted and not told."""

    code: str
    severity: Severity
    count: int


class Bulk(NamedTuple):
    """What is told of many diagnostics, and what is counted beside that."""

    groups: tuple[MessageGroup, ...]
    """In the order of their first places."""
    rest: tuple[Rest, ...]
    """By severity, the gravest first, and code."""


def in_bulk(problems: Iterable[Diagnostic], most: int = MAX_TOLD) -> Bulk:
    """Return diagnostics as groups, at most `most` of one code and severity; the others are counted.

    Args:
        problems: sorted, each once.
        most: groups of one code that are told.
    """
    equal: dict[tuple[object, ...], list[Diagnostic]] = {}
    wordings: Counter[tuple[str, Severity]] = Counter()
    rest: Counter[tuple[str, Severity]] = Counter()
    for one in problems:
        words = (one.code, one.severity, one.message, one.found, one.expected, one.hint, one.rules)
        same = equal.get(words)
        if same is not None:
            same.append(one)
        elif wordings[one.code, one.severity] < most:
            wordings[one.code, one.severity] += 1
            equal[words] = [one]
        else:
            rest[one.code, one.severity] += 1
    groups: list[MessageGroup] = []
    counts: Counter[tuple[str, Severity]] = Counter()
    for same in equal.values():
        code, severity = same[0].code, same[0].severity
        if counts[code, severity] >= most:
            rest[code, severity] += len(same)
            continue
        parts = [tuple(same)] if len(same) > MAX_EQUAL else [(one,) for one in same]
        for part in parts:
            if counts[code, severity] < most:
                counts[code, severity] += 1
                groups.append(MessageGroup(part))
            else:
                rest[code, severity] += len(part)
    groups.sort(key=lambda group: group.first.sort_key)
    groups_by_size = sorted(rest.items(), key=lambda item: (-item[0][1], item[0][0]))
    return Bulk(
        tuple(groups), tuple(Rest(code, severity, count) for (code, severity), count in groups_by_size)
    )
