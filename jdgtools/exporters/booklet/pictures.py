"""Small pictures of counters for the booklet."""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.exporters.base import BuildContext
from jdgtools.exporters.booklet.rich import NONE, Drawn, Rich, join, space
from jdgtools.model.definition import MarkerDef
from jdgtools.model.pieces import ActivationMarker, Leader, Unit
from jdgtools.render.counters import face_scene, faces_of
from jdgtools.render.counters.spec import FaceContext, FaceSpec
from jdgtools.render.scene import Item, Symbol, Use

_HEIGHT = 8.2
_HEIGHT_OF_TWO = 6.0
"""Counters of two hexes are wide: smaller, so that names keep their room."""
_HEIGHT_IN_KEY = 7.0
_GAP = 0.4
_DROP = 0.3
"""How much of a picture hangs below the baseline."""


class Pictures:
    """Draws faces when they are asked for; equal faces are drawn once."""

    def __init__(self, context: BuildContext) -> None:
        self._rules = faces_of(context.series)
        self._context = FaceContext(context.battle, context.language, context.project)
        self._theme = context.theme
        self._symbols: dict[FaceSpec, Symbol] = {}

    def unit(self, unit: Unit) -> Rich:
        """The front and back of a unit."""
        return self._row(*(self._rules.unit(self._context, unit, back) for back in (False, True)))

    def large(self, piece: Unit | Leader) -> Rich:
        """The front of a piece in its true size."""
        if isinstance(piece, Unit):
            return self._row(self._rules.unit(self._context, piece, False), height=15.0)
        return self._row(self._rules.leader(self._context, piece, False), height=15.0)

    def leader(self, leader: Leader) -> Rich:
        """The front of a leader; nothing when he has no counter."""
        return self._row(self._rules.leader(self._context, leader, False))

    def activation(self, marker: ActivationMarker) -> Rich:
        """The front of an activation marker."""
        return self._row(self._rules.activation(self._context, marker, False))

    def activations(self, markers: Sequence[ActivationMarker]) -> Rich:
        """The fronts of activation markers, small, side by side."""
        return self._row(*(self._rules.activation(self._context, m, False) for m in markers), height=6.2)

    def marker(self, marker: MarkerDef) -> Rich:
        """The front and back of a marker."""
        number = marker.numbers[0] if marker.numbers else None
        series, language = self._context.battle.series, self._context.language
        faces = [self._rules.marker(series, marker, back, language, number) for back in (False, True)]
        return self._row(*dict.fromkeys(faces), height=_HEIGHT_IN_KEY)

    def symbol(self, piece: str) -> Symbol | None:
        """The front of a unit or leader, to be drawn anywhere; None when it has no counter."""
        battle = self._context.battle
        unit, leader = battle.unit(piece), battle.leader(piece)
        spec = None
        if unit is not None:
            spec = self._rules.unit(self._context, unit, False)
        elif leader is not None:
            spec = self._rules.leader(self._context, leader, False)
        return None if spec is None else self._symbol(spec)

    def _row(self, *specs: FaceSpec | None, height: float | None = None) -> Rich:
        shown = [self._face(spec, height) for spec in specs if spec is not None]
        return join(space(_GAP), shown) if shown else NONE

    def _symbol(self, spec: FaceSpec) -> Symbol:
        symbol = self._symbols.get(spec)
        if symbol is None:
            scene = face_scene(spec, 15.0, self._theme)
            symbol = Symbol(
                f"face-{len(self._symbols)}", (scene.as_group(),), (0.0, 0.0, scene.width, scene.height)
            )
            self._symbols[spec] = symbol
        return symbol

    def _face(self, spec: FaceSpec, height: float | None) -> Rich:
        symbol = self._symbol(spec)
        high = height or (_HEIGHT_OF_TWO if spec.hexes > 1 else _HEIGHT)
        wide = high * spec.hexes

        def draw(x: float, y: float, out: list[Item]) -> None:
            out.append(Use(symbol, x + wide / 2, y + (_DROP - 0.5) * high, max(wide, high)))

        return (Drawn(wide, (1 - _DROP) * high, _DROP * high, draw),)
