"""The members of a package that say where pieces enter and leave the map, when, and at what cost.

`package_of` calls both functions. Types: `package/model_map.py`.
"""

from __future__ import annotations

from jdgtools.derived import DerivedBattle
from jdgtools.derived.protocols import EntryMovement
from jdgtools.exporters.jdgpkg.ground import words
from jdgtools.model.map import BattleMap
from jdgtools.model.scenario import Arrival, Scenario
from jdgtools.package.model_map import Entry, EntryHex
from jdgtools.rules import LEADER_CLASSES


def entries_of(battle_map: BattleMap, scenario: Scenario) -> tuple[Entry, ...]:
    """Return where sides enter and leave, with the turns in which reinforcements may come."""
    return tuple(
        Entry(
            id=area.id,
            name=words(area.name),
            side=area.side,
            hexes=tuple(area.hexes),
            exit=area.exit,
            turns=tuple(sorted({t for a in scenario.arrivals if a.entry == area.id for t in _turns(a)})),
        )
        for area in battle_map.entries
    )


def _turns(arrival: Arrival) -> range:
    """Return the turns in which a group may arrive."""
    if arrival.turn is None:
        return range(0)
    return range(arrival.turn, (arrival.until or arrival.turn) + 1)


def entry_hexes_of(derived: DerivedBattle, scenario: Scenario) -> tuple[EntryHex, ...]:
    """Return every hex that an entry area or a group of reinforcements names, ascending."""
    battle_map = derived.map_rules.map
    entry_hexes = {i for area in battle_map.entries for i in area.hexes}
    entry_hexes |= {i for arrival in scenario.arrivals for i in arrival.hexes}
    return tuple(_entry_hex(derived, index) for index in sorted(entry_hexes))


def _entry_hex(derived: DerivedBattle, index: int) -> EntryHex:
    battle_map, rules = derived.map_rules.map, derived.series.movement
    neighbours = battle_map.grid.neighbour_table[index]
    outward = tuple(d for d, i in enumerate(neighbours) if i is None or not battle_map.playable[i])
    costs: dict[str, int] = {}
    if isinstance(rules, EntryMovement):
        from_off, through = _ways(battle_map, index)
        for name in rules.classes:
            cost = rules.entry(derived.map_rules, index, name, from_off).cost
            if cost is None:
                # A road through such a hex can only come from off the map.
                cost = rules.entry(derived.map_rules, index, name, through).cost
            is_closed = index in derived.map_rules.prohibitions.hexes and name not in LEADER_CLASSES
            costs[name] = -1 if cost is None or is_closed else cost
    return EntryHex(index, outward, costs)


def _ways(battle_map: BattleMap, index: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the kinds of way that lead into a hex from off the map, and those through it, sorted."""
    from_off, through = set(), set()
    for way in battle_map.ways:
        if index in way.hexes:
            through.add(way.kind)
            ends = ((way.hexes[0], way.exits[0]), (way.hexes[-1], way.exits[1]))
            if any(end == index and leaves is not None for end, leaves in ends):
                from_off.add(way.kind)
    return tuple(sorted(from_off)), tuple(sorted(through))
