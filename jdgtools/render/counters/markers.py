"""Faces of the markers of an inventory: a sign above, the legend below, in the colour of its kind."""

from __future__ import annotations

from jdgtools.model.definition import MarkerDef
from jdgtools.render.counters.lettering import abbreviations
from jdgtools.render.counters.spec import FaceSpec, Figure, Fill, Ground, Lettering, Part


def marker_face(
    marker: MarkerDef,
    back: bool,
    language: str,
    number: int | None = None,
    *,
    back_symbol: str = "",
    blind_back: bool = False,
) -> FaceSpec | None:
    """Front or back of a marker; None for a blank reverse.

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
    ground = Ground(f"marker.{marker.colour}")
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
    else:
        paper = "$deep" if ink == "$soft" else "$ground"
        parts.append(Figure((3.7, 1.4, 7.6, 7.6), symbol, ink=ink, paper=paper))
    size, top = (2.35, 9.3) if len(words) < 26 else (2.0, 9.0)
    parts.append(
        Lettering(
            (0.9, top, 13.2, 14.2 - top),
            (words, *abbreviations(words)[1:]),
            size,
            lines=2 if size > 2.1 else 3,
            color=ink,
        )
    )
    return FaceSpec(words, ground, tuple(parts))
