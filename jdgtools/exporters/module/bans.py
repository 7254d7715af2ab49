"""What forbids an attack over a step, as tables that expressions of the module read.

A ban is a movement class or an effect of the series (`derived.step_bans`), or the hexsides of a special rule.
Of every ban a table stands once in the module, in the button that looks up the target's hex: a letter a hex,
whose six bits say over which of the steps into the hex it holds. The fact `Ban_NAME` is the number of the
target's hex; `[ban NAME]` in an objection asks it for the step from a piece beside the target.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from jdgtools.exporters.module.command_lines import line_table
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.scenario_number import by_scenario
from jdgtools.hexgrid.coords import DIRECTIONS, opposite
from jdgtools.model.scenario import Scenario

_BAN = re.compile(r"\[ban (\w+)\]")
_ZERO = 192
"""Character that stands for 0: À; those up to ÿ are the 64 values of six bits."""


def ban_facts(context: ModuleContext) -> tuple[tuple[str, str], ...]:
    """Return the facts of the bans that objections of the series ask for: name, expression."""
    texts = (o.when for check in context.rules.checks for o in check.objections)
    names = dict.fromkeys(name for text in texts for name in _BAN.findall(text))
    return tuple(
        ban_fact(
            context,
            name,
            [_table_of_ban(context, name, scenario) for scenario in context.battle.scenarios],
            _table_of_ban(context, name, None),
        )
        for name in names
    )


def ban_fact(
    context: ModuleContext, name: str, tables: list[str], table_of_empty_map: str
) -> tuple[str, str]:
    """Return the fact of a ban: the bits of the target's hex.

    Args:
        context: the module.
        name: of the ban.
        tables: of the scenarios, '' for one in which it holds nowhere.
        table_of_empty_map: of the map on which anything is played.
    """
    values = [hex_letter(context, f'"{t}"', "TX", "TY") if t else "0" for t in (*tables, table_of_empty_map)]
    return f"Ban_{name}", f"(TN==0?0:{by_scenario(context, values[:-1], values[-1])})"


def ban_test(context: ModuleContext, name: str) -> str:
    """Return whether a ban holds over the step from a piece to the target beside it; about pieces."""
    return f"(Ban_{name}>0&&Ban_{name}/{_bit_of_piece(context)}%2==1)"


def table_of_steps(context: ModuleContext, steps: Collection[int]) -> str:
    """Return the letters of some steps (6 * hex + direction) for `hex_letter`, '' for no step."""
    bits: dict[int, int] = {}
    for step in sorted(steps):
        origin, direction = divmod(step, 6)
        target = context.layout.grid.neighbour(origin, direction) if context.layout is not None else None
        if target is not None:
            bits[target] = bits.get(target, 0) | 1 << opposite(direction)
    return table_of_hexes(context, bits)


def table_of_hexes(context: ModuleContext, values: Mapping[int, int]) -> str:
    """Return a text with a letter for every hex, its value of 0 to 63; '' where all are 0."""
    lines = line_table(context)
    if lines is None or not any(values.values()):
        return ""
    letters = [chr(_ZERO)] * (1 + max(lines.number(i) // 2 for i in lines.grid.grid.hexes))
    for index, value in values.items():
        letters[lines.number(index) // 2] = chr(_ZERO + value)
    return "".join(letters)


def hex_letter(context: ModuleContext, table: str, x: str, y: str) -> str:
    """Return an expression of the value of the hex around a point in such a text, itself an expression."""
    lines = line_table(context)
    return "0" if lines is None else f"({table}.charAt({lines.number_at(x, y)}/2)-{_ZERO})"


def _table_of_ban(context: ModuleContext, name: str, scenario: Scenario | None) -> str:
    if context.banned_steps is None or context.battle.map is None:
        return ""
    battle, banned_steps = context.battle.in_scenario(scenario), context.banned_steps
    rules = (scenario.options, scenario.special_rules) if scenario is not None else ()
    inputs = (name, battle.map, battle.options, context.charts, rules)
    return context.get_or_make(
        "step bans", inputs, lambda: table_of_steps(context, banned_steps(name, scenario)).encode("utf-8")
    ).decode("utf-8")


def _bit_of_piece(context: ModuleContext) -> str:
    """Return 1, 2, 4 … 32 for the direction in which a piece lies, seen from the target beside it."""
    layout = context.layout
    if layout is None:
        return "1"
    here = layout.centre(0)
    steps = ""
    for direction, cube in enumerate(DIRECTIONS[:5]):
        x, y = layout.centre_of(layout.grid.cube(0) + cube)
        dx, dy = round(x - here[0]), round(y - here[1])
        nearest = 3 * (dx * dx + dy * dy) // 4
        steps += f"(CurrentX-TX)*{dx}+(CurrentY-TY)*{dy}>{nearest}?{1 << direction}:"
    return f"({steps}32)"
