"""The pieces part of a package: sides, commands, leaders, units, activation markers, markers, states."""

from __future__ import annotations

from typing import Any

from jdgtools.exporters.jdgpkg.ground import Plain, text
from jdgtools.model.battle import Battle
from jdgtools.model.definition import SeriesDef, StateAxis
from jdgtools.model.pieces import Unit
from jdgtools.model.scenario import Scenario


def sides_part(battle: Battle, scenario: Scenario) -> list[Plain]:
    """Both sides with what the scenario says about them."""
    told = {s.side: s for s in scenario.sides}
    return [
        {
            "id": side.id,
            "name": text(side.name),
            "nationalities": list(side.nationalities),
            "rout_edge": told[side.id].rout_edge if side.id in told else None,
            "values": dict(side.ratings) | (dict(told[side.id].values) if side.id in told else {}),
        }
        for side in battle.sides
    ]


def commands_part(battle: Battle, scenario: Scenario) -> list[Plain]:
    """Commands with the order they start with."""
    return [
        {
            "id": c.id,
            "name": text(c.name),
            "side": c.side,
            "leader": c.leader,
            "letter": c.letter,
            "parent": c.parent.get(battle.language),
            "order": scenario.orders.get(c.id),
            "single_marker": c.id in scenario.single_marker_commands,
            "values": dict(c.values),
        }
        for c in battle.commands
    ]


def leaders_part(battle: Battle) -> list[Plain]:
    """Leaders with all their values."""
    return [
        {
            "id": x.id,
            "name": text(x.name),
            "side": x.side,
            "role": x.role,
            "command": x.command,
            "nationality": x.nationality,
            "front": dict(x.front),
            "back": dict(x.back),
            "extra": {name: dict(values) for name, values in x.extra.items()},
        }
        for x in battle.leaders
    ]


def units_part(battle: Battle) -> list[Plain]:
    """Units with both faces; a value that only the front names holds for both."""
    return [_unit(battle.series, unit) for unit in battle.units]


def _unit(definition: SeriesDef, unit: Unit) -> Plain:
    kind = None if unit.type is None else definition.unit_type(unit.type)
    implied = {} if kind is None else dict(kind.attributes)
    return {
        "id": unit.id,
        "name": text(unit.name),
        "side": unit.side,
        "command": unit.command,
        "type": unit.type,
        "arm": unit.arm,
        "class": "" if kind is None else kind.movement_class,
        "chart_class": "" if kind is None else kind.chart_class,
        "has_facing": kind is None or kind.has_facing,
        "nationality": unit.nationality,
        "parent": unit.parent,
        "footprint": unit.footprint,
        "front": implied | dict(unit.front),
        "back": implied | dict(unit.front) | dict(unit.back),
    }


def activation_part(battle: Battle, scenario: Scenario) -> list[Plain]:
    """Activation markers that are in play."""
    return [
        {
            "id": m.id,
            "code": m.code,
            "side": m.side,
            "commands": list(m.commands),
            "rating": m.rating,
            "entry": m.entry,
            "turns": list(m.turns),
            "reinforcements": m.reinforcements,
            "effect": text(m.effect),
        }
        for m in battle.activation
        if m.id not in scenario.removed_markers
    ]


def markers_part(battle: Battle, scenario: Scenario) -> dict[str, int]:
    """Marker id -> number available."""
    from jdgtools.render.counters.listing import marker_count

    return {m.id: scenario.markers.get(m.id, marker_count(battle, m)) for m in battle.series.markers}


def states_part(definition: SeriesDef) -> list[Plain]:
    """Independent conditions that a piece may be in."""
    return [_axis(axis) for axis in definition.state_axes]


def _axis(axis: StateAxis) -> Plain:
    values: list[dict[str, Any]] = [
        {"id": v.id, "face": v.face, "marker": v.marker, "faceless": v.faceless} for v in axis.values
    ]
    return {
        "id": axis.id,
        "default": axis.default,
        "values": values,
        "count_high": axis.count_high,
        "arms": list(axis.arms),
        "applies_to": list(axis.applies_to),
    }
