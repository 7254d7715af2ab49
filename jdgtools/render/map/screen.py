"""The geometry of the screen map in whole pixels, as the hex grid of VASSAL can carry it.

The grid of a module knows whole pixels from hex to hex. Screen map, zones, saved positions of pieces and
the drawing of the map in a package use the one layout that `screen_layout` makes.
"""

from __future__ import annotations

from msgspec.structs import replace

from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap

MAX_PIXELS = 30_000_000
"""Larger pictures are a burden to VASSAL; hexes of huge maps are smaller than asked for."""


def screen_layout(battle_map: BattleMap, hex_px: int) -> Layout:
    """Return the layout of the screen map in pixels, from its upper left corner.

    Size (distance between opposite hexsides) is even and the pitch a multiple of three, so every centre,
    corner and hexside middle is a whole pixel: VASSAL, which truncates, finds the very same ones with
    ``dy`` = size and ``dx`` = pitch.

    Args:
        battle_map: the map.
        hex_px: distance that the user asks for between opposite hexsides, pixels.
    """
    size = battle_map.hex_mm if battle_map.hex_mm > 0 else 20.0
    natural = Layout(battle_map.grid, size)
    max_px = size * (MAX_PIXELS / (natural.width * natural.height)) ** 0.5
    return natural.on_whole_pixels(max(12, min(hex_px, int(max_px))) / size)


def screen_size(layout: Layout) -> tuple[int, int]:
    """Return the width and height of the screen map, pixels."""
    return round(layout.width), round(layout.height)


def paper_layout(layout: Layout, hex_mm: float) -> Layout:
    """Return a layout in pixels as one in millimetres with the same proportions."""
    scale = hex_mm / layout.size
    pitch = None if layout.pitch is None else layout.pitch * scale
    return replace(layout, size=hex_mm, pitch=pitch, origin=(0.0, 0.0))
