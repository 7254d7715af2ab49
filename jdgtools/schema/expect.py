"""What a schema asks for, in the words of a designer: "a whole number 0 to 20", never a pattern.

`translate` and `blanks` put the result of `expectation` behind "expected" in their messages; the reference
pages use the same words.
"""

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
    """Return "a", "a or b", "a, b or c"."""
    words = list(dict.fromkeys(words))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def in_backticks(values: list[Any], limit: int = _LISTED) -> list[str]:
    """Return values in backticks, at most `limit` of them, then "…"."""
    words = [f"`{plain(value)}`" for value in values[:limit]]
    return [*words, f"… ({len(values)} in all)"] if len(values) > limit else words


def plain(value: Any) -> str:
    """Return a value as one writes it in YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(plain(one) for one in value)}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {plain(one)}" for key, one in value.items()) + "}"
    return str(value)


def with_references(part: Any, file: str) -> tuple[dict[str, Any], str]:
    """Return a subschema with what its `$ref` says below it, and the file of the innermost one."""
    whole: dict[str, Any] = {}
    while isinstance(part, dict):
        whole = {**part, **whole}
        if "$ref" not in part:
            break
        file, part = resolve(part["$ref"], file)
    return whole, file


def expectation(part: Any, file: str, name: str | None = None) -> str:
    """Return what may stand at the place of a subschema.

    Args:
        part: the subschema.
        file: name of the schema file it stands in.
        name: the one type to speak of, when several are allowed.
    """
    whole, file = with_references(part, file)
    if "x-expect" in whole:
        return str(whole["x-expect"])
    if "const" in whole:
        return f"`{plain(whole['const'])}`"
    if "enum" in whole:
        words = in_backticks(whole["enum"])
        return words[0] if len(words) == 1 else f"one of {', '.join(words)}"
    for keyword in ("oneOf", "anyOf"):
        if keyword in whole:
            return join([expectation(branch, file) for branch in whole[keyword]])
    types = [whole["type"]] if isinstance(whole.get("type"), str) else list(whole.get("type", ()))
    words = [_type_in_words(kind, whole, file) for kind in types if name in (None, kind)]
    return join(words) or str(whole.get("title", "another value"))


def _type_in_words(kind: str, part: dict[str, Any], file: str) -> str:
    if kind in ("integer", "number"):
        return _TYPE_WORDS[kind] + limits(part)
    if kind == "array" and isinstance(part.get("items"), dict):
        inner = expectation(part["items"], file)
        return f"a list, each element {inner}" if len(inner) < 60 else "a list"
    if kind == "string":
        if "pattern" in part and "title" in part:
            example = part.get("examples", [None])[0]
            return f"a text in the form “{part['title']}”" + (f", such as `{example}`" if example else "")
        if "maxLength" in part and "minLength" not in part:
            return f"a text of at most {part['maxLength']} characters"
    return _TYPE_WORDS.get(kind, kind)


def limits(part: dict[str, Any]) -> str:
    """Return the range of a number: " 0 to 20", " of at least 1", or nothing."""
    low, high = part.get("minimum"), part.get("maximum")
    above, under = part.get("exclusiveMinimum"), part.get("exclusiveMaximum")
    step = f" in steps of {plain(part['multipleOf'])}" if "multipleOf" in part else ""
    if low is not None and high is not None:
        return f" {plain(low)} to {plain(high)}{step}"
    words = [f"of at least {plain(low)}"] if low is not None else []
    words += [f"above {plain(above)}"] if above is not None else []
    words += [f"of at most {plain(high)}"] if high is not None else []
    words += [f"below {plain(under)}"] if under is not None else []
    return (" " + " and ".join(words) if words else "") + step
