"""Contact sheet of the terrain classes: a row of hexes for every class."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from jdgtools.hexgrid import HexGrid
from jdgtools.importers.sampling import TILE
from jdgtools.importers.textures import HexClass

_SHOWN = 14
_BIG = 48
_LEFT = 210
_ROW = _BIG + 20


def contact_sheet(
    hexes: Sequence[int],
    groups: Sequence[HexClass],
    tiles: Mapping[int, bytes],
    grid: HexGrid,
    names: Sequence[str],
) -> bytes:
    """Return a PNG: for every class its colour, its most typical hexes and, last, its most doubtful ones."""
    from PIL import Image, ImageDraw, ImageFont

    rows = sorted({g.label for g in groups})
    width = _LEFT + (_SHOWN + 1) * (_BIG + 6)
    image = Image.new("RGB", (width, 34 + _ROW * len(rows)), (250, 248, 240))
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default()
    draw.text((8, 8), "Draft classes: most typical hexes, then the most doubtful", (30, 30, 30), font=font)
    for k in rows:
        y = 34 + _ROW * rows.index(k)
        members = sorted(
            ((g.confidence, i) for i, g in zip(hexes, groups, strict=True) if g.label == k),
            key=lambda c: (-c[0], c[1]),
        )
        look = next(g for g in groups if g.label == k)
        draw.rectangle((8, y, 8 + _BIG, y + _BIG), fill=look.rgb, outline=(0, 0, 0))
        draw.text((14 + _BIG, y + 4), f"class {chr(97 + k)}: {len(members)} hexes", (30, 30, 30), font=font)
        for n, part in enumerate(names[k].split(" #")):
            draw.text((14 + _BIG, y + 18 + 13 * n), part[:24], (30, 30, 30), font=font)
        half = _SHOWN * 2 // 3
        members_shown = members if len(members) <= _SHOWN else members[:half] + members[-(_SHOWN - half) :]
        for n, (_, i) in enumerate(members_shown):
            gap = 12 if len(members) > _SHOWN and n >= half else 0
            x = _LEFT + n * (_BIG + 6) + gap
            tile = Image.frombytes("RGB", (TILE, TILE), tiles[i]).resize((_BIG, _BIG))
            image.paste(tile, (x, y))
            draw.text((x, y + _BIG + 2), grid.id(i), (30, 30, 30), font=font)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=False)
    return out.getvalue()
