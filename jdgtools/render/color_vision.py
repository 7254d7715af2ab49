"""Colours as readers with a colour-vision deficiency see them, and how far apart two colours look.

Simulated after Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency" (2009), at full severity; distances are CIEDE2000 (Sharma, Wu and Dalal 2005), which follows the
eye in pale and grey colours where plain distances in CIE Lab do not.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias, get_args

from jdgtools.render.colors import lab, linear_part, parse_color, to_hex

Deficiency: TypeAlias = Literal["protanopia", "deuteranopia", "tritanopia"]
DEFICIENCIES: tuple[Deficiency, ...] = get_args(Deficiency)

DISTINCT = 12.0
"""Colours whose counters are told apart by colour alone differ at least by this, CIEDE2000."""

_SIMULATION: dict[Deficiency, tuple[tuple[float, float, float], ...]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Rows of matrices on linear sRGB."""


def simulate(color: str, deficiency: Deficiency) -> str:
    """Return the colour as somebody with this deficiency sees it, "#rrggbb"."""
    linear = [linear_part(part) for part in parse_color(color)]
    red, green, blue = (
        _encode(sum(factor * part for factor, part in zip(row, linear, strict=True)))
        for row in _SIMULATION[deficiency]
    )
    return to_hex((red, green, blue))


def least_difference(first: str, second: str) -> tuple[float, str]:
    """Return the least CIEDE2000 difference of two colours over all readers, and whose ('' = everybody's)."""
    differences = [(difference(first, second), "")]
    differences += [(difference(simulate(first, d), simulate(second, d)), d) for d in DEFICIENCIES]
    return min(differences)


def difference(first: str, second: str) -> float:
    """Return the CIEDE2000 difference of two colours; 1 is just visible, 12 is plain on pale grounds."""
    (l1, a1, b1), (l2, a2, b2) = lab(first), lab(second)
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * math.sqrt(mean7 / (mean7 + 25.0**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360.0 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180.0) % 360.0 - 180.0 if c1 * c2 else 0.0
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    # Of two hues on either side of red the mean lies at red; a grey has the hue of the other.
    hue = (h1 + turn / 2) % 360.0 if c1 * c2 else h1 + h2
    weight = (
        1.0
        - 0.17 * _cos(hue - 30.0)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6.0)
        - 0.20 * _cos(4 * hue - 63.0)
    )
    off = (lightness - 50.0) ** 2
    dl = (l2 - l1) / (1.0 + 0.015 * off / math.sqrt(20.0 + off))
    dc = (c2 - c1) / (1.0 + 0.045 * chroma)
    dh = 2.0 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1.0 + 0.015 * chroma * weight)
    blue = 60.0 * math.exp(-(((hue - 275.0) / 25.0) ** 2))
    rotation = -2.0 * math.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * math.sin(math.radians(blue))
    return math.sqrt(max(0.0, dl * dl + dc * dc + dh * dh + rotation * dc * dh))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def _encode(value: float) -> int:
    value = min(1.0, max(0.0, value))
    return round(255 * (12.92 * value if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4)) - 0.055))
