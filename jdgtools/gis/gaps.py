"""Says which hexes a height grid leaves without a height.

A grid may lie elsewhere, hold nothing, or end within the map; each has its code, and `report_gaps` names
some of the hexes.
"""

from __future__ import annotations

import numpy as np

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.gis.grid_file import HeightGrid
from jdgtools.gis.settings import Settings
from jdgtools.hexgrid import HexGrid
from jdgtools.model.context import Context

_SHOWN = 4


def report_gaps(
    ctx: Context, settings: Settings, hexes: HexGrid, grid: HeightGrid, heights: np.ndarray
) -> None:
    """Say of a height grid that it lies elsewhere (MAP066), holds nothing (MAP069) or has gaps (MAP068).

    Args:
        ctx: receives the diagnostics.
        settings: of the geometry; hexes with a level of their own need no height.
        hexes: the hexes of the map.
        grid: the height grid.
        heights: what it gives for each hex, metres; NaN = nothing.
    """
    assert settings.height_file is not None
    name, span = settings.height_file
    missing = [i for i in np.nonzero(np.isnan(heights))[0].tolist() if i not in settings.overrides.levels]
    if np.isnan(grid.values).all():
        message = f"`{name}` holds no height: every cell is without data"
        ctx.problem("MAP069", span, message, expected="heights in metres")
    elif len(missing) == len(heights):
        (x0, y0), (x1, y1) = grid.south_west, grid.north_east
        degrees = grid.cell < 0.5 and x0 >= -180 and x1 <= 180 and y0 >= -90 and y1 <= 90
        ctx.problem(
            "MAP066",
            span,
            f"no height of `{name}` lies on the map: the grid reaches from {x0:.10g} to {x1:.10g} east "
            f"and {y0:.10g} to {y1:.10g} north",
            expected="a grid of the ground that the map shows, in the metres of the features",
            hint="it is in degrees: save it in the projected system of the features" if degrees else None,
        )
    elif missing:
        few = ", ".join(f"`{hexes.id(i)}`" for i in missing[:_SHOWN]) + (
            " …" if len(missing) > _SHOWN else ""
        )
        count = "a hex, which gets" if len(missing) == 1 else f"{len(missing)} hexes, which get"
        ctx.problem(
            "MAP068",
            span,
            f"`{name}` has no height for {count} level 0: {few}",
            hint="export a larger part, or write the levels of these hexes",
            severity=Severity.WARNING,
        )
