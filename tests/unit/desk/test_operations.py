"""Each operation against the exact text that results: the cases are data in `cases/`.

A case says what is done and how the lines change that change: `-` before and `+` after, as a difference shows
them. A case may bring other texts for the files, other line ends and JSON.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import pytest
import yaml

from jdgtools.desk import operations
from jdgtools.desk.documents import Kind, read_document
from jdgtools.desk.operations import EditRefused
from jdgtools.desk.structured_text import add_entry
from jdgtools.desk.text_edit import Edit, apply, inverse
from tests.documents import documents_of
from tests.unit.desk.project import TEXTS

CASES = [
    pytest.param(case, id=f"{file.stem}-{number + 1}")
    for file in sorted((Path(__file__).parent / "cases").glob("*.yaml"))
    for number, case in enumerate(yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader))
]


def changed_lines(before: str, after: str) -> list[str]:
    """The lines that differ, with their sign; a line end that is not LF is shown."""
    lines = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), n=0)
    return [
        line.removesuffix("\n").replace("\r", "<CR>")
        for line in lines
        if not line.startswith(("---", "+++", "@@"))
    ]


@pytest.mark.parametrize("case", CASES)
def test_an_operation_gives_exactly_this_text(case: dict[str, Any]) -> None:
    files = dict(case.get("files", {}))
    texts = case.get("only") or {**TEXTS, **files.pop("<<", {}), **files}
    if case.get("line_ends") == "CRLF":
        texts = {path: text.replace("\n", "\r\n") for path, text in texts.items()}
    documents = documents_of(texts, frozenset(case.get("sheets", ())))
    arguments = {key: typed(key, value) for key, value in case.get("with", {}).items()}
    make = getattr(operations, case["do"])
    if "refused" in case:
        with pytest.raises(EditRefused) as refusal:
            make(documents, **arguments)
        assert case["refused"] in str(refusal.value)
        return
    edit = make(documents, **arguments)
    gone = {file.path for file in edit.files if not file.appears}
    after = {path: text for path, text in {**texts, **apply(texts, edit)}.items() if path not in gone}
    lines = {
        path: changed_lines(texts.get(path, ""), after.get(path, ""))
        for path in sorted({*texts, *after})
        if texts.get(path) != after.get(path)
    }
    assert lines == {path: text.rstrip("\n").split("\n") for path, text in case.get("gives", {}).items()}
    assert apply(after, inverse(texts, edit)) == {path: texts[path] for path in lines if path in texts}
    readable = documents_of(after)
    assert all(readable[path].node is not None for path in after), "the result can be read"


def typed(key: str, value: Any) -> Any:
    """An argument as the operation takes it; the cases hold texts alone."""
    return (
        int(value)
        if key in ("level", "turn")
        else value == "true"
        if key in ("is_water", "belong")
        else tuple(value)
        if key in ("field", "key") and isinstance(value, list)
        else value
    )


@pytest.mark.parametrize(
    ("kind", "text", "key", "value", "expected"),
    [
        pytest.param(
            "scenario",
            "id: a\nsetup:\n  - {unit: r, hex: 0101}\n    # and no more\n\n# To win\nvictory: {}\nnotes: x\n",
            "reinforcements",
            [{"id": "late"}],
            "id: a\nsetup:\n  - {unit: r, hex: 0101}\n    # and no more\nreinforcements:\n  - {id: late}\n"
            "\n# To win\nvictory: {}\nnotes: x\n",
            id="after the keys that the schema names before it",
        ),
        pytest.param(
            "map",
            "grid: {columns: 4}\nterrain: |\n  . .\nplaces: []\nart: x",
            "crossings",
            [{"kind": "ford"}],
            "grid: {columns: 4}\nterrain: |\n  . .\ncrossings:\n  - {kind: ford}\nplaces: []\nart: x",
            id="below a picture",
        ),
        pytest.param(
            "map",
            "places: []\ngrid: {columns: 4}\n",
            "ways",
            [{"kind": "road"}],
            "places: []\ngrid: {columns: 4}\nways:\n  - {kind: road}\n",
            id="where the author has an order of his own, after the nearest of them",
        ),
        pytest.param(
            "scenario",
            '{\n  "id": "a",\n  "setup": [],\n  "victory": {}\n}\n',
            "reinforcements",
            [],
            '{\n  "id": "a",\n  "setup": [],\n  "reinforcements": [],\n  "victory": {}\n}\n',
            id="in JSON",
        ),
        pytest.param("map", "art: x\n", "mine", "y", "art: x\nmine: y\n", id="unknown to the schema"),
    ],
)
def test_a_new_key_stands_where_its_author_would_type_it(
    kind: Kind, text: str, key: str, value: Any, expected: str
) -> None:
    path = "file.json" if text.startswith("{") else "file.yaml"
    document = read_document(path, kind, text)
    assert document.node is not None
    edit = Edit("", (add_entry(document, document.node, value, key),))
    assert apply({path: text}, edit) == {path: expected}
