"""docs/import.md walks through a conversion: its commands run, say what it quotes, and end in a module."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.cli.group import main as cli
from jdgtools.loading import check
from jdgtools.vassal.package import read_module
from tests.tools.habits_answers import ANSWERS, name_shapes
from tests.tools.habits_module import habits_module, units

PAGE = Path(__file__).parents[3] / "docs" / "import.md"
ASKED = "\n?\ncohesion\n"
"""What is typed when the assistant asks: the proposal, the black digits left open, the red one."""


def blocks() -> list[tuple[str, str]]:
    """Return (language, text) of the blocks of the walk in their order."""
    text = PAGE.read_text(encoding="utf-8")
    walk = text[text.index("## A conversion, question by question") : text.index("## Other modules")]
    return re.findall(r"```(\w*)\n(.*?)```", walk, re.S)


def test_the_walk_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    habits_module().write(tmp_path / "alder-ford.vmod")
    runner = CliRunner()
    said = ""
    run = 0
    for language, text in blocks():
        if language == "text":
            for line in text.splitlines():
                assert line in said, line
            continue
        said = ""
        for command in text.splitlines():
            words = shlex.split(command)
            if words[1] == "build":
                for answer in ANSWERS:
                    answer(tmp_path / "alder-ford")
                assert not check(tmp_path / "alder-ford").report.has_errors
            result = runner.invoke(cli, words[1:], input=ASKED)
            said += result.output
            assert result.exception is None and result.exit_code == 0, said
            run += 1
            if words[1] == "check":
                assert "13 errors" in said
            if words[-1] == "advice":
                name_shapes(tmp_path / "advice", units())
    assert run == 5
    (built,) = (tmp_path / "out").glob("*.vmod")
    assert read_module(built).root.get("name") == "Alder Ford 1809"
