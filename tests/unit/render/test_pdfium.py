"""pdfium by our own short table of functions and by that of its package draws the same."""

from __future__ import annotations

import pytest

from jdgtools.render.backends import pdfium, png
from jdgtools.render.scene import Circle, Scene


def _drawn() -> bytes:
    return png.render_pngs([Scene.of(20, 20, [Circle(10, 10, 7, fill="#aa3322")], "disc")], 96)[0]


def test_a_library_that_lies_elsewhere_is_found_by_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    own = _drawn()
    assert pdfium._file() is not None
    monkeypatch.setattr(pdfium, "_file", lambda: None)
    pdfium._initialise.cache_clear()
    try:
        assert "bindings" in pdfium.library().__name__
        assert _drawn() == own
    finally:
        pdfium._initialise.cache_clear()


def test_the_numbers_are_those_of_the_package() -> None:
    from pypdfium2_raw import bindings

    assert (bindings.FPDFBitmap_BGR, bindings.FPDFBitmap_BGRA) == (pdfium.RGB, pdfium.RGBA)
    assert bindings.FPDF_REVERSE_BYTE_ORDER == pdfium.RED_FIRST
    for name, (_, arguments) in pdfium._FUNCTIONS.items():
        assert len(getattr(bindings, name).argtypes) == len(arguments)


def test_it_is_made_ready_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two at once end the process now and then."""
    held = []
    monkeypatch.setattr(pdfium, "_initialise", lambda: held.append(pdfium._initialising.locked()))
    pdfium.library()
    assert held == [True]
    assert not pdfium._initialising.locked()
