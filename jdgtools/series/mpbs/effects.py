"""What terrain does to close combat and fire over a step of the Musket & Pike Battle Series."""

from __future__ import annotations

from jdgtools.series.mpbs.terrain_index import index_of
from jdgtools.series.step_effects import ChartEffects, SumOf

EFFECTS = ChartEffects(
    index_of,
    (
        SumOf(
            "cc_infantry",
            "Modifier of close combat over the step by infantry; `NM` = none is allowed (MP-11.3.1-a).",
            column_of_entry="cc_infantry",
            side="cc_infantry",
            most=0,
        ),
        SumOf(
            "cc_cavalry",
            "Modifier of close combat over the step by cavalry; `NM` = none is allowed (MP-11.3.1-a).",
            column_of_entry="cc_cavalry",
            side="cc_cavalry",
            most=0,
        ),
        SumOf(
            "fire_drm",
            "Modifier of small-arms fire at a unit in the hex that the step enters, when the line of fire "
            "enters it over the hexside of the step.",
            column_of_entry="fire_drm",
            side="fire_drm",
        ),
        SumOf(
            "artillery_drm",
            "Modifier of artillery fire at a unit in the hex that the step enters, when the line of fire "
            "enters it over the hexside of the step.",
            column_of_entry="artillery_drm",
            side="artillery_drm",
        ),
    ),
)
"""Effects of the terrain effects charts."""
