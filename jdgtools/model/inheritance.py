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
    names = (scenario.id, scenario.extends)
    mistakes = {same_mistake(problem, names) for problem in others}
    through = spans.get(("scenario", scenario.id, "extends"))
    new = [p for p in problems if same_mistake(p, names) not in mistakes]
    return [with_scenario(p, scenario, through) for p in new]


_COUNTED = re.compile(r"`[^`]*`|\d+(?:\.\d+)?")
"""A name, or a number in the words of a message."""


def same_mistake(problem: Diagnostic, scenarios: Iterable[str]) -> tuple[str, Span | None, str]:
    """Return what two diagnostics have in common that say the same of one line, each for its scenario.

    What they have counted may differ: a lead that is too high for one army is so for a smaller one.

    Args:
        problem: a diagnostic.
        scenarios: ids of the scenarios, by which the messages may differ.
    """
    message = _without_names(problem.message, scenarios)
    message = _COUNTED.sub(lambda part: part[0] if part[0].startswith("`") else "0", message)
    return problem.code, problem.span, message


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
