"""Lists of names in messages: whole up to twelve, of more the first twelve and how many are left."""

from __future__ import annotations

import pytest

from jdgtools.diagnostics.names import MAX_LISTED, name_list, word_list


@pytest.mark.parametrize(
    ("number", "total", "expected"),
    [
        (0, None, ""),
        (1, None, "w0"),
        (2, None, "w0 and w1"),
        (3, None, "w0, w1 and w2"),
        (MAX_LISTED, None, f"{', '.join(f'w{n}' for n in range(MAX_LISTED - 1))} and w{MAX_LISTED - 1}"),
        (MAX_LISTED + 1, None, f"{', '.join(f'w{n}' for n in range(MAX_LISTED))} and 1 more"),
        (MAX_LISTED, 40, f"{', '.join(f'w{n}' for n in range(MAX_LISTED))} and {40 - MAX_LISTED} more"),
    ],
)
def test_words_in_a_sentence(number: int, total: int | None, expected: str) -> None:
    assert word_list((f"w{n}" for n in range(number)), total=total) == expected


def test_names_stand_in_backticks_before_the_last_word() -> None:
    assert name_list(["a", "b", "c"], "or") == "`a`, `b` or `c`"
