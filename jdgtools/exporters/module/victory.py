"""What the module counts for victory: eliminated units of every award, said by a button per scenario.

Who holds a hex depends on its last occupant, which VASSAL does not keep: such awards are named
without a number, for the players to count on the victory track.
"""

from __future__ import annotations

import re

from jdgtools.exporters.module.kit import Kit, plain
from jdgtools.model.scenario import Scenario
from jdgtools.model.victory import VictoryAward
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component


def award_mark(scenario: str, award: str) -> str:
    """Return the name of the property that units of an award carry."""
    return "VP_" + re.sub(r"[^A-Za-z0-9]", "_", f"{scenario}_{award}")


def counted(award: VictoryAward) -> bool:
    """Whether the module counts an award: so many points for each eliminated unit."""
    return award.each and award.when.kind == "eliminated" and award.at == "end"


def marks_of(kit: Kit, piece: str) -> dict[str, str]:
    """Return the properties by which awards find a unit or leader."""
    return {
        award_mark(s.id, a.id): "1"
        for s in kit.battle.scenarios
        for a in s.awards
        if counted(a) and piece in a.when.units
    }


def victory_buttons(kit: Kit) -> list[Component]:
    """Return a button per scenario that has awards."""
    w = kit.words
    found = []
    for scenario in kit.battle.scenarios:
        if scenario.awards:
            title = f"{w('victory')}: {plain(kit.say(scenario.title) or scenario.id)}"
            found.append(
                make(
                    "DoActionButton",
                    {
                        "name": title,
                        "text": w("victory") if len(kit.battle.scenarios) == 1 else title,
                        "tooltip": title,
                        "doReport": True,
                        "reportFormat": _report(kit, scenario, title),
                    },
                )
            )
    return found


def _report(kit: Kit, scenario: Scenario, title: str) -> str:
    w = kit.words
    lost = w("losses")
    parts = [f'"{title}"']
    open_ones = []
    for award in scenario.awards:
        side = plain(kit.side_name(award.side))
        name = plain(kit.say(award.name))
        if counted(award):
            mark = award_mark(scenario.id, award.id)
            count = f'CountMap("{lost}","{{{mark}==1&&CurrentZone==LostBox}}")'
            parts.append(f'" – {side}, {name}: {award.points} × "+{count}+" = "+({award.points}*{count})')
        else:
            open_ones.append(f"{side}, {name} ({award.points})")
    if open_ones:
        parts.append(f'" – {plain(w("by_hand"))}: {"; ".join(open_ones)}"')
    return "{" + "+".join(parts) + "}"
