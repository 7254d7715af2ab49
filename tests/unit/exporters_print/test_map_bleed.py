"""The ground of a map sheet goes on beyond the cut, by option or for a press; pieces overlap as before."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from jdgtools.building import build
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import check
from jdgtools.render.backends.pdf_press import OutputIntent
from jdgtools.render.sheets import PrintSettings, settings_of
from jdgtools.render.sheets.tiles import plan_tiles

SCENARIOS = Path(__file__).parents[3] / "scenarios"
MM = 72 / 25.4


def built(folder: Path, bleed: float | None = None, **tiles: object) -> dict[str, bytes]:
    """Return map and pieces on A4 of a battle; the sheet is not white."""
    loaded = check(SCENARIOS / "bremule-1119")
    printing = settings_of({"format": 1, "tiles": {"paper": ["a4"], **tiles}})
    printing = replace(printing, map=replace(printing.map, bleed=bleed))
    build(loaded, folder, BuildOptions(printing=printing, only=("map", "tiles")))
    return {path.name: path.read_bytes() for path in folder.rglob("map-*.pdf")}


def boxes(pdf: bytes, page: int = 0) -> list[list[float]]:
    """Return MediaBox, BleedBox and TrimBox of a page as left, low, right, high, mm."""
    shown = PdfReader(BytesIO(pdf)).pages[page]
    return [[float(v) / MM for v in box] for box in (shown.mediabox, shown.bleedbox, shown.trimbox)]


def test_the_sheet_grows_by_the_bleed_and_its_colour_fills_it(tmp_path: Path) -> None:
    plain, bled = built(tmp_path / "plain"), built(tmp_path / "bled", 3.0)
    media, bleed, trim = boxes(plain["map-print.pdf"])
    assert media == bleed == trim
    width, height = trim[2], trim[3]
    media, bleed, trim = boxes(bled["map-print.pdf"])
    assert media == bleed == pytest.approx([0, 0, width + 6, height + 6], abs=0.002)
    assert trim == pytest.approx([3, 3, width + 3, height + 3], abs=0.002)
    k = 2.0
    before, after = (
        pdfium.PdfDocument(files["map-print.pdf"])[0].render(scale=k * 25.4 / 72).to_pil().convert("RGB")
        for files in (plain, bled)
    )
    ground = before.getpixel((4, 4))
    assert ground != (255, 255, 255)
    edge = [(x, y) for x in range(1, after.width - 1) for y in (1, 4, after.height - 5, after.height - 2)]
    edge += [(x, y) for x in (1, 4, after.width - 5, after.width - 2) for y in range(1, after.height - 1)]
    assert {after.getpixel(at) for at in edge} == {ground}
    # Inside the cut nothing has moved.
    cut = after.crop((6, 6, 6 + before.width, 6 + before.height))
    pairs = zip(
        before.convert("L").resize((60, 60)).tobytes(),
        cut.convert("L").resize((60, 60)).tobytes(),
        strict=True,
    )
    assert max(abs(a - b) for a, b in pairs) <= 12


def test_a_press_gets_three_millimetres_unless_the_settings_say_otherwise() -> None:
    intent = OutputIntent(b"", "Custom")
    assert PrintSettings().map_bleed == 0
    assert PrintSettings(press=intent).map_bleed == 3
    assert replace(settings_of({"format": 1, "map": {"bleed": 0}}), press=intent).map_bleed == 0
    assert settings_of({"format": 1, "map": {"bleed": 5}}).map_bleed == 5


def test_pieces_overlap_by_what_was_asked_and_go_on_beyond_their_cuts(tmp_path: Path) -> None:
    files = built(tmp_path / "out", 3.0, overlap=10)
    _, _, sheet = boxes(files["map-print.pdf"])
    size = (sheet[2] - sheet[0], sheet[3] - sheet[1])
    tiling = plan_tiles(size, "a4", overlap=10, bleed=3.0)
    pages = PdfReader(BytesIO(files["map-tiles-a4.pdf"])).pages
    assert len(pages) == len(tiling.tiles) + 1 > 3
    right_of = {}
    for page, tile in enumerate(tiling.tiles, 1):
        media, bleed, trim = boxes(files["map-tiles-a4.pdf"], page)
        assert trim[2] - trim[0] == pytest.approx(tile.width, abs=0.002)
        assert [a - b for a, b in zip(bleed, trim, strict=True)] == pytest.approx([-3, -3, 3, 3], abs=0.002)
        # Marks of the cut stand between the colour and what the printer leaves white.
        assert bleed[0] - media[0] >= 4 + 4 - 0.002
        assert bleed[1] - media[1] >= 4 + 6 - 0.002
        right_of[tile.label] = tile.x + tile.width
    assert right_of["A1"] - tiling.tiles[1].x == pytest.approx(10)
    # Colour beyond the outer edge; beyond the inner one the drawing goes on as on the neighbour.
    k = 4.0
    images = [
        pdfium.PdfDocument(files["map-tiles-a4.pdf"])[n].render(scale=k * 25.4 / 72).to_pil().convert("RGB")
        for n in (1, 2)
    ]
    middle = tiling.top + 0.4 * tiling.tiles[0].height
    outside = images[0].getpixel((round(k * (tiling.left - 2)), round(k * middle)))
    assert outside == images[0].getpixel((round(k * (tiling.left + 2)), round(k * middle))) != (255, 255, 255)
    first, second = tiling.tiles[:2]
    differing = shown = 0
    for step in range(200):
        y = round(k * (tiling.top + (0.2 + 0.003 * step) * first.height))
        x = first.x + first.width + 1.5
        one = images[0].getpixel((round(k * (tiling.left + x - first.x)), y))
        two = images[1].getpixel((round(k * (tiling.left + x - second.x)), y))
        differing += max(abs(a - b) for a, b in zip(one, two, strict=True)) > 60
        shown += one != (255, 255, 255)
    assert shown == 200
    assert differing < 20
