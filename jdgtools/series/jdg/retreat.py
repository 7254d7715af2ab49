"""Fall-back, retreat and withdrawal of Jours de Gloire: where a unit goes before attackers (8.8, 10.3, 10.5).

A place is (hex, hex from which the steps are counted, steps, level); a level is lost on the way where the
rules say so, and a unit that is routed so retreats from there (AMB-83).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from msgspec.structs import replace

from jdgtools.derived.movers import MovePoints, MoveRefused, MovingPiece, Place, Pose
from jdgtools.derived.stepwise import StepwiseMover
from jdgtools.derived.zones import Zone
from jdgtools.rules import StepCost
from jdgtools.series.jdg.effects import EFFECTS
from jdgtools.series.jdg.movement import RULES as MOVEMENT
from jdgtools.series.jdg.mover import no_end
from jdgtools.series.jdg.occupancy import Neighbours, front_zone

LEVELS = ("ordered", "disordered", "routed")
_RETREAT = [effect.id for effect in EFFECTS.effects].index("retreat")
_COSTLY_ENTRY = 3
"""Entry cost from which a withdrawal costs a level (JDG-8.8.1-k)."""


class _DrivenMover(StepwiseMover):
    """What fall-back and withdrawal have in common: attackers, fronts of enemies, levels."""

    def __init__(
        self, piece: MovingPiece, around: Neighbours, budget: MovePoints, notes: tuple[str, ...]
    ) -> None:
        level = LEVELS.index(piece.state.get("level", "ordered"))
        super().__init__(piece, (piece.hexes[0], piece.hexes[0], 0, level), budget, notes)
        self.around = around
        before = {e.unit.id for e in piece.before}
        self.attackers: list[tuple[int, Zone]] = [
            (other.hex, zone)
            for other, zone in zip(around.enemies, around.zones, strict=True)
            if other.placement.piece in before
        ]
        self.holders = {other.hex: other.placement.piece for other in around.enemies}
        self.fronts: dict[int, str] = {}
        for other, zone in zip(around.enemies, around.zones, strict=True):
            for index in front_zone(around.ground, zone, other):
                self.fronts.setdefault(index, other.placement.piece)
        self._full: dict[int, dict[int, str]] = {}

    def full(self, level: int) -> dict[int, str]:
        """Return the hexes in which a unit of that level may not stay because of friends, and why."""
        if level not in self._full:
            state = {**self.piece.state, "level": LEVELS[level]}
            self._full[level] = no_end(replace(self.piece, state=state), entries=False)
        return self._full[level]

    def around_hex(self, origin: int) -> Iterator[tuple[int, int]]:
        """Yield (direction, hex) of the hexes in play around another that no enemy holds."""
        for direction, target in enumerate(self.grid.neighbour_table[origin]):
            shut = self.piece.prohibitions.of_step(origin, direction, target)
            if target is not None and self.in_play(target) and target not in self.holders and not shut:
                yield direction, target

    def pose(self, place: Place) -> Pose:
        """Return the hex; the facing while it has one, the level if it has changed."""
        level = LEVELS[place[3]]
        state = {} if place[3] == self.start[3] else {"level": level}
        return Pose((place[0],), None if level == "routed" else self.piece.facing, state)


class RetreatMover(_DrivenMover):
    """A unit that falls back or retreats, measured in hexes (JDG-10.3.1-f)."""

    @cached_property
    def _others_in_rout(self) -> Mapping[int, str]:
        """Return the hexes of friends who are routed, with one of them."""
        friends = ((other.hexes, other.placement) for other in self.piece.friends)
        return {
            index: placement.piece
            for hexes, placement in friends
            if placement.state.get("level") == "routed"
            for index in hexes
        }

    @cached_property
    def _known_alone(self) -> dict[Place, bool]:
        return {}

    def _may_be_alone(self, place: Place) -> bool:
        """Return whether a routed unit can go on from a place to where no other routed one is."""
        is_alone = self._known_alone.get(place)
        if is_alone is None:
            is_alone = self._known_alone[place] = any(
                not (self._stays_short(ahead) or ahead[0] in self._others_in_rout)
                or self._may_be_alone(ahead)
                for ahead, _ in self.next_steps(place)
            )
        return is_alone

    def _stays_short(self, place: Place) -> bool:
        """Return whether it has not gone its whole way, or cannot stop for those who stand there."""
        return place[2] < self._length(place[3]) or place[0] in self.full(place[3])

    def _length(self, level: int) -> int:
        unit = self.piece.unit
        assert unit is not None
        return length(unit.arm, LEVELS[level])

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the hexes away from the attackers (JDG-10.3.1-b, -c, -e); on through full hexes (10.5)."""
        origin, steps_counted, steps, level = place
        enough = steps >= self._length(level)
        if enough and (origin not in self.full(level) or origin == self.origin):
            return
        for direction, target in self.around_hex(origin):
            if not self._away(steps_counted, origin, target, steps):
                continue
            levels_lost, reasons = self._losses(origin, direction, target)
            terrain = self._terrain(origin, direction)
            if terrain is None or level + levels_lost >= len(LEVELS):
                continue
            after = level + levels_lost
            there = (target, steps_counted, steps + 1, after)
            if after > level and LEVELS[after] == "routed":
                there = (target, target, 0, after)
                reasons.append("routed: retreats from there (JDG-10.2-h, AMB-83)")
            if enough:
                reasons.append("goes on through friends with whom it cannot stack (JDG-10.5-a, JDG-10.5-c)")
            elif target in self.full(after):
                reasons.append("passes through: those there check cohesion (JDG-10.5-a, JDG-10.5-b)")
            first = steps == 0 and origin == self.origin
            why = "away from the attackers (JDG-10.3.1-b, AMB-82)" if first else "farther (JDG-10.3.1-c)"
            counts = steps < self._length(self.start[3]) and steps_counted == self.origin
            yield there, StepCost(int(counts), "", levels_lost > 0, (why, *reasons))

    def _away(self, number: int, origin: int, target: int, steps: int) -> bool:
        """Return whether a step leads away: the first from the attackers, others from where it began."""
        distance = self.grid.distance
        if steps or origin != self.origin:
            return distance(number, target) > distance(number, origin)
        near = (zone for there, zone in self.attackers if distance(there, target) <= 1)
        if any(target in zone.hexes for zone in near):
            return False
        if self.piece.map_rules.options.get("first_hex_rule") != "farther":
            return True
        return all(
            distance(there, target) > distance(there, origin) or target not in zone.hexes
            for there, zone in self.attackers
            if zone.hexes
        )

    def _terrain(self, origin: int, direction: int) -> str | None:
        """Return what terrain says of a retreat over a step; None = it forbids it (JDG-10.3.4-a, -c)."""
        values = EFFECTS.of_step(self.piece.map_rules, origin, direction)
        word = "forbidden" if values is None else str(values[_RETREAT])
        cost = MOVEMENT.step(self.piece.map_rules, origin, direction, self.movement_class).cost
        if word == "forbidden" or cost is None:
            return None
        if word == "needs_mp" and cost > (self.piece.printed_allowance() or 0):
            return None
        return word

    def _losses(self, origin: int, direction: int, target: int) -> tuple[int, list[str]]:
        """Return the levels that a step costs, with reasons (JDG-10.3.4-b, JDG-10.3.5-b)."""
        reasons = []
        if self._terrain(origin, direction) == "level_lost":
            reasons.append("steep slope, ford or bridge: a level lost (JDG-10.3.4-b)")
        if target in self.fronts:
            reasons.append(f"front hex of {self.fronts[target]}: a level lost (JDG-10.3.5-b)")
        return len(reasons), reasons

    def end(self, place: Place) -> str:
        """Return why it may not stop there."""
        hex_index, steps_counted, steps, level = place
        need = self._length(level)
        if steps < need:
            if not self.next_steps(place):
                return "cannot go the whole way: eliminated (JDG-10.3.1-d, JDG-10.2-i)"
            return f"goes on: {need} hex{'es' if need > 1 else ''} (JDG-10-b, JDG-10.2-h)"
        if hex_index == self.origin:
            return ""
        if hex_index in self.full(level):
            return self.full(level)[hex_index]
        other = self._others_in_rout.get(hex_index) if LEVELS[level] == "routed" else None
        if other is not None and self._may_be_alone((steps_counted, steps_counted, 0, level)):
            return f"`{other}` is routed there, and it can stop alone elsewhere (JDG-5.1.2-g)"
        return ""

    def why_closed(self, hex_index: int) -> str:
        """Return why it never enters a hex."""
        if hex_index in self.holders:
            return "held by an enemy unit (JDG-5.1.2-a)"
        near = [zone.unit for _, zone in self.attackers if hex_index in zone.hexes]
        if near and self.grid.distance(hex_index, self.origin) == 1:
            return f"next to the attacker {near[0]}, in its ZOC (JDG-10.3.1-b, AMB-82)"
        if hex_index in self.fronts and LEVELS[self.start[3]] == "routed":
            return f"front hex of {self.fronts[hex_index]}: a routed unit is eliminated (JDG-10.3.5-c)"
        return ""


class WithdrawalMover(_DrivenMover):
    """Cavalry that withdraws before a shock by the limits of normal movement (JDG-8.8.1-l)."""

    @cached_property
    def _closed_hexes(self) -> Mapping[int, str]:
        return self.around.occupancy().closed_hexes

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the first hex, and the second, farther from every attacker (JDG-8.8.1-c, AMB-66)."""
        origin, _, steps, level = place
        if steps == 2 or LEVELS[level] == "routed" or (steps and origin in self.around.in_zones):
            return
        holding = self.around.holding
        for direction, target in self.around_hex(origin):
            farther = all(self._goes(there, origin, target, steps) for there, _ in self.attackers)
            zones = [zone.unit for zone in self.around.zones if target in zone.hexes and origin in zone.hexes]
            if not farther or zones or (target in self._closed_hexes and target not in self.fronts):
                continue
            step = MOVEMENT.step(self.piece.map_rules, origin, direction, self.movement_class)
            if step.cost is None:
                continue
            reasons = list(step.reasons)
            levels_lost = int(step.disorders)
            if step.cost >= _COSTLY_ENTRY:
                levels_lost, reasons = (
                    levels_lost + 1,
                    [*reasons, "entry cost 3 or more: a level lost (JDG-8.8.1-k)"],
                )
            if target in self.fronts:
                levels_lost += 1
                reasons.append(
                    f"front hex of {self.fronts[target]}: a level lost (JDG-8.8.1-m, JDG-10.3.5-b)"
                )
            after = level + levels_lost
            if after >= len(LEVELS):
                continue
            leaves = self.around.points("leave_zoc") if holding and origin == self.origin else 0
            if leaves:
                reasons.append(f"leaves an enemy ZOC: +{leaves} MP (JDG-6.2.2-j)")
            if LEVELS[after] == "routed":
                reasons.append("routed: retreats three hexes instead (JDG-10.2-h, AMB-69)")
            yield (
                (target, self.origin, steps + 1, after),
                StepCost(step.cost + leaves, step.way, levels_lost > 0, tuple(reasons)),
            )

    def _goes(self, attacker: int, origin: int, target: int, steps: int) -> bool:
        """Return whether a step leads farther from an attacker; by option the second ends at two (AMB-66)."""
        after = self.grid.distance(attacker, target)
        if steps and self.piece.map_rules.options.get("withdraw_two_final_distance") == 2:
            return after >= 2
        return after > self.grid.distance(attacker, origin)

    def end(self, place: Place) -> str:
        """Return why it may not stop there."""
        if place == self.start:
            return "one hex or two (JDG-8.8.1-a)" if self.next_steps(place) else "no hex to withdraw to"
        return self.full(place[3]).get(place[0], "")

    def why_closed(self, hex_index: int) -> str:
        """Return why it never enters a hex."""
        return "held by an enemy unit (JDG-5.1.2-a)" if hex_index in self.holders else ""


def length(arm: str, level: str) -> int:
    """Return the hexes of a fall-back or retreat (JDG-10-b, JDG-10-c, JDG-10.2-h)."""
    if level != "routed":
        return 1
    return 3 if arm == "cavalry" else 2


def retreat_mover(piece: MovingPiece, around: Neighbours) -> RetreatMover:
    """Return the mover of a unit that falls back or retreats.

    Raises:
        MoveRefused: it is a commander.
    """
    if piece.unit is None:
        raise MoveRefused(f"`{piece.id}` goes with his unit (JDG-2.5.2-d)", "name the unit with --unit")
    level = piece.state.get("level", "ordered")
    hexes = length(piece.unit.arm, level)
    what = "retreat of a routed unit" if level == "routed" else "fall-back"
    rules = "JDG-10-c, JDG-10.2-h" if level == "routed" else "JDG-10-b"
    words = f"{what}: {hexes} hex{'es' if hexes > 1 else ''} ({rules})"
    mover = RetreatMover(piece, around, MovePoints(hexes, (words,), "hexes"), tuple(_before(piece)))
    if not mover.next_steps(mover.start):
        mover.notes = (*mover.notes, "no hex to go to: eliminated (JDG-10.3.1-d, JDG-10.2-i)")
    return mover


def _before(piece: MovingPiece) -> Iterable[str]:
    names = ", ".join(e.unit.id for e in piece.before)
    yield (
        f"before {names}" if names else "before nobody: the attackers are those of --attacker, or next to it"
    )


def withdrawal_mover(piece: MovingPiece, around: Neighbours) -> WithdrawalMover:
    """Return the mover of cavalry that withdraws before a shock.

    Raises:
        MoveRefused: it may not withdraw.
    """
    why = _stands(piece)
    if why:
        raise MoveRefused(
            f"`{piece.id}`: {why}", "name other attackers with --attacker, or ask for a retreat"
        )
    points = piece.printed_allowance()
    check = [e for e in piece.before if e.unit.arm == "infantry"]
    words = [*_before(piece), "any facing at the end (JDG-8.8.1-l)"]
    if check:
        words.append("a cohesion check first: +1 for one hex, -2 for two (JDG-8.8.1-d, JDG-8.8.1-f)")
    else:
        words.append("no cohesion check before cavalry (JDG-8.8.2-c)")
    budget = MovePoints(points, (f"{points} MP (JDG-8.8.1-l)",) if points is not None else ())
    return WithdrawalMover(piece, around, budget, tuple(words))


def _stands(piece: MovingPiece) -> str:
    """Return why a unit may not withdraw before its attackers; '' = it may."""
    if piece.unit is None or piece.unit.arm != "cavalry":
        return "only cavalry withdraws before combat (JDG-8.8.1-a)"
    if piece.state.get("level") == "routed":
        return "a routed unit does not withdraw (JDG-10.2-k)"
    arms = [(e.unit.arm, is_heavy(piece, e.unit.type)) for e in piece.before]
    if any(arm == "infantry" for arm, _ in arms):
        return ""
    if not any(arm == "cavalry" and heavy for arm, heavy in arms):
        return "it withdraws before infantry or heavy cavalry alone (JDG-8.8.1-a, JDG-8.8.2-a, JDG-8.8.2-e)"
    if is_heavy(piece, piece.unit.type):
        return "heavy cavalry does not withdraw before heavy cavalry (JDG-8.8.2-a, JDG-8.8.2-e)"
    return ""


def is_heavy(piece: MovingPiece, type_id: str | None) -> bool:
    """Return whether a unit type is heavy cavalry."""
    kind = piece.battle.series.unit_type(type_id) if type_id else None
    return kind is not None and kind.attributes.get("heavy") is True
