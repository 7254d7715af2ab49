"""Stable identity of pieces: the gpid follows the unit id across builds.

A gpid is derived from the piece's key (`unit:br-5`), so it is the same in every build without
any memory. Two keys that meet on one number are told apart in the order of their text; the file
`vassal-ids.json` in the project, if it is there, fixes numbers for good and wins.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct, field

from jdgtools.canonical import stored_json
from jdgtools.errors import InputRefused
from jdgtools.vassal.archive import deferred_file
from jdgtools.vassal.lockfile import HIGHEST, LOCK_FILE, LockDamaged, read_numbers

__all__ = ["HIGHEST", "LOCK_FILE", "Lock", "PieceChanges", "assign", "deferred_lock", "read_lock"]

MEND_LOCK = "mend it, take it from the version before, or delete it to give all pieces new numbers"


def preferred_number(key: str) -> int:
    """Return the number that a key asks for, 1 to `HIGHEST`."""
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big") % HIGHEST + 1


def assign(keys: Iterable[str], lock: Mapping[str, int] | None = None) -> dict[str, int]:
    """Return a gpid for every key, all different.

    Args:
        keys: the pieces; their order does not matter.
        lock: numbers that are already given, of these keys or of pieces that are gone.
    """
    numbers = dict(lock or {})
    taken_numbers = set(numbers.values())
    ids: dict[str, int] = {}
    for key in sorted(set(keys)):
        number = numbers.get(key, 0)
        if not number:
            number = preferred_number(key)
            while number in taken_numbers:
                number = number % HIGHEST + 1
            taken_numbers.add(number)
        ids[key] = number
    return ids


class PieceChanges(
    Struct, frozen=True, rename={"additions": "added", "changes": "changed", "removals": "removed"}
):
    """Pieces of a build beside those of the lock file; keys such as `unit:br-5`, sorted."""

    additions: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    removals: tuple[str, ...] = ()


class Lock(Struct, frozen=True):
    """What a lock file says."""

    ids: Mapping[str, int] = field(default_factory=dict)
    """Numbers once given, also of pieces that are gone."""
    content: Mapping[str, str] = field(default_factory=dict)
    """Fingerprints of the pieces of the build that wrote it."""
    has_content: bool = False
    """Whether there is such a file with fingerprints."""

    def changes(self, content: Mapping[str, str]) -> PieceChanges | None:
        """Return what a build differs in; None without fingerprints to compare with."""
        if not self.has_content:
            return None
        both = content.keys() & self.content.keys()
        return PieceChanges(
            tuple(sorted(content.keys() - self.content.keys())),
            tuple(sorted(k for k in both if content[k] != self.content[k])),
            tuple(sorted(self.content.keys() - content.keys())),
        )


class Identity(Struct, frozen=True):
    """The pieces of a build: what a lock file is written from."""

    ids: Mapping[str, int]
    """Piece key -> gpid."""
    content: Mapping[str, str]
    """Piece key -> fingerprint; empty where no lock file is compared or written."""
    lock: Lock

    @property
    def changes(self) -> PieceChanges | None:
        """What is different beside the lock file; None without one."""
        return self.lock.changes(self.content)


def fingerprint(record: object) -> str:
    """Return a short hash of a piece of the model: its values and its texts in all languages."""
    return hashlib.sha256(stored_json(_plain(record))).hexdigest()[:16]


def _plain(value: object) -> object:
    if isinstance(value, Struct):
        return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def read_lock(project: Path) -> Lock:
    """Return what a project's lock file says; nothing where there is none.

    Raises:
        InputRefused: it is damaged. Numbers that are guessed would break saved games.
    """
    try:
        numbers = read_numbers(project)
    except LockDamaged as error:
        raise InputRefused(f"{project / LOCK_FILE}:{error.line}: {error}; {MEND_LOCK}") from None
    if numbers is None:
        return Lock()
    return Lock(numbers.ids, numbers.content or {}, numbers.content is not None)


def lock_text(ids: Mapping[str, int], content: Mapping[str, str], former_ids: Mapping[str, int]) -> str:
    """Return the content of a lock file: these numbers, those of pieces that are gone, fingerprints."""
    note = "Numbers of the pieces in the VASSAL module. Keep this file: saved games refer to them."
    lock = {
        "note": note,
        "pieces": dict(sorted({**former_ids, **ids}.items())),
        "content": dict(sorted(content.items())),
    }
    return json.dumps(lock, indent=1, ensure_ascii=False) + "\n"


@contextmanager
def deferred_lock(
    project: Path, ids: Mapping[str, int], content: Mapping[str, str] | None = None
) -> Iterator[Path]:
    """Write the lock file of a project; numbers once given stay. Only on the user's explicit wish.

    It comes into its place after the block, unless that raises.

    Raises:
        InputRefused: the one that is there is damaged; it is left as it is.
        OutputFailed: it cannot be written.
    """
    path = project / LOCK_FILE
    with deferred_file(path, lock_text(ids, content or {}, read_lock(project).ids).encode("utf-8")):
        yield path
