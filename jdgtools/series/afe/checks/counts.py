"""Checks of the numbers of markers (IV.5: CHK-83 to CHK-88)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import pieces_in_play
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.pieces import Unit
from jdgtools.model.scenario import Scenario
from jdgtools.series.afe.roles import BANNER_LORD, CINC

_W = Severity.WARNING

_COUNTS = (
    ("AFE083", ("discouraged",)),
    ("AFE084", ("resting", "out_of_command")),
    ("AFE085", ("inactive",)),
    ("AFE086", ("charge",)),
    ("AFE087", ("substitute_cinc",)),
    ("AFE088", ("wounded",)),
)


def _needed_markers(ctx: CheckContext, marker: str, scenario: Scenario | None) -> int:
    """Return how many markers may be needed at once: in a scenario for the pieces in it, else for all."""
    alive = pieces_in_play(ctx.battle, scenario) if scenario is not None else None
    units = [u for u in ctx.battle.units if alive is None or u.id in alive]
    if marker in ("discouraged", "resting", "out_of_command"):
        return len(units)
    if marker == "charge":
        scenarios = ctx.battle.scenarios if scenario is None else (scenario,)
        mounted_units = _begin_mounted(scenarios)
        chargers = [u for u in units if _is_charger(ctx, u, mounted_units)]
        return 2 * max((sum(u.side == s.id for u in chargers) for s in ctx.battle.sides), default=0)
    if marker == "substitute_cinc":
        return len(ctx.battle.sides)
    if marker == "wounded":
        leaders = [x for x in ctx.battle.leaders if alive is None or x.id in alive]
        return sum(x.role in (CINC, BANNER_LORD) for x in leaders)
    return 1


def _begin_mounted(scenarios: Iterable[Scenario]) -> set[str]:
    """Return the pieces that a setup, or a schedule of reinforcements, says to be mounted."""
    pieces: set[str] = set()
    for scenario in scenarios:
        pieces |= {p.piece for p in scenario.placements if p.state.get("posture") == "mounted"}
        for arrival in scenario.arrivals:
            if arrival.state.get("posture") == "mounted":
                pieces |= set(arrival.pieces)
    return pieces


def _is_charger(ctx: CheckContext, unit: Unit, mounted_pieces: set[str]) -> bool:
    """Return whether a unit is mounted knights or men-at-arms, by its counter or as it begins."""
    kind = ctx.battle.series.unit_type(ctx.battle.series.type_acts_as(unit.type or "") or "")
    if kind is None or kind.code not in ("Ch", "Ha"):
        return False
    return unit.front.get("posture") == "mounted" or unit.id in mounted_pieces


def _too_few(ctx: CheckContext, code: str) -> Iterator[Finding]:
    """Yield markers of which the battle prints, or a scenario has, fewer than may be needed at once."""
    for marker in dict(_COUNTS)[code]:
        count, least = ctx.battle.markers.get(marker), _needed_markers(ctx, marker, None)
        if count is not None and count < least:
            yield Finding(
                ("battle", "markers", marker),
                f"marker `{marker}` is printed {count} times, but {least} may be needed at once",
                expected=f"{least} or more",
            )
        for scenario in ctx.battle.scenarios:
            count, least = scenario.markers.get(marker), _needed_markers(ctx, marker, scenario)
            if count is not None and count < least:
                yield Finding(
                    ("scenario", scenario.id, "markers", marker),
                    f"scenario `{scenario.id}` has {count} markers `{marker}`, but {least} may be needed at "
                    "once",
                    expected=f"{least} or more",
                )


def _count_check(code: str, name: str, rules: tuple[str, ...], rationale: str, marker: str) -> Check:
    def run(ctx: CheckContext) -> Iterator[Finding]:
        return _too_few(ctx, code)

    return check(
        code,
        entry=f"CHK-{code[-2:]}",
        name=name,
        severity=_W,
        rules=rules,
        rationale=rationale,
        bad=f"markers: {{{marker}: 0}}",
        good=f"markers: {{{marker}: 40}}",
        scope="battle",
    )(run)


CHECKS: tuple[Check, ...] = (
    _count_check(
        "AFE083",
        "too-few-discouraged-markers",
        ("AFE-2.3.2-c", "AFE-2.3.2-d"),
        "Every unit may be discouraged or routed at the same time.",
        "discouraged",
    ),
    _count_check(
        "AFE084",
        "too-few-rest-or-command-markers",
        ("AFE-6.A-b", "AFE-6.A-d", "AFE-11.2-c"),
        "Every unit may rest, or be out of command, at the same time.",
        "resting",
    ),
    _count_check(
        "AFE085",
        "no-inactive-marker",
        ("AFE-6.C-m",),
        "One marker for the leader barred from activation is needed; one suffices.",
        "inactive",
    ),
    _count_check(
        "AFE086",
        "too-few-charge-markers",
        ("AFE-10.2-e",),
        "A charge marks the charger and its target; all mounted knights and men-at-arms may charge at once.",
        "charge",
    ),
    _count_check(
        "AFE087",
        "no-substitute-marker",
        ("AFE-7.6-j",),
        "Each army needs the marker for the banner lord who takes over the supreme command.",
        "substitute_cinc",
    ),
    _count_check(
        "AFE088",
        "too-few-wounded-markers",
        ("AFE-7.5.2-a",),
        "Each leader has a marker of his own for when he is wounded.",
        "wounded",
    ),
)
"""CHK-83 to CHK-88."""
