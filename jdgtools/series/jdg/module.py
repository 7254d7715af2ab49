"""Behaviour of Jours de Gloire pieces in a VASSAL module (part I of the rules digest)."""

from __future__ import annotations

from jdgtools.model.module import Badge, CheckDef, ModuleRules, Shortcut
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
        Shortcut("combat", "S", "shock_check", shift=True),
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
            rules=("JDG-0.4.1-a",),
        ),
        CheckDef(
            "shock_check",
            say("Shock check", "Test de choc", "Próba starcia"),
            "shock",
            "H",
            arms=("infantry", "cavalry"),
            rules=("JDG-0.4.2-a",),
        ),
    ),
    front=2,
    cone_fields=("maximum_range",),
    range_field="range",
    enter_below=True,  # JDG-5.1.2-b
    top_arms=("artillery",),  # JDG-5.1.2-c
    turn_resets=("commander_move",),
    activation_resets=("fired", "combat"),
    turn_removes=("orders_received", "without_orders"),
)
