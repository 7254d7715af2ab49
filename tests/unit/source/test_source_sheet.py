from __future__ import annotations

import datetime
import zipfile
from pathlib import Path

import pytest

from jdgtools.source import load_file, read_sheet


def write_xlsx(path: Path, rows: list[list[object]], title: str = "Units") -> None:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(row)
    book.create_sheet("Second").append(["id"])
    book.save(path)


def write_ods(path: Path, rows: list[list[object]]) -> None:
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table, TableCell, TableRow
    from odf.text import P

    book = OpenDocumentSpreadsheet()
    table = Table(name="Units")
    for row in rows:
        line = TableRow()
        for value in row:
            if value is None:
                cell = TableCell()
            elif isinstance(value, int | float):
                cell = TableCell(valuetype="float", value=str(value))
            else:
                cell = TableCell(valuetype="string")
                cell.addElement(P(text=str(value)))
            line.addElement(cell)
        table.addElement(line)
    book.spreadsheet.addElement(table)
    book.save(str(path))


ROWS: list[list[object]] = [
    ["id", "hex", "strength", "note"],
    ["1/70", "0305", 5.0, None],
    [None, None, None, None],
    ["# later", 1, 2, 3],
    ["2/70", 306, 2.5, "x"],
]


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_sheets_read_like_csv(tmp_path: Path, kind: str):
    path = tmp_path / f"oob.{kind}"
    (write_xlsx if kind == "xlsx" else write_ods)(path, ROWS)
    node, problems = load_file(path, f"b/oob.{kind}")
    assert problems == [] and node is not None
    assert node.to_plain() == [
        {"id": "1/70", "hex": "0305", "strength": 5},
        {"id": "2/70", "hex": 306, "strength": 2.5, "note": "x"},
    ]
    cell = node.at(1, "hex")
    assert cell is not None and cell.numeric_cell and cell.text == "306"
    assert (cell.span.line, cell.span.col, cell.span.column) == (5, 2, "hex")
    assert node.at(0, "strength").text == "5"  # type: ignore[union-attr]
    assert not node.at(0, "hex").numeric_cell  # type: ignore[union-attr]


def test_dates_are_reported_and_times_are_text(tmp_path: Path):
    path = tmp_path / "oob.xlsx"
    write_xlsx(path, [["id", "at", "ok"], [datetime.date(1970, 1, 1), datetime.time(12, 30), True]])
    node, (problem,) = read_sheet(path, "oob.xlsx")
    assert node is not None and node.to_plain()[0]["at"] == "12:30" and node.to_plain()[0]["ok"] is True
    assert (problem.code, problem.message) == ("SRC043", "the cell became a date: 1970-01-01")
    assert problem.hint and "1/70" in problem.hint and str(problem.span) == "oob.xlsx:2:1"


def test_a_sheet_by_name(tmp_path: Path):
    path = tmp_path / "oob.xlsx"
    write_xlsx(path, ROWS)
    node, problems = read_sheet(path, "oob.xlsx", "Second")
    assert problems == [] and node is not None and node.value == [] and list(node.key_spans) == ["id"]
    _, (problem,) = read_sheet(path, "oob.xlsx", "Unit")
    assert (problem.code, problem.message) == ("SRC041", "`oob.xlsx` has no sheet `Unit`")
    assert (problem.expected, problem.hint) == ("one of `Units`, `Second`", "did you mean `Units`?")


@pytest.mark.parametrize("content", [b"id,hex\n1,2\n", b"PK\x03\x04 broken", b"PK\x05\x06" + b"\0" * 18])
def test_damaged_sheets(tmp_path: Path, content: bytes):
    path = tmp_path / "oob.xlsx"
    path.write_bytes(content)
    node, (problem,) = load_file(path, "oob.xlsx")
    assert node is None and problem.code == "SRC040"
    assert problem.message.startswith("`oob.xlsx` cannot be read as a spreadsheet")


def test_bombs_are_refused_before_inflation(tmp_path: Path):
    import zipfile

    path = tmp_path / "oob.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in range(5):
            archive.writestr(f"xl/{part}.xml", b"\0" * (60 * 2**20))
    _, (problem,) = load_file(path, "oob.xlsx")
    assert problem.message == "`oob.xlsx` cannot be read as a spreadsheet: it inflates to more than 256 MiB"


def test_a_sheet_with_an_unclosed_table_is_damaged_and_read_to_an_end(tmp_path: Path):
    path = tmp_path / "oob.ods"
    write_ods(path, ROWS)
    broken = tmp_path / "broken.ods"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(broken, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"</table:table>", b""))
    node, (problem,) = read_sheet(broken, "broken.ods")
    assert node is None and problem.code == "SRC040"
