"""What terrain does to shock, charge, fire and retreat over a step of Jours de Gloire."""

from __future__ import annotations

from jdgtools.series.jdg.terrain_index import index_of
from jdgtools.series.step_effects import AnyTrueOf, ChartEffects, SumOf, WorstOf

EFFECTS = ChartEffects(
    index_of,
    (
        SumOf(
            "shock_drm",
            "Modifier of a shock or charge over the step; `no_attack` = none is allowed (JDG-8.2-c).",
            column_of_entry="shock_drm_defender",
            column_of_leaving="shock_drm_attacker",
            side="shock_drm",
            floor=-4,
        ),
        SumOf(
            "fire_drm",
            "Modifier of fire at a unit in the hex that the step enters, when the line of sight enters it "
            "over the hexside of the step.",
            column_of_entry="fire_drm",
            side="fire_drm",
            floor=-4,
        ),
        AnyTrueOf(
            "blocks_charge",
            "Whether no charge may go over the step, begin before it or strike behind it (JDG-9.1-b).",
            column="blocks_charge",
        ),
        WorstOf(
            "retreat",
            "Fall-back and retreat over the step: `free`; `level_lost` = costs a level of cohesion "
            "(JDG-10.3.4-b); `needs_mp` = only with enough movement points (JDG-10.3.4-c); `forbidden`.",
            column="retreat",
            order=("free", "level_lost", "needs_mp", "forbidden"),
            by_way="by_road",
        ),
    ),
)
"""Effects of the terrain effects chart."""
