"""Effects of special rules and combined markers that say nothing, or that the game never meets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from jdgtools.charts.predicates import (
    AllHold,
    AnyHolds,
    NoneHolds,
    OnTerrain,
    OnTurn,
    Predicate,
    UnitCount,
)
from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check, hex_names, outside
from jdgtools.checks.setup import presence, setup_view
from jdgtools.derived.derive import battle_on_turn
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list, word_list
from jdgtools.hexgrid.names import direction_name
from jdgtools.model.battle import Battle
from jdgtools.model.closest import closest
from jdgtools.model.context import Subject
from jdgtools.model.effects import RuleEffect
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.scenario import Turn
from jdgtools.model.stack_rules import LIMIT, broken_limits, excess


def _effects(ctx: CheckContext) -> Iterator[tuple[str, Subject, RuleEffect]]:
    """Yield the effects in force in a scenario: who has them, their subject, the effect."""
    scenario = ctx.scenario
    if scenario is None:
        return
    for rule in scenario.special_rules:
        for effect in rule.effects:
            subject = (*rule.subject(scenario.id), "effects", effect.key)
            yield f"special rule `{rule.id}`", subject, effect
    for marker in ctx.battle.activation:
        for effect in marker.effects if marker.id not in scenario.removed_markers else ():
            yield f"marker `{marker.id}`", ("marker", marker.id, "effects", effect.key), effect


@general_check(
    "GEN143",
    name="effect-that-says-nothing",
    severity=Severity.ERROR,
    rationale="A program plays the effects of a special rule without reading its words. What an effect "
    "names must exist: a chart and its lines, arms and states of the series, a place.",
    bad="effects:\n  - modifier: {chart: TBL-SHOK-DRM, value: -1, name: Sun in the eyes}",
    good="effects:\n  - modifier: {chart: TBL-SHOCK-DRM, value: -1, name: Sun in the eyes}",
)
def effect_that_says_nothing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield effects with names that do not exist, without what their kind needs, or against the series."""
    # Looked up by what most differ in: there may be thousands.
    first: dict[tuple[object, ...], list[tuple[RuleEffect, Subject]]] = {}
    for who, subject, effect in _effects(ctx):
        for key, message, expected, hint in _faults(ctx, effect):
            where = (*subject, key) if key else subject
            yield Finding(where, f"{who}: {message}", expected=expected, hint=hint)
        plain = replace(effect, key="")
        facts = (plain.kind, plain.units, plain.hexes, plain.low, plain.high, plain.number, plain.arrivals)
        earlier_effects = first.setdefault(facts, [])
        twin = next((other for earlier, other in earlier_effects if earlier == plain), None)
        if twin is not None:
            yield Finding(
                subject,
                f"{who}: the effect `{effect.kind}` is given twice",
                expected="every effect once",
                related=((twin, "first given here"),),
            )
        else:
            earlier_effects.append((plain, subject))


_Fault = tuple[str, str, str, str | None]
"""Key of the effect ('' = the effect itself), what is wrong, what is expected, hint."""


def _faults(ctx: CheckContext, effect: RuleEffect) -> Iterator[_Fault]:
    """Yield what is wrong with an effect."""
    lacking = [name for name in (effect.kind, *effect.words) if name in ctx.battle.series.no_effects]
    if lacking:
        yield (
            "",
            f"the rules of series `{ctx.battle.series.id}` have nothing that `{lacking[0]}` would change",
            "an effect that the series knows",
            None,
        )
    if effect.kind in ("no_entry", "exit") and not effect.hexes and ctx.map is not None:
        yield "", f"`{effect.kind}` names no hexes", "hexes, region, place or entry", None
    low, high = effect.low, effect.high
    if low is not None and high is not None and low > high:
        yield "from", f"turns from {low} to {high}", "`from` not after `to`", "exchange `from` and `to`"
    if effect.kind == "modifier":
        yield from _modifier_faults(ctx, effect)
    if effect.kind == "change_side" and effect.low is not None:
        before = battle_on_turn(ctx.battle, ctx.scenario, effect.low - 1)
        if all(who.side == effect.side for who in _pieces(before, effect)):
            who = (
                f"command `{effect.command}` belongs"
                if effect.command
                else f"{name_list(effect.units)} belong"
            )
            yield "to", f"{who} to `{effect.side}` already", "the other side", None
    if effect.against and set(effect.against) & set(effect.units):
        both = sorted(set(effect.against) & set(effect.units))
        yield "against", f"{name_list(both)} on both sides of the attack", "enemy units under `against`", None
    elif effect.kind == "no_combat" and effect.against:
        sides = {ctx.units[unit].side for unit in (*effect.units, *effect.against) if unit in ctx.units}
        if effect.units and len(sides) == 1 and None not in sides:
            message = f"both belong to `{sides.pop()}`, and friends do not attack each other"
            yield "against", message, "enemy units under `against`", None


def _pieces(battle: Battle, effect: RuleEffect) -> list[Unit | Leader]:
    """Return the units and leaders whom an effect names, as they are in a battle."""
    pieces: tuple[Unit | Leader, ...] = (*battle.units, *battle.leaders)
    return [piece for piece in pieces if piece.id in set(effect.units)]


def _modifier_faults(ctx: CheckContext, effect: RuleEffect) -> Iterator[_Fault]:
    charts = [chart.id for chart in ctx.charts if chart.kind == "modifiers"]
    if effect.chart not in charts:
        yield (
            "chart",
            f"there is no chart of modifiers `{effect.chart}`",
            "a chart of modifiers",
            _near(effect.chart, charts),
        )
    else:
        axes = ctx.charts.get(effect.chart).axes
        columns = list(axes[1].ids) if len(axes) > 1 else []
        if effect.column and effect.column not in columns:
            hint = _near(effect.column, columns)
            message = f"chart `{effect.chart}` has no column `{effect.column}`"
            yield "column", message, "a column of the chart", hint
        for line in effect.replaces:
            if line not in axes[0].ids:
                hint = _near(line, axes[0].ids)
                message = f"chart `{effect.chart}` has no line `{line}`"
                yield "replaces", message, "a line of the chart", hint
    if not effect.number:
        yield "value", "a modifier of 0 changes nothing", "a number other than 0", None
    for what, name, words in _unknown_words(ctx, effect.when):
        yield (
            "when",
            f"the predicate names {what} `{name}`, which the series does not have",
            f"{what} of the series",
            _near(name, words),
        )


def _unknown_words(ctx: CheckContext, predicate: Predicate) -> Iterator[tuple[str, str, list[str]]]:
    """Yield (what, name, names that there are) for every name of a predicate that does not exist."""
    series = ctx.battle.series
    match predicate:
        case AllHold(parts) | AnyHolds(parts) | NoneHolds(parts):
            for part in parts:
                yield from _unknown_words(ctx, part)
        case UnitCount():
            yield from _absent("an arm", predicate.arms, [arm for arm, _ in series.arms])
            yield from _absent("a class", predicate.types, [t.chart_class for t in series.unit_types])
            yield from _absent("an axis", predicate.state, [axis.id for axis in series.state_axes])
            for axis in series.state_axes:
                values = [value.id for value in axis.values]
                yield from _absent("a state", predicate.state.get(axis.id, ()) if values else (), values)
            fields = (*predicate.fields, *predicate.field_low, *predicate.field_high)
            yield from _absent("a field", fields, [field.id for field in series.unit_fields])
        case OnTurn(flags):
            yield from _absent("a turn flag", flags, [flag for flag, _ in series.turn_flags])
        case OnTerrain():
            yield from _absent("a terrain", predicate.terrains, [t.id for t in series.terrains])


def _absent(what: str, names: Iterable[str], choices: list[str]) -> Iterator[tuple[str, str, list[str]]]:
    return ((what, name, choices) for name in names if name not in choices)


def _near(name: str, names: Iterable[str]) -> str | None:
    near = closest(name, names)
    return "did you mean " + " or ".join(f"`{n}`" for n in near) + "?" if near else None


@general_check(
    "GEN144",
    name="effect-beside-the-game",
    severity=Severity.WARNING,
    rationale="An effect on units that take no part in the scenario, on hexes out of play, on turns that "
    "the game does not have or on the cover of a bare hexside changes nothing: a number slipped, or it was "
    "written for another scenario.",
    bad="last_turn: 8\nspecial_rules:\n  - id: mud\n    text: No forced march in the mud.\n"
    "    effects: [{no_forced_march: {from: 9}}]",
    good="last_turn: 8\nspecial_rules:\n  - id: mud\n    text: No forced march in the mud.\n"
    "    effects: [{no_forced_march: {from: 3}}]",
)
def effect_beside_the_game(ctx: CheckContext) -> Iterator[Finding]:
    """Yield effects of the scenario's own rules that nothing in the game can meet."""
    scenario = ctx.scenario
    if scenario is None:
        return
    pieces_in_game = setup_view(ctx).named_pieces
    for who, subject, effect in _effects(ctx):
        if subject[0] != "rule":
            continue  # what holds in every scenario may be about another one
        for units in (effect.units, effect.against):
            if units and not pieces_in_game.intersection(units):
                yield Finding(
                    subject,
                    f"{who}: the effect `{effect.kind}` is about units that take no part: {name_list(units)}",
                    expected="units that the scenario places or brings on",
                    depends=presence(scenario),
                )
        out = outside(ctx.map, effect.hexes) if ctx.map is not None else []
        if out:
            yield Finding(
                subject,
                f"{who}: the effect `{effect.kind}` names {hex_names(ctx, out)}, out of play",
                expected="hexes in play",
            )
        if bare := _bare_sides(ctx, effect):
            yield Finding(
                (*subject, "sides"),
                f"{who}: nothing lies on {word_list(bare)} that could be `{effect.words[0]}`",
                expected="hexsides with something on them",
            )
        first, last = scenario.first_turn, scenario.last_turn
        turns = [turn for turn in scenario.turns if turn.number in scenario.played_turns()]
        late = effect.low is not None and last is not None and effect.low > last
        if late or (effect.high is not None and first is not None and effect.high < first):
            turn = effect.low if late else effect.high
            yield Finding(
                subject,
                f"{who}: the effect `{effect.kind}` is about turn {turn}, which the game does not have",
                expected=f"turns between {first} and {last}",
            )
        elif effect.flags and scenario.turns and not any(_in_turn(effect, turn) for turn in turns):
            yield Finding(
                (*subject, "flags"),
                f"{who}: the effect `{effect.kind}` waits for a turn with {name_list(effect.flags)}, and no "
                "turn in which it may hold has that",
                expected="flags of a turn",
                hint="give the turn its `flags`, or leave them out here",
                depends=(("turns", scenario.id, "flags"),),
            )


def _bare_sides(ctx: CheckContext, effect: RuleEffect) -> list[str]:
    """Return the hexsides on which something is to cover one hex, or both, and nothing lies."""
    if ctx.map is None or effect.kind != "hexsides" or "closed" in effect.words:
        return []
    grid = ctx.map.grid
    bare = [side for side in effect.sides if not ctx.map.by_side.get(side)]
    return [f"{grid.id(side.a)}/{direction_name(grid.orientation, side.d)}" for side in bare]


@general_check(
    "GEN160",
    name="joins-the-other-side",
    severity=Severity.ERROR,
    rationale="Who changes sides serves under a command of his new side from then on; a command that stays "
    "on the old side, or has changed over to it, cannot take him in.",
    bad="effects: [{change_side: {units: [dragoons], to: union, joins: rohan, turn: 3}}]",
    good="effects: [{change_side: {units: [dragoons], to: union, joins: horn, turn: 3}}]",
)
def joins_the_other_side(ctx: CheckContext) -> Iterator[Finding]:
    """Yield changes of side into a command that belongs to another side on that turn."""
    for who, subject, effect in _effects(ctx):
        if effect.kind == "change_side" and effect.joins is not None:
            command = battle_on_turn(ctx.battle, ctx.scenario, effect.low).command(effect.joins)
            if command is not None and command.side is not None and command.side != effect.side:
                yield Finding(
                    (*subject, "joins"),
                    f"{who}: command `{command.id}` belongs to `{command.side}` on turn {effect.low}, and "
                    f"{name_list(effect.units)} to `{effect.side}`",
                    expected=f"a command of `{effect.side}`",
                )


@general_check(
    "GEN161",
    name="turncoats-without-command",
    severity=Severity.WARNING,
    rationale="Units that go over without their command have nobody on their new side who orders them: "
    "in every series a unit acts with its command.",
    bad="effects: [{change_side: {units: [dragoons], to: union, turn: 3}}]   # Rohan's wing stays imperial",
    good="effects: [{change_side: {units: [dragoons], to: union, joins: horn, turn: 3}}]",
)
def turncoats_without_command(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that change sides and stay in a command of the side that they leave."""
    for who, subject, effect in _effects(ctx):
        if effect.kind != "change_side" or effect.joins is not None:
            continue
        after = battle_on_turn(ctx.battle, ctx.scenario, effect.low)
        sides = {command.id: command.side for command in after.commands}
        units = [unit for unit in after.units if unit.id in set(effect.units)]
        alone = [unit.id for unit in units if sides.get(unit.command or "", effect.side) != effect.side]
        if alone:
            yield Finding(
                subject,
                f"{who} takes {name_list(alone)} over to `{effect.side}` without their command",
                expected="`joins`, or the whole command",
                hint=f"`joins` names the command of `{effect.side}` that takes them in",
            )


def _in_turn(effect: RuleEffect, turn: Turn) -> bool:
    """Return whether an effect with flags holds in a turn."""
    after = effect.low is None or turn.number >= effect.low
    return (
        after and (effect.high is None or turn.number <= effect.high) and bool(turn.flags & set(effect.flags))
    )


@general_check(
    "GEN145",
    name="stack-above-the-limit-of-a-rule",
    severity=Severity.ERROR,
    rationale="A special rule that limits stacks holds for the setup as well.",
    bad="effects: [{stack_limit: {limit: 1, region: bridge}}]   # and two units on the bridge",
    good="effects: [{stack_limit: {limit: 2, region: bridge}}]",
)
def stack_above_the_limit_of_a_rule(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes and entry stacks with more units than a rule allows, or with units that are not alike."""
    limits = [(who, effect) for who, _, effect in _effects(ctx) if effect.kind == LIMIT]
    for who, effect in limits:
        for index, stack in sorted(ctx.unit_stacks.items()):
            units = [unit for unit, _ in stack]
            for limit, members in broken_limits([other for _, other in limits], index, units):
                if limit is effect:
                    yield Finding(
                        ctx.placement_subject(members[-1].id),
                        f"{who} allows {excess(effect, members)} in {hex_names(ctx, [index])}, where "
                        f"{name_list(unit.id for unit in members)} start",
                        expected="a stack that the rule allows",
                    )
        yield from _entry_stacks_above(ctx, who, effect, [other for _, other in limits])


def _entry_stacks_above(
    ctx: CheckContext, who: str, effect: RuleEffect, limits: Sequence[RuleEffect]
) -> Iterator[Finding]:
    """Yield entry stacks that break a limit which holds in all hexes."""
    for arrival in setup_view(ctx).arrivals:
        for pieces in arrival.stacks:
            units = [ctx.units[piece] for piece in pieces if piece in ctx.units]
            for limit, members in broken_limits(limits, None, units):
                if limit is effect and ctx.scenario is not None:
                    yield Finding(
                        ("arrival-piece", ctx.scenario.id, members[-1].id),
                        f"{who} allows {excess(effect, members)} in a hex, and "
                        f"{name_list(unit.id for unit in members)} enter stacked",
                        expected="an entry stack that the rule allows",
                    )


CHECKS: tuple[Check, ...] = (
    effect_that_says_nothing,
    effect_beside_the_game,
    joins_the_other_side,
    turncoats_without_command,
    stack_above_the_limit_of_a_rule,
)
"""All checks of this module."""
