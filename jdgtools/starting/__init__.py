"""Makes a new battle project: a copy of a battle to change, or a small one in the size that is asked for."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from jdgtools.errors import ExitCode, JdgError
from jdgtools.project_folder import IGNORED, FolderInUse, check_folder, new_folder
from jdgtools.rules import Series
from jdgtools.series.registry import find_series, series_ids
from jdgtools.starting.files import NewBattle, files, maps_of
from jdgtools.starting.ground import KINDS, MAX_SIDE, MIN_COLUMNS, MIN_ROWS, Size

SCHEMAS = ".schemas"
"""Folder of the project that holds copies of the schemas, for the completion of editors."""


_PACKAGE = Path(__file__).resolve().parents[1]
_LEFT_OUT = {"out", "vassal-ids.json"}
"""What builds wrote into a project that is copied; the numbers of pieces are those of its own module."""


class CannotStart(JdgError):
    """A project cannot be made here; the text says why and what to do."""

    code = ExitCode.USAGE


class _StartOptions(Struct, frozen=True):
    """How a new battle differs from the one that its series teaches with, see `new_project`."""

    size: str
    languages: tuple[str, ...]
    sides: tuple[str, ...]
    map: str
    blank: bool
    like: str

    @property
    def names(self) -> tuple[str, ...]:
        """What was said that a copied battle has of its own already, as the options of `jdg new`."""
        values = {"size": self.size, "languages": self.languages, "sides": self.sides, "map": self.map,
                "blank": self.blank}  # fmt: skip
        return tuple(f"--{name}" for name, value in values.items() if value)


DEFAULT_SIZE = "24x18"


def _series(series_id: str) -> Series:
    series = find_series(series_id)
    if series is None:
        raise CannotStart(f"unknown series `{series_id}`; {_hint(series_id, series_ids())}")
    return series


def _hint(name: str, choices: Iterable[str]) -> str:
    from jdgtools.model.closest import closest

    names = sorted(choices)
    near = closest(name, names)
    return f"did you mean `{near[0]}`?" if near else f"known: {', '.join(names)}"


def template_folder(series_id: str) -> Path:
    """Return the teaching battle of a series, in an installed wheel or in the source tree.

    Raises:
        CannotStart: the series is unknown or brings no template.
    """
    series = _series(series_id)
    if series.template is not None:
        return series.template
    package = _PACKAGE
    for folder in (
        package / "_templates" / series_id,
        package.parent / "scenarios" / f"teaching-{series_id}",
    ):
        if (folder / "battle.yaml").is_file():
            return folder
    raise CannotStart(
        f"the series `{series_id}` brings no battle to start from; `jdg import` makes one of a VASSAL module"
    )


def bundled_battles() -> dict[str, Path]:
    """Return the battles that come with jdgtools, installed or in the source tree: name -> folder."""
    folders: dict[str, Path] = {}
    for place in (_PACKAGE.parent / "scenarios", _PACKAGE / "_templates" / "battles"):
        folders |= {path.parent.name: path.parent for path in sorted(place.glob("*/battle.yaml"))}
    templates = sorted((_PACKAGE / "_templates").glob("*/battle.yaml"))
    return folders | {f"teaching-{path.parent.name}": path.parent for path in templates}


def new_project(
    folder: Path | str,
    series_id: str = "",
    title: str = "",
    *,
    size: str = "",
    languages: Sequence[str] = (),
    sides: Sequence[str] = (),
    map: str = "",
    blank: bool = False,
    like: str = "",
) -> list[str]:
    """Make the project and return the names of its files, sorted.

    The folder appears whole or not at all; an existing file is never touched.

    Args:
        folder: must not exist, or be empty.
        series_id: game series; may be empty where `like` names a battle.
        title: title of the battle; empty = the folder's name with capital letters.
        size: columns and rows, `24x18`. With none of this and the following, the battle is a copy of the one
            that its series teaches with.
        languages: codes of two letters; the first is the battle's own.
        sides: ids of the two sides.
        map: kind of map, one of `ground.KINDS`.
        blank: whether it has no units, and nothing on the map but what its kind is about.
        like: name of a bundled battle, or a folder with one, to be copied.

    Raises:
        CannotStart: the folder is in use or its name gives no id; an option makes no sense.
        OutputFailed: the folder cannot be written.
    """
    from jdgtools.schema.registry import schema_folder

    options = _StartOptions(size, tuple(languages), tuple(sides), map, blank, like)
    folder = Path(folder)
    # Not resolved: a link in a circle leads nowhere.
    name = Path(os.path.abspath(folder)).name  # noqa: PTH100
    battle_id = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-._").lower()
    title_shown = title or " ".join(word.capitalize() for word in re.split(r"[-_. ]+", name) if word)
    source = None
    texts: Mapping[str, str] = {}
    if options.like or not options.names:
        source = _source(series_id, options)
    else:
        texts = _texts(NewBattle(battle_id, series_id, title_shown, *_request(options)))
    try:
        check_folder(folder)
    except FolderInUse as error:
        raise CannotStart(str(error)) from None
    if not battle_id:
        raise CannotStart(f"`{name}` gives no id for a battle; use letters and digits in the folder's name")
    with new_folder(folder) as project:
        for relative, path in _files_below(source) if source is not None else ():
            (project / relative).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, project / relative)  # `copytree` would hide what the system says
        for file, text in texts.items():
            (project / file).parent.mkdir(parents=True, exist_ok=True)
            (project / file).write_text(text, encoding="utf-8", newline="\n")
        (project / SCHEMAS).mkdir()
        for path in sorted(schema_folder().glob("*.schema.json")):
            shutil.copyfile(path, project / SCHEMAS / path.name)
        if source is not None:
            for path in sorted(project.rglob("*.yaml")):
                depth = len(path.relative_to(project).parts) - 1
                _point_to_schema(path, "../" * depth + SCHEMAS)
            _rename(project / "battle.yaml", battle_id, title_shown)
        (project / ".gitignore").write_text(IGNORED, encoding="utf-8", newline="\n")
        files = sorted(p.relative_to(project).as_posix() for p in project.rglob("*") if p.is_file())
    return [name for name in files if not name.startswith(SCHEMAS)]


def _source(series_id: str, options: _StartOptions) -> Path:
    """Return the folder of the battle that is copied."""
    if not options.like:
        return template_folder(series_id)
    if options.names:
        raise CannotStart(
            f"a battle like `{options.like}` has its own map, sides and texts: "
            f"leave out {', '.join(options.names)}"
        )
    battles = bundled_battles()
    source = battles.get(options.like) or Path(options.like)
    battle = source / "battle.yaml"
    if not battle.is_file():
        raise CannotStart(
            f"there is no battle `{options.like}`, neither bundled nor a folder with battle.yaml; "
            f"{_hint(options.like, battles)}"
        )
    match = re.search(
        r"(?m)^series:[ \t]*[\"']?([A-Za-z0-9_-]+)", battle.read_text(encoding="utf-8", errors="replace")
    )
    if match and series_id not in ("", match[1]):
        raise CannotStart(f"`{options.like}` is a battle of the series `{match[1]}`, not `{series_id}`")
    return source


def _files_below(source: Path) -> Iterator[tuple[Path, Path]]:
    """Yield what is copied of a battle: its place in the project, and the file.

    Raises:
        CannotStart: the folder holds a link.
    """
    for path in sorted(source.rglob("*")):
        relative = path.relative_to(source)
        if relative.parts[0] in _LEFT_OUT or any(part.startswith(".") for part in relative.parts):
            continue
        if path.is_symlink():
            raise CannotStart(f"`{path}` is a link; a copy of the battle needs the file itself")
        if path.is_file():
            yield relative, path


def _texts(new: NewBattle) -> Mapping[str, str]:
    """Return the files of a battle that is written for its size."""
    starter = _series(new.series).starter
    if starter is None:
        raise CannotStart(f"the series `{new.series}` writes no battle of any size; leave the options out")
    if new.map not in (maps := maps_of(starter)):
        raise CannotStart(
            f"the series `{new.series}` has no terrain for a map `{new.map}`; {_hint('', maps)}"
        )
    return files(new, starter)


def _request(options: _StartOptions) -> tuple[Size, tuple[str, ...], tuple[str, str], str, bool]:
    """Return what was asked for, as the fields of `NewBattle`.

    Raises:
        CannotStart: an option has no meaning.
    """
    match = re.fullmatch(r"(\d{1,4})[xX×](\d{1,4})", options.size or DEFAULT_SIZE)
    if match is None:
        raise CannotStart(f"`--size {options.size}`: expected columns and rows, such as {DEFAULT_SIZE}")
    size = Size(int(match[1]), int(match[2]))
    if not (MIN_COLUMNS <= size.columns <= MAX_SIDE and MIN_ROWS <= size.rows <= MAX_SIDE):
        raise CannotStart(
            f"`--size {options.size}`: expected {MIN_COLUMNS}x{MIN_ROWS} to {MAX_SIDE}x{MAX_SIDE} hexes"
        )
    languages = options.languages or ("en",)
    for code in languages:
        if not re.fullmatch(r"[a-z]{2}", code) or languages.count(code) > 1:
            raise CannotStart(f"`--languages`: `{code}` is no code of two letters, or stands there twice")
    sides = options.sides or ("blue", "red")
    for side in sides:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,29}", side):
            raise CannotStart(
                f"`--sides`: `{side}` is no id; expected letters, digits, `-` and `_`, at most 30"
            )
    if len(sides) != 2 or sides[0].casefold() == sides[1].casefold():
        raise CannotStart(f"`--sides`: expected two different sides, found {', '.join(sides)}")
    kind = options.map or "empty"
    if kind not in KINDS:
        raise CannotStart(f"`--map {kind}`: {_hint(kind, KINDS)}")
    return size, languages, (sides[0], sides[1]), kind, options.blank


def _point_to_schema(path: Path, folder: str) -> None:
    text = path.read_text(encoding="utf-8")
    text = re.sub(
        r"(# yaml-language-server: \$schema=)\S*/([a-z]+\.schema\.json)",
        rf"\g<1>{folder}/\g<2>",
        text,
        count=1,
    )
    path.write_text(text, encoding="utf-8", newline="\n")


def _rename(path: Path, battle_id: str, title: str) -> None:
    title_in_quotes = '"' + title.replace("\\", "\\\\").replace('"', '\\"') + '"'
    text = path.read_text(encoding="utf-8")  # a line end of any kind is read as "\\n"
    text = re.sub(r"(?m)^id:.*$", lambda _: f"id: {battle_id}", text, count=1)
    text = re.sub(r"(?m)^title:.*\n(?:[ \t]+.*\n)*", lambda _: f"title: {title_in_quotes}\n", text, count=1)
    text = re.sub(r"(?m)^subtitle:.*\n(?:[ \t]+.*\n)*", "", text, count=1)
    # The first comment below the schema line speaks of the teaching battle.
    text = re.sub(
        r"(?m)^# The teaching battle.*\n", "# A new battle; change it piece by piece.\n", text, count=1
    )
    path.write_text(text, encoding="utf-8", newline="\n")
