"""The dumps of a battle: which there are, and what they are made from."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import load
from tests.golden import booklet, buildfile, counts, packages, scenes

FOLDER = Path(__file__).parent
SCENARIOS = FOLDER.parents[1] / "scenarios"
BATTLES = ("teaching-jdg", "teaching-afe", "teaching-mpbs", "rolica-1808")


@lru_cache
def context(battle: str) -> BuildContext:
    """Return a build of a bundled battle in its own language, with the options that nobody changed."""
    loaded = load(SCENARIOS / battle)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, BuildOptions())


def dumps(battle: str) -> dict[str, str]:
    """Return all dumps of a bundled battle: file name -> text."""
    build = context(battle)
    return {
        **packages.dump(build),
        "counts.txt": counts.dump(build),
        "buildfile.txt": buildfile.dump(build),
        "map.txt": scenes.dump_map(build),
        "counters.txt": scenes.dump_counters(build),
        "booklet.txt": booklet.dump(build),
    }
