"""Drawings in words: for every layer the kinds of its items, how much they draw where, colours and lettering."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import dist

from jdgtools.exporters.context import BuildContext
from jdgtools.render.bounds import items_box
from jdgtools.render.counters import counter_list, face_scene
from jdgtools.render.map.draw import print_map, screen_map
from jdgtools.render.scene import Group, Item, Path, Polygon, Polyline, Scene, TextItem, Use


def dump_map(build: BuildContext) -> str:
    """Return the print map and the screen map."""
    lines = []
    for title, draw in (("print map", print_map), ("screen map", screen_map)):
        lines += [f"== {title}", *scene_lines(draw(build))]
    return "\n".join(lines) + "\n"


def dump_counters(build: BuildContext) -> str:
    """Return both faces of every counter."""
    lines = []
    for counter in counter_list(build.battle, build.series, project=build.project):
        lines.append(f"counter {counter.id} x{counter.copies} of {counter.group!r}")
        for side, face in (("front", counter.front), ("back", counter.back)):
            if face is not None:
                scene = face_scene(face, build.print_settings.counter_mm, build.theme)
                lines.append(f"== {counter.front_name} {side}")
                lines += scene_lines(scene)
    return "\n".join(lines) + "\n"


def scene_lines(scene: Scene) -> list[str]:
    """Return a drawing in words; lengths in mm with one decimal."""
    lines = [f"{scene.width:.1f} x {scene.height:.1f} on {scene.background}"]
    for layer in scene.layers:
        items = list(flat(layer.items))
        look = f"opacity={layer.opacity:g} blend={layer.blend}" + (" hidden" if layer.is_hidden else "")
        lines.append(f"layer {layer.name}: {look}")
        box = items_box(layer.items)
        if box is not None:
            lines.append("  within " + " ".join(f"{value:.1f}" for value in box))
        kinds = Counter(type(item).__name__ for item in items)
        lines += [f"  {number} {kind}" for kind, number in sorted(kinds.items())]
        fills = Counter(str(_paint(getattr(item, "fill", None))) for item in items)
        strokes = Counter(_stroke(item) for item in items)
        fills.pop("None", None), strokes.pop("", None)
        lines += [f"  fill {paint}: {number}" for paint, number in sorted(fills.items())]
        lines += [f"  stroke {line}: {number}" for line, number in sorted(strokes.items())]
        commands = sum(len(item.commands) for item in items if isinstance(item, Path))
        points = sum(len(item.points) for item in items if isinstance(item, Polygon | Polyline))
        if commands or points:
            lines.append(f"  {commands} commands, {points} points, {sum(map(_length, items)):.1f} mm")
        symbols = Counter(item.symbol.id for item in items if isinstance(item, Use))
        lines += [f"  symbol {name}: {number}" for name, number in sorted(symbols.items())]
        lines += [
            f"  text {item.string!r} at {item.x:.1f} {item.y:.1f} size {item.size:.1f} {item.font}"
            for item in items
            if isinstance(item, TextItem)
        ]
    return lines


def flat(items: Iterable[Item]) -> Iterator[Item]:
    """Yield items and what is in groups, in the order of drawing; coordinates stay those of their group."""
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from flat(item.items)


def _paint(paint: object) -> object:
    """Return a colour, or the kind of a gradient or pattern."""
    return paint if paint is None or isinstance(paint, str) else type(paint).__name__


def _stroke(item: Item) -> str:
    stroke = getattr(item, "stroke", None)
    return "" if stroke is None else f"{_paint(stroke.color)} {stroke.width:.2f}"


def _length(item: Item) -> float:
    """Return how far the points of a shape lie apart one after the other, mm."""
    if isinstance(item, Path):
        points = [(float(c[-2]), float(c[-1])) for c in item.commands if len(c) > 2]
    elif isinstance(item, Polygon | Polyline):
        points = list(item.points)
    else:
        return 0.0
    return sum(dist(a, b) for a, b in pairwise(points))
