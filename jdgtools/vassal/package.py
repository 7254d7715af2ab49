"""Modules, extensions and save files: whole archives in and out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import open_file
from jdgtools.vassal.archive import DamagedEntry, read_archive, write_archive, write_atomic
from jdgtools.vassal.components import Component, read_xml, write_xml
from jdgtools.vassal.limits import DEFAULT, Limits
from jdgtools.vassal.metadata import EXTENSION_ENTRY, MODULE_ENTRY, SAVE_ENTRY, VASSAL_VERSION, Metadata
from jdgtools.vassal.obfuscation import reveal
from jdgtools.vassal.pack import PackedContent
from jdgtools.vassal.savegame import BEGIN_SAVE, SaveCommand, read_revealed, write_save

BUILD_FILE = "buildFile.xml"
OLD_BUILD_FILE = "buildFile"
SAVED_GAME = "savedGame"
SAVE_ENDINGS = (".vsav", ".sav")
"""Endings of saved games; the second one is of old versions."""


class Module(Struct):
    """A module (`.vmod`) or an extension (`.vmdx`)."""

    metadata: Metadata | None
    """What `moduledata` (or `extensiondata`) says; None when the entry is missing."""
    root: Component
    """The tree of the build file."""
    entries: dict[str, bytes] = field(default_factory=dict)
    """All other entries by name (`images/…`, saves, help files), byte for byte."""
    build_name: str = BUILD_FILE
    """`buildFile.xml`, or `buildFile` for VASSAL before 3.5."""
    metadata_name: str = MODULE_ENTRY
    """`moduledata`, or `extensiondata` in an extension."""
    damage: str = ""
    """Why the metadata could not be read though the entry is there; '' = it was read."""
    damaged_entries: dict[str, str] = field(default_factory=dict)
    """Entries that cannot be inflated -> the reason; they are not in `entries`."""
    entries_beside: tuple[str, ...] = ()
    """Entries beside the folder of the archive in which the module lies; they are not in `entries`."""

    def data(self) -> bytes:
        """Return the archive; the same module gives the same bytes."""
        return write_archive([*self.head(), *sorted(self.entries.items())])

    def head(self) -> list[tuple[str, bytes]]:
        """Return the first entries of the archive: what the module is, and its components."""
        head = [] if self.metadata is None else [(self.metadata_name, self.metadata.format())]
        return [*head, (self.build_name, write_xml(self.root))]

    def write(self, path: Path) -> None:
        """Write the archive, whole or not at all.

        Raises:
            OutputFailed: it cannot be written.
        """
        write_atomic(path, self.data())

    def saved_games(self) -> list[str]:
        """Return the entries that are saved games: what predefined setups name, and by their endings."""
        files = {component.get("file") for component in self.root.find("PredefinedSetup")}
        return sorted(n for n in self.entries if n in files or n.lower().endswith(SAVE_ENDINGS))

    def image(self, name: str) -> bytes | None:
        """Return the picture an attribute names: `images/` is implied, `.gif` is the default suffix."""
        for candidate in (f"images/{name}", f"images/{name}.gif"):
            if candidate in self.entries:
                return self.entries[candidate]
        return None

    def missing_picture(self, name: str) -> str:
        """Return why `image` has no picture of a name: that it "is not in the module", or damaged."""
        for candidate in (f"images/{name}", f"images/{name}.gif"):
            if candidate in self.damaged_entries:
                return f"is damaged in the archive: {self.damaged_entries[candidate]}"
            # A packer of Windows wrote its own separator; VASSAL does not find the picture either.
            if candidate.replace("/", "\\") in self.entries:
                return "is not in the module, whose entry of that name has a backslash for a slash"
        return "is not in the module"

    def save(self, name: str, limits: Limits = DEFAULT, empty_stacks: bool = True) -> SaveFile:
        """Return the saved game in the entry `name`.

        Args:
            name: of the entry.
            limits: what is allowed.
            empty_stacks: as for `read_revealed`.

        Raises:
            InputRefused: missing or damaged.
        """
        if name in self.damaged_entries:
            raise InputRefused(
                f"saved game {name[:60]!a} is damaged in the archive: {self.damaged_entries[name]}"
            )
        if name not in self.entries:
            raise InputRefused(f"the module has no saved game {name[:60]!a}")
        return read_save_file(self.entries[name], limits, name, depth=1, empty_stacks=empty_stacks)


def read_module(source: Path | str | bytes, limits: Limits = DEFAULT) -> Module:
    """Return a module or extension.

    Args:
        source: the file (a `str` is its path) or its bytes.
        limits: what is allowed.

    Raises:
        InputRefused: unreadable, beyond a limit, no module, or its build file is damaged; of other entries
            that are, `damaged` says why.
    """
    source = Path(source) if isinstance(source, str) else source
    what = source.name if isinstance(source, Path) else "module"
    damage_by_name: dict[str, str] = {}
    entries = read_archive(source, limits, what, damaged_entries=damage_by_name)
    build_name = next((n for n in (BUILD_FILE, OLD_BUILD_FILE) if n in entries), None)
    names_beside: tuple[str, ...] = ()
    if build_name is None:
        folder = _folder(entries)
        names_beside = tuple(n for n in entries if not n.startswith(folder) and not n.endswith("/"))
        entries = {n.removeprefix(folder): data for n, data in entries.items() if n.startswith(folder)}
        damage_by_name = {
            n.removeprefix(folder): why for n, why in damage_by_name.items() if n.startswith(folder)
        }
        build_name = next((n for n in (BUILD_FILE, OLD_BUILD_FILE) if n in entries), None)
    for name, why in damage_by_name.items():
        if build_name is None and name.rpartition("/")[2] in (BUILD_FILE, OLD_BUILD_FILE):
            raise DamagedEntry(what, name, why)
    if build_name is None:
        raise InputRefused(f"{what} is not a module: it has no buildFile.xml")
    root = read_xml(entries.pop(build_name), f"{what}: {build_name}", limits)
    if not any("." in element.tag for element in (root, *root.children)):
        # Every component is a Java class with its package.
        raise InputRefused(
            f"{what}: {build_name} is no build file: it has <{root.tag[:40]}> and no component"
        )
    names = (EXTENSION_ENTRY, MODULE_ENTRY) if root.kind == "ModuleExtension" else (MODULE_ENTRY,)
    metadata_name = next((n for n in names if n in entries), names[0])
    metadata, damage = None, damage_by_name.pop(metadata_name, "")
    if damage:
        damage = f"{what}: {metadata_name}: {damage}"
        metadata = _metadata_of(root)
    if metadata_name in entries:
        data = entries.pop(metadata_name)
        try:
            metadata = Metadata.parse(data, f"{what}: {metadata_name}", limits)
        except InputRefused as refusal:
            # The build file says name and version too; VASSAL as well goes on without this entry.
            damage = str(refusal)
            metadata = _metadata_of(root)
    return Module(metadata, root, entries, build_name, metadata_name, damage, damage_by_name, names_beside)


def _metadata_of(root: Component) -> Metadata:
    """Return what the build file says of a module."""
    return Metadata(
        root.get("name") or None,
        root.get("version") or None,
        root.get("description") or None,
        root.get("VassalVersion") or VASSAL_VERSION,
    )


def _folder(entries: Iterable[str]) -> str:
    """Return the one folder with a build file, with a slash: somebody packed a module with its folder."""
    ends = tuple(f"/{name}" for name in (BUILD_FILE, OLD_BUILD_FILE))
    folders = {n.rpartition("/")[0] + "/" for n in entries if n.endswith(ends)}
    return folders.pop() if len(folders) == 1 else ""


class SaveFile(Struct):
    """A saved game (`.vsav`) or log (`.vlog`)."""

    metadata: Metadata | None
    """What `savedata` says."""
    module_metadata: Metadata | None
    """The copy of the module's `moduledata`."""
    root: SaveCommand
    """The command tree."""
    entries: dict[str, bytes] = field(default_factory=dict)
    """All other entries."""
    damage: str = ""
    """Why metadata that are there could not be read; '' = they were read, or there are none."""

    def data(self) -> bytes:
        """Return the archive; the same save gives the same bytes."""
        return save_archive(write_save(self.root), self.metadata, self.module_metadata, self.entries)

    def write(self, path: Path) -> None:
        """Write the archive, whole or not at all.

        Raises:
            OutputFailed: it cannot be written.
        """
        write_atomic(path, self.data())


def is_plain_save(data: bytes) -> bool:
    """Return whether a saved game is a text: before there was an archive around it (VASSAL 2), it was one."""
    return data.startswith(BEGIN_SAVE.encode())


def _plain_text(path: Path, limits: Limits) -> bytes:
    """Return a saved game that is a text, read until it is beyond the limit; empty for any other file."""
    try:
        with open_file(path, within=None, limit=limits.archive_bytes) as stream:
            head = stream.read(len(BEGIN_SAVE.encode())) or b""
            return head + (stream.read(limits.save_bytes) or b"") if is_plain_save(head) else b""
    except (FileRefused, OSError):
        # Whoever opens the archive says it.
        return b""


def save_archive(
    content: bytes | PackedContent,
    metadata: Metadata | None,
    module_metadata: Metadata | None,
    entries: Mapping[str, bytes] | None = None,
) -> bytes:
    """Return the archive of a saved game or log; the same save gives the same bytes.

    Args:
        content: the entry `savedGame`.
        metadata: what `savedata` says.
        module_metadata: the copy of the module's `moduledata`.
        entries: all other entries.
    """
    head: list[tuple[str, bytes | PackedContent]] = [(SAVED_GAME, content)]
    for name, data in ((SAVE_ENTRY, metadata), (MODULE_ENTRY, module_metadata)):
        if data is not None:
            head.append((name, data.format()))
    return write_archive([*head, *sorted((entries or {}).items())])


def read_save_file(
    source: Path | bytes,
    limits: Limits = DEFAULT,
    what: str = "saved game",
    depth: int = 0,
    empty_stacks: bool = True,
) -> SaveFile:
    """Return a saved game or log.

    Args:
        source: the file or its bytes.
        limits: what is allowed.
        what: name for messages.
        depth: archives around this one.
        empty_stacks: as for `read_revealed`.

    Raises:
        InputRefused: unreadable, damaged, truncated, beyond a limit, or no saved game.
    """
    if depth > limits.archive_depth:
        raise InputRefused(f"{what} lies in more than {limits.archive_depth} archives")
    what = source.name if isinstance(source, Path) else what
    if isinstance(source, Path):
        source = _plain_text(source, limits) or source
    if isinstance(source, bytes) and is_plain_save(source):
        if len(source) > limits.save_bytes:
            raise InputRefused(f"{what} has more than {limits.save_bytes} bytes")
        try:
            return SaveFile(None, None, read_revealed(source.rstrip(b"\r\n"), empty_stacks))
        except InputRefused as error:
            raise InputRefused(f"{what}: {error}") from None
    # Its entry holds two hexadecimal digits for a byte of its text, and is read bit by bit.
    digits = min(limits.total_bytes, 2 * limits.save_bytes)
    limits = replace(limits, entry_bytes=max(limits.entry_bytes, digits))
    entries = read_archive(source, limits, what, {SAVED_GAME: partial(reveal, limit=limits.save_bytes)})
    if SAVED_GAME not in entries:
        raise InputRefused(f"{what} is not a saved game: it has no entry savedGame")
    try:
        root = read_revealed(entries.pop(SAVED_GAME), empty_stacks)
    except InputRefused as error:
        raise InputRefused(f"{what}: {error}") from None
    records: list[Metadata | None] = []
    damage = []
    for name in (SAVE_ENTRY, MODULE_ENTRY):
        data = entries.pop(name, None)
        try:
            records.append(None if data is None else Metadata.parse(data, f"{what}: {name}", limits))
        except InputRefused as refusal:
            # The game itself is whole, and VASSAL goes on without this entry, too.
            records.append(None)
            damage.append(str(refusal))
    return SaveFile(records[0], records[1], root, entries, "; ".join(damage))
