"""The designer's own pictures on counters."""

from __future__ import annotations

from jdgtools.render.counters.spec import Box, FaceContext, Picture


def own_art(context: FaceContext, path: str, box: Box) -> Picture | None:
    """The picture at a project path, fitted into the box; None when there is none that can be used."""
    if not path or context.project is None:
        return None
    return None
