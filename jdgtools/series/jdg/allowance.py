"""What units and commanders of Jours de Gloire may spend on a move: 4.1, 4.4.2, 10.2, 2.5.1."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from jdgtools.derived.movers import MovePoints, MovingPiece
from jdgtools.series.jdg.occupancy import Neighbours

ORDERS, WITHOUT, FORCED = "orders_received", "without_orders", "forced_march"
"""Kinds of move that change the allowance."""


def budget_of(piece: MovingPiece, around: Neighbours) -> tuple[MovePoints, str]:
    """Return what the piece may spend, and why it may not move at all ('' = it may)."""
    printed_mp = piece.printed_allowance()
    if piece.unit is None:
        stays = ""
        if piece.state.get("commander_move") == "moved":
            stays = "the commander has moved in this turn (JDG-2.5.1-g)"
        points = printed_mp if printed_mp is not None else around.points("commander")
        why = stays or f"a commander: {points} MP (JDG-2.5.1-h)"
        return MovePoints(0 if stays else points, (why,)), stays
    stays = _stays(piece)
    if stays:
        return MovePoints(0, (stays,)), stays
    if printed_mp is None:
        return MovePoints(None), ""
    side = "disordered" if piece.back_up else "ordered"
    reasons = [f"{printed_mp} MP, {side} side (JDG-4.1.1-a)"]
    if piece.kind == FORCED:
        factor = _rule_number(around, "forced_march", 2)
        return MovePoints(factor * printed_mp, (*reasons, f"forced march: times {factor} (JDG-4.1.3-a)")), ""
    without = piece.kind == WITHOUT or (not piece.kind and piece.state.get("orders") == WITHOUT)
    has_fired = piece.state.get("fired") == "fired"
    if not without and not has_fired:
        return MovePoints(printed_mp, tuple(reasons)), ""
    why = "Without Orders (JDG-4.1.2-a)" if without else "it has fired (JDG-4.4.2-a)"
    printed_mp, reasons = halved_side(piece, printed_mp, reasons)
    points, more = reduced_allowance(around, printed_mp, why)
    return MovePoints(points, (*reasons, *more)), ""


def halved_side(piece: MovingPiece, printed_value: int, reasons: list[str]) -> tuple[int, list[str]]:
    """Return the allowance that is halved: of the visible side, or by option of the ordered one (AMB-17)."""
    if not piece.back_up or piece.map_rules.options.get("halve_visible_side") is not False:
        return printed_value, reasons
    ordered_mp = replace(piece, state={**piece.state, "level": "ordered"}).printed_allowance()
    if ordered_mp is None:
        return printed_value, reasons
    return ordered_mp, [f"{ordered_mp} MP, ordered side (JDG-4.1.1-a, AMB-17)"]


def reduced_allowance(around: Neighbours, printed_value: int, why: str) -> tuple[int, tuple[str, ...]]:
    """Return the reduced allowance, half of the printed one, rounded up, with its reason (JDG-4.1.2-a)."""
    divisor = _rule_number(around, "reduced", 2)
    return -(-printed_value // divisor), (f"divided by {divisor}, rounded up: {why}",)


def _stays(piece: MovingPiece) -> str:
    """Return why a unit may not move in an activation; '' = it may."""
    if piece.state.get("level") == "routed":
        return "a routed unit may not move; it moves in phase E (JDG-10.2-k, JDG-10.2-l)"
    without = piece.kind == WITHOUT or (not piece.kind and piece.state.get("orders") == WITHOUT)
    if without and piece.state.get("fired") == "fired":
        return "artillery Without Orders may not move after firing (JDG-4.4.2-d)"
    return ""


def _rule_number(around: Neighbours, case: str, otherwise: int) -> int:
    """Return the number of a computed cell of TBL-MOVE, e.g. the 2 of "divide by 2"."""
    value: object = around.ground.value("TBL-MOVE", case)
    number = value.get("by") if isinstance(value, Mapping) else getattr(value, "by", None)
    return number if isinstance(number, int) else otherwise
