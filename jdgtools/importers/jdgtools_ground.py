"""The ground of a module that `jdg build` made: from its board's zones, else from its picture."""

from __future__ import annotations

from jdgtools.importers.boards import ModuleBoard
from jdgtools.importers.draft import Draft
from jdgtools.importers.ground import zone_terrain
from jdgtools.importers.view import ModuleView
from jdgtools.importers.words import SeriesWords
from jdgtools.model.definition import SeriesDef


def read_ground(
    draft: Draft, view: ModuleView, board: ModuleBoard | None, words: SeriesWords, series: SeriesDef
) -> None:
    """Take terrain and levels from the board's zones; without them draft the terrain from its picture."""
    from jdgtools.importers.sampling import BoardPicture
    from jdgtools.importers.terrain import draft_terrain
    from jdgtools.importers.terrain_names import KnownTerrain, TerrainNames
    from jdgtools.importers.yamltext import LiteralBlock, YamlComment

    terrain_of_zones = zone_terrain(board, words) if board else None
    if terrain_of_zones is not None and draft.map is not None:
        values, strange = terrain_of_zones
        draft.map |= values
        for name, count in strange.items():
            hexes = f"{count} hex{'es' * (count != 1)}"
            view.report.lack(f"the terrain {name} ({hexes}): not of the series, open ground stands for it")
        return
    data = view.module.image(board.image) if board and board.image else None
    if draft.map is None or board is None or board.grid is None or data is None:
        return
    known_terrain = KnownTerrain(TerrainNames(series))
    draft_terrain(draft, [BoardPicture(data)], board.grid, known_terrain, view.report)
    grid = board.grid.grid
    draft.map["#levels"] = YamlComment("NOT IN THE MODULE: every hex stands at level 0.")
    draft.map["levels"] = LiteralBlock(tuple(" ".join("0" * grid.columns) for _ in range(grid.rows)))
