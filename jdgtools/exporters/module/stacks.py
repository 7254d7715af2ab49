"""Order of a stack: units enter below those that are there, some arms come out on top by themselves.

A piece remembers the place at which it was put in order (`Here`). When pieces end a move, the first
of them sends those already there (whose `Here` is this place) to the top, one after the other, so
that both groups keep their own order; then all of the stack remember the place, which leaves nothing
to do for the other pieces of the same move.
"""

from __future__ import annotations

from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand, Target
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import DynamicProperty, GlobalKey, Trait, Trigger

AFTER_MOVE = Key.named("after move")
HERE = "Here"
"""Property with the place at which a piece was put in order."""
TOP = Key(38, 0)
"""The map's key that puts a piece on top of its stack."""
_STACK = Target(match_location=True, place="CURSTACK")


def orders_stacks(context: ModuleContext) -> bool:
    """Return whether the series has an order of stacks."""
    return context.rules.enter_below or bool(context.rules.top_arms)


def stack_order(context: ModuleContext) -> list[Trait]:
    """Return the traits of a unit that keep its stack in order."""
    rules = context.rules
    settle = Key.named("settle")
    below, all_here, top = (Key.named(n) for n in ("residents up", "settle all", "top arms up"))
    actions: list[Key] = []
    sends: list[Trait] = []
    if rules.enter_below:
        actions.append(below)
        sends.append(_send(below, TOP, f'{{Kind=="unit"&&{HERE}==LocationName}}'))
    actions.append(all_here)
    sends.append(_send(all_here, settle, f'{{Kind=="unit"&&{HERE}!=LocationName}}'))
    if rules.top_arms:
        names = [plain(context.say(t)) for a, t in context.series.arms if a in rules.top_arms]
        actions.append(top)
        arms = "||".join(f'Arm=="{n}"' for n in names)
        sends.append(_send(top, TOP, f'{{Kind=="unit"&&({arms})}}'))
    return [
        Trigger(
            name="in order",
            key=AFTER_MOVE,
            menu="",
            filter=f"{{{HERE}!=LocationName}}",
            actions=tuple(actions),
        ),
        *sends,
        DynamicProperty(
            HERE,
            Constraints(False, 0, 100, False),
            (PropertyCommand("", settle, PropertyChange("P", "{LocationName}")),),
            value="",
        ),
    ]


def _send(key: Key, key_to_send: Key, filter_: str) -> Trait:
    return GlobalKey(
        menu="", key=key, sent=key_to_send, filter=filter_, report_single=True, from_deck="0", target=_STACK
    )
