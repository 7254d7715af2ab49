"""Roles of leaders of Au fil de l'épée by the ids of its vocabulary, for rules and checks that name them."""

from __future__ import annotations

CINC, BANNER_LORD, RESERVE = "commander_in_chief", "banner_lord", "reserve_leader"
SOVEREIGN = "sovereign"
"""Role of somebody who bears arms that no unit bears: he is with any unit of his army, and leads none."""
