"""The part of a display list that shows in a box.

What lies wholly outside is left out; of a path, which may hold a thousand shapes, those subpaths that lie
outside. The picture inside the box stays the same: a closed curve encloses nothing outside its own box.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from jdgtools.render.bounds import Box, item_box, overlap
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Group, Item, Path, Stroke


def crop(items: Iterable[Item], box: Box) -> tuple[Item, ...]:
    """Return what shows of items in a box, in their order."""
    return tuple(part for item in items for part in _part(item, box))


def _part(item: Item, box: Box) -> Iterator[Item]:
    if isinstance(item, Path):
        commands = _commands(item.commands, _widen(box, item.stroke))
        if commands:
            yield item if len(commands) == len(item.commands) else replace(item, commands=commands)
    elif isinstance(item, Group) and item.transform is None:
        inside = crop(item.items, box)
        if inside:
            yield replace(item, items=inside)
    else:
        reach = item_box(item)
        if reach is not None and overlap(reach, box):
            yield item


def _widen(box: Box, stroke: Stroke | None) -> Box:
    """Return the box with the room around it from which a line still reaches into it."""
    # A pointed corner of a line reaches four times half its width, as streams set it.
    reach = 0.0 if stroke is None else 2.0 * stroke.width
    return box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach


def _commands(commands: Sequence[Command], box: Box) -> tuple[Command, ...]:
    left, top, right, bottom = box
    inside: list[Command] = []
    for part in _subpaths(commands):
        xs: list[float] = []
        ys: list[float] = []
        for command in part:
            # Of an arc nobody knows how far it goes without a calculation: its diameters are room enough.
            if command[0] == "A":
                _, rx, ry, _, _, _, x, y = command
                reach = 2.0 * max(float(rx), float(ry))
                xs += (float(x) - reach, float(x) + reach)
                ys += (float(y) - reach, float(y) + reach)
                continue
            xs += command[1::2]  # type: ignore[arg-type]
            ys += command[2::2]  # type: ignore[arg-type]
        if xs and min(xs) < right and max(xs) > left and min(ys) < bottom and max(ys) > top:
            inside += part
    return tuple(inside)


def _subpaths(commands: Sequence[Command]) -> Iterator[Sequence[Command]]:
    starts = [n for n, command in enumerate(commands) if command[0] == "M"]
    for start, end in pairwise([*starts, len(commands)]):
        yield commands[start:end]
