"""Statements of the rules that no function of the engine cites, and why none does.

With the ids in docstrings and comments, and the gaps in `unplayed`, every statement of the rulebook has its
place; a test says so, and `docs/reference/engine-jdg.md` is written from it. An id ends in letters that
stand for one statement each: `JDG-0.3 abc` for JDG-0.3-a, -b and -c.
"""

from __future__ import annotations

from collections.abc import Mapping

MEANS = "says what a word, counter or mark means"
"""The reason of those that no test of the engine could prove: nothing happens by them."""
REASONS: Mapping[str, tuple[str, ...]] = {
    MEANS: (
        "JDG-0.1 abcde", "JDG-0.2 a", "JDG-0.3 abcdefghij", "JDG-0.4 ab", "JDG-0.5 a", "JDG-2.1 a",
        "JDG-2.1.1 acde", "JDG-2.5.1 abcdej", "JDG-4.1.1 a", "JDG-4.4.2 b", "JDG-6.1.1 ae", "JDG-6.2.1 a",
        "JDG-7.1 a", "JDG-8.1 ac", "JDG-9 ah", "JDG-10 abcd", "JDG-10.2 cdgjq", "JDG-13.2 b",
        "JDG-CONV cdeghijkln",
    ),
    "is worked out in the package: costs, zones, lines of sight, charts of modifiers and results": (
        "JDG-4.3 a", "JDG-4.3.1 abcdef", "JDG-4.3.2 ab", "JDG-4.4.1 e", "JDG-6.1.2 di",
        "JDG-6.2.1 defghi", "JDG-7.3 ghi", "JDG-7.4 bc", "JDG-7.4.1 abcd", "JDG-7.4.2 abc", "JDG-7.4.4 a",
        "JDG-8.3.3 h", "JDG-8.6.1 de", "JDG-9.1 n", "JDG-9.2 bcd", "JDG-9.3.2 abc", "JDG-10.2 su",
        "JDG-12.1 fh", "JDG-12.2 ef",
    ),
    "follows from the procedures, which are in this order or know no other case": (
        "JDG-0.4.2 a", "JDG-1 cdefs", "JDG-2.2 f", "JDG-2.3.1 abdef", "JDG-2.4 bcde", "JDG-2.4.1 bcdef",
        "JDG-2.4.2 bcdefghi", "JDG-2.5.1 fil", "JDG-2.5.2 ehi", "JDG-3 efgh", "JDG-4.1.3 adgh",
        "JDG-4.2 bilq", "JDG-4.4.1 ghij", "JDG-4.4.2 acde", "JDG-4.4.3 bc", "JDG-5.1.2 i",
        "JDG-5.1.3 abiln", "JDG-5.2.1 im", "JDG-6.1.2 ch", "JDG-6.2.2 bcdhn", "JDG-7.2 begi",
        "JDG-8.1 b", "JDG-8.2 dgi", "JDG-8.3.1 b", "JDG-8.3.2 cde", "JDG-8.4.1 bc",
        "JDG-8.6.2 b", "JDG-8.7.2 d", "JDG-8.7.3 e", "JDG-8.8.2 c", "JDG-8.9 cdfi",
        "JDG-9 bijk", "JDG-9.1 m", "JDG-10.1 cf", "JDG-10.2 bklnop", "JDG-10.3.4 c",
        "JDG-10.3.5 a", "JDG-12.1 b", "JDG-12.2 b", "JDG-2.1.2 d",
    ),
}  # fmt: skip
"""Reason -> statements."""


def without_function() -> dict[str, str]:
    """Return statement -> why no function cites it."""
    reasons = {}
    for reason, groups in REASONS.items():
        for group in groups:
            stem, _, letters = group.partition(" ")
            for letter in letters:
                reasons[f"{stem}-{letter}"] = reason
    return reasons
