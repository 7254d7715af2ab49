"""Units of one situation on the table of a module, and checks that run as their commands in the menu do.

The counters are those of the module's own palette; what the engine works out of a counter's place (its point,
zone and facing) is written into its properties. A check presses the commands of the module's own file.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from typing import Any

from msgspec import Struct, field

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.exporters.module.grid import MAP_EDGE, ModuleGrid
from jdgtools.exporters.module.prototypes import facing_table
from jdgtools.exporters.module.words import ModuleWords
from jdgtools.render.map.screen import screen_layout
from jdgtools.vassal.traits import Piece, expand
from tests.tools.tabletop import Tabletop
from tests.tools.tabletop_counters import Counter
from tests.tools.vassal_expressions import typed

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
    marks: list[str] = field(default_factory=list)
    """Marks of what it did in this activation (`CheckDef.spends`)."""


class ModuleTable(Tabletop):
    """The map of a module with the units of one situation."""

    def __init__(self, made: BuildContext, built: ModuleBuild) -> None:
        """Read the slots and buttons of a module; the maps are empty."""
        super().__init__(built)
        self.made = made
        assert made.battle.map is not None
        self.map = made.battle.map
        self.grid = ModuleGrid(screen_layout(self.map, made.screen_hex_px), 0, 0)
        self.words = ModuleWords("en")
        count, index = facing_table(made.battle.series.facing, self.map.grid.orientation)
        self.degrees = [i * 360 // count for i in index]
        prototypes = {c.get("name"): c.piece() for c in self.root.find("PrototypeDefinition")}
        self.slots: dict[tuple[str, str], Piece] = {}
        self.gpids: dict[str, str] = {}
        for slot in self.root.find("PieceSlot"):
            counter = Counter(expand(slot.piece(), prototypes), self)
            kind, piece_id = counter.marks.get("Kind", ""), counter.marks.get("Id", "")
            self.slots.setdefault((kind, piece_id), expand(slot.piece(), prototypes))
            if kind == "unit":
                self.gpids.setdefault(piece_id, slot.get("gpid"))
        self.initial_globals = dict(self.globals)

    def zone_of(self, index: int) -> str:
        """Return what the zone of a hex is called."""
        terrain = self.made.battle.series.terrain(self.map.terrain[index] or "", "hex")
        assert terrain is not None
        return f"{terrain.name.get('en')}, {self.words('level_n', n=self.map.levels[index] or 0)}"

    def place(
        self, units: list[UnitAt], turn: str = "1", phase: str = "", orders: Mapping[str, str] | None = None
    ) -> None:
        """Put the units of a situation on the map; nothing else lies there but cards of formations with orders."""
        self.turns, self.turn = [turn], 0
        self.phases, self.phase = [phase], 0
        self.globals = dict(self.initial_globals)
        self.pieces = [self._card(command, order) for command, order in (orders or {}).items()]
        for at in units:
            index = self.map.grid.index(at.hex)
            counter = Counter(self.slots["unit", at.unit], self)
            counter.map, counter.spot = self.main_map, self._point(index)
            self._set_states(counter, at.state)
            counter.values |= {
                "CurrentX": str(counter.spot[0]),
                "CurrentY": str(counter.spot[1]),
                "CurrentZone": self.zone_of(index),
                "LocationName": at.hex,
                "Facing_Degrees": str(self.degrees[at.faces]),
                "Moved": "true" if at.moved else "false",
                "Role": ROLES.get(at.part, "1"),
                "Acting": "1" if at.part == "acting" else "0",
            }
            counter.values |= dict.fromkeys(at.marks, "1")
            self.pieces.append(counter)
            if at.part == "acting":
                self.globals["AZone"] = counter.values["CurrentZone"]

    def place_leader(self, leader: str, hex_id: str, state: Mapping[str, str] | None = None) -> None:
        """Put a leader on the map, after the units."""
        counter = Counter(self.slots["leader", leader], self)
        counter.map, counter.spot = self.main_map, self._point(self.map.grid.index(hex_id))
        self._set_states(counter, state or {})
        counter.values |= {
            "CurrentX": str(counter.spot[0]),
            "CurrentY": str(counter.spot[1]),
            "LocationName": hex_id,
        }
        self.pieces.append(counter)

    def _card(self, command: str, order: str) -> Counter:
        """Return the card of a formation in the window of commands, with its order."""
        card = Counter(self.slots["command", command], self)
        card.map = self.words("command")
        self._set_states(card, {"order": order})
        return card

    def _set_states(self, counter: Counter, states: Mapping[str, str]) -> None:
        for axis in self.made.battle.series.state_axes:
            if axis.id in states:
                value = states[axis.id]
                values = [v.id for v in axis.values]
                number = value if axis.count_high is not None else str(values.index(value) + 1)
                counter.values[axis.id] = number

    def run(self, check: str, die: int) -> Mapping[str, Any]:
        """Give the command of a check, enter 0 where it asks, and return the properties of the table."""
        self.fixed["roll"] = str(die)
        self.press(f"{check} asked")
        return self.properties

    @property
    def properties(self) -> dict[str, Any]:
        """Properties of the table, as expressions read them."""
        return {name: typed(value) for name, value in self.globals.items()}

    def roll(self, sides: int) -> int:
        """Return 1: dice beside that of the check show it always."""
        return 1

    def distance(self, x1: int, y1: int, x2: int, y2: int) -> int:
        """Return the range in hexes between two points of the map."""
        return self.map.grid.distance(self._nearest(x1, y1), self._nearest(x2, y2))

    def _nearest(self, x: int, y: int) -> int:
        return min(self.map.grid.hexes, key=lambda i: dist((x, y), self._point(i)))

    def _point(self, index: int) -> tuple[int, int]:
        """Return where a piece in a hex lies: VASSAL counts from the corner of the margin around the board."""
        x, y = self.grid.centre(index)
        return x + MAP_EDGE, y + MAP_EDGE
