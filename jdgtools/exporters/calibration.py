"""A page to measure a printer with: how it shifts and stretches the second side, and what it leaves white."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.option import Option
from jdgtools.exporters.shared_options import PAPERS
from jdgtools.render.sheets.calibration import CalibrationWords

if TYPE_CHECKING:
    pass

FILE = "calibration.pdf"

WORDS: dict[str, CalibrationWords] = {
    "en": CalibrationWords(
        "Printer calibration",
        "front",
        "back",
        (
            "1. Print this sheet on both sides at 100 % (“actual size”), with the paper and the "
            "settings that "
            "you will use for the counters.",
            "2. Measure the two rulers on this side: they must be 100 mm long. If not, the printer program "
            "scales the page: look for “fit to page” and switch it off.",
            "3. Along each edge, find the smallest number whose line is printed: this is the margin of your "
            "printer. Write the largest of them as margins in print.yaml.",
            "4. Turn the page.",
        ),
        (
            "5. Hold the sheet against the light, this side towards you. At each of the four rulers "
            "the line of "
            "the other side shines through: read where it crosses the ruler, in mm, with its sign.",
            "6. offset: [(left + right) / 2, (top + bottom) / 2]",
            "7. scale: [1 + (right − left) / D, 1 + (bottom − top) / E]; D and E: see below.",
            "8. Write both into print.yaml under back: and print this sheet again; all readings should be 0. "
            "Readings that remain are added to the numbers in print.yaml.",
        ),
        ("left", "right", "top", "bottom"),
        "Printed with this correction:",
    ),
    "fr": CalibrationWords(
        "Étalonnage de l’imprimante",
        "recto",
        "verso",
        (
            "1. Imprimez cette feuille recto verso à 100 % (« taille réelle »), avec le papier et "
            "les réglages "
            "qui serviront aux pions.",
            "2. Mesurez les deux règles de ce côté : elles doivent avoir 100 mm. Sinon le programme "
            "d’impression met la page à l’échelle : désactivez « ajuster à la page ».",
            "3. Le long de chaque bord, cherchez le plus petit nombre dont le trait est imprimé : "
            "c’est la marge "
            "de votre imprimante. Écrivez la plus grande dans print.yaml (margins).",
            "4. Tournez la feuille.",
        ),
        (
            "5. Tenez la feuille à contre-jour, ce côté vers vous. À chacune des quatre règles, le trait de "
            "l’autre côté transparaît : lisez où il coupe la règle, en mm, avec son signe.",
            "6. offset: [(gauche + droite) / 2, (haut + bas) / 2]",
            "7. scale: [1 + (droite − gauche) / D, 1 + (bas − haut) / E] ; D et E : voir ci-dessous.",
            "8. Écrivez les deux dans print.yaml sous back: et imprimez de nouveau ; tout doit "
            "donner 0. Ce qui "
            "reste s’ajoute aux nombres de print.yaml.",
        ),
        ("gauche", "droite", "haut", "bas"),
        "Imprimé avec cette correction :",
    ),
    "pl": CalibrationWords(
        "Kalibracja drukarki",
        "przód",
        "tył",
        (
            "1. Wydrukuj ten arkusz dwustronnie w skali 100 % („rozmiar rzeczywisty”), na tym samym "
            "papierze i z "
            "tymi samymi ustawieniami, co żetony.",
            "2. Zmierz obie linijki po tej stronie: muszą mieć 100 mm. Jeśli nie mają, program "
            "drukujący skaluje "
            "stronę: wyłącz „dopasuj do strony”.",
            "3. Wzdłuż każdej krawędzi znajdź najmniejszą liczbę, której kreska się wydrukowała: to margines "
            "drukarki. Największy z nich wpisz do print.yaml jako margins.",
            "4. Odwróć kartkę.",
        ),
        (
            "5. Trzymaj kartkę pod światło, tą stroną do siebie. Przy każdej z czterech podziałek "
            "prześwituje "
            "kreska z drugiej strony: odczytaj, gdzie przecina podziałkę, w mm, ze znakiem.",
            "6. offset: [(lewa + prawa) / 2, (góra + dół) / 2]",
            "7. scale: [1 + (prawa − lewa) / D, 1 + (dół − góra) / E]; D i E: patrz niżej.",
            "8. Wpisz obie wartości do print.yaml pod back: i wydrukuj arkusz ponownie; wszędzie "
            "powinno być 0. "
            "To, co zostanie, dodaj do liczb w print.yaml.",
        ),
        ("lewa", "prawa", "góra", "dół"),
        "Wydrukowano z poprawką:",
    ),
}


CALIBRATION = Option("calibration", False, "Also a page to measure your printer with.", "flag")


class Calibration(Exporter):
    """Exporter of ``calibration.pdf``."""

    name = "calibration"
    title = "calibration page"
    request = CALIBRATION
    options = (CALIBRATION, PAPERS)

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return the one file."""
        return (FILE,)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write front and back for every paper."""
        from msgspec.structs import replace

        from jdgtools.render.backends.pdf import render_pdf
        from jdgtools.render.sheets.calibration import calibration_pages, stations

        words = WORDS.get(context.language, WORDS["en"])
        pages = []
        for paper in context.print_settings.papers:
            spec = context.print_settings.spec(paper)
            at = stations(spec)
            across = at["right"][0] - at["left"][0]
            down = at["bottom"][1] - at["top"][1]
            sizes = f"D = {across:g} mm, E = {down:g} mm"
            paper_words = replace(words, on_back=(*words.on_back, sizes))
            pages += calibration_pages(spec, paper_words, paper.upper() if len(paper) == 2 else paper.title())
        color = context.print_settings.color
        (folder / FILE).write_bytes(render_pdf(pages, words.title, language=context.language, color=color))
        return []


EXPORTER = Calibration()
