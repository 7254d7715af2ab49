"""What stands beside the map: compass, scale, legend, heights, turn track, credits, each a block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from jdgtools.model.battle import Battle
from jdgtools.model.map import BattleMap
from jdgtools.model.scenario import Scenario
from jdgtools.render.map import marks
from jdgtools.render.map.legend import SWATCH, Entry
from jdgtools.render.map.words import say
from jdgtools.render.scene import Group, Item, PathBuilder, Rect, Stroke, Text, translation
from jdgtools.render.style import Theme
from jdgtools.render.text import text_width, wrap

WIDTH = 112.0
"""Width of a block, mm."""
_PACE_CM = 75
"""An infantry pace, centimetres."""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the furniture, drawn from its upper left corner."""

    name: str
    height: float
    items: tuple[Item, ...]

    def placed(self, x: float, y: float) -> Group:
        """The block with its corner at (x, y)."""
        return Group(self.items, translation(x, y), name=self.name)


def heading(theme: Theme, word: str) -> list[Item]:
    """Headline of a block with a rule below; takes 9 mm."""
    ink, line = theme.color("map.sheet.accent"), theme.color("map.sheet.line")
    return [
        Text(0.0, 5.0, word, 6.2, "serif-bold-sc", fill=ink, letter_spacing=0.35),
        PathBuilder().move_to(0.0, 7.0).line_to(WIDTH, 7.0).build(None, Stroke(line, 0.25)),
    ]


def compass_and_scale(battle_map: BattleMap, theme: Theme, language: str) -> Block:
    """Compass rose turned to north, and bars in metres and paces if the map has a scale."""
    items: list[Item] = [_compass(battle_map.north, theme, language, 15.0, 17.0, 13.0)]
    if not battle_map.hex_metres:
        return Block("compass and scale", 35.0, tuple(items))
    per_metre = battle_map.hex_mm / battle_map.hex_metres
    ink = theme.color("map.sheet.ink")
    items += [Group(tuple(_bar(theme, per_metre, say("metres", language), True)), translation(38.0, 9.0))]
    items += [
        Group(
            tuple(_bar(theme, per_metre * _PACE_CM / 100, say("paces", language), False)),
            translation(38.0, 19.5),
        )
    ]
    note = say("hex_is", language, battle_map.hex_metres)
    items.append(Text(38.0, 31.5, note, 3.6, "serif-italic", fill=ink))
    return Block("compass and scale", 35.0, tuple(items))


def _compass(north: float, theme: Theme, language: str, x: float, y: float, r: float) -> Group:
    ink, paper, accent = (theme.color(f"map.sheet.{k}") for k in ("ink", "panel", "accent"))
    items: list[Item] = []
    ring = PathBuilder().circle(0, 0, r * 0.62).circle(0, 0, r * 0.56)
    items.append(ring.build(None, Stroke(ink, 0.2)))
    for n in range(32):
        t = n * pi / 16
        a, b = r * 0.56, r * (0.62 if n % 4 else 0.66)
        tick = PathBuilder().move_to(a * sin(t), -a * cos(t)).line_to(b * sin(t), -b * cos(t))
        items.append(tick.build(None, Stroke(ink, 0.15)))
    for length, quarters in ((0.56, (1, 3, 5, 7)), (0.95, (0, 2, 4, 6))):
        for n in quarters:
            t = n * pi / 4
            tip = (r * length * sin(t), -r * length * cos(t))
            for side, fill in ((-1, ink), (1, paper)):
                waist = r * 0.15
                w = (waist * sin(t + side * pi / 4), -waist * cos(t + side * pi / 4))
                color = accent if n == 0 and side == -1 else fill
                items.append(
                    PathBuilder().polygon(((0, 0), w, tip)).build(color, Stroke(ink, 0.16, join="round"))
                )
    from jdgtools.render.scene import compose, rotation

    letter = Text(0, -r - 0.6, say("north", language), 5.0, "serif-bold", "middle", fill=ink)
    return Group((*items, letter), compose(translation(x, y + 1.5), rotation(north)), name="compass")


def _bar(theme: Theme, per_unit: float, word: str, filled: bool) -> list[Item]:
    """A scale bar of four parts, at most 62 mm long."""
    ink, paper = theme.color("map.sheet.ink"), theme.color("map.sheet.panel")
    part = next(
        (n for n in (2000, 1000, 500, 250, 200, 100, 50, 25, 20, 10, 5, 2, 1) if n * per_unit * 4 <= 62.0), 1
    )
    step = part * per_unit
    items: list[Item] = []
    for n in range(4):
        fill = ink if (n % 2 == 0) == filled else paper
        items.append(Rect(n * step, 0.0, step, 1.6, fill, Stroke(ink, 0.18)))
    for n in (0, 1, 2, 4):
        items.append(Text(n * step, -1.2, f"{n * part}", 3.0, "sans", "middle", fill=ink))
    items.append(
        Text(
            4 * step + 2.6 + text_width(str(4 * part), "sans", 3.0) / 2 - 1.5,
            1.6,
            word,
            3.3,
            "serif-italic",
            fill=ink,
        )
    )
    return items


def legend_block(
    theme: Theme, language: str, entries: Sequence[Entry], extra: Sequence[tuple[str, Item]]
) -> Block:
    """All entries in two columns, the names wrapped beside their pieces of map."""
    items = heading(theme, say("legend", language))
    ink = theme.color("map.sheet.ink")
    column_width = WIDTH / 2
    cells: list[tuple[tuple[Item, ...], str]] = [(e.swatch, e.name) for e in entries]
    cells += [((item,), name[:1].upper() + name[1:]) for name, item in extra]
    half = (len(cells) + 1) // 2
    pitch = SWATCH[1] + 2.0
    for n, (swatch, name) in enumerate(cells):
        x, y = (n // half) * (column_width + 1.0), 9.5 + (n % half) * pitch
        items.append(Group(swatch, translation(x, y)))
        lines = wrap(name, "serif", 3.7, column_width - SWATCH[0] - 4.0)
        top = y + SWATCH[1] / 2 - (len(lines) - 1) * 2.0
        for k, line in enumerate(lines):
            items.append(
                Text(x + SWATCH[0] + 2.4, top + k * 4.0, line, 3.7, "serif", baseline="middle", fill=ink)
            )
    return Block("legend", 9.5 + half * pitch, tuple(items))


def extra_entries(battle: Battle, theme: Theme, language: str) -> list[tuple[str, Item]]:
    """(name, drawing in the box of a swatch) of the marks that the map carries."""
    battle_map = battle.map
    if battle_map is None:
        return []
    x, y = SWATCH[0] / 2, SWATCH[1] / 2
    found: list[tuple[str, Item]] = []
    first = battle.scenarios[0] if battle.scenarios else None
    if first is not None and marks.victory_hexes(first):
        found.append((say("victory", language), marks.star(theme, x, y, 3.6, None)))
    neutral = theme.color("map.mark.neutral")
    if any(not area.exit for area in battle_map.entries):
        found.append(
            (say("entry", language), Group((marks.arrow(theme, 20.0, neutral),), translation(x - 2.5, y)))
        )
    if any(area.exit for area in battle_map.entries):
        leaving = Group((marks.arrow(theme, 20.0, neutral),), (-1.0, 0.0, 0.0, 1.0, x + 2.5, y))
        found.append((say("exit", language), leaving))
    if any(region.shown for region in battle_map.regions):
        box = PathBuilder().polygon(
            ((1, 2), (SWATCH[0] - 1, 2), (SWATCH[0] - 1, SWATCH[1] - 2), (1, SWATCH[1] - 2))
        )
        found.append((say("region", language), box.build(None, marks.region_stroke(theme, 20.0))))
    return found


def heights(battle_map: BattleMap, theme: Theme, language: str) -> Block | None:
    """The tints of the levels with their heights; None for a flat map."""
    levels = sorted({level for level in battle_map.levels if level is not None})
    if len(levels) < 2:
        return None
    items = heading(theme, say("heights", language))
    ink, line = theme.color("map.sheet.ink"), theme.color("map.sheet.line")
    low = levels[0]
    width = min(18.0, WIDTH / len(levels))
    for n, level in enumerate(levels):
        items.append(
            Rect(n * width, 10.0, width, 7.0, theme.color(f"map.ground.{max(0, level)}"), Stroke(line, 0.2))
        )
        items.append(Text(n * width + width / 2, 13.5, str(level), 4.0, "sans-bold", "middle", "middle", ink))
        if battle_map.level_metres:
            figure = str((level - low) * battle_map.level_metres)
            items.append(Text(n * width + width / 2, 21.0, figure, 3.2, "sans", "middle", fill=ink))
    if battle_map.level_metres:
        items.append(
            Text(0.0, 25.6, say("above", language), 3.4, "serif-italic", fill=theme.color("map.sheet.muted"))
        )
    return Block("heights", 28.0, tuple(items))


def turn_track(battle: Battle, scenario: Scenario, theme: Theme, language: str) -> Block | None:
    """A box for every turn of a scenario, large enough for a counter; None when it has no turns."""
    if not scenario.turns:
        return None
    items = heading(theme, say("turns", language))
    ink, line, muted = (theme.color(f"map.sheet.{k}") for k in ("ink", "line", "muted"))
    title = scenario.title.get(language)
    items.append(Text(WIDTH, 5.0, title, 3.8, "serif-italic", "end", fill=muted))
    size, gap, per_row = 17.6, 1.28, 6
    for n, turn in enumerate(scenario.turns):
        x, y = (n % per_row) * (size + gap), 9.5 + (n // per_row) * (size + gap)
        night = "night" in turn.flags
        fill = "#39434f" if night else theme.color("map.sheet.paper")
        words = "#f0ead8" if night else ink
        items.append(Rect(x, y, size, size, fill, Stroke(line, 0.3), rx=1.2))
        items.append(Text(x + 1.6, y + 1.6, str(turn.number), 5.8, "serif-bold", baseline="top", fill=words))
        items.append(Text(x + size - 1.4, y + 1.9, turn.time, 2.9, "sans", "end", "top", words))
        label = turn.label.get(language)
        if label:
            lines = wrap(label, "serif-italic", 2.7, size - 2.0)[:3]
            for k, text in enumerate(lines):
                at = y + size - 1.7 - (len(lines) - 1 - k) * 2.8
                items.append(Text(x + size / 2, at, text, 2.7, "serif-italic", "middle", fill=words))
    rows = -(-len(scenario.turns) // per_row)
    return Block("turn track", 9.5 + rows * (size + gap), tuple(items))


def scenarios(battle: Battle, theme: Theme, language: str) -> Block | None:
    """What the scenarios are about; None when none says it."""
    told = [
        (s.title.get(language), s.summary.get(language)) for s in battle.scenarios if s.summary.get(language)
    ]
    if not told:
        return None
    items = heading(theme, say("scenarios", language))
    ink, muted = theme.color("map.sheet.ink"), theme.color("map.sheet.muted")
    y = 13.0
    for title, summary in told:
        items.append(Text(0.0, y, title, 4.6, "serif-bold", fill=ink))
        for line in wrap(summary, "serif-italic", 3.9, WIDTH):
            y += 4.6
            items.append(Text(0.0, y, line, 3.9, "serif-italic", fill=muted))
        y += 8.0
    return Block("scenarios", y - 6.0, tuple(items))


def credits(battle: Battle, theme: Theme, language: str, notes: Sequence[str]) -> Block:
    """Credits of map and battle, in small print."""
    ink = theme.color("map.sheet.muted")
    texts = [
        battle.map.credits.get(language) if battle.map is not None else "",
        battle.credits.get(language),
        *notes,
    ]
    lines = [line for text in texts if text for line in wrap(text, "serif-italic", 3.2, WIDTH)]
    items = tuple(
        Text(0.0, 3.0 + n * 3.9, line, 3.2, "serif-italic", fill=ink) for n, line in enumerate(lines)
    )
    return Block("credits", 3.9 * len(lines) + 1.0, items)
