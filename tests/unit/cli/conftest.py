"""Runs `jdg` in this process, with its real way of ending."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from jdgtools.cli.main import run

TEACHING = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"


@dataclass(frozen=True)
class Answer:
    """What the user gets."""

    code: int
    out: str
    err: str


@pytest.fixture
def jdg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Answer]:
    """Runs the command in an empty folder; arguments as a shell would give them, `input` as a person types."""
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()

    def call(*args: str, input: str | None = None) -> Answer:
        @click.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
        @click.argument("words", nargs=-1, type=click.UNPROCESSED)
        def outer(words: tuple[str, ...]) -> None:
            run(list(words))

        result = runner.invoke(outer, ["--", *args], input=input)
        return Answer(result.exit_code, result.stdout, result.stderr)

    return call


@pytest.fixture
def teaching(tmp_path: Path) -> Path:
    """A copy of the teaching battle; its name below the working folder is `valmar`."""
    shutil.copytree(TEACHING, tmp_path / "valmar")
    return tmp_path / "valmar"


@pytest.fixture
def damaged(teaching: Path) -> Path:
    """The teaching battle with a unit that does not exist in its setup."""
    path = teaching / "scenarios" / "battle.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("unit: au-33,", "unit: au-3,"), encoding="utf-8")
    return teaching
