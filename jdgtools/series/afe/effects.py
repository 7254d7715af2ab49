"""What terrain does to melee, charge and fire over a step of Au fil de l'épée."""

from __future__ import annotations

from jdgtools.series.afe.terrain_index import index_of
from jdgtools.series.step_effects import AnyTrueOf, ChartEffects, SumOf

EFFECTS = ChartEffects(
    index_of,
    (
        SumOf(
            "melee_foot",
            "Modifier of a melee over the step by attackers on foot; `barred` = none allowed (AFE-10.5-g).",
            column_of_entry="melee_foot",
            column_of_leaving="melee_out",
            side="melee_foot",
            most=0,
        ),
        SumOf(
            "melee_mounted",
            "Modifier of a melee over the step by mounted attackers; `barred` = none allowed (AFE-10.5-g).",
            column_of_entry="melee_mounted",
            column_of_leaving="melee_out",
            side="melee_mounted",
            most=0,
        ),
        SumOf(
            "fire_drm",
            "Modifier of fire at a unit in the hex that the step enters, when the line of sight enters it "
            "over the hexside of the step.",
            column_of_entry="fire_drm",
            side="fire_drm",
        ),
        AnyTrueOf("blocks_charge", "Whether no charge may go over the step.", column="blocks_charge"),
    ),
)
"""Effects of the terrain charts."""
