"""What is different in a scenario, for its page: the map, and the counters with other ratings."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.model.map import BattleMap
from jdgtools.model.scenario import Scenario


def map_change_lines(names: BookletNames, scenario: Scenario) -> Iterator[str]:
    """Yield a line for everything that a scenario changes on the map."""
    the_map, changes = names.battle.map, scenario.map_changes
    if the_map is None:
        return

    def terrain(kind: str) -> str:
        definition = names.battle.series.terrain(kind)
        return definition.name.get(names.language) if definition else kind

    by_terrain: dict[str, list[int]] = {}
    for index, kind in changes.terrain.items():
        by_terrain.setdefault(kind, []).append(index)
    for kind, hexes in by_terrain.items():
        yield names.pair(terrain(kind), ", ".join(names.hex(index) for index in sorted(hexes)))
    places: dict[tuple[str, str], list[str]] = {}
    for kind, side in changes.lost_features:
        places.setdefault(("not_there", kind), []).append(_hexside(the_map, side.a, side.d))
    for step in changes.lost_steps:
        pair = f"{names.hex(step.low)}–{names.hex(step.high)}"
        places.setdefault(("not_there", step.kind), []).append(pair)
    for feature in changes.features:
        place = _hexside(the_map, feature.side.a, feature.side.d)
        places.setdefault(("added_there", feature.kind), []).append(place)
    for way in changes.ways:
        chain = "–".join(names.hex(index) for index in way.hexes)
        places.setdefault(("added_there", way.kind), []).append(chain)
    for (word, kind), there in places.items():
        yield f"{names.word(word, name=terrain(kind))}, {', '.join(there)}"


def _hexside(the_map: BattleMap, index: int, direction: int) -> str:
    """Return a hexside by the hexes on both sides; at the border of the map by the one."""
    beyond = the_map.grid.neighbour(index, direction)
    here = the_map.grid.id(index)
    return here if beyond is None else f"{here}/{the_map.grid.id(beyond)}"


def rating_change_lines(names: BookletNames, scenario: Scenario) -> Iterator[str]:
    """Yield a line for every unit that has ratings of its own in a scenario."""
    fields = {f.id: f for f in names.battle.series.unit_fields}
    for ratings in scenario.ratings:
        facts = []
        for values, back in ((ratings.front, False), (ratings.back, True)):
            for key, value in values.items():
                text = names.value(value)
                label = fields[key].name.get(names.language)
                facts.append(f"{label} {f'({text})' if back else text}")
        yield names.pair(names.piece(ratings.unit), ", ".join(facts))
