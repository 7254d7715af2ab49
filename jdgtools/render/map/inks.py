"""Colours of lettering by what is drawn below it: not by the hex that it belongs to, but by its own box.

Outlines of woods and waters stray from the hexsides: what lies below a letter is asked at several points of
its box, each moved as the outlines move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.render.bounds import Box
from jdgtools.render.colors import contrast, mix
from jdgtools.render.map import outline
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.palette import fill_opacity, film_share
from jdgtools.render.scene import Halo
from jdgtools.render.style import Theme

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

MIN_CONTRAST = 4.5
"""Least contrast of lettering with what lies about its letters."""
_MARGIN = 1.3
"""Shade and texture make the ground darker or lighter than its colour: so much more contrast is asked for."""
_SAMPLES = tuple((x, y) for x, ys in ((-0.08, (0.0, 1.0)), (0.27, (0.5,)), (0.5, (-0.2, 1.2))) for y in ys)
_SAMPLES += tuple((1.0 - x, y) for x, y in _SAMPLES[:3])
"""Where about its box, and about a larger one, the ground below lettering is asked for, as shares of width
and height: edges of woods have a shadow."""


_REACH = 0.06
"""How far crowns and their shadows stand out over the outline of their ground, in hex sizes."""
_IN_ROWS = ("orchard", "sheaves")
"""Patterns of trees or sheaves, so near to each other that a word lies upon some and the ground between."""
_TREE_SHARE = 0.5
"""Share of a word that may lie upon such trees."""


class Ink(Struct, frozen=True):
    """Colours of letters and of the halo around them."""

    color: str
    halo: str
    halo_opacity: float
    opacity: float = 1.0

    def rim(self, width: float) -> Halo:
        """Return the halo of a width, mm."""
        return Halo(self.halo, width, self.halo_opacity)

    def contrast_on(self, ground: str) -> float:
        """Return the contrast of letters with the halo about them on a ground."""
        about = mix(ground, self.halo, self.halo_opacity * self.opacity)
        return contrast(mix(about, self.color, self.opacity), about)


def ground_color(theme: Theme, style: str, level: int | None) -> str:
    """Return the colour of a ground: that of the level, seen through the terrain."""
    key = f"map.terrain.{style}"
    tint = theme.color(f"map.ground.{'unknown' if level is None else max(0, level)}")
    pattern = theme.text(f"{key}.pattern")
    if pattern == "wood":
        # Nothing but crowns, with the film of the level over them.
        return mix(theme.color(f"{key}.mark"), tint, theme.number("map.relief.film"))
    fill = theme.color(f"{key}.fill")
    if fill == "none":
        return tint
    film = theme.number("map.relief.film") * film_share(pattern)
    return mix(mix(tint, fill, fill_opacity(pattern)), tint, film)


def grounds_below(theme: Theme, style: str, level: int | None) -> tuple[str, ...]:
    """Return the colours that lie below lettering in a hex: its ground, and its trees in rows."""
    ground = ground_color(theme, style, level)
    key = f"map.terrain.{style}"
    if theme.text(f"{key}.pattern") not in _IN_ROWS:
        return (ground,)
    return ground, mix(ground, theme.color(f"{key}.mark"), _TREE_SHARE)


class LetteringInks:
    """Inks for lettering on a map.

    Args:
        frame: the map on paper.
        theme: colours.
        styles: drawing styles of the series' hex terrain.
    """

    def __init__(self, frame: MapFrame, theme: Theme, styles: Mapping[str, str]) -> None:
        self._frame, self._theme, self._styles = frame, theme, styles

    @cached_property
    def _grounds(self) -> tuple[list[tuple[str, ...]], Ints]:
        """The colours of all grounds of the map, and which of them each hex has."""
        import numpy as np

        kinds: dict[tuple[str | None, int | None], int] = {}
        board = self._frame.map
        numbers = [
            kinds.setdefault(ground, len(kinds)) for ground in zip(board.terrain, board.levels, strict=True)
        ]
        styles = self._styles
        colors = [
            grounds_below(self._theme, styles.get(terrain or "", terrain or "clear"), level)
            for terrain, level in kinds
        ]
        return colors, np.array(numbers, dtype=np.int64)

    def choose(self, boxes: Sequence[Box], inks: tuple[Ink, ...]) -> list[Ink]:
        """Return for every box the first of some inks that can be read on all below it, else the best."""
        rows = self._rows_below(boxes)
        by_row = {row: self._ink(row, inks) for row in set(rows)}
        return [by_row[row] for row in rows]

    def choose_alike(self, boxes: Sequence[Box], inks: tuple[Ink, ...]) -> list[Ink]:
        """Return inks for boxes all over the map that look alike: one strength, the last where need be.

        Args:
            boxes: what letters cover, mm.
            inks: of one colour, the quiet ones first.
        """
        rows = Counter(self._rows_below(boxes))
        read, usual = 0, inks[-1]
        for ink in inks[:-1]:
            read += sum(count for row, count in rows.items() if self._ink(row, inks) == ink)
            if read >= _MOST * len(boxes):
                usual = ink
                break
        return self.choose(boxes, (usual, inks[-1]))

    @cached_property
    def is_light(self) -> bool:
        """Whether light numbers suit the ground of most hexes better than dark ones."""
        dark, light = number_inks(self._theme)[:2]
        colors, numbers = self._grounds
        suits = [contrast(light.color, ground[0]) > contrast(dark.color, ground[0]) for ground in colors]
        return bool(2 * sum(suits[n] for n in numbers.tolist()) > len(numbers))

    def _rows_below(self, boxes: Sequence[Box]) -> list[bytes]:
        """Return for every box which grounds lie below it: indexes, sorted, as a key."""
        if not boxes:
            return []
        below = self._grounds[1][self._hexes_below(boxes)]
        below.sort(axis=1)
        return [row.tobytes() for row in below]

    def _ink(self, row: bytes, inks: tuple[Ink, ...]) -> Ink:
        """Return the first of some inks that can be read on the grounds of a row, else the best."""
        import numpy as np

        colors = self._grounds[0]
        numbers = np.frombuffer(row, dtype=np.int64).tolist()
        return _readable(tuple(dict.fromkeys(color for n in numbers for color in colors[n])), inks)

    def _hexes_below(self, boxes: Sequence[Box]) -> Ints:
        """Return the hexes whose ground is drawn at points of each box, and about it."""
        import numpy as np

        frame = self._frame
        corners = np.array(boxes, dtype=np.float64)
        across, down = (np.array([sample[axis] for sample in _SAMPLES]) for axis in (0, 1))
        reach = _REACH * frame.size * np.array((-1.0, -1.0, 1.0, 1.0))
        corners = np.concatenate((corners, corners + reach))
        x = corners[:, :1] + (corners[:, 2:3] - corners[:, :1]) * across
        y = corners[:, 1:2] + (corners[:, 3:4] - corners[:, 1:2]) * down
        dx, dy = outline.outline_drift(frame, x.ravel(), y.ravel())
        px, py = x.ravel() - dx, y.ravel() - dy
        hexes, far = nearest_hexes(frame, px, py)
        for n in np.flatnonzero(self._at_edge[hexes] & (far > (frame.layout.size / 2) ** 2)):
            # Beyond the map the landscape goes on as in the hex that its frame shows there.
            hexes[n] = frame.cells.get(frame.layout.cube_at(px[n], py[n]), hexes[n])
        return np.hstack(np.split(hexes.reshape(x.shape), 2))

    @cached_property
    def _at_edge(self) -> NDArray[np.bool_]:
        """Which hexes of the grid lie at the edge of the map."""
        import numpy as np

        table = self._frame.layout.grid.neighbour_table
        return np.array([None in around for around in table], dtype=np.bool_)


def nearest_hexes(frame: MapFrame, x: Floats, y: Floats) -> tuple[Ints, Floats]:
    """Return the hexes of the map in which points lie, and the squares of how far from their middles.

    Of points beyond the map, the next hexes of its edge.
    """
    import numpy as np

    layout, grid = frame.layout, frame.layout.grid
    lines, cells = (grid.columns, grid.rows) if frame.flat else (grid.rows, grid.columns)
    # Along: across the rows of hexes that lie side to side; the nearest of three candidates is the hex.
    along, down = (x, y) if frame.flat else (y, x)
    first_along, first_down = layout.origin if frame.flat else layout.origin[::-1]
    guess = np.rint((along - first_along - layout.radius) / layout.step).astype(np.int64)
    best = np.zeros(len(x), dtype=np.int64)
    least = np.full(len(x), np.inf)
    shifts = _shifts(frame, lines)
    for step in (-1, 0, 1):
        line = np.clip(guess + step, 0, lines - 1)
        shift = shifts[line]
        # A ragged map has one hex less in its shifted columns or rows.
        last = cells - 1 - np.where(shift > 0, 1, 0) * int(grid.ragged)
        cell = np.clip(
            np.rint((down - first_down - layout.size / 2 - shift) / layout.size).astype(np.int64), 0, last
        )
        middle = first_along + layout.radius + line * layout.step
        far = (along - middle) ** 2 + (down - first_down - layout.size / 2 - shift - cell * layout.size) ** 2
        index = cell * grid.columns + line if frame.flat else line * grid.columns + cell
        nearer = far < least
        best[nearer], least[nearer] = index[nearer], far[nearer]
    return best, least


def _shifts(frame: MapFrame, lines: int) -> Floats:
    """Return how far the hexes of each column (flat) or row (pointy) are shifted, mm."""
    import numpy as np

    grid = frame.layout.grid
    shifts_of_lines = [
        grid.is_shifted(line, 0) if frame.flat else grid.is_shifted(0, line) for line in range(lines)
    ]
    return np.array(shifts_of_lines, dtype=np.float64) * (frame.size / 2)


_MOST = 0.9
"""Share of the numbers of a map that are to be read in its usual ink: the few others do without its quiet."""
_AS_GOOD = 0.6
"""An ink with this share of the best contrast with the bare ground is as good as the best one."""


@lru_cache(maxsize=1024)
def _readable(grounds: tuple[str, ...], inks: tuple[Ink, ...]) -> Ink:
    """Return the first ink that can be read, of those that suit the ground: no dark blot on light ground."""
    bare = [min(contrast(ink.color, ground) for ground in grounds) for ink in inks]
    readable_inks = [ink for ink, ratio in zip(inks, bare, strict=True) if ratio >= _AS_GOOD * max(bare)]
    best, most = readable_inks[0], 0.0
    for ink in readable_inks:
        least = min(ink.contrast_on(ground) for ground in grounds)
        if least >= MIN_CONTRAST * _MARGIN:
            return ink
        if least > most:
            best, most = ink, least
    return best


def number_inks(theme: Theme) -> tuple[Ink, ...]:
    """Return the inks of numbers, quiet ones first: dark and light by turns, then with stronger halos."""
    ink, light = theme.color("map.grid.number"), theme.color("map.label.halo")
    quiet = theme.number("map.grid.number_opacity")
    strengths = ((quiet, 0.6), (0.5 + quiet / 2, 0.7), (1.0, 0.85), (1.0, 1.0))
    return tuple(
        Ink(a, b, halo_opacity, opacity)
        for opacity, halo_opacity in strengths
        for a, b in ((ink, light), (light, ink))
    )


def name_inks(theme: Theme, color: str, halo_opacity: float | None = None) -> tuple[Ink, ...]:
    """Return the inks of names of a colour: their halo stronger where the ground wants it."""
    opacity = theme.number("map.label.halo_opacity") if halo_opacity is None else halo_opacity
    halo = theme.color("map.label.halo")
    return tuple(Ink(color, halo, share) for share in dict.fromkeys((opacity, max(opacity, 0.93), 1.0)))
