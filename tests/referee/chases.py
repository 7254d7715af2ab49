"""What follows a combat: pursuits hex by hex, breakthrough combats, counter-attacks."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.referee.ground import ORDERED
from tests.referee.marches import Marches
from tests.referee.story import Happening


@dataclass
class Combat:
    """The last combat, as far as what follows depends on it."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    chargers: frozenset[str]
    stood: dict[str, int]
    facing: dict[str, int]
    then: tuple[str, ...]
    counter: bool
    """Whether it is a counter-attack itself."""
    guns_alone: bool
    advanced: dict[str, int] = field(default_factory=dict)
    """Unit -> hex that it has entered after the combat."""


@dataclass
class Chase:
    """A pursuit that is going on."""

    pieces: tuple[str, ...]
    prey: tuple[str, ...]
    """Units that were charged and have left their hex."""
    defending: bool = False
    """Whether attacked cavalry pursues the attacker."""
    steps: int = 0
    facing: int = -1


class Chases(Marches):
    """Reads pursuits and follow-up combats."""

    def __init__(self, *what: object) -> None:
        """Begin with no combat."""
        super().__init__(*what)
        self.combat: Combat | None = None
        self.chase: Chase | None = None
        self.path: dict[str, list[int]] = {}
        """Unit -> hexes that it has left and entered since the last combat began."""
        self.followed_up: set[str] = set()
        """Units that have made a breakthrough combat or counter-attack in this activation (JDG-8.7.2-a)."""
        self.countering = False

    def combat_begins(self, event: Happening) -> None:
        """Note how everybody stands before a shock is resolved."""
        shadow = self.shadow
        side = shadow.side(event.pieces[0])
        attackers = tuple(u for u in event.pieces if shadow.side(u) == side)
        defenders = tuple(u for u in event.pieces if shadow.side(u) != side)
        row = self.ground.row("TBL-SHOCK", event.numbers[2])
        then = self.ground.cells["TBL-SHOCK"].get((row, "then")) or ()
        self.path = {}
        self.chase = None
        self.combat = Combat(
            attackers,
            defenders,
            frozenset(self.chargers & set(attackers)),
            {u: shadow.here(u) for u in event.pieces},
            {u: shadow.facing[u] for u in event.pieces},
            tuple(then if isinstance(then, (list, tuple)) else (then,)),
            self.countering,
            not defenders,
        )
        self.countering = False

    def note_step(self, event: Happening) -> None:
        """Remember the way of who gives way."""
        for unit in event.pieces:
            self.path.setdefault(unit, [event.numbers[0]]).append(event.numbers[1])

    def note_advance(self, event: Happening) -> None:
        """Remember who has entered what."""
        if self.combat is not None:
            self.combat.advanced.update(dict.fromkeys(event.pieces, event.numbers[1]))

    # Pursuit (9.5).

    def chase_begins(self, event: Happening) -> None:
        """Check who pursues (JDG-9.5.1-a to -c, 9.5.2-c to -f, 9.1-b, 8.9-i)."""
        combat, shadow = self.combat, self.shadow
        if not self.need(combat is not None, "JDG-9.5.1-a", event.pieces, "pursue after no combat"):
            return
        assert combat is not None
        self.need(not combat.guns_alone, "JDG-8.9-i", event.pieces, "pursue after guns alone")
        self.need(not self.weather() & {"night", "fog"}, "JDG-12.1-e", event.pieces, "pursue in the dark")
        for unit in event.pieces:
            self.need(shadow.level[unit] == ORDERED, "JDG-9.1-b", unit, "pursues though not ordered")
            self.need(shadow.arm(unit) == "cavalry", "JDG-9.5.1-a", unit, "pursues")
        defending = event.pieces[0] in combat.defenders
        losers = combat.attackers if defending else combat.defenders
        prey = tuple(u for u in losers if shadow.here(u) != combat.stood[u])
        self.need(prey, "JDG-9.5.1-a", event.pieces, "pursue though nobody has left his hex")
        self.chase = Chase(event.pieces, prey, defending, facing=shadow.facing[event.pieces[0]])
        if defending:
            met = combat.stood[event.pieces[0]] in self.met_then
            self.need("PU" in combat.then or met, "JDG-9.5.1-b", event.pieces, combat.then)
            return
        able = [
            u for u in combat.chargers if shadow.here(u) == combat.stood[u] and shadow.level[u] == ORDERED
        ]
        self.need(set(event.pieces) <= set(able), "JDG-9.5.1-a", event.pieces, "pursue and not one of", able)
        origins = {shadow.here(u) for u in event.pieces}
        self.need(len(origins) == 1, "JDG-9.5.2-e", event.pieces, "pursue from", origins)
        best = max((self._eager(u) for u in able), default=(0, 0))
        mine = max(self._eager(u) for u in event.pieces)
        self.need(mine >= best, "JDG-9.5.2-f", event.pieces, "pursue before", able)

    met_then: set[int]

    def _eager(self, unit: str) -> tuple[int, int]:
        heavy = bool(self.ground.units[unit].front.get("heavy"))
        return int(heavy), int(self.shadow.value(unit, "cohesion"))

    def _on_pursue(self, event: Happening) -> None:
        """Check a hex of a pursuit before it is entered (JDG-9.5.2-i, -j, -n, -h)."""
        chase, combat, ground = self.chase, self.combat, self.ground
        if chase is None or combat is None:
            return
        here, target = event.numbers
        unit = event.pieces[0]
        where = (unit, self.text(here), self.text(target))
        self._turned(chase, unit)
        self.need(set(event.pieces) == set(chase.pieces), "JDG-9.5.2-g", *where, "not", chase.pieces)
        enemies = self._is_enemy(target, unit)
        self.need(not enemies, "JDG-5.1.2-a", *where, "enters enemies")
        if chase.steps == 0:
            left = {combat.stood[u] for u in chase.prey}
            self.need(
                target in left, "JDG-9.5.2-i", *where, "is no vacated hex", [self.text(h) for h in left]
            )
        else:
            ways = [self._next(prey, here) for prey in chase.prey]
            self.need(
                target in ways,
                "JDG-9.5.2-i",
                *where,
                "leaves the way of",
                chase.prey,
                [self.text(w) for w in ways],
            )
            self.need(not self._beside(chase, here), "JDG-9.5.2-j", *where, "goes on beside its prey")
            self.need(not self._before(unit, here), "JDG-9.5.2-j", *where, "goes on before an enemy")
            bars = ground.terrain(target, "blocks_charge") or ground.bars_charge(here, target)
            self.need(not bars, "JDG-9.5.2-n", *where, "follows over ground closed to charges")
        direction = ground.direction(here, target)
        kind = ground.units[unit].movement_class
        closed = ground.package.movement.cost(kind, here, direction, True) is None
        self.need(not closed, "JDG-9.5.2-n", *where, "is closed")
        guns = [u for u in self.shadow.at(target) if self.shadow.arm(u) == "artillery"]
        self.need(not guns, "JDG-9.1-h", *where, "enters a hex of guns", guns)
        chase.steps += 1
        chase.facing = self.shadow.facing[unit]

    def _turned(self, chase: Chase, unit: str) -> None:
        """Check the turn of the hex entered last (JDG-9.5.2-h)."""
        now, here = self.shadow.facing[unit], self.shadow.here(unit)
        turn = (now - chase.facing) % 6
        if chase.steps == 0:
            return
        self.need(turn in (0, 1, 5), "JDG-9.5.2-h", unit, "turns by", turn)
        if turn:
            ahead = self.ground.ahead(here, now)
            goals = {self._next(prey, here) for prey in chase.prey} | {
                self.shadow.here(p) for p in chase.prey
            }
            gone = all(self.shadow.here(p) < 0 for p in chase.prey)
            self.need(gone or ahead & goals, "JDG-9.5.2-h", unit, "turns away from", chase.prey)
        chase.facing = now

    def _next(self, prey: str, here: int) -> int:
        path = self.path.get(prey, [])
        return path[path.index(here) + 1] if here in path[:-1] else -1

    def _beside(self, chase: Chase, here: int) -> bool:
        return any(self.shadow.here(p) in self.ground.neighbours(here) for p in chase.prey)

    def _before(self, unit: str, here: int) -> bool:
        ahead = self.ground.ahead(here, self.shadow.facing[unit])
        return any(self._is_enemy(h, unit) for h in ahead)

    def _is_enemy(self, hex_index: int, unit: str) -> bool:
        return any(self.shadow.side(u) != self.shadow.side(unit) for u in self.shadow.at(hex_index))

    def chase_ends(self) -> None:
        """Check that a pursuit ends where it may (JDG-9.5.2-i, -j, -n, -s)."""
        chase, self.chase = self.chase, None
        if chase is None or self.combat is None:
            return
        unit = chase.pieces[0]
        here = self.shadow.here(unit)
        if here < 0:
            return
        self._turned(chase, unit)
        together = {self.shadow.here(u) for u in chase.pieces}
        self.need(len(together) == 1, "JDG-9.5.2-g", chase.pieces, "end apart")
        alive = [prey for prey in chase.prey if self.shadow.here(prey) >= 0]
        ways = [w for w in (self._next(prey, here) for prey in alive) if w >= 0]
        if self._beside(chase, here) or self._before(unit, here) or not ways or not chase.steps:
            return
        barred = [
            w
            for w in ways
            if self.ground.terrain(w, "blocks_charge")
            or self.ground.bars_charge(here, w)
            or self.shadow.at(w)
            or self.closed(unit, here, w)
        ]
        self.need(len(barred) == len(ways), "JDG-9.5.2-j", unit, self.text(here), "stops before", chase.prey)

    def closed(self, unit: str, here: int, target: int) -> bool:
        """Return whether a unit cannot step, or an enemy entry hex bars it."""
        kind, direction = self.ground.units[unit].movement_class, self.ground.direction(here, target)
        if self.is_entry(str(self.shadow.side(unit)), target) or direction < 0:
            return True
        return self.ground.package.movement.cost(kind, here, direction, True) is None

    # Breakthrough combat and counter-attack (8.7.2).

    def _on_breakthrough(self, event: Happening) -> None:
        """Check who breaks through, and whom it attacks (JDG-8.7.2-a, -c, -f, -k, 8.2-b)."""
        shadow, combat = self.shadow, self.combat
        here = shadow.here(event.pieces[0])
        self.special = {here: set(event.numbers)}
        front = {
            t
            for t in self.ground.ahead(here, shadow.facing[event.pieces[0]])
            if self._is_enemy(t, event.pieces[0])
        }
        able = {t for t in front if self.may_attack(event.pieces[0], here, t)}
        self.need(able <= set(event.numbers), "JDG-8.7.2-f", event.pieces, "does not attack all of", able)
        for unit in event.pieces:
            self.need(shadow.level[unit] == ORDERED, "JDG-8.2-b", unit, "breaks through though not ordered")
            self.need(unit not in self.followed_up, "JDG-8.7.2-a", unit, "breaks through once more")
            self.followed_up.add(unit)
        if self.need(combat is not None, "JDG-8.7.2-c", event.pieces, "breaks through after no combat"):
            assert combat is not None
            self.need("BT" in combat.then, "JDG-8.7.2-c", event.pieces, "breaks through after", combat.then)
            self.need(not combat.guns_alone, "JDG-8.7.2-k", event.pieces, "breaks through after guns alone")
            for unit in event.pieces:
                self.need(
                    combat.advanced.get(unit) == here and unit in combat.attackers,
                    "JDG-8.7.2-c",
                    unit,
                    "breaks through without an advance",
                )
                kept = shadow.facing[unit] == combat.facing.get(unit)
                six = self.ground.terrain(combat.stood.get(unit, here), "six_front")
                self.need(kept or six, "JDG-8.7.2-c", unit, "breaks through after a turn")

    def may_attack(self, unit: str, here: int, target: int) -> bool:
        """Return whether a unit may attack a hex (JDG-8.2-c)."""
        kind = self.ground.units[unit].movement_class
        direction = self.ground.direction(here, target)
        enters = self.ground.package.movement.cost(kind, here, direction, True) is not None
        return enters and self.ground.effect("shock_drm", here, target) != "no_attack"

    def _on_counter_attack(self, event: Happening) -> None:
        """Check who counter-attacks, from where and whom (JDG-8.7.2-a, -g, -h, -l, 4.2-k)."""
        shadow, combat = self.shadow, self.combat
        here, target = event.numbers
        self.special = {here: {target}}
        for unit in event.pieces:
            self.need(
                shadow.level[unit] == ORDERED, "JDG-8.7.2-l", unit, "counter-attacks though not ordered"
            )
            self.need(unit not in shadow.square, "JDG-4.2-k", unit, "counter-attacks out of a square")
            self.need(unit not in self.followed_up, "JDG-8.7.2-a", unit, "counter-attacks once more")
            self.followed_up.add(unit)
            self.need(shadow.before(unit, target), "JDG-8.7.2-g", unit, self.text(target), "is not in front")
        self.need(self._is_enemy(target, event.pieces[0]), "JDG-8.7.2-g", event.pieces, "attacks nobody")
        self.need(
            self.may_attack(event.pieces[0], here, target), "JDG-8.2-c", event.pieces, self.text(target)
        )
        self.countering = True
        if self.need(combat is not None, "JDG-8.7.2-g", event.pieces, "counter-attacks after no combat"):
            assert combat is not None
            self.need("CA" in combat.then, "JDG-8.7.2-g", event.pieces, "after", combat.then)
            for unit in event.pieces:
                self.need(unit in combat.defenders, "JDG-8.7.2-g", unit, "was not attacked")
                kept = shadow.facing[unit] == combat.facing.get(unit)
                six = self.ground.terrain(combat.stood.get(unit, here), "six_front")
                self.need(kept or six, "JDG-8.7.2-h", unit, "turns before it counter-attacks")
                went = combat.stood.get(unit) != here
                left = {combat.stood[u] for u in combat.attackers if shadow.here(u) != combat.stood[u]}
                self.need(not went or here in left, "JDG-8.7.2-h", unit, "enters", self.text(here))


__all__ = ["Chases"]
