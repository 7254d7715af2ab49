"""Furniture of every battle on every paper in every language: all of it is there, in its column, and legible."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from msgspec.structs import replace

from jdgtools.model.text import Text as Words
from jdgtools.render.bounds import Box, inside, item_box, overlap, placed_texts
from jdgtools.render.map.draw import print_map
from jdgtools.render.map.furniture import extra_entries, heights
from jdgtools.render.map.legend import SWATCH, LegendEntry, used_terrains
from jdgtools.render.map.paragraph import Paragraph, block, one_line
from jdgtools.render.map.plan import Room
from jdgtools.render.map.sheet import MapSheet
from jdgtools.render.map.surround import heading
from jdgtools.render.map.words import say
from jdgtools.render.scene import DrawingLayer, Group, Item, Rect, Scene, TextItem
from jdgtools.render.sheets.map_paper import map_paper_of
from jdgtools.render.text import points, text_width
from jdgtools.render.themes import THEMES, named_theme
from tests.drawings import missing_characters

from .conftest import SCENARIOS, context_of

BATTLES = sorted(folder.name for folder in SCENARIOS.iterdir() if (folder / "battle.yaml").exists())
PAPERS = (None, "a4", "a3", "a2", "a1", "a0", "letter", "tabloid", (500, 400), (310, 900))
ROTATED = {"a2": "en", "a1": "fr", "a0": "pl", "tabloid": "fr", (500, 400): "pl", (310, 900): "en"}
LANGUAGES = ("en", "fr", "pl", "hu")
LEAST = 4.99
"""Points of the smallest print of furniture on any paper."""


CASES = [
    (name, paper, language)
    for name in BATTLES
    for paper in PAPERS
    for language in LANGUAGES
    # Hungarian is for one of them; the sizes between are laid out like their neighbours.
    if (language != "hu" or "afe" in name) and (paper not in ROTATED or ROTATED[paper] == language)
]


@cache
def sheet_on(name: str, paper: str | tuple[int, int] | None, language: str) -> MapSheet:
    """The sheet of a battle on a paper, drawn once."""
    context = context_of(name)
    data = {} if paper is None else {"paper": paper, "hex": "fit"}
    printing = replace(context.print_settings, map=map_paper_of(data))
    options = replace(context.options, printing=printing, language=language)
    sheet = MapSheet(replace(context, options=options, _values={}))
    assert sheet.context.language == language
    return sheet


@pytest.fixture(autouse=True)
def names_only(monkeypatch) -> None:
    """Legends with plain boxes instead of pieces of map, which take long and are tested elsewhere."""

    def listed(self: MapSheet) -> list[LegendEntry]:
        language = self.context.language
        swatch = (Rect(0.0, 0.0, *SWATCH, "#cccccc"),)
        return [
            LegendEntry(t.id, t.kind, t.name.get(language), swatch)
            for t in used_terrains(self.context.battle)
        ]

    monkeypatch.setattr(MapSheet, "_entries", listed)


def texts_of(items: tuple[Item, ...]) -> list[tuple[TextItem, Box]]:
    scene = Scene(9999.0, 9999.0, "", (DrawingLayer("all", items),))
    return [(text, box) for text, _, box in placed_texts(scene)]


@pytest.mark.parametrize(("name", "paper", "language"), CASES)
def test_furniture_is_whole_in_its_column_and_overlaps_nothing(name, paper, language) -> None:
    sheet = sheet_on(name, paper, language)
    plan = sheet.plan
    assert not [part.name for part in plan.missing_parts if part.rank == 0]
    for spot in plan.spots:
        room = plan.room(spot)
        items = spot.part.draw(room, spot.height)
        rows = texts_of(items)
        # The letter of a compass that is turned leans a little out of its column.
        slack = 1.5 if spot.part.name == "compass" else 0.05
        for text, box in rows:
            case = spot.part.name, text.string
            assert -slack <= box[0] and box[2] <= room.width + slack, case
            assert box[3] <= spot.height + 1.6, case
            assert points(text.size * plan.scale) > LEAST, case
            assert missing_characters(text.string, text.font) == "", case
        for (a, first), (b, second) in combinations(rows, 2):
            assert not overlap(first, second, -0.15), (spot.part.name, a.string, b.string)
        if spot.part.name in ("turns", "victory", "reinforcements") or spot.part.name.startswith("boxes"):
            boxes = [item_box(item) for item in items if isinstance(item, Rect)]
            for text, box in rows:
                framed = [other for other in boxes if overlap(box, other)]
                # A headline lies in no box; every other word lies wholly in one.
                assert not framed or any(inside(box, other, 0.3) for other in framed), text.string


@pytest.mark.parametrize(("name", "paper", "language"), CASES)
def test_the_legend_names_all_that_the_map_uses(name, paper, language) -> None:
    sheet = sheet_on(name, paper, language)
    [spot] = [s for s in sheet.plan.spots if s.part.name == "legend"]
    items = spot.part.draw(sheet.plan.room(spot), spot.height)
    words = " ".join(text.string for text, _ in texts_of(items)).lower()
    for terrain in used_terrains(sheet.context.battle):
        assert all(word in words for word in terrain.name.get(language).lower().split()), terrain.id
    headings = [text.string for text, _ in texts_of(items) if text.font == "serif-italic"]
    for group in ("ground", "hexsides", "ways", "marks"):
        # In the next column it is said that the group goes on.
        assert headings.count(say(group, language)) == 1
    # A piece of map or a mark for each, none over another or over words.
    swatches = [box for item in items if isinstance(item, Group) and (box := item_box(item)) is not None]
    context = sheet.context
    marks = extra_entries(context.battle, context.theme, language, sheet.paper.setup)
    assert len(swatches) == len(used_terrains(context.battle)) + len(marks)
    for first, second in combinations(swatches, 2):
        assert not overlap(first, second)
    for text, (left, top, right, bottom) in texts_of(items):
        # A name that ends at the next column's piece of map reads as of that one.
        assert not any(overlap((left, top, right + 2.0, bottom), swatch) for swatch in swatches), text.string


@pytest.mark.parametrize("name", BATTLES)
def test_groups_of_the_legend_are_whole_on_a_large_sheet(name: str) -> None:
    sheet = sheet_on(name, "a0", "pl")
    [spot] = [s for s in sheet.plan.spots if s.part.name == "legend"]
    rows = texts_of(spot.part.draw(sheet.plan.room(spot), spot.height))
    names = [text.string for text, _ in rows if text.font == "serif-italic"]
    assert len(names) == len(set(names)) > 2
    assert not any(name.startswith(f"{other} ") for name in names for other in names)


@pytest.mark.parametrize(("name", "paper", "language"), CASES)
def test_the_title_has_room_on_every_paper(name, paper, language) -> None:
    sheet = sheet_on(name, paper, language)
    plan, theme = sheet.plan, sheet.context.theme
    rows = texts_of(tuple(heading(sheet.context.battle, theme, language, plan)))
    assert sheet.context.battle.title.get(language) in {text.string for text, _ in rows}
    for text, box in rows:
        room = (plan.margin, 0.0, plan.width - plan.margin, plan.margin + plan.top + sheet.title)
        assert inside(box, room, 0.5), text.string
    for (a, first), (b, second) in combinations(rows, 2):
        assert not overlap(first, second), (a.string, b.string)


@pytest.mark.parametrize(("name", "paper", "language"), CASES)
def test_what_stands_on_a_sheet_is_in_the_middle_of_its_height(name, paper, language) -> None:
    sheet = sheet_on(name, paper, language)
    plan = sheet.plan
    lowest = max(spot.y + spot.height * plan.scale for spot in plan.spots)
    below = plan.height - max(lowest, plan.field[1] + sheet.field[1])
    above = plan.margin + plan.top
    assert below - above < 0.07 * plan.height and above - below < 1.0


LONG = "Kaiserlich-königliches Feldlager bei der Donaudampfschifffahrtsgesellschaft und allen Heiligen"


def with_long_names(context):
    """The battle with a name that has room nowhere, everywhere."""
    battle, long = context.battle, Words.of(LONG)
    the_map = replace(
        battle.map,
        places=tuple(replace(place, name=long) for place in battle.map.places),
        regions=tuple(replace(region, name=long) for region in battle.map.regions),
        entries=tuple(replace(entry, name=long) for entry in battle.map.entries),
        ways=tuple(replace(way, name=long) for way in battle.map.ways),
        features=tuple(replace(f, name=long if f.name else None) for f in battle.map.features),
        credits=long,
    )
    series = replace(
        battle.series,
        boxes=tuple(replace(box, name=long) for box in battle.series.boxes),
        terrains=tuple(replace(terrain, name=long) for terrain in battle.series.terrains),
    )
    scenarios = tuple(
        replace(
            scenario,
            title=long,
            summary=long,
            turns=tuple(replace(turn, label=long, time="a quarter past seven") for turn in scenario.turns),
        )
        for scenario in battle.scenarios
    )
    battle = replace(
        battle,
        map=the_map,
        series=series,
        scenarios=scenarios,
        sides=tuple(replace(side, name=long) for side in battle.sides),
        **dict.fromkeys(("title", "subtitle", "place", "credits"), long),
        date=LONG,
    )
    return replace(context, battle=battle, _values={})


@pytest.mark.parametrize("paper", [None, "a4", "a3"])
@pytest.mark.parametrize("name", ["teaching-afe", "teaching-jdg"])
def test_names_that_have_room_nowhere_stay_in_their_places(name, paper) -> None:
    context = with_long_names(context_of(name))
    data = {} if paper is None else {"paper": paper, "hex": "fit"}
    printing = replace(context.print_settings, map=map_paper_of(data))
    context = replace(context, options=replace(context.options, printing=printing))
    sheet, scene = MapSheet(context), print_map(context)
    for text, _, box in placed_texts(scene):
        assert inside(box, (0.0, 0.0, scene.width, scene.height)), text.string
    assert any(text.string.endswith("…") for text, _, _ in placed_texts(scene))
    for spot in sheet.plan.spots:
        room = sheet.plan.room(spot)
        for text, box in texts_of(spot.part.draw(room, spot.height)):
            assert box[0] >= -1.5 and box[2] <= room.width + 1.5, (spot.part.name, text.string)
            assert box[3] <= spot.height + 1.6, (spot.part.name, text.string)


def test_texts_are_cut_only_when_no_size_helps() -> None:
    assert one_line("Roliça", "serif", 40.0, (5.0, 4.0)) == ("Roliça", 5.0)
    wide = text_width("Roliça", "serif", 5.0)
    assert one_line("Roliça", "serif", wide * 0.9, (5.0, 4.0)) == ("Roliça", 4.0)
    text, size = one_line("Roliça", "serif", wide * 0.5, (5.0, 4.0))
    assert size == 4.0 and text.endswith("…") and text_width(text, "serif", size) <= wide * 0.5
    longer = "Roliça"[: len(text)] + "…"
    assert text_width(longer, "serif", size) > wide * 0.5  # not a letter less than there is room for
    lines, size = block("one two three four five six", "serif", 12.0, (4.0, 3.0), 2)
    assert len(lines) == 2 and size == 3.0
    assert all(text_width(line, "serif", size) <= 12.0 for line in lines)
    assert block("one two", "serif", 40.0, (4.0, 3.0), 2) == (["one two"], 4.0)
    lines = Paragraph("a Donaudampfschifffahrt b", "serif", 4.0).lines(20.0)
    assert any(line.endswith("…") for line in lines)
    assert all(text_width(line, "serif", 4.0) <= 20.0 for line in lines)


@pytest.mark.parametrize(("name", "language"), [("rolica-1808", "en"), ("teaching-jdg", "fr")])
def test_texts_have_the_apostrophes_of_printed_books(name: str, language: str) -> None:
    strings = [text.string for text, _, _ in placed_texts(sheet_on(name, None, language).scene(()))]
    assert any("’" in string for string in strings)
    assert [string for string in strings if "'" in string] == []


@pytest.mark.parametrize("theme", THEMES)
def test_key_of_heights_says_what_its_ticks_mean(theme: str) -> None:
    battle_map = context_of("teaching-jdg").battle.map
    assert battle_map is not None
    texts = {}
    for ticks in (0.0, 1.0):
        style, problems = named_theme(theme).override({"map": {"relief": {"ticks": ticks}}})
        part = heights(battle_map, style, "en")
        assert part is not None and problems == []
        room = Room(60.0, 15.0)
        height = part.height(room)
        boxes = texts_of(part.draw(room, height))
        assert all(inside(box, (0.0, 0.0, room.width, height + 1.0)) for _, box in boxes)
        texts[ticks] = {text.string for text, _ in boxes}
        wide_room = Room(120.0, 15.0)
        whole = f"{say('above', 'en')}; {say('ticks', 'en')}" if ticks else say("above", "en")
        assert whole in {text.string for text, _ in texts_of(part.draw(wide_room, height))}
        assert part.height(room) - part.height(wide_room) == (pytest.approx(4.4) if ticks else 0.0)
    assert texts[1.0] - texts[0.0] == {say("ticks", "en")}
