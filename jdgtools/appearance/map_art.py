"""Check of the pictures that a project brings for its map: the files, and the control points of base maps.

A picture must be one that can be used (MAP043); control points must lie inside it (MAP045), span a triangle
(MAP044) and fit it without distortion (MAP046).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.art import BaseMap, ControlPoint
from jdgtools.model.battle import Battle
from jdgtools.model.map import BattleMap
from jdgtools.render.map.fitting import affine, fit_transform, shape_of
from jdgtools.render.map.pictures import is_drawing, picture_size, small_picture
from jdgtools.render.scene import Transform
from jdgtools.render.user_files import Refusal

if TYPE_CHECKING:
    from jdgtools.cache import Cache

MAX_STRETCH = 1.25
"""Beyond this factor a picture counts as stretched."""
MAX_SLANT = 12.0
"""Beyond this angle a picture counts as slanted, degrees."""

_UNITS = {False: "pixels", True: "units of the drawing"}
_OUTSIDE_HINT = "embed pictures, drop links and scripts; in Inkscape save as `Plain SVG`"
_HINTS = {
    "it declares a document type": "save it as `Plain SVG` in Inkscape, or delete the line with `<!DOCTYPE`",
    "it refers to something outside": _OUTSIDE_HINT,
    "its style refers to something outside": _OUTSIDE_HINT,
    "it contains a script": _OUTSIDE_HINT,
    "a picture in it is not embedded as PNG or JPEG": "Extensions, Images, Embed Images in Inkscape does it",
    "it has no usable size": "give it a `viewBox`, or a width and a height, of 0.001 to 10,000,000 units",
}
"""Reason of a refusal -> what a designer does about it."""


def map_art_problems(battle: Battle, folder: Path, cache: Cache | None = None) -> list[Diagnostic]:
    """Return the diagnostics of the pictures and control points of a map.

    Args:
        battle: the battle.
        folder: of the project.
        cache: knows drawings that could be drawn in an earlier run.
    """
    if battle.map is None or not battle.map.art:
        return []
    problems: list[Diagnostic] = []
    art = battle.map.art
    for base in art.base:
        problems += _base_map_problems(battle, battle.map, base, folder, cache)
    images = [(t.key, image) for t in art.terrain for image in t.images]
    images += [(s.key, s.image) for s in art.symbols]
    reasons: dict[str, str] = {}
    for key, image in images:
        if image and image not in reasons:
            reasons[image] = _refusal(folder, image, cache)
        if reason := reasons.get(image):
            problems.append(_unusable(battle, key, image, reason))
    return problems


def _refusal(folder: Path, image: str, cache: Cache | None) -> str:
    """Return why a texture or symbol cannot be used; '' when nothing speaks against it."""
    if is_drawing(image):
        from jdgtools.render.counters.art import examine_art

        return examine_art(folder, image, cache, vectors=False)
    picture = small_picture(folder, image)
    return picture.reason if isinstance(picture, Refusal) else ""


def _unusable(battle: Battle, key: str, image: str, reason: str) -> Diagnostic:
    return Diagnostic(
        "MAP043",
        Severity.ERROR,
        f"the picture `{image}` cannot be used: {reason}",
        battle.span("art", key, "image"),
        expected="a PNG, JPEG or SVG file inside the project folder",
        hint=_HINTS.get(reason),
    )


def _base_map_problems(
    battle: Battle, battle_map: BattleMap, base: BaseMap, folder: Path, cache: Cache | None
) -> list[Diagnostic]:
    """Return what is wrong with one base map; only the first kind of mistake, the others follow from it."""
    if not base.image or len(base.points) != 3:
        return []  # reported already
    size = picture_size(folder, base.image, cache)
    if isinstance(size, Refusal):
        return [_unusable(battle, base.key, base.image, size.reason)]
    problems = [
        _outside_picture(battle, base, number, size)
        for number, point in enumerate(base.points)
        if not (0 <= point.pixel[0] <= size[0] and 0 <= point.pixel[1] <= size[1])
    ]
    if problems:
        return problems
    at = fit_transform(Layout(battle_map.grid, battle_map.hex_mm), base.points)
    return (
        _distortions(battle, battle_map, base, at)
        if at is not None
        else [_no_triangle(battle, battle_map, base)]
    )


def _outside_picture(battle: Battle, base: BaseMap, number: int, size: tuple[float, float]) -> Diagnostic:
    """Report a control point that lies outside its picture (MAP045)."""
    (x, y), drawing = base.points[number].pixel, is_drawing(base.image)
    width, height = size
    extent = f"is {width:g} x {height:g} units large" if drawing else f"has {width:g} x {height:g} pixels"
    would_fit_exchanged = 0 <= y <= width and 0 <= x <= height
    return Diagnostic(
        "MAP045",
        Severity.ERROR,
        f"pixel {x:g}, {y:g} lies outside `{base.image}`, which {extent}",
        battle.span("art", base.key, "points", str(number), "pixel"),
        expected=f"{_UNITS[drawing]} from the left, then from the top",
        hint="are the two numbers exchanged?" if would_fit_exchanged else None,
    )


def _no_triangle(battle: Battle, battle_map: BattleMap, base: BaseMap) -> Diagnostic:
    """Report control points that lie in a line, or two that are one place (MAP044)."""
    pixels = [p.pixel for p in base.points]
    where = "the grid" if affine(pixels, ((0, 0), (1, 0), (0, 1))) is not None else "the picture"
    names = ", ".join(battle_map.grid.id(p.hex) for p in base.points)
    message = f"the control points {names} lie in a line in {where}"
    twice = next((p for n, p in enumerate(base.points) if _vertex(p) in map(_vertex, base.points[:n])), None)
    if twice is not None:
        message = f"two control points are the same place, {battle_map.grid.id(twice.hex)}"
    return Diagnostic(
        "MAP044",
        Severity.ERROR,
        message,
        battle.span("art", base.key, "points"),
        expected="the corners of a triangle",
        hint="take two along one edge of the map and one at the opposite edge",
    )


def _vertex(point: ControlPoint) -> tuple[int, int | None]:
    return point.hex, point.corner


def _distortions(battle: Battle, battle_map: BattleMap, base: BaseMap, at: Transform) -> list[Diagnostic]:
    """Report a base map that is mirrored, stretched or slanted by its control points (MAP046)."""
    shape = shape_of(at)
    faults = []
    if shape.is_mirrored:
        faults.append("mirrored")
    if shape.stretch > MAX_STRETCH:
        faults.append(f"stretched by {(shape.stretch - 1) * 100:.0f} %")
    if shape.slant > MAX_SLANT:
        faults.append(f"slanted by {shape.slant:.0f} degrees")
    if not faults:
        return []
    places = ", ".join(f"{battle_map.grid.id(p.hex)} at {p.pixel[0]:g}, {p.pixel[1]:g}" for p in base.points)
    message = f"fitted to its control points `{base.image}` is {' and '.join(faults)}"
    hint = f"look whether two points are exchanged: {places}"
    span = battle.span("art", base.key, "points")
    return [Diagnostic("MAP046", Severity.WARNING, message, span, hint=hint)]
