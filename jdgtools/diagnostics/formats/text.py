"""Diagnostics for the terminal: place, message, source line with a caret, rule, hint.

A report may hold thousands: equal messages are one block that names the other places, and of a flood of one
code in one file only the first are shown, the others counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.diagnostics.formats import SourceLines
from jdgtools.diagnostics.formats.writing import UNSAFE, safe
from jdgtools.diagnostics.groups import MAX_EQUAL, Rest, in_bulk
from jdgtools.diagnostics.report import Report
from jdgtools.diagnostics.shortening import brief
from jdgtools.source.span import Span

WIDTH = 100
"""Widest extract of a source line, in character cells."""
MAX_NOTE_LENGTH = 60
"""Longer expectations stand on a line of their own, below the caret."""
_FLOOD = 20
"""So many of one code in one file are all shown."""
_SHOWN_OF_FLOOD = 10
"""Of more than that, so many."""
_SHOWN_OF_EQUAL = 2
"""Of more than `MAX_EQUAL` that say the same, so many."""
_MAX_LINES = 20
"""Lines of one file that are named for one message."""
_MAX_RELATED = 10
"""Further places of one message that are shown."""
_TAB = "    "
_SHEETS = (".xlsx", ".ods")


def render(report: Report, sources: SourceLines) -> str:
    """Return the report as text; the last line counts the problems.

    Args:
        report: what to show.
        sources: gives the lines of a file by its display name.
    """
    bulk = in_bulk(report)
    problems: list[Diagnostic] = []
    # Others of a group: a line below the last one of it that is listed tells them; found by the `id` of that.
    others: dict[int, Sequence[Diagnostic]] = {}
    for group in bulk.groups:
        occurrences = (
            group.occurrences if len(group.occurrences) <= MAX_EQUAL else group.occurrences[:_SHOWN_OF_EQUAL]
        )
        problems += occurrences
        others[id(occurrences[-1])] = group.occurrences[len(occurrences) :]
    problems.sort(key=lambda problem: problem.sort_key)
    full, folds = _fold(problems)
    blocks = ["\n".join([*_block(one, sources), *more_spans(others.get(id(one), ()))]) for one in full]
    blocks += _summaries((one, 1 + len(others.get(id(one), ()))) for one in folds)
    blocks += [_rest(rest) for rest in bulk.rest]
    return "\n\n".join([*blocks, count_line(report)]) + "\n"


def _rest(rest: Rest) -> str:
    return f"and {number_of(rest.count)} more of {rest.code} ({rest.severity.label})"


def number_of(count: int) -> str:
    """Return a number as people read it: "15,800"."""
    return f"{count:,}"


def more_spans(others: Sequence[Diagnostic]) -> Iterator[str]:
    """Yield the line that names the places of others like it: "the same at 3 more places: units.csv:4, 9"."""
    lines: dict[str, dict[int, None]] = {}
    for other in others:
        if other.span is not None:
            lines.setdefault(other.span.file, {})[other.span.line] = None
    where = "; ".join(f"{file}:{_numbers(list(line_numbers))}" for file, line_numbers in lines.items())
    if others:
        yield safe(f"   the same at {number_of(len(others))} more places: {where}")


def _numbers(lines: list[int]) -> str:
    """Return line numbers; of very many the first ones and the last."""
    if len(lines) <= _MAX_LINES:
        return ", ".join(map(str, lines))
    return f"{', '.join(map(str, lines[: _MAX_LINES - 1]))} … {lines[-1]}"


def _fold(problems: list[Diagnostic]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return what is shown in full and, of a flood, what is only counted: it must not hide the others."""
    many: dict[tuple[str, str], int] = {}
    for problem in problems:
        key = (problem.code, problem.span.file if problem.span else "")
        many[key] = many.get(key, 0) + 1
    full: list[Diagnostic] = []
    folds: list[Diagnostic] = []
    counts: dict[tuple[str, str], int] = {}
    for problem in problems:
        key = (problem.code, problem.span.file if problem.span else "")
        counts[key] = counts.get(key, 0) + 1
        beyond = many[key] > _FLOOD and counts[key] > _SHOWN_OF_FLOOD
        (folds if beyond else full).append(problem)
    return full, folds


def _summaries(blocks: Iterable[tuple[Diagnostic, int]]) -> list[str]:
    """Return one line for each code and file of what is not shown in full.

    Args:
        blocks: diagnostics, each with the number of places that it stands for.
    """
    counts: dict[tuple[str, str, str], int] = {}
    many: dict[tuple[str, str, str], list[int]] = {}
    for problem, occurrences in blocks:
        file, line = (problem.span.file, problem.span.line) if problem.span else ("", 0)
        key = (problem.severity.label, problem.code, file)
        many.setdefault(key, []).append(line)
        counts[key] = counts.get(key, 0) + occurrences
    summaries = []
    for (label, code, file), lines in many.items():
        numbers = sorted(set(lines))
        where = f"line {numbers[0]}" if len(numbers) == 1 else f"lines {numbers[0]} to {numbers[-1]}"
        count = number_of(counts[label, code, file])
        summaries.append(
            f"{safe(file)}: {count} more of {label} {code} ({where}); `--format json` lists them"
        )
    return summaries


def count_line(report: Report) -> str:
    """Return the last line: "3 errors, 1 warning"."""
    counts = report.counts
    words = [
        f"{number} {word}{'' if number == 1 else 's'}"
        for number, word in ((counts.errors, "error"), (counts.warnings, "warning"), (counts.infos, "info"))
        if number
    ]
    line = ", ".join(words) or "no problems found"
    return f"{line} ({counts.suppressed} accepted)" if counts.suppressed else line


def _block(problem: Diagnostic, sources: SourceLines) -> Iterator[str]:
    position = f"{problem.span}: " if problem.span else ""
    yield safe(f"{position}{problem.severity.label} {problem.code}: {brief(problem.message)}")
    note = f"expected {problem.expected}" if problem.expected else ""
    if problem.span and problem.span.column and f"`{problem.span.column}`" not in problem.message:
        note = f"column `{problem.span.column}`" + (f": {note}" if note else "")
    lines = sources(problem.span.file) if problem.span else None
    if problem.span and lines is not None and 0 < problem.span.line <= len(lines):
        below = len(note) > MAX_NOTE_LENGTH
        yield from _extract(problem.span, lines[problem.span.line - 1], "" if below else safe(note))
        if below:
            yield f"   {safe(note)}"
    else:
        if problem.span and problem.span.file.lower().endswith(_SHEETS) and problem.span.column:
            note = f"cell {_cell_name(problem.span)}" + (f": {note}" if note else "")
        if note:
            yield f"   {safe(note)}"
    for related in problem.related[:_MAX_RELATED]:
        yield safe(f"   see: {related.span}: {brief(related.message)}")
    if len(problem.related) > _MAX_RELATED:
        yield f"   and {number_of(len(problem.related) - _MAX_RELATED)} more places"
    if problem.hint:
        yield safe(f"   hint: {brief(problem.hint)}")
    rules = f"rule: {', '.join(problem.rules)}   " if problem.rules else ""
    yield safe(f"   {rules}more: jdg explain {problem.code}")


def _cell_name(span: Span) -> str:
    """Return the name of a spreadsheet cell: "C14"."""
    letters, number = "", span.col
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{span.line}"


def _extract(span: Span, line: str, note: str) -> Iterator[str]:
    """Yield the source line with its number, and the caret line below it."""
    start = min(span.col - 1, len(line))
    end = min(span.end_col - 1, len(line)) if span.end_line == span.line else len(line)
    # of a line of megabytes only the neighbourhood of the caret; `_window` cuts it to size
    first = max(0, start - WIDTH)
    line = line[first : start + 2 * WIDTH]
    start, end = start - first, min(end - first, len(line))
    cells = [_printable(char) for char in line]
    widths = [_width(cell) for cell in cells]
    cells, widths, start, end = _window(cells, widths, start, max(end, start))
    gutter = f"{span.line:>5}"
    yield f"{gutter} | {''.join(cells)}".rstrip()
    caret = "^" * max(1, sum(widths[start:end]))
    yield f"{' ' * len(gutter)} | {' ' * sum(widths[:start])}{caret} {note}".rstrip()


def _window(
    cells: list[str], widths: list[int], start: int, end: int
) -> tuple[list[str], list[int], int, int]:
    """Return the part of a long line that surrounds the caret, with "…" where it is cut."""
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
    window = [*left, *cells[first:last], *right]
    return (
        window,
        [*[1] * len(left), *widths[first:last], *[1] * len(right)],
        start + shift,
        min(end, last) + shift,
    )


def _printable(char: str) -> str:
    """Return what a character of a source line looks like on the terminal."""
    if char == "\t":
        return _TAB
    return "\ufffd" if UNSAFE.match(char) else char


def _width(text: str) -> int:
    """Return the number of cells that a character takes on a terminal."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    if category(text) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(text) in "WF" else 1
