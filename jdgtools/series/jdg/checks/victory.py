"""Checks of victory and special rules (G.10 of the rules digest): CHK-109 to CHK-112."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import CheckContext, Finding, allowance, check
from jdgtools.checks.exits import exit_effects, why_no_way_out
from jdgtools.checks.general import conditions, is_written, parts
from jdgtools.checks.winning import condition_faults, victories_at_the_start, what_is_counted
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list

LEAVING = "JDG-4.4.1-j"
"""Statement that a special rule overrules to let units leave the map."""


@check(
    "JDG109",
    entry="CHK-109",
    name="side-without-victory-points",
    severity=Severity.ERROR,
    rules=("JDG-13.2-b",),
    rationale="The player with more victory points wins, and each scenario lists what they are given for. A "
    "side with nothing to gain cannot win at the end of the game.",
    bad="victory:\n  awards:\n"
    "    - {id: hill, side: french, points: 5, when: {holds: {side: french, region: hill}}}",
    good="victory:\n  awards:\n"
    "    - {id: hill, side: french, points: 5, when: {holds: {side: french, region: hill}}}\n"
    "    - {id: road, side: british, points: 5, when: {holds: {side: british, region: road}}}",
)
def side_without_victory_points(ctx: CheckContext) -> Iterator[Finding]:
    """Yield sides that neither an award nor a way out of the map gives points to."""
    scenario = ctx.scenario
    if scenario is None:
        return
    gaining = {award.side for award in scenario.awards if award.points > 0}
    for effect in exit_effects(scenario):
        if effect.number is not None and effect.number > 0:
            gaining |= {u.side for u in ctx.battle.units if not effect.units or u.id in effect.units}
    for side in ctx.battle.sides:
        if side.id not in gaining:
            yield Finding(
                ("scenario", scenario.id, "victory"),
                f"no award gives victory points to `{side.id}` in scenario `{scenario.id}`",
                expected="at least one award with points for each side",
                hint=f"add an award with `side: {side.id}` under `victory`, `awards`",
            )


@check(
    "JDG110",
    entry="CHK-110",
    name="automatic-victory-not-evaluable",
    severity=Severity.ERROR,
    rules=("JDG-13.1-a", "JDG-13.1-c"),
    rationale="An automatic victory is awarded at the end of the turn in which it occurs, and the scenario "
    "lists its conditions. A condition that is looked at at another time, that can never be met, or that is "
    "always met cannot be evaluated so.",
    bad="victory:\n  automatic:\n    - {id: broken, side: french, evaluated: at once, "
    "when: {losses: {side: british, percent: 50}}}",
    good="victory:\n  automatic:\n    - {id: broken, side: french, "
    "when: {losses: {side: british, percent: 50}}}",
    may_warn=True,
)
def automatic_victory_not_evaluable(ctx: CheckContext) -> Iterator[Finding]:
    """Yield automatic victories with a wrong time or a condition that makes no sense.

    One that the setup meets is a warning: the enemy may still change that in the first turn.
    """
    scenario = ctx.scenario
    for automatic in scenario.automatic if scenario else ():
        if scenario is None:
            return
        subject = ("automatic", scenario.id, automatic.id)
        if automatic.evaluated.casefold().replace("_", " ") != "end of turn":
            yield Finding(
                (*subject, "evaluated"),
                f"automatic victory `{automatic.id}` is looked at `{automatic.evaluated}`",
                expected="`end of turn`: the rules award automatic victories at no other time",
                hint="delete `evaluated`, or write `evaluated: end of turn`",
            )
        faults = list(condition_faults(ctx, scenario, automatic.when))
        if any(part.kind == "always" for part in parts(automatic.when)):
            faults.append(("is met from the first turn on: `always`", "name a condition that ends the game"))
        for what, hint in faults:
            yield Finding(
                (*subject, "when"),
                f"automatic victory `{automatic.id}` {what}",
                expected="a condition that may be met or not at the end of a turn",
                hint=hint,
                depends=what_is_counted(ctx, scenario, automatic.when),
            )
    yield from victories_at_the_start(ctx)


@check(
    "JDG111",
    entry="CHK-111",
    name="leaving-the-map-not-described",
    severity=Severity.ERROR,
    rules=("JDG-4.4.1-k",),
    rationale="Units may leave the map only where the scenario says so. Points or a victory for units that "
    "have left need a way out: an entry area with `exit: true`, or a special rule that lets them leave.",
    bad="entries:\n  - {id: south-gate, side: french, hexes: [0909]}\nvictory:\n  awards:\n"
    "    - {id: away, side: french, points: 2, when: {exited: {side: french, entry: south-gate}}}",
    good="entries:\n  - {id: south-gate, side: french, hexes: [0909], exit: true}\nvictory:\n  awards:\n"
    "    - {id: away, side: french, points: 2, when: {exited: {side: french, entry: south-gate}}}",
)
def leaving_the_map_not_described(ctx: CheckContext) -> Iterator[Finding]:
    """Yield conditions on units that have left the map, without a way to leave it."""
    scenario = ctx.scenario
    if scenario is None or ctx.map is None:
        return
    for _, subject, condition in conditions(ctx):
        kind, _, name, _ = subject
        kind = "reinforcement" if kind == "arrival" else kind
        for part in parts(condition):
            if part.kind == "exited" and part.units:
                what = why_no_way_out(ctx, part)
                if what:
                    yield Finding(
                        subject,
                        f"`{name}` counts units that have left the map, but {what}",
                        expected="a way out: an entry area of theirs with `exit: true`, or a special rule",
                        hint="set `exit: true` in an entry area of that side on the map, or add a special "
                        "rule with the effect `exit`; one in words alone has "
                        f"`overrules: [{LEAVING}]` and `{allowance('JDG111', f'{kind} {name}')}`",
                    )


@check(
    "JDG112",
    entry="CHK-112",
    name="special-rule-without-statement",
    severity=Severity.WARNING,
    rules=("JDG-2.1.2-c",),
    rationale="A special rule that overrules the rulebook names the statement, so that players find the "
    "place in their rulebook. A rule that only adds to the rules says `overrules: []`. The statement cited "
    "here is an example: it leaves combined markers to the special rules.",
    bad="special_rules:\n  - {id: ice, title: Ice, text: The pond may be crossed., "
    "allows: [{code: JDG073, for: [unit 1-9]}]}",
    good="special_rules:\n  - {id: ice, title: Ice, text: The pond may be crossed., "
    "overrules: [JDG-4.3.2-a], allows: [{code: JDG073, for: [unit 1-9]}]}",
)
def special_rule_without_statement(ctx: CheckContext) -> Iterator[Finding]:
    """Yield special rules that name no statement."""
    scenario = ctx.scenario
    if scenario is None:
        return
    prefix = ctx.battle.series.statement_prefix
    for rule in scenario.special_rules:
        subject = rule.subject(scenario.id)
        words = rule.text.get()
        open_question = not is_written(ctx, *subject, "overrules") and prefix not in words
        if not rule.overrules and (rule.allows or open_question):
            yield Finding(
                (*subject, "allows" if rule.allows else "overrules"),
                f"special rule `{rule.id}` "
                + (
                    f"makes {name_list(a.code for a in rule.allows)} legal, but names"
                    if rule.allows
                    else "names"
                )
                + " no statement of the rules that it overrules",
                expected=f"`overrules` with statement ids such as `{prefix}4.3.2-a`",
                hint="add the statement that it changes"
                + ("" if rule.allows else "; write `overrules: []` where it only adds to the rules"),
            )


CHECKS = (
    side_without_victory_points,
    automatic_victory_not_evaluable,
    leaving_the_map_not_described,
    special_rule_without_statement,
)
