"""A difference as one page: both maps with what changed and what moved, then everything in words.

The page needs no script and no other file. Each map is a picture in it; texts of the battle are only ever
texts.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.diff.compare import BattleDifference, DifferenceSection, StartMove
from jdgtools.diff.texts import change_title, heading, hexes_text, value_text
from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.layout import Layout

if TYPE_CHECKING:
    from jdgtools.loading import Loaded

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; }
body { margin: 1.5rem; }
.maps { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: start; }
figure { margin: 0; } figcaption { padding: .3rem 0; }
.map { position: relative; background-size: 100% 100%; border: 1px solid #8888; }
.map svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.hexes { fill: #d400d455; stroke: #d400d4; }
.between { stroke: #d400d4; fill: none; stroke-linecap: round; }
.from { fill: #ffffffaa; stroke: #c00; } .to { fill: #ffe600cc; stroke: #c00; }
.way { stroke: #c00; fill: none; marker-end: url(#head); }
text { font-family: system-ui, sans-serif; font-weight: 600; text-anchor: middle; fill: #000;
  stroke: #fff; paint-order: stroke; }
ul { padding-left: 1.2rem; } .added { color: #16803c; } .removed { color: #c62828; }
"""
_HEAD = (
    '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="5" markerHeight="5" '
    'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#c00"/></marker></defs>'
)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


class _Map(Struct, frozen=True):
    """A map of the page."""

    name: str
    """Of the style that shows it."""
    caption: str
    layout: Layout
    numbers: HexGrid
    """Which gives the hexes the numbers that the difference uses."""
    picture: str
    """The drawing as a data URL."""


def as_page(difference: BattleDifference, before: Loaded | None, after: Loaded | None) -> str:
    """Return the page.

    Args:
        difference: what it shows.
        before: the first project; None = it is a package, whose map is not drawn.
        after: the second one.
    """
    maps = _maps(difference, before, after)
    title = escape(f"{difference.before} → {difference.after}")
    styles = "".join(f".{m.name} {{ background-image: url({m.picture}); }}\n" for m in maps)
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{_STYLE}{styles}</style></head><body>",
        f"<h1>{title}</h1>",
    ]
    if not difference:
        parts.append("<p>No difference.</p>")
    if maps:
        ground = [s for s in difference.sections if s.hexes and not s.scenario]
        if ground:
            parts += _pair("The map", maps, ground, ())
        for scenario in dict.fromkeys(move.scenario for move in difference.moves):
            moves = [move for move in difference.moves if move.scenario == scenario]
            parts += _pair(f"Setup of scenario {escape(scenario)}", maps, (), moves)
    for section in difference.sections:
        parts += _section(section)
    return "\n".join([*parts, "</body></html>", ""])


def _maps(difference: BattleDifference, before: Loaded | None, after: Loaded | None) -> list[_Map]:
    """Return both maps; none where nothing of them is different or one cannot be drawn."""
    from jdgtools.exporters.context import BuildContext
    from jdgtools.exporters.words import print_word
    from jdgtools.render.backends.svg import render_svg
    from jdgtools.render.map.draw import screen_map, screen_pixels

    if not difference.moves and not any(s.hexes for s in difference.sections):
        return []
    numbers = after.battle.map.grid if after and after.battle and after.battle.map else None
    maps = []
    for name, caption, loaded in (("a", difference.before, before), ("b", difference.after, after)):
        if loaded is None or loaded.battle is None or loaded.series is None or loaded.charts is None:
            continue
        if loaded.battle.map is None:
            continue
        context = BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder)
        if not loaded.ok:
            context = replace(context, draft=print_word("draft", context.language))
        picture = base64.b64encode(render_svg(screen_map(context), embed_fonts=True).encode()).decode()
        grid, layout = loaded.battle.map.grid, screen_pixels(context)
        same = numbers is not None and (numbers.columns, numbers.rows) == (grid.columns, grid.rows)
        maps.append(
            _Map(
                name,
                caption,
                layout,
                numbers if same and numbers is not None else grid,
                f"data:image/svg+xml;base64,{picture}",
            )
        )
    return maps


def _pair(
    title: str, maps: list[_Map], sections: Iterable[DifferenceSection], moves: Iterable[StartMove]
) -> list[str]:
    parts = [f"<h2>{title}</h2>", '<div class="maps">']
    for map_picture in maps:
        layout, last = map_picture.layout, map_picture.name == maps[-1].name
        marks = [*_ground(map_picture, sections), *_moves(map_picture, moves, last)]
        width, height = round(layout.width), round(layout.height)
        parts.append(
            f'<figure><div class="map {map_picture.name}" style="aspect-ratio: {width} / {height}">'
            f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{title}">{_HEAD}{"".join(marks)}'
            f"</svg></div><figcaption>{escape(map_picture.caption)}</figcaption></figure>"
        )
    return [*parts, "</div>"]


def _ground(map_facts: _Map, sections: Iterable[DifferenceSection]) -> Iterator[str]:
    layout, grid = map_facts.layout, map_facts.numbers
    stroke = layout.size / 12
    for section in sections:
        for change in section.hexes:
            words = escape(f"{section.title}: {change.before or 'none'} → {change.after or 'none'}")
            for name in change.hexes:
                index = grid.index(name)
                if index is not None:
                    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in layout.polygon(index))
                    yield (
                        f'<polygon class="hexes" points="{points}" stroke-width="{stroke / 2:.1f}">'
                        f"<title>{escape(name)}, {words}</title></polygon>"
                    )
                elif (ends := _ends(grid, name)) is not None:
                    side = layout.grid.side_between(*ends)
                    if side is None or section.title.startswith("ways"):
                        (x, y), (u, v) = (layout.centre(end) for end in ends)
                    else:
                        (x, y), (u, v) = layout.side_ends(side)
                    yield (
                        f'<path class="between" d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" '
                        f'stroke-width="{stroke:.1f}"><title>{escape(name)}, {words}</title></path>'
                    )


def _ends(grid: HexGrid, name: str) -> tuple[int, int] | None:
    """Return the two hexes that a name such as `0305-0306` stands for."""
    for at, sign in enumerate(name):
        if sign == "-":
            one, other = grid.index(name[:at]), grid.index(name[at + 1 :])
            if one is not None and other is not None:
                return one, other
    return None


def _moves(map_facts: _Map, moves: Iterable[StartMove], last: bool) -> Iterator[str]:
    """Yield where pieces start: on the last map their way there as well."""
    layout, grid = map_facts.layout, map_facts.numbers
    lines: dict[int, int] = {}
    for move in moves:
        name = move.after if last else move.before
        index, former = grid.index(name) if name else None, grid.index(move.before) if move.before else None
        if index is None:
            continue
        x, y = layout.centre(index)
        radius, size = layout.size * 0.22, layout.size * 0.2
        if last and former is not None:
            u, v = layout.centre(former)
            yield f'<path class="way" d="M{u:.1f} {v:.1f}L{x:.1f} {y:.1f}" stroke-width="{size / 4:.1f}"/>'
        lines[index] = lines.get(index, 0) + 1
        yield (
            f'<circle class="{"to" if last else "from"}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" '
            f'stroke-width="{size / 5:.1f}"/><text x="{x:.1f}" y="{y + radius + size * lines[index]:.1f}" '
            f'font-size="{size:.1f}" stroke-width="{size / 6:.1f}">{escape(move.name)}</text>'
        )


def _section(section: DifferenceSection) -> Iterator[str]:
    yield f"<h2>{escape(heading(section))}</h2>"
    yield "<ul>"
    for change in section.changes:
        inner = "".join(f"<li>{escape(value_text(v, change.what == 'added'))}</li>" for v in change.values)
        below = f"<ul>{inner}</ul>" if inner else ""
        what = f'<b class="{change.what}">{change.what}</b>'
        yield f"<li>{what} {escape(change_title(change))}{below}</li>"
    for hexes in section.hexes:
        yield f"<li>{escape(hexes_text(hexes))}</li>"
    yield "</ul>"
