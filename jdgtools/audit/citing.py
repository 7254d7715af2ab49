"""Which statements of a rulebook a text names: the citations of sources, tests and lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path


def is_example(statement: str) -> bool:
    """Return whether a statement is a worked example: `JDG-2.3.1-EX1`, `EX-4.1-1`."""
    return re.search(r"(^|-)EX(\d|-)", statement) is not None


_MORE = re.compile(r"(?:,| and| to|, and)\s+-([a-z])(?![\w-])")


def cited_ids(text: str, names: frozenset[str]) -> Iterator[str]:
    """Yield the statements that a source names; "X-1-b to -d" names those between, "X-1-b, -d" both."""
    for match in re.finditer(r"\b[A-Z]{2,}-[\w.]+(?:-\w+)?", text):
        statement = match[0].rstrip(".")
        if statement in names:
            yield statement
        stem, _, letter = statement.rpartition("-")
        offset = match.end()
        while len(letter) == 1 and (more := _MORE.match(text, offset)):
            first = ord(letter) + 1 if "to" in more[0] else ord(more[1])
            yield from (s for code in range(first, ord(more[1]) + 1) if (s := f"{stem}-{chr(code)}") in names)
            letter, offset = more[1], more.end()


def python_sources(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the path and the text of every module below a folder of the source tree, in order."""
    for path in sorted(folder.rglob("*.py")):
        yield path, path.read_text(encoding="utf-8")
