"""The reference page of a kind of file (`docs/reference`), written from its schema.

`python -m jdgtools.docs` calls it for every schema. A key appears with its type, its default, the values
that it may have, and its description, which is the only place where these are written down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jdgtools.schema.expect import in_backticks, join, limits, plain, with_references
from jdgtools.schema.registry import schema
from jdgtools.schema.shapes import resolve

_WORDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "nothing",
    "array": "list",
    "object": "block",
}


def reference_markdown(schema_name: str) -> str:
    """Return the page in Markdown, ending in a newline: every key with type, default, values, example.

    Args:
        schema_name: kind of file ("battle", "map", "oob", "scenario"...).

    Raises:
        KeyError: there is no such schema.
    """
    return _FormatPage(schema_name).text()


class _FormatPage:
    """Writes one page; definitions that are referred to become sections of it, once each."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.waiting: list[tuple[str, Any, str]] = []
        self.links: dict[int, str] = {}
        self.anchors: set[str] = set()

    def text(self) -> str:
        """Return the whole page."""
        root = schema(self.name)
        lines = [f"# {root.get('title', self.name)}", ""]
        lines += [f"Schema: `{self.name}.schema.json`.", ""]
        lines += self.body(root, self.name, 2)
        if not {"properties", "items", "type"} & root.keys():
            for key, part in root.get("$defs", {}).items():
                self.link(part, self.name, key)
        index = 0
        while index < len(self.waiting):
            heading, part, file = self.waiting[index]
            lines += [f"## {heading}", "", *self.body(part, file, 3)]
            index += 1
        return "\n".join(lines).rstrip("\n") + "\n"

    def body(self, part: dict[str, Any], file: str, level: int) -> Iterator[str]:
        """Yield description, kind, example and the keys of a block."""
        if "description" in part:
            yield from (str(part["description"]), "")
        yield from (f"Kind: {self.kind(part, file)}.", "")
        for example in part.get("examples", [])[:2]:
            yield from (f"Example: `{plain(example)}`", "")
        yield from self.keys(part, file, level)

    def keys(self, part: dict[str, Any], file: str, level: int) -> Iterator[str]:
        """Yield a table of the keys of a block, and a section for every block inside it."""
        required_keys = set(part.get("required", ()))
        inner_tables: list[tuple[str, dict[str, Any], str]] = []
        keys_there = {
            f"`{key}`": (key in required_keys, sub) for key, sub in part.get("properties", {}).items()
        }
        for sub in part.get("patternProperties", {}).values():
            if isinstance(sub, dict):
                keys_there[f"*{sub.get('title', 'a name')}*"] = (False, sub)
        rest = part.get("additionalProperties")
        if isinstance(rest, dict) and rest:
            keys_there["*any other name*" if keys_there else "*any name*"] = (False, rest)
        if keys_there:
            yield "| key | kind | required | default | meaning |"
            yield "|---|---|---|---|---|"
            for key, (is_required, sub) in keys_there.items():
                if isinstance(sub, dict):
                    yield self.row(key, is_required, sub, file)
                    inner_tables += self.inner(key, sub, file)
            yield ""
        elif isinstance(part.get("items"), dict) and "$ref" not in part["items"]:
            inner_tables += self.inner("element", part["items"], file)
        for key, sub, where in inner_tables:
            yield from (f"{'#' * min(level, 6)} {key}", "")
            yield from self.body(sub, where, level + 1)

    def inner(self, key: str, sub: dict[str, Any], file: str) -> list[tuple[str, dict[str, Any], str]]:
        """Return the blocks written out inside a key, which need a section of their own."""
        parts = []
        if {"properties", "patternProperties"} & sub.keys():
            parts.append((key, sub, file))
        items = sub.get("items")
        if isinstance(items, dict) and "properties" in items:
            parts.append((f"element of {key}", items, file))
        rest = sub.get("additionalProperties")
        if isinstance(rest, dict) and "properties" in rest and "properties" not in sub:
            parts.append((f"entry of {key}", rest, file))
        return parts

    def row(self, key: str, is_required: bool, sub: dict[str, Any], file: str) -> str:
        """Return the table row of one key."""
        whole, _ = with_references(sub, file)
        default = f"`{plain(whole['default'])}`" if "default" in whole else ""
        meaning = [str(whole.get("description") or whole.get("title") or "")]
        if "enum" in whole:
            meaning.append(f"One of {', '.join(in_backticks(whole['enum'], 40))}.")
        elif "x-expect" in whole and "$ref" not in sub:
            meaning.append(f"Expected: {whole['x-expect']}.")
        if whole.get("examples") and "$ref" not in sub:
            meaning.append(f"Example: `{plain(whole['examples'][0])}`.")
        for reason in dict.fromkeys(whole.get("x-empty", {}).values()):
            meaning.append(f"May be empty: {reason[0].lower()}{reason[1:]}")
        if "x-join" in whole:
            names = " or ".join(f"`{name}`" for name in whole["x-join"])
            meaning.append(f"With `extends`: joined by {names or 'key'}.")
        if whole.get("deprecated"):
            meaning.append("Deprecated.")
        cells = [
            key,
            self.kind(sub, file),
            "yes" if is_required else "",
            default,
            " ".join(filter(None, meaning)),
        ]
        return f"| {' | '.join(_cell(cell) for cell in cells)} |"

    def kind(self, part: Any, file: str) -> str:
        """Return the kind of a value in words, with a link when it is defined by name."""
        if not isinstance(part, dict):
            return "anything"
        if "$ref" in part:
            where, target = resolve(part["$ref"], file)
            return self.link(target, where, part["$ref"].rpartition("/")[2])
        for keyword in ("oneOf", "anyOf"):
            if keyword in part:
                return join([self.kind(branch, file) for branch in part[keyword]])
        if "const" in part:
            return f"`{plain(part['const'])}`"
        branches = [part[word] for word in ("then", "else") if isinstance(part.get(word), dict)]
        if "if" in part and branches:
            return join([self.kind(branch, file) for branch in branches])
        types = [part["type"]] if isinstance(part.get("type"), str) else list(part.get("type", ()))
        if "items" in part and not types:
            types = ["array"]
        if not types:
            return "one of the listed words" if "enum" in part else "anything"
        return join([self.type_in_words(one, part, file) for one in types])

    def type_in_words(self, kind: str, part: dict[str, Any], file: str) -> str:
        """Return one type in words."""
        word = _WORDS[kind]
        if kind in ("integer", "number"):
            return word + limits(part)
        if kind == "array" and isinstance(part.get("items"), dict):
            return f"{word} of: {self.kind(part['items'], file)}{_size(part, 'Items')}"
        if kind == "string":
            return word + _size(part, "Length")
        rest = part.get("additionalProperties")
        if kind == "object" and isinstance(rest, dict) and rest and "properties" not in part:
            return f"{word} of name: {self.kind(rest, file)}"
        return word

    def link(self, target: dict[str, Any], file: str, key: str) -> str:
        """Return a link to the section of a definition, which joins the page."""
        anchor_there = self.links.get(id(target))
        if anchor_there is not None:
            return anchor_there
        title = str(target.get("title", key))
        anchor, number = _slug(title), 2
        while anchor in self.anchors:
            title = f"{target.get('title', key)} {number}"
            anchor, number = _slug(title), number + 1
        self.anchors.add(anchor)
        link = self.links[id(target)] = f"[{title}](#{anchor})"
        self.waiting.append((title, target, file))
        return link


def _slug(title: str) -> str:
    """Return the anchor that Markdown renderers give a heading."""
    chars = (char for char in title.lower().replace(" ", "-") if char.isalnum() or char in "-_")
    return "".join(chars)


def _size(part: dict[str, Any], of: str) -> str:
    low, high = part.get(f"min{of}"), part.get(f"max{of}")
    if low is None and high is None:
        return ""
    unit = "characters" if of == "Length" else "elements"
    if low is None:
        return f" (at most {high} {unit})"
    return f" (at least {low} {unit})" if high is None else f" ({low} to {high} {unit})"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
