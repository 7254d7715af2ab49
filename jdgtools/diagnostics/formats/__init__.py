"""Output formats of a report: text, JSON, SARIF, annotations of GitHub.

`render` takes the name of a format, the report, and the lines of the sources, and returns the text to
print. Each format is a module with `render(report, sources) -> str`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

from jdgtools.diagnostics.report import Report

SourceLines = Callable[[str], list[str] | None]
"""Gives the lines of a file by its display name; None when they are not at hand."""

FORMATS = ("text", "json", "sarif", "github")
"""Names of the formats."""


def render(report: Report, sources: SourceLines, name: str = "text") -> str:
    """Return the report in the format with this name.

    Raises:
        ValueError: no such format.
    """
    if name not in FORMATS:
        raise ValueError(f"unknown format {name!r}; formats: {', '.join(FORMATS)}")
    module = import_module(f"{__name__}.{name}")
    return cast(str, module.render(report, sources))
