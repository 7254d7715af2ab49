"""What the page on which battles are played says by itself, in the languages of the program."""

from __future__ import annotations

from jdgtools.model.phrases import Phrases

_words = Phrases(
    {
        "play": ("Play", "Jouer", "Graj", "Játék"),
        "desk": ("Desk", "Atelier", "Warsztat", "Műhely"),
        "new_game": ("New game", "Nouvelle partie", "Nowa gra", "Új játék"),
        "scenario": ("Scenario", "Scénario", "Scenariusz", "Forgatókönyv"),
        "seed": ("Seed of the dice", "Graine des dés", "Ziarno kości", "A kocka magja"),
        "ignored": ("Rules left out", "Règles omises", "Pominięte reguły", "Kihagyott szabályok"),
        "person": ("a person here", "une personne ici", "osoba tutaj", "személy itt"),
        "mail": ("a person by mail", "une personne par courrier", "osoba listownie", "személy levélben"),
        "random": (
            "random: any legal action",
            "random : toute action légale",
            "random: dowolne działanie",
            "random: bármely lépés",
        ),
        "greedy": (
            "greedy: one action ahead",
            "greedy : une action d’avance",
            "greedy: o jedno działanie naprzód",
            "greedy: egy lépéssel előre",
        ),
        "rollout": ("rollout: tries N times", "rollout : N essais", "rollout: N prób", "rollout: N próba"),
        "plan": (
            "plan: follows a file",
            "plan : suit un fichier",
            "plan: według pliku",
            "plan: fájl szerint",
        ),
        "plan_file": ("plan", "plan", "plan", "terv"),
        "trials": ("trials", "essais", "próby", "próbák"),
        "start": ("Start", "Commencer", "Zacznij", "Kezdés"),
        "load_log": ("Load a log", "Charger un journal", "Wczytaj zapis", "Napló betöltése"),
        "go_on": ("Go on with it", "Continuer la partie", "Graj dalej", "Folytatás"),
        "replay": ("Replay it", "Revoir la partie", "Odtwórz", "Visszajátszás"),
        "save_log": ("Save the log", "Enregistrer le journal", "Zapisz grę", "Napló mentése"),
        "undo": ("Undo", "Annuler", "Cofnij", "Visszavonás"),
        "stop": ("Stop thinking", "Arrêter la réflexion", "Przerwij myślenie", "Gondolkodás leállítása"),
        "resume": ("Let it think", "Laisser réfléchir", "Niech myśli", "Gondolkodjon"),
        "thinking": ("{side}: thinking …", "{side} : réflexion…", "{side}: namysł…", "{side}: gondolkodik…"),
        "stopped": (
            "{side}: stopped. Let it think, or choose another player.",
            "{side} : arrêté. Laissez réfléchir ou changez de joueur.",
            "{side}: przerwano. Niech myśli albo zmień gracza.",
            "{side}: leállítva. Gondolkodjon, vagy válassz más játékost.",
        ),
        "mail_turn": (
            "{side} to decide: save the log and send it.",
            "Décision : {side}. Enregistrez le journal et envoyez-le.",
            "Decyzja: {side}. Zapisz grę i wyślij.",
            "Döntés: {side}. Mentsd a naplót, és küldd el.",
        ),
        "hand_over": (
            "{side} to decide. Nobody else looks now.",
            "Décision : {side}. Que personne d’autre ne regarde.",
            "Decyzja: {side}. Inni nie patrzą.",
            "Döntés: {side}. Más most ne nézze.",
        ),
        "show": ("Show", "Montrer", "Pokaż", "Mutasd"),
        "turn": ("Turn", "Tour", "Etap", "Forduló"),
        "phase": ("phase", "phase", "faza", "fázis"),
        "points": ("points", "points", "punkty", "pont"),
        "cup": ("In the cup", "Dans la coupe", "W kubku", "A csészében"),
        "active": ("Active", "Actif", "Aktywny", "Aktív"),
        "actions": ("Actions", "Actions", "Działania", "Lépések"),
        "all_actions": ("All actions", "Toutes les actions", "Wszystkie działania", "Minden lépés"),
        "events": ("What happened", "Événements", "Co się stało", "Mi történt"),
        "why": ("Why", "Pourquoi", "Dlaczego", "Miért"),
        "roll": ("roll", "jet", "rzut", "dobás"),
        "off_map": ("Beside the map", "Hors carte", "Poza mapą", "A térképen kívül"),
        "waiting": ("not yet there", "pas encore là", "jeszcze nie ma", "még nincs itt"),
        "eliminated": ("eliminated", "éliminées", "wyeliminowane", "megsemmisült"),
        "exited": ("has left", "sorties", "opuściły mapę", "távozott"),
        "fled": ("has fled", "en fuite", "uciekły", "elmenekült"),
        "held": ("held by {side}", "tenu par {side}", "zajmuje {side}", "{side} kezén"),
        "hidden": ("orders face down", "ordres face cachée", "rozkazy zakryte", "lefordított parancs"),
        "hex": ("Hex", "Hexagone", "Heks", "Hatszög"),
        "the_end": ("The game ends", "La partie s’achève", "Koniec gry", "A játék véget ért"),
        "wins": ("Winner: {side}", "Vainqueur : {side}", "Zwycięzca: {side}", "Győztes: {side}"),
        "nobody": ("No winner", "Pas de vainqueur", "Brak zwycięzcy", "Nincs győztes"),
        "first": ("Start", "Début", "Początek", "Eleje"),
        "last": ("End", "Fin", "Koniec", "Vége"),
        "back": ("Back", "Reculer", "Wstecz", "Vissza"),
        "forward": ("Forward", "Avancer", "Naprzód", "Előre"),
        "run": ("Run", "Défiler", "Odtwarzaj", "Lejátszás"),
        "pause": ("Pause", "Pause", "Pauza", "Szünet"),
        "step": ("Step", "Étape", "Krok", "Lépés"),
        "seen_by": ("As seen by", "Vu par", "Widok", "Nézőpont"),
        "everything": ("everything", "tout", "wszystko", "minden"),
        "cannot": (
            "This battle cannot be played:",
            "Cette bataille n’est pas jouable :",
            "Tej bitwy nie można rozegrać:",
            "Ez a csata nem játszható:",
        ),
        "map": ("Map", "Carte", "Mapa", "Térkép"),
        "whole_map": ("Whole map", "Carte entière", "Cała mapa", "Teljes térkép"),
        "zoom_in": ("Zoom in", "Agrandir", "Powiększ", "Nagyítás"),
        "zoom_out": ("Zoom out", "Réduire", "Pomniejsz", "Kicsinyítés"),
        "keys": (
            "List: arrows, Enter. Map: arrows, Enter; + and −; 0. Escape: all actions. U: undo.",
            "Liste : flèches, Entrée. Carte : flèches, Entrée ; + et − ; 0. "
            "Échap : toutes les actions. U : annuler.",
            "Lista: strzałki, Enter. Mapa: strzałki, Enter; + i −; 0. "
            "Escape: wszystkie działania. U: cofnij.",
            "Lista: nyilak, Enter. Térkép: nyilak, Enter; + és −; 0. Escape: minden lépés. U: visszavonás.",
        ),
        "lost": (
            "The server has ended. Start jdg serve again.",
            "Le serveur s’est arrêté. Relancez jdg serve.",
            "Serwer zakończył pracę. Uruchom ponownie jdg serve.",
            "A kiszolgáló leállt. Indítsd újra: jdg serve.",
        ),
    }
)


def words_of_play(language: str) -> dict[str, str]:
    """Return the words of the page in a language, English where the language is not known."""
    return {key: _words(key, language) for key in _words.keys}
