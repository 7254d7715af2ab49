"""The source files of a series, and the span in them of a word, a text, a function or an error.

The audit of a series (`jdg check --series ID`) must say where each problem stands. A vocabulary is made of
Python objects, which do not remember the line that they were written in, so lines are looked up in the source
text: a word is searched for as a string constant, first inside the call that builds its owner.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from types import CodeType

from msgspec.structs import replace

from jdgtools.source.project import Sources
from jdgtools.source.span import Span, whole_file

_TEXTS = (".py", ".json", ".txt")


class SeriesFiles:
    """The source files of a series' package."""

    def __init__(self, package: str, sources: Sources) -> None:
        """Find the files of a package, which need not be importable.

        Args:
            package: dotted name of the package.
            sources: gets the text of every file that a span points into.
        """
        self._sources = sources
        self._package = package
        self.folder = _folder(package)
        """Folder of the package; None when it cannot be found."""

    def span_of_word(self, word: str, *owners: str) -> Span | None:
        """Return the span of a word of the vocabulary, or of the innermost owner whose entry can be found.

        Args:
            word: string constant, e.g. the name of a style.
            owners: ids of the entries that hold it, the innermost first: a state value, then its axis.
        """
        for owner in owners:
            for path, call in self._calls:
                if _id_of(call) == owner and (constant := _constant(call, word)) is not None:
                    return self._span(path, constant)
        for path, tree in self._trees.items():
            if (constant := _constant(tree, word)) is not None:
                return self._span(path, constant)
        for owner in owners:
            if owner != word and (span := self.span_of_word(owner)) is not None:
                return span
        return self.span_of_part("definition")

    def span_of_last(self, entry: str) -> Span | None:
        """Return the span of the last entry of the vocabulary that has an id."""
        for path, call in reversed(self._calls):
            if _id_of(call) == entry and (constant := _constant(call, entry)) is not None:
                return self._span(path, constant)
        return self.span_of_word(entry)

    def span_of_text(self, text: str, folder: str = "") -> Span | None:
        """Return the first span of a text in the data files of the package, such as a chart.

        Args:
            text: as it reads once the escapes of JSON are resolved.
            folder: part of the package that is searched, e.g. `charts`; '' = all of it.
        """
        spellings = (text, json.dumps(text)[1:-1])
        for path in self._paths:
            if path.suffix == ".py" or (folder and folder not in path.parts):
                continue
            for number, line in enumerate(self._read(path).splitlines(), 1):
                for form in spellings:
                    column = line.find(f'"{form}"') + 1 or (line.find(form) if path.suffix == ".txt" else -1)
                    if column > 0:
                        return self._at(path, number, column + 1, number, column + 1 + len(form))
        return None

    def span_of_file(self, name: str, line: int = 1) -> Span | None:
        """Return a line of a file of the package, e.g. `charts/fire.json`; None if there is no such file."""
        path = self.folder / name if self.folder is not None else None
        return self._at(path, line, 1) if path is not None and path in self._paths else None

    def lines_of(self, name: str) -> list[str]:
        """Return the lines of a file of the package; none if there is no such file."""
        path = self.folder / name if self.folder is not None else None
        return self._read(path).splitlines() if path is not None and path in self._paths else []

    def span_in_template(self, span: Span, lines: Sequence[str] | None) -> Span:
        """Return a span in the battle to start from, named like those in the package.

        Args:
            span: as a check of the battle gives it.
            lines: text of the file; None if it cannot be read.
        """
        path = Path(span.file).resolve()
        inside = self.folder is not None and path.is_relative_to(self.folder.resolve())
        if not inside or self.folder is None:
            path_shown = span.file
        else:
            path_shown = self._path_in_report(self.folder / path.relative_to(self.folder.resolve()))
        if lines is not None and self._sources.lines(path_shown) is None:
            self._sources.remember(path_shown, "\n".join(lines))
        return replace(span, file=path_shown)

    def span_of_function(self, code: CodeType, word: str = "") -> Span | None:
        """Return the span of a string constant in a function or its decorators, else of the function."""
        path = Path(code.co_filename)
        for node in ast.walk(self._trees.get(path, ast.Module([], []))):
            if not isinstance(node, ast.FunctionDef) or node.name != code.co_name:
                continue
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            if first != code.co_firstlineno and node.lineno != code.co_firstlineno:
                continue
            constant = _constant(node, word) if word else None
            return self._span(path, constant) if constant is not None else self._at(path, first, 1)
        return self._at(path, code.co_firstlineno, 1) if path in self._paths else None

    def span_of_callable(self, function: object) -> Span | None:
        """Return the span of a function or method; None if the package does not define it."""
        while isinstance(function, partial):
            function = function.func
        code = getattr(getattr(function, "__func__", function), "__code__", None)
        return self.span_of_function(code) if isinstance(code, CodeType) else None

    def span_of_class(self, kind: type) -> Span | None:
        """Return the span of a class that the package defines; None of any other."""
        for path, tree in self._trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
                    return self._at(path, node.lineno, node.col_offset + 1)
        return None

    def span_of_mention(self, word: str, part: str = "") -> Span | None:
        """Return the first span of a word inside the texts of the package's modules; None if none says it.

        Args:
            word: may be part of a longer text.
            part: the only module that is searched; '' = all of them.
        """
        form = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        for path in self._trees:
            lines = self._read(path).splitlines() if part in ("", path.stem) else []
            for number, line in enumerate(lines, 1):
                if match := form.search(line):
                    return self._at(path, number, match.start() + 1, number, match.end() + 1)
        return None

    def span_of_error(self, error: BaseException | None) -> Span | None:
        """Return the line of the package that an exception came through last; None if it did not."""
        if error is None:
            return None
        if isinstance(error, SyntaxError) and error.filename and Path(error.filename) in self._paths:
            return self._at(Path(error.filename), error.lineno or 1, max(error.offset or 1, 1))
        trace, span = error.__traceback__, None
        while trace is not None:
            path = Path(trace.tb_frame.f_code.co_filename)
            if path in self._paths:
                span = self._at(path, trace.tb_lineno, 1)
            trace = trace.tb_next
        return span

    def span_of_part(self, part: str) -> Span | None:
        """Return the top of the file of a part; of the package itself when the part has no file."""
        if self.folder is None:
            return None
        for name in (f"{part}.py", f"{part}/__init__.py", f"{part}/index.json", f"{part}.txt", "__init__.py"):
            if (self.folder / name) in self._paths:
                return self._at(self.folder / name, 1, 1, 1, 1)
        return whole_file(self._path_in_report(self.folder))

    @cached_property
    def _paths(self) -> tuple[Path, ...]:
        """Source files of the package, the vocabulary first; the battle to start from is left out."""
        if self.folder is None:
            return ()
        paths = sorted(
            path
            for path in self.folder.rglob("*")
            if path.suffix in _TEXTS and "template" not in path.relative_to(self.folder).parts
        )
        vocabulary = self.folder / "definition.py"
        return tuple(sorted(paths, key=lambda path: path != vocabulary))

    @cached_property
    def _trees(self) -> dict[Path, ast.Module]:
        """Syntax tree of every Python file that can be parsed."""
        trees = {}
        for path in self._paths:
            if path.suffix == ".py":
                try:
                    trees[path] = ast.parse(self._read(path))
                except (SyntaxError, ValueError):
                    continue  # reported where the file is imported
        return trees

    @cached_property
    def _calls(self) -> list[tuple[Path, ast.Call]]:
        """The calls that may build an entry of the vocabulary."""
        return [
            (path, node)
            for path, tree in self._trees.items()
            for node in sorted(
                (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _builds(node)),
                key=lambda call: call.lineno,
            )
        ]

    def _read(self, path: Path) -> str:
        return path.read_text(encoding="utf-8", errors="replace")

    def _path_in_report(self, path: Path) -> str:
        """Return the path from the folder that the package is installed in, with forward slashes."""
        if self.folder is None:
            return path.as_posix()
        above = self.folder.parents[self._package.count(".")]
        return path.relative_to(above).as_posix()

    def _span(self, path: Path, node: ast.expr) -> Span:
        end_line, end_col = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return self._at(path, node.lineno, node.col_offset + 1, end_line, end_col + 1)

    def _at(self, path: Path, line: int, column: int, end_line: int = 0, end_column: int = 0) -> Span:
        path_shown = self._path_in_report(path)
        if self._sources.lines(path_shown) is None:
            self._sources.remember(path_shown, self._read(path))
        if not end_line:
            lines = self._sources.lines(path_shown) or []
            text = lines[line - 1] if line <= len(lines) else ""
            column = max(column, len(text) - len(text.lstrip()) + 1)
            end_line, end_column = line, max(len(text) + 1, column)
        return Span(path_shown, line, column, end_line, end_column)


def _folder(package: str) -> Path | None:
    """Return the folder of a package, found without importing the package itself."""
    top, *rest = package.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(next(iter(spec.submodule_search_locations))).joinpath(*rest)
    return folder if folder.is_dir() else None


def _builds(call: ast.Call) -> bool:
    """Return whether a call may make a record: of a class or a function, not of a method such as `x.get`."""
    return isinstance(call.func, ast.Name) or (
        isinstance(call.func, ast.Attribute) and call.func.attr[:1].isupper()
    )


def _id_of(call: ast.Call) -> str | None:
    """Return the id that a call gives what it builds: its first argument or the keyword `id`."""
    ids = [keyword.value for keyword in call.keywords if keyword.arg == "id"]
    first = (*call.args[:1], *ids)
    return next(
        (str(n.value) for n in first if isinstance(n, ast.Constant) and isinstance(n.value, str)), None
    )


def _constants(node: ast.AST) -> Iterator[ast.Constant]:
    return (inner for inner in ast.walk(node) if isinstance(inner, ast.Constant))


def _constant(node: ast.AST, word: str) -> ast.Constant | None:
    """Return the first string constant in a piece of source that is the word."""
    matches = [constant for constant in _constants(node) if constant.value == word]
    return min(matches, key=lambda constant: (constant.lineno, constant.col_offset), default=None)
