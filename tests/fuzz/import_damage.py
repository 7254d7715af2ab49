"""Damaged modules and what their import must say: `python -m tests.fuzz.import_damage [--cases 500] [--seed 1]`.

Each case damages a module in a way whose effect is known: an entry that is cut off, emptied, garbled, gone,
called otherwise or swapped with another; a saved game that is broken inside; a piece without its end, a prototype
that is not there; a build file of version 2 or without its end; a module in folders of its archive; the archive
itself cut or changed. It is a defect

- when anything but a refusal of one line is raised, or it takes more than ten seconds;
- when the refusal does not name the archive, and the entry where one was damaged;
- when what cannot be read is called converted, or nothing is said of it;
- when the project that comes of it has errors.

The same seed makes the same cases.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from jdgtools.diagnostics import Severity
from jdgtools.errors import InputRefused
from jdgtools.importers.vassal import ImportedProject, import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from tests.fuzz.sheets import archive, members_of
from tests.tools.habits_module import habits_module
from tests.unit.importers.modules import foreign, save

MAX_SECONDS = 10.0
BUILD, DATA = "buildFile.xml", "moduledata"
NAME = "old.vmod"


class Damage(NamedTuple):
    """A damaged module."""

    what: str
    """The kind of damage."""
    members: dict[str, bytes]
    entries: tuple[str, ...] = ()
    """Entries and parts of the build file that cannot be read now: the import must say so of each."""
    whole: bool = False
    """Whether everything must be read as if nothing had happened."""


class Verdict(NamedTuple):
    """What became of a case."""

    what: str
    entry: str
    outcome: str
    """`refused`, `said`, `whole`, `another` (it may be meant so), or `defect`."""
    detail: str = ""


@cache
def bases() -> tuple[bytes, ...]:
    """Return the modules that are damaged."""
    game = save(("Foy", 3, 60, 60, 0), ("Marcognet", 1, 160, 160, 2))
    later = save(("Foy", 3, 146, 110, 0), turn=2)
    return foreign(saves={"Noon": game, "Dusk": later}).data(), habits_module(4).data()


def _used(members: dict[str, bytes], suffix: str) -> list[str]:
    """Return the entries of a kind whose loss shows: pictures of counters and boards, saved games."""
    build = members[BUILD].decode()
    names = [n for n in sorted(members) if n.endswith(suffix)]
    return [n for n in names if n.rpartition("/")[2] in build]


def _readable(members: dict[str, bytes]) -> list[str]:
    return _used(members, ".png") + _used(members, ".vsav")


def _garbled(data: bytes, rng: random.Random) -> bytes:
    """Return bytes that are no picture, archive or text any more."""
    return bytes(rng.randrange(256) for _ in range(min(len(data), 400))) or b"?"


def cut_entry(members: dict[str, bytes], rng: random.Random) -> Damage:
    name = rng.choice(_readable(members))
    data = members[name]
    return Damage("entry cut", members | {name: data[: rng.randrange(len(data) * 4 // 5)]}, (name,))


def empty_entry(members: dict[str, bytes], rng: random.Random) -> Damage:
    name = rng.choice(_readable(members))
    return Damage("entry emptied", members | {name: rng.choice((b"", b"\0", b"\n"))}, (name,))


def garble_entry(members: dict[str, bytes], rng: random.Random) -> Damage:
    name = rng.choice(_readable(members))
    return Damage("entry garbled", members | {name: _garbled(members[name], rng)}, (name,))


def remove_entry(members: dict[str, bytes], rng: random.Random) -> Damage:
    name = rng.choice([*_readable(members), *_readable(members), BUILD])
    left = {n: data for n, data in members.items() if n != name}
    return Damage("entry removed", left, (name,))


def rename_entry(members: dict[str, bytes], rng: random.Random) -> Damage:
    name = rng.choice(_readable(members))
    folder, _, file = name.rpartition("/")
    new = rng.choice((name + "x", f"{folder}/x/{file}".lstrip("/"), f"{folder}/_{file}".lstrip("/")))
    return Damage("entry renamed", {new if n == name else n: d for n, d in members.items()}, (name,))


def swap_entries(members: dict[str, bytes], rng: random.Random) -> Damage:
    picture, game = rng.choice(_used(members, ".png")), rng.choice(_used(members, ".vsav"))
    swapped = {picture: members[game], game: members[picture]}
    return Damage("entries swapped", members | swapped, (picture, game))


def swap_alike(members: dict[str, bytes], rng: random.Random) -> Damage:
    suffix = rng.choice((".png", ".vsav"))
    one, two = rng.sample(_used(members, suffix), 2)
    return Damage("alike swapped", members | {one: members[two], two: members[one]})


def break_save(members: dict[str, bytes], rng: random.Random) -> Damage:
    """A saved game whose archive is whole and whose content is not."""
    name = rng.choice(_used(members, ".vsav"))
    inner = members_of(members[name])
    game = next(n for n in inner if n.lower().startswith("save"))
    content = inner[game]
    kind = rng.randrange(4)
    if kind == 0:
        inner[game] = content[: rng.randrange(len(content) // 2)]
    elif kind == 1:
        del inner[game]
    elif kind == 2:
        inner[game] = _garbled(content, rng)
    else:
        inner[game] = content[:6] + b"zz" + content[8:]
    return Damage("save broken inside", members | {name: archive(inner)}, (name,))


def break_build_file(members: dict[str, bytes], rng: random.Random) -> Damage:
    data = members[BUILD]
    at = rng.randrange(60, len(data) - 20)
    broken = rng.choice(
        (data[:at], data[:at] + b"<" + data[at:], data[:at] + b"\0" + data[at:], b"", b"\xff\xfe")
    )
    return Damage("build file broken", members | {BUILD: broken}, (BUILD,))


def break_piece(members: dict[str, bytes], rng: random.Random) -> Damage:
    """A slot of the palette whose piece ends too early."""
    text = members[BUILD].decode()
    slots = list(
        re.finditer(r'<VASSAL\.build\.widget\.PieceSlot[^>]*entryName="([^"]+)"[^>]*>([^<]+)<', text)
    )
    slot = rng.choice(slots)
    begin, end = slot.span(2)
    broken = text[:begin] + slot[2][: rng.randrange(len(slot[2]) // 2)] + text[end:]
    return Damage("piece cut", members | {BUILD: broken.encode()}, (slot[1],))


def drop_prototype(members: dict[str, bytes], rng: random.Random) -> Damage:
    """A prototype that pieces name is called otherwise."""
    text = members[BUILD].decode()
    name = rng.choice(re.findall(r'PrototypeDefinition[^>]* name="([^"]+)"', text))
    renamed = text.replace(f' name="{name}"', f' name="{name}?"', 1)
    return Damage("prototype missing", members | {BUILD: renamed.encode()}, (name,))


def old_format(members: dict[str, bytes], rng: random.Random) -> Damage:
    """A module of version 2: a build file without an ending, no module data."""
    old = {"buildFile" if n == BUILD else n: d for n, d in members.items() if n != DATA or rng.random() < 0.3}
    return Damage("version 2", old, whole=True)


def old_and_cut(members: dict[str, bytes], rng: random.Random) -> Damage:
    damaged = cut_entry(members, rng)
    return Damage("version 2, entry cut", old_format(damaged.members, rng).members, damaged.entries)


def in_folder(members: dict[str, bytes], rng: random.Random) -> Damage:
    """A module that somebody packed with its folder, and perhaps with what his system adds."""
    folder = rng.choice(("Battle 2.1/", "old/", "a/b/"))
    nested = {folder + n: d for n, d in members.items()}
    if rng.random() < 0.4:
        nested |= {"__MACOSX/._" + BUILD: b"\0\5\x16\7", folder + ".DS_Store": b"\0\0\0\1"}
    return Damage("in a folder", nested, whole=True)


def folder_and_cut(members: dict[str, bytes], rng: random.Random) -> Damage:
    damaged = rng.choice((cut_entry, garble_entry, break_save))(members, rng)
    return Damage("in a folder, entry damaged", in_folder(damaged.members, rng).members, damaged.entries)


def break_module_data(members: dict[str, bytes], rng: random.Random) -> Damage:
    data = members[DATA]
    broken = rng.choice((data[: len(data) // 2], b"", _garbled(data, rng)))
    return Damage("module data broken", members | {DATA: broken}, (DATA,))


OPERATORS: tuple[Callable[[dict[str, bytes], random.Random], Damage], ...] = (
    cut_entry, cut_entry, empty_entry, garble_entry, remove_entry, rename_entry, swap_entries, swap_alike,
    break_save, break_save, break_build_file, break_build_file, old_format, old_and_cut, in_folder,
    folder_and_cut, break_module_data, break_piece, drop_prototype,
)  # fmt: skip


def cases(number: int, seed: int) -> Iterator[tuple[Damage, bytes]]:
    """Yield damages and the bytes of the damaged modules."""
    rng = random.Random(seed)
    for n in range(number):
        base = bases()[n % len(bases())]
        if rng.random() < 0.12:
            at = rng.randrange(len(base))
            cut = rng.random() < 0.5
            data = (
                base[:at] if cut else base[:at] + bytes([base[at] ^ (1 << rng.randrange(8))]) + base[at + 1 :]
            )
            yield Damage("archive cut" if cut else "archive changed by a bit", {}), data
            continue
        damage = rng.choice(OPERATORS)(members_of(base), rng)
        yield damage, archive(damage.members)


def judge(damage: Damage, data: bytes, folder: Path) -> Verdict:
    """Import a damaged module and say what became of it.

    Args:
        damage: what was damaged.
        data: the module.
        folder: where it is written; emptied by the caller.
    """
    entry = ", ".join(damage.entries)
    path = folder / NAME
    path.write_bytes(data)
    begun = time.process_time()
    try:
        done = import_module(path)
    except InputRefused as error:
        return _refusal(damage, entry, str(error))
    except Exception as error:
        return Verdict(damage.what, entry, "defect", f"{type(error).__name__}: {error}"[:300])
    if time.process_time() - begun > MAX_SECONDS:
        return Verdict(damage.what, entry, "defect", f"took {time.process_time() - begun:.0f} s")
    for name in damage.entries:
        problem = _silence(done, name)
        if problem:
            return Verdict(damage.what, entry, "defect", problem)
    if damage.whole and done.report.losses:
        lost = next(f for f in done.report.findings if f.outcome in ("unread", "dropped"))
        return Verdict(damage.what, entry, "defect", f"should be whole: {lost.line()}")
    write_project(folder / "p", done.files)
    report = check(folder / "p").report
    if report.has_errors:
        errors = [str(problem) for problem in report if problem.severity is Severity.ERROR]
        return Verdict(damage.what, entry, "defect", f"the project has errors: {errors[0]}"[:300])
    return Verdict(damage.what, entry, "said" if damage.entries else "whole" if damage.whole else "another")


def _refusal(damage: Damage, entry: str, message: str) -> Verdict:
    short = "\n" not in message and 5 < len(message) < 500
    names = NAME in message and all(_file(name) in message for name in damage.entries)
    if damage.whole or not short or not names:
        why = "should be whole" if damage.whole else "is no line" if not short else "does not name its place"
        return Verdict(damage.what, entry, "defect", f"refusal {why}: {message}"[:300])
    return Verdict(damage.what, entry, "refused", message)


def _file(entry: str) -> str:
    return entry.rpartition("/")[2]


def _silence(done: ImportedProject, entry: str) -> str:
    """Return why an import does not tell the truth of an entry that cannot be read; '' when it does."""
    file = _file(entry)
    # `_Noon.vsav` and `x/Noon.vsav` are other entries.
    whole = re.compile(rf"(?<![\w/]){re.escape(file)}(?!\w)|images/{re.escape(file)}(?!\w)")
    findings = [f for f in done.report.findings if whole.search(f.name) or whole.search(f.note)]
    if not any(f.outcome in ("unread", "dropped") for f in findings):
        return f"nothing is said of {file}: {[f.line() for f in findings][:2]}"
    if any(f.outcome == "converted" and f.kind in ("Picture", "SavedGame") for f in findings):
        return f"{file} is called converted"
    return ""


def main(arguments: list[str]) -> int:
    """Run a campaign; 1 if there is a defect."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--cases", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    counts: Counter[tuple[str, str]] = Counter()
    for n, (damage, data) in enumerate(cases(asked.cases, asked.seed)):
        with tempfile.TemporaryDirectory() as folder:
            verdict = judge(damage, data, Path(folder))
        counts[verdict.what, verdict.outcome] += 1
        if verdict.outcome == "defect":
            print(f"case {n}, {verdict.what}, {verdict.entry}: {verdict.detail}")
    for (what, outcome), number in sorted(counts.items()):
        print(f"{number:5} {what}: {outcome}")
    return int(any(outcome == "defect" for _, outcome in counts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
