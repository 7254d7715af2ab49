"""Behaviour of Au fil de l'épée pieces in a VASSAL module (II.6 and VI of the rules digest)."""

from __future__ import annotations

from jdgtools.model.module import Badge, ModuleRules, Shortcut
from jdgtools.series.strings import say

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
    front=3,
    fronts=(("artillery", 1),),
    range_field="range",
    turn_resets=("activation", "command", "rest"),
    activation_resets=("combat",),
)
