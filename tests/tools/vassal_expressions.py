"""Evaluator of the engine's expressions: the functions and operators that modules of ours use.

It follows the engine (BeanShell): whole numbers have 32 bits and divide towards zero, a property that is a
number is one, an unknown property is an empty text, `true` is a boolean. Anything that it does not know is
an error, so that a module cannot use a function that no test evaluates. What lies on the table, its range and
its dice come from a `Table`; `tabletop.Tabletop` is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Protocol

Value = Any
Lookup = Callable[[str], Value]
Node = Callable[["Scope"], Value]

_TOKEN = re.compile(
    r'\s*(?:(\d+\.?\d*)|"((?:[^"\\]|\\.)*)"|([A-Za-z_][A-Za-z_0-9]*)|(\|\||&&|==|!=|<=|>=|[-+*/%<>!?:().,]))'
)


class ExpressionError(ValueError):
    """Text that is no expression of the known language."""


class NoNumberError(ExpressionError):
    """A comparison or sum with a text, such as a property that a piece does not have."""


class Table(Protocol):
    """What functions of an expression ask of the game."""

    def lookups(self, board: str) -> Iterable[Lookup]:
        """Return the properties of each piece on a map."""

    def distance(self, x1: int, y1: int, x2: int, y2: int) -> int:
        """Return the range in hexes between two points of the map."""

    def roll(self, sides: int) -> int:
        """Return the number that a die shows."""


class Scope:
    """What an expression can read: properties of a piece or of the module, and what lies on the table."""

    def __init__(self, lookup: Lookup, table: Table | None = None) -> None:
        """Take the properties; without a table, functions that ask it are errors."""
        self.lookup = lookup
        self._table = table

    @property
    def table(self) -> Table:
        """The game.

        Raises:
            ExpressionError: the expression is evaluated without one.
        """
        if self._table is None:
            raise ExpressionError("no table")
        return self._table

    def matches(self, board: str, test: str) -> list[Scope]:
        """Return the scopes of the pieces on a map that pass a test."""
        scopes = [Scope(lookup, self._table) for lookup in self.table.lookups(board)]
        return [s for s in scopes if accepts(test, s)]


def typed(value: str | int | bool | None) -> Value:
    """Return a property as the engine hands it to an expression."""
    if value is None:
        return ""
    if isinstance(value, str):
        if re.fullmatch(r"-?\d+", value):
            return int(value)
        if value in ("true", "false"):
            return value == "true"
    return value


def evaluate(text: str, scope: Scope) -> Value:
    """Return the value of an expression in braces; of any other text, the text.

    Raises:
        ExpressionError: the text is no expression of the known language.
    """
    if not (text.startswith("{") and text.endswith("}")):
        return text
    return _parse(text[1:-1])(scope)


def holds(text: str, scope: Scope) -> bool:
    """Return whether a condition in braces holds.

    Raises:
        ExpressionError: the text is no condition.
    """
    return _truth(evaluate(text, scope))


def accepts(text: str, scope: Scope) -> bool:
    """Return whether a filter lets a piece through.

    The engine leaves out a piece that lacks a property which the filter compares with a number.
    """
    try:
        return holds(text, scope)
    except NoNumberError:
        return False


def text_of(value: Value) -> str:
    """Return a value as the engine writes it into a property."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def _parse(text: str) -> Node:
    parser = _Parser(text)
    node = parser.choice()
    if parser.kind != "end":
        raise ExpressionError(f"{parser.token!r} in {text[:200]}")
    return node


class _Parser:
    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0
        self.kind = self.token = ""
        self.is_property = False
        """Whether what was read last is a property."""
        self.step()

    def step(self) -> str:
        last = self.token
        if not self.text[self.place :].strip():
            self.kind, self.token = "end", ""
            return last
        match = _TOKEN.match(self.text, self.place)
        if match is None:
            raise ExpressionError(self.text[self.place : self.place + 40])
        kinds = ("number", "text", "name", "sign")
        n = next(i for i, group in enumerate(match.groups()) if group is not None)
        self.kind, self.token, self.place = kinds[n], match.groups()[n], match.end()
        return last

    def take(self, *signs: str) -> str:
        if self.kind == "sign" and self.token in signs:
            return self.step()
        return ""

    def need(self, sign: str) -> None:
        if not self.take(sign):
            raise ExpressionError(f"{sign} expected at {self.token!r} in {self.text[:200]}")

    def choice(self) -> Node:
        test = self.chain(0)
        if not self.take("?"):
            return test
        first = self.choice()
        self.need(":")
        second = self.choice()
        return lambda s: first(s) if _truth(test(s)) else second(s)

    def chain(self, level: int) -> Node:
        if level == len(_LEVELS):
            return self.unary()
        node = self.chain(level + 1)
        while sign := self.take(*_LEVELS[level]):
            node = _operation(sign, node, self.chain(level + 1))
        return node

    def unary(self) -> Node:
        if self.take("!"):
            inner = self.unary()
            return lambda s: not _truth(inner(s))
        if self.take("-"):
            inner = self.unary()
            return lambda s: -_number(inner(s))
        node = self.primary()
        while self.take("."):
            if self.kind != "name":
                raise ExpressionError(self.text[:200])
            if self.is_property and self.token == "charAt":
                # The engine finds a property before some functions of texts; before this one it sees no
                # variable, and the expression fails: `GetString("NAME")` serves.
                raise ExpressionError(f"charAt of a property in {self.text[:200]}")
            node = _method(self.step(), node, self.arguments())
        return node

    def primary(self) -> Node:
        kind, token = self.kind, self.token
        self.is_property = False
        if kind == "number":
            self.step()
            return lambda s: float(token) if "." in token else int(token)
        if kind == "text":
            self.step()
            plain = re.sub(r"\\(.)", r"\1", token)
            return lambda s: plain
        if self.take("("):
            node = self.choice()
            self.need(")")
            return node
        if kind != "name":
            raise ExpressionError(f"{token!r} in {self.text[:200]}")
        self.step()
        if token in ("Math", "Integer"):
            self.need(".")
            token = f"{token}.{self.step()}"
        if self.kind == "sign" and self.token == "(":
            node = _function(token, self.arguments())
            self.is_property = False
            return node
        if token in ("true", "false"):
            return lambda s: token == "true"
        self.is_property = True
        return lambda s: typed(s.lookup(token))

    def arguments(self) -> list[Node]:
        self.need("(")
        nodes: list[Node] = []
        while not self.take(")"):
            nodes.append(self.choice())
            self.take(",")
        return nodes


_LEVELS = (("||",), ("&&",), ("==", "!="), ("<", ">", "<=", ">="), ("+", "-"), ("*", "/", "%"))


def _truth(value: Value) -> bool:
    if not isinstance(value, bool):
        raise ExpressionError(f"no condition: {value!r}")
    return value


def _number(value: Value) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NoNumberError(f"no number: {value!r}")
    return value


def _operation(sign: str, first: Node, second: Node) -> Node:
    match sign:
        case "||":
            return lambda s: _truth(first(s)) or _truth(second(s))
        case "&&":
            return lambda s: _truth(first(s)) and _truth(second(s))
        case "==":
            return lambda s: first(s) == second(s)
        case "!=":
            return lambda s: first(s) != second(s)
        case "+":
            return lambda s: _in_range(_plus(first(s), second(s)))
    return lambda s: _in_range(_NUMBERS[sign](_number(first(s)), _number(second(s))))


def _in_range(value: Value) -> Value:
    # The engine's whole numbers have 32 bits and begin anew beyond them without a word.
    if isinstance(value, int) and abs(value) >= 2**31:
        raise ExpressionError(f"{value} is beyond the engine's whole numbers")
    return value


_NUMBERS: dict[str, Callable[[int, int], Value]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b if isinstance(a + b, float) else _quotient(a, b),
    "%": lambda a, b: a - b * _quotient(a, b),
}


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _plus(first: Value, second: Value) -> Value:
    if isinstance(first, str) or isinstance(second, str):
        return text_of(first) + text_of(second)
    return _number(first) + _number(second)


def _whole(value: Value) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ExpressionError(f"no whole number: {value!r}")
    return value


def _string(value: Value) -> str:
    if not isinstance(value, str):
        raise ExpressionError(f"no text: {value!r}")
    return value


def _method(name: str, node: Node, arguments: list[Node]) -> Node:
    """Return a call of a method of a text; a property that is a number counts as its text."""

    def text(scope: Scope) -> str:
        return text_of(node(scope))

    match name, arguments:
        case "equals", [other]:
            return lambda s: text(s) == text_of(other(s))
        case "charAt", [place]:
            return lambda s: ord(text(s)[_whole(place(s))])
        case "startsWith", [start]:
            return lambda s: text(s).startswith(_string(start(s)))
        case "contains", [part]:
            return lambda s: _string(part(s)) in text(s)
        case "indexOf", [part]:
            return lambda s: text(s).find(_string(part(s)))
        case "substring", [start]:
            return lambda s: _part(text(s), _whole(start(s)))
        case "substring", [start, end]:
            return lambda s: _part(text(s), _whole(start(s)), _whole(end(s)))
        case "length", []:
            return lambda s: len(text(s))
    raise ExpressionError(f"method {name} of {len(arguments)} arguments")


def _part(text: str, start: int, end: int | None = None) -> str:
    # The engine stops where Python would count from the end or take what there is.
    end = len(text) if end is None else end
    if not 0 <= start <= end <= len(text):
        raise ExpressionError(f"part {start} to {end} of {text!r}")
    return text[start:end]


def _parse_int(text: str) -> int:
    if not re.fullmatch(r"[-+]?[0-9]+", text):
        raise ExpressionError(f"no whole number: {text!r}")
    return int(_in_range(int(text)))


def _function(name: str, arguments: list[Node]) -> Node:
    match name, arguments:
        case "Math.min", [first, second]:
            return lambda s: min(_number(first(s)), _number(second(s)))
        case "Math.max", [first, second]:
            return lambda s: max(_number(first(s)), _number(second(s)))
        case "Math.abs", [first]:
            return lambda s: abs(_number(first(s)))
        case "Integer.parseInt", [text]:
            return lambda s: _parse_int(_string(text(s)))
        case "CountMap", [board, test]:
            return lambda s: len(s.matches(board(s), test(s)))
        case "CountLocation", [test]:
            return lambda s: sum(
                piece.lookup("LocationName") == s.lookup("LocationName")
                for piece in s.matches(text_of(s.lookup("CurrentMap")), test(s))
            )
        case "SumMap", [prop, board, test]:
            return lambda s: sum(
                _number(value)
                for piece in s.matches(board(s), test(s))
                if (value := typed(piece.lookup(prop(s)))) != ""
            )
        case "Range", [x, y]:  # from the piece itself
            return lambda s: s.table.distance(
                *(_whole(typed(s.lookup(name))) for name in ("CurrentX", "CurrentY")),
                _whole(x(s)),
                _whole(y(s)),
            )
        case "Range", [x1, y1, x2, y2, *_]:
            return lambda s: s.table.distance(*(_whole(node(s)) for node in (x1, y1, x2, y2)))
        case "Random", [sides]:
            return lambda s: s.table.roll(_whole(sides(s)))
        case "GetProperty", [prop]:
            return lambda s: typed(s.lookup(prop(s)))
        case "GetString", [prop]:
            return lambda s: "" if (value := s.lookup(prop(s))) is None else text_of(value)
    raise ExpressionError(f"function {name} of {len(arguments)} arguments")
