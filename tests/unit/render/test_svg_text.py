"""SVG text: numbers of paths, scenes that share layers."""

from __future__ import annotations

from jdgtools.render.backends.svg import number, path_data, render_svg, render_svgs
from jdgtools.render.scene import Circle, Group, Layer, Path, Rect, Scene


def test_numbers_of_paths_are_written_as_all_others() -> None:
    values = (0.0, -0.0, -0.0004, 100.0, -100.5, 0.05, 10.1, 200.25, -10.0, 99.9996, -99.9996, 1e6)
    commands = tuple(("L", x, y) for x in values for y in values)
    wanted = "".join(f"L{number(x)} {number(y)}" for x in values for y in values)
    assert path_data(Path((*commands, ("Z",)))) == wanted + "Z"


def test_scenes_that_begin_alike_are_written_as_one_by_one() -> None:
    red, blue = Circle(1, 1, 1, fill="#f00"), Circle(2, 2, 1, fill="#00f")
    shared = Layer("same", (Group((red,), clip=Rect(0, 0, 3, 3)),))
    scenes = [Scene(9, 9, "", (shared, Layer("own", (Group((item,), clip=item),)))) for item in (red, blue)]
    assert render_svgs(scenes) == [render_svg(scene) for scene in scenes]
