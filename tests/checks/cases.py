"""Applies a case to a copy of its base battle and runs the checks over it."""

from __future__ import annotations

import shutil
from base64 import b64decode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.loading import check

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The cases are more than a thousand files."""


@dataclass(frozen=True)
class Case:
    """One YAML file of a check folder."""

    path: Path
    content: dict[str, Any]

    @classmethod
    def read(cls, path: Path) -> Case:
        """Return the case of a file."""
        return cls(path, yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER))

    @property
    def code(self) -> str:
        return self.path.parent.name

    @property
    def name(self) -> str:
        return f"{self.code}/{self.path.stem}"


@cache
def all_cases() -> tuple[Case, ...]:
    """Every case below this folder, sorted."""
    return tuple(Case.read(path) for path in sorted(HERE.glob("*/*.yaml")))


def base_folder(name: str) -> Path:
    """The folder of a base battle."""
    for parent in (ROOT / "scenarios", ROOT / "tests" / "battles"):
        if (parent / name).is_dir():
            return parent / name
    raise AssertionError(f"no base battle {name!r}")


def apply(case: Case, folder: Path) -> Path:
    """Return the copy of a base battle with the edits of a case, made in `folder`."""
    target = folder / "battle"
    shutil.copytree(base_folder(case.content["base"]), target)
    for edit in case.content.get("edits", ()):
        path = target / edit["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        if "base64" in edit:
            path.write_bytes(b64decode(edit["base64"]))
            continue
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if "replace" in edit:
            count = text.count(edit["replace"])
            assert count == 1, f"{case.name}: {edit['replace']!r} occurs {count} times in {edit['file']}"
            text = text.replace(edit["replace"], edit["with"])
        elif "append" in edit:
            text += edit["append"]
        else:
            text = edit["content"]
        path.write_text(text, encoding="utf-8")
    return target


def run(case: Case, folder: Path) -> list[Diagnostic]:
    """All diagnostics of the damaged copy; the copy is made in `folder`."""
    target = apply(case, folder)
    strict = bool(case.content.get("strict_charts"))
    return list(check(target, strict_charts=strict).report)


def line(problem: Diagnostic, folder: Path) -> str:
    """How `expect` shows a diagnostic."""
    place = str(problem.span) if problem.span else "-"
    prefix = f"{(folder / 'battle').as_posix()}/"
    return f"{place.replace(prefix, '')} {problem.severity.label} {problem.message}"


def words(problems: Iterable[Diagnostic], folder: Path) -> list[str]:
    """All that diagnostics say beside their message, a line each: `words.txt` of a code has them."""
    lines = []
    for d in problems:
        lines.append(line(d, folder))
        fields = (
            ("found", d.found), ("expected", d.expected), ("hint", d.hint), ("subject", d.subject),
            ("rules", ", ".join(d.rules)),
        )  # fmt: skip
        lines += [f"  {name}: {text}" for name, text in fields if text]
        lines += [f"  {r.span!s}: {r.message}" for r in d.related]
    prefix = f"{(folder / 'battle').as_posix()}/"
    return [entry.replace(prefix, "") for entry in lines]


def words_of_folder(code: str) -> dict[str, list[str]]:
    """Case of a code -> its lines in `words.txt`."""
    path = HERE / code / "words.txt"
    if not path.is_file():
        return {}
    cases: dict[str, list[str]] = {}
    for entry in path.read_text(encoding="utf-8").splitlines():
        if entry.startswith("# "):
            cases[entry[2:]] = []
        elif entry:
            cases[list(cases)[-1]].append(entry)
    return cases


def unexpected(case: Case, found: list[Diagnostic]) -> list[str]:
    """Errors of other codes that the case does not announce."""
    allowed = {case.code, *case.content.get("also", ())}
    return [f"{d.code} {d.message}" for d in found if d.severity is Severity.ERROR and d.code not in allowed]
