"""What an exporter is, and what all exporters share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Literal, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.cache import Cache
from jdgtools.charts import ChartBook
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.processes import WorkerPool
from jdgtools.render.sheets.settings import PrintSettings
from jdgtools.rules import MapRules, Series
from jdgtools.untrusted import Refused
from jdgtools.untrusted.files import read_file

T = TypeVar("T")
_MAX_BYTES = 80_000_000
"""Largest file of a project that a product is made from."""


class Loss(Struct, frozen=True):
    """Something that an output format cannot express, or that was simplified."""

    exporter: str
    subject: str
    """What is concerned, e.g. `unit 1-70`."""
    message: str
    place: str = ""
    """Where the project says it, e.g. `map.yaml:81:14`; empty = in no single place."""


class BuildOptions(Struct, frozen=True):
    """What the user may choose."""

    language: str = ""
    """Language of printed texts; empty = the battle's own."""
    module_languages: tuple[str, ...] = ()
    """Further languages of the VASSAL module, a file each."""
    dpi: int = 150
    """Resolution of the print map's PNG; the PDF beside it is vector and meant for the printer."""
    screen_hex_px: int = 96
    """Distance between opposite hexsides on the screen map, pixels."""
    counter_mm: float = 15.0
    """Edge of a counter, millimetres."""
    counter_flip: Literal["long", "short"] = "long"
    """Edge about which the printer turns counter sheets."""
    spare_counters: bool = False
    """Whether spare markers fill the last counter sheet."""
    only: tuple[str, ...] = ()
    """Names of the exporters to run; empty = all."""
    lock: bool = False
    """Whether the project's lock file of piece numbers is written."""
    printing: PrintSettings = field(default_factory=PrintSettings)
    """Paper, marks and printer; size and flip of counters stand above."""
    svg: bool = False
    """Whether both maps are written as drawings, too."""
    counter_pictures: bool = False
    """Whether a picture of every counter is written."""
    calibration: bool = False
    """Whether to make a page to measure the printer with."""
    counter_list: bool = False
    """Whether to make a checklist of all counters."""
    former_faces: Mapping[str, str] | None = None
    """Faces of a former build, to print what has changed since; None = nothing to compare with."""

    @property
    def sheets(self) -> PrintSettings:
        """Print settings with the size and the flip that were chosen."""
        return replace(self.printing, counter_mm=self.counter_mm, flip=self.counter_flip)


class BuildContext(Struct, frozen=True, dict=True, eq=False):
    """One battle on its way out. Shared by all exporters, so that nothing is computed twice."""

    battle: Battle
    series: Series
    charts: ChartBook
    project: Path
    """Project folder, for the designer's own pictures."""
    options: BuildOptions = field(default_factory=BuildOptions)
    cache: Cache = field(default_factory=lambda: Cache(None))
    """Products of earlier builds."""
    pool: WorkerPool | None = field(default=None)
    """A second process that takes work; None = there is none."""
    notes: dict[str, Any] = field(default_factory=dict)
    """What exporters tell the build about their work besides losses, by name of the exporter."""
    _made: dict[str, Any] = field(default_factory=dict)
    _locks: defaultdict[str, Lock] = field(default_factory=lambda: defaultdict(Lock))

    def once(self, key: str, make: Callable[[], T]) -> T:
        """What `make` gives, made once for all exporters; whoever comes second waits for it.

        Once for every language: a battle may be written in several.
        """
        key = f"{self.language} {key}"
        with self._locks[key]:
            if key not in self._made:
                self._made[key] = make()
            found: T = self._made[key]
            return found

    def get_or_make(self, name: str, inputs: object, make: Callable[[], bytes]) -> bytes:
        """What `make` gives, or gave in an earlier build for equal inputs; see `Cache.get_or_make`.

        The inputs must hold everything of the battle, the options and the project's files that `make`
        looks at.
        """
        return self._cache.get_or_make(name, (self.series.id, inputs), make)

    def get_or_make_many(
        self,
        name: str,
        common: object,
        inputs: Sequence[object],
        make: Callable[[list[list[int]]], Sequence[Sequence[bytes]]],
        together: int = 16,
    ) -> list[bytes]:
        """Many small products; see `Cache.get_or_make_many`."""
        return self._cache.get_or_make_many(name, (self.series.id, common), inputs, make, together)

    @property
    def _cache(self) -> Cache:
        return Cache(self.cache.folder, self.series.package)

    def run_in_worker(self, function: Callable[..., T], *arguments: Any) -> T:
        """What a function gives, in the second process if there is one.

        Function, arguments and result must be picklable; no lock may be held that others wait for.
        """
        if self.pool is None:
            return function(*arguments)
        found: T = self.pool.submit(function, *arguments).result()
        return found

    @property
    def language(self) -> str:
        """Language of printed texts."""
        return self.options.language or self.battle.language

    def contents(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Files of the project with a digest of what is in them, '' for one that cannot be read."""
        return [(name, _content(self.project / name, self.project)) for name in sorted(set(names))]

    def rules(self, scenario: Scenario | None = None) -> MapRules:
        """What movement and sight rules look at."""
        return MapRules.of(self.battle, self.charts, scenario)

    @cached_property
    def theme(self) -> Any:
        """The theme of the drawings with the battle's own colours."""
        from jdgtools.render.themes import theme_for

        return theme_for(self.battle.theme)


def _content(path: Path, project: Path) -> str:
    try:
        return sha256(read_file(path, within=project, limit=_MAX_BYTES)).hexdigest()
    except Refused:
        return ""


class Exporter(Protocol):
    """Writes one product.

    `export` runs in a thread of its own, beside other exporters; it writes only the files that
    `outputs` names, into `folder`, and raises nothing for a battle that passed the checks. One that
    shares no drawing with others may say `in_worker = True`: it may run in the worker process, which imports
    the modules that it lists as `preload` while the battle is still being read. The exporter must be
    picklable; what it puts into `BuildContext.notes` comes back from there.
    """

    name: str
    """Short name, for `--only`."""
    title: str
    """What it makes, for the progress display."""

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """Names of the files that it writes."""
        ...

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Writes the files and returns what could not be expressed."""
        ...
