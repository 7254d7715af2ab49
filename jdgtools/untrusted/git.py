"""Files of a project as they stood at a tag, from its git repository.

The repository came with the project, and its settings may name programs: filters of files, for example, which
`git archive` would run. Only commands that run none are used, and git itself is never looked for in the
project or where the user stands.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from jdgtools.untrusted import FileRefused

MAX_BYTES = 512 * 2**20
MAX_FILES = 20_000
_SAFE = ("-c", "core.fsmonitor=false", "-c", "protocol.allow=never", "-c", "core.hooksPath=/dev/null")


def files_at(folder: Path, tag: str, below: str = "") -> dict[str, bytes] | None:
    """Return ordinary files of a folder by their path in it, as they stood at a tag or commit.

    Args:
        folder: the folder, in a repository.
        tag: its name.
        below: path in it of the folder that is looked at, which may exist no longer; '' = itself.

    Returns:
        None when there is no git, no repository, or no such tag.

    Raises:
        FileRefused: there is too much.
    """
    program = _program(folder)
    if program is None or tag.startswith("-") or "\0" in tag:
        return None
    listing = _run(
        program, folder, ["ls-tree", "-r", "-l", "-z", "--full-name", tag, "--", below or "."], b""
    )
    inside = None if listing is None else _run(program, folder, ["rev-parse", "--show-prefix"], b"")
    if listing is None or inside is None:
        return None
    prefix = inside.decode("utf-8", "surrogateescape").removesuffix("\n")
    prefix += f"{below}/" if below else ""
    names, objects, total = [], [], 0
    for entry in listing.split(b"\0")[:-1]:
        head, _, name = entry.partition(b"\t")
        mode, kind, number, size = head.split()
        if kind == b"blob" and mode in (b"100644", b"100755"):
            names.append(name.decode("utf-8", "surrogateescape").removeprefix(prefix))
            objects.append(number)
            total += int(size)
    if total > MAX_BYTES or len(names) > MAX_FILES:
        raise FileRefused("is too large")
    contents = _run(program, folder, ["cat-file", "--batch"], b"".join(n + b"\n" for n in objects))
    if contents is None:
        return None
    files: dict[str, bytes] = {}
    at = 0
    for path in names:
        line = contents.index(b"\n", at)
        length = int(contents[at:line].split()[2])
        files[path] = contents[line + 1 : line + 1 + length]
        at = line + 2 + length
    return files


def why_nothing(folder: Path, tag: str) -> str:
    """Return why `files_at` gives nothing; '' when nothing speaks against it but the path.

    Args:
        folder: the folder, in a repository.
        tag: name of a tag, a branch or a commit.
    """
    program = _program(folder)
    if program is None:
        return "git is not installed"
    if _run(program, folder, ["rev-parse", "--show-prefix"], b"") is None:
        return f"{folder.resolve().name or 'the folder'} is in no git repository"
    if tag.startswith("-") or "\0" in tag:
        return f"{tag!a} is no revision"
    commit = _run(program, folder, ["rev-parse", "--verify", "--quiet", f"{tag}^{{commit}}"], b"")
    return "" if commit is not None else f"the repository has no revision {tag}"


def _run(program: str, folder: Path, words: list[str], content: bytes) -> bytes | None:
    environment = {
        **os.environ,
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
    }
    command = [program, "--no-pager", *_SAFE, *words]
    try:
        process = subprocess.run(
            command, input=content, cwd=folder, env=environment, capture_output=True, check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if process.returncode else process.stdout


def _program(folder: Path) -> str | None:
    """Return where git is; a place in the project or where the user stands does not count."""
    near = [folder.resolve(), Path.cwd().resolve()]
    name = "git.exe" if os.name == "nt" else "git"
    for place in os.environ.get("PATH", "").split(os.pathsep):
        path = Path(place)
        if place and path.is_absolute() and os.access(path / name, os.X_OK):
            where = path.resolve()
            if where not in near and not where.is_relative_to(near[0]):
                return str(path / name)
    return None
