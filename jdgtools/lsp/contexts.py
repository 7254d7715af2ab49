"""What is being typed at a place of a text: which key, which value, in which block.

The text is looked at as it stands, up to the place: while somebody types, it can rarely be read as a whole.
"""

from __future__ import annotations

import re

from msgspec import Struct

_KEY = re.compile(r"""(?:"([^"]*)"|'([^']*)'|([\w.*/+-]+))\s*:(?:\s|$)""")
_ITEM = re.compile(r"(?:-\s+)+")
MAX_LINES = 5_000
"""Lines above a place that are looked at for the blocks around it."""


class TypingContext(Struct, frozen=True):
    """What is being typed at a place."""

    path: tuple[str, ...]
    """Keys of the blocks around it, from the root; lists add nothing."""
    key: str | None
    """Key whose value is typed; None = a key itself is."""
    start: int
    """Offset of the first character of the word."""
    word: str
    """What stands of it before the place."""
    siblings: dict[str, str] = {}
    """Keys with plain values before the place in the same braces or entry."""


def yaml_context(text: str, offset: int) -> TypingContext:
    """Return what is being typed in a YAML or JSON text."""
    lines = text[:offset].splitlines(keepends=True) or [""]
    if lines[-1].endswith(("\n", "\r")):
        lines.append("")
    line = lines[-1].expandtabs(1)
    content = line.lstrip(" ")
    depth = inner = len(line) - len(content)
    item = _ITEM.match(content)
    if item is not None:
        inner += item.end()
        content = content[item.end() :]
    frame = _OpenBlock("", *_blocks(lines[:-1], depth + 1 if item is not None else depth, inner))
    outer: list[_OpenBlock] = []
    at = start = 0
    while at < len(content):
        sign = content[at]
        if sign == "#" and (at == 0 or content[at - 1] == " "):
            start = len(content)
            break
        key_match = _KEY.match(content, at) if at == 0 or content[at - 1] in " {,[" else None
        if key_match is not None:
            frame.key = _name(key_match)
            at = start = frame.value = key_match.end()
            continue
        if sign in "\"'" and not content[start:at].strip():
            end = content.find(sign, at + 1)
            if end < 0:
                start = at + 1
                break
            at = end
        elif sign == "{":
            outer.append(frame)
            path = (*frame.path, frame.key) if frame.key is not None else frame.path
            frame, start = _OpenBlock(sign, path, {}), at + 1
        elif sign == "[":
            outer.append(frame)
            frame, start = _OpenBlock(sign, frame.path, frame.siblings, frame.key), at + 1
        elif sign in "}]" and outer:
            frame, start = outer.pop(), at + 1
        elif sign == "," and frame.kind:
            if frame.kind == "{" and frame.key is not None:
                frame.siblings[frame.key] = content[frame.value : at].strip()
                frame.key = None
            start = at + 1
        elif sign == " " and not content[start:at].strip():
            start = at + 1
        at += 1
    word = content[start:]
    return TypingContext(frame.path, frame.key, offset - len(word), word, frame.siblings)


class _OpenBlock(Struct):
    """A block or a pair of brackets that is open at a place."""

    kind: str
    """`{`, `[`, or '' for a block."""
    path: tuple[str, ...]
    siblings: dict[str, str]
    key: str | None = None
    value: int = 0
    """Where the value of the key begins in its line."""


def _name(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group is not None)


def _blocks(lines: list[str], limit: int, inner: int) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the keys of the blocks around a line, from the root, and its sisters above with their values.

    Args:
        lines: all lines above.
        limit: a key left of this column is of a block around the line.
        inner: column of the first key of the line.
    """
    path: list[str] = []
    siblings: dict[str, str] = {}
    in_entry = limit == inner
    for raw in reversed(lines[-MAX_LINES:]):
        line = raw.expandtabs(1).rstrip()
        content = line.lstrip(" ")
        if not content or content.startswith("#"):
            continue
        depth = len(line) - len(content)
        item = _ITEM.match(content)
        key_match = _KEY.match(content, item.end() if item is not None else 0)
        column = depth + (item.end() if item is not None else 0)
        if in_entry and column == inner and key_match is not None:
            siblings.setdefault(_name(key_match), content[key_match.end() :].strip())
        if column < limit and key_match is not None:
            path.append(_name(key_match))
            limit = column
        if item is not None and depth < limit:
            limit = depth + 1
        in_entry = in_entry and limit == inner
        if limit <= 0 and not in_entry:
            break
    return tuple(reversed(path)), siblings


def table_context(text: str, offset: int, sign: str) -> TypingContext:
    """Return what is being typed in a table of characters (CSV).

    Args:
        text: the table; its first line names the columns.
        offset: the place.
        sign: what stands between cells.
    """
    lines = text[:offset].splitlines()
    if text[:offset].endswith(("\n", "\r")):
        lines.append("")
    head = [name.strip().strip('"') for name in text.splitlines()[0].split(sign)] if text else []
    cells = (lines[-1] if lines else "").split(sign)
    word = cells[-1].lstrip().removeprefix('"')
    row = len(lines) - 1
    cells_by_column = dict(zip(head, cells[:-1], strict=False))
    if row <= 0:
        return TypingContext((), None, offset - len(word), word)
    key = head[len(cells) - 1] if len(cells) <= len(head) else None
    return TypingContext((), key or "", offset - len(word), word, cells_by_column)


def separator(text: str, path: str) -> str:
    """Return what stands between the cells of a table."""
    if path.lower().endswith(".tsv"):
        return "\t"
    head = text.split("\n", 1)[0]
    return max(",;\t", key=head.count)


def word_at(text: str, offset: int) -> tuple[int, int]:
    """Return the offsets of the word around a place: letters, digits and the signs of ids."""
    signs = "-_.+"
    start = end = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] in signs):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] in signs):
        end += 1
    return start, end
