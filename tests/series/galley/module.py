"""Behaviour of the pieces in a VASSAL module."""

from jdgtools.model.module import Badge, CheckDef, ModuleRules, Shortcut
from jdgtools.model.text import Text

MODULE = ModuleRules(
    shortcuts=(Shortcut("hull", "F"), Shortcut("hull", "R", "ablaze")),
    badges=(Badge("hull", 0.0, 0.0, 0.7),),
    front=3,
    turn_resets=("fatigue",),
    checks=(CheckDef("hold", Text.of({"en": "Hold", "it": "Tenere"}), "crew", "H", rules=("OA-1-a",)),),
)
