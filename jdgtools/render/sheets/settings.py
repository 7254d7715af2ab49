"""Print settings as data: what a user may choose about paper, from `print.yaml` or a preset.

`loading/print_settings.py` reads and checks the file, `settings_of` makes the record. Exporters of counters
and map take paper and marks from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.render.backends.pdf_press import OutputIntent
from jdgtools.render.sheets.map_paper import MapPaper, map_paper_of
from jdgtools.render.sheets.spec import PAGE_SIZES, DieGrid, SheetSpec

SIZES: dict[str, float] = {
    "1/2in": 12.7,
    "9/16in": 14.2875,
    "5/8in": 15.875,
    "15mm": 15.0,
    "16mm": 16.0,
    "20mm": 20.0,
}
"""Counter size by name -> edge, mm."""


PRESS_BLEED = 3.0
"""What print shops ask for around a sheet, mm."""


class PrintSettings(Struct, frozen=True):
    """How counters and map are put on paper. Lengths in mm."""

    papers: tuple[str, ...] = ("a4", "letter")
    """Keys of ``PAGE_SIZES`` for counter sheets."""
    across: bool = False
    """Whether the paper lies on its long edge."""
    counter_mm: float = 15.0
    """Edge of a counter."""
    marker_mm: float = 0.0
    """Edge of a marker; 0 = as other counters."""
    blank: Literal["white", "ground", "front"] = "ground"
    """What stands on the back of counters that have none: nothing, their colour, or the front once more."""
    flip: Literal["long", "short"] = "long"
    """Edge about which the paper is turned."""
    fold: bool = False
    """One-sided sheets to fold."""
    bleed: float = 1.0
    gutter: float = 0.0
    safe: float = 0.0
    corners: float = 0.0
    proof: bool = False
    registration: bool = True
    edge: tuple[float, float] = (4.0, 4.0)
    """What the printer leaves white along upright and level edges."""
    cut: Literal["marks", "lines", "none"] = "marks"
    cut_sides: Literal["both", "front"] = "both"
    mark_length: float = 3.5
    mark_distance: float = 1.0
    mark_width: float = 0.1
    back_offset: tuple[float, float] = (0.0, 0.0)
    back_scale: tuple[float, float] = (1.0, 1.0)
    grid: DieGrid | None = None
    tile_papers: tuple[str, ...] = ()
    """Papers for the map in pieces."""
    tile_orientation: Literal["upright", "across", "best"] = "best"
    tile_overlap: float = 8.0
    color: Literal["rgb", "cmyk"] = "rgb"
    """Colours of the files for print: as on a screen, or as printing inks."""
    press: OutputIntent | None = None
    """The press for which map and counters are written as PDF/X-4; None = as usual."""
    map: MapPaper = field(default_factory=MapPaper)

    @property
    def map_bleed(self) -> float:
        """How far the ground of map sheets goes on beyond the cut, mm: without a press they are not cut."""
        if self.map.bleed is not None:
            return self.map.bleed
        return self.page_bleed

    @property
    def page_bleed(self) -> float:
        """How far the ground of player aids goes on beyond the cut, mm: without a press they are not cut."""
        return 0.0 if self.press is None else PRESS_BLEED

    def spec(self, paper: str) -> SheetSpec:
        """Return the counter sheet on a paper, with margins that keep everything printable.

        Raises:
            KeyError: unknown paper.
        """
        width, height = PAGE_SIZES[paper]
        if self.across:
            width, height = height, width
        return SheetSpec(
            width,
            height,
            gutter=self.gutter,
            bleed=self.bleed,
            cut=self.cut,
            cut_sides=self.cut_sides,
            mark_distance=self.mark_distance,
            mark_length=self.mark_length,
            mark_width=self.mark_width,
            flip=self.flip,
            fold=self.fold,
            back_offset=self.back_offset,
            back_scale=self.back_scale,
            registration=self.registration,
            edge=self.edge,
            corners=self.corners,
            safe=self.safe,
            proof=self.proof,
            grid=self.grid,
        ).with_least_margins()

    def edge_of(self, kind: str) -> float:
        """Return the edge of a counter of a kind: ``unit``, ``leader``, ``activation`` or ``marker``."""
        return self.marker_mm if kind == "marker" and self.marker_mm else self.counter_mm

    def layout_errors(self) -> list[str]:
        """Return the papers that cannot take a sheet with these settings, in words."""
        from jdgtools.render.scene import Symbol
        from jdgtools.render.sheets.layout import CounterPiece, plan_sheets

        sizes = dict.fromkeys((self.counter_mm, self.edge_of("marker")))
        blanks = [
            CounterPiece(Symbol("blank", (), (0.0, 0.0, size, size)), None, size, size) for size in sizes
        ]
        errors = []
        for paper in self.papers:
            try:
                plan_sheets(blanks, self.spec(paper))
            except ValueError as error:
                errors.append(f"{paper}: {error}")
        return errors


PRESETS: dict[str, PrintSettings] = {
    "home": PrintSettings(),
    "fold-over": PrintSettings(across=True, fold=True),
    "vae-victis-108": PrintSettings(papers=("a4",), grid=DieGrid(9, 12)),
    "die-cut-140": PrintSettings(counter_mm=12.7, grid=DieGrid(10, 14)),
    # The die leaves little room on Letter: shorter marks.
    "die-cut-176": PrintSettings(
        counter_mm=15.875, grid=DieGrid(11, 16), mark_length=2.5, mark_distance=0.5, bleed=1.0
    ),
}
"""Settings to begin with, by name."""

_PLAIN = {
    "fold": "fold",
    "flip": "flip",
    "blank": "blank",
    "bleed": "bleed",
    "gutter": "gutter",
    "safe": "safe",
    "corners": "corners",
    "proof": "proof",
    "registration": "registration",
    "color": "color",
}
_CUT = {
    "style": "cut",
    "sides": "cut_sides",
    "length": "mark_length",
    "distance": "mark_distance",
    "width": "mark_width",
}


def settings_of(values: Mapping[str, Any]) -> PrintSettings:
    """Return the settings from the plain values of a file that keeps to ``print.schema.json``."""
    fields: dict[str, Any] = {field: values[key] for key, field in _PLAIN.items() if key in values}
    cut = values.get("cut", {})
    fields.update({field: cut[key] for key, field in _CUT.items() if key in cut})
    if "paper" in values:
        fields["papers"] = tuple(values["paper"])
    if "orientation" in values:
        fields["across"] = values["orientation"] == "across"
    for key, name in (("counter", "counter_mm"), ("markers", "marker_mm")):
        if key in values:
            size = values[key]
            fields[name] = SIZES[size] if isinstance(size, str) else float(size)
    if "margins" in values:
        margins = values["margins"]
        fields["edge"] = (
            (float(margins[0]), float(margins[1])) if isinstance(margins, list) else (float(margins),) * 2
        )
    back = values.get("back", {})
    for key in ("offset", "scale"):
        if key in back:
            fields[f"back_{key}"] = (float(back[key][0]), float(back[key][1]))
    if "grid" in values:
        grid = values["grid"]
        group = grid.get("group", (0, 0))
        fields["grid"] = DieGrid(grid["columns"], grid["rows"], group[0], group[1], float(grid.get("gap", 0)))
    tiles = values.get("tiles", {})
    if "paper" in tiles:
        fields["tile_papers"] = tuple(tiles["paper"])
    if "orientation" in tiles:
        fields["tile_orientation"] = tiles["orientation"]
    if "overlap" in tiles:
        fields["tile_overlap"] = float(tiles["overlap"])
    if "map" in values:
        fields["map"] = map_paper_of(values["map"])
    return replace(PRESETS[values.get("preset", "home")], **fields)
