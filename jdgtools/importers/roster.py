"""The player roster of somebody's module: its seats, and what became of each."""

from __future__ import annotations

from collections.abc import Collection

from jdgtools.importers.report import LossReport
from jdgtools.vassal.components import Component

MAX_SIDES = 50
"""Most sides of the player roster."""


def seats(root: Component) -> tuple[str, ...]:
    """Return the names of the seats, each once, in the order of the module."""
    names = (seat.full_text() for roster in root.find("PlayerRoster") for seat in _entries(roster))
    return tuple(dict.fromkeys(name for name in names if name))[:MAX_SIDES]


def report_seats(root: Component, playing: Collection[str], report: LossReport) -> None:
    """Say of every seat what became of it: a side of the battle or none.

    Args:
        root: the module.
        playing: names of the seats that are sides of the battle.
        report: it goes there.
    """
    names = seats(root)
    names_before: set[str] = set()
    for roster in root.find("PlayerRoster"):
        for seat in _entries(roster):
            name = seat.full_text()
            where = f"PlayerRoster / {name[:60]}"
            if not name:
                report.component("unread", seat, "a seat without a name is no side", "PlayerRoster")
            elif name in names_before:
                report.component("unread", seat, "the roster names this side twice; it is one side", where)
            elif name not in names:
                report.component("unread", seat, f"more than {MAX_SIDES} sides", where)
            elif name in playing:
                report.component("converted", seat, "battle.yaml, sides", where)
            else:
                note = "no side of the battle: an observer, a referee, or a third side"
                report.component("kept", seat, note, where)
            names_before.add(name)


def _entries(roster: Component) -> list[Component]:
    return [child for child in roster.children if child.tag == "entry"]
