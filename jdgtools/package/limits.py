"""Name, version and limits of the package format (`.jdgpkg`), for its writer and its reader.

The exporter refuses to write what is beyond them, `load` to read it.
"""

from __future__ import annotations

FORMAT = "jdgpkg"
"""Value of `format` in every package."""
VERSION = 1
"""The version that this jdgtools writes, and the newest that it reads."""
SUFFIX = ".jdgpkg"
MAX_BYTES = 64 * 1024 * 1024
"""A larger file is refused before it is read."""
MAX_HEXES = 40_000
"""A larger map is refused: its sight bits alone would not fit."""
MAX_SIDE = 1_000
"""Most columns or rows."""
