"""Blocks put where they find room: each on the first page that has it, so that no page stays half empty.

A page has two columns. What is as wide as both stands below all that is there; a block of one column also
goes into the room that a wide one has left beside a short column. Blocks that follow one another stay in
their order, on one page or on pages that come one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Protocol

from msgspec import Struct, field

from jdgtools.exporters.booklet import stylesheet


class SizedBlock(Struct, frozen=True):
    """A block of the booklet as the filling sees it: its size, and what must follow it.

    Args:
        number: of the block.
        high: its height, mm.
        wide: whether it goes across both columns.
        sticky: whether the next one must stand right below it.
    """

    number: int
    high: float
    wide: bool
    sticky: bool = False


Chain = Sequence[SizedBlock]
"""Blocks that follow one another."""


class BlockSpot(Struct, frozen=True):
    """Where a block stands: its number, the page from 0, the column 0 or 1, mm from the top of the text."""

    number: int
    page: int
    column: int
    y: float


class _PageRoom(Struct):
    """How far down the columns of a page are filled, and the room that is left above that."""

    tails: tuple[float, float]
    """How far down the left and the right column are filled, mm."""
    holes: tuple[tuple[int, float, float], ...] = ()
    """Room that is left above that: column, top and bottom."""

    def copy(self) -> _PageRoom:
        return _PageRoom(self.tails, self.holes)


class Filling(Struct):
    """Pages while blocks are laid upon them, one after the other."""

    room: float
    """Height of the text on a page, mm."""
    used: float = 0.0
    """How far down the first page is filled before."""
    most: int | None = None
    """Pages that there may be; None = any number."""
    spots: list[BlockSpot] = field(default_factory=list)
    _pages: list[_PageRoom] = field(default_factory=list)

    def copy(self) -> Filling:
        """Return the same pages, to try something on."""
        pages = [page.copy() for page in self._pages]
        return Filling(self.room, self.used, self.most, list(self.spots), pages)

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self._pages)

    def put(self, chain: Chain, first: int = 0) -> bool:
        """Put pieces where there is room, on page `first` or a later one; return whether there was any."""
        # Behind the last page, too: the first one may begin too low for what is as high as a page.
        starts = range(first, self.count + 2)
        # Tables over both columns belong side by side with what they go on; text may be cut anywhere.
        if all(piece.wide for piece in chain) and any(self._put_from(n, chain, 1) for n in starts):
            return True
        return any(self._put_from(number, chain, len(chain)) for number in starts)

    def put_all(self, chains: Iterable[Chain]) -> bool:
        """Put pieces in their order; return whether there was room for all."""
        return all(map(self.put, chains))

    def put_together(self, chains: Sequence[Chain]) -> bool:
        """Put what is used together on one page or on two in a row, else wherever there is room."""
        for pages in (1, 2):
            for first in range(self.count + 1):
                last = first + pages
                trial = self.copy()
                trial.most = last if self.most is None else min(last, self.most)
                if all(trial.put(chain, first) for chain in chains):
                    self.spots, self._pages = trial.spots, trial._pages
                    return True
        return self.put_all(chains)

    def _put_from(self, first: int, chain: Chain, pages: int) -> bool:
        """Put all pieces on so many pages from this one on; return whether they found room there."""
        trial, rest, number = self.copy(), list(chain), first
        while rest:
            if number - first >= pages or (self.most is not None and number >= self.most):
                return False
            while trial.count <= number:
                top = self.used if not trial.count else 0.0
                trial._pages.append(_PageRoom((top, top)))
            count = trial._put_on(number, rest)
            if not count:
                # Nothing is as high as a page, but for what no page can hold.
                if trial._pages[number].tails != (0.0, 0.0) or number < self.count:
                    return False
                trial._set(number, rest[0], 0, 0.0)
                count = 1
            del rest[:count]
            number += 1
        self.spots, self._pages = trial.spots, trial._pages
        return True

    def _put_on(self, number: int, chain: Chain) -> int:
        """Put as many pieces on a page as it takes, in their order; return how many."""
        if len(chain) == 1 and not chain[0].wide and self._put_in_hole(number, chain[0]):
            return 1
        count = 0
        while count < len(chain):
            if chain[count].wide:
                top = max(self._pages[number].tails)
                if top + high_with_next(chain[count:]) > self.room:
                    break
                self._set(number, chain[count], 0, top)
                count += 1
                continue
            end = next((n for n in range(count, len(chain)) if chain[n].wide), len(chain))
            fitting = self._put_columns(number, chain[count:end])
            count += fitting
            if count < end:
                break
        return count

    def _put_in_hole(self, number: int, piece: SizedBlock) -> bool:
        page = self._pages[number]
        for hole in page.holes:
            column, top, bottom = hole
            if top + piece.high <= bottom:
                self.spots.append(BlockSpot(piece.number, number, column, top))
                rest = (column, top + piece.high + stylesheet.GAP, bottom)
                page.holes = tuple(rest if other is hole else other for other in page.holes)
                return True
        return False

    def _put_columns(self, number: int, run: Chain) -> int:
        """Put pieces into both columns, so that they end at about the same height; return how many fitted."""
        tails = self._pages[number].tails
        for count in range(len(run), 0, -1):
            at, high = _pieces_on_left(run[:count], tails)
            if high <= self.room:
                for column, part in enumerate((run[:at], run[at:count])):
                    for piece in part:
                        self._set(number, piece, column, self._pages[number].tails[column])
                return count
        return 0

    def _set(self, number: int, piece: SizedBlock, column: int, top: float) -> None:
        page = self._pages[number]
        self.spots.append(BlockSpot(piece.number, number, column, top))
        end = top + piece.high + stylesheet.GAP
        if piece.wide:
            left, right = page.tails
            if left != right:
                short = 0 if left < right else 1
                page.holes += ((short, min(left, right), top - stylesheet.GAP),)
            page.tails = (end, end)
        elif column == 0:
            page.tails = (end, page.tails[1])
        else:
            page.tails = (page.tails[0], end)


class _HasHeight(Protocol):
    @property
    def high(self) -> float:
        """Height, mm."""

    @property
    def sticky(self) -> bool:
        """Whether the next one must stand right below it."""


def high_with_next(blocks: Sequence[_HasHeight]) -> float:
    """Return the height of the first block, with those of the next ones if each must stand below it, mm."""
    high = blocks[0].high
    for above, below in pairwise(blocks):
        if not above.sticky:
            break
        high += stylesheet.GAP + below.high
    return high


def _pieces_on_left(run: Chain, tails: tuple[float, float]) -> tuple[int, float]:
    """Return how many pieces of a run stand on the left, and how far down the longer column reaches."""
    left, right = tails[0], tails[1] + sum(piece.high + stylesheet.GAP for piece in run)
    best, high = 0, right if run else 0.0
    for at, piece in enumerate(run, 1):
        left += piece.high + stylesheet.GAP
        right -= piece.high + stylesheet.GAP
        longer = max(left, right if at < len(run) else 0.0)
        if longer < high or (longer == high and tails[0] <= tails[1]):
            best, high = at, longer
    return best, high - stylesheet.GAP


def fill_most(
    parts: Sequence[Sequence[Chain]],
    room: float,
    used: float,
    most: int,
    end: Callable[[Sequence[int]], Chain],
) -> tuple[Filling, list[int]]:
    """Return the pages with those parts that find room on them, and which ones these are.

    Where there is room for all, each part stands on a page, or on two in a row. Otherwise they fill the pages
    more closely. A part that finds no room as the others stand makes them stand otherwise: wide and high ones
    first. If that does not help, it is left out.

    Args:
        parts: the most needed first; each is there as a whole or not at all.
        room: height of the text on a page, mm.
        used: how far down the first page is filled before.
        most: pages that there may be.
        end: gives what stands on the last page from the numbers of the parts that are left out.
    """
    roomy = Filling(room, used, most)
    if not end(()) and all(map(roomy.put_together, parts)):
        return roomy, list(range(len(parts)))
    fitting: list[int] = []
    fillings = [Filling(room, used, most)]
    """Before the first part and after each one that fits."""
    for number, part in enumerate(parts):
        chains_chosen = [chain for each in (*fitting, number) for chain in parts[each]]
        for trial, chains in (
            (fillings[-1].copy(), part),
            (Filling(room, used, most), _high_first(chains_chosen)),
        ):
            if trial.put_all(chains):
                fillings.append(trial)
                fitting.append(number)
                break
    while True:
        left_out = [number for number in range(len(parts)) if number not in fitting]
        last, filling = end(left_out), fillings[-1]
        if not last or not fitting or filling.put(last, filling.count - 1) or filling.put(last):
            return filling, fitting
        # The least needed makes room for the word on what is left out.
        fitting.pop()
        fillings.pop()


def _high_first(chains: Sequence[Chain]) -> list[Chain]:
    """Return chains in the order in which they leave the least room, but for the first."""
    first, *others = chains

    def weight(chain: Chain) -> tuple[bool, float]:
        return any(piece.wide for piece in chain), sum(piece.high for piece in chain)

    return [first, *sorted(others, key=weight, reverse=True)]
