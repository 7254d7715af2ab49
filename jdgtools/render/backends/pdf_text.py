"""Lettering in a content stream: as text, or as the outlines of its letters; with a halo below.

Files for readers get text. Halos and pictures get outlines: a halo would be found by a search, too, and
pdfium puts letters of small text at whole pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from jdgtools.render.backends.pdf_color import BLACK
from jdgtools.render.backends.pdf_document import OPAQUE, OVERPRINT, Content, GraphicsState
from jdgtools.render.backends.pdf_fill import Painter
from jdgtools.render.backends.pdf_fonts import GlyphRun, glyph_outline, shape_text
from jdgtools.render.backends.pdf_path import UNIT, number
from jdgtools.render.bounds import item_box
from jdgtools.render.path_data import cos_sin
from jdgtools.render.scene import IDENTITY, Halo, Rect, Stroke, TextItem, Transform
from jdgtools.render.text import baseline_offset

_Runs: TypeAlias = Sequence[GlyphRun]
_EM = (-1.0, -1.0, 3.0, 2.0)
"""A box that holds every glyph, in its size."""


class Letterer(Painter):
    """A stream that can show text."""

    def text(self, text: TextItem) -> None:
        """Show a line of text."""
        self.texts((text,))

    def texts(self, texts: Iterable[TextItem]) -> None:
        """Show lines of text, the halos of all of them below the letters of all."""
        runs_of_texts = [
            (text, shape_text(text.string, text.font, text.letter_spacing == 0)) for text in texts
        ]
        for text, runs in runs_of_texts:
            if runs and text.halo is not None:
                self._halo(text, text.halo, runs)
        for text, runs in runs_of_texts:
            if runs:
                self._letters(text, runs)

    def _letters(self, text: TextItem, runs: _Runs) -> None:
        if isinstance(text.fill, str):
            if text.opacity == 1.0 and self.document.inks.overprints(self.color(text.fill)):
                self.enter(OVERPRINT)
                self.fill_color(BLACK)
            else:
                self.enter(OPAQUE if text.opacity == 1.0 else GraphicsState(text.opacity))
                self.fill_color(text.fill)
            self._show(text, runs, 0.0)
            return
        self.set_opacity(text.fill, text, GraphicsState(text.opacity))
        self.save()
        self.out.append(f"/Pattern cs /{self.pattern(text.fill)} scn")
        if not self.document.pictures:
            self.in_scene_units()
        self._show(text, runs, 0.0, 1)
        self.restore()

    def _halo(self, text: TextItem, halo: Halo, runs: _Runs) -> None:
        opacity = halo.opacity * text.opacity
        if opacity == 1.0:
            self._glow(text, halo, runs)
            return
        inner = type(self)(self.document, self.scale, IDENTITY, self.colors)
        inner._glow(text, halo, runs)
        # The box before it is turned: one about the turned letters alone would not hold their corners.
        left, width = _extent(text, runs)
        reach = text.size / 2 + halo.width
        top = baseline_offset(text) - text.size - halo.width
        lying = Rect(left - reach, top, width + 2 * reach, 1.4 * text.size + 2 * halo.width)
        c, s = cos_sin(text.rotate)
        box = item_box(lying, (c, s, -s, c, text.x, text.y))
        assert box is not None
        form = self.document.form(inner.finish(), box, group=True)
        self.document.is_transparent = True
        self.place(form, GraphicsState(opacity, opacity))

    def _glow(self, text: TextItem, halo: Halo, runs: _Runs) -> None:
        """Draw the halo at full opacity."""
        self.enter(GraphicsState(width=self.thin(2 * halo.width)))
        self.fill_color(halo.color)
        self.stroke_color(halo.color)
        self._show(text, runs, 2 * halo.width)

    def _show(self, text: TextItem, runs: _Runs, width: float, unit: int = UNIT) -> None:
        """Show letters, with lines of that width if it is not 0; ``unit`` for what is shown as text."""
        self.is_particular = True
        right, down = _extent(text, runs)[0], baseline_offset(text)
        c, s = cos_sin(text.rotate)
        at = (c, s, s, -c, text.x + c * right - s * down, text.y + s * right + c * down)
        if width or self.document.pictures:
            # A halo of text would be found and copied like the text above it.
            self._outlines(text, runs, at, width)
        else:
            self._strings(text, runs, at, unit)

    def _strings(self, text: TextItem, runs: _Runs, at: Transform, unit: int) -> None:
        if text.after:
            runs = shape_text(text.string + text.after, text.font, text.letter_spacing == 0)
        spacing = text.letter_spacing
        self.set("spacing", f"{number(spacing * unit, 3)} Tc" if spacing else "0 Tc")
        size = text.size * unit
        high = number(size, 3)
        parts = []
        for run in runs:
            use = self.document.font(run.file)
            parts.append(f"/{self.name('Font', 'F', use.number)} {high} Tf {use.show(run, size)}")
        # Nearly all lettering is level.
        level = at[0] == 1.0 and at[1] == 0.0
        turn = "1 0 0 -1" if level else " ".join([number(value, 6) for value in at[:4]])
        place = f"{number(at[4] * unit, 3)} {number(at[5] * unit, 3)}"
        self.out.append(f"BT {turn} {place} Tm {' '.join(parts)} ET")

    def _outlines(self, text: TextItem, runs: _Runs, at: Transform, width: float) -> None:
        """Show glyphs as shapes, in thousandths of their size."""
        size = text.size
        a, b, c, d, x, y = at
        self.save()
        self.move((a * size, b * size, c * size, d * size, x, y))
        if width:
            self.line(Stroke("", width / size, join="round"))
        paint = "B" if width else "f"
        step = round(text.letter_spacing / size * 1000)
        for run in runs:
            for glyph, advance, dx, dy, _ in run.glyphs:
                to_it = f"1 0 0 1 {dx} {dy} cm " if dx or dy else ""
                outline = self._outline(run.file, glyph, paint)
                self.out.append(f"{to_it}{outline}1 0 0 1 {advance + step - dx} {-dy} cm")
        self.restore()

    def _outline(self, file: str, glyph: int, paint: str) -> str:
        """Return the operators that draw a glyph in the present colours and lines."""
        shape = glyph_outline(file, glyph)
        if not shape:
            return ""
        if self.document.pictures:
            return f"{shape}{paint} "

        def make() -> int:
            return self.document.form(Content(f"{shape}{paint}\n".encode(), b"<<>>"), _EM)

        # Defined once, for size alone; pdfium would read it again wherever it is placed.
        form = self.document.once(("glyph", file, glyph, paint), None, make)
        return f"/{self.name('XObject', 'X', form)} Do "


def _extent(text: TextItem, runs: _Runs) -> tuple[float, float]:
    """Return where the line begins, measured from the anchor, and how long it is."""
    width = sum([run.width for run in runs]) * text.size
    if text.letter_spacing:
        count = sum([len(run.glyphs) for run in runs])
        width += text.letter_spacing * max(0, count - 1)
    if text.anchor == "start":
        return 0.0, width
    return (-width / 2 if text.anchor == "middle" else -width), width
