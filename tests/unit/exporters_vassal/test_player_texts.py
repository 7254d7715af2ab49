"""Texts that players see: no id of the battle in any language, and titles inside their boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.exporters.module.box_titles import (
    TITLE_FONT,
    TITLE_MARGIN,
    area_title,
    title_lines,
    turn_times,
)
from jdgtools.exporters.module.boxes import build_boxes
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.pages import commands
from jdgtools.exporters.module.turn import TurnTrack
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Placement, Turn
from jdgtools.render.text import text_width
from jdgtools.vassal.traits import CalculatedProperty, Label, Layer, ReportAction, SendTo, Trigger
from tests.tools.vassal_expressions import Scope, evaluate
from tests.unit.exporters_vassal.conftest import (
    ALL_BATTLES,
    BATTLES,
    MODULES,
    built_once,
    context,
    module_context_of,
)
from tests.unit.exporters_vassal.test_module import prototypes, slots

LANGUAGES = ("en", "fr", "pl", "hu")
SEEN = ("text", "buttonText", "tooltip", "tooltipText", "buttonToolTip", "entryName", "title", "description")
"""Attributes of components that a player sees, beside the names of those in NAMED."""
NAMED = ("Zone", "PredefinedSetup", "Map", "Chart", "HtmlChart", "HelpFile", "DrawPile")
_QUOTED = re.compile(r'"([^"]*)"')


def said(text: str) -> str:
    """What an expression or a report says: its texts in quotes, or all of a plain one."""
    return " | ".join(_QUOTED.findall(text)) if text.startswith("{") else text


def player_texts(built: ModuleBuild) -> Iterator[tuple[str, str]]:
    """Yield where a text stands, and the text."""
    for component in built.module.root.walk():
        hidden = component.attributes.get("buttonText") == "" and component.get("icon") == ""
        for name, value in component.attributes.items():
            if name == "tooltip" and hidden:
                continue  # a button without words or icon is not there for players
            if name in SEEN or (name in ("name", "mapName") and component.tag.rpartition(".")[2] in NAMED):
                yield f"{component.tag} {name}", said(value)
            if "ormat" in name:
                yield f"{component.tag} {name}", said(value)
    for piece in (*slots(built), *prototypes(built).values()):
        yield "piece", piece.name
        for trait in piece.traits:
            for menu, _ in commands(trait):
                yield f"menu of {piece.name}", menu
            if isinstance(trait, ReportAction):
                yield f"report of {piece.name}", said(trait.format)
            if isinstance(trait, CalculatedProperty) and trait.name.endswith(("_text", "Text", "Info")):
                yield f"{trait.name} of {piece.name}", said(trait.expression)
            if isinstance(trait, Label):
                yield f"label of {piece.name}", said(trait.text)
            if isinstance(trait, Layer):
                yield from ((f"layer of {piece.name}", name) for name in trait.names)
    for name, content in built.module.entries.items():
        if name.endswith(".html"):
            yield name, re.sub(r"<[^>]*>", " ", content.decode())


def ids_of(battle: Battle) -> set[str]:
    """Ids that are no words: those of several parts."""
    things = [battle.units, battle.leaders, battle.commands, battle.activation, battle.sides]
    if battle.map is not None:
        things += [battle.map.regions, battle.map.entries, battle.map.places]
    ids = {thing.id for group in things for thing in group if thing.id}
    ids |= {a.id for s in battle.scenarios for a in s.arrivals} | {s.id for s in battle.scenarios}
    series = battle.series
    ids |= {x.id for group in (series.unit_types, series.markers, series.boxes) for x in group}
    ids |= {v.id for a in series.state_axes for v in a.values} | {a.id for a in series.state_axes}
    return {i for i in ids if re.search(r"[a-z0-9][-_][a-z0-9]", i)}


@pytest.mark.parametrize(("name", "language"), MODULES)
def test_no_text_that_a_player_sees_has_an_id_in_it(name: str, language: str) -> None:
    built = built_once(name, language)
    battle = context(name).battle
    ids = ids_of(battle)
    names = {" ".join(t.get(language).split()) for t in (u.name for u in battle.units)}
    wrong = {
        (where, word)
        for where, text in player_texts(built)
        for word in re.findall(r"(?<![\w$/.-])[a-z0-9]+(?:[-_][a-z0-9]+)+(?![\w$/.-])", text)
        if word in ids and word not in names
    }
    assert not wrong


def words_context(name: str, language: str) -> ModuleContext:
    given = module_context_of(name)
    given.language = language
    return given


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL_BATTLES)
def test_every_title_fits_its_box(name: str, language: str) -> None:
    for box in build_boxes(words_context(name, language)).values():
        rows = title_lines(box.title, box.width)
        assert rows is not None, box.title
        assert len(rows.lines) * rows.size <= 22, "the strip behind it is 22 pixels high"
        assert " ".join(rows.lines) == box.title
        for line in rows.lines:
            assert text_width(line, TITLE_FONT, rows.size) <= box.width - 2 * TITLE_MARGIN


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL_BATTLES)
def test_no_title_of_a_box_has_an_id_in_it(name: str, language: str) -> None:
    given = words_context(name, language)
    ids = ids_of(given.battle)
    for box in build_boxes(given).values():
        assert not set(re.findall(r"[a-z0-9_-]+", box.title)) & ids
        assert "within" not in box.title or language == "en"


@pytest.mark.parametrize("name, word", [("rolica-1808", "Formacje"), ("edgehill-1642", "Skrzydła")])
def test_boxes_of_cards_are_called_as_the_series_calls_commands(name: str, word: str) -> None:
    boxes = build_boxes(words_context(name, "pl")).values()
    titles = [box.title for box in boxes if box.kind_title == word]
    assert len(titles) == 2 and all(title.startswith(f"{word}: ") for title in titles)


def test_a_long_title_stands_in_two_lines_and_then_widens_its_box() -> None:
    title = "Turn 4 · Ross's 20th Foot · 0208/0207/0209"
    rows = title_lines(title, 170)
    assert rows is not None
    assert len(rows.lines) == 2
    assert title_lines("Turn 4", 130) == replace(rows, lines=("Turn 4",), size=15.0)
    assert title_lines(title * 3, 130) is None


def test_a_turn_whose_time_differs_by_scenario_shows_all_its_times() -> None:
    scenarios = context("teaching-jdg").battle.scenarios
    early, late = (
        replace(scenarios[0], turns=tuple(Turn(n, time) for n, time in enumerate(times, 1)))
        for times in (("07:00", "08:00"), ("09:00", "08:00", ""))
    )
    assert turn_times([early, late]) == [(1, "07:00 / 09:00"), (2, "08:00"), (3, "")]


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_every_turn_with_a_time_shows_it(name: str) -> None:
    given = words_context(name, "en")
    titles = {b.id: b.title for b in build_boxes(given).values()}
    for scenario in given.battle.scenarios:
        for turn in scenario.turns:
            assert turn.time in titles.get(f"turn_track/{turn.number}", turn.time)


@pytest.mark.parametrize(("name", "language"), MODULES)
def test_what_is_to_do_in_a_step_is_a_sentence(name: str, language: str) -> None:
    """In the sequence of play a step may go on with the next one, and has the letter of its label."""
    steps = TurnTrack(replace(module_context_of(name), language=language)).steps
    assert any(step.reminder for step in steps)
    for step in steps:
        assert not step.reminder.endswith((",", ";", ":")), step
        assert step.reminder[:1] == step.reminder[:1].upper(), step
        label = step.name.split()[0].rstrip(".")
        assert not step.reminder.startswith(f"{label[-1]}. "), step


def test_an_area_is_told_by_its_name_or_in_words() -> None:
    given = words_context("teaching-jdg", "fr")
    battle_map = given.battle.map
    assert battle_map is not None
    area = battle_map.entries[0]
    first = battle_map.grid.id(0)
    titles = {
        f"entry {area.id}": area.name.get("fr"),
        f"within 1 of {first}": f"à 1 hex au plus de {first}",
        f"within 2 of {first}": f"à 2 hexes au plus de {first}",
        "region nobody-knows": f"{first}/{battle_map.grid.id(1)}",
    }
    for name, title in titles.items():
        placement = Placement("x", "unit", area=(0, 1), area_name=name)
        assert area_title(given, placement) == f"Zone de mise en place : {title}"


def test_results_are_told_without_a_verb_of_one_person() -> None:
    for name in BATTLES:
        for where, text in player_texts(built_once(name)):
            if where.startswith(("report of", "VASSAL.build.module.DoActionButton")):
                text = text.replace("Davout attacks", "")  # what a marker is called
                assert not re.search(r"\b(rolls|draws|leaves|wins|attacks|receives|is back)\b", text), where


@pytest.mark.parametrize(("name", "language"), MODULES)
def test_ratings_are_shortened_in_the_language_of_the_module(name: str, language: str) -> None:
    """What a counter says to the mouse: `PF 4`, not `SP 4`, in French."""
    series = context(name).battle.series
    fields = [*series.unit_fields, *(f for role in series.roles for f in role.fields)]
    foreign = {f.short("en") for f in fields} - {f.short(language) for f in fields} - {""}
    infos = [text for where, text in player_texts(built_once(name, language)) if where.startswith("Info of")]
    assert infos
    for text in infos:
        assert not foreign & {
            rating.split()[0] for rating in re.split(r" · | \| ", text) if rating.strip()
        }, text


AFE_MODULES = [(name, language) for name, language in MODULES if context(name).battle.series.id == "afe"]


@pytest.mark.parametrize(("name", "language"), AFE_MODULES)
def test_a_code_on_a_counter_is_told_with_its_meaning(name: str, language: str) -> None:
    """AFE-2.2-b: the codes are the same in every language, `Ch` for knights."""
    battle = context(name).battle
    kinds = {
        f"{kind.name.get(language)} ({kind.code})"
        for unit in battle.units
        if (kind := battle.series.unit_type(unit.type or "")) is not None
    }
    told = {
        line.split(" · ")[0]
        for where, text in player_texts(built_once(name, language))
        if where.startswith("Info of")
        for line in text.split(" | ")
    }
    assert kinds
    assert kinds <= told


SLIPS = re.compile(r"::|,,|\(\)|\( | \)| ,|(?<![.…])\.\.(?!\.)|\ba\(z\)|(?<=[\s(])-\d")
"""Signs that no sentence of any language has: two colons, an empty pair of brackets, a hyphen for a minus."""


def _joined(text: str) -> str:
    """Return a text without the gaps that tags leave, which are no part of what a page says."""
    return re.sub(r"\( +| +(?=[,)])", lambda gap: gap[0].strip(), text) if "font-family" in text else text


@pytest.mark.parametrize(("name", "language"), MODULES)
def test_texts_have_no_slips_of_the_pen(name: str, language: str) -> None:
    wrong = [
        (where, text)
        for where, text in player_texts(built_once(name, language))
        if "<table" not in text and " | " not in text and SLIPS.search(_joined(text))
    ]
    assert not wrong


@pytest.mark.parametrize("name", [name for name, language in MODULES if language == "fr"])
def test_french_has_a_blank_before_colons_and_semicolons(name: str) -> None:
    built = built_once(name, "fr")
    wrong = [(where, text) for where, text in player_texts(built) if re.search(r"[^\s:|]: |[^\s:|]:$", text)]
    # What checks say is put together by properties of the table.
    changes = (b.get("propChanger") for b in built.module.root.find("ChangePropertyButton"))
    wrong += [
        ("property", text)
        for text in changes
        for said in _QUOTED.findall(text)
        if "; " in f" {said}" and " ; " not in said
    ]
    assert not wrong


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_what_a_command_does_is_told_when_it_has_been_done(name: str) -> None:
    """A report behind what acts on its command is made too early: an elimination was told without its place."""
    for block, piece in prototypes(built_once(name)).items():
        for n, trait in enumerate(piece.traits):
            if isinstance(trait, ReportAction):
                earlier = {t.key for t in piece.traits[:n] if isinstance(t, Trigger | SendTo)}
                assert not set(trait.keys) & earlier, (block, trait)


def test_a_piece_just_laid_leaves_no_empty_brackets() -> None:
    reports = [
        trait.format
        for trait in prototypes(built_once("teaching-jdg"))["Losses"].traits
        if isinstance(trait, ReportAction) and "eliminated" in trait.format
    ]
    [line] = reports
    piece = {"BasicName": "IR 33", "Formation": "Bianchi"}
    assert evaluate(line, Scope(piece.get)) == "IR 33 [Bianchi]: eliminated"
    assert (
        evaluate(line, Scope((piece | {"OldLocationName": "0402"}).get))
        == "IR 33 [Bianchi]: eliminated (0402)"
    )
