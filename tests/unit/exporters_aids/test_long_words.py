"""Words without end: a line takes what fits of them, and looks at no more."""

from __future__ import annotations

import pytest

from jdgtools.exporters.booklet import lines


def test_a_word_without_end_is_not_measured_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    piece = lines.Letters("M" * 100_000, "font", 1.0, "#000000", 0.0, 0.0)
    lengths = []

    def width(text: str, font: str) -> float:
        lengths.append(len(text))
        return float(len(text))

    monkeypatch.setattr(lines, "em_width", width)
    assert lines._letters_that_fit(piece.text, piece, 40.5) == 40
    assert lines._letters_that_fit("M" * 30, piece, 40.5) == 30
    assert lines._letters_that_fit("M" * 20 + "-" + "M" * 90, piece, 40.5) == 21
    assert max(lengths) <= 64
