"""Checks of reinforcements (G.9 of the rules digest): CHK-91 to CHK-96, and with `arrivals` to CHK-102."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import CheckContext, Finding, check
from jdgtools.checks.general import hex_names
from jdgtools.checks.in_play import entry_of
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.context import Subject
from jdgtools.model.scenario import Arrival, Placement
from jdgtools.series.jdg.checks import arrivals
from jdgtools.series.jdg.checks.common import by_side, setup_of
from jdgtools.series.jdg.checks.stacking import column_of, is_closed


@check(
    "JDG091",
    entry="CHK-91",
    name="reinforcement-without-turn-or-entry",
    severity=Severity.ERROR,
    rules=("JDG-5.2.1-a", "JDG-5.2.2-a"),
    rationale="The scenario says in which turn a reinforcement is due and through which hex it enters. A "
    "turn that the track does not have never comes, and without an entry hex the units have no way in.",
    bad="turns: {count: 10}\nreinforcements:\n  - {id: acland, units: [2-ft], turn: 12, entry: maceira}",
    good="turns: {count: 10}\nreinforcements:\n  - {id: acland, units: [2-ft], turn: 2, entry: maceira}",
)
def reinforcement_without_turn_or_entry(ctx: CheckContext) -> Iterator[Finding]:
    """Yield reinforcements that never come or have no way in."""
    scenario = ctx.scenario
    if scenario is None:
        return
    low, high = scenario.first_turn, scenario.last_turn
    track = f"a turn of the game, {low} to {high}" if low is not None else "a turn of the game"
    turns = [
        t.number
        for t in scenario.turns
        if (low is None or t.number >= low) and (high is None or t.number <= high)
    ]
    for arrival in scenario.arrivals:
        subject = ("arrival", scenario.id, arrival.id)
        if arrival.turn is None:
            yield Finding(
                (*subject, "turn"),
                f"reinforcement `{arrival.id}` has no turn",
                expected=track,
                hint=f"write `turn: {turns[0] if turns else 1}`, or the turn in which it is due",
            )
        elif arrival.turn not in turns and turns:
            yield Finding(
                (*subject, "turn"),
                f"reinforcement `{arrival.id}` is due on turn {arrival.turn}, which the game does not have",
                expected=track,
                hint="change `turn`, or lengthen the game with `turns` and `last_turn`",
            )
        elif arrival.until is not None and (arrival.until not in turns or arrival.until < arrival.turn):
            yield Finding(
                (*subject, "until"),
                f"reinforcement `{arrival.id}` is due from turn {arrival.turn} until turn {arrival.until}",
                expected=f"`until` between {arrival.turn} and {high}",
                hint="change `until`, or leave it out where the group may come in any later turn",
            )
        if not arrival.hexes and ctx.map is not None:
            yield Finding(
                entry_of(ctx, arrival),
                f"reinforcement `{arrival.id}` has no entry hex",
                expected="`entry` with an entry area of the map, or `hexes`",
                hint=_entries_hint(ctx, arrival),
                depends=(("entry", arrival.entry, "hexes"),),
            )


def _entries_hint(ctx: CheckContext, arrival: Arrival) -> str:
    names = [e.id for e in ctx.map.entries if e.side in (None, arrival.side)] if ctx.map else []
    return f"write `entry: {names[0]}`" if names else "write `hexes: [0101]` with a hex of the map edge"


@check(
    "JDG092",
    entry="CHK-92",
    name="entry-hex-inside-the-map",
    severity=Severity.ERROR,
    rules=("JDG-5.2.2-a",),
    rationale="Reinforcements enter from off the map, lined up in column behind the entry hex, so it is a "
    "hex of the map edge. Beside hexes out of play the map ends too.",
    bad="grid: {columns: 9, rows: 9}\nreinforcements:\n"
    "  - {id: acland, units: [2-ft], turn: 2, hexes: [0505]}",
    good="grid: {columns: 9, rows: 9}\nreinforcements:\n"
    "  - {id: acland, units: [2-ft], turn: 2, hexes: [0501]}",
)
def entry_hex_inside_the_map(ctx: CheckContext) -> Iterator[Finding]:
    """Yield entry hexes that are not on the map edge."""
    for arrival in setup_of(ctx).arrivals if ctx.map else ():
        inside = [i for i in arrival.hexes if ctx.map is not None and not ctx.map.is_edge(i)]
        if inside:
            many = len(inside) > 1
            out = ctx.map is not None and not any(ctx.map.playable[i] for i in inside)
            off_edge = f"{'do' if many else 'does'} not lie on the map edge"
            yield Finding(
                entry_of(ctx, arrival),
                f"entry {hex_names(ctx, inside)} of reinforcement `{arrival.id}` "
                + (f"{'are' if many else 'is'} out of play" if out else off_edge),
                expected="a hex of the map edge that is in play",
                hint="name the edge hex through which the group comes; it waits off the map behind that hex",
                related=_area_of(arrival),
            )


def _area_of(arrival: Arrival) -> tuple[tuple[Subject, str], ...]:
    if not arrival.entry:
        return ()
    return ((("entry", arrival.entry, "hexes"), f"hexes of the entry area `{arrival.entry}`"),)


@check(
    "JDG093",
    entry="CHK-93",
    name="entry-hex-closed-to-the-group",
    severity=Severity.ERROR,
    rules=("JDG-4.3.2-a", "JDG-4.3.2-b"),
    options=("cinc_terrain_column", "z_means"),
    rationale="A unit cannot enter through terrain that is prohibited to its kind, unless a road or trail "
    "leads through the hex. Where only some of several entry hexes are closed, this is a warning.",
    bad="terrain: |\n  W .        # 0101 is a wood\nreinforcements:\n"
    "  - {id: guns, units: [bty-1], turn: 2, hexes: [0101]}",
    good="terrain: |\n  W .\nreinforcements:\n  - {id: guns, units: [bty-1], turn: 2, hexes: [0201]}",
    may_warn=True,
)
def entry_hex_closed_to_the_group(ctx: CheckContext) -> Iterator[Finding]:
    """Yield entry hexes that a kind of unit of the group cannot enter."""
    setup = setup_of(ctx)
    for arrival in setup.arrivals if setup.ground else ():
        columns: dict[str, list[str]] = {}
        for piece in arrival.pieces:
            kind = "unit" if piece in ctx.units else "leader"
            columns.setdefault(column_of(ctx, piece, kind), []).append(piece)
        for column, pieces in columns.items():
            closed_hexes = [i for i in arrival.hexes if column and is_closed(ctx, i, column)]
            if not closed_hexes:
                continue
            yield Finding(
                entry_of(ctx, arrival),
                f"entry {hex_names(ctx, closed_hexes)} of reinforcement `{arrival.id}` "
                f"{'is' if len(closed_hexes) == 1 else 'are'} closed to {column.replace('_', ' ')}: "
                f"{name_list(pieces)}",
                expected="terrain that every unit of the group may enter, or a road or trail",
                hint="choose another entry hex, or draw the road through it in the map's `ways`",
                severity=None if len(closed_hexes) == len(arrival.hexes) else Severity.WARNING,
            )


@check(
    "JDG094",
    entry="CHK-94",
    name="enemy-on-or-next-to-an-entry-hex",
    severity=Severity.ERROR,
    rules=("JDG-5.2.3-a",),
    options=("entry_exclusion_zoc",),
    rationale="Until the last of the reinforcements due through an entry hex has come, no enemy unit may "
    "stand in it or in a hex next to it. A setup that puts one there breaks the rule from the start.",
    bad="setup:\n  - {unit: fr-2-ln, hex: 0202, facing: E}\nreinforcements:\n"
    "  - {id: acland, units: [2-ft], turn: 2, hexes: [0101]}",
    good="setup:\n  - {unit: fr-2-ln, hex: 0404, facing: E}\nreinforcements:\n"
    "  - {id: acland, units: [2-ft], turn: 2, hexes: [0101]}",
)
def enemy_on_or_next_to_an_entry_hex(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that start in or next to entry hexes of the other side."""
    scenario, setup = ctx.scenario, setup_of(ctx)
    if scenario is None or ctx.map is None:
        return
    zocs = {p.id: setup.zoc(p) for p in setup.units} if ctx.option("entry_exclusion_zoc") is True else {}
    for placement in scenario.placements:
        unit = ctx.units.get(placement.piece)
        hexes = placement.possible_hexes
        for arrival in scenario.arrivals:
            if unit is None or not hexes or None in (unit.side, arrival.side) or unit.side == arrival.side:
                continue
            exclusion_hexes = {i for entry in arrival.hexes for i in (entry, *ctx.map.grid.neighbours(entry))}
            hexes_in_zoc = exclusion_hexes.intersection(zocs.get(placement.piece, ()))
            if set(hexes) <= exclusion_hexes:
                yield _too_near(ctx, placement, arrival, False)
            elif hexes_in_zoc and placement.hexes:
                yield _too_near(ctx, placement, arrival, True)
            else:
                continue
            break  # one finding for each unit is enough


def _too_near(ctx: CheckContext, placement: Placement, arrival: Arrival, by_zoc: bool) -> Finding:
    entries = hex_names(ctx, arrival.hexes)
    hexes = placement.possible_hexes
    where = f"hex {ctx.hex_id(hexes[0])}" if placement.hexes else f"the area {placement.area_name}"
    if by_zoc:
        what = f"`{placement.piece}` in {where} has a zone of control that reaches an entry hex"
    elif set(hexes) <= set(arrival.hexes):
        what = f"`{placement.piece}` starts in {where}, an entry hex"
    else:
        what = f"`{placement.piece}` starts in {where}, next to an entry hex"
    return Finding(
        (*ctx.placement_subject(placement.piece), "hex" if placement.hexes else "place"),
        f"{what} of the enemy: `{arrival.id}` of `{arrival.side}` enters in {entries}",
        expected="no enemy unit in an entry hex or in the six hexes around it",
        hint=f"place `{placement.piece}` at least {3 if by_zoc else 2} hexes away, or move the entry",
        related=((entry_of(ctx, arrival), f"`{arrival.id}` enters here"),),
    )


@check(
    "JDG095",
    entry="CHK-95",
    name="own-units-on-an-entry-hex",
    severity=Severity.WARNING,
    rules=("JDG-4.1.3-f", "JDG-5.2.2-d"),
    rationale="Reinforcements enter by forced march, and a forced march may not enter a hex with a friendly "
    "unit. Units that start on the entry hex and stay there keep the reinforcements out.",
    bad="setup:\n  - {unit: 1-9, hex: 0101, facing: E}\nreinforcements:\n"
    "  - {id: acland, units: [2-ft], turn: 2, hexes: [0101]}",
    good="setup:\n  - {unit: 1-9, hex: 0303, facing: E}\nreinforcements:\n"
    "  - {id: acland, units: [2-ft], turn: 2, hexes: [0101]}",
)
def own_units_on_an_entry_hex(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes in which units start and friends enter."""
    scenario, setup = ctx.scenario, setup_of(ctx)
    if scenario is None:
        return
    for index in sorted(setup.stacks):
        for side, units in by_side(setup.stacks[index]):
            entering = [a.id for a in scenario.arrivals if a.side == side and index in a.hexes]
            if not entering:
                continue
            yield Finding(
                (*ctx.placement_subject(units[0].id), "hex"),
                f"{name_list(p.id for p in units)} {'starts' if len(units) == 1 else 'start'} in hex "
                f"{ctx.hex_id(index)}, where {name_list(entering)} will enter",
                expected="an entry hex without own units",
                hint="place them a hex farther on: a forced march may not enter a hex with a friendly unit",
                related=tuple((("arrival", scenario.id, name), f"`{name}` enters here") for name in entering),
            )


@check(
    "JDG096",
    entry="CHK-96",
    name="entry-hexes-of-both-sides-together",
    severity=Severity.ERROR,
    rules=("JDG-5.2.3-a",),
    rationale="No unit may stand in or next to an enemy entry hex while reinforcements are due there. Where "
    "both sides enter through the same or adjacent hexes, whoever comes first breaks that rule.",
    bad="reinforcements:\n  - {id: acland, units: [2-ft], turn: 2, hexes: [0101]}\n"
    "  - {id: kellermann, units: [fr-gren], turn: 3, hexes: [0102]}",
    good="reinforcements:\n  - {id: acland, units: [2-ft], turn: 2, hexes: [0101]}\n"
    "  - {id: kellermann, units: [fr-gren], turn: 3, hexes: [0109]}",
)
def entry_hexes_of_both_sides_together(ctx: CheckContext) -> Iterator[Finding]:
    """Yield entry hexes of one side that touch those of the other."""
    scenario = ctx.scenario
    if scenario is None or ctx.map is None:
        return
    usable_arrivals = [a for a in scenario.arrivals if a.side is not None and a.hexes]
    grid = ctx.map.grid
    # Looked up by hex, not compared one by one: there may be tens of thousands.
    first_at: dict[int, dict[str | None, int]] = {}
    for number, arrival in enumerate(usable_arrivals):
        near = [first_at.get(index, {}) for hex_ in arrival.hexes for index in grid.disc(hex_, 1)]
        for hex_ in arrival.hexes:
            first_at.setdefault(hex_, {}).setdefault(arrival.side, number)
        rivals = [first for sides in near for side, first in sides.items() if side != arrival.side]
        if not rivals:
            continue
        other = usable_arrivals[min(rivals)]  # one finding for each group is enough
        here, there = next((i, j) for i in arrival.hexes for j in other.hexes if grid.distance(i, j) <= 1)
        how = "where" if here == there else f"next to hex {ctx.hex_id(there)}, where"
        yield Finding(
            entry_of(ctx, arrival),
            f"`{arrival.id}` of `{arrival.side}` enters in hex {ctx.hex_id(here)}, {how} `{other.id}` of "
            f"`{other.side}` enters",
            expected="entry hexes of the two sides at least 2 hexes apart",
            hint="give one of the two groups another entry hex",
            related=((entry_of(ctx, other), f"`{other.id}` enters here"),),
        )


CHECKS = (
    reinforcement_without_turn_or_entry,
    entry_hex_inside_the_map,
    entry_hex_closed_to_the_group,
    enemy_on_or_next_to_an_entry_hex,
    own_units_on_an_entry_hex,
    entry_hexes_of_both_sides_together,
    *arrivals.CHECKS,
)
