"""What the readers of source files share: limits, diagnostics of a span, and the end of reading.

A reader makes its diagnostics (codes `SRC…`) with `problem` and the functions after it. Where it cannot go
on it raises `ReadingStopped`, which never leaves it: the reader returns what it has, with the diagnostic.
"""

from __future__ import annotations

import re

from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan, Severity
from jdgtools.source.span import Span

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML, PDF and terminals cannot carry; tabs and line breaks are none."""
MAX_BYTES = 16 * 1024 * 1024
"""Largest file that is read."""
MAX_DEPTH = 100
"""Deepest nesting of lists and maps."""
MAX_NODES = 600_000
"""Most values in one file, repeated references counted each time."""
MAX_DUPLICATES = 10_000
"""Keys that stand twice in one file until the rest of it is not read."""


class ReadingStopped(Exception):
    """Reading a text cannot go on; the diagnostic says why. It never leaves a reader."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def problem(
    code: str,
    span: Span | None,
    message: str,
    *,
    found: str | None = None,
    expected: str | None = None,
    hint: str | None = None,
    related: tuple[RelatedSpan, ...] = (),
    severity: Severity = Severity.ERROR,
    subject: str | None = None,
) -> Diagnostic:
    """Return a diagnostic, an error unless said otherwise."""
    return Diagnostic(code, severity, message, span, found, expected, hint, (), subject, related)


def too_deep(span: Span) -> Diagnostic:
    """Return the diagnostic for nesting beyond `MAX_DEPTH`."""
    return problem(
        "SRC015", span, f"nested more than {MAX_DEPTH} levels deep", expected=f"at most {MAX_DEPTH} levels"
    )


def too_many(span: Span) -> Diagnostic:
    """Return the diagnostic for more than `MAX_NODES` values."""
    return problem(
        "SRC016",
        span,
        f"more than {MAX_NODES:,} values in one file",
        expected=f"at most {MAX_NODES:,} values, a repeated `*reference` counted each time",
    )


def control_character(text: str, span: Span) -> Diagnostic:
    """Return the diagnostic for a text that holds control characters, at the place of the text.

    Args:
        text: holds at least one (`CONTROL`); the first is named.
        span: of the character, or of the value that an escape puts it into.
    """
    signs = CONTROL.findall(text)
    more = f", and {len(signs) - 1} more like it," if len(signs) > 1 else ""
    what = "half of a character" if "\ud800" <= signs[0] <= "\udfff" else "a control character"
    message = f"the character U+{ord(signs[0]):04X}{more} is {what} and not allowed in a text"
    if signs[0] == "\0":
        message = "the text holds a NUL character"
    hint = "delete the invisible character at this place, or its escape such as `\\e` or `\\u001b`"
    return problem("SRC006" if signs[0] == "\0" else "SRC007", span, message, hint=hint)


def duplicate_key(name: str, second: Span, first: Span, count: int) -> Diagnostic:
    """Return the diagnostic for a key that stands twice in one block, at both places.

    Args:
        name: of the key.
        second: where it stands again.
        first: where it stands first.
        count: problems of the file before this one.

    Raises:
        ReadingStopped: there are too many; each takes kilobytes.
    """
    if count >= MAX_DUPLICATES:
        message = f"the file has more than {MAX_DUPLICATES:,} mistakes such as keys that stand twice"
        raise ReadingStopped(problem("SRC012", second, message, hint="the rest of the file was not read"))
    message = f"the key `{name}` stands twice in the same block"
    hint = "delete one of the two, or rename it; until then the first one counts"
    related = (RelatedSpan(first, f"`{name}` stands here first"),)
    return problem("SRC012", second, message, found=f"`{name}` again", hint=hint, related=related)
