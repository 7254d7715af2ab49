"""What modules call ratings and types of units, and which column of a series that is.

A name counts as a whole: `Move` is the movement allowance, `MoveCost` is not.
"""

from __future__ import annotations

import re

from jdgtools.model.definition import FieldDef, SeriesDef

_ROLES: dict[str, str] = {
    "strength": "strength str sp strengthpoints strengthpoint combatstrength combatfactor combat cf cs force "
    "pointsdeforce sila punktysily ero eropont kampfkraft staerke stärke fuerza forza",
    "quality": "quality morale moral mor cohesion coh cohesionrating qualite qualité jakosc jakość zwartosc "
    "minoseg minőség troopquality tq tqr efficiency er moralia moralwert",
    "movement": "movement move mov mv ma mp mf movementallowance movementpoints movementfactor movementrate "
    "movepoints mouvement pm ruch punktyruchu mozgas mozgási mozgáspont bewegung movimiento movimento",
    "range": "range rng rg firerange portee portée zasieg zasięg lotav lőtáv reichweite alcance",
    "shock": "shock sh shockrating choc melee starcie",
}
_FIELDS: dict[str, tuple[str, ...]] = {
    "strength": ("strength", "sp"),
    "quality": ("quality", "cohesion", "morale"),
    "movement": ("movement", "mp"),
    "range": ("range", "effective_range", "maximum_range"),
    "shock": ("shock",),
}
"""What a rating is -> names of the column, of which a series has one."""
FORMATION = re.compile(r"(formation|command|corps|division|brigade|wing|banner|parent)(name)?", re.I)
NATION = re.compile(r"(nation|nationality|country|army|side|faction)(name)?", re.I)
PEOPLE_WORD = re.compile(r"(nation|nationality|country)(name)?", re.I)
"""Those of them that speak of peoples and not of sides."""
NO_RATING = re.compile(
    r"(vp|victory|point|cost|turn|gp?id|index|number|count|moved|facing|level|step|player|layer|zoom"
    r"|map|x|y|pos|order|sort|date|year|hex|scale|rotat|col|row|sheet|no)\w*|\w*(vp|cost|id|turn|victory\w*)",
    re.I,
)
"""Names of numbers that are hardly ratings; nobody is asked about them."""
_FRONT = ("front", "full", "fresh")
_BACK = ("back", "reduced", "flipped", "reverse", "spent", "disordered")
"""Words before or behind the name of a rating that say of which side of a counter it is."""
_TYPES: tuple[tuple[str, tuple[str, ...]], ...] = (
    # Pattern of a word; unit types that it may be, of which the first counts that the series has.
    (r"hors(e|ed) ?art\w*|art\w* (a|à) cheval|reitende (artillerie|batterie)|ha",
     ("horse_artillery", "light_artillery")),
    (r"(foot |field )?(art|artillery|artillerie|artyleria|artillería|artiglieria|guns?|battery|batterie)",
     ("foot_artillery", "medium_artillery", "artillery")),
    (r"cuirassiers?|cuir|kirasjerzy|kürassiere?|corazzieri|carabiniers|heavy cav(alry)?|cavalerie lourde",
     ("heavy_cavalry", "cuirassiers", "cavalry")),
    (r"dragoons?|drag|dragons|dragoner|dragones", ("dragoons", "cavalry")),
    (r"lancers?|uhlans?|lanciers|ulanen|ułani|lanceros", ("lancers", "light_cavalry", "cavalry")),
    (r"hussars?|hussards?|husaren|húsares|huzarzy|hus|huss|cossacks?|cosaques?|kosaken|kozacy|chevau.?l[eé]gers?|"
     r"szwoleżerowie|light cav(alry)?|cavalerie légère|leichte kavallerie|chasseurs (a|à) cheval",
     ("light_cavalry", "arquebusiers", "cavalry")),
    (r"knights?|chevaliers|gendarmes", ("knights", "heavy_cavalry", "cavalry")),
    # The diagonal of the symbols of today is the cavalry of old.
    (r"cav|cavalry|cavalerie|kawaleria|kavallerie|reiterei|caballería|cavalleria|horse|recon|reconnaissance",
     ("light_cavalry", "men_at_arms", "arquebusiers", "cavalry")),
    (r"grenadiers?|grenadiere|granaderos|granatieri|gren", ("grenadiers", "infantry")),
    (r"guards?|gardes?|guardia|old guard", ("guard_infantry", "infantry")),
    (r"light inf(antry)?|rifles?|jagers?|jägers?|voltigeurs|skirmishers?|infanterie légère|"
     r"leichte infanterie|füsiliere|schützen|tirailleurs",
     ("light_infantry", "infantry")),
    (r"militia|landwehr|milice", ("militia", "infantry")),
    (r"archers?|longbow\w*", ("archers", "light_infantry", "infantry")),
    (r"crossbow\w*", ("crossbowmen", "light_infantry", "infantry")),
    (r"pikes?|pikemen", ("pikemen", "pike_and_shot", "infantry")),
    (r"(line )?(inf|infantry|infanterie|piechota|infantería|fanteria)( de ligne)?",
     ("line_infantry", "pike_and_shot", "pikemen", "infantry")),
)  # fmt: skip


def plain(name: str) -> str:
    """Return a name in small letters, without blanks and signs."""
    return re.sub(r"[\W_]+", "", name).lower()


def rating_field(series: SeriesDef, name: str) -> FieldDef | None:
    """Return the rating that a name means, as a whole; None for none.

    Args:
        series: its whole-number ratings count.
        name: of a property, a text item or what a module writes before a number.
    """
    word = plain(name)
    if not word:
        return None
    fields = [f for f in series.unit_fields if f.type == "int"]
    for f in fields:
        names = {f.id, f.abbreviation if len(f.abbreviation) > 1 else "", *(t for _, t in f.name.values)}
        if word in {plain(n) for n in names if n}:
            return f
    for role, words in _ROLES.items():
        if word in words.split():
            return next((f for n in _FIELDS[role] for f in fields if f.id == n), None)
    return None


def face_field(series: SeriesDef, name: str) -> tuple[FieldDef | None, str]:
    """Return the rating that the name of a property means, and `_back` where it is that of the other side.

    `FullCF` and `ReducedCF` are the combat factors of the two sides of a counter.
    """
    field = rating_field(series, name)
    if field is not None:
        return field, ""
    word = plain(name)
    for words, suffix in ((_FRONT, ""), (_BACK, "_back")):
        for side in words:
            rest = word.removeprefix(side) if word.startswith(side) else word.removesuffix(side)
            field = rating_field(series, rest) if rest != word else None
            if field is not None:
                return field, suffix
    return None, ""


def usual_fields(series: SeriesDef, count: int) -> list[FieldDef]:
    """Return what numbers that stand together usually are, in their order: strength first, movement last."""
    order = ["strength", "movement"] if count == 2 else ["strength", "quality", "movement", "range"]
    usual = (rating_field(series, role) for role in order)
    return [f for f in usual if f is not None][:count]


def unit_types(series: SeriesDef) -> list[tuple[str, str]]:
    """Return (pattern of a word, unit type) for a series, narrow words before broad ones."""
    type_ids = {t.id for t in series.unit_types}
    patterns: list[tuple[str, str]] = []
    for t in series.unit_types:
        words = {w.lower() for _, w in t.name.values} | {t.id.replace("_", " ")}
        patterns.append(("|".join(re.escape(w) for w in sorted(words)), t.id))
    for pattern, types in _TYPES:
        unit_type = next((t for t in types if t in type_ids), "")
        if unit_type:
            patterns.append((pattern, unit_type))
    return [p for p in patterns if p[1] != "counter"]
