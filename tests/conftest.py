"""For all tests."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from jdgtools.untrusted import budget
from tests.bundled import cache_of_run

# Builds of the tests make everything themselves and leave nothing with the user.
os.environ["JDG_CACHE"] = "off"

# Here, before there are other processes, which then have the same.
cache_of_run()

# How long an example takes depends on what else the machine does.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


def pytest_collection_finish() -> None:
    """Keep the garbage collector away from what lives as long as the tests: twenty thousand of them.

    It looks less often for what is left, too, as in `jdg` itself.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def pytest_runtest_setup() -> None:
    """Begin every test as a command of its own, which has the whole time for slow files."""
    budget.begin()


Changed = Callable[..., Path]
"""Copies a bundled battle and changes it."""


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """Copies a bundled battle and changes it: (file, text, other text) triples."""

    def make(name: str, *edits: tuple[str, str, str]) -> Path:
        folder = tmp_path / name
        shutil.copytree(Path(__file__).parents[1] / "scenarios" / name, folder)
        for file, old, new in edits:
            path = folder / file
            text = path.read_text(encoding="utf-8")
            assert text.count(old) == 1, (file, old)
            path.write_text(text.replace(old, new), encoding="utf-8")
        return folder

    return make


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Return a browser without a window; closed after each module, for it brings an event loop along."""
    # The headless shell is the same browser without its window: two thirds of the processor time.
    programs = (shutil.which(name) for name in ("chromium-headless-shell", "chromium", "chromium-browser"))
    if (program := next(filter(None, programs), None)) is None:
        pytest.skip("there is no Chromium: apt-get install chromium-headless-shell")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as player:
        browser = player.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()
