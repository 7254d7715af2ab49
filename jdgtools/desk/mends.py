"""What is sure to mend a diagnostic: the word that was meant, or accepting a warning.

The page offers it as a button, the language server as a code action.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.checks.acceptance import NEVER, name_of
from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.operations.inherited_blocks import inherited_value, plain
from jdgtools.desk.structured_text import Value, add_entry, flow_text, is_json
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
    accepts: str = ""
    """File in whose list it is accepted, where it hides the diagnostic instead of mending what is wrong."""


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
    text_there = document.text[start:end]
    wrong = [word for word in _QUOTED.findall(problem.message) if text_there.count(word) == 1]
    if not wrong:
        return
    at = start + text_there.index(wrong[0])
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
    if target is None or target.node is None or not target.node.is_map:
        return
    accepts = target.node.get("accepts")
    if accepts is not None and (accepts.is_map or (accepts.is_scalar and not accepts.is_null)):
        return  # no list; that is to be mended first
    name = name_of(battle, problem)
    entry = {"code": problem.code, **({"for": name} if name else {}), "reason": REASON}
    title = f"Accept {problem.code}{f' for {name}' if name else ''}"
    yield Mend(title, new_acceptance(documents, target, entry), is_preferred=False, accepts=target.path)


def new_acceptance(documents: Documents, document: Document, entry: Mapping[str, Value]) -> TextEdit:
    """Return the edit that puts an entry behind those under `accepts:`.

    A list that a scenario writes stands in place of one that it takes over, and begins with what that says.
    """
    assert document.node is not None
    accepts, newline = document.node.get("accepts"), document.newline
    if accepts is not None:
        return add_entry(document, accepts, entry)
    inherited_entry = inherited_value(documents, document, "accepts")
    entries = [
        *(plain(one) for one in (inherited_entry.elements() if inherited_entry is not None else ())),
        entry,
    ]
    if is_json(document):
        return add_entry(document, document.node, entries, "accepts")
    lead = "" if document.text.endswith(("\n", "\r")) else newline
    lines = "".join(f"  - {flow_text(one, False)}{newline}" for one in entries)
    end = len(document.text)
    return TextEdit(document.path, end, end, f"{lead}{newline}accepts:{newline}{lines}")
