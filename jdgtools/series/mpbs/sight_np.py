"""All lines of sight of a map at once: the rules of `sight` for all lines of one displacement together.

Every line of a displacement meets the same hexes and hexsides in the same order, so what lies before and
behind a place is a running "or" over views of the plane, one array for all origins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jdgtools.hexgrid import Cube, coords
from jdgtools.hexgrid.line import Crossing, HexLine, Leaving, LineStep, Way, line_template
from jdgtools.hexgrid.lines_np import OriginWindow, displacements, plane_of
from jdgtools.series.mpbs.sight import (
    BLOCKED,
    DEAD,
    parts_in_order,
    reciprocal,
    side_value,
    way_into,
    way_out,
)
from jdgtools.series.terrain_index import TerrainIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[Any]

_NOTHING = -100
"""Level of what is no obstacle: below every level of a map."""


class _Layers:
    """Values per hex and hexside on the plane."""

    def __init__(self, ground: TerrainIndex) -> None:
        import numpy as np

        grid, plane = ground.grid, plane_of(ground.grid)
        size = grid.size
        levels = np.array([ground.level(i) for i in range(size)], dtype=np.int16)
        area = np.zeros(size, dtype=bool)
        steep, down = np.zeros((size, 6), dtype=bool), np.zeros((size, 6), dtype=bool)
        hard, soft = (np.full((size, 6), _NOTHING, dtype=np.int16) for _ in range(2))
        for i in grid.hexes:
            area[i] = ground.of_hex(ground.map.terrain[i], "los") == BLOCKED
            for d in range(6):
                far = grid.neighbour(i, d)
                level = levels[i] if far is None else max(levels[i], levels[far])
                for mark in ground.edge(i, d).marks:
                    los = side_value(ground, mark, "los")
                    if los == DEAD:
                        steep[i, d] = True
                        down[i, d] |= mark.direction == "out"
                    elif los == BLOCKED:
                        soft[i, d] = level
                        if not reciprocal(ground, mark, (i,) if far is None else (i, far)):
                            hard[i, d] = level
        self.level = plane.lay(levels, _NOTHING)
        self.area = plane.lay(area, False)
        self.steep = plane.lay_sides(steep, False)
        # A slope down is told by the hex that is left: nothing is known of it from off the map.
        self.down = [plane.lay(down[:, d], False) for d in range(6)]
        self.hard = plane.lay_sides(hard, _NOTHING)
        self.soft = plane.lay_sides(soft, _NOTHING)
        """Hexsides that block except beside an end, and those that block there too."""
        self.slopes = bool(steep.any())
        self.walls = bool((soft > _NOTHING).any())


def all_pairs(ground: TerrainIndex, reach: int | None) -> NDArray[np.bool_]:
    """Return array (size, size) of whether the column hex is seen from the row hex (see `MpbsSight`)."""
    import numpy as np

    grid, plane = ground.grid, plane_of(ground.grid)
    layers = _Layers(ground)
    clear = np.zeros((grid.size, grid.size), dtype=bool)
    clear[list(grid.hexes), list(grid.hexes)] = True
    for dq, dr in displacements(grid, reach):
        window = plane.window(dq, dr)
        origins, targets, mask = window.pairs()
        free = ~_Batch(window, line_template(dq, dr), layers).blocked_origins(~mask)[mask]
        clear[origins, targets] = free
        clear[targets, origins] = free
    return clear


class _Batch:
    """All lines of one displacement."""

    def __init__(self, window: OriginWindow, line: HexLine, layers: _Layers) -> None:
        import numpy as np

        self.window, self.line, self.layers = window, line, layers
        self.parts = parts_in_order(line)
        self.ends = (
            window.view(layers.level),
            window.view(layers.level, window.dq, window.dr),
        )
        self.higher = np.maximum(*self.ends)

    def blocked_origins(self, outside: Array) -> Array:
        """Return which origins of the window do not see the hex at its displacement, nor from `outside`."""
        layers = self.layers
        is_blocked = self._surely(outside)
        if is_blocked.all():
            return is_blocked
        before, after = self._slopes()
        last = len(self.parts) - 1
        for at, part in enumerate(self.parts):
            if isinstance(part, Crossing):
                if layers.walls:
                    is_blocked |= self._crossing(part, before[at], after[at])
            elif 0 < at < last:
                verdicts = [self._hex(at, part, cube, before, after) for cube in part.hexes]
                is_blocked |= verdicts[0] if len(verdicts) == 1 else verdicts[0] & verdicts[1]
        if layers.slopes and self.line.distance > 1:
            first, final = self.parts[1], self.parts[last - 1]
            assert isinstance(first, Crossing) and isinstance(final, Crossing)
            is_blocked |= self._down(way_into(final, self.line.delta), 0) & (self.ends[0] > self.ends[1])
            is_blocked |= self._down(way_out(first, Cube(0, 0)), 1) & (self.ends[1] > self.ends[0])
        return is_blocked

    def _surely(self, outside: Array) -> Array:
        """Return what is blocked by an area obstacle that no end looks down on, whatever the slopes."""
        is_blocked: Array = outside.copy()
        hexes = [step.hexes[0] for step in self.line.steps[1:-1] if not step.tied]
        for at, (q, r) in enumerate(hexes):
            view = self.window.view
            is_blocked |= view(self.layers.area, q, r) & (view(self.layers.level, q, r) >= self.higher)
            # Most long lines are blocked before they are half way: then the rest is not looked at.
            if at % 4 == 3 and is_blocked.all():
                break
        return is_blocked

    def _slopes(self) -> tuple[list[Array], list[Array]]:
        """Return whether a steep slope is crossed before, and after, each place met.

        The place itself excluded.
        """
        import numpy as np

        nothing = np.zeros(self.window.shape, dtype=bool)
        here = [nothing] * len(self.parts)
        if self.layers.slopes:
            for at, part in enumerate(self.parts):
                if isinstance(part, Crossing) and part.kind != "along":
                    left = self._steep(part.left)
                    here[at] = left if part.left == part.right else left & self._steep(part.right)
        before, after = [nothing], [nothing]
        for at in range(len(here) - 1):
            before.append(before[-1] | here[at])
            after.append(after[-1] | here[-1 - at])
        return before, after[::-1]

    def _steep(self, way: Way) -> Array:
        (cube, d), *more = way
        steep: Array = self.window.view(self.layers.steep[d], cube.q, cube.r)
        for cube, d in more:
            steep = steep | self.window.view(self.layers.steep[d], cube.q, cube.r)
        return steep

    def _down(self, ways: tuple[Way, ...], who: int) -> Array:
        """Return whether all ways come down a steep slope at the end: into the place for the end `who`."""
        import numpy as np

        down = np.ones(self.window.shape, dtype=bool)
        for way in ways:
            leaving: Leaving = way[-1]
            if who:
                cube, d = way[0]
                leaving = (cube + coords.DIRECTIONS[d], coords.opposite(d))
            down &= self.window.view(self.layers.down[leaving[1]], leaving[0].q, leaving[0].r)
        return down

    def _hex(self, at: int, step: LineStep, cube: Cube, before: list[Array], after: list[Array]) -> Array:
        layers = self.layers
        view = self.window.view
        area = view(layers.area, cube.q, cube.r)
        if not layers.slopes:
            return area
        level = view(layers.level, cube.q, cube.r)
        # A hex that the line runs through is reached over all the crossings before it; one of a pair only
        # over its own side of the corner.
        steep = [before[at], after[at]]
        if step.tied:
            steep = [self._steep_beside(at, cube, who, (before, after)[who]) for who in (0, 1)]
        above = [steep[who] & (self.ends[who] > level) for who in (0, 1)]
        hill = steep[0] & steep[1] & (level > self.higher)
        blocks = ~(above[0] | above[1])
        for who, shadow in enumerate((step.distance == self.line.distance - 1, step.distance == 1)):
            if shadow:
                ways = self._ways(at, cube, who)[1]
                blocks = blocks | (above[who] & ~above[1 - who] & ~self._down(ways, who))
        result: Array = hill | (area & blocks)
        return result

    def _ways(self, at: int, cube: Cube, who: int) -> tuple[int, tuple[Way, ...]]:
        """Return the crossing next to a place towards an end, and its ways into (out of) the hex."""
        near = at + (1 if who else -1)
        crossing = self.parts[near]
        assert isinstance(crossing, Crossing)
        if crossing.kind == "along":
            near += 1 if who else -1
            crossing = self.parts[near]
            assert isinstance(crossing, Crossing)
        return near, way_out(crossing, cube) if who else way_into(crossing, cube)

    def _steep_beside(self, at: int, cube: Cube, who: int, slopes: list[Array]) -> Array:
        """Return whether a steep slope lies between an end and one hex of a pair."""
        near, ways = self._ways(at, cube, who)
        steep = self._steep(ways[0])
        for way in ways[1:]:
            steep = steep & self._steep(way)
        return slopes[near] | steep

    def _crossing(self, crossing: Crossing, before: Array, after: Array) -> Array:
        left = self._way(crossing.left, before, after)
        return left if crossing.left == crossing.right else left & self._way(crossing.right, before, after)

    def _way(self, way: Way, before: Array, after: Array) -> Array:
        import numpy as np

        blocks = np.zeros(self.window.shape, dtype=bool)
        ends = {Cube(0, 0), self.line.delta}
        for cube, d in way:
            adjacent = cube in ends or cube + coords.DIRECTIONS[d] in ends
            level = self.window.view((self.layers.hard if adjacent else self.layers.soft)[d], cube.q, cube.r)
            seen_over = (before & (self.ends[0] > level)) | (after & (self.ends[1] > level))
            blocks |= (level > _NOTHING) & ~seen_over
        return blocks
