"""A battle with 100,000 mistakes: the processor time of the whole command, beside that of one without any."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.base import Benchmark, Work

ROOT = Path(__file__).parent.parent
BATTLE = ROOT / "scenarios" / "teaching-jdg"
_ROWS = 25_000
_FAULTS = {
    "types": {"strength": "many", "cohesion": "high", "shock": "much", "movement": "fast"},
    "names": {"side": "s{}", "command": "c{}", "type": "t{}", "nationality": "n{}"},
    "none": {},
}
"""What is wrong in each row, four things; `{}` is its number."""


def write_bulk(folder: Path, suffix: str, faults: str = "types", rows: int = _ROWS) -> None:
    """Copies the teaching battle into a folder, with so many more units.

    Args:
        folder: must not exist.
        suffix: of the file that holds the units: csv, json or yaml.
        faults: what is wrong with each of them, a key of `_FAULTS`.
        rows: number of units.
    """
    shutil.copytree(BATTLE, folder)
    table = (folder / "oob.csv").read_text(encoding="utf-8")
    units = list(csv.DictReader(io.StringIO(table)))
    model = dict(units[1])
    for number in range(rows):
        wrong = {key: value.format(number) for key, value in _FAULTS[faults].items()}
        units.append({**model, "id": f"u{number}", "name": f"Unit {number}", "short": str(number), **wrong})
    if suffix == "csv":
        with (folder / "oob.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, list(model), lineterminator="\n")
            writer.writeheader()
            writer.writerows(units)
        return
    typed = [
        {k: int(v) if v.isdecimal() and k != "short" else v for k, v in unit.items() if v} for unit in units
    ]
    lines = [json.dumps(unit, ensure_ascii=False) for unit in typed]
    text = "[\n" + ",\n".join(lines) + "\n]\n" if suffix == "json" else "".join(f"- {one}\n" for one in lines)
    (folder / f"oob.{suffix}").write_text(text, encoding="utf-8")
    (folder / "oob.csv").unlink()
    root = (folder / "battle.yaml").read_text(encoding="utf-8")
    root = root.replace("oob: [oob.csv]", f"oob: [oob.{suffix}]")
    (folder / "battle.yaml").write_text(root, encoding="utf-8")


def processor_seconds(folder: Path, style: str = "text") -> float:
    """Processor time of `jdg check`, the whole process; what other programs do hardly counts."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "jdgtools", "check", str(folder), "--format", style],
        stdout=subprocess.DEVNULL,
        check=False,
        env={**os.environ, "JDG_CACHE": "off"},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _check(suffix: str, faults: str) -> Work:
    folder = Path(tempfile.mkdtemp()) / "battle"
    write_bulk(folder, suffix, faults)

    def work() -> None:
        try:
            print(f"{suffix}, {faults}: {processor_seconds(folder):.2f} s of processor time", file=sys.stderr)
        finally:
            shutil.rmtree(folder.parent)

    return work


def _benchmark(suffix: str, faults: str, what: str) -> Benchmark:
    return Benchmark(
        f"jdg check, 100,000 {what} in {suffix.upper()}, whole process",
        lambda: _check(suffix, faults),
        "the same 25,000 units without a mistake",
        lambda: _check(suffix, "none"),
        repeat=2,
        aim="< 5 s of processor time",
    )


BENCHMARKS = (
    _benchmark("csv", "types", "wrong values"),
    _benchmark("yaml", "types", "wrong values"),
    _benchmark("json", "types", "wrong values"),
    _benchmark("csv", "names", "unknown names"),
)
