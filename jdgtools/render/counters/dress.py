"""What the figures on counters wear: colours and hats by nation and arm; the section ``counters.dress``.

Historical dress in one key a nation and, where an arm is dressed otherwise, one key more: `british` and
`british_light_infantry`. A battle adds its own names or changes single colours in its theme, and
``counters.wears`` gives a unit the dress of another name.
"""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.render.colors import lighten, luminance, mix
from jdgtools.render.shapes import (
    BELTS,
    BUFF,
    CARRIAGE,
    CLOTH,
    COAT,
    CORDS,
    FACING,
    FAR_HORSE,
    FRONT,
    GAITERS,
    HAIR,
    HAT,
    HORSE,
    HOSE,
    INK,
    LEGS,
    LIGHT,
    MAIL,
    MANE_COLOR,
    METAL,
    PACK,
    PAPER,
    PLUME,
    SHIELD,
    SKIN,
    STEEL,
    TAILS,
    TONE,
    TUNIC,
    WOOD,
)
from jdgtools.render.style import Section, Theme

Colors = tuple[tuple[str, str], ...]
"""Placeholder of a drawing -> colour."""

EVERYBODY: Section = {
    "coat": "#7a6f63",
    "front": "#7a6f63",
    "facing": "#efe9da",
    "tails": "#efe9da",
    "legs": "#d9d2c2",
    "gaiters": "#3a352e",
    "belts": "#f7f4ea",
    "pack": "#8a6a48",
    "hat_color": "#2a2724",
    "cords": "#f1ead6",
    "plume": "#b5322f",
    "cloth": "#54493d",
    "carriage": "#7c6a4c",
    "metal": "#d0a84a",
    "horse": "#7b5436",
    "hat": "",
}
"""Where no nation says otherwise; ``hat`` '' = the usual one of the arm."""

_RIFLES: Section = {
    "coat": "#2f5a3c",
    "front": "#2f5a3c",
    "facing": "#15201a",
    "tails": "#2f5a3c",
    "legs": "#3c6a4a",
    "belts": "#15201a",
    "pack": "#2a2724",
    "plume": "#3f7d4c",
}

DRESS: dict[str, Section] = {
    "*": EVERYBODY,
    "british": {
        "coat": "#c22a33",
        "front": "#c22a33",
        "facing": "#f0d370",
        "legs": "#d5d3cd",
        "gaiters": "#6d6a66",
        "pack": "#33302d",
        "plume": "#f4f0e6",
        "carriage": "#8b9299",
        "cloth": "#2c3c66",
        "hat": "stovepipe",
    },
    "british_light_infantry": _RIFLES,
    "british_rifles": _RIFLES,
    "british_light": {"plume": "#3f7d4c"},
    "british_foot_artillery": {"coat": "#27345c", "front": "#27345c", "facing": "#c22a33"},
    "british_light_cavalry": {
        "coat": "#27345c",
        "front": "#27345c",
        "facing": "#f0d370",
        "legs": "#ece7da",
        "plume": "#f4f0e6",
        "cords": "#f0d370",
        "hat": "tarleton",
    },
    "british_dragoons": {"hat": "bicorne"},
    "french": {
        "coat": "#2b4f9c",
        "front": "#f2eee2",
        "facing": "#c22a33",
        "tails": "#f2eee2",
        "legs": "#f2eee2",
        "gaiters": "#211e1b",
        "plume": "#c22a33",
        "carriage": "#73774a",
        "cloth": "#3f6a48",
        "hat": "shako",
    },
    "french_light_infantry": {
        "front": "#2b4f9c",
        "legs": "#2b4f9c",
        "plume": "#4f9a4c",
        "cords": "#f2eee2",
    },
    "french_grenadiers": {"hat": "shako", "cords": "#c22a33"},
    "french_light_cavalry": {
        "coat": "#3c7a4a",
        "front": "#3c7a4a",
        "legs": "#3c7a4a",
        "facing": "#e37f3a",
        "hat": "shako",
    },
    "french_dragoons": {"coat": "#3c7a4a", "front": "#e5929a", "facing": "#e5929a", "hat_color": "#211e1b"},
    "french_heavy_cavalry": {"hat_color": "#211e1b", "cloth": "#2b4f9c"},
    "french_foot_artillery": {"front": "#2b4f9c", "legs": "#2b4f9c"},
    "french_horse_artillery": {"front": "#2b4f9c", "legs": "#2b4f9c", "hat": "shako"},
    "swiss": {
        "coat": "#b5322f",
        "front": "#f0d370",
        "facing": "#f0d370",
        "legs": "#f2eee2",
        "gaiters": "#211e1b",
        "plume": "#f2eee2",
        "hat": "shako",
    },
    "portuguese": {
        "coat": "#24406b",
        "front": "#24406b",
        "facing": "#f0d370",
        "tails": "#c22a33",
        "legs": "#24406b",
        "gaiters": "#211e1b",
        "plume": "#f4f0e6",
        "cords": "#f0d370",
        "carriage": "#8b9299",
        "hat": "barretina",
    },
    "portuguese_light_infantry": {
        "coat": "#8a5a34",
        "front": "#8a5a34",
        "facing": "#3f7d4c",
        "tails": "#8a5a34",
        "legs": "#8a5a34",
        "belts": "#211e1b",
        "plume": "#3f7d4c",
        "cords": "#e8c860",
    },
    "portuguese_light_cavalry": {"legs": "#f2eee2", "hat": "crested_helmet", "hat_color": "#211e1b"},
    "spanish": {
        "coat": "#f0ead8",
        "front": "#b5322f",
        "facing": "#b5322f",
        "legs": "#f0ead8",
        "hat": "bicorne",
    },
    "spanish_dragoons": {"coat": "#e3bd52", "front": "#e3bd52", "hat": "bicorne"},
    "spanish_heavy_cavalry": {"coat": "#2b4f9c", "front": "#2b4f9c"},
    "austrian": {
        "coat": "#f3efe4",
        "front": "#f3efe4",
        "facing": "#c8503a",
        "tails": "#c8503a",
        "legs": "#f3efe4",
        "gaiters": "#211e1b",
        "carriage": "#d3a844",
        "cords": "#f0d370",
        "hat": "kasket",
    },
    "austrian_dragoons": {"plume": "#e0b54a", "hat": "raupenhelm"},
    "hungarian": {
        "coat": "#f3efe4",
        "front": "#f3efe4",
        "facing": "#5f8fca",
        "tails": "#5f8fca",
        "legs": "#6d9bd2",
        "gaiters": "#211e1b",
        "carriage": "#d3a844",
        "cords": "#f0d370",
        "hat": "kasket",
    },
    "hungarian_light_cavalry": {"coat": "#5f8fca", "legs": "#c22a33", "hat": "shako"},
    "prussian": {
        "coat": "#26365f",
        "front": "#26365f",
        "facing": "#c22a33",
        "tails": "#c22a33",
        "legs": "#8d8f94",
        "plume": "#f4f0e6",
        "carriage": "#6c8fb4",
        "hat": "shako",
    },
    "prussian_dragoons": {"coat": "#7fb0dc", "front": "#7fb0dc", "hat": "shako"},
    "russian": {
        "coat": "#35603f",
        "front": "#35603f",
        "facing": "#c22a33",
        "tails": "#c22a33",
        "legs": "#f2eee2",
        "gaiters": "#211e1b",
        "carriage": "#5d7a4e",
        "plume": "#211e1b",
        "hat": "shako",
    },
    "russian_dragoons": {"hat": "raupenhelm"},
    "russian_heavy_cavalry": {"coat": "#f2eee2", "front": "#f2eee2"},
    "saxon": {"coat": "#f3efe4", "front": "#f3efe4", "facing": "#3f7d4c", "legs": "#f3efe4", "hat": "shako"},
    "bavarian": {
        "coat": "#6fa6d8",
        "front": "#c22a33",
        "facing": "#c22a33",
        "legs": "#f3efe4",
        "plume": "#211e1b",
        "hat": "raupenhelm",
    },
    "bavarian_dragoons": {"coat": "#f3efe4", "hat": "raupenhelm"},
    "wurttemberg": {
        "coat": "#26365f",
        "front": "#f0d370",
        "facing": "#f0d370",
        "legs": "#f3efe4",
        "plume": "#211e1b",
        "hat": "raupenhelm",
    },
    "polish": {"coat": "#2b4f9c", "front": "#f0d370", "facing": "#c22a33", "legs": "#f3efe4", "hat": "shako"},
    "italian": {
        "coat": "#3c7a4a",
        "front": "#f3efe4",
        "facing": "#c22a33",
        "legs": "#f3efe4",
        "hat": "shako",
    },
    "dutch": {"coat": "#26365f", "front": "#26365f", "facing": "#e37f3a", "legs": "#8d8f94", "hat": "shako"},
    "brunswick": {
        "coat": "#2b2a2c",
        "front": "#2b2a2c",
        "facing": "#6fa6d8",
        "tails": "#2b2a2c",
        "legs": "#2b2a2c",
        "belts": "#15140f",
        "plume": "#211e1b",
        "hat": "shako",
    },
    "swedish": {
        "coat": "#2b4f9c",
        "front": "#2b4f9c",
        "facing": "#f0d370",
        "legs": "#8d8f94",
        "hat": "round_hat",
    },
    "danish": {"coat": "#c22a33", "front": "#c22a33", "facing": "#3f7d4c", "legs": "#6fa6d8", "hat": "shako"},
    # The seventeenth century: the facing is the sash.
    "royal": {"coat": "#8e3b40", "facing": "#e86a86", "legs": "#c8bda6", "plume": "#f4f0e6"},
    "royalist": {"coat": "#8e3b40", "facing": "#e86a86", "legs": "#c8bda6", "plume": "#f4f0e6"},
    "parliament": {"coat": "#56708f", "facing": "#f08a2c", "legs": "#c8bda6", "plume": "#f0c89a"},
}
"""Name -> what differs from everybody's. Colours are ours, after histories of dress, for print at 15 mm."""


def one_color(ink: str, paper: str) -> Colors:
    """Return the colours of a drawing in ink alone: ink, paper, a tone between them, the palest of all."""
    light = lighten(paper, 0.82) if luminance(ink) < luminance(paper) else paper
    tone = mix(ink, paper, 0.3)
    dark = (COAT, FRONT, FACING, TAILS, GAITERS, HAT, PLUME, HAIR, WOOD, FAR_HORSE, MANE_COLOR, CLOTH)
    middle = (TUNIC, LEGS, PACK, METAL, MAIL, HORSE, CARRIAGE)
    pale = (HOSE, BELTS, CORDS, STEEL, SHIELD, BUFF, SKIN)
    return (
        (INK, ink),
        (PAPER, paper),
        (TONE, tone),
        (LIGHT, light),
        *((name, ink) for name in dark),
        *((name, tone) for name in middle),
        *((name, light) for name in pale),
    )


def figure_colors(
    theme: Theme, names: Sequence[str], ink: str, paper: str, livery: tuple[str, str] = ("", "")
) -> Colors:
    """Return the colours of a figure in the first dress that says each of them.

    Args:
        theme: with the section ``counters``.
        names: dresses, the nearest first; those that the theme lacks are passed over.
        ink: of outlines.
        paper: of the ground behind.
        livery: colours of coat and facings, whatever the dress says; '' = those of the dress.
    """
    dresses = [name for name in names if name in theme.keys("counters.dress")]

    def color(key: str) -> str:
        for name in dresses:
            if key in theme.keys(f"counters.dress.{name}"):
                return theme.color(f"counters.dress.{name}.{key}")
        return theme.color(f"counters.dress.*.{key}")

    cloth = livery[0] or color("coat")
    horse = color("horse")
    light = lighten(paper, 0.82)
    return (
        (INK, ink),
        (PAPER, paper),
        (TONE, mix(ink, paper, 0.3)),
        (LIGHT, light),
        (COAT, cloth),
        (TUNIC, cloth),
        (SHIELD, cloth),
        (FRONT, color("front")),
        (FACING, livery[1] or color("facing")),
        (TAILS, color("tails")),
        (LEGS, color("legs")),
        (HOSE, color("legs")),
        (GAITERS, color("gaiters")),
        (BELTS, color("belts")),
        (PACK, color("pack")),
        (HAT, color("hat_color")),
        (CORDS, color("cords")),
        (PLUME, color("plume")),
        (METAL, color("metal")),
        (CARRIAGE, color("carriage")),
        (CLOTH, color("cloth")),
        (HORSE, horse),
        (FAR_HORSE, mix(horse, ink, 0.45)),
        (MANE_COLOR, mix(horse, ink, 0.75)),
        (STEEL, "#dfe3e6"),
        (MAIL, "#a5abb0"),
        (BUFF, "#e0bd7c"),
        (SKIN, "#f3cfae"),
        (HAIR, "#4a3524"),
        (WOOD, "#7a4e2a"),
    )


def hat_of(theme: Theme, names: Sequence[str]) -> str:
    """Return the hat of the first of these dresses that says one; '' = the usual one of the arm."""
    for name in names:
        if name in theme.keys("counters.dress") and "hat" in theme.keys(f"counters.dress.{name}"):
            return theme.text(f"counters.dress.{name}.hat")
    return ""
