"""Counters: from what a series prints on them to scenes and pictures.

``counter_list`` says which counters a battle has, ``face_scene`` draws one side of one.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.render.counters.plain import faces_of
from jdgtools.render.counters.spec import Counter, FaceContext, FaceRules, FaceSpec

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.render.scene import Scene
    from jdgtools.render.style import Theme
    from jdgtools.rules import Series

__all__ = [
    "Counter",
    "FaceContext",
    "FaceRules",
    "FaceSpec",
    "counter_list",
    "face_scene",
    "faces_of",
]


def counter_list(
    battle: Battle, series: Series, *, language: str = "", project: Path | None = None
) -> tuple[Counter, ...]:
    """Return all counters of a battle: leaders and units by side and command, then markers.

    Args:
        battle: the battle.
        series: its series; says what is printed (hook ``faces``).
        language: of names and legends; '' = the battle's own.
        project: folder with the designer's own pictures; None = the drawn symbols are used.
    """
    from jdgtools.render.counters.listing import list_counters

    return list_counters(battle, series, language=language, project=project)


def face_scene(spec: FaceSpec, size_mm: float = 15.0, theme: Theme | None = None) -> Scene:
    """Return the drawing of one side of a counter whose short edge is ``size_mm`` long."""
    from jdgtools.render.counters.face import draw_face

    return draw_face(spec, size_mm, theme)
