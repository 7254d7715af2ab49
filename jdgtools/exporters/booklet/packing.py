"""Blocks put on pages: narrow ones in two columns of about equal height, wide ones across, in their order.

`arrange` says where every flowable stands, `pack` draws them, and `pack_below` draws a chapter that may begin
on the page where another ends. A block that is higher than a page is cut between its flowables; a heading
never stays behind without what it stands over, and a table repeats its head. A wide block that floats may
stand before others, where those leave it room on a page. Blocks that are used together stand on one page, or
on the two that lie open side by side; what belongs to no such set fills the pages. Where the order of blocks
may yield, each stands on the first page that has room for it (`filling`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

from msgspec import Struct, field
from msgspec.structs import asdict

from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.filling import Chain, Filling, SizedBlock, fill_most, high_with_next
from jdgtools.exporters.booklet.flowables import Block, Flowable, stack
from jdgtools.exporters.booklet.stylesheet import Paper
from jdgtools.render.scene import Item


class PlacedFlowable(Struct, frozen=True):
    """A flowable on its page."""

    flowable: Flowable
    x: float
    """Of its upper left corner, mm."""
    y: float


class LaidBlock(Struct, frozen=True):
    """A block whose elements have been set to its width."""

    flowables: list[Flowable]
    wide: bool = False
    floats: bool = False
    """Whether it may stand before others, as `Block.floats`."""
    together: str = ""
    """Name of the set of blocks that are used together, as `Block.together`; '' = of none."""
    follows: bool = False
    """Whether it goes on from the block before it, as `Block.follows`."""
    next_page: tuple[Flowable, ...] = ()
    """What stands above it on another page than the block before it, as `Block.next_page`."""


class _MeasuredBlock(LaidBlock, frozen=True, kw_only=True):
    """A block with its height and where each of its flowables begins in it."""

    high: float
    tops: list[float]

    @classmethod
    def of(cls, block: LaidBlock) -> _MeasuredBlock:
        high, tops = stack(block.flowables)
        return cls(**asdict(block), high=high, tops=tops)

    @property
    def sticky(self) -> bool:
        """Whether the next block must stand right below it."""
        return bool(self.flowables) and self.flowables[-1].sticky

    def put(self, x: float, y: float, out: list[PlacedFlowable]) -> None:
        out += [
            PlacedFlowable(flowable, x, y + top)
            for flowable, top in zip(self.flowables, self.tops, strict=True)
        ]


class _Press(Struct):
    """The pages so far, and how far down the last one is filled."""

    paper: Paper
    y: float
    """From the top of the text; the next block stands there."""
    first: int = 1
    """Number of the first of the pages."""
    pages: list[list[PlacedFlowable]] = field(default_factory=lambda: [[]])

    @property
    def is_left(self) -> bool:
        """Whether the last page lies on the left of a spread: its number is even."""
        return (self.first + len(self.pages)) % 2 == 1

    def turn(self) -> None:
        """Begin a page."""
        self.pages.append([])
        self.y = 0.0

    @property
    def room(self) -> float:
        return self.paper.room - self.y

    def put(self, columns: Sequence[tuple[float, Sequence[_MeasuredBlock]]]) -> None:
        """Put columns side by side; below them stands what comes next."""
        deepest = self.y
        for x, parts in columns:
            y = self.y
            for part in parts:
                part.put(self.paper.margin + x, stylesheet.TOP + y, self.pages[-1])
                y += part.high + stylesheet.GAP
            deepest = max(deepest, y)
        self.y = deepest


_MAX_IN_SET = 12
"""Blocks of which all ways are tried to put them in two columns, or to choose some of them."""


_LEAST_REST = 0.3
"""Share of a page that must be left for another chapter to begin on it."""
_LEAST_FILLED = 0.5
"""Share of that rest that the beginning of a longer chapter must fill."""


_SHARES = tuple(n / 100 for n in range(60, 100, 5))
"""Of a page, that are tried to fill pages alike: the least that needs no page more is taken."""


class PackedChapter(Struct, frozen=True):
    """A chapter on its pages."""

    pages: list[list[Item]]
    start: float
    """Where its heading stands on the first of them, mm from the top of the text; 0 = the page is its own."""
    end: float
    """How far down the last of them is filled, mm."""


def pack(
    blocks: Sequence[Block], used: float = 0.0, *, loose: bool = False, paper: Paper = stylesheet.A4
) -> list[list[Item]]:
    """Return the items of the pages that the blocks fill; see `arrange`."""
    return _draw(arrange(_measure(blocks, paper), used, loose=loose, paper=paper))


def pack_within(
    parts: Sequence[Sequence[Block]],
    used: float,
    most: int,
    *,
    paper: Paper = stylesheet.A4,
    missing: Callable[[Sequence[int]], Block] | None = None,
) -> tuple[list[list[Item]], list[int]]:
    """Return the pages with those parts that fit on so many, and which ones they are.

    Args:
        parts: in their order, the most needed first; each is there as a whole or not at all.
        used: height of the heading, mm.
        most: pages that there may be.
        paper: what it is printed on.
        missing: gives a block, the last one, that says what is left out, from the numbers of those parts.
    """
    measured_parts = [_parts_of(_measure(part, paper), paper.room) for part in parts]
    blocks = [each for part in measured_parts for each in part]
    chains, start = [], 0
    for part in measured_parts:
        chains.append(_chains(part, start))
        start += len(part)

    def end(left_out: Sequence[int]) -> Chain:
        if not left_out or missing is None:
            return ()
        word = _parts_of(_measure([missing(left_out)], paper), paper.room)
        blocks[start:] = word
        return [piece for chain in _chains(word, start) for piece in chain]

    filling, fitting = fill_most(chains, paper.room, used, most, end)
    return _draw(_positions(filling, blocks, paper)), fitting


def pack_below(
    blocks: Sequence[Block],
    used: float,
    start: float,
    *,
    loose: bool = False,
    paper: Paper = stylesheet.A4,
    page: int = 1,
    close: bool = False,
    even: bool = False,
) -> PackedChapter:
    """Return a chapter on its pages, the first of which it shares with what stands there if that pays.

    It does where more than three tenths of the page are left, and the whole chapter fits there, its beginning
    fills half of the rest, or a page is saved. Otherwise the chapter begins on a page of its own, unless the
    whole is set close: then it begins where there is room for its beginning.

    Args:
        blocks: as in `arrange`.
        used: height of the heading, mm.
        start: where the heading would stand on the page of the chapter before, mm; 0 = there is none.
        loose: as in `arrange`.
        paper: what it is printed on.
        page: number of the page that it begins on if it begins on one of its own.
        close: whether pages matter more than that a chapter begins well.
        even: whether what is loose fills its pages alike, instead of the first ones to the foot.
    """
    measured_blocks, rest = _measure(blocks, paper), paper.room - start
    pages = arrange(measured_blocks, used, loose=loose, paper=paper, page=page)
    if even and loose:
        ways = (arrange(measured_blocks, used, loose=True, paper=paper, share=share) for share in _SHARES)
        ways = (way for way in ways if len(way) == len(pages))
        pages = next((way for way in ways if _ends_alike(way, pages, measured_blocks)), pages)
    if start > 0 and (close or rest > _LEAST_REST * paper.room):
        below = arrange(measured_blocks, used, start=start, loose=loose, paper=paper, page=page - 1)
        filled_height = _end(below[0]) - start
        pays = close or len(below) <= max(1, len(pages)) or filled_height > _LEAST_FILLED * rest
        if _begins(below[0], measured_blocks) and pays:
            return PackedChapter(_draw(below), start, _end(below[-1]))
    return PackedChapter(_draw(pages), 0.0, _end(pages[-1]))


def _measure(blocks: Sequence[Block], paper: Paper) -> list[LaidBlock]:
    return [
        LaidBlock(
            each.flowables(paper),
            each.wide,
            each.floats,
            each.together,
            each.follows,
            each.next_page_flowables(paper),
        )
        for each in blocks
    ]


def _begins(page: Sequence[PlacedFlowable], blocks: Sequence[LaidBlock]) -> bool:
    """Return whether a chapter begins well on a page: its title stands over what is read first.

    Sets of blocks have no first one.
    """
    if any(block.together for block in blocks):
        return bool(page)
    first = next((block.flowables[0] for block in blocks if block.flowables), None)
    return any(each.flowable is first for each in page)


def _ends_alike(
    pages: Sequence[Sequence[PlacedFlowable]],
    others: Sequence[Sequence[PlacedFlowable]],
    blocks: Sequence[LaidBlock],
) -> bool:
    """Return whether those of the last, wide blocks that stand together on the last page do so in both ways.

    What lies open during play comes last.
    """
    last = [block.flowables[0] for block in takewhile(lambda block: block.wide, reversed(blocks))]
    on_page, on_other = ({id(each.flowable) for each in way[-1]} for way in (pages, others))
    return all(id(each) in on_page for each in last if id(each) in on_other)


def _end(page: Sequence[PlacedFlowable]) -> float:
    """Return how far down a page is filled, mm from the top of the text."""
    return max((each.y + each.flowable.height - stylesheet.TOP for each in page), default=0.0)


def _draw(pages: Sequence[Sequence[PlacedFlowable]]) -> list[list[Item]]:
    drawn_pages = []
    for page in pages:
        out: list[Item] = []
        for each in page:
            each.flowable.draw(each.x, each.y, out)
        drawn_pages.append(out)
    return drawn_pages


def arrange(
    blocks: Iterable[LaidBlock],
    used: float = 0.0,
    *,
    start: float = 0.0,
    loose: bool = False,
    paper: Paper = stylesheet.A4,
    page: int = 1,
    share: float = 1.0,
) -> list[list[PlacedFlowable]]:
    """Return where the flowables of blocks stand, page by page.

    Args:
        blocks: in their order.
        used: height of the heading above them, mm.
        start: where that heading stands on the first page, mm.
        loose: whether blocks may go before others that they do not follow, to fill a page.
        paper: what they are printed on.
        page: number of the first page.
        share: of each page that is filled where blocks may go before others; one that is higher takes it all.
    """
    press = _Press(paper, start + used, page)
    blocks = list(blocks)
    in_sets = any(each.together for each in blocks)
    # What may stand anywhere has the whole of a later page.
    parts = _parts_of(blocks, paper.room if loose and not in_sets else paper.room - used)
    if in_sets:
        _put_sets(press, parts)
    elif loose:
        filling = Filling(share * paper.room, start + used)
        filling.put_all(_chains(parts))
        return _positions(filling, parts, paper) or [[]]
    else:
        _flow(press, parts)
    return press.pages


def _chains(parts: Sequence[_MeasuredBlock], first: int = 0) -> list[Chain]:
    """Return blocks, the first of them with that number, as chains of those that follow one another."""
    chains: list[list[SizedBlock]] = []
    for number, part in enumerate(parts, first):
        if not chains or not (part.follows or chains[-1][-1].sticky):
            chains.append([])
        chains[-1].append(SizedBlock(number, part.high, part.wide, part.sticky))
    return list(chains)


def _positions(
    filling: Filling, blocks: Sequence[_MeasuredBlock], paper: Paper
) -> list[list[PlacedFlowable]]:
    """Return where the flowables of blocks stand, page by page, in the order of reading."""
    pages: list[list[PlacedFlowable]] = [[] for _ in range(filling.count)]
    for spot in filling.spots:
        x = paper.margin + spot.column * (paper.column + stylesheet.GUTTER)
        blocks[spot.number].put(x, stylesheet.TOP + spot.y, pages[spot.page])
    return pages


def _flow(
    press: _Press, waiting: list[_MeasuredBlock], free: Sequence[_MeasuredBlock] = ()
) -> list[_MeasuredBlock]:
    """Put blocks on pages in their order; none waits any more. Return the free blocks that are left.

    Args:
        press: the pages so far.
        waiting: the blocks.
        free: others that fill what is left of a page before it is turned.
    """
    left, is_headed = list(free), False
    while waiting:
        if not waiting[0].wide:
            count = next((n for n, part in enumerate(waiting) if part.wide), len(waiting))
            run = waiting[:count]
            del waiting[:count]
            _columns(press, run, waiting, is_headed)
            is_headed = False
            continue
        if _least_high(waiting) > press.room and press.y > 0:
            _put_floats(press, waiting)
            if not waiting or _least_high(waiting) <= press.room:
                continue
            left = _fill(press, left)
            press.turn()
        is_headed = waiting[0].sticky
        press.put([(0.0, [_with_heading(press, waiting.pop(0))])])
    return left


def _least_high(waiting: Sequence[_MeasuredBlock]) -> float:
    """Return the height of the first block with what must stand below it: a long table in both columns."""
    heading, *others = waiting
    if not (heading.sticky and others and not others[0].wide):
        return high_with_next(waiting)
    return heading.high + stylesheet.GAP + max(half.high for half in _halves(others[0]))


def _with_heading(press: _Press, part: _MeasuredBlock) -> _MeasuredBlock:
    """Return a block that goes on from one on another page with the heading of that above it."""
    if press.y > 0 or not part.follows or not part.next_page:
        return part
    whole = _MeasuredBlock.of(
        LaidBlock([*part.next_page, *part.flowables], part.wide, together=part.together, follows=True)
    )
    return whole if whole.high <= press.room else part


def _head_page(press: _Press, part: _MeasuredBlock) -> None:
    """Put the heading of a narrow block that goes on at the top of a page across the page, if both fit."""
    if press.y > 0 or not part.next_page:
        return
    head = _MeasuredBlock.of(LaidBlock(list(part.next_page), wide=True))
    if head.high + stylesheet.GAP + part.high <= press.room:
        press.put([(0.0, [head])])


def _put_sets(press: _Press, parts: Sequence[_MeasuredBlock]) -> None:
    """Put every set on a page, or on two that lie open side by side; the rest fills what they leave.

    A set that finds no room on the page lets others go before it, unless it ends on the page beside it.
    """
    free = [part for part in parts if not part.together and not part.wide]
    sets: list[list[_MeasuredBlock]] = []
    for part in parts:
        goes_on = part.wide and part.follows
        if sets and (goes_on or (part.together and part.together == sets[-1][0].together)):
            sets[-1].append(part)
        elif part.together or part.wide:
            sets.append([part])
    while sets:
        fitting = [each for each in sets if _turns(press, each) == 0]
        if press.y > 0 and not fitting:
            fitting = [each for each in sets if press.is_left and _ends_beside(press, each)]
            if not fitting:
                free = _fill(press, free)
                press.turn()
                continue
        if press.y == 0 and len(fitting) < len(sets) and (press.is_left or not fitting):
            # One that needs two pages begins on the left one.
            if not press.is_left and free:
                free = _fill(press, free)
                press.turn()
            fitting = [each for each in sets if all(each is not other for other in fitting)]
        sets = [each for each in sets if each is not fitting[0]]
        free = _flow(press, list(fitting[0]), free)
    _columns(press, free, [])


def _fill(press: _Press, free: Sequence[_MeasuredBlock]) -> list[_MeasuredBlock]:
    """Fill the page with blocks that belong to no set; return those that are left."""
    best: list[_MeasuredBlock] = []
    most = 0.0
    some = free[:_MAX_IN_SET]
    for choice in range(1, 1 << len(some)):
        filling = [part for n, part in enumerate(some) if choice >> n & 1]
        high = sum(part.high for part in filling)
        # A table that nothing stands beside goes into both columns.
        columns = _halves(filling[0]) if len(filling) == 1 else filling
        if high > most and _blocks_on_left(columns)[1] <= press.room:
            best, most = filling, high
    _columns(press, best, [])
    return [part for part in free if all(part is not other for other in best)]


def _turns(press: _Press, parts: Sequence[_MeasuredBlock]) -> int:
    """Return how often the page is turned before all of these have found room."""
    trial = _Press(press.paper, press.y)
    _flow(trial, list(parts))
    return len(trial.pages) - 1


def _ends_beside(press: _Press, parts: Sequence[_MeasuredBlock]) -> bool:
    """Return whether a set that needs two pages begins on the page so far and ends on the next one."""
    if _turns(_Press(press.paper, 0.0), parts) == 0:
        return False
    trial = _Press(press.paper, press.y)
    _flow(trial, list(parts))
    return len(trial.pages) == 2 and bool(trial.pages[0])


def _put_floats(press: _Press, waiting: list[_MeasuredBlock]) -> None:
    """Put blocks that float into the rest of the page before it is turned; they no longer wait."""
    for part in [each for each in waiting if each.floats]:
        if part.high <= press.room:
            press.put([(0.0, [part])])
            waiting[:] = [each for each in waiting if each is not part]


def _parts_of(blocks: Iterable[LaidBlock], max_height: float) -> list[_MeasuredBlock]:
    return [part for block in blocks for part in _parts(block, max_height)]


def _parts(block: LaidBlock, max_height: float) -> list[_MeasuredBlock]:
    """Return the block, in pieces where it is higher than a page; only a whole block floats."""
    parts: list[_MeasuredBlock] = []
    rest = block.flowables
    while rest:
        floats = block.floats and block.wide and not parts
        follows = block.follows or bool(parts)
        whole = _MeasuredBlock.of(
            LaidBlock(rest, block.wide, floats, block.together, follows, block.next_page)
        )
        if whole.high <= max_height:
            return [*parts, whole]
        cut = next((n for n, top in enumerate(whole.tops) if top + rest[n].height > max_height), len(rest))
        # A head does not stay behind without what it stands over.
        while cut > 1 and rest[cut - 1].sticky:
            cut -= 1
        # Something always goes, or a row higher than a page would wait for ever.
        cut = max(cut, 1 + next((n for n, flowable in enumerate(rest) if not flowable.sticky), 0))
        part = LaidBlock(rest[:cut], block.wide, together=block.together, follows=follows)
        parts.append(_MeasuredBlock.of(part))
        rest = rest[cut:]
        if rest and rest[0].again is not None:
            rest = [rest[0].again, *rest]
    return parts


def _columns(
    press: _Press, run: list[_MeasuredBlock], waiting: list[_MeasuredBlock], is_headed: bool = False
) -> None:
    """Put narrow blocks in two columns, on as many pages as they need; what floats fills their rest.

    A long table right below a heading goes into both columns where it would leave the heading alone.
    """
    rest = run
    while rest:
        _head_page(press, rest[0])
        if _blocks_on_left(rest)[1] > press.room and rest[0].together and len(rest) <= _MAX_IN_SET:
            rest = _balance(rest, press.room)
        count = len(rest)
        while count > 1 and _blocks_on_left(rest[:count])[1] > press.room:
            count -= 1
        is_alone = is_headed and count == 1 and rest[0].high > press.room
        columns = _halves(rest[0]) if len(rest) == 1 or is_alone else rest[:count]
        is_headed = False
        at, high = _blocks_on_left(columns)
        if high > press.room and press.y > 0:
            _put_floats(press, waiting)
            press.turn()
            continue
        press.put([(0.0, columns[:at]), (press.paper.column + stylesheet.GUTTER, columns[at:])])
        rest = rest[count:]


_LEAST_ROWS = 7
"""A table with fewer rows is not divided to fill both columns."""


def _halves(part: _MeasuredBlock) -> list[_MeasuredBlock]:
    """Return a block with a table that has both columns to itself in two parts of about equal height.

    The second part begins with the head of the table, beside that of the first. Blocks without a long table
    stay whole.
    """
    flowables = part.flowables
    rows = [n for n, flowable in enumerate(flowables) if flowable.again is not None]
    if len(rows) < _LEAST_ROWS or rows[0] == 0:
        return [part]
    head, at = flowables[rows[0]].again, rows[0] - 1
    room_of_head = Flowable(
        stack(flowables[:at])[0], _draw_nothing, below=flowables[at - 1].below if at else 0.0
    )
    ways = []
    for cut in rows[1:]:
        if flowables[cut].again is head and not flowables[cut - 1].sticky:
            halves = flowables[:cut], [*([room_of_head] if at else ()), head, *flowables[cut:]]
            ways.append([_MeasuredBlock.of(LaidBlock(half, together=part.together)) for half in halves])
    return min(ways, key=lambda way: max(half.high for half in way), default=[part])


def _draw_nothing(x: float, y: float, out: list[Item]) -> None:
    """Draw nothing: room alone."""


def _balance(run: list[_MeasuredBlock], room: float) -> list[_MeasuredBlock]:
    """Return the blocks of a set so that they fit into the room in two columns; as they are if nothing helps.

    Each column keeps their order.
    """
    best, high = run, room
    for choice in range(1, 1 << (len(run) - 1)):
        columns = [[part for n, part in enumerate(run) if (choice >> n & 1) == side] for side in (0, 1)]
        higher = (
            max(sum(part.high + stylesheet.GAP for part in column) for column in columns) - stylesheet.GAP
        )
        if higher <= high:
            best, high = [*columns[0], *columns[1]], higher
    return best


def _blocks_on_left(run: Sequence[_MeasuredBlock]) -> tuple[int, float]:
    """Return how many blocks of a run stand in the left of two columns, and the height of the higher one."""
    sums = [0.0]
    for part in run:
        sums.append(sums[-1] + part.high + stylesheet.GAP)
    best, high = len(run), sums[-1] - stylesheet.GAP
    for at in range(1, len(run)):
        higher = max(sums[at], sums[-1] - sums[at]) - stylesheet.GAP
        if higher < high:
            best, high = at, higher
    return best, high
