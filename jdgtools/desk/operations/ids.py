"""Ids that an edit writes: what the schema calls one and YAML reads as a text, and ids made of names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.schema.registry import schema

_NO_TEXTS = frozenset({"null", "true", "false"})
"""Words that YAML reads as something else where they stand without quotes."""


def check_id(word: str) -> None:
    """Refuse what cannot be written as an id.

    Raises:
        EditRefused: it has other characters, too many of them, or means nothing, yes or no.
    """
    id_rule = schema("common")["$defs"]["id"]
    if len(word) > id_rule["maxLength"]:
        raise EditRefused(
            f"`{word[:20]}…` is too long for an id: it may have {id_rule['maxLength']} characters"
        )
    if not re.fullmatch(id_rule["pattern"].strip("^$"), word):
        raise EditRefused(f"`{word}` is no id: use letters, digits, dots, hyphens, underscores and slashes")
    if word.lower() in _NO_TEXTS:
        raise EditRefused(f"`{word}` is no id: YAML reads the word as something else")


def free_id(name: str, used: Iterable[str], otherwise: str) -> str:
    """Return an id that is made of a name and that nothing else has.

    Args:
        name: such as `Roliça church`, which gives `rolica-church`.
        used: ids that are taken.
        otherwise: id for a name without a letter of the Latin alphabet.
    """
    plain = unicodedata.normalize("NFKD", name.replace("ł", "l").replace("Ł", "L")).encode("ascii", "ignore")
    stem = "-".join(re.findall(r"[a-z0-9]+", plain.decode().lower()))[:40].strip("-") or otherwise
    others = {*used, *_NO_TEXTS}
    if stem not in others:
        return stem
    return next(f"{stem}-{n}" for n in range(2, len(others) + 3) if f"{stem}-{n}" not in others)
