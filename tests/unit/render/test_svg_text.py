"""SVG text: numbers of paths."""

from __future__ import annotations

from jdgtools.render.backends.svg import number, path_data
from jdgtools.render.scene import Path


def test_numbers_of_paths_are_written_as_all_others() -> None:
    values = (0.0, -0.0, -0.0004, 100.0, -100.5, 0.05, 10.1, 200.25, -10.0, 99.9996, -99.9996, 1e6)
    commands = tuple(("L", x, y) for x in values for y in values)
    expected = "".join(f"L{number(x)} {number(y)}" for x in values for y in values)
    assert path_data(Path((*commands, ("Z",)))) == expected + "Z"
