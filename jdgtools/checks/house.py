"""Which chart values of a battle rest on house design alone: what `jdg check --strict-charts` tells.

A printed chart does not answer everything that a program must know; where the house has filled a cell, the
chart's provenance says so. This check (run with those of `checks/generic.py`) tells a designer which of these
cells the battle needs.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity


@check(
    "GEN030",
    name="battle-relies-on-house-values",
    severity=Severity.WARNING,
    rules=(),
    rationale="The rule texts lack most charts. A value that neither the rules nor a public player aid "
    "gives is our own design: plausible and consistent with every worked example, but not the "
    "publisher's. Who wants to play by the printed charts must enter them.",
    bad="jdg check --strict-charts my-battle   # TBL-FIRE has house values",
    good="charts:\n  - {chart: TBL-FIRE, key: [9..11], value: [cc], note: from the printed chart}",
    scope="battle",
)
def house_values(ctx: CheckContext) -> Iterator[Finding]:
    """Yield charts whose cells, as far as the battle can need them, are house values."""
    used = _terrains_on_map(ctx)
    terrain_ids = {terrain.id for terrain in ctx.battle.series.terrains}
    for chart in ctx.charts:
        used_keys = [keys for keys in chart.cells if all(k in used or k not in terrain_ids for k in keys)]
        house = [keys for keys in used_keys if chart.cells[keys].is_house]
        if house:
            yield Finding(
                ("battle", "charts"),
                f"chart `{chart.id}` ({chart.title.get()}) has house values in {len(house)} "
                f"of the {len(used_keys)} cells that this battle can need",
                expected="values from the rules, a player aid or the battle itself",
                hint=f"enter your own under `charts:`, for example with key [{', '.join(house[0])}]",
            )


def _terrains_on_map(ctx: CheckContext) -> set[str]:
    """Return ids of the terrains on the map; all of them without a map."""
    if ctx.map is None:
        return {terrain.id for terrain in ctx.battle.series.terrains}
    return {
        *(t for t in ctx.map.terrain if t),
        *(feature.kind for feature in ctx.map.features),
        *(way.kind for way in ctx.map.ways),
    }
