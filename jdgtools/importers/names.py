"""Ratings that stand in the names of pieces and pictures: `Infantry_3-2` is Infantry with the values 3 and 2.

A number in brackets (`(2)-4`) is often a rating of another kind, or says that the unit does not attack; what
it means only the designer knows.

One name alone proves little: `131-44` is a designation and `3/357/90` a place in an army. `split_name` takes
only what cannot be much else, and `plausible_values` judges what all names of a module give together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from jdgtools.model.module_fields import MAX_NAMED_RATING

MAX_VALUE = MAX_NAMED_RATING
"""Largest number that a rating of a counter is taken to have."""
SMALL_SHARE = 0.95
"""Share of all numbers of a module that must be no larger."""
UNIT_SHARE = 0.1
"""Share of the units of a module that must have numbers."""
MAX_NAME = 300
"""Characters of a name that are read."""
_ITEM = r"(?:\d{1,2}|\(\d{1,2}\)|\[\d{1,2}\]|\{\d{1,2}\})"
_ROW = rf"{_ITEM}(?:[-\u2013\u2010]{_ITEM}){{1,3}}"
_STROKES = r"\d{1,2}(?:/\d{1,2})?(?:[-\u2013\u2010]\d{1,2}(?:/\d{1,2})?){1,2}"
"""Numbers of which two stand with a stroke between them: `2/3-4`, as often a designation as ratings."""
_BEFORE = r"|.*?[\s_(\[:,]|.*?[^\W\d_](?=[(\[{])"
"""Nothing, a text that a blank or the like ends, or one that a number in brackets ends."""
_VALUES = re.compile(rf"(?P<name>{_BEFORE})(?P<values>{_ROW})[)\]]?\s*")
_WITH_STROKE = re.compile(rf"(?P<name>{_BEFORE})(?P<values>{_STROKES})[)\]]?\s*")
_INSIDE = re.compile(rf"(?P<name>[^\W\d_].*?)[\s_](?P<values>{_ROW})[\s_](?P<rest>[^\W\d_][^\d]*)")
"""Words, numbers and more words."""
DESIGNATED = (
    r"(?:bns?|batt|battalions?|btn|bdes?|brig|brigades?|div|divisions?|rgt|regt?|regiments?|corps|coy?|company|"
    r"sqn|squadrons?|bty|btry|battery|batteries|cav|cavalry|inf|infantry|arm|armou?r|armou?red|art|arty|mech|"
    r"pz|panzer|ss|para|mar|marines?|fa|field|ad|engr?|turns?|players?|set|hexe?s?|x|to|of|vs|and)(?![^\W\d_])"
)
"""Words before which numbers are a designation: `A 3-7 Cav`, or anything but ratings: `Turns 2-3 of rain`."""
_DESIGNATED = re.compile(DESIGNATED, re.IGNORECASE)
_BRACKETS = "([{"
_ENDS = " _([:,-\u2013"


class NumberGroup(Struct, frozen=True):
    """Numbers of a name that stand together."""

    form: str
    """How they are written, with N for each number and a hyphen for each dash: `N-N`, `(N)-N`, `N/N-N`."""
    values: tuple[int, ...]
    is_inside: bool
    """Whether words follow them."""


def number_group(text: str) -> NumberGroup | None:
    """Return the numbers of a name that may be ratings; those with a stroke are often no such."""
    match = _values(text) or _WITH_STROKE.fullmatch(text.strip()[:MAX_NAME])
    if match is None:
        return None
    values = tuple(int(v) for v in re.findall(r"\d+", match["values"]))
    if max(values) > MAX_VALUE:
        return None
    form = re.sub("[\u2013\u2010]", "-", re.sub(r"\d+", "N", match["values"]))
    return NumberGroup(form, values, bool(match.groupdict().get("rest")))


def split_name(text: str) -> tuple[str, dict[str, str]]:
    """Return a name without the ratings at its end, and these by column.

    Args:
        text: name of a piece, or of a picture without its suffix.

    Returns:
        The name (the whole text where it is nothing but ratings, or has none), and the values as
        `value_1`, `value_2` … in their order, one in brackets as `bracketed_1` …. Two to four numbers of at
        most 20 that hyphens join count, where they end the text and nothing but a blank, an underscore or a
        bracket stands before them, or where they part words of which the next makes no designation of them:
        `Infantry_3-2`, `Guard (5-4-6)`, `4-3`, `(2)-4`, `Cavalry_3-3_Arab`. Designations do not: `3/357/90`,
        `131-44`, `T34-85`, `2-1` behind a letter, `A 3-7 Cav`, a facing such as `-1`, a single number, nor
        what may be one (`2/3-4`).
    """
    match = _values(text)
    if match is None:
        return text, {}
    rest = match.groupdict().get("rest") or ""
    values = re.findall(r"[(\[{]?\d+", match["values"])
    name = " ".join(f"{match['name'].rstrip(_ENDS)} {rest}".replace("_", " ").split())
    return name or text, {
        f"{'bracketed' if v[0] in _BRACKETS else 'value'}_{n}": str(int(v.lstrip(_BRACKETS)))
        for n, v in enumerate(values, 1)
    }


def value_spans(text: str) -> list[tuple[int, int]]:
    """Return where in a name the numbers stand that `split_name` takes, as indices of its characters."""
    match = _values(text)
    if match is None:
        return []
    indent = len(text) - len(text.lstrip())
    start = match.start("values") + indent
    return [(start + m.start(), start + m.end()) for m in re.finditer(r"\d+", match["values"])]


def _values(text: str) -> re.Match[str] | None:
    """Return the ratings in a name, with what stands before and behind them."""
    plain = text.strip()[:MAX_NAME]
    match = _VALUES.fullmatch(plain)
    if match is None:
        match = _INSIDE.fullmatch(plain)
        if match is None or _DESIGNATED.match(match["rest"]):
            return None
    return match if all(int(v) <= MAX_VALUE for v in re.findall(r"\d+", match["values"])) else None


def plausible_values(values: Sequence[int], with_values: int, units: int) -> bool:
    """Return whether the numbers of one source are like ratings, over a whole module.

    Args:
        values: every number, of all units.
        with_values: how many units have any.
        units: how many there are.
    """
    small = sum(abs(v) <= MAX_VALUE for v in values)
    return bool(values) and small >= SMALL_SHARE * len(values) and with_values >= UNIT_SHARE * units
