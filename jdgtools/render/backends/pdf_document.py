"""A PDF document in the making: pages, and what they share: fonts, inks, graphics states, forms.

Content streams ask it for the number of an object by what the object is; equal requests get the same
number, so that nothing is in the file twice. `PdfDocument.file` writes fonts and states when it is known what
was used of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import copy
from html import escape

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.render.backends.pdf_color import ColorMode, PdfColours
from jdgtools.render.backends.pdf_fonts import FontUse
from jdgtools.render.backends.pdf_objects import Objects, PdfStream, text_string
from jdgtools.render.backends.pdf_path import UNIT, number
from jdgtools.render.backends.pdf_press import OutputIntent, press_xmp
from jdgtools.render.backends.pdf_structure import MarkedContent, Structure
from jdgtools.render.bounds import Box
from jdgtools.render.scene import Symbol

POINTS_PER_MM = 72 / 25.4
_PRODUCER = "jdgtools"
_BLENDS = {"normal": "/Normal", "multiply": "/Multiply", "screen": "/Screen", "overlay": "/Overlay"}


class GraphicsState(Struct, frozen=True):
    """Parameters of a graphics state that only a dictionary can set."""

    fill: float = 1.0
    """Opacity of areas."""
    stroke: float = 1.0
    """Opacity of lines."""
    blend: str = "normal"
    width: float = 0.0
    """Width on paper of the lines drawn in this state, mm, when they are thin; else 0."""
    soft_mask: int = 0
    """Number of the form whose brightness is the opacity; 0 = none."""
    overprint: bool = False
    """Whether inks that a colour does not use stay as they are below it."""


OPAQUE = GraphicsState()
OVERPRINT = GraphicsState(overprint=True)


class Content(Struct, frozen=True):
    """Operators and the resources that they name."""

    operators: bytes
    resources: bytes
    """Resource dictionary."""
    is_particular: bool = False
    """Whether it has what is written otherwise for pictures: text, rectangles."""


class PdfDocument:
    """Collects pages and what they share.

    Args:
        mode: colours of the file.
        pictures: whether the pages are only drawn here. pdfium would put letters, which it draws once, at
            whole pixels, and widen rectangles: so letters are written as shapes, and rectangles not as such.
    """

    def __init__(self, mode: ColorMode = "rgb", *, pictures: bool = False) -> None:
        self.mode = mode
        self.pictures = pictures
        self.objects = Objects()
        self.inks = PdfColours(mode)
        self.pages: list[int] = []
        self.layers: list[tuple[str, int, bool]] = []
        """Name, number and whether it is shown, of every optional layer."""
        self._catalogue = self.objects.reserve()
        self._tree = self.objects.reserve()
        self._info = self.objects.reserve()
        self._metadata = self.objects.reserve()
        self._fonts: dict[str, FontUse] = {}
        self._states: dict[GraphicsState, int] = {}
        self._numbers: dict[Hashable, tuple[object, int]] = {}
        self.particular: set[int] = set()
        """Numbers of forms that have what is written otherwise for pictures."""
        self.is_transparent = False
        """Whether anything so far needs blending."""
        self.drawn_symbols: dict[int, tuple[Symbol, int]] = {}
        """Symbols, by identity, that are drawn by a form already, and the numbers of those forms."""
        self.press: OutputIntent | None = None
        """Makes the file one of PDF/X-4 for that press."""
        self.outline = 0
        """Number of its table of contents; 0 = none."""
        self.structure: Structure | None = None
        """Of a file that can be read aloud."""
        self.marks: dict[int, list[MarkedContent]] = {}
        """What the sequences of forms are, by the number of the form."""

    def copy(self, *, pictures: bool = False) -> PdfDocument:
        """Return a document that begins as this one and then goes its own way."""
        other = copy(self)
        other.pictures, other.particular = pictures, self.particular.copy()
        other.objects = self.objects.copy()
        other.pages, other.layers = self.pages.copy(), self.layers.copy()
        other.drawn_symbols = self.drawn_symbols.copy()
        other._fonts = {file: use.copy() for file, use in self._fonts.items()}
        other._states, other._numbers = self._states.copy(), self._numbers.copy()
        return other

    def take(self, other: PdfDocument, forms: Iterable[int]) -> dict[int, int]:
        """Take over forms of another document with all that they need; return old number -> new number.

        Both have the same colours. What the other one knows by what it is is not known here.
        """
        numbers_reached = other.objects.reachable(forms)
        numbers: dict[int, int] = {}
        for file, use in other._fonts.items():
            if use.number in numbers_reached:
                numbers[use.number] = self.font(file).number
                texts = self._fonts[file].texts
                texts.update((glyph, texts.get(glyph) or text) for glyph, text in use.texts.items())
        states = {place: state for state, place in other._states.items() if place in numbers_reached}
        new_numbers = [number for number in numbers_reached if number not in numbers and number not in states]
        numbers.update((number, self.objects.reserve()) for number in new_numbers)
        for place, state in states.items():
            mask = numbers[state.soft_mask] if state.soft_mask else 0
            numbers[place] = self.state(replace(state, soft_mask=mask))
        self.objects.take(other.objects, numbers, new_numbers)
        self.particular |= {numbers[number] for number in other.particular if number in numbers}
        return numbers

    def __getstate__(self) -> dict[str, object]:
        """Return what can be pickled: without what it knows by the identity of a value."""
        remaining_numbers = {key: entry for key, entry in self._numbers.items() if entry[0] is None}
        return {**vars(self), "_numbers": remaining_numbers, "drawn_symbols": {}}

    def font(self, file: str) -> FontUse:
        """Return the document's use of a font file."""
        use = self._fonts.get(file)
        if use is None:
            use = self._fonts[file] = FontUse(file, self.objects)
        return use

    def state(self, state: GraphicsState) -> int:
        """Return the number of a graphics state."""
        number = self._states.get(state)
        if number is None:
            number = self._states[state] = self.objects.reserve()
            if state != GraphicsState(width=state.width, overprint=state.overprint):
                self.is_transparent = True
        return number

    def once(self, key: Hashable, value: object, make: Callable[[], int]) -> int:
        """Return the number of an object that is made once for the key.

        A key that holds the identity of a value comes with the value, which is kept alive.
        """
        entry = self._numbers.get(key)
        if entry is None:
            entry = self._numbers[key] = (value, make())
        return entry[1]

    def form(self, content: Content, box: Box, *, group: bool = False, extra: str = "") -> int:
        """Add a drawing that contents can place; return its number.

        Args:
            content: what it draws.
            box: what it can cover at most, in the scene's unit.
            group: whether it is blended as a whole.
            extra: further entries of its dictionary.
        """
        left, top, right, bottom = box
        bounds = f"{_floor(left)} {_floor(top)} {-_floor(-right)} {-_floor(-bottom)}"
        group_entry = f"/Group<</S/Transparency/CS{self.inks.space}/I true>>" if group else ""
        head = f"/Type/XObject/Subtype/Form/BBox[{bounds}]{group_entry}{extra}/Resources".encode()
        number = self.objects.stream(head + content.resources, content.operators)
        if content.is_particular:
            self.particular.add(number)
        return number

    def page(
        self, size: tuple[float, float], contents: Sequence[int], resources: bytes, boxes: str = ""
    ) -> None:
        """Add a page.

        Args:
            size: width and height in points.
            contents: numbers of its streams.
            resources: resource dictionary.
            boxes: entries for TrimBox and BleedBox.
        """
        streams = " ".join(f"{stream} 0 R" for stream in contents)
        group_entry = f"/Group<</S/Transparency/CS{self.inks.space}/I true>>" if self.is_transparent else ""
        body = (
            f"<</Type/Page/Parent {self._tree} 0 R/MediaBox[0 0 {number(size[0], 3)} {number(size[1], 3)}]"
            f"{boxes}{group_entry}/Contents[{streams}]/Resources"
        )
        self.pages.append(self.objects.add(body.encode() + resources + b">>"))

    def layer(self, name: str, is_shown: bool) -> int:
        """Add a layer that a reader can show and hide; return its number."""
        group = self.objects.add(b"<</Type/OCG/Name%s>>" % text_string(name))
        self.layers.append((name, group, is_shown))
        return group

    def file(self, title: str = "", language: str = "", *, pixel: float = 0.0) -> bytes:
        """Return the PDF file with all pages so far.

        Args:
            title: of the document.
            language: of its texts; '' = unknown.
            pixel: for a file that is only drawn here: size of a pixel on paper, mm. Streams stay plain, and
                thin lines become as faint as they are thin, for the renderer draws none thinner than that.
        """
        for use in self._fonts.values():
            use.put(self.objects, whole=pixel > 0)
        for state, place in self._states.items():
            self.objects.put(place, _state(state, self.mode, pixel).encode())
        kids = " ".join(f"{page} 0 R" for page in self.pages)
        tree = f"<</Type/Pages/Count {len(self.pages)}/Kids[{kids}]>>"
        self.objects.put(self._tree, tree.encode())
        root = f"<</Type/Catalog/Pages {self._tree} 0 R/ViewerPreferences<</DisplayDocTitle true>>".encode()
        if language:
            root += b"/Lang" + text_string(language)
        if self.outline:
            root += b"/Outlines %d 0 R" % self.outline
        if self.structure is not None:
            root += b"/MarkInfo<</Marked true>>/StructTreeRoot %d 0 R" % self.structure.put()
        if self.press is not None and not pixel:
            root += b"/OutputIntents[%d 0 R]" % self.press.put(self.objects, self.mode)
        if not pixel:
            root += b"/Metadata %d 0 R" % self._metadata
            # Plain, for readers that look for the packet without reading the file.
            self.objects.put(self._metadata, PdfStream(_XMP_HEAD, self._xmp(title, language), True))
        self.objects.put(self._catalogue, root + self._optional() + b">>")
        info = b"/Title%s/Producer%s" % (text_string(title), text_string(_PRODUCER))
        if self.press is not None:
            info += b"/Trapped/False"
        self.objects.put(self._info, b"<<%s>>" % info)
        version = b"1.7" if self.press is None else b"1.6"
        return self.objects.file(self._catalogue, self._info, plain=pixel > 0, version=version)

    def _xmp(self, title: str, language: str) -> bytes:
        """Return the description of the document that asset managers and presses read; without a clock."""
        language_entry = f"<dc:language><rdf:Bag><rdf:li>{escape(language)}</rdf:li></rdf:Bag></dc:language>"
        words = {
            "title": escape(title),
            "language": language_entry if language else "",
            "producer": escape(_PRODUCER),
        }
        more = "" if self.press is None else press_xmp(title, self.objects)
        if self.structure is not None:
            more += _ACCESSIBLE
        return _XMP.format(**words, more=more).encode()

    def _optional(self) -> bytes:
        if not self.layers:
            return b""
        every = " ".join(f"{group} 0 R" for _, group, _ in self.layers)
        shown_groups = " ".join(f"{group} 0 R" for _, group, is_shown in self.layers if is_shown)
        hidden_groups = " ".join(f"{group} 0 R" for _, group, is_shown in self.layers if not is_shown)
        # Readers list layers from the top.
        order = " ".join(f"{group} 0 R" for _, group, _ in reversed(self.layers))
        groups = f"/ON[{shown_groups}]/OFF[{hidden_groups}]/Order[{order}]"
        return f"/OCProperties<</OCGs[{every}]/D<</Name(Layers){groups}>>>>".encode()


_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>{language}
<pdf:Producer>{producer}</pdf:Producer>
</rdf:Description>{more}</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
"""ISO 16684-1; "r": nobody may change it in place."""


_ACCESSIBLE = """
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>"""
"""PDF/UA-1 (ISO 14289-1)."""
_XMP_HEAD = b"/Type/Metadata/Subtype/XML"


def _state(state: GraphicsState, mode: ColorMode, pixel: float) -> str:
    stroke = state.stroke
    if state.width and state.width < pixel:
        stroke *= state.width / pixel
    mask = f"<</S/Luminosity/G {state.soft_mask} 0 R>>" if state.soft_mask else "/None"
    # Only inks can be left as they are: red, green and blue are always all three set.
    flag = "true" if state.overprint else "false"
    over = f"/OP {flag}/op {flag}/OPM 1" if mode == "cmyk" else ""
    blend = f"/BM{_BLENDS[state.blend]}"
    return f"<</ca {number(state.fill)}/CA {number(stroke)}{blend}/SMask{mask}/AIS false{over}>>"


def _floor(value: float) -> int:
    return int(value * UNIT // 1)
