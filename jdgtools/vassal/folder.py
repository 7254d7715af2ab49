"""A module as a folder of files, without loss, and the way back: `module/` in the folder of a project."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from unicodedata import normalize

from msgspec import Struct

from jdgtools.errors import InputRefused
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import Missing, clause, find_file, read_file
from jdgtools.vassal.components import read_xml, write_xml
from jdgtools.vassal.limits import DEFAULT, Limits, check_name, image_size
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import Module
from jdgtools.vassal.record_shapes import (
    BadRecord,
    ModuleIndex,
    check_fields,
    check_places,
    read_index,
    read_record,
)

FOLDER = "module"
INDEX = f"{FOLDER}/index.json"
PLACES = "module-places.json"
"""File of a project: where the pieces of the imported module's setups lay."""
FIELDS = "module-fields.json"
"""File of a project: what the battle said when the module was imported."""
MAX_INDEX_BYTES = 16_000_000
MAX_PLACES_BYTES = 64_000_000
MAX_PICTURE_BYTES = 64_000_000
MAX_MODULE_BYTES = 2 * 2**30
"""All files of the copy: the user's own project may hold what he allowed when he imported it."""
MAX_NAME_BYTES = 200


class ImportRecord(Struct, frozen=True):
    """The record of an import."""

    hexes: Mapping[str, Any]
    """Hex -> pixel of its centre on the map window."""
    setups: Mapping[str, Any]
    """Scenario -> {file, pieces: {id of the piece: {id, hex, facing}}}, and `hexes` as above where its
    boards show a part of the map."""
    map: str = ""
    """Name of the map window; '' in records of older versions."""
    boards: tuple[tuple[str, float, float], ...] = ()
    """Pictures of the battle's board in the project, each with the place of its upper left corner on the map
    window, pixels; none in records of older versions."""

    def hexes_of(self, scenario: str) -> Mapping[str, Any]:
        """Return hex -> pixel of its centre on the boards that a scenario's setup lays out."""
        hexes = self.setups.get(scenario, {}).get("hexes", self.hexes)
        return hexes if isinstance(hexes, Mapping) else self.hexes


def module_files(module: Module) -> dict[str, bytes]:
    """Return the files of the copy: every entry byte for byte, the build file as VASSAL sees it.

    Entries whose names are no good as files (case alone or how an accent is written differs, a `?`, a
    trailing dot, a folder that holds data) get names of their own; the index says which is which.
    """
    entries = dict(module.entries)
    entries[module.build_name] = write_xml(module.root)
    if module.metadata is not None:
        entries[module.metadata_name] = module.metadata.format()
    files: dict[str, bytes] = {}
    index: list[dict[str, str]] = []
    file_keys: set[str] = {INDEX.casefold()}
    folders: set[str] = set()
    for n, name in enumerate(sorted(entries)):
        path = f"{FOLDER}/{name}"
        if name.endswith("/") and not entries[name]:
            continue  # a folder; archives need none
        key = normalize("NFC", path).casefold()
        above = {"/".join(key.split("/")[:i]) for i in range(1, key.count("/") + 1)}
        if not _usable(path) or key in file_keys or key in folders or above & file_keys:
            path = f"{FOLDER}/odd-names/{n:05d}"
            key, above = path, {FOLDER, f"{FOLDER}/odd-names"}
        file_keys.add(key)
        folders |= above
        files[path] = entries[name]
        index.append({"entry": name, "file": path.removeprefix(f"{FOLDER}/")})
    head = {"build": module.build_name, "metadata": module.metadata_name, "entries": index}
    files[INDEX] = (json.dumps(head, indent=1, ensure_ascii=True) + "\n").encode("ascii")
    return files


def find_problem(project: Path) -> str:
    """Return why a project's imported module cannot be written again; '' when its files are all there."""
    try:
        read_import_record(project)
        index = _read_index(project)
    except InputRefused as error:
        return str(error)
    problems, sizes = [], {}
    for file in {entry.entry: entry.file for entry in index.entries}.values():
        try:
            sizes[file] = find_file(project / FOLDER / file, within=project / FOLDER).stat().st_size
        except (FileRefused, OSError) as refusal:
            wrong = isinstance(refusal, FileRefused) and not isinstance(refusal, Missing)
            problems.append(f"{FOLDER}/{file} {refusal if wrong else 'is missing'}")
    if sum(sizes.values()) > MAX_MODULE_BYTES:
        largest = max(sizes, key=lambda file: sizes[file])
        most = f"{MAX_MODULE_BYTES // 2**20} MiB together"
        problems.append(f"its files are larger than {most}, most of all {FOLDER}/{largest}")
    more = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
    return f"{problems[0]}{more}" if problems else ""


def read_import_record(project: Path) -> ImportRecord:
    """Return the record of an import; an empty one where a project has none.

    Raises:
        InputRefused: it cannot be read, or is damaged.
    """
    try:
        record = read_record(read_file(project / PLACES, within=project, limit=MAX_PLACES_BYTES))
        check_places(record)
        boards = [(str(one["image"]), *one["at"]) for one in record.get("boards", ())]
        return ImportRecord(
            dict(record["hexes"]),
            dict(record["setups"]),
            str(record.get("map", "")),
            tuple((image, float(x), float(y)) for image, x, y in boards),
        )
    except Missing:
        return ImportRecord({}, {})
    except FileRefused as refusal:
        raise InputRefused(f"{PLACES} {refusal}; import the module again") from None
    except BadRecord as problem:
        raise InputRefused(f"{PLACES} is damaged: {problem}; import the module again") from None


def fields_file(fields: Mapping[tuple[str, ...], Mapping[str, Any]]) -> bytes:
    """Return the file that tells later what has been edited; `read_fields` reads it."""
    note = "Written by jdg import: what the battle said then. `jdg check` tells by it what the module lacks."
    record = {"note": note, "fields": [[list(subject), dict(values)] for subject, values in fields.items()]}
    return (json.dumps(record, ensure_ascii=True, separators=(",", ":")) + "\n").encode("ascii")


def read_fields(project: Path) -> dict[tuple[str, ...], dict[str, Any]] | None:
    """Return what a battle said when its module was imported; None where nobody wrote it down.

    Raises:
        InputRefused: it cannot be read, or is damaged.
    """
    try:
        record = read_record(read_file(project / FIELDS, within=project, limit=MAX_PLACES_BYTES))
        check_fields(record)
        return {tuple(subject): values for subject, values in record["fields"]}
    except Missing:
        return None
    except FileRefused as refusal:
        raise InputRefused(f"{FIELDS} {refusal}; import the module again") from None
    except BadRecord as problem:
        raise InputRefused(f"{FIELDS} is damaged: {problem}; import the module again") from None


def edited_pictures(
    fields: Mapping[tuple[str, ...], Mapping[str, Any]], project: Path
) -> dict[str, tuple[str, bytes]]:
    """Return the pictures that are not as they were imported: path -> (entry of the module, content).

    The entry is '' where the picture was made from one of another kind.

    Raises:
        InputRefused: a picture is too large, or leads out of the project.
    """
    pictures_there = {}
    for subject, values in sorted(fields.items()):
        if subject[0] != "picture":
            continue
        try:
            content = read_file(project / subject[1], within=project, limit=MAX_PICTURE_BYTES)
        except Missing:
            continue  # whoever names it says that it is missing
        except FileRefused as refusal:
            raise InputRefused(f"{subject[1]} {refusal}") from None
        if sha256(content).hexdigest() != values.get("sha256"):
            pictures_there[subject[1]] = (str(values.get("entry", "")), content)
    return pictures_there


def new_picture(
    fields: Mapping[tuple[str, ...], Mapping[str, Any]], project: Path, path: str
) -> tuple[str, bytes | None]:
    """Return the entry of the module for the picture of a new piece, and its content where it is new there.

    Args:
        fields: what the import wrote down.
        project: the project's folder.
        path: the picture in it.

    Raises:
        InputRefused: it cannot be read, is no picture, or was made from one of another kind.
    """
    record = fields.get(("picture", path))
    if record is not None and record.get("entry"):
        return str(record["entry"]), None
    if record is not None:
        raise InputRefused(f"{path} was made from one of another kind; use a picture of your own")
    try:
        content = read_file(project / path, within=project, limit=MAX_PICTURE_BYTES)
    except FileRefused as refusal:
        raise InputRefused(f"{path} {refusal}") from None
    if not path.lower().endswith(".svg"):
        image_size(content, path)
    return f"images/{path.removeprefix('art/').replace('/', '-')}", content


def _usable(path: str) -> bool:
    try:
        safe_files({path: b""})
    except InputRefused:
        return False
    return True


def read_imported_module(project: Path, limits: Limits = DEFAULT) -> Module:
    """Return the imported module of a project.

    Args:
        project: the project's folder.
        limits: what is allowed.

    Raises:
        InputRefused: the project has no imported module, or the copy is damaged.
    """
    index = _read_index(project)
    entries: dict[str, bytes] = {}
    budget = limits.total_bytes
    root = project / FOLDER
    for one in index.entries[: limits.entries]:
        entries[one.entry] = _read(root / one.file, root, budget)
        budget -= len(entries[one.entry])
    if index.build not in entries:
        raise InputRefused(f"{INDEX} names more than {limits.entries} entries")
    tree = read_xml(entries.pop(index.build), index.build, limits)
    metadata = None
    if index.metadata in entries:
        metadata = Metadata.parse(entries.pop(index.metadata), index.metadata, limits)
    return Module(metadata, tree, entries, index.build, index.metadata)


def _read_index(project: Path) -> ModuleIndex:
    try:
        return read_index(_read(project / INDEX, project, MAX_INDEX_BYTES))
    except BadRecord as problem:
        raise InputRefused(f"{INDEX} is damaged: {problem}") from None


def _read(path: Path, within: Path, most: int) -> bytes:
    try:
        return read_file(path, within=within, limit=most)
    except FileRefused as refusal:
        raise InputRefused(
            f"{path.name} cannot be read: {clause(refusal)}; is it a project with a module of its own?"
        ) from None


def safe_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files, after every check of their names.

    Raises:
        InputRefused: a name leaves the folder or means a device, or two differ by case alone.
    """
    names_by_key: dict[str, str] = {}
    folders: set[str] = set()
    checked_files = {}
    for name, data in files.items():
        check_name(name)
        quoted_name = ascii(name[:60])
        parts = name.split("/")
        if any(len(p.encode("utf-8", "replace")) > MAX_NAME_BYTES for p in parts):
            raise InputRefused(f"the name {quoted_name} is too long for a file")
        if any(p in ("", ".") for p in parts) or any(c in name for c in '\\:*?"<>|'):
            raise InputRefused(f"the name {quoted_name} cannot be a file on every machine")
        if any(p != p.rstrip(" .") for p in parts):
            raise InputRefused(f"the name {quoted_name} ends with a blank or a dot")
        try:
            name.encode("utf-8")
        except UnicodeEncodeError:
            raise InputRefused(f"the name {quoted_name} is not UTF-8") from None
        key = name.casefold()
        if key in names_by_key:
            raise InputRefused(f"the names {names_by_key[key][:60]!a} and {quoted_name} differ by case alone")
        names_by_key[key] = name
        folders |= {"/".join(parts[:i]).casefold() for i in range(1, len(parts))}
        checked_files[name] = data
    clash = next((n for n in names_by_key if n in folders), None)
    if clash is not None:
        raise InputRefused(f"{names_by_key[clash][:60]!a} is a file and a folder")
    return checked_files
