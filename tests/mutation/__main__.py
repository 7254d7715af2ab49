"""Damages the program in one place at a time and asks the tests that run through that place.

    nice python -m tests.mutation --number 300 --seed 1 --out results.jsonl

1. The tree is copied, so that work in it goes on undisturbed.
2. The tests run once with coverage, each test a context: which tests run through which line.
3. Mutants are drawn with a fixed seed, as many from each part as its share of places.
4. Each is judged by the tests of its line, quickest first, at most so many of them. Dead = one of them fails, or
   they do not come to an end.
5. With `--again` the survivors are asked by all tests of their lines, wherever those stand.

Results are lines of JSON, written as they come: a run that was broken off goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

from tests.mutation.mutants import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
PARTS = {
    "movement": ["derived/reach.py", "derived/class_mover.py", "derived/steps.py", "series/terrain_index.py",
                 "series/jdg/movement.py", "series/jdg/occupancy.py", "series/jdg/unit_moves.py",
                 "series/mpbs/movement.py", "series/mpbs/unit_moves.py", "series/mpbs/mover.py", "series/mpbs/neighbours.py",
                 "series/afe/movement.py", "series/afe/unit_moves.py", "series/afe/neighbours.py"],
    "sight": ["hexgrid/line.py", "hexgrid/lines_np.py", "hexgrid/walk.py", "hexgrid/grid.py", "derived/los.py",
              "series/jdg/sight.py", "series/jdg/sight_np.py", "series/mpbs/sight.py", "series/mpbs/sight_np.py",
              "series/afe/sight.py", "series/afe/sight_np.py"],
    "zones": ["series/jdg/zoc.py", "derived/zones.py", "series/mpbs/footprint.py"],
    "stacking": ["series/jdg/checks/stack_rules.py", "series/afe/checks/stacking.py",
                 "series/mpbs/checks/stacking.py"],
    "package": ["exporters/jdgpkg/ground.py", "exporters/jdgpkg/pieces.py", "exporters/jdgpkg/play.py"],
    "keys": ["cache.py", "canonical.py", "exporters/booklet/whole_booklet.py", "exporters/map.py", "exporters/aids.py"],
    "imposition": ["render/sheets/impose.py", "render/sheets/layout.py", "render/sheets/tiles.py"],
    "module": ["exporters/module/victory.py", "exporters/module/grid.py", "exporters/module/setups.py",
               "exporters/module/stacks.py", "vassal/components.py", "vassal/savebuilder.py",
               "vassal/piece_templates.py"],
}  # fmt: skip
"""Part -> modules below `jdgtools`."""
TESTS = [
    *(f"tests/unit/{name}" for name in (
        "derived", "series", "hexgrid", "package", "exporters_print", "exporters_vassal", "exporters_aids",
        "render/test_sheets.py", "render/test_tiles.py", "render_counters/test_sheets.py", "vassal", "test_cache.py", "test_canonical.py", "test_rebuild.py",
        "test_building.py", "render_map/test_sheet.py",
    )),
    "tests/property", "tests/checks",
]  # fmt: skip
"""Tests that concern the parts; what is not there is passed over."""
OWN = {
    "movement": ("unit/series", "unit/derived", "property", "checks"),
    "sight": ("unit/series", "unit/hexgrid", "unit/derived", "property"),
    "zones": ("unit/series", "unit/derived", "checks"),
    "stacking": ("unit/series", "checks"),
    "package": ("unit/package",),
    "keys": (
        "unit/test_cache.py",
        "unit/test_canonical.py",
        "unit/test_rebuild.py",
        "unit/exporters_aids/test_aids_rebuild.py",
    ),
    "imposition": ("unit/render", "unit/exporters_print"),
    "module": ("unit/exporters_vassal", "unit/vassal"),
}
"""Part -> where its own tests stand, below `tests`; only they are asked."""
CASES = "tests/checks/test_cases.py"
MAX_TESTS = 40
"""Tests asked about one mutant."""
MAX_FILES = 3
"""Files of tests asked as a whole about one that no test of its line has noticed."""
MAX_SECONDS = 240
SURVIVED = ("alive", "no test")


def main() -> None:
    """Makes the run."""
    ask = argparse.ArgumentParser(prog="tests.mutation", description=__doc__.splitlines()[0])
    ask.add_argument("--number", type=int, default=300, help="mutants (default 300)")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--jobs", type=int, default=1, help="mutants judged at a time (default 1)")
    ask.add_argument("--folder", type=Path, default=Path("/tmp/mutation"), help="where the copy goes")
    ask.add_argument("--out", type=Path, default=None, help="results, a line each (folder/results.jsonl)")
    ask.add_argument(
        "--again", action="store_true", help="judge survivors again, by all tests of their lines"
    )
    ask.add_argument("--report", action="store_true", help="only count what the results say")
    told = ask.parse_args()
    out = told.out or told.folder / "results.jsonl"
    if told.report:
        report(out)
        return
    tree = told.folder / "tree"
    if not tree.exists():
        copy(tree)
    if not (tree / "trace.txt").exists():
        trace(tree)
    lines = contexts(tree)
    done = {json.loads(line)["id"] for line in out.read_text().splitlines()} if out.exists() else set()
    if told.again:
        results = [json.loads(line) for line in out.read_text().splitlines()]
        done -= {result["id"] for result in results if result["verdict"] in SURVIVED}
        copy(tree, "tests")
    mutants = [mutant for mutant in draw(tree, told.number, told.seed) if mutant.id not in done]
    trees = copies(tree, told.jobs)
    with ThreadPoolExecutor(told.jobs) as pool, out.open("a") as file:
        for result in pool.map(lambda mutant: judge_in_turn(trees, mutant, lines, told.again), mutants):
            file.write(json.dumps(result) + "\n")
            file.flush()
    report(out)


def copies(tree: Path, number: int) -> Queue[Path]:
    """The tree and further copies of it, each for one mutant at a time."""
    trees: Queue[Path] = Queue()
    trees.put(tree)
    for n in range(2, number + 1):
        copy = tree.with_name(f"tree{n}")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(tree, copy, symlinks=True)
        trees.put(copy)
    return trees


def judge_in_turn(
    trees: Queue[Path], mutant: Mutant, lines: dict[str, dict[int, list[str]]], every: bool
) -> dict[str, object]:
    """Judges a mutant in the next tree that is free."""
    tree = trees.get()
    try:
        return judge(tree, mutant, lines, every)
    finally:
        trees.put(tree)


def copy(tree: Path, folder: str = ".") -> None:
    """Copies what git knows of a folder, as it stands in the working tree, where it differs."""
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in names.splitlines():
        if (ROOT / name).is_file() and not _alike(ROOT / name, tree / name):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)


def _alike(path: Path, other: Path) -> bool:
    return other.is_file() and path.read_bytes() == other.read_bytes()


def run(tree: Path, *arguments: str, seconds: float) -> subprocess.CompletedProcess[bytes] | None:
    """Python in the copy; None when it took too long."""
    env = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "JDG_CACHE": "off"}
    try:
        return subprocess.run(
            [sys.executable, *arguments], cwd=tree, env=env, capture_output=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return None


def trace(tree: Path) -> None:
    """Runs all tests that concern the parts, with each test as a context of the coverage."""
    (tree / "mutation.ini").write_text(
        "[run]\nsource = jdgtools\ndynamic_context = test_function\nparallel = False\n"
    )
    found = run(
        tree, "-m", "coverage", "run", "--rcfile=mutation.ini", "-m", "pytest", "-q", "-p", "no:cacheprovider",
        "-p", "no:randomly", "--durations=0", "-vv", "--deselect", "tests/unit/test_imports.py",
        *(name for name in TESTS if (tree / name).exists()), seconds=14400,
    )  # fmt: skip
    text = b"" if found is None else found.stdout + found.stderr
    # 1: some tests fail as they are; they are not asked about mutants.
    if found is None or found.returncode not in (0, 1):
        sys.exit("the tests do not run as they are:\n" + text.decode("utf-8", "replace")[-2000:])
    (tree / "trace.txt").write_bytes(text)


def failing(tree: Path) -> set[str]:
    """Test functions that fail without any mutant, as pytest names them, without parameters."""
    lines = (tree / "trace.txt").read_text("utf-8", "replace").splitlines()
    return {line.split()[1].partition("[")[0] for line in lines if line.startswith(("FAILED ", "ERROR "))}


def contexts(tree: Path) -> dict[str, dict[int, list[str]]]:
    """Module -> line -> contexts (dotted names of test functions) that ran through it."""
    from coverage import CoverageData

    data = CoverageData(str(tree / ".coverage"))
    data.read()
    found: dict[str, dict[int, list[str]]] = {}
    for names in PARTS.values():
        for name in names:
            path = str(tree / "jdgtools" / name)
            by_line = data.contexts_by_lineno(path)
            found[name] = {n: sorted(c for c in tests if c) for n, tests in by_line.items()}
    return found


def draw(tree: Path, number: int, seed: int) -> list[Mutant]:
    """The mutants of a run, in the order in which they are judged: those of all parts mixed."""
    chosen = random.Random(seed)
    found: list[Mutant] = []
    for part, names in PARTS.items():
        every = [m for n in names for m in mutants_of((tree / "jdgtools" / n).read_text("utf-8"), n, part)]
        share = -(-number // len(PARTS))
        found += chosen.sample(every, min(share, len(every)))
    chosen.shuffle(found)
    return found[:number]


def judge(
    tree: Path, mutant: Mutant, lines: dict[str, dict[int, list[str]]], every: bool = False
) -> dict[str, object]:
    """Applies a mutant, asks its tests (or `every` test of its line), takes it back."""
    path = tree / "jdgtools" / mutant.module
    source = path.read_text("utf-8")
    by_line = lines[mutant.module]
    # A line that ran at the import of its module, or for a value that is kept, concerns all tests of the module.
    names = by_line.get(mutant.line) or sorted({name for tests in by_line.values() for name in tests})
    asked = nodes(tree, names, "" if every else mutant.part)
    if every:
        asked = [*new_tests(tree), *asked]
    start, verdict, killer = time.monotonic(), "no test", ""
    if asked:
        path.write_text(mutant.applied(source), "utf-8")
        try:
            for tests in questions(tree, asked, mutant.module):
                verdict, killer = ask_tests(tree, tests, MAX_SECONDS * (4 if every else 1))
                if verdict != "alive":
                    break
        finally:
            path.write_text(source, "utf-8")
    return {
        "id": mutant.id, "part": mutant.part, "module": mutant.module, "line": mutant.line,
        "old": mutant.old, "new": mutant.new, "verdict": verdict, "killer": killer,
        "tests": len(asked), "seconds": round(time.monotonic() - start, 1),
    }  # fmt: skip


def new_tests(tree: Path) -> list[str]:
    """Files of tests that were written or changed after the trace."""
    traced = (tree / "trace.txt").stat().st_mtime
    files = (path for path in (tree / "tests").rglob("test_*.py") if path.stat().st_mtime > traced)
    return sorted(path.relative_to(tree).as_posix() for path in files)


def questions(tree: Path, asked: list[str], module: str) -> Iterator[list[str]]:
    """Yield what pytest is asked, quickest first: the tests, the cases of checks, then whole files.

    What a test has made and others look at counts for the one that made it, so in the end all tests of the
    files are asked.
    """
    plain = [node for node in asked if not node.startswith(CASES)]
    stem = Path(module).stem
    each = dict.fromkeys(node.partition("::")[0] for node in plain)
    files = sorted(each, key=lambda file: stem not in file)[:MAX_FILES]
    if plain:
        yield plain
    if len(plain) < len(asked):
        series = next((code for code in ("jdg", "afe", "mpb") if f"series/{code}" in module), "")
        yield [CASES, *(["-k", series.upper()] if series else [])]
    if files:
        yield [*files, *(f"--deselect={node}" for node in sorted(failing(tree)))]


def ask_tests(tree: Path, asked: list[str], seconds: float) -> tuple[str, str]:
    """Runs tests until one fails: the verdict, and the test that failed."""
    done = run(tree, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *asked, seconds=seconds)
    if done is None:
        return "timeout", ""
    text = done.stdout.decode("utf-8", "replace")
    # 1: a test has failed, 2: a module of tests cannot be imported; all else is a mistake of this program.
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(text[-2000:])
    killer = next((x for x in text.splitlines() if x.startswith(("FAILED", "ERROR"))), "")[:160]
    return "dead" if done.returncode else "alive", killer


def nodes(tree: Path, names: list[str], part: str) -> list[str]:
    """Test functions as pytest names them: the file, and the function without its parameters.

    Quick ones first. Those of a part are at most MAX_TESTS of its own; without a part it is all of them.
    """
    found: dict[str, None] = {}
    for name in names:
        parts = name.split(".")
        if parts[0] != "tests":  # a function of the program whose name begins like that of a test
            continue
        for cut in range(len(parts) - 1, 0, -1):
            file = Path(*parts[:cut]).with_suffix(".py")
            if (tree / file).is_file():
                found["::".join([file.as_posix(), *parts[cut:]])] = None
                break
    own = tuple(f"tests/{place}" for place in OWN.get(part, ("",)))
    found = {node: None for node in found if node.startswith(own)}
    ordered = sorted(found.keys() - failing(tree), key=lambda node: (cost(node), node))
    return ordered[:MAX_TESTS] if part else ordered


def cost(node: str) -> int:
    """Quick tests first: those that build nothing."""
    slow = ("test_rebuild", "test_building", "proof/", "cli/", "exporters_vassal/", "fuzz", "test_readme")
    return next((n for n, word in enumerate(reversed(slow), 1) if word in node), 0)


def report(out: Path) -> None:
    """Counts by part, and the survivors."""
    # What was judged again stands there twice: the last verdict counts.
    results = list({(r := json.loads(line))["id"]: r for line in out.read_text().splitlines()}.values())
    for part in (*PARTS, ""):
        mine = [r for r in results if part in ("", r["part"])]
        count = Counter(r["verdict"] for r in mine)
        dead = count["dead"] + count["timeout"]
        if mine:
            print(
                f"{part or 'all':12} {dead:4} of {len(mine):4} dead ({100 * dead / len(mine):.0f} %)  {dict(count)}"
            )
    for r in results:
        if r["verdict"] in SURVIVED:
            print(f"{r['verdict']}: {r['module']}:{r['line']}  {r['old']!r} -> {r['new']!r}")


if __name__ == "__main__":
    main()
