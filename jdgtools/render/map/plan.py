"""Where everything goes on the sheet: the map and its furniture, on a given paper or on one made to measure.

The map lies in the upper left corner of the room below the title. What remains is a strip at its right and
one below it; one of the two takes the corner between them. Both are cut into columns, the furniture is put
into these, and what is left over is used up: boxes grow, gaps widen, and what a small sheet has no room for
is left out, the least important first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.render.map.lettering import MIN_LETTERS
from jdgtools.render.scene import Item
from jdgtools.render.sheets.map_paper import MAP_PAPERS

GAP = 9.0
"""Between the map and its furniture, and between columns, mm."""
_BLOCK_GAP = 6.0
"""Least space between blocks of a column, in millimetres of the furniture."""
_MAX_WIDENING = 9.0
"""How much wider that space may grow."""
_MIN_WIDTH, _MAX_WIDTH = 76.0, 172.0
"""Least and greatest width of a column, in millimetres of the furniture."""
_MIN_HEIGHT = 24.0
"""A strip lower than this takes nothing, in millimetres of the furniture."""
SCALES = (1.25, 1.12, 1.0, 0.9, 0.8, 0.72)
"""How large the furniture may be drawn."""
_MAX_HOLE = 0.06
"""Share of the height of a paper that may be empty below everything."""
_A_SERIES = ("a4", "a3", "a2", "a1", "a0")
_MISSING_COST = (90_000.0, 24_000.0, 13_000.0, 9_000.0, 7_000.0, 3_000.0, 1_500.0)
"""What leaving out a part of each rank costs, as an area of empty paper, square mm."""


class Room(Struct, frozen=True):
    """What a part may take, in millimetres of the furniture."""

    width: float
    cell: float
    """Edge of a box for one counter."""
    on_paper: float = 1.0
    """Millimetres on paper for one of the furniture."""

    def readable(self, sizes: Sequence[float]) -> list[float]:
        """Return sizes of letters, mm, each at least as large as can be read on paper."""
        least = MIN_LETTERS / self.on_paper
        return list(dict.fromkeys(max(size, least) for size in sizes))


class FurniturePart(Struct, frozen=True):
    """A part of the furniture before it has a place."""

    name: str
    rank: int
    """0 = the last to be left out."""
    height: Callable[[Room], float]
    """The least height that it needs."""
    draw: Callable[[Room, float], tuple[Item, ...]]
    """Its items from its upper left corner, in a room and a height."""
    growth: float = 0.0
    """How much higher it may be made, in millimetres of the furniture."""
    used: Callable[[Room, float], float] | None = None
    """How much of a height it takes up, in a room; None = all of it."""


class PartSpot(Struct, frozen=True):
    """A part in its place."""

    part: FurniturePart
    x: float
    y: float
    width: float
    """mm on paper."""
    height: float
    """mm of the furniture."""


class FurniturePlan(Struct, frozen=True):
    """Where everything goes, mm from the upper left corner of the sheet."""

    width: float
    height: float
    margin: float
    """White border on all sides."""
    field: tuple[float, float]
    """Corner of the framed map."""
    scale: float
    """Size of the furniture."""
    cell: float
    """Edge of a box for one counter, mm on paper."""
    spots: tuple[PartSpot, ...]
    missing_parts: tuple[FurniturePart, ...]
    """What has no room."""
    cost: float
    top: float = 0.0
    """How much lower than the white border everything stands, to be in the middle of the sheet."""

    def room(self, spot: PartSpot) -> Room:
        """Return the room of a spot."""
        return Room(spot.width / self.scale, self.cell / self.scale, self.scale)


class _Column(Struct, frozen=True):
    x: float
    y: float
    width: float
    height: float


class Planner:
    """Lays out one map with its furniture.

    Args:
        field: width and height of the framed map, mm.
        parts: furniture, in reading order.
        title: height of the title above the map, mm.
        cell: edge of a box for one counter, mm.
    """

    def __init__(
        self, field: tuple[float, float], parts: Sequence[FurniturePart], title: float, cell: float
    ) -> None:
        self.field = field
        self.parts = tuple(parts)
        self.title = title
        self.cell = cell
        self._height = cache(self._measure)

    def _measure(self, number: int, width: float, scale: float) -> float:
        return self.parts[number].height(Room(width / scale, self.cell / scale, scale))

    # --- paper that is given ------------------------------------------------------------------

    def fits(self, paper: tuple[float, float], margin: float) -> bool:
        """Return whether the map and its title fit a paper."""
        return (
            self.field[0] + 2 * margin <= paper[0] + 0.01
            and self.field[1] + self.title + 2 * margin <= paper[1] + 0.01
        )

    def on_papers(self, papers: Sequence[tuple[float, float]], least_margin: float) -> FurniturePlan | None:
        """Return the best plan on one of the papers; None when the map fits none.

        Args:
            papers: width and height in every position that is allowed.
            least_margin: white border, mm.
        """
        plans: list[FurniturePlan] = []
        for paper in papers:
            # Wider borders are better than a hole in the middle of the sheet.
            for extra in (0.0, 6.0, 14.0, 24.0, 36.0, 50.0, 70.0, 95.0, 125.0, 160.0):
                margin = least_margin + extra
                if not self.fits(paper, margin):
                    break
                border_cost = 0.45 * 2 * extra * (paper[0] + paper[1])
                plans_of_margin = []
                for scale in SCALES:
                    best = self._best_arrangement(paper, margin, scale, -1)
                    if best is not None:
                        plans_of_margin.append(
                            _with_cost(best, best.cost + border_cost + 60_000.0 * max(0.0, 1.0 - scale))
                        )
                plans += plans_of_margin
                if min(p.cost for p in plans_of_margin) - border_cost < 0.04 * paper[0] * paper[1]:
                    break
        best = min(plans, key=lambda p: p.cost, default=None)
        return best and self._centre(best)

    def on_sheet(self, plan: FurniturePlan, scale: float) -> FurniturePlan | None:
        """Return the best plan on the sheet of another one; None where a part is missing that is there.

        Args:
            plan: of the same map with fewer parts.
            scale: size of the furniture.
        """
        best = self._best_arrangement((plan.width, plan.height), plan.margin, scale, -1)
        names = {part.name for part in plan.missing_parts}
        if best is None or any(part.name not in names for part in best.missing_parts):
            return None
        return self._centre(best)

    def _centre(self, plan: FurniturePlan) -> FurniturePlan:
        """Return the plan moved down where much of the paper below would be empty."""
        ends = [spot.y + spot.height * plan.scale for spot in plan.spots]
        hole = plan.height - plan.margin - max([plan.field[1] + self.field[1], *ends])
        if hole < _MAX_HOLE * plan.height:
            return plan
        down = hole / 2
        spots = tuple(replace(spot, y=spot.y + down) for spot in plan.spots)
        return replace(plan, field=(plan.field[0], plan.field[1] + down), spots=spots, top=down)

    # --- paper made to measure ----------------------------------------------------------------

    def made_to_measure(self, margin: float) -> FurniturePlan:
        """Return the best plan on a sheet made to measure; on a paper of the A series if one fits well."""
        w, h = self.field
        scale = min(1.2, max(1.0, (w * h) ** 0.5 / 430))
        best: FurniturePlan | None = None
        min_height = h + self.title + 2 * margin
        for across in (0.0, *(k * scale for k in (96.0, 112.0, 88.0, 128.0, 150.0, 2 * 88.0, 2 * 104.0))):
            width = max(w + (GAP + across if across else 0.0), 150.0 * scale)
            # No plan of that width is cheaper than its lowest sheet without any waste.
            if best is None or _price(width + 2 * margin, min_height) < best.cost:
                best = _cheaper(best, self._lowest_sheet(width, margin, scale))
        for name in _A_SERIES:
            a, b = MAP_PAPERS[name]
            for sheet in ((a, b), (b, a)):
                if not self.fits(sheet, margin) or (best is not None and _price(*sheet) >= best.cost):
                    continue
                for size in (scale, 0.9 * scale):
                    plan = self._best_arrangement(sheet, margin, size, 2)
                    best = _cheaper(best, plan, 60_000.0 * max(0.0, 1.0 - size))
        if best is None:
            raise AssertionError("without a limit of height there is always a plan")
        return best

    def _lowest_sheet(self, width: float, margin: float, scale: float) -> FurniturePlan | None:
        """Return the plan on the lowest sheet of a width that takes all parts of importance."""
        min_height = self.field[1] + self.title + 2 * margin
        for required_rank in (2, 1, 0, -1):
            low, high = 0.0, 700.0 * scale
            if (
                self._best_arrangement((width + 2 * margin, min_height + high), margin, scale, required_rank)
                is None
            ):
                continue
            if self._best_arrangement((width + 2 * margin, min_height), margin, scale, required_rank) is None:
                while high - low > 3.0:
                    middle = (low + high) / 2
                    paper = (width + 2 * margin, min_height + middle)
                    if self._best_arrangement(paper, margin, scale, required_rank) is None:
                        low = middle
                    else:
                        high = middle
            else:
                high = 0.0
            return self._best_arrangement(
                (width + 2 * margin, min_height + high), margin, scale, required_rank
            )
        return None

    # --- one sheet ----------------------------------------------------------------------------

    def _best_arrangement(
        self, paper: tuple[float, float], margin: float, scale: float, required_rank: int
    ) -> FurniturePlan | None:
        """Return the best plan on a paper; None when a part up to ``required_rank`` is missing."""
        best: FurniturePlan | None = None
        for at, columns in self._divisions(paper, margin, scale):
            for tight in (False, True) if len({c.height for c in columns}) > 1 else (False,):
                plan = self._fill_columns(paper, margin, scale, required_rank, at, columns, tight)
                if plan is not None and (best is None or plan.cost < best.cost):
                    best = plan
        return best

    def _divisions(
        self, paper: tuple[float, float], margin: float, scale: float
    ) -> Iterator[tuple[tuple[float, float], tuple[_Column, ...]]]:
        """Yield the places of the map, each with columns for the furniture."""
        left, top = margin, margin + self.title
        width, height = paper[0] - 2 * margin, paper[1] - margin - top
        w, h = self.field
        right_width, bottom_height = width - w - GAP, height - h - GAP
        has_right, has_low = right_width >= _MIN_WIDTH * scale, bottom_height >= _MIN_HEIGHT * scale
        x = left if has_right else left + (width - w) / 2
        y = top if has_low or has_right else top + (height - h) / 2
        corners = (True, False) if has_right and has_low else (has_right,)
        for corner in corners:
            right_height = height if corner else h
            low_width = width if not (corner and has_right) else w
            right = _cut_columns(left + w + GAP, top, right_width, right_height, scale) if has_right else [()]
            low = _cut_columns(left, top + h + GAP, low_width, bottom_height, scale) if has_low else [()]
            for a, b in product(right, low):
                yield (x, y), (*a, *b)

    def _fill_columns(
        self,
        paper: tuple[float, float],
        margin: float,
        scale: float,
        required_rank: int,
        at: tuple[float, float],
        columns: tuple[_Column, ...],
        tight: bool,
    ) -> FurniturePlan | None:
        """Return the plan with these columns; None when a part up to ``required_rank`` is missing.

        Args:
            paper: width and height, mm.
            margin: white border, mm.
            scale: size of the furniture.
            required_rank: of the parts that must not be missing.
            at: corner of the map.
            columns: room for the furniture.
            tight: put a part where it leaves least room instead of where most is left.
        """
        left = [c.height for c in columns]
        parts_by_column: list[list[int]] = [[] for _ in columns]
        missing: list[int] = []
        heights: dict[int, float] = {}
        order = sorted(range(len(self.parts)), key=lambda n: (self.parts[n].rank, n))
        for n in order:
            candidates = []
            for k, column in enumerate(columns):
                height = self._height(n, column.width, scale) * scale
                column_height = height + (_BLOCK_GAP * scale if parts_by_column[k] else 0.0)
                if column_height <= left[k] + 0.01:
                    spare = left[k] - column_height
                    candidates.append((spare if tight else -spare, k, column_height, height))
            if not candidates:
                if self.parts[n].rank <= required_rank:
                    return None
                missing.append(n)
                continue
            _, k, column_height, height = min(candidates)
            left[k] -= column_height
            heights[n] = height
            parts_by_column[k].append(n)
        spots: list[PartSpot] = []
        waste = 0.0
        for k, column in enumerate(columns):
            here, hole = self._stack(column, sorted(parts_by_column[k]), heights, left[k], scale)
            spots += here
            waste += hole * column.width
        x, y, w, h = *at, *self.field
        covered_area = w * h + sum(c.width * c.height for c in columns)
        room = (paper[0] - 2 * margin) * (paper[1] - 2 * margin - self.title)
        waste += 0.6 * max(0.0, room - covered_area)
        missing_cost = sum(_MISSING_COST[min(self.parts[n].rank, len(_MISSING_COST) - 1)] for n in missing)
        cost = waste + missing_cost + 150.0 * len(columns)
        missing_parts = tuple(self.parts[n] for n in sorted(missing))
        spots.sort(key=lambda s: self.parts.index(s.part))
        return FurniturePlan(
            paper[0], paper[1], margin, (x, y), scale, self.cell, tuple(spots), missing_parts, cost
        )

    def _stack(
        self, column: _Column, parts: list[int], heights: dict[int, float], left: float, scale: float
    ) -> tuple[list[PartSpot], float]:
        """Return the parts of a column from top to bottom, and how much of it stays empty."""
        growths = self._growths(column, parts, heights, left, scale)
        left -= sum(growths.values())
        gaps = max(0, len(parts) - 1)
        wider = min(_MAX_WIDENING * scale, left / gaps) if gaps else 0.0
        hole = left - wider * gaps
        y = column.y
        spots = []
        for n in parts:
            height = heights[n] + growths.get(n, 0.0)
            spots.append(PartSpot(self.parts[n], column.x, y, column.width, height / scale))
            y += height + _BLOCK_GAP * scale + wider
        return spots, hole

    def _growths(
        self, column: _Column, parts: list[int], heights: dict[int, float], left: float, scale: float
    ) -> dict[int, float]:
        """Return how much higher each part of a column is made; what one does not use goes to the others."""
        growth = {n: self.parts[n].growth * scale for n in parts if self.parts[n].growth}
        growths: dict[int, float] = {}
        for n in sorted(growth, key=lambda n: (self.parts[n].used is None, n)):
            rest = sum(growth[m] for m in growth if m not in growths)
            more = growth[n] * min(1.0, left / rest)
            used = self.parts[n].used
            if used is not None:
                room = Room(column.width / scale, self.cell / scale, scale)
                more = min(more, max(0.0, used(room, (heights[n] + more) / scale) * scale - heights[n]))
            growths[n] = more
            left -= more
        return growths


def _cut_columns(x: float, y: float, width: float, height: float, scale: float) -> list[tuple[_Column, ...]]:
    """Cut a strip into one or more columns, in every way that gives columns of a useful width."""
    divisions: list[tuple[_Column, ...]] = []
    # At least as many that none is too wide.
    for count in range(1, max(8, int(width / (_MAX_WIDTH * scale)) + 1) + 1):
        each = (width - (count - 1) * GAP) / count
        if each < _MIN_WIDTH * scale:
            break
        if each <= _MAX_WIDTH * scale:
            divisions.append(tuple(_Column(x + n * (each + GAP), y, each, height) for n in range(count)))
    return divisions or [(_Column(x, y, min(width, _MAX_WIDTH * scale), height),)]


def _price(width: float, height: float) -> float:
    """Return what a sheet costs: its area, and much more the paper that it needs."""
    ratio = width / height
    shape = max(ratio, 1 / ratio, 1.42) - 1.42
    return 0.25 * width * height * (1 + shape) + _paper_area(width, height)


def _cheaper(
    best: FurniturePlan | None, plan: FurniturePlan | None, more: float = 0.0
) -> FurniturePlan | None:
    """Return the cheaper one of a plan with its price and another that has none yet."""
    if plan is None:
        return best
    cost = plan.cost + _price(plan.width, plan.height) + more
    return best if best is not None and best.cost <= cost else _with_cost(plan, cost)


def _paper_area(width: float, height: float) -> float:
    """Return the area of the smallest A paper that takes a sheet, square mm; its own beyond A0."""
    short, long = sorted((width, height))
    usual = [MAP_PAPERS[name] for name in _A_SERIES]
    return next((a * b for a, b in usual if short <= a and long <= b), width * height)


def _with_cost(plan: FurniturePlan, cost: float) -> FurniturePlan:
    return replace(plan, cost=cost)
