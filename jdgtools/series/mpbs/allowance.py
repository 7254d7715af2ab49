"""What units and leaders of Musket & Pike may spend on a move: 7.2 and chart T-MA."""

from __future__ import annotations

from jdgtools.derived.movers import MovePoints, MovingPiece


def budget_of(piece: MovingPiece) -> MovePoints:
    """Return the allowance of chart T-MA (MP-7.2.1-a)."""
    unit, state = piece.unit, piece.state
    if unit is None:
        kind, column = "leader", "formation_normal"
    else:
        kind, column = _kind(piece), state.get("formation", "formation_normal")
        if unit.arm in ("artillery", "baggage"):
            column = "formation_normal"
        # Only the broken have no formation; a setup that says otherwise is found by a check.
        if state.get("morale") == "morale_broken" or column == "no_formation":
            column = "morale_broken"
    if kind == "baggage" and (
        piece.scenario is None or piece.scenario.settings.get("baggage_mobile") is not True
    ):
        return MovePoints(0, ("baggage moves only where the scenario says so (MP-7.2.1-b)",))
    if unit is not None and state.get("gun_status", "gun_served") != "gun_served":
        return MovePoints(0, ("disabled and captured guns do nothing (MP-10.8.9-c)",))
    cell = piece.map_rules.charts.get("T-MA").cell(kind, column)
    points = cell.value if isinstance(cell.value, int) else 0
    rules = ", ".join(ref for ref in cell.refs if ref.startswith(("MP-", "AMB-"))) or "MP-7.2.1-a"
    words = f"{kind.replace('_', ' ')}, {column.replace('_', ' ')}"
    return MovePoints(points, (f"{words}: {points} MP ({rules})",))


def _kind(piece: MovingPiece) -> str:
    """Return the row of T-MA of a unit; cavalry that begins with light infantry moves as the stack."""
    unit = piece.unit
    assert unit is not None
    if unit.arm == "artillery":
        return "limbered" if piece.state.get("limbering") == "limbered" else "unlimbered"
    if unit.arm == "cavalry" and any(
        f.unit.arm == "light_infantry" and piece.hexes[0] in f.hexes for f in piece.friends
    ):
        return "cavalry_with_li"
    return "heavy_infantry" if unit.arm == "dismounted_cavalry" else unit.arm
