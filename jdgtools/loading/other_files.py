"""Checks what stands beside the sources of a project: imported module, lock file, pictures, names.

`load` calls it last. These files are no part of the model; what is wrong with them is a diagnostic all the
same.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.loading.project import ProjectFiles
from jdgtools.loading.unread_files import unread_file_problems, unused_picture_problems
from jdgtools.source.node import Node
from jdgtools.source.span import Span

if TYPE_CHECKING:
    from jdgtools.cache import Cache
    from jdgtools.model.battle import Battle
    from jdgtools.rules import Series


def brings_module(project: ProjectFiles, root: Node) -> bool:
    """Tell whether the project brings its own module; what is missing of it is reported."""
    from jdgtools.model.battle import means_imported

    node = root.get("module")
    if node is None or not node.is_scalar or not means_imported(node.text):
        return False
    from jdgtools.vassal.folder import find_problem

    problem = find_problem(project.folder)
    if problem:
        project.report.add(
            Diagnostic(
                "GEN040",
                Severity.ERROR,
                f"the module that the project brings is not whole: {problem}",
                node.span,
                expected="the folder `module/` as `jdg import` wrote it",
                hint="import the module again, or leave `module: imported` out to have a module made",
            )
        )
    return True


def problems_of_other_files(
    project: ProjectFiles, root: Node, battle: Battle, series: Series, cache: Cache | None
) -> list[Diagnostic]:
    """Return what is wrong with the lock file, names of files, theme and pictures of the map."""
    from jdgtools.appearance.theme import theme_problems, wearer_problems
    from jdgtools.appearance.tints import tint_problems
    from jdgtools.checks.run import guard_step

    problems = [
        *_lock_problems(project),
        *_name_problems(project, battle),
        *unread_file_problems(project, root),
        *unused_picture_problems(project, battle),
    ]
    if battle.module == "imported":
        from jdgtools.loading.imported_edits import edit_problems

        problems += guard_step(
            "the check of edits", battle, series, lambda: edit_problems(battle, project.folder)
        )
    theme, definition = root.get("theme"), battle.series
    problems += guard_step(
        "the check of the theme", battle, series, lambda: theme_problems(theme, definition)
    )
    what = "the check of what people wear"
    problems += guard_step(what, battle, series, lambda: wearer_problems(theme, battle))
    what = "the check of tints"
    problems += guard_step(what, battle, series, lambda: tint_problems(theme, battle))
    if battle.words:
        from jdgtools.appearance.words import word_problems

        what = "the check of the battle's own words"
        problems += guard_step(what, battle, series, lambda: word_problems(battle))
    if battle.map is not None and battle.map.art:
        from jdgtools.appearance.map_art import map_art_problems

        what = "the check of the map's pictures"
        problems += guard_step(what, battle, series, lambda: map_art_problems(battle, project.folder, cache))
    return problems


def _lock_problems(project: ProjectFiles) -> list[Diagnostic]:
    """Return what is wrong with the lock file of piece numbers, if there is one."""
    if not os.path.lexists(project.folder / "vassal-ids.json"):
        return []
    from jdgtools.vassal.lockfile import LOCK_FILE, LockDamaged, read_numbers

    try:
        read_numbers(project.folder)
    except LockDamaged as error:
        lock_span = Span(project.display(LOCK_FILE), error.line, 1, error.line, 1)
        message = f"the lock file of piece numbers is damaged: {error}"
        expected = "the file as `jdg build --lock` wrote it: saved games refer to its numbers"
        hint = "mend it, take it from the version before, or delete it to give all pieces new numbers"
        return [Diagnostic("GEN060", Severity.ERROR, message, lock_span, expected=expected, hint=hint)]
    return []


def _name_problems(project: ProjectFiles, battle: Battle) -> list[Diagnostic]:
    """Return what is wrong with the names of files of the project, and with those of its products."""
    from jdgtools.project_names import name_problems, same_products

    pieces = [("unit", unit) for unit in battle.units] + [("leader", leader) for leader in battle.leaders]
    art_spans = ((piece.art, battle.span(kind, piece.id, "art")) for kind, piece in pieces if piece.art)
    pictures = {name: span for name, span in art_spans if span is not None}
    scenarios = ((s.id, battle.span("scenario", s.id, "id")) for s in battle.scenarios)
    return [
        *name_problems([*project.names, *pictures.items()], project.folder),
        *same_products((name, span) for name, span in scenarios if span is not None),
    ]
