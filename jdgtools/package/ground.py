"""The map part of a package: grid, terrain, costs, zones, sight, regions."""

from __future__ import annotations

from base64 import b64decode

from jdgtools.errors import InputRefused
from jdgtools.package.limits import MAX_HEXES, MAX_SIDE
from jdgtools.package.model_map import (
    Entry,
    Grid,
    Movement,
    Region,
    SideFeature,
    SightBits,
    Steps,
    Terrain,
    TerrainKind,
    Way,
)
from jdgtools.package.part import Part

_MOST = 10**6


def read_grid(part: Part) -> Grid:
    """The grid, with arrays of the right length."""
    columns, rows = part.number("columns", 1, MAX_SIDE), part.number("rows", 1, MAX_SIDE)
    size = columns * rows
    if size > MAX_HEXES:
        raise InputRefused(f"{part.place}: {size} hexes; {MAX_HEXES} is the most")
    ids = part.words("ids")
    if len(ids) != size:
        raise part.refuse("ids", f"{size} hex ids, not {len(ids)}")
    edges = part.part("edges")
    numbering = part.part("numbering").plain
    if not all(value is None or isinstance(value, (int, str, bool)) for value in numbering.values()):
        raise part.refuse("numbering", "plain values by name")
    return Grid(
        columns=columns,
        rows=rows,
        orientation=part.one_of("orientation", "flat", "pointy"),
        shifted=part.one_of("shifted", "odd", "even"),
        ragged=part.flag("ragged"),
        numbering=numbering,
        hex_metres=part.number("hex_metres", 0, _MOST),
        level_metres=part.number("level_metres", 0, _MOST),
        ids=ids,
        in_play=tuple(map(bool, part.numbers("in_play", 0, 1, size))),
        neighbours=part.numbers("neighbours", -1, size - 1, 6 * size),
        edges={edge: edges.numbers(edge, 0, size - 1) for edge in "NESW"},
    )


def read_terrain(part: Part, size: int) -> Terrain:
    """Terrain, levels, hexsides and ways."""
    kinds = _kinds(part, "kinds", "hex")
    return Terrain(
        kinds=kinds,
        hexes=part.numbers("hexes", -1, len(kinds) - 1, size),
        levels=part.numbers("levels", -1000, 1000, size),
        side_kinds=_kinds(part, "side_kinds", "hexside", "crossing"),
        sides=tuple(
            SideFeature(
                p.number("hex", 0, size - 1),
                p.number("direction", 0, 5),
                p.word("kind"),
                p.maybe_number("inside", 0, size - 1),
            )
            for p in part.parts("sides")
        ),
        way_kinds=_kinds(part, "way_kinds", "path"),
        ways=tuple(_way(p, size) for p in part.parts("ways")),
    )


def _kinds(part: Part, name: str, *allowed: str) -> tuple[TerrainKind, ...]:
    return tuple(
        TerrainKind(p.word("id"), p.one_of("kind", *allowed), p.text("name"), frozenset(p.words("flags")))
        for p in part.parts(name)
    )


def _way(part: Part, size: int) -> Way:
    exits = part.items("exits")
    if len(exits) != 2 or not all(e is None or (type(e) is int and 0 <= e <= 5) for e in exits):
        raise part.refuse("exits", "two directions or null")
    return Way(part.word("id"), part.word("kind"), part.numbers("hexes", 0, size - 1), (exits[0], exits[1]))


def read_movement(part: Part, size: int) -> Movement:
    """Costs of all steps."""
    classes = part.words("classes")
    return Movement(
        part.number("denominator", 1, 1000),
        classes,
        _steps_of(part.part("steps"), classes, size),
        _steps_of(part.part("steps_near_enemy"), classes, size) if part.has("steps_near_enemy") else None,
    )


def _steps_of(part: Part, classes: tuple[str, ...], size: int) -> dict[str, Steps]:
    return {name: _steps(part.part(name), size) for name in classes}


def _steps(part: Part, size: int) -> Steps:
    ways = part.part("ways")
    last = 6 * size - 1
    return Steps(
        part.numbers("cost", -1, _MOST, 6 * size),
        {name: frozenset(ways.numbers(name, 0, last)) for name in ways.plain},
        frozenset(part.numbers("disorders", 0, last)),
    )


def read_zones(root: Part, classes: tuple[str, ...], size: int) -> dict[str, tuple[int, ...]] | None:
    """Masks of directions by class; None if the series has no zones."""
    if not root.has("zones"):
        return None
    part = root.part("zones")
    return {name: part.numbers(name, 0, 63, size) for name in classes}


def read_sight(part: Part, size: int) -> SightBits:
    """The bits of all lines of sight."""
    part.number("size", size, size)
    width = part.number("row_bytes", (size + 7) // 8, (size + 7) // 8)
    try:
        data = b64decode(part.word("bits"), validate=True)
    except ValueError:
        raise part.refuse("bits", "base64") from None
    if len(data) != size * width:
        raise part.refuse("bits", f"{size * width} bytes, not {len(data)}")
    return SightBits(size, width, data)


def read_places(root: Part, size: int) -> tuple[tuple[Region, ...], tuple[Entry, ...]]:
    """Regions and entry areas."""
    regions = tuple(
        Region(p.word("id"), p.text("name"), frozenset(p.numbers("hexes", 0, size - 1)))
        for p in root.parts("regions")
    )
    entries = tuple(
        Entry(
            p.word("id"),
            p.text("name"),
            p.maybe_word("side"),
            p.numbers("hexes", 0, size - 1),
            p.flag("exit"),
        )
        for p in root.parts("entries")
    )
    return regions, entries
