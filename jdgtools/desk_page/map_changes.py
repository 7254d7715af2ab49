"""Where two drawings of a map differ, and the part of a drawing that shows there.

A stroke on the page changes a few hexes of many. What lies elsewhere is neither written nor drawn again: the
boxes of all that has come, gone or moved are cut out of the new drawing and laid into the old picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import reduce
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.render.bounds import Box, item_box, overlap
from jdgtools.render.path_data import Command
from jdgtools.render.scene import (
    IDENTITY,
    DrawingLayer,
    Group,
    Item,
    Path,
    Scene,
    Stroke,
    TextItem,
    Transform,
    compose,
)

Subpath: TypeAlias = tuple[Command, ...]
_MITER = 10.0
"""How far a corner of a line can reach, in half widths of it: the limit of PDF where none is set."""
_BEYOND_LETTERS = 0.5
"""How far letters and their halo can reach beyond their box, in sizes of them."""
_MAX_BOXES = 24
"""More boxes are as good as the whole drawing."""


class _Measurement(Struct):
    """What is known of an item; the item is kept, since it is known by its identity."""

    item: Item
    box: Box | None
    parts: list[tuple[Subpath, Box]] | None = None


class Boxes:
    """How far items and the parts of paths reach, each measured once."""

    def __init__(self) -> None:
        self._measurements: dict[int, _Measurement] = {}

    def of(self, item: Item) -> Box | None:
        """Return the box of an item in its own coordinates, as `reach` does."""
        return self._measurement(item).box

    def parts(self, path: Path) -> list[tuple[Subpath, Box]]:
        """Return the parts of a path that begin with a move, with their boxes; empty ones are left out."""
        measurement = self._measurement(path)
        if measurement.parts is None:
            margin = _margin(path)
            boxes_of_parts = (
                (part, _path_box(part) or item_box(Path(part))) for part in subpaths(path.commands)
            )
            measurement.parts = [
                (part, _wider(box, margin)) for part, box in boxes_of_parts if box is not None
            ]
        return measurement.parts

    def take(self, item: Item, equal: Item) -> None:
        """Take over for an item what is known of an equal one."""
        measurement = self._measurements.get(id(equal))
        if measurement is not None:
            self._measurements[id(item)] = _Measurement(item, measurement.box, measurement.parts)

    def keep(self, scene: Scene) -> None:
        """Forget what does not belong to a drawing."""
        live = {id(item) for layer in scene.layers for item in _all_items(layer.items)}
        self._measurements = {
            key: measurement for key, measurement in self._measurements.items() if key in live
        }

    def _measurement(self, item: Item) -> _Measurement:
        measurement = self._measurements.get(id(item))
        if measurement is None:
            measurement = self._measurements[id(item)] = _Measurement(item, reach(item))
        return measurement


def _all_items(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from _all_items(item.items)


def reach(item: Item) -> Box | None:
    """Return a box that an item does not leave, lines and halos included; None = it is empty."""
    if isinstance(item, Group):
        clip = item_box(item.clip) if item.clip is not None and not isinstance(item.clip, Path) else None
        if isinstance(item.clip, Path):
            clip = _path_box(item.clip.commands) or item_box(item.clip)
        inner = [box for child in item.items if (box := reach(child)) is not None]
        if not inner:
            return None
        box = clip if clip is not None else reduce(_around, inner)
        return box if item.transform is None else _box_around(box, item.transform)
    box = (_path_box(item.commands) if isinstance(item, Path) else None) or item_box(item)
    return None if box is None else _wider(box, _margin(item))


def _path_box(commands: Sequence[Command]) -> Box | None:
    """Return the box of a path by its control points, many times faster; None where it has arcs."""
    numbers: list[float] = []
    for command in commands:
        if command[0] == "A":
            return None
        numbers += command[1:]  # type: ignore[arg-type]
    if not numbers:
        return None
    xs, ys = numbers[::2], numbers[1::2]
    return min(xs), min(ys), max(xs), max(ys)


def _margin(item: Item) -> float:
    if isinstance(item, TextItem):
        return _BEYOND_LETTERS * item.size + (item.halo.width if item.halo is not None else 0.0)
    stroke: Stroke | None = getattr(item, "stroke", None)
    if stroke is None:
        return 0.0
    return stroke.width / 2 * (_MITER if stroke.join == "miter" else 1.5)


def changed_boxes(old: Scene, new: Scene, boxes: Boxes) -> list[Box] | None:
    """Return where two drawings of one size differ, as boxes that do not touch; None = everywhere.

    Args:
        old: the drawing before.
        new: the drawing now.
        boxes: of the items of both.
    """
    frames = [replace(scene, layers=(), title="") for scene in (old, new)]
    names = [[layer.name for layer in scene.layers] for scene in (old, new)]
    if frames[0] != frames[1] or any(len(set(some)) < len(some) for some in names):
        return None
    if [n for n in names[0] if n in names[1]] != [n for n in names[1] if n in names[0]]:
        return None
    former = {layer.name: layer for layer in old.layers}
    now = {layer.name: layer for layer in new.layers}
    changes: list[Box] = []
    for name in dict.fromkeys((*names[0], *names[1])):
        nothing = DrawingLayer(name, ())
        before, after = former.get(name, nothing), now.get(name, nothing)
        if name in former and name in now and replace(before, items=()) != replace(after, items=()):
            return None
        changes += _differences(before.items, after.items, IDENTITY, boxes)
    return few_boxes(changes)


def _differences(old: Sequence[Item], new: Sequence[Item], at: Transform, boxes: Boxes) -> Iterator[Box]:
    """Yield the boxes of what one list has and the other has not, or has elsewhere in its order."""
    if old is new:
        return
    first, last_old, last_new = 0, len(old), len(new)
    while first < min(last_old, last_new) and old[first] == new[first]:
        boxes.take(new[first], old[first])
        first += 1
    while last_old > first and last_new > first and old[last_old - 1] == new[last_new - 1]:
        last_old, last_new = last_old - 1, last_new - 1
        boxes.take(new[last_new], old[last_old])
    old_items, come = _unlike(old[first:last_old], new[first:last_new], boxes)
    pairs, alone = _pair_items(old_items, come)
    for before, after in pairs:
        yield from _inner_differences(before, after, at, boxes)
    for item in alone:
        box = boxes.of(item)
        if box is not None:
            yield _box_around(box, at)


def _unlike(
    lost_items: Sequence[Item], come: Sequence[Item], boxes: Boxes
) -> tuple[Sequence[Item], Sequence[Item]]:
    """Return the items of two lists that have no equal in the other one, or lie in another order there."""
    same = [a == b for a, b in zip(lost_items, come, strict=False)]
    if len(lost_items) == len(come) and 2 * sum(same) >= len(same):
        # Most items are as they were: to compare two of them is quicker than to hash one.
        for before, after, is_same in zip(lost_items, come, same, strict=True):
            if is_same:
                boxes.take(after, before)
        others = [number for number, is_same in enumerate(same) if not is_same]
        return [lost_items[number] for number in others], [come[number] for number in others]
    # Equal items have one number: items hold whole outlines, and to hash one takes as long as to write it.
    numbers: dict[Item, int] = {}
    names_old, names_new = (
        [numbers.setdefault(item, len(numbers)) for item in some] for some in (lost_items, come)
    )
    both = set(names_old) & set(names_new)
    former = dict(zip(names_old, lost_items, strict=True))
    for item, name in zip(come, names_new, strict=True):
        if name in both:
            boxes.take(item, former[name])
    if [name for name in names_old if name in both] == [name for name in names_new if name in both]:
        # Else something that stays lies higher or lower than before.
        lost_items = [item for item, name in zip(lost_items, names_old, strict=True) if name not in both]
        come = [item for item, name in zip(come, names_new, strict=True) if name not in both]
    return lost_items, come


def _pair_items(
    lost_items: Sequence[Item], come: Sequence[Item]
) -> tuple[list[tuple[Item, Item]], list[Item]]:
    """Return items of one look that stand in the same order in both lists, in pairs, and the other items."""
    old, new = [_look(item) for item in lost_items], [_look(item) for item in come]
    pairs: list[tuple[Item, Item]] = []
    alone: list[Item] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            pairs += zip(lost_items[a:b], come[c:d], strict=True)
        else:
            alone += (*lost_items[a:b], *come[c:d])
    return pairs, alone


def _look(item: Item) -> Item:
    """Return what an item has beside the lines or items of which it consists, and its outline."""
    if isinstance(item, Path):
        return replace(item, commands=())
    if isinstance(item, Group):
        clip = replace(item.clip, commands=()) if isinstance(item.clip, Path) else item.clip
        return replace(item, items=(), clip=clip)
    return item


def _inner_differences(old: Item, new: Item, at: Transform, boxes: Boxes) -> Iterator[Box]:
    if isinstance(old, Group) and isinstance(new, Group):
        inner = at if old.transform is None else compose(at, old.transform)
        yield from _differences(old.items, new.items, inner, boxes)
        if isinstance(old.clip, Path) and isinstance(new.clip, Path) and old.clip != new.clip:
            areas = (replace(clip, fill="#000000", stroke=None) for clip in (old.clip, new.clip))
            yield from (_box_around(box, inner) for box in _changed_lines(*areas))
    elif isinstance(old, Path) and isinstance(new, Path):
        margin = _margin(new)
        for box in _changed_lines(old, new):
            yield _box_around(_wider(box, margin), at)


def _changed_lines(old: Path, new: Path) -> Iterator[Box]:
    """Yield the boxes of the lines that one of two paths of one look has and the other has not.

    What differs are closed lines again: outside the boxes about each of these, no area is filled otherwise.
    """
    if new.stroke is not None and new.stroke.dash:
        # Dashes move along the whole line.
        differ = list(subpaths(old.commands)), list(subpaths(new.commands))
    else:
        differ = list(_lines(old)), list(_lines(new))
    before, after = map(Counter, _between(*differ))
    for line in (before - after) + (after - before):
        box = _path_box(line) or item_box(Path(line))
        if box is not None:
            yield box


def _between(old: list[Subpath], new: list[Subpath]) -> tuple[list[Subpath], list[Subpath]]:
    """Return two lists without what both begin and end with."""
    first, last, most = 0, 0, min(len(old), len(new))
    while first < most and old[first] == new[first]:
        first += 1
    while last < most - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return old[first : len(old) - last], new[first : len(new) - last]


def _lines(path: Path) -> Iterator[Subpath]:
    """Yield every line of a path, with a move to its beginning; areas are closed by lines of their own."""
    for subpath in subpaths(path.commands):
        start = at = subpath[0]
        for command in subpath[1:]:
            end = start if command[0] == "Z" else ("M", *command[-2:])
            yield (at, ("L", *start[1:]) if command[0] == "Z" else command)
            at = end
        if path.fill is not None and at != start:
            yield (at, ("L", *start[1:]))


def subpaths(commands: Sequence[Command]) -> Iterator[Subpath]:
    """Yield the parts of a path, each of which begins with a move."""
    starts = [number for number, command in enumerate(commands) if command[0] == "M"]
    for start, end in zip(starts, (*starts[1:], len(commands)), strict=True):
        yield tuple(commands[start:end])


def part_of(scene: Scene, boxes_shown: Sequence[Box], boxes: Boxes) -> Scene:
    """Return a drawing that shows in some boxes exactly what the scene shows there, with little elsewhere."""
    layers = [
        replace(layer, items=_within(layer.items, boxes_shown, IDENTITY, boxes)) for layer in scene.layers
    ]
    return replace(scene, layers=tuple(layers))


def _within(
    items: Iterable[Item], boxes_shown: Sequence[Box], at: Transform, boxes: Boxes
) -> tuple[Item, ...]:
    items_inside: list[Item] = []
    for item in items:
        box = boxes.of(item)
        if box is None or not _meets(_box_around(box, at), boxes_shown):
            continue
        if isinstance(item, Path) and len(item.commands) > 50:
            # What a closed line adds to an area it adds inside its own box.
            parts = boxes.parts(item)
            inside = [part for part, part_box in parts if _meets(_box_around(part_box, at), boxes_shown)]
            if len(inside) < len(parts):
                item = replace(item, commands=tuple(command for part in inside for command in part))
            items_inside.append(item)
        elif isinstance(item, Group) and item.items:
            inner = at if item.transform is None else compose(at, item.transform)
            items_inside.append(replace(item, items=_within(item.items, boxes_shown, inner, boxes)))
        else:
            items_inside.append(item)
    return tuple(items_inside)


def _meets(box: Box, boxes_shown: Sequence[Box]) -> bool:
    return any(overlap(box, one, 1e-6) for one in boxes_shown)


def few_boxes(boxes: Iterable[Box]) -> list[Box] | None:
    """Return boxes that do not touch, in which all the given ones lie; None if they would be very many."""
    rest: list[Box] = []
    for box in boxes:
        box_so_far = box
        while touching := [one for one in rest if overlap(one, box_so_far, 1e-6)]:
            rest = [one for one in rest if one not in touching]
            for one in touching:
                box_so_far = _around(box_so_far, one)
        rest.append(box_so_far)
    return rest if len(rest) <= _MAX_BOXES else None


def _around(first: Box, second: Box) -> Box:
    lows = (min(a, b) for a, b in zip(first[:2], second[:2], strict=True))
    highs = (max(a, b) for a, b in zip(first[2:], second[2:], strict=True))
    return (*lows, *highs)  # type: ignore[return-value]


def _wider(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _box_around(box: Box, at: Transform) -> Box:
    """Return the upright box around a box that is moved or turned."""
    if at == IDENTITY:
        return box
    a, b, c, d, e, f = at
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)
