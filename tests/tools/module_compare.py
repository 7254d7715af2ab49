"""A check of a generated module beside what the charts say."""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.charts.model import AxisKey
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.module.checks import row_text
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.special_modifiers import SpecialModifier, special_modifiers
from jdgtools.model.module import CheckDef
from tests.tools.chart_resolution import Resolution
from tests.tools.module_situations import FIRES, Outcome, Situation, check_of, line_of, outcome
from tests.tools.module_table import ModuleTable

Touch = tuple[str, str, str]
"""Check, line and amount; or check, `words` or `instead`, and what they are."""


class Skip(Exception):
    """A situation that the charts leave open: a line on the border of two zones, fire out of range."""


def amounts(
    check: CheckDef, properties: dict[str, object], special: Sequence[SpecialModifier] = ()
) -> dict[str, int]:
    """Return line -> amount of the modifiers that a module has set, without zeros.

    Args:
        check: the check.
        properties: those of the table.
        special: modifiers of special rules, which are lines by their names.
    """
    lines: dict[str, int] = {}
    for n, modifier in enumerate(special, 1):
        amount = properties[f"Special{n}"]
        assert isinstance(amount, int)
        lines[modifier.name] = lines.get(modifier.name, 0) + amount
    for n in range(len(check.modifiers)):
        amount = properties[f"M{n + 1}"]
        assert isinstance(amount, int)
        line = line_of(check, n)
        lines[line] = lines.get(line, 0) + amount
    return {line: amount for line, amount in lines.items() if amount}


def result_words(made: BuildContext, check: CheckDef, out: Outcome) -> str:
    """Return the words of the row that the charts give."""
    assert made.charts is not None
    context = _context(made)
    if out.instead >= 0:
        return check.instead[out.instead][1].get("en")
    table = made.charts.get(check.chart)
    rows = next(a for a in table.axes if a.match == "range" or a.keys[0].low is not None)
    key = next(k for k in rows.keys if _covers(k, out.total, rows.keys))
    return row_text(context, check, table, {**out.keys, rows.id: key.id})


def _context(made: BuildContext) -> ModuleContext:
    return ModuleContext(made.battle, made.series.module, "en", hex_px=48, counter_px=40, charts=made.charts)


def compare(made: BuildContext, table: ModuleTable, situation: Situation) -> tuple[list[str], set[Touch]]:
    """Return how a module differs from the charts in a situation, and which lines and rows it touches.

    Raises:
        Skip: the charts leave the situation open.
    """
    check = check_of(made, situation.check)
    resolution = Resolution(made, situation.units)
    if check.target:
        zones = [resolution.zones_of(u) for u in resolution.group("attackers")]
        if any("edge" in z for z in zones):
            raise Skip
        if situation.check in FIRES and any(len(z) > 1 for z in zones):
            raise Skip
    weapon = resolution.acting.unit.front.get("weapon")
    if (
        situation.check == "fire"
        and weapon
        and resolution.range_modifier("TBL-FIRE-RANGE", str(weapon)) is None
    ):
        raise Skip
    out = outcome(made, situation)
    table.place(situation.units, situation.turn_text, situation.phase)
    if situation.scenario:
        ids = [s.id for s in made.battle.scenarios]
        table.globals["ScenarioNo"] = str(ids.index(situation.scenario) + 1)
    special = special_modifiers(_context(made), check)
    # The players know what the table has to ask them.
    table.fixed = {
        f"{check.id} rule {n} ask": "applies" if m.name in out.lines else "does not apply"
        for n, m in enumerate(special, 1)
    }
    properties = dict(table.run(situation.check, situation.die))
    said = str(properties["Said"])
    problems: list[str] = []
    if out.instead < 0:
        lines = amounts(check, properties, special)
        for line in sorted({*lines, *out.lines}):
            if lines.get(line, 0) != out.lines.get(line, 0):
                problems.append(
                    f"{line}: {lines.get(line, 0)} in the module, {out.lines.get(line, 0)} by charts"
                )
        if properties["Total"] != out.total:
            problems.append(f"total: {properties['Total']}, {out.total} by charts: {said}")
    words = ""
    if check.chart:
        words = result_words(made, check, out)
        if not said.removesuffix(f" – {check.passed.get('en')}" if check.passed else "").endswith(words):
            problems.append(f"words: {said!r} does not end with {words!r}")
    else:
        if properties["Rating"] != out.rating:
            problems.append(f"rating: {properties['Rating']} in the module, {out.rating} by the data")
        passed = out.total <= (out.rating or 0) or (check.zero_passes and situation.die == 0)
        if ("passed" in said) != passed:
            problems.append(f"words: {said!r}")
    touched = {(situation.check, line, str(amount)) for line, amount in out.lines.items()}
    results = {(situation.check, "words", words), (situation.check, "instead", str(out.instead))}
    return problems, touched | results


def _covers(key: AxisKey, total: int, keys: tuple[AxisKey, ...]) -> bool:
    low = key.low is None or key is keys[0] or total >= key.low
    return low and (key.high is None or key is keys[-1] or total <= key.high)
