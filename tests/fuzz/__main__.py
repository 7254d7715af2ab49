"""`python -m tests.fuzz`: damaged projects and archives, and what jdgtools says of them."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tests.fuzz import cases
from tests.fuzz.campaign import by_operator, replay, run_jobs, table
from tests.fuzz.judge import DEFECTS, Verdict


def main() -> int:
    """Runs the campaign; exit code 1 if it found a defect, a slip of which nothing is said, or one that is called harmless and reported."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000, help="damaged files [default: 10000]")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other damage [default: 1]")
    parser.add_argument(
        "--kind", action="append", choices=cases.KINDS, default=[], help="only this kind; may be repeated"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes [default: 1]")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep defects and silent cases there")
    parser.add_argument("--replay", metavar="CASE", help="make one case, such as yaml:17, and run it")
    parser.add_argument("--show", action="append", choices=[v.name.lower() for v in Verdict], default=[],
                        help="list the cases of a verdict too")  # fmt: skip
    options = parser.parse_args()
    # A second import of numpy's threads would keep the commands from copying themselves.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if options.replay:
        folder = (options.keep or Path(tempfile.mkdtemp(prefix="jdg-case-"))) / options.replay.replace(
            ":", "-"
        )
        print(replay(options.replay, options.seed, folder))
        return 0
    names = cases.names(options.cases, tuple(options.kind))
    reasons: dict[str, str] = {}
    if not options.kind or "slip" in options.kind:
        from tests.fuzz.catalogue import slip_names, slips

        names += slip_names()
        reasons = {
            name: slip.harmless for name, slip in zip(slip_names(), slips(), strict=True) if slip.harmless
        }
    begin, found = time.monotonic(), []
    # An interrupt ends the campaign with the table of what was done; a shell's job in the background ignores it.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        for result in run_jobs(names, options.seed, options.jobs, options.keep):
            found.append(result)
            if result.verdict in DEFECTS:
                print(
                    f"{result.verdict.value}: {result.name} ({result.base} {result.file}, {result.operator}): {result.detail}"
                )
            if len(found) % 500 == 0:
                print(f"{len(found)} of {len(names)}, {time.monotonic() - begin:.0f} s", file=sys.stderr)
            sys.stdout.flush()
    if not found:
        return 1
    print(table(found))
    for verdict in Verdict:
        if verdict is Verdict.SILENT or verdict.name.lower() in options.show:
            print(by_operator(found, verdict))
    # A reason why nothing needs to be said is a wrong one once something is said.
    outdated = [r for r in found if r.name in reasons and r.verdict is not Verdict.HARMLESS]
    for result in found:
        if result.name in reasons:
            what = "called harmless, and reported" if result in outdated else "harmless"
            print(f"{what}: {result.operator}: {reasons[result.name]}")
    print(f"{len(found)} cases in {time.monotonic() - begin:.0f} s, seed {options.seed}")
    unsaid = [r for r in found if r.name.startswith("slip:") and r.verdict is Verdict.SILENT]
    return 1 if unsaid or outdated or any(result.verdict in DEFECTS for result in found) else 0


if __name__ == "__main__":
    sys.exit(main())
