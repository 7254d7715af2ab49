"""A small evaluator of the engine's expressions, for the functions and operators that our modules use.

It follows the engine (BeanShell): whole numbers divide towards zero, a property that is a number is one,
an unknown property is an empty text, `true` is a boolean. Anything that it does not know is an error, so
that a module cannot use a function that no test evaluates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

Value = Any
Lookup = Callable[[str], Value]
Node = Callable[["Scope"], Value]

_TOKEN = re.compile(
    r'\s*(?:(\d+\.?\d*)|"((?:[^"\\]|\\.)*)"|([A-Za-z_][A-Za-z_0-9]*)|(\|\||&&|==|!=|<=|>=|[-+*/<>!?:().,]))'
)


class ExpressionError(ValueError):
    """Text that is no expression of the known language."""


class Scope:
    """What an expression can read: properties of a piece or of the module, and the pieces of the maps."""

    def __init__(
        self,
        lookup: Lookup,
        pieces: Mapping[str, list[Lookup]] | None = None,
        distance: Callable[..., int] | None = None,
        roll: Callable[[int], int] | None = None,
    ) -> None:
        """Take the properties, the pieces by map, the range function and the die."""
        self.lookup = lookup
        self.pieces = pieces or {}
        self.distance = distance
        self.roll = roll

    def of(self, lookup: Lookup) -> Scope:
        """Return the scope of a piece, whose own properties come before those of the module."""

        def both(name: str) -> Value:
            value = lookup(name)
            return self.lookup(name) if value is None else value

        return Scope(both, self.pieces, self.distance, self.roll)


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
            node = _method(self.step(), node, self.arguments())
        return node

    def primary(self) -> Node:
        kind, token = self.kind, self.token
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
        if token == "Math":
            self.need(".")
            return _function(f"Math.{self.step()}", self.arguments())
        if self.kind == "sign" and self.token == "(":
            return _function(token, self.arguments())
        if token in ("true", "false"):
            return lambda s: token == "true"
        return lambda s: typed(s.lookup(token))

    def arguments(self) -> list[Node]:
        self.need("(")
        nodes: list[Node] = []
        while not self.take(")"):
            nodes.append(self.choice())
            self.take(",")
        return nodes


_LEVELS = (("||",), ("&&",), ("==", "!="), ("<", ">", "<=", ">="), ("+", "-"), ("*", "/"))


def _truth(value: Value) -> bool:
    if not isinstance(value, bool):
        raise ExpressionError(f"no condition: {value!r}")
    return value


def _number(value: Value) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ExpressionError(f"no number: {value!r}")
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
    "/": lambda a, b: (
        a / b if isinstance(a + b, float) else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    ),
}


def _plus(first: Value, second: Value) -> Value:
    if isinstance(first, str) or isinstance(second, str):
        return _text(first) + _text(second)
    return _number(first) + _number(second)


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _method(name: str, node: Node, arguments: list[Node]) -> Node:
    match name:
        case "equals":
            return lambda s: str(node(s)) == arguments[0](s)
        case "charAt":
            return lambda s: ord(str(node(s))[_number(arguments[0](s))])
        case "startsWith":
            return lambda s: str(node(s)).startswith(arguments[0](s))
        case "contains":
            return lambda s: arguments[0](s) in str(node(s))
        case "length":
            return lambda s: len(str(node(s)))
    raise ExpressionError(f"method {name}")


def _function(name: str, arguments: list[Node]) -> Node:
    match name:
        case "Math.min":
            return lambda s: min(_number(a(s)) for a in arguments)
        case "Math.max":
            return lambda s: max(_number(a(s)) for a in arguments)
        case "Math.abs":
            return lambda s: abs(_number(arguments[0](s)))
        case "CountMap":
            return lambda s: sum(1 for _ in _matches(s, arguments[0](s), arguments[1](s)))
        case "SumMap":
            return lambda s: sum(
                value if isinstance(value := typed(piece.lookup(arguments[0](s))), int) else 0
                for piece in _matches(s, arguments[1](s), arguments[2](s))
            )
        case "Range":
            return lambda s: _distance(s, [a(s) for a in arguments])
        case "Random":
            return lambda s: _roll(s, _number(arguments[0](s)))
        case "GetString":
            return lambda s: str(s.lookup(arguments[0](s)) or "")
    raise ExpressionError(f"function {name}")


def _matches(scope: Scope, board: str, test: str) -> list[Scope]:
    scopes = [scope.of(piece) for piece in scope.pieces.get(board, [])]
    return [s for s in scopes if _truth(evaluate(test, s))]


def _distance(scope: Scope, arguments: list[Value]) -> int:
    if scope.distance is None:
        raise ExpressionError("no map")
    return scope.distance(*arguments[:4])


def _roll(scope: Scope, sides: int) -> int:
    if scope.roll is None:
        raise ExpressionError("no die")
    return scope.roll(sides)
