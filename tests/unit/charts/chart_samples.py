"""Small made-up charts in plain form."""

from __future__ import annotations

import copy
from typing import Any

HOUSE = {"kind": "house", "refs": ["S-1"]}

TABLE: dict[str, Any] = {
    "id": "T-HIT",
    "kind": "table",
    "title": {"en": "Hits", "fr": "Coups"},
    "type": "codes",
    "types": [
        {"id": "codes", "kind": "codes", "choices": ["A", "B"], "labels": {"A": {"en": "away"}}},
        {"id": "number", "kind": "int", "low": -3, "high": 3, "also": ["P", None], "signed": True},
    ],
    "axes": [
        {
            "id": "total",
            "title": {"en": "Total"},
            "match": "range",
            "below": "clamp",
            "above": "none",
            "kind": "rules",
            "refs": ["X-1-a"],
            "keys": [
                {"id": "low", "label": {"en": "0 to 3"}, "low": 0, "high": 3},
                {"id": "mid", "label": {"en": "4 to 8"}, "low": 4, "high": 8},
                {"id": "top", "label": {"en": "9"}, "low": 9, "high": 9},
            ],
        },
        {
            "id": "column",
            "title": {"en": "Column"},
            "keys": [
                {"id": "front", "label": {"en": "Front"}},
                {"id": "shift", "label": {"en": "Shift"}, "type": "number"},
            ],
        },
    ],
    "default": HOUSE,
    "cells": [
        {"at": ["low", "front"], "value": []},
        {"at": ["low", "shift"], "value": None},
        {"at": ["mid", "front"], "value": ["A"]},
        {"at": ["mid", "shift"], "value": 1, "kind": "rules", "refs": ["X-2-b"], "note": {"en": "Seen"}},
        {"at": ["top", "front"], "value": ["A", "B"], "kind": "player-aid", "refs": ["P-1"]},
        {"at": ["top", "shift"], "value": "P"},
    ],
}

RATIO: dict[str, Any] = {
    "id": "T-RATIO",
    "group": "T",
    "kind": "table",
    "title": "Ratios",
    "type": "drm",
    "types": [{"id": "drm", "kind": "int", "low": -9, "high": 9, "signed": True}],
    "axes": [
        {
            "id": "ratio",
            "title": "Ratio",
            "match": "ratio",
            "below": "clamp",
            "above": "clamp",
            "refs": ["X-3-a"],
            "keys": [
                {"id": "1:2", "label": "1:2", "ratio": [1, 2]},
                {"id": "1:1.5", "label": "1:1.5", "ratio": [2, 3]},
                {"id": "1:1", "label": "1:1", "ratio": [1, 1]},
                {"id": "2:1", "label": "2:1", "ratio": [2, 1]},
            ],
        }
    ],
    "default": HOUSE,
    "cells": [
        {"at": [name], "value": value} for name, value in (("1:2", -2), ("1:1.5", -1), ("1:1", 0), ("2:1", 2))
    ],
}

LINES: dict[str, Any] = {
    "id": "T-DRM",
    "kind": "modifiers",
    "title": "Modifiers",
    "type": "drm",
    "types": [
        {"id": "drm", "kind": "int", "low": -9, "high": 9, "also": [None], "signed": True},
        {"id": "rule", "kind": "rule", "choices": ["each", "given"], "also": [None]},
    ],
    "axes": [
        {
            "id": "line",
            "title": "Line",
            "keys": [
                {"id": "bonus", "label": "Bonus", "applies": "attacker"},
                {"id": "square", "label": "Square", "applies": "defender", "replaces": ["bonus"]},
                {"id": "again", "label": "Again", "type": "rule"},
                {"id": "ground", "label": "Ground", "type": "rule"},
            ],
        },
        {"id": "use", "title": "Use", "keys": [{"id": "fire", "label": "F"}, {"id": "charge", "label": "C"}]},
    ],
    "default": HOUSE,
    "cells": [
        {"at": ["bonus", "fire"], "value": None},
        {"at": ["bonus", "charge"], "value": 2},
        {"at": ["square", "fire"], "value": 1},
        {"at": ["square", "charge"], "value": -2},
        {"at": ["again", "fire"], "value": None},
        {"at": ["again", "charge"], "value": {"rule": "each", "value": -1, "free": 1}},
        {"at": ["ground", "fire"], "value": {"rule": "given", "floor": -4}},
        {"at": ["ground", "charge"], "value": {"rule": "given"}},
    ],
}


def book_plain() -> dict[str, Any]:
    """A fresh copy of a book of the three charts."""
    return copy.deepcopy(
        {
            "languages": ["en", "fr"],
            "sources": {"S-1": {"en": "Made up"}, "P-1": {"en": "Aid"}},
            "charts": [TABLE, RATIO, LINES],
        }
    )
