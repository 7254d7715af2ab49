"""The layout of source files: what is crooked becomes straight, what is straight stays, nothing else changes."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools import check
from jdgtools.cli.group import main
from jdgtools.desk.formatting import format_texts, upgrade
from jdgtools.desk.text_edit import apply
from tests.documents import documents_of
from tests.unit.desk.project import TEXTS

ROOT = Path(__file__).parents[3]


def formatted(files: dict[str, str]) -> dict[str, str]:
    documents = documents_of({**TEXTS, **files})
    edit = format_texts(documents)
    after = documents.with_texts(apply(documents.texts, edit))
    assert not format_texts(after), "what is formatted stays as it is"
    return dict(after.texts)


def test_a_picture_stands_in_columns_and_comments_stay() -> None:
    text = formatted({})["map.yaml"]
    assert "terrain: |\n  . . w .\n  . w . .\n  . . . .\nlevels: |\n" in text
    assert text.replace("  . w . .\n", "\n  .  w . .\n", 1) == TEXTS["map.yaml"]


@pytest.mark.parametrize(
    ("orientation", "picture", "result"),
    [
        ("flat", "|\n  ..\n\n   ..\n", "|\n  ..\n  ..\n"),
        ("flat", "|-   # the ground\n    . .\n     ..\n", "|-   # the ground\n    . .\n    . .\n"),
        ("pointy", "|\n  ..\n   ..\n", "|\n  ..\n   ..\n"),
        ("pointy", "|\n  . .\n  ..\n", "|\n  . .\n  . .\n"),
        ("flat", '". .\\n.."', '". .\\n.."'),  # in quotes it is left as it is
        ("flat", "|\n  ..\n  ...\n", "|\n  ..\n  ...\n"),  # the check says what is wrong with it
        ("flat", "|\n  .\n", "|\n  .\n"),
    ],
)
def test_pictures_of_all_kinds(orientation: str, picture: str, result: str) -> None:
    head = f"grid: {{columns: 2, rows: 2, orientation: {orientation}}}\nterrain: "
    tail = "" if picture.endswith("\n") else "\n"
    assert formatted({"map.yaml": head + picture + tail})["map.yaml"] == head + result + tail


def test_rows_of_a_table_are_as_long_as_its_header() -> None:
    table = '# brigades\nid; name ;"side"\nr-1;"First; the ""old""" ; red;;\n\nr-2\n# end'
    assert formatted({"oob.csv": table})["oob.csv"] == (
        '# brigades\nid;name;"side"\nr-1;"First; the ""old""";red\n\nr-2;;\n# end\n'
    )


def test_lines_end_alike_and_texts_over_several_lines_stay() -> None:
    text = 'id: start  \r\ntitle: |\n  two  \n  lines\r\nnote: "a  \n  b"\nsetup: []\t\n\n\n'
    after = formatted({"start.yaml": text})["start.yaml"]
    assert after == 'id: start\r\ntitle: |\n  two  \n  lines\r\nnote: "a  \n  b"\r\nsetup: []\r\n'


@pytest.mark.parametrize("battle", sorted(p.name for p in (ROOT / "scenarios").iterdir()))
def test_the_bundled_battles_are_formatted(battle: str) -> None:
    folder = ROOT / "scenarios" / battle
    files = [p for p in sorted(folder.rglob("*")) if p.suffix in (".yaml", ".csv")]
    documents = documents_of({p.relative_to(folder).as_posix(): p.read_bytes().decode() for p in files})
    assert format_texts(documents).changes == ()


def test_words_of_older_versions_are_replaced_and_named() -> None:
    battle = TEXTS["battle.yaml"] + "module: 'kept'   # somebody else's\n"
    documents = documents_of({**TEXTS, "battle.yaml": battle})
    edit = upgrade(documents)
    assert edit.title == "`module: kept` is `module: imported` now"
    assert apply(documents.texts, edit) == {"battle.yaml": battle.replace("kept", "imported")}
    assert not upgrade(documents_of(TEXTS))


def test_the_command_checks_writes_and_means_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JDG_CACHE", str(tmp_path / "cache"))
    folder = Path(shutil.copytree(ROOT / "scenarios" / "teaching-jdg", tmp_path / "b"))
    chance, file = random.Random(3), folder / "map.yaml"
    lines = file.read_bytes().decode().split("\n")
    crooked = "\n".join(
        "  " + line[2:].replace(" ", "  ") if line.startswith("  ") and set(line) <= set(" .wvgt~s01#") else
        line + " " * chance.randrange(3)
        for line in lines
    )  # fmt: skip
    file.write_bytes(crooked.encode())
    meaning = check(folder).battle

    def run(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, ["fmt", *words], standalone_mode=False)
        return result.return_value, result.output

    code, shown = run("--check", str(folder))
    assert code == 1
    assert "map.yaml would be laid out anew from line" in shown
    assert file.read_bytes().decode() == crooked
    assert run("--upgrade", str(folder))[0] == 0
    assert file.read_bytes() == (ROOT / "scenarios" / "teaching-jdg" / "map.yaml").read_bytes()
    after = check(folder).battle
    assert meaning is not None
    assert after is not None
    assert (after.map, after.scenarios, after.units) == (meaning.map, meaning.scenarios, meaning.units)
    assert run("--check", str(folder)) == (0, "nothing to change\n")


@pytest.mark.parametrize("file", ["battle.yaml", "map.yaml", "scenarios/battle.yaml"])
def test_a_file_that_cannot_be_read_is_named(file: str, tmp_path: Path) -> None:
    folder = tmp_path / "battle"
    shutil.copytree(ROOT / "scenarios" / "teaching-jdg", folder)
    (folder / file).write_text("a: [1,\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["fmt", str(folder)], standalone_mode=False, catch_exceptions=False)
    assert result.return_value == 1
    assert f"{file} cannot be read and stays as it is" in result.output
    assert (folder / file).read_text(encoding="utf-8") == "a: [1,\n"
