"""Checks of units and counters: their ratings (G.1: CHK-04 to -09, -12)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.charts import ChartBook
from jdgtools.charts.model import ChartLookupError
from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.pieces import Unit
from jdgtools.series.jdg.checks.common import LINE_ARMS, cell_subject

_NAMES = {
    "strength": "strength",
    "cohesion": "cohesion",
    "shock": "shock rating",
    "movement": "movement allowance",
}
_RULES = {"strength": "JDG-0.3-f", "cohesion": "JDG-0.3-g", "shock": "JDG-0.3-h", "movement": "JDG-0.3-i"}


def _column(field: str, back: bool) -> str:
    return f"{field}_back" if back else field


@check(
    "JDG004",
    entry="CHK-04",
    name="counter-side-without-rating",
    severity=Severity.ERROR,
    rules=("JDG-0.3-f", "JDG-0.3-g", "JDG-0.3-i", "JDG-0.3-j"),
    rationale=(
        "The front of a counter shows the unit ordered, the back shows it disordered, and every rule reads "
        "the side that lies face up. A side without strength, cohesion or movement cannot be played, and a "
        "blank on the back is met in the middle of a game."
    ),
    bad="id,strength,cohesion,movement,strength_back,cohesion_back,movement_back\n1-9,5,6,5,4,,5",
    good="id,strength,cohesion,movement,strength_back,cohesion_back,movement_back\n1-9,5,6,5,4,5,5",
    scope="battle",
)
def counter_side_without_rating(ctx: CheckContext) -> Iterator[Finding]:
    """Yield strength, cohesion or movement missing on the ordered or the disordered side."""
    for unit in ctx.battle.units:
        for back, values in ((False, unit.front), (True, unit.back)):
            for field in ("strength", "cohesion", "movement"):
                if field not in values:
                    side = "disordered" if back else "ordered"
                    yield Finding(
                        ("unit", unit.id, _column(field, back)),
                        f"unit `{unit.id}` has no {_NAMES[field]} on its {side} side",
                        expected=f"a whole number in the column `{_column(field, back)}`",
                        rules=(_RULES[field], "JDG-0.3-j"),
                    )


@check(
    "JDG005",
    entry="CHK-05",
    name="line-unit-without-shock-rating",
    severity=Severity.ERROR,
    rules=("JDG-0.3-h",),
    rationale=(
        "Infantry and cavalry without orders attack only after a shock check, which compares the die with "
        "the shock rating. Without a rating the check cannot be made."
    ),
    bad="id,type,shock\n1-9,line_infantry,",
    good="id,type,shock\n1-9,line_infantry,6",
    scope="battle",
)
def line_unit_without_shock_rating(ctx: CheckContext) -> Iterator[Finding]:
    """Yield infantry or cavalry without a shock rating on the front."""
    for unit in ctx.battle.units:
        if unit.arm in LINE_ARMS and "shock" not in unit.front:
            yield Finding(
                ("unit", unit.id, "shock"),
                f"{unit.arm} unit `{unit.id}` has no shock rating",
                expected="a whole number 0 to 9 in the column `shock`",
            )


@check(
    "JDG006",
    entry="CHK-06",
    name="artillery-with-shock-rating",
    severity=Severity.ERROR,
    rules=("JDG-8.9-d",),
    rationale=(
        "Artillery never takes part in a shock and has no shock rating. A number in that column usually "
        "belongs to the next column, or the unit is of another type."
    ),
    bad="id,type,shock\nlawson,foot_artillery,4",
    good="id,type,shock\nlawson,foot_artillery,",
    scope="battle",
)
def artillery_with_shock_rating(ctx: CheckContext) -> Iterator[Finding]:
    """Yield artillery with a shock rating on either side."""
    for unit in ctx.battle.units:
        if unit.arm != "artillery":
            continue
        for back, values in ((False, unit.front), (True, unit.back)):
            if "shock" in values:
                yield Finding(
                    ("unit", unit.id, _column("shock", back)),
                    f"artillery unit `{unit.id}` has a shock rating, {values['shock']}",
                    expected=f"an empty cell in the column `{_column('shock', back)}`",
                )


@check(
    "JDG007",
    entry="CHK-07",
    name="disordered-side-stronger",
    severity=Severity.WARNING,
    rules=("JDG-0.3-j", "JDG-11.1-f"),
    rationale=(
        "The back of a counter shows the unit with limited capability. A rating that rises when the unit is "
        "disordered rewards a setback; as a rule the two sides have been exchanged in the order of battle."
    ),
    bad="id,cohesion,cohesion_back\n1-9,5,6",
    good="id,cohesion,cohesion_back\n1-9,6,5",
    scope="battle",
)
def disordered_side_stronger(ctx: CheckContext) -> Iterator[Finding]:
    """Yield ratings that are greater on the disordered side."""
    for unit in ctx.battle.units:
        for field, words in _NAMES.items():
            front, back = unit.front.get(field), unit.back.get(field)
            if isinstance(front, int) and isinstance(back, int) and back > front:
                yield Finding(
                    ("unit", unit.id, f"{field}_back"),
                    f"unit `{unit.id}` has {words} {back} disordered and only {front} ordered",
                    expected=f"at most {front}",
                    related=((("unit", unit.id, field), "the ordered side"),),
                )


@check(
    "JDG008",
    entry="CHK-08",
    name="rating-beyond-the-die",
    severity=Severity.WARNING,
    rules=("JDG-0.4-b", "JDG-0.4.1-a"),
    rationale=(
        "Cohesion and shock ratings are compared with a die of 0 to 9: a rating of 9 never fails and 0 "
        "passes one time in ten. A greater or lower number changes nothing but the modifiers, and mostly it "
        "is a slip."
    ),
    bad="id,cohesion\n1-9,60",
    good="id,cohesion\n1-9,6",
    scope="battle",
)
def rating_beyond_the_die(ctx: CheckContext) -> Iterator[Finding]:
    """Yield cohesion and shock ratings outside 0 to 9."""
    for unit in ctx.battle.units:
        for back, values in ((False, unit.front), (True, unit.back)):
            for field in ("cohesion", "shock"):
                value = values.get(field)
                if isinstance(value, int) and not 0 <= value <= 9:
                    yield Finding(
                        ("unit", unit.id, _column(field, back)),
                        f"unit `{unit.id}` has {_NAMES[field]} {value}, the die shows 0 to 9",
                        expected="a whole number 0 to 9",
                    )


@check(
    "JDG009",
    entry="CHK-09",
    name="unit-without-strength-or-movement",
    severity=Severity.WARNING,
    rules=("JDG-0.3-f", "JDG-4.1.1-a"),
    rationale=(
        "A unit of no strength points is not there, and one without movement points cannot leave the hex in "
        "which it starts, not even to rally behind the line. A battery in a fixed work may be meant so."
    ),
    bad="id,strength,movement\n1-9,0,5",
    good="id,strength,movement\n1-9,4,5",
    scope="battle",
)
def unit_without_strength_or_movement(ctx: CheckContext) -> Iterator[Finding]:
    """Yield ordered units with strength or movement below 1."""
    for unit in ctx.battle.units:
        for field in ("strength", "movement"):
            value = unit.number(field)
            if value is not None and value < 1:
                yield Finding(
                    ("unit", unit.id, field),
                    f"unit `{unit.id}` has {_NAMES[field]} {value} on its ordered side",
                    expected="at least 1",
                )


@check(
    "JDG012",
    entry="CHK-12",
    name="artillery-without-usable-ranges",
    severity=Severity.ERROR,
    rules=("JDG-7.3-f",),
    rationale=(
        "Artillery has an effective and a maximum range. They stand on the counter or, where it prints none, "
        "in the table of ranges for the size of a hex; one range alone, or a maximum shorter than the "
        "effective range, leaves the fire modifiers without an answer."
    ),
    bad="id,type,effective_range,maximum_range\nlawson,foot_artillery,8,3",
    good="id,type,effective_range,maximum_range\nlawson,foot_artillery,3,8",
    scope="battle",
)
def artillery_without_usable_ranges(ctx: CheckContext) -> Iterator[Finding]:
    """Yield artillery whose ranges are missing, single, zero or the wrong way round."""
    for unit in ctx.battle.units:
        if unit.arm == "artillery":
            near, far = unit.number("effective_range"), unit.number("maximum_range")
            yield from _of_table(ctx, unit) if near is None and far is None else _of_counter(unit, near, far)


def _of_counter(unit: Unit, near: int | None, far: int | None) -> Iterator[Finding]:
    for field, words, value in (("effective_range", "effective", near), ("maximum_range", "maximum", far)):
        if value is None or value < 1:
            article = "no" if value is None else f"an {words}" if words[0] == "e" else f"a {words}"
            text = f"{article} {words} range" if value is None else f"{article} range of {value}"
            yield Finding(
                ("unit", unit.id, field),
                f"artillery unit `{unit.id}` has {text}",
                expected="a whole number of hexes, at least 1",
                hint="leave both columns empty to use the table of ranges" if value is None else None,
            )
    if near is not None and far is not None and near > far >= 1:
        yield Finding(
            ("unit", unit.id, "effective_range"),
            f"artillery unit `{unit.id}` has the effective range {near} beyond its maximum range {far}",
            expected=f"an effective range of at most {far}",
            hint="the two columns may be exchanged",
            related=((("unit", unit.id, "maximum_range"), "the maximum range"),),
        )


def _of_table(ctx: CheckContext, unit: Unit) -> Iterator[Finding]:
    """Yield findings on a battery that takes its ranges from TBL-RANGE."""
    metres = ctx.map.hex_metres if ctx.map is not None else None
    if metres is None:
        return
    subject = ("unit", unit.id, "effective_range")
    if metres < 1:
        yield Finding(
            subject,
            f"artillery unit `{unit.id}` prints no ranges, and the map does not say how wide a hex is",
            expected=(
                "`effective_range` and `maximum_range` in the row, or `hex_metres` in the grid of the map"
            ),
            related=((("map", "grid"), "the grid"),),
        )
        return
    row = "horse" if unit.front.get("artillery_kind") == "horse" else "foot_medium"
    column, value = _table_cell(ctx.charts, row, metres)
    if (
        isinstance(value, tuple)
        and len(value) == 2
        and isinstance(value[0], int)
        and isinstance(value[1], int)
    ):
        if 1 <= value[0] <= value[1]:
            return
        value_shown = f"{value[0]} and {value[1]}"
    else:
        value_shown = "no two numbers"
    yield Finding(
        cell_subject(ctx, "TBL-RANGE", row, column),
        f"artillery unit `{unit.id}` takes its ranges from TBL-RANGE, which gives {value_shown}",
        expected="an effective range of at least 1 and a maximum range not below it",
        related=((subject, "the unit prints no ranges"),),
    )


def _table_cell(charts: ChartBook, row: str, metres: int) -> tuple[str, object]:
    try:
        return str(metres), charts.get("TBL-RANGE").value(row, str(metres))
    except ChartLookupError:
        return "metres", charts.get("TBL-RANGE").value(row, "metres")


CHECKS: tuple[Check, ...] = (
    counter_side_without_rating,
    line_unit_without_shock_rating,
    artillery_with_shock_rating,
    disordered_side_stronger,
    rating_beyond_the_die,
    unit_without_strength_or_movement,
    artillery_without_usable_ranges,
)
"""CHK-04 to CHK-09 and CHK-12."""
