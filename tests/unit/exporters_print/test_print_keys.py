"""Every key of print.yaml changes what is printed: the values that its schema names are tried."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.counters import SheetWork
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.tiles import tile_windows
from jdgtools.loading import load
from jdgtools.render.map.draw import map_scenes
from jdgtools.render.sheets import settings_of
from jdgtools.schema import schema
from tests.tools.source_keys import Key, optional_keys

TEACHING = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"
BASES: dict[str, dict[str, Any]] = {
    "grid": {"grid": {"columns": 6, "rows": 6, "group": [3, 3], "gap": 2}},
    "map": {"map": {"paper": "a3"}},
    "tiles": {"tiles": {"paper": ["a4"]}},
    "safe": {"proof": True},
    "flip": {"back": {"offset": [1, 2]}},
}
"""First name of a key -> what must stand beside it to see what it does."""


@cache
def products(content: bytes) -> tuple[object, ...]:
    """Return the sheets, the map and its parts as drawn with print settings, colours and bleed of their files."""
    loaded = load(TEACHING)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    settings = settings_of(json.decode(content))
    options = BuildOptions(printing=settings)
    context = BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, options)
    work = SheetWork(context)
    sheets = [work.pages(settings.spec(paper), settings.flip) for paper in settings.papers]
    printed = map_scenes(context).print_scene
    tiles = [tile_windows(context, printed, paper) for paper in settings.tile_papers]
    return sheets, printed, tiles, settings.color, settings.map_bleed, work.unsafe(settings.safe)


def values_of(key: Key) -> list[Any]:
    node = schema("print")
    for name in key:
        node = node["properties"][name]
    return [*node.get("examples", ()), *node.get("enum", ())]


def with_value(base: dict[str, Any], key: Key, value: object) -> dict[str, Any]:
    first, *rest = key
    inner = with_value(base.get(first, {}), tuple(rest), value) if rest else value
    return {**base, first: inner}


# What `press` does is in the files and wants a profile: test_press_files.py.
KEYS = [key for key in optional_keys("print", 3) if key[0] != "press"]


@pytest.mark.parametrize("key", KEYS, ids=".".join)
def test_the_key_changes_what_is_printed(key: Key) -> None:
    base = {"format": 1, **BASES.get(key[0], {})}
    before = products(json.encode(base))
    assert any(products(json.encode(with_value(base, key, value))) != before for value in values_of(key))
