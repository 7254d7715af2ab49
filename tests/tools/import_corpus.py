"""How well modules of others are imported: `python -m tests.tools.import_corpus FOLDER [--truth FOLDER]`.

Runs `jdg import` over every module of a folder (it fetches nothing) and prints a line for each: pieces that
became units, leaders and markers, ratings, formations, placements in hexes, setups read of all, hexes with
terrain, what was not converted by class, processor time and memory. With `--truth` what a folder of truth tables
says of the modules is compared too (`import_truth` has their format): kinds with recall and precision, sides,
formations, ratings, and the pieces that lie in hexes. `--only NAME,NAME` takes some modules of the folder.
"""

from __future__ import annotations

import argparse
import csv
import resource
import subprocess
import sys
from collections import Counter
from pathlib import Path

import yaml

from jdgtools.errors import JdgError
from jdgtools.importers.reasons import VERBATIM
from jdgtools.importers.vassal import ImportedProject, ImportOptions, import_module
from tests.tools.import_truth import compare, read_table

LIMIT_MB = 1024
SETUPS = ("PredefinedSetup", "SavedGame")


def figures(done: ImportedProject) -> dict[str, object]:
    """Return the figures of one import."""
    pieces = read_table(done.files.get("pieces.csv", b""))
    units = read_table(done.files.get("oob.csv", b""))
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


def main(arguments: list[str]) -> int:
    """Print the figures of every module of a folder; one process each, so that its memory is its own."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="modules; with --one, a module")
    parser.add_argument("--truth", type=Path, help="folder of truth tables")
    parser.add_argument("--only", default="", help="names of modules, with commas")
    parser.add_argument("--one", action="store_true", help="the folder is a module")
    asked = parser.parse_args(arguments)
    csv.field_size_limit(2**27)
    if asked.one:
        return report_one(asked.folder, asked.truth)
    names = [name for name in asked.only.split(",") if name]
    for path in sorted(asked.folder.glob("*.vmod")):
        if not names or path.stem in names:
            truth = ["--truth", str(asked.truth)] if asked.truth else []
            command = [sys.executable, "-m", "tests.tools.import_corpus", "--one", str(path), *truth]
            subprocess.run(command, check=False)
    return 0


def report_one(path: Path, truth: Path | None) -> int:
    """Print the figures of one module."""
    from msgspec.structs import replace

    from jdgtools.vassal.limits import DEFAULT

    limits = replace(DEFAULT, total_bytes=LIMIT_MB * 2**20, entry_bytes=LIMIT_MB * 2**19)
    print(path.name)
    try:
        rules = truth / f"{path.stem}.rules.yaml" if truth is not None else None
        answers = rules if rules is not None and rules.is_file() else None
        done = import_module(path, ImportOptions(limits=limits, rules=answers))
    except JdgError as error:
        print(f"  refused: {error}")
        return 1
    used = resource.getrusage(resource.RUSAGE_SELF)
    for name, value in figures(done).items():
        print(f"  {name}: {value}")
    print(f"  time and memory: {used.ru_utime + used.ru_stime:.1f} s, {used.ru_maxrss // 1024} MB")
    if truth is not None:
        for line in compare(done, truth, path.stem).lines():
            print(f"  truth, {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
