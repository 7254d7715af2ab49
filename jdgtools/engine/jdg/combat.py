"""Shock and charge (JDG-8, JDG-9): not played yet, see `unplayed.py`; nobody may declare one."""

from __future__ import annotations

from jdgtools.engine.core.nodes import Node
from jdgtools.engine.core.state import Frame, State
from jdgtools.engine.jdg.scenario import Scenario


def declare(g: Scenario, s: State, f: Frame) -> Node | None:
    """End the combat segment: no shock can be declared yet."""
    s.pop()
    return None


PROCEDURES = {"declare": declare}
