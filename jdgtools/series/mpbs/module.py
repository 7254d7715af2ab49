"""Behaviour of Musket & Pike pieces in a VASSAL module (parts 1 and 7 of the rules digest)."""

from __future__ import annotations

from jdgtools.model.module import (
    Ability,
    Badge,
    CheckDef,
    CommandWarning,
    GroupRule,
    ModuleRules,
    OrderOfActivation,
    Shortcut,
    StateLimit,
)
from jdgtools.series.mpbs import module_objections as objections
from jdgtools.series.mpbs.arms import HEAVY, REPLACEMENT_WC, WC
from jdgtools.series.mpbs.module_checks import COMBAT
from jdgtools.series.mpbs.module_facts import FACTS, NO_FLANK, UNIT_MARKS, morale_in_force
from jdgtools.series.mpbs.module_rolls import ROLL_FACTS, ROLLS
from jdgtools.series.strings import say

_GAP = "([arms cavalry]?[cell T-COMMAND cavalry]:[cell T-COMMAND heavy_infantry])"
"""Hexes that the command line of a unit may leap (MP-5.4.2-b)."""
_OF_WINGS = Ability(roles=(WC, REPLACEMENT_WC))

MODULE = ModuleRules(
    shortcuts=(
        Shortcut(
            "formation",
            "F",
            among=("formation_normal", "formation_shaken"),
            menu=say(
                "Flip (formation normal / shaken)",
                "Retourner (formation normale / ébranlée)",
                "Odwróć (formacja normalna / rozproszona)",
            ),
        ),
        Shortcut("formation", "B", "formation_broken"),
        Shortcut("formation", "H", "hedgehog"),
        Shortcut("formation", "O", "open_order"),
        Shortcut("formation", "U", "column"),
        Shortcut("morale", "I", "morale_shaken"),
        Shortcut("morale", "R", "morale_broken"),
        Shortcut("morale", "N", "morale_normal"),
        Shortcut("pistols", "P"),
        Shortcut("salvo", "S"),
        Shortcut("momentum", "Q"),
        Shortcut("limbering", "U"),
        Shortcut("gun_fire", "F"),
        Shortcut("baggage", "F"),
        Shortcut("activation", "F", "finished"),
    ),
    badges=(
        Badge("formation", -0.28, 0.0, 0.5),
        Badge("morale", 0.28, 0.0, 0.5),
        Badge("casualties", 0.34, 0.34, 0.4),
        Badge("threshold", 0.0, 0.34, 0.35),
        Badge("pistols", -0.34, 0.34, 0.35),
        Badge("salvo", -0.34, 0.34, 0.35),
        Badge("momentum", 0.34, -0.34, 0.35),
        Badge("interception", -0.34, -0.34, 0.35),
        Badge("limbering", -0.3, 0.3, 0.45),
        Badge("gun_status", 0.0, 0.0, 0.6),
        Badge("order", 0.6, 0.0, 0.7),
    ),
    checks=(
        CheckDef(
            "morale_check",
            say("Morale Check", "Test de moral", "Próba morale"),
            "morale",
            "C",
            modifiers=(),
            rating=morale_in_force("acting"),
            ask=say(
                "causes, casualty threshold and one leader's rating (a negative number helps)",
                "causes, seuil de pertes et valeur d'un chef (un nombre négatif aide)",
                "przyczyny, próg strat i współczynnik jednego dowódcy (liczba ujemna pomaga)",
            ),
            failed=say("morale falls by one state", "le moral baisse d'un état", "morale spada o jeden stan"),
            rules=("MP-12.2-a", "MP-12.2-b", "MP-12.4.2-a", "MP-12.4.3-a"),
        ),
        *COMBAT,
        *ROLLS,
    ),
    state_limits=(
        StateLimit(
            "formation",
            "hedgehog",
            (Ability(arms=(HEAVY,), rating="pikes"),),
            ("MP-6.3.2-a", "MP-14.2-a", "MP-14.3-b"),
        ),
        StateLimit(
            "formation", "column", (Ability(rating="column_allowed"), Ability(arrives=True)), ("MP-6.3.4-a",)
        ),
        StateLimit(
            "threshold", "", (Ability(lookup=("T-THRESHOLD", "strength", "morale")),), ("MP-12.5.2-d",)
        ),
        StateLimit(
            "salvo",
            "",
            (
                Ability(setting=("salvo", "everybody")),
                Ability(setting=("salvo", "listed"), rating="salvo_capable"),
            ),
            ("MP-10.4-a", "MP-10.4-g"),
        ),
        StateLimit("limbering", "", (Ability(setting=("limbering", True)),), ("MP-7.3.3-a", "MP-7.3.3-f")),
        StateLimit("activation", "", (_OF_WINGS,), ("MP-2.3-j", "MP-5.1.1-b")),
        StateLimit("continuation", "", (_OF_WINGS,), ("MP-4.3.1-a", "MP-4.4.2-c")),
        StateLimit("army_command", "", (_OF_WINGS,), ("MP-5.3.5-b",)),
    ),
    unit_marks=UNIT_MARKS,
    facts=(*FACTS, *objections.FACTS, *ROLL_FACTS),
    deeds=(("fired_salvo", "[salvo salvo_fired]"),),
    fact_numbers=(("distance", "Reach"),),
    zoneless=f"Touching==0||!({NO_FLANK})",
    front=2,
    cone_fields=("maximum_range",),
    turn_resets=("activation", "continuation", "interception", "gun_fire", "salvo"),  # MP-3.4-a
    activation_resets=("momentum", "interception"),  # MP-3.2-g, MP-9.3.6-a
    chief="army_commander",
    range_chart=("T-COMMAND", "type", (("cavalry", "cavalry"), ("infantry", "heavy_infantry"))),
    group=GroupRule(
        say("Units in command", "Unités sous commandement", "Jednostki pod dowództwem"),
        chain=_GAP,
        leaders="chain",
        rules=("MP-5.4.2-a", "MP-5.4.2-b", "MP-5.4.2-c"),
    ),
    command_warning=CommandWarning(
        say("Command range", "Rayon de commandement", "Zasięg dowodzenia"),
        "[leads]",
        "$Gap$",
        say(
            "every unit is in command",
            "toutes les unités sont commandées",
            "wszystkie jednostki są pod dowództwem",
        ),
        say("out of command", "hors commandement", "poza dowództwem"),
        say(
            "Command lines, around enemies and impassable ground",
            "Lignes de commandement, contournant ennemis et terrains infranchissables",
            "Linie dowodzenia, z obejściem wrogów i terenu nie do przejścia",
        ),
        roles=("wing_commander",),
        stand_in="replacement_wc",
        link="[option command_gap_limit far_unit]?$Gap$:[option command_gap_limit near_unit]?Gap"
        ":Math.min(Gap,$Gap$)",
        gap=_GAP,
        exempt="[arms baggage]||[arms artillery]&&!([limbering limbered]&&[gun_status gun_served])",
        cut=True,
        blockers="!([arms artillery])||[gun_status gun_served]",
        rules=("MP-5.4.2-a", "MP-5.4.2-b", "MP-5.4.2-c", "MP-5.4.2-d", "MP-5.4.2-e", "MP-7.3.3-d"),
    ),
    order_of_activation=OrderOfActivation(
        say("Wings", "Ailes", "Skrzydła"),
        "activation",
        ("wing_commander", "replacement_wc"),
        "order",
        ("charge", "make_ready", "receive_charge", "rally"),
        say("Initiative", "Initiative", "Inicjatywa"),
        "rally",
        rules=("MP-4.1.1-a", "MP-4.1.1-b", "MP-4.1.1-c", "MP-4.1.2-a", "MP-4.1.2-b", "MP-4.2.1-b"),
    ),
    steps=(
        (
            "activation",
            (
                say("2. Choice of a wing", "2. Choix d'une aile", "2. Wybór skrzydła"),
                say("2.A Preemption", "2.A Préemption", "2.A Uprzedzenie"),
                say("2.B Order", "2.B Ordre", "2.B Rozkaz"),
                say("2.C Actions", "2.C Actions", "2.C Działania"),
                say("2.D Close combat", "2.D Combat rapproché", "2.D Walka wręcz"),
                say("2.E Continuation", "2.E Continuation", "2.E Kontynuacja"),
                say("2.F Wing finished", "2.F Aile terminée", "2.F Koniec skrzydła"),
            ),
        ),
    ),
    activation_phase="activation",
)
