"""JSON to nodes with spans; any indentation, tabs included.

Python's own `json` forgets where a value stood. `read_json` returns the same kind of `Node` as the reader
of YAML, and one diagnostic where the syntax ends, with what was opened and not closed.
"""

from __future__ import annotations

import json
import re

from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan
from jdgtools.source.lines import LineIndex
from jdgtools.source.node import Node, core_value, excerpt
from jdgtools.source.problem import (
    CONTROL,
    MAX_DEPTH,
    MAX_NODES,
    ReadingStopped,
    control_character,
    duplicate_key,
    problem,
    too_deep,
    too_many,
)
from jdgtools.source.span import Span

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"([^"\\\x00-\x1f]*)"')
_ESCAPED = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.+-])")
_MEMBER = re.compile(
    r'[ \t\r\n]*"([^"\\\x00-\x1f]*)"[ \t]*:[ \t]*'
    r'(?:"([^"\\\x00-\x1f]*)"|(-?(?:0|[1-9][0-9]*)|true|false|null))[ \t\r\n]*([,}])'
)
"""A key with a text without escapes or a plain word, on one line, and what follows: nearly all there is."""
_WORD = re.compile(r"[^\s,:\[\]{}\"]+")
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_LITERALS = {"true", "false", "null"}


def read_json(text: str, file: str) -> tuple[Node | None, list[Diagnostic]]:
    """Return the value of a JSON text as nodes, with the diagnostics of its syntax.

    Args:
        text: the whole text, without byte order mark.
        file: path to show to the user.
    """
    reader = _JsonReader(text, file)
    try:
        return reader.document(), reader.problems
    except ReadingStopped as stop:
        return None, [*reader.problems, stop.diagnostic]


class _JsonReader:
    """Recursive descent; the depth limit keeps it far from the limit of the interpreter."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.index = LineIndex(text, file)
        self.problems: list[Diagnostic] = []
        self.controls = CONTROL.search(text) is not None
        """Whether the text holds control characters that are not escaped."""
        self.at = 0
        self.count = 0
        self.depth = 0

    def document(self) -> Node:
        """Return the one value of the text."""
        node = self.value("a value")
        self.space()
        if self.at < len(self.text):
            raise self.stop("text after the end of the value", "the end of the file", "remove what follows")
        return node

    def space(self) -> str:
        """Skip white space and return the next character, or the empty text at the end."""
        match = _SPACE.match(self.text, self.at)
        assert match is not None
        self.at = match.end()
        return self.text[self.at : self.at + 1]

    def stop(
        self, message: str, expected: str | None = None, hint: str | None = None, start: int | None = None
    ) -> ReadingStopped:
        """Return the end of reading for a syntax error at the present place."""
        size = 1 if self.at < len(self.text) and self.text[self.at] not in "\r\n" else 0
        related: tuple[RelatedSpan, ...] = ()
        if start is not None:
            related = (RelatedSpan(self.index.span(start, start + 1), "opened here"),)
        span = self.index.span(self.at, self.at + size)
        return ReadingStopped(problem("SRC020", span, message, expected=expected, hint=hint, related=related))

    def value(self, expected: str) -> Node:
        """Read one value."""
        char = self.space()
        self.count += 1
        if self.count > MAX_NODES:
            raise ReadingStopped(too_many(self.index.span(self.at, self.at)))
        if char == '"':
            start = self.at
            text = self.string()
            return Node("scalar", text, self.index.span(start, self.at), {}, text)
        if char and char in "{[":
            if self.depth >= MAX_DEPTH:
                raise ReadingStopped(too_deep(self.index.span(self.at, self.at + 1)))
            self.depth += 1
            node = self.map() if char == "{" else self.list()
            self.depth -= 1
            return node
        return self.word(expected)

    def word(self, expected: str) -> Node:
        """Read a number, true, false or null."""
        start = self.at
        number = _NUMBER.match(self.text, start)
        match = number or _WORD.match(self.text, start)
        if match is None:
            if start >= len(self.text):
                raise self.stop(f"the file ends where {expected} is expected", expected)
            char_shown = self.text[start]
            hint = "remove the comma before it" if char_shown in "]}" else None
            raise self.stop(f"found `{char_shown}` where {expected} is expected", expected, hint)
        text = match.group()
        if number is None and text not in _LITERALS:
            raise self.bad_word(text)
        self.at = match.end()
        return Node("scalar", core_value(text), self.index.span(start, self.at), {}, text, True)

    def bad_word(self, text: str) -> ReadingStopped:
        """Return the error for a word that is no JSON value."""
        quotation = excerpt(text)
        if text.startswith(("//", "/*", "#")):
            return self.stop("a comment; JSON has none", "a value", "delete it, or write the file as YAML")
        if text[0] in "'‘’“”«„":
            return self.stop(f"found `{quotation}`: JSON texts stand in straight double quotes", '`"…"`')
        hint = f'write "{quotation}" with quotes' if quotation == text else "put the text in quotes"
        if text[0].isdigit():
            hint += "; hex numbers such as 0305 are texts"
        if text.lower() in _LITERALS:
            hint = f"write {text.lower()} in small letters"
        return self.stop(
            f"found `{quotation}` without quotes", "a text in quotes, a number, true, false or null", hint
        )

    def string(self) -> str:
        """Read a quoted text."""
        start = self.at
        match = _STRING.match(self.text, start)
        if match:
            self.at = match.end()
            if self.controls and CONTROL.search(match.group(1)):
                self.problems.append(control_character(match.group(1), self.index.span(start, self.at)))
            return match.group(1)
        match = _ESCAPED.match(self.text, start)
        if match is None:
            raise self.bad_string(start)
        text, end = str(json.loads(match.group())), match.end()
        self.at = end
        if CONTROL.search(text):
            self.problems.append(control_character(text, self.index.span(start, end)))
        return text

    def bad_string(self, start: int) -> ReadingStopped:
        """Return the error for a text that is not closed or holds a wrong escape."""
        at = start + 1
        while at < len(self.text):
            char = self.text[at]
            if char == '"':
                break
            if char in "\r\n":
                self.at = start
                return self.stop(
                    "the quoted text does not end on its line", 'a closing `"`', "write line breaks as \\n"
                )
            if char < " ":
                self.at = at
                char_shown = "a tab" if char == "\t" else f"the control character U+{ord(char):04X}"
                return self.stop(
                    f"{char_shown} inside a quoted text", hint="write \\t for a tab" if char == "\t" else None
                )
            if char == "\\":
                match = _ESCAPE.match(self.text, at)
                if match is None:
                    self.at = at
                    return self.stop(
                        "an unknown escape after `\\`", '`\\"`, `\\\\`, `\\/`, `\\n`, `\\t` or `\\uXXXX`'
                    )
                at = match.end()
            else:
                at += 1
        self.at = start
        return self.stop("a quotation mark is opened and never closed", 'a closing `"`')

    def list(self) -> Node:
        """Read a list."""
        start = self.at
        self.at += 1
        values: list[Node] = []
        if self.space() != "]":
            while True:
                values.append(self.value("a value"))
                char = self.space()
                if char == "]":
                    break
                self.separator(char, "]", start)
        self.at += 1
        return Node("list", values, self.index.span(start, self.at))

    def map(self) -> Node:
        """Read a block of keys."""
        start = self.at
        self.at += 1
        values: dict[str, Node] = {}
        spans: dict[str, Span] = {}
        if self.space() != "}":
            while True:
                member = _MEMBER.match(self.text, self.at)
                if member and not self.controls and self.count < MAX_NODES:
                    name, span, value, char = self.member(member)
                else:
                    name, span = self.key(start)
                    value = self.value("a value")
                    char = self.space()
                if name in values:
                    self.problems.append(duplicate_key(name, span, spans[name], len(self.problems)))
                else:
                    values[name] = value
                    spans[name] = span
                if char == "}":
                    break
                self.separator(char, "}", start)
        self.at += 1
        return Node("map", values, self.index.span(start, self.at), spans)

    def member(self, match: re.Match[str]) -> tuple[str, Span, Node, str]:
        """Return a key with its place, its value, and the separator after it, as `_MEMBER` matches them."""
        self.count += 1
        self.at = match.start(4)
        name, text, word, char = match.groups()
        key = match.start(1) - 1
        line, col = self.index.line_and_column(key)
        first = key - col + 1  # of the line
        span = Span(self.index.file, line, col, line, col + len(name) + 2)
        if word is None:
            col = match.start(2) - first
            value_span = Span(self.index.file, line, col, line, col + len(text) + 2)
            return name, span, Node("scalar", text, value_span, {}, text), char
        col = match.start(3) - first + 1
        value_span = Span(self.index.file, line, col, line, col + len(word))
        return name, span, Node("scalar", core_value(word), value_span, {}, word, True), char

    def key(self, brace: int) -> tuple[str, Span]:
        """Read a key and its colon."""
        char = self.space()
        if char != '"':
            if not char:
                raise self.stop("the file ends inside the block opened with `{`", "`}`", None, brace)
            if char == "}":
                raise self.stop("found `}` after a comma", "a key", "remove the comma before it")
            word = _WORD.match(self.text, self.at)
            word_shown = word.group() if word else char
            raise self.stop(f"found `{word_shown}` where a key in quotes is expected", '`"key": value`')
        start = self.at
        name = self.string()
        span = self.index.span(start, self.at)
        if self.space() != ":":
            raise self.stop(f"no `:` after the key `{name}`", "`:`")
        self.at += 1
        return name, span

    def separator(self, char: str, close: str, start: int) -> None:
        """Step over the comma between two elements."""
        if char == ",":
            self.at += 1
            return
        if not char:
            raise self.stop("the file ends before the bracket is closed", f"`,` or `{close}`", None, start)
        raise self.stop(
            f"found `{char}` between two elements", f"`,` or `{close}`", "a comma is missing", start
        )
