"""The cyclic garbage collector, for work that makes many objects and hardly any cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_has_frozen = False
"""Whether somebody has frozen objects; looked for until seen, since to count many takes long."""


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep the collector from looking at hundreds of thousands of objects time and again.

    What belongs to no cycle is freed as ever, as soon as nobody uses it.
    """
    global _has_frozen
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            # What lives counts as old: else the next new object would have all of it looked at, often just
            # before the end of the program. What somebody has frozen stays frozen.
            _has_frozen = _has_frozen or gc.get_freeze_count() > 0
            if not _has_frozen:
                gc.freeze()
                gc.unfreeze()
            gc.enable()
