"""Check of the looks of a battle's own words: drawings of terrains, symbols of unit types and markers."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.appearance.hints import nearest_hint
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.model.battle import Battle

_SECTIONS = {"hex": "map.terrain", "hexside": "map.side", "path": "map.way"}
"""Kind of terrain -> section of the theme with its drawings."""


def word_problems(battle: Battle) -> list[Diagnostic]:
    """Return the diagnostics of looks that nothing draws (GEN130)."""
    return [*_looks(battle), *_symbols(battle)]


def _looks(battle: Battle) -> Iterator[Diagnostic]:
    from jdgtools.render.themes import THEMES, named_theme

    theme = named_theme(THEMES[0])
    for terrain in battle.words.terrains:
        names = [name for name in theme.keys(_SECTIONS[terrain.kind]) if not name.startswith("other_")]
        if ("terrain", terrain.id, "look") in battle.spans and terrain.style not in names:
            yield _unknown(battle, ("terrain", terrain.id, "look"), "drawing", terrain.style, names)


def _symbols(battle: Battle) -> Iterator[Diagnostic]:
    from jdgtools.render.counters.signs import SIGNS
    from jdgtools.render.symbols import ALIASES, SYMBOL_IDS

    arms = sorted({*ALIASES, *SYMBOL_IDS})
    for unit_type in battle.words.unit_types:
        subject = ("unit-type", unit_type.id, "symbol")
        if subject in battle.spans and unit_type.symbol not in arms:
            yield _unknown(battle, subject, "symbol", unit_type.symbol, arms)
    signs = sorted({*SIGNS, *arms})
    for marker in battle.words.markers:
        subject = ("marker-kind", marker.id, "symbol")
        if subject in battle.spans and marker.symbol not in signs:
            yield _unknown(battle, subject, "sign", marker.symbol, signs)


def _unknown(battle: Battle, subject: tuple[str, ...], what: str, name: str, names: list[str]) -> Diagnostic:
    return Diagnostic(
        "GEN130",
        Severity.ERROR,
        f"unknown {what} `{name}`",
        battle.span(*subject),
        expected=f"one of {', '.join(names)}",
        hint=nearest_hint(name, names),
    )
