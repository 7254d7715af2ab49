"""Many cases one after the other, and the table of what became of them."""

from __future__ import annotations

import os
import pickle
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.fuzz import cases, child
from tests.fuzz.bases import PROJECTS
from tests.fuzz.cases import make_case
from tests.fuzz.judge import DEFECTS, Judge, Result, Verdict, write_files


@contextmanager
def workshop() -> Iterator[Path]:
    """A folder for a campaign, with a cache of its own; gone at the end."""
    former = os.environ.get("JDG_CACHE")
    with tempfile.TemporaryDirectory(prefix="jdg-fuzz-") as name:
        os.environ["JDG_CACHE"] = str(Path(name) / "cache")
        try:
            yield Path(name)
        finally:
            if former is None:
                del os.environ["JDG_CACHE"]
            else:
                os.environ["JDG_CACHE"] = former


def run_cases(names: Sequence[str], seed: int, keep: Path | None = None) -> Iterator[Result]:
    """The results of cases, in order; defects are kept in a folder."""
    with workshop() as folder:
        judge = Judge(folder)
        child.warm_up(judge.base(base) for base in PROJECTS if len(names) > 20)
        for name in names:
            case = make_case(name, seed)
            result = judge.judge(case)
            if keep is not None and result.verdict in (*DEFECTS, Verdict.SILENT):
                kept = keep / result.verdict.value / name.replace(":", "-")
                shutil.rmtree(kept, ignore_errors=True)
                write_files(kept / "p", case.files)
                commands = "".join(f"{' '.join(('jdg', *command))}\n" for command in case.commands)
                write_files(kept, {"case.txt": f"{result}\n{case.lines}\n{commands}".encode()})
            yield result


def run_jobs(names: Sequence[str], seed: int, jobs: int, keep: Path | None) -> Iterator[Result]:
    """As `run_cases` in several processes; the order of the results is that of their ends."""
    cases.prepare(names)
    if jobs < 2:
        yield from run_cases(names, seed, keep)
        return
    read, write = os.pipe()
    children = []
    for job in range(jobs):
        pid = os.fork()
        if pid:
            children.append(pid)
            continue
        os.close(read)
        try:
            for result in run_cases(names[job::jobs], seed, keep):
                data = pickle.dumps(result)
                # Pieces of this size are written whole or not at all, whoever else writes.
                assert len(data) < 4000
                os.write(write, len(data).to_bytes(4, "big") + data)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as stream:
        while head := stream.read(4):
            yield pickle.loads(stream.read(int.from_bytes(head, "big")))
    for pid in children:
        os.waitpid(pid, 0)


def table(results: Sequence[Result]) -> str:
    """What became of the cases, by kind."""
    counts: dict[str, Counter[Verdict]] = defaultdict(Counter)
    for result in results:
        counts[result.name.partition(":")[0]][result.verdict] += 1
    lines = ["| kind | cases | " + " | ".join(verdict.value for verdict in Verdict) + " |"]
    lines.append("| --- |" + " ---: |" * (len(Verdict) + 1))
    rows = [(kind, counts[kind]) for kind in cases.KINDS if kind in counts]
    for kind, row in [*rows, ("all", sum((row for _, row in rows), Counter()))]:
        lines.append(
            f"| {kind} | {row.total()} | " + " | ".join(str(row[verdict]) for verdict in Verdict) + " |"
        )
    slowest = max(results, key=lambda r: r.seconds)
    largest = max(results, key=lambda r: r.peak)
    lines.append(
        f"\nslowest: {slowest.name}, {slowest.seconds:.1f} s; largest: {largest.name}, {largest.peak >> 20} MiB"
    )
    return "\n".join(lines)


def by_operator(results: Sequence[Result], verdict: Verdict, most: int = 6) -> str:
    """The cases of a verdict by what was done to the file, with some examples."""
    groups: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in results:
        if result.verdict is verdict:
            groups[result.name.partition(":")[0], result.operator].append(result)
    lines = []
    for (kind, operator), group in sorted(groups.items(), key=lambda item: -len(item[1])):
        lines.append(f"{verdict.value}: {kind}, {operator}: {len(group)}")
        lines += [f"    {r.name} {r.base} {r.file}: {r.detail[:400]}" for r in group[:most]]
    return "\n".join(lines)


def replay(name: str, seed: int, folder: Path) -> Result:
    """Makes a case in a folder, says how to run it, and runs it."""
    case = make_case(name, seed)
    shutil.rmtree(folder, ignore_errors=True)
    write_files(folder / "p", case.files)
    print(f"{case.operator} in {case.file}, lines {sorted(case.lines) or 'unknown'}")
    print(f"cd {folder}")
    for command in case.commands:
        print(" ".join(("jdg", *command)) if command[0] != "load" else
              f"python -c 'import jdgtools.package.load as x; x.load(\"{command[1]}\")'")  # fmt: skip
    sys.stdout.flush()
    return next(run_cases([name], seed))
