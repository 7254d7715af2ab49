"""Pictures that a project brings for its map: looked at with suspicion, made no larger than paper needs.

A project may come from somebody else. A picture is taken only when it lies in the project folder and keeps to
the limits here; what is wrong with one is said in words, nothing raises.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, json
from msgspec.structs import replace

from jdgtools.render.bounds import Box
from jdgtools.render.map.fitting import apply_transform, inverse
from jdgtools.render.scene import Transform, compose, scaling, translation
from jdgtools.render.user_files import (
    Refusal,
    decode_raster,
    drawing_png,
    file_bytes,
    file_state,
    harmless_drawing,
    remember,
    remembered_unless_refused,
)
from jdgtools.render.user_svg import UserDrawing
from jdgtools.untrusted.rasters import RasterInfo, is_png, pair

if TYPE_CHECKING:
    from jdgtools.cache import Cache

MAX_BYTES = 80_000_000
MAX_SVG_BYTES = 20_000_000
MAX_PIXELS = 80_000_000
"""A1 at 300 dpi has 70 million."""
STORED_PIXELS = 40_000_000
"""A larger picture is made smaller: 300 dpi on A1 and more."""
TILE_SIDE = 1600
"""Longer side of a texture or a symbol as it is kept."""
_SMALL_SIZE = 250_000, 2.0
"""Pixels of a drawing that is looked at, and the seconds that may take."""
_FULL_SIZE = 16_000_000, 7.0
"""The same for a drawing that becomes a base map: 200 dpi on A2; a detailed map takes four to six. With the
look at it, and all else, a command ends within ten."""
_COARSE_SIZE = 4_000_000, 7.0
"""The same if that is sure to take too long."""
_MAX_WORK = 700_000
"""Units of work for which a drawing is tried at a size; more is sure to take too long."""
MAX_PIXELS_PER_MM = 300 / 25.4
"""Pixels a millimetre of a picture that is drawn anew."""


class ProjectPicture(Struct, frozen=True):
    """A picture that may be drawn."""

    data: bytes
    media_type: Literal["image/png", "image/jpeg"]
    width: int
    """Pixels of the data."""
    height: int
    design_size: tuple[float, float]
    """Width and height of the file as its designer sees it: pixels, units of a drawing. Control points count
    these."""
    shortfall: str = ""
    """Why a drawing has fewer pixels than others of its kind; empty = it has as many."""
    for_now: bool = False
    """Whether nothing but the time that others took is the reason."""


NOT_ON_THE_MAP = Refusal("no part of it lies on the map")


def picture_size(project: Path, path: str, cache: Cache | None = None) -> tuple[float, float] | Refusal:
    """Return width and height of a base map as an editor shows it: pixels, units of a drawing; or why not.

    The file is checked for damage as far as that costs little; a drawing is drawn at a small size.

    Args:
        project: folder of the project.
        path: file in it.
        cache: knows drawings that could be drawn in an earlier run.
    """
    file = _file(project, path)
    if isinstance(file, Refusal):
        return file
    if cache is not None:
        return _cached_size(file, cache)
    return _drawing_size(file) if is_drawing(path) else _size(file)


def base_picture(project: Path, path: str) -> ProjectPicture | Refusal:
    """Return a base map of any size up to the limits, as it is or packed anew; a drawing as pixels."""
    file = _file(project, path)
    if isinstance(file, Refusal):
        return file
    return _drawing(file) if is_drawing(path) else _base(file)


def find_shortfall(project: Path, path: str, base: bool) -> str:
    """Return what is wrong with a picture now that it is drawn: it is missing, or coarse; '' for nothing.

    The check looks at drawings at a small size, so one that it has let pass may still ask for too much.

    Args:
        project: folder of the project.
        path: file in it.
        base: whether it is a base map.
    """
    picture = base_picture(project, path) if base else small_picture(project, path)
    if isinstance(picture, Refusal):
        return f"it is missing from the map: {picture.reason}"
    if not picture.shortfall:
        return ""
    pixels = picture.width * picture.height / 1e6
    return f"it has {pixels:.2g} million pixels instead of {_FULL_SIZE[0] / 1e6:g}: {picture.shortfall}"


def is_drawing(path: str) -> bool:
    """Return whether a file is taken for an SVG drawing."""
    return path.lower().endswith(".svg")


def small_picture(project: Path, path: str) -> ProjectPicture | Refusal:
    """Return a texture or symbol, raster or SVG, at most ``TILE_SIDE`` pixels long."""
    file = _file(project, path)
    if isinstance(file, Refusal):
        return file
    if is_drawing(path):
        from jdgtools.render.counters.art import Art, read_art

        art = read_art(project, path)
        if not isinstance(art, Art):
            return Refusal(art.reason)
        return ProjectPicture(art.data, "image/png", *art.pixels, art.pixels)
    return _small(file)


_File = tuple[Path, str, int, int]
"""Folder of the project and path in it, and the time and size that keep the caches honest."""


def _file(project: Path, path: str) -> _File | Refusal:
    state = file_state(project, path)
    if isinstance(state, Refusal):
        return state
    if state.st_size > MAX_BYTES:
        return Refusal(f"it is larger than {MAX_BYTES // 1_000_000} MB")
    return project, path, state.st_mtime_ns, state.st_size


def _data(file: _File) -> bytes | Refusal:
    return file_bytes(file[0], file[1], MAX_BYTES)


@remember(64)
def _raster_info(file: _File) -> RasterInfo | Refusal:
    """Return what is known of a picture that could be unpacked."""
    data = _data(file)
    if isinstance(data, Refusal):
        return data
    info = decode_raster("inspect", data, max_pixels=MAX_PIXELS)
    return info if isinstance(info, Refusal) else json.decode(info, type=RasterInfo)


def _size(file: _File) -> tuple[int, int] | Refusal:
    info = _raster_info(file)
    return info if isinstance(info, Refusal) else info.displayed_size


@remember(8)
def _base(file: _File) -> ProjectPicture | Refusal:
    info = _raster_info(file)
    if isinstance(info, Refusal):
        return info
    plain = info.upright and info.width * info.height <= STORED_PIXELS
    data = _data(file)
    if isinstance(data, bytes) and plain and info.format == "JPEG" and info.mode in ("RGB", "L"):
        return ProjectPicture(data, "image/jpeg", info.width, info.height, info.displayed_size)
    return _rework("pack", data, info.displayed_size, most=STORED_PIXELS, side=0, lossless=False)


# A drawing is drawn at a small size and then at a large one: the file is read and judged once for both.
@remember(1)
def _examine(file: _File) -> UserDrawing | Refusal:
    data = _data(file)
    if isinstance(data, Refusal):
        return data
    return harmless_drawing(data, MAX_SVG_BYTES, MAX_PIXELS // 2)


def _pixels_of(drawing: UserDrawing, pixels: int, seconds: float) -> ProjectPicture | Refusal:
    """Draw an SVG drawing as so many pixels."""
    design_size = drawing.width, drawing.height
    share = (pixels / (design_size[0] * design_size[1])) ** 0.5
    size = max(1, round(design_size[0] * share)), max(1, round(design_size[1] * share))
    data = drawing_png(drawing.text.encode(), *size, seconds)
    return data if isinstance(data, Refusal) else ProjectPicture(data, "image/png", *size, design_size)


@remember(8)
def _drawing_size(file: _File) -> tuple[float, float] | Refusal:
    picture = _small_drawing(file)
    return picture if isinstance(picture, Refusal) else picture.design_size


def _cached_size(file: _File, cache: Cache) -> tuple[float, float] | Refusal:
    """Return the size of a picture, which is looked at once for all runs."""
    data = _data(file)
    if isinstance(data, Refusal):
        return data

    def look() -> bytes | Refusal:
        size = _drawing_size(file) if is_drawing(file[1]) else _size(file)
        return size if isinstance(size, Refusal) else json.encode(size)

    size = remembered_unless_refused(cache, "picture looked at 2", (data, is_drawing(file[1])), look)
    return size if isinstance(size, Refusal) else json.decode(size, type=tuple[float, float])


@remember(8)
def _small_drawing(file: _File) -> ProjectPicture | Refusal:
    """Draw an SVG drawing at a small size: enough to know that it can be drawn."""
    drawing = _examine(file)
    return drawing if isinstance(drawing, Refusal) else _pixels_of(drawing, *_SMALL_SIZE)


@remember(4)
def _drawing(file: _File) -> ProjectPicture | Refusal:
    small = _small_drawing(file)
    if isinstance(small, Refusal):
        # A draft is drawn of a battle with errors: what takes too long when small is not tried when large.
        return small
    drawing = _examine(file)
    if isinstance(drawing, Refusal):
        return drawing
    shortfall, for_now = "", False
    for pixels, seconds in (_FULL_SIZE, _COARSE_SIZE):
        if drawing.work.at(pixels) > _MAX_WORK:
            shortfall = shortfall or "it has too many filters and layers"
            continue
        picture = _pixels_of(drawing, pixels, seconds)
        if isinstance(picture, ProjectPicture):
            return replace(picture, shortfall=shortfall)
        shortfall, for_now = shortfall or picture.reason, picture.for_now
        break  # the time of the command is used up
    # What the check has let pass is not missing from the map, if it is coarse.
    return replace(small, shortfall=shortfall, for_now=for_now)


@remember(64)
def _small(file: _File) -> ProjectPicture | Refusal:
    info = _raster_info(file)
    if isinstance(info, Refusal):
        return info
    return _rework("pack", _data(file), info.displayed_size, most=MAX_PIXELS, side=TILE_SIDE, lossless=True)


def _rework(
    function: str, data: bytes | Refusal, design_size: tuple[float, float], **arguments: Any
) -> ProjectPicture | Refusal:
    """Return what a function of `rasters` makes of a picture."""
    if isinstance(data, Refusal):
        return data
    result = decode_raster(function, data, max_pixels=MAX_PIXELS, **arguments)
    if isinstance(result, Refusal):
        return result
    return ProjectPicture(
        result[8:], "image/png" if is_png(result[8:]) else "image/jpeg", *pair(result), design_size
    )


class PlacedPicture(Struct, frozen=True):
    """A picture that was drawn anew so that it lies straight on the sheet."""

    picture: ProjectPicture
    box: Box
    """Left, top, right, bottom of the data on the sheet, mm."""


def place_picture(project: Path, path: str, at: Transform, box: Box) -> PlacedPicture | Refusal:
    """Return the part of a raster picture that shows in a box, turned and slanted as a transform says.

    What draws PDF files as pixels puts a slanted picture a pixel or two beside its place; a straight one it
    puts right.

    Args:
        project: folder of the project.
        path: file in it.
        at: pixels as the designer sees them -> mm on the sheet.
        box: left, top, right, bottom of what can be seen, mm.
    """
    file = _file(project, path)
    return file if isinstance(file, Refusal) else _place(file, at, box)


@remember(4)
def _place(file: _File, at: Transform, box: Box) -> PlacedPicture | Refusal:
    drawing = is_drawing(file[1])
    picture = _drawing(file) if drawing else _raster_info(file)
    if isinstance(picture, Refusal):
        return picture
    data: bytes | Refusal
    if isinstance(picture, ProjectPicture):
        data, file_size = picture.data, (picture.width, picture.height)
        at = compose(
            at, scaling(picture.design_size[0] / file_size[0], picture.design_size[1] / file_size[1])
        )
    else:
        data, file_size = _data(file), picture.displayed_size
    corners = [apply_transform(at, (x, y)) for x in (0, file_size[0]) for y in (0, file_size[1])]
    left, right = max(box[0], min(x for x, _ in corners)), min(box[2], max(x for x, _ in corners))
    top, low = max(box[1], min(y for _, y in corners)), min(box[3], max(y for _, y in corners))
    back = inverse(at)
    if right <= left or low <= top or back is None:
        return NOT_ON_THE_MAP
    file_per_mm = abs(back[0] * back[3] - back[1] * back[2]) ** 0.5
    per_mm = min(file_per_mm, MAX_PIXELS_PER_MM, (STORED_PIXELS / ((right - left) * (low - top))) ** 0.5)
    width, height = max(1, round((right - left) * per_mm)), max(1, round((low - top) * per_mm))
    across, down = (right - left) / width, (low - top) / height
    to_file = compose(back, translation(left, top), scaling(across, down))
    times = max(1, int(file_per_mm / per_mm + 0.3))
    picture_on_sheet = _rework(
        "warp", data, file_size,
        most=STORED_PIXELS, to_file=list(to_file), width=width, height=height, times=times,
    )  # fmt: skip
    return (
        picture_on_sheet
        if isinstance(picture_on_sheet, Refusal)
        else PlacedPicture(picture_on_sheet, (left, top, right, low))
    )
