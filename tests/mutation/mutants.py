"""Small changes of a source text, each of which should be noticed."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from msgspec import Struct

_COMPARE = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
_BINARY = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "+", ast.BitOr: "&", ast.BitAnd: "|",
    ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip
_SWAP = {"max": "min", "min": "max", "any": "all", "all": "any"}


class Mutant(Struct, frozen=True):
    """One change: the text between two places of a module is replaced."""

    module: str
    part: str
    line: int
    start: int
    end: int
    """Offsets in the source, characters."""
    old: str
    new: str

    @property
    def id(self) -> str:
        """Name in the results."""
        return f"{self.module}:{self.start}-{self.end}:{self.new}"

    def applied(self, source: str) -> str:
        """The source with the change."""
        assert source[self.start : self.end] == self.old
        return source[: self.start] + self.new + source[self.end :]


def mutants_of(source: str, module: str, part: str) -> list[Mutant]:
    """All mutants of a module, in the order of the source; some are no Python (see `compiles`)."""
    rows = [0]
    for row in source.splitlines(keepends=True):
        rows.append(rows[-1] + len(row))
    texts = source.splitlines()

    def place(row: int, column: int) -> int:
        # The columns of the syntax tree count bytes.
        return rows[row - 1] + len(texts[row - 1].encode()[:column].decode())

    def span(node: ast.AST) -> tuple[int, int]:
        return (
            place(node.lineno, node.col_offset),  # type: ignore[attr-defined]
            place(node.end_lineno, node.end_col_offset),  # type: ignore[attr-defined]
        )

    found = []
    for node, new in _changes(ast.parse(source), source, span):
        start, end = span(node)
        old = source[start:end]
        if new != old:
            found.append(Mutant(module, part, node.lineno, start, end, old, new))  # type: ignore[attr-defined]
    return sorted(found, key=lambda m: (m.start, m.end, m.new))


def compiles(source: str) -> bool:
    """Whether a text is Python: it takes as long as all else, so only those that are drawn are asked."""
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _changes(tree: ast.AST, source: str, span) -> Iterator[tuple[ast.AST, str]]:  # type: ignore[no-untyped-def]
    def text(node: ast.AST) -> str:
        start, end = span(node)
        return source[start:end]

    skipped: set[int] = set()
    for node in ast.walk(tree):
        # Annotations say nothing at run time, words for people are read by tests of their own.
        if isinstance(node, (ast.FunctionDef, ast.AnnAssign, ast.arg, ast.JoinedStr, ast.Assert)):
            away = [getattr(node, "annotation", None), getattr(node, "returns", None)]
            away += [node] if isinstance(node, (ast.JoinedStr, ast.Assert)) else []
            skipped |= {id(inner) for top in away if top is not None for inner in ast.walk(top)}
        # `zip(…, strict=True)` is an assertion, `class X(Struct, frozen=True)` a declaration.
        if isinstance(node, ast.keyword) and node.arg in ("strict", "frozen"):
            skipped.add(id(node.value))
        if isinstance(node, ast.If) and text(node.test) == "TYPE_CHECKING":
            skipped |= {id(inner) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARE:
                yield node, f"({text(left)}) {_COMPARE[type(op)]} ({text(right)})"
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
                yield node, f"({text(left)}) {_BINARY[type(op)]} ({text(right)})"
            case ast.BoolOp(op=op, values=[first, *rest]):
                word = " or " if isinstance(op, ast.And) else " and "
                yield node, "(" + word.join(f"({text(v)})" for v in (first, *rest)) + ")"
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                yield node, f"bool({text(inner)})"
            case ast.Constant(value=bool(value)):
                yield node, str(not value)
            case ast.Constant(value=int(value)):
                yield node, str(value + 1)
            case ast.Call(func=ast.Name(id=name)) if name in _SWAP:
                yield node.func, _SWAP[name]
            case ast.If(test=test) | ast.While(test=test) if not isinstance(test, ast.Constant):
                if isinstance(node, ast.If):
                    yield test, f"(not ({text(test)}))"
            case ast.IfExp(test=test):
                yield test, f"(not ({text(test)}))"
            case ast.Continue():
                yield node, "pass"
            case ast.Return(value=ast.AST() as value) if not isinstance(value, ast.Constant):
                yield value, "None"
