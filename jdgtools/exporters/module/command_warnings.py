"""A button that says, side by side, which units on the map are out of command, by the rules of the series.

Every unit works out whether a leader reaches it; units that one in command reaches in turn follow, as long
as any joins, where the series knows such a chain (`model.module.CommandWarning`). Nothing on the table
changes. Distances are counted in hexes; where enemies and ground cut a line the table works each unit out by
the lines that are left (`command_lines`).
"""

from __future__ import annotations

from jdgtools.exporters.module.command_line_traits import (
    COMMAND_LINES,
    HOLD,
    IN_LINE,
    IS_JOINED,
    JOIN,
    LEAD,
    LEADER_ENTRIES,
    UNIT_ENTRIES,
    add_line_texts,
    leader_line_traits,
    leader_place,
    line_traits,
)
from jdgtools.exporters.module.command_lines import HELD, LineTable, line_table
from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.module_context import (
    ModuleContext,
    command_number,
    ctrl,
    plain,
    side_number,
)
from jdgtools.exporters.module.prototype_names import use
from jdgtools.exporters.module.terms import resolve
from jdgtools.model.module import CommandWarning
from jdgtools.model.pieces import Leader
from jdgtools.vassal.build import make
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import (
    CalculatedProperty,
    DynamicProperty,
    SetGlobalProperty,
    Trait,
)

COMMAND_WARNINGS = "Command warnings"
"""Name of the prototype."""
REACHED = "Reached"
"""Property of a unit: 1 = it is in command, since the button was pressed."""
GAP = "Gap"
"""Property of a unit: hexes that its link to a unit in command, or to a leader, may have."""
COMMAND_KEY = ctrl("U", True)
"""Key of the button."""
_MISSED = "Missed"
"""Global property: the units of a side that are out of command."""
_NUMBER, _NUMBER_BEFORE = "InReach", "InReachBefore"
"""Global properties: units in command, now and before the last step along the chain."""
_BEGIN, _FOLLOW, _TELL = (Key.named(f"{verb} reach") for verb in ("begin", "follow", "tell"))
_FREE = Constraints(False, 0, 100, False)
_BETWEEN = "Range($CurrentX$,$CurrentY$)"


def command_warning(context: ModuleContext) -> CommandWarning | None:
    """Return what the series says of units out of command; None when nobody on the map leads a command."""
    rule = context.rules.command_warning
    return rule if rule and any(leads(context, x) for x in context.battle.leaders) else None


def leads(context: ModuleContext, leader: Leader) -> str:
    """Return the numbers of the commands that a leader leads, as `,1,3,`; '' for none."""
    rule = context.rules.command_warning
    if rule is None or leader.role is None or (rule.roles and leader.role not in rule.roles):
        return ""
    led = [
        command_number(context, c.id)
        for c in context.battle.commands
        if c.leader == leader.id
        or leader.command == c.id
        or (rule.leads_unled and c.leader is None and c.side == leader.side)
    ]
    return f",{','.join(led)}," if led else ""


def stands_in(context: ModuleContext, leader: Leader) -> bool:
    """Return whether a leader takes any command of his side whose leader is no longer on the map."""
    rule = context.rules.command_warning
    return rule is not None and bool(rule.stand_in) and leader.role == rule.stand_in


def command_warning_traits(context: ModuleContext, rule: CommandWarning) -> list[Trait]:
    """Return what a unit needs to judge whether it is in command, and to be named when it is not."""
    lines = _lines(context, rule)
    traits: list[Trait] = []
    if rule.gap:
        traits.append(CalculatedProperty(GAP, f"{{{resolve(context, rule.gap)}}}"))
    traits += _reach_traits(context, rule) if lines is None else line_traits(context, rule, lines)
    so_far = f'GetString("{_MISSED}")'
    name = 'GetString("BasicName")+" "+GetString("LocationName")'
    list_of_names = f'{{{so_far}+({so_far}.equals("")?"":", ")+{name}}}'
    return [
        SetGlobalProperty(_MISSED, _FREE, (PropertyCommand("", _TELL, PropertyChange("P", list_of_names)),)),
        *traits,
    ]


def leader_blocks(context: ModuleContext) -> dict[str, list[Trait]]:
    """Return the prototype of leaders who tell where they are, by its name; empty where lines are not cut."""
    rule = command_warning(context)
    lines = _lines(context, rule) if rule else None
    return {COMMAND_LINES: leader_line_traits(lines)} if lines else {}


def leader_lines(context: ModuleContext, leader: Leader) -> list[Trait]:
    """Return what a leader needs where lines are cut; nothing for one who leads nobody."""
    rule = command_warning(context)
    numbers, other = leads(context, leader), stands_in(context, leader)
    if rule is None or not rule.cut or not (numbers or other):
        return []
    return [
        *use(COMMAND_LINES),
        leader_place(numbers, int(side_number(context, leader.side)), stands_in=other),
    ]


def _reach_traits(context: ModuleContext, rule: CommandWarning) -> list[Trait]:
    """Return what a unit needs to judge by counted hexes whether it is in command."""
    changes = [(_BEGIN, f"{{{_leader_test(context, rule)}?1:0}}")]
    if rule.link:
        near = _count(context, f"{REACHED}==1&&CmdNo==$CmdNo$&&{_BETWEEN}<=({rule.link})")
        changes.append((_FOLLOW, f"{{{near}>0?1:0}}"))
    commands = tuple(PropertyCommand("", key, PropertyChange("P", value)) for key, value in changes)
    return [DynamicProperty(REACHED, Constraints(True, 0, 1, False), commands, value="0")]


def _lines(context: ModuleContext, rule: CommandWarning) -> LineTable | None:
    """Return the numbers of the hexes for lines that are cut; None for a series that knows none."""
    return line_table(context) if rule.cut else None


def command_warning_buttons(context: ModuleContext, table: Globals) -> list[Component]:
    """Return the button and what it presses; none for a series or battle without such a rule."""
    rule = command_warning(context)
    if rule is None:
        return []
    judgement = _command_test(context, rule)
    lines = _lines(context, rule)
    out_of_command = f"{REACHED}==0" if lines is None else f"!{IS_JOINED}"
    parts: list[Component] = []
    steps: list[Key] = []
    table.add(_MISSED, "")
    clear = table.set(_MISSED, "nobody missed", "")
    if lines is not None:
        add_line_texts(table, lines)
        tell = Key.named("leaders tell")
        parts.append(_send(context, tell.name, LEAD, "Leader==1"))
        steps += [
            table.set(LEADER_ENTRIES, "no leaders", ","),
            table.set(UNIT_ENTRIES, "nobody joined", ","),
            tell,
        ]
    for side in context.battle.sides:
        number = side_number(context, side.id)
        of_side = f"{judgement}&&SideNo=={number}"
        if lines is not None:
            hold = Key.named(f"hexes held against {number}")
            blockers = f"Unit==1&&SideNo!={number}&&({resolve(context, rule.blockers)})"
            steps += [table.set(HELD, "no hexes held", ","), hold]
            parts.append(_send(context, hold.name, HOLD, blockers))
            link_keys, link_parts = _chain(context, table, of_side, lines, str(number))
        else:
            begin = Key.named(f"units in reach {number}")
            parts.append(_send(context, begin.name, _BEGIN, of_side))
            steps.append(begin)
            link_keys, link_parts = (
                _chain(context, table, of_side, None, str(number)) if rule.link else ([], [])
            )
        steps += link_keys
        parts += link_parts
        miss_key, say = Key.named(f"missed {number}"), Key.named(f"say missed {number}")
        parts.append(_send(context, miss_key.name, _TELL, f"{of_side}&&{out_of_command}"))
        right, wrong = (plain(context.say(text)) for text in (rule.in_reach, rule.missed))
        name = plain(context.say(side.name))
        line = f'(GetString("{_MISSED}").equals("")?"{right}":GetString("{_MISSED}")+" – {wrong}")'
        on_map = _count(context, f"Unit==1&&SideNo=={number}")
        text = f'{{{on_map}==0?"":"{name}{context.colon}"+{line}}}'
        parts.append(do_actions(say, [], doReport=True, reportFormat=text))
        steps += [clear, miss_key, say]
    title = plain(context.say(rule.name))
    tip = plain(context.say(rule.tip)) if rule.tip else title
    button = do_actions(COMMAND_KEY, steps, text=title, tooltip=tip, name=title)
    return [*parts, button]


def _chain(
    context: ModuleContext, table: Globals, test: str, lines: LineTable | None, side: str
) -> tuple[list[Key], list[Component]]:
    """Return the commands that let unit after unit of a side join, until none does, and what they press."""
    if lines is None:
        number = f"{{{_count(context, f'{test}&&{REACHED}==1')}}}"
        joins, key = f"{REACHED}==0", _FOLLOW
    else:
        number = f'{{GetString("{UNIT_ENTRIES}").length()}}'
        joins, key = f'!{IS_JOINED}&&GetProperty("{IN_LINE}")==1', JOIN
    count = table.set(_NUMBER, f"count units in reach {side}", number)
    none_before = table.set(_NUMBER_BEFORE, "no units in reach before", "-1")
    remember = table.set(_NUMBER_BEFORE, "units in reach before", f'{{GetProperty("{_NUMBER}")}}')
    follow, link = Key.named(f"units follow {side}"), Key.named(f"units in reach of units {side}")
    return [count, none_before, follow], [
        _send(context, link.name, key, f"{test}&&{joins}"),
        do_actions(
            follow,
            [remember, link, count],
            doLoop=True,
            loopType="while",
            whileExpression=f"{{{_NUMBER}!={_NUMBER_BEFORE}}}",
        ),
    ]


def _leader_test(context: ModuleContext, rule: CommandWarning) -> str:
    """Return whether a leader on the map reaches a unit, or stands in for one who is no longer there."""
    leaders = f"""Leader==1&&({rule.leaders.replace("[leads]", 'Leads.contains(",$CmdNo$,")')})"""
    near = f"{_BETWEEN}<=({rule.reach})"
    led = f"{_count(context, f'{leaders}&&{near}')}>0"
    if not rule.stand_in:
        return f"({led})"
    others = _count(context, f"Leader==1&&StandsIn==1&&SideNo==$SideNo$&&{near}")
    return f"({led}||{_count(context, leaders)}==0&&{others}>0)"


def _command_test(context: ModuleContext, rule: CommandWarning) -> str:
    """Return a condition of units that have to be in command."""
    exempt = f"&&!({resolve(context, rule.exempt)})" if rule.exempt else ""
    return f"Unit==1&&CmdNo>0{exempt}"


def _count(context: ModuleContext, test: str) -> str:
    """Return the number of pieces on the map that fulfil a condition."""
    test_in_quotes = test.replace('"', '\\"')
    return resolve(context, f'CountMap("[map]","{{{test_in_quotes}}}")')


def _send(context: ModuleContext, name: str, key: Key, which: str) -> Component:
    """Return what sends a command to units without a word."""
    return make(
        "GlobalKeyCommand",
        {
            "name": name,
            "tooltip": name,
            "buttonText": "",
            "buttonHotkey": Key.named(name),
            "hotkey": key,
            "filter": f'{{{which}&&CurrentMap=="{plain(context.words("map"))}"}}',
            "reportSingle": True,
            "singleMap": False,
            "deckCount": "0",
        },
    )
