"""What a game series implements: the hooks behind the vocabulary of `SeriesDef`.

A series is a package with these modules, each imported only when it is needed:

======================  ==================================================  ===================
part                    what                                                if it is missing
======================  ==================================================  ===================
`definition`            `DEFINITION: SeriesDef`, the vocabulary             required
`movement`              `RULES: MovementRules`                              required
`sight`                 `RULES: SightRules`                                 required
`charts`                data files, read by `jdgtools.charts.load_charts`   no charts
`statements.txt`        statements of the rules: a line "id sentence" each  no statements
`checks`                `CHECKS: tuple[Check, ...]`                         only the general ones
`faces`                 `FACES: FaceRules`, what is printed on counters     plain counters
`module`                `MODULE: ModuleRules`, behaviour in VASSAL          what states imply
`zoc`                   `RULES: ZocRules`, see `derived.protocols`          no zones of control
`unit_moves`            `RULES: UnitMoves`, see `derived.movers`            units move as their class
`activation`            `RULES: ActivationRules`, `derived.activations`     no order by ratings
`effects`               `EFFECTS: StepEffects`, see `derived.protocols`     none in packages
`schedule`              `SCHEDULES`, points for losses (`Schedule`)         by the scenario alone
`stacking`              `stack_limits`, see `derived.stacking`              none in packages
`chart_options`         `charts_in_force`: options that change charts       charts as printed
`template`              folder with a battle for `jdg new`                  nothing to start from
`starter`               `STARTER: Starter`, a new battle in any size        only the template
======================  ==================================================  ===================

`derived`, `checks` and `exporters` receive a `Series` and never import `jdgtools.series`.
`docs/new-series.md` is the guide.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field

from jdgtools.errors import SeriesBroken
from jdgtools.model.prohibitions import (
    NO_PROHIBITIONS,
    Prohibitions,
    prohibitions,
    reciprocal_steps,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jdgtools.charts import ChartBook
    from jdgtools.checks.base import Check
    from jdgtools.model.battle import Battle
    from jdgtools.model.definition import SeriesDef
    from jdgtools.model.map import BattleMap
    from jdgtools.model.module import ModuleRules
    from jdgtools.model.pieces import Unit
    from jdgtools.model.scenario import Scenario
    from jdgtools.model.starter import Starter


class StepCost(Struct, frozen=True):
    """The cost of one step from a hex to its neighbour."""

    cost: int | None
    """Movement points times the rules' `denominator`; None = prohibited."""
    way: str = ""
    """Terrain id of the road, trail or crossing that was used; '' = across country."""
    disorders: bool = False
    """Whether the step costs the unit a level of cohesion (or what the series has instead)."""
    reasons: tuple[str, ...] = ()
    """How the cost came about, in words, each with its statement id; for explanations."""


class MovementRules(Protocol):
    """Movement costs of a series."""

    classes: tuple[str, ...]
    """Movement classes: columns of the terrain effects chart."""
    denominator: int
    """Costs are whole multiples of 1/denominator movement point."""

    def step(self, map_rules: MapRules, origin: int, direction: int, movement_class: str) -> StepCost:
        """Return the cost of the step from hex `origin` in `direction` (0..5), ignoring other units."""
        ...


class SightFactor(Struct, frozen=True):
    """One thing that a line of sight met."""

    hexes: tuple[int, ...]
    """The hex, or the two hexes of the hexside, that were looked at."""
    what: str
    """Terrain id, `level` or `unit`."""
    blocks: bool
    text: str
    """In words: what it is, its level, why it blocks or not."""
    rules: tuple[str, ...] = ()


class Sight(Struct, frozen=True):
    """The answer to a line-of-sight question, with everything that was looked at."""

    origin: int
    target: int
    clear: bool
    distance: int
    factors: tuple[SightFactor, ...]


class SightRules(Protocol):
    """Lines of sight of a series; units do not count here, terrain alone."""

    def sight(self, map_rules: MapRules, origin: int, target: int) -> Sight:
        """Return whether `target` is seen from `origin`, and why."""
        ...

    def all_pairs(self, map_rules: MapRules, reach: int | None = None) -> NDArray[np.bool_]:
        """Return array (hexes, hexes) of whether the column hex is seen from the row hex.

        Equals `sight(...).clear` for every pair (tested). With a `reach` only pairs that are at most so many
        hexes apart are asked for; what it says of others does not matter.
        """
        ...


LEADER_CLASSES = ("commander", "leader")
"""Movement classes by which leaders move; what is closed to units does not bind them."""


class MapRules(Struct, frozen=True):
    """A map with all that a rule asks of it beside units: charts, options and special rules in force.

    Hooks get it with every question, so that a series keeps nothing of a battle. Scenarios with equal map
    rules share what is computed from them (`derived.memo`).
    """

    map: BattleMap
    charts: ChartBook
    options: dict[str, object]
    definition: SeriesDef
    prohibitions: Prohibitions = NO_PROHIBITIONS
    """What special rules close to all units on every turn."""
    reciprocal: Mapping[int, bool] = field(default_factory=dict)
    """Steps (6 * hex + direction) over hexsides that special rules make reciprocal, or not."""

    @classmethod
    def of(cls, battle: Battle, charts: ChartBook, scenario: Scenario | None = None) -> MapRules:
        """Return the map rules of a scenario (of the battle itself when None).

        Raises:
            ValueError: the battle has no usable map.
        """
        battle = battle.in_scenario(scenario)
        if battle.map is None:
            raise ValueError("the battle has no map")
        options = battle.options_in(scenario)
        grid = battle.map.grid
        closed_places, reciprocal = prohibitions(scenario, grid), reciprocal_steps(scenario, grid)
        return cls(battle.map, charts, options, battle.series, closed_places, reciprocal)

    def why_closed(self, origin: int, direction: int, movement_class: str) -> str:
        """Return why special rules close a step to a movement class on every turn; '' = they do not."""
        if not self.prohibitions:
            return ""
        leads = movement_class in LEADER_CLASSES
        target = None if leads else self.map.grid.neighbour(origin, direction)
        return self.prohibitions.of_step(origin, direction, target)


class Series(Struct, frozen=True, dict=True):
    """A game series, its parts imported on first use."""

    id: str
    package: str
    """Dotted name of the package, e.g. `jdgtools.series.jdg`."""

    def _part(self, module: str, name: str) -> Any:
        """Return what a module of the series calls `name`.

        Raises:
            SeriesBroken: the module cannot be imported, or has nothing of that name.
        """
        try:
            content = import_module(f"{self.package}.{module}")
        except Exception as error:  # whatever the code of others does while it is imported
            raise self._failure(module, "cannot be imported", error) from error
        try:
            return getattr(content, name)
        except AttributeError as error:
            raise self._failure(module, f"has no `{name}`", None) from error

    def _failure(self, module: str, what: str, error: Exception | None) -> SeriesBroken:
        reason = f": {type(error).__name__}: {' '.join(str(error).split())}" if error is not None else ""
        message = f"the part `{self.package}.{module}` of the series `{self.id}` {what}{reason}"
        return SeriesBroken(message, self.package, module)

    def has(self, module: str) -> bool:
        """Return whether the series brings a module of that name; it is not imported."""
        return find_spec(f"{self.package}.{module}") is not None

    @cached_property
    def definition(self) -> SeriesDef:
        """The vocabulary."""
        definition: SeriesDef = self._part("definition", "DEFINITION")
        return definition

    @cached_property
    def charts(self) -> ChartBook:
        """All charts of the series, without a battle's overrides; an empty book if it ships none.

        Raises:
            SeriesBroken: a file of the charts is missing or malformed.
        """
        from jdgtools.charts import ChartBook, load_charts

        if not self.has("charts"):
            return ChartBook({}, self.definition.languages, {})
        try:
            return load_charts(f"{self.package}.charts")
        except Exception as error:  # malformed data, or whatever the package does while it is imported
            raise self._failure("charts", "cannot be read", error) from error

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """The series' own checks."""
        checks: tuple[Check, ...] = self._part("checks", "CHECKS") if self.has("checks") else ()
        return checks

    @cached_property
    def by_structure(self) -> Mapping[str, str]:
        """What the rules digest demands and holds without a check of the series: entry -> why."""
        module = import_module(f"{self.package}.checks") if self.checks else None
        entries: Mapping[str, str] = getattr(module, "BY_STRUCTURE", {})
        return entries

    @cached_property
    def movement(self) -> MovementRules:
        """Movement costs."""
        rules: MovementRules = self._part("movement", "RULES")
        return rules

    def movement_class(self, definition: SeriesDef, unit: Unit) -> str:
        """Return the column of the terrain chart by which a unit moves; '' for an unknown type.

        It is that of its type, unless the movement rules have a method `class_of` (see
        `derived.protocols.ClassedUnits`) that knows better.

        Args:
            definition: the vocabulary of the battle.
            unit: one of its units.
        """
        kind = definition.unit_type(unit.type) if unit.type else None
        if kind is None:
            return ""
        class_of = getattr(self.movement, "class_of", None)
        return kind.movement_class if class_of is None else str(class_of(unit, kind.movement_class))

    @cached_property
    def sight(self) -> SightRules:
        """Lines of sight."""
        rules: SightRules = self._part("sight", "RULES")
        return rules

    @cached_property
    def module(self) -> ModuleRules:
        """Behaviour of the pieces in a VASSAL module; by default what the states imply."""
        from jdgtools.model.module import ModuleRules

        rules: ModuleRules = self._part("module", "MODULE") if self.has("module") else ModuleRules()
        return rules

    def hook(self, module: str, name: str) -> Any:
        """Return any other part: `faces`/`FACES`, `zoc`/`RULES`."""
        return self._part(module, name)

    @property
    def _folder(self) -> Path:
        return Path(str(import_module(self.package).__file__)).parent

    @cached_property
    def summaries(self) -> dict[str, str]:
        """Id of every statement of the rules -> what it says, in one sentence of our own; '' = not said.

        Raises:
            SeriesBroken: the list is no UTF-8 text.
        """
        path = self._folder / "statements.txt"
        if not path.is_file():
            return {}
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise self._failure("statements", "cannot be read", error) from error
        return {name: sentence for name, _, sentence in (line.partition(" ") for line in lines) if name}

    @cached_property
    def statements(self) -> frozenset[str]:
        """Ids of all statements of the rules; none if the series lists none.

        Raises:
            SeriesBroken: the list is no UTF-8 text.
        """
        return frozenset(self.summaries)

    @cached_property
    def starter(self) -> Starter | None:
        """What a new battle of any size is written from; None if the series brings nothing for it."""
        starter: Starter | None = self._part("starter", "STARTER") if self.has("starter") else None
        return starter

    @cached_property
    def template(self) -> Path | None:
        """Folder of the battle that `jdg new` copies, shipped inside the package; None if there is none."""
        folder = self._folder / "template"
        return folder if (folder / "battle.yaml").is_file() else None
