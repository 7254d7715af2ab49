"""Own pictures in the map: where they land, what they replace, what is refused."""

from __future__ import annotations

import shutil
from io import BytesIO
from math import cos, hypot, radians, sin
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image, ImageDraw

from jdgtools.exporters.context import BuildContext
from jdgtools.hexgrid import corner_name
from jdgtools.hexgrid.layout import Layout
from jdgtools.loading import load
from jdgtools.render.map import pictures
from jdgtools.render.map.draw import print_map, screen_map, screen_pixels
from jdgtools.render.map.fitting import affine, shape_of
from jdgtools.render.map.pictures import base_picture, picture_size, small_picture
from jdgtools.render.map.screen import paper_layout
from jdgtools.render.map.sheet import MapSheet
from jdgtools.render.user_files import Refusal
from tests.drawings import banded_png

from .conftest import SCENARIOS

DPI = 254.0
"""Ten pixels a millimetre."""
BARE = "theme:\n  name: classic\n  map: {grid: {style: none, numbers: false}, rim: {opacity: 0}}\n"


def project(folder: Path, art: str) -> Path:
    """A copy of the teaching battle with pictures in its map."""
    target = folder / "battle"
    shutil.copytree(SCENARIOS / "teaching-jdg", target)
    (target / "art").mkdir(exist_ok=True)
    path = target / "map.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "\nart:\n" + art, encoding="utf-8")
    path = target / "battle.yaml"
    text = path.read_text(encoding="utf-8")
    start = text.index("theme:")
    end = text.index("\n\n", start)
    path.write_text(text[:start] + BARE + text[end:], encoding="utf-8")
    return target


def context_in(folder: Path) -> BuildContext:
    loaded = load(folder)
    assert not loaded.report.has_errors, [d.message for d in loaded.report]
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder)


def picture_of(scene, dpi: float = DPI) -> Image.Image:
    return Image.open(BytesIO(banded_png(scene, dpi))).convert("RGB")


def centre_of_red(picture: Image.Image, x: float, y: float, reach: float) -> tuple[float, float] | None:
    """Middle of the red pixels about a place; all in pixels."""
    left, top = round(x - reach), round(y - reach)
    points = []
    for row in range(max(0, top), min(picture.height, round(y + reach) + 1)):
        for column in range(max(0, left), min(picture.width, round(x + reach) + 1)):
            r, g, b = picture.getpixel((column, row))
            if r > 150 and g < 70 and b < 70:
                points.append((column + 0.5, row + 0.5))
    if not points:
        return None
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def scan(target: Path, layout: Layout, turn: float, slant: float, kind: str) -> tuple[str, list]:
    """A picture with a red dot in every hex and at one corner, turned, slanted and shifted; its points."""
    c, s, k = cos(radians(turn)), sin(radians(turn)), 12.0

    def seen(x: float, y: float) -> tuple[float, float]:
        return k * (x * c - y * s) + 360, k * (x * s + y * c + slant * x) + 270

    size = 2500, 2200
    picture = Image.new("RGB", size, (220, 205, 160))
    draw = ImageDraw.Draw(picture)
    grid = layout.grid
    for i in grid.hexes:
        x, y = seen(*layout.centre(i))
        draw.ellipse((x - 10, y - 10, x + 10, y + 10), fill=(230, 10, 10))
    last = grid.id(grid.hexes[-1])
    corner = layout.corner(grid.index(last), 1)
    points = [
        f"{{hex: {grid.id(0)}, pixel: [{seen(*layout.centre(0))[0]:.2f}, {seen(*layout.centre(0))[1]:.2f}]}}"
    ]
    row = (grid.rows - 1) * grid.columns
    x, y = seen(*layout.centre(row))
    points.append(f"{{hex: {grid.id(row)}, pixel: [{x:.2f}, {y:.2f}]}}")
    x, y = seen(*corner)
    name = corner_name(grid.orientation, 1)
    points.append(f"{{hex: {last}, corner: {name}, pixel: [{x:.2f}, {y:.2f}]}}")
    if kind == "turned-jpg":
        # Stored lying on its side, with the mark that viewers turn it back by.
        stored = picture.transpose(Image.Transpose.ROTATE_90)
        exif = Image.Exif()
        exif[274] = 6
        stored.save(target / "art" / "scan.jpg", quality=95, subsampling=0, exif=exif)
        return "art/scan.jpg", points
    picture.save(
        target / "art" / f"scan.{kind}", **({"quality": 95, "subsampling": 0} if kind == "jpg" else {})
    )
    return f"art/scan.{kind}", points


@pytest.mark.parametrize(
    ("kind", "turn", "slant"), [("png", 0.0, 0.0), ("jpg", 7.0, 0.03), ("turned-jpg", -4.0, 0.0)]
)
def test_every_hex_of_the_picture_lands_on_its_hex(tmp_path, teaching, kind, turn, slant) -> None:
    layout = Layout(teaching.battle.map.grid, 20.0)
    target = project(tmp_path, "")
    name, points = scan(target, layout, turn, slant, kind)
    text = (target / "map.yaml").read_text(encoding="utf-8")
    listed = "".join(f"        - {point}\n" for point in points)
    art = f"  base:\n    - image: {name}\n      points:\n{listed}      replace: [all]\n"
    (target / "map.yaml").write_text(text + art, encoding="utf-8")
    context = context_in(target)
    scene = print_map(context)
    # Only what lies below the lettering: names and marks would cover the dots.
    shown = replace(scene, layers=tuple(one for one in scene.layers if one.name == "base map"))
    assert len(shown.layers) == 1
    picture = picture_of(shown)
    on_sheet = Layout(layout.grid, 20.0, MapSheet(context).origin)
    per_mm = DPI / 25.4
    for i in layout.grid.hexes:
        x, y = (n * per_mm for n in on_sheet.centre(i))
        centre = centre_of_red(picture, x, y, 2.5 * per_mm)
        assert centre is not None, layout.grid.id(i)
        assert hypot(centre[0] - x, centre[1] - y) / per_mm < 0.2, layout.grid.id(i)
    screen = screen_map(context)
    names = [one.name for one in screen.layers]
    assert names[0] == "base map" and "terrain" not in names and "ground" not in names
    board = picture_of(replace(screen, layers=screen.layers[:1]), 127.0)
    pixels = paper_layout(screen_pixels(context), 20.0)
    for i in layout.grid.hexes:
        x, y = (n * 5 for n in pixels.centre(i))
        centre = centre_of_red(board, x, y, 12)
        assert centre is not None and hypot(centre[0] - x, centre[1] - y) / 5 < 0.3, layout.grid.id(i)


def plain(target: Path, name: str, color: tuple[int, int, int], size=(60, 50)) -> None:
    Image.new("RGB", size, color).save(target / "art" / name)


def test_layers_terrain_and_place_of_a_base_map(tmp_path) -> None:
    target = project(
        tmp_path,
        "  base:\n"
        "    - image: art/a.png\n"
        "      points: [{hex: 0101, pixel: [1, 1]}, {hex: 0601, pixel: [59, 1]}, {hex: 0105, pixel: [1, 49]}]\n"
        "      replace: [ground, buildings, names]\n"
        "      replace_terrain: wood\n"
        "      under: water\n"
        "      opacity: 0.5\n",
    )
    plain(target, "a.png", (255, 0, 0))
    scene = print_map(context_in(target))
    names = [one.name for one in scene.layers]
    assert not {"ground", "buildings", "names"} & set(names) and {"shading", "marks"} <= set(names)
    assert names.index("base map") + 1 == names.index("water")
    group = next(one for one in scene.layers if one.name == "base map").items[0]
    assert group.items[0].opacity == 0.5
    woods = print_map(context_in(project(tmp_path / "b", "  symbols: []\n")))
    size = {s: len(next(one for one in s.layers if one.name == "terrain").items) for s in (scene, woods)}
    assert size[scene] < size[woods]


@pytest.mark.parametrize("fit", ["hex", "tile"])
def test_pictures_stand_for_terrain(tmp_path, fit) -> None:
    target = project(tmp_path, f"  terrain:\n    - {{terrain: wood, image: art/w.png, fit: {fit}}}\n")
    plain(target, "w.png", (10, 20, 240))
    context = context_in(target)
    battle_map = context.battle.map
    scene = print_map(context)
    shown = replace(scene, layers=tuple(one for one in scene.layers if one.name in ("ground", "terrain")))
    picture = picture_of(shown, 100.0)
    layout = Layout(battle_map.grid, 20.0, MapSheet(context).origin)
    for i in battle_map.grid.hexes:
        x, y = (round(n * 100 / 25.4) for n in layout.centre(i))
        blue = picture.getpixel((x, y))[2] > 200 and picture.getpixel((x, y))[0] < 60
        assert blue == (battle_map.terrain[i] == "wood"), battle_map.grid.id(i)
    # The legend shows what the map shows.
    legend = next(one for one in scene.layers if one.name == "furniture")
    whole = picture_of(replace(scene, layers=(legend,)), 100.0)
    assert any(b > 200 and r < 60 and g < 60 for _, (r, g, b) in whole.getcolors(10_000_000))


def test_symbols_stand_where_they_should_instead_of_houses(tmp_path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20h-40z" fill="#f0f"/></svg>'
    target = project(
        tmp_path,
        "  symbols:\n    - {image: art/s.svg, rank: village, size: 0.5, offset: [0.1, -0.2]}\n",
    )
    (target / "art" / "s.svg").write_text(svg, encoding="utf-8")
    context = context_in(target)
    battle_map = context.battle.map
    hexes = [p.hex for p in battle_map.places if p.rank == "village"]
    assert hexes
    scene = print_map(context)
    shown = replace(scene, layers=tuple(x for x in scene.layers if x.name == "buildings"))
    picture = picture_of(shown, DPI)
    layout = Layout(battle_map.grid, 20.0, MapSheet(context).origin)
    for i in hexes:
        x, y = layout.centre(i)
        for dx, dy, inside in ((0.0, 0.0, True), (4.6, 2.2, True), (5.4, 0.0, False), (0.0, 2.9, False)):
            at = round((x + 2.0 + dx) * 10), round((y - 4.0 + dy) * 10)
            assert (picture.getpixel(at)[1] < 60) == inside, (dx, dy)


def test_drawing_with_pictures_twice_gives_the_same(tmp_path) -> None:
    target = project(tmp_path, "  terrain:\n    - {terrain: wood, image: [art/a.png, art/b.png]}\n")
    plain(target, "a.png", (10, 20, 240))
    plain(target, "b.png", (240, 20, 10))
    assert print_map(context_in(target)) == print_map(context_in(target))


def test_large_pictures_become_smaller_and_keep_their_place(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(pictures, "STORED_PIXELS", 10_000)
    Image.new("RGB", (400, 200), (1, 2, 3)).save(tmp_path / "p.png")
    base = base_picture(tmp_path, "p.png")
    assert not isinstance(base, Refusal)
    assert (base.width, base.height) == (141, 70) and base.design_size == (400, 200)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "neither"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "damaged"),
        (b"\xff\xd8\xff\xe0" + b"\0" * 40, "damaged"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "neither"),
    ],
)
def test_wrong_files_are_refused(tmp_path, content, reason) -> None:
    (tmp_path / "p.png").write_bytes(content)
    for read in (picture_size, base_picture, small_picture):
        answer = read(tmp_path, "p.png")
        assert isinstance(answer, Refusal) and reason in answer.reason


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(pictures, "MAX_PIXELS", 5_000)
    Image.new("L", (100, 100)).save(tmp_path / "p.png")
    answer = picture_size(tmp_path, "p.png")
    assert isinstance(answer, Refusal) and "million pixels" in answer.reason
    monkeypatch.setattr(pictures, "MAX_BYTES", 10)
    answer = base_picture(tmp_path, "p.png")
    assert isinstance(answer, Refusal) and "larger" in answer.reason


def test_a_broken_jpeg_is_noticed(tmp_path) -> None:
    out = BytesIO()
    Image.effect_noise((400, 300), 60).convert("RGB").save(out, "JPEG")
    (tmp_path / "p.jpg").write_bytes(out.getvalue()[: len(out.getvalue()) // 2])
    assert isinstance(picture_size(tmp_path, "p.jpg"), Refusal)


def test_an_affine_map_takes_its_three_points() -> None:
    source, target = ((0, 0), (10, 1), (3, 8)), ((5, 5), (25, 9), (2, 30))
    at = affine(source, target)
    assert at is not None
    a, b, c, d, e, f = at
    for (x, y), (u, v) in zip(source, target, strict=True):
        assert (a * x + c * y + e, b * x + d * y + f) == pytest.approx((u, v))
    assert affine(((0, 0), (1, 1), (2, 2)), target) is None
    assert affine(source, ((0, 0), (1, 1), (2, 2.0001))) is None


def test_shape_of_an_affine_map() -> None:
    turned = shape_of((0.0, 2.0, -2.0, 0.0, 5.0, 5.0))
    assert (turned.is_mirrored, turned.stretch, turned.slant) == (False, 1.0, 0.0)
    assert shape_of((-1.0, 0.0, 0.0, 1.0, 0.0, 0.0)).is_mirrored
    assert shape_of((1.0, 0.0, 0.0, 1.5, 0.0, 0.0)).stretch == pytest.approx(1.5)
    assert shape_of((1.0, 0.0, 1.0, 1.0, 0.0, 0.0)).slant == pytest.approx(45.0)


def test_example_of_the_manual_is_read(tmp_path) -> None:
    text = (SCENARIOS.parent / "docs" / "manual.md").read_text(encoding="utf-8")
    example = text[text.index("art:\n  base:") : text.index("```", text.index("art:\n  base:"))]
    target = project(tmp_path, example.removeprefix("art:\n"))
    loaded = load(target)
    shapes = {d.code for d in loaded.report if d.code.startswith(("SCH", "SRC"))}
    assert shapes == set()
    art = loaded.battle.map.art
    assert art.base[0].replaces == ("ground", "shading", "water") and art.base[0].under == "slopes"
    assert (len(art.terrain), len(art.symbols)) == (2, 1)
