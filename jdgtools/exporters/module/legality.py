"""The line of the chat that says before a result what the rules would not allow, and why.

A series declares objections to its checks, as data (`model.module.Objection` in `CheckDef.objections`): a
kind, a condition that is true when the action is not allowed, a short text in every language of the series
and the statement that it rests on. When a player gives the command, the table works out the facts, says one
line with all objections that hold, and goes on: it asks for modifiers, rolls, says the result. The player
may close the question; then nothing is rolled. When no objection holds nothing is said.

A condition is an expression as those of modifiers (`model.module_terms`), in which these facts may stand
as well: `TN` (1 with a marked target), `Dist`, `ASide` and `TSide` (numbers of the sides of the acting
piece and the target), `APos` and `TPos` (their places in their stacks, 1 = on top), `AArm`, `Seen` (1 when
terrain lets the target's hex be seen, within the reach of sight `SightReach`); a text says `{Dist}` for a
fact. These terms are replaced first:

- `[acting_cone]`: the target lies in the front cone of the acting piece, at any distance.
- `[acting_rear]`: the target lies in the cone opposite, which is as wide.
- `[piece_cone]`, in a function about pieces: the target lies in the front cone of that piece.
- `[piece_ahead]`, in such a function: the target lies straight ahead of the piece.
- `[ban NAME]`, in such a function: an attack over its step to the target is forbidden (`bans`);
  `[barred NAME]`: over steps ahead between halves of both, so that it may not attack the target;
  `[ban_from NAME]`: over the step from the acting piece to that piece beside it.
- `[beside_target]`, `[beside_acting]`, in such a function: the piece is adjacent to the other's hex.
- `[over_acting]`, in such a function: the piece, or a half of it, lies in the acting piece's hex.
- `[in_acting_front]`, in such a function: the piece is adjacent to the acting piece and in its front.
- `[enemies_beside]`, `[enemies_in_front]`: number of enemy units adjacent to the acting piece, and of
  those in its front hexes.
- `[between]`: number of units that stand on the line from the acting piece to the target.
- `[along]`: units on both sides block that line where it runs along a hexside (`unit_lines`).
- `[hidden ARM …]`: units of these arms, `enemy_ARM` = those of the other side alone, stand on every line from
  a half of the acting unit to one of the target; facts `A2X`, `T2X` … are right halves, `AW`, `TW` hexes.
- `[hidden_along ARM …]`: the same, with lines that they block along a hexside.
- `[over_dead_ground]`: every such line runs over ground through which reactions do not go.
- `[hidden_or_dead ARM …]`: every one does, or is hidden, or hidden along a hexside; false on a map without
  such ground.
- `[flag night]`: the turn has the flag.
- `[own_terrain CHART column]`: as `[terrain …]`, for the hex of the acting piece; `[piece_terrain …]`, in a
  function about pieces, for that of the piece.

What is over after an action is declared with it: `CheckDef.spends` names, for the pieces that took part, a
state axis of two values (a gun has fired) or a mark, 1 until the activation ends (a unit was attacked),
which conditions read by its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from jdgtools.exporters.module.bans import ban_from_test, ban_test, barred_test
from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.module_context import ModuleContext, ctrl, plain
from jdgtools.exporters.module.sight_table import sight_facts
from jdgtools.exporters.module.special_objections import special_objections
from jdgtools.exporters.module.terms import flag_test, resolve
from jdgtools.exporters.module.unit_lines import (
    along,
    between,
    is_hidden,
    is_hidden_or_dead,
    is_over_dead_ground,
)
from jdgtools.exporters.module.zone_terms import (
    acting_cone,
    acting_rear,
    beside_acting,
    beside_target,
    in_acting_cone,
    over_acting,
    piece_ahead,
    piece_cone,
)
from jdgtools.model.definition import StateAxis
from jdgtools.model.module import CheckDef, Objection
from jdgtools.vassal.build import make
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import DynamicProperty, Trait

_TERM = re.compile(r"\[(\w+)((?: [\w-]+)*)\]")
_SAY = Key.named("say what is not allowed")
_REASONS = 'GetString("Reasons")'


def legality_facts(context: ModuleContext) -> tuple[tuple[str, str], ...]:
    """Return the facts that conditions of objections use beside those of all checks: name, expression."""
    sums = (
        ("ASide", "SideNo", "Acting==1"),
        ("TSide", "SideNo", "Role==3"),
        ("AArm", "ArmNo", "Acting==1"),
        ("APos", "StackPos", "Acting==1"),
        ("TPos", "StackPos", "Role==3"),
    )
    facts = [(name, f'SumMap("{prop}","[map]","{{{who}}}")') for name, prop, who in sums]
    return (*facts, *sight_facts(context))


def objection_tests(context: ModuleContext, check: CheckDef) -> list[tuple[str, str, str]]:
    """Return all objections to a check: condition with its own terms replaced, text, what it rests on."""
    of_series = [(o.when, _text(context, o), o.rule) for o in check.objections]
    special = special_objections(context, check)
    forbidden = f'"{plain(context.words("special_rule_forbids"))}"'
    rules = [(o.when, forbidden, o.title) for o in special]
    return [(_replace_terms(context, when), text, rule) for when, text, rule in (*of_series, *rules)]


def fact_words(context: ModuleContext, check: CheckDef) -> str:
    """Return a text in which every fact stands that the objections to a check use."""
    tests = (test for test, _, _ in objection_tests(context, check))
    return " ".join([*tests, *(context.say(o.text) for o in check.objections)])


def legality_steps(context: ModuleContext, check: CheckDef, table: Globals) -> list[Key]:
    """Return the commands that work out and say the line of a check; none for a check without objections."""
    objections = objection_tests(context, check)
    if not objections:
        return []
    name = plain(context.say(check.name))
    between = context.semicolon
    parts = [f'(({test})?"{between}"+{text}+" ({rule})":"")' for test, text, rule in objections]
    text = f'"{name}{context.colon}{context.words("not_allowed")}"'
    reasons = resolve(context, "+".join(parts).replace("[map]", plain(context.words("map"))))
    reset = table.set("Reasons", f"{check.id} reasons", f"{{{reasons}}}")
    words = f"{text}+{_REASONS}.substring({len(between) - 1})"
    sentence = table.set("Unlawful", f"{check.id} legality", f'{{{_REASONS}.equals("")?"":{words}}}')
    return [reset, sentence, _SAY]


def legality_tools(context: ModuleContext, table: Globals) -> list[Component]:
    """Return what the steps press, and what gives and takes back the marks of pieces that took part."""
    if not any(c.objections for c in context.rules.checks):
        return []
    table.add("Actor", "")
    table.add("AZone", "")
    says = '{GetString("Unlawful").equals("")?"":Actor+" – "+Unlawful}'
    tools = [do_actions(_SAY, [], doReport=True, reportFormat=says)]
    for check in context.rules.checks:
        for n, spend in enumerate(check.spends):
            axis = context.series.axis(spend.name)
            spend_key = _spend_key(spend.name) if axis is None else axis_key(context, axis)
            state = f"{spend.name}==0" if axis is None else f"{spend.name}==1"
            who = resolve(context, _replace_terms(context, spend.who))
            tools.append(_send(spend_step(check, n), spend_key, f"{{{state}&&({who})}}"))
    tools += [_send(renew_step(mark), _renew_key(mark), f"{{{mark}==1}}") for mark in marks(context)]
    return tools


def marks(context: ModuleContext) -> tuple[str, ...]:
    """Return the marks of units that took part in something, beside the states of the series."""
    names = (s.name for c in context.rules.checks for s in c.spends)
    return tuple(dict.fromkeys(n for n in names if context.series.axis(n) is None))


def mark_traits(context: ModuleContext) -> list[Trait]:
    """Return the marks as properties of a unit."""
    return [
        DynamicProperty(
            mark,
            Constraints(True, 0, 1, False),
            (
                PropertyCommand("", _spend_key(mark), PropertyChange("P", "1")),
                PropertyCommand("", _renew_key(mark), PropertyChange("P", "0")),
            ),
            value="0",
        )
        for mark in marks(context)
    ]


def spend_step(check: CheckDef, n: int) -> Key:
    """Return the command that gives the n-th mark of a check to the pieces that took part."""
    return Key.named(f"{check.id} spends {n}")


def renew_step(mark: str) -> Key:
    """Return the command that takes a mark from all pieces."""
    return Key.named(f"all renew {mark}")


def axis_key(context: ModuleContext, axis: StateAxis) -> Key:
    """Return the command of a piece that changes a state of two values."""
    shortcut = next((s for s in context.rules.shortcuts if s.axis == axis.id), None)
    return ctrl(shortcut.letter, shortcut.shift) if shortcut else Key.named(f"{axis.id} toggle")


def _spend_key(mark: str) -> Key:
    return Key.named(f"spend {mark}")


def _renew_key(mark: str) -> Key:
    return Key.named(f"renew {mark}")


def _send(key: Key, key_to_send: Key, filter_: str) -> Component:
    return make(
        "GlobalKeyCommand",
        {
            "name": key.name,
            "tooltip": key.name,
            "buttonText": "",
            "buttonHotkey": key,
            "hotkey": key_to_send,
            "filter": filter_,
            "reportSingle": True,
            "singleMap": False,
            "deckCount": "0",
        },
    )


def _text(context: ModuleContext, objection: Objection) -> str:
    """Return an expression of the text of an objection, with the facts that stand in it."""
    parts = re.split(r"\{(\w+)\}", context.say(objection.text))
    return "+".join(part if n % 2 else f'"{plain(part)}"' for n, part in enumerate(parts) if part)


def _replace_terms(context: ModuleContext, text: str) -> str:
    while (match := next((m for m in _TERM.finditer(text) if m[1] in _TERMS), None)) is not None:
        words = match[2].split()
        text = text[: match.start()] + _TERMS[match[1]](context, *words) + text[match.end() :]
    return text


def _enemies(context: ModuleContext) -> str:
    return f'CountMap("[map]","{{Unit==1&&SideNo!=ASide&&{beside_acting(context)}}}")'


def _enemies_in_front(context: ModuleContext) -> str:
    return f'CountMap("[map]","{{Unit==1&&SideNo!=ASide&&{_in_acting_front(context)}}}")'


def _in_acting_front(context: ModuleContext) -> str:
    return f"{beside_acting(context)}&&{in_acting_cone(context)}"


def _flag(context: ModuleContext, flag: str) -> str:
    return flag_test(context, flag)


def _own_terrain(context: ModuleContext, chart: str, column: str) -> str:
    return resolve(context, f"[terrain {chart} {column}]").replace("TZone", "AZone")


def _piece_terrain(context: ModuleContext, chart: str, column: str) -> str:
    text = resolve(context, f"[terrain {chart} {column}]").replace("TZone", "CurrentZone")
    return text.replace('"', '\\"')


_TERMS: dict[str, Callable[..., str]] = {
    "acting_cone": acting_cone,
    "acting_rear": acting_rear,
    "piece_cone": piece_cone,
    "piece_ahead": piece_ahead,
    "ban": ban_test,
    "ban_from": ban_from_test,
    "barred": barred_test,
    "beside_target": beside_target,
    "beside_acting": beside_acting,
    "over_acting": over_acting,
    "in_acting_front": _in_acting_front,
    "enemies_beside": _enemies,
    "enemies_in_front": _enemies_in_front,
    "between": between,
    "along": along,
    "hidden": is_hidden,
    "hidden_along": partial(is_hidden, with_ties=True),
    "hidden_or_dead": is_hidden_or_dead,
    "over_dead_ground": is_over_dead_ground,
    "flag": _flag,
    "own_terrain": _own_terrain,
    "piece_terrain": _piece_terrain,
}
