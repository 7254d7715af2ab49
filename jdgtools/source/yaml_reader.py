"""YAML to nodes: composed from parser events, so that every scalar keeps its text and place.

Nothing is typed by YAML's own rules (`0305` would become 305 or 197, `NO` false, `12:30` 750).
Composition is iterative and counts what references would expand to, so that hostile files
neither overflow the stack nor fill the memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan
from jdgtools.source.lines import LineIndex, split_lines
from jdgtools.source.node import Node, core_value
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
from jdgtools.source.span import Span, whole_file
from jdgtools.source.yaml_parser import parser_of, stand_ins

_PLAIN_TAGS = {"tag:yaml.org,2002:str", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"}
_ODD_KEYS = ("", "<<")
"""Texts of keys that may be none: lists and maps have no text."""
_TAB_INDENT = re.compile(r" *\t")


class _AnchoredNode(NamedTuple):
    """A node that references may repeat."""

    node: Node
    size: int
    height: int


class _OpenCollection:
    """A list or map whose end has not been read yet."""

    __slots__ = ("anchor", "flow", "height", "key", "node", "size_before", "spans", "values")

    def __init__(self, node: Node, anchor: str | None, flow: bool, size_before: int) -> None:
        self.node = node
        self.spans = node.key_spans if node.kind == "map" else None
        """Maps: the places of their keys."""
        self.values: Any = node.value
        """The elements of a list, or the values of a map by key."""
        self.anchor = anchor
        self.flow = flow
        self.size_before = size_before
        self.key: Node | None = None
        """Maps: the key whose value has not been read yet."""
        self.height = 1


def read_yaml(text: str, file: str) -> tuple[Node | None, list[Diagnostic]]:
    """Return the one document of a YAML text as nodes, with the diagnostics of its syntax.

    Args:
        text: the whole text, without byte order mark.
        file: path to show to the user.
    """
    composer = _Composer(text, file)
    try:
        return composer.compose(), composer.problems
    except ReadingStopped as stop:
        return None, [*composer.problems, stop.diagnostic]


class _Composer:
    """Turns the events of one text into nodes."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.problems: list[Diagnostic] = []
        self.count = 0
        self.stack: list[_OpenCollection] = []
        self.anchors: dict[str, _AnchoredNode] = {}
        self.root: Node | None = None
        self.stand_ins = stand_ins(text)
        """Character that the parser reads -> what the text holds there."""
        self._lines = split_lines(text)
        self._line_count = len(self._lines)

    def compose(self) -> Node | None:
        """Return the root node.

        Raises:
            ReadingStopped: the text is not one well-formed document.
        """
        from yaml.error import MarkedYAMLError, YAMLError

        try:
            replacements = {real: stand_in for stand_in, real in self.stand_ins.items()}
            parser = parser_of(self.text.translate(replacements) if replacements else self.text)
            self._document(parser)
        except MarkedYAMLError as error:
            raise ReadingStopped(self._syntax(error)) from None
        except (YAMLError, UnicodeError, ValueError):
            raise ReadingStopped(self._character()) from None
        return self.root

    def _document(self, parser: Any) -> None:
        from yaml import events

        next_event = parser.get_event
        next_event()  # start of stream
        event = next_event()
        if type(event) is events.StreamEndEvent:
            hint = "write the content, or delete the file and its mention"
            raise ReadingStopped(
                problem("SRC004", whole_file(self.file), "the file holds nothing but comments", hint=hint)
            )
        handlers = {
            events.MappingStartEvent: self._start_map,
            events.SequenceStartEvent: self._start_list,
            events.MappingEndEvent: self._end,
            events.SequenceEndEvent: self._end,
            events.AliasEvent: self._alias,
        }
        self._contents(next_event, handlers, events.ScalarEvent, events.DocumentEndEvent)
        event = next_event()
        if type(event) is not events.StreamEndEvent:
            first = (RelatedSpan(whole_file(self.file), "the first document"),)
            hint = "remove the line `---`, or move the second document to a file of its own"
            message = "a second document begins here; a file holds one"
            span = self._span(event.start_mark, event.end_mark)
            raise ReadingStopped(problem("SRC013", span, message, hint=hint, related=first))

    def _contents(
        self,
        next_event: Callable[[], Any],
        handlers: Mapping[type, Callable[[Any], None]],
        scalar: type,
        end: type,
    ) -> None:
        """Read the events of the document.

        A file may hold a million scalars. For the keys and values of maps with nothing special about them,
        what `_scalar` and `_add` do is spelt out here: that takes half the time.

        Args:
            next_event: gives the events.
            handlers: of all kinds of events but scalars.
            scalar: kind of the event of a scalar.
            end: kind of the event after the last one.
        """
        stack, file, line_count = self.stack, self.file, self._line_count
        while (kind := type(event := next_event())) is not end:
            if kind is not scalar:
                handlers[kind](event)
                continue
            top = stack[-1] if stack else None
            first, last, text, style = event.start_mark, event.end_mark, event.value, event.style
            line = first.line + 1
            if (
                top is None
                or top.spans is None
                or event.tag is not None
                or event.anchor is not None
                or not last.line < line < line_count
                or not text.isprintable()  # nor is what stands in for odd line breaks
                or self.count >= MAX_NODES
            ):
                self._scalar(event)
                continue
            plain, key = not style, top.key
            value = core_value(text) if plain else text
            if key is None:
                if value is None or text in _ODD_KEYS:
                    self._scalar(event)
                    continue
                span = Span(file, line, first.column + 1, line, last.column + 1)
                top.key = Node("scalar", value, span, {}, text, plain)
                continue
            if (name := key.text) in top.spans:
                self._scalar(event)
                continue
            span = Span(file, line, first.column + 1, line, last.column + 1)
            top.values[name] = Node("scalar", value, span, {}, text, plain)
            top.spans[name] = key.span
            top.key = None
            top.height = top.height if top.height > 1 else 2
            self.count += 1

    # places

    def _span(self, start: Any, end: Any) -> Span:
        end_line = end.line + 1
        if end_line >= self._line_count:  # the parser's end of the text lies beyond its last line
            first = self._clamp(start.line + 1, start.column + 1)
            return self._span_from(first, self._clamp(end_line, end.column + 1))
        return Span(self.file, start.line + 1, start.column + 1, end_line, end.column + 1)

    def _line(self, number: int) -> str:
        return self._lines[number - 1] if 0 < number <= len(self._lines) else ""

    def _clamp(self, line: int, col: int) -> Span:
        """Return an empty span at a place, moved into the text: parsers point past the end."""
        while line > 1 and (line > len(self._lines) or (line == len(self._lines) and not self._line(line))):
            line, col = line - 1, 1 << 30
        col = max(1, min(col, len(self._line(line)) + 1))
        return Span(self.file, line, col, line, col)

    # events

    def _add(self, node: Node, size: int, height: int) -> None:
        """Put a finished node where it belongs; `size` counts what a reference expands to, keys apart."""
        top = self.stack[-1] if self.stack else None
        if top is None or top.spans is None or top.key is not None:
            self.count += size
            if self.count > MAX_NODES:
                raise ReadingStopped(too_many(node.span))
        if top is None:
            self.root = node
            return
        if height >= top.height:
            top.height = height + 1
        values, key = top.values, top.key
        if type(values) is list:
            values.append(node)
        elif key is None:
            top.key = node
            if node.value is None or node.text in _ODD_KEYS:
                self._judge_key(node)
        else:
            name = key.text
            top.key = None
            if name in values:
                first, count = top.node.key_spans[name], len(self.problems)
                self.problems.append(duplicate_key(name, key.span, first, count))
            else:
                values[name] = node
                top.node.key_spans[name] = key.span

    def _judge_key(self, node: Node) -> None:
        """Report a key that is no name."""
        if node.kind != "scalar" or node.value is None:
            description = node.describe()
            hint = "write `name: value`; quote the name when it holds brackets or braces"
            message = f"found {description} where the name of a key is expected"
            self.problems.append(
                problem("SRC018", node.span, message, found=description, expected="a name", hint=hint)
            )
        elif node.text == "<<" and node.plain:
            hint = "repeat the keys, or refer to whole values with `&name` and `*name`"
            message = "merge keys `<<` are not used here"
            self.problems.append(problem("SRC019", node.span, message, expected="an ordinary key", hint=hint))

    def _tag(self, event: Any) -> None:
        tag = event.tag
        if tag is not None and tag not in _PLAIN_TAGS:
            tag_words = "!!" + tag.removeprefix("tag:yaml.org,2002:") if tag.startswith("tag:yaml") else tag
            span = self._span(event.start_mark, event.end_mark)
            hint = "remove the tag; quote a text that begins with `!`"
            message = f"the tag `{tag_words}` is not used in battle files"
            self.problems.append(problem("SRC014", span, message, found=f"tag `{tag_words}`", hint=hint))

    def _scalar(self, event: Any) -> None:
        text, style, tag = event.value, event.style, event.tag
        if tag is not None:
            self._tag(event)
        start, end = event.start_mark, event.end_mark
        end_line = end.line + 1
        if end_line < self._line_count:  # as `_span`, spelt out: a file may hold a million scalars
            span = Span(self.file, start.line + 1, start.column + 1, end_line, end.column + 1)
        else:
            span = self._span(start, end)
        if self.stand_ins:
            text = text.translate(self.stand_ins)
        if not style:
            plain = tag is None
            node = Node("scalar", core_value(text) if plain else text, span, {}, text, plain)
        else:
            node = Node("scalar", text, span, {}, text)
            if style in "|>":
                self._block(node)
            elif style == '"' and not text.isprintable() and CONTROL.search(text):
                self.problems.append(control_character(text, span))  # anywhere else the parser refuses them
        if event.anchor is not None:
            self.anchors[event.anchor] = _AnchoredNode(node, 1, 0)
        self._add(node, 1, 0)

    def _block(self, node: Node) -> None:
        """Cut the end of a block scalar back to its last line and find its indentation."""
        span = node.span
        first, last = span.line + 1, span.end_line if span.end_col > 1 else span.end_line - 1
        while last > span.line and not self._line(last).strip():
            last -= 1
        end_col = len(self._line(last)) + 1
        node.span = Span(
            self.file, span.line, span.col, last, max(end_col, span.col if last == span.line else 1)
        )
        lines = node.text.split("\n")
        for number, row in enumerate(lines):
            source = self._line(first + number)
            if row.strip() and source.endswith(row):
                node.indent = len(source) - len(row)
                return
        node.indent = 0

    def _start_map(self, event: Any) -> None:
        self._start(event, Node("map", {}, self._span(event.start_mark, event.end_mark)))

    def _start_list(self, event: Any) -> None:
        self._start(event, Node("list", [], self._span(event.start_mark, event.end_mark)))

    def _start(self, event: Any, node: Node) -> None:
        if event.tag is not None:
            self._tag(event)
        if len(self.stack) >= MAX_DEPTH:
            raise ReadingStopped(too_deep(node.span))
        self.stack.append(_OpenCollection(node, event.anchor, event.flow_style, self.count))

    def _end(self, event: Any) -> None:
        top = self.stack.pop()
        node, span = top.node, top.node.span
        if top.flow:
            node.span = self._span_from(span, self._span(event.start_mark, event.end_mark))
        elif node.value:  # a block ends with its last value, not with the token after it
            last = node.value[-1] if node.kind == "list" else node.value[next(reversed(node.value))]
            tail = (
                last.span
                if node.kind == "list"
                else max(last.span, node.key_spans[next(reversed(node.value))])
            )
            if (tail.end_line, tail.end_col) > (span.end_line, span.end_col):
                node.span = self._span_from(span, tail)
        size = self.count - top.size_before + 1
        if top.anchor is not None:
            self.anchors[top.anchor] = _AnchoredNode(node, size, top.height)
        self._add(node, 1, top.height)

    def _span_from(self, start: Span, end: Span) -> Span:
        return Span(self.file, start.line, start.col, end.end_line, end.end_col)

    def _alias(self, event: Any) -> None:
        span = self._span(event.start_mark, event.end_mark)
        anchored_node = self.anchors.get(event.anchor)
        if anchored_node is None:
            inside = any(level.anchor == event.anchor for level in self.stack)
            message = (
                f"`*{event.anchor}` refers to the value it is part of"
                if inside
                else f"`*{event.anchor}` refers to nothing: no `&{event.anchor}` stands above"
            )
            hint = "quote a text that begins with `*`" if not inside else "repeat the value instead"
            raise ReadingStopped(problem("SRC017", span, message, hint=hint))
        if len(self.stack) + anchored_node.height > MAX_DEPTH:
            raise ReadingStopped(too_deep(span))
        if self.count + anchored_node.size > MAX_NODES:
            raise ReadingStopped(too_many(span))
        self._add(anchored_node.node, anchored_node.size, anchored_node.height)

    # errors

    def _character(self) -> Diagnostic:
        match = CONTROL.search(self.text)
        if match is None:
            return problem("SRC010", whole_file(self.file), "the text is not readable as YAML")
        span = LineIndex(self.text, self.file).span(match.start(), match.end())
        return control_character(match.group(), span)

    def _syntax(self, error: Any) -> Diagnostic:
        from jdgtools.source.yaml_errors import explain

        mark = error.problem_mark or error.context_mark
        line, col = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        here = self._clamp(line, col)
        for number in (here.line, here.line + 1):
            match = _TAB_INDENT.match(self._line(number))
            if match and self._line(number).strip():
                tab = Span(self.file, number, match.end(), number, match.end() + 1)
                hint = "replace each tab at the beginning of a line by two spaces"
                message = "a tab is used for indentation; YAML allows spaces only"
                return problem("SRC011", tab, message, found="a tab", expected="spaces", hint=hint)
        return explain(error, here, self._clamp, self._line)
