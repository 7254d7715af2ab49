"""Drawings of users: what they may ask of the machine, and that they see nothing of it."""

from __future__ import annotations

import io
from base64 import b64encode
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image

from jdgtools.cache import Cache
from jdgtools.render.backends.svg_pixels import svg_png as drawn_apart
from jdgtools.render.counters import art
from jdgtools.render.counters.art import examine_art, read_art
from jdgtools.render.user_files import Refusal
from jdgtools.untrusted import FileRefused as FileRefused
from jdgtools.untrusted.decoders import svg_png
from jdgtools.untrusted.isolated_process import Failure, Worker

TURBULENCE = (
    '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="60"/></filter>'
    '<rect width="40" height="40" filter="url(#f)"/>'
)
TEXT = f'<text y="30">{"jdg " * 225_000}</text>'


def svg(body: str, head: str = 'viewBox="0 0 40 40"') -> str:
    space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {space} {head}>{body}</svg>"


def seen(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGBA")


def test_a_drawing_on_a_counter_that_takes_too_long_is_told_of(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(art, "MAX_SECONDS", 0.5)
    (tmp_path / "a.svg").write_text(svg(TURBULENCE))
    assert examine_art(tmp_path, "a.svg") == "it takes more than 0.5 seconds to draw"
    assert read_art(tmp_path, "a.svg") == Refusal("it takes more than 0.5 seconds to draw")


def test_a_long_text_is_refused_before_it_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(svg(TEXT))
    assert examine_art(tmp_path, "a.svg") == "a text in it has more than 20,000 characters"


def test_a_drawing_that_needs_too_much_memory() -> None:
    huge = svg(
        "".join(f'<g opacity="0.9"><rect id="r{n}" width="40" height="40"/>' for n in range(60)) + "</g>" * 60
    )
    with Worker(seconds=60, memory=100 << 20) as worker, pytest.raises(Failure) as caught:
        worker.call("jdgtools.untrusted.decoders:svg_png", huge.encode(), width=4000, height=4000)
    assert caught.value.reason == "memory"


def test_what_was_drawn_once_starts_no_process_again(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "a.svg").write_text(svg('<text y="30">x</text>'))
    cache = Cache(tmp_path / "cache")
    assert examine_art(tmp_path, "a.svg", cache) == ""
    art._drawing.cache_clear()
    monkeypatch.setattr("jdgtools.render.backends.svg_pixels.svg_png", None)
    assert examine_art(tmp_path, "a.svg", cache) == ""


@pytest.mark.parametrize("way", ["{path}", "file://{path}", "../../../../../../../../{path}", "{name}"])
@pytest.mark.parametrize("element", ["image", "feImage", "use"])
def test_a_drawing_reads_no_files(way: str, element: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Image.new("RGB", (40, 40), "red").save(tmp_path / "red.png")
    address = way.format(path=tmp_path / "red.png", name="red.png")
    for attribute in ("href", "xlink:href"):
        body = f'<{element} width="40" height="40" {attribute}="{address}"/>'
        with pytest.raises(FileRefused, match="refers to something outside"):
            svg_png(svg(body).encode(), 40, 40)
    inner = b64encode(svg(f'<image width="40" height="40" href="{address}"/>').encode()).decode()
    for kind in ("image/svg+xml", "image/png", "text/plain"):
        body = f'<image width="40" height="40" href="data:{kind};base64,{inner}"/>'
        with suppress(FileRefused):
            assert seen(svg_png(svg(body).encode(), 40, 40)).getbbox() is None
    entity = f'<!DOCTYPE svg [<!ENTITY e "{address}">]>' + svg('<image width="40" height="40" href="&e;"/>')
    with pytest.raises(FileRefused, match="declares a document type"):
        svg_png(entity.encode(), 40, 40)
    style = svg(
        f'<style>rect {{fill: url("{address}")}} @import "{address}";</style><rect width="40" height="40"/>'
    )
    with suppress(FileRefused):
        assert seen(svg_png(style.encode(), 40, 40)).getpixel((20, 20))[:3] != (255, 0, 0)


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ('viewBox="0 0 40 40"', (80, 20)),
        ('viewBox="0 0 40 40" width="3cm" height="9mm" preserveAspectRatio="xMinYMin slice"', (33, 77)),
        ('width="40" height="40px"', (40, 40)),
        ("width='40px' height='40'", (7, 90)),
    ],
)
def test_a_drawing_fills_the_size_that_is_asked_for(head: str, size: tuple[int, int]) -> None:
    image = seen(svg_png(svg('<rect width="40" height="40" fill="#00f"/>', head).encode(), *size))
    assert image.size == size
    assert image.getextrema() == ((0, 0), (0, 0), (255, 255), (255, 255))


def test_fonts_are_the_bundled_ones_whatever_is_asked_for() -> None:
    names = ["EB Garamond", "IBM Plex Sans Condensed", "DejaVu Sans", "Arial", "serif", "nothing"]
    made = [
        svg_png(svg(f'<text y="30" font-size="30" font-family="{name}">R</text>').encode(), 80, 80)
        for name in names
    ]
    assert made[2:] == [made[0]] * 4
    assert made[0] != made[1]
    assert seen(made[0]).getbbox() is not None


def test_the_same_drawing_is_the_same_bytes_here_and_apart() -> None:
    drawing = svg('<text y="30">R</text><circle r="9" opacity="0.3"/>').encode()
    assert svg_png(drawing, 99, 99) == drawn_apart(drawing, 99, 99, seconds=60)
