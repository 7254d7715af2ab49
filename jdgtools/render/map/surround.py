"""What surrounds the map on its sheet: title, frame with the ways of rout, and the paper about it.

`sheet` puts these items over and around the landscape, by the plan of the sheet (`plan`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.model.battle import Battle
from jdgtools.render.map.marks import arrow, side_color
from jdgtools.render.map.paragraph import one_line, shorten
from jdgtools.render.map.plan import FurniturePlan
from jdgtools.render.map.words import say, say_date
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Group, Item, Rect, Stroke, TextItem, compose, rotation, translation
from jdgtools.render.style import Theme
from jdgtools.render.text import fit, text_width

if TYPE_CHECKING:
    from jdgtools.render.map.context import MapContext

BAND = 7.0
"""Width of the frame about the map, mm."""


_LINE = 1.15
"""Distance of the frame's thin line from the thick one, as that of the rules below the title."""


def cover(theme: Theme, final: FurniturePlan, field: tuple[float, float]) -> Item:
    """Return the sheet with an opening for the map: covers the landscape that reaches beyond the field."""
    x, y = final.field[0] + BAND / 2, final.field[1] + BAND / 2
    w, h = field[0] - BAND, field[1] - BAND
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


def title_height(battle: Battle, language: str) -> float:
    """Return the height of the title with its rules, mm."""
    return 28.5 if battle.subtitle.get(language) else 21.5


def heading(battle: Battle, theme: Theme, language: str, plan: FurniturePlan) -> list[Item]:
    """Return the title, subtitle, and date with place at the right end."""
    ink, muted_ink, line = (theme.color(f"map.sheet.{k}") for k in ("ink", "muted", "line"))
    width = plan.width - 2 * plan.margin
    name = battle.title.get(language)
    # Room for place and date at its side, as long as the title does not become too small for that.
    sizes = [15.0 - n * 0.5 for n in range(23)]
    shares = ((0.62, sizes[:13]), (0.76, sizes[:18]), (0.97, sizes))
    sizes_that_fit = (fit(name, "serif-bold", width * share, few) for share, few in shares)
    size = next((each for each in sizes_that_fit if each is not None), sizes[-1])
    name = shorten(name, "serif-bold", size, width, 0.02 * size)
    x, base = plan.margin, plan.margin + plan.top + 11.5
    items: list[Item] = [TextItem(x, base, name, size, "serif-bold", fill=ink, letter_spacing=0.02 * size)]
    subtitle = battle.subtitle.get(language)
    if subtitle:
        subtitle, small = one_line(subtitle, "serif-italic", width, [6.5 - n * 0.25 for n in range(15)])
        items.append(TextItem(x, base + 9.2, subtitle, small, "serif-italic", fill=muted_ink))
    title_width = text_width(name, "serif-bold", size, 0.02 * size)
    room = width - title_width - 8.0
    for n, text in enumerate(t for t in (battle.place.get(language), say_date(battle.date, language)) if t):
        size_beside = fit(text, "serif", room, [5.0 - k * 0.25 for k in range(11)])
        if size_beside is not None:
            items.append(
                TextItem(x + width, base - 6.0 + n * 6.0, text, size_beside, "serif", "end", fill=muted_ink)
            )
    foot = plan.margin + plan.top + title_height(battle, language) - 4.2
    rule = PathBuilder().move_to(x, foot).line_to(x + width, foot)
    items.append(rule.build(None, Stroke(line, 0.5)))
    thin = PathBuilder().move_to(x, foot + 1.1).line_to(x + width, foot + 1.1)
    items.append(thin.build(None, Stroke(line, 0.18)))
    return items


def frame(context: MapContext, plan: FurniturePlan, field: tuple[float, float]) -> tuple[Item, ...]:
    """Return the frame about the map, with the way of rout of each side on its edge."""
    battle, theme, language = context.battle, context.theme, context.language
    line, panel = theme.color("map.sheet.line"), theme.color("map.sheet.panel")
    w, h = field
    x, y = plan.field
    band = PathBuilder().polygon(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
    band.polygon(
        (
            (x + BAND, y + BAND),
            (x + w - BAND, y + BAND),
            (x + w - BAND, y + h - BAND),
            (x + BAND, y + h - BAND),
        )
    )
    items: list[Item] = [band.build(panel, None, even_odd=True)]
    items.append(Rect(x, y, w, h, None, Stroke(line, 0.7)))
    items.append(Rect(x + _LINE, y + _LINE, w - 2 * _LINE, h - 2 * _LINE, None, Stroke(line, 0.18)))
    items.append(Rect(x + BAND, y + BAND, w - 2 * BAND, h - 2 * BAND, None, Stroke(line, 0.3)))
    count_by_edge: dict[str, int] = {}
    for side in battle.scenarios[0].sides if battle.scenarios else ():
        edge = (side.rout_edge or "")[:1]
        belongs = battle.side(side.side)
        if edge not in ("N", "E", "S", "W") or belongs is None:
            continue
        n = count_by_edge[edge] = count_by_edge.get(edge, 0) + 1
        text = say("rout", language, belongs.name.get(language))
        items += _rout(theme, text, side_color(battle, theme, side.side, panel), edge, n - 1, (x, y, w, h))
    return tuple(items)


_ROUT = 14.0
"""Size of the hexes for which the arrows of rout are drawn, mm."""


def _rout(
    theme: Theme, text: str, color: str, edge: str, n: int, box: tuple[float, float, float, float]
) -> list[Item]:
    """Return the arrows outwards on the frame on both sides of the words."""
    x, y, w, h = box
    half = (BAND + _LINE) / 2
    along = (0.5, 0.25, 0.75)[n % 3]
    room = (w if edge in "NS" else h) * 0.8 - 12.0
    text, size = one_line(text, "sans-bold", room, [3.2, 2.8, 2.4, 2.0, 1.6])
    width = text_width(text, "sans-bold", size)
    px, py, turn, lean = {
        "N": (x + w * along, y + half, -90.0, 0.0),
        "S": (x + w * along, y + h - half, 90.0, 0.0),
        "W": (x + half, y + h * along, 180.0, -90.0),
        "E": (x + w - half, y + h * along, 0.0, 90.0),
    }[edge]
    items: list[Item] = []
    for s in (-1, 1):
        off = s * (width / 2 + 4.2)
        at = (px + off, py) if edge in "NS" else (px, py + off)
        # The arrow of exits, its middle in the middle of the band.
        to = compose(compose(translation(*at), rotation(turn)), translation(-0.125 * _ROUT, 0.0))
        items.append(Group((arrow(theme, _ROUT, color),), to))
    items.append(TextItem(px, py, text, size, "sans-bold", "middle", "middle", color, rotate=lean))
    return items
