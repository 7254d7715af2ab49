"""What maps look like: the defaults of the theme section ``map``; `palettes` has what each theme changes.

``terrain`` and ``side`` have one entry per drawing style (``TerrainDef.style``, or its id): a ``pattern``
that a drawing function knows, and colours. An unknown style takes the entry ``*``.
"""

from __future__ import annotations

from jdgtools.render.map.palettes import MAP_THEMES
from jdgtools.render.style import Section

__all__ = ["MAP_DEFAULTS", "MAP_THEMES", "PATTERNS", "fill_opacity", "film_share"]

PATTERNS = {
    "terrain": (
        *(
            "none",
            "meadow",
            "plough",
            "wood",
            "light_wood",
            "orchard",
            "sheaves",
            "vineyard",
            "brush",
            "garden",
            "marsh",
        ),
        *("heath", "sand", "palm", "rough", "soft", "water", "village", "town", "castle", "farm"),
        *("bridge", "laager", "impassable", "unknown"),
    ),
    "side": (
        *("hachure", "steep", "cliff", "ridge", "ravine", "defile", "wall", "curtain", "hedge", "rampart"),
        *("bastion", "palisade", "stakes", "abatis", "gate", "gate_open", "dyke", "barred", "water"),
        "unknown",
    ),
}
"""Patterns that ``ground`` and ``sides`` draw, as a theme may name them; a test compares the lists."""


_FILL_OPACITIES = {
    "wood": 0.6,
    "water": 1.0,
    "bridge": 1.0,
    "marsh": 0.6,
    "brush": 0.25,
    "heath": 0.35,
    "light_wood": 0.3,
    "rough": 0.35,
    "sand": 0.45,
    "soft": 0.4,
    "plough": 0.3,
    "vineyard": 0.4,
    "orchard": 0.35,
    "sheaves": 0.45,
    "garden": 0.45,
    "palm": 0.35,
    "village": 0.5,
    "farm": 0.5,
    "castle": 0.55,
    "laager": 0.55,
    "town": 0.6,
    "impassable": 0.55,
}
"""Opacity of fills, where it is not the usual one."""


_FILM_SHARES = {
    "wood": 1.0,
    "light_wood": 1.0,
    "palm": 0.45,
    **dict.fromkeys(
        (
            "plough",
            "vineyard",
            "sheaves",
            "orchard",
            "garden",
            "brush",
            "marsh",
            "soft",
            "heath",
            "rough",
            "sand",
        ),
        1.0,
    ),
}
"""Patterns that hide the ground -> strength of the films of the levels over them, a share of the theme's."""


def film_share(pattern: str) -> float:
    """Return how strong the films of the levels are over a pattern; 0 where the ground is seen anyway."""
    return _FILM_SHARES.get(pattern, 0.0)


def fill_opacity(pattern: str) -> float:
    """Return the opacity of an area's fill: thin fills let the relief through."""
    return _FILL_OPACITIES.get(pattern, 0.7)


def _ground(pattern: str, fill: str, mark: str, dark: str, light: str) -> Section:
    return {"pattern": pattern, "fill": fill, "mark": mark, "dark": dark, "light": light}


def _side(pattern: str, color: str, dark: str, width: float) -> Section:
    return {"pattern": pattern, "color": color, "dark": dark, "width": width}


MAP_DEFAULTS: Section = {
    "map": {
        "ground": {
            # Low ground is fresh, high ground dry; a level beyond the last takes the colour of "*".
            "0": "#e1e6bc",
            "1": "#e1dead",
            "2": "#e0d39e",
            "3": "#ddc68e",
            "4": "#d6b77f",
            "5": "#cca66e",
            "6": "#c0955e",
            "7": "#b08350",
            "*": "#a17245",
            "unknown": "#dddddd",
        },
        "relief": {
            "shading": 0.62,
            "film": 0.43,
            "strokes": 0.0,
            "ticks": 1.0,
            "numerals": "covered",
            "contour": "#a9834f",
            "contour_width": 0.13,
            "contour_opacity": 0.55,
            "hachure": "#4f3417",
            "hachure_opacity": 0.85,
        },
        "terrain": {
            "clear": _ground("meadow", "none", "#a9b06a", "#8a7c4c", "#f5f0d2"),
            "clear_ploughed": _ground("plough", "#dcc894", "#b99a60", "#9b7845", "#ecdbae"),
            "vineyard": _ground("vineyard", "#d3d695", "#6f7f2f", "#574a2c", "#93a244"),
            "orchard": _ground("orchard", "#cfd995", "#5f8440", "#3c5a2b", "#8fb05f"),
            "sheaves": _ground("sheaves", "#e3d08a", "#e0bb62", "#8a6a2c", "#f4e3a6"),
            "brush": _ground("brush", "#c9cf93", "#7f9150", "#5a6c38", "#a9b873"),
            "light_wood": _ground("light_wood", "#b4c583", "#5f8a4a", "#36562e", "#8fb06a"),
            "wood": _ground("wood", "#5f8147", "#5c8646", "#2c4826", "#86ab62"),
            "woods": _ground("wood", "#5f8147", "#5c8646", "#2c4826", "#86ab62"),
            "marsh": _ground("marsh", "#bfd3b4", "#5e94a8", "#4d7a4b", "#dcebe4"),
            "garden": _ground("garden", "#bccb86", "#5f8a45", "#4b5f31", "#dfe2a6"),
            "palm_grove": _ground("palm", "#d9d79c", "#5f8b45", "#3a5a2c", "#93b25f"),
            "rough": _ground("rough", "#d3cc94", "#8b8a52", "#6a6049", "#b9b27c"),
            "soft": _ground("soft", "#c9cf9f", "#7f8f5e", "#66744a", "#dbe0bb"),
            "heath": _ground("heath", "#d2c8a2", "#93748f", "#6d6248", "#bfa3ba"),
            "sand": _ground("sand", "#ecdcae", "#bf9f66", "#a9884f", "#f8eecb"),
            "village": _ground("village", "#ddcda0", "#a5513b", "#4a2a20", "#c9765a"),
            "town": _ground("town", "#d9c6a0", "#9b4a38", "#45261d", "#c16e55"),
            "castle": _ground("castle", "#d8cba6", "#8f8579", "#3b342d", "#bdb3a4"),
            "farm": _ground("farm", "#d8d4a0", "#a5513b", "#4a2a20", "#c9765a"),
            "laager": _ground("laager", "#ded4a8", "#8a6a43", "#4b3823", "#b8955f"),
            "water": _ground("water", "#8fbdd6", "#4d86a5", "#38698a", "#c9e0ea"),
            "bridge": _ground("bridge", "#8fbdd6", "#d8c9a8", "#4d4234", "#f2e8d0"),
            "impassable": _ground("impassable", "#c9b9a0", "#86735c", "#5c4c3b", "#e0d4bf"),
            "*": _ground("unknown", "#d8ccd8", "#8a5c8a", "#5a3a5a", "#efe6ef"),
            # Terrain of a series that brings no style, one after the other.
            "other_1": _ground("unknown", "#d8ccd8", "#8a5c8a", "#5a3a5a", "#efe6ef"),
            "other_2": _ground("unknown", "#c8d8d8", "#4f8286", "#2f5557", "#e6f0f0"),
            "other_3": _ground("unknown", "#ded2b4", "#8f7436", "#5c4a20", "#f2ebd8"),
            "other_4": _ground("unknown", "#cdd3e2", "#5a6a9a", "#353f63", "#e8ebf4"),
            "other_5": _ground("unknown", "#dcc6bc", "#98604a", "#643b2c", "#f1e4de"),
            "other_6": _ground("unknown", "#cfdcc0", "#64864a", "#3f562d", "#e9f0e0"),
        },
        "water": {
            "fill": "#8fbdd6",
            "deep": "#6ea5c4",
            "bank": "#3f7391",
            "light": "#c4dfec",
            "stream": 1.15,
            "river": 2.5,
            "river_uncrossable": 3.6,
            "*": 2.0,
        },
        "side": {
            "stream": _side("water", "#8fbdd6", "#3f7391", 1.0),
            "river": _side("water", "#8fbdd6", "#3f7391", 2.4),
            "river_uncrossable": _side("water", "#6ea5c4", "#2f5f7d", 3.6),
            "slope": _side("hachure", "#4f3417", "#3f2910", 1.7),
            "slope_gentle": _side("hachure", "#4f3417", "#3f2910", 1.6),
            "steep_slope": _side("steep", "#5a3b1c", "#452c12", 2.5),
            "slope_steep": _side("steep", "#5a3b1c", "#452c12", 2.5),
            "cliff": _side("cliff", "#7d6a57", "#43362a", 2.6),
            "ridge": _side("ridge", "#6b4a2a", "#4f361e", 1.4),
            "ravine": _side("ravine", "#7b5a33", "#5e4325", 1.6),
            "wall": _side("wall", "#cfc3b0", "#453a30", 0.8),
            "town_wall": _side("curtain", "#cfc3b0", "#453a30", 1.15),
            "hedge": _side("hedge", "#6f944c", "#36552c", 1.0),
            "redoubt": _side("rampart", "#b08d58", "#553c22", 1.5),
            "entrenchment": _side("rampart", "#b08d58", "#553c22", 1.2),
            "berm": _side("rampart", "#b59a68", "#6a4f2f", 1.0),
            "fortification": _side("bastion", "#c4b49a", "#43362a", 1.5),
            "fortified_line": _side("bastion", "#c4b49a", "#43362a", 1.2),
            "defile": _side("defile", "#7b5a33", "#4f361e", 1.6),
            "ditch": _side("palisade", "#8a6a43", "#4b3823", 1.1),
            "stakes": _side("stakes", "#8a6a43", "#4b3823", 1.2),
            "abatis": _side("abatis", "#6f6a3c", "#443c22", 1.6),
            "gate": _side("gate", "#8a5a35", "#453a30", 0.9),
            "gate_open": _side("gate_open", "#8a5a35", "#453a30", 0.9),
            "elevated_road": _side("dyke", "#a98d62", "#5e4325", 1.0),
            "impassable": _side("barred", "#a8322c", "#7a1f1b", 0.9),
            "*": _side("unknown", "#8a5c8a", "#5a3a5a", 0.9),
        },
        "way": {
            "road": {"fill": "#f8efd6", "casing": "#654525", "width": 1.1, "edge": 0.24, "dash": ()},
            "trail": {
                "fill": "#7c5a35",
                "casing": "#f3ead0",
                "width": 0.42,
                "edge": 0.22,
                "dash": (1.7, 0.75),
            },
            "*": {"fill": "#efe3c4", "casing": "#6d5a48", "width": 0.7, "edge": 0.18, "dash": ()},
        },
        "crossing": {"stone": "#eadfc6", "rail": "#43362a", "ford": "#f3ead0"},
        "grid": {
            "style": "hexes",
            "color": "#4a3d2b",
            "opacity": 0.42,
            "width": 0.14,
            "number": "#3f3425",
            "number_opacity": 0.78,
            "number_size": 0.095,
            "number_font": "sans",
            "numbers": True,
            "screen_numbers": True,
        },
        "rim": {"veil": "#f4ecd8", "opacity": 0.55, "line": "#3b2f20", "line_width": 0.35},
        "label": {
            "ink": "#1d1812",
            "halo": "#f7f0dc",
            "halo_opacity": 0.85,
            "water": "#1f5573",
            "height": "#5a3a1a",
            "wood": "#24421d",
            "road": "#5a3a1a",
        },
        "mark": {
            "victory": "#b8860b",
            "victory_ink": "#5c2a0a",
            "region": "#8c2f23",
            "region_opacity": 0.5,
            "setup_tint": 0.1,
            "screen_setup": False,
            "neutral": "#5a5248",
            "paper": "#f7f0dc",
        },
        "sheet": {
            "paper": "#f6efdd",
            "panel": "#fbf6e8",
            "ink": "#241d14",
            "muted": "#6d604c",
            "line": "#4a3d2b",
            "accent": "#8c2f23",
        },
    }
}
