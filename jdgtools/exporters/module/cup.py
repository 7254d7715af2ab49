"""The cup: which activation markers are in it in a turn, how they come into it and are drawn.

Between the turns all markers lie face up in the box of markers in play, from which the side with the
initiative chooses. In phase C those of formations on the map, of formations that are due and of combined
markers of the turn go into the cup.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from jdgtools.exporters.module.arrivals import (
    arrival_groups,
    due,
)
from jdgtools.exporters.module.boxes import POOL_COLUMNS, Box, row_step
from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.module_context import ModuleContext, ctrl, plain
from jdgtools.exporters.module.prototype_names import DRAW, TO_CUP, TO_POOL
from jdgtools.exporters.module.scenario_number import SCENARIO, TURN_NUMBER
from jdgtools.exporters.module.turn_words import turn_label, turn_phrase
from jdgtools.model.pieces import ActivationMarker
from jdgtools.vassal.build import Value, make
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import (
    CalculatedProperty,
    DynamicProperty,
    Marker,
    Piece,
    ReportAction,
    SendTo,
    Trait,
)

COUNT_ACTIVE = Key.named("count the active")
"""Command that counts the formations that are active."""
FILL = Key.named("fill the cup")
GATHER = Key.named("gather markers")
_DRAW_ONE = Key.named("draw one")
_TO_ACTIVE = Key.named("to active")
_LEAVE_OUT, _PUT_IN = Key.named("leave out"), Key.named("put in again")
PLACES = ("pool", "cup", "chosen", "active", "used", "last")
"""Kinds of boxes by the number that a marker has for its place, from 1; elsewhere it is 0."""


def marker_number(context: ModuleContext, marker: ActivationMarker) -> int:
    """Return the number of a marker, from 1."""
    return context.battle.activation.index(marker) + 1


def leads_arrival(context: ModuleContext, marker: ActivationMarker) -> bool:
    """Return whether a marker is the one of its formation that goes in when it arrives (JDG-5.2.1-b)."""
    rivals = [m for m in context.battle.activation if m.commands == marker.commands and not m.is_combined]
    return marker is max(rivals, key=lambda m: (m.rating or 0, -marker_number(context, m)))


def in_its_turns(context: ModuleContext, marker: ActivationMarker) -> str:
    """Return a test whether a combined marker may be used in the current turn of the scenario."""
    scenarios = context.battle.scenarios
    if all(scenario.turns_of(marker) == marker.turns for scenario in scenarios):
        return _any_turn(marker.turns)
    tests = [(number, scenario.turns_of(marker)) for number, scenario in enumerate(scenarios, 1)]
    tests.append((0, marker.turns))  # an empty map, on which anything is played
    return "||".join(f"({SCENARIO}=={number}&&({_any_turn(turns)}))" for number, turns in tests)


def _any_turn(turns: tuple[int, ...]) -> str:
    return "||".join(f"{TURN_NUMBER}=={n}" for n in sorted(turns)) or "true"


def belongs(context: ModuleContext, marker: ActivationMarker) -> str:
    """Return a test whether a marker in play goes into the cup in the current turn.

    Both markers of a formation on the map (JDG-1-g), the higher one of a formation that is due in this turn
    and of which nothing is on the map (JDG-5.2.1-a, -b, -d), both of one that was due before (JDG-5.2.1-c); a
    combined marker in its turns (JDG-2.1.2-b).
    """
    if marker.is_combined:
        turns = in_its_turns(context, marker)
        return f"LeftOut==0&&({turns})" if turns != "true" else "LeftOut==0"
    battle = context.battle
    command = next((n for n, c in enumerate(battle.commands, 1) if c.id == marker.commands[0]), 0)
    of_command = f"Unit==1&&CmdNo=={command}"
    tests = [f'CountMap("{plain(context.words("map"))}","{{{of_command}}}")>0']
    how = "<=" if leads_arrival(context, marker) else "<"
    units = {u.id for u in battle.units if u.command == marker.commands[0]}
    for number, arrival in enumerate(arrival_groups(context), 1):
        if units & set(arrival.pieces):
            tests.append(due(context, arrival, number, how, of_command))
    return "||".join(tests)


def marker_traits(context: ModuleContext, marker: ActivationMarker) -> list[Trait]:
    """Return what an activation marker knows of the cup, outside everything that may hide it."""
    number = marker_number(context, marker) - 1
    cells = {
        "MarkNo": str(number + 1),
        "PoolColumn": str(number % POOL_COLUMNS),
        "PoolRow": str(number // POOL_COLUMNS),
    }
    traits: list[Trait] = []
    if marker.is_combined:
        menu = turn_phrase(context, "leave_out") if marker.entry != "compulsory" else ""
        outside = f'LeftOut==1?"{turn_phrase(context, "stays_out")}":"{turn_phrase(context, "goes_in")}"'
        commands = (
            PropertyCommand(menu, _LEAVE_OUT, PropertyChange("P", "{LeftOut==1?0:1}")),
            PropertyCommand("", _PUT_IN, PropertyChange("P", "0")),
        )
        traits += [
            ReportAction((_LEAVE_OUT,), f'{{BasicName+"{context.colon}"+({outside})}}'),
            DynamicProperty("LeftOut", Constraints(True, 0, 1, False), commands, value="0"),
        ]
    # A number: VASSAL adds up properties, and a test of a property that is true or false is a text.
    return [
        *traits,
        CalculatedProperty("Belongs", f"{{({belongs(context, marker)})?1:0}}"),
        Marker(names=tuple(cells), values=tuple(cells.values())),
    ]


def with_cup_traits(context: ModuleContext, pieces: Mapping[str, Piece]) -> dict[str, Piece]:
    """Return all pieces of a module; the activation markers know what the cup needs."""
    of_cup = {f"activation:{m.id}": marker_traits(context, m) for m in context.battle.activation}
    return {k: Piece((*of_cup[k], *p.traits), p.basic) if k in of_cup else p for k, p in pieces.items()}


def place_trait(boxes: Mapping[str, Box]) -> CalculatedProperty:
    """Return the property of a marker that numbers its place by `PLACES`."""
    titles = {b.kind: b.title for b in boxes.values() if b.kind in PLACES}
    steps = "".join(f'CurrentZone=="{titles[k]}"?{n}:' for n, k in enumerate(PLACES, 1) if k in titles)
    return CalculatedProperty("Place", f"{{{steps}0}}")


def send_to_pool(context: ModuleContext, box: Box, menu: str) -> SendTo:
    """Return the trait that sends a marker to its own cell of the box of markers in play."""
    window = context.words(box.window)
    x, y = box.place(0)
    return SendTo(
        menu=menu,
        key=TO_POOL,
        map=window,
        board=window,
        x=str(x),
        y=str(y),
        x_index="{PoolColumn}",
        x_offset=str(box.cell),
        y_index="{PoolRow}",
        y_offset=str(box.cell),
    )


def send_in_row(context: ModuleContext, box: Box, menu: str, key: Key) -> SendTo:
    """Return the trait that sends a marker into a box behind those that lie there, in rows as in a fan.

    All markers of the battle have room in it, each over the right part of the one before if they need it.

    Args:
        context: the module.
        box: a box of `PLACES`.
        menu: words of the command.
        key: key of the command.
    """
    window = context.words(box.window)
    x, y = box.place(0)
    count = count_at(context, box.kind)
    in_row = -(-len(context.battle.activation) // box.rows)
    to_box = SendTo(
        menu=menu,
        key=key,
        map=window,
        board=window,
        x=str(x),
        y=str(y),
        x_index=f"{{{count}}}",
        x_offset=str(row_step(box, in_row)),
    )
    if box.rows == 1:
        return to_box
    column, row = f"{{{count}%{in_row}}}", f"{{{count}/{in_row}}}"
    return replace(to_box, x_index=column, y_index=row, y_offset=str(box.cell))


def count_at(context: ModuleContext, *kinds: str) -> str:
    """Return an expression of how many markers lie in boxes of some kinds."""
    window = plain(context.words("command"))
    tests = "||".join(f"Place=={PLACES.index(kind) + 1}" for kind in kinds)
    return f'CountMap("{window}","{{{tests}}}")'


def cup_buttons(
    context: ModuleContext, boxes: Mapping[str, Box], table: Globals, facts: Key
) -> list[Component]:
    """Return the buttons that fill the cup and draw from it, and the steps that they press.

    Args:
        context: the module.
        boxes: its boxes, the cup among them.
        table: gets the properties that the steps set.
        facts: command that finds out the number of the turn and who is due.
    """
    count = table.set("CupN", "count the cup", f"{{{count_at(context, 'cup')}}}")
    out = table.set("DrawnN", "count what is out", f"{{{count_at(context, 'active', 'used', 'last')}}}")
    active = table.set("ActiveN", COUNT_ACTIVE.name, f"{{{count_at(context, 'active')}}}")
    choice_count = table.set("ChosenN", "count the chosen", f"{{{count_at(context, 'chosen')}}}")
    is_marker = 'Kind=="activation"&&'
    deck = f"MODULE|true|DECK|||||0|0|{boxes['cup'].title}|false|||EQUALS||"
    of_turn = f'{turn_label(context, TURN_NUMBER)}+"{context.colon}"'
    holds = f'{of_turn}+"{turn_phrase(context, "cup_holds")}{context.colon}"+CupN'
    refusal = f'"{turn_phrase(context, "cup_in_use")}"'
    busy, empty = (f'"{turn_phrase(context, key)}"' for key in ("still_active", "cup_empty"))
    draw, fill = context.words("draw"), turn_phrase(context, "fill")
    say_cup, say_draw = Key.named("say cup"), Key.named("say draw")
    back, put, left = (Key.named(n) for n in ("cup to pool", "pool to cup", "all put in again"))
    return [
        _command(back, TO_POOL, f"{{{is_marker}DrawnN==0&&Place==2}}", deckCount="-1"),
        _command(put, TO_CUP, f"{{{is_marker}DrawnN==0&&Place==1&&Belongs==1}}"),
        _command(left, _PUT_IN, f"{{{is_marker}LeftOut==1}}", deckCount="-1"),
        _command(Key.named("all to pool"), TO_POOL, f"{{{is_marker}Place>1}}", deckCount="-1"),
        _command(Key.named("chosen first"), _TO_ACTIVE, f"{{{is_marker}ActiveN==0&&Place==3}}", quiet=False),
        _command(
            _DRAW_ONE,
            DRAW,
            f"{{{is_marker}ActiveN==0&&ChosenN==0}}",
            quiet=False,
            deckCount="1",
            target=deck,
        ),
        do_actions(say_cup, [], doReport=True, reportFormat=f"{{DrawnN>0?{refusal}:{holds}}}"),
        do_actions(
            say_draw,
            [],
            doReport=True,
            reportFormat=f'{{ActiveN>0?{busy}:ChosenN==0&&CupN==0?{of_turn}+{empty}:""}}',
        ),
        do_actions(GATHER, [Key.named("all to pool"), left]),
        do_actions(FILL, [facts, out, back, put, count, say_cup], text=fill, tooltip=fill, name=fill),
        do_actions(
            ctrl("D", True),
            [
                Key.named("number of the turn"),
                active,
                choice_count,
                count,
                say_draw,
                Key.named("chosen first"),
                _DRAW_ONE,
            ],
            text=draw,
            tooltip=draw,
            name=draw,
        ),
        *_combined_lines(context),
    ]


def end_of_activation(title: str, context: ModuleContext) -> str:
    """Return an expression of what the chat says when an activation ends, also that of nobody."""
    return f'{{"{title}"+(ActiveN==0?"{context.colon}{turn_phrase(context, "nobody_active")}":"")}}'


def combined_markers(context: ModuleContext) -> Iterator[tuple[int, ActivationMarker]]:
    """Yield the combined markers of a battle with their numbers."""
    for marker in context.battle.activation:
        if marker.is_combined:
            yield marker_number(context, marker), marker


def _combined_lines(context: ModuleContext) -> list[Component]:
    """Return the lines that announce the combined markers of a turn (AMB-04: both players know of them)."""
    lines = []
    for number, marker in combined_markers(context):
        name = plain(context.say(marker.name)) or marker.id
        how = "combined_compulsory" if marker.entry == "compulsory" else "combined_optional"
        turns = in_its_turns(context, marker)
        here = f'CountMap("{plain(context.words("command"))}","{{Place>0&&MarkNo=={number}}}")>0'
        text = f'{{({turns})&&{here}?"{name}{context.colon}{turn_phrase(context, how)}":""}}'
        lines.append(do_actions(Key.named(f"say combined {number}"), [], doReport=True, reportFormat=text))
    return lines


def combined_keys(context: ModuleContext) -> list[Key]:
    """Return the commands of the lines about combined markers."""
    return [Key.named(f"say combined {number}") for number, _ in combined_markers(context)]


def _command(key: Key, key_to_send: Key, filter_: str, quiet: bool = True, **more: Value) -> Component:
    values: dict[str, Value] = {
        "name": key.name,
        "tooltip": key.name,
        "buttonText": "",
        "buttonHotkey": key,
        "hotkey": key_to_send,
        "filter": filter_,
        "reportFormat": "",
        "reportSingle": quiet,
        "singleMap": False,
        "deckCount": "0",
    }
    return make("GlobalKeyCommand", {**values, **more})
