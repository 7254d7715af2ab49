"""What a user may choose about the paper of the map: the part ``map`` of print settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from jdgtools.render.sheets.spec import PAGE_SIZES

MAP_PAPERS: dict[str, tuple[float, float]] = {
    **{name: PAGE_SIZES[name] for name in ("a4", "a3", "a2", "a1")},
    "a0": (841.0, 1189.0),
    **{name: PAGE_SIZES[name] for name in ("letter", "legal", "tabloid")},
    "ansi-c": (431.8, 558.8),
    "ansi-d": (558.8, 863.6),
    "ansi-e": (863.6, 1117.6),
}
"""Paper name -> width and height in mm, upright. Letter and Tabloid are ANSI A and B."""


def paper_title(name: str) -> str:
    """Return a paper as it is written: A3, Letter, ANSI C."""
    if name.startswith("ansi-"):
        return name.replace("-", " ").upper()
    return name.upper() if name[:1] == "a" else name.capitalize()


Orientation = Literal["best", "upright", "across"]


class MapPaper(Struct, frozen=True):
    """Paper of the print map, and what stands on it."""

    size: tuple[float, float] | None = None
    """Width and height as chosen, mm; None = as large as map and furniture need."""
    name: str = ""
    """Name of the paper; empty for a size of the designer's own."""
    orientation: Orientation = "best"
    hex_mm: float | None = None
    """Size of the hexes on the sheet instead of the map's own."""
    fit: bool = False
    """Whether the hexes are as large as the paper takes."""
    setup: tuple[str, ...] | Literal["first", "all"] = "first"
    """Scenarios whose setup areas the print map shows."""
    left_out: tuple[str, ...] = ()
    """Parts of the furniture that are left out."""
    bleed: float | None = None
    """How far the ground of sheet and pieces goes on beyond the cut, mm; None = as a press asks."""

    @property
    def title(self) -> str:
        """How the paper is called in messages."""
        if self.name:
            return paper_title(self.name)
        return f"{self.size[0]:g} x {self.size[1]:g} mm" if self.size is not None else ""

    def sizes(self) -> tuple[tuple[float, float], ...]:
        """Return width and height of the paper in every position that is allowed; none without a paper."""
        if self.size is None:
            return ()
        width, height = self.size
        if not self.name:
            # The designer's own size lies as it was written, unless told otherwise.
            is_turned = {"best": False, "upright": width > height, "across": width < height}[self.orientation]
            return ((height, width),) if is_turned else ((width, height),)
        both = ((width, height), (height, width))
        return both if self.orientation == "best" else both[:1] if self.orientation == "upright" else both[1:]


def map_paper_of(section: Mapping[str, Any]) -> MapPaper:
    """Return the settings from the key ``map`` of a file that keeps to ``print.schema.json``."""
    fields: dict[str, Any] = {}
    paper = section.get("paper")
    if isinstance(paper, str):
        fields.update(size=MAP_PAPERS[paper], name=paper)
    elif paper is not None:
        fields["size"] = (float(paper[0]), float(paper[1]))
    if "orientation" in section:
        fields["orientation"] = section["orientation"]
    if "hex" in section:
        fields.update({"fit": True} if section["hex"] == "fit" else {"hex_mm": float(section["hex"])})
    if "setup" in section:
        setup = section["setup"]
        fields["setup"] = tuple(setup) if isinstance(setup, list) else () if setup == "none" else setup
    if "leave_out" in section:
        fields["left_out"] = tuple(section["leave_out"])
    if "bleed" in section:
        fields["bleed"] = float(section["bleed"])
    return MapPaper(**fields)


def paper_by_name(text: str) -> str | tuple[float, float] | None:
    """Return a paper by its name, or by its size in mm such as 500x700; None for other texts."""
    name = text.strip().lower()
    if name in MAP_PAPERS:
        return name
    parts = name.removesuffix("mm").strip().split("x")
    figures = [part.strip() for part in parts]
    if len(figures) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 5 for part in figures):
        return None
    width, height = (float(part) for part in figures)
    return (width, height) if min(width, height) >= 100 and max(width, height) <= 3000 else None
