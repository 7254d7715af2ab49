"""What to say of a scenario that extends another, so that each mistake is said once.

A scenario with `extends:` has lines of its base, and would repeat every message about them. `build.py` and
`loading/checking.py` drop the repetitions here, and name the scenario through which an inherited line came
where only that one is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan
from jdgtools.model.scenario import Scenario
from jdgtools.source.span import Span


def inherited_problems(
    scenario: Scenario,
    problems: Iterable[Diagnostic],
    others: Iterable[Diagnostic],
    spans: Mapping[tuple[str, ...], Span],
) -> list[Diagnostic]:
    """Return the problems of a scenario without those that its base has in the same line.

    What stands in a file of the base and is wrong in this scenario alone says so.

    Args:
        scenario: in which the problems were met.
        problems: of the scenario.
        others: what has been said of the scenarios that it extends.
        spans: places by subject.
    """
    if scenario.extends is None:
        return list(problems)
    of_bases = SaidOfBases(others, (scenario.id, scenario.extends), spans)
    through = spans.get(("scenario", scenario.id, "extends"))
    return [with_scenario(p, scenario, through) for p in problems if not of_bases.repeats(p)]


class SaidOfBases:
    """What was said of the scenarios that another extends: of the same lines it says the same once more.

    Two messages of one code and place say the same when that of the heir has no word and no name that those
    of its bases lack: what they count may differ, and what they list may be less. A lead that is too high for
    one army is so for a smaller one; a unit of which the base says nothing is missing in the heir, too.
    """

    def __init__(
        self,
        problems: Iterable[Diagnostic],
        scenarios: Iterable[str],
        spans: Mapping[tuple[str, ...], Span],
    ) -> None:
        """Take what was said.

        Args:
            problems: of the bases.
            scenarios: ids of the heir and its bases, by which the messages may differ.
            spans: places by subject.
        """
        self._scenarios = tuple(scenarios)
        # What a scenario lacks has no line: it is missing in the whole file of each of them.
        self._whole_files = {spans.get(("scenario", name)) for name in self._scenarios}
        self._words: dict[tuple[str, Span | None], set[str]] = {}
        for problem in problems:
            self._words.setdefault(self._place(problem), set()).update(self._words_of(problem))

    def repeats(self, problem: Diagnostic) -> bool:
        """Return whether a diagnostic of the heir says nothing that was not said of one of its bases."""
        words = self._words.get(self._place(problem))
        # A name that a long list of the base does not show may be new: it is said.
        return words is not None and self._words_of(problem) <= words

    def _place(self, problem: Diagnostic) -> tuple[str, Span | None]:
        return problem.code, None if problem.span in self._whole_files else problem.span

    def _words_of(self, problem: Diagnostic) -> set[str]:
        """Return names and words of a message, but for those that change with the length of a list."""
        words = _WORD.findall(_without_names(problem.message, self._scenarios))
        return {
            word if word.startswith("`") else word.removesuffix("s").removesuffix("e")
            for word in words
            if word not in _WORDS_OF_NUMBER
        }


_WORD = re.compile(r"`[^`]*`|[^\W\d_]+")
"""A name, or a word; numbers are none."""
_WORDS_OF_NUMBER = frozenset(
    ["a", "an", "and", "are", "has", "have", "is", "it", "its", "or", "their", "they"]
)
"""What changes with the number of things that a message lists."""


def _without_names(message: str, scenarios: Iterable[str]) -> str:
    for name in scenarios:
        message = message.replace(f"`{name}`", "``").replace(f"`scenario.{name}.", "`scenario..")
    return message


def said_of_heirs(problems: Iterable[Diagnostic], extends: Mapping[str, str]) -> list[Diagnostic]:
    """Return what is said of the lines of a base again, because another scenario has taken them over.

    Args:
        problems: found in the battle as a whole, where each scenario is asked for its texts and entries.
        extends: scenario -> the one that it extends.
    """
    by_place: dict[tuple[str, Span], list[Diagnostic]] = {}
    for problem in problems:
        if problem.span is not None:
            by_place.setdefault((problem.code, problem.span), []).append(problem)
    names = {*extends, *extends.values()}
    said_again = []
    for group in by_place.values():
        messages: set[str] = set()
        # What is said of the base stays.
        for problem in sorted(group, key=lambda p: _is_about(p, extends)) if len(group) > 1 else ():
            message = _without_names(problem.message, names)
            if message in messages:
                said_again.append(problem)
            messages.add(message)
    return said_again


def _is_about(problem: Diagnostic, heirs: Iterable[str]) -> bool:
    words = f"{problem.subject} {problem.message}"
    return any(re.search(rf"(?<![\w-]){re.escape(heir)}(?![\w-])", words) for heir in heirs)


def with_scenario(problem: Diagnostic, scenario: Scenario, through: Span | None) -> Diagnostic:
    """Return a problem with the scenario through which an inherited line came; others as they are."""
    if problem.span is None or problem.span.file not in scenario.bases or through is None:
        return problem
    related = RelatedSpan(
        through, f"taken over by the scenario `{scenario.id}`, which extends `{scenario.extends}`"
    )
    return problem if related in problem.related else replace(problem, related=(*problem.related, related))
