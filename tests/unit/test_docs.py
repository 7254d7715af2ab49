"""Documentation that is current: generated pages equal their sources, links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import jdgtools
from jdgtools.docs import pages

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
WRITTEN = sorted(p for p in DOCS.rglob("*.md") if p.parent.name != "reference")


def test_generated_pages_are_current() -> None:
    found = {p.name: p.read_text(encoding="utf-8") for p in (DOCS / "reference").glob("*.md")}
    wanted = pages()
    assert sorted(found) == sorted(wanted), "run: python -m jdgtools.docs"
    changed = [name for name, text in wanted.items() if found[name] != text]
    assert changed == [], "run: python -m jdgtools.docs"


@pytest.mark.parametrize("page", [*WRITTEN, DOCS / "reference" / "README.md"], ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target


EXAMPLES = {"new-series.md", "new-exporter.md", "new-field.md"}
"""Pages that build files of their own."""


@pytest.mark.parametrize("page", WRITTEN, ids=lambda p: p.name)
def test_modules_that_pages_name_exist(page: Path) -> None:
    roots = [ROOT, *(ROOT / name for name in ("jdgtools", "tests", "tests/unit", "tests/fuzz", "docs"))]
    names = set(re.findall(r"`((?:\.\./)?[\w/]+\.py)`", page.read_text(encoding="utf-8")))
    paths = {name for name in names if "/" in name and page.name not in EXAMPLES}
    assert [name for name in sorted(paths) if not any((root / name).exists() for root in roots)] == []


def test_functions_on_the_paths_of_the_architecture_exist() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    steps = re.findall(r"`([\w/<>]+\.py)`,\s+`(\w+)`", text)
    assert len(steps) > 20
    for module, name in steps:
        for series in ("afe", "jdg", "mpbs") if "<s>" in module else ("",):
            code = (ROOT / "jdgtools" / module.replace("<s>", series)).read_text(encoding="utf-8")
            assert re.search(rf"(?:def|class) {name}\b", code), f"{module}: {name}"


def test_decisions_are_numbered_without_gaps_and_complete() -> None:
    files = sorted((DOCS / "decisions").glob("0*.md"))
    numbers = [int(p.name[:4]) for p in files]
    assert numbers == list(range(1, len(files) + 1))
    index = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\(([^)]+)\)", index) == [path.name for path in files]
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert text.startswith("# "), path.name
        for part in ("**Context.**", "**Decision.**", "**Consequence"):
            assert part in text, f"{path.name}: {part}"


def test_every_code_of_the_index_has_its_section() -> None:
    text = pages()["checks.md"]
    codes = re.findall(r"^\| \[(\w+)\]\(#(\w+)\)", text, re.M)
    assert len(codes) > 150
    for code, anchor in codes:
        assert anchor == code.lower()
        assert f"\n## {code}\n" in text


def test_commands_of_the_manual_exist() -> None:
    from jdgtools.cli.group import COMMANDS

    text = (DOCS / "manual.md").read_text(encoding="utf-8")
    used = set(re.findall(r"^jdg (\w+)", text, re.M))
    assert used <= set(COMMANDS)
    assert {"new", "check", "build", "query"} <= used


@pytest.mark.parametrize("words", [("--help",), ("--folder",), ("one", "two")])
def test_what_is_no_folder_is_not_taken_for_one(words: tuple[str, ...], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "jdgtools.docs", *words]
    environment = {**os.environ, "PYTHONPATH": str(Path(jdgtools.__file__).parents[1])}
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert "usage: python -m jdgtools.docs [-h] [folder]" in run.stdout + run.stderr
    assert run.returncode == (0 if words == ("--help",) else 2)
    assert list(tmp_path.iterdir()) == []
