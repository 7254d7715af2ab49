"""Behaviour of Musket & Pike pieces in a VASSAL module (parts 1 and 7 of the rules digest)."""

from __future__ import annotations

from jdgtools.model.module import Badge, ModuleRules, Shortcut
from jdgtools.series.strings import say

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
    front=2,
    cone_fields=("maximum_range",),
    turn_resets=("activation", "continuation", "interception", "gun_fire"),
    activation_resets=("momentum",),
)
