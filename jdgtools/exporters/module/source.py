"""The project's own files inside its module, so that `jdg import` gives the battle back as it was written."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from jdgtools.model.battle import Battle
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import read_file

PREFIX = "jdg/source/"
"""Folder of the archive; VASSAL does not look at it."""

_MAX_BYTES = 80_000_000
"""Largest file that goes into the module."""


def source_entries(battle: Battle, project: Path) -> dict[str, bytes]:
    """Return the entries of the files that the battle was read from and of its pictures, by archive name."""
    prefix = "" if battle.folder in ("", ".") else f"{battle.folder}/"
    names = [file.removeprefix(prefix) for file in battle.files]
    names += [unit.art for unit in battle.units if unit.art]
    names += [leader.art for leader in battle.leaders if leader.art]
    names += battle.map.art.images if battle.map is not None else ()
    entries = {}
    for name in sorted(set(names)):
        with suppress(FileRefused):
            entries[PREFIX + name] = read_file(project / name, within=project, limit=_MAX_BYTES)
    return entries
