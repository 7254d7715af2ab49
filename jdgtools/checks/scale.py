"""The scale of a battle against that of its series: size of a hex, men to a strength point."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import word_list
from jdgtools.model.pieces import Unit

_MEN = re.compile(r"(?<![0-9])[0-9]{1,4}(?![0-9])")
_BETWEEN_THOUSANDS = re.compile(r"(?<=[0-9])[\s.,'](?=[0-9]{3}(?![0-9]))")
MIN_SAMPLE = 5
"""Units of an arm with men and strength that it takes to know the scale of a battle."""


@general_check(
    "MAP078",
    name="hex-size-unlike-the-series",
    severity=Severity.WARNING,
    rationale="Ranges and movement are counted in hexes, for hexes of the size that the series is made for. "
    "On a map of half that size a musket shoots half as far as it did in history. Who wants another scale "
    "changes the charts of ranges too.",
    bad="# a series with hexes of 150 to 400 m\ngrid: {columns: 18, rows: 30, hex_metres: 100}",
    good="grid: {columns: 18, rows: 30, hex_metres: 200}",
    scope="battle",
)
def hex_size_unlike_the_series(ctx: CheckContext) -> Iterator[Finding]:
    """Yield maps whose hexes are smaller or larger than the series allows for, with its ranges unchanged."""
    series = ctx.battle.series
    if ctx.map is None or series.hex_metres is None or not ctx.map.hex_metres:
        return
    ranges = {c.id for c in ctx.charts if c.id in series.range_charts or c.group in series.range_charts}
    if any(o.chart in ranges or o.chart in series.range_charts for o in ctx.battle.overrides):
        return
    low, high = series.hex_metres
    if not low <= ctx.map.hex_metres <= high:
        yield Finding(
            ("map", "grid", "hex_metres"),
            f"a hex of {ctx.map.hex_metres} m is too {'small' if ctx.map.hex_metres < low else 'large'} for "
            f"the ranges of {series.title.get()}",
            expected=f"{low} to {high} m",
            hint="correct `hex_metres`, or change the ranges under `charts:` to the scale of the map",
        )


@general_check(
    "GEN086",
    name="strength-unlike-the-men",
    severity=Severity.WARNING,
    rationale="A unit of 781 men has four strength points where a point stands for 200. Twice or half as "
    "many as the scale of the battle gives is mostly a figure in the wrong row. Where `men_per_point` does "
    "not state the scale, that of the other units of the arm is the measure.",
    bad="# battle.yaml: men_per_point: {infantry: 200}\nid,type,strength,effectives\n"
    "br-5,line_infantry,14,781",
    good="id,type,strength,effectives\nbr-5,line_infantry,4,781",
    scope="battle",
)
def strength_unlike_the_men(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units with more than twice, or less than half, the strength points that their men give."""
    findings, units_by_scale = _units_off(ctx)
    for scale, units_off in findings.items():
        if _is_another_scale(scale, units_off, units_by_scale):
            yield _other_scale(ctx, scale, len(units_off), units_by_scale[scale])
        else:
            yield from units_off


@general_check(
    "GEN240",
    name="unit-without-its-men",
    severity=Severity.WARNING,
    rationale="Where the order of battle says how many men every unit of an arm had, the one row without is "
    "a cell that was passed over, and its strength is compared with nothing.",
    bad="id,type,strength,effectives\nbr-5,line_infantry,5,944\nbr-9,line_infantry,4,\n"
    "br-38,line_infantry,5,953       # and so on",
    good="id,type,strength,effectives\nbr-5,line_infantry,5,944\nbr-9,line_infantry,4,761\n"
    "br-38,line_infantry,5,953",
    scope="battle",
)
def unit_without_its_men(ctx: CheckContext) -> Iterator[Finding]:
    """Yield the one unit of an arm, of six or more with a strength, that has no number of men."""
    fields = [f.id for f in ctx.battle.series.unit_fields if f.measures == "strength"]
    arms: dict[str, list[Unit]] = {}
    for unit in ctx.battle.units:
        if unit.arm and any(unit.number(field) is not None for field in fields):
            arms.setdefault(unit.arm, []).append(unit)
    for arm, units in arms.items():
        without = [unit for unit in units if unit.effectives is None]
        if len(units) > MIN_SAMPLE and len(without) == 1:
            yield Finding(
                ("unit", without[0].id),
                f"unit `{without[0].id}` has no `effectives`, and the other {len(units) - 1} units of "
                f"{arm.replace('_', ' ')} have",
                expected="its number of men",
                depends=(("unit", without[0].id, "effectives"),),
            )


def _units_off(ctx: CheckContext) -> tuple[dict[str, list[Finding]], Counter[str]]:
    """Return the units whose strength points their men do not give, and how many were looked at.

    Both by the scale that is stated for them; '' where that of the other units is the measure.
    """
    series = ctx.battle.series
    fields = [f.id for f in series.unit_fields if f.measures == "strength"]
    ratios_there = [
        (unit, men, strength, field)
        for unit in ctx.battle.units
        for field in fields
        if (men := unit.effectives or 0) > 0 and (strength := unit.number(field)) is not None and strength > 0
    ]
    units_by_scale: Counter[str] = Counter()
    findings: dict[str, list[Finding]] = {}
    for unit, men, strength, field in ratios_there:
        scale = unit.type if unit.type in ctx.battle.men_per_point else unit.arm
        men_stated = ctx.battle.men_per_point.get(scale or "")
        ratios = sorted(m / s for u, m, s, _ in ratios_there if u.arm == unit.arm) if not men_stated else []
        if not men_stated and len(ratios) < MIN_SAMPLE:
            continue
        stated_scale = (scale or "") if men_stated else ""
        units_by_scale[stated_scale] += 1
        per_point = men_stated or ratios[len(ratios) // 2]
        right = men / per_point
        # Small units round by a point: one point for 60 men is no slip.
        if strength > 2 * right + 1 or 2 * (strength + 1) < right:
            by = "" if men_stated else f", as for the other {unit.arm.replace('_', ' ')}"
            finding = Finding(
                ("unit", unit.id, field),
                f"unit `{unit.id}` has {strength} strength points for {men} men",
                expected=f"about {max(1, round(right))}, at {round(per_point)} men a point{by}",
                hint="is one of the two figures of another row?",
                related=((("unit", unit.id, "effectives"), "its men"),),
            )
            findings.setdefault(stated_scale, []).append(finding)
    return findings, units_by_scale


def _is_another_scale(scale: str, units_off: Sequence[Finding], units_by_scale: Counter[str]) -> bool:
    """Return whether so many units are off that the stated scale is wrong, and not each of them."""
    return bool(scale) and len(units_off) >= MIN_SAMPLE and 2 * len(units_off) > units_by_scale[scale]


def _other_scale(ctx: CheckContext, scale: str, number: int, of: int) -> Finding:
    """Return that most units of an arm or type have another scale than the one stated for it."""
    men_stated = ctx.battle.men_per_point[scale]
    return Finding(
        ("battle", "men_per_point", scale),
        f"{number} of {of} units of `{scale}` have strength points that {men_stated} men a point do not give",
        expected="the scale at which the strength points were reckoned",
        hint="correct the number of men here; the units are looked at one by one when most of them fit",
    )


@general_check(
    "GEN234",
    name="scale-unlike-its-words",
    severity=Severity.WARNING,
    rationale="`strength_point` tells players what a point stands for, `men_per_point` tells it to the "
    "checks. A number of men that lies outside those of the words is one that was changed alone.",
    bad="strength_point: 200 infantry or 150 cavalry\nmen_per_point: {infantry: 100, cavalry: 150}",
    good="strength_point: 200 infantry or 150 cavalry\nmen_per_point: {infantry: 200, cavalry: 150}",
    scope="battle",
)
def scale_unlike_its_words(ctx: CheckContext) -> Iterator[Finding]:
    """Yield men per point below the smallest or above the largest number of the words, in any language.

    Not of scales that do not fit their units either: GEN086 tells of the same slip.
    """
    # `1 000` is one number; one of five digits would be an army.
    numbers_of_words = [
        [int(figures) for figures in _MEN.findall(_BETWEEN_THOUSANDS.sub("", words))]
        for _, words in ctx.battle.strength_point.values
    ]
    unlike = {
        scale: numbers
        for scale, men in ctx.battle.men_per_point.items() for numbers in reversed(numbers_of_words)
        if numbers and not min(numbers) <= men <= max(numbers)
    }  # fmt: skip
    findings, units_by_scale = _units_off(ctx) if unlike else ({}, Counter())
    for scale, numbers in unlike.items():
        if not _is_another_scale(scale, findings.get(scale, ()), units_by_scale):
            men = ctx.battle.men_per_point[scale]
            words = word_list(map(str, numbers))
            yield Finding(
                ("battle", "strength_point"),
                f"`strength_point` speaks of {words}, and `{scale}` has {men} men a point",
                expected="that number in the words, or one of theirs under `men_per_point`",
                related=((("battle", "men_per_point", scale), f"men per point of `{scale}`"),),
            )


CHECKS: tuple[Check, ...] = (
    hex_size_unlike_the_series,
    strength_unlike_the_men,
    scale_unlike_its_words,
    unit_without_its_men,
)
