"""Whatever is typed into a field is what is read there afterwards, in every manner in which a text is written."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from jdgtools.desk.documents import read_document
from jdgtools.desk.operations import EditRefused, set_field
from jdgtools.desk.structured_text import replace_scalar
from jdgtools.desk.text_edit import Edit, apply
from jdgtools.desk_page.desk import Desk
from jdgtools.desk_page.form_tools import SetField

TEACHING = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"
TEXTS = [
    "a\x07b",
    "\x7f",
    "x\x85y",
    "x\u2028y",
    "\ufeffx",
    "a\rb",
    "a\nb",
    " a\n  b\n\nc",
    "a\n  b",
    "\ta\n\tb",
    "a: b # c",
    'it\'s "so"',
    "well-known " * 30 + "end",
    "https://example.org/" + "x" * 300,
    "two  blanks " * 40 + "end",
    "字" * 400,
    "- a\n- b",
    "---\na",
    "\u202eabc",
    "0",
    "~",
    "\U0001f600",
]
WAYS = {
    "plain": "text: here\nnext: 1\n",
    "single": "text: 'here'\nnext: 1\n",
    "double": 'text: "here"\nnext: 1\n',
    "literal": "text: |\n  here\nnext: 1\n",
    "stripped": "text: |-\n  here\nnext: 1\n",
    "folded": "text: >-\n  here\n  and there\nnext: 1\n",
    "brackets": "{text: here, next: 1}\n",
    "json": '{"text": "here", "next": 1}\n',
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text)[1:21])
def test_a_text_is_read_as_it_was_typed(text: str, way: str) -> None:
    path = "other.json" if way == "json" else "other.yaml"
    document = read_document(path, "battle", WAYS[way])
    assert document.node is not None
    old = document.node.get("text")
    assert old is not None
    change = replace_scalar(document, old, text)
    after = read_document(path, "battle", apply({path: document.text}, Edit("", (change,)))[path])
    assert after.node is not None
    new, following = after.node.get("text"), after.node.get("next")
    assert new is not None and following is not None
    ends = "\n" if way == "literal" and "\n" not in new.text[:-1] else ""
    assert new.text.removesuffix(ends or "\0").rstrip("\n") == text.rstrip("\n")
    assert following.value == 1


@pytest.mark.parametrize("key", ["a: b", "- a", "0x10", "a, b", "# x", "'", '"'])
def test_the_note_of_a_cell_moves_to_a_key_that_can_be_read(tmp_path: Path, key: str) -> None:
    folder = Path(shutil.copytree(TEACHING, tmp_path / "battle"))
    documents = Desk(folder, read_only=True).session.documents
    edit = set_field(documents, "charts", "#1", ("chart",), key, "en")
    after = documents.with_texts(apply(documents.texts, edit))
    assert "lang/fr.yaml" in edit.paths
    for path in edit.paths:
        node = after[path].node
        assert node is not None, path
    strings = after["lang/fr.yaml"].node
    table = strings.get("strings") if strings is not None else None
    assert table is not None and table.get(f"chart.{key}.garden.infantry.note") is not None


def test_the_note_of_a_cell_leaves_a_note_that_is_there(tmp_path: Path) -> None:
    """Two cells with a note each: one that becomes the other must not write over the other's translation."""
    folder = Path(shutil.copytree(TEACHING, tmp_path / "battle"))
    french = folder / "lang" / "fr.yaml"
    there = "  chart.TBL-TEC.orchard.infantry.note: Celle du verger.\n"
    french.write_text(french.read_text(encoding="utf-8") + there, encoding="utf-8")
    documents = Desk(folder, read_only=True).session.documents
    edit = set_field(documents, "charts", "#1", ("key",), "[orchard, infantry]", "en")
    assert "lang/fr.yaml" not in edit.paths
    after = documents.with_texts(apply(documents.texts, edit))
    assert after["lang/fr.yaml"].text.endswith(there)


def test_an_edit_after_which_a_file_cannot_be_read_is_refused(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TEACHING, tmp_path / "battle"))
    desk = Desk(folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    tool = SetField("charts", "#1", ("chart",), "x" * 2000)  # more than a key of YAML can have
    with pytest.raises(EditRefused, match=r"lang/fr\.yaml` could not be read"):
        desk.use(tool, desk.session.digest)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_texts_of_chance_are_read_as_they_were_typed() -> None:
    chance = random.Random(1)
    for _ in range(100):
        text = "".join(
            chance.choice("ab-:#'\"{}[]|>&*!%@`\\ ,\n\t\x01\x85") for _ in range(chance.randint(1, 40))
        )
        if not text.strip() or text != text.strip():
            continue
        for way in WAYS:
            test_a_text_is_read_as_it_was_typed(text, way)


def test_a_refusal_quotes_the_beginning_of_a_long_text() -> None:
    word = "x" * 20_000
    for message in (f"`{word}` is no id", f"a marker lies in {word} already", f"`a` is `{word}`"):
        shown = str(EditRefused(message))
        assert len(shown) < 200 and "x…" in shown
    assert str(EditRefused("`a b` is no id: `c`")) == "`a b` is no id: `c`"
