"""For tests of imports."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from jdgtools.importers import counter_digits


@pytest.fixture(scope="session", autouse=True)
def shapes_found_once() -> Iterator[None]:
    """The same modules are looked at by many tests: what is printed on a picture is found once for all of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counter_digits, "find_shapes", cache(counter_digits.find_shapes))
        yield
