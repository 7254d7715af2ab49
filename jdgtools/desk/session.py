"""A project on the desk: what its files say, what is wrong with them, and edits that are written to them.

A session reads the project, and reads it anew when it is told that files have changed. Every answer carries
`digest`, which names the texts that it speaks of. An edit is made on texts of one digest; where they have
changed meanwhile it is refused, and its maker makes it again on the new texts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from threading import RLock

from msgspec.structs import replace

from jdgtools.cache import Cache, user_folder
from jdgtools.canonical import digest
from jdgtools.desk.documents import Document, Documents, with_kinds
from jdgtools.desk.history import History, LoggedEdit, text_digest
from jdgtools.desk.text_edit import MARK, Edit, WholeFile, apply, inverse, smallest
from jdgtools.errors import InputRefused, JdgError, OutputFailed
from jdgtools.loading import Loaded, check
from jdgtools.scratch import alone_in, whole_file
from jdgtools.source.load import parse_text
from jdgtools.source.node import Node
from jdgtools.source.problem import MAX_BYTES
from jdgtools.source.project import Buffers
from jdgtools.source.text_reader import read_text
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import find_file, is_file, read_file
from jdgtools.vassal.lockfile import LOCK_FILE


class EditOutdated(JdgError):
    """An edit was made on texts that have changed meanwhile; nothing was written."""


class Session:
    """A project folder that is looked at and edited.

    Args:
        folder: of the project, or its battle.yaml.
        cache: results of earlier runs, as for `check`; None = nothing is remembered.
        history: whether undo survives this session, in the user's cache folder, and what a killed writer has
            left is taken back; False for who writes nothing.
    """

    def __init__(self, folder: Path | str, cache: Cache | None = None, history: bool = True) -> None:
        path = Path(folder)
        self.folder = path.parent if path.is_file() else path
        self._cache = cache
        self._buffers = Buffers()
        self._lock = RLock()
        cache_folder = cache.folder if cache is not None and cache.folder is not None else user_folder()
        self.history = History(self.folder, cache_folder if history else None)
        self.loaded: Loaded
        """What `check` knows of the texts: battle, series, charts, report."""
        self.documents: Documents
        """The texts with their nodes."""
        self.digest: str
        """Names these texts; equal texts have equal digests."""
        self._read()
        if self.history.journal is not None:
            # Its writer may be at work: then it is waited for, and there is nothing to take back.
            with self._alone():
                self._read()

    @property
    def texts(self) -> Mapping[str, str]:
        """Text of every file of the project that has one, by path relative to the folder."""
        return self.documents.texts

    def nodes(self, path: str) -> Node | None:
        """Return what a file says; None where it cannot be read."""
        document = self.documents.get(path)
        return document.node if document is not None else None

    def path_of(self, file: str) -> str:
        """Return the path relative to the folder of a file as spans and diagnostics name it."""
        return file.removeprefix(self._prefix)

    @property
    def unsaved_texts(self) -> Mapping[str, str]:
        """Texts of an editor that are not saved, by path; they stand before the files."""
        return {self.path_of(file): text for file, text in self._buffers.unsaved.items()}

    def set_unsaved(self, texts: Mapping[str, str | None]) -> frozenset[str]:
        """Put unsaved texts before the files, or take them away, and read the project anew.

        Args:
            texts: path relative to the folder -> text; None = the file itself counts again.

        Returns:
            The paths whose text is another one now.
        """
        with self._lock:
            for path, text in texts.items():
                if text is None:
                    self._buffers.unsaved.pop(self._prefix + path, None)
                else:
                    self._buffers.unsaved[self._prefix + path] = text
            return self.refresh()

    def refresh(self) -> frozenset[str]:
        """Read the files again and check the battle if one has changed; only changed texts are parsed.

        Returns:
            The paths whose text is another one now, or of which there was none before.
        """
        with self._lock:
            before = dict(self.texts)
            self._read()
            now = self.texts
            return frozenset(p for p in before.keys() | now.keys() if before.get(p) != now.get(p))

    def commit(self, edit: Edit, made_on: str) -> frozenset[str]:
        """Write an edit to the files, all of it or nothing, and read the project anew.

        Args:
            edit: replacements in the texts of this session, files that come or go.
            made_on: digest of the texts on which the edit was made.

        Returns:
            The paths whose text is another one now.

        Raises:
            EditOutdated: the texts or the files have changed since; the session has read them.
            OutputFailed: a file cannot be written; all files are as before.
            InputRefused: a file to be written is no text file of the project, or one to be made is there.
        """
        with self._lock, self._alone():
            if made_on != self.digest:
                raise EditOutdated("the files have changed since this edit was made")
            new_paths = {file.path for file in edit.files if file.appears}
            if unknown := [path for path in edit.paths if path not in self.texts and path not in new_paths]:
                raise InputRefused(f"`{unknown[0]}` is no text file of this project")
            edit = smallest(self.texts, edit)
            if not edit:
                return frozenset()
            edit = replace(edit, files=tuple(self._with_mark(file) for file in edit.files))
            back = inverse(self.texts, edit)
            before, after = self._write(edit)
            self.history.add(LoggedEdit(edit, back, before, after))
        return self.refresh()

    def undo(self) -> Edit | None:
        """Take back the last edit, and return what was done; None where there is nothing to undo.

        Raises:
            EditOutdated: one of its files has changed since in another way.
            OutputFailed: as for `commit`.
        """
        with self._lock, self._alone():
            step = self.history.last_done
            if step is None:
                return None
            self._move(step.back, step.after, self.history.undo)
        self.refresh()
        return step.back

    def redo(self) -> Edit | None:
        """Make the last edit that was undone again, and return it; None where there is none.

        Raises:
            EditOutdated: one of its files has changed since in another way.
            OutputFailed: as for `commit`.
        """
        with self._lock, self._alone():
            step = self.history.last_undone
            if step is None:
                return None
            self._move(step.edit, step.before, self.history.redo)
        self.refresh()
        return step.edit

    def _move(self, edit: Edit, state: Mapping[str, str], remember: Callable[[], None]) -> None:
        self.refresh()
        paths = [p for p in state if self._digest_of(p) != state[p]]
        if paths:
            names = " and ".join(f"`{path}`" for path in paths)
            raise EditOutdated(f"{names} changed in another way after “{edit.title}”")
        self._write(edit)
        remember()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other processes from editing the project; what one of them has left half done is taken back.

        Raises:
            OutputFailed: another one does not come to an end.
        """
        with ExitStack() as stack:
            try:
                stack.enter_context(alone_in(self.folder))
            except TimeoutError as error:
                raise OutputFailed(f"cannot write to {self.folder}: {error.strerror}") from None
            self.history.reload()
            if self.history.journal is not None:
                self._read()
                self._take_back_rest()
            yield

    # --- reading -------------------------------------------------------------------------------

    @cached_property
    def _prefix(self) -> str:
        prefix = self.folder.as_posix()
        return f"{prefix}/" if prefix not in ("", ".") else ""

    def _read(self) -> None:
        self.loaded = check(self.folder, cache=self._cache, buffers=self._buffers)
        sources = self.loaded.sources
        documents: dict[str, Document] = {}
        sheets: set[str] = set()
        for file in sources.files:
            path, text = self.path_of(file), sources.text(file)
            if text is None:
                sheets.add(path)
                continue
            parsed_text = self._buffers.parsed_texts.get(file)
            node = parsed_text.node if parsed_text is not None and parsed_text.text == text else None
            documents[path] = Document(path, "other", text, node)
        if (lock := self._lock_file()) is not None:
            documents[LOCK_FILE] = lock
        self.documents = Documents(with_kinds(documents), frozenset(sheets))
        self.digest = digest(sorted(self.texts.items()))

    def _lock_file(self) -> Document | None:
        """Return the lock file of the module; None where there is none that can be read."""
        path = self.folder / LOCK_FILE
        if not is_file(path, within=self.folder):
            return None
        text, _ = read_text(path, LOCK_FILE, self.folder)
        if text is None:
            return None
        return Document(LOCK_FILE, "lock", text, parse_text(text, LOCK_FILE, ".json")[0])

    # --- writing -------------------------------------------------------------------------------

    def _write(self, edit: Edit, is_rest: bool = False) -> tuple[dict[str, str], dict[str, str]]:
        """Write an edit; return the digests of its texts before and after it, by path.

        The journal names the edit until the history does.

        Args:
            edit: what is written.
            is_rest: whether it takes back what the journal names, which stays there until that is done.
        """
        new = apply(self.texts, edit)
        contents: dict[Path, tuple[bytes | None, bytes | None]] = {}
        for path in edit.paths:
            if path in self.texts:
                self._require_writable(path)
        for file in edit.files:
            if file.appears:
                contents[self._new_file(file.path)] = (None, file.text.encode())
            else:
                where, old = self._file(file.path)
                self._require_unchanged(file.path, old == file.text.encode())
                contents[where] = (old, None)
        for path in sorted({change.path for change in edit.changes}):
            where, old = self._file(path)
            mark = MARK.encode() if old.startswith(MARK.encode()) else b""
            self._require_unchanged(path, old == mark + self.texts[path].encode())
            contents[where] = (old, mark + new[path].encode())
        before = {path: self._digest_of(path) for path in edit.paths}
        after = {path: text_digest(new.get(path)) for path in edit.paths}
        # A single file is replaced at once.
        journal = LoggedEdit(edit, inverse(self.texts, edit), before, after) if len(contents) > 1 else None
        if not is_rest:
            self.history.begin(journal)
        try:
            _write_all_or_none(contents)
        except BaseException:
            self.history.begin(None)
            raise
        for path in edit.paths:
            if self._prefix + path in self._buffers.unsaved and path in new:
                self._buffers.unsaved[self._prefix + path] = new[path]
        return before, after

    def _take_back_rest(self) -> None:
        """Take back what is written of an edit whose writer was ended between two of its files.

        One that was written to its end becomes part of the history.
        """
        step = self.history.journal
        if step is None:
            return
        states = {path: self._digest_of(path) for path in step.after}
        is_known = all(state in (step.before[path], step.after[path]) for path, state in states.items())
        new_files = {path for path, state in states.items() if state != step.before[path]}
        count = sum(step.before[p] != step.after[p] for p in step.after)
        if is_known and len(new_files) == count:
            self.history.add(step)
        elif is_known and new_files:
            changes = tuple(change for change in step.back.changes if change.path in new_files)
            files = tuple(file for file in step.back.files if file.path in new_files)
            self._write(replace(step.back, changes=changes, files=files), is_rest=True)
            self._read()
        self.history.begin(None)

    def _digest_of(self, path: str) -> str:
        return text_digest(self.texts.get(path))

    def _require_unchanged(self, path: str, is_unchanged: bool) -> None:
        if not is_unchanged:
            self.refresh()
            raise EditOutdated(f"`{path}` has been changed by another program meanwhile")

    def _require_writable(self, path: str) -> None:
        """Raise `OutputFailed` for a file that nobody may write."""
        where, _ = self._file(path)
        if not where.stat().st_mode & 0o222:
            raise OutputFailed(f"`{path}` is locked (read-only); nothing has been written: unlock it first")

    def _with_mark(self, file: WholeFile) -> WholeFile:
        """Return a file that goes as it is on the disk, with its byte order mark."""
        if file.appears or not self._file(file.path)[1].startswith(MARK.encode()):
            return file
        return replace(file, text=MARK + file.text.removeprefix(MARK))

    def _new_file(self, path: str) -> Path:
        """Return where a new file of the project will be; the folder that holds it is there afterwards.

        Raises:
            InputRefused: there is a file of that name, or its place is not in the project.
            OutputFailed: its folder cannot be made.
        """
        where = self.folder / path
        if os.path.lexists(where):
            raise InputRefused(f"there is a file `{path}` already, which the battle does not name")
        try:
            real_path = where.resolve()
            if not real_path.is_relative_to(self.folder.resolve()):
                raise InputRefused(f"`{path}` lies outside the project folder")
            real_path.parent.mkdir(parents=True, exist_ok=True)
        except (OSError, RuntimeError) as error:
            raise OutputFailed(f"cannot make `{path}`: {getattr(error, 'strerror', None) or error}") from None
        return real_path

    def _file(self, path: str) -> tuple[Path, bytes]:
        """Return where a file of the project is, and its bytes."""
        try:
            where = find_file(self.folder / path, within=self.folder)
            return where, read_file(where, within=self.folder, limit=MAX_BYTES)
        except FileRefused as error:
            raise InputRefused(f"`{path}` {error}") from None


def _write_all_or_none(contents: Mapping[Path, tuple[bytes | None, bytes | None]]) -> None:
    """Replace, make and take away files: all of them or none.

    Args:
        contents: file -> content before and after; None = there is no such file.

    Raises:
        OutputFailed: one cannot be written; all are as before.
    """
    try:
        with ExitStack() as stack:
            for path, (old, new) in contents.items():
                if new is not None:
                    mode = path.stat().st_mode & 0o777 if old is not None else _new_file_mode(path.parent)
                    stack.enter_context(whole_file(path, mode)).write(new)
        for path, (_, new) in contents.items():
            if new is None:
                path.unlink()
    except OSError as error:
        for path, (old, new) in contents.items():
            _put_back(path, old, new)
        raise OutputFailed(f"cannot write the files: {error.strerror or error}") from None


def _new_file_mode(folder: Path) -> int:
    """Return who may read and write a new file: whoever may do so in its folder."""
    return folder.stat().st_mode & 0o666


def _put_back(path: Path, old: bytes | None, new: bytes | None) -> None:
    """Restore a file that has been replaced already; one that still has its old content is left alone."""
    try:
        now = read_file(path, within=None, limit=MAX_BYTES) if os.path.lexists(path) else None
        if now != new:
            return
        if old is None:
            path.unlink()
            return
        with whole_file(path, path.stat().st_mode & 0o777 if now is not None else 0o644) as stream:
            stream.write(old)
    except (OSError, FileRefused):
        return
