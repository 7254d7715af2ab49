"""Writes what `jdg diff` says of each case: `python -m tests.unit.diff.update`; read it before you keep it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import yaml

from tests.unit.diff.damage import CASES, read_cases, says


class _Block(str):
    """A text that is written as a block."""


yaml.SafeDumper.add_representer(
    _Block, lambda d, s: d.represent_scalar("tag:yaml.org,2002:str", s, style="|")
)


def main() -> None:
    cases = read_cases()
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            case["says"] = _Block(says(case, Path(folder)))
    head = CASES.read_text(encoding="utf-8").splitlines()[0]
    text = yaml.safe_dump(cases, sort_keys=False, allow_unicode=True, width=110)
    CASES.write_text(f"{head}\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main()
