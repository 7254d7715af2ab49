"""Short way to make the diagnostics of the readers."""

from __future__ import annotations

from jdgtools.diagnostics.diagnostic import Diagnostic, Related, Severity
from jdgtools.source.span import Span

MAX_BYTES = 16 * 1024 * 1024
"""Largest file that is read."""
MAX_DEPTH = 100
"""Deepest nesting of lists and maps."""
MAX_NODES = 1_000_000
"""Most values in one file, repeated references counted each time."""


def problem(
    code: str,
    span: Span | None,
    message: str,
    *,
    found: str | None = None,
    expected: str | None = None,
    hint: str | None = None,
    related: tuple[Related, ...] = (),
    severity: Severity = Severity.ERROR,
    subject: str | None = None,
) -> Diagnostic:
    """Returns a diagnostic, an error unless said otherwise."""
    return Diagnostic(code, severity, message, span, found, expected, hint, (), subject, related)


def too_deep(span: Span) -> Diagnostic:
    """Returns the diagnostic for nesting beyond `MAX_DEPTH`."""
    return problem(
        "SRC015", span, f"nested more than {MAX_DEPTH} levels deep", expected=f"at most {MAX_DEPTH} levels"
    )


def too_many(span: Span) -> Diagnostic:
    """Returns the diagnostic for more than `MAX_NODES` values."""
    return problem(
        "SRC016",
        span,
        f"more than {MAX_NODES:,} values in one file",
        expected=f"at most {MAX_NODES:,} values, a repeated `*reference` counted each time",
    )
