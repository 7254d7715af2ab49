"""100,000 mistakes of one kind, one for each line: `jdg check` beside PyYAML, which reads the same file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.base import Benchmark, Work
from benchmarks.bulk import BATTLE

COUNT = 100_000
_COMPOSE = "import sys, yaml; yaml.compose(open(sys.argv[1], encoding='utf-8'), yaml.CSafeLoader)"


class Flood(NamedTuple):
    """One wrong line for a file of the teaching battle."""

    name: str
    file: str
    after: str
    """Text of the file behind which the lines stand."""
    line: str
    """`{}` is its number."""


_MAP, _SCENARIO = "map.yaml", "scenarios/battle.yaml"
FLOODS = (
    Flood(
        "unknown keys of hexsides", _MAP, "hexsides:\n", "  - {{kind: ridge, sides: [0402/S], bogus: 1}}\n"
    ),
    Flood("wrong types of hexsides", _MAP, "hexsides:\n", "  - {{kind: [1], sides: [0402/S]}}\n"),
    Flood("kinds of hexsides that lack", _MAP, "hexsides:\n", "  - {{sides: [0402/S]}}\n"),
    Flood("empty kinds of hexsides", _MAP, "hexsides:\n", "  - {{kind: '', sides: [0402/S]}}\n"),
    Flood("unknown kinds of hexsides", _MAP, "hexsides:\n", "  - {{kind: k{}, sides: [0402/S]}}\n"),
    Flood("hexsides that stand twice", _MAP, "hexsides:\n", "  - {{kind: ridge, sides: [0402/S]}}\n"),
    Flood("hexes off the map", _MAP, "hexsides:\n", "  - {{kind: ridge, sides: [9999/S]}}\n"),
    Flood("ids of places that stand twice", _MAP, "places:\n", "  - {{id: p, name: A, hex: 0101}}\n"),
    Flood("unknown keys of a file", _MAP, "format: 1\n", "bogus{}: 1\n"),
    Flood("keys that stand twice", _MAP, "format: 1\n", "credits: x\n"),
    Flood("sides", "battle.yaml", "sides:\n", "  - {{id: s{}, name: A, colour: '#123456'}}\n"),
    Flood("unknown codes", _SCENARIO, "accepts:\n", "  - {{code: ZZZ{}, reason: why}}\n"),
    Flood(
        "entries without use", _SCENARIO, "accepts:\n", "  - {{code: JDG085, for: [unit x{}], reason: why}}\n"
    ),
    Flood("unknown units in a setup", _SCENARIO, "setup:\n", "  - {{unit: x{}, hex: 0102}}\n"),
    Flood("units placed twice", _SCENARIO, "setup:\n", "  - {{unit: fr-17, hex: 0102}}\n"),
    Flood("unknown keys of a language", "lang/fr.yaml", "strings:\n", "  bogus{}: a text\n"),
)


def write_flood(folder: Path, flood: Flood, count: int = COUNT) -> None:
    """Copies the teaching battle into a folder, with so many wrong lines.

    Args:
        folder: must not exist.
        flood: what is wrong.
        count: number of lines.
    """
    shutil.copytree(BATTLE, folder)
    path = folder / flood.file
    text = path.read_text(encoding="utf-8")
    lines = "".join(flood.line.format(number) for number in range(count))
    if text.count(flood.after) != 1:
        raise ValueError(f"{flood.file} has no one place for {flood.name}")
    path.write_text(text.replace(flood.after, flood.after + lines), encoding="utf-8")


def _run(flood: Flood, command: list[str], file: str) -> Work:
    """Returns the work of a command of Python for a project with mistakes, or for one of its files."""
    scratch = Path(tempfile.mkdtemp())
    write_flood(scratch / "battle", flood)

    def work() -> None:
        try:
            subprocess.run(
                [sys.executable, *command, str(scratch / "battle" / file)],
                stdout=subprocess.DEVNULL,
                check=False,
                env={**os.environ, "JDG_CACHE": "off"},
            )
        finally:
            shutil.rmtree(scratch)

    return work


def _benchmark(flood: Flood) -> Benchmark:
    return Benchmark(
        f"jdg check, 100,000 {flood.name}, whole process",
        lambda: _run(flood, ["-m", "jdgtools", "check"], ""),
        "PyYAML composes the file, nothing checked",
        lambda: _run(flood, ["-c", _COMPOSE], flood.file),
        repeat=1,
        aim="< 5 s of processor time",
    )


BENCHMARKS = tuple(map(_benchmark, FLOODS))
