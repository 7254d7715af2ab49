"""Builds what a battle says of markers: how many there are, where some lie, when some are used.

`build.py` (counts of the battle) and `build_scenario` (markers on the map, turns of combined markers) call
one function each; unknown markers and hexes are reported.
"""

from __future__ import annotations

from jdgtools.model.battle_index import BattleIndex
from jdgtools.model.context import Context, Subject
from jdgtools.model.scenario import MarkerOnMap
from jdgtools.source.node import Node


def build_marker_counts(ctx: Context, node: Node | None, owner: Subject) -> dict[str, int]:
    """Return numbers of markers by marker id; unknown markers are reported.

    `owner` is the subject of the battle or of a scenario.
    """
    counts: dict[str, int] = {}
    marker_ids = [m.id for m in ctx.series.markers]
    for key, item in node.items() if node is not None else ():
        if key not in marker_ids:
            ctx.unknown("REF011", item, "marker", key, marker_ids)
            continue
        count = ctx.number(item)
        if count is not None:
            counts[key] = count
            ctx.spans.setdefault((*owner, "markers", key), item.span)
    return counts


def build_markers_on_map(
    ctx: Context, node: Node | None, index: BattleIndex, scenario: str
) -> tuple[MarkerOnMap, ...]:
    """Return the markers that lie on the map at the start; unknown markers and hexes are reported.

    Args:
        ctx: series and diagnostics.
        node: marker id -> hexes; None = there are none.
        index: what the scenario may refer to.
        scenario: its id.
    """
    markers = []
    known_ids = [m.id for m in ctx.series.markers]
    for key, item in node.items() if node is not None else ():
        if key not in known_ids:
            ctx.unknown("REF011", item, "marker", key, known_ids)
            continue
        subject = ("marker-on-map", scenario, key)
        ctx.mark(subject, item)
        hexes = index.reader.hexes(item, (*subject, "hexes"))
        if hexes:
            markers.append(MarkerOnMap(key, hexes))
    return tuple(markers)


def build_marker_turns(
    ctx: Context, node: Node | None, index: BattleIndex, scenario: str
) -> dict[str, tuple[int, ...]]:
    """Return the turns of combined activation markers; other markers are reported.

    Args:
        ctx: diagnostics.
        node: marker id -> turns; None = there are none.
        index: what the scenario may refer to.
        scenario: its id.
    """
    turns: dict[str, tuple[int, ...]] = {}
    combined_ids = [m.id for m in index.activation.values() if m.is_combined]
    for key, item in node.items() if node is not None else ():
        subject = ("marker-turns", scenario, key)
        if key not in combined_ids:
            ctx.unknown("REF004", item, "combined marker", key, combined_ids, subject)
            continue
        ctx.mark(subject, item)
        turns[key] = tuple(n for n in map(ctx.number, item.elements()) if n is not None)
    return turns
