"""A case: which base, which of its files, what is done to it, which commands look at it."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.bases import Files, foreign_module, modules, project, synthetic_module, theme_keys
from tests.fuzz.damage_archive import damage_archive
from tests.fuzz.damage_picture import damage_jpeg, damage_png, damage_svg
from tests.fuzz.damage_sheets import damage_csv, damage_sheet
from tests.fuzz.damage_text import Damage, damage_bytes, damage_text
from tests.fuzz.damage_tree import damage_tree
from tests.fuzz.extremes import extreme_drawing, extreme_ground

Command = tuple[str, ...]


class Case(NamedTuple):
    """One damaged thing and the commands that shall cope with it."""

    name: str
    """Kind and number: what `--replay` takes."""
    base: str
    files: Files
    file: str
    """The damaged one."""
    operator: str
    lines: frozenset[int]
    """As in `Damage`."""
    commands: tuple[Command, ...]
    """Arguments of `jdg`; (`load`, NAME) reads a package. They run in a folder where `p` is the project."""
    others: tuple[tuple[str, int], ...] = ()
    """Further places (file, line) where a message is at its place."""
    harmless: str = ""
    """Why nothing needs to be said of it."""


BATTLES = (
    "teaching-jdg",
    "teaching-afe",
    "teaching-mpbs",
    "teaching-jdg",
    "teaching-afe",
    "rolica-1808",
    "gis",
)
WEIGHTS = {
    "yaml": 30, "json": 9, "csv": 9, "xlsx": 8, "ods": 7, "geojson": 5, "svg": 5, "png": 3, "jpeg": 2, "theme": 3,
    "print": 4, "lang": 2, "vmod": 7, "vsav": 5, "jdgpkg": 7,
}  # fmt: skip
"""Kind of file -> share of the cases."""
EXTREMES = 0.35
"""Share of the drawings and of the GIS data that are not damaged but out of all measure."""
KINDS = (*WEIGHTS, "slip")
"""All kinds; the slips of the catalogue come once each, however many cases there are."""


def names(cases: int, kinds: tuple[str, ...] = ()) -> list[str]:
    """The names of so many damaged files, shared among the kinds by weight."""
    wanted = {kind: WEIGHTS[kind] for kind in WEIGHTS if not kinds or kind in kinds}
    total, found, counts = sum(wanted.values()), [], dict.fromkeys(wanted, 0)
    for n in range(cases if wanted else 0):
        # The kind that lags most behind its share.
        kind = max(wanted, key=lambda k: wanted[k] * (n + 1) / total - counts[k])
        counts[kind] += 1
        found.append(f"{kind}:{counts[kind]}")
    return found


def make_case(name: str, seed: int) -> Case:
    """The case of that name."""
    kind = name.partition(":")[0]
    rng = random.Random(f"{seed}/{name}")
    if kind == "slip":
        from tests.fuzz.catalogue import slip_case

        return slip_case(name)
    if kind in ("vmod", "vsav", "jdgpkg"):
        return _archive_case(name, kind, rng)
    base, file = _choose(kind, rng)
    files = dict(project(base))
    damage = _damage(kind, file, files[file], rng)
    files[file] = damage.content
    return Case(name, base, files, file, damage.operator, damage.lines, _commands(kind, rng))


def _choose(kind: str, rng: random.Random) -> tuple[str, str]:
    bases = {
        "yaml": BATTLES, "csv": ("teaching-jdg", "teaching-afe", "rolica-1808"), "geojson": ("gis",),
        "lang": ("teaching-jdg", "teaching-afe", "rolica-1808"), "json": ("json",), "xlsx": ("xlsx",), "ods": ("ods",),
        "svg": ("art", "art", "drawn"),
    }.get(kind, ("art",))  # fmt: skip
    base = rng.choice(bases)
    if kind == "theme":
        return base, "battle.yaml"
    if kind == "print":
        return base, "print.yaml"
    suffix = {"jpeg": ".jpg", "lang": ".yaml"}.get(kind, f".{kind}")
    found = [f for f in project(base) if f.endswith(suffix) and f.startswith("lang/") == (kind == "lang")]
    return base, rng.choice(sorted(found))


def _damage(kind: str, file: str, content: bytes, rng: random.Random) -> Damage:
    if kind in ("xlsx", "ods"):
        if rng.random() < 0.35:
            return damage_archive(content, rng)
        table = csv.reader(io.StringIO(_as_csv(file)))
        return damage_sheet([list(row) for row in table], f".{kind}", rng)
    pictures: dict[str, Callable[[bytes, random.Random], Damage]] = {
        "png": damage_png, "jpeg": damage_jpeg, "svg": damage_svg,
    }  # fmt: skip
    if kind == "svg" and rng.random() < EXTREMES:
        return extreme_drawing(rng)
    if kind == "geojson" and rng.random() < EXTREMES:
        return extreme_ground(content, rng)
    if kind in pictures:
        return pictures[kind](content, rng)
    if rng.random() < 0.06:
        return damage_bytes(content, rng)
    if kind == "csv":
        return damage_csv(content, rng) if rng.random() < 0.65 else damage_text(content, rng)
    if kind == "theme":
        return _damage_theme(content, rng)
    if rng.random() < 0.6:
        return damage_tree(content, Path(file).suffix, rng)
    return damage_text(content, rng)


def _as_csv(file: str) -> str:
    """The table that a spreadsheet of the base was made of."""
    name = Path(file).with_suffix(".csv").as_posix()
    return project("teaching-jdg")[name].decode()


def _damage_theme(content: bytes, rng: random.Random) -> Damage:
    """Damage within `theme:`, or another row of it with a value that may not fit."""
    text = content.decode()
    begin = text.index("theme:\n")
    end = text.index("\n\n", begin) + 1
    if rng.random() < 0.5:
        while True:
            made = damage_tree(content, ".yaml", rng)
            first, last = text.count("\n", 0, begin) + 1, text.count("\n", 0, end) + 1
            if made.lines and all(first <= line <= last for line in made.lines):
                return made
    values = (
        '"#12345"',
        '"red"',
        "none",
        "-1",
        "1e9",
        "[]",
        "{}",
        '""',
        "null",
        "sans",
        "true",
        "nan",
        '"#00ff00"',
        "0.2",
    )
    keys = ("map", "counters", "name", "x.y.z", "map.terrain.wood.fill", "map.terrain.w.fill")
    parts = (rng.choice(keys) if rng.random() < 0.2 else rng.choice(theme_keys())).split(".")
    row = (
        "".join(f"{part}: {{" for part in parts[:-1])
        + f"{parts[-1]}: {rng.choice(values)}"
        + "}" * (len(parts) - 1)
    )
    made_text = text[:begin] + f"theme:\n  {row}\n" + text[end:]
    line = text.count("\n", 0, begin) + 1
    return Damage("theme: other value", made_text.encode(), frozenset((line, line + 1)))


_PARTS = ("map", "counters", "aids", "vassal", "package", "tiles", "svg", "pictures", "checklist")
_BUILDS = {"svg": 0.4, "png": 0.4, "jpeg": 0.4, "theme": 0.4, "print": 0.4, "lang": 0.15, "yaml": 0.05}


def _commands(kind: str, rng: random.Random) -> tuple[Command, ...]:
    found: list[Command] = [("check", "p", "--format", "json")]
    if rng.random() < 0.08:
        found.append(("check", "p", "--format", rng.choice(("text", "sarif", "github")), "--strict-charts"))
    if rng.random() < _BUILDS.get(kind, 0.06):
        # One part is enough where it is drawn what is damaged; now and then all of it.
        usual = {"print": "counters", "theme": "map", "jpeg": "map", "geojson": "map", "svg": "map"}.get(kind)
        part = usual if usual and rng.random() < 0.5 else rng.choice(_PARTS)
        options = () if rng.random() < 0.1 else ("--only", part)
        found.append(("build", "p", "-o", "out", "-q", "--dpi", "50", "--screen-hex", "48", *options))
    if rng.random() < 0.06:
        found.append(
            rng.choice((("info", "p"), ("info", "p", "--format", "json"), ("info", "p", "--close-calls")))
        )
    if rng.random() < 0.06:
        query: tuple[Command, ...] = (
            ("los", "p", "0101", "0503"), ("path", "p", "0101", "0503"), ("reach", "p", "0302", "--mp", "9"),
            ("adjacent", "p", "0202"), ("los", "p", "A1", "D4"), ("reach", "p", "C3", "--mp", "5"),
            ("path", "p", "1101", "1404"),
        )  # fmt: skip
        found.append(("query", *rng.choice(query)))
    return tuple(found)


_MADE: dict[str, Files] = {}


def _made(maker: Callable[[], Files]) -> Files:
    if maker.__name__ not in _MADE:
        _MADE[maker.__name__] = maker()
    return _MADE[maker.__name__]


def _own() -> Files:
    return modules("teaching-afe")


def prepare(names: Sequence[str]) -> None:
    """Makes the archives that cases want, before the campaign divides."""
    if not any(name.startswith(("vmod:", "vsav:", "jdgpkg:")) for name in names):
        return
    for maker in (_own, foreign_module, synthetic_module):
        _made(maker)


def _archive_case(name: str, kind: str, rng: random.Random) -> Case:
    files: Files
    if kind == "jdgpkg":
        source = _made(_own)
        file = rng.choice(sorted(f for f in source if f.endswith(".jdgpkg")))
        damage = _damage_package(source[file], rng)
        files = {file: damage.content}
        return Case(
            name, "teaching-afe", files, file, damage.operator, damage.lines, (("load", f"p/{file}"),)
        )
    if kind == "vsav":
        files = dict(_made(foreign_module))
        damage = damage_archive(files["one.vsav"], rng)
        files["one.vsav"] = damage.content
        command = ("import", "p/old.vmod", "-o", "project", "--save", "p/one.vsav")
        return Case(
            name, "foreign", files, "one.vsav", damage.operator, damage.lines, (command, ("check", "project"))
        )
    base, maker, file = rng.choice(
        (("foreign", foreign_module, "old.vmod"), ("foreign", foreign_module, "old.vmod"),
         ("synthetic", synthetic_module, "every.vmod"), ("teaching-afe", _own, "own.vmod"))
    )  # fmt: skip
    damage = damage_archive(_made(maker)[file], rng)
    commands: tuple[Command, ...] = (("import", f"p/{file}", "-o", "project"), ("check", "project"))
    if rng.random() < 0.05:
        commands += (("build", "project", "-o", "out", "-q", "--only", "vassal"),)
    return Case(name, base, {file: damage.content}, file, damage.operator, damage.lines, commands)


def _damage_package(content: bytes, rng: random.Random) -> Damage:
    kind = rng.random()
    if kind < 0.2:
        return damage_bytes(content, rng)
    if kind < 0.5:
        return damage_text(content, rng)
    return damage_tree(content, ".json", rng)
