"""Nineteen maps that ask much of the drawing: whole sheets with lettering and furniture, in any theme.

`python -m tests.tools.stress_maps NAME THEME FILE.png [DPI]` draws one of `MAPS`.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable
from io import BytesIO
from itertools import pairwise
from math import cos, hypot, sin
from pathlib import Path

from msgspec.structs import replace
from PIL import Image

from jdgtools.exporters.context import BuildContext
from jdgtools.hexgrid import HexGrid, Hexside
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap, HexsideFeature, NamedPlace, Way
from jdgtools.model.text import Text
from jdgtools.render.backends.png import render_png
from jdgtools.render.map.draw import print_map
from jdgtools.render.map.frame import MapFrame
from tests.bundled import bundled

Spot = tuple[float, float]
"""A place by shares of the width and height of the map."""


class Board:
    """A map in the making."""

    def __init__(self, columns: int, rows: int, orientation: str = "flat", north: float = 0.0) -> None:
        self.grid = HexGrid(columns, rows, orientation)
        n = self.grid.size
        self.terrain: list[str] = ["clear"] * n
        self.levels = [0] * n
        self.north = north
        self.leave = False
        """Whether ways that end at the edge of the map lead beyond it."""
        self.sides: dict[Hexside, list[str]] = {}
        self.waters: dict[tuple[str, Hexside], Text] = {}
        self.ways: list[Way] = []
        self.places: list[NamedPlace] = []
        bare = BattleMap(self.grid, 200, 20.0, 20, ("clear",) * n, (0,) * n, (True,) * n)
        self.frame = MapFrame(bare, Layout(self.grid, 20.0))
        self.size = self.frame.layout.width, self.frame.layout.height
        self.corners: dict[tuple[int, int], dict[tuple[int, int], Hexside]] = {}
        for index in self.grid.hexes:
            for d in range(6):
                side = self.grid.hexside(index, d)
                a, b = self.frame.side_keys(side)
                self.corners.setdefault(a, {})[b] = side
                self.corners.setdefault(b, {})[a] = side

    def spot(self, index: int) -> Spot:
        """Return where a hex lies."""
        x, y = self.frame.layout.centre(index)
        return x / self.size[0], y / self.size[1]

    def hex(self, spot: Spot) -> int:
        """Return the hex at a place."""
        return min(self.grid.hexes, key=lambda i: self._off(self.frame.layout.centre(i), spot))

    def paint(self, terrain: str, where: Callable[[float, float], bool]) -> None:
        """Give a terrain to the hexes at some places."""
        for index in self.grid.hexes:
            if where(*self.spot(index)):
                self.terrain[index] = terrain

    def river(self, kind: str, *spots: Spot, name: str = "") -> None:
        """Lay water along hexsides, the shortest way from place to place."""
        keys = [min(self.corners, key=lambda key: self._off(self.frame.at(key), spot)) for spot in spots]
        for start, end in pairwise(keys):
            before, queue = {start: start}, deque([start])
            while end not in before:
                at = queue.popleft()
                for other in sorted(self.corners[at]):
                    if other not in before:
                        before[other] = at
                        queue.append(other)
            while end != start:
                side = self.corners[end][before[end]]
                self.sides.setdefault(side, []).append(kind)
                if name:
                    self.waters[kind, side] = Text.of(name)
                end = before[end]

    def wall_towns(self) -> None:
        """Lay a wall where a town ends."""
        for side in self.grid.sides():
            in_town = [self.terrain[i] == "town" for i in self.grid.side_hexes(side)]
            if any(in_town) and not all(in_town):
                self.sides.setdefault(side, []).append("wall")

    def slopes(self) -> None:
        """Lay slopes, steep slopes and cliffs by how much higher one hex is than the other."""
        for side in self.grid.sides():
            levels = [self.levels[i] for i in self.grid.side_hexes(side)]
            kind = {1: "slope", 2: "steep_slope"}.get(max(levels) - min(levels), "cliff")
            if max(levels) > min(levels):
                self.sides.setdefault(side, []).append(kind)

    def road(self, kind: str, *spots: Spot, name: str = "") -> None:
        """Lead a way from place to place; it crosses water on bridges, and leaves the map where it ends there."""
        hexes = [self.hex(spots[0])]
        for spot in spots[1:]:
            goal = self.hex(spot)
            while hexes[-1] != goal:
                x, y = self.spot(goal)
                near = [i for d in range(6) if (i := self.grid.neighbour(hexes[-1], d)) is not None]
                hexes.append(min(near, key=lambda i: self._off(self.frame.layout.centre(i), (x, y))))
        for a, b in pairwise(hexes):
            d = next(d for d in range(6) if self.grid.neighbour(a, d) == b)
            kinds = self.sides.get(self.grid.hexside(a, d), [])
            if any(k.startswith("river") for k in kinds) and "bridge" not in kinds:
                kinds.append("bridge")
        exits = self._exit(hexes[0]), self._exit(hexes[-1])
        text = Text.of(name) if name else None
        self.ways.append(Way(kind, tuple(hexes), text, f"way-{len(self.ways)}", exits))

    def _exit(self, index: int) -> int | None:
        return (
            next((d for d in range(6) if self.grid.neighbour(index, d) is None), None) if self.leave else None
        )

    def name(self, name: str, spot: Spot, rank: str = "village") -> None:
        """Name a place."""
        self.places.append(NamedPlace(f"p{len(self.places)}", Text.of(name), self.hex(spot), rank))

    def map(self) -> BattleMap:
        """Return the map."""
        features = tuple(
            HexsideFeature(k, side, self._higher(k, side), self.waters.get((k, side)))
            for side, kinds in self.sides.items()
            for k in dict.fromkeys(kinds)
        )
        by_side: dict[Hexside, tuple[HexsideFeature, ...]] = {}
        for feature in features:
            by_side[feature.side] = (*by_side.get(feature.side, ()), feature)
        return BattleMap(
            self.grid, 200, 20.0, 20, tuple(self.terrain), tuple(self.levels), (True,) * self.grid.size,
            features, tuple(self.ways), tuple(self.places), north=self.north, by_side=by_side,
        )  # fmt: skip

    def _higher(self, kind: str, side: Hexside) -> int | None:
        is_slope = kind in ("slope", "steep_slope")
        return max(self.grid.side_hexes(side), key=lambda i: self.levels[i]) if is_slope else None

    def _off(self, at: tuple[float, float], spot: Spot) -> float:
        return hypot(at[0] - spot[0] * self.size[0], at[1] - spot[1] * self.size[1])


def coast() -> Board:
    """Return a coast with islands and an estuary."""
    b = Board(22, 16)

    def is_sea(x: float, y: float) -> bool:
        shore = 0.34 + 0.07 * sin(9 * y) + 0.04 * cos(23 * y) + 0.22 * max(0.0, 1 - abs(y - 0.55) / 0.07)
        islands = ((0.12, 0.2, 0.07), (0.2, 0.75, 0.05), (0.07, 0.5, 0.035))
        return x < shore and all(hypot(x - i, (y - j) * 0.85) > r for i, j, r in islands)

    b.paint("marsh", lambda x, y: 0.42 < x < 0.62 and 0.42 < y < 0.68)
    b.paint("wood", lambda x, y: (x > 0.75 and y < 0.3) or (0.5 < x < 0.62 and y > 0.8))
    b.paint("water", is_sea)
    for index in b.grid.hexes:
        x, y = b.spot(index)
        if b.terrain[index] != "water":
            b.levels[index] = min(3, int(max(0.0, x - 0.62) * 9 * abs(y - 0.55) * 4))
    b.river("river_uncrossable", (0.98, 0.5), (0.8, 0.58), (0.7, 0.58), (0.6, 0.54), (0.44, 0.6))
    b.river("river", (0.8, 0.98), (0.72, 0.8), (0.7, 0.58))
    b.river("stream", (0.95, 0.1), (0.8, 0.3), (0.8, 0.58))
    b.paint("village", lambda x, y: hypot(x - 0.66, y - 0.46) < 0.05)
    b.paint("town", lambda x, y: hypot(x - 0.44, (y - 0.38) * 0.8) < 0.05)
    b.road("road", (0.44, 0.38), (0.66, 0.46), (0.86, 0.7), (0.98, 0.9))
    b.road("trail", (0.66, 0.46), (0.7, 0.2), (0.7, 0.02))
    b.name("Port-Saint-Luc", (0.44, 0.38), "town")
    b.name("Gull Island", (0.12, 0.2), "area")
    b.name("Mouth", (0.66, 0.46))
    return b


def woods() -> Board:
    """Return a mountain of eight levels under dense woods."""
    b = Board(18, 14)
    for index in b.grid.hexes:
        x, y = b.spot(index)
        r = min(hypot(x - 0.42, y - 0.48), hypot(x - 0.72, (y - 0.42) * 1.2) + 0.12)
        b.levels[index] = max(0, min(7, int(8.2 - 17 * r)))
    b.paint("wood", lambda x, y: hypot(x - 0.5, y - 0.5) < 0.42 and sin(14 * x) + cos(11 * y) > -0.9)
    b.paint("light_wood", lambda x, y: 0.3 < hypot(x - 0.5, y - 0.5) < 0.36)
    b.paint("brush", lambda x, y: y > 0.85)
    b.river("stream", (0.5, 0.62), (0.55, 0.8), (0.5, 0.99))
    b.road("road", (0.0, 0.9), (0.4, 0.72), (0.57, 0.46), (0.99, 0.1))
    b.name("Hauteur du Bois-Noir", (0.42, 0.48), "height")
    b.name("The Saddle", (0.57, 0.46), "area")
    return b


def city() -> Board:
    """Return a city of twenty hexes where two rivers meet, with bridges."""
    b = Board(16, 13)
    b.river("river_uncrossable", (0.3, 0.0), (0.42, 0.3), (0.5, 0.52))
    b.river("river_uncrossable", (0.98, 0.2), (0.75, 0.4), (0.5, 0.52))
    b.river("river_uncrossable", (0.5, 0.52), (0.46, 0.75), (0.5, 1.0))
    b.paint("town", lambda x, y: hypot((x - 0.48) * 1.05, y - 0.5) < 0.185)
    b.paint("garden", lambda x, y: 0.2 < hypot((x - 0.48) * 1.05, y - 0.5) < 0.26 and x < 0.5)
    b.paint("orchard", lambda x, y: 0.2 < hypot((x - 0.48) * 1.05, y - 0.5) < 0.28 and x > 0.5 and y > 0.5)
    b.road("road", (0.02, 0.5), (0.36, 0.5), (0.6, 0.55), (0.98, 0.7))
    b.road("road", (0.36, 0.5), (0.5, 0.38), (0.6, 0.04))
    b.road("road", (0.6, 0.55), (0.62, 0.4), (0.7, 0.3), (0.9, 0.04))
    b.road("trail", (0.36, 0.5), (0.3, 0.98))
    b.name("Wielkie Miasto", (0.48, 0.5), "city")
    b.name("Faubourg", (0.36, 0.6))
    return b


def steppe() -> Board:
    """Return a plain of 60 by 40 hexes with one road."""
    b = Board(60, 40)
    b.paint("brush", lambda x, y: sin(23 * x) * cos(17 * y) > 0.93)
    b.paint("village", lambda x, y: hypot(x - 0.5, y - 0.47) < 0.012)
    b.road("road", (0.0, 0.3), (0.5, 0.47), (0.99, 0.62))
    b.name("Step", (0.5, 0.47))
    return b


def parcels() -> Board:
    """Return tilled ground on a grid of pointy tops that is turned."""
    b = Board(15, 15, "pointy", 30.0)
    kinds = ("vineyard", "orchard", "clear_ploughed", "garden", "clear", "vineyard", "clear_ploughed")
    for index in b.grid.hexes:
        x, y = b.spot(index)
        b.terrain[index] = kinds[(int(x * 5.2) * 3 + int(y * 4.6) * 2) % len(kinds)]
        b.levels[index] = int(2.9 * max(0.0, 1 - hypot(x - 0.6, y - 0.5) * 2.2))
    b.river("hedge", (0.2, 0.2), (0.5, 0.22))
    b.river("wall", (0.6, 0.7), (0.8, 0.72))
    b.river("stream", (0.1, 0.0), (0.25, 0.5), (0.1, 1.0))
    b.paint("farm", lambda x, y: hypot(x - 0.3, y - 0.7) < 0.03)
    b.paint("village", lambda x, y: hypot(x - 0.55, y - 0.35) < 0.07)
    b.road("road", (0.0, 0.4), (0.55, 0.35), (0.98, 0.5))
    b.name("Les Clos", (0.55, 0.35))
    b.name("Ferme", (0.3, 0.7), "farm")
    return b


def lagoon() -> Board:
    """Return a lagoon between islands with bridges of several hexes, and a town through which a brook runs."""
    b = Board(24, 16)
    isles = (
        *((0.2, 0.25, 0.1), (0.42, 0.18, 0.07), (0.36, 0.5, 0.12), (0.14, 0.7, 0.09)),
        *((0.62, 0.42, 0.08), (0.55, 0.78, 0.11), (0.82, 0.2, 0.06), (0.8, 0.62, 0.05)),
    )

    def away(x: float, y: float) -> float:
        """Return how far a place is from the nearest island's middle, in radii of it."""
        return min(hypot(x - i, (y - j) * 0.75) / r for i, j, r in isles)

    def is_water(x: float, y: float) -> bool:
        is_coast = x > 0.9 + 0.03 * sin(12 * y) or y > 0.95
        return (
            not (is_coast or away(x, y) < 1) or away(x, y) == hypot(x - 0.36, (y - 0.5) * 0.75) / 0.12 < 0.37
        )

    b.paint("water", is_water)
    for index in b.grid.hexes:
        if b.terrain[index] != "water":
            b.levels[index] = sum(away(*b.spot(index)) < r for r in (0.35, 0.7))
    b.paint("wood", lambda x, y: hypot(x - 0.2, (y - 0.25) * 0.75) < 0.055)
    b.paint("town", lambda x, y: hypot(x - 0.55, (y - 0.76) * 0.75) < 0.06)
    b.paint("village", lambda x, y: hypot(x - 0.62, (y - 0.42) * 0.75) < 0.03)
    b.paint("marsh", lambda x, y: hypot(x - 0.14, (y - 0.7) * 0.75) < 0.05)
    b.paint("castle", lambda x, y: hypot(x - 0.82, (y - 0.2) * 0.75) < 0.02)
    b.river("stream", (0.57, 0.72), (0.62, 0.9))
    b.river("river", (0.99, 0.3), (0.89, 0.32))
    b.road("road", (0.2, 0.25), (0.34, 0.34), (0.43, 0.5), (0.55, 0.76), (0.8, 0.62), (0.99, 0.6))
    b.road("road", (0.62, 0.42), (0.55, 0.76), (0.14, 0.7))
    for way in b.ways:
        for index in way.hexes:
            if b.terrain[index] == "water":
                b.terrain[index] = "bridge"
    b.name("Sant'Erasmo della Laguna Settentrionale", (0.55, 0.76), "city")
    b.name("Isola", (0.62, 0.42))
    b.name("Torre del Capo", (0.2, 0.25), "height")
    b.name("Laguna morta", (0.36, 0.5), "water")
    b.name("Valle dei Sette Morti", (0.14, 0.7), "area")
    b.name("Sette Soleri", (0.82, 0.2), "farm")
    return b


def _near(x: float, y: float, r: float) -> Callable[[float, float], bool]:
    """Return whether a place is near another."""
    return lambda at, down: hypot(at - x, down - y) < r


def alps() -> Board:
    """Return a valley among heights of eight levels: brooks down the slopes, roads along them, long names."""
    b = Board(20, 16)

    def level(x: float, y: float) -> int:
        beside = abs(x - 0.6 - 0.05 * sin(9 * y)) * 22 + (0.5 - y) * 4 if y < 0.5 else 9.0
        return min(7, max(0, int(min(abs(y - valley(x)) * 17, beside))))

    def valley(x: float) -> float:
        return 0.5 + 0.12 * sin(5 * x)

    b.levels = [level(*b.spot(index)) for index in b.grid.hexes]
    b.paint("wood", lambda x, y: 2 <= level(x, y) <= 4 and sin(13 * x) + cos(15 * y) > -0.5)
    b.paint("light_wood", lambda x, y: level(x, y) == 5 and sin(11 * x) > 0)
    b.paint("brush", lambda x, y: level(x, y) >= 6 and sin(11 * x) <= 0)
    b.paint("vineyard", lambda x, y: level(x, y) == 1 and sin(17 * x) > 0.1)
    b.paint("clear_ploughed", lambda x, y: level(x, y) == 0 and sin(19 * x + 1) > 0.4)
    b.river("river", *((x / 10, valley(x / 10)) for x in range(11)))
    b.river("stream", (0.62, 0.02), (0.6, 0.2), (0.6, valley(0.6)))
    b.river("stream", (0.25, 0.99), (0.27, 0.8), (0.3, valley(0.3)))
    b.river("stream", (0.85, 0.95), (0.83, 0.7), (0.8, valley(0.8)))
    b.river("stream", (0.2, 0.05), (0.2, 0.3), (0.2, valley(0.2)))
    for x, y, kind in (
        *((x, valley(x) + 0.06, "village") for x in (0.2, 0.6, 0.85)),
        *((0.3, 0.83, "village"), (0.75, 0.2, "village"), (0.45, valley(0.45) + 0.06, "town")),
    ):
        b.paint(kind, _near(x, y, 0.075 if kind == "town" else 0.035))
    b.road("road", *((x / 10, valley(x / 10) + 0.06) for x in range(11)))
    b.road("road", (0.6, valley(0.6) + 0.06), (0.61, 0.3), (0.62, 0.03))
    b.road("trail", (0.2, valley(0.2) + 0.06), (0.3, 0.83), (0.5, 0.98))
    b.road("trail", (0.61, 0.3), (0.75, 0.2), (0.95, 0.1))
    b.name("Sankt Leonhard im Pitztal unter dem Gletscher", (0.45, valley(0.45) + 0.06), "town")
    for name, x in (("Oberbärenbad", 0.2), ("Niederthai am Bach", 0.6), ("Dürnholz", 0.85)):
        b.name(name, (x, valley(x) + 0.06))
    b.name("Hinterhornbach", (0.3, 0.83))
    b.name("Obergurgl", (0.75, 0.2))
    for name, x, down in (
        ("Unterwasser", 0.52, -0.05),
        ("Mitterndorf", 0.38, 0.08),
        ("Maria Schnee", 0.5, 0.1),
    ):
        b.name(name, (x, valley(x) + down), "farm")
    b.name("Hochvernagtspitze", (0.4, 0.1), "height")
    b.name("Große Schwarzwand", (0.7, 0.9), "height")
    return b


def delta() -> Board:
    """Return a river that reaches the sea in three arms; a town stands on both sides of a mouth."""
    b = Board(20, 16)

    def is_sea(x: float, y: float) -> bool:
        islands = ((0.3, 0.9, 0.05), (0.52, 0.86, 0.03), (0.75, 0.92, 0.06), (0.12, 0.95, 0.03))
        shore = 0.74 + 0.05 * sin(11 * x) - 0.06 * cos(3 * x)
        return y > shore and all(hypot(x - i, (y - j) * 0.8) >= r for i, j, r in islands)

    b.paint("marsh", lambda x, y: 0.3 < x < 0.7 and 0.5 < y < 0.74 and sin(17 * x) * cos(13 * y) > -0.2)
    b.paint("water", is_sea)
    b.paint("wood", lambda x, y: hypot(x - 0.75, (y - 0.92) * 0.8) < 0.03)
    b.paint("town", lambda x, y: hypot(x - 0.27, (y - 0.69) * 0.8) < 0.055 and not is_sea(x, y))
    b.paint("village", _near(0.8, 0.62, 0.03))
    b.river("river_uncrossable", (0.5, 0.0), (0.52, 0.2), (0.48, 0.42), (0.34, 0.6), (0.27, 0.8))
    b.river("river_uncrossable", (0.48, 0.42), (0.52, 0.62), (0.5, 0.79))
    b.river("river", (0.48, 0.42), (0.66, 0.55), (0.72, 0.82))
    b.river("stream", (0.66, 0.55), (0.6, 0.7), (0.62, 0.82))
    b.road("road", (0.02, 0.55), (0.24, 0.68), (0.3, 0.68), (0.45, 0.66), (0.57, 0.68), (0.8, 0.62))
    b.road("road", (0.3, 0.68), (0.4, 0.3), (0.4, 0.02))
    b.name("Porto da Foz", (0.27, 0.69), "town")
    b.name("Bouches du Rhône", (0.5, 0.7), "water")
    b.name("Ilha Grande", (0.75, 0.92), "area")
    return b


def walled() -> Board:
    """Return a town with walls where two rivers meet; roads enter through the walls."""
    b = Board(13, 12)
    b.river("river_uncrossable", (0.0, 0.3), (0.3, 0.42), (0.5, 0.5), (0.65, 0.7), (0.6, 1.0))
    b.river("river", (0.45, 0.0), (0.55, 0.3), (0.5, 0.5))
    b.paint("garden", lambda x, y: hypot(x - 0.52, y - 0.5) < 0.27 and x > 0.5)
    b.paint("town", lambda x, y: hypot(x - 0.52, (y - 0.5) * 0.95) < 0.175)
    b.wall_towns()
    b.road("road", (0.0, 0.62), (0.42, 0.55), (0.6, 0.52), (0.98, 0.4))
    b.road("road", (0.42, 0.55), (0.42, 0.38), (0.3, 0.02))
    b.road("road", (0.6, 0.52), (0.62, 0.38), (0.75, 0.02))
    b.name("Stare Miasto nad Rzeką", (0.52, 0.5), "city")
    return b


def gorge() -> Board:
    """Return a gorge through a wooded mountain of eight levels, and a road that climbs it."""
    b = Board(18, 14)

    def level(x: float, y: float) -> int:
        high, aside = 7.9 - 13 * abs(y - 0.5 - 0.1 * sin(7 * x)), abs(x - 0.5 - 0.06 * sin(8 * y))
        return max(0, min(7, int(high if aside > 0.07 else high * aside * 8)))

    b.levels = [level(*b.spot(index)) for index in b.grid.hexes]
    b.paint("wood", lambda x, y: True)
    b.paint("light_wood", lambda x, y: sin(9 * x) * cos(8 * y) > 0.55)
    b.paint("brush", lambda x, y: y > 0.93 or y < 0.06)
    b.paint("farm", _near(0.4, 0.45, 0.03))
    b.river("stream", (0.5, 0.0), (0.52, 0.25), (0.5, 0.5), (0.46, 0.75), (0.5, 1.0))
    b.road("road", (0.0, 0.95), (0.25, 0.8), (0.15, 0.68), (0.3, 0.62), (0.2, 0.5), (0.4, 0.45))
    b.road("road", (0.4, 0.45), (0.6, 0.5), (0.8, 0.45), (0.99, 0.02))
    b.road("trail", (0.55, 0.98), (0.53, 0.6), (0.55, 0.3), (0.58, 0.02))
    b.name("Czarny Wąwóz", (0.5, 0.3), "area")
    b.name("Wysoka", (0.25, 0.5), "height")
    b.name("Schronisko", (0.4, 0.45), "farm")
    return b


_WORDS = (
    "Ab;Wągrowiec;Święta Katarzyna pod Łysicą;Bad Ems;Großhöchstetten Emmental;Łódź;Szczebrzeszyn;Ul;Bąk;"
    "Oberunterhirschbühl;Żółkiew;Stary Dwór nad Pilicą;Neukirchen am Großvenediger;Kraków Płaszów;Ystad;"
    "Świętochłowice;Grzęzawisko;Hinterzarten;Żabia Wola;Rzeczpospolita;Kąty;Bielsko-Biała;Ob;Michałowice;"
    "Niederösterreich;Nad Bystrzycą;Zwierzyniec;Au;Schwarzwaldhof;Dąbrowa Tarnowska;Ząb;Las;Pszczyna;"
    "Königswusterhausen;Rybnik;Węgorzewo;Mała Wieś;Reichenbach im Vogtland;Gołdap;Ełk;Oberammergau;"
    "Jędrzejów;Ostrów;Żyrardów;Bärenklau;Wólka Kłucka;Żuk;Sankt Wolfgang;Łęczyca;Przemyśl;"
    "Bad Königshofen im Grabfeld;Sól;Kłodzko;Unterach;Hel;Szydłów"
)
"""Names of places, from two letters to thirty."""


def names() -> Board:
    """Return a country with 56 names in two languages, from two letters to thirty."""
    b = Board(24, 18)
    b.river("river", (0.0, 0.2), (0.3, 0.3), (0.5, 0.55), (0.7, 0.6), (1.0, 0.8))
    b.river("stream", (0.6, 0.0), (0.5, 0.3), (0.5, 0.55))
    b.paint("wood", lambda x, y: sin(11 * x) * cos(9 * y) > 0.6)
    for index in b.grid.hexes:
        x, y = b.spot(index)
        b.levels[index] = int(2.9 * max(0.0, sin(6 * x + 1) * cos(5 * y)))
    b.road("road", (0.0, 0.5), (0.5, 0.45), (0.98, 0.4))
    b.road("road", (0.3, 0.0), (0.4, 0.5), (0.35, 0.98))
    ranks = ("village", "farm", "height", "town", "area", "village", "farm", "village")
    for n, word in enumerate(_WORDS.split(";")):
        spot = 0.08 + 0.105 * (n % 9) + 0.03 * sin(n * 2.3), 0.06 + 0.135 * (n // 9) + 0.03 * cos(n * 1.7)
        rank = ranks[n % len(ranks)]
        if rank in ("village", "town", "farm"):
            b.terrain[b.hex(spot)] = "farm" if rank == "farm" else "village"
        b.name(word, spot, rank)
    return b


def fortress() -> Board:
    """Return a walled town on hills under woods where three waters meet, with ponds, springs and cliffs."""
    b = Board(18, 15)

    def level(x: float, y: float) -> int:
        river = min(abs(y - 0.5 - 0.08 * sin(9 * x)), abs(x - 0.52) if y > 0.5 else 9.0)
        hill = 0.24 - hypot(x - 0.45, (y - 0.38) * 1.2)
        return max(0, min(7, int(river * 13) + max(0, int(hill * 15))))

    b.levels = [level(*b.spot(index)) for index in b.grid.hexes]
    b.paint("wood", lambda x, y: level(x, y) > 0 and sin(13 * x + 5 * y) > -0.7)
    b.paint("town", lambda x, y: hypot(x - 0.47, (y - 0.44) * 0.9) < 0.13)
    for spot in ((0.82, 0.2), (0.15, 0.82), (0.9, 0.85), (0.06, 0.1)):
        b.terrain[b.hex(spot)] = "water"
    b.river("river", (0.0, 0.5), (0.2, 0.57), (0.4, 0.52), (0.52, 0.5), name="Wielka Rzeka")
    b.river("river_uncrossable", (0.52, 0.5), (0.75, 0.52), (1.0, 0.52))
    b.river("stream", (0.52, 0.98), (0.5, 0.75), (0.52, 0.5), name="Ruisseau de l'Étang")
    b.river("stream", (0.84, 0.24), (0.8, 0.4), (0.75, 0.52))
    b.river("stream", (0.28, 0.1), (0.3, 0.3), (0.36, 0.5))
    b.river("stream", (0.2, 0.8), (0.3, 0.7), (0.5, 0.75))
    b.wall_towns()
    b.slopes()
    b.leave = True
    b.road("road", (0.01, 0.62), (0.3, 0.6), (0.45, 0.44), (0.6, 0.36), (0.98, 0.3), name="Droga Królewska")
    b.road("road", (0.45, 0.44), (0.44, 0.02))
    b.road("trail", (0.3, 0.6), (0.3, 0.98))
    b.name("Wysoki Gród nad Wielką Rzeką", (0.47, 0.44), "city")
    b.name("Étang du Moulin", (0.82, 0.2), "water")
    b.name("Schwarzer See", (0.15, 0.82), "water")
    b.name("Łysa Góra", (0.7, 0.15), "height")
    return b


def terraces() -> Board:
    """Return eight levels that fall towards the light and away from it, with cliffs; streams and roads cross them."""
    b = Board(21, 14)

    def level(x: float, y: float) -> int:
        return max(0, min(7, int(7.9 - 15 * abs(x - 0.5 + 0.06 * sin(6 * y)) + 1.1 * sin(17 * y + 9 * x))))

    b.levels = [level(*b.spot(index)) for index in b.grid.hexes]
    covers = ("wood", "clear", "light_wood", "vineyard", "brush", "clear_ploughed", "orchard")
    for index in b.grid.hexes:
        b.terrain[index] = covers[int(b.spot(index)[1] * 6.99)]
    for y in (0.12, 0.4, 0.64, 0.87):
        b.river("stream", (0.48, y), (0.25, y + 0.03), (0.0, y))
        b.river("stream", (0.56, y + 0.04), (0.75, y), (1.0, y + 0.04))
    b.slopes()
    b.leave = True
    for y in (0.05, 0.3, 0.5, 0.78):
        b.road("road" if y < 0.4 else "trail", (0.0, y), (0.5, y + 0.04), (1.0, y))
    b.road("road", (0.5, 0.0), (0.46, 0.5), (0.52, 1.0), name="Gratweg")
    b.paint("village", _near(0.5, 0.55, 0.05))
    b.name("Hochdorf am Grat", (0.5, 0.55))
    b.name("Abbruch", (0.3, 0.25), "area")
    b.name("Spitze", (0.52, 0.2), "height")
    return b


def fjord() -> Board:
    """Return a coast on a grid of pointy tops that is turned: islands, long names in four languages, roads that end."""
    b = Board(20, 18, "pointy", 205.0)

    def is_sea(x: float, y: float) -> bool:
        shore = 0.42 + 0.1 * sin(7 * y + 1) + 0.05 * cos(19 * y)
        inlet = 0.3 < y < 0.42 + 0.05 * sin(9 * x) and x < 0.8
        islands = (
            (0.16, 0.2, 0.07),
            (0.12, 0.6, 0.09),
            (0.28, 0.8, 0.04),
            (0.5, 0.36, 0.03),
            (0.2, 0.4, 0.03),
        )
        return (x < shore or inlet) and all(hypot(x - i, (y - j) * 0.8) > r for i, j, r in islands)

    for index in b.grid.hexes:
        x, y = b.spot(index)
        b.levels[index] = 0 if is_sea(x, y) else max(0, min(5, int((x - 0.35) * 7 + 1.5 * sin(8 * y))))
    b.paint("wood", lambda x, y: sin(12 * x) * cos(10 * y + 1) > 0.35)
    b.paint("brush", lambda x, y: x > 0.85 and y > 0.5)
    b.paint("water", is_sea)
    b.river("river", (1.0, 0.62), (0.8, 0.5), (0.76, 0.4), name="Rivière aux Saumons Argentés")
    b.river("stream", (0.9, 0.1), (0.82, 0.22), (0.78, 0.3), name="Żółty Potok")
    b.paint("town", lambda x, y: hypot(x - 0.66, (y - 0.5) * 0.8) < 0.07 and not is_sea(x, y))
    for spot in ((0.12, 0.6), (0.75, 0.8), (0.16, 0.2)):
        b.terrain[b.hex(spot)] = "village"
    b.leave = True
    b.road("road", (0.66, 0.5), (0.7, 0.7), (0.75, 0.98), name="Alte Poststraße nach Königsberg")
    b.road("road", (0.66, 0.5), (0.86, 0.4), (0.98, 0.3))
    b.road("trail", (0.7, 0.7), (0.98, 0.85))
    b.name("Saint-Jean-de-la-Porte-Océane", (0.66, 0.5), "city")
    b.name("Świętosławice Nadmorskie Dolne", (0.75, 0.8))
    b.name("Fischerdorf an der Außenmole", (0.12, 0.6))
    b.name("Widow Macpherson's Landing", (0.16, 0.2))
    b.name("Przylądek Rozewie", (0.28, 0.8), "height")
    b.name("Mer des Tempêtes", (0.1, 0.9), "water")
    b.name("Firth of Long Shadows", (0.4, 0.35), "water")
    b.name("Großer Schafberg", (0.9, 0.2), "height")
    return b


def tiny() -> Board:
    """Return a map of five by five hexes with one of everything, and names that are wider than its hexes."""
    b = Board(5, 5)
    b.levels = [(i * 7 // 5) % 3 for i in b.grid.hexes]
    kinds = ("wood", "village", "clear", "water", "marsh", "vineyard", "town", "farm", "brush", "castle")
    for n, kind in enumerate(kinds):
        b.terrain[n * 13 % 25] = kind
    b.river("river", (0.0, 0.4), (0.5, 0.5), (0.75, 0.3), name="Vistula")
    b.river("stream", (0.3, 1.0), (0.5, 0.5))
    b.river("hedge", (0.6, 0.7), (0.9, 0.7))
    b.slopes()
    b.leave = True
    b.road("road", (0.0, 0.6), (0.5, 0.4), (1.0, 0.6), name="Königliche Straße")
    for n, (name, rank) in enumerate(
        (
            ("Neukirchen-Vluyn", "town"),
            ("Ośno Lubuskie", "village"),
            ("Ferme du Bois", "farm"),
            ("Bald Hill", "height"),
        )
    ):
        b.name(name, b.spot(kinds_hex(n)), rank)
    return b


def kinds_hex(n: int) -> int:
    """Return the hex of `tiny` with a name."""
    return (6 * 13 % 25, 13, 7 * 13 % 25, 2)[n]


def two_banks() -> Board:
    """Return a walled town on both banks of a river, joined by bridges; a brook enters through the wall as well."""
    b = Board(14, 11)
    b.river(
        "river_uncrossable", (0.0, 0.45), (0.3, 0.52), (0.5, 0.47), (0.72, 0.55), (1.0, 0.5), name="Weichsel"
    )
    b.river("stream", (0.62, 0.0), (0.58, 0.2), (0.55, 0.47))
    b.paint("garden", lambda x, y: hypot(x - 0.5, (y - 0.5) * 0.8) < 0.24 and y > 0.6)
    b.paint("town", lambda x, y: hypot(x - 0.5, (y - 0.5) * 0.8) < 0.16)
    b.wall_towns()
    b.leave = True
    b.road("road", (0.45, 0.0), (0.47, 0.38), (0.47, 0.6), (0.42, 1.0))
    b.road("road", (0.56, 0.42), (0.58, 0.6), (0.75, 0.8), (0.98, 0.95))
    b.road("road", (0.47, 0.38), (0.56, 0.42), (0.8, 0.35), (1.0, 0.3))
    b.road("trail", (0.47, 0.6), (0.2, 0.7), (0.0, 0.75))
    b.name("Königsberg", (0.5, 0.5), "city")
    b.name("Vorstadt", (0.75, 0.8))
    return b


def patches() -> Board:
    """Return two summits of eight levels with all covers in small patches, a wood on the higher one, and a pass."""
    b = Board(20, 15)

    def level(x: float, y: float) -> int:
        r = min(hypot(x - 0.35, (y - 0.5) * 0.9), hypot(x - 0.68, (y - 0.45) * 0.9) + 0.07)
        return max(0, min(7, int(8.3 - 19 * r)))

    covers = (
        "wood",
        "clear",
        "vineyard",
        "light_wood",
        "clear",
        "brush",
        "orchard",
        "clear_ploughed",
        "garden",
    )
    for index in b.grid.hexes:
        x, y = b.spot(index)
        b.levels[index] = level(x, y)
        b.terrain[index] = covers[(int(x * 10) * 5 + int(y * 7.5) * 4) % len(covers)]
    b.paint("wood", _near(0.35, 0.5, 0.14))
    b.slopes()
    b.leave = True
    b.road("road", (0.5, 0.0), (0.47, 0.3), (0.52, 0.47), (0.55, 0.7), (0.5, 1.0), name="Passstraße")
    b.road("trail", (0.52, 0.47), (0.35, 0.5), (0.0, 0.55))
    b.name("Wysoka Przełęcz", (0.52, 0.47), "area")
    b.name("Dent Noire", (0.35, 0.5), "height")
    b.name("Kleiner Kopf", (0.68, 0.45), "height")
    return b


def lakes() -> Board:
    """Return a walled town on both banks beside a lake with islands; a river in three arms, and a lake of two levels."""
    b = Board(14, 12)
    islands = ((0.66, 0.42, 0.05), (0.78, 0.6, 0.06), (0.72, 0.5, 0.02))

    def is_lake(x: float, y: float) -> bool:
        return hypot(x - 0.72, y - 0.5) < 0.24 and all(hypot(x - i, y - j) > r for i, j, r in islands)

    b.paint("wood", lambda x, y: y < 0.2 and x < 0.5)
    b.paint("vineyard", lambda x, y: y > 0.8 and x < 0.6)
    for index in b.grid.hexes:
        x, y = b.spot(index)
        b.levels[index] = 0 if is_lake(x, y) else max(0, min(5, int((0.55 - x) * 9 + 1.2 * sin(7 * y))))
    b.paint("water", is_lake)
    for spot in ((0.2, 0.25), (0.27, 0.25)):
        b.terrain[b.hex(spot)] = "water"
    b.paint("town", lambda x, y: hypot(x - 0.42, (y - 0.5) * 0.8) < 0.12 and not is_lake(x, y))
    b.river("river_uncrossable", (0.0, 0.5), (0.2, 0.55), (0.42, 0.5), (0.5, 0.52), name="Wielka Struga")
    for spot in ((0.52, 0.4), (0.54, 0.5), (0.52, 0.62)):
        b.river("river", (0.47, 0.51), spot, name="Odnoga")
    # Its last hexside is the river's as well.
    b.river("stream", (0.24, 0.28), (0.3, 0.4), (0.36, 0.5))
    b.wall_towns()
    b.slopes()
    b.leave = True
    b.road("road", (0.42, 0.0), (0.42, 0.42), (0.42, 0.6), (0.4, 1.0))
    b.road("road", (0.0, 0.4), (0.42, 0.42), (0.6, 0.2), (1.0, 0.1))
    b.name("Międzyrzecze Podlaskie", (0.42, 0.5), "city")
    b.name("Kępa", (0.66, 0.42))
    b.name("Jezioro Długie", (0.8, 0.45), "water")
    return b


def mosaic() -> Board:
    """Return a turned grid of pointy tops where every hex has another cover and level than those about it."""
    b = Board(12, 10, "pointy", 40.0)
    covers = (
        *("brush", "clear", "marsh", "orchard", "vineyard", "clear_ploughed", "light_wood", "wood", "garden"),
        *("palm_grove", "strand", "farm"),
    )
    for index in b.grid.hexes:
        column, row = index % 12, index // 12
        b.terrain[index] = covers[(column * 5 + row * 7) % len(covers)]
        b.levels[index] = (column * 3 + row * 5) % 8 if row < 5 else (column + row) % 2
    b.river("ravine", (0.1, 0.7), (0.5, 0.75))
    b.river("stream", (0.1, 0.2), (0.5, 0.3), (0.9, 0.2))
    b.road("road", (0.0, 0.4), (1.0, 0.5))
    b.road("trail", (0.5, 0.0), (0.5, 1.0))
    b.name("Flickenteppich", (0.5, 0.5), "area")
    return b


MAPS: dict[str, Callable[[], Board]] = {
    "coast": coast,
    "woods": woods,
    "city": city,
    "steppe": steppe,
    "parcels": parcels,
    "lagoon": lagoon,
    "alps": alps,
    "delta": delta,
    "walled": walled,
    "gorge": gorge,
    "names": names,
    "fortress": fortress,
    "terraces": terraces,
    "fjord": fjord,
    "tiny": tiny,
    "two banks": two_banks,
    "patches": patches,
    "lakes": lakes,
    "mosaic": mosaic,
}
_BATTLES = {"lagoon": "teaching-afe"}
"""Map -> the battle whose series knows its terrain, where that is not the usual one."""


def context(name: str, theme: str = "classic") -> BuildContext:
    """Return one of the maps in a battle without scenarios."""
    loaded = bundled(_BATTLES.get(name, "teaching-jdg"))
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    battle = replace(loaded.battle, map=MAPS[name]().map(), scenarios=(), theme={"name": theme})
    return BuildContext(battle, loaded.series, loaded.charts, loaded.folder)


def picture(name: str, theme: str = "classic", dpi: float = 150.0) -> Image.Image:
    """Return the sheet of one of the maps."""
    return Image.open(BytesIO(render_png(print_map(context(name, theme)), dpi))).convert("RGB")


def main(arguments: Iterable[str]) -> None:
    """Write the picture."""
    name, theme, path, *dpi = arguments
    picture(name, theme, float(dpi[0]) if dpi else 150.0).save(Path(path))


if __name__ == "__main__":
    main(sys.argv[1:])
