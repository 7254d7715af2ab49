"""For all tests."""

from __future__ import annotations

import os

# Builds of the tests make everything themselves and leave nothing with the user.
os.environ["JDG_CACHE"] = "off"
