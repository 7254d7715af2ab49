"""What a result does to units: levels, checks, fall-backs, retreats, rout moves, and who is passed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.referee.ground import DISORDERED, LENGTH, ORDERED, ROUTED
from tests.referee.reading import Lost, Reading
from tests.referee.story import Happening

SHIFTS = {"infantry": 2, "cavalry": 3, "artillery": 3}
FACES = {"N": 0, "S": 3}
"""Edges to which columns of a flat-topped grid lead, and the direction there."""


class Results(Reading):
    """Expects what a result brings, event by event."""

    square_stands = False
    """Whether squares ignore the fall-back of this cell (house chart 3.1, note s)."""

    def expect(self, kinds: Sequence[str], unit: str, rules: str) -> Happening:
        """Take the next event, which must be one of some kinds and of a unit."""
        event = self.peek()
        good = event is not None and event.kind in kinds and event.pieces[:1] == (unit,)
        seen = event and (event.kind, event.pieces, event.numbers)
        if not self.need(good, rules, "expected", "/".join(kinds), "of", unit, "found", seen):
            raise Lost
        taken = self.take()
        assert taken is not None
        return taken

    def check(self, unit: str, extra: int, rules: str = "JDG-0.4.1-a") -> bool:
        """Expect a cohesion check; return whether it is passed (JDG-0.4.1-a, JDG-12.1-f, JDG-12.2-e)."""
        event = self.expect(["check"], unit, rules)
        roll, total, rating = event.numbers
        dark = 2 if self.weather() & {"night", "fog"} else 0
        self.need(roll == self.roll, "JDG-0.4-a", unit, "roll", roll, self.roll)
        statement = "JDG-12.1-f" if dark else rules
        self.need(
            total == roll + extra + dark, statement, unit, "check", event.numbers, "modifier", extra + dark
        )
        cohesion = self.shadow.value(unit, "cohesion")
        self.need(rating == cohesion, "JDG-CONV-n", unit, "cohesion", rating, cohesion)
        return total <= cohesion

    def lower(self, unit: str, level: int, rules: str) -> bool:
        """Expect that a unit falls to a level, 3 = eliminated; return whether it is newly routed."""
        before = self.shadow.level[unit]
        if level > ROUTED:
            self.expect(["eliminated"], unit, rules)
            return False
        event = self.expect(["level"], unit, rules)
        self.need(
            event.numbers == (before, level), rules, unit, "level", event.numbers, "not", (before, level)
        )
        return level == ROUTED

    def disorder(self, unit: str, by_fire: bool, rules: str = "JDG-10.1-b") -> bool:
        """Expect a result of disorder; return whether the unit is newly routed (JDG-10.1-a to -d)."""
        level = self.shadow.level[unit]
        if by_fire and level == DISORDERED and self.shadow.arm(unit) == "artillery":
            return self.lower(unit, 3, "JDG-10.1-d")
        return self.lower(unit, level + 1, "JDG-10.2-r" if level == ROUTED else rules)

    def lose_level(self, unit: str, rules: str) -> bool:
        """Expect the loss of one level that is no result."""
        return self.lower(unit, self.shadow.level[unit] + 1, rules)

    # Fall-backs and retreats (10.3).

    def give_way(self, unit: str, length: int, attackers: Sequence[str]) -> None:
        """Expect a fall-back or retreat of some hexes, with all that it costs, and the checks of who is passed."""
        shadow = self.shadow
        start = shadow.here(unit)
        if start < 0:
            return
        shadow.drop_square(start) if unit in shadow.square else None
        done, passed = 0, []
        earlier: list[str] = []
        noted: tuple[str, ...] | None = None
        while True:
            here = shadow.here(unit)
            if done >= length and done and shadow.fits(unit, here):
                break
            if done and (shadow.level[unit] == ROUTED or not shadow.fits(unit, here)):
                passed += [u for u in shadow.at(here) if u != unit and u not in passed]
            steps = self.steps_back(unit, start, done, attackers)
            event = self.peek()
            if event is None or event.kind != "retreat" or event.pieces != (unit,):
                whole = self.has_way(unit, start, done, length, attackers)
                self.expect(["eliminated", "fled"], unit, "JDG-10.3.1-d")
                self.need(
                    not whole,
                    "JDG-10.3.1-d",
                    unit,
                    "has a way from",
                    self.text(here),
                    "of",
                    length - done,
                    self.way,
                )
                return
            target = event.numbers[1]
            routed = shadow.level[unit] == ROUTED
            zones = shadow.front_zones(target, shadow.side(unit))
            price = self.ground.effect("retreat", here, target)
            self.expect(["retreat"], unit, "JDG-10.3.1-a")
            statement = "JDG-10.3.1-c" if done else "JDG-10.3.1-b"
            self.need(
                target in steps,
                statement,
                unit,
                self.text(here),
                "to",
                self.text(target),
                "from",
                self.text(start),
            )
            done += 1
            routs = False
            for reason, count in (
                ("JDG-10.3.4-b", int(price == "level_lost")),
                ("JDG-10.3.5-b", int(bool(zones))),
            ):
                for _ in range(count):
                    if shadow.here(unit) < 0:
                        break
                    noted = self._passes(noted)
                    if self.lose_level(unit, reason):
                        routs = True
            if shadow.here(unit) < 0:
                break
            if routs and not routed:
                start, done, length = shadow.here(unit), 0, LENGTH[shadow.arm(unit)]
                noted = self._passes(noted)
                self.need(
                    set(noted or ()) == set(passed), "JDG-10.5-b", unit, "passes", passed, "found", noted
                )
                earlier += passed
                passed, noted = [], None
        self.pass_through(passed, unit, attackers, noted, earlier)

    def _passes(self, noted: tuple[str, ...] | None) -> tuple[str, ...] | None:
        """Take what is said of units that were passed, where it comes before the losses of who passes."""
        event = self.peek()
        if noted is None and event is not None and event.kind == "pass":
            self.take()
            return event.pieces
        return noted

    def steps_back(
        self, unit: str, start: int, done: int, attackers: Sequence[str], here: int = -1
    ) -> set[int]:
        """Return the hexes of the next step of a fall-back or retreat (JDG-10.3.1-b, -c, -e, AMB-82)."""
        shadow, ground = self.shadow, self.ground
        here = shadow.here(unit) if here < 0 else here
        found = set()
        for target in ground.neighbours(here):
            if any(shadow.side(u) != shadow.side(unit) for u in shadow.at(target)):
                continue
            if ground.effect("retreat", here, target) == "forbidden" or self.is_closed(unit, here, target):
                continue
            if done == 0 and any(shadow.controls(u, target) for u in attackers):
                continue
            if done and ground.distance(start, target) <= ground.distance(start, here):
                continue
            found.add(target)
        return found

    def is_closed(self, unit: str, here: int, target: int) -> bool:
        """Return whether the class of a unit may never take a step (JDG-4.3.2-a, JDG-4.3.1-e)."""
        record = self.ground.units[unit]
        direction = self.ground.direction(here, target)
        if self.is_entry(str(record.side), target):
            return True
        return self.ground.package.movement.cost(record.movement_class, here, direction) is None

    def is_entry(self, side: str, target: int) -> bool:
        """Return whether enemies still enter at a hex or beside it (JDG-5.2.3-a, AMB-41)."""
        for arrival in self.ground.package.arrivals:
            waits = any(self.shadow.place[piece] == "off map" for piece in arrival.pieces)
            if (
                arrival.side != side
                and waits
                and not self.is_late(arrival)
                and any(self.ground.distance(h, target) <= 1 for h in arrival.hexes)
            ):
                return True
        return False

    def is_late(self, arrival: Any) -> bool:
        """Return whether a group of reinforcements comes no more."""
        raise NotImplementedError

    def has_way(self, unit: str, start: int, done: int, length: int, attackers: Sequence[str]) -> bool:
        """Return whether a unit can go on to the end of its fall-back or retreat without being lost."""
        shadow = self.shadow
        routed = shadow.level[unit] == ROUTED
        seen = {(shadow.here(unit), done)}
        border = list(seen)
        came = {}
        while border:
            here, steps = border.pop()
            self.way = [here]
            while (self.way[-1], steps - len(self.way) + 1) in came:
                self.way.append(came[self.way[-1], steps - len(self.way) + 1])
            self.way = [self.text(h) for h in self.way]
            if steps >= length and steps and shadow.fits(unit, here):
                return True
            for target in self.steps_back(unit, start, steps, attackers, here):
                price = self.ground.effect("retreat", here, target) == "level_lost"
                zone = bool(shadow.front_zones(target, shadow.side(unit)))
                if ((price or zone) and routed) or (target, steps + 1) in seen:
                    continue
                seen.add((target, steps + 1))
                came[target, steps + 1] = here
                border.append((target, steps + 1))
        return False

    def pass_through(
        self,
        passed: Sequence[str],
        by: str,
        attackers: Sequence[str],
        noted: tuple[str, ...] | None = None,
        earlier: Sequence[str] = (),
    ) -> None:
        """Expect the checks of units that were passed (JDG-10.5-b, -d), which come after the move."""
        found = self._passes(noted) or ()
        if not self.need(set(found) == set(passed), "JDG-10.5-b", by, "passes", passed, "found", found):
            raise Lost
        rest = [unit for unit in (*earlier, *found) if self.shadow.here(unit) >= 0]
        while rest:
            event = self.peek()
            unit = (
                event.pieces[0] if event is not None and event.pieces and event.pieces[0] in rest else rest[0]
            )
            rest.remove(unit)
            if self.shadow.here(unit) < 0:
                continue
            if self.shadow.level[unit] == ROUTED:
                self.rout_move(unit, "JDG-10.5-d")
            elif not self.check(unit, 0, "JDG-10.5-b") and self.disorder(unit, False):
                self.give_way(unit, LENGTH[self.shadow.arm(unit)], attackers)

    # Rout moves (10.4).

    def rout_move(self, unit: str, rules: str) -> None:
        """Read a rout move to its end."""
        shadow, ground = self.shadow, self.ground
        record = ground.units[unit]
        scale = ground.package.movement.denominator
        budget = int(record.back["movement"]) * scale
        edge = next(side.rout_edge for side in ground.package.sides if side.id == record.side)
        ahead = FACES.get(edge or "")
        spent = moved = shifts = 0
        start, passed = shadow.here(unit), []
        trail = [start]
        zones = [u for u in shadow.enemies_around(start, record.side) if shadow.controls(u, start)]
        while True:
            here = shadow.here(unit)
            event = self.peek()
            if event is None or event.kind not in ("rout", "eliminated", "fled") or event.pieces != (unit,):
                break
            if event.kind != "rout":
                left = budget - spent if shadow.fits(unit, here) else budget
                if event.kind == "eliminated":  # it has not passed through the hex where it ends
                    passed = [u for u in passed if shadow.here(u) != here]
                self.take()
                self._end_of_rout(unit, event.kind, here, moved, left, ahead)
                break
            target = event.numbers[1]
            if self._separates(unit, trail, target, spent, budget, event):
                others = [u for u in shadow.at(target) if u != unit]
                self.need(not others, "JDG-10.4-q", unit, "separates to", others)
                self.take()
                passed = [u for u in passed if shadow.here(u) != here]
                break
            cost, barred = self._rout_cost(unit, here, target, zones)
            self.need(not barred, "JDG-10.4-n", unit, "routs", self.text(here), self.text(target), barred)
            spent += cost
            goes_on = moved and not shadow.fits(unit, here)
            self.need(spent <= budget or goes_on, "JDG-10.4-d", unit, "spends", spent, "of", budget)
            if ahead is not None and target != ground.neighbour(here, ahead):
                shifts += 1
                front = ground.neighbour(here, ahead)
                free = front >= 0 and not self._rout_cost(unit, here, front, zones)[1]
                price = self._rout_cost(unit, here, front, zones)[0] if front >= 0 else 0
                dear = spent - cost + price > budget
                alone = not [u for u in shadow.at(front) if u != unit]
                self.need(
                    not free or dear or not alone,
                    "JDG-10.4-e",
                    unit,
                    "shifts though",
                    self.text(front),
                    "is free",
                )
                self.need(shifts <= SHIFTS[record.arm], "JDG-10.4-o", unit, "shifts", shifts)
            passed += [u for u in shadow.at(target) if u != unit]
            trail.append(target)
            self.take()
            zones = [u for u in shadow.enemies_around(target, record.side) if shadow.controls(u, target)]
            moved += 1
        if moved and shadow.here(unit) >= 0:
            self._stop_of_rout(unit, budget - spent, ahead, zones)
        here = shadow.here(unit)
        through = [u for u in passed if shadow.here(u) != here]
        if self.peek() is not None and self.peek().kind == "pass":  # type: ignore[union-attr]
            self.pass_through(through, unit, ())

    def _separates(
        self, unit: str, trail: Sequence[int], target: int, spent: int, budget: int, event: Happening
    ) -> bool:
        """Return whether a step leads a unit apart from another that routs (JDG-10.4-q).

        It is asked where to, or there is one hex: then its points are spent, or it has said that it stops in a shelter.
        """
        if self.step is None:
            return False
        if self.step.asked == "separation" and event is self.step.happenings[0]:
            return True
        others = [u for u in self.shadow.at(trail[-1]) if u != unit]
        crowded = bool(others) and all(self.shadow.level[u] == ROUTED for u in others)
        if crowded and spent >= budget and not self.shadow.at(target):
            return True
        near = len(trail) > 1 and (target == trail[-2] or target in self.ground.neighbours(trail[-2]))
        return bool(others) and near and self.step.answer == "stop"

    def _rout_cost(self, unit: str, here: int, target: int, zones: Sequence[str]) -> tuple[int, str]:
        """Return what a step of a rout costs, and what bars it (JDG-10.4-g to -j, AMB-85, AMB-86)."""
        shadow, ground = self.shadow, self.ground
        record = ground.units[unit]
        scale = ground.package.movement.denominator
        enemies = shadow.enemies_around(target, record.side)
        direction = ground.direction(here, target)
        cost = ground.package.movement.cost(record.movement_class, here, direction, bool(enemies))
        if cost is None:
            return 0, "closed"
        if any(shadow.side(u) != record.side for u in shadow.at(target)):
            return 0, "enemy"
        controlling = [u for u in enemies if shadow.controls(u, target)]
        if shadow.front_zones(target, record.side):
            return 0, "front zone"
        if set(controlling) & set(zones):
            return 0, "zone to zone"
        if zones:
            cost += scale
        if controlling:
            dark = 2 if "night" in self.weather() else 1 if "fog" in self.weather() else 0
            cost += (1 + dark) * scale
        return cost, ""

    def _end_of_rout(self, unit: str, kind: str, here: int, moved: int, left: int, ahead: int | None) -> None:
        if kind == "fled":
            edges = self.ground.package.grid.edges
            edge = next(s.rout_edge for s in self.ground.package.sides if s.id == self.shadow.side(unit))
            beyond = ahead is not None and self.ground.neighbour(here, ahead) < 0  # out of play, or no hex
            exits = beyond or here in edges.get(edge, ())  # type: ignore[call-overload]
            self.need(exits, "JDG-10.4-p", unit, "leaves the map at", self.text(here))
            self.need(
                left >= self.ground.package.movement.denominator, "AMB-84", unit, "has no point left to leave"
            )
            return
        crowded = moved and any(u != unit for u in self.shadow.at(here))
        self.need(moved == 0 or crowded, "JDG-10.4-f", unit, "is eliminated after", moved, "hexes of rout")
        if ahead is not None and moved == 0:
            front = self.ground.neighbour(here, ahead)
            if front < 0:
                return
            zones = [
                u
                for u in self.shadow.enemies_around(here, self.shadow.side(unit))
                if self.shadow.controls(u, here)
            ]
            cost, barred = self._rout_cost(unit, here, front, zones)
            stops = self.shadow.at(front)
            self.need(barred or cost > left or stops, "JDG-10.4-f", unit, "could rout to", self.text(front))

    def _stop_of_rout(self, unit: str, left: int, ahead: int | None, zones: Sequence[str]) -> None:
        shadow, ground = self.shadow, self.ground
        here = shadow.here(unit)
        if ground.terrain(here, "rout_shelter") or ahead is None:
            return
        front = ground.neighbour(here, ahead)
        if front < 0:
            self.need(
                left < ground.package.movement.denominator,
                "JDG-10.4-p",
                unit,
                "stays with points at",
                self.text(here),
            )
            return
        cost, barred = self._rout_cost(unit, here, front, zones)
        crowded = bool(shadow.at(front))
        self.need(
            barred or cost > left or crowded, "JDG-10.4-d", unit, "stops at", self.text(here), "with", left
        )

    # Cells.

    def carry_out(
        self,
        codes: Sequence[str],
        units: Sequence[str],
        opponents: Sequence[str],
        by_fire: bool = False,
    ) -> None:
        """Expect the codes of a cell, each on every unit before the next; retreats of newly routed units last."""
        shadow = self.shadow
        newly: list[str] = []
        for code in codes:
            rest = [unit for unit in units if shadow.here(unit) >= 0]
            while rest:
                event = self.peek()
                unit = (
                    event.pieces[0]
                    if event is not None and event.pieces and event.pieces[0] in rest
                    else rest[0]
                )
                rest.remove(unit)
                if shadow.here(unit) >= 0:
                    self._one(code, unit, opponents, by_fire, newly)
        rest = [unit for unit in newly if shadow.here(unit) >= 0]
        while rest:
            event = self.peek()
            unit = (
                event.pieces[0] if event is not None and event.pieces and event.pieces[0] in rest else rest[0]
            )
            rest.remove(unit)
            if shadow.here(unit) >= 0:
                self.give_way(unit, LENGTH[shadow.arm(unit)], opponents)

    def _one(self, code: str, unit: str, opponents: Sequence[str], by_fire: bool, newly: list[str]) -> None:
        shadow = self.shadow
        level = shadow.level[unit]
        if code.startswith("CC"):
            if level == ROUTED:
                if unit not in newly:
                    self.rout_move(unit, "JDG-10.2-t")
                return
            passed = self.check(unit, 2 if code == "CC+2" else 0, "JDG-7.5-b" if by_fire else "JDG-8.5-c")
            if not passed and self.disorder(unit, by_fire):
                newly.append(unit)
        elif code == "DIS":
            if self.disorder(unit, by_fire, "JDG-10.1-b" if level else "JDG-10.1-a"):
                newly.append(unit)
        elif code == "FB":
            if unit in newly or (self.square_stands and unit in shadow.square):
                return
            self.give_way(unit, LENGTH[shadow.arm(unit)] if level == ROUTED else 1, opponents)
        elif code == "ROUT":
            guns = by_fire and shadow.arm(unit) == "artillery" and level == DISORDERED
            if level == ROUTED or guns:
                self.lower(unit, 3, "JDG-10.1-d" if guns else "JDG-10.2-e")
            elif self.lower(unit, ROUTED, "JDG-10.2-a"):
                newly.append(unit)
        elif code == "ELIM":
            self.lower(unit, 3, "JDG-10.2-f")
        else:
            raise ValueError(code)
        del level
        assert ORDERED == 0
