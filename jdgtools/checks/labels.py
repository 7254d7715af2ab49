"""Names and signs on the map that contradict it: labels, heights, crossings."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check, is_written
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.map import BattleMap, NamedPlace
from jdgtools.model.text import Text

_TOGETHER = 4
"""More hexes than these show how an area lies."""
_FAR = 3
"""Hexes between what belongs together and what does not."""
_HEXES_A_RISE = 100
"""Levels that together are no higher than a hex is wide, where one is hardly seen."""
_UNNAMED_RANKS = ("area", "wood", "water")
"""Ranks of which a map may well have two of one name: the ends of a wood, two roads to one town."""


@general_check(
    "MAP090",
    name="places-of-one-name",
    severity=Severity.WARNING,
    rationale="Orders, special rules and players speak of places by their names. Two settlements or heights "
    "of one name, in any language, are mostly one name typed twice.",
    bad="places:\n  - {id: mill, name: Hof, hex: 0202}\n  - {id: farm, name: Hof, hex: 0504}",
    good="places:\n  - {id: mill, name: Oberhof, hex: 0202}\n  - {id: farm, name: Hof, hex: 0504}",
    scope="battle",
)
def places_of_one_name(ctx: CheckContext) -> Iterator[Finding]:
    """Yield settlements and heights with a name that an earlier one has in the same language."""
    if ctx.map is None:
        return
    first_by_name: dict[tuple[str, str], NamedPlace] = {}
    for place in ctx.map.places:
        if place.rank in _UNNAMED_RANKS:
            continue
        for language, text in place.name.values:
            first = first_by_name.setdefault((language, text.strip()), place)
            if first is not place and text.strip():
                yield Finding(
                    ("place", place.id, "name"),
                    f"places `{first.id}` and `{place.id}` have the same name, {text.strip()}",
                    expected="a name of its own for each",
                    related=((("place", first.id, "name"), f"`{first.id}`, in hex {ctx.hex_id(first.hex)}"),),
                    depends=(("strings", language),),
                )
                break


@general_check(
    "MAP091",
    name="height-in-a-hollow",
    severity=Severity.WARNING,
    rationale="A label of rank `height` names a hill. Where every hex around is as high or higher, the label "
    "stands in the wrong hex: often column and row are exchanged.",
    bad="places:\n  - {id: hill, name: Mill Hill, hex: 0105, rank: height}     # 0501 is the hill",
    good="places:\n  - {id: hill, name: Mill Hill, hex: 0501, rank: height}",
    scope="battle",
)
def height_in_a_hollow(ctx: CheckContext) -> Iterator[Finding]:
    """Yield labels of heights in hexes that no hex within two of them is lower than, on maps with levels."""
    battle_map = ctx.map
    if battle_map is None or len({level for level in battle_map.levels if level is not None}) < 2:
        return
    grid = battle_map.grid
    for place in battle_map.places:
        level = battle_map.levels[place.hex]
        if place.rank != "height" or level is None:
            continue
        around = [battle_map.levels[i] for i in grid.disc(place.hex, 2) if i != place.hex]
        levels_around = [other for other in around if other is not None]
        # A plateau at the edge may go on beyond it; a hill on top of all others needs no lower hex.
        if (
            not levels_around
            or min(levels_around) < level
            or level == max(x for x in battle_map.levels if x is not None)
        ):
            continue
        yield Finding(
            ("place", place.id, "hex"),
            f"height `{place.id}` stands in hex {ctx.hex_id(place.hex)} of level {level}, and no hex within "
            "two of it is lower",
            expected="a hex that is higher than some hex around it",
            hint="column and row exchanged? If it names a hollow or a plain, give it `rank: area`",
        )


@general_check(
    "MAP092",
    name="crossing-beside-the-water",
    severity=Severity.WARNING,
    rationale="A bridge or ford stands on the hexside of the water that it crosses. On a dry hexside it is "
    "of no use, and the crossing that was meant is missing.",
    bad="rivers:\n  - {kind: river, sides: [0104/N]}\ncrossings:\n  - {kind: ford, side: 0104/S}",
    good="rivers:\n  - {kind: river, sides: [0104/N]}\ncrossings:\n  - {kind: ford, side: 0104/N}",
    scope="battle",
)
def crossing_beside_the_water(ctx: CheckContext) -> Iterator[Finding]:
    """Yield bridges and fords on hexsides without water."""
    battle_map, series = ctx.map, ctx.battle.series
    if battle_map is None:
        return
    water = {t.id for t in series.terrains if t.kind == "hexside" and t.water}
    if not water:
        return
    for feature in battle_map.features:
        if series.terrain(feature.kind, "crossing") is None or feature.side in battle_map.unknown_sides:
            continue
        if not any(other.kind in water for other in battle_map.by_side[feature.side]):
            yield Finding(
                ("hexside", feature.key, "side"),
                f"{feature.kind} `{feature.key}` lies on a hexside without water",
                expected=f"a hexside with {name_list(sorted(water), 'or')}",
            )


@general_check(
    "MAP093",
    name="level-higher-than-a-hex",
    severity=Severity.WARNING,
    rationale="From one hex to the next the ground rises by a level. Where a level is higher than a hex is "
    "wide, every slope is a wall: one of the two numbers has a digit too many.",
    bad="grid: {columns: 6, rows: 5, hex_metres: 200, level_metres: 1500}",
    good="grid: {columns: 6, rows: 5, hex_metres: 200, level_metres: 15}",
    scope="battle",
)
def level_higher_than_a_hex(ctx: CheckContext) -> Iterator[Finding]:
    """Yield maps whose levels are higher than their hexes are wide."""
    battle_map = ctx.map
    if battle_map is None or not battle_map.hex_metres or battle_map.level_metres <= battle_map.hex_metres:
        return
    yield Finding(
        ("map", "grid", "level_metres"),
        f"a level of {battle_map.level_metres} m is higher than a hex of {battle_map.hex_metres} m is wide",
        expected="a small part of the width of a hex, such as 10 m",
        related=((("map", "grid", "hex_metres"), "the hex"),),
    )


@general_check(
    "MAP098",
    name="level-hardly-a-rise",
    severity=Severity.WARNING,
    rationale="The legend of the map gives the height of every level. Where a level is a hundredth of a hex, "
    "or less, every slope of the map would be one that nobody feels under his feet: one of the two numbers "
    "lacks a digit.",
    bad="grid: {columns: 6, rows: 5, hex_metres: 200, level_metres: 2}",
    good="grid: {columns: 6, rows: 5, hex_metres: 200, level_metres: 20}",
    scope="battle",
)
def level_hardly_a_rise(ctx: CheckContext) -> Iterator[Finding]:
    """Yield maps whose levels are a hundredth of the width of a hex, or less."""
    battle_map = ctx.map
    if battle_map is None or not 0 < battle_map.level_metres * _HEXES_A_RISE <= battle_map.hex_metres:
        return
    yield Finding(
        ("map", "grid", "level_metres"),
        f"a level of {battle_map.level_metres} m is hardly a rise in a hex of {battle_map.hex_metres} m",
        expected="a small part of the width of a hex, such as 10 m",
        related=((("map", "grid", "hex_metres"), "the hex"),),
    )


@general_check(
    "MAP097",
    name="hex-astray",
    severity=Severity.WARNING,
    rationale="The hexes of a region or an entry area lie together, or in several places. One hex alone, "
    "far from all others that lie together, is mostly one with two figures exchanged.",
    bad="regions:\n  - {id: hill, name: The hill, hexes: [1113, 1114, 1213, 1214, 3111]}   # meant: 1311",
    good="regions:\n  - {id: hill, name: The hill, hexes: [1113, 1114, 1213, 1214, 1311]}",
    scope="battle",
)
def hex_astray(ctx: CheckContext) -> Iterator[Finding]:
    """Yield areas of which one hex lies three or more from all others, which lie together."""
    if ctx.map is None:
        return
    for kind, name, hexes in _areas(ctx, ctx.map):
        if len(hexes) <= _TOGETHER:
            continue
        pieces = ctx.map.grid.connected_groups(hexes)
        if sorted(map(len, pieces)) != [1, len(hexes) - 1]:
            continue
        lonely, others = sorted(pieces, key=len)
        (astray,) = lonely
        distance = min(ctx.map.grid.distance(astray, other) for other in others)
        if distance >= _FAR:
            what = "region" if kind == "region" else "entry area"
            yield Finding(
                (kind, name, "hexes"),
                f"hex {ctx.hex_id(astray)} of {what} `{name}` lies {distance} hexes from its other hexes, "
                "which lie together",
                expected="a hex beside the others",
                hint="look the hex up on the map: are two figures exchanged?",
            )


@general_check(
    "MAP100",
    name="hole-in-an-area",
    severity=Severity.WARNING,
    rationale="A hex in the middle of the hexes of a region, or between those of an entry area along the "
    "edge of the map, that alone is not named was passed over: who holds it holds nothing, and nobody enters "
    "there.",
    bad="entries:\n  - {id: south, side: france, hexes: [0920, 1020, 1220, 1320]}   # without 1120",
    good="entries:\n  - {id: south, side: france, hexes: [0920, 1020, 1120, 1220, 1320]}",
    scope="battle",
)
def hole_in_an_area(ctx: CheckContext) -> Iterator[Finding]:
    """Yield regions and entry areas that lack one hex in play between those that they name.

    In a region all neighbours of the hex belong to it; in an entry area those along the edge, of ground that
    the named ones have.
    """
    battle_map = ctx.map
    if battle_map is None:
        return
    grid, in_play = battle_map.grid, battle_map.playable
    for kind, name, hexes in _areas(ctx, battle_map):
        if len(hexes) < _TOGETHER:
            continue
        terrains = {battle_map.terrain[index] for index in hexes}
        holes = []
        for index in sorted({n for one in hexes for n in grid.neighbours(one)} - hexes):
            around = set(grid.neighbours(index))
            enough = len(around) == 6
            if kind == "entry":
                around = {n for n in around if battle_map.is_edge(n)}
                enough = len(around) > 1 and battle_map.is_edge(index)
            if in_play[index] and enough and around <= hexes and battle_map.terrain[index] in terrains:
                holes.append(index)
        if len(holes) == 1:
            what, where = ("region", "all around") if kind == "region" else ("entry area", "on both sides of")
            yield Finding(
                (kind, name, "hexes"),
                f"{what} `{name}` names the hexes {where} {ctx.hex_id(holes[0])}, and not this one",
                expected="an area without a hole",
                hint=f"add {ctx.hex_id(holes[0])} to its hexes, or accept it with the reason",
            )


@general_check(
    "MAP101",
    name="areas-of-one-name",
    severity=Severity.WARNING,
    rationale="Victory conditions, setups and special rules print the name of a region or an entry area. Of "
    "two that bear the same one was copied and never renamed, at least in one language.",
    bad="regions:\n  - {id: crest, name: the crest, hexes: [1214]}\n"
    "  - {id: village, name: the crest, hexes: [0910]}",
    good="regions:\n  - {id: crest, name: the crest, hexes: [1214]}\n"
    "  - {id: village, name: the village, hexes: [0910]}",
    scope="battle",
)
def areas_of_one_name(ctx: CheckContext) -> Iterator[Finding]:
    """Yield regions, and entry areas of one side, with a name that an earlier one has in one language."""
    if ctx.map is None:
        return
    first: dict[tuple[str, str | None, str, str], str] = {}
    areas: list[tuple[str, str | None, str, Text]] = [
        ("region", None, region.id, region.name) for region in ctx.map.regions
    ]
    areas += [("entry", entry.side, entry.id, entry.name) for entry in ctx.map.entries]
    for kind, side, area_id, names in areas:
        for language, name in names.values:
            other = first.setdefault((kind, side, language, name.casefold()), area_id)
            if other != area_id:
                what = "regions" if kind == "region" else "entry areas"
                yield Finding(
                    (kind, area_id, "name"),
                    f"{what} `{other}` and `{area_id}` have the same name, {name} ({language})",
                    expected="a name of its own for each",
                    related=(((kind, other, "name"), f"name of `{other}`"),),
                    depends=(("strings", language),),
                )
                break


def _areas(ctx: CheckContext, battle_map: BattleMap) -> Iterator[tuple[str, str, frozenset[int]]]:
    """Yield the regions and entry areas whose hexes are written as such: kind, id, hexes."""
    areas = [("region", region.id, region.hexes) for region in battle_map.regions]
    areas += [("entry", entry.id, frozenset(entry.hexes)) for entry in battle_map.entries]
    return (area for area in areas if is_written(ctx, *area[:2], "hexes"))


CHECKS: tuple[Check, ...] = (
    places_of_one_name,
    height_in_a_hollow,
    crossing_beside_the_water,
    level_higher_than_a_hex,
    level_hardly_a_rise,
    hex_astray,
    hole_in_an_area,
    areas_of_one_name,
)
"""All checks of this module."""
