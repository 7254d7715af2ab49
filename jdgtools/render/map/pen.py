"""Collects what is drawn with the same colours into few paths, in blocks so that a band finds its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Item, Path, Point, Stroke

_BLOCK = 45.0
"""Height of a block, mm: a drawing of a large sheet in bands skips the blocks of other bands."""

Look = tuple[str | None, Stroke | None, float]


@dataclass
class Pen:
    """Paths by look, in the order in which looks were first used."""

    _paths: dict[tuple[Look, int], PathBuilder] = field(default_factory=dict)

    def path(
        self, y: float, fill: str | None = None, stroke: Stroke | None = None, opacity: float = 1.0
    ) -> PathBuilder:
        """The path that collects shapes of this look near height ``y``."""
        key = ((fill, stroke, opacity), int(y // _BLOCK))
        found = self._paths.get(key)
        if found is None:
            found = self._paths[key] = PathBuilder()
        return found

    def dot(self, x: float, y: float, diameter: float, color: str, opacity: float = 1.0) -> None:
        """A round dot: a line without length, whose ends are round (shorter to write than a circle)."""
        self.dots(((x, y, diameter),), color, opacity=opacity)

    def dots(
        self,
        spots: Iterable[tuple[float, float, float]],
        color: str,
        *,
        scale: float = 1.0,
        less: float = 0.0,
        shift: Point = (0.0, 0.0),
        opacity: float = 1.0,
    ) -> None:
        """Round dots (x, y, diameter), all changed in the same way.

        Args:
            spots: centres and diameters.
            color: of all dots.
            scale: factor for the diameters.
            less: taken off the diameters afterwards, mm.
            shift: move, in diameters.
            opacity: of every dot.
        """
        collected: dict[tuple[float, int], PathBuilder] = {}
        right, down = shift
        for x, y, d in spots:
            y += down * d
            key = (d, int(y // _BLOCK))
            path = collected.get(key)
            if path is None:
                stroke = Stroke(color, d * scale - less, cap="round", opacity=opacity)
                path = collected[key] = self.path(y, stroke=stroke)
            x += right * d
            path.extend((("M", x, y), ("L", x + 0.01, y)))

    def line(self, points: Iterable[Point], stroke: Stroke) -> None:
        """An open chain of straight lines."""
        chain = list(points)
        self.path(chain[0][1], stroke=stroke).polyline(chain)

    def shape(
        self, points: Iterable[Point], fill: str | None, stroke: Stroke | None = None, opacity: float = 1.0
    ) -> None:
        """A closed shape with straight sides."""
        chain = list(points)
        self.path(chain[0][1], fill, stroke, opacity).polygon(chain)

    def items(self) -> tuple[Item, ...]:
        """The paths; looks in the order of their first use."""
        looks = list(dict.fromkeys(look for look, _ in self._paths))
        order = sorted(self._paths, key=lambda key: (looks.index(key[0]), key[1]))
        return tuple(Path(self._paths[key].commands(), key[0][0], key[0][1], key[0][2]) for key in order)


Draw = Callable[[Pen], None]
