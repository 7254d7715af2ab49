"""Damage to tables: cells, rows, columns and headings of CSV files and spreadsheets."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable

from tests.fuzz.damage_text import HUGE, ODD, Damage, near
from tests.fuzz.sheets import column_name, ods, ods_row, xlsx, xlsx_row

Table = list[list[str]]
Slip = tuple[Table, frozenset[int]]

WORDS = (
    "",
    " ",
    "x",
    "-",
    "n/a",
    "#N/A",
    "#REF!",
    "TRUE",
    "01.02.1809",
    "1/2",
    "5 ",
    "0305.0",
    "=A1",
    "'5",
    *HUGE,
    *ODD,
)


def _cell(table: Table, rng: random.Random) -> tuple[int, int]:
    row = rng.randrange(1, len(table))
    full = [n for n, value in enumerate(table[row]) if value]
    return row, rng.choice(full or [0])


def other_cell(table: Table, rng: random.Random) -> Slip:
    row, column = _cell(table, rng)
    table[row][column] = rng.choice(WORDS)
    return table, near(row + 1)


def misspelt_cell(table: Table, rng: random.Random) -> Slip | None:
    row, column = _cell(table, rng)
    value = table[row][column]
    if len(value) < 3:
        return None
    at = rng.randrange(len(value) - 1)
    table[row][column] = value[:at] + value[at + 1] + value[at] + value[at + 2 :]
    return table, near(row + 1)


def swap_cells(table: Table, rng: random.Random) -> Slip:
    row, one = _cell(table, rng)
    two = rng.choice([n for n, value in enumerate(table[row]) if value])
    table[row][one], table[row][two] = table[row][two], table[row][one]
    return table, near(row + 1)


def empty_cell(table: Table, rng: random.Random) -> Slip:
    row, column = _cell(table, rng)
    table[row][column] = ""
    return table, near(row + 1)


def rename_column(table: Table, rng: random.Random) -> Slip:
    column = rng.randrange(len(table[0]))
    name = table[0][column]
    table[0][column] = rng.choice((name[:-1], name + "s", name.upper(), name + " ", "", rng.choice(table[0])))
    return table, near(1)


def delete_column(table: Table, rng: random.Random) -> Slip:
    column = rng.randrange(len(table[0]))
    return [row[:column] + row[column + 1 :] for row in table], frozenset()


def shift_row(table: Table, rng: random.Random) -> Slip:
    row, column = _cell(table, rng)
    table[row].insert(column, "")
    return table, near(row + 1)


def shift_column(table: Table, rng: random.Random) -> Slip:
    """The cells of a column one row lower, as a careless sort leaves them."""
    column = rng.randrange(len(table[0]))
    values = [row[column] for row in table[1:]]
    for row, value in zip(table[1:], values[-1:] + values[:-1], strict=True):
        row[column] = value
    return table, frozenset()


def duplicate_row(table: Table, rng: random.Random) -> Slip:
    row = rng.randrange(1, len(table))
    table.insert(row, list(table[row]))
    return table, near(row + 1, row + 2)


def delete_row(table: Table, rng: random.Random) -> Slip:
    row = rng.randrange(1, len(table))
    del table[row]
    return table, near(row, row + 1)


def delete_heading(table: Table, rng: random.Random) -> Slip:
    return table[1:], near(1)


def two_headings(table: Table, rng: random.Random) -> Slip:
    return [["Order of battle", *[""] * (len(table[0]) - 1)], *table], near(1, 2)


def empty_sheet(table: Table, rng: random.Random) -> Slip:
    return rng.choice(([], [[]], table[:1])), near(1)


TABLE: tuple[Callable[[Table, random.Random], Slip | None], ...] = (
    other_cell, other_cell, other_cell, misspelt_cell, misspelt_cell, swap_cells, empty_cell, empty_cell, rename_column,
    delete_column, shift_row, shift_column, duplicate_row, delete_row, delete_heading, two_headings, empty_sheet,
)  # fmt: skip


def _slip(rows: Table, rng: random.Random) -> tuple[str, Table, frozenset[int]]:
    while True:
        operator = rng.choice(TABLE)
        made = operator([list(row) for row in rows], rng)
        if made is not None and made[0] != rows:
            return f"table: {operator.__name__.replace('_', ' ')}", *made


def damage_csv(content: bytes, rng: random.Random) -> Damage:
    """A CSV file with one slip in its cells."""
    rows = list(csv.reader(io.StringIO(content.decode())))
    name, table, lines = _slip(rows, rng)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return Damage(name, out.getvalue().encode("utf-8", "surrogatepass"), lines)


ERRORS = ("#N/A", "#REF!", "#DIV/0!", "#NAME?", "#VALUE!", "#NULL!", "#NUM!")


def _xlsx_special(rows: Table, rng: random.Random) -> tuple[str, bytes, frozenset[int]]:
    row, column = _cell(rows, rng)
    place, kind = f"{column_name(column)}{row + 1}", rng.randrange(9)
    lines = [xlsx_row(cells, n) for n, cells in enumerate(rows, 1)]
    blank = [*rows[row][:column], "", *rows[row][column + 1 :]]

    def with_cell(cell: str) -> bytes:
        parts = [xlsx_row(blank, row + 1)]
        body = [
            line if n != row else parts[0].replace("</row>", f"{cell}</row>") for n, line in enumerate(lines)
        ]
        return xlsx(rows, "\n".join(body))

    at = near(row + 1)
    if kind == 0:
        return "error cell", with_cell(f'<c r="{place}" t="e"><v>{rng.choice(ERRORS)}</v></c>'), at
    if kind == 1:
        return "formula without value", with_cell(f'<c r="{place}"><f>B2+1</f></c>'), at
    if kind == 2:
        return "formula with error", with_cell(f'<c r="{place}" t="e"><f>1/0</f><v>#DIV/0!</v></c>'), at
    if kind == 3:
        return "cell of a boolean", with_cell(f'<c r="{place}" t="b"><v>1</v></c>'), at
    if kind == 4:
        far = rng.choice(("XFD1048576", "A1048576", "XFD1", "ZZZ99999999", "A0", "1A"))
        number = "".join(c for c in far if c.isdigit()) or "1"
        body = "\n".join([*lines, f'<row r="{number}"><c r="{far}"><v>1</v></c></row>'])
        return "far cell", xlsx(rows, body), frozenset()
    if kind == 5:
        first = column_name(rng.randrange(3))
        merged = f'<mergeCells count="1"><mergeCell ref="{first}1:{column_name(5)}1"/></mergeCells>'
        table = [[rows[0][0], *[""] * 5, *rows[0][6:]], *rows[1:]]
        return "merged heading", xlsx(table, None, merged), near(1)
    if kind == 6:
        number = "".join(rng.choice(("1.5E+300", "-7", "1E-9", "12345678901234567890", "abc", "")))
        return "odd number", with_cell(f'<c r="{place}"><v>{number}</v></c>'), at
    if kind == 7:
        shared = rng.choice(("0", "99999", "-1", "x"))
        return "shared text", with_cell(f'<c r="{place}" t="s"><v>{shared}</v></c>'), at
    empty = "\n".join(f'<row r="{n}"/>' for n in range(len(rows) + 1, len(rows) + rng.choice((2000, 60_000))))
    return "many empty rows", xlsx(rows, "\n".join([*lines, empty])), frozenset()


def _ods_special(rows: Table, rng: random.Random) -> tuple[str, bytes, frozenset[int]]:
    row, _ = _cell(rows, rng)
    kind = rng.randrange(6)
    lines = [ods_row(cells) for cells in rows]
    cells = lines[row].split("<table:table-cell")
    place = rng.randrange(1, len(cells))
    at = near(row + 1)

    def with_cell(cell: str) -> bytes:
        made = [*cells[:place], cell, *cells[place + 1 :]]
        text = "<table:table-cell".join(made)
        if place == len(cells) - 1:
            text += "</table:table-row>"
        return ods(rows, "\n".join([*lines[:row], text, *lines[row + 1 :]]))

    if kind == 0:
        error = rng.choice(("Err:502", *ERRORS))
        return "error cell", with_cell(
            f' table:formula="of:=[.#REF!]" office:value-type="string" office:string-value=""><text:p>{error}</text:p>'
            "</table:table-cell>"
        ), at  # fmt: skip
    if kind == 1:
        return "formula without value", with_cell(' table:formula="of:=1+1"/>'), at
    if kind == 2:
        odd = rng.choice(("percentage", "currency", "boolean", "date", "time", "void", "x"))
        return "other value type", with_cell(f' office:value-type="{odd}" office:value="0.5"/>'), at
    count = rng.choice(("1000", "1048576", "99999999999", "-1", "x", "0"))
    if kind == 3:
        return "repeated cells", with_cell(f' table:number-columns-repeated="{count}"/>'), at
    if kind == 4:
        again = f'<table:table-row table:number-rows-repeated="{count}">'
        body = [*lines[:row], lines[row].replace("<table:table-row>", again), *lines[row + 1 :]]
        return "repeated rows", ods(rows, "\n".join(body)), near(row + 1)
    return "merged cells", with_cell(' table:number-columns-spanned="5"/><table:covered-table-cell/>'), at


def damage_sheet(rows: Table, suffix: str, rng: random.Random) -> Damage:
    """A spreadsheet of these rows with one slip."""
    if rng.random() < 0.5:
        name, table, lines = _slip(rows, rng)
        table = [
            [
                "".join(c for c in v if c >= " " and not "\ud800" <= c <= "\udfff" and c < "\ufffe")
                for v in row
            ]
            for row in table
        ]
        return Damage(name, (xlsx if suffix == ".xlsx" else ods)(table), lines)
    special = _xlsx_special if suffix == ".xlsx" else _ods_special
    name, content, lines = special(rows, rng)
    return Damage(f"sheet: {name}", content, lines)
