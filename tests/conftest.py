"""For all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# Builds of the tests make everything themselves and leave nothing with the user.
os.environ["JDG_CACHE"] = "off"

# How long an example takes depends on what else the machine does.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
