"""Fire and shock: what the charts give, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.referee.ground import DISORDERED, LENGTH, ORDERED, ROUTED
from tests.referee.reading import Lost
from tests.referee.results import Results
from tests.referee.sight import Sight
from tests.referee.special import Scene, modifiers
from tests.referee.story import Happening


class Fights(Results):
    """Reads fire and shock."""

    def __init__(self, *what: object) -> None:
        """Begin with no combat."""
        super().__init__(*what)  # type: ignore[arg-type]
        self.sight = Sight(self.ground)
        self.declared: dict[int, set[int]] = {}
        self.facing_then: dict[str, int] = {}
        """Facing of attackers when they declared."""
        self.chargers: set[str] = set()
        self.follows: dict[str, int] = {}
        """Charges in pursuit of units that pursue."""
        self.met: set[int] = set()
        self.special: dict[int, set[int]] = {}
        """Pairs of a breakthrough combat or counter-attack."""
        self.after: dict[str, object] = {}
        self.ends_due: set[str] = set()

    # Fire (7, house chart 2).

    def fire(self, event: Happening) -> None:
        """Check a fire and read what it does."""
        shadow, ground = self.shadow, self.ground
        firers, (target, roll, total) = event.pieces, event.numbers
        question, text = self.answer
        words = text.split()
        kind = (
            "reaction"
            if words[0] == "react"
            else "counter_battery"
            if question == "counter-battery"
            else "normal"
        )
        stack = shadow.at(target)
        self.need(roll == self.roll, "JDG-0.4-a", "fire", roll, self.roll)
        for gun in firers:
            self.need(shadow.level[gun] == ORDERED, "JDG-7.2-a", gun, "fires though not ordered")
            self.need(shadow.arm(gun) == "artillery", "JDG-7.1-b", gun)
            here = shadow.here(gun)
            near = ground.distance(here, target) == 1
            seen = (near and shadow.six_front(gun)) or ground.in_cone(here, shadow.facing[gun], target)
            self.need(seen, "JDG-7.2-c", gun, "fires out of its cone")
            far = int(ground.units[gun].front["maximum_range"])
            self.need(ground.distance(here, target) <= far, "JDG-7.3-f", gun, "fires too far")
            if self.weather() & {"night", "fog"}:
                self.need(near, "JDG-12.1-d", gun, "fires at night")
            sees = self.sees(here, target)
            if sees is not None:
                self.need(sees, "JDG-7.4-a", gun, self.text(here), "does not see", self.text(target))
        self.acted |= set(firers) if kind == "normal" else set()
        mine = self._fire_total(kind, firers, target)
        rules = {"normal": "JDG-7.5-a", "counter_battery": "JDG-7.1-h", "reaction": "JDG-8.3.3-e"}[kind]
        self.need(
            total == roll + mine,
            rules,
            kind,
            firers,
            self.text(target),
            "adds",
            total - roll,
            "not",
            mine,
            event.lines,
        )
        row = ground.row("TBL-FIRE", roll + mine)
        said = [line for chart, line in event.lines if chart == "TBL-FIRE"]
        self.need(said == [row], "JDG-7.5-a", "row", said, row)
        if kind == "normal":
            units: Sequence[str] = stack
        elif kind == "reaction":
            units = (words[2],)
            order = [u for u in stack if shadow.arm(u) != "artillery"]
            self.need(
                words[2] in (stack[0], order[0] if order else ""), "JDG-5.1.3-l", "reaction at", words[2]
            )
        else:
            units = stack[:1]
            self.need(shadow.arm(stack[0]) == "artillery", "JDG-5.1.3-n", "counter-battery at", stack)
        codes = ground.cells["TBL-FIRE"][(row,)]
        self.carry_out(codes, units, firers, by_fire=True)

    def sees(self, origin: int, target: int) -> bool | None:
        """Return whether a line is free of ground and units now; None where the rules leave it open."""
        return self.sight.sees(origin, target, lambda h: bool(self.shadow.at(h)))

    def fire_offered(self, offered: Sequence[str], turned: set[str]) -> None:
        """Check at whom guns may fire: all that they see in cone and range, or who stands before them (JDG-7.2)."""
        targets: dict[str, set[int]] = {}
        for text in offered:
            words = text.split()
            if words[0] == "fire":
                targets.setdefault(words[1], set()).add(self.ground.package.grid.ids.index(words[2]))
        for gun, found in targets.items():
            here, shadow = self.shadow.here(gun), self.shadow
            far = int(self.ground.units[gun].front["maximum_range"])
            enemies = {
                shadow.here(u)
                for u in self.ground.units
                if shadow.side(u) != shadow.side(gun) and shadow.here(u) >= 0
            }
            if self.weather() & {"night", "fog"}:
                far = 1
            lines = {
                h: self.sees(here, h)
                for h in enemies
                if self.ground.distance(here, h) <= far
                and (
                    self.ground.in_cone(here, shadow.facing[gun], h)
                    or (self.ground.distance(here, h) == 1 and shadow.six_front(gun))
                )
            }
            ahead = self.ground.ahead(here, shadow.facing[gun])
            before = {h for h, seen in lines.items() if h in ahead and seen}
            sure = before or {h for h, seen in lines.items() if seen}
            doubt = {h for h, seen in lines.items() if seen is None}
            if shadow.six_front(gun) or gun in turned:  # who stood before it binds it still (JDG-7.2-h)
                doubt |= sure if not before else set()
            good = sure - doubt <= found <= sure | doubt
            where = (gun, self.text(here), [self.text(h) for h in sorted(found ^ sure)])
            self.need(good, "JDG-7.4-a", *where, "are offered or not")

    def _fire_total(self, kind: str, firers: Sequence[str], target: int) -> int:
        shadow, ground = self.shadow, self.ground
        stack = shadow.at(target)
        total = max(int(shadow.value(gun, "strength")) for gun in firers)
        if len(firers) > 1:
            self.need(len({ground.units[g].command for g in firers}) == 1, "JDG-7.3-c", firers)
            total += 2
        if kind == "reaction":
            total -= 1 + (firers[0] in shadow.square)
        worst = 2
        for gun in firers:
            far = ground.distance(shadow.here(gun), target)
            effective = int(ground.units[gun].front["effective_range"])
            worst = min(worst, 2 if far == 1 else 0 if far <= effective else -2)
        total += worst
        troops = [u for u in stack if shadow.arm(u) != "artillery"]
        if kind != "counter_battery" and (
            len(troops) > 1 or any(int(shadow.value(u, "strength")) >= 8 for u in troops)
        ):
            total += 1
        if kind != "reaction":
            total += any(u in shadow.square for u in stack)
            total -= kind == "counter_battery" or not troops
        total += max(ground.fire_terrain(shadow.here(gun), target) for gun in firers)
        if self.weather() & {"night", "fog"}:
            total -= 1
        facts = {"fire": kind, "distance": ground.distance(shadow.here(firers[0]), target)}
        scene = Scene({"targets": stack, "target": stack}, facts, target)
        return total + modifiers(shadow, "TBL-FIRE-DRM", kind, scene, self.turn, set(firers))

    # Shock (8, 9, house chart 3).

    def shock(self, event: Happening) -> None:
        """Check a combat and read what it does to both sides."""
        shadow, ground = self.shadow, self.ground
        side = shadow.side(event.pieces[0])
        attackers = tuple(u for u in event.pieces if shadow.side(u) == side)
        defenders = tuple(u for u in event.pieces if shadow.side(u) != side)
        _, roll, total = event.numbers
        self.need(roll == self.roll, "JDG-0.4-a", "shock", roll, self.roll)
        origins = sorted({shadow.here(u) for u in attackers})
        targets = sorted({shadow.here(u) for u in defenders})
        for origin in origins:
            hit = self.special.get(origin) or self.declared.get(origin, set())
            if any(shadow.here(u) == origin for u in self.chargers & set(attackers)):
                first = next(u for u in attackers if shadow.here(u) == origin)
                around = self.ground.neighbours(origin)
                hit = {
                    t for t in around if shadow.before(first, t) and not self.ground.bars_charge(origin, t)
                }
            guns = {
                t for t in hit if shadow.at(t) and all(shadow.arm(u) == "artillery" for u in shadow.at(t))
            }
            guns = {t for t in guns if shadow.side(shadow.at(t)[0]) != side}
            targets = sorted({*targets, *guns})
        if (
            event.numbers[0] not in targets
        ):  # guns alone, whom attackers owe since a neighbour has failed (AMB-57)
            targets = sorted({*targets, event.numbers[0]})
            for origin in origins:
                if event.numbers[0] in self.ground.neighbours(origin):
                    self.declared.setdefault(origin, set()).add(event.numbers[0])
        self.acted |= {*attackers}
        for origin in origins:
            able = {u for u in shadow.at(origin) if shadow.is_fighting(u)}
            mine = {u for u in attackers if shadow.here(u) == origin}
            if mine & self.chargers:  # who did not charge with them stays out, as the house reads it
                able &= self.chargers
            self.need(mine == able, "JDG-5.1.3-c", self.text(origin), "attacks with", mine, "of", able)
        for target in targets:
            there = {u for u in shadow.at(target) if shadow.arm(u) != "artillery"}
            self.need(there <= set(defenders), "JDG-8.5-b", self.text(target), "defends with", defenders)
        pairs = self._pairs(origins, targets, attackers)
        mine_total, parts = self._shock_total(attackers, defenders, pairs)
        self.need(
            total == roll + mine_total,
            "JDG-8.5-a",
            attackers,
            "against",
            defenders,
            [self.text(t) for t in targets],
            "adds",
            total - roll,
            "not",
            mine_total,
            parts,
            [line for chart, line in event.lines if chart == "TBL-SHOCK-DRM"],
        )
        row = ground.row("TBL-SHOCK", total)
        said = [line for chart, line in event.lines if chart == "TBL-SHOCK"]
        self.need(said == [row], "JDG-8.5-a", "row", said, row)
        self._apply(row, attackers, defenders, targets)

    def _pairs(
        self, origins: Iterable[int], targets: Sequence[int], attackers: Sequence[str]
    ) -> set[tuple[int, int]]:
        found = set()
        for origin in origins:
            here = [u for u in attackers if self.shadow.here(u) == origin]
            hit = self.special.get(origin) or self.declared.get(origin, set())
            if set(here) & self.chargers:
                hit = {t for t in targets if self.shadow.before(here[0], t)}
            own = {t for t in targets if t in hit} or {t for t in targets if self.shadow.before(here[0], t)}
            found |= {(origin, t) for t in own}
        # Who has withdrawn in front of an attacker is attacked with the others (JDG-8.2-e, AMB-57).
        late = set(targets) - {target for _, target in found}
        for unit in attackers:
            found |= {(self.shadow.here(unit), t) for t in late if self.shadow.before(unit, t)}
        return found

    def _shock_total(
        self, attackers: Sequence[str], defenders: Sequence[str], pairs: set[tuple[int, int]]
    ) -> tuple[int, dict[str, object]]:
        """Return the sum of all lines S1 to S14, and the parts of it."""
        shadow, ground = self.shadow, self.ground
        attack = sum(int(shadow.value(u, "strength")) for u in attackers)
        defence = sum(int(shadow.value(u, "strength")) for u in defenders)
        best = [max(int(shadow.value(u, "cohesion")) for u in units) for units in (attackers, defenders)]
        parts: dict[str, object] = {"S1": ground.ratio(attack, defence), "S2": best[0] - best[1]}
        total = ground.ratio(attack, defence) + best[0] - best[1]
        chargers = [u for u in attackers if u in self.chargers]
        if not chargers and any(self._outward(o, t, attackers) for o, t in pairs):
            parts["S7"] = -1
            total -= 1
        if chargers:
            number = max(self.follows.get(u, 0) for u in chargers)
            parts["S14"] = -max(0, number - 1)
            total -= max(0, number - 1)
        by_hex = {t: self._hex_lines(t, pairs, attackers, chargers) for t in sorted({t for _, t in pairs})}
        worst = min(by_hex, key=lambda t: sum(by_hex[t].values()))
        parts["hexes"] = by_hex
        total += sum(by_hex[worst].values())
        return total, parts

    def _outward(self, origin: int, target: int, attackers: Sequence[str]) -> bool:
        """Return whether an attack leaves a six-front hex not over its ordinary front (JDG-6.1.2-e, AMB-43)."""
        units = [u for u in attackers if self.shadow.here(u) == origin]
        if not self.ground.terrain(origin, "six_front"):
            return False
        facing = self.facing_then.get(units[0], self.shadow.facing[units[0]])
        return target not in self.ground.ahead(origin, facing)

    def _hex_lines(
        self, target: int, pairs: set[tuple[int, int]], attackers: Sequence[str], chargers: Sequence[str]
    ) -> dict[str, int]:
        shadow, ground = self.shadow, self.ground
        origins = [o for o, t in pairs if t == target]
        here = [u for u in shadow.at(target) if shadow.arm(u) != "artillery"]
        grounds = [ground.shock_terrain(o, target) for o in origins]
        clear = bool(ground.terrain(target, "is_clear"))
        lines = {"S3": max(grounds) if clear else min(grounds)}
        square = any(u in shadow.square for u in here)
        firm = [u for u in here if shadow.level[u] < ROUTED and not shadow.six_front(u)]
        if any(not shadow.before(u, o) for u in firm for o in origins):
            lines["S4"] = 2
        if here and all(shadow.level[u] == ROUTED for u in here):
            lines["S6"] = 2
        elif all(shadow.level[u] >= DISORDERED for u in here):
            lines["S5"] = 1
        foot = any(shadow.arm(u) == "infantry" for u in attackers)
        if not foot and not chargers:
            blocked = any(ground.bars_charge(o, target) for o in origins)
            if blocked or any(shadow.arm(u) == "infantry" for u in here):
                lines["S8"] = -2
        if chargers and square:
            lines["S11"] = -2 + (4 if foot else 0)
        elif chargers and not self.met:
            lines["S9"] = 2 + any(ground.units[u].front.get("heavy") for u in chargers)
        elif square and foot:
            lines["S12"] = 2
        scene = Scene({"attackers": tuple(attackers), "defenders": shadow.at(target)}, {}, target)
        column = "charge" if chargers else "shock"
        lines["rules"] = modifiers(shadow, "TBL-SHOCK-DRM", column, scene, self.turn, set(attackers))
        return lines

    def _apply(
        self, row: str, attackers: tuple[str, ...], defenders: tuple[str, ...], targets: list[int]
    ) -> None:
        shadow, ground = self.shadow, self.ground
        cells = ground.cells["TBL-SHOCK"]
        stood = {u: shadow.here(u) for u in (*attackers, *defenders)}
        guns = [u for t in targets for u in shadow.at(t) if shadow.arm(u) == "artillery"]
        alone = {u for u in guns if all(shadow.arm(x) == "artillery" for x in shadow.at(shadow.here(u)))}
        limbers = [
            u for o in {stood[u] for u in attackers} for u in shadow.at(o) if shadow.arm(u) == "artillery"
        ]
        foot = any(shadow.arm(u) == "infantry" for u in attackers)
        chargers = {u for u in attackers if u in self.chargers}
        self.carry_out(cells[(row, "attacker")], attackers, defenders)
        codes = list(cells[(row, "defender")])
        self.square_stands = row == "R8" and not foot
        self.carry_out(codes, defenders, attackers)
        self.square_stands = False
        beaten = any(shadow.here(u) != stood[u] for u in defenders)
        repulsed = any(shadow.here(u) != stood[u] for u in attackers)
        while guns:
            event = self.peek()
            first = event.pieces[0] if event is not None and event.pieces else ""
            gun = guns.pop(guns.index(first) if first in guns else 0)
            if shadow.here(gun) < 0:
                continue
            if gun in alone:
                if beaten:
                    self.lower(gun, 3, "JDG-8.9-j")
            elif beaten:
                level = shadow.level[gun]
                self.give_way(gun, 2 if level == ROUTED else 1, attackers)
                if shadow.here(gun) >= 0:
                    self._gun_check(gun, attackers)
            elif any(code.startswith("CC") for code in codes):
                self._gun_check(gun, attackers)
        for gun in limbers:
            if repulsed and shadow.here(gun) >= 0:
                self._limber(gun, stood, attackers, defenders)
        vacated = [t for t in targets if not shadow.at(t)]
        self.special = {}
        self.met = set()
        self.after = {
            "attackers": attackers,
            "origins": {u: stood[u] for u in attackers},
            "vacated": vacated,
            "chargers": chargers,
            "then": cells[(row, "then")],
        }
        self.need_advance()

    def _gun_check(self, gun: str, attackers: Sequence[str]) -> None:
        if self.shadow.level[gun] == ROUTED:
            self.rout_move(gun, "JDG-10.2-t")
        elif not self.check(gun, 0, "JDG-8.9-g") and self.disorder(gun, False, "JDG-8.9-g"):
            self.give_way(gun, LENGTH["artillery"], attackers)

    def _limber(
        self, gun: str, stood: dict[str, int], attackers: Sequence[str], defenders: Sequence[str]
    ) -> None:
        """Read what becomes of guns stacked with an attacker who loses (JDG-8.9-e)."""
        here = self.shadow.here(gun)
        own = [u for u in attackers if stood[u] == here]
        if not any(self.shadow.here(u) != here for u in own):
            return
        rest = [u for u in self.shadow.at(here) if self.shadow.arm(u) != "artillery"]
        routs = self.disorder(gun, False, "JDG-8.9-e")
        if self.shadow.here(gun) >= 0 and (routs or not rest):
            self.give_way(gun, 2 if self.shadow.level[gun] == ROUTED else 1, defenders)

    # Advance (8.7).

    def rank(self, unit: str) -> tuple[int, int]:
        """Return the priority of a unit in an advance (JDG-8.7.3-b to -d, JDG-8.7.1-a)."""
        record = self.ground.units[unit]
        chargers = self.after["chargers"]
        assert isinstance(chargers, set)
        kind = 0
        if record.arm == "cavalry":
            kind = 3 if unit in chargers else 1
            kind += bool(record.front.get("heavy"))
        return kind, int(self.shadow.value(unit, "cohesion"))

    def who_may_advance(self) -> list[str]:
        """Return the attackers who still stand where they attacked from."""
        origins = self.after["origins"]
        assert isinstance(origins, dict)
        return [u for u, o in origins.items() if self.shadow.here(u) == o and self.shadow.level[u] < ROUTED]

    def need_advance(self) -> None:
        """Check that a vacated hex is entered (JDG-8.7.1-a, JDG-9.5.1-a)."""
        able = self.who_may_advance()
        vacated = [
            t for t in self.after["vacated"] if able and not self.is_entry(str(self.shadow.side(able[0])), t)
        ]
        if vacated:
            event = self.peek()
            kind = event.kind if event is not None else ""
            self.need(
                kind in ("advance", "pursuit", "pursue"), "JDG-8.7.1-a", able, "do not enter", vacated, kind
            )

    def advance(self, event: Happening) -> None:
        """Check who advances (JDG-8.7.1-a, -b, JDG-8.7.3-b to -d)."""
        unit, (origin, target) = event.pieces[0], event.numbers
        if not self.after or unit not in self.after["attackers"]:  # type: ignore[operator]
            return
        beside = self.ground.neighbours(target)
        able = [u for u in self.who_may_advance() if u != unit and self.shadow.here(u) in beside]
        self.need(target in self.after["vacated"], "JDG-8.7.1-a", unit, "advances to", self.text(target))  # type: ignore[operator]
        origins = self.after["origins"]
        assert isinstance(origins, dict)
        stacks = {origins[u] for u in [*able, unit]}
        best = max([*able, unit], key=self.rank)
        same = [u for u in [*able, unit] if origins[u] == origin]
        rank = self.rank(unit) if len(stacks) == 1 else max(self.rank(u) for u in same)
        self.need(
            rank >= self.rank(best), "JDG-8.7.3-c", unit, rank, "advances before", best, self.rank(best)
        )
        self.after = {}


__all__ = ["Fights", "Lost"]
