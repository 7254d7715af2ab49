"""Checks of the places of a scenario: are setup, entries and areas in play, and can anybody come in there?"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import (
    general_check,
    hex_names,
    is_are,
    is_open,
    is_written,
    movement_classes,
    outside,
)
from jdgtools.checks.setup import setup_view, turn_not_played
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.context import Subject
from jdgtools.model.map import EntryArea
from jdgtools.model.scenario import Arrival


@general_check(
    "GEN070",
    name="piece-out-of-play",
    severity=Severity.ERROR,
    rationale="Hexes that the picture `playable` marks `#` are no part of the map. A piece that starts there "
    "could neither move nor be attacked.",
    bad="playable: |\n  . #        # 0201 is out of play\nsetup:\n  - {unit: a, hex: 0201}",
    good="playable: |\n  . #\nsetup:\n  - {unit: a, hex: 0101}",
)
def piece_out_of_play(ctx: CheckContext) -> Iterator[Finding]:
    """Yield pieces that start in hexes out of play, or in an area of which no hex is in play."""
    if ctx.map is None or ctx.scenario is None:
        return
    for placement in ctx.scenario.placements:
        hexes = placement.possible_hexes
        out = outside(ctx.map, hexes)
        if out and (placement.hexes or len(out) == len(hexes)):
            yield Finding(
                (*ctx.placement_subject(placement.piece), "hex" if placement.hexes else "place"),
                f"`{placement.piece}` starts in {hex_names(ctx, out)}, which {is_are(out)} out of play",
                expected="a hex of the map that is in play",
                hint="choose another hex, or put the hex into play in the map's `playable` picture",
            )


def entry_of(ctx: CheckContext, arrival: Arrival) -> Subject:
    """Return the place that names the entry hexes of a reinforcement."""
    scenario = ctx.scenario.id if ctx.scenario else ""
    key = "hexes" if is_written(ctx, "arrival", scenario, arrival.id, "hexes") else "entry"
    return ("arrival", scenario, arrival.id, key)


@general_check(
    "GEN071",
    name="entry-out-of-play",
    severity=Severity.ERROR,
    rationale="A reinforcement comes on through a hex of the map. Hexes that the picture `playable` marks "
    "`#` are none: the group would never get in.",
    bad="playable: |\n  . #        # 0201 is out of play\nreinforcements:\n"
    "  - {id: late, units: [a], turn: 2, hexes: [0201]}",
    good="playable: |\n  . #\nreinforcements:\n  - {id: late, units: [a], turn: 2, hexes: [0101]}",
    may_warn=True,
)
def entry_out_of_play(ctx: CheckContext) -> Iterator[Finding]:
    """Yield entry hexes out of play; a warning where others of the group are in play."""
    for arrival in setup_view(ctx).arrivals:
        out = outside(ctx.map, arrival.hexes) if ctx.map else []
        if out:
            area = (("entry", arrival.entry, "hexes"), f"hexes of the entry area `{arrival.entry}`")
            yield Finding(
                entry_of(ctx, arrival),
                f"entry {hex_names(ctx, out)} of reinforcement `{arrival.id}` {is_are(out)} out of play",
                expected="a hex at the edge of the map that is in play",
                hint="name the hex beside it, or put it into play in the map's `playable` picture",
                related=(area,) if arrival.entry else (),
                severity=None if len(out) == len(arrival.hexes) else Severity.WARNING,
            )


@general_check(
    "GEN073",
    name="entry-of-the-enemy",
    severity=Severity.WARNING,
    rationale="An entry area that names a side is the way in, or out, of that side. A reinforcement of the "
    "other side that comes through it appears in the enemy's rear: mostly the line was copied.",
    bad="entries:\n  - {id: lisbon-road, side: french, hexes: [0930]}\nreinforcements:\n"
    "  - {id: acland, command: acland, units: [2-ft], turn: 2, entry: lisbon-road}   # British",
    good="entries:\n  - {id: beach, side: british, hexes: [0101]}\nreinforcements:\n"
    "  - {id: acland, command: acland, units: [2-ft], turn: 2, entry: beach}",
)
def entry_of_the_enemy(ctx: CheckContext) -> Iterator[Finding]:
    """Yield reinforcements that name an entry area of the other side, or hexes of such areas alone."""
    for arrival in setup_view(ctx).arrivals:
        enemy = _entries_of_the_enemy(ctx, arrival)
        if enemy and ctx.map is not None:
            usable = [e.id for e in ctx.map.entries if e.side in (None, arrival.side)]
            yield Finding(
                entry_of(ctx, arrival),
                f"reinforcement `{arrival.id}` of `{arrival.side}` comes through "
                f"{name_list(e.id for e in enemy)}, an entry of `{enemy[0].side}`",
                expected=f"an entry area of `{arrival.side}`",
                hint=f"write `entry: {usable[0]}`, or leave out the side of an entry that both use"
                if usable
                else "leave out the side of an entry that both use",
                related=((("entry", enemy[0].id, "side"), f"the side of `{enemy[0].id}`"),),
            )


def _entries_of_the_enemy(ctx: CheckContext, arrival: Arrival) -> list[EntryArea]:
    """Return the entry areas that a reinforcement uses, if all of them are the enemy's."""
    if ctx.map is None or arrival.side is None or not arrival.hexes:
        return []
    areas = [e for e in ctx.map.entries if set(e.hexes).intersection(arrival.hexes)]
    if arrival.entry:
        areas = [e for e in areas if e.id == arrival.entry]
    elif not set(arrival.hexes) <= {i for e in areas for i in e.hexes}:
        return []  # some of the hexes are nobody's
    return areas if all(e.side not in (None, arrival.side) for e in areas) else []


@general_check(
    "GEN212",
    name="entry-in-the-rear-of-the-enemy",
    severity=Severity.WARNING,
    rationale="An army routs to the edge from which it came. A reinforcement of the other side that comes on "
    "there stands behind its enemy: mostly the hexes of two entries were exchanged. Where it is history, "
    "accept this with the reason.",
    bad="sides:\n  - {side: british, rout_edge: N}\n  - {side: french, rout_edge: S}\nreinforcements:\n"
    "  - {id: acland, command: acland, units: [2-ft], turn: 2, hexes: [0930]}   # British, at the south edge",
    good="sides:\n  - {side: british, rout_edge: N}\n  - {side: french, rout_edge: S}\nreinforcements:\n"
    "  - {id: acland, command: acland, units: [2-ft], turn: 2, hexes: [0901]}",
)
def entry_in_the_rear_of_the_enemy(ctx: CheckContext) -> Iterator[Finding]:
    """Yield reinforcements whose entry hexes all lie at the rout edge of the enemy, and not at their own."""
    if ctx.map is None or ctx.scenario is None:
        return
    edges = {
        entry.side: (entry.rout_edge, ctx.map.edge_hexes(entry.rout_edge))
        for entry in ctx.scenario.sides
        if entry.rout_edge and set(entry.rout_edge) <= set("NESW")  # else it has been reported
    }
    for arrival in setup_view(ctx).arrivals:
        hexes = set(arrival.hexes)
        own_edge = edges.get(arrival.side or "", ("", frozenset()))
        if not hexes or arrival.side is None or hexes & own_edge[1] or _entries_of_the_enemy(ctx, arrival):
            continue
        for side, (edge, hexes_there) in edges.items():
            if side != arrival.side and hexes <= hexes_there:
                area = (("entry", arrival.entry, "hexes"), f"hexes of the entry area `{arrival.entry}`")
                yield Finding(
                    entry_of(ctx, arrival),
                    f"reinforcement `{arrival.id}` of `{arrival.side}` comes on at the {edge} edge, "
                    f"to which `{side}` routs",
                    expected=f"an entry in the rear or on a flank of `{arrival.side}`",
                    hint="are the hexes of two entries exchanged?",
                    related=(area,) if arrival.entry else (),
                )


@general_check(
    "GEN074",
    name="entry-closed-to-the-group",
    severity=Severity.WARNING,
    rationale="A unit comes on only through ground that its kind may enter. Guns that are due in a wood wait "
    "off the map for ever.",
    bad="terrain: |\n  W .        # wood: closed to artillery\nreinforcements:\n"
    "  - {id: guns, units: [battery], turn: 2, hexes: [0101]}",
    good="terrain: |\n  W .\nreinforcements:\n  - {id: guns, units: [battery], turn: 2, hexes: [0201]}",
)
def entry_closed_to_the_group(ctx: CheckContext) -> Iterator[Finding]:
    """Yield reinforcements with a kind of unit that can enter none of their entry hexes."""
    for arrival in setup_view(ctx).arrivals:
        hexes = [i for i in arrival.hexes if ctx.map and ctx.map.playable[i]]
        for movement_class in movement_classes(ctx, arrival.pieces) if hexes else ():
            if any(is_open(ctx, i, movement_class) for i in hexes):
                continue
            stuck = [p for p in arrival.pieces if movement_class in movement_classes(ctx, [p])]
            yield Finding(
                entry_of(ctx, arrival),
                f"entry {hex_names(ctx, hexes)} of reinforcement `{arrival.id}` "
                f"{is_are(hexes)} closed to {name_list(stuck)}",
                expected="a hex that every unit of the group may enter",
                hint="choose another entry hex, or draw the road through it in the map's `ways`",
            )


@general_check(
    "GEN079",
    name="arrival-outside-the-turns",
    severity=Severity.ERROR,
    rationale="A reinforcement that is due in a turn that the game does not have never comes.",
    bad="turns: {count: 6}\nreinforcements:\n  - {id: late, units: [a], turn: 9, entry: east}",
    good="turns: {count: 6}\nreinforcements:\n  - {id: late, units: [a], turn: 4, entry: east}",
)
def arrival_outside_the_turns(ctx: CheckContext) -> Iterator[Finding]:
    """Yield reinforcements due in no turn of the game."""
    scenario = ctx.scenario
    if scenario is None:
        return
    for arrival in setup_view(ctx).arrivals if scenario.turns else ():
        outside_turns = tuple(turn_not_played(scenario, arrival))
        yield from outside_turns
        if outside_turns:
            continue
        if arrival.until is not None and arrival.until < (arrival.turn or 0):
            yield Finding(
                ("arrival", scenario.id, arrival.id, "until"),
                f"reinforcement `{arrival.id}` is due from turn {arrival.turn} until turn {arrival.until}",
                expected=f"`until` {arrival.turn} or later",
                hint="change `until`, or leave it out",
            )


@general_check(
    "GEN094",
    name="setup-area-too-small",
    severity=Severity.WARNING,
    rationale="Units that the player places within an area need room there: hexes in play, and in each no "
    "more units than may ever stand in one hex.",
    bad="regions:\n  - {id: camp, hexes: [0305]}\nsetup:      # one unit may stand in a hex\n"
    "  - {unit: a, region: camp}\n  - {unit: b, region: camp}",
    good="regions:\n  - {id: camp, hexes: [0305, 0306]}\nsetup:\n  - {unit: a, region: camp}\n"
    "  - {unit: b, region: camp}",
)
def setup_area_too_small(ctx: CheckContext) -> Iterator[Finding]:
    """Yield areas with more units than their hexes can hold."""
    limit = ctx.battle.series.stack_limit
    if ctx.map is None or ctx.scenario is None or limit is None:
        return
    areas: dict[tuple[int, ...], list[str]] = {}
    for placement in ctx.scenario.placements:
        if placement.kind == "unit" and placement.area and not placement.hexes:
            areas.setdefault(tuple(sorted(placement.area)), []).append(placement.piece)
    series = ctx.battle.series
    for area, units in areas.items():
        room = 0
        for i in area:
            terrain = series.terrain(ctx.map.terrain[i] or "", "hex")
            room += limit if ctx.map.playable[i] and not (terrain and terrain.impassable) else 0
        if room and len(units) > room:
            place = ctx.scenario.placement(units[-1])
            where = f"the area `{place.area_name}`" if place is not None and place.area_name else "one area"
            yield Finding(
                (*ctx.placement_subject(units[-1]), "place"),
                f"{len(units)} units start in {where}, which holds {room} at most: {hex_names(ctx, area)}",
                expected=f"at most {limit} in a hex, so {room} units",
                hint="make the area larger, or place some of them elsewhere",
            )


CHECKS: tuple[Check, ...] = (
    piece_out_of_play,
    entry_out_of_play,
    entry_of_the_enemy,
    entry_in_the_rear_of_the_enemy,
    entry_closed_to_the_group,
    arrival_outside_the_turns,
    setup_area_too_small,
)
