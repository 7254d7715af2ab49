"""Words on the sheets of the print shop (counters, lists, errata) in the languages of the series."""

from __future__ import annotations

from jdgtools.model.phrases import Phrases

print_word = Phrases(
    {
        "counters": ("counters", "pions", "żetony", "lapkák"),
        "sheet": ("sheet", "planche", "arkusz", "ív"),
        "front": ("front", "recto", "przód", "előlap"),
        "back": ("back", "verso", "tył", "hátlap"),
        # Across every sheet of a battle with errors.
        "draft": ("DRAFT", "ÉPREUVE", "WERSJA ROBOCZA", "VÁZLAT"),
        # What the printer must be told.
        "flip_long": (
            "print both sides at 100 %, turn on the long edge",
            "recto verso à 100 %, retourner sur le bord long",
            "drukuj dwustronnie w skali 100 %, obrót na długiej krawędzi",
            "kétoldalas nyomtatás 100 %-on, fordítás a hosszú élen",
        ),
        "flip_short": (
            "print both sides at 100 %, turn on the short edge",
            "recto verso à 100 %, retourner sur le bord court",
            "drukuj dwustronnie w skali 100 %, obrót na krótkiej krawędzi",
            "kétoldalas nyomtatás 100 %-on, fordítás a rövid élen",
        ),
        "fold": (
            "print one side at 100 %, fold along the dashed line, glue, then cut",
            "imprimer d'un seul côté à 100 %, plier sur le trait, coller, puis couper",
            "drukuj jednostronnie w skali 100 %, złóż wzdłuż linii, sklej, potem wytnij",
            "egyoldalas nyomtatás 100 %-on, hajtsd a vonalnál, ragaszd, majd vágd",
        ),
        "page": ("page", "page", "strona", "oldal"),
        "counter_list": ("counter list", "liste des pions", "lista żetonów", "lapkák jegyzéke"),
        "continued": (
            "{heading} (continued)",
            "{heading} (suite)",
            "{heading} (cd.)",
            "{heading} (folytatás)",
        ),
        "activation": (
            "{side}: activation markers",
            "{side} : marqueurs d’activation",
            "{side}: znaczniki aktywacji",
            "{side}: aktiválási jelölők",
        ),
        "markers": ("Markers", "Marqueurs", "Znaczniki", "Jelölők"),
        "in_all": (
            "{kinds} different counters, {all} to print",
            "{kinds} pions différents, {all} à imprimer",
            "różne żetony: {kinds}, do wydruku: {all}",
            "{kinds} különböző lapka, nyomtatandó: {all}",
        ),
        "changed": ("changed counters", "pions modifiés", "zmienione żetony", "módosult lapkák"),
        "new": ("New", "Nouveaux", "Nowe", "Új"),
        "altered": (
            "Changed: put in place of the old ones",
            "Modifiés : remplacent les anciens",
            "Zmienione: zastępują stare",
            "Módosult: a régiek helyére",
        ),
        "more": ("More of them", "En plus grand nombre", "Dodatkowe egzemplarze", "Több példány"),
        "withdrawn": (
            "Withdrawn: take out of the game",
            "Retirés du jeu",
            "Wycofane z gry",
            "Kivett lapkák",
        ),
        "unchanged": (
            "No counter has changed.",
            "Aucun pion n’a changé.",
            "Żaden żeton się nie zmienił.",
            "Egyetlen lapka sem változott.",
        ),
    }
)
