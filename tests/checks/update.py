"""Writes `expect` and `also` of bad cases and `words.txt` anew: `python -m tests.checks.update [CODE ...]`.

A bad case that does not give its code stays as it is, and the command ends with 1.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from jdgtools.diagnostics.diagnostic import Severity
from tests.checks.cases import HERE, all_cases, line, run, words


def main(codes: list[str]) -> int:
    texts: dict[str, list[str]] = {}
    silent = 0
    for case in all_cases():
        if (codes and case.code not in codes) or not case.path.stem.startswith("bad"):
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            found = run(case, folder)
            problems = [d for d in found if d.code == case.code]
            mine = [line(d, folder) for d in problems]
            if not mine:
                print(f"{case.name} does not give its code: is the check among those that run?")
                silent = 1
                continue
            texts.setdefault(case.code, []).append(
                "\n".join([f"# {case.path.stem}", *words(problems, folder), ""])
            )
        also = sorted({d.code for d in found if d.severity is Severity.ERROR} - {case.code})
        text = case.path.read_text(encoding="utf-8")
        text = re.sub(r"(?ms)^(expect|also):.*?(?=^\S|\Z)", "", text).rstrip("\n") + "\n"
        text += "expect:\n" + "".join(f"  - {quoted(entry)}\n" for entry in mine)
        if also:
            text += f"also: [{', '.join(also)}]\n"
        case.path.write_text(text, encoding="utf-8")
    for code, parts in texts.items():
        (HERE / code / "words.txt").write_text("\n".join(parts), encoding="utf-8")
    return silent


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
