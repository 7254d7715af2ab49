"""Where every statement of a series' rules is used: what of the rulebook this project already carries out.

Nothing here is typed: a statement counts as checked, computed, charted, printed, played by the module or by
the engine because a check, a function, a cell of a chart, a word of the vocabulary, a part of the module or
of the engine cites its id. What nothing cites waits for a rules engine.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path

from msgspec import Struct

from jdgtools.audit.citing import cited_ids, is_example
from jdgtools.audit.engine_page import NEEDS_NONE, engine_uses
from jdgtools.audit.statements import citations
from jdgtools.rules import Series

KINDS = ("checked", "computed", "charted", "printed", "module", "engine", "option")
"""Kinds of use, in the order of the columns."""

_SHARED = (
    ("jdgtools.hexgrid", "computed"),
    ("jdgtools.derived", "computed"),
    ("jdgtools.exporters.module", "module"),
    ("jdgtools.vassal", "module"),
    ("jdgtools.exporters.booklet", "printed"),
    ("jdgtools.render", "printed"),
)
"""Packages for every series -> what a citation in them means."""


def _part(name: str) -> str:
    """Return what a citation in a file of a series means: its VASSAL module, counters, or a computation."""
    if name.partition("_")[0] == "module":
        return "module"
    return "printed" if name == "faces" else "computed"


_ASKED = frozenset({"battles", "charts", "checks", "definition", "markers", "options", "states", "template",
                    "terrain", "turn", "units", "values"})  # fmt: skip
"""Modules of a series that say nothing by themselves: its vocabulary, checks and charts are asked instead."""


class Uses(Struct, frozen=True):
    """Where one statement is used."""

    statement: str
    citers: Mapping[str, tuple[str, ...]]
    """Kind of use -> codes of checks, ids of charts or options, names of modules; the others are absent.

    Of the engine they are functions, or `NEEDS_NONE` where it needs no function of its own.
    """

    @property
    def waits(self) -> bool:
        """Whether nothing carries the statement out yet: an option alone says how an engine shall do it."""
        return not self.citers.keys() - {"option"}


class Example(Struct, frozen=True):
    """A worked example of the rules."""

    statement: str
    proofs: tuple[str, ...] = ()
    """Files below `tests` that prove it."""
    waits: str = ""
    """What it waits for, where nothing proves it."""


def uses_of(series: Series) -> tuple[Uses, ...]:
    """Return every statement of the rulebook with its uses, in the order of the list; no examples."""
    prefix = series.definition.statement_prefix
    statements = [s for s in series.summaries if s.startswith(prefix) and not is_example(s)]
    citers: dict[str, dict[str, dict[str, None]]] = {statement: {} for statement in statements}
    for statement, kind, citer in _citations(series, frozenset(statements)):
        if statement in citers:
            citers[statement].setdefault(kind, {})[citer] = None
    return tuple(
        Uses(statement, {kind: tuple(sorted(of[kind])) for kind in KINDS if kind in of})
        for statement, of in citers.items()
    )


def _citations(series: Series, own_ids: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    """Yield (statement, kind of use, where)."""
    for check in series.checks:
        for statement in (*check.rules, *cited_ids(inspect.getsource(check.run), own_ids)):
            yield statement, "checked", check.code
    for chart in series.charts:
        for statement in (*chart.rules, *citations(chart)):
            yield statement, "charted", chart.id
    definition = series.definition
    for name in definition.__struct_fields__:
        for record in _records(getattr(definition, name)):
            for statement in citations(record):
                yield statement, "option" if name == "options" else "printed", _name(record, name)
    if series.has("module"):
        for statement in citations(series.module):
            yield statement, "module", "module"
    path = import_module(series.package).__path__
    names = [module.name for module in pkgutil.iter_modules(path) if module.name not in _ASKED]
    sources = [(f"{series.package}.{name}", _part(name)) for name in names]
    for module, kind in (*sources, *_SHARED):
        for stem, text in _sources(module):
            for statement in cited_ids(text, own_ids):
                yield statement, kind, stem
    for statement, functions in engine_uses(series).items():
        for function in functions:
            yield statement, "engine", function


def _records(value: object) -> Iterable[object]:
    return value if isinstance(value, tuple) else (value,)


def _name(record: object, field: str) -> str:
    name = getattr(record, "id", "")
    return name if isinstance(name, str) and name else field


@cache
def _sources(module: str) -> tuple[tuple[str, str], ...]:
    """Return (last part of the name, source) of a module, or of all modules of a package."""
    root = import_module(module)
    specs: list[ModuleSpec | None] = [root.__spec__]
    for part in pkgutil.walk_packages(getattr(root, "__path__", ()), f"{module}."):
        finder = part.module_finder
        specs.append(finder.find_spec(part.name, None))
    texts = []
    for spec in specs:
        text = getattr(spec.loader, "get_source", lambda _: None)(spec.name) if spec is not None else None
        if spec is not None and text:
            texts.append((spec.name.rpartition(".")[2], text))
    return tuple(texts)


def examples_of(series: Series, tests: Path) -> tuple[Example, ...]:
    """Return the worked examples of a series as the list below `tests` has them; none without that list."""
    path = tests / "unit" / "series" / f"{series.id}_examples.yaml"
    if not path.is_file():
        return ()
    examples = []
    for line in path.read_text(encoding="utf-8").splitlines():
        match = re.fullmatch(r'([\w.-]+): \{(proved|waits): "?(.+?)"?\}', line)
        if match is not None:
            proofs = tuple(match[3].split()) if match[2] == "proved" else ()
            examples.append(Example(match[1], proofs, match[3] if not proofs else ""))
    return tuple(examples)


def totals(uses: Iterable[Uses]) -> dict[str, int]:
    """Return how many statements there are of each kind of use: `all`, the kinds, `waits`.

    Those for which the engine needs no function do not count as played by it, nor as waiting.
    """
    counts = dict.fromkeys(("all", *KINDS, "waits"), 0)
    for use in uses:
        for kind in ("all", *use.citers, *(("waits",) if use.waits else ())):
            counts[kind] += use.citers.get(kind) != (NEEDS_NONE,)
    return counts
