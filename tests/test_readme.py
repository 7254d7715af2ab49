"""The README: its commands exist, the cheap ones run, its links and pictures are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from jdgtools.cli.group import main
from jdgtools.docs import readme
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.registry import choose_exporters
from jdgtools.loading import load

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", README, re.M | re.S)


def commands() -> list[str]:
    """Return every `jdg …` of a code block, without what stands before it on its line."""
    lines = (line for block in BLOCKS for line in block.splitlines())
    matches = (re.search(r"(?:^|&& |^\.venv/bin/|^\.venv\\Scripts\\)(jdg .*)$", line) for line in lines)
    return [match[1].replace("\\", "/") for match in matches if match]


def test_the_two_lines_stand_as_promised() -> None:
    lines = [line for block in BLOCKS for line in block.splitlines()]
    first = lines.index("python3 -m venv .venv && .venv/bin/pip install .")
    assert lines[first + 1] == ".venv/bin/jdg build scenarios/rolica-1808"
    assert "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest" in lines


def test_windows_has_the_same_lines() -> None:
    """`&&` and quotes differ between its shells, so every command has a line of its own."""
    lines = [line for block in BLOCKS for line in block.splitlines()]
    first = lines.index("py -m venv .venv")
    assert lines[first + 1 : first + 3] == [
        ".venv\\Scripts\\pip install .",
        ".venv\\Scripts\\jdg build scenarios\\rolica-1808",
    ]


def test_no_line_installs_into_a_python_that_the_system_manages() -> None:
    """PEP 668: such a Python refuses a bare `pip install`."""
    bare = [
        line for block in BLOCKS for line in block.splitlines() if re.search(r"(?<![/\\])\bpip install", line)
    ]
    assert bare == []


@pytest.mark.parametrize("line", commands())
def test_every_command_and_option_exists(line: str) -> None:
    words = shlex.split(line)[1:]
    command: click.Command = main
    while isinstance(command, click.Group):
        context = click.Context(command)
        found = command.get_command(context, words[0])
        assert found is not None, words[0]
        command, words = found, words[1:]
    # Parses options and arguments without running the command.
    command.make_context("jdg", words)


CHEAP = [line for line in commands() if re.match(r"jdg (explain|info|query)", line)]


def test_cheap_commands_are_shown() -> None:
    assert len(CHEAP) >= 5


@pytest.mark.parametrize("line", CHEAP)
def test_cheap_commands_run(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(main, shlex.split(line)[1:], standalone_mode=False, catch_exceptions=False)
    assert result.exception is None
    assert result.output.strip()


def test_a_new_battle_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line in ("new my-battle --series jdg", "check my-battle"):
        result = CliRunner().invoke(main, line.split(), standalone_mode=False, catch_exceptions=False)
        assert result.exception is None
        assert result.return_value in (None, 0), result.output


def test_the_mistake_shown_is_what_the_checker_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(main, ["new", "my-battle", "--series", "jdg"], standalone_mode=False)
    path = tmp_path / "my-battle" / "scenarios" / "battle.yaml"
    text = path.read_text(encoding="utf-8")
    damaged = text.replace("unit: fr-13l, hex: 0102", "unit: fr-13l, hex: 0101")
    assert damaged != text
    path.write_text(damaged, encoding="utf-8")
    result = CliRunner().invoke(main, ["check", "my-battle"], standalone_mode=False, catch_exceptions=False)
    shown = next(block for block in BLOCKS if "error JDG072" in block)
    assert shown.strip() in result.output


def test_the_files_listed_are_those_that_a_build_writes() -> None:
    loaded = load(ROOT / "scenarios" / "rolica-1808")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    context = BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder)
    written = {name for part in choose_exporters() for name in part.outputs(context)}
    listed = set(re.findall(r"`([\w.-]+\.(?:pdf|png|vmod|jdgpkg|json))`", README))
    assert written | {"build-report.json"} == listed


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)\)", README))
def test_links_lead_somewhere(target: str) -> None:
    assert (ROOT / target).exists(), target


def test_pictures_are_small() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 3
    for name in pictures:
        assert (ROOT / name).stat().st_size < 300_000, name


def test_independence_and_licence_are_stated() -> None:
    assert "not connected with, nor endorsed by" in README
    assert "MIT licence" in README
    assert "SIL Open Font License" in README


def test_checks_statements_and_examples_are_counted() -> None:
    """The table of what is covered has the totals of the code and of `docs/reference/statements-*.md`."""
    assert readme(README) == README, "run: python -m jdgtools.docs"
    counted = ("| [statements", "| worked examples ", "| checks of the series' own rules ")
    rows = [line for begin in counted for line in README.splitlines() if line.startswith(begin)]
    assert len(rows) == 3 and all(line.count(" | ") == 3 for line in rows)
    for name in ("jdg", "afe", "mpbs"):
        page = (ROOT / "docs" / "reference" / f"statements-{name}.md").read_text(encoding="utf-8")
        counts = dict(re.findall(r"^\| (\w+) \| (\d+) \|", page, re.M))
        assert f"{counts['all']}: {counts['checked']} checked, {counts['computed']} computed" in rows[0]


PLAYED = "yes: `jdg engine-check` says what it cannot play of a scenario"


def row(start: str) -> list[str]:
    """Return the three cells of the table of what is covered: `jdg`, `afe`, `mpbs`."""
    line = next(line for line in README.splitlines() if line.startswith(f"| {start}"))
    return [cell.strip() for cell in line.strip("|").split("|")[1:]]


def test_battles_languages_and_play_are_what_the_folders_hold() -> None:
    """The other rows of the table: real battles, their languages, and the series that an engine plays."""
    names = {"en": "English", "fr": "French", "pl": "Polish", "hu": "Hungarian"}
    loaded = [load(path.parent) for path in (ROOT / "scenarios").glob("*/battle.yaml")]
    for place, series in enumerate(("jdg", "afe", "mpbs")):
        battles = [one.battle for one in loaded if one.battle and one.battle.series.id == series]
        real = {dict(one.title.values)["en"] for one in battles if not one.id.startswith("teaching")}
        assert set(row("real battles")[place].split(", ")) == real
        for one in battles:
            assert row("languages")[place] == ", ".join(names[code] for code in one.languages), one.id
        played = (ROOT / "jdgtools" / "engine" / series).is_dir()
        assert row("playing by program")[place] == (PLAYED if played else "not yet")
