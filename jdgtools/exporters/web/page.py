"""One page: the head, the scenarios with their maps, and the chapters of the booklet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.whole_booklet import chapters
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map import screen_png
from jdgtools.exporters.web.board import board
from jdgtools.exporters.web.files import map_name
from jdgtools.exporters.web.markup import Sprite, SpriteSheet, blocks, text
from jdgtools.exporters.words import print_word

_POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
_LANGUAGES = {"en": "English", "fr": "Français", "pl": "Polski", "hu": "Magyar", "de": "Deutsch"}
_PX = 96
"""Edge of a counter on its sheet."""
_COLUMNS = 16


def write_page(context: BuildContext, folder: Path, pages: Mapping[str, str]) -> None:
    """Write the page of the context's language with its maps and its counters.

    Args:
        context: the battle in one language.
        folder: where the files go.
        pages: language -> file, of all pages.
    """
    from jdgtools.render.map.draw import screen_pixels

    language, battle = context.language, context.battle
    names, pictures = BookletNames(context), BookletPictures(context)
    sheet = SpriteSheet(f"counters-{language}.png")
    parts = [(chapter, list(chapter.make())) for chapter in chapters(context, names, pictures)]
    for unit in battle.units:
        pictures.front(unit)
    for leader in battle.leaders:
        pictures.front(leader)
    (folder / sheet.file).write_bytes(_draw_sheet(context, pictures, sheet))
    boards: dict[str, str] = {}
    if battle.map is not None:
        (folder / map_name(language)).write_bytes(screen_png(context))
        layout = screen_pixels(context)
        for number, scenario in enumerate(battle.scenarios, 1):
            context_there = context.in_scenario(scenario)
            file = map_name(language, number if scenario.map_changes else 0)
            if scenario.map_changes:
                (folder / file).write_bytes(screen_png(context_there))
            names_there = names if context_there is context else BookletNames(context_there)
            boards[scenario.id] = board(names_there, pictures, scenario, sheet, layout, file)
    # What players look at first comes first: the maps of the scenarios.
    parts.sort(key=lambda part: not part[0].scenario)
    links, sections = [], []
    for number, (chapter, chapter_blocks) in enumerate(parts, 1):
        title, picture = text(chapter.title), boards.get(chapter.scenario, "")
        links.append(f'<li><a href="#c{number}">{title}</a></li>')
        words = blocks(chapter_blocks, sheet)
        sections.append(f'<section id="c{number}"><h2>{title}</h2>\n{picture}{words}</section>\n')
    (folder / pages[language]).write_text(
        _page(names, pages, links, sections), encoding="utf-8", newline="\n"
    )


def _draw_sheet(context: BuildContext, pictures: BookletPictures, sheet: SpriteSheet) -> bytes:
    """Draw all faces on one picture and note where each lies."""
    from jdgtools.render.backends.png import render_png
    from jdgtools.render.counters.face import draw_face
    from jdgtools.render.counters.spec import EDGE
    from jdgtools.render.scene import Scene

    faces = pictures.faces
    cell = max((spec.hexes for spec in faces.values()), default=1)
    rows = -(-max(1, len(faces)) // _COLUMNS)
    groups = []
    for at, (face, spec) in enumerate(faces.items()):
        column, row = at % _COLUMNS, at // _COLUMNS
        groups.append(draw_face(spec, EDGE, context.theme).as_group(column * cell * EDGE, row * EDGE))
        sheet.sprites[face] = Sprite(column * cell * _PX, row * _PX, spec.hexes * _PX, _PX)
    sheet.width, sheet.height = _COLUMNS * cell * _PX, rows * _PX
    scene = Scene.of(_COLUMNS * cell * EDGE, rows * EDGE, groups)
    return render_png(scene, size_px=(sheet.width, sheet.height))


def _page(names: BookletNames, pages: Mapping[str, str], links: list[str], sections: list[str]) -> str:
    battle, language = names.battle, names.language
    title = text(battle.title.get(language) or battle.id)
    subtitle = battle.subtitle.get(language)
    facts = " · ".join(x for x in (battle.date or "", battle.place.get(language)) if x)
    others = "".join(
        f'<li><a href="{file}" lang="{code}" hreflang="{code}">{_LANGUAGES.get(code, code)}</a></li>'
        for code, file in pages.items()
        if code != language
    )
    draft = f"<p class=draft>{text(print_word('draft', language))}</p>\n" if names.context.draft else ""
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f'<title>{title}</title>\n<link rel="icon" href="icon.svg">\n'
        '<link rel="stylesheet" href="page.css">\n'
        '<script src="page.js" defer></script>\n'
        f"</head>\n<body>\n<header><h1>{title}</h1>\n{draft}"
        + (f"<p>{text(subtitle)}</p>\n" if subtitle else "")
        + (f"<p class=remark>{text(facts)}</p>\n" if facts else "")
        + f"</header>\n<nav><ul>{''.join(links)}</ul>"
        + (f"<ul class=languages>{others}</ul>" if others else "")
        + f"</nav>\n<main>\n{''.join(sections)}</main>\n"
        f"<footer><p class=remark>{text(f'{battle.id} {battle.version}')} · "
        f"{text(battle.credits.get(language))}</p></footer>\n</body>\n</html>\n"
    )
