"""Every word and every number of the teaching battles, made empty or absurd: nothing may pass without a word.

One value for each place of the schemas is tried. What the schema lets pass and no list explains is tried
again on the whole project, where the series judges its own fields.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.loading import check
from jdgtools.schema.shapes import NodeShape, root_shape
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
    **{f"commands.*.defaults.back.{key} {n}": "the reverse is the front, or so much less" for n in (-1, 0)
       for key in ("cohesion", "movement")},
    "width 0": "a look without these lines", "width 1.5": "a wider line",
    "level_metres 0": "no scale of heights", "north 0": "north is at the top", "north 1.5": "degrees",
    "rotation 0": "north is at the top", "rotation 1.5": "degrees",
    "markers.fired 0": "a scenario without these markers",
    "distance 0": "the hex itself", "at_most 0": "a die may show 0",
    "first_column -1": "numbers of columns may begin below 0",
    "first_row -1": "numbers of rows may begin below 0",
    "first_column 0": "the usual other way to count columns",
    "first_row 0": "the usual other way to count rows",
    "height -1": "ground below the sea", "height 0": "ground at the sea",
    "victory.schedule.points.cavalry_eliminated -1": "an event that costs points",
    "victory.schedule.points.cavalry_eliminated 0": "an event that counts for nothing",
    "victory.schedule.points.wc_eliminated -1": "an event that costs points",
    "victory.schedule.points.wc_eliminated 0": "an event that counts for nothing",
    "special_rules.*.effects.*.modifier.value -1": "a modifier may be negative",
    "special_rules.*.effects.*.exit.cost 0": "leaving is free",
    "special_rules.*.effects.*.change_side.turn 0": "from the start",
    "points -1": "points lost", "points 0": "an award that is only listed",
    "from -1": "a lead of the other side", "to -1": "a lead of the other side",
    "from 0": "no lead", "to 0": "no lead",
    "art.symbols.*.offset.* -1": "one hex up or to the left", "art.symbols.*.offset.* 0": "no step aside",
    "art.symbols.*.offset.* 1.5": "a hex and a half", "art.symbols.*.size 1.5": "larger than its hex",
    "casualty 0": "a battle without these markers", "value 0": "a chart cell may cost nothing",
    "number 0": "a turn before the first", "casualties 0": "no losses", "until 0": "left to checks of meaning",
    "first_turn 0": "left to checks of meaning", "last_turn 0": "left to checks of meaning",
}
# fmt: on
"""Key, or the whole place, and number -> what it says there."""


Place = tuple[str, ...]
"""Where a value stands: keys, with `*` for places in lists and for names that a project chooses."""


def leaves(node: Node, shape: NodeShape, path: Place = ()) -> Iterator[tuple[Place, Node]]:
    """Every scalar with its place."""
    if node.is_scalar:
        yield path, node
    for key, child in node.items():
        named = any(key in part.get("properties", ()) for _, part in shape.parts)
        yield from leaves(child, shape.below(key), (*path, key if named or child.is_scalar else "*"))
    for index, child in enumerate(node.elements()):
        yield from leaves(child, shape.element(index), (*path, "*"))


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


class Candidate(NamedTuple):
    """A replacement to which the schema has no objection."""

    file: str
    place: Place
    value: str
    node: Node
    """What is replaced."""


def candidates(battle: str, numbers: bool, values: tuple[str, ...]) -> Iterator[Candidate]:
    """One for each place of the schemas and each value; the whole file is judged with it."""
    parsed = {value: parse_text(f"x: {value}\n", "x", ".yaml") for value in values}
    tried: set[tuple[str, Place]] = set()
    for name, kind, _, root in files(battle):
        for place, node in leaves(root, root_shape(kind)):
            if (kind, place) in tried or (type(node.value) in (int, float) and node.plain) != numbers:
                continue
            tried.add((kind, place))
            before = node.value, node.text, node.plain
            for value in values:
                other, problems = parsed[value]
                if problems or other is None:
                    continue
                new = other.value["x"]
                node.value, node.text, node.plain = new.value, new.text, new.plain
                said = validate(root, kind)
                node.value, node.text, node.plain = before
                if not said:
                    yield Candidate(name, place, value, node)


def silent(battle: str, folder: Path, found: Iterable[Candidate]) -> list[tuple[str, str, str]]:
    """(file, place, value) of the replacements of which the check of the whole project says nothing.

    They are made one value at a time at all places, and those whose own line is not reported then are made
    again one by one.
    """
    whole = folder / "battle"
    shutil.copytree(base_folder(battle), whole)
    before = set(check(whole).report)
    texts = {name: text for name, _, text, _ in files(battle)}
    found = list(found)
    rest = []
    for value in dict.fromkeys(entry.value for entry in found):
        together = [entry for entry in found if entry.value == value]
        places = {
            (p.span.file.removeprefix(f"{whole.as_posix()}/"), p.span.line, p.span.col)
            for p in said(whole, texts, together) - before
            if p.span
        }
        rest += [e for e in together if (e.file, e.node.span.line, e.node.span.col) not in places]
    return [
        (entry.file, ".".join(entry.place), entry.value)
        for entry in rest
        if said(whole, texts, [entry]) <= before
    ]


def said(whole: Path, texts: dict[str, str], changes: list[Candidate]) -> set[Diagnostic]:
    """The report on a project with other values; the project is as before then."""
    changed = dict(texts)
    for entry in sorted(changes, key=lambda e: (e.node.span.line, e.node.span.col), reverse=True):
        changed[entry.file] = replaced(changed[entry.file], entry.node, entry.value)
    names = {entry.file for entry in changes}
    for name in names:
        (whole / name).write_text(changed[name], "utf-8")
    report = set(check(whole).report)
    for name in names:
        (whole / name).write_text(texts[name], "utf-8")
    return report


@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-afe", "teaching-mpbs"])
def test_no_empty_word_passes(battle: str, tmp_path: Path):
    found = [entry for entry in candidates(battle, False, EMPTY) if entry.place[-1] not in WORD_MEANS]
    ratings = ("oob.yaml", "~")  # a unit without that rating, as with an empty cell of a table
    assert silent(battle, tmp_path, (e for e in found if (e.file, e.value) != ratings)) == []


@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-afe", "teaching-mpbs"])
def test_no_absurd_number_passes(battle: str, tmp_path: Path):
    found = [
        entry
        for entry in candidates(battle, True, NUMBERS)
        if not {f"{entry.place[-1]} {entry.value}", f"{'.'.join(entry.place)} {entry.value}"}
        & set(NUMBER_MEANS)
    ]
    assert silent(battle, tmp_path, found) == []
