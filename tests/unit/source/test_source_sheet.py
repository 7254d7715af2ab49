from __future__ import annotations

import datetime
import io
import zipfile
from pathlib import Path

import pytest

from jdgtools.source import load_file, read_csv, read_sheet
from jdgtools.source.sheet_reader import parse_sheet


def write_xlsx(path: Path, rows: list[list[object]], title: str = "Units", second: bool = False) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(row)
    if second:
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
    write_xlsx(path, ROWS, second=True)
    node, problems = read_sheet(path, "oob.xlsx", "Second")
    assert problems == [] and node is not None and node.value == [] and list(node.key_spans) == ["id"]
    _, (problem,) = read_sheet(path, "oob.xlsx", "Unit")
    assert (problem.code, problem.message) == ("SRC041", "`oob.xlsx` has no sheet `Unit`")
    assert (problem.expected, problem.hint) == ("one of `Units` or `Second`", "did you mean `Units`?")


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


_SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'
_HEADER = '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>sp</t></is></c></row>'


def xlsx_of(tmp_path: Path, cells: str) -> bytes:
    """A workbook whose only sheet has a header and these cells."""
    write_xlsx(tmp_path / "x.xlsx", [["id"]])
    out = io.BytesIO()
    with zipfile.ZipFile(tmp_path / "x.xlsx") as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            sheet = _SHEET.format(_HEADER + cells)
            new.writestr(name, sheet if name == "xl/worksheets/sheet1.xml" else old.read(name))
    return out.getvalue()


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ('<row r="2"><c r="B2" t="e"><f>NA()</f><v>#N/A</v></c></row>', [("SRC050", 2, 2)]),
        ('<row r="2"><c r="B2" t="str"><v>#BEZUG!</v></c></row>', [("SRC050", 2, 2)]),
        ('<row r="2"><c r="B2" t="str"><v>#REF!</v></c></row>', [("SRC050", 2, 2)]),
        ('<row r="2"><c r="B2"><v>1e999</v></c></row>', [("SRC050", 2, 2)]),
        ('<row r="2"><c r="B2"><v>-1e999</v></c></row>', [("SRC050", 2, 2)]),
        ('<row r="2"><c r="B2"><f>1+1</f></c></row>', [("SRC051", 2, 2)]),
        ('<row r="2"><c r="B2"><f>1+1</f><v/></c></row>', [("SRC051", 2, 2)]),
        ('<row><c t="str"><v>a</v></c><c><f>1+1</f></c></row>', [("SRC051", 2, 2)]),
        ('<row r="2"><c r="B2" t="str"><f>IF(1,"")</f><v></v></c></row>', []),
        ('<row r="2"><c r="B2" t="str"><f>A1</f></c></row>', [("SRC051", 2, 2)]),
        ('<row><c t="str"><f>A1</f><v>a</v></c><c t="str"><f>A1</f></c></row>', [("SRC051", 2, 2)]),
        ('<row r="2"><c r="B2"><f>1+1</f><v>2</v></c></row>', []),
    ],
)
def test_a_formula_without_a_value_is_no_empty_cell(
    tmp_path: Path, cells: str, expected: list[tuple[str, int, int]]
):
    _, problems = parse_sheet(xlsx_of(tmp_path, cells), "x.xlsx")
    assert [(p.code, p.span.line, p.span.col) for p in problems if p.span] == expected


_CALC = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
_ERROR_CELL = (
    f'<table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value="" {_CALC} '
    'calcext:value-type="error"><text:p>#NV</text:p></table:table-cell>'
)


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        (_ERROR_CELL, "SRC050"),
        ('<table:table-cell table:formula="of:=1/0" office:value-type="float" office:value="0">'
         "<text:p>#DIV/0!</text:p></table:table-cell>", "SRC050"),
        ('<table:table-cell table:formula="of:=1"/>', "SRC051"),
        ('<table:table-cell table:formula="of:=1" office:value-type="float" office:value="1">'
         "<office:annotation><text:p>#N/A</text:p></office:annotation><text:p>1</text:p></table:table-cell>", None),
    ],
)  # fmt: skip
def test_formulas_of_ods(cell: str, code: str | None):
    from tests.unit.untrusted.test_sheets import ods, row

    _, problems = parse_sheet(ods(row(cell)), "x.ods")
    assert [(p.code, p.span.line, p.span.col) for p in problems if p.span] == ([(code, 3, 1)] if code else [])


@pytest.mark.parametrize("encoding", ["x-klingon", "UTF-7", "big5", "UTF-16"])
def test_an_encoding_that_cannot_be_read_is_a_message(encoding: str):
    from tests.unit.untrusted.test_sheets import ods

    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(ods(""))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            head = f'<?xml version="1.0" encoding="{encoding}"?>'.encode() if name == "content.xml" else b""
            new.writestr(name, head + old.read(name))
    node, problems = parse_sheet(out.getvalue(), "x.ods")
    assert node is None and [p.code for p in problems] == ["SRC040"]


def test_an_error_in_csv_is_no_comment_and_no_value():
    node, problems = read_csv("id,sp\n#N/A,3\na,#DIV/0!\n# note,#N\n", "x.csv")
    assert [(p.code, p.span.line, p.span.col) for p in problems if p.span] == [
        ("SRC050", 2, 1),
        ("SRC050", 3, 3),
    ]
    assert node is not None and node.to_plain() == [{"id": None, "sp": 3}, {"id": "a", "sp": None}]


def test_an_error_that_the_reader_does_not_know_names_its_cell(tmp_path: Path):
    content = xlsx_of(tmp_path, '<row r="2"><c r="B2" t="e"><f>A1:A9</f><v>#SPILL!</v></c></row>')
    _, problems = parse_sheet(content, "x.xlsx")
    (problem,) = problems
    assert "B2" in f"{problem.message} {problem.span}" or (problem.span and problem.span.col == 2)
    assert "#SPILL!" in problem.message
