"""Every place where a project names a file, or has one of a fixed name, with what is no ordinary file there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from jdgtools.loading import check
from jdgtools.vassal.archive import read_archive

pytestmark = pytest.mark.skipif(os.name != "posix", reason="makes pipes, devices and links")
ROOT = Path(__file__).parents[3]
TEACHING = ROOT / "scenarios" / "teaching-jdg"
ODD = {
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "folder": Path.mkdir,
    "link to nothing": lambda path: path.symlink_to("nothing"),
    "loop": lambda path: path.symlink_to(path.name),
    "link out": lambda path: path.symlink_to(__file__),
}


def sources() -> list[str]:
    """The source files of a battle, from the list that its reader keeps."""
    loaded = check(TEACHING)
    folder = loaded.folder.as_posix() + "/"
    return [file.removeprefix(folder) for file in loaded.sources.files]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("file", [f for f in sources() if f != "battle.yaml"])
def test_source_files(file: str, odd: str, tmp_path: Path) -> None:
    project = tmp_path / "battle"
    shutil.copytree(TEACHING, project)
    (project / file).unlink()
    ODD[odd](project / file)
    said = [p for p in check(project).report if p.span is not None and p.span.file.endswith(file)]
    assert [p.code[:3] for p in said] == ["SRC"], said


def jdg(*words: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    own = {**os.environ, "JDG_CACHE": "off", **more}
    code = "from jdgtools.cli.main import run; run()"
    return subprocess.run(
        [sys.executable, "-P", "-c", code, *words],
        cwd=folder,
        env=own,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("odd", ODD)
def test_art_and_files_of_fixed_names(odd: str, tmp_path: Path) -> None:
    """The build comes to its end, and the picture is told of once."""
    project = tmp_path / "battle"
    shutil.copytree(TEACHING, project)
    (project / "art").mkdir(exist_ok=True)
    ODD[odd](project / "art" / "odd.png")
    ODD[odd](project / "vassal-ids.json")
    table = next(project.glob("oob*.csv"))
    lines = table.read_text(encoding="utf-8").splitlines()
    if "art" not in lines[0].split(","):
        lines = [
            line + "," + ("art" if n == 0 else "art/odd.png" if n == 1 else "")
            for n, line in enumerate(lines)
        ]
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = jdg("check", "battle", "--format", "json", folder=tmp_path)
    assert done.stdout.count("art/odd.png` ") == 1, done.stdout
    done = jdg("build", "battle", "-o", "out", "-q", "--only", "vassal", folder=tmp_path)
    assert "defect" not in done.stderr
    assert done.returncode == 1
    assert done.stderr.count("GEN060") == 2, done.stderr  # the message, and how to have it explained


@pytest.mark.parametrize("odd", ODD)
def test_modules_and_saved_games(odd: str, tmp_path: Path) -> None:
    ODD[odd](tmp_path / "m.vmod")
    if odd == "link out":
        pytest.skip("the user names the file himself")
    done = jdg("import", "m.vmod", "-o", "new", folder=tmp_path)
    assert done.returncode == 3, done
    assert len(done.stderr.splitlines()) == 1
    with pytest.raises(Exception, match=r"m\.vmod"):
        read_archive(tmp_path / "m.vmod")


def test_allow_folder(tmp_path: Path) -> None:
    project = tmp_path / "battle"
    shutil.copytree(TEACHING, project)
    (tmp_path / "shared").mkdir()
    shutil.move(project / "map.yaml", tmp_path / "shared" / "map.yaml")
    (project / "map.yaml").symlink_to(tmp_path / "shared" / "map.yaml")
    assert "--allow-folder" in jdg("check", "battle", folder=tmp_path).stdout
    assert jdg("check", "battle", "--allow-folder", "shared", folder=tmp_path).returncode == 0


@pytest.mark.parametrize("command", [["-m", "jdgtools"], ["-c", "from jdgtools.cli.main import run; run()"]])
def test_no_plug_in_of_the_working_folder_is_loaded(command: list[str], tmp_path: Path) -> None:
    """Python puts the working folder first where a module is run by its name."""
    (tmp_path / "evil-1.0.dist-info").mkdir()
    points = "[jdgtools.exporters]\nevil = evil:X\n[jdgtools.series]\nevil = evil:S\n"
    (tmp_path / "evil-1.0.dist-info" / "entry_points.txt").write_text(points)
    (tmp_path / "evil-1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n"
    )
    trap = "import pathlib\npathlib.Path(__file__).with_name('trapped').touch()\n"
    for name in ("evil", "click", "msgspec"):
        (tmp_path / f"{name}.py").write_text(trap)
    safe = ["-P"] if command[0] == "-c" else []
    build = ["build", str(TEACHING), "-o", "out", "--only", "package", "--quiet"]
    done = subprocess.run([sys.executable, *safe, *command, *build], cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done
    assert not (tmp_path / "trapped").exists()


@pytest.mark.parametrize("words", [["-m", "jdgtools"], ["-um", "jdgtools.blazon"], ["-mjdgtools.docs"]])
def test_no_module_of_the_working_folder_is_imported(words: list[str], tmp_path: Path) -> None:
    """But those that Python itself wants before it knows what it runs."""
    trap = "import pathlib\npathlib.Path(__file__).with_name('trapped').touch()\n"
    for name in ("json", "argparse", "datetime", "signal", "click", "msgspec", "PIL", "lxml"):
        (tmp_path / f"{name}.py").write_text(trap)
    subprocess.run([sys.executable, *words, "--help"], cwd=tmp_path, capture_output=True)
    assert not (tmp_path / "trapped").exists()


def test_nothing_of_a_hostile_folder_runs(tmp_path: Path) -> None:
    """The working folder of the commands is the project of a stranger, or a folder of downloads."""
    project = tmp_path / "battle"
    shutil.copytree(TEACHING, project)
    trap = "import pathlib\npathlib.Path(__file__).with_name('trapped').touch()\n"
    names = [
        "typst",
        "resvg_py",
        "json",
        "struct",
        "msgspec",
        "python_calamine",
        "sitecustomize",
        "usercustomize",
    ]
    for file in (*(f"{name}.py" for name in names), "PIL/__init__.py", "jdgtools/__init__.py"):
        (project / file).parent.mkdir(exist_ok=True)
        (project / file).write_text(trap)
    (project / "git").write_text("#!/bin/sh\ntouch trapped\n")
    (project / "git").chmod(0o755)
    art = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><text y="30">x</text></svg>'
    (project / "own.svg").write_text(art)
    table = next(project.glob("oob*.csv"))
    lines = table.read_text(encoding="utf-8").splitlines()
    lines = [line + "," + ("art" if n == 0 else "own.svg") for n, line in enumerate(lines)]
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    jdg("check", ".", folder=project)
    path = os.pathsep.join([".", "", str(project), os.environ["PATH"]])
    done = jdg("build", ".", "-o", "../out", "--changed-since", "v1", folder=project, PATH=path)
    done = jdg("build", ".", "-o", "../out", folder=project, PATH=path)
    assert done.returncode == 0, done
    (module,) = (tmp_path / "out").glob("*.vmod")
    shutil.move(module, project / "m.vmod")
    done = jdg("import", "m.vmod", "-o", "../new", folder=project)
    assert done.returncode == 0, done
    assert not list(project.rglob("trapped"))
