"""Texts that players read, changed in one language: beside the others or in its language file."""

from __future__ import annotations

from collections.abc import Iterator

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
    languages_node = root.get("languages") if root is not None else None
    names = [
        one.text.strip()
        for one in (languages_node.elements() if languages_node is not None else ())
        if one.is_scalar
    ]
    return tuple(dict.fromkeys((own_language(documents), *names)))


def strings_in(documents: Documents, language: str) -> Iterator[tuple[Document, Node]]:
    """Yield the language files in a language, each with its table of texts."""
    for strings in documents.of("strings"):
        assert strings.node is not None
        tongue, table = strings.node.get("language"), strings.node.get("strings")
        if table is not None and table.is_map and tongue is not None and tongue.text.strip() == language:
            yield strings, table


def text_in(documents: Documents, node: Node | None, of_strings: str, language: str) -> str:
    """Return what a text says in a language: there, in a language file, else in the language of the battle.

    Args:
        documents: of the project.
        node: the text where it is written; None = there is none.
        of_strings: its key in language files.
        language: code of the language.
    """
    if node is None or (node.is_scalar and node.is_null):
        return ""
    source = own_language(documents)
    here = node.get(language) if node.is_map else None
    tables = [table for _, table in strings_in(documents, language)] if language != source else []
    candidates = [
        here,
        *(table.get(of_strings) for table in tables),
        node.get(source) if node.is_map else node,
    ]
    text = next((one for one in candidates if one is not None), None)
    if text is None:  # a language that is not the battle's alone
        text = next((one for _, one in node.items()), node)
    return text.text.strip() if text.is_scalar else ""


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
    for strings, table in strings_in(documents, language):
        return set_key(strings, table, of_strings, text)
    if old.is_map:
        return add_entry(document, old, text, language)
    return set_value(document, old, {own_language(documents): old.text, language: text})
