"""Checks and charts as commands of a piece: roll, known modifiers, a question for the rest, the result.

A check against a rating passes when the roll with its modifiers does not exceed the rating in force.
A check with a chart looks the total up and says the row's result. Both name the unit, the hex, the
roll and every sum in one line.
"""

from __future__ import annotations

from jdgtools.charts import Chart
from jdgtools.charts.words import NOTHING, cell_text
from jdgtools.exporters.module.kit import Kit, ctrl, plain
from jdgtools.model.definition import StateAxis
from jdgtools.model.module import CheckDef, CheckModifier
from jdgtools.vassal.codecs import Change, Constraints, PropertyCommand
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import Calculated, DynamicProperty, Report, Trait, Trigger

TURN = '(""+Turn)'
"""Text of the current turn; a bare number would have no text functions."""


def check_block(kit: Kit, check: CheckDef, who: str) -> list[Trait]:
    """Return the traits of a check."""
    w = kit.words
    die = kit.series.dice[0]
    i = check.id
    name = plain(kit.say(check.name))
    zero, ask, roll, tell = (Key.named(f"{i} {step}") for step in ("zero", "ask", "roll", "tell"))
    key = ctrl(check.letter, True) if check.letter else Key.named(i)
    question = plain(kit.say(check.ask) if check.ask else w("modifiers"))
    low = f"{die.low - 1:+d}" if die.low != 1 else ""
    allowed = _allowed(kit, check)
    found: list[Trait] = [Report((tell,), _report(kit, check, who, name))]
    plain_roll = not check.chart
    if plain_roll:
        found.append(Trigger(name=i, menu=name, key=key, filter=allowed, actions=(zero, roll, tell)))
    found.append(
        Trigger(
            name=f"{i} with modifiers",
            menu=f"{name}: {w('with_modifiers')}" if plain_roll else name,
            key=Key.named(f"{i} modified") if plain_roll else key,
            filter=allowed,
            actions=(zero, ask, roll, tell),
        )
    )
    sign = "-" if check.subtract else "+"
    added = f"+r_{check.field}_now" if check.chart and check.field else ""
    found += [
        Calculated(f"{i}_result", _result(kit, check)),
        Calculated(f"{i}_total", f"{{{i}_roll{added}+{i}_drm}}"),
        Calculated(f"{i}_drm", f"{{0{_known(kit, check)}{sign}{i}_asked}}"),
        DynamicProperty(
            f"{i}_roll",
            Constraints(True, die.low, die.high, False),
            (PropertyCommand("", roll, Change("P", f"{{Random({die.high - die.low + 1}){low}}}")),),
            value=str(die.low),
        ),
        DynamicProperty(
            f"{i}_asked",
            Constraints(True, -20, 20, False),
            (
                PropertyCommand("", zero, Change("P", "0")),
                PropertyCommand("", ask, Change("R", f"{name}: {question}")),
            ),
            value="0",
        ),
    ]
    return found


def _report(kit: Kit, check: CheckDef, who: str, name: str) -> str:
    i, w = check.id, kit.words
    place = "" if check.on == "activation" else " $location$"
    rolled = f"{who}{place}: {name}, {w('rolls')} ${i}_roll$"
    if check.chart:
        strength = f", {_field_name(kit, check)} $r_{check.field}_now$" if check.field else ""
        return f"{rolled}{strength}, {w('modifiers')} ${i}_drm$, {w('total')} ${i}_total$: ${i}_result$"
    return (
        f"{rolled}, {w('modifiers')} ${i}_drm$, {w('total')} ${i}_total$ {w('against')} "
        f"$r_{check.field}_now$: ${i}_result$"
    )


def _field_name(kit: Kit, check: CheckDef) -> str:
    field = kit.series.unit_field(check.field)
    return plain(kit.say(field.name)) if field else check.field


def _result(kit: Kit, check: CheckDef) -> str:
    i, w = check.id, kit.words
    if not check.chart:
        passed, failed = (plain(kit.say(t)) if t else "" for t in (check.passed, check.failed))
        yes = f"{w('passed')} – {passed}" if passed else w("passed")
        no = f"{w('failed')} – {failed}" if failed else w("failed")
        lucky = f"{i}_roll==0||" if check.zero_passes else ""
        return f'{{{lucky}{i}_total<=r_{check.field}_now?"{yes}":"{no}"}}'
    chart = kit.charts.get(check.chart) if kit.charts is not None else None
    if chart is None:
        return '{""}'
    steps = ""
    last = ""
    for key in chart.axes[0].keys:
        text = plain(_row(kit, chart, key.id))
        if key.high is not None:
            steps += f'{i}_total<={key.high}?"{text}":'
        else:
            last = text
    return f'{{{steps}"{last}"}}'


def _row(kit: Kit, chart: Chart, row: str) -> str:
    """What a row says: its only cell, or every cell that is not empty with its column's name."""
    if len(chart.axes) == 1:
        text = cell_text(chart, (row,), kit.language)
        return kit.words("no_effect") if text == NOTHING else text
    parts = []
    for column in chart.axes[1].keys:
        text = cell_text(chart, (row, column.id), kit.language)
        if text != NOTHING:
            parts.append(f"{column.label.get(kit.language)} {text}")
    return "; ".join(parts) or kit.words("no_effect")


def _known(kit: Kit, check: CheckDef) -> str:
    """The sum of the modifiers that the piece and the turn track know."""
    found = ""
    for m in check.modifiers:
        amount = str(_amount(kit, m)) if m.rating is None else f"r_{check.field}_now-{m.rating}"
        condition = _condition(kit, m)
        if amount != "0" and condition:
            found += f"+({condition}?{amount}:0)"
    return found


def _amount(kit: Kit, m: CheckModifier) -> int:
    if not m.cell:
        return m.amount
    chart, *keys = m.cell
    value = kit.charts.get(chart).value(*keys) if kit.charts is not None else None
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _condition(kit: Kit, m: CheckModifier) -> str:
    parts = []
    axis = kit.series.axis(m.axis) if m.axis else None
    if axis is not None:
        parts.append(f"{axis.id}=={_number(axis, m.value)}")
    parts += [flag_test(kit, f) for f in (m.flag,) if f]
    parts += [f"!{flag_test(kit, f)}" for f in (m.unless,) if f]
    return "&&".join(parts)


def flag_test(kit: Kit, flag: str) -> str:
    """Return an expression that is true in turns with a flag (night, fog)."""
    name = next((kit.say(t) for f, t in kit.series.turn_flags if f == flag), flag)
    return f'{TURN}.contains("{plain(name)}")'


def _allowed(kit: Kit, check: CheckDef) -> str:
    axis = kit.series.axis(check.when[0]) if check.when else None
    if axis is None:
        return ""
    return "{" + "||".join(f"{axis.id}=={_number(axis, v)}" for v in check.when[1:]) + "}"


def _number(axis: StateAxis, value: str) -> int:
    return [v.id for v in axis.values].index(value) + 1
