"""Makes a new battle project from the teaching battle of a series."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from jdgtools.errors import ExitCode, JdgError
from jdgtools.project_folder import FolderInUse, check_folder, new_folder
from jdgtools.scratch import PREFIX
from jdgtools.series.registry import find_series, series_ids

SCHEMAS = ".schemas"
"""Folder of the project that holds copies of the schemas, for the completion of editors."""


class CannotStart(JdgError):
    """A project cannot be made here; the text says why and what to do."""

    code = ExitCode.USAGE


def template_folder(series_id: str) -> Path:
    """Return the teaching battle of a series, in an installed wheel or in the source tree.

    Raises:
        CannotStart: the series is unknown or brings no template.
    """
    series = find_series(series_id)
    if series is None:
        from jdgtools.model.closest import closest

        near = closest(series_id, series_ids())
        hint = f"did you mean `{near[0]}`?" if near else f"known: {', '.join(series_ids())}"
        raise CannotStart(f"unknown series `{series_id}`; {hint}")
    if series.template is not None:
        return series.template
    package = Path(__file__).resolve().parent
    for folder in (
        package / "_templates" / series_id,
        package.parent / "scenarios" / f"teaching-{series_id}",
    ):
        if (folder / "battle.yaml").is_file():
            return folder
    raise CannotStart(
        f"the series `{series_id}` brings no battle to start from; `jdg import` makes one of a VASSAL module"
    )


def new_project(folder: Path, series_id: str, title: str = "") -> list[str]:
    """Make the project and return the names of its files, sorted.

    The folder appears whole or not at all; an existing file is never touched.

    Args:
        folder: must not exist, or be empty.
        series_id: game series.
        title: title of the battle; empty = the folder's name with capital letters.

    Raises:
        CannotStart: the folder is in use, its name gives no id, or the series is unknown.
        OutputFailed: the folder cannot be written.
    """
    from jdgtools.schema.registry import schema_folder

    source = template_folder(series_id)
    try:
        check_folder(folder)
    except FolderInUse as error:
        raise CannotStart(str(error)) from None
    name = folder.resolve().name
    battle_id = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-._").lower()
    if not battle_id:
        raise CannotStart(f"`{name}` gives no id for a battle; use letters and digits in the folder's name")
    shown = title or " ".join(word.capitalize() for word in re.split(r"[-_. ]+", name) if word)
    with new_folder(folder) as project:
        for path in sorted(source.rglob("*")):  # `copytree` would hide what the system says
            if path.is_file():
                (project / path.relative_to(source)).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, project / path.relative_to(source))
        (project / SCHEMAS).mkdir()
        for path in sorted(schema_folder().glob("*.schema.json")):
            shutil.copyfile(path, project / SCHEMAS / path.name)
        for path in sorted(project.rglob("*.yaml")):
            depth = len(path.relative_to(project).parts) - 1
            _point_to_schema(path, "../" * depth + SCHEMAS)
        _rename(project / "battle.yaml", battle_id, shown)
        ignored = f"# What builds write.\nout/\n{PREFIX}*\n"
        (project / ".gitignore").write_text(ignored, encoding="utf-8", newline="\n")
        files = sorted(p.relative_to(project).as_posix() for p in project.rglob("*") if p.is_file())
    return [name for name in files if not name.startswith(SCHEMAS)]


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
    quoted = '"' + title.replace("\\", "\\\\").replace('"', '\\"') + '"'
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"(?m)^id: .*$", lambda _: f"id: {battle_id}", text, count=1)
    text = re.sub(r"(?m)^title: .*$", lambda _: f"title: {quoted}", text, count=1)
    text = re.sub(r"(?m)^subtitle: .*\n", "", text, count=1)
    # The first comment below the schema line speaks of the teaching battle.
    text = re.sub(
        r"(?m)^# The teaching battle.*\n", "# A new battle; change it piece by piece.\n", text, count=1
    )
    path.write_text(text, encoding="utf-8", newline="\n")
