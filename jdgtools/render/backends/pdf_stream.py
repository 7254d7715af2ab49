"""A content stream in the making: operators, the resources they name, and the state of the graphics.

An operator that sets what is set already is not written. Coordinates are whole thousandths of the scene's
unit, which keeps streams short and quick to write.
"""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.render.backends.pdf_document import OPAQUE, Content, GraphicsState, PdfDocument
from jdgtools.render.backends.pdf_path import UNIT, number
from jdgtools.render.backends.svg import DEFAULT_COLORS
from jdgtools.render.scene import IDENTITY, Stroke, Transform, compose

_CAPS = {"butt": "0 J", "round": "1 J", "square": "2 J"}
_JOINS = {"miter": "0 j", "round": "1 j", "bevel": "2 j"}
_THIN = 1.0
"""Lines narrower than this, mm on paper, may be narrower than a pixel."""


class ContentStream:
    """Writes one content stream.

    Args:
        document: what the stream belongs to.
        scale: mm on paper per unit of the scene.
        base: transform from the units of the stream to those in which it is placed; patterns hang there.
        colors: colours of placeholders.
    """

    def __init__(
        self,
        document: PdfDocument,
        scale: float = 1.0,
        base: Transform = IDENTITY,
        colors: Mapping[str, str] = DEFAULT_COLORS,
    ) -> None:
        self.document = document
        self.out: list[str] = []
        self.scale = scale
        self.at = base
        """From the units of the stream, as they are now, to those in which it is placed."""
        self.colors = colors
        self.is_particular = False
        """Whether it has what is written otherwise for pictures."""
        self._state: dict[str, str] = {}
        self._opaque = ""
        """Operator that sets the usual opacities, once it was written."""
        self._states: list[tuple[dict[str, str], Transform, float]] = []
        self.used: dict[str, dict[str, int]] = {}
        """Kind of resource -> name -> number, of those that it names."""

    def finish(self) -> Content:
        """Return what was written."""
        # Alike in all streams; a form inherits it from where it is placed.
        text = "4 M\n" + "\n".join(self.out) + "\n"
        return Content(text.encode("ascii"), self.resources(), self.is_particular)

    def resources(self) -> bytes:
        """Return the dictionary of what the stream names."""
        kinds = []
        for kind, names in sorted(self.used.items()):
            entries = "".join(f"/{name} {place} 0 R" for name, place in sorted(names.items()))
            kinds.append(f"/{kind}<<{entries}>>")
        return f"<<{''.join(kinds)}>>".encode()

    def name(self, kind: str, prefix: str, place: int) -> str:
        """Name in this stream of the object with that number."""
        name = f"{prefix}{place}"
        self.used.setdefault(kind, {})[name] = place
        return name

    def save(self) -> None:
        """Save the graphics state."""
        self._states.append((self._state.copy(), self.at, self.scale))
        self.out.append("q")

    def restore(self) -> None:
        """Go back to the graphics state that was saved last."""
        self._state, self.at, self.scale = self._states.pop()
        self.out.append("Q")

    def move(self, transform: Transform) -> None:
        """Go on in other coordinates, until `restore`."""
        a, b, c, d, e, f = transform
        self.at = compose(self.at, milli(transform))
        self.scale *= abs(a * d - b * c) ** 0.5
        place = f"{number(e * UNIT, 0)} {number(f * UNIT, 0)}"
        self.out.append(f"{' '.join(number(v, 6) for v in (a, b, c, d))} {place} cm")

    def place(self, form: int, state: GraphicsState = OPAQUE) -> None:
        """Draw a form."""
        self.enter(state)
        self.is_particular |= form in self.document.particular
        self.out.append(f"/{self.name('XObject', 'X', form)} Do")

    def set(self, slot: str, operator: str) -> None:
        """Write an operator that sets a part of the graphics state, unless it is so already."""
        if self._state.get(slot) != operator:
            self._state[slot] = operator
            self.out.append(operator)

    def enter(self, state: GraphicsState) -> None:
        """Set opacities and blending."""
        if state is OPAQUE and self._opaque and self._state.get("state") == self._opaque:
            return
        place = self.document.state(state)
        operator = f"/{self.name('ExtGState', 'G', place)} gs"
        self.set("state", operator)
        if state is OPAQUE:
            self._opaque = operator

    def color(self, color: str) -> str:
        """Return the colour, or that of a placeholder.

        Raises:
            ValueError: the placeholder has no colour.
        """
        if not color.startswith("$"):
            return color
        try:
            return self.colors[color]
        except KeyError:
            raise ValueError(f"no colour given for {color!r}") from None

    def fill_color(self, color: str, *, is_film: bool = False) -> None:
        """Set the colour of areas, or of films over what lies below."""
        inks = self.document.inks
        self.set("fill", (inks.film if is_film else inks.fill)(self.color(color)))

    def stroke_color(self, color: str) -> None:
        """Set the colour of lines."""
        self.set("stroke", self.document.inks.stroke(self.color(color)))

    def line(self, stroke: Stroke, unit: int = UNIT) -> None:
        """Set how lines are drawn, but for colour and opacity; ``unit`` = units per unit of the scene."""
        self.set("width", f"{number(stroke.width * unit, 3)} w")
        self.set("cap", _CAPS[stroke.cap])
        self.set("join", _JOINS[stroke.join])
        dash = " ".join([number(length * unit, 3) for length in stroke.dash]) if stroke.dash else ""
        self.set("dash", f"[{dash}] 0 d")

    def in_scene_units(self) -> None:
        """Go on in the scene's unit instead of thousandths, until `restore`.

        poppler takes transforms that make things tiny for singular when it paints with a gradient.
        """
        self.out.append(f"{UNIT} 0 0 {UNIT} 0 0 cm")

    def thin(self, width: float) -> float:
        """Return the class of a line's width on paper; 0 where no renderer widens it, and for readers."""
        if not self.document.pictures:
            return 0.0
        on_paper = width * self.scale
        return float(f"{on_paper:.2g}") if on_paper < _THIN else 0.0


def milli(transform: Transform) -> Transform:
    """Return the transform between coordinates in thousandths."""
    a, b, c, d, e, f = transform
    return (a, b, c, d, e * UNIT, f * UNIT)
