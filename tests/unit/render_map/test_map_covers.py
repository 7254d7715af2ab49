"""Covers of the ground as areas: nothing of the hexagons shows between two hexes of one cover."""

from __future__ import annotations

import pytest

from tests.tools.covers import COVERS, hexagons


@pytest.mark.parametrize("cover", COVERS)
def test_hexsides_within_a_cover_are_not_seen(cover: str) -> None:
    """Mean lightness along hexsides differs from that of the cover no more than it does elsewhere in the hex."""
    shown = hexagons("classic", cover)
    assert shown.along < shown.within + 0.15, shown
