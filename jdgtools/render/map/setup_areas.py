"""Setup areas on the map: where a side may choose the hexes of its units when a scenario begins.

`lettering` and `furniture` take the shapes and labels from here; the areas themselves are placements
without a hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Placement
from jdgtools.render.map.areas import AreaLook, area_label, edge
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.inks import LetteringInks
from jdgtools.render.map.marks import sign_color, word_color
from jdgtools.render.map.solver import MapLabel
from jdgtools.render.map.space import Space
from jdgtools.render.map.words import say
from jdgtools.render.scene import Item, Stroke
from jdgtools.render.style import Theme

AreaChoice: TypeAlias = "tuple[str, ...] | Literal['first', 'all']"
"""Whose setup areas the map shows: ids of scenarios, the first scenario, or all of them."""
_INSET = 0.1
"""Distance of the outline from the hexsides, as a share of the hex size: inside that of a named region."""


class SetupArea(Struct, frozen=True):
    """Hexes among which a side chooses."""

    side: str | None
    hexes: tuple[int, ...]


def setup_areas(battle: Battle, scenario_ids: AreaChoice) -> tuple[SetupArea, ...]:
    """Return the areas of the chosen scenarios, each once for a side, in the order of the setups."""
    areas: dict[SetupArea, None] = {}
    for number, scenario in enumerate(battle.scenarios):
        if scenario_ids == "all" or (number == 0 if scenario_ids == "first" else scenario.id in scenario_ids):
            for placement in scenario.placements:
                if placement.area and not placement.hexes:
                    areas[SetupArea(_side(battle, placement), tuple(sorted(placement.area)))] = None
    return tuple(areas)


def _side(battle: Battle, placement: Placement) -> str | None:
    piece = battle.leader(placement.piece) if placement.kind == "leader" else battle.unit(placement.piece)
    return piece.side if piece is not None else None


def look(battle: Battle, theme: Theme, side: str | None, size: float) -> tuple[str, Stroke]:
    """Return the tint and outline of the areas of a side on a map with hexes of a size."""
    color = sign_color(battle, theme, side)
    return color, Stroke(color, 0.03 * size, (0.03 * size, 0.06 * size), "round", "round", 0.9)


def setup_shapes(
    frame: MapFrame, theme: Theme, battle: Battle, areas: Sequence[SetupArea], space: Space
) -> list[Item]:
    """Return the tint and dotted outline in the side's colour for every area; a shown region has its own."""
    items: list[Item] = []
    outlined_regions = {region.hexes for region in frame.map.regions if region.shown}
    grid = frame.layout.grid
    tint = theme.number("map.mark.setup_tint")
    for area in areas:
        shape = edge(frame, [grid.cube(i) for i in area.hexes], _INSET, space)
        color, line = look(battle, theme, area.side, frame.size)
        items.append(shape.build(color, opacity=tint, even_odd=True))
        if frozenset(area.hexes) not in outlined_regions:
            items.append(shape.build(None, line))
    return items


def setup_labels(
    frame: MapFrame,
    theme: Theme,
    battle: Battle,
    areas: Sequence[SetupArea],
    language: str,
    space: Space,
    inks: LetteringInks,
) -> list[MapLabel]:
    """Return the words that say whose each area is."""
    labels = []
    for area in areas:
        side = battle.side(area.side)
        if side is not None:
            color = word_color(battle, theme, area.side)
            text = say("setup", language, side.name.get(language))
            cells = {frame.layout.grid.cube(i) for i in area.hexes}
            look = AreaLook("sans-semibold", 0.115 * frame.size, color)
            labels.append(area_label(frame, theme, "setup areas", text, cells, look, space, inks))
    return labels
