"""Damage to the structure of YAML and JSON: keys, values, types, order, references.

The text is edited at the places of its nodes, so that everything else stays as the author wrote it and the
line of the slip is known.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from jdgtools.source import Node, Span
from jdgtools.source.load import parse_text
from tests.fuzz.damage_text import HUGE, Damage, near


class Place(NamedTuple):
    """A value in its map or list."""

    holder: Node
    key: str | None
    """None: an element of a list."""
    index: int
    """Among its sisters, in the order of the text."""
    node: Node
    parents: tuple[Node, ...]


class Tree:
    """A text with its nodes.

    Args:
        text: of one of the kinds that `parse_text` reads, without mistakes.
        suffix: its kind, such as ".yaml".
    """

    def __init__(self, text: str, suffix: str) -> None:
        node, problems = parse_text(text, "x", suffix)
        assert node is not None and not problems
        self.text, self.root, self.json = text, node, suffix in (".json", ".geojson")
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self.places = list(self._walk(node, ()))
        self.words = sorted({p.node.text for p in self.places if p.node.is_scalar and p.node.text})

    def _walk(self, node: Node, parents: tuple[Node, ...]) -> list[Place]:
        found = []
        if node.is_map:
            children: list[tuple[str | None, Node]] = list(node.items())
        elif node.is_list:
            children = [(None, child) for child in node.elements()]
        else:
            return []
        for index, (key, child) in enumerate(children):
            found.append(Place(node, key, index, child, (*parents, node)))
            found += self._walk(child, (*parents, node))
        return found

    def begin(self, span: Span) -> int:
        """Offset of the first character."""
        return self._starts[span.line - 1] + span.col - 1

    def end(self, span: Span) -> int:
        """Offset behind the last character."""
        return self._starts[span.end_line - 1] + span.end_col - 1

    def line(self, offset: int) -> int:
        """Line of an offset."""
        return self.text.count("\n", 0, offset) + 1

    def flow(self, holder: Node) -> bool:
        """Whether a map or list stands in brackets."""
        return self.text[self.begin(holder.span)] in "{["

    def entry(self, place: Place) -> tuple[int, int]:
        """Offsets of an entry with its key, and with the comma or line that parts it from its sister."""
        first = self._first(place)
        sisters = [p for p in self.places if p.holder is place.holder]
        if place.index + 1 < len(sisters):
            return first, self._first(sisters[place.index + 1])
        last = self.end(place.node.span)
        if self.flow(place.holder) and place.index:
            return self.end(sisters[place.index - 1].node.span), last
        return first, last

    def _first(self, place: Place) -> int:
        if place.key is not None:
            return self.begin(place.holder.key_span(place.key))
        first = self.begin(place.node.span)
        if self.flow(place.holder):
            return first
        # The dash of an element stands before it.
        return self.text.rindex("-", 0, first)

    def holder_lines(self, place: Place) -> frozenset[int]:
        """Where a map or list is spoken of as a whole: its first line, and that of its key."""
        begin = self.begin(place.holder.span)
        lines = near(self.line(begin))
        if len(place.parents) > 1:
            above = place.parents[-2]
            spans = [span for key, span in above.key_spans.items() if above.get(key) is place.holder]
            lines |= frozenset(span.line for span in spans)
        return lines

    def replaced(self, begin: int, end: int, new: str) -> tuple[str, frozenset[int]]:
        """The text with another piece, and the lines of the piece."""
        first = self.line(begin)
        return self.text[:begin] + new + self.text[end:], near(first, first + new.count("\n"))


Result = tuple[str, frozenset[int]] | None
TreeOperator = Callable[[Tree, Place, random.Random], Result]


def delete_entry(tree: Tree, place: Place, rng: random.Random) -> Result:
    begin, end = tree.entry(place)
    text, lines = tree.replaced(begin, end, "")
    return text, lines | tree.holder_lines(place)


def rename_key(tree: Tree, place: Place, rng: random.Random) -> Result:
    if place.key is None or len(place.key) < 2:
        return None
    span = place.holder.key_span(place.key)
    begin, end = tree.begin(span), tree.end(span)
    at = begin + rng.randrange(end - begin)
    if tree.text[at] in "\"'":
        return None
    return tree.replaced(at, at + 1, rng.choice(("", tree.text[at] * 2, rng.choice("aeinrstx_"))))


def duplicate_entry(tree: Tree, place: Place, rng: random.Random) -> Result:
    if place.key is None:
        return None
    sisters = [p for p in tree.places if p.holder is place.holder]
    if place.index + 1 == len(sisters):
        return None
    begin, end = tree.entry(place)
    piece = tree.text[begin:end]
    text, lines = tree.replaced(begin, begin, piece)
    first = min(lines)
    return text, near(first, first + 2 * piece.count("\n") + 1)


def move_entry(tree: Tree, place: Place, rng: random.Random) -> Result:
    """An element of a list goes to its end or to another list."""
    if place.key is not None:
        return None
    others = [p for p in tree.places if p.key is None and tree.flow(p.holder) == tree.flow(place.holder)]
    target = rng.choice(others)
    inside = tree.entry(place)[0] <= tree.begin(target.node.span) < tree.entry(place)[1]
    if inside or not tree.flow(place.holder) or target.holder is place.holder:
        return None
    piece = tree.text[tree.begin(place.node.span) : tree.end(place.node.span)]
    begin, end = tree.entry(place)
    at = tree.begin(target.node.span)
    if at < begin:
        text = tree.text[:at] + piece + ", " + tree.text[at:begin] + tree.text[end:]
    else:
        text = tree.text[:begin] + tree.text[end:at] + piece + ", " + tree.text[at:]
    cut = tree.text.count("\n", begin, end)
    lines = near(tree.line(at), tree.line(at)) | near(tree.line(at) - cut) | near(tree.line(begin))
    return text, lines | tree.holder_lines(place)


def _value(new: Callable[[Tree, Place, random.Random], str | None], name: str) -> TreeOperator:
    def operator(tree: Tree, place: Place, rng: random.Random) -> Result:
        if not place.node.is_scalar or (span := place.node.span) is None:
            return None
        made = new(tree, place, rng)
        block = tree.text[tree.begin(span)] in "|>"
        if made is None or block:
            return None
        text, lines = tree.replaced(tree.begin(span), tree.end(span), made)
        return text, lines | near(place.holder.key_span(place.key).line if place.key else min(lines))

    operator.__name__ = name
    return operator


def _number(tree: Tree, place: Place, rng: random.Random) -> str | None:
    if not isinstance(place.node.value, int | float) or isinstance(place.node.value, bool):
        return None
    numbers = ("-1", "0", "99", "1000000000", "0.5", "true", '"x"', *HUGE)
    return rng.choice([n for n in numbers if not tree.json or n not in ("NaN", ".inf", "0x10", "1_000")])


def _other_word(tree: Tree, place: Place, rng: random.Random) -> str | None:
    if not place.node.text or isinstance(place.node.value, int | float):
        return None
    word = rng.choice(tree.words)
    return f'"{word}"' if word.isprintable() and '"' not in word and "\\" not in word else None


def _misspelt(tree: Tree, place: Place, rng: random.Random) -> str | None:
    text = place.node.text
    if len(text) < 2 or not text.isascii() or isinstance(place.node.value, int | float):
        return None
    at = rng.randrange(len(text) - 1)
    made = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return None if made == text or '"' in made or "\\" in made or "\n" in made else f'"{made}"'


def _type(tree: Tree, place: Place, rng: random.Random) -> str:
    return rng.choice(("[]", "{}", "true", "17", '["x"]', '{"x": 1}', "[[[]]]"))


def _empty(tree: Tree, place: Place, rng: random.Random) -> str:
    return rng.choice(('""', '" "', '"\u00a0"'))


def _null(tree: Tree, place: Place, rng: random.Random) -> str:
    return "null"


def _control(tree: Tree, place: Place, rng: random.Random) -> str:
    return (
        '"' + rng.choice(("\\u001b[31m", "\\u0007", "\\u0000", "\\ud800", "\\ufffe", "\\u202e", "\\n")) + '"'
    )


TREE: tuple[TreeOperator, ...] = (
    delete_entry, delete_entry, rename_key, rename_key, duplicate_entry, move_entry,
    _value(_number, "odd number"), _value(_number, "odd number"), _value(_other_word, "wrong reference"),
    _value(_other_word, "wrong reference"), _value(_misspelt, "misspelt word"), _value(_type, "other type"),
    _value(_empty, "empty word"), _value(_null, "null"), _value(_control, "control character"),
)  # fmt: skip


def damage_tree(content: bytes, suffix: str, rng: random.Random) -> Damage:
    """A YAML or JSON file with one slip in its structure."""
    tree = _tree(content, ".json" if suffix == ".geojson" else suffix)
    while True:
        operator = rng.choice(TREE)
        made = operator(tree, rng.choice(tree.places), rng)
        if made is not None and made[0] != tree.text:
            name = f"structure: {operator.__name__.replace('_', ' ')}"
            return Damage(name, made[0].encode("utf-8", "surrogatepass"), made[1])


_KNOWN: dict[bytes, Tree] = {}


def _tree(content: bytes, suffix: str) -> Tree:
    if content not in _KNOWN:
        _KNOWN[content] = Tree(content.decode(), suffix)
    return _KNOWN[content]
