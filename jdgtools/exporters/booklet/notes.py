"""The chapter of the designer's notes and the sources; short ones stand on the cover."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.exporters.booklet import inlines
from jdgtools.exporters.booklet.flowables import Block, block, heading, items, prose
from jdgtools.exporters.booklet.names import BookletNames

PROSE = inlines.Style(10.5, "serif", leading=0.6)


def note_blocks(names: BookletNames) -> Iterator[Block]:
    """Yield blocks with the designer's notes and the sources."""
    battle, language = names.battle, names.language
    if battle.notes:
        yield block(heading(names.word("notes")), *prose(battle.notes.get(language), PROSE))
    if battle.sources:
        lines = [inlines.text(source.get(language)) for source in battle.sources]
        yield block(heading(names.word("sources")), *items(lines))
