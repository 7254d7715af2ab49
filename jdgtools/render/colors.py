"""Colours as "#rrggbb": reading, mixing, and how far two of them stand out from each other."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TypeAlias

Rgb: TypeAlias = tuple[int, int, int]

ALIKE = 10.0
"""Distance of two colours (CIE 1976) below which counters on a table are taken for each other."""

_MAX_KNOWN = 4096
"""Colours whose reading is remembered: a drawing asks for the same few thousands of times."""
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def is_color(text: str) -> bool:
    """Return whether the text is "#rgb" or "#rrggbb"."""
    return _HEX.fullmatch(text) is not None


@lru_cache(_MAX_KNOWN)
def parse_color(text: str) -> Rgb:
    """Return red, green and blue (0-255) of "#rgb" or "#rrggbb".

    Raises:
        ValueError: the text is neither.
    """
    if not is_color(text):
        raise ValueError(f"not a colour: {text!r}")
    digits = text[1:] if len(text) == 7 else "".join(c * 2 for c in text[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def to_hex(rgb: Rgb) -> str:
    """Return the colour as "#rrggbb"."""
    return "#{:02x}{:02x}{:02x}".format(*(min(255, max(0, part)) for part in rgb))


def mix(first: str, second: str, share: float) -> str:
    """Return the colour between two: share 0 is the first, 1 the second."""
    a, b = parse_color(first), parse_color(second)
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return to_hex((red, green, blue))


def lighten(color: str, share: float) -> str:
    """Return the colour moved towards white by a share of the way."""
    return mix(color, "#ffffff", share)


def darken(color: str, share: float) -> str:
    """Return the colour moved towards black by a share of the way."""
    return mix(color, "#000000", share)


@lru_cache(_MAX_KNOWN)
def luminance(color: str) -> float:
    """Return the relative luminance, 0 (black) to 1 (white), as WCAG 2 defines it."""
    red, green, blue = (linear_part(part) for part in parse_color(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the WCAG 2 contrast ratio, 1 (equal) to 21 (black on white); small lettering wants 4.5."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def readable_on(background: str, dark: str = "#1a1a1a", light: str = "#ffffff") -> str:
    """Return whichever of the two inks stands out more on the background."""
    return dark if contrast(background, dark) >= contrast(background, light) else light


def distance(first: str, second: str) -> float:
    """Return the CIE 1976 difference of two colours; about 2 is just visible, 20 is plainly different."""
    return math.dist(lab(first), lab(second))


def linear_part(part: int) -> float:
    """Return a part of an sRGB colour, 0-255, as linear light, 0-1."""
    value = part / 255
    # The WCAG text has 0.03928; the sRGB standard 0.04045. No 8-bit value lies between them.
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def lab(color: str) -> tuple[float, float, float]:
    """Return lightness (0-100), a and b of CIE Lab under D65."""
    red, green, blue = (linear_part(part) for part in parse_color(color))
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (float(v ** (1 / 3)) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def from_lab(lightness: float, a: float, b: float) -> str:
    """Return the colour of CIE Lab under D65 as "#rrggbb"; what no screen shows becomes the nearest part."""
    fy = (lightness + 16) / 116
    fx, fz = fy + a / 500, fy - b / 200
    x, y, z = (f**3 if f**3 > 216 / 24389 else (116 * f - 16) * 27 / 24389 for f in (fx, fy, fz))
    x, z = x * 0.95047, z * 1.08883
    linear = (
        3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
        -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
        0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
    )
    red, green, blue = (round(255 * _encode(part)) for part in linear)
    return to_hex((red, green, blue))


def _encode(part: float) -> float:
    """Return linear light as a part of an sRGB colour."""
    return float(12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)
