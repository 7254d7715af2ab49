"""Every key of a scenario stands in a bundled battle, and without it the package of that scenario is another."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from jdgtools.exporters.package import package_of
from jdgtools.loading import Loaded, load
from jdgtools.package.model import Package
from jdgtools.schema import schema

SCENARIOS = Path(__file__).parents[2] / "scenarios"
TEACHING = ("teaching-jdg", "teaching-afe", "teaching-mpbs")
BATTLES = (*TEACHING, "rolica-1808", "bouvines-1214", "edgehill-1642", "vimeiro-1808", "bremule-1119")
REQUIRED = ("format", "id", "title", "turns")
"""Without these nothing is loaded; the package has them as they are (test_package_fields)."""
PRINTED = {
    "summary": "words of the booklet: test_texts_in_print",
    "notes": "words of the booklet: test_texts_in_print",
    "accepts": "which warnings are accepted: test_acceptance",
}
"""Keys that no program which plays a scenario asks for, and the test that shows what they change."""


@cache
def sources() -> dict[tuple[str, str], str]:
    """Scenario files of the bundled battles by battle and file name."""
    return {
        (name, path.name): path.read_text(encoding="utf-8")
        for name in BATTLES
        for path in sorted((SCENARIOS / name / "scenarios").glob("*.yaml"))
    }


def block(text: str, key: str) -> str:
    """Return the lines of a key of a file; '' when it is not there."""
    found = re.search(rf"(?m)^{key}:.*\n(?:[ #].*\n|\n)*", text)
    return found.group() if found else ""


CHANGED = {"first_turn": "2", "last_turn": "3"}
"""Keys that say in every battle what holds without them, and another value."""


def package(loaded: Loaded, scenario: str) -> Package:
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    found = loaded.battle.scenario(scenario)
    assert found is not None, [str(d) for d in loaded.report]
    return package_of(loaded.battle, loaded.series, loaded.charts, found)


@cache
def whole(name: str, scenario: str) -> Package:
    return package(load(SCENARIOS / name), scenario)


KEYS = [key for key in schema("scenario")["properties"] if key not in REQUIRED]


@pytest.mark.parametrize("key", KEYS)
def test_a_key_stands_in_a_bundled_battle(key: str) -> None:
    assert any(block(text, key) for text in sources().values())


@pytest.mark.parametrize("key", [key for key in KEYS if key not in PRINTED])
def test_without_the_key_the_package_is_another(key: str, tmp_path: Path) -> None:
    for (name, file), text in sources().items():
        if not block(text, key):
            continue
        folder = tmp_path / name
        shutil.copytree(SCENARIOS / name, folder, dirs_exist_ok=True)
        other = f"{key}: {CHANGED[key]}\n" if key in CHANGED else ""
        (folder / "scenarios" / file).write_text(text.replace(block(text, key), other), encoding="utf-8")
        scenario = block(text, "id").removeprefix("id:").strip()
        if package(load(folder), scenario) != whole(name, scenario):
            return
    pytest.fail(f"no package of a bundled battle changes without `{key}`")
