"""What `jdg build` reads beside the battle: print settings and the faces of a former build."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from msgspec.structs import replace

from jdgtools.cli.output import echo
from jdgtools.errors import ExitCode, InputRefused

if TYPE_CHECKING:
    from jdgtools.loading import Loaded
    from jdgtools.render.sheets import PrintSettings
    from jdgtools.render.sheets.map_paper import MapPaper


def print_settings(
    loaded: Loaded,
    given: str | None,
    papers: tuple[str, ...],
    counter_mm: float | None,
    flip: Literal["long", "short"] | None,
    tiles: tuple[str, ...],
    map_paper: str | None = None,
    map_fit: bool = False,
) -> PrintSettings:
    """The settings of the command line, over those of the file or preset, over those of the project.

    Raises:
        click.BadParameter: the file is missing, or counters or map do not fit the paper.
        SystemExit: the file has errors; they have been printed.
    """
    from jdgtools.render.sheets import PRESETS, PrintSettings

    found = loaded.printing or PrintSettings()
    if given is not None:
        found = PRESETS[given] if given in PRESETS else _from_file(given)
    if papers:
        found = replace(found, papers=tuple(dict.fromkeys(papers)))
    if counter_mm is not None:
        found = replace(found, counter_mm=counter_mm)
    if flip is not None:
        found = replace(found, flip=flip)
    if tiles:
        found = replace(found, tile_papers=tuple(dict.fromkeys(tiles)))
    found = replace(found, map=_map_paper(found.map, map_paper, map_fit))
    from jdgtools.render.map.sheet import map_paper_error

    if loaded.battle is not None and (error := map_paper_error(loaded.battle, found)) is not None:
        raise click.BadParameter(f"{error.message}: {error.expected}", param_hint="--print, --map-paper")
    layout_errors = found.layout_errors()
    if layout_errors:
        raise click.BadParameter(layout_errors[0], param_hint="--print, --paper, --counter-mm")
    return found


def _map_paper(settings: MapPaper, named: str | None, fit: bool) -> MapPaper:
    """The paper of the command line over that of the settings."""
    if named is not None:
        from jdgtools.render.sheets.map_paper import MAP_PAPERS, map_paper_of, paper_by_name

        size = paper_by_name(named)
        if size is None:
            known = ", ".join(MAP_PAPERS)
            raise click.BadParameter(f"papers: {known}, or 500x700", param_hint="--map-paper")
        chosen = map_paper_of({"paper": size})
        settings = replace(settings, size=chosen.size, name=chosen.name)
    if fit and settings.size is None:
        raise click.BadParameter("it needs a paper: --map-paper a2", param_hint="--map-fit")
    return replace(settings, fit=True) if fit else settings


def _from_file(name: str) -> PrintSettings:
    from jdgtools.diagnostics.formats import render
    from jdgtools.loading import read_print_file
    from jdgtools.render.sheets import PRESETS

    path = Path(name)
    if not path.is_file():
        known = ", ".join(PRESETS)
        raise click.BadParameter(f"there is no file {name}; presets: {known}", param_hint="--print")
    found, report, sources = read_print_file(path)
    if found is None or report.has_errors:
        echo(render(report, sources.lines, "text"), nl=False, err=True)
        raise SystemExit(int(ExitCode.BATTLE_ERRORS))
    return found


def former_faces(path: Path, project: Path) -> dict[str, str]:
    """Faces of a former build.

    Args:
        path: its folder or report, or the project as it was then, or a tag of the project's git repository.
        project: the present project.

    Raises:
        click.BadParameter: nothing usable is there.
    """
    from jdgtools.building import MAX_REPORT, REPORT
    from jdgtools.loading import find_root
    from jdgtools.untrusted import Refused
    from jdgtools.untrusted.files import Missing, read_file

    hint = "--changed-since"
    if not path.exists():
        tagged = _faces_of_tag(str(path), project)
        if tagged is not None:
            return tagged
    report = path / REPORT if path.is_dir() else path
    if path.is_dir() and not report.is_file() and find_root(path) is not None:
        return _faces_of_project(path)
    try:
        data = json.loads(read_file(report, within=None, limit=MAX_REPORT))
    except Missing:
        raise click.BadParameter(f"there is no build in {path}", param_hint=hint) from None
    except Refused as refused:
        raise click.BadParameter(f"{report} {refused}", param_hint=hint) from None
    except (ValueError, RecursionError):
        raise click.BadParameter(f"{report} is no report of a build", param_hint=hint) from None
    faces = data.get("faces") if isinstance(data, dict) else None
    if not isinstance(faces, dict) or not all(_is_face(face) for face in faces.values()):
        message = f"{report} does not say how the counters looked; build them with this version first"
        raise click.BadParameter(message, param_hint=hint)
    return faces


def _faces_of_tag(tag: str, project: Path) -> dict[str, str] | None:
    """Faces of the project as it stood at a tag or commit; None when git knows none of that name."""
    import tempfile

    from jdgtools.scratch import scratch_folder
    from jdgtools.untrusted import Refused
    from jdgtools.untrusted.git import files_at
    from jdgtools.vassal.folder import safe_files

    folder = project if project.is_dir() else project.parent
    try:
        found = files_at(folder, tag) if folder.is_dir() else None
        if found is None:
            return None
        found = safe_files(found)
    except (Refused, InputRefused) as refused:
        raise click.BadParameter(f"{tag}: {refused}", param_hint="--changed-since") from None
    with scratch_folder(Path(tempfile.gettempdir())) as scratch:
        for name, content in found.items():
            path = scratch / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return _faces_of_project(scratch)


def _is_face(face: object) -> bool:
    parts = face.split() if isinstance(face, str) else []
    return len(parts) == 3 and parts[2].isascii() and parts[2].isdigit()


def _faces_of_project(path: Path) -> dict[str, str]:
    from jdgtools.exporters.base import BuildContext
    from jdgtools.exporters.faces import faces_of_build
    from jdgtools.loading import check

    loaded = check(path)
    if not loaded.ok or loaded.battle is None or loaded.series is None or loaded.charts is None:
        raise click.BadParameter(f"the former project {path} has errors", param_hint="--changed-since")
    context = BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder)
    return faces_of_build(context)
