"""What an editor shows of the word under the pointer."""

from __future__ import annotations

import re
from typing import NamedTuple

from jdgtools.desk.documents import Document
from jdgtools.desk.mentions import Mention, mention_at
from jdgtools.lsp.contexts import TypingContext, separator, table_context, word_at, yaml_context
from jdgtools.lsp.projects import Project
from jdgtools.lsp.schema_keys import description_at
from jdgtools.lsp.words import (
    code_words,
    hex_words,
    option_words,
    piece_name,
    plain,
    starts,
    statement_words,
    unit_words,
)

_CODE = re.compile(r"[A-Z]{3}[0-9]{3}\Z")
SCHEMAS = {kind: kind for kind in ("battle", "map", "oob", "scenario", "setup", "strings")}
"""Kind of a file -> schema of its content."""


class Hover(NamedTuple):
    """A text and the characters that it is about."""

    text: str
    """In Markdown."""
    start: int
    end: int


def hover_at(project: Project, path: str, offset: int) -> Hover | None:
    """Return what is known of the word at an offset of a file; None for nothing."""
    document = project.documents.get(path)
    if document is None:
        return None
    mention = mention_at(project.documents, path, offset)
    if mention is not None and (text := _of_mention(project, mention)):
        return Hover(text, mention.start, mention.end)
    start, end = word_at(document.text, offset)
    word = document.text[start:end].strip(".")
    if not word:
        return None
    if _CODE.match(word) and (text := code_words(word)):
        return Hover(text, start, end)
    if text := statement_words(project, word) or _of_key(project, document, start, end):
        return Hover(text, start, end)
    return None


def _of_mention(project: Project, mention: Mention) -> str:
    battle = project.battle
    if battle is None:
        return ""
    language, id_ = battle.language, mention.id
    if mention.kind == "hex":
        return hex_words(battle, id_)
    unit = battle.unit(id_) if mention.kind == "unit" else None
    if unit is not None:
        return unit_words(battle, unit)
    if mention.kind == "leader" and (leader := battle.leader(id_)) is not None:
        role = battle.series.role(leader.role or "")
        values = "; ".join(f"{key} {value}" for key, value in leader.front.items())
        lines = [f"**{plain(leader.name.get(language))}**", role.name.get(language) if role else "", values]
        return "\n\n".join(filter(None, [*map(_first_bold, lines), *starts(battle, id_)]))
    if mention.kind == "command" and (command := battle.command(id_)) is not None:
        units = ", ".join(piece_name(battle, u.id) for u in battle.units_of(id_))
        return f"**{plain(command.name.get(language))}**\n\n{plain(units)}"
    if mention.kind == "terrain":
        terrain = battle.series.terrain(id_)
        return f"**{plain(terrain.name.get(language))}**" if terrain is not None else ""
    if mention.kind == "place":
        place = next((p for p in battle.map.places if p.id == id_), None) if battle.map else None
        if place is not None and battle.map is not None:
            return hex_words(battle, battle.map.grid.id(place.hex))
    if mention.kind == "region" and battle.map is not None and (region := battle.map.region(id_)) is not None:
        hexes = " ".join(battle.map.grid.id(index) for index in sorted(region.hexes))
        return f"**{plain(region.name.get(language))}**\n\n{hexes}"
    side = battle.side(id_) if mention.kind == "side" else None
    return f"**{plain(side.name.get(language))}**" if side is not None else ""


def _first_bold(text: str) -> str:
    return text if text.startswith("**") else plain(text)


def _of_key(project: Project, document: Document, start: int, end: int) -> str:
    """Return what a key or a column means; options and settings as the series has them."""
    word = document.text[start:end]
    context = context_at(document, start)
    is_column = "\n" not in document.text[:start] and document.path.lower().endswith((".csv", ".tsv"))
    if context.key is not None and not is_column:
        return ""
    battle = project.battle
    if battle is not None and context.path[-1:] == ("options",):
        return option_words(project, word)
    text = description_at(SCHEMAS.get(document.kind, ""), (*context.path, word))
    if battle is not None:
        fields = [*battle.series.unit_fields, *battle.series.scenario_fields, *battle.series.side_fields]
        fields += [field for role in battle.series.roles for field in role.fields]
        field = next((f for f in fields if word in (f.id, f"{f.id}_back")), None)
        if field is not None and (is_column or context.path[-1:] in (("values",), ("settings",))):
            about = plain(field.description.get(battle.language))
            text = "\n\n".join(
                filter(None, [f"**{plain(field.name.get(battle.language))}**", about, *field.rules])
            )
    return text


def context_at(document: Document, offset: int) -> TypingContext:
    """Return what is typed at an offset of a file."""
    if document.path.lower().endswith((".csv", ".tsv")):
        return table_context(document.text, offset, separator(document.text, document.path))
    return yaml_context(document.text, offset)
