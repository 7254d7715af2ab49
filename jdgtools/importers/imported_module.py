"""The module of an imported project: with a saved game as one more setup, and as a file again.

A project from `jdg import` holds the module that it was made from, entry by entry, in its folder `module/`.
"""

from __future__ import annotations

import os
from pathlib import Path

from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.importers.ids import slug
from jdgtools.importers.positions import Position
from jdgtools.importers.view import ModuleView
from jdgtools.vassal.build import predefined_setup
from jdgtools.vassal.folder import read_imported_module
from jdgtools.vassal.limits import DEFAULT, Limits
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import SaveFile, is_plain_save


def pack_module(project: Path, target: Path, limits: Limits = DEFAULT) -> int:
    """Write the imported module of a project to a file; return its size.

    Raises:
        InputRefused: the project has no imported module, or the copy is damaged.
        OutputFailed: the file cannot be written.
    """
    from jdgtools.vassal.archive import write_atomic

    if os.path.lexists(target):  # a link that leads nowhere, too
        raise InputRefused(f"{target} exists already")
    data = read_imported_module(project, limits).data()
    write_atomic(target, data)
    return len(data)


def with_setup(view: ModuleView, game: Position, data: bytes, save: SaveFile) -> tuple[ModuleView, Position]:
    """Return a module with a saved game as its last setup, and the position as that of this setup.

    Args:
        view: the module.
        game: the saved game.
        data: its file.
        save: what the file holds; a text of VASSAL 2 becomes an archive, which VASSAL 3 opens.
    """
    module = view.module
    if is_plain_save(data):
        version = Metadata(version=module.root.get("version"))
        data = replace(save, metadata=version, module_metadata=module.metadata).data()
    base = slug(game.name, "game")
    name = next(
        n
        for n in (f"{base}{i or ''}.vsav" for i in range(len(module.entries) + 1))
        if n not in module.entries
    )
    root = replace(module.root, children=[*module.root.children, predefined_setup(game.name, name)])
    new_module = replace(module, root=root, entries={**module.entries, name: data})
    return replace(view, module=new_module), replace(game, file=name)
