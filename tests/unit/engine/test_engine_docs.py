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


@pytest.mark.parametrize(
    ("battle", "scenario", "begins", "says"),
    [
        ("teaching-jdg", "battle", "from jdgtools.engine.core.chance", r"-?\d \w+"),
        ("rolica-1808", "historical", "from jdgtools.engine.load", r"\['done', 'attack 0905 1005', "),
    ],
)
def test_the_examples_run(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    battle: str,
    scenario: str,
    begins: str,
    says: str,
) -> None:
    import jdgtools.engine.load

    monkeypatch.setattr(jdgtools.engine.load, "load_game", lambda path: match(battle, scenario))
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    code = next(block for block in blocks if block.startswith(begins))
    exec(compile(code, "docs/engine.md", "exec"), {})
    assert re.match(says, capsys.readouterr().out)


def test_the_notation_names_the_verbs() -> None:
    table = PAGE[PAGE.index("| Text | Means |") : PAGE.index("A unit moves in **legs**")]
    words = set(re.findall(r"`([a-z-]+)", table))
    assert set(VERBS) - ONLY_SETUP <= words
