"""What pictures of the map are drawn of beside a file in the colours of a press, and what the aids keep of the map."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.exporters.aids import _inputs
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map import DrawnMap, map_digest
from jdgtools.exporters.options import BuildOptions
from jdgtools.render.sheets import settings_of
from tests.bundled import bundled


def _context(**printing: object) -> BuildContext:
    loaded = bundled("teaching-jdg")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    options = BuildOptions(printing=settings_of({"format": 1, **printing}))
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, options)


def test_pictures_beside_a_file_for_a_press_have_colours_of_a_screen_and_letters_as_shapes() -> None:
    drawn = DrawnMap(_context(color="cmyk"))
    picture, printed = drawn.screen_page((300, 240))[0], drawn.pdf()
    for mark in (b"/DeviceCMYK", b"/Font"):
        assert mark in printed and mark not in picture


@pytest.mark.parametrize("change", [{}, {"map": {"paper": "a3"}}], ids=str)
def test_the_aids_are_set_anew_where_the_map_is_drawn_otherwise(change: dict[str, object]) -> None:
    """Setup cards show pieces of it."""
    before, after = _context(), _context(**change)
    assert (map_digest(before) == map_digest(after)) == (not change)
    assert (_inputs(before) == _inputs(after)) == (not change)
    bare = replace(before.battle, map=None)
    assert _inputs(replace(before, battle=bare, _values={}))[-1] == ""
