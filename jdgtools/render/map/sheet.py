"""The printed sheet: the map in its frame, the title above, the furniture beside or below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jdgtools.hexgrid.layout import Layout
from jdgtools.model.battle import Battle
from jdgtools.render.map import furniture
from jdgtools.render.map.furniture import WIDTH, Block
from jdgtools.render.map.landscape import Styles, landscape
from jdgtools.render.map.legend import entries
from jdgtools.render.map.marks import side_color
from jdgtools.render.map.words import say
from jdgtools.render.scene import Group, Item, Layer, PathBuilder, Rect, Scene, Stroke, Text, translation
from jdgtools.render.style import Theme
from jdgtools.render.text import fit, text_width

if TYPE_CHECKING:
    from jdgtools.render.map.draw import MapContext

MARGIN = 10.0
"""White border of the sheet, mm."""
_BAND = 7.0
"""Width of the frame about the map, mm."""
MARGIN_SHARE = 0.12
"""How far the landscape goes on beyond the hexes, as a share of the hex size."""
_GAP = 9.0
_TITLE = 28.5
PAPERS = (
    ("A4", 210, 297),
    ("Letter", 216, 279),
    ("A3", 297, 420),
    ("Tabloid", 279, 432),
    ("A2", 420, 594),
    ("A1", 594, 841),
    ("A0", 841, 1189),
)
"""Name, shorter and longer side, mm, by size."""


def paper_for(width: float, height: float) -> str:
    """Name of the smallest usual paper that takes a sheet of that size; empty when none does."""
    short, long = sorted((width, height))
    return next((name for name, a, b in PAPERS if short <= a + 0.5 and long <= b + 0.5), "")


@dataclass(frozen=True, slots=True)
class Plan:
    """Where everything goes."""

    width: float
    height: float
    spots: tuple[tuple[float, float], ...]
    """Corner of each block."""


def plan(field: tuple[float, float], blocks: Sequence[Block]) -> Plan:
    """The more compact of two layouts: furniture to the right of the map, or below it.

    Args:
        field: width and height of the framed map, mm.
        blocks: furniture, in order of importance.
    """
    w, h = field
    top = MARGIN + _TITLE
    found: list[Plan] = []
    for columns in range(1, len(blocks) + 1):
        across = columns * (WIDTH + _GAP) - _GAP
        spots, ends = _stack(blocks, columns, MARGIN + w + _GAP, top)
        found.append(Plan(2 * MARGIN + w + _GAP + across, max(top + h, *ends) + MARGIN, spots))
        spots, ends = _stack(blocks, columns, MARGIN, top + h + _GAP)
        found.append(Plan(2 * MARGIN + max(w, across), max(ends) + MARGIN, spots))
    # A sheet that is neither large nor a ribbon.
    return min(found, key=lambda p: (p.width * p.height + 0.5 * (p.width - p.height) ** 2, p.width))


def _stack(
    blocks: Sequence[Block], columns: int, x: float, y: float
) -> tuple[tuple[tuple[float, float], ...], list[float]]:
    """Corners of the blocks, each put where the column is shortest, and where the columns end."""
    ends = [y] * columns
    spots = []
    for block in blocks:
        n = min(range(columns), key=lambda k: (ends[k], k))
        spots.append((x + n * (WIDTH + _GAP), ends[n]))
        ends[n] += block.height + 6.0
    return tuple(spots), [end - 6.0 for end in ends]


class Sheet:
    """The printed sheet of a battle: where the map goes, and what stands around it."""

    def __init__(self, context: MapContext) -> None:
        self.context = context
        battle, theme, language = context.battle, context.theme, context.language
        battle_map = battle.map
        if battle_map is None:
            raise ValueError("a battle without a map cannot be drawn")
        layout = Layout(battle_map.grid, battle_map.hex_mm)
        edge = _BAND + MARGIN_SHARE * battle_map.hex_mm
        self.field = layout.width + 2 * edge, layout.height + 2 * edge
        blocks = _blocks(context)
        # The size of the sheet is written in the credits, which have their room before it is known.
        first = plan(self.field, [*blocks, furniture.credits(battle, theme, language, ["x"])])
        whole = round(first.width), round(first.height)
        paper = paper_for(first.width, first.height)
        note = say("sheet", language, *whole, paper) if paper else say("larger", language, *whole)
        self.blocks = (*blocks, furniture.credits(battle, theme, language, [note]))
        self.plan = plan(self.field, self.blocks)
        self.origin = MARGIN + edge, MARGIN + _TITLE + edge
        """Corner of the hexes on the sheet, mm."""

    def scene(self, layers: Sequence[Layer]) -> Scene:
        """The whole sheet about the layers of the field."""
        battle, theme, language = self.context.battle, self.context.theme, self.context.language
        surround = (_paper(theme, self.plan, self.field), *_surround(self.context, self.field))
        title = _title(battle, theme, language, self.plan.width - 2 * MARGIN)
        beside = tuple(b.placed(*spot) for b, spot in zip(self.blocks, self.plan.spots, strict=True))
        return Scene(
            self.plan.width,
            self.plan.height,
            battle.title.get(language),
            (*layers, Layer("frame", surround), Layer("title", tuple(title)), Layer("furniture", beside)),
            background=theme.color("map.sheet.paper"),
        )


def _paper(theme: Theme, final: Plan, field: tuple[float, float]) -> Item:
    """The sheet with an opening for the map: covers the landscape that reaches beyond the field."""
    x, y = MARGIN + _BAND / 2, MARGIN + _TITLE + _BAND / 2
    w, h = field[0] - _BAND, field[1] - _BAND
    far = 60.0
    hole = PathBuilder().polygon(
        (
            (-far, -far),
            (final.width + far, -far),
            (final.width + far, final.height + far),
            (-far, final.height + far),
        )
    )
    hole.polygon(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
    return hole.build(theme.color("map.sheet.paper"), even_odd=True)


def _blocks(context: MapContext) -> list[Block]:
    battle, theme, language = context.battle, context.theme, context.language
    battle_map = battle.map
    if battle_map is None:
        return []
    styles = Styles.of(battle, theme)
    listed = entries(battle, theme, language, lambda small: landscape(small, theme, styles, lit=False)[0])
    extra = furniture.extra_entries(battle, theme, language)
    found: list[Block | None] = [
        furniture.compass_and_scale(battle_map, theme, language),
        furniture.legend_block(theme, language, listed, extra),
        furniture.heights(battle_map, theme, language),
        *(furniture.turn_track(battle, s, theme, language) for s in battle.scenarios[:1]),
        furniture.scenarios(battle, theme, language),
    ]
    return [block for block in found if block is not None]


def _title(battle: Battle, theme: Theme, language: str, width: float) -> list[Item]:
    """Title, subtitle, and date with place at the right end."""
    ink, muted, line = (theme.color(f"map.sheet.{k}") for k in ("ink", "muted", "line"))
    name = battle.title.get(language)
    size = fit(name, "serif-bold", width * 0.62, [15 - n * 0.5 for n in range(23)]) or 3.5
    x, base = MARGIN, MARGIN + 11.5
    items: list[Item] = [Text(x, base, name, size, "serif-bold", fill=ink, letter_spacing=0.02 * size)]
    subtitle = battle.subtitle.get(language)
    if subtitle:
        small = fit(subtitle, "serif-italic", width * 0.98, [6.5 - n * 0.25 for n in range(15)]) or 3.0
        items.append(Text(x, base + 9.2, subtitle, small, "serif-italic", fill=muted))
    used = text_width(name, "serif-bold", size, 0.02 * size)
    room = width - used - 8.0
    for n, text in enumerate(t for t in (battle.place.get(language), battle.date) if t):
        fitting = fit(text, "serif", room, [5.0 - k * 0.25 for k in range(11)])
        if fitting is not None:
            items.append(Text(x + width, base - 6.0 + n * 6.0, text, fitting, "serif", "end", fill=muted))
    rule = PathBuilder().move_to(x, base + 12.8).line_to(x + width, base + 12.8)
    items.append(rule.build(None, Stroke(line, 0.5)))
    thin = PathBuilder().move_to(x, base + 13.9).line_to(x + width, base + 13.9)
    items.append(thin.build(None, Stroke(line, 0.18)))
    return items


def _surround(context: MapContext, field: tuple[float, float]) -> tuple[Item, ...]:
    """The frame about the map, with the way of rout of each side on its edge."""
    battle, theme, language = context.battle, context.theme, context.language
    line, panel = theme.color("map.sheet.line"), theme.color("map.sheet.panel")
    w, h = field
    x, y = MARGIN, MARGIN + _TITLE
    band = PathBuilder().polygon(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
    band.polygon(
        (
            (x + _BAND, y + _BAND),
            (x + w - _BAND, y + _BAND),
            (x + w - _BAND, y + h - _BAND),
            (x + _BAND, y + h - _BAND),
        )
    )
    items: list[Item] = [band.build(panel, None, even_odd=True)]
    items.append(Rect(x, y, w, h, None, Stroke(line, 0.7)))
    items.append(Rect(x + _BAND, y + _BAND, w - 2 * _BAND, h - 2 * _BAND, None, Stroke(line, 0.3)))
    used: dict[str, int] = {}
    for side in battle.scenarios[0].sides if battle.scenarios else ():
        edge = (side.rout_edge or "")[:1]
        belongs = battle.side(side.side)
        if edge not in ("N", "E", "S", "W") or belongs is None:
            continue
        n = used[edge] = used.get(edge, 0) + 1
        text = say("rout", language, belongs.name.get(language))
        items += _rout(theme, text, side_color(battle, theme, side.side, panel), edge, n - 1, (x, y, w, h))
    return tuple(items)


def _rout(
    theme: Theme, text: str, color: str, edge: str, n: int, box: tuple[float, float, float, float]
) -> list[Item]:
    """An arrow outwards on the frame with words at its side."""
    x, y, w, h = box
    half = _BAND / 2
    along = (0.5, 0.25, 0.75)[n % 3]
    width = text_width(text, "sans-bold", 3.2)
    shape = PathBuilder().polygon(((-2.0, 1.7), (2.0, 1.7), (0.0, -2.1)))
    place = {
        "N": (x + w * along, y + half, 0.0, 0.0),
        "S": (x + w * along, y + h - half, 180.0, 0.0),
        "W": (x + half, y + h * along, 270.0, -90.0),
        "E": (x + w - half, y + h * along, 90.0, 90.0),
    }[edge]
    px, py, turn, lean = place
    from jdgtools.render.scene import compose, rotation

    items: list[Item] = []
    for s in (-1, 1):
        off = s * (width / 2 + 4.5)
        at = (px + off, py) if edge in "NS" else (px, py + off)
        items.append(Group((shape.build(color),), compose(translation(*at), rotation(turn))))
    items.append(Text(px, py, text, 3.2, "sans-bold", "middle", "middle", color, rotate=lean))
    return items
