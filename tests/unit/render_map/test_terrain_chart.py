"""The terrain chart on the map sheet: the values of the charts, where the sheet has the room, and no larger paper."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.charts import ChartBook, ChartDataError, Override, book_from_plain
from jdgtools.charts.words import cell_text
from jdgtools.render.map.draw import print_map_and_missing
from jdgtools.render.map.legend import used_terrains
from jdgtools.render.map.sheet import MapSheet, paper_for
from jdgtools.render.map.terrain_chart import chart_table
from jdgtools.render.scene import TextItem
from jdgtools.render.sheets.map_paper import map_paper_of
from tests.bundled import SCENARIOS, bundled
from tests.unit.charts.chart_samples import book_plain

from .conftest import context_of

BATTLES = sorted(folder.name for folder in SCENARIOS.iterdir() if (folder / "battle.yaml").exists())
_LANGUAGES = {"jdg": ("en", "fr", "pl"), "afe": ("en", "fr", "pl", "hu"), "mpbs": ("en", "fr", "pl")}


def _sheet(name: str, language: str = "en", charts: ChartBook | None = None, **data) -> MapSheet:
    context = context_of(name)
    options = replace(
        context.options, language=language, printing=replace(context.print_settings, map=map_paper_of(data))
    )
    return MapSheet(replace(context, options=options, charts=charts or context.charts, _values={}))


def _names(sheet: MapSheet) -> set[str]:
    return {spot.part.name for spot in sheet.plan.spots}


@pytest.mark.parametrize("name", BATTLES)
def test_it_stands_on_the_same_paper_as_everything_else(name: str) -> None:
    with_chart, without = _sheet(name), _sheet(name, leave_out=["terrain"])
    size, usual = ((plan.width, plan.height) for plan in (with_chart.plan, without.plan))
    assert paper_for(*size) == paper_for(*usual) != ""
    assert size[0] >= usual[0] and size[1] >= usual[1]
    if size[0] > usual[0] and with_chart.plan.scale >= 1.0:
        [legend] = [s for s in with_chart.plan.spots if s.part.name == "legend"]
        texts = legend.part.draw(with_chart.plan.room(legend), legend.height)
        heads = [t.string for t in texts if isinstance(t, TextItem) and t.font == "serif-italic"]
        assert len(heads) == len(set(heads)) > 2, "it is wider for a legend whose groups are whole"
    assert with_chart.hex_mm == without.hex_mm and with_chart.plan.margin == without.plan.margin
    assert _names(with_chart) - _names(without) == {"terrain"} and _names(without) <= _names(with_chart)


@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("left_out", [[], ["terrain"]], ids=["whole", "without the chart"])
def test_a_sheet_made_to_measure_leaves_out_nothing(name: str, left_out: list[str]) -> None:
    """Nobody has asked for a small sheet: there furniture is smaller, on the whole of its paper."""
    plan = _sheet(name, leave_out=left_out).plan
    assert not [part.name for part in plan.missing_parts]
    assert plan.scale > 0.85


def test_what_a_sheet_made_to_measure_has_no_room_for_is_told() -> None:
    """Boxes for large counters are large; on a paper that the designer has chosen a check tells of them."""
    context = context_of("teaching-mpbs")
    options = replace(context.options, printing=replace(context.print_settings, counter_mm=25))
    large = replace(context, options=options, _values={})
    sheet = MapSheet(large)
    assert sheet.left_out and len(sheet.left_out) == len(sheet.plan.missing_parts)
    assert "boxes Orders" in sheet.left_out
    _, missing = print_map_and_missing(large)
    assert missing[-len(sheet.left_out) :] == sheet.left_out
    assert _sheet("teaching-mpbs", paper="a4", hex="fit").left_out == ()


@pytest.mark.parametrize("name", [name for name in BATTLES if not name.startswith("teaching-")])
def test_every_historical_battle_has_it_in_every_language(name: str) -> None:
    for language in context_of(name).battle.languages:
        sheet = _sheet(name, language)
        assert "terrain" in _names(sheet), language
        left_out = [part.name for part in sheet.plan.missing_parts]
        assert not left_out, (language, "furniture is drawn smaller before boxes are left out")


@pytest.mark.parametrize("name", BATTLES)
def test_a_line_for_every_terrain_with_the_values_of_the_charts(name: str) -> None:
    loaded = bundled(name)
    battle, charts = loaded.battle, loaded.charts
    assert battle is not None and charts is not None
    for language in _LANGUAGES[battle.series.id]:
        table = chart_table(battle, charts, language)
        assert table is not None
        names = {terrain.name.get(language).lower() for terrain in used_terrains(battle)}
        assert {row.label.lower() for row in table.rows} == names
        for row in table.rows:
            assert len(row.cells) == len(table.heads) and row.cells[0].text, row.label
        assert all((*table.heads, *table.notes))


def test_values_are_those_of_the_charts_in_short_words() -> None:
    loaded = bundled("rolica-1808")
    assert loaded.battle is not None and loaded.charts is not None
    table = chart_table(loaded.battle, loaded.charts, "en")
    assert table is not None and table.title == "Terrain effects°"
    rows = {row.label: [cell.text for cell in row.cells] for row in table.rows}
    chart = loaded.charts.get("TBL-TEC-HEX")
    costs = ("infantry", "cavalry", "foot_artillery", "horse_artillery")
    assert rows["Village"][:4] == [cell_text(chart, ("village", key), "en") for key in costs]
    assert rows["Village"][4:] == ["cav.", "no", "no", "−1", "−1"]
    # Up and down a slope are two values of one line; roads have costs alone.
    assert rows["Slope"][:4] == ["+1/0", "+1/0", "Z", "Z"]
    assert rows["Slope"][7] == "−1/+1" and rows["Steep slope"][7] == "−2/0"
    assert rows["Road"] == ["1", "1", "1", "1", "", "", "", "", ""]
    assert any("up, or from outside to inside / the other direction" in note for note in table.notes)


def test_a_value_of_the_battle_is_marked() -> None:
    loaded = bundled("rolica-1808")
    assert loaded.battle is not None and loaded.charts is not None
    charts, problems = loaded.charts.with_overrides([Override("TBL-TEC-HEX", ("village", "cavalry"), 4)])
    assert not problems
    table = chart_table(loaded.battle, charts, "en")
    assert table is not None
    village = next(row for row in table.rows if row.label == "Village")
    assert [cell.text for cell in village.cells[:2]] == ["2", "4*"]


def test_a_series_that_says_nothing_of_the_sheet_has_no_chart_there() -> None:
    charts = bundled("rolica-1808").charts
    assert charts is not None
    assert "terrain" not in _names(_sheet("rolica-1808", charts=ChartBook(charts.charts)))


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
def test_every_word_exists_in_every_language_of_the_series(series: str) -> None:
    charts = bundled(f"teaching-{series}").charts
    assert charts is not None
    sheet = charts.sheet
    texts = [sheet.title, *sheet.notes, *(column.head for column in sheet.columns)]
    texts += [column.over for column in sheet.columns if column.over]
    signs = [text for column in sheet.columns for text in column.words.values()]
    texts += [text for text in signs if text.get() != "—"]
    assert len(sheet.columns) > 7
    assert [text for text in texts if not all(map(text.has, charts.languages))] == []


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        ({"columns": [{"head": "Foot", "keys": ["infantery"]}]}, "no terrain chart has a column infantery"),
        ({"columns": [{"keys": []}]}, "terrain chart of the map sheet: malformed data"),
    ],
)
def test_malformed_data_of_the_sheet_is_named(sheet: dict[str, object], reason: str) -> None:
    with pytest.raises(ChartDataError, match=reason):
        book_from_plain({**book_plain(), "sheet": sheet})
