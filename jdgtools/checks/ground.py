"""Slips of a map that every reader sees and no shape forbids: gaps, jumps, labels, areas out of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check, hex_names, is_are, is_written, outside
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import MAX_LISTED, first_names, name_list
from jdgtools.hexgrid import Corner, Hexside
from jdgtools.hexgrid.names import direction_name
from jdgtools.model.map import BattleMap

_SETTLEMENTS = ("city", "town", "village")
"""Ranks of places that stand on buildings; a farm may be too small for a hex of its own."""
_JUMP = 2
"""Levels between neighbours that no gentle ground has."""
_TOWER = 3
"""Levels above or below all neighbours that hardly any ground has."""
_NEIGHBOURS = 3
"""Neighbours in play that must say so."""


@general_check(
    "MAP074",
    name="area-out-of-play",
    severity=Severity.WARNING,
    rationale="Nobody can enter through a hex that the picture `playable` takes out of play, and a region of "
    "which no hex is in play can be neither reached nor held. Either the area or the picture has slipped.",
    bad="playable: |\n  . #        # 0201 is out of play\nentries:\n"
    "  - {id: east, side: french, hexes: [0201]}",
    good="playable: |\n  . #\nentries:\n  - {id: east, side: french, hexes: [0101]}",
    scope="battle",
)
def area_out_of_play(ctx: CheckContext) -> Iterator[Finding]:
    """Yield entry areas with hexes out of play that no reinforcement names; regions wholly out of play."""
    if ctx.map is None:
        return
    used = {arrival.entry for scenario in ctx.battle.scenarios for arrival in scenario.arrivals}
    for entry in ctx.map.entries:
        out = outside(ctx.map, entry.hexes)
        if out and entry.id not in used:
            yield Finding(
                ("entry", entry.id, "hexes"),
                f"{hex_names(ctx, out)} of entry area `{entry.id}` {is_are(out)} out of play",
                expected="hexes that are in play",
                hint="name the hex beside it, or put it into play in the map's `playable` picture",
            )
    for region in ctx.map.regions:
        if region.hexes and len(outside(ctx.map, region.hexes)) == len(region.hexes):
            yield Finding(
                ("region", region.id, "hexes"),
                f"no hex of region `{region.id}` is in play: {hex_names(ctx, region.hexes)}",
                expected="a region with hexes that are in play",
                hint="name other hexes, or put these into play in the map's `playable` picture",
            )


@general_check(
    "MAP075",
    name="gap-in-a-river",
    severity=Severity.WARNING,
    rationale="A stream or river does not stop and begin again one hexside farther on. A hole of one hexside "
    "between two ends is a hexside that was forgotten, and units walk dry-shod through it. A bridge or a "
    "ford goes on the hexside of the river, it does not replace it.",
    bad="rivers:\n  - {kind: river, sides: [0305/SW-NW, 0305/NE-SE]}      # and not 0305/N",
    good="rivers:\n  - {kind: river, sides: [0305/SW-NW, 0305/N, 0305/NE-SE]}",
    scope="battle",
)
def gap_in_a_river(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexsides without water whose two corners are both ends of water."""
    if ctx.map is None:
        return
    water = _water_sides(ctx, ctx.map)
    grid = ctx.map.grid
    pairs = [(corner, side) for side in water for corner in grid.side_ends(side)]
    ends = Counter(corner for corner, _ in pairs)
    loose = {corner: side for corner, side in pairs if ends[corner] == 1}
    for corner in sorted(loose):
        for gap in grid.corner_sides(corner):
            hexes = grid.side_hexes(gap)
            other = next(c for c in grid.side_ends(gap) if c != corner) if gap not in water else corner
            # Each gap has two ends: the lower one speaks.
            if other <= corner or other not in loose or len(hexes) < 2 or outside(ctx.map, hexes):
                continue
            if _in_water(ctx, ctx.map, corner) or _in_water(ctx, ctx.map, other):
                continue
            keys = sorted({f.key for end in (corner, other) for f in ctx.map.by_side[loose[end]] if f.key})
            name = f"{ctx.hex_id(gap.a)}/{direction_name(grid.orientation, gap.d)}"
            yield Finding(
                ("hexside", keys[0], "sides") if keys else ("map", "rivers"),
                f"there is a gap of one hexside in the water: {name}, between {hex_names(ctx, hexes)}",
                expected=f"`{name}` among the sides of {name_list(keys, 'or')}"
                if keys
                else f"`{name}` among the sides",
                hint="add it; a bridge or ford on it goes under `crossings`; where all looks right as it is "
                "written, `shifted` of the grid is the other word",
            )


@general_check(
    "MAP079",
    name="river-in-pieces",
    severity=Severity.WARNING,
    rationale="The sides of one river follow one another, or water of another name lies between them. A side "
    "far from the others, in the middle of the map, is mostly a wrong digit: it lacks in one place and bars "
    "the way in another.",
    bad="rivers:\n  - {id: alva, kind: river, sides: [0305/SW-NW, 0405/N, 0804/S]}   # 0404/S was meant",
    good="rivers:\n  - {id: alva, kind: river, sides: [0305/SW-NW, 0305/N, 0404/S]}",
    scope="battle",
)
def river_in_pieces(ctx: CheckContext) -> Iterator[Finding]:
    """Yield rivers with sides that no water joins to the others and that lie inside the map."""
    if ctx.map is None:
        return
    grid, water = ctx.map.grid, _water_sides(ctx, ctx.map)
    pieces = _pieces(ctx.map, water)
    rivers: dict[str, list[Hexside]] = {}
    for side in sorted(water):
        for feature in ctx.map.by_side[side]:
            if feature.key:
                rivers.setdefault(feature.key, []).append(side)
    for key, sides in rivers.items():
        counts = Counter(pieces[side] for side in sides)
        if len(counts) < 2:
            continue
        main = counts.most_common(1)[0][0]
        # A piece that begins at the border comes from outside.
        river_hexes = {main} | {
            pieces[side]
            for side in sides
            if any(_at_an_end(ctx, ctx.map, corner) for corner in grid.side_ends(side))
        }
        astray = [side for side in sides if pieces[side] not in river_hexes]
        if astray:
            between = [
                " and ".join(ctx.hex_id(i) for i in sorted(grid.side_hexes(side), key=ctx.hex_id))
                for side in astray
            ]
            yield Finding(
                ("hexside", key, "sides"),
                f"water of `{key}` lies apart from its other sides: "
                f"between {first_names(between, MAX_LISTED, ', between ')}",
                expected="sides that follow one another",
                hint="correct the numbers, or write what is another river under an id of its own",
            )


def _pieces(battle_map: BattleMap, water: set[Hexside]) -> dict[Hexside, int]:
    """Return the number of its piece for each hexside of water; those that meet in a corner are one piece.

    Two ends with one hexside between them count as joined: that gap has a message of its own (MAP075).
    """
    grid = battle_map.grid
    pieces: dict[Hexside, int] = {}
    for start in sorted(water):
        if start in pieces:
            continue
        number, waiting = len(pieces), [start]
        pieces[start] = number
        while waiting:
            for corner in grid.side_ends(waiting.pop()):
                ends = {end for side in grid.corner_sides(corner) for end in grid.side_ends(side)}
                touching = {side for end in ends for side in grid.corner_sides(end)}
                for side in (touching & water) - pieces.keys():
                    pieces[side] = number
                    waiting.append(side)
    return pieces


def _at_an_end(ctx: CheckContext, battle_map: BattleMap, corner: Corner) -> bool:
    """Return whether water may begin at a corner: at the border of the map or of the play, or in water."""
    hexes = battle_map.grid.corner_hexes(corner)
    return len(hexes) < 3 or _in_water(ctx, battle_map, corner)


def _water_sides(ctx: CheckContext, battle_map: BattleMap) -> set[Hexside]:
    kinds = {t.id for t in ctx.battle.series.terrains if t.kind == "hexside" and t.water}
    return {side for side, features in battle_map.by_side.items() if any(f.kind in kinds for f in features)}


def _in_water(ctx: CheckContext, battle_map: BattleMap, corner: Corner) -> bool:
    """Return whether a hex of water, or of no terrain, lies at the corner: there a river may well end."""
    for index in battle_map.grid.corner_hexes(corner):
        terrain = ctx.battle.series.terrain(battle_map.terrain[index] or "", "hex")
        if terrain is None or terrain.water or not battle_map.playable[index]:
            return True
    return False


@general_check(
    "MAP076",
    name="settlement-without-buildings",
    severity=Severity.WARNING,
    rationale="Players look for a town where its name stands. A place of rank `city`, `town` or `village` on "
    "a hex without buildings is mostly a label one hex away from its houses, or a hex whose terrain was "
    "mistyped. A name without houses has the rank `area`, `farm` or `height`.",
    bad="terrain: |\n  V v        # village, vineyard\nplaces:\n"
    "  - {id: rolica, name: Roliça, hex: 0201, rank: village}",
    good="terrain: |\n  V v\nplaces:\n  - {id: rolica, name: Roliça, hex: 0101, rank: village}",
    scope="battle",
)
def settlement_without_buildings(ctx: CheckContext) -> Iterator[Finding]:
    """Yield labels of towns and villages on hexes of other terrain."""
    if ctx.map is None:
        return
    buildings = {t.id for t in ctx.battle.series.terrains if t.kind == "hex" and t.building}
    if not buildings.intersection(t for t in ctx.map.terrain if t):
        return  # a map without houses shows its places by their names alone
    for place in ctx.map.places:
        kind = ctx.map.terrain[place.hex]
        # Without a word about its rank a name is not said to be a village.
        if place.rank not in _SETTLEMENTS or not is_written(ctx, "place", place.id, "rank"):
            continue
        if kind is None or kind in buildings:
            continue
        near = [i for i in ctx.map.grid.neighbours(place.hex) if ctx.map.terrain[i] in buildings]
        yield Finding(
            ("place", place.id, "hex"),
            f"{place.rank} `{place.id}` stands on `{kind}`, in hex {ctx.hex_id(place.hex)}",
            expected="a hex with buildings: " + name_list(sorted(buildings), "or"),
            hint=f"buildings stand next to it, in {hex_names(ctx, near)}"
            if near
            else "give the hex that terrain, or the name another rank, such as `area`",
            depends=(("map", "terrain"),),
        )


@general_check(
    "MAP077",
    name="levels-jump",
    severity=Severity.WARNING,
    rationale="Where the ground rises by two levels or more from one hex to the next, there is a slope, a "
    "cliff or a bank. Without one on the hexside units climb it at no cost, and nobody sees it on the map: "
    "mostly a level was mistyped.",
    bad="levels: |\n  0 2        # and nothing on the hexside between them",
    good="levels: |\n  0 2\nhexsides:\n  - {kind: steep_slope, sides: [0201/SW]}",
    scope="battle",
)
def levels_jump(ctx: CheckContext) -> Iterator[Finding]:
    """Yield neighbours that differ by two levels or more with no hexside feature but water between them."""
    series = ctx.battle.series
    if ctx.map is None or not any(t.rise for t in series.terrains):
        return
    banks = {t.id for t in series.terrains if t.kind == "hexside" and not t.water}
    lonely = _lonely(ctx.map)  # MAP082 says so
    levels, playable, table = ctx.map.levels, ctx.map.playable, ctx.map.grid.neighbour_table
    jumps = []
    for i, here in enumerate(levels):
        if here is None or not playable[i]:
            continue
        for d in range(6):
            j = table[i][d]
            if j is None or j < i or not playable[j] or i in lonely or j in lonely:
                continue
            there = levels[j]
            if there is None or abs(here - there) < _JUMP:
                continue
            if not any(f.kind in banks for f in ctx.map.features_at(i, d)):
                jumps.append(f"{ctx.hex_id(i)} and {ctx.hex_id(j)} ({here} and {there})")
    if jumps:
        yield Finding(
            ("map", "levels"),
            f"levels jump between neighbouring hexes without a slope: {first_names(jumps, MAX_LISTED)}",
            expected="a slope or cliff on a hexside where levels differ by two or more",
            hint="correct the level, or write the slope under `hexsides` from its higher hex",
        )


@general_check(
    "MAP082",
    name="lonely-level",
    severity=Severity.WARNING,
    rationale="Where slopes follow from the levels, a mistyped level makes a tower or a pit of one hex with "
    "slopes all round it, and no hexside is missing. Ground of three levels or more above or below every hex "
    "beside it is rare enough to be looked at.",
    bad="levels: |\n  0 0 0\n  0 4 0\n  0 0 0\nslopes: from levels",
    good="levels: |\n  0 0 0\n  0 1 0\n  0 0 0\nslopes: from levels",
    scope="battle",
)
def lonely_level(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes that lie three levels or more above, or below, all their neighbours in play."""
    if ctx.map is None:
        return
    lonely = [f"{ctx.hex_id(i)} ({here})" for i, here in _lonely(ctx.map).items()]
    if lonely:
        yield Finding(
            ("map", "levels"),
            f"hex {first_names(lonely, MAX_LISTED)} lies {_TOWER} levels or more off all around it",
            expected="levels that go on in a neighbouring hex",
            hint="correct the level; a rock or a pit of one hex is accepted by `accepts`",
        )


def _lonely(battle_map: BattleMap) -> dict[int, int]:
    """Return the hexes that lie three levels or more off all their neighbours, each with its level."""
    levels, playable, table = battle_map.levels, battle_map.playable, battle_map.grid.neighbour_table
    lonely: dict[int, int] = {}
    for i, here in enumerate(levels):
        if here is None or not playable[i]:
            continue
        around = [levels[j] for j in table[i] if j is not None and playable[j]]
        rises = [here - level for level in around if level is not None]
        if len(rises) >= _NEIGHBOURS and (min(rises) >= _TOWER or max(rises) <= -_TOWER):
            lonely[i] = here
    return lonely


@general_check(
    "MAP099",
    name="way-that-stops-short",
    severity=Severity.WARNING,
    rationale="A road leads to a village, and the two parts of a road meet. One that ends in the hex before, "
    "where nothing is, saves nobody a movement point on the last step: its last hex is missing.",
    bad="places:\n  - {id: mill, name: The mill, hex: 0402, rank: village}\n"
    "ways:\n  - {kind: road, hexes: 0102-0202-0302, from: W}",
    good="places:\n  - {id: mill, name: The mill, hex: 0402, rank: village}\n"
    "ways:\n  - {kind: road, hexes: 0102-0202-0302-0402, from: W}",
    scope="battle",
)
def way_that_stops_short(ctx: CheckContext) -> Iterator[Finding]:
    """Yield loose ends of ways beside a settlement that they lead to, or beside another such end."""
    if ctx.map is None or ctx.battle.in_force is not None:
        return  # what a scenario takes away of a way is gone on purpose
    grid = ctx.map.grid
    settlements = {place.hex: place.id for place in ctx.map.places if place.rank in _SETTLEMENTS}
    ends = _loose_ends(ctx.map, settlements)
    for end, (before, way) in ends.items():
        # What the way comes from, or runs along, lies beside its last but one hex too.
        ahead = [i for i in grid.neighbours(end) if grid.distance(before, i) > 1]
        goals = [i for i in ahead if i in settlements or (i > end and i in ends and ends[i][1] != way)]
        if goals:
            goal = goals[0]
            what = f"place `{settlements[goal]}`" if goal in settlements else f"the end of `{ends[goal][1]}`"
            yield Finding(
                ("way", way, "hexes"),
                f"way `{way}` ends in hex {ctx.hex_id(end)}, one hex before {what} in {ctx.hex_id(goal)}",
                expected=f"a way that goes on to {ctx.hex_id(goal)}",
                depends=(("map", "ways"),),
            )


def _loose_ends(battle_map: BattleMap, settlements: Mapping[int, str]) -> dict[int, tuple[int, str]]:
    """Return hexes where a way ends alone and at no settlement, each with the hex before and the way."""
    counts = Counter(index for way in battle_map.ways for index in way.hexes)
    ends: dict[int, tuple[int, str]] = {}
    for way in battle_map.ways:
        if len(way.hexes) < 2:
            continue  # of one hex, or of none where the chain cannot be read: told by others
        for number, before in ((0, way.hexes[1]), (-1, way.hexes[-2])):
            end = way.hexes[number]
            if way.exits[number] is None and counts[end] == 1 and end not in settlements:
                ends[end] = before, way.key
    return ends


CHECKS: tuple[Check, ...] = (
    area_out_of_play,
    gap_in_a_river,
    river_in_pieces,
    settlement_without_buildings,
    levels_jump,
    lonely_level,
    way_that_stops_short,
)
