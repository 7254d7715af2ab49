"""Other units of a setup, as a moving piece of Au fil de l'épée meets them (AFE-5.1, -5.2, -8.2, -8.3)."""

from __future__ import annotations

from functools import cached_property

from jdgtools.derived.movers import MovingPiece, StandingUnit
from jdgtools.model.pieces import Unit
from jdgtools.model.stack_rules import StackRules
from jdgtools.series.afe.checks.common import StackMember, StackRule
from jdgtools.series.afe.movement import RULES as MOVEMENT
from jdgtools.series.afe.roles import CINC, SOVEREIGN
from jdgtools.series.afe.states import posture_in


class Neighbours:
    """The other units around one move of a unit or leader."""

    def __init__(self, piece: MovingPiece) -> None:
        """Look at the units of the setup."""
        self.piece = piece
        self.grid = piece.map_rules.map.grid

    @cached_property
    def holders(self) -> dict[int, str]:
        """Hexes of enemy units -> the unit; nobody enters them (AMB-28)."""
        return {h: enemy.unit.id for enemy in self.piece.enemies for h in enemy.hexes}

    @cached_property
    def enemy_front(self) -> frozenset[int]:
        """Hexes in front of an enemy unit; routed ones have no front (AFE-3-g, AMB-80)."""
        hexes: set[int] = set()
        for enemy in self.piece.enemies:
            facing = enemy.placement.facing
            if facing is not None and enemy.state("organisation") != "routed":
                for h in enemy.hexes:
                    hexes.update(MOVEMENT.front(self.grid, h, facing, enemy.unit.arm == "artillery"))
        return frozenset(hexes)

    @cached_property
    def near_enemy(self) -> frozenset[int]:
        """Hexes adjacent to an enemy unit, routed ones too (AMB-80)."""
        return frozenset(n for h in self.holders for n in self.grid.neighbours(h))

    @cached_property
    def friends(self) -> dict[int, tuple[StandingUnit, ...]]:
        """Hexes with friendly units."""
        by_hex: dict[int, tuple[StandingUnit, ...]] = {}
        for friend in self.piece.friends:
            for h in friend.hexes:
                by_hex[h] = (*by_hex.get(h, ()), friend)
        return by_hex

    @cached_property
    def no_stack(self) -> dict[int, str]:
        """Hexes with friends where the unit may not end its move, and why (5.1, 5.2.1, 5.2.2).

        A special rule on stacks stands in for what the series allows.
        """
        unit, reasons = self.piece.unit, {}
        if unit is None:
            return {}
        rule, rules = StackRule.of(self.piece.scenario), StackRules.of(self.piece.scenario)
        mine = self._member(unit, str(self.piece.state.get("posture", "as_printed")))
        for h, friends in self.friends.items():
            others = [self._member(f.unit, f.state("posture") or "as_printed") for f in friends]
            members = (mine, *others)
            ruling = rules.ruling(h, [m.unit for m in members])
            if ruling is not None:
                if not ruling.allows:
                    reasons[h] = f"may not end there: {ruling.why} (AFE-5.2.2-a)"
                continue
            guns = [m for m in members if m.posture == "artillery"]
            foot = [m for m in members if m.posture == "foot"]
            if (len(guns), len(foot), len(members)) == (1, 1, 2):
                continue  # one gun with infantry (AFE-5.2.1-a)
            if not rule.codes:
                reasons[h] = f"held by `{others[0].id}`: one combat unit in a hex (AFE-5.1-a)"
            elif problems := rule.problems(members):
                reasons[h] = f"the scenario allows no such stack: {', '.join(problems)} (AFE-5.2.2-a)"
        return reasons

    def facing_in(self, hex_index: int) -> int | None:
        """Return the facing that a unit takes which joins a stack (AFE-5.2.3-a); None = it keeps its own."""
        for friend in self.friends.get(hex_index, ()):
            if friend.placement.facing is not None and friend.state("organisation") != "routed":
                return friend.placement.facing
        return None

    def hosts(self, hex_index: int) -> bool:
        """Return whether a leader may end his move there (AFE-5.1-e to -g, AFE-7.1-b, AFE-7.1-c)."""
        leader = self.piece.leader
        friends = self.friends.get(hex_index, ())
        if leader is None or leader.role in (CINC, SOVEREIGN):
            return bool(friends)
        return any(friend.unit.command == self.banner for friend in friends)

    @cached_property
    def banner(self) -> str | None:
        """The banner of the moving piece."""
        leader = self.piece.leader
        if leader is None:
            return None if self.piece.unit is None else self.piece.unit.command
        commands = self.piece.battle.commands
        return leader.command or next((c.id for c in commands if c.leader == leader.id), None)

    @cached_property
    def lord(self) -> int | None:
        """Hex of the leader whose coat of arms the unit bears; None = he is not on the map."""
        scenario, battle = self.piece.scenario, self.piece.battle
        command = battle.command(self.banner)
        leads = [command.leader] if command is not None and command.leader else []
        leads += [leader.id for leader in battle.leaders if leader.command == self.banner]
        for placement in () if scenario is None else scenario.on_map():
            if placement.kind == "leader" and placement.piece in leads:
                return placement.hexes[0]
        return None

    def _member(self, unit: Unit, state: str) -> StackMember:
        kind = self.piece.battle.series.unit_type(unit.type) if unit.type else None
        return StackMember(unit, (), kind.code if kind is not None else "", posture_in(unit, state))
