"""Pictures of the booklet: counters beside words and on the maps of setup cards, and the ground of these.

A face is drawn once, when it is first asked for, as a symbol; wherever it stands, the PDF refers to that
one drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.inlines import NONE, InlinePicture, Inlines, join, space
from jdgtools.exporters.booklet.stylesheet import Paper
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map import map_excerpt
from jdgtools.exporters.map_excerpt import MapExcerpt
from jdgtools.model.definition import MarkerDef
from jdgtools.model.pieces import ActivationMarker, Leader, Unit
from jdgtools.render.counters import face_scene, faces_of
from jdgtools.render.counters.spec import EDGE, FaceContext, FaceSpec
from jdgtools.render.scene import Item, Symbol, Use

_HEIGHT = 8.2
_HEIGHT_OF_TWO = 6.0
"""Counters of two hexes are wide: smaller, so that names keep their room."""
_HEIGHT_IN_KEY = 7.0
_GAP = 0.4
_DROP = 0.3
"""How much of a picture hangs below the baseline."""


class BookletPictures:
    """Draws the faces of a battle's counters when they are asked for, each once.

    Args:
        context: the build.
        paper: what they are printed on.
    """

    def __init__(self, context: BuildContext, paper: Paper = stylesheet.A4) -> None:
        self.smallest = stylesheet.SMALLEST / paper.scale
        """Size of the smallest type, pt in the drawing."""
        self._rules = faces_of(context.series)
        self._context = FaceContext(context.battle, context.language, context.project)
        self._build = context
        self._specs: dict[str, FaceSpec] = {}
        """By the id of their symbol."""
        self._ids: set[str] = set()
        """Ids of symbols that were asked for, also of blank faces."""
        self._shows: dict[str, str] = {}
        """What a face says of itself to those who do not see it."""
        self._symbols: dict[str, Symbol] = {}
        self._grounds: dict[str | None, MapExcerpt] = {}
        """By the scenario that changes the map; None = the map as it is."""

    def ground(self, context: BuildContext) -> MapExcerpt:
        """Return the map on which a scenario begins.

        Args:
            context: of the battle as the scenario has it.

        Raises:
            ValueError: no piece begins on the map.
        """
        scenario = None if context is self._build else context.battle.in_force
        if scenario not in self._grounds:
            excerpt = map_excerpt(context)
            if excerpt is None:
                raise ValueError("no piece begins on the map")
            self._grounds[scenario] = excerpt
        return self._grounds[scenario]

    @property
    def grounds(self) -> tuple[MapExcerpt, ...]:
        """The maps that were asked for."""
        return tuple(self._grounds.values())

    def unit(self, unit: Unit) -> Inlines:
        """Return the front and back of a unit."""
        name = unit.name.get(self._context.language)
        back = self._face(f"unit-{unit.id}-back", lambda: self._rules.unit(self._context, unit, True), name)
        return self._row(self._front(unit), back)

    def large(self, piece: Unit | Leader) -> Inlines:
        """Return the front of a piece in its true size."""
        return self._row(self._front(piece), height=15.0)

    def leader(self, leader: Leader) -> Inlines:
        """Return the front of a leader; nothing when he has no counter."""
        return self._row(self._front(leader))

    def activation(self, marker: ActivationMarker) -> Inlines:
        """Return the front of an activation marker."""
        return self._row(self._activation(marker))

    def activations(self, markers: Sequence[ActivationMarker]) -> Inlines:
        """Return the fronts of activation markers, small, side by side."""
        return self._row(*map(self._activation, markers), height=6.2)

    def marker(self, marker: MarkerDef) -> Inlines:
        """Return the front and back of a marker."""
        number = marker.numbers[0] if marker.numbers else None
        series, language = self._context.battle.series, self._context.language
        front, back = (self._rules.marker(series, marker, b, language, number) for b in (False, True))
        name = marker.name.get(self._context.language)
        faces = [self._face(f"marker-{marker.id}-front", lambda: front, name)]
        if back != front:
            faces.append(self._face(f"marker-{marker.id}-back", lambda: back, name))
        return self._row(*faces, height=_HEIGHT_IN_KEY)

    @property
    def faces(self) -> dict[str, FaceSpec]:
        """The faces that were asked for, by id."""
        return dict(self._specs)

    def front(self, piece: Unit | Leader) -> str | None:
        """Return the id of the front of a piece; None when it has no counter."""
        return self._front(piece)

    def symbol(self, piece: str) -> Symbol | None:
        """Return the front of a unit or leader, to be drawn anywhere; None when it has no counter."""
        battle = self._context.battle
        record = battle.unit(piece) or battle.leader(piece)
        face = None if record is None else self._front(record)
        return None if face is None else self._symbol(face)

    def _front(self, piece: Unit | Leader) -> str | None:
        rules, context = self._rules, self._context
        name = piece.name.get(context.language)
        if isinstance(piece, Unit):
            return self._face(f"unit-{piece.id}-front", lambda: rules.unit(context, piece, False), name)
        return self._face(f"leader-{piece.id}", lambda: rules.leader(context, piece, False), name)

    def _activation(self, marker: ActivationMarker) -> str | None:
        rules, context = self._rules, self._context
        commands = [self._context.battle.command(each) for each in marker.commands]
        names = [command.name.get(context.language) for command in commands if command is not None]
        shows = marker.name.get(context.language) or ", ".join(names)
        return self._face(f"activation-{marker.id}", lambda: rules.activation(context, marker, False), shows)

    def _face(self, name: str, make: Callable[[], FaceSpec | None], shows: str) -> str | None:
        """Return the id of the symbol for a face, which shows what its name says; None for a blank one."""
        name = f"face-{name}"
        if name not in self._ids:
            self._ids.add(name)
            spec = make()
            if spec is not None:
                self._specs[name] = spec
                self._shows[name] = shows or name
        return name if name in self._specs else None

    def _row(self, *faces: str | None, height: float | None = None) -> Inlines:
        pictures = [self._picture(face, height) for face in faces if face is not None]
        return join(space(_GAP), pictures) if pictures else NONE

    def _symbol(self, face: str) -> Symbol:
        symbol = self._symbols.get(face)
        if symbol is None:
            scene = face_scene(self._specs[face], EDGE, self._build.theme)
            symbol = Symbol(face, (scene.as_group(),), (0.0, 0.0, scene.width, scene.height))
            self._symbols[face] = symbol
        return symbol

    def _picture(self, face: str, height: float | None) -> Inlines:
        hexes = self._specs[face].hexes
        high = height or (_HEIGHT_OF_TWO if hexes > 1 else _HEIGHT)
        wide = high * hexes

        def draw(x: float, y: float, out: list[Item]) -> None:
            symbol = self._symbol(face)
            out.append(Use(symbol, x + wide / 2, y + (_DROP - 0.5) * high, max(wide, high)))

        return (
            InlinePicture(wide, (1 - _DROP) * high, _DROP * high, draw, face=face, shows=self._shows[face]),
        )
