"""The series without rules: whole in every language, the same answer to every question."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.importers.vassal import import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.render.symbols import has_symbol
from jdgtools.rules import MapRules, Series
from jdgtools.series.registry import find_series, series_ids
from tests.unit.importers.modules import foreign, save


@pytest.fixture
def rules(tmp_path: Path) -> MapRules:
    module = foreign(saves={"Noon": save(("Foy", 3, 60, 60, 0))})
    write_project(tmp_path / "p", import_module(module.data()).files)
    map_file = tmp_path / "p" / "map.yaml"
    text = map_file.read_text().replace('"-": clear', '"-": impassable')
    assert "impassable" in text
    map_file.write_text(text)
    loaded = check(tmp_path / "p")
    assert loaded.battle is not None and loaded.charts is not None and not loaded.report.has_errors
    return MapRules.of(loaded.battle, loaded.charts)


def generic() -> Series:
    found = find_series("generic")
    assert found is not None and "generic" in series_ids()
    return found


def test_it_speaks_its_languages_and_draws_its_types() -> None:
    series = generic().definition
    texts = [series.title, series.command_name, series.command_heading, *(f.name for f in series.unit_fields)]
    texts += [t.name for t in (*series.terrains, *series.unit_types, *series.roles, *series.state_axes)]
    assert all(text.get(language) for text in texts for language in series.languages)
    assert all(has_symbol(t.symbol) for t in series.unit_types)
    assert len({t.glyph for t in series.terrains if t.kind == "hex"}) == 7


def test_every_step_costs_one_but_for_what_is_closed(rules: MapRules) -> None:
    movement, ground = generic().movement, rules.map
    costs = set()
    for i in ground.grid.hexes:
        for d in range(6):
            target = ground.grid.neighbour(i, d)
            cost = movement.step(rules, i, d, "any").cost
            closed = target is None or not ground.playable[target] or ground.terrain[target] == "impassable"
            assert cost == (None if closed else 1)
            costs.add(cost)
    assert costs == {None, 1}
    with pytest.raises(ValueError, match="movement class"):
        movement.step(rules, 0, 0, "horse")


def test_everything_in_play_is_seen(rules: MapRules) -> None:
    sight, grid = generic().sight, rules.map.grid
    matrix = sight.all_pairs(rules)
    assert all(matrix[a, b] == sight.sight(rules, a, b).clear for a in grid.hexes for b in grid.hexes)
    assert 0 < matrix.sum() < matrix.size
