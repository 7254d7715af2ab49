"""Little pieces of map beside the names of terrain in the charts, drawn as the map's legend draws them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec.structs import replace

from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.inlines import InlinePicture, Inlines
from jdgtools.exporters.context import BuildContext
from jdgtools.render.scene import Group, Item, Rect, Stroke, Symbol, Use, translation

_HEIGHT = 3.9
_RISE, _DROP = 2.35, 0.75
"""What a picture takes of its line; it reaches into the blank above and below."""
_CUT = (2.4, 1.92, 10.2, 8.16)
"""Part of a swatch that shows a line of hexsides or a way: x, y, width, height."""
_GROUPS = (("hex",), ("hexside", "crossing"), ("path",))
"""Kinds of terrain that a chart has in its lines: it is about hexes, hexsides or ways."""


class Swatches:
    """Pieces of map as the legend shows them, drawn when they are asked for."""

    def __init__(self, context: BuildContext) -> None:
        self._context = context

    def of(self, ids: Iterable[str]) -> Mapping[str, Inlines]:
        """Return pictures for those lines of a chart whose terrain the map has."""
        terrains = list(ids)
        groups = [[(kind, each) for kind in kinds for each in terrains] for kinds in _GROUPS]
        pictures = [
            {each: self._drawings[kind, each] for kind, each in g if (kind, each) in self._drawings}
            for g in groups
        ]
        return max(pictures, key=len)

    @cached_property
    def _drawings(self) -> dict[tuple[str, str], Inlines]:
        from jdgtools.render.map.landscape import Styles, landscape
        from jdgtools.render.map.legend import SWATCH, entries
        from jdgtools.render.map.user_art import UserArt

        battle, theme = self._context.battle, self._context.theme
        if battle.map is None:
            return {}
        styles = Styles.of(battle, theme)
        art = UserArt(replace(battle.map.art, base=()), self._context.project, small=True)
        legend = entries(
            battle,
            theme,
            self._context.language,
            lambda small: landscape(small, theme, styles, shading=False, art=art)[0],
        )
        return {
            (entry.kind, entry.id): _picture(
                Symbol(f"ground-{number}", entry.swatch, (0.0, 0.0, *SWATCH))
                if entry.kind == "hex"
                else _part(f"ground-{number}", entry.swatch)
            )
            for number, entry in enumerate(legend)
        }


def _part(name: str, swatch: tuple[Item, ...]) -> Symbol:
    """Return the middle of a swatch, so that a little picture shows a little more."""
    x, y, wide, high = _CUT
    box = Rect(0.0, 0.0, wide, high, rx=1.0)
    rim = Rect(0.0, 0.0, wide, high, None, Stroke(stylesheet.INK, 0.22), rx=1.0)
    inside = Group((Group(swatch, translation(-x, -y)),), clip=box)
    return Symbol(name, (inside, rim), (0.0, 0.0, wide, high))


def _picture(symbol: Symbol) -> Inlines:
    wide = _HEIGHT * symbol.box[2] / symbol.box[3]
    middle = (_RISE - _DROP) / 2

    def draw(x: float, y: float, out: list[Item]) -> None:
        out.append(Use(symbol, x + wide / 2, y - middle, wide))

    return (InlinePicture(wide, _RISE, _DROP, draw),)
