"""Other units of a setup, as a moving unit of Musket & Pike meets them (MP-5.6, MP-7.1, MP-8.1 to MP-8.3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from jdgtools.derived.movers import MovingPiece, StandingUnit
from jdgtools.model.stack_rules import StackRules, StackRuling
from jdgtools.series.mpbs.arms import BAGGAGE, FIGHTERS, GUNS, HORSE, LIGHT
from jdgtools.series.mpbs.stacking import MAX_LIGHT_STRENGTH
from jdgtools.source.node import number_in_digits

CHARGE, RECEIVE, RALLY = "charge", "receive_charge", "rally"
FAR = 1_000_000
"""Distance to an enemy that is not there."""


class Neighbours:
    """The other units around one move of a unit or leader."""

    def __init__(self, piece: MovingPiece) -> None:
        """Look at the units of the setup and at the order of the wing."""
        self.piece = piece
        self.grid = piece.map_rules.map.grid
        unit = piece.unit
        self.arm = "leader" if unit is None else unit.arm
        orders = {} if piece.scenario is None else piece.scenario.orders
        wing_order = orders.get(unit.command or "", "") if unit is not None else ""
        self.order = (piece.kind or wing_order) if unit is not None else ""
        self.reacts = piece.kind in ("withdrawal", "interception")
        if self.reacts:
            self.order = ""  # reactions are made regardless of the order (MP-9.1.1a-d)
        self.one_step = int(self.order == RECEIVE)
        """1 = one step is the whole move (MP-5.6.3-a)."""
        self.keeps_away = self.order == RALLY and bool(self._enemies)
        terrain = piece.map_rules.map.terrain
        self._rules = StackRules.of(piece.scenario)
        self.bridges = frozenset(i for i, kind in enumerate(terrain) if kind == "bridge")

    @cached_property
    def _enemies(self) -> tuple[StandingUnit, ...]:
        """Enemy units that still fight: neither disabled or captured guns nor captured baggage."""
        return tuple(e for e in self.piece.enemies if not _is_prize(e))

    @cached_property
    def _hexes_that_bind(self) -> dict[int, str]:
        """Hexes of enemy units that bind and bar; lone guns and baggage do neither under Charge (AMB-71)."""
        return {
            h: e.unit.id
            for e in self._enemies
            for h in e.hexes
            if e.unit.arm in FIGHTERS or self.order != CHARGE or self.arm not in FIGHTERS
        }

    @cached_property
    def prizes(self) -> dict[int, str]:
        """Hexes with guns or baggage that change hands when the unit enters, and what they become."""
        if self.arm not in FIGHTERS:
            return {}
        side = None if self.piece.unit is None else self.piece.unit.side
        fates = ((h, _fate(o, o.unit.side == side)) for o in self.piece.others for h in o.hexes)
        return {h: fate for h, fate in fates if fate}

    @cached_property
    def closed_hexes(self) -> dict[int, str]:
        """Hexes that may not be entered, and why."""
        reasons = {
            h: f"held by the enemy unit {name} (MP-8.1.1-a)" for h, name in self._hexes_that_bind.items()
        }
        if self.order not in ("", CHARGE):
            name = self.order.replace("_", " ").title()
            for h in self._hexes_next_to(self._enemies):
                reasons.setdefault(h, f"next to an enemy unit: only under Charge, not {name} (MP-5.6.1-d)")
        for other in self.piece.friends:
            why = self._bar(other)
            for h in other.hexes:
                ruling = self._ruling(h)
                if ruling is not None and not ruling.allows:
                    reasons.setdefault(h, f"{ruling.why} (MP-8.1.2-a)")
                elif why and ruling is None:
                    reasons.setdefault(h, why)
        return reasons

    def _ruling(self, hex_index: int) -> StackRuling | None:
        """Return what a special rule says of the unit with those of a hex; None = what the series says."""
        unit = self.piece.unit
        if not self._rules.limits or unit is None or unit.arm == BAGGAGE or hex_index in self.piece.hexes:
            return None
        there = [o.unit for h, o in self._friends_by_hex if h == hex_index and o.unit.arm != BAGGAGE]
        return self._rules.ruling(hex_index, [*there, unit]) if there else None

    @cached_property
    def contact(self) -> frozenset[int]:
        """Hexes that a unit under Charge does not leave again (MP-5.6.1-e); empty for others."""
        if self.order != CHARGE:
            return frozenset()
        return frozenset(self._hexes_next_to(e for e in self._enemies if e.unit.arm in FIGHTERS))

    @cached_property
    def joins(self) -> dict[int, str]:
        """Hexes in which a move ends because of friends, and why."""
        joins = {}
        for h, other in self._friends_by_hex:
            if {self.arm, other.unit.arm} == {HORSE, LIGHT}:
                joins[h] = f"joins `{other.unit.id}`: stops (MP-8.2.2-a)"
            elif self._absorbs(h, other):
                joins[h] = f"absorbs `{other.unit.id}`: its move ends (MP-8.4-b, MP-8.4-c)"
            elif self._bar(other) and (ruling := self._ruling(h)) is not None and ruling.allows:
                joins[h] = f"joins `{other.unit.id}`, {ruling.why}: stops (MP-8.1.2-a)"
            elif self.arm == GUNS and other.unit.arm in FIGHTERS:
                joins[h] = f"limbered guns join `{other.unit.id}`: stop (MP-7.3.3-h)"
        return joins

    @cached_property
    def stops(self) -> dict[int, str]:
        """Hexes that a unit does not leave again in its move, and why."""
        why = "under Charge and next to an enemy unit: does not move on (MP-5.6.1-e)"
        return {**dict.fromkeys(self.contact, why), **self.joins}

    @cached_property
    def no_end(self) -> dict[int, str]:
        """Hexes that may be passed, in which a move does not end, and why (MP-8.1.1-a, MP-8.1.1-c)."""
        no_end = {}
        is_allowed = self.piece.map_rules.options.get("artillery_on_mixed_stack") is True
        for h, other in self._friends_by_hex:
            would_mix = {self.arm, other.unit.arm, *self._arms_with(h)} >= {HORSE, LIGHT, GUNS}
            if (ruling := self._ruling(h)) is not None and ruling.allows:
                continue
            if other.unit.arm == self.arm and self.arm in (GUNS, BAGGAGE):
                no_end[h] = f"`{other.unit.id}` is there: one counter of a kind in a hex (MP-8.1.1-a)"
            elif would_mix and not is_allowed and self.arm in (GUNS, HORSE, LIGHT):
                no_end[h] = "artillery does not stack with cavalry and light infantry (MP-8.1.1-c, AMB-23)"
        return no_end

    def _arms_with(self, hex_index: int) -> set[str]:
        """Return the arms in a hex, with those that move along with the unit (MP-8.2.1-a)."""
        along = self.piece.hexes if self.arm == HORSE else ()
        return {
            o.unit.arm
            for h, o in self._friends_by_hex
            if h == hex_index or (h in along and o.unit.arm == LIGHT)
        }

    @property
    def _friends_by_hex(self) -> Iterable[tuple[int, StandingUnit]]:
        return ((h, other) for other in self.piece.friends for h in other.hexes)

    def bars(self, hex_index: int, facing: int) -> bool:
        """Return whether a hex may not be entered by a unit that faces so."""
        if hex_index in self.closed_hexes:
            return True
        need = self.facing_needed.get(hex_index)
        return need is not None and need != facing

    @cached_property
    def facing_needed(self) -> dict[int, int | None]:
        """Hexes in which cavalry and light infantry must face alike (MP-8.2.2-b)."""
        return {
            h: other.placement.facing
            for h, other in self._friends_by_hex
            if {self.arm, other.unit.arm} == {HORSE, LIGHT}
        }

    def _absorbs(self, hex_index: int, other: StandingUnit) -> bool:
        """Return whether cavalry that has lost strength may take up a unit of cavalry (MP-8.4-a, AMB-25)."""
        mine = self.piece.unit
        if mine is None or self.reacts or not self.arm == other.unit.arm == HORSE:
            return False
        same_wing = self.piece.map_rules.options.get("absorption_same_wing") is True
        alone = not any(o.unit.arm == LIGHT and hex_index in o.hexes for o in self.piece.friends)
        steps_lost = number_in_digits(self.piece.state.get("casualties", "0")) or 0
        return steps_lost > 0 and alone and not (same_wing and other.unit.command != mine.command)

    def _bar(self, other: StandingUnit) -> str:
        """Return why a friend's hex may not be entered (MP-8.1.2-a); '' = it may."""
        if self.arm not in FIGHTERS or other.unit.arm not in FIGHTERS:
            return ""
        if {self.arm, other.unit.arm} != {HORSE, LIGHT}:
            if any(self._absorbs(h, other) for h in other.hexes):
                return ""
            horse = self.arm == other.unit.arm == HORSE
            more = "; only cavalry with losses absorbs such a unit (MP-8.4-a)" if horse else ""
            return f"held by `{other.unit.id}`: no passing through friends{more} (MP-8.1.2-a)"
        mine = self.piece.unit
        assert mine is not None
        light = other.unit if other.unit.arm == LIGHT else mine
        state = other.placement.state if other.unit.arm == LIGHT else self.piece.state
        strength = light.front.get("strength")
        steps_lost = state.get("casualties", "0")
        if self.piece.map_rules.options.get("small_strength") == "current" and isinstance(strength, int):
            strength -= number_in_digits(steps_lost) or 0
        if isinstance(strength, int) and strength > MAX_LIGHT_STRENGTH:
            return f"`{light.id}` has strength {strength}: too many to stack with cavalry (MP-8.1.1-b)"
        if other.unit.command != mine.command:
            return f"`{other.unit.id}` is of another wing (MP-8.2.1-a)"
        guns = any(f.unit.arm == GUNS and set(f.hexes) & set(other.hexes) for f in self.piece.friends)
        if guns and self.piece.map_rules.options.get("artillery_on_mixed_stack") is not True:
            return "artillery does not stack with cavalry and light infantry (MP-8.1.1-c, AMB-23)"
        return ""

    def _hexes_next_to(self, units: Iterable[StandingUnit]) -> set[int]:
        return {n for unit in units for h in unit.hexes for n in self.grid.neighbours(h)}

    def nearest(self, hexes: tuple[int, ...]) -> int:
        """Return the distance to the nearest enemy unit, of the nearest halves."""
        distances = (self.piece.distance(h, self._enemies) for h in hexes)
        return min((d for d in distances if d is not None), default=FAR)

    def closer(self, before: tuple[int, ...], after: tuple[int, ...]) -> bool:
        """Return whether it has come closer to the nearest enemy unit, or by option to any (AMB-14)."""
        if self.piece.map_rules.options.get("rally_distance") != "any":
            return self.nearest(after) < self.nearest(before)
        distance = self.grid.distance
        return any(
            min(distance(h, there) for h in after for there in enemy.hexes)
            < min(distance(h, there) for h in before for there in enemy.hexes)
            for enemy in self._enemies
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What the order means for the whole move."""
        if not self.order:
            return ()
        words = {
            CHARGE: "under Charge: ends one hex closer to an enemy unit where it can (MP-5.6.1-a, AMB-13)",
            "make_ready": "under Make Ready: enters no hex next to an enemy unit (MP-5.6.2-a)",
            RECEIVE: "under Receive Charge: one hex, none next to an enemy unit (MP-5.6.3-a, MP-5.6.3-b)",
            RALLY: "under Rally: ends no closer to the enemy, nor next to him (MP-5.6.4-a, MP-5.6.1-d)",
        }
        return (words[self.order],) if self.order in words else ()


def _fate(other: StandingUnit, friend: bool) -> str:
    """Return what guns or baggage become when a unit enters their hex, of its side or not; '' = they stay."""
    is_captured = "captured" in (other.state("gun_status") + other.state("baggage"))
    if other.unit.arm == GUNS and friend and is_captured:
        return f"`{other.unit.id}`, Captured, becomes Disabled (MP-10.8.9-d)"
    if other.unit.arm == GUNS and not friend and not is_captured:
        return f"`{other.unit.id}` is Captured (MP-10.8.9-b)"
    if other.unit.arm == BAGGAGE and friend == is_captured:
        return f"the baggage `{other.unit.id}` changes hands (MP-14.1-b)"
    return ""


def _is_prize(other: StandingUnit) -> bool:
    status = other.state("gun_status") or "gun_served"
    return status != "gun_served" or other.state("baggage") == "baggage_captured"
