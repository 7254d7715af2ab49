"""The types of lines of sight past units in a package: hexes of every line, and how units block.

`exporters/jdgpkg/sight.py` fills them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from jdgtools.package.meaning import Hex, meaning

Axial = Annotated[tuple[int, int], meaning("q and r: see `axial`.")]


class SightLine(Struct, frozen=True):
    """A line of sight from a hex to one that lies `to` away; the same from every hex."""

    to: Annotated[Axial, meaning("q and r of the target less those of the origin.")]
    through: Annotated[
        tuple[tuple[int, ...], ...],
        meaning(
            "The hexes between, in order: q and r from the origin; four numbers = the line runs along the "
            "hexside between two hexes."
        ),
    ]


class Overlook(Struct, frozen=True):
    """When a blocking unit is overlooked by levels; its level is that of its hex."""

    higher: Annotated[
        Literal["both", "firer", "target"],
        meaning("Who is higher than the unit; `firer` and `target` alone also higher than the other end."),
    ]
    nearer: Annotated[
        Literal["", "firer", "target"],
        meaning("The end that the unit must be nearer to, in hexes of the line; empty = anywhere."),
    ]
    halfway: Annotated[bool, meaning("Whether exactly halfway counts as nearer.")]
    rules: Annotated[tuple[str, ...], meaning("Statements.")]


class UnitSight(Struct, frozen=True):
    """How units in the hexes between block a line that terrain leaves free."""

    arms: Annotated[tuple[str, ...], meaning("Arms whose units block, friendly or enemy.")]
    over: Annotated[tuple[str, ...], meaning("`chart_class` of firers that see over all units.")]
    along: Annotated[
        Literal["both", "never"],
        meaning("A line along a hexside: blocked when `both` hexes hold a blocking unit, or `never`."),
    ]
    overlooked: Annotated[tuple[Overlook, ...], meaning("One that fits is enough.")]
    rules: Annotated[tuple[str, ...], meaning("Statements.")]


class SightLines(Struct, frozen=True):
    """The geometry of sight, so that nobody has to work it out again."""

    axial: Annotated[
        tuple[int, ...],
        meaning(
            "At places 2 * hex and 2 * hex + 1: q and r. Two hexes lie max(|q|, |r|, |q + r|) of their "
            "differences apart."
        ),
    ]
    reach: Annotated[int, meaning("Lines of up to so many hexes are listed.", ge=0)]
    lines: Annotated[tuple[SightLine, ...], meaning("One for every difference of q and r within `reach`.")]
    units: Annotated[UnitSight | None, meaning("How units block; null = the series does not say it.")]
    one_sided: Annotated[
        tuple[tuple[Hex, Hex, Hex], ...],
        meaning(
            "Origin, target and hex of every line of up to `reach` hexes that runs along a hexside, is free "
            "by `sight`, and is blocked by a unit in this hex alone, since the ground of the other hex "
            "blocks and the unit is not overlooked. Units of `arms` block; firers of `over` see over them."
        ),
    ] = ()
