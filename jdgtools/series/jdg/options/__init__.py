"""Named rulings of Jours de Gloire that a battle or scenario may change (J.9 of the rules digest)."""

from __future__ import annotations

from jdgtools.series.jdg.options import command, fire, movement, rout, shock

OPTIONS = command.OPTIONS + movement.OPTIONS + fire.OPTIONS + shock.OPTIONS + rout.OPTIONS
