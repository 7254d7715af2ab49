"""The worked example of docs/gis.md does what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.cli.info_ import command
from jdgtools.loading import Loaded, load
from tests.unit.gis.helpers import ROOT, battle, codes, map_of

PAGE = ROOT / "docs" / "gis.md"


@pytest.fixture
def example(tmp_path: Path) -> tuple[Path, Loaded]:
    text = PAGE.read_text(encoding="utf-8")
    folder = tmp_path / "ashby"
    battle(folder, "layers: []", [])
    for name, kind in (("map.yaml", "yaml"), ("ground.geojson", "json")):
        found = re.search(rf"^`{name}`:\n\n```{kind}\n(.*?)```", text, re.S | re.M)
        assert found is not None, name
        (folder / name).write_text(found[1], encoding="utf-8")
    return folder, load(folder)


def test_the_example_is_sound(example: tuple[Path, Loaded]) -> None:
    _, loaded = example
    assert codes(loaded) == ["MAP070"]
    found = map_of(loaded)
    grid = found.grid
    assert {grid.id(i) for i, t in enumerate(found.terrain) if t == "village"} == {
        grid.id(found.places[0].hex)
    }
    assert found.places[0].name.get() == "Ashby"
    assert found.terrain[grid.index("0908") or 0] == "clear"
    assert {"road", "trail"} == {way.kind for way in found.ways}
    assert {"river", "stream", "bridge", "slope"} <= {f.kind for f in found.features}
    river, stream = ({f.side for f in found.features if f.kind == kind} for kind in ("river", "stream"))
    assert river and stream and not river & stream
    assert max(level for level in found.levels if level is not None) == 3
    hill = found.region("hill")
    assert hill is not None and all((found.levels[i] or 0) >= 2 for i in hill.hexes)


def test_the_list_of_close_calls_is_the_one_on_the_page(example: tuple[Path, Loaded]) -> None:
    folder, _ = example
    said = CliRunner().invoke(command, [str(folder), "--close-calls"]).output
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(r"<!-- close calls of the example -->\n\n```text\n(.*?)```", text, re.S)
    assert found is not None
    assert found[1] == said


def test_pasting_the_block_settles_every_call_and_changes_nothing(example: tuple[Path, Loaded]) -> None:
    folder, loaded = example
    said = CliRunner().invoke(command, [str(folder), "--close-calls"]).output
    block = said[said.index("  overrides:\n") :].removeprefix("  overrides:\n")
    path = folder / "map.yaml"
    text = path.read_text(encoding="utf-8")
    own = "    terrain: {0908: clear}"
    start = text.index(own)
    end = text.index("\n", start)
    # The page's own line joins the terrain of the block.
    merged = block.replace("    terrain:\n", '    terrain:\n      "0908": clear\n')
    assert merged != block
    path.write_text(text[:start] + merged.rstrip("\n") + text[end:], encoding="utf-8")
    settled = load(folder)
    assert codes(settled) == []
    before, after = map_of(loaded), map_of(settled)
    assert (before.terrain, before.levels, before.features, before.ways) == (
        after.terrain,
        after.levels,
        after.features,
        after.ways,
    )
