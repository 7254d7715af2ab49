"""Badges of a stack: how many counters lie in it, and that a commander lies below the top.

The top piece of a stack of two or more carries the number, upright at its upper edge, whichever way it faces;
beside it a star when a commander lies further down. Where counters stand straight they lie above the edge and
hide neither name nor rating; counters that always stand on a corner have room at the edge, and those of the
next hex would hide them above it. Both stay between the left and right edges of the counter: VASSAL
shifts a piece in its stack by what stands out on the left.
"""

from __future__ import annotations

import math

from jdgtools.exporters.module.facings import facing_table
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.pictures import SCALE, png
from jdgtools.vassal.encoding import Color
from jdgtools.vassal.traits import CalculatedProperty, Label, Layer, Trait

STACK_BADGE = "Stack badge"
"""Name of the prototype."""
LEADER = "Leader"
"""Property of pieces that a badge tells of: 1 for leaders."""
LEADER_PICTURE = "stack-leader.png"
_UP_STRAIGHT, _UP_OBLIQUE = 0.62, 0.5
"""How far the badges stand above the middle of the counter, in counter heights."""
_HALF_LINE = 0.65
"""Half the height of a line of letters, in their size."""
_STRAIGHT = 6
"""Number of VASSAL's facings where one of them is the printed one."""
_ON_TOP = "StackSize>1&&StackPos==1"
_GROUND, _INK = Color(250, 247, 238), Color(20, 20, 20)


def stack_step(counter_px: int) -> int:
    """Return how far a counter in a stack lies above the one below it, pixels."""
    return max(5, round(counter_px * 0.12))


def badge_top(context: ModuleContext) -> int:
    """Return how far the badge of a stack of two reaches above the middle of its lower counter, pixels."""
    size = context.counter_px
    return math.ceil(stack_step(size) + size * _up(context) + _letters(size) * _HALF_LINE)


def _up(context: ModuleContext) -> float:
    """Return how far the badges stand above the middle of the counter, in counter heights."""
    grid = context.battle.map.grid if context.battle.map else None
    count, _ = facing_table(context.series.facing, grid.orientation if grid else "flat")
    return _UP_STRAIGHT if count == _STRAIGHT else _UP_OBLIQUE


def _letters(counter_px: int) -> int:
    return max(11, round(counter_px * 0.24))


def stack_badge(context: ModuleContext) -> list[Trait]:
    """Return what shows the height of a stack and a commander in it, on its top piece."""
    size = context.counter_px
    up = _up(context)
    return [
        Label(
            size=_letters(size),
            background=_GROUND,
            foreground=_INK,
            vertical="c",
            y=-round(size * up),
            horizontal="c",
            x=-round(size * 0.33),
            vertical_just="c",
            horizontal_just="c",
            name_format="$pieceName$",
            style=1,
            property="Stack_label",
            text="$Stack_count$",
        ),
        Layer(
            images=("", LEADER_PICTURE),
            names=("", ""),
            name="Stack_leader",
            follow_property=True,
            property="Leader_below",
            first_level_value=0,
            loop=False,
            y=-round(size * up),
        ),
        CalculatedProperty("Stack_count", f'{{{_ON_TOP}?" "+StackSize+" ":""}}'),
        CalculatedProperty("Leader_below", f'{{{_ON_TOP}&&{LEADER}!=1&&CountStack("{LEADER}")>0?1:0}}'),
    ]


def leader_picture(size: int) -> bytes:
    """Return the sign of a commander in a stack: a star on a pale disc.

    Args:
        size: edge of a counter, pixels.
    """
    from PIL import Image, ImageDraw

    width = max(14, round(size * 0.3))
    n = width * SCALE
    image = Image.new("RGBA", (n, n), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.ellipse((2, 2, n - 3, n - 3), fill=(250, 247, 238, 255), outline=(20, 20, 20, 255), width=n // 14)
    points = [
        (
            n / 2 + n * radius * math.sin(math.radians(36 * k)),
            n / 2 - n * radius * math.cos(math.radians(36 * k)),
        )
        for k, radius in enumerate((0.38, 0.16) * 5)
    ]
    draw.polygon(points, fill=(150, 20, 20, 255))
    return png(image.resize((width, width), Image.Resampling.LANCZOS))
