"""The words of a series that one part names and another part defines: where each is used, and what is known.

`vocabulary` tells those that are not known. A word that nothing defines is no error in Python: a rating that
no unit has, a box that does not exist, a chart of another name are simply never met.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import get_args

from msgspec import Struct

from jdgtools.derived.schedules import schedules_of_series
from jdgtools.model.definition import FieldDef, MarkerDef, SeriesDef, StateAxis
from jdgtools.model.effects import EFFECT_WORDS, EffectKind
from jdgtools.model.module import CheckDef, ModuleRules, StateLimit
from jdgtools.model.phrases import compass_points
from jdgtools.rules import Series


class WordReference(Struct, frozen=True):
    """A word of a series that stands for something that is defined elsewhere."""

    what: str
    """What it names, in words: `unit field`."""
    word: str
    """'' = nothing is named."""
    ids: Collection[str]
    """Ids of all that are defined."""
    owners: tuple[str, ...] = ()
    """Ids of the entries that name it, the innermost first."""


def references(series: Series, broken_parts: frozenset[str] = frozenset()) -> Iterator[WordReference]:
    """Yield every reference in a series, but for symbols, markers and movement classes.

    Args:
        series: its definition can be loaded.
        broken_parts: parts that cannot be loaded; nothing is asked of them.
    """
    words = _References(series, broken_parts)
    yield from words.in_definition()
    yield from words.in_markers()
    if "checks" not in broken_parts:
        yield from words.in_checks()
    if "module" not in broken_parts:
        yield from words.in_module()
    if not broken_parts & {"schedule", "charts"}:
        yield from words.in_schedules()


class _References:
    """The references of one series."""

    def __init__(self, series: Series, broken_parts: frozenset[str]) -> None:
        self.series = series
        self.definition: SeriesDef = series.definition
        definition = self.definition
        self.arms = {arm for arm, _ in definition.arms}
        self.unit_fields = _ids(definition.unit_fields)
        self.leader_fields = {field.id for role in definition.roles for field in role.fields}
        self.roles = {role.id for role in definition.roles}
        self.axes = {axis.id: axis for axis in definition.state_axes}
        self.boxes = {box.id for box in definition.boxes}
        self.charts: Collection[str] | None = None
        """Ids of charts and of their groups; None = they cannot be read."""
        if "charts" not in broken_parts:
            charts = series.charts
            self.charts = {name for chart in charts for name in (chart.id, chart.group) if name}

    def in_definition(self) -> Iterator[WordReference]:
        """Yield the references between the entries of the vocabulary."""
        definition = self.definition
        for entry in definition.unit_types:
            yield WordReference("arm", entry.arm, self.arms, (entry.id,))
            for name in entry.attributes:
                yield WordReference("unit field", name, self.unit_fields, (entry.id,))
        owners: list[FieldDef | StateAxis | MarkerDef] = [*definition.unit_fields]
        for owner in [*owners, *definition.state_axes, *definition.markers]:
            for arm in owner.arms:
                yield WordReference("arm", arm, self.arms, (owner.id,))
        for axis in definition.state_axes:
            for kind in axis.applies_to:
                yield WordReference(
                    "kind of piece", kind, ("unit", "leader", "marker", "command"), (axis.id,)
                )
        for role in definition.roles:
            yield WordReference("box", role.waits_in, self.boxes, (role.id,))
            for _, fields in role.extra:
                for name in fields:
                    yield WordReference("field of the role", name, _ids(role.fields), (role.id,))
        pieces = {"unit", "leader", "activation", *(marker.id for marker in definition.markers)}
        for box in definition.boxes:
            for content in box.holds:
                yield WordReference("content", content, pieces, (box.id,))
        for edge in definition.rout_edges:
            yield WordReference("edge or corner of the map", edge, compass_points("en"))
        effects = {*get_args(EffectKind), *(word for words in EFFECT_WORDS.values() for word in words)}
        for name in definition.no_effects:
            yield WordReference("effect of special rules", name, effects)
        values = self._values()
        for name, _ in definition.value_names:
            yield WordReference("value of a choice or option", name, values)
        if self.charts is not None:
            for name in definition.range_charts:
                yield WordReference("chart", name, self.charts)
        yield from self._exemptions()

    def _exemptions(self) -> Iterator[WordReference]:
        from jdgtools.checks.generic import GENERIC

        for code in self.definition.exempt_from:
            yield WordReference("general check", code, {check.code for check in GENERIC})

    def _values(self) -> set[str]:
        """Return what a choice or an option of the series may be, as texts."""
        definition = self.definition
        fields = [
            *definition.unit_fields,
            *definition.command_fields,
            *definition.activation_fields,
            *definition.scenario_fields,
            *definition.side_fields,
            *(field for role in definition.roles for field in role.fields),
        ]
        values = {choice for field in fields for choice in field.choices}
        return values | {
            str(value) for option in definition.options for value in (option.default, *option.values)
        }

    def in_markers(self) -> Iterator[WordReference]:
        """Yield what markers say of how many there are."""
        definition = self.definition
        settings = _ids(definition.scenario_fields)
        counters = {
            "battle": ("setting of scenarios", settings),
            "side": ("setting of sides", _ids(definition.side_fields)),
            "unit": ("unit field", self.unit_fields),
            "leader": ("field of leaders", self.leader_fields),
            "turn": ("setting of scenarios", settings),
        }
        for marker in definition.markers:
            what, ids = counters[marker.per]
            yield WordReference(what, marker.count_field, ids, (marker.id,))
            for name, _ in marker.unused_when:
                yield WordReference("setting of scenarios", name, settings, (marker.id,))

    def in_checks(self) -> Iterator[WordReference]:
        """Yield options and codes that checks name."""
        from jdgtools.checks.generic import GENERIC, STRICT

        options = _ids(self.definition.options)
        codes = {check.code for check in (*self.series.checks, *GENERIC, *STRICT)}
        for check in self.series.checks:
            for name in check.options:
                yield WordReference("option", name, options, (check.code,))
            for code in check.same_as:
                yield WordReference("check", code, codes, (check.code,))

    def in_module(self) -> Iterator[WordReference]:
        """Yield what the behaviour in modules names."""
        module, definition = self.series.module, self.definition
        for name in (*(key.axis for key in module.shortcuts), *(badge.axis for badge in module.badges)):
            yield WordReference("state axis", name, self.axes)
        for shortcut in module.shortcuts:
            for name in (shortcut.value, *shortcut.among):
                yield from self._state(shortcut.axis, name)
        for name in (*module.turn_resets, *module.activation_resets):
            yield WordReference("state axis", name, self.axes)
        for name in module.cone_fields:
            yield WordReference("unit field", name, self.unit_fields)
        yield WordReference("field of leaders", module.range_field, self.leader_fields)
        yield WordReference("role", module.chief, self.roles)
        for arm in (*(name for name, _ in (*module.fronts, *module.fire_ranges)), *module.top_arms):
            yield WordReference("arm", arm, self.arms)
        phases = _ids(definition.phases)
        for name in (*(name for name, _ in module.steps), module.activation_phase, module.cup_phase):
            yield WordReference("phase", name, phases)
        for name, _ in module.reminders:
            yield WordReference("flag of turns", name, {flag for flag, _ in definition.turn_flags})
        for mark in module.unit_marks:
            yield WordReference("unit field", mark.field, {*self.unit_fields, "footprint"}, (mark.name,))
            yield from self._chart(mark.chart[0] if mark.chart else "", mark.name)
            for arm in mark.arms:
                yield WordReference("arm", arm, self.arms, (mark.name,))
        for check in module.checks:
            yield from self._in_check(check)
        for limit in module.state_limits:
            yield from self._in_limit(limit)
        yield from self._in_buttons(module)

    def _in_limit(self, limit: StateLimit) -> Iterator[WordReference]:
        """Yield what the limit of a state names."""
        yield WordReference("state axis", limit.axis, self.axes)
        yield from self._state(limit.axis, limit.value)
        settings = _ids(self.definition.scenario_fields)
        for ability in limit.able:
            for arm in (*ability.arms, *ability.arms_of_units):
                yield WordReference("arm", arm, self.arms)
            for name in (ability.rating, *ability.lookup[1:]):
                yield WordReference("unit field", name, self.unit_fields)
            yield WordReference("setting of scenarios", ability.setting[0], settings)
            yield from self._chart(ability.lookup[0] if ability.lookup else "")
            for role in ability.roles:
                yield WordReference("role", role, self.roles)

    def _in_check(self, check: CheckDef) -> Iterator[WordReference]:
        """Yield what a check of the module names."""
        definition, owner = self.definition, (check.id,)
        ratings = {
            "unit": self.unit_fields,
            "leader": self.leader_fields,
            "command": _ids(definition.command_fields),
            "activation": {"rating", *_ids(definition.activation_fields)},
        }
        yield WordReference("rating", check.field, ratings[check.on], owner)
        yield WordReference("unit field", check.required_rating, self.unit_fields, owner)
        yield WordReference("state axis", check.required_axis, self.axes, owner)
        for arm in check.arms:
            yield WordReference("arm", arm, self.arms, owner)
        for name in (check.chart, *check.limit[:1]):
            yield from self._chart(name, check.id)
        if check.when:
            yield WordReference("state axis", check.when[0], self.axes, owner)
            for value in check.when[1:]:
                yield from self._state(check.when[0], value, check.id)
        flags = {flag for flag, _ in definition.turn_flags}
        for modifier in check.modifiers:
            yield from self._chart(modifier.cell[0] if modifier.cell else "", check.id)
            yield WordReference("state axis", modifier.axis, self.axes, owner)
            yield from self._state(modifier.axis, modifier.state, check.id)
            for flag in (modifier.flag, modifier.unless):
                yield WordReference("flag of turns", flag, flags, owner)

    def _in_buttons(self, module: ModuleRules) -> Iterator[WordReference]:
        """Yield what the buttons of the module name."""
        if (roll := module.initiative) is not None:
            yield WordReference("field of leaders", roll.field, self.leader_fields)
            yield WordReference("die", roll.die, _ids(self.definition.dice))
            yield from self._chart(roll.chart)
        if (order := module.order_of_activation) is not None:
            for name in (order.axis, order.order_axis):
                yield WordReference("state axis", name, self.axes)
            for role in order.roles:
                yield WordReference("role", role, self.roles)
            for rank in order.ranks:
                yield from self._state(order.order_axis, rank)
        if (command := module.command_check) is not None:
            yield WordReference("state axis", command.axis, self.axes)
            for value in (command.inside, command.outside):
                yield from self._state(command.axis, value)
        if (warning := module.command_warning) is not None:
            for role in (*warning.roles, warning.stand_in):
                yield WordReference("role", role, self.roles)
        if (morale := module.morale_check) is not None:
            for axis, value in ((morale.axis, morale.value), (morale.unit_axis, morale.standing)):
                yield WordReference("state axis", axis, self.axes)
                yield from self._state(axis, value)
            for arm in morale.arms:
                yield WordReference("arm", arm, self.arms)
        for state in module.range_states:
            yield WordReference("state axis", state.axis, self.axes)
            yield from self._state(state.axis, state.state)
            yield from self._chart(state.cell[0] if state.cell else "")
        if module.range_chart is not None:
            yield from self._chart(module.range_chart[0])

    def in_schedules(self) -> Iterator[WordReference]:
        """Yield what the points for losses name."""
        options = _ids(self.definition.options)
        states = {*self.axes, *(value.id for axis in self.axes.values() for value in axis.values)}
        for schedule in schedules_of_series(self.series):
            yield from self._chart(schedule.chart)
            yield WordReference("field of leaders", schedule.times, self.leader_fields)
            for option in schedule.options:
                yield WordReference("option", option, options)
            keys = {entry.key for entry in schedule.entries}
            for turns in schedule.options.values():
                for key in turns:
                    yield WordReference("key of the schedule", key, keys)
            for entry in schedule.entries:
                owner = (entry.key,)
                for arm in entry.arms:
                    yield WordReference("arm", arm, self.arms, owner)
                for role in entry.roles:
                    yield WordReference("role", role, self.roles, owner)
                fields = self.unit_fields if entry.piece == "unit" else self.leader_fields
                for name in entry.fields:
                    yield WordReference("field", name, fields, owner)
                yield WordReference("state", entry.state, states, owner)

    def _state(self, axis: str, value: str, *owners: str) -> Iterator[WordReference]:
        """Yield a value of an axis; nothing of an axis that is unknown itself, or counts."""
        ax = self.axes.get(axis)
        if ax is not None and ax.values:
            yield WordReference("state", value, {one.id for one in ax.values}, (*owners, axis))

    def _chart(self, name: str, *owners: str) -> Iterator[WordReference]:
        if self.charts is not None:
            yield WordReference("chart", name, self.charts, owners)


def _ids(entries: Collection[FieldDef] | Collection[Struct]) -> set[str]:
    return {str(getattr(entry, "id", "")) for entry in entries}
