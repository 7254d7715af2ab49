"""How units and leaders of Musket & Pike move in their states: orders, allowances, where a move begins."""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.derived.movers import Mover, MoveRefused, MovingPiece, Place
from jdgtools.series.mpbs.advance import ADVANCE, advance_mover
from jdgtools.series.mpbs.allowance import budget_of
from jdgtools.series.mpbs.driven_moves import KINDS, driven_mover
from jdgtools.series.mpbs.footprint import facing_of
from jdgtools.series.mpbs.mover import LEVELS, NO_FACING, NO_HITS, MpbsMover, terrain_bar
from jdgtools.series.mpbs.neighbours import Neighbours
from jdgtools.series.mpbs.pursuit import PURSUIT, pursuit_mover
from jdgtools.series.mpbs.reaction_moves import REACTIONS, reaction_mover


class MpbsUnitMoves:
    """Hook `unit_moves` of the series: orders of the wing, moves after combat, reactions."""

    kinds: Mapping[str, str] = {
        "charge": "under Charge: may enter hexes next to the enemy and stops there",
        "make_ready": "under Make Ready: keeps out of hexes next to the enemy",
        "receive_charge": "under Receive Charge: one hex",
        "rally": "under Rally: ends no closer to the enemy",
        **KINDS,
        ADVANCE: "advance after close combat into the hex that the loser has left",
        PURSUIT: "pursuit by cavalry, Pursue and Eliminate: along the rout of the loser",
        **REACTIONS,
    }

    def mover(self, piece: MovingPiece) -> Mover:
        """Return the mover of a unit or leader.

        Raises:
            MoveRefused: it has no facing and needs one, or it may not stand where it begins.
        """
        if piece.kind in KINDS:
            return driven_mover(piece)
        if piece.kind == ADVANCE:
            return advance_mover(piece)
        if piece.kind == PURSUIT:
            return pursuit_mover(piece)
        around = Neighbours(piece)
        budget = budget_of(piece)
        if budget.points:
            for hex_index in piece.hexes:
                why = terrain_bar(piece, hex_index)
                if why:
                    name = piece.map_rules.map.grid.id(hex_index)
                    raise MoveRefused(
                        f"`{piece.id}` may not stand in hex {name}: {why}",
                        "ask from a hex that it may enter, or for a movement class with --class",
                    )
        if piece.kind in REACTIONS:
            return reaction_mover(piece, _start(piece), budget, around)
        return MpbsMover(piece, _start(piece), budget, around, around.notes)


def _start(piece: MovingPiece) -> Place:
    """Return where a move begins.

    Raises:
        MoveRefused: the unit needs a facing and has none.
    """
    state, unit, grid = piece.state, piece.unit, piece.map_rules.map.grid
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


RULES = MpbsUnitMoves()
"""How units of the series move in their states."""
