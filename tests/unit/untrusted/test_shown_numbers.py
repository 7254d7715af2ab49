"""What a spreadsheet program shows of a number, by its format or as ODS tells it."""

from __future__ import annotations

import pytest

from jdgtools.untrusted.shown_numbers import shown_text, shows_another_number


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (0.75, "0%", "75%"),
        (0.125, "0.0%", "12.5%"),
        (1, "0%", "100%"),
        (2.5, "0", "3"),
        (-2.45, "0.0", "2.5"),
        (305, "0000", "0305"),
        (1305, "00-00", "13-05"),
        (305, '00"-"00', "03-05"),
        (305, "00\\:00", "03:05"),
        (12000, "#,##0,", "12"),
        (1_500_000, "0.0,,", "1.5"),
        (0.5, "# ?/?", "1/2"),
        (0.75, "# ?/0", "1"),
        (-0.75, "0.00;0%", "75%"),
        (1e14, f"0.{'0' * 20}{'%' * 9}", f"1{'0' * 32}.{'0' * 20}{'%' * 9}"),
        (5, ";;;", ""),
        (5, '"7"', ""),
        (-3, '0;"none"', ""),
        (3, '"; 0"0%', "300%"),
    ],
)
def test_another_number_is_shown(value: float, form: str, shown: str) -> None:
    assert shown_text(value, form) == shown
    assert shows_another_number(value, shown)


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (5, "General"),
        (5, "@"),
        (5, "#,##0.00 €"),
        (5, "[$€-407] 0.00"),
        (5, '0" SP"'),
        (5, '0" m2"'),
        (1200, "#\\ ##0"),
        (1_234_567, "#,##0"),
        (12, "00"),
        (2.5, "0.00"),
        (0.5, "#.0"),
        (5, "# ?/?"),
        (0, "0%"),
        (0, '0;-0;"-"'),
        (0, "0;0%;0"),
        (-5, "0_);\\(0\\)"),
        (-5, "0;[Red]0"),
        (0.1 + 0.2, "0.0"),
        (1200, "0.00E+00"),
        (0.5, "[>1]0%"),
        (0.5, "h:mm"),
        (1.5, "[h]"),
        (40000, "d/m/yy"),
    ],
)
def test_the_number_itself_is_shown(value: float, form: str) -> None:
    shown = shown_text(value, form)
    assert shown is None or not shows_another_number(value, shown)


@pytest.mark.parametrize(
    ("value", "text", "expected"),
    [
        (0.75, "75%", True),
        (0, "0 %", False),
        (1234.5, "1.234,50 €", False),
        (1234.5, "1,234.50", False),
        (1200, "1\u202f200", False),
        (1200, "1.2", True),
        (1.2, "1.200", False),
        (1234, "1 234 m2", False),
        (1200, "1.20E+03", False),
        (0.5, ",5", False),
        (7, "007", True),
        (7, "07", True),
        (2.5, "3", True),
        (-5, "(5)", False),
        (1305, "13-05", True),
        (0.5, "1/2", True),
        (2.5, "2 1/2", True),
        (0, "-", False),
        (5, "", True),
        (float("inf"), "5", False),
    ],
)
def test_a_text_that_is_shown_for_a_number(value: float, text: str, expected: bool) -> None:
    assert shows_another_number(value, text) is expected
