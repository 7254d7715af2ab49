"""Which changes in a project folder may change the battle: those of its sources, not of editors' copies."""

from __future__ import annotations

from pathlib import Path


def is_source(path: Path, project: Path, output: Path) -> bool:
    """Return whether a file may belong to a battle: it is not hidden, no editor's copy and no product.

    Args:
        path: the file; all three are absolute.
        project: folder of the battle.
        output: folder that a build writes to.
    """
    if path.is_relative_to(output) or not path.is_relative_to(project):
        return False
    parts = path.relative_to(project).parts
    return not any(part.startswith((".", "~$", "#")) or part.endswith("~") for part in parts)
