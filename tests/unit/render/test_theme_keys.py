"""Every key of a theme changes what is drawn of a map or of counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.faces import counters_of
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import Loaded, load
from jdgtools.model.battle import Battle
from jdgtools.render.counters import face_scene
from jdgtools.render.counters.spec import CounterColors, FaceSpec
from jdgtools.render.map.draw import map_scenes
from jdgtools.render.map.palette import PATTERNS
from jdgtools.render.symbols import HAT_IDS
from jdgtools.render.themes import named_theme, read_theme

Path = tuple[str, ...]
ROWS = {
    ("map", "terrain"): ("wood", "village", "clear", "marsh"),
    ("map", "side"): ("slope", "slope_gentle", "hedge", "wall", "river"),
    ("map", "way"): ("road", "track", "trail"),
    ("counters", "dress"): ("own",),
}
"""Sections whose rows have the same keys -> rows that a teaching battle shows."""
BATTLES = ("teaching-jdg", "teaching-afe", "teaching-mpbs", "rolica-1808")
TRIED: Mapping[Path, tuple[Any, ...]] = {
    ("map", "grid", "style"): ("dots",),
    # It is not drawn: the lettering of a hex without a level suits it.
    ("map", "ground", "unknown"): ("#202020",),
    ("map", "relief", "numerals"): ("all", "none"),
    ("counters", "symbols"): ("nato",),
}
"""Keys that take one of a few words, or show in few cases -> what to try."""
WORN = {
    "dress": {"own": {"coat": "#204020", "hat": "shako"}},
    "wears": {"fr-17": "own", "fr-1cu": "own", "fr-art": "own"},
}
"""A dress of the battle's own for a unit of each arm."""
AMONG: Mapping[Path, Mapping[str, Any]] = {
    ("map", "relief", "hachure"): {"map": {"relief": {"strokes": 1.0}}},
    ("map", "relief", "hachure_opacity"): {"map": {"relief": {"strokes": 1.0}}},
}
"""Keys that need another beside them."""


def beside(key: Path) -> Mapping[str, Any]:
    return {"counters": WORN} if key[:2] == ("counters", "dress") else AMONG.get(key, {})


def leaves(section: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for key, value in section.items():
        if isinstance(value, Mapping):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def nested(path: Path, value: Any) -> dict[str, Any]:
    for key in reversed(path):
        value = {key: value}
    return value


def joined(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, Any]:
    both = dict(a)
    for key, value in b.items():
        both[key] = joined(both[key], value) if isinstance(both.get(key), Mapping) else value
    return both


def others(path: Path, value: Any) -> tuple[Any, ...]:
    """Other values for a key than that of the theme."""
    if path in TRIED:
        return TRIED[path]
    if path[-1] == "pattern":
        return tuple(word for word in PATTERNS[path[1]] if word != value)
    if path[-1] == "hat":
        return tuple(word for word in HAT_IDS if word != value)
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, tuple):
        return ((3.0, 1.0),)
    if isinstance(value, (int, float)):
        return value * 1.5 + 0.3, value * 0.5
    return ("#12c4f7",) if value == "none" or value.startswith("#") else ("sans", "serif-bold")


@cache
def loaded(name: str) -> Loaded:
    return load(f"scenarios/{name}")


def with_heights(battle: Battle) -> Battle:
    """A battle on ground of ten levels, some of them not known."""
    assert battle.map is not None
    levels = tuple(None if n % 11 == 10 else n % 11 for n in range(battle.map.grid.size))
    return replace(battle, map=replace(battle.map, levels=levels))


def with_wide_rivers(battle: Battle) -> Battle:
    """A battle whose waters cannot be crossed."""
    assert battle.map is not None
    wide = {
        feature: replace(feature, kind="river_uncrossable")
        if feature.kind in ("river", "stream")
        else feature
        for feature in battle.map.features
    }
    by_side = {side: tuple(wide[f] for f in features) for side, features in battle.map.by_side.items()}
    changed = replace(battle.map, features=tuple(wide.values()), by_side=by_side)
    return replace(battle, map=changed)


def with_names_of_woods(battle: Battle) -> Battle:
    """A battle all of whose places are woods."""
    assert battle.map is not None
    places = tuple(replace(place, rank="wood") for place in battle.map.places)
    return replace(battle, map=replace(battle.map, places=places))


def without_levels(battle: Battle) -> Battle:
    """A battle whose map says nothing of the level of its hexes."""
    assert battle.map is not None
    return replace(battle, map=replace(battle.map, levels=(None,) * len(battle.map.levels)))


CHANGED = {
    "": lambda battle: battle,
    "levels": without_levels,
    "heights": with_heights,
    "rivers": with_wide_rivers,
    "woods": with_names_of_woods,
}
MAPS = (
    *((name, "") for name in BATTLES[:-1]),
    *(("teaching-jdg", change) for change in CHANGED if change),
    (BATTLES[-1], ""),
)
"""The large map last: few keys need it."""


def drawn(name: str, change: str, part: str, theme: Mapping[str, Any]) -> object:
    files = loaded(name)
    assert files.battle is not None and files.series is not None and files.charts is not None
    battle = replace(CHANGED[change](files.battle), theme=joined(files.battle.theme or {}, theme))
    context = BuildContext(battle, files.series, files.charts, files.folder, BuildOptions())
    if part == "map":
        return map_scenes(context)
    return [
        face_scene(face, 15.0, context.theme)
        for counter in counters_of(context)
        for face in (counter.front, counter.back)
        if face is not None
    ]


@cache
def as_it_is(name: str, change: str, part: str, key: Path) -> object:
    return drawn(name, change, part, beside(key))


SIDE = ("counters", "side")
VALUES = dict(leaves(named_theme("classic").values))
OPEN = {path for path in VALUES if "*" in path and path[:2] not in ROWS}
NATIONS = [path for path in VALUES if path[:2] in (("counters", "nation"), ("counters", "marker"))]
KEYS = sorted({(*p[:2], "*", *p[3:]) if p[:2] in ROWS else p for p in VALUES} - OPEN - {*NATIONS, SIDE})


def changes(key: Path) -> bool:
    rows = ROWS.get(key[:2], (None,))
    paths = [key if row is None else (*key[:2], row, *key[3:]) for row in rows]
    parts = ("map",) if key[0] == "map" else ("counters",)
    for name, change in MAPS if parts == ("map",) else [(name, "") for name in BATTLES]:
        for path in paths:
            value = VALUES.get(path, VALUES.get(key))
            for other in others(path, value):
                theme = joined(beside(key), nested(path, other))
                assert read_theme(theme)[1] == [], path
                there = key if beside(key) else ()
                if drawn(name, change, parts[0], theme) != as_it_is(name, change, parts[0], there):
                    return True
    return False


@pytest.mark.parametrize("key", KEYS, ids=".".join)
def test_the_key_changes_a_map_or_a_counter(key: Path) -> None:
    assert changes(key)


@pytest.mark.parametrize("path", [*NATIONS, SIDE], ids=".".join)
def test_the_colour_is_that_of_counters(path: Path) -> None:
    name = path[-1] if path[-1] != "*" else "of_nobody_here"
    spec = FaceSpec("", CounterColors(".".join((*path[1:-1], name))), ())
    theme = named_theme("classic").extend_defaults(nested(path, "#12c4f7"))
    assert face_scene(spec, 15.0, theme) != face_scene(spec, 15.0, named_theme("classic"))


def test_rows_of_one_section_have_the_same_keys() -> None:
    """So that one row proves the keys of all; a dress has those of `*` that it changes."""
    for section in ROWS:
        rows: dict[str, set[str]] = {}
        for path in VALUES:
            if path[:2] == section:
                rows.setdefault(path[2], set()).add(path[3])
        assert rows and all(keys <= rows["*"] for keys in rows.values())
