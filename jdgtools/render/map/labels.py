"""How names are lettered: ranks, and the seats of a name about a point.

`solver` chooses among the seats; `place_names`, `feature_names` and `areas` make the labels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.render.bounds import Box
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.inks import LetteringInks, name_inks
from jdgtools.render.map.solver import Seat
from jdgtools.render.map.space import Space
from jdgtools.render.scene import Group, Item, Point, TextItem
from jdgtools.render.style import Theme
from jdgtools.render.text import cap_height, drop, text_width, typographic


class Rank(Struct, frozen=True):
    """How places of a rank are lettered."""

    font: str
    size: float
    """In twentieths of a hex."""
    ink: str
    """Key in the theme section ``map.label``."""
    spacing: float = 0.0
    """Extra space between letters, as a share of the size."""
    is_wide: bool = False
    """Whether it names land about its hex, not a thing in it."""


RANKS = {
    "city": Rank("serif-bold", 6.0, "ink", 0.06),
    "town": Rank("serif-bold", 5.2, "ink", 0.03),
    "village": Rank("serif-bold", 4.3, "ink", 0.01),
    "farm": Rank("serif-italic", 3.5, "ink"),
    "mill": Rank("serif-italic", 3.3, "ink"),
    "church": Rank("serif-italic", 3.3, "ink"),
    "height": Rank("serif-bold-italic", 3.6, "height", 0.04, is_wide=True),
    "wood": Rank("serif-bold-italic", 3.7, "wood", 0.05, is_wide=True),
    "water": Rank("serif-bold-italic", 3.7, "water", 0.05),
    "area": Rank("serif-bold-sc", 3.6, "ink", 0.08, is_wide=True),
}
SMALLEST = 0.7
"""Names may shrink to this share of their size where room is short."""
SCALES = (1.0, 0.85, SMALLEST)
SHRINKING = 16.0
"""What it costs to shrink a name to nothing: names of one rank have one size wherever that is possible."""
BREAKING = 0.8
"""What it costs to break a name."""
_LEAD = 0.98
"""Distance of the lines of a name, as a share of its size."""
_REACH = 0.93
"""No name stands further from the middle of its hex than this, in hex sizes."""
HALO = 0.028
"""Width of the halo of names, in hex sizes."""


def typeset(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return items whose texts have the apostrophes of printed books."""
    return tuple(
        replace(item, items=typeset(item.items))
        if isinstance(item, Group)
        else replace(item, string=typographic(item.string))
        if isinstance(item, TextItem) and "'" in item.string
        else item
        for item in items
    )


def _spots(afar: float) -> Iterator[tuple[float, float, float]]:
    """Yield (penalty, dx, dy in hex sizes): where a name may lie about the middle of its hex.

    Args:
        afar: what it costs to stand a hex size away.
    """
    yield 0.0, 0.0, 0.37
    yield 0.15, 0.0, 0.44
    yield 0.3, 0.0, -0.27
    yield 0.4, 0.0, -0.36
    for i in range(-8, 9):
        for j in range(-9, 10):
            dx, dy = i * 0.125, j * 0.09
            far = hypot(dx, dy * 1.3)
            if hypot(dx, dy) > _REACH:
                continue
            yield 0.4 + afar * far + (0.25 if dy < 0 else 0.0) + (0.45 * afar if far > 0.55 else 0.0), dx, dy


def _prices(has_two_lines: bool, afar: float) -> tuple[tuple[float, int, float, float, float], ...]:
    """Return (price, lines, scale, dx, dy) of all seats of a name about a point, the cheapest first."""
    return tuple(
        sorted(
            (penalty + BREAKING * (lines - 1) + SHRINKING * (1.0 - scale), lines, scale, dx, dy)
            for penalty, dx, dy in _spots(afar)
            for scale in SCALES
            for lines in ((1, 2) if has_two_lines else (1,))
        )
    )


_AFAR, _AFAR_ON_LAND = 2.0, 1.2
"""What it costs the name of a point, and of an area or a height, to stand a hex size away from its hex."""
_PRICES = {(two, afar): _prices(two, afar) for two in (False, True) for afar in (_AFAR, _AFAR_ON_LAND)}


def breaks(name: str) -> list[list[str]]:
    """Return the name in one line, and in two where it has a middle."""
    words = name.split()
    if len(words) < 2 or len(name) < 8:
        return [[name]]
    splits = [[" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words))]
    return [[name], min(splits, key=lambda pair: abs(len(pair[0]) - len(pair[1])))]


class NameForm(Struct, frozen=True):
    """How a name stands on a seat about a point."""

    at: Point
    """Middle of its first line, mm."""
    size: float
    lines: tuple[str, ...]


def seats_about(frame: MapFrame, rank: Rank, name: str, at: Point, space: Space) -> Iterator[Seat]:
    """Yield the seats of a name: below a point, above it, then all about, also smaller and in two lines."""
    variants = breaks(name)
    left, top, right, bottom = inner(frame)
    drops = [[drop(line, rank.font) for line in lines] for lines in variants]
    measures: dict[tuple[int, float], tuple[float, float, float, tuple[float, ...]]] = {}
    for price, count, scale, dx, dy in _PRICES[len(variants) > 1, _AFAR_ON_LAND if rank.is_wide else _AFAR]:
        measure = measures.get((count, scale))
        if measure is None:
            size = space.readable(rank.size * scale * frame.size / 20)
            halves = tuple(
                text_width(line, rank.font, size, rank.spacing * size) / 2 for line in variants[count - 1]
            )
            measure = measures[count, scale] = size, cap_height(rank.font, size), max(halves), halves
        size, rise, half, halves = measure
        x, y = at[0] + dx * frame.size, at[1] + dy * frame.size
        first, lead = y - rise / 2, _LEAD * size
        # How far the foot of each line lies below the top of the first.
        feet = [n * lead + rise + share * size for n, share in enumerate(drops[count - 1])]
        if left <= x - half and x + half <= right and top <= first and first + feet[-1] <= bottom:
            # A box for every line: the shorter one leaves room beside it.
            boxes = tuple([(x - w, first + n * lead, x + w, first + feet[n]) for n, w in enumerate(halves)])
            yield Seat(price, price, boxes, NameForm((x, y), size, tuple(variants[count - 1])))


def dearer(seats: Iterable[Seat], price: float) -> Iterator[Seat]:
    """Yield seats that cost so much more."""
    for seat in seats:
        yield replace(seat, at_least=seat.at_least + price, price=seat.price + price)


def draw_name(
    frame: MapFrame, theme: Theme, rank: Rank, seat: Seat, inks: LetteringInks
) -> tuple[TextItem, ...]:
    """Return the lines of a name on a seat of `seats_about`."""
    form: NameForm = seat.form
    (ink,) = inks.choose([bounds(seat.boxes)], name_inks(theme, theme.color(f"map.label.{rank.ink}")))
    halo = ink.rim(HALO * frame.size)
    (x, y), size = form.at, form.size
    return tuple(
        TextItem(
            *(x, y + n * _LEAD * size, line, size, rank.font, "middle", "middle", ink.color, halo),
            letter_spacing=rank.spacing * size,
        )
        for n, line in enumerate(form.lines)
    )


def bounds(boxes: Sequence[Box]) -> Box:
    """Return the box about several boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def inner(frame: MapFrame) -> Box:
    """Return the field without a narrow border, so that no letter is cut."""
    left, top, right, bottom = frame.box
    m = 0.05 * frame.size
    return left + m, top + m, right - m, bottom - m
