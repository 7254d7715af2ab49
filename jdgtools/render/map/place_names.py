"""The names of the places of the map as labels, important ones first, and the signs of heights.

`lettering` gives the labels their seats. A place is an entry of `places:` in map.yaml (`NamedPlace`); its
rank chooses the size.
"""

from __future__ import annotations

from collections.abc import Callable

from jdgtools.model.map import NamedPlace
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.inks import LetteringInks
from jdgtools.render.map.labels import RANKS, Rank, draw_name, seats_about
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
    frame: MapFrame, theme: Theme, language: str, space: Space, inks: LetteringInks
) -> list[MapLabel]:
    """Return the names of all places, the important ones first."""
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
        seats = Seats(seats_about(frame, rank, name, frame.layout.centre(place.hex), space))
        draw = _drawer(frame, theme, rank, inks)
        labels.append(MapLabel("names", name, seats, draw, 0.03 * frame.size))
    return labels


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
