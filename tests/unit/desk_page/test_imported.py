"""An imported module on the desk: its board's own picture is the map, its counters lie on it."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from jdgtools.desk_page.board_picture import with_board_picture
from jdgtools.desk_page.desk import Desk
from jdgtools.importers.vassal import import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import load
from jdgtools.model.art import LAYERS
from jdgtools.vassal.folder import read_import_record
from tests.unit.importers.modules import foreign, save
from tests.unit.importers.test_foreign import START


def test_the_board_of_a_module_is_the_map(tmp_path: Path):
    module = foreign(saves={"Noon": save(*START)})
    write_project(tmp_path / "p", dict(import_module(module.data()).files))
    desk = Desk(tmp_path / "p", read_only=True)
    assert desk.view.context is not None
    the_map = desk.view.context.battle.map
    assert the_map is not None
    (base,) = the_map.art.base
    assert base.replaces[: len(LAYERS)] == LAYERS and (tmp_path / "p" / base.image).is_file()
    assert desk.facts["scenarios"][0]["counters"]
    picture = desk.map_picture(desk.facts["map"]["picture"])
    assert picture is not None
    tile = picture.tile(0, 0, 0)
    assert tile is not None
    drawn = Image.open(io.BytesIO(tile)).convert("RGB")
    board = Image.open(tmp_path / "p" / base.image).convert("RGB")
    compared = 0
    for number, (left, top) in read_import_record(tmp_path / "p").hexes.items():
        index = the_map.grid.index(number)
        assert index is not None
        x, y = picture.layout.centre(index)
        # Some hexes of the grid lie partly beyond the board.
        if x < drawn.width and y < drawn.height and 0 <= left < board.width and 0 <= top < board.height:
            here, there = drawn.getpixel((int(x), int(y))), board.getpixel((left, top))
            compared += all(abs(a - b) < 8 for a, b in zip(here, there, strict=True))
    assert compared > 15


def test_a_battle_of_our_own_is_drawn_by_us():
    root = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"
    battle = load(root).battle
    assert battle is not None and with_board_picture(battle, root) is battle
