"""Colours of counters: nations, kinds of markers, bands; the section ``counters`` of every theme."""

from __future__ import annotations

from functools import cache

from jdgtools.render.counters.dress import DRESS
from jdgtools.render.style import BASE_THEME, Section, Theme

NATIONS: dict[str, str] = {
    # 1792-1815
    "french": "#8fabd8",
    "british": "#e0968c",
    "austrian": "#efebe0",
    "hungarian": "#dfe3c4",
    "prussian": "#b9b4ac",
    "russian": "#94b888",
    "spanish": "#ecd27c",
    "portuguese": "#cdb68c",
    "saxon": "#ddd9b0",
    "bavarian": "#a9d3ea",
    "wurttemberg": "#b6b3cf",
    "westphalian": "#d9dcea",
    "polish": "#c9a3cb",
    "italian": "#a8d3b0",
    "neapolitan": "#dbe6c0",
    "dutch": "#efb37a",
    "belgian": "#e6c79a",
    "brunswick": "#b0b2b6",
    "hanoverian": "#e6b3a8",
    "swedish": "#a7bfe6",
    "danish": "#e6a6a6",
    "swiss": "#e8b9b4",
    "ottoman": "#ecdcbc",
    "american": "#aebfd4",
    # the middle ages
    "english": "#e6b0a4",
    "norman": "#d8c19a",
    "flemish": "#e9d68a",
    "imperial": "#ecd27c",
    "burgundian": "#d3b3c4",
    "scottish": "#a9bfdc",
    "welsh": "#dcebb0",
    "bohemian": "#e3c3b0",
    "teutonic": "#e9e7e0",
    "lithuanian": "#a9cfa0",
    # 1618-1680
    "royalist": "#e0a59a",
    "parliament": "#e3c98a",
    "protestant": "#a7bfe6",
    "catholic": "#e6c08f",
    "*": "#d5cdb9",
}
"""Nation -> ground colour; pale enough for dark lettering."""

COUNTER_DEFAULTS: Section = {
    "counters": {
        "nation": NATIONS,
        "marker": {
            "marker": "#efe9da",
            "marker_order": "#f0d894",
            "marker_fire": "#f2b183",
            "marker_combat": "#e58f84",
            "marker_rout": "#c9c3d6",
            "marker_track": "#bcd4c8",
            "*": "#efe9da",
        },
        "side": "#cfc6b2",
        "dark": "#1c1a17",
        "light": "#ffffff",
        "band": "#ffffff",
        "alert": "#a3241c",
        "edge": "#4a443b",
        "symbols": "figure",
        "dress": DRESS,
        "wears": {"*": ""},
    }
}
"""Defaults of the section: ``symbols`` is ``figure``, ``silhouette`` or ``nato``."""


COUNTER_THEMES: dict[str, Section] = {
    # Pale grounds for printers that are paid by the drop.
    "plain": {
        "counters": {
            "symbols": "silhouette",
            "marker": {
                "marker": "#faf8f2",
                "marker_order": "#fbf1d0",
                "marker_fire": "#fbe3d0",
                "marker_combat": "#f8dad6",
                "marker_rout": "#eae7f0",
                "marker_track": "#e4efe9",
            },
        }
    },
    # Kinds that stay apart without red and green.
    "colourblind": {
        "counters": {
            "marker": {
                "marker": "#ffffff",
                "marker_order": "#f3e36b",
                "marker_fire": "#f2a65a",
                "marker_combat": "#f3c6dc",
                "marker_rout": "#93a4d2",
                "marker_track": "#7fb8b0",
            },
            "alert": "#7a1f5c",
        }
    },
}
"""What the named themes change."""


def counter_theme(theme: Theme | None = None) -> Theme:
    """Return the theme with the section ``counters``; a theme that has it is returned as it is."""
    if theme is None:
        return _default_theme()
    return theme if theme.has("counters.band") else theme.extend_defaults(COUNTER_DEFAULTS)


@cache
def _default_theme() -> Theme:
    return BASE_THEME.extend_defaults(COUNTER_DEFAULTS)
