"""Where every piece lies: blocks of equal pieces, one under the other, page after page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jdgtools.render.scene import Scene
from jdgtools.render.sheets.spec import SheetSpec

_EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class Piece:
    """One counter: both faces and its size after cutting, mm."""

    front: Scene
    back: Scene | None
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece; upper left corner of its front at (x, y), of its back at (back_x, back_y) of their pages."""

    piece: Piece
    x: float
    y: float
    back_x: float
    back_y: float
    back_turned: bool
    """True: the back stands on its head on the page, so that a piece turned sideways shows it upright."""


@dataclass(frozen=True, slots=True)
class Block:
    """Grid of equal cells on the front page."""

    x: float
    y: float
    columns: int
    rows: int
    width: float
    """Of one cell."""
    height: float
    gutter: float

    @property
    def cuts_x(self) -> tuple[float, ...]:
        """Where upright cuts run, each once, from left to right."""
        return _cuts(self.x, self.width, self.gutter, self.columns)

    @property
    def cuts_y(self) -> tuple[float, ...]:
        """Where level cuts run, from top to bottom."""
        return _cuts(self.y, self.height, self.gutter, self.rows)

    @property
    def right(self) -> float:
        """Right edge of the last column."""
        return self.cuts_x[-1]

    @property
    def bottom(self) -> float:
        """Lower edge of the last row."""
        return self.cuts_y[-1]


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """One sheet of paper."""

    placements: tuple[Placement, ...]
    blocks: tuple[Block, ...]


def plan_sheets(pieces: Sequence[Piece], spec: SheetSpec) -> list[SheetPlan]:
    """Sheets that hold all pieces: sizes in order of first appearance, pieces of a size in their order.

    Raises:
        ValueError: a piece is larger than the printable area.
    """
    area_width = (spec.width / 2 if spec.fold else spec.width) - 2 * spec.margin_side
    lower_edge = spec.height - spec.margin_bottom
    by_size: dict[tuple[float, float], list[Piece]] = {}
    for piece in pieces:
        by_size.setdefault((piece.width, piece.height), []).append(piece)
    sheets: list[SheetPlan] = []
    placements: list[Placement] = []
    blocks: list[Block] = []
    y = spec.margin_top
    for (width, height), group in by_size.items():
        most_columns = _count(area_width, width, spec.gutter)
        most_rows = _count(lower_edge - spec.margin_top, height, spec.gutter)
        if not most_columns or not most_rows:
            raise ValueError(f"a piece of {width:g} x {height:g} mm does not fit the sheet")
        at = 0
        while at < len(group):
            rows = _count(lower_edge - y, height, spec.gutter)
            if rows == 0:
                sheets.append(SheetPlan(tuple(placements), tuple(blocks)))
                placements, blocks, y = [], [], spec.margin_top
                continue
            share = group[at : at + rows * most_columns]
            at += len(share)
            columns = min(most_columns, len(share))
            rows = -(-len(share) // columns)
            used = columns * (width + spec.gutter) - spec.gutter
            block = Block(
                spec.margin_side + (area_width - used) / 2, y, columns, rows, width, height, spec.gutter
            )
            blocks.append(block)
            for index, piece in enumerate(share):
                row, column = divmod(index, columns)
                left = block.x + column * (width + spec.gutter)
                top = block.y + row * (height + spec.gutter)
                placements.append(_placement(piece, left, top, spec))
            y = block.bottom + spec.space_between_blocks
    if placements:
        sheets.append(SheetPlan(tuple(placements), tuple(blocks)))
    return sheets


def _placement(piece: Piece, x: float, y: float, spec: SheetSpec) -> Placement:
    """Where the back lies so that both sides meet when the paper is turned (or folded)."""
    if spec.fold or spec.turns_sideways:
        return Placement(piece, x, y, spec.width - x - piece.width, y, False)
    return Placement(piece, x, y, x, spec.height - y - piece.height, True)


def _count(space: float, size: float, gutter: float) -> int:
    return max(0, int((space + gutter + _EPSILON) // (size + gutter)))


def _cuts(start: float, size: float, gutter: float, count: int) -> tuple[float, ...]:
    if gutter == 0:
        return tuple(start + size * i for i in range(count + 1))
    return tuple(start + (size + gutter) * (i // 2) + size * (i % 2) for i in range(2 * count))
