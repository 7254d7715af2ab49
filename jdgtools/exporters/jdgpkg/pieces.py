"""The pieces in a package: sides, commands, leaders, units, activation markers, markers, states.

Every function returns one part of it, as the type that `jdgtools/package/model_pieces.py` declares.
"""

from __future__ import annotations

from jdgtools.exporters.jdgpkg.ground import words
from jdgtools.exporters.jdgpkg.rules import effects_of
from jdgtools.exporters.jdgpkg.vocabulary import lists_of
from jdgtools.model.battle import Battle
from jdgtools.model.definition import SeriesDef
from jdgtools.model.pieces import Leader as ModelLeader
from jdgtools.model.pieces import Unit as ModelUnit
from jdgtools.model.scenario import Scenario
from jdgtools.package.model_pieces import Activation, Command, Leader, Side, State, StateAxis, Unit
from jdgtools.rules import Series


def sides_of(battle: Battle, scenario: Scenario) -> tuple[Side, ...]:
    """Return both sides with what the scenario says about them."""
    settings = {s.side: s for s in scenario.sides}
    sides = []
    for side in battle.sides:
        choice = settings.get(side.id)
        values = dict(side.ratings) | (dict(choice.values) if choice is not None else {})
        sides.append(
            Side(
                id=side.id,
                name=words(side.name),
                nationalities=tuple(side.nationalities),
                rout_edge=choice.rout_edge if choice is not None else None,
                values=values,
                lists=lists_of(battle.series.side_fields, values),
            )
        )
    return tuple(sides)


def commands_of(battle: Battle, scenario: Scenario) -> tuple[Command, ...]:
    """Return the commands with the order they start with."""
    return tuple(
        Command(
            id=c.id,
            name=words(c.name),
            side=c.side,
            leader=c.leader,
            letter=c.letter,
            parent=c.parent.get(battle.language),
            order=scenario.orders.get(c.id),
            single_marker=c.id in scenario.single_marker_commands,
            values=dict(c.values),
            lists=lists_of(battle.series.command_fields, c.values),
            parent_name=words(c.parent),
        )
        for c in battle.commands
    )


def leaders_of(battle: Battle) -> tuple[Leader, ...]:
    """Return the leaders with all their values."""
    return tuple(
        Leader(
            id=x.id,
            name=words(x.name),
            side=x.side,
            role=x.role,
            command=x.command,
            nationality=x.nationality,
            front=dict(x.front),
            back=dict(x.back),
            extra={name: dict(values) for name, values in x.extra.items()},
            lists=_leader_lists(battle.series, x),
        )
        for x in battle.leaders
    )


def _leader_lists(definition: SeriesDef, leader: ModelLeader) -> dict[str, tuple[str, ...]]:
    role = definition.role(leader.role) if leader.role is not None else None
    return {} if role is None else lists_of(role.fields, leader.front)


def units_of(battle: Battle, series: Series) -> tuple[Unit, ...]:
    """Return the units with both faces; a value that only the front names holds for both."""
    return tuple(_unit(battle.series, series, unit) for unit in battle.units)


def _unit(definition: SeriesDef, series: Series, unit: ModelUnit) -> Unit:
    kind = None if unit.type is None else definition.unit_type(unit.type)
    return Unit(
        id=unit.id,
        name=words(unit.name),
        side=unit.side,
        command=unit.command,
        type=unit.type,
        arm=unit.arm,
        movement_class=series.movement_class(definition, unit),
        chart_class="" if kind is None else kind.chart_class,
        has_facing=kind is None or kind.has_facing,
        nationality=unit.nationality,
        parent=unit.parent,
        footprint=unit.footprint,
        front=dict(unit.front),
        back=dict(unit.front) | dict(unit.back),
        lists=lists_of(definition.unit_fields, unit.front),
    )


def activation_of(battle: Battle, scenario: Scenario) -> tuple[Activation, ...]:
    """Return the activation markers that are in play."""
    return tuple(
        Activation(
            id=m.id,
            code=m.code,
            side=m.side,
            commands=tuple(m.commands),
            rating=m.rating,
            entry=m.entry,
            turns=scenario.turns_of(m),
            reinforcements=m.reinforcements,
            effect=words(m.effect),
            effects=effects_of(battle, m.effects),
        )
        for m in battle.activation
        if m.id not in scenario.removed_markers
    )


def markers_of(battle: Battle, scenario: Scenario, series: Series) -> dict[str, int]:
    """Return marker id -> number available."""
    from jdgtools.derived.marker_counts import markers_available

    return {m.id: markers_available(battle, scenario, m, series) for m in battle.series.markers}


def states_of(definition: SeriesDef) -> tuple[StateAxis, ...]:
    """Return the independent conditions that a piece may be in."""
    return tuple(
        StateAxis(
            id=axis.id,
            default=axis.default,
            values=tuple(State(v.id, v.face, v.marker, v.faceless, v.captured) for v in axis.values),
            count_high=axis.count_high,
            arms=tuple(axis.arms),
            applies_to=tuple(axis.applies_to),
        )
        for axis in definition.state_axes
    )
