"""Files with pictures that a project brings: their bytes, or in words why they are not used.

Counters (`counters.art`) and the map (`map.pictures`) take such files within limits of their own. What both
do alike is here: a file outside the folder is not read, and a refusal is a value that goes on to a message,
never an exception. A refusal is not remembered from one run to the next: what could not be read, or took too
long to draw, may be drawn the next time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from os import stat_result
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from msgspec import Struct

from jdgtools.render.user_svg import UserDrawing, examine_svg
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.decoding import decode
from jdgtools.untrusted.files import clause, find_file, read_file

if TYPE_CHECKING:
    from jdgtools.cache import Cache

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Refusal(Struct, frozen=True):
    """Why a picture is not used."""

    reason: str
    """A clause that goes on after the name of the file: "it is no drawing"."""
    for_now: bool = False
    """Whether nothing but the time that others took speaks against it."""


def file_state(project: Path, path: str) -> stat_result | Refusal:
    """Return time and size of a file in the folder of the project, for those who remember what it held."""
    try:
        return find_file(project / path, within=project).stat()
    except FileRefused as refusal:
        return Refusal(clause(refusal))
    except OSError:
        return Refusal("it cannot be read")


def file_bytes(project: Path, path: str, limit: int) -> bytes | Refusal:
    """Return a file in the folder of the project that has at most `limit` bytes."""
    try:
        return read_file(project / path, within=project, limit=limit)
    except FileRefused as refusal:
        return Refusal(clause(refusal))


def harmless_drawing(data: bytes, max_bytes: int, max_pixels: int = 0) -> UserDrawing | Refusal:
    """Return the SVG drawing in a file, if it is harmless and within the limits of `examine_svg`."""
    drawing = examine_svg(data, max_bytes, max_pixels)
    return Refusal(drawing) if isinstance(drawing, str) else drawing


def decode_raster(function: str, data: bytes, **arguments: Any) -> bytes | Refusal:
    """Return what a function of `untrusted.rasters` makes of a picture of pixels."""
    try:
        return decode(f"rasters:{function}", data, **arguments)
    except FileRefused as refusal:
        return Refusal(f"it {refusal}", refusal.for_now)


def drawing_png(svg: bytes, width: int, height: int, seconds: float) -> bytes | Refusal:
    """Return a drawing as PNG of so many pixels, if that takes no longer than some seconds."""
    from jdgtools.render.backends.svg_pixels import svg_png

    try:
        return svg_png(svg, width, height, seconds=seconds)
    except FileRefused as refusal:
        return Refusal(f"it {refusal}", refusal.for_now)


class AnswerMemory(Generic[_P, _T]):
    """A function whose last answers are kept in memory, but none that holds for now (`Refusal.for_now`).

    Args:
        function: of arguments that can be compared.
        size: how many answers are kept.
    """

    def __init__(self, function: Callable[_P, _T], size: int) -> None:
        def keep(*arguments: _P.args, **named: _P.kwargs) -> _T:
            answer = function(*arguments, **named)
            if getattr(answer, "for_now", False):
                raise _AnswerForNow(answer)
            return answer

        self._keep: Any = lru_cache(maxsize=size)(keep)
        self.cache_clear: Callable[[], None] = self._keep.cache_clear

    def __call__(self, *arguments: _P.args, **named: _P.kwargs) -> _T:
        """Return the answer, from memory if it was given before."""
        try:
            answer: _T = self._keep(*arguments, **named)
        except _AnswerForNow as error:
            answer = error.answer
        return answer


def remember(size: int) -> Callable[[Callable[_P, _T]], AnswerMemory[_P, _T]]:
    """Return a decorator that gives a function an `AnswerMemory`."""
    return lambda function: AnswerMemory(function, size)


def remembered_unless_refused(
    cache: Cache, kind: str, key: object, look: Callable[[], bytes | Refusal]
) -> bytes | Refusal:
    """Return what `look` says of a picture, from an earlier run if it was not refused there."""

    def accepted() -> bytes:
        answer = look()
        if isinstance(answer, Refusal):
            raise _AnswerForNow(answer)
        return answer

    try:
        return cache.get_or_make(kind, key, accepted)
    except _AnswerForNow as error:
        refusal: Refusal = error.answer
        return refusal


class _AnswerForNow(Exception):
    """Keeps an answer out of a cache, which remembers whatever it is given."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
