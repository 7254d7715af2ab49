"""Damaged texts: the desk answers or refuses, and nothing it writes makes a readable text unreadable."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from jdgtools.desk import operations as do
from jdgtools.desk.documents import Documents
from jdgtools.desk.formatting import format_texts
from jdgtools.desk.mentions import lines_of_hex, mentions
from jdgtools.desk.operations import EditRefused
from jdgtools.desk.refactor import mirror, rewrite, shift_setup
from jdgtools.desk.refactor.prose import numbers_in_prose
from jdgtools.desk.text_edit import Edit, apply, inverse
from tests.documents import documents_of

BATTLE = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"
FILES = ("battle.yaml", "map.yaml", "oob.csv", "scenarios/battle.yaml", "scenarios/dawn.yaml",
         "scenarios/dawn-austria.csv", "lang/fr.yaml")  # fmt: skip
JUNK = (
    "",
    "[",
    "}",
    ": ",
    "\n",
    "\n- ",
    '"',
    "|",
    "&a ",
    "*a",
    "é",
    "\t",
    "null",
    ",,,",
    "#",
    "0000",
    "  ",
    "'",
)


def edits(documents: Documents) -> list[Edit]:
    """What could be done to a project, as far as it is not refused."""
    results: list[Edit] = [format_texts(documents)]
    grid = documents.grid
    for operation in (
        lambda: do.paint_terrain(documents, ["0101"], "bog"),
        lambda: do.paint_level(documents, ["0203"], 3),
        lambda: do.add_hexsides(documents, ["0203/N"], "slope"),
        lambda: do.remove_hexsides(documents, ["0104/N", "0402/SE"]),
        lambda: do.add_place(documents, "p", "P: q", "0203"),
        lambda: do.place_piece(documents, "battle", "fr-17", "0203", "E"),
        lambda: do.place_piece(documents, "dawn", "au-hus", "0203"),
        lambda: do.remove_piece(documents, "battle", "fr-17"),
        lambda: do.set_unit(documents, "fr-17", "cohesion", "3"),
        lambda: do.rename(documents, "unit", "fr-17", "x"),
        lambda: do.place_marker(documents, "battle", "smoke", "0203"),
        lambda: do.set_field(documents, "commands", "morand", ("name",), "- a: b", "fr"),
        lambda: do.set_field(documents, "commands", "morand", ("markers", "morand-1", "rating"), "7", "en"),
        lambda: do.set_field(documents, "awards", "mill", ("when",), "{always: true}", "en", "battle"),
        lambda: do.set_field(documents, "rules", "sun", ("text",), "One. " * 40, "en", "battle"),
        lambda: do.new_entry(documents, "awards", "{x", "valmar", scenario="battle"),
        lambda: do.new_entry(documents, "turns", "", scenario="battle"),
        lambda: do.new_marker(documents, "frimont"),
        lambda: do.remove_listed(documents, "awards", "valmar", scenario="battle"),
        lambda: do.remove_listed(documents, "rules", "mist", scenario="battle"),
        lambda: rewrite(documents, mirror(grid)) if grid is not None else Edit(""),
        lambda: shift_setup(documents, "battle", ["S"]),
    ):
        with suppress(EditRefused):
            results.append(operation())
    return results


@pytest.mark.parametrize("seed", range(4))
def test_damaged_texts_are_answered_or_refused(seed: int) -> None:
    sound = {name: (BATTLE / name).read_bytes().decode() for name in FILES}
    chance = random.Random(seed)
    for _ in range(25):
        texts, name = dict(sound), chance.choice(FILES)
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(texts[name]))
            texts[name] = texts[name][:at] + chance.choice(JUNK) + texts[name][at + chance.randrange(9) :]
        if chance.random() < 0.3:
            texts[name] = texts[name][: chance.randrange(len(texts[name]))]
        documents = documents_of(texts)
        mentions(documents)
        lines_of_hex(documents, "0101")
        if documents.grid is not None:
            numbers_in_prose(documents, mirror(documents.grid))
        for edit in edits(documents):
            after = apply(texts, edit)
            assert apply({**texts, **after}, inverse(texts, edit)) == {path: texts[path] for path in after}
            there = documents.with_texts(after)
            worse = [p for p in after if documents[p].node is not None and there[p].node is None]
            assert worse == [], (edit.title, edit.changes, texts[worse[0]])
