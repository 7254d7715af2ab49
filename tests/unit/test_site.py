"""The documentation as a site: links and anchors of every page, and what the site is put together from."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


def site_builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_site", ROOT / "docs" / "build_site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BUILDER = site_builder()


def without_code(path: Path) -> str:
    return re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)


def anchors(path: Path) -> set[str]:
    """Anchors of the headings as git hosts and the site make them."""
    found: set[str] = set()
    for title in re.findall(r"^#{1,6} +(.+?) *$", without_code(path), re.M):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower()
        base = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        name, count = base, 0
        while name in found:
            count += 1
            name = f"{base}-{count}"
        found.add(name)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_anchors_exist(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", without_code(page)):
        goal = page if not target else (page.parent / target).resolve()
        if goal.suffix == ".md":
            assert anchor in anchors(goal), f"{target}#{anchor}"


def test_the_site_has_every_page_and_no_broken_link(tmp_path: Path) -> None:
    assert BUILDER.stage(tmp_path) == []
    first = (tmp_path / "docs" / "index.md").read_text(encoding="utf-8")
    assert "](manual.md)" in first
    assert "](changelog.md)" in first
    assert "](licence.md)" in first
    for picture in (ROOT / "docs" / "pictures").glob("counters-*.png"):
        assert f"](pictures/{picture.name})" in first
    assert "](schemas/package.schema.json)" in (tmp_path / "docs" / "package.md").read_text(encoding="utf-8")


def test_links_fit_the_place_of_a_page() -> None:
    problems: list[str] = []
    text = "[a](../README.md#try-it) [b](reference/checks.md) `[c](none.md)` [d](https://example.org)"
    assert BUILDER.adapt("docs/manual.md", text, problems) == text.replace("../README.md", "index.md")
    assert BUILDER.adapt("docs/decisions/README.md", "[a](../../LICENSE)", problems) == "[a](../licence.md)"
    assert problems == []
    BUILDER.adapt("docs/manual.md", "[x](none.md) ![y](pictures/none.png) [z](../jdgtools/docs.py)", problems)
    assert [line.split(" has ")[0] for line in problems] == [
        "docs/manual.md: the link to none.md",
        "docs/manual.md: the link to pictures/none.png",
        "docs/manual.md: the link to ../jdgtools/docs.py",
    ]


def test_what_a_page_would_fetch_is_found(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text(
        '<link rel="canonical" href="https://a.b/"><a href="https://a.b/">x</a>', encoding="utf-8"
    )
    assert BUILDER.remote_assets(tmp_path) == []
    page.write_text('<link rel=stylesheet href="https://fonts.example/css">', encoding="utf-8")
    assert len(BUILDER.remote_assets(tmp_path)) == 1


def test_a_folder_of_other_things_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")

    def make_site(line: list[str], cwd: Path, **_: object) -> object:
        (cwd / "site").mkdir()
        return type("Done", (), {"returncode": 0})

    monkeypatch.setattr(BUILDER.subprocess, "run", make_site)
    assert BUILDER.build(tmp_path) == 1
    assert (tmp_path / "letter.txt").is_file()
