"""Terrain of a board's hexes from a few that the designer has named: each is like the nearest of these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.importers.textures import weighted_features

if TYPE_CHECKING:
    from jdgtools.importers.sampling import Sample

FAR = 24.0
"""Distance (weighted Lab) from every named hex beyond which a hex is like none of them."""
SURE = 0.6
"""Confidence below which a hex is doubtful: the next terrain must be two and a half times as far.

Measured on our eight maps, with one to three hexes named of each terrain: 1 in 140 of the unmarked is wrong;
with a rival half as far again (0.35) it was 1 in 9. The spread inside a terrain parts right from wrong no
better: so few hexes tell little of it.
"""
ONE_HEX = 0.8
"""Share of its confidence that a hex keeps when its terrain, or the next, is known from one hex alone."""
_AT_ONCE = 500


class Likeness(Struct, frozen=True):
    """Which of the named terrains a hex is like."""

    terrain: str
    """Id; that of the nearest named hex."""
    confidence: float
    """0 (as near to another terrain, or far from all) to 1."""
    second: str
    """The next nearest terrain; '' when only one is named."""


def learn_terrain(samples: Mapping[int, Sample], terrain_of_hexes: Mapping[int, str]) -> dict[int, Likeness]:
    """Return the terrain of every hex that is like a named one.

    Args:
        samples: what each hex of the board looks like.
        terrain_of_hexes: hex -> terrain, as the designer says; such hexes are not in the answer.
    """
    import numpy as np

    examples = [i for i in sorted(terrain_of_hexes) if i in samples]
    others = [i for i in sorted(samples) if i not in terrain_of_hexes]
    if not examples or not others:
        return {}
    terrains = sorted({terrain_of_hexes[i] for i in examples})
    features_of_examples = weighted_features([samples[i] for i in examples])
    counts = Counter(terrain_of_hexes[i] for i in examples)
    members = {t: np.array([terrain_of_hexes[i] == t for i in examples]) for t in terrains}
    likeness_by_hex: dict[int, Likeness] = {}
    for start in range(0, len(others), _AT_ONCE):
        batch = others[start : start + _AT_ONCE]
        points = weighted_features([samples[i] for i in batch])
        distances = np.sqrt(((points[:, None, :] - features_of_examples[None, :, :]) ** 2).sum(axis=2))
        nearest = np.stack([distances[:, members[t]].min(axis=1) for t in terrains], axis=1)
        for i, row in zip(batch, nearest, strict=True):
            order = sorted(range(len(terrains)), key=lambda k: (row[k], k))
            first, second = order[0], order[1] if len(order) > 1 else None
            if row[first] > FAR:
                continue
            margin = 1.0 if second is None or row[second] == 0 else 1 - float(row[first] / row[second])
            near = 1 - (float(row[first]) / FAR) ** 2
            trust = ONE_HEX if any(counts[terrains[k]] == 1 for k in order[:2]) else 1.0
            confidence = round(max(0.0, min(margin, near)) * trust, 4)
            likeness_by_hex[i] = Likeness(
                terrains[first], confidence, terrains[second] if second is not None else ""
            )
    return likeness_by_hex
