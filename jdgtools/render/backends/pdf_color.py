"""Colours in a PDF: red, green and blue, or printing inks by a simple stated conversion.

The conversion to inks takes all the grey out of a colour and prints it in black: K = 1 - max(R, G, B), and
C = (1 - R - K) / (1 - K), M and Y alike. So greys and black are pure K, at least one coloured ink is always
absent, and no colour needs more than 300 % of ink. Only thin films over a ground have no more black than
their paper. No profile is applied: the printer's holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from jdgtools.render.backends.pdf_path import number
from jdgtools.render.colors import parse_color

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ColorMode: TypeAlias = Literal["rgb", "cmyk"]


BLACK = "#000000"
_DARK, _NEUTRAL = 51, 24
"""Parts of a colour up to which lettering in it counts as black, and how far they may differ."""


class PdfColours:
    """Writes colours as operands and operators."""

    def __init__(self, mode: ColorMode = "rgb") -> None:
        self.mode = mode
        self.space = "/DeviceRGB" if mode == "rgb" else "/DeviceCMYK"
        self._operands: dict[str, str] = {}
        self._fill, self._stroke = (" rg", " RG") if mode == "rgb" else (" k", " K")
        self._overprints: dict[str, bool] = {}
        self._films: dict[str, str] = {}
        self._paper_black = 0.0

    def operands(self, color: str) -> str:
        """Return the components of "#rrggbb".

        Raises:
            ValueError: it is not a colour.
        """
        operand = self._operands.get(color)
        if operand is None:
            red, green, blue = (part / 255 for part in parse_color(color))
            parts = (red, green, blue) if self.mode == "rgb" else cmyk(red, green, blue)
            operand = self._operands[color] = " ".join(number(part) for part in parts)
        return operand

    def overprints(self, color: str) -> bool:
        """Return whether lettering in "#rrggbb" is printed in black ink alone, over what lies below it.

        Themes write in warm or cool blacks. Small letters in several inks are blurred as soon as the sheet
        lies a hair off, and black ones left open in the ground get a white rim.

        Raises:
            ValueError: it is not a colour.
        """
        does_overprint = self._overprints.get(color)
        if does_overprint is None:
            parts = parse_color(color)
            is_black = max(parts) <= _DARK and max(parts) - min(parts) <= _NEUTRAL
            does_overprint = self._overprints[color] = is_black and self.mode == "cmyk"
        return does_overprint

    def fill(self, color: str) -> str:
        """Return the operator that sets the colour of areas."""
        return (self._operands.get(color) or self.operands(color)) + self._fill

    def lie_on(self, paper: str) -> None:
        """Say on what colour the drawing lies, for `film`."""
        self._paper_black = 1.0 - max(parse_color(paper)) / 255
        self._films.clear()

    def film(self, color: str) -> str:
        """Return the operator that sets the colour of a thin film over the ground.

        Inks are blended one by one. Only where film and ground have as much black does that give the tint
        that red, green and blue give: if all the grey of a film were black ink, it would dull the ground.

        Raises:
            ValueError: it is not a colour.
        """
        if self.mode == "rgb":
            return self.fill(color)
        operator = self._films.get(color)
        if operator is None:
            parts = [part / 255 for part in parse_color(color)]
            light = max(*parts, 1.0 - self._paper_black)
            inks = [*(1.0 - part / light for part in parts), 1.0 - light] if light else (0.0, 0.0, 0.0, 1.0)
            operator = self._films[color] = " ".join(map(number, inks)) + self._fill
        return operator

    def stroke(self, color: str) -> str:
        """Return the operator that sets the colour of lines."""
        return (self._operands.get(color) or self.operands(color)) + self._stroke


def cmyk(red: float, green: float, blue: float) -> tuple[float, float, float, float]:
    """Convert red, green, blue (0-1) to cyan, magenta, yellow, black (0-1)."""
    light = max(red, green, blue)
    if light == 0:
        return 0.0, 0.0, 0.0, 1.0
    return (light - red) / light, (light - green) / light, (light - blue) / light, 1 - light


def cmyk_pixels(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Convert an array (…, 3) of 0-255 like `cmyk`, to one of (…, 4)."""
    import numpy as np

    light = rgb.max(axis=-1, keepdims=True)
    room = np.maximum(light, 1).astype(np.float64)
    inks = np.rint((light - rgb.astype(np.float64)) * 255 / room)
    return np.concatenate((inks.astype(np.uint8), 255 - light), axis=-1)
