from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from jdgtools.exporters.module.module_context import Cone
from jdgtools.exporters.module.pictures import cone_picture, cone_reach, moved_picture, name_faces, used_names
from jdgtools.exporters.module.window_parts import zoom_levels
from tests.unit.exporters_vassal.conftest import BATTLES, built_once, module_context_of

SIZE, STEP = 48.0, 42.0


def alpha_at(cone: Cone, x: float, y: float) -> int:
    """Opacity at a point in pixels from the centre of the counter's hex, y downwards."""
    with Image.open(io.BytesIO(cone_picture(cone, SIZE, STEP))) as image:
        alpha = image.convert("RGBA").getchannel("A")
        assert alpha.height == cone_reach(cone.radius, SIZE)
        value = alpha.getpixel((alpha.width // 2 + round(x), alpha.height + round(y)))
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize(
    ("cone", "inside", "outside"),
    [
        # Facing a corner: two front hexes, three at range 2.
        (Cone(2, 1, 1), [(-24, -42), (24, -42)], [(0, -84), (-48, -5), (48, -5)]),
        (Cone(2, 2, 1), [(-48, -84), (0, -84), (48, -84)], [(-72, -42), (96, -84), (0, -126)]),
        # A counter of two hexes has a third front hex on its right.
        (Cone(2, 1, 2), [(-24, -42), (24, -42), (72, -42)], [(120, -42), (-72, -42)]),
        # Facing a hexside: three front hexes, or the one straight ahead.
        (Cone(3, 1, 1), [(0, -48), (-42, -24), (42, -24)], [(0, -90), (84, -48)]),
        (Cone(1, 2, 1), [(0, -48), (0, -96)], [(-42, -24), (42, -24), (42, -72)]),
    ],
)
def test_the_cone_covers_the_front_hexes(
    cone: Cone, inside: list[tuple[float, float]], outside: list[tuple[float, float]]
) -> None:
    assert all(alpha_at(cone, x, y) > 0 for x, y in inside)
    assert all(alpha_at(cone, x, y) == 0 for x, y in outside)


def test_the_counter_itself_is_not_covered() -> None:
    assert alpha_at(Cone(2, 1, 1), 0, -8) == 0


def test_equal_pictures_have_one_name_and_names_are_safe() -> None:
    faces = {
        ("unit", "Äb c", "front"): b"1",
        ("unit", "äb c", "front"): b"2",
        ("unit", "x", "back"): b"1",
    }
    names, data = name_faces(faces)
    assert names["unit", "x", "back"] == names["unit", "Äb c", "front"]
    assert len(data) == 2
    assert all(n.isascii() and n == n.lower() for n in data)


def test_only_pictures_named_are_used() -> None:
    assert used_names(["a.png", "b.png", "aa.png"], ["x;a.png;y", "b.pngx aa-png"]) == {"a.png", "b.png"}


def test_pictures_have_no_volatile_parts() -> None:
    assert moved_picture() == moved_picture()
    assert b"tIME" not in moved_picture()


def test_zoom_steps_show_the_same_sizes_however_fine_the_pictures_are() -> None:
    for size in (48, 64, 96, 192):
        module_context = module_context_of("teaching-jdg")
        module_context.hex_px = size
        shown = [float(level) * size for level in zoom_levels(module_context).split(",")]
        assert [round(n) for n in shown] == [24, 32, 48, 60, 72, 96, 120, 144, 192]


def test_pointing_at_a_stack_shows_counters_wide_enough_for_their_texts() -> None:
    for name in BATTLES:
        for viewer in built_once(name).module.root.find("CounterDetailViewer"):
            said = viewer.get("counterReportFormat")
            width = int(re.findall(r"<table width=(\d+) ", said)[0])
            assert float(viewer.get("graphicsZoom")) * module_context_of(name).counter_px >= width * 0.9
            assert viewer.get("enableHTML") == "true"
