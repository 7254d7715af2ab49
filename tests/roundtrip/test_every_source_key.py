"""Every key of battle.yaml, map.yaml and oob.yaml does something: without it the package or the print is another."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.faces import counters_of
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.package import package_of
from jdgtools.loading import Loaded, load
from jdgtools.package.model import Package
from jdgtools.render.map.draw import map_windows
from tests.golden import booklet
from tests.roundtrip.test_every_key import BATTLES, SCENARIOS
from tests.tools.source_keys import Key, optional_keys, without_key

FILES = {"battle": "battle.yaml", "map": "map.yaml", "oob": "oob.yaml"}
TESTS = Path(__file__).parents[1]


def packages(loaded: Loaded) -> list[Package] | None:
    """Return the packages of all scenarios; None when a file is refused without the key."""
    if loaded.battle is None or loaded.series is None or loaded.charts is None or loaded.report.has_errors:
        return None
    battle, series, charts = loaded.battle, loaded.series, loaded.charts
    return [package_of(battle, series, charts, scenario) for scenario in battle.scenarios]


def context(loaded: Loaded) -> BuildContext:
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, BuildOptions())


PRINTS: dict[str, Callable[[BuildContext], object]] = {
    "battle": lambda build: (counters_of(build), booklet.dump(build)),
    "map": lambda build: map_windows(build)[0],
    "oob": lambda build: counters_of(build),
}
"""File -> what is drawn from it."""


@cache
def whole(battle: str) -> list[Package] | None:
    return packages(load(SCENARIOS / battle))


@cache
def drawn(battle: str, name: str) -> object:
    return PRINTS[name](context(load(SCENARIOS / battle)))


def changes(name: str, key: Key, battle: str, folder: Path) -> bool | None:
    """Return whether a battle is another without a key; None when it does not have the key."""
    path = SCENARIOS / battle / FILES[name]
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    other = without_key(text, key) if text else ""
    if other == text:
        return None
    project = folder / battle
    shutil.copytree(SCENARIOS / battle, project)
    (project / FILES[name]).write_text(other, encoding="utf-8")
    loaded = load(project)
    return packages(loaded) != whole(battle) or PRINTS[name](context(loaded)) != drawn(battle, name)


KEYS = [(name, key) for name in FILES for key in optional_keys(name, 2) if key[0] != "[]"]
"""Those of oob.yaml that stand in a bare list are the same as in `units`."""


ELSEWHERE = {
    "battle": {
        "battle_of": "unit/package/test_package_fields.py",
        "defaults": "unit/model/test_defaults.py",
        "defaults.parent": "unit/model/test_defaults.py",
        "defaults.back": "unit/model/test_defaults.py",
        "sides.[].defaults": "unit/model/test_defaults.py",
        "sides.[].values": "roundtrip/test_every_source_key.py",
        "men_per_point": "unit/series/test_battle_notes.py",
        "language": "unit/exporters_aids/test_aids_language.py",
        "languages": "unit/exporters_aids/test_aids_language.py",
        "module": "unit/importers/test_edits.py",
        "map": "unit/model/test_build.py",
        "leaders.[].art": "unit/exporters_aids/test_aids_rebuild.py",
        "special_rules.[].allows": "unit/derived/test_stack_rules.py",
        "accepts": "unit/test_acceptance.py",
        "accepts.[].for": "checks/GEN044/bad-subject.yaml",
        "theme": "unit/render_counters/test_pictures.py",
        "theme.name": "unit/render_counters/test_pictures.py",
    },
    "map": {
        "slopes.except": "unit/model/test_slopes.py",
        "hexes": "checks/JDG042/ok-single-hex.yaml",
        "geometry": "unit/gis/test_rules.py",
        "geometry.file": "unit/gis/test_input.py",
        "geometry.anchor": "unit/gis/test_input.py",
        "geometry.rotation": "unit/gis/test_input.py",
        "geometry.otherwise": "unit/gis/test_drawn_lines.py",
        "geometry.rules": "unit/gis/test_rules.py",
        "geometry.heights": "unit/gis/test_rules.py",
        "geometry.shapes": "unit/gis/test_drawn_shapes.py",
        "geometry.overrides": "unit/gis/test_rules.py",
        "art.base": "unit/render_map/test_map_art.py",
        "art.terrain": "unit/render_map/test_map_art.py",
    },
    "oob": {
        "units.[].parent": "unit/model/test_defaults.py",
        "units.[].art": "unit/exporters_aids/test_aids_rebuild.py",
        "units.[].effectives": "unit/series/test_battle_balance.py",
    },
}
"""Keys that no bundled battle needs -> the test that shows what they do."""
UNPRINTED = {
    "battle": (),
    "map": ("hexsides.[].id", "rivers.[].id", "crossings.[].id"),
    "oob": ("format", "units.[].note"),
}
"""What tells a reader of the file something, and goes no further: names to refer to, and notes."""


@pytest.mark.parametrize(("name", "key"), KEYS, ids=[f"{n}-{'.'.join(k)}" for n, k in KEYS])
def test_without_the_key_the_battle_is_another(name: str, key: Key, tmp_path: Path) -> None:
    written = ".".join(key)
    if written in UNPRINTED[name]:
        return
    if written in ELSEWHERE[name]:
        text = (TESTS / ELSEWHERE[name][written]).read_text(encoding="utf-8")
        assert key[-1] in text, f"{ELSEWHERE[name][written]} does not speak of `{written}`"
        return
    for battle in BATTLES:
        if changes(name, key, battle, tmp_path):
            return
    pytest.fail(f"no bundled battle is another without `{written}` of {FILES[name]}")


def test_values_of_a_side_reach_the_package_where_a_scenario_has_none(tmp_path: Path) -> None:
    folder = tmp_path / "teaching-afe"
    shutil.copytree(SCENARIOS / "teaching-afe", folder)
    path = folder / "scenarios" / "battle.yaml"
    text = path.read_text(encoding="utf-8").replace(", values: {role: attacker}", "", 1)
    path.write_text(text, encoding="utf-8")
    path = folder / "battle.yaml"
    text = path.read_text(encoding="utf-8")
    start = text.index("  - {id: crown", text.index("\nsides:")) + 5
    path.write_text(f"{text[:start]}values: {{role: attacker}}, {text[start:]}", encoding="utf-8")
    build = context(load(folder))
    scenario = build.battle.scenarios[0]
    package = package_of(build.battle, build.series, build.charts, scenario)
    assert next((side.id, side.values) for side in package.sides) == ("crown", {"role": "attacker"})
