"""What units and leaders do on the table to find lines of command that are cut (`command_lines`).

Leaders tell the table where they are, units of the enemy which hexes they hold; then every unit that a line
reaches says how far it reaches itself, until none joins. A command to a piece costs VASSAL a copy of the
whole piece for every layer that it has, and a count over the map an evaluation for every piece: so each of
them gets one command, and a unit finds its line in the texts that the others left.
"""

from __future__ import annotations

from jdgtools.exporters.module.command_lines import CLOSED, FREE_LINES, HELD, LONGEST, LineTable
from jdgtools.exporters.module.globals import Globals
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.terms import resolve
from jdgtools.model.module import CommandWarning
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import CalculatedProperty, SetGlobalProperty, Trait

COMMAND_LINES = "Command lines"
"""Name of the prototype of leaders who may reach units by such a line."""
HOLD, LEAD, JOIN = Key.named("hold hex"), Key.named("lead by lines"), Key.named("join line")
"""Commands: an enemy tells what it holds, a leader where he is, a unit that it is in command."""
LEADER_ENTRIES, UNIT_ENTRIES = "Led", "Joined"
"""Global properties: entries `,COMMAND:NUMBER,` of the hexes of leaders, with `,LCOMMAND,` for each command;
`,COMMAND:LENGTH:NUMBER,` of hexes of units in command to which a line may be so long, with `,ID,` of each."""
IN_LINE = "InLine"
"""Property of a unit: 1 = a line leads from it to a leader or to a unit in command."""
IS_JOINED = f'GetString("{UNIT_ENTRIES}").contains(","+GetString("Id")+",")'
_LED_BY = "LedBy"
"""Property of a unit: what stands for its command among the entries of leaders."""
_NUMBERS, _LINES = ("HexNo", "HexNo2"), ("Lines1", "Lines2")


def add_line_texts(table: Globals, lines: LineTable) -> None:
    """Add the global properties that the traits read."""
    table.add(FREE_LINES, lines.free_lines)
    table.add(CLOSED, lines.closed_numbers)
    for name in (HELD, LEADER_ENTRIES, UNIT_ENTRIES):
        table.add(name, ",")


def line_traits(context: ModuleContext, rule: CommandWarning, lines: LineTable) -> list[Trait]:
    """Return what a unit needs to say which hexes it holds, and to find and pass on a line of command."""
    halves = 1 + lines.two
    hexes = "".join(f'+{n}+","' for n in _NUMBERS[:halves])
    # Of the limits of two units the smaller counts: each is asked for with the other's as long as can be.
    own_limit, other_limit = (
        resolve(context, text) for text in (rule.link.replace("$Gap$", "$Own$"), rule.link)
    )
    own_limit = own_limit.replace("Gap", str(LONGEST)).replace("$Own$", "Gap")
    other_limit = other_limit.replace("$Gap$", str(LONGEST))
    passing = "".join(
        f'+({length}<=({other_limit})?CmdNo+":{length}:"+{n}+",":"")'
        for length in range(LONGEST + 1)
        for n in _NUMBERS[:halves]
    )
    entry = f'GetString("{UNIT_ENTRIES}")+GetString("Id")+","{passing}'
    reach = resolve(context, rule.reach).replace("$Gap$", "Gap")
    texts = tuple(zip(_NUMBERS[:halves], _LINES, strict=False))
    leads = f'{LEADER_ENTRIES}.contains(","+{_LED_BY}+":"+'
    units = f'{UNIT_ENTRIES}.contains(","+CmdNo+":$Length$:"+'
    in_line = lines.leads_to(texts, ((leads, reach), (units, own_limit)))
    entry_key = (
        f'{{{LEADER_ENTRIES}.contains(",L"+CmdNo+",")?""+CmdNo:"S"+SideNo}}' if rule.stand_in else "{CmdNo}"
    )
    return [
        _says(HELD, HOLD, f'GetString("{HELD}"){hexes}'),
        _says(UNIT_ENTRIES, JOIN, entry),
        CalculatedProperty(IN_LINE, f"{{{in_line}?1:0}}"),
        *(CalculatedProperty(text, f"{{{lines.lines(n)}}}") for n, text in texts),
        CalculatedProperty(_LED_BY, entry_key),
        *([CalculatedProperty(_NUMBERS[1], f"{{{lines.right}}}")] if lines.two else []),
        CalculatedProperty(_NUMBERS[0], f"{{{lines.here}}}"),
    ]


def leader_line_traits(lines: LineTable) -> list[Trait]:
    """Return what a leader needs to say whom he leads from where."""
    commands = f'GetString("{LEADER_ENTRIES}")+GetString("LedFrom")'
    return [_says(LEADER_ENTRIES, LEAD, commands), CalculatedProperty(_NUMBERS[0], f"{{{lines.here}}}")]


def leader_place(numbers: str, side: int, *, stands_in: bool) -> CalculatedProperty:
    """Return the entries of a leader's hex for the commands that he leads, `,1,3,`, and may take."""
    commands = [n for n in numbers.split(",") if n]
    parts = [f'"{n}:"+HexNo+",L{n},"' for n in commands] + ([f'"S{side}:"+HexNo+","'] if stands_in else [])
    return CalculatedProperty("LedFrom", f"{{{'+'.join(parts)}}}")


def _says(name: str, key: Key, text: str) -> SetGlobalProperty:
    free = Constraints(False, 0, 100, False)
    return SetGlobalProperty(name, free, (PropertyCommand("", key, PropertyChange("P", f"{{{text}}}")),))
