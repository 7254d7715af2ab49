"""Everything derived of a battle, or of one of its scenarios, each part computed when it is asked for.

No file says these things: they follow from the map, the charts and the hooks of the series (`rules`).
`derive` joins the three to a `DerivedBattle`, of which checks, module, package, booklet and page ask costs of
steps, sight, zones of control, and how far a piece can go.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.charts import ChartBook
from jdgtools.derived.adjacency import neighbour_array
from jdgtools.derived.class_mover import ClassMover, table_of
from jdgtools.derived.los import sight_matrix
from jdgtools.derived.memo import get_or_make
from jdgtools.derived.movers import Mover, MoveRefused, MovingPiece
from jdgtools.derived.prohibited_moves import keep_prohibitions
from jdgtools.derived.protocols import ZocRules, zoc_rules
from jdgtools.derived.reach import ReachedHex, Search, path_to
from jdgtools.derived.steps import StepTable
from jdgtools.derived.unit_moves import unit_moves
from jdgtools.derived.unit_sight import sight_among
from jdgtools.derived.zones import Zone, setup_zones, zoc_masks
from jdgtools.model.battle import Battle
from jdgtools.model.effects import RuleEffect
from jdgtools.model.prohibitions import effects_in_force, prohibitions
from jdgtools.model.scenario import Scenario
from jdgtools.rules import LEADER_CLASSES, MapRules, Series, Sight

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class DerivedBattle(Struct, frozen=True, dict=True):
    """A battle, or one of its scenarios, with all that follows by the rules of its series."""

    battle: Battle
    series: Series
    map_rules: MapRules
    scenario: Scenario | None = None

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """The neighbours of every hex, as `neighbour_array` gives them."""
        return neighbour_array(self.map_rules.map)

    def steps(self, movement_class: str, near_enemy: bool = False) -> StepTable:
        """Return costs of all steps of a movement class.

        Raises:
            ValueError: unknown movement class.
        """
        return table_of(self.series.movement, self.map_rules, movement_class, near_enemy)

    @property
    def los(self) -> NDArray[np.bool_]:
        """Whether the column hex is seen from the row hex; terrain alone."""
        return sight_matrix(self.series.sight, self.map_rules)

    def los_within(self, reach: int) -> NDArray[np.bool_]:
        """Return whether the column hex is seen from the row hex, for hexes at most `reach` apart."""
        return sight_matrix(self.series.sight, self.map_rules, reach)

    def sight(self, origin: int, target: int) -> Sight:
        """Return whether a hex is seen from another, and why."""
        return self.series.sight.sight(self.map_rules, origin, target)

    def sight_among(self, origin: int, target: int, viewer: str | None = None) -> Sight:
        """Return as `sight`, past the units of the setup; see `unit_sight.sight_among`."""
        args = (self.series, self.map_rules, self.battle, self.scenario)
        return sight_among(*args, origin, target, viewer)

    @cached_property
    def zoc(self) -> ZocRules | None:
        """ZOC rules of the series; None if it has none."""
        return zoc_rules(self.series)

    def zoc_masks(self, movement_class: str) -> tuple[int, ...]:
        """Return what `zones.zoc_masks` does; all 0 if the series has no ZOC."""
        rules = self.zoc
        if rules is None:
            return (0,) * self.map_rules.map.grid.size
        return get_or_make(
            self.map_rules,
            rules,
            ("zones", movement_class),
            lambda: zoc_masks(rules, self.map_rules, movement_class),
        )

    @cached_property
    def zones(self) -> Mapping[str, tuple[Zone, ...]]:
        """Zones of control of the units set up in exact hexes; empty without a scenario or ZOC."""
        if self.zoc is None or self.scenario is None:
            return {}
        return setup_zones(self.zoc, self.map_rules, self.battle, self.scenario)

    def piece(
        self,
        piece_id: str,
        start: int | None = None,
        facing: int | None = None,
        state: Mapping[str, str] | None = None,
        turn: int | None = None,
        kind: str = "",
        movement_class: str = "",
        attackers: tuple[str, ...] = (),
        fled: tuple[int, ...] = (),
    ) -> MovingPiece:
        """Return a unit or leader as it would move among the others of the setup.

        Args:
            piece_id: its id.
            start: hex where it stands, of a two-hex unit that of its left half; None = that of the setup.
            facing: corner or hexside; None = that of the setup.
            state: values on axes of states that differ from the setup.
            turn: number of the turn; None = the first one of the scenario.
            kind: kind of move; see `UnitMoves.kinds`.
            movement_class: class by which it moves; '' = its own.
            attackers: ids of the units before which it retreats; () = those next to it.
            fled: hexes that a beaten unit has entered in its flight, in order.

        Raises:
            MoveRefused: it has no exact hex, or there is no such piece, kind of move or turn.
        """
        battle, scenario = self.battle, self.scenario
        if battle.unit(piece_id) is None and battle.leader(piece_id) is None:
            raise MoveRefused(f"there is no unit or leader `{piece_id}`", "name one of the order of battle")
        kinds = unit_moves(self.series).kinds
        if kind and kind not in kinds:
            kind_list = ", ".join(f"`{name}`" for name in kinds) or "none but the usual one"
            raise MoveRefused(
                f"the series knows no move `{kind}`", f"ask for another kind of move: {kind_list}"
            )
        placement = None if scenario is None else scenario.placement(piece_id)
        hexes = placement.hexes if placement is not None else ()
        if start is not None and start not in hexes:
            hexes = (start,)
        if not hexes:
            raise MoveRefused(f"`{piece_id}` has no exact hex in the setup", "give the HEX to start from")
        of_setup: Mapping[str, str] = {} if placement is None else placement.state
        if facing is None and placement is not None:
            facing = placement.facing
        number, flags = turn_of(scenario, turn)
        battle = battle_on_turn(battle, scenario, number)
        return MovingPiece(
            self.map_rules, battle, self.series, scenario, piece_id, hexes, facing,
            {**of_setup, **(state or {})}, flags, number, kind, attackers, movement_class, fled,
        )  # fmt: skip

    def mover(self, piece: MovingPiece) -> Mover:
        """Return how a piece moves in its state.

        Raises:
            MoveRefused: it cannot be asked so.
        """
        unit = piece.unit
        if unit is not None and not unit.arm:
            raise MoveRefused(f"the type of `{unit.id}` is not known", "give it one of the series first")
        mover = unit_moves(self.series).mover(piece)
        return keep_prohibitions(mover, self.map_rules.map.grid, piece.prohibitions)

    def class_mover(
        self, start: int, movement_class: str, facing: int | None = None, turn: int | None = None
    ) -> Mover:
        """Return how a movement class moves over a map without units.

        Args:
            start: hex index.
            movement_class: one of those of the series.
            facing: used only if the series moves by facing.
            turn: number of the turn whose special rules hold; None = those of every turn alone.

        Raises:
            ValueError: the start is no hex of the map, or the class is unknown.
        """
        grid, leader = self.map_rules.map.grid, movement_class in LEADER_CLASSES
        mover = ClassMover(self.series.movement, self.map_rules, start, movement_class, facing=facing)
        return keep_prohibitions(mover, grid, prohibitions(self.scenario, grid, None, turn, leader))

    def reach(
        self, start: int, budget: int, movement_class: str, unit_id: str | None = None,
        facing: int | None = None,
    ) -> dict[int, ReachedHex]:  # fmt: skip
        """Return hexes that can be reached; with a unit, in its state among the others of the setup.

        Raises:
            MoveRefused: the unit cannot be asked so.
            ValueError: the start is no hex of the map, or the class is unknown.
        """
        search = Search(self._mover(start, movement_class, unit_id, facing))
        search.run(budget)
        answers: dict[int, ReachedHex] = {}
        for answer in search.reached_hexes():
            if answer.hex not in answers or answer.cost < answers[answer.hex].cost:
                answers[answer.hex] = answer
        return answers

    def path(
        self, start: int, goal: int, movement_class: str, unit_id: str | None = None,
        facing: int | None = None,
    ) -> ReachedHex | None:  # fmt: skip
        """Return the cheapest path; None if there is none. Arguments and exceptions as in `reach`."""
        if goal not in self.map_rules.map.grid:
            raise ValueError("a path joins two hexes of the map")
        return path_to(self._mover(start, movement_class, unit_id, facing), goal)

    def _mover(self, start: int, movement_class: str, unit_id: str | None, facing: int | None) -> Mover:
        if unit_id is None:
            return self.class_mover(start, movement_class, facing)
        return self.mover(self.piece(unit_id, start, facing, movement_class=movement_class))


def turn_of(scenario: Scenario | None, number: int | None) -> tuple[int | None, frozenset[str]]:
    """Return the number and the flags of a turn, by default of the first one.

    Raises:
        MoveRefused: the scenario has no such turn.
    """
    turns = () if scenario is None else scenario.turns
    first = scenario.first_turn if scenario is not None else None
    sought = number if number is not None else first
    turn = next((t for t in turns if t.number == sought), None)
    if turn is None and number is not None:
        turn_range = f"one from {turns[0].number} to {turns[-1].number}" if turns else "none, leave it out"
        raise MoveRefused(f"the scenario has no turn {number}", f"name another turn: {turn_range}")
    if turn is None and turns:
        turn = turns[0]
    return (None, frozenset()) if turn is None else (turn.number, turn.flags)


def battle_on_turn(battle: Battle, scenario: Scenario | None, turn: int | None) -> Battle:
    """Return a battle with everybody on the side and in the command to which special rules have moved him."""
    changes = [effect for _, effect in effects_in_force(scenario, turn) if effect.kind == "change_side"]
    for change in sorted(changes, key=lambda effect: effect.low or 0):
        battle = _after_change(battle, change)
    return battle


def _after_change(battle: Battle, change: RuleEffect) -> Battle:
    """Return a battle in which units and leaders belong to another side.

    A command all whose units go over goes with them; a leader who leaves his command leads it no more.
    """
    unit_ids, side, joins = set(change.units), change.side, change.joins
    commands = []
    for command in battle.commands:
        units = [unit.id for unit in battle.units_of(command.id)]
        if command.id == change.command or (units and unit_ids.issuperset(units)):
            command = replace(command, side=side)
        elif command.leader in unit_ids and command.side != side:
            command = replace(command, leader=None)
        commands.append(command)
    return replace(
        battle,
        commands=tuple(commands),
        units=tuple(
            replace(u, side=side, command=joins or u.command) if u.id in unit_ids else u for u in battle.units
        ),
        leaders=tuple(
            replace(x, side=side, command=joins or x.command) if x.id in unit_ids else x
            for x in battle.leaders
        ),
    )


def derive(
    battle: Battle, series: Series, charts: ChartBook, scenario: Scenario | None = None
) -> DerivedBattle:
    """Return what follows from a battle, with the options and the changes of a scenario in force.

    Raises:
        ValueError: the battle has no usable map.
    """
    battle = battle.in_scenario(scenario)
    return DerivedBattle(battle, series, MapRules.of(battle, charts, scenario), scenario)
