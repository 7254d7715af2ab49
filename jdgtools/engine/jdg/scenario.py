"""A scenario of Jours de Gloire in play: its tables, special rules, and what all procedures share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jdgtools.engine.core.nodes import Action, DecisionNode, Node
from jdgtools.engine.core.state import ELIMINATED, Frame, GameState
from jdgtools.engine.jdg.predicates import DENSE
from jdgtools.engine.jdg.reach import Company, Walk
from jdgtools.engine.jdg.special import Special
from jdgtools.engine.jdg.tables import Tables
from jdgtools.engine.jdg.ways import NOWHERE, Ways
from jdgtools.engine.jdg.words import (
    ACCOMPANIES,
    ACTIVE,
    ARRIVALS,
    ARTILLERY,
    DEMORALISED,
    DISPLACE,
    INITIATIVE,
    ORDERS,
    RENFORT,
    STAY,
    TO_DISPLACE,
    TOP,
    WITHOUT,
)
from jdgtools.engine.jdg.zones import (
    ALL_DIRECTIONS,
    enemies_in,
    enemy_adjacent,
    front_hexes,
    has_orders,
    stack_fits,
    threats_to,
    within,
)
from jdgtools.package import Package


class ScenarioInPlay:
    """Tables and special rules of a package, and what many rules do alike: enter, escort, displace.

    Procedures get it as `g`. It is made once; what it remembers follows from the package alone, so that all
    positions of a game, and of games beside it, share it.
    """

    def __init__(self, package: Package, ignore: Sequence[str] = ()) -> None:
        """Make the tables of a package; `ignore` names special rules that a person leaves out.

        Raises:
            EngineRefused: the package has something that the engine does not play.
        """
        self.t = Tables(package, ignore)
        self.special = Special(self.t)
        if test := DENSE.get(self.t.options["dense_target"]):
            self.t.charts["TBL-FIRE-DRM"].tests["dense_target"] = test
        self.arrivals = package.arrivals
        self.arrival_pieces = [
            tuple(self.t.piece_of[name] for name in arrival.pieces if name in self.t.piece_of)
            for arrival in package.arrivals
        ]
        reach = self.t.distances["entry_exclusion"]
        self.entry_hexes = [
            frozenset().union(*(self.t.disc(entry, reach) for entry in arrival.hexes))
            for arrival in package.arrivals
        ]
        """Group of reinforcements -> its entry hexes and those next to them."""
        if self.t.options["entry_exclusion_zoc"]:
            self.t.protected_hexes = self.entry_zone
        self._last_legs: dict[int, tuple[Any, Ways]] = {}
        """Kind of movement -> the last question about legs, and its answer."""
        self.entry_cost = {entry.hex: entry.cost for entry in package.entry_hexes}

    def enter(self, s: GameState, unit: int, hex_index: int) -> None:
        """Move a unit into a hex: its place in the stack, who holds the hex, commanders next to it.

        It goes to the bottom, artillery to the top but below artillery that was there (JDG-5.1.2-b, -c,
        AMB-34). Enemy reinforcements to whom it comes near are none any more, however it moves
        (JDG-5.2.1-f); who comes near himself is so at the end of his move (AMB-36).
        """
        t = self.t
        s.take(unit)
        if t.arm[unit] == ARTILLERY:
            stack = s.stacks[hex_index]
            guns = tuple(other for other in stack if t.arm[other] == ARTILLERY)
            s.place[unit] = hex_index
            s.stacks[hex_index] = (*guns, unit, *(other for other in stack if other not in guns))
        else:
            s.put(unit, hex_index)
        s.holder[hex_index] = t.side[unit]
        for leader in t.leaders:
            at = s.place[leader]
            if at >= 0 and t.side[leader] != t.side[unit] and t.distance(at, hex_index) <= 1:
                s.memory[TO_DISPLACE] = (*s.memory[TO_DISPLACE], (leader, unit))
        flags = s.flags
        for other in t.of_side[1 - t.side[unit]]:
            if flags[other] & RENFORT and within(
                t, s, hex_index, (other,), t.distances["reinforcement_ends"]
            ):
                self._end_status(s, other)

    def commanders_in(self, s: GameState, hex_index: int, side: int) -> tuple[int, ...]:
        """Return the commanders of a side in a hex."""
        t = self.t
        return tuple(p for p in t.leaders if s.place[p] == hex_index and t.side[p] == side)

    def gather_commanders(self, s: GameState, unit: int) -> None:
        """Bind the commanders in the hex of a unit to it: it begins to fall back, retreat or rout.

        Where several units stand with a commander he goes with the first of them that gives way.
        Rules: JDG-2.5.2-d, -f.
        """
        for leader in self.t.leaders:
            if self.t.side[leader] == self.t.side[unit]:
                with_unit = s.place[leader] == s.place[unit]
                s.flags[leader] = s.flags[leader] & ~ACCOMPANIES | (ACCOMPANIES if with_unit else 0)

    def lead_along(self, s: GameState, unit: int, origin: int, target: int) -> None:
        """Take the commanders who are bound to a unit along, to a hex or to a place off the map."""
        t = self.t
        for leader in t.leaders:
            if s.flags[leader] & ACCOMPANIES and t.side[leader] == t.side[unit] and s.place[leader] == origin:
                s.place[leader] = target
                if target < 0:
                    s.note("commander-lost", (leader,), (origin,), "JDG-2.5.2-f")
                else:
                    s.note("accompany", (leader, unit), (origin, target), "JDG-2.5.2-d")

    def needs_check(self, s: GameState, unit: int) -> bool:
        """Return whether a unit starts a shock or charge only after a shock check (JDG-8.3.1-c)."""
        return not has_orders(s, unit)

    def front_hexes(self, s: GameState, unit: int) -> tuple[int, ...]:
        """Return the front hexes of a unit."""
        return front_hexes(self.t, s, unit)

    def release_commanders(self, s: GameState, hex_index: int, side: int) -> None:
        """Displace commanders whose last unit is eliminated while an enemy is adjacent (AMB-13).

        Without `cinc_survives_unit_elimination` they are eliminated with it.
        """
        if hex_index < 0 or s.stacks[hex_index]:
            return
        for leader in self.commanders_in(s, hex_index, side):
            if not self.t.options["cinc_survives_unit_elimination"]:
                s.place[leader] = ELIMINATED
                s.note("commander-lost", (leader,), (hex_index,), "JDG-2.5.2-d")
            elif enemy_adjacent(self.t, s, hex_index, side):
                s.memory[TO_DISPLACE] = (*s.memory[TO_DISPLACE], (leader, -1))

    def rout_frame(self, s: GameState, unit: int) -> Frame:
        """Return the frame of a rout move that begins now."""
        start_zone = threats_to(self.t, s, self.t.side[unit]).zone.get(s.place[unit], ())
        return ("rout", unit, 0, 0, start_zone, ())

    def walk(self, s: GameState, unit: int, kind: int, enemies_at_start: tuple[int, ...]) -> Walk:
        """Return a unit on the move."""
        is_demoralised = self.t.command[unit] in s.memory[DEMORALISED]
        walk = Walk(self.t, s, self.special, unit, kind, enemies_at_start, is_demoralised)
        walk.entry_zone = self.entry_zone(s, self.t.side[unit])
        return walk

    def company_walk(
        self, s: GameState, units: tuple[int, ...], kind: int, enemies_at_start: tuple[int, ...]
    ) -> Walk:
        """Return units of one hex on the move together (JDG-4.4.1-c, AMB-29)."""
        walks = [self.walk(s, unit, kind, enemies_at_start) for unit in units]
        return walks[0] if len(walks) == 1 else Company(walks)

    def legs(
        self,
        s: GameState,
        units: tuple[int, ...],
        kind: int,
        enemies_at_start: tuple[int, ...],
        points: int,
        cost: int,
        first: bool,
    ) -> Ways:
        """Return every hex in which units of one hex may stop together, with the cheapest way there.

        What a decision offers is asked again when one of its hexes is chosen: the last answer of each kind of
        movement is remembered, for the very same position.
        """
        if cost + self.t.least_cost > points:
            return NOWHERE
        stacks = list(
            map(s.stacks.__getitem__, s.place)
        )  # a piece off the map names any hex, always the same
        position = (s.turn, s.place[:], s.level[:], s.facing[:], s.flags[:], stacks, s.memory[:])
        key = (units, enemies_at_start, points, cost, first, position)
        last_legs = self._last_legs.get(kind)
        if last_legs is None or last_legs[0] != key:
            legs = self.company_walk(s, units, kind, enemies_at_start).legs(points, cost, first)
            last_legs = self._last_legs[kind] = (key, legs)
        return last_legs[1]

    def entry_closed(self, s: GameState, unit: int, hex_index: int) -> bool:
        """Return whether a hex is kept free for enemy reinforcements (JDG-5.2.3-a, AMB-41)."""
        return hex_index in self.entry_zone(s, self.t.side[unit])

    def entry_zone(self, s: GameState, side: int) -> frozenset[int]:
        """Return the hexes that a side keeps free: entry hexes of the enemy, as long as somebody is due.

        By `entry_exclusion_scope` all of them stay closed until nobody of that side is due any more (AMB-41).
        """
        t = self.t
        hexes: frozenset[int] = frozenset()
        if t.options["entry_exclusion_scope"] == "side":
            theirs = [
                k for k, pieces in enumerate(self.arrival_pieces) if pieces and t.side[pieces[0]] != side
            ]
            if any(s.memory[ARRIVALS][place] <= 1 for place in theirs):
                hexes = hexes.union(*(self.entry_hexes[place] for place in theirs))
            return hexes
        for place, pieces in enumerate(self.arrival_pieces):
            if s.memory[ARRIVALS][place] <= 1 and pieces and t.side[pieces[0]] != side:
                hexes |= self.entry_hexes[place]
        return hexes

    def end_reinforcements(self, s: GameState) -> None:
        """Take the status from all reinforcements near an enemy unit (JDG-5.2.1-f, -h)."""
        for unit in self.t.units:
            if s.flags[unit] & RENFORT and s.place[unit] >= 0:
                self.end_reinforcement(s, unit)

    def end_reinforcement(self, s: GameState, unit: int) -> bool:
        """Take the status from a reinforcement if it is near an enemy unit; return whether it is.

        It is without orders at once, or without `renfort_loss_immediate` after the activation in which
        it loses it: until then it acts as with orders (JDG-5.2.1-f, -h, AMB-37).
        """
        t = self.t
        enemies = t.of_side[1 - t.side[unit]]
        is_near = within(t, s, s.place[unit], enemies, t.distances["reinforcement_ends"])
        if is_near:
            self._end_status(s, unit)
        return is_near

    def _end_status(self, s: GameState, unit: int) -> None:
        s.flags[unit] = s.flags[unit] & ~(RENFORT | ORDERS) | WITHOUT
        if not self.t.options["renfort_loss_immediate"] and s.flags[unit] & ACTIVE:
            s.flags[unit] |= INITIATIVE
        s.note("renfort-ends", (unit,), (), "JDG-5.2.1-f", "JDG-5.2.1-h")

    def set_up(self, s: GameState, piece: int, hex_index: int) -> None:
        """Place a piece at the start: setup counts as holding the hex."""
        if piece in self.t.leaders:
            s.place[piece] = hex_index
        else:
            s.put(piece, hex_index)
            s.holder[hex_index] = self.t.side[piece]

    def setup_fits(self, s: GameState, piece: int, hex_index: int) -> bool:
        """Return whether a piece may be placed in a hex at the start."""
        stack = s.stacks[hex_index]
        if piece in self.t.leaders or not stack:
            return True
        return self.t.side[stack[0]] == self.t.side[piece] and stack_fits(self.t, s, (*stack, piece))

    def edge_distance(self, s: GameState, unit: int) -> int:
        """Return how many hexes a unit is from the edge to which it routs (AMB-111)."""
        t = self.t
        hexes = t.edge_hexes[t.side[unit]]
        return min((t.distance(s.place[unit], h) for h in hexes), default=0)


def displacement_hexes(g: ScenarioInPlay, s: GameState, leader: int, cause: int) -> list[int]:
    """Return the hexes one or two steps away to which a commander may be displaced (AMB-12)."""
    t = g.t
    side, start = t.side[leader], s.place[leader]
    hexes: set[int] = set()
    edge = {start}
    for _ in range(2):
        ahead = set()
        for here in edge:
            for direction in ALL_DIRECTIONS:
                target = t.neighbours[6 * here + direction]
                if target < 0 or t.cost[t.cls[leader]][0][6 * here + direction] < 0:
                    continue
                if target != start and target not in hexes and not enemies_in(t, s, target, side):
                    ahead.add(target)
        hexes |= ahead
        edge = ahead
    if cause >= 0 and s.place[cause] >= 0:
        away = {h for h in hexes if t.distance(h, s.place[cause]) > 1}
        return sorted(away or hexes)
    return sorted(hexes)


def displace(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Displace a commander next to whom an enemy unit has come (JDG-2.5.2-a to -c, -g).

    Where there is no hex he is eliminated, or stays without `cinc_eliminated_if_no_hex` (AMB-12).

    Frame: leader, unit.
    """
    _, leader, cause = f
    t = g.t
    here = s.place[leader]
    company = here >= 0 and any(t.side[unit] == t.side[leader] for unit in s.stacks[here])
    near = here >= 0 and bool(
        enemy_adjacent(t, s, here, t.side[leader]) or enemies_in(t, s, here, t.side[leader])
    )
    if here < 0 or not near:
        s.pop()
        return None
    hexes = displacement_hexes(g, s, leader, cause)
    if s.answer is None:
        actions: list[Action] = [(DISPLACE, target) for target in hexes]
        if company:
            actions.append((STAY,))
        if actions:
            return DecisionNode(t.side[leader], "displacement", tuple(sorted(actions)))
        s.pop()
        if t.options["cinc_eliminated_if_no_hex"]:
            s.place[leader] = ELIMINATED
            s.note("commander-lost", (leader,), (here,), "JDG-2.5.2-g")
        return None
    answer = s.take_answer()
    s.pop()
    if answer[0] == DISPLACE:
        s.place[leader] = answer[1]
        s.note("displace", (leader,), (here, answer[1]), "JDG-2.5.2-a", "JDG-2.5.2-b")
    return None


def put_gun_on_top(g: ScenarioInPlay, s: GameState, unit: int) -> None:
    """Let the owner choose which of several artillery units is on top when one of them has come.

    Only by `artillery_top`: the ruling leaves the one on top that came first (JDG-5.1.2-c, AMB-34).
    """
    t = g.t
    if t.options["artillery_top"] != "owner_choice" or unit not in t.units or t.arm[unit] != ARTILLERY:
        return
    if s.place[unit] >= 0 and sum(t.arm[other] == ARTILLERY for other in s.stacks[s.place[unit]]) > 1:
        s.push(("gun-on-top", unit))


def gun_on_top(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the owner name the artillery on top of a stack (JDG-5.1.2-c, AMB-34). Frame: unit that came."""
    _, unit = f
    t = g.t
    stack = s.stacks[s.place[unit]] if s.place[unit] >= 0 else ()
    guns = tuple(other for other in stack if t.arm[other] == ARTILLERY)
    if len(guns) < 2:
        s.pop()
        return None
    if s.answer is None:
        return DecisionNode(t.side[unit], "artillery on top", tuple(sorted((TOP, gun) for gun in guns)))
    top = s.take_answer()[1]
    s.pop()
    s.stacks[s.place[unit]] = (top, *(other for other in stack if other != top))
    s.note("top", (top,), (s.place[unit],), "JDG-5.1.2-c")
    return None


PROCEDURES = {"displace": displace, "gun-on-top": gun_on_top}
