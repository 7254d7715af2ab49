"""Clusters of hexes by colour and texture; the same picture always gives the same classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jdgtools.importers.sampling import Sample

    Floats = NDArray[np.float64]

_WEIGHTS = (1.0, 1.6, 1.6, 0.7, 0.7, 0.7, 1.2)
"""Of L, a, b, their spread, the roughness: hue tells terrains apart better than light."""
_ROUNDS = 40
_GAIN = 0.12
"""Share of the whole spread that another class must explain."""
_HEAPS = 12
"""Heaps into which a board is cut to see whether it has one ground."""
_ONE_GROUND = 0.9
"""Share of the hexes that a heap without a gap must have for a board of one ground with odd hexes."""
_NOTICEABLE = 5.0
"""Distance (weighted Lab) between classes that an eye does not take for one."""
_GAP, _NO_DIP = 0.5, 1.0
"""Below the first the way between two classes has a gap, from the second on no dip, see `_fullness`."""
_WINDOW = 0.25
"""Length of the piece of that way in which hexes are counted."""


class HexClass(Struct, frozen=True):
    """The class of one hex."""

    label: int
    """0 is the largest class."""
    confidence: float
    """0 (between two classes) to 1 (in the middle of its own)."""
    second: int
    """The next nearest class."""
    rgb: tuple[int, int, int]
    """Colour of the class."""
    rough: float
    """Roughness of the class."""


def to_lab(rgb: Any) -> Any:
    """Return CIE L*a*b* (D65) of sRGB values 0 to 255 along the last axis."""
    import numpy as np

    values = np.arange(256) / 255.0
    linear = np.where(values > 0.04045, ((values + 0.055) / 1.055) ** 2.4, values / 12.92)
    c = linear[np.asarray(rgb, dtype=np.uint8)]
    matrix = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                       [0.0193339, 0.1191920, 0.9503041]])  # fmt: skip
    xyz = c @ matrix.T / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1
    )


def weighted_features(samples: Sequence[Sample]) -> Floats:
    """Return what samples look like as points whose distances mean something: (samples, 7)."""
    return _weigh([sample.features for sample in samples])


def _weigh(features: Sequence[tuple[float, ...]]) -> Floats:
    import numpy as np

    points: Floats = np.array(features, dtype=np.float64) * np.array(_WEIGHTS)
    return points


def cluster(samples: Mapping[int, Sample], most: int) -> list[HexClass]:
    """Return the class of every hex, in the order of their indices.

    k-means from farthest points, without chance: the first centre is the hex nearest to the mean, each
    next one the hex farthest from all centres.

    A board of one ground has noise, a wash that grows darker, roads and numbers: strokes apart, all this is
    one heap without a gap, and k-means cuts it. Where such a heap has nearly all hexes, it is one class, and
    odd hexes (a title, a town) have classes of their own. On other boards classes are added while they
    explain enough, and two become one only where there is no dip at all between them.
    """
    import numpy as np

    order = sorted(samples)
    points = _weigh([samples[i].ground or samples[i].features for i in order])
    classes = _merge(points, _heaps(points, _HEAPS), most, _GAP)
    if np.unique(classes, return_counts=True)[1].max() < _ONE_GROUND * len(points):
        points = weighted_features([samples[i] for i in order])
        classes = _merge(points, _heaps(points, most, _GAIN), most, _NO_DIP)
    return _hex_classes([samples[i] for i in order], points, classes)


def _heaps(points: Floats, most: int, gain: float = 0.0) -> Any:
    """Return the heap of every point, by k-means.

    Args:
        points: the hexes.
        most: largest number of heaps.
        gain: share of the whole spread that another heap must explain.
    """
    import numpy as np

    whole = last = _spread(points, points.mean(axis=0)[None, :])
    centres = points[[int(_distances(points, points.mean(axis=0)[None, :])[:, 0].argmin())]]
    for _ in range(1, most):
        if last <= 1e-9 * len(points) or whole <= 1e-9:
            break
        far = int(_distances(points, centres).min(axis=1).argmax())
        settlement = _settle(points, np.vstack([centres, points[far]]))
        spread = _spread(points, settlement)
        # One odd hex (a legend, a title) is no terrain, but its class must not stop the search.
        if len(settlement) > 3 and (last - spread) < gain * last and (last - spread) < 0.02 * whole:
            break
        centres, last = settlement, spread
    return _distances(points, centres).argmin(axis=1)


def _merge(points: Floats, heaps: Any, most: int, gap: float) -> Any:
    """Return the class of every point: the two heaps with the fullest way between them become one, and again.

    Args:
        points: the hexes.
        heaps: the heap of each.
        most: largest number of classes.
        gap: fullness of a way below which two classes stay two.
    """
    import numpy as np

    classes = heaps.copy()
    while len(labels := sorted(set(classes.tolist()))) > 1:
        ways = {
            (a, b): _fullness(points[classes == a], points[classes == b])
            for a in labels for b in labels if a < b
        }  # fmt: skip
        first, second = max(ways, key=lambda pair: (ways[pair][0], -ways[pair][1]))
        if ways[first, second][0] < gap and len(labels) <= most:
            break
        classes = np.where(classes == second, first, classes)
    return classes


def _fullness(here: Floats, there: Floats) -> tuple[float, float]:
    """Return how full the way between two classes is at its emptiest place, and how long it is.

    1 = as full as the thinner class is in its own middle. The way is looked at along the line between the
    classes and along each feature alone: on a ground that grows darker a wood is told by its texture.
    """
    import numpy as np

    way = there.mean(axis=0) - here.mean(axis=0)
    length = float((way @ way) ** 0.5)
    axes = [way / max(length, 1e-9), *np.eye(len(way))]
    fullness = [_along(here @ axis, there @ axis) for axis in axes if abs(axis @ way) >= _NOTICEABLE]
    return min(fullness, default=float("inf")), length


def _along(here: Floats, there: Floats) -> float:
    """Return how full the way between two classes is at its emptiest place, along one axis."""
    import numpy as np

    start, length = here.mean(), there.mean() - here.mean()
    # 0 in the middle of the one class, 1 in that of the other.
    ours, theirs = (here - start) / length, (there - start) / length
    steps = np.concatenate([ours, theirs])
    begins = np.arange(0.2, 0.8 - _WINDOW + 0.01, 0.05)
    emptiest = min(int(((steps >= b) & (steps < b + _WINDOW)).sum()) for b in begins)
    thinner = min(int((abs(ours) < _WINDOW).sum()), int((abs(theirs - 1) < _WINDOW).sum()))
    # On both sides of a middle they are counted, so half of them stand in one such piece.
    return emptiest / max(1, thinner / 2)


def _hex_classes(samples: Sequence[Sample], points: Floats, classes: Any) -> list[HexClass]:
    """Return the class of every hex with its looks, the largest class first."""
    import numpy as np

    sizes = {k: int((classes == k).sum()) for k in sorted(set(classes.tolist()))}
    by_size = sorted(sizes, key=lambda k: (-sizes[k], k))
    distances = _distances(points, np.array([points[classes == k].mean(axis=0) for k in by_size]))
    looks = []
    for k in by_size:
        members = [samples[int(n)] for n in np.flatnonzero(classes == k)]
        rgb = tuple(sorted(m.rgb[c] for m in members)[len(members) // 2] for c in range(3))
        looks.append(((rgb[0], rgb[1], rgb[2]), sum(m.features[6] for m in members) / len(members)))
    groups = []
    for n in range(len(samples)):
        label = by_size.index(int(classes[n]))
        others = [k for k in range(len(by_size)) if k != label]
        second = min(others, key=lambda k: (distances[n, k], k), default=label)
        a, b = float(distances[n, label]) ** 0.5, float(distances[n, second]) ** 0.5
        confidence = 1.0 if second == label or b == 0 else max(0.0, 1 - a / b)
        groups.append(HexClass(label, round(confidence, 4), second, *looks[label]))
    return groups


def _distances(points: Floats, centres: Floats) -> Floats:
    import numpy as np

    squares: Floats = np.stack([((points - c) ** 2).sum(axis=1) for c in centres], axis=1)
    return squares


def _spread(points: Floats, centres: Floats) -> float:
    return float(_distances(points, centres).min(axis=1).sum())


def _settle(points: Floats, centres: Floats) -> Floats:
    import numpy as np

    for _ in range(_ROUNDS):
        nearest = _distances(points, centres).argmin(axis=1)
        new_centres = np.array(
            [
                points[nearest == k].mean(axis=0) if (nearest == k).any() else centres[k]
                for k in range(len(centres))
            ]
        )
        if np.allclose(new_centres, centres, atol=1e-6):
            break
        centres = new_centres
    return centres


def colour_words(group: HexClass) -> str:
    """Return how a class looks, in words: a help for the eye, not a name of a terrain."""
    lightness, a, b = (float(v) for v in to_lab([list(group.rgb)])[0])
    chroma = (a * a + b * b) ** 0.5
    light = "dark " if lightness < 35 else "light " if lightness > 80 else ""
    if chroma < 9:
        hue = "grey" if lightness < 92 else "white"
    elif abs(a) < 0.45 * abs(b):
        hue = "yellow or buff" if b > 0 else "blue"
    elif a < 0:
        hue = "green" if b > -5 else "blue-green"
    else:
        hue = "brown or red" if b > 0 else "violet"
    texture = ", rough" if group.rough > 9 else ", smooth" if group.rough < 2.5 else ""
    return f"{light}{hue} #{''.join(f'{c:02x}' for c in group.rgb)}{texture}"
