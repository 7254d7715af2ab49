from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.diagnostics import Diagnostic
from jdgtools.schema import translate
from jdgtools.schema.validate import validate
from jdgtools.source import read_csv, read_json, read_yaml

pytestmark = pytest.mark.usefixtures("trial")


def line(problem: Diagnostic) -> str:
    assert problem.span is not None
    parts = [f"{problem.span.line}:{problem.span.col} {problem.code} {problem.message}"]
    parts += [f"expected {problem.expected}"] if problem.expected else []
    parts += [problem.hint] if problem.hint else []
    return " | ".join(parts)


def said(text: str) -> list[str]:
    node, problems = read_yaml(f"id: t\n{text}", "x.yaml")
    assert problems == [] and node is not None
    return [line(problem) for problem in validate(node, "trial")]


@pytest.mark.parametrize(
    "text",
    [
        "hex: 0305",
        "hex: 1201",
        "hex: NO",
        "hex: 12:30",
        "hex: 1e3",
        "hex: 0x10",
        "hex: true",
        "turns: 5",
        "turns: 5.0",
        "turns: 1e1",
        "scale: 3",
        "scale: 2.5",
        "night: true",
        "mixed: 1201",
        "mixed: 0305",
        "code: no",
        "hexes: [0305, 1201]",
        "name: {fr: 1808}",
        "x-note: [anything, 3]",
        "arrival: 3",
        "arrival: {kind: road, hex: 1201}",
        "either: [1, 2]",
        "way: {kind: road, width: 1, bridge: 3}",
        "way: {kind: river, depth: 1}",
        "tree: {branches: [{leaf: 1}, {branches: []}]}",
    ],
)
def test_sound_values(text: str):
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("trun: 5", "2:1 SCH001 the key `trun` is not known here | expected LIST | did you mean `turns`?"),
        ("TURNS: 5", "2:1 SCH001 the key `TURNS` is not known here | expected LIST | did you mean `turns`?"),
        ("zzzzz: 5", "2:1 SCH001 the key `zzzzz` is not known here | expected LIST"),
        ("turns: four", "2:8 SCH003 `turns`: found text `four` | expected a whole number 1 to 20"),
        (
            "turns: '4'",
            "2:8 SCH003 `turns`: found text `4` | expected a whole number 1 to 20 | remove the quotes",
        ),
        ("turns: 04", "2:8 SCH003 `turns`: found text `04` | expected a whole number 1 to 20 | write `4`"),
        (
            "turns: 4 turns",
            "2:8 SCH003 `turns`: found text `4 turns` | expected a whole number 1 to 20"
            " | write the number alone; the unit is fixed",
        ),
        ("turns: 2.5", "2:8 SCH003 `turns`: found number `2.5` | expected a whole number 1 to 20"),
        (
            "turns:",
            "2:1 SCH003 `turns`: found nothing | expected a whole number 1 to 20"
            " | write a value, or delete the key",
        ),
        (
            "hex: ~",
            "2:6 SCH003 `hex`: found `~` | expected a hex number such as 0305"
            ' | quote it if the text "~" is meant',
        ),
        (
            "hex: [0305]",
            "2:1 SCH003 `hex`: found a list | expected a hex number such as 0305"
            " | remove the `- ` or the brackets if a single value is meant",
        ),
        ("turns: {a: 1}", "2:1 SCH003 `turns`: found a block of keys | expected a whole number 1 to 20"),
        ("turns: 21", "2:8 SCH006 `turns`: number `21` is too large | expected a whole number 1 to 20"),
        ("turns: 0", "2:8 SCH006 `turns`: number `0` is too small | expected a whole number 1 to 20"),
        ("scale: 0", "2:8 SCH006 `scale`: number `0` is too small | expected a number above 0"),
        (
            "scale: 1,5",
            "2:8 SCH003 `scale`: found text `1,5` | expected a number above 0 | write `1.5`, with a point",
        ),
        (
            "step: 7",
            "2:7 SCH006 `step`: number `7` is between two steps | expected a whole number in steps of 5",
        ),
        ("night: yes", "2:8 SCH003 `night`: found text `yes` | expected true or false | write `true`"),
        ("night: 1", "2:8 SCH003 `night`: found number `1` | expected true or false"),
        ("edge: south", "2:7 SCH004 `edge`: found text `south` | expected EDGE | did you mean `South`?"),
        ("edge: Q", "2:7 SCH004 `edge`: found text `Q` | expected EDGE"),
        ("format: 2", "2:9 SCH004 `format`: found number `2` | expected `1`"),
        (
            "code: FR",
            "2:7 SCH005 `code`: found text `FR` | expected a text in the form “Country code”, such as `fr`",
        ),
        ("short: too long", "2:8 SCH007 `short`: found 8 characters | expected at most 5 characters"),
        ("hexes: [0305]", "2:1 SCH007 `hexes`: found 1 element | expected at least 2 elements"),
        ("hexes: [a, b, c, d]", "2:1 SCH007 `hexes`: found 4 elements | expected at most 3 elements"),
        (
            "hexes: [0305, 1, 0305]",
            "2:18 SCH008 `hexes`: text `0305` stands twice in the list | expected each element once",
        ),
        (
            "hexes: 0305",
            "2:8 SCH003 `hexes`: found text `0305` | expected a list, each element a text | write `[0305]`",
        ),
        (
            "hexes: 2..4",
            "2:8 SCH003 `hexes`: found text `2..4` | expected a list, each element a text"
            " | write every number: `[2, 3, 4]`",
        ),
        (
            "hexes: 0305-0306",
            "2:8 SCH003 `hexes`: found text `0305-0306` | expected a list, each element a text"
            " | write `[0305-0306]`",
        ),
        ("hexes: [a, [b]]", "2:12 SCH003 element 2 of `hexes`: found a list | expected a text | BRACKETS"),
        (
            "name: {French: x}",
            "2:8 SCH010 `name`: `French` cannot be a key here | expected a language code such as fr",
        ),
        (
            "name: {fr:Colline}",
            "2:8 SCH010 `name`: `fr:Colline` cannot be a key here | expected a language code such as fr"
            " | write `key: value`, with a colon and a blank between them",
        ),
        (
            "sides:\n  - id: fr\n    edge: W",
            "4:11 SCH004 side `fr`, `edge`: found text `W` | expected one of `N`, `S`",
        ),
        (
            "sides:\n  - id: fr",
            "3:5 SCH002 side `fr`: the key `edge` is missing | expected `edge`: Where it routs",
        ),
        (
            "sides:\n  - id: fr\n    egde: N",
            "4:5 SCH001 side `fr`: the key `egde` is not known here"
            " | expected one of `edge`, `points` | did you mean `edge`?",
        ),
        (
            "setup:\n  - at: 0305\n    count: x",
            "4:12 SCH003 element 1 of `setup`, `count`: found text `x` | NUMBER",
        ),
        ("banners: {red: {rating: x}}", "2:25 SCH003 banner `red`, `rating`: found text `x` | NUMBER"),
        (
            "arrival: {kind: edge, edge: W}",
            "2:29 SCH004 `arrival`, `edge`: found text `W` | expected one of `N`, `S`",
        ),
        (
            "arrival: {kind: road, hex: 1, edge: N}",
            "2:31 SCH001 `arrival`: the key `edge` is not known here | expected one of `kind`, `hex`",
        ),
        (
            "arrival: 0",
            "2:10 SCH006 `arrival`: number `0` is too small | expected a whole number of at least 1",
        ),
        (
            "arrival: soon",
            "2:10 SCH009 `arrival`: found text `soon`"
            " | expected a whole number of at least 1 or a block of `key: value`",
        ),
        ("either: [1, x]", "2:13 SCH003 element 2 of `either`: found text `x` | expected a whole number"),
        (
            "way: {kind: road, depth: 1}",
            "2:19 SCH011 `way`, `depth`: this key is not allowed together with the others",
        ),
        (
            "way: {kind: river}",
            "2:7 SCH002 `way`: the key `depth` is missing | expected `depth`: a whole number",
        ),
        (
            "way: {kind: road, bridge: x}",
            "2:19 SCH002 `way`: the key `bridge` needs the key `width` | expected `width` beside `bridge`",
        ),
        (
            "not_both: {hex: 1, region: 2}",
            "2:1 SCH011 `not_both`: the combination of values is not allowed"
            " | expected either a hex or a region",
        ),
        (
            "tree: {branches: [{leaf: x}]}",
            "2:26 SCH003 element 1 of `tree`, `branches`, `leaf`: found text `x` | NUMBER",
        ),
    ],
)
def test_every_mistake_is_one_message_with_its_place(text: str, expected: str):
    found = said(text)
    expected = expected.replace("NUMBER", "expected a whole number").replace(
        "BRACKETS", "remove the `- ` or the brackets if a single value is meant"
    )
    expected = expected.replace("EDGE", "one of `N`, `NE`, `South`")
    if "LIST" in expected:
        start, end = found[0].index("one of `hex`"), found[0].index("… (20 in all)") + len("… (20 in all)")
        found[0] = found[0][:start] + "LIST" + found[0][end:]
    assert found == [expected]


def test_missing_keys_stand_at_the_first_line():
    node, _ = read_yaml("# c\nturns: 3\n", "x.yaml")
    assert node is not None
    (problem,) = validate(node, "trial")
    assert line(problem) == "2:1 SCH002 the key `id` is missing | expected `id`: Name of the trial"


def test_of_very_many_unknown_keys_the_first_are_guessed():
    lines = said("".join(f"turns{number}: 5\n" for number in range(300)))
    guessed = [" | did you mean `turns`?" in one for one in lines if "SCH001" in one]
    assert guessed == [True] * 200 + [False] * 100


def test_one_mistake_does_not_hide_the_others():
    assert (
        len(said("turns: x\nscale: y\nnight: z\ntree: {leaf: x, leef: 3}\nsides: [{}, {id: a b, edge: N}]"))
        == 8
    )


def test_json_numbers_may_be_texts_and_quotes_count():
    node, _ = read_json('{"id": "t", "hex": 1201, "turns": "4"}', "x.json")
    assert node is not None
    (problem,) = validate(node, "trial")
    assert problem.message == "`turns`: found text `4`" and problem.hint == "remove the quotes"


TABLE = (
    "id,hex,strength,arm\n1/70,0305,4,infantry\n2/70,1201,four,infantry\nx y,,21,infantri\n,0306,2,cavalry\n"
)


def table(text: str) -> list[Diagnostic]:
    node, problems = read_csv(text, "oob.csv")
    assert problems == [] and node is not None
    return validate(node, "units")


def test_cells_have_unit_column_and_place():
    found = [(line(one), one.span.column, one.subject) for one in table(TABLE) if one.span]
    number = "expected a whole number 0 to 20"
    assert found == [
        (f"3:11 SCH003 unit `2/70`, `strength`: found text `four` | {number}", "strength", "unit 2/70"),
        (
            "4:1 SCH005 unit `x y`, `id`: found text `x y` | expected an identifier without blanks",
            "id",
            "unit x y",
        ),
        (f"4:6 SCH006 unit `x y`, `strength`: number `21` is too large | {number}", "strength", "unit x y"),
        (
            "4:9 SCH004 unit `x y`, `arm`: found text `infantri`"
            " | expected one of `infantry`, `cavalry` | did you mean `infantry`?",
            "arm",
            "unit x y",
        ),
        ("5:2 SCH002 row 5: the cell of column `id` is empty | expected `id`: A short name", "id", None),
    ]


def test_a_wrong_header_is_one_message_not_one_a_row():
    rows = "".join(f"{n}/70,4,x\n" for n in range(50))
    assert [line(one) for one in table(f"id,strenght,arm\n{rows}".replace(",x\n", ",cavalry\n"))] == [
        "1:4 SCH001 the column `strenght` is not known | expected one of `hex`, `strength`"
        " | did you mean `strength`?"
    ]
    assert [line(one) for one in table(f"id,arm\n{'1,cavalry' + chr(10)}2,cavalry\n")] == [
        "1:1 SCH002 the column `strength` is missing | expected `strength`: Strength points"
    ]


def test_a_missing_column_names_the_one_that_may_be_it():
    node, _ = read_csv("idd,side\n1,fr", "oob.csv")
    assert node is not None
    (problem,) = validate(node, "open")
    assert line(problem) == (
        "1:1 SCH002 the column `id` is missing | expected `id`: Name"
        " | rename the column `idd` if it is the one"
    )


def test_no_message_shows_a_pattern():
    shown = "\n".join(line(one) for one in table(TABLE)) + "\n".join(said("code: FR\nname: {X: y}\nid2: 3"))
    assert "^[" not in shown and "$" not in shown


def test_unknown_schema_is_a_misuse():
    node, _ = read_yaml("a: 1", "x.yaml")
    assert node is not None
    with pytest.raises(KeyError, match="no schema 'nothing'; there are: open, parts, trial, units"):
        validate(node, "nothing")


def test_trial_schemas_are_schemas():
    import json

    from jsonschema import Draft202012Validator

    for path in (Path(__file__).parent / "trial").glob("*.json"):
        Draft202012Validator.check_schema(json.loads(path.read_text("utf-8")))


def test_a_mistake_does_not_crawl_the_schemas_anew(monkeypatch):
    from referencing import Registry

    slip = "sides: [{id: 5 x, edge: N}]"  # of another file of schemas
    assert said(slip)  # all of them are ready
    crawls: list[object] = []
    crawl = Registry.crawl
    monkeypatch.setattr(Registry, "crawl", lambda self: crawls.append(self) or crawl(self))
    assert said(slip) and said("way: {kind: river}")
    assert crawls == []


def test_of_many_unknown_keys_the_first_200_are_guessed_and_the_others_said():
    keys = dict.fromkeys(
        f"{'turns'[:at]}{letter}{'turns'[at:]}"
        for letter in "abcdefghijklmnopqrtuvwxyz0123456789ABCDE"
        for at in range(6)
    )
    lines = said("\n".join(f"{key}: 1" for key in keys))
    assert len(lines) == len(keys) > 200
    hints = [text.endswith("| did you mean `turns`?") for text in lines]
    assert hints == [True] * 200 + [False] * (len(keys) - 200)


def test_of_many_unknown_keys_the_first_200_are_held_against_those_that_are_missing(monkeypatch):
    """Each missing key of a block asks which of the unknown ones was meant."""
    asked = []
    monkeypatch.setattr(translate, "nearest", lambda key, names: asked.append(key))
    keys = [f"k{n}" for n in range(1000)]
    node, _ = read_yaml("\n".join(f"{key}: 1" for key in keys), "x.yaml")
    problems = list(validate(node, "trial"))
    missing = sum(problem.code == "SCH002" for problem in problems)
    assert missing and len(problems) == missing + len(keys)
    assert set(asked) == set(keys[:200]) and len(asked) <= 200 * missing
