"""Every key of a condition makes another package, wherever a condition may stand, by what the schema allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.package.model import Package
from jdgtools.schema import schema
from tests.unit.package.edited_source import package_after, written

KINDS: Mapping[str, Any] = schema("common")["$defs"]["condition"]["properties"]
NAMED = {"side": "france"}
BASES: Mapping[str, Mapping[str, str]] = {
    "holds": {"side": "france", "hexes": "[0401]"},
    "eliminated": NAMED,
    "destroyed": NAMED,
    "fled": NAMED,
    "captured": NAMED,
    "losses": {"side": "france", "percent": "40"},
    "exited": NAMED,
    "turn": {"from": "2"},
    "state": {"side": "france", "value": "routed"},
    "difference": {"side": "france", "from": "2"},
}
"""Kind of condition -> what stands beside the key that is tried."""
INSTEAD = (
    ("hexes", "region", "place", "entry", "edge"),
    ("side", "command", "units", "formation", "leader"),
    ("from", "to"),
)
"""Keys that say the same in different words: one takes the place of the others."""
VALUES = {
    "side": "austria",
    "command": "bianchi",
    "units": "[au-33, au-39]",
    "formation": "Bianchi",
    "leader": "hiller",
    "arms": "[cavalry]",
    "types": "[line_infantry]",
    "count": "2",
    "hexes": "[0402, 0502]",
    "region": "hill",
    "place": "hamlet",
    "entry": "south-gate",
    "edge": "S",
    "from": "3",
    "to": "3",
}
"""Key -> a value for it."""
COMBINED = {
    "all": "[{turn: {from: 2}}, {turn: {to: 3}}]",
    "any": "[{turn: {from: 2}}, {turn: {to: 3}}]",
    "not": "{turn: {from: 2}}",
}
EXTRA = {"exited": {"edge": "S"}}
PLACES = {
    "award": ("when: {holds: {side: france, region: hill, count: 3}}", "when: "),
    "automatic": ("when: {losses: {command: bianchi, percent: 50}}", "when: "),
    "reinforcement": ("condition: {holds: {side: austria, hexes: [0402]}}", "condition: "),
}
"""Where a condition stands -> what stands there in the teaching battle, and what begins it."""


def optional() -> Iterator[tuple[str, str]]:
    for kind, base in BASES.items():
        for key in KINDS[kind]["properties"]:
            if key not in KINDS[kind].get("required", ()):
                yield kind, key
        assert set(base) <= set(KINDS[kind]["properties"]), kind


def package_with(place: str, condition: str, folder: Path) -> tuple[Package, list[Diagnostic]]:
    old, start = PLACES[place]
    return package_after(folder, old, start + condition)


@pytest.mark.parametrize(("kind", "key"), list(optional()))
def test_the_key_makes_another_package(kind: str, key: str, tmp_path: Path) -> None:
    instead = {other for group in INSTEAD if key in group for other in group}
    beside = {k: v for k, v in BASES[kind].items() if k not in instead}
    before, _ = package_with("award", written(kind, BASES[kind]), tmp_path / "before")
    after, problems = package_with("award", written(kind, {**beside, key: VALUES[key]}), tmp_path / "after")
    assert problems == []
    assert after.victory != before.victory


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_condition_reaches_the_package_from_every_place(
    kind: str, place: str, tmp_path: Path
) -> None:
    said, start = PLACES[place]
    if kind == "always":
        condition = "{always: true}"
    else:
        condition = (
            f"{{{kind}: {COMBINED[kind]}}}"
            if kind in COMBINED
            else written(kind, {**BASES[kind], **EXTRA.get(kind, {})})
        )
    before, _ = package_with(place, said.removeprefix(start), tmp_path / "before")
    after, problems = package_with(place, condition, tmp_path / "after")
    assert problems == []
    assert (after.victory, after.arrivals) != (before.victory, before.arrivals)
