"""The themes that a battle may name, with every drawer's section: maps here, counters beside them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from math import hypot
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from jdgtools.render.style import Problem, Section, Theme

THEMES = ("classic", "plain", "staff", "painted", "screen", "night", "colourblind")
"""Names of the themes; the first is the default."""

_SECTIONS = (
    ("jdgtools.render.map.palette", "MAP_DEFAULTS", "MAP_THEMES"),
    ("jdgtools.render.counters.palette", "COUNTER_DEFAULTS", "COUNTER_THEMES"),
)
"""Module, its defaults, and what each theme changes in them."""


@lru_cache(maxsize=8)
def named_theme(name: str) -> Theme:
    """Return the theme of that name without anybody's changes; ``classic`` when there is none."""
    from jdgtools.render.style import BASE_THEME

    theme_name = name if name in THEMES else THEMES[0]
    theme = BASE_THEME
    for module_name, defaults, changes in _SECTIONS:
        try:
            module = import_module(module_name)
        except ModuleNotFoundError as error:
            if error.name is None or not module_name.startswith(error.name):
                raise
            continue
        theme = theme.extend_defaults(getattr(module, defaults))
        theme_changes: Mapping[str, Section] = getattr(module, changes)
        theme = theme.extend_defaults(theme_changes.get(theme_name, {}))
    return theme.extend_defaults({}, theme_name)


def theme_for(mapping: Mapping[str, Any] | None) -> Theme:
    """Return the theme that a battle's ``theme:`` describes; values that cannot be used are left out.

    Args:
        mapping: ``name`` chooses the theme, ``colors_for`` says for which one the colours of the map were
            chosen; all other keys override its values.
    """
    return read_theme(mapping)[0]


def read_theme(mapping: Mapping[str, Any] | None) -> tuple[Theme, list[Problem]]:
    """Return the theme that a battle describes, and what was wrong with the description."""
    from jdgtools.render.style import Problem

    overrides = dict(mapping or {})
    name = str(overrides.pop("name", THEMES[0]))
    chosen_for = overrides.pop("colors_for", None)
    theme, problems = named_theme(name).override(overrides)
    if chosen_for in THEMES:
        theme = _in_its_key(theme, chosen_for, overrides)
    elif chosen_for is not None:
        expected = "one of " + ", ".join(THEMES)
        problems.insert(0, Problem(("colors_for",), f"there is no theme `{chosen_for}`", expected))
    if name not in THEMES:
        problems.insert(0, Problem(("name",), f"there is no theme `{name}`", "one of " + ", ".join(THEMES)))
    for path, word in _words(overrides, ()):
        words = _known_words(path, theme)
        if words and word not in words:
            message = f"`{word}` is no value of `{path[-1]}`"
            problems.append(Problem(path, message, "one of " + ", ".join(words)))
            theme = _without(theme, named_theme(name), path)
    return theme, problems


def _in_its_key(theme: Theme, chosen_for: str, overrides: Mapping[str, Any]) -> Theme:
    """Return the theme with the colours that a battle gives its map laid in the key of the theme.

    They were chosen for another theme: the ochre of day would stand among the colours of night, and a map
    that saves ink would be tinted all over. Here they differ from the theme's own colours as they do from
    those of the other theme, less where this one is less colourful.
    """
    from jdgtools.render.colors import from_lab, is_color, lab

    here, there = named_theme(theme.name), named_theme(chosen_for)
    for path, word in _words({"map": overrides.get("map", {})}, ()):
        key = ".".join(path)
        # What could not be used was left out of the theme.
        if not theme.has(key) or theme.get(key) != word.lower():
            continue
        if all(map(is_color, (word, here.color(key), there.color(key)))):
            ink_lab, old, new = lab(word), lab(there.color(key)), lab(here.color(key))
            # White stays white, sepia stays sepia.
            share = min(1.0, hypot(*new[1:]) / max(hypot(*old[1:]), 1.0))
            light, a, b = (z + share * (x - y) for x, y, z in zip(ink_lab, old, new, strict=True))
            theme = theme.extend_defaults(_nest(path, from_lab(light, a, b)))
    return theme


def _words(section: Mapping[str, Any], path: tuple[str, ...]) -> list[tuple[tuple[str, ...], str]]:
    """Return the texts of nested sections with the keys that lead to them."""
    words: list[tuple[tuple[str, ...], str]] = []
    for key, value in section.items():
        here = (*path, str(key))
        if isinstance(value, Mapping):
            words += _words(value, here)
        elif isinstance(value, str):
            words.append((here, value))
    return words


def _known_words(path: tuple[str, ...], theme: Theme) -> tuple[str, ...]:
    """Return what a key that takes a word may say; empty where any value of its kind will do."""
    if path[:1] == ("map",) and len(path) == 4 and path[3] == "pattern":
        patterns: tuple[str, ...] = import_module(_SECTIONS[0][0]).PATTERNS.get(path[1], ())
        return patterns
    if path[:2] == ("counters", "dress") and path[3:] == ("hat",):
        hats: tuple[str, ...] = import_module("jdgtools.render.symbols").HAT_IDS
        return hats
    if path[:2] == ("counters", "wears"):
        return theme.keys("counters.dress")
    return WORDS_OF_KEYS.get(path, ())


WORDS_OF_KEYS = {
    ("map", "grid", "style"): ("hexes", "corners", "dots", "none"),
    ("map", "relief", "numerals"): ("none", "covered", "all"),
    ("counters", "symbols"): ("figure", "silhouette", "nato"),
}
"""Keys that take one of a few words."""


def _without(theme: Theme, plain: Theme, path: tuple[str, ...]) -> Theme:
    """Return the theme with the value at the path as it was before the battle changed it."""
    return theme.extend_defaults(_nest(path, plain.get(".".join(path))))


def _nest(path: tuple[str, ...], value: Any) -> Section:
    """Return sections that lead to a value."""
    for key in reversed(path):
        value = {key: value}
    return cast("Section", value)
