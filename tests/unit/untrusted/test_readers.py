"""Every reader of the program with every kind of odd file: no hang, no traceback, one message with the place."""

from __future__ import annotations

import os
import shutil
import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from jdgtools.importers.vassal import import_module
from jdgtools.importers.write import write_project
from tests.unit.gis.helpers import battle as gis_battle
from tests.unit.gis.helpers import collection, feature
from tests.unit.importers.modules import foreign, picture, save

if os.name != "posix":
    pytest.skip("makes pipes, devices and links", allow_module_level=True)

from tests.fuzz.child import Outcome
from tests.unit.untrusted.commands import ROOT, Commands

MAX_BYTES = 600 * 2**20
SCENARIOS = ROOT / "scenarios"


# Odd files


def make_socket(path: Path) -> None:
    where = Path.cwd()
    with socket.socket(socket.AF_UNIX) as one:
        os.chdir(path.parent)  # the name of a socket is short
        try:
            one.bind(path.name)
        finally:
            os.chdir(where)


def make_large(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(2_200_000_000)


def make_unreadable(path: Path) -> None:
    """An ordinary file whose content cannot be read, not even by root."""
    if os.geteuid():
        path.write_bytes(b"secret")
        path.chmod(0)
    else:
        path.symlink_to("/proc/self/mem")


def make_pipe_link(path: Path) -> None:
    pipe = path.with_name(f"pipe of {path.name}")
    os.mkfifo(pipe)
    path.symlink_to(pipe.name)


ODD: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "link to a pipe": make_pipe_link,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "folder": Path.mkdir,
    "socket": make_socket,
    "link to nothing": lambda path: path.symlink_to("nothing"),
    "loop": lambda path: path.symlink_to(path.name),
    "link out": lambda path: path.symlink_to(__file__),
    "large": make_large,
    "unreadable": make_unreadable,
    "waiting": lambda path: path.symlink_to("/proc/kmsg"),
}


FAR = ("device", "waiting") + (("unreadable",) if not os.geteuid() else ())
"""Kinds that lie outside every project."""


# Projects


def battle(folder: Path) -> None:
    """A battle that names a file of every kind that a battle may name."""
    shutil.copytree(SCENARIOS / "teaching-jdg", folder)
    (folder / "art").mkdir()
    for name in ("counter", "texture", "symbol", "base"):
        (folder / "art" / f"{name}.png").write_bytes(picture(60, 60))
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M5 5H30V30Z"/></svg>'
    for name in ("counter", "base", "symbol"):
        (folder / "art" / f"{name}.svg").write_text(drawing)
    (folder / "print.yaml").write_text("format: 1\n")
    table = folder / "oob.csv"
    pictures = ["art", "art/counter.png", "art/counter.svg"]
    lines = table.read_text(encoding="utf-8").splitlines()
    lines = [f"{line},{own}" for line, own in zip(lines, pictures + [""] * (len(lines) - 3), strict=True)]
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    points = "[{hex: 0101, pixel: [0, 0]}, {hex: 0601, pixel: [39, 0]}, {hex: 0105, pixel: [0, 39]}]"
    with (folder / "map.yaml").open("a", encoding="utf-8") as stream:
        stream.write(
            f"\nart:\n  base:\n    - {{image: art/base.png, points: {points}}}\n"
            f"    - {{image: art/base.svg, points: {points}}}\n"
            "  terrain: [{terrain: wood, image: art/texture.png}]\n"
            "  symbols:\n    - {image: art/symbol.png, places: hamlet}\n    - {image: art/symbol.svg, places: mill-hill}\n"
        )


def survey(folder: Path) -> None:
    """A battle whose map comes from GIS data in three files."""
    features = [
        feature("Polygon", [[[0, 0], [250, 0], [250, 250], [0, 250], [0, 0]]], landuse="forest"),
        feature("LineString", [[0, 300], [500, 320]], highway="primary"),
    ]
    grid = "ncols 12\nnrows 12\nxllcorner -100\nyllcorner -100\ncellsize 100\n" + "210 " * 144
    gis_battle(
        folder,
        "anchor: {at: [0, 0]}\nlayers:\n  - {where: {landuse: forest}, terrain: wood}\n"
        "  - {file: roads.geojson, where: {highway: primary}, way: road}\nheights: {file: heights.asc, base: 200}",
        features,
        files={"roads.geojson": collection(features), "heights.asc": grid},
    )


def imported(folder: Path) -> None:
    """A project that was imported with its module."""
    setups = {"Start": save(("Foy", 3, 150, 150, 1))}
    write_project(folder, import_module(foreign(saves=setups).data()).files)


def foreign_files(folder: Path) -> None:
    """What the user names himself."""
    folder.mkdir()
    (folder / "m.vmod").write_bytes(foreign().data())
    (folder / "g.vsav").write_bytes(save(("Foy", 3, 150, 150, 1)).data())
    (folder / "rules.yaml").write_text("format: 1\nratings: {}\n")
    (folder / "print.yaml").write_text("format: 1\n")
    shutil.copytree(SCENARIOS / "teaching-jdg", folder / "battle")


PROJECTS = {
    "battle": battle,
    "survey": survey,
    "imported": imported,
    "named": foreign_files,
    "afe": lambda folder: shutil.copytree(SCENARIOS / "teaching-afe", folder),
    "mpbs": lambda folder: shutil.copytree(SCENARIOS / "teaching-mpbs", folder),
}


class Reader(Struct, frozen=True):
    """One way in which the program reads a file."""

    project: str
    files: str
    """The odd ones, in the project."""
    words: str
    codes: tuple[int, ...]
    """Exit codes that are right when it is odd."""
    sound: int = 0
    """Exit code when it is as it should be."""


CHECK, BUILD = "check .", "build . -o ../out -q --only"
PICTURES = tuple(
    f"art/{name}"
    for name in ("base.png", "base.svg", "counter.png", "counter.svg", "symbol.png", "symbol.svg")
)
READERS = {
    "root": Reader("battle", "battle.yaml", CHECK, (1,)),
    "root, info": Reader("battle", "battle.yaml", "info .", (1,)),
    "root, query": Reader("battle", "battle.yaml", "query adjacent . 0203", (1,)),
    "root, build": Reader("battle", "battle.yaml", f"{BUILD} package", (1,)),
    "map": Reader("battle", "map.yaml", CHECK, (1,)),
    "map, query": Reader("battle", "map.yaml", "query adjacent . 0203", (1,)),
    "sources": Reader("battle", "oob.csv scenarios/dawn.yaml lang/fr.yaml print.yaml", CHECK, (1,)),
    "xlsx table": Reader("afe", "oob.xlsx", CHECK, (1,)),
    "ods table": Reader("mpbs", "scenarios/morning.ods", CHECK, (1,)),
    "pictures": Reader("battle", " ".join([*PICTURES, "art/texture.png"]), CHECK, (1,)),
    "GIS data": Reader("survey", "ground.geojson roads.geojson heights.asc", CHECK, (1,), 1),
    "lock file": Reader("battle", "vassal-ids.json", f"{BUILD} vassal --lock", (1,)),
    "index of the module": Reader("imported", "module/index.json", CHECK, (1,)),
    "entry of the module": Reader("imported", "module/images/u1.png", CHECK, (1,)),
    "places of the module": Reader("imported", "module-places.json", CHECK, (1,)),
    "index, build": Reader("imported", "module/index.json", f"{BUILD} vassal", (1,)),
    "index, pack": Reader("imported", "module/index.json", "import . --pack -o ../m.vmod", (3,)),
    "entry, pack": Reader("imported", "module/images/u1.png", "import . --pack -o ../m.vmod", (3,)),
    "module": Reader("named", "m.vmod", "import m.vmod -o ../out", (3,)),
    "saved game": Reader("named", "g.vsav", "import m.vmod --save g.vsav -o ../out", (3,)),
    "rules": Reader("named", "rules.yaml", "import m.vmod --rules rules.yaml -o ../out", (3,)),
    "print settings, named": Reader(
        "named", "print.yaml", "build battle --print print.yaml -o ../out -q --only package", (1, 2)
    ),
    "former report": Reader(
        "named",
        "former.json",
        "build battle --changed-since former.json -o ../out -q --only changes",
        (2,),
        2,
    ),
    "former build": Reader(
        "named", "b/build-report.json", "build battle --changed-since b -o ../out -q --only changes", (2,), 2
    ),
    "build, info": Reader("named", "b/build-report.json", "info b", (3,), 1),
    "package": Reader("named", "p.jdgpkg", "package p.jdgpkg", (3,), 3),
    "path of a battle": Reader("named", "odd", "check odd", (1,), 1),
    "path of a battle, info": Reader("named", "odd", "info odd", (1, 3), 1),
}


@pytest.fixture(scope="module")
def commands() -> Iterator[Commands]:
    made = Commands()
    yield made
    made.close()


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every project as it should be, made once."""
    place = tmp_path_factory.mktemp("projects")
    for name, make in PROJECTS.items():
        make(place / name)
    return {name: place / name for name in PROJECTS}


@pytest.mark.parametrize("name", READERS)
def test_what_is_sound_is_read(
    name: str, projects: dict[str, Path], commands: Commands, tmp_path: Path
) -> None:
    reader = READERS[name]
    shutil.copytree(projects[reader.project], tmp_path / "project")
    done = commands.run(*reader.words.split(), folder=tmp_path / "project")
    assert done.code == reader.sound, done


NAMED = [name for name, reader in READERS.items() if reader.project == "named"]
"""What the user names himself may be a link to anywhere; what a project names is refused for that alone."""
CASES = [(name, odd) for name in READERS for odd in ODD if name in NAMED or odd not in FAR]


@pytest.mark.parametrize(("name", "odd"), CASES)
def test_odd_files(
    name: str, odd: str, projects: dict[str, Path], commands: Commands, tmp_path: Path
) -> None:
    reader = READERS[name]
    shutil.copytree(projects[reader.project], tmp_path / "project")
    paths = [tmp_path / "project" / file for file in reader.files.split()]
    for path in paths:
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        ODD[odd](path)
    kinds = [stat.S_IFMT(path.lstat().st_mode) for path in paths]
    done = commands.run(*reader.words.split(), folder=tmp_path / "project")
    for path in paths:
        check_answer(done, reader.codes, path.name)
    assert [p.name for p in tmp_path.iterdir()] == ["project"], "nothing is written"
    assert [stat.S_IFMT(path.lstat().st_mode) for path in paths] == kinds, "what is odd stays"


def check_answer(done: Outcome, codes: tuple[int, ...], name: str) -> None:
    """Assert that a command ended in time and in little memory, with an answer that names a file."""
    assert not done.late, done
    assert "Traceback" not in done.err, done
    assert "defect" not in done.err, done
    assert done.code in codes, done
    assert done.peak < MAX_BYTES, done
    assert name in done.out + done.err, done


# Where commands write

TARGETS: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/null"),
    "socket": make_socket,
    "link to nothing": lambda path: path.symlink_to("nothing"),
    "loop": lambda path: path.symlink_to(path.name),
    "file": lambda path: path.write_text("kept"),
    "link to a file": lambda path: (path.with_name("kept").write_text("kept"), path.symlink_to("kept")),
    "long name": lambda path: None,
    "below a file": lambda path: path.parent.write_text("kept"),
    "below a pipe": lambda path: os.mkfifo(path.parent),
}
WRITERS = {
    "new": "new {} --series jdg",
    "import": "import m.vmod -o {}",
    "build": "build battle -q --only package -o {}",
    "pack": "import imported --pack -o {}",
}


@pytest.mark.parametrize("odd", TARGETS)
@pytest.mark.parametrize("name", WRITERS)
def test_odd_targets(
    name: str, odd: str, projects: dict[str, Path], commands: Commands, tmp_path: Path
) -> None:
    """What stands in the place of a target stays as it is, and nothing is left beside it."""
    shutil.copytree(projects["named"], tmp_path / "here")
    shutil.copytree(projects["imported"], tmp_path / "here" / "imported")
    place = tmp_path / "here" / "place"
    path = place / "odd" if odd.startswith("below") else place
    path = place.with_name("o" * 300) if odd == "long name" else path
    TARGETS[odd](path)
    before = snapshot(tmp_path)
    done = commands.run(
        *WRITERS[name].format(path.relative_to(tmp_path / "here")).split(), folder=tmp_path / "here"
    )
    check_answer(done, (2, 3, 4), place.name if odd.startswith("below") else path.name)
    assert snapshot(tmp_path) == before, done


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return kind and content of everything in a folder."""
    state = {}
    for path in sorted(folder.rglob("*")):
        kind = stat.S_IFMT(os.lstat(path).st_mode)
        content = path.read_bytes() if kind == stat.S_IFREG else b""
        state[path.relative_to(folder).as_posix()] = kind, content
    return state


@pytest.mark.parametrize("odd", [*TARGETS, "unknown user", "folder of pipes"])
def test_odd_caches(odd: str, projects: dict[str, Path], commands: Commands, tmp_path: Path) -> None:
    """Without a usable cache everything is made anew."""
    place = tmp_path / "place"
    path = place / "odd" if odd.startswith("below") else place
    path = place.with_name("o" * 300) if odd == "long name" else path
    value = "~nobody-of-that-name/cache" if odd == "unknown user" else str(path)
    words = "build", str(projects["named"] / "battle"), "-q", "-o", str(tmp_path / "out"), "--only", "package"
    if odd == "folder of pipes":
        commands.run(*words, folder=tmp_path, variables={"JDG_CACHE": value})
        for entry in path.glob("*.jdg"):
            entry.unlink()
            os.mkfifo(entry)
    elif odd in TARGETS:
        TARGETS[odd](path)
    done = commands.run(*words, folder=tmp_path, variables={"JDG_CACHE": value})
    assert (done.code, done.out, done.err) == (0, "", ""), done


def test_links_in_the_place_of_products_are_replaced_and_pipes_refused(
    projects: dict[str, Path], commands: Commands, tmp_path: Path
) -> None:
    """What a link leads to stays; nothing is written while a pipe is in the way."""
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "kept").write_text("kept")
    (out / "build-report.json").symlink_to(tmp_path / "kept")
    os.mkfifo(out / "teaching-jdg-dawn.jdgpkg")
    words = "build", str(projects["named"] / "battle"), "-q", "-o", str(out), "--only", "package"
    done = commands.run(*words, folder=tmp_path)
    assert done.code == 4 and "something that is no file of that name is in the way" in done.err, done
    assert (out / "build-report.json").is_symlink() and len(list(out.iterdir())) == 2
    (out / "teaching-jdg-dawn.jdgpkg").unlink()
    done = commands.run(*words, folder=tmp_path)
    assert done.code == 0, done
    names = {path.name for path in out.iterdir() if path.is_file() and not path.is_symlink()}
    assert names == {"build-report.json", "teaching-jdg-battle.jdgpkg", "teaching-jdg-dawn.jdgpkg"}
    assert (tmp_path / "kept").read_text() == "kept"
