"""A text that is changed in one language: the page names those that say what it said before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from jdgtools.desk_page.desk import Desk
from jdgtools.desk_page.form_tools import SetField
from jdgtools.desk_page.tools import NamePlace, PaintTerrain, ReplaceFile

ROOT = Path(__file__).parents[3]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Desk(Path(shutil.copytree(ROOT / "scenarios" / "teaching-jdg", tmp_path / "battle")))


def line_of(desk: Desk, path: str, text: str) -> int:
    return next(n for n, line in enumerate(desk.session.texts[path].splitlines(), 1) if text in line)


def test_languages_beside_the_text_are_named_with_its_line(desk: Desk) -> None:
    remarks = desk.use(SetField("commands", "frimont", ("name",), "The horse"), desk.session.digest)
    line = line_of(desk, "battle.yaml", "The horse")
    assert remarks == [
        f"battle.yaml:{line}: command.frimont.name, fr: Cavalerie Frimont",
        f"battle.yaml:{line}: command.frimont.name, pl: Kawaleria Frimonta",
    ]


def test_language_files_are_named_with_the_line_of_the_key(desk: Desk) -> None:
    path = "lang/fr.yaml"
    remarks = desk.use(SetField("map", "#1", ("credits",), "From memory."), desk.session.digest)
    line = line_of(desk, path, "map.credits")
    assert f"{path}:{line}: map.credits: Dessinée d'imagination." in remarks
    text = desk.session.texts[path]
    later = desk.use(
        ReplaceFile(path, text, text.replace("Dessinée d'imagination", "De mémoire")), desk.session.digest
    )
    assert not any(one.startswith(path) for one in later), "what has just been changed is not behind"


def test_nothing_is_said_where_no_other_language_has_the_text(desk: Desk) -> None:
    assert desk.use(PaintTerrain(("0101",), "wood"), desk.session.digest) == []
    assert desk.use(NamePlace("0505", "Ruin"), desk.session.digest) == []
    assert desk.use(NamePlace("0505", "Old ruin"), desk.session.digest) == []
