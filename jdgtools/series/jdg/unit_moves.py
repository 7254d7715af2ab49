"""How units and commanders of Jours de Gloire move in their states: 4, 5.1.2, 6.2.2, 8.8 to 10, 12."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from jdgtools.derived.movers import Mover, MoveRefused, MovingPiece
from jdgtools.model.prohibitions import effects_in_force
from jdgtools.series.jdg.advance import ADVANCE, BREAKTHROUGH, COUNTER_ATTACK, advance_mover
from jdgtools.series.jdg.allowance import FORCED, ORDERS, WITHOUT, budget_of
from jdgtools.series.jdg.charge import charge_mover
from jdgtools.series.jdg.mover import JdgMover, no_end
from jdgtools.series.jdg.occupancy import MoverState, Neighbours, weather
from jdgtools.series.jdg.pursuit import PURSUIT, pursuit_mover
from jdgtools.series.jdg.retreat import retreat_mover, withdrawal_mover
from jdgtools.series.jdg.rout import rout_mover
from jdgtools.series.jdg.zoc import RULES as ZOC

CHARGE, ROUT, RETREAT, WITHDRAWAL = "charge", "rout", "retreat", "withdrawal"


class JdgUnitMoves:
    """Hook `unit_moves` of the series."""

    kinds: Mapping[str, str] = {
        ORDERS: "with Orders Received: the whole allowance",
        WITHOUT: "Without Orders: half the allowance, rounded up",
        FORCED: "forced march: twice the allowance, away from enemies and friends",
        CHARGE: "charge of cavalry: the hexes that it can charge, and from where",
        ROUT: "rout move of a routed unit towards its edge of the map",
        RETREAT: "fall-back of one hex; of a routed unit its retreat of two or three",
        ADVANCE: "advance after shock into the hex that the enemy has left",
        BREAKTHROUGH: "breakthrough: straight into the hex that the enemy has left, then another shock",
        COUNTER_ATTACK: "counter-attack of a defender, from its hex or from that which the attacker has left",
        PURSUIT: "pursuit after a charge, along the way of the pursued unit",
        WITHDRAWAL: "withdrawal of cavalry before a shock, one or two hexes",
    }

    def mover(self, piece: MovingPiece) -> Mover:
        """Return the mover of a unit or commander.

        Raises:
            MoveRefused: it is no forced march that the unit could make, or it may not stand where it begins.
        """
        if piece.kind == ROUT:
            return rout_mover(piece)
        if piece.kind in (ADVANCE, BREAKTHROUGH, COUNTER_ATTACK):
            return advance_mover(piece)
        is_forced = piece.kind == FORCED
        state = MoverState(piece.id, piece.hexes[0], piece.state, piece.flags, is_forced)
        around = Neighbours(ZOC, piece.map_rules, piece.battle, piece.scenario, state)
        if is_forced:
            _may_force(piece, around)
        if piece.kind == PURSUIT:
            return pursuit_mover(piece, around)
        if piece.kind == RETREAT:
            return retreat_mover(piece, around)
        if piece.kind == WITHDRAWAL:
            return withdrawal_mover(piece, around)
        occupancy = around.occupancy(charges=piece.kind == CHARGE)
        if piece.unit is not None:
            occupancy = replace(occupancy, no_end=no_end(piece))
        if piece.kind == CHARGE:
            return charge_mover(piece, around, occupancy, _notes(piece, around))
        budget, stays = budget_of(piece, around)
        return JdgMover(piece, around, occupancy, budget, tuple(_notes(piece, around)), stays)


def _may_force(piece: MovingPiece, around: Neighbours) -> None:
    """Refuse a forced march that the rules forbid.

    Raises:
        MoveRefused: the piece may not make one.
    """
    why = ""
    if piece.unit is None:
        why = "a commander may not make a forced march (JDG-2.5.1-i)"
    elif piece.state.get("level", "ordered") != "ordered":
        why = "only ordered units may make a forced march (JDG-4.1.3-b, JDG-10.1-e)"
    elif piece.state.get("orders") == WITHOUT:
        why = "a forced march needs Orders Received (JDG-4.1.3-b)"
    elif piece.state.get("renfort") != "renfort" and weather(piece.map_rules, piece.flags):
        why = "no forced march at night or in fog, but for arriving reinforcements (JDG-12.1-a, JDG-12.2-a)"
    elif rule := _rule_against_march(piece):
        why = f"no forced march, by the {rule}"
    elif around.enemy_in_march_range:
        why = "no forced march within 5 hexes of an enemy unit (JDG-4.1.3-c)"
    if why:
        raise MoveRefused(f"`{piece.id}`: {why}", "leave out --move for the normal move")


def _rule_against_march(piece: MovingPiece) -> str:
    """Return the special rule that forbids the piece forced marches on the turn; '' = none does."""
    rules = effects_in_force(piece.scenario, piece.turn)
    bans = ((name, effect) for name, effect in rules if effect.kind == "no_forced_march")
    return next((name for name, effect in bans if not effect.units or piece.id in effect.units), "")


def _notes(piece: MovingPiece, around: Neighbours) -> Iterable[str]:
    for zone in around.holding:
        yield (
            f"begins in the ZOC of {zone.unit}: may leave it or stay; who stays turns by one corner at most "
            "(JDG-6.2.2-h, JDG-6.2.2-i)"
        )
    for flag in weather(piece.map_rules, piece.flags):
        yield "a night turn (JDG-12.1-b)" if flag == "night" else "a turn of fog (JDG-12.2-b)"


RULES = JdgUnitMoves()
"""How units of the series move in their states."""
