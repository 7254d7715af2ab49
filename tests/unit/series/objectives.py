"""Who can stand at an objective by the end of which turn, from the setup and the reinforcements of a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from jdgtools.derived import DerivedBattle
from jdgtools.derived.class_mover import NO_FACING, ClassMover

ACTIVATIONS = {"jdg": 2, "afe": 1, "mpbs": 1}
"""Activations of a unit in a turn that its commander may count on, by series."""
STRENGTH = {"jdg": "strength", "afe": "sp", "mpbs": "strength"}
"""Field with the strength points of a unit, by series."""


def activations_to(derived: DerivedBattle, start: int, movement_class: str, allowance: int) -> dict[int, int]:
    """Return the least number of activations to every hex: a step that cannot be paid waits for the next one."""
    mover = ClassMover(derived.series.movement, derived.map_rules, start, movement_class)
    # Ordered by activations, then by what is spent of the last one: 0 activations = all of it.
    best = {start: (0, allowance)}
    queue = [(0, allowance, start)]
    while queue:
        count, spent, here = heappop(queue)
        if best[here] != (count, spent):
            continue
        for (there, _), cost in mover.moves((here, NO_FACING)):
            if cost > allowance:
                continue
            label = (count, spent + cost) if spent + cost <= allowance else (count + 1, cost)
            if label < best.get(there, (count + 2, 0)):
                best[there] = label
                heappush(queue, (*label, there))
    return {place: count for place, (count, _) in best.items()}


def strength_by_turn(derived: DerivedBattle, turns: Sequence[int]) -> dict[tuple[str, int], list[int]]:
    """Return the strength points that can be at a hex by the end of each turn, by side and hex.

    Nobody stands in the way. A unit that enters in a turn has all its activations in it.
    """
    series, battle = derived.series.id, derived.battle
    searches: dict[tuple[int, str, int], dict[int, int]] = {}
    out: dict[tuple[str, int], list[int]] = {}
    for unit_id, first, starts in _begins(derived):
        unit = battle.unit(unit_id)
        points = unit.number(STRENGTH[series]) if unit else None
        if unit is None or not points:
            continue
        piece = derived.piece(unit_id, starts[0], 0)
        allowance = derived.mover(piece).budget.points or 0
        least: dict[int, int] = {}
        for start in starts:
            key = start, piece.movement_class, allowance
            if key not in searches:
                searches[key] = activations_to(derived, *key)
            for place, count in searches[key].items():
                least[place] = min(count, least.get(place, count))
        for place, count in least.items():
            arrival = first + max(0, -(-count // ACTIVATIONS[series]) - 1)
            sums = out.setdefault((unit.side, place), [0] * len(turns))
            for n, turn in enumerate(turns):
                sums[n] += points if arrival <= turn else 0
    return out


def _begins(derived: DerivedBattle) -> Iterator[tuple[str, int, Sequence[int]]]:
    """Yield each unit with the turn in which it begins, and the hexes where it may."""
    scenario = derived.scenario
    assert scenario is not None
    for placement in scenario.placements:
        if placement.kind == "unit" and placement.hexes:
            yield placement.piece, scenario.first_turn, placement.hexes[:1]
    for arrival in scenario.arrivals:
        entry = derived.map_rules.map.entry(arrival.entry) if arrival.entry else None
        for piece in arrival.pieces:
            if arrival.turn is not None and derived.battle.unit(piece):
                yield piece, arrival.turn, entry.hexes if entry else arrival.hexes
