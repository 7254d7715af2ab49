"""Documentation that is current: generated pages equal their sources, links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jdgtools.docs import pages

DOCS = Path(__file__).parents[2] / "docs"
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
