"""Reads the block `geometry:` of map.yaml: nodes -> `Settings`, with what is wrong in it.

It says where the GIS files are, how their metres lie on the grid, which layer is what terrain, road or
river, and on which hexes the designer has the last word. `survey` works by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from msgspec import Struct

from jdgtools.gis.drawn_lines import DrawnLine, read_lines
from jdgtools.hexgrid import Hexside, NameProblem
from jdgtools.hexgrid.chain import parse_sides
from jdgtools.model.build_entries import children
from jdgtools.model.build_numbering import HexMention
from jdgtools.model.build_slopes import read_rises, usual_rises
from jdgtools.model.definition import TerrainDef
from jdgtools.model.hex_reader import HexReader
from jdgtools.source.node import Node
from jdgtools.source.span import Span

ReadText = Callable[[str, Span], tuple[str | None, str]]
"""(name in the project, place that names it) -> (text or None after diagnostics, path to show)."""
Use = Literal["terrain", "way", "hexside", "crossing", "place", "region", "contours", "heights", "playable"]
USES: tuple[Use, ...] = (
    "terrain", "way", "hexside", "crossing", "place", "region", "contours", "heights", "playable",
)  # fmt: skip
"""What a layer may be; each names exactly one."""


_DRAWN_METRES = 1000
"""Metres of a hex where nothing says them and nothing is in metres."""


class SurveyLayer(Struct, frozen=True):
    """One entry of `layers:`."""

    number: int
    """0-based place in the list; ties go to the smaller one."""
    key: str
    """Subject id of what it makes, for diagnostics."""
    use: Use
    value: str
    """Terrain id, rank or property, by use."""
    file: str
    file_span: Span
    where: tuple[tuple[str, frozenset[str]], ...]
    """Property -> accepted values; `*` accepts any."""
    span: Span
    share: float | None = None
    area: float | None = None
    """Square metres."""
    count: int | None = None
    length: float | None = None
    """Hex widths."""
    priority: int = 0
    cut: float | None = None
    bridge: str = ""
    inside: Literal["left", "right"] = "left"
    width: str = ""
    wide: str = ""
    name: str = "name"
    id: str = "id"
    drawn_lines: tuple[DrawnLine, ...] | None = None
    """The lines that the map file draws itself; None = they are those of a file."""

    @property
    def claims(self) -> bool:
        """Whether it takes a hex at a threshold of its own instead of by majority."""
        return any(x is not None for x in (self.share, self.area, self.count, self.length))


class Overrides(Struct, frozen=True):
    """The designer's word on single hexes."""

    terrain: Mapping[int, str]
    levels: Mapping[int, int]
    ways: Mapping[int, str]
    """Hex -> keep or skip."""
    banks: Mapping[int, str]
    """Hex -> left or right."""
    sides: Mapping[Hexside, tuple[str, int | None]]
    """Hexside -> (terrain or `none`, inner hex of directed terrain)."""


class Settings(Struct, frozen=True):
    """The whole block."""

    node: Node
    layers: tuple[SurveyLayer, ...]
    complete: bool
    """Whether all layers could be read."""
    metres: int
    """Distance of opposite hexsides."""
    anchor: tuple[float, float] | None
    """Point of the data; None = the block names none: the data's origin is the lower left corner."""
    anchor_hex: int | None
    rotation: float
    otherwise: str | None
    least_share: float
    cut: float
    close: float
    height_file: tuple[str, Span] | None
    interval: float
    base: float
    rises: Mapping[str, int]
    shapes: bool
    overrides: Overrides


def read_settings(reader: HexReader, node: Node) -> Settings | None:
    """Return the settings; None when nothing can be done with them. Mistakes are reported."""
    ctx = reader.ctx
    ctx.mark(("map", "geometry"), node)
    height_file = node.at("heights", "file")
    blocks = children(node, "layers")
    only_drawn = height_file is None and bool(blocks) and all(x.get("lines") is not None for x in blocks)
    metres = _hex_metres(reader, node, only_drawn)
    if metres is None:
        return None
    anchor = node.at("anchor", "at")
    at = [ctx.fraction(x) for x in anchor.elements()] if anchor is not None else []
    point = (at[0], at[1]) if len(at) == 2 and at[0] is not None and at[1] is not None else None
    if anchor is not None and point is None:
        return None  # the schema has said so
    hex_node = node.at("anchor", "hex")
    anchor_hex = reader.hex(hex_node) if hex_node is not None else None
    if hex_node is not None and anchor_hex is None:
        return None
    north = reader.root.at("grid", "north")
    rotation = node.get("rotation") or north
    layers = tuple(
        x for n, child in enumerate(children(node, "layers")) if (x := _layer(reader, node, n, child))
    )
    has_heights = height_file is not None or any(x.use in ("contours", "heights") for x in layers)
    interval = _interval(reader, node, has_heights, only_drawn)
    if interval is None:
        return None
    if node.get("layers") is not None and not children(node, "layers") and height_file is None:
        ctx.problem(
            "MAP060", node, "the geometry says of no feature what it is", expected="entries under `layers:`"
        )
    kinds = {t.id: t for t in ctx.series.terrains if t.kind in ("hexside", "crossing")}
    return Settings(
        node=node,
        layers=layers,
        complete=len(layers) == len(children(node, "layers")),
        metres=metres,
        anchor=point,
        anchor_hex=anchor_hex,
        rotation=ctx.fraction(rotation) or 0.0,
        otherwise=_otherwise(reader, node),
        least_share=ctx.fraction(node.at("rules", "share")) or 0.0,
        cut=ctx.fraction(node.at("rules", "cut"), 0.25),
        close=ctx.fraction(node.at("rules", "close"), 0.05),
        height_file=(height_file.text, height_file.span) if height_file is not None else None,
        interval=interval,
        base=ctx.fraction(node.at("heights", "base")) or 0.0,
        rises=_rises(reader, node.at("heights", "slopes"), kinds),
        shapes=ctx.flag(node.get("shapes")),
        overrides=_overrides(reader, node.get("overrides"), kinds),
    )


def _hex_metres(reader: HexReader, node: Node, only_drawn: bool) -> int | None:
    """Return how many metres a hex measures; None where nothing says so, which is reported."""
    ctx = reader.ctx
    metres_node = reader.root.at("grid", "hex_metres")
    metres = ctx.number(metres_node) or 0
    if metres_node is not None and metres < 1:
        return None  # the schema has said so
    if metres < 1 and only_drawn:
        metres = _DRAWN_METRES
    if metres < 1:
        ctx.problem(
            "MAP060",
            node,
            "the geometry is in metres, but the grid does not say how many metres a hex measures",
            expected="`hex_metres` under `grid:`",
            hint="grid: {columns: 30, rows: 20, hex_metres: 200}",
        )
        return None
    return metres


def _interval(reader: HexReader, node: Node, has_heights: bool, only_drawn: bool) -> float | None:
    """Return how many metres a level is high; None where heights need one and nothing says so."""
    ctx = reader.ctx
    interval = ctx.fraction(node.at("heights", "interval")) or float(
        ctx.number(reader.root.at("grid", "level_metres")) or (1 if only_drawn else 0)
    )
    if interval <= 0 and has_heights:
        ctx.problem(
            "MAP060",
            node.get("heights") or node,
            "heights cannot become levels: nothing says how high a level is",
            expected="`level_metres` under `grid:`, or `interval` under `heights:`",
        )
        return None
    return interval


_LAYER = frozenset((*USES, *SurveyLayer.__struct_fields__))
"""Keys of a layer; some more, which are no slips of the pen."""


def _layer(reader: HexReader, block: Node, number: int, node: Node) -> SurveyLayer | None:
    ctx = reader.ctx
    if not node.is_map:
        return None  # the schema has said so
    key = f"geometry-{number + 1}"
    use = _use(reader, node, number)
    if use is None:
        return None
    value = ctx.string(node.get(use))
    lines = node.get("lines")
    file = node.get("file") if lines is not None else node.get("file") or block.get("file")
    if not _has_one_source(reader, node, number, file):
        return None
    layer_checked = (
        (use, value),
        ("crossing", ctx.string(node.get("bridge"))),
        ("terrain", ctx.string(node.get("wide"))),
    )
    for kind, name in layer_checked:
        key_of_terrain = use if name == value else "bridge" if kind == "crossing" else "wide"
        if name and not _knows_terrain(
            reader, kind, name, node.get(key_of_terrain) or node, (key, key_of_terrain)
        ):
            return None
    if use in _KINDS and not value:
        return None  # no single name, as the schema has said
    if use == "playable" and not ctx.flag(node.get(use)):
        return None
    where = node.get("where")
    conditions = []
    for name, child in where.items() if where is not None else ():
        values = child.elements() if child.is_list else [child]
        conditions.append((name, frozenset(v.text.strip() for v in values if v.is_scalar)))
    for kind in ("hexside", "way", "place", "region"):
        ctx.mark((kind, key), node)
    return SurveyLayer(
        number=number,
        key=key,
        use=use,
        value=value,
        file=file.text.strip() if file is not None else "",
        file_span=file.span if file is not None else node.span,
        where=tuple(conditions),
        span=node.span,
        share=ctx.fraction(node.get("share")),
        area=ctx.fraction(node.get("area")),
        count=ctx.number(node.get("count")),
        length=ctx.fraction(node.get("length")),
        priority=ctx.number(node.get("priority")) or 0,
        cut=ctx.fraction(node.get("cut")),
        bridge=ctx.string(node.get("bridge")),
        inside="right" if ctx.string(node.get("inside")) == "right" else "left",
        width=ctx.string(node.get("width")),
        wide=ctx.string(node.get("wide")),
        name=ctx.string(node.get("name"), "name"),
        id=ctx.string(node.get("id"), "id"),
        drawn_lines=read_lines(reader, lines) if lines is not None else None,
    )


def _use(reader: HexReader, node: Node, number: int) -> Use | None:
    """Return what a layer is; None unless it says so once, which is reported."""
    uses = [use for use in USES if node.get(use) is not None]
    if not uses and any(name not in _LAYER for name, _ in node.items()):
        return None  # a misspelt key, which the schema has reported
    if len(uses) != 1:
        names = " and ".join(f"`{use}`" for use in uses)
        reader.ctx.problem(
            "MAP060",
            node,
            f"layer {number + 1} is {names} at once"
            if uses
            else f"layer {number + 1} does not say what it is",
            expected="exactly one of " + ", ".join(f"`{use}`" for use in USES),
        )
        return None
    return uses[0]


def _has_one_source(reader: HexReader, node: Node, number: int, file: Node | None) -> bool:
    """Tell whether a layer has either lines of its own or a file; anything else is reported."""
    ctx, lines = reader.ctx, node.get("lines")
    if lines is not None and (file is not None or node.get("where") is not None):
        ctx.problem(
            "MAP060",
            node,
            f"layer {number + 1} draws its lines itself and names a file",
            expected="either `lines:` or `file:` with `where:`",
        )
        return False
    if lines is None and (file is None or not file.is_scalar):
        ctx.problem(
            "MAP060", node, f"layer {number + 1} has no file", expected="`file:` here or under `geometry:`"
        )
        return False
    return True


_KINDS: dict[str, tuple[tuple[str, ...], str]] = {
    "terrain": (("hex",), "hex terrain"),
    "way": (("path",), "way"),
    "hexside": (("hexside",), "hexside terrain"),
    "crossing": (("crossing",), "crossing"),
}


def _knows_terrain(reader: HexReader, use: str, name: str, where: Node, subject: tuple[str, str]) -> bool:
    """Return whether the series has the terrain that a layer names; other uses name no terrain."""
    if use not in _KINDS:
        return True
    kinds, what = _KINDS[use]
    terrain_ids = [t.id for t in reader.ctx.series.terrains if t.kind in kinds]
    if name in terrain_ids:
        return True
    reader.ctx.unknown("REF008", where, what, name, terrain_ids, ("map", *subject))
    return False


def _otherwise(reader: HexReader, node: Node) -> str | None:
    """Return the terrain of hexes that no area decides."""
    terrain = reader.ctx.name(node.get("otherwise"))
    hex_terrains = [t for t in reader.ctx.series.terrains if t.kind == "hex"]
    if terrain is None:
        return next((t.id for t in hex_terrains if t.clear), hex_terrains[0].id if hex_terrains else None)
    if any(t.id == terrain for t in hex_terrains):
        return terrain
    reader.ctx.unknown("REF008", node.get("otherwise"), "hex terrain", terrain, [t.id for t in hex_terrains])
    return None


def _rises(reader: HexReader, node: Node | None, kinds: Mapping[str, TerrainDef]) -> dict[str, int]:
    """Return slopes by difference of levels: the designer's own, else those of the series."""
    if node is not None and node.is_map:
        return read_rises(reader.ctx, dict(node.items()), kinds)
    return usual_rises(kinds) if reader.ctx.flag(node, True) else {}


def _overrides(reader: HexReader, node: Node | None, kinds: Mapping[str, TerrainDef]) -> Overrides:
    ctx = reader.ctx
    terrain: dict[int, str] = {}
    terrain_ids = [t.id for t in ctx.series.terrains if t.kind == "hex"]
    for index, child in _by_hex(reader, node, "terrain"):
        if child.text.strip() in terrain_ids:
            terrain[index] = child.text.strip()
        else:
            ctx.unknown("REF008", child, "hex terrain", child.text.strip(), terrain_ids)
    levels = {i: n for i, child in _by_hex(reader, node, "levels") if (n := ctx.number(child)) is not None}
    ways = {i: child.text.strip() for i, child in _by_hex(reader, node, "ways")}
    banks = {i: child.text.strip() for i, child in _by_hex(reader, node, "banks")}
    sides: dict[Hexside, tuple[str, int | None]] = {}
    table = node.get("hexsides") if node is not None else None
    grid = reader.grid
    for text, child in table.items() if table is not None and grid is not None else ():
        assert table is not None and grid is not None
        hexsides = parse_sides(text, grid)
        kind = child.text.strip()
        if isinstance(hexsides, NameProblem):
            ctx.problem("MAP004", table.key_span(text), hexsides.message, found=f"`{text}`")
            reader.mentions.append(HexMention(text, parse_sides, ctx.diagnostics[-1]))
        elif kind != "none" and kind not in kinds:
            ctx.unknown("REF008", child, "hexside terrain", kind, ["none", *kinds])
        else:
            inner = grid.index(text.partition("/")[0]) if kind in kinds and kinds[kind].directed else None
            sides.update(dict.fromkeys(hexsides, (kind, inner)))
            reader.mentions.append(HexMention(text, parse_sides, None))
    return Overrides(terrain, levels, ways, banks, sides)


def _by_hex(reader: HexReader, node: Node | None, key: str) -> Iterable[tuple[int, Node]]:
    """Yield (hex, value) of one table of overrides; wrong hexes are reported."""
    table = node.get(key) if node is not None else None
    for name, child in table.items() if table is not None else ():
        assert table is not None
        index = reader.hex(Node.scalar(name, table.key_span(name), plain=False))
        if index is not None and child.is_scalar:
            yield index, child
