"""The module that a project keeps, written again."""

from __future__ import annotations

from dataclasses import replace

from jdgtools.exporters.base import BuildContext, Loss
from jdgtools.vassal.folder import read_kept
from jdgtools.vassal.limits import DEFAULT

_LARGEST = 2 * 2**30
"""The user's own project may hold what he allowed when he imported it."""


def kept_module(context: BuildContext) -> tuple[bytes, list[Loss]]:
    """Return the module of a project with `module: kept`, and what of the battle it does not show.

    Raises:
        InputRefused: the copy is damaged.
    """
    limits = replace(
        DEFAULT, total_bytes=_LARGEST, entry_bytes=_LARGEST // 2, entries=100_000, xml_elements=1_200_000
    )
    return read_kept(context.project, limits).data(), []
