"""Names of a project's files and products that one system takes and another does not.

A project is a folder that is copied between machines. Windows has names that mean devices and signs that no
name may have; Windows and macOS hold `Map.yaml` and `map.yaml` for one file, Linux for two. What is said here
is said on every system, so that a project that checks on one can be read on all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan, Severity
from jdgtools.errors import InputRefused
from jdgtools.source.span import Span
from jdgtools.vassal.limits import check_name

MAX_NAME_BYTES = 200
"""Bytes of a name: disks take 255, and an encrypted home folder less."""
_FORBIDDEN = re.compile(r'[<>:"|?*]|[. ](?:$|[/\\])')
"""Signs that Windows takes in no name, and a dot or blank at the end, which it leaves out."""


def name_problems(names: Iterable[tuple[str, Span]], folder: Path) -> list[Diagnostic]:
    """Return what is wrong with the names of files, in the order in which they are named.

    Args:
        names: each name as the project writes it, relative to its folder, and where.
        folder: the project's folder.
    """
    problems = []
    first: dict[str, tuple[str, Span]] = {}
    listings: dict[Path, set[str]] = {}
    for name, span in names:
        other, other_span = first.setdefault(name.casefold(), (name, span))
        if not is_usable(name):
            problems.append(
                Diagnostic(
                    "GEN062",
                    Severity.WARNING,
                    f"`{name}` cannot be the name of a file on every system",
                    span,
                    expected='a name without < > : " | ? *, without a dot or blank at its end, of at most '
                    f"{MAX_NAME_BYTES} bytes, that means no device (con, prn, aux, nul, com1, lpt1 …)",
                    hint="rename the file: people with Windows cannot copy or open it",
                )
            )
        elif other != name:
            problems.append(_case(f"`{name}` and `{other}` differ by case alone", span, other_span))
        elif (spelling := _spelling(folder, name, listings)) is not None:
            problems.append(_case(f"the file of `{name}` is called `{spelling}`", span, None))
    return problems


def same_products(ids: Iterable[tuple[str, Span]]) -> list[Diagnostic]:
    """Return a problem for every id that gives a product the name of another one's, but for its case.

    Args:
        ids: ids of scenarios, and where they stand.
    """
    problems = []
    first: dict[str, tuple[str, Span]] = {}
    for name, span in ids:
        other, other_span = first.setdefault(name.casefold(), (name, span))
        if other != name:
            message = (
                f"the packages of scenarios `{other}` and `{name}` would have names that differ by case alone"
            )
            problems.append(_case(message, span, other_span))
    return problems


def is_usable(name: str) -> bool:
    """Return whether every system takes a name."""
    try:
        check_name(name)
    except InputRefused:
        return False
    return not _FORBIDDEN.search(name) and max(map(len, name.encode().split(b"/"))) <= MAX_NAME_BYTES


def _spelling(folder: Path, name: str, listings: dict[Path, set[str]]) -> str | None:
    """Return how the disk spells a name if it has the file under other capitals; otherwise None.

    Args:
        folder: where the name begins.
        name: as the project writes it.
        listings: what is in which folder, as far as it was looked at.
    """
    parts = []
    for part in name.replace("\\", "/").split("/"):
        if folder not in listings:
            try:
                listings[folder] = {path.name for path in folder.iterdir()}
            except OSError:
                return None
        siblings = listings[folder]
        if part in siblings or part in ("", "."):
            parts.append(part)
        elif _is_there(folder / part):
            parts.append(next((s for s in sorted(siblings) if s.casefold() == part.casefold()), part))
        else:
            return None
        folder = folder / part
    spelling = "/".join(parts)
    return spelling if spelling != name.replace("\\", "/") else None


def _is_there(path: Path) -> bool:
    """Return whether the disk finds a file by this name, under whatever capitals."""
    return os.path.exists(path)  # noqa: PTH110 (raises nothing, however long the name)


def _case(message: str, span: Span, other: Span | None) -> Diagnostic:
    return Diagnostic(
        "GEN063",
        Severity.WARNING,
        message,
        span,
        expected="names that differ by more than capitals, written as the disk has them",
        hint="Windows and macOS hold them for the same file, Linux does not",
        related=(RelatedSpan(other, "the other one"),) if other is not None else (),
    )
