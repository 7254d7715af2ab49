"""Facings, and squares by choice: formed and left in the unit's own activation (JDG-4.2, JDG-6.1)."""

from __future__ import annotations

from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.words import (
    ACTIVE,
    ARTILLERY,
    DONE,
    FIRED,
    FORMED,
    INFANTRY,
    LEFT_SQUARE,
    MOVED,
    ORDERED,
    RALLY_ONLY,
    ROUTED,
    SQUARE,
    TURNED,
)
from jdgtools.engine.jdg.zones import allowance, has_orders

TWO_UNITS = 2
"""Units that form square together where `square_max_units` says two."""


def may_form_square(g: ScenarioInPlay, s: GameState, unit: int) -> bool:
    """Return whether the stack of a unit may form square (JDG-4.2-a, -d, -f, -g, -p, AMB-23)."""
    t = g.t
    here = s.place[unit]
    stack = s.stacks[here]
    if t.options["square_max_units"] == "two" and len(stack) > TWO_UNITS:
        return False
    return (
        t.clear[here]
        and any(t.arm[other] == INFANTRY for other in stack)
        and all(
            t.arm[other] != 1
            and s.level[other] == ORDERED
            and s.flags[other] & ACTIVE
            and not s.flags[other] & (MOVED | DONE | RALLY_ONLY | LEFT_SQUARE | SQUARE)
            and (not s.flags[other] & FIRED or may_form_after_fire(g, s, other))
            for other in stack
        )
    )


def may_form_after_fire(g: ScenarioInPlay, s: GameState, unit: int) -> bool:
    """Return whether artillery that has fired may form square: by the ruling with orders only (AMB-25)."""
    choice = g.t.options["fired_artillery_may_form_square"]
    return has_orders(s, unit) if choice == "orders_only" else choice == "always"


def form_square(g: ScenarioInPlay, s: GameState, unit: int) -> None:
    """Form square with all units of the hex, for the whole allowance (JDG-4.2-d, -e)."""
    for other in s.stacks[s.place[unit]]:
        s.flags[other] |= SQUARE | DONE | FORMED
    s.note("square", s.stacks[s.place[unit]], (), "JDG-4.2-d", "JDG-4.2-e")


def square_leavers(g: ScenarioInPlay, s: GameState, unit: int) -> tuple[int, ...]:
    """Return who leaves a square with a unit: all of the hex, or by `square_leave_together` it alone.

    Artillery does not stay in a square without infantry (JDG-4.2-g, AMB-21).
    """
    t = g.t
    stack = s.stacks[s.place[unit]]
    stays = any(t.arm[other] == INFANTRY for other in stack if other != unit)
    return stack if t.options["square_leave_together"] or not stays else (unit,)


def may_leave_square(g: ScenarioInPlay, s: GameState, unit: int) -> bool:
    """Return whether those who leave a square with a unit may: the infantry has the points for it."""
    cost = g.t.move["leave_square"] * g.t.denominator
    return all(
        s.flags[other] & ACTIVE
        and not s.flags[other] & (DONE | RALLY_ONLY)
        and allowance(g.t, s, other) >= cost
        for other in square_leavers(g, s, unit)
        if g.t.arm[other] == INFANTRY or other == unit
    )


def leave_square_by_choice(g: ScenarioInPlay, s: GameState, unit: int) -> None:
    """Leave the square with all units of the hex, or alone (JDG-4.2-c, -j, AMB-21)."""
    leavers = square_leavers(g, s, unit)
    for other in leavers:
        s.flags[other] = s.flags[other] & ~SQUARE | LEFT_SQUARE
    s.note("square-left", leavers, (), "JDG-4.2-j")


def turn(g: ScenarioInPlay, s: GameState, unit: int, facing: int) -> None:
    """Give a unit, and all of its kind in the hex, a facing (JDG-6.1.1-b, -c)."""
    t = g.t
    gun = t.arm[unit] == ARTILLERY
    for other in s.stacks[s.place[unit]]:
        if (t.arm[other] == ARTILLERY) == gun and s.level[other] < ROUTED and s.facing[other] != facing:
            if s.facing[other] >= 0:
                s.flags[other] |= TURNED
            s.facing[other] = facing
    s.note("face", (unit,), (facing,), "JDG-6.1.2-a")
