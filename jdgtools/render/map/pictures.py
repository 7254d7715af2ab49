"""Pictures that a project brings for its map: looked at with suspicion, made no larger than paper needs.

A project may come from somebody else. A picture is taken only when it lies in the project folder and keeps to
the limits here; what is wrong with one is said in words, nothing raises.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, json

from jdgtools.render.bounds import Box
from jdgtools.render.map.fitting import applied, inverse
from jdgtools.render.own_svg import Drawing, examined
from jdgtools.render.scene import Transform, compose, scaling, translation
from jdgtools.untrusted import Refused as FileRefused
from jdgtools.untrusted.files import clause, find_file, read_file
from jdgtools.untrusted.rasters import decoding, open_raster, upright

if TYPE_CHECKING:
    from PIL.Image import Image

    from jdgtools.store import Store

MOST_BYTES = 80_000_000
MOST_SVG_BYTES = 20_000_000
MOST_PIXELS = 120_000_000
KEPT_PIXELS = 40_000_000
"""A larger picture is made smaller: 300 dpi on A1 and more."""
TILE_SIDE = 1600
"""Longer side of a texture or a symbol as it is kept."""
_GLANCE = 1_000_000, 10.0
"""Pixels of a drawing that is looked at, and the seconds that may take."""
_WHOLE = 16_000_000, 60.0
"""The same for a drawing that becomes a base map: 200 dpi on A2."""
_JPEG_QUALITY = 92
_FINEST = 300 / 25.4
"""Pixels a millimetre of a picture that is drawn anew."""
_UPRIGHT = (None, 0, 1)
"""Values of the EXIF tag 274 of pictures that are not turned."""
_TURNED = (5, 6, 7, 8)
"""The same of pictures whose width is the height of the file."""


class Picture(Struct, frozen=True):
    """A picture that may be drawn."""

    data: bytes
    media_type: Literal["image/png", "image/jpeg"]
    width: int
    """Pixels of the data."""
    height: int
    seen: tuple[float, float]
    """Width and height of the file as its designer sees it: pixels, units of a drawing. Control points count
    these."""


class Refused(Struct, frozen=True):
    """Why a picture is not used."""

    reason: str


def picture_size(project: Path, path: str, store: Store | None = None) -> tuple[float, float] | Refused:
    """Width and height of a base map as an editor shows it: pixels, units of a drawing; or why not.

    The file is checked for damage as far as that costs little; a drawing is drawn at a small size.

    Args:
        project: folder of the project.
        path: file in it.
        store: knows drawings that could be drawn in an earlier run.
    """
    found = _file(project, path)
    if isinstance(found, Refused):
        return found
    if store is not None:
        return _known_size(found, store)
    return _drawing_size(found) if is_drawing(path) else _size(found)


def base_picture(project: Path, path: str) -> Picture | Refused:
    """A base map of any size up to the limits, as it is or packed anew; a drawing as pixels."""
    found = _file(project, path)
    if isinstance(found, Refused):
        return found
    return _drawn(found) if is_drawing(path) else _base(found)


def is_drawing(path: str) -> bool:
    """Whether a file is taken for an SVG drawing."""
    return path.lower().endswith(".svg")


def small_picture(project: Path, path: str) -> Picture | Refused:
    """A texture or symbol, raster or SVG, at most ``TILE_SIDE`` pixels long."""
    found = _file(project, path)
    if isinstance(found, Refused):
        return found
    if is_drawing(path):
        from jdgtools.render.counters.art import Art, read_art

        art = read_art(project, path)
        if not isinstance(art, Art):
            return Refused(art.reason)
        return Picture(art.data, "image/png", *art.pixels, art.pixels)
    return _small(found)


_File = tuple[Path, str, int, int]
"""Folder of the project and path in it, and the time and size that keep the caches honest."""


def _file(project: Path, path: str) -> _File | Refused:
    try:
        status = find_file(project / path, within=project).stat()
    except FileRefused as refused:
        return Refused(clause(refused))
    except OSError:
        return Refused("it cannot be read")
    if status.st_size > MOST_BYTES:
        return Refused(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    return project, path, status.st_mtime_ns, status.st_size


def _data(file: _File) -> bytes:
    return read_file(file[0] / file[1], within=file[0], limit=MOST_BYTES)


def _open(file: _File) -> Image | Refused:
    """The picture, not yet unpacked."""
    try:
        return open_raster(_data(file), MOST_PIXELS)
    except FileRefused as refused:
        return Refused(clause(refused))


def _opened(picture: Picture | Refused) -> Image | Refused:
    """One of our own pictures to be drawn anew."""
    from PIL import Image

    return picture if isinstance(picture, Refused) else Image.open(BytesIO(picture.data))


@lru_cache(maxsize=64)
def _size(file: _File) -> tuple[int, int] | Refused:
    picture = _open(file)
    if isinstance(picture, Refused):
        return picture
    try:
        with decoding():
            if picture.format == "JPEG":
                lies = picture.getexif().get(274) in _TURNED
                seen = (picture.height, picture.width) if lies else picture.size
                # An eighth of the size is unpacked in no time, and shows whether the file is whole.
                picture.draft(picture.mode, (max(1, picture.width // 8), max(1, picture.height // 8)))
                picture.load()
                return seen
            # The EXIF data of a PNG may stand behind its pixels.
            picture.load()
            lies = picture.getexif().get(274) in _TURNED
            return (picture.height, picture.width) if lies else picture.size
    except FileRefused as refused:
        return Refused(f"it {refused}")


@lru_cache(maxsize=8)
def _base(file: _File) -> Picture | Refused:
    seen = _size(file)
    picture = _open(file)
    if isinstance(seen, Refused) or isinstance(picture, Refused):
        return seen if isinstance(seen, Refused) else Refused("it is damaged")
    if picture.format == "JPEG" and picture.mode in ("RGB", "L"):
        plain = picture.getexif().get(274) in _UPRIGHT and picture.width * picture.height <= KEPT_PIXELS
        if plain:
            return Picture(_data(file), "image/jpeg", *picture.size, seen)
    return _packed(picture, seen, KEPT_PIXELS, lossless=False)


def _examined(file: _File) -> Drawing | Refused:
    try:
        data = _data(file)
    except FileRefused as refused:
        return Refused(clause(refused))
    found = examined(data, MOST_SVG_BYTES, MOST_PIXELS // 2)
    return Refused(found) if isinstance(found, str) else found


def _pixels_of(drawing: Drawing, pixels: int, seconds: float) -> Picture | Refused:
    """A drawing as so many pixels."""
    from jdgtools.render.backends.svg_pixels import svg_png

    seen = drawing.width, drawing.height
    share = (pixels / (seen[0] * seen[1])) ** 0.5
    size = max(1, round(seen[0] * share)), max(1, round(seen[1] * share))
    try:
        data = svg_png(drawing.text.encode(), *size, seconds=seconds)
    except FileRefused as refused:
        return Refused(f"it {refused}")
    return Picture(data, "image/png", *size, seen)


@lru_cache(maxsize=8)
def _drawing_size(file: _File) -> tuple[float, float] | Refused:
    found = _glanced(file)
    return found if isinstance(found, Refused) else found.seen


class _NotKept(Exception):
    """A drawing was refused, for reasons that may be gone the next time."""

    def __init__(self, refused: Refused) -> None:
        self.refused = refused


def _known_size(file: _File, store: Store) -> tuple[float, float] | Refused:
    """The size of a picture, which is looked at once for all runs."""
    try:
        data = _data(file)
    except FileRefused as refused:
        return Refused(clause(refused))

    def look() -> bytes:
        seen = _drawing_size(file) if is_drawing(file[1]) else _size(file)
        if isinstance(seen, Refused):
            raise _NotKept(seen)
        return json.encode(seen)

    try:
        found = store.product("picture looked at 2", (data, is_drawing(file[1])), look)
    except _NotKept as error:
        return error.refused
    return json.decode(found, type=tuple[float, float])


@lru_cache(maxsize=8)
def _glanced(file: _File) -> Picture | Refused:
    """A drawing at a small size: enough to know that it can be drawn."""
    drawing = _examined(file)
    return drawing if isinstance(drawing, Refused) else _pixels_of(drawing, *_GLANCE)


@lru_cache(maxsize=4)
def _drawn(file: _File) -> Picture | Refused:
    drawing = _examined(file)
    if isinstance(drawing, Refused):
        return drawing
    found = _pixels_of(drawing, *_WHOLE)
    # What the check has let pass is not missing from the map, if it is coarse.
    return _glanced(file) if isinstance(found, Refused) else found


@lru_cache(maxsize=64)
def _small(file: _File) -> Picture | Refused:
    seen = _size(file)
    picture = _open(file) if not isinstance(seen, Refused) else seen
    if isinstance(picture, Refused) or isinstance(seen, Refused):
        return picture if isinstance(picture, Refused) else Refused("it is damaged")
    share = min(1.0, TILE_SIDE / max(picture.size))
    pixels = int(picture.width * picture.height * share * share)
    return _packed(picture, seen, max(1, pixels), lossless=True)


def _packed(picture: Image, seen: tuple[float, float], most: int, lossless: bool) -> Picture | Refused:
    """The picture upright, in RGB, of at most so many pixels, with its transparency if it has any."""
    from PIL import Image

    try:
        image = upright(picture)
        clear = image.mode == "RGBA"
        share = (most / (image.width * image.height)) ** 0.5
        if share < 1.0:
            smaller = max(1, int(image.width * share)), max(1, int(image.height * share))
            image = image.resize(smaller, Image.Resampling.LANCZOS)
        out = BytesIO()
        if clear or lossless:
            image.save(out, "PNG", compress_level=6)
            return Picture(out.getvalue(), "image/png", *image.size, seen)
        image.save(out, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
        return Picture(out.getvalue(), "image/jpeg", *image.size, seen)
    except Exception:  # of nearly every kind: see `decoding`
        return Refused("it is damaged")


class Laid(Struct, frozen=True):
    """A picture drawn anew so that it lies straight on the sheet."""

    picture: Picture
    box: Box
    """Left, top, right, bottom of the data on the sheet, mm."""


def laid_picture(project: Path, path: str, at: Transform, box: Box) -> Laid | Refused:
    """The part of a raster picture that shows in a box, turned and slanted as a transform says.

    What draws PDF files as pixels puts a slanted picture a pixel or two beside its place; a straight one it
    puts right.

    Args:
        project: folder of the project.
        path: file in it.
        at: pixels as the designer sees them -> mm on the sheet.
        box: left, top, right, bottom of what can be seen, mm.
    """
    found = _file(project, path)
    return found if isinstance(found, Refused) else _laid(found, at, box)


@lru_cache(maxsize=4)
def _laid(file: _File, at: Transform, box: Box) -> Laid | Refused:
    drawing = is_drawing(file[1])
    seen = _drawing_size(file) if drawing else _size(file)
    if isinstance(seen, Refused):
        return seen
    picture = _opened(_drawn(file)) if drawing else _open(file)
    if isinstance(picture, Refused):
        return picture
    if drawing:
        at = compose(at, scaling(seen[0] / picture.width, seen[1] / picture.height))
        seen = picture.size
    corners = [applied(at, (x, y)) for x in (0, seen[0]) for y in (0, seen[1])]
    left, right = max(box[0], min(x for x, _ in corners)), min(box[2], max(x for x, _ in corners))
    top, low = max(box[1], min(y for _, y in corners)), min(box[3], max(y for _, y in corners))
    back = inverse(at)
    if right <= left or low <= top or back is None:
        return Refused("no part of it lies on the map")
    own = abs(back[0] * back[3] - back[1] * back[2]) ** 0.5
    per_mm = min(own, _FINEST, (KEPT_PIXELS / ((right - left) * (low - top))) ** 0.5)
    width, height = max(1, round((right - left) * per_mm)), max(1, round((low - top) * per_mm))
    across, down = (right - left) / width, (low - top) / height
    to_file = compose(back, translation(left, top), scaling(across, down))
    packed = _warped(picture, to_file, (width, height), max(1, int(own / per_mm + 0.3)), seen)
    return packed if isinstance(packed, Refused) else Laid(packed, (left, top, right, low))


def _warped(
    picture: Image, to_file: Transform, size: tuple[int, int], times: int, seen: tuple[float, float]
) -> Picture | Refused:
    """The picture drawn anew.

    Args:
        picture: not yet unpacked.
        to_file: pixels of the new picture -> pixels of the file.
        size: of the new picture, pixels.
        times: pixels of the file that are brought together first, or fine lines would flicker.
        seen: size of the file as its designer sees it.
    """
    from PIL import Image

    try:
        image = upright(picture)
        clear = image.mode == "RGBA"
        image = image.reduce(times) if times > 1 else image
        a, b, c, d, e, f = (value / times for value in to_file)
        turned = image.transform(size, Image.Transform.AFFINE, (a, c, e, b, d, f), Image.Resampling.BICUBIC)
        out = BytesIO()
        if clear:
            turned.save(out, "PNG", compress_level=6)
            return Picture(out.getvalue(), "image/png", *size, seen)
        turned.save(out, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
        return Picture(out.getvalue(), "image/jpeg", *size, seen)
    except Exception:  # of nearly every kind: see `decoding`
        return Refused("it is damaged")
