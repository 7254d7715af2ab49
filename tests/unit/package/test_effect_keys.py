"""Every key of an effect of a special rule makes another package, by what the schema allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.package.model import Package
from jdgtools.schema import schema
from tests.unit.package.edited_source import package_after, written

EFFECT = "      - free_withdrawal: {side: austria, to: 2}"
KINDS: Mapping[str, Any] = schema("common")["$defs"]["effects"]["items"]["properties"]
BASES = {
    "stack_limit": {"limit": 3, "hexes": "[0303]"},
    "no_entry": {"side": "france", "hexes": "[0303]"},
    "no_combat": {"side": "france"},
    "hexsides": {"sides": "[0104/NE]", "rule": "closed"},
    "modifier": {"chart": "TBL-SHOCK-DRM", "column": "shock", "value": -1, "name": "sun"},
    "fire_range": {"range": 2},
    "no_forced_march": {"side": "france"},
    "exit": {"side": "france", "entry": "south-gate"},
    "free_withdrawal": {"side": "austria"},
    "change_side": {"to": "austria", "turn": 3, "command": "jacquinot"},
}
"""Kind of effect -> what stands beside the key that is tried."""
INSTEAD = (
    ("hexes", "region", "place", "entry"),
    ("command", "units", "formation", "leader"),
    ("side", "command", "units"),
)
"""Keys that say the same in different words: one takes the place of the others."""
VALUES = {
    "alike": "[type]",
    "against": "{side: austria}",
    "arms": "[cavalry]",
    "combat": "fire",
    "command": "morand",
    "column": "charge",
    "cost": 2,
    "outside": "true",
    "entry": "north-road",
    "flags": "[night]",
    "formation": "Bianchi",
    "from": 2,
    "hexes": "[0202]",
    "leader": "davout",
    "place": "hamlet",
    "points": 1,
    "region": "hill",
    "side": "austria",
    "to": 3,
    "types": "[line_infantry]",
    "units": "[fr-17]",
    "when": "{kind: units, of: attackers, arms: [cavalry]}",
}
"""Key -> a value for it."""
OWN = {("no_combat", "sides"): "[0104/NE]", ("change_side", "joins"): "bianchi"}
REST = {"arrival": "both keys are required", "replaces": "below: of a chart with lines to stand in for"}


def optional() -> Iterator[tuple[str, str]]:
    for kind, node in KINDS.items():
        for key in node["properties"]:
            if key not in node.get("required", ()) and key not in REST:
                yield kind, key


def package_with(effect: str, folder: Path) -> tuple[Package, list[Diagnostic]]:
    return package_after(folder, EFFECT, f"      - {effect}")


@pytest.mark.parametrize(("kind", "key"), list(optional()))
def test_the_key_makes_another_package(kind: str, key: str, tmp_path: Path) -> None:
    base = dict(BASES[kind])
    value = OWN.get((kind, key), VALUES.get(key))
    instead = {other for group in INSTEAD if key in group for other in group}
    beside = {k: v for k, v in base.items() if k not in instead}
    before, _ = package_with(written(kind, {k: v for k, v in base.items() if k != key}), tmp_path / "before")
    after, problems = package_with(written(kind, {**beside, key: value}), tmp_path / "after")
    assert problems == []
    assert after.special_rules != before.special_rules


MARKER = "    effects: [{no_forced_march: {side: france}}]\n"
OF_A_MARKER = [kind for kind in BASES if kind != "change_side"]


@pytest.mark.parametrize("kind", OF_A_MARKER)
def test_an_effect_of_a_combined_marker_reaches_the_package(kind: str, tmp_path: Path) -> None:
    effects = []
    for name, instead in (("without", ""), ("with", f"    effects: [{written(kind, BASES[kind])}]\n")):
        package, problems = package_after(tmp_path / name, MARKER, instead, file="battle.yaml")
        assert all(problem.severity < Severity.ERROR for problem in problems), problems
        effects.append([marker.effects for marker in package.activation])
    assert effects[0] != effects[1]


def test_a_modifier_stands_in_for_lines_of_its_chart(tmp_path: Path) -> None:
    line = "          replaces: [momentum]\n"
    rules = []
    for name, instead in (("as-is", line), ("without", "")):
        package, _ = package_after(tmp_path / name, line, instead, base="teaching-mpbs")
        rules.append(package.special_rules)
    assert rules[0] != rules[1]
