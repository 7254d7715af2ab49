"""What the page says by itself, in the languages of the program. Keys are those of the script's `word`."""

from __future__ import annotations

from jdgtools.model.phrases import Phrases

_words = Phrases(
    {
        "problems": ("Diagnostics", "Diagnostics", "Diagnostyka", "Hibák"),
        "no_problems": ("Nothing is wrong.", "Rien à signaler.", "Wszystko w porządku.", "Minden rendben."),
        "hex": ("Hex", "Hexagone", "Heks", "Hatszög"),
        "level": ("level", "niveau", "poziom", "szint"),
        "out_of_play": ("out of play", "hors jeu", "poza grą", "játékon kívül"),
        "unknown_terrain": ("unknown terrain", "terrain inconnu", "nieznany teren", "ismeretlen terep"),
        "scenario": ("Scenario", "Scénario", "Scenariusz", "Forgatókönyv"),
        "turn": ("Turn", "Tour", "Etap", "Forduló"),
        "setup": ("at the start", "au départ", "na początku", "kezdéskor"),
        "arrivals": ("Reinforcements", "Renforts", "Posiłki", "Erősítések"),
        "waiting": (
            "Without an exact hex",
            "Sans hexagone exact",
            "Bez dokładnego heksa",
            "Pontos hatszög nélkül",
        ),
        "source": ("Source", "Source", "Źródło", "Forrás"),
        "no_source": (
            "No line speaks of this hex.",
            "Aucune ligne ne parle de cet hexagone.",
            "Żaden wiersz nie mówi o tym heksie.",
            "Erről a hatszögről egy sor sem szól.",
        ),
        "point_at": (
            "Point at a hex, or click it for its lines.",
            "Pointez un hexagone, ou cliquez pour ses lignes.",
            "Wskaż heks albo kliknij, by zobaczyć jego wiersze.",
            "Mutass egy hatszögre, vagy kattints a soraiért.",
        ),
        "save_first": (
            "Save the text first, or Escape.",
            "Enregistrez d’abord le texte, ou Échap.",
            "Najpierw zapisz tekst albo naciśnij Escape.",
            "Előbb mentsd el a szöveget, vagy Escape.",
        ),
        "whole_file": ("Whole file", "Fichier entier", "Cały plik", "Teljes fájl"),
        "no_map": (
            "The map cannot be read; mend the errors on the right.",
            "La carte est illisible ; corrigez les erreurs à droite.",
            "Nie można odczytać mapy; usuń błędy po prawej.",
            "A térkép nem olvasható; javítsd a jobb oldali hibákat.",
        ),
        "lost": (
            "The server has ended. Start jdg serve again.",
            "Le serveur s’est arrêté. Relancez jdg serve.",
            "Serwer zakończył pracę. Uruchom ponownie jdg serve.",
            "A kiszolgáló leállt. Indítsd újra: jdg serve.",
        ),
        "play": ("Play", "Jouer", "Graj", "Játék"),
        "build": ("Build", "Compiler", "Zbuduj", "Elkészítés"),
        "building": ("Building …", "Compilation…", "Budowanie…", "Készül…"),
        "built": (
            "{n} files in {folder}",
            "{n} fichiers dans {folder}",
            "pliki w {folder}: {n}",
            "{n} fájl itt: {folder}",
        ),
        "tools": ("Tools", "Outils", "Narzędzia", "Eszközök"),
        "lenses": ("Lenses", "Loupes", "Soczewki", "Nézetek"),
        "select": ("Select", "Choisir", "Wybierz", "Kijelölés"),
        "terrain": ("Terrain", "Terrain", "Teren", "Terep"),
        "levels": ("Level", "Niveau", "Poziom", "Szint"),
        "hexsides": ("Hexsides", "Côtés", "Krawędzie", "Hatszögoldalak"),
        "ways": ("Ways", "Chemins", "Drogi", "Utak"),
        "crossings": ("Crossings", "Franchissements", "Przeprawy", "Átkelők"),
        "places": ("Places", "Lieux", "Miejsca", "Helyek"),
        "areas": ("Areas", "Zones", "Obszary", "Területek"),
        "markers": ("Markers", "Marqueurs", "Znaczniki", "Jelzők"),
        "name": ("Name", "Nom", "Nazwa", "Név"),
        "area": ("Area", "Zone", "Obszar", "Terület"),
        "marker": ("Marker", "Marqueur", "Znacznik", "Jelző"),
        "new_region": ("new region", "nouvelle région", "nowy region", "új régió"),
        "new_entry": (
            "new entry area",
            "nouvelle zone d’entrée",
            "nowy obszar wejścia",
            "új belépési terület",
        ),
        "held": ("held at the start", "tenus au départ", "zajęte na początku", "kezdéskor birtokolt"),
        "unit": ("Unit", "Unité", "Jednostka", "Egység"),
        "new_unit": (
            "New unit like this",
            "Nouvelle unité semblable",
            "Nowa podobna jednostka",
            "Új hasonló egység",
        ),
        "comes_with": ("comes with", "arrive avec", "przybywa z", "érkezik ezzel"),
        "arrives_alone": (
            "arrives by itself in turn",
            "arrive seule au tour",
            "przybywa sama w etapie",
            "önállóan érkezik, forduló",
        ),
        "entry_hex": ("hex", "hexagone", "heks", "hatszög"),
        "formation": ("Formation", "Formation", "Formacja", "Kötelék"),
        "together": (
            "all of it moves together (G)",
            "toute la formation se déplace (G)",
            "cała porusza się razem (G)",
            "az egész együtt mozog (G)",
        ),
        "split": (
            "Split: those that are ticked become",
            "Scinder : les cochées deviennent",
            "Podziel: zaznaczone tworzą",
            "Kettéosztás: a bejelöltek új köteléke",
        ),
        "title": ("Title", "Titre", "Tytuł", "Cím"),
        "new_scenario": ("New scenario", "Nouveau scénario", "Nowy scenariusz", "Új forgatókönyv"),
        "from_nothing": ("from nothing", "à partir de rien", "od zera", "a semmiből"),
        "builds_on": ("builds on", "d’après", "na podstawie", "alapja:"),
        "remove_unit": (
            "Delete this unit",
            "Supprimer cette unité",
            "Usuń tę jednostkę",
            "Az egység törlése",
        ),
        "remove_scenario": (
            "Delete this scenario",
            "Supprimer ce scénario",
            "Usuń ten scenariusz",
            "A forgatókönyv törlése",
        ),
        "scenario_in_module": (
            "In the imported module a new scenario begins as a copy of the setup most like it.",
            "Dans le module importé, un nouveau scénario part d’une copie du placement le plus proche.",
            "W zaimportowanym module nowy scenariusz zaczyna jako kopia najbliższego rozstawienia.",
            "Az importált modulban az új forgatókönyv a hozzá legközelebbi felállás másolataként indul.",
        ),
        "not_placed": ("not placed", "non placées", "nierozmieszczone", "elhelyezetlen"),
        "help": ("Keys", "Touches", "Klawisze", "Billentyűk"),
        "close": ("Close", "Fermer", "Zamknij", "Bezárás"),
        "open_in_editor": (
            "open in the editor",
            "ouvrir dans l’éditeur",
            "otwórz w edytorze",
            "megnyitás a szerkesztőben",
        ),
        "fill": ("fill", "remplir", "wypełnij", "kitöltés"),
        "units": ("Units", "Unités", "Jednostki", "Egységek"),
        "erase": ("erase", "effacer", "usuń", "törlés"),
        "brush_size": ("Size", "Taille", "Rozmiar", "Méret"),
        "off": ("none", "aucune", "żadna", "nincs"),
        "reach": ("Reach of the unit", "Portée de mouvement", "Zasięg ruchu", "Mozgási távolság"),
        "sight": ("Line of sight", "Ligne de vue", "Linia widzenia", "Látóvonal"),
        "zones": ("Zones of control", "Zones de contrôle", "Strefy kontroli", "Ellenőrzési zónák"),
        "command": ("Command range", "Rayon de commandement", "Zasięg dowodzenia", "Parancsnoki hatósugár"),
        "strengths": ("Strengths", "Forces", "Siły", "Erők"),
        "undo": ("Undo", "Annuler", "Cofnij", "Visszavonás"),
        "redo": ("Redo", "Rétablir", "Ponów", "Újra"),
        "save": ("Save", "Enregistrer", "Zapisz", "Mentés"),
        "turn_left": ("Turn left", "Tourner à gauche", "Obróć w lewo", "Forgatás balra"),
        "turn_right": ("Turn right", "Tourner à droite", "Obróć w prawo", "Forgatás jobbra"),
        "remove": ("Remove", "Retirer", "Usuń", "Eltávolítás"),
        "zoom_in": ("Zoom in", "Agrandir", "Powiększ", "Nagyítás"),
        "zoom_out": ("Zoom out", "Réduire", "Pomniejsz", "Kicsinyítés"),
        "whole_map": ("Whole map", "Carte entière", "Cała mapa", "Teljes térkép"),
        "read_only": ("read only", "lecture seule", "tylko do odczytu", "csak olvasható"),
        "clear": ("seen", "visible", "widoczny", "látható"),
        "blocked": ("not seen", "non visible", "niewidoczny", "nem látható"),
        "distance": ("distance", "distance", "odległość", "távolság"),
        "map": ("Map", "Carte", "Mapa", "Térkép"),
        "keys": (
            "Arrows: next hex. Enter: use the tool. + and −: zoom. R and L: turn. "
            "[ and ]: brush. I: pick. Page up, down: stack. G: the whole formation. "
            "Ctrl+Z, Ctrl+Y: undo, redo. ?: all keys.",
            "Flèches : hexagone voisin. Entrée : outil. + et − : zoom. R et L : tourner. "
            "[ et ] : pinceau. I : prélever. Page préc., suiv. : pile. G : toute la formation. "
            "Ctrl+Z, Ctrl+Y : annuler, rétablir. ? : toutes les touches.",
            "Strzałki: sąsiedni heks. Enter: narzędzie. + i −: skala. R i L: obrót. "
            "[ i ]: pędzel. I: pobierz. Page Up, Down: stos. G: cała formacja. "
            "Ctrl+Z, Ctrl+Y: cofnij, ponów. ?: wszystkie klawisze.",
            "Nyilak: szomszéd hatszög. Enter: eszköz. + és −: nagyítás. R és L: forgatás. "
            "[ és ]: ecset. I: felvétel. Page Up, Down: halom. G: az egész kötelék. "
            "Ctrl+Z, Ctrl+Y: visszavonás, újra. ?: minden billentyű.",
        ),
        "more_keys": (
            "0: whole map. Delete: out of the setup. Escape: let go. "
            "Alt+1 … 6: hexside. Ctrl+S: save the file.",
            "0 : carte entière. Suppr : hors du placement. Échap : lâcher. "
            "Alt+1 … 6 : côté. Ctrl+S : enregistrer le fichier.",
            "0: cała mapa. Delete: z rozstawienia. Escape: puść. Alt+1 … 6: krawędź. Ctrl+S: zapisz plik.",
            "0: teljes térkép. Delete: ki a felállásból. Escape: elengedés. "
            "Alt+1 … 6: hatszögoldal. Ctrl+S: fájl mentése.",
        ),
    }
)


def words_of_page(language: str) -> dict[str, str]:
    """Return the words of the page in a language, English where the language is not known."""
    return {key: _words(key, language) for key in _words.keys}
