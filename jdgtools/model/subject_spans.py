"""Whose a span of a file is: the subject of the model that is written around it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from jdgtools.model.context import Subject
from jdgtools.source.span import Span


def subjects_around(subject_spans: Mapping[Subject, Span], spans: Collection[Span]) -> dict[Span, Subject]:
    """Return for each span the subject with the smallest one around it; those without any are left out.

    What is written in a file nests, so one walk over all of it from top to bottom knows what stands open: it
    takes the same time for one span as for a hundred thousand. A subject of the same span is not around it.
    """
    if not spans:
        return {}
    inner_spans = set(spans)
    files = {span.file for span in inner_spans}
    # Of those that begin together the larger one comes first, and a span asked for comes after what holds it.
    marks: list[tuple[Any, ...]] = [
        (span.file, span.line, span.col, False, -span.end_line, -span.end_col, n, subject, span)
        for n, (subject, span) in enumerate(subject_spans.items())
        if span.file in files and span not in inner_spans
    ]
    marks += [
        (span.file, span.line, span.col, True, -span.end_line, -span.end_col, n, (), span)
        for n, span in enumerate(inner_spans)
    ]
    owners: dict[Span, Subject] = {}
    around: list[tuple[Subject, Span]] = []
    for *_, is_inner, _, _, _, subject, span in sorted(marks, key=lambda mark: mark[:7]):
        while around and _ends_before(around[-1][1], span):
            around.pop()
        if not is_inner:
            around.append((subject, span))
        elif around:
            owners[span] = around[-1][0]
    return owners


def _ends_before(first: Span, second: Span) -> bool:
    """Tell whether a span ends before another one does, or stands in another file."""
    return first.file != second.file or (first.end_line, first.end_col) < (second.end_line, second.end_col)
