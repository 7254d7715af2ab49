"""The print map over several sheets of home paper: `map-tiles-a4.pdf` and its like."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map_pictures import picture_losses
from jdgtools.exporters.shared_options import COUNTER_MM, MAP_FIT, MAP_PAPER, MAP_TILES
from jdgtools.render.sheets.tiles import DiagramWords

if TYPE_CHECKING:
    from jdgtools.exporters.options import BuildOptions
    from jdgtools.render.backends.pdf import DrawingWindow
    from jdgtools.render.scene import Scene

WORDS: dict[str, tuple[DiagramWords, str]] = {
    "en": (
        DiagramWords(
            "The map on {sheets} sheets",
            (
                "Print at 100 % (“actual size”), on one side. Sheets overlap by {overlap} mm.",
                "Cut each sheet along its dashed lines (left and above); sheets of row A and of "
                "column 1 are not "
                "cut there. The white borders on the right and below stay on as glue strips.",
                "Lay each sheet over its left and upper neighbours: the half crosses at the cut and "
                "those below must make whole ones.",
            ),
            "This line must be {mm} mm long on paper; if it is not, the printer has changed the scale.",
        ),
        "cut along the dashed lines, lay on the neighbour",
    ),
    "fr": (
        DiagramWords(
            "La carte sur {sheets} feuilles",
            (
                "Imprimez à 100 % (« taille réelle »), d’un seul côté. Les feuilles se recouvrent "
                "de {overlap} mm.",
                "Coupez chaque feuille le long des traits interrompus (à gauche et en haut) ; rien "
                "à couper là "
                "pour la rangée A et la colonne 1. Les bords blancs à droite et en bas servent à coller.",
                "Posez chaque feuille sur ses voisines de gauche et du haut : les moitiés de croix "
                "doivent se compléter.",
            ),
            "Ce trait doit mesurer {mm} mm sur le papier ; sinon, l’imprimante a changé l’échelle.",
        ),
        "couper le long des traits interrompus, poser sur la voisine",
    ),
    "pl": (
        DiagramWords(
            "Mapa na {sheets} arkuszach",
            (
                "Drukuj jednostronnie w skali 100 % („rozmiar rzeczywisty”). Arkusze zachodzą na siebie o "
                "{overlap} mm.",
                "Utnij każdy arkusz wzdłuż linii przerywanych (z lewej i u góry); w rzędzie A i "
                "kolumnie 1 nie ma "
                "czego ciąć. Białe brzegi z prawej i u dołu służą do klejenia.",
                "Połóż każdy arkusz na sąsiadach z lewej i z góry: połówki krzyżyków muszą się uzupełnić.",
            ),
            "Ta kreska musi mieć na papierze {mm} mm; jeśli nie ma, drukarka zmieniła skalę.",
        ),
        "ciąć wzdłuż linii przerywanych, położyć na sąsiednim",
    ),
    "hu": (
        DiagramWords(
            "A térkép {sheets} lapon",
            (
                "Nyomtatás 100 %-on („tényleges méret”), egy oldalra. A lapok {overlap} mm-rel "
                "fedik egymást.",
                "Vágd le minden lapot a szaggatott vonalak mentén (balra és fent); az A sorban és "
                "az 1. oszlopban "
                "ott nincs vágás. A jobb és az alsó fehér szél a ragasztáshoz marad.",
                "Tedd minden lapot a bal és a felső szomszédjára: a fél kereszteknek ki kell "
                "egészíteniük egymást.",
            ),
            "Ennek a vonalnak papíron {mm} mm hosszúnak kell lennie; ha nem az, a nyomtató "
            "megváltoztatta a méretet.",
        ),
        "vágás a szaggatott vonalak mentén, a szomszédra helyezve",
    ),
}
DEFAULT = ("a4",)
"""Papers when the exporter is named and none is."""


class MapTiles(Exporter):
    """Exporter of ``map-tiles-PAPER.pdf``."""

    name = "tiles"
    title = "map in pieces"
    bears_errors = True
    in_worker = True
    on_drawn_map = True
    uses_drawing = True
    request = MAP_TILES
    options = (MAP_TILES, MAP_PAPER, MAP_FIT, COUNTER_MM)

    def is_requested(self, options: BuildOptions) -> bool:
        """Return whether the command line or `print.yaml` names papers for the pieces."""
        return bool(options.print_settings.tile_papers)

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return a file for each paper; none without a map."""
        papers = _papers(context) if context.battle.map is not None else ()
        return tuple(f"map-tiles-{paper}.pdf" for paper in papers)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the files; nothing is lost but details of the user's pictures."""
        from jdgtools.exporters.map import drawn_map

        if context.battle.map is None:
            return []
        the_map = drawn_map(context)
        for paper in _papers(context):
            pages = tile_windows(context, the_map.print_scene, paper)
            (folder / f"map-tiles-{paper}.pdf").write_bytes(the_map.tiles(pages))
        return picture_losses(self.name, context)


def tile_windows(context: BuildContext, drawing: Scene, paper: str) -> list[DrawingWindow]:
    """Return diagram and sheets for a paper."""
    from msgspec.structs import replace

    from jdgtools.render.backends.pdf import DrawingWindow
    from jdgtools.render.sheets.tiles import assembly, plan_tiles, tile_marks

    settings = context.print_settings
    size = (drawing.width, drawing.height)
    tiling = plan_tiles(
        size,
        paper,
        overlap=settings.tile_overlap,
        edge=settings.edge,
        orientation=settings.tile_orientation,
        bleed=settings.map_bleed,
    )
    words, hint = WORDS.get(context.language, WORDS["en"])
    title = context.battle.title.get(context.language)
    words = replace(words, heading=words.heading.format(sheets=len(tiling.tiles)))
    diagram = assembly(tiling, size, settings.edge, title, words)
    k = diagram.scale
    pages = [
        DrawingWindow(
            diagram.marks, diagram.x, diagram.y, k, (diagram.x, diagram.y, k * size[0], k * size[1])
        )
    ]
    b = tiling.bleed
    for tile in tiling.tiles:
        trim = (tiling.left, tiling.top, tile.width, tile.height)
        window = (tiling.left - b, tiling.top - b, tile.width + 2 * b, tile.height + 2 * b)
        marks = replace(
            tile_marks(tiling, tile, settings.edge, title, hint), trim=trim, bleed=window if b else None
        )
        pages.append(DrawingWindow(marks, tiling.left - tile.x, tiling.top - tile.y, 1.0, window))
    return pages


def _papers(context: BuildContext) -> tuple[str, ...]:
    return context.print_settings.tile_papers or DEFAULT


EXPORTER = MapTiles()
