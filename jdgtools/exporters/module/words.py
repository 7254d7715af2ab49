"""Words that a module says by itself (buttons, chat, menus), in every language of a series.

`ModuleContext.words` looks them up in the language of the module.
"""

from __future__ import annotations

from jdgtools.model.phrases import Phrases, Row, compass_points, supported_language

_TABLE: dict[str, Row] = {
    # key: English, French, Polish, Hungarian
    "map": ("Map", "Carte", "Mapa", "Térkép"),
    "command": ("Command", "Commandement", "Dowodzenie", "Irányítás"),
    "reserves": ("Reinforcements", "Renforts", "Posiłki", "Erősítések"),
    "losses": ("Losses", "Pertes", "Straty", "Veszteségek"),
    "pieces": ("Pieces", "Pions", "Żetony", "Lapkák"),
    "markers": ("Markers", "Marqueurs", "Znaczniki", "Jelölők"),
    "charts": ("Charts", "Tableaux", "Tabele", "Táblázatok"),
    "sequence": ("Sequence of play", "Séquence de jeu", "Przebieg etapu", "A forduló menete"),
    "scenarios": ("Scenarios", "Scénarios", "Scenariusze", "Forgatókönyvek"),
    "keys": ("Keys and commands", "Touches et commandes", "Klawisze i polecenia", "Billentyűk és parancsok"),
    "notes": ("Notes", "Notes", "Notatki", "Jegyzetek"),
    "inventory": ("Inventory", "Inventaire", "Spis żetonów", "Leltár"),
    "overview": ("Overview map", "Carte d'ensemble", "Mapa poglądowa", "Áttekintő térkép"),
    "thread": ("Line of sight", "Ligne de vue", "Linia widoczności", "Rálátás"),
    "turn": ("Turn", "Tour", "Etap", "Forduló"),
    "phase": ("Phase", "Phase", "Faza", "Fázis"),
    "solo": ("Solo", "Solo", "Solo", "Egyedül"),
    "retire": ("Change side", "Changer de camp", "Zmień stronę", "Oldalváltás"),
    "empty": ("Empty map", "Carte vide", "Pusta mapa", "Üres térkép"),
    "turn_right": ("Turn right", "Tourner à droite", "Obróć w prawo", "Fordul jobbra"),
    "turn_left": ("Turn left", "Tourner à gauche", "Obróć w lewo", "Fordul balra"),
    "about_face": ("About face", "Demi-tour", "W tył zwrot", "Hátraarc"),
    "eliminate": ("Eliminate", "Éliminer", "Wyeliminuj", "Megsemmisít"),
    "bring_back": ("Undo elimination", "Annuler l'élimination", "Cofnij eliminację", "Vissza a táblára"),
    "trail": ("Movement trail", "Trace du mouvement", "Ślad ruchu", "Mozgásnyom"),
    "mark_moved": (
        "Mark as moved / not moved",
        "Marquer bougé / pas bougé",
        "Oznacz ruch",
        "Mozgott jelölés",
    ),
    "delete": ("Remove marker", "Retirer le marqueur", "Usuń znacznik", "Jelölő eltávolítása"),
    "clone": ("Copy", "Copier", "Kopiuj", "Másolás"),
    "flip": ("Turn over", "Retourner", "Odwróć", "Megfordít"),
    "reveal": ("Hide / reveal", "Cacher / révéler", "Zakryj / odkryj", "Elrejt / felfed"),
    "hidden_marker": ("Order marker", "Marqueur d'ordre", "Znacznik rozkazu", "Parancsjelölő"),
    "show_range": ("Command range", "Rayon de commandement", "Zasięg dowodzenia", "Irányítási táv"),
    "show_cone": ("Front and range", "Front et portée", "Front i zasięg", "Arcvonal és lőtáv"),
    "more": ("one more", "un de plus", "o jeden więcej", "eggyel több"),
    "fewer": ("one fewer", "un de moins", "o jeden mniej", "eggyel kevesebb"),
    "to_cup": ("Back into the cup", "Remettre dans le gobelet", "Do kubka", "Vissza a pohárba"),
    "to_box": ("To: {box}", "Vers : {box}", "Do: {box}", "Ide: {box}"),
    "draw": ("Draw a marker", "Tirer un marqueur", "Wylosuj znacznik", "Jelölőhúzás"),
    "return_all": (
        "Return markers to the cup",
        "Remettre les marqueurs dans le gobelet",
        "Znaczniki do kubka",
        "Jelölők a pohárba",
    ),
    "end_activation": ("End activation", "Fin d'activation", "Koniec aktywacji", "Aktiválás vége"),
    "end_turn": ("End turn", "Fin du tour", "Koniec etapu", "Forduló vége"),
    "next": ("Next", "Suivant", "Dalej", "Következő"),
    "last_aside": (
        "the last marker stays undrawn",
        "le dernier marqueur n'est pas tiré",
        "ostatni znacznik nie jest losowany",
        "az utolsó jelölőt nem húzzák",
    ),
    "rolls": ("die", "dé", "kość", "dobás"),
    "passed": ("passed", "réussite", "sukces", "sikerült"),
    "failed": ("failed", "échec", "porażka", "nem sikerült"),
    "victory": ("Victory points", "Points de victoire", "Punkty zwycięstwa", "Győzelmi pontok"),
    "turns_counted": ("turns so far", "tours passés", "dotychczasowe etapy", "eddigi fordulók"),
    "for_losses": ("for losses", "pour les pertes", "za straty", "veszteségekért"),
    "this_turn": ("end of this turn", "fin de ce tour", "koniec tego etapu", "e forduló végén"),
    "automatic": (
        "Automatic victory",
        "Victoire automatique",
        "Zwycięstwo natychmiastowe",
        "Azonnali győzelem",
    ),
    "objective": ("Objective", "Objectif", "Cel", "Célpont"),
    "held_by": ("held by", "tenu par :", "w rękach:", "birtokosa:"),
    "leave": ("Leave the map", "Quitter la carte", "Opuść mapę", "Elhagyja a térképet"),
    "flee": ("Flee off the map", "Fuir hors de la carte", "Ucieka poza mapę", "Elmenekül a térképről"),
    "fled_report": (
        "fled off the map",
        "en fuite hors de la carte",
        "ucieczka poza mapę",
        "menekülés a térképről",
    ),
    "enter": ("Back onto the map", "Revenir sur la carte", "Wróć na mapę", "Vissza a térképre"),
    "left_report": ("off the map", "sortie de la carte", "wyjście z mapy", "távozás a térképről"),
    "left_map": ("Left the map", "Sortis de la carte", "Opuścili mapę", "Elhagyták a térképet"),
    "with_modifiers": ("with modifiers …", "avec modificateurs…", "z modyfikatorami…", "módosítókkal…"),
    "modifiers": ("modifiers", "modificateurs", "modyfikatory", "módosítók"),
    "total": ("total", "total", "suma", "összesen"),
    "no_effect": ("no effect", "sans effet", "bez efektu", "nincs hatás"),
    "not_allowed": ("not allowed:", "non autorisé :", "niedozwolone:", "nem szabályos:"),
    "special_rule_forbids": (
        "a special rule forbids it",
        "une règle spéciale l'interdit",
        "zabrania tego zasada specjalna",
        "különleges szabály tiltja",
    ),
    "against": ("against {target}", "contre {target}", "przeciw {target}", "{target} ellen"),
    "against_rating": (
        "against {rating}",
        "contre {rating}",
        "na {rating}",
        "– szükséges legfeljebb {rating}",
    ),
    "entered": ("entered", "indiqué", "podano", "megadva"),
    "does_rule_apply": (
        "does the special rule apply?",
        "la règle spéciale s'applique-t-elle ?",
        "czy zasada specjalna ma zastosowanie?",
        "érvényes-e a különleges szabály?",
    ),
    "rule_applies": ("applies", "s'applique", "ma zastosowanie", "érvényes"),
    "rule_does_not_apply": (
        "does not apply",
        "ne s'applique pas",
        "nie ma zastosowania",
        "nem érvényes",
    ),
    "in_place_of": ("in place of:", "à la place de :", "zamiast:", "ehelyett:"),
    "limited": (
        "modifiers limited to",
        "modificateurs limités à",
        "modyfikatory najwyżej",
        "módosítók korlátja",
    ),
    "combat_role": ("Fire and combat", "Tir et combat", "Ogień i walka", "Tűz és harc"),
    "mark_attacker": (
        "Attacker (with others)",
        "Attaquant (avec d'autres)",
        "Atakujący (z innymi)",
        "Támadó (másokkal)",
    ),
    "mark_target": ("Target", "Cible", "Cel", "Célpont"),
    "mark_none": ("Neither", "Ni l'un ni l'autre", "Ani jedno, ani drugie", "Egyik sem"),
    "zoom": ("Zoom in, zoom out", "Agrandir, réduire", "Powiększ, pomniejsz", "Nagyítás, kicsinyítés"),
    "stack_keys": (
        "Selected piece up or down in its stack",
        "Pion choisi plus haut ou plus bas dans sa pile",
        "Wybrany żeton wyżej lub niżej w stosie",
        "A kijelölt lapka feljebb vagy lejjebb a gúlában",
    ),
    "undo": ("Undo", "Annuler", "Cofnij", "Visszavonás"),
    "replay": (
        "Next step of a log file",
        "Pas suivant d'un journal",
        "Następny krok dziennika",
        "A napló következő lépése",
    ),
    "nobody": ("nobody", "personne", "nikt", "senki"),
    "no_order_left": (
        "no order left, the commanders give at most",
        "plus d'ordre, les commandants en donnent au plus",
        "brak rozkazów, dowódcy wydają najwyżej",
        "nincs több parancs, a vezérek legfeljebb ennyit adnak:",
    ),
    "no_order_off_map": (
        "not on the map, no order is given",
        "pas sur la carte, aucun ordre n'est donné",
        "poza mapą, rozkazu nie wydano",
        "nincs a térképen, nem kap parancsot",
    ),
    "role_none": (
        "neither attacker nor target",
        "ni attaquant ni cible",
        "ani atakujący, ani cel",
        "se támadó, se célpont",
    ),
    "role_attacker": ("attacker", "attaquant", "atakujący", "támadó"),
    "role_target": ("target", "cible", "cel", "célpont"),
    "eliminated_report": ("eliminated", "élimination", "wyeliminowano", "megsemmisülés"),
    "back_report": ("back", "retour", "powrót", "visszatérés"),
    "faces": ("facing", "orientation", "front", "arcvonal"),
    "trail_report": ("trail", "trace", "ślad", "nyom"),
    "marker_placed": (
        "order marker placed",
        "marqueur d'ordre posé",
        "położono znacznik rozkazu",
        "parancsjelölő lerakva",
    ),
    "overview_short": ("Overview", "Ensemble", "Przegląd", "Áttekintés"),
    "picture": ("Save picture", "Enregistrer l'image", "Zapisz obraz", "Kép mentése"),
    "hide_counters": ("Hide counters", "Cacher les pions", "Ukryj żetony", "Lapkák elrejtése"),
    "place_names": ("Place names", "Noms de lieux", "Nazwy miejsc", "Helynevek"),
    "place_names_tip": (
        "Show the names of places above the counters, or hide them",
        "Montrer les noms de lieux au-dessus des pions, ou les cacher",
        "Pokaż nazwy miejsc nad żetonami albo je ukryj",
        "Helynevek mutatása a lapkák fölött, vagy elrejtésük",
    ),
    "zoom_in": ("Zoom in", "Agrandir", "Powiększ", "Nagyítás"),
    "zoom_out": ("Zoom out", "Réduire", "Pomniejsz", "Kicsinyítés"),
    "zoom_pick": ("Zoom", "Zoom", "Skala", "Nagyítás mértéke"),
    "look_here": ("look here", "regardez ici", "spójrz tutaj", "nézz ide"),
    "flare": (
        "Point at a place (Alt+click)",
        "Montrer un lieu (Alt+clic)",
        "Wskaż miejsce (Alt+klik)",
        "Hely megmutatása (Alt+kattintás)",
    ),
    "unmoved_report": (
        "moved marks cleared",
        "marques de mouvement effacées",
        "znaki ruchu usunięte",
        "mozgásjelek törölve",
    ),
    "counters": ("Counters", "Pions", "Żetony", "Lapkák"),
    "upright": (
        "Counters stand upright, an arrow shows their facing",
        "Pions droits, une flèche montre leur orientation",
        "Żetony pionowo, strzałka pokazuje front",
        "Álló lapkák, nyíl mutatja az arcvonalat",
    ),
    "private": ("Private: {side}", "Privé : {side}", "Prywatne: {side}", "Saját: {side}"),
    "unmoved": ("Clear moved marks", "Effacer les marques", "Usuń znaki ruchu", "Mozgásjelek törlése"),
    "setup_areas": ("Setup area", "Zone de mise en place", "Obszar rozstawienia", "Felállítási terület"),
    "within_one": (
        "within 1 hex of {hex}",
        "à 1 hex au plus de {hex}",
        "do 1 heksa od {hex}",
        "legfeljebb 1 hatszögre: {hex}",
    ),
    "within_hexes": (
        "within {n} hexes of {hex}",
        "à {n} hexes au plus de {hex}",
        "do {n} heksów od {hex}",
        "legfeljebb {n} hatszögre: {hex}",
    ),
    "not_in_play": ("Not in play", "Hors jeu", "Poza grą", "Nem játszik"),
    "turn_n": ("Turn {n}", "Tour {n}", "Etap {n}", "{n}. forduló"),
    "level_n": ("level {n}", "niveau {n}", "poziom {n}", "{n}. szint"),
    "uncertain": ("uncertain", "incertain", "niepewne", "bizonytalan"),
    "optional": ("optional", "facultatif", "opcjonalne", "választható"),
    "commander": ("Commanders", "Commandants", "Dowódcy", "Parancsnokok"),
    "activation": ("Activation markers", "Marqueurs d'activation", "Znaczniki aktywacji", "Aktiválójelölők"),
    "special_rules": ("Special rules", "Règles spéciales", "Zasady specjalne", "Különleges szabályok"),
    "optional_rules": ("Optional rules", "Règles facultatives", "Zasady opcjonalne", "Választható szabályok"),
    "in_force": ("in force", "en vigueur", "obowiązuje", "érvényben"),
    "not_in_force": ("not in force", "pas en vigueur", "nie obowiązuje", "nincs érvényben"),
    "help_mouse": (
        "Point at a hex or a stack to see its number and the ratings of every unit. Drag moves, a click on a "
        "stack opens it, the right button opens the menu of a piece.",
        "Pointez un hex ou une pile pour voir son numéro et les valeurs de chaque unité. Glisser déplace, un "
        "clic sur une pile l'ouvre, le bouton droit ouvre le menu du pion.",
        "Wskaż heks lub stos, by zobaczyć numer i współczynniki jednostek. Przeciąganie przesuwa, kliknięcie "
        "stosu rozkłada go, prawy przycisk otwiera menu żetonu.",
        "Mutass egy hatszögre vagy gúlára: látszik a száma és az egységek értékei. Húzással mozgatsz, "
        "kattintás kinyitja a gúlát, a jobb gomb a lapka menüjét nyitja.",
    ),
    "key": ("Key", "Touche", "Klawisz", "Billentyű"),
    "does": ("What it does", "Effet", "Działanie", "Hatása"),
    "tools": ("Table", "Table", "Stół", "Asztal"),
    "independent": (
        "Made with jdgtools, independent of every publisher.",
        "Réalisé avec jdgtools, indépendant de tout éditeur.",
        "Wykonano w jdgtools, niezależnie od wydawców.",
        "A jdgtools készítette, kiadóktól függetlenül.",
    ),
}
_PHRASES = Phrases(_TABLE)


class ModuleWords:
    """The words of a module in one language."""

    def __init__(self, language: str) -> None:
        """Choose the language; one that is not known means English."""
        self.language = supported_language(language)

    def __call__(self, key: str, **values: object) -> str:
        """Return a phrase, its `{fields}` filled in.

        Raises:
            KeyError: there is no such phrase.
        """
        return _PHRASES(key, self.language, **values)

    def direction(self, degrees: int) -> str:
        """Return the nearest of the eight points for a direction, degrees clockwise from the top."""
        # 30 and 60 degrees are both NE, 120 and 150 both SE: a hex has no two of them.
        return compass_points(self.language)[_POINTS[degrees % 360]]


_POINTS = {0: 0, 30: 1, 60: 1, 90: 2, 120: 3, 150: 3, 180: 4, 210: 5, 240: 5, 270: 6, 300: 7, 330: 7}
