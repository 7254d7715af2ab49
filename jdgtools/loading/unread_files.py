"""Files beside those of a battle that nothing reads: scenarios, pictures, `OOB.csv` beside `oob.csv`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from msgspec import DecodeError, Raw, json

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.names import first_names
from jdgtools.loading.project import ProjectFiles, named_files, path_of_name
from jdgtools.source.node import Node
from jdgtools.source.span import whole_file
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import read_file

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle

_TABLES = (".csv", ".xlsx", ".ods")
_SUFFIXES = (".yaml", ".yml", ".json", *_TABLES)
_OWN_STEMS = ("battle", "map", "oob", "print")
"""What the files at the top of a project are called where nobody says otherwise."""
_SCENARIO = re.compile(r"^(turns|extends):", re.MULTILINE)
"""A key that every scenario has, and no other file of a project, as it stands in YAML."""
_PICTURES = (".svg", ".png", ".jpg", ".jpeg")
_ART = "art"
"""Folder of the pictures of a project, where nobody says otherwise."""
_LOOKED_AT = 1_000_000
"""Bytes. No scenario is larger."""
MAX_NAMED = 20
"""Most files that are named; a folder with more is a store of another kind."""


def unread_file_problems(project: ProjectFiles, root: Node) -> Iterator[Diagnostic]:
    """Yield the files in the folders of scenarios and of texts that the battle does not name.

    Files at the top of the project may be anything: notes, sheets that a designer keeps, lists of an import.
    They are told where they are called like a file of the battle, or are a scenario.
    """
    files_named = {
        "scenarios": [file for file, _ in named_files(root.get("scenarios"), [])],
        "strings": _texts(root.get("strings")),
    }
    read = {_plain(file) for file in project.sources.files}
    yield from _twins(project)
    yield from _top_files(project, read)
    folders: dict[str, str] = {"scenarios": "scenarios"}
    for key, files in files_named.items():
        folders |= {str(path_of_name(file).parent): key for file in files}
    for folder, key in sorted(folders.items()):
        if folder == "." or ".." in PurePosixPath(folder).parts or PurePosixPath(folder).is_absolute():
            continue
        unread = [name for name in _names(project, folder) if _plain(project.display(name)) not in read]
        unread = _without_tables_of_others(project, unread)
        for number, name in enumerate(unread[:MAX_NAMED], 1):
            more = len(unread) - MAX_NAMED if number == MAX_NAMED else 0
            yield Diagnostic(
                "GEN197",
                Severity.WARNING,
                f"nothing reads `{name}`: what it says is not in the battle"
                + (f"; nor is what {more} more files of that folder say" if more > 0 else ""),
                whole_file(project.display(name)),
                expected=f"its name under `{key}:` of battle.yaml, or in a scenario that takes it as a table",
                hint=f"list it under `{key}:`, or move it out of `{folder}/`",
            )


def _without_tables_of_others(project: ProjectFiles, unread: list[str]) -> list[str]:
    """Return files that nothing reads without the tables that one of them takes: they come with it."""
    tables = [name for name in unread if name.lower().endswith(_TABLES)]
    if not tables:
        return unread
    texts = [_content(project, name) for name in unread[:MAX_NAMED] if name not in tables]
    tables_used = {name for name in tables if any(name in text for text in texts)}
    return [name for name in unread if name not in tables_used]


def _twins(project: ProjectFiles) -> Iterator[Diagnostic]:
    """Yield the files whose names differ from that of a file of the battle by capitals alone."""
    names_read: dict[str, set[str]] = {}
    for name, _ in project.names:
        names_read.setdefault(str(path_of_name(name).parent), set()).add(path_of_name(name).name)
    for folder, here in sorted(names_read.items()):
        entries = _entries(project, folder)
        # On a disk without capitals the battle's own file may be listed in other letters.
        by_fold = {name.casefold(): name for name in here & set(entries)}
        for entry in entries:
            twin = by_fold.get(entry.casefold(), entry)
            if entry != twin and entry not in here:
                yield Diagnostic(
                    "GEN197",
                    Severity.WARNING,
                    f"nothing reads `{entry}`: the battle's file is called `{twin}`, in other letters",
                    whole_file(project.display(entry if folder == "." else f"{folder}/{entry}")),
                    expected="one file of that name",
                    hint="on Windows and macOS both are one file: rename one of them, or take it away",
                )


def _top_files(project: ProjectFiles, read: set[str]) -> Iterator[Diagnostic]:
    """Yield files at the top that are called like one of the battle but for their ending, and scenarios.

    Args:
        project: its files.
        read: plain names of the files that were read.
    """
    entries = [name for name in _entries(project, ".") if name.lower().endswith(_SUFFIXES)]
    names_read = [name for name in entries if _plain(project.display(name)) in read]
    by_stem = {PurePosixPath(name).stem.casefold(): name for name in names_read}
    # Those that differ by capitals alone have been told.
    names_told = {name.casefold() for name in names_read}
    for name in entries:
        if name.casefold() in names_told or name[0] in ".~":
            continue
        stem = PurePosixPath(name).stem.casefold()
        if stem in by_stem:
            message, expected = (
                f"the battle reads `{by_stem[stem]}`",
                f"one file of that name, or `{name}` named in its place",
            )
        elif stem in _OWN_STEMS:
            message = "what it says is not in the battle"
            expected = "`print.yaml`" if stem == "print" else f"its name as `{stem}:` of battle.yaml"
        elif _is_scenario(project, name):
            message, expected = (
                "what it says is not in the battle",
                "its name under `scenarios:` of battle.yaml",
            )
        else:
            continue
        yield Diagnostic(
            "GEN197",
            Severity.WARNING,
            f"nothing reads `{name}`: {message}",
            whole_file(project.display(name)),
            expected=expected,
            hint="give it another name or move it out of the folder, if it is there for somebody else",
        )


def _is_scenario(project: ProjectFiles, name: str) -> bool:
    """Return whether a file looks like a scenario; one that cannot be read does not."""
    in_json = name.lower().endswith(".json")
    if not in_json and not name.lower().endswith((".yaml", ".yml")):
        return False
    content = _content(project, name)
    if in_json:
        try:
            return not {"turns", "extends"}.isdisjoint(json.decode(content, type=dict[str, Raw]))
        except (DecodeError, RecursionError):
            return False
    return _SCENARIO.search(content) is not None


def _content(project: ProjectFiles, name: str) -> str:
    """Return what stands in a file of the project; nothing of one that is too large for a scenario."""
    try:
        return read_file(project.folder / name, within=project.folder, limit=_LOOKED_AT).decode(
            "utf-8", "replace"
        )
    except FileRefused:
        return ""


def unused_picture_problems(project: ProjectFiles, battle: Battle) -> Iterator[Diagnostic]:
    """Yield the folders with pictures that no counter bears and no map shows, each folder once.

    Where files have errors, pieces may be missing in the battle; an imported module keeps its own pictures.
    """
    if project.report.has_errors or battle.module == "imported":
        return
    names = [unit.art for unit in battle.units] + [leader.art for leader in battle.leaders]
    names += [str(unit.front.get("art_back") or "") for unit in battle.units]
    for scenario in (None, *battle.scenarios):
        ground = battle.in_scenario(scenario).map
        names += ground.art.images if ground is not None else ()
    used = {_plain(name) for name in names if name}
    for folder in sorted({_ART, *(str(path_of_name(name).parent) for name in names if name)} - {"."}):
        idle_pictures = [
            name
            for name in _entries(project, folder)
            if name.lower().endswith(_PICTURES) and name[0] != "." and _plain(f"{folder}/{name}") not in used
        ]
        if idle_pictures:
            shown_names = first_names([f"`{folder}/{name}`" for name in idle_pictures])
            yield Diagnostic(
                "GEN197",
                Severity.WARNING,
                f"nothing shows {shown_names}: no counter and no map of the battle names "
                + ("it" if len(idle_pictures) == 1 else "them"),
                whole_file(project.display(f"{folder}/{idle_pictures[0]}")),
                expected="its path as `art` of a unit or leader, or as `image` in map.yaml",
                hint=f"name it there, or move it out of `{folder}/`",
            )


def _plain(name: str) -> str:
    """Return a name of a file as names are compared, whichever slashes and letters it is written with."""
    return str(path_of_name(name)).casefold()


def _texts(strings: Node | None) -> list[str]:
    """Return the names of the files of texts."""
    children = strings.items() if strings is not None and strings.is_map else ()
    return [child.text for _, child in children if child.is_scalar]


def _names(project: ProjectFiles, folder: str) -> list[str]:
    """Return the files of a folder of the project that may be a scenario, a table or texts."""
    entries = _entries(project, folder)
    return [f"{folder}/{n}" for n in entries if n.lower().endswith(_SUFFIXES) and n[0] not in ".~"]


def _entries(project: ProjectFiles, folder: str) -> list[str]:
    """Return the names of the files in a folder of the project; none of one outside it."""
    subfolder = project.folder / folder
    try:
        if not subfolder.resolve().is_relative_to(project.folder.resolve()):
            return []
        return sorted(entry.name for entry in subfolder.iterdir() if entry.is_file())
    except (OSError, ValueError, RuntimeError):  # no name for a file; links that go round in a circle
        return []
