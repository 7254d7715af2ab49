"""Words of the booklet in the languages of the series."""

from __future__ import annotations

LANGUAGES = ("en", "fr", "pl", "hu")

_TABLE: dict[str, tuple[str, str, str, str]] = {
    "aids": ("Player aids", "Aides de jeu", "Pomoce gracza", "Játékossegédlet"),
    "sequence": ("Sequence of play", "Séquence de jeu", "Przebieg etapu", "Játékmenet"),
    "charts": ("Charts", "Tableaux", "Tabele", "Táblázatok"),
    "value": ("value", "valeur", "wartość", "érték"),
    "provenance": (
        "Bold: given by the rules. ° our own (house) value. ᵖ from a public player aid. * set by this battle.",
        "Gras : donné par les règles. ° valeur maison. ᵖ d'une aide de jeu publique. * fixé par cette bataille.",
        "Pogrubienie: z zasad. ° wartość własna projektu. ᵖ z publicznej pomocy gracza. * ustalone przez bitwę.",
        "Félkövér: a szabályok adják. ° saját érték. ᵖ nyilvános segédletből. * a csata adja meg.",
    ),
    "from_rules": ("given by the rules", "donné par les règles", "z zasad", "a szabályok adják"),
    "from_house": ("our own (house) value", "valeur maison, la nôtre", "wartość własna projektu", "saját érték"),
    "from_player_aid": (
        "from a public player aid",
        "d'une aide de jeu publique",
        "z publicznej pomocy gracza",
        "nyilvános segédletből",
    ),
    "from_battle": (
        "set by this battle",
        "fixé par cette bataille",
        "ustalone przez tę bitwę",
        "ez a csata adja meg",
    ),
    "grey": ("grey", "gris", "szare", "szürke"),
    "not_here": ("not on this map", "absent de cette carte", "brak na tej mapie", "nincs ezen a térképen"),
    "any": ("any", "tous", "każdy", "bármely"),
    "beyond": (
        "Beyond the ends the end lines apply.",
        "Au-delà des extrémités, les lignes extrêmes s'appliquent.",
        "Poza końcami obowiązują wiersze skrajne.",
        "A széleken túl a szélső sorok érvényesek.",
    ),
    "markers": ("Markers", "Marqueurs", "Znaczniki", "Jelzők"),
    "printed": ("printed", "inscription", "napis", "felirat"),
    "number": ("number", "nombre", "liczba", "darab"),
    "orders_of_battle": ("Orders of battle", "Ordres de bataille", "Ordre de bataille", "Hadrendek"),
    "unit": ("unit", "unité", "jednostka", "egység"),
    "type": ("type", "type", "rodzaj", "típus"),
    "leader": ("leader", "chef", "dowódca", "vezér"),
    "led_by": ("led by", "commandée par", "dowodzi", "vezeti"),
    "activation": (
        "activation markers",
        "marqueurs d'activation",
        "znaczniki aktywacji",
        "aktiválójelzők",
    ),
    "front_back": (
        "front / back",
        "recto / verso",
        "awers / rewers",
        "előlap / hátlap",
    ),
    "scenario": ("Scenario", "Scénario", "Scenariusz", "Forgatókönyv"),
    "turns": ("Turns", "Tours", "Etapy", "Fordulók"),
    "turn": ("turn", "tour", "etap", "forduló"),
    "time": ("time", "heure", "godzina", "idő"),
    "arrivals": ("arrivals", "arrivées", "przybycia", "érkezések"),
    "setup": ("Setup", "Mise en place", "Rozstawienie", "Felállítás"),
    "setup_note": (
        "Pieces in one hex are listed from top to bottom.",
        "Les pions d'un même hex sont donnés de haut en bas.",
        "Żetony w jednym heksie podano od góry do dołu.",
        "Az egy hexben álló jelzők felülről lefelé sorolva.",
    ),
    "hex": ("hex", "hex", "heks", "hex"),
    "pieces": ("pieces", "pions", "żetony", "jelzők"),
    "facing": ("facing", "orientation", "ustawienie", "arcvonal"),
    "choice": ("player's choice:", "au choix du joueur :", "do wyboru gracza:", "a játékos választása:"),
    "waits": ("waits in:", "attend dans :", "czeka w:", "itt vár:"),
    "unused": ("Not used", "Non utilisés", "Nieużywane", "Nem szerepel"),
    "reinforcements": ("Reinforcements", "Renforts", "Posiłki", "Erősítések"),
    "entry": ("entry hexes", "hex d'entrée", "heksy wejścia", "belépő hexek"),
    "group": ("group", "groupe", "grupa", "csoport"),
    "condition": ("condition", "condition", "warunek", "feltétel"),
    "optional": ("optional", "facultatif", "opcjonalnie", "választható"),
    "roll": (
        "arrives on {low} or less of {faces} (0 to {last}), tried each turn",
        "arrive sur {low} ou moins de {faces} (0 à {last}), tenté à chaque tour",
        "przybywa przy wyniku {low} lub mniej z {faces} (0 do {last}), próba co etap",
        "{low} vagy kevesebb dobásra érkezik {faces} közül (0–{last}), fordulónként",
    ),
    "until": ("until turn {n}", "jusqu'au tour {n}", "do etapu {n}", "a {n}. fordulóig"),
    "victory": ("Victory", "Victoire", "Zwycięstwo", "Győzelem"),
    "points": ("points", "points", "punkty", "pont"),
    "for": ("for", "pour", "dla", "javára"),
    "each": ("each", "chacun", "za każde", "egyenként"),
    "each_turn": ("every turn", "chaque tour", "co etap", "fordulónként"),
    "automatic": ("Automatic victory", "Victoire automatique", "Zwycięstwo automatyczne", "Azonnali győzelem"),
    "levels": ("Levels of victory", "Niveaux de victoire", "Poziomy zwycięstwa", "A győzelem fokozatai"),
    "lead": ("lead in points", "avance en points", "przewaga punktów", "pontkülönbség"),
    "rout_edge": ("Routed units flee", "Fuite des unités en déroute", "Kierunek ucieczki", "Menekülési irány"),
    "special_rules": ("Special rules", "Règles spéciales", "Zasady specjalne", "Különleges szabályok"),
    "overrules": ("overrules", "remplace", "zastępuje", "felülírja"),
    "notes": ("Designer's notes", "Notes du concepteur", "Uwagi autora", "A tervező jegyzetei"),
    "sources": ("Sources", "Sources", "Źródła", "Források"),
    "rulings": (
        "Rulings that differ from the recommended ones",
        "Interprétations différentes de celles recommandées",
        "Rozstrzygnięcia inne niż zalecane",
        "Az ajánlottól eltérő értelmezések",
    ),
    "page": ("page", "page", "strona", "oldal"),
    "strength": ("strength", "force", "siła", "erő"),
    "order": ("order", "ordre", "rozkaz", "parancs"),
    "combined": ("Combined markers", "Marqueurs combinés", "Znaczniki kombinowane", "Közös jelzők"),
    "restrictions": ("Rules of the series", "Règles de la série", "Zasady serii", "A sorozat szabályai"),
    "independent": (
        "Independent work; not connected with any publisher. House values are ours.",
        "Travail indépendant, sans lien avec un éditeur. Les valeurs maison sont les nôtres.",
        "Praca niezależna, niezwiązana z żadnym wydawcą. Wartości własne są nasze.",
        "Független munka, egyetlen kiadóhoz sem kötődik. A saját értékek a mieink.",
    ),
}


def word(key: str, language: str) -> str:
    """The word in `language`, English for a language that no series has.

    Raises:
        KeyError: there is no such word.
    """
    return _TABLE[key][LANGUAGES.index(language) if language in LANGUAGES else 0]


def keys() -> tuple[str, ...]:
    """Keys of all words."""
    return tuple(_TABLE)
