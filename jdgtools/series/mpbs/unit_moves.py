"""How units and leaders of Musket & Pike move in their states: orders, allowances, where a move begins."""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.derived.movers import MovePoints, Mover, MoveRefused, MovingPiece, Place
from jdgtools.series.mpbs.driven_moves import KINDS, driven_mover
from jdgtools.series.mpbs.footprint import facing_of
from jdgtools.series.mpbs.mover import LEVELS, NO_FACING, NO_HITS, MpbsMover, barred
from jdgtools.series.mpbs.neighbours import Neighbours


class MpbsUnitMoves:
    """Hook `unit_moves` of the series: the kinds of move are the orders of the wing, retreat and rout."""

    kinds: Mapping[str, str] = {
        "charge": "under Charge: may enter hexes next to the enemy and stops there",
        "make_ready": "under Make Ready: keeps out of hexes next to the enemy",
        "receive_charge": "under Receive Charge: one hex",
        "rally": "under Rally: ends no closer to the enemy",
        **KINDS,
    }

    def mover(self, piece: MovingPiece) -> Mover:
        """Return the mover of a unit or leader.

        Raises:
            MoveRefused: it has no facing and needs one, or it may not stand where it begins.
        """
        if piece.kind in KINDS:
            return driven_mover(piece)
        around = Neighbours(piece)
        budget = _budget(piece)
        if budget.points:
            for hex_index in piece.hexes:
                why = barred(piece, hex_index)
                if why:
                    name = piece.terrain.map.grid.id(hex_index)
                    raise MoveRefused(
                        f"`{piece.id}` may not stand in hex {name}: {why}",
                        "ask from a hex that it may enter, or for a movement class with --class",
                    )
        return MpbsMover(piece, _start(piece), budget, around, around.notes)


def _start(piece: MovingPiece) -> Place:
    """Return where a move begins.

    Raises:
        MoveRefused: the unit needs a facing and has none.
    """
    state, unit, grid = piece.state, piece.unit, piece.terrain.map.grid
    formation = state.get("formation", LEVELS[0])
    takes_hits = unit is not None and unit.arm not in ("artillery", "baggage") and formation in LEVELS
    level = LEVELS.index(formation) if takes_hits else NO_HITS
    if unit is None or _faceless(piece):
        return (piece.hexes[0], NO_FACING, level, 0, 0)
    two_hex, facing = unit.footprint == 2, piece.facing
    if two_hex and len(piece.hexes) == 2:
        along = grid.direction(*piece.hexes)
        facing = along if formation == "column" else facing_of(grid, *piece.hexes)
    elif two_hex and formation == "column":
        raise MoveRefused(f"`{piece.id}` is a column of two hexes", "ask from the hexes where it stands")
    if facing is None:
        raise MoveRefused(f"`{piece.id}` has no facing, and moves into its front", "give it with --facing")
    return (piece.hexes[0], facing, level, 0, 0)


def _faceless(piece: MovingPiece) -> bool:
    """Return whether the unit has no facing (MP-6.1-d, MP-14.1-a)."""
    unit, state = piece.unit, piece.state
    if unit is None or unit.arm == "baggage" or state.get("morale") == "morale_broken":
        return True
    return unit.arm == "artillery" and state.get("limbering") == "limbered"


def _budget(piece: MovingPiece) -> MovePoints:
    """Return the allowance of chart T-MA (MP-7.2.1-a)."""
    unit, state = piece.unit, piece.state
    if unit is None:
        kind, column = "leader", "formation_normal"
    else:
        kind, column = _kind(piece), state.get("formation", "formation_normal")
        if unit.arm in ("artillery", "baggage"):
            column = "formation_normal"
        if state.get("morale") == "morale_broken":
            column = "morale_broken"
    if kind == "baggage" and (
        piece.scenario is None or piece.scenario.settings.get("baggage_mobile") is not True
    ):
        return MovePoints(0, ("baggage moves only where the scenario says so (MP-7.2.1-b)",))
    if unit is not None and state.get("gun_status", "gun_served") != "gun_served":
        return MovePoints(0, ("disabled and captured guns do nothing (MP-10.8.9-c)",))
    cell = piece.terrain.charts.get("T-MA").cell(kind, column)
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


RULES = MpbsUnitMoves()
"""How units of the series move in their states."""
