"""Commands of paths (M L Q C A Z), and reading them from SVG path data.

Symbols, coats of arms and drawings of users are written as SVG paths; `parse_path` gives the absolute
commands that a `Path` of a scene holds.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TypeAlias

Command: TypeAlias = tuple[str | float, ...]
"""Letter and absolute numbers, as ("C", x1, y1, x2, y2, x, y)."""

_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_TOKEN = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def cos_sin(degrees: float) -> tuple[float, float]:
    """Return the cosine and sine, exact for multiples of 90 degrees."""
    quarter, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    angle = math.radians(degrees)
    return math.cos(angle), math.sin(angle)


def parse_path(d: str) -> tuple[Command, ...]:
    """Return the absolute commands M L Q C A Z for SVG path data.

    Raises:
        ValueError: the text is not path data.
    """
    commands: list[Command] = []
    x = y = start_x = start_y = 0.0
    control: tuple[float, float] | None = None
    previous = ""
    for letter, numbers in _segments(d):
        upper = letter.upper()
        if letter.islower():
            numbers = _absolute(upper, numbers, x, y)
        if upper == "Z":
            commands.append(("Z",))
            x, y = start_x, start_y
        elif upper == "A":
            commands.append(("A", *numbers))
        elif upper == "H":
            commands.append(("L", numbers[0], y))
        elif upper == "V":
            commands.append(("L", x, numbers[0]))
        elif upper in "ST":
            kind = "C" if upper == "S" else "Q"
            is_mirrored = control is not None and previous in (kind, upper)
            x1, y1 = (2 * x - control[0], 2 * y - control[1]) if is_mirrored and control else (x, y)
            commands.append((kind, x1, y1, *numbers))
        else:
            commands.append((upper, *numbers))
        last = commands[-1]
        if upper != "Z":
            x, y = float(last[-2]), float(last[-1])
            control = (float(last[-4]), float(last[-3])) if last[0] in ("C", "Q") else None
            if upper == "M":
                start_x, start_y = x, y
        previous = upper
    return tuple(commands)


def _segments(d: str) -> Iterator[tuple[str, list[float]]]:
    tokens = _TOKEN.findall(d)
    position = 0
    letter = ""
    while position < len(tokens):
        if tokens[position].isalpha():
            letter = tokens[position]
            position += 1
        elif not letter or letter in "Zz":
            raise ValueError(f"path data: number {tokens[position]} without a command")
        count = _ARITY[letter.upper()]
        chunk = tokens[position : position + count]
        if len(chunk) < count or any(token.isalpha() for token in chunk):
            raise ValueError(f"path data: {letter} needs {count} numbers")
        yield letter, [float(token) for token in chunk]
        position += count
        # More numbers after a move are lines to (SVG 9.3.3).
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _absolute(upper: str, numbers: list[float], x: float, y: float) -> list[float]:
    if upper == "A":
        return [*numbers[:5], numbers[5] + x, numbers[6] + y]
    if upper == "H":
        return [numbers[0] + x]
    if upper == "V":
        return [numbers[0] + y]
    return [n + (y if i % 2 else x) for i, n in enumerate(numbers)]
