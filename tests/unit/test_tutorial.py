"""Whoever follows docs/tutorial.md to the letter has a battle that checks and builds."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.cli.group import main
from jdgtools.loading import check

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
STEP = re.compile(
    r"```(console)\n(.*?)```|\*\*`([\w./]+)`\*\*\n\n```(?:yaml|csv)\n(.*?)```|Delete the keys\s+(.*?) in `([\w.]+)`",
    re.S,
)
KEY = re.compile(r"(?m)^([a-z_]+):.*\n(?:(?![a-z_]+:).*\n)*")


def put(file: Path, block: str) -> None:
    """Put the keys of a block in the place of those of the same name; a table replaces the file."""
    if file.suffix == ".csv":
        file.write_text(block, encoding="utf-8")
        return
    text = file.read_text(encoding="utf-8")
    for entry in KEY.finditer(block):
        old = next((each for each in KEY.finditer(text) if each[1] == entry[1]), None)
        text = text + "\n" + entry[0] if old is None else text[: old.start()] + entry[0] + text[old.end() :]
    file.write_text(text, encoding="utf-8")


def delete(file: Path, keys: list[str]) -> None:
    text = file.read_text(encoding="utf-8")
    for key in keys:
        old = next(each for each in KEY.finditer(text) if each[1] == key)
        text = text[: old.start()] + text[old.end() :]
    file.write_text(text, encoding="utf-8")


def test_the_tutorial_makes_a_battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    project = tmp_path / "maida"
    done: list[str] = []
    for commands, lines, file, block, keys, where in (
        match.groups() for match in STEP.finditer(PAGE.read_text(encoding="utf-8"))
    ):
        if commands:
            for line in lines.splitlines():
                words = shlex.split(line)[1:]
                if words[0] == "build":
                    words += ["--dpi", "50"]
                result = CliRunner().invoke(main, words, standalone_mode=False, catch_exceptions=False)
                middle = words[0] == "check" and len(done) in (
                    3,
                    4,
                )  # the armies do not fit the new ground yet
                assert middle or result.return_value in (None, 0), f"{line}\n{result.output}"
                done.append(words[0])
        elif file:
            put(project / file, block)
        else:
            delete(project / where, re.findall(r"`(\w+)`", keys))
    assert done == ["new", "check", "build", "check", "info", "check", "build", "query"]
    loaded = check(project)
    assert [problem for problem in loaded.report if problem.severity >= 2] == []
    assert loaded.battle is not None and len(loaded.battle.units) == 16
    ways = {way.kind for way in loaded.battle.map.ways} if loaded.battle.map else set()
    assert ways == {"road"} and {"web", "map-print.pdf"} <= {
        p.name for p in (project / "out/maida").iterdir()
    }
