"""The picture of the map after an edit: equal to one drawn from nothing, and mostly taken over."""

from __future__ import annotations

import random
import shutil
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from jdgtools.desk import operations
from jdgtools.desk.operations import EditRefused
from jdgtools.desk.text_edit import Edit
from jdgtools.desk_page.desk import Desk, ProjectView
from jdgtools.desk_page.map_picture import MapPicture
from jdgtools.render.map import frame
from jdgtools.starting import new_project

SCENARIOS = Path(__file__).parents[3] / "scenarios"
TILES = ((-3, 0, 0), (-1, 0, 0), (-1, 1, 1), (0, 0, 0), (0, 1, 1), (1, 2, 2), (1, 3, 3))


def pixels(png: bytes) -> np.ndarray:
    at, packed = 8, b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        packed += png[at + 8 : at + 8 + length] if png[at + 4 : at + 8] == b"IDAT" else b""
        at += length + 12
    return np.frombuffer(zlib.decompress(packed), np.uint8).astype(int)


def shown(desk: Desk) -> MapPicture:
    picture = desk.map_picture(desk.facts["map"]["picture"])
    assert picture is not None
    return picture


def random_edit(desk: Desk, chance: random.Random) -> Edit:
    documents, facts = desk.session.documents, desk.facts
    at = chance.choice([hex_ for hex_ in facts["map"]["hexes"] if hex_["inPlay"]])
    kinds = {kind: [t["id"] for t in facts["terrains"] if t["kind"] == kind] for kind in ("hex", "hexside")}
    what = chance.randrange(5)
    if what == 0:
        return operations.paint_level(documents, [at["id"]], chance.randrange(4))
    if what == 1:
        return operations.name_place(
            documents, at["id"], chance.choice(("Ferme", "Grand Village", "X")), "en"
        )
    if what == 2:
        side = f"{at['id']}/{chance.choice(facts['map']['directions'])}"
        return operations.add_hexsides(documents, [side], chance.choice(kinds["hexside"]))
    return operations.paint_terrain(documents, [at["id"]], chance.choice(kinds["hex"]))


def do(desk: Desk, edit: Edit) -> None:
    desk.session.commit(edit, desk.session.digest)
    desk.refresh()


@pytest.mark.parametrize(
    ("battle", "edits"), [("rolica-1808", 3), ("teaching-jdg", 6), ("teaching-afe", 6), ("teaching-mpbs", 6)]
)
def test_after_random_edits_it_is_what_a_new_drawing_is(battle: str, edits: int, tmp_path: Path):
    desk = Desk(Path(shutil.copytree(SCENARIOS / battle, tmp_path / battle)))
    chance = random.Random(battle)
    taken_over = 0
    for _ in range(edits):
        for name in TILES:
            shown(desk).tile(*name)
        try:
            do(desk, random_edit(desk, chance))
        except EditRefused:
            continue
        if desk.view.facts["map"] is None:
            desk.undo()
            continue
        picture = shown(desk)
        taken_over += picture.redrawn < 1
        assert desk.view.context is not None
        frame.forget_landforms()
        anew = MapPicture(desk.view.context)
        for name in TILES:
            tiles = picture.tile(*name), anew.tile(*name)
            if None in tiles:
                assert tiles == (None, None)
                continue
            one, other = (pixels(tile) for tile in tiles if tile is not None)
            away = abs(one - other)
            # Blended alone or with the whole map, a pixel is rounded otherwise.
            assert away.max() <= 32, name
            assert (away > 8).sum() <= 12, name
            assert (away > 0).mean() < 0.004, name
    assert taken_over > 0


def test_while_terrain_is_painted_the_form_of_the_land_stays(tmp_path: Path):
    desk = Desk(Path(shutil.copytree(SCENARIOS / "rolica-1808", tmp_path / "rolica")))

    def layers() -> dict[str, object]:
        scene = shown(desk)._scene
        assert scene is not None
        return {layer.name: layer.items for layer in scene.layers}

    before = layers()
    hex_ = next(h["id"] for h in desk.facts["map"]["hexes"] if h["inPlay"] and h["terrain"] == "clear")
    do(desk, operations.paint_terrain(desk.session.documents, [hex_], "wood"))
    painted = layers()
    assert painted["terrain"] != before["terrain"]
    assert all(painted[name] is before[name] for name in ("ground", "shading", "slopes", "ways", "grid"))
    do(desk, operations.paint_level(desk.session.documents, [hex_], 9))
    raised = layers()
    assert all(raised[name] != painted[name] for name in ("ground", "shading", "slopes"))


def test_a_stroke_draws_little_and_touches_the_tiles_that_show_it(tmp_path: Path):
    new_project(tmp_path / "battle", "jdg", "Large", size="60x40")
    desk = Desk(tmp_path / "battle")
    before = {name: shown(desk).tile(*name) for name in TILES}
    do(desk, operations.paint_terrain(desk.session.documents, ["1008"], "wood"))
    picture = shown(desk)
    assert picture.redrawn < 0.01
    differ = {name for name in TILES if picture.tile(*name) != before[name]}
    assert differ == {(-3, 0, 0), (-1, 0, 0), (0, 1, 1), (1, 2, 2), (1, 3, 3)} & differ
    assert differ
    assert {(0, 0, 0), (-1, 1, 1)}.isdisjoint(differ)


def test_what_changes_everywhere_is_drawn_whole(tmp_path: Path):
    desk = Desk(Path(shutil.copytree(SCENARIOS / "teaching-jdg", tmp_path / "battle")))
    shown(desk).tile(-1, 0, 0)
    path = desk.session.folder / "battle.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "\ntitle: {", encoding="utf-8")
    desk.refresh()
    assert isinstance(desk.view, ProjectView)
    path.write_text(path.read_text(encoding="utf-8").removesuffix("\ntitle: {"), encoding="utf-8")
    desk.refresh()
    assert shown(desk).tile(-1, 0, 0) is not None
