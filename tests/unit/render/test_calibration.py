"""The calibration sheet: zeros of the rulers lie behind the lines, and a printer's error is read off exactly."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.exporters.calibration import WORDS
from jdgtools.render.bounds import inside, item_box, overlap, placed_texts
from jdgtools.render.scene import Path
from jdgtools.render.sheets import PrintSettings
from jdgtools.render.sheets.calibration import calibration_pages, stations
from jdgtools.render.sheets.impose import correction
from tests.drawings import sheet_spec


def strokes(page, name):
    [layer] = [layer for layer in page.layers if layer.name == name]
    for item in layer.items:
        if isinstance(item, Path):
            for (_, x1, y1), (_, x2, y2) in zip(item.commands[::2], item.commands[1::2], strict=True):
                yield round(x1, 6), round(y1, 6), round(x2, 6), round(y2, 6)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_zeros_lie_behind_the_lines(paper, flip):
    spec = PrintSettings(flip=flip).spec(paper)
    front, back = calibration_pages(spec, WORDS["en"])
    lines, rulers = set(strokes(front, "lines")), set(strokes(back, "rulers"))
    for name, (x, y) in stations(spec).items():
        # The point as it lies on the front when the paper is turned.
        fx, fy = (spec.width - x, y) if spec.turns_sideways else (x, spec.height - y)
        if name in ("left", "right"):
            assert any(a == c == pytest.approx(fx) and min(b, d) < fy < max(b, d) for a, b, c, d in lines)
            assert any(
                a == c == pytest.approx(x) and b == pytest.approx(y) and b - d == 4 for a, b, c, d in rulers
            )
        else:
            assert any(b == d == pytest.approx(fy) and min(a, c) < fx < max(a, c) for a, b, c, d in lines)
            assert any(b == d == pytest.approx(y) and c - a == pytest.approx(4) for a, b, c, d in rulers)


def test_the_formulas_on_the_sheet_undo_an_error():
    """A printer that shifts and shrinks the back prints it right with what the readings give."""
    spec = sheet_spec("a4")
    shift, shrink = (0.7, -1.1), (0.997, 1.002)

    def printed(x, y):
        return (
            spec.width / 2 + shrink[0] * (x - spec.width / 2) + shift[0],
            spec.height / 2 + shrink[1] * (y - spec.height / 2) + shift[1],
        )

    at = stations(spec)
    # A reading is where the front's line (at the true place) stands on the ruler that was printed wrongly.
    read = {
        name: (at[name][0] - printed(*at[name])[0])
        if name in ("left", "right")
        else at[name][1] - printed(*at[name])[1]
        for name in at
    }
    across, down = at["right"][0] - at["left"][0], at["bottom"][1] - at["top"][1]
    offset = ((read["left"] + read["right"]) / 2, (read["top"] + read["bottom"]) / 2)
    scale = (1 + (read["right"] - read["left"]) / across, 1 + (read["bottom"] - read["top"]) / down)
    moved = correction(replace(spec, back_offset=offset, back_scale=scale))
    assert moved is not None
    a, _, _, d, e, f = moved
    for x, y in ((20, 30), (190, 270), (105, 148.5)):
        # To first order: the error of an error is far below what anybody can cut.
        assert printed(a * x + e, d * y + f) == pytest.approx((x, y), abs=0.01)


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_texts_are_on_the_paper_and_apart(language, paper):
    spec = PrintSettings(back_offset=(1, 0)).spec(paper)
    for page in calibration_pages(spec, WORDS[language], "A4"):
        boxes = [(text, box) for text, _, box in placed_texts(page) if text.size > 1.9]
        assert len(boxes) > 8
        for index, (text, box) in enumerate(boxes):
            assert inside(box, (3.9, 3.9, spec.width - 3.9, spec.height - 3.9)), text.string
            for other, second in boxes[index + 1 :]:
                assert not overlap(box, second, -0.3), (text.string, other.string)


def test_a_known_correction_is_applied_and_named():
    spec = PrintSettings(back_offset=(1.0, -0.5)).spec("a4")
    front, back = calibration_pages(spec, WORDS["fr"])
    assert front.layers[0] == calibration_pages(PrintSettings().spec("a4"), WORDS["fr"])[0].layers[0]
    [group] = next(layer.items for layer in back.layers if layer.name == "rulers")
    box = item_box(group)
    plain = calibration_pages(PrintSettings().spec("a4"), WORDS["fr"])[1]
    first = item_box(next(layer.items for layer in plain.layers if layer.name == "rulers")[0])
    assert box is not None and first is not None
    assert any("[1, -0.5]" in text.string for text, _, _ in placed_texts(back))
