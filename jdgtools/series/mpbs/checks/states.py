"""Checks of the conditions in which units come into play (5.5: SC-70 to SC-80).

They look at the setup and at reinforcements alike: a unit that arrives with twelve losses of ten is as
impossible as one that starts so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import whole_number
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.series.mpbs.arms import DISMOUNTED, FIGHTERS, GUNS, HEAVY, HORSE
from jdgtools.series.mpbs.checks.common import InitialState, initial_states, words

_E = Severity.ERROR


def _state_check(
    code: str,
    entry: str,
    name: str,
    rules: tuple[str, ...],
    rationale: str,
    bad: str,
    good: str,
    problem_of: Callable[[CheckContext, InitialState], str],
    expected: str,
) -> Check:
    """Return a check of one state of one unit: `problem_of` says what is wrong with it, or ''."""

    def run(ctx: CheckContext) -> Iterator[Finding]:
        for initial in initial_states(ctx):
            problem = problem_of(ctx, initial)
            if problem:
                yield Finding(initial.subject, f"unit `{initial.unit.id}` {problem}", expected=expected)

    return check(
        code,
        entry=entry,
        name=name,
        severity=_E,
        rules=rules,
        rationale=rationale,
        bad=bad,
        good=good,
        same_as=("GEN117",),
    )(run)


def _column(ctx: CheckContext, initial: InitialState) -> str:
    if initial.state.get("formation") != "column":
        return ""
    if initial.unit.arm not in FIGHTERS:
        return f"is {words(initial.unit.arm)} and cannot be in Column"
    may = initial.arrives or initial.unit.front.get("column_allowed") is True
    return "" if may else "starts in Column, which the scenario does not provide for it"


def _hedgehog(ctx: CheckContext, initial: InitialState) -> str:
    pikes = initial.unit.arm == HEAVY and initial.unit.front.get("pikes") is True
    return (
        ""
        if pikes or initial.state.get("formation") != "hedgehog"
        else "has no pikes and cannot form a hedgehog"
    )


def _open_order(ctx: CheckContext, initial: InitialState) -> str:
    wrong = initial.state.get("formation") == "open_order" and initial.unit.arm not in FIGHTERS
    return f"is {words(initial.unit.arm)} and cannot be in Open Order" if wrong else ""


def _no_formation(ctx: CheckContext, initial: InitialState) -> str:
    if initial.unit.arm not in FIGHTERS:
        return ""
    is_broken = initial.state.get("morale") == "morale_broken"
    formation = initial.state.get("formation")
    if is_broken and formation not in (None, "no_formation"):
        return "is Morale Broken, but has a formation"
    return (
        "has no formation, but is not Morale Broken" if formation == "no_formation" and not is_broken else ""
    )


def _gun_formation(ctx: CheckContext, initial: InitialState) -> str:
    # Column and Open Order are the matter of MPB070 and MPB072.
    other = initial.state.get("formation", "column") not in ("column", "open_order")
    wrong = initial.unit.arm not in FIGHTERS and other
    return f"is {words(initial.unit.arm)} and has no formation" if wrong else ""


def _casualties(ctx: CheckContext, initial: InitialState) -> str:
    front = initial.unit.front
    losses = int(initial.state.get("casualties", "0"))
    strength, morale = whole_number(front.get("strength")), whole_number(front.get("morale"))
    has_marker = initial.state.get("threshold") == "threshold_reached"
    if initial.unit.arm not in FIGHTERS:
        if losses:
            return "has losses, but no strength"
        return "has the marker of the Casualty Threshold, but no strength" if has_marker else ""
    if strength is None or morale is None:
        return "has losses, but no strength" if losses and strength is None else ""
    if losses >= max(strength, 1):  # of a strength of 0 MPB001 speaks
        return f"has lost {losses} of {strength} strength points"
    cell = ctx.charts.get("T-THRESHOLD").lookup(strength, morale)
    threshold = whole_number(cell.value) if cell is not None else None
    reaches_threshold = threshold is not None and losses >= threshold
    if reaches_threshold != has_marker:
        how = "the marker is missing" if reaches_threshold else "it has the marker"
        return f"has lost {losses}, its Casualty Threshold is {threshold or 'none'}: {how}"
    if reaches_threshold and initial.value(ctx, "morale") == "morale_normal":
        return "has reached its Casualty Threshold, but is Morale Normal"
    return ""


def _pistols(ctx: CheckContext, initial: InitialState) -> str:
    wrong = "pistols" in initial.state and initial.unit.arm not in (HORSE, DISMOUNTED)
    return f"is {words(initial.unit.arm)} and has no pistols" if wrong else ""


def _salvo(ctx: CheckContext, initial: InitialState) -> str:
    if initial.state.get("salvo") != "salvo_fired":
        return ""
    who = ctx.scenario.settings.get("salvo") if ctx.scenario else None
    may = who == "everybody" or (who == "listed" and initial.unit.front.get("salvo_capable") is True)
    return "" if may and initial.unit.arm == HEAVY else "has fired a salvo, which it may not do"


def _momentum(ctx: CheckContext, initial: InitialState) -> str:
    markers = initial.state.get("momentum"), initial.state.get("interception")
    wrong = "momentum" in markers or "interception_done" in markers
    return "starts with momentum or after an interception" if wrong else ""


def _limber_problem(ctx: CheckContext, initial: InitialState) -> str:
    if initial.state.get("limbering") != "limbered":
        return ""
    if initial.unit.arm != GUNS:
        return "is no artillery and cannot be limbered"
    may = ctx.scenario is not None and ctx.scenario.settings.get("limbering") is True
    return "" if may else "starts limbered, but the scenario has no limbering"


@check(
    "MPB080",
    entry="SC-80",
    name="activation-markers-at-start",
    severity=_E,
    rules=("MP-3.2-d", "MP-4.4.2-c", "MP-2.3-j", "MP-3.4-a"),
    rationale="Bypassed, No Continue and Finished come about in a turn; nobody starts with them. Nor is a "
    "gun on its Fired side, or a successor in command of the army.",
    bad="setup:\n  - {leader: horn, hex: 1201, state: finished}",
    good="setup:\n  - {leader: horn, hex: 1201}",
)
def activation_markers_at_start(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders who start with one of these states, and guns on their Fired side."""
    for p in ctx.scenario.placements if ctx.scenario else ():
        markers = {p.state.get("activation"), p.state.get("continuation")} & _IN_A_TURN
        if p.kind == "leader" and markers:
            yield Finding(
                ctx.placement_subject(p.piece),
                f"leader `{p.piece}` starts {sorted(map(str, markers))[0]}",
                expected="none",
            )
        if p.kind == "leader" and p.state.get("army_command") == "replacement_ac":
            yield Finding(
                ctx.placement_subject(p.piece),
                f"leader `{p.piece}` starts as replacement of an army commander",
                expected="a leader with role army_commander",
                rules=("MP-5.3.5-b",),
            )
    for initial in initial_states(ctx):
        if initial.state.get("gun_fire") == "gun_fired":
            yield Finding(
                initial.subject,
                f"unit `{initial.unit.id}` starts on its Fired side",
                expected="a gun that is ready",
                rules=("MP-3.4-a", "MP-10.8.1-a"),
            )


_IN_A_TURN = {"bypassed", "finished", "no_continue"}
"""States of leaders that last no longer than a turn."""

_START = "setup:\n  - "

CHECKS: tuple[Check, ...] = (
    _state_check(
        "MPB070",
        "SC-70",
        "column",
        ("MP-6.3.4-a", "MP-7.3.3-g"),
        "Column is for reinforcements and for units that the scenario provides it for; never for artillery.",
        _START + "{unit: un-old, hex: 1205, facing: E, state: column}",
        _START + "{unit: un-green, hex: 1205, facing: E, state: column}    # column_allowed: true",
        _column,
        "another formation, or `column_allowed` yes",
    ),
    _state_check(
        "MPB071",
        "SC-71",
        "hedgehog-without-pikes",
        ("MP-6.3.2-a", "MP-14.2-a", "MP-14.3-b"),
        "Only heavy infantry with pikes forms a hedgehog.",
        _START + "{unit: un-old, hex: 1205, facing: E, state: hedgehog}",
        _START + "{unit: em-red, hexes: [1504, 1503], facing: W, state: hedgehog}",
        _hedgehog,
        "heavy infantry with pikes",
    ),
    _state_check(
        "MPB072",
        "SC-72",
        "open-order",
        ("MP-6.3.3-d", "MP-7.3.3-g"),
        "Infantry and cavalry may start in Open Order, artillery may not.",
        _START + "{unit: un-light, hex: 1104, facing: E, state: open_order}",
        _START + "{unit: un-old, hex: 1205, facing: E, state: open_order}",
        _open_order,
        "infantry or cavalry",
    ),
    _state_check(
        "MPB073",
        "SC-73",
        "formation-and-morale",
        ("MP-6.3.1-a", "MP-12.4.3-a"),
        "A unit has no formation if and only if it is Morale Broken.",
        _START + "{unit: un-old, hex: 1205, state: [morale_broken, formation_shaken]}",
        _START + "{unit: un-old, hex: 1205, state: [morale_broken, no_formation]}",
        _no_formation,
        "Morale Broken without formation",
    ),
    _state_check(
        "MPB074",
        "SC-74",
        "artillery-formation",
        ("MP-7.3.3-c",),
        "Artillery and baggage have no formation.",
        _START + "{unit: un-light, hex: 1104, facing: E, state: formation_shaken}",
        _START + "{unit: un-light, hex: 1104, facing: E}",
        _gun_formation,
        "no formation state",
    ),
    _state_check(
        "MPB075",
        "SC-75",
        "casualties",
        ("MP-10.6.1-c", "MP-12.5.2-a", "MP-12.5.2-b"),
        "Losses are below the strength; from the Casualty Threshold on a unit has its marker and is shaken.",
        _START + "{unit: un-horn, hex: 1201, facing: E, state: {casualties: 4}}",
        _START + "{unit: un-horn, hex: 1201, facing: E, state: {casualties: 1}}",
        _casualties,
        "losses below the strength; threshold_reached and a worse morale from the threshold on",
    ),
    _state_check(
        "MPB076",
        "SC-76",
        "pistols",
        ("MP-10.7.1-a", "MP-14.3-a"),
        "Only cavalry, mounted or not, has pistols.",
        _START + "{unit: un-old, hex: 1205, facing: E, state: no_pistols}",
        _START + "{unit: em-kurz, hex: 1605, facing: NW, state: no_pistols}",
        _pistols,
        "cavalry or dismounted cavalry",
    ),
    _state_check(
        "MPB077",
        "SC-77",
        "salvo",
        ("MP-10.4-a", "MP-10.4-g"),
        "A salvo is fired by heavy infantry that the scenario lets do so.",
        _START + "{unit: un-old, hex: 1205, facing: E, state: salvo_fired}",
        _START + "{unit: un-yellow, hexes: [1203, 1204], facing: E, state: salvo_fired}",
        _salvo,
        "heavy infantry that may use Salvo Fire",
    ),
    _state_check(
        "MPB078",
        "SC-78",
        "momentum-at-start",
        ("MP-11.3.6-a", "MP-9.3.6-a"),
        "Momentum and Interception Done come about in play; nobody starts with them.",
        _START + "{unit: un-horn, hex: 1201, facing: E, state: momentum}",
        _START + "{unit: un-horn, hex: 1201, facing: E}",
        _momentum,
        "neither",
    ),
    _state_check(
        "MPB079",
        "SC-79",
        "limbered",
        ("MP-7.3.3-a", "MP-7.3.3-f"),
        "Only artillery is limbered, and only if the scenario allows it.",
        "settings: {limbering: false}\nsetup:\n  - {unit: un-light, hex: 1104, state: limbered}",
        "settings: {limbering: true}\nsetup:\n  - {unit: un-light, hex: 1104, state: limbered}",
        _limber_problem,
        "artillery, with `limbering` yes under `settings`",
    ),
    activation_markers_at_start,
)
"""SC-70 to SC-80."""
