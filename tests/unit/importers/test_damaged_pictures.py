"""Pictures that are truncated or damaged are not read, whatever their format, and said with their archive."""

from __future__ import annotations

import pytest

from jdgtools.importers.picture_ends import find_damage
from jdgtools.importers.vassal import import_module
from jdgtools.vassal.build import chart as build_chart
from jdgtools.vassal.build import make, piece_slot
from jdgtools.vassal.traits import BasicPiece, Layer, Piece
from tests.unit.importers.modules import foreign, picture

FORMS = ("PNG", "GIF", "JPEG", "BMP", "WEBP")


def noise(form: str) -> bytes:
    """Return a picture that fills several blocks."""
    import io
    import random

    from PIL import Image

    chance = random.Random(1)
    image = Image.frombytes("RGB", (60, 50), bytes(chance.randrange(256) for _ in range(9000)))
    out = io.BytesIO()
    image.save(out, form)
    return out.getvalue()


@pytest.mark.parametrize("form", FORMS)
def test_a_whole_picture_has_no_damage(form: str) -> None:
    assert find_damage(noise(form)) == "" and find_damage(picture(form=form)) == ""
    assert find_damage(noise(form) + b"\0\0") == ""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("share", [0.3, 0.7, 0.95])
def test_a_truncated_picture_is_not_read(form: str, share: float) -> None:
    data = noise(form)
    cut = data[: int(len(data) * share)]
    assert "truncated" in find_damage(cut)
    module = foreign()
    module.entries["images/u1.png"] = cut
    (finding,) = [
        f for f in import_module(module.data()).report.findings if f.kind == "Picture" and f.name == "u1.png"
    ]
    assert finding.outcome == "unread" and "truncated" in finding.note


def test_a_board_in_any_format_is_not_taken_for_whole() -> None:
    for form in FORMS:
        module = foreign(field=noise(form)[:-400])
        done = import_module(module.data())
        (finding,) = [f for f in done.report.findings if f.kind == "Picture" and f.name == "field.png"]
        assert finding.outcome == "unread", form


def test_a_png_with_a_wrong_checksum_is_damaged() -> None:
    data = bytearray(noise("PNG"))
    data[len(data) // 2] ^= 0x10
    assert find_damage(bytes(data)) == "it is damaged: the checksum of its chunk IDAT is wrong"


@pytest.mark.parametrize(
    "data", [b"", b"GIF8", b"GIF89a" + b"\0" * 8, b"BM", b"RIFF\xff\xff\xff\xffWEBP", b"\x89PNG"]
)
def test_a_few_bytes_are_no_traceback(data: bytes) -> None:
    assert isinstance(find_damage(data), str)


def test_pictures_that_nothing_in_the_project_shows_are_missed_too() -> None:
    chart = make(
        "ChartWindow", {"name": "Charts"}, [build_chart("CRT", "crt.jpg"), build_chart("TEC", "tec.gif")]
    )
    shown = make("SelectionHighlighter", {"name": "Frame", "useImage": "true", "image": "frame.png"})
    own = make("AboutScreen", {"title": "About", "fileName": "/images/Splash.png"})
    drawn = make("GamePieceImage", {"name": "drawn"})
    steps = Layer(images=("", "step-2.png", "drawn"), names=("", "", ""), name="Losses", value=1)
    piece = Piece((steps,), BasicPiece(image="mark.gif", name="Losses"))
    window = make(
        "PieceWindow",
        {"name": "More"},
        [make("BoxWidget", {"entryName": "French"}, [piece_slot(piece, 300)])],
    )
    module = foreign(more=[chart, shown, own, drawn, window])
    module.entries["images/tec.gif"] = picture(form="GIF")
    dropped = [f.name for f in import_module(module.data()).report.findings if f.outcome == "dropped"]
    assert sorted(dropped) == ["crt.jpg", "frame.png", "step-2.png"]
