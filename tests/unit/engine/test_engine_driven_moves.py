"""Charges, retreats, withdrawals and routs: the engine, and `jdg query`, among random enemies on an open field."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from jdgtools.derived import DerivedBattle
from jdgtools.derived.movers import MoveRefused
from jdgtools.engine.core.nodes import ChanceNode
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.words import ROUTED
from tests.small_battles import ends, mover
from tests.small_battles import field as small_field
from tests.unit.engine.field import Field

HERE = "1515"
ENEMIES = (("au-33", "br-5"), ("au-39", "br-38"), ("au-gren", "br-40"), ("au-art", "br-9pdr-a"))
"""Unit of the small field, and its like on the engine's."""
LEVELS = ("", "disordered", "routed")
GRID = small_field("").map_rules.map.grid


class Position:
    """A French unit in the middle, and enemies around it, on both fields."""

    def __init__(
        self,
        seed: int,
        start: str,
        units: tuple[str, str],
        level: int,
        before: bool,
        friends: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Put up to three enemies at random; with `before` one of them stands in front, in order.

        Friends are routed, and near.
        """
        random = Random(seed)
        self.field, self.units = Field(), units
        self.hexes = {start: HERE}
        """Hex of the small field -> that of the engine's."""
        queue = [start]
        for name in queue:
            for direction in range(6):
                near = GRID.neighbour(GRID.index(name), direction)
                if near is not None and GRID.id(near) not in self.hexes:
                    self.hexes[GRID.id(near)] = self.field.beside(self.hexes[name], direction)
                    queue.append(GRID.id(near))
        words = f"{units[0]} {start} {'-' if level == ROUTED else 0} {LEVELS[level]}"
        self.field.put(units[1], HERE, 0, level=level, cohesion=9, movement=8)
        taken = {start}
        ahead = GRID.id(GRID.neighbour(GRID.index(start), 0)) if before else ""
        for number, (name, like) in enumerate(ENEMIES[: random.randint(1, 4)]):
            place = (
                ahead if before and not number else random.choice([h for h in queue[:60] if h not in taken])
            )
            taken.add(place)
            facing = 3 if before and not number else random.randrange(6)
            state = 0 if before and not number else random.choice((0, 0, 0, 1, 2))
            words += f", {name} {place} {'-' if state == ROUTED else facing} {LEVELS[state]}"
            self.field.put(like, self.hexes[place], facing, level=state)
        for name, like in friends:
            place = random.choice([h for h in queue[1:19] if h not in taken])
            taken.add(place)
            words += f", {name} {place} - routed"
            self.field.put(like, self.hexes[place], level=ROUTED)
        self.words = words
        self.derived: DerivedBattle = small_field(words)

    def query(self, kind: str, **question: object) -> set[str]:
        """Return where the query lets the move end, on the engine's field; a unit that is routed goes on."""
        try:
            found = ends(self.derived, self.units[0], kind=kind, **question)
        except MoveRefused:
            return set()
        routed = "level" in (question.get("state") or {})  # type: ignore[operator]
        return {
            self.hexes[name]
            for name, reached in found.items()
            if reached.path and (routed or reached.path[-1].pose.state.get("level") != "routed")
        }

    def engine(self, routed: bool = False) -> set[str]:
        """Return where the engine's move can end: every choice is tried, checks pass."""
        field, unit = self.field, self.field.unit(self.units[1])
        return {
            field.t.hex_ids[s.place[unit]]
            for s in self._ends(field.s, unit, routed)
            if s.place[unit] >= 0
            and (routed or s.level[unit] < ROUTED)
            and field.t.hex_ids[s.place[unit]] != HERE
        }

    def _ends(self, state: GameState, unit: int, routed: bool) -> Iterator[GameState]:
        game = self.field.game
        moves = ("retreat", "withdraw", "rout", "separate")
        if (
            state.place[unit] < 0
            or (state.level[unit] == ROUTED) > routed
            or state.frames[-1][0] not in moves
        ):
            yield state
            return
        count = 1 if isinstance(state.node, ChanceNode) else len(game.legal(state))
        for place in range(count):
            copy = state.clone()
            carry = game.outcome if isinstance(state.node, ChanceNode) else game.apply
            carry(copy, place)
            yield from self._ends(copy, unit, routed)


@pytest.mark.parametrize("seed", range(40))
def test_retreats_and_withdrawals(seed: int) -> None:
    """JDG-10.3.1-b, -e, AMB-82; JDG-8.8.1-c, -l to -n, AMB-66."""
    level = seed % 2
    position = Position(seed, "0404", ("fr-1ch", "fr-1ch"), level, before=True)
    field = position.field
    unit, attacker = field.unit("fr-1ch"), field.unit("br-5")
    begun = field.s.clone()
    field.begin(("retreat", unit, field.hex(HERE), 1, (attacker,), (), 0))
    assert position.engine() == position.query("retreat", attackers=("au-33",)), position.words
    reached: set[str] = set()
    for length in (1, 2):
        field.s = begun.clone()
        field.begin(("declare", 0), ("combats", 0))
        field.play(f"attack {field.beside(HERE, 0)} {HERE}")
        while not any(text.startswith("withdraw") for text in field.actions()) and field.actions() != [
            "done"
        ]:
            field.play("done" if "done" in field.actions() else field.actions()[0])
        if f"withdraw fr-1ch {length}" in field.actions():
            field.play(f"withdraw fr-1ch {length}")
            reached |= position.engine()
    assert reached == position.query("withdrawal", attackers=("au-33",)), position.words


@pytest.mark.parametrize("seed", range(40))
def test_retreats_among_others_in_rout(seed: int) -> None:
    """JDG-5.1.2-g, JDG-10.5-a, -c: a routed unit ends beside another only where there is no other way."""
    friends = (("fr-30", "fr-82"), ("fr-13l", "fr-58"))[: 1 + seed % 2]
    position = Position(seed, "0404", ("fr-17", "fr-32"), ROUTED, True, friends)
    field, unit = position.field, position.field.unit("fr-32")
    field.begin(("retreat", unit, field.hex(HERE), 2, (field.unit("br-5"),), (), 1))
    found = position.query("retreat", attackers=("au-33",), state={"level": "routed"})
    assert position.engine(routed=True) == found, position.words


@pytest.mark.parametrize("seed", range(40))
def test_charges(seed: int) -> None:
    """JDG-9.1-a, -e to -g, JDG-6.2.2-k to -m: where a charge ends."""
    position = Position(seed, "0405", ("fr-1ch", "fr-1ch"), 0, before=False)
    field = position.field
    field.t.movement[field.unit("fr-1ch")] = (8, 8)
    try:
        points = mover(position.derived, "fr-1ch", kind="charge").budget.points
        field.t.movement[field.unit("fr-1ch")] = (2 * points, 2 * points)
    except MoveRefused:
        pass
    field.begin(("segment", 1))
    reached: set[str] = set()
    if "unit fr-1ch" in field.actions():
        field.play("unit fr-1ch")
        begun = field.s.clone()
        for text in [text for text in field.actions() if text.startswith("charge ")]:
            field.s = begun.clone()
            field.play(text)
            goes = {text.split()[1] for text in field.actions() if text.startswith("go ")}
            reached |= goes or {field.at("fr-1ch")}
    assert reached == position.query("charge"), position.words


@pytest.mark.parametrize("seed", range(40))
def test_routs(seed: int) -> None:
    """JDG-10.4-d, -e, -j, -n, -o, AMB-85, AMB-86: to the north on both fields."""
    position = Position(seed, "0408", ("fr-17", "fr-32"), ROUTED, before=False)
    field, unit = position.field, position.field.unit("fr-32")
    state = {"level": "routed"}
    points = mover(position.derived, "fr-17", kind="rout", state=state).budget.points
    field.t.movement[unit] = (points, points)
    field.t.rout_edge = ("N", "N")
    edge = frozenset(h for h in range(field.t.size) if field.t.neighbours[6 * h] < 0)
    field.t.edge_hexes = (edge, edge)
    field.begin(field.game.rout_frame(field.s, unit))
    assert position.engine(routed=True) == position.query("rout", state=state), position.words
