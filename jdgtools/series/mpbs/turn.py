"""Sequence of play of the Musket & Pike Battle Series (rules 3 and 4)."""

from __future__ import annotations

from jdgtools.model.definition import DieDef, PhaseDef
from jdgtools.series.strings import say

PHASES = (
    PhaseDef(
        "initiative",
        say("1. Initiative", "1. Initiative", "1. Inicjatywa"),
        steps=(
            say(
                "The side with more wings under Charge (else Make Ready, else Receive Charge) begins.",
                "Le camp qui a le plus d'ailes en Charge (sinon Se préparer, sinon Recevoir la charge) "
                "commence.",
                "Zaczyna strona z większą liczbą skrzydeł z rozkazem ataku (dalej gotowości, dalej obrony).",
            ),
            say(
                "Ties: the better wing commander, then a die roll.",
                "Égalité : le meilleur commandant d'aile, puis un jet de dé.",
                "Remis: lepszy dowódca skrzydła, potem rzut kostką.",
            ),
        ),
        rules=("MP-3.1-a", "MP-4.1.1-a", "MP-4.1.1-b", "MP-4.1.2-a", "MP-4.1.2-b"),
    ),
    PhaseDef(
        "activation",
        say("2. Activation", "2. Activation", "2. Aktywacja"),
        steps=(
            say(
                "Choose a wing of the highest order status left, or pass.",
                "Choisir une aile du plus haut statut d'ordre restant, ou passer.",
                "Wybierz skrzydło o najwyższym pozostałym rozkazie albo spasuj.",
            ),
            say(
                "A. The opponent may try to preempt.",
                "A. L'adversaire peut tenter une préemption.",
                "A. Przeciwnik może próbować uprzedzić aktywację.",
            ),
            say(
                "B. The wing may try to change its order.",
                "B. L'aile peut tenter de changer d'ordre.",
                "B. Skrzydło może próbować zmienić rozkaz.",
            ),
            say(
                "C. Each unit performs one action; the opponent may react.",
                "C. Chaque unité fait une action ; l'adversaire peut réagir.",
                "C. Każda jednostka wykonuje jedną akcję; przeciwnik może reagować.",
            ),
            say(
                "D. Close combat; remove Momentum and Interception Done markers.",
                "D. Combat rapproché ; retirer les marqueurs Élan et Interception faite.",
                "D. Walka wręcz; usuń znaczniki impetu i wykonanego przechwytu.",
            ),
            say(
                "E. The wing may try a continuation, at most twice.",
                "E. L'aile peut tenter une continuation, deux fois au plus.",
                "E. Skrzydło może próbować kontynuacji, najwyżej dwa razy.",
            ),
            say(
                "F. The wing is finished; a Bypassed wing acts, else the other player chooses.",
                "F. L'aile est terminée ; une aile devancée agit, sinon l'autre joueur choisit.",
                "F. Skrzydło skończyło; działa skrzydło pominięte, w przeciwnym razie wybiera drugi gracz.",
            ),
        ),
        rules=(
            "MP-3.2-a",
            "MP-3.2-d",
            "MP-3.2-e",
            "MP-3.2-f",
            "MP-3.2-g",
            "MP-3.2-h",
            "MP-3.2-i",
            "MP-4.2.1-b",
        ),
    ),
    PhaseDef(
        "rout",
        say("3. Rout", "3. Déroute", "3. Ucieczka"),
        steps=(
            say(
                "Every Morale Broken unit but artillery routs towards its friendly map edge.",
                "Chaque unité au moral brisé, hors artillerie, fuit vers son bord de carte ami.",
                "Każda jednostka o złamanym morale oprócz artylerii ucieka ku własnej krawędzi mapy.",
            ),
        ),
        rules=("MP-3.3-a", "MP-12.4.4-a", "MP-13.4.1-a"),
    ),
    PhaseDef(
        "marker_removal",
        say("4. Marker removal", "4. Retrait des marqueurs", "4. Usuwanie znaczników"),
        steps=(
            say(
                "A. Remove Salvo, No Continue and Bypassed markers; turn artillery and leaders to their "
                "front.",
                "A. Retirer les marqueurs Salve, Pas de continuation et Devancé ; retourner artillerie et "
                "chefs.",
                "A. Usuń znaczniki salwy, braku kontynuacji i pominięcia; odwróć artylerię i dowódców.",
            ),
            say(
                "B. Roll for leaders removed this turn; place replacements and returning leaders.",
                "B. Jeter le dé pour les chefs retirés ; placer remplaçants et chefs de retour.",
                "B. Rzuć za dowódców usuniętych w tym etapie; połóż zastępców i powracających.",
            ),
            say(
                "C. A side with all wings under Rally has left the field; else advance the turn marker.",
                "C. Un camp dont toutes les ailes sont en Ralliement a quitté le champ ; sinon avancer le "
                "tour.",
                "C. Strona ze wszystkimi skrzydłami w zbiórce opuściła pole; inaczej przesuń znacznik etapu.",
            ),
        ),
        rules=("MP-3.4-a", "MP-3.4-b", "MP-3.4-c", "MP-4.6-a"),
    ),
)

DICE = (DieDef("d10", say("ten-sided die", "dé à dix faces", "kostka dziesięciościenna"), low=0, high=9),)
