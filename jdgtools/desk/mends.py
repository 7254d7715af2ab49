"""What is sure to mend a diagnostic: the word that was meant, or accepting a warning.

The page offers it as a button, the language server as a code action.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.checks.acceptance import NEVER, name_of
from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.text_edit import TextEdit
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity

if TYPE_CHECKING:
    from jdgtools.loading import Loaded

_MEANT = re.compile(r"did you mean (`[^`]+`(?: or `[^`]+`)*)\?")
_QUOTED = re.compile(r"`([^`]+)`")
REASON = "looked at, and meant so"
"""Reason of an acceptance until the author writes his own."""


class Mend(Struct, frozen=True):
    """One thing that can be done about a diagnostic."""

    title: str
    change: TextEdit
    is_preferred: bool
    """Whether it is the only one of its kind."""
    accepts: bool = False
    """Whether it hides the diagnostic instead of mending what is wrong."""


def mends_of(documents: Documents, loaded: Loaded, path: str, problem: Diagnostic) -> list[Mend]:
    """Return what is sure to mend a diagnostic, the word that was meant first.

    Args:
        documents: texts of the project; those that the diagnostic speaks of.
        loaded: what `check` knows of them.
        path: of the file in which the diagnostic stands, relative to the folder.
        problem: the diagnostic.
    """
    document = documents.get(path)
    if document is None or problem.span is None:
        return []
    return [*_hinted_words(document, problem), *_acceptance(documents, loaded, path, problem)]


def _hinted_words(document: Document, problem: Diagnostic) -> Iterator[Mend]:
    """Yield the replacements of a word by those that a hint names."""
    hint = _MEANT.search(problem.hint or "")
    if hint is None or problem.span is None:
        return
    start, end = document.range(problem.span)
    written = document.text[start:end]
    wrong = [word for word in _QUOTED.findall(problem.message) if written.count(word) == 1]
    if not wrong:
        return
    at = start + written.index(wrong[0])
    names = _QUOTED.findall(hint[1])
    for name in names:
        change = TextEdit(document.path, at, at + len(wrong[0]), name)
        yield Mend(f"Change `{wrong[0]}` to `{name}`", change, is_preferred=len(names) == 1)


def _acceptance(documents: Documents, loaded: Loaded, path: str, problem: Diagnostic) -> Iterator[Mend]:
    """Yield the entry under `accepts:` that hides a warning."""
    battle = loaded.battle
    if problem.severity is Severity.ERROR or battle is None or problem.code in NEVER:
        return
    scenarios = loaded.report.scenarios_of(problem)
    target = documents.get(path)
    if target is None or target.kind != "scenario":
        only = next(iter(scenarios)) if len(scenarios) == 1 else None
        target = documents.scenario(only) if only is not None else documents.battle
    if target is None or target.node is None or not target.path.lower().endswith((".yaml", ".yml")):
        return
    name = name_of(battle, problem)
    subject = f", for: {_in_braces(name)}" if name else ""
    entry = f"{{code: {problem.code}{subject}, reason: {_in_braces(REASON)}}}"
    change = _append_acceptance(target, entry)
    if change is not None:
        title = f"Accept {problem.code}{f' for {name}' if name else ''}"
        yield Mend(title, change, is_preferred=False, accepts=True)


def _in_braces(text: str) -> str:
    """Return a text as a value in braces."""
    if re.fullmatch(r"[\w][\w ./-]*", text) and not text.endswith(" "):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _append_acceptance(document: Document, entry: str) -> TextEdit | None:
    """Return the edit that puts an entry behind those under `accepts:`; None where that is not sure."""
    assert document.node is not None
    newline = document.newline
    accepts = document.node.get("accepts")
    if accepts is None:
        lead = "" if document.text.endswith(("\n", "\r")) else newline
        end = len(document.text)
        return TextEdit(document.path, end, end, f"{lead}{newline}accepts:{newline}  - {entry}{newline}")
    entries = accepts.elements()
    if not entries:
        return None
    start, end = document.range(entries[-1].span)
    line = document.text[: document.range(entries[0].span)[0]].rpartition("\n")[2]
    if not re.fullmatch(r" *- +", line):
        return None  # entries in brackets
    tail = document.text[start:end]
    end -= len(tail) - len(tail.rstrip())
    following = document.text.find("\n", end)
    end = len(document.text) if following < 0 else following - document.text[:following].endswith("\r")
    return TextEdit(document.path, end, end, f"{newline}{line}{entry}")
