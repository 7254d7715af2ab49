"""The page of coats of arms: its code runs, its errors are what is said, it names everything that is drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.blazon.__main__ import main
from jdgtools.blazon.charges import DRAWINGS
from jdgtools.blazon.lines import LINES
from jdgtools.blazon.parser import read_blazon
from jdgtools.blazon.problems import describe
from jdgtools.blazon.sheet import examples
from jdgtools.blazon.tokens import spelling
from jdgtools.blazon.vocabulary import ORDINARIES, TINCTURES, VARIATIONS

PAGE = (Path(__file__).parents[3] / "docs" / "blazon.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_the_code_of_the_page_runs(code: str) -> None:
    exec(compile(code, "blazon.md", "exec"), {})


def test_the_page_names_everything_that_is_drawn() -> None:
    kinds = {kind for kind, _ in VARIATIONS.values()}
    for word in (*TINCTURES, *kinds, *LINES.values(), *ORDINARIES.values(), *map(spelling, DRAWINGS)):
        assert re.search(rf"\b{word}\b", PAGE), word


def test_blazons_of_the_page_and_the_sheet_are_understood() -> None:
    quoted = [text for text in re.findall(r"`([^`\n]+)`", PAGE) if text[0].isupper() and " " in text]
    assert len(quoted) > 8
    for text in [*quoted, *(blazon for shields in examples().values() for _, blazon in shields)]:
        if not text.startswith(("FIELD", "Azure, a lion or, semy")):
            assert read_blazon(text).problems == (), text


def test_the_error_of_the_page_is_the_one_that_is_said() -> None:
    text = "Azure, a lion or, semy of roses"
    assert describe(text, read_blazon(text).problems[0]) in PAGE


def test_the_command_draws_what_it_understands_and_tells_the_rest(tmp_path: Path) -> None:
    for name in ("a.svg", "a.png"):
        done = CliRunner().invoke(main, ["gules, a lyon or", "-o", str(tmp_path / name), "--px", "64"])
        assert done.exit_code == 1
        assert "did you mean `lion`?" in done.output
        assert (tmp_path / name).stat().st_size > 100
    assert CliRunner().invoke(main, ["gules", "-o", str(tmp_path / "a.svg")]).exit_code == 0
    assert CliRunner().invoke(main, ["gules", "-o", str(tmp_path / "a.pdf")]).exit_code == 2
    assert CliRunner().invoke(main, ["-o", str(tmp_path / "a.svg")]).exit_code == 2
    assert CliRunner().invoke(main, ["gules", "-o", str(tmp_path / "no" / "a.svg")]).exit_code == 1


def test_the_sheet_is_drawn_twice_alike(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        assert CliRunner().invoke(main, ["--sheet", "-o", str(tmp_path / name)]).exit_code == 0
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
