"""Furniture of every battle on every paper in every language: all of it is there, in its column, and legible."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from msgspec.structs import replace

from jdgtools.render.bounds import Box, inside, item_box, overlap, placed_texts
from jdgtools.render.map.furniture import extra_entries
from jdgtools.render.map.legend import SWATCH, Entry, used_terrains
from jdgtools.render.map.sheet import Sheet
from jdgtools.render.map.surround import heading
from jdgtools.render.map.words import say
from jdgtools.render.scene import Group, Item, Layer, Rect, Scene, Text
from jdgtools.render.sheets.map_paper import map_paper_of
from jdgtools.render.text import missing_characters, points

from .conftest import SCENARIOS, context_of

BATTLES = sorted(folder.name for folder in SCENARIOS.iterdir() if (folder / "battle.yaml").exists())
PAPERS = (None, "a4", "a3", "a2", "a1", "a0", "letter", "tabloid", (500, 400), (310, 900))
ROTATED = {"a2": "en", "a1": "fr", "a0": "pl", "tabloid": "fr", (500, 400): "pl", (310, 900): "en"}
LANGUAGES = ("en", "fr", "pl", "hu")
LEAST = 4.4
"""Points of the smallest print on a sheet that is not made smaller than its map."""


CASES = [
    (name, paper, language)
    for name in BATTLES
    for paper in PAPERS
    for language in LANGUAGES
    # Hungarian is for one of them; the sizes between are laid out like their neighbours.
    if (language != "hu" or "afe" in name) and (paper not in ROTATED or ROTATED[paper] == language)
]


@cache
def sheet_on(name: str, paper: str | tuple[int, int] | None, language: str) -> Sheet:
    """The sheet of a battle on a paper, drawn once."""
    context = context_of(name)
    data = {} if paper is None else {"paper": paper, "hex": "fit"}
    printing = replace(context.options.printing, map=map_paper_of(data))
    options = replace(context.options, printing=printing, language=language)
    sheet = Sheet(replace(context, options=options, _made={}))
    assert sheet.context.language == language
    return sheet


@pytest.fixture(autouse=True)
def names_only(monkeypatch) -> None:
    """Legends with plain boxes instead of pieces of map, which take long and are tested elsewhere."""

    def listed(self: Sheet) -> list[Entry]:
        language = self.context.language
        swatch = (Rect(0.0, 0.0, *SWATCH, "#cccccc"),)
        return [Entry(t.id, t.kind, t.name.get(language), swatch) for t in used_terrains(self.context.battle)]

    monkeypatch.setattr(Sheet, "_entries", listed)


def texts_of(items: tuple[Item, ...]) -> list[tuple[Text, Box]]:
    scene = Scene(9999.0, 9999.0, "", (Layer("all", items),))
    return [(text, box) for text, _, box in placed_texts(scene)]


@pytest.mark.parametrize(("name", "paper", "language"), CASES)
def test_furniture_is_whole_in_its_column_and_overlaps_nothing(name, paper, language) -> None:
    sheet = sheet_on(name, paper, language)
    plan = sheet.plan
    assert not [part.name for part in plan.missing if part.rank == 0]
    for spot in plan.spots:
        room = plan.room(spot)
        drawn = spot.part.draw(room, spot.height)
        found = texts_of(drawn)
        # The letter of a compass that is turned leans a little out of its column.
        slack = 1.5 if spot.part.name == "compass" else 0.05
        for text, box in found:
            told = spot.part.name, text.string
            assert -slack <= box[0] and box[2] <= room.width + slack, told
            assert box[3] <= spot.height + 1.6, told
            assert points(text.size * plan.scale) > LEAST * min(1.0, sheet.hex_mm / 20.0, plan.scale), told
            assert missing_characters(text.string, text.font) == "", told
        for (a, first), (b, second) in combinations(found, 2):
            assert not overlap(first, second, -0.15), (spot.part.name, a.string, b.string)
        if spot.part.name in ("turns", "victory", "reinforcements") or spot.part.name.startswith("boxes"):
            boxes = [item_box(item) for item in drawn if isinstance(item, Rect)]
            for text, box in found:
                framed = [other for other in boxes if overlap(box, other)]
                # A headline lies in no box; every other word lies wholly in one.
                assert not framed or any(inside(box, other, 0.3) for other in framed), text.string


@pytest.mark.parametrize(("name", "paper", "language"), CASES)
def test_the_legend_names_all_that_the_map_uses(name, paper, language) -> None:
    sheet = sheet_on(name, paper, language)
    [spot] = [s for s in sheet.plan.spots if s.part.name == "legend"]
    drawn = spot.part.draw(sheet.plan.room(spot), spot.height)
    words = " ".join(text.string for text, _ in texts_of(drawn)).lower()
    for terrain in used_terrains(sheet.context.battle):
        assert all(word in words for word in terrain.name.get(language).lower().split()), terrain.id
    for group in ("ground", "hexsides", "ways", "marks"):
        assert say(group, language).lower() in words
    # A piece of map or a mark for each, none over another or over words.
    swatches = [box for item in drawn if isinstance(item, Group) and (box := item_box(item)) is not None]
    context = sheet.context
    marks = extra_entries(context.battle, context.theme, language, sheet.paper.setup)
    assert len(swatches) == len(used_terrains(context.battle)) + len(marks)
    for first, second in combinations(swatches, 2):
        assert not overlap(first, second)
    for text, box in texts_of(drawn):
        assert not any(overlap(box, swatch) for swatch in swatches), text.string


@pytest.mark.parametrize(("name", "paper", "language"), CASES)
def test_the_title_has_room_on_every_paper(name, paper, language) -> None:
    sheet = sheet_on(name, paper, language)
    plan, theme = sheet.plan, sheet.context.theme
    found = texts_of(tuple(heading(sheet.context.battle, theme, language, plan)))
    assert sheet.context.battle.title.get(language) in {text.string for text, _ in found}
    for text, box in found:
        room = (plan.margin, 0.0, plan.width - plan.margin, plan.margin + plan.top + sheet.title)
        assert inside(box, room, 0.5), text.string
    for (a, first), (b, second) in combinations(found, 2):
        assert not overlap(first, second), (a.string, b.string)


@pytest.mark.parametrize(("name", "paper", "language"), CASES)
def test_what_stands_on_a_sheet_is_in_the_middle_of_its_height(name, paper, language) -> None:
    sheet = sheet_on(name, paper, language)
    plan = sheet.plan
    lowest = max(spot.y + spot.height * plan.scale for spot in plan.spots)
    below = plan.height - max(lowest, plan.field[1] + sheet.field[1])
    above = plan.margin + plan.top
    assert below - above < 0.07 * plan.height and above - below < 1.0
