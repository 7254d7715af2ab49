"""The counters of a battle: which there are, how many of each, and in what order they are printed.

Leaders, units and activation markers follow the order of battle; markers are counted as the series says.
Equal faces get equal file names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.render.counters.markers import leader_marker_face
from jdgtools.render.counters.plain import faces_of
from jdgtools.render.counters.spec import Counter, FaceContext, FaceRules, FaceSpec, Kind

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle, ScenarioUnit
    from jdgtools.model.definition import FieldDef, MarkerDef
    from jdgtools.model.pieces import Leader, Unit
    from jdgtools.rules import Series


def list_counters(
    battle: Battle, series: Series, *, language: str = "", project: Path | None = None
) -> tuple[Counter, ...]:
    """Return all counters of the battle in the order in which they are printed."""
    faces = faces_of(series)
    context = FaceContext(battle, language or battle.language, project)
    names = _Names()
    counters = [*_pieces(context, faces, names), *_markers(context, series, faces, names)]
    return tuple(counters)


class _Names:
    """File-safe names of faces; equal faces share one."""

    def __init__(self) -> None:
        self._name_of_face: dict[FaceSpec, str] = {}
        self._used_names: set[str] = set()

    def counter(
        self,
        kind: Kind,
        subject: str,
        front: FaceSpec,
        back: FaceSpec | None,
        *,
        copies: int = 1,
        group: str = "",
        number: int | None = None,
        suffix: str = "",
    ) -> Counter:
        suffix = suffix or ("" if number is None else str(number))
        counter_id = f"{kind}-{subject}-{suffix}" if suffix else f"{kind}-{subject}"
        return Counter(
            counter_id,
            kind,
            subject,
            front.title,
            front,
            back,
            self._name(front, counter_id),
            None if back is None else self._name(back, f"{counter_id}-back"),
            copies,
            group,
            number,
        )

    def _name(self, spec: FaceSpec, counter_id: str) -> str:
        existing = self._name_of_face.get(spec)
        if existing is not None:
            return existing
        base = re.sub(r"[^A-Za-z0-9_.-]+", "_", counter_id)
        name, count = base, 1
        # Compared without case: the files may be unpacked on a system that ignores it.
        while name.lower() in self._used_names:
            count += 1
            name = f"{base}_{count}"
        self._used_names.add(name.lower())
        self._name_of_face[spec] = name
        return name


def _pieces(context: FaceContext, faces: FaceRules, names: _Names) -> Iterator[Counter]:
    """Yield the leaders, units and activation markers, side by side, command by command."""
    battle = context.battle
    side_ids = [side.id for side in battle.sides]
    known_commands = {c.id: c.side for c in battle.commands}
    scenario_units: dict[str, list[ScenarioUnit]] = {}
    for changed in battle.scenario_units:
        scenario_units.setdefault(changed.unit.id, []).append(changed)

    def side_of(side: str | None, command: str | None) -> str | None:
        side_id = side or known_commands.get(command or "")
        return side_id if side_id in side_ids else None

    for side in (*side_ids, None):
        commands = [*(c.id for c in battle.commands if side_of(c.side, None) == side), None]
        for command in (None, *commands[:-1]):
            for leader in battle.leaders:
                leader_command = leader.command if leader.command in known_commands else None
                if leader_command != command or side_of(leader.side, leader.command) != side:
                    continue
                front = faces.leader(context, leader, False)
                if front is not None:
                    back = faces.leader(context, leader, True)
                    yield names.counter("leader", leader.id, front, back, group=command or side or "")
            for unit in battle.units:
                leader_command = unit.command if unit.command in known_commands else None
                if leader_command != command or side_of(unit.side, unit.command) != side:
                    continue
                yield names.counter(
                    "unit",
                    unit.id,
                    faces.unit(context, unit, False),
                    faces.unit(context, unit, True),
                    group=command or side or "",
                )
                for other in scenario_units.get(unit.id, ()):
                    yield names.counter(
                        "unit",
                        other.key,
                        faces.unit(context, other.unit, False),
                        faces.unit(context, other.unit, True),
                        group=command or side or "",
                    )
        for marker in battle.activation:
            if side_of(marker.side, marker.commands[0] if marker.commands else None) != side:
                continue
            front = faces.activation(context, marker, False)
            if front is not None:
                back = faces.activation(context, marker, True)
                yield names.counter("activation", marker.id, front, back, group=side or "")


def _markers(context: FaceContext, series: Series, faces: FaceRules, names: _Names) -> Iterator[Counter]:
    battle = context.battle
    for marker in battle.series.markers:
        total = marker_count(battle, marker, series)
        for leader, fields in _leaders_with(battle, marker):
            # A marker with values of its own belongs to one leader.
            if total > 0:
                face = leader_marker_face(marker, leader, fields, context.language)
                yield names.counter("marker", marker.id, face, None, group=leader.id, suffix=leader.id)
                total -= 1
        if total <= 0:
            continue
        shares: dict[int | None, int] = {}
        for index in range(total):
            number = marker.numbers[index % len(marker.numbers)] if marker.numbers else None
            shares[number] = shares.get(number, 0) + 1
        for number, copies in shares.items():
            front = faces.marker(battle.series, marker, False, context.language, number)
            if front is None:
                continue
            back = faces.marker(battle.series, marker, True, context.language, number)
            yield names.counter("marker", marker.id, front, back, copies=copies, number=number)


def _leaders_with(battle: Battle, marker: MarkerDef) -> list[tuple[Leader, tuple[FieldDef, ...]]]:
    """Return the leaders for whom the marker has values of its own, with the fields of these."""
    roles = {role.id: role for role in battle.series.roles}
    pairs = []
    for leader in battle.leaders:
        role = roles.get(leader.role or "")
        field_ids = dict(role.extra).get(marker.id, ()) if role is not None else ()
        if role is not None and field_ids and leader.extra.get(marker.id):
            pairs.append((leader, tuple(f for f in role.fields if f.id in field_ids)))
    return pairs


def marker_count(battle: Battle, marker: MarkerDef, series: Series) -> int:
    """Return how many of a marker are printed: what the battle says, else what the series computes."""
    if marker.id in battle.markers:
        return battle.markers[marker.id]
    each = marker.count
    if _is_unused(battle, marker) or (
        marker.points_from and _highest_points(battle, series) < marker.points_from
    ):
        return 0
    if marker.per == "side" and marker.units_each:
        armies = (
            [u for u in battle.units if u.side == side.id and (not marker.arms or u.arm in marker.arms)]
            for side in battle.sides
        )
        return sum(max(each, -(-len(army) // marker.units_each)) for army in armies)
    if marker.per == "side":
        return each * len(battle.sides)
    if marker.per == "turn":
        return each * max((len(s.turns) for s in battle.scenarios), default=0)
    if marker.per == "unit":
        units = [u for u in battle.units if not marker.arms or u.arm in marker.arms]
        return sum(each * _factor(u.front.get(marker.count_field), marker) for u in units)
    if marker.per == "leader":
        return sum(each * _factor(x.front.get(marker.count_field), marker) for x in battle.leaders)
    if marker.count_field:
        settings = [s.settings.get(marker.count_field) for s in battle.scenarios]
        return each * max((_factor(value, marker) for value in settings), default=0)
    return each


def _is_unused(battle: Battle, marker: MarkerDef) -> bool:
    """Return whether every scenario has a setting with which no rule uses the marker."""
    return bool(battle.scenarios and marker.unused_when) and all(
        any(scenario.settings.get(name) in values for name, values in marker.unused_when)
        for scenario in battle.scenarios
    )


def _highest_points(battle: Battle, series: Series) -> int:
    """Return a bound of the victory points that a side of any scenario may have, and of the levels.

    The schedule of the series counts with the points of the scenario; cells of its chart that the battle
    changes count as the series has them.
    """
    from jdgtools.derived.schedules import maximum_points, schedule_lines

    most = [level.low or 0 for scenario in battle.scenarios for level in scenario.levels]
    strength = next((f.id for f in battle.series.unit_fields if f.measures == "strength"), "")
    for scenario in battle.scenarios:
        turns = max(1, len(scenario.turns))
        lines = schedule_lines(battle, scenario, series, series.charts) if series.has("schedule") else ()
        for side in battle.sides:
            total = 0
            for award in scenario.awards:
                if award.side == side.id and award.points > 0:
                    times = max(1, len(award.when.units), len(award.when.hexes)) if award.each else 1
                    total += award.points * times * (turns if award.at == "turn" else 1)
            enemies: list[Unit | Leader] = [u for u in battle.units if u.side != side.id]
            enemies += [x for x in battle.leaders if x.side != side.id]
            total += sum(maximum_points(lines, p, _number(p.front.get(strength))) for p in enemies)
            exits = (e for rule in scenario.special_rules for e in rule.effects if e.kind == "exit")
            total += sum(max(0, e.number or 0) * (len(e.units) or len(battle.units)) for e in exits)
            most.append(total)
    return max(most, default=0)


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _factor(value: object, marker: MarkerDef) -> int:
    if not marker.count_field:
        return 1
    return _number(value)
