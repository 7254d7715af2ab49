"""Scenarios that an imported project has and its module has not: each begins as the setup most like it.

A build clones that setup, its saved game and its entry in the menu, and writes into the clone what the
scenario says otherwise. Records of the import are extended by the clone, so that everything that holds for
edits of a setup holds for a new one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct

from jdgtools.model.battle import Battle
from jdgtools.model.module_fields import STACK, Fields
from jdgtools.model.scenario import Scenario

_KINDS = ("scenario", "turn", "placement", "marker-on-map", "setup", STACK)
"""Kinds of subjects whose second part is a scenario."""


class NewSetup(Struct, frozen=True):
    """A setup that a build adds."""

    scenario: str
    file: str
    """Entry of its saved game."""
    like: str
    """Entry of the saved game that it is cloned from."""


def with_new_setups(
    battle: Battle, before: Fields, setups: Mapping[str, Any], entries: Collection[str] = ()
) -> tuple[Fields, dict[str, Any], list[NewSetup]]:
    """Return the records of an import with those of setups that a build adds, and these.

    Args:
        battle: the battle.
        before: what the import wrote down of each thing.
        setups: scenario -> its saved game and where the import found its pieces.
        entries: names that files of the module have already.
    """
    scenario_ids = {subject[1] for subject in before if subject[0] == "scenario"}
    fields, places, new = dict(before), dict(setups), []
    used = {name.casefold() for name in entries}
    for scenario in battle.scenarios:
        like = (
            _nearest_setup(scenario, scenario_ids, before, setups)
            if scenario.id not in scenario_ids
            else None
        )
        if like is None:
            continue
        stem, number = scenario.id.replace("/", "-"), 1
        file = f"{stem}.vsav"
        while file.casefold() in used:
            number += 1
            file = f"{stem}-{number}.vsav"
        used.add(file.casefold())
        for subject, record in before.items():
            if subject[0] in _KINDS and subject[1] == like:
                fields[(subject[0], scenario.id, *subject[2:])] = dict(record)
        fields[("setup", scenario.id)] = {"file": file, "menu": True}
        places[scenario.id] = {**setups[like], "file": file}
        new.append(NewSetup(scenario.id, file, str(setups[like]["file"])))
    return fields, places, new


def _nearest_setup(
    scenario: Scenario, names: Collection[str], before: Fields, setups: Mapping[str, Any]
) -> str | None:
    """Return the setup with a saved game that has most pieces of a scenario; None when there is none."""
    pieces = {placement.piece for placement in scenario.placements}
    candidates = [
        (-len(pieces & set(setup.get("pieces", {}))), len(pieces ^ set(setup.get("pieces", {}))), name)
        for name, setup in setups.items()
        if name in names and ("setup", name) in before and setup.get("file")
    ]
    return min(candidates)[2] if candidates else None
