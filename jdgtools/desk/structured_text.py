"""Values, keys and entries of YAML and JSON texts: the replacements that set, add and take away one.

Everything else in the text stays. What is added is written as its neighbours are: an entry on a
line of its own where the others stand so, inside the brackets where they stand there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from jdgtools.desk.documents import Document
from jdgtools.desk.text_edit import TextEdit
from jdgtools.schema.registry import schema
from jdgtools.source.lines import split_lines
from jdgtools.source.node import Node

Value = str | int | float | bool | None | Mapping[str, "Value"] | Sequence["Value"]
"""What can be written; texts, lists and tables."""
_PLAIN = re.compile(r"\w[^:#,\[\]{}\r\n\t]*|[\w./+-]+|[0-9][\w./+:>-]*")
"""Texts without quotes: what else begins with a letter or a digit means nothing to YAML inside brackets."""
_WORDS = frozenset({"", "~", "null", "true", "false", "yes", "no", "on", "off"})
_KEY = re.compile(r"( *)[\w\"'-]+:( *)")
_ANCHOR = re.compile(r"&\S+\s+")
_ESCAPED = re.compile("[^\t\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
"""Characters that a file cannot hold as they are, or that end a line there."""
_NO_BLOCK = {
    "|": re.compile(rf"\A\n*[ \t]|{_ESCAPED.pattern}"),
    ">": re.compile(rf"(?:\A|\n)[ \t]|{_ESCAPED.pattern}"),
}
"""Head of a block -> what no text in it can hold: it is read as the indent, or ends a line."""
_ORDERED = ("battle", "map", "scenario")
"""Kinds of files whose keys have an order: that of their schema."""
_TIME = re.compile(r"[0-9]+:[0-9]+")
_BLANK = re.compile(r"(?<=\S) (?=\S)")
"""A blank at which a line may be folded."""
_WIDTH = 120
"""Characters of a line of prose that is folded."""


def flow_text(value: Value, as_json: bool) -> str:
    """Return a value as it is written inside brackets: `{unit: fr-17, hex: 0101}`.

    Args:
        value: texts are written without quotes where YAML reads them as the same text.
        as_json: with the quotes of JSON.
    """
    if as_json:
        return _escape(json.dumps(value, ensure_ascii=False))
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{flow_text(k, False)}: {flow_text(v, False)}' for k, v in value.items())}}}"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Sequence):
        return f"[{', '.join(flow_text(one, False) for one in value)}]"
    return json.dumps(value)


def _text(value: str) -> str:
    plain = _PLAIN.fullmatch(value) and value.strip() == value and value.lower() not in _WORDS
    if plain and not value.startswith("-") and not _TIME.fullmatch(value) and not _ESCAPED.search(value):
        return value
    if '"' in value and "'" not in value and "\\" not in value and value.isprintable():
        return f"'{value}'"
    return _in_quotes(value)


def _in_quotes(text: str) -> str:
    """Return a text in double quotes, which hold every character."""
    return _escape(json.dumps(text, ensure_ascii=False))


def _escape(text: str) -> str:
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def replace_scalar(document: Document, node: Node, text: str) -> TextEdit:
    """Return the replacement of a scalar's text; the quotes around it stay as they are."""
    start, end = document.range(node.span)
    anchor = _ANCHOR.match(document.text, start, end)
    start = anchor.end() if anchor else start
    old = document.text[start:end]
    if old.startswith('"') or (old.startswith("'") and ("\n" in text or _ESCAPED.search(text))):
        new = _in_quotes(text)
    elif old.startswith("'"):
        new = "'" + text.replace("'", "''") + "'"
    elif old[:1] in _NO_BLOCK and text.strip() and not _NO_BLOCK[old[:1]].search(text):
        new = _block(document, old, start, text)
    else:
        new = flow_text(text, is_json(document))
    if start == end and start and document.text[start - 1] == ":":
        new = f" {new}"
    return TextEdit(document.path, start, end, new)


def _block(document: Document, old: str, start: int, text: str) -> str:
    """Return a text as it stands below `|` or `>`, in lines as wide as they are elsewhere."""
    head, below = split_lines(old)[0], [line for line in split_lines(old)[1:] if line.strip()]
    first = document.text[_start_of_line(document, start) :]
    indent = below[0] if below else f"{first}  "
    blanks = " " * (len(indent) - len(indent.lstrip(" ")))
    lines = split_lines(text.strip("\n"))
    if head.startswith(">"):
        width = max(_WIDTH - len(blanks), 40)
        lines = [part for line in lines for part in [*_fold(line, width), ""]][:-1]
    ends = document.newline if old.endswith("\n") else ""
    return document.newline.join([head, *(f"{blanks}{line}" if line else "" for line in lines)]) + ends


def _fold(line: str, width: int) -> list[str]:
    """Return a line in parts that are joined by one blank each when it is read; no word is broken."""
    parts = [""]
    for word in _BLANK.split(line):
        if parts[-1] and len(parts[-1]) + 1 + len(word) > width:
            parts.append(word)
        else:
            parts[-1] += f" {word}" if parts[-1] else word
    return parts


def set_key(document: Document, node: Node, key: str, value: Value) -> TextEdit:
    """Return the replacement that gives a key of a map a value; a missing key is added at the end."""
    old = node.get(key)
    if old is None:
        return add_entry(document, node, value, key)
    return set_value(document, old, value)


def set_value(document: Document, old: Node, value: Value) -> TextEdit:
    """Return the replacement of all that a node says."""
    if old.is_scalar and isinstance(value, str):
        return replace_scalar(document, old, value)
    start, end = document.range(old.span)
    anchor = _ANCHOR.match(document.text, start, end)
    start = anchor.end() if anchor else start
    space = " " if start == end and start and document.text[start - 1] == ":" else ""
    return TextEdit(document.path, start, end, space + flow_text(value, is_json(document)))


def differences(document: Document, old: Node, new: Value) -> Iterator[TextEdit]:
    """Yield the replacements after which a node says something else, as few characters as there are."""
    if isinstance(new, Mapping) and old.is_map:
        old_entries, more = (
            [key for key in old.value if key not in new],
            [key for key in new if key not in old.value],
        )
        if not old_entries and not more:
            for key, child in old.items():
                yield from differences(document, child, new[key])
            return
        same = all(_says(child, new[key]) for key, child in old.items() if key in new)
        if same and len(old_entries) + len(more) == 1 and new:
            key = (old_entries or more)[0]
            yield remove_entry(document, old, key) if old_entries else add_entry(document, old, new[key], key)
            return
    elif isinstance(new, Sequence) and not isinstance(new, str) and old.is_list:
        elements = old.elements()
        if len(elements) == len(new):
            for child, value in zip(elements, new, strict=True):
                yield from differences(document, child, value)
            return
        if elements and len(new) == len(elements) + 1 and all(map(_says, elements, new)):
            yield add_entry(document, old, new[-1])
            return
        shorter = (n for n in range(len(elements)) if all(map(_says, elements[:n] + elements[n + 1 :], new)))
        if new and len(new) == len(elements) - 1 and (number := next(shorter, None)) is not None:
            yield remove_entry(document, old, number)
            return
    if not _says(old, new):
        yield set_value(document, old, new)


def _says(node: Node, value: Value) -> bool:
    """Return whether a node says a value; numbers are compared as they are written."""
    if isinstance(value, Mapping):
        same = node.is_map and list(node.value) == list(value)
        return same and all(_says(child, value[key]) for key, child in node.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        elements = node.elements()
        return node.is_list and len(elements) == len(value) and all(map(_says, elements, value))
    if not node.is_scalar or isinstance(node.value, bool) != isinstance(value, bool):
        return False
    return node.value == value if isinstance(value, bool) else node.text.strip() == str(value)


def add_entry(
    document: Document,
    node: Node,
    value: Value,
    key: str | None = None,
    below: int = -1,
    order: Sequence[str] = (),
) -> TextEdit:
    """Return what is put into a list (without a key) or a map (with one), after all that stands there.

    A key of a whole file comes after those that the schema of the file names before it.

    Args:
        document: holds the list or map.
        node: the list or map.
        value: what is added.
        key: of a map.
        below: number of the entry of a list after which it is put, from 0; -1 = the last one.
        order: keys of the map in the order in which they are written; empty = that of the schema of a file.
    """
    new = flow_text(value, is_json(document)) if key is None else pair(document, key, value)
    spots = ranges(document, node)
    start, end = document.range(node.span)
    if not is_json(document) and not spots and key is None and isinstance(value, Mapping):
        return _first_entry(document, start, end, new)
    if document.text[start:end].startswith(("[", "{")):
        if not spots:
            return TextEdit(document.path, start + 1, end - 1, new)
        last = spots[below if key is None else _before(document, node, key, order)]
        own_line = _first_of_line(document, last[0])
        before = "" if own_line is None else document.newline + own_line
        return TextEdit(document.path, last[1], last[1], f",{before or ' '}{new}")
    if not spots:  # a key without a value
        inner = f"[{new}]" if key is None else f"{{{new}}}"
        return TextEdit(document.path, start, end, f" {inner}" if start == end else inner)
    first, end = spots[below if key is None else _before(document, node, key, order)]
    indent = _indent(document, first)
    if key is not None and isinstance(value, list) and all(isinstance(one, Mapping) for one in value):
        entries = "".join(f"{document.newline}{indent}  - {flow_text(one, False)}" for one in value)
        blank_line = document.newline if _stands_apart(document, first, end) else ""
        return _line_after(document, end, f"{blank_line}{indent}{key}:{entries}")
    if key is not None and node is document.node and _is_deep(value):
        return _line_after(document, end, document.newline.join(_block_lines(key, value, indent)))
    dash = "- " if key is None else ""
    return _line_after(document, end, f"{indent}{dash}{new}")


def _is_deep(value: Value) -> bool:
    """Return whether a table holds tables, or lists of them."""
    return isinstance(value, Mapping) and any(
        isinstance(one, Mapping) or (isinstance(one, list) and any(isinstance(x, Mapping) for x in one))
        for one in value.values()
    )


def _block_lines(key: str, value: Value, indent: str) -> Iterator[str]:
    """Yield the lines of a key; tables of tables and lists of tables have lines for what they hold."""
    if isinstance(value, Mapping) and _is_deep(value):
        yield f"{indent}{flow_text(key, False)}:"
        for name, one in value.items():
            yield from _block_lines(name, one, f"{indent}  ")
    elif isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        yield f"{indent}{flow_text(key, False)}:"
        yield from (f"{indent}  - {flow_text(one, False)}" for one in value)
    else:
        yield f"{indent}{flow_text(key, False)}: {flow_text(value, False)}"


def copied_entry(
    document: Document,
    owner: Node,
    number: int,
    values: Mapping[str, Value],
    inner: Iterable[tuple[Node, Value]] = (),
) -> TextEdit:
    """Return what puts a copy of an entry of a list below it, written as that one is.

    Args:
        document: holds the list.
        owner: the list.
        number: of the entry in it, from 0.
        values: key -> what the copy says there; one that the entry does not have follows the first.
        inner: further scalars of the entry -> what the copy says in their place.
    """
    entry, as_json = owner.elements()[number], is_json(document)
    first, last = ranges(document, owner)[number]
    missing = [key for key in values if entry.get(key) is None]
    new = [(node, flow_text(value, as_json)) for key, value in values.items() if (node := entry.get(key))]
    new += [(node, flow_text(value, as_json)) for node, value in inner]
    replacements = sorted((document.range(node.span), text) for node, text in new)
    text, at = "", first
    for (start, end), value in replacements:
        text, at = text + document.text[at:start] + value, end
        if missing:
            in_brackets = document.text[document.range(entry.span)[0]] in "{"
            key_at = document.range(next(iter(entry.key_spans.values())))[0]
            between = ", " if in_brackets else document.newline + _indent(document, key_at)
            text += "".join(f"{between}{pair(document, key, values[key])}" for key in missing)
            missing = []
    text += document.text[at:last]
    if document.text[document.range(owner.span)[0]] == "[":
        own_line = _first_of_line(document, first)
        before = " " if own_line is None else document.newline + own_line
        return TextEdit(document.path, last, last, f",{before}{text}")
    return _line_after(document, last, document.text[_start_of_line(document, first) : first] + text)


def _stands_apart(document: Document, first: int, end: int) -> bool:
    """Return whether an entry of several lines has a blank line above it, or above its comment."""
    line, last = document.lines.line_and_column(first)[0], document.lines.line_and_column(end)[0]
    lines = split_lines(document.text)
    above = line - 2
    while above >= 0 and lines[above].lstrip().startswith("#"):
        above -= 1
    return last > line and above >= 0 and not lines[above].strip()


def _before(document: Document, node: Node, key: str | None, order: Sequence[str]) -> int:
    """Return the number of the entry below which a new one is written; a key of a file has its own place."""
    if not order and node is document.node and document.kind in _ORDERED:
        order = list(schema(document.kind)["properties"])
    if key not in order:
        return -1
    earlier = frozenset(order[: order.index(key)])
    return max((number for number, one in enumerate(node.value) if one in earlier), default=-1)


def _line_after(document: Document, offset: int, line: str) -> TextEdit:
    """Return what writes a line below that of an offset, and below comments that are set in deeper.

    It begins where the next line begins: the line above it may be taken away by the same edit.
    """
    at = _end_of_line(document, offset)
    number = document.lines.line_and_column(at)[0]
    comment = re.compile(f" {{{len(line) - len(line.lstrip(' ')) + 1},}}#")
    while number < len(document.lines.starts) and comment.match(document.text, document.lines.starts[number]):
        at = _end_of_line(document, document.lines.starts[number])
        number += 1
    if number == len(document.lines.starts):
        return TextEdit(document.path, at, at, document.newline + line)
    below = document.lines.starts[number]
    return TextEdit(document.path, below, below, line + document.newline)


def _first_entry(document: Document, start: int, end: int, new: str) -> TextEdit:
    """Return what puts the first table into an empty list, on a line of its own where the list ends one."""
    line = _start_of_line(document, start)
    before, after = document.text[line:start], document.text[end : _end_of_line(document, end)]
    key = _KEY.fullmatch(before)
    if key is None and before.strip():
        inner = f"[{new}]"
        return TextEdit(document.path, start, end, f" {inner}" if start == end else inner)
    if key is None:
        return TextEdit(document.path, start, end, f"- {new}")
    if after.strip():  # a comment, which stays beside the key
        end_of_line = _end_of_line(document, end)
        text = f"{after}{document.newline}{key[1]}  - {new}"
        return TextEdit(document.path, start - len(key[2]), end_of_line, text)
    return TextEdit(document.path, start - len(key[2]), end, f"{document.newline}{key[1]}  - {new}")


def pair(document: Document, key: str, value: Value) -> str:
    """Return a key with its value as they are written in a file."""
    as_json = is_json(document)
    return f"{flow_text(key, as_json)}: {flow_text(value, as_json)}"


def remove_entry(document: Document, node: Node, which: int | str) -> TextEdit:
    """Return what takes an entry out of a list (by its number from 0) or a map (by its key).

    A comment on its last line goes with it; those above it stay.
    """
    spots = ranges(document, node)
    number = list(node.value).index(which) if isinstance(which, str) else which
    first, last = spots[number]
    start, _ = document.range(node.span)
    if document.text[start : start + 1] in ("[", "{"):
        if number + 1 < len(spots):
            return TextEdit(document.path, first, spots[number + 1][0], "")
        return TextEdit(document.path, spots[number - 1][1] if number else first, last, "")
    line = _start_of_line(document, first)
    if document.text[line:first].strip():  # the first entry of a list in a list: `- - a`
        following = spots[number + 1][0] if number + 1 < len(spots) else last
        return TextEdit(document.path, first, following, "" if following != last else "[]")
    if len(spots) == 1:
        empty = "[]" if node.is_list else "{}"
        indent = "" if first > line else "  "
        return TextEdit(document.path, first, _end_of_line(document, last), indent + empty)
    after = _end_of_line(document, last)
    if after == len(document.text):  # the last line of the file, without a line end
        return TextEdit(document.path, _end_of_line(document, line - 1), after, "")
    return TextEdit(document.path, line, document.lines.starts[document.lines.line_and_column(after)[0]], "")


def remove_entries(document: Document, node: Node, entry_numbers: Collection[int]) -> list[TextEdit]:
    """Return what takes several entries out of a list or map, by their numbers from 0; all of them may go.

    In brackets the commas between neighbours go once for all of them: single removals would overlap.
    """
    spots, numbers = ranges(document, node), sorted(entry_numbers)
    in_brackets = document.text[document.range(node.span)[0]] in "[{" if spots else False
    if len(numbers) == len(spots) > 1:
        end = spots[-1][1] if in_brackets else _end_of_line(document, spots[-1][1])
        return [
            TextEdit(document.path, spots[0][0], end, "" if in_brackets else "[]" if node.is_list else "{}")
        ]
    changes: list[TextEdit] = []
    for number in numbers:
        change = remove_entry(document, node, number)
        if in_brackets and number == len(spots) - 1 and number:
            first = number
            while first - 1 in entry_numbers:
                first -= 1
            change = TextEdit(document.path, spots[first - 1][1], spots[-1][1], "")
        if changes and change.start < changes[-1].end:
            former = changes.pop()
            change = TextEdit(document.path, min(former.start, change.start), change.end, "")
        changes.append(change)
    return changes


def remove_last(document: Document, node: Node, count: int) -> TextEdit:
    """Return what takes the last entries out of a list or map; at least one of its entries stays."""
    spots = ranges(document, node)
    start, end = spots[-1 - count][1], spots[-1][1]
    if document.text[document.range(node.span)[0]] not in "[{":
        start, end = _end_of_line(document, start), _end_of_line(document, end)
    return TextEdit(document.path, start, end, "")


def ranges(document: Document, node: Node) -> list[tuple[int, int]]:
    """Return the offsets of the entries of a list or map, keys and dashes included, in their order."""
    spots = []
    if node.is_map:
        for key, child in node.items():
            start, key_end = document.range(node.key_span(key))
            spots.append((start, max(key_end, document.range(child.span)[1])))
        return spots
    is_block = document.text[document.range(node.span)[0]] == "-" if node.elements() else False
    for child in node.elements():
        start, end = document.range(child.span)
        spots.append((document.text.rfind("-", 0, start) if is_block else start, end))
    return spots


def text_of(node: Node | None) -> str:
    """Return the text of a scalar without blanks around it; empty for anything else."""
    return node.text.strip() if node is not None and node.is_scalar else ""


def is_json(document: Document) -> bool:
    """Return whether a file is written in JSON."""
    return document.path.lower().endswith(".json")


def line_before(document: Document, key: str, line: str) -> TextEdit:
    """Return what puts a line of its own before a key at the top of a YAML file."""
    assert document.node is not None
    at = document.range(document.node.key_span(key))[0]
    at = _start_of_line(document, at)
    return TextEdit(document.path, at, at, line + document.newline)


def _start_of_line(document: Document, offset: int) -> int:
    return document.lines.starts[document.lines.line_and_column(offset)[0] - 1]


def _end_of_line(document: Document, offset: int) -> int:
    """Return the offset of the line end after an offset, of the end of the text in the last line."""
    line = document.lines.line_and_column(offset)[0]
    starts = document.lines.starts
    if line == len(starts):
        return len(document.text)
    end = starts[line]
    return end - (2 if document.text[end - 2 : end] == "\r\n" else 1)


def _indent(document: Document, offset: int) -> str:
    """Return blanks as many as stand before an offset in its line."""
    return " " * (offset - _start_of_line(document, offset))


def _first_of_line(document: Document, offset: int) -> str | None:
    """Return the blanks before an entry that is the first of its line; None where it is not."""
    before = document.text[_start_of_line(document, offset) : offset]
    return before if not before.strip() else None
