"""Words of a battle's own: beside those of the series, and behaving as it says."""

import shutil
from pathlib import Path

import pytest

from jdgtools.derived import derive
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.exporters.jdgpkg.ground import terrain_of
from jdgtools.exporters.jdgpkg.vocabulary import option_list_of, vocabulary_of
from jdgtools.loading import load
from jdgtools.model.vocabulary import BattleWords, with_words
from jdgtools.render.counters.listing import list_counters
from jdgtools.rules import MapRules
from jdgtools.series.registry import find_series

TEACHING = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"


def loaded_with(tmp_path, *edits):
    """Return the teaching battle with texts of its files replaced."""
    folder = tmp_path / "battle"
    shutil.copytree(TEACHING, folder)
    for file, old, new in edits:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        path.write_text(text.replace(old, new), encoding="utf-8")
    return load(folder)


def errors(loaded):
    return [d for d in loaded.report.diagnostics if d.severity is Severity.ERROR]


@pytest.fixture(scope="module")
def loaded():
    return load(TEACHING)


def test_the_words_join_those_of_the_series(loaded):
    series, battle = find_series("jdg").definition, loaded.battle
    assert loaded.ok and battle.words
    for name in ("terrains", "unit_types", "markers", "state_axes", "options"):
        added = [word.id for word in getattr(battle.series, name)][len(getattr(series, name)) :]
        assert added, name
        assert not set(added) & {word.id for word in getattr(series, name)}
    assert battle.series.turn_flags[-1][0] == "sun"
    assert with_words(battle.series, battle.words) == battle.series
    assert with_words(series, BattleWords()) is series


def test_a_terrain_has_the_cells_of_its_like(loaded):
    chart = loaded.charts.get("TBL-TEC-HEX")
    for prop in chart.axes[1].ids:
        cell, like = chart.cell("strand", prop), chart.cell("clear", prop)
        assert (cell.value, cell.kind) == (like.value, "battle")
    assert "strand" not in loaded.charts.get("TBL-TEC-HEXSIDE").axes[0].ids
    assert "strand" not in find_series("jdg").charts.get("TBL-TEC-HEX").axes[0].ids


def test_a_terrain_follows_changes_of_its_like_and_has_cells_of_its_own(tmp_path):
    change = "  - chart: TBL-TEC\n    key: [garden, infantry]"
    own = "  - {chart: TBL-TEC, key: [strand, cavalry], value: 2}\n"
    like = "  - {chart: TBL-TEC, key: [clear, foot_artillery], value: 3}\n"
    chart = loaded_with(tmp_path, ("battle.yaml", change, own + like + change)).charts.get("TBL-TEC-HEX")
    assert chart.value("strand", "cavalry") == 2 and chart.value("clear", "cavalry") == 1
    assert chart.value("strand", "foot_artillery") == chart.value("clear", "foot_artillery") == 3


def test_a_terrain_moves_and_sees_as_its_like(tmp_path):
    """A town of the battle's own is a town to the rules that name towns (AMB-54)."""
    suburb = "  terrains:\n    - {id: suburb, name: suburb, like: town}\n"
    edits = (("battle.yaml", "  terrains:\n", suburb), ("map.yaml", "t: town,", "t: suburb,"))
    plain, own = load(TEACHING), loaded_with(tmp_path, *edits)
    for block in (True, False):
        rules = [MapRules.of(b.battle, b.charts) for b in (plain, own)]
        for one in rules:
            one.options["los_town_castle_block"] = block
        series = find_series("jdg")
        assert (series.sight.all_pairs(rules[0]) == series.sight.all_pairs(rules[1])).all()
        town = rules[1].map.terrain.index("suburb")
        steps = [[series.movement.step(r, town, d, "cavalry").cost for d in range(6)] for r in rules]
        assert steps[0] == steps[1]
        pairs = [series.sight.sight(r, 0, town + 1).clear for r in rules]
        assert pairs[0] == pairs[1]


def test_a_unit_type_is_its_like_but_for_name_and_symbol(loaded):
    own, like = (loaded.battle.series.unit_type(t) for t in ("landwehr", "line_infantry"))
    assert (own.arm, own.movement_class, own.symbol) == (like.arm, like.movement_class, "militia")
    assert loaded.battle.series.type_acts_as("landwehr") == "line_infantry"
    assert loaded.battle.unit("au-39").arm == "infantry"


def test_markers_are_printed_and_states_set(loaded):
    counters = {c.subject: c for c in list_counters(loaded.battle, loaded.series) if c.kind == "marker"}
    assert counters["smoke"].copies == 4, "two a side"
    assert counters["picket"].copies == 4
    dawn = loaded.battle.scenario("dawn")
    assert dawn.placement("au-hus").state == {"outposts": "on_picket"}
    assert "sun" in dawn.turns[1].flags


def test_a_state_is_of_the_arms_that_it_names(loaded):
    axis = loaded.battle.series.axis("outposts")
    assert (axis.arms, axis.applies_to, axis.default) == (("cavalry",), ("unit",), "assembled")


def test_an_optional_rule_is_an_option(tmp_path):
    battle = loaded_with(
        tmp_path, ("scenarios/battle.yaml", "tie: draw}", "tie: draw, soft_fields: true}")
    ).battle
    values = [next(o for o in option_list_of(battle, s) if o.id == "soft_fields") for s in battle.scenarios]
    assert [v.value for v in values] == [True, False]
    assert values[0].sentence["fr"] == "Champs détrempés" and values[0].text["pl"].startswith("W etapach")
    bad = loaded_with(tmp_path / "2", ("scenarios/battle.yaml", "tie: draw}", "tie: draw, soft_fields: 3}"))
    assert [d.code for d in errors(bad)] == ["GEN001"]


def test_the_package_names_the_words(loaded):
    kinds = terrain_of(derive(loaded.battle, loaded.series, loaded.charts)).kinds
    assert {k.id: k.like for k in kinds}["strand"] == "clear"
    words = vocabulary_of(loaded.battle)
    for group, name in (
        ("markers", "smoke"),
        ("states", "on_picket"),
        ("turn_flags", "sun"),
        ("unit_types", "landwehr"),
    ):
        assert name in {word.id for word in getattr(words, group)}


def test_language_files_translate_words(tmp_path):
    en = "name: {en: Smoke, fr: Fumée, pl: Dym}"
    edits = (
        ("battle.yaml", en, "name: Smoke"),
        ("battle.yaml", "{en: on picket, fr: aux avant-postes, pl: na pikiecie}", "on picket"),
        (
            "lang/fr.yaml",
            "strings:\n",
            "strings:\n  marker-kind.smoke.name: Fumée\n  state.outposts.on_picket.name: en vedette\n",
        ),
    )
    battle = loaded_with(tmp_path, *edits).battle
    assert battle.series.marker("smoke").name.get("fr") == "Fumée"
    assert battle.series.axis("outposts").values[1].name.get("fr") == "en vedette"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("marker: picket}", "marker: pickett}", "REF011"),
        ("arms: [cavalry]", "arms: [cavalrie]", "REF005"),
        ("like: clear, look: sand}", "like: stream, kind: hex}", "REF027"),
        ("count: 2, per: side", "count: 4000, per: side", "SCH006"),
        ("count: 2, per: side", "count: -1, per: side", "SCH006"),
        ("count: 2, per: side", "count: 2, per: turns", "SCH004"),
        ("colour: fire", "colour: pink", "SCH004"),
        ("look: sand", "look: ''", "SCH012"),
    ],
)
def test_misuse(tmp_path, old, new, code):
    problems = errors(loaded_with(tmp_path, ("battle.yaml", old, new)))
    assert [d.code for d in problems] == [code], [d.message for d in problems]
    assert problems[0].span is not None and problems[0].span.file.endswith("battle.yaml")
