"""Spreadsheets that would need endless memory: one message that names the cell, and a small process."""

from __future__ import annotations

import io
import re
import warnings
import zipfile

import openpyxl
import pytest

from jdgtools.source.sheet_reader import parse_sheet
from jdgtools.untrusted import FileRefused, budget, isolated_process, sheets


def xlsx(*stray: tuple[int, int, object]) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["id", "name"])
    sheet.append(["br-1", "Hill"])
    for row, column, value in stray:
        sheet.cell(row, column, value)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def ods(rows: str) -> bytes:
    spaces = "urn:oasis:names:tc:opendocument:xmlns:"
    content = (
        f'<office:document-content xmlns:office="{spaces}office:1.0" xmlns:table="{spaces}table:1.0" '
        f'xmlns:text="{spaces}text:1.0"><office:body><office:spreadsheet><table:table table:name="One">'
        f"{row(cell('id') + cell('name'))}{row(cell('br-1') + cell('Hill'))}{rows}"
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr("content.xml", content)
    return out.getvalue()


def cell(text: str, times: int = 1) -> str:
    kind = ' office:value-type="string"' if text else ""
    inner = f"<text:p>{text}</text:p>" if text else ""
    return f'<table:table-cell{kind} table:number-columns-repeated="{times}">{inner}</table:table-cell>'


def row(cells: str, times: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{times}">{cells}</table:table-row>'


FAR = {
    "xlsx, the last cell of all": (xlsx((1_048_576, 16_384, " ")), "XFD1048576"),
    "xlsx, far right": (xlsx((2, 16_384, 1), (500, 1, "x")), "XFD500"),
    "ods, the last cell of all": (ods(row("", 1_048_573) + row(cell("", 16_383) + cell("x"))), "XFD1048576"),
    "ods, a row repeated": (ods(row(cell("x", 3), 1_048_574)), "C1048576"),
    "ods, a cell repeated": (ods(row(cell("x", 16_384), 500)), "XFD502"),
}


@pytest.mark.parametrize("name", FAR)
def test_a_cell_far_out_is_one_message_that_names_it(name: str) -> None:
    content, last = FAR[name]
    node, problems = parse_sheet(content, "oob.sheet")
    assert node is None
    (problem,) = problems
    assert problem.code == "SRC040"
    assert f"its cells reach as far as {last}, and at most 2,000,000 are read" in problem.message


@pytest.mark.parametrize(
    "content",
    [
        xlsx((100_000, 1, " ")),
        ods(row(cell("", 16_384), 1_048_574)),
        ods(row(cell("", 1) + cell("", 5), 100_000)),
    ],
    ids=["xlsx", "ods to the end", "ods formatted"],
)
def test_empty_rows_without_end_are_nothing(content: bytes) -> None:
    node, problems = parse_sheet(content, "oob.sheet")
    assert problems == []
    assert node is not None
    assert len(node.elements()) == 1


def test_what_breaks_the_reader_breaks_nothing_else() -> None:
    broken = ods("<table:table-row><table:table-cell></table:table-row>")
    for content in (b"PK\x03\x04", broken, xlsx()[:-30], b""):
        node, problems = parse_sheet(content, "oob.sheet")
        assert node is None
        assert [p.code for p in problems] == ["SRC040"]


def repacked(content: bytes, part: str, data: bytes, **entries: bytes) -> bytes:
    """The archive with another content of one part and with more parts, all deflated."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new,
    ):
        for name in old.namelist():
            new.writestr(name, data if name == part else old.read(name))
        for name, more in entries.items():
            new.writestr(name, more)
    return out.getvalue()


def inline(text: str) -> bytes:
    """A sheet with a text in B3."""
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    texts = f'<c r="A3" t="inlineStr"><is><t>a</t></is></c><c r="B3" t="inlineStr"><is><t>{text}</t></is></c>'
    return f'<worksheet xmlns="{space}"><sheetData><row r="3">{texts}</row></sheetData></worksheet>'.encode()


def lie_about_size(content: bytes, part: str) -> bytes:
    """The central directory says that a part is empty."""
    at = content.rindex(part.encode()) - 46
    assert content[at : at + 4] == b"PK\x01\x02"
    return content[: at + 24] + bytes(4) + content[at + 28 :]


def encrypted(content: bytes) -> bytes:
    """Every entry says that it has a password."""
    found = bytearray(content)
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(mark)
        while at >= 0:
            found[at + flags] |= 1
            at = content.find(mark, at + 4)
    return bytes(found)


SHEET = "xl/worksheets/sheet1.xml"
BLANK = b"<a>" + b" " * (300 << 20)
BOMBS = {
    "xlsx, ratio": lambda: repacked(xlsx(), SHEET, BLANK),
    "ods, ratio": lambda: repacked(ods(""), "content.xml", BLANK),
    "ods, beside": lambda: repacked(ods(""), "", b"", **{"Pictures/x": bytes(300 << 20)}),
    "xlsx, a lie": lambda: lie_about_size(repacked(xlsx(), SHEET, BLANK[: 64 << 20]), SHEET),
    "xlsx, encrypted": lambda: encrypted(xlsx()),
    "ods, encrypted": lambda: encrypted(ods("")),
    "ods, nested": lambda: repacked(ods(""), "content.xml", repacked(ods(""), "", b"")),
    "ods, entities": lambda: repacked(ods(""), "content.xml", ENTITIES),
}
FAR_TAG = f'<table:table-cell office:value="{"1" * (9 << 20)}"/>'
BOMBS["ods, tag"] = lambda: ods(row(FAR_TAG))
ENTITIES = (
    b'<!DOCTYPE a [<!ENTITY e0 "ha">'
    + b"".join(b'<!ENTITY e%d "%s">' % (n, b"&e%d;" % (n - 1) * 20) for n in range(1, 12))
    + b"]><a>&e11;</a>"
)


def test_a_text_longer_than_a_cell_is_refused() -> None:
    """A few signs of ODS say "a hundred million blanks"; whoever reads them keeps and shows them all."""
    blanks = cell("x").replace("x<", f'x<text:s text:c="{32_766}"/>y<')
    for content, ok in (
        (xlsx((3, 2, "x" * 32_767)), True),
        (repacked(xlsx((3, 2, "x")), SHEET, inline("x" * 32_768)), False),
        (ods(row(cell("br-2") + blanks.replace("32766", "32765"))), True),
        (ods(row(cell("br-2") + blanks)), False),
        (ods(row(cell("br-2") + blanks.replace("32766", "99999999"))), False),
    ):
        node, problems = parse_sheet(content, "oob.sheet")
        assert (node is not None) == ok
        assert not ok or not problems
        if not ok:
            assert re.search(
                r"its cell B3 holds [0-9,]+ characters, and at most 32,767 are", problems[0].message
            )


def test_a_long_tag_is_named() -> None:
    _, (problem,) = parse_sheet(BOMBS["ods, tag"](), "oob.sheet")
    assert problem.message.endswith("its part `content.xml` holds a tag of more than 4 MiB")


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_one_message(name: str) -> None:
    node, problems = parse_sheet(BOMBS[name](), "oob.sheet")
    assert node is None
    assert [p.code for p in problems] == ["SRC040"]


@pytest.mark.parametrize("other", [SHEET, SHEET.upper(), SHEET.replace("/", "\\")])
def test_a_part_that_is_there_twice_is_refused(other: str) -> None:
    """The reader of sheets might take the one that was not looked through."""
    out = io.BytesIO(xlsx())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with zipfile.ZipFile(out, "a") as archive:
            archive.writestr(other, archive.read(SHEET))
    node, (problem,) = parse_sheet(out.getvalue(), "oob.sheet")
    assert node is None
    assert problem.message.endswith(f"its part `{other}` is there twice")


def test_many_slow_sheets_do_not_take_the_time_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []

    class Slow:
        call_seconds = 0.0

        def call(self, function: str, content: bytes, *, within: float, **_: object) -> bytes:
            given.append(within)
            self.call_seconds = within
            raise isolated_process.Failure("time", f"takes more than {within:g} seconds")

    monkeypatch.setattr(isolated_process, "shared_worker", Slow)
    budget.begin()
    for number in (0, 1, 2, 3, 0):
        _, (problem,) = parse_sheet(b"PK %d" % number, "oob.sheet")
        assert "it takes more than" in problem.message
    assert given == [5.0, 2.0, 0.25, 0.25], "the last one was refused before"


def test_more_cells_than_the_command_can_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MAX_FILLED", 4)
    assert sheets.cells(xlsx())
    monkeypatch.setattr(sheets, "MAX_FILLED", 3)
    with pytest.raises(FileRefused, match="more than 3 of its cells hold something"):
        sheets.cells(xlsx())
