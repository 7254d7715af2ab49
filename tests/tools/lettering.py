"""A map crowded with names, and its picture: towns side by side, two rivers hardly apart, long and foreign words.

Names of French, Polish and Hungarian places, regions over woods, spot heights, roads; also on a small paper.
`python -m tests.tools.lettering THEME FILE.png [HEX_MM]` draws it.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from jdgtools.exporters.context import BuildContext
from jdgtools.loading import load
from jdgtools.model.map import BattleMap, HexsideFeature, NamedPlace, Region, Way
from jdgtools.model.text import Text
from jdgtools.render.backends.png import render_png
from jdgtools.render.map.draw import print_map
from tests.tools.gallery import ROOT

_PLACES = (
    ("Saint-Rémy-lès-Chevreuse", 2, 2, "town", None),
    ("Św. Krzyż nad Wisłą", 3, 2, "village", None),
    ("Hódmezővásárhely", 3, 3, "city", None),
    ("L'Haÿ-les-Roses", 2, 3, "farm", None),
    ("Ober-Ötztal", 4, 3, "mill", None),
    ("Szczebrzeszyn", 8, 5, "town", None),
    ("Łódź", 9, 5, "village", None),
    ("Żółkiewka", 8, 6, "village", None),
    ("Nyíregyháza", 9, 6, "village", None),
    ("Kętrzyn", 10, 6, "farm", None),
    ("Mont d'Ours", 5, 8, "height", 214),
    ("Őrhegy", 6, 8, "height", 187),
    ("Gorzów Wielkopolski", 14, 1, "village", None),
    ("Bois de l'Évêque", 12, 9, "wood", None),
    ("Étang d'Œuf", 0, 0, "water", None),
    ("Świnoujście", 15, 10, "town", None),
)
_REGIONS = (
    ("Forêt d'Argonne", tuple((c, r) for c in (10, 11, 12, 13) for r in (8, 9, 10))),
    ("Grande redoute", ((6, 4), (6, 5))),
    ("Nagyerdő", tuple((c, r) for c in (1, 2, 3) for r in (7, 8, 9))),
)


@cache
def board() -> BattleMap:
    """Return the map."""
    from jdgtools.hexgrid.grid import HexGrid

    grid = HexGrid(16, 11)
    at = grid.at

    def index(column: int, row: int) -> int:
        found = at(column, row)
        assert found is not None
        return found

    terrain = ["clear"] * grid.size
    woods = {cell for name, cells in _REGIONS if name != "Grande redoute" for cell in cells} | {
        (11, 7),
        (4, 9),
    }
    for column, row in woods:
        terrain[index(column, row)] = "wood"
    for _, column, row, rank, _ in _PLACES:
        if rank in ("city", "town", "village"):
            terrain[index(column, row)] = "village"
    levels = [0] * grid.size
    for column, row in ((5, 8), (6, 8), (5, 7), (6, 7)):
        levels[index(column, row)] = 3
    features: list[HexsideFeature] = []
    for name, column, kind in (("Wisłoujście", 6, "stream"), ("Petite Wisłoujście", 7, "stream")):
        for row in range(11):
            for d in (1, 2):
                features.append(HexsideFeature(kind, grid.hexside(index(column, row), d), name=Text.of(name)))
    ways = tuple(
        Way("road", tuple(index(c, row) for c in range(16)), name=Text.of(name))
        for name, row in (("Chaussée d'Orléans", 3), ("Gościniec królewski", 6))
    )
    places = tuple(
        NamedPlace(f"p{n}", Text.of(name), index(column, row), rank, levels_)
        for n, (name, column, row, rank, levels_) in enumerate(_PLACES)
    )
    regions = tuple(
        Region(f"r{n}", Text.of(name), frozenset(index(*cell) for cell in cells), shown=True)
        for n, (name, cells) in enumerate(_REGIONS)
    )
    n = grid.size
    by_side = {feature.side: (feature,) for feature in features}
    return BattleMap(
        grid,
        200,
        20.0,
        20,
        tuple(terrain),
        tuple(levels),
        (True,) * n,
        tuple(features),
        ways=ways,
        places=places,
        regions=regions,
        by_side=by_side,
    )


def context(theme: str, hex_mm: float = 20.0) -> BuildContext:
    """Return a battle with that map, in a theme and with hexes of a size."""
    loaded = load(ROOT / "scenarios" / "teaching-jdg")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    battle = replace(
        loaded.battle,
        map=replace(board(), hex_mm=hex_mm),
        scenarios=(),
        theme={**loaded.battle.theme, "name": theme},
    )
    return BuildContext(battle, loaded.series, loaded.charts, loaded.folder)


def main(theme: str = "classic", path: str = "lettering.png", hex_mm: str = "20") -> None:
    """Write the picture."""
    Path(path).write_bytes(render_png(print_map(context(theme, float(hex_mm))), 150.0))


if __name__ == "__main__":
    main(*sys.argv[1:])
