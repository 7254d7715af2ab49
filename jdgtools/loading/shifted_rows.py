"""Rows of a table that have lost a separator, or have one too many: one mistake, and one message.

All cells behind it stand in the wrong columns, and each would be said not to fit there.
"""

from __future__ import annotations

import re

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.source.csv_reader import sniff
from jdgtools.source.node import excerpt
from jdgtools.source.problem import problem
from jdgtools.source.project import Sources

_TABLES = (".csv", ".tsv")
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_UNIT = re.compile("unit `?([^`]+)`?")
_PLACEMENT = re.compile("placement of `([^`]+)` in ")


def join_shifted_rows(report: Report, sources: Sources) -> None:
    """Put one message in the place of several about a row that has not as many cells as the header.

    What is said of the places of its unit goes too: it follows from cells that were read in other columns.
    """
    rows: dict[str, dict[int, list[Diagnostic]]] = {}
    placements: dict[str, list[Diagnostic]] = {}
    for one in report.standing:
        if one.span is not None and one.span.file.lower().endswith(_TABLES):
            rows.setdefault(one.span.file, {}).setdefault(one.span.line, []).append(one)
        match = _PLACEMENT.match(one.subject or "")
        if match is not None:
            placements.setdefault(match[1], []).append(one)
    echoes: list[Diagnostic] = []
    messages: list[Diagnostic] = []
    for file, problems_by_line in rows.items():
        table = _Table(sources.lines(file) or [])
        if not table.has_full_rows:
            continue
        for line, problems in problems_by_line.items():
            message = table.message_about(line, problems)
            if message is not None:
                echoes += [*problems, *placements.get(_unit_of(problems), ())]
                messages.append(message)
    report.drop(echoes)
    report.extend(messages)


def _unit_of(problems: list[Diagnostic]) -> str:
    """Return the unit of a row; empty where no message names it."""
    return next((match[1] for one in problems if (match := _UNIT.fullmatch(one.subject or ""))), "")


class _Table:
    """The lines of a table, and how many cells they have."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        rows = [line for line in lines if line.strip() and not line.startswith(("#", "sep="))]
        self._separator = sniff(rows[0]) if rows else ","
        self._width = self._cells(rows[0]) if rows else 0
        # Where the empty cells at the end of rows are left out, a short row is none that was shifted.
        self.has_full_rows = 2 * sum(self._cells(row) == self._width for row in rows) > len(rows)

    def _cells(self, line: str) -> int:
        return (_QUOTED.sub("", line) if '"' in line else line).count(self._separator) + 1

    def message_about(self, line: int, problems: list[Diagnostic]) -> Diagnostic | None:
        """Return the one message about a row; None where its cells stand in their columns."""
        number = self._cells(self._lines[line - 1]) if line <= len(self._lines) else self._width
        spans = [one.span for one in problems if one.span is not None and one.span.column is not None]
        is_wrong = any(one.severity is Severity.ERROR for one in problems)
        if number == self._width or len(problems) < 2 or not spans or not is_wrong:
            return None
        first = min(spans)
        cell = excerpt(self._lines[line - 1][first.col - 1 : first.end_col - 1])
        sign = "tab" if self._separator == "\t" else f"`{self._separator}`"
        hint = f"is a {sign} missing in or before `{cell}`?"
        if number > self._width:
            hint = f"is there a {sign} too many before `{cell}`? A text that holds one stands in quotes"
        return problem(
            "SRC056",
            first,
            f"the row has {number} cells, and the header {self._width}: they stand in the wrong columns",
            found=f"{number} cells",
            expected=f"{self._width} cells",
            hint=hint,
        )
