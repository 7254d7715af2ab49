"""Reads the files of a battle project, from its folder alone.

`ProjectFiles` gets names from battle.yaml and gives nodes, checked against their schemas; a file that is
missing, lies outside the folder or cannot be read becomes a diagnostic where it is named.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.source.node import Node
from jdgtools.source.project import Buffers, Sources
from jdgtools.source.span import Span, whole_file
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import Missing, find_file

if TYPE_CHECKING:
    from jdgtools.cache import Cache

ROOT_NAMES = ("battle.yaml", "battle.yml", "battle.json")
"""Names of the root file of a project, in order of preference."""


class ProjectFiles:
    """Reads the files of a project, keeping to its folder.

    Args:
        folder: of the project.
        shown: the folder as messages show it; '' or `.` for the working folder.
        cache: of parsed files; None = every file is parsed.
        buffers: texts that stand before the files; None = the files are read.
    """

    def __init__(
        self, folder: Path, shown_folder: str, cache: Cache | None = None, buffers: Buffers | None = None
    ) -> None:
        self.folder = folder
        self.shown_folder = shown_folder
        self.sources = Sources(cache, folder, buffers)
        self.report = Report()
        self.names: list[tuple[str, Span]] = []
        """Files that the project names, and where."""

    def read(self, name: str, schema: str, where: Span | None) -> Node | None:
        """Return the content of a project file, None if it cannot be used; problems go to the report.

        Args:
            name: of the file, relative to the project folder.
            schema: which its content must follow.
            where: the entry that names the file; None for the root file.
        """
        from jdgtools.schema.validate import validate

        display = self.display(name)
        if not self._inside(name, where):
            return None
        node, problems = self.sources.load(self.folder / name, display)
        no_ids = node is not None and schema == "oob" and node.is_table and "id" not in node.key_spans
        if no_ids:  # its first row is mostly no header: values that stand twice are no names
            problems = [p for p in problems if p.code not in ("SRC031", "SRC032")]
        self.report.extend(problems if where is None else [_problem_with_entry(p, where) for p in problems])
        if node is not None and no_ids:
            self.report.add(_no_ids(node, display))
            return None  # without ids every row and every mention of a unit would be one more mistake
        if node is not None:
            # What a formula should hold is not reported a second time as missing.
            failed_spans = {p.span for p in problems if p.code in ("SRC050", "SRC051")}
            self.report.extend(
                p for p in validate(node, schema) if not failed_spans or p.span not in failed_spans
            )
        return node

    def read_text(self, name: str, where: Span) -> tuple[str | None, str]:
        """Return the text of a project file that is no source file (GIS data), and its path to show."""
        display = self.display(name)
        if not self._inside(name, where):
            return None, display
        text, problems = self.sources.read_text(self.folder / name, display)
        self.report.extend([_problem_with_entry(p, where) for p in problems])
        return text, display

    def display(self, name: str) -> str:
        """Return the path of a project file as messages show it."""
        return f"{self.shown_folder}/{name}" if self.shown_folder not in ("", ".") else name

    def may_read(self, name: str, where: Span) -> bool:
        """Tell whether a file that the project names is inside its folder; one that is not is reported."""
        return self._inside(name, where)

    def _inside(self, name: str, where: Span | None) -> bool:
        """Tell whether a name stays inside the folder; one that does not is reported."""
        parts = name.replace("\\", "/").split("/")
        drive = len(parts[0]) == 2 and parts[0].endswith(":")
        if (
            name
            and not name.startswith(("/", "\\", "~"))
            and ".." not in parts
            and not drive
            and "\0" not in name
        ):
            if where is not None:
                self.names.append((name, where))
            return True
        if not name.strip():
            return False  # the schema has said so
        self.report.add(
            Diagnostic(
                "GEN003",
                Severity.ERROR,
                f"`{name}` leads out of the project folder",
                where,
                expected="a file inside the project folder, such as map.yaml",
            )
        )
        return False


def _no_ids(node: Node, display: str) -> Diagnostic:
    """Return the one message about an order of battle whose units have no ids."""
    return Diagnostic(
        "SCH002",
        Severity.ERROR,
        "the table has no column `id`",
        min(node.key_spans.values(), default=whole_file(display)),
        expected="the ids of the units in a column `id`",
        hint="write `id` above them, in the first row",
    )


def _problem_with_entry(problem: Diagnostic, where: Span) -> Diagnostic:
    """Return a problem of a whole file with the entry that names the file."""
    if problem.span is None or (problem.span.line, problem.span.col) != (1, 1):
        return problem
    related = (*problem.related, RelatedSpan(where, "named here"))
    missing = problem.code == "SRC001" and not problem.hint
    hint = "file names are relative to the project folder" if missing else problem.hint
    return replace(problem, related=related, hint=hint)


def find_root(path: Path) -> Path | None:
    """Return the root file of a project named by its folder or by that file itself; None if there is none."""
    if path.is_file():
        return path
    return next((path / name for name in ROOT_NAMES if (path / name).is_file()), None)


def project_of(part: Path) -> Path | None:
    """Return the battle project that a file is part of, at most two steps above it; None if there is none."""
    # The outer one first: a scenario may be called battle.yaml as well.
    above = part.absolute().parents[:2]
    return next((f for f in reversed(above) if any((f / name).is_file() for name in ROOT_NAMES)), None)


def missing_root(path: Path, folder: Path) -> Diagnostic:
    """Return the message that there is no root file to read.

    Args:
        path: what the user named.
        folder: where the root file was looked for.
    """
    path_text = path.as_posix()
    if path.is_file():
        inside = project_of(path)
        return Diagnostic(
            "GEN011",
            Severity.ERROR,
            f"`{path.name}` is a part of a battle project",
            whole_file(path_text),
            expected="the folder of the project, or its battle.yaml",
            hint=f"name its folder, `{inside.name}`" if inside is not None else None,
        )
    if not path.exists():
        return Diagnostic(
            "GEN011",
            Severity.ERROR,
            f"there is no folder `{path_text}`",
            whole_file(path_text),
            expected="the folder of a battle project",
            hint="`jdg new FOLDER --series NAME` makes one",
        )
    for name in ROOT_NAMES:
        try:
            find_file(folder / name, within=folder)
        except Missing:
            continue
        except FileRefused as refusal:
            return Diagnostic(
                "GEN011",
                Severity.ERROR,
                f"`{name}` of the folder `{path_text}` {refusal}",
                whole_file(f"{folder.as_posix()}/{name}"),
                expected="an ordinary file in the project folder",
            )
    return Diagnostic(
        "GEN011",
        Severity.ERROR,
        f"the folder `{path_text}` has no battle.yaml",
        whole_file(f"{folder.as_posix()}/"),
        expected="battle.yaml (or battle.json) at the top of the project folder",
        hint="`jdg new FOLDER --series NAME` makes a project",
    )


def named_files(node: Node | None, default: list[str]) -> list[tuple[str, Span | None]]:
    """Return the names of files that an entry gives, with their places, each file once.

    Spellings of one name, such as `./map.yaml`, count as one; that it is named twice the schema says.
    """
    if node is None:
        return [(name, None) for name in default]
    items = node.elements() if node.is_list else [node]
    names: dict[PurePosixPath, tuple[str, Span | None]] = {}
    for item in items:
        if item.is_scalar and not item.is_null:
            names.setdefault(path_of_name(item.text), (item.text, item.span))
    return list(names.values())


def path_of_name(name: str) -> PurePosixPath:
    """Return the path that a name is, whichever slashes it is written with: `./a//b` is `a/b`."""
    return PurePosixPath(name.replace("\\", "/"))
