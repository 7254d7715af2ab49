from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.vassal import make_module
from jdgtools.loading import load
from jdgtools.model.battle import Battle

SCENARIOS = Path(__file__).parents[3] / "scenarios"
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
_CONTEXTS: dict[str, BuildContext] = {}
_BUILT: dict[tuple[str, str], ModuleBuild] = {}


def context(name: str, language: str = "") -> BuildContext:
    loaded = load(SCENARIOS / name)
    assert loaded.battle is not None
    assert loaded.series is not None
    assert loaded.charts is not None
    options = BuildOptions.of(language=language, screen_hex_px=48)
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, options)


def built_once(name: str, language: str = "") -> ModuleBuild:
    key = (name, language)
    if key not in _BUILT:
        _CONTEXTS.setdefault(name, context(name, language))
        _BUILT[key] = make_module(context(name, language))
    return _BUILT[key]


def module_context_of(name: str) -> ModuleContext:
    made = context(name)
    return ModuleContext(made.battle, made.series.module, "en", hex_px=48, counter_px=40, charts=made.charts)


@pytest.fixture(params=BATTLES)
def made(request: pytest.FixtureRequest) -> tuple[Battle, ModuleBuild]:
    built = built_once(request.param)
    return _CONTEXTS[request.param].battle, built
