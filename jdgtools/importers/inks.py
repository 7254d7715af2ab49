"""Dashed trails on a board's picture: rows of short strokes of one ink, with gaps, that cross hexsides.

A dash alone proves nothing: trees and hachures are short and dark, too. But what is printed with one ink has
one colour wherever it stands, and what goes from hex to hex makes chains, not fields. So the ink comes first,
from the hexsides that strokes cross most plainly; then every hexside is asked for that ink alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from jdgtools.importers.grids import FittedGrid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    Floats = NDArray[np.float32]
    Flags = NDArray[np.bool_]
    Indices = NDArray[np.int64]
    Hexside = tuple[int, int]

_SEED_SIDES = 3_000
"""Most hexsides in which the inks are sought."""
_AT_ONCE = 48
"""Hexsides that are looked at together."""
_POINTS = 37
"""Points along a hexside, and a little beyond both its ends."""
_REACH = 0.62
"""How far these go from its middle, parts of its length."""
_OFFSETS = 25
_OFFSET_REACH = 0.36
"""Points across the hexside, and how far they go from it, parts of the distance of hexes."""
_SLANT = 12
"""Most points by which a strip may lean over its length."""
_FLANK = 4
"""How many points beside a strip its ground is looked at, where the ink is sought."""
_CLEAR = (4, 5)
"""How many points beside a strip there must be hardly any ink."""
_SEED = 12.0
"""How plainly (Lab) strokes must cross a hexside before their colour may be an ink."""
_COARSE_SEED = 6.0
"""How plainly they must do so on one strip of four, before the others are looked at."""
_SEEDS = 6
"""Hexsides that an ink must cross as plainly as that."""
_SAME = 3.5
"""How far (Lab) the strokes of one ink differ."""
_NEAR = 13.0
"""How far (Lab) a pixel of a stroke may be from its ink: its edges mix with the ground."""
_GAP = 6
"""Most points in a row without ink: a quarter of the strip."""
_LEAST, _MOST = 0.4, 0.85
"""Share of a strip that dashes cover."""
_SPILL = 0.12
"""Most ink beside a strip, share of its points."""
_FIELD = 0.05
"""Most crossings that lie in a triangle of hexes: ways make none, rows of vines and trees many."""
_CROSSED_SHARE = 0.25
"""Most hexsides of a map that ways cross; on maps tried it was one of twelve."""
_INKS = 3
"""Most inks that are tried."""


class InkCrossing(Struct, frozen=True):
    """Strokes of an ink that cross a hexside."""

    share: float
    """How much of the way from hex to hex is ink."""
    colour: tuple[int, int, int]
    """Of the ink."""


class _Strips(Struct, frozen=True):
    """Hexsides with the points around them, and the strips over a hexside by their points."""

    sides: Sequence[Hexside]
    lab: Floats
    """(hexsides, `_POINTS`, `_OFFSETS`, 3)."""
    rgb: NDArray[np.uint8]
    points: Indices
    """(strips, `_OFFSETS`): the point of each strip at each offset."""

    def tones(self, values: Any, off: int = 0) -> Any:
        """Return the values on every strip, or so many points beside it: (hexsides, strips, offsets, …)."""
        import numpy as np

        return values[:, self.points + off, np.arange(_OFFSETS)]

    def lay(self, points: Indices) -> _Strips:
        """Return the same hexsides with other strips over them."""
        return _Strips(self.sides, self.lab, self.rgb, points)

    def pick(self, flags: Flags) -> _Strips:
        """Return the hexsides of which it is asked for."""
        sides = [side for side, ok in zip(self.sides, flags, strict=True) if ok]
        return _Strips(sides, self.lab[flags], self.rgb[flags], self.points)


def ink_crossings(
    image: Image, fitted_grid: FittedGrid, hexes: Sequence[int]
) -> dict[tuple[int, int], InkCrossing]:
    """Return the hexsides that strokes of an ink cross, by (hex, direction 0..2), where they go on."""
    seeds: list[tuple[float, Floats, NDArray[np.uint8]]] = []
    # An ink is the same wherever it stands: of a large map a part of the hexsides says which it is.
    for strips in _strips(image, fitted_grid, hexes, 1 + 3 * len(hexes) // _SEED_SIDES):
        seeds += _plain_strokes(strips)
    inks = _inks(seeds)
    by_ink: list[dict[tuple[int, int], InkCrossing]] = [{} for _ in inks]
    for strips in _strips(image, fitted_grid, hexes) if inks else ():
        for of_ink, (ink, colour) in zip(by_ink, inks, strict=True):
            of_ink |= _cross(strips, ink, colour)
    crossings: dict[tuple[int, int], InkCrossing] = {}
    for of_ink in by_ink:
        if len(of_ink) > _CROSSED_SHARE * 3 * len(hexes):
            continue  # hatching, or the grid itself
        for side, crossing in _keep_chains(of_ink, fitted_grid).items():
            crossings.setdefault(side, crossing)
    return crossings


def _strips(image: Image, fitted_grid: FittedGrid, hexes: Sequence[int], every: int = 1) -> Iterator[_Strips]:
    """Yield the hexsides between hexes whose centres lie on the picture, many at a time.

    Args:
        image: the picture.
        fitted_grid: its hexes.
        hexes: those of which it is asked.
        every: takes one of so many hexsides.
    """
    import numpy as np

    from jdgtools.importers.textures import to_lab

    grid = fitted_grid.grid
    pairs = [(i, d, j) for i in hexes for d in range(3) if (j := grid.neighbour(i, d)) is not None][::every]
    along, across = (
        np.linspace(-_REACH, _REACH, _POINTS),
        np.linspace(-_OFFSET_REACH, _OFFSET_REACH, _OFFSETS),
    )
    pixels = np.asarray(image.convert("RGB"))
    size = np.array([image.width, image.height])
    points = _points()
    for start in range(0, len(pairs), _AT_ONCE):
        now = pairs[start : start + _AT_ONCE]
        ends = np.array([(fitted_grid.centre(i), fitted_grid.centre(j)) for i, _, j in now], dtype=np.float64)
        inside: Flags = np.asarray(((ends >= 0) & (ends < size)).all(axis=(1, 2)))
        if not inside.any():
            continue
        ends, step = ends[inside], (ends[:, 1] - ends[:, 0])[inside]
        side = np.stack([-step[:, 1], step[:, 0]], axis=1) / 3**0.5
        at = (
            ends.mean(axis=1)[:, None, None]
            + along[:, None, None] * side[:, None, None]
            + across[:, None] * step[:, None, None]
        )
        x, y = np.moveaxis(np.rint(at).astype(int).clip(0, size - 1), -1, 0)
        rgb = pixels[y, x]
        lab = to_lab(rgb.astype(np.float64)).astype(np.float32)
        yield _Strips([p[:2] for p, ok in zip(now, inside, strict=True) if ok], lab, rgb, points)


def _points(step: int = 1) -> Indices:
    """Return the strips over a hexside that are steep enough to cross it and have room beside them.

    Args:
        step: strips end at every so many points.
    """
    import numpy as np

    room = max(_FLANK, *_CLEAR)
    ends, share = np.arange(room, _POINTS - room, step), np.linspace(0, 1, _OFFSETS)
    first, last = (m.ravel() for m in np.meshgrid(ends, ends, indexing="ij"))
    steep = abs(first - last) <= _SLANT
    first, last = first[steep, None], last[steep, None]
    return np.rint(first * (1 - share) + last * share).astype(int)


def _plain_strokes(strips: _Strips) -> list[tuple[float, Floats, NDArray[np.uint8]]]:
    """Return (strength, Lab, RGB) of the strokes that cross each hexside most plainly, where they do.

    On a strip of dashes each point is either ink, of one colour, or ground as it is on both its sides.
    """
    import numpy as np

    strips = strips.pick(_has_strokes(strips.lab))
    if strips.sides:
        # A quarter of the strips tells most hexsides that none crosses.
        coarse_score, *_ = _stroke_scores(strips.lay(_points(2)))
        strips = strips.pick(coarse_score.max(axis=1) > _COARSE_SEED)
    if not strips.sides:
        return []
    score, tone, is_ink = _stroke_scores(strips)
    score = np.where(_is_dashed(is_ink, 3) & (is_ink.mean(axis=-1) <= _MOST), score, 0)
    seeds = []
    for n, k in enumerate(score.argmax(axis=1)):
        if score[n, k] > _SEED:
            rgb = strips.rgb[n, strips.points[k], np.arange(_OFFSETS)][is_ink[n, k]]
            seeds.append((float(score[n, k]), tone[n, k], np.median(rgb, axis=0)))
    return seeds


def _stroke_scores(strips: _Strips) -> tuple[Floats, Floats, Flags]:
    """Return how plainly each strip is one of dashes, the Lab of its ink, and which of its points are ink."""
    import numpy as np

    here, left, right = (strips.tones(strips.lab, k) for k in (0, -_FLANK, _FLANK))
    diff = here - (left + right) / 2
    length = _length(diff)
    stroke = _mean(
        diff, length >= np.partition(length, -(_OFFSETS // 3), axis=-1)[..., -(_OFFSETS // 3), None]
    )
    strength = _length(stroke) + 1e-6
    is_ink = np.einsum("abij,abj->abi", diff, stroke) > strength[..., None] ** 2 / 2
    rest = np.minimum(length, _length(diff - stroke[:, :, None])).mean(axis=-1)
    tone = _mean(here, is_ink)
    uneven = (_length(here - tone[:, :, None]) * is_ink).sum(axis=-1) / np.maximum(is_ink.sum(axis=-1), 1)
    score = strength - 1.5 * rest - 0.7 * (_length(left - right).mean(axis=-1) + uneven)
    return score, tone, is_ink


def _has_strokes(lab: Floats) -> Flags:
    """Return whether enough of the way over each hexside has a point that is no ground: most have none."""
    import numpy as np

    off_ground = _length(lab - np.median(lab, axis=1, keepdims=True)).max(axis=1)
    flags: Flags = (off_ground > _SEED).mean(axis=-1) >= _LEAST
    return flags


def _inks(
    seeds: Sequence[tuple[float, Floats, NDArray[np.uint8]]],
) -> list[tuple[Floats, tuple[int, int, int]]]:
    """Return the colours, in Lab and RGB, that many strokes have alike; those of most strokes first."""
    import numpy as np

    inks: list[tuple[Floats, tuple[int, int, int]]] = []
    waiting = sorted(seeds, key=lambda seed: -seed[0])
    while len(waiting) >= _SEEDS and len(inks) < _INKS:
        tones = np.array([tone for _, tone, _ in waiting])
        is_like = _length(tones[:, None] - tones) < _SAME
        like = is_like[is_like.sum(axis=1).argmax()]
        if like.sum() < _SEEDS:
            break
        red, green, blue = np.median([rgb for (*_, rgb), ok in zip(waiting, like, strict=True) if ok], axis=0)
        inks.append((np.median(tones[like], axis=0), (int(red), int(green), int(blue))))
        waiting = [seed for seed, ok in zip(waiting, like, strict=True) if not ok]
    return inks


def _cross(strips: _Strips, ink: Floats, colour: tuple[int, int, int]) -> dict[tuple[int, int], InkCrossing]:
    """Return the hexsides that a strip of an ink crosses, with gaps or without."""
    import numpy as np

    is_near = _length(strips.lab - ink) < _NEAR
    # Most hexsides have too little of the ink on any strip: the strips are only laid over the others.
    is_anywhere: Flags = np.asarray(is_near.any(axis=1))
    may_cross = _is_dashed(is_anywhere, 1)
    if not may_cross.any():
        return {}
    strips, is_near = strips.pick(may_cross), is_near[may_cross]
    # A trail bends: the points next to the strip count as well.
    is_wide = is_near.copy()
    is_wide[:, 1:] |= is_near[:, :-1]
    is_wide[:, :-1] |= is_near[:, 1:]
    is_ink = strips.tones(is_wide)
    share = is_ink.mean(axis=-1)
    spill = sum(strips.tones(is_near, k).mean(axis=-1) for w in _CLEAR for k in (-w, w)) / (2 * len(_CLEAR))
    score = np.where(_is_dashed(is_ink, 1) & (spill <= _SPILL), share - spill, 0)
    place = score.argmax(axis=1)
    return {
        side: InkCrossing(round(float(share[n, place[n]]), 3), colour)
        for n, side in enumerate(strips.sides)
        if score[n, place[n]] > 0
    }


def _keep_chains(
    crossings: Mapping[tuple[int, int], InkCrossing], fitted_grid: FittedGrid
) -> dict[tuple[int, int], InkCrossing]:
    """Return the crossings that go on at one of their ends; none where they make a field, not ways."""
    grid = fitted_grid.grid
    ends = {side: (side[0], grid.neighbour(*side)) for side in crossings}
    links: dict[int | None, set[int | None]] = {}
    for one, other in ends.values():
        links.setdefault(one, set()).add(other)
        links.setdefault(other, set()).add(one)
    in_field = sum(not links[one].isdisjoint(links[other]) for one, other in ends.values())
    if in_field > _FIELD * len(crossings):
        return {}
    return {
        side: crossing
        for side, crossing in crossings.items()
        if any(len(links[end]) > 1 for end in ends[side])
    }


def _is_dashed(is_ink: Flags, strokes: int) -> Flags:
    """Return whether strips have enough ink, in at least so many strokes, and no gap that is too long."""
    import numpy as np

    begins = np.diff(is_ink.astype(np.int8), axis=-1, prepend=0) > 0
    run = np.zeros(is_ink.shape[:-1], dtype=np.int8)
    gap = run.copy()
    for n in range(is_ink.shape[-1]):
        run = np.where(is_ink[..., n], 0, run + 1).astype(np.int8)
        gap = np.maximum(gap, run)
    flags: Flags = (is_ink.mean(axis=-1) >= _LEAST) & (gap <= _GAP) & (begins.sum(axis=-1) >= strokes)
    return flags


def _mean(values: Floats, is_meant: Flags) -> Floats:
    """Return the mean of the points meant of each strip."""
    import numpy as np

    counts = np.maximum(is_meant.sum(axis=-1), 1)[..., None]
    means: Floats = np.einsum("...ij,...i->...j", values, is_meant) / counts
    return means


def _length(vectors: Floats) -> Floats:
    import numpy as np

    # Much quicker than a sum over so short an axis.
    lengths: Floats = np.sqrt(np.einsum("...i,...i", vectors, vectors))
    return lengths
