"""The themes that a battle may name, with every drawer's section: maps here, counters beside them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any

from jdgtools.render.style import BASE_THEME, Problem, Section, Theme

THEMES = ("classic", "plain", "screen", "night", "colourblind")
"""Names of the themes; the first is the default."""

_SECTIONS = (
    ("jdgtools.render.map.palette", "MAP_DEFAULTS", "MAP_THEMES"),
    ("jdgtools.render.counters.palette", "COUNTER_DEFAULTS", "COUNTER_THEMES"),
)
"""Module, its defaults, and what each theme changes in them."""


@lru_cache(maxsize=8)
def named_theme(name: str) -> Theme:
    """The theme of that name without anybody's changes; ``classic`` when there is none."""
    chosen = name if name in THEMES else THEMES[0]
    theme = BASE_THEME
    for module_name, defaults, changes in _SECTIONS:
        try:
            module = import_module(module_name)
        except ModuleNotFoundError as error:
            if error.name is None or not module_name.startswith(error.name):
                raise
            continue
        theme = theme.extended(getattr(module, defaults))
        changed: Mapping[str, Section] = getattr(module, changes)
        theme = theme.extended(changed.get(chosen, {}))
    return theme.extended({}, chosen)


def theme_for(mapping: Mapping[str, Any] | None) -> Theme:
    """The theme that a battle's ``theme:`` describes; values that cannot be used are left out.

    Args:
        mapping: ``name`` chooses the theme, all other keys override its values.
    """
    return read_theme(mapping)[0]


def read_theme(mapping: Mapping[str, Any] | None) -> tuple[Theme, list[Problem]]:
    """The theme that a battle describes, and what was wrong with the description."""
    given = dict(mapping or {})
    name = str(given.pop("name", THEMES[0]))
    theme, problems = named_theme(name).overridden(given)
    if name not in THEMES:
        problems.insert(0, Problem(("name",), f"there is no theme `{name}`", "one of " + ", ".join(THEMES)))
    return theme, problems
