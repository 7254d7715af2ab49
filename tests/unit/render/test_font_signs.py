"""Signs of texts that the bundled fonts have."""

from __future__ import annotations

from jdgtools.appearance.lettering import COMMON
from jdgtools.render.backends.pdf_fonts import fallback_signs


def test_common_signs_are_in_the_fonts() -> None:
    signs = fallback_signs()
    common = [chr(code) for code in range(0x2500) if COMMON.fullmatch(chr(code))]
    assert len(common) > 300
    assert [sign for sign in common if sign not in signs] == ["\t", "\n"]


def test_other_scripts_are_not_common() -> None:
    for sign in "\u202e\u200b\u4e2d\u05d0\U0001f600\ufeff":
        assert not COMMON.fullmatch(sign)
    assert "\u0439" in fallback_signs()
