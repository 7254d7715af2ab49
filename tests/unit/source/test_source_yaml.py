from __future__ import annotations

import pytest

from jdgtools.source import read_json, read_yaml
from jdgtools.source.problem import MAX_DUPLICATES


def said(text: str) -> list[str]:
    return [
        f"{p.span.line}:{p.span.col} {p.code} {p.message}" for p in read_yaml(text, "x.yaml")[1] if p.span
    ]


@pytest.mark.parametrize(
    ("text", "plain", "as_int"),
    [
        ("0305", "0305", None),
        ("0101", "0101", None),
        ("1201", 1201, 1201),
        ("NO", "NO", None),
        ("yes", "yes", None),
        ("12:30", "12:30", None),
        ("1e3", 1000.0, 1000),
        ("5.0", 5.0, 5),
        ("5.5", 5.5, None),
        ("-0", 0, 0),
        ("+5", "+5", None),
        ("0x10", "0x10", None),
        ("0o17", "0o17", None),
        ("1_000", "1_000", None),
        (".5", ".5", None),
        ("1e999", "1e999", None),
        ("9" * 5000, "9" * 5000, None),
        ("2024-01-01", "2024-01-01", None),
        ("~", None, None),
        ("null", None, None),
        ("", None, None),
        ("true", True, None),
        ('"1201"', "1201", None),
        ("'null'", "null", None),
        ("!!str 12", "12", None),
    ],
)
def test_plain_scalars_are_typed_by_json_rules_and_keep_their_text(
    text: str, plain: object, as_int: int | None
):
    node, problems = read_yaml(f"a: {text}", "x.yaml")
    assert problems == [] and node is not None
    value = node.at("a")
    assert value is not None
    assert (value.to_plain(), type(value.to_plain())) == (plain, type(plain))
    assert value.as_int() == as_int
    if text and text[0] not in "\"'!":
        assert value.text == text and value.plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: b: c", "1:5 SRC010 a second `:` on the line, or a line indented too far"),
        ("a: [1, 2", "1:9 SRC010 the list opened with `[` does not go on or end properly"),
        ("{a: 1", "1:6 SRC010 the block opened with `{` does not go on or end properly"),
        ("- a\nb: c", "2:1 SRC010 a line that is no element in the middle of a list"),
        ("a: 'x", "1:6 SRC010 a quotation mark is never closed"),
        ('a: "\\q"', "1:5 SRC010 an unknown escape after `\\`"),
        ("a: @x", "1:4 SRC010 a text cannot begin with `@`"),
        ("a: `x`", "1:4 SRC010 a text cannot begin with a backquote"),
        ("a: {b: 1,, c}", "1:10 SRC010 a value is missing"),
        ("a: *", "1:5 SRC010 `*` or `&` without a name"),
        ("a: b #c\n  d", "2:3 SRC010 the line does not fit the block above it"),
        ("a: 1\nkey\nb: 1", "3:1 SRC010 a line without `:` among `key: value` lines"),
        ("!<x", "1:4 SRC010 a tag `!` that is not complete"),
        ("a:\n\t- b", "2:1 SRC011 a tab is used for indentation; YAML allows spaces only"),
        ("a:\n  \tb: 1\n  c: 2", "2:3 SRC011 a tab is used for indentation; YAML allows spaces only"),
        ("a: 1\nb: 2\na: 3", "3:1 SRC012 the key `a` stands twice in the same block"),
        ("a: 1\n---\nb: 2", "2:1 SRC013 a second document begins here; a file holds one"),
        (
            "a: !!python/object:os.system x",
            "1:4 SRC014 the tag `!!python/object:os.system` is not used in battle files",
        ),
        ("a: !inf 3", "1:4 SRC014 the tag `!inf` is not used in battle files"),
        ("[" * 101 + "]" * 101, "1:101 SRC015 nested more than 100 levels deep"),
        ("a: *b", "1:4 SRC017 `*b` refers to nothing: no `&b` stands above"),
        ("a: &b [*b]", "1:8 SRC017 `*b` refers to the value it is part of"),
        ("[1, 2]: a", "1:1 SRC018 found a list where the name of a key is expected"),
        ("? {a: 1}\n: a", "1:3 SRC018 found a block of keys where the name of a key is expected"),
        ("?\n: a", "1:2 SRC018 found nothing where the name of a key is expected"),
        ("a: &b {c: 1}\nd:\n  <<: *b", "3:3 SRC019 merge keys `<<` are not used here"),
        ("# only\n# comments", "1:1 SRC004 the file holds nothing but comments"),
        ("a: \x08", "1:4 SRC007 the character U+0008 is a control character and not allowed in a text"),
        ("a: \ud800", "1:4 SRC007 the character U+D800 is half of a character and not allowed in a text"),
        ('a: "\\0"', "1:4 SRC006 the text holds a NUL character"),
    ],
)
def test_every_slip_is_one_message_with_its_place(text: str, expected: str):
    assert said(text) == [expected]


def test_billion_laughs_are_counted_not_expanded():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    assert said("\n".join(lines)) == ["6:30 SRC016 more than 600,000 values in one file"]


def test_depth_counts_what_references_expand_to():
    chain = "\n".join([f"- &a0 {'[' * 60}{']' * 60}", f"- {'[' * 60}*a0{']' * 60}"])
    assert said(chain) == ["2:63 SRC015 nested more than 100 levels deep"]


def test_references_repeat_a_value():
    node, problems = read_yaml("a: &x [0305, 2]\nb: *x", "x.yaml")
    assert problems == [] and node is not None
    assert node.to_plain() == {"a": ["0305", 2], "b": ["0305", 2]}


def test_duplicate_key_shows_both_places_and_keeps_the_first():
    node, (problem,) = read_yaml("side: fr\nhex: 1\nside: br\n", "x.yaml")
    assert node is not None and node.to_plain() == {"side": "fr", "hex": 1}
    assert [(str(r.span), r.message) for r in problem.related] == [("x.yaml:1:1", "`side` stands here first")]
    assert problem.hint == "delete one of the two, or rename it; until then the first one counts"


def test_all_duplicates_of_a_file_are_reported():
    assert len(said("a: 1\na: 2\nb: {c: 1, c: 2}\na: 3")) == 3


def test_spans_of_keys_values_and_blocks():
    node, _ = read_yaml('map:\n  hex: "0305" # c\n  list:\n    - a\n    - bc\nend: x\n', "x.yaml")
    assert node is not None
    inner = node.at("map")
    assert inner is not None
    assert str(node.key_spans["map"]) == "x.yaml:1:1"
    spans = [inner.at("hex").span, inner.at("list").span, inner.span]  # type: ignore[union-attr]
    assert [(s.line, s.col, s.end_line, s.end_col) for s in spans] == [
        (2, 8, 2, 14),
        (4, 5, 5, 9),
        (2, 3, 5, 9),
    ]


@pytest.mark.parametrize("header", ["|", "|-", "|2", "| # comment"])
def test_characters_of_a_picture_have_places(header: str):
    node, problems = read_yaml(f"a:\n  map: {header}\n    ..w.\n\n    .f..\n\n# end\n", "x.yaml")
    assert problems == [] and node is not None
    picture = node.at("a", "map")
    assert picture is not None and picture.indent is not None
    rows = picture.text.split("\n")
    row = next(n for n, text in enumerate(rows) if "f" in text)
    span = picture.char_span(row, rows[row].index("f"))
    assert (span.line, span.col, span.end_col) == (5, 6, 7)
    assert (picture.span.line, picture.span.end_line, picture.span.end_col) == (2, 5, 9)


def test_lines_are_those_of_editors_when_the_text_has_other_breaks():
    node, _ = read_yaml('a: "x\u2028y"\nb: c\n', "x.yaml")
    assert node is not None and node.at("b") is not None
    assert str(node.at("b").span) == "x.yaml:2:4"  # type: ignore[union-attr]


def test_crlf_counts_as_one_line_end():
    node, _ = read_yaml("a: 1\r\nb: 2\r\n", "x.yaml")
    assert node is not None and str(node.at("b").span) == "x.yaml:2:4"  # type: ignore[union-attr]


def test_the_parser_without_libyaml_gives_the_same_nodes(monkeypatch: pytest.MonkeyPatch):
    import sys

    text = "a: &x 0305\nb: [NO, *x]\nc: |\n  ab\n  cd\n"
    fast, _ = read_yaml(text, "x.yaml")
    monkeypatch.setitem(sys.modules, "yaml.cyaml", None)
    slow, problems = read_yaml(text, "x.yaml")
    assert problems == [] and fast is not None and slow is not None
    assert slow.to_plain() == fast.to_plain()
    assert [str(v.span) for _, v in slow.items()] == [str(v.span) for _, v in fast.items()]


def test_a_picture_whose_first_line_is_indented_deepest():
    text = "terrain: |\n   . . w\n  . w .\nb: 1\n"
    _, problems = read_yaml(text, "x.yaml")
    assert [(p.code, str(p.span)) for p in problems] == [("SRC010", "x.yaml:3:3")]
    assert "further to the left" in problems[0].message and "`|2` instead of `|` in line 1" in (
        problems[0].hint or ""
    )
    node, problems = read_yaml(text.replace("|", "|2"), "x.yaml")
    assert problems == [] and node is not None
    assert node.to_plain()["terrain"] == " . . w\n. w .\n"


@pytest.mark.parametrize("text", ["a: |\n  x\nb\n c: 1\n", "a:\n  b: 1\n c: 2\n", "a: |\n  x\n y: 1\n"])
def test_other_wrong_indentation_is_not_taken_for_a_picture(text: str):
    _, problems = read_yaml(text, "x.yaml")
    assert [p.code for p in problems] == ["SRC010"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("a: !x 1\nb: 2\n", ["SRC014"]),
        ("null: 1\nb: 2\n", ["SRC018"]),
        ("<<: 1\nb: 2\n", ["SRC019"]),
        ('a: "\\e"\nb: 2\n', ["SRC007"]),
        ("a: 1\nb: &x 2\na: *x\n", ["SRC012"]),
    ],
)
def test_members_of_a_map_are_judged(text: str, codes: list[str]):
    assert [problem.code for problem in read_yaml(text, "x.yaml")[1]] == codes


def test_members_of_a_map_keep_odd_line_breaks_and_places():
    node, problems = read_yaml('{"a\u2028": "b\u0085c", d: 05,\n "e": f g}\n', "x.yaml")
    assert node is not None
    assert not problems
    assert node.to_plain() == {"a\u2028": "b\u0085c", "d": "05", "e": "f g"}
    places = {key: (str(node.key_spans[key]), str(child.span)) for key, child in node.items()}
    assert places["d"] == ("x.yaml:1:15", "x.yaml:1:18")
    assert places["e"] == ("x.yaml:2:2", "x.yaml:2:7")


def test_members_of_a_map_are_counted_without_their_keys(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("jdgtools.source.yaml_reader.MAX_NODES", 3)
    assert not read_yaml("a: 1\nb: 2\n", "x.yaml")[1]
    problems = read_yaml("a: 1\nb: 2\nc: 3\nd: 4\n", "x.yaml")[1]
    assert [(problem.code, str(problem.span)) for problem in problems] == [("SRC016", "x.yaml:4:4")]


def test_members_of_a_map_count_as_depth(monkeypatch: pytest.MonkeyPatch):
    text = "a: &x {b: 1}\nc: [[[*x]]]\n"
    monkeypatch.setattr("jdgtools.source.yaml_reader.MAX_DEPTH", 6)
    assert not read_yaml(text, "x.yaml")[1]
    monkeypatch.setattr("jdgtools.source.yaml_reader.MAX_DEPTH", 5)
    assert [problem.code for problem in read_yaml(text, "x.yaml")[1]] == ["SRC015"]


@pytest.mark.parametrize("read", [read_yaml, read_json])
def test_a_file_of_nothing_but_doubled_keys_is_not_read_to_its_end(read) -> None:
    """Each of them takes six kilobytes: two hundred thousand were more than a gigabyte."""
    text = "{" + '"a": 1,\n' * (MAX_DUPLICATES + 300) + '"b": 1}'
    node, problems = read(text, "t")
    assert node is None and len(problems) == MAX_DUPLICATES + 1
    assert problems[-1].code == "SRC012" and "more than 10,000 mistakes" in problems[-1].message
