"""The map: print map as PDF, SVG and PNG, screen map as PNG."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.exporters.base import BuildContext, Loss
from jdgtools.model.battle import Battle

if TYPE_CHECKING:
    from jdgtools.render.scene import Scene


class MapExporter:
    """Draws the map once for paper and once for the screen."""

    name = "map"
    title = "Map"

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """Names of the files that it writes."""
        if battle.map is None:
            return ()
        return ("map-print.pdf", "map-print.png", "map-screen.png")

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Writes the files."""
        from concurrent.futures import ThreadPoolExecutor

        from jdgtools.render.backends.pdf_layers import render_layered_pdf
        from jdgtools.render.backends.typesetter import forget
        from jdgtools.render.map.raster import render_large_png, usable_dpi

        if context.battle.map is None:
            return []
        drawn = _drawn(context)
        printed, svg, dpi = drawn.printed, drawn.print_svg, context.options.dpi
        # Typst works outside the interpreter lock. Two threads share the work: more would need more memory.
        with ThreadPoolExecutor(2) as pool:
            pdf = pool.submit(render_layered_pdf, printed, svg)
            (folder / "map-screen.png").write_bytes(screen_png(context))
            (folder / "map-print.pdf").write_bytes(pdf.result())
            forget()
            picture = render_large_png(printed, dpi, pool=pool, svg=svg)
            (folder / "map-print.png").write_bytes(picture)
        usable = usable_dpi(printed, dpi)
        if usable < dpi:
            message = f"map-print.png has {usable:.0f} dpi instead of {dpi}: the sheet is too large for more"
            return [Loss(self.name, "map", message)]
        return []


EXPORTER = MapExporter()


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Print map and screen map, ready to be made into files."""

    printed: Scene
    """Without its layers: their text is all that is needed, and much smaller."""
    print_svg: str
    screen: Scene
    """Likewise."""
    screen_svg: str
    window: tuple[float, float, float, float]
    """Part of the screen scene that is the screen map, mm."""


def _drawn(context: BuildContext) -> _Drawn:
    """The maps, drawn once for all exporters."""

    def make() -> _Drawn:
        from jdgtools.render.backends.svg import render_svgs
        from jdgtools.render.map.draw import map_windows

        printed, screen, window = map_windows(context)
        print_svg, screen_svg = render_svgs((printed, screen))
        return _Drawn(replace(printed, layers=()), print_svg, replace(screen, layers=()), screen_svg, window)

    return context.once("map", make)


def screen_png(context: BuildContext) -> bytes:
    """The screen map as a PNG file, made once: the module's board is the same picture.

    Raises:
        ValueError: the battle has no map.
    """
    from jdgtools.render.map.draw import screen_pixels
    from jdgtools.render.map.raster import render_large_png
    from jdgtools.render.map.screen import screen_size

    def make() -> bytes:
        drawn = _drawn(context)
        size = screen_size(screen_pixels(context))
        return render_large_png(drawn.screen, size_px=size, window=drawn.window, svg=drawn.screen_svg)

    return context.once("screen-png", make)


def map_svg(context: BuildContext, *, screen: bool = False, embed_fonts: bool = True) -> str:
    """The map as an SVG document with named layers.

    Args:
        context: the battle.
        screen: the screen map instead of the print map.
        embed_fonts: carry the fonts along.

    Raises:
        ValueError: the battle has no map.
    """
    from jdgtools.render.backends.svg import render_svg
    from jdgtools.render.map.draw import print_map, screen_map

    return render_svg(screen_map(context) if screen else print_map(context), embed_fonts=embed_fonts)


def printed_map(context: BuildContext) -> tuple[Scene, str]:
    """The print map without its layers, and its SVG, which shows them.

    Raises:
        ValueError: the battle has no map.
    """
    drawn = _drawn(context)
    return drawn.printed, drawn.print_svg
