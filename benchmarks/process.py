"""Whole processes, as a designer waits for them; beside the bare interpreter and bare parsers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.base import Benchmark, Work

ROOT = Path(__file__).parent.parent
BATTLE = "scenarios/rolica-1808"
PARSE = (
    "import yaml, csv, pathlib\n"
    f"for p in sorted(pathlib.Path({BATTLE!r}).rglob('*')):\n"
    "    if p.suffix == '.yaml': yaml.load(p.read_text('utf-8'), Loader=yaml.CSafeLoader)\n"
    "    if p.suffix == '.csv': list(csv.reader(p.open(encoding='utf-8')))\n"
)


def _run(*arguments: str, cache: str = "off") -> Work:
    # As installed: with compiled modules, whatever the shell says about writing them.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["JDG_CACHE"] = cache

    def work() -> None:
        subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, check=True, capture_output=True, env=environment
        )

    return work


def _build() -> Work:
    def work() -> None:
        folder = tempfile.mkdtemp()
        try:
            # Nothing is kept from before, and what is made is kept for later.
            _run("-m", "jdgtools", "build", BATTLE, "-q", "-o", f"{folder}/out", cache=f"{folder}/cache")()
        finally:
            shutil.rmtree(folder)

    return work


def _again(change: bool) -> Work:
    """A second build, after one more strength point for the first unit."""
    folder = tempfile.mkdtemp()
    shutil.copytree(ROOT / BATTLE, f"{folder}/battle")
    command = ("-m", "jdgtools", "build", f"{folder}/battle", "-q", "-o", f"{folder}/out")
    build = _run(*command, cache=f"{folder}/cache")
    build()
    if change:
        table = Path(folder, "battle", "oob.csv")
        head, first, rest = table.read_text(encoding="utf-8").split("\n", 2)
        cells = first.split(",")
        place = head.split(",").index("strength")
        cells[place] = str(int(cells[place]) + 1)
        table.write_text("\n".join((head, ",".join(cells), rest)), encoding="utf-8")

    def work() -> None:
        try:
            build()
        finally:
            shutil.rmtree(folder)

    return work


def _read_products() -> Work:
    """Writing the same bytes again, compressed: what the outputs cost without making them."""
    from jdgtools.building import build
    from jdgtools.loading import check

    folder = Path(tempfile.mkdtemp())
    build(check(ROOT / BATTLE), folder / "out")
    contents = [p.read_bytes() for p in sorted((folder / "out").iterdir())]
    shutil.rmtree(folder)

    def work() -> None:
        import zlib

        for content in contents:
            zlib.compress(content, 6)

    return work


BENCHMARKS = (
    Benchmark(
        "jdg --help, whole process",
        lambda: _run("-m", "jdgtools", "--help"),
        "python -c pass",
        lambda: _run("-c", "pass"),
        repeat=7,
        aim="< 0.15 s",
    ),
    Benchmark(
        "jdg check on Roliça, whole process",
        lambda: _run("-m", "jdgtools", "check", BATTLE),
        "PyYAML and csv read the same files, nothing checked",
        lambda: _run("-c", PARSE),
        repeat=7,
        aim="< 0.2 s",
    ),
    Benchmark(
        "jdg build of Roliça, whole process, cold",
        _build,
        "zlib compresses the products' bytes",
        _read_products,
        repeat=3,
        aim="< 2 s",
    ),
    Benchmark("jdg build again, nothing changed", lambda: _again(False), "-"),
    Benchmark("jdg build again, one unit changed", lambda: _again(True), "-", aim="< 0.5 s"),
)
