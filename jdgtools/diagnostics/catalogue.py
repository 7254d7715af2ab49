"""The documents of diagnostic codes: what a code means, why it matters, a bad and a good example.

`jdg explain CODE` and the reference page print them. Readers and schemas register theirs here; a check brings
its own (`checks/base.py`).
"""

from __future__ import annotations

from importlib import import_module

from msgspec import Struct

from jdgtools.diagnostics.diagnostic import Severity

_DOCS: dict[str, CodeDoc] = {}
_MODULES = (
    "jdgtools.diagnostics.docs_src",
    "jdgtools.diagnostics.docs_sch",
    "jdgtools.diagnostics.docs_ser",
)
"""Modules with the documents of the codes that reading, schemas and audit give; loaded on first use."""


class CodeDoc(Struct, frozen=True):
    """Document of one code; `jdg explain CODE` prints it."""

    code: str
    """Permanent code such as "SRC012"."""
    name: str
    """The thing found, in kebab case ("duplicate-key")."""
    severity: Severity
    """Severity with which the code is given."""
    rationale: str
    """Why it is a problem, in whole sentences."""
    bad: str
    """A short source text that gives the code."""
    good: str
    """The same text, mended."""
    rules: tuple[str, ...] = ()
    """Statement ids of the rulebook."""
    since: str = "0.1"
    """First version that gives the code."""


def register(doc: CodeDoc) -> CodeDoc:
    """Add a document and return it; adding an equal one again changes nothing.

    Raises:
        ValueError: another document has the same code, or a required text is empty.
    """
    if _DOCS.get(doc.code, doc) != doc:
        raise ValueError(f"code {doc.code} is taken by {_DOCS[doc.code].name}")
    for field in ("name", "rationale", "bad", "good"):
        if not getattr(doc, field).strip():
            raise ValueError(f"document of {doc.code} has no {field}")
    _DOCS[doc.code] = doc
    return doc


def document(
    code: str, name: str, rationale: str, bad: str, good: str, severity: Severity = Severity.ERROR
) -> None:
    """Add the document of a code that no check gives; the arguments are the fields of `CodeDoc`."""
    register(CodeDoc(code, name, severity, rationale, bad, good))


def find(code: str) -> CodeDoc | None:
    """Return the document of a code (case does not matter), or None."""
    _load()
    return _DOCS.get(code.strip().upper())


def all_docs() -> list[CodeDoc]:
    """Return every registered document, sorted by code."""
    _load()
    return [_DOCS[code] for code in sorted(_DOCS)]


def _load() -> None:
    for module in _MODULES:
        import_module(module)


def render_text(doc: CodeDoc) -> str:
    """Return the document as text for the terminal, lines up to 88 characters, ending in a newline."""
    from textwrap import fill, indent

    def paragraphs(text: str) -> str:
        return "\n\n".join(fill(" ".join(part.split()), 88) for part in text.strip().split("\n\n"))

    def example(text: str) -> str:
        return indent(text.strip("\n"), "    ", lambda line: True).replace("    \n", "\n")

    parts = [
        f"{doc.code} {doc.name} ({doc.severity.label}, since {doc.since})",
        paragraphs(doc.rationale),
        f"Bad:\n{example(doc.bad)}",
        f"Good:\n{example(doc.good)}",
    ]
    if doc.rules:
        parts.append(f"Rules: {', '.join(doc.rules)}")
    return "\n\n".join(parts) + "\n"
