"""The pictures of maps on the pages are those of one command, and the gallery shows every theme."""

from __future__ import annotations

import re

from PIL import Image

from jdgtools.render.themes import THEMES
from tests.tools.gallery import MAPS, PICTURES, ROOT


def test_every_picture_of_a_map_has_its_recipe_and_its_page() -> None:
    files = {path.stem for path in PICTURES.glob("map-*.png")}
    assert files == {picture.name for picture in MAPS}
    shown = re.findall(r"pictures/(map-[a-z-]+)\.png", (ROOT / "docs" / "gallery.md").read_text("utf-8"))
    assert sorted(shown) == sorted(files)
    for picture in MAPS:
        with Image.open(PICTURES / f"{picture.name}.png") as image:
            assert image.width == picture.width, picture.name


def test_the_gallery_shows_one_piece_of_ground_in_every_theme() -> None:
    pieces = [picture for picture in MAPS if picture.name.startswith("map-theme-")]
    assert {picture.theme for picture in pieces} == set(THEMES)
    assert len({(picture.battle, picture.part) for picture in pieces}) == 1
    drawn = {(PICTURES / f"{picture.name}.png").read_bytes() for picture in pieces}
    assert len(drawn) == len(THEMES)
