"""The arms as boxes of the NATO kind: a frame, strokes for the arm, a letter where two would be equal."""

from __future__ import annotations

from jdgtools.render.scene import Item, Rect, Stroke, TextItem
from jdgtools.render.shapes import INK, PAPER, curve, disc, line, poly, solid

Items = tuple[Item, ...]

BOX = (-2.0, -2.0, 104.0, 70.0)
"""With room around the frame, for on a counter lettering stands right beside the box of a symbol."""

SIGNS: dict[str, tuple[str, str]] = {
    "line_infantry": ("foot", ""),
    "light_infantry": ("foot", "L"),
    "grenadiers": ("foot", "G"),
    "guard": ("foot", "★"),
    "militia": ("foot", "M"),
    "light_cavalry": ("horse", "L"),
    "heavy_cavalry": ("heavy horse", ""),
    "dragoons": ("horse", "D"),
    "lancers": ("horse", "U"),
    "foot_artillery": ("gun", ""),
    "horse_artillery": ("horse gun", ""),
    "commander": ("staff", ""),
    "knights": ("heavy horse", ""),
    "mounted_sergeants": ("horse", "S"),
    "men_at_arms": ("foot", "H"),
    "foot_sergeants": ("foot", "S"),
    "archers": ("bow", ""),
    "crossbows": ("crossbow", ""),
    "pikes": ("pike", ""),
    "peasants": ("foot", "P"),
    "handgunners": ("foot", "A"),
    "baggage": ("baggage", ""),
    "banner_lord": ("staff", ""),
    "pike_and_shot": ("pike", "S"),
    "pikeman": ("pike", ""),
    "musketeers": ("foot", "M"),
    "cuirassiers": ("heavy horse", ""),
    "harquebusiers": ("horse", "A"),
    "dragoons_1640": ("foot horse", "D"),
    "light_gun": ("gun", "L"),
    "heavy_gun": ("gun", "H"),
    "general": ("staff", ""),
}
"""Symbol id -> kind of strokes and letter ("★" is drawn)."""

_PEN = 6.0


def nato_box(symbol_id: str) -> Items:
    """Draw an arm in a 100 x 66 frame.

    Raises:
        KeyError: no such symbol.
    """
    kind, letter = SIGNS[symbol_id]
    items: list[Item] = [Rect(0, 0, 100, 66, fill=PAPER)]
    items += _strokes(kind)
    items.append(Rect(3, 3, 94, 60, stroke=Stroke(INK, _PEN)))
    return (*items, *_letter(letter, on_dot=kind == "gun"))


def _strokes(kind: str) -> Items:
    rising = line((3, 63), (97, 3), width=_PEN)
    falling = line((3, 3), (97, 63), width=_PEN)
    middle = line((50, 3), (50, 63), width=_PEN)
    dot = solid(disc(50, 33, 13))
    flag = (
        *line((30, 12), (30, 58), width=_PEN),
        *solid(poly((30, 12), (74, 12), (66, 23), (74, 35), (30, 35))),
    )
    wheels = (*solid(disc(34, 49, 8), disc(66, 49, 8)), *line((18, 38), (82, 38), width=_PEN))
    bow = (*curve("M14 56Q50 -18 86 56", 5.0), *line((50, 58), (50, 14), width=4.0))
    return {
        "foot": (*rising, *falling),
        "horse": rising,
        "heavy horse": solid(poly((3, 63), (97, 3), (97, 63))),
        "foot horse": (*rising, *falling, *middle),
        "gun": dot,
        "horse gun": (*rising, *solid(disc(50, 33, 18), color=PAPER), *dot),
        "pike": (*rising, *falling, *middle),
        "bow": bow,
        "crossbow": (*bow, *line((26, 46), (74, 46), width=4.0)),
        "staff": flag,
        "baggage": wheels,
    }[kind]


def _letter(letter: str, *, on_dot: bool) -> Items:
    if not letter:
        return ()
    if letter == "★":
        star = [
            (50, 19),
            (53.4, 28.400),
            (63.3, 28.7),
            (55.4, 34.800),
            (58.2, 44.3),
            (50, 38.7),
            (41.8, 44.3),
            (44.6, 34.8),
            (36.7, 28.7),
            (46.6, 28.4),
        ]
        return (*solid(disc(50, 33, 18.5), color=PAPER), *solid(poly(*star)))
    ground, ink = (INK, PAPER) if on_dot else (PAPER, INK)
    return (
        *solid(disc(50, 33, 18), color=ground),
        TextItem(50, 33, letter, 30 if on_dot else 34, "sans-bold", "middle", "middle", fill=ink),
    )
