"""The counters of a battle: which there are, how many of each, and in what order they are printed.

Leaders, units and activation markers follow the order of battle; markers are counted as the series says.
Equal faces get equal file names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.derived.marker_counts import marker_count
from jdgtools.render.counters.markers import leader_marker_face
from jdgtools.render.counters.plain import faces_of
from jdgtools.render.counters.spec import Counter, FaceContext, FaceRules, FaceSpec, Kind

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle, ScenarioUnit
    from jdgtools.model.definition import FieldDef, MarkerDef
    from jdgtools.model.pieces import Leader
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
    for entry in battle.scenario_units:
        scenario_units.setdefault(entry.unit.id, []).append(entry)

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
