"""What is printed on the counters of Jours de Gloire (JDG-0.3, JDG-2.1, JDG-2.5.1, part I of the digest).

The upper edge of a unit is its front: the stripe of its formation runs along it. Below the symbol stand
strength (left), cohesion (circle), shock (diamond) and movement (right).
"""

from __future__ import annotations

from jdgtools.model.definition import MarkerDef, SeriesDef
from jdgtools.model.pieces import ActivationMarker, Leader, Unit
from jdgtools.render.counters.art import own_art
from jdgtools.render.counters.lettering import abbreviations
from jdgtools.render.counters.markers import marker_face
from jdgtools.render.counters.spec import (
    Band,
    Box,
    FaceContext,
    FaceSpec,
    Figure,
    Fill,
    Ground,
    Lettering,
    Part,
)
from jdgtools.series.strings import say

_STRIPE: Box = (0.0, 0.0, 15.0, 2.7)
_NAME: Box = (0.5, 2.85, 14.0, 2.25)
_ART: Box = (4.1, 5.05, 6.8, 5.75)
_STRENGTH: Box = (0.45, 10.75, 4.1, 3.9)
_COHESION: Box = (4.5, 11.15, 3.3, 3.3)
_SHOCK: Box = (7.6, 10.95, 3.7, 3.7)
_MOVEMENT: Box = (11.3, 10.75, 3.25, 3.9)
_LEFT: Box = (0.45, 5.3, 3.6, 5.2)
_RIGHT: Box = (11.0, 5.3, 3.55, 5.2)

_MOVED = say("moved", "a bougé", "po ruchu")
_COMBINED = say("combined", "combiné", "łączony")


class JdgFaces:
    """Faces of Jours de Gloire."""

    def unit(self, context: FaceContext, unit: Unit, back: bool) -> FaceSpec:
        """Unit, ordered (front) or disordered (back, with the white band)."""
        battle, language = context.battle, context.language
        command = battle.command(unit.command)
        stripe = (command.colour if command is not None else None) or "edge"
        parts: list[Part] = []
        if back:
            parts.append(Band((0.0, 2.7, 15.0, 12.3), "rising", 4.2))
        parts.append(Fill(_STRIPE, stripe))
        if unit.parent:
            parts.append(_quiet((0.4, 0.25, 14.2, 2.2), unit.parent, f"?{stripe}"))
        name = unit.name.get(language)
        parts.append(Lettering(_NAME, abbreviations(name, unit.short), 2.15, "sans-semibold", on_band=back))
        parts.append(
            own_art(context, unit.art, _ART) or Figure(_ART, _symbol(context, unit), paper=_paper(back))
        )
        parts += _ratings(unit, back)
        meaning = f" ({battle.series.counter_back.get(language)})" if back else ""
        return FaceSpec(f"{name}{meaning}", nation_ground(context, unit.nationality), tuple(parts))

    def leader(self, context: FaceContext, leader: Leader, back: bool) -> FaceSpec:
        """Commander-in-chief, ready (front) or after his move (back)."""
        battle, language = context.battle, context.language
        side = battle.side(leader.side)
        color = (side.colour if side is not None else None) or "side"
        name = leader.name.get(language)
        parts: list[Part] = []
        if back:
            parts.append(Band((0.0, 0.0, 15.0, 15.0), "rising", 4.2))
        parts.append(Fill((0.45, 0.45, 14.1, 14.1), None, outline=color, width=0.9))
        parts.append(Lettering((1.3, 1.2, 12.4, 2.4), abbreviations(name), 2.4, "sans-bold", on_band=back))
        art: Box = (3.9, 3.6, 7.2, 6.6)
        parts.append(own_art(context, leader.art, art) or Figure(art, "commander", paper=_paper(back)))
        if back:
            parts.append(
                Lettering(
                    (8.9, 3.7, 5.0, 2.0),
                    (_MOVED.get(language),),
                    1.9,
                    "sans-bold",
                    align="end",
                    color="alert",
                )
            )
        drm = leader.front.get("drm")
        parts += [
            Fill((1.2, 10.35, 3.7, 3.4), color, shape="round"),
            Lettering((1.2, 10.35, 3.7, 3.4), (_signed(drm),), 2.9, color=f"?{color}", rating="drm"),
            Fill((5.75, 10.35, 3.5, 3.4), "light", outline="$deep"),
            Lettering(
                (5.75, 10.35, 3.5, 3.4),
                (_text(leader.front.get("capacity")),),
                3.1,
                color="dark",
                rating="capacity",
            ),
            Fill((9.9, 10.25, 4.0, 3.6), "light", outline="$deep", shape="hex"),
            Lettering(
                (10.4, 10.35, 3.0, 3.4),
                (_text(leader.front.get("range")),),
                2.7,
                color="dark",
                rating="range",
            ),
        ]
        meaning = f" ({_MOVED.get(language)})" if back else ""
        return FaceSpec(f"{name}{meaning}", nation_ground(context, leader.nationality), tuple(parts))

    def activation(self, context: FaceContext, marker: ActivationMarker, back: bool) -> FaceSpec:
        """Activation marker: code letter, formation, initiative; all backs of a side are alike."""
        battle, language = context.battle, context.language
        command = battle.command(marker.commands[0]) if marker.commands else None
        side = battle.side(marker.side or (command.side if command is not None else None))
        side_color = (side.colour if side is not None else None) or "side"
        ground = Ground("side", side_color if side_color.startswith("#") else None)
        if back:
            name = side.name.get(language) if side is not None else ""
            parts: tuple[Part, ...] = (
                Fill((0.7, 0.7, 13.6, 13.6), None, outline="$soft", width=0.35),
                Figure((3.7, 1.9, 7.6, 7.6), "rosette", ink="$soft", paper="$ground"),
                Lettering((1.2, 10.0, 12.6, 3.4), (name, *abbreviations(name)[1:]), 2.6, color="$ink"),
            )
            return FaceSpec(name, ground, parts)
        combined = marker.code == "C"
        names = [c.name.get(language) for c in (battle.command(i) for i in marker.commands) if c is not None]
        title = marker.name.get(language) or " + ".join(names)
        colors = [
            c.colour or "edge" for c in (battle.command(i) for i in marker.commands) if c is not None
        ] or ["edge"]
        face: list[Part] = [Fill((0.0, 0.0, 15.0, 15.0), "light")]
        # A combined marker shows the stripe of each of its formations.
        share = 15.0 / len(colors)
        face += [Fill((index * share, 0.0, share, 3.1), color) for index, color in enumerate(colors)]
        face += [
            Fill((0.0, 3.1, 15.0, 0.55), side_color),
            Fill((1.0, 4.5, 5.6, 5.6), "dark", shape="diamond" if combined else "ellipse"),
            Lettering((1.6, 5.1, 4.4, 4.4), (marker.code or "?",), 3.9, color="light", rating="code"),
            Lettering(
                (7.4, 4.1, 6.9, 6.2),
                ("–" if marker.rating is None else str(marker.rating),),
                6.6,
                color="dark",
                rating="rating",
            ),
            Lettering(
                (0.6, 10.3, 13.8, 4.4),
                (title, *abbreviations(title)[1:]),
                2.1,
                "sans-semibold",
                color="dark",
                lines=2,
            ),
        ]
        return FaceSpec(title, ground, tuple(face))

    def marker(
        self, series: SeriesDef, marker: MarkerDef, back: bool, language: str, number: int | None = None
    ) -> FaceSpec | None:
        """Marker of part I; both order markers look the same face down (JDG-2.4-a)."""
        blind = marker.hidden
        return marker_face(
            marker, back, language, number, back_symbol="orders" if blind else "", blind_back=blind
        )


def nation_ground(context: FaceContext, nationality: str | None) -> Ground:
    """Colours of a nationality, its own or the theme's."""
    nation = context.battle.nationality(nationality)
    key = f"nation.{nationality or 'none'}"
    return Ground(key) if nation is None else Ground(key, nation.colour, nation.ink)


def _symbol(context: FaceContext, unit: Unit) -> str:
    kind = context.battle.series.unit_type(unit.type or "")
    return "unknown" if kind is None else kind.symbol


def _ratings(unit: Unit, back: bool) -> list[Part]:
    parts: list[Part] = [
        Lettering(_STRENGTH, (_text(unit.value("strength", back)),), 4.9, on_band=back, rating="strength"),
        Fill(_COHESION, "light", outline="$deep", width=0.3, shape="ellipse"),
        Lettering(_COHESION, (_text(unit.value("cohesion", back)),), 2.75, color="dark", rating="cohesion"),
        Lettering(_MOVEMENT, (_text(unit.value("movement", back)),), 3.9, on_band=back, rating="movement"),
    ]
    if unit.arm != "artillery":
        return [
            *parts,
            Fill(_SHOCK, "alert", shape="diamond"),
            Lettering(
                (8.4, 11.15, 2.1, 3.3),
                (_text(unit.value("shock", back)),),
                2.6,
                color="light",
                rating="shock",
            ),
        ]
    # Fire strength stands in a burst of its own colour; ranges take the place of shock.
    near, far = unit.value("effective_range", back), unit.value("maximum_range", back)
    return [
        Fill((0.5, 10.9, 3.9, 3.7), "alert", shape="round"),
        *parts[1:],
        Lettering(
            (0.5, 10.9, 3.9, 3.7),
            (_text(unit.value("strength", back)),),
            3.9,
            color="light",
            rating="strength",
        ),
        Lettering(
            (7.85, 11.0, 3.6, 3.6),
            (f"{_text(near)}–{_text(far)}",),
            2.3,
            color="$ink",
            on_band=back,
            rating="ranges",
        ),
    ]


def _quiet(box: Box, text: str, color: str) -> Lettering:
    return Lettering(box, abbreviations(text), 1.85, "sans-semibold", color=color, essential=False)


def _paper(back: bool) -> str:
    return "band" if back else "$ground"


def _text(value: object) -> str:
    return "–" if value is None or value is True or value is False else str(value)


def _signed(value: object) -> str:
    if not isinstance(value, int) or isinstance(value, bool):
        return "–"
    return f"+{value}" if value >= 0 else f"−{-value}"


FACES = JdgFaces()
