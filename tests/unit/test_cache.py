"""Products of earlier builds: found again when nothing changed, never when something did."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from jdgtools import cache
from jdgtools.cache import Cache


class Maker:
    def __init__(self, content: bytes) -> None:
        self.content = content
        self.calls = 0

    def __call__(self) -> bytes:
        self.calls += 1
        return self.content


def test_a_product_is_made_once_for_equal_inputs(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    maker = Maker(b"picture")
    assert Cache(folder).get_or_make("map", (1, "a"), maker) == b"picture"
    assert Cache(folder).get_or_make("map", (1, "a"), maker) == b"picture"
    assert maker.calls == 1
    assert Cache(folder).get_or_make("map", (2, "a"), Maker(b"other")) == b"other"
    assert Cache(folder).get_or_make("counters", (1, "a"), Maker(b"sheet")) == b"sheet"
    assert (folder / "CACHEDIR.TAG").is_file()
    assert not list(folder.glob("*.tmp"))


def test_whether_a_product_is_there_can_be_asked(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    assert not cache.has("sheet", (1, 2))
    cache.get_or_make("sheet", (1, 2), lambda: b"made")
    assert cache.has("sheet", (1, 2))
    assert not cache.has("sheet", (1, 3))
    assert not cache.has("card", (1, 2))
    assert not Cache(None).has("sheet", (1, 2))


def test_without_a_folder_nothing_is_kept(tmp_path: Path) -> None:
    maker = Maker(b"x")
    nowhere = Cache(None)
    assert nowhere.get_or_make("a", 1, maker) == nowhere.get_or_make("a", 1, maker) == b"x"
    assert maker.calls == 2
    nowhere.trim()


@pytest.mark.parametrize("damage", [b"", b"short", None])
def test_a_damaged_product_is_made_again(tmp_path: Path, damage: bytes | None) -> None:
    maker = Maker(b"picture")
    Cache(tmp_path).get_or_make("map", 1, maker)
    [file] = tmp_path.glob("*.jdg")
    data = file.read_bytes()
    file.write_bytes(data[:-1] + b"?" if damage is None else damage)
    assert Cache(tmp_path).get_or_make("map", 1, maker) == b"picture"
    assert maker.calls == 2
    assert file.read_bytes() == data


def test_another_program_does_not_take_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    maker = Maker(b"picture")
    Cache(tmp_path).get_or_make("map", 1, maker)
    monkeypatch.setattr(cache, "program", lambda package: "another")
    Cache(tmp_path).get_or_make("map", 1, maker)
    assert maker.calls == 2


def test_the_program_is_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "module.py"
    file.write_text("a = 1\n")
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "cache.py"))
    cache.program.cache_clear()
    before = cache.program()
    cache.program.cache_clear()
    assert cache.program() == before
    file.write_text("a = 12\n")
    cache.program.cache_clear()
    assert cache.program() != before
    cache.program.cache_clear()


def test_a_plug_in_belongs_to_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = tmp_path / "my_series"
    plugin.mkdir()
    (plugin / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    before = cache.program("my_series")
    assert before != cache.program()
    (plugin / "__init__.py").write_text("changed = 1\n")
    cache.program.cache_clear()
    assert cache.program("my_series") != before
    cache.program.cache_clear()


def test_a_folder_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert Cache(tmp_path / "file" / "kept").get_or_make("map", 1, Maker(b"x")) == b"x"
    assert Cache(tmp_path / "file").get_or_make("map", 1, Maker(b"x")) == b"x"
    Cache(tmp_path / "file").trim()


def test_many_small_products_are_made_together(tmp_path: Path) -> None:
    calls: list[list[list[int]]] = []

    def build(inputs: list[str]) -> list[bytes]:
        def make(packs: list[list[int]]) -> list[list[bytes]]:
            calls.append(packs)
            return [[inputs[n].encode() * 3 for n in pack] for pack in packs]

        return Cache(tmp_path / "kept").get_or_make_many("faces", 15, inputs, make)

    inputs = [f"unit {n}" for n in range(200)]
    expected = [text.encode() * 3 for text in inputs]
    assert build(inputs) == expected
    assert [n for pack in calls[0] for n in pack] == list(range(200))
    assert len(calls) == 1 and 2 < len(calls[0]) < 60
    nowhere = Cache(None).get_or_make_many(
        "faces", 15, inputs, lambda packs: [[b"%d" % len(packs)] * len(p) for p in packs]
    )
    assert nowhere == [b"%d" % len(calls[0])] * 200
    assert build(inputs) == expected
    assert len(calls) == 1
    for changed in (
        [*inputs[:90], "another", *inputs[91:]],
        [*inputs[:50], *inputs[51:]],
        [*inputs[:70], "new", *inputs[70:]],
    ):
        before = len(calls)
        assert build(changed) == [text.encode() * 3 for text in changed]
        assert len(calls) == before + 1 and len(calls[-1]) <= 3
    assert build([]) == []
    assert Cache(None).get_or_make_many("faces", 15, ["a"], lambda packs: [[b"x"] for _ in packs]) == [b"x"]


@pytest.mark.parametrize(
    ("name", "common"), [("faces", 16), ("pictures", 15), ("faces", "15"), ("faces", None)]
)
def test_many_small_contents_depend_on_what_they_have_in_common(
    tmp_path: Path, name: str, common: object
) -> None:
    def build(name: str, common: object) -> list[bytes]:
        def make(packs: list[list[int]]) -> list[list[bytes]]:
            return [[f"{name} {common!r}".encode() for _ in pack] for pack in packs]

        return Cache(tmp_path / "kept").get_or_make_many(name, common, ["a"], make)

    assert build("faces", 15) == [b"faces 15"]
    assert build(name, common) == [f"{name} {common!r}".encode()]


def test_what_was_not_asked_for_longest_is_dropped(tmp_path: Path) -> None:
    kept = Cache(tmp_path / "kept", max_bytes=350)
    for number in range(4):
        kept.get_or_make("map", number, Maker(b"%d" % number * 80))
    for age, file in enumerate(sorted((tmp_path / "kept").glob("*.jdg"))):
        os.utime(file, (1_000_000 + age, 1_000_000 + age))
    maker = Maker(b"0" * 80)
    kept.get_or_make("map", 0, maker)  # asked for now
    assert maker.calls == 0
    kept.trim()
    kept.get_or_make("map", 0, maker)
    assert maker.calls == 0
    assert 1 <= len(list((tmp_path / "kept").glob("*.jdg"))) < 4
    assert (tmp_path / "kept" / "CACHEDIR.TAG").is_file()


def test_a_folder_that_grows_is_trimmed_now_and_then(tmp_path: Path) -> None:
    kept = Cache(tmp_path / "kept", max_bytes=50_000)
    for number in range(3000):
        kept.get_or_make("map", number, Maker(b"x" * 80))
        kept.tidy()
    sizes = [file.stat().st_size for file in (tmp_path / "kept").glob("*.jdg")]
    # Trimmed one time in 256, more or less: never far beyond the limit.
    assert 30_000 < sum(sizes) < 250_000
    Cache(None).tidy()
    Cache(tmp_path / "nowhere").tidy()


def test_the_folder_follows_the_custom_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JDG_CACHE", "off")
    assert cache.user_folder() is None
    monkeypatch.setenv("JDG_CACHE", str(tmp_path))
    assert cache.user_folder() == tmp_path
    monkeypatch.delenv("JDG_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.user_folder() == tmp_path / "jdgtools"
    monkeypatch.setattr(cache.Path, "home", lambda: tmp_path)
    for other_folder in ("here", ""):
        monkeypatch.setenv("XDG_CACHE_HOME", other_folder)
        assert cache.user_folder() == tmp_path / ".cache" / "jdgtools"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(cache.Path, "home", lambda: Path("here"))
    assert cache.user_folder() is None
    monkeypatch.setattr(cache.Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache.user_folder() == tmp_path / "Library" / "Caches" / "jdgtools"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert cache.user_folder() == tmp_path / "AppData" / "Local" / "jdgtools" / "cache"
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert cache.user_folder() == tmp_path / "local" / "jdgtools" / "cache"


def test_a_folder_at_its_limit_keeps_everything(tmp_path: Path) -> None:
    kept = Cache(tmp_path / "kept")
    for number in range(3):
        kept.get_or_make("map", number, Maker(b"%d" % number * 80))
    size = sum(file.stat().st_size for file in (tmp_path / "kept").iterdir() if file.is_file())
    Cache(tmp_path / "kept", max_bytes=size).trim()
    assert len(list((tmp_path / "kept").glob("*.jdg"))) == 3
    Cache(tmp_path / "kept", max_bytes=size - 1).trim()
    assert len(list((tmp_path / "kept").glob("*.jdg"))) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process")
def test_what_a_killed_command_has_half_written_goes_with_the_next(tmp_path: Path, monkeypatch) -> None:
    words = "import os; from jdgtools import cache; cache.Path.replace = lambda *_: os.kill(os.getpid(), 9)\n"
    words += "cache.user_cache().get_or_make('x', 1, lambda: b'y')"
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    subprocess.run([sys.executable, "-c", words], check=False)
    words = "import os; from pathlib import Path; from jdgtools.desk import history\n"
    words += "Path.replace = lambda *_: os.kill(os.getpid(), 9)\n"
    words += f"h = history.History(Path('p'), Path({str(tmp_path)!r})); h._save()"
    subprocess.run([sys.executable, "-c", words], check=False)
    assert len(list(tmp_path.rglob(".jdg-*"))) == 2
    cache.user_cache()
    assert not list(tmp_path.rglob(".jdg-*"))


def test_a_cache_can_be_sent_to_a_worker(tmp_path: Path) -> None:
    """Builds send theirs with the battle."""
    cache = pickle.loads(pickle.dumps(Cache(tmp_path)))
    assert cache.get_or_make("one", 0, lambda: b"1") == b"1"
    assert Cache(tmp_path).get_or_make("one", 0, lambda: b"2") == b"1"


def test_what_is_not_to_be_kept_is_made_anew(tmp_path: Path) -> None:
    """Alone and in packs: what was made while something was missing is given back, and not remembered."""
    answers = [False, False, True, True]
    cache = Cache(tmp_path, keeps=lambda: answers.pop(0))
    for number in (1, 2):
        assert cache.get_or_make("one", 0, lambda n=number: b"%d" % n) == b"%d" % number
        many = cache.get_or_make_many(
            "many", 0, [1, 2], lambda packs, n=number: [[b"%d" % n] * len(pack) for pack in packs]
        )
        assert many == [b"%d" % number] * 2
    assert cache.get_or_make("one", 0, lambda: b"3") == b"2" and answers == []
    assert (
        cache.get_or_make_many("many", 0, [1, 2], lambda packs: [[b"3"] * len(p) for p in packs])
        == [b"2"] * 2
    )
