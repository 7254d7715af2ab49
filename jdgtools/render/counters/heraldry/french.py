"""French blazons, word by word: "D'azur à trois fleurs de lys d'or" says what the English one says."""

from __future__ import annotations

import re

_ACCENTED: dict[str, str] = {
    # Without its accent a field of stripes would be the stripe.
    "fascé": "barry",
    "palé": "paly",
    "bandé": "bendy",
    "burelé": "burely",
    "chevronné": "chevronny",
    "losangé": "lozengy",
    "échiqueté": "chequy",
    "gironné": "gyronny",
    "semé": "semy",
    "parti": "per pale",
    "coupé": "per fess",
    "tranché": "per bend",
    "taillé": "per bend sinister",
    "écartelé": "quarterly",
    "chargé": "charged",
    "accompagné": "between",
    "accompagnée": "between",
    "cantonné": "between",
    "cantonnée": "between",
    "chargée": "charged",
}
_WORDS: dict[str, str] = {
    **dict.fromkeys(("d", "de", "du", "des", "la", "le", "les", "l", "sur", "tout", "brochant", "aux"), ""),
    **dict.fromkeys(("armé", "armée", "lampassé", "rampant", "passant", "éployée", "éployé"), ""),
    "au": "a",
    "à": "a",
    "en": "in",
    "et": "and",
    "azur": "azure",
    "gueules": "gules",
    "sinople": "vert",
    "pourpre": "purpure",
    "hermine": "ermine",
    "deux": "two",
    "trois": "three",
    "quatre": "four",
    "cinq": "five",
    "sept": "seven",
    "huit": "eight",
    "neuf": "nine",
    "dix": "ten",
    "bande": "bend",
    "bandes": "bends",
    "barre": "bend sinister",
    "fasce": "fess",
    "fasces": "bars",
    "pal": "pale",
    "pals": "pales",
    "croix": "cross",
    "sautoir": "saltire",
    "chef": "chief",
    "pointe": "base",
    "lambel": "label",
    "écusson": "inescutcheon",
    "aigle": "eagle",
    "aigles": "eagles",
    "alérions": "alerions",
    "léopard": "leopard",
    "léopards": "leopards",
    "étoile": "mullet",
    "étoiles": "mullets",
    "molette": "mullet",
    "molettes": "mullets",
    "besant": "bezant",
    "besants": "bezants",
    "tourteau": "roundel",
    "coquille": "escallop",
    "coquilles": "escallops",
    "merlette": "martlet",
    "merlettes": "martlets",
    "croissant": "crescent",
    "croissants": "crescents",
    "tour": "tower",
    "tours": "towers",
    "château": "castle",
    "épée": "sword",
    "épées": "swords",
    "clef": "key",
    "clefs": "keys",
    "couronne": "crown",
    "roue": "wheel",
    "losange": "lozenge",
    "annelet": "annulet",
    "annelets": "annulets",
    "billette": "billet",
    "billettes": "billets",
    "croisettes": "crosslets",
}
FRENCH = (*_ACCENTED, *_WORDS)
"""Words that are put into English."""
_SIGNS = re.compile(r"\bd['’]|\bde gueules\b|\bde sable\b|\bde sinople\b|\bau\b|à")


def english(text: str) -> str:
    """The text with its French words in English; a text in English stays as it is."""
    lower = text.lower()
    if not _SIGNS.search(lower):
        return lower
    lower = re.sub(r"fleurs?[\s-]+de[\s-]+l[yi]s", "fleurdelys", lower)
    words = re.findall(r"[^\W_]+|[;,]", lower)
    return " ".join(_ACCENTED.get(word, _WORDS.get(word, word)) for word in words)
