"""Reactions of Musket & Pike that are moves: withdrawal (9.2.4) and interception (9.3).

Both answer the move of one enemy unit, the trigger, which stands where the setup has it. What dice say comes
before them: the roll for an interception is taken to have succeeded.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec.structs import replace

from jdgtools.derived.movers import MovePoints, MoveRefused, MovingPiece, Place, StandingUnit
from jdgtools.derived.protocols import SightAmongUnits
from jdgtools.derived.unit_sight import blocking_hexes
from jdgtools.series.mpbs.allowance import budget_of
from jdgtools.series.mpbs.arms import BAGGAGE, GUNS, HORSE
from jdgtools.series.mpbs.mover import BROKEN, MpbsMover
from jdgtools.series.mpbs.neighbours import CHARGE, RALLY, Neighbours
from jdgtools.series.mpbs.sight import REACTION_ZONE, is_over_dead_ground

WITHDRAWAL, INTERCEPTION = "withdrawal", "interception"
REACTIONS = {
    WITHDRAWAL: "withdrawal in reaction, away from the enemy unit that has come to two hexes",
    INTERCEPTION: "interception by cavalry of an enemy unit that moves, its roll made",
}
"""Moves of this module."""
_WITHDRAWS_AT = 2
"""Distance of the trigger of a withdrawal (MP-9.1.2-f)."""
_HEAVY = ("heavy_infantry", "dismounted_cavalry")


class _ReactionMover(MpbsMover):
    """What both have in common: the enemy unit whose move is the trigger."""

    def __init__(
        self, piece: MovingPiece, start: Place, budget: MovePoints, around: Neighbours, trigger: StandingUnit,
        notes: tuple[str, ...],
    ) -> None:  # fmt: skip
        super().__init__(piece, start, budget, around, notes)
        self.trigger = trigger

    def gap(self, hexes: Iterable[int]) -> int:
        """Return the distance to the trigger, between the nearest halves."""
        return min(self.grid.distance(a, b) for a in hexes for b in self.trigger.hexes)


class WithdrawalMover(_ReactionMover):
    """A unit or leader that goes away before an enemy unit two hexes off."""

    @cached_property
    def _near_enemy(self) -> frozenset[int]:
        return frozenset(n for e in self.piece.enemies for h in e.hexes for n in self.grid.neighbours(h))

    def moves(self, place: Place) -> Iterable[tuple[Place, int]]:
        """Return the moves that lead away, next to no enemy (MP-9.2.4-e, -f); turns cost as ever (-g)."""
        before = self._hexes(place)
        result = []
        for target, cost in super().moves(place):
            after = self._hexes(target)
            hexes_entered = set(after) - set(before)
            if hexes_entered and (self.gap(after) <= self.gap(before) or hexes_entered & self._near_enemy):
                continue
            result.append((target, cost))
        return result

    def end(self, place: Place) -> str:
        """Return why it may not end there."""
        if self.gap(self._hexes(place)) <= _WITHDRAWS_AT:
            return "a withdrawal moves away from the trigger (MP-9.2.4-e)"
        return super().end(place)

    def why_closed(self, hex_index: int) -> str:
        """Return why it never enters a hex."""
        if hex_index in self._near_enemy:
            return "next to an enemy unit: no withdrawal there (MP-9.2.4-f)"
        return super().why_closed(hex_index)


class InterceptionMover(_ReactionMover):
    """Cavalry that goes to an enemy unit, every hex one hex closer (MP-9.3.3-a)."""

    def moves(self, place: Place) -> Iterable[tuple[Place, int]]:
        """Return the moves that lead closer, and turns; a hit to Formation Broken bars (MP-9.3.1-f)."""
        gap = self.gap(self._hexes(place))
        if gap == 1:
            return []
        return [
            (target, cost)
            for target, cost in super().moves(place)
            if target[2] != BROKEN and (target[0] == place[0] or self.gap(self._hexes(target)) == gap - 1)
        ]

    def stops(self, place: Place) -> bool:
        """Return whether it has come to its target."""
        return self.gap(self._hexes(place)) == 1 or super().stops(place)

    def end(self, place: Place) -> str:
        """Return why it may not end there."""
        if self.gap(self._hexes(place)) > 1:
            return "an interception ends adjacent to its target (MP-9.3.3-a)"
        return super().end(place)

    def targets(self, place: Place) -> tuple[int, ...]:
        """Return the hexes of the target beside a place (MP-9.3.3-c)."""
        adjacent = {n for h in self._hexes(place) for n in self.grid.neighbours(h)}
        return tuple(sorted(adjacent.intersection(self.trigger.hexes)))


def reaction_mover(piece: MovingPiece, start: Place, budget: MovePoints, around: Neighbours) -> MpbsMover:
    """Return the mover of a unit or leader that reacts.

    Raises:
        MoveRefused: it may not react so.
    """
    trigger = _trigger(piece)
    first = _why_no_reaction(piece, budget, trigger)
    if piece.kind == WITHDRAWAL:
        why = first or _why_no_withdrawal(piece, trigger)
        notes: tuple[str, ...] = (
            f"before {trigger.unit.id} (MP-9.2.4-b)",
            "once in an enemy activation (MP-9.2.4-d)",
        )
    else:
        why = first or _why_no_interception(piece, trigger)
        notes = (f"against {trigger.unit.id}; the roll has succeeded (MP-9.3.2-a)",)
    if why:
        raise MoveRefused(
            f"`{piece.id}`: {why}", "ask before another unit with --attacker, or leave out --move"
        )
    kind = WithdrawalMover if piece.kind == WITHDRAWAL else InterceptionMover
    return kind(piece, start, budget, around, trigger, notes)


def _trigger(piece: MovingPiece) -> StandingUnit:
    """Return the enemy unit whose move is answered.

    Raises:
        MoveRefused: none is named, or several.
    """
    enemies_named = [e for e in piece.enemies if e.unit.id in piece.attackers]
    if len(enemies_named) != 1:
        raise MoveRefused(
            f"`{piece.id}` answers the move of one enemy unit (MP-9.1.1a-a)", "name it with --attacker"
        )
    return enemies_named[0]


def _gap(piece: MovingPiece, trigger: StandingUnit) -> int:
    return min(piece.map_rules.map.grid.distance(a, b) for a in piece.hexes for b in trigger.hexes)


def _why_no_reaction(piece: MovingPiece, budget: MovePoints, trigger: StandingUnit) -> str:
    """Return why a piece makes no reaction move at all; '' = it may (MP-9.2.4-a, MP-9.3.1-h)."""
    if piece.state.get("morale") == "morale_broken":
        return "a Morale Broken unit does not react (MP-9.1.1a-e)"
    if piece.unit is not None and piece.unit.arm in (GUNS, BAGGAGE):
        return "guns and baggage make no reaction move (MP-9.2.4-c)"
    other = replace(
        piece, id=trigger.unit.id, hexes=trigger.hexes, state=trigger.placement.state, kind="", by_class=""
    )
    mine, its = budget.points or 0, budget_of(other).points or 0
    if mine < its:
        rule = "MP-9.2.4-a" if piece.kind == WITHDRAWAL else "MP-9.3.1-h"
        return f"it has {mine} MP, `{trigger.unit.id}` has {its}: as many are needed ({rule})"
    return ""


def _order(piece: MovingPiece) -> str:
    orders = {} if piece.scenario is None else piece.scenario.orders
    return orders.get(piece.unit.command or "", "") if piece.unit is not None else ""


def _why_no_withdrawal(piece: MovingPiece, trigger: StandingUnit) -> str:
    """Return why a piece does not withdraw; '' = it may (MP-9.2.4-b, -c)."""
    if _gap(piece, trigger) != _WITHDRAWS_AT:
        return f"`{trigger.unit.id}` is not two hexes away (MP-9.2.4-b, MP-9.1.2-f)"
    if piece.unit is None:
        company = any(piece.hexes[0] in friend.hexes for friend in piece.friends)
        return "a leader withdraws when he is alone in his hex (MP-9.2.4-c)" if company else ""
    if _order(piece) == CHARGE:
        return "units under Charge do not withdraw (MP-5.6.1-g)"
    if _order(piece) == RALLY or (piece.unit.arm == HORSE and trigger.unit.arm in _HEAVY):
        return ""
    return "units under Rally withdraw, and cavalry before heavy infantry (MP-9.2.4-c)"


def _why_no_interception(piece: MovingPiece, trigger: StandingUnit) -> str:
    """Return why a unit does not intercept; '' = it may (MP-9.3.1-b to -e)."""
    unit, state, grid = piece.unit, piece.state, piece.map_rules.map.grid
    if unit is None or unit.arm != HORSE:
        return "only cavalry intercepts (MP-9.3.1-a)"
    if state.get("formation") in ("formation_broken", "column"):
        return "not when Formation Broken or in Column (MP-9.3.1-d)"
    if _order(piece) == RALLY:
        return "its wing is under Rally (MP-9.3.1-d, MP-9.1.1a-d)"
    if _gap(piece, trigger) > REACTION_ZONE:
        return f"`{trigger.unit.id}` is farther than four hexes (MP-9.3.1-b, MP-9.1.2-g)"
    here, facing = piece.hexes[0], piece.facing or 0
    rear = set(grid.cone(here, (facing + 3) % 6, REACTION_ZONE))
    ahead = [h for h in trigger.hexes if h not in rear]
    if not ahead:
        return f"`{trigger.unit.id}` is in its rear zone (MP-9.3.1-c, AMB-29)"
    if not any(_sees(piece, here, h) for h in ahead):
        return f"it does not see `{trigger.unit.id}` (MP-9.3.1-e)"
    if all(is_over_dead_ground(piece.map_rules, here, h) for h in ahead if _sees(piece, here, h)):
        return f"a dead hex lies between it and `{trigger.unit.id}` (MP-10.9.3B-e)"
    return ""


def _sees(piece: MovingPiece, origin: int, target: int) -> bool:
    """Return whether the line of sight is clear; enemy artillery blocks it, friendly does not (AMB-30)."""
    blocking = blocking_hexes(piece.series, piece.map_rules, piece.battle, piece.scenario, piece.id)
    through = piece.map_rules.options.get("interception_through_friendly_guns") is not False
    guns = {h for friend in piece.friends if through and friend.unit.arm == GUNS for h in friend.hexes}
    units = {h: name for h, name in blocking.items() if h not in guns}
    units |= {h: e.unit.id for e in piece.enemies if e.unit.arm == GUNS for h in e.hexes if h != target}
    rules = piece.series.sight
    if units and isinstance(rules, SightAmongUnits):
        return rules.sight_among(piece.map_rules, origin, target, units).clear
    return rules.sight(piece.map_rules, origin, target).clear
