"""The pictures of maps on the pages: whole sheets, a piece near, and one battle in every theme.

`python -m tests.tools.gallery` draws them all anew; other pictures have their own tools.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from PIL import Image

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import load
from jdgtools.render.backends.png import render_png
from jdgtools.render.map.draw import print_map
from jdgtools.render.themes import THEMES

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
_DPI = 150.0
Box = tuple[int, int, int, int]


class Picture(NamedTuple):
    """One picture."""

    name: str
    battle: str
    width: int
    """Pixels."""
    theme: str = ""
    """'' = that of the battle."""
    part: Box | None = None
    """Left, top, right, bottom of the piece shown, pixels at 150 dpi; None = the whole sheet."""


NEAR: Box = (1000, 1600, 1750, 2100)
"""The stream and the heights east of the village of Roliça."""
MAPS = (
    Picture("map-sheet", "rolica-1808", 716),
    Picture("map-terrain", "rolica-1808", 750, part=NEAR),
    Picture("map-vimeiro", "vimeiro-1808", 800),
    Picture("map-bremule", "bremule-1119", 760),
    Picture("map-bremule-night", "bremule-1119", 760, "night"),
    Picture("map-bouvines", "bouvines-1214", 760),
    Picture("map-edgehill", "edgehill-1642", 760),
    *(Picture(f"map-theme-{name}", "rolica-1808", 600, name, NEAR) for name in THEMES),
)


def sheet(battle_name: str, theme_name: str = "") -> Image.Image:
    """Return the print map of a bundled battle."""
    loaded = load(ROOT / "scenarios" / battle_name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    battle = loaded.battle
    if theme_name:
        battle = replace(battle, theme={**battle.theme, "name": theme_name})
    context = BuildContext(battle, loaded.series, loaded.charts, loaded.folder, BuildOptions())
    return Image.open(BytesIO(render_png(print_map(context), _DPI))).convert("RGB")


def of_few_colors(image: Image.Image) -> Image.Image:
    """Return a picture in 256 colours: half of them fine shades of the ground, half for what is rare.

    With the first alone rivers lose their blue and roofs their red, with the others alone tints have edges.
    """
    plain = Image.Dither.NONE
    halves = (
        image.quantize(128, method, dither=plain).getpalette() or []
        for method in (Image.Quantize.MEDIANCUT, Image.Quantize.FASTOCTREE)
    )
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for half in halves for part in half[: 3 * 128]])
    return image.quantize(palette=palette, dither=plain)


def main() -> None:
    """Write all pictures, with few colours, for pages that load quickly."""
    sheets: dict[tuple[str, str], Image.Image] = {}
    for picture in MAPS:
        key = picture.battle, picture.theme
        if key not in sheets:
            sheets[key] = sheet(*key)
        image = sheets[key].crop(picture.part) if picture.part else sheets[key]
        height = round(image.height * picture.width / image.width)
        small = image.resize((picture.width, height), Image.Resampling.LANCZOS)
        of_few_colors(small).save(PICTURES / f"{picture.name}.png", optimize=True)


if __name__ == "__main__":
    main()
