"""The battles whose files an editor has open, each with its unsaved texts and its last check.

A file belongs to the project in the next folder above it that has a battle.yaml (`Projects.of`). A
`Project` answers at once from the texts as they are, and is checked beside that.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from jdgtools.desk import Documents, Session
from jdgtools.loading.project import ROOT_NAMES, project_of
from jdgtools.source.problem import MAX_BYTES

if TYPE_CHECKING:
    from jdgtools.cache import Cache
    from jdgtools.loading import Loaded
    from jdgtools.model.battle import Battle

MAX_LIVE = 1_000_000
"""Characters of a text that is read anew for a question; a longer one is then what the last check read."""


class Project:
    """A battle with the texts that an editor has of it.

    `documents` has the present texts at once; `loaded` is what the last check knew of them.

    Args:
        folder: of the project.
        cache: results of earlier runs.
    """

    def __init__(self, folder: Path, cache: Cache | None = None) -> None:
        self.folder = folder
        self.session = Session(folder, cache, history=False)
        self.open: dict[str, str] = {}
        """Texts of the editor, by path."""
        self.version = 0
        """Grows with every change of a text."""
        self._lock = RLock()
        self._base = self._present = self._readable = self._readable_of = self.session.documents
        self._present_version = 0
        self.battle: Battle | None = self.session.loaded.battle
        """The last one that could be read."""

    @property
    def last_check(self) -> Loaded:
        """What the last check knew."""
        return self.session.loaded

    def set_text(self, path: str, text: str | None) -> None:
        """Take a text of the editor; None, or one that no file may be as long as = the file itself counts."""
        with self._lock:
            if text is None or len(text) > MAX_BYTES:
                self.open.pop(path, None)
            else:
                self.open[path] = text
            self.version += 1

    def check(self) -> int:
        """Check the battle as the editor has it, and return the version of its texts."""
        with self._lock:
            version, texts = self.version, dict(self.open)
        closed_files = {path: None for path in self.session.unsaved_texts if path not in texts}
        self.session.set_unsaved({**texts, **closed_files})
        base = self.session.documents
        if self.session.loaded.battle is not None:
            self.battle = self.session.loaded.battle
        else:  # who does not know the root file does not know which others there are
            base = Documents(
                {
                    path: base[path] if path in base and base[path].kind != "other" else former
                    for path, former in self._base.items()
                }
                | {path: document for path, document in base.items() if path not in self._base},
                self._base.sheets,
            )
        with self._lock:
            self._base, self._present_version = base, -1
        return version

    @property
    def documents(self) -> Documents:
        """The present texts; one of them may hold no nodes, since it cannot be read."""
        with self._lock:
            if self._present_version != self.version:
                base = self._base
                changed_texts = {
                    path: text
                    for path, text in self.open.items()
                    if path in base and len(text) <= MAX_LIVE and base[path].text != text
                }
                self._present = base.with_texts(changed_texts) if changed_texts else base
                self._present_version = self.version
            return self._present

    @property
    def readable(self) -> Documents:
        """The texts, those that cannot be read as they last could be: for names, not for places."""
        present = self.documents
        with self._lock:
            if self._readable_of is not present:
                battle = self._readable
                self._readable = Documents(
                    {
                        path: battle[path] if document.node is None and path in battle else document
                        for path, document in present.items()
                    },
                    present.sheets,
                )
                self._readable_of = present
            return self._readable


class Projects:
    """All battles of an editor."""

    def __init__(self, cache: Cache | None = None) -> None:
        self._cache = cache
        self._by_folder: dict[Path, Project] = {}

    def of(self, file: Path) -> tuple[Project, str] | None:
        """Return the project that a file belongs to, and its path there; None for any other file."""
        for folder in [*self._by_folder, *_folders(file)]:
            if file.is_relative_to(folder):
                if folder not in self._by_folder:
                    self._by_folder[folder] = Project(folder, self._cache)
                return self._by_folder[folder], file.relative_to(folder).as_posix()
        return None

    def __iter__(self) -> Iterator[Project]:
        return iter(self._by_folder.values())


def _folders(file: Path) -> Iterator[Path]:
    """Yield the folder of the project that a file is part of, if there is one."""
    if file.name in ROOT_NAMES and project_of(file) in (None, file.parent):
        yield file.parent
    elif (folder := project_of(file)) is not None:
        yield folder
