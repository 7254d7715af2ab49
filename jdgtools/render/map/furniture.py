"""Furniture that holds no counters: compass, scale, legend, heights, scenarios, credits.

Every function returns a `FurniturePart`: how high it is in a given room, and how it is drawn there. `plan`
finds its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from math import cos, pi, sin

from jdgtools.model.battle import Battle
from jdgtools.model.map import BattleMap
from jdgtools.model.phrases import semicolon
from jdgtools.render.map import marks
from jdgtools.render.map.areas import region_stroke
from jdgtools.render.map.legend import SWATCH, LegendEntry, columns, group_entries
from jdgtools.render.map.paragraph import Paragraph, block, one_line
from jdgtools.render.map.plan import FurniturePart, Room
from jdgtools.render.map.setup_areas import AreaChoice, look, setup_areas
from jdgtools.render.map.tracks import HEAD, heading
from jdgtools.render.map.words import say
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Group, Item, Rect, Stroke, TextItem, compose, rotation, scaling, translation
from jdgtools.render.style import Theme
from jdgtools.render.text import text_width

_PACE_CM = 75
"""An infantry pace, centimetres."""
_SPACE = 1.6
"""Between the entries of the legend, mm."""
_SMALL_LEGEND = 0.85, 0.64
"""Furniture drawn as small as this has a legend with pieces of map of that size."""
_GROUP = 5.8
"""Height of the name of a group of them."""
_ENTRY_NAME, _CLOSE_NAME = 38.0, 29.5
"""Least width of a name in the legend with its blanks, as usual and where it makes room for other parts."""
_NAME_GAP, _COLUMN_GAP = 2.4, 2.2
"""Between a piece of map of the legend and its name, and between that and the next column at least, mm."""
_SMALL = 3.2, 3.9
"""Size and line pitch of the credits."""


def compass_and_scale(
    hex_mm: Callable[[], float], battle_map: BattleMap, theme: Theme, language: str
) -> FurniturePart:
    """Return the compass rose turned to north, and bars in metres and paces if the map has a scale.

    Args:
        hex_mm: size of the hexes on paper, known when it is drawn.
        battle_map: the map.
        theme: colours.
        language: of the words.
    """

    def draw(room: Room, _: float) -> tuple[Item, ...]:
        # Flush with the column where the letter above the needle does not reach beside the rose.
        x = 12.0 + 8.0 * abs(sin(battle_map.north * pi / 180))
        items: list[Item] = [_compass(battle_map.north, theme, language, x, 16.5, 12.0)]
        if not battle_map.hex_metres:
            return tuple(items)
        ink = theme.color("map.sheet.ink")
        scale = room.on_paper
        per_metre = hex_mm() / battle_map.hex_metres / scale
        max_length = min(80.0, room.width - 52.0)
        for y, unit, word, first_dark in (
            (9.0, per_metre, "metres", True),
            (19.5, per_metre * _PACE_CM / 100, "paces", False),
        ):
            bar = _bar(theme, unit, say(word, language), first_dark, max_length)
            items.append(Group(tuple(bar), translation(38.0, y), name=word))
        note = say("hex_is", language, battle_map.hex_metres)
        items.append(TextItem(38.0, 31.5, note, 3.6, "serif-italic", fill=ink))
        return tuple(items)

    return FurniturePart("compass", 0, lambda room: 35.0, draw)


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
    letter = TextItem(0, -r - 0.6, say("north", language), 5.0, "serif-bold", "middle", fill=ink)
    return Group((*items, letter), compose(translation(x, y + 1.5), rotation(north)), name="compass")


def _bar(theme: Theme, per_unit: float, word: str, first_dark: bool, max_length: float) -> list[Item]:
    """Return a scale bar of four parts, at most ``max_length`` mm long."""
    ink, paper = theme.color("map.sheet.ink"), theme.color("map.sheet.panel")
    part = next(
        (
            n
            for n in (2000, 1000, 500, 250, 200, 100, 50, 25, 20, 10, 5, 2, 1)
            if n * per_unit * 4 <= max_length
        ),
        1,
    )
    step = part * per_unit
    items: list[Item] = []
    for n in range(4):
        fill = ink if (n % 2 == 0) == first_dark else paper
        items.append(Rect(n * step, 0.0, step, 1.6, fill, Stroke(ink, 0.18)))

    def is_crowded(n: int) -> bool:
        """Return whether the figures at the ends of the part from n to 2n would run into each other."""
        return text_width(f"{n * part}{2 * n * part}", "sans", 3.0) / 2 + 1.0 > n * step

    for n in (0, 4) if is_crowded(2) else (0, 2, 4) if is_crowded(1) else (0, 1, 2, 4):
        items.append(TextItem(n * step, -1.2, f"{n * part}", 3.0, "sans", "middle", fill=ink))
    items.append(
        TextItem(
            4 * step + 2.6 + text_width(str(4 * part), "sans", 3.0) / 2 - 1.5,
            1.6,
            word,
            3.3,
            "serif-italic",
            fill=ink,
        )
    )
    return items


_GROWTH = 3 * (SWATCH[1] + _SPACE)
"""How much higher the legend may become, so that its groups stay whole, mm."""
_WHOLE = 1.4
"""Likewise, as a share of its least height, where it takes the height at once."""


def legend(
    theme: Theme,
    language: str,
    kinds: Sequence[str],
    entries: Callable[[], Sequence[LegendEntry]],
    extra: Sequence[tuple[str, Item]],
    largest: float = 1.0,
    whole: bool = False,
) -> FurniturePart | None:
    """Return all entries in columns by groups, the names wrapped beside their pieces of map.

    Args:
        theme: colours.
        language: of the headlines.
        kinds: of terrain, one for each entry.
        entries: draws them; asked when the legend is drawn.
        extra: further entries: name, drawing in the box of a piece of map.
        largest: size of the pieces of map where there is room.
        whole: whether it takes the height at once that it may need to keep its groups whole.
    """
    order = group_entries([*kinds, *("" for _ in extra)])
    if not order:
        return None

    @cache
    def split(limit: int, size: float, height: float) -> tuple[list[int], float]:
        return columns([group for _, group in order], limit, _pitch(size), _GROUP, height)

    def arrangement(room: Room, height: float = 0.0) -> tuple[list[int], float, float]:
        """Return the entries in each column, height of the columns, size of the pieces of map."""
        size = largest if room.on_paper > _SMALL_LEGEND[0] else _SMALL_LEGEND[1]
        wide = SWATCH[0] * size + (_ENTRY_NAME if largest == 1.0 else _CLOSE_NAME)
        return *split(max(1, int((room.width + 1.0) // wide)), size, height), size

    def draw(room: Room, height: float) -> tuple[Item, ...]:
        items = heading(theme, say("legend", language), room.width)
        ink, muted_ink = theme.color("map.sheet.ink"), theme.color("map.sheet.muted")
        cells: list[tuple[tuple[Item, ...], str]] = [(e.swatch, e.name) for e in entries()]
        cells += [((item,), name[:1].upper() + name[1:]) for name, item in extra]
        counts, _height, size = arrangement(room, height - HEAD + _SPACE)
        width, wide, high = (room.width + 1.0) / len(counts), SWATCH[0] * size, SWATCH[1] * size
        left, last_group = iter(order), ""
        for column, count in enumerate(counts):
            x, y, above = column * width, HEAD, ""
            for n, group in islice(left, count):
                if group != above:
                    words = _group_words(group, group == last_group, language, width)
                    above = last_group = group
                    items.append(TextItem(x, y + 3.5, words, 3.6, "serif-italic", fill=muted_ink))
                    y += _GROUP
                swatch, name = cells[n]
                items.append(Group(swatch, compose(translation(x, y), scaling(size))))
                limit = int(_pitch(size) // 4.0)
                lines, letters = block(
                    name, "serif", width - wide - _NAME_GAP - _COLUMN_GAP, (3.7, 3.3, 2.9), limit
                )
                lead = 1.08 * letters
                top = y + high / 2 - (len(lines) - 1) * lead / 2
                for k, line in enumerate(lines):
                    at = x + wide + _NAME_GAP, top + k * lead
                    items.append(TextItem(*at, line, letters, "serif", baseline="middle", fill=ink))
                y += _pitch(size)
        return tuple(items)

    def height(room: Room) -> float:
        least = arrangement(room)[1]
        return HEAD + (arrangement(room, _WHOLE * least)[1] if whole else least) - _SPACE

    def used(room: Room, height: float) -> float:
        return HEAD + arrangement(room, height - HEAD + _SPACE)[1] - _SPACE

    return FurniturePart("legend", 0, height, draw, _GROWTH, used)


def _group_words(group: str, is_continued: bool, language: str, width: float) -> str:
    """Return what stands above the entries of a group in a column, in a width in mm."""
    words = say(group, language)
    if not is_continued:
        return words
    longer = say("continued", language, words)
    return longer if text_width(longer, "serif-italic", 3.6) <= width - 1.0 else f"{words} …"


def _pitch(size: float) -> float:
    """Return the height of an entry of the legend whose piece of map is drawn in a size."""
    return SWATCH[1] * size + _SPACE


def extra_entries(
    battle: Battle, theme: Theme, language: str, setup: AreaChoice = ()
) -> list[tuple[str, Item]]:
    """Return (name, drawing in the box of a swatch) of the marks that the map carries."""
    battle_map = battle.map
    if battle_map is None:
        return []
    x, y = SWATCH[0] / 2, SWATCH[1] / 2
    rows: list[tuple[str, Item]] = []
    first = battle.scenarios[0] if battle.scenarios else None
    if first is not None and marks.victory_hexes(first):
        rows.append((say("victory", language), marks.star(theme, x, y, 3.6, None)))
    neutral = theme.color("map.mark.neutral")
    if any(not area.exit for area in battle_map.entries):
        rows.append(
            (say("entry", language), Group((marks.arrow(theme, 20.0, neutral),), translation(x - 2.5, y)))
        )
    if any(area.exit for area in battle_map.entries):
        leaving = Group((marks.arrow(theme, 20.0, neutral),), (-1.0, 0.0, 0.0, 1.0, x + 2.5, y))
        rows.append((say("exit", language), leaving))
    if any(region.shown for region in battle_map.regions):
        box = PathBuilder().polygon(
            ((1, 2), (SWATCH[0] - 1, 2), (SWATCH[0] - 1, SWATCH[1] - 2), (1, SWATCH[1] - 2))
        )
        rows.append((say("region", language), box.build(None, region_stroke(theme, 20.0))))
    if setup_areas(battle, setup):
        box = PathBuilder().polygon(
            ((1, 2), (SWATCH[0] - 1, 2), (SWATCH[0] - 1, SWATCH[1] - 2), (1, SWATCH[1] - 2))
        )
        tint, edge = look(battle, theme, None, 20.0)
        rows.append(
            (say("setup_area", language), Group((box.build(tint, opacity=0.16), box.build(None, edge))))
        )
    return rows


_NOTE, _NOTE_LINE = ("serif-italic", 3.4), 4.4
"""Font and size of the notes below the heights, and from line to line, mm."""


def heights(battle_map: BattleMap, theme: Theme, language: str) -> FurniturePart | None:
    """Return the tints of the levels with their heights; None for a flat map."""
    levels = sorted({level for level in battle_map.levels if level is not None})
    if len(levels) < 2:
        return None
    low = levels[0]
    notes = [say("above", language)] if battle_map.level_metres else []
    if theme.number("map.relief.ticks") > 0:
        notes.append(say("ticks", language))
    foot = 22.1 if battle_map.level_metres else 17.2

    def lines(room: Room) -> list[str]:
        whole = semicolon(language).join(notes)
        return [whole] if whole and text_width(whole, *_NOTE) <= room.width else notes

    def draw(room: Room, _: float) -> tuple[Item, ...]:
        items = heading(theme, say("heights", language), room.width)
        ink, line = theme.color("map.sheet.ink"), theme.color("map.sheet.line")
        width = min(18.0, room.width / len(levels))
        for n, level in enumerate(levels):
            fill = theme.color(f"map.ground.{max(0, level)}")
            items.append(Rect(n * width, 10.0, width, 7.0, fill, Stroke(line, 0.2)))
            middle = n * width + width / 2
            items.append(TextItem(middle, 13.5, str(level), 4.0, "sans-bold", "middle", "middle", ink))
            if battle_map.level_metres:
                figure = str((level - low) * battle_map.level_metres)
                items.append(TextItem(middle, 21.0, figure, 3.2, "sans", "middle", fill=ink))
        muted_ink = theme.color("map.sheet.muted")
        font, size = _NOTE
        for n, note in enumerate(lines(room), 1):
            items.append(TextItem(0.0, foot + n * _NOTE_LINE - 0.9, note, size, font, fill=muted_ink))
        return tuple(items)

    return FurniturePart("heights", 1, lambda room: foot + _NOTE_LINE * len(lines(room)), draw)


def scenarios(battle: Battle, theme: Theme, language: str) -> FurniturePart | None:
    """Return what the scenarios are about; None when none says it."""
    summaries = [
        (s.title.get(language), Paragraph(s.summary.get(language), "serif-italic", 3.9))
        for s in battle.scenarios
        if s.summary.get(language)
    ]
    if not summaries:
        return None

    def lines(room: Room) -> list[list[str]]:
        return [summary.lines(room.width) for _, summary in summaries]

    def height(room: Room) -> float:
        return 7.0 + sum(6.0 + 4.6 * len(each) + 2.0 for each in lines(room))

    def draw(room: Room, _height: float) -> tuple[Item, ...]:
        items = heading(theme, say("scenarios", language), room.width)
        ink, muted_ink = theme.color("map.sheet.ink"), theme.color("map.sheet.muted")
        y = 13.0
        for (title, _), text in zip(summaries, lines(room), strict=True):
            title, size = one_line(title, "serif-bold", room.width, (4.6, 4.2, 3.8, 3.4))
            items.append(TextItem(0.0, y, title, size, "serif-bold", fill=ink))
            for line in text:
                y += 4.6
                items.append(TextItem(0.0, y, line, 3.9, "serif-italic", fill=muted_ink))
            y += 8.0
        return tuple(items)

    return FurniturePart("scenarios", 3, height, draw)


def credits(battle: Battle, theme: Theme, language: str, note: Callable[[], str]) -> FurniturePart:
    """Return the credits of map and battle in small print, with a last line that is asked for each time."""
    size, pitch = _SMALL
    credit_lines = (
        battle.map.credits.get(language) if battle.map is not None else "",
        battle.credits.get(language),
    )
    texts = [Paragraph(text, "serif-italic", size) for text in credit_lines if text]

    def lines(room: Room) -> list[str]:
        last = Paragraph(note(), "serif-italic", size)
        return [line for text in (*texts, last) for line in text.lines(room.width)]

    def draw(room: Room, _: float) -> tuple[Item, ...]:
        ink = theme.color("map.sheet.muted")
        return tuple(
            TextItem(0.0, 3.0 + n * pitch, line, size, "serif-italic", fill=ink)
            for n, line in enumerate(lines(room))
        )

    return FurniturePart("credits", 0, lambda room: pitch * len(lines(room)), draw)
