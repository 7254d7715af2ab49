"""Diagnostics: what is wrong, where, and how to mend it. Knows no game words and no files."""

from __future__ import annotations

from jdgtools.diagnostics.catalogue import CodeDoc, all_docs, find, register, render_text
from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedPlace, Severity
from jdgtools.diagnostics.report import Counts, Report, Suppression

__all__ = [
    "CodeDoc",
    "Counts",
    "Diagnostic",
    "RelatedPlace",
    "Report",
    "Severity",
    "Suppression",
    "all_docs",
    "find",
    "register",
    "render_text",
]
