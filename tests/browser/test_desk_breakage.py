"""The project is broken in an editor while the page is open: the page says what is wrong and recovers."""

from __future__ import annotations

import csv
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.test_desk_page import Open, Serve, digest, point, stroke, wait_for_change


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


def cut(name: str, part: float) -> Callable[[Path], None]:
    """A file of which an editor has written the first part."""

    def change(folder: Path) -> None:
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content[: int(len(content) * part)])

    return change


def add_bytes(name: str, content: bytes) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes() + content) and None


def link(name: str, target: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).symlink_to(target)

    return change


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
    "half of a file": cut("scenarios/battle.yaml", 0.5),
    "half of a table": cut("oob.csv", 0.55),
    "a table without the column of ids": replace("oob.csv", "id,", ""),
    "a column of the table renamed": replace("oob.csv", ",cohesion,", ",kohesion,"),
    "one broken letter": add_bytes("oob.csv", b"fr-99,\xff\xfe,,france\n"),
    "a file renamed": rename("scenarios/battle.yaml", "scenarios/main.yaml"),
    "a link that leads nowhere": link("map.yaml", "nowhere.yaml"),
    "a link in a circle": link("map.yaml", "map.yaml"),
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


def test_a_locked_file_is_refused_and_nothing_that_was_typed_is_lost(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    file = served.folder / "battle.yaml"
    old = served.text("battle.yaml")
    page.select_option("#file", "battle.yaml")
    page.wait_for_selector("#file-text:visible")
    file.chmod(0o444)
    page.fill("#file-text", "# mine\n" + old)
    page.press("#file-text", "Control+s")
    page.wait_for_selector("#message:has-text('locked')")
    assert served.text("battle.yaml") == old
    assert page.input_value("#file-text") == "# mine\n" + old
    file.chmod(0o644)
    before = digest(page)
    page.press("#file-text", "Control+s")
    wait_for_change(page, before)
    assert served.text("battle.yaml") == "# mine\n" + old
    page.wait_for_selector("#message", state="hidden")
    assert page.is_hidden("#message")


def test_another_version_is_checked_out_under_the_page(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")

    def git(*words: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false"]
        subprocess.run(["git", *who, *words], cwd=served.folder, check=True, capture_output=True)

    git("init", "-q")
    git("add", "-A")
    git("commit", "-q", "-m", "one")
    git("checkout", "-q", "-b", "other")
    oob, setup = served.text("oob.csv"), served.text("scenarios/battle.yaml")
    served.write("oob.csv", oob.replace("fr-17,", "fr-18,"))
    served.write("scenarios/battle.yaml", setup.replace("fr-17", "fr-18"))
    git("commit", "-qam", "two")
    git("checkout", "-q", "-")
    page = open_page(served)
    first = digest(page)
    page.click("#pieces [data-piece=fr-17]")
    page.wait_for_function("() => document.getElementById('unit-title').textContent === 'fr-17'")
    git("checkout", "-q", "other")
    page.wait_for_selector("#pieces [data-piece=fr-18]")
    assert page.locator("#pieces [data-piece=fr-17]").count() == 0
    # The unit that was chosen is gone: no key of the page writes it back.
    page.focus("#map")
    page.keyboard.press("r")
    page.wait_for_timeout(300)
    assert served.text("scenarios/battle.yaml") == setup.replace("fr-17", "fr-18")
    git("checkout", "-q", "-")
    page.wait_for_function("first => document.body.dataset.digest === first", arg=first)
    assert page.locator("#problems .error").count() == 0


def test_columns_of_the_table_change_places_while_a_unit_is_chosen(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    page.click("#pieces [data-piece=fr-17]")
    page.wait_for_selector("#unit-fields [data-field=cohesion]")
    rows = list(csv.reader(served.text("oob.csv").splitlines()))
    turned = [row[:1] + row[1:][::-1] for row in rows if len(row) == len(rows[0])]
    text = "".join(",".join(f'"{c}"' if "," in c else c for c in (*row, "x")) + "\n" for row in turned)
    text = text.replace(",x\n", ",note\n", 1) if "note" not in rows[0] else text.replace(",x\n", "\n")
    before = digest(page)
    served.write("oob.csv", text)
    wait_for_change(page, before)
    box = page.locator("#unit-fields [data-field=cohesion]")
    before = digest(page)
    box.fill("3")
    box.press("Enter")
    wait_for_change(page, before)
    changed = {row["id"]: row for row in csv.DictReader(served.text("oob.csv").splitlines())}
    was = {row["id"]: row for row in csv.DictReader(text.splitlines())}
    assert changed["fr-17"]["cohesion"] == "3"
    assert {**changed["fr-17"], "cohesion": was["fr-17"]["cohesion"]} == was["fr-17"]
    assert {k: v for k, v in changed.items() if k != "fr-17"} == {
        k: v for k, v in was.items() if k != "fr-17"
    }


def test_line_ends_change_and_a_file_is_exchanged_as_editors_do(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("map.yaml")
    before = digest(page)
    served.write("map.yaml", old.replace("\n", "\r\n"))
    wait_for_change(page, before)
    page.click("[data-tool=terrain]")
    page.select_option("#terrain", "marsh")
    stroke(page, point(page, "0203"))
    new = served.text("map.yaml")
    assert new.count("\n") == new.count("\r\n")
    # Many editors write beside the file and put the new one in its place; for a moment there is none.
    for text in (old, old.replace("# ", "#  ", 1), old):
        before = digest(page)
        (served.folder / "map.yaml~").write_bytes(text.encode())
        (served.folder / "map.yaml").unlink()
        (served.folder / "map.yaml~").rename(served.folder / "map.yaml")
        wait_for_change(page, before)
    page.wait_for_function("() => !document.querySelector('#problems .error')")


def test_a_text_outlives_the_file_that_is_deleted_and_made_again(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("scenarios/dawn.yaml")
    page.select_option("#file", "scenarios/dawn.yaml")
    page.wait_for_selector("#file-text:visible")
    page.fill("#file-text", old + "# mine\n")
    before = digest(page)
    (served.folder / "scenarios" / "dawn.yaml").unlink()
    wait_for_change(page, before)
    page.press("#file-text", "Control+s")
    page.wait_for_selector("#message:has-text('no text file of this project')")
    assert page.input_value("#file-text") == old + "# mine\n"
    before = digest(page)
    served.write("scenarios/dawn.yaml", old)
    wait_for_change(page, before)
    assert page.input_value("#file-text") == old + "# mine\n"
    before = digest(page)
    page.press("#file-text", "Control+s")
    wait_for_change(page, before)
    assert served.text("scenarios/dawn.yaml") == old + "# mine\n"
