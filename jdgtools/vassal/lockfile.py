"""The lock file of piece numbers, read strictly: saved games refer to them, so nothing in it is guessed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import Missing, clause, read_file
from jdgtools.untrusted.json_objects import doubled_key

LOCK_FILE = "vassal-ids.json"
HIGHEST = 2_000_000_000
"""VASSAL reads a gpid as a 32-bit integer and counts on from the highest."""
MAX_BYTES = 4_000_000
_CONFLICT = re.compile(r"^(<{7}|={7}|>{7}|\|{7})( |$)", re.MULTILINE)


class LockNumbers(Struct, frozen=True):
    """What a lock file says."""

    ids: Mapping[str, int]
    """Piece key -> gpid; of pieces that are gone, too."""
    content: Mapping[str, str] | None
    """Piece key -> fingerprint; None where the file has none."""


class LockDamaged(ValueError):
    """A lock file that cannot be relied on; the text is the end of a sentence."""

    def __init__(self, reason: str, line: int = 1) -> None:
        super().__init__(reason)
        self.line = line
        """Line of the file, from 1."""


def read_numbers(project: Path) -> LockNumbers | None:
    """Return what the lock file of a project says; None where there is none.

    Raises:
        LockDamaged: it is there and is not as jdgtools writes it.
    """
    try:
        content = read_file(project / LOCK_FILE, within=project, limit=MAX_BYTES)
    except Missing:
        return None
    except FileRefused as refusal:
        raise LockDamaged(clause(refusal)) from None
    return parse_numbers(content)


def parse_numbers(content: bytes) -> LockNumbers:
    """Return what the bytes of a lock file say.

    Raises:
        LockDamaged: as in `read_numbers`.
    """
    if len(content) > MAX_BYTES:
        raise LockDamaged(f"it is larger than {MAX_BYTES // 1_000_000} MB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LockDamaged("it is not UTF-8", content.count(b"\n", 0, error.start) + 1) from None
    if mark := _CONFLICT.search(text):
        raise LockDamaged(f"it holds the mark `{mark[1]}` of a merge conflict", _line(text, mark.start()))
    try:
        raw = json.loads(text, object_pairs_hook=lambda pairs: _once(pairs, text))
    except json.JSONDecodeError as error:
        reason = "it ends too early" if error.pos >= len(text.rstrip()) else f"it is no JSON: {error.msg}"
        raise LockDamaged(reason, error.lineno) from None
    except LockDamaged:
        raise
    except (ValueError, RecursionError):
        raise LockDamaged("it is no JSON that jdgtools writes") from None
    if not isinstance(raw, dict):
        raise LockDamaged("it holds no `pieces`")
    for key in raw:
        # Written anew it would be lost: it may come from a later version.
        if key not in ("note", "pieces", "content"):
            raise LockDamaged(f"it holds `{key}`, which jdgtools does not write", _line_of(text, key))
    pieces, prints = raw.get("pieces"), raw.get("content")
    if not isinstance(pieces, dict):
        raise LockDamaged("it holds no `pieces`", _line_of(text, "pieces"))
    owners: dict[int, str] = {}
    for key, number in pieces.items():
        if type(number) is not int or not 0 < number <= HIGHEST:
            value = json.dumps(number)[:40]
            raise LockDamaged(
                f"the number of `{key}` is {value}, not a whole number 1 to {HIGHEST}", _line_of(text, key)
            )
        if number in owners:
            reason = f"`{owners[number]}` and `{key}` have the same number {number}"
            raise LockDamaged(reason, _line_of(text, key))
        owners[number] = key
    if prints is not None and not isinstance(prints, dict):
        raise LockDamaged("its `content` holds no fingerprints", _line_of(text, "content"))
    for key, one in (prints or {}).items():
        if not isinstance(one, str):
            raise LockDamaged(f"the fingerprint of `{key}` is no text", _line_of(text, key, last=True))
    return LockNumbers(pieces, prints)


def _once(pairs: list[tuple[str, Any]], text: str) -> dict[str, Any]:
    if (key := doubled_key(pairs)) is not None:
        raise LockDamaged(f"`{key}` stands twice in it", _line_of(text, key, again=True))
    return dict(pairs)


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _line_of(text: str, key: str, *, again: bool = False, last: bool = False) -> int:
    """Return the line of a key; of its second place with `again`, of its last one with `last`."""
    word = json.dumps(key, ensure_ascii=False)
    position = text.rfind(word) if last else text.find(word)
    if again:
        position = text.find(word, position + 1)
    return _line(text, max(position, 0))
