"""Two dumps compared by meaning: numbers with a decimal point are measures, which may differ by a rounding."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

MAX_LINES = 60
"""Lines of a difference that are shown."""
TOLERANCE = 1.5
"""By how much two measures may differ, in units of their last digit."""
_MEASURE = re.compile(r"-?\d+\.\d+")


def same(golden: str, current: str) -> bool:
    """Return whether two lines say the same."""
    if golden == current:
        return True
    if _MEASURE.sub("0.0", golden) != _MEASURE.sub("0.0", current):
        return False
    return all(map(_near, _MEASURE.findall(golden), _MEASURE.findall(current)))


def _near(golden: str, current: str) -> bool:
    digits = len(golden.partition(".")[2])
    return abs(float(golden) - float(current)) * 10.0**digits <= TOLERANCE


def differences(golden: str, current: str, name: str) -> list[str]:
    """Return what differs, as lines to read: the line number, `-` golden, `+` current; empty if nothing does."""
    before, after = golden.splitlines(), current.splitlines()
    lines: list[str] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        removed, added = list(enumerate(before[a:b], a + 1)), after[c:d]
        if len(removed) == len(added):
            for (number, old), new in zip(removed, added, strict=True):
                if not same(old, new):
                    lines += [f"  {number}: - {_short(old)}", f"  {number}: + {_short(new)}"]
            continue
        lines += [f"  {number}: - {_short(text)}" for number, text in removed]
        lines += [f"  {a + 1}: + {_short(text)}" for text in added]
    if not lines:
        return []
    shown = lines[:MAX_LINES]
    if len(lines) > len(shown):
        shown.append(f"  … and {len(lines) - len(shown)} lines more")
    return [f"{name}: {len(lines)} lines differ", *shown]


def _short(text: str) -> str:
    return text if len(text) <= 400 else text[:400] + "…"
