"""The rout move of Jours de Gloire: a straight line to the edge of the map, with shifts of column (10.4).

A place is (hex, points spent, columns shifted, whether it has left the map, direction of its column or -1).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from msgspec.structs import replace

from jdgtools.derived.movers import MovePoints, MoveRefused, MovingPiece, Place, Pose
from jdgtools.derived.stepwise import StepwiseMover
from jdgtools.rules import StepCost
from jdgtools.series.jdg.movement import RULES as MOVEMENT
from jdgtools.series.jdg.mover import no_end
from jdgtools.series.jdg.occupancy import MoverState, Neighbours, front_zone
from jdgtools.series.jdg.rout_paths import RoutMap
from jdgtools.series.jdg.terrain_index import index_of
from jdgtools.series.jdg.zoc import RULES as ZOC

_SHIFTS = {"infantry": 2}
_MAX_SHIFTS = 3
_ANY = -1
_OFF_MAP = 1
"""What leaving the map costs (AMB-84)."""


class RoutMover(StepwiseMover):
    """A routed unit that spends its points towards its edge of the map."""

    def __init__(self, piece: MovingPiece, around: Neighbours, edge: str, points: int) -> None:
        """Prepare the move.

        Args:
            piece: the unit.
            around: the other units.
            edge: of the map, to which its side routs.
            points: allowance of its disordered side.
        """
        words = (
            f"{points} MP, disordered side, all of them (JDG-10.4-d)",
            f"towards the edge {edge} (JDG-10.4-e)",
        )
        super().__init__(piece, (piece.hexes[0], 0, 0, 0, _ANY), MovePoints(points, words))
        self.around, self.points = around, points
        self.map = RoutMap(index_of(piece.map_rules), piece.map_rules, edge)
        self.edge = edge
        arm = piece.unit.arm if piece.unit is not None else ""
        self.shifts = _SHIFTS.get(arm, _MAX_SHIFTS)
        self.enemy_hexes = {other.hex for other in around.enemies}
        self.fronts: dict[int, str] = {}
        for other, zone in zip(around.enemies, around.zones, strict=True):
            for index in front_zone(around.ground, zone, other):
                self.fronts.setdefault(index, other.placement.piece)
        self.full = no_end(piece, entries=False)
        self._pays = piece.map_rules.options.get("rout_pays_zoc") is not False
        self._entering = around.occupancy().enter if self._pays else {}
        self._rows_of_map = piece.map_rules.options.get("rout_column") == "map"
        self._zoc_to_zoc = piece.map_rules.options.get("rout_zoc_to_zoc") != "allowed"

    def _straight(self, place: Place) -> tuple[int, ...]:
        """Return the directions that keep the column, or the zigzag nearest to it (AMB-84).

        With columns of the map it chooses at its first step one of two rows of hexes, and keeps to it.
        """
        origin, column = place[0], place[4]
        if column != _ANY:
            return (column,)
        grid, forward = self.grid, self.map.forward
        if len(self.edge) == 2:
            return tuple(d for d in forward if all(self.map.progress(d, letter) > 0 for letter in self.edge))
        most = max(self.map.progress(d, self.edge) for d in forward)
        best = tuple(d for d in forward if self.map.progress(d, self.edge) == most)
        if len(best) == 1 or self._rows_of_map:
            return best
        line = 1 if self.edge in "EW" else 0
        ring = grid.neighbour_table[origin]
        same = tuple(
            d for d in best
            if (near := ring[d]) is not None and grid.offset(near)[line] == grid.offset(origin)[line]
        )  # fmt: skip
        return same or best

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the hex ahead, off the map at its edge, or a shift around an obstacle (JDG-10.4-n, -o)."""
        origin, mp_spent, column_shift, off, column = place
        if off:
            return
        straight = self._straight(place)
        left = self._points_left(place)
        if origin in self.map.exits and not any(self._open(origin, d) for d in straight):
            if left >= _OFF_MAP:
                why = "leaves the map, 1 MP: eliminated (JDG-10.4-p, AMB-84)"
                yield (
                    (origin, mp_spent + _OFF_MAP, column_shift, 1, column),
                    StepCost(_OFF_MAP, reasons=(why,)),
                )
            return
        ahead = [d for d in straight if self._open(origin, d)]
        for direction in ahead:
            yield from self._step(place, direction, 0)
        if ahead or column_shift >= self.shifts:
            return
        aside = [d for d in self.map.forward if d not in straight and self._open(origin, d)]
        nearer = [d for d in aside if all(self.map.progress(d, letter) > 0 for letter in self.edge)]
        for direction in nearer or aside:
            yield from self._step(place, direction, 1)

    def _points_left(self, place: Place) -> float:
        """Return the points left; none are needed where it may not stop and goes on (JDG-10.5-a, -c)."""
        return inf if place != self.start and place[0] in self.full else self.points - place[1]

    def _step(self, place: Place, direction: int, shift: int) -> Iterator[tuple[Place, StepCost]]:
        origin, mp_spent, column_shift, _, column = place
        target = self.grid.neighbour(origin, direction)
        assert target is not None
        step = self._cost(origin, direction, target)
        if step.cost is None or step.cost > self._points_left(place):
            return
        reasons = list(step.reasons)
        if shift:
            most = f"{column_shift + 1} of {self.shifts} columns"
            reasons.append(f"shifts around an obstacle, {most} (JDG-10.4-n, JDG-10.4-o)")
        friends = [f.unit.id for f in self.piece.friends if target in f.hexes]
        if friends:
            reasons.append(
                f"through {', '.join(friends)}: no MP, those it passes check (JDG-10.4-h, JDG-10.5-b)"
            )
        if self._rows_of_map and not shift:
            column = direction
        yield (
            (target, mp_spent + step.cost, column_shift + shift, 0, column),
            StepCost(step.cost, step.way, False, tuple(reasons)),
        )

    def _cost(self, origin: int, direction: int, target: int) -> StepCost:
        """Return the cost of a step with the costs of zones of control (JDG-10.4-g, AMB-86)."""
        ask = MOVEMENT.step_near_enemy if target in self.around.near else MOVEMENT.step
        step = ask(self.piece.map_rules, origin, direction, self.movement_class)
        if step.cost is None or not self._pays:
            return step
        cost, reasons = step.cost, list(step.reasons)
        leaves = self.around.points("leave_zoc") if origin in self.around.in_zones else 0
        if leaves:
            cost, reasons = (
                cost + leaves,
                [*reasons, f"leaves an enemy ZOC: +{leaves} MP (JDG-6.2.2-j, AMB-86)"],
            )
        if target in self._entering:
            more, why = self._entering[target]
            cost, reasons = cost + more, [*reasons, f"{why}, AMB-86"]
        return StepCost(cost, step.way, False, tuple(reasons))

    def _open(self, origin: int, direction: int) -> bool:
        """Return whether nothing but the points keeps it from a step: no obstacle (JDG-10.4-n)."""
        target = self.grid.neighbour(origin, direction)
        if target is None or not self.in_play(target) or target in self.enemy_hexes or target in self.fronts:
            return False
        if self.piece.prohibitions.of_step(origin, direction, target):
            return False
        if self._zoc_to_zoc and any(origin in z.hexes and target in z.hexes for z in self.around.zones):
            return False
        return MOVEMENT.step(self.piece.map_rules, origin, direction, self.movement_class).cost is not None

    def end(self, place: Place) -> str:
        """Return why it does not stop there: it spends all its points (JDG-10.4-d), but in a shelter."""
        origin, off = place[0], place[3]
        if off:
            return "leaves the map: eliminated (JDG-10.4-p)"
        following = self.next_steps(place)
        if place == self.start:
            if not following:
                return "cannot move one hex: eliminated (JDG-10.4-f)"
            return "goes on while it has movement points (JDG-10.4-d)"
        kind = self.piece.map_rules.map.terrain[origin]
        if following and self.around.ground.of_hex(kind, "rout_shelter") is not True:
            return "goes on while it has movement points (JDG-10.4-d)"
        return self.full.get(origin, "")

    def pose(self, place: Place) -> Pose:
        """Return the hex; a routed unit has no facing (JDG-10.2-q)."""
        return Pose((place[0],))

    def why_closed(self, hex_index: int) -> str:
        """Return why it never enters a hex."""
        if hex_index in self.enemy_hexes:
            return "held by an enemy unit (JDG-5.1.2-a)"
        if hex_index in self.fronts:
            name = self.fronts[hex_index]
            return f"front hex of {name}: the unit would be eliminated (JDG-10.4-n, JDG-10.3.5-c)"
        return ""


def rout_mover(piece: MovingPiece) -> RoutMover:
    """Return the mover of a routed unit in its rout move.

    Raises:
        MoveRefused: it is not routed, has no allowance, or its side no edge to rout to.
    """
    if piece.unit is None or piece.state.get("level") != "routed":
        raise MoveRefused(
            f"`{piece.id}` is no routed unit (JDG-10.4-a, JDG-10.4-b)", "say so with --state routed"
        )
    edge = piece.rout_edge
    if edge is None:
        raise MoveRefused(
            f"the scenario names no rout edge of `{piece.side}` (JDG-10.4-d)", "give `rout_edge`"
        )
    points = replace(piece, state={**piece.state, "level": "disordered"}).printed_allowance()
    if points is None:
        raise MoveRefused(f"`{piece.id}` has no movement allowance", "ask for a retreat")
    state = MoverState(piece.id, piece.hexes[0], {**piece.state, "level": "disordered"}, piece.flags)
    around = Neighbours(ZOC, piece.map_rules, piece.battle, piece.scenario, state)
    return RoutMover(piece, around, edge, points)
