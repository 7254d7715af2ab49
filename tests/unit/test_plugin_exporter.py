"""An exporter of another package, found by its entry point: the files of docs/new-exporter.md as they stand."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib import reload
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools import plugins
from jdgtools.building import build
from jdgtools.cli import build_, main
from jdgtools.errors import ExitCode, PluginBroken, PluginFailed
from jdgtools.exporters import registry
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import Loaded, check

ROOT = Path(__file__).parents[2]
BATTLE = ROOT / "scenarios" / "teaching-jdg"
GUIDE = (ROOT / "docs" / "new-exporter.md").read_text(encoding="utf-8")
FILE = re.compile(r"^\*\*`([^`]+)`\*\*\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def forget() -> None:
    plugins.installed_plugins.cache_clear()
    registry._discover.cache_clear()
    sys.modules.pop("stamps", None)


def install(folder: Path, old: str = "", new: str = "", point: str = "stamps = stamps:EXPORTER") -> None:
    """Put the guide's package into a folder like site-packages, with one change of its module."""
    files = dict(FILE.findall(GUIDE))
    assert sorted(files) == ["pyproject.toml", "stamps.py"] and old in files["stamps.py"]
    assert 'stamps = "stamps:EXPORTER"' in files["pyproject.toml"]
    (folder / "stamps.py").write_text(files["stamps.py"].replace(old, new, 1) if old else files["stamps.py"])
    info = folder / "stamps-0.3.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stamps\nVersion: 0.3\n")
    (info / "entry_points.txt").write_text(f"[{plugins.EXPORTERS}]\n{point}\n")
    forget()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder like site-packages in which the guide's package is installed."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    install(folder)
    yield folder
    forget()


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return check(BATTLE)


ONLY = BuildOptions.of(only=("stamps",))


def test_its_options_reach_it_from_the_command_line(site: Path, tmp_path: Path) -> None:
    command = reload(build_).command
    shown = " ".join(CliRunner().invoke(command, ["--help"]).output.split())
    assert "checklist, stamps." in shown
    assert "--stamp-width INTEGER RANGE Width of a stamp, letters. [default: 20] [5<=x<=60]" in shown
    assert "--stamp-frame [plain|double] Frame of the stamps. [default: plain]" in shown
    out = tmp_path / "out"
    line = [str(BATTLE), "-o", str(out), "--only", "stamps", "--stamp-width", "9", "--stamp-frame", "double"]
    result = CliRunner().invoke(command, line, standalone_mode=False, catch_exceptions=False)
    assert result.return_value == 0
    lines = (out / "stamps.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 10 and {len(line) for line in lines} == {13} and lines[0].startswith("||")
    report = json.loads((out / "build-report.json").read_text(encoding="utf-8"))
    assert [(f["name"], f["exporter"]) for f in report["files"]] == [("stamps.txt", "stamps")]
    assert "only 9 letters of its name" in report["losses"][0]["message"]
    assert CliRunner().invoke(command, [str(BATTLE), "--stamp-width", "3"]).exit_code == ExitCode.USAGE


def test_a_usual_build_runs_it(site: Path) -> None:
    assert [part.name for part in registry.choose_exporters()][-1] == "stamps"


def test_its_options_are_checked_from_python(site: Path, loaded: Loaded, tmp_path: Path) -> None:
    build(loaded, tmp_path / "out", BuildOptions.of(only=("stamps",), stamp_width=30))
    assert len((tmp_path / "out" / "stamps.txt").read_text(encoding="utf-8").splitlines()[0]) == 32
    for choice, reason in (
        ({"stamp_width": 3}, "--stamp-width: 3 is not in the range 5 to 60"),
        ({"stamp_width": "9"}, "--stamp-width: '9' is no whole number"),
        ({"stamp_frame": "triple"}, "--stamp-frame: 'triple' is none of plain, double"),
        ({"stamp_size": 3}, "stamp_size: no exporter has an option of that name; known: booklet"),
    ):
        with pytest.raises(Exception, match=re.escape(reason)):
            build(loaded, tmp_path / "new", BuildOptions.of(only=("stamps",), **choice))
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("lines, losses = [], []", 'lines, losses = [], [][3]', "IndexError: list index out of range"),
        ("lines, losses = [], []", 'raise OSError("no luck")', "OSError: no luck"),
        ("return (\"stamps.txt\",)", "return 3 / 0", "ZeroDivisionError: division by zero"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("worker", [False, True], ids=["here", "worker"])
def test_one_that_raises_is_named(
    site: Path, loaded: Loaded, tmp_path: Path, old: str, new: str, words: str, worker: bool
) -> None:
    install(site, old, new)
    if worker:
        type(registry.all_exporters()[-1]).in_worker = True
    only = ("stamps", "package") if worker else ("stamps",)
    with pytest.raises(
        PluginFailed, match=r"^a defect of the exporter plug-in `stamps` \(stamps 0.3\)"
    ) as caught:
        build(loaded, tmp_path / "out", BuildOptions.of(only=only))
    line = (site / "stamps.py").read_text().splitlines().index(f"        {new}") + 1
    function = "outputs" if "stamps.txt" in old else "export"
    assert str(caught.value).endswith(f", in stamps, line {line}, `{function}`: {words}")
    assert caught.value.code is ExitCode.INTERNAL
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"stamps.txt",)', '"stamps.txt", "more.txt")', "did not write `more.txt`, which it said it would"),
        ('("stamps.txt",)', '("map-screen.png",)', "wants to write `map-screen.png`, a file of `map`"),
        ('("stamps.txt",)', '("../x.txt",)', "wants to write `../x.txt`, which is no plain file name"),
    ],
)
def test_files_that_are_not_its_own_are_refused(
    site: Path, loaded: Loaded, tmp_path: Path, old: str, new: str, words: str
) -> None:
    install(site, old, new)
    with pytest.raises(PluginFailed, match=r"^the installed exporter `stamps`.*of stamps 0\.3") as caught:
        build(loaded, tmp_path / "out", BuildOptions.of(only=("map", "stamps"), dpi=50, screen_hex_px=48))
    assert words in str(caught.value) and not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("from pathlib import Path", "import no_such_module", "cannot be loaded: ModuleNotFoundError: No module"),
        ("EXPORTER = Stamps()", "EXPORTER = 3", "is no jdgtools.exporters.base.Exporter"),
        ('name = "stamps"', 'name = "stamp"', "calls itself `stamp`; entry point and name must agree"),
        ('Option("stamp_width"', 'Option("cache"', "declares the option `--cache`, which every build has"),
        ('Option("stamp_width"', 'Option("dpi"', "declares the option `--dpi`, which the exporter `map` has"),
    ],
)  # fmt: skip
def test_one_that_cannot_be_loaded_costs_no_build(
    site: Path,
    loaded: Loaded,
    tmp_path: Path,
    old: str,
    new: str,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(site, old, new)
    (problem,) = registry.broken_exporters()
    assert str(problem).startswith("the installed exporter `stamps` (stamps:EXPORTER, of stamps 0.3)")
    assert words in str(problem)
    with pytest.raises(PluginBroken):
        registry.choose_exporters(("stamps",))
    usual = registry.choose_exporters(("package",))
    monkeypatch.setattr("jdgtools.exporters.build_plan.choose_exporters", lambda only: usual)
    (loss,) = build(loaded, tmp_path / "out").losses
    assert (loss.exporter, loss.subject, loss.message) == ("stamps", "plug-in", str(problem))


def test_the_last_resort_of_the_command_line_names_it(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from importlib import import_module

    install(site, 'return ("stamps.txt",)', "return 3 / 0")
    monkeypatch.setattr(main, "_run", lambda args: import_module("stamps").Stamps().outputs(1))
    with pytest.raises(SystemExit) as ended:
        main.run(["query"])
    assert ended.value.code == ExitCode.INTERNAL
    assert capsys.readouterr().err.startswith(
        "jdg: a defect of the exporter plug-in `stamps` (stamps 0.3), in stamps, line 23, `outputs`: ZeroDivisionError"
    )


def test_our_own_are_entry_points_too() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = re.search(r'entry-points\."jdgtools\.exporters"\]\n((?:\w+ = .*\n)*)', text)
    assert listed is not None
    assert listed[1] == "".join(
        f'{name} = "jdgtools.exporters.{name}:EXPORTER"\n' for name in registry._BUILT_IN
    )


def test_without_plugins_metadata_are_not_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Importing `importlib.metadata` takes longer than a check."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "missing")])
    assert not plugins._announces_group(plugins.EXPORTERS)
    archive = tmp_path / "archive.zip"
    archive.write_bytes(b"")
    monkeypatch.setattr(sys, "path", [str(archive)])
    assert plugins._announces_group(plugins.EXPORTERS)
