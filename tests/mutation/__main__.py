"""Damages the program in one place at a time and asks the tests that run through that place.

    python -m tests.mutation --number 300 --seed 1 --folder /tmp/mutation

1. The tree is copied, so that work in it goes on undisturbed.
2. The tests run once with coverage, each test a context: which tests run through which line.
3. Mutants are drawn with a fixed seed, as many from each part.
4. Each is judged by the tests of its line, quickest first, as many as fit into some seconds. Dead = one of them fails,
   or they do not come to an end.
5. With `--again` the survivors are asked by tests written since and by all tests of their lines.

Results are lines of JSON, written as they come: a run that was broken off goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.mutation.parts import PARTS, TESTS, WITHOUT, modules
from tests.mutation.tracing import TRACED

ROOT = Path(__file__).parents[2]
SURVIVED = ("alive", "no test")


def main() -> None:
    """Make the run."""
    ask = argparse.ArgumentParser(prog="tests.mutation", description=__doc__.splitlines()[0])
    ask.add_argument("--number", type=int, default=300, help="mutants (default 300)")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--folder", type=Path, default=Path("/tmp/mutation"), help="where the copy goes")
    ask.add_argument("--parts", default=",".join(PARTS), help="only mutants of these, e.g. sight,keys")
    ask.add_argument("--again", action="store_true", help="judge survivors again, by more tests")
    ask.add_argument("--report", action="store_true", help="only count what the results say")
    told = ask.parse_args()
    folder = told.folder.resolve()
    out = folder / f"results-{told.seed}.jsonl"
    if not told.report:
        tree = folder / "tree"
        if not tree.exists():
            copy(tree)
        os.chdir(tree)
        if not TRACED.exists():
            trace(tree)
        if told.again:
            copy(tree, "tests")
        again = ["--again"] if told.again else []
        run(
            tree,
            "-m",
            "tests.mutation.judging",
            str(told.number),
            str(told.seed),
            str(out),
            told.parts,
            *again,
        )
    report(out)


def copy(tree: Path, folder: str = ".") -> None:
    """Copy what git knows of a folder, as it stands in the working tree, where it differs."""
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in names.splitlines():
        path, other = ROOT / name, tree / name
        if path.is_file() and not (other.is_file() and path.read_bytes() == other.read_bytes()):
            other.parent.mkdir(parents=True, exist_ok=True)
            other.write_bytes(path.read_bytes())


def run(tree: Path, *arguments: str) -> int:
    """Run Python in the copy, with a folder for drawings that the tests keep: its exit."""
    kept = tree.parent / "kept"
    kept.mkdir(exist_ok=True)
    env = os.environ | {"PYTHONPATH": str(tree), "JDG_CACHE": "off", "JDG_TEST_CACHE": str(kept)}
    return subprocess.run([sys.executable, *arguments], cwd=tree, env=env).returncode


def trace(tree: Path) -> None:
    """Run all tests that concern the parts, with each test as a context of the coverage."""
    names = [name for each in modules().values() for name in each]
    (tree / "mutation.ini").write_text("[run]\ninclude =\n" + "".join(f"    jdgtools/{n}\n" for n in names))
    left = run(
        tree, "-m", "coverage", "run", "--rcfile=mutation.ini", "-m", "pytest", "-p", "tests.mutation.tracing",
        "-p", "no:cacheprovider", *TESTS, "-k", WITHOUT,
    )  # fmt: skip
    # 1: some tests fail as they are; they are not asked about mutants.
    if left not in (0, 1):
        sys.exit("the tests do not run as they are")


def report(out: Path) -> None:
    """Count by part, and list the survivors."""
    # What was judged again stands there twice: the last verdict counts.
    results = list({(r := json.loads(line))["id"]: r for line in out.read_text().splitlines()}.values())
    for part in (*PARTS, ""):
        mine = [r for r in results if part in ("", r["part"])]
        count = Counter(r["verdict"] for r in mine)
        dead = count["dead"] + count["timeout"]
        if mine:
            percent = 100 * dead / len(mine)
            print(f"{part or 'all':12} {dead:4} of {len(mine):4} dead ({percent:.0f} %)  {dict(count)}")
    for r in results:
        if r["verdict"] in SURVIVED:
            print(f"{r['verdict']}: {r['module']}:{r['line']}  {r['old']!r} -> {r['new']!r}")


if __name__ == "__main__":
    main()
