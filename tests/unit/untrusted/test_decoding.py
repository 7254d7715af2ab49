"""Pictures and drawings are decoded apart, once a content; a refusal counts for one command."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from jdgtools.cache import Cache
from jdgtools.exporters.context import BuildContext
from jdgtools.importers.pictures import to_png
from jdgtools.loading import check, load
from jdgtools.publication import unfinished_files
from jdgtools.render.counters.art import read_art
from jdgtools.render.map import pictures
from jdgtools.render.map.pictures import base_picture, small_picture
from jdgtools.render.user_files import Refusal
from jdgtools.untrusted import budget, decoding, isolated_process
from jdgtools.untrusted.isolated_process import Failure, Worker, shared_worker
from jdgtools.vassal.limits import image_size
from tests.bundled import bundled


def picture(form: str = "PNG", **more: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (37, 23), (200, 10, 30)).save(out, form, **more)
    return out.getvalue()


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Names of the functions that the shared worker is asked for."""
    found: list[str] = []
    call = Worker.call

    def counted(self: Worker, function: str, payload: bytes, **more: object) -> bytes:
        found.append(function.rpartition(":")[2])
        return call(self, function, payload, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Worker, "call", counted)
    monkeypatch.setattr(decoding, "_refused", {})
    yield found
    decoding.use_cache(None)


def test_no_native_code_of_this_process_sees_a_foreign_pixel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PIL import ImageFile

    (tmp_path / "a.png").write_bytes(picture())
    (tmp_path / "a.jpg").write_bytes(picture("JPEG"))
    foreign = {form: picture(form) for form in ("PNG", "GIF", "JPEG", "BMP", "WEBP")}

    def load(self: object) -> None:
        raise AssertionError("unpacked here")

    monkeypatch.setattr(ImageFile.ImageFile, "load", load)
    for name in ("a.png", "a.jpg"):
        assert base_picture(tmp_path, name).design_size == (37, 23)  # type: ignore[union-attr]
        assert small_picture(tmp_path, name).design_size == (37, 23)  # type: ignore[union-attr]
        assert read_art(tmp_path, name).pixels == (37, 23)  # type: ignore[union-attr]
    for data in foreign.values():
        assert to_png(data)[:4] == b"\x89PNG"


@pytest.mark.parametrize("more", [{"lossless": True}, {}, {"exif": b"Exif\0\0", "lossless": True}])
def test_the_size_of_webp_is_read_from_its_header(
    more: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = picture("WEBP", **more)
    monkeypatch.setattr(Image, "open", None)
    assert image_size(data, "x") == (37, 23)


def test_what_was_decoded_is_kept(tmp_path: Path, calls: list[str]) -> None:
    decoding.use_cache(Cache(tmp_path / "cache"))
    made = [decoding.decode("rasters:inspect", picture(), max_pixels=1000) for _ in range(2)]
    assert made[0] == made[1]
    assert calls == ["inspect"]


def test_a_refusal_counts_for_the_command_and_its_second_process(
    tmp_path: Path, calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    decoding.use_cache(Cache(tmp_path / "cache"))

    def refused() -> str:
        with pytest.raises(Failure) as caught:
            decoding.decode("rasters:inspect", picture()[:60], max_pixels=1000)
        return str(caught.value)

    assert [refused(), refused()] == ["is damaged"] * 2
    monkeypatch.setattr(decoding, "_refused", {})  # as in the second process
    assert refused() == "is damaged"
    assert calls == ["inspect"]
    monkeypatch.setattr(decoding, "_refused", {})
    monkeypatch.setattr(decoding, "_COMMAND", "the next")
    assert refused() == "is damaged"
    assert calls == ["inspect"] * 2


def test_every_call_of_the_one_worker_has_its_own_limit_of_memory() -> None:
    out = io.BytesIO()
    Image.new("RGB", (6000, 6000)).save(out, "PNG")
    worker, large = shared_worker(), out.getvalue()
    function = "jdgtools.untrusted.rasters:inspect"
    with pytest.raises(Failure) as caught:
        worker.call(function, large, memory=100 << 20, max_pixels=36_000_000)
    assert (caught.value.reason, str(caught.value)) == ("memory", "needs more than 100 MiB of memory")
    assert worker.call(function, large, memory=1 << 30, max_pixels=36_000_000)


@pytest.mark.skipif(os.name != "posix", reason="makes pipes")
def test_odd_roots_and_reports(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "battle.yaml")
    os.mkfifo(tmp_path / "build-report.json")
    (found,) = check(tmp_path).report
    assert "`battle.yaml`" in found.message
    assert found.message.endswith("is a pipe, not a file")
    assert unfinished_files(tmp_path) == []
    (tmp_path / "build-report.json").unlink()
    os.mkfifo(tmp_path / "map.pdf")
    report = '{"files": [{"name": "map.pdf", "bytes": 0, "sha256": ""}]}'
    (tmp_path / "build-report.json").write_text(report)
    assert unfinished_files(tmp_path, thorough=True) == ["map.pdf"]


class Slow:
    """A worker whose calls are late, or compute as long as their content says; `given` is what they may."""

    def __init__(self) -> None:
        self.given: list[float] = []
        self.call_seconds = 0.0

    def call(self, function: str, content: bytes, *, within: float, **_: object) -> bytes:
        self.given.append(within)
        needed = float(content.split()[0])
        self.call_seconds = min(needed, within)
        if needed > within:
            raise isolated_process.Failure("time", f"takes more than {within:g} seconds")
        return b"drawn"


NO_CACHE = " (without a cache no command gets further: save slow drawings as PNG)"


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    worker = Slow()
    monkeypatch.setattr(isolated_process, "shared_worker", lambda: worker)
    monkeypatch.setattr(decoding, "_refused", {})
    budget.begin()
    return worker


def drawn(number: int, needed: float, seconds: float) -> str:
    try:
        return decoding.decode("decoders:svg_png", b"%g %d" % (needed, number), seconds=seconds).decode()
    except Failure as failure:
        return str(failure)


def test_many_slow_files_do_not_take_the_time_of_each(slow: Slow) -> None:
    """Base maps, small pictures and spreadsheets share the time: seven seconds, and one for all that follow."""
    answers = [drawn(number, 99.0, 7.0 if number % 2 else 4.0) for number in range(200)]
    assert slow.given == [4.0, 3.0, *[0.25] * 4]
    assert answers[0] == "takes more than 4 seconds"
    assert answers[1] == "takes more than 3 seconds, and other slow files have left no more" + NO_CACHE
    assert answers[2] == "takes more than 0.25 seconds, and other slow files have left no more" + NO_CACHE
    assert answers[-1] == "comes after too many others that take too long" + NO_CACHE


def test_with_a_cache_the_next_command_gets_further(slow: Slow, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(decoding, "_cache", Cache(tmp_path))
    answers = [drawn(number, 99.0, 4.0) for number in range(9)]
    assert answers[-1].endswith("take too long (what was read is kept, so the next command gets further)")


def test_slow_files_that_are_drawn_take_of_the_same_time(slow: Slow) -> None:
    answers = [drawn(number, 3.1, 4.0) for number in range(3)]
    assert answers[:2] == ["drawn"] * 2
    assert slow.given == [4.0, 4.0, pytest.approx(1.0, abs=1e-5)]
    assert answers[2] == "takes more than 1 second, and other slow files have left no more" + NO_CACHE
    assert drawn(9, 0.1, 4.0) == "drawn", "an ordinary file is read whatever came before"


def test_ordinary_files_take_nothing_however_many(slow: Slow) -> None:
    assert {drawn(number, 0.1, 4.0) for number in range(500)} == {"drawn"}
    assert set(slow.given) == {4.0}
    budget.charge(2.1, 20_000_000, late=False)  # a scan
    assert drawn(-1, 99.0, 7.0) == "takes more than 7 seconds"


def test_the_time_is_there_again_for_the_next_reading(slow: Slow, tmp_path: Path) -> None:
    """A server reads a battle over and over: what had its time and was late stays refused, the others do not."""
    assert drawn(1, 5.0, 4.0) == "takes more than 4 seconds"
    assert (
        drawn(2, 3.9, 4.0) == "takes more than 3 seconds, and other slow files have left no more" + NO_CACHE
    )
    for _ in range(3):
        load(tmp_path)
        assert drawn(1, 5.0, 4.0) == "takes more than 4 seconds"
        assert drawn(2, 3.9, 4.0) == "drawn"
    assert slow.given == [4.0, 3.0, *[4.0] * 3]


@pytest.mark.parametrize(
    ("reason", "is_kept"), [("time", False), ("memory", False), ("crash", False), ("error", True)]
)
def test_what_is_drawn_without_a_file_that_met_a_limit_is_not_kept(
    slow: Slow, monkeypatch: pytest.MonkeyPatch, reason: isolated_process.Reason, is_kept: bool
) -> None:
    """The next command may read the file, and would say nothing of a product that lacks it."""

    def refuse(*_: object, **__: object) -> bytes:
        raise Failure(reason, "cannot be read")

    monkeypatch.setattr(slow, "call", refuse)
    assert drawn(1, 1.0, 4.0) == "cannot be read"
    assert budget.is_short() is not is_kept


@pytest.mark.skipif(sys.platform != "linux", reason="copies this process")
def test_the_second_process_has_the_same_time(slow: Slow) -> None:
    copy = os.fork()
    if not copy:
        try:
            drawn(1, 5.0, 4.0)
        finally:
            os._exit(0)  # whatever comes: the rest of the tests is not for the copy
    os.waitpid(copy, 0)
    drawn(2, 99.0, 7.0)
    assert slow.given == [3.0]


def test_a_base_map_that_is_coarse_because_of_others_is_drawn_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "d.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"/>')
    others = Refusal("it is late", for_now=True)
    monkeypatch.setattr(
        pictures, "drawing_png", lambda _, width, *__: b"small" if width == 500 else late.pop()
    )
    late: list[Refusal | bytes] = [b"large", others]
    shortfalls = [base_picture(tmp_path, "d.svg").shortfall for _ in range(3)]  # type: ignore[union-attr]
    assert shortfalls == ["it is late", "", ""]


def test_what_may_lack_a_picture_because_of_others_is_not_kept(tmp_path: Path) -> None:
    loaded = bundled("teaching-jdg")
    assert loaded.battle is not None
    assert loaded.series is not None
    assert loaded.charts is not None
    budget.begin()
    context = BuildContext(
        loaded.battle, loaded.series, loaded.charts, tmp_path, cache=Cache(tmp_path / "cache")
    )

    def coarse() -> bytes:
        budget.note_short()
        return b"coarse"

    assert context.get_or_make("map", (), coarse) == b"coarse"
    assert context.get_or_make("sheets", (), lambda: b"with it") == b"with it"
    budget.begin()
    assert context.get_or_make("map", (), lambda: b"fine") == b"fine"
    assert context.get_or_make("map", (), coarse) == b"fine"
    assert context.get_or_make("sheets", (), lambda: b"alone") == b"alone"
