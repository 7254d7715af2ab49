"""Diagnostics: what is wrong, where, and how to mend it. Knows no game words and no files.

`diagnostic` is one problem, `report` all of a run, `catalogue` the documents of the codes (`jdg explain`),
`formats` the ways to print a report. Readers, schema check, builders of the model and the runner of checks
make diagnostics; commands print them.
"""

from __future__ import annotations

from jdgtools.diagnostics.catalogue import CodeDoc, all_docs, find, register, render_text
from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan, Severity
from jdgtools.diagnostics.report import Counts, Report, Suppression

__all__ = [
    "CodeDoc",
    "Counts",
    "Diagnostic",
    "RelatedSpan",
    "Report",
    "Severity",
    "Suppression",
    "all_docs",
    "find",
    "register",
    "render_text",
]
