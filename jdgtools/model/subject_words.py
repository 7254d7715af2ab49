"""How messages call a subject of the model: ("unit", "1-70", "cohesion") -> "unit `1-70`".

A subject is the tuple by which builders and checks name what they speak of. The runner of checks and the
builders call `describe` for the text that a reader sees.
"""

from __future__ import annotations

_OF_SCENARIO = (
    "placement",
    "arrival",
    "arrival-piece",
    "award",
    "automatic",
    "rule",
    "scenario-side",
    "turn",
    "map-change",
    "scenario-hex",
    "unit-rating",
    "group",
    "marker-on-map",
    "marker-turns",
    "held",
)
"""Kinds of subjects whose second word is a scenario."""


_WORDS_OF_KINDS = {
    "scenario": "scenario",
    "reinforcements": "reinforcements of scenario",
    "placement": "placement of",
    "arrival": "reinforcement",
    "arrival-piece": "reinforcement",
    "scenario-side": "side",
    "override": "chart change",
    "battle-rule": "rule",
    "unit-type": "unit type",
    "marker-kind": "marker",
    "turn-flag": "turn flag",
    "optional-rule": "optional rule",
    "map-change": "change of the map",
    "scenario-hex": "hex",
    "unit-rating": "unit",
    "marker-on-map": "marker",
    "marker-turns": "marker",
    "held": "hexes held by",
}
"""How messages call the kinds of subjects; others by their own name."""


def describe(subject: tuple[str, ...]) -> str:
    """Return how a subject is called in messages: ("unit", "1-70", "cohesion") -> "unit `1-70`"."""
    kind, *rest = subject
    kind = _WORDS_OF_KINDS.get(kind, kind)
    if not rest:
        return kind
    if subject[0] in _OF_SCENARIO and len(rest) >= 2:
        return f"{kind} `{rest[1]}` in scenario `{rest[0]}`"
    return f"{kind} `{rest[0]}`"
