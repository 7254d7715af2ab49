"""Behaviour of Au fil de l'épée pieces in a VASSAL module (II.6 and VI of the rules digest)."""

from __future__ import annotations

from jdgtools.model.module import Badge, CheckDef, CheckModifier, ModuleRules, Shortcut
from jdgtools.series.afe.module_checks import COMBAT, FACTS, UNIT_MARKS
from jdgtools.series.strings import say

_ROUTED = say("routed", "en déroute", "uciekający", "menekülő")

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
            rules=("AFE-12.2.3-a",),
        ),
        CheckDef(
            "rally",
            say("Rally", "Ralliement", "Zbieranie oddziału", "Gyülekezés"),
            "quality",
            "R",
            when=("organisation", "discouraged", "routed"),
            modifiers=(CheckModifier(_ROUTED, ("TBL-RALLY", "routed"), axis="organisation", state="routed"),),
            ask=say(
                "bonus of a leader in the hex or adjacent (subtracted)",
                "bonus d'un chef dans l'hex ou adjacent (soustrait)",
                "premia dowódcy w heksie lub obok (odejmowana)",
                "a hexben vagy mellette álló parancsnok bónusza (levonva)",
            ),
            subtract=True,
            zero_passes=True,
            passed=say("one level up", "remonte d'un niveau", "o poziom wyżej", "egy szinttel feljebb"),
            rules=("AFE-12.3-d", "AFE-12.3-e", "AFE-12.3-f", "AFE-12.3-g", "AFE-12.3-h"),
        ),
        *COMBAT,
    ),
    unit_marks=UNIT_MARKS,
    facts=FACTS,
    front=3,
    fronts=(("artillery", 1),),
    range_field="range",
    turn_resets=("activation", "command", "rest"),
    activation_resets=("combat",),
)
