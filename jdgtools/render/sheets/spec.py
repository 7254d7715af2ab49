"""What a print sheet looks like, as data: paper, margins, gutters, marks, how the paper is turned.

`settings` makes a `SheetSpec` of what the user chose; `layout` and `impose` work by it.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

PAGE_SIZES: dict[str, tuple[float, float]] = {
    "a5": (148.0, 210.0),
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "a2": (420.0, 594.0),
    "a1": (594.0, 841.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
"""Paper name -> width and height in mm, upright."""

TITLE_BAND = 4.0
"""Height of the line of titles above the marks, mm."""
LABEL_BAND = 2.5
"""Height of the small line below the marks, mm."""


class DieGrid(Struct, frozen=True):
    """Fixed places of the counters on every sheet, as a die has them."""

    columns: int
    rows: int
    group_columns: int = 0
    """Columns of one group, between wider gutters; 0 = all."""
    group_rows: int = 0
    group_gap: float = 0.0
    """Space between groups, mm, instead of the gutter."""


class SheetSpec(Struct, frozen=True):
    """How pieces are put on paper. Lengths in mm."""

    width: float = 210.0
    height: float = 297.0
    margin_top: float = 14.0
    """Least distance of pieces from the upper edge; the title stands in it."""
    margin_side: float = 10.0
    margin_bottom: float = 12.0
    gutter: float = 0.0
    """Space between neighbours; 0 = one cut parts two pieces."""
    block_gap: float = 11.0
    """Least space between blocks of pieces of different sizes; the cut marks of both must fit in."""
    bleed: float = 0.0
    """How far the ground colour reaches beyond the cut."""
    cut: Literal["marks", "lines", "none"] = "marks"
    """Short marks around the blocks, hairlines along all cuts, or nothing."""
    cut_sides: Literal["both", "front"] = "both"
    mark_distance: float = 1.0
    """Between a piece (or its bleed) and its cut mark."""
    mark_length: float = 3.5
    mark_width: float = 0.1
    flip: Literal["long", "short"] = "long"
    """Edge about which the paper is turned for its back side."""
    fold: bool = False
    """True: fronts left and backs right of a fold line on one side of the paper (no duplex printing)."""
    back_offset: tuple[float, float] = (0.0, 0.0)
    """Moves the back side right and down, to correct a printer."""
    back_scale: tuple[float, float] = (1.0, 1.0)
    """Stretches the back side about the middle of the paper."""
    registration: bool = True
    """Crosses in the corners of the printable area, at places that meet on both sides."""
    edge: tuple[float, float] = (4.0, 4.0)
    """Strip along the upright and along the level edges of the paper that a printer leaves white."""
    corners: float = 0.0
    """Radius of the corners of cut pieces; arcs show where to round them."""
    safe: float = 0.0
    """Strip inside the cut that proofs mark: nothing important should stand in it."""
    proof: bool = False
    """Draws the cut and the safe area of every piece."""
    grid: DieGrid | None = None
    """Fixed places of pieces; None = as many as the paper takes."""

    def with_least_margins(self) -> SheetSpec:
        """Return the same with the least margins that keep marks and titles in the printable area.

        A correction of the back needs room too, on both sides, because fronts lie where backs do.
        """
        span = self.mark_span[1] if self.cut != "none" else self.bleed
        room_x, room_y = self.room
        top, bottom = TITLE_BAND + span + self.edge[1] + room_y, LABEL_BAND + span + self.edge[1] + room_y
        if not self.turns_sideways and not self.fold:
            # The back stands on its head: its upper margin is the lower one of the front.
            top = bottom = max(top, bottom)
        side = span + self.edge[0] + room_x
        return replace(self, margin_top=top, margin_bottom=bottom, margin_side=side)

    @property
    def room(self) -> tuple[float, float]:
        """How far the correction of the back may move a point, across and down."""
        if self.fold:
            return 0.0, 0.0
        return (
            abs(self.back_offset[0]) + abs(self.back_scale[0] - 1.0) * self.width / 2,
            abs(self.back_offset[1]) + abs(self.back_scale[1] - 1.0) * self.height / 2,
        )

    @property
    def mark_span(self) -> tuple[float, float]:
        """Where cut marks begin and end, measured from the edge of a piece."""
        near = self.bleed + self.mark_distance
        return near, near + self.mark_length

    @property
    def space_between_blocks(self) -> float:
        """``block_gap``, or more when the cut marks need it."""
        return max(self.block_gap, 2 * self.mark_span[1] + self.mark_distance)

    @property
    def turns_sideways(self) -> bool:
        """Whether the paper turns like a book page, about an upright axis, to show its back."""
        return (self.flip == "long") == (self.height >= self.width)
