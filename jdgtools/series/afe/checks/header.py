"""Checks of what a scenario says before the setup (IV.1: CHK-01 to CHK-09)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import scenario_subject, setup_view
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.afe.checks.common import leaders_in_play, roles_of
from jdgtools.series.afe.roles import CINC

_E, _W = Severity.ERROR, Severity.WARNING


@check(
    "AFE001",
    entry="CHK-01",
    name="no-turns",
    severity=_E,
    rules=("AFE-6-a",),
    rationale=(
        "A battle lasts the number of turns that its scenario gives; without turns it cannot be played."
    ),
    bad="turns: []",
    good='turns: {count: 10, start: "09:00", minutes: 30}',
)
def no_turns(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios without a turn."""
    if ctx.scenario is not None and not ctx.scenario.turns:
        yield Finding(
            scenario_subject(ctx), f"scenario `{ctx.scenario.id}` has no turn", expected="one turn or more"
        )


@check(
    "AFE002",
    entry="CHK-02",
    name="attacker-and-defender",
    severity=_E,
    rules=("AFE-0-a", "AFE-6-c", "AFE-6-d"),
    rationale="The scenario names one attacker and one defender for the whole battle; phase B depends on it.",
    bad="sides:\n  - {side: crown, values: {role: attacker}}\n  - {side: league, values: {role: attacker}}",
    good="sides:\n  - {side: crown, values: {role: attacker}}\n  - {side: league, values: {role: defender}}",
)
def attacker_and_defender(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios that do not have exactly one attacker and one defender."""
    if ctx.scenario is None:
        return
    roles = roles_of(ctx)
    if sorted(str(role) for role in roles.values()) != ["attacker", "defender"]:
        words = ", ".join(f"`{side}` is {role or 'not said'}" for side, role in roles.items())
        yield Finding(
            scenario_subject(ctx),
            f"roles of the sides: {words}",
            expected="one side with `values: {role: attacker}`, the other with `defender`",
        )


@check(
    "AFE004",
    entry="CHK-04",
    name="no-rout-edge",
    severity=_E,
    rules=("AFE-12.2.1-b", "AFE-12.2.2-a"),
    rationale=(
        "Routed units flee in a straight line to the edge of the map that the scenario gives to their side."
    ),
    bad="sides:\n  - {side: crown, values: {role: attacker}}",
    good="sides:\n  - {side: crown, rout_edge: W, values: {role: attacker}}",
)
def no_rout_edge(ctx: CheckContext) -> Iterator[Finding]:
    """Yield sides without a rout edge, or with a corner instead of an edge."""
    if ctx.scenario is None:
        return
    edges = {s.side: s.rout_edge for s in ctx.scenario.sides}
    for side in ctx.battle.sides:
        edge = edges.get(side.id)
        if edge is None or edge not in ("N", "E", "S", "W"):
            yield Finding(
                ("scenario-side", ctx.scenario.id, side.id)
                if side.id in edges
                else scenario_subject(ctx, "sides"),
                f"side `{side.id}` has {'no rout edge' if edge is None else f'`{edge}` as rout edge'}",
                expected="one edge of the map: N, E, S or W",
            )


@check(
    "AFE005",
    entry="CHK-05",
    name="same-rout-edge",
    severity=_W,
    rules=("AFE-12.2.1-b",),
    rationale="Both armies would flee over the same edge, through each other; that is rarely meant.",
    bad="sides:\n  - {side: crown, rout_edge: W}\n  - {side: league, rout_edge: W}",
    good="sides:\n  - {side: crown, rout_edge: W}\n  - {side: league, rout_edge: E}",
)
def same_rout_edge(ctx: CheckContext) -> Iterator[Finding]:
    """Yield both sides rout over one edge."""
    if ctx.scenario is None or len(ctx.scenario.sides) != 2:
        return
    one, other = ctx.scenario.sides
    if one.rout_edge is not None and one.rout_edge == other.rout_edge:
        yield Finding(
            ("scenario-side", ctx.scenario.id, other.side),
            f"sides `{one.side}` and `{other.side}` have the same rout edge, {one.rout_edge}",
            expected="different edges",
        )


@check(
    "AFE006",
    entry="CHK-06",
    name="one-commander-in-chief",
    severity=_E,
    rules=("AFE-1-c", "AFE-6.C-h"),
    rationale="Each army has exactly one commander in chief; initiative and order of play depend on him.",
    bad="leaders:\n  - {id: aldric, side: crown, role: banner_lord}",
    good="leaders:\n  - {id: aldric, side: crown, role: commander_in_chief}",
)
def one_commander_in_chief(ctx: CheckContext) -> Iterator[Finding]:
    """Yield sides with no commander in chief in play, or with two."""
    for side in ctx.battle.sides:
        chiefs = leaders_in_play(ctx, side.id, CINC)
        if len(chiefs) != 1:
            names = f": {name_list(x.id for x in chiefs)}" if chiefs else ""
            yield Finding(
                scenario_subject(ctx),
                f"side `{side.id}` has {len(chiefs) or 'no'} commanders in chief in play{names}",
                expected="exactly one leader with role commander_in_chief",
                related=tuple((("leader", x.id), f"`{x.id}`") for x in chiefs),
            )


@check(
    "AFE007",
    entry="CHK-07",
    name="posture-markers-not-said",
    severity=_E,
    rules=("AFE-8.4-b",),
    rationale="Each battle has a fixed number of Remonte and of Démonte markers; zero is an answer, too.",
    bad="settings: {remonte_markers: 2}",
    good="settings: {remonte_markers: 2, demonte_markers: 0}",
)
def posture_markers_not_said(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios that do not give the two numbers; numbers that none can be are reported anywhere."""
    if ctx.scenario is None:
        return
    for name in ("remonte_markers", "demonte_markers"):
        is_written = scenario_subject(ctx, "settings", name) in ctx.battle.spans
        if name not in ctx.scenario.settings and not is_written:
            yield Finding(
                scenario_subject(ctx, "settings"),
                f"scenario `{ctx.scenario.id}` gives no number of markers `{name}`",
                expected=f"`{name}` under `settings`, 0 or more",
                depends=(scenario_subject(ctx, "settings", name),),
            )


@check(
    "AFE008",
    entry="CHK-08",
    name="posture-markers-without-use",
    severity=_W,
    rules=("AFE-8.4-a", "AFE-8.4-b"),
    rationale=(
        "Markers that no unit may use, or units that may change posture without any marker, do nothing."
    ),
    bad="settings: {remonte_markers: 2, demonte_markers: 0}   # and no unit with can_mount",
    good="settings: {remonte_markers: 0, demonte_markers: 0}",
)
def posture_markers_without_use(ctx: CheckContext) -> Iterator[Finding]:
    """Yield markers without units that may use them, or the reverse."""
    if ctx.scenario is None:
        return
    alive = setup_view(ctx).in_play
    for name, ability, verb in (
        ("remonte_markers", "can_mount", "mount"),
        ("demonte_markers", "can_dismount", "dismount"),
    ):
        count = ctx.scenario.settings.get(name)
        if not isinstance(count, int):
            continue
        able = [u.id for u in ctx.battle.units if u.id in alive and u.front.get(ability) is True]
        if count > 0 and not able:
            yield Finding(
                scenario_subject(ctx, "settings"),
                f"`{name}` is {count}, but no unit in play may {verb}",
                expected=f"0, or a unit with `{ability}`",
            )
        elif count == 0 and able:
            yield Finding(
                scenario_subject(ctx, "settings"),
                f"`{name}` is 0, but {name_list(able)} may {verb}",
                expected="1 or more",
            )


@check(
    "AFE009",
    entry="CHK-09",
    name="no-victory",
    severity=_E,
    rules=("AFE-7.6-h",),
    rationale="The rules leave victory to the scenario; without conditions nobody wins.",
    bad="victory: {}",
    good=(
        "victory:\n  awards:\n    - {id: hill, side: crown, points: 4, when: {holds: {side: crown, "
        "region: hill}}}"
    ),
)
def no_victory(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios without victory points and without automatic victory."""
    if ctx.scenario is not None and not ctx.scenario.awards and not ctx.scenario.automatic:
        yield Finding(
            scenario_subject(ctx, "victory"),
            f"scenario `{ctx.scenario.id}` does not say how to win",
            expected="`awards` or `automatic` under `victory`",
        )


CHECKS: tuple[Check, ...] = (
    no_turns,
    attacker_and_defender,
    no_rout_edge,
    same_rout_edge,
    one_commander_in_chief,
    posture_markers_not_said,
    posture_markers_without_use,
    no_victory,
)
"""CHK-01 to CHK-09, but CHK-03."""
