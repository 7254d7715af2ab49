"""Groups that can be shown and hidden: tactical groups, units in command.

One piece begins; the table lets every unit of the same command join that is near enough to one that
has joined, until none is left. The command that shows a group hides it again.
"""

from __future__ import annotations

from typing import Literal

from jdgtools.exporters.module.badges import GROUP_PICTURE
from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.module_context import ModuleContext, ctrl, plain
from jdgtools.exporters.module.roles import ACT, DONE
from jdgtools.exporters.module.terms import resolve
from jdgtools.model.pieces import Leader
from jdgtools.vassal.build import Value, make
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import (
    DynamicProperty,
    GlobalHotKey,
    Layer,
    SetGlobalProperty,
    Trait,
    Trigger,
)

_OFF, _SPREAD, _REACH, _BEGIN = (Key.named(f"group {n}") for n in ("off", "spread", "reach", "begin"))
_JOIN, _LEAVE = Key.named("join group"), Key.named("leave group")
_FREE = Constraints(False, 0, 100, False)
_STEPS = 20
"""Links of a chain that are followed at most."""

Way = Literal["chain", "range"]


def group_way(context: ModuleContext, leader: Leader) -> Way | None:
    """Return how a leader shows his group; None when he has none."""
    rule = context.rules.group
    if rule is None or not rule.leaders:
        return None
    if rule.leaders == "chain":
        return "chain" if leader.command else None
    return "range"


def member_traits() -> list[Trait]:
    """Return what a unit needs to be shown as a member."""
    return [
        Layer(
            images=("", GROUP_PICTURE),
            names=("", ""),
            name="Group_layer",
            follow_property=True,
            property="Group",
            first_level_value=0,
            loop=False,
        ),
        DynamicProperty(
            "Group",
            Constraints(True, 0, 1, False),
            (
                PropertyCommand("", _JOIN, PropertyChange("P", "1")),
                PropertyCommand("", _LEAVE, PropertyChange("P", "0")),
                PropertyCommand("", _BEGIN, PropertyChange("P", "{1-Group}")),
            ),
            value="0",
        ),
    ]


def group_commands(context: ModuleContext, way: Way) -> list[Trait]:
    """Return the command of a piece that shows its group, and hides it when it is shown."""
    rule = context.rules.group
    name = plain(context.say(rule.name)) if rule else ""
    spread = _SPREAD if way == "chain" else _REACH
    report_key = Key.named("group tell")
    traits: list[Trait] = [
        Trigger(
            name="group",
            menu=name,
            key=ctrl("G", True),
            actions=(ACT, _OFF, _BEGIN, report_key, spread, DONE),
        ),
        GlobalHotKey(menu="", key=_OFF, sent=_OFF),
        GlobalHotKey(menu="", key=spread, sent=spread),
        SetGlobalProperty(
            "GroupOf",
            _FREE,
            (PropertyCommand("", report_key, PropertyChange("P", '{Group==1?Formation:"-"}')),),
        ),
    ]
    if way == "range":
        for prop, value in (
            ("GroupX", "{CurrentX}"),
            ("GroupY", "{CurrentY}"),
            ("GroupRange", f"{{Group==1?r_{context.rules.range_field or 'range'}_now:-1}}"),
            ("GroupSide", "{Chief==1?SideNo:0}"),
        ):
            traits.append(
                SetGlobalProperty(prop, _FREE, (PropertyCommand("", report_key, PropertyChange("P", value)),))
            )
    return traits


def acting_traits() -> list[Trait]:
    """Return what marks a leader as the piece that acts."""
    return [
        DynamicProperty(
            "Acting",
            Constraints(True, 0, 1, False),
            (
                PropertyCommand("", ACT, PropertyChange("P", "1")),
                PropertyCommand("", DONE, PropertyChange("P", "0")),
            ),
            value="0",
        )
    ]


def group_properties(context: ModuleContext, table: Globals) -> None:
    """Add the properties that the commands set."""
    if context.rules.group is None:
        return
    for name in ("GroupX", "GroupY", "GroupRange", "GroupSide", "GroupOf"):
        table.add(name)


def group_buttons(context: ModuleContext) -> list[Component]:
    """Return what the commands press."""
    rule = context.rules.group
    if rule is None:
        return []
    buttons = [_send("group off", _OFF, _LEAVE, "{Group==1&&Acting!=1}")]
    sizes = [sum(u.command == c.id for u in context.battle.units) for c in context.battle.commands]
    if rule.chain:
        near = f'CountRange(0,{resolve(context, rule.chain)},"{{Group==1&&Formation==GroupOf}}")>0'
        links: dict[str, Value] = {"doLoop": True, "loopCount": str(min(max(sizes, default=1), _STEPS))}
        buttons.append(
            _send(
                "group link",
                Key.named("group link"),
                _JOIN,
                f"{{Unit==1&&Group==0&&Formation==GroupOf&&{near}}}",
            )
        )
        buttons.append(do_actions(_SPREAD, [Key.named("group link")], **links))
    if rule.leaders == "range":
        same_side = "(GroupSide>0?SideNo==GroupSide:Formation==GroupOf)"
        buttons.append(
            _send("group reach", _REACH, _JOIN, f"{{Unit==1&&{same_side}&&Range(GroupX,GroupY)<=GroupRange}}")
        )
    return buttons


def _send(name: str, key: Key, key_to_send: Key, filter_: str) -> Component:
    return make(
        "GlobalKeyCommand",
        {
            "name": name,
            "tooltip": name,
            "buttonText": "",
            "buttonHotkey": key,
            "hotkey": key_to_send,
            "filter": filter_,
            "reportSingle": True,
            "singleMap": False,
            "deckCount": "0",
        },
    )
