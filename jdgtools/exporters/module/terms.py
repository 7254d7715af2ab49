"""Terms in brackets of the expressions of checks, replaced by what VASSAL understands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from jdgtools.charts import Chart
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.scenario_number import by_scenario
from jdgtools.exporters.module.zone_terms import ZONES, zone_test
from jdgtools.model.definition import StateAxis
from jdgtools.model.module import UnitMark
from jdgtools.model.pieces import Leader, Unit

_TERM = re.compile(r"\[([a-z_]+)(?: ([^\[\]]*))?\]")
_NEVER = -99
"""Rating against which no roll succeeds."""
NEVER = f"Rating=={_NEVER}"
"""Test whether a table has no roll that succeeds."""
TURN = '(""+Turn)'
"""Text of the current turn; a bare number would have no text functions."""


def resolve(context: ModuleContext, text: str) -> str:
    """Return an expression with its terms replaced.

    Raises:
        KeyError: a term, state, arm, option or chart that does not exist.
    """
    while (match := _TERM.search(text)) is not None:
        before, after = text[: match.start()], text[match.end() :]
        term = _term(context, match[1], match[2] or "")
        # Quotes inside the text that a function is given are written with a backslash.
        text = before + (term.replace('"', '\\"') if before.count('"') % 2 else term) + after
    return text


def state_test(axis: StateAxis, value: str) -> str:
    """Return a test for a state."""
    return f"{axis.id}=={[v.id for v in axis.values].index(value) + 1}"


def flag_test(context: ModuleContext, flag: str) -> str:
    """Return an expression that is true in turns with a flag (night, fog)."""
    name = next((context.say(t) for f, t in context.series.turn_flags if f == flag), flag)
    return f'{TURN}.contains("{plain(name)}")'


def _term(context: ModuleContext, name: str, rest: str) -> str:
    words = rest.split()
    match name:
        case "map":
            return plain(context.words("map"))
        case "window":
            return plain(context.words(rest))
        case "needed":
            key, of_axis, expression, *more = rest.split("|")
            return _highest_success(context, chart(context, key), of_axis, expression, more)
        case "arms":
            return "(" + "||".join(f"ArmNo=={context.arm_numbers[w]}" for w in words) + ")"
        case "cell":
            return str(number(chart(context, words[0]).value(*words[1:])))
        case "lookup":
            key, expression = rest.split("|")
            return _lookup(chart(context, key), expression)
        case "ratio":
            key, first, second = rest.split("|")
            return _ratio(chart(context, key), first, second)
        case "grid":
            key, row, column = rest.split("|")
            return _grid(chart(context, key), row, column)
        case "matrix":
            key, row, column = rest.split("|")
            return _matrix(chart(context, key), row, column)
        case "place":
            key, expression = rest.split("|")
            values = [number(chart(context, key).value(k.id)) for k in chart(context, key).axes[0].keys]
            return _nth(values, expression)
        case "terrain":
            return _terrain(context, chart(context, words[0]), words[1])
        case "option":
            return _option(context, *words)
        case "phase":
            phase, *places = words
            steps = phase_steps(context, phase)
            of_places = [steps[int(n)] for n in places] or steps
            return "(" + "||".join(f'Phase=="{name}"' for name in of_places) + ")"
        case "step":
            return str(context.hex_px)
    if name in ZONES:
        return zone_test(context, name)
    axis = context.series.axis(name)
    if axis is None:
        raise KeyError(name)
    return "(" + "||".join(state_test(axis, w) for w in words) + ")"


def _option(context: ModuleContext, option: str, word: str = "") -> str:
    """Return the value of an option in the scenario that is played, or whether it is a word."""
    battle = context.battle
    values = [_option_value(battle.option(option, s), word) for s in battle.scenarios]
    return by_scenario(context, values, _option_value(battle.option(option), word))


def _option_value(value: object, word: str) -> str:
    """Return the value of an option as an expression, or whether it is a word if there is one."""
    if word:
        return "true" if value == word else "false"
    return str(value).lower() if isinstance(value, bool) else str(number(value))


def phase_steps(context: ModuleContext, phase: str) -> list[str]:
    """Return what the turn tracker calls the steps of a phase."""
    return [plain(context.say(text)) for key, texts in context.rules.steps if key == phase for text in texts]


def unit_marks(context: ModuleContext, unit: Unit) -> dict[str, str]:
    """Return the numbers that a unit carries for the expressions of checks."""
    numbers = {}
    for mark in context.rules.unit_marks:
        if mark.arms and unit.arm not in mark.arms:
            continue
        value = unit.front.get(mark.field) if mark.field else _class(context, unit, mark)
        if mark.field == "footprint":
            value = unit.footprint
        if mark.chart or mark.values:
            keys = mark.values or chart(context, mark.chart[0]).axis(mark.chart[1]).ids
            n = keys.index(str(value)) if str(value) in keys else 0
        else:
            n = int(value) if isinstance(value, bool | int) else 0
        numbers[mark.name] = str(n)
    return numbers


def _class(context: ModuleContext, unit: Unit, mark: UnitMark) -> str:
    """Return the class of a unit's type, or the class that it has in the posture of the mark."""
    unit_type = context.series.unit_type(unit.type or "")
    if unit_type is None:
        return ""
    same = [t.chart_class for t in context.series.unit_types if t.code == unit_type.code and t.chart_class]
    suffix = mark.suffix
    chart_class = unit_type.chart_class
    return next(
        (c for c in same if suffix and c.endswith(suffix)), dict(mark.others).get(chart_class, chart_class)
    )


def chart(context: ModuleContext, key: str) -> Chart:
    """Return a chart of the battle.

    Raises:
        KeyError: there is none.
    """
    if context.charts is None:
        raise KeyError(key)
    return context.charts.get(key)


def number(value: object) -> int:
    """Return a whole number of a chart; 0 for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def leader_range(context: ModuleContext, leader: Leader) -> int | None:
    """Return the command range of a leader at the start; None when he has none."""
    value = leader.front.get(context.rules.range_field)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if context.rules.range_chart is None:
        return None
    key, field, rows = context.rules.range_chart
    command = context.battle.command(leader.command)
    row = dict(rows).get(str(command.values.get(field))) if command else None
    return number(chart(context, key).value(row)) if row else None


def by_rule(table: Chart, keys: Iterable[str], original: int) -> int:
    """Return a number that a chart gives as such or as a rule about the original value."""
    value = table.value(*keys)
    if not isinstance(value, Mapping):
        return number(value)
    match value.get("rule"):
        case "half_down":
            return original // 2
        case "minus":
            return max(original - number(value.get("by")), number(value.get("least")))
    return original


def _highest_success(
    context: ModuleContext, table: Chart, axis: str, expression: str, more: list[str]
) -> str:
    """Return the highest roll that succeeds by a table of rolls, by the number of a state; −99 for none."""
    states = context.series.axis(axis)
    steps = ""
    for n, value in enumerate(states.values if states else (), 1):
        rolls = table.value(value.id, *more)
        if isinstance(rolls, tuple | list):
            steps += f"({expression})=={n}?{rolls[-1]}:"
    return f"({steps}{_NEVER})"


def _lookup(table: Chart, expression: str) -> str:
    steps, last = "", 0
    for key in table.axes[0].keys:
        value = number(table.value(key.id))
        if key.high is None:
            last = value
        else:
            steps += f"({expression})<={key.high}?{value}:"
    return f"({steps}{last})"


def _ratio(table: Chart, first: str, second: str) -> str:
    keys = table.axes[0].keys
    steps = "".join(
        f"{first}*{k.ratio[1]}>={second}*{k.ratio[0]}?{number(table.value(k.id))}:"
        for k in reversed(keys)
        if k.ratio is not None
    )
    return f"({steps}{number(table.value(keys[0].id))})"


def _grid(table: Chart, row: str, column: str) -> str:
    columns = table.axes[1].keys
    if columns[0].low is not None:
        steps = "".join(f"({column})<={k.high}?{n}:" for n, k in enumerate(columns[:-1]))
        column = f"{steps}{len(columns) - 1}"
    # An empty cell is beyond the last band of its row, whose value serves where play comes to it.
    cells: list[int] = []
    for r in table.axes[0].keys:
        last = 0
        for c in columns:
            value = table.value(r.id, c.id)
            last = last if value is None else number(value)
            cells.append(last)
    return _nth(cells, f"({row})*{len(columns)}+({column})")


def _matrix(table: Chart, row: str, column: str) -> str:
    ids, rows = table.axes[1].ids, table.axes[0].ids
    cells = [number(table.value(r, c)) if r in rows else 0 for r in ids for c in ids]
    return _nth(cells, f"({row})*{len(ids)}+({column})")


def _nth(values: Iterable[int], expression: str) -> str:
    """Return the n-th of some small numbers, as letters of a text."""
    letters = "".join(chr(109 + n) for n in values)
    return f'("{letters}".charAt({expression})-109)'


def _terrain(context: ModuleContext, table: Chart, column: str) -> str:
    steps = ""
    for key in table.axes[0].keys:
        terrain = context.series.terrain(key.id, "hex")
        raw = table.value(key.id, column)
        value = int(raw) if isinstance(raw, bool) else number(raw)
        if terrain is not None and value:
            name = plain(context.say(terrain.name)).replace(";", ",")
            steps += f'(TZone+",").startsWith("{name},")?{value}:'
    return f"({steps}0)"
