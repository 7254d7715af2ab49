"""The project's own files inside its module, so that `jdg import` gives the battle back as it was written."""

from __future__ import annotations

from pathlib import Path

from jdgtools.model.battle import Battle

PREFIX = "jdg/source/"
"""Folder of the archive; the engine does not look at it."""


def source_entries(battle: Battle, project: Path) -> dict[str, bytes]:
    """Return the entries of the files that the battle was read from and of its pictures, by archive name."""
    prefix = "" if battle.folder in ("", ".") else f"{battle.folder}/"
    names = [file.removeprefix(prefix) for file in battle.files]
    names += [unit.art for unit in battle.units if unit.art]
    names += [leader.art for leader in battle.leaders if leader.art]
    names += battle.map.art.images if battle.map is not None else ()
    found = {}
    for name in sorted(set(names)):
        path = project / name
        if path.is_file() and path.resolve().is_relative_to(project.resolve()):
            found[PREFIX + name] = path.read_bytes()
    return found
