"""The public names: what docs/api.md promises is what there is, its examples run, and the command line uses it."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import jdgtools

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
PUBLIC = [
    "Battle", "BuildResult", "Diagnostic", "JdgError", "Loaded", "Package", "Report", "Severity",
    "audit_series", "build", "check", "import_module", "load", "load_package", "new_project", "open_module",
]  # fmt: skip
"""A name is never taken away from this list once it is released."""


def test_the_names_are_kept() -> None:
    assert jdgtools.__all__ == PUBLIC == list(jdgtools._MODULES)
    assert len(PUBLIC) == 16 and "sixteen names" in PAGE
    tree = ast.parse(Path(jdgtools.__file__).read_text(encoding="utf-8"))
    typed = {
        alias.asname or alias.name: f"{node.module}:{alias.name}"
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert {name: f"jdgtools.{target}" for name, target in jdgtools._MODULES.items()} == typed
    for name in PUBLIC:
        assert getattr(jdgtools, name).__doc__, name
        assert f"`{name}" in PAGE, name
    with pytest.raises(AttributeError, match="no attribute `nothing`"):
        jdgtools.nothing  # noqa: B018


def test_signatures_are_those_of_the_page() -> None:
    listed = {name: line for line, name in re.findall(r"^`((\w+)\(.*\) -> .*)`$", PAGE, re.M)}
    functions = [name for name in PUBLIC if inspect.isfunction(getattr(jdgtools, name))]
    assert sorted(listed) == functions
    for name in functions:
        signature = str(inspect.signature(getattr(jdgtools, name)))
        plain = re.sub(r"(?<=: |> )'([^']+)'", r"\1", re.sub(r"Limits\(.*?\)", "…", signature))
        assert f"{name}{plain}" == listed[name]


def test_its_examples_run(tmp_path: Path) -> None:
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert "map-print.pdf" in done.stdout and (tmp_path / "imported" / "battle.yaml").is_file()


def test_importing_it_loads_nothing() -> None:
    code = "import sys; import jdgtools; print([m for m in sys.modules if m.startswith('jdgtools.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_command_line_uses_the_public_names() -> None:
    """A command imports from elsewhere only what is not public, in annotations too."""
    names = {tuple(target.split(":")): name for name, target in jdgtools._MODULES.items()}
    around, used = [], set()
    for path in sorted((ROOT / "jdgtools" / "cli").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    name = names.get((node.module.removeprefix("jdgtools."), alias.name))
                    if name is not None and path.name != "main.py":  # before an interrupt is under control
                        around.append(f"{path.name}: {alias.name}")
                    if node.module == "jdgtools" and alias.name in PUBLIC:
                        used.add((path.name, alias.name))
    assert around == []
    assert _commands_of_the_page() == used


def _commands_of_the_page() -> set[tuple[str, str]]:
    """Return module and public name of every row of the table of commands in docs/api.md."""
    table = PAGE[PAGE.index("| module of `jdgtools/cli` |") :]
    rows = re.findall(r"^\| `(\w+\.py)` \| (.*?) \|", table, re.M)
    return {(module, name) for module, cell in rows for name in re.findall(r"`(\w+)`", cell)}


def test_folders_and_files_may_be_texts(tmp_path: Path) -> None:
    folder = str(tmp_path / "battle")
    jdgtools.new_project(folder, "jdg", "My battle")
    result = jdgtools.build(jdgtools.check(folder), str(tmp_path / "out"), only="vassal")
    (path,) = (str(product.path) for product in result.products if product.path.suffix == ".vmod")
    assert jdgtools.open_module(path).root.get("name") == "My battle"
    assert "battle.yaml" in jdgtools.import_module(path).write(str(tmp_path / "again"))


def test_one_word_is_not_taken_for_its_letters(tmp_path: Path) -> None:
    jdgtools.new_project(tmp_path / "battle", "jdg")
    with pytest.raises(jdgtools.JdgError, match=r"^--paper: 'a4' is no tuple of values$"):
        jdgtools.build(jdgtools.check(tmp_path / "battle"), tmp_path / "out", papers="a4", only="counters")
