"""The errors of the YAML parser in the words of somebody who writes a battle.

`yaml_reader` calls `explain` with what PyYAML raised. It looks at the lines about the error for the usual
slips (a quote that is missing, a colour after a blank, an indentation) and returns one SRC010 diagnostic at
the line where the slip is, which is often not the line where the parser stumbled.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan
from jdgtools.source.problem import problem
from jdgtools.source.span import Span


class _Phrase(NamedTuple):
    """An error of the YAML parser, and how we say it."""

    needle: str
    """Part of the parser's own message."""
    message: str
    expected: str | None
    hint: str | None


_KNOWN = (
    _Phrase(
        "mapping values are not allowed",
        "a second `:` on the line, or a line indented too far",
        "one `key: value` on a line",
        "quote a text that holds `: `, and align keys of one block",
    ),
    _Phrase(
        "could not find expected ':'",
        "a line without `:` among `key: value` lines",
        "`key: value`",
        "add the `:`, or indent the line if it goes on with the text above",
    ),
    _Phrase(
        "did not find expected ',' or ']'",
        "the list opened with `[` does not go on or end properly",
        "`,` or `]`",
        "close the list with `]`; separate its elements with `,`",
    ),
    _Phrase(
        "did not find expected ',' or '}'",
        "the block opened with `{` does not go on or end properly",
        "`,` or `}`",
        "close the block with `}`; separate its keys with `,`",
    ),
    _Phrase(
        "did not find expected '-' indicator",
        "a line that is no element in the middle of a list",
        "a line that begins with `- `",
        "begin the line with `- `, or indent it to the level it belongs to",
    ),
    _Phrase(
        "did not find expected key",
        "the line does not fit the block above it",
        "`key: value` at the same indentation as the other keys",
        "align the line with the block it belongs to; quote texts that begin with quotes, brackets or braces",
    ),
    _Phrase("unexpected end of stream", "a quotation mark is never closed", "a closing mark", None),
    _Phrase("unexpected document", "a quotation mark is never closed", "a closing mark", None),
    _Phrase(
        "unknown escape character",
        "an unknown escape after `\\`",
        "`\\n`, `\\t`, `\\\"`, `\\\\` or `\\uXXXX`",
        "write the text in single quotes, where `\\` has no meaning",
    ),
    _Phrase("expected node content", "a value is missing", "a value", "write the value, or remove the comma"),
    _Phrase("alphabetic", "`*` or `&` without a name", "a name", "quote texts that begin with `*` or `&`"),
    _Phrase("unexpected ':'", "a `:` where none can stand", "`key: value`", "write a blank after the colon"),
    _Phrase("invalid leading UTF-8", "the text is not UTF-8", None, None),
    _Phrase("'>'", "a tag `!` that is not complete", None, "quote a text that begins with `!`"),
    _Phrase("tag", "a tag `!` that is not complete", None, "quote a text that begins with `!`"),
)  # fmt: skip


_COMMENTED = re.compile(r""":\s+(#[0-9A-Fa-f]{3,6}\b["']?)""")
"""A colour where a value is expected, which YAML takes for a comment."""


def explain(
    error: Any, here: Span, clamp: Callable[[int, int], Span], line: Callable[[int], str]
) -> Diagnostic:
    """Return the SRC010 diagnostic for an error of the YAML parser.

    Args:
        error: the parser's exception, with `problem`, `context` and `context_mark`.
        here: place of the problem, inside the text.
        clamp: gives an empty span inside the text for a line and a column.
        line: gives a line of the text by number.
    """
    what = str(error.problem or error.context or "")
    related: tuple[RelatedSpan, ...] = ()
    if error.context_mark is not None:
        start = clamp(error.context_mark.line + 1, error.context_mark.column + 1)
        if (start.line, start.col) != (here.line, here.col):
            related = (RelatedSpan(start, "the block or text that is concerned begins here"),)
    if "cannot start any token" in what:
        char = line(here.line)[here.col - 1 : here.col] or " "
        char_shown = "a tab" if char == "\t" else f"`{char}`" if char != "`" else "a backquote"
        message = f"a text cannot begin with {char_shown}"
        return problem(
            "SRC010",
            here,
            message,
            found=char_shown,
            expected="a value",
            hint="put the whole text in quotes",
            related=related,
        )
    for number in (here.line - 1, here.line, *_lines_of_bracket(error, here.line, line)):
        # The parser stumbles later than the cause: a colour whose quotes are missing or half there.
        comment = _COMMENTED.search(line(number)) if number >= 1 else None
        if comment is not None:
            comment_span = clamp(number, comment.start(1) + 1)
            return problem(
                "SRC010",
                comment_span,
                "a value is missing: `#` after a blank begins a comment",
                found=f"`{comment.group(1)}`",
                expected="the value in quotes",
                hint='write "' + comment.group(1).strip("\"' ,}]") + '" with quotes on both sides',
                related=related,
            )
    row = _deeper_picture(line, here.line)
    if row:
        width = _indent(line(here.line)) - _indent(line(row))
        return problem(
            "SRC010",
            here,
            "the line begins further to the left than the first line of its text",
            expected="a first line that is not indented deeper than the others",
            hint=f"write `|{width}` instead of `|` in line {row}: the text is then indented by {width}, "
            "and what stands further to the right belongs to it",
            related=(RelatedSpan(clamp(row, _indent(line(row)) + 1), "the text begins here"),),
        )
    for known_error in _KNOWN:
        if known_error.needle in what:
            return problem(
                "SRC010",
                here,
                known_error.message,
                expected=known_error.expected,
                hint=known_error.hint,
                related=related,
            )
    return problem(
        "SRC010", here, f"the YAML cannot be read here: {what or 'unknown error'}", related=related
    )


def _lines_of_bracket(error: Any, last: int, line: Callable[[int], str]) -> range:
    """Return the lines from a `{` or `[` that is not closed to the place where the parser stumbled."""
    if error.context_mark is None:
        return range(0)
    first, column = error.context_mark.line + 1, error.context_mark.column
    is_open = line(first)[column : column + 1] in ("{", "[") if first <= last else False
    return range(first, min(last, first + 20)) if is_open else range(0)


def _deeper_picture(line: Callable[[int], str], number: int) -> int:
    """Return the line `key: |` whose first line is indented deeper than line `number`; 0 if none."""
    inside = _indent(line(number))
    for row in range(number - 1, 0, -1):
        text = line(row)
        if not text.strip():
            continue
        if _indent(text) < inside:
            deeper = _indent(line(row + 1)) > inside
            return row if deeper and text.rstrip().endswith((": |", ": |-")) else 0
    return 0


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))
