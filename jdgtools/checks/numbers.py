"""Numbers in texts that contradict others: those of another language, of a longer name, their own ending."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import word_list

_NUMBER = re.compile(r"[0-9]+")
_FREE = re.compile(r"notes|source\..*|.*\.summary")
"""Keys of texts that each language tells in its own way, perhaps in miles or by another clock."""
_HALF_DAY = 12
"""Hours between `3 p.m.` and `15 h`."""
_ORDINAL = re.compile(r"(?<![0-9.,])([0-9]+)(st|nd|rd|th)\b")
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


@general_check(
    "GEN228",
    name="number-unlike-the-other-language",
    severity=Severity.WARNING,
    rationale="Hexes, turns and modifiers in names and special rules are rules. Where the words of one "
    "language have another number than those of the other, and as many of them, one was corrected and the "
    "other forgotten: two players read two rules.",
    bad="text: {en: No Prussian may enter hex 0612., fr: Aucun Prussien n'entre dans l'hex 0621.}",
    good="text: {en: No Prussian may enter hex 0612., fr: Aucun Prussien n'entre dans l'hex 0612.}",
    scope="battle",
)
def number_unlike_the_other_language(ctx: CheckContext) -> Iterator[Finding]:
    """Yield texts of which one language has another number than the first that has as many."""
    for item in ctx.texts:
        if len(item.text.values) < 2 or _FREE.fullmatch(item.key):
            continue
        # How many numbers -> the first language that has so many, its words, its numbers.
        first: dict[int, tuple[str, str, Counter[str]]] = {}
        for language, value in item.text.values:
            numbers = _numbers(value)
            usual, words, expected = first.setdefault(numbers.total(), (language, value, numbers))
            if numbers == expected or _is_half_a_day(numbers - expected, expected - numbers):
                continue
            yield Finding(
                item.subject,
                f"the text `{item.key}` has {_figures(value, numbers - expected)} under `{language}` and "
                f"{_figures(words, expected - numbers)} under `{usual}`",
                expected="the same numbers in every language",
                depends=(("strings", language), ("strings", usual)),
            )
            break


def _numbers(text: str) -> Counter[str]:
    """Return the numbers of a text and how often it has each; `09:00` has that of `9 h`."""
    return Counter(figures.lstrip("0") for figures in _NUMBER.findall(text))


def _is_half_a_day(more: Counter[str], less: Counter[str]) -> bool:
    """Return whether all that differs may be hours, by a clock of twelve hours and by one of twenty-four."""
    hours = [sorted(int(figures or "0") for figures in part if len(figures) <= 2) for part in (more, less)]
    return len(hours[0]) == len(more) == len(less) == len(hours[1]) and all(
        abs(a - b) == _HALF_DAY for a, b in zip(*hours, strict=True)
    )


def _figures(text: str, numbers: Counter[str]) -> str:
    """Return numbers as they stand in a text."""
    figures = dict.fromkeys(f for f in _NUMBER.findall(text) if f.lstrip("0") in numbers)
    return word_list(figures)


@general_check(
    "GEN229",
    name="short-name-of-another-number",
    severity=Severity.WARNING,
    rationale="The counter has room for the short name, the order of battle for the long one. A regiment "
    "whose two names have different numbers is looked for in vain: one of them belongs to another row.",
    bad="id,name,short\nbr-29,29th Foot,92",
    good="id,name,short\nbr-29,29th Foot,29",
    scope="battle",
)
def short_name_of_another_number(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units whose short name has as many numbers as the name, and others.

    A name in words (`Second Battalion, 9th Foot`) has fewer than its short form (`2/9`), another has more.
    """
    for unit in ctx.battle.units:
        for language, short in unit.short.values:
            name = unit.name.get(language)
            in_short, in_name = _numbers(short), _numbers(name)
            if in_short != in_name and in_short.total() == in_name.total():
                yield Finding(
                    ("unit", unit.id, "short"),
                    f"unit `{unit.id}` is called `{name}`, and `{short}` for short",
                    expected="the same number in both",
                    related=((("unit", unit.id, "name"), "its name"),),
                    depends=(("strings", language),),
                )
                break


@general_check(
    "GEN230",
    name="ending-of-another-number",
    severity=Severity.WARNING,
    rationale="`83th` is no English number: the figures were changed or exchanged, and the ending of the "
    "number that stood there was left.",
    bad="id,name,short\nbr-38,1/83th Foot,1/38",
    good="id,name,short\nbr-38,1/38th Foot,1/38",
    scope="battle",
)
def ending_of_another_number(ctx: CheckContext) -> Iterator[Finding]:
    """Yield English ordinals with an ending that their figures do not have; old ones such as `2d` stand."""
    for item in ctx.texts:
        value = next((value for language, value in item.text.values if language == "en"), "")
        for figures, ending in _ORDINAL.findall(value):
            right = "th" if figures[-2:-1] == "1" else _ENDINGS.get(int(figures[-1]), "th")
            if ending != right:
                yield Finding(
                    item.subject,
                    f"the text `{item.key}` has `{figures}{ending}`",
                    expected=f"`{figures}{right}`, or other figures",
                    depends=(("strings", "en"),),
                )
                break


CHECKS: tuple[Check, ...] = (
    number_unlike_the_other_language,
    short_name_of_another_number,
    ending_of_another_number,
)
"""All checks of this module."""
