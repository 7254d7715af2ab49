"""Which tests run through which line: a plugin of pytest for the one run with `coverage` before all mutants.

    coverage run -m pytest -p tests.mutation.tracing tests/unit/hexgrid

Every test (with its parameters, its setup and its teardown) is a context of the coverage. What the tests make once and keep
for each other (`functools.cache`) is a context of its own, which counts for each test that looks at it. What each of
them took and used stands in `tests.json` afterwards.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import coverage
import msgspec
import pytest

TRACED = Path("tests.json")
"""Name -> `Traced`, in the folder in which the tests run."""


class Traced(msgspec.Struct):
    """A test, or a thing that tests keep for each other."""

    seconds: float = 0
    """Processor time without that of things that are kept: what else the machine does is not in it."""
    passed: bool = True
    """False: it fails as it is, and is not asked about mutants."""
    uses: list[str] = []
    """Things that are kept which it looks at."""


_found: dict[str, Traced] = {}
_open: list[str] = []
"""What runs: a test, and what it makes for all."""
_since = 0.0


def _turn() -> None:
    """Count the time since the last turn for what runs, and tell the coverage what runs from now on."""
    global _since
    now = sum(os.times()[:4])
    if _open:
        _found[_open[-1]].seconds += now - _since
    _since = now


@contextmanager
def _running(name: str) -> Iterator[None]:
    measured = coverage.Coverage.current()
    assert measured is not None
    _turn()
    _open.append(name)
    _found.setdefault(name, Traced())
    measured.switch_context(name)
    try:
        yield
    finally:
        _turn()
        _open.pop()
        measured.switch_context(_open[-1] if _open else "")


_real_cache = functools.cache


def _cache(function: Callable[..., Any]) -> Any:
    """Take the place of `functools.cache`, and remember who looks at what a function of the tests has made."""
    if not function.__module__.startswith("tests."):
        return _real_cache(function)

    @_real_cache
    def made(*arguments: Any, **named: Any) -> Any:
        with _running(_name(function, arguments, named)):
            return function(*arguments, **named)

    @functools.wraps(function)
    def asked(*arguments: Any, **named: Any) -> Any:
        if _open and (name := _name(function, arguments, named)) not in _found[_open[-1]].uses:
            _found[_open[-1]].uses.append(name)
        return made(*arguments, **named)

    return asked


def _name(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> str:
    said = ", ".join([*map(repr, arguments), *(f"{name}={value!r}" for name, value in named.items())])
    return f"{function.__module__}.{function.__qualname__}({said})"[:200]


def pytest_configure() -> None:
    """Watch what tests keep, before any of them is imported."""
    functools.cache = _cache


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure a test under its own name."""
    with _running(item.nodeid):
        return (yield)  # type: ignore[return-value]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember which tests fail as they are."""
    if report.failed:
        _found[report.nodeid].passed = False


def pytest_sessionfinish() -> None:
    """Write what was found, beside what earlier runs have found (`coverage run --append`)."""
    known = msgspec.json.decode(TRACED.read_bytes()) if TRACED.exists() else {}
    TRACED.write_bytes(msgspec.json.format(msgspec.json.encode(known | _found), indent=0))
