"""The project is broken in an editor while the page is open: the page says what is wrong and recovers."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.test_desk_page import Open, Serve, digest, wait_for_change


def write(name: str, content: bytes) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes(content) and None


def add(name: str, text: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write(text)

    return change


def replace(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")

    return change


def delete(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def rename(name: str, new: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).rename(folder / new) and None


def make_folder(folder: Path) -> None:
    (folder / "map.yaml").unlink()
    (folder / "map.yaml").mkdir()


BREAKAGES = {
    "a syntax error": add("map.yaml", "\n  x: [\n"),
    "a map deleted": delete("map.yaml"),
    "a map emptied": write("map.yaml", b"\n"),
    "the root emptied": write("battle.yaml", b"\n"),
    "the root deleted": delete("battle.yaml"),
    "an order of battle deleted": delete("oob.csv"),
    "a folder renamed": rename("scenarios", "scenes"),
    "bytes that are no text": write("map.yaml", bytes(range(128, 256))),
    "a folder in the place of a file": make_folder,
    "a map larger than any": write("map.yaml", b"format: 1\ngrid: {columns: 99999, rows: 99999}\nterrain: |\n  .\n"),
    "a merge that was not finished": add("map.yaml", "<<<<<<< HEAD\nart: {}\n=======\n>>>>>>> other\n"),
    "a table in UTF-16": write("oob.csv", "id,name\na,b\n".encode("utf-16")),
    "a program in the place of the root": write("battle.yaml", b"\x7fELF\x00\x01" * 99),
    "another series": replace("battle.yaml", "series: jdg", "series: mpbs"),
    "fewer columns than the picture": replace("map.yaml", "columns: 6", "columns: 4"),
    "tabs": replace("map.yaml", "  columns", "\tcolumns"),
    "a value in itself": add("scenarios/battle.yaml", "extra: &a [*a]\n"),
    "a list in the place of a scenario": write("scenarios/battle.yaml", b"- a\n"),
}  # fmt: skip


def test_the_page_bears_it_and_recovers(serve: Serve, open_page: Open, tmp_path: Path):
    served = serve("teaching-jdg")
    page = open_page(served)
    whole = Path(shutil.copytree(served.folder, tmp_path / "whole"))
    first, sound = digest(page), page.inner_text("#problem-count")
    for name, damage in BREAKAGES.items():
        before = digest(page)
        damage(served.folder)
        wait_for_change(page, before)
        assert page.locator("#problems .error").count() > 0, name
        assert page.locator("#tiles img").count() > 0, f"{name}: the last picture stays"
        for entry in served.folder.iterdir():
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        shutil.copytree(whole, served.folder, dirs_exist_ok=True)
        page.wait_for_function("first => document.body.dataset.digest === first", arg=first)
        assert page.inner_text("#problem-count") == sound, name
        assert page.is_hidden("#no-map")


@pytest.mark.parametrize("how", ["renamed", "deleted"])
def test_the_whole_folder_goes_and_comes_back(serve: Serve, open_page: Open, tmp_path: Path, how: str):
    served = serve("teaching-jdg")
    page = open_page(served)
    first = digest(page)
    away = tmp_path / "away"
    if how == "renamed":
        served.folder.rename(away)
    else:
        shutil.copytree(served.folder, away)
        shutil.rmtree(served.folder)
    page.wait_for_selector("#problems .error")
    shutil.copytree(away, served.folder)
    page.wait_for_function("first => document.body.dataset.digest === first", arg=first)
    before = digest(page)
    served.write("map.yaml", served.text("map.yaml") + "# once more\n")
    wait_for_change(page, before)
