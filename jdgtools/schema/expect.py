"""What a schema asks for, in the words of a designer; never a regular expression."""

from __future__ import annotations

from typing import Any

from jdgtools.schema.shapes import resolve

_LISTED = 12
_TYPE_WORDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
    "array": "a list",
    "object": "a block of `key: value`",
}


def join(words: list[str], last: str = "or") -> str:
    """Returns "a", "a or b", "a, b or c"."""
    words = list(dict.fromkeys(words))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def ticked(values: list[Any], limit: int = _LISTED) -> list[str]:
    """Returns values in backticks, at most `limit` of them, then "…"."""
    shown = [f"`{plain(value)}`" for value in values[:limit]]
    return [*shown, f"… ({len(values)} in all)"] if len(values) > limit else shown


def plain(value: Any) -> str:
    """Returns a value as one writes it in YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(plain(one) for one in value)}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {plain(one)}" for key, one in value.items()) + "}"
    return str(value)


def merged(part: Any, file: str) -> tuple[dict[str, Any], str]:
    """Returns a subschema with what its `$ref` says below it, and the file of the innermost one."""
    found: dict[str, Any] = {}
    while isinstance(part, dict):
        found = {**part, **found}
        if "$ref" not in part:
            break
        file, part = resolve(part["$ref"], file)
    return found, file


def expectation(part: Any, file: str, name: str | None = None) -> str:
    """Returns what may stand at the place of a subschema.

    Args:
        part: the subschema.
        file: name of the schema file it stands in.
        name: the one type to speak of, when several are allowed.
    """
    found, file = merged(part, file)
    if "x-expect" in found:
        return str(found["x-expect"])
    if "const" in found:
        return f"`{plain(found['const'])}`"
    if "enum" in found:
        words = ticked(found["enum"])
        return words[0] if len(words) == 1 else f"one of {', '.join(words)}"
    for keyword in ("oneOf", "anyOf"):
        if keyword in found:
            return join([expectation(branch, file) for branch in found[keyword]])
    types = [found["type"]] if isinstance(found.get("type"), str) else list(found.get("type", ()))
    words = [_typed(kind, found, file) for kind in types if name in (None, kind)]
    return join(words) or str(found.get("title", "another value"))


def _typed(kind: str, found: dict[str, Any], file: str) -> str:
    if kind in ("integer", "number"):
        return _TYPE_WORDS[kind] + limits(found)
    if kind == "array" and isinstance(found.get("items"), dict):
        inner = expectation(found["items"], file)
        return f"a list, each element {inner}" if len(inner) < 60 else "a list"
    if kind == "string":
        if "pattern" in found and "title" in found:
            example = found.get("examples", [None])[0]
            return f"a text in the form “{found['title']}”" + (f", such as `{example}`" if example else "")
        if "maxLength" in found and "minLength" not in found:
            return f"a text of at most {found['maxLength']} characters"
    return _TYPE_WORDS.get(kind, kind)


def limits(found: dict[str, Any]) -> str:
    """Returns the range of a number: " 0 to 20", " of at least 1", or nothing."""
    low, high = found.get("minimum"), found.get("maximum")
    above, under = found.get("exclusiveMinimum"), found.get("exclusiveMaximum")
    step = f" in steps of {plain(found['multipleOf'])}" if "multipleOf" in found else ""
    if low is not None and high is not None:
        return f" {plain(low)} to {plain(high)}{step}"
    words = [f"of at least {plain(low)}"] if low is not None else []
    words += [f"above {plain(above)}"] if above is not None else []
    words += [f"of at most {plain(high)}"] if high is not None else []
    words += [f"below {plain(under)}"] if under is not None else []
    return (" " + " and ".join(words) if words else "") + step
