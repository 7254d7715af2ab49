"""The page on the engine: its example runs, and its table names every verb."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jdgtools.engine.jdg.words import VERBS
from tests.unit.engine.matches import match

PAGE = (Path(__file__).parents[3] / "docs" / "engine.md").read_text(encoding="utf-8")
ONLY_SETUP = {
    "done",
    "place",
    "terrain",
    "end-renfort",
    "reply",
}
"""Verbs that explain themselves, or of chapters that are not played."""


def test_the_example_of_a_player_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import jdgtools.engine.load

    monkeypatch.setattr(jdgtools.engine.load, "load_game", lambda path: match("teaching-jdg", "battle"))
    code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
    exec(compile(code, "docs/engine.md", "exec"), {})
    assert re.match(r"-?\d \w+", capsys.readouterr().out)


def test_the_notation_names_the_verbs() -> None:
    table = PAGE[PAGE.index("| Text | Means |") : PAGE.index("A unit moves in **legs**")]
    words = set(re.findall(r"`([a-z-]+)", table))
    assert set(VERBS) - ONLY_SETUP <= words
