"""Sequence of play of Au fil de l'épée (section 6 of the rules digest)."""

from __future__ import annotations

from jdgtools.model.definition import DieDef, PhaseDef
from jdgtools.series.strings import say

PHASES = (
    PhaseDef(
        "a",
        say(
            "A. Command check",
            "A. Vérification du commandement",
            "A. Sprawdzenie dowodzenia",
            "A. Parancsadás",
        ),
        steps=(
            say(
                "Mark units outside the command range of their leader: out of command.",
                "Marquer les unités hors du rayon de leur chef : hors de commandement.",
                "Oznacz jednostki poza zasięgiem swojego dowódcy: poza dowodzeniem.",
                "Jelöld meg a parancsnokuk hatókörén kívüli egységeket: parancs nélkül.",
            ),
            say(
                "Put Resting markers on units that rest.",
                "Placer les marqueurs Au Repos.",
                "Połóż znaczniki Odpoczynek.",
                "Tedd le a Pihenő jelölőket.",
            ),
        ),
        rules=("AFE-6.A-a", "AFE-6.A-b", "AFE-6.A-c", "AFE-6.A-d", "AFE-6.A-e"),
    ),
    PhaseDef(
        "b",
        say(
            "B. Artillery and archer fire",
            "B. Tir de l'artillerie et des archers",
            "B. Ogień artylerii i łuczników",
            "B. Tüzérség és íjászok lövése",
        ),
        steps=(
            say(
                "B.1 Artillery of the attacker.",
                "B.1 Artillerie de l'attaquant.",
                "B.1 Artyleria atakującego.",
                "B.1 A támadó tüzérsége.",
            ),
            say(
                "B.2 Artillery of the defender.",
                "B.2 Artillerie du défenseur.",
                "B.2 Artyleria broniącego się.",
                "B.2 A védő tüzérsége.",
            ),
            say(
                "B.3 Archers of the attacker.",
                "B.3 Archers de l'attaquant.",
                "B.3 Łucznicy atakującego.",
                "B.3 A támadó íjászai.",
            ),
            say(
                "B.4 Archers of the defender.",
                "B.4 Archers du défenseur.",
                "B.4 Łucznicy broniącego się.",
                "B.4 A védő íjászai.",
            ),
        ),
        rules=("AFE-6.B-a", "AFE-6.B-b", "AFE-6.B-e", "AFE-6.B-f", "AFE-6.B-g", "AFE-9.1-j"),
    ),
    PhaseDef(
        "c",
        say(
            "C. Initiative and order of activation",
            "C. Initiative et ordre d'activation",
            "C. Inicjatywa i kolejność aktywacji",
            "C. Kezdeményezés és aktiválási sorrend",
        ),
        steps=(
            say(
                "Each player rolls 2d6 and adds the bonus of his commander in chief.",
                "Chaque joueur lance 2d6 et ajoute le bonus de son commandant en chef.",
                "Każdy gracz rzuca 2k6 i dodaje bonus swojego wodza.",
                "Mindkét játékos 2d6-tal dob, és hozzáadja fővezére bonuszát.",
            ),
            say(
                "Difference 0: normal order. 1 to 3: the winner activates a leader first.",
                "Différence 0 : ordre normal. 1 à 3 : le vainqueur active d'abord un chef.",
                "Różnica 0: zwykła kolejność. 1–3: zwycięzca najpierw aktywuje dowódcę.",
                "Különbség 0: szokásos sorrend. 1–3: a győztes először aktivál egy parancsnokot.",
            ),
            say(
                "4 to 7: he then names the enemy leader who acts next. 8 or more: and one who is Inactive.",
                "4 à 7 : puis il désigne le chef ennemi qui agit ensuite. 8 ou plus : et un chef Inactif.",
                "4–7: potem wskazuje dowódcę wroga, który działa następny. 8 i więcej: oraz jednego "
                "Nieaktywnego.",
                "4–7: kijelöli a következő ellenséges parancsnokot is. 8 vagy több: és egyet, aki nem "
                "aktiválható.",
            ),
        ),
        rules=(
            "AFE-6.C-a",
            "AFE-6.C-c",
            "AFE-6.C-h",
            "AFE-6.C-i",
            "AFE-6.C-j",
            "AFE-6.C-k",
            "AFE-6.C-l",
            "AFE-6.C-n",
        ),
    ),
    PhaseDef(
        "d",
        say("D. Movement and combat", "D. Mouvement et combat", "D. Ruch i walka", "D. Mozgás és harc"),
        steps=(
            say(
                "Leaders act in ascending order of command rating. For each of them:",
                "Les chefs agissent par valeur de commandement croissante. Pour chacun :",
                "Dowódcy działają od najniższej wartości dowodzenia. Dla każdego:",
                "A parancsnokok hadvezéri értékük növekvő sorrendjében cselekszenek. Mindegyiknél:",
            ),
            say(
                "D.1 Movement; mounting, dismounting; charges are declared.",
                "D.1 Mouvement ; remonte, démonte ; déclaration des charges.",
                "D.1 Ruch; wsiadanie i zsiadanie z koni; deklaracja szarż.",
                "D.1 Mozgás; lóra és lóról szállás; lovasrohamok bejelentése.",
            ),
            say(
                "D.2 Fire of units not adjacent to an enemy, or at an adjacent one that melee cannot reach.",
                "D.2 Tir des unités non adjacentes à l'ennemi, ou sur un adjacent hors de toute mêlée.",
                "D.2 Ogień jednostek niesąsiadujących z wrogiem lub do sąsiada, z którym nie wolno walczyć "
                "wręcz.",
                "D.2 Az ellenséggel nem szomszédos egységek lövése, vagy arra a szomszédra, amellyel nincs "
                "közelharc.",
            ),
            say(
                "D.3 Melees are declared.",
                "D.3 Déclaration des mêlées.",
                "D.3 Deklaracja walk wręcz.",
                "D.3 Közelharcok bejelentése.",
            ),
            say(
                "D.4 Melees, charges first: defensive fire, offensive fire, melee.",
                "D.4 Mêlées, d'abord les charges : tir défensif, tir offensif, mêlée.",
                "D.4 Walki wręcz, najpierw szarże: ogień obronny, ogień zaczepny, walka.",
                "D.4 Közelharcok, előbb a rohamok: védekező lövés, támadó lövés, közelharc.",
            ),
            say(
                "D.5 Out-of-command units move up to half towards their leader.",
                "D.5 Les unités hors de commandement vont vers leur chef, à demi-mouvement.",
                "D.5 Jednostki poza dowodzeniem idą połową ruchu ku dowódcy.",
                "D.5 A parancs nélküli egységek fél mozgással parancsnokuk felé mozognak.",
            ),
        ),
        rules=(
            "AFE-6.D-a",
            "AFE-6.D-d",
            "AFE-6.D-e",
            "AFE-9.1-j",
            "AFE-6.D-f",
            "AFE-6.D-g",
            "AFE-6.D-h",
            "AFE-6.D-j",
        ),
    ),
    PhaseDef(
        "e",
        say("E. Rally", "E. Ralliement", "E. Zbieranie się w szyku", "E. Gyülekezés"),
        steps=(
            say(
                "E.1 Resting units that nothing has disturbed become fresh.",
                "E.1 Les unités au repos non dérangées redeviennent fraîches.",
                "E.1 Niezakłócone jednostki odpoczywające stają się wypoczęte.",
                "E.1 A zavartalanul pihenő egységek frissek lesznek.",
            ),
            say(
                "E.2 Rally of discouraged and routed units.",
                "E.2 Ralliement des unités découragées et en déroute.",
                "E.2 Zbieranie jednostek zniechęconych i uciekających.",
                "E.2 Bátortalan és menekülő egységek gyülekezése.",
            ),
            say(
                "E.3 Rout movement of units still routed.",
                "E.3 Mouvement des unités encore en déroute.",
                "E.3 Ruch jednostek nadal uciekających.",
                "E.3 A továbbra is menekülő egységek mozgása.",
            ),
            say(
                "E.4 Advance the turn marker.",
                "E.4 Avancer le marqueur de tour.",
                "E.4 Przesuń znacznik etapu.",
                "E.4 Told előre a fordulójelzőt.",
            ),
        ),
        rules=("AFE-6.E-a", "AFE-6.E-c", "AFE-6.E-d", "AFE-6.E-e"),
    ),
)

DICE = (
    DieDef("d10", say("ten-sided die", "dé à dix faces", "kostka dziesięciościenna", "tízoldalú kocka")),
    DieDef(
        "2d6",
        say(
            "two six-sided dice", "deux dés à six faces", "dwie kostki sześciościenne", "két hatoldalú kocka"
        ),
        count=2,
        low=1,
        high=6,
    ),
)
