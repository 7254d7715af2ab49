"""`BuildContext`: what every exporter gets of one build: battle, options of the user, cache, worker.

`building` makes one for a build. An exporter reads the battle from it, asks `get_or_make` for what an
earlier build may have left, and reports losses; what several exporters need is computed once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.cache import Cache
from jdgtools.charts import ChartBook
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.shared_options import SCREEN_HEX
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.processes import WorkerPool
from jdgtools.render.sheets.settings import PrintSettings
from jdgtools.rules import Series
from jdgtools.untrusted import FileRefused, budget
from jdgtools.untrusted.decoding import use_cache
from jdgtools.untrusted.files import read_file

T = TypeVar("T")
_MAX_BYTES = 80_000_000
"""Largest file of a project that a product is made from."""


class BuildContext(Struct, frozen=True, dict=True, eq=False):
    """One battle on its way out. Shared by all exporters, so that nothing is computed twice."""

    battle: Battle
    series: Series
    charts: ChartBook
    project: Path
    """Project folder, for the designer's own pictures."""
    options: BuildOptions = field(default_factory=BuildOptions)
    cache: Cache = field(default_factory=lambda: Cache(None))
    """What earlier builds have made."""
    pool: WorkerPool | None = field(default=None)
    """The worker, to which this has been sent; None = there is none, or this is it."""
    draft: str = ""
    """What the sheets of a battle with errors say of themselves; '' = the battle has none."""
    notes: dict[str, Any] = field(default_factory=dict)
    """What exporters tell the build about their work besides losses, by name of the exporter."""
    _values: dict[str, Any] = field(default_factory=dict)
    _locks: defaultdict[str, Lock] = field(default_factory=lambda: defaultdict(Lock))

    def once(self, key: str, make: Callable[[], T]) -> T:
        """Return what `make` gives, made once for all exporters; whoever comes second waits for it.

        Once for every language: a battle may be written in several.
        """
        key = f"{self.language} {key}"
        with self._locks[key]:
            if key not in self._values:
                self._values[key] = make()
            value: T = self._values[key]
            return value

    def get_or_make(self, name: str, inputs: object, make: Callable[[], bytes]) -> bytes:
        """Return what `make` gives, or gave in an earlier build for equal inputs; see `Cache.get_or_make`.

        The inputs must hold everything of the battle, the options and the project's files that `make`
        looks at. What may lack a picture for which no time was left is not kept.
        """
        return self._cache.get_or_make(name, (self.series.id, inputs), make)

    def is_made(self, name: str, inputs: object) -> bool:
        """Return whether an earlier build has left what `get_or_make` is asked for."""
        return self._cache.has(name, (self.series.id, inputs))

    def get_or_make_many(
        self,
        name: str,
        common: object,
        inputs: Sequence[object],
        make: Callable[[list[list[int]]], Sequence[Sequence[bytes]]],
        together: int = 16,
    ) -> list[bytes]:
        """Return many small pieces of products, such as faces; see `Cache.get_or_make_many`."""
        return self._cache.get_or_make_many(name, (self.series.id, common), inputs, make, together)

    @property
    def _cache(self) -> Cache:
        folder = None if budget.is_short() else self.cache.folder
        return Cache(folder, self.series.package, keeps=lambda: not budget.is_short())

    def send(self) -> Future[None]:
        """Send this context to the worker, for `in_worker`; what cannot be sent is the future's error."""
        assert self.pool is not None
        # The vocabulary of the series is imported there sooner than sent.
        battle = replace(self.battle, series=None)
        return self.pool.submit(
            _receive, battle, self.series, self.charts, self.project, self.options, self.draft, self.cache
        )

    def in_worker(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Have the worker call a function with its copy of this context and further arguments.

        What it makes `once` stays there for the next call. Function, arguments and result must be picklable.
        """
        assert self.pool is not None
        return self.pool.submit(_call, function, self.language, self.battle.in_force, arguments)

    @property
    def language(self) -> str:
        """Language of printed texts."""
        return self.options.language or self.battle.language

    @property
    def print_settings(self) -> PrintSettings:
        """Paper, marks and printer: those of the project with what the user chose above them."""
        return self.options.print_settings

    @property
    def screen_hex_px(self) -> int:
        """Distance between opposite hexsides on the screen map, pixels."""
        return self.options[SCREEN_HEX]

    def contents(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Return files of the project with a digest of what is in them, '' for one that cannot be read."""
        return [(name, _content(self.project / name, self.project)) for name in sorted(set(names))]

    def in_scenario(self, scenario: Scenario) -> BuildContext:
        """Return the context of the battle as a scenario has it, which shares nothing made of the map.

        All that are asked for with the same scenario share what they make.
        """
        battle = self.battle.in_scenario(scenario)
        if battle is self.battle:
            return self
        empty = partial(BuildContext, battle, self.series, self.charts, self.project)
        memory = self.once(f"scenario {scenario.id}", empty)
        return replace(self, battle=battle, _values=memory._values, _locks=memory._locks)

    @cached_property
    def theme(self) -> Any:
        """The theme of the drawings with the battle's own colours."""
        from jdgtools.render.themes import theme_for

        return theme_for(self.battle.theme)


# In the worker

_worker_context: list[BuildContext] = []
"""The context that was sent to this worker; none in the process that has sent it."""


def _receive(
    battle: Battle,
    series: Series,
    charts: ChartBook,
    project: Path,
    options: BuildOptions,
    draft: str,
    cache: Cache,
) -> None:
    from jdgtools.model.vocabulary import with_words

    use_cache(cache)
    whole = replace(battle, series=with_words(series.definition, battle.words))
    _worker_context[:] = [BuildContext(whole, series, charts, project, options, cache, draft=draft)]


def _call(
    function: Callable[..., T], language: str, scenario_id: str | None, arguments: tuple[Any, ...]
) -> T:
    """Call a function with the context that was sent, in that language and with these changes of the map."""
    context = _worker_context[0]
    if language != context.language:
        context = replace(context, options=replace(context.options, language=language))
    for scenario in context.battle.scenarios:
        if scenario.id == scenario_id:
            context = context.in_scenario(scenario)
    return function(context, *arguments)


def _content(path: Path, project: Path) -> str:
    try:
        return sha256(read_file(path, within=project, limit=_MAX_BYTES)).hexdigest()
    except FileRefused:
        return ""
