"""Checks of the series, in the order of its rules digest (part 5, SC-01 to SC-111).

What the rules digest demands and another code reports, or what the form of a battle leaves no room for, is in
`BY_STRUCTURE`.
"""

from __future__ import annotations

from jdgtools.checks.base import Check
from jdgtools.series.mpbs.checks import (
    arrivals,
    chart_cells,
    command,
    contact,
    facing,
    header,
    leaders,
    stacking,
    states,
    units,
    wings,
)

CHECKS: tuple[Check, ...] = (
    *units.CHECKS,
    *wings.CHECKS,
    *leaders.CHECKS,
    *command.CHECKS,
    *stacking.CHECKS,
    *contact.CHECKS,
    *facing.CHECKS,
    *states.CHECKS,
    *chart_cells.CHECKS,
    *header.CHECKS,
    *arrivals.CHECKS,
)

BY_STRUCTURE: dict[str, str] = {
    "SC-07": "a unit covers only as many hexes as its type can: two are for heavy infantry (GEN008)",
    "SC-13": "the backs of counters are drawn from the states: Formation Shaken, Fired, Finished, captured",
    "SC-21": "a warning of MPB020",
    "SC-29": "a warning of MPB028",
    "SC-33": "a leader is placed in one hex, also with a two-hex unit (GEN008)",
    "SC-45": "an error of MPB048",
    "SC-53": "a warning of MPB052",
    "SC-90": "a slope is of one of two kinds and written from its higher hex (REF008)",
    "SC-92": "what is reciprocal stands in the terrain chart; a battle changes it only with a special rule "
    "that overrules the statement (GEN047)",
    "SC-95": "where fire may be avoided stands in the terrain chart; a battle changes it only with a special "
    "rule that overrules the statement (GEN047)",
    "SC-96": "objectives are hexes, places and regions of the map (REF007, REF009, REF018)",
    "SC-106": "an error of MPB104",
    "SC-107": "a warning of MPB104",
    "SC-110": "a change of victory points names a line of the chart T-VP (REF014, GEN140)",
}
"""Entry of the rules digest -> where it is reported, or why it holds without a check."""
