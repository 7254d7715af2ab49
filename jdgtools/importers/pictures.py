"""Pictures of a foreign module: boards and counters become files of the project's art folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from unicodedata import normalize

from msgspec import Struct, field

from jdgtools.errors import InputRefused
from jdgtools.importers.ids import Ids
from jdgtools.importers.report import LossReport
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.decoding import decode_uncached
from jdgtools.untrusted.picture_ends import find_damage, jpeg_end
from jdgtools.vassal.components import Component
from jdgtools.vassal.limits import Limits, image_size
from jdgtools.vassal.package import Module
from jdgtools.vassal.traits import BasicPiece, Layer, Piece

MAX_PIXELS = 25_000_000
"""Largest picture of a counter."""
MIN_ALIKE = 5
"""Pieces on which a layer must show the basic picture before it is taken to show the counter."""
_BUDGET = 60_000_000
"""Pixels that are decoded to turn other pictures into PNG, all together."""
_SUFFIXES = (".png", ".gif", ".jpg", ".jpeg", ".bmp", ".webp", ".svg")
_SHOWN = {
    "Board": "image",
    "Chart": "fileName",
    "MapShader": "image",
    "SelectionHighlighter": "image",
    "SpecialDieFace": "icon",
    "ZoneHighlight": "image",
}
"""Kind of a component -> its attribute that names a picture of the module."""


class PictureCopies(Struct):
    """Copies pictures, each once."""

    module: Module
    report: LossReport
    limits: Limits
    files: dict[str, bytes] = field(default_factory=dict)
    _ids: Ids = field(default_factory=Ids)
    _copies: dict[tuple[str, str], str] = field(default_factory=dict)
    _absent: set[str] = field(default_factory=set)
    """Pictures that the module names and does not hold; each is reported once, whatever shows it."""
    _bytes_left: int = _BUDGET
    _plain_names: frozenset[str] = frozenset()
    """Names of all entries without regard to capitals, once a picture has been missed."""

    def take(self, image: str, folder: str) -> str:
        """Copy a picture into `art/FOLDER/` and return its path; '' when it cannot be used."""
        if not image.strip():
            return ""
        key = (image, folder)
        if key not in self._copies:
            self._copies[key] = self._copy(image, folder)
        return self._copies[key]

    def entries(self) -> dict[str, str]:
        """Return the path of every copy -> entry of the module; '' where it is not the same file."""
        copies = {path: image for (image, _), path in self._copies.items() if path}
        return {
            path: next(
                (
                    name
                    for name in (f"images/{image}", f"images/{image}.gif")
                    if self.module.entries.get(name) == self.files[path]
                ),
                "",
            )
            for path, image in copies.items()
        }

    def report_damaged(self) -> None:
        """Say which pictures are damaged that nothing in the project shows: icons, layers, charts."""
        names_shown = {f"images/{image}{suffix}" for image, _ in self._copies for suffix in ("", ".gif")}
        for name, data in sorted(self.module.entries.items()):
            if (
                name in names_shown
                or not name.startswith("images/")
                or not name.lower().endswith(_SUFFIXES[:-1])
            ):
                continue
            try:
                image_size(data, ascii(name[:60]), self.limits)
            except InputRefused as error:
                problem = str(error)
            else:
                problem = _damage(data)
            if problem:
                note = f"{problem}; kept in module/ as it is"
                self.report.say("unread", "Picture", name.removeprefix("images/"), note)

    def report_missing(self, root: Component, *pieces: Iterable[Piece]) -> None:
        """Say which pictures the module names and does not hold that nothing in the project shows.

        Those of boards, charts, dice and pieces. Names that begin with a slash are the engine's own, and
        what it draws from a layout need not be there. Icons and `Splash.png` may be its own without one.

        Args:
            root: the module.
            pieces: those of its slots, those of its setups.
        """
        names_before = {image for image, _ in self._copies} | {
            c.get("name") for c in root.find("GamePieceImage")
        }
        names_there = [c.get(attribute) for kind, attribute in _SHOWN.items() for c in root.find(kind)]
        names_of_pieces = {image for group in pieces for piece in group for image in _images(piece)}
        names = names_of_pieces.union(names_there) - names_before
        for image in sorted(name for name in names if name.strip() and not name.startswith("/")):
            if self.module.image(image) is None:
                self.report.say("dropped", "Picture", image, self._missing(image))

    def _missing(self, image: str) -> str:
        """Return why there is no picture of a name."""
        self._plain_names = self._plain_names or frozenset(map(_plain_name, self.module.entries))
        if self._plain_names.isdisjoint({_plain_name(f"images/{image}"), _plain_name(f"images/{image}.gif")}):
            return f"it {self.module.missing_picture(image)}"
        return "it is not in the module, which has a picture of that name in other capitals or other accents"

    def _copy(self, image: str, folder: str) -> str:
        data = self.module.image(image)
        if data is None:
            if image not in self._absent:
                self._absent.add(image)
                self.report.say("dropped", "Picture", image, self._missing(image))
            return ""
        stem, dot, suffix = image.rpartition(".")
        suffix = f".{suffix.lower()}" if dot and f".{suffix.lower()}" in _SUFFIXES else ".gif"
        name = self._ids.take((stem or image).replace("/", "-"), "picture")
        if suffix == ".svg":
            self.report.say("converted", "Picture", image, f"art/{folder}/{name}.svg")
            self.files[f"art/{folder}/{name}.svg"] = data
            return f"art/{folder}/{name}.svg"
        try:
            width, height = image_size(data, ascii(image[:60]), self.limits)
        except InputRefused as error:
            self.report.say("unread", "Picture", image, str(error))
            return ""
        problem = _damage(data)
        if problem or (folder != "boards" and width * height > MAX_PIXELS):
            self.report.say("unread", "Picture", image, problem or f"it has {width} x {height} pixels")
            return ""
        if folder == "boards" or data.startswith(b"\x89PNG"):
            suffix = ".png" if data.startswith(b"\x89PNG") else suffix
            path = f"art/{folder}/{name}{suffix}"
            self.files[path] = data
            self.report.say("converted", "Picture", image, path)
            return path
        self._bytes_left -= width * height
        if self._bytes_left < 0:
            self.report.say("unread", "Picture", image, "too many pixels to turn it into PNG here")
            return ""
        try:
            png = to_png(data)
        except InputRefused as error:
            self.report.say("unread", "Picture", image, str(error))
            return ""
        self.files[f"art/{folder}/{name}.png"] = png
        self.report.say("converted", "Picture", image, f"art/{folder}/{name}.png, as PNG")
        return f"art/{folder}/{name}.png"


def _plain_name(name: str) -> str:
    """Return a name without regard to capitals, and to how some systems write an accent (`e´` for `é`)."""
    return normalize("NFC", name).casefold()


def _damage(data: bytes) -> str:
    """Return what is wrong with a picture, '' for one that is whole; see `find_damage`.

    Of a JPEG file the pixels are counted as well: it has no checksums.
    """
    problem = find_damage(data)
    if problem or not data.startswith(b"\xff\xd8"):
        return problem
    try:
        gap = decode_uncached("rasters:jpeg_gap", data, end=jpeg_end(data)[0])
    except FileRefused as refusal:
        # One that takes too long is not damaged: whoever decodes it for its pixels says so.
        return "it is damaged" if str(refusal) == "is damaged" else ""
    return f"it is damaged: it {gap.decode('ascii')}" if gap else ""


def to_png(data: bytes) -> bytes:
    """Return a picture as PNG; of an animation the first frame.

    Raises:
        InputRefused: it is damaged.
    """
    try:
        return decode_uncached("rasters:module_png", data)
    except FileRefused as refusal:
        raise InputRefused(f"the picture {refusal}") from None


def step_layers(pieces: Iterable[Piece]) -> frozenset[str]:
    """Return the names of layers that show the counter itself: the basic picture of most pieces at first.

    A piece whose basic picture is another one, as where it was copied, still shows what the layer shows.
    """
    total: Counter[str] = Counter()
    same: Counter[str] = Counter()
    for piece in pieces:
        for layer in piece.traits:
            if isinstance(layer, Layer) and isinstance(piece.basic, BasicPiece) and _may_cover(layer):
                total[layer.name] += 1
                same[layer.name] += layer.images[0] == piece.basic.image
    return frozenset(name for name, n in same.items() if n >= MIN_ALIKE and n >= 0.8 * total[name])


def _may_cover(layer: Layer) -> bool:
    return bool(
        layer.name and layer.always_active and not layer.follow_property and 1 < len(layer.images) <= 3
        and layer.images[0] and _covers(layer)
    )  # fmt: skip


def _picture_names(layer: Layer) -> list[str]:
    """Return the pictures of a layer, without levels that show none."""
    return [image for image in layer.images if image.strip()]


def _covers(layer: Layer) -> bool:
    return (layer.x, layer.y, layer.scale) == (0, 0, 1.0)


def _images(piece: Piece) -> list[str]:
    """Return the pictures of a piece and of its layers."""
    images = [image for trait in piece.all(Layer) for image in trait.images]
    return [*images, piece.basic.image] if isinstance(piece.basic, BasicPiece) else images


def faces(piece: Piece, steps: Collection[str] = ()) -> tuple[str, str]:
    """Return the pictures of a piece's two sides; '' for none.

    The front is the basic picture, or what the innermost layer shows at its first level: of one that covers
    the counter, before any that is displaced, as a shadow is. The back is the first other picture of a layer
    that covers the counter.

    Args:
        piece: the piece.
        steps: layers of the module that show the counter itself, before its basic picture (`step_layers`).
    """
    # A name of blanks is none, as in VASSAL.
    front = piece.basic.image if isinstance(piece.basic, BasicPiece) and piece.basic.image.strip() else ""
    layers = [t for t in reversed(piece.traits) if isinstance(t, Layer)]
    layers_shown = [layer for layer in layers if layer.always_active and _picture_names(layer)]
    for layer in sorted(layers_shown, key=lambda one: not _covers(one)):
        front = front or _picture_names(layer)[0]
    for layer in layers:
        if layer.name in steps and _may_cover(layer):
            front = layer.images[0]
    for layer in sorted(layers, key=lambda one: front not in one.images):
        others = [i for i in _picture_names(layer) if i != front]
        if _covers(layer) and others and len(layer.images) <= 3:
            return front, others[0]
    return front, ""


def shows_back(piece: Piece, steps: Collection[str] = ()) -> bool:
    """Return whether the layer with the piece's back shows it now."""
    back = faces(piece, steps)[1]
    for layer in piece.traits:
        if back and isinstance(layer, Layer) and back in layer.images:
            return 0 < layer.level() <= len(layer.images) and layer.images[layer.level() - 1] == back
    return False
