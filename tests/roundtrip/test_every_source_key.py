"""Every key of the source files does something: without it the package, the print or the report is another."""

from __future__ import annotations

import shutil
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.package import Package
from tests.checks.cases import Case, apply
from tests.roundtrip.outputs import Outputs
from tests.roundtrip.test_every_key import BATTLES, SCENARIOS
from tests.tools.source_keys import Key, optional_keys, without_key

FILES = {"battle": "battle.yaml", "map": "map.yaml", "oob": "oob.yaml", "scenario": "scenarios/*.yaml"}
DRAWN = {
    "battle": ("counters", "booklet"),
    "map": ("map",),
    "oob": ("counters",),
    "scenario": (),
}
"""File -> what is drawn from it, beside the packages."""
EVERYTHING = ("counters", "booklet", "map")


@cache
def whole(battle: str, drawn: tuple[str, ...]) -> Outputs:
    return Outputs(SCENARIOS / battle, drawn)


def changes(name: str, key: Key, battle: str, folder: Path) -> bool:
    """Return whether a battle is another when a key is taken out of one of its files."""
    for path in sorted((SCENARIOS / battle).glob(FILES[name])):
        text = path.read_text(encoding="utf-8")
        other = without_key(text, key)
        if other == text:
            continue
        project = folder / battle
        shutil.copytree(SCENARIOS / battle, project, dirs_exist_ok=True)
        (project / path.relative_to(SCENARIOS / battle)).write_text(other, encoding="utf-8")
        if not Outputs(project, DRAWN[name]).same(whole(battle, DRAWN[name])):
            return True
        shutil.rmtree(project)
    return False


DEPTH = {"battle": 9, "map": 2, "oob": 9, "scenario": 3}
"""How deep the keys are taken out; below lie those of maps (test_every_map_key) and of conditions (test_condition_keys)."""
KEYS = [(name, key) for name in FILES for key in optional_keys(name, DEPTH[name]) if key[0] != "[]"]
KEYS = [(name, key) for name, key in KEYS if "effects" not in key[:-1]]
"""Those within effects: test_effect_keys."""
KEYS = [(name, key) for name, key in KEYS if name != "scenario" or len(key) > 1]
"""Those of oob.yaml that stand in a bare list are the same as in `units`; the first of a scenario: test_every_key."""
EXAMPLES = [Case.read(path) for path in sorted((Path(__file__).parent / "keys").glob("*.yaml"))]
"""Projects with keys that no bundled battle needs: `keys` says which, by file."""
SHOWN = {
    (next(n for n, pattern in FILES.items() if fnmatch(file, pattern)), key): (example, file)
    for example in EXAMPLES
    for file, keys in example.content["keys"].items()
    for key in keys
}


made: dict[Path, Outputs] = {}


def shown(example: Case, folder: Path) -> Outputs:
    """Return what comes out of an example, which has no errors but those that it announces."""
    if example.path not in made:
        outputs = made[example.path] = Outputs(apply(example, folder), EVERYTHING, checked=True)
        errors = {code for code, severity, _ in outputs.report if severity is Severity.ERROR}
        assert errors <= set(example.content.get("also", ())), (example.path.name, errors)
    return made[example.path]


ELSEWHERE = {
    ("battle", "sides.[].values"): "the test below",
    ("battle", "module"): "wants a module to be imported: importers/test_edits.py builds and compares it",
    ("battle", "map"): "without it `map.yaml` is read: model/test_build.py",
    (
        "battle",
        "theme.colors_for",
    ): "here it names the theme in use: render_map/test_sheet_themes.py has others",
}
"""Keys that no project here can be without, or that do nothing in its theme -> where it is seen what they do."""
UNPRINTED = {
    "battle": (),
    "map": ("hexsides.[].id", "rivers.[].id", "crossings.[].id"),
    "oob": ("format", "units.[].note"),
    "scenario": ("setup.[].note",),
}
"""What tells a reader of the file something, and goes no further: names to refer to, and notes."""


@pytest.mark.parametrize(("name", "key"), KEYS, ids=[f"{n}-{'.'.join(k)}" for n, k in KEYS])
def test_without_the_key_the_battle_is_another(name: str, key: Key, tmp_path: Path) -> None:
    written = ".".join(key)
    if written in UNPRINTED[name] or (name, written) in ELSEWHERE:
        return
    if (name, written) in SHOWN:
        example, file = SHOWN[name, written]
        after = apply(example, tmp_path / "without")
        text = (after / file).read_text(encoding="utf-8")
        assert without_key(text, key) != text, f"{example.path.name} has no `{written}`"
        (after / file).write_text(without_key(text, key), encoding="utf-8")
        assert not Outputs(after, EVERYTHING, checked=True).same(shown(example, tmp_path / "with"))
        return
    if not any(changes(name, key, battle, tmp_path) for battle in BATTLES):
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
    package = Outputs(folder, ()).get("package battle")
    assert isinstance(package, Package)
    assert next((side.id, side.values) for side in package.sides) == ("crown", {"role": "attacker"})
