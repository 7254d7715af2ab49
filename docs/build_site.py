"""Builds the documentation as a site: `python docs/build_site.py [FOLDER]`, by default into out/site.

The pages are those that a git host shows. They are put together in a folder of their own, where README.md
is the first page and the files beside `docs` have a place too, with their links changed to fit; Zensical
makes the site of it. A link without a target, a page that the navigation lacks, or anything fetched from
elsewhere is an error.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "LICENSE": "licence.md"}
"""File beside `docs` -> its name in the site."""
NOTES = re.compile(r"scenarios/([^/]+)/NOTES\.md")
"""The designer's notes of a battle."""
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
CODE = re.compile(r"(^(?:```|~~~).*?^(?:```|~~~)[^\n]*$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
REMOTE = re.compile(r"<(?:link|script|img|iframe)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>")


def site_path(path: str) -> str | None:
    """Return where a file of the repository lies in the site; None where it has no place."""
    if path in OUTSIDE:
        return OUTSIDE[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    if notes := NOTES.fullmatch(path):
        return f"battles/{notes[1]}.md"
    return path if path.startswith("schemas/") and path.endswith(".json") else None


def pages() -> Iterator[str]:
    """Yield the paths of all pages in the repository."""
    yield from ("README.md", "CHANGELOG.md")
    yield from sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
    yield from sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("scenarios/*/NOTES.md"))


def adapt(page: str, text: str, problems: list[str]) -> str:
    """Return a page with its links changed from the repository's paths to those of the site.

    Args:
        page: its path in the repository.
        text: its Markdown.
        problems: takes a line for each link that leads nowhere.
    """
    here = PurePosixPath(site_path(page) or page).parent

    def link(match: re.Match[str]) -> str:
        target, sign, anchor = match[2].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        path = os.path.normpath(PurePosixPath(page).parent / target).replace(os.sep, "/")
        place = site_path(path)
        if place is None or not (ROOT / path).is_file():
            problems.append(f"{page}: the link to {match[2]} has no target in the site")
            return match[0]
        return f"{match[1]}{os.path.relpath(place, here).replace(os.sep, '/')}{sign}{anchor}{match[3]}"

    return "".join(part if n % 2 else LINK.sub(link, part) for n, part in enumerate(CODE.split(text)))


def stage(folder: Path) -> list[str]:
    """Put everything that the site is made of into a folder, and return what is wrong with it."""
    problems: list[str] = []
    docs = folder / "docs"
    shutil.copytree(ROOT / "docs" / "pictures", docs / "pictures")
    shutil.copytree(ROOT / "schemas", docs / "schemas")
    shutil.copy(ROOT / "docs" / "zensical.toml", folder)
    for page in pages():
        text = adapt(page, (ROOT / page).read_text(encoding="utf-8"), problems)
        if page == "README.md":
            gallery = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
            # The first page shows what comes out.
            text += "\n#" + gallery
        place = docs / str(site_path(page))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="\n")
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    (docs / "licence.md").write_text(f"# Licence\n\n```text\n{licence}```\n", encoding="utf-8", newline="\n")
    listed = set(
        nav_pages(tomllib.loads((folder / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"])
    )
    there = {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")}
    problems += [f"docs/zensical.toml: {page} is not in nav" for page in sorted(there - listed)]
    problems += [f"docs/zensical.toml: {page} of nav does not exist" for page in sorted(listed - there)]
    return problems


def nav_pages(nav: list[dict[str, object]]) -> Iterator[str]:
    """Yield the pages of a navigation."""
    for entry in nav:
        for value in entry.values():
            if isinstance(value, list):
                yield from nav_pages(value)
            else:
                yield str(value)


def remote_assets(site: Path) -> list[str]:
    """Return what the pages of a site would fetch from elsewhere."""
    return [
        f"{path.relative_to(site).as_posix()}: fetched from elsewhere: {match}"
        for path in sorted(site.rglob("*.html"))
        for match in REMOTE.findall(path.read_text(encoding="utf-8"))
        if 'rel="canonical"' not in match
    ]


def build(target: Path) -> int:
    """Build the site into a folder, in place of what is there; return the exit code."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        problems = stage(folder)
        if not problems:
            done = subprocess.run(
                [sys.executable, "-m", "zensical", "build", "--strict"],
                cwd=folder,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                # Its errors end in a traceback of its own, which says nothing more.
                problems = [re.sub(r"\x1b\[[0-9;]*m", "", done.stdout) or done.stderr]
            else:
                problems = remote_assets(folder / "site")
        if problems:
            print("\n".join(problems), file=sys.stderr)
            return 1
        if target.exists():
            if not (target / "search.json").is_file():
                print(f"{target} exists and is no site: choose another folder", file=sys.stderr)
                return 1
            shutil.rmtree(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(folder / "site", target)
    return 0


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "out" / "site"))
