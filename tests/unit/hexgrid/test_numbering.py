from __future__ import annotations

import pytest

from jdgtools.hexgrid import Numbering


@pytest.mark.parametrize(
    ("numbering", "cell", "text"),
    [
        (Numbering(), (0, 0), "0101"),
        (Numbering(), (17, 29), "1830"),
        (Numbering(order="row-column"), (2, 9), "1003"),
        (Numbering(first_column=0, first_row=0), (0, 5), "0005"),
        (Numbering(digits=3), (4, 11), "005012"),
        (Numbering(leading_zeros=False, separator="."), (2, 11), "3.12"),
        (Numbering(letters="column"), (26, 0), "AA01"),
        (Numbering(letters="column"), (27, 0), "AB01"),
        (Numbering(letters="column"), (701, 0), "ZZ01"),
        (Numbering(letters="column"), (702, 0), "AAA01"),
        (Numbering(letters="column", letter_style="doubled"), (27, 0), "BB01"),
        (Numbering(letters="column", letter_style="doubled"), (52, 0), "AAA01"),
        (Numbering(letters="row", leading_zeros=False), (11, 1), "12B"),
        (Numbering(letters="row", order="row-column", first_row=3), (0, 0), "C01"),
        (Numbering(letters="both", separator="-"), (2, 3), "C-D"),
        (Numbering(descending_columns=True, first_column=18), (0, 0), "1801"),
        (Numbering(descending_rows=True, first_row=30), (1, 29), "0201"),
        (Numbering(column_digits=1, row_digits=3, separator="."), (11, 4), "12.005"),
        (Numbering(row_digits=1, leading_zeros=False, column_digits=3, separator="-"), (4, 11), "005-12"),
        (Numbering(stagger="odd-columns"), (1, 0), "0202"),
        (Numbering(stagger="odd-columns"), (2, 0), "0301"),
        (Numbering(stagger="even-rows"), (0, 0), "0201"),
        (Numbering(stagger="odd-columns", descending_rows=True, first_row=9), (1, 0), "0208"),
    ],
)
def test_format_and_back(numbering, cell, text):
    assert numbering.format(*cell) == text
    assert numbering.parse(text) == cell
    assert numbering.parse(f" {text.lower()} ") == cell


@pytest.mark.parametrize("text", ["", "305", "03055x", "030", "00305", "A101", "03-05", "０３０５"])
def test_not_a_name(text):
    assert Numbering().parse(text, 18, 30) is None


def test_size_resolves_what_would_be_ambiguous():
    assert Numbering().parse("12345") is None
    assert Numbering().parse("12345", 200, 99) == (122, 44)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("2305", "column 23 is beyond the map's 18 columns"),
        ("0331", "row 31 is beyond the map's 30 rows"),
        ("0005", "column 0 lies before the map's first column"),
        ("305", "write it as `0305`"),
        ("wood", "not a hex number of this map (the first hex is `0101`)"),
        ("", "not a hex number"),
    ],
)
def test_problem_is_readable(text, part):
    assert part in str(Numbering().problem(text, 18, 30))


def test_problem_with_letters():
    assert "column T is beyond" in str(Numbering(letters="column").problem("t05", 18, 30))
    assert Numbering(letters="column").problem("r05", 18, 30) is None


def test_a_hex_just_off_the_map_is_likelier_than_one_far_beyond():
    """`912` may be row 12 of the column before the first one, or row 2 of the 82nd column."""
    numbering = Numbering(leading_zeros=False, first_column=10)
    assert "column 9 lies before" in str(numbering.problem("912", 20, 20))


@pytest.mark.parametrize(
    ("numbering", "size", "part"),
    [
        (Numbering(leading_zeros=False), (12, 12), "`111` would name two hexes"),
        (Numbering(first_column=5, descending_columns=True), (8, 2), "would get the label -1"),
        (Numbering(first_column=0, letters="column"), (3, 3), "would get the label 0"),
        (Numbering(separator=" "), (3, 3), "separator"),
        (Numbering(digits=0), (3, 3), "digits"),
        (Numbering(digits=7), (3, 3), "`digits` must be at most 6"),
        (Numbering(row_digits=7), (3, 3), "`digits` must be at most 6"),
        (Numbering(separator="----"), (3, 3), "at most 3 characters"),
    ],
)
def test_trouble_names_the_reason(numbering, size, part):
    assert part in str(numbering.find_problem(*size))


def test_no_trouble():
    assert Numbering().find_problem(99, 99) is None
    assert Numbering(digits=6, separator="---").find_problem(9, 9) is None
    assert Numbering(leading_zeros=False, letters="column").find_problem(60, 200) is None
