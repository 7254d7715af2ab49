"""Stable identity of pieces: the gpid follows the unit id across builds.

A gpid is derived from the piece's key (`unit:br-5`), so it is the same in every build without
any memory. Two keys that meet on one number are told apart in the order of their text; the file
`vassal-ids.json` in the project, if it is there, fixes numbers for good and wins.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from jdgtools.vassal.archive import write_atomic

LOCK_FILE = "vassal-ids.json"
HIGHEST = 2_000_000_000
"""The engine reads a gpid as a 32-bit integer and counts on from the highest."""
_MOST_BYTES = 4_000_000


def derived(key: str) -> int:
    """Return the number that a key asks for, 1 to `HIGHEST`."""
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big") % HIGHEST + 1


def assign(keys: Iterable[str], locked: Mapping[str, int] | None = None) -> dict[str, int]:
    """Return a gpid for every key, all different.

    Args:
        keys: the pieces; their order does not matter.
        locked: numbers that are already given, of these keys or of pieces that are gone.
    """
    given = dict(locked or {})
    used = set(given.values())
    found: dict[str, int] = {}
    for key in sorted(set(keys)):
        number = given.get(key, 0)
        if not number:
            number = derived(key)
            while number in used:
                number = number % HIGHEST + 1
            used.add(number)
        found[key] = number
    return found


def read_lock(project: Path) -> dict[str, int]:
    """Return the numbers fixed in a project; empty without a usable lock file."""
    path = project / LOCK_FILE
    try:
        if path.stat().st_size > _MOST_BYTES:
            return {}
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    pieces = raw.get("pieces") if isinstance(raw, dict) else None
    if not isinstance(pieces, dict):
        return {}
    found: dict[str, int] = {}
    used: set[int] = set()
    for key, number in pieces.items():
        fits = isinstance(number, int) and not isinstance(number, bool) and 0 < number <= HIGHEST
        if fits and number not in used:
            found[key] = number
            used.add(number)
    return found


def lock_text(ids: Mapping[str, int], locked: Mapping[str, int] | None = None) -> str:
    """Return the content of a lock file: these numbers and those of pieces that are gone."""
    pieces = dict(sorted({**(locked or {}), **ids}.items()))
    note = "Numbers of the pieces in the VASSAL module. Keep this file: saved games refer to them."
    return json.dumps({"note": note, "pieces": pieces}, indent=1, ensure_ascii=False) + "\n"


def write_lock(project: Path, ids: Mapping[str, int]) -> Path:
    """Write the lock file of a project; numbers once given stay. Only on the user's explicit wish.

    Raises:
        OutputFailed: it cannot be written.
    """
    path = project / LOCK_FILE
    write_atomic(path, lock_text(ids, read_lock(project)).encode("utf-8"))
    return path
