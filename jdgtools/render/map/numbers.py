"""The numbers of hexes, and the numerals of their levels beside them, as labels with few seats each.

`lettering` asks for the labels, lets the solver choose a seat for each, and asks for the texts on these
seats.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from jdgtools.hexgrid.sides import Hexside
from jdgtools.render.bounds import Box
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.gridlines import NUMBER_ASIDE, NUMBER_RISE
from jdgtools.render.map.inks import Ink, LetteringInks, number_inks
from jdgtools.render.map.solver import MapLabel, Seat
from jdgtools.render.map.space import Space
from jdgtools.render.scene import TextItem
from jdgtools.render.style import Theme
from jdgtools.render.text import cap_height, text_width

_ASIDE_PRICE = 0.5
"""What it costs to stand aside, for every hex size."""
_LOW_PRICE = 0.9
"""What it costs to stand lower, where ways leave no room near the upper edge."""
_PLACES = (*((share, 0.0) for share in NUMBER_ASIDE), (0.0, 0.12), (-0.16, 0.12), (0.16, 0.12))
"""Aside and down from the usual place, in hex sizes."""
_BELOW_ROCK = 0.12
"""How much lower a number stands below rock than below slopes and walls, in hex sizes."""
_SMALL_PRICE = 1.5
"""What it costs to be smaller than can be read well."""
_HALO = 0.014
"""Width of the halo, in hex sizes: faint, on textures alone it makes a difference."""
_DESCENT = 0.22
"""How far letters reach below their line, as a share of their size."""


def number_labels(
    frame: MapFrame, theme: Theme, space: Space, rocks: Container[str] = frozenset()
) -> list[MapLabel]:
    """Return the number of every hex in play, near its upper edge: there, or aside where it covers less.

    Args:
        frame: the map on paper.
        theme: the size and the font.
        space: says what size can be read.
        rocks: kinds of hexsides that are drawn as rock: as dark as figures, and deep.
    """
    natural = theme.number("map.grid.number_size") * frame.size
    sizes = tuple(dict.fromkeys((space.readable(natural), natural)))
    rise, lower = (share * frame.size for share in NUMBER_RISE[frame.flat])
    font, grid = theme.font("map.grid.number_font"), frame.layout.grid
    high = cap_height(font, 1.0) + _DESCENT
    # Slopes, walls and waters along the upper hexsides: the number gives way.
    upper = (0,) if frame.flat else (0, 5)
    busy = {i for side in frame.map.by_side for i, d in _views(frame, side) if d in upper}
    rocky = {
        i
        for side, features in frame.map.by_side.items()
        if any(feature.kind in rocks for feature in features)
        for i, d in _views(frame, side)
        if d in upper
    }
    labels = []
    for i in grid.hexes:
        if frame.map.playable[i]:
            x, y = frame.layout.centre(i)
            down = lower + _BELOW_ROCK * frame.size if i in rocky else lower if i in busy else 0.0
            at = (x, y - rise + down)
            word = grid.id(i)
            seats = _NumberSeats(frame.size, at, text_width(word, font, 1.0), high, sizes)
            labels.append(MapLabel("numbers", word, seats, _nothing, is_required=True))
    return labels


class _NumberSeats:
    """The seats of a number, its usual place first; so few that they are made anew whenever asked for."""

    __slots__ = ("_at", "_high", "_size", "_sizes", "_wide")

    def __init__(
        self, size: float, at: tuple[float, float], wide: float, high: float, sizes: Sequence[float]
    ) -> None:
        self._size, self._at, self._wide, self._high, self._sizes = size, at, wide, high, sizes

    def __iter__(self) -> Iterator[Seat]:
        x, y = self._at
        for n, size in enumerate(self._sizes):
            half, high = self._wide * size / 2, self._high * size
            for share, down in _PLACES:
                cx, top = x + share * self._size, y + down * self._size
                price = abs(share) * _ASIDE_PRICE + (_LOW_PRICE if down else 0.0) + n * _SMALL_PRICE
                yield Seat(price, price, ((cx - half, top, cx + half, top + high),), (cx, top, size))


def _nothing(_: Seat) -> tuple[()]:
    """Return nothing: numbers are drawn all at once."""
    return ()


def number_texts(
    frame: MapFrame, theme: Theme, labels: Iterable[MapLabel], inks: LetteringInks
) -> list[TextItem]:
    """Return the numbers on their seats: all of one colour, stronger where what lies below wants it."""
    font = theme.font("map.grid.number_font")
    quiet: list[tuple[str, Seat]] = []
    busy: list[tuple[str, Seat]] = []
    for label in labels:
        if label.seat is not None:
            # Upon strokes letters want a stronger halo than on the ground alone.
            (busy if label.cost > label.seat.price + 1e-9 else quiet).append((label.name, label.seat))
    suitable_inks = number_inks(theme)[inks.is_light :: 2]
    texts = []
    for seats_here, choices in ((quiet, suitable_inks), (busy, suitable_inks[-1:])):
        ink_choices = inks.choose_alike([_figures(seat) for _, seat in seats_here], choices)
        for (word, seat), ink in zip(seats_here, ink_choices, strict=True):
            x, y, size = seat.form
            # Halos of thousands of numbers take long to draw.
            halo = None if frame.is_large else ink.rim(_HALO * frame.size)
            texts.append(
                TextItem(x, y, word, size, font, "middle", "top", ink.color, halo, opacity=ink.opacity)
            )
    return texts


def _figures(seat: Seat) -> Box:
    """Return the box of figures, which have nothing below the line."""
    left, top, right, bottom = seat.boxes[0]
    return left, top, right, bottom - _DESCENT * seat.form[2]


_NUMERAL_GAP = 0.04
"""Between a number and the numeral beside it, in hex sizes."""
_STRONG = 4
"""Inks of numbers from here on have strong halos."""
_NUMERAL_FONT = "serif-italic"
_NUMERAL_COST, _NEEDED_COST = 0.6, 4.0
"""A numeral is left out where it would cost as much: where the level is told by its colour as well, and where
it is told by numerals."""


def numeral_labels(
    frame: MapFrame, theme: Theme, styles: Mapping[str, str], numbers: Mapping[str, MapLabel], space: Space
) -> list[MapLabel]:
    """Return the levels of hexes as small numerals beside the numbers.

    The theme says for which hexes: `none`, `covered` (something grows or stands on the ground) or `all`.
    A map of one level and a very large one have none.

    Args:
        frame: the map on paper.
        theme: what is shown, and its size.
        styles: drawing styles of the series' hex terrain.
        numbers: word -> label of each number, on its seat; without one the numeral has its usual place.
        space: says what size can be read.
    """
    numerals = theme.text("map.relief.numerals")
    levels, grid = frame.map.levels, frame.layout.grid
    if numerals == "none" or frame.is_large or len({levels[i] for i in grid.hexes}) < 2:
        return []
    size = space.readable(theme.number("map.grid.number_size") * frame.size)
    low = min((level for i in grid.hexes if (level := levels[i]) is not None), default=0)
    rise = NUMBER_RISE[frame.flat][0] * frame.size
    labels = []
    for i in grid.hexes:
        level, terrain = levels[i], frame.map.terrain[i]
        style = styles.get(terrain or "", terrain or "clear")
        fill = theme.color(f"map.terrain.{style}.fill")
        if not frame.map.playable[i] or level is None or (numerals == "covered" and fill == "none"):
            continue
        if level == low and theme.text(f"map.terrain.{style}.pattern") == "water":
            # The sea has no heights.
            continue
        x, y = frame.layout.centre(i)
        number = numbers.get(grid.id(i))
        about = (x - 0.11 * frame.size, y - rise, x + 0.11 * frame.size, y - rise)
        if number is not None and number.seat is not None:
            about = number.seat.boxes[0]
        seats = _numeral_seats(frame.size, str(level), size, about)
        max_cost = _NEEDED_COST if numerals == "all" else _NUMERAL_COST
        labels.append(MapLabel("heights", str(level), seats, _nothing, max_cost=max_cost))
    return labels


def _numeral_seats(hex_size: float, word: str, size: float, about: Box) -> tuple[Seat, ...]:
    """Return where a numeral may stand: on the right of its number, or below it, never before it."""
    left, top, right, _ = about
    wide = text_width(word, _NUMERAL_FONT, size)
    high = (cap_height(_NUMERAL_FONT, 1.0) + _DESCENT) * size
    aside, below = (
        _NUMERAL_GAP * hex_size,
        top + 1.1 * cap_height(_NUMERAL_FONT, 1.0) * size + 0.02 * hex_size,
    )
    return tuple(
        Seat(price, price, ((x, y, x + wide, y + high),), (x, y, size))
        for price, x, y in ((0.0, right + aside, top), (0.1, right - wide, below), (0.15, left, below))
    )


def numeral_texts(
    frame: MapFrame, theme: Theme, labels: Iterable[MapLabel], inks: LetteringInks
) -> list[TextItem]:
    """Return the numerals that have a seat; light as the numbers are, or in the colour of heights."""
    seats = [(label.name, label.seat) for label in labels if label.seat is not None]
    # Trees and strokes stand about them: only the stronger halos.
    choices = number_inks(theme)[_STRONG + inks.is_light :: 2]
    if not inks.is_light:
        high = theme.color("map.label.height")
        choices = tuple(Ink(high, dark.halo, dark.halo_opacity, dark.opacity) for dark in choices)
    figures = [_figures(seat) for _, seat in seats]
    texts = []
    for (word, seat), ink in zip(seats, inks.choose_alike(figures, choices), strict=True):
        x, y, size = seat.form
        halo = ink.rim(_HALO * frame.size)
        texts.append(
            TextItem(x, y, word, size, _NUMERAL_FONT, "start", "top", ink.color, halo, opacity=ink.opacity)
        )
    return texts


def _views(frame: MapFrame, side: Hexside) -> Iterator[tuple[int, int]]:
    """Yield a hexside as its hexes see it: hex and direction."""
    for i in frame.layout.grid.side_hexes(side):
        yield i, side.d if i == side.a else (side.d + 3) % 6
