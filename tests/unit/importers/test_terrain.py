"""Draft terrain: classes by colour and texture, a confidence for every hex, never trusted."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
import yaml

from jdgtools.errors import InputRefused
from jdgtools.hexgrid import HexGrid
from jdgtools.importers.grids import EngineGrid, fit
from jdgtools.importers.lines import LineHexside, chains
from jdgtools.importers.sampling import Sample, sample
from jdgtools.importers.terrain_learning import SURE, learn_terrain
from jdgtools.importers.textures import cluster, colour_words
from jdgtools.importers.vassal import ImportedProject, ImportOptions, import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import load
from tests.unit.importers.modules import HEIGHT, WIDTH, foreign, landscape
from tests.unit.importers.test_grids import grid

WOODS = [(146, 110), (146, 210), (232, 260)]
LAKES = [(404, 160), (490, 210)]


def painted() -> bytes:
    points = [*WOODS, *LAKES]
    return landscape(points, [(30, 80, 35)] * 3 + [(60, 90, 200)] * 2)


def test_hexes_of_one_colour_make_one_class() -> None:
    fitted = fit(EngineGrid.read(grid(), WIDTH, HEIGHT))
    samples, tiles = sample(painted(), fitted)
    groups = dict(zip(sorted(samples), cluster(samples, 8), strict=True))
    woods = {groups[fitted.index(*p)].label for p in WOODS}  # type: ignore[index]
    lakes = {groups[fitted.index(*p)].label for p in LAKES}  # type: ignore[index]
    clear = groups[fitted.index(60, 60)].label  # type: ignore[index]
    assert len(woods) == 1 and len(lakes) == 1 and clear == 0
    assert len({clear, *woods, *lakes}) == 3
    assert all(g.confidence > 0.8 for g in groups.values() if g.label == clear)
    assert "green" in colour_words(groups[fitted.index(*WOODS[0])])  # type: ignore[index]
    assert "blue" in colour_words(groups[fitted.index(*LAKES[0])])  # type: ignore[index]
    assert set(tiles) == set(samples)


def test_the_draft_says_that_it_is_one(tmp_path: Path) -> None:
    done = import_module(foreign(field=painted()).data())
    text = done.files["map.yaml"].decode()
    assert "DRAFT" in text and "Do not trust it" in text
    assert set(yaml.safe_load(text)["legend"].values()) == {"clear"}
    rows = [line.split() for line in yaml.safe_load(text)["terrain"].splitlines()]
    grid_ = yaml.safe_load(text)["grid"]
    assert len(rows) == grid_["rows"] and {len(r) for r in rows} == {grid_["columns"]}
    table = list(csv.DictReader(io.StringIO(done.files["terrain-confidence.csv"].decode())))
    assert all(0 <= float(r["confidence"]) <= 1 for r in table)
    assert [float(r["confidence"]) for r in table] == sorted(float(r["confidence"]) for r in table)
    from PIL import Image

    with Image.open(io.BytesIO(done.files["terrain-clusters.png"])) as sheet:
        assert sheet.size[0] > 400 and sheet.size[1] > 150


def test_with_a_series_the_draft_can_be_loaded(tmp_path: Path) -> None:
    done = import_module(foreign(field=painted()).data(), ImportOptions(series="jdg"))
    write_project(tmp_path / "p", done.files)
    loaded = load(tmp_path / "p")
    assert loaded.battle is not None and loaded.battle.map is not None
    assert any("terrain: " in d for d in done.report.doubts)


def with_lines(*drawn: tuple[list[tuple[int, int]], tuple[int, int, int]], width: int = 9) -> ImportedProject:
    """A module whose board has a printed grid and these lines."""
    from PIL import Image, ImageDraw

    image = Image.open(io.BytesIO(landscape()))
    pen = ImageDraw.Draw(image)
    for i in BOARD.grid.hexes:
        pen.line([*corners(i), corners(i)[0]], fill=(120, 130, 90), width=2)
    for points, colour in drawn:
        pen.line(points, fill=colour, width=width, joint="curve")
    out = io.BytesIO()
    image.save(out, "PNG")
    return import_module(foreign(field=out.getvalue()).data())


BOARD = fit(EngineGrid.read(grid(), WIDTH, HEIGHT))
BLUE, RED = (70, 110, 200), (120, 20, 20)


def corners(i: int) -> list[tuple[int, int]]:
    x, y = BOARD.centre(i)
    return [(x + a, y + b) for a, b in ((-29, -50), (29, -50), (57, 0), (29, 50), (-29, 50), (-57, 0))]


def found_lines(done: ImportedProject) -> dict[str, set[tuple[str, str]]]:
    rows = csv.DictReader(io.StringIO(done.files.get("terrain-lines.csv", b"").decode()))
    found: dict[str, set[tuple[str, str]]] = {}
    for row in rows:
        assert 0 <= float(row["confidence"]) <= 1 and row["colour"].startswith("#")
        found.setdefault(row["perhaps"], set()).add((row["hex"], row["direction"]))
    return found


def test_roads_and_rivers_are_proposed_not_written() -> None:
    done = with_lines(([(60, 60), (60, 360)], RED), ([(89, 10), (117, 60), (89, 110)], BLUE))
    assert found_lines(done) == {
        "road": {("0102", "N"), ("0103", "N"), ("0104", "N")},
        "river": {("0101", "NE"), ("0101", "SE")},
    }
    text = done.files["map.yaml"].decode()
    assert "ways" not in yaml.safe_load(text) and "hexsides" not in yaml.safe_load(text)
    draft = text[text.index("# ways:") :].split("\nterrain:")[0].replace("\n# ", "\n").removeprefix("# ")
    proposed = yaml.safe_load("\n".join(x for x in draft.splitlines() if x[:1] in "wh -"))
    assert proposed["ways"] == [{"kind": "road", "hexes": "0101-0102-0103-0104"}]
    assert proposed["hexsides"] == [{"kind": "river", "sides": ["0101/NE", "0101/SE"]}]


def test_a_printed_grid_and_the_edge_of_a_lake_are_no_lines() -> None:
    done = with_lines(([(375, 160), (433, 160)], BLUE))
    assert found_lines(done) == {}


def test_a_narrow_road_that_crosses_aslant_and_near_a_corner_is_found_and_ticks_are_none() -> None:
    road = [(40, 60), (86, 210), (42, 360)]
    ticks = [([(80 + 8 * n, 152), (84 + 8 * n, 166)], RED) for n in range(-5, 6)]
    assert found_lines(with_lines((road, RED), width=5)) == {
        "road": {("0102", "N"), ("0103", "N"), ("0104", "N")}
    }
    assert found_lines(with_lines(*ticks, width=3)).get("road", set()) == set()


def test_ways_go_straight_on_at_forks() -> None:
    plan = HexGrid(5, 5)
    names = [("0301", 3), ("0302", 3), ("0303", 3), ("0302", 2)]
    lines = []
    for name, d in names:
        i = plan.index(name)
        assert i is not None
        other = plan.neighbour(i, d)
        assert other is not None
        here, way = (i, d) if d < 3 else (other, d - 3)
        lines.append(LineHexside(here, way, "across", 9.0, 0.7, RED))
    assert [[plan.id(h) for h in way] for way, _ in chains(lines, plan)] == [
        ["0301", "0302", "0303", "0304"],
        ["0402", "0302"],
    ]


def noisy(seed: int, marked: bool = False) -> bytes:
    """A board of one green with the noise of a scanned sheet, its grid, perhaps one town."""
    import random

    from PIL import Image, ImageDraw

    image = Image.open(io.BytesIO(landscape((BOARD.centre(8),) if marked else (), [(200, 60, 50)])))
    pen, chance = ImageDraw.Draw(image), random.Random(seed)
    for i in BOARD.grid.hexes:
        x, y = BOARD.centre(i)
        light = chance.randrange(-5, 6)
        for _ in range(60):
            a, b, off = x + chance.randrange(-45, 45), y + chance.randrange(-45, 45), chance.randrange(-7, 8)
            colour = tuple(v + light + off for v in (170, 190, 120))
            if not (marked and i == 8):
                pen.rectangle((a, b, a + 9, b + 9), fill=colour)
        pen.line([*corners(i), corners(i)[0]], fill=(120, 130, 90), width=2)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("seed", range(4))
def test_a_uniform_board_is_one_class(seed: int) -> None:
    samples, _ = sample(noisy(seed), BOARD)
    assert {group.label for group in cluster(samples, 8)} == {0}


def test_one_town_on_a_uniform_board_has_its_class() -> None:
    samples, _ = sample(noisy(1, marked=True), BOARD)
    groups = dict(zip(sorted(samples), cluster(samples, 8), strict=True))
    assert [i for i, group in groups.items() if group.label != 0] == [8]


def washed(road: bool = False, wood: Iterable[int] = ()) -> bytes:
    """A board of one wash that grows darker to the east and the south, with its grid and numbers."""
    from PIL import Image, ImageDraw

    ramp = Image.linear_gradient("L").resize((WIDTH, HEIGHT))
    light = Image.blend(ramp, ramp.transpose(Image.Transpose.TRANSPOSE).resize((WIDTH, HEIGHT)), 0.6)
    image = Image.merge("RGB", [light.point([v + n // 7 for n in range(256)]) for v in (150, 170, 100)])
    pen = ImageDraw.Draw(image)
    for i in BOARD.grid.hexes:
        x, y = BOARD.centre(i)
        if i in wood:
            pen.polygon(corners(i), fill=(96, 140, 80))
        pen.line([*corners(i), corners(i)[0]], fill=(120, 130, 90), width=2)
        pen.text((x - 14, y - 40), BOARD.grid.id(i), fill=(60, 60, 50))
    if road:
        pen.line([(0, 150), (260, 190), (420, 330), (700, 350)], fill=(120, 70, 40), width=5)
        pen.line([(330, 0), (360, 180), (300, 560)], fill=(70, 110, 190), width=5)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("road", [False, True])
def test_a_wash_that_grows_darker_is_one_class_with_roads_and_without(road: bool) -> None:
    samples, _ = sample(washed(road), BOARD)
    assert {group.label for group in cluster(samples, 8)} == {0}


def test_a_wood_on_a_wash_has_its_class() -> None:
    wood = BOARD.grid.hexes[9:14]
    samples, _ = sample(washed(wood=wood), BOARD)
    groups = dict(zip(sorted(samples), cluster(samples, 8), strict=True))
    assert len({groups[i].label for i in wood}) == 1
    assert {groups[i].label for i in wood}.isdisjoint(g.label for i, g in groups.items() if i not in wood)


def terrain_of(done: ImportedProject) -> dict[str, str]:
    """Return hex -> terrain, as the table of confidence has it."""
    rows = csv.DictReader(io.StringIO(done.files["terrain-confidence.csv"].decode()))
    return {row["hex"]: row["terrain"] for row in rows}


def name_of(point: tuple[int, int]) -> str:
    """Return the number that the module itself gives the hex at a pixel."""
    index = BOARD.index(*point)
    assert index is not None
    return BOARD.grid.id(index)


@pytest.mark.parametrize("suffix", [".csv", ".yaml"])
def test_a_few_named_hexes_name_all_that_look_alike(tmp_path: Path, suffix: str) -> None:
    named = {name_of(WOODS[0]): "Wood", name_of(LAKES[0]): "Salt pan", "0101": "clear"}
    lines = ["hex,terrain", *(f"{h},{t}" for h, t in named.items())]
    if suffix == ".yaml":
        lines = [f"{h}: {t}" for h, t in named.items()]
    (tmp_path / f"known{suffix}").write_text("\n".join(lines) + "\n", encoding="utf-8")
    module = foreign(field=painted()).data()
    done = import_module(module, ImportOptions(series="jdg", terrain=tmp_path / f"known{suffix}"))
    terrain = terrain_of(done)
    assert {terrain[name_of(p)] for p in WOODS} == {"wood"}
    assert {terrain[name_of(p)] for p in LAKES} == {"salt-pan"}
    assert {t for h, t in terrain.items() if h not in {name_of(p) for p in (*WOODS, *LAKES)}} == {"clear"}
    write_project(tmp_path / "p", done.files)
    battle = load(tmp_path / "p").battle
    assert battle is not None and battle.map is not None
    ground = {battle.map.grid.id(i): t for i, t in enumerate(battle.map.terrain)}
    assert all(ground[h] == t for h, t in terrain.items())
    rows = list(csv.DictReader(io.StringIO(done.files["terrain-confidence.csv"].decode())))
    assert {row["source"] for row in rows} == {"named", "like named hexes"}
    assert all(float(row["confidence"]) == 1 for row in rows if row["source"] == "named")


def look(light: float) -> Sample:
    return Sample((light, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), (0, 0, 0))


def test_a_hex_is_doubtful_unless_the_next_terrain_is_far_and_known_from_two_hexes() -> None:
    hexes = dict(enumerate(map(look, (50, 50, 70, 70, 55, 57, 45))))
    sure_of = {}
    for named in ((0, 1, 2, 3), (0, 1, 2)):
        known = {i: "clear" if i < 2 else "wood" for i in named}
        likenesses = learn_terrain({i: h for i, h in hexes.items() if i in named or i > 3}, known)
        assert {likeness.terrain for likeness in likenesses.values()} == {"clear"}
        sure_of[len(named)] = [i for i in (4, 5, 6) if likenesses[i].confidence >= SURE]
    # 55 is three times as far from wood as from clear ground, 57 less than twice, 45 five times.
    assert sure_of == {4: [4, 6], 3: [6]}


def test_a_hex_that_looks_like_none_that_is_named_stays_a_draft(tmp_path: Path) -> None:
    (tmp_path / "known.csv").write_text("hex,terrain\n0101,clear\n", encoding="utf-8")
    module = foreign(field=painted()).data()
    done = import_module(module, ImportOptions(terrain=tmp_path / "known.csv"))
    assert {terrain_of(done)[name_of(p)] for p in (*WOODS, *LAKES)} == {""}
    assert terrain_of(done)["0102"] == "clear"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hex,terrain\n9999,wood\n", "known.csv:2: the map has no hex 9999"),
        ("hex,terrain\n0101,\n", "known.csv:2: expected a hex and the name of its terrain"),
        ("hex,terrain\n0101,wood\n0101,clear\n", "known.csv:3: hex 0101 has another terrain at known.csv:2"),
        ("place,ground\n", "known.csv:1: expected the columns"),
        ("hex,terrain\n", "names the terrain of no hex"),
    ],
)
def test_a_file_of_terrains_that_says_nothing_is_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "known.csv").write_text(text, encoding="utf-8")
    with pytest.raises(InputRefused, match=re.escape(said)):
        import_module(foreign().data(), ImportOptions(terrain=tmp_path / "known.csv"))


@pytest.mark.parametrize("name", ["no.csv", "no.yaml"])
def test_a_file_of_terrains_that_is_none_is_named(tmp_path: Path, name: str) -> None:
    """A folder was said not to be there."""
    with pytest.raises(InputRefused, match="there is no file"):
        import_module(foreign().data(), ImportOptions(terrain=tmp_path / name))
    (tmp_path / name).mkdir()
    with pytest.raises(InputRefused, match="is a folder, not a file"):
        import_module(foreign().data(), ImportOptions(terrain=tmp_path / name))


def test_the_overlay_shows_the_board_with_its_classes() -> None:
    from PIL import Image

    with Image.open(io.BytesIO(import_module(foreign(field=painted()).data()).files["overlay.png"])) as shown:
        assert shown.size == (WIDTH, HEIGHT)
        x, y = WOODS[0]
        red, green, blue = shown.convert("RGB").getpixel((x + 20, y + 20))  # type: ignore[misc]
        assert green > red and green > blue
