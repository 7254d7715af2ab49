"""What a check is: a small document with a function that yields findings.

A check never handles positions: it names a subject such as ("unit", "1-70", "cohesion") and the
runner finds the place. A check sees a model in which wrong references are None and have been
reported; it keeps quiet about what is missing because of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from jdgtools.charts import ChartBook
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.battle import Battle
from jdgtools.model.context import Subject
from jdgtools.model.map import BattleMap
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.scenario import Placement, Scenario
from jdgtools.model.texts import PlayerText, player_texts
from jdgtools.rules import MapRules, Series

Scope = Literal["battle", "scenario"]
"""Whether a check runs once for the battle, or for each of its scenarios."""


GROUND: tuple[Subject, ...] = (("map", "terrain"), ("map", "levels"), ("map", "playable"), ("map", "ways"))
"""What a finding about ways over the map depends on (`Finding.depends`)."""


class Finding(Struct, frozen=True):
    """Something that a check found wrong; the runner makes a diagnostic of it."""

    subject: Subject
    """Whom it is about; the most exact part that has a place gives the position."""
    message: str
    """What was found, in one line; names stand in backticks."""
    expected: str | None = None
    """What should stand there; None = the message says it."""
    hint: str | None = None
    """How to mend it, as an instruction."""
    related: tuple[tuple[Subject, str], ...] = ()
    """Further subjects with what is there."""
    severity: Severity | None = None
    """Where this case weighs more or less than others of the check; None = the check's own."""
    rules: tuple[str, ...] = ()
    """Statement ids for this case; empty = the check's own."""
    depends: tuple[Subject, ...] = ()
    """What else was looked at: where one of these has an error already, the finding may be its echo."""


class CheckContext:
    """What a check looks at. One instance serves all checks of one scenario (or of the battle)."""

    def __init__(self, battle: Battle, scenario: Scenario | None, series: Series, charts: ChartBook) -> None:
        self.battle = battle.in_scenario(scenario)
        self.scenario = scenario
        self.series = series
        self.charts = charts
        self.memo: dict[str, Any] = {}
        """What the checks of a series prepare once for each other."""

    @property
    def definition(self) -> Any:
        """The vocabulary of the series."""
        return self.battle.series

    def option(self, option_id: str) -> Any:
        """Return the ruling in force for the scenario."""
        return self.battle.option(option_id, self.scenario)

    @cached_property
    def map_rules(self) -> MapRules | None:
        """What movement and sight rules look at; None without a map."""
        if self.battle.map is None:
            return None
        return MapRules.of(self.battle, self.charts, self.scenario)

    @property
    def map(self) -> BattleMap | None:
        """The map, or None when it could not be read."""
        return self.battle.map

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """Unit id -> unit."""
        return {u.id: u for u in self.battle.units}

    @cached_property
    def leaders(self) -> Mapping[str, Leader]:
        """Leader id -> leader."""
        return {x.id: x for x in self.battle.leaders}

    @cached_property
    def texts(self) -> Sequence[PlayerText]:
        """All texts of the battle that players read, but for empty ones."""
        return player_texts(self.battle)

    @cached_property
    def stacks(self) -> Mapping[int, tuple[Placement, ...]]:
        """Hex index -> placements in it, top first."""
        return self.scenario.stacks() if self.scenario else {}

    @cached_property
    def unit_stacks(self) -> Mapping[int, tuple[tuple[Unit, Placement], ...]]:
        """Hex index -> (unit, placement) of its combat units, top first; hexes without are absent."""
        stacks = {}
        for index, placements in self.stacks.items():
            units = tuple(
                (self.units[p.piece], p) for p in placements if p.kind == "unit" and p.piece in self.units
            )
            if units:
                stacks[index] = units
        return stacks

    def state(self, placement: Placement, axis: str) -> str:
        """Return the state value of a placed piece on an axis."""
        definition = self.battle.series.axis(axis)
        return placement.state.get(axis, definition.default if definition else "")

    def hex_id(self, index: int) -> str:
        """Return the printed number of a hex."""
        return self.map.grid.id(index) if self.map else str(index)

    def placement_subject(self, piece: str) -> Subject:
        """Return the subject of the placement of a piece in this scenario."""
        return ("placement", self.scenario.id if self.scenario else "", piece)


def allowance(code: str, *subjects: str) -> str:
    """Return how a special rule makes a diagnostic legal for subjects such as `unit fr-17`: for hints."""
    return f"allows: [{{code: {code}, for: [{', '.join(subjects)}]}}]"


CheckFunction = Callable[[CheckContext], Iterator[Finding]]


class Check(Struct, frozen=True):
    """A check with its document."""

    code: str
    """Permanent code, e.g. `JDG062`."""
    entry: str
    """The entry of the rules digest that demands it, e.g. `CHK-62`; '' for generic checks."""
    name: str
    """The thing found, in kebab case."""
    severity: Severity
    rules: tuple[str, ...]
    """Statement ids."""
    rationale: str
    """Why it is a problem, in whole sentences."""
    bad: str
    """Short source text with the problem."""
    good: str
    """The same, mended."""
    scope: Scope
    """Run once for the battle or once for every scenario."""
    run: CheckFunction
    options: tuple[str, ...] = ()
    """Options whose ruling the check obeys."""
    same_as: tuple[str, ...] = ()
    """Codes of checks that may find the same fact. About one fact there is one finding: the more severe one,
    and of two alike that of the check which says so here (see `run.drop_repeated`)."""
    may_warn: bool = False
    """Whether some findings of an error are warnings (`Finding.severity`), which can be accepted."""
    since: str = "0.1"


def check(
    code: str,
    *,
    entry: str = "",
    name: str,
    severity: Severity,
    rules: tuple[str, ...],
    rationale: str,
    bad: str,
    good: str,
    scope: Scope = "scenario",
    options: tuple[str, ...] = (),
    same_as: tuple[str, ...] = (),
    may_warn: bool = False,
    since: str = "0.1",
) -> Callable[[CheckFunction], Check]:
    """Return a decorator that makes a `Check` of a function."""

    def wrap(function: CheckFunction) -> Check:
        return Check(
            code,
            entry,
            name,
            severity,
            rules,
            rationale,
            bad,
            good,
            scope,
            function,
            options,
            same_as,
            may_warn,
            since,
        )

    return wrap
