"""The exporters of the map: print map as PDF, SVG and PNG, screen map as PNG.

All of them take their pages from one `DrawnMap`, which draws the map once, in the worker where there is one
(`begin_drawing`). What an earlier build has made of it comes from the cache (`_from_cache`): a map is drawn
anew only if something changed that it shows, so `_without_volatile_fields` takes everything else away
beforehand.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from msgspec.structs import replace

from jdgtools.canonical import digest
from jdgtools.charts import ChartBook
from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map_excerpt import MapExcerpt, MapGround, excerpt_bounds
from jdgtools.exporters.map_pictures import picture_losses
from jdgtools.exporters.option import Option
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.shared_options import COUNTER_MM, MAP_FIT, MAP_PAPER, SCREEN_HEX
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.changes import MapChanges
from jdgtools.model.scenario import Placement, Scenario
from jdgtools.model.text import NO_TEXT
from jdgtools.processes import threads

if TYPE_CHECKING:
    from jdgtools.render.backends.pdf import Box, DrawingWindow
    from jdgtools.render.scene import DrawingLayer, Scene

T = TypeVar("T")

DPI = Option(
    "dpi",
    150,
    "Resolution of map-print.png; the PDF beside it is vector and meant for the printer.",
    "int",
    low=50,
    high=1200,
)


class MapExporter(Exporter):
    """Draws the map once for paper and once for the screen."""

    name = "map"
    title = "maps"
    options = (DPI, SCREEN_HEX, MAP_PAPER, MAP_FIT, COUNTER_MM)
    bears_errors = True
    on_drawn_map = True
    preload = (
        "jdgtools.render.map.draw",
        "jdgtools.render.map.raster",
        "jdgtools.render.themes",
        "numpy.ma",
    )

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return three files; none without a map."""
        if context.battle.map is None:
            return ()
        return ("map-print.pdf", "map-print.png", "map-screen.png")

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the files; a picture with fewer pixels than asked for is a loss."""
        if context.battle.map is None:
            return []
        # The pixels of one picture are drawn in each process, outside of the interpreter lock.
        with threads(1) as pool:
            screen = pool.submit(screen_png, context)
            losses = _in_drawing_process(context, _write_print_map, folder)
            (folder / "map-screen.png").write_bytes(screen.result())
        return [*picture_losses(self.name, context), *losses]


EXPORTER = MapExporter()
_Page: TypeAlias = "tuple[bytes, int, int, int, Box]"
"""What `draw_page` wants."""


def _write_print_map(context: BuildContext, folder: Path) -> list[Loss]:
    """Write the print map; return what it has no room for."""
    dpi = context.options[DPI]
    (usable,) = struct.unpack("<d", _from_cache(context, "map dpi", lambda one: one.packed_dpi(dpi), dpi))

    def print_png() -> bytes:
        return _from_cache(context, "map-print.png", lambda one: one.print_png(usable), usable)

    with threads(1) as pool:
        printed_map = pool.submit(print_png)
        (folder / "map-print.pdf").write_bytes(_from_cache(context, "map-print.pdf", lambda one: one.pdf()))
        (folder / "map-print.png").write_bytes(printed_map.result())
    losses = []
    if missing := _from_cache(context, "map names", _packed_names).decode():
        names = ", ".join(f"`{name}`" for name in missing.split("\n"))
        losses.append(Loss(EXPORTER.name, "map", f"there is no room for: {names}"))
    if usable < dpi:
        message = f"map-print.png has {usable:.0f} dpi instead of {dpi}: the sheet is too large for more"
        losses.append(Loss(EXPORTER.name, "map", message))
    return losses


def _packed_names(drawn_map: DrawnMap) -> bytes:
    """Return the names for which the print map has no room, a line each."""
    return "\n".join(drawn_map.missing).encode()


def begin_drawing(context: BuildContext) -> Future[_Page | None]:
    """Have the worker draw the map, for all who are going to ask for something of it.

    The page of the screen map comes back, for others wait for that; None where an earlier build has drawn the
    map, or there is none.
    """
    return context.once("drawing", lambda: context.in_worker(_draw))


def is_drawn(context: BuildContext) -> bool:
    """Return whether an earlier build has drawn the map, or there is none: nobody need draw it first."""
    return context.battle.map is None or context.is_made("map names", (map_digest(context), 0.0))


def _draw(context: BuildContext) -> _Page | None:
    """Draw the map unless an earlier build has, which the cache of its missing names tells.

    `make` is called only if they are not in the cache. Then the page of the screen map is taken along.
    """
    pages = []

    def make(drawn_map: DrawnMap) -> bytes:
        pages.append(_screen_page(context))
        return _packed_names(drawn_map)

    if context.battle.map is not None:
        _from_cache(context, "map names", make)
    return pages[0] if pages else None


class DrawnMap:
    """Print map and screen map, written once into a document of which every file takes what it needs.

    Args:
        context: the battle.
        excerpt: left, top, right, bottom of what setup cards show, in hexes; None = nothing.

    Raises:
        ValueError: the battle has no map.
    """

    def __init__(self, context: BuildContext, excerpt: Box | None = None) -> None:
        from jdgtools.render.backends.pdf import layer_forms
        from jdgtools.render.backends.pdf_document import PdfDocument
        from jdgtools.render.map.draw import map_scenes

        print_scene, screen, self._window, self.missing = map_scenes(context)
        self._language = context.language
        self._bleed_mm = context.print_settings.map_bleed
        self._paper = PdfDocument(context.print_settings.color)
        self._paper.press = context.print_settings.press
        self._forms = layer_forms(self._paper, print_scene)
        # Layers with the forms that the document has of them already: they are not written a second time.
        earlier_forms: list[tuple[DrawingLayer, int]] = []
        self._views = PdfDocument(pictures=True)
        if self._paper.mode == "rgb":
            # Most layers are the same in pictures, and more of them on the screen.
            self._views = self._paper.copy(pictures=True)
            layers = zip(print_scene.layers, self._forms, strict=True)
            earlier_forms = [(layer, form) for layer, form in layers if form not in self._paper.particular]
        self._print_forms = layer_forms(self._views, print_scene, earlier_forms)
        earlier_forms = list(zip(print_scene.layers, self._print_forms, strict=True))
        self._screen_forms = layer_forms(self._views, screen, earlier_forms)
        self.ground: MapGround | None = None
        """What setup cards show of it."""
        if excerpt is not None and context.battle.map is not None:
            hex_mm = self._window[2] / Layout(context.battle.map.grid, 1.0).width
            self.ground = MapGround(print_scene, self._paper, self._forms, self._window, excerpt, hex_mm)
        self.print_scene = _bare(print_scene)
        """The print map without what its layers contain: that is in the document, and much smaller."""
        self.screen = _bare(screen)
        """Likewise the scene of which the screen map is a part."""

    def packed_dpi(self, dpi: float) -> bytes:
        """Return the resolution that the print map's picture can have, at most `dpi`, as bytes to cache."""
        from jdgtools.render.map.raster import usable_dpi

        return struct.pack("<d", usable_dpi(self.print_scene.width, self.print_scene.height, dpi))

    def pdf(self) -> bytes:
        """Return the print map as a PDF file with layers."""
        from jdgtools.render.backends.pdf import add_layered_page

        document = self._paper.copy()
        add_layered_page(document, self.print_scene, self._forms, self._bleed_mm)
        return document.file(self.print_scene.title, self._language)

    def tiles(self, windows: Sequence[DrawingWindow]) -> bytes:
        """Return a PDF file with pages that show parts of the print map."""
        from jdgtools.render.backends.pdf import add_windows, drawing_form

        document = self._paper.copy()
        add_windows(document, drawing_form(document, self.print_scene, self._forms, self._bleed_mm), windows)
        return document.file(self.print_scene.title, self._language)

    def print_png(self, dpi: float) -> bytes:
        """Return the print map as a PNG file."""
        from jdgtools.render.backends.png import pixel_size
        from jdgtools.render.map.raster import draw_page

        whole = (0.0, 0.0, self.print_scene.width, self.print_scene.height)
        return draw_page(
            *self._page(self.print_scene, self._print_forms, whole, pixel_size(self.print_scene, dpi))
        )

    def screen_page(self, size: tuple[int, int]) -> _Page:
        """Return the screen map, to be drawn as a PNG file of so many pixels."""
        return self._page(self.screen, self._screen_forms, self._window, size)

    def _page(self, scene: Scene, forms: Sequence[int], view: Box, size: tuple[int, int]) -> _Page:
        from jdgtools.render.backends.pdf import PageFrame, add_view

        document = self._views.copy()
        add_view(document, scene, forms, PageFrame.pixels(view, *size))
        return document.file(pixel=view[3] / size[1]), 0, *size, view


def drawn_map(context: BuildContext) -> DrawnMap:
    """Return the maps, drawn once for all exporters.

    Raises:
        ValueError: the battle has no map.
    """

    def draw() -> DrawnMap:
        # Setup cards show a part of it.
        return DrawnMap(_without_volatile_fields(context), excerpt_bounds(context.battle))

    return context.once("map", draw)


def _without_volatile_fields(context: BuildContext) -> BuildContext:
    """Return the context without what no map shows, such as ratings and exact hexes of pieces.

    The fields are taken away rather than not read, so that a map from the cache is never a wrong one.
    """
    battle = context.battle
    units = [
        replace(u, name=NO_TEXT, short=NO_TEXT, parent="", front={}, back={}, art="") for u in battle.units
    ]
    leaders = [
        replace(x, name=NO_TEXT, back_name=None, front={}, back={}, extra={}, art="") for x in battle.leaders
    ]
    markers = tuple(replace(marker, rating=None) for marker in battle.activation)
    scenarios = [
        replace(s, placements=tuple(_areas(s.placements)), map_changes=MapChanges(), ratings=())
        for s in battle.scenarios
    ]
    bare = replace(
        battle,
        scenarios=tuple(scenarios),
        units=tuple(units),
        leaders=tuple(leaders),
        activation=markers,
        spans={},
        files=(),
        folder="",
    )
    options_there = context.options
    options = BuildOptions(
        options_there.language,
        printing=options_there.print_settings,
        values={SCREEN_HEX.name: options_there[SCREEN_HEX]},
    )
    # The sheet shows the charts of the ground.
    terrain = {chart.id: chart for chart in context.charts if chart.kind == "terrain"}
    charts = ChartBook(terrain, sheet=context.charts.sheet)
    return replace(context, battle=bare, charts=charts, options=options)


def _areas(placements: Iterable[Placement]) -> Iterator[Placement]:
    """Yield the setup areas among placements: the map shows them, and no piece in its hex."""
    for placement in placements:
        if placement.area and not placement.hexes:
            yield replace(placement, area_name="", facing=None, state={}, order=0, key="")


def _from_cache(
    context: BuildContext, name: str, make: Callable[[DrawnMap], bytes], resolution: float = 0.0
) -> bytes:
    """Return bytes made of the drawn map, from the cache unless the map would look different."""
    key = (map_digest(context), resolution)
    return context.get_or_make(name, key, lambda: make(drawn_map(context)))


def map_digest(context: BuildContext) -> str:
    """Return a digest of all that the map of a battle shows: equal ones are equal drawings."""

    def inputs() -> str:
        lean_context = _without_volatile_fields(context)
        the_map = lean_context.battle.map
        images = the_map.art.images if the_map is not None else ()
        parts = lean_context.battle, lean_context.charts, lean_context.options
        return digest((*parts, context.draft, context.contents(images)))

    return context.once("map inputs", inputs)


def _bare(scene: Scene) -> Scene:
    return replace(scene, layers=tuple(replace(layer, items=()) for layer in scene.layers))


def screen_png(context: BuildContext) -> bytes:
    """Return the screen map as a PNG file, made once: the module's board is the same picture.

    Raises:
        ValueError: the battle has no map.
    """

    def make() -> bytes:
        from jdgtools.render.map.raster import draw_page

        page = begin_drawing(context).result() if context.pool is not None else None
        return draw_page(*(page or _in_drawing_process(context, _screen_page)))

    def get() -> bytes:
        return context.get_or_make("map-screen.png", (map_digest(context), 0.0), make)

    return context.once("screen-png", get)


def _screen_page(context: BuildContext) -> _Page:
    from jdgtools.render.map.draw import screen_pixels
    from jdgtools.render.map.screen import screen_size

    return drawn_map(context).screen_page(screen_size(screen_pixels(context)))


def _in_drawing_process(context: BuildContext, function: Callable[..., T], *arguments: object) -> T:
    """Return what a function makes of the drawn map, in the worker if there is one."""
    if context.pool is None:
        return function(context, *arguments)
    return context.in_worker(function, *arguments).result()


def scenario_boards(context: BuildContext) -> dict[str, bytes]:
    """Return the screen maps of the scenarios that change the map, by scenario; each is drawn once."""

    def board(scenario: Scenario) -> bytes:
        return context.once(f"screen-png {scenario.id}", lambda: screen_png(context.in_scenario(scenario)))

    return {s.id: board(s) for s in context.battle.scenarios if s.map_changes}


def map_excerpt(context: BuildContext) -> MapExcerpt | None:
    """Return the ground of the print map that setup cards show, from the cache unless it looks different.

    None where nothing begins on the map.
    """
    bounds = excerpt_bounds(context.battle)
    if bounds is None:
        return None

    def make() -> bytes:
        ground = drawn_map(context).ground
        assert ground is not None
        return pickle.dumps(ground.excerpt())

    def get() -> MapExcerpt:
        key = (map_digest(context), bounds)
        excerpt: MapExcerpt = pickle.loads(context.get_or_make("map excerpt", key, make))
        return excerpt

    return context.once("map excerpt", get)
