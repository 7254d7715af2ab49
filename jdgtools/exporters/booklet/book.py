"""The booklet as a whole: its parts in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files

from jdgtools.exporters.base import BuildContext
from jdgtools.exporters.booklet import markup
from jdgtools.exporters.booklet.charts import chart_pages
from jdgtools.exporters.booklet.names import Names
from jdgtools.exporters.booklet.pictures import Pictures
from jdgtools.exporters.booklet.rosters import roster_pages, sequence_pages
from jdgtools.exporters.booklet.scenarios import scenario_pages

LIBRARY = "booklet.typ"
"""The look of the booklet, beside this module."""
_COVER_LETTERS = 1800
"""Longer notes get a page of their own."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document ready to be typeset."""

    source: str
    files: Mapping[str, bytes]
    """Files by the name that the source uses."""


def booklet(context: BuildContext) -> Document:
    """The player aids of a battle in the language of the build."""
    battle, language = context.battle, context.language
    names, pictures = Names(context), Pictures(context)
    title = battle.title.get(language) or battle.id
    whole = f"{title}: {names.word('aids').lower()}"
    footer = " · ".join(x for x in (f"{battle.id} {battle.version}", battle.credits.get(language)) if x)
    parts = [
        f'#import "{LIBRARY}": *',
        f"#show: book.with(title: {markup.string(whole)}, "
        f"running: {markup.string(title)}, language: {markup.string(language)}, "
        f"footer: [{markup.text(footer)}])",
        _cover(names, pictures),
        *sequence_pages(names, pictures),
        *chart_pages(context.charts, language, _terrains(context)),
        *roster_pages(names, pictures),
    ]
    for scenario in battle.scenarios:
        parts += scenario_pages(names, scenario)
    if not _short_notes(names):
        parts += [markup.part(names.word("notes_sources")), markup.pack(map(markup.block, _notes(names)))]
    library = files(__package__).joinpath(LIBRARY).read_bytes()
    return Document("\n".join(parts), {LIBRARY: library, **pictures.files})


def _terrains(context: BuildContext) -> frozenset[str]:
    """Terrains of hexes, hexsides and ways that occur on the map."""
    the_map = context.battle.map
    if the_map is None:
        return frozenset()
    found = {terrain for terrain in the_map.terrain if terrain}
    found |= {feature.kind for feature in the_map.features}
    return frozenset(found | {way.kind for way in the_map.ways})


def _cover(names: Names, pictures: Pictures) -> str:
    battle, language = names.battle, names.language
    facts = [battle.date, battle.place.get(language)]
    facts += [" – ".join(names.side(side.id) for side in battle.sides)]
    scale = [names.word("one_hex", n=battle.map.hex_metres)] if battle.map and battle.map.hex_metres else []
    if battle.strength_point:
        scale.append(names.word("strength_is", text=battle.strength_point.get(language)))
    shown = []
    for side in battle.sides:
        leaders = [x for x in battle.leaders if names.side_of(x.id) == side.id][:1]
        units = [u for u in battle.units if names.side_of(u.id) == side.id]
        fronts = [pictures.large(x) for x in leaders]
        fronts += [pictures.large(x) for x in units[: 4 - len(leaders)]]
        shown.append(f"[{' #h(0.6mm) '.join(x for x in fronts if x)}]")
    credits = [battle.credits.get(language)]
    if battle.map and battle.map.credits:
        credits.append(names.pair(names.word("map_credits"), battle.map.credits.get(language)))
    credits.append(names.word("independent"))
    kicker = f"{battle.series.title.get(language)} – {names.word('aids')}"
    joined = " #linebreak() ".join(markup.text(x) for x in credits if x)
    notes = "\n".join(_notes(names)) if _short_notes(names) else ""
    return (
        f"#cover(title: [{markup.text(battle.title.get(language) or battle.id)}],\n"
        f" subtitle: [{markup.text(battle.subtitle.get(language))}],\n"
        f" kicker: [{markup.text(kicker)}],\n"
        f" facts: ({''.join(f'[{markup.text(x)}], ' for x in facts if x)}),\n"
        f" scale: [{markup.text('; '.join(scale))}],\n"
        f" armies: ({', '.join(shown)},),\n"
        f" notes: [{notes}],\n"
        f" credits: [{joined}])"
    )


def _short_notes(names: Names) -> bool:
    """Whether notes and sources find room on the cover."""
    texts = [names.battle.notes, *names.battle.sources]
    return sum(len(text.get(names.language)) for text in texts) < _COVER_LETTERS


def _notes(names: Names) -> Iterator[str]:
    """Blocks with the designer's notes and the sources."""
    battle, language = names.battle, names.language
    if battle.notes:
        body = markup.paragraphs(battle.notes.get(language))
        yield markup.heading(names.word("notes")) + f"#prose[{body}]"
    if battle.sources:
        lines = "".join(f"[{markup.text(source.get(language))}], " for source in battle.sources)
        yield markup.heading(names.word("sources")) + f"#list({lines})"
