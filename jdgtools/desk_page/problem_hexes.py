"""The hex of a diagnostic, so that the page can show it on the map: from its subject, or from its place."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from jdgtools.desk.mentions import Mention, mentions
from jdgtools.desk.pictures import cells_of

if TYPE_CHECKING:
    from jdgtools.desk.session import Session
    from jdgtools.diagnostics.diagnostic import Diagnostic

_HEX = re.compile(r"\bhex(?:side)? `?([\w.-]+)")


class ProblemHexes:
    """Finds the hexes that diagnostics are about, for signs on the map of the page.

    Args:
        session: the project that they are about.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._documents = session.documents
        self._grid = session.documents.grid

    def hex_of(self, problem: Diagnostic) -> str | None:
        """Return the number of the hex that a diagnostic is about; None where it is about no one hex."""
        if self._grid is None:
            return None
        match = _HEX.search(problem.subject or "")
        if match is not None and self._grid.index(match[1]) is not None:
            return match[1]
        span = problem.span
        if span is None:
            return None
        path = self._session.path_of(span.file)
        document = self._documents.get(path)
        if document is None:
            return None
        start, end = document.range(span)
        if path == self._map_path and (index := self._cells.get(start)) is not None:
            return self._grid.id(index)
        within = [m for m in self._hexes.get(path, ()) if m.start >= start and m.end <= max(end, start + 1)]
        over = [m for m in self._hexes.get(path, ()) if m.start <= start < m.end]
        nearest = next(iter(over or within), None)
        if nearest is not None:
            return nearest.id
        return self._of_piece(problem)

    def _of_piece(self, problem: Diagnostic) -> str | None:
        """Return where the unit or leader stands that a diagnostic names, in the first scenario with it."""
        kind, _, piece = (problem.subject or "").replace("`", "").partition(" ")
        battle = self._session.loaded.battle
        if kind not in ("unit", "leader") or battle is None or self._grid is None:
            return None
        for scenario in battle.scenarios:
            placement = scenario.placement(piece)
            if placement is not None and placement.hexes:
                return self._grid.id(placement.hexes[0])
        return None

    @property
    def _map_path(self) -> str | None:
        document = self._documents.map
        return document.path if document is not None else None

    @cached_property
    def _cells(self) -> dict[int, int]:
        """Offset of a character of a picture -> hex."""
        document, grid = self._documents.map, self._grid
        cells: dict[int, int] = {}
        if document is None or grid is None:
            return cells
        for key in ("terrain", "levels", "playable"):
            for row, line in enumerate(cells_of(document, key)):
                for column, (start, _) in enumerate(line):
                    index = grid.at(column, row)
                    if index is not None:
                        cells[start] = index
        return cells

    @cached_property
    def _hexes(self) -> dict[str, list[Mention]]:
        """Path -> mentions of hexes, in their order."""
        by_path: dict[str, list[Mention]] = {}
        for mention in mentions(self._documents):
            if mention.kind == "hex":
                by_path.setdefault(mention.path, []).append(mention)
        return by_path
