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
_NOTICEABLE = 5.0
"""Distance (weighted Lab) between classes that an eye does not take for one."""
_GAP = 3.2
"""Distance of two classes in their own spreads along the line between them: one heap of noise, cut into
two, has 2.7."""


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
    import numpy as np

    points: Floats = np.array([sample.features for sample in samples], dtype=np.float64) * np.array(_WEIGHTS)
    return points


def cluster(samples: Mapping[int, Sample], most: int) -> list[HexClass]:
    """Return the class of every hex, in the order of their indices.

    k-means from farthest points, without chance: the first centre is the hex nearest to the mean, each
    next one the hex farthest from all centres. Classes are added while they explain enough.
    """
    import numpy as np

    order = sorted(samples)
    points = weighted_features([samples[i] for i in order])
    whole = _spread(points, points.mean(axis=0)[None, :])
    centres = points[[int(_distances(points, points.mean(axis=0)[None, :])[:, 0].argmin())]]
    last = whole
    for _ in range(1, most):
        if last <= 1e-9 * len(points) or whole <= 1e-9:
            break
        far = int(_distances(points, centres).min(axis=1).argmax())
        settlement = _settle(points, np.vstack([centres, points[far]]))
        spread = _spread(points, settlement)
        # One odd hex (a legend, a title) is no terrain, but its class must not stop the search.
        if len(settlement) > 3 and (last - spread) < _GAIN * last and (last - spread) < 0.02 * whole:
            break
        centres, last = settlement, spread
    centres = _without_noise_classes(points, centres)
    distances = _distances(points, centres)
    nearest = distances.argmin(axis=1)
    sizes = [int((nearest == k).sum()) for k in range(len(centres))]
    centres_by_size = sorted((k for k in range(len(centres)) if sizes[k]), key=lambda k: (-sizes[k], k))
    label = {k: n for n, k in enumerate(centres_by_size)}
    looks = {}
    for k in centres_by_size:
        members = [samples[order[int(n)]] for n in np.flatnonzero(nearest == k)]
        rgb = tuple(sorted(m.rgb[c] for m in members)[len(members) // 2] for c in range(3))
        looks[k] = ((rgb[0], rgb[1], rgb[2]), sum(m.features[6] for m in members) / len(members))
    groups = []
    for n in range(len(order)):
        cluster_index = int(nearest[n])
        others = [k for k in centres_by_size if k != cluster_index]
        second = min(others, key=lambda k: (distances[n, k], k), default=cluster_index)
        a, b = float(distances[n, cluster_index]) ** 0.5, float(distances[n, second]) ** 0.5
        confidence = 1.0 if second == cluster_index or b == 0 else max(0.0, 1 - a / b)
        groups.append(
            HexClass(label[cluster_index], round(confidence, 4), label[second], *looks[cluster_index])
        )
    return groups


def _without_noise_classes(points: Floats, centres: Floats) -> Floats:
    """Return the centres; those of a uniform ground, cut through its noise, become one.

    Single hexes (a title, a town) keep classes of their own where an eye sees them.
    """
    import numpy as np

    nearest = _distances(points, centres).argmin(axis=1)
    few = max(2, len(points) // 200)
    large = [k for k in range(len(centres)) if (nearest == k).sum() > few]
    around = {k: points[nearest == k] - centres[k] for k in large}
    if len(large) < 2 or any(
        _are_apart(around[a], around[b], centres[a] - centres[b]) for a in large for b in large if b < a
    ):
        return centres
    ground = points[np.isin(nearest, large)].mean(axis=0)
    odd = [c for k, c in enumerate(centres) if k not in large and ((c - ground) ** 2).sum() > _NOTICEABLE**2]
    return np.array([ground, *odd])


def _are_apart(here: Floats, there: Floats, way: Floats) -> bool:
    """Return whether two classes are more than a cut through the noise of one ground.

    Args:
        here: the points of one class around its centre.
        there: those of the other around its own.
        way: from the other centre to the first.
    """
    length = float((way @ way) ** 0.5)
    if length < _NOTICEABLE:
        return False
    a, b = here @ way / length, there @ way / length
    inside = float(((a @ a + b @ b) / (len(a) + len(b))) ** 0.5)
    return length >= _GAP * inside


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
