"""Checks of conditions at the start (5.5: SC-70 to SC-80)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, Subject, check
from jdgtools.checks.setup import setup_view, whole_number
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.pieces import Unit
from jdgtools.model.scenario import Placement
from jdgtools.series.mpbs.checks.common import DISMOUNTED, FIGHTERS, GUNS, HEAVY, HORSE, words

_E = Severity.ERROR


def _units(ctx: CheckContext) -> Iterator[tuple[Unit, Placement]]:
    for p in ctx.scenario.placements if ctx.scenario else ():
        if p.kind == "unit" and p.piece in ctx.units and ctx.units[p.piece].arm:
            yield ctx.units[p.piece], p


def _state_check(
    code: str,
    entry: str,
    name: str,
    rules: tuple[str, ...],
    rationale: str,
    bad: str,
    good: str,
    wrong: Callable[[CheckContext, Unit, Placement], str],
    expected: str,
) -> Check:
    """Return a check of one state of one unit: `wrong` says what is wrong with it, or ''."""

    def run(ctx: CheckContext) -> Iterator[Finding]:
        for unit, placement in _units(ctx):
            found = wrong(ctx, unit, placement)
            if found:
                yield Finding(_place(ctx, unit), f"unit `{unit.id}` {found}", expected=expected)

    return check(
        code, entry=entry, name=name, severity=_E, rules=rules, rationale=rationale, bad=bad, good=good
    )(run)


def _place(ctx: CheckContext, unit: Unit) -> Subject:
    return ctx.placed(unit.id)


def _column(ctx: CheckContext, unit: Unit, p: Placement) -> str:
    if p.state.get("formation") != "column":
        return ""
    if unit.arm not in FIGHTERS:
        return f"is {words(unit.arm)} and cannot be in Column"
    may = unit.front.get("column_allowed") is True or unit.id in setup_view(ctx).arriving
    return "" if may else "starts in Column, which the scenario does not provide for it"


def _hedgehog(ctx: CheckContext, unit: Unit, p: Placement) -> str:
    pikes = unit.arm == HEAVY and unit.front.get("pikes") is True
    return (
        "" if pikes or p.state.get("formation") != "hedgehog" else "has no pikes and cannot form a hedgehog"
    )


def _open_order(ctx: CheckContext, unit: Unit, p: Placement) -> str:
    wrong = p.state.get("formation") == "open_order" and unit.arm not in FIGHTERS
    return f"is {words(unit.arm)} and cannot be in Open Order" if wrong else ""


def _no_formation(ctx: CheckContext, unit: Unit, p: Placement) -> str:
    if unit.arm not in FIGHTERS:
        return ""
    broken = p.state.get("morale") == "morale_broken"
    formation = p.state.get("formation")
    if broken and formation not in (None, "no_formation"):
        return "is Morale Broken, but has a formation"
    return "has no formation, but is not Morale Broken" if formation == "no_formation" and not broken else ""


def _gun_formation(ctx: CheckContext, unit: Unit, p: Placement) -> str:
    wrong = unit.arm not in FIGHTERS and p.state.get("formation", "column") not in ("column", "open_order")
    return f"is {words(unit.arm)} and has no formation" if wrong else ""


def _casualties(ctx: CheckContext, unit: Unit, p: Placement) -> str:
    losses = int(p.state.get("casualties", "0"))
    strength, morale = whole_number(unit.front.get("strength")), whole_number(unit.front.get("morale"))
    if strength is None or morale is None:
        return "has losses, but no strength" if losses else ""
    if losses >= strength:
        return f"has lost {losses} of {strength} strength points"
    cell = ctx.charts.get("T-THRESHOLD").lookup(strength, morale)
    threshold = whole_number(cell.value) if cell is not None else None
    reached = threshold is not None and losses >= threshold
    marked = p.state.get("threshold") == "threshold_reached"
    if reached != marked:
        said = "the marker is missing" if reached else "it has the marker"
        return f"has lost {losses}, its Casualty Threshold is {threshold or 'none'}: {said}"
    if reached and p.state.get("morale", "morale_normal") == "morale_normal":
        return "has reached its Casualty Threshold, but is Morale Normal"
    return ""


def _pistols(ctx: CheckContext, unit: Unit, p: Placement) -> str:
    wrong = "pistols" in p.state and unit.arm not in (HORSE, DISMOUNTED)
    return f"is {words(unit.arm)} and has no pistols" if wrong else ""


def _salvo(ctx: CheckContext, unit: Unit, p: Placement) -> str:
    if p.state.get("salvo") != "salvo_fired":
        return ""
    who = ctx.scenario.settings.get("salvo") if ctx.scenario else None
    may = who == "everybody" or (who == "listed" and unit.front.get("salvo_capable") is True)
    return "" if may and unit.arm == HEAVY else "has fired a salvo, which it may not do"


def _momentum(ctx: CheckContext, unit: Unit, p: Placement) -> str:
    wrong = p.state.get("momentum") == "momentum" or p.state.get("interception") == "interception_done"
    return "starts with momentum or after an interception" if wrong else ""


def _limbered(ctx: CheckContext, unit: Unit, p: Placement) -> str:
    if p.state.get("limbering") != "limbered":
        return ""
    if unit.arm != GUNS:
        return "is no artillery and cannot be limbered"
    allowed = ctx.scenario is not None and ctx.scenario.settings.get("limbering") is True
    return "" if allowed else "starts limbered, but the scenario has no limbering"


@check(
    "MPB080",
    entry="SC-80",
    name="activation-markers-at-start",
    severity=_E,
    rules=("MP-3.2-d", "MP-4.4.2-c"),
    rationale="Bypassed, No Continue and Finished come about in a turn; nobody starts with them.",
    bad="setup:\n  - {leader: horn, hex: 1201, state: finished}",
    good="setup:\n  - {leader: horn, hex: 1201}",
)
def activation_markers_at_start(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders who start with one of these states."""
    for p in ctx.scenario.placements if ctx.scenario else ():
        found = {p.state.get("activation"), p.state.get("continuation")} & {
            "bypassed",
            "finished",
            "no_continue",
        }
        if p.kind == "leader" and found:
            yield Finding(
                ctx.placed(p.piece),
                f"leader `{p.piece}` starts {sorted(map(str, found))[0]}",
                expected="none",
            )


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
        _limbered,
        "artillery, with `limbering` yes under `settings`",
    ),
    activation_markers_at_start,
)
"""SC-70 to SC-80."""
