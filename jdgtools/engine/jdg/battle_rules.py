"""Rules in words of the bundled battles for which the engine has code, bound to the digest of their texts.

When a text changes, its code is no longer used and the scenario is refused until somebody has read both.
"""

from __future__ import annotations

from typing import NamedTuple

RULES = {
    "rolica-1808/time-gained": "7022c332c91ad299",
    "rolica-1808/hill-paths": "4f247cfb43e677aa",
    "rolica-1808/gullies": "7be06a58a0d715ef",
    "rolica-1808/slip-away": "04067e71e7c4a513",
    "rolica-1808/too-early": "3a3b594132b212ed",
    "rolica-1808/over-the-crags": "ca04494eabc36874",
    "rolica-1808/will-he-come": "c0e7638891869841",
    "teaching-jdg/mist": "b71c559ba188b4f8",
    "teaching-jdg/smoke": "299b58e0b464aa78",
    "teaching-jdg/young-regiment": "471fdcbcc2c3c6b9",
    "teaching-jdg/late-battery": "90f60d76d78cd755",
    "vimeiro-1808/too-far": "baafe2b1ea149acd",
    "vimeiro-1808/burrard": "445a00eca7e1c8a9",
    "vimeiro-1808/wrong-ridge": "41c860c15581b82c",
    "vimeiro-1808/lanes": "6d66b02111955d15",
    "vimeiro-1808/down-from-the-ridge": "20877e4008ddb24b",
}
"""Name of a special rule -> digest of its text, as the package gives it."""
CONDITIONS = {
    "rolica-1808/loison-first": "65a3f570786ca832",
    "rolica-1808/loison-second": "8489186721541583",
    "teaching-jdg/jacquinot-late": "8a0961cc4d561e0c",
}
"""Battle and group of reinforcements whose condition is in words -> digest of these."""
NO_MARCH = {"hill-paths": ("trant", "ferguson", "bowes"), "lanes": ("brenier", "solignac")}
"""Rule -> formations that never make a forced march."""
ENTER_AS_NEAR = {"hill-paths": ("ferguson", "bowes"), "lanes": ("brenier", "solignac")}
"""Rule -> formations that enter as if an enemy were near (JDG-5.2.1-l)."""
BURRARD = {"11:00": 4, "11:30": 7, "12:00": 10}
"""Time of a turn -> on how many faces of the die Burrard takes the command."""
BURRARD_ROWS = range(18, 23)
BURRARD_REGIONS = ("hill", "village", "lourinha-road")
WRONG_RIDGE = ("hill", "nightingall", "bowes", "craufurd")
PURSUE_TO_THE_END = ("br-20ld", "pt-cav")
TOO_EARLY = 4
"""Distance at which a group of the Allies goes forward on its own."""
SMOKE_ENDS = 2
"""Last turn of the smoke at dawn."""
GULLIES = ("0621", "0821", "1221")


class CombinedMarker(NamedTuple):
    """The words of a combined marker as rules: what it activates, and what its units may not do."""

    digest: str
    """Of the words of its effect."""
    choices: tuple[tuple[str, ...], ...] = ()
    """One tactical group of one of these formations for every entry; none = all units of the marker."""
    formations: int = 0
    """How many of the entries of `choices` are used; 0 = all."""
    with_orders: bool = True
    """Whether they act as with orders, whatever their own marker says."""
    fire: bool = True
    attack: bool = True
    march: bool = True
    away: bool = False
    """Whether a move may not end nearer to an enemy, and leaves zones for nothing."""
    out_of_touch: bool = False
    """Whether a move may not end next to an enemy."""


COMBINED = {
    "rolica-1808/three-columns": CombinedMarker(
        "ade6830f0b485cf1", (("trant",), ("hill", "nightingall", "fane"), ("ferguson", "bowes")), attack=False
    ),
    "rolica-1808/by-bounds": CombinedMarker(
        "81305102752cd3fa", fire=False, attack=False, march=False, away=True
    ),
    "teaching-jdg/davout-c": CombinedMarker(
        "9d031119715afa8c", (("morand",), ("jacquinot",)), with_orders=False, march=False
    ),
    "vimeiro-1808/across-the-valley": CombinedMarker(
        "fe13c473fec2a1e5",
        (("ferguson",), ("nightingall",), ("bowes",), ("craufurd",), ("acland",)),
        formations=3,
        fire=False,
        attack=False,
        march=False,
        out_of_touch=True,
    ),
    "vimeiro-1808/two-columns": CombinedMarker("104cc2818f0bff63", (("thomieres",), ("charlot",))),
}
"""Battle and combined marker -> what it does."""
