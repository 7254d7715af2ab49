"""The index of the members of a package: `docs/reference/package-members.md`, from its published schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from jdgtools.package.published_schema import package_schema

_Schema = Mapping[str, Any]
_HEAD = """# Members of a package

Every member of a `.jdgpkg`, from the [published schema](../../schemas/package.schema.json). How they belong
together, and what a program does with them, is explained in [The engine package](../package.md). `or null`:
the value may be missing. `*`: the member may be absent and has its default then, in charts, conditions,
predicates and setup always, elsewhere in packages that an older program of version 1 wrote.
"""


def members_page() -> str:
    """Return the page: the members of every object, and an alphabetical index of all members."""
    schema = package_schema()
    objects = {"Package": schema, **{n: d for n, d in schema["$defs"].items() if "properties" in d}}
    lines = [_HEAD, "## Objects", ""]
    for name, definition in objects.items():
        lines += [f"### {name}", "", _sentence(definition, schema), ""]
        lines += ["| member | type | meaning |", "| --- | --- | --- |"]
        required_members = set(definition.get("required", ()))
        for member, part in definition["properties"].items():
            mark = "" if member in required_members else " *"
            cells = (f"`{member}`{mark}", _type(part), _sentence(part, schema))
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join([*lines, "## Index", "", *_index(objects)]) + "\n"


def _index(objects: Mapping[str, _Schema]) -> Iterable[str]:
    """Yield a line for every name of a member: the objects that have it."""
    owners: dict[str, list[str]] = {}
    for name, definition in objects.items():
        for member in definition["properties"]:
            owners.setdefault(member, []).append(name)
    for member, names in sorted(owners.items()):
        yield f"- `{member}`: {', '.join(f'[{name}](#{name.lower()})' for name in names)}"


def _sentence(part: _Schema, schema: _Schema) -> str:
    """Return what a member or an object means; of a shared type what that type says."""
    text = part.get("description")
    if text is None and "$ref" in part:
        text = schema["$defs"][_name(part)].get("description", "")
    return str(text or "").replace("|", "\\|")


def _name(part: _Schema) -> str:
    return str(part["$ref"]).rpartition("/")[2]


def _type(part: _Schema) -> str:
    """Return the type of a member in words, with links to objects."""
    if "$ref" in part:
        return f"[{_name(part)}](#{_name(part).lower()})" if _name(part) in _objects() else _name(part)
    if "enum" in part:
        return " or ".join(f"`{word}`" for word in part["enum"])
    if "const" in part:
        return f"`{part['const']}`"
    choices = part.get("anyOf") or part.get("oneOf")
    if choices:
        return " or ".join(dict.fromkeys(map(_type, choices)))
    kind = part.get("type", "any")
    if kind == "array":
        items = part.get("items") or {}
        return f"list of {_type(items)}" if items else f"{len(part.get('prefixItems', ()))} values"
    if kind == "object":
        values = part.get("additionalProperties")
        return f"text -> {_type(values)}" if isinstance(values, dict) else "object"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


@cache
def _objects() -> frozenset[str]:
    return frozenset(n for n, d in package_schema()["$defs"].items() if "properties" in d)
