"""Counters of the series: the designer's own picture as the whole face, else a plain face."""

from __future__ import annotations

from jdgtools.model.definition import MarkerDef, SeriesDef
from jdgtools.model.pieces import ActivationMarker, Leader, Unit
from jdgtools.render.counters.art import user_art
from jdgtools.render.counters.pieces import nation_colors
from jdgtools.render.counters.plain import PLAIN
from jdgtools.render.counters.spec import FaceContext, FaceSpec


class OwnPictures:
    """Faces that are pictures; see `jdgtools.render.counters.spec.FaceRules`."""

    def unit(self, context: FaceContext, unit: Unit, back: bool) -> FaceSpec:
        """Return the face of a unit: `art`, on the reverse `art_back`."""
        path = str(unit.front.get("art_back") or "") if back else unit.art
        picture = user_art(context, path, (0.0, 0.0, 15.0 * unit.footprint, 15.0))
        if picture is None:
            return PLAIN.unit(context, unit, back)
        ground = nation_colors(context, unit.nationality, unit.side)
        return FaceSpec(unit.name.get(context.language), ground, (picture,), unit.footprint)

    def leader(self, context: FaceContext, leader: Leader, back: bool) -> FaceSpec | None:
        """Return the face of a leader: `art` on both sides."""
        picture = user_art(context, leader.art, (0.0, 0.0, 15.0, 15.0))
        if picture is None:
            return PLAIN.leader(context, leader, back)
        ground = nation_colors(context, leader.nationality, leader.side)
        return None if back else FaceSpec(leader.name.get(context.language), ground, (picture,))

    def activation(self, context: FaceContext, marker: ActivationMarker, back: bool) -> FaceSpec:
        """Return activation marker."""
        return PLAIN.activation(context, marker, back)

    def marker(
        self, series: SeriesDef, marker: MarkerDef, back: bool, language: str, number: int | None = None
    ) -> FaceSpec | None:
        """Return the face of a marker."""
        return PLAIN.marker(series, marker, back, language, number)


FACES = OwnPictures()
