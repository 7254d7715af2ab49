"""Any value of a project's files edited: it is in the module that is built, or an error at its line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from jdgtools.building import build
from jdgtools.importers.vassal import ImportOptions, import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.vassal.build import make
from jdgtools.vassal.package import read_module
from tests.unit.importers.modules import foreign, hex_board, save
from tests.unit.importers.test_foreign import START
from tests.unit.importers.test_written_edits import RULES

FILES = ("battle.yaml", "map.yaml", "scenarios/noon.yaml", "scenarios/dusk.yaml")
Way = tuple[str | int, ...]


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory) -> ImportOptions:
    rules = tmp_path_factory.mktemp("rules") / "rules.yaml"
    rules.write_text(RULES, encoding="utf-8")
    return ImportOptions(rules=rules)


@pytest.fixture(scope="module")
def files(options: ImportOptions) -> dict[str, bytes]:
    zone = make("Zone", {"name": "North", "path": "0,0;300,0;300,300;0,300", "useParentGrid": "true"})
    saves = {"Noon": save(*START), "Dusk": save(*START[:2], turn=0)}
    return dict(import_module(foreign(hex_board(zones=[zone]), saves=saves).data(), options).files)


def leaves(node: yaml.Node, way: Way = ()) -> Iterator[tuple[Way, yaml.ScalarNode]]:
    """Yield the single values of a file and the way to each."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from leaves(value, (*way, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for n, value in enumerate(node.value):
            yield from leaves(value, (*way, n))
    elif isinstance(node, yaml.ScalarNode) and node.style != "|":
        yield way, node


def at(values: Any, way: Way) -> Any:
    """Return the value at the end of a way; None where there is none."""
    for step in way:
        if isinstance(values, dict):
            values = values.get(step)
        else:
            values = values[step] if isinstance(values, list) and len(values) > int(step) else None
    return values


def other(value: str, chance: random.Random) -> str:
    """Return another value of the same kind."""
    if value.isdecimal():
        return str(max(0, int(value) + chance.choice((-1, 1, 2)))).zfill(len(value))
    return {"true": "false", "false": "true"}.get(
        value, chance.choice((f"{value}x", f"New {value}", "SE", "é; ,"))
    )


@pytest.mark.parametrize("seed", range(30))
def test_an_edit_is_in_the_module_or_an_error_at_its_line(
    files: dict[str, bytes], options: ImportOptions, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    file = chance.choice(FILES)
    text = files[file].decode("utf-8")
    root = yaml.compose(text, Loader=yaml.BaseLoader)
    # Of lists of like things one, so that a long list of turns does not drown the rest.
    kinds = {tuple(s for s in way if isinstance(s, str)): (way, node) for way, node in leaves(root)}
    way, node = kinds[chance.choice(sorted(kinds))]
    new = other(node.value, chance)
    if new == node.value:
        return
    written = new if new.isdecimal() and node.style is None else f'"{new}"'
    project = tmp_path / "p"
    write_project(project, files)
    edited = text[: node.start_mark.index] + written + text[node.end_mark.index :]
    (project / file).write_text(edited, encoding="utf-8")
    loaded = check(project)
    if not loaded.ok:
        errors = [p for p in loaded.report if p.severity.name == "ERROR" and p.span is not None]
        places = [(p.span.file.replace("\\", "/"), p.span.line) for p in errors if p.span is not None]
        line = node.start_mark.line + 1
        # A file, scenario or turn of another name has gone, and stands in the list of what is there;
        # a grid of another size or with other numbers does not fit the picture below, or the setups.
        if way[-1] in ("id", "number", "map", "columns", "rows", "first_column") or way[0] in (
            "oob",
            "scenarios",
        ):
            assert places, (file, way, new)
        else:
            assert any(name.endswith(file) and abs(n - line) <= 1 for name, n in places), (
                file,
                way,
                new,
                places,
            )
        return
    result = build(loaded, tmp_path / "out")
    assert result.losses == ()
    path = result.products[0].path
    again = import_module(path, options).files
    if way == ("id",):
        assert new in path.name  # the file's name is all that shows it
    elif way == ("title",) and file.startswith("scenarios/"):
        assert new in [setup.get("name") for setup in read_module(path).root.find("PredefinedSetup")]
    else:
        values = yaml.load(again[file], Loader=yaml.BaseLoader)
        assert at(values, way) == new, (file, way, new)
