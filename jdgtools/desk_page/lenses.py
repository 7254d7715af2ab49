"""Questions that the page asks about the map, answered by the functions behind `jdg query`, as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from jdgtools.derived.answers import mover_answer, reach_answer, sight_answer
from jdgtools.derived.movers import MoveRefused
from jdgtools.desk.operations import EditRefused

if TYPE_CHECKING:
    from jdgtools.derived import DerivedBattle

Plain = dict[str, Any]


def reach(derived: DerivedBattle, piece: str, turn: int | None) -> Plain:
    """Return where a unit or leader can be at the end of its move, with what each hex costs.

    Args:
        derived: the battle in a scenario.
        piece: id of the unit or leader, which has an exact hex in the setup.
        turn: number of the turn; None = the first.

    Raises:
        EditRefused: this cannot be asked so.
    """
    try:
        moving = derived.piece(piece, turn=turn)
        mover = derived.mover(moving)
    except MoveRefused as refusal:
        raise EditRefused(f"{refusal}: {refusal.ask}") from None
    if mover.budget.points is None:
        raise EditRefused("the rules give this piece no movement points")
    answer = reach_answer(derived, mover, mover.budget.points, mover_answer(derived, mover, moving))
    denominator = answer["denominator"]
    return {
        "lens": "reach",
        "from": answer["from"],
        "hexes": [
            {"hex": number, "label": _points(one["cost"], denominator), "stops": one["stops"]}
            for one in answer["hexes"]
            for number in one.get("hexes", [one["hex"]])
        ],
        "notes": [*answer["allowance"]["reasons"], *answer["notes"]],
    }


def sight(derived: DerivedBattle, number: str) -> Plain:
    """Return the hexes that are seen from a hex, past terrain.

    Raises:
        EditRefused: the hex is not on the map.
    """
    origin = _index(derived, number)
    grid, playable = derived.map_rules.map.grid, derived.map_rules.map.playable
    targets = [index for index in grid.hexes if playable[index]]
    clear = [index for index in targets if index == origin or derived.sight(origin, index).clear]
    return {"lens": "sight", "from": number, "hexes": [{"hex": grid.id(i), "label": ""} for i in clear]}


def sight_line(derived: DerivedBattle, number: str, target: str) -> Plain:
    """Return why a hex is seen from another, or why not.

    Raises:
        EditRefused: one of them is not on the map.
    """
    answer = sight_answer(derived, _index(derived, number), _index(derived, target))
    return {
        "lens": "line",
        "from": answer["from"],
        "to": answer["to"],
        "clear": answer["clear"],
        "distance": answer["distance"],
        "notes": [factor["text"] for factor in answer["factors"]],
    }


def zones(derived: DerivedBattle) -> Plain:
    """Return the hexes in zones of control of the setup, each with the sides whose zone it is."""
    grid = derived.map_rules.map.grid
    sides: dict[int, set[str]] = {}
    for zones_of_unit in derived.zones.values():
        for zone in zones_of_unit:
            for index in zone.hexes:
                sides.setdefault(index, set()).add(zone.side or "")
    return {
        "lens": "zones",
        "hexes": [{"hex": grid.id(i), "label": "", "sides": sorted(sides[i])} for i in sorted(sides)],
        "notes": [],
    }


def _index(derived: DerivedBattle, number: str) -> int:
    index = derived.map_rules.map.grid.index(number)
    if index is None:
        raise EditRefused(f"`{number}` is no hex of this map")
    return index


def _points(cost: int, denominator: int) -> str:
    """Return a cost in points as a number with halves: `3`, `1½`."""
    whole, rest = divmod(Fraction(cost, denominator), 1)
    part = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾", Fraction(0): ""}.get(
        rest, f" {rest}"
    )
    return f"{whole}{part}" if whole or not rest else part
