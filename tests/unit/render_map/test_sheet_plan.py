"""The sheet on papers of many sizes: nothing overlaps, nothing is lost without a word, no room is wasted."""

from __future__ import annotations

from itertools import combinations, groupby

import pytest
from msgspec.structs import replace
from PIL import Image

from jdgtools.render.bounds import inside, item_box, overlap, placed_texts
from jdgtools.render.map.draw import print_map, screen_map
from jdgtools.render.map.legend import columns, group_entries
from jdgtools.render.map.plan import _cut_columns
from jdgtools.render.map.setup_areas import setup_areas
from jdgtools.render.map.sheet import MapSheet, largest_hex
from jdgtools.render.map.words import say_date
from jdgtools.render.scene import Group, Rect
from jdgtools.render.sheets.map_paper import MapPaper, map_paper_of, paper_by_name

from .conftest import SCENARIOS, context_of

PAPERS = ("a4", "a3", "a2", "a1", "letter", "tabloid", "ansi-c", "ansi-d")


def on(context, **data):
    options = context.options
    printing = replace(context.print_settings, map=map_paper_of(data))
    return replace(context, options=replace(options, printing=printing), _values={})


@pytest.fixture(scope="module", params=["teaching-jdg", "teaching-afe", "teaching-mpbs"])
def battle(request):
    return context_of(request.param)


@pytest.mark.parametrize("paper", PAPERS)
def test_furniture_lies_on_the_paper_and_covers_nothing(battle, paper) -> None:
    context = on(battle, paper=paper, hex="fit")
    sheet = MapSheet(context)
    assert sheet.fits
    sizes = MapPaper(size=sheet.paper.size, name=paper).sizes()
    assert (sheet.plan.width, sheet.plan.height) in sizes
    scene = print_map(context)
    layers = {one.name: one for one in scene.layers}
    boxes = [(i.name, item_box(i)) for i in layers["furniture"].items if isinstance(i, Group)]
    boxes.append(("field", item_box(layers["frame"].items[2])))
    for (a, first), (b, second) in combinations(boxes, 2):
        assert not overlap(first, second), (a, b)
    page = (0.0, 0.0, scene.width, scene.height)
    margin = sheet.plan.margin - 1.0
    for name, box in boxes:
        assert inside(box, (margin, margin, page[2] - margin, page[3] - margin)), name
    for text, _, box in placed_texts(scene):
        assert inside(box, page), text.string


def test_without_a_paper_the_sheet_takes_everything_that_matters(battle, rolica) -> None:
    for context in (battle, rolica):
        plan = MapSheet(context).plan
        assert all(part.rank > 2 for part in plan.missing_parts)
        shown = {spot.part.name for spot in plan.spots}
        assert {"compass", "legend", "turns", "victory", "boxes:eliminated", "credits"} <= shown


@pytest.mark.parametrize(("name", "paper", "share"), [("rolica", "a1", 0.25), ("teaching", "a3", 0.2)])
def test_a_large_paper_has_no_hole(name, paper, share, request) -> None:
    """What neither map nor furniture nor border covers is a small part of the paper."""
    sheet = MapSheet(on(request.getfixturevalue(name), paper=paper))
    plan = sheet.plan
    used = sheet.field[0] * (sheet.field[1] + sheet.title)
    used += sum(spot.width * spot.height * plan.scale for spot in plan.spots)
    inner = (plan.width - 2 * plan.margin) * (plan.height - 2 * plan.margin)
    assert 1 - used / inner < share


def test_boxes_hold_a_counter(battle) -> None:
    for paper in ("a4", "a3", "a2"):
        context = on(battle, paper=paper)
        plan = MapSheet(context).plan
        spot = next(s for s in plan.spots if s.part.name == "turns")
        boxes = [i for i in spot.part.draw(plan.room(spot), spot.height) if type(i).__name__ == "Rect"]
        assert boxes and all(box.width * plan.scale >= context.print_settings.counter_mm for box in boxes)


def test_fitted_hexes_are_the_largest_within_a_step(rolica) -> None:
    sheet = MapSheet(on(rolica, paper="a2", hex="fit"))
    most = largest_hex(rolica.battle.map, sheet.paper.sizes(), sheet.margin, sheet.title)
    assert 0.7 * most < sheet.hex_mm <= most < rolica.battle.map.hex_mm
    assert sheet.context.battle.map.hex_mm == sheet.hex_mm
    assert not MapSheet(on(rolica, paper="a2")).fits


def test_hexes_of_another_size_leave_the_screen_map_alone(teaching) -> None:
    small = screen_map(on(teaching, hex=12))
    assert (small.width, small.height) == pytest.approx(
        tuple(0.6 * n for n in (screen_map(teaching).width, screen_map(teaching).height))
    )


def test_parts_can_be_left_out(teaching) -> None:
    plan = MapSheet(on(teaching, leave_out=["legend", "boxes", "victory"])).plan
    assert {s.part.name for s in plan.spots} & {"legend", "victory", "boxes:markers"} == set()


def test_orientation_and_own_sizes() -> None:
    assert map_paper_of({"paper": "a4", "orientation": "across"}).sizes() == ((297.0, 210.0),)
    assert map_paper_of({"paper": [500, 700]}).sizes() == ((500.0, 700.0),)
    assert map_paper_of({"paper": [500, 700], "orientation": "across"}).sizes() == ((700.0, 500.0),)
    assert map_paper_of({"setup": "none"}).setup == ()


def test_setup_areas_are_shown_on_paper_only(battle) -> None:
    areas = setup_areas(battle.battle, "first")
    names = {one.name for one in print_map(battle).layers}
    assert ("setup areas" in names) is bool(areas)
    if not areas:
        return
    assert all(len(area.hexes) for area in areas)
    assert "setup areas" not in {one.name for one in screen_map(battle).layers}
    assert "setup areas" not in {one.name for one in print_map(on(battle, setup="none")).layers}
    theme = {**battle.battle.theme, "map": {"mark": {"screen_setup": True}}}
    shown = replace(battle, battle=replace(battle.battle, theme=theme))
    shown.__dict__.pop("theme", None)
    assert "setup areas" in {one.name for one in screen_map(shown).layers}
    assert setup_areas(battle.battle, ()) == ()
    assert set(areas) <= set(setup_areas(battle.battle, "all"))


@pytest.mark.parametrize(
    ("date", "language", "said"),
    [
        ("1808-08-17", "en", "17 August 1808"),
        ("1809-05-01", "fr", "1er mai 1809"),
        ("1809-05-02", "pl", "2 maja 1809"),
        ("1119-08-20", "hu", "1119. augusztus 20."),
        ("spring 1808", "en", "spring 1808"),
        ("1808-13-17", "en", "1808-13-17"),
        ("", "en", ""),
    ],
)
def test_dates_are_written_as_people_do(date, language, said) -> None:
    assert say_date(date, language) == said


def test_markers_of_the_series_have_their_boxes(rolica) -> None:
    """The same boxes as in the module: those of each side, of the battle, and the tracks."""
    plan = MapSheet(on(rolica, paper="a0")).plan
    shown = {spot.part.name for spot in plan.spots}
    for box in rolica.battle.series.boxes:
        if box.per == "side":
            assert f"boxes:{box.id}" in shown
    assert {"turns", "victory", "reinforcements", "boxes:markers"} <= shown


@pytest.mark.parametrize(
    ("text", "paper"),
    [
        ("A2", "a2"),
        ("ansi-d", "ansi-d"),
        ("500x700", (500.0, 700.0)),
        ("500 x 700 mm", (500.0, 700.0)),
        ("b2", None),
        ("5x7", None),
        ("500x", None),
        ("99999x200", None),
    ],
)
def test_papers_on_the_command_line(text, paper) -> None:
    assert paper_by_name(text) == paper


def test_command_line_chooses_the_paper(tmp_path) -> None:
    from click.testing import CliRunner

    from jdgtools.cli.build_ import command

    def run(*args: str):
        folder = str(SCENARIOS / "teaching-mpbs")
        return CliRunner().invoke(
            command, [folder, "-o", str(tmp_path), "--only", "map", "--dpi", "50", *args]
        )

    assert run("--map-paper", "a3", "--map-fit", "-q").exit_code == 0
    with Image.open(tmp_path / "map-print.png") as picture:
        assert sorted(picture.size) == [585, 827]
    assert "100 x 150 mm is too small" in run("--map-paper", "100x150").output
    refused = " ".join(run("--map-paper", "100x150").output.split())
    assert "Invalid value for --map-paper:" in refused and "--map-fit draws it as large" in refused
    assert "--map-tiles a4 prints it in pieces" in refused
    assert "500x700" in run("--map-paper", "b2").output
    assert "it needs a paper" in run("--map-fit").output


def test_words_of_setup_areas_cover_nothing(battle) -> None:
    scene = print_map(battle)
    words, others = [], []
    for layer in scene.layers:
        if layer.name in ("setup areas", "numbers", "names", "marks", "regions"):
            part = replace(scene, layers=(layer,))
            rows = [(text.string, box) for text, _, box in placed_texts(part)]
            (words if layer.name == "setup areas" else others).extend(rows)
    assert bool(words) is bool(setup_areas(battle.battle, "first"))
    for (a, first), (b, second) in combinations(words, 2):
        assert not overlap(first, second), (a, b)
    for a, first in words:
        for b, second in others:
            assert not overlap(first, second), (a, b)


def test_tracks_and_boxes_end_at_the_right_edge_of_their_column(battle) -> None:
    for paper in ("a4", "a3", "a2", "a1"):
        plan = MapSheet(on(battle, paper=paper)).plan
        for spot in plan.spots:
            name, room = spot.part.name, plan.room(spot)
            if name in ("turns", "victory", "reinforcements") or name.startswith("boxes:"):
                rects = [i for i in spot.part.draw(room, spot.height) if isinstance(i, Rect)]
                rows: dict[float, float] = {}
                for one in rects:
                    rows[round(one.y, 3)] = max(rows.get(round(one.y, 3), 0.0), one.x + one.width)
                # A band on a box lies within it; boxes of a track are at most three times as wide as high.
                ends = [end for end in rows.values() if end > 0.9 * room.width]
                broad = all(one.width > 2.9 * one.height for one in rects)
                assert broad or max(rows.values()) == pytest.approx(room.width), (name, paper)
                assert broad or len(ends) >= 1
                assert max(rows.values()) < room.width + 1e-6


def test_the_legend_stands_in_groups() -> None:
    kinds = ["hex", "crossing", "hexside", "hex", "path", ""]
    in_reading_order = [(0, "ground"), (3, "ground"), (2, "hexsides"), (1, "ways"), (4, "ways"), (5, "marks")]
    assert group_entries(kinds) == in_reading_order
    assert group_entries(["hex", "hex"]) == [(0, ""), (1, "")]  # one group needs no name
    assert group_entries([]) == []


@pytest.mark.parametrize("groups", ["aabbbbc", "aaaaaaa", "abcdefg", "       "])
def test_columns_of_the_legend_are_as_low_as_can_be(groups) -> None:
    names = list(groups.replace(" ", "")) or [""] * len(groups)

    def highest(split: tuple[int, ...]) -> float:
        """Each column has a name above its first entry, and above each that begins a group."""
        ends = [sum(split[: n + 1]) for n in range(len(split))]
        parts = [names[end - size : end] for size, end in zip(split, ends, strict=True)]
        return max(10.0 * len(part) + (6.0 * len(list(groupby(part))) if part[0] else 0.0) for part in parts)

    for count in range(1, 9):
        counts, height = columns(names, count, 10.0, 6.0)
        assert sum(counts) == len(names) and len(counts) <= count
        splits = [
            tuple(b - a for a, b in zip((0, *cut), (*cut, len(names)), strict=True))
            for least in range(min(count, len(names)))
            for cut in combinations(range(1, len(names)), least)
        ]
        assert height == highest(tuple(counts)) == min(highest(split) for split in splits)


def test_no_group_of_the_legend_is_divided_where_there_is_room() -> None:
    groups = list("aaabbbbbc")
    # Divided, the columns are lower: three of `a` and two of `b`, then three of `b` and one of `c`.
    assert columns(groups, 2, 10.0, 6.0) == ([5, 4], 62.0)
    assert columns(groups, 2, 10.0, 6.0, room=71.0) == ([5, 4], 62.0)
    assert columns(groups, 2, 10.0, 6.0, room=72.0) == ([3, 6], 72.0)
    assert columns(list("aaaa"), 4, 10.0, 6.0, room=46.0)[0] == [4]


@pytest.mark.parametrize("width", [90.0, 400.0, 1300.0, 1850.0, 5000.0])
def test_a_strip_of_any_width_is_cut_into_columns_of_a_useful_width(width: float) -> None:
    for columns_of_strip in _cut_columns(0.0, 0.0, width, 60.0, 1.0):
        assert all(column.width <= 172.0 for column in columns_of_strip)
        last = columns_of_strip[-1]
        assert last.x + last.width == pytest.approx(width)
