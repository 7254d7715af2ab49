"""Options that more than one exporter reads: the size of a hex on the screen, paper and counters.

Those of paper and counters stand above `print.yaml`: `BuildOptions.print_settings` puts the two together.
"""

from __future__ import annotations

from jdgtools.exporters.option import Option
from jdgtools.render.sheets.map_paper import MAP_PAPERS

_PAPERS = ("a4", "a3", "a2", "letter", "legal", "tabloid")
_NO_PAPERS: tuple[str, ...] = ()
_NO_NUMBER: float | None = None

SCREEN_HEX = Option(
    "screen_hex_px",
    96,
    "Size of a hex on the screen map and in the VASSAL module, pixels.",
    "int",
    low=48,
    high=256,
    switch="--screen-hex",
)
PAPERS = Option(
    "papers",
    _NO_PAPERS,
    "Paper of counter sheets and player aids.",
    choices=_PAPERS,
    repeated=True,
    switch="--paper",
    default_text="those of print.yaml, or a4 and letter",
)
COUNTER_MM = Option(
    "counter_mm",
    _NO_NUMBER,
    "Edge of a counter.",
    "number",
    low=8,
    high=40,
    default_text="that of print.yaml, or 15",
)
COUNTER_FLIP = Option(
    "counter_flip",
    "",
    "Edge about which the printer turns counter sheets.",
    choices=("long", "short"),
    default_text="that of print.yaml, or long",
)
MAP_PAPER = Option(
    "map_paper",
    "",
    f"Paper of the print map: {', '.join(MAP_PAPERS)}, or WIDTHxHEIGHT in millimetres.",
    metavar="PAPER",
    default_text="that of print.yaml, or as large as it needs",
)
MAP_FIT = Option("map_fit", False, "Draw the print map as large as its paper takes.", "flag")
MAP_TILES = Option(
    "map_tiles",
    _NO_PAPERS,
    "Also the print map in pieces on this paper.",
    choices=_PAPERS,
    repeated=True,
    default_text="those of print.yaml",
)
COUNTER_SHEETS = (PAPERS, COUNTER_MM, COUNTER_FLIP)
"""Options of everything that is printed on counter sheets."""
