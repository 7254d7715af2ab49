"""The faces of markers: a sign above, the legend below, in the colour of the kind of marker.

`listing` asks `marker_face` for every marker of the inventory of a series; the result is a `FaceSpec`,
drawn by `face` like that of a unit.
"""

from __future__ import annotations

from jdgtools.model.definition import FieldDef, MarkerDef
from jdgtools.model.pieces import Leader
from jdgtools.render.counters.lettering import abbreviations
from jdgtools.render.counters.pieces import number_text
from jdgtools.render.counters.spec import Box, CounterColors, FaceSpec, Figure, Fill, Lettering, Part


def marker_face(
    marker: MarkerDef,
    back: bool,
    language: str,
    number: int | None = None,
    *,
    back_symbol: str = "",
    blind_back: bool = False,
) -> FaceSpec | None:
    """Return the front or back of a marker; None for a blank reverse.

    Args:
        marker: the marker.
        back: which side.
        language: of the legend.
        number: printed large instead of the sign, e.g. losses.
        back_symbol: sign of the reverse; '' = the front's.
        blind_back: the reverse hides what the marker is: no words that differ, a dark ground.
    """
    legend = marker.back_legend if back else marker.legend
    if legend is None:
        return None
    words = legend.get(language)
    ground = CounterColors(f"marker.{marker.colour}")
    symbol = back_symbol if back and back_symbol else marker.symbol
    ink = "$ink"
    parts: list[Part] = []
    if blind_back and back:
        parts.append(Fill((0.0, 0.0, 15.0, 15.0), "$deep"))
        ink = "$soft"
    parts.append(
        Fill((0.55, 0.55, 13.9, 13.9), None, outline="$soft" if ink == "$soft" else "$deep", width=0.3)
    )
    if number is not None:
        parts.append(Lettering((1.5, 1.3, 12.0, 8.3), (str(number),), 9.6, color=ink, rating="number"))
    elif symbol:
        paper = "$deep" if ink == "$soft" else "$ground"
        parts.append(Figure((3.7, 1.4, 7.6, 7.6), symbol, ink=ink, paper=paper))
    size, top = (2.35, 9.2) if len(words) < 26 else (2.0, 8.9)
    if number is None and not symbol:
        size, top = 3.0, 1.2  # the legend has the counter for itself
    parts.append(
        Lettering(
            (1.2, top, 12.6, 14.0 - top),
            (words, *abbreviations(words)[1:]),
            size,
            lines=2 if size > 2.1 else 3,
            color=ink,
        )
    )
    return FaceSpec(words, ground, tuple(parts))


def leader_marker_face(
    marker: MarkerDef, leader: Leader, fields: tuple[FieldDef, ...], language: str
) -> FaceSpec:
    """Return the marker that replaces values of one leader, e.g. when he is wounded.

    Args:
        marker: the marker; ``leader.extra`` has a set of values of its name.
        leader: whose it is.
        fields: the values that the set holds, in their order.
        language: of names and legends.
    """
    legend, name = marker.legend.get(language), leader.name.get(language)
    values = leader.extra.get(marker.id, {})
    parts: list[Part] = [
        Fill((0.55, 0.55, 13.9, 13.9), None, outline="$deep", width=0.3),
        Figure((1.1, 1.2, 4.4, 4.4), marker.symbol, paper="$ground"),
        Lettering((5.7, 1.2, 8.2, 4.4), abbreviations(legend), 2.1, lines=2),
        Lettering((1.2, 5.8, 12.6, 2.4), abbreviations(name), 2.2),
    ]
    share = 13.0 / max(1, len(fields))
    for index, field in enumerate(fields):
        left = 1.0 + share * index
        number: Box = (left, 8.2, share, 3.7)
        parts += [
            Lettering(number, (number_text(values.get(field.id)),), 3.9, rating=field.id),
            Lettering((left, 11.9, share, 2.1), (field.short(language) or field.id,), 1.8, "sans-semibold"),
        ]
    return FaceSpec(f"{legend}: {name}", CounterColors(f"marker.{marker.colour}"), tuple(parts))
