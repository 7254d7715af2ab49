"""Steps and hexes that the special rules of a scenario close: where, to whom, on which turns.

Terrain is no part of it. Movement, the checks that ask for a way and the package read the same answer here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from jdgtools.hexgrid import HexGrid, Hexside
from jdgtools.model.effects import RuleEffect
from jdgtools.model.scenario import Scenario


class Prohibitions(Struct, frozen=True):
    """What nobody, or one piece on one turn, may do because of special rules."""

    steps: Mapping[int, str] = field(default_factory=dict)
    """Closed steps (6 * hex + direction) -> why."""
    hexes: Mapping[int, str] = field(default_factory=dict)
    """Hexes that are not entered -> why."""

    def __bool__(self) -> bool:
        """Tell whether anything is closed."""
        return bool(self.steps or self.hexes)

    def of_step(self, origin: int, direction: int, target: int | None) -> str:
        """Return why a step from hex to hex is not taken; '' = it may be."""
        why = self.steps.get(6 * origin + direction, "")
        return why or ("" if target is None else self.hexes.get(target, ""))


NO_PROHIBITIONS = Prohibitions()
"""Nothing is closed."""


def effects_in_force(scenario: Scenario | None, turn: int | None = None) -> Iterator[tuple[str, RuleEffect]]:
    """Yield the effects of the special rules of a scenario, each with the name of its rule.

    Args:
        scenario: None = there is none.
        turn: number of a turn; None = only what holds on every turn.
    """
    if scenario is None:
        return
    turns = {of_turn.number: of_turn.flags for of_turn in scenario.turns}
    for rule in scenario.special_rules:
        for effect in rule.effects:
            low, high, flags = effect.low, effect.high, effect.flags
            if turn is None:
                holds = low is None and high is None and not flags
            else:
                holds = (low is None or low <= turn) and (high is None or turn <= high)
                holds = holds and (not flags or bool(turns.get(turn, frozenset()) & set(flags)))
            if holds:
                yield f"special rule `{rule.id}`", effect


def prohibitions(
    scenario: Scenario | None, grid: HexGrid, unit: str | None = None, turn: int | None = None,
    leader: bool = False,
) -> Prohibitions:  # fmt: skip
    """Return the steps and hexes that are closed.

    Args:
        scenario: whose special rules hold.
        grid: of its map.
        unit: id of the unit that moves; None = what is closed to all units.
        turn: number of the turn; None = what is closed on every turn.
        leader: whether a leader moves: rules on units do not bind him.
    """
    steps: dict[int, str] = {}
    hexes: dict[int, str] = {}
    for name, effect in effects_in_force(scenario, turn):
        if effect.kind == "hexsides" and "closed" in effect.words:
            for step in steps_over(grid, effect.sides):
                steps.setdefault(step, f"closed by the {name}")
        elif effect.kind == "no_entry" and not leader and (not effect.units or unit in effect.units):
            for index in effect.barred_hexes(grid):
                hexes.setdefault(index, f"not entered, by the {name}")
    return Prohibitions(steps, hexes) if steps or hexes else NO_PROHIBITIONS


def attack_forbidden(
    scenario: Scenario | None,
    grid: HexGrid,
    unit: str,
    against: str,
    turn: int | None,
    step: int | None = None,
) -> str:
    """Return why a special rule forbids a unit to attack another by melee; '' = none does.

    Args:
        scenario: whose special rules hold.
        grid: of its map.
        unit: id of the attacker.
        against: id of the unit attacked.
        turn: number of the turn.
        step: 6 * hex + direction over which the attack would go.
    """
    for name, effect in effects_in_force(scenario, turn):
        melee = effect.kind == "no_combat" and (not effect.words or effect.words[0] in ("melee", "both"))
        is_meant = (not effect.units or unit in effect.units) and (
            not effect.against or against in effect.against
        )
        if melee and is_meant and (not effect.sides or step in steps_over(grid, effect.sides)):
            return f"attack forbidden by the {name}"
    return ""


def reciprocal_steps(scenario: Scenario | None, grid: HexGrid) -> dict[int, bool]:
    """Return the steps over hexsides that a special rule makes reciprocal, or not, against their terrain."""
    steps: dict[int, bool] = {}
    for _, effect in effects_in_force(scenario):
        if effect.kind == "hexsides" and "closed" not in effect.words:
            steps |= dict.fromkeys(steps_over(grid, effect.sides), "reciprocal" in effect.words)
    return steps


def steps_over(grid: HexGrid, sides: Iterable[Hexside]) -> tuple[int, ...]:
    """Return the steps (6 * hex + direction) over hexsides in both directions, ascending."""
    steps = set()
    for side in sides:
        steps.add(6 * side.a + side.d)
        far = grid.neighbour(side.a, side.d)
        if far is not None:
            steps.add(6 * far + (side.d + 3) % 6)
    return tuple(sorted(steps))
