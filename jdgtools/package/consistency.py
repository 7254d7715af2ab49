"""Checks what the types of a package cannot say: lengths of arrays, hexes that exist, charts that fit.

`load` calls it when every member has its type; the first fault is an `InputRefused` that names the member.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.charts import ChartDataError
from jdgtools.errors import InputRefused
from jdgtools.package.limits import MAX_HEXES
from jdgtools.package.model import Package
from jdgtools.package.model_map import Movement, Steps
from jdgtools.package.model_play import AllOf, AnyOf, Condition, Exited, Holds, NoneOf

MAX_DEPTH = 40
"""A condition that is nested more deeply is refused."""
_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Direction -> what a step in it adds to q and r."""
_Array = tuple[str, tuple[int, ...]]
"""A place in the package and the whole numbers there."""


def check_consistency(package: Package, name: str) -> None:
    """Check what `Package` promises beyond the types of its members.

    Args:
        package: decoded, so that every member has its type.
        name: begins every refusal.

    Raises:
        InputRefused: the first part that does not fit, with its place.
    """
    size = package.grid.size
    if size > MAX_HEXES:
        raise InputRefused(f"{name}.grid: {size} hexes; {MAX_HEXES} is the most")
    for member_path, length, expected in _lengths(package, size):
        if length != expected:
            raise InputRefused(f"{name}.{member_path}: expected {expected} entries, not {length}")
    _check_dice(package, name)
    _check_neighbours(package, name)
    for member_path, names in _classes(package):
        for missing in sorted(set(package.movement.classes) - names):
            raise InputRefused(f"{name}.{member_path}: `{missing}` is missing")
    for member_path, array in _hexes(package):
        if array and max(array) >= size:
            raise InputRefused(
                f"{name}.{member_path}: expected whole numbers up to {size - 1}, not {max(array)}"
            )
    for member_path, array in _steps(package.movement):
        if array and max(array) >= 6 * size:
            raise InputRefused(f"{name}.{member_path}: expected whole numbers up to {6 * size - 1}")
    for effect in package.effects:
        for number, other in enumerate(effect.others):
            if other.steps and max(other.steps) >= 6 * size:
                member_path = f"effects.{effect.id}.others[{number}].steps"
                raise InputRefused(f"{name}.{member_path}: expected whole numbers up to {6 * size - 1}")
    _check_axial(package, name)
    kinds = len(package.terrain.kinds)
    if package.terrain.hexes and max(package.terrain.hexes) >= kinds:
        raise InputRefused(f"{name}.terrain.hexes: expected whole numbers up to {kinds - 1}")
    for number, entry in enumerate(package.setup):
        if sum(map(bool, (entry.hexes, entry.area, entry.box))) != 1:
            raise InputRefused(f"{name}.setup[{number}]: expected one of `hexes`, `area` and `box`")
    try:
        _ = package.book
    except (ChartDataError, AttributeError, KeyError, TypeError) as error:
        raise InputRefused(f"{name}.charts: damaged: {error}") from None


def _check_dice(package: Package, name: str) -> None:
    ids: set[str] = set()
    for number, die in enumerate(package.series.dice):
        place = f"{name}.series.dice[{number}]"
        if die.low > die.high:
            raise InputRefused(f"{place}: expected a lowest face of at most {die.high}, not {die.low}")
        if die.id in ids:
            raise InputRefused(f"{place}.id: `{die.id}` stands twice")
        ids.add(die.id)


def _check_neighbours(package: Package, name: str) -> None:
    """Refuse a hex beside itself, and one that is not beside its neighbour in turn."""
    neighbours = package.grid.neighbours
    for step, target in enumerate(neighbours):
        if target < 0 or target >= package.grid.size:
            continue  # what lies beyond the map is refused with the other lists of hexes
        origin, direction = divmod(step, 6)
        if target == origin or neighbours[6 * target + (direction + 3) % 6] != origin:
            raise InputRefused(
                f"{name}.grid.neighbours[{step}]: hex {origin} is not beside hex {target} in turn"
            )


def _check_axial(package: Package, name: str) -> None:
    """Check that each step on the map is the one of its direction in `axial`, and no number there far off."""
    if package.lines is None:
        return
    grid, axial = package.grid, package.lines.axial
    farthest = max(max(axial), -min(axial))
    if farthest > grid.columns + grid.rows:
        raise InputRefused(f"{name}.lines.axial: no hex of the map lies {farthest} from the first")
    for step, target in enumerate(grid.neighbours):
        if target >= 0:
            here, direction = divmod(step, 6)
            q, r = _STEPS[direction]
            if axial[2 * target] - axial[2 * here] != q or axial[2 * target + 1] - axial[2 * here + 1] != r:
                raise InputRefused(
                    f"{name}.lines.axial: hex {target} does not lie in direction {direction} of {here}"
                )


def _lengths(package: Package, size: int) -> Iterator[tuple[str, int, int]]:
    """Yield the place, the length and the right length of every array by hex or by step."""
    grid, terrain, sight = package.grid, package.terrain, package.sight
    yield "grid.ids", len(grid.ids), size
    yield "grid.in_play", len(grid.in_play), size
    yield "grid.neighbours", len(grid.neighbours), 6 * size
    yield "grid.edges", len(grid.edges), 4
    yield "terrain.hexes", len(terrain.hexes), size
    yield "terrain.levels", len(terrain.levels), size
    for table, steps in _tables(package.movement):
        yield f"movement.{table}.cost", len(steps.cost), 6 * size
    for zone, masks in (package.zones or {}).items():
        yield f"zones.{zone}", len(masks), size
    if package.lines is not None:
        yield "lines.axial", len(package.lines.axial), 2 * size
    if package.drawing is not None:
        yield "drawing.centres", len(package.drawing.centres), 2 * size
        yield "drawing.corners", len(package.drawing.corners), 12
    yield "sight.size", sight.size, size
    yield "sight.row_bytes", sight.row_bytes, (size + 7) // 8
    yield "sight.bits", len(sight.bits), size * sight.row_bytes


def _classes(package: Package) -> Iterator[tuple[str, set[str]]]:
    """Yield every table by movement class with the classes that it has."""
    yield "movement.steps", set(package.movement.steps)
    if package.movement.steps_near_enemy is not None:
        yield "movement.steps_near_enemy", set(package.movement.steps_near_enemy)
    if package.zones is not None:
        yield "zones", set(package.zones)


def _tables(movement: Movement) -> Iterator[tuple[str, Steps]]:
    yield from ((f"steps.{name}", steps) for name, steps in movement.steps.items())
    yield from ((f"steps_near_enemy.{name}", s) for name, s in (movement.steps_near_enemy or {}).items())


def _steps(movement: Movement) -> Iterator[_Array]:
    for table, steps in _tables(movement):
        yield from ((f"movement.{table}.ways.{way}", array) for way, array in steps.ways.items())
        for name in ("disorders", "disorders_hex", "disorders_side", "disorders_second"):
            yield f"movement.{table}.{name}", getattr(steps, name)
        for cost in steps.side_costs:
            yield f"movement.{table}.side_costs.{cost.value}", cost.steps
    for number, held_step in enumerate(movement.held_steps):
        yield f"movement.held_steps[{number}].step", (held_step.step,)


def _hexes(package: Package) -> Iterator[_Array]:
    """Yield every list of hexes, with its place."""
    grid, terrain, victory = package.grid, package.terrain, package.victory
    yield "grid.neighbours", grid.neighbours
    yield from ((f"grid.edges.{edge}", hexes) for edge, hexes in grid.edges.items())
    for number, feature in enumerate(terrain.sides):
        yield f"terrain.sides[{number}].hex", (feature.hex,)
        yield f"terrain.sides[{number}].inside", () if feature.inside is None else (feature.inside,)
    yield from ((f"terrain.ways[{number}].hexes", way.hexes) for number, way in enumerate(terrain.ways))
    yield from ((f"regions[{number}].hexes", region.hexes) for number, region in enumerate(package.regions))
    yield from ((f"entries[{number}].hexes", entry.hexes) for number, entry in enumerate(package.entries))
    for number, entry in enumerate(package.setup):
        yield f"setup[{number}].hexes", entry.hexes
        yield f"setup[{number}].area", entry.area
    yield from ((f"arrivals[{number}].hexes", group.hexes) for number, group in enumerate(package.arrivals))
    for number, group in enumerate(package.arrivals):
        if group.required is not None:
            yield from _condition_hexes(group.required, f"arrivals[{number}].required")
    if package.lines is not None:
        for number, line in enumerate(package.lines.one_sided):
            yield f"lines.one_sided[{number}]", line
    for number, award in enumerate(victory.awards):
        yield from _condition_hexes(award.when, f"victory.awards[{number}].when")
    for number, end in enumerate(victory.automatic):
        yield from _condition_hexes(end.when, f"victory.automatic[{number}].when")
    for number, entry_hex in enumerate(package.entry_hexes):
        yield f"entry_hexes[{number}].hex", (entry_hex.hex,)
    for number, marker in enumerate(package.markers_on_map):
        yield f"markers_on_map[{number}].hexes", marker.hexes
    yield "victory.held", tuple(entry.hex for entry in victory.held)


def _condition_hexes(condition: Condition, member_path: str, depth: int = 0) -> Iterator[_Array]:
    if depth > MAX_DEPTH:
        raise InputRefused(f"{member_path}: nested too deeply")
    if isinstance(condition, (AllOf, AnyOf, NoneOf)):
        for number, part in enumerate(condition.parts):
            yield from _condition_hexes(part, f"{member_path}.parts[{number}]", depth + 1)
    elif isinstance(condition, (Holds, Exited)):
        yield f"{member_path}.hexes", condition.hexes
