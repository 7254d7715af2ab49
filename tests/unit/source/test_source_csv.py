from __future__ import annotations

import pytest

from jdgtools.source import hex_column_problems, read_csv


def said(text: str) -> list[str]:
    return [f"{p.span.line}:{p.span.col} {p.code} {p.message}" for p in read_csv(text, "x.csv")[1] if p.span]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_rows_with_any_separator_and_line_end(delimiter: str, end: str):
    rows = [["id", "name", "hex"], ["1/70", "70e", "0305"], ["2/70", "", "0306"]]
    node, problems = read_csv(end.join(delimiter.join(row) for row in rows) + end, "x.csv")
    assert problems == [] and node is not None
    assert node.to_plain() == [{"id": "1/70", "name": "70e", "hex": "0305"}, {"id": "2/70", "hex": "0306"}]


def test_cells_have_physical_places_and_column_names():
    text = 'id, note ,n\n# comment\n\n1/70,"two\nlines ""x""",4\n2/70, spaced ,5\n'
    node, problems = read_csv(text, "x.csv")
    assert problems == [] and node is not None
    cells = [
        (c.text, c.span.line, c.span.col, c.span.end_line, c.span.end_col, c.span.column)
        for r in node
        for _, c in r.items()
    ]
    assert cells == [
        ("1/70", 4, 1, 4, 5, "id"),
        ('two\nlines "x"', 4, 6, 5, 13, "note"),
        ("4", 5, 14, 5, 15, "n"),
        ("2/70", 6, 1, 6, 5, "id"),
        ("spaced", 6, 7, 6, 13, "note"),
        ("5", 6, 15, 6, 16, "n"),
    ]
    assert node.is_table and str(node.key_spans["note"]) == "x.csv:1:5"
    assert node.value[0].key_spans == node.key_spans


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# nothing\n\n", "1:1 SRC030 the table has no header row"),
        ("id,a,id\n1,2,3", "1:6 SRC031 the column `id` stands twice in the header"),
        ("id,a\n1,2,3", "2:5 SRC032 the cell `3` stands in a column without a name"),
        ("id,a\n1,2,3,4,5\n1,2,3", "2:5 SRC032 the cell `3` and 2 more stand in a column without a name"),
        ("id,,b\n1,2,3", "2:3 SRC032 the cell `2` stands in a column without a name"),
        ('id,a\n1,"2\n3,4', "2:3 SRC033 a quotation mark opens a cell and is never closed"),
        ("id|a\n1|2", "1:1 SRC055 `|` separates the cells of this row"),
        ("sep=|\nid|a\n1|2", "1:1 SRC055 `|` separates the cells of this row"),
        ("id;a\n1;2\n3,4", "3:1 SRC055 `,` separates the cells of this row"),
        ("id,a\n1,2\n3\t4", "3:1 SRC055 a tab separates the cells of this row"),
        ("id,a,b,c\n1,2;3,4", "2:4 SRC055 `;` separates two cells of this row"),
        ("id,a,b,c\n1;2;3,4", "2:2 SRC055 `;` separates some cells of this row"),
        ("id;a;b;c\n1;2;3,", "2:6 SRC055 `,` separates two cells of this row"),
        ("id,a,b,c\n1,2|3,4", "2:4 SRC055 `|` separates two cells of this row"),
        ("id,a;b,c\n1,2,3,4", "1:5 SRC055 `;` separates two cells of this row"),
        ('id,a\n1,"29th" Foot', "2:9 SRC034 found `Foot` after the closing quotation mark of a cell"),
    ],
)
def test_every_slip_is_one_message_with_its_place(text: str, expected: str):
    assert said(text) == [expected]


@pytest.mark.parametrize(
    ("broken", "name"),
    [
        ('2,"Smith,x,5', "Smith"),
        ('2,"Smith, John,x,5', "Smith, John"),
        ('"2,Smith,x,5', "Smith"),
        ('2,Smith,"x,5', "Smith"),
        ('2,Smith,x,"5', "Smith"),
        ('2,"Smith,"x",5', "Smith"),
        ('2, "Smith,x,5', "Smith"),
    ],
)
@pytest.mark.parametrize("after", ["3,Jones,y,6", '3,"Jones",y,6', '3,Jones,"y, ""z""",6', ""])
def test_a_mark_that_is_never_closed_costs_no_more_than_its_cell(broken: str, name: str, after: str):
    node, problems = read_csv(f"id,name,k,n\n1,Brown,w,4\n{broken}\n{after}\n", "x.csv")
    assert [p.code for p in problems] == ["SRC033"] and node is not None
    assert problems[0].span is not None and problems[0].span.line == 3
    assert problems[0].span.col == broken.index('"') + 1
    rows = node.to_plain()
    assert rows[1]["id"] == 2 and rows[1]["name"] == name and rows[1]["n"] == 5
    assert [row["id"] for row in rows] == [1, 2, 3][: 3 if after else 2]


def test_a_mark_that_is_never_closed_in_the_header():
    node, problems = read_csv('id,"name,k\n1,Brown,w\n2,"Smith",x\n', "x.csv")
    assert [p.code for p in problems] == ["SRC033"] and node is not None
    assert list(node.key_spans) == ["id", "name", "k"] and len(node.to_plain()) == 2


def test_a_cell_too_many_reminds_of_quotes():
    (problem,) = read_csv("id,name\n1/70,70e, 1st battalion", "x.csv")[1]
    assert problem.expected == "no more cells"
    assert problem.hint == (
        "name the column in the header, or delete the cell; "
        "a text that holds the separator must stand in quotes"
    )


def test_a_row_counts_with_its_empty_cells(monkeypatch: pytest.MonkeyPatch):
    # Of each empty cell it may be said that it is missing: 200,000 rows of an id alone took two gigabytes.
    monkeypatch.setattr("jdgtools.source.table.MAX_NODES", 8)
    assert read_csv("a,b,c,d\n1\n2", "x.csv")[1] == []
    assert [p.code for p in read_csv("a,b,c,d\n1\n2\n3", "x.csv")[1]] == ["SRC016"]


def test_the_line_sep_names_the_separator():
    node, problems = read_csv("sep=;\nid;a,b\n1;2", "x.csv")
    assert problems == [] and node is not None and node.to_plain() == [{"id": 1, "a,b": 2}]


def test_quotes_inside_an_unquoted_cell_are_text():
    node, problems = read_csv('id,a\n1,4" gun', "x.csv")
    assert problems == [] and node is not None and node.to_plain() == [{"id": 1, "a": '4" gun'}]


def test_hex_column_of_numbers_is_one_message():
    node, _ = read_csv("id,entry hex,n\na,305,1\nb,1201,22\nc,912,333\n", "x.csv")
    assert node is not None
    assert [row.get("entry hex").numeric_cell for row in node] == [True, False, True]  # type: ignore[union-attr]
    assert not any(row.get("n").numeric_cell for row in node)  # type: ignore[union-attr]
    (problem,) = hex_column_problems(node, ["entry hex"], {"0305", "0912", "1201"}.__contains__, 4)
    assert (
        problem.message == "the hex column `entry hex` became numbers: `305` lost its leading zero (2 cells)"
    )
    assert problem.hint == "format the column `entry hex` as text in the spreadsheet and write `0305` again"
    assert [str(r.span) for r in problem.related] == ["x.csv:4:3"] and str(problem.span) == "x.csv:2:3"


def test_sound_hex_column_is_silent():
    node, _ = read_csv("hex\n0305\n9999\n\n12\n", "x.csv")
    assert node is not None and hex_column_problems(node, ["hex"], {"0305"}.__contains__, 4) == []


def test_a_line_of_megabytes_is_no_table():
    text = "id,name\n1,x\n" + "y" * 100_001
    assert said(text) == ["3:1 SRC005 a line of 100,001 characters is too long for a table"]
    assert said(text[:-1]) == []


def test_a_tab_is_meant_in_tsv():
    (problem,) = read_csv("id,a\n1,2", "x.tsv", "\t")[1]
    assert problem.code == "SRC055"


@pytest.mark.parametrize("text", ["id,a\n1\n", "id\n1/70\n2/70\n", "id,name\n#1,2\n2\n", 'id,a\n"1;2;3"\n'])
def test_a_row_of_one_cell_is_no_other_separator(text: str):
    assert said(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "id,a,b,c\n1,2;3,4\n",
        "id,a,b,c\n1;2;3;4\n",
        "id,a;b,c\n1,2,3,4\n",
        "id|a|b|c\n1|2|3|4\n",
        "sep=|\nid|a|b|c\n1|2|3|4\n",
    ],
)
def test_a_row_with_another_separator_is_read_as_it_was_meant(text: str):
    node, problems = read_csv(text, "x.csv")
    assert node is not None and node.to_plain() == [{"id": 1, "a": 2, "b": 3, "c": 4}]
    assert [p.code for p in problems] == ["SRC055"]


@pytest.mark.parametrize(
    "row", ["1,2,from the left; and back", "1,2,3;4,5", "1,2", "1,2,3,a;b", "1,2,a; b;c", "1,2,a;b;c"]
)
def test_a_sign_within_a_text_separates_nothing(row: str):
    node, problems = read_csv(f"id,a,b,note\n{row}\n", "x.csv")
    assert problems == [] and node is not None


@pytest.mark.parametrize("sign", ["\ufeff", "\u200b", "\u200e"])
def test_signs_of_no_width_around_a_cell_are_nothing(sign: str):
    node, problems = read_csv(f"{sign}{sign}id,sp{sign},mp\n{sign}a,5{sign} ,{sign}", "x.csv")
    assert problems == [] and node is not None and node.to_plain() == [{"id": "a", "sp": 5}]


@pytest.mark.parametrize(
    "mark", ["#N/A", "#NOM?", "#HIÁNYZIK", "#ÉRTÉK!", "#ADR!", "#DZIEL/0!", "#VALEUR!", "#¡REF!"]
)
def test_a_failed_formula_in_any_language(mark: str):
    assert [(p.code, str(p.span)) for p in read_csv(f"id,sp\n{mark},2\n", "x.csv")[1]] == [
        ("SRC050", "x.csv:2:1")
    ]
    assert said(f"id,sp\n{mark} is a comment\n#NValid\n") == []


@pytest.mark.parametrize("header", ["id,#NAME?,n", "#NAME?,side,n", "id,side,#REF!"])
def test_a_heading_that_has_failed_is_one_message(header: str):
    """No row is said to lack what may stand below it."""
    node, problems = read_csv(f"{header}\n1/70,fr,4\n2/70,fr,5\n", "x.csv")
    assert node is None and [p.code for p in problems] == ["SRC050"]
