"""Texts in other languages that an edit leaves as they are, though it says something else in one.

The files do not record of which words a translation was made, so nothing but the edit itself tells that it is
behind: the page says so once, when the edit is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.desk.operations.player_texts import strings_in
from jdgtools.model.texts import player_texts
from jdgtools.source.node import excerpt

if TYPE_CHECKING:
    from jdgtools.desk.documents import Documents
    from jdgtools.desk.text_edit import Edit
    from jdgtools.model.battle import Battle

MAX_REMARKS = 20
_MAX_TEXT = 80


def texts_left_behind(before: Battle, after: Battle, edit: Edit, documents: Documents) -> list[str]:
    """Return where other languages of a text that is changed in that of the battle say what they said.

    Args:
        before: the battle before the edit.
        after: the battle now.
        edit: what was changed.
        documents: of the project as it is now.

    Returns:
        Lines such as `lang/fr.yaml:7: unit.fr-17.name: 17e Ligne`; at most `MAX_REMARKS`.
    """
    if len(after.languages) < 2:
        return []
    texts_before = {one.key: dict(one.text.values) for one in player_texts(before)}
    remarks = []
    for one in player_texts(after):
        old, new = texts_before.get(one.key), dict(one.text.values)
        source = after.language
        if old is None or source not in old or source not in new or old[source] == new[source]:
            continue  # whoever changes a translation has the text before him
        same = [code for code in after.languages if code in new and old.get(code) == new[code]]
        remarks += [_remark(documents, edit, one.key, code, new[code]) for code in same]
    return remarks[:MAX_REMARKS]


def _remark(documents: Documents, edit: Edit, key: str, language: str, text: str) -> str:
    quotation = excerpt(" ".join(text.split()), _MAX_TEXT)
    for strings, table in strings_in(documents, language):
        if table.get(key) is not None:
            return f"{strings.path}:{table.key_span(key).line}: {key}: {quotation}"
    change = next(iter(edit.changes), None)
    if change is None or change.path not in documents:
        return f"{key}, {language}: {quotation}"
    document = documents[change.path]
    line = document.lines.line_and_column(min(change.start, len(document.text)))[0]
    return f"{change.path}:{line}: {key}, {language}: {quotation}"
