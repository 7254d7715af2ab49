"""The sum of the lines of a chart of modifiers that apply to one attack, shot or test.

A program that plays a battle knows which circumstances hold; `add_modifiers` looks up what each adds.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from jdgtools.charts.model import Chart, ChartLookupError, Modifier


class ModifierSum(Struct, frozen=True):
    """The sum of the lines that apply, and the lines themselves for a report to the players."""

    total: int
    lines: tuple[tuple[Modifier, int], ...]
    """(line, what it adds), in printed order; lines that add 0 included."""


def add_modifiers(chart: Chart, active: Mapping[str, int], use: str = "") -> ModifierSum:
    """Return the sum of the active lines for one use.

    `active` maps line ids to a whole number: for a line with a fixed value anything but 0 (True) means
    that the circumstance holds; for a line with the rule `each` it is the number of occasions; for other
    computed lines (ratio, terrain, difference) it is the modifier that the caller has computed, which is
    raised to the line's `floor` and lowered to its `most` where it has one (`most` also limits `each`).
    Lines that are not for this use add nothing. A line switches off those that it `replaces`.

    Raises:
        ChartLookupError: a line or the use does not exist, or the line has no number.
    """
    line_ids = chart.axes[0].ids
    for line_id in active:
        if line_id not in line_ids:
            raise ChartLookupError(f"chart {chart.id} has no line {line_id!r}")
    lines = [line for line in chart.modifiers(use) if active.get(line.id)]
    replaced_lines = {other for line in lines for other in line.replaces}
    parts = tuple(
        (line, _amount(chart, line, active[line.id])) for line in lines if line.id not in replaced_lines
    )
    return ModifierSum(sum(amount for _, amount in parts), parts)


def _amount(chart: Chart, line: Modifier, number: int) -> int:
    value = line.value
    if isinstance(value, int):
        return value
    if not isinstance(value, Mapping):
        raise ChartLookupError(f"chart {chart.id}: line {line.id!r} has no number: {value!r}")
    if value["rule"] == "each":
        each, free = value["value"], value.get("free", 0)
        assert isinstance(each, int) and isinstance(free, int)
        amount = each * max(0, int(number) - free)
    else:
        amount = int(number)
    floor, most = value.get("floor"), value.get("most")
    if isinstance(floor, int):
        amount = max(amount, floor)
    return min(amount, most) if isinstance(most, int) else amount
