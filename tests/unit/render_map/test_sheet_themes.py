"""Themes as battles write them: what the map can draw, and what a wrong value does."""

from __future__ import annotations

import pytest

from jdgtools.render.map import ground, sides
from jdgtools.render.map.palette import PATTERNS
from jdgtools.render.theme_docs import theme_page
from jdgtools.render.themes import named_theme, read_theme


def test_patterns_that_a_theme_may_name_are_those_that_are_drawn() -> None:
    assert set(PATTERNS["terrain"]) == set(ground.PATTERNS)
    assert set(PATTERNS["side"]) == set(sides.PATTERNS)


@pytest.mark.parametrize("kind", ["terrain", "side"])
def test_an_unknown_pattern_is_reported_and_not_used(kind: str) -> None:
    key = {"terrain": "wood", "side": "cliff"}[kind]
    theme, [problem] = read_theme({"name": "night", "map": {kind: {key: {"pattern": "wod"}}}})
    assert problem.path == ("map", kind, key, "pattern") and "none" not in problem.message
    assert theme.text(f"map.{kind}.{key}.pattern") == key
    assert theme.name == "night"


def test_words_of_the_grid_and_the_symbols() -> None:
    theme, problems = read_theme({"map": {"grid": {"style": "dots"}}, "counters": {"symbols": "natoo"}})
    assert theme.text("map.grid.style") == "dots" and theme.text("counters.symbols") == "figure"
    assert [p.path for p in problems] == [("counters", "symbols")]


def test_every_key_of_a_theme_is_on_its_page() -> None:
    def leaves(section, path=()):
        for key, value in section.items():
            if hasattr(value, "items"):
                yield from leaves(value, (*path, key))
            else:
                yield (*path, key)

    page = theme_page()
    for path in leaves(named_theme("classic").values):
        heads = [line for line in page.splitlines() if line.startswith("## ")]
        assert any(f"## `{'.'.join(path[:n])}`" in heads for n in range(1, len(path) + 1)), path
        assert f"`{path[-1]}`" in page or f"| {path[-1]} |" in page, path
