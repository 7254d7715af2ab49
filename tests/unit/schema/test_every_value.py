"""Every word and every number of the teaching battles, made empty or absurd: nothing may pass without a word.

One value for each place of the schemas is tried. What the schema lets pass is tried again on the whole
project, where the series judges its own fields.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from jdgtools.loading import check
from jdgtools.schema.validate import validate
from jdgtools.source.load import parse_text
from jdgtools.source.node import Node
from tests.checks.cases import base_folder

KINDS = {"battle": "battle", "map": "map", "oob": "oob", "lang": "strings", "scenarios": "scenario"}
EMPTY = ('""', '"  "', '"\\u200B"', "~")
NUMBERS = ("-1", "0", "123456789", "1e308", "NaN", ".inf", "1.5", "true")
WORD_MEANS = {
    "separator": "no text between the two parts of a hex number",
    "influences": "a commander who influences no wing, as without the key",
    "replacement": "a leader without a named replacement, as without the key",
}
"""Key -> what an empty word says there."""
# fmt: off
NUMBER_MEANS = {
    "drm -1": "a bad general (JDG-2.5.1-c)", "drm 0": "a general who changes nothing",
    "rating -1": "MP-2.1.3-a: -2 is elite, 0 average", "rating 0": "the lowest rating",
    "range 0": "commands in the own hex only", "bonus 0": "no bonus", "mp 0": "never moves",
    "quality 0": "the lowest quality", "capacity 0": "gives no orders", "movement 0": "never moves",
    "width 0": "a look without these lines", "width 1.5": "a wider line",
    "level_metres 0": "no scale of heights", "north 0": "north is at the top", "north 1.5": "degrees",
    "rotation 0": "north is at the top", "rotation 1.5": "degrees",
    "distance 0": "the hex itself", "at_most 0": "a die may show 0",
    "first_column -1": "numbers of columns may begin below 0",
    "first_row -1": "numbers of rows may begin below 0",
    "first_column 0": "the usual other way to count columns",
    "first_row 0": "the usual other way to count rows",
    "height -1": "ground below the sea", "height 0": "ground at the sea",
    "points -1": "points lost", "points 0": "an award that is only listed",
    "from -1": "a lead of the other side", "to -1": "a lead of the other side",
    "from 0": "no lead", "to 0": "no lead",
    "casualty 0": "a battle without these markers", "value 0": "a chart cell may cost nothing",
    "number 0": "a turn before the first", "casualties 0": "no losses", "until 0": "left to checks of meaning",
    "first_turn 0": "left to checks of meaning", "last_turn 0": "left to checks of meaning",
}
# fmt: on
"""Key and number -> what it says there."""


def leaves(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    """(path with `*` for places in lists, scalar)."""
    if node.is_scalar:
        yield path, node
    for key, child in node.items():
        yield from leaves(child, (*path, key))
    for child in node.elements():
        yield from leaves(child, (*path, "*"))


def files(battle: str) -> Iterator[tuple[str, str, str, Node]]:
    """(name, kind, text, root) of every YAML file."""
    folder = base_folder(battle)
    for path in sorted(folder.rglob("*.yaml")):
        name = path.relative_to(folder).as_posix()
        text = path.read_text("utf-8")
        node, problems = parse_text(text, name, ".yaml")
        assert node is not None and not problems
        yield name, KINDS[name.split("/")[0].removesuffix(".yaml")], text, node


def replaced(text: str, node: Node, new: str) -> str:
    """The text of a file with another scalar."""
    lines = text.split("\n")
    span = node.span
    if span.end_line != span.line:
        head, tail = lines[span.line - 1][: span.col - 1], lines[span.end_line - 1][span.end_col - 1 :]
        return "\n".join([*lines[: span.line - 1], head + new + tail, *lines[span.end_line :]])
    line = lines[span.line - 1]
    lines[span.line - 1] = line[: span.col - 1] + new + line[span.end_col - 1 :]
    return "\n".join(lines)


def silent(battle: str, folder: Path, wanted: type, values: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """(file, path, value) of the replacements of which nothing is said."""
    whole = folder / "battle"
    shutil.copytree(base_folder(battle), whole)
    before = set(check(whole).report)
    found = []
    for name, kind, text, root in files(battle):
        tried = set()
        for path, node in leaves(root):
            numeric = type(node.value) in (int, float) and node.plain
            if path in tried or numeric != (wanted is float):
                continue
            tried.add(path)
            for value in values:
                changed = replaced(text, node, value)
                again, problems = parse_text(changed, name, ".yaml")
                if problems or (again is not None and validate(again, kind)):
                    continue
                (whole / name).write_text(changed, "utf-8")
                if set(check(whole).report) <= before:
                    found.append((name, ".".join(path), value))
                (whole / name).write_text(text, "utf-8")
    return found


@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-afe", "teaching-mpbs"])
def test_no_empty_word_passes(battle: str, tmp_path: Path):
    found = silent(battle, tmp_path, str, EMPTY)
    ratings = ("oob.yaml", "~")  # a unit without that rating, as with an empty cell of a table
    found = [entry for entry in found if (entry[0], entry[2]) != ratings]
    assert [entry for entry in found if entry[1].rpartition(".")[2] not in WORD_MEANS] == []


@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-afe", "teaching-mpbs"])
def test_no_absurd_number_passes(battle: str, tmp_path: Path):
    found = silent(battle, tmp_path, float, NUMBERS)
    assert [e for e in found if f"{e[1].rpartition('.')[2]} {e[2]}" not in NUMBER_MEANS] == []
