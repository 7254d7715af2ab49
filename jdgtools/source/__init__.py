"""From text files to nodes with spans: the first step of everything; knows no game words.

`load` reads a file by its suffix: `yaml_reader`, `json_reader`, `csv_reader` or `sheet_reader` makes a tree
of `Node` of it, and diagnostics of what cannot be read. `schema` judges the nodes next, `model` makes the
battle of them.

The readers load on first use: importing this package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from jdgtools.source.node import Node, core_value
from jdgtools.source.span import Span, whole_file

if TYPE_CHECKING:
    from jdgtools.source.csv_reader import read_csv
    from jdgtools.source.hex_columns import hex_column_problems
    from jdgtools.source.json_reader import read_json
    from jdgtools.source.load import load_file
    from jdgtools.source.project import Sources
    from jdgtools.source.sheet_reader import read_sheet
    from jdgtools.source.text_reader import read_text
    from jdgtools.source.yaml_reader import read_yaml

_LAZY = {
    "Sources": "project",
    "hex_column_problems": "hex_columns",
    "load_file": "load",
    "read_csv": "csv_reader",
    "read_json": "json_reader",
    "read_sheet": "sheet_reader",
    "read_text": "text_reader",
    "read_yaml": "yaml_reader",
}

__all__ = [
    "Node",
    "Sources",
    "Span",
    "core_value",
    "hex_column_problems",
    "load_file",
    "read_csv",
    "read_json",
    "read_sheet",
    "read_text",
    "read_yaml",
    "whole_file",
]


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    globals()[name] = value
    return value
