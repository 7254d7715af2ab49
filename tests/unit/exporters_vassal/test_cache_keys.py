"""What a module keeps in the cache is made anew when a terrain of the battle's own is like another one.

No map and no chart changes with that where both terrains have the same rows.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from jdgtools.canonical import digest
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.module.bans import _table_of_ban
from jdgtools.exporters.module.drawing import board_layout
from jdgtools.exporters.module.grid import ModuleGrid
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.sight_table import _letters_of_build
from jdgtools.exporters.vassal import _module_context
from tests.unit.exporters_vassal.conftest import context


class AskedError(Exception):
    """Ends what asks the cache, with the name of the work and a digest of what it looks at."""


def ask(build: BuildContext, name: str, inputs: object, make: Callable[[], bytes]) -> bytes:
    raise AskedError(name, digest(inputs))


def asks_for_sight_past_units(module: ModuleContext) -> None:
    assert module.units_in_sight is not None
    module.units_in_sight(2, None)


def asks_for_letters(module: ModuleContext) -> None:
    assert module.layout is not None
    _letters_of_build(module, ModuleGrid(module.layout, 0, 0), 2)


def asks_for_a_ban(module: ModuleContext) -> None:
    _table_of_ban(module, "wood", None, False)


@pytest.mark.parametrize("asks", [asks_for_sight_past_units, asks_for_letters, asks_for_a_ban])
def test_what_a_terrain_is_like_is_looked_at(
    asks: Callable[[ModuleContext], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BuildContext, "get_or_make", ask)
    keys = []
    for like in ("clear", "wood", "clear"):
        build = context("teaching-jdg")
        series = build.battle.series
        terrains = tuple(replace(t, like=like) if t.id == "strand" else t for t in series.terrains)
        assert any(t.id == "strand" for t in terrains)
        build = replace(build, battle=replace(build.battle, series=replace(series, terrains=terrains)))
        with pytest.raises(AskedError) as asked:
            asks(_module_context(build, board_layout(build)))
        keys.append(asked.value.args)
    assert keys[0] == keys[2] != keys[1]
