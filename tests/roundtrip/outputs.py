"""What comes out of a project, part by part, so that two projects are compared until something differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.faces import counters_of
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.package import package_of
from jdgtools.loading import Loaded, check, load
from jdgtools.render.map.draw import map_scenes
from tests.bundled import cache_of_run
from tests.golden import booklet


def context(loaded: Loaded) -> BuildContext:
    """Return what exporters get of a project that could be read."""
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    return BuildContext(
        loaded.battle, loaded.series, loaded.charts, loaded.folder, BuildOptions(), cache_of_run()
    )


DRAWN: dict[str, Callable[[BuildContext], object]] = {
    "counters": counters_of,
    "booklet": booklet.dump,
    "map": lambda build: map_scenes(build).print_scene,
}


class Outputs:
    """Packages and drawings of a project, each made when it is first asked for."""

    def __init__(self, folder: Path, drawn: tuple[str, ...], checked: bool = False) -> None:
        loaded = check(folder) if checked else load(folder)
        self.loaded, self.drawn, self.made = loaded, drawn, dict[str, object]()
        refused = loaded.battle is None or loaded.series is None or loaded.charts is None
        self.refused = refused or (loaded.report.has_errors and not checked)
        self.report = [(d.code, d.severity, d.message) for d in loaded.report] if checked else []
        """What the checks say, without places in files."""

    def names(self) -> Iterator[str]:
        """Yield the names of all outputs, cheapest first."""
        if self.refused:
            return
        assert self.loaded.battle is not None
        yield from (f"package {scenario.id}" for scenario in self.loaded.battle.scenarios)
        yield from self.drawn

    def get(self, name: str) -> object:
        """Return an output."""
        if name not in self.made:
            build = context(self.loaded)
            if name in DRAWN:
                self.made[name] = DRAWN[name](build)
            else:
                scenario = build.battle.scenario(name.removeprefix("package "))
                assert scenario is not None
                self.made[name] = package_of(build.battle, build.series, build.charts, scenario)
        return self.made[name]

    def same(self, other: Outputs) -> bool:
        """Return whether nothing differs; what is made for it is kept for the next comparison."""
        if self.report != other.report or list(self.names()) != list(other.names()):
            return False
        return all(self.get(name) == other.get(name) for name in self.names())
