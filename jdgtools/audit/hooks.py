"""Calls the hooks of a series on two battles, and says which of them raise or contradict themselves.

The battles are the one that the series ships to start from and a small one of all its words
(`audit.trial`). A hook that raises would end a check or a build half way; here it is a finding at the line
of the series that raised, with what the hook was asked. A cell that is missing in a chart is found the same
way, by the hook that reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from tempfile import gettempdir

from jdgtools.audit.calls import HookCaller, answer_fault
from jdgtools.audit.faces import ask_faces
from jdgtools.audit.files import SeriesFiles
from jdgtools.audit.statements import unlisted_statements
from jdgtools.charts import ChartBook
from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.derived.activations import ActivationGroup, ActivationRules
from jdgtools.derived.occupancy import Occupancy
from jdgtools.derived.protocols import StepEffects
from jdgtools.derived.schedules import schedule_lines
from jdgtools.derived.stacking import StackLimits
from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.loading import Loaded, load
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.rules import MapRules, Series, Sight, StepCost
from jdgtools.scratch import scratch_folder
from jdgtools.starting import CannotStart, template_folder

MAX_COMPARED = 1500
"""Pairs of hexes of a map for which `all_pairs` is compared with `sight`."""
_TRIAL = "a battle of all words of the series"


def hook_problems(
    series: Series, files: SeriesFiles, broken_parts: frozenset[str] = frozenset()
) -> Iterator[Diagnostic]:
    """Yield the hooks of a series that raise, miss a cell of a chart or contradict each other.

    Args:
        series: its definition can be loaded.
        files: where the hooks stand.
        broken_parts: parts that cannot be loaded; they are left out.
    """
    if "charts" in broken_parts:
        return  # hooks read charts: whatever they raised would be an echo
    from jdgtools.audit.trial import write_trial

    caller = _Caller(files, series.definition.statement_prefix)
    with scratch_folder(Path(gettempdir())) as folder:
        write_trial(folder, series.definition)
        caller.call_all(load(folder), _TRIAL, broken_parts)
    try:
        template = template_folder(series.id)
    except CannotStart:
        template = None
    if template is not None:
        loaded = load(template)
        if loaded.series is not None and loaded.series.id == series.id:
            caller.call_all(loaded, f"the battle `{template.name}`", broken_parts)
    yield from caller.problems
    if "statements" not in broken_parts:
        yield from unlisted_statements(
            series, ((name, partial(files.span_of_mention, name)) for name in sorted(caller.citations))
        )


class _Caller(HookCaller):
    """Asks the hooks of one series everything that a map and an order of battle can ask."""

    def call_all(self, loaded: Loaded, name: str, broken_parts: frozenset[str]) -> None:
        """Call every hook on a battle."""
        battle, series, charts = loaded.battle, loaded.series, loaded.charts
        if battle is None or series is None or charts is None:
            return
        if battle.map is not None:
            map_rules = MapRules.of(battle, charts, battle.scenarios[0] if battle.scenarios else None)
            if "movement" not in broken_parts:
                self.movement(series, map_rules, name)
            if "sight" not in broken_parts:
                self.sight(series, map_rules, name)
            if "zoc" not in broken_parts:
                self.zones(series, map_rules, battle, name)
            if "effects" not in broken_parts:
                self.effects(series, map_rules, name)
            if "chart_options" not in broken_parts:
                self.chart_options(series, map_rules, name)
            if not (broken_parts | self.unfit) & {"zoc", "movement", "unit_moves"}:
                self.moves(loaded, name)
        if "checks" not in broken_parts:
            self.checks(loaded, name)
        if "faces" not in broken_parts:
            ask_faces(self, series, battle, loaded.folder, name)
        for scenario in battle.scenarios:
            if "activation" not in broken_parts:
                self.activation(series, battle, scenario, name)
            if "stacking" not in broken_parts:
                self.stacking(series, battle, scenario, name)
            if "schedule" not in broken_parts:
                question = f"the points for losses in {name}"
                self.ask("schedule", question, schedule_lines, battle, scenario, series, charts)

    def movement(self, series: Series, map_rules: MapRules, name: str) -> None:
        """Ask for the cost of every step of the map, in every way that the series knows."""
        from jdgtools.derived.protocols import FacedMovement, NearEnemyMovement

        movement, grid = series.movement, map_rules.map.grid
        ways = {"", *(t.id for t in series.definition.terrains if t.kind in ("path", "crossing"))}
        for movement_class in movement.classes:
            for index, direction in _kinds_of_steps(self, movement, map_rules, name):
                question = f"a step of class `{movement_class}` from hex {grid.id(index)} in {name}"

                def ask(
                    method: Callable[..., StepCost], *arguments: object, question: str = question
                ) -> None:
                    step = self.ask("movement", question, method, *arguments, answer=StepCost)
                    if step is not None:
                        self._judge_step(step, question, ways, method)

                step = (map_rules, index, direction, movement_class)
                ask(movement.step, *step)
                if isinstance(movement, NearEnemyMovement):
                    ask(movement.step_near_enemy, *step)
                if isinstance(movement, FacedMovement):
                    for facing in range(6):
                        ask(movement.step_faced, map_rules, index, facing, direction, movement_class)
                    ask(movement.turn_faced, map_rules, index, 0, direction, movement_class)

    def _judge_step(self, step: StepCost, question: str, ways: Collection[str], method: object) -> None:
        self.cite(step.reasons)
        if step.cost is not None and step.cost < 0:
            self.contradiction(
                "movement",
                f"the answer for {question} costs {step.cost}",
                "a whole number of 1/denominator point, 0 or more; None for a step that is prohibited",
                method,
            )
        elif step.way not in ways:
            self.contradiction(
                "movement",
                f"the answer for {question} goes along `{step.way}`",
                "the id of a path or crossing of the series; nothing across country",
                method,
            )

    def sight(self, series: Series, map_rules: MapRules, name: str) -> None:
        """Ask for lines of sight both ways, and compare the answers."""
        import numpy as np

        sight, grid = series.sight, map_rules.map.grid
        matrix = self.ask("sight", f"all pairs of hexes in {name}", sight.all_pairs, map_rules)
        if "sight" in self.unfit:
            return
        if not isinstance(matrix, np.ndarray) or matrix.dtype != np.bool_:
            kind = (
                f"of {matrix.dtype}" if isinstance(matrix, np.ndarray) else f"is a `{type(matrix).__name__}`"
            )
            self.contradiction(
                "sight", f"what `all_pairs` gives in {name} is {kind.removeprefix('is ')}",
                "an array of bool, a row and a column for each hex", sight.all_pairs,
            )  # fmt: skip
            return
        if matrix.shape != (grid.size, grid.size):
            shape = " x ".join(map(str, matrix.shape))
            self.contradiction(
                "sight",
                f"`all_pairs` gives {shape} answers in {name}",
                f"a row and a column for each of {grid.size} hexes",
                sight.all_pairs,
            )
            return
        nearby = self.ask("sight", f"hexes at most 2 hexes apart in {name}", sight.all_pairs, map_rules, 2)
        if "sight" in self.unfit:
            return
        pairs = [(a, b) for a in grid.hexes for b in grid.hexes]
        for a, b in pairs[:: len(pairs) // MAX_COMPARED + 1]:
            question = f"hex {grid.id(b)} from hex {grid.id(a)} in {name}"
            line = self.ask("sight", question, sight.sight, map_rules, a, b, answer=Sight)
            if line is None:
                return
            self.citations.update(rule for factor in line.factors for rule in factor.rules)
            self.cite(factor.text for factor in line.factors)
            answers = [matrix] if grid.distance(a, b) > 2 else [matrix, nearby]
            if any(bool(answer[a, b]) != line.clear for answer in answers):
                self.contradiction(
                    "sight",
                    f"`sight` says that hex {grid.id(b)} is {'' if line.clear else 'not '}seen from hex "
                    f"{grid.id(a)}, and `all_pairs` the opposite, in {name}",
                    "the same answer from both",
                    sight.all_pairs,
                )
                return

    def zones(self, series: Series, map_rules: MapRules, battle: Battle, name: str) -> None:
        """Ask which arms have zones of control in which states, and which hexsides these cross."""
        from jdgtools.derived.protocols import zoc_rules

        zoc, grid = zoc_rules(series), map_rules.map.grid
        if zoc is None:
            return
        definition = series.definition

        def ask(question: str, method: Callable[..., tuple[bool, str]], *arguments: object) -> None:
            reply = self.ask("zoc", f"{question} in {name}", method, *arguments, answer=tuple[bool, str])
            self.cite(reply[1:] if reply is not None else ())

        for arm, _ in definition.arms:
            ask(f"a unit of the arm `{arm}`", zoc.exerts, arm, {})
            for axis in definition.state_axes:
                for value in axis.values:
                    question = f"a unit of the arm `{arm}` in the state `{value.id}`"
                    ask(question, zoc.exerts, arm, {axis.id: value.id})
        for movement_class in definition.movement_classes:
            for index, direction in _kinds_of_steps(self, zoc, map_rules, name, "zoc"):
                question = f"the zone of class `{movement_class}` in hex {grid.id(index)}"
                ask(question, zoc.reaches, map_rules, index, direction, movement_class)
        for scenario in battle.scenarios:
            for placement in scenario.placements:
                if placement.hexes and placement.kind in ("unit", "leader"):
                    question = f"the units in the way of `{placement.piece}` in {name}"
                    piece = (battle, scenario, placement.piece, placement.hexes[0])
                    self.ask("zoc", question, zoc.occupancy, map_rules, *piece, answer=Occupancy)

    def effects(self, series: Series, map_rules: MapRules, name: str) -> None:
        """Ask what terrain does over every step of the map."""
        if not series.has("effects"):
            return
        effects: StepEffects = series.hook("effects", "EFFECTS")
        self.cite(effect.sentence for effect in effects.effects)
        grid, number = map_rules.map.grid, len(effects.effects)
        for index in grid.hexes:
            for direction in range(6):
                question = f"the effects of a step from hex {grid.id(index)} in {name}"
                answer = tuple[int | str | bool, ...] | None
                values = self.ask(
                    "effects", question, effects.of_step, map_rules, index, direction, answer=answer
                )
                if values is not None and len(values) != number:
                    message = f"the answer for {question} has {len(values)} values"
                    self.contradiction("effects", message, f"one for each of {number}", effects.of_step)

    def chart_options(self, series: Series, map_rules: MapRules, name: str) -> None:
        """Ask for the charts as the options of the battle leave them."""
        if series.has("chart_options"):
            in_force = series.hook("chart_options", "charts_in_force")
            question = f"the charts in force in {name}"
            arguments = map_rules.charts, map_rules.options
            self.ask("chart_options", question, in_force, *arguments, answer=ChartBook)

    def stacking(self, series: Series, battle: Battle, scenario: Scenario, name: str) -> None:
        """Ask which units may share a hex."""
        if not series.has("stacking"):
            return
        question, limits_of = f"the stacks in {name}", series.hook("stacking", "stack_limits")
        limits = self.ask("stacking", question, limits_of, battle, scenario, answer=StackLimits)
        if limits is not None:
            self.cite(limits.rules)
            self.cite(statement for case in limits.cases for statement in case.rules)

    def activation(self, series: Series, battle: Battle, scenario: Scenario, name: str) -> None:
        """Ask in which order the leaders act."""
        if not series.has("activation"):
            return
        rules: ActivationRules = series.hook("activation", "RULES")
        question = f"the order of activation in {name}"
        battle = battle.in_scenario(scenario)
        answer = tuple[ActivationGroup, ...]
        groups = self.ask("activation", question, rules.groups, battle, scenario, answer=answer)
        leaders = {leader.id for leader in battle.leaders}
        for group in groups or ():
            for leader in (one for ids in group.leaders.values() for one in ids):
                if leader not in leaders:
                    message = f"the answer for {question} names `{leader}`"
                    self.contradiction("activation", message, "ids of leaders of the battle", rules.groups)

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
            for answer in search.reached_hexes():
                for place in answer.places:
                    mover.end(place), mover.stops(place), mover.facings(place)
                assert all(leg.cost >= 0 for leg in answer.path)

        for scenario in battle.scenarios:
            derived = derive(battle, series, charts, scenario)
            for placement in scenario.on_map():
                if placement.kind in ("unit", "leader"):
                    for kind in ("", *unit_moves(series).kinds):
                        question = f"the move{f' `{kind}`' if kind else ''} of `{placement.piece}` in {name}"
                        self.ask(part, question, ask, placement.piece, kind)

    def checks(self, loaded: Loaded, name: str) -> None:
        """Run every check of the series; what it finds does not matter."""
        battle, series, charts = loaded.battle, loaded.series, loaded.charts
        assert battle is not None and series is not None and charts is not None
        whole = CheckContext(battle, None, series, charts)
        contexts = [CheckContext(battle, scenario, series, charts) for scenario in battle.scenarios]
        for check in series.checks:
            for context in [whole] if check.scope == "battle" else contexts:
                question = f"the findings of {check.code} in {name}"
                self.ask("checks", question, _findings, check, context, at=check.run)


def _findings(check: Check, context: CheckContext) -> list[Finding]:
    findings = list(check.run(context))
    for finding in findings:
        if not isinstance(finding, Finding):
            raise TypeError(f"it yields a `{type(finding).__name__}`, not a `Finding`")
        if (fault := answer_fault(finding, Finding)) is not None:
            raise TypeError(f"what it yields {fault[0]}, not {fault[1]}")
    return findings


def _kinds_of_steps(
    caller: HookCaller, hook: object, map_rules: MapRules, name: str, part: str = "movement"
) -> list[tuple[int, int]]:
    """Return the steps (hex, direction) that a hook is asked for: all, or one of each kind."""
    from jdgtools.derived.protocols import KindredSteps

    grid = map_rules.map.grid
    steps = [(index, direction) for index in grid.hexes for direction in range(6)]
    if not isinstance(hook, KindredSteps):
        return steps
    kinds = caller.ask(part, f"the kinds of all steps in {name}", hook.step_kinds, map_rules)
    if kinds is None:
        return steps
    first = {kind: divmod(place, 6) for place, kind in reversed(list(enumerate(kinds))) if kind is not None}
    return sorted(first.values())
