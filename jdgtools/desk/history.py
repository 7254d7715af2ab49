"""What can be undone and redone, across files and sessions: a file in the user's cache folder.

The history belongs to a project folder. It names the digest of every text that an edit has left, so that an
undo never writes over what somebody else has written since.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from jdgtools.cache import history_file
from jdgtools.canonical import digest
from jdgtools.desk.text_edit import Edit
from jdgtools.scratch import sweep, whole_file
from jdgtools.source.text_reader import read_text
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import read_file

MAX_EDITS = 500
"""Edits that can be undone; older ones are forgotten."""
MAX_BYTES = 16 * 1024 * 1024
"""Size of the file of a history."""


class LoggedEdit(Struct, frozen=True):
    """One edit that was written, or taken back."""

    edit: Edit
    """Leads on."""
    back: Edit
    """Leads back."""
    before: dict[str, str]
    """Path -> digest of its text before the edit."""
    after: dict[str, str]
    """Path -> digest of its text after the edit."""


class _Steps(Struct, rename={"to_undo": "done", "to_redo": "undone"}):
    """The edits of a project as its file says them, each list with the latest at its end."""

    to_undo: list[LoggedEdit] = []
    to_redo: list[LoggedEdit] = []
    journal: LoggedEdit | None = None
    """The edit whose files are being written; it stays if the writer is ended between two of them."""


class _Journal(Struct):
    """What `half_written_edit` reads of the file."""

    journal: LoggedEdit | None = None


def half_written_edit(folder: Path, cache: Path) -> str | None:
    """Return the title of an edit of which some files are written and others not; None where there is none.

    Its writer was ended between two files, or is at work just now. The next edit of the project takes back
    what it has written.

    Args:
        folder: of the project.
        cache: the user's cache folder.
    """
    try:
        content = read_file(history_file(folder, cache), within=None, limit=MAX_BYTES)
        step = msgspec.json.decode(content, type=_Journal).journal
    except (FileRefused, msgspec.MsgspecError, OSError):
        return None
    if step is None:
        return None
    now = {path: text_digest(read_text(folder / path, path, folder)[0]) for path in step.after}
    return step.edit.title if now not in (step.before, step.after) else None


def text_digest(text: str | None) -> str:
    """Return what tells the text of a file from any other, and from none."""
    return digest(text) if text is not None else ""


class History:
    """The edits of one project, the last at the end.

    Args:
        folder: of the project.
        cache: the user's cache folder; None = the history ends with this object.
    """

    def __init__(self, folder: Path, cache: Path | None) -> None:
        self._file = history_file(folder, cache) if cache is not None else None
        self._steps = self._load()

    @property
    def last_done(self) -> LoggedEdit | None:
        """The edit that an undo takes back."""
        return self._steps.to_undo[-1] if self._steps.to_undo else None

    @property
    def last_undone(self) -> LoggedEdit | None:
        """The edit that a redo makes again."""
        return self._steps.to_redo[-1] if self._steps.to_redo else None

    @property
    def journal(self) -> LoggedEdit | None:
        """The edit whose writer was ended before all its files were written, or had been just then."""
        return self._steps.journal

    def reload(self) -> None:
        """Read again what other processes may have added; called by whoever is alone in the project."""
        if self._file is not None:
            self._steps = self._load()

    def begin(self, step: LoggedEdit | None) -> None:
        """Remember what is about to be written; None = it is not written after all."""
        if step is not None or self._steps.journal is not None:
            self._steps.journal = step
            self._save()

    def add(self, step: LoggedEdit) -> None:
        """Remember an edit; what was undone before can no longer be made again."""
        self._steps.to_undo = [*self._steps.to_undo, step][-MAX_EDITS:]
        self._steps.to_redo = []
        self._finish()

    def undo(self) -> None:
        """Remember that the last edit has been taken back."""
        self._steps.to_redo.append(self._steps.to_undo.pop())
        self._finish()

    def redo(self) -> None:
        """Remember that the last edit that was undone has been made again."""
        self._steps.to_undo.append(self._steps.to_redo.pop())
        self._finish()

    def _finish(self) -> None:
        """Write down that an edit is done, and with it that it is no longer under way."""
        self._steps.journal = None
        self._save()

    def _load(self) -> _Steps:
        if self._file is not None:
            sweep(self._file.parent)
            with suppress(FileRefused, msgspec.MsgspecError, OSError):
                content = read_file(self._file, within=None, limit=MAX_BYTES)
                return msgspec.json.decode(content, type=_Steps)
        return _Steps([], [])

    def _save(self) -> None:
        """Write the history; a full or locked disk is no reason to fail."""
        if self._file is None:
            return
        content = msgspec.json.encode(self._steps)
        while len(content) > MAX_BYTES and self._steps.to_undo:
            del self._steps.to_undo[: len(self._steps.to_undo) // 2 + 1]
            content = msgspec.json.encode(self._steps)
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(self._file) as stream:
                stream.write(content)
