"""One mistake is one message, through all steps from the files to the checks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.loading import battle as battle_loading
from jdgtools.loading import check

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-mpbs"])
def test_a_misspelt_key_is_not_missed_as_well(battle: str, tmp_path: Path) -> None:
    folder = tmp_path / "battle"
    shutil.copytree(SCENARIOS / battle, folder)
    file = folder / "scenarios" / "battle.yaml"
    text = file.read_text(encoding="utf-8")
    assert "facing: " in text
    file.write_text(text.replace("facing: ", "facng: ", 1), encoding="utf-8")
    assert [p.code for p in check(folder).report] == ["SCH001"]
    # Left out altogether, it is missed.
    first = text.index(", facing: ")
    end = min(text.index(mark, first + 2) for mark in (",", "}"))
    file.write_text(text[:first] + text[end:], encoding="utf-8")
    assert [p.code for p in check(folder).report] in (["JDG076"], ["MPB060"])


def test_one_mistake_in_a_heading_is_one_message(tmp_path: Path) -> None:
    """A misspelt column, a heading over two columns, and no rows at all."""
    source = Path(__file__).parents[2] / "scenarios" / "teaching-jdg"
    for number, (old, new, codes) in enumerate(
        [
            (",strength,", ",strenght,", ["REF016"]),
            (",strength,cohesion,", ",strength cohesion,,", ["REF016"]),
            ("id,name,", "identity,name,", ["SCH002"]),
        ]
    ):
        project = tmp_path / str(number)
        shutil.copytree(source, project)
        head, rest = (project / "oob.csv").read_text(encoding="utf-8").split("\n", 1)
        assert old in head or head.startswith(old)
        (project / "oob.csv").write_text(head.replace(old, new, 1) + "\n" + rest, encoding="utf-8")
        assert [p.code for p in check(project).report if p.severity is Severity.ERROR] == codes


@pytest.mark.parametrize(
    ("kind", "file", "before", "row"),
    [
        ("units", "oob.csv", "fr-13l,", "unit-{}\n"),
        ("formations", "battle.yaml", "  - id: morand\n", "  - {{id: formation-{}}}\n"),
        ("leaders", "battle.yaml", "  - id: davout\n", "  - {{id: leader-{}}}\n"),
    ],
)
def test_more_pieces_than_any_battle_has_are_one_message(
    kind: str, file: str, before: str, row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them would have a dozen: 100,000 units with an id alone took a gigabyte."""
    monkeypatch.setattr(battle_loading, "MAX_PIECES", 50)
    shutil.copytree(SCENARIOS / "teaching-jdg", tmp_path, dirs_exist_ok=True)
    text = (tmp_path / file).read_text(encoding="utf-8")
    rows = "".join(row.format(number) for number in range(60))
    (tmp_path / file).write_text(text.replace(before, rows + before, 1), encoding="utf-8")
    (message,) = (p for p in check(tmp_path).report if p.code == "SRC016" or kind[:-1] in p.message)
    assert f" {kind}" in message.message and message.expected == f"at most 50 {kind}"
    assert message.span is not None and message.span.line == text[: text.index(before)].count("\n") + 51


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("strings: {fr: ", 'strings: {"../../x": ', "SCH010"),
        ('version: "1.0"', f'version: "{"9" * 41}"', "SCH005"),
    ],
)
def test_what_names_files_and_packages_is_short_and_plain(
    before: str, after: str, code: str, tmp_path: Path
) -> None:
    """A language that no package may have ended the build as a defect; a long version was printed whole."""
    shutil.copytree(SCENARIOS / "teaching-jdg", tmp_path, dirs_exist_ok=True)
    file = tmp_path / "battle.yaml"
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")
    assert code in [p.code for p in check(tmp_path).report if p.severity is Severity.ERROR]
