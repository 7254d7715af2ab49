"""Reinforcements that are due: who comes where and from which turn on, said when a turn begins.

Groups of reinforcements are numbered over all scenarios. A setup writes the number of its group on every
piece that waits, so the table knows who still waits and since when, whatever the scenario.
"""

from __future__ import annotations

from jdgtools.exporters.module.boxes import arrival_id
from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.scenario_number import TURN_NUMBER
from jdgtools.exporters.module.turn_words import turn_label, turn_phrase
from jdgtools.exporters.module.victory import test
from jdgtools.model.scenario import Arrival
from jdgtools.vassal.build import Value, make
from jdgtools.vassal.codecs import Constraints
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Color, Key
from jdgtools.vassal.traits import DynamicProperty, Trait

ARRIVAL = "Arrival"
"""Of a piece: number of the group with which it comes; 0 = none."""
ANNOUNCE = Key.named("announce arrivals")
HIGHLIGHT = "due"
"""Name of the highlight of boxes whose pieces are due."""
_NOBODY = Key.named("say no arrivals")
_ROLL_TURN = "ArrivalTurn"
"""Global property: turn in which the dice for uncertain groups were last rolled."""


def arrival_groups(context: ModuleContext) -> tuple[Arrival, ...]:
    """Return the different groups of all scenarios; the number of a group is its place, counted from 1."""
    groups: list[Arrival] = []
    for scenario in context.battle.scenarios:
        groups += [arrival for arrival in scenario.arrivals if arrival not in groups]
    return tuple(groups)


def arrival_number(context: ModuleContext, arrival: Arrival) -> int:
    """Return the number of a group, from 1."""
    return arrival_groups(context).index(arrival) + 1


def arrival_traits() -> list[Trait]:
    """Return what a piece needs that comes as a reinforcement in some scenario."""
    return [DynamicProperty(ARRIVAL, Constraints(True, 0, 99, False), (), value="0")]


def is_uncertain(arrival: Arrival) -> bool:
    """Return whether a group comes in a turn that is not fixed: by a die, or on a condition."""
    return arrival.chance is not None or arrival.required is not None


def since(arrival: Arrival, number: int) -> str:
    """Return an expression of the turn from which a group is due; 0 while it is not known."""
    return f"Came{number}" if is_uncertain(arrival) else str(arrival.turn or 0)


def waits(context: ModuleContext, number: int, which: str = "") -> str:
    """Return a test whether pieces of a group wait off the map.

    Args:
        context: the module.
        number: of the group.
        which: further condition of the pieces that count.
    """
    more = f"&&{which}" if which else ""
    return f'CountMap("{plain(context.words("reserves"))}","{{{ARRIVAL}=={number}{more}}}")>0'


def due(context: ModuleContext, arrival: Arrival, number: int, how: str, which: str = "") -> str:
    """Return a test whether pieces of a group wait that are due.

    Args:
        context: the module.
        arrival: the group.
        number: its number.
        how: comparison of the turn from which it is due with the current one: `==`, `<` or `<=`.
        which: further condition of the pieces that count.
    """
    turn = since(arrival, number)
    turn_test = f"{turn}>0&&" if is_uncertain(arrival) else ""
    return f"({turn_test}{turn}{how}{TURN_NUMBER}&&{waits(context, number, which)})"


def arrival_steps(context: ModuleContext, table: Globals) -> list[Key]:
    """Return the commands that roll for uncertain groups, once a turn, and light up boxes of what is due."""
    steps: list[Key] = []
    groups = arrival_groups(context)
    uncertain = any(is_uncertain(arrival) for arrival in groups)
    if uncertain:
        table.add(_ROLL_TURN)
    if any(arrival.required is not None for arrival in groups):
        steps += [Key.named("count victory")]
    for number, arrival in enumerate(groups, 1):
        if is_uncertain(arrival):
            steps += _roll(context, table, arrival, number)
    for place, box in enumerate(_boxes(context), 1):
        waiting = [due(context, a, n, "<=") for n, a in enumerate(groups, 1) if arrival_id(a) == box]
        light = f'{{({"||".join(waiting)})?"{HIGHLIGHT}":""}}'
        steps.append(table.set(f"Light{place}", f"light {place}", light))
    if uncertain:
        steps.append(table.set(_ROLL_TURN, "arrivals rolled", f"{{{TURN_NUMBER}}}"))
    return steps


def _boxes(context: ModuleContext) -> list[str]:
    """Return the ids of the boxes of all groups; groups of several scenarios may share one."""
    return list(dict.fromkeys(arrival_id(arrival) for arrival in arrival_groups(context)))


def light_property(context: ModuleContext, box: str) -> str:
    """Return the global property that lights up the box of a group while it is due."""
    return f"Light{_boxes(context).index(box) + 1}"


def _roll(context: ModuleContext, table: Globals, arrival: Arrival, number: int) -> list[Key]:
    """Return the commands that find out whether an uncertain group comes in this turn."""
    steps: list[Key] = []
    tests = [_window(arrival), waits(context, number)]
    if arrival.required is not None:
        fulfilment = f"{{{test(context, arrival.required)}?1:0}}"
        steps.append(table.set(f"Fit{number}", f"condition {number}", fulfilment))
        tests.append(f"Fit{number}==1")
    if arrival.chance is not None:
        low, faces = _lowest_face(context, arrival), arrival.chance[1]
        shift = f"{low - 1:+d}" if low != 1 else ""
        die = f"{{{_ROLL_TURN}=={TURN_NUMBER}?Die{number}:Random({faces}){shift}}}"
        steps.append(table.set(f"Die{number}", f"die {number}", die))
        tests.append(f"Die{number}<={arrival.chance[0]}")
    if arrival.chance is not None:
        tests.append(f"{_ROLL_TURN}!={TURN_NUMBER}")
    came = f"{{Came{number}>0?Came{number}:({'&&'.join(tests)})?{TURN_NUMBER}:0}}"
    return [*steps, table.set(f"Came{number}", f"came {number}", came)]


def _window(arrival: Arrival) -> str:
    """Return a test whether a group may come in the current turn."""
    tests = [f"{TURN_NUMBER}>={arrival.turn or 0}"]
    if arrival.until is not None:
        tests.append(f"{TURN_NUMBER}<={arrival.until}")
    return "&&".join(tests)


def _lowest_face(context: ModuleContext, arrival: Arrival) -> int:
    """Return the lowest number of the die with which a group is rolled for."""
    assert arrival.chance is not None
    faces = arrival.chance[1]
    dice = [d for d in context.series.dice if d.count == 1 and d.high - d.low + 1 == faces]
    return dice[0].low if dice else 1


def say_keys(context: ModuleContext) -> list[Key]:
    """Return the commands that say who is due, one for every group, and whether nobody is."""
    numbers = range(1, len(arrival_groups(context)) + 1)
    return [*(Key.named(f"say arrival {n}") for n in numbers), *([_NOBODY] if numbers else [])]


def arrival_buttons(context: ModuleContext, facts: Key) -> list[Component]:
    """Return the button that says who is due, and the lines that it says; none without reinforcements.

    Args:
        context: the module.
        facts: command of the steps of `set_turn_number` and `arrival_steps`.
    """
    groups = arrival_groups(context)
    if not groups:
        return []
    reports = [_report(context, arrival, number) for number, arrival in enumerate(groups, 1)]
    title = turn_phrase(context, "arrivals")
    anybody = "||".join(f"({_has_news(context, a, n)})" for n, a in enumerate(groups, 1))
    head = f'{turn_label(context, TURN_NUMBER)}+"{context.colon}'
    none = f'{{({anybody})?"":{head}{turn_phrase(context, "nobody_arrives")}"}}'
    keys = say_keys(context)
    lines = [
        do_actions(key, [], doReport=True, reportFormat=report)
        for key, report in zip(keys, [*reports, none], strict=True)
    ]
    return [*lines, do_actions(ANNOUNCE, [facts, *keys], text=title, tooltip=title, name=title)]


def _has_news(context: ModuleContext, arrival: Arrival, number: int) -> str:
    """Return a test whether the chat has something to say about a group."""
    if not is_uncertain(arrival):
        return due(context, arrival, number, "<=")
    return f"({_window(arrival)}||Came{number}>0)&&{waits(context, number)}"


def _report(context: ModuleContext, arrival: Arrival, number: int) -> str:
    """Return the line about a group; it is empty while there is nothing to say."""
    names = {unit.id: plain(context.say(unit.name)) for unit in context.battle.units}
    names |= {leader.id: plain(context.say(leader.name)) for leader in context.battle.leaders}
    who = plain(context.command_name(arrival.command) or context.side_name(arrival.side))
    pieces = ", ".join(names.get(piece, piece) for piece in arrival.pieces)
    text = f'{turn_label(context, TURN_NUMBER)}+"{context.colon}'
    text += turn_phrase(context, "group", who=who, pieces=pieces)
    place = _place(context, arrival)
    text += f' – {turn_phrase(context, "entry", hexes=place)}"' if place else '"'
    now = f'" – {turn_phrase(context, "due_now")}"'
    turn = since(arrival, number)
    late = '" – ' + turn_phrase(context, "due_since", n="@").replace("@", f'"+{turn}+"') + '"'
    when = f"({turn}=={TURN_NUMBER}?{now}:{late})"
    if is_uncertain(arrival):
        when = f"(Came{number}>0&&Came{number}<{TURN_NUMBER}?{late}:{_outcome(context, arrival, number)})"
    texts = [context.say(text).removesuffix(".") for text in (arrival.condition, arrival.note)]
    notes = [plain(text) for text in texts if text]
    if arrival.optional:
        notes.append(turn_phrase(context, "may_stay_away"))
    remark = f'+" ({context.semicolon.join(notes)})"' if notes else ""
    return f'{{{_has_news(context, arrival, number)}?{text}+{when}{remark}:""}}'


def _outcome(context: ModuleContext, arrival: Arrival, number: int) -> str:
    """Return an expression of what the die or the condition of an uncertain group says in this turn."""
    parts = []
    if arrival.chance is not None:
        parts.append(f'" – {turn_phrase(context, "chance", n=arrival.chance[0])} "+Die{number}')
    away = f'", {turn_phrase(context, "not_yet")}"'
    if arrival.required is not None:
        away = f'(Fit{number}==1?{away}:", {turn_phrase(context, "condition_fails")}")'
    now = f'", {turn_phrase(context, "due_now")}"'
    parts.append(f"(Came{number}=={TURN_NUMBER}?{now}:{away})")
    if arrival.until is not None:
        parts.append(f'", {turn_phrase(context, "last_chance", n=arrival.until)}"')
    return "+".join(parts)


def _place(context: ModuleContext, arrival: Arrival) -> str:
    """Return the entry of a group as players read it: its name and its hexes."""
    battle_map = context.battle.map
    if battle_map is None:
        return ""
    entry = battle_map.entry(arrival.entry) if arrival.entry else None
    name = plain(context.say(entry.name)) if entry else ""
    hexes = "/".join(battle_map.grid.id(i) for i in arrival.hexes)
    return f"{name} ({hexes})" if name and hexes else name or hexes


def highlighter() -> Component:
    """Return what draws the highlight of boxes whose pieces are due."""
    look: dict[str, Value] = {
        "name": HIGHLIGHT,
        "color": Color(255, 200, 0),
        "coverage": "Entire Zone",
        "style": "Plain",
    }
    return make("ZonedGridHighlighter", {}, [make("ZoneHighlight", {**look, "opacity": "45"})])
