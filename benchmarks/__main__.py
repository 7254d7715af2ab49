"""Runs benchmarks and prints a table: ours, yardstick, ratio, memory of the process."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from benchmarks.base import Benchmark, best_of, processor_time

FOLDER = Path(__file__).parent
_PROCESSOR = "--processor"


def _modules() -> list[str]:
    return sorted(p.stem for p in FOLDER.glob("*.py") if not p.stem.startswith("_") and p.stem != "base")


def _all(module: str) -> tuple[Benchmark, ...]:
    found: tuple[Benchmark, ...] = getattr(import_module(f"benchmarks.{module}"), "BENCHMARKS", ())
    return found


def _measure(benchmark: Benchmark, clock: Callable[[], float]) -> dict[str, float | None]:
    """In a process of its own, so that memory is that of this work alone."""
    ours = best_of(benchmark.ours, benchmark.repeat, clock)
    memory: float | None
    try:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        memory = peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
    except ImportError:  # Windows
        memory = None
    theirs = benchmark.seconds
    if benchmark.theirs is not None:
        theirs = best_of(benchmark.theirs, benchmark.repeat, clock) / benchmark.scale
    return {"ours": ours, "theirs": theirs, "memory": memory}


def _seconds(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"


def main(names: list[str]) -> int:
    """Measures what the names choose (all when there are none); every name is part of a benchmark's name.

    With `--processor` first it is processor time instead of the clock's, for a machine that others use.
    """
    processor = names[:1] == [_PROCESSOR]
    names = names[1:] if processor else names
    if names[:1] == ["--one"]:
        module, number = names[1], int(names[2])
        clock = processor_time if processor else time.perf_counter
        print(json.dumps(_measure(_all(module)[number], clock)))
        return 0
    rows = [["benchmark", "ours", "yardstick", "", "ratio", "memory", "aim"]]
    for module in _modules():
        for number, benchmark in enumerate(_all(module)):
            if names and not any(name in f"{module} {benchmark.name}" for name in names):
                continue
            how = [_PROCESSOR] if processor else []
            command = [sys.executable, "-m", "benchmarks", *how, "--one", module, str(number)]
            done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=FOLDER.parent)
            if done.returncode:
                rows.append([benchmark.name, "failed", done.stderr.strip().splitlines()[-1][:60], *[""] * 4])
                continue
            found = json.loads(done.stdout)
            ratio = "-" if found["theirs"] is None else f"{found['theirs'] / found['ours']:.1f}x"
            memory = "-" if found["memory"] is None else f"{found['memory']:.0f} MB"
            rows.append(
                [
                    benchmark.name,
                    _seconds(found["ours"]),
                    benchmark.yardstick,
                    _seconds(found["theirs"]),
                    ratio,
                    memory,
                    benchmark.aim,
                ]
            )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
