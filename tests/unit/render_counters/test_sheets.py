"""The sheets as they are printed: backs meet fronts, boxes of the pages, the same bytes every time."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from msgspec.structs import replace
from PIL import Image
from pypdf import PdfReader

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.counters import EXPORTER, SheetWork, _letters, with_spares
from jdgtools.exporters.options import BuildOptions
from jdgtools.render.backends.png import render_pngs
from jdgtools.render.bounds import placed_texts
from jdgtools.render.colors import parse_color
from jdgtools.render.counters import face_scene
from jdgtools.render.counters.face import _Painter
from jdgtools.render.counters.palette import counter_theme
from jdgtools.render.counters.spec import Fill, Lettering
from jdgtools.render.counters.stripes import tone
from jdgtools.render.scene import IDENTITY, Rect, Scene, TextItem
from jdgtools.render.sheets import CounterPiece, impose, plan_sheets
from jdgtools.render.sheets.impose import _ground
from jdgtools.render.sheets.settings import PRESETS, PrintSettings
from jdgtools.render.text import cap_height
from tests.drawings import sheet_spec

from .battles import battle, loaded, rules

PX_PER_MM = 4.0
BLEED = 1.0


def context(series: str, **options: float) -> BuildContext:
    project = loaded(series)
    assert project.charts is not None
    chosen = BuildOptions.of(**options)  # type: ignore[arg-type]
    return BuildContext(battle(series), rules(series), project.charts, project.folder, chosen)


def rendered(pages: list) -> list[Image.Image]:
    files = render_pngs(pages, dpi=25.4 * PX_PER_MM)
    return [Image.open(BytesIO(data)).convert("RGB") for data in files]


# Where front and back have the same colour near the corners: the stripe, or the ground below.
CORNERS = {"jdg": "top", "mpbs": "top", "afe": "bottom"}


@pytest.mark.parametrize(
    ("series", "flip", "size"),
    [
        ("jdg", "long", 15.0),
        ("jdg", "short", 12.7),
        ("mpbs", "long", 20.0),
        ("mpbs", "short", 15.0),
        ("afe", "long", 16.0),
    ],
)
def test_backs_meet_fronts_when_the_paper_is_turned(series: str, flip: str, size: float) -> None:
    """Seen through the paper, the colours of both sides of every unit agree to half a millimetre."""
    work = SheetWork(context(series, counter_mm=size))
    spec = sheet_spec("letter", bleed=BLEED, flip=flip)
    images = rendered(work.pages(spec, flip=flip))  # type: ignore[arg-type]
    turn = Image.Transpose.FLIP_LEFT_RIGHT if flip == "long" else Image.Transpose.FLIP_TOP_BOTTOM
    units = {c.front_name: c for c in work.counters if c.kind == "unit"}
    checked = 0
    for index, plan in enumerate(plan_sheets(work.pieces, spec)):
        front, through = images[2 * index], images[2 * index + 1].transpose(turn)
        for place in plan.placements:
            counter = units.get(place.piece.front.id)
            if counter is None:
                continue
            painter = _Painter(counter.front, counter_theme(), 1.0)
            command = battle(series).command(counter.group)
            assert command is not None
            expected = painter.ground if series == "afe" else command.colour
            assert expected is not None
            down = 0.45 if CORNERS[series] == "top" else size - 0.45
            # Half a millimetre from the corners: any shift shows a neighbour.
            for across in (0.45, place.piece.width - 0.45):
                at = (int((place.x + across) * PX_PER_MM), int((place.y + down) * PX_PER_MM))
                assert of_stripe(front.getpixel(at), expected), (counter.id, "front")
                assert of_stripe(through.getpixel(at), expected), (counter.id, "back")
            checked += 1
    assert checked == sum(c.kind == "unit" for c in work.counters)


def of_stripe(pixel: object, color: str) -> bool:
    """Whether a pixel has the colour of a stripe, or that of the pattern on it."""
    return any(near(pixel, shade) for shade in (color, tone(color, "#000000"), tone(color, "#ffffff")))


def near(pixel: object, color: str) -> bool:
    assert isinstance(pixel, tuple)
    return all(abs(a - b) <= 12 for a, b in zip(pixel, parse_color(color), strict=True))


def test_both_sides_of_a_counter_are_that_counter() -> None:
    work = SheetWork(context("jdg", printing=PrintSettings(blank="white")))
    at = 0
    for counter in work.counters:
        piece = work.pieces[at]
        at += counter.copies
        assert piece.front.id == counter.front_name
        assert (piece.back is None) == (counter.back is None)
        if piece.back is not None and counter.back is not None:
            assert piece.back.id == counter.back_name
    assert len(work.pieces) == sum(c.copies for c in work.counters)


def test_units_and_markers_of_different_sizes_share_a_sheet() -> None:
    work = SheetWork(context("afe", printing=PrintSettings(marker_mm=12.7), counter_mm=17.5))  # type: ignore[arg-type]
    kinds = [c.kind for c in work.counters for _ in range(c.copies)]
    assert {(kind, piece.height) for kind, piece in zip(kinds, work.pieces, strict=True)} == {
        ("unit", 17.5),
        ("leader", 17.5),
        ("marker", 12.7),
    }
    sheets = plan_sheets(work.pieces, sheet_spec("a4", bleed=BLEED).with_least_margins())
    assert [[block.width for block in sheet.blocks] for sheet in sheets] == [[17.5, 12.7]]


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
def test_a_cut_that_is_off_by_half_a_millimetre_costs_no_rating(series: str) -> None:
    for counter in SheetWork(context(series)).counters:
        for spec in (counter.front, counter.back):
            if spec is None:
                continue
            ratings = {w for p in spec.parts if isinstance(p, Lettering) and p.rating for w in p.wordings}
            face = face_scene(spec)
            for text, at, _ in placed_texts(face):
                if text.string in ratings:
                    left, top, right, bottom = _letters(text, at)
                    nearest = min(left, top, face.width - right, face.height - bottom)
                    assert nearest > 0.55, (counter.id, text.string, nearest)


def test_the_safe_area_is_measured_by_the_letters_themselves() -> None:
    plain, deep = (_letters(TextItem(0.0, 0.0, word, 10.0, "sans"), IDENTITY) for word in ("5", "5g"))
    assert plain[3] == pytest.approx(0.0, abs=0.01)
    assert deep[3] == pytest.approx(2.2, abs=0.01)
    turned = _letters(TextItem(0.0, 0.0, "5", 10.0, "sans", rotate=-90.0), IDENTITY)
    assert turned[2] == pytest.approx(0.0, abs=0.01)
    assert turned[0] == pytest.approx(plain[1], abs=0.01)


@pytest.mark.parametrize("blank", ["white", "ground", "front"])
def test_counters_without_a_back_show_what_the_settings_say(blank: str) -> None:
    work = SheetWork(context("afe", printing=PrintSettings(blank=blank)))  # type: ignore[arg-type]
    counters = [c for c in work.counters for _ in range(c.copies)]
    alone = [(c, piece) for c, piece in zip(counters, work.pieces, strict=True) if c.back is None]
    assert alone
    for counter, piece in alone:
        if blank == "white":
            assert piece.back is None
        elif blank == "front":
            assert piece.back is piece.front
        else:
            assert piece.back is not None
            (base,) = piece.back.items
            assert isinstance(base, Rect)
            assert base.fill == _Painter(counter.front, counter_theme(), 1.0).ground


def test_the_files_have_pages_in_pairs_of_the_paper_s_size_with_fonts_inside(tmp_path: Path) -> None:
    assert EXPORTER.export(context("mpbs"), tmp_path) == []
    assert sorted(f.name for f in tmp_path.iterdir()) == sorted(EXPORTER.outputs(context("mpbs")))
    for name, (width, height) in {
        "counters-a4.pdf": (210, 297),
        "counters-letter.pdf": (215.9, 279.4),
    }.items():
        reader = PdfReader(tmp_path / name)
        assert len(reader.pages) % 2 == 0
        for page in reader.pages:
            for box in (page.mediabox, page.trimbox):
                assert float(box.width) == pytest.approx(width / 25.4 * 72, abs=0.01)
                assert float(box.height) == pytest.approx(height / 25.4 * 72, abs=0.01)
        assert "Losses" in reader.pages[0].extract_text()


def test_a_face_is_in_a_file_once_however_often_it_is_printed_and_drawn_once_for_all_papers() -> None:
    work = SheetWork(context("mpbs"))
    twice = SheetWork(context("mpbs"), [replace(c, copies=2 * c.copies) for c in work.counters])
    forms = [work.pdf("a4"), work.pdf("letter"), twice.pdf("a4")]
    assert len({pdf.count(b"/Subtype/Form") for pdf in forms}) == 1
    faces = {id(face) for piece in work.pieces for face in (piece.front, piece.back) if face is not None}
    assert len(work.forms.symbols) == len(faces)


def test_the_same_battle_makes_the_same_bytes(tmp_path: Path) -> None:
    files = []
    for run in ("one", "two"):
        folder = tmp_path / run
        folder.mkdir()
        EXPORTER.export(context("afe"), folder)
        files.append({f.name: f.read_bytes() for f in folder.iterdir()})
    assert files[0] == files[1]


def test_a_picture_that_cannot_be_used_is_a_loss() -> None:
    from msgspec.structs import replace

    given = context("jdg")
    unit = replace(given.battle.units[0], art="art/missing.svg")
    changed = replace(given, battle=replace(given.battle, units=(unit, *given.battle.units[1:])))
    losses = SheetWork(changed).losses
    assert [loss.subject for loss in losses] == [f"unit {unit.id}"]
    assert "art/missing.svg" in losses[0].message


def test_the_ground_of_a_face_and_a_frame_along_its_edge_reach_into_the_bleed() -> None:
    work = SheetWork(context("jdg"))
    spec = sheet_spec("a4", bleed=BLEED)
    image = rendered(work.pages(spec))[0]
    placements = plan_sheets(work.pieces, spec)[0].placements
    column = [number for number, place in enumerate(placements) if place.x == placements[0].x]
    shown = set()
    faces = {counter.front_name: counter for counter in work.counters}
    for number in column:
        place = placements[number]
        assert place.piece.front is not None
        counter = faces[place.piece.front.id]
        painter = _Painter(counter.front, counter_theme(), 1.0)
        frames = [
            p for p in counter.front.parts if isinstance(p, Fill) and p.outline and p.box[0] <= p.width / 2
        ]
        outside = painter.color(frames[0].outline or "") if frames else painter.draw_ground()[0]
        at = (int((place.x - 0.6) * PX_PER_MM), int((place.y + 7) * PX_PER_MM))
        assert image.getpixel(at) == parse_color(outside)
        shown.add((counter.kind, bool(frames)))
    assert {("leader", True), ("marker", False)} <= shown


def test_no_hairline_of_paper_is_left_between_faces_that_touch() -> None:
    """Where two plain grounds of one colour meet, a picture with smooth edges shows nothing paler."""
    work = SheetWork(context("jdg"))
    spec = sheet_spec("a4", bleed=BLEED)
    scene = work.pages(spec)[1]
    # A pixel that no cut meets at its edge.
    [image] = [Image.open(BytesIO(data)).convert("RGB") for data in render_pngs([scene], dpi=101.3)]
    scale = 101.3 / 25.4
    places = {
        (round(p.back_x, 2), round(p.back_y, 2)): p for p in plan_sheets(work.pieces, spec)[0].placements
    }
    checked = 0
    for (x, y), place in places.items():
        right = places.get((round(x + place.piece.width, 2), y))
        if right is None or place.piece.back is None or right.piece.back is None:
            continue
        grounds = [_ground(piece.back) for piece in (place.piece, right.piece) if piece.back is not None]
        if len(place.piece.back.items) > 1 or grounds[0] != grounds[1] or grounds[0] is None:
            continue
        row, middle = int((y + 7) * scale), int((x + place.piece.width) * scale)
        colors = {image.getpixel((column, row)) for column in range(middle - 1, middle + 2)}
        assert colors == {parse_color(grounds[0])}
        checked += 1
    assert checked > 5


def test_spare_markers_fill_the_last_sheet_and_need_no_other() -> None:
    work = SheetWork(context("jdg"))
    spec = sheet_spec("a4", bleed=BLEED)
    plain = plan_sheets(work.pieces, spec)
    filled = with_spares(work.counters, work.pieces, spec)
    plan = plan_sheets(filled, spec)
    assert len(plan) == len(plain)
    assert filled[: len(work.pieces)] == work.pieces
    block = plan[-1].blocks[-1]
    assert len(plan[-1].placements) == block.columns * block.rows
    assert len(plan_sheets([*filled, filled[-1]], spec)) == len(plan) + 1
    added = filled[len(work.pieces) :]
    assert {p.front.id for p in added} <= {c.front_name for c in work.counters if c.kind == "marker"}


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("series", ["jdg", "mpbs"])
def test_stripes_go_on_in_the_bleed_on_both_sides(series: str, flip: str) -> None:
    """Outside the cut of the first row the stripe of every unit goes on; inside it nothing is covered."""
    work = SheetWork(context(series))
    spec = sheet_spec("a4", bleed=2.0, flip=flip, cut="none")
    images = rendered(work.pages(spec, flip=flip))  # type: ignore[arg-type]
    units = {c.front_name: c for c in work.counters if c.kind == "unit"}
    plan = plan_sheets(work.pieces, spec)[0]
    checked = 0
    for place in plan.placements:
        counter = units.get(place.piece.front.id)
        if counter is None or abs(place.y - plan.blocks[0].y) > 0.01:
            continue
        command = battle(series).command(counter.group)
        assert command is not None and command.colour is not None
        wide, high = place.piece.width, place.piece.height
        # Half way across the counter, 1.5 mm above its cut; a back on its head has its stripe below.
        above = (place.x + wide / 2, place.y - 1.5)
        behind = (
            place.back_x + wide / 2,
            place.back_y + high + 1.5 if place.back_turned else place.back_y - 1.5,
        )
        for image, (x, y) in ((images[0], above), (images[1], behind)):
            assert of_stripe(image.getpixel((int(x * PX_PER_MM), int(y * PX_PER_MM))), command.colour)
        checked += 1
    assert checked > 2


def test_a_bleed_never_covers_a_neighbour_not_even_at_its_corner() -> None:
    """Where neighbours are missing colour flows into the gaps, but no face loses a corner to it."""
    red, blue = (
        Scene.of(10, 10, [Rect(-4, -4, 18, 18, fill=fill)]).as_symbol(fill[1:])
        for fill in ("#ff0000", "#0000ff")
    )
    reds, blues = CounterPiece(red, red, 10, 10), CounterPiece(blue, blue, 10, 10)
    blank = CounterPiece(red, None, 10, 10)
    spec = sheet_spec("a5", bleed=2.0, cut="none", registration=False)
    pieces = [
        (reds, blank)[(n + n // 12) % 2] if n % 3 else (blues, blank)[(n + n // 12) % 2] for n in range(60)
    ]
    pages = impose(pieces, spec)
    image = rendered(pages)[1]
    [plan] = plan_sheets(pieces, spec)
    for place in plan.placements:
        if place.piece.back is None:
            continue
        expected = "#ff0000" if place.piece is reds else "#0000ff"
        for dx in (0.4, 9.6):
            for dy in (0.4, 9.6):
                at = (int((place.back_x + dx) * PX_PER_MM), int((place.back_y + dy) * PX_PER_MM))
                assert near(image.getpixel(at), expected), (place.back_x, place.back_y)


@pytest.mark.parametrize(
    ("preset", "places"), [("vae-victis-108", 108), ("die-cut-140", 140), ("die-cut-176", 176)]
)
def test_a_die_has_its_places_in_the_middle_of_the_paper(preset: str, places: int) -> None:
    settings = PRESETS[preset]
    for paper in settings.papers:
        spec = settings.spec(paper)
        edge = settings.counter_mm
        piece = CounterPiece(Scene.of(edge, edge, []).as_symbol("blank"), None, edge, edge)
        [plan] = plan_sheets([piece] * places, spec)
        [block] = plan.blocks
        assert block.columns * block.rows == places == len(plan.placements)
        assert block.x + block.right == pytest.approx(spec.width)
        assert block.right - block.x == pytest.approx(block.columns * edge)
        assert block.bottom - block.y == pytest.approx(block.rows * edge)
        near_x, near_y = block.x - spec.mark_span[1], block.y - spec.mark_span[1]
        assert near_x >= spec.edge[0] - 1e-6 and near_y >= spec.edge[1] - 1e-6
        [page, _] = impose([piece] * places, spec)
        assert page.trim == pytest.approx((block.x, block.y, block.right - block.x, block.bottom - block.y))


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
def test_nothing_essential_in_the_file_is_below_five_points(series: str, tmp_path: Path) -> None:
    """Measured on the page as a reader of the PDF shows it: figures and capitals of the counters."""
    EXPORTER.export(context(series, counter_mm=15.0), tmp_path)
    share = cap_height("sans", 1.0)
    measured: dict[str, float] = {}
    for page in pdfium.PdfDocument(tmp_path / "counters-a4.pdf"):
        text, height = page.get_textpage(), page.get_height()
        for index in range(text.count_chars()):
            char = text.get_text_range(index, 1)
            left, bottom, right, top = text.get_charbox(index)
            above, below = height - top < 12 / 25.4 * 72, bottom < 10 / 25.4 * 72
            # Titles of the page stand above and below; names of parent formations read upwards, in the margin.
            if char not in "0123456789HEFTLIN" or above or below:
                continue
            if top - bottom < 0.9 * (right - left) and char not in "N":
                continue
            size = (top - bottom) / share
            measured[char] = min(size, measured.get(char, size))
    assert len(measured) > 12
    assert min(measured.values()) > 4.9, measured
