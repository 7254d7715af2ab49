"""The counters of a battle as they once were: in a build, in a copy of the project, or at a tag of git.

The exporter of errata (`changes`) compares them with those of today.
"""

from __future__ import annotations

from pathlib import Path

from jdgtools.errors import InputRefused
from jdgtools.exporters.option import OptionRefused
from jdgtools.publication import MAX_REPORT, REPORT


def former_faces(path: Path, project: Path, flag: str) -> dict[str, str]:
    """Return the faces of a former build.

    Args:
        path: its folder or report, or the project as it was then, or a tag of the project's git repository.
        project: the present project.
        flag: the option that names it, for messages.

    Raises:
        OptionRefused: nothing usable is there.
    """
    from jdgtools.loading import find_root
    from jdgtools.untrusted import FileRefused
    from jdgtools.untrusted.files import Missing, read_file
    from jdgtools.untrusted.json_objects import parse_unambiguous

    if not path.exists():
        faces_of_tag = _faces_of_tag(str(path), project, flag)
        if faces_of_tag is not None:
            return faces_of_tag
    report = path / REPORT if path.is_dir() else path
    if path.is_dir() and not report.is_file() and find_root(path) is not None:
        return _faces_of_project(path, flag)
    try:
        data = parse_unambiguous(read_file(report, within=None, limit=MAX_REPORT))
    except Missing:
        raise OptionRefused(flag, f"there is no build in {path}") from None
    except FileRefused as refusal:
        raise OptionRefused(flag, f"{report} {refusal}") from None
    except (ValueError, RecursionError):
        raise OptionRefused(flag, f"{report} is no report of a build") from None
    faces = data.get("faces") if isinstance(data, dict) else None
    if not isinstance(faces, dict) or not all(_is_face(face) for face in faces.values()):
        message = f"{report} does not say how the counters looked; build them with this version first"
        raise OptionRefused(flag, message)
    return faces


def _faces_of_tag(tag: str, project: Path, flag: str) -> dict[str, str] | None:
    """Return the faces of the project at a tag or commit; None when git knows none of that name."""
    import tempfile

    from jdgtools.scratch import scratch_folder
    from jdgtools.untrusted import FileRefused
    from jdgtools.untrusted.git import files_at
    from jdgtools.vassal.folder import safe_files

    folder = project if project.is_dir() else project.parent
    try:
        files = files_at(folder, tag) if folder.is_dir() else None
        if files is None:
            return None
        files = safe_files(files)
    except (FileRefused, InputRefused) as refusal:
        raise OptionRefused(flag, f"{tag}: {refusal}") from None
    with scratch_folder(Path(tempfile.gettempdir())) as scratch:
        for name, content in files.items():
            path = scratch / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return _faces_of_project(scratch, flag)


def _is_face(face: object) -> bool:
    parts = face.split() if isinstance(face, str) else []
    return len(parts) == 3 and parts[2].isascii() and parts[2].isdigit()


def _faces_of_project(path: Path, flag: str) -> dict[str, str]:
    from jdgtools.exporters.context import BuildContext
    from jdgtools.exporters.faces import faces_of_build
    from jdgtools.loading import check

    loaded = check(path)
    if not loaded.ok or loaded.battle is None or loaded.series is None or loaded.charts is None:
        raise OptionRefused(flag, f"the former project {path} has errors")
    context = BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder)
    return faces_of_build(context)
