"""The subject around a span: the smallest one that holds it, whatever the order in which they are given."""

from __future__ import annotations

import random

from jdgtools.model.subject_spans import subjects_around
from jdgtools.source.span import Span


def test_the_smallest_span_around_is_found():
    chosen = random.Random(5)
    spans: dict[tuple[str, ...], Span] = {}

    def divide(file: str, name: str, first: int, last: int) -> None:
        """Makes spans that nest, of whole lines."""
        spans["thing", file, name] = Span(file, first, 1, last, 80)
        cut = chosen.randint(first, last)
        if last - first > 2 and first < cut:
            divide(file, f"{name}a", first, cut - 1)
            divide(file, f"{name}b", cut, last)

    divide("a", "x", 1, 90)
    divide("b", "x", 1, 60)
    asked = [Span(file, line, 5, line, 9) for file in "abc" for line in range(1, 95)]
    expected = {
        span: min(around, key=lambda pair: pair[0])[1]
        for span in asked
        if (
            around := [
                (other.end_line - other.line, subject)
                for subject, other in spans.items()
                if other.file == span.file and other.line <= span.line <= other.end_line
            ]
        )
    }
    mixed = list(spans.items())
    chosen.shuffle(mixed)
    assert subjects_around(dict(mixed), asked) == expected
    assert len(expected) == 150


def test_a_subject_is_not_around_its_own_span():
    whole, part = Span("a", 1, 1, 9, 1), Span("a", 2, 3, 2, 7)
    spans = {("unit", "x"): whole, ("unit", "x", "name"): part}
    assert subjects_around(spans, [part]) == {part: ("unit", "x")}
    assert subjects_around(spans, [whole]) == {}
    assert subjects_around(spans, []) == {}
