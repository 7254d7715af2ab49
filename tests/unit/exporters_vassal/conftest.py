from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map import screen_png
from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.vassal import make_module
from jdgtools.model.battle import Battle
from tests.bundled import SCENARIOS as SCENARIOS
from tests.bundled import bundled, cache_of_run

BATTLES = ("teaching-jdg", "teaching-afe", "teaching-mpbs")
REAL_BATTLES = ("rolica-1808", "vimeiro-1808", "bremule-1119", "bouvines-1214", "edgehill-1642")
ALL_BATTLES = (*BATTLES, *REAL_BATTLES)
MODULES = tuple(
    (name, language)
    for name in ALL_BATTLES
    for language in (
        "en",
        "fr",
        "pl",
        *(["hu"] if name in ("teaching-afe", "bremule-1119", "bouvines-1214") else []),
    )
)
"""Every battle with the languages in which it is told."""


def context(name: str, language: str = "") -> BuildContext:
    """Return a context of its own, in which nothing is made yet, with the battle that is read once."""
    loaded = bundled(name)
    assert loaded.battle is not None
    assert loaded.series is not None
    assert loaded.charts is not None
    options = BuildOptions.of(language=language, screen_hex_px=48)
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, options)


@cache
def _board(name: str) -> bytes:
    return screen_png(replace(context(name), cache=cache_of_run()))


@cache
def built_once(name: str, language: str = "") -> ModuleBuild:
    """Return a module; in every language with the board of the battle's own, for no test reads its words."""
    made = replace(context(name, language), cache=cache_of_run())
    made.once("screen-png", lambda: _board(name))
    return make_module(made)


def module_context_of(name: str) -> ModuleContext:
    made = context(name)
    return ModuleContext(made.battle, made.series.module, "en", hex_px=48, counter_px=40, charts=made.charts)


def counter_width(made: ModuleBuild) -> int:
    """Return the width of the counters of a module with a cup, pixels."""
    [cup] = made.module.root.find("DrawPile")
    return int(str(cup.get("width")))


@pytest.fixture(params=BATTLES)
def made(request: pytest.FixtureRequest) -> tuple[Battle, ModuleBuild]:
    return context(request.param).battle, built_once(request.param)
