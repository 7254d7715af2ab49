"""Arms and roles of Musket & Pike, by the ids of its vocabulary, for rules and checks that name them."""

from __future__ import annotations

AC, WC, SOVEREIGN = "army_commander", "wing_commander", "sovereign"
REPLACEMENT_WC = "replacement_wc"
GUNS, BAGGAGE = "artillery", "baggage"
HEAVY, LIGHT, HORSE, DISMOUNTED = "heavy_infantry", "light_infantry", "cavalry", "dismounted_cavalry"
FIGHTERS = (HEAVY, LIGHT, HORSE, DISMOUNTED)
"""Arms that have strength points and formations."""
