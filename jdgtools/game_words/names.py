"""What the things of a battle are called in the sentences of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from jdgtools.hexgrid import Orientation, compass_name
from jdgtools.model.phrases import compass
from jdgtools.package import Package


class GameNames(NamedTuple):
    """Names of the things of a battle in one language, by their ids in the package."""

    sides: Sequence[str]
    pieces: Mapping[str, str]
    """Id -> name."""
    markers: Mapping[str, str]
    """Id of an activation marker -> name."""
    places: Mapping[str, str]
    """Id of a hex -> name of what lies there."""
    facings: Sequence[str]
    """Compass point of each of the six facings."""
    levels: Sequence[str]
    """Levels of cohesion, the best first."""


def names_of_package(package: Package, language: str) -> GameNames:
    """Return the names of a package, which has none for hexes and markers: these keep their ids."""

    def name(words: Mapping[str, str], id_: str) -> str:
        return words.get(language) or next(iter(words.values()), "") or id_

    states = {one.id: one.name for one in package.vocabulary.states} if package.vocabulary else {}
    levels = next((axis.values for axis in package.states if axis.id == "level"), ())
    units = {unit.id: name(unit.name, unit.id) for unit in package.units}
    leaders = {leader.id: name(leader.name, leader.id) for leader in package.leaders}
    return GameNames(
        [name(side.name, side.id) for side in package.sides],
        units | leaders,
        {},
        {},
        facing_names(package.series.facing, package.grid.orientation, language),
        [name(states.get(level.id, {}), level.id) for level in levels],
    )


def facing_names(facing: str, orientation: Orientation, language: str) -> list[str]:
    """Return the compass points of the six facings, which point to a `corner` or to a `hexside`."""
    return [compass(compass_name(facing, orientation, k), language) for k in range(6)]
