"""Ids with every sign that they may hold: the battle checks, builds, and has the same counters."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from jdgtools import check
from jdgtools.building import build
from jdgtools.exporters.options import BuildOptions

TEACHING = Path(__file__).parent.parent.parent / "scenarios" / "teaching-jdg"


def _own_ids(folder: Path) -> set[str]:
    """Return the ids that the battle gives to its sides, pieces and places; names of nations choose a dress."""
    battle = check(folder).battle
    assert battle is not None and battle.map is not None
    return {
        thing.id
        for things in (
            battle.sides,
            battle.commands,
            battle.leaders,
            battle.units,
            battle.map.places,
            battle.map.regions,
            battle.map.entries,
        )
        for thing in things
    }


def _renamed(source: Path, folder: Path, pattern: str) -> Path:
    """Copy a battle, its own ids written as the pattern says."""
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("out"))
    ids = sorted(_own_ids(source), key=len, reverse=True)
    names = "|".join(map(re.escape, ids))
    word = re.compile(rf"(?<![\w./-])({names})(?![\w/-]|\.\w)|(?<=\bunit\.)({names})(?=\.name:)")
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".yaml", ".csv"):
            text = path.read_text(encoding="utf-8")
            path.write_text(word.sub(lambda m: pattern.format(m[0]), text), encoding="utf-8")
    return folder


@pytest.mark.parametrize("pattern", ["q.{}", "{}.2", "Q/{}", "9_-{}"])
def test_ids_may_hold_every_sign_that_the_schema_allows(pattern: str, tmp_path: Path):
    renamed = check(_renamed(TEACHING, tmp_path / "battle", pattern))
    assert [problem.message for problem in renamed.report] == []
    build(renamed, tmp_path / "new", BuildOptions(only=("counters", "map", "aids", "vassal", "package")))
    build(check(TEACHING), tmp_path / "old", BuildOptions(only=("counters",)))
    # Words of prose that look like ids were changed, too: of the other sheets only that they are made is compared.
    for path in sorted((tmp_path / "old").glob("counters*")):
        assert (tmp_path / "new" / path.name).read_bytes() == path.read_bytes(), path.name
