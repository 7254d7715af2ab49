"""Every opening of a file and every start of a process in the tree: through the door, or listed with a reason."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[3] / "jdgtools"
OPENINGS = {"open", "read_bytes", "read_text", "ZipFile", "is_zipfile", "fork", "Popen", "fdopen", "fromfile"}
MODULES = {"subprocess", "tarfile", "multiprocessing", "shelve", "mmap"}
OWN = "files of the installation"
MEMORY = "bytes that were read through the door, or out of an archive under its limits"
DECODED = "bytes whose pixels were unpacked apart before, or that were packed there"
HEADER = "the beginning of a picture, which Pillow reads in Python; no native code sees its bytes"
MADE = "what this program has just written"
ALLOWED = {
    "audit/citing.py": OWN,
    "audit/files.py": "the modules of an installed series, which have been imported",
    "processes.py": "a copy of this process, which runs nothing but what this process sends it",
    "audit/coverage.py": "lists of worked examples of the source tree, for its reference pages",
    "balance/record.py": "the end of a record that has just been read through the door and written whole",
    "building.py": MADE,
    "charts/load.py": OWN,
    "cli/build_.py": MADE,
    "cli/main.py": "the system's own nowhere",
    "cli/output.py": "the system's own nowhere",
    "desk_page/app.py": OWN,
    "docs.py": "reference pages of the source tree, for those who work on it",
    "engine/core/outside.py": "a player: a program that a person names on the command line",
    "exporters/web/__init__.py": OWN,
    "importers/positions.py": MEMORY,
    "plugins.py": "which packages are installed: they are programs already",
    "publication.py": MADE,
    "render/backends/pdf_images.py": DECODED,
    "render/backends/svg.py": OWN,
    "render/fonts/make_metrics.py": OWN,
    "render/user_svg.py": HEADER,
    "render/text.py": OWN,
    "rules.py": OWN,
    "schema/registry.py": OWN,
    "scratch.py": "marks of scratch folders; opened to read and write, which waits for no pipe",
    "starting/__init__.py": "templates of the installation, the folder named by `--like`, and their copy",
    "vassal/archive.py": "the archive itself comes through the door; its entries are read under limits",
    "vassal/build.py": OWN,
    "vassal/limits.py": HEADER,
}


def openings(path: Path) -> set[str]:
    """Names of what a module calls or imports that opens files or starts processes."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            owner = getattr(function.value, "id", "") if isinstance(function, ast.Attribute) else ""
            if name in OPENINGS and owner != "text_reader" and not _is_own_reader(node, owner):
                found.add(name)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & MODULES
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            found.add(node.module)
    return found


def _is_own_reader(node: ast.Call, owner: str) -> bool:
    """Whether `read_bytes(path, file)` or `read_text(path, file)` is that of the source reader, which is a door."""
    return owner in ("", "self", "project") and len(node.args) >= 2


def test_nothing_goes_round_the_door() -> None:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith("untrusted/") and (names := openings(path)):
            found[name] = names
    assert {name: what for name, what in found.items() if name not in ALLOWED} == {}
    assert [name for name in ALLOWED if name not in found] == [], "no longer needed"


def test_openings_are_seen() -> None:
    seen = openings(PACKAGE / "untrusted" / "isolated_process.py") | openings(
        PACKAGE / "untrusted" / "sheets.py"
    )
    assert {"subprocess", "Popen", "ZipFile", "open"} <= seen
