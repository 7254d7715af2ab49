"""Named rulings of the Musket & Pike Battle Series that a battle or scenario may change."""

from __future__ import annotations

from jdgtools.series.mpbs.options import combat, command

OPTIONS = command.OPTIONS + combat.OPTIONS
