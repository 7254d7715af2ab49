"""Replacements in the texts of a project, and what takes them back.

An edit names the characters that it replaces and leaves everything else as it is: comments, order, quotes,
line ends. Offsets count characters of the decoded text, without a byte order mark.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct

MARK = "\ufeff"
"""Byte order mark: no part of a text, but of its file."""


class TextEdit(Struct, frozen=True, order=True):
    """One replacement in one file."""

    path: str
    """File, relative to the project folder, with forward slashes."""
    start: int
    """Offset of the first character that is replaced."""
    end: int
    """Offset after the last one; equal to `start` where text is only put in."""
    text: str
    """What stands there afterwards."""


class WholeFile(Struct, frozen=True, order=True):
    """A file that comes or goes."""

    path: str
    """File, relative to the project folder, with forward slashes."""
    text: str
    """All of it, a byte order mark included."""
    appears: bool
    """Whether the file comes; else it goes."""


class Edit(Struct, frozen=True):
    """Replacements that belong together: all of them are made, or none."""

    title: str
    """What the edit does, for the list of what can be undone: "paint 3 hexes as wood"."""
    changes: tuple[TextEdit, ...] = ()
    """No two of them overlap; all offsets are those of the texts before the edit."""
    files: tuple[WholeFile, ...] = ()
    """Files that come or go; nothing is replaced in them."""

    @property
    def paths(self) -> tuple[str, ...]:
        """Files that change, come or go, in order."""
        return tuple(sorted({change.path for change in self.changes} | {file.path for file in self.files}))

    def __bool__(self) -> bool:
        return bool(self.changes or self.files)


def join_edits(title: str, edits: Iterable[Edit]) -> Edit:
    """Return several edits of the same texts as one."""
    edits = list(edits)
    changes = dict.fromkeys(change for edit in edits for change in edit.changes)
    return Edit(title, tuple(changes), tuple(dict.fromkeys(file for edit in edits for file in edit.files)))


def apply(texts: Mapping[str, str], edit: Edit) -> dict[str, str]:
    """Return the texts that an edit changes or makes, as they are afterwards, by path.

    Files that it takes away are not among them.

    Args:
        texts: path -> text before the edit.
        edit: replacements in these texts.

    Raises:
        ValueError: the edit does not fit: a file is missing or there already, an offset lies outside its
            text, or two replacements overlap.
    """
    new_texts: dict[str, str] = {}
    for file in edit.files:
        if file.appears == (file.path in texts):
            raise ValueError(f"there is {'a' if file.appears else 'no'} text of `{file.path}`")
        if file.appears:
            new_texts[file.path] = file.text.removeprefix(MARK)
    for path, changes in _by_path(texts, edit).items():
        text, parts, at = texts[path], [], 0
        for change in changes:
            parts += [text[at : change.start], change.text]
            at = change.end
        new_texts[path] = "".join([*parts, text[at:]])
    return new_texts


def inverse(texts: Mapping[str, str], edit: Edit) -> Edit:
    """Return the edit that takes an edit back: it replaces in the texts as they are after it.

    Args:
        texts: path -> text before the edit.
        edit: replacements in these texts.

    Raises:
        ValueError: as for `apply`.
    """
    changes: list[TextEdit] = []
    for path, edits_in_order in _by_path(texts, edit).items():
        shift = 0
        for change in edits_in_order:
            start = change.start + shift
            old = texts[path][change.start : change.end]
            changes.append(TextEdit(path, start, start + len(change.text), old))
            shift += len(change.text) - len(old)
    files = tuple(WholeFile(file.path, file.text, not file.appears) for file in edit.files)
    return Edit(edit.title, tuple(changes), files)


def smallest(texts: Mapping[str, str], edit: Edit) -> Edit:
    """Return an edit without what it replaces by itself: equal characters at both ends of a change."""
    changes = []
    for change in edit.changes:
        old, new = texts[change.path][change.start : change.end], change.text
        first = 0
        while first < min(len(old), len(new)) and old[first] == new[first]:
            first += 1
        last = 0
        while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
            last += 1
        if old != new:
            text = new[first : len(new) - last]
            changes.append(TextEdit(change.path, change.start + first, change.end - last, text))
    return Edit(edit.title, tuple(changes), edit.files)


def _by_path(texts: Mapping[str, str], edit: Edit) -> dict[str, list[TextEdit]]:
    """Return the changes of each file from its beginning to its end, if they fit."""
    by_path: dict[str, list[TextEdit]] = defaultdict(list)
    for change in edit.changes:
        by_path[change.path].append(change)
    for path, changes in by_path.items():
        if path not in texts:
            raise ValueError(f"there is no text of `{path}`")
        changes.sort(key=lambda change: (change.start, change.end))
        at = 0
        for change in changes:
            if change.start < at or change.end < change.start:
                raise ValueError(f"two changes of `{path}` overlap at character {change.start}")
            at = change.end
        if at > len(texts[path]):
            raise ValueError(f"a change lies beyond the end of `{path}`")
    return by_path
