"""Faces for a series that brings none of its own: name, symbol and every rating that it defines.

`faces_of` returns the hook `faces` of a series or these. What a plug-in must do for a printable battle is
thereby nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from jdgtools.model.definition import FieldDef, MarkerDef, SeriesDef
from jdgtools.model.pieces import ActivationMarker, Leader, Unit
from jdgtools.render.counters.markers import marker_face
from jdgtools.render.counters.pieces import (
    back_state,
    command_color,
    name_line,
    nation_colors,
    number_text,
    picture,
    portrait,
    side_color,
    unit_name_line,
)
from jdgtools.render.counters.spec import (
    Band,
    Box,
    CounterColors,
    FaceContext,
    FaceRules,
    FaceSpec,
    Fill,
    Lettering,
    Part,
)
from jdgtools.render.counters.stripes import stripe

if TYPE_CHECKING:
    from jdgtools.rules import Series

MAX_RATINGS = 4
"""Ratings that one line of a counter has room for."""


def faces_of(series: Series) -> FaceRules:
    """Return what a series prints on its counters: its own faces, or plain ones if it brings none."""
    if not series.has("faces"):
        return PLAIN
    faces: FaceRules = series.hook("faces", "FACES")
    return faces


class PlainFaces:
    """Faces made of the vocabulary alone."""

    def unit(self, context: FaceContext, unit: Unit, back: bool) -> FaceSpec:
        """Return a side of a unit; the reverse carries a band when the series has a state for it."""
        definition, language = context.battle.series, context.language
        name = unit.name.get(language)
        width = 15.0 * unit.footprint
        has_band = back and back_state(context, unit) is not None
        color = command_color(context, unit.command)
        parts: list[Part] = []
        if has_band:
            parts.append(Band((0.0, 3.2, width, 11.8), "rising", 4.4))
        parts.append(stripe(context, unit.command, (0.0, 0.0, width, 3.2)))
        parts.append(unit_name_line(context, unit, (1.0, 1.0, width - 2.0, 2.1), color=f"?{color}"))
        art: Box = (width / 2 - 3.5, 3.4, 7.0, 6.9)
        parts.append(picture(context, unit, art, "band" if has_band else "$ground"))
        fields = [f for f in definition.unit_fields if not f.arms or unit.arm in f.arms]
        values = [(f, unit.value(f.id, back)) for f in fields]
        parts += _rating_row(values, width, on_band=has_band)
        meaning = definition.counter_back.get(language) if back else ""
        ground = nation_colors(context, unit.nationality, unit.side)
        return FaceSpec(f"{name} ({meaning})" if meaning else name, ground, tuple(parts), unit.footprint)

    def leader(self, context: FaceContext, leader: Leader, back: bool) -> FaceSpec | None:
        """Return a side of a leader; his reverse is blank unless the battle gives it values."""
        role = context.battle.series.role(leader.role or "")
        if (back and not leader.back) or (role is not None and not role.has_counter):
            return None
        language = context.language
        leader_name = leader.back_name if back and leader.back_name is not None else leader.name
        name = leader_name.get(language)
        values = leader.back if back else leader.front
        art: Box = (4.0, 3.9, 7.0, 6.5)
        symbol = role.symbol if role is not None and role.symbol else "commander"
        parts: list[Part] = [
            Fill((0.45, 0.45, 14.1, 14.1), None, outline=side_color(context, leader.side), width=0.9),
            name_line((1.2, 1.1, 12.6, 2.6), name, size=2.5, font="sans-bold"),
            portrait(context, leader, art, symbol),
        ]
        fields = role.fields if role is not None else ()
        parts += _rating_row([(f, values.get(f.id)) for f in fields], 15.0)
        return FaceSpec(name, nation_colors(context, leader.nationality, leader.side), tuple(parts))

    def activation(self, context: FaceContext, marker: ActivationMarker, back: bool) -> FaceSpec:
        """Return a side of an activation marker: code, rating and commands; all backs are alike."""
        battle, language = context.battle, context.language
        commands = [c for c in map(battle.command, marker.commands) if c is not None]
        side_id = marker.side or (commands[0].side if commands else None)
        side, color = battle.side(side_id), side_color(context, side_id)
        ground = CounterColors("side", color if color.startswith("#") else None)
        if back:
            name = side.name.get(language) if side is not None else ""
            return FaceSpec(name, ground, (name_line((1.2, 4.5, 12.6, 6.0), name, size=2.6, lines=2),))
        title = marker.name.get(language) or " + ".join(c.name.get(language) for c in commands)
        rating = "" if marker.rating is None else str(marker.rating)
        code = " ".join(part for part in (marker.code, rating) if part) or "?"
        parts: tuple[Part, ...] = (
            Fill((0.0, 0.0, 15.0, 15.0), "light"),
            stripe(context, commands[0].id if commands else None, (0.0, 0.0, 15.0, 3.2)),
            Lettering((1.0, 4.0, 13.0, 6.0), (code,), 5.5, color="dark", rating="rating"),
            name_line((1.0, 10.3, 13.0, 3.7), title, size=2.2, color="dark", lines=2),
        )
        return FaceSpec(title, ground, parts)

    def marker(
        self, series: SeriesDef, marker: MarkerDef, back: bool, language: str, number: int | None = None
    ) -> FaceSpec | None:
        """Return a side of a marker: its sign and its legend."""
        return marker_face(marker, back, language, number, blind_back=marker.hidden)


def _rating_row(values: Iterable[tuple[FieldDef, object]], width: float, on_band: bool = False) -> list[Part]:
    """Return the first ratings that are numbers or short texts, side by side along the lower edge."""
    ratings = [(f, v) for f, v in values if v is not None and not isinstance(v, bool) and v != ""][
        :MAX_RATINGS
    ]
    share = (width - 2.0) / max(1, len(ratings))
    size = 4.4 if len(ratings) < 3 else 3.9 if len(ratings) == 3 else 3.0
    parts: list[Part] = []
    for index, (field, value) in enumerate(ratings):
        box: Box = (1.0 + share * index, 10.4, share, 3.6)
        parts.append(Lettering(box, (number_text(value),), size, on_band=on_band, rating=field.id))
    return parts


PLAIN = PlainFaces()
