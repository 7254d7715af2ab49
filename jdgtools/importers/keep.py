"""The module kept in an imported project, as a file again."""

from __future__ import annotations

from pathlib import Path

from jdgtools.errors import InputRefused
from jdgtools.vassal.folder import read_kept
from jdgtools.vassal.limits import DEFAULT, Limits


def pack_module(project: Path, target: Path, limits: Limits = DEFAULT) -> int:
    """Write the module kept in a project to a file; return its size.

    Raises:
        InputRefused: the project keeps no module, or the copy is damaged.
        OutputFailed: the file cannot be written.
    """
    from jdgtools.vassal.archive import write_atomic

    if target.exists():
        raise InputRefused(f"{target} exists already")
    data = read_kept(project, limits).data()
    write_atomic(target, data)
    return len(data)
