"""Checks of commanders-in-chief (G.3: CHK-31 to -36)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.jdg.checks.common import SOVEREIGN, setup_of

_RATINGS = {
    "drm": ("die-roll modifier", "JDG-2.5.1-c", "a whole number, such as `drm: 1`"),
    "capacity": ("command capacity", "JDG-2.5.1-d", "the orders it sends each turn, such as `capacity: 3`"),
    "range": ("command range", "JDG-2.5.1-e", "a number of hexes, such as `range: 5`"),
}


@check(
    "JDG031",
    entry="CHK-31",
    name="side-without-commander",
    severity=Severity.ERROR,
    rules=("JDG-2.5.1-a",),
    rationale=(
        "Each player has at least one commander-in-chief, who sends the orders of every turn and whose "
        "modifier counts for strategic initiative. A side without one could not play the first phase."
    ),
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}     # nobody commands the side",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}\n  - {leader: wellesley, hex: 0304}",
)
def side_without_commander(ctx: CheckContext) -> Iterator[Finding]:
    """Yield sides without a commander in play; leaders of no side."""
    scenario, setup = ctx.scenario, setup_of(ctx)
    assert scenario is not None
    for leader in ctx.battle.leaders:
        if leader.side is None:
            yield Finding(
                ("leader", leader.id, "side"),
                f"leader `{leader.id}` belongs to no side",
                expected=f"the id of a side: {name_list((s.id for s in ctx.battle.sides), 'or')}",
            )
    for side in ctx.battle.sides:
        if setup.commanders_in_play(side.id):
            continue
        leaders = [x.id for x in ctx.battle.leaders if x.side == side.id and x.role != SOVEREIGN]
        if leaders:
            yield Finding(
                ("scenario", scenario.id, "setup"),
                f"side `{side.id}` has no commander-in-chief in scenario `{scenario.id}`",
                expected=f"at least one of {name_list(leaders)} under `setup` or `reinforcements`",
            )
        else:
            yield Finding(
                ("side", side.id),
                f"side `{side.id}` has no commander-in-chief",
                expected=f"an entry under `leaders` with `side: {side.id}` and `role: commander_in_chief`",
            )


@check(
    "JDG032",
    entry="CHK-32",
    name="commander-without-rating",
    severity=Severity.ERROR,
    rules=("JDG-2.5.1-b", "JDG-2.5.1-c", "JDG-2.5.1-d", "JDG-2.5.1-e"),
    rationale=(
        "A commander-in-chief has three characteristics: a modifier, the number of orders a turn and their "
        "range. All three are used in the first turn of every game."
    ),
    bad="leaders:\n  - {id: hill, side: britain, role: commander_in_chief, values: {drm: 1, capacity: 3}}",
    good=(
        "leaders:\n  - {id: hill, side: britain, role: commander_in_chief, values: {drm: 1, capacity: 3, "
        "range: 5}}"
    ),
    scope="battle",
)
def commander_without_rating(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commanders without modifier, capacity or range.

    Leaders without a role, whose values mean nothing.
    """
    for leader in ctx.battle.leaders:
        if leader.role is None:
            yield Finding(
                ("leader", leader.id, "role"),
                f"leader `{leader.id}` has no role, so the values it has are not read",
                expected=f"`role: {' or '.join(r.id for r in ctx.battle.series.roles)}`",
                rules=("JDG-2.5.1-b",),
            )
            continue
        if leader.role == SOVEREIGN:
            continue
        for field, (words, rule, expected) in _RATINGS.items():
            if field not in leader.front:
                yield Finding(
                    ("leader", leader.id, field),
                    f"commander `{leader.id}` has no {words}",
                    expected=f"{expected} under `values`",
                    rules=("JDG-2.5.1-b", rule),
                )


@check(
    "JDG033",
    entry="CHK-33",
    name="commander-with-other-movement",
    severity=Severity.ERROR,
    rules=("JDG-2.5.1-h",),
    rationale=(
        "The move of a commander-in-chief may spend up to 7 movement points, whoever it is. A battle that "
        "wants a slower or faster one says so in a special rule."
    ),
    bad="values: {drm: 1, capacity: 3, range: 5, movement: 9}",
    good="values: {drm: 1, capacity: 3, range: 5}",
    scope="battle",
)
def commander_with_other_movement(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commanders whose movement allowance is not 7."""
    for leader in ctx.battle.leaders:
        movement = leader.front.get("movement")
        if leader.role is not None and movement != 7:
            yield Finding(
                ("leader", leader.id, "movement"),
                f"commander `{leader.id}` has the movement allowance {movement}",
                expected="7; leave `movement` out",
            )


@check(
    "JDG034",
    entry="CHK-34",
    name="commander-without-moved-side",
    severity=Severity.ERROR,
    rules=("JDG-2.5.1-j",),
    rationale=(
        "The counter of a commander-in-chief is turned over when it has moved, so its reverse shows the same "
        "person as moved. A reverse with a name or ratings of its own, such as those of a successor, takes "
        "that side away: in this series a commander who is eliminated is not replaced."
    ),
    bad="leaders:\n  - {id: hill, role: commander_in_chief, values: {drm: 1}, back: {name: Ferguson}}",
    good="leaders:\n  - {id: hill, role: commander_in_chief, values: {drm: 1}}",
    scope="battle",
    same_as=("GEN163",),
)
def commander_without_moved_side(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commanders whose reverse is used for something else."""
    for leader in ctx.battle.leaders:
        role = ctx.battle.series.role(leader.role) if leader.role else None
        if role is None:
            continue
        if role.back != "moved" or not role.has_counter:
            yield Finding(
                ("leader", leader.id, "role"),
                f"leader `{leader.id}` has the role `{role.id}`, whose counter has no moved side",
                expected="a role with a ready side and a moved side",
            )
        elif leader.back_name is not None or leader.back:
            content = (
                f"the name `{leader.back_name}`"
                if leader.back_name
                else f"values of its own: {name_list(leader.back)}"
            )
            yield Finding(
                ("leader", leader.id, "back"),
                f"the reverse of commander `{leader.id}` has {content}",
                expected="no `back`: the reverse shows that the commander has moved",
            )


@check(
    "JDG035",
    entry="CHK-35",
    name="no-single-commander-for-initiative",
    severity=Severity.ERROR,
    rules=("JDG-3-b",),
    rationale=(
        "Each player adds the modifier of the commander-in-chief to the roll for strategic initiative. A "
        "side with several commanders needs one whose modifier is used."
    ),
    bad="leaders:\n  - {id: wellesley, side: britain, values: {drm: 2, capacity: 4, range: 6}}\n"
    "  - {id: spencer, side: britain, values: {drm: 1, capacity: 2, range: 4}}",
    good=(
        "leaders:\n"
        "  - {id: wellesley, side: britain, values: {drm: 2, capacity: 4, range: 6, strategic: true}}\n"
        "  - {id: spencer, side: britain, values: {drm: 1, capacity: 2, range: 4}}"
    ),
)
def no_single_commander_for_initiative(ctx: CheckContext) -> Iterator[Finding]:
    """Yield sides with several commanders in play of whom none, or more than one, is strategic."""
    scenario, setup = ctx.scenario, setup_of(ctx)
    assert scenario is not None
    for side in ctx.battle.sides:
        there = setup.commanders_in_play(side.id)
        strategic_leaders = [x for x in there if x.front.get("strategic") is True]
        if len(there) < 2 or len(strategic_leaders) == 1:
            continue
        who = f"{name_list(x.id for x in strategic_leaders)} are" if strategic_leaders else "none of them is"
        place = strategic_leaders[1] if strategic_leaders else there[0]
        yield Finding(
            ("leader", place.id, "strategic"),
            f"side `{side.id}` has {len(there)} commanders in scenario `{scenario.id}` "
            f"({name_list(x.id for x in there)}), and {who} named for strategic initiative",
            expected="`strategic: true` for exactly one of them",
            related=tuple((("leader", x.id), "another commander") for x in there if x is not place),
        )


@check(
    "JDG036",
    entry="CHK-36",
    name="formation-without-commander",
    severity=Severity.WARNING,
    rules=("JDG-2.3.2-b",),
    rationale=(
        "With several commanders-in-chief the rules do not say which formations each may order. Naming the "
        "leader of every formation settles it; a battle that states the option `cinc_scope: army` has "
        "settled it too, for then each commander may order any formation of the army."
    ),
    bad="commands:\n  - {id: hill, side: britain}          # Wellesley or Spencer?",
    good="commands:\n  - {id: hill, side: britain, leader: wellesley}",
    options=("cinc_scope",),
)
def formation_without_commander(ctx: CheckContext) -> Iterator[Finding]:
    """Yield formations of a side with several commanders that name none, or one who cannot command them."""
    scenario, setup = ctx.scenario, setup_of(ctx)
    assert scenario is not None
    is_stated = "cinc_scope" in scenario.options or "cinc_scope" in ctx.battle.options
    for command in setup.commands_in_play():
        if command.side is None:
            continue
        there = [x.id for x in setup.commanders_in_play(command.side)]
        leader = ctx.leaders.get(command.leader or "")
        if leader is not None and leader.side not in (None, command.side):
            yield Finding(
                ("command", command.id, "leader"),
                f"formation `{command.id}` of side `{command.side}` is led by `{leader.id}` of side "
                f"`{leader.side}`",
                expected=f"a commander of side `{command.side}`",
                related=((("leader", leader.id, "side"), "the side of the leader"),),
            )
        elif len(there) > 1 and not (is_stated and ctx.option("cinc_scope") == "army"):
            if leader is None:
                fault = "names no commander"
            elif leader.id not in there:
                fault = f"names `{leader.id}`, who is not in play"
            else:
                continue
            yield Finding(
                ("command", command.id, "leader"),
                f"formation `{command.id}` {fault}, and side `{command.side}` has {len(there)} of them "
                f"in scenario `{scenario.id}`",
                expected=f"`leader:` with one of {name_list(there)}",
                hint="or write `options: {cinc_scope: army}` if each of them may order any formation",
            )


CHECKS: tuple[Check, ...] = (
    side_without_commander,
    commander_without_rating,
    commander_with_other_movement,
    commander_without_moved_side,
    no_single_commander_for_initiative,
    formation_without_commander,
)
"""CHK-31 to -36."""
