"""The slips that designers make: what is changed, and where a message is at its place."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.fuzz.bases import Files, project
from tests.fuzz.cases import Case
from tests.fuzz.damage_text import near


class Slip(NamedTuple):
    """One slip of catalogue.yaml."""

    slip: str
    base: str
    file: str
    find: str
    put: str
    also: tuple[tuple[str, str, str], ...] = ()
    places: tuple[tuple[str, str], ...] = ()
    harmless: str = ""


@cache
def slips() -> tuple[Slip, ...]:
    """All slips, in their order."""
    text = (Path(__file__).parent / "catalogue.yaml").read_text(encoding="utf-8")
    entries: list[dict[str, Any]] = yaml.safe_load(text)
    return tuple(
        Slip(**{k: tuple(map(tuple, v)) if isinstance(v, list) else v for k, v in entry.items()})
        for entry in entries
    )


def slip_names() -> list[str]:
    """Names of the cases."""
    return [f"slip:{n}" for n in range(1, len(slips()) + 1)]


def slip_case(name: str) -> Case:
    """The case of a slip.

    Raises:
        ValueError: a text that it changes is not there, or more than once.
    """
    slip = slips()[int(name.partition(":")[2]) - 1]
    files = dict(project(slip.base))
    lines = _changed(files, slip.file, slip.find, slip.put)
    others: list[tuple[str, int]] = []
    for file, find, put in slip.also:
        others += [(file, line) for line in _changed(files, file, find, put)]
    for file, text in slip.places:
        found = [n for n, line in enumerate(files[file].decode().splitlines(), 1) if text in line]
        others += [(file, line) for line in found]
    commands = (("check", "p", "--format", "json"),)
    return Case(name, slip.base, files, slip.file, slip.slip, lines, commands, tuple(others), slip.harmless)


def _changed(files: Files, file: str, find: str, put: str) -> frozenset[int]:
    """Changes a file and returns the lines that differ."""
    text = files[file].decode()
    if text.count(find) != 1:
        raise ValueError(f"{file}: {text.count(find)} times: {find}")
    at = text.index(find)
    # What is the same at both ends of the change is not part of it.
    same = 0
    while same < min(len(find), len(put)) and find[same] == put[same]:
        same += 1
    tail = 0
    while tail < min(len(find), len(put)) - same and find[-1 - tail] == put[-1 - tail]:
        tail += 1
    files[file] = (text[:at] + put + text[at + len(find) :]).encode()
    first = text.count("\n", 0, at + same) + 1
    piece = put[same : len(put) - tail]
    # Where a line is gone, its neighbours are its place.
    return near(first - (not piece), first + piece.count("\n"))
