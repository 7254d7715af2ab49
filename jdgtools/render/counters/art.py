"""The designer's own pictures on counters: read with suspicion, made small; drawings stay drawings.

A drawing in SVG is printed in vectors when ``svg_in`` understands all of it, and turned into a fine picture
otherwise.

A picture comes from a project that somebody else may have written. It is taken only when it lies in the
project folder, is no larger than the limits here, and asks for nothing outside itself.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.render.counters.spec import ArtType, Box, FaceContext, Picture
from jdgtools.render.own_svg import Drawing, examined
from jdgtools.render.svg_in import svg_symbol

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle

MOST_BYTES = 8_000_000
MOST_SVG_BYTES = 1_000_000
MOST_PIXELS = 25_000_000
KEPT_PIXELS = 480
"""Longer side of the picture as it is kept: 600 dpi at 20 mm."""


class Art(Struct, frozen=True):
    """A picture that may be drawn."""

    data: bytes
    """PNG, or SVG that is drawn as it is."""
    pixels: tuple[int, int]
    """Width and height; of a drawing their proportions alone count."""
    media_type: ArtType = "image/png"


class Refused(Struct, frozen=True):
    """Why a picture is not used."""

    reason: str


_NEITHER = Refused("it is neither SVG nor PNG nor JPEG")


def own_art(context: FaceContext, path: str, box: Box) -> Picture | None:
    """The picture at a project path, fitted into the box; None when there is none that can be used."""
    if not path or context.project is None:
        return None
    art = read_art(context.project, path, vectors=True)
    return Picture(box, art.data, art.media_type, art.pixels) if isinstance(art, Art) else None


def art_problems(battle: Battle, project: Path | None) -> list[tuple[str, str, str]]:
    """(kind, id, reason) for every unit and leader whose own picture cannot be drawn."""
    wanted = [("unit", u.id, u.art) for u in battle.units] + [("leader", x.id, x.art) for x in battle.leaders]
    found = []
    for kind, name, path in wanted if project is not None else ():
        art = read_art(project, path, vectors=True) if path and project is not None else None
        if isinstance(art, Refused):
            found.append((kind, name, f"the picture `{path}` is not used: {art.reason}"))
    return found


def art_of(battle: Battle, project: Path) -> tuple[tuple[str, bytes], ...]:
    """The own pictures that counters of a battle name, each once: path and content, b"" if refused."""
    found: dict[str, bytes] = {}
    for path in (*(unit.art for unit in battle.units), *(leader.art for leader in battle.leaders)):
        if path and path not in found:
            file = _file(project, path)
            try:
                found[path] = b"" if isinstance(file, Refused) else file.read_bytes()
            except OSError:
                found[path] = b""
    return tuple(found.items())


def examine_art(project: Path, path: str) -> str:
    """Why the picture would be refused, without drawing it; '' when nothing speaks against it."""
    file = _file(project, path)
    if isinstance(file, Refused):
        return file.reason
    try:
        data = file.read_bytes()
    except OSError:
        return "it cannot be read"
    found: object
    if _is_raster(data):
        found = _raster(data)
    elif file.suffix.lower() == ".svg":
        found = _examined(data)
    else:
        found = _NEITHER
    return found.reason if isinstance(found, Refused) else ""


def read_art(project: Path, path: str, *, vectors: bool = False) -> Art | Refused:
    """The picture as a small PNG, with ``vectors`` perhaps as a drawing, or why it is refused."""
    file = _file(project, path)
    if isinstance(file, Refused):
        return file
    status = file.stat()
    return _read(file, status.st_mtime_ns, status.st_size, vectors)


def _file(project: Path, path: str) -> Path | Refused:
    """The file of a project path, if it may be read."""
    try:
        file = (project / path).resolve()
        if not file.is_relative_to(project.resolve()):
            return Refused("it lies outside the project folder")
        status = file.stat()
        if not file.is_file():
            return Refused("it is not a file")
    except (OSError, ValueError, RuntimeError):  # the last one for links that go round in a circle
        return Refused("there is no such file")
    if status.st_size > MOST_BYTES:
        return Refused(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    return file


@lru_cache(maxsize=128)
def _read(file: Path, changed: int, size: int, vectors: bool) -> Art | Refused:
    """The picture; ``changed`` and ``size`` keep the cache honest."""
    try:
        data = file.read_bytes()
    except OSError:
        return Refused("it cannot be read")
    if _is_raster(data):
        return _raster(data)
    if file.suffix.lower() != ".svg":
        return _NEITHER
    drawing = _examined(data)
    if isinstance(drawing, Refused):
        return drawing
    share = KEPT_PIXELS / max(drawing.width, drawing.height)
    pixels = (max(1, round(drawing.width * share)), max(1, round(drawing.height * share)))
    svg = drawing.text.encode()
    if vectors and svg_symbol(svg) is not None:
        return Art(svg, pixels, "image/svg+xml")
    return _rasterised(drawing.text, pixels)


def _is_raster(data: bytes) -> bool:
    return data[:8] == b"\x89PNG\r\n\x1a\n" or data[:2] == b"\xff\xd8"


def _raster(data: bytes) -> Art | Refused:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(data), formats=("PNG", "JPEG")) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return Refused(f"it has more than {MOST_PIXELS // 1_000_000} million pixels")
            image = picture.convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return Refused("it is damaged")
    if max(image.size) > KEPT_PIXELS:
        image.thumbnail((KEPT_PIXELS, KEPT_PIXELS), Image.Resampling.LANCZOS)
    out = BytesIO()
    image.save(out, "PNG")
    return Art(out.getvalue(), image.size)


def _examined(data: bytes) -> Drawing | Refused:
    """A drawing, if it is harmless."""
    found = examined(data, MOST_SVG_BYTES)
    return Refused(found) if isinstance(found, str) else found


def _rasterised(svg: str, size: tuple[int, int]) -> Art | Refused:
    from jdgtools.render.backends.svg_pixels import svg_png

    try:
        png = svg_png(svg, *size)
    except Exception:
        # typst says with exceptions of its own kind that it cannot draw the file.
        return Refused("it cannot be drawn")
    return Art(png, size)
