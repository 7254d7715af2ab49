"""A second reader of the rules: he follows a game of the engine and works out again what each outcome should be.

He knows the digest of the rules, the package and what is said to have happened, and none of the engine's code.
"""

from __future__ import annotations

from typing import Any

from tests.referee.chases import Chases
from tests.referee.ground import DISORDERED, LENGTH, ORDERED, ROUTED
from tests.referee.reading import Lost
from tests.referee.scoring import Score
from tests.referee.special import BOLD
from tests.referee.story import Happening


class Referee(Chases):
    """Reads a whole game."""

    def __init__(self, *what: object) -> None:
        """Begin before the first turn."""
        super().__init__(*what)
        self.marker = -1
        self.active: set[str] = set()
        self.draws = self.filled = 0
        self.demoralised: set[str] = set()
        self.score = Score(self.shadow, self.holder, self.turn, self.exits)
        self.withdrawing: dict[str, tuple[int, int]] = {}
        self.started = True
        self.left: dict[str, int] = {}
        """Hexes that withdrawals have left."""
        self.drivers: dict[str, tuple[str, ...]] = {}
        """Attackers before whom units withdraw."""
        self.group: tuple[str, ...] = ()

        self.asked: set[str] = set()
        self.met_then: set[int] = set()
        self.turned: set[str] = set()
        self.left_squares = set()

    def read(self) -> None:
        """Read the game to its end."""
        while (event := self.peek()) is not None:
            try:
                self._event(event)
            except Lost:
                self.after = {}
        self._end()

    def answered(self) -> None:
        """Remember how attackers face when they declare, and who withdraws."""
        super().answered()
        question, text = self.answer
        words = text.split()
        if self.step is not None and self.step.offered:
            self.fire_offered(self.step.offered, self.turned)
            if words[0] == "turn":
                self.turned |= set(self.shadow.at(self.shadow.here(words[1])))
            if words[0] in ("fire", "together"):
                self.standing.fired |= {w for w in words[1:] if w in self.ground.units}
        if words[0] in ("attack", "counter-attack"):
            for unit in self.shadow.at(self.ground.package.grid.ids.index(words[1])):
                self.facing_then.setdefault(unit, self.shadow.facing[unit])
        if question == "facing" and words[0] == "face":  # who has rallied takes a facing
            for unit, facing in self.shadow.facing.items():
                if facing < 0 and self.shadow.here(unit) >= 0 and self.shadow.level[unit] < ROUTED:
                    self.shadow.facing[unit] = int(words[1])
        if question == "withdrawal" and words[0] == "withdraw":
            self.withdrawing[words[1]] = (int(words[2]), self.shadow.here(words[1]))
            self.left[words[1]] = int(words[2])
            self.drivers[words[1]] = self._attackers_of(self.shadow.here(words[1]))
            self.after = {}

    def happens(self, event: Happening) -> None:
        """Look at what moves nobody by itself, or everybody, before it happens."""
        if event.kind == "square-left":
            self.left_squares |= set(event.pieces)
        elif event.kind == "renfort-ends":
            self.lose_renfort(event)
        elif event.kind == "due":
            self._on_due(event)
        elif event.kind in ("retreat", "rout"):
            self.note_step(event)
        elif event.kind == "advance":
            self.note_advance(event)

    def _event(self, event: Happening) -> None:
        self.pay_ground(event)
        kind = event.kind.replace("-", "_")
        before = getattr(self, f"_on_{kind}", None)
        if event.kind == "fire":
            self.take_quietly()
            self.fire(event)
        elif event.kind == "shock":
            self.combat_begins(event)
            self.met_then = set(self.met)
            self.take_quietly()
            self.shock(event)
        elif event.kind in ("retreat", "rout", "pass", "check", "level", "eliminated", "fled"):
            self._loose(event)
        else:
            if event.kind == "advance":
                self.advance(event)
            elif before is not None:
                before(event)
            self.take()

    def take_quietly(self) -> None:
        """Take an event that moves nobody."""
        self.queue.pop(0)

    # Parts of results that stand alone: withdrawals, ends of charges, rout moves of phase E, lost levels of moves.

    def _loose(self, event: Happening) -> None:
        unit = event.pieces[0]
        if event.kind == "check" and unit in self.withdrawing:
            length, _ = self.withdrawing.pop(unit)
            extra = 1 if length == 1 else -2
            if self.shadow.arm(unit) == "infantry":  # Roliça's special rule slip-away
                extra = 0
            rules = "JDG-8.8.1-d" if length == 1 else "JDG-8.8.1-f"
            if not self.check(unit, extra, rules) and self.disorder(unit, False, "JDG-8.8.1-e"):
                self._runs(unit)
        elif event.kind == "check" and unit in self.ends_due:
            self.ends_due.discard(unit)
            if not self.check(unit, 0, "JDG-9.2-e") and self.disorder(unit, False, "JDG-9.2-f"):
                self._runs(unit)
        elif event.kind == "retreat" and self.left.get(unit):
            self.left[unit] -= 1
            self._withdraws(unit, event.numbers[1])
        elif event.kind == "level" and event.numbers[1] == ROUTED:
            self.take()
            self._runs(unit)
        elif event.kind in ("rout", "eliminated", "fled") and self.shadow.level.get(unit) == ROUTED:
            self.rout_move(
                unit, "JDG-10.4-b"
            ) if event.kind != "eliminated" or self._is_rout() else self.take()
        else:
            self.take()

    def _is_rout(self) -> bool:
        return self.draws >= max(0, self.filled - 1)

    def _runs(self, unit: str) -> None:
        """Read the retreat of a unit that a check or ground has routed."""
        self.left.pop(unit, None)
        self.give_way(unit, LENGTH[self.shadow.arm(unit)], self.drivers.get(unit, ()))

    def _withdraws(self, unit: str, target: int) -> None:
        """Check a hex of a withdrawal and read what it costs (JDG-8.8.1-k to -n, house chart 1.4)."""
        shadow, ground = self.shadow, self.ground
        here, side = shadow.here(unit), shadow.side(unit)
        near = bool(shadow.enemies_around(target, side))
        movement = ground.package.movement
        kind, direction = ground.units[unit].movement_class, ground.direction(here, target)
        cost = movement.cost(kind, here, direction, near)
        self.need(cost is not None, "JDG-8.8.1-l", unit, "withdraws over", self.text(here), self.text(target))
        both = [
            u
            for u in shadow.enemies_around(here, side)
            if shadow.controls(u, here) and shadow.controls(u, target)
        ]
        self.need(not both, "JDG-8.8.1-n", unit, "withdraws within the zone of", both)
        tables = (
            movement.steps_near_enemy if near and movement.steps_near_enemy is not None else movement.steps
        )
        losses = [("JDG-8.8.1-k", (cost or 0) >= 3 * movement.denominator)]
        losses += [("JDG-8.8.1-m", bool(shadow.front_zones(target, side)))]
        losses += [("JDG-8.8.1-l", 6 * here + direction in tables[kind].disorders)]
        self.take()
        routs = False
        for rules, costs in losses:
            if costs and shadow.here(unit) >= 0:
                routs = self.lose_level(unit, rules) or routs
        event = self.peek()
        more = (
            event is not None and event.kind == "level" and event.pieces == (unit,) and event.numbers[1] != 0
        )
        self.need(not more, "JDG-8.8.1-k", unit, "loses more than", losses, "at", self.text(target))
        if routs and shadow.here(unit) >= 0:
            self._runs(unit)

    def _attackers_of(self, target: int) -> tuple[str, ...]:
        pairs = self.special or self.declared
        origins = [origin for origin, targets in pairs.items() if target in targets]
        return tuple(u for o in origins for u in self.shadow.at(o) if self.shadow.is_fighting(u))

    # Charges (9).

    def _on_charge(self, event: Happening) -> None:
        self.chase_ends()
        for unit in event.pieces:
            if unit in self.follows:
                self.follows[unit] += 1
            else:
                self.need(self.shadow.level[unit] == ORDERED, "JDG-9.1-b", unit, "charges though not ordered")
                self.need(not self.weather() & {"night", "fog"}, "JDG-12.1-e", unit, "charges in the dark")
            self.chargers.add(unit)
        self.acted |= set(event.pieces)

    def _on_pursuit(self, event: Happening) -> None:
        self.chase_ends()
        self.chase_begins(event)
        for unit in event.pieces:
            self.follows.setdefault(unit, 0)
        self.after = {}

    def _on_pursuit_stops(self, event: Happening) -> None:
        self.chase_ends()

    def _on_charge_ends(self, event: Happening) -> None:
        unit = event.pieces[0]
        if self.chase is not None and unit in self.chase.pieces:
            self.chase_ends()
        self.chargers.discard(unit)
        self.follows.pop(unit, None)
        self.ends_due.add(unit)

    def _on_counter_charge(self, event: Happening) -> None:
        unit, (roll, total, rating) = event.pieces[0], event.numbers
        self.need(rating == self.shadow.value(unit, "shock"), "JDG-9.4-b", unit, "shock rating", rating)
        self.need(self.shadow.level[unit] == ORDERED, "JDG-9.4-a", unit, "counter-charges though not ordered")
        heavy = self.ground.units[unit].front.get("heavy")
        foes = [
            u for u in self.chargers if self.shadow.here(unit) in self.ground.neighbours(self.shadow.here(u))
        ]
        extra = 2 if not heavy and any(self.ground.units[u].front.get("heavy") for u in foes) else 0
        self.need(total == roll + extra, "JDG-9.4-c", unit, "adds", total - roll, "not", extra, foes)
        self.need(
            any(self.shadow.before(unit, self.shadow.here(u)) for u in foes),
            "JDG-9.4-a",
            unit,
            "not before",
            foes,
        )
        if total <= rating:
            self.met.add(self.shadow.here(unit))

    def _on_recall(self, event: Happening) -> None:
        roll, rating = event.numbers
        top = event.pieces[0]
        self.need(rating == self.shadow.value(top, "shock"), "JDG-9.3.3-a", top, "shock rating", rating)
        if roll <= rating:
            self.chargers -= set(event.pieces)

    def _on_square_check(self, event: Happening) -> None:
        rating = event.numbers[1]
        hexes = {self.shadow.here(u) for u in event.pieces}
        foot = [u for h in hexes for u in self.shadow.at(h) if self.shadow.arm(u) == "infantry"]
        least = min(int(self.shadow.value(u, "cohesion")) for u in foot)
        self.need(rating == least, "JDG-9.3.1-h", foot, "cohesion", rating, least)
        clear = all(self.ground.terrain(h, "is_clear") for h in hexes)
        self.need(clear, "JDG-9.3.1-a", foot, "forms square on rough ground")
        self.need(all(self.shadow.level[u] == ORDERED for u in foot), "JDG-9.3.1-a", foot, "not ordered")

    def _on_shock_check(self, event: Happening) -> None:
        unit, (roll, rating) = event.pieces[0], event.numbers
        self.need(roll == self.roll, "JDG-0.4-a", unit, roll)
        self.need(rating == self.shadow.value(unit, "shock"), "JDG-8.3.2-a", unit, "shock rating", rating)
        stack = [u for u in self.shadow.at(self.shadow.here(unit)) if self.shadow.is_fighting(u)]
        self.need(stack[:1] == [unit], "JDG-8.3.2-b", unit, "is not on top of", stack)

    # Declarations (8.2).

    def _on_declare(self, event: Happening) -> None:
        origin, target = event.numbers
        self.declared.setdefault(origin, set()).add(target)
        for unit in event.pieces:
            self.acted.add(unit)

    # Command (2, 3) and rally (11).

    def _on_cup(self, event: Happening) -> None:
        self.filled, self.draws = len(event.numbers), 0
        markers = self.ground.package.activation
        inside = {markers[m].id for m in event.numbers}
        self.cup_of_arrivals(inside, self.chosen)
        for command in self.ground.package.commands:
            own = [m for m in markers if m.code == "O" and m.commands == (command.id,)]
            units = [u.id for u in self.ground.package.units if u.command == command.id]
            if not own or not any(self.shadow.here(u) >= 0 for u in units):
                continue
            due = {m.id for m in own}
            if command.id in self.demoralised and len(own) > 1:
                due.discard(max(own, key=lambda m: m.rating or 0).id)
                ties = len({m.rating for m in own}) == 1
            else:
                ties = False
            found = {m.id for m in own if m.id in inside}
            missing = due - found
            chosen = {self.chosen} if self.chosen else set()
            good = not missing - chosen and (found <= due) if not ties else len(found | chosen & due) >= 1
            levels = {u: (self.shadow.place[u], self.shadow.level[u]) for u in units}
            self.need(
                good, "JDG-1-g", command.id, "has in the cup", found, "not", due, "chosen", chosen, levels
            )

    def _on_turn(self, event: Happening) -> None:
        if self.started:
            self._phase_e_and_f()
        self.started = True
        self.chosen, self.earlier, self.drawn = "", self.drawn, set()
        self.close_march()
        self.standing.ordered, self.standing.near = set(), set()
        self.asked = set()
        for holder in (self.declared, self.facing_then):
            holder.clear()  # type: ignore[attr-defined]

    def _phase_e_and_f(self) -> None:
        """Look at demoralisation (JDG-11.2-b, AMB-91), and count the points of the turn."""
        for command in self.ground.package.commands:
            troops = [
                u.id for u in self.ground.package.units if u.command == command.id and u.arm != "artillery"
            ]
            known = [u for u in troops if self.shadow.place[u] != "off map"]
            firm = [u for u in known if self.shadow.here(u) >= 0 and self.shadow.level[u] == ORDERED]
            if known and not firm:
                self.demoralised.add(command.id)
            else:
                self.demoralised.discard(command.id)
        self.score.turn = self.turn
        self.score.end_of_turn()
        self.need(
            self.draws == max(0, self.filled - 1) or not self.filled,
            "JDG-1-q",
            "draws",
            self.draws,
            self.filled,
        )

    chosen = ""

    def _on_initiative(self, event: Happening) -> None:
        side, one, two = event.numbers
        totals = []
        for index, roll in enumerate((one, two)):
            own = [x for x in self.ground.package.leaders if x.side == self.ground.sides[index]]
            named = [x for x in own if x.front.get("strategic")] or own
            there = [x for x in named if self.shadow.here(x.id) >= 0]
            totals.append(roll + (int(there[0].front.get("drm", 0)) if there else 0))
        best = -1 if totals[0] == totals[1] else int(totals[1] > totals[0])
        self.need(side == best, "JDG-3-c", "initiative", event.numbers, "totals", totals)
        question, text = self.answer
        self.chosen = (
            text.split()[1] if question == "strategic initiative" and text.startswith("choose") else ""
        )

    def _on_draw(self, event: Happening) -> None:
        self.draws += 1
        self.marker = event.numbers[0]

    def _on_activate(self, event: Happening) -> None:
        self.marker = event.numbers[0]
        self.drawn.add(self.marker)
        marker = self.ground.package.activation[self.marker]
        self._charges_are_over()
        self.acted, self.active = set(), set(event.pieces)
        self.followed_up, self.left_squares, self.turned = set(), set(), set()
        self.combat, self.stacks_in = None, 0
        standing = self.standing
        standing.willing, standing.barred, standing.fired, standing.full = set(), set(), set(), set()
        self.declared.clear()
        self.facing_then.clear()
        self.withdrawing.clear()
        self.drivers.clear()
        self.left.clear()
        self.after = {}
        if marker.code == "O":
            on_map = {
                u.id
                for u in self.ground.package.units
                if u.command in marker.commands and self.shadow.here(u.id) >= 0
            }
            self.need(
                on_map == self.active,
                "JDG-2.3.1-g",
                marker.id,
                "activates",
                self.active ^ on_map,
                "otherwise",
            )

    def _charges_are_over(self) -> None:
        for unit in sorted(self.chargers):
            there = self.shadow.here(unit) >= 0 and self.shadow.level[unit] < ROUTED
            self.need(not there, "JDG-9.2-e", unit, "made no check at the end of its charge")
        self.chargers.clear()
        self.follows.clear()

    def _on_leader(self, event: Happening) -> None:
        roll, total, rating = event.numbers
        marker = self.ground.package.activation[self.marker]
        self.need(rating == marker.rating, "JDG-2.4.3-c", event.pieces, "rating", rating, marker.rating)
        self.need(roll == self.roll, "JDG-0.4-a", "leader", roll)
        side = self.shadow.side(event.pieces[0])
        best = 0
        for leader in self.ground.package.leaders:
            here = self.shadow.here(leader.id)
            if leader.side != side or here < 0:
                continue
            reach = int(leader.front.get("range", 0))
            if any(self.ground.distance(here, self.shadow.here(u)) <= reach for u in event.pieces):
                best = max(best, int(leader.front.get("drm", 0)))
        if total <= rating or (roll == 9 and BOLD in self.rules):
            self.standing.willing |= set(event.pieces)
        else:
            self.standing.barred |= set(event.pieces)
        self.need(total == roll - best, "JDG-2.4.3-e", event.pieces, "subtracts", roll - total, "not", best)

    def _on_orders(self, event: Happening) -> None:
        side = self.ground.sides[event.numbers[0]]
        leaders = [x for x in self.ground.package.leaders if x.side == side and self.shadow.here(x.id) >= 0]
        groups = self._groups(side)
        ordered = [g for g in groups if g & set(event.pieces)]
        twice = [g for g in ordered if len(g & set(event.pieces)) > 1]
        self.standing.ordered |= {u for group in ordered for u in group}
        self.need(not twice, "JDG-2.3.1-h", "groups", twice, "are two for the engine")
        capacity = sum(int(x.front.get("capacity", 0)) for x in leaders)
        self.need(len(ordered) <= capacity, "JDG-2.3.2-b", len(ordered), "orders of", capacity)
        for group in ordered:
            near = any(
                self.ground.distance(self.shadow.here(x.id), self.shadow.here(u))
                <= int(x.front.get("range", 0))
                for x in leaders
                for u in group
            )
            self.need(near, "JDG-2.3.2-e", group, "out of range")

    def _groups(self, side: str) -> list[set[str]]:
        rest = [u.id for u in self.ground.package.units if u.side == side and self.shadow.here(u.id) >= 0]
        groups: list[set[str]] = []
        while rest:
            group, border = set(), [rest.pop()]
            while border:
                one = border.pop()
                group.add(one)
                near = [
                    u
                    for u in rest
                    if self.ground.units[u].command == self.ground.units[one].command
                    and self.ground.distance(self.shadow.here(one), self.shadow.here(u)) <= 2
                ]
                border += near
                rest = [u for u in rest if u not in near]
            groups.append(group)
        return groups

    def _on_rally(self, event: Happening) -> None:
        unit, (roll, total, rating) = event.pieces[0], event.numbers
        shadow = self.shadow
        level = shadow.level[unit]
        night = "night" in self.weather()
        extra = 0 if level == DISORDERED else -3 if night else 1
        self.need(level > ORDERED, "JDG-11.1-a", unit, "rallies though ordered")
        back = int(self.ground.units[unit].back["cohesion"])
        self.need(rating == back, "JDG-11.1-f", unit, "cohesion", rating, back)
        around = shadow.enemies_around(shadow.here(unit), shadow.side(unit))
        self.need(not around, "JDG-11.1-c", unit, "rallies beside", around)
        self.need(unit not in self.acted, "JDG-11.1-a", unit, "rallies though it has acted")
        if level == ROUTED:
            others = [u for u in shadow.at(shadow.here(unit)) if u != unit]
            self.need(not others, "JDG-10.4-r", unit, "rallies with", others)
        automatic = night and level == DISORDERED
        if not automatic:
            self.need(total == roll + extra, "JDG-11.1-e", unit, "adds", total - roll, "not", extra)
        self.take_quietly()
        if automatic or roll + extra <= back:
            self.expect(["level"], unit, "JDG-11.1-g" if level == DISORDERED else "JDG-11.1-h")
        self.queue.insert(0, event._replace(kind="rallied"))

    def is_true(self, when: Any) -> bool:
        """Return whether a condition of the scenario is true as the turn stands."""
        self.score.turn = self.turn
        return self.score.true(when)

    # The end (13).

    def _end(self) -> None:
        """Compare winner, cause and points with those of the referee."""
        self._phase_e_and_f()
        score, end = self.score, self.story.end
        points = score.points(end=True)
        self.need(points == end.points, "JDG-13.2-b", "points", end.points, "not", points)
        automatic = score.automatic()
        if automatic:
            winners = {side for _, side in automatic}
            mine = self.ground.sides.index(automatic[0][1])
            if len(winners) > 1:
                mine = -1 if points[0] == points[1] else int(points[1] > points[0])
            self.need(end.winner == mine, "JDG-13.1-b", "automatic", automatic, "but", end)
        else:
            self.need(
                self.turn == self.ground.package.turns.last, "JDG-13.1-b", "ends on turn", self.turn, end
            )
            winner, _ = score.level()
            self.need(end.winner == winner, "JDG-13.2-a", "winner", end, "not", winner, points)
