"""Under which keys of the format ids and hexes stand: what a rename or another grid must change.

`desk/mentions.py` looks for mentions by these tables, and forms offer the ids that a field may name. A test
reads the schemas for keys that are missing here.
"""

from __future__ import annotations

DEFINITIONS: dict[tuple[str, ...], str] = {
    ("nationalities",): "nationality",
    ("sides",): "side",
    ("commands",): "command",
    ("commands", "markers"): "activation",
    ("combined_markers",): "activation",
    ("leaders",): "leader",
    ("hexsides",): "hexside",
    ("rivers",): "hexside",
    ("crossings",): "hexside",
    ("ways",): "way",
    ("places",): "place",
    ("regions",): "region",
    ("entries",): "entry",
    ("reinforcements",): "arrival",
    ("special_rules",): "rule",
    ("victory", "awards"): "award",
    ("victory", "automatic"): "automatic",
    ("vocabulary", "terrains"): "terrain",
    ("vocabulary", "unit_types"): "unit_type",
    ("vocabulary", "markers"): "marker",
    ("vocabulary", "states"): "state",
    ("vocabulary", "turn_flags"): "turn_flag",
    ("vocabulary", "optional_rules"): "optional_rule",
}
"""Keys from the root of a file to a list of entries with an `id` -> what they define."""

IDS: dict[str, str] = {
    "unit": "unit",
    "leader": "leader",
    "units": "piece",
    "leaders": "leader",
    "unused": "piece",
    "command": "command",
    "commands": "command",
    "joins": "command",
    "single_marker": "command",
    "side": "side",
    "region": "region",
    "place": "place",
    "places": "place",
    "entry": "entry",
    "nationality": "nationality",
    "nationalities": "nationality",
    "groups": "arrival",
    "extends": "scenario",
    "removed_markers": "activation",
    "kind": "terrain",
    "terrain": "terrain",
    "otherwise": "terrain",
    "type": "unit_type",
    "types": "unit_type",
    "marker": "marker",
    "flags": "turn_flag",
}
"""Key -> what its value names; a piece is a unit or a leader."""

HEX_KEYS = frozenset({"hex", "hexes", "along", "through"})
"""Keys whose value names hexes."""
HEX_KEYS_OF_MAPS = frozenset({"hexes", "levels", "terrain", "ways", "banks", "hexsides"})
"""Keys of tables whose own keys are hexes or hexsides."""

KEYS_THAT_ARE_IDS: dict[str, str] = {
    "ratings": "piece",
    "orders": "command",
    "held": "side",
    "marker_turns": "activation",
    "markers": "marker",
    "markers_on_map": "marker",
}
"""Keys of tables whose own keys are ids -> what these name."""
VALUES_OF_MAPS: dict[str, str] = {"legend": "terrain", "hexes": "terrain"}
"""Keys of tables whose values are ids -> what these name."""

SUBJECTS: dict[str, str] = {
    "unit": "unit",
    "leader": "leader",
    "command": "command",
    "side": "side",
    "place": "place",
    "region": "region",
    "entry": "entry",
    "way": "way",
    "hexside": "hexside",
    "scenario": "scenario",
    "reinforcement": "arrival",
    "arrival": "arrival",
    "rule": "rule",
    "terrain": "terrain",
    "unit-type": "unit_type",
    "marker-kind": "marker",
    "state": "state",
    "turn-flag": "turn_flag",
    "optional-rule": "optional_rule",
    "award": "award",
    "marker": "activation",
    "nationality": "nationality",
    "setup": "piece",
    "unused": "piece",
    "ratings": "piece",
    "orders": "command",
    "reinforcements": "arrival",
    "special_rules": "rule",
    "victory/awards": "award",
    "victory/automatic": "automatic",
    "held": "side",
    "victory/held": "side",
    "marker_turns": "activation",
    "markers_on_map": "marker",
}
"""How messages, exceptions and keys of language files call a thing -> its kind."""
