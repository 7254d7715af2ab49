"""A generated module at play without the engine: pieces on the map, and checks that run as buttons do.

The pieces have the properties that their traits give them; a check presses the commands of the module's
own file, one after the other, with the evaluator of `vassal_expressions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from typing import Any

from msgspec import Struct, field

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.exporters.module.grid import ModuleGrid
from jdgtools.exporters.module.prototypes import facing_table
from jdgtools.exporters.module.words import Words
from jdgtools.render.map.screen import screen_layout
from jdgtools.vassal.encoding import Key, decode_array
from jdgtools.vassal.traits import Calculated, DynamicProperty, Marker, expand
from tests.tools.vassal_expressions import Scope, evaluate, typed

ROLES = {"none": "1", "attacker": "2", "target": "3"}


class UnitAt(Struct, frozen=True, omit_defaults=True):
    """A unit on the map and its part in a fire, combat or check."""

    unit: str
    hex: str
    faces: int = 0
    part: str = "none"
    """acting, attacker, target or none."""
    state: dict[str, str] = field(default_factory=dict)
    moved: bool = False


class ModuleTable:
    """The map of a module with the units of one situation."""

    def __init__(self, made: BuildContext, built: ModuleBuild) -> None:
        """Read the slots and buttons of a module."""
        self.made = made
        assert made.battle.map is not None
        self.map = made.battle.map
        layout = screen_layout(self.map, made.screen_hex_px)
        self.grid = ModuleGrid(layout, 0, 0)
        self.words = Words("en")
        count, index = facing_table(made.battle.series.facing, self.map.grid.orientation)
        self.degrees = [i * 360 // count for i in index]
        prototypes = {c.get("name"): c.piece() for c in built.module.root.find("PrototypeDefinition")}
        self.slots: dict[str, dict[str, str]] = {}
        self.gpids: dict[str, str] = {}
        for slot in built.module.root.find("PieceSlot"):
            piece = expand(slot.piece(), prototypes)
            properties: dict[str, str] = {}
            for trait in reversed(piece.traits):
                if isinstance(trait, Marker):
                    properties |= trait.properties
                elif isinstance(trait, Calculated):
                    properties[trait.name] = trait.expression
                elif isinstance(trait, DynamicProperty):
                    properties[trait.name] = trait.value
            if properties.get("Kind") == "unit":
                self.slots.setdefault(properties["Id"], properties)
                self.gpids.setdefault(properties["Id"], slot.get("gpid"))
        self.buttons: dict[str, list[str]] = {}
        self.switches: dict[str, tuple[str, str]] = {}
        for button in built.module.root.find("DoActionButton"):
            keys = [Key.parse(k).name for k in decode_array(button.get("hotkeys"))]
            self.buttons[Key.parse(button.get("hotkey")).name] = keys
        for prop in built.module.root.find("GlobalProperty"):
            for switch in prop.children:
                if switch.tag.endswith("ChangePropertyButton"):
                    kind, value, *_ = decode_array(switch.get("propChanger"))
                    name = Key.parse(switch.get("hotkey")).name
                    self.switches[name] = (prop.get("name"), value if kind == "P" else "0")
        self.pieces: list[dict[str, Any]] = []
        self.globals: dict[str, Any] = {}

    def zone_of(self, index: int) -> str:
        """Return what the zone of a hex is called."""
        terrain = self.made.battle.series.terrain(self.map.terrain[index] or "", "hex")
        assert terrain is not None
        return f"{terrain.name.get('en')}, {self.words('level_n', n=self.map.levels[index] or 0)}"

    def place(self, units: list[UnitAt], turn: str = "1", phase: str = "") -> None:
        """Put the units of a situation on the map; nothing else lies there."""
        self.globals = {"Turn": turn, "Phase": phase, "Target": "", "TZone": ""}
        self.pieces = []
        for at in units:
            index = self.map.grid.index(at.hex)
            x, y = self.grid.centre(index)
            own: dict[str, Any] = dict(self.slots[at.unit])
            for axis in self.made.battle.series.state_axes:
                if axis.id in at.state:
                    value = at.state[axis.id]
                    values = [v.id for v in axis.values]
                    own[axis.id] = value if axis.count_high is not None else str(values.index(value) + 1)
            own |= {
                "CurrentX": x,
                "CurrentY": y,
                "CurrentMap": self.words("map"),
                "Facing_Degrees": self.degrees[at.faces],
                "Moved": at.moved,
                "Role": ROLES.get(at.part, "1"),
                "Acting": "1" if at.part == "acting" else "0",
            }
            self.pieces.append(own)
            if at.part == "target":
                self.globals |= {"Target": f"{at.unit} {at.hex}", "TZone": self.zone_of(index)}

    def run(self, check: str, die: int) -> Mapping[str, Any]:
        """Press the buttons of a check, enter 0 where it asks, and return the properties that it sets."""
        self._press(f"{check} asked", die)
        return self.globals

    def _press(self, key: str, die: int) -> None:
        for press in self.buttons.get(key, []):
            if press in self.buttons:
                self._press(press, die)
            elif press in self.switches:
                name, value = self.switches[press]
                self.globals.setdefault("Asked", "0")
                self.globals[name] = typed(die if press == "roll" else evaluate(value, self.scope))

    @property
    def scope(self) -> Scope:
        """What an expression of the module reads."""
        lookups = [lambda name, own=own: self._own(own, name) for own in self.pieces]
        return Scope(self.globals.get, {self.words("map"): lookups}, self._distance, lambda sides: 1)

    def _own(self, own: dict[str, Any], name: str) -> Any:
        value = own.get(name)
        if isinstance(value, str) and value.startswith("{"):
            return evaluate(value, Scope(lambda n: self._own(own, n)))
        return value

    def _distance(self, x1: int, y1: int, x2: int, y2: int) -> int:
        ends = [self._nearest(x1, y1), self._nearest(x2, y2)]
        return self.map.grid.distance(*ends)

    def _nearest(self, x: int, y: int) -> int:
        return min(self.map.grid.hexes, key=lambda i: dist((x, y), self.grid.centre(i)))
