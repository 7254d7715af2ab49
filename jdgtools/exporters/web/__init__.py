"""A page for players and reviewers who have a browser and nothing else: one folder of static files.

A page for each language shows the map with the counters of every scenario, turn by turn, and everything
that the booklet says. It opens from disk and from any web server, asks for nothing outside its folder, and
works without script but for zoom.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.option import Option
from jdgtools.exporters.shared_options import SCREEN_HEX
from jdgtools.exporters.web.files import languages, map_name, page_name

WEB = Option(
    "web", False, "Also a folder of static pages for a browser, in each language of the battle.", "flag"
)
FOLDER = "web"
_OWN_FILES = ("icon.svg", "page.css", "page.js")


class WebPages(Exporter):
    """Exporter of the folder ``web``."""

    name = "web"
    title = "web pages"
    request = WEB
    options = (WEB, SCREEN_HEX)

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return a page, a map and a sheet of counters for each language, and what all pages share."""
        names = list(_OWN_FILES)
        for language in languages(context):
            names += [page_name(context, language), f"counters-{language}.png"]
            if context.battle.map is not None:
                names.append(f"map-{language}.png")
                changed_scenarios = (s for s in context.battle.scenarios if s.map_changes)
                names += [
                    map_name(language, context.battle.scenarios.index(s) + 1) for s in changed_scenarios
                ]
        return tuple(f"{FOLDER}/{name}" for name in names)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the files; a language that the series does not speak is a loss."""
        from jdgtools.exporters.web.page import write_page

        here, place = Path(__file__).parent, folder / FOLDER
        place.mkdir(exist_ok=True)
        for name in _OWN_FILES:
            (place / name).write_bytes((here / name).read_bytes().replace(b"\r\n", b"\n"))
        pages = {language: page_name(context, language) for language in languages(context)}
        for language in pages:
            options = replace(context.options, language=language)
            write_page(replace(context, options=options), place, pages)
        languages_of_series = context.battle.series.languages
        return [
            Loss(self.name, f"language {code}", "the series does not speak it: no page is in that language")
            for code in context.battle.languages
            if code not in languages_of_series
        ]


EXPORTER = WebPages()
