"""The pictures of counters in docs/. Run as: python -m tests.tools.counter_pictures."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from jdgtools.cache import Cache
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.counters import SheetWork
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import check
from jdgtools.render.backends.png import render_png
from jdgtools.render.counters import Counter, counter_list, face_scene
from jdgtools.render.counters.dress import DRESS, figure_colors, hat_of
from jdgtools.render.counters.palette import NATIONS, counter_theme
from jdgtools.render.counters.spec import Figure
from jdgtools.render.scene import DrawingLayer, Group, Item, Rect, Scene, TextItem, Use, translation
from jdgtools.render.symbols import symbol
from jdgtools.render.themes import theme_for

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
_CELL = 16.5
"""From one counter to the next, mm."""
_DPI = 124.0
_ARMS = (
    "line_infantry",
    "light_infantry",
    "grenadiers",
    "light_cavalry",
    "dragoons",
    "heavy_cavalry",
    "foot_artillery",
    "commander",
)
_NATIONS = (
    "british",
    "portuguese",
    "french",
    "swiss",
    "austrian",
    "hungarian",
    "prussian",
    "russian",
    "spanish",
    "bavarian",
)
BATTLES = {
    "rolica": ("rolica-1808", 22, 12),
    "vimeiro": ("vimeiro-1808", 36, 12),
    "bremule": ("bremule-1119", 26, 8),
    "bouvines": ("bouvines-1214", 40, 8),
    "edgehill": ("edgehill-1642", 40, 12),
    "medieval": ("teaching-afe", 22, 6),
    "pike-and-shot": ("teaching-mpbs", 22, 8),
}
"""Name of the picture -> battle, how many faces of pieces and how many of markers at most."""


def main() -> None:
    """Write all pictures."""
    for name, (battle, pieces, markers) in BATTLES.items():
        _write(f"counters-{name}", battle_scene(battle, pieces, markers))
    _write("figures", figures_scene())
    _write("counters-sheet", sheet_scene("rolica-1808"), dpi=84.0)


def battle_scene(battle: str, pieces: int, markers: int) -> Scene:
    """Return faces of a battle's counters: one of each look first, then the others, then markers."""
    loaded = check(ROOT / "scenarios" / battle)
    assert loaded.battle is not None and loaded.series is not None
    counters = counter_list(loaded.battle, loaded.series, project=loaded.folder)
    theme = theme_for(loaded.battle.theme)
    looks: dict[object, Counter] = {}
    for counter in counters:
        if counter.kind != "marker":
            drawn = next((part.symbol for part in counter.front.parts if isinstance(part, Figure)), "")
            looks.setdefault((counter.kind, counter.front.colors, drawn), counter)
    shown = list(looks.values())[:pieces]
    shown += [c for c in counters if c.kind != "marker" and c not in shown][: pieces - len(shown)]
    shown.sort(key=counters.index)
    # Every fifth piece shows its back, where it has one.
    faces = [c.back if c.back is not None and n % 5 == 4 else c.front for n, c in enumerate(shown)]
    faces += [c.front for c in counters if c.kind == "marker"][:markers]
    return _grid([face_scene(face, 15.0, theme) for face in faces], 12)


def sheet_scene(battle: str) -> Scene:
    """Return both sides of the first counter sheet of a battle on A4, beside each other."""
    loaded = check(ROOT / "scenarios" / battle)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    options = BuildOptions(printing=loaded.printing)
    context = BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, options, Cache(None))
    settings = context.print_settings
    front, back = SheetWork(context).pages(settings.spec("a4"), settings.flip)[:2]
    pages = [
        Group((Rect(0, 0, page.width, page.height, fill="#ffffff"), *_items(page)), translation(x, 4.0))
        for page, x in ((front, 4.0), (back, front.width + 8.0))
    ]
    size = front.width + back.width + 12.0, front.height + 8.0
    return Scene(*size, "sheet", (DrawingLayer("pages", tuple(pages)),), background="#d8d0c0")


def figures_scene() -> Scene:
    """Return arms by nation, as they are dressed."""
    theme = counter_theme()
    items: list[Item] = []
    for row, nation in enumerate(_NATIONS):
        y = 6.0 + row * 17.0
        ground = NATIONS[nation]
        items.append(TextItem(2.0, y + 8.5, nation, 4.2, "sans-semibold", fill="#1c1a17"))
        for column, arm in enumerate(_ARMS):
            x = 32.0 + column * 19.0
            names = (f"{nation}_{arm}", nation)
            hat = hat_of(theme, names if arm in _ARMS[:2] else names[:1])
            colors = figure_colors(theme, names, "#1c1712", ground)
            items.append(Rect(x, y, 18.0, 16.0, fill=ground))
            items.append(Use.fit(symbol(arm, "figure", hat), x + 1, y + 0.8, 16, 14.4, colors=colors))
    width, height = 32.0 + 19.0 * len(_ARMS) + 1.0, 6.0 + 17.0 * len(_NATIONS)
    for column, arm in enumerate(_ARMS):
        words = arm.replace("_", " ")
        items.append(TextItem(41.0 + column * 19.0, 4.2, words, 2.9, "sans", "middle", fill="#1c1a17"))
    assert all(nation in DRESS for nation in _NATIONS)
    return Scene(width, height, "figures", (DrawingLayer("figures", tuple(items)),), background="#ffffff")


def _grid(scenes: Sequence[Scene], columns: int) -> Scene:
    """Return scenes side by side, row by row; wide ones take two places."""
    items: list[Item] = []
    x = y = 1.0
    for scene in scenes:
        if x + scene.width > 1.0 + columns * _CELL:
            x, y = 1.0, y + _CELL
        items.append(Group(tuple(_items(scene)), translation(x, y), Rect(0, 0, scene.width, scene.height)))
        x += scene.width + _CELL - 15.0
    return Scene(
        columns * _CELL + 0.5,
        y + _CELL,
        "counters",
        (DrawingLayer("faces", tuple(items)),),
        background="#d8d0c0",
    )


def _items(scene: Scene) -> Iterable[Item]:
    return (item for layer in scene.layers for item in layer.items)


def _write(name: str, scene: Scene, dpi: float = _DPI) -> None:
    from PIL import Image

    picture = Image.open(io.BytesIO(render_png(scene, dpi=dpi))).convert("RGB")
    picture.quantize(160, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
