"""Where every piece lies on print sheets: blocks of equal pieces, one under the other, page after page.

Sheets are about equally full; those of a die are full but for the last.

The back of a piece lies where it meets the front when the paper is turned or folded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from jdgtools.render.scene import Symbol
from jdgtools.render.sheets.spec import DieGrid, SheetSpec

_TOLERANCE = 1e-6


class CounterPiece(Struct, frozen=True):
    """One counter: both faces and its size after cutting, mm."""

    front: Symbol
    back: Symbol | None
    width: float
    height: float


class PiecePlacement(Struct, frozen=True):
    """A piece; upper left corner of its front at (x, y), of its back at (back_x, back_y) of their pages."""

    piece: CounterPiece
    x: float
    y: float
    back_x: float
    back_y: float
    back_turned: bool
    """True: the back stands on its head on the page, so that a piece turned sideways shows it upright."""


class CellBlock(Struct, frozen=True):
    """Columns and rows of equal cells on one side of a sheet."""

    lefts: tuple[float, ...]
    """Left edges of the columns, rising."""
    tops: tuple[float, ...]
    """Upper edges of the rows, rising."""
    width: float
    """Of one cell."""
    height: float

    @property
    def columns(self) -> int:
        """How many columns."""
        return len(self.lefts)

    @property
    def rows(self) -> int:
        """How many rows."""
        return len(self.tops)

    @property
    def x(self) -> float:
        """Left edge of the first column."""
        return self.lefts[0]

    @property
    def y(self) -> float:
        """Upper edge of the first row."""
        return self.tops[0]

    @property
    def right(self) -> float:
        """Right edge of the last column."""
        return self.lefts[-1] + self.width

    @property
    def bottom(self) -> float:
        """Lower edge of the last row."""
        return self.tops[-1] + self.height

    @property
    def cuts_x(self) -> tuple[float, ...]:
        """Where upright cuts run, each once, from left to right."""
        return _cuts(self.lefts, self.width)

    @property
    def cuts_y(self) -> tuple[float, ...]:
        """Where level cuts run, from top to bottom."""
        return _cuts(self.tops, self.height)

    def on_back(self, spec: SheetSpec) -> CellBlock:
        """Return the block as it lies on the back."""
        if spec.fold or spec.turns_sideways:
            lefts = tuple(spec.width - x - self.width for x in reversed(self.lefts))
            return CellBlock(lefts, self.tops, self.width, self.height)
        tops = tuple(spec.height - y - self.height for y in reversed(self.tops))
        return CellBlock(self.lefts, tops, self.width, self.height)


class SheetPlan(Struct, frozen=True):
    """One sheet of paper."""

    placements: tuple[PiecePlacement, ...]
    blocks: tuple[CellBlock, ...]


def plan_sheets(pieces: Sequence[CounterPiece], spec: SheetSpec) -> list[SheetPlan]:
    """Return the sheets that hold all pieces: sizes in order of first appearance.

    Raises:
        ValueError: a piece is larger than the printable area, or the grid is.
    """
    by_size: dict[tuple[float, float], list[CounterPiece]] = {}
    for piece in pieces:
        by_size.setdefault((piece.width, piece.height), []).append(piece)
    if spec.grid is not None:
        return _die_sheets(by_size, spec, spec.grid)
    counts = {size: len(group) for size, group in by_size.items()}
    return [_sheet(runs, by_size, spec) for runs in _even_runs(counts, spec)]


class _BlockRun(Struct, frozen=True):
    """Pieces of one size that form a block of a sheet."""

    size: tuple[float, float]
    first: int
    """Number of the first of them, among all of that size."""
    count: int
    columns: int
    top: float
    """Upper edge of the block, mm."""


def _even_runs(counts: Mapping[tuple[float, float], int], spec: SheetSpec) -> list[list[_BlockRun]]:
    """Return the runs of each sheet: no sheet is full while the last one is nearly empty."""
    lowest = spec.height - spec.margin_bottom
    best = _runs(counts, spec, lowest)
    if len(best) < 2:
        return best
    step = min(height for _, height in counts) + spec.gutter
    while True:
        lowest -= step
        if any(lowest - spec.margin_top < height - _TOLERANCE for _, height in counts):
            return best
        trial = _runs(counts, spec, lowest)
        if len(trial) > len(best):
            return best
        best = trial


def _runs(
    counts: Mapping[tuple[float, float], int], spec: SheetSpec, lower_edge: float
) -> list[list[_BlockRun]]:
    """Return the runs of each sheet when blocks reach down to an edge."""
    area_width = _area_width(spec)
    sheets: list[list[_BlockRun]] = [[]]
    y = spec.margin_top
    for (width, height), total in counts.items():
        max_columns = _count(area_width, width, spec.gutter)
        if not max_columns or not _count(lower_edge - spec.margin_top, height, spec.gutter):
            raise ValueError(f"a piece of {width:g} x {height:g} mm does not fit the sheet")
        at = 0
        while at < total:
            rows = _count(lower_edge - y, height, spec.gutter)
            if rows == 0:
                sheets.append([])
                y = spec.margin_top
                continue
            count = min(total - at, rows * max_columns)
            columns = min(max_columns, count)
            sheets[-1].append(_BlockRun((width, height), at, count, columns, y))
            at += count
            rows = -(-count // columns)
            y += rows * (height + spec.gutter) - spec.gutter + spec.space_between_blocks
    return sheets if sheets[0] else []


def _sheet(
    runs: Sequence[_BlockRun], by_size: Mapping[tuple[float, float], Sequence[CounterPiece]], spec: SheetSpec
) -> SheetPlan:
    """Return the sheet on which runs stand, each in the middle."""
    placements: list[PiecePlacement] = []
    blocks: list[CellBlock] = []
    for run in runs:
        width, height = run.size
        row_width = run.columns * (width + spec.gutter) - spec.gutter
        x = spec.margin_side + (_area_width(spec) - row_width) / 2
        lefts = tuple(x + i * (width + spec.gutter) for i in range(run.columns))
        tops = tuple(run.top + i * (height + spec.gutter) for i in range(-(-run.count // run.columns)))
        blocks.append(CellBlock(lefts, tops, width, height))
        share = by_size[run.size][run.first : run.first + run.count]
        placements += _fill_block(blocks[-1], share, spec)
    return SheetPlan(tuple(placements), tuple(blocks))


def _die_sheets(
    by_size: dict[tuple[float, float], list[CounterPiece]], spec: SheetSpec, grid: DieGrid
) -> list[SheetPlan]:
    """Return the sheets of a die: the block stands in the middle and is always whole."""
    sheets = []
    for (width, height), group in by_size.items():
        # A piece of two hexes takes two places of the die.
        across = max(1, round(width / height))
        columns = max(1, grid.columns // across)
        lefts = _steps(columns, width, spec.gutter, grid.group_columns // across, grid.group_gap)
        tops = _steps(grid.rows, height, spec.gutter, grid.group_rows, grid.group_gap)
        free_x = _area_width(spec) - lefts[-1] - width
        free_y = spec.height - spec.margin_top - spec.margin_bottom - tops[-1] - height
        if free_x < -_TOLERANCE or free_y < -_TOLERANCE:
            places = f"{columns} x {grid.rows} pieces of {width:g} x {height:g} mm"
            raise ValueError(f"a grid of {places} does not fit the sheet")
        x, y = spec.margin_side + free_x / 2, spec.margin_top + free_y / 2
        block = CellBlock(tuple(x + v for v in lefts), tuple(y + v for v in tops), width, height)
        whole = columns * grid.rows
        for at in range(0, len(group), whole):
            sheets.append(SheetPlan(tuple(_fill_block(block, group[at : at + whole], spec)), (block,)))
    return sheets


def _fill_block(block: CellBlock, share: Sequence[CounterPiece], spec: SheetSpec) -> list[PiecePlacement]:
    """Return the pieces in the cells of a block, row by row."""
    cells = ((x, y) for y in block.tops for x in block.lefts)
    return [_placement(piece, x, y, spec) for piece, (x, y) in zip(share, cells, strict=False)]


def _steps(count: int, size: float, gutter: float, group: int, gap: float) -> tuple[float, ...]:
    """Return where ``count`` cells begin, from 0, when every ``group`` of them is followed by a gap."""
    breaks = [i // group if group > 0 else 0 for i in range(count)]
    return tuple(i * (size + gutter) + b * (gap - gutter) for i, b in enumerate(breaks))


def _area_width(spec: SheetSpec) -> float:
    return (spec.width / 2 if spec.fold else spec.width) - 2 * spec.margin_side


def _placement(piece: CounterPiece, x: float, y: float, spec: SheetSpec) -> PiecePlacement:
    """Return where the back lies so that both sides meet when the paper is turned (or folded)."""
    if spec.fold or spec.turns_sideways:
        return PiecePlacement(piece, x, y, spec.width - x - piece.width, y, False)
    return PiecePlacement(piece, x, y, x, spec.height - y - piece.height, True)


def _count(space: float, size: float, gutter: float) -> int:
    return max(0, int((space + gutter + _TOLERANCE) // (size + gutter)))


def _cuts(starts: Sequence[float], size: float) -> tuple[float, ...]:
    """Return both edges of every cell; where two cells touch, their common edge once."""
    cuts: list[float] = []
    for start in starts:
        if not cuts or start - cuts[-1] > _TOLERANCE:
            cuts.append(start)
        cuts.append(start + size)
    return tuple(cuts)
