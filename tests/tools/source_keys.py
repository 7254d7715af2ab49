"""Keys of source files: which the schemas allow, and a source file without one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from jdgtools.schema import schema

Key = tuple[str, ...]
"""Names from the top of a file down; `[]` stands for every entry of a list, `*` for every name of a table."""


def optional_keys(name: str, depth: int) -> list[Key]:
    """Return the keys of a schema that may be left out, with no more than `depth` names, in its order."""
    keys: dict[Key, bool] = {}
    for key, required in _keys(schema(name), name, (), depth):
        keys[key] = keys.get(key, False) or required
    return [key for key, required in keys.items() if not required]


def _resolve(node: dict[str, Any], name: str) -> tuple[dict[str, Any], str]:
    """Return what a reference of a schema leads to, and the schema in which that stands."""
    while "$ref" in node:
        file, _, path = node["$ref"].partition("#/")
        name = file.removesuffix(".schema.json") or name
        node = schema(name)
        for part in path.split("/"):
            node = node[part]
    return node, name


def _keys(
    node: dict[str, Any], name: str, above: Key, depth: int, within: tuple[int, ...] = ()
) -> Iterator[tuple[Key, bool]]:
    node, name = _resolve(node, name)
    if id(node) in within:  # a condition in a condition
        return
    within = (*within, id(node))
    for part in (*node.get("oneOf", ()), *node.get("anyOf", ()), *node.get("allOf", ())):
        yield from _keys(part, name, above, depth, within)
    required = node.get("required", ())
    for key, value in node.get("properties", {}).items():
        here = (*above, key)
        yield here, key in required
        if sum(part not in ("[]", "*") for part in here) < depth:
            yield from _keys(value, name, here, depth, within)
    if isinstance(node.get("items"), dict):
        yield from _keys(node["items"], name, (*above, "[]"), depth, within)
    if isinstance(node.get("additionalProperties"), dict):
        yield from _keys(node["additionalProperties"], name, (*above, "*"), depth, within)


def without_key(text: str, key: Key) -> str:
    """Return a YAML file without every occurrence of a key; the same text when it is nowhere."""
    spans = sorted(_spans(yaml.compose(text, Loader=yaml.CSafeLoader), key), reverse=True)
    for start, end, left in spans:
        text = text[:start] + left + text[end:]
    return text


def _spans(node: yaml.Node | None, key: Key) -> Iterator[tuple[int, int, str]]:
    """Yield start and end of every occurrence, and what is left in its place."""
    head, rest = key[0], key[1:]
    if isinstance(node, yaml.SequenceNode):
        if head == "[]":
            for entry in node.value:
                yield from _spans(entry, rest)
    elif isinstance(node, yaml.MappingNode):
        for number, (name, value) in enumerate(node.value):
            if head not in ("*", name.value):
                continue
            if rest:
                yield from _spans(value, rest)
            elif len(node.value) == 1:
                end = node.end_mark.index if node.flow_style else _end(value)
                yield node.start_mark.index, end, "{}"
            elif number + 1 < len(node.value):
                yield name.start_mark.index, node.value[number + 1][0].start_mark.index, ""
            else:
                yield _end(node.value[number - 1][1]), _end(value), ""


def _end(node: yaml.Node) -> int:
    """Return where a node ends; blanks and comments after it do not belong to it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    return node.end_mark.index
