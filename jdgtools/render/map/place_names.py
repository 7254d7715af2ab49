"""The names of the places of the map as labels, important ones first, and the signs of heights.

`lettering` gives the labels their seats. A place is an entry of `places:` in map.yaml (`NamedPlace`); its
rank chooses the size.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from heapq import merge

from msgspec.structs import replace

from jdgtools.model.map import BattleMap, NamedPlace
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.inks import LetteringInks
from jdgtools.render.map.labels import RANKS, Rank, bounds, dearer, draw_name, seats_about
from jdgtools.render.map.signs import RANKS as SIGNS
from jdgtools.render.map.solver import MapLabel, Seat, Seats
from jdgtools.render.map.space import Space
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Path, Stroke, TextItem
from jdgtools.render.style import Theme
from jdgtools.render.text import typographic

_ORDER = tuple(RANKS)


def reserve_places(frame: MapFrame, space: Space) -> None:
    """Reserve the signs of places."""
    for place in frame.map.places:
        # No name may cover the sign of a height, whichever is placed first.
        (x, y), r = frame.layout.centre(place.hex), 0.06 * frame.size
        if is_height(place):
            space.add((x - r, y - r, x + r, y + r))
        elif place.rank in SIGNS:
            space.add((x - 3 * r, y - 2 * r, x + 3 * r, y + 2 * r), 2.5)


def place_labels(
    frame: MapFrame,
    theme: Theme,
    language: str,
    space: Space,
    inks: LetteringInks,
    built_terrain: Container[str] = frozenset(),
) -> list[MapLabel]:
    """Return the names of all places, the important ones first.

    Args:
        frame: the map on paper.
        theme: colours.
        language: of the names.
        space: says what size can be read.
        inks: colours.
        built_terrain: ids of terrain with buildings: places of several hexes of it are one.
    """
    places = sorted(
        enumerate(frame.map.places),
        key=lambda p: (_ORDER.index(p[1].rank) if p[1].rank in _ORDER else 9, p[0]),
    )
    labels = []
    for _, place in places:
        name = typographic(place.name.get(language))
        if not name:
            continue
        rank = RANKS.get(place.rank, RANKS["area"])
        if is_height(place) and place.height_metres is not None:
            # A spot height: a triangle in the middle of the hex, the figure in the same line as the name.
            name = f"{name} {place.height_metres}"
        hexes = home(frame.map, place, built_terrain)
        about = [
            dearer(seats_about(frame, rank, name, frame.layout.centre(index), space), n and _OTHER_HEX)
            for n, index in enumerate(hexes)
        ]
        seats = Seats(_near_home(frame, hexes, merge(*about, key=lambda seat: seat.at_least), place.rank))
        draw = _drawer(frame, theme, rank, inks)
        labels.append(MapLabel("names", name, seats, draw, 0.03 * frame.size))
    return labels


_SETTLED = ("city", "town", "village", "farm", "mill", "church")
"""Ranks of places whose name must be unmistakably of them."""
_OTHER_HEX = 0.8
"""What it costs to stand at another hex of the same settlement."""
_ABROAD, _ACROSS = 0.25, 3.0
"""What it costs the name of a settlement to stand in a hex beside it; beyond a river, a step or a wall, or
further off."""


def home(board: BattleMap, place: NamedPlace, built_terrain: Container[str]) -> list[int]:
    """Return the hex of a place, and the hexes beside it of the same settlement."""
    kind = board.terrain[place.hex]
    if place.rank not in _SETTLED or kind not in built_terrain:
        return [place.hex]
    others = {other.hex for other in board.places if other.rank in _SETTLED}
    near_hexes = (
        i for _, i in _hexes_beside(board, place.hex) if board.terrain[i] == kind and i not in others
    )
    return [place.hex, *near_hexes]


def _near_home(frame: MapFrame, hexes: Sequence[int], seats: Iterable[Seat], rank: str) -> Iterator[Seat]:
    """Yield seats; those whose middle lies outside a settlement cost more, most beyond a river or a step."""
    if rank not in _SETTLED:
        yield from seats
        return
    board = frame.map
    prices = dict.fromkeys(hexes, 0.0)
    for index in hexes:
        for d, i in _hexes_beside(board, index):
            is_open = not board.features_at(index, d) and board.levels[i] == board.levels[index]
            price = _ABROAD if is_open else _ACROSS
            prices[i] = min(price, prices.get(i, price))
    for seat in seats:
        left, top, right, bottom = bounds(seat.boxes)
        below = frame.layout.hex_at((left + right) / 2, (top + bottom) / 2)
        price = _ACROSS if below is None else prices.get(below, _ACROSS)
        yield replace(seat, price=seat.price + price) if price else seat


def _hexes_beside(board: BattleMap, index: int) -> list[tuple[int, int]]:
    """Return the directions to the hexes beside one, and these."""
    return [(d, i) for d in range(6) if (i := board.grid.neighbour(index, d)) is not None]


def _drawer(
    frame: MapFrame, theme: Theme, rank: Rank, inks: LetteringInks
) -> Callable[[Seat], tuple[TextItem, ...]]:
    return lambda seat: draw_name(frame, theme, rank, seat, inks)


def peaks(frame: MapFrame, theme: Theme) -> list[Path]:
    """Return the signs of heights."""
    return [_peak(frame, theme, *frame.layout.centre(p.hex)) for p in frame.map.places if is_height(p)]


def is_height(place: NamedPlace) -> bool:
    """Return whether a place has the sign of a height."""
    return place.rank == "height" or place.height_metres is not None


def _peak(frame: MapFrame, theme: Theme, x: float, y: float) -> Path:
    r = 0.045 * frame.size
    shape = PathBuilder().polygon(((x, y - r), (x + r, y + r * 0.8), (x - r, y + r * 0.8)))
    rim = Stroke(theme.color("map.label.halo"), 0.012 * frame.size)
    return shape.build(theme.color("map.label.height"), rim)
