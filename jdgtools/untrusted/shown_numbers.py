"""What a spreadsheet program shows of a number, and whether that is another number than the one in the file.

`0.75` formatted as a percentage is shown as `75%`, and 305 with the format `0000` as `0305`: who looks at
the sheet means what it shows. Signs around the digits and between thousands, and zeros behind them, change
nothing.
"""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

BUILT_IN_FORMATS = {
    **dict.fromkeys((1, 3, 5, 6, 37, 38, 41, 42), "0"),
    **dict.fromkeys((2, 4, 7, 8, 39, 40, 43, 44), "0.00"),
    9: "0%",
    10: "0.00%",
    12: "# ?/?",
    13: "# ??/??",
}
"""Number of a format of XLSX -> its code, as far as it counts here; others show the number, or a time."""
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|_.|\*.|\[[^\]]*\]')
_TIME = re.compile(r"\[(?:h+|m+|s+)\]|[dmyhs]", re.IGNORECASE)
_SCALED = re.compile(r"[0#?](,+)(?![0#?,])")
_FRACTION = re.compile(r"[0#?]\s*/\s*([0-9#?]+)")
_LARGEST = 1e15
"""Beyond it the digits of a number are not looked at: no rating and no hex is so large."""
_RUN = re.compile(r"[.,]?[0-9]+(?:[.,'’ \u00a0\u202f]?[0-9]+)*")


@lru_cache(4096)
def shown_text(value: float, code: str) -> str | None:
    """Return a number as a format code of XLSX shows it, without signs of currency or units around it.

    None: as it is, as a date or time, by rules that are not followed here (conditions, powers of ten).
    """
    section = _section(value, code)
    if section is None or abs(value) >= _LARGEST:
        return None
    pattern = _LITERAL.sub(lambda match: _between(match[1] or match[2] or ""), section)
    if (
        _TIME.search(pattern)
        or _TIME.fullmatch(section)
        or re.search(r"general|@|E[+-]", section, re.IGNORECASE)
    ):
        return None
    if not re.search(r"[0#?]", pattern):
        return ""
    fraction = _FRACTION.search(pattern)
    if fraction is not None:
        part = fraction[1]
        largest = int(part) if part.isdigit() else 10 ** len(part) - 1
        near = Fraction(value).limit_denominator(max(1, min(largest, 10**9)))
        return str(near)
    with localcontext(Context(prec=80)):
        return _decimal_text(abs(Decimal(repr(value))), pattern)


def _decimal_text(number: Decimal, pattern: str) -> str:
    """Return a number as a pattern of digits, percent signs and commas shows it."""
    percents = min(pattern.count("%"), 9)
    scaling = _SCALED.search(pattern)
    number = number * 100**percents / 1000 ** (min(len(scaling[1]), 9) if scaling is not None else 0)
    whole, _, rest = pattern.partition(".")
    decimals = min(len(re.findall(r"[0#?]", rest)), 20)
    digits, _, behind = str(number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)).partition(".")
    digits = _fill(digits.zfill(min(whole.count("0"), 30)), whole)
    return digits + (f".{behind}" if behind else "") + "%" * percents


def _section(value: float, code: str) -> str | None:
    """Return the part of a format code for a number: positive; negative; zero. None with conditions."""
    if re.search(r"\[[<>=]", code):
        return None
    sections = re.findall(r'(?:"[^"]*"|\\.|[^;"\\])*', code)[::2] if ";" in code else [code]
    place = 1 if value < 0 else 2 if value == 0 else 0
    return sections[place] if place < len(sections) else sections[0]


def _between(literal: str) -> str:
    """Return what counts of signs in quotation marks: lines, which make two numbers of one."""
    return "".join(sign for sign in literal if sign in "-–:")


def _fill(digits: str, pattern: str) -> str:
    """Return digits with the lines of a pattern such as `00-00` between them."""
    if not re.search(r"[0#?][-–:]+[0#?]", pattern):
        return digits
    left = list(digits)
    signs: list[str] = []
    for sign in reversed(re.sub(r"[^-–:0#?]", "", pattern).strip("-–:")):
        if sign in "-–:":
            signs.append(sign)
        elif left:
            signs.append(left.pop())
    return "".join([*left, *reversed(signs)])


@lru_cache(4096)
def shows_another_number(value: float, text: str) -> bool:
    """Return whether a text that is shown for a number is that of another one, or has zeros before it."""
    if not math.isfinite(value) or abs(value) >= _LARGEST or re.search(r"[0-9][Ee][+-]?[0-9]", text):
        return False
    run = _RUN.search(text)
    if run is None:
        return value != 0
    if ("%" in text and value != 0) or re.match(r"\s*[-–:/]\s*[0-9]", text[run.end() :]):
        return True
    first, *others = re.split(r"[^0-9]", run[0] if run[0][0].isdigit() else f"0{run[0]}")
    if first.startswith("0") and len(first) > 1:
        return True
    whole = float("".join([first, *others]))
    with_decimals = float(f"{''.join([first, *others[:-1]])}.{others[-1]}") if others else whole
    return min(abs(whole - abs(value)), abs(with_decimals - abs(value))) > 1e-8 * max(1.0, abs(value))
