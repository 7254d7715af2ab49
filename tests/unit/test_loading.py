"""One mistake is one message, through all steps from the files to the checks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from jdgtools.diagnostics.diagnostic import Severity
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
