"""A `Pen` collects what is drawn in one style into few paths, in blocks of the sheet.

Few paths make small files and quick drawing; blocks let a drawing in bands skip what lies in other bands.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import TYPE_CHECKING

from msgspec import Struct, field

from jdgtools.render.path import PathBuilder
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Item, Path, Point, Stroke

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_BLOCK = 45.0
"""Height of a block, mm: a drawing of a large sheet in bands skips the blocks of other bands."""


def block_of(y: float) -> int:
    """Return the block that a height belongs to."""
    return int(y // _BLOCK)


_SPECK = 0.01
"""Length of the line that a dot is, mm."""
_DOT: tuple[Command, ...] = (("M", 0.0, 0.0), ("L", _SPECK, 0.0))
PenStyle = tuple[str | None, Stroke | None, float]


class Pen(Struct):
    """Paths by look, in the order in which looks were first used."""

    _paths: dict[tuple[int, PenStyle, int], PathBuilder] = field(default_factory=dict)
    _layer: int = 0

    def raise_layer(self) -> None:
        """Begin a layer: what follows lies above all that was drawn before, whatever its style."""
        self._layer += 1

    def path(
        self, y: float, fill: str | None = None, stroke: Stroke | None = None, opacity: float = 1.0
    ) -> PathBuilder:
        """Return the path that collects shapes of this style near height ``y``."""
        key = (self._layer, (fill, stroke, opacity), int(y // _BLOCK))
        builder = self._paths.get(key)
        if builder is None:
            builder = self._paths[key] = PathBuilder()
        return builder

    def dot(self, x: float, y: float, diameter: float, color: str, opacity: float = 1.0) -> None:
        """Draw a round dot: a line without length and with round ends, shorter to write than a circle."""
        stroke = Stroke(color, diameter, cap="round", opacity=opacity)
        self.path(y, stroke=stroke).extend((("M", x, y), ("L", x + _SPECK, y)))

    def dots(
        self,
        x: Floats,
        y: Floats,
        diameter: Floats,
        color: str,
        *,
        scale: float = 1.0,
        less: float = 0.0,
        shift: Point = (0.0, 0.0),
        opacity: float = 1.0,
    ) -> None:
        """Draw many round dots, all changed in the same way; few different diameters make few paths.

        Args:
            x: centres.
            y: centres.
            diameter: of each dot.
            color: of all dots.
            scale: factor for the diameters.
            less: taken off the diameters afterwards, mm.
            shift: move, in diameters.
            opacity: of every dot.
        """
        for d in sorted(set(diameter.tolist())):
            same = diameter == d
            stroke = Stroke(color, d * scale - less, cap="round", opacity=opacity)
            self.stamp(x[same] + shift[0] * d, y[same] + shift[1] * d, _DOT, stroke=stroke)

    def stamp(
        self,
        x: Floats,
        y: Floats,
        commands: Sequence[Command],
        *,
        fill: str | None = None,
        stroke: Stroke | None = None,
        opacity: float = 1.0,
        scale: float | Floats = 1.0,
    ) -> None:
        """Draw the same commands (M, L, Q, C, Z) about each of many points, enlarged by ``scale``."""
        import numpy as np

        if not len(x):
            return
        block = np.floor_divide(y, _BLOCK)
        several = np.ndim(scale) > 0
        for low in np.unique(block).tolist():
            here = block == low
            size = scale[here] if several else scale  # type: ignore[index]
            self.path(low * _BLOCK, fill, stroke, opacity).extend(
                _stamp_commands(x[here], y[here], commands, size)
            )

    def chains(
        self,
        x: Floats,
        y: Floats,
        *,
        fill: str | None = None,
        stroke: Stroke | None = None,
        opacity: float = 1.0,
    ) -> None:
        """Draw many chains of straight lines, one in every line of the arrays; fills close them."""
        import numpy as np

        block = np.floor_divide(y[:, 0], _BLOCK)
        for low in np.unique(block).tolist():
            here = block == low
            commands: list[Command] = [("Z",)] * (np.count_nonzero(here) * x.shape[1])
            for n in range(x.shape[1]):
                letter = "L" if n else "M"
                commands[n :: x.shape[1]] = zip(repeat(letter), x[here, n].tolist(), y[here, n].tolist())
            self.path(low * _BLOCK, fill, stroke, opacity).extend(commands)

    def split(self, commands: Iterable[Command], stroke: Stroke) -> None:
        """Draw curves and lines (M, L, Q, C, Z after the way back), cut where they leave their block."""
        at: Command = ()
        path, low = PathBuilder(), math.nan
        for command in commands:
            if command[0] == "M":
                low = math.nan
            elif command[0] != "Z":
                block = command[-1] // _BLOCK  # type: ignore[operator]
                if block != low:
                    low = block
                    path = self.path(low * _BLOCK, stroke=stroke)
                    path.move_to(*at)  # type: ignore[arg-type]
                path.extend((command,))
            at = command[-2:]

    def line(self, points: Iterable[Point], stroke: Stroke) -> None:
        """Draw an open chain of straight lines."""
        chain = list(points)
        self.path(chain[0][1], stroke=stroke).polyline(chain)

    def shape(
        self, points: Iterable[Point], fill: str | None, stroke: Stroke | None = None, opacity: float = 1.0
    ) -> None:
        """Draw a closed shape with straight sides."""
        chain = list(points)
        self.path(chain[0][1], fill, stroke, opacity).polygon(chain)

    def items(self) -> tuple[Item, ...]:
        """Return the paths; styles in the order of their first use."""
        rank: dict[tuple[int, PenStyle], int] = {}
        for layer, look, _ in self._paths:
            rank.setdefault((layer, look), len(rank))
        in_reading_order = sorted(self._paths.items(), key=lambda pair: (rank[pair[0][:2]], pair[0][2]))
        return tuple(Path(path.commands(), *look) for (_, look, _), path in in_reading_order)


def _stamp_commands(
    x: Floats, y: Floats, commands: Sequence[Command], scale: float | Floats
) -> list[Command]:
    count = len(commands)
    stamped_commands: list[Command] = [("Z",)] * (count * len(x))
    for n, (letter, *numbers) in enumerate(commands):
        if numbers:
            columns = [((x, y)[k % 2] + float(value) * scale).tolist() for k, value in enumerate(numbers)]
            stamped_commands[n::count] = zip(repeat(letter), *columns)
    return stamped_commands
