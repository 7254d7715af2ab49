"""The drawing of all pictures of a module: the same faces and the same map as in print.

What a module shows is drawn from the battle here; small pictures that exist in modules alone (badges, cones
of fire, the mark of movement) come from `badges` and `pictures`. Faces are cached between builds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import msgpack

from jdgtools.exporters.module.badges import badge_pictures, flag_colours, flag_pictures
from jdgtools.exporters.module.boxes import WINDOWS, Box, window_scene
from jdgtools.exporters.module.module_context import Face, ModuleContext, cones
from jdgtools.exporters.module.pictures import ModulePictures, cone_picture, moved_picture, name_faces
from jdgtools.exporters.module.prototypes import CUP_PICTURE, MOVED_PICTURE
from jdgtools.exporters.module.states import badge_of, has_pictures, strip_height
from jdgtools.exporters.module.upright import arrow_pictures

if TYPE_CHECKING:
    from jdgtools.exporters.context import BuildContext
    from jdgtools.hexgrid.layout import Layout
    from jdgtools.model.pieces import Command
    from jdgtools.render.counters import FaceSpec
    from jdgtools.render.scene import Item, Scene

_TOGETHER, _TOGETHER_OF_MANY = 4, 32
"""Faces that are drawn anew when one has changed, on the average: few, but of many not too many packs."""
_MANY = 1000
"""Faces that two processes draw."""


def board_layout(build: BuildContext) -> Layout:
    """Return the hexes of the board in pixels.

    Raises:
        ValueError: the battle has no map.
    """
    from jdgtools.render.map.screen import screen_layout

    if build.battle.map is None:
        raise ValueError("a battle without a map has no board")
    return screen_layout(build.battle.map, build.screen_hex_px)


def counter_pixels(build: BuildContext, layout: Layout) -> int:
    """Return the edge of a counter on the board: it keeps its printed size beside the printed hex."""
    hex_mm = build.battle.map.hex_mm if build.battle.map else 20.0
    edge = build.print_settings.counter_mm / (hex_mm or 20.0) * layout.size
    return max(24, 2 * round(min(edge, 0.78 * layout.size) / 2))


def draw(
    build: BuildContext, context: ModuleContext, boxes: Mapping[str, Box], layout: Layout
) -> ModulePictures:
    """Return all pictures that a module of the battle may need, but for the maps."""
    specs = _specs(build, context)
    faces = _faces(build, specs, context.counter_px)
    commands = context.battle.commands
    if context.axes("command") and commands:
        cards = _pictures(build, [command_card(context, c) for c in commands])
        faces |= {("command", c.id, "front"): card for c, card in zip(commands, cards, strict=True)}
    names, data = name_faces(faces)
    data |= _signs(build, context, layout)
    scenes = {CUP_PICTURE: _cup_back(context)}
    for window in WINDOWS:
        window_boxes = [b for b in boxes.values() if b.window == window]
        if window_boxes:
            scenes[f"window-{window}.png"] = window_scene(context, window_boxes, window)
    data |= zip(scenes, _pictures(build, list(scenes.values())), strict=True)
    return ModulePictures(layout, names, data)


def _specs(build: BuildContext, context: ModuleContext) -> dict[Face, FaceSpec]:
    """Return what is printed on every face that a piece or a badge may show."""
    from jdgtools.exporters.faces import counters_of
    from jdgtools.render.counters import faces_of

    specs: dict[Face, FaceSpec] = {}
    for counter in counters_of(build):
        if counter.kind == "marker":
            continue
        specs[(counter.kind, counter.subject, "front")] = counter.front
        if counter.back is not None:
            specs[(counter.kind, counter.subject, "back")] = counter.back
    faces = faces_of(build.series)
    for marker in context.series.markers:
        number = marker.numbers[0] if marker.numbers else None
        for side in ("front", "back"):
            spec = faces.marker(context.series, marker, side == "back", build.language, number)
            if spec is not None:
                specs[("marker", marker.id, side)] = spec
    return specs


def _faces(build: BuildContext, specs: Mapping[Face, FaceSpec], px: int) -> dict[Face, bytes]:
    """Return the PNG files of faces; of very many the worker draws half."""
    distinct = list(dict.fromkeys(specs.values()))

    def make(packs: list[list[int]]) -> list[list[bytes]]:
        faces = [[distinct[n] for n in pack] for pack in packs]
        if build.pool is None or sum(map(len, packs)) < _MANY:
            return _draw_packs(build, faces, px)
        half = len(faces) // 2
        others = build.in_worker(_draw_packs, faces[half:], px)
        return [*_draw_packs(build, faces[:half], px), *others.result()]

    together = _TOGETHER if len(distinct) < _MANY else _TOGETHER_OF_MANY
    files = build.get_or_make_many("outlined faces", (px, build.theme), distinct, make, together)
    file_of = dict(zip(distinct, files, strict=True))
    return {face: file_of[spec] for face, spec in specs.items()}


def _draw_packs(build: BuildContext, packs: list[list[FaceSpec]], px: int) -> list[list[bytes]]:
    from jdgtools.render.counters.bulk import draw_packs

    return draw_packs(packs, px, build.theme, outline=True)


def _pictures(build: BuildContext, scenes: Sequence[Scene]) -> list[bytes]:
    """Return the PNG files of scenes whose millimetres are pixels."""
    from jdgtools.render.backends.png import MM_PER_INCH, render_pngs

    def make(packs: list[list[int]]) -> list[list[bytes]]:
        png_files = iter(render_pngs([scenes[n] for pack in packs for n in pack], MM_PER_INCH))
        return [[next(png_files) for _ in pack] for pack in packs]

    return build.get_or_make_many("pictures", None, scenes, make)


def _signs(build: BuildContext, context: ModuleContext, layout: Layout) -> dict[str, bytes]:
    """Return the PNG files of what lies over counters and hexes, by name."""
    flags = flag_colours(context)
    battle_cones = cones(context)

    def make() -> bytes:
        pictures = {MOVED_PICTURE: moved_picture()} | badge_pictures(context.counter_px)
        pictures |= flag_pictures(flags, context.hex_px)
        pictures |= arrow_pictures(context.counter_px)
        pictures |= {c.picture: cone_picture(c, layout.size, layout.step) for c in battle_cones}
        return msgpack.encode(pictures)

    inputs = (context.counter_px, context.hex_px, flags, battle_cones, layout.size, layout.step)
    return msgpack.decode(build.get_or_make("signs", inputs, make), type=dict[str, bytes])


def _cup_back(context: ModuleContext) -> Scene:
    """Draw the back that all markers in the cup share."""
    from jdgtools.render.scene import Circle, Rect, Scene, Stroke

    size = float(context.counter_px)
    ring = [
        Circle(size / 2, size / 2, size * r, stroke=Stroke("#d8c9a0", size * 0.03))
        for r in (0.12, 0.22, 0.32)
    ]
    ground = Rect(0.5, 0.5, size - 1, size - 1, fill="#6b5a3c", stroke=Stroke("#3d3322", 1.0), rx=3.0)
    return Scene.of(size, size, [ground, *ring], "cup")


def _card_lines(name: str, size: float, room: float) -> list[str]:
    """Return the lines of a name on a card; brackets at its end begin a line if that takes no more lines."""
    from jdgtools.render.text import wrap

    lines = wrap(name, "sans-semibold", size, room)
    if not name.endswith(")"):
        return lines
    lines_apart = wrap("\n(".join(name.rsplit(" (", 1)), "sans-semibold", size, room)
    return lines_apart if len(lines_apart) <= len(lines) else lines


def command_card(context: ModuleContext, command: Command) -> Scene:
    """Draw the card of a command: its name beside its colour, two counters wide, one millimetre a pixel.

    The name leaves room for what lies on the card: the marker of a state, or the strip that says it.
    """
    from jdgtools.render.scene import Rect, Scene, Stroke, TextItem
    from jdgtools.render.text import text_width, typographic

    width, height = 2 * context.counter_px, context.counter_px
    side = context.battle.side(command.side)
    colour = command.colour or (side.colour if side else None) or "#8a8472"
    left = height * 0.2 + 6
    right, low = float(width - 4), float(height)
    for axis in context.axes("command"):
        if has_pictures(axis):
            badge = badge_of(context, axis)
            right = min(right, width / 2 + (badge.x - badge.scale / 2) * height - 2)
        else:
            low = float(height - strip_height(context))
    name = typographic(context.say(command.name))
    size = max(11.0, height * 0.2)
    widest = max(text_width(word, "sans-semibold", size) for word in name.split() or [" "])
    size = max(8.0, size * min(1.0, (right - left) / widest))
    while size > 8 and len(_card_lines(name, size, right - left)) * size * 1.2 > low - 4:
        size -= 0.5
    lines = _card_lines(name, size, right - left)[: int(low / size / 1.2)]
    top = low / 2 - (len(lines) - 1) * size * 0.6
    items: list[Item] = [
        Rect(0.5, 0.5, width - 1, height - 1, fill="#fbf8ef", stroke=Stroke("#4a463c", 1.0), rx=3.0),
        Rect(1, 1, height * 0.2, height - 2, fill=colour),
        *(
            TextItem(left, top + i * size * 1.2, line, size, "sans-semibold", baseline="middle")
            for i, line in enumerate(lines)
        ),
    ]
    return Scene.of(float(width), float(height), items, name)
