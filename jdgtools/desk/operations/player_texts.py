"""Texts that players read, changed in one language: beside the others or in its language file."""

from __future__ import annotations

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.structured_text import add_entry, set_key, set_value
from jdgtools.desk.text_edit import TextEdit
from jdgtools.source.node import Node


def own_language(documents: Documents) -> str:
    """Return the language of texts of which nothing else is said."""
    root = documents.battle.node if documents.battle is not None else None
    language = root.get("language") if root is not None else None
    return language.text.strip() if language is not None and language.is_scalar else "en"


def languages_of(documents: Documents) -> tuple[str, ...]:
    """Return the languages in which every text is written, the battle's own first."""
    root = documents.battle.node if documents.battle is not None else None
    listed = root.get("languages") if root is not None else None
    names = [one.text.strip() for one in (listed.elements() if listed is not None else ()) if one.is_scalar]
    return tuple(dict.fromkeys((own_language(documents), *names)))


def set_text(
    documents: Documents, document: Document, owner: Node, key: str, of_strings: str, language: str, text: str
) -> TextEdit:
    """Return the replacement that gives a text in one language other words; those in other languages stay.

    Args:
        documents: of the project.
        document: holds the owner.
        owner: table with the key of the text.
        key: such as `title`.
        of_strings: key of the text in language files, such as `scenario.battle.title`.
        language: code of the language.
        text: what stands there afterwards.
    """
    old = owner.get(key)
    if old is None:
        return set_key(document, owner, key, text)
    return set_words(documents, document, old, of_strings, language, text)


def set_words(
    documents: Documents, document: Document, old: Node, of_strings: str, language: str, text: str
) -> TextEdit:
    """Return what `set_text` returns, for a text that is there: a value of a key, or an entry of a list."""
    if old.is_map and old.get(language) is not None:
        return set_key(document, old, language, text)
    if not old.is_map and language == own_language(documents):
        return set_value(document, old, text)
    for strings in documents.of("strings"):
        assert strings.node is not None
        tongue, table = strings.node.get("language"), strings.node.get("strings")
        if table is not None and table.is_map and tongue is not None and tongue.text.strip() == language:
            return set_key(strings, table, of_strings, text)
    if old.is_map:
        return add_entry(document, old, text, language)
    return set_value(document, old, {own_language(documents): old.text, language: text})
