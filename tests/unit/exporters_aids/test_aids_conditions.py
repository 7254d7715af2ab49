"""Victory conditions read as sentences."""

from __future__ import annotations

import pytest

from jdgtools.exporters.booklet import inlines
from jdgtools.exporters.booklet.conditions import condition_text, span_text
from jdgtools.exporters.booklet.flowables import Block, PlainTable, content_of
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.rules import Earlier
from jdgtools.exporters.booklet.scenarios import victory_sheets
from jdgtools.model.victory import Condition
from tests.unit.exporters_aids.conftest import context

TURN = Condition("turn", low=4)
ALL_FRENCH = ("fr-13l", "fr-17", "fr-30", "fr-art", "fr-1ch", "fr-1cu")


def names(language: str) -> BookletNames:
    return BookletNames(context("teaching-jdg", language))


def index(hex_id: str) -> int:
    the_map = context("teaching-jdg", "en").battle.map
    assert the_map is not None
    found = the_map.grid.index(hex_id)
    assert found is not None
    return found


def words_of_block(block: Block) -> list[str]:
    parts = [part for element in block.elements for part in content_of(element)]
    rows = [row for part in parts if isinstance(part, PlainTable) for row in part.rows]
    return [inlines.words(cell) for row in rows for cell in row]


def holds(side: str, *hexes: str, count: int | None = None) -> Condition:
    return Condition("holds", side=side, hexes=tuple(map(index, hexes)), count=count)


def test_a_place_is_named() -> None:
    assert condition_text(holds("france", "0104"), names("en"), "france") == "hold Valmar (0104)"
    assert condition_text(holds("france", "0104"), names("fr"), "france") == "tenir Valmar (0104)"


def test_another_side_is_named() -> None:
    assert condition_text(holds("austria", "0104"), names("en"), "france") == "Austrians: hold Valmar (0104)"
    assert (
        condition_text(holds("austria", "0104"), names("fr"), "france") == "Autrichiens : tenir Valmar (0104)"
    )


def test_a_number_of_hexes() -> None:
    some = holds("france", "0101", "0102", "0103", count=2)
    assert condition_text(some, names("en"), "france") == "hold at least 2 of 0101, 0102, 0103"
    assert condition_text(some, names("en"), "france", each=True).startswith("hold any of")


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (Condition("turn", low=4), "from turn 4 on"),
        (Condition("turn", high=9), "until turn 9"),
        (Condition("turn", low=2, high=5), "turns 2 to 5"),
        (Condition("turn", low=9, high=9), "turn 9"),
        (Condition("always"), "always"),
        (Condition("difference", side="france", low=4), "lead in points: 4 or more"),
        (Condition("difference", side="austria", low=-1, high=1), "Austrians: lead in points: −1 to 1"),
        (Condition("eliminated", units=ALL_FRENCH), "eliminated: all units (French)"),
        (Condition("eliminated", units=ALL_FRENCH, count=2), "at least 2 eliminated: any unit (French)"),
        (
            Condition("losses", units=("fr-1ch", "fr-1cu"), percent=50),
            "50 % of the strength eliminated: Jacquinot's brigade",
        ),
        (Condition("state", units=("fr-17",), value="routed"), "in the state “routed”: 17e Ligne"),
        (Condition("exited", units=("fr-17",), edge="N"), "off the map (↑ N): 17e Ligne"),
        (Condition("exited", units=("fr-17",)), "off the map (any edge): 17e Ligne"),
    ],
)
def test_each_kind(condition: Condition, text: str) -> None:
    shown = condition_text(condition, names("en"), "france")
    # The order of a command's units does not matter to the name.
    assert shown == text


def test_all_any_and_not_nest() -> None:
    nested = Condition("all", parts=(TURN, Condition("any", parts=(holds("france", "0101"), TURN))))
    assert condition_text(nested, names("en"), "france") == "from turn 4 on and (hold 0101 or from turn 4 on)"
    assert condition_text(Condition("not", parts=(TURN,)), names("en"), None) == "not (from turn 4 on)"
    assert condition_text(Condition("all"), names("en"), None) == "always"


def test_hexes_not_held_need_no_brackets() -> None:
    other = Condition("not", parts=(holds("austria", "0104"),))
    assert condition_text(other, names("en"), "france") == "Austrians: do not hold Valmar (0104)"
    assert condition_text(other, names("fr"), "austria") == "ne pas tenir Valmar (0104)"
    some = Condition("not", parts=(holds("france", "0101", "0102", "0103", count=2),))
    assert condition_text(some, names("en"), "france").startswith("not (hold at least 2 of")


@pytest.mark.parametrize("language", ["en", "fr", "pl", "hu"])
@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-afe", "teaching-mpbs", "rolica-1808"])
def test_all_conditions_of_the_bundled_battles_can_be_said(battle: str, language: str) -> None:
    ctx = context(battle, language)
    for scenario in ctx.battle.scenarios:
        for entry in (*scenario.awards, *scenario.automatic):
            shown = condition_text(entry.when, BookletNames(ctx), entry.side)
            assert shown.strip("– ")
            assert "{" not in shown


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(1, 3, "1 to 3"), (2, 2, "2"), (-2, None, "−2 or more"), (None, 5, "5 or less"), (None, None, "–")],
)
def test_spans(low: int | None, high: int | None, text: str) -> None:
    assert span_text(low, high, names("en")) == text


def test_the_fallen_the_fled_and_the_captured_are_told_apart() -> None:
    battle = context("teaching-afe", "en").battle
    knights = tuple(u.id for u in battle.units if u.side == "crown" and u.type == "knights")
    for kind, english, hungarian in (
        ("eliminated", "eliminated: ", "megsemmisítve: "),
        ("destroyed", "destroyed: ", "szétverve: "),
        ("fled", "fled off the map: ", "elmenekült: "),
        ("captured", "captured: ", "elfogva: "),
    ):
        for language, words in (("en", english), ("hu", hungarian)):
            said = condition_text(
                Condition(kind, units=knights),  # type: ignore[arg-type]
                BookletNames(context("teaching-afe", language)),
                "league",
            )
            assert said.startswith(words)
    infantry = tuple(u.id for u in battle.units if u.side == "league" and u.arm == "infantry")
    two = condition_text(
        Condition("fled", units=infantry, count=2), BookletNames(context("teaching-afe", "en")), "crown"
    )
    assert two == "at least 2 fled off the map: infantry (The League)"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "eliminated or captured: 17e Ligne"),
        ("fr", "élimination ou capture : 17e Ligne"),
        ("pl", "eliminacja lub w rękach wroga: 17e Ligne"),
    ],
)
def test_what_may_happen_to_the_same_units_is_said_with_their_names_once(language: str, text: str) -> None:
    lost = Condition("eliminated", units=("fr-17",)), Condition("captured", units=("fr-17",))
    assert condition_text(Condition("any", parts=lost), names(language), "france") == text
    # Both at once is another matter, and so are other units.
    assert condition_text(Condition("all", parts=lost), names("en"), "france").count("17e Ligne") == 2
    others = lost[0], Condition("captured", units=("fr-30",))
    assert condition_text(Condition("any", parts=others), names("en"), "france").count("Ligne") == 2


def test_none_of_several_hexes_is_no_double_negation() -> None:
    none = Condition("not", parts=(holds("france", "0101", "0102", count=1),))
    assert condition_text(none, names("en"), "austria") == "French: hold none of 0101, 0102"
    assert condition_text(none, names("fr"), "france") == "n'en tenir aucun : 0101, 0102"


def test_whole_formations_and_numbers_in_a_row_are_said_shortly() -> None:
    jacquinot = ("fr-1ch", "fr-17", "fr-1cu")
    assert names("en").pieces(jacquinot) == "Jacquinot's brigade, 17e Ligne"
    assert names("en").pieces(("fr-1ch",)) == "1er Chasseurs"
    assert names("en").numbers((1, 2, 3, 5, 7, 8)) == "1–3, 5, 7, 8"


def test_names_with_commas_of_their_own_are_told_apart_by_semicolons() -> None:
    vimeiro = {language: BookletNames(context("vimeiro-1808", language)) for language in ("en", "fr")}
    guns = [u.id for u in vimeiro["en"].battle.units if ", " in u.name.get("en")][:2]
    first, second = map(vimeiro["en"].piece, guns)
    assert vimeiro["en"].units(guns) == vimeiro["en"].pieces(guns) == f"{first}; {second}"
    assert " ; " in vimeiro["fr"].units(guns)
    assert names("en").pieces(("fr-17", "fr-1ch")) == "17e Ligne, 1er Chasseurs"


def test_a_rule_is_referred_to_by_the_number_that_it_has_there() -> None:
    """The second scenario of Edgehill has no dusk; the banner is still rule 4 of the first."""
    build = context("edgehill-1642", "en")
    first, second = build.battle.scenarios
    rules = Earlier(BookletNames(build.in_scenario(second)), second, [first]).rules()
    assert [(each.scenario.id, each.number) for each in rules] == [
        (first.id, 1),
        (first.id, 2),
        (first.id, 4),
    ]
    build = context("vimeiro-1808", "en")
    first, second = build.battle.scenarios
    rules = Earlier(BookletNames(build.in_scenario(second)), second, [first]).rules()
    assert [(each.scenario.id, each.number) for each in rules][-1] == (second.id, 4)


def test_an_award_of_one_turn_is_not_one_of_every_turn() -> None:
    build = context("rolica-1808", "en")
    scenario = build.battle.scenarios[0]
    sheets = victory_sheets(BookletNames(build), scenario, Earlier(BookletNames(build), scenario, ()))
    texts = [text for each in sheets for text in words_of_block(each)]
    assert any("each turn 2 to 5" in text and "every turn" in text for text in texts)
    assert [text for text in texts if "at the end of turn 9" in text and "every turn" in text] == []
