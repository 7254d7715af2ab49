"""Who takes part in a fire or a combat: marks on attackers and target, and the piece that acts.

The player marks the target, and attackers beside the one that gives the command. The table reads
their states, places and facings from the marks.
"""

from __future__ import annotations

from jdgtools.exporters.module.legality import mark_traits
from jdgtools.exporters.module.module_context import ModuleContext, choose, ctrl, plain
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import (
    CalculatedProperty,
    DynamicProperty,
    GlobalHotKey,
    Layer,
    ReportAction,
    SetGlobalProperty,
    SubMenu,
    Trait,
    Trigger,
)

ROLE_PICTURES = ("", "role-attacker.png", "role-target.png")
ACT, DONE, RESULT = (Key.named(n) for n in ("act", "done", "told"))
UNMARK = Key.named("unmark attackers")
"""Button: takes the mark from all attackers."""
UNTARGET = Key.named("unmark target")
"""Button: takes the mark from the target."""
NO_ROLE = Key.named("no role")
TELL_TARGET = Key.named("tell target")
"""Of the table and of the piece: the target says its name and its terrain."""
_FREE = Constraints(False, 0, 100, False)


def acting(context: ModuleContext, name: str, is_judged: bool = False) -> list[Trait]:
    """Return what a piece needs that makes checks.

    Args:
        context: of the module.
        name: expression of what a line of the chat calls it.
        is_judged: whether a line says before the result what would not be allowed.
    """
    tells = [
        SetGlobalProperty(prop, _FREE, (PropertyCommand("", ACT, PropertyChange("P", value)),))
        for prop, value in (("Actor", f"{{{name}}}"), ("AZone", "$CurrentZone$"))
        if is_judged
    ]
    line = f'{name}+"{context.colon}"+GetString("Said")'
    return [
        # Nothing is said when the player has closed the question.
        ReportAction((RESULT,), f'{{GetString("Said").equals("")?"":{line}}}'),
        *tells,
        DynamicProperty(
            "Acting",
            Constraints(True, 0, 1, False),
            (
                PropertyCommand("", ACT, PropertyChange("P", "1")),
                PropertyCommand("", DONE, PropertyChange("P", "0")),
            ),
            value="0",
        ),
    ]


def combat_roles(context: ModuleContext, who: str, attacks: bool = True) -> list[Trait]:
    """Return what a unit needs that can attack or be a target.

    Args:
        context: of the module.
        who: how a report names the piece.
        attacks: whether it can attack or fire; else it is a target at most.
    """
    w = context.words
    attack, target, none = ctrl("A", True), ctrl("T", True), ctrl("N", True)
    be_target = Key.named("be target")
    menus = tuple(plain(w(n)) for n in ("mark_attacker", "mark_target", "mark_none"))
    acts = (attack, target) if attacks else (target,)
    attacker = (PropertyCommand(menus[0], attack, PropertyChange("P", "{Role==2?1:2}")),) if attacks else ()
    return [
        *mark_traits(context),
        ReportAction((*acts, none), f"{who} $location${context.colon}$Role_text$"),
        SubMenu(plain(w("combat_role")), menus if attacks else menus[1:]),
        Trigger(
            name="target",
            menu=menus[1],
            key=target,
            actions=(UNTARGET, be_target, TELL_TARGET),
        ),
        GlobalHotKey(menu="", key=UNTARGET, sent=UNTARGET),
        SetGlobalProperty(
            "Target",
            _FREE,
            (PropertyCommand("", TELL_TARGET, PropertyChange("P", "$BasicName$ $LocationName$")),),
        ),
        SetGlobalProperty(
            "TZone", _FREE, (PropertyCommand("", TELL_TARGET, PropertyChange("P", "$CurrentZone$")),)
        ),
        Layer(
            images=ROLE_PICTURES,
            names=("", "", ""),
            name="Role_layer",
            follow_property=True,
            property="Role",
            loop=False,
        ),
        CalculatedProperty(
            "Role_text", choose("Role", [w("role_none"), w("role_attacker"), w("role_target")])
        ),
        DynamicProperty(
            "Role",
            Constraints(True, 1, 3, False),
            (
                *attacker,
                PropertyCommand(menus[2], none, PropertyChange("P", "1")),
                PropertyCommand("", be_target, PropertyChange("P", "3")),
                PropertyCommand("", NO_ROLE, PropertyChange("P", "1")),
            ),
            value="1",
        ),
    ]
