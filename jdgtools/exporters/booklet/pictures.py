"""Small pictures of counters for the booklet."""

from __future__ import annotations

from jdgtools.exporters.base import BuildContext
from jdgtools.model.definition import MarkerDef
from jdgtools.model.pieces import ActivationMarker, Leader, Unit
from jdgtools.render.counters import face_scene, faces_of
from jdgtools.render.counters.spec import FaceContext, FaceSpec


class Pictures:
    """Draws faces when they are asked for; equal faces are drawn once."""

    def __init__(self, context: BuildContext) -> None:
        self._rules = faces_of(context.series)
        self._context = FaceContext(context.battle, context.language, context.project)
        self._theme = context.theme
        self._names: dict[FaceSpec, str] = {}
        self.files: dict[str, bytes] = {}
        """Name -> SVG document."""

    def unit(self, unit: Unit) -> str:
        """Markup of the front and back of a unit."""
        return " ".join(self._face(self._rules.unit(self._context, unit, back)) for back in (False, True))

    def large(self, piece: Unit | Leader) -> str:
        """Markup of the front of a piece in its true size."""
        if isinstance(piece, Unit):
            face = self._face(self._rules.unit(self._context, piece, False))
        else:
            face = self.leader(piece)
        return face.replace(", height: 6mm", "").replace('")', '", height: 15mm)')

    def leader(self, leader: Leader) -> str:
        """Markup of the front of a leader; '' when he has no counter."""
        return self._face(self._rules.leader(self._context, leader, False))

    def activation(self, marker: ActivationMarker) -> str:
        """Markup of the front of an activation marker."""
        return self._face(self._rules.activation(self._context, marker, False))

    def marker(self, marker: MarkerDef) -> str:
        """Markup of the front and back of a marker."""
        number = marker.numbers[0] if marker.numbers else None
        series, language = self._context.battle.series, self._context.language
        faces = [self._rules.marker(series, marker, back, language, number) for back in (False, True)]
        return " ".join(self._face(face) for face in dict.fromkeys(faces) if face is not None)

    def _face(self, spec: FaceSpec | None) -> str:
        if spec is None:
            return ""
        if spec not in self._names:
            from jdgtools.render.backends.svg import render_svg

            name = f"face-{len(self._names)}.svg"
            self._names[spec] = name
            self.files[name] = render_svg(face_scene(spec, 15.0, self._theme)).encode()
        # Counters of two hexes are wide: smaller, so that names keep their room.
        return f'#face("{self._names[spec]}"{", height: 6mm" if spec.hexes > 1 else ""})'
