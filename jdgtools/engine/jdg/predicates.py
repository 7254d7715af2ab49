"""When a line of modifiers counts: the predicates of the charts, evaluated for a fire, combat or check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import State
from jdgtools.engine.jdg.tables import Tables
from jdgtools.engine.jdg.words import CHARGE, FIRED, SQUARE


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


class Scene:
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


def state_value(s: State, unit: int, axis: str) -> str:
    """Return the value of a unit on an axis of states."""
    flags = s.flags[unit]
    if axis == "level":
        return _LEVELS[s.level[unit]]
    if axis == "square":
        return "in_square" if flags & SQUARE else "not_in_square"
    if axis == "fired":
        return "fired" if flags & FIRED else "not_fired"
    return "charge" if flags & CHARGE else "no_combat"


def count_units(t: Tables, s: State, node: Any, scene: Scene) -> int:
    """Return how many units of the group have all that a node names."""
    count = 0
    for unit in scene.groups.get(node.of, ()):
        record = t.records[unit]
        face = t.values[unit][s.level[unit] > 0]
        if (
            (not node.arms or record.arm in node.arms)
            and (not node.types or record.chart_class in node.types)
            and all(state_value(s, unit, axis) in values for axis, values in node.state.items())
            and all(face.get(name, False) in values for name, values in node.fields.items())
            and all(face.get(name) is not None and int(face[name]) >= v for name, v in node.field_low.items())
            and all(
                face.get(name) is not None and int(face[name]) <= v for name, v in node.field_high.items()
            )
        ):
            count += 1
    return count


def _fact(t: Tables, s: State, node: Any, scene: Scene) -> bool:
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
        if (not node.above or value > int(face.get(node.above, 1 << 30))) and (
            not node.to or value <= int(face.get(node.to, -1))
        ):
            return True
    return False


def _terrain(t: Tables, node: Any, scene: Scene) -> bool:
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


def holds(t: Tables, s: State, node: Any, scene: Scene) -> bool:
    """Return whether a predicate is true of a moment."""
    kind = tag(node)
    if kind == "always":
        return True
    if kind == "all":
        return all(holds(t, s, part, scene) for part in node.parts)
    if kind == "any":
        return any(holds(t, s, part, scene) for part in node.parts)
    if kind == "not":
        return not any(holds(t, s, part, scene) for part in node.parts)
    if kind == "units":
        count = count_units(t, s, node, scene)
        return count >= node.least and (node.high is None or count <= node.high)
    if kind == "fact":
        return _fact(t, s, node, scene)
    if kind == "turn":
        return bool(t.turn_flags.get(s.turn, frozenset()) & set(node.flags))
    if kind == "terrain":
        return _terrain(t, node, scene)
    if kind == "zone":
        return any(zone in node.zones for zone in scene.zones)
    hexes = {s.place[unit] for unit in scene.groups.get(node.of, ())}
    return any(s.place[leader] in hexes for leader in t.leaders)


def counted(chart: str, row: str, modifiers: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the row of a result and the modifiers that counted, as an event names them."""
    return ((chart, row), *((f"{chart}-DRM", name) for name in modifiers))


def lines_sum(
    t: Tables,
    s: State,
    chart: str,
    column: tuple[str, ...],
    scene: Scene,
    computed: Mapping[str, int],
    uses: str = "",
) -> tuple[int, tuple[str, ...], bool]:
    """Add up the lines of a chart of modifiers.

    Args:
        t: Tables.
        s: State.
        chart: Id of the chart.
        scene: What the predicates are asked about.
        column: Keys of the further axes.
        computed: Line -> what a rule of it gives.
        uses: Only lines for this check; empty = all.

    Returns:
        The sum, the ids of the lines that counted, and whether one of them is `automatic`.
    """
    data = t.charts[chart]
    true: list[tuple[str, Any, Any]] = []
    replaced: set[str] = set()
    for key in data.keys:
        if uses and uses not in key.uses:
            continue
        value = data.cells.get((key.id, *column))
        if value is None or (key.when is not None and not holds(t, s, key.when, scene)):
            continue
        true.append((key.id, value, key))
        replaced.update(key.replaces)
    total, names, automatic = 0, [], False
    for name, value, key in true:
        if name in replaced:
            continue
        if value == "automatic":
            automatic = True
        elif isinstance(value, int):
            total += value
        elif value["rule"] == "each":
            number = int(scene.facts.get(key.count.fact, 0))
            total += value["value"] * max(0, number - value.get("free", 0))
        elif name in computed:
            total += computed[name]
        else:
            raise EngineRefused(f"{chart}: the line `{name}` has a rule that the engine does not know")
        names.append(name)
    return total, tuple(names), automatic
