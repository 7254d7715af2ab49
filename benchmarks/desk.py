"""The page of the desk: from a saved file to its diagnostics and its new picture, and the first page."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.base import Benchmark, Work
from jdgtools.collector import collector_paused

if TYPE_CHECKING:
    from jdgtools.desk_page.desk import Desk

BATTLE = Path(__file__).parent.parent / "scenarios" / "rolica-1808"


def _rolica() -> Path:
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, True)
    return Path(shutil.copytree(BATTLE, folder / "battle"))


def _large() -> Path:
    """A new battle of 60 x 40 hexes."""
    from jdgtools.starting import new_project

    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, True)
    new_project(folder / "battle", "jdg", "Large", size="60x40")
    return folder / "battle"


def _whole_map(desk: Desk) -> object:
    """Return the tiles that show the whole map in a window of usual size."""
    shown = desk.facts["map"]
    picture = desk.map_picture(shown["picture"])
    assert picture is not None
    zoom = -1 if max(shown["width"], shown["height"]) < 2000 else -2
    edge = 512 / 2.0**zoom
    columns, rows = int(shown["width"] // edge) + 1, int(shown["height"] // edge) + 1
    return [picture.tile(zoom, column, row) for column in range(columns) for row in range(rows)]


def _saved(make: Callable[[], Path], picture: bool) -> Work:
    from jdgtools.desk_page.desk import Desk

    desk = Desk(make())
    _whole_map(desk)
    path = desk.session.folder / "map.yaml"
    text = path.read_text(encoding="utf-8")
    head, sign, rest = text.partition("\nterrain: |\n")
    at = next(i for i, character in enumerate(rest) if not character.isspace())
    other = next(character for character in rest[at:] if not character.isspace() and character != rest[at])
    path.write_text(head + sign + rest[:at] + other + rest[at + 1 :], encoding="utf-8")

    def work() -> object:
        with collector_paused():  # as the server has it
            desk.refresh()
            return _whole_map(desk) if picture else desk.facts

    return work


def _first_page() -> Work:
    """The work of the command until the page shows the map, within this process."""
    folder = _rolica()

    def work() -> object:
        from jdgtools.cache import user_cache
        from jdgtools.desk_page.desk import Desk

        return _whole_map(Desk(folder, user_cache()))

    return work


BENCHMARKS = (
    Benchmark("desk: saved file to diagnostics, Roliça", lambda: _saved(_rolica, False), "-", aim="< 0.3 s"),
    Benchmark("desk: saved file to new picture, Roliça", lambda: _saved(_rolica, True), "-", aim="< 0.3 s"),
    Benchmark("desk: saved file to new picture, 60 x 40", lambda: _saved(_large, True), "-", aim="< 0.8 s"),
    Benchmark("desk: first page of Roliça", _first_page, "-", repeat=1, aim="< 1.5 s"),
)
