"""The checks of the battle's date: a day that does not exist, figures not printed as a date, another year."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jdgtools.checks.base import CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity

_FIGURES = re.compile(r"([0-9]{3,4})-([0-9]{1,2})-([0-9]{1,2})")
_YEAR = re.compile(r"(?<![0-9])1[0-9]{3}(?![0-9])")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@check(
    "GEN023",
    name="date-that-cannot-be",
    severity=Severity.WARNING,
    rules=(),
    rationale="A date such as 1808-08-17 is printed in words, in the language of the sheet. One with a month "
    "or a day that does not exist is printed wrong. Any other text, such as `Summer 1119`, is printed as it "
    "stands.",
    bad="date: 1809-13-05",
    good="date: 1809-05-13",
    scope="battle",
)
def date_that_cannot_be(ctx: CheckContext) -> Iterator[Finding]:
    """Yield a date in figures that is no day, or that is not recognised as one."""
    date = ctx.battle.date.strip()
    match = _FIGURES.fullmatch(date)
    if match is None:
        return
    year, month, day = (int(part) for part in match.groups())
    subject = ("battle", "date")
    expected = "year, month and day, such as 1808-08-17, or words"
    if not 1 <= month <= 12:
        may_be_swapped = 1 <= day <= 12 and 1 <= month <= _DAYS[day - 1]
        hint = f"day and month exchanged? {year:04}-{day:02}-{month:02}" if may_be_swapped else None
        yield Finding(subject, f"the date `{date}` speaks of a month {month}", expected=expected, hint=hint)
    elif not 1 <= day <= _last_day(year, month):
        yield Finding(subject, f"the date `{date}` speaks of a day {day}", expected=expected,
                      hint=f"that month has {_last_day(year, month)} days")  # fmt: skip
    elif len(date) != len("1808-08-17"):
        hint = f"write {year:04}-{month:02}-{day:02}"
        yield Finding(
            subject, f"the date `{date}` is printed as it stands, not in words", expected=expected, hint=hint
        )


@check(
    "GEN215",
    name="title-of-another-year",
    severity=Severity.WARNING,
    rules=(),
    rationale="Title and date stand on the box, in the booklet and in the module. Where the title names a "
    "year, the date names the same: one of the two was left from another battle, or mistyped.",
    bad="title: Vimeiro 1809\ndate: 1808-08-21",
    good="title: Vimeiro 1808\ndate: 1808-08-21",
    scope="battle",
)
def title_of_another_year(ctx: CheckContext) -> Iterator[Finding]:
    """Yield a title with a year that the date does not have."""
    years = _YEAR.findall(ctx.battle.date)
    for language, title in ctx.battle.title.values if years else ():
        others = _YEAR.findall(title)
        if others and not set(others) & set(years):
            yield Finding(
                ("battle", "title"),
                f"the title speaks of {others[0]} ({language}), the date of {years[0]}",
                expected="one year in both",
                related=((("battle", "date"), "the date"),),
            )
            break


def _last_day(year: int, month: int) -> int:
    """Return by the old calendar, which had more leap years, so that no date that ever was is refused."""
    return 28 if month == 2 and year % 4 else _DAYS[month - 1]
