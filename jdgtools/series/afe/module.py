"""Behaviour of Au fil de l'épée pieces in a VASSAL module (II.6 and VI of the rules digest)."""

from __future__ import annotations

from jdgtools.model.module import (
    Ability,
    Badge,
    CheckDef,
    CheckModifier,
    CommandCheck,
    CommandWarning,
    GroupRule,
    InitiativeDef,
    ModuleRules,
    OrderOfActivation,
    RangeState,
    Shortcut,
    StateLimit,
)
from jdgtools.series.afe import module_objections as objections
from jdgtools.series.afe.module_checks import CHART_CLASS, COMBAT, FACTS, MOUNTED, UNIT_MARKS
from jdgtools.series.strings import say

_ROUTED = say("routed", "en déroute", "uciekający", "menekülő")
_LORDS = Ability(roles=("commander_in_chief", "banner_lord"))
_LEADERS = Ability(roles=("commander_in_chief", "banner_lord", "reserve_leader"))
"""Whoever leads a banner, or will when its lord is lost."""

MODULE = ModuleRules(
    shortcuts=(
        Shortcut(
            "fatigue",
            "F",
            menu=say(
                "Flip (fresh / fatigued)",
                "Retourner (frais / fatigué)",
                "Odwróć (wypoczęty / zmęczony)",
                "Megfordít (friss / fáradt)",
            ),
        ),
        Shortcut("organisation", "I", "discouraged"),
        Shortcut("organisation", "R", "routed"),
        Shortcut("organisation", "U", "steady"),
        Shortcut("posture", "P"),
        Shortcut("rest", "Q"),
        Shortcut("command", "O"),
        Shortcut("combat", "H", "charge"),
        Shortcut("combat", "S", "melee"),
        Shortcut("combat", "N", "no_combat"),
        Shortcut("person", "F"),
        Shortcut("health", "I", "wounded"),
        Shortcut("activation", "A", "activated"),
    ),
    badges=(
        Badge("organisation", 0.0, 0.0, 0.7),
        Badge("posture", -0.3, 0.3, 0.4),
        Badge("rest", 0.3, 0.3, 0.4),
        Badge("command", -0.3, -0.3, 0.4),
        Badge("combat", 0.3, -0.3, 0.4),
    ),
    checks=(
        CheckDef(
            "quality_test",
            say("Quality test", "Test de qualité", "Próba jakości", "Minőségpróba"),
            "quality",
            "C",
            rules=("AFE-12.2.3-b", "AFE-12.2.3-c"),
        ),
        CheckDef(
            "rally",
            say("Rally", "Ralliement", "Zbieranie jednostki", "Gyülekezés"),
            "quality",
            "R",
            modifiers=(CheckModifier(_ROUTED, ("TBL-RALLY", "routed"), axis="organisation", state="routed"),),
            ask=say(
                "bonus of a leader in the hex or adjacent (subtracted)",
                "bonus d'un chef dans l'hex ou adjacent (soustrait)",
                "premia dowódcy w heksie lub obok (odejmowana)",
                "a hatszögben vagy mellette álló parancsnok bónusza (levonva)",
            ),
            subtract=True,
            zero_passes=True,
            passed=say("one level up", "remonte d'un niveau", "o poziom wyżej", "egy szinttel feljebb"),
            objections=objections.RALLY,
            spends=objections.RALLY_SPENDS,
            rules=("AFE-12.3-d", "AFE-12.3-e", "AFE-12.3-f", "AFE-12.3-g", "AFE-12.3-h"),
        ),
        *COMBAT,
    ),
    state_limits=(
        StateLimit("posture", "mounted", (Ability(rating="can_mount"),), ("AFE-8.4-a",)),
        StateLimit("posture", "dismounted", (Ability(rating="can_dismount"),), ("AFE-8.4-a",)),
        StateLimit("person", "", (_LORDS,), ("AFE-2.1-k", "AFE-7.6-c")),
        StateLimit("activation", "", (_LEADERS,), ("AFE-6.C-a", "AFE-7.6-d")),
        StateLimit("supreme_command", "", (_LEADERS,), ("AFE-7.6-i", "AFE-7.6-j")),
    ),
    unit_marks=UNIT_MARKS,
    facts=FACTS,
    deeds=(("moved", "Moved==true&&![phase b]"),),
    fact_numbers=(("distance", "Far"),),
    zoneless="Fled==1",
    chart_class=CHART_CLASS,
    front=3,
    fronts=(("artillery", 1),),
    fire_ranges=(("", 2), ("artillery", 6)),  # AFE-9.3-g
    movement_classes=(("foot", f"!([arms artillery])&&!{MOUNTED}"),),
    range_field="range",
    turn_resets=("activation", "command", "rest"),
    activation_resets=("combat",),
    chief="commander_in_chief",
    range_states=(RangeState("health", "wounded", "wounded", ("TBL-LEADER-VALUES", "wounded_range")),),
    group=GroupRule(
        say(
            "Units in command", "Unités sous commandement", "Jednostki pod dowództwem", "Irányított egységek"
        ),
        leaders="range",
        rules=("AFE-7.2-a", "AFE-7.2-e"),
    ),
    command_check=CommandCheck(
        say("Command check", "Contrôle du commandement", "Kontrola dowodzenia", "Irányítás ellenőrzése"),
        "command",
        "in_command",
        "out_of_command",
        rules=("AFE-7.2-a", "AFE-7.2-c", "AFE-6.A-b"),
    ),
    command_warning=CommandWarning(
        say("Command range", "Rayon de commandement", "Zasięg dowodzenia", "Irányítási táv"),
        "[leads]",
        "r_range_now",
        say(
            "every unit is in range of its leader",
            "chaque unité est dans le rayon de son chef",
            "każda jednostka jest w zasięgu swojego dowódcy",
            "minden egység a parancsnoka hatókörében van",
        ),
        say(
            "out of range of their leader",
            "hors du rayon de leur chef",
            "poza zasięgiem swojego dowódcy",
            "a parancsnokuk hatókörén kívül",
        ),
        say(
            "Units in range of their own leader; ground and enemies do not limit it",
            "Unités dans le rayon de leur propre chef ; ni le terrain ni l'ennemi ne le limitent",
            "Jednostki w zasięgu własnego dowódcy; teren i wróg go nie ograniczają",
            "Egységek a saját parancsnokuk hatókörében; sem a terep, sem az ellenség nem korlátozza",
        ),
        rules=("AFE-6.A-a", "AFE-6.A-e", "AFE-7.2-a", "AFE-7.2-b", "AFE-7.2-c"),
    ),
    initiative=InitiativeDef(
        say("Initiative", "Initiative", "Inicjatywa", "Kezdeményezés"),
        "bonus",
        "2d6",
        chart="TBL-INIT",
        words=(
            ("C.1", say("normal order", "ordre normal", "zwykła kolejność", "rendes sorrend")),
            (
                "C.2",
                say(
                    "the winner activates a leader first",
                    "le gagnant active d'abord un chef",
                    "zwycięzca najpierw aktywuje dowódcę",
                    "a győztes aktivál elsőként egy parancsnokot",
                ),
            ),
            (
                "C.3",
                say(
                    "the winner activates a leader first, then names the enemy leader who acts next",
                    "le gagnant active d'abord un chef, puis désigne le chef ennemi suivant",
                    "zwycięzca najpierw aktywuje dowódcę, potem wskazuje następnego dowódcę wroga",
                    "a győztes aktivál elsőként, majd megnevezi a következő ellenséges parancsnokot",
                ),
            ),
            (
                "C.4",
                say(
                    "as before, and one enemy leader is Inactive",
                    "de même, et un chef ennemi est inactif",
                    "jak wyżej, a jeden dowódca wroga jest nieaktywny",
                    "ugyanígy, és egy ellenséges parancsnok nem aktiválható",
                ),
            ),
        ),
        rules=("AFE-6.C-h",),
    ),
    order_of_activation=OrderOfActivation(
        say("Activation list", "Liste d'activation", "Lista aktywacji", "Aktiválási lista"),
        "activation",
        ("commander_in_chief", "banner_lord"),
        rules=("AFE-6.C-a", "AFE-6.C-b", "AFE-6.C-n"),
    ),
    steps=(
        (
            "a",
            (
                say("A.1 Command", "A.1 Commandement", "A.1 Dowodzenie", "A.1 Irányítás"),
                say("A.2 Rest", "A.2 Repos", "A.2 Odpoczynek", "A.2 Pihenés"),
            ),
        ),
        (
            "b",
            (
                say(
                    "B.1 Artillery of the attacker",
                    "B.1 Artillerie de l'attaquant",
                    "B.1 Artyleria atakującego",
                    "B.1 A támadó tüzérsége",
                ),
                say(
                    "B.2 Artillery of the defender",
                    "B.2 Artillerie du défenseur",
                    "B.2 Artyleria obrońcy",
                    "B.2 A védő tüzérsége",
                ),
                say(
                    "B.3 Archers of the attacker",
                    "B.3 Archers de l'attaquant",
                    "B.3 Łucznicy atakującego",
                    "B.3 A támadó íjászai",
                ),
                say(
                    "B.4 Archers of the defender",
                    "B.4 Archers du défenseur",
                    "B.4 Łucznicy obrońcy",
                    "B.4 A védő íjászai",
                ),
            ),
        ),
        (
            "d",
            (
                say("D. Next leader", "D. Chef suivant", "D. Następny dowódca", "D. Következő parancsnok"),
                say("D.1 Movement", "D.1 Mouvement", "D.1 Ruch", "D.1 Mozgás"),
                say("D.2 Fire", "D.2 Tir", "D.2 Strzelanie", "D.2 Lövés"),
                say("D.3 Melees declared", "D.3 Mêlées déclarées", "D.3 Deklaracja walk", "D.3 Bejelentés"),
                say("D.4 Melees", "D.4 Mêlées", "D.4 Walki", "D.4 Közelharc"),
                say(
                    "D.5 Out of command",
                    "D.5 Hors de commandement",
                    "D.5 Poza dowodzeniem",
                    "D.5 Parancs nélkül",
                ),
            ),
        ),
        (
            "e",
            (
                say("E.1 Rest", "E.1 Repos", "E.1 Odpoczynek", "E.1 Pihenés"),
                say("E.2 Rally", "E.2 Ralliement", "E.2 Zbieranie", "E.2 Gyülekezés"),
                say("E.3 Rout", "E.3 Déroute", "E.3 Ucieczka", "E.3 Menekülés"),
                say("E.4 End of the turn", "E.4 Fin du tour", "E.4 Koniec etapu", "E.4 A forduló vége"),
            ),
        ),
    ),
    activation_phase="d",
)
