"""The charge move of cavalry in Jours de Gloire: which hexes can be charged, and from where (9.1)."""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.derived.class_mover import NO_FACING
from jdgtools.derived.movers import MovePoints, MoveRefused, MovingPiece, Place, StandingUnit
from jdgtools.derived.occupancy import Occupancy
from jdgtools.derived.unit_sight import sight_among
from jdgtools.model.prohibitions import attack_forbidden
from jdgtools.series.jdg.allowance import reduced_allowance
from jdgtools.series.jdg.effects import EFFECTS
from jdgtools.series.jdg.mover import JdgMover
from jdgtools.series.jdg.occupancy import Neighbours, weather

_BLOCKS = [effect.id for effect in EFFECTS.effects].index("blocks_charge")


class ChargeMover(JdgMover):
    """Cavalry in a charge move: it ends where an enemy that it saw is in front of it."""

    def __init__(
        self, piece: MovingPiece, neighbours: Neighbours, occupancy: Occupancy, budget: MovePoints,
        notes: tuple[str, ...],
    ) -> None:  # fmt: skip
        """Prepare the charge; see `charge_mover`."""
        super().__init__(piece, neighbours, occupancy, budget, notes, "")
        self._guns = {f.hexes[0] for f in piece.friends if f.unit.arm == "artillery"}
        free = piece.map_rules.options.get("charge_facing_free") is not False
        self._keeps_facing = bool(neighbours.holding) or not free
        """Whether it keeps its facing: it began in a zone of control (JDG-9.1-g), or always (AMB-73)."""
        self._visible = self._visible_targets()

    def _visible_targets(self) -> dict[int, tuple[StandingUnit, ...]]:
        """Return the hexes of enemies in line of sight through the front hexes (JDG-9.1-a, JDG-9.1-EX5)."""
        piece, start = self.piece, self.origin
        grid, ground = piece.map_rules.map.grid, self.neighbours.ground
        around = ground.of_hex(ground.map.terrain[start], "six_front") is True
        visible: dict[int, tuple[StandingUnit, ...]] = {}
        for enemy in piece.enemies:
            there = enemy.hexes[0]
            ahead = around or there in grid.cone(start, piece.facing or 0, grid.distance(start, there))
            if attack_forbidden(piece.scenario, grid, piece.id, enemy.unit.id, piece.turn) or not ahead:
                continue
            args = (piece.series, piece.map_rules, piece.battle, piece.scenario, start, there, piece.id)
            if there in visible or sight_among(*args).clear:
                visible[there] = (*visible.get(there, ()), enemy)
        return visible

    def _is_blocked(self, origin: int, direction: int) -> bool:
        values = EFFECTS.of_step(self.piece.map_rules, origin, direction)
        return values is None or values[_BLOCKS] is True

    def moves(self, place: Place) -> Iterable[tuple[Place, int]]:
        """Return the steps on which it can charge on (JDG-9.1-h, -j, -l; a disordered unit may not, -b)."""
        steps = super().moves(place)
        neighbours = self._neighbours[place[0]]
        return [
            (target, cost)
            for target, cost in steps
            if target[1] == NO_FACING
            and target[0] not in self._guns
            and not self._is_blocked(place[0], neighbours.index(target[0]))
        ]

    def _attacked_hexes(self, place: Place) -> dict[int, int]:
        """Return the hexes that it can charge from a place -> the direction."""
        return {
            target: direction
            for direction, target in enumerate(self._neighbours[place[0]])
            if target in self._visible and not self._is_blocked(place[0], direction)
        }

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return the corners from which an enemy is in front; its own alone if it is bound to it."""
        facing = self.piece.facing
        corners = {corner % 6 for d in self._attacked_hexes(place).values() for corner in (d, d - 1)}
        ahead = {c for c in corners if self._in_front(place[0], c)}
        return tuple(sorted(ahead & {facing} if self._keeps_facing else ahead))

    def _in_front(self, origin: int, corner: int) -> set[int]:
        front = set(self.neighbours.ground.front(origin, corner))
        return front & set(self._attacked_hexes((origin, NO_FACING)))

    def targets(self, place: Place) -> tuple[int, ...]:
        """Return the hexes that it can charge from a place (JDG-9.1-k, -l, JDG-9.2-a)."""
        facings = self.facings(place) or ()
        return tuple(sorted({h for corner in facings for h in self._in_front(place[0], corner)}))

    def end(self, place: Place) -> str:
        """Return why the charge may not end there."""
        if place == self.start:
            return "a charging unit moves at least one hex (JDG-9.1-e)"
        if not self.targets(place):
            return "no enemy that it saw from its start is in front of it there (JDG-9.1-a, AMB-72)"
        return super().end(place)

    def why_closed(self, hex_index: int) -> str:
        """Return why the charge never enters a hex."""
        if hex_index in self._guns:
            return "a charge neither passes nor ends in a hex with friendly artillery (JDG-9.1-h)"
        ring = [(n, (d + 3) % 6) for d, n in enumerate(self._neighbours[hex_index]) if n is not None]
        if all(self._is_blocked(near, direction) for near, direction in ring):
            return "terrain that blocks charges (JDG-9.1-j)"
        return super().why_closed(hex_index)


def charge_mover(
    piece: MovingPiece, around: Neighbours, occupancy: Occupancy, notes: Iterable[str]
) -> ChargeMover:
    """Return the mover of a unit that charges.

    Raises:
        MoveRefused: it may not charge.
    """
    why = why_no_charge(piece, around)
    if why:
        raise MoveRefused(f"`{piece.id}`: {why}", "leave out --move for the normal move")
    if piece.facing is None:
        raise MoveRefused(f"`{piece.id}` has no facing, and charges what it faces", "give it with --facing")
    printed_mp = piece.printed_allowance()
    points, reasons = (
        (None, ()) if printed_mp is None else reduced_allowance(around, printed_mp, "a charge (JDG-9.1-f)")
    )
    words = list(notes)
    without = piece.state.get("orders") == "without_orders"
    if points is not None and without and piece.map_rules.options.get("halve_once") is False:
        points, more = reduced_allowance(around, points, "Without Orders as well (JDG-4.1.2-a, AMB-18)")
        reasons = (*reasons, *more)
    if without:
        words.append("Without Orders: a shock check first (JDG-9.1-d)")
    if around.holding:
        words.append("leaves the zone of control first and keeps its facing (JDG-9.1-g, AMB-73)")
    return ChargeMover(piece, around, occupancy, MovePoints(points, reasons), tuple(words))


def why_no_charge(piece: MovingPiece, around: Neighbours) -> str:
    """Return why a unit may not charge; '' = it may."""
    if piece.unit is None or piece.unit.arm != "cavalry":
        return "only cavalry charges (JDG-9-a)"
    if piece.state.get("level", "ordered") != "ordered":
        return "a charging unit is neither disordered nor routed (JDG-9.1-b, JDG-10.1-g)"
    if weather(piece.map_rules, piece.flags):
        return "no charges at night or in fog (JDG-12.1-e, JDG-12.2-d)"
    ground = around.ground
    if ground.of_hex(ground.map.terrain[piece.hexes[0]], "blocks_charge") is True:
        return "no charge begins in terrain that blocks charges (JDG-9.1-j)"
    return ""
