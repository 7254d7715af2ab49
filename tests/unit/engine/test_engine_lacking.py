"""Packages that lack what the engine asks for are refused before a game begins."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.jdg.staff import make_game
from jdgtools.package import Package
from tests.unit.package.bundled import packages


def _without_dice(package: Package) -> Package:
    return replace(package, series=replace(package.series, dice=()))


def _without_option(package: Package) -> Package:
    left = tuple(option for option in package.option_list if option.id != "night_fog")
    return replace(package, option_list=left)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (_without_dice, "no die"),
        (_without_option, "does not say the value of the option `night_fog`"),
        (lambda package: replace(package, option_list=()), "does not say the value of the option"),
    ],
)
def test_what_is_missing_is_named(change: Any, expected: str) -> None:
    with pytest.raises(EngineRefused, match=expected):
        make_game(change(packages("teaching-jdg")[0][1]))
