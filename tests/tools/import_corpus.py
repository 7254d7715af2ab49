"""How well modules of others are imported: `python -m tests.tools.import_corpus FOLDER [--truth FOLDER]`.

Runs `jdg import` over every module of a folder (it fetches nothing) and prints a line for each: pieces that
became units, leaders and markers, ratings, formations, placements in hexes, setups read of all, hexes with
terrain, what was not converted by class, processor time and memory. A truth table is a CSV named as its module
with the columns `name`, `kind`, `side`, `command`, written by eye for a sample of its pieces; with `--truth`
the share of it that the import has right is printed too.
"""

from __future__ import annotations

import csv
import io
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import yaml

from jdgtools.errors import JdgError
from jdgtools.importers.reasons import VERBATIM
from jdgtools.importers.vassal import Imported, ImportOptions, import_module

LIMIT_MB = 1024
SETUPS = ("PredefinedSetup", "SavedGame")
COLUMNS = ("kind", "side", "command")


def figures(done: Imported) -> dict[str, object]:
    """Return the figures of one import."""
    pieces = table(done.files, "pieces.csv")
    units = table(done.files, "oob.csv")
    kinds = Counter(p["kind"] for p in pieces)
    scenarios = [yaml.safe_load(d) for n, d in done.files.items() if n.startswith("scenarios/")]
    setups = [f for f in done.report.findings if f.kind in SETUPS and f.note != VERBATIM["PredefinedSetup"]]
    ground = yaml.safe_load(done.files.get("map.yaml", b"{}"))
    rows = str(ground.get("terrain", ""))
    left = Counter(f.kind for f in done.report.findings if f.outcome != "converted")
    return {
        "units": kinds["unit"], "leaders": kinds["leader"], "markers": kinds["marker"],
        "with formation": sum(bool(u["command"]) for u in units),
        "with ratings": sum(any(u.get(r) for r in ("strength", "quality", "movement")) for u in units),
        "in hexes": sum(len(s["setup"]) for s in scenarios),
        "setups": f"{sum(f.outcome == 'converted' for f in setups)} of {len(setups)}",
        "hexes with terrain": sum(c.isalpha() or c == "-" for c in rows),
        "left": ", ".join(f"{n} {kind}" for kind, n in left.most_common(6)),
    }  # fmt: skip


def table(files: Mapping[str, bytes], name: str) -> list[dict[str, str]]:
    """Return the rows of a table of the project; none when there is no such file."""
    return list(csv.DictReader(io.StringIO(files.get(name, b"").decode())))


def against_truth(done: Imported, truth: Path) -> str:
    """Return how much of a truth table the import has right, column by column."""
    commands = yaml.safe_load(done.files["battle.yaml"]).get("commands", [])
    names = {c["id"]: c["name"] for c in commands}
    pieces: dict[str, list[dict[str, str]]] = {}
    for piece in table(done.files, "pieces.csv"):
        pieces.setdefault(piece["name"], []).append({**piece, "command": names.get(piece["command"], "")})
    right: Counter[str] = Counter()
    rows = table({"truth": truth.read_bytes()}, "truth")
    for row in rows:
        candidates = pieces.get(row["name"], [])
        for column in COLUMNS:
            right[column] += any(c[column] == row[column] for c in candidates)
    return ", ".join(f"{column} {right[column]} of {len(rows)}" for column in COLUMNS)


def main(arguments: list[str]) -> int:
    """Print the figures of every module of a folder; one process each, so that its memory is its own."""
    csv.field_size_limit(2**27)
    if arguments[:1] == ["--one"]:
        return report_one(Path(arguments[1]), Path(arguments[2]) if len(arguments) > 2 else None)
    truth = Path(arguments[2]) if arguments[1:2] == ["--truth"] else None
    for path in sorted(Path(arguments[0]).glob("*.vmod")):
        table_path = [str(truth / f"{path.stem}.csv")] if truth else []
        subprocess.run([sys.executable, "-m", "tests.tools.import_corpus", "--one", str(path), *table_path])
    return 0


def report_one(path: Path, truth: Path | None) -> int:
    """Print the figures of one module."""
    from msgspec.structs import replace

    from jdgtools.vassal.limits import DEFAULT

    limits = replace(DEFAULT, total_bytes=LIMIT_MB * 2**20, entry_bytes=LIMIT_MB * 2**19)
    print(path.name)
    try:
        done = import_module(path, ImportOptions(limits=limits))
    except JdgError as error:
        print(f"  refused: {error}")
        return 1
    used = resource.getrusage(resource.RUSAGE_SELF)
    for name, value in figures(done).items():
        print(f"  {name}: {value}")
    print(f"  time and memory: {used.ru_utime + used.ru_stime:.1f} s, {used.ru_maxrss // 1024} MB")
    if truth is not None and truth.is_file():
        print(f"  truth: {against_truth(done, truth)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
