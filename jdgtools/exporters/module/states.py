"""State axes as traits: a property on the piece, a layer that follows it, commands and a report."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from jdgtools.exporters.module.module_context import ModuleContext, choose, ctrl, plain
from jdgtools.exporters.module.piece_states import PieceAxis
from jdgtools.model.definition import StateAxis, StateValue
from jdgtools.model.module import Badge, Shortcut
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand
from jdgtools.vassal.encoding import Color, Key
from jdgtools.vassal.traits import (
    CalculatedProperty,
    DynamicProperty,
    Label,
    Layer,
    ReportAction,
    RestrictCommands,
    SubMenu,
    Trait,
)

CHECK_COMMAND = Key.named("check command")
_FREE = ((-0.32, -0.32), (0.32, -0.32), (0.32, 0.32), (-0.32, 0.32), (0.0, -0.34), (0.0, 0.34))


def reset_key(axis: str) -> Key:
    """Return the command that puts an axis back to its default without a report."""
    return Key.named(f"reset {axis}")


def axis_block(context: ModuleContext, piece_axis: PieceAxis, who: str) -> list[Trait]:
    """Return the block of one axis: report, submenu, layer or label, text, property.

    Args:
        context: the module.
        piece_axis: the axis with the values for which there are commands.
        who: how a report names the piece, with its place where the chat should say it.
    """
    axis = piece_axis.axis
    if axis.count_high is not None:
        return _count(context, axis, who)
    commands = _commands(context, axis)
    hidden_keys = _hidden_keys(piece_axis, commands)
    keys = tuple(c.key for c in commands if c.key is not None and c.menu)
    texts = [context.say(v.name) for v in axis.values]
    names = ["", *[f"+ ({plain(t)})" for t in texts[1:]]]
    badge = badge_of(context, axis)
    size = context.counter_px
    layer = Layer(
        images=tuple(_picture(context, v) for v in axis.values),
        names=tuple(names),
        name=f"{axis.id}_layer",
        follow_property=True,
        property=axis.id,
        loop=False,
        x=round(badge.x * size),
        y=round(badge.y * size),
        scale=badge.scale,
    )
    traits: list[Trait] = [ReportAction(keys, f"{who}{context.colon}${axis.id}_text$")]
    if hidden_keys:
        # The property stays that of all pieces: by its text VASSAL finds its value in older saved games.
        traits.insert(0, RestrictCommands(name=piece_axis.prototype, action="Hide", keys=hidden_keys))
    menus = tuple(c.menu for c in commands if c.menu and c.key not in hidden_keys)
    if len(menus) > 2:
        traits.append(SubMenu(plain(context.say(axis.name)), menus))
    if "command" in axis.applies_to and not has_pictures(axis):
        traits.append(_strip(context, axis))
    return [
        *traits,
        layer,
        CalculatedProperty(f"{axis.id}_text", choose(axis.id, texts)),
        DynamicProperty(axis.id, Constraints(True, 1, len(axis.values), False), tuple(commands), value="1"),
    ]


def has_pictures(axis: StateAxis) -> bool:
    """Return whether markers show the values of an axis."""
    return any(v.marker for v in axis.values)


def _strip(context: ModuleContext, axis: StateAxis) -> Label:
    """Return the strip at the foot of a card that says a state for which there is no marker."""
    return Label(
        size=strip_height(context) - 4,
        background=Color(170, 20, 20),
        foreground=Color(255, 255, 255),
        vertical="b",
        horizontal="c",
        vertical_just="b",
        horizontal_just="c",
        name_format="$pieceName$",
        property=f"{axis.id}_label",
        text=f'{{{axis.id}==1?"":{axis.id}_text}}',
    )


def strip_height(context: ModuleContext) -> int:
    """Return the height of the strip that says a state of a command, in pixels."""
    return max(14, round(context.counter_px * 0.22))


def _hidden_keys(piece_axis: PieceAxis, commands: Sequence[PropertyCommand]) -> tuple[Key, ...]:
    """Return the keys that lead to a state in which the piece cannot be."""
    axis = piece_axis.axis
    missing = {str(n) for n, v in enumerate(axis.values, 1) if v.id not in piece_axis.values}
    led_to = [(c, {c.change.value, *re.findall(r"[?:](\d+)", c.change.value)}) for c in commands if c.menu]
    return tuple(c.key for c, numbers in led_to if c.key is not None and not missing.isdisjoint(numbers))


def _commands(context: ModuleContext, axis: StateAxis) -> list[PropertyCommand]:
    shortcuts = [s for s in context.rules.shortcuts if s.axis == axis.id]
    order = {v.id: i for i, v in enumerate(axis.values, 1)}
    values = axis.values
    commands: list[PropertyCommand] = []
    toggles = [s for s in shortcuts if not s.value]
    commands += [_toggle(context, axis, toggle, values) for toggle in toggles]
    if len(values) == 2:
        if not toggles:
            s = next(iter(shortcuts), None)
            key = ctrl(s.letter, s.shift) if s else Key.named(f"{axis.id} toggle")
            menu = plain(context.say(values[1].name))
            commands.append(PropertyCommand(menu, key, _turns(axis, values)))
    else:
        for value in values:
            s = next((x for x in shortcuts if x.value == value.id), None)
            key = ctrl(s.letter, s.shift) if s else Key.named(f"{axis.id} {value.id}")
            menu = plain(context.say(s.menu if s and s.menu else value.name))
            commands.append(PropertyCommand(menu, key, PropertyChange("P", str(order[value.id]))))
    rule = context.rules.command_check
    if rule is not None and rule.axis == axis.id:
        table = plain(context.words("map"))
        near = "LeadNo==$CmdNo$&&Range($CurrentX$,$CurrentY$)<=r_range_now"
        led = f'CountMap("{table}","{{{near}}}")>0?{order[rule.inside]}:{order[rule.outside]}'
        commands.append(PropertyCommand("", CHECK_COMMAND, PropertyChange("P", f"{{{led}}}")))
    if axis.id in (*context.rules.turn_resets, *context.rules.activation_resets):
        commands.append(PropertyCommand("", reset_key(axis.id), PropertyChange("P", "1")))
    return commands


def _toggle(
    context: ModuleContext, axis: StateAxis, s: Shortcut, values: Sequence[StateValue]
) -> PropertyCommand:
    among = [v for v in values if not s.among or v.id in s.among]
    menu = plain(context.say(s.menu or (among[1].name if len(among) == 2 else axis.name)))
    return PropertyCommand(menu, ctrl(s.letter, s.shift), _turns(axis, among))


def _turns(axis: StateAxis, among: Sequence[StateValue]) -> PropertyChange:
    """Return the change to the next of some values; from the last one, and from any other, to the first."""
    number = {v.id: i for i, v in enumerate(axis.values, 1)}
    steps = "".join(f"{axis.id}=={number[a.id]}?{number[b.id]}:" for a, b in pairwise(among))
    return PropertyChange("P", f"{{{steps}{number[among[0].id]}}}")


def _count(context: ModuleContext, axis: StateAxis, who: str) -> list[Trait]:
    high = axis.count_high or 0
    name = plain(context.say(axis.name))
    more, fewer = Key.named(f"{axis.id} more"), Key.named(f"{axis.id} fewer")
    commands = (
        PropertyCommand(f"{name}{context.colon}{context.words('more')}", more, PropertyChange("I", "1")),
        PropertyCommand(f"{name}{context.colon}{context.words('fewer')}", fewer, PropertyChange("I", "-1")),
    )
    badge = badge_of(context, axis)
    size = context.counter_px
    return [
        ReportAction((more, fewer), f"{who}{context.colon}{name} ${axis.id}$"),
        Label(
            size=max(10, round(size * 0.26)),
            background=Color(170, 20, 20),
            foreground=Color(255, 255, 255),
            vertical="c",
            y=round(badge.y * size),
            horizontal="c",
            x=round(badge.x * size),
            vertical_just="c",
            horizontal_just="c",
            name_format="$pieceName$",
            style=1,
            property=f"{axis.id}_label",
            text=f"${axis.id}_text$",
        ),
        CalculatedProperty(f"{axis.id}_text", f'{{{axis.id}>0?{axis.id}:""}}'),
        DynamicProperty(axis.id, Constraints(True, 0, high, False), commands, value="0"),
    ]


def _picture(context: ModuleContext, value: StateValue) -> str:
    if not value.marker:
        return ""
    name = context.picture("marker", value.marker, back=value.marker_face == "back")
    return name or context.picture("marker", value.marker)


def badge_of(context: ModuleContext, axis: StateAxis) -> Badge:
    """Return where the marker of a state lies on the counter."""
    for badge in context.rules.badges:
        if badge.axis == axis.id:
            return badge
    axes_without_badge = [
        a.id for a in context.series.state_axes if a.id not in {b.axis for b in context.rules.badges}
    ]
    x, y = _FREE[axes_without_badge.index(axis.id) % len(_FREE)]
    return Badge(axis.id, x, y, 0.4)
