"""What is wrong with a map's own pictures, as diagnostics: files, control points, fit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.art import BaseMap, ControlPoint
from jdgtools.model.battle import Battle
from jdgtools.model.map import BattleMap
from jdgtools.render.map.fitting import affine, fitted, shape_of
from jdgtools.render.map.pictures import Refused, is_drawing, picture_size, small_picture

if TYPE_CHECKING:
    from jdgtools.store import Store

_STRETCH = 1.25
"""Beyond this a picture counts as stretched."""
_SLANT = 12.0
"""Beyond this it counts as slanted, degrees."""


_UNITS = {False: "pixels", True: "units of the drawing"}
_OUTSIDE_HINT = "embed pictures, drop links and scripts; in Inkscape save as `Plain SVG`"
_MENDS = {
    "it declares a document type": "save it as `Plain SVG` in Inkscape, or delete the line with `<!DOCTYPE`",
    "it refers to something outside": _OUTSIDE_HINT,
    "its style refers to something outside": _OUTSIDE_HINT,
    "it contains a script": _OUTSIDE_HINT,
    "a picture in it is not embedded as PNG or JPEG": "Extensions, Images, Embed Images in Inkscape does it",
    "it has no usable size": "give it a `viewBox`, or a width and a height",
}


def art_problems(battle: Battle, folder: Path, store: Store | None = None) -> list[Diagnostic]:
    """Diagnostics of the pictures and control points of a map.

    Args:
        battle: the battle.
        folder: of the project.
        store: knows drawings that could be drawn in an earlier run.
    """
    if battle.map is None or not battle.map.art:
        return []
    found: list[Diagnostic] = []
    art = battle.map.art
    for base in art.base:
        found += _base_problems(battle, battle.map, base, folder, store)
    pieces = [(t.key, image) for t in art.terrain for image in t.images]
    pieces += [(s.key, s.image) for s in art.symbols]
    for key, image in pieces:
        reason = _small_trouble(folder, image, store) if image else ""
        if reason:
            found.append(_refused(battle, key, image, Refused(reason)))
    return found


def _small_trouble(folder: Path, image: str, store: Store | None) -> str:
    if is_drawing(image):
        from jdgtools.render.counters.art import examine_art

        return examine_art(folder, image, store, vectors=False)
    picture = small_picture(folder, image)
    return picture.reason if isinstance(picture, Refused) else ""


def _refused(battle: Battle, key: str, image: str, refused: Refused) -> Diagnostic:
    return Diagnostic(
        "MAP043",
        Severity.ERROR,
        f"the picture `{image}` cannot be used: {refused.reason}",
        battle.span("art", key, "image"),
        expected="a PNG, JPEG or SVG file inside the project folder",
        hint=_MENDS.get(refused.reason),
    )


def _place(point: ControlPoint) -> tuple[int, int | None]:
    return point.hex, point.corner


def _base_problems(
    battle: Battle, battle_map: BattleMap, base: BaseMap, folder: Path, store: Store | None
) -> list[Diagnostic]:
    if not base.image or len(base.points) != 3:
        return []  # reported already
    size = picture_size(folder, base.image, store)
    if isinstance(size, Refused):
        return [_refused(battle, base.key, base.image, size)]
    found = []
    for number, point in enumerate(base.points):
        x, y = point.pixel
        if not (0 <= x <= size[0] and 0 <= y <= size[1]):
            place = battle.span("art", base.key, "points", str(number), "pixel")
            drawing = is_drawing(base.image)
            message = f"pixel {x:g}, {y:g} lies outside `{base.image}`, which "
            message += (
                f"is {size[0]:g} x {size[1]:g} units large"
                if drawing
                else (f"has {size[0]:g} x {size[1]:g} pixels")
            )
            exchanged = 0 <= y <= size[0] and 0 <= x <= size[1]
            found.append(
                Diagnostic(
                    "MAP045",
                    Severity.ERROR,
                    message,
                    place,
                    expected=f"{_UNITS[drawing]} from the left, then from the top",
                    hint="are the two numbers exchanged?" if exchanged else None,
                )
            )
    if found:
        return found
    layout = Layout(battle_map.grid, battle_map.hex_mm)
    at = fitted(layout, base.points)
    span = battle.span("art", base.key, "points")
    if at is None:
        pixels = [p.pixel for p in base.points]
        where = "the grid" if affine(pixels, ((0, 0), (1, 0), (0, 1))) is not None else "the picture"
        names = ", ".join(battle_map.grid.id(p.hex) for p in base.points)
        message = f"the control points {names} lie in a line in {where}"
        twice = next(
            (p for n, p in enumerate(base.points) if _place(p) in map(_place, base.points[:n])), None
        )
        if twice is not None:
            message = f"two control points are the same place, {battle_map.grid.id(twice.hex)}"
        hint = "take two along one edge of the map and one at the opposite edge"
        return [
            Diagnostic(
                "MAP044", Severity.ERROR, message, span, expected="the corners of a triangle", hint=hint
            )
        ]
    shape = shape_of(at)
    wrong = []
    if shape.mirrored:
        wrong.append("mirrored")
    if shape.stretch > _STRETCH:
        wrong.append(f"stretched by {(shape.stretch - 1) * 100:.0f} %")
    if shape.slant > _SLANT:
        wrong.append(f"slanted by {shape.slant:.0f} degrees")
    if wrong:
        places = ", ".join(
            f"{battle_map.grid.id(p.hex)} at {p.pixel[0]:g}, {p.pixel[1]:g}" for p in base.points
        )
        message = f"fitted to its control points `{base.image}` is {' and '.join(wrong)}"
        hint = f"look whether two points are exchanged: {places}"
        found.append(Diagnostic("MAP046", Severity.WARNING, message, span, hint=hint))
    return found
