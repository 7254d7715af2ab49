"""Advance, breakthrough and counter-attack of Jours de Gloire, into a hex that enemies have left (8.7).

The enemy unit that is named as beaten is taken to have left its hex. A place is (hex, done, level).
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.derived.movers import MovePoints, MoveRefused, MovingPiece, Place, Pose, StandingUnit
from jdgtools.derived.stepwise import StepwiseMover
from jdgtools.model.prohibitions import attack_forbidden
from jdgtools.model.scenario import Placement
from jdgtools.rules import StepCost
from jdgtools.series.jdg.effects import EFFECTS
from jdgtools.series.jdg.movement import RULES as MOVEMENT
from jdgtools.series.jdg.retreat import LEVELS, is_heavy
from jdgtools.series.jdg.terrain_index import index_of

ADVANCE, BREAKTHROUGH, COUNTER_ATTACK = "advance", "breakthrough", "counter_attack"
"""Kinds of move of this module."""
_SHOCK = [effect.id for effect in EFFECTS.effects].index("shock_drm")


class AdvanceMover(StepwiseMover):
    """A unit that enters the hex which the defender has left."""

    def __init__(self, piece: MovingPiece, vacated_hexes: frozenset[int]) -> None:
        """Prepare the advance; `piece` is without the beaten unit."""
        start = (piece.hexes[0], 0, LEVELS.index(piece.state.get("level", "ordered")))
        notes = (
            "the attacking unit with the highest cohesion advances; cavalry first (JDG-8.7.1-a, JDG-8.7.3-c)",
            *_who_precedes(piece, vacated_hexes),
        )
        budget = MovePoints(1, ("one hex, no MP (JDG-8.7.1-a)",), "hexes")
        super().__init__(piece, start, budget, notes)
        self.vacated_hexes = vacated_hexes
        self.holders = {h: e.unit.id for e in piece.enemies for h in e.hexes}

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the hex that has been left, with what terrain does to the unit (JDG-8.7.1-a, -i)."""
        origin, steps_done, level = place
        for direction, target in enumerate(self.grid.neighbour_table[origin]):
            if steps_done or target is None or target not in self.vacated_hexes or target in self.holders:
                continue
            step = MOVEMENT.step(self.piece.map_rules, origin, direction, self.movement_class)
            if step.cost is None or self.piece.prohibitions.of_step(origin, direction, target):
                continue
            reasons = ["into the hex that the enemy has left (JDG-8.7.1-a)"]
            if step.disorders:
                reasons.append("terrain that disorders the unit (JDG-8.7.1-i)")
            after = min(level + step.disorders, len(LEVELS) - 1)
            yield (target, 1, after), StepCost(1, step.way, step.disorders, tuple(reasons))

    def end(self, place: Place) -> str:
        """Return why it does not stay."""
        return "the winning attacker must enter the hex (JDG-8.7.1-a)" if self.next_steps(place) else ""

    def pose(self, place: Place) -> Pose:
        """Return the hex; the level if it has changed."""
        state = {} if place[2] == self.start[2] else {"level": LEVELS[place[2]]}
        return Pose((place[0],), self.piece.facing, state)

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return the facings after a turn by one corner at most (JDG-8.7.1-d)."""
        facing = self.piece.facing
        if facing is None or not place[1]:
            return None
        return tuple(sorted({(facing + turn) % 6 for turn in (-1, 0, 1)}))


class BreakthroughMover(AdvanceMover):
    """A unit that goes straight on and attacks whom it then has in front (JDG-8.7.2-c to -f)."""

    def __init__(self, piece: MovingPiece, vacated_hexes: frozenset[int]) -> None:
        """Prepare the breakthrough; `piece` is without the beaten unit and has a facing."""
        ground, here = index_of(piece.map_rules), piece.hexes[0]
        super().__init__(piece, vacated_hexes & frozenset(ground.front(here, piece.facing)))
        self.notes = (
            *self.notes,
            "no shock check; it attacks all enemy units on its front hexes (JDG-8.7.2-e, JDG-8.7.2-f)",
            "one breakthrough combat or counter-attack per activation (JDG-8.7.2-a)",
        )
        self.ground = ground

    must_enter = True
    """Whether it attacks from the hex that was left alone."""

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return the facing that it keeps (JDG-8.7.2-c, JDG-8.7.2-h)."""
        return None if self.piece.facing is None else (self.piece.facing,)

    def targets(self, place: Place) -> tuple[int, ...]:
        """Return the hexes that it attacks from there (JDG-8.7.2-f, JDG-8.2-c), if it is ordered still."""
        hex_index, steps_done, level = place
        if (self.must_enter and not steps_done) or LEVELS[level] != "ordered":
            return ()
        front = self.ground.front(hex_index, self.piece.facing)
        return tuple(sorted(h for h in front if h in self.holders and self._attacks(hex_index, h)))

    def _attacks(self, origin: int, target: int) -> bool:
        direction, piece = self.grid.direction(origin, target), self.piece
        values = None if direction is None else EFFECTS.of_step(piece.map_rules, origin, direction)
        if values is None or values[_SHOCK] == "no_attack":
            return False
        enemy = self.holders[target]
        return not attack_forbidden(piece.scenario, self.grid, piece.id, enemy, piece.turn)


class CounterAttackMover(BreakthroughMover):
    """A defender that attacks from its hex, or from the one that the attacker has left (JDG-8.7.2-g, -h)."""

    must_enter = False

    def __init__(self, piece: MovingPiece, vacated_hexes: frozenset[int]) -> None:
        """Prepare the counter-attack; `piece` is without the attackers that have fallen back."""
        super().__init__(piece, vacated_hexes)
        self.notes = (
            "it attacks the enemy units on one front hex, and may ignore the other (JDG-8.7.2-j)",
            "no shock check (JDG-8.7.2-i); one breakthrough combat or counter-attack per activation "
            "(JDG-8.7.2-a)",
        )

    def end(self, place: Place) -> str:
        """Return '': it may stay or go forward (JDG-8.7.2-h)."""
        return ""


def advance_mover(piece: MovingPiece) -> AdvanceMover:
    """Return the mover of a unit that advances after shock, breaks through or counter-attacks.

    In a counter-attack those enemy units alone have left their hexes that are named.

    Raises:
        MoveRefused: it does not advance, or nobody has left a hex next to it.
    """
    why, ask = "", "name another unit with --unit"
    if piece.unit is None or piece.unit.arm == "artillery":
        why = "only infantry and cavalry advance after shock (JDG-8.7.1-f, JDG-8.9-f)"
    elif piece.state.get("level") == "routed":
        why = "a routed unit does not advance (JDG-10.2-k)"
    elif piece.kind != ADVANCE and (why_not := _why_no_shock(piece)):
        why, ask = why_not
    elif not piece.before:
        why, ask = (
            "no enemy unit is next to it (JDG-8.7.1-a)",
            "name with --attacker the unit that it has beaten",
        )
    if why:
        raise MoveRefused(f"`{piece.id}`: {why}", ask)
    if piece.kind == COUNTER_ATTACK and not piece.attackers:
        return CounterAttackMover(piece, frozenset())
    mover = {BREAKTHROUGH: BreakthroughMover, COUNTER_ATTACK: CounterAttackMover}.get(
        piece.kind, AdvanceMover
    )
    return mover(piece.after_combat(), frozenset(h for e in piece.before for h in e.hexes))


def _who_precedes(piece: MovingPiece, vacated_hexes: frozenset[int]) -> Iterator[str]:
    """Yield the friend that goes into the hex before the unit, if it attacked too, and why.

    Heavy cavalry before other cavalry, cavalry before infantry, then the higher cohesion (JDG-8.7.3-a, -c,
    -d, -h); units that stand with it advance as its stack (JDG-8.7.1-b).
    """
    front, unit = index_of(piece.map_rules).front, piece.unit
    if unit is None:
        return
    line = [
        other
        for other in piece.friends
        if other.unit.arm in ("infantry", "cavalry") and other.state("level") != "routed"
    ]
    standing = StandingUnit(unit, Placement(piece.id, "unit", piece.hexes, state=piece.state))
    rank = max(_rank(piece, other) for other in (standing, *line) if other.hexes == piece.hexes)
    others = [
        (_rank(piece, other), other.unit.id)
        for other in line
        if other.hexes != piece.hexes
        and vacated_hexes.intersection(front(other.hexes[0], other.placement.facing))
    ]
    best, name = max(others, default=(rank, ""))
    if best > rank:
        rule = "JDG-8.7.3-d" if best[1] > rank[1] else "JDG-8.7.1-a"
        if best[0] > rank[0]:
            rule = "JDG-8.7.3-c"
        yield f"`{name}` goes first if it took part in the attack ({rule})"


def _rank(piece: MovingPiece, other: StandingUnit) -> tuple[bool, bool, int]:
    """Return whether a unit is cavalry, whether heavy, and its cohesion in its state."""
    back = other.state("level") in ("disordered", "routed")
    cohesion = other.unit.number("cohesion", back) or 0
    return other.unit.arm == "cavalry", is_heavy(piece, other.unit.type), cohesion


def _why_no_shock(piece: MovingPiece) -> tuple[str, str] | None:
    """Return why a unit that could advance makes no further shock, and what to ask; None = it makes one."""
    if piece.state.get("level", "ordered") != "ordered":
        return "a disordered unit makes no shock (JDG-8.2-b, JDG-8.7.2-l)", "ask for an advance"
    if piece.state.get("square") == "in_square":
        return "a unit in square makes no shock (JDG-8.2-b, JDG-4.2-k)", "ask for an advance"
    breaks_through = piece.kind == BREAKTHROUGH and piece.before
    if breaks_through and all(enemy.unit.arm == "artillery" for enemy in piece.before):
        return (
            "no breakthrough after artillery alone has been eliminated (JDG-8.7.2-k)",
            "ask for an advance",
        )
    if piece.facing is None:
        return "it has no facing, and goes straight on (JDG-8.7.2-c)", "give it with --facing"
    return None
