"""Diagnostics that a battle allows or accepts: a list for people, data for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jdgtools.diagnostics.formats.writing import safe
from jdgtools.diagnostics.report import Report, Suppression


def accepted_text(report: Report) -> str:
    """Return the list for the terminal: each diagnostic, what hides it and where, and the reason."""
    blocks = []
    for problem, entry in report.suppressed_problems:
        position = f"{problem.span}: " if problem.span else ""
        where = f" ({entry.span})" if entry.span else ""
        head = f"{position}{problem.severity.label} {problem.code}: {problem.message}"
        blocks.append(f"{safe(head)}\n   {safe(f'{entry.by}{where}: {entry.reason}')}\n")
    title = f"accepted: {len(blocks)}" if blocks else "nothing is accepted"
    return "\n".join([f"{title}\n", *blocks])


def accepted_data(report: Report, folder: Path) -> list[dict[str, Any]]:
    """Return the list for the build report; places are those in the project `folder`, wherever it lies."""
    top = f"{folder.as_posix()}/"
    entries = []
    for problem, entry in report.suppressed_problems:
        data = entry_data(entry)
        data["at"] = data["at"].removeprefix(top) if data["at"] else None
        entries.append(
            {
                "code": problem.code,
                "severity": problem.severity.label,
                "subject": problem.subject,
                "message": problem.message,
                **data,
            }
        )
    return entries


def entry_data(entry: Suppression) -> dict[str, Any]:
    """Return what hides a diagnostic as plain data: reason, by, at."""
    return {"reason": entry.reason, "by": entry.by, "at": str(entry.span) if entry.span else None}
