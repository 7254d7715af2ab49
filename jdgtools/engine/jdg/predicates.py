"""When a line of modifiers counts: the predicates of the charts, evaluated for a fire, combat or check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.tables import ChartTable, Tables, whole_number
from jdgtools.engine.jdg.words import ARTILLERY, CHARGE, FIRED, SQUARE


def tag(record: Any) -> str:
    """Return the kind of an effect, condition or predicate."""
    return str(type(record).__struct_config__.tag)


KINDS = frozenset(["all", "any", "not", "always", "units", "zone", "leaders", "turn", "terrain", "fact"])
GROUPS = frozenset(
    ["attackers", "defenders", "firers", "target", "targets", "unit", "enemy", "adjacent_enemies"]
)
FACTS = frozenset(
    [
        "attack_out_of_six_front",
        "charge_number",
        "combined_battery",
        "commander_in_range",
        "countercharged",
        "distance",
        "fire",
        "idle",
        "withdrawal_hexes",
    ]
)
_LEVELS = ("ordered", "disordered", "routed")


class PredicateScene:
    """What predicates are asked about: groups of units, the hex, steps of the attack, facts."""

    def __init__(
        self,
        groups: Mapping[str, tuple[int, ...]],
        facts: Mapping[str, Any],
        hex_index: int = -1,
        steps: tuple[int, ...] = (),
        zones: tuple[str, ...] = (),
    ) -> None:
        """Describe a moment.

        Args:
            groups: Group -> its units.
            facts: Fact -> its value.
            hex_index: Hex of the defender, target or unit.
            steps: Steps over which is attacked.
            zones: Zones of the defender from which the attackers attack: `front`, `rear`.
        """
        self.groups, self.facts, self.hex, self.steps, self.zones = groups, facts, hex_index, steps, zones


Test: TypeAlias = Callable[[Tables, GameState, PredicateScene], bool]
"""Says whether a predicate is true of a moment."""
UnitAsk: TypeAlias = Callable[[Tables, GameState, int], bool]


def check_predicate(node: Any, chart: str) -> None:
    """Refuse a predicate with a kind, group or fact that the engine does not know.

    Raises:
        EngineRefused: with the chart and the word.
    """
    kind = tag(node)
    if kind not in KINDS:
        raise EngineRefused(f"{chart}: the predicate `{kind}` is unknown to the engine")
    for part in getattr(node, "parts", ()):
        check_predicate(part, chart)
    if kind in ("units", "leaders") and node.of not in GROUPS:
        raise EngineRefused(f"{chart}: the group `{node.of}` is unknown to the engine")
    if kind == "fact" and node.fact not in FACTS:
        raise EngineRefused(f"{chart}: the fact `{node.fact}` is unknown to the engine")
    if kind == "units":
        for axis in node.state:
            if axis not in ("level", "square", "combat", "fired"):
                raise EngineRefused(f"{chart}: the state `{axis}` is unknown to the engine")
        if node.did:
            raise EngineRefused(f"{chart}: the deed `{node.did[0]}` is unknown to the engine")


def state_value(s: GameState, unit: int, axis: str) -> str:
    """Return the value of a unit on an axis of states."""
    flags = s.flags[unit]
    if axis == "level":
        return _LEVELS[s.level[unit]]
    if axis == "square":
        return "in_square" if flags & SQUARE else "not_in_square"
    if axis == "fired":
        return "fired" if flags & FIRED else "not_fired"
    return "charge" if flags & CHARGE else "no_combat"


def _unit_asks(node: Any) -> list[UnitAsk]:
    """Return what a unit is asked to be counted by a node, one question each."""
    asks: list[UnitAsk] = []
    if node.arms:
        arms = frozenset(node.arms)
        asks.append(lambda t, s, unit: t.records[unit].arm in arms)
    if node.types:
        types = frozenset(node.types)
        asks.append(lambda t, s, unit: t.records[unit].chart_class in types)
    for axis, values in node.state.items():
        asks.append(partial(_has_state, axis, values))
    for name, values in node.fields.items():
        asks.append(partial(_has_value, name, values))
    for name in {**node.field_low, **node.field_high}:
        asks.append(partial(_is_between, name, node.field_low.get(name), node.field_high.get(name)))
    return asks


def _has_state(axis: str, values: Any, t: Tables, s: GameState, unit: int) -> bool:
    return state_value(s, unit, axis) in values


def _has_value(name: str, values: Any, t: Tables, s: GameState, unit: int) -> bool:
    return t.values[unit][s.level[unit] > 0].get(name, False) in values


def _is_between(name: str, low: int | None, high: int | None, t: Tables, s: GameState, unit: int) -> bool:
    face = t.values[unit][s.level[unit] > 0]
    if face.get(name) is None:
        return False
    value = whole_number(face, name)
    return (low is None or value >= low) and (high is None or value <= high)


def _units(node: Any) -> Test:
    """Return the test whether enough units of a group have all that a node names."""
    of, least, high, asks = node.of, node.least, node.high, _unit_asks(node)

    def test(t: Tables, s: GameState, scene: PredicateScene) -> bool:
        count = 0
        for unit in scene.groups.get(of, ()):
            for ask in asks:
                if not ask(t, s, unit):
                    break
            else:
                count += 1
        return count >= least and (high is None or count <= high)

    return test


def _fact(node: Any, t: Tables, s: GameState, scene: PredicateScene) -> bool:
    value = scene.facts.get(node.fact)
    if value is None:
        return False
    if node.words:
        return value in node.words
    if isinstance(value, bool):
        return value
    if (node.low is not None and value < node.low) or (node.high is not None and value > node.high):
        return False
    if not node.above and not node.to:
        return True
    for unit in scene.groups.get("firers", ()):
        face = t.values[unit][s.level[unit] > 0]
        if (not node.above or value > whole_number(face, node.above, 1 << 30)) and (
            not node.to or value <= whole_number(face, node.to, -1)
        ):
            return True
    return False


def _terrain(node: Any, t: Tables, s: GameState, scene: PredicateScene) -> bool:
    if node.of == "hex":
        kind = t.terrain[scene.hex]
        if node.terrains and kind not in node.terrains and t.like.get(kind) not in node.terrains:
            return False
        cells = t.charts["TBL-TEC-HEX"].cells
        return not node.property or cells.get((kind, node.property), False) in node.values
    cells = t.charts["TBL-TEC-HEXSIDE"].cells
    for step in scene.steps:
        for kind, inward in t.side_kinds.get(step, ()):
            if (not node.terrains or kind in node.terrains or t.like.get(kind) in node.terrains) and (
                not node.property or cells.get((kind, inward, node.property), False) in node.values
            ):
                return True
    return False


def _turn(node: Any, t: Tables, s: GameState, scene: PredicateScene) -> bool:
    return not t.flags_of(s.turn).isdisjoint(node.flags)


def _zone(node: Any, t: Tables, s: GameState, scene: PredicateScene) -> bool:
    return any(zone in node.zones for zone in scene.zones)


def _leaders(node: Any, t: Tables, s: GameState, scene: PredicateScene) -> bool:
    hexes = {s.place[unit] for unit in scene.groups.get(node.of, ())}
    return any(s.place[leader] in hexes for leader in t.leaders)


_LEAVES: dict[str, Callable[..., bool]] = {
    "fact": _fact, "terrain": _terrain, "turn": _turn, "zone": _zone, "leaders": _leaders
}  # fmt: skip


def compile_test(node: Any) -> Test:
    """Return the test of a predicate: a function made once, so that the tree is not read at every roll."""
    kind = tag(node)
    if kind == "always":
        return lambda t, s, scene: True
    if kind == "units":
        return _units(node)
    if kind in _LEAVES:
        return partial(_LEAVES[kind], node)
    parts = [compile_test(part) for part in node.parts]
    if kind == "all":
        return lambda t, s, scene: all(part(t, s, scene) for part in parts)
    if kind == "any":
        return lambda t, s, scene: any(part(t, s, scene) for part in parts)
    return lambda t, s, scene: not any(part(t, s, scene) for part in parts)


class ModifierLine(NamedTuple):
    """A line of a chart of modifiers, as it counts in one column."""

    name: str
    value: Any
    key: Any
    test: Test | None
    """When it counts; None = always."""


def dense(least: int, t: Tables, s: GameState, scene: PredicateScene) -> bool:
    """Return whether so many units of infantry or cavalry are a dense target (AMB-51)."""
    return sum(1 for unit in scene.groups.get("targets", ()) if t.arm[unit] != ARTILLERY) >= least


DENSE: dict[Any, Test] = {"stack_two": partial(dense, 2), "stack_three": partial(dense, 3)}
"""Value of `dense_target` -> the test in the place of that of the chart; another value leaves it."""


def _lines(table: ChartTable, column: tuple[str, ...], uses: str) -> tuple[ModifierLine, ...]:
    """Return the lines of a chart for a column and a check; made once."""
    lines = table.lines.get((column, uses))
    if lines is None:
        lines_of_column = []
        for key in table.keys:
            value = table.cells.get((key.id, *column))
            if value is not None and (not uses or uses in key.uses):
                test = table.tests.get(key.id) or (None if key.when is None else compile_test(key.when))
                lines_of_column.append(ModifierLine(key.id, value, key, test))
        lines = table.lines[column, uses] = tuple(lines_of_column)
    return lines


def counted_lines(chart: str, row: str, modifiers: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the row of a result and the modifiers that counted, as an event names them."""
    return ((chart, row), *((f"{chart}-DRM", name) for name in modifiers))


def lines_sum(
    t: Tables,
    s: GameState,
    chart: str,
    column: tuple[str, ...],
    scene: PredicateScene,
    values: Mapping[str, int],
    uses: str = "",
) -> tuple[int, tuple[str, ...], bool]:
    """Add up the lines of a chart of modifiers.

    Args:
        t: Tables.
        s: GameState.
        chart: Id of the chart.
        scene: What the predicates are asked about.
        column: Keys of the further axes.
        values: ModifierLine -> what a rule of it gives.
        uses: Only lines for this check; empty = all.

    Returns:
        The sum, the ids of the lines that counted, and whether one of them is `automatic`.
    """
    true = [
        line for line in _lines(t.charts[chart], column, uses) if line.test is None or line.test(t, s, scene)
    ]
    replaced_lines = {name for line in true for name in line.key.replaces}
    total, names, automatic = 0, [], False
    for name, value, key, _ in true:
        if name in replaced_lines:
            continue
        if value == "automatic":
            automatic = True
        elif isinstance(value, int):
            total += value
        elif value["rule"] == "each":
            number = int(scene.facts.get(key.count.fact, 0))
            total += value["value"] * max(0, number - value.get("free", 0))
        elif name in values:
            total += values[name]
        else:
            raise EngineRefused(f"{chart}: the line `{name}` has a rule that the engine does not know")
        names.append(name)
    return total, tuple(names), automatic
