"""Checks of formations (G.2: CHK-17 to -20, -26, -28 to -30)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import presence
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.jdg.checks.common import LINE_ARMS, normal_markers, number, setup_of


@check(
    "JDG017",
    entry="CHK-17",
    name="formation-without-units",
    severity=Severity.ERROR,
    rules=("JDG-2.1.1-c",),
    rationale=(
        "A formation is a group of units that one stripe and one pair of markers hold together. Without "
        "units its markers would be drawn from the cup for nothing and blur every chance of the turn."
    ),
    bad="commands:\n  - {id: hill, side: britain}\n# oob.csv\nid,command\n1-9,fane",
    good="commands:\n  - {id: hill, side: britain}\n# oob.csv\nid,command\n1-9,hill",
    scope="battle",
)
def formation_without_units(ctx: CheckContext) -> Iterator[Finding]:
    """Yield formations that no unit of the order of battle names."""
    used = {unit.command for unit in ctx.battle.units}
    for command in ctx.battle.commands:
        if command.id not in used:
            yield Finding(
                ("command", command.id),
                f"formation `{command.id}` has no units",
                expected=f"at least one unit with `{command.id}` in the column `command`",
                hint="delete the formation if it is a leftover",
            )


@check(
    "JDG018",
    entry="CHK-18",
    name="formation-without-activation-marker",
    severity=Severity.ERROR,
    rules=("JDG-2.1.1-b",),
    rationale=(
        "Units act when a marker of their formation is drawn. A formation without a marker of code O stands "
        "still for the whole battle; a combined marker does not replace it, because its use depends on the "
        "battle's own rules."
    ),
    bad="commands:\n  - {id: hill, side: britain}",
    good=(
        "commands:\n  - id: hill\n    side: britain\n    markers:\n"
        "      - {id: hill-1, code: O, rating: 6}\n      - {id: hill-2, code: O, rating: 5}"
    ),
    same_as=("JDG100",),
)
def formation_without_activation_marker(ctx: CheckContext) -> Iterator[Finding]:
    """Yield formations that have no normal marker at all, or none left in the scenario."""
    scenario, setup = ctx.scenario, setup_of(ctx)
    assert scenario is not None
    coded_commands = {c for m in ctx.battle.activation if m.code is None for c in m.commands}
    for command in ctx.battle.commands:
        if not normal_markers(ctx, command.id):
            if command.id not in coded_commands:  # a marker without a code is reported as such
                yield Finding(
                    ("command", command.id, "markers"),
                    f"formation `{command.id}` has no activation marker of code O",
                    expected=(
                        "two entries under `markers` of the formation, each with an id, code O and a rating"
                    ),
                )
        elif (units := setup.units_in_play(command.id)) and not setup.markers_in_play(command.id):
            yield Finding(
                ("scenario", scenario.id, "removed_markers"),
                f"formation `{command.id}` has {number(len(units), 'unit')} in scenario `{scenario.id}`, "
                "which takes all its markers out of play",
                expected="at least one marker of code O for each formation in play",
                related=((("command", command.id, "markers"), "its markers"),),
            )


@check(
    "JDG019",
    entry="CHK-19",
    name="formation-with-undeclared-number-of-markers",
    severity=Severity.WARNING,
    rules=("JDG-2.1.1-d", "JDG-2.1.1-e"),
    rationale=(
        "Every formation has two activation markers unless the scenario gives another number. One marker "
        "halves what a formation can do in a turn, so the scenario should say that it is meant; and a "
        "formation that is declared to have one must not bring two to the cup."
    ),
    bad="commands:\n  - id: hill\n    markers:\n      - {id: hill-1, code: O, rating: 6}",
    good="commands:\n  - id: hill\n    markers:\n      - {id: hill-1, code: O, rating: 6}\n"
    "# in the scenario\nsingle_marker: [hill]",
)
def formation_with_undeclared_number_of_markers(ctx: CheckContext) -> Iterator[Finding]:
    """Yield formations with one marker that the scenario does not announce, or two against its word."""
    scenario, setup = ctx.scenario, setup_of(ctx)
    assert scenario is not None
    for command in setup.commands_in_play():
        there, all_markers = setup.markers_in_play(command.id), normal_markers(ctx, command.id)
        has_single_marker = command.id in scenario.single_marker_commands
        if has_single_marker and len(there) > 1:
            yield Finding(
                ("scenario", scenario.id, "single_marker"),
                f"scenario `{scenario.id}` declares one marker for formation `{command.id}`, "
                f"but {len(there)} are in play",
                expected=(
                    f"the marker that stays out under `removed_markers`: "
                    f"{name_list((m.id for m in there), 'or')}"
                ),
                related=((("command", command.id, "markers"), "its markers"),),
            )
        elif len(all_markers) == 1 and not has_single_marker:
            yield Finding(
                ("command", command.id, "markers"),
                f"formation `{command.id}` has one activation marker of code O, "
                f"and scenario `{scenario.id}` does not say so",
                expected="two markers",
                hint=f"if it is meant, write `single_marker: [{command.id}]` in the scenario",
                related=((("scenario", scenario.id), "the scenario"),),
            )


@check(
    "JDG020",
    entry="CHK-20",
    name="formation-with-too-many-markers",
    severity=Severity.WARNING,
    rules=("JDG-2.1.1-d",),
    rationale=(
        "Two markers let a formation act once or twice a turn. A third one in the cup breaks the balance "
        "between the formations and the rule by which demoralisation takes one of two markers away. The "
        "marker of a formation that takes no part would be drawn for nothing."
    ),
    bad="markers:\n  - {id: hill-1, code: O, rating: 6}\n  - {id: hill-2, code: O, rating: 5}\n"
    "  - {id: hill-3, code: O, rating: 5}",
    good="markers:\n  - {id: hill-1, code: O, rating: 6}\n  - {id: hill-2, code: O, rating: 5}",
)
def formation_with_too_many_markers(ctx: CheckContext) -> Iterator[Finding]:
    """Yield formations with more than two normal markers in play, or with one although they take no part."""
    scenario = ctx.scenario
    assert scenario is not None
    for command in ctx.battle.commands:
        units = ctx.battle.units_of(command.id)
        left = setup_of(ctx).markers_in_play(command.id)
        # Of units that no list names it is said that they were forgotten.
        is_out = units and all(unit.id in scenario.unused for unit in units)
        if is_out and left:
            yield Finding(
                ("scenario", scenario.id, "removed_markers"),
                f"formation `{command.id}` takes no part in scenario `{scenario.id}`, and "
                f"{name_list(m.id for m in left)} {'is' if len(left) == 1 else 'are'} in the cup",
                expected="all markers of a formation that is out of play under `removed_markers`",
                related=((("command", command.id, "markers"), "its markers"),),
                depends=presence(scenario),
            )
    for command in setup_of(ctx).commands_in_play():
        there = setup_of(ctx).markers_in_play(command.id)
        if len(there) > 2:
            yield Finding(
                ("marker", there[2].id),
                f"formation `{command.id}` has {len(there)} activation markers of code O in play: "
                f"{name_list(m.id for m in there)}",
                expected="two",
                hint="a scenario takes markers out with `removed_markers`",
                related=((("command", command.id), "the formation"),),
            )


@check(
    "JDG026",
    entry="CHK-26",
    name="stripe-colour-used-twice",
    severity=Severity.WARNING,
    rules=("JDG-2.1.1-c",),
    rationale=(
        "The colour stripe is the only thing on a counter that shows its formation. Two formations of one "
        "side with the same stripe cannot be told apart when their marker is drawn."
    ),
    bad=(
        'commands:\n  - {id: hill, side: britain, colour: "#a33327"}\n'
        '  - {id: fane, side: britain, colour: "#A33327"}'
    ),
    good=(
        'commands:\n  - {id: hill, side: britain, colour: "#a33327"}\n'
        '  - {id: fane, side: britain, colour: "#2f7d4f"}'
    ),
    scope="battle",
)
def stripe_colour_used_twice(ctx: CheckContext) -> Iterator[Finding]:
    """Yield formations of one side that share a stripe colour."""
    first: dict[tuple[str, str], str] = {}
    for command in ctx.battle.commands:
        if command.side is None or command.colour is None:
            continue
        key = (command.side, _plain(command.colour))
        if key in first:
            yield Finding(
                ("command", command.id, "colour"),
                f"formations `{first[key]}` and `{command.id}` of side `{command.side}` have the same stripe "
                f"colour {command.colour}",
                expected="a colour of its own for each formation of a side",
                related=((("command", first[key], "colour"), "first used here"),),
            )
        else:
            first[key] = command.id


def _plain(colour: str) -> str:
    """Return a colour in one spelling: `#A32` and `#aa3322` are the same."""
    text = colour.lower()
    return "#" + "".join(c * 2 for c in text[1:]) if text.startswith("#") and len(text) == 4 else text


@check(
    "JDG028",
    entry="CHK-28",
    name="single-marker-formation-arrives",
    severity=Severity.WARNING,
    rules=("JDG-5.2.1-c",),
    rationale=(
        "Reinforcements enter when a marker of their formation is drawn. If it stays in the cup as the last "
        "one, both markers go in on the next turn and one of them must come out; a formation with a single "
        "marker can be the last one again and again, so its arrival is never certain."
    ),
    bad="single_marker: [fane]\nreinforcements:\n  - {id: late, units: [45], turn: 3, entry: north}",
    good="reinforcements:\n  - {id: late, units: [45], turn: 3, entry: north}",
    options=("single_am_retry",),
)
def single_marker_formation_arrives(ctx: CheckContext) -> Iterator[Finding]:
    """Yield formations with one marker in play and units among the reinforcements."""
    scenario, setup = ctx.scenario, setup_of(ctx)
    assert scenario is not None
    for arrival in scenario.arrivals:
        commands = dict.fromkeys(ctx.units[p].command for p in arrival.pieces if p in ctx.units)
        for command in (c for c in commands if c is not None and len(setup.markers_in_play(c)) == 1):
            retry = ctx.option("single_am_retry") is True
            yield Finding(
                ("arrival", scenario.id, arrival.id),
                f"reinforcement `{arrival.id}` comes with formation `{command}`, which has one activation "
                f"marker: " + ("it may be late turn after turn" if retry else "it may never come"),
                expected="two markers, so that the second try cannot fail",
                hint=None if retry else "the option `single_am_retry` puts the marker in again each turn",
                related=((("command", command, "markers"), "its markers"),),
            )


@check(
    "JDG029",
    entry="CHK-29",
    name="formation-of-artillery-only",
    severity=Severity.WARNING,
    rules=("JDG-11.2-b",),
    rationale=(
        "A formation is demoralised when all its infantry and cavalry are disordered, routed or eliminated. "
        "The rules are silent about one that never had any; the recommended ruling is that it is never "
        "demoralised. A battle that states the option `artillery_only_demoralised` has decided, and is not "
        "asked again."
    ),
    bad="# oob.csv\nid,command,type\nlawson,guns,foot_artillery",
    good=(
        "# battle.yaml\noptions: {artillery_only_demoralised: false}\n# oob.csv\nid,command,type\n"
        "lawson,guns,foot_artillery"
    ),
    options=("artillery_only_demoralised",),
)
def formation_of_artillery_only(ctx: CheckContext) -> Iterator[Finding]:
    """Yield formations in play whose units are all artillery, where the ruling is not stated."""
    scenario, option = ctx.scenario, "artillery_only_demoralised"
    assert scenario is not None
    if option in scenario.options or option in ctx.battle.options:
        return
    ruling = "may be" if ctx.option(option) is True else "is never"
    for command in setup_of(ctx).commands_in_play():
        # Cavalry that fell before the first turn is eliminated cavalry: by JDG-11.2-b it counts.
        arms = {u.arm for u in ctx.battle.units_of(command.id) if u.id in setup_of(ctx).named_pieces}
        if arms == {"artillery"}:
            yield Finding(
                ("command", command.id),
                f"formation `{command.id}` has only artillery in scenario `{scenario.id}`; "
                f"by the default ruling it {ruling} demoralised",
                expected="infantry or cavalry in the formation, or a stated ruling",
                hint=f"write `options: {{{option}: false}}` to confirm the ruling",
                related=((("scenario", scenario.id), "the scenario"),),
            )


@check(
    "JDG030",
    entry="CHK-30",
    name="formation-demoralised-at-once",
    severity=Severity.WARNING,
    rules=("JDG-11.2-b",),
    rationale=(
        "Demoralisation is checked at the end of every turn. A formation whose infantry and cavalry on the "
        "map all start disordered or routed loses a marker on the first turn unless one of them rallies, "
        "which is seldom what a setup means."
    ),
    bad=(
        "setup:\n  - {unit: 1-9, hex: 0305, facing: NE, state: disordered}   # the only unit of its formation"
    ),
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: NE}",
)
def formation_demoralised_at_once(ctx: CheckContext) -> Iterator[Finding]:
    """Yield formations of which no infantry or cavalry unit starts ordered."""
    scenario = ctx.scenario
    assert scenario is not None
    for command in ctx.battle.commands:
        # Units that are still to arrive or wait in a box do not count (AMB-91).
        there = [
            (ctx.units[p.piece], p)
            for p in scenario.placements
            if p.kind == "unit" and not p.box and ctx.units[p.piece].command == command.id
        ]
        line = [p for unit, p in there if unit.arm in LINE_ARMS]
        levels = [ctx.state(p, "level") for p in line]
        if line and "ordered" not in levels:
            yield Finding(
                ctx.placement_subject(line[0].piece),
                f"formation `{command.id}` starts with no ordered infantry or cavalry "
                f"({', '.join(f'`{p.piece}` {level}' for p, level in zip(line, levels, strict=True))}) "
                "and is demoralised at the end of the first turn",
                expected="at least one ordered infantry or cavalry unit",
                related=tuple((ctx.placement_subject(p.piece), "of the same formation") for p in line[1:]),
            )


CHECKS: tuple[Check, ...] = (
    formation_without_units,
    formation_without_activation_marker,
    formation_with_undeclared_number_of_markers,
    formation_with_too_many_markers,
    stripe_colour_used_twice,
    single_marker_formation_arrives,
    formation_of_artillery_only,
    formation_demoralised_at_once,
)
"""CHK-17 to -20, -26, -28 to -30."""
