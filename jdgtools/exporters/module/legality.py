"""The line of the chat that says before a result what the rules would not allow, and why.

A series declares objections to its checks, as data (`model.module.Objection` in `CheckDef.objections`): a
kind, a condition that is true when the action is not allowed, a short text in every language of the series
and the statement that it rests on. When a player gives the command, the table works out the facts, says one
line with all objections that hold, and goes on: it asks for modifiers, rolls, says the result. The player
may close the question; then nothing is rolled. When no objection holds nothing is said.

A condition is an expression as those of modifiers (`model.module_terms`), in which these facts may stand
as well: `TN` (1 with a marked target), `Dist`, `ASide` and `TSide` (numbers of the sides of the acting
piece and the target), `AArm`, `Seen` (1 when terrain lets the target's hex be seen, within the reach of sight
`SightReach`); a text says `{Dist}` for a fact. These terms are replaced first:

- `[acting_cone]`: the target lies in the front cone of the acting piece, at any distance.
- `[acting_rear]`: the target lies in the cone opposite, which is as wide.
- `[piece_cone]`, in a function about pieces: the target lies in the front cone of that piece.
- `[beside_target]`, `[beside_acting]`, in such a function: the piece is adjacent to the other's hex.
- `[enemies_beside]`, `[enemies_in_front]`: number of enemy units adjacent to the acting piece, and of
  those in its front hexes.
- `[between]`: number of units that stand on the line from the acting piece to the target.
- `[hidden ARM …]`: units of these arms, `enemy_ARM` = those of the other side alone, stand on every line from
  a half of the acting unit to one of the target; facts `A2X`, `T2X` … are right halves, `AW`, `TW` hexes.
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

from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.module_context import ModuleContext, ctrl, plain
from jdgtools.exporters.module.sight_table import sight_facts
from jdgtools.exporters.module.terms import flag_test, resolve
from jdgtools.exporters.module.zone_terms import sine
from jdgtools.model.definition import StateAxis
from jdgtools.model.module import CheckDef, Objection
from jdgtools.vassal.build import make
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import DynamicProperty, Trait

_SINES = (0, 15, 26, 30, 26, 15, 0, -15, -26, -30, -26, -15)
"""Thirty times the sine of 0, 30, … 330 degrees: 15 to 26 is nearer to the truth than 5 to 9."""
_TERM = re.compile(r"\[(\w+)((?: [\w-]+)*)\]")
_SAY = Key.named("say what is not allowed")
_REASONS = 'GetString("Reasons")'


def legality_facts(context: ModuleContext) -> tuple[tuple[str, str], ...]:
    """Return the facts that conditions of objections use beside those of all checks: name, expression."""
    sums = (
        ("ASide", "SideNo", "Acting==1"),
        ("TSide", "SideNo", "Role==3"),
        ("AArm", "ArmNo", "Acting==1"),
    )
    facts = [(name, f'SumMap("{prop}","[map]","{{{who}}}")') for name, prop, who in sums]
    return (*facts, *sight_facts(context))


def objection_tests(context: ModuleContext, check: CheckDef) -> list[tuple[str, Objection]]:
    """Return the condition of every objection to a check, its own terms replaced."""
    return [(_replace_terms(context, o.when), o) for o in check.objections]


def fact_words(context: ModuleContext, check: CheckDef) -> str:
    """Return a text in which every fact stands that the objections to a check use."""
    texts = [test for test, _ in objection_tests(context, check)]
    return " ".join([*texts, *(context.say(o.text) for o in check.objections)])


def legality_steps(context: ModuleContext, check: CheckDef, table: Globals) -> list[Key]:
    """Return the commands that work out and say the line of a check; none for a check without objections."""
    if not check.objections:
        return []
    name = plain(context.say(check.name))
    parts = [
        f'(({test})?"; "+{_text(context, o)}+" ({o.rule})":"")' for test, o in objection_tests(context, check)
    ]
    text = f'"{name}{context.colon}{context.words("not_allowed")}"'
    reasons = resolve(context, "+".join(parts).replace("[map]", plain(context.words("map"))))
    reset = table.set("Reasons", f"{check.id} reasons", f"{{{reasons}}}")
    sentence = table.set(
        "Unlawful", f"{check.id} legality", f'{{{_REASONS}.equals("")?"":{text}+{_REASONS}.substring(1)}}'
    )
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


def _acting_cone(context: ModuleContext) -> str:
    return _cone(context, ("AX", "AY", "AF", "AArm"), ("TX", "TY"))


def _acting_rear(context: ModuleContext) -> str:
    return _sector(context, context.rules.front, ("AX", "AY", "AF", "AArm"), ("TX", "TY"), behind=True)


def _piece_cone(context: ModuleContext) -> str:
    return _cone(context, ("CurrentX", "CurrentY", "Facing_Degrees", "ArmNo"), ("TX", "TY"))


def _next_to(context: ModuleContext, x: str, y: str) -> str:
    square = f"((CurrentX-{x})*(CurrentX-{x})+(CurrentY-{y})*(CurrentY-{y}))"
    size = context.hex_px * context.hex_px
    return f"({square}>{size // 4}&&{square}<{size * 7 // 4})"


def beside_acting(context: ModuleContext) -> str:
    """Return whether a piece is adjacent to the hex of the acting piece."""
    return _next_to(context, "AX", "AY")


def _enemies(context: ModuleContext, where: str = "") -> str:
    adjacent = beside_acting(context)
    return f'CountMap("[map]","{{Unit==1&&SideNo!=ASide&&{adjacent}{where}}}")'


def _enemies_in_front(context: ModuleContext) -> str:
    cone = _cone(context, ("AX", "AY", "AF", "AArm"), ("CurrentX", "CurrentY"))
    return _enemies(context, f"&&{cone}")


def _between(context: ModuleContext) -> str:
    """Return the number of units whose hex the line from the acting piece to the target crosses."""
    here = ("CurrentX", "CurrentY")
    return f'CountMap("[map]","{{Unit==1&&{_on_line(context, here, ("AX", "AY"), ("TX", "TY"))}}}")'


def _is_hidden(context: ModuleContext, *arms: str) -> str:
    """Return whether units of some arms stand on every line from half to half of the units that take part."""
    kinds = []
    for word in arms:
        arm = word.removeprefix("enemy_")
        kinds.append(f"ArmNo=={context.arm_numbers[arm]}" + ("" if arm == word else "&&SideNo!=ASide"))
    who = f"Unit==1&&!(Acting==1)&&!(Role==3)&&({'||'.join(kinds)})"
    step = context.hex_px
    left = ("CurrentX", "CurrentY")
    right = tuple(
        f"({at}+{step}*{sine('Facing_Degrees', turn)}/30)" for at, turn in zip(left, (3, 0), strict=True)
    )
    tests = []
    for start in ("A", "A2"):
        for end in ("T", "T2"):
            line = ((f"{start}X", f"{start}Y"), (f"{end}X", f"{end}Y"))
            on = f"({_on_line(context, left, *line)}||w_hexes>1&&{_on_line(context, right, *line)})"
            absent = "".join(f"{half[0]}W<2||" for half in (start, end) if half.endswith("2"))
            test_in_quotes = f"{who}&&{on}".replace('"', '\\"')
            tests.append(f'({absent}CountMap("[map]","{{{test_in_quotes}}}")>0)')
    return f"({'&&'.join(tests)})"


def _on_line(
    context: ModuleContext, place: tuple[str, ...], start: tuple[str, str], end: tuple[str, str]
) -> str:
    """Return whether a line crosses the hex around a place that lies between its ends."""
    (ax, ay), (tx, ty), (x, y) = start, end, place
    along = f"(({x}-{ax})*({tx}-{ax})+({y}-{ay})*({ty}-{ay}))"
    length = f"(({tx}-{ax})*({tx}-{ax})+({ty}-{ay})*({ty}-{ay}))"
    across = f"(({x}-{ax})*({ty}-{ay})-({y}-{ay})*({tx}-{ax}))"
    grid = context.battle.map.grid if context.battle.map else None
    # Distance from the line of the corners of a hex that lies on it, times its length.
    first, second = f"({ty}-{ay})", f"({tx}-{ax})"
    if grid is not None and grid.orientation != "flat":
        first, second = second, first
    size = context.hex_px
    widest = [f"{size}*577*{first}"] + [f"{size}*(289*{first}{sign}500*{second})" for sign in "+-"]
    # A hex that the line only touches at a corner or along a side is not crossed.
    # Decimals: whole numbers of 32 bits overflow at a length of a few hexes.
    tests = [f"Math.abs({across}*1000.0)<Math.abs({w})*0.97" for w in widest]
    return f"{along}>0&&{along}<{length}&&({'||'.join(tests)})"


def _flag(context: ModuleContext, flag: str) -> str:
    return flag_test(context, flag)


def _own_terrain(context: ModuleContext, chart: str, column: str) -> str:
    return resolve(context, f"[terrain {chart} {column}]").replace("TZone", "AZone")


def _piece_terrain(context: ModuleContext, chart: str, column: str) -> str:
    text = resolve(context, f"[terrain {chart} {column}]").replace("TZone", "CurrentZone")
    return text.replace('"', '\\"')


_TERMS: dict[str, Callable[..., str]] = {
    "acting_cone": _acting_cone,
    "acting_rear": _acting_rear,
    "piece_cone": _piece_cone,
    "beside_target": lambda context: _next_to(context, "TX", "TY"),
    "beside_acting": beside_acting,
    "enemies_beside": _enemies,
    "enemies_in_front": _enemies_in_front,
    "between": _between,
    "hidden": _is_hidden,
    "flag": _flag,
    "own_terrain": _own_terrain,
    "piece_terrain": _piece_terrain,
}


def _cone(context: ModuleContext, origin: tuple[str, str, str, str], point: tuple[str, str]) -> str:
    """Return whether a point lies in the front cone of a piece, of as many front hexes as its arm has."""
    text = _sector(context, context.rules.front, origin, point)
    for arm, front in context.rules.fronts:
        if front != context.rules.front:
            other = _sector(context, front, origin, point)
            text = f"({origin[3]}=={context.arm_numbers[arm]}?{other}:{text})"
    return text


def _sector(
    context: ModuleContext,
    front: int,
    origin: tuple[str, str, str, str],
    point: tuple[str, str],
    behind: bool = False,
) -> str:
    """Return whether a point lies between the outermost directions of a front, which belong to it."""
    x, y = f"({point[0]}-{origin[0]})", f"({point[1]}-{origin[1]})"
    facing, half, middle = origin[2], front - 1, 6 if behind else 0
    left, right = (tuple(_component(facing, middle + turn + 3 * q) for q in (0, 1)) for turn in (-half, half))
    sine, cosine = (_component(facing, middle + 3 * q) for q in (0, 1))
    # Half a hex from the next hex outside: centres are rounded to pixels.
    slack = context.hex_px * 30 // 3
    return (
        f"({x}*{sine}-{y}*{cosine}>0&&{y}*{left[0]}+{x}*{left[1]}>{-slack}"
        f"&&{y}*{right[0]}+{x}*{right[1]}<{slack})"
    )


def _component(degrees: str, turn: int) -> str:
    """Return thirty times the sine of an angle in steps of 30 degrees, turned by some steps."""
    values = [_SINES[(n + turn) % 12] for n in range(12)]
    steps = "".join(f"{degrees}=={30 * n}?{value}:" for n, value in enumerate(values[:-1]))
    return f"({steps}{values[-1]})"
