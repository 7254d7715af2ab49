"""Victory points for losses in the Musket & Pike Battle Series, as data (MP-15-a, chart T-VP)."""

from __future__ import annotations

from jdgtools.derived.protocols import Schedule, ScheduledPoints

_HEAVY = ("heavy_infantry",)
_HORSE = ("cavalry", "dismounted_cavalry")
_LIGHT = ("light_infantry",)
_LOSSES = "casualties"
"""Axis of the strength points that a unit has lost."""


def _guns(event: str) -> tuple[ScheduledPoints, ...]:
    return tuple(
        ScheduledPoints(
            key=f"{event}_{size}{'_double' if double else ''}",
            event="captured" if event == "captured" else "disabled",
            arms=("artillery",),
            fields={"gun_class": (size,), "double": (double,)},
            state=f"gun_{event}",
        )
        for double in (True, False)
        for size in ("12-24", "4-8", "3")
    )


SCHEDULES = (
    Schedule(
        "T-VP",
        (
            ScheduledPoints(key="pursued_off_map", event="pursued_off_map", arms=_HORSE),
            ScheduledPoints(key="cavalry_eliminated", event="eliminated", arms=_HORSE),
            ScheduledPoints(key="cavalry_sp", event="strength_lost", arms=_HORSE, state=_LOSSES),
            ScheduledPoints(key="hi_two_hex_eliminated", event="eliminated", arms=_HEAVY, footprint=2),
            ScheduledPoints(key="hi_one_hex_eliminated", event="eliminated", arms=_HEAVY, footprint=1),
            ScheduledPoints(key="hi_sp", event="strength_lost", arms=_HEAVY, state=_LOSSES),
            ScheduledPoints(key="li_eliminated", event="eliminated", arms=_LIGHT),
            *_guns("captured"),
            *_guns("disabled"),
            ScheduledPoints(
                key="baggage_captured", event="captured", arms=("baggage",), state="baggage_captured"
            ),
            # The chart names King Charles; a sovereign is worth as much, and is no army commander.
            ScheduledPoints(key="king_charles", event="eliminated", piece="leader", roles=("sovereign",)),
            ScheduledPoints(
                key="ac_eliminated", event="eliminated", piece="leader", roles=("army_commander",)
            ),
            ScheduledPoints(
                key="wc_eliminated",
                event="eliminated",
                piece="leader",
                roles=("wing_commander",),
                fields={"named": (True,)},
            ),
            ScheduledPoints(
                key="replacement_wc_eliminated",
                event="eliminated",
                piece="leader",
                roles=("replacement_wc", "wing_commander"),
            ),
        ),
        {"vp_single_gun_disabled": ("disabled_12-24", "disabled_4-8")},
        times="rating",
    ),
)
