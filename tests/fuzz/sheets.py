"""Small spreadsheets written by hand, so that a cell can hold what no library would write."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

Rows = Sequence[Sequence[str]]
_MOMENT = (1980, 1, 1, 0, 0, 0)


def archive(members: Mapping[str, bytes | str]) -> bytes:
    """A zip archive of the members, in their order, with a fixed date."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            info = zipfile.ZipInfo(name, _MOMENT)
            info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            file.writestr(info, content)
    return out.getvalue()


def members_of(content: bytes) -> dict[str, bytes]:
    """The members of an archive by name."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return {info.filename: file.read(info) for info in file.infolist()}


def column_name(index: int) -> str:
    """Letters of a column that counts from 0."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(65 + rest) + name
    return name


def _is_number(value: str) -> bool:
    return value.isdigit() and (value == "0" or not value.startswith("0"))


def xlsx_cell(value: str, place: str) -> str:
    """A cell with a number or a text."""
    if not value:
        return ""
    if _is_number(value):
        return f'<c r="{place}"><v>{value}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'


def xlsx_row(cells: Sequence[str], number: int) -> str:
    """A row; `number` counts from 1."""
    inside = "".join(xlsx_cell(value, f"{column_name(n)}{number}") for n, value in enumerate(cells))
    return f'<row r="{number}">{inside}</row>'


def xlsx(rows: Rows, body: str | None = None, after: str = "") -> bytes:
    """A workbook with one sheet.

    Args:
        rows: its cells.
        body: rows as XML instead.
        after: XML behind the rows, e.g. merged cells.
    """
    body = "\n".join(xlsx_row(row, n) for n, row in enumerate(rows, 1)) if body is None else body
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    return archive(
        {
            "[Content_Types].xml": f'{head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="xml" ContentType="application/xml"/>'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{types}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{types}.worksheet+xml"/></Types>',
            "_rels/.rels": f'{head}<Relationships xmlns="{relations}">'
            f'<Relationship Id="rId1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'{head}<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
            '<sheet name="Units" sheetId="1" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'{head}<Relationships xmlns="{relations}">'
            f'<Relationship Id="rId1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
            "xl/worksheets/sheet1.xml": f'{head}<worksheet xmlns="{main}"><sheetData>\n{body}\n'
            f"</sheetData>{after}</worksheet>",
        }
    )


def ods_cell(value: str) -> str:
    """A cell with a number or a text."""
    if not value:
        return "<table:table-cell/>"
    if _is_number(value):
        return f'<table:table-cell office:value-type="float" office:value={quoteattr(value)}/>'
    return f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p></table:table-cell>'


def ods_row(cells: Sequence[str]) -> str:
    """A row."""
    return f"<table:table-row>{''.join(map(ods_cell, cells))}</table:table-row>"


def ods(rows: Rows, body: str | None = None) -> bytes:
    """A document with one sheet; `body` is its rows as XML instead."""
    body = "\n".join(map(ods_row, rows)) if body is None else body
    space = "urn:oasis:names:tc:opendocument:xmlns"
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return archive(
        {
            "mimetype": kind,
            "META-INF/manifest.xml": f'{head}<manifest:manifest xmlns:manifest="{space}:manifest:1.0">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
            '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
            "</manifest:manifest>",
            "content.xml": f'{head}<office:document-content xmlns:office="{space}:office:1.0"'
            f' xmlns:table="{space}:table:1.0" xmlns:text="{space}:text:1.0" office:version="1.2"><office:body>'
            f'<office:spreadsheet><table:table table:name="Units">\n{body}\n</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        }
    )
