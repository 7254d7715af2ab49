"""Checks that every id in a package names something in it: sides, pieces, states, classes, entries.

`load` calls it last. A member called like a kind of thing (`side`, `units`) holds ids of that kind; the
first that names nothing is an `InputRefused`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import fields

from jdgtools.errors import InputRefused
from jdgtools.package.model import Package
from jdgtools.package.model_pieces import Activation
from jdgtools.package.model_play import ScheduleEntry

_PARTS = (
    "commands",
    "leaders",
    "units",
    "activation",
    "setup",
    "arrivals",
    "entries",
    "victory",
    "special_rules",
)
"""Members of a package whose structures name others."""
_COUNT = re.compile("[0-9]{1,9}")
"""The value of a count as text."""
_WORDS = {(Activation, "entry"), (ScheduleEntry, "piece")}
"""Members that are called like those that hold ids (`_collect_ids`), and hold a word of their own."""


def check_references(package: Package, name: str) -> None:
    """Check that what an id names is there; members that are empty or null name nothing.

    Args:
        package: decoded, so that every member has its type.
        name: begins every refusal.

    Raises:
        InputRefused: the first id that names nothing, with its place.
    """
    ids_by_kind = _collect_ids(package)
    for part in _PARTS:
        wrong = _first_wrong(getattr(package, part), ids_by_kind)
        if wrong is not None:
            member_path, member, value = wrong
            raise InputRefused(
                f"{name}.{part}{member_path}: `{value}` is no {ids_by_kind[member][0]} of the package"
            )
    axes = {axis.id: axis for axis in package.states}
    positions: list[tuple[str, Mapping[str, str]]] = [
        *((f"setup[{number}]", entry.state) for number, entry in enumerate(package.setup)),
        *((f"arrivals[{number}]", group.state) for number, group in enumerate(package.arrivals)),
    ]
    for at, states in positions:
        for axis_id, value in states.items():
            axis = axes.get(axis_id)
            values = {state.id for state in axis.values} if axis is not None else set()
            is_count = (
                axis is not None and axis.count_high is not None and _COUNT.fullmatch(value) is not None
            )
            if not is_count and value not in values:
                raise InputRefused(f"{name}.{at}.state.{axis_id}: `{value}` is no state of the package")


_Known = Mapping[str, tuple[str, Collection[str]]]
"""Member of a structure -> what its ids are, and those that there are."""


def _collect_ids(package: Package) -> _Known:
    units, leaders = {unit.id for unit in package.units}, {leader.id for leader in package.leaders}
    sides = ("side", {side.id for side in package.sides})
    commands = ("command", {command.id for command in package.commands})
    pieces = ("unit or leader", units | leaders)
    return {
        "side": sides,
        "command": commands,
        "commands": commands,
        "leader": ("leader", leaders),
        "movement_class": ("movement class", set(package.movement.classes)),
        "units": pieces,
        "pieces": pieces,
        "stacks": pieces,
        "piece": pieces,
        "entry": ("entry area", {entry.id for entry in package.entries}),
    }


def _first_wrong(value: object, ids: _Known) -> tuple[str, str, str] | None:
    """Return place, member and id of the first that names nothing, in all structures below a value."""
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            wrong = _first_wrong(item, ids)
            if wrong is not None:
                return f"[{number}]{wrong[0]}", *wrong[1:]
    elif isinstance(value, Struct):
        for member, text, is_word in _members(type(value)):
            below = getattr(value, member)
            if member in ids and not is_word:
                missing = [each for each in _texts(below) if each not in ids[member][1]]
                wrong = ("", member, missing[0]) if missing else None
            else:
                wrong = _first_wrong(below, ids)
            if wrong is not None:
                return f".{text}{wrong[0]}", *wrong[1:]
    return None


@cache
def _members(kind: type[Struct]) -> list[tuple[str, str, bool]]:
    """Return members of a structure: the name here and in the file, and whether it is one of `_WORDS`."""
    return [(each.name, each.encode_name, (kind, each.name) in _WORDS) for each in fields(kind)]


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str) and value:
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts(item)
