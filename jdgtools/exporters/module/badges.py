"""Small pictures that lie over a counter in a module: attacker, target, member of a group.

`drawing` adds them to the pictures of the module, `groups` has the pieces show them.
"""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.objectives import flag_picture, objective_hexes
from jdgtools.exporters.module.pictures import SCALE, png
from jdgtools.exporters.module.roles import ROLE_PICTURES
from jdgtools.exporters.module.stack_badge import LEADER_PICTURE, leader_picture

GROUP_PICTURE = "group.png"


def badge_pictures(size: int) -> dict[str, bytes]:
    """Return the pictures by name.

    Args:
        size: edge of a counter, pixels.
    """
    return {
        ROLE_PICTURES[1]: _corners(size, (215, 120, 0)),
        ROLE_PICTURES[2]: _crosshair(size, (200, 20, 20)),
        GROUP_PICTURE: _frame(size, (20, 130, 60)),
        LEADER_PICTURE: leader_picture(size),
    }


def flag_colours(context: ModuleContext) -> list[str]:
    """Return the colours of the flags of hexes that count for victory: nobody's, then one a side."""
    if not objective_hexes(context):
        return []
    return ["#f4efe2", *(s.colour or "#8a8472" for s in context.battle.sides)]


def flag_pictures(colours: Sequence[str], hex_px: int) -> dict[str, bytes]:
    """Return the flags of these colours by name.

    Args:
        colours: from `flag_colours`.
        hex_px: distance between opposite hexsides, pixels.
    """
    size = max(14, round(hex_px * 0.3))
    return {flag_picture(n): _flag(size, colour) for n, colour in enumerate(colours)}


def _flag(size: int, colour: str) -> bytes:
    from PIL import Image, ImageDraw

    n = size * SCALE
    image = Image.new("RGBA", (n, n), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    pole, width = 0.22 * n, max(2, n // 14)
    draw.line((pole, 0.04 * n, pole, 0.97 * n), fill=(255, 255, 255, 255), width=3 * width)
    cloth = [
        (pole, 0.06 * n),
        (0.95 * n, 0.2 * n),
        (0.8 * n, 0.35 * n),
        (0.95 * n, 0.55 * n),
        (pole, 0.6 * n),
    ]
    draw.polygon(cloth, fill=colour, outline=(255, 255, 255, 255), width=2 * width)
    draw.line([*cloth, cloth[0]], fill=(40, 36, 30, 255), width=width, joint="curve")
    draw.line((pole, 0.04 * n, pole, 0.97 * n), fill=(40, 36, 30, 255), width=width)
    return png(image.resize((size, size), Image.Resampling.LANCZOS))


def _crosshair(size: int, colour: tuple[int, int, int]) -> bytes:
    from PIL import Image, ImageDraw

    n = size * SCALE
    image = Image.new("RGBA", (n, n), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    for width, ink in ((n // 11, (255, 255, 255)), (n // 22, colour)):
        edge = n // 8
        draw.ellipse((edge, edge, n - edge, n - edge), outline=(*ink, 255), width=width)
        for start, end in ((0.02, 0.3), (0.7, 0.98)):
            draw.line((n * start, n / 2, n * end, n / 2), fill=(*ink, 255), width=width)
            draw.line((n / 2, n * start, n / 2, n * end), fill=(*ink, 255), width=width)
    return png(image.resize((size, size), Image.Resampling.LANCZOS))


def _corners(size: int, colour: tuple[int, int, int]) -> bytes:
    from PIL import Image, ImageDraw

    n = size * SCALE
    image = Image.new("RGBA", (n, n), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    edge, arm = n // 24, n // 3
    for width, ink in ((n // 9, (255, 255, 255)), (n // 16, colour)):
        for x, dx in ((edge, arm), (n - edge, -arm)):
            for y, dy in ((edge, arm), (n - edge, -arm)):
                draw.line((x + dx, y, x, y, x, y + dy), fill=(*ink, 255), width=width, joint="curve")
    return png(image.resize((size, size), Image.Resampling.LANCZOS))


def _frame(size: int, colour: tuple[int, int, int]) -> bytes:
    from PIL import Image, ImageDraw

    big = round(size * 1.2)
    n = big * SCALE
    image = Image.new("RGBA", (n, n), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((2, 2, n - 3, n - 3), radius=n // 7, outline=(255, 255, 255, 230), width=n // 14)
    edge = n // 40
    draw.rounded_rectangle(
        (edge, edge, n - edge, n - edge), radius=n // 8, outline=(*colour, 255), width=n // 24
    )
    return png(image.resize((big, big), Image.Resampling.LANCZOS))
