"""Diagnostics for the terminal: place, message, source line with a caret, rule, hint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.diagnostics.formats import SourceLines
from jdgtools.diagnostics.report import Report
from jdgtools.source.span import Span

WIDTH = 100
"""Widest extract of a source line, in character cells."""
_LONGEST_NOTE = 60
"""Longer expectations stand on a line of their own, below the caret."""
_FLOOD = 20
"""So many of one code in one file are all shown."""
_SHOWN_OF_FLOOD = 10
"""Of more than that, so many."""
_EQUAL = 4
"""So many that say the same are all shown."""
_SHOWN_OF_EQUAL = 2
"""Of more than that, so many."""
_TAB = "    "
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SHEETS = (".xlsx", ".ods")


def render(report: Report, sources: SourceLines) -> str:
    """Returns the report as text; the last line counts the problems.

    Args:
        report: what to show.
        sources: gives the lines of a file by its display name.
    """
    problems = list(report)
    again = _again(problems)
    told = {other for others in again.values() for other in others}
    folded = _folded([problem for problem in problems if problem not in told])
    blocks = [
        "\n".join([*_block(problem, sources), *_elsewhere(again.get(problem, []))])
        for problem in problems
        if problem not in folded and problem not in told
    ]
    blocks += _summaries(problem for problem in problems if problem in folded)
    return "\n\n".join([*blocks, count_line(report)]) + "\n"


def _again(problems: list[Diagnostic]) -> dict[Diagnostic, list[Diagnostic]]:
    """Returns those that say the same as one before them, by that one: one wrong name is one mistake."""
    many: dict[tuple[str, str], list[Diagnostic]] = {}
    for problem in problems:
        many.setdefault((problem.code, problem.message), []).append(problem)
    return {
        group[_SHOWN_OF_EQUAL - 1]: group[_SHOWN_OF_EQUAL:] for group in many.values() if len(group) > _EQUAL
    }


def _elsewhere(others: list[Diagnostic]) -> Iterator[str]:
    """Yields the line that names the places of others."""
    lines: dict[str, list[str]] = {}
    for other in others:
        if other.span is not None:
            lines.setdefault(other.span.file, []).append(str(other.span.line))
    where = "; ".join(f"{file}:{', '.join(dict.fromkeys(numbers))}" for file, numbers in lines.items())
    if others:
        yield safe(f"   the same at {len(others)} more places: {where}")


def _folded(problems: list[Diagnostic]) -> set[Diagnostic]:
    """Returns those of a flood that are only counted: a hundred of one code must not hide the others."""
    many: dict[tuple[str, str], list[Diagnostic]] = {}
    for problem in problems:
        many.setdefault((problem.code, problem.span.file if problem.span else ""), []).append(problem)
    return {p for group in many.values() if len(group) > _FLOOD for p in group[_SHOWN_OF_FLOOD:]}


def _summaries(folded: Iterable[Diagnostic]) -> list[str]:
    """Returns one line for each code and file of the diagnostics that are not shown in full."""
    many: dict[tuple[str, str, str], list[int]] = {}
    for problem in folded:
        file, line = (problem.span.file, problem.span.line) if problem.span else ("", 0)
        many.setdefault((problem.severity.label, problem.code, file), []).append(line)
    summaries = []
    for (label, code, file), lines in many.items():
        numbers = sorted(set(lines))
        where = f"line {numbers[0]}" if len(numbers) == 1 else f"lines {numbers[0]} to {numbers[-1]}"
        rest = f"{safe(file)}: {len(lines)} more of {label} {code} ({where}); `--format json` lists them all"
        summaries.append(rest)
    return summaries


def count_line(report: Report) -> str:
    """Returns the last line: "3 errors, 1 warning"."""
    counts = report.counts
    words = [
        f"{number} {word}{'' if number == 1 else 's'}"
        for number, word in ((counts.errors, "error"), (counts.warnings, "warning"), (counts.infos, "info"))
        if number
    ]
    line = ", ".join(words) or "no problems found"
    return f"{line} ({counts.suppressed} suppressed)" if counts.suppressed else line


def safe(text: str) -> str:
    """Returns a text on one line, without characters that steer a terminal."""
    return _UNSAFE.sub("\ufffd", text.replace("\n", " ").replace("\t", " "))


def _block(problem: Diagnostic, sources: SourceLines) -> Iterator[str]:
    place = f"{problem.span}: " if problem.span else ""
    yield safe(f"{place}{problem.severity.label} {problem.code}: {problem.message}")
    note = f"expected {problem.expected}" if problem.expected else ""
    if problem.span and problem.span.column and f"`{problem.span.column}`" not in problem.message:
        note = f"column `{problem.span.column}`" + (f": {note}" if note else "")
    lines = sources(problem.span.file) if problem.span else None
    if problem.span and lines is not None and 0 < problem.span.line <= len(lines):
        below = len(note) > _LONGEST_NOTE
        yield from _extract(problem.span, lines[problem.span.line - 1], "" if below else safe(note))
        if below:
            yield f"   {safe(note)}"
    else:
        if problem.span and problem.span.file.lower().endswith(_SHEETS) and problem.span.column:
            note = f"cell {_cell_name(problem.span)}" + (f": {note}" if note else "")
        if note:
            yield f"   {safe(note)}"
    for related in problem.related:
        yield safe(f"   see: {related.span}: {related.message}")
    if problem.hint:
        yield safe(f"   hint: {problem.hint}")
    rules = f"rule: {', '.join(problem.rules)}   " if problem.rules else ""
    yield safe(f"   {rules}more: jdg explain {problem.code}")


def _cell_name(span: Span) -> str:
    """Returns the name of a spreadsheet cell: "C14"."""
    letters, number = "", span.col
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{span.line}"


def _extract(span: Span, line: str, note: str) -> Iterator[str]:
    """Yields the source line with its number, and the caret line below it."""
    start = min(span.col - 1, len(line))
    end = min(span.end_col - 1, len(line)) if span.end_line == span.line else len(line)
    # of a line of megabytes only the neighbourhood of the caret; `_window` cuts it to size
    first = max(0, start - WIDTH)
    line = line[first : start + 2 * WIDTH]
    start, end = start - first, min(end - first, len(line))
    cells = [_shown(char) for char in line]
    widths = [_width(cell) for cell in cells]
    cells, widths, start, end = _window(cells, widths, start, max(end, start))
    gutter = f"{span.line:>5}"
    yield f"{gutter} | {''.join(cells)}".rstrip()
    caret = "^" * max(1, sum(widths[start:end]))
    yield f"{' ' * len(gutter)} | {' ' * sum(widths[:start])}{caret} {note}".rstrip()


def _window(
    cells: list[str], widths: list[int], start: int, end: int
) -> tuple[list[str], list[int], int, int]:
    """Returns the part of a long line that surrounds the caret, with "…" where it is cut."""
    if sum(widths) <= WIDTH:
        return cells, widths, start, end
    first = start
    room = WIDTH // 3
    while first > 0 and room >= widths[first - 1]:
        first -= 1
        room -= widths[first]
    last, room = first, WIDTH - 2
    while last < len(cells) and room >= widths[last]:
        room -= widths[last]
        last += 1
    left, right = (["…"] if first else []), (["…"] if last < len(cells) else [])
    shift = len(left) - first
    shown = [*left, *cells[first:last], *right]
    return (
        shown,
        [*[1] * len(left), *widths[first:last], *[1] * len(right)],
        start + shift,
        min(end, last) + shift,
    )


def _shown(char: str) -> str:
    if char == "\t":
        return _TAB
    return "\ufffd" if _UNSAFE.match(char) else char


def _width(shown: str) -> int:
    """Returns the number of cells that a character takes on a terminal."""
    if shown.isascii():
        return len(shown)
    from unicodedata import category, east_asian_width

    if category(shown) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(shown) in "WF" else 1
