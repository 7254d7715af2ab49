"""The traits by which a piece shows its front or its reverse, and the ratings of that side.

`pieces` puts them into units and leaders: a state of the series turns the counter over, and layer,
properties and mouse-over text follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jdgtools.exporters.module.facings import facing_table
from jdgtools.exporters.module.module_context import ModuleContext, choose, rating_lines
from jdgtools.exporters.module.piece_states import PieceAxis
from jdgtools.exporters.module.upright import stands_upright, turned_face, upright_face
from jdgtools.model.definition import FieldDef, StateAxis
from jdgtools.model.pieces import Leader, Unit
from jdgtools.vassal.traits import CalculatedProperty, Layer, Marker, Trait


def face_axis(axes: Iterable[PieceAxis]) -> StateAxis | None:
    """Return the axis whose values turn a counter over; None when none does."""
    return next((a.axis for a in axes if any(v.face == "back" for v in a.axis.values)), None)


def faces(
    context: ModuleContext, piece: Unit | Leader, axes: tuple[PieceAxis, ...], front: str, face: str = ""
) -> list[Trait]:
    """Return the layer that shows front or back by the state; a two-hex unit's left half lies on its hex."""
    kind = "unit" if isinstance(piece, Unit) else "leader"
    back = context.picture(kind, face or piece.id, back=True) or front
    wide = isinstance(piece, Unit) and piece.footprint > 1
    axis = face_axis(axes)
    if isinstance(piece, Unit) and stands_upright(context, piece):
        return turned_face(_face_images(axis, front, back), axis.id if axis else "")
    front_image = front if wide else ""
    if axis is None:
        if not wide:
            return []
        return [Layer(images=(front,), names=("",), name="Face", x=context.hex_px // 2)]
    if not wide and back == front:
        return []
    return [
        Layer(
            images=tuple(back if v.face == "back" else front_image for v in axis.values),
            names=("",) * len(axis.values),
            name="Face",
            follow_property=True,
            property=axis.id,
            loop=False,
            x=context.hex_px // 2 if wide else 0,
        )
    ]


def upright(context: ModuleContext, unit: Unit, axes: tuple[PieceAxis, ...], face: str = "") -> list[Trait]:
    """Return what draws a unit upright where a player prefers it; it stands outside the block that turns."""
    if not stands_upright(context, unit):
        return []
    front = context.picture("unit", face or unit.id)
    back = context.picture("unit", face or unit.id, back=True) or front
    axis = face_axis(axes)
    grid = context.battle.map.grid if context.battle.map else None
    facings = facing_table(context.series.facing, grid.orientation if grid else "flat")[0]
    return upright_face(_face_images(axis, front, back), axis.id if axis else "", facings)


def _face_images(axis: StateAxis | None, front: str, back: str) -> tuple[str, ...]:
    if axis is None:
        return (front,)
    return tuple(back if v.face == "back" else front for v in axis.values)


def ratings(
    context: ModuleContext,
    fields: Sequence[FieldDef],
    piece: Unit | Leader,
    axes: tuple[PieceAxis, ...],
) -> list[Trait]:
    """Return the ratings of both sides as properties, those in force, and the mouse-over line."""
    axis = face_axis(axes)
    front_line = rating_lines(context, fields, piece, False)
    marks: dict[str, str] = {}
    traits: list[Trait] = []
    for f in fields:
        value = piece.front.get(f.id)
        if f.id in context.rating_ids and value is not None:
            sides = (
                [value if v.face == "front" else piece.back.get(f.id, value) for v in axis.values]
                if axis
                else []
            )
            text = [str(s) for s in sides] or [str(value)]
            if len(set(text)) > 1 and axis is not None:
                traits.append(CalculatedProperty(f"r_{f.id}_now", choose(axis.id, text)))
            else:
                marks[f"r_{f.id}_now"] = text[0]
    if axis is not None and piece.back:
        back_line = rating_lines(context, fields, piece, True)
        lines = [back_line if v.face == "back" else front_line for v in axis.values]
        traits.append(CalculatedProperty("Info", choose(axis.id, lines)))
    else:
        marks["Info"] = front_line
    return [*traits, Marker(names=tuple(marks), values=tuple(marks.values()))] if marks else traits
