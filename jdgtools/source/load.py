"""Reads one source file to nodes: the suffix of its name chooses the reader.

`load_file` takes a path and returns the root node with all diagnostics of reading; it raises nothing for
what stands in a file. `parse_cache` stands before it where the file says the same as in an earlier run;
`loading/project.py` calls that for every file that a battle names.
"""

from __future__ import annotations

from pathlib import Path

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.source.node import Node
from jdgtools.source.problem import problem
from jdgtools.source.span import whole_file
from jdgtools.source.text_reader import decode, read_bytes

SHEETS = (".xlsx", ".ods")
"""Suffixes of spreadsheets."""
SUFFIXES = (".yaml", ".yml", ".json", ".csv", ".tsv", *SHEETS)
"""Suffixes of all files that can be read."""
_OTHER_SHEETS = (".xls", ".xlsm", ".xlsb", ".xltx", ".fods", ".ots", ".numbers", ".gnumeric")


def load_file(path: Path, file: str) -> tuple[Node | None, list[Diagnostic]]:
    """Return the content of a source file as nodes, with all diagnostics of reading it.

    Args:
        path: where the file is.
        file: path to show to the user.
    """
    node, problems, _ = load_with_text(path, file)
    return node, problems


def load_with_text(
    path: Path, file: str, within: Path | None = None
) -> tuple[Node | None, list[Diagnostic], str | None]:
    """Read a file like `load_file`, and return the text too (None for spreadsheets and unreadable files).

    Args:
        path: where the file is.
        file: path to show to the user.
        within: folder that it must lie in once all links are followed; None = anywhere.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        return None, _unknown_kind(path, file, suffix, within), None
    content, problems = read_bytes(path, file, within)
    if content is None:
        return None, problems, None
    return parse_content(content, file, suffix)


def parse_content(content: bytes, file: str, suffix: str) -> tuple[Node | None, list[Diagnostic], str | None]:
    """Return what `load_with_text` returns for what stands in a file of one of the `SUFFIXES`."""
    if suffix in SHEETS:
        from jdgtools.source.sheet_reader import parse_sheet

        return (*parse_sheet(content, file), None)
    text, problems = decode(content, file)
    if text is None:
        return None, problems, None
    node, more = parse_text(text, file, suffix)
    return node, problems + more, text


def parse_text(text: str, file: str, suffix: str) -> tuple[Node | None, list[Diagnostic]]:
    """Return a text read as the kind of file that the suffix names (".yaml", ".json", ".csv", ".tsv")."""
    if suffix == ".json":
        from jdgtools.source.json_reader import read_json

        return read_json(text, file)
    if suffix in (".csv", ".tsv"):
        from jdgtools.source.csv_reader import read_csv

        return read_csv(text, file, "\t" if suffix == ".tsv" else None)
    from jdgtools.source.yaml_reader import read_yaml

    return read_yaml(text, file)


def _unknown_kind(path: Path, file: str, suffix: str, within: Path | None) -> list[Diagnostic]:
    content, problems = read_bytes(path, file, within)
    if content is None:
        return problems
    suffix_words = f"`{suffix}`" if suffix else "no suffix"
    expected = ", ".join(f"`{suffix_name}`" for suffix_name in SUFFIXES)
    message = f"`{file}` has {suffix_words}, which says no kind of file that can be read"
    hint = "save it as .xlsx or .ods in the spreadsheet program" if suffix in _OTHER_SHEETS else None
    return [
        problem(
            "SRC009", whole_file(file), message, found=suffix_words, expected=f"one of {expected}", hint=hint
        )
    ]
