"""Calls the hooks of a series on two battles, and says which of them raise or contradict themselves.

The battles are the one that the series ships to start from and a small one of all its words
(`audit.trial`). A hook that raises would end a check or a build half way; here it is a finding at the line
of the series that raised, with what the hook was asked. A cell that is missing in a chart is found the same
way, by the hook that reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import gettempdir

from jdgtools.audit.files import SeriesFiles
from jdgtools.audit.statements import unlisted
from jdgtools.charts import ChartLookupError
from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.loading import Loaded, load
from jdgtools.model.battle import Battle
from jdgtools.rules import MapRules, Series, StepCost
from jdgtools.scratch import scratch_folder
from jdgtools.starting import CannotStart, template_folder

MAX_COMPARED = 1500
"""Pairs of hexes of a map for which `all_pairs` is compared with `sight`."""
_TRIAL = "a battle of all words of the series"


def hook_problems(
    series: Series, files: SeriesFiles, broken: frozenset[str] = frozenset()
) -> Iterator[Diagnostic]:
    """Yield the hooks of a series that raise, miss a cell of a chart or contradict each other.

    Args:
        series: its definition can be loaded.
        files: where the hooks stand.
        broken: parts that cannot be loaded; they are left out.
    """
    if "charts" in broken:
        return  # hooks read charts: whatever they raised would be an echo
    from jdgtools.audit.trial import write_trial

    caller = _Caller(files)
    with scratch_folder(Path(gettempdir())) as folder:
        write_trial(folder, series.definition)
        caller.call_all(load(folder), _TRIAL, broken)
    try:
        template = template_folder(series.id)
    except CannotStart:
        template = None
    if template is not None:
        loaded = load(template)
        if loaded.series is not None and loaded.series.id == series.id:
            caller.call_all(loaded, f"the battle `{template.name}`", broken)
    yield from caller.problems
    if "statements" not in broken:
        yield from unlisted(
            series, ((name, partial(files.place_of_word, name)) for name in sorted(caller.cited))
        )


class _Caller:
    """Calls hooks and remembers what they raise, each place and reason once."""

    def __init__(self, files: SeriesFiles) -> None:
        self.files = files
        self.problems: list[Diagnostic] = []
        self.cited: set[str] = set()
        """Statements that answers cite."""
        self._reported: set[tuple[object, str]] = set()

    def call_all(self, loaded: Loaded, name: str, broken: frozenset[str]) -> None:
        """Call every hook on a battle."""
        battle, series, charts = loaded.battle, loaded.series, loaded.charts
        if battle is None or series is None or charts is None:
            return
        if battle.map is not None:
            map_rules = MapRules.of(battle, charts, battle.scenarios[0] if battle.scenarios else None)
            if "movement" not in broken:
                self.movement(series, map_rules, name)
            if "sight" not in broken:
                self.sight(series, map_rules, name)
            if "zoc" not in broken:
                self.zones(series, map_rules, battle, name)
            if not broken & {"zoc", "movement", "unit_moves"}:
                self.moves(loaded, name)
        if "checks" not in broken:
            self.checks(loaded, name)
        if "faces" not in broken:
            self.faces(series, battle, loaded.folder, name)

    def call(self, part: str, question: str, hook: Callable[..., object], *arguments: object) -> None:
        """Call a hook; an exception becomes a diagnostic that says what it was asked."""
        try:
            hook(*arguments)
        except MemoryError:
            raise
        except Exception as error:
            self.report(part, question, error)

    def report(self, part: str, question: str, error: Exception) -> None:
        """Report what a hook raises when it is asked a question."""
        place = self.files.place_of_error(error)
        reason = " ".join(str(error).split())
        if (place, reason) in self._reported:
            return
        self._reported.add((place, reason))
        missing_cell = isinstance(error, ChartLookupError)
        self.problems.append(
            Diagnostic(
                "SER012" if missing_cell else "SER013",
                Severity.ERROR,
                f"`{part}` reads a cell that no chart has: {reason}; it was asked for {question}"
                if missing_cell
                else f"`{part}` raises {type(error).__name__}{f': {reason}' if reason else ''}; "
                f"it was asked for {question}",
                place or self.files.place_of_part(part),
                expected="an answer whatever a battle of the series says",
                hint="add the cell to the chart, or look before you read it" if missing_cell else None,
                subject=part,
            )
        )

    def contradiction(self, part: str, message: str, expected: str) -> None:
        """Report an answer that cannot be right; one for each part and battle is enough."""
        place = self.files.place_of_part(part)
        if (place, "") not in self._reported:
            self._reported.add((place, ""))
            self.problems.append(
                Diagnostic("SER014", Severity.ERROR, message, place, expected=expected, subject=part)
            )

    def movement(self, series: Series, map_rules: MapRules, name: str) -> None:
        """Ask for the cost of every step of the map, in every way that the series knows."""
        from jdgtools.derived.protocols import FacedMovement, NearEnemyMovement

        movement, grid = series.movement, map_rules.map.grid
        for movement_class in movement.classes:
            for index, direction in _kinds_of_steps(self, movement, map_rules, name):
                question = f"a step of class `{movement_class}` from hex {grid.id(index)} in {name}"
                step = (map_rules, index, direction, movement_class)
                self.call("movement", question, self._step, series, *step)
                if isinstance(movement, NearEnemyMovement):
                    self.call("movement", question, movement.step_near_enemy, *step)
                if isinstance(movement, FacedMovement):
                    for facing in range(6):
                        faced = (map_rules, index, facing, direction, movement_class)
                        self.call("movement", question, movement.step_faced, *faced)
                    self.call(
                        "movement",
                        question,
                        movement.turn_faced,
                        map_rules,
                        index,
                        0,
                        direction,
                        movement_class,
                    )

    def _step(
        self, series: Series, map_rules: MapRules, index: int, direction: int, movement_class: str
    ) -> None:
        step: object = series.movement.step(map_rules, index, direction, movement_class)
        if not isinstance(step, StepCost):
            message = (
                f"the answer for a step of class `{movement_class}` is of the type `{type(step).__name__}`"
            )
            self.contradiction("movement", message, "a `StepCost`")
            return
        cost: object = step.cost
        if cost is not None and (isinstance(cost, bool) or not isinstance(cost, int) or cost < 0):
            self.contradiction(
                "movement",
                f"a step of class `{movement_class}` costs {cost!r}",
                "a whole number of 1/denominator point, 0 or more; None for a step that is prohibited",
            )

    def sight(self, series: Series, map_rules: MapRules, name: str) -> None:
        """Ask for lines of sight both ways, and compare the answers."""
        sight, grid = series.sight, map_rules.map.grid
        try:
            matrix = sight.all_pairs(map_rules)
        except Exception as error:
            self.report("sight", f"all pairs of hexes in {name}", error)
            return
        if matrix.shape != (grid.size, grid.size):
            shape = " x ".join(map(str, matrix.shape))
            self.contradiction(
                "sight",
                f"`all_pairs` gives {shape} answers in {name}",
                f"a row and a column for each of {grid.size} hexes",
            )
            return
        pairs = [(a, b) for a in grid.hexes for b in grid.hexes]
        for a, b in pairs[:: len(pairs) // MAX_COMPARED + 1]:
            try:
                line = sight.sight(map_rules, a, b)
                clear = line.clear
                self.cited.update(rule for factor in line.factors for rule in factor.rules)
            except Exception as error:
                self.report("sight", f"hex {grid.id(b)} from hex {grid.id(a)} in {name}", error)
                return
            if bool(matrix[a, b]) != clear:
                self.contradiction(
                    "sight",
                    f"`sight` says that hex {grid.id(b)} is {'' if clear else 'not '}seen from hex "
                    f"{grid.id(a)}, and `all_pairs` the opposite, in {name}",
                    "the same answer from both",
                )
                return

    def zones(self, series: Series, map_rules: MapRules, battle: Battle, name: str) -> None:
        """Ask which arms have zones of control in which states, and which hexsides these cross."""
        from jdgtools.derived.protocols import zoc_rules

        zoc, grid = zoc_rules(series), map_rules.map.grid
        if zoc is None:
            return
        definition = series.definition
        for arm, _ in definition.arms:
            self.call("zoc", f"a unit of the arm `{arm}` in {name}", zoc.exerts, arm, {})
            for axis in definition.state_axes:
                for value in axis.values:
                    question = f"a unit of the arm `{arm}` in the state `{value.id}` in {name}"
                    self.call("zoc", question, zoc.exerts, arm, {axis.id: value.id})
        for movement_class in definition.movement_classes:
            for index, direction in _kinds_of_steps(self, zoc, map_rules, name):
                question = f"the zone of class `{movement_class}` in hex {grid.id(index)} in {name}"
                self.call("zoc", question, zoc.reaches, map_rules, index, direction, movement_class)
        for scenario in battle.scenarios:
            for placement in scenario.placements:
                if placement.hexes and placement.kind in ("unit", "leader"):
                    question = f"the units in the way of `{placement.piece}` in {name}"
                    start, piece = placement.hexes[0], placement.piece
                    self.call("zoc", question, zoc.occupancy, map_rules, battle, scenario, piece, start)

    def moves(self, loaded: Loaded, name: str) -> None:
        """Let every unit and leader that stands on the map move in every way that the series knows."""
        from jdgtools.derived import MoveRefused, derive
        from jdgtools.derived.reach import Search
        from jdgtools.derived.unit_moves import unit_moves

        battle, series, charts = loaded.battle, loaded.series, loaded.charts
        assert battle is not None and series is not None and charts is not None
        part = "unit_moves" if series.has("unit_moves") else "movement"

        def ask(piece: str, kind: str) -> None:
            try:
                moving = derived.piece(piece, kind=kind)
                if moving.movement_class not in series.movement.classes:
                    return  # reported with the vocabulary
                mover = derived.mover(moving)
            except MoveRefused:
                return
            search = Search(mover)
            search.run(mover.budget.points or 0)
            for reached in search.reached():
                for place in reached.places:
                    mover.end(place), mover.stops(place), mover.facings(place)
                assert all(leg.cost >= 0 for leg in reached.path)

        for scenario in battle.scenarios:
            derived = derive(battle, series, charts, scenario)
            for placement in scenario.on_map():
                if placement.kind in ("unit", "leader"):
                    for kind in ("", *unit_moves(series).kinds):
                        question = f"the move{f' `{kind}`' if kind else ''} of `{placement.piece}` in {name}"
                        self.call(part, question, ask, placement.piece, kind)

    def checks(self, loaded: Loaded, name: str) -> None:
        """Run every check of the series; what it finds does not matter."""
        battle, series, charts = loaded.battle, loaded.series, loaded.charts
        assert battle is not None and series is not None and charts is not None
        whole = CheckContext(battle, None, series, charts)
        contexts = [CheckContext(battle, scenario, series, charts) for scenario in battle.scenarios]
        for check in series.checks:
            for context in [whole] if check.scope == "battle" else contexts:
                self.call("checks", f"the findings of {check.code} in {name}", _findings, check, context)

    def faces(self, series: Series, battle: Battle, folder: Path, name: str) -> None:
        """Make the faces of all counters in every language of the series."""
        from jdgtools.render.counters import counter_list

        for language in series.definition.languages:
            self.call(
                "faces",
                f"the counters in `{language}` of {name}",
                partial(counter_list, battle, series, language=language, project=folder),
            )


def _findings(check: Check, context: CheckContext) -> list[Finding]:
    findings = list(check.run(context))
    for finding in findings:
        if not isinstance(finding, Finding):
            raise TypeError(f"it yields a `{type(finding).__name__}`, not a `Finding`")
    return findings


def _kinds_of_steps(caller: _Caller, hook: object, map_rules: MapRules, name: str) -> list[tuple[int, int]]:
    """Return the steps (hex, direction) that a hook is asked for: all, or one of each kind."""
    from jdgtools.derived.protocols import KindredSteps

    grid = map_rules.map.grid
    steps = [(index, direction) for index in grid.hexes for direction in range(6)]
    if not isinstance(hook, KindredSteps):
        return steps
    try:
        kinds = hook.step_kinds(map_rules)
    except Exception as error:
        caller.report("movement", f"the kinds of all steps in {name}", error)
        return steps
    first = {kind: divmod(place, 6) for place, kind in reversed(list(enumerate(kinds))) if kind is not None}
    return sorted(first.values())
