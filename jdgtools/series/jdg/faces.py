"""What is printed on the counters of Jours de Gloire (JDG-0.3, JDG-2.1, JDG-2.5.1).

The upper edge of a unit is its front: the stripe of its formation runs along it. Below the symbol stand
strength (left), cohesion (circle), shock (diamond) and movement (right); artillery shows its ranges.
"""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.model.definition import MarkerDef, SeriesDef
from jdgtools.model.pieces import ActivationMarker, Leader, Unit, Value
from jdgtools.render.counters.lettering import abbreviations
from jdgtools.render.counters.markers import marker_face
from jdgtools.render.counters.pieces import (
    command_color,
    name_line,
    nation_colors,
    number_text,
    picture,
    portrait,
    rating,
    side_color,
    signed_text,
    unit_name_line,
)
from jdgtools.render.counters.spec import (
    Band,
    Box,
    CounterColors,
    FaceContext,
    FaceSpec,
    Figure,
    Fill,
    Lettering,
    Part,
)
from jdgtools.render.counters.stripes import stripe
from jdgtools.series.strings import say

# Boxes of what stands on a unit: x, y, width, height from the upper left; a counter is 15 by 15.
_STRIPE: Box = (0.0, 0.0, 15.0, 2.85)
_NAME: Box = (1.0, 1.0, 13.0, 1.85)
_PARENT: Box = (1.0, 3.4, 1.8, 6.9)
_ART: Box = (2.8, 2.85, 10.2, 7.75)
_GUN: Box = (2.8, 5.3, 9.6, 5.3)
_RANGES: Box = (2.8, 3.3, 9.6, 2.0)
_STRENGTH: Box = (1.0, 10.6, 3.4, 3.4)
_COHESION: Box = (4.45, 10.75, 3.1, 3.1)
_COHESION_ALONE: Box = (5.95, 10.75, 3.1, 3.1)
_SHOCK: Box = (7.55, 10.45, 3.6, 3.6)
_SHOCK_TEXT: Box = (8.3, 10.6, 2.1, 3.3)
_MOVEMENT: Box = (11.1, 10.6, 2.9, 3.4)

_MOVED_BAND: Box = (0.0, 3.9, 15.0, 6.2)
"""Between the name and the ratings: it takes both the commander and the word whole."""
_MOVED = say("moved", "a bougé", "po ruchu")


class JdgFaces:
    """Faces of Jours de Gloire."""

    def unit(self, context: FaceContext, unit: Unit, back: bool) -> FaceSpec:
        """Return the face of a unit, ordered (front) or disordered (back, with the white band)."""
        language = context.language
        color = command_color(context, unit.command)
        parts: list[Part] = []
        if back:
            parts.append(Band((0.0, 2.9, 15.0, 12.1), "rising", 4.4))
        name = unit.name.get(language)
        parts.append(stripe(context, unit.command, _STRIPE))
        parts.append(unit_name_line(context, unit, _NAME, size=2.0, color=f"?{color}"))
        if unit.parent:
            wordings = abbreviations(_formation_name(context, unit))
            parts.append(
                Lettering(
                    _PARENT, wordings, 1.77, "sans-semibold", essential=False, is_turned=True, on_band=back
                )
            )
        art = _GUN if unit.arm == "artillery" else _ART
        parts.append(picture(context, unit, art, "band" if back else "$ground"))
        parts += _ratings(unit, back)
        meaning = f" ({context.battle.series.counter_back.get(language)})" if back else ""
        ground = nation_colors(context, unit.nationality, unit.side)
        return FaceSpec(f"{name}{meaning}", ground, tuple(parts))

    def leader(self, context: FaceContext, leader: Leader, back: bool) -> FaceSpec:
        """Return the face of a commander-in-chief, ready (front) or after his move (back)."""
        language = context.language
        color = side_color(context, leader.side)
        name = leader.name.get(language)
        parts: list[Part] = []
        if back:
            parts.append(Band(_MOVED_BAND, "level", _MOVED_BAND[3]))
        parts.append(Fill((0.45, 0.45, 14.1, 14.1), None, outline=color, width=0.9))
        parts.append(name_line((1.2, 1.1, 12.6, 2.6), name, size=2.5, font="sans-bold"))
        art: Box = (1.3, 3.7, 6.2, 6.4) if back else (3.4, 3.3, 8.2, 6.9)
        paper = "band" if back else "$ground"
        parts.append(portrait(context, leader, art, "commander", paper))
        if back:
            word = (_MOVED.get(language),)
            parts.append(Lettering((7.7, 4.6, 6.2, 4.8), word, 2.2, lines=2, color="alert", on_band=True))
        role = context.battle.series.role(leader.role or "")
        if role is not None and not role.leads:
            parts.append(Figure((4.9, 10.4, 5.2, 3.5), "crown_sign", ink="$figure"))
        else:
            parts += _ratings_of_commander(leader.front, color)
        meaning = f" ({_MOVED.get(language)})" if back else ""
        return FaceSpec(
            f"{name}{meaning}", nation_colors(context, leader.nationality, leader.side), tuple(parts)
        )

    def activation(self, context: FaceContext, marker: ActivationMarker, back: bool) -> FaceSpec:
        """Return activation marker: code letter, formation, initiative; all backs of a side are alike."""
        battle, language = context.battle, context.language
        commands = [c for c in (battle.command(i) for i in marker.commands) if c is not None]
        side_id = marker.side or (commands[0].side if commands else None)
        color = side_color(context, side_id)
        ground = CounterColors("side", color if color.startswith("#") else None)
        if back:
            side = battle.side(side_id)
            return _blind(side.name.get(language) if side is not None else "", ground)
        title = marker.name.get(language) or " + ".join(c.name.get(language) for c in commands)
        # A combined marker shows the stripe of each of its formations.
        share = 15.0 / max(1, len(commands))
        stripes = [
            stripe(context, id_, (index * share, 0.0, share, 3.2))
            for index, id_ in enumerate([c.id for c in commands] or [None])
        ]
        badge: Box = (1.2, 4.2, 5.4, 5.4)
        parts: tuple[Part, ...] = (
            Fill((0.0, 0.0, 15.0, 15.0), "light"),
            *stripes,
            Fill((0.0, 3.2, 15.0, 0.5), color),
            Fill(badge, "dark", shape="diamond" if marker.code == "C" else "ellipse"),
            Lettering((2.2, 4.9, 3.4, 4.0), (marker.code or "?",), 3.6, color="light", rating="code"),
            rating((7.4, 4.2, 6.6, 5.4), marker.rating, 6.2, "rating", color="dark"),
            name_line((1.0, 10.2, 13.0, 3.8), title, size=2.2, color="dark", lines=2),
        )
        return FaceSpec(title, ground, parts)

    def marker(
        self, series: SeriesDef, marker: MarkerDef, back: bool, language: str, number: int | None = None
    ) -> FaceSpec | None:
        """Return marker of part I; both order markers look the same face down (JDG-2.4-a)."""
        blind = marker.hidden
        return marker_face(
            marker, back, language, number, back_symbol="orders" if blind else "", blind_back=blind
        )


def _blind(name: str, ground: CounterColors) -> FaceSpec:
    parts: tuple[Part, ...] = (
        Fill((0.7, 0.7, 13.6, 13.6), None, outline="$soft", width=0.35),
        Figure((3.7, 1.9, 7.6, 7.6), "rosette", ink="$soft", paper="$ground"),
        Lettering((1.2, 10.0, 12.6, 3.4), abbreviations(name), 2.6),
    )
    return FaceSpec(name, ground, parts)


def _formation_name(context: FaceContext, unit: Unit) -> str:
    """Return what a unit's `parent` says; the name of its command is in the language of the sheet."""
    command = context.battle.command(unit.command)
    if command is not None and unit.parent == command.name.get(context.battle.language):
        return command.name.get(context.language)
    return unit.parent


def _ratings_of_commander(values: Mapping[str, Value], color: str) -> list[Part]:
    """Return modifier, capacity and range of a commander-in-chief (JDG-2.5.1-b)."""
    return [
        Fill((1.2, 10.35, 3.7, 3.4), color, shape="round"),
        Lettering(
            (1.3, 10.35, 3.5, 3.4),
            (signed_text(values.get("drm")),),
            2.9,
            color=f"?{color}",
            rating="drm",
        ),
        Fill((5.75, 10.35, 3.5, 3.4), "light", outline="$deep"),
        rating((5.75, 10.35, 3.5, 3.4), values.get("capacity"), 3.1, "capacity", color="dark"),
        Fill((9.8, 10.2, 4.1, 3.7), "light", outline="$deep", shape="hex"),
        rating((10.5, 10.35, 2.7, 3.4), values.get("range"), 2.8, "range", color="dark"),
    ]


def _ratings(unit: Unit, back: bool) -> list[Part]:
    circle = _COHESION_ALONE if unit.arm == "artillery" else _COHESION
    parts: list[Part] = [
        Fill(circle, "light", outline="$deep", width=0.3, shape="ellipse"),
        rating(circle, unit.value("cohesion", back), 2.7, "cohesion", color="dark"),
        rating(_MOVEMENT, unit.value("movement", back), 3.9, "movement", on_band=back),
    ]
    strength = unit.value("strength", back)
    if unit.arm != "artillery":
        return [
            rating(_STRENGTH, strength, 4.2, "strength", on_band=back),
            *parts,
            Fill(_SHOCK, "alert", shape="diamond"),
            rating(_SHOCK_TEXT, unit.value("shock", back), 2.6, "shock", color="light"),
        ]
    # Fire strength stands on a plate of its own colour; the ranges stand above the gun.
    near, far = (number_text(unit.value(key, back)) for key in ("effective_range", "maximum_range"))
    return [
        Fill((0.8, 10.5, 3.5, 3.6), "alert", shape="round"),
        rating((1.0, 10.5, 3.1, 3.5), strength, 3.9, "strength", color="light"),
        *parts,
        Lettering(_RANGES, (f"{near} – {far}",), 2.35, on_band=back, rating="ranges"),
    ]


FACES = JdgFaces()
