"""Leaders, commands and units of an army: who obeys whom, who is missing, who looks like the enemy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import arrival_turns, commands_of, general_check, is_written, on_map
from jdgtools.checks.setup import named_pieces, presence, setup_view
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.context import Subject
from jdgtools.model.pieces import Leader, Unit


@general_check(
    "GEN085",
    name="armies-in-one-colour",
    severity=Severity.WARNING,
    rationale="Players tell friend from enemy by colour: that of the side on map and sheets, that of the "
    "nationality on the counters. Two sides with colours that can hardly be told apart, or that share a "
    "nationality, look like one army.",
    bad='sides:\n  - {id: british, colour: "#a8322c", nationalities: [british]}\n'
    '  - {id: french, colour: "#a8352e", nationalities: [french]}',
    good='sides:\n  - {id: british, colour: "#a8322c", nationalities: [british]}\n'
    '  - {id: french, colour: "#2f4f93", nationalities: [french]}',
    scope="battle",
)
def armies_in_one_colour(ctx: CheckContext) -> Iterator[Finding]:
    """Yield colours of opposing sides, and of nationalities in opposing sides, that are nearly the same."""
    battle = ctx.battle
    for one, other in combinations(battle.sides, 2):
        yield from _alike(("side", one.id), one.colour, ("side", other.id), other.colour)
        for first in one.nationalities:
            for second in other.nationalities:
                a, b = battle.nationality(first), battle.nationality(second)
                if first == second:
                    yield Finding(
                        ("side", other.id, "nationalities"),
                        f"sides `{one.id}` and `{other.id}` share the nationality `{first}`, so their "
                        "counters look alike",
                        expected="nationalities of its own for each side",
                        hint="give one side a nationality with another colour",
                    )
                elif a is not None and b is not None:
                    yield from _alike(("nationality", a.id), a.colour, ("nationality", b.id), b.colour)


@general_check(
    "GEN237",
    name="nationality-of-the-enemy",
    severity=Severity.WARNING,
    rationale="The nationality gives a counter its colour. A unit or a leader with one that is listed for "
    "the other side alone looks like an enemy. Troops of one nation did serve on both sides; then a note of "
    "the unit, or the nationality in the lists of both sides, says that it is meant.",
    bad="sides:\n  - {id: crown, nationalities: [royal]}\n  - {id: league, nationalities: [leaguer]}\n"
    "leaders:\n  - {id: otto, side: league, nationality: royal}",
    good="sides:\n  - {id: crown, nationalities: [royal]}\n  - {id: league, nationalities: [leaguer]}\n"
    "leaders:\n  - {id: otto, side: league, nationality: leaguer}",
    scope="battle",
)
def nationality_of_the_enemy(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders, and units without a note, whose nationality is listed for the other side only."""
    pieces: list[Unit | Leader] = [*ctx.battle.units, *ctx.battle.leaders]
    for piece in pieces:
        kind = "unit" if isinstance(piece, Unit) else "leader"
        side = ctx.battle.side(piece.side)
        if side is None or piece.nationality is None or piece.nationality in side.nationalities:
            continue
        other = next((one for one in ctx.battle.sides if piece.nationality in one.nationalities), None)
        if other is not None and not is_written(ctx, kind, piece.id, "note"):
            yield Finding(
                (kind, piece.id, "nationality"),
                f"{kind} `{piece.id}` of side `{side.id}` has the nationality `{piece.nationality}` of side "
                f"`{other.id}`",
                expected=name_list(side.nationalities, "or") or "a nationality of its side",
                hint=f"if it is meant, list `{piece.nationality}` for `{side.id}` too",
                related=((("side", other.id, "nationalities"), "listed here"),),
            )


def _alike(one: Subject, colour: str | None, other: Subject, second: str | None) -> Iterator[Finding]:
    from jdgtools.render.colors import ALIKE, distance, is_color

    if colour is None or second is None or not (is_color(colour) and is_color(second)):
        return
    if distance(colour, second) < ALIKE:
        yield Finding(
            (*other, "colour"),
            f"{other[0]} `{other[1]}` has the colour {second}, which can hardly be told from {colour} of "
            f"`{one[1]}` on the other side",
            expected="colours of opposing armies that are plainly different",
            hint="change one of the two",
            related=(((*one, "colour"), f"the colour of `{one[1]}`"),),
        )


@general_check(
    "GEN087",
    name="leader-after-his-troops",
    severity=Severity.WARNING,
    rationale="Units whose leader is not there are out of command, in most series until he has come. A "
    "leader who arrives turns after troops that stand on the map from the start leaves them idle: the "
    "scenario should mean that.",
    bad="setup:\n  - {unit: 2-ft, hex: 0305, facing: E}\nreinforcements:\n"
    "  - {id: staff, leaders: [wellesley], units: [20-ld], turn: 5, entry: beach}",
    good="setup:\n  - {unit: 2-ft, hex: 0305, facing: E}\n  - {leader: wellesley, hex: 0305}",
)
def leader_after_his_troops(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders who arrive while units of their commands stand on the map from the start."""
    scenario = ctx.scenario
    if scenario is None:
        return
    pieces_on_map = {p.piece for p in scenario.placements}
    standing = on_map(ctx)
    for piece, turn in arrival_turns(ctx).items():
        if piece not in ctx.leaders or piece in pieces_on_map or turn is None:
            continue
        waiting = [
            (command, [u.id for u in ctx.battle.units_of(command.id) if u.id in standing])
            for command in commands_of(ctx, piece)
        ]
        waiting = [(command, units) for command, units in waiting if units]
        if waiting:
            first = ctx.placement_subject(waiting[0][1][0])
            count = sum(len(units) for _, units in waiting)
            yield Finding(
                ("arrival-piece", scenario.id, piece),
                f"`{piece}` arrives in turn {turn}, but {count} {'unit' if count == 1 else 'units'} of "
                f"{name_list(command.id for command, _ in waiting)}, which he leads, "
                f"{'stands' if count == 1 else 'stand'} on the map from the start",
                expected="the leader on the map with his troops, or a leader who is there",
                hint="place him under `setup`, or let another leader command until he comes",
                related=((first, "one of his units"),),
            )


@general_check(
    "GEN088",
    name="command-without-its-leader",
    severity=Severity.WARNING,
    rationale="A command that names its leader takes part in the scenario without him: he was forgotten, or "
    "another leads it there.",
    bad="# oob: unit 2-ft of command hill, leader hill\nsetup:\n  - {unit: 2-ft, hex: 0305}",
    good="setup:\n  - {unit: 2-ft, hex: 0305}\n  - {leader: hill, hex: 0305}",
)
def command_without_its_leader(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commands with units in play whose leader is not."""
    scenario, setup = ctx.scenario, setup_view(ctx)
    for command in ctx.battle.commands if scenario else ():
        if scenario is None or command.leader is None or command.leader in setup.named_pieces:
            continue
        leader = ctx.leaders.get(command.leader)
        role = ctx.battle.series.role(leader.role) if leader is not None and leader.role else None
        units = [u.id for u in ctx.battle.units_of(command.id) if u.id in setup.in_play]
        if units and (role is None or role.has_counter):
            yield Finding(
                ("scenario", scenario.id, "setup"),
                f"`{command.leader}` takes no part in scenario `{scenario.id}`, but {name_list(units)} of "
                f"`{command.id}`, which he leads, {'does' if len(units) == 1 else 'do'}",
                expected="the leader in `setup` or in `reinforcements`",
                hint=f"place `{command.leader}`",
                related=((("command", command.id, "leader"), "he is named here"),),
                depends=presence(scenario),
            )


@general_check(
    "GEN089",
    name="leader-of-the-enemy",
    severity=Severity.ERROR,
    rationale="A command obeys a leader of its own side. One that names a leader of the other side obeys the "
    "enemy.",
    bad="leaders:\n  - {id: ney, side: french}\ncommands:\n  - {id: hill, side: british, leader: ney}",
    good="leaders:\n  - {id: ney, side: french}\ncommands:\n  - {id: marchand, side: french, leader: ney}",
    scope="battle",
)
def leader_of_the_enemy(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commands and leaders of different sides that name each other."""
    for command in ctx.battle.commands:
        leader = ctx.leaders.get(command.leader or "")
        if leader is not None and None not in (leader.side, command.side) and leader.side != command.side:
            yield Finding(
                ("command", command.id, "leader"),
                f"`{command.id}` of side `{command.side}` is led by `{leader.id}` of side `{leader.side}`",
                expected=f"a leader of side `{command.side}`",
                hint="correct the leader, or the side of one of them",
                related=((("leader", leader.id, "side"), f"the side of `{leader.id}`"),),
            )
    for leader in ctx.battle.leaders:
        led = ctx.battle.command(leader.command)
        if led is None or led.leader == leader.id or None in (leader.side, led.side):
            continue
        if leader.side != led.side:
            yield Finding(
                ("leader", leader.id, "command"),
                f"leader `{leader.id}` of side `{leader.side}` leads `{led.id}` of side `{led.side}`",
                expected=f"a command of side `{leader.side}`",
                hint="correct the command, or the side of one of them",
                related=((("command", led.id, "side"), f"the side of `{led.id}`"),),
            )


@general_check(
    "GEN150",
    name="sovereign-with-a-command",
    severity=Severity.ERROR,
    rationale="Who is only present, such as a sovereign among his generals, leads no troops: no order is "
    "his, and his counter has no ratings for it. Whoever leads a command has the role of its commander.",
    bad="leaders:\n  - {id: king, side: crown, role: sovereign, command: guard}",
    good="leaders:\n  - {id: king, side: crown, role: sovereign}",
    scope="battle",
)
def sovereign_with_a_command(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders of a role that leads nothing who have a command, and commands that such a leader has."""
    present = {x.id: x for x in ctx.battle.leaders if _only_present(ctx, x)}
    for leader in present.values():
        if leader.command is not None:
            yield _leads_nobody(leader, ("leader", leader.id, "command"), leader.command)
    for command in ctx.battle.commands:
        if command.leader in present:
            yield _leads_nobody(present[command.leader], ("command", command.id, "leader"), command.id)


def _only_present(ctx: CheckContext, leader: Leader) -> bool:
    role = ctx.battle.series.role(leader.role or "")
    return role is not None and not role.leads


def _leads_nobody(leader: Leader, subject: Subject, command: str) -> Finding:
    return Finding(
        subject,
        f"leader `{leader.id}` has the role `{leader.role}`, which commands nobody, and leads `{command}`",
        expected="a leader without a command, or another role",
        hint="give the command a leader who commands it",
        related=((("leader", leader.id, "role"), "his role"),),
    )


@general_check(
    "GEN090",
    name="unit-in-a-command-of-the-enemy",
    severity=Severity.ERROR,
    rationale="A unit belongs to a command of its own side; in one of the enemy's, the enemy would move it.",
    bad="id,side,command\n2-ft,british,kellermann",
    good="id,side,command\n2-ft,british,hill",
    scope="battle",
)
def unit_in_a_command_of_the_enemy(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units of one side in commands of the other."""
    sides = {command.id: command.side for command in ctx.battle.commands}
    for unit in ctx.battle.units:
        theirs = sides.get(unit.command or "")
        if None not in (unit.side, theirs) and unit.side != theirs:
            yield Finding(
                ("unit", unit.id, "command"),
                f"unit `{unit.id}` of side `{unit.side}` belongs to `{unit.command}` of side `{theirs}`",
                expected=f"a command of side `{unit.side}`",
                hint="correct the command, or the side of the unit",
            )


@general_check(
    "GEN091",
    name="unit-in-no-scenario",
    severity=Severity.WARNING,
    rationale="A counter that no scenario uses is printed for nothing. Mostly it was forgotten in the setup "
    "of a scenario that says `unused: rest`.",
    bad="# oob.csv has the units 1-9 and 1-29, and there is one scenario\nsetup:\n"
    "  - {unit: 1-9, hex: 0305}\nunused: rest",
    good="setup:\n  - {unit: 1-9, hex: 0305}\n  - {unit: 1-29, hex: 0306}\nunused: rest",
    scope="battle",
)
def unit_in_no_scenario(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that every scenario leaves out; of those that one says nothing of another check speaks."""
    scenarios = ctx.battle.scenarios
    if not scenarios:
        return
    used: frozenset[str] = frozenset().union(*(named_pieces(scenario) for scenario in scenarios))
    for unit in ctx.battle.units:
        if unit.id not in used and all(unit.id in scenario.unused for scenario in scenarios):
            yield Finding(
                ("unit", unit.id),
                f"unit `{unit.id}` takes part in no scenario",
                expected="a place in the setup or the reinforcements of a scenario",
                hint="place it, or delete it from the order of battle",
                depends=(("battle", "scenarios"), *presence(*scenarios)),
            )


@general_check(
    "GEN092",
    name="reverse-better-than-front",
    severity=Severity.WARNING,
    rationale="The reverse of a counter shows the unit after losses or in disorder. A reverse that is "
    "stronger or faster than the front has its two numbers exchanged.",
    bad="id,strength,strength_back\n1-9,4,6",
    good="id,strength,strength_back\n1-9,6,4",
    scope="battle",
)
def reverse_better_than_front(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units whose strength or movement is larger on the reverse."""
    fields = [f for f in ctx.battle.series.unit_fields if f.measures and f.two_sided]
    for unit in ctx.battle.units:
        for field in fields:
            front, back = unit.number(field.id), unit.number(field.id, back=True)
            if front is not None and back is not None and back > front:
                yield Finding(
                    ("unit", unit.id, f"{field.id}_back"),
                    f"unit `{unit.id}` has {field.name.get()} {back} on its reverse and {front} on its front",
                    expected=f"{front} or less",
                    hint="are the two exchanged?",
                    related=((("unit", unit.id, field.id), "the front"),),
                )


@general_check(
    "GEN093",
    name="special-rule-without-words",
    severity=Severity.WARNING,
    rationale="A special rule without a text changes the game by something that nobody can read.",
    bad='special_rules:\n  - {id: ice, title: Ice, text: ""}',
    good="special_rules:\n  - {id: ice, title: Ice, text: The pond may be crossed.}",
)
def special_rule_without_words(ctx: CheckContext) -> Iterator[Finding]:
    """Yield special rules whose text is empty."""
    for rule in ctx.scenario.special_rules if ctx.scenario else ():
        if not any(words.strip() for _, words in rule.text.values):
            yield Finding(
                ("rule", ctx.scenario.id if ctx.scenario else "", rule.id, "text"),
                f"special rule `{rule.id}` has no text",
                expected="the rule in words",
                hint="write the rule, or delete it",
            )


@general_check(
    "GEN226",
    name="command-without-units",
    severity=Severity.WARNING,
    rationale="A command has units. One without any is left over, or its units name another one.",
    bad="commands:\n  - {id: ghosts, side: league}      # and no unit has command ghosts",
    good="commands:\n  - {id: guiscard, side: league}    # and units have command guiscard",
    scope="battle",
)
def command_without_units(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commands to which no unit belongs."""
    for command in ctx.battle.commands if ctx.battle.units else ():
        if not ctx.battle.units_of(command.id):
            yield Finding(
                ("command", command.id),
                f"no unit belongs to `{command.id}`",
                expected="one unit or more",
                hint="name it as the command of its units, or delete it",
            )


@general_check(
    "GEN227",
    name="parent-of-another-command",
    severity=Severity.WARNING,
    rationale="The counter prints to what the unit belongs. Where all others of its command print something "
    "else, and what it prints is what all of another command print, either the command or the word was not "
    "changed with the other.",
    bad="id,command,parent\nfr-13l,morand,Morand\nfr-17,morand,Friant      # as all of `friant` do",
    good="id,command,parent\nfr-13l,morand,Morand\nfr-17,morand,Morand",
    scope="battle",
)
def parent_of_another_command(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that print what another command of their side prints, and their own does not."""
    commands: dict[str, list[Unit]] = {}
    for unit in ctx.battle.units:
        if unit.command is not None and unit.parent:
            commands.setdefault(unit.command, []).append(unit)
    # Command -> sides of its units and the one word that all of them print.
    words = {
        command: ({unit.side for unit in units}, units[0].parent)
        for command, units in commands.items()
        if len({unit.parent for unit in units}) == 1
    }
    for command, units in commands.items():
        counts = Counter(unit.parent for unit in units)
        usual = max(counts, key=lambda word: counts[word])
        others = {
            word for other, (sides, word) in words.items() if other != command and units[0].side in sides
        }
        for unit in units:
            if counts[unit.parent] == 1 and counts[usual] == len(units) - 1 > 1 and unit.parent in others:
                yield Finding(
                    ("unit", unit.id, "parent"),
                    f"unit `{unit.id}` of `{command}` prints `{unit.parent}`, and the others of `{command}` "
                    f"print `{usual}`",
                    expected=f"`{usual}`",
                    hint="is the command the right one?",
                )


@general_check(
    "GEN224",
    name="commands-of-one-letter",
    severity=Severity.WARNING,
    rationale="A letter is printed where the name of a command has no room. Two of one army with one letter "
    "cannot be told apart by it.",
    bad="commands:\n  - {id: warenne, side: normans, letter: W}\n  - {id: walter, side: normans, letter: W}",
    good="commands:\n  - {id: warenne, side: normans, letter: W}\n  - {id: walter, side: normans, letter: A}",
    scope="battle",
)
def commands_of_one_letter(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commands of a side whose letter another one of it has."""
    first: dict[tuple[str | None, str], str] = {}
    for command in ctx.battle.commands:
        if not command.letter:
            continue
        other = first.setdefault((command.side, command.letter.casefold()), command.id)
        if other != command.id:
            yield Finding(
                ("command", command.id, "letter"),
                f"`{other}` and `{command.id}` of side `{command.side}` have one letter, {command.letter}",
                expected="a letter of its own for each command of an army",
                related=((("command", other, "letter"), f"letter of `{other}`"),),
            )


@general_check(
    "GEN173",
    name="piece-that-no-line-names",
    severity=Severity.WARNING,
    rationale="Every unit and leader of the order of battle starts somewhere, arrives, or is left out by the "
    "scenario. Of whom it says nothing, nobody knows whether he was forgotten.",
    bad="unused: []      # and the leader `guerin` is neither in setup nor in reinforcements",
    good="unused: [guerin]",
)
def piece_that_no_line_names(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios that say nothing of units and leaders; wrong placements have been reported."""
    scenario = ctx.scenario
    if scenario is None:
        return
    names = named_pieces(scenario) | scenario.unused
    pieces = [unit.id for unit in ctx.battle.units if unit.side is not None]
    pieces += [leader.id for leader in ctx.battle.leaders if leader.side is not None]
    missing = [p for p in pieces if p not in names and ctx.placement_subject(p) not in ctx.battle.spans]
    if missing:
        yield Finding(
            ("scenario", scenario.id, "unused"),
            f"scenario `{scenario.id}` says nothing of {name_list(missing)}",
            expected="each piece in `setup`, in `reinforcements` or in `unused`",
            hint="place or schedule them, or write `unused: rest` to leave out all that are not named",
            depends=presence(scenario),
        )


CHECKS: tuple[Check, ...] = (
    nationality_of_the_enemy,
    armies_in_one_colour,
    leader_after_his_troops,
    command_without_its_leader,
    leader_of_the_enemy,
    sovereign_with_a_command,
    unit_in_a_command_of_the_enemy,
    unit_in_no_scenario,
    command_without_units,
    parent_of_another_command,
    commands_of_one_letter,
    piece_that_no_line_names,
    reverse_better_than_front,
    special_rule_without_words,
)
