"""Pictures that a project brings for its counters: read with suspicion, made small; drawings stay drawings.

A drawing in SVG is printed in vectors when ``svg_in`` understands all of it, and turned into a fine picture
otherwise.

A picture comes from a project that somebody else may have written. It is taken only when it lies in the
project folder, is no larger than the limits here, and asks for nothing outside itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.cache import Cache
from jdgtools.render.counters.spec import ArtPicture, ArtType, Box, FaceContext
from jdgtools.render.svg_in import svg_symbol
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
from jdgtools.untrusted.rasters import is_raster, png_size

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle

MAX_BYTES = 8_000_000
MAX_SVG_BYTES = 1_000_000
MAX_PIXELS = 25_000_000
STORED_SIDE = 480
"""Longer side of the picture as it is kept: 600 dpi at 20 mm."""


MAX_SECONDS = 4.0
"""What drawing one may take."""


class Art(Struct, frozen=True):
    """A picture that may be drawn."""

    data: bytes
    """PNG, or SVG that is drawn as it is."""
    pixels: tuple[int, int]
    """Width and height; of a drawing their proportions alone count."""
    media_type: ArtType = "image/png"


_UNKNOWN_KIND = Refusal("it is neither SVG nor PNG nor JPEG")


def user_art(context: FaceContext, path: str, box: Box) -> ArtPicture | None:
    """Return the picture at a project path, fitted into the box; None when it cannot be used."""
    if not path or context.project is None:
        return None
    art = read_art(context.project, path, vectors=True)
    return ArtPicture(box, art.data, art.media_type, art.pixels) if isinstance(art, Art) else None


def unusable_art(battle: Battle, project: Path | None) -> list[tuple[str, str, str]]:
    """Return (kind, id, reason) for every unit and leader whose own picture cannot be drawn."""
    pieces = [("unit", u.id, u.art) for u in battle.units] + [("leader", x.id, x.art) for x in battle.leaders]
    problems = []
    for kind, name, path in pieces if project is not None else ():
        art = read_art(project, path, vectors=True) if path and project is not None else None
        if isinstance(art, Refusal):
            problems.append((kind, name, f"the picture `{path}` is not used: {art.reason}"))
    return problems


def art_contents(battle: Battle, project: Path) -> tuple[tuple[str, bytes], ...]:
    """Return path and content of the pictures that counters name, each once; b"" if refused."""
    content_by_path: dict[str, bytes] = {}
    for path in (*(unit.art for unit in battle.units), *(leader.art for leader in battle.leaders)):
        if path and path not in content_by_path:
            data = file_bytes(project, path, MAX_BYTES)
            content_by_path[path] = b"" if isinstance(data, Refusal) else data
    return tuple(content_by_path.items())


def examine_art(project: Path, path: str, cache: Cache | None = None, *, vectors: bool = True) -> str:
    """Return why the picture is refused; '' when nothing speaks against it.

    Args:
        project: folder of the project.
        path: file in it.
        cache: knows pictures that could be drawn in an earlier run.
        vectors: whether it is printed as a drawing where all of it is understood.
    """
    data = file_bytes(project, path, MAX_BYTES)
    if isinstance(data, Refusal):
        return data.reason
    raster = is_raster(data)
    if not raster and not path.lower().endswith(".svg"):
        return _UNKNOWN_KIND.reason

    def look() -> bytes | Refusal:
        art = _raster(data) if raster else _drawing(data, vectors)
        return art if isinstance(art, Refusal) else b"drawn"

    answer = remembered_unless_refused(
        cache or Cache(None), "small picture looked at 2", (data, vectors and not raster), look
    )
    return answer.reason if isinstance(answer, Refusal) else ""


def read_art(project: Path, path: str, *, vectors: bool = False) -> Art | Refusal:
    """Return the picture as a small PNG, with ``vectors`` perhaps as a drawing, or why it is refused."""
    state = file_state(project, path)
    if isinstance(state, Refusal):
        return state
    return _read(project, path, state.st_mtime_ns, state.st_size, vectors)


@remember(128)
def _read(project: Path, path: str, change_time: int, size: int, vectors: bool) -> Art | Refusal:
    """Return the picture; ``change_time`` and ``size`` keep the cache honest."""
    data = file_bytes(project, path, MAX_BYTES)
    if isinstance(data, Refusal):
        return data
    if is_raster(data):
        return _raster(data)
    return _drawing(data, vectors) if path.lower().endswith(".svg") else _UNKNOWN_KIND


@remember(128)
def _drawing(data: bytes, vectors: bool) -> Art | Refusal:
    """Return a drawing, with ``vectors`` as it is where all of it is understood, else as pixels."""
    drawing = harmless_drawing(data, MAX_SVG_BYTES)
    if isinstance(drawing, Refusal):
        return drawing
    share = STORED_SIDE / max(drawing.width, drawing.height)
    pixels = (max(1, round(drawing.width * share)), max(1, round(drawing.height * share)))
    svg = drawing.text.encode()
    if vectors and svg_symbol(svg) is not None:
        return Art(svg, pixels, "image/svg+xml")
    png = drawing_png(svg, *pixels, MAX_SECONDS)
    return png if isinstance(png, Refusal) else Art(png, pixels)


def _raster(data: bytes) -> Art | Refusal:
    png = decode_raster("small_png", data, max_pixels=MAX_PIXELS, side=STORED_SIDE)
    return png if isinstance(png, Refusal) else Art(png, png_size(png))
