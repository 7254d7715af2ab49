"""The engine package: writing and loading Roliça, beside plain JSON of the same bytes."""

from __future__ import annotations

import json

from benchmarks.base import Benchmark, Work
from jdgtools.package import Package

BATTLE = "scenarios/rolica-1808"


def _package() -> Package:
    from jdgtools.exporters.package import package_of
    from jdgtools.loading import load

    found = load(BATTLE)
    assert found.battle is not None and found.series is not None and found.charts is not None
    return package_of(found.battle, found.series, found.charts, found.battle.scenarios[0])


def _content() -> bytes:
    from jdgtools.exporters.package import package_bytes

    return package_bytes(_package())


def _load() -> Work:
    from jdgtools.package import loads

    content = _content()
    return lambda: loads(content)


def _parse() -> Work:
    content = _content()
    return lambda: json.loads(content)


def _write() -> Work:
    from jdgtools.exporters.package import package_bytes

    package = _package()
    return lambda: package_bytes(package)


def _dump() -> Work:
    plain = json.loads(_content())
    return lambda: json.dumps(plain)


BENCHMARKS = (
    Benchmark(
        "load the Roliça package", _load, "json.loads, nothing checked", _parse, repeat=5, aim="< 50 ms"
    ),
    Benchmark("write the Roliça package", _write, "json.dumps", _dump, repeat=5),
)
