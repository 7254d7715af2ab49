"""Behaviour of Jours de Gloire pieces in a VASSAL module (part I of the rules digest)."""

from __future__ import annotations

from jdgtools.model.module import (
    Ability,
    Badge,
    CommandWarning,
    GroupRule,
    InitiativeDef,
    ModuleRules,
    MoraleCheck,
    Shortcut,
    StateLimit,
)
from jdgtools.series.jdg.module_checks import CHECKS, FACTS, UNIT_MARKS, ZONELESS
from jdgtools.series.strings import say

MODULE = ModuleRules(
    shortcuts=(
        Shortcut(
            "level",
            "F",
            among=("ordered", "disordered"),
            menu=say("Flip (ordered / disordered)", "Retourner (ordre / désordre)", "Odwróć (szyk / nieład)"),
        ),
        Shortcut("level", "R", "routed"),
        Shortcut("square", "Q"),
        Shortcut("renfort", "I"),
        Shortcut("fired", "U"),
        Shortcut("combat", "S", "shock"),
        Shortcut("combat", "Y", "shock_check", shift=True),
        Shortcut("combat", "H", "charge"),
        Shortcut("combat", "N", "no_combat"),
        Shortcut("commander_move", "F"),
    ),
    badges=(
        Badge("level", 0.0, 0.0, 0.75),
        Badge("square", 0.0, 0.05, 0.5),
        Badge("renfort", -0.3, 0.32, 0.4),
        Badge("fired", 0.3, 0.32, 0.4),
        Badge("combat", 0.3, -0.3, 0.4),
    ),
    state_limits=(
        StateLimit("combat", "charge", (Ability(arms=("cavalry",)),), ("JDG-8.1-b", "JDG-8.1-c")),
        StateLimit(
            "morale", "", (Ability(arms_of_units=("infantry", "cavalry")),), ("JDG-11.2-b", "JDG-11.2-h")
        ),
    ),
    unit_marks=UNIT_MARKS,
    facts=FACTS,
    fact_numbers=(("distance", "Dist"),),
    zoneless=ZONELESS,
    rear="!([front])",
    checks=CHECKS,
    front=2,
    cone_fields=("maximum_range",),
    range_field="range",
    enter_below=True,  # JDG-5.1.2-b
    top_arms=("artillery",),  # JDG-5.1.2-c
    turn_resets=("commander_move",),
    activation_resets=("fired", "combat"),
    chief="commander_in_chief",
    group=GroupRule(
        say("Tactical group", "Groupe tactique", "Grupa taktyczna"),
        chain="2",
        units=True,
        leaders="range",
        rules=("JDG-2.3.1-h", "JDG-2.3.2-e"),
    ),
    command_warning=CommandWarning(
        say("Command range", "Rayon de commandement", "Zasięg dowodzenia"),
        "Chief==1&&SideNo==$SideNo$&&([option cinc_scope army]||[leads])",
        "r_range_now",
        say(
            "a commander-in-chief reaches every tactical group",
            "un commandant en chef atteint tous les groupes tactiques",
            "głównodowodzący dosięga każdej grupy taktycznej",
        ),
        say(
            "no commander-in-chief reaches their tactical group: no order",
            "aucun commandant en chef n'atteint leur groupe tactique : pas d'ordre",
            "żaden głównodowodzący nie dosięga ich grupy taktycznej: bez rozkazu",
        ),
        say(
            "Tactical groups in range of a commander-in-chief; ground and enemies do not limit it",
            "Groupes tactiques à portée d'un commandant en chef ; ni le terrain ni l'ennemi ne la limitent",
            "Grupy taktyczne w zasięgu głównodowodzącego; teren i wróg go nie ograniczają",
        ),
        roles=("commander_in_chief",),
        leads_unled=True,
        link="2",
        exempt="[option renfort_outside_groups]&&[renfort renfort]",
        rules=("JDG-2.3.1-h", "JDG-2.3.2-e", "JDG-2.5.1-f"),
    ),
    morale_check=MoraleCheck(
        say("Demoralisation", "Démoralisation", "Demoralizacja"),
        "morale",
        "demoralised",
        ("infantry", "cavalry"),
        "level",
        "ordered",
        say(
            "no formation is demoralised",
            "aucune formation n'est démoralisée",
            "żadna formacja nie jest zdemoralizowana",
        ),
        rules=("JDG-11.2-a", "JDG-11.2-b", "JDG-11.2-g", "JDG-11.2-h"),
    ),
    initiative=InitiativeDef(
        say("Strategic initiative", "Initiative stratégique", "Inicjatywa strategiczna"),
        "drm",
        "d10",
        tie=say(
            "nobody, all markers go into the cup",
            "personne, tous les marqueurs dans le gobelet",
            "nikt, wszystkie znaczniki do kubka",
        ),
        rules=("JDG-3-a", "JDG-3-c", "JDG-3-d"),
    ),
    steps=(
        (
            "a",
            (
                say("A.1 Combined markers", "A.1 Marqueurs combinés", "A.1 Znaczniki kombinowane"),
                say("A.2 Reinforcement markers", "A.2 Marqueurs Renfort", "A.2 Znaczniki Posiłki"),
                say("A.3 Order markers", "A.3 Marqueurs d'ordre", "A.3 Znaczniki rozkazów"),
            ),
        ),
        (
            "b",
            (
                say("B.1 Strategic initiative", "B.1 Initiative stratégique", "B.1 Inicjatywa strategiczna"),
                say("B.2 Chosen marker", "B.2 Marqueur choisi", "B.2 Wybrany znacznik"),
            ),
        ),
        (
            "d",
            (
                say("D.1 Draw a marker", "D.1 Tirage d'un marqueur", "D.1 Losowanie znacznika"),
                say("D.2 Orders revealed", "D.2 Ordres révélés", "D.2 Odkrycie rozkazów"),
                say("D.3 Artillery fire", "D.3 Tir d'artillerie", "D.3 Ogień artyleryjski"),
                say("D.3 Movement", "D.3 Mouvement", "D.3 Ruch"),
                say("D.3 Shock and charges", "D.3 Chocs et charges", "D.3 Starcia i szarże"),
                say("D.3 Rally", "D.3 Ralliement", "D.3 Porządkowanie"),
            ),
        ),
        (
            "e",
            (
                say("E.1 Rout moves", "E.1 Mouvements de déroute", "E.1 Ruchy ucieczki"),
                say("E.2 Demoralisation", "E.2 Démoralisation", "E.2 Demoralizacja"),
            ),
        ),
    ),
    activation_phase="d",
    cup_phase="c",  # JDG-1-g
    marker_lost_in=("morale", "demoralised"),  # JDG-11.2-d to -g
    reminders=(
        (
            "night",
            say(
                "night: enemy ZOC +2 MP, fire at adjacent hexes only, no pursuit, cohesion checks +2, "
                "routed units rally at −3",
                "nuit : ZDC ennemie +2 PM, tir sur hex adjacents seulement, pas de poursuite, tests de "
                "cohésion +2, ralliement des unités en déroute à −3",
                "noc: strefa wroga +2 PR, ogień tylko na sąsiednie heksy, bez pościgu, próby zwartości +2, "
                "zbieranie uciekających −3",
            ),
        ),
        (
            "fog",
            say(
                "fog: enemy ZOC +1 MP, fire at adjacent hexes only, no pursuit, cohesion checks +2",
                "brouillard : ZDC ennemie +1 PM, tir sur hex adjacents seulement, pas de poursuite, tests de "
                "cohésion +2",
                "mgła: strefa wroga +1 PR, ogień tylko na sąsiednie heksy, bez pościgu, próby zwartości +2",
            ),
        ),
    ),  # JDG-12.1-b to -h, JDG-12.2-b to -f
    turn_removes=("orders_received", "without_orders"),
)
