"""What is printed on the counters of Au fil de l'épée (AFE-1 and AFE-2.1)."""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.blazon import TINCTURES, read_blazon
from jdgtools.model.definition import MarkerDef, SeriesDef
from jdgtools.model.pieces import ActivationMarker, Command, Leader, Unit, Value
from jdgtools.render.counters.markers import marker_face
from jdgtools.render.counters.pieces import (
    clear_of_accents,
    name_line,
    nation_colors,
    picture,
    portrait,
    rating,
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
    Shield,
)

_SHIELD: Box = (0.55, 0.55, 3.1, 3.7)
_CODE: Box = (11.0, 1.0, 3.0, 2.1)
_ART: Box = (2.0, 0.65, 9.15, 7.5)
_NAME: Box = (1.0, 8.5, 13.0, 1.85)
# Clear of the code above it and of the name below it: no edge runs through lettering.
_FATIGUED_BAND: Box = (0.0, 3.25, 15.0, 4.9)
_DOT: Box = (12.0, 4.2, 1.75, 1.75)
_LEFT: Box = (1.0, 10.4, 3.7, 3.6)
_MIDDLE: Box = (5.4, 10.4, 4.2, 3.6)
_RIGHT: Box = (10.3, 10.4, 3.7, 3.6)


class AfeFaces:
    """Faces of Au fil de l'épée."""

    def unit(self, context: FaceContext, unit: Unit, back: bool) -> FaceSpec:
        """Return the face of a unit: fresh (front) or fatigued (back, thick white band, AFE-2.1-r)."""
        battle, language = context.battle, context.language
        kind = battle.series.unit_type(unit.type or "")
        name = unit.name.get(language)
        parts: list[Part] = []
        if back:
            parts.append(Band(_FATIGUED_BAND, "level", _FATIGUED_BAND[3]))
        command = battle.command(unit.command)
        art = clear_of_accents(_ART, name, unit.short_name(language))
        paper = "band" if back else "$ground"
        parts.append(picture(context, unit, art, paper, _livery(command)))
        # Before the figure, whose back is turned to this corner.
        if command is not None:
            parts.append(_arms(command, _SHIELD))
        code = kind.code if kind is not None else "?"
        parts.append(Lettering(_CODE, (code,), 2.35, align="end", on_band=back, rating="type"))
        if unit.front.get("missile") is True:
            parts.append(Fill(_DOT, "light", outline="dark", width=0.28, shape="ellipse"))
        parts.append(unit_name_line(context, unit, _NAME, size=2.0))
        parts += [
            rating(_LEFT, unit.value("sp", back), 4.2, "sp"),
            Fill((5.75, 10.45, 3.5, 3.5), "light", outline="$deep", shape="round"),
            rating(_MIDDLE, unit.value("quality", back), 3.3, "quality", color="dark"),
            rating(_RIGHT, unit.value("mp", back), 4.2, "mp"),
        ]
        meaning = f" ({battle.series.counter_back.get(language)})" if back else ""
        ground = nation_colors(context, unit.nationality, unit.side)
        return FaceSpec(f"{name}{meaning}", ground, tuple(parts))

    def leader(self, context: FaceContext, leader: Leader, back: bool) -> FaceSpec | None:
        """Return leader (front), his replacement (back, AFE-2.1-k).

        A commander in chief on his own colour.
        """
        if back and not leader.back:
            return None
        language = context.language
        values = leader.back if back else leader.front
        name = (leader.back_name if back and leader.back_name is not None else leader.name).get(language)
        command = context.battle.command(leader.command)
        role = context.battle.series.role(leader.role or "")
        ground = nation_colors(context, leader.nationality, leader.side)
        if leader.role == "commander_in_chief" and command is not None:
            # The colour of his coat of arms instead of the army's (AFE-1-c).
            if command.blazon:
                field = read_blazon(command.blazon).field
                ground = CounterColors("nation.none", TINCTURES[field.tinctures[0]])
            elif command.colour:
                ground = CounterColors("nation.none", command.colour)
        art: Box = (4.0, 4.95, 6.4, 5.55)
        # A reserve leader belongs to no banner: his name has the room of the shield.
        title: Box = (1.0, 1.0, 13.0, 3.7) if command is None else (5.4, 1.0, 8.6, 3.7)
        parts: list[Part] = [
            Fill((0.25, 0.25, 14.5, 14.5), None, outline="$deep", width=0.5),
            name_line(title, name, size=2.2, lines=2),
            portrait(context, leader, art, "men_at_arms" if back else "banner_lord", livery=_livery(command)),
            *(_ratings_of_leader(values) if role is None or role.leads else _ratings_of_person(values)),
        ]
        if command is not None:
            parts.insert(1, _arms(command, (0.8, 0.8, 4.4, 5.4)))
        return FaceSpec(name, ground, tuple(parts))

    def activation(self, context: FaceContext, marker: ActivationMarker, back: bool) -> FaceSpec | None:
        """Return None: leaders themselves are activated."""
        return None

    def marker(
        self, series: SeriesDef, marker: MarkerDef, back: bool, language: str, number: int | None = None
    ) -> FaceSpec | None:
        """Return marker of the inventory; the reverse of Discouraged is Rout."""
        return marker_face(
            marker, back, language, number, back_symbol="rout_of_old" if marker.id == "discouraged" else ""
        )


def _ratings_of_leader(values: Mapping[str, Value]) -> tuple[Part, ...]:
    """Return the four characteristics of a leader (AFE-1-d, AFE-2.1-h, AFE-2.1-i)."""
    return (
        Fill((10.7, 6.1, 3.4, 3.4), "light", outline="$deep", shape="ellipse"),
        Lettering(
            (10.9, 6.1, 3.0, 3.4), (signed_text(values.get("bonus")),), 2.4, color="dark", rating="bonus"
        ),
        Fill((0.5, 10.5, 14.0, 4.0), "light"),
        rating((1.0, 10.5, 4.0, 3.5), values.get("rating"), 3.9, "rating", color="dark"),
        Fill((5.4, 10.65, 4.2, 3.4), None, outline="edge", shape="hex"),
        rating((6.1, 10.6, 2.8, 3.4), values.get("range"), 3.0, "range", color="dark"),
        rating((10.0, 10.5, 4.0, 3.5), values.get("mp"), 3.9, "mp", color="dark"),
    )


def _ratings_of_person(values: Mapping[str, Value]) -> tuple[Part, ...]:
    """Return the movement of somebody who leads no banner, beside a crown."""
    return (
        Fill((0.5, 10.5, 14.0, 4.0), "light"),
        Figure((0.9, 10.9, 4.6, 3.2), "crown_sign", ink="dark"),
        rating((10.0, 10.5, 4.0, 3.5), values.get("mp"), 3.9, "mp", color="dark"),
    )


def _livery(command: Command | None) -> tuple[str, str]:
    """Return the colours that a lord's men wear: the tincture of his field, and the next of his arms."""
    if command is None:
        return "", ""
    if not command.blazon:
        return command.colour or "", ""
    arms = read_blazon(command.blazon)
    tinctures = (*arms.field.tinctures, *(charge.tincture for charge in arms.charges))
    colors = [TINCTURES[name] for name in dict.fromkeys(tinctures) if name in TINCTURES]
    return (colors[0], colors[1]) if len(colors) > 1 else ((colors or [command.colour or ""])[0], "")


def _arms(command: Command, box: Box) -> Part:
    """Return coat of arms of a banner; a banner without a blazon shows a shield of its colour."""
    if command.blazon:
        return Shield(box, command.blazon)
    return Shield(box, "", command.colour or "edge")


FACES = AfeFaces()
