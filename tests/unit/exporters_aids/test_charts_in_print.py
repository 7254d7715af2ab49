"""Tables of the charts as they are printed: what belongs together stands together, in whole words."""

from __future__ import annotations

import pytest

from jdgtools.exporters.booklet import inlines, stylesheet
from jdgtools.exporters.booklet.charts import chart_pages
from jdgtools.exporters.booklet.flowables import Block, Content, PlainParagraph, PlainTable, content_of
from tests.unit.exporters_aids.conftest import context


def _parts(block: Block) -> list[Content]:
    return [part for element in block.elements for part in content_of(element)]


def _blocks(battle: str, language: str) -> list[Block]:
    return list(chart_pages(context(battle, language).charts, language))


def _block(battle: str, language: str, title: str) -> Block:
    """Return the block under a heading that begins so."""
    for block in _blocks(battle, language):
        first = next(iter(_parts(block)), None)
        if isinstance(first, PlainParagraph) and inlines.words(first.inlines).startswith(title):
            return block
    raise AssertionError(title)


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_a_line_under_long_heads_stands_over_the_whole_width(language: str) -> None:
    """In one column the heads of the roads of Musket & Pike took six lines, beside an empty column."""
    titles = {
        "en": "Terrain Effects Chart: roads",
        "fr": "Effets du terrain : routes",
        "pl": "Tabela terenu: drogi",
    }
    assert _block("edgehill-1642", language, titles[language]).wide
    assert not _block("teaching-afe", "en", "Terrain effects: roads").wide


@pytest.mark.parametrize(
    ("battle", "language", "title", "rows"),
    [
        ("teaching-afe", "en", "Melee modifiers", [("Sum, at least", "−7"), ("Sum, at most", "7")]),
        (
            "teaching-afe",
            "hu",
            "Közelharc-módosítók",
            [("Összeg, legalább", "−7"), ("Összeg, legfeljebb", "7")],
        ),
        (
            "edgehill-1642",
            "fr",
            "Modificateurs du combat",
            [("Somme, au moins", "−4"), ("Somme, au plus", "4")],
        ),
        (
            "teaching-mpbs",
            "pl",
            "Modyfikatory walki",
            [("Suma, co najmniej", "−4"), ("Suma, co najwyżej", "4")],
        ),
    ],
)
def test_limits_of_a_sum_stand_at_the_foot_of_its_lines(
    battle: str, language: str, title: str, rows: list[tuple[str, str]]
) -> None:
    table = next(part for part in _parts(_block(battle, language, title)) if isinstance(part, PlainTable))
    assert [tuple(map(inlines.words, row)) for row in table.rows[-2:]] == rows


@pytest.mark.parametrize(
    ("battle", "language", "title", "size"),
    [
        ("edgehill-1642", "fr", "Table de poursuite", 5),
        ("edgehill-1642", "fr", "Portées d’artillerie", 3),
        ("teaching-mpbs", "pl", "Tabela pogoni", 5),
    ],
)
def test_values_and_names_are_not_broken_where_there_is_room(
    battle: str, language: str, title: str, size: int
) -> None:
    """Every row of the table is as high as the others, one line."""
    table = _block(battle, language, title).elements[1]
    heights = [row.height for row in table(stylesheet.A4.column)[1:]]
    assert len(heights) == size and max(heights) == min(heights)


@pytest.mark.parametrize(
    ("battle", "language", "line"),
    [
        ("edgehill-1642", "en", "Ploughland: as clear."),
        ("edgehill-1642", "fr", "Labours : comme dégagé."),
        ("teaching-jdg", "pl", "Żwirowy brzeg: jak teren czysty."),
        ("bremule-1119", "hu", "Kévékbe rakott gabona: mint szőlő, gyümölcsös, köves terep."),
    ],
)
def test_a_terrain_of_the_battle_says_which_it_is_like(battle: str, language: str, line: str) -> None:
    parts = [part for block in _blocks(battle, language) for part in _parts(block)]
    assert line in [inlines.words(part.inlines) for part in parts if isinstance(part, PlainParagraph)]
