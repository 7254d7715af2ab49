"""How far a path reaches exactly: SVG measures its gradients by that box."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from jdgtools.render.bounds import Box, item_box
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Path


def extent(commands: Sequence[Command]) -> Box | None:
    """Return the left, top, right and bottom of a path without its line; None of an empty one."""
    boxes: list[Box] = []
    x = y = start_x = start_y = 0.0
    for command in commands:
        letter, values = command[0], [float(value) for value in command[1:]]
        if letter == "Z":
            x, y = start_x, start_y
            continue
        end_x, end_y = values[-2:]
        if letter == "M":
            start_x, start_y = end_x, end_y
        elif letter == "A":
            arc = item_box(Path((("M", x, y), command), "#000000"))
            boxes += [] if arc is None else [arc]
        else:
            left, right = _reach((x, *values[::2]))
            top, bottom = _reach((y, *values[1::2]))
            boxes.append((left, top, right, bottom))
        x, y = end_x, end_y
    if not boxes:
        return None
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def _reach(dots: tuple[float, ...]) -> tuple[float, float]:
    """Return the least and largest value of a Bézier curve of one dimension, of degree one to three."""
    values = [dots[0], dots[-1]]
    for t in _turns(dots):
        if 0.0 < t < 1.0:
            row = list(dots)
            while len(row) > 1:
                row = [a + (b - a) * t for a, b in pairwise(row)]
            values.append(row[0])
    return min(values), max(values)


def _turns(dots: tuple[float, ...]) -> list[float]:
    """Return where the curve stops rising or falling."""
    if len(dots) == 3:
        a, b, c = dots
        bend = a - 2 * b + c
        return [(a - b) / bend] if bend else []
    if len(dots) != 4:
        return []
    p, q, r, s = dots
    a, b, c = -p + 3 * q - 3 * r + s, 2 * (p - 2 * q + r), q - p
    if abs(a) < 1e-12:
        return [-c / b] if b else []
    root = b * b - 4 * a * c
    if root < 0:
        return []
    side = math.sqrt(root)
    return [(-b + side) / (2 * a), (-b - side) / (2 * a)]
