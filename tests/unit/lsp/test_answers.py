"""What the language server answers, without a connection: hostile and half typed texts, contexts, positions."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from lsprotocol.types import Position, Range

from jdgtools.lsp.completions import completions_at
from jdgtools.lsp.contexts import table_context, yaml_context
from jdgtools.lsp.fixes import fixes_at
from jdgtools.lsp.hovers import hover_at
from jdgtools.lsp.navigation import locations, name_at
from jdgtools.lsp.outlines import colors_of, symbols_of
from jdgtools.lsp.positions import Positions
from jdgtools.lsp.problems import problems_by_file
from jdgtools.lsp.projects import Project, Projects
from jdgtools.lsp.schema_keys import description_at, keys_at, values_at
from jdgtools.source.problem import MAX_BYTES

SCENARIOS = Path(__file__).parents[3] / "scenarios"


def project_of(battle: str, folder: Path) -> Project:
    copy = folder / battle
    shutil.copytree(SCENARIOS / battle, copy)
    return Project(copy)


def labels(project: Project, path: str, offset: int) -> list[str]:
    return [item.label for item in completions_at(project, path, offset)]


@pytest.mark.parametrize(
    ("text", "path", "key", "word", "siblings"),
    [
        ("", (), None, "", {}),
        ("ti", (), None, "ti", {}),
        ("id: x\nti", (), None, "ti", {"id": "x"}),
        ("title: ", (), "title", "", {}),
        ("title: {en: A", ("title",), "en", "A", {}),
        ("title: {en: A, f", ("title",), None, "f", {"en": "A"}),
        ("setup:\n  - {unit: a, hex: 01", ("setup",), "hex", "01", {"unit": "a"}),
        ("setup:\n- unit: a\n  hex: ", ("setup",), "hex", "", {"unit": "a"}),
        ("setup:\n  - unit: a\n  - un", ("setup",), None, "un", {}),
        ("victory:\n  awards:\n    - id: x\n      when: {holds: {side: f", ("victory", "awards", "when", "holds"), "side", "f", {}),
        ("reinforcements:\n  - id: r\n    units: [a, b", ("reinforcements",), "units", "b", {"id": "r"}),
        ("a: {b: [x, y], c: ", ("a",), "c", "", {"b": "[x, y]"}),
        ("a: 'quoted: text', b", (), "a", "'quoted: text', b", {}),
        ("a: \"open", (), "a", "open", {}),
        ("a: b # note: c", (), "a", "", {}),
        ('{\n  "setup": [\n    {"unit": "x', ("setup",), "unit", "x", {}),
        ("a:\r\n  b: c\r\n  d", ("a",), None, "d", {"b": "c"}),
        ("a:\n  - b:\n      - c: 1\n        d: ", ("a", "b"), "d", "", {"c": "1"}),
    ],
)  # fmt: skip
def test_context_of_half_typed_text(
    text: str, path: tuple[str, ...], key: str | None, word: str, siblings: dict[str, str]
) -> None:
    context = yaml_context(text, len(text))
    assert (context.path, context.key, context.word) == (path, key, word)
    assert context.start == len(text) - len(word)
    assert context.siblings == siblings


def test_context_in_a_table() -> None:
    text = "id,name,type\na,,li"
    assert table_context(text, len(text), ",").key == "type"
    assert table_context(text, 4, ",").key is None
    assert table_context("", 0, ",").key is None


def test_positions_count_in_utf_16() -> None:
    positions = Positions("a😀b\r\nc\n")
    assert positions.position(2) == Position(0, 3)
    assert positions.offset(Position(0, 3)) == 2
    assert positions.offset(Position(0, 99)) == 3
    assert positions.offset(Position(1, 1)) == 6
    assert positions.offset(Position(9, 0)) == len(positions.text)
    for offset in range(len(positions.text) + 1):
        if offset != 4:  # inside the line end
            assert positions.offset(positions.position(offset)) == offset


def test_schemas_say_keys_and_values() -> None:
    assert "hex" in keys_at("scenario", ("setup",)) and "facing" in keys_at("scenario", ("setup",))
    assert "distance" in keys_at("scenario", ("setup", "within"))
    assert values_at("map", ("grid", "orientation")) == ["flat", "pointy"]
    assert set(values_at("map", ("regions", "shown"))) == {"true", "false"}
    assert description_at("scenario", ("first_turn",)) == "First turn played."
    assert keys_at("scenario", ("nowhere", "at", "all")) == {} and keys_at("no-such-schema", ()) == {}


def test_a_huge_text_is_not_read_for_every_question(tmp_path: Path) -> None:
    """The editor waited for a minute and more; the check reads it, if a file may be as long."""
    project = project_of("teaching-jdg", tmp_path)
    former = project.documents["battle.yaml"]
    project.set_text("battle.yaml", "x: y\n" * 300_000)
    assert project.documents["battle.yaml"] is former and "battle.yaml" in project.open
    project.set_text("battle.yaml", " " * (MAX_BYTES + 1))
    assert "battle.yaml" not in project.open


@pytest.mark.parametrize("battle", ["teaching-afe", "teaching-mpbs"])
def test_every_series_has_words(battle: str, tmp_path: Path) -> None:
    project = project_of(battle, tmp_path)
    path = "scenarios/battle.yaml"
    text = project.documents[path].text
    half = text.replace("setup:\n", "setup:\n  - {unit: ", 1)
    project.set_text(path, half)
    offset = half.index("setup:\n  - {unit: ") + len("setup:\n  - {unit: ")
    assert project.battle is not None
    assert set(labels(project, path, offset)) >= {unit.id for unit in project.battle.units}


@pytest.mark.parametrize("path", ["battle.yaml", "map.yaml", "oob.csv", "scenarios/battle.yaml"])
def test_a_text_cut_off_anywhere_has_answers(path: str, tmp_path: Path) -> None:
    """Fifty places of each of four files: nothing fails, and every twelfth is checked as a whole."""
    project = project_of("teaching-jdg", tmp_path)
    text = project.documents[path].text
    dice = random.Random(path)
    for number, end in enumerate(sorted(dice.randrange(len(text)) for _ in range(50))):
        tail = dice.choice(
            ["", "", "\t", "[", "{", "'", '"', ": ", "- ", "&a", "*a", "\x00", "\ud83d", "😀", "|"]
        )
        project.set_text(path, text[:end] + tail)
        whole = len(text[:end] + tail)
        for offset in (whole, dice.randrange(whole + 1)):
            labels(project, path, offset)
            hover_at(project, path, offset)
            locations(project, path, offset, definition=True)
            locations(project, path, offset, definition=False)
            name_at(project, path, offset)
        symbols_of(project.documents[path])
        colors_of(project.documents[path])
        if number % 12 == 0:
            project.check()
            files = problems_by_file(project)
            assert any(files.values()) or not (text[end:] + tail).strip()
            fixes_at(project, path, Range(Position(0, 0), Position(9999, 0)))
    project.set_text(path, text)
    project.check()
    assert not any(problems_by_file(project).values())


def test_what_cannot_be_read_keeps_its_words(tmp_path: Path) -> None:
    project = project_of("teaching-jdg", tmp_path)
    project.set_text("map.yaml", "grid: [")
    project.set_text("battle.yaml", "series: jdg\nsides: {")
    project.check()
    path = "scenarios/battle.yaml"
    text = project.documents[path].text
    assert "region: hill" in text
    assert "hill" in labels(project, path, text.index("region: hill") + len("region: "))
    assert "0402" in labels(project, path, text.index("hex: 0402") + len("hex: "))


def test_a_project_in_json_has_completion(tmp_path: Path) -> None:
    import json

    import yaml

    copy = tmp_path / "valmar"
    shutil.copytree(SCENARIOS / "teaching-jdg", copy)
    source = copy / "scenarios" / "battle.yaml"
    data = yaml.load(source.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    target = copy / "scenarios" / "battle.json"
    target.write_text(json.dumps(data, indent=1), encoding="utf-8")
    source.unlink()
    root = copy / "battle.yaml"
    root.write_text(
        root.read_text(encoding="utf-8").replace("scenarios/battle.yaml", "scenarios/battle.json"),
        encoding="utf-8",
    )
    project = Project(copy)
    text = project.documents["scenarios/battle.json"].text
    mark = '"region": "'
    assert "hill" in labels(project, "scenarios/battle.json", text.index(mark) + len(mark))


def test_which_files_belong_to_a_battle(tmp_path: Path) -> None:
    copy = tmp_path / "valmar"
    shutil.copytree(SCENARIOS / "teaching-jdg", copy)
    projects = Projects()
    inside = projects.of(copy / "scenarios" / "battle.yaml")
    root = projects.of(copy / "battle.yaml")
    assert inside is not None and root is not None and inside[0] is root[0]
    assert (inside[1], root[1]) == ("scenarios/battle.yaml", "battle.yaml")
    assert projects.of(tmp_path / "notes.yaml") is None
