"""What stood in the way of a designer who had nothing but the manual: each is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.blazon import read_blazon
from jdgtools.exporters.booklet.flowables import Grid, content_of
from jdgtools.exporters.booklet.names import Names
from jdgtools.exporters.booklet.pictures import Pictures
from jdgtools.exporters.booklet.rich import words
from jdgtools.exporters.booklet.scenarios import scenario_pages
from jdgtools.exporters.context import BuildContext
from jdgtools.loading import check
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.marks import entry_arrows
from jdgtools.starting import StartOptions, new_project


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    new_project(tmp_path / "maida", "jdg", "", StartOptions(size="12x8", sides=("british", "french")))
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


@pytest.mark.parametrize("text", ["azure semy of fleurs-de-lis or", "d'azur semé de fleurs de lis d'or"])
def test_a_field_strewn_with_charges_is_understood(text: str) -> None:
    assert read_blazon(text).problems == ()


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
    frame = Frame(context.battle.map, screen_pixels(context))
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
    blocks = list(scenario_pages(Names(context), Pictures(context), scenario))
    grids = [g for b in blocks for e in b.elements for g in content_of(e) if isinstance(g, Grid)]
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
