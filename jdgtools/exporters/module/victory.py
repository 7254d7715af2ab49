"""What the module counts for victory: awards, per turn and at the end, losses, the totals, the level.

Conditions become expressions over the pieces: flags of hexes, boxes of eliminated pieces and of those
that have left the map, states of units. Points of awards per turn are added when a turn ends. A turn that
ends a second time, after a step back, is counted anew when it was the last to be counted, else not again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.last_turn import is_over, set_turn_number
from jdgtools.exporters.module.losses import counts_exits, schedule_marks, schedule_points
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.objectives import LOOK, conditions, hex_sets, objective_hexes
from jdgtools.exporters.module.scenario_number import SCENARIO, TURN_NUMBER, add_scenario_number
from jdgtools.exporters.module.terms import state_test
from jdgtools.model.effects import RuleEffect
from jdgtools.model.scenario import Scenario
from jdgtools.model.victory import Condition, VictoryAward
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key

COUNT, TURN_POINTS = Key.named("count victory"), Key.named("points of the turn")
TELL_VICTORY = Key.named("victory")
"""Button that counts the points and says them."""
COUNTED_TURN = "CountedTurn"
"""Global property: number of the last turn whose points were added."""
FLED = "Fled"
"""Property of a piece in the box of the eliminated: whether it left the map in rout, 0 or 1."""
_COUNTED = ("eliminated", "destroyed", "fled", "captured", "exited", "state")
"""Kinds of conditions that count units and leaders."""


def unit_sets(context: ModuleContext) -> dict[str, frozenset[str]]:
    """Return the sets of units and leaders that conditions name, by the property that they carry."""
    sets = dict.fromkeys(frozenset(c.units) for c in conditions(context) if c.units)
    sets |= dict.fromkeys(frozenset(e.units) for e in _paid_exits(context.battle.scenarios) if e.units)
    return {f"U{n}": s for n, s in enumerate(sets, 1)}


def _paid_exits(scenarios: Iterable[Scenario]) -> list[RuleEffect]:
    """Return the effects of special rules by which units may leave the map for points of their own side."""
    return [
        effect
        for scenario in scenarios
        for rule in scenario.special_rules
        for effect in rule.effects
        if effect.kind == "exit" and effect.number
    ]


def _exit_points(context: ModuleContext, scenario: Scenario, side: int) -> str:
    """Return an expression of the points of a side, by its number from 1, for who left by a special rule."""
    board = plain(context.words("losses"))
    amounts = []
    for effect in _paid_exits([scenario]):
        units = next((m for m, s in unit_sets(context).items() if s == frozenset(effect.units)), "Unit")
        where = f"{units}==1&&SideNo=={side}&&CurrentZone==ExitBox"
        amounts.append(f'({effect.number})*CountMap("{board}","{{{where}}}")')
    return f"({'+'.join(amounts)})" if amounts else ""


def marks_of(context: ModuleContext, piece: str) -> dict[str, str]:
    """Return the properties by which conditions find a unit or leader."""
    return dict(context.victory_marks.get(piece, {}))


def piece_marks(context: ModuleContext) -> dict[str, dict[str, str]]:
    """Return the properties of all units and leaders that conditions name."""
    marks: dict[str, dict[str, str]] = {}
    for piece, mark, value in schedule_marks(context):
        marks.setdefault(piece, {})[mark] = value
    for mark, units in unit_sets(context).items():
        for unit in sorted(units):
            marks.setdefault(unit, {})[mark] = "1"
    for c in conditions(context):
        for name in c.units if c.kind == "losses" else ():
            if _strength(context, name):
                marks.setdefault(name, {})["Str"] = str(_strength(context, name))
    return marks


def _strength(context: ModuleContext, unit: str) -> int:
    field = next((f.id for f in context.series.unit_fields if f.measures == "strength"), "")
    piece = context.battle.unit(unit)
    return (piece.number(field) or 0) if piece is not None else 0


def has_exits(context: ModuleContext) -> bool:
    """Return whether pieces may leave the map by a special rule, or victory counts those that left."""
    rules = (rule for scenario in context.battle.scenarios for rule in scenario.special_rules)
    return (
        any(c.kind == "exited" for c in conditions(context))
        or counts_exits(context)
        or any(effect.kind == "exit" for rule in rules for effect in rule.effects)
    )


def tells_flight(context: ModuleContext) -> bool:
    """Return whether victory tells units that fled from those that fell."""
    return any(c.kind in ("destroyed", "fled") for c in conditions(context))


def has_victory(context: ModuleContext) -> bool:
    """Return whether the module counts points or automatic victories in any scenario."""
    return any(
        s.awards or s.automatic or context.schedules.get(s.id) or _paid_exits([s])
        for s in context.battle.scenarios
    )


def victory_tools(context: ModuleContext, table: Globals) -> list[Component]:
    """Return the button of the victory points with its steps; none when no scenario has any points."""
    scenarios = context.battle.scenarios
    if not has_victory(context):
        return []
    w = context.words
    add_scenario_number(context, table)
    steps = [Key.named("look at flags")] if objective_hexes(context) else []
    steps.append(set_turn_number(context, table))
    sides = range(1, len(context.battle.sides) + 1)
    for k in range(max(len(s.awards) for s in scenarios)):
        amounts = [_points(context, s.awards[k]) if k < len(s.awards) else "0" for s in scenarios]
        steps.append(table.set(f"W{k + 1}", f"award {k + 1}", _choose(amounts, "0")))
    first_turn = min((min(s.played_turns(), default=1) for s in scenarios), default=1)
    table.add(COUNTED_TURN, str(first_turn - 1))
    turn_steps = []
    for n in sides:
        table.add(f"PT{n}")
        before = f"{{{TURN_NUMBER}>{COUNTED_TURN}?PT{n}:PB{n}}}"
        turn_steps.append(table.set(f"PB{n}", f"points before the turn {n}", before))
        sums = [_sum(context, s, n, "turn") for s in scenarios]
        amounts = [f"({TURN_NUMBER}<{COUNTED_TURN}?PT{n}:PB{n}+{t})" for t in sums]
        turn_steps.append(table.set(f"PT{n}", f"turn points {n}", _choose(amounts, f"PT{n}")))
        end = [
            "+".join(filter(None, (_sum(context, s, n, "end"), _exit_points(context, s, n))))
            for s in scenarios
        ]
        by_schedule = ""
        if any(context.schedules.values()):
            amounts = [schedule_points(context, s, n) for s in scenarios]
            steps.append(table.set(f"S{n}", f"schedule {n}", _choose(amounts, "0")))
            by_schedule = f"+S{n}"
        steps.append(
            table.set(f"P{n}", f"points {n}", _choose([f"PT{n}+{t}{by_schedule}" for t in end], "0"))
        )
    last_counted_turn = f"{{{TURN_NUMBER}>{COUNTED_TURN}?{TURN_NUMBER}:{COUNTED_TURN}}}"
    turn_steps.append(table.set(COUNTED_TURN, "turn counted", last_counted_turn))
    report = _choose([_report(context, s) for s in scenarios], f'"{w("victory")}{context.colon}–"')
    report_key = Key.named("say victory")
    title = w("victory")
    return [
        do_actions(COUNT, [*steps, Key.named("markers to points")]),
        do_actions(TURN_POINTS, [COUNT, *turn_steps, COUNT], doReport=False),
        do_actions(report_key, [], doReport=True, reportFormat=report),
        do_actions(TELL_VICTORY, [COUNT, report_key], text=title, tooltip=title, name=title),
    ]


def look_filter() -> tuple[str, Key, Key, str]:
    """Return name, command, sent command and filter of the button that makes flags look."""
    return "look at flags", Key.named("look at flags"), LOOK, "{Obj==1}"


def _choose(texts: Sequence[str], other: str) -> str:
    steps = "".join(f"{SCENARIO}=={n}?{t}:" for n, t in enumerate(texts, 1))
    return f"{{{steps}{other}}}"


def _sum(context: ModuleContext, scenario: Scenario, side: int, at: str) -> str:
    award_names = [
        f"W{k}"
        for k, a in enumerate(scenario.awards, 1)
        if a.at == at and a.side == context.battle.sides[side - 1].id
    ]
    return "(" + ("+".join(award_names) or "0") + ")"


def _points(context: ModuleContext, award: VictoryAward) -> str:
    if award.each:
        return f"({award.points}*{amount(context, award.when)})"
    return f"({test(context, award.when)}?{award.points}:0)"


def amount(context: ModuleContext, c: Condition) -> str:
    """Return an expression of how many hexes, units or leaders fulfil a condition."""
    w = context.words
    units = next((m for m, s in unit_sets(context).items() if s == frozenset(c.units)), "U0")
    match c.kind:
        case "holds":
            hexes = next((m for m, s in hex_sets(context).items() if s == frozenset(c.hexes)), "O0")
            side = next((n for n, s in enumerate(context.battle.sides, 1) if s.id == c.side), 0)
            return f'CountMap("{plain(w("map"))}","{{{hexes}==1&&Owner=={side}}}")'
        case "eliminated":
            return f'CountMap("{plain(w("losses"))}","{{{units}==1&&CurrentZone==LostBox}}")'
        case "destroyed" | "fled":
            where = f"{units}==1&&CurrentZone==LostBox&&{FLED}=={int(c.kind == 'fled')}"
            return f'CountMap("{plain(w("losses"))}","{{{where}}}")'
        case "captured":
            tests = "||".join(
                state_test(a, v.id) for a in context.series.state_axes for v in a.values if v.captured
            )
            # The captor may take a prisoner along when he leaves the map.
            boards = (plain(w("map")), plain(w("losses")))
            return "(" + "+".join(f'CountMap("{b}","{{{units}==1&&({tests})}}")' for b in boards) + ")"
        case "exited":
            return f'CountMap("{plain(w("losses"))}","{{{units}==1&&CurrentZone==ExitBox}}")'
        case "state":
            axis = next((a for a in context.series.state_axes for v in a.values if v.id == c.value), None)
            here = f"{units}==1&&{state_test(axis, c.value)}" if axis else "Unit==2"
            return f'CountMap("{plain(w("map"))}","{{{here}}}")'
        case "all":
            parts_counted = [p for p in c.parts if p.kind == "holds" or p.kind in _COUNTED]
            if len(parts_counted) == 1:
                others = "&&".join(test(context, p) for p in c.parts if p is not parts_counted[0])
                return f"({others or 'true'}?{amount(context, parts_counted[0])}:0)"
    return f"({test(context, c)}?1:0)"


def test(context: ModuleContext, c: Condition) -> str:
    """Return an expression that is true when a condition holds."""
    match c.kind:
        case "all" | "any":
            parts = ("&&" if c.kind == "all" else "||").join(test(context, p) for p in c.parts)
            return f"({parts or str(c.kind == 'all').lower()})"
        case "not":
            return f"!({'&&'.join(test(context, p) for p in c.parts)})"
        case "holds":
            return f"{amount(context, c)}>={len(c.hexes) if c.count is None else c.count}"
        case kind if kind in _COUNTED:
            return f"{amount(context, c)}>={len(c.units) if c.count is None else c.count}"
        case "losses":
            units = next((m for m, s in unit_sets(context).items() if s == frozenset(c.units)), "U0")
            whole = sum(_strength(context, u) for u in c.units)
            lost_strength = (
                f'SumMap("Str","{plain(context.words("losses"))}","{{{units}==1&&CurrentZone==LostBox}}")'
            )
            return f"({whole}>0&&100*{lost_strength}>={c.percent or 0}*{whole})"
        case "turn":
            low = f"TurnNo>={c.low}" if c.low is not None else "true"
            return f"({low}&&{f'TurnNo<={c.high}' if c.high is not None else 'true'})"
        case "difference":
            return _difference(context, c.side, c.low, c.high)
    return "true"


def _difference(context: ModuleContext, side: str | None, low: int | None, high: int | None) -> str:
    side_number = next((n for n, s in enumerate(context.battle.sides, 1) if s.id == side), 1)
    lead = f"(P{side_number}-P{2 if side_number == 1 else 1})"
    least = f"{lead}>={low}" if low is not None else "true"
    return f"({least}&&{f'{lead}<={high}' if high is not None else 'true'})"


def _report(context: ModuleContext, scenario: Scenario) -> str:
    w = context.words
    title = f"{w('victory')}{context.colon}{plain(context.say(scenario.title) or scenario.id)}"
    parts = [f'"{title}"']
    for n, side in enumerate(context.battle.sides, 1):
        parts.append(f'" – {plain(context.say(side.name))} "+P{n}')
        detail = [f'(PT{n}==0?"":", {plain(w("turns_counted"))} "+PT{n})']
        if context.schedules.get(scenario.id):
            detail.append(f'(S{n}==0?"":", {plain(w("for_losses"))} "+S{n})')
        if left := _exit_points(context, scenario, n):
            detail.append(f'({left}==0?"":", {plain(w("left_map"))} "+{left})')
        for k, award in enumerate(scenario.awards, 1):
            if award.side == side.id and award.at == "end":
                # A name may end in a number itself: `hex 1404: 20`.
                detail.append(f'(W{k}==0?"":", {plain(context.say(award.name))}{context.colon}"+W{k})')
        parts += detail
    for award in scenario.awards:
        if award.at == "turn":
            k = scenario.awards.index(award) + 1
            name = f"{plain(context.side_name(award.side))}, {plain(context.say(award.name))}"
            name = f"{plain(w('this_turn'))}{context.colon}{name}"
            # When the battle is over no turn is under way.
            parts.append(f'(W{k}==0||{is_over(context)}?"":" – {name}{context.colon}"+W{k})')
    for automatic in scenario.automatic:
        side_name = plain(context.side_name(automatic.side))
        name = f"{plain(w('automatic'))}{context.colon}{side_name}, {plain(context.say(automatic.name))}"
        parts.append(f'({test(context, automatic.when)}?" – {name}":"")')
    levels = ""
    for level in scenario.levels:
        side_id = level.side or context.battle.sides[0].id
        name = plain(context.say(level.name))
        levels += f'{_difference(context, side_id, level.low, level.high)}?" – {name}":'
    if levels:
        parts.append(f'({levels}"")')
    return "+".join(parts)
