"""The VASSAL module and saved-game format, alone: read and write `.vmod`, `.vmdx`, `.vsav`, `.vlog`.

This package knows nothing of battles or series. What it does not model it carries verbatim.
"""

from __future__ import annotations
