"""Cells as spreadsheet programs and other programs write them: read as they are shown, or said."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.worksheet.worksheet import Worksheet

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.source.load import load_file
from jdgtools.source.sheet_reader import parse_sheet
from tests.unit.source.test_source_sheet import xlsx_of
from tests.unit.untrusted.test_sheets import cell, ods, row

SHEET = "xl/worksheets/sheet1.xml"


def saved(change: Callable[[openpyxl.Workbook, Worksheet], object]) -> bytes:
    """A workbook of two units, changed."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    for values in (["id", "sp", "mp"], ["a", 1, 2], ["b", 3, 4]):
        sheet.append(values)
    change(book, sheet)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def rewritten(content: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """An archive with another part."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)) if name == part else old.read(name))
    return out.getvalue()


def said(content: bytes) -> list[str]:
    problems = parse_sheet(content, "x.sheet")[1]
    return [f"{p.span.line}:{p.span.col} {p.code} {p.severity.label} {p.message}" for p in problems if p.span]


def second(book: openpyxl.Workbook, sheet: Worksheet) -> None:
    book.create_sheet("Two").append(["id"])


def hidden_first(book: openpyxl.Workbook, sheet: Worksheet) -> None:
    book.active = book.create_sheet("Two")
    sheet.sheet_state = "hidden"


def hide_rows(book: openpyxl.Workbook, sheet: Worksheet) -> None:
    for number in (2, 3, 4):
        sheet.row_dimensions[number].hidden = True


def note_merged(book: openpyxl.Workbook, sheet: Worksheet) -> None:
    sheet["A4"] = "# a note"
    sheet.merge_cells("A4:C4")
    sheet.merge_cells("A6:C7")


def hide_columns(book: openpyxl.Workbook, sheet: Worksheet) -> None:
    for letter in "BCZ":
        sheet.column_dimensions[letter].hidden = True


MERGED = "SRC052 warning the cells {} are merged; what they show is read for the first of them alone"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda b, s: None, []),
        (lambda b, s: b.create_sheet("Empty"), []),
        (second, ["1:1 SRC054 info one sheet of a file is read, and others hold cells, too: `Two`"]),
        (hidden_first, ["1:1 SRC054 warning the sheet that is read, `Sheet`, is hidden"]),
        (hide_rows, ["2:1 SRC053 info hidden rows are read like others: 2, 3"]),
        (hide_columns, ["1:2 SRC053 info hidden columns are read like others: B, C"]),
        (lambda b, s: s.merge_cells("B2:C2"), ["2:2 " + MERGED.format("B2:C2")]),
        (lambda b, s: s.merge_cells("A2:A3"), ["2:1 " + MERGED.format("A2:A3")]),
        (note_merged, []),
    ],
)
def test_what_is_hidden_or_merged_is_said(
    change: Callable[[openpyxl.Workbook, Worksheet], object], expected: list[str]
):
    assert said(saved(change)) == expected


_HIDDEN = (
    '<office:automatic-styles xmlns:style="s"><style:style style:name="ta2" style:family="table">'
    '<style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body>'
)


def ods_table(old: str, new: str) -> bytes:
    return rewritten(ods(row(cell("z"))), "content.xml", lambda c: c.replace(old.encode(), new.encode()))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (ods('<table:table-row table:visibility="filter">' + cell("h") + "</table:table-row>"),
         ["3:1 SRC053 info hidden rows are read like others: 3"]),
        (ods_table('"One">', '"One"><table:table-column/><table:table-column table:visibility="collapse"/>'),
         ["1:2 SRC053 info hidden columns are read like others: B"]),
        (rewritten(ods_table("<office:body>", _HIDDEN), "content.xml",
                   lambda c: c.replace(b'"One"', b'"One" table:style-name="ta2"')),
         ["1:1 SRC054 warning the sheet that is read, `One`, is hidden"]),
        (ods_table("</table:table>", '</table:table><table:table table:name="Two">' + row(cell("x")) + "</table:table>"),
         ["1:1 SRC054 info one sheet of a file is read, and others hold cells, too: `Two`"]),
        (ods(row(cell("a").replace(" office", ' table:number-columns-spanned="2" office'))),
         ["3:1 " + MERGED.format("A3:B3")]),
    ],
)  # fmt: skip
def test_in_ods_too(content: bytes, expected: list[str]):
    assert said(content) == expected


@pytest.mark.parametrize(
    ("value", "form", "expected"),
    [
        (5, "#,##0.00 €", 5),
        (5, '0" SP"', 5),
        (True, "General", True),
        (datetime.time(6, 30), "h:mm", "06:30"),
        (datetime.time(6, 30, 20), "h:mm:ss", "06:30:20"),
        (datetime.timedelta(hours=30, minutes=15), "[h]:mm", "30:15"),
        (datetime.timedelta(minutes=-30), "[h]:mm", "-00:30"),
        (" 5 ", "@", 5),
        ("5\u00a0", "@", 5),
        ("1\u00a0200", "@", "1\u00a0200"),
        (CellRichText("17e ", TextBlock(InlineFont(b=True), "Ligne")), "General", "17e Ligne"),
    ],
)
def test_values_in_any_form(value: object, form: str, expected: object):
    def put(book: openpyxl.Workbook, sheet: Worksheet) -> None:
        sheet["B2"] = value
        sheet["B2"].number_format = form

    node, problems = parse_sheet(saved(put), "x.xlsx")
    assert problems == [] and node is not None and node.to_plain()[0]["sp"] == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('office:value-type="currency" office:value="5"><text:p>5 €</text:p>', 5),
        ('office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p>', True),
        ('office:value-type="time" office:time-value="PT30H15M00S"><text:p>30:15</text:p>', "30:15"),
        ('office:value-type="float"><text:p>3</text:p>', 3),
        ("><text:p>3</text:p>", 3),
        ('office:value-type="string"><text:p>a<text:tab/>b<text:s text:c="2"/>c</text:p><text:p>d</text:p>',
         "a\tb  c\nd"),
        ('office:value-type="string"><text:p>a</text:p><draw:frame xmlns:draw="d"><text:p>box</text:p></draw:frame>',
         "a"),
        ('office:value-type="float" office:value="5"><office:annotation><text:p>x</text:p></office:annotation>'
         "<text:p>5 €</text:p>", 5),
    ],
)  # fmt: skip
def test_values_in_any_form_in_ods(written: str, expected: object):
    node, problems = parse_sheet(ods(row(f"<table:table-cell {written}</table:table-cell>")), "x.ods")
    assert problems == [] and node is not None and node.to_plain()[1]["id"] == expected


def test_numbers_that_are_shown_as_other_ones_are_told():
    """Who looks at the sheet means what it shows; hexes lost their first digit, and shares became a hundredth."""

    def put(book: openpyxl.Workbook, sheet: Worksheet) -> None:
        forms = ("0%", "0000", ";;;", "0.00", "#,##0", "General")
        for line, (value, form) in enumerate(zip((0.75, 305, 5, 5, 1200, 0.5), forms, strict=True), start=2):
            sheet.cell(line, 3, value).number_format = form
        sheet["A3"] = "7"  # a text, of which no form makes a number
        sheet["A3"].number_format = "0%"
        sheet["A8"], sheet["C8"] = "# a note", 0.5
        sheet["C8"].number_format = "0%"

    assert said(saved(put)) == [
        "2:3 SRC057 warning the cell shows `75%`, and its value 0.75 is read",
        "3:3 SRC057 warning the cell shows `0305`, and its value 305 is read",
        "4:3 SRC057 warning the cell shows no number, and its value 5 is read",
    ]


def test_numbers_that_ods_shows_as_other_ones_are_told():
    cells = "".join(
        row(f'<table:table-cell office:value-type="{kind}" office:value="{value}">{text}</table:table-cell>')
        for kind, value, text in [
            ("percentage", "0.75", "<text:p>75 %</text:p>"),
            ("float", "305", "<text:p>0305</text:p>"),
            ("currency", "5", "<text:p></text:p>"),
            ("currency", "1234.5", "<text:p>1.234,50 €</text:p>"),
            ("float", "7", ""),
        ]
    )
    assert said(ods(cells)) == [
        "3:1 SRC057 warning the cell shows `75 %`, and its value 0.75 is read",
        "4:1 SRC057 warning the cell shows `0305`, and its value 305 is read",
        "5:1 SRC057 warning the cell shows no number, and its value 5 is read",
    ]


def test_an_error_in_repeated_cells_is_said_in_each():
    broken = (
        '<table:table-cell table:formula="of:=NA()" office:value-type="float" office:value="0" xmlns:calcext="c" '
        'calcext:value-type="error" table:number-columns-repeated="2"><text:p>#N/A</text:p></table:table-cell>'
    )
    problems = parse_sheet(ods(row(broken, 2)), "x.ods")[1]
    assert [(p.code, p.span.line, p.span.col) for p in problems if p.span] == [
        ("SRC050", line, column) for line in (3, 4) for column in (1, 2)
    ]


UNITS = '<row r="2"><c r="A2" t="inlineStr"><is><t>é</t></is></c><c r="B2"><v>5</v></c></row>'


@pytest.mark.parametrize(
    "change",
    [
        lambda c: re.sub(rb"<(/?)(\w)", rb"<\1x:\2", c).replace(b"xmlns=", b"xmlns:x="),
        lambda c: b"\xef\xbb\xbf" + c,
        lambda c: c.replace(b"schemas.openxmlformats.org/spreadsheetml/2006", b"purl.oclc.org/ooxml/spreadsheetml"),
        lambda c: c.decode().encode("ascii", "xmlcharrefreplace"),
    ],
    ids=["prefix", "byte order mark", "strict", "escapes"],
)  # fmt: skip
def test_xml_of_other_programs(tmp_path: Path, change: Callable[[bytes], bytes]):
    node, problems = parse_sheet(rewritten(xlsx_of(tmp_path, UNITS), SHEET, change), "x.xlsx")
    assert problems == [] and node is not None and node.to_plain() == [{"id": "é", "sp": 5}]


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (lambda c: b'<!DOCTYPE w [<!ENTITY e "7">]>' + c.replace(b"<v>5", b"<v>&e;"), "brings a document type"),
        (lambda c: c.replace(b"<v>5", b"<v><![CDATA[7]]>"), "cell B2 holds comments or raw characters"),
        (lambda c: c.replace(b"<v>5", b"<v>1<!-- x -->2"), "cell B2 holds comments or raw characters"),
        (lambda c: c.replace(b"<v>5", b"<v>1<?x y?>2"), "cell B2 holds comments or raw characters"),
        (lambda c: c.replace(b"<v>5", b"<v>&#x37;"), "holds digits as `&#x37;`"),
        (lambda c: c.replace(b'r="B2"', b'r="A2"'), "cell A2 stands twice"),
        (lambda c: c.decode().encode("utf-16"), "is written in UTF-16, and only UTF-8 is read"),
        (lambda c: b'<?xml version="1.0" encoding="latin-1"?>' + c.decode().encode("latin-1"),
         "is written in latin-1, and only UTF-8 is read"),
    ],
)  # fmt: skip
def test_what_would_be_lost_is_refused(tmp_path: Path, change: Callable[[bytes], bytes], cause: str):
    node, (problem,) = parse_sheet(rewritten(xlsx_of(tmp_path, UNITS), SHEET, change), "x.xlsx")
    assert node is None and problem.code == "SRC040" and cause in problem.message


@pytest.mark.parametrize(
    ("inner", "cause"),
    [
        (row("<table:table-cell><text:p><![CDATA[ab]]>c</text:p></table:table-cell>"), "cell A3 holds comments"),
        (row(f'<table:table-cell><table:table>{row(cell("x"))}</table:table></table:table-cell>'),
         "cell A3 holds a table"),
        (row(cell("x"), 0), "cell A3 is repeated 0 times"),
    ],
)  # fmt: skip
def test_what_would_be_lost_of_ods_is_refused(inner: str, cause: str):
    node, (problem,) = parse_sheet(ods(inner), "x.ods")
    assert node is None and problem.code == "SRC040" and cause in problem.message


@pytest.mark.parametrize(("text", "code"), [("a_x001B_b", "SRC007"), ("a&#x9b;b", "SRC007"), ("17e", None)])
def test_a_control_character_in_shared_texts(tmp_path: Path, text: str, code: str | None):
    out = io.BytesIO(xlsx_of(tmp_path, '<row r="2"><c r="B2" t="s"><v>0</v></c></row>'))
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("xl/sharedStrings.xml", f"<sst><si><t>{text}</t></si></sst>")
    _, problems = parse_sheet(out.getvalue(), "x.xlsx")
    assert [(p.code, p.span.line, p.span.col) for p in problems if p.span] == ([(code, 2, 2)] if code else [])


def test_a_drawing_that_links_like_the_book_hides_no_error(tmp_path: Path):
    broken = xlsx_of(tmp_path, '<row r="2"><c r="B2"><f>1+1</f></c></row>')
    out = io.BytesIO(broken)
    with zipfile.ZipFile(out, "a") as archive:
        links = "".join(f'<Relationship Id="rId{n}" Target="../charts/c.xml"/>' for n in range(9))
        archive.writestr("xl/drawings/_rels/drawing1.xml.rels", f"<Relationships>{links}</Relationships>")
    assert [p.code for p in parse_sheet(out.getvalue(), "x.xlsx")[1]] == ["SRC051"]


def test_an_old_binary_file_is_named():
    _, (problem,) = parse_sheet(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "x.xlsx")
    assert problem.severity is Severity.ERROR and "it is an old .xls file" in problem.message


def test_formatted_rows_without_end_are_nothing(tmp_path: Path):
    styled = "".join(
        f'<row r="{n}">' + "".join(f'<c r="{c}{n}" s="0"/>' for c in "ABCDEFGH") + "</row>"
        for n in range(2, 50_000)
    )
    node, problems = parse_sheet(xlsx_of(tmp_path, styled), "x.xlsx")
    assert problems == [] and node is not None and node.value == []


@pytest.mark.parametrize("suffix", [".xls", ".XLSM", ".numbers"])
def test_other_kinds_of_spreadsheets_are_to_be_saved_anew(tmp_path: Path, suffix: str):
    (tmp_path / f"oob{suffix}").write_bytes(b"PK\x03\x04")
    _, (problem,) = load_file(tmp_path / f"oob{suffix}", f"oob{suffix}")
    assert problem.code == "SRC009" and problem.hint and ".xlsx or .ods" in problem.hint
