"""`jdg watch`: a round at once, and one after each change; what is drawn follows the state of the battle."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from jdgtools.cli.group import main
from jdgtools.cli.watch_ import Round, watch
from jdgtools.loading.watching import is_source

ROOT = Path(__file__).parent.parent.parent.parent
TEACHING = ROOT / "scenarios" / "teaching-jdg"


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TEACHING, tmp_path / "battle"))


def test_a_mistake_is_told_and_the_rest_drawn_until_it_is_mended(
    battle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    out = tmp_path / "out"
    table = battle / "oob.csv"
    sound = table.read_text(encoding="utf-8")

    def changes() -> Iterator[None]:
        capsys.readouterr()
        table.write_text(sound.replace(",line_infantry,", ",line_infantri,", 1), encoding="utf-8")
        yield
        wrong = capsys.readouterr().out
        assert "line_infantri" in wrong and "left as it was until the errors are mended: package" in wrong
        assert wrong.endswith(f"{out}: counters, as drafts\n")
        table.write_text(sound, encoding="utf-8")
        yield
        assert capsys.readouterr().out.endswith(f"{out}: counters, package\n")

    watch(Round(battle, out, ("counters", "package"), ""), changes())
    assert (out / "counters-a4.pdf").is_file()


def test_a_battle_that_cannot_be_read_ends_nothing(
    battle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (battle / "battle.yaml").write_text("series: [", encoding="utf-8")
    watch(Round(battle, tmp_path / "out", ("counters",), ""), [None])
    assert capsys.readouterr().out.count("nothing was drawn") == 2


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("map.yaml", True),
        ("scenarios/a.yaml", True),
        ("map.yaml~", False),
        (".git/index", False),
        (".oob.csv.swp", False),
        ("~$oob.xlsx", False),
        ("out/x/map-print.pdf", False),
        ("../other/map.yaml", False),
    ],
)
def test_what_is_watched(tmp_path: Path, path: str, answer: bool):
    place = (tmp_path / "p" / path).resolve()
    assert is_source(place, tmp_path / "p", tmp_path / "p" / "out") is answer


def test_the_command_draws_again_when_a_file_is_saved(
    battle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    import watchfiles

    rounds: list[None] = []
    stop = threading.Event()
    real = watchfiles.watch

    def run(self: Round) -> None:
        rounds.append(None)
        if len(rounds) == 2:
            stop.set()
        else:
            # Saved once the watcher looks, which it does a moment after it was asked.
            threading.Timer(0.5, lambda: (battle / "oob.csv").touch()).start()

    monkeypatch.setattr(Round, "run", run)
    monkeypatch.setattr(watchfiles, "watch", lambda *a, **k: real(*a, **k, stop_event=stop))
    line = ["watch", str(battle), "-o", str(tmp_path / "out")]
    result = CliRunner().invoke(main, line, standalone_mode=False, catch_exceptions=False)
    assert result.return_value == 0 and len(rounds) == 2


@pytest.mark.parametrize("line", [["nowhere"], [str(TEACHING), "--only", "mapp"]])
def test_slips_on_the_command_line(line: list[str]):
    assert CliRunner().invoke(main, ["watch", *line]).exit_code == 2
