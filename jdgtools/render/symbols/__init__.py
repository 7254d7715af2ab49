"""Arms as drawn symbols, by id: silhouettes, or boxes of the NATO kind.

Every symbol uses the colours ``$ink`` (the drawing) and ``$paper`` (seams and details; give it the colour of
the ground behind the symbol); figures have further placeholders for what people wear, see `shapes` and
`counters.dress`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal, TypeAlias

from jdgtools.render.scene import Item, Symbol
from jdgtools.render.symbols import foot, guns, medieval, nato, pike_shot, riders
from jdgtools.render.symbols.hats import HATS, RIDERS_HATS

__all__ = ["ALIASES", "HAT_IDS", "SYMBOL_IDS", "SymbolStyle", "has_symbol", "symbol"]

SymbolStyle = Literal["figure", "nato"]

_LOW = (-1.0, 36.0, 105.0, 58.0)
_SQUARE = (-1.5, -1.5, 103.0, 103.0)
_RIDER = (-2.5, -8.5, 104.5, 106.0)

_Drawing: TypeAlias = Callable[..., tuple[Item, ...]]


def _two(draw: _Drawing, spacing: float) -> _Drawing:
    """Return the drawing of two of them, the farther one that much to the right."""
    return lambda: (*foot.shift(draw(), spacing, -1.0), *draw())


def _two_box(spacing: float) -> tuple[float, float, float, float]:
    return -0.5, -4.0, 101.5 + spacing, 101.5


_FIGURES: dict[str, tuple[_Drawing, tuple[float, float, float, float]]] = {
    "line_infantry": (foot.line_infantry, (10.5, -6.5, 122.5, 104.5)),
    "light_infantry": (foot.light_infantry, (-6.5, -6.5, 122.0, 105.0)),
    "grenadiers": (foot.grenadiers, (-19.5, -6.5, 122.0, 104.0)),
    "guard": (foot.guard, (-2.5, -6.5, 112.0, 104.0)),
    "militia": (foot.militia, (-12.0, -6.5, 95.5, 104.5)),
    "light_cavalry": (riders.light_cavalry, _RIDER),
    "heavy_cavalry": (riders.heavy_cavalry, _RIDER),
    "dragoons": (riders.dragoons, _RIDER),
    "lancers": (riders.lancers, _RIDER),
    "commander": (riders.commander, (-10.5, -16.0, 103.5, 114.0)),
    "foot_artillery": (guns.foot_artillery, _LOW),
    "horse_artillery": (guns.horse_artillery, (-1.0, -9.5, 162.5, 108.0)),
    "light_gun": (guns.light_gun, _LOW),
    "heavy_gun": (guns.heavy_gun, _LOW),
    "baggage": (guns.baggage, (6.0, 15.0, 97.0, 80.0)),
    "knights": (_two(medieval.knights, 36.0), _two_box(36.0)),
    "mounted_sergeants": (_two(medieval.mounted_sergeants, 36.0), _two_box(36.0)),
    "men_at_arms": (_two(medieval.men_at_arms, 38.0), (12.5, -2.0, 113.0, 100.5)),
    "foot_sergeants": (_two(medieval.foot_sergeants, 34.0), (21.5, -3.0, 96.5, 101.5)),
    "archers": (_two(medieval.archers, 30.0), (24.0, -2.0, 108.5, 100.5)),
    "crossbows": (_two(medieval.crossbows, 30.0), (24.0, -2.0, 108.5, 100.5)),
    "pikes": (medieval.pikes, (7.5, -1.5, 94.0, 99.5)),
    "peasants": (_two(medieval.peasants, 36.0), (26.0, -1.0, 100.0, 99.5)),
    "handgunners": (_two(medieval.handgunners, 32.0), (26.0, 1.0, 108.5, 98.0)),
    "banner_lord": (medieval.banner_lord, _SQUARE),
    "pike_and_shot": (pike_shot.pike_and_shot, (8.0, -2.0, 86.0, 100.0)),
    "pikeman": (pike_shot.pikeman, _SQUARE),
    "musketeers": (_two(pike_shot.musketeers, 30.0), (19.5, -0.5, 113.0, 99.0)),
    "cuirassiers": (pike_shot.cuirassiers, _SQUARE),
    "harquebusiers": (pike_shot.harquebusiers, _SQUARE),
    "dragoons_1640": (pike_shot.dragoons_1640, _SQUARE),
    "general": (pike_shot.general, _SQUARE),
}

_HATS: dict[str, Sequence[str]] = {
    **dict.fromkeys(("line_infantry", "light_infantry", "grenadiers", "guard", "militia"), tuple(HATS)),
    **dict.fromkeys(
        ("light_cavalry", "heavy_cavalry", "dragoons", "lancers", "commander"), tuple(RIDERS_HATS)
    ),
}
"""Symbol id -> hats that its figures may wear."""

HAT_IDS: tuple[str, ...] = tuple(sorted({*HATS, *RIDERS_HATS}))
"""Every hat that somebody may wear."""

SYMBOL_IDS: tuple[str, ...] = tuple(sorted(_FIGURES))
"""Every arm that can be drawn."""

ALIASES: dict[str, str] = {
    "arquebusiers": "handgunners",
    "artillery": "foot_artillery",
    "commanded_muskets": "musketeers",
    "crossbowmen": "crossbows",
    "heavy_infantry": "pike_and_shot",
    "infantry": "line_infantry",
    "pikemen": "pikes",
    "swiss": "pikes",
}
"""Other names for arms -> symbol id."""


def has_symbol(symbol_id: str) -> bool:
    """Return whether the id or alias can be drawn."""
    return symbol_id in _FIGURES or symbol_id in ALIASES


@cache
def symbol(symbol_id: str, style: SymbolStyle = "figure", hat: str = "") -> Symbol:
    """Return the symbol of the arm; the same object every time.

    Args:
        symbol_id: id or alias.
        style: a figure, or a box of the NATO kind.
        hat: one of `HAT_IDS`; one that these people do not wear, or '', is the usual one of the arm.

    Raises:
        KeyError: no such id or alias.
    """
    name = ALIASES.get(symbol_id, symbol_id)
    if style == "nato":
        return Symbol(f"nato-{name}", nato.nato_box(name), nato.BOX)
    draw, box = _FIGURES[name]
    if hat not in _HATS.get(name, ()):
        return Symbol(name, draw(), box)
    return Symbol(f"{name}-{hat}", draw(hat), box)
