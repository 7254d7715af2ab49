"""The bundled battles, each read once for all tests of a process; nobody changes what is read.

What is drawn of them is kept for all processes of a run, where a test does not ask for one that is drawn anew.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

from jdgtools.cache import Cache
from jdgtools.loading import Loaded, load

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def cache_of_run() -> Cache:
    """Return what is kept for all processes of this run of the tests, which the first of them makes and removes."""
    variable = "JDG_TEST_CACHE"
    if variable not in os.environ:
        os.environ[variable] = tempfile.mkdtemp(prefix="jdg-tests-")
        atexit.register(shutil.rmtree, os.environ[variable], ignore_errors=True)
    return Cache(Path(os.environ[variable]))


@cache
def bundled(name: str) -> Loaded:
    """Return a bundled battle by the name of its folder."""
    return load(SCENARIOS / name)
