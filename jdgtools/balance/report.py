"""The report of a run: `report.html`, `report.pdf` and `report.json` in one folder."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import json

from jdgtools.balance.figures import Figures
from jdgtools.balance.sections import HEAT, ReportSection, heat_caption, sections
from jdgtools.errors import OutputFailed
from jdgtools.scratch import whole_file

if TYPE_CHECKING:
    from jdgtools.balance.heat import HeatMap
    from jdgtools.exporters.context import BuildContext
    from jdgtools.render.scene import Item

_STYLE = """
:root{color-scheme:light dark;font:16px/1.45 system-ui,sans-serif}
body{margin:1.5rem auto;max-width:62rem;padding:0 1rem}
table{border-collapse:collapse;margin:.6rem 0}td,th{padding:.2rem .7rem .2rem 0;text-align:left;
border-bottom:1px solid #8884;font-variant-numeric:tabular-nums}.remark{color:#777;font-size:.9rem}
figure{margin:1rem 0}figcaption{padding:.3rem 0}.scroll{overflow-x:auto}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def write_report(folder: Path, figures: Figures, context: BuildContext | None) -> None:
    """Write the three files, all of them or none.

    Args:
        folder: Made where it does not exist.
        figures: What they show.
        context: The battle, for the maps; None = there is none, the games were of a package.

    Raises:
        OutputFailed: a file cannot be written.
    """
    from jdgtools.balance.heat import HeatMap

    maps = None
    if context is not None and context.battle.map is not None:
        maps = HeatMap(context)
    parts = sections(figures)
    files = {
        "report.html": as_page(figures, parts, maps).encode(),
        "report.pdf": as_pdf(figures, parts, maps),
        "report.json": json.format(json.encode(figures), indent=1) + b"\n",
    }
    is_new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:  # all are written before the first takes its place
            for name, content in files.items():
                stack.enter_context(whole_file(folder / name, 0o644)).write(content)
    except OSError as error:
        if is_new:
            with suppress(OSError):
                folder.rmdir()
        raise OutputFailed(f"{folder.as_posix()}: {error.strerror or error}") from None


def as_page(figures: Figures, parts: Sequence[ReportSection], maps: HeatMap | None) -> str:
    """Return the page; it needs no script and no other file, and what a battle says is text in it."""
    from jdgtools.exporters.web.markup import SpriteSheet, blocks

    title = escape(f"{figures.title}: {figures.games} games")
    out = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{_STYLE}{maps.style() if maps else ''}</style></head><body>",
        f"<h1>{title}</h1>",
    ]
    for part in parts:
        out += [f"<h2>{escape(part.title)}</h2>", blocks(part.blocks, SpriteSheet(""))]
    if maps is not None:
        out.append("<h2>Where it happens</h2>")
        out += [maps.figure(figures.heat[kind], heat_caption(figures, kind)) for kind in HEAT]
    return "\n".join([*out, "</body></html>", ""])


def as_pdf(figures: Figures, parts: Sequence[ReportSection], maps: HeatMap | None) -> bytes:
    """Return the report as a PDF file, A4, with a contents for the side bar."""
    from jdgtools.exporters.booklet import stylesheet
    from jdgtools.exporters.booklet.flowables import block, heading
    from jdgtools.exporters.booklet.packing import pack_below
    from jdgtools.exporters.booklet.whole_booklet import ChapterHeading, margins
    from jdgtools.render.backends.pdf import render_pdf
    from jdgtools.render.backends.pdf_outline import Bookmark
    from jdgtools.render.scene import DrawingLayer, Scene

    chapters = list(parts)
    if maps is not None:
        rows = [
            block(heading(heat_caption(figures, kind)), maps.element(figures.heat[kind]), wide=True)
            for kind in HEAT
        ]
        chapters.append(ReportSection("Where it happens", tuple(rows)))
    pages: list[list[Item]] = []
    bookmarks = []
    paper, start = stylesheet.A4, 0.0
    for chapter in chapters:
        head = ChapterHeading(chapter.title)
        pages_of_chapter = pack_below(list(chapter.blocks), head.height, start, paper=paper)
        if not pages_of_chapter.start:
            pages.append(margins(figures.title, chapter.title, "", len(pages) + 1, paper))
        bookmarks.append(Bookmark(chapter.title, len(pages) - 1))
        pages[-1] += [*head.draw(pages_of_chapter.start, paper), *pages_of_chapter.pages[0]]
        for items in pages_of_chapter.pages[1:]:
            pages.append([*margins(figures.title, chapter.title, "", len(pages) + 1, paper), *items])
        start = pages_of_chapter.end + stylesheet.CHAPTER_GAP
    title = f"{figures.title}: {figures.games} games"
    scenes = [
        Scene(paper.width, paper.height, title, (DrawingLayer("text", tuple(items)),), background="#ffffff")
        for items in pages
    ]
    return render_pdf(scenes, title, language="en", bookmarks=bookmarks)
