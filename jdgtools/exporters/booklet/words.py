"""Phrases of the booklet in the languages of the series: headings, labels, sentences with gaps to fill."""

from __future__ import annotations

from jdgtools.model.phrases import Phrases, Row

_TABLE: dict[str, Row] = {
    # --- the booklet -------------------------------------------------------------------------------
    "pair": ("{name}: {value}", "{name} : {value}", "{name}: {value}", "{name}: {value}"),
    "also": ("{a}; {b}", "{a} ; {b}", "{a}; {b}", "{a}; {b}"),
    "aids": ("Player aids", "Aides de jeu", "Pomoce gracza", "Játékossegédlet"),
    "sequence": ("Sequence of play", "Séquence de jeu", "Przebieg etapu", "A forduló menete"),
    "charts": ("Charts", "Tableaux", "Tabele", "Táblázatok"),
    "orders_of_battle": ("Orders of battle", "Ordres de bataille", "Ordre de bataille", "Hadrendek"),
    "notes_sources": ("Notes and sources", "Notes et sources", "Uwagi i źródła", "Jegyzetek és források"),
    "notes": ("Designer's notes", "Notes du concepteur", "Uwagi autora", "A tervező jegyzetei"),
    "sources": ("Sources", "Sources", "Źródła", "Források"),
    "map_credits": ("Map", "Carte", "Mapa", "Térkép"),
    "one_hex": (
        "one hex is {n} m across",
        "un hex fait {n} m",
        "heks ma {n} m",
        "egy hatszög {n} m",
    ),
    "strength_is": (
        "one strength point: {text}",
        "un point de force : {text}",
        "punkt siły: {text}",
        "egy erőpont: {text}",
    ),
    "independent": (
        "Independent work, not connected with or endorsed by any publisher. "
        "The rules themselves are not included; values marked ° are ours.",
        "Travail indépendant, sans lien avec un éditeur ni approbation de sa part. "
        "Les règles elles-mêmes ne sont pas incluses ; les valeurs marquées ° sont les nôtres.",
        "Praca niezależna, niezwiązana z żadnym wydawcą i przez żadnego niezatwierdzona. "
        "Zasady gry nie są dołączone; wartości oznaczone ° są nasze.",
        "Független munka, egyetlen kiadóhoz sem kötődik, egyik sem hagyta jóvá. "
        "Maguk a szabályok nem részei; a ° jelű értékek a mieink.",
    ),
    # --- charts ------------------------------------------------------------------------------------
    "value": ("Value", "Valeur", "Wartość", "Érték"),
    "from_rules": ("given by the rules", "donné par les règles", "z zasad", "a szabályok adják"),
    "from_house": (
        "our own (house) value",
        "valeur maison, la nôtre",
        "wartość własna projektu",
        "saját érték",
    ),
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
    "see_table": ("see its table", "voir sa table", "zob. tabela", "lásd ott"),
    "grey": ("grey", "gris", "szare", "szürke"),
    "not_here": ("not on this map", "absent de cette carte", "brak na tej mapie", "nincs ezen a térképen"),
    "beyond": (
        "Beyond the ends the end lines apply.",
        "Au-delà des extrémités, les lignes extrêmes s'appliquent.",
        "Poza końcami obowiązują wiersze skrajne.",
        "A széleken túl a szélső sorok érvényesek.",
    ),
    # --- pieces ------------------------------------------------------------------------------------
    "markers": ("Markers", "Marqueurs", "Znaczniki", "Jelölők"),
    "marker": ("Marker", "Marqueur", "Znacznik", "Jelölő"),
    "number": ("Number", "Nombre", "Liczba", "Darab"),
    "unit": ("Unit", "Unité", "Jednostka", "Egység"),
    "led_by": ("led by {name}", "commandée par {name}", "dowodzi {name}", "vezeti: {name}"),
    "combined": ("Combined markers", "Marqueurs combinés", "Znaczniki kombinowane", "Közös jelölők"),
    "front_back": (
        "Values: front / back of the counter ({back}).",
        "Valeurs : recto / verso du pion ({back}).",
        "Wartości: przód / tył żetonu ({back}).",
        "Értékek: a lapka előlapja / hátlapja ({back}).",
    ),
    "replacement": ("replacement", "remplaçant", "następca", "helyettes"),
    # --- scenarios ---------------------------------------------------------------------------------
    "scenario": ("Scenario", "Scénario", "Scenariusz", "Forgatókönyv"),
    "at_a_glance": ("At a glance", "En bref", "W skrócie", "Röviden"),
    "turns": ("Turns", "Tours", "Etapy", "Fordulók"),
    "turn": ("Turn", "Tour", "Etap", "Forduló"),
    "time": ("Time", "Heure", "Godzina", "Idő"),
    "events": (
        "Arrivals and events",
        "Arrivées et événements",
        "Przybycia i zdarzenia",
        "Érkezések, események",
    ),
    "length": (
        "Turns {first} to {last}",
        "Tours {first} à {last}",
        "Etapy {first}–{last}",
        "{first}–{last}. forduló",
    ),
    "may_use": ("may be used: {name}", "utilisable : {name}", "można użyć: {name}", "használható: {name}"),
    "setup": ("Setup: {side}", "Mise en place : {side}", "Rozstawienie: {side}", "Felállítás: {side}"),
    "setup_note": (
        "Pieces in one hex stand in this order from top to bottom.",
        "Les pions d'un même hex sont empilés dans cet ordre, de haut en bas.",
        "Żetony w jednym heksie leżą w tej kolejności, od góry do dołu.",
        "Az egy hatszögben álló lapkák sorrendje felülről lefelé.",
    ),
    "command_card": (
        "Orders and command: {side}",
        "Ordres et commandement : {side}",
        "Rozkazy i dowodzenie: {side}",
        "Parancsok és parancsnokok: {side}",
    ),
    "boxes": (
        "One box a turn: tick the formations that have acted.",
        "Une case par tour : cochez les formations qui ont agi.",
        "Jedna kratka na etap: zaznacz formacje, które już działały.",
        "Fordulónként egy négyzet: jelöld, melyik alakulat cselekedett már.",
    ),
    "formation": ("Formation", "Formation", "Formacja", "Alakulat"),
    "leader": ("Leader", "Chef", "Dowódca", "Parancsnok"),
    "units": ("Units", "Unités", "Jednostki", "Egységek"),
    "arrives": ("Arrives", "Arrivée", "Przybycie", "Érkezés"),
    "activation": ("Activation", "Activation", "Aktywacja", "Aktiválás"),
    "hex": ("Hex", "Hex", "Heks", "Hatszög"),
    "pieces": ("Pieces", "Pions", "Żetony", "Lapkák"),
    "facing": ("Facing", "Orientation", "Zwrot", "Arcvonal"),
    "player_choice": ("player's choice", "au choix du joueur", "do wyboru gracza", "a játékos választ"),
    "unused": ("Not used", "Non utilisés", "Nieużywane", "Nem szerepel"),
    "removed_markers": (
        "Activation markers not in play",
        "Marqueurs d'activation hors jeu",
        "Znaczniki aktywacji poza grą",
        "Játékon kívüli aktiválójelölők",
    ),
    "single_marker": (
        "One activation marker only",
        "Un seul marqueur d'activation",
        "Tylko jeden znacznik aktywacji",
        "Csak egy aktiválójelölő",
    ),
    "held": ("Held at the start", "Tenu au début", "W posiadaniu na początku", "Kezdetben birtokolt"),
    "reinforcements": ("Reinforcements", "Renforts", "Posiłki", "Erősítések"),
    "entry": ("Entry", "Entrée", "Wejście", "Belépés"),
    "group": ("Group", "Groupe", "Grupa", "Csoport"),
    "order_of_entry": (
        "In order of entry",
        "Dans l'ordre d'entrée",
        "W kolejności wejścia",
        "A belépés sorrendjében",
    ),
    "remarks": ("Remarks", "Remarques", "Uwagi", "Megjegyzés"),
    "optional": ("optional", "facultatif", "opcjonalnie", "választható"),
    "roll": (
        "arrives on a roll of {low} or less ({range}), tried every turn",
        "arrive sur {low} ou moins ({range}), à essayer chaque tour",
        "przybywa przy wyniku {low} lub mniej ({range}), próba co etap",
        "{low} vagy kisebb dobásra érkezik ({range}), fordulónként próbálható",
    ),
    "until": ("until turn {n}", "jusqu'au tour {n}", "do etapu {n}", "a {n}. fordulóig"),
    "rout_edge": (
        "Routed units flee",
        "Fuite des unités en déroute",
        "Kierunek ucieczki",
        "Menekülési irány",
    ),
    "settings": ("Settings", "Réglages", "Ustawienia", "Beállítások"),
    "special_rules": ("Special rules", "Règles spéciales", "Zasady specjalne", "Különleges szabályok"),
    "optional_rules": ("Optional rules", "Règles facultatives", "Zasady opcjonalne", "Választható szabályok"),
    "in_force": ("in force", "en vigueur", "obowiązuje", "érvényben"),
    "not_in_force": ("not in force", "pas en vigueur", "nie obowiązuje", "nincs érvényben"),
    "overrules": (
        "changes {ids} of the rules",
        "modifie {ids} des règles",
        "zmienia {ids} zasad",
        "módosítja: {ids}",
    ),
    "rulings": (
        "Rulings that differ from the recommended ones",
        "Interprétations autres que celles recommandées",
        "Rozstrzygnięcia inne niż zalecane",
        "Az ajánlottól eltérő értelmezések",
    ),
    "ruling": (
        "{value} (recommended: {default})",
        "{value} (recommandé : {default})",
        "{value} (zalecane: {default})",
        "{value} (ajánlott: {default})",
    ),
    "yes": ("yes", "oui", "tak", "igen"),
    "no": ("no", "non", "nie", "nem"),
    # --- victory -----------------------------------------------------------------------------------
    "points_for": (
        "Victory points: {side}",
        "Points de victoire : {side}",
        "Punkty zwycięstwa: {side}",
        "Győzelmi pontok: {side}",
    ),
    "points_for_losses": (
        "Victory points for losses",
        "Points de victoire pour les pertes",
        "Punkty zwycięstwa za straty",
        "Győzelmi pontok a veszteségekért",
    ),
    "losses_of_enemy": (
        "A side scores for what happens to the enemy. These points count beside the awards.",
        "Un camp marque pour ce qui arrive à l'ennemi. Ces points s'ajoutent aux autres.",
        "Strona otrzymuje punkty za to, co spotyka wroga. Liczą się obok pozostałych.",
        "Egy fél azért kap pontot, ami az ellenséggel történik. Ezek a többihez adódnak.",
    ),
    "points": ("VP", "PV", "PZ", "GyP"),
    "award": ("For", "Pour", "Za", "Miért"),
    "condition": ("Condition", "Condition", "Warunek", "Feltétel"),
    "each": ("{n} each", "{n} chacun", "po {n}", "egyenként {n}"),
    "at_turn": ("every turn", "chaque tour", "co etap", "fordulónként"),
    "counted_at_end": (
        "Counted at the end of the game where nothing else is said.",
        "Comptés en fin de partie, sauf mention contraire.",
        "Liczone na koniec gry, o ile nie podano inaczej.",
        "Ahol nincs más megadva, a játék végén számítanak.",
    ),
    "scored": ("Scored", "Acquis", "Zdobyte", "Szerzett"),
    "total": ("Total", "Total", "Razem", "Összesen"),
    "automatic": (
        "Automatic victory",
        "Victoire automatique",
        "Zwycięstwo automatyczne",
        "Azonnali győzelem",
    ),
    "levels": ("Levels of victory", "Niveaux de victoire", "Poziomy zwycięstwa", "A győzelem fokozatai"),
    "lead": ("Lead in points", "Avance en points", "Przewaga punktów", "Pontkülönbség"),
    "winner": ("Winner", "Vainqueur", "Zwycięzca", "Győztes"),
    "or_more": ("{n} or more", "{n} ou plus", "{n} lub więcej", "{n} vagy több"),
    "or_less": ("{n} or less", "{n} ou moins", "{n} lub mniej", "{n} vagy kevesebb"),
    "up_to": ("{low} to {high}", "{low} à {high}", "od {low} do {high}", "{low} és {high} között"),
    # Conditions are infinitives or nouns, so that names of sides fit in without declension.
    "c_of": ("{side}: {text}", "{side} : {text}", "{side}: {text}", "{side}: {text}"),
    "c_all": ("{a} and {b}", "{a} et {b}", "{a} oraz {b}", "{a} és {b}"),
    "c_any": ("{a} or {b}", "{a} ou {b}", "{a} lub {b}", "{a} vagy {b}"),
    "c_not": ("not ({text})", "sauf si ({text})", "nie ({text})", "nem ({text})"),
    "c_always": ("always", "toujours", "zawsze", "mindig"),
    "c_holds": ("hold {what}", "tenir {what}", "trzymać: {what}", "birtokolni: {what}"),
    "c_not_holds": (
        "do not hold {what}",
        "ne pas tenir {what}",
        "nie trzymać: {what}",
        "nem birtokolni: {what}",
    ),
    "c_holds_some": (
        "hold at least {n} of {what}",
        "tenir au moins {n} de : {what}",
        "trzymać co najmniej {n} z: {what}",
        "legalább {n} birtoklása: {what}",
    ),
    "c_holds_each": (
        "hold any of {what}",
        "tenir un de : {what}",
        "trzymać jeden z: {what}",
        "ezek egyikének birtoklása: {what}",
    ),
    "c_eliminated": ("eliminated: {who}", "élimination : {who}", "eliminacja: {who}", "megsemmisítve: {who}"),
    "c_eliminated_some": (
        "at least {n} eliminated: {who}",
        "élimination d'au moins {n} : {who}",
        "eliminacja co najmniej {n}: {who}",
        "legalább {n} megsemmisítve: {who}",
    ),
    "c_losses": (
        "{n} % of the strength eliminated: {who}",
        "{n} % de la force éliminée : {who}",
        "{n}% siły wyeliminowane: {who}",
        "az erő {n}%-a megsemmisítve: {who}",
    ),
    "c_exited": (
        "off the map ({where}): {who}",
        "sortie de la carte ({where}) : {who}",
        "poza mapą ({where}): {who}",
        "elhagyta a térképet ({where}): {who}",
    ),
    "c_exited_some": (
        "at least {n} off the map ({where}): {who}",
        "sortie d'au moins {n} ({where}) : {who}",
        "co najmniej {n} poza mapą ({where}): {who}",
        "legalább {n} elhagyta a térképet ({where}): {who}",
    ),
    "c_state": (
        "in the state “{state}”: {who}",
        "dans l'état « {state} » : {who}",
        "w stanie „{state}”: {who}",
        "„{state}” állapotban: {who}",
    ),
    "c_state_some": (
        "at least {n} in the state “{state}”: {who}",
        "au moins {n} dans l'état « {state} » : {who}",
        "co najmniej {n} w stanie „{state}”: {who}",
        "legalább {n} „{state}” állapotban: {who}",
    ),
    "c_turn": ("turn {low}", "tour {low}", "etap {low}", "{low}. forduló"),
    "c_turn_span": (
        "turns {low} to {high}",
        "tours {low} à {high}",
        "etapy {low}–{high}",
        "{low}–{high}. forduló",
    ),
    "c_turn_from": ("from turn {low} on", "à partir du tour {low}", "od etapu {low}", "a {low}. fordulótól"),
    "c_turn_to": ("until turn {high}", "jusqu'au tour {high}", "do etapu {high}", "a {high}. fordulóig"),
    "c_lead": (
        "lead in points: {span}",
        "avance en points : {span}",
        "przewaga punktów: {span}",
        "pontkülönbség: {span}",
    ),
    "all_units": (
        "any unit ({side})",
        "toute unité ({side})",
        "dowolna jednostka ({side})",
        "bármely egység ({side})",
    ),
    "units_of_side": (
        "all units ({side})",
        "toutes les unités ({side})",
        "wszystkie jednostki ({side})",
        "minden egység ({side})",
    ),
    "everywhere": ("any edge", "tout bord", "dowolna krawędź", "bármely szél"),
}

word = Phrases(_TABLE)
"""The phrases of the booklet."""

_ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}


def arrow(name: str) -> str:
    """Return an arrow for a compass point; '' for other names."""
    return _ARROWS.get(name, "")
