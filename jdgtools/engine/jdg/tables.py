"""The dense tables of a scenario, made once from its package; anything unknown in it is refused by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.jdg.rulings import check_options
from jdgtools.engine.jdg.words import ARMS, ARTILLERY, COMMANDER
from jdgtools.package import Package

KNOWN_FLAGS = frozenset({"night", "fog"})
MAX_MOVEMENT = 999
"""Movement points beyond which a rating is no rating: a search goes through them one by one."""
TOWARDS = {
    "flat": {"N": (0,), "E": (1, 2), "S": (3,), "W": (4, 5)},
    "pointy": {"N": (5, 0), "E": (1,), "S": (2, 3), "W": (4,)},
}
"""Directions straight to an edge of the map."""
_RETREAT = {"free": 0, "level_lost": 1, "needs_mp": 2, "forbidden": 3}
_STATES = {
    "level": ("ordered", "disordered", "routed"),
    "square": ("not_in_square", "in_square"),
    "renfort": ("no_renfort", "renfort"),
}


def _effect(package: Package, name: str) -> list[Any]:
    """Return an effect of steps as a list by step."""
    for effect in package.effects:
        if effect.id == name:
            values: list[Any] = [effect.default] * (6 * package.grid.size)
            for other in effect.others:
                for step in other.steps:
                    values[step] = other.value
            return values
    raise EngineRefused(f"the package has no effect `{name}`")


# Many classes of movement have the same costs and zones, and the scenarios of a battle have the same map.
@lru_cache(maxsize=64)
def _open_steps(
    neighbours: tuple[int, ...], far: tuple[int, ...], near: tuple[int, ...], disorders: frozenset[int]
) -> tuple[tuple[tuple[int, int, int, int, int], ...], ...]:
    """Return by hex the steps that are open away from the enemy or near him, the cheapest first."""
    least = [max(pair) if min(pair) < 0 else min(pair) for pair in zip(far, near, strict=True)]
    hexes = []
    for base in range(0, len(neighbours), 6):
        steps = [
            (step - base, neighbours[step], least[step], far[step], int(step in disorders))
            for step in range(base, base + 6)
            if neighbours[step] >= 0 and least[step] >= 0
        ]
        hexes.append(tuple(sorted(steps, key=itemgetter(2))))
    return tuple(hexes)


@lru_cache(maxsize=64)
def _hexes_by_masks(
    neighbours: tuple[int, ...], masks: tuple[int, ...]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return hex -> (direction, hex) of the neighbours that its mask has a bit for."""
    return tuple(
        tuple((d, neighbours[6 * h + d]) for d in range(6) if mask >> d & 1 and neighbours[6 * h + d] >= 0)
        for h, mask in enumerate(masks)
    )


def _class_of_retreat(value: Any) -> int:
    if value not in _RETREAT:
        raise EngineRefused(f"the engine knows no retreat `{value}` over a hexside")
    return _RETREAT[value]


def whole_number(values: Mapping[str, Any], name: str, usual: int = 0) -> int:
    """Return a rating of a piece; `usual` where it has none.

    Raises:
        EngineRefused: it is no whole number.
    """
    value = values.get(name, usual)
    if type(value) is not int:
        raise EngineRefused(f"a piece has `{value}` as its {name}, which is no whole number")
    return value


class Charts(dict[str, "ChartTable"]):
    """The charts of a package by their ids; one that is not there is refused by its name."""

    def __missing__(self, chart: str) -> ChartTable:
        raise EngineRefused(f"the package has no chart `{chart}`")


def _picker(places: Sequence[int]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return what picks the values of these places out of a list."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda values: tuple(values[place] for place in places)


def _parts_of(case: Any) -> dict[str, int]:
    """Return the part of a stacking case that each arm belongs to: the first that names it."""
    parts: dict[str, int] = {}
    for place, part in enumerate(case.parts):
        for arm in part.arms:
            parts.setdefault(arm, place)
    return parts


class ChartTable:
    """A chart: what stands in a cell, or in the row of a number."""

    def __init__(self, chart: Any) -> None:
        """Index the cells of a chart of the package."""
        self.id = chart.id
        self.cells: dict[tuple[str, ...], Any] = {cell.at: cell.value for cell in chart.cells}
        self.refs: dict[tuple[str, ...], tuple[str, ...]] = {cell.at: cell.refs for cell in chart.cells}
        self.keys = chart.axes[0].keys
        self.tests: dict[str, Any] = {}
        """Line -> when it counts, where an option says so and not the chart."""
        self.lines: dict[tuple[tuple[str, ...], str], Any] = {}
        """Column and check -> the lines of a chart of modifiers that may count; made when asked for."""

    def row(self, number: int) -> str:
        """Return the key of the row that a number falls into; the end rows are open."""
        for key in self.keys:
            if (key.low is None or number >= key.low) and (key.high is None or number <= key.high):
                return str(key.id)
        raise EngineRefused(f"{self.id} has no row for {number}")

    def ratio(self, one: int, two: int) -> str:
        """Return the key of the highest line that is not above one : two; beyond the ends the end line."""
        best = None
        for key in self.keys:
            left, right = key.ratio
            if one * right > left * two or (one * right == left * two and not key.exclusive):
                best = key.id
        return str(best or self.keys[0].id)


class Tables:
    """What never changes in a game: map, pieces, charts, turns."""

    def __init__(self, package: Package, ignore: Sequence[str] = ()) -> None:
        """Make the tables of a package; `ignore` has the ids of special rules that a person leaves out.

        Raises:
            EngineRefused: the package has something that the engine does not know.
        """
        if package.series.statements != "JDG-":
            raise EngineRefused(f"{package.series.rulebook} is not played yet")
        if not package.series.dice:
            raise EngineRefused("the package has no die (`series.dice`)")
        check_options(package)
        self.package = package
        self.options = {option.id: option.value for option in package.option_list}
        """Option -> its value in this scenario; only those of `rulings.CHOSEN` may differ from the ruling."""
        self.night_fog = str(self.options["night_fog"])
        self.protected_hexes: Callable[[Any, int], frozenset[int]] | None = None
        """What tells in which entry hexes no zone of a side is, where an option frees them (AMB-42)."""
        self.ignore = tuple(sorted(ignore))
        self.screens: frozenset[int] = frozenset()
        """Hexes that a special rule fills with smoke until the turn `screens_until`."""
        self.screens_until = 0
        self._distances: list[tuple[int, ...] | None] = [None] * package.grid.size
        """Hex -> distances to all hexes, once they are asked for."""
        self._discs: dict[tuple[int, int], frozenset[int]] = {}
        self._map(package)
        self._sides(package)
        self._pieces(package)
        self._groups(package)
        self._markers(package)
        self._check_states(package)
        self._charts(package)
        self._turns(package)

    def _map(self, package: Package) -> None:
        grid = package.grid
        self.size = grid.size
        self.hex_ids = grid.ids
        self.hex_of = {name: index for index, name in enumerate(grid.ids) if name}
        self.neighbours = grid.neighbours
        self.denominator = package.movement.denominator
        if package.movement.held_steps:
            raise EngineRefused("gates (`movement.held_steps`) are not played")
        if package.movement.steps_near_enemy is None or package.lines is None or package.zones is None:
            raise EngineRefused("the package lacks costs near the enemy, zones of control or lines of sight")
        self.classes = package.movement.classes
        tables = (package.movement.steps, package.movement.steps_near_enemy)
        self.cost = [[table[name].cost for table in tables] for name in self.classes]
        """Class, then 0 or 1 (near an enemy): costs by step."""
        self.disorders = [[frozenset(table[name].disorders) for table in tables] for name in self.classes]
        self.steps = [
            self._open_steps(far, near, disorders[0])
            for (far, near), disorders in zip(self.cost, self.disorders, strict=True)
        ]
        """Class -> hex -> the steps that its units can make, the cheapest first: direction, hex, least cost,
        and away from the enemy the cost (-1 = closed) and the levels lost."""
        costs = (step[2] for hexes in self.steps for steps in hexes for step in steps)
        self.least_cost = min(costs, default=0)
        """What the cheapest of all steps costs."""
        self.zone_hexes = [
            self.hexes_by_masks(package.zones.get(name, (0,) * self.size)) for name in self.classes
        ]
        """Class -> hex -> where the zone of a unit in it reaches: direction and hex."""
        self.axial = package.lines.axial
        self.at_axial = {(self.axial[2 * h], self.axial[2 * h + 1]): h for h in range(self.size)}
        self._differences()
        self.vectors = self._directions()
        """Direction -> differences of q and r."""
        self.lines = {line.to: line.through for line in package.lines.lines}
        self.sight = package.sight
        self.shock_drm = _effect(package, "shock_drm")
        self.fire_drm = _effect(package, "fire_drm")
        self.no_charge = _effect(package, "blocks_charge")
        self.retreat = [_class_of_retreat(value) for value in _effect(package, "retreat")]
        self.levels = package.terrain.levels
        kinds = package.terrain.kinds
        self.terrain = [kinds[index].id if index >= 0 else "" for index in package.terrain.hexes]
        self.like = {kind.id: kind.like or kind.id for kind in (*kinds, *package.terrain.side_kinds)}
        self.side_kinds: dict[int, list[tuple[str, str]]] = {}
        for feature in package.terrain.sides:
            for hex_index, direction in self._both(feature.hex, feature.direction):
                inward = "in" if feature.inside is None or feature.inside != hex_index else "out"
                self.side_kinds.setdefault(6 * hex_index + direction, []).append((feature.kind, inward))

    def hexes_by_masks(self, masks: Sequence[int]) -> list[tuple[tuple[int, int], ...]]:
        """Return hex -> (direction, hex) of the neighbours that its mask has a bit for."""
        return list(_hexes_by_masks(tuple(self.neighbours), tuple(masks)))

    def _open_steps(
        self, far: Sequence[int], near: Sequence[int], disorders: frozenset[int]
    ) -> list[tuple[tuple[int, int, int, int, int], ...]]:
        """Return by hex the steps that are open away from the enemy or near him, the cheapest first."""
        return list(_open_steps(tuple(self.neighbours), tuple(far), tuple(near), disorders))

    def _directions(self) -> tuple[tuple[int, int], ...]:
        """Return what a step in each direction adds to q and r."""
        vectors: dict[int, tuple[int, int]] = {}
        for step, target in enumerate(self.neighbours):
            if target >= 0 and step % 6 not in vectors:
                here = step // 6
                vectors[step % 6] = (
                    self.axial[2 * target] - self.axial[2 * here],
                    self.axial[2 * target + 1] - self.axial[2 * here + 1],
                )
        for direction in range(6):
            if direction not in vectors and (direction + 3) % 6 in vectors:
                q, r = vectors[(direction + 3) % 6]
                vectors[direction] = (-q, -r)
        if len(vectors) < 6:
            raise EngineRefused("the map is too small for six directions")
        return tuple(vectors[direction] for direction in range(6))

    def _differences(self) -> None:
        """Make the table of distances: they depend on the differences of q and r alone (JDG-CONV-a).

        Every hex has one number of its q and r; the difference of two of them, counted from the middle of the
        table, is the place of their distance.
        """
        q, r = self.axial[::2], self.axial[1::2]
        high, wide = max(q) - min(q), max(r) - min(r)
        self._codes = [x * (2 * wide + 1) + y for x, y in zip(q, r, strict=True)]
        self._lengths = [
            max(abs(x), abs(y), abs(x + y)) for x in range(-high, high + 1) for y in range(-wide, wide + 1)
        ]
        self._middle = len(self._lengths) // 2

    def _both(self, hex_index: int, direction: int) -> list[tuple[int, int]]:
        other = self.neighbours[6 * hex_index + direction]
        return [(hex_index, direction)] + ([(other, (direction + 3) % 6)] if other >= 0 else [])

    def _sides(self, package: Package) -> None:
        """Index the sides and commands."""
        self.side_ids = tuple(side.id for side in package.sides)
        if len(self.side_ids) != 2:
            raise EngineRefused("a game has two sides")
        self.side_of = {name: index for index, name in enumerate(self.side_ids)}
        self.rout_edge = tuple(side.rout_edge or "" for side in package.sides)
        self.edge_hexes = tuple(self._exits(package, edge) for edge in self.rout_edge)
        """Side -> hexes from which its units rout off the map."""
        self.command_ids = tuple(command.id for command in package.commands)
        self.command_of = {name: index for index, name in enumerate(self.command_ids)}
        self.command_side = tuple(self.side_of.get(str(command.side), -1) for command in package.commands)

    def _exits(self, package: Package, edge: str) -> tuple[int, ...]:
        """Return the hexes of an edge of the map, and those from which only hexes out of play lead to it."""
        grid = package.grid
        edges = {str(name): edge_hexes for name, edge_hexes in grid.edges.items()}
        if not set(edge) <= set(edges):
            raise EngineRefused(f"the map has no edge `{edge[:20]}` for routed units")
        hexes: list[int] = []
        for letter in edge:
            ahead = TOWARDS[grid.orientation][letter]
            hexes += edges[letter]
            hexes += (h for h in range(self.size) if all(self.neighbours[6 * h + d] < 0 for d in ahead))
        return tuple(dict.fromkeys(h for h in hexes if grid.in_play[h]))

    def _pieces(self, package: Package) -> None:
        """Index units and leaders in play, units first, and say what each is."""
        left_out = set(package.unused)
        units = [unit for unit in package.units if unit.id not in left_out]
        leaders = [leader for leader in package.leaders if leader.id not in left_out]
        classes = {name: index for index, name in enumerate(self.classes)}
        self._check_pieces(units, leaders, classes)
        self.units = range(len(units))
        self.leaders = range(len(units), len(units) + len(leaders))
        pieces: list[Any] = [*units, *leaders]
        self.ids = tuple(piece.id for piece in pieces)
        self.piece_of = {name: index for index, name in enumerate(self.ids)}
        self.side = [self.side_of[str(piece.side)] for piece in pieces]
        self.arm = [ARMS[unit.arm] for unit in units] + [COMMANDER] * len(leaders)
        commander = classes.get("commander", 0)
        self.cls = [classes[unit.movement_class] for unit in units] + [commander] * len(leaders)
        self.command = [self.command_of[str(unit.command)] for unit in units] + [-1] * len(leaders)
        self.records = units
        self._ratings(units, leaders)

    def _check_pieces(self, units: list[Any], leaders: list[Any], classes: Mapping[str, int]) -> None:
        """Refuse pieces of an arm, side, command, class or size that the engine does not know."""
        for unit in units:
            if unit.arm not in ARMS or unit.side not in self.side_of or unit.command not in self.command_of:
                raise EngineRefused(f"the unit `{unit.id}` has an arm, side or command that is unknown")
            if unit.movement_class not in classes:
                raise EngineRefused(f"the unit `{unit.id}` has the unknown class `{unit.movement_class}`")
            if unit.footprint != 1:
                raise EngineRefused(f"the unit `{unit.id}` covers two hexes")
        for leader in leaders:
            if leader.side not in self.side_of:
                raise EngineRefused(f"the leader `{leader.id}` has no side")

    def _ratings(self, units: list[Any], leaders: list[Any]) -> None:
        """Read the ratings: of units a pair, front and back."""
        self.values = [(unit.front, unit.back) for unit in units]
        self.strength = [tuple(whole_number(face, "strength") for face in pair) for pair in self.values]
        self.cohesion = [tuple(whole_number(face, "cohesion") for face in pair) for pair in self.values]
        self.shock = [tuple(whole_number(face, "shock", -1) for face in pair) for pair in self.values]
        self.movement = [tuple(whole_number(face, "movement") for face in pair) for pair in self.values]
        self.maximum_range = [
            tuple(whole_number(face, "maximum_range") for face in pair) for pair in self.values
        ]
        self.movement += [(whole_number(leader.front, "movement"),) * 2 for leader in leaders]
        for name, faces in zip(self.ids, self.movement, strict=True):
            if max(faces) > MAX_MOVEMENT:
                raise EngineRefused(f"`{name}` has {max(faces)} movement points; {MAX_MOVEMENT} is the most")
        self.heavy = [bool(unit.front.get("heavy", False)) for unit in units]
        self.commander = {
            index: (
                whole_number(leader.front, "drm"),
                whole_number(leader.front, "capacity"),
                whole_number(leader.front, "range"),
                bool(leader.front.get("strategic", False)),
            )
            for index, leader in zip(self.leaders, leaders, strict=True)
            if leader.role == "commander_in_chief"
        }
        """Commander -> modifier, capacity, range, whether his modifier counts for strategic initiative."""

    def _groups(self, package: Package) -> None:
        """Say which units belong together: of a side, of a command, in a stack."""
        stacking = package.stacking.cases if package.stacking else ()
        self.stacking = [(case, _parts_of(case)) for case in stacking]
        """Cases of units that may share a hex, each with the place of every arm's part in it."""
        self.known_stacks: dict[tuple[tuple[int, int], ...], bool] = {}
        """Units with their levels -> whether they may share a hex, as far as somebody has asked."""
        self.of_side = tuple(tuple(u for u in self.units if self.side[u] == s) for s in (0, 1))
        self.guns_of_side = tuple(
            tuple(u for u in units if self.arm[u] == ARTILLERY) for units in self.of_side
        )
        self.known_threats: tuple[tuple[Callable[[Sequence[int]], Any], dict[Any, Any]], ...] = tuple(
            (_picker(enemies), {}) for enemies in self.of_side[::-1]
        )
        """Side -> what picks its enemies out of an array, and what is known of their zones (`threats_to`)."""
        self.of_command = tuple(
            tuple(u for u in self.units if self.command[u] == c) for c in range(len(self.command_ids))
        )

    def _markers(self, package: Package) -> None:
        """Index the activation markers, with the units that each activates."""
        self.markers = package.activation
        self.marker_of = {marker.id: index for index, marker in enumerate(self.markers)}
        for marker in self.markers:
            if marker.code not in ("O", "C") or marker.rating is None or marker.side not in self.side_of:
                raise EngineRefused(f"the activation marker `{marker.id}` has no known code, rating or side")
            if not set(marker.commands) <= set(self.command_of):
                raise EngineRefused(f"the activation marker `{marker.id}` names an unknown formation")
        self.marker_side = tuple(self.side_of[str(marker.side)] for marker in self.markers)
        self.marker_commands = tuple(
            tuple(self.command_of[name] for name in marker.commands) for marker in self.markers
        )
        self.marker_units = tuple(
            tuple(u for u in self.units if self.command[u] in commands) for commands in self.marker_commands
        )

    def _check_states(self, package: Package) -> None:
        """Refuse states of an axis that the engine plays with other values."""
        for axis in package.states:
            state_codes = _STATES.get(axis.id)
            if state_codes is not None and tuple(value.id for value in axis.values) != state_codes:
                raise EngineRefused(f"the states of `{axis.id}` are not those that the engine knows")

    def _charts(self, package: Package) -> None:
        self.charts = Charts((chart.id, ChartTable(chart)) for chart in package.charts)
        self.move = {at[0]: value for at, value in self.charts["TBL-MOVE"].cells.items()}
        self.distances = {at[0]: value for at, value in self.charts["TBL-DISTANCE"].cells.items()}
        terrain = self.charts["TBL-TEC-HEX"].cells

        def column(name: str) -> list[bool]:
            return [bool(terrain.get((kind, name), False)) for kind in self.terrain]

        self.clear = column("is_clear")
        self.six_front = column("six_front")
        self.shelter = column("rout_shelter")
        self.hex_blocks_charge = column("blocks_charge")

    def _turns(self, package: Package) -> None:
        if package.turns.first is None or package.turns.last is None:
            raise EngineRefused("the scenario has no first or last turn")
        self.first, self.last = package.turns.first, package.turns.last
        self.turn_flags = {turn.number: frozenset(turn.flags) for turn in package.turns.track}

    def may_order(self, leader: int, unit: int) -> bool:
        """Return whether a commander may give orders to a unit of his side, other things being equal.

        By `cinc_scope` to all of them, or to those of the formations that the battle assigns to him (AMB-15).
        """
        leader_of_unit = self.package.commands[self.command[unit]].leader
        return self.options["cinc_scope"] == "army" or leader_of_unit in (None, self.ids[leader])

    def night(self, turn: int) -> bool:
        """Return whether the rules of night hold in the turn."""
        return "night" in self.flags_of(turn)

    def flags_of(self, turn: int) -> frozenset[str]:
        """Return what is special of a turn: of night and fog what `night_fog` names, or both (AMB-95)."""
        flags = self.turn_flags.get(turn, frozenset())
        if self.night_fog == "added" or not flags.issuperset(KNOWN_FLAGS):
            return flags
        return flags - KNOWN_FLAGS | {self.night_fog}

    def fog(self, turn: int) -> bool:
        """Return whether the rules of fog hold in the turn."""
        return "fog" in self.flags_of(turn)

    def distance(self, one: int, two: int) -> int:
        """Return the distance of two hexes (JDG-CONV-a)."""
        return self._lengths[self._middle + self._codes[two] - self._codes[one]]

    def distances_from(self, one: int) -> tuple[int, ...]:
        """Return the distances from a hex to all hexes; made once."""
        row = self._distances[one]
        if row is None:
            lengths, here = self._lengths, self._codes[one] - self._middle
            row = self._distances[one] = tuple([lengths[code - here] for code in self._codes])
        return row

    def disc(self, hex_index: int, reach: int) -> frozenset[int]:
        """Return the hexes within so many hexes of one; made once."""
        key = (hex_index, reach)
        if key not in self._discs:
            self._discs[key] = frozenset(
                h for h, far in enumerate(self.distances_from(hex_index)) if far <= reach
            )
        return self._discs[key]

    def is_gun(self, unit: int) -> bool:
        """Return whether a unit is artillery."""
        return self.arm[unit] == ARTILLERY

    def text(self, hex_index: int) -> str:
        """Return the printed number of a hex."""
        return self.hex_ids[hex_index]
