"""Who stands where when a scenario starts, as the checks of every series ask for it.

A scenario lists placements; a check asks about units: which of them share a hex, where the leaders are, who
takes part at all. The view answers that once for all checks of a scenario. What a series knows besides,
such as levels of cohesion or zones of control, it adds in a view of its own (`series/*/checks/common.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from jdgtools.checks.base import CheckContext, Finding
from jdgtools.model.battle import Battle
from jdgtools.model.context import Subject
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.scenario import Arrival, Placement, Scenario
from jdgtools.model.stack_rules import StackRules

_KEY = "setup"
"""Where a context remembers its view."""
_STACK_RULES = "stack rules"
"""Where a context remembers the limits of stacks that special rules give."""


class PlacedUnit(Struct, frozen=True):
    """Combat unit that starts in one or more exact hexes."""

    unit: Unit
    placement: Placement

    @property
    def id(self) -> str:
        """Id of the unit."""
        return self.unit.id

    @property
    def arm(self) -> str:
        """Arm of the unit."""
        return self.unit.arm

    @property
    def hexes(self) -> tuple[int, ...]:
        """Left half and right half of a two-hex unit, else its hex."""
        return self.placement.hexes


class SetupView:
    """Setup of a scenario on the map; pieces in areas or boxes have no hex yet and are left out."""

    def __init__(self, ctx: CheckContext) -> None:
        """View the scenario of a context; a context without one has nobody on the map."""
        self.ctx = ctx

    @cached_property
    def units(self) -> tuple[PlacedUnit, ...]:
        """Units in exact hexes, in setup order."""
        return tuple(p for p in self.units_on_map if p.placement.hexes)

    @cached_property
    def leaders(self) -> tuple[tuple[Leader, int], ...]:
        """Leaders in exact hexes with their hex, in setup order."""
        return tuple((leader, p.hexes[0]) for leader, p in self.leaders_on_map if p.hexes)

    @cached_property
    def units_on_map(self) -> tuple[PlacedUnit, ...]:
        """Units in exact hexes and those that their player places within an area, in setup order."""
        placements = self.ctx.scenario.placements if self.ctx.scenario else ()
        return tuple(
            PlacedUnit(self.ctx.units[p.piece], p)
            for p in placements
            if p.kind == "unit" and p.possible_hexes and p.piece in self.ctx.units
        )

    @cached_property
    def leaders_on_map(self) -> tuple[tuple[Leader, Placement], ...]:
        """Leaders in exact hexes and those that their player places within an area, in setup order."""
        placements = self.ctx.scenario.placements if self.ctx.scenario else ()
        return tuple(
            (self.ctx.leaders[p.piece], p)
            for p in placements
            if p.kind == "leader" and p.possible_hexes and p.piece in self.ctx.leaders
        )

    @cached_property
    def placeless_pieces(self) -> frozenset[str]:
        """Ids of the pieces whose entry in the setup names a place that could not be read."""
        placements = self.ctx.scenario.placements if self.ctx.scenario else ()
        return frozenset(p.piece for p in placements if not p.possible_hexes and not p.box)

    def companions(self, placement: Placement) -> tuple[PlacedUnit, ...]:
        """Return the units that may start in a hex in which a placed piece may, in setup order."""
        near = {n for hex_ in placement.possible_hexes for n in self._units_by_hex.get(hex_, ())}
        return tuple(self.units_on_map[n] for n in sorted(near))

    @cached_property
    def _units_by_hex(self) -> dict[int, list[int]]:
        """Return for every hex the places in `units_on_map` of those that may start in it."""
        numbers: dict[int, list[int]] = {}
        for n, standing in enumerate(self.units_on_map):
            for hex_ in standing.placement.possible_hexes:
                numbers.setdefault(hex_, []).append(n)
        return numbers

    def start_subject(self, piece: str) -> Subject:
        """Return where a piece comes into play: its placement, or its line among the reinforcements."""
        scenario = self.ctx.scenario
        if scenario is not None and piece in self.arriving_pieces and scenario.placement(piece) is None:
            return ("arrival-piece", scenario.id, piece)
        return self.ctx.placement_subject(piece)

    @property
    def arrivals(self) -> tuple[Arrival, ...]:
        """Groups of reinforcements, in source order."""
        return self.ctx.scenario.arrivals if self.ctx.scenario else ()

    @cached_property
    def arriving_units(self) -> tuple[tuple[Arrival, Unit], ...]:
        """Units that come as reinforcements, each with its group, in source order."""
        units = self.ctx.units
        return tuple((a, units[piece]) for a in self.arrivals for piece in a.pieces if piece in units)

    @cached_property
    def arriving_leaders(self) -> tuple[tuple[Arrival, Leader], ...]:
        """Leaders who come as reinforcements, each with his group, in source order."""
        leaders = self.ctx.leaders
        return tuple((a, leaders[piece]) for a in self.arrivals for piece in a.pieces if piece in leaders)

    @cached_property
    def arriving_pieces(self) -> frozenset[str]:
        """Ids of the pieces that come as reinforcements."""
        return frozenset(piece for arrival in self.arrivals for piece in arrival.pieces)

    @cached_property
    def named_pieces(self) -> frozenset[str]:
        """Ids of the pieces that start somewhere, be it in a box of the lost, or arrive."""
        return named_pieces(self.ctx.scenario) if self.ctx.scenario else frozenset()

    @cached_property
    def lost_pieces(self) -> frozenset[str]:
        """Ids of the pieces that are out of the game before the first turn."""
        return lost_pieces(self.ctx.battle, self.ctx.scenario) if self.ctx.scenario else frozenset()

    @cached_property
    def eliminated_pieces(self) -> frozenset[str]:
        """Ids of the pieces that count as eliminated before the first turn."""
        boxes = self.ctx.battle.series.boxes_of_eliminated
        placements = self.ctx.scenario.placements if self.ctx.scenario else ()
        return frozenset(p.piece for p in placements if p.box in boxes)

    @cached_property
    def in_play(self) -> frozenset[str]:
        """Ids of the pieces that take part: they start somewhere or arrive, and are not lost already."""
        return self.named_pieces - self.lost_pieces

    def movement_class(self, unit: Unit) -> str:
        """Return the column of the terrain chart by which a unit moves; '' for an unknown type."""
        return self.ctx.series.movement_class(self.ctx.battle.series, unit)


def setup_view(ctx: CheckContext) -> SetupView:
    """Return the view of the setup that a context looks at, prepared once for all checks."""
    view = ctx.memo.get(_KEY)
    if not isinstance(view, SetupView):
        view = ctx.memo[_KEY] = SetupView(ctx)
    return view


def presence(*scenarios: Scenario | None) -> tuple[Subject, ...]:
    """Return the lists that say who takes part: an entry there that was not understood may name anybody."""
    return tuple(("scenario", s.id, key) for s in scenarios if s for key in ("setup", "reinforcements"))


def named_pieces(scenario: Scenario) -> frozenset[str]:
    """Return the ids of the pieces that start somewhere in a scenario, lost or not, or arrive."""
    pieces = frozenset(placement.piece for placement in scenario.placements)
    return pieces.union(*(arrival.pieces for arrival in scenario.arrivals))


def lost_pieces(battle: Battle, scenario: Scenario) -> frozenset[str]:
    """Return the ids of the pieces that are out of the game before the first turn of a scenario."""
    boxes = battle.series.lost_boxes
    return frozenset(p.piece for p in scenario.placements if p.box in boxes)


def pieces_in_play(battle: Battle, scenario: Scenario) -> frozenset[str]:
    """Return the ids of the pieces that take part in a scenario: they start or arrive, and are not lost."""
    return named_pieces(scenario) - lost_pieces(battle, scenario)


def turns_played(scenario: Scenario) -> tuple[int, ...]:
    """Return the numbers of the turns that are played: those of the track from the first to the last one."""
    low, high = scenario.first_turn, scenario.last_turn
    return tuple(
        t.number
        for t in scenario.turns
        if (low is None or t.number >= low) and (high is None or t.number <= high)
    )


def turn_not_played(scenario: Scenario, arrival: Arrival) -> Iterator[Finding]:
    """Yield a group of reinforcements whose turn is missing or none of those that are played."""
    turns = turns_played(scenario)
    if turns and arrival.turn not in turns:
        when = "has no turn" if arrival.turn is None else f"arrives in turn {arrival.turn}"
        yield Finding(
            ("arrival", scenario.id, arrival.id, "turn"),
            f"reinforcement `{arrival.id}` {when}",
            expected=f"a turn from {min(turns)} to {max(turns)}",
            hint="change `turn`, or lengthen the game",
        )


def entries_inside(ctx: CheckContext, arrival: Arrival) -> list[int]:
    """Return the entry hexes of reinforcements that lie inside the map: in play, and so is all around them.

    Of entry hexes out of play GEN071 speaks.
    """
    if ctx.map is None:
        return []
    return [index for index in arrival.hexes if ctx.map.playable[index] and not ctx.map.is_edge(index)]


def faceless_in(ctx: CheckContext, placement: Placement) -> str:
    """Return the state in which a unit has no facing, of the series or of the battle's own; '' if in none."""
    return next(
        (
            value.id
            for axis in ctx.battle.series.state_axes
            for value in axis.values
            if value.faceless and ctx.state(placement, axis.id) == value.id
        ),
        "",
    )


def allowed_by_stack_rule(ctx: CheckContext, index: int | None, units: Sequence[Unit]) -> bool:
    """Return whether a `stack_limit` of a special rule lets units share a hex, whatever the series says.

    Args:
        ctx: what the check looks at.
        index: where they stand; None = they enter together, so only limits of all hexes count.
        units: of one side; of units of both sides no rule speaks.
    """
    rules = ctx.memo.get(_STACK_RULES)
    if not isinstance(rules, StackRules):
        rules = ctx.memo[_STACK_RULES] = StackRules.of(ctx.scenario)
    if not rules.limits or len(units) < 2 or len({unit.side for unit in units}) > 1:
        return False
    ruling = rules.ruling(index, units)
    return ruling is not None and ruling.allows


def start_words(ctx: CheckContext, placement: Placement) -> str:
    """Return where a piece starts on the map, in words: "hex C5", "an area (region hill)"."""
    if placement.hexes:
        return f"hex {ctx.hex_id(placement.hexes[0])}"
    return f"an area ({placement.area_name})"


def related_units(ctx: CheckContext, units: Iterable[PlacedUnit]) -> tuple[tuple[Subject, str], ...]:
    """Return the placements of further units as related places of a finding."""
    return tuple((ctx.placement_subject(p.id), f"`{p.id}` starts here") for p in units)


def scenario_subject(ctx: CheckContext, *rest: str) -> Subject:
    """Return the subject of the scenario, or of a part of it."""
    return ("scenario", ctx.scenario.id if ctx.scenario else "", *rest)


def side_facing(ctx: CheckContext, side: str | None) -> Subject:
    """Return the subject of the facing that the units of a side have where their entries are silent."""
    return ("scenario-side", ctx.scenario.id if ctx.scenario else "", side or "", "facing")


def whole_number(value: object) -> int | None:
    """Return a value if it is a whole number, else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
