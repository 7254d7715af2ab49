"""What forbids an attack over a step, as tables that expressions of the module read.

A ban is a movement class or an effect of the series (`derived.step_bans`), or the hexsides of a special rule.
Of every ban a table stands once in the module, in the button that looks up the target's hex: a letter a hex,
whose six bits say over which of the steps into the hex it holds. The fact `Ban_NAME` is the number of the
target's hex; `[ban NAME]` in an objection asks it for the step from a piece beside the target. Of units on
two hexes `[barred NAME]` asks for the steps ahead between halves; `Ban2_NAME` is that of the other half.
`[ban_from NAME]` asks for the step from the acting piece to any piece beside it, by a table of the steps out
of every hex: the fact `BanFrom_NAME` is the number of the acting piece's hex.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from jdgtools.exporters.module.command_lines import line_table
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.scenario_number import by_scenario
from jdgtools.exporters.module.zone_terms import sine
from jdgtools.hexgrid.coords import DIRECTIONS, opposite
from jdgtools.model.scenario import Scenario

_BAN = re.compile(r"\[(?:ban|barred) (\w+)\]")
_BARRED = re.compile(r"\[barred (\w+)\]")
_BAN_FROM = re.compile(r"\[ban_from (\w+)\]")
_ZERO = 192
"""Character that stands for 0: À; those up to ÿ are the 64 values of six bits."""
Place = tuple[str, str]
"""Expressions of a point of the map."""
_PIECE: Place = ("CurrentX", "CurrentY")
_TARGET_HALVES: tuple[Place, Place] = (("TX", "TY"), ("T2X", "T2Y"))
_ACTING: Place = ("AX", "AY")


def ban_facts(context: ModuleContext) -> tuple[tuple[str, str], ...]:
    """Return the facts of the bans that objections of the series ask for: name, expression."""
    text = " ".join(o.when for check in context.rules.checks for o in check.objections)
    of_halves = {*_BARRED.findall(text)}
    facts = []
    for name in dict.fromkeys(_BAN.findall(text)):
        tables = _tables_of_ban(context, name)
        facts.append(ban_fact(context, name, tables[:-1], tables[-1]))
        if name in of_halves and _has_halves(context):
            facts.append(ban_fact(context, name, tables[:-1], tables[-1], half=2))
    for name in dict.fromkeys(_BAN_FROM.findall(text)):
        values = [_value(context, t, _ACTING) for t in _tables_of_ban(context, name, leaving=True)]
        facts.append((f"BanFrom_{name}", by_scenario(context, values[:-1], values[-1])))
    return tuple(facts)


def ban_fact(
    context: ModuleContext, name: str, tables: list[str], table_of_empty_map: str, half: int = 1
) -> tuple[str, str]:
    """Return the fact of a ban: the bits of the target's hex.

    Args:
        context: the module.
        name: of the ban.
        tables: of the scenarios, '' for one in which it holds nowhere.
        table_of_empty_map: of the map on which anything is played.
        half: 2 = of the target's other half.
    """
    place = _TARGET_HALVES[half - 1]
    values = [_value(context, table, place) for table in (*tables, table_of_empty_map)]
    test = "TN==0" if half == 1 else "TW<2"
    return _fact_name(name, half), f"({test}?0:{by_scenario(context, values[:-1], values[-1])})"


def ban_test(context: ModuleContext, name: str) -> str:
    """Return whether a ban holds over the step from a piece to the target beside it; about pieces."""
    return _is_banned(context, _fact_name(name), _PIECE, _TARGET_HALVES[0])


def barred_test(context: ModuleContext, name: str) -> str:
    """Return whether a ban bars a piece from the target; about pieces.

    It holds over a step ahead between halves of the two, and there is no half of the target to which every
    half of the piece has a step ahead over which it does not hold.
    """
    right = f"CurrentX+{context.hex_px}*{sine('Facing_Degrees', 3)}/30"
    down = f"CurrentY+{context.hex_px}*{sine('Facing_Degrees')}/30"
    halves = [("", _PIECE), ("w_hexes>1&&", (right, down))][: 1 + _has_halves(context)]
    forbidden_steps, lawful_halves = [], []
    for half, target in enumerate(_TARGET_HALVES[: len(halves)], 1):
        there = "TW>1&&" * (half - 1)
        steps = []
        for if_there, piece in halves:
            ahead = _is_ahead(context, piece, target)
            bans = _is_banned(context, _fact_name(name, half), piece, target)
            forbidden_steps.append(f"({if_there}{there}{ahead}&&{bans})")
            steps.append(f"({'w_hexes<2||' if if_there else ''}{ahead}&&!{bans})")
        lawful_halves.append(f"({there}{'&&'.join(steps)})")
    return f"(({'||'.join(forbidden_steps)})&&!({'||'.join(lawful_halves)}))".replace('"', '\\"')


def ban_from_test(context: ModuleContext, name: str) -> str:
    """Return whether a ban holds over the step from the acting piece to one beside it; about pieces."""
    return _is_banned(context, f"BanFrom_{name}", _PIECE, _ACTING)


def table_of_steps(context: ModuleContext, steps: Collection[int], leaving: bool = False) -> str:
    """Return the letters of some steps (6 * hex + direction) for `hex_letter`, '' for no step.

    Args:
        context: the module.
        steps: the steps.
        leaving: whether a hex has the bits of the steps out of it instead of those into it.
    """
    bits: dict[int, int] = {}
    for step in sorted(steps):
        origin, direction = divmod(step, 6)
        target = context.layout.grid.neighbour(origin, direction) if context.layout is not None else None
        if target is not None and leaving:
            bits[origin] = bits.get(origin, 0) | 1 << direction
        elif target is not None:
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


def _tables_of_ban(context: ModuleContext, name: str, leaving: bool = False) -> list[str]:
    """Return the tables of a ban: of every scenario, and of the map on which anything is played."""
    return [_table_of_ban(context, name, s, leaving) for s in (*context.battle.scenarios, None)]


def _value(context: ModuleContext, table: str, place: Place) -> str:
    """Return an expression of the value of a hex in a table, which may be empty."""
    return hex_letter(context, f'"{table}"', *place) if table else "0"


def _table_of_ban(context: ModuleContext, name: str, scenario: Scenario | None, leaving: bool) -> str:
    if context.banned_steps is None or context.battle.map is None:
        return ""
    battle, banned_steps = context.battle.in_scenario(scenario), context.banned_steps
    rules = (scenario.options, scenario.special_rules) if scenario is not None else ()
    inputs = (name, battle.series, battle.map, battle.options, context.charts, rules, leaving)

    def make() -> bytes:
        return table_of_steps(context, banned_steps(name, scenario), leaving).encode("utf-8")

    return context.get_or_make("step bans", inputs, make).decode("utf-8")


def _fact_name(name: str, half: int = 1) -> str:
    return f"Ban_{name}" if half == 1 else f"Ban2_{name}"


def _has_halves(context: ModuleContext) -> bool:
    return any(u.footprint > 1 for u in context.battle.units)


def _is_banned(context: ModuleContext, fact: str, piece: Place, target: Place) -> str:
    """Return whether the bits of a hex hold for the direction in which a piece lies."""
    return f"({fact}>0&&{fact}/{_bit_of_piece(context, piece, target)}%2==1)"


def _is_ahead(context: ModuleContext, piece: Place, target: Place) -> str:
    """Return whether a place beside that of a piece is a front hex of one that faces a corner."""
    x, y = (f"({t}-({p}))" for p, t in zip(piece, target, strict=True))
    size = context.hex_px
    forward = f"{x}*{sine('Facing_Degrees')}-{y}*{sine('Facing_Degrees', 3)}"
    return f"{x}*{x}+{y}*{y}<{2 * size * size}&&{forward}>{12 * size}"


def _bit_of_piece(context: ModuleContext, piece: Place, target: Place) -> str:
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
        across, down = (f"({p}-{t})" for p, t in zip(piece, target, strict=True))
        steps += f"{across}*{dx}+{down}*{dy}>{nearest}?{1 << direction}:"
    return f"({steps}32)"
