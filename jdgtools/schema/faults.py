"""What of a file does not follow its schema: each keyword that fails, where, and for which value.

The full check, for files that the quick one (`accept`) does not accept; what that one does accept of them is
passed over, so that a file takes time for its mistakes alone. `translate` puts the faults into words.

Keywords of JSON Schema that none of our schemas uses are not known here; a test finds a new one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from jdgtools.schema.accept import MAKERS, surely_valid
from jdgtools.schema.shapes import resolve

Path = tuple[str | int, ...]


class SchemaFault(NamedTuple):
    """A value for which a keyword of a schema fails."""

    path: Path
    """Keys and indices that lead to the value; for the name of a key, to the block that has it."""
    keyword: str | None
    """None: nothing may stand there (`false` instead of a schema)."""
    part: Any
    """The schema with the keyword."""
    file: str
    """Name of the schema file that it stands in: references in it are relative to that file."""
    value: Any
    """The value, as plain data."""
    is_name: bool = False
    """Whether the value is the name of a key."""
    branches: tuple[list[SchemaFault], ...] = ()
    """Of `anyOf` and `oneOf`: what is wrong with each alternative; empty where more than one fits."""

    @property
    def argument(self) -> Any:
        """The value of the keyword."""
        return self.part[self.keyword]


def faults(part: Any, file: str, value: Any, path: Path = ()) -> list[SchemaFault]:
    """Return all faults of a value and of what stands below it.

    Args:
        part: schema of the value; `accept.acceptor` has compiled the file that it stands in.
        file: name of the schema file.
        value: plain data.
        path: where the value stands.
    """
    if part is True or surely_valid(part, value):
        return []
    if part is False:
        return [SchemaFault(path, None, part, file, value)]
    all_faults: list[SchemaFault] = []
    for keyword, argument in part.items():
        inside = _INSIDE.get(keyword)
        if inside is not None:
            all_faults += inside(part, file, value, path)
        elif keyword in _ALONE and not MAKERS[keyword](argument, file)(value):
            all_faults.append(SchemaFault(path, keyword, part, file, value))
    return all_faults


_Finder = Callable[[dict[str, Any], str, Any, Path], list[SchemaFault]]
"""Finds what is wrong by one keyword: its schema, file, value and path -> faults."""


def _reference(part: dict[str, Any], file: str, value: Any, path: Path) -> list[SchemaFault]:
    name, target = resolve(part["$ref"], file)
    return faults(target, name, value, path)


def _properties(part: dict[str, Any], file: str, value: Any, path: Path) -> list[SchemaFault]:
    if type(value) is not dict:
        return []
    pairs = part["properties"].items()
    return [f for key, sub in pairs if key in value for f in faults(sub, file, value[key], (*path, key))]


def _pattern_properties(part: dict[str, Any], file: str, value: Any, path: Path) -> list[SchemaFault]:
    if type(value) is not dict:
        return []
    patterns = part["patternProperties"].items()
    pairs = [(key, sub) for pattern, sub in patterns for key in value if re.search(pattern, key)]
    return [f for key, sub in pairs for f in faults(sub, file, value[key], (*path, key))]


def _other_properties(part: dict[str, Any], file: str, value: Any, path: Path) -> list[SchemaFault]:
    if type(value) is not dict:
        return []
    rest = part["additionalProperties"]
    others = [key for key in value if key not in part.get("properties", ())]
    for pattern in part.get("patternProperties", ()):
        others = [key for key in others if not re.search(pattern, key)]
    if rest is False:
        return [SchemaFault(path, "additionalProperties", part, file, value)] if others else []
    return [f for key in others for f in faults(rest, file, value[key], (*path, key))]


def _names(part: dict[str, Any], file: str, value: Any, path: Path) -> list[SchemaFault]:
    if type(value) is not dict:
        return []
    return [f._replace(is_name=True) for key in value for f in faults(part["propertyNames"], file, key, path)]


def _items(part: dict[str, Any], file: str, value: Any, path: Path) -> list[SchemaFault]:
    if type(value) is not list:
        return []
    first, sub = len(part.get("prefixItems", ())), part["items"]
    return [f for n in range(first, len(value)) for f in faults(sub, file, value[n], (*path, n))]


def _first_items(part: dict[str, Any], file: str, value: Any, path: Path) -> list[SchemaFault]:
    if type(value) is not list:
        return []
    pairs = zip(part["prefixItems"], value, strict=False)
    return [f for n, (sub, child) in enumerate(pairs) for f in faults(sub, file, child, (*path, n))]


def _all_of(part: dict[str, Any], file: str, value: Any, path: Path) -> list[SchemaFault]:
    return [f for branch in part["allOf"] for f in faults(branch, file, value, path)]


def _any_of(part: dict[str, Any], file: str, value: Any, path: Path) -> list[SchemaFault]:
    branches = tuple(faults(branch, file, value, path) for branch in part["anyOf"])
    return [SchemaFault(path, "anyOf", part, file, value, branches=branches)] if all(branches) else []


def _one_of(part: dict[str, Any], file: str, value: Any, path: Path) -> list[SchemaFault]:
    branches = tuple(faults(branch, file, value, path) for branch in part["oneOf"])
    count = sum(not branch for branch in branches)
    if count == 1:
        return []
    return [SchemaFault(path, "oneOf", part, file, value, branches=() if count else branches)]


def _not(part: dict[str, Any], file: str, value: Any, path: Path) -> list[SchemaFault]:
    return [] if faults(part["not"], file, value, path) else [SchemaFault(path, "not", part, file, value)]


def _condition(part: dict[str, Any], file: str, value: Any, path: Path) -> list[SchemaFault]:
    branch = "else" if faults(part["if"], file, value, path) else "then"
    return faults(part.get(branch, True), file, value, path)


_INSIDE: dict[str, _Finder] = {
    "$ref": _reference,
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _other_properties,
    "propertyNames": _names,
    "items": _items,
    "prefixItems": _first_items,
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "if": _condition,
}
"""Keywords that hold schemas themselves."""
_ALONE = MAKERS.keys() - _INSIDE.keys()
"""Keywords that a test alone judges."""
KEYWORDS = MAKERS.keys() | _INSIDE.keys() | {"then", "else"}
"""All that are known."""
