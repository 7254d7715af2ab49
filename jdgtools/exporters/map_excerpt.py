"""The part of the print map that setup cards show: drawn with the map, and taken over by other files.

`MapGround` takes what cards show from a print map that is being written; its `MapExcerpt` is what the cache
holds and the booklet places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from math import ceil, floor
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.exporters.booklet.setupwindow import setup_hexes, windows
from jdgtools.exporters.booklet.stylesheet import A4, LEAST_SCALE
from jdgtools.render.bounds import Box, inside, item_box, overlap
from jdgtools.render.crop import crop
from jdgtools.render.scene import Group, Item, Scene, Symbol, TextItem

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.render.backends.pdf import LayerForms
    from jdgtools.render.backends.pdf_document import PdfDocument

_LEFT_OUT = frozenset(("setup areas", "frame", "title", "furniture", "draft"))
"""Layers of the print map that are not of the ground."""
_LARGE = 3000
"""On maps of so many hexes what no card shows is left out: to look for it takes longer than to write it."""
_STEP = 4
"""The excerpt ends at multiples of so many hexes: a unit that moves a little leaves it as it is."""


class MapExcerpt(Struct, frozen=True, dict=True):
    """The ground of the print map, or a part of it, in the map's own millimetres."""

    forms: LayerForms
    """A document with one form that draws it: that of `symbol`."""
    symbol: Symbol
    """Stands for it in scenes; it has no items, for what it shows is written already."""
    origin: tuple[float, float]
    """Upper left corner of the hexes."""
    hex_mm: float
    lettering: tuple[Item, ...]
    """What stands above it: numbers, marks, names. It is written where it shows, for nobody shall find or
    copy words that are cut off."""

    def lettering_in(
        self, box: Box, but: Collection[str] = (), counters: Collection[Box] = ()
    ) -> tuple[Item, ...]:
        """Return the lettering that shows in a box.

        Args:
            box: left, top, right, bottom, mm on the map.
            but: hexes without their numbers.
            counters: what covers the map; words of which a part would be covered are left out.
        """
        hidden_ids = {id(self.number(hex_id)) for hex_id in but}
        items = (
            item
            for item, reach in zip(self.lettering, self._words_reach, strict=True)
            if id(item) not in hidden_ids and (reach is None or _is_free(reach, box, counters))
        )
        return crop(items, box)

    def number(self, hex_id: str) -> TextItem | None:
        """Return the number of a hex on the map; None where the map has none."""
        return self._numbers.get(hex_id)

    @cached_property
    def _words_reach(self) -> list[Box | None]:
        """The box of each item of the lettering that has words, which may be shown only as a whole."""
        return [item_box(item) if _has_words((item,)) else None for item in self.lettering]

    @cached_property
    def _numbers(self) -> dict[str, TextItem]:
        texts = [item for item in self.lettering if isinstance(item, TextItem)]
        # Names come behind the numbers.
        return {text.string: text for text in reversed(texts)}


def _is_free(reach: Box, box: Box, counters: Collection[Box]) -> bool:
    """Return whether words that reach so far lie in a box as a whole, beside all counters."""
    return inside(reach, box) and not any(overlap(reach, counter) for counter in counters)


class MapGround:
    """The layers of a print map that setup cards show.

    Args:
        printed: the print map.
        document: what its layers are written in already.
        forms: the form of each layer.
        field: x, y, width, height of its hexes, mm.
        bounds: left, top, right, bottom of what cards show, in hexes from the corner of the field.
        hex_mm: size of the hexes.
    """

    def __init__(
        self,
        map_scene: Scene,
        document: PdfDocument,
        forms: Sequence[int],
        field: Box,
        bounds: Box,
        hex_mm: float,
    ) -> None:
        from jdgtools.render.backends.pdf import drawing_form, layer_forms

        self._field, self._hex_mm = field, hex_mm
        self._document = document.copy()
        layers = [layer for layer in map_scene.layers if layer.name not in _LEFT_OUT]
        if field[2] * field[3] > _LARGE * hex_mm * hex_mm:
            x, y, _, _ = field
            left, top, right, bottom = (edge * hex_mm for edge in bounds)
            box = (x + left, y + top, x + right, y + bottom)
            layers = [replace(layer, items=crop(layer.items, box)) for layer in layers]
        wordless = tuple(layer for layer in layers if not _has_words(layer.items))
        scene = replace(map_scene, layers=wordless, background=None)
        forms_of_layers = list(zip(map_scene.layers, forms, strict=True))
        self._form = drawing_form(self._document, scene, layer_forms(self._document, scene, forms_of_layers))
        self._lettering = tuple(
            item for layer in layers if not any(layer is other for other in wordless) for item in layer.items
        )

    def excerpt(self) -> MapExcerpt:
        """Return the layers by themselves, as a record that the cache can hold and other files can show."""
        from jdgtools.render.backends.pdf import LayerForms

        symbol = Symbol("map", (), self._field)
        excerpt_forms = LayerForms.of_symbol(symbol, self._document, self._form)
        return MapExcerpt(excerpt_forms, symbol, self._field[:2], self._hex_mm, self._lettering)


def _has_words(items: Iterable[Item]) -> bool:
    return any(
        isinstance(item, TextItem) or (isinstance(item, Group) and _has_words(item.items)) for item in items
    )


def excerpt_bounds(battle: Battle) -> Box | None:
    """Return what the setup cards of a battle may show; None where nothing begins on the map.

    Left, top, right, bottom, in hexes from the corner of the field.
    """
    if battle.map is None:
        return None
    edges: list[Box] = []
    for scenario in battle.scenarios:
        for side in battle.sides:
            hexes = setup_hexes(p for p in scenario.placements if battle.side_of(p.piece) == side.id)
            # Where a page is printed smaller, its cards show more.
            for paper in (A4, A4.smaller(LEAST_SCALE)) if hexes else ():
                width = paper.text_width
                edges += [window.bounds for window in windows(battle.map.grid, hexes, width)]
    if not edges:
        return None
    lefts, tops, rights, bottoms = zip(*edges, strict=True)
    return (
        _STEP * floor(min(lefts) / _STEP),
        _STEP * floor(min(tops) / _STEP),
        _STEP * ceil(max(rights) / _STEP),
        _STEP * ceil(max(bottoms) / _STEP),
    )
