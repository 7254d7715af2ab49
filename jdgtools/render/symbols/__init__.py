"""Arms as drawn symbols, by id: silhouettes, or boxes of the NATO kind.

Every symbol uses the colours ``$ink`` (the drawing) and ``$paper`` (seams and details; give it the colour of
the ground behind the symbol).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Literal

from jdgtools.render.scene import Item, Symbol
from jdgtools.render.symbols import foot, guns, medieval, mounted, nato, pike_shot

__all__ = ["ALIASES", "SYMBOL_IDS", "SymbolStyle", "has_symbol", "symbol"]

SymbolStyle = Literal["figure", "nato"]

_LOW = (-1.0, 36.0, 105.0, 58.0)
_SQUARE = (-1.5, -1.5, 103.0, 103.0)

_FIGURES: dict[str, tuple[Callable[[], tuple[Item, ...]], tuple[float, float, float, float]]] = {
    "line_infantry": (foot.line_infantry, _SQUARE),
    "light_infantry": (foot.light_infantry, _SQUARE),
    "grenadiers": (foot.grenadiers, _SQUARE),
    "guard": (foot.guard, _SQUARE),
    "militia": (foot.militia, _SQUARE),
    "light_cavalry": (mounted.light_cavalry, _SQUARE),
    "heavy_cavalry": (mounted.heavy_cavalry, _SQUARE),
    "dragoons": (mounted.dragoons, _SQUARE),
    "lancers": (mounted.lancers, _SQUARE),
    "commander": (mounted.commander, _SQUARE),
    "foot_artillery": (guns.foot_artillery, _LOW),
    "horse_artillery": (guns.horse_artillery, (-2.0, -1.5, 163.0, 100.0)),
    "light_gun": (guns.light_gun, _LOW),
    "heavy_gun": (guns.heavy_gun, _LOW),
    "baggage": (guns.baggage, (6.0, 15.0, 97.0, 80.0)),
    "knights": (medieval.knights, _SQUARE),
    "mounted_sergeants": (medieval.mounted_sergeants, _SQUARE),
    "men_at_arms": (medieval.men_at_arms, _SQUARE),
    "foot_sergeants": (medieval.foot_sergeants, _SQUARE),
    "archers": (medieval.archers, _SQUARE),
    "crossbows": (medieval.crossbows, _SQUARE),
    "pikes": (medieval.pikes, _SQUARE),
    "peasants": (medieval.peasants, _SQUARE),
    "handgunners": (medieval.handgunners, _SQUARE),
    "banner_lord": (medieval.banner_lord, _SQUARE),
    "pike_and_shot": (pike_shot.pike_and_shot, _SQUARE),
    "pikeman": (pike_shot.pikeman, _SQUARE),
    "musketeers": (pike_shot.musketeers, _SQUARE),
    "cuirassiers": (pike_shot.cuirassiers, _SQUARE),
    "harquebusiers": (pike_shot.harquebusiers, _SQUARE),
    "dragoons_1640": (pike_shot.dragoons_1640, _SQUARE),
    "general": (pike_shot.general, _SQUARE),
}

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
def symbol(symbol_id: str, style: SymbolStyle = "figure") -> Symbol:
    """Return the symbol of the arm; the same object every time.

    Raises:
        KeyError: no such id or alias.
    """
    name = ALIASES.get(symbol_id, symbol_id)
    if style == "nato":
        return Symbol(f"nato-{name}", nato.nato_box(name), nato.BOX)
    draw, box = _FIGURES[name]
    return Symbol(name, draw(), box)
