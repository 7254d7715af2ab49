"""Parts of faces that every series uses: colours of nations, figures of types, ratings as text.

A series composes its `FaceSpec` of them (`series/*/faces.py`); a battle without a series of ours gets faces
from `plain`.
"""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import combining, normalize

from msgspec.structs import replace

from jdgtools.model.definition import StateValue
from jdgtools.model.pieces import Leader, Unit
from jdgtools.render.counters.art import user_art
from jdgtools.render.counters.lettering import abbreviations
from jdgtools.render.counters.spec import (
    ArtPicture,
    Box,
    CounterColors,
    FaceContext,
    Figure,
    Lettering,
    NameGroup,
    Part,
)

_ACCENT = 0.45
"""Height that a drawing leaves to accents on capitals below it, face units."""
_ABOVE = 230
"""Class of Unicode of the marks that stand above a letter."""


def nation_colors(context: FaceContext, nationality: str | None, side: str | None = None) -> CounterColors:
    """Return the colours of a nationality, its own or the theme's; without one those of the side."""
    nation = context.battle.nationality(nationality)
    if nation is not None:
        return CounterColors(f"nation.{nation.id}", nation.colour, nation.ink)
    if nationality:
        return CounterColors(f"nation.{nationality}")
    return CounterColors("nation.none", side_color(context, side, ""))


def side_color(context: FaceContext, side: str | None, otherwise: str = "side") -> str:
    """Return the colour of a side, or the theme key that stands in."""
    owner = context.battle.side(side)
    return (owner.colour if owner is not None else None) or otherwise


def command_color(context: FaceContext, command: str | None) -> str:
    """Return the stripe colour of a command, or the theme key that stands in."""
    owner = context.battle.command(command)
    return (owner.colour if owner is not None else None) or "edge"


def picture(
    context: FaceContext, unit: Unit, box: Box, paper: str, livery: tuple[str, str] = ("", "")
) -> Part:
    """Return the unit's own picture, or the figure of its type in the dress of its nation.

    Args:
        context: the battle.
        unit: the unit.
        box: where, in face units.
        paper: colour behind it.
        livery: colours of coat and facings, as of a lord's men; '' = those of the nation.
    """
    art: ArtPicture | None = user_art(context, unit.art, box)
    if art is not None:
        return art
    kind = context.battle.series.unit_type(unit.type or "")
    symbol = "unknown" if kind is None else kind.symbol
    nation = unit.nationality or unit.side or ""
    arms = dict.fromkeys((unit.type or "", symbol))
    dress = (*(f"{nation}_{arm}" for arm in arms), nation)
    return Figure(box, symbol, ink="$figure", paper=paper, dress=dress, livery=livery, wearer=unit.id)


def portrait(
    context: FaceContext,
    leader: Leader,
    box: Box,
    symbol: str,
    paper: str = "$ground",
    livery: tuple[str, str] = ("", ""),
) -> Part:
    """Return the leader's own picture, or a figure in the dress of his nation; see `picture`."""
    art = user_art(context, leader.art, box)
    if art is not None:
        return art
    nation = leader.nationality or leader.side or ""
    dress = (f"{nation}_{symbol}", nation)
    return Figure(box, symbol, ink="$figure", paper=paper, dress=dress, livery=livery, wearer=leader.id)


def clear_of_accents(box: Box, *names: str) -> Box:
    """Return the box of a drawing, less high where a capital of the names right below it bears an accent."""
    x, y, width, height = box
    capitals = [letter for name in names for letter in name if letter.isupper()]
    is_high = any(_stands_above(mark) for letter in capitals for mark in normalize("NFD", letter))
    return (x, y, width, height - _ACCENT) if is_high else box


def _stands_above(mark: str) -> bool:
    return combining(mark) == _ABOVE


def back_state(context: FaceContext, unit: Unit) -> StateValue | None:
    """Return the state that the reverse of the unit shows, by the series' axes; None when it has none."""
    for axis in context.battle.series.state_axes:
        if "unit" in axis.applies_to and (not axis.arms or unit.arm in axis.arms):
            for value in axis.values:
                if value.face == "back":
                    return value
    return None


def name_line(
    box: Box,
    name: str,
    short: str = "",
    *,
    size: float = 2.15,
    font: str = "sans-semibold",
    color: str = "$ink",
    on_band: bool = False,
    essential: bool = True,
    lines: int = 1,
) -> Lettering:
    """Return a name that shrinks or is abbreviated when it is long."""
    return Lettering(
        box,
        abbreviations(name, short),
        size,
        font,
        color=color,
        on_band=on_band,
        essential=essential,
        lines=lines,
        author_wordings=2 if short and short != name else 1,
    )


def unit_name_line(
    context: FaceContext,
    unit: Unit,
    box: Box,
    *,
    size: float = 2.15,
    color: str = "$ink",
    full_name: Callable[[Unit, str], str] | None = None,
) -> Lettering:
    """Return the name of a unit; where one name of its command has no room, all print their short forms.

    Args:
        context: of the face.
        unit: whose name it is.
        box: of the name; the boxes of all counters of its size are alike.
        size: largest font size.
        color: of the lettering.
        full_name: of a unit in a language, where more than its name is printed.
    """
    language = context.language
    name_of = full_name or (lambda each, language: each.name.get(language))
    line = name_line(box, name_of(unit, language), unit.short_name(language), size=size, color=color)
    if unit.command is None or line.author_wordings < 2:
        return line
    key = (unit.command, unit.footprint, language, full_name)
    group = context.name_groups.get(key)
    if group is None:
        pairs = (
            (name_of(each, language), each.short_name(language))
            for each in context.battle.units
            if each.command == unit.command and each.footprint == unit.footprint
        )
        group = NameGroup(tuple((name, short) for name, short in pairs if short and short != name))
        context.name_groups[key] = group
    return replace(line, companions=group)


def rating(
    box: Box, value: object, size: float, rating_id: str, *, color: str = "$ink", on_band: bool = False
) -> Lettering:
    """Return a rating; absent values are a dash."""
    return Lettering(box, (number_text(value),), size, color=color, on_band=on_band, rating=rating_id)


def number_text(value: object) -> str:
    """Return a value as it is printed; a dash for none."""
    return "–" if value is None or isinstance(value, bool) or value == "" else str(value).replace("-", "−")


def signed_text(value: object) -> str:
    """Return a modifier with its sign."""
    if not isinstance(value, int) or isinstance(value, bool):
        return "–"
    return f"+{value}" if value >= 0 else f"−{-value}"
