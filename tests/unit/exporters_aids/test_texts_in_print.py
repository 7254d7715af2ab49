"""No text of the model is forgotten: each field that holds texts has a product that shows them.

The fields are found by the types of the model. A new one fails `test_every_text_field_has_a_product` until it is
in `BOOKLET`, and then in the booklet, or in `ELSEWHERE` with the product that shows it.
"""

from __future__ import annotations

import pytest

from jdgtools.derived.marker_counts import marker_count
from jdgtools.exporters.booklet.inlines import fine
from tests.unit.exporters_aids.conftest import context, pages, squeezed
from tests.unit.exporters_aids.test_aids_booklet import each_book
from tests.unit.exporters_aids.text_fields import text_fields, texts_of

BOOKLET = {
    ("ActivationMarker", "effect"), ("ActivationMarker", "name"),
    ("Arrival", "condition"), ("Arrival", "note"),
    ("AutomaticVictory", "name"),
    ("Battle", "credits"), ("Battle", "notes"), ("Battle", "place"), ("Battle", "sources"),
    ("Battle", "strength_point"), ("Battle", "subtitle"), ("Battle", "title"),
    ("BattleMap", "credits"),
    ("BattleSide", "name"),
    ("ChartOverride", "note"),
    ("Command", "name"), ("Command", "parent"),
    ("RuleEffect", "name"),
    ("EntryArea", "name"),
    ("Leader", "name"), ("Leader", "back_name"),
    ("MarkerDef", "name"),
    ("OptionalRule", "title"), ("OptionalRule", "text"),
    ("PhaseDef", "name"), ("PhaseDef", "steps"),
    ("Scenario", "title"), ("Scenario", "summary"), ("Scenario", "notes"),
    ("SeriesDef", "title"),
    ("SpecialRule", "title"), ("SpecialRule", "text"),
    ("Turn", "label"), ("TurnFlag", "name"),
    ("Unit", "name"),
    ("VictoryAward", "name"), ("VictoryLevel", "name"),
}  # fmt: skip
MAP = "lettering of the map (render_map)"
COUNTERS = "lettering of the counters (render_counters)"
SERIES = "vocabulary of the series: the booklet says what this battle uses"
ELSEWHERE = {
    ("HexsideFeature", "name"): MAP,
    ("Way", "name"): MAP,
    ("NamedPlace", "name"): MAP,
    ("Region", "name"): "the map where the region is shown, conditions, the package",
    ("Unit", "short"): COUNTERS,
    ("MarkerDef", "legend"): COUNTERS,
    ("MarkerDef", "back_legend"): COUNTERS,
    ("Nationality", "name"): "it tells authors whose colours these are: no product says it",
    ("BoxDef", "name"): "boxes of the module and the map's furniture",
    ("DieDef", "name"): "buttons of the module",
    **dict.fromkeys(
        (
            ("FieldDef", "abbreviations"), ("FieldDef", "description"), ("FieldDef", "name"),
            ("OptionDef", "name"), ("OptionDef", "text"), ("RoleDef", "name"), ("StateAxis", "name"), ("StateValue", "name"),
            ("TerrainDef", "name"), ("UnitTypeDef", "name"), ("SeriesDef", "activation_codes"),
            ("SeriesDef", "arms"), ("SeriesDef", "command_heading"), ("SeriesDef", "command_name"),
            ("SeriesDef", "counter_back"), ("SeriesDef", "orders"), ("SeriesDef", "turn_flags"), ("SeriesDef", "value_names"),
        ),
        SERIES,
    ),
}  # fmt: skip
TEACHING = ["teaching-jdg", "teaching-afe", "teaching-mpbs"]


def test_every_text_field_has_a_product() -> None:
    assert not BOOKLET & set(ELSEWHERE)
    assert text_fields() == BOOKLET | set(ELSEWHERE)


def test_every_text_field_is_tried() -> None:
    """A field that no battle fills would be looked for in vain."""
    filled = {field for name in TEACHING for field, _ in texts_of(context(name, "en").battle)}
    assert filled >= BOOKLET


@each_book
def test_every_text_of_the_model_is_in_the_booklet(battle: str, language: str) -> None:
    shown = squeezed("".join(pages(battle, language))).casefold()
    missing = []
    model = context(battle, language).battle
    unprinted = {
        id(m.name)
        for m in model.series.markers
        if not marker_count(model, m, context(battle, language).series)
    }
    for field, text in texts_of(model):
        if id(text) in unprinted:
            continue
        words = fine(text.get(language))
        # Where two columns stand side by side, a reader of PDFs may mix their lines: then word by word.
        if field in BOOKLET and squeezed(words).casefold() not in shown:
            missing += [(field, word) for word in words.casefold().split() if word not in shown]
    assert missing == []


@pytest.mark.parametrize("name", TEACHING)
def test_texts_are_found_by_the_types(name: str) -> None:
    """The walk over a battle meets no text that the walk over the types does not know."""
    assert {field for field, _ in texts_of(context(name, "en").battle)} <= text_fields()
