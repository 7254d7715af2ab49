"""Checks of activation markers (G.2: CHK-21 to -25, -27)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.pieces import ActivationMarker
from jdgtools.series.jdg.checks.common import combined_markers, number, setup_of


@check(
    "JDG021",
    entry="CHK-21",
    name="incomplete-activation-marker",
    severity=Severity.ERROR,
    rules=("JDG-2.1-a",),
    rationale=(
        "Every activation marker carries a code letter, O or C, and an initiative rating. The letter says "
        "how it is used, and the rating decides whether a formation without orders may act."
    ),
    bad="markers:\n  - {id: hill-1, code: O}",
    good="markers:\n  - {id: hill-1, code: O, rating: 6}",
    scope="battle",
)
def incomplete_activation_marker(ctx: CheckContext) -> Iterator[Finding]:
    """Yield markers without a code or without a rating."""
    for marker in ctx.battle.activation:
        if marker.code is None:
            yield Finding(
                ("marker", marker.id, "code"),
                f"activation marker `{marker.id}` has no code",
                expected="`code: O`, or `code: C` for a combined marker",
            )
        if marker.rating is None:
            yield Finding(
                ("marker", marker.id, "rating"),
                f"activation marker `{marker.id}` has no initiative rating",
                expected="a whole number 0 to 9",
            )


@check(
    "JDG022",
    entry="CHK-22",
    name="marker-for-wrong-formation",
    severity=Severity.ERROR,
    rules=("JDG-2.1.1-b",),
    rationale=(
        "A normal marker denotes one formation and thereby the side that becomes active. A marker that names "
        "none, several, or a formation of the other side leaves open who may act when it is drawn."
    ),
    bad="combined_markers:\n  - {id: hill-1, code: O, side: britain, commands: [hill, fane], rating: 6}",
    good="commands:\n  - id: hill\n    markers:\n      - {id: hill-1, code: O, rating: 6}",
    scope="battle",
)
def marker_for_wrong_formation(ctx: CheckContext) -> Iterator[Finding]:
    """Yield normal markers without exactly one formation.

    Markers of no side or with formations of the enemy.
    """
    for marker in ctx.battle.activation:
        kind = "combined marker" if marker.code == "C" else "activation marker"
        if marker.code == "O" and len(marker.commands) != 1:
            number = f"{len(marker.commands)} formations" if marker.commands else "no formation"
            yield Finding(
                ("marker", marker.id, "commands"),
                f"activation marker `{marker.id}` of code O names {number}",
                expected="exactly one formation",
                hint="list it under `markers` of its formation, or give it the code C",
            )
            continue
        commands = [c for c in map(ctx.battle.command, marker.commands) if c is not None]
        if marker.side is None and (marker.code != "O" or not commands):
            yield Finding(
                ("marker", marker.id, "side"),
                f"{kind} `{marker.id}` belongs to no side",
                expected=f"the id of a side: {name_list((s.id for s in ctx.battle.sides), 'or')}",
            )
            continue
        for command in commands:
            if None not in (marker.side, command.side) and command.side != marker.side:
                yield Finding(
                    ("marker", marker.id, "commands"),
                    f"{kind} `{marker.id}` of side `{marker.side}` names formation `{command.id}` of side "
                    f"`{command.side}`",
                    expected=f"formations of side `{marker.side}`",
                    related=((("command", command.id, "side"), "the side of the formation"),),
                )


@check(
    "JDG023",
    entry="CHK-23",
    name="combined-marker-without-description",
    severity=Severity.ERROR,
    rules=("JDG-2.1.2-b", "JDG-2.1.2-c"),
    rationale=(
        "What a combined marker does is written nowhere in the series rules: each battle describes its own. "
        "The players must read what happens when it is drawn, and whether it may or must be put into the cup."
    ),
    bad="combined_markers:\n  - {id: anstruther-c, code: C, side: britain, rating: 6}",
    good="combined_markers:\n  - id: anstruther-c\n    code: C\n    side: britain\n    rating: 6\n"
    "    effect: Activates one group of each formation named on it.\n    entry: optional\n    turns: [2, 3]",
    scope="battle",
)
def combined_marker_without_description(ctx: CheckContext) -> Iterator[Finding]:
    """Yield combined markers without an effect or without a word on when they enter the cup."""
    for marker in ctx.battle.activation:
        if marker.code != "C":
            continue
        if not marker.effect:
            yield Finding(
                ("marker", marker.id, "effect"),
                f"combined marker `{marker.id}` does not say what it does",
                expected="a text under `effect`",
            )
        if not marker.entry:
            yield Finding(
                ("marker", marker.id, "entry"),
                f"combined marker `{marker.id}` does not say whether it may or must be put into the cup",
                expected="`entry: optional` or `entry: compulsory`",
                hint="`turns` limits it to some turns; without it every turn is meant",
            )


@check(
    "JDG024",
    entry="CHK-24",
    name="combined-marker-silent-on-reinforcements",
    severity=Severity.WARNING,
    rules=("JDG-2.1.2-d",),
    rationale=(
        "A combined marker brings reinforcements on only if its own description allows it. When one of its "
        "formations is still on the road, the players will ask at the very moment when it is drawn."
    ),
    bad="combined_markers:\n  - {id: anstruther-c, code: C, commands: [hill], effect: Activates Hill.}",
    good=(
        "combined_markers:\n  - id: anstruther-c\n    code: C\n    commands: [hill]\n"
        "    effect: Activates Hill.\n    reinforcements: false"
    ),
)
def combined_marker_silent_on_reinforcements(ctx: CheckContext) -> Iterator[Finding]:
    """Yield combined markers in use that do not say whether they bring on a formation that arrives."""
    scenario = ctx.scenario
    assert scenario is not None
    for marker in combined_markers(ctx):
        if marker.reinforcements is not None:
            continue
        for arrival in scenario.arrivals:
            commands = {ctx.units[p].command for p in arrival.pieces if p in ctx.units}
            both = [c for c in marker.commands if c in commands]
            last = max(
                (t for t in (arrival.turn, arrival.until, scenario.last_turn) if t is not None), default=0
            )
            turns = scenario.turns_of(marker)
            usable = not turns or any((arrival.turn or 0) <= turn <= last for turn in turns)
            if both and usable:
                yield Finding(
                    ("marker", marker.id, "reinforcements"),
                    f"combined marker `{marker.id}` names {name_list(both)}, which gets reinforcement "
                    f"`{arrival.id}` in scenario `{scenario.id}`, and does not say whether it brings it on",
                    expected="`reinforcements: true` or `reinforcements: false`",
                    related=((("arrival", scenario.id, arrival.id), "the reinforcement"),),
                )
                break


@check(
    "JDG025",
    entry="CHK-25",
    name="initiative-rating-beyond-the-die",
    severity=Severity.WARNING,
    rules=("JDG-2.4.3-f",),
    rationale=(
        "The leader initiative check succeeds when the die, 0 to 9, is not above the rating. Ratings beyond "
        "0 to 9 make it certain or hopeless and are mostly slips of the keyboard."
    ),
    bad="markers:\n  - {id: hill-1, code: O, rating: 55}",
    good="markers:\n  - {id: hill-1, code: O, rating: 5}",
    scope="battle",
)
def initiative_rating_beyond_the_die(ctx: CheckContext) -> Iterator[Finding]:
    """Yield initiative ratings outside 0 to 9."""
    for marker in ctx.battle.activation:
        if marker.rating is not None and not 0 <= marker.rating <= 9:
            yield Finding(
                ("marker", marker.id, "rating"),
                f"activation marker `{marker.id}` has the initiative rating {marker.rating}, the die shows "
                f"0 to 9",
                expected="a whole number 0 to 9",
            )


@check(
    "JDG027",
    entry="CHK-27",
    name="empty-first-turn",
    severity=Severity.WARNING,
    rules=("JDG-2.2-d", "JDG-1-q"),
    rationale=(
        "Markers are drawn until one is left, and that one is set aside without effect. With fewer than two "
        "markers in the cup nobody acts on the first turn; the scenario might as well begin one turn later."
    ),
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}      # the only formation, with one marker",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}\n  - {unit: 70e, hex: 0310, facing: SW}",
)
def empty_first_turn(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios with fewer than two activation markers in play on the first turn."""
    scenario = ctx.scenario
    assert scenario is not None
    first = scenario.first_turn
    markers = _first_markers(ctx, first)
    if len(markers) < 2:
        subject = (
            f"only marker {name_list(m.id for m in markers)} is" if markers else "no activation marker is"
        )
        yield Finding(
            ("scenario", scenario.id, "setup"),
            f"{subject} in play on the first turn of scenario `{scenario.id}`: no formation is activated",
            expected="at least two markers of formations on the map or due on the first turn",
            hint="formations in play: "
            f"{name_list(c.id for c in setup_of(ctx).commands_in_play()) or 'none'}; "
            f"{number(len(scenario.removed_markers), 'marker')} removed",
        )


def _first_markers(ctx: CheckContext, first: int | None) -> list[ActivationMarker]:
    """Return markers that go into the cup on the first turn."""
    scenario, setup = ctx.scenario, setup_of(ctx)
    assert scenario is not None
    present = {ctx.units[p.piece].command for p in scenario.placements if p.kind == "unit" and not p.box}
    due = {
        ctx.units[piece].command
        for arrival in scenario.arrivals
        if arrival.turn is not None and arrival.turn == first
        for piece in arrival.pieces
        if piece in ctx.units
    }
    in_cup: list[ActivationMarker] = []
    for command in ctx.battle.commands:
        markers = setup.markers_in_play(command.id)
        if command.id in present:
            in_cup += markers
        elif command.id in due:
            in_cup += markers[:1]  # of an arriving formation only one marker is used (JDG-5.2.1-a)
    for marker in combined_markers(ctx):
        turns = scenario.turns_of(marker)
        in_cup += [marker] if not turns or first in turns else []
    return in_cup


CHECKS: tuple[Check, ...] = (
    incomplete_activation_marker,
    marker_for_wrong_formation,
    combined_marker_without_description,
    combined_marker_silent_on_reinforcements,
    initiative_rating_beyond_the_die,
    empty_first_turn,
)
"""CHK-21 to CHK-25 and CHK-27."""
