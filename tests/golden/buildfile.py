"""The build file of a module in words: an indented line a component, a line a trait of a piece."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree.ElementTree import Element, fromstring
from zipfile import ZipFile

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.registry import choose_exporters

_TRAIT = re.compile(r"\\*\t")
"""Between two traits of a piece: a tabulator, with a backslash more for every trait around it."""
_KEY_NUMBER = re.compile(r"\b57\d{3}(?=\\*,)")
"""Number of a named key command. The name stands beside it; the numbers of all move when one is added."""


def dump(build: BuildContext) -> str:
    """Return the module's components with their attributes, and the names of its other entries."""
    (exporter,) = choose_exporters(("vassal",))
    with TemporaryDirectory() as name:
        folder = Path(name)
        exporter.export(build, folder)
        with ZipFile(folder / exporter.outputs(build)[0]) as archive:
            root = fromstring(archive.read("buildFile.xml"))
            entries = sorted(archive.namelist())
    lines = [_KEY_NUMBER.sub("key", line) for line in _lines(root, 0)]
    return "\n".join([*lines, *(f"entry {entry}" for entry in entries)]) + "\n"


def _lines(element: Element, depth: int) -> list[str]:
    indent = " " * depth
    attributes = " ".join(f"{name}={value!r}" for name, value in sorted(element.attrib.items()))
    lines = [f"{indent}{element.tag.rpartition('.')[2]} {attributes}".rstrip()]
    for text in _TRAIT.split((element.text or "").strip(" \r\n")):
        lines += [f"{indent} | {line}" for line in text.splitlines()]
    for child in element:
        lines += _lines(child, depth + 1)
    return lines
