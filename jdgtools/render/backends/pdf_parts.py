"""Drawings as a PDF has them, made apart from any document: kept between builds, put on any page of any file.

What they name has names made of what it is, not of its number in a document. So parts that were made apart
can stand side by side on a page, and what they share is in the document once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.render.backends.pdf_color import ColorMode, Inks
from jdgtools.render.backends.pdf_content import DRAW, Canvas
from jdgtools.render.backends.pdf_document import POINTS_PER_MM, Document, State
from jdgtools.render.backends.pdf_fill import roomy
from jdgtools.render.backends.pdf_fonts import FontUse, note
from jdgtools.render.backends.pdf_objects import Stream, deflated, packed
from jdgtools.render.backends.pdf_path import UNIT, number, whole
from jdgtools.render.backends.svg import DEFAULT_COLORS
from jdgtools.render.scene import Item, Symbol
from jdgtools.render.text import FONTS

_REFERENCE = re.compile(rb"(\d+) 0 R")
_NAMED = re.compile(rb"\{(\w+)\}")
"""A reference in an object of a part; this writer has no use for braces otherwise."""


class Part(Struct, frozen=True, array_like=True):
    """Drawings with all that they name."""

    contents: tuple[str, ...]
    """Operators of every drawing, in thousandths of a millimetre, downwards."""
    names: dict[str, tuple[str, ...]]
    """Kind of resource -> what the operators name."""
    fonts: dict[str, tuple[str, dict[int, str]]]
    """Name -> file, and the glyphs shown with their characters."""
    states: dict[str, tuple[State, str]]
    """Name -> graphics state, and the name of its veil."""
    objects: dict[str, tuple[bytes, bytes | None, bool]]
    """Name -> body or dictionary entries; content of a stream; whether that is packed."""
    foreign: dict[str, str]
    """Name -> id of a symbol that others draw."""
    transparent: bool
    """Whether any of it needs blending."""


Known: TypeAlias = dict[tuple[int, tuple[tuple[str, str], ...]], tuple[Symbol, "Part"]]
"""(identity of a symbol, colours) -> the symbol, and the part that it has become."""


class Sketch(Document):
    """A document that becomes a part.

    Args:
        mode: colours of the file.
        foreign: whether a symbol is only named here: whoever puts the part into a document draws it.
        known: symbols that other sketches with such colours and names have drawn; grows.
    """

    def __init__(
        self,
        mode: ColorMode = "rgb",
        foreign: Callable[[Symbol], bool] = lambda _: False,
        known: Known | None = None,
    ) -> None:
        super().__init__(mode)
        self.inks = _inks(mode)
        self._is_foreign = foreign
        self._symbols: Known = {} if known is None else known
        self._foreign: dict[str, int] = {}
        self._within: dict[str, int] = {}
        self._parts: list[Part] = []
        """Of the symbols in it."""
        self._labels: dict[int, str] = {}

    def foreign(self, symbol: Symbol, colors: Mapping[str, str]) -> int:
        """Number of a form that stands for a symbol: others draw it, or it is a part by itself."""
        if not self._is_foreign(symbol):
            return self._own(symbol, colors)
        found = self._foreign.get(symbol.id)
        if found is None:
            found = self._foreign[symbol.id] = self.objects.reserve()
            self._labels[found] = f"S{_sum(symbol.id.encode())}"
        return found

    def _own(self, symbol: Symbol, colors: Mapping[str, str]) -> int:
        key = (id(symbol), tuple(sorted(colors.items())))
        known = self._symbols.get(key)
        if known is None:
            inner = Sketch(self.mode, self._is_foreign, self._symbols)
            known = self._symbols[key] = (symbol, inner.symbol(symbol, colors))
        part = known[1]
        [name] = part.names["XObject"]
        found = self._within.get(name)
        if found is None:
            found = self._within[name] = self.objects.reserve()
            self._labels[found] = name
            self._parts.append(part)
            self.is_transparent |= part.transparent
        return found

    def font(self, file: str) -> FontUse:
        """The use of a font file."""
        use = super().font(file)
        self._labels[use.number] = _font_name(file)
        return use

    def label(self, prefix: str, place: int) -> str:
        """Name of an object, the same wherever the same is drawn."""
        known = self._labels.get(place)
        if known is None:
            known = self._labels[place] = self._named(prefix, place)
        return known

    def _named(self, prefix: str, place: int) -> str:
        body = self.objects.body(place)
        if isinstance(body, Stream):
            return prefix + _sum(self._portable(body.head) + b"\n" + body.content)
        if body is not None:
            return prefix + _sum(self._portable(body))
        state = next(state for state, own in self._states.items() if own == place)
        return prefix + _sum(repr((state.fill, state.stroke, state.blend, self._veil_of(state))).encode(), 4)

    def _veil_of(self, state: State) -> str:
        return self.label("X", state.veil) if state.veil else ""

    def _portable(self, body: bytes) -> bytes:
        return _REFERENCE.sub(lambda found: b"{%s}" % self.label("X", int(found[1])).encode(), body)

    def part(self, drawings: Iterable[Iterable[Item]]) -> Part:
        """The drawings as a part."""
        contents: list[str] = []
        names: dict[str, dict[str, int]] = {}
        for items in drawings:
            canvas = Canvas(self)
            canvas.items(items)
            if "Pattern" in canvas.used:
                # Patterns hang in the page unless they are in a form.
                form = self.form(canvas.finish(), roomy(None))
                canvas = Canvas(self)
                canvas.place(form)
            contents.append("\n".join(canvas.out))
            for kind, found in canvas.used.items():
                names.setdefault(kind, {}).update(found)
        return self._part(contents, {kind: tuple(sorted(found)) for kind, found in names.items()})

    def symbol(self, symbol: Symbol, colors: Mapping[str, str] = DEFAULT_COLORS) -> Part:
        """A symbol as a part without drawings; its only name is that of a form."""
        name = self.label("X", Canvas(self).symbol(symbol, colors))
        return self._part((), {"XObject": (name,)})

    def _part(self, contents: Sequence[str], names: dict[str, tuple[str, ...]]) -> Part:
        fonts: dict[str, tuple[str, dict[int, str]]] = {}
        states: dict[str, tuple[State, str]] = {}
        objects: dict[str, tuple[bytes, bytes | None, bool]] = {}
        foreign: dict[str, str] = {}
        for part in self._parts:
            for label, (file, texts) in part.fonts.items():
                note(fonts.setdefault(label, (file, {}))[1], texts)
            states |= part.states
            objects |= part.objects
            foreign |= part.foreign
        for file, use in self._fonts.items():
            note(fonts.setdefault(_font_name(file), (file, {}))[1], use.texts)
        for state, place in self._states.items():
            states[self.label("G", place)] = (state, self._veil_of(state))
        for place in range(1, len(self.objects) + 1):
            body = self.objects.body(place)
            if isinstance(body, Stream):
                found = packed(body)
                objects[self.label("X", place)] = (self._portable(found.head), found.content, found.packed)
            elif body is not None:
                objects[self.label("X", place)] = (self._portable(body), None, False)
        foreign |= {self._labels[place]: symbol for symbol, place in self._foreign.items()}
        return Part(tuple(contents), names, fonts, states, objects, foreign, self.is_transparent)


class Stamp(Struct, frozen=True, eq=False):
    """Stands among the items of a page for a drawing of a part.

    It lies on the page itself or in groups that move and clip, not in one that is faded. The page must be
    drawn by a sketch, and the binder get its part.
    """

    part: Part
    number: int
    """Of the drawing."""


def _stamp(canvas: Canvas, stamp: Stamp) -> None:
    part = stamp.part
    canvas.save()
    canvas.out.append(part.contents[stamp.number])
    for kind, labels in part.names.items():
        # A sketch asks for the names alone.
        canvas.used.setdefault(kind, {}).update(dict.fromkeys(labels, 0))
    canvas.document.is_transparent |= part.transparent
    canvas.restore()


DRAW[Stamp] = _stamp


class Placed(Struct, frozen=True):
    """A drawing of a part on a page."""

    part: Part
    number: int
    """Of the drawing."""
    x: float
    """Of its origin, mm from the upper left corner of the page."""
    y: float


class Binder(Struct):
    """Puts parts into a document.

    Args:
        document: where they go.
        symbol: the part of a symbol that is only named.
    """

    document: Document
    symbol: Callable[[str], Part]
    _numbers: dict[str, int] = field(default_factory=dict)
    _taken: dict[int, Part] = field(default_factory=dict)

    def page(
        self,
        width: float,
        height: float,
        background: str,
        drawings: Sequence[Placed],
        *,
        stamped: Iterable[Part] = (),
        boxes: str = "",
    ) -> None:
        """A page of that size in mm with drawings, the first lowest.

        Args:
            width: of the page.
            height: of the page.
            background: its colour.
            drawings: what lies on it.
            stamped: parts of the stamps in the drawings.
            boxes: entries for TrimBox and BleedBox.
        """
        for part in stamped:
            if id(part) not in self._taken:
                self._take(part)
        names: dict[str, set[str]] = {}
        here: set[int] = set()
        k = POINTS_PER_MM / UNIT
        place = f"0 {number(height * POINTS_PER_MM, 4)} cm\n.01 0 0 .01 0 0 cm"
        out = [f"{number(k * 100, 9)} 0 0 {number(-k * 100, 9)} {place}", "4 M"]
        out.append(f"{self.document.inks.fill(background)}\n0 0 {whole(width)} {whole(height)} re\nf")
        for drawing in drawings:
            part = drawing.part
            if id(part) not in here:
                here.add(id(part))
                if id(part) not in self._taken:
                    self._take(part)
                for kind, found in part.names.items():
                    names.setdefault(kind, set()).update(found)
            at = f"{whole(drawing.x)} {whole(drawing.y)}"
            out.append(f"q 1 0 0 1 {at} cm\n{part.contents[drawing.number]}\nQ")
        kinds = []
        for kind, labels in sorted(names.items()):
            entries = "".join(f"/{label} {self._numbers[label]} 0 R" for label in sorted(labels))
            kinds.append(f"/{kind}<<{entries}>>")
        content = ("\n".join(out) + "\n").encode("ascii")
        size = (width * POINTS_PER_MM, height * POINTS_PER_MM)
        made = self.document.keep("page", content, lambda: deflated(content))
        stream = self.document.objects.stream(b"/Filter/FlateDecode", made, packed=True)
        self.document.page(size, [stream], f"<<{''.join(kinds)}>>".encode(), boxes)

    def _take(self, part: Part) -> None:
        """Puts what a part names into the document."""
        document, numbers = self.document, self._numbers
        self._taken[id(part)] = part
        document.is_transparent |= part.transparent
        for label, (file, texts) in part.fonts.items():
            use = document.font(file)
            numbers[label] = use.number
            note(use.texts, texts)
        for label, symbol in part.foreign.items():
            if label not in numbers:
                found = self.symbol(symbol)
                self._take(found)
                numbers[label] = numbers[found.names["XObject"][0]]
        # States may name objects, and objects states.
        fresh = {label: body for label, body in part.objects.items() if label not in numbers}
        for label in fresh:
            numbers[label] = document.objects.reserve()
        for label, (state, veil) in part.states.items():
            if label not in numbers:
                numbers[label] = document.state(replace(state, veil=numbers[veil] if veil else 0))
        for label, (head, content, is_packed) in fresh.items():
            body = _NAMED.sub(lambda name: b"%d 0 R" % numbers[name[1].decode()], head)
            own = body if content is None else Stream(body, content, is_packed)
            document.objects.put(numbers[label], own)


@cache
def _inks(mode: ColorMode) -> Inks:
    """The inks of all sketches: what is known of a colour is known for all."""
    return Inks(mode)


@cache
def _font_name(file: str) -> str:
    return f"F{sorted({face.file for face in FONTS.values()}).index(file)}"


def _sum(content: bytes, size: int = 6) -> str:
    return blake2b(content, digest_size=size).hexdigest()
