"""Print settings: paper, marks and printer, from `print.yaml` of a project or a file that the user names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.loading.project import ProjectFiles
from jdgtools.source.node import Node
from jdgtools.source.project import Sources
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import clause, read_file

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.render.backends.pdf_press import OutputIntent
    from jdgtools.render.sheets import PrintSettings
    from jdgtools.rules import Series

PRINT_FILE = "print.yaml"
"""Print settings of a project; need not exist."""


def project_settings(project: ProjectFiles, battle: Battle, series: Series) -> PrintSettings | None:
    """Return the print settings of a project; None if it has none, or wrong ones, which are reported."""
    if not os.path.lexists(project.folder / PRINT_FILE):
        return None
    node = project.read(PRINT_FILE, "print", None)
    settings, problems = (None, []) if node is None else _settings(node, project)
    project.report.extend(problems)
    if node is not None and settings is not None:
        from jdgtools.appearance.paper import paper_problems
        from jdgtools.checks.run import guard_step

        what = "the check of the paper"
        project.report.extend(
            guard_step(what, battle, series, lambda: paper_problems(battle, node, settings))
        )
    return settings


def read_print_file(path: Path) -> tuple[PrintSettings | None, Report, Sources]:
    """Read a file of print settings that stands outside a project.

    Returns:
        The settings (None with errors), the problems, and the text for messages that quote it.
    """
    project = ProjectFiles(path.parent, path.parent.as_posix())
    project.sources = Sources()  # named by the user, wherever it lies
    node = project.read(path.name, "print", None)
    settings, problems = (None, []) if node is None else _settings(node, project)
    project.report.extend(problems)
    return settings, project.report, project.sources


def _settings(node: Node, project: ProjectFiles) -> tuple[PrintSettings | None, list[Diagnostic]]:
    """Return the settings in a file, None if it breaks its schema, and what does not fit the paper."""
    from jdgtools.render.sheets import settings_of
    from jdgtools.schema.shapes import typed_value
    from jdgtools.schema.validate import validate

    if any(p.severity is Severity.ERROR for p in validate(node, "print")):
        return None, []
    settings = settings_of(typed_value(node, "print"))
    grid_span = node.key_span("grid" if "grid" in node.value else "counter")
    hint = "choose a larger paper, smaller counters or shorter marks, or lay the paper across"
    intent, problems = _press(node, settings, project)
    return replace(settings, press=intent), problems + [
        Diagnostic(
            "GEN013", Severity.ERROR, problem, grid_span, expected="counters that fit the paper", hint=hint
        )
        for problem in settings.layout_errors()
    ]


def _press(
    node: Node, settings: PrintSettings, project: ProjectFiles
) -> tuple[OutputIntent | None, list[Diagnostic]]:
    """Return the press of the files, None without one; a profile that cannot be used is reported (MAP088)."""
    from jdgtools.render.backends.pdf_press import MAX_PROFILE, OutputIntent, profile_problem

    press = node.get("press")
    file = None if press is None else press.get("profile")
    if press is None or file is None or not project.may_read(file.text, file.span):
        return None, []
    try:
        profile = read_file(project.folder / file.text, within=project.folder, limit=MAX_PROFILE)
        problem = profile_problem(profile, settings.color)
    except FileRefused as refusal:
        problem = clause(refusal)
    if not problem:
        condition = press.get("condition")
        return OutputIntent(profile, "Custom" if condition is None else condition.text), []
    other = "rgb" if settings.color == "cmyk" else "cmyk"
    return None, [
        Diagnostic(
            "MAP088",
            Severity.ERROR,
            f"`{file.text}` cannot be the profile of the press: {problem}",
            file.span,
            expected=f"an ICC profile of a printing device for {settings.color.upper()}",
            hint=f"ask the print shop for it; with `color: {other}` it must be one for {other.upper()}",
        )
    ]
