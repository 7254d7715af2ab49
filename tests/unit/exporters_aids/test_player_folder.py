"""The folder of a side: one sheet to fold, with what is its own and nothing of the enemy's order of battle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from jdgtools.exporters.aids import EXPORTER, FILE, folder_file
from jdgtools.exporters.booklet.flowables import Block, Flowable, block
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.packing import pack_within
from jdgtools.exporters.booklet.player_folder import PlayerFolder, folder_of
from jdgtools.exporters.booklet.stylesheet import A4
from jdgtools.exporters.options import BuildOptions
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.scenario import Scenario
from jdgtools.render.backends.pdf import render_pdf
from tests.unit.exporters_aids.conftest import context, lettering, squeezed

SIDES = [("rolica-1808", "allied"), ("rolica-1808", "france")]
SIDES += [("bremule-1119", "normans"), ("bremule-1119", "france")]


@lru_cache
def folder(battle: str, side: str) -> PlayerFolder:
    return folder_of(context(battle, "en"), side)


@lru_cache
def words(battle: str, side: str, tmp: Path) -> str:
    """The squeezed text of a folder."""
    file = tmp / f"{battle}-{side}.pdf"
    made = folder(battle, side)
    file.write_bytes(render_pdf(made.pages, made.title, forms=made.forms))
    return squeezed("".join(page.extract_text() for page in PdfReader(file).pages))


@pytest.mark.parametrize("battle", ["rolica-1808", "bremule-1119"])
def test_each_side_has_one_sheet_with_two_sides(battle: str, tmp_path: Path) -> None:
    """The build says the same of what was left out when it takes the sheets from an earlier one."""
    build = replace(context(battle, "en"), options=BuildOptions.of(language="en", player_folders=True))
    sides = [side.id for side in build.battle.sides]
    assert EXPORTER.outputs(build) == (FILE, *map(folder_file, sides))
    losses = EXPORTER.export(build, tmp_path)
    expected = [(f"folder of {side}", title) for side in sides for title in folder(battle, side).left_out]
    assert [
        (loss.subject, loss.message.removeprefix("no room on its sheet for: ")) for loss in losses
    ] == expected
    for side in sides:
        sheet = PdfReader(tmp_path / folder_file(side)).pages
        assert len(sheet) == 2
        for page in sheet:
            assert float(page.mediabox.width) == pytest.approx(2 * A4.width * 72 / 25.4, abs=0.1)
    again = tmp_path / "again"
    again.mkdir()
    assert EXPORTER.export(build, again) == losses
    assert all(
        (again / folder_file(x)).read_bytes() == (tmp_path / folder_file(x)).read_bytes() for x in sides
    )


@pytest.mark.parametrize(("battle", "side"), SIDES)
def test_the_folder_holds_what_the_side_needs(battle: str, side: str, tmp_path: Path) -> None:
    text, names = words(battle, side, tmp_path), BookletNames(context(battle, "en"))
    name = names.side(side)
    wanted = [names.word(key, side=name) for key in ("command_card", "setup", "points_for")]
    wanted += [names.word("sequence"), *(phase.name.get("en") for phase in names.battle.series.phases)]
    wanted += [command.name.get("en") for command in names.battle.commands if command.side == side]
    wanted += [unit.name.get("en") for unit in names.battle.units if names.side_of(unit.id) == side]
    assert [each for each in wanted if _printed(each) not in text] == []
    assert folder(battle, side).forms, "the setup card has its map"


@pytest.mark.parametrize(("battle", "side"), SIDES)
def test_nothing_of_the_enemy_is_there(battle: str, side: str, tmp_path: Path) -> None:
    """Without its conditions of victory, which speak of the enemy's pieces."""
    build = context(battle, "en")
    scenarios = tuple(map(_without_victory, build.battle.scenarios))
    made = folder_of(replace(build, battle=replace(build.battle, scenarios=scenarios)), side)
    file = tmp_path / "folder.pdf"
    file.write_bytes(render_pdf(made.pages, made.title, forms=made.forms))
    text, names = (
        squeezed("".join(page.extract_text() for page in PdfReader(file).pages)),
        BookletNames(build),
    )
    pieces: list[Unit | Leader] = [*build.battle.units, *build.battle.leaders]
    own = "".join(_printed(x.name.get("en")) for x in pieces if names.side_of(x.id) == side)
    own += "".join(_printed(scenario.title.get("en")) for scenario in scenarios)
    enemies = [x.name.get("en") for x in pieces if names.side_of(x.id) not in (side, None)]
    enemies += [x.name.get("en") for x in build.battle.commands if x.side != side]
    enemies = [x for x in enemies if _printed(x) not in own]
    assert len(enemies) > 5
    assert [x for x in enemies if _printed(x) in text] == []
    others = [x.id for x in build.battle.sides if x.id != side]
    assert not any(squeezed(names.word("setup", side=names.side(x))) in text for x in others)


def _printed(text: str) -> str:
    """With the apostrophes of printers, without blanks."""
    return squeezed(text).replace("'", "’")


def _without_victory(scenario: Scenario) -> Scenario:
    return replace(scenario, awards=(), automatic=(), levels=())


def test_what_does_not_fit_is_named_and_not_there(tmp_path: Path) -> None:
    left_out = folder("rolica-1808", "france").left_out
    assert left_out[0] == "Shock and charge"
    text = words("rolica-1808", "france", tmp_path)
    assert squeezed("1d10 + modifiers") not in text
    assert squeezed("1d10 + fire strength") in text, "what fits is there"
    said = BookletNames(context("rolica-1808", "en")).word("not_on_sheet", parts="; ".join(left_out))
    assert squeezed(said) in text, "the sheet says where to look"


def test_the_terrain_chart_has_the_rows_of_the_map_alone(tmp_path: Path) -> None:
    """Hexes, hexsides and ways of Roliça, which has no marsh and no redoubt."""
    text = words("rolica-1808", "france", tmp_path)
    assert all(squeezed(x) in text for x in ("Terrain effects: hexes", "Orchard, olive grove", "Cliff"))
    assert not any(squeezed(x) in text for x in ("Marsh", "Redoubt"))


def test_the_word_on_what_is_left_out_finds_room() -> None:
    """The least needed part that fits makes room for it."""
    parts = [[_high(200.0)], [_high(A4.room - 215.0)], [_high(100.0)]]
    assert pack_within(parts, 0.0, 1)[1] == [0, 1]
    asked: list[list[int]] = []

    def missing(numbers: Sequence[int]) -> Block:
        asked.append(list(numbers))
        return _high(12.0)

    pages, taken = pack_within(parts, 0.0, 1, missing=missing)
    assert (len(pages), taken, asked) == (1, [0], [[2], [1, 2]])


def test_more_sheets_have_room_for_all(tmp_path: Path) -> None:
    build = context("rolica-1808", "en")
    asked = replace(build, options=BuildOptions.of(language="en", player_folders=True, folder_sheets=2))
    assert EXPORTER.export(asked, tmp_path) == []
    for side in build.battle.sides:
        sheet = PdfReader(tmp_path / folder_file(side.id)).pages
        assert len(sheet) == 4
        text = squeezed("".join(page.extract_text() for page in sheet))
        assert all(squeezed(title) in text for title in ("Shock and charge", "Artillery fire"))
        pages = folder_of(build, side.id, 2).pages
        assert len(pages) == 8
        last = [text.string for layer in pages[-1].layers for text in lettering(layer.items)]
        assert "Notes" in last, "a page without anything is one to write on"


def _high(high: float) -> Block:
    return block(lambda _: [Flowable(high, lambda x, y, out: None)], wide=True)


@pytest.mark.parametrize(
    ("heights", "fitting"),
    [([200, 200], [0, 1]), ([200, 200, 200], [0, 1]), ([200, 200, 200, 30], [0, 1, 3]), ([], [])],
)
def test_a_part_without_room_lets_smaller_ones_in(heights: list[float], fitting: list[int]) -> None:
    pages, taken = pack_within([[_high(high)] for high in heights], 15.0, 2)
    assert taken == fitting
    assert len(pages) <= 2


def test_everything_of_a_scenario_names_it() -> None:
    """Blocks of several scenarios stand side by side, and their headings are the same."""
    made = folder_of(context("rolica-1808", "en"), "allied", 2)
    texts = [t for page in made.pages for layer in page.layers for t in lettering(layer.items)]
    strings = [t.string for t in texts]
    cards = ("Automatic victory", "Levels of victory", "Reinforcements")
    sheets = ("Setup: ", "Orders and command: ", "Victory points: ")
    headings = [t.string for t in texts if t.font.startswith("serif")]
    titles = [s for s in headings if s in cards or s.startswith(sheets)]
    scenarios = context("rolica-1808", "en").battle.scenarios
    names = [scenario.title.get("en") for scenario in scenarios]
    assert len(titles) == 12
    assert sum(strings.count(name) for name in names) == len(titles)
