"""Behaviour of Jours de Gloire pieces in a VASSAL module (part I of the rules digest)."""

from __future__ import annotations

from jdgtools.model.module import Badge, CheckDef, CheckModifier, ModuleRules, Shortcut
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
    checks=(
        CheckDef(
            "cohesion_check",
            say("Cohesion check", "Test de cohésion", "Próba zwartości"),
            "cohesion",
            "C",
            modifiers=(
                CheckModifier(("TBL-CHECK-DRM", "night"), flag="night"),
                CheckModifier(("TBL-CHECK-DRM", "fog"), flag="fog"),
            ),
            rules=("JDG-0.4.1-a", "JDG-12.1-f", "JDG-12.2-e"),
        ),
        CheckDef(
            "shock_check",
            say("Shock check", "Test de choc", "Próba starcia"),
            "shock",
            "H",
            arms=("infantry", "cavalry"),
            rules=("JDG-0.4.2-a",),
        ),
        CheckDef(
            "rally",
            say("Rally", "Ralliement", "Zbieranie oddziału"),
            "cohesion",
            "R",
            when=("level", "disordered", "routed"),
            modifiers=(
                CheckModifier(
                    ("TBL-CHECK-DRM", "rally_routed"), axis="level", value="routed", unless="night"
                ),
                CheckModifier(
                    ("TBL-CHECK-DRM", "rally_routed_night"), axis="level", value="routed", flag="night"
                ),
                CheckModifier(("TBL-CHECK-DRM", "rally_fog"), flag="fog"),
            ),
            passed=say("one level up", "remonte d'un niveau", "o poziom wyżej"),
            failed=say("stays at its level", "reste à son niveau", "bez zmian"),
            rules=("JDG-11.1-e", "JDG-11.1-f", "JDG-12.1-h"),
        ),
        CheckDef(
            "artillery_fire",
            say("Artillery fire", "Tir d'artillerie", "Ogień artylerii"),
            "strength",
            "F",
            arms=("artillery",),
            chart="TBL-FIRE",
            modifiers=(
                CheckModifier(("TBL-FIRE-DRM", "night_or_fog", "normal"), flag="night"),
                CheckModifier(("TBL-FIRE-DRM", "night_or_fog", "normal"), flag="fog", unless="night"),
            ),
            ask=say(
                "modifiers of range, target and terrain",
                "modificateurs de portée, de cible et de terrain",
                "modyfikatory zasięgu, celu i terenu",
            ),
            rules=("JDG-7.5-a",),
        ),
        CheckDef(
            "shock_result",
            say("Shock or charge", "Choc ou charge", "Starcie lub szarża"),
            "",
            "S",
            arms=("infantry", "cavalry"),
            chart="TBL-SHOCK",
            modifiers=(
                CheckModifier(("TBL-SHOCK-DRM", "charge_bonus", "charge"), axis="combat", value="charge"),
            ),
            ask=say(
                "ratio, cohesion, terrain and the other modifiers (a declared charge is added)",
                "rapport, cohésion, terrain et autres modificateurs (une charge déclarée est comptée)",
                "stosunek, zwartość, teren i inne modyfikatory (ogłoszona szarża jest doliczana)",
            ),
            rules=("JDG-8.5-a", "JDG-9.2-b"),
        ),
        CheckDef(
            "leader_initiative",
            say("Leader initiative", "Initiative du chef", "Inicjatywa dowódcy"),
            "rating",
            "I",
            on="activation",
            ask=say(
                "modifier of the commander-in-chief in range (subtracted)",
                "modificateur du commandant en chef à portée (soustrait)",
                "modyfikator głównodowodzącego w zasięgu (odejmowany)",
            ),
            subtract=True,
            passed=say("as with Orders Received", "comme avec Ordres reçus", "jak z Otrzymanymi Rozkazami"),
            failed=say("may only rally", "ne peut que se rallier", "może tylko zbierać oddziały"),
            rules=("JDG-2.4.3-e", "JDG-2.4.3-f", "JDG-2.4.3-h"),
        ),
    ),
    front=2,
    cone_fields=("maximum_range",),
    range_field="range",
    enter_below=True,  # JDG-5.1.2-b
    top_arms=("artillery",),  # JDG-5.1.2-c
    turn_resets=("commander_move",),
    activation_resets=("fired", "combat"),
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
