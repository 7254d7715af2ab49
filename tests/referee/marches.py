"""Moves of the own activation: what they cost, what zones do, forced marches, reinforcements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from jdgtools.package.model_effects import ArrivalRule
from tests.referee.fights import Fights
from tests.referee.ground import DISORDERED, ORDERED, ROUTED
from tests.referee.reading import Lost
from tests.referee.special import AS_IF_NEAR
from tests.referee.story import Happening

BAN = 5
"""Hexes within which an enemy ends a forced march (JDG-4.1.3-c)."""


@dataclass
class March:
    """A move that is going on."""

    pieces: tuple[str, ...]
    start: int
    zones: frozenset[str] = frozenset()
    """Enemies in whose zone it began."""
    facing: int = -1
    spent: int = 0
    steps: int = 0
    kind: str = "go"
    entered: str = ""
    """How a reinforcement has come: enter or enter-normally; empty for others."""
    near: bool = False
    """Whether an enemy within five hexes has taken a reinforcement its forced march."""
    stopped: str = ""
    """Why no further step is allowed."""


@dataclass
class Standing:
    """Who may do what in an activation."""

    ordered: set[str] = field(default_factory=set)
    """Units with orders in this turn (JDG-2.3.2-f)."""
    willing: set[str] = field(default_factory=set)
    """Units whose leader's initiative has succeeded (JDG-2.4.3-f)."""
    barred: set[str] = field(default_factory=set)
    """Units that may only rally (JDG-2.4.3-h)."""
    fired: set[str] = field(default_factory=set)
    renfort: set[str] = field(default_factory=set)
    """Units under a marker of reinforcements (JDG-5.2.1-e)."""
    full: set[str] = field(default_factory=set)
    """Units that have entered in this activation with normal movement (JDG-5.2.1-k)."""
    near: set[str] = field(default_factory=set)
    """Units that have entered in this turn before an enemy within five hexes (JDG-5.2.1-l)."""


class Marches(Fights):
    """Reads moves."""

    marker = -1

    def __init__(self, *what: object) -> None:
        """Begin with nobody on the move."""
        super().__init__(*what)
        self.march: March | None = None
        self.standing = Standing()
        self.stacks_in = 0
        """Stacks of reinforcements that have entered in this activation."""
        self.owed: set[str] = set()
        """Units that ground must disorder before anything else."""
        self.drawn: set[int] = set()
        """Markers that have been used in this turn."""
        self.earlier: set[int] = set()
        """Markers that were used in the turn before."""
        self.tried: dict[str, int] = {}
        """Groups of reinforcements -> turn in which they were first due."""
        self.come: set[str] = set()
        """Groups for which a roll has succeeded."""
        rules = [e for r in self.ground.package.special_rules for e in r.effects]
        self.free_entry = {
            word: {a for e in rules if isinstance(e, ArrivalRule) and word in e.how for a in e.arrivals}
            for word in ("near_enemy", "through_friends")
        }
        self.rules = {rule.id for rule in self.ground.package.special_rules}

    # What is known of orders.

    def has_orders(self, unit: str) -> bool:
        """Return whether a unit acts as with Orders Received; combined markers are taken as told."""
        standing = self.standing
        groups = (standing.ordered, standing.willing, standing.renfort, standing.near)
        return self.ground.package.activation[self.marker].code != "O" or any(unit in g for g in groups)

    def allowance(self, unit: str, march: March) -> int:
        """Return the points of a unit for a move (JDG-4.1.1-b, -4.1.2-a, -4.1.3-a, -4.4.2-a, -9.1-f, AMB-18)."""
        if unit in self.ground.leaders:
            return int(self.ground.leaders[unit].front["movement"])
        points = int(self.shadow.value(unit, "movement"))
        if march.entered == "enter" and not march.near:
            return 2 * points
        if march.kind == "march":
            return 2 * points
        halved = (
            not (self.has_orders(unit) or march.entered)
            or unit in self.standing.fired
            or march.kind == "charge"
        )
        return (points + 1) // 2 if halved and unit not in self.standing.full else points

    # The course of a move.

    def answered(self) -> None:
        """Begin and end moves by what is answered."""
        question, text = self.answer
        words = text.split()
        if question in ("movement", "shock", "next combat", "draw", "rally"):
            self.close_march()
        if question == "movement" and words[0] in ("unit", "move-stack"):
            here = self.shadow.here(words[1])
            pieces = (words[1],) if words[0] == "unit" else self.shadow.at(here)
            self.march = March(
                pieces, here, self._zones_of(words[1], here), self.shadow.facing.get(words[1], -1)
            )
        elif question == "move" and self.march is not None:
            self._chosen(self.march, words)

    def _chosen(self, march: March, words: list[str]) -> None:
        unit = march.pieces[0]
        if words[0] == "charge":
            self._charge_begins(march, self.ground.package.grid.ids.index(words[1]))
        elif words[0] == "leave-square":
            march.spent += 2 * self.ground.package.movement.denominator
        elif words[0] == "march":
            first = march.kind == "march" or not march.steps or march.entered == "enter"
            self.need(first, "JDG-4.1.3-e", unit, "marches after steps")
            self.need(
                self.has_orders(unit) and self.shadow.level[unit] == ORDERED,
                "JDG-4.1.3-b",
                unit,
                "marches by force",
            )
            self.need(
                not self.weather() & {"night", "fog"} or unit in self.standing.renfort,
                "JDG-4.1.3-i",
                unit,
                "marches in the dark",
            )
            if not march.steps:
                self.need(
                    not self.enemy_within(unit, march.start), "JDG-4.1.3-c", unit, "marches from enemies"
                )
            march.kind = "march"
        elif words[0] == "go":
            self.need(march.kind != "march", "JDG-4.1.3-e", unit, "goes on after a forced march")
        elif words[0] == "square":
            self._square(march)

    def _square(self, march: March) -> None:
        for unit in self.shadow.at(march.start):
            firm = self.shadow.level[unit] == ORDERED and self.shadow.arm(unit) != "cavalry"
            self.need(firm and not march.steps, "JDG-4.2-a", unit, "forms square")
        self.need(self.ground.terrain(march.start, "is_clear"), "JDG-4.2-a", march.pieces, "forms square")

    def _charge_begins(self, march: March, target: int) -> None:
        """Check a declaration (JDG-9.1-a, -j, -k)."""
        unit, here = march.pieces[0], march.start
        march.kind = "charge"
        self.need(not march.steps, "JDG-9.1-a", unit, "has moved before it declares")
        facing = self.shadow.facing[unit]
        self.need(self.ground.in_cone(here, facing, target), "JDG-9.1-a", unit, "charges out of its front")
        seen = self.sees(here, target)
        self.need(seen is not False, "JDG-9.1-a", unit, "does not see", self.text(target))
        for hex_index in (here, target):
            self.need(
                not self.ground.terrain(hex_index, "blocks_charge"), "JDG-9.1-j", unit, self.text(hex_index)
            )

    def _zones_of(self, unit: str, here: int) -> frozenset[str]:
        side = self.side_of(unit)
        around = self.shadow.enemies_around(here, side)
        return frozenset(u for u in around if self.shadow.controls(u, here))

    def place_of(self, piece: str) -> int | str:
        """Return the hex of a piece, or where it is instead."""
        return self.shadow.place[piece]

    def side_of(self, piece: str) -> str | None:
        """Return the side of a unit or leader."""
        leader = self.ground.leaders.get(piece)
        return leader.side if leader is not None else self.shadow.side(piece)

    def enemy_within(self, unit: str, here: int, far: int = BAN) -> list[str]:
        """Return the enemy units within some hexes (JDG-4.1.3-c, AMB-19)."""
        side = self.side_of(unit)
        return [
            u
            for u in self.ground.units
            if self.shadow.side(u) != side
            and self.shadow.here(u) >= 0
            and self.ground.distance(self.shadow.here(u), here) <= far
        ]

    def _on_move(self, event: Happening) -> None:
        """Check a step, before it is made."""
        march = self.march
        if march is None or not set(event.pieces) <= set(march.pieces):
            return
        here, target = event.numbers
        if march.steps == 0 and march.entered == "":
            march.pieces = event.pieces
        self.step_of(march, event.pieces, here, target)
        march.steps += 1

    def step_of(self, march: March, pieces: tuple[str, ...], here: int, target: int) -> None:
        """Check a step of a move and pay for it (PROC-MOVE)."""
        shadow, ground = self.shadow, self.ground
        movement, unit = ground.package.movement, pieces[0]
        side = self.side_of(unit)
        units = [p for p in pieces if p in ground.units]
        where = (unit, self.text(here), self.text(target))
        direction = ground.direction(here, target)
        there = all(self.place_of(piece) == here for piece in pieces)
        self.need(direction >= 0 and there, "JDG-4.4.1-a", *where, "is no step of its own")
        self.need(not march.stopped, "JDG-6.2.2-a", *where, "goes on though", march.stopped)
        self.need(
            not any(shadow.side(u) != side for u in shadow.at(target)),
            "JDG-5.1.2-a",
            *where,
            "enters enemies",
        )
        near = bool(shadow.enemies_around(target, side))
        classes = [ground.units[u].movement_class for u in units] or ["commander"]
        costs = [movement.cost(kind, here, direction, near) for kind in classes]
        if not self.need(all(c is not None for c in costs), "JDG-4.3.2-a", *where, "is closed"):
            return
        march.spent += max(c for c in costs if c is not None)
        friends = [u for u in shadow.at(here) if u not in pieces]
        if march.steps and friends and units:
            march.spent += movement.denominator
            self.need(
                not any(u in shadow.square for u in friends),
                "JDG-4.4.3-d",
                *where,
                "passes a square",
                friends,
            )
        if units:
            self._zones(march, units, here, target)
            self._forced(march, units, target)
            tables = (
                movement.steps_near_enemy
                if near and movement.steps_near_enemy is not None
                else movement.steps
            )
            for u, kind in zip(units, classes, strict=True):
                if 6 * here + direction in tables[kind].disorders:
                    self.owed.add(u)
        elif march.zones and not march.steps:
            march.spent += movement.denominator
        if not units and any(shadow.controls(u, target) for u in shadow.enemies_around(target, side)):
            march.stopped = "he has entered a zone"
            self.need(bool(shadow.at(target)), "JDG-2.5.1-k", *where, "enters a zone alone")
        if units and self.ground.package.activation[self.marker].code != "O":
            return  # the words of a combined marker may give other points
        budget = min(self.allowance(p, march) for p in pieces) * movement.denominator
        rules = {"march": "JDG-4.1.3-a", "charge": "JDG-9.1-f"}.get(march.kind, "JDG-4.4.1-f")
        self.need(march.spent <= budget, rules, *where, "spends", march.spent, "of", budget, march)

    def _zones(self, march: March, units: list[str], here: int, target: int) -> None:
        """Check what zones of control forbid and cost (JDG-6.2.2, 11.2-c, 12.1-b, -c, 12.2-b)."""
        shadow, unit = self.shadow, units[0]
        side, scale = shadow.side(unit), self.ground.package.movement.denominator
        where = (unit, self.text(here), self.text(target))
        controlling = [u for u in shadow.enemies_around(target, side) if shadow.controls(u, target)]
        if march.zones and not march.steps:
            march.spent += scale
            self.need(not shadow.front_zones(target, side), "JDG-6.2.2-k", *where, "enters a front zone")
        same = march.zones & set(controlling)
        self.need(not same or march.kind == "charge", "JDG-6.2.2-l", *where, "goes round within", same)
        if not controlling:
            return
        march.stopped = "it has entered a zone"
        weather = self.weather()
        level = max(shadow.level[u] for u in units)
        march.spent += scale * ((level == DISORDERED) + (2 if "night" in weather else "fog" in weather))
        foot = [u for u in shadow.at(target) if shadow.arm(u) != "artillery" and u not in units]
        guns = [u for u in units if shadow.arm(u) == "artillery"]
        self.need(not guns or foot, "JDG-6.2.2-g", *where, "guns enter a zone")
        self.need(not ("night" in weather and level), "JDG-12.1-c", *where, "comes into contact")
        command = self.ground.units[unit].command
        self.need(command not in self.demoralised, "JDG-11.2-c", *where, "enters a zone demoralised")

    demoralised: set[str]

    def _forced(self, march: March, units: list[str], target: int) -> None:
        """Check the bans of a forced march (JDG-4.1.3-c, -f, 5.2.1-f, AMB-36)."""
        arriving = bool(set(units) & self.standing.renfort) and not march.near
        by_force = march.kind == "march" or (arriving and march.entered == "enter")
        if not by_force:
            return
        others = [u for u in self.shadow.at(target) if u not in units]
        free = self._free("through_friends", units)
        self.need(not others or free, "JDG-4.1.3-f", units, "march by force into", others)
        enemies = self.enemy_within(units[0], target)
        if not enemies or self._free("near_enemy", units):
            return
        self.need(arriving, "JDG-4.1.3-c", units, self.text(target), "is within five hexes of", enemies)
        march.stopped = "it is within five hexes of an enemy"

    def _free(self, word: str, units: Iterable[str]) -> bool:
        names = self.free_entry[word]
        return any(a.id in names and set(a.pieces) & set(units) for a in self.ground.package.arrivals)

    def pay_ground(self, event: Happening | None) -> None:
        """Check that ground disorders at once who enters it, and nobody else (house chart 1.4)."""
        if not self.owed:
            return
        unit = event.pieces[0] if event is not None and event.pieces else ""
        good = event is not None and event.kind == "level" and unit in self.owed
        self.need(good, "JDG-8.7.1-i", sorted(self.owed), "are not disordered by the ground", event)
        self.owed = self.owed - {unit} if good else set()

    def close_march(self) -> None:
        """Check where a move has ended (JDG-5.1.2-e, 6.1.1-b, -c, 6.2.2-i, 9.1-e)."""
        march, self.march = self.march, None
        if march is None:
            return
        for unit in march.pieces:
            here = self.shadow.here(unit)
            if unit not in self.ground.units or here < 0 or self.shadow.level[unit] == ROUTED:
                continue
            stack = list(self.shadow.at(here))
            self.need(self.shadow.stack_is_legal(stack), "JDG-5.1.2-e", unit, "ends with", stack)
            side = str(self.shadow.side(unit))
            kept = march.steps and self.is_entry(side, here)
            self.need(not kept, "JDG-5.2.3-a", unit, "ends in", self.text(here))
            for guns in (True, False):
                faces = {
                    self.shadow.facing[u] for u in stack if (self.shadow.arm(u) == "artillery") == guns
                } - {-1}
                self.need(len(faces) <= 1, "JDG-6.1.1-b", stack, "face differently", faces)
            if march.zones and not march.steps and march.facing >= 0:
                turn = (self.shadow.facing[unit] - march.facing) % 6
                free = unit in self.left_squares
                self.need(turn in (0, 1, 5) or free, "JDG-6.2.2-i", unit, "turns by", turn, "in a zone")

    left_squares: set[str]
    """Units that have left their square in this activation."""

    # Reinforcements (5.2).

    def _on_due(self, event: Happening) -> None:
        """Check who is due (JDG-5.2.1-a, -c; chance and conditions of the scenario)."""
        for arrival in self.ground.package.arrivals:
            if not set(arrival.pieces) & set(event.pieces):
                continue
            self.tried.setdefault(arrival.id, self.turn)
            on_time = arrival.turn is None or arrival.turn <= self.turn
            self.need(on_time, "JDG-5.2-a", arrival.id, "is due on turn", self.turn)

    def _on_enter(self, event: Happening) -> None:
        """Check an entry (JDG-5.2-a, 5.2.1-e, -j to -l, 5.2.2-a to -e)."""
        ground, shadow = self.ground, self.shadow
        hex_index = event.numbers[0]
        self.close_march()
        word = self.answer[1].split()[0].replace("-stack", "")
        units = [p for p in event.pieces if p in ground.units]
        group = next((a for a in ground.package.arrivals if set(event.pieces) & set(a.pieces)), None)
        if not self.need(group is not None, "JDG-5.2-a", event.pieces, "enter though nobody is due"):
            return
        assert group is not None
        self.need(group.turn is None or group.turn <= self.turn, "JDG-5.2-a", group.id, "comes too early")
        self.need(hex_index in group.hexes, "JDG-5.2.2-a", event.pieces, "enters at", self.text(hex_index))
        if not units:
            return
        number = event.numbers[1]
        commands = ground.package.activation[self.marker].commands
        self.need(ground.units[units[0]].command in commands, "JDG-5.2-a", units, "enter with", commands)
        self.stacks_in += 1
        self.need(number == self.stacks_in, "JDG-5.2.2-e", units, "is stack", number, "not", self.stacks_in)
        side = shadow.side(units[0])
        enemies = any(shadow.side(u) != side for u in shadow.at(hex_index))
        self.need(not enemies, "AMB-39", units, "enters among enemies")
        near = bool(self.enemy_within(units[0], hex_index)) and group.id not in self.free_entry["near_enemy"]
        near = near or any(
            rule in self.rules and ground.units[units[0]].command in names
            for rule, names in AS_IF_NEAR.items()
        )
        march = March(event.pieces, hex_index, entered=word, near=near or word == "enter-normally", steps=1)
        if word == "enter" and not near:
            self.standing.renfort |= set(units)
            free = group.id in self.free_entry["through_friends"]
            self.need(free or not shadow.at(hex_index), "JDG-5.2.2-d", units, "enters by force among friends")
        elif word == "enter":
            self.standing.near |= set(units)
        else:
            self.standing.full |= set(units)
        entry = next((e for e in ground.package.entry_hexes if e.hex == hex_index), None)
        if entry is None:
            return
        cost = max(entry.cost[ground.units[u].movement_class] for u in units)
        self.need(cost >= 0, "JDG-4.3.2-a", units, "enters closed ground")
        march.spent = number * cost
        controlling = [u for u in shadow.enemies_around(hex_index, side) if shadow.controls(u, hex_index)]
        if controlling:
            march.stopped = "it has entered a zone"
        budget = min(self.allowance(u, march) for u in units) * ground.package.movement.denominator
        self.need(march.spent <= budget, "JDG-5.2.2-c", units, "enters for", march.spent, "of", budget)
        self.march = march

    def lose_renfort(self, event: Happening) -> None:
        """Check why units cease to be reinforcements (JDG-5.2.1-f, -g)."""
        for unit in event.pieces:
            here = self.shadow.here(unit)
            wish = self.answer[0] == "renfort"
            own = self.march is not None and self.side_of(self.march.pieces[0]) == self.side_of(unit)
            near = here < 0 or bool(
                self.enemy_within(unit, here, BAN if own else BAN + 1)
            )  # an enemy is on his way
            passed = self.march is not None and unit in self.march.pieces
            self.need(wish or near or passed, "JDG-5.2.1-f", unit, "is no reinforcement any more")
            self.standing.renfort.discard(unit)

    def cup_of_arrivals(self, inside: set[str], chosen: str) -> None:
        """Check the markers of formations that are still to come (JDG-5.2.1-a to -c, AMB-38)."""
        package = self.ground.package
        for command in package.commands:
            own = [m for m in package.activation if m.code == "O" and m.commands == (command.id,)]
            units = [u.id for u in package.units if u.command == command.id]
            if not own or any(self.shadow.here(u) >= 0 for u in units):
                continue
            groups = [a for a in package.arrivals if any(u in a.pieces and self.waits(u) for u in units)]
            due = [a for a in groups if self._is_due(a)]
            found = {m.id for m in own if m.id in inside}
            if not due:
                self.need(not found, "JDG-5.2-a", command.id, "has in the cup", found, "with nobody due")
                continue
            first = max(own, key=lambda m: m.rating or 0).rating
            again = min(self.tried.setdefault(a.id, self.turn) for a in due) < self.turn
            best, every = {m.id for m in own if m.rating == first}, {m.id for m in own}
            used = {package.activation[m].id for m in self.earlier} & every
            if (again and used) or command.id in self.demoralised:  # the rules do not say which goes in then
                self.need(found | {chosen} & every, "JDG-5.2.2-c", command.id, "has no marker in the cup")
                continue
            good = found | ({chosen} & every) == every if again else len(found | {chosen} & best) == 1
            good = good and (again or found <= best)
            statement = "JDG-5.2.1-c" if again else "JDG-5.2.1-b"
            self.need(
                good, statement, command.id, "has in the cup", found, "again" if again else "first", best
            )

    def waits(self, unit: str) -> bool:
        """Return whether a unit is still to enter."""
        return self.shadow.place[unit] == "off map"

    def _is_due(self, arrival: Any) -> bool:
        if arrival.turn is not None and arrival.turn > self.turn:
            return False
        if arrival.chance is not None:
            return arrival.id in self.come
        return arrival.required is None or arrival.id in self.tried or self.is_true(arrival.required)

    def is_true(self, when: Any) -> bool:
        """Return whether a condition of the scenario is true."""
        raise NotImplementedError

    def rolled(self) -> None:
        """Take note of rolls that decide whether a group comes, in the order of the groups."""
        open_groups = [
            a
            for a in self.ground.package.arrivals
            if a.chance is not None
            and a.id not in self.come
            and a.id not in self.asked
            and (a.turn is None or a.turn <= self.turn)
            and (a.until is None or self.turn <= a.until)
        ]
        if self.need(open_groups, "JDG-5.2-a", "a roll for reinforcements of whom none is due"):
            group = open_groups[0]
            self.asked.add(group.id)
            if self.roll in group.chance.faces:
                self.come.add(group.id)

    asked: set[str]

    def is_late(self, arrival: Any) -> bool:
        """Return whether a group comes no more, since its rolls have failed."""
        if arrival.chance is None or arrival.until is None or arrival.id in self.come:
            return False
        return self.turn > arrival.until or (self.turn == arrival.until and arrival.id in self.asked)


__all__ = ["Lost", "March", "Marches"]
