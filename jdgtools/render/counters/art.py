"""The designer's own pictures on counters: read with suspicion, made small; drawings stay drawings.

A drawing in SVG is printed in vectors when ``svg_in`` understands all of it, and turned into a fine picture
otherwise.

A picture comes from a project that somebody else may have written. It is taken only when it lies in the
project folder, is no larger than the limits here, and asks for nothing outside itself.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.render.counters.spec import ArtType, Box, FaceContext, Picture
from jdgtools.render.own_svg import Drawing, examined
from jdgtools.render.svg_in import svg_symbol
from jdgtools.store import Store
from jdgtools.untrusted import Refused as FileRefused
from jdgtools.untrusted.apart import decode
from jdgtools.untrusted.files import clause, find_file, read_file
from jdgtools.untrusted.rasters import is_raster, png_size

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle

MOST_BYTES = 8_000_000
MOST_SVG_BYTES = 1_000_000
MOST_PIXELS = 25_000_000
KEPT_PIXELS = 480
"""Longer side of the picture as it is kept: 600 dpi at 20 mm."""


_SECONDS = 4.0
"""What drawing one may take."""


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
            data = _data(project, path)
            found[path] = b"" if isinstance(data, Refused) else data
    return tuple(found.items())


def examine_art(project: Path, path: str, store: Store | None = None, *, vectors: bool = True) -> str:
    """Why the picture is refused; '' when nothing speaks against it.

    Args:
        project: folder of the project.
        path: file in it.
        store: knows pictures that could be drawn in an earlier run.
        vectors: whether it is printed as a drawing where all of it is understood.
    """
    data = _data(project, path)
    if isinstance(data, Refused):
        return data.reason
    raster = is_raster(data)
    if not raster and not path.lower().endswith(".svg"):
        return _NEITHER.reason

    def look() -> bytes:
        drawn = _raster(data) if raster else _drawn(data, vectors)
        if isinstance(drawn, Refused):
            raise _NotKept(drawn)
        return b"drawn"

    try:
        (store or Store(None)).product("small picture looked at 1", (data, vectors and not raster), look)
    except _NotKept as error:
        return error.refused.reason
    return ""


class _NotKept(Exception):
    """A picture was refused, for reasons that may be gone the next time."""

    def __init__(self, refused: Refused) -> None:
        self.refused = refused


def read_art(project: Path, path: str, *, vectors: bool = False) -> Art | Refused:
    """The picture as a small PNG, with ``vectors`` perhaps as a drawing, or why it is refused."""
    try:
        status = find_file(project / path, within=project).stat()
    except FileRefused as refused:
        return Refused(clause(refused))
    except OSError:
        return Refused("it cannot be read")
    return _read(project, path, status.st_mtime_ns, status.st_size, vectors)


def _data(project: Path, path: str) -> bytes | Refused:
    try:
        return read_file(project / path, within=project, limit=MOST_BYTES)
    except FileRefused as refused:
        return Refused(clause(refused))


@lru_cache(maxsize=128)
def _read(project: Path, path: str, changed: int, size: int, vectors: bool) -> Art | Refused:
    """The picture; ``changed`` and ``size`` keep the cache honest."""
    data = _data(project, path)
    if isinstance(data, Refused):
        return data
    if is_raster(data):
        return _raster(data)
    return _drawn(data, vectors) if path.lower().endswith(".svg") else _NEITHER


@lru_cache(maxsize=128)
def _drawn(data: bytes, vectors: bool) -> Art | Refused:
    """A drawing, with ``vectors`` as it is where all of it is understood, else as pixels."""
    drawing = _examined(data)
    if isinstance(drawing, Refused):
        return drawing
    share = KEPT_PIXELS / max(drawing.width, drawing.height)
    pixels = (max(1, round(drawing.width * share)), max(1, round(drawing.height * share)))
    svg = drawing.text.encode()
    if vectors and svg_symbol(svg) is not None:
        return Art(svg, pixels, "image/svg+xml")
    return _rasterised(svg, pixels)


def _raster(data: bytes) -> Art | Refused:
    try:
        png = decode("rasters:small_png", data, most_pixels=MOST_PIXELS, side=KEPT_PIXELS)
    except FileRefused as refused:
        return Refused(f"it {refused}")
    return Art(png, png_size(png))


def _examined(data: bytes) -> Drawing | Refused:
    """A drawing, if it is harmless."""
    found = examined(data, MOST_SVG_BYTES)
    return Refused(found) if isinstance(found, str) else found


def _rasterised(svg: bytes, size: tuple[int, int]) -> Art | Refused:
    from jdgtools.render.backends.svg_pixels import svg_png

    try:
        return Art(svg_png(svg, *size, seconds=_SECONDS), size)
    except FileRefused as refused:
        return Refused(f"it {refused}")
