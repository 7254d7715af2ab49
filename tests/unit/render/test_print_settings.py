"""Print settings: every sheet they make is printable, its backs meet its fronts, its marks miss the counters."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.render.bounds import inside, item_box, overlap
from jdgtools.render.scene import Path
from jdgtools.render.sheets import PRESETS, PrintSettings, impose, plan_sheets, settings_of
from jdgtools.render.sheets.settings import SIZES

from .test_sheets import mark_boxes, pieces, placed_faces

CASES = {
    **PRESETS,
    "short": PrintSettings(flip="short"),
    "across": PrintSettings(across=True, papers=("a3", "tabloid")),
    "across-short": PrintSettings(across=True, flip="short", cut="lines"),
    "wide-margins": PrintSettings(edge=(6.0, 12.7), gutter=2.0),
    "groups": PrintSettings(
        papers=("a4",), grid=replace(PRESETS["vae-victis-108"].grid, group_columns=3, group_gap=6)
    ),  # type: ignore[type-var]
    "corrected": PrintSettings(back_offset=(1.5, -2.0), back_scale=(1.004, 0.998)),
    "corrected-short": PrintSettings(back_offset=(-1.5, 2.0), flip="short", corners=1.5),
    "fold-upright": PrintSettings(fold=True, papers=("tabloid",)),
    "small markers": PrintSettings(counter_mm=20.0, marker_mm=12.7, bleed=1.5),
    "large markers": PrintSettings(counter_mm=12.7, marker_mm=17.5, flip="short", gutter=3.0),
    "markers on a die": replace(PRESETS["die-cut-140"], marker_mm=10.0),
}


def sheets(settings: PrintSettings):
    size = settings.counter_mm
    small = settings.edge_of("marker")
    mixed = [*pieces(200, size, size), *pieces(7, 2 * size, size, 500), *pieces(60, small, small, 700)]
    for paper in settings.papers:
        spec = settings.spec(paper)
        yield spec, mixed, impose(mixed, spec, title="Title of a battle", side_label="version, credits")


@pytest.mark.parametrize("name", CASES)
def test_everything_lies_in_the_printable_area(name):
    for spec, _, pages in sheets(CASES[name]):
        left, top = spec.edge
        printable = (left, top, spec.width - left, spec.height - top)
        for page in pages:
            for layer in page.layers:
                for item in layer.items:
                    box = item_box(item)
                    assert box is not None
                    assert inside(box, printable, 0.06), (page.title, layer.name, box)


@pytest.mark.parametrize("name", CASES)
def test_backs_meet_fronts(name):
    settings = CASES[name]
    for spec, mixed, pages in sheets(replace(settings, back_offset=(0.0, 0.0), back_scale=(1.0, 1.0))):
        pairs = [(p, p) for p in pages] if spec.fold else list(zip(pages[::2], pages[1::2], strict=True))
        met = 0
        for front, back in pairs:
            backs = placed_faces(back)
            for label, ((x0, y0, x1, y1), _) in placed_faces(front).items():
                if not label.startswith("f"):
                    continue
                box, turned = backs["b" + label[1:]]
                if spec.fold or spec.turns_sideways:
                    assert box == pytest.approx((spec.width - x1, y0, spec.width - x0, y1))
                else:
                    assert box == pytest.approx((x0, spec.height - y1, x1, spec.height - y0))
                    assert turned
                met += 1
        assert met == len(mixed)


@pytest.mark.parametrize("name", [n for n in CASES if CASES[n].cut == "marks" and not CASES[n].corners])
def test_marks_miss_the_counters(name):
    # A correction moves a whole side, marks and counters alike.
    for spec, _, pages in sheets(replace(CASES[name], back_offset=(0.0, 0.0), back_scale=(1.0, 1.0))):
        for page in pages:
            faces = [box for box, _ in placed_faces(page).values()]
            marks = list(mark_boxes(page))
            assert marks
            for mark in marks:
                assert not any(overlap(mark, face, spec.bleed + spec.mark_distance - 1e-6) for face in faces)


@pytest.mark.parametrize(
    ("name", "count"), [("vae-victis-108", 108), ("die-cut-140", 140), ("die-cut-176", 176)]
)
def test_a_die_has_as_many_places_as_it_says(name, count):
    settings = PRESETS[name]
    for paper in settings.papers:
        size = settings.counter_mm
        plans = plan_sheets(pieces(400, size, size), settings.spec(paper))
        assert [len(p.placements) for p in plans[:2]] == [count, count]
        first, second = plans[:2]
        assert [(p.x, p.y) for p in first.placements] == [(p.x, p.y) for p in second.placements]


def test_a_sheet_of_a_die_has_a_trim_box_and_a_larger_bleed_box():
    settings = PRESETS["die-cut-140"]
    for spec, _, pages in sheets(settings):
        page = pages[0]
        assert page.trim is not None and page.bleed is not None
        assert page.trim[2:] == pytest.approx((10 * 12.7, 14 * 12.7))
        assert page.bleed[2:] == pytest.approx((10 * 12.7 + 2 * spec.bleed, 14 * 12.7 + 2 * spec.bleed))
        assert page.trim[0] == pytest.approx((spec.width - page.trim[2]) / 2)


def test_groups_stand_apart():
    spec = CASES["groups"].spec("a4")
    block = plan_sheets(pieces(10), spec)[0].blocks[0]
    steps = [round(b - a, 6) for a, b in zip(block.lefts, block.lefts[1:], strict=False)]
    assert steps == [15, 15, 21, 15, 15, 21, 15, 15]
    assert len(block.cuts_x) == 12


def test_rounded_corners_are_arcs_on_the_cut():
    spec = PrintSettings(corners=2.0, registration=False, cut="none").spec("a4")
    page = impose(pieces(1), spec)[0]
    [arcs] = [i for layer in page.layers if layer.name == "marks" for i in layer.items if isinstance(i, Path)]
    starts = [c for c in arcs.commands if c[0] == "M"]
    assert len(starts) == 4
    [(box, _)] = placed_faces(page).values()
    assert item_box(arcs) == pytest.approx(box, abs=0.2)


def test_what_does_not_fit_is_named():
    from jdgtools.render.sheets import DieGrid

    assert PrintSettings(papers=("a4", "a3"), grid=DieGrid(18, 12)).layout_errors() == [
        "a4: a grid of 18 x 12 pieces of 15 x 15 mm does not fit the sheet"
    ]


def test_settings_from_data():
    settings = settings_of(
        {
            "format": 1, "preset": "die-cut-176", "paper": ["a3"], "counter": "9/16in", "flip": "short",
            "margins": [5, 12.7], "cut": {"style": "lines", "length": 5}, "orientation": "across",
            "back": {"offset": [1, -0.5]}, "grid": {"columns": 3, "rows": 4, "group": [1, 2], "gap": 3},
            "tiles": {"paper": ["letter"], "overlap": 12},
        }
    )  # fmt: skip
    assert (settings.papers, settings.counter_mm, settings.flip, settings.across) == (
        ("a3",),
        SIZES["9/16in"],
        "short",
        True,
    )
    assert (settings.edge, settings.cut, settings.mark_length, settings.mark_distance) == (
        (5, 12.7),
        "lines",
        5,
        0.5,
    )
    assert (settings.back_offset, settings.back_scale, settings.tile_overlap) == ((1, -0.5), (1, 1), 12)
    assert settings.grid is not None and (settings.grid.columns, settings.grid.group_rows) == (3, 2)
    assert settings_of({"format": 1}) == PrintSettings()


def test_markers_have_a_size_of_their_own():
    settings = settings_of({"format": 1, "counter": "5/8in", "markers": "1/2in"})
    assert [settings.edge_of(kind) for kind in ("unit", "leader", "activation", "marker")] == [15.875] * 3 + [
        12.7
    ]
    assert settings_of({"format": 1, "counter": 18}).edge_of("marker") == 18.0
    assert settings_of({"format": 1, "markers": 30, "preset": "die-cut-176"}).layout_errors()
