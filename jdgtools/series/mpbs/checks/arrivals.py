"""Checks of reinforcements (5.7: SC-101 to SC-103)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import entries_inside, setup_view, turn_not_played, whole_number
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.map import Way
from jdgtools.model.pieces import Unit
from jdgtools.model.scenario import Arrival
from jdgtools.series.mpbs.arms import BAGGAGE, GUNS, HEAVY, HORSE, LIGHT

_E, _W = Severity.ERROR, Severity.WARNING
_ENTERING = ("formation_normal", "open_order", "column")
"""Formations in which reinforcements enter (MP-7.4-d)."""


@check(
    "MPB101",
    entry="SC-101",
    name="reinforcement-place-or-turn",
    severity=_E,
    rules=("MP-7.4-a", "MP-7.4-c"),
    rationale="Reinforcements arrive in a turn of the game, at the edge of the map. Beside hexes out of play "
    "the map ends too.",
    bad="reinforcements:\n  - {id: late, units: [un-green], turn: 9, hexes: [1304]}",
    good="reinforcements:\n  - {id: late, units: [un-green], turn: 2, hexes: [1103]}",
    may_warn=True,
)
def reinforcement_place_or_turn(ctx: CheckContext) -> Iterator[Finding]:
    """Yield groups outside the turns of the game; a warning for entry hexes inside the map, or none."""
    scenario = ctx.scenario
    if scenario is None:
        return
    for arrival in scenario.arrivals:
        subject = ("arrival", scenario.id, arrival.id)
        yield from turn_not_played(scenario, arrival)
        inside = entries_inside(ctx, arrival)
        if inside:
            yield Finding(
                (*subject, "hexes"),
                f"reinforcement `{arrival.id}` enters at {ctx.hex_id(inside[0])}, inside the map",
                expected="hexes at the edge of the map",
                severity=_W,
            )
        is_written = any((*subject, key) in ctx.battle.spans for key in ("hexes", "entry"))
        if not arrival.hexes and not is_written:
            yield Finding(
                subject,
                f"reinforcement `{arrival.id}` has no entry hex",
                expected="`entry` or `hexes` at the edge of the map",
                severity=_W,
            )


@check(
    "MPB102",
    entry="SC-102",
    name="formation-of-reinforcements",
    severity=_E,
    rules=("MP-7.4-d",),
    rationale="Reinforcements enter in Formation Normal, Open Order or Column.",
    bad="reinforcements:\n  - {id: late, units: [un-green], turn: 2, state: formation_shaken}",
    good="reinforcements:\n  - {id: late, units: [un-green], turn: 2, state: column}",
    same_as=("MPB073",),
)
def formation_of_reinforcements(ctx: CheckContext) -> Iterator[Finding]:
    """Yield groups that enter in another formation, or in none because their morale is broken."""
    for arrival in setup_view(ctx).arrivals:
        formation = arrival.state.get("formation", "formation_normal")
        if arrival.state.get("morale") == "morale_broken" and "formation" not in arrival.state:
            formation = "no_formation"
        if formation not in _ENTERING:
            yield Finding(
                ("arrival", ctx.scenario.id if ctx.scenario else "", arrival.id, "state"),
                f"reinforcement `{arrival.id}` enters in {formation}",
                expected="formation_normal, open_order or column",
            )


@check(
    "MPB103",
    entry="SC-103",
    name="too-many-through-one-hex",
    severity=_W,
    rules=("MP-7.4-e", "MP-7.1.1-e"),
    rationale="Units that come in through one hex in one turn enter one after the other, each with a "
    "movement allowance one lower than the one before. Who cannot pay the entry hex any more waits for the "
    "next turn.",
    bad="reinforcements:\n  - {id: foot, units: [a, b, c, d, e], turn: 2, hexes: [1101]}   # five of 4 MP",
    good="reinforcements:\n  - {id: foot, units: [a, b, c, d], turn: 2, hexes: [1101]}",
)
def too_many_through_one_hex(ctx: CheckContext) -> Iterator[Finding]:
    """Yield entry hexes through which more units come in a turn than have movement points left for it."""
    scenario = ctx.scenario
    if scenario is None or ctx.map is None or scenario.settings.get("minimum_move") is True:
        return
    queues: dict[tuple[int, int], list[tuple[Arrival, tuple[Unit, ...]]]] = {}
    for arrival in scenario.arrivals:
        if arrival.turn is not None and len(set(arrival.hexes)) == 1:
            queue = queues.setdefault((arrival.turn, arrival.hexes[0]), [])
            for pieces in arrival.stacks:
                units = tuple(ctx.units[piece] for piece in pieces if piece in ctx.units)
                if units:
                    queue.append((arrival, units))
    for (turn, index), queue in sorted(queues.items()):
        for place, (arrival, units) in enumerate(queue):
            allowance, cost = _allowance(ctx, units, arrival.state), _entry_cost(ctx, units, index)
            if allowance is None or cost is None or allowance - place >= cost:
                continue
            yield Finding(
                ("arrival", scenario.id, arrival.id),
                f"unit `{units[0].id}` is number {place + 1} through hex {ctx.hex_id(index)} in turn {turn}: "
                f"of its {allowance} MP {max(allowance - place, 0)} are left for the hex, which costs {cost}",
                expected="fewer units in this turn, or a second entry hex",
            )
            break


def _allowance(ctx: CheckContext, units: tuple[Unit, ...], state: Mapping[str, str]) -> int | None:
    """Return the movement allowance of an entry stack; None for what cannot move, or enter, as it is."""
    if state.get("formation", "formation_normal") not in _ENTERING:
        return None  # MPB102 says so
    arms = {unit.arm for unit in units}
    if arms >= {HORSE, LIGHT}:
        kind = "cavalry_with_li"
    elif arms & {HORSE, LIGHT}:
        kind = HORSE if HORSE in arms else LIGHT
    elif GUNS in arms:
        kind = "limbered"
    elif BAGGAGE in arms:
        mobile = ctx.scenario is not None and ctx.scenario.settings.get("baggage_mobile") is True
        kind = BAGGAGE if mobile else ""
    else:
        kind = HEAVY
    formation = "formation_normal" if kind in ("limbered", BAGGAGE) else state.get("formation", "")
    cell = ctx.charts.get("T-MA").cells.get((kind, formation or "formation_normal"))
    return whole_number(cell.value) if cell is not None else None


def _entry_cost(ctx: CheckContext, units: tuple[Unit, ...], index: int) -> int | None:
    """Return what the entry hex costs the stack: along a road that leads off the map, else by its terrain."""
    if ctx.map is None:
        return None
    terrain = ctx.map.terrain[index] or ""
    roads = [w.kind for w in ctx.map.ways if w.hexes and index in _exits(w)]
    hexes, ways = ctx.charts.get("T-TEC-HEX").cells, ctx.charts.get("T-TEC-ROAD").cells
    costs = []
    for unit in units:
        column = setup_view(ctx).movement_class(unit).replace("heavy_infantry_guns", "guns")
        cells = (hexes.get((terrain, column)), *(ways.get((road, column)) for road in roads))
        points = [cell.value for cell in cells if cell is not None and isinstance(cell.value, int)]
        costs += [min(points)] if points else []
    return max(costs, default=None)


def _exits(way: Way) -> set[int]:
    """Return the end hexes by which a way leaves the map."""
    ends = zip(way.exits, (way.hexes[0], way.hexes[-1]), strict=True)
    return {index for direction, index in ends if direction is not None}


CHECKS: tuple[Check, ...] = (
    reinforcement_place_or_turn,
    formation_of_reinforcements,
    too_many_through_one_hex,
)
"""SC-101 to SC-103."""
