"""Entries with hostile names in archives of every kind: refused in one line, or taken as what they are."""

from __future__ import annotations

import io
import os
import shutil
import stat
import warnings
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.unit.importers.modules import foreign, save

if os.name != "posix":
    pytest.skip("starts its commands as copies of a process", allow_module_level=True)

from tests.unit.untrusted.commands import ROOT, Commands
from tests.unit.untrusted.test_sheets import ods, xlsx

LINK = (stat.S_IFLNK | 0o777) << 16


class Archive:
    """An archive of some kind, and the command that reads it."""

    def __init__(self, make: Callable[[], bytes], main: str, file: str, words: str) -> None:
        self.make = make
        self.main = main
        """Entry without which there is nothing."""
        self.file = file
        self.words = words


ARCHIVES = {
    "module": Archive(lambda: foreign().data(), "buildFile.xml", "m.vmod", "import m.vmod -o out"),
    "saved game": Archive(
        lambda: save(("Foy", 3, 150, 150, 1)).data(),
        "savedGame",
        "g.vsav",
        "import m.vmod --save g.vsav -o out",
    ),
    "saved game in a module": Archive(
        lambda: foreign(saves={"Start": save(("Foy", 3, 150, 150, 1))}).data(),
        "Start.vsav",
        "m.vmod",
        "import m.vmod -o out",
    ),
    "xlsx": Archive(xlsx, "xl/worksheets/sheet1.xml", "battle/oob.xlsx", "check battle"),
    "ods": Archive(lambda: ods(""), "content.xml", "battle/oob.ods", "check battle"),
}
ENTRIES: dict[str, Callable[[str], str | zipfile.ZipInfo]] = {
    "twice": lambda main: main,
    "other case": lambda main: main.swapcase(),
    "above": lambda main: "../evil",
    "above, inside": lambda main: f"images/../../{main}",
    "absolute": lambda main: "/tmp/jdgtools-evil",
    "drive": lambda main: "C:evil",
    "backslashes": lambda main: "..\\..\\evil",
    "main with backslashes": lambda main: main.replace("/", "\\"),
    "device": lambda main: "images/CON.png",
    "NUL": lambda main: "imaNUL.png",
    "link": lambda main: "images/link.png",
    "folder as a file": lambda main: f"{main}/inner",
    "no name": lambda main: "",
    "long": lambda main: "x" * 60_000,
}


def with_entry(content: bytes, name: str, odd: str) -> bytes:
    """Return an archive with one entry more."""
    out = io.BytesIO(content)
    with warnings.catch_warnings(), zipfile.ZipFile(out, "a") as archive:
        warnings.simplefilter("ignore")  # that a name comes twice
        info = zipfile.ZipInfo(name)
        info.filename = info.orig_filename = name  # whatever the class makes of it
        info.external_attr = LINK if odd == "link" else 0
        info.create_system = 3
        archive.writestr(info, b"/etc/passwd")
    data = out.getvalue()
    return data.replace(b"imaNUL.png", b"ima\0ul.png") if odd == "NUL" else data


@pytest.fixture(scope="module")
def commands() -> Iterator[Commands]:
    started = Commands()
    yield started
    started.close()


@pytest.mark.parametrize("odd", ENTRIES)
@pytest.mark.parametrize("kind", ARCHIVES)
def test_hostile_entries(kind: str, odd: str, commands: Commands, tmp_path: Path) -> None:
    archive = ARCHIVES[kind]
    here = tmp_path / "here"
    shutil.copytree(ROOT / "scenarios" / "teaching-jdg", here / "battle")
    root = here / "battle" / "battle.yaml"
    root.write_text(
        root.read_text(encoding="utf-8").replace("oob.csv", Path(archive.file).name), encoding="utf-8"
    )
    (here / "m.vmod").write_bytes(foreign().data())
    content = archive.make()
    if kind == "saved game in a module":
        content = _inner(content, archive.main, odd)
    else:
        content = with_entry(content, str(ENTRIES[odd](archive.main)), odd)
    (here / archive.file).write_bytes(content)
    before = set(tmp_path.rglob("*"))
    done = commands.run(*archive.words.split(), folder=here)
    assert not done.late, done
    assert "Traceback" not in done.err, done
    assert "defect" not in done.err, done
    new = set(tmp_path.rglob("*")) - before
    assert all(path.is_relative_to(here / "out") for path in new), new
    if archive.words.startswith("import"):
        assert done.code in (0, 3), done
        assert done.code == 0 or (not new and len(done.err.splitlines()) == 1), done
        assert not [path for path in new if path.is_symlink()]
        assert not [path for path in new if "evil" in path.name or "con.png" in path.name.lower()]
    else:
        refused = odd in ("twice", "other case", "main with backslashes")
        assert done.code == 1, "the table has no units of the battle"
        assert ("is there twice" in done.out) == refused, done


def _inner(module: bytes, name: str, odd: str) -> bytes:
    """Return the module with the entry in its saved game."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(module)) as old, zipfile.ZipFile(out, "w") as new:
        for entry in old.namelist():
            data = old.read(entry)
            main = "savedGame"
            new.writestr(entry, with_entry(data, str(ENTRIES[odd](main)), odd) if entry == name else data)
    return out.getvalue()
