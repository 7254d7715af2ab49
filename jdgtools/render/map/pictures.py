"""Pictures that a project brings for its map: looked at with suspicion, made no larger than paper needs.

A project may come from somebody else. A picture is taken only when it lies in the project folder and keeps to
the limits here; what is wrong with one is said in words, nothing raises.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, json

from jdgtools.render.bounds import Box
from jdgtools.render.map.fitting import applied, inverse
from jdgtools.render.own_svg import Drawing, examined
from jdgtools.render.scene import Transform, compose, scaling, translation
from jdgtools.untrusted import Refused as FileRefused
from jdgtools.untrusted.apart import LARGE, decode
from jdgtools.untrusted.files import clause, find_file, read_file
from jdgtools.untrusted.rasters import Look, is_png, pair

if TYPE_CHECKING:
    from jdgtools.store import Store

MOST_BYTES = 80_000_000
MOST_SVG_BYTES = 20_000_000
MOST_PIXELS = 120_000_000
KEPT_PIXELS = 40_000_000
"""A larger picture is made smaller: 300 dpi on A1 and more."""
TILE_SIDE = 1600
"""Longer side of a texture or a symbol as it is kept."""
_GLANCE = 250_000, 4.0
"""Pixels of a drawing that is looked at, and the seconds that may take."""
_WHOLE = 16_000_000, 180.0
"""The same for a drawing that becomes a base map: 200 dpi on A2."""
_COARSE = 4_000_000, 60.0
"""The same if that takes too long."""
_FINEST = 300 / 25.4
"""Pixels a millimetre of a picture that is drawn anew."""


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


def _data(file: _File) -> bytes | Refused:
    try:
        return read_file(file[0] / file[1], within=file[0], limit=MOST_BYTES)
    except FileRefused as refused:
        return Refused(clause(refused))


@lru_cache(maxsize=64)
def _look(file: _File) -> Look | Refused:
    """What is known of a picture that could be unpacked."""
    data = _data(file)
    if isinstance(data, Refused):
        return data
    try:
        made = decode("rasters:look", data, memory=LARGE, most_pixels=MOST_PIXELS)
    except FileRefused as refused:
        return Refused(f"it {refused}")
    return json.decode(made, type=Look)


def _size(file: _File) -> tuple[int, int] | Refused:
    found = _look(file)
    return found if isinstance(found, Refused) else found.seen


@lru_cache(maxsize=8)
def _base(file: _File) -> Picture | Refused:
    look = _look(file)
    if isinstance(look, Refused):
        return look
    plain = look.upright and look.width * look.height <= KEPT_PIXELS
    data = _data(file)
    if isinstance(data, bytes) and plain and look.format == "JPEG" and look.mode in ("RGB", "L"):
        return Picture(data, "image/jpeg", look.width, look.height, look.seen)
    return _made("packed", data, look.seen, most=KEPT_PIXELS, side=0, lossless=False)


def _examined(file: _File) -> Drawing | Refused:
    data = _data(file)
    if isinstance(data, Refused):
        return data
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
    data = _data(file)
    if isinstance(data, Refused):
        return data

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
    for pixels, seconds in (_WHOLE, _COARSE):
        found = _pixels_of(drawing, pixels, seconds)
        if isinstance(found, Picture):
            return found
    # What the check has let pass is not missing from the map, if it is coarse.
    return _glanced(file)


@lru_cache(maxsize=64)
def _small(file: _File) -> Picture | Refused:
    look = _look(file)
    if isinstance(look, Refused):
        return look
    return _made("packed", _data(file), look.seen, most=MOST_PIXELS, side=TILE_SIDE, lossless=True)


def _made(
    function: str, data: bytes | Refused, seen: tuple[float, float], **arguments: Any
) -> Picture | Refused:
    """What a function of `rasters` makes of a picture."""
    if isinstance(data, Refused):
        return data
    try:
        made = decode(f"rasters:{function}", data, memory=LARGE, most_pixels=MOST_PIXELS, **arguments)
    except FileRefused as refused:
        return Refused(f"it {refused}")
    return Picture(made[8:], "image/png" if is_png(made[8:]) else "image/jpeg", *pair(made), seen)


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
    picture = _drawn(file) if drawing else _look(file)
    if isinstance(picture, Refused):
        return picture
    data: bytes | Refused
    if isinstance(picture, Picture):
        data, seen = picture.data, (picture.width, picture.height)
        at = compose(at, scaling(picture.seen[0] / seen[0], picture.seen[1] / seen[1]))
    else:
        data, seen = _data(file), picture.seen
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
    times = max(1, int(own / per_mm + 0.3))
    made = _made("warped", data, seen, to_file=list(to_file), width=width, height=height, times=times)
    return made if isinstance(made, Refused) else Laid(made, (left, top, right, low))
