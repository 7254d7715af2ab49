"""What stood in the way of a designer who had nothing but the manual: each is gone."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.blazon import read_blazon
from jdgtools.cli.group import main
from jdgtools.exporters.booklet.flowables import Block, PlainTable, content_of
from jdgtools.exporters.booklet.inlines import words
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.scenarios import scenario_pages
from jdgtools.exporters.context import BuildContext
from jdgtools.loading import check
from jdgtools.render.bounds import placed_texts
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.marks import entry_arrows
from jdgtools.starting import new_project


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    new_project(tmp_path / "maida", "jdg", "", size="12x8", sides=("british", "french"))
    return tmp_path / "maida"


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def context_of(battle: Path) -> BuildContext:
    loaded = check(battle)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder)


def test_a_way_that_does_not_leave_the_map_says_why_and_where_it_could(battle: Path) -> None:
    way = "ways:\n  - {kind: road, hexes: 0103-0203, from: %s}\n"
    map_file = battle / "map.yaml"
    sound = map_file.read_text(encoding="utf-8")
    map_file.write_text(sound + way % "SE", encoding="utf-8")
    (problem,) = (each for each in check(battle).report if each.code == "MAP008")
    assert problem.message.endswith("from 0103 to SE: hex 0203 lies there")
    assert problem.hint == "0103 is at the edge in the direction SW or NW"
    map_file.write_text(sound + way.replace("0103-0203", "0303-0203") % "N", encoding="utf-8")
    (problem,) = (each for each in check(battle).report if each.code == "MAP008")
    assert "hex 0303 is not at the edge" in (problem.hint or "")


@pytest.mark.parametrize(
    "text",
    [
        "azure semy of fleurs-de-lis or",
        "azure semée de lis or",
        "azure semé de lys or",
        "d'azur semé de fleurs de lis d'or",
        "d'azur semée de lis d'or",
    ],
)
def test_a_field_strewn_with_charges_is_understood(text: str) -> None:
    reading, plain = read_blazon(text), read_blazon("azure semy of fleurs-de-lys or")
    assert reading.problems == ()
    assert (reading.field, reading.charges) == (plain.field, plain.charges)


def test_an_entry_beside_hexes_out_of_play_has_its_arrow(battle: Path) -> None:
    rows = [". " * 12] * 8
    rows[3] = rows[4] = "# # " + ". " * 10
    picture = "\n".join(f"  {row}" for row in rows)
    with (battle / "map.yaml").open("a", encoding="utf-8") as file:
        file.write(
            f"playable: |\n{picture}\nentries:\n  - {{id: west, name: West, side: british, hexes: [0304]}}\n"
        )
    change(battle / "scenarios/battle.yaml", "hex: 0204", "hex: 0303")
    change(battle / "scenarios/battle.yaml", "hex: 0205", "hex: 0306")
    context = context_of(battle)
    from jdgtools.render.map.draw import screen_pixels

    assert context.battle.map is not None
    frame = MapFrame(context.battle.map, screen_pixels(context))
    (arrow,) = entry_arrows(frame, context.theme, context.battle)
    x, _ = frame.layout.centre(arrow.index)
    assert arrow.middle[0] < x  # it comes from the west, where the map ends


def test_units_that_choose_in_one_region_stand_in_one_row(battle: Path) -> None:
    with (battle / "map.yaml").open("a", encoding="utf-8") as file:
        file.write("regions:\n  - {id: camp, name: Camp, hexes: [0203, 0204, 0205]}\n")
    for number in (3, 4, 5):
        change(battle / "scenarios/battle.yaml", f", hex: 020{number}, facing", ", region: camp, facing")
    context = context_of(battle)
    scenario = context.battle.scenarios[0]
    blocks = list(scenario_pages(BookletNames(context), BookletPictures(context), scenario))
    grids = [g for b in blocks for e in b.elements for g in content_of(e) if isinstance(g, PlainTable)]
    rows = [words(row[1]) for grid in grids for row in grid.rows if "Camp" in words(row[0])]
    assert len(rows) == 1 and all(
        name in rows[0] for name in ("Hussars", "6-pdr", "Regiment A", "Regiment B")
    )


def test_the_manual_says_what_medieval_battles_want() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "manual.md").read_text(encoding="utf-8")
    for word in (
        "reserve_leader",
        "remonte_markers",
        "demonte_markers",
        "blazon:",
        "jdg new",
        "--size",
        "--blank",
    ):
        assert word in manual


def test_a_name_that_is_abbreviated_by_rule_is_said(battle: Path) -> None:
    from jdgtools.exporters.counters import SheetWork

    table = battle / "oob.csv"
    assert SheetWork(context_of(battle)).losses == []
    change(table, "british-a,Regiment A,A,", "british-a,9e régiment de Cuirassiers à cheval,,")
    (loss,) = SheetWork(context_of(battle)).losses
    assert loss.subject == "unit british-a" and loss.place.endswith("oob.csv:2:11")
    assert loss.message.startswith("`9e régiment de Cuirassiers à cheval` is printed as `")
    assert loss.message.endswith("`; a `short` form says it as you like")
    change(table, "Cuirassiers à cheval,,", "Cuirassiers à cheval,9 Cuir.,")
    assert SheetWork(context_of(battle)).losses == []


def printed_names(battle: Path, size: float) -> dict[str, str]:
    from jdgtools.render.counters import faces_of
    from jdgtools.render.counters.face import draw_face
    from jdgtools.render.counters.spec import FaceContext
    from jdgtools.render.text import typographic

    context = context_of(battle)
    names = {}
    for unit in context.battle.units:
        spec = faces_of(context.series).unit(FaceContext(context.battle, "en"), unit, False)
        wordings = {typographic(unit.name.get("en")), typographic(unit.short_name("en"))}
        shown = [text.string for text, _, _ in placed_texts(draw_face(spec, size))]
        names[unit.id] = next((text for text in shown if text in wordings), "")
    return names


def test_the_units_of_a_brigade_print_their_names_or_their_short_forms_and_never_both(battle: Path) -> None:
    table = battle / "oob.csv"
    change(table, "british-a,Regiment A,A,", "british-a,29th Foot,29,")
    change(table, "british-b,Regiment B,B,", "british-b,38th Foot,38,")
    assert {printed_names(battle, 15.0)[unit] for unit in ("british-a", "british-b")} == {
        "29th Foot",
        "38th Foot",
    }
    change(table, "38th Foot,38,", "38th (1st Staffordshire) Regiment of Foot,38,")
    for size in (12.7, 15.0, 25.0):
        names = printed_names(battle, size)
        assert (names["british-a"], names["british-b"]) == ("29", "38")


def test_a_terrain_may_be_out_of_play_by_itself(battle: Path) -> None:
    with (battle / "battle.yaml").open("a", encoding="utf-8") as file:
        file.write(
            "vocabulary:\n  terrains:\n"
            "    - {id: border, name: {en: border}, like: clear, look: heath, playable: false}\n"
        )
    with (battle / "map.yaml").open("a", encoding="utf-8") as file:
        file.write("hexes: {0101: border, 0102: border}\nplayable: |\n")
        file.write("  " + ". " * 11 + "#\n" + ("  " + ". " * 12 + "\n") * 7)
    context = context_of(battle)
    the_map = context.battle.map
    assert the_map is not None
    out = {the_map.grid.id(i) for i in the_map.grid.hexes if not the_map.playable[i]}
    assert out == {"0101", "0102", "1201"}
    assert not {"GEN153", "MAP003"} & {each.code for each in check(battle).report}


def booklet_text(blocks: Iterable[Block]) -> str:
    texts: list[str] = []
    for content in (c for block in blocks for element in block.elements for c in content_of(element)):
        if isinstance(content, PlainTable):
            texts += [words(cell) for row in (content.head, *content.rows) for cell in row]
        else:
            texts.append(words(content.inlines))
    return " ".join(texts)


def write_second(battle: Path, text: str) -> None:
    (battle / "scenarios/second.yaml").write_text(text, encoding="utf-8")
    change(
        battle / "battle.yaml", "[scenarios/battle.yaml]", "[scenarios/battle.yaml, scenarios/second.yaml]"
    )


def test_a_battle_draws_its_map_before_its_armies_are_written(battle: Path, tmp_path: Path) -> None:
    (battle / "oob.csv").write_text("id,name\n", encoding="utf-8")
    (battle / "scenarios/battle.yaml").write_text("format: 1\nid: battle\n", encoding="utf-8")
    result = CliRunner().invoke(
        main, ["build", str(battle), "--only", "map", "--dpi", "50", "-o", str(tmp_path / "out")]
    )
    assert "error" in result.output
    assert (tmp_path / "out" / "map-print.pdf").read_bytes().startswith(b"%PDF")


def test_slopes_stand_where_levels_differ_and_nobody_counts_them(battle: Path) -> None:
    loaded = check(battle)
    assert loaded.battle is not None and loaded.battle.map is not None
    the_map = loaded.battle.map
    slopes = {feature.side for feature in the_map.features if feature.kind == "slope"}
    steps = {
        (min(i, j), max(i, j))
        for i in the_map.grid.hexes
        for j in the_map.grid.neighbour_table[i]
        if j is not None and the_map.levels[i] != the_map.levels[j]
    }
    assert len(slopes) == len(steps) > 0


def test_a_second_scenario_says_only_what_is_different(battle: Path) -> None:
    write_second(
        battle,
        "format: 1\nid: second\ntitle: The second\nextends: battle\nwithout: [setup]\n"
        "sides:\n  - {side: british, rout_edge: W, facing: E}\n  - {side: french, rout_edge: E, facing: W}\n"
        "setup:\n  - {units: [british-a, british-b], along: 0204-0205}\n  - {units: [british-h, british-g], along: 0203-0202}\n"
        "  - {leader: british-general, hex: 0204}\n  - {command: french-1, along: 1102..1105}\n"
        "  - {leader: french-general, hex: 1104}\n",
    )
    loaded = check(battle)
    assert loaded.battle is not None and loaded.battle.map is not None
    assert not {each.code for each in loaded.report if each.severity >= 2}
    first, second = loaded.battle.scenarios
    assert second.awards == first.awards and second.turns == first.turns
    grid = loaded.battle.map.grid
    places = {
        p.piece: ([grid.id(i) for i in p.hexes], p.facing) for p in second.placements if p.kind == "unit"
    }
    east = {p.piece: p.facing for p in first.placements if p.kind == "unit"}
    assert places["british-b"] == (["0205"], east["british-b"])
    assert places["french-h"] == (["1104"], east["french-h"])
    assert len(places) == 8


def test_the_back_of_a_counter_follows_from_its_front(battle: Path) -> None:
    rows = (battle / "oob.csv").read_text(encoding="utf-8").splitlines()
    cut = [",".join(row.split(",")[:11]) for row in rows]
    (battle / "oob.csv").write_text(
        "\n".join(cut[:1] + [row for row in cut[1:] if "6-pdr" not in row]) + "\n"
    )
    with (battle / "battle.yaml").open("a", encoding="utf-8") as file:
        file.write("defaults: {back: {strength: -1, cohesion: -2, shock: -1, movement: 0}}\n")
    loaded = check(battle)
    assert loaded.battle is not None
    unit = next(each for each in loaded.battle.units if each.id == "british-a")
    assert [unit.value(key, True) for key in ("strength", "cohesion", "shock", "movement")] == [4, 4, 5, 5]


def test_a_battle_has_markers_rules_and_turn_flags_of_its_own(battle: Path) -> None:
    with (battle / "battle.yaml").open("a", encoding="utf-8") as file:
        file.write(
            "vocabulary:\n  markers: [{id: smoke, name: Smoke, colour: fire, count: 2}]\n"
            "  turn_flags: [{id: sun, name: sun in the eyes}]\n"
            "  optional_rules: [{id: mud, title: Mud, text: Guns pay 1 MP more., default: false}]\n"
        )
    change(
        battle / "scenarios/battle.yaml",
        "minutes: 60}",
        "minutes: 60, flags: {sun: [1]}}\noptions: {mud: true}",
    )
    loaded = check(battle)
    assert not [each for each in loaded.report if each.severity >= 2]
    assert loaded.battle is not None
    assert "smoke" in {marker.id for marker in loaded.battle.series.markers}
    context = context_of(battle)
    pages = list(scenario_pages(BookletNames(context), BookletPictures(context), context.battle.scenarios[0]))
    text = booklet_text(pages)
    assert "Mud" in text and "sun in the eyes" in text


def test_a_warning_is_accepted_and_nothing_of_it_is_printed(battle: Path) -> None:
    with (battle / "battle.yaml").open("a", encoding="utf-8") as file:
        file.write("vocabulary:\n  terrains: [{id: beach, name: Beach, like: clear}]\n")
    warnings = [each for each in check(battle).report if each.severity == 2]
    assert warnings
    with (battle / "battle.yaml").open("a", encoding="utf-8") as file:
        file.write("accepts: [{code: GEN153, for: terrain beach, reason: A lone strand.}]\n")
    assert not [each for each in check(battle).report if each.severity >= 2]
    context = context_of(battle)
    pages = list(scenario_pages(BookletNames(context), BookletPictures(context), context.battle.scenarios[0]))
    assert "lone strand" not in booklet_text(pages)


def test_the_manual_shows_how_to_walk_along_hexsides() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "manual.md").read_text(encoding="utf-8")
    assert "0104:NW>NE>0304:E" in manual and "two of its sides" in manual


def test_two_versions_are_compared_in_the_terms_of_the_game(battle: Path, tmp_path: Path) -> None:
    later = Path(shutil.copytree(battle, tmp_path / "later"))
    change(
        later / "oob.csv",
        "british-a,Regiment A,A,british,british-1,line_infantry,british,5",
        "british-a,Regiment A,A,british,british-1,line_infantry,british,4",
    )
    result = CliRunner().invoke(main, ["diff", str(battle), str(later)])
    assert "british-a" in result.output or "Regiment A" in result.output
    assert "strength" in result.output.lower()
