"""The types of the map of a package: grid, terrain, costs of steps, zones of control, sight.

`exporters/jdgpkg/ground.py`, `entries.py` and `sight.py` fill them. An array with one entry a hex has it at
the index of the hex, one with an entry a step at six times that index plus the direction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Struct

from jdgtools.package.limits import MAX_SIDE
from jdgtools.package.meaning import Direction, Hex, Step, Value, Words, meaning

Edge = Literal["N", "E", "S", "W"]
Flag = Literal["directed", "clear", "impassable", "water", "building"]


class Grid(Struct, frozen=True):
    """The hex grid."""

    columns: Annotated[int, meaning("Columns.", ge=1, le=MAX_SIDE)]
    rows: Annotated[int, meaning("Rows.", ge=1, le=MAX_SIDE)]
    orientation: Annotated[Literal["flat", "pointy"], meaning("Flat-topped or pointy-topped hexes.")]
    shifted: Annotated[
        Literal["odd", "even"],
        meaning("Which columns (flat) or rows (pointy), counted from 0, are shifted by half a hex."),
    ]
    ragged: Annotated[bool, meaning("Whether shifted columns or rows are one hex shorter.")]
    numbering: Annotated[Mapping[str, Value | None], meaning("How hexes are numbered; `ids` has the result.")]
    hex_metres: Annotated[int, meaning("Distance between opposite hexsides, metres.", ge=0, le=10**6)]
    level_metres: Annotated[int, meaning("Height of a level, metres; 0 = not stated.", ge=0, le=10**6)]
    ids: Annotated[tuple[str, ...], meaning("Printed number of every hex; empty = no hex there.")]
    in_play: Annotated[tuple[Literal[0, 1], ...], meaning("1 = in play, 0 = no hex or out of play.")]
    neighbours: Annotated[
        tuple[Annotated[int, meaning("Hex or -1.", ge=-1, le=39_999)], ...],
        meaning("At place 6 * hex + direction: the hex there, -1 = none in play."),
    ]
    edges: Annotated[
        Mapping[Edge, tuple[Hex, ...]],
        meaning("`N`, `E`, `S`, `W` -> hexes along that edge of the map, west to east or north to south."),
    ]

    @property
    def size(self) -> int:
        """Length of arrays by hex."""
        return self.columns * self.rows

    def neighbour(self, hex_index: int, direction: int) -> int | None:
        """Return the hex in a direction; None if there is none in play."""
        index = self.neighbours[6 * hex_index + direction % 6]
        return None if index < 0 else index

    def index(self, hex_id: str) -> int | None:
        """Return the hex with that printed number; None if there is none."""
        return self.ids.index(hex_id) if hex_id and hex_id in self.ids else None


class TerrainKind(Struct, frozen=True):
    """A kind of terrain that the map uses. What it does stands in the charts, by its id."""

    id: Annotated[str, meaning("Terrain id.")]
    kind: Annotated[Literal["hex", "hexside", "crossing", "path"], meaning("What it lies on.")]
    name: Words
    flags: Annotated[tuple[Flag, ...], meaning("What the rules call it.")]
    like: Annotated[
        str,
        meaning("For a terrain of the battle's own: that of the series as which it behaves; empty = none."),
    ] = ""


class SideFeature(Struct, frozen=True):
    """Something on a hexside; every feature occurs once."""

    hex: Annotated[Hex, meaning("One of the hexes of the hexside.")]
    direction: Direction
    kind: Annotated[str, meaning("Terrain id.")]
    inside: Annotated[
        Hex | None, meaning("Directed features: the inner, higher or defended hex; otherwise null.")
    ]


class Way(Struct, frozen=True):
    """A road or trail through hex centres."""

    id: Annotated[str, meaning("Id.")]
    kind: Annotated[str, meaning("Terrain id.")]
    hexes: Annotated[tuple[Hex, ...], meaning("Its hexes in order.")]
    exits: Annotated[
        tuple[Direction | None, Direction | None],
        meaning("Directions in which it leaves the map at its first and last hex; null = it ends there."),
    ]


class Terrain(Struct, frozen=True):
    """What lies on the map."""

    kinds: Annotated[tuple[TerrainKind, ...], meaning("Kinds of hex terrain on the map.")]
    hexes: Annotated[
        tuple[Annotated[int, meaning("Index or -1.", ge=-1)], ...],
        meaning("Index into `kinds` of every hex; -1 = unknown."),
    ]
    levels: Annotated[
        tuple[Annotated[int, meaning("Level.", ge=-1000, le=1000)], ...], meaning("Level of every hex.")
    ]
    side_kinds: Annotated[tuple[TerrainKind, ...], meaning("Kinds of hexsides and crossings on the map.")]
    sides: Annotated[tuple[SideFeature, ...], meaning("Hexside features, ascending.")]
    way_kinds: Annotated[tuple[TerrainKind, ...], meaning("Kinds of ways on the map.")]
    ways: Annotated[tuple[Way, ...], meaning("Roads and trails.")]

    def at(self, hex_index: int) -> str | None:
        """Return the terrain id of a hex; None if unknown."""
        index = self.hexes[hex_index]
        return None if index < 0 else self.kinds[index].id


class EffectSteps(Struct, frozen=True):
    """Steps that share a value."""

    value: Annotated[int | str | bool, meaning("The value.")]
    steps: Annotated[tuple[Step, ...], meaning("Steps, ascending.")]


class Steps(Struct, frozen=True):
    """Costs of all steps of a movement class."""

    cost: Annotated[
        tuple[Annotated[int, meaning("Cost or -1.", ge=-1, le=10**6)], ...],
        meaning(
            "At place 6 * hex + direction: the cost in 1/denominator movement points; -1 = prohibited or off "
            "the map."
        ),
    ]
    ways: Annotated[
        Mapping[str, tuple[Step, ...]],
        meaning("Road, trail or crossing -> steps whose cost rests on it, ascending."),
    ]
    disorders: Annotated[
        tuple[Step, ...],
        meaning("Steps that cost the unit a level of cohesion (or what the series has instead), ascending."),
    ]
    disorders_hex: Annotated[
        tuple[Step, ...],
        meaning(
            "Series in which one step can cost two levels: steps of `disorders` whose hex entered costs one; "
            "empty where a step costs one at most."
        ),
    ] = ()
    disorders_side: Annotated[
        tuple[Step, ...],
        meaning(
            "Steps of `disorders` whose hexside costs a level; a step that stands here and in "
            "`disorders_hex` costs two."
        ),
    ] = ()
    disorders_second: Annotated[
        tuple[Step, ...],
        meaning(
            "Steps over a hexside that costs a level at every second crossing of such a hexside in one "
            "action; not in `disorders` for that."
        ),
    ] = ()
    side_costs: Annotated[
        tuple[EffectSteps, ...],
        meaning(
            "Series with units of two hexes: how much of `cost` is that of the hexsides, where it is not 0; "
            "two halves that step together pay the dearer hex and the dearer hexside."
        ),
    ] = ()


class HeldStep(Struct, frozen=True):
    """A step over a gate."""

    step: Step
    cost: Annotated[
        Mapping[str, Annotated[int, meaning("Cost or -1.", ge=-1, le=10**6)]],
        meaning("Class -> cost of the step for units of the side that holds one of its two hexes."),
    ]


class Movement(Struct, frozen=True):
    """Movement costs."""

    denominator: Annotated[int, meaning("Costs are in 1/denominator movement points.", ge=1, le=1000)]
    classes: Annotated[tuple[str, ...], meaning("Movement classes.")]
    steps: Annotated[
        Mapping[str, Steps],
        meaning(
            "Class -> costs, other units ignored; -1 also where special rules close the step to all units on "
            "every turn."
        ),
    ]
    steps_near_enemy: Annotated[
        Mapping[str, Steps] | None,
        meaning(
            "Class -> costs into a hex adjacent to an enemy unit; null where the series makes no difference."
        ),
    ]
    held_steps: Annotated[
        tuple[HeldStep, ...],
        meaning(
            "Steps that cost something else for the side that holds (see conditions) one of the two hexes: "
            "gates, which `steps` has closed to everybody."
        ),
    ] = ()

    def cost(
        self, movement_class: str, hex_index: int, direction: int, near_enemy: bool = False
    ) -> int | None:
        """Return the cost of a step in 1/denominator movement points; None if it is prohibited."""
        tables = self.steps_near_enemy if near_enemy and self.steps_near_enemy is not None else self.steps
        cost = tables[movement_class].cost[6 * hex_index + direction % 6]
        return None if cost < 0 else cost


class Effect(Struct, frozen=True):
    """What terrain does over steps other than their cost; crossings have replaced what they lead over."""

    id: Annotated[str, meaning("Id.")]
    meaning: Annotated[str, meaning("What its values mean, with statement ids.")]
    default: Annotated[int | str | bool, meaning("Value of all steps that `others` does not name.")]
    others: Annotated[tuple[EffectSteps, ...], meaning("Other values with their steps.")]

    def at(self, hex_index: int, direction: int) -> int | str | bool:
        """Return the value of a step."""
        step = 6 * hex_index + direction % 6
        return next((other.value for other in self.others if step in other.steps), self.default)


class SightBits(Struct, frozen=True):
    """Lines of sight over terrain alone."""

    size: Annotated[int, meaning("Number of hexes, columns * rows.", ge=1)]
    row_bytes: Annotated[int, meaning("Bytes of one row: (size + 7) / 8, rounded down.", ge=1)]
    bits: Annotated[
        bytes,
        meaning(
            "Base64. `target` is seen from `origin` if bit (target & 7), least significant first, of byte "
            "origin * row_bytes + (target >> 3) is 1."
        ),
    ]

    def sees(self, origin: int, target: int) -> bool:
        """Return whether `target` is seen from `origin`."""
        return bool(self.bits[origin * self.row_bytes + (target >> 3)] >> (target & 7) & 1)


class EntryHex(Struct, frozen=True):
    """How a hex is entered from off the map."""

    hex: Hex
    directions: Annotated[
        tuple[Direction, ...],
        meaning("Hexsides beyond which there is no hex in play: from there a piece enters, there it leaves."),
    ]
    cost: Annotated[
        Mapping[str, Annotated[int, meaning("Cost or -1.", ge=-1, le=10**6)]],
        meaning(
            "Class -> cost of the hex for a piece that enters, in 1/denominator movement points; -1 = "
            "closed; empty where the series does not say it."
        ),
    ]


class Drawing(Struct, frozen=True):
    """Where the hexes lie in `map-screen.png`, in pixels from its upper left corner, x to the right, y down.

    That is the picture of a build that asks for no other size; in a picture of another size all lengths are
    in the proportion of its width to `width`.
    """

    width: Annotated[int, meaning("Width of the picture.", ge=0)]
    height: Annotated[int, meaning("Height of the picture.", ge=0)]
    centres: Annotated[
        tuple[int, ...],
        meaning("At places 2 * hex and 2 * hex + 1: x and y of the centre of the hex; -1 = no hex there."),
    ]
    corners: Annotated[
        tuple[int, ...],
        meaning("At places 2 * corner and 2 * corner + 1: x and y of the corner from the centre of its hex."),
    ]

    def centre(self, hex_index: int) -> tuple[int, int]:
        """Return x and y of the centre of a hex, pixels."""
        return self.centres[2 * hex_index], self.centres[2 * hex_index + 1]

    def corner(self, hex_index: int, corner: int) -> tuple[int, int]:
        """Return x and y of a corner (0..5) of a hex, pixels."""
        x, y = self.centre(hex_index)
        return x + self.corners[2 * (corner % 6)], y + self.corners[2 * (corner % 6) + 1]


class Region(Struct, frozen=True):
    """A named set of hexes."""

    id: Annotated[str, meaning("Id.")]
    name: Words
    hexes: Annotated[tuple[Hex, ...], meaning("Its hexes, ascending.")]


class Entry(Struct, frozen=True):
    """Hexes where reinforcements enter or units may leave."""

    id: Annotated[str, meaning("Id.")]
    name: Words
    side: Annotated[str | None, meaning("Side that uses it; null = both.")]
    hexes: Annotated[tuple[Hex, ...], meaning("Its hexes.")]
    exit: Annotated[bool, meaning("Whether units may leave the map here.")]
    turns: Annotated[
        tuple[Annotated[int, meaning("Turn.", ge=0)], ...],
        meaning("Turns in which reinforcements of the scenario may enter here, ascending."),
    ] = ()
