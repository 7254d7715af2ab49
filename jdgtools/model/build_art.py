"""Nodes of the key `art` of map.yaml -> `MapArt`. Reads no pictures: see ``appearance/map_art.py``."""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.hexgrid import NameProblem, parse_corner
from jdgtools.model.art import LAYERS, LETTERING, NO_ART, BaseMap, ControlPoint, MapArt, SymbolArt, TerrainArt
from jdgtools.model.build_entries import children
from jdgtools.model.context import Context, Subject
from jdgtools.model.hex_reader import HexReader
from jdgtools.model.map import NamedPlace
from jdgtools.source.node import Node

DRAWN = LAYERS[: LAYERS.index("outside")]
"""What `all` replaces: everything but the grid and the edge of play."""


def build_art(reader: HexReader, terrain: Sequence[str | None], places: Sequence[NamedPlace]) -> MapArt:
    """Return the own pictures of a map.

    Args:
        reader: resolves hexes.
        terrain: terrain id of each hex.
        places: the named places of the map.
    """
    node = reader.root.get("art")
    if node is None or reader.grid is None:
        return NO_ART
    return MapArt(
        tuple(_base(reader, n, child) for n, child in _list_entries(reader.ctx, node, "base")),
        tuple(_terrain(reader, n, child) for n, child in _list_entries(reader.ctx, node, "terrain")),
        tuple(
            _symbol(reader, n, child, terrain, places)
            for n, child in _list_entries(reader.ctx, node, "symbols")
        ),
    )


def _list_entries(ctx: Context, node: Node, kind: str) -> list[tuple[str, Node]]:
    """Return (subject id, entry) of a list; entries that are not maps have been reported."""
    entries = []
    for number, child in enumerate(children(node, kind), 1):
        key = f"{kind}-{number}"
        ctx.mark(("art", key), child)
        if child.is_map:
            entries.append((key, child))
    return entries


def _base(reader: HexReader, key: str, node: Node) -> BaseMap:
    ctx = reader.ctx
    subject = ("art", key)
    points = [
        _point(reader, child, (*subject, "points", str(n))) for n, child in enumerate(_all(node, "points"))
    ]
    replaces: tuple[str, ...] = ("ground", "shading")
    if node.get("replace") is not None:
        layers = [ctx.string(child) for child in _all(node, "replace")]
        names = {*layers, *DRAWN} if "all" in layers else set(layers)
        replaces = tuple(layer for layer in (*LAYERS, *LETTERING) if layer in names)
    share = ctx.fraction(node.get("opacity"))
    return BaseMap(
        key,
        ctx.string(node.get("image")),
        tuple(point for point in points if point is not None),
        replaces,
        _terrains(ctx, node.get("replace_terrain"), (*subject, "replace_terrain")),
        ctx.string(node.get("under"), "terrain"),
        1.0 if share is None else share,
    )


def _point(reader: HexReader, node: Node, subject: Subject) -> ControlPoint | None:
    ctx = reader.ctx
    ctx.mark(subject, node)
    index = reader.hex(node.get("hex"), (*subject, "hex"))
    pixel = [ctx.fraction(child) for child in _all(node, "pixel")]
    corner = None
    corner_node = node.get("corner")
    if corner_node is not None and reader.grid is not None:
        corner_there = parse_corner(corner_node.text, reader.grid.orientation)
        if isinstance(corner_there, NameProblem):
            ctx.problem("MAP047", corner_node, corner_there.message, subject=(*subject, "corner"))
            return None
        corner = corner_there
    if index is None or len(pixel) != 2 or pixel[0] is None or pixel[1] is None:
        return None
    return ControlPoint(index, corner, (pixel[0], pixel[1]))


def _terrain(reader: HexReader, key: str, node: Node) -> TerrainArt:
    ctx = reader.ctx
    wide = ctx.fraction(node.get("size"))
    share = ctx.fraction(node.get("opacity"))
    fit = ctx.string(node.get("fit"), "hex")
    return TerrainArt(
        key,
        _terrains(ctx, node.get("terrain"), ("art", key, "terrain")),
        tuple(ctx.string(child) for child in _all(node, "image")),
        "tile" if fit == "tile" else "hex",
        (2.0 if fit == "tile" else 1.0) if wide is None else wide,
        1.0 if share is None else share,
    )


def _symbol(
    reader: HexReader, key: str, node: Node, terrain: Sequence[str | None], places: Sequence[NamedPlace]
) -> SymbolArt:
    ctx = reader.ctx
    subject = ("art", key)
    by_id = {place.id: place.hex for place in places}
    hexes: list[int] = []
    for child in _all(node, "places"):
        name = ctx.string(child)
        if name in by_id:
            hexes.append(by_id[name])
        elif name or ctx.is_empty_name(child):
            ctx.unknown("REF018", child, "place", name, by_id, (*subject, "places"))
    ranks = [ctx.string(child) for child in _all(node, "rank")]
    hexes += [place.hex for place in places if place.rank in ranks]
    terrain_chosen = _terrains(ctx, node.get("terrain"), (*subject, "terrain"))
    hexes += [index for index, kind in enumerate(terrain) if kind in terrain_chosen]
    if not hexes and (*subject, "places") not in ctx.faulty and (*subject, "terrain") not in ctx.faulty:
        ctx.problem(
            "MAP048",
            node,
            "this symbol stands nowhere",
            expected="places, a rank of places or a terrain that the map has",
            subject=subject,
        )
    wide = ctx.fraction(node.get("size"))
    offset = [ctx.fraction(child, 0.0) for child in _all(node, "offset")]
    return SymbolArt(
        key,
        ctx.string(node.get("image")),
        tuple(dict.fromkeys(hexes)),
        terrain_chosen,
        0.8 if wide is None else wide,
        (offset[0], offset[1]) if len(offset) == 2 else (0.0, 0.0),
        ctx.flag(node.get("keep_buildings")),
    )


def _terrains(ctx: Context, node: Node | None, subject: Subject) -> tuple[str, ...]:
    """Return hex terrain of the series that a text or a list names; others are reported."""
    terrain_ids = [t.id for t in ctx.series.terrains if t.kind == "hex"]
    terrains = []
    for child in [] if node is None else node.elements() if node.is_list else [node]:
        name = ctx.string(child)
        if name in terrain_ids:
            terrains.append(name)
        elif name or ctx.is_empty_name(child):
            ctx.unknown("REF008", child, "hex terrain", name, terrain_ids, subject)
    return tuple(dict.fromkeys(terrains))


def _all(node: Node, key: str) -> list[Node]:
    """Return the elements of a list, or the one value that stands there instead."""
    child = node.get(key)
    if child is None or child.is_null:
        return []
    return child.elements() if child.is_list else [child]
