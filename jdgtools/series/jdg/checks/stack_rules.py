"""What may stand in one hex (JDG-5.1.1): for setups and for entry stacks alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from jdgtools.checks.base import CheckContext, Finding, allowance
from jdgtools.checks.setup import allowed_by_stack_rule, related_units
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.jdg.checks.common import LINE_ARMS, CombatUnit, by_side, number, setup_of
from jdgtools.series.jdg.stacking import SMALL_STACK

Stack = Sequence[CombatUnit]


class OptionSource(Protocol):
    """Whoever knows the rulings in force: a check context, or the map rules of a move."""

    def option(self, option_id: str, /) -> object:
        """Return the ruling in force."""
        ...


class Fault(Struct, frozen=True):
    """One limit that a stack breaks."""

    what: str
    """What the stack holds, as the object of a sentence."""
    expected: str
    hint: str
    members: tuple[CombatUnit, ...]
    """The units concerned, top first; the last one is the one to move."""
    rules: tuple[str, ...]
    """Statement ids."""
    severity: Severity | None = None
    """Where it is graded otherwise than the check."""


StackRule = Callable[[OptionSource, Stack], Iterator[Fault]]


def of_arm(stack: Stack, arm: str) -> tuple[CombatUnit, ...]:
    """Return the units of an arm, top first."""
    return tuple(p for p in stack if p.unit.arm == arm)


def points(units: Stack) -> int | None:
    """Return strength points of the sides that lie face up (JDG-5.1.1-m); None when one is not given."""
    strengths = [p.strength for p in units]
    return None if None in strengths else sum(n for n in strengths if n is not None)


def sum_in_words(units: Stack) -> str:
    """Return the sum in words: "`a` 4, `b` 2 and `c` 2"."""
    parts = [f"`{p.id}` {p.strength}" for p in units]
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def above_six_points(ctx: OptionSource, stack: Stack) -> Iterator[Fault]:
    """Yield three units of one arm that are too strong together (JDG-5.1.1-h, JDG-5.1.1-m, AMB-31)."""
    for arm in LINE_ARMS:
        units = three = of_arm(stack, arm)
        if ctx.option("six_sp_counts_artillery"):
            units = (*three, *of_arm(stack, "artillery"))
        total = points(units) if len(three) == 3 else None
        if total is not None and total > SMALL_STACK:
            yield Fault(
                f"three {arm} units with {total} SP together: {sum_in_words(units)}",
                f"{SMALL_STACK} SP or fewer on the sides that lie face up, or two units",
                f"move one of {name_list((p.id for p in three), 'or')} to another hex",
                three,
                ("JDG-5.1.1-h", "JDG-5.1.1-m"),
            )


def mixed_formations(ctx: OptionSource, stack: Stack) -> Iterator[Fault]:
    """Yield units of one arm from several formations; routed ones may mix (JDG-5.1.1-b, JDG-5.1.1-g)."""
    for arm in LINE_ARMS:
        units = tuple(p for p in of_arm(stack, arm) if not p.routed and p.unit.command is not None)
        if len({p.unit.command for p in units}) > 1:
            units_in_words = " and ".join(f"`{p.id}` of `{p.unit.command}`" for p in units)
            yield Fault(
                f"{arm} of several formations: {units_in_words}",
                f"{arm} of one formation in a hex (routed units excepted)",
                f"give `{units[-1].id}` a hex of its own, or stack it with its own formation",
                units,
                ("JDG-5.1.1-b", "JDG-5.1.1-g"),
            )


def three_artillery(ctx: OptionSource, stack: Stack) -> Iterator[Fault]:
    """Yield more than two artillery units (JDG-5.1.1-n)."""
    guns = of_arm(stack, "artillery")
    if len(guns) > 2:
        yield Fault(
            f"{len(guns)} artillery units: {name_list(p.id for p in guns)}",
            "at most two artillery units in a hex",
            f"move {name_list(p.id for p in guns[2:])} to another hex",
            guns,
            ("JDG-5.1.1-n",),
        )


def guns_with_infantry(ctx: OptionSource, stack: Stack) -> Iterator[Fault]:
    """Yield more than one artillery unit with infantry (JDG-5.1.1-c)."""
    guns, infantry = of_arm(stack, "artillery"), of_arm(stack, "infantry")
    if infantry and len(guns) > 1:
        yield Fault(
            f"{len(guns)} artillery units ({name_list(p.id for p in guns)}) with infantry "
            f"({name_list(p.id for p in infantry)})",
            "at most one artillery unit with infantry",
            f"move {name_list(p.id for p in guns[1:])} to another hex",
            guns,
            ("JDG-5.1.1-c",),
        )


def guns_with_cavalry(ctx: OptionSource, stack: Stack) -> Iterator[Fault]:
    """Yield artillery with more cavalry than the ruling of AMB-30 admits, or two batteries with cavalry."""
    guns, cavalry = of_arm(stack, "artillery"), of_arm(stack, "cavalry")
    most = ctx.option("stack_cav_with_artillery")
    if not guns or not cavalry or not isinstance(most, int):
        return
    limit_in_words = number(most, "cavalry unit")
    expected = f"at most {limit_in_words} and 1 artillery unit" if most else "no cavalry with artillery"
    if len(cavalry) > most:
        many = number(len(cavalry), "cavalry unit")
        yield Fault(
            f"artillery (`{guns[0].id}`) with {many} ({name_list(p.id for p in cavalry)})",
            expected,
            f"move {name_list(p.id for p in cavalry[most:])} to another hex; the option "
            "`stack_cav_with_artillery` says how many may stay",
            cavalry,
            ("JDG-5.1.1-e",),
        )
    if len(guns) > 1:
        yield Fault(
            f"{len(guns)} artillery units ({name_list(p.id for p in guns)}) with cavalry "
            f"({name_list(p.id for p in cavalry)})",
            expected,
            f"move {name_list(p.id for p in guns[1:])} to another hex",
            guns,
            ("JDG-5.1.1-e",),
        )


def three_with_guns(ctx: OptionSource, stack: Stack) -> Iterator[Fault]:
    """Yield three small infantry units with artillery: legal under the ruling of AMB-30 only."""
    guns, infantry = of_arm(stack, "artillery"), of_arm(stack, "infantry")
    total = points(infantry)
    if len(guns) != 1 or len(infantry) != 3 or total is None or total > SMALL_STACK:
        return
    legal = ctx.option("stack_three_inf_plus_artillery") is True
    yield Fault(
        f"artillery (`{guns[0].id}`) on three small infantry units ({name_list(p.id for p in infantry)})",
        "two infantry units with the artillery, which no reading of the rules forbids",
        "legal by the option `stack_three_inf_plus_artillery`; if it is meant, say so in a special rule "
        f"with `{allowance('JDG068', f'unit {guns[0].id}')}`"
        if legal
        else f"move `{guns[0].id}` away, or set the option `stack_three_inf_plus_artillery: true`",
        guns,
        ("JDG-5.1.1-c", "JDG-5.1.1-h"),
        Severity.WARNING if legal else Severity.ERROR,
    )


def routed_with_others(ctx: OptionSource, stack: Stack) -> Iterator[Fault]:
    """Yield routed units with units that are not (JDG-5.1.1-j)."""
    routed = tuple(p for p in stack if p.routed)
    steady = tuple(p for p in stack if not p.routed)
    if routed and steady:
        yield Fault(
            f"routed {name_list(p.id for p in routed)} with {name_list(p.id for p in steady)}, "
            f"{'which is' if len(steady) == 1 else 'which are'} not routed",
            "routed units apart from all others",
            f"move {name_list(p.id for p in routed)} to another hex",
            (*steady, *routed),
            ("JDG-5.1.1-j",),
        )


def both_arms(ctx: OptionSource, stack: Stack) -> Iterator[Fault]:
    """Yield infantry with cavalry (JDG-5.1.1-l; routed units by AMB-32)."""
    infantry, cavalry = of_arm(stack, "infantry"), of_arm(stack, "cavalry")
    if ctx.option("routed_mix_types") and all(p.routed for p in stack):
        return
    if infantry and cavalry:
        yield Fault(
            f"infantry ({name_list(p.id for p in infantry)}) with cavalry "
            f"({name_list(p.id for p in cavalry)})",
            "infantry and cavalry in stacks of their own",
            f"take {name_list(p.id for p in cavalry)} out of the stack",
            (*infantry, *cavalry),
            ("JDG-5.1.1-l",),
        )


def more_than_three(ctx: OptionSource, stack: Stack) -> Iterator[Fault]:
    """Yield four units or more of one arm (JDG-5.1.1-b, JDG-5.1.1-h)."""
    for arm in LINE_ARMS:
        units = of_arm(stack, arm)
        if len(units) > 3:
            yield Fault(
                f"{len(units)} {arm} units: {name_list(p.id for p in units)}",
                f"two {arm} units, or three with {SMALL_STACK} SP or fewer together",
                f"take {name_list(p.id for p in units[2:])} out of the stack",
                units,
                ("JDG-5.1.1-b", "JDG-5.1.1-h"),
            )


ENTRY_RULES: tuple[StackRule, ...] = (
    both_arms,
    more_than_three,
    above_six_points,
    mixed_formations,
    three_artillery,
    guns_with_infantry,
    guns_with_cavalry,
    three_with_guns,
    routed_with_others,
)
"""All limits that an entry stack keeps."""


def in_setup(ctx: CheckContext, rule: StackRule) -> Iterator[Finding]:
    """Yield what a rule finds in the hexes of the setup; each side's units are judged by themselves.

    A stack that a special rule allows is not judged.
    """
    setup = setup_of(ctx)
    for index in sorted(setup.stacks):
        for _, stack in by_side(setup.stacks[index]):
            if allowed_by_stack_rule(ctx, index, [p.unit for p in stack]):
                continue
            for fault in rule(ctx, stack) if len(stack) > 1 else ():
                yield Finding(
                    (*ctx.placement_subject(fault.members[-1].id), "hex"),
                    f"hex {ctx.hex_id(index)} holds {fault.what}",
                    expected=fault.expected,
                    hint=fault.hint,
                    related=related_units(ctx, fault.members[:-1]),
                    severity=fault.severity,
                )
