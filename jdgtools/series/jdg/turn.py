"""Sequence of play of Jours de Gloire (D.1 of the rules digest)."""

from __future__ import annotations

from jdgtools.model.definition import DieDef, PhaseDef
from jdgtools.series.strings import say

PHASES = (
    PhaseDef(
        "a",
        say("A. Orders", "A. Ordres", "A. Rozkazy"),
        steps=(
            say(
                "Put combined activation markers into the cup.",
                "Mettre les marqueurs d'activation combinés (MAC) dans le gobelet.",
                "Włóż kombinowane znaczniki aktywacji (KZA) do kubka.",
            ),
            say(
                "Remove Reinforcement markers where necessary or wanted.",
                "Retirer les marqueurs Renfort là où il le faut ou si on le souhaite.",
                "Usuń znaczniki Posiłki tam, gdzie trzeba lub gdzie chcesz.",
            ),
            say(
                "Form tactical groups and give each an order marker, face down.",
                "Former les groupes tactiques et donner à chacun un marqueur d'ordre, face cachée.",
                "Wyznacz grupy taktyczne i daj każdej zakryty znacznik rozkazu.",
            ),
        ),
        rules=("JDG-1-b", "JDG-1-c", "JDG-1-d", "JDG-2.3.2-d"),
    ),
    PhaseDef(
        "b",
        say("B. Strategic initiative", "B. Initiative stratégique", "B. Inicjatywa strategiczna"),
        steps=(
            say(
                "Each player rolls the die and adds the commander's modifier; the higher total has the "
                "initiative.",
                "Chaque joueur lance le dé et ajoute le modificateur de son commandant ; le plus haut "
                "total a "
                "l'initiative.",
                "Każdy gracz rzuca kostką i dodaje modyfikator głównodowodzącego; wyższy wynik daje "
                "inicjatywę.",
            ),
            say(
                "The player with the initiative may choose one activation marker that begins the turn.",
                "Le joueur qui a l'initiative peut choisir le marqueur d'activation qui commence le tour.",
                "Gracz z inicjatywą może wybrać znacznik aktywacji, który rozpocznie etap.",
            ),
        ),
        rules=("JDG-1-e", "JDG-1-f", "JDG-3-a", "JDG-3-e", "JDG-3-h"),
    ),
    PhaseDef(
        "c",
        say(
            "C. Gathering of activation markers",
            "C. Rassemblement des marqueurs d'activation",
            "C. Zbieranie znaczników aktywacji",
        ),
        steps=(
            say(
                "Put into the cup the markers of formations on the map or due to enter, except the chosen "
                "one.",
                "Mettre dans le gobelet les marqueurs des formations en jeu ou attendues ce tour, sauf celui "
                "qui a été choisi.",
                "Włóż do kubka znaczniki formacji obecnych na mapie i wchodzących w tym etapie, oprócz "
                "wybranego.",
            ),
        ),
        rules=("JDG-1-g", "JDG-1-h"),
    ),
    PhaseDef(
        "d",
        say("D. Activation", "D. Activation", "D. Aktywacja"),
        steps=(
            say(
                "D.1 Draw one marker (the chosen one first). The last marker in the cup is set apart "
                "undrawn.",
                "D.1 Tirer un marqueur (d'abord celui qui a été choisi). Le dernier du gobelet est mis de "
                "côté.",
                "D.1 Wylosuj znacznik (najpierw wybrany). Ostatni znacznik w kubku odkłada się bez "
                "losowania.",
            ),
            say(
                "D.2 Reveal the order markers of the formation; leader initiative checks if needed.",
                "D.2 Révéler les marqueurs d'ordre de la formation ; tests d'initiative des chefs si "
                "nécessaire.",
                "D.2 Odkryj znaczniki rozkazów formacji; w razie potrzeby próby inicjatywy dowódcy.",
            ),
            say(
                "D.3 First artillery fire,",
                "D.3 D'abord le tir d'artillerie,",
                "D.3 Najpierw ogień artyleryjski,",
            ),
            say(
                "then movement, with charge movement of cavalry,",
                "puis le mouvement, dont le mouvement de charge de la cavalerie,",
                "potem ruch, w tym ruch kawalerii do szarży,",
            ),
            say("then shock and charges,", "puis les chocs et les charges,", "potem starcia i szarże,"),
            say(
                "at last rally of units that have done nothing else.",
                "enfin le ralliement des unités qui n'ont rien fait d'autre.",
                "na końcu porządkowanie jednostek, które nic innego nie robiły.",
            ),
        ),
        rules=("JDG-1-i", "JDG-1-k", "JDG-1-l", "JDG-1-m", "JDG-1-n", "JDG-1-o", "JDG-1-p", "JDG-1-q"),
    ),
    PhaseDef(
        "e",
        say("E. Rout and demoralisation", "E. Déroute et démoralisation", "E. Ucieczka i demoralizacja"),
        steps=(
            say(
                "Routed units move with their full movement towards their rout edge.",
                "Les unités en déroute font un mouvement complet vers leur bord de déroute.",
                "Jednostki uciekające ruszają się pełnym ruchem ku swojej krawędzi ucieczki.",
            ),
            say(
                "Check every formation for demoralisation.",
                "Vérifier la démoralisation de chaque formation.",
                "Sprawdź demoralizację każdej formacji.",
            ),
        ),
        rules=("JDG-1-r", "JDG-1-s", "JDG-10.4-b", "JDG-11.2-a"),
    ),
    PhaseDef(
        "f",
        say("F. End of the turn", "F. Fin du tour", "F. Koniec etapu"),
        steps=(
            say(
                "Check the victory conditions.",
                "Vérifier les conditions de victoire.",
                "Sprawdź warunki zwycięstwa.",
            ),
            say(
                "Advance the turn marker.",
                "Avancer le marqueur de tour.",
                "Przesuń znacznik etapu.",
            ),
            say(
                "Remove all order markers; turn the commanders to their ready side.",
                "Retirer tous les marqueurs d'ordre ; retourner les commandants sur leur face disponible.",
                "Usuń wszystkie znaczniki rozkazów; odwróć głównodowodzących na stronę „gotowy”.",
            ),
        ),
        rules=("JDG-1-t", "JDG-1-u", "JDG-1-v"),
    ),
)

DICE = (DieDef("d10", say("ten-sided die", "dé à dix faces", "kostka dziesięciościenna"), low=0, high=9),)
