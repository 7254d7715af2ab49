"""What the schemas say of the keys and values at a place of a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from jdgtools.schema.registry import schema, schema_names

_BRANCHES = ("allOf", "anyOf", "oneOf")
_CHOICES = ("if", "then", "else")
MAX_PARTS = 400
"""Parts of schemas that are looked at for one place."""

Part = tuple[str, dict[str, Any]]
"""Name of the schema file, and a part of it."""


def parts_at(name: str, path: Iterable[str]) -> list[Part]:
    """Return what the schema of a file says of the value at a path of keys; nothing for an unknown path.

    Args:
        name: of the schema: `battle`, `map` …
        path: keys from the root; lists add nothing.
    """
    if name not in schema_names():
        return []
    parts = list(_open([(name, schema(name))]))
    for key in path:
        inner: list[Part] = []
        for file, part in parts:
            properties = part.get("properties", {})
            if key in properties:
                inner.append((file, properties[key]))
            else:
                others = [*part.get("patternProperties", {}).values(), part.get("additionalProperties")]
                inner += [(file, other) for other in others if isinstance(other, dict)]
        parts = list(_open(inner))
    return parts


def keys_at(name: str, path: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the keys that a block may have, each with what the schema says of its value."""
    keys: dict[str, dict[str, Any]] = {}
    for file, part in parts_at(name, path):
        for key, value in part.get("properties", {}).items():
            if isinstance(value, dict):
                keys.setdefault(key, {**_target(file, value)[1], **value})
    return keys


def values_at(name: str, path: Iterable[str]) -> list[str]:
    """Return the words that may stand at a place, where the schema lists them."""
    words: dict[str, None] = {}
    for _, part in parts_at(name, path):
        for value in [*part.get("enum", ()), *([part["const"]] if "const" in part else ())]:
            if isinstance(value, (str, int, float, bool)):
                words["true" if value is True else "false" if value is False else str(value)] = None
        if part.get("type") == "boolean":
            words |= {"true": None, "false": None}
    return list(words)


def description_at(name: str, path: Iterable[str]) -> str:
    """Return what the schema says of a key, in a sentence; '' for none."""
    keys = tuple(path)
    part = keys_at(name, keys[:-1]).get(keys[-1], {}) if keys else {}
    text = part.get("description", "")
    return text if isinstance(text, str) else ""


def _open(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield parts with all that they refer to or combine; lists are opened, since paths skip them."""
    waiting, parts_before = list(parts), set[int]()
    while waiting and len(parts_before) < MAX_PARTS:
        file, part = waiting.pop(0)
        if id(part) in parts_before:
            continue
        parts_before.add(id(part))
        yield file, part
        if "$ref" in part:
            waiting.append(_target(file, part))
        for word in _BRANCHES:
            waiting += [(file, branch) for branch in part.get(word, ()) if isinstance(branch, dict)]
        for word in (*_CHOICES, "items"):
            if isinstance(part.get(word), dict):
                waiting.append((file, part[word]))


def _target(file: str, part: dict[str, Any]) -> Part:
    """Return the part that another refers to; itself where it refers to none."""
    reference = part.get("$ref")
    if not isinstance(reference, str):
        return file, part
    file_name, _, pointer = reference.partition("#")
    name = file_name.removesuffix(".schema.json") or file
    target: Any = schema(name)
    for step in pointer.strip("/").split("/"):
        if step:
            target = target.get(step, {})
    return name, target if isinstance(target, dict) else {}
