"""Writes the spreadsheets of the teaching battles: `python -m tests.tools.teaching_tables`.

The bytes depend on the content alone: fixed dates, fixed order of archive members.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2] / "scenarios"
_MOMENT = (1980, 1, 1, 0, 0, 0)
_DATE = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")

Row = Sequence[str | int | bool | None]

AFE_OOB: tuple[Row, ...] = (
    (
        "id", "name", "short", "side", "command", "type", "nationality", "sp", "quality", "mp",
        "sp_back", "quality_back", "mp_back", "missile", "weapon", "can_mount", "can_dismount", "mp_changed", "note",
    ),
    ("cr-kni", "Household knights", "Household", "crown", "aldric", "knights", "royal",
     3, 7, 7, 3, 6, 6, None, None, None, None, None, None),
    ("cr-maf", "Royal sergeants", "Sergeants", "crown", "aldric", "men_at_arms_foot", "royal",
     4, 6, 4, 4, 5, 4, None, None, None, None, None, None),
    ("cr-arc", "Forest archers", "Archers", "crown", "aldric", "archers", "royal",
     3, 5, 5, 3, 4, 4, True, "bow", None, None, None, None),
    ("cr-li", "Javelin men", None, "crown", "aldric", "light_infantry", "royal",
     2, 4, 5, 2, 3, 5, True, "light", None, None, None, None),
    ("gu-man", "Guiscard's men-at-arms", "Guiscard", "crown", "guiscard", "men_at_arms", "royal",
     3, 6, 7, 3, 5, 6, None, None, None, True, 4, None),
    ("gu-cl", "Border riders", "Riders", "crown", "guiscard", "light_cavalry", "royal",
     2, 4, 8, 2, 3, 7, True, "light", None, None, None, None),
    ("gu-mxb", "Mounted crossbows", "Crossbows", "crown", "guiscard", "mounted_crossbowmen", "royal",
     2, 5, 7, 2, 4, 6, True, "crossbow", None, True, 5, None),
    ("gu-mi1", "Saint-Aubry levy", "Levy 1", "crown", "guiscard", "militia", "royal",
     4, 3, 4, 4, 2, 3, None, None, None, None, None, "Two of them may stack."),
    ("gu-mi2", "Bourg levy", "Levy 2", "crown", "guiscard", "militia", "royal",
     4, 3, 4, 4, 2, 3, None, None, None, None, None, None),
    ("ot-knf", "Otto's knights", "Otto", "league", "otto", "knights_foot", "leaguer",
     3, 7, 4, 3, 6, 3, None, None, True, None, 7, None),
    ("ot-swi", "Mountain men", None, "league", "otto", "swiss", "leaguer",
     5, 7, 5, 5, 6, 4, None, None, None, None, None, None),
    ("ot-pik", "Pikes of the valley", "Pikes", "league", "otto", "pikemen", "leaguer",
     4, 5, 4, 4, 4, 4, None, None, None, None, None, None),
    ("be-aq", "Town handguns", "Handguns", "league", "bertrade", "arquebusiers", "leaguer",
     2, 4, 4, 2, 3, 4, True, "arquebus", None, None, None, None),
    ("be-gun", "The town bombard", "Bombard", "league", "bertrade", "artillery", "leaguer",
     1, 4, 2, 1, 3, 1, True, "artillery", None, None, None, None),
    ("be-xbow", "Guild crossbows", "Guilds", "league", "bertrade", "crossbowmen", "leaguer",
     3, 5, 4, 3, 4, 4, True, "crossbow", None, None, None, None),
    ("th-mar", "Horse archers", None, "league", "thibaut", "mounted_archers", "leaguer",
     2, 5, 8, 2, 4, 7, True, "bow", None, True, 5, None),
)  # fmt: skip

MPBS_SETUP: tuple[Row, ...] = (
    ("unit", "leader", "hex", "hexes", "facing", "state"),
    ("em-red", None, None, "1504 1503", "W", "hedgehog"),
    (None, "falk", "1503", None, None, None),
    (None, "melchior", "1504", None, None, None),
    ("em-kurz", None, "1605", None, "NW", "no_pistols"),
    ("em-cuir", None, "1501", None, "W", "morale_shaken"),
    (None, "rohan", "1501", None, None, None),
)


def xlsx(rows: Sequence[Row]) -> bytes:
    """A workbook with one sheet."""
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "oob"
    for row in rows:
        sheet.append(list(row))
    raw = io.BytesIO()
    book.save(raw)
    return _fixed(raw.getvalue())


_OPEN = "urn:oasis:names:tc:opendocument:xmlns"
_ODS = "application/vnd.oasis.opendocument.spreadsheet"


def ods(rows: Sequence[Row]) -> bytes:
    """An OpenDocument spreadsheet with one table of texts.

    Written by hand: libraries name all namespaces that any document of the process has used.
    """
    from xml.sax.saxutils import escape

    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    lines = [
        "".join("<table:table-cell/>" if v is None else cell.format(escape(str(v))) for v in row)
        for row in rows
    ]
    table = "".join(f"<table:table-row>{line}</table:table-row>" for line in lines)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    content = (
        f'{head}<office:document-content xmlns:office="{_OPEN}:office:1.0" xmlns:table="{_OPEN}:table:1.0" '
        f'xmlns:text="{_OPEN}:text:1.0" office:version="1.2"><office:body><office:spreadsheet>'
        f'<table:table table:name="setup">{table}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        f'{head}<manifest:manifest xmlns:manifest="{_OPEN}:manifest:1.0" manifest:version="1.2">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_ODS}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
        "</manifest:manifest>"
    )
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("mimetype", _ODS)
        archive.writestr("META-INF/manifest.xml", manifest)
        archive.writestr("content.xml", content)
    return _fixed(raw.getvalue())


def _fixed(archive: bytes) -> bytes:
    """The archive with fixed dates; `mimetype` stays first and unpacked, the rest is sorted."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(out, "w") as new:
        for name in sorted(old.namelist(), key=lambda n: (n != "mimetype", n)):
            info = zipfile.ZipInfo(name, _MOMENT)
            info.compress_type = zipfile.ZIP_STORED
            info.create_system = 3
            new.writestr(info, _DATE.sub(rb"\g<1>1980-01-01T00:00:00Z", old.read(name)))
    return out.getvalue()


def files() -> dict[Path, bytes]:
    """Every spreadsheet of the teaching battles with its content."""
    return {
        ROOT / "teaching-afe" / "oob.xlsx": xlsx(AFE_OOB),
        ROOT / "teaching-mpbs" / "scenarios" / "morning.ods": ods(MPBS_SETUP),
    }


if __name__ == "__main__":
    for path, content in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
