"""An area of one hex leaves nothing to choose: the piece stands there, for checks, queries and every product."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from jdgtools.exporters.package import package_of
from jdgtools.loading import Loaded, load

SCENARIOS = Path(__file__).parents[3] / "scenarios"
EXACT = "{unit: fr-13l, hex: 0102, facing: E}"


def loaded_with(folder: Path, place: str) -> Loaded:
    shutil.copytree(SCENARIOS / "teaching-jdg", folder)
    path = folder / "scenarios" / "battle.yaml"
    text = path.read_text(encoding="utf-8")
    assert EXACT in text
    path.write_text(text.replace(EXACT, EXACT.replace("hex: 0102", place)), encoding="utf-8")
    path = folder / "map.yaml"
    text = path.read_text(encoding="utf-8")
    assert "\nregions:\n" in text
    region = "\nregions:\n  - {id: gate, name: Gate, hexes: [0102]}\n"
    path.write_text(text.replace("\nregions:\n", region), encoding="utf-8")
    loaded = load(folder)
    assert loaded.ok, list(loaded.report)
    return loaded


@pytest.mark.parametrize("place", ["within: {hex: 0102, distance: 0}", "region: gate"])
def test_the_piece_stands_in_it(tmp_path: Path, place: str) -> None:
    exact, area = loaded_with(tmp_path / "exact", "hex: 0102"), loaded_with(tmp_path / "area", place)
    for one, other in zip(exact.battle.scenarios, area.battle.scenarios, strict=True):
        assert one.placements == other.placements
    scenario = area.battle.scenarios[0]
    package = package_of(area.battle, area.series, area.charts, scenario)
    assert package == package_of(exact.battle, exact.series, exact.charts, exact.battle.scenarios[0])
    start = next(start for start in package.setup if start.piece == "fr-13l")
    assert len(start.hexes) == 1 and start.area == ()
    assert "fr-13l" in {placement.piece for placement in scenario.on_map()}


def test_in_a_larger_area_the_player_chooses(tmp_path: Path) -> None:
    loaded = loaded_with(tmp_path / "area", "within: {hex: 0102, distance: 1}")
    placement = loaded.battle.scenarios[0].placement("fr-13l")
    assert placement.hexes == () and len(placement.area) > 1


def test_a_unit_of_two_hexes_does_not_stand_in_one(tmp_path: Path) -> None:
    folder = tmp_path / "mpbs"
    shutil.copytree(SCENARIOS / "teaching-mpbs", folder)
    loaded = load(folder)
    long = next(u.id for u in loaded.battle.units if u.footprint == 2)
    path = folder / "scenarios" / "battle.yaml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    line = next(n for n, text in enumerate(lines) if f"{{unit: {long}, hexes:" in text)
    lines[line] = f"  - {{unit: {long}, within: {{hex: 1605, distance: 0}}}}\n"
    path.write_text("".join(lines), encoding="utf-8")
    placement = load(folder).battle.scenarios[0].placement(long)
    assert placement.hexes == () and len(placement.area) == 1
