"""Names of places: by rank, each where it covers least, then exchanged where two gain by it.

Few names stand on a map, so that a greedy start and exchanges between neighbours are enough.
"""

from __future__ import annotations

from math import dist

from msgspec import Struct

from jdgtools.model.map import NamedPlace
from jdgtools.render.bounds import Box
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.labels import RANKS, best_spot, breaks, halo_of
from jdgtools.render.map.signs import RANKS as SIGNS
from jdgtools.render.map.space import Space
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Item, Path, Point, Stroke, Text
from jdgtools.render.style import Theme

_ORDER = tuple(RANKS)
_SMALLEST = 0.7
"""Names may shrink to this share of their size where room is short."""

_SHRINKING = 3.0
"""What it costs to shrink a name; a name far from its place costs about as much for every hex."""


def place_names(frame: Frame, theme: Theme, language: str, space: Space) -> list[Item]:
    """Return the names of all places, the important ones first; reserve their boxes in ``space``."""
    places = sorted(
        enumerate(frame.map.places),
        key=lambda p: (_ORDER.index(p[1].rank) if p[1].rank in _ORDER else 9, p[0]),
    )
    grid = frame.layout.grid
    near = {i for _, place in places for i in grid.disc(place.hex, 2)}
    for feature in frame.map.features:
        # Walls, slopes and works are better seen; waters have been taken into account already.
        if feature.side.a in near:
            a, b = frame.side_keys(feature.side)
            space.add_line(frame.natural_edge(a, b), 0.04 * frame.size, 0.2)
    for _, place in places:
        # No name may cover the sign of a height, whichever is placed first.
        (x, y), r = frame.layout.centre(place.hex), 0.06 * frame.size
        if _is_height(place):
            space.add((x - r, y - r, x + r, y + r))
        elif place.rank in SIGNS:
            space.add((x - 3 * r, y - 2 * r, x + 3 * r, y + 2 * r), 2.5)
    labels = [
        _Label(place, name, frame.layout.centre(place.hex))
        for _, place in places
        if (name := place.name.get(language))
    ]
    for label in labels:
        label.put(frame, theme, space)
    _exchange(frame, theme, space, labels)
    return [item for label in labels for item in label.items(frame, theme)]


_CONTENT = 1.2
"""What a name may cost where nothing better is looked for."""

_LEFT_OUT = 12.0
"""What a name costs that has no room: more than any place that it may have."""

_NEAR = 2.5
"""Names of places further apart than this do not stand in each other's way, in hex sizes."""

_ROUNDS = 2
_GAIN = 0.05
"""Names change places only where it makes both together cheaper by this."""


class _Label(Struct):
    """The name of a place, and where it stands now."""

    place: NamedPlace
    name: str
    at: Point
    """Middle of its hex, mm."""
    cost: float = _LEFT_OUT
    texts: tuple[Text, ...] = ()
    box: Box | None = None
    number: int = 0
    """Of its box in the room."""

    def put(self, frame: Frame, theme: Theme, space: Space) -> None:
        """Give the name the best spot that is free; reserve it."""
        best = _place(frame, theme, self.place, self.name, space)
        self.cost, self.texts, self.box = best or (_LEFT_OUT, (), None)
        self._reserve(space)

    def lift(self, space: Space) -> tuple[float, tuple[Text, ...], Box | None]:
        """Give back the room of the name; return where it stood, for `put_back`."""
        if self.box is not None:
            space.remove(self.box, self.number)
        return self.cost, self.texts, self.box

    def put_back(self, state: tuple[float, tuple[Text, ...], Box | None], space: Space) -> None:
        """Let the name stand where it stood before; reserve its room again."""
        self.cost, self.texts, self.box = state
        self._reserve(space)

    def _reserve(self, space: Space) -> None:
        if self.box is not None:
            self.number = space.add(self.box)

    def items(self, frame: Frame, theme: Theme) -> list[Item]:
        """Return what is drawn: before the name of a height its sign."""
        sign = [_peak(frame, theme, *self.at)] if _is_height(self.place) else []
        return [*sign, *self.texts]


def _exchange(frame: Frame, theme: Theme, space: Space, labels: list[_Label]) -> None:
    """Let names that stand badly, or have no room, choose before a neighbour where both gain by it.

    The important names have chosen first, and each the best for itself: a town may stand where a farm beside
    it has its only spot, though the town has others that are nearly as good.
    """
    for _ in range(_ROUNDS):
        is_better = False
        for label in labels:
            for other in labels:
                if label.cost < _CONTENT:
                    break
                if other is label or other.box is None or dist(label.at, other.at) > _NEAR * frame.size:
                    continue
                before = label.cost + other.cost
                states = label.lift(space), other.lift(space)
                label.put(frame, theme, space)
                other.put(frame, theme, space)
                if label.cost + other.cost < before - _GAIN:
                    is_better = True
                    continue
                label.lift(space)
                other.lift(space)
                label.put_back(states[0], space)
                other.put_back(states[1], space)
        if not is_better:
            return


def _place(
    frame: Frame, theme: Theme, place: NamedPlace, name: str, space: Space
) -> tuple[float, tuple[Text, ...], Box] | None:
    """Return what the best spot of a name costs, its texts and box; None where all is full."""
    rank = RANKS.get(place.rank, RANKS["area"])
    at = frame.layout.centre(place.hex)
    halo = halo_of(frame, theme)
    if _is_height(place) and place.levels is not None:
        # A spot height: a small triangle in the middle of the hex, the figure in the same line as the name.
        name = f"{name} {place.levels}"
    best: tuple[float, tuple[Text, ...], Box] | None = None
    for scale in (1.0, 0.85, _SMALLEST):
        size = space.readable(rank.size * scale * frame.size / 20)
        for lines in breaks(name):
            spot = best_spot(frame, theme, rank, lines, size, at, space, halo)
            if spot is None:
                continue
            cost = spot[0] + 0.8 * (len(lines) - 1) + _SHRINKING * (1.0 - scale)
            if best is None or cost < best[0]:
                best = cost, tuple(spot[1]), spot[2]
        if best is not None and best[0] < _CONTENT:
            break
    return best


def _is_height(place: NamedPlace) -> bool:
    return place.rank == "height" or place.levels is not None


def _peak(frame: Frame, theme: Theme, x: float, y: float) -> Path:
    r = 0.045 * frame.size
    shape = PathBuilder().polygon(((x, y - r), (x + r, y + r * 0.8), (x - r, y + r * 0.8)))
    rim = Stroke(theme.color("map.label.halo"), 0.012 * frame.size)
    return shape.build(theme.color("map.label.height"), rim)
