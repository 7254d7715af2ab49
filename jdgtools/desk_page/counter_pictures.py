"""Counters as the page shows them: the faces that will be printed, drawn when the page first asks for one."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import quote

from jdgtools.exporters.faces import counters_of

if TYPE_CHECKING:
    from jdgtools.exporters.context import BuildContext
    from jdgtools.render.counters import Counter
    from jdgtools.render.counters.spec import FaceSpec

PIXELS = 128
"""Edge of a counter's picture."""


class PageCounters:
    """The faces of a battle's counters.

    Args:
        context: the battle.
        former: the pictures before the last change; faces that are still the same are taken from there.
        digest: of the texts that the battle was read from.
    """

    def __init__(self, context: BuildContext, former: PageCounters | None = None, digest: str = "") -> None:
        self._context = context
        self._lock = Lock()
        self._pictures: dict[FaceSpec, bytes] = {}
        self.by_subject: dict[str, Counter] = {}
        """Id of a unit, leader, marker, or of a unit with the ratings of a scenario -> its first counter."""
        self._faces: dict[str, FaceSpec] = {}
        self._since: dict[str, str]
        """Name of a face -> digest of the texts with which it came to look as it does."""
        for counter in counters_of(context):
            self.by_subject.setdefault(counter.subject, counter)
            self._faces[counter.front_name] = counter.front
            if counter.back is not None and counter.back_name is not None:
                self._faces[counter.back_name] = counter.back
        if former is not None and former._context.theme == context.theme:
            faces = set(self._faces.values())
            self._pictures = {face: png for face, png in former._pictures.copy().items() if face in faces}
            self._since = {n: former._since[n] for n, f in self._faces.items() if former._faces.get(n) == f}
        else:
            self._since = {}
        for name in self._faces:
            self._since.setdefault(name, digest)

    def address(self, name: str) -> str:
        """Return the address of a face below that of all faces; it is another one where the face is."""
        return f"{self._since[name]}/{quote(name, safe='')}"

    def png(self, name: str) -> bytes | None:
        """Return the picture of a face as a PNG file; None where there is no such face."""
        from jdgtools.render.counters.bulk import draw_pngs

        face = self._faces.get(name)
        if face is None:
            return None
        with self._lock:
            if face not in self._pictures:
                # All at once: a page that asks for one face asks for the others as well.
                missing = {n: f for n, f in self._faces.items() if f not in self._pictures}
                pngs = draw_pngs(missing, PIXELS, self._context.theme)
                self._pictures.update({missing[n]: png for n, png in pngs.items()})
            return self._pictures[face]
