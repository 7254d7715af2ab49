"""Pictures and drawings are decoded apart, once a content; a refusal counts for one command."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from jdgtools.cache import Cache
from jdgtools.importers.pictures import to_png
from jdgtools.loading import check
from jdgtools.publication import unfinished_files
from jdgtools.render.counters.art import read_art
from jdgtools.render.map.pictures import base_picture, small_picture
from jdgtools.untrusted import decoding, isolated_process
from jdgtools.untrusted.isolated_process import Failure, Worker, shared_worker
from jdgtools.vassal.limits import image_size


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


def test_many_slow_drawings_do_not_take_the_time_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Together they take seven seconds; later ones get little where the first were given four, and then nothing."""
    given = []

    class Slow:
        def call(self, function: str, content: bytes, *, within: float, **_: object) -> bytes:
            given.append(within)
            raise isolated_process.Failure("time", f"takes more than {within:g} seconds")

    monkeypatch.setattr(isolated_process, "shared_worker", Slow)
    monkeypatch.setattr(decoding, "_refused", {})
    for number in range(200):
        with pytest.raises(isolated_process.Failure) as failure:
            decoding.decode("decoders:svg_png", b"%d" % number, seconds=4.0)
    assert str(failure.value) == "comes after too many others that take too long"
    with pytest.raises(isolated_process.Failure):
        decoding.decode("decoders:svg_png", b"a base map", seconds=60.0)
    assert given == [4.0, 1.0, *[0.25] * 8, 60.0]
