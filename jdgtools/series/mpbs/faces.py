"""What is printed on the counters of the Musket & Pike Battle Series (MP-2.1 to MP-2.3).

Units face a corner: the stripe of the wing, with its letter, lies along the front edge. A unit of two hexes
is drawn over both, with a line where the hexes meet.
"""

from __future__ import annotations

from msgspec.structs import replace

from jdgtools.model.definition import MarkerDef, SeriesDef
from jdgtools.model.pieces import ActivationMarker, Leader, Unit
from jdgtools.render.counters.art import user_art
from jdgtools.render.counters.markers import marker_face
from jdgtools.render.counters.pieces import (
    back_state,
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
    FaceContext,
    FaceSpec,
    Figure,
    Fill,
    Lettering,
    Part,
)

_STRIPE_HEIGHT = 3.2
_PLATES: dict[float, Box] = {15.0: (11.0, 3.45, 3.2, 2.3), 30.0: (13.4, 3.45, 3.2, 2.3)}
"""Width of the counter -> plate for two letters: beside the drawing, or between its halves."""
_SHORT_BACK = {"formation_shaken": "FS"}
"""State of the reverse -> what the players call it; others print their name."""


class MpbsFaces:
    """Faces of the Musket & Pike Battle Series."""

    def unit(self, context: FaceContext, unit: Unit, back: bool) -> FaceSpec:
        """Return the face of a unit.

        The reverse is Formation Shaken, a battery that has fired, captured baggage.
        """
        battle, language = context.battle, context.language
        hexes = 2 if unit.footprint == 2 else 1
        width = 15.0 * hexes
        command = battle.command(unit.command)
        stripe = command_color(context, unit.command)
        name = unit.name.get(language)
        state = back_state(context, unit) if back else None
        parts: list[Part] = []
        if back:
            parts.append(Band((0.0, _STRIPE_HEIGHT, width, 15.0 - _STRIPE_HEIGHT), "rising", 4.4))
        parts.append(Fill((0.0, 0.0, width, _STRIPE_HEIGHT), stripe))
        letter = command.letter if command is not None else ""
        left = 1.0
        if letter:
            parts += [
                Fill((0.7, 0.75, 2.5, 2.3), "light", shape="round"),
                Lettering((1.0, 1.0, 1.9, 1.8), (letter,), 2.2, color="dark", rating="wing"),
            ]
            left = 3.7
        box: Box = (left, 1.0, width - left - 1.0, 2.1)
        parts.append(unit_name_line(context, unit, box, color=f"?{stripe}", full_name=_full_name))
        paper = "band" if back else "$ground"
        word = ""
        if state is not None:
            word = _SHORT_BACK.get(state.id) or state.name.get(language)
        if hexes == 2:
            parts += _wide_art(context, unit, paper, bool(word))
        else:
            # A long word needs room below the drawing.
            height = 4.9 if len(word) > 3 else 7.3
            parts.append(picture(context, unit, (2.9, 3.3, 9.2, height), paper))
        parts += _ratings(unit, back, width)
        parts += _marks(unit, width)
        if word:
            parts += _state_word(word, width)
        meaning = f" ({state.name.get(language)})" if state is not None else ""
        ground = nation_colors(context, unit.nationality, unit.side)
        return FaceSpec(f"{name}{meaning}", ground, tuple(parts), hexes)

    def leader(self, context: FaceContext, leader: Leader, back: bool) -> FaceSpec | None:
        """Return the face of a leader.

        The reverse of a wing commander says that his wing has finished (MP-2.3-j).
        """
        battle, language = context.battle, context.language
        role = next((r for r in battle.series.roles if r.id == leader.role), None)
        if back and (role is None or role.back != "finished"):
            return None
        command = battle.command(leader.command)
        frame = (
            command_color(context, leader.command)
            if command is not None
            else side_color(context, leader.side)
        )
        name = leader.name.get(language)
        back_text = _back_of_leader(battle.series, language) if back else ""
        art: Box = (3.5, 3.75, 8.0, 6.65)
        parts: list[Part] = []
        if back:
            parts.append(Band((0.0, 0.0, 15.0, 15.0), "rising", 4.4))
        parts += [
            Fill((0.4, 0.4, 14.2, 14.2), None, outline=frame, width=0.8),
            name_line((1.1, 1.1, 12.8, 2.4), name, size=2.4, font="sans-bold", on_band=back),
            portrait(context, leader, art, "general", "band" if back else "$ground"),
        ]
        value = leader.front.get("rating")
        if value is not None:  # a sovereign leads nobody
            parts += [
                Fill((1.2, 10.3, 4.3, 3.6), "light", outline="$deep", shape="round"),
                Lettering(
                    (1.6, 10.3, 3.5, 3.6),
                    (signed_text(value) if value else number_text(value),),
                    3.2,
                    color="dark",
                    rating="rating",
                ),
            ]
        if back_text:
            parts += [
                Fill((6.0, 10.3, 7.8, 3.6), "light", outline="$deep", shape="round"),
                name_line((6.3, 10.4, 7.2, 3.4), back_text, size=2.2, color="alert", lines=2),
            ]
        elif command is not None and command.letter:
            parts += [
                Fill((10.4, 10.3, 3.4, 3.6), frame, shape="round"),
                Lettering((10.5, 10.3, 3.2, 3.6), (command.letter,), 2.9, color=f"?{frame}", rating="wing"),
            ]
        elif role is not None and role.id == "army_commander":
            parts.append(Figure((10.2, 10.2, 3.7, 3.7), "star", ink="$figure"))
        elif role is not None and not role.leads:
            parts.append(Figure((4.9, 10.4, 5.2, 3.5), "crown_sign", ink="$figure"))
        meaning = f" ({back_text})" if back_text else ""
        return FaceSpec(
            f"{name}{meaning}", nation_colors(context, leader.nationality, leader.side), tuple(parts)
        )

    def activation(self, context: FaceContext, marker: ActivationMarker, back: bool) -> FaceSpec | None:
        """Return None: wings are activated, not markers drawn."""
        return None

    def marker(
        self, series: SeriesDef, marker: MarkerDef, back: bool, language: str, number: int | None = None
    ) -> FaceSpec | None:
        """Return marker of the inventory."""
        return marker_face(marker, back, language, number)


def _full_name(unit: Unit, language: str) -> str:
    """Return the name that is printed, which says of a double unit that it is one."""
    name = unit.name.get(language)
    return f"Dbl {name}" if unit.front.get("double") is True and not name.startswith("Dbl") else name


def _wide_art(context: FaceContext, unit: Unit, paper: str, back: bool) -> list[Part]:
    """Return drawing over two hexes: the body in both, shot on the wings, a line where the hexes meet."""
    art = user_art(context, unit.art, (3.0, 3.2, 24.0, 7.2))
    if art is not None:
        return [art]
    top = 5.9 if back else 3.5
    nation = unit.nationality or unit.side or ""
    dress = (f"{nation}_musketeers", nation)
    shot_figure = Figure(
        (23.6, 4.2, 5.2, 6.2), "musketeers", ink="$figure", paper=paper, dress=dress, wearer=unit.id
    )
    return [
        Fill((14.9, top, 0.2, 10.4 - top), "$deep"),
        replace(shot_figure, box=(1.2, 4.2, 5.2, 6.2), mirror=True),
        picture(context, unit, (6.2, 3.15, 7.0, 7.3), paper),
        picture(context, unit, (16.8, 3.15, 7.0, 7.3), paper),
        shot_figure,
    ]


def _ratings(unit: Unit, back: bool, width: float) -> list[Part]:
    """Return strength or ranges left, morale right; the same on both sides of the counter (MP-2.1.2-a)."""
    parts: list[Part] = []
    if unit.arm == "artillery":
        near, far = (number_text(unit.front.get(key)) for key in ("grazing_range", "maximum_range"))
        parts.append(
            Lettering(
                (1.0, 10.6, 6.5, 3.4), (f"{near}–{far}",), 3.2, align="start", on_band=back, rating="ranges"
            )
        )
    elif unit.arm != "baggage":
        prefix = str(unit.front.get("prefix_letter") or "")
        text = f"{prefix}{number_text(unit.front.get('strength'))}"
        parts.append(
            Lettering((1.0, 10.4, 5.1, 3.6), (text,), 4.2, align="start", on_band=back, rating="strength")
        )
    if "morale" in unit.front:
        parts += [
            Fill((width - 4.5, 10.45, 3.6, 3.6), "light", outline="$deep", shape="round"),
            rating((width - 4.4, 10.45, 3.4, 3.5), unit.front.get("morale"), 3.3, "morale", color="dark"),
        ]
    return parts


def _marks(unit: Unit, width: float) -> list[Part]:
    """Return small signs in the middle of the bottom row.

    Pikes, guns, Swedish style, salvo, a double battery.
    """
    front = unit.front
    signs = []
    if front.get("pikes") is True:
        signs.append("pikes_sign")
    if front.get("regimental_artillery") is True:
        signs.append("light_gun")
    if front.get("swedish_style") is True:
        signs.append("crown_sign")
    if front.get("salvo_capable") is True:
        signs.append("salvo")
    room = width - 4.6 - 6.3
    size = min(2.7, room / max(1, len(signs)))
    start = 6.3 + (room - size * len(signs)) / 2
    parts: list[Part] = [
        Figure((start + size * k + 0.1, 11.3, size - 0.2, 2.6), sign, ink="$figure")
        for k, sign in enumerate(signs)
    ]
    if front.get("double") is True and not any(
        "x2" in t.lower().replace("×", "x") for _, t in unit.name.values
    ):
        parts.append(Lettering((7.6, 11.3, 3.1, 2.6), ("×2",), 2.2, rating="double"))
    return parts


def _state_word(word: str, width: float) -> list[Part]:
    """Return what the reverse means, on a plate: two letters at the right, a word below the drawing."""
    box: Box = (width / 2 - 5.6, 8.25, 11.2, 2.05) if len(word) > 3 else _PLATES[width]
    return [
        Fill(box, "alert", shape="round"),
        name_line(box, word, size=1.9, font="sans-bold", color="light"),
    ]


def _back_of_leader(series: SeriesDef, language: str) -> str:
    for axis in series.state_axes:
        if "leader" in axis.applies_to:
            for value in axis.values:
                if value.face == "back":
                    return value.name.get(language)
    return ""


FACES = MpbsFaces()
