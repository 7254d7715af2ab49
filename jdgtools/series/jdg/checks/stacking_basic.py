"""Checks of who may share a hex at all (G.5: CHK-60 to -62)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import related_units
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.jdg.checks.common import by_side, setup_of
from jdgtools.series.jdg.checks.stack_rules import both_arms, in_setup, more_than_three


@check(
    "JDG060",
    entry="CHK-60",
    name="both-sides-in-one-hex",
    severity=Severity.ERROR,
    rules=("JDG-5.1.2-a",),
    rationale=(
        "No unit may enter a hex that an enemy unit occupies, so the two sides cannot share one at the start."
    ),
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}\n  - {unit: 70e, hex: 0305, facing: SW}",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}\n  - {unit: 70e, hex: 0403, facing: SW}",
)
def both_sides_in_one_hex(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes with units of both sides."""
    for index, stack in sorted(setup_of(ctx).stacks.items()):
        sides = list(by_side(stack))
        if len(sides) > 1:
            (one, ours), (other, theirs) = sides[:2]
            yield Finding(
                ctx.placement_subject(theirs[0].id),
                f"hex {ctx.hex_id(index)} holds {name_list(p.id for p in ours)} of side `{one}` and "
                f"{name_list(p.id for p in theirs)} of side `{other}`",
                expected="units of one side in a hex",
                related=related_units(ctx, (*ours, *theirs[1:])),
            )


@check(
    "JDG061",
    entry="CHK-61",
    name="infantry-with-cavalry",
    severity=Severity.ERROR,
    rules=("JDG-5.1.1-l",),
    options=("routed_mix_types",),
    rationale="Infantry and cavalry may not share a hex, routed units only by the option; artillery may "
    "stand with either.",
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}\n  - {unit: 20ld, hex: 0305, facing: NE}",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}\n  - {unit: 20ld, hex: 0306, facing: NE}",
)
def infantry_with_cavalry(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes with infantry and cavalry of one side."""
    yield from in_setup(ctx, both_arms)


@check(
    "JDG062",
    entry="CHK-62",
    name="too-many-units-of-one-arm",
    severity=Severity.ERROR,
    rules=("JDG-5.1.1-b", "JDG-5.1.1-h"),
    rationale=(
        "Two infantry or two cavalry units may share a hex, and three if they have 6 strength points or "
        "fewer together. Four are never allowed, however weak they are."
    ),
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}\n  - {unit: 1-29, hex: 0305, facing: NE}\n"
    "  - {unit: 5-60, hex: 0305, facing: NE}\n  - {unit: 1-82, hex: 0305, facing: NE}",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}\n  - {unit: 1-29, hex: 0305, facing: NE}\n"
    "  - {unit: 5-60, hex: 0306, facing: NE}\n  - {unit: 1-82, hex: 0306, facing: NE}",
)
def too_many_units_of_one_arm(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes with four or more infantry, or cavalry, units of one side.

    Three are judged by their strength.
    """
    yield from in_setup(ctx, more_than_three)


CHECKS: tuple[Check, ...] = (both_sides_in_one_hex, infantry_with_cavalry, too_many_units_of_one_arm)
"""CHK-60 to CHK-62."""
